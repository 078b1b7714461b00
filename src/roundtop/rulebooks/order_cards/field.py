"""What can be read off the state: units, friends, enemies, the ground they stand on, their names; and fresh copies."""

from __future__ import annotations

from typing import Any, Final

from roundtop.kit import deployment
from roundtop.record import copy
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.state import Army, Hand, Look, Melee, Officer, State, Unit
from roundtop.table.footprint import Block, gap, overlaps_any, radius
from roundtop.table.formation import along_track, refused_blocks, refused_flank
from roundtop.table.ground import off_table
from roundtop.table.layout import settled
from roundtop.table.measure import distance, rounded
from roundtop.table.pose import Point, Pose, ahead, aside, rounded_pose, to_local, to_world


def copied(unit: Unit) -> Unit:
    """A fresh unit to be changed before it is handed out; of its ground nothing is known yet."""
    new = copy(unit)
    new.ground = None
    return new


def changing(state: State) -> State:
    """A fresh state to be changed before it is handed out."""
    return copy(state)


def look_of(state: State, watch: dict[str, str]) -> Look:
    """The table as it is looked at now, and who saw what."""
    return Look(state.ground, state.units, state.officers, state.messengers, watch)


def unit_of(state: State, id: str) -> Unit:
    for unit in state.units:
        if unit.id == id:
            return unit
    raise KeyError(id)


def with_unit(state: State, changed: Unit) -> State:
    """The state with one unit replaced."""
    new = changing(state)
    new.units = tuple([handed_out(changed) if unit.id == changed.id else unit for unit in state.units])
    return new


def handed_out(unit: Unit) -> Unit:
    """A unit that is changed no more: so the ground it stands on is kept."""
    if unit.place == tables.ON_TABLE:
        unit.ground = ground_of(unit)
    return unit


def officer_of(state: State, id: str) -> Officer:
    for officer in state.officers:
        if officer.id == id:
            return officer
    raise KeyError(id)


def army_of(state: State, side: str) -> Army:
    for army in state.armies:
        if army.side == side:
            return army
    raise KeyError(side)


def hand_of(state: State, player: str) -> Hand:
    for hand in state.hands:
        if hand.player == player:
            return hand
    raise KeyError(player)


def owner(state: State, step: Any) -> tuple[str, ...]:
    """The owner of the unit that a step is about."""
    return (unit_of(state, step.unit).player,)


def enemy_of(state: State, side: str) -> str:
    return state.armies[1].side if state.armies[0].side == side else state.armies[0].side


def commander_of(state: State, side: str) -> str:
    """The player who decides for his whole side [turn.who-decides]."""
    for hand in state.hands:
        if hand.side == side:
            return hand.player
    raise KeyError(side)


def players_of(state: State, side: str) -> tuple[str, ...]:
    return tuple([hand.player for hand in state.hands if hand.side == side])


NO_CARD: Final[cards_rule.Card] = cards_rule.Card(
    word="", name="no card", infantry=0.0, cavalry=0.0, limbered=0.0, fire=0, charge=0, move=False
)


def card_of(state: State, player: str) -> cards_rule.Card:
    """The card a player has face up."""
    hand = hand_of(state, player)
    if hand.turned == 0:
        return NO_CARD
    return cards_rule.card_named(state.deck, hand.cards[hand.turned - 1]) or NO_CARD


def on_table(state: State, side: str = "") -> list[Unit]:
    """Units standing on the table, of one side or of both."""
    return [unit for unit in state.units if unit.place == tables.ON_TABLE and side in ("", unit.side)]


def enemies(state: State, unit: Unit) -> list[Unit]:
    return [other for other in state.units if other.place == tables.ON_TABLE and other.side != unit.side]


def officers_on(state: State, side: str = "") -> list[Officer]:
    return [one for one in state.officers if one.place == tables.ON_TABLE and side in ("", one.side)]


def melee_of(state: State, id: str) -> Melee | None:
    """The melee a unit is in, not yet fought."""
    for melee in state.melees:
        if id in melee.defenders or [one for one in melee.attacks if one.unit == id]:
            return melee
    return None


def boxes_of(unit: Unit, settings: Settings) -> int:
    """All boxes of its roster [setup.roster-boxes]."""
    return unit.start * tables.boxes_per_stand(unit.arm, settings)


def strength(unit: Unit, settings: Settings) -> int:
    """Stands not lost to circled boxes, guards included [setup.roster-boxes]."""
    return tables.stands_left(unit.start, unit.circled, tables.boxes_per_stand(unit.arm, settings))


def on_foot(unit: Unit) -> bool:
    """Infantry, or cavalry that has dismounted."""
    return unit.arm == tables.INFANTRY or (unit.arm == tables.CAVALRY and not unit.mounted)


def formed(unit: Unit) -> bool:
    """In formation and in hand [formation.list]."""
    return not unit.disordered and unit.state != tables.ROUTING


def base(unit: Unit) -> Point:
    """Width and depth of one of its stands [setup.bases]."""
    if unit.arm == tables.ARTILLERY or unit.arm == tables.WAGON:
        return tables.BASES["limbered"] if unit.formation == tables.LIMBERED else tables.BASES["unlimbered"]
    return tables.BASES["mounted"] if unit.arm == tables.CAVALRY and unit.mounted else tables.BASES["foot"]


def body_of(unit: Unit) -> int:
    """Stands in its body: those that fight, and prisoners among them [prisoners.led-away]."""
    return unit.stands + unit.load if unit.captive else unit.stands


def files_of(unit: Unit) -> int:
    """Stands in the front rank [formation.list]."""
    if unit.disordered:
        files = 1
        while files * files < body_of(unit):
            files += 1
        return files
    return 1 if unit.formation in (tables.COLUMN, tables.LIMBERED) else unit.stands


def size_of(unit: Unit) -> Point:
    """Width and depth of the whole block [formation.list]."""
    width, depth = base(unit)
    if unit.disordered:
        files = files_of(unit)
        return (files * width, -(-body_of(unit) // files) * depth)
    if unit.formation == tables.LINE or unit.formation == tables.UNLIMBERED:
        return (unit.stands * width, depth)
    if unit.formation == tables.LOOSE:
        return (unit.stands * width + (unit.stands - 1) * tables.LOOSE_GAP, depth)
    return (width, unit.stands * depth)


def block(unit: Unit) -> Block:
    """The ground it stands on, taken as one rectangle: a bent column as if straight, a wing as if in line."""
    width, depth = size_of(unit)
    return Block(unit.pose, width, depth)


def block_at(unit: Unit, pose: Pose) -> Block:
    width, depth = size_of(unit)
    return Block(pose, width, depth)


def blocks(unit: Unit) -> list[Block]:
    """The ground it stands on: a rectangle, a line and its wing, or the stands of a bent column."""
    return ground_of(unit) if unit.ground is None else unit.ground


def ground_of(unit: Unit) -> list[Block]:
    """The ground it stands on, from what it is."""
    if unit.trail:
        width, depth = base(unit)
        return [Block(pose, width, depth) for pose in stand_poses(unit)]
    if unit.wing and not unit.disordered:
        return wing_blocks(unit)
    return [block(unit)]


def wing_blocks(unit: Unit) -> list[Block]:
    """The straight part of a line, then the stands it has thrown back [formation.refuse-flank]."""
    width, depth = base(unit)
    return refused_blocks(unit.pose, unit.stands, width=width, depth=depth, wing=unit.wing, by=unit.wing_by)


def stand_poses(unit: Unit) -> list[Pose]:
    """Where each stand is, from the left, from the head, or by ranks from the front [formation.list]."""
    width, depth = base(unit)
    pose = unit.pose
    if unit.disordered:
        return _crowd(unit, width, depth)
    if unit.formation == tables.COLUMN or unit.formation == tables.LIMBERED:
        if unit.trail:
            return list(along_track(unit.trail, unit.stands, depth))
        half = 0.5 * (unit.stands - 1)
        return [ahead(pose, (half - stand) * depth) for stand in range(unit.stands)]
    if unit.wing:
        left, right = (-unit.wing, 0) if unit.wing < 0 else (0, unit.wing)
        return list(
            refused_flank(
                pose=pose,
                n=unit.stands,
                width=width,
                depth=depth,
                left=left,
                left_by=unit.wing_by,
                right=right,
                right_by=unit.wing_by,
            )
        )
    step = width + tables.LOOSE_GAP if unit.formation == tables.LOOSE else width
    half = 0.5 * (unit.stands - 1)
    return [aside(pose, (stand - half) * step) for stand in range(unit.stands)]


def _crowd(unit: Unit, width: float, depth: float) -> list[Pose]:
    """A block filled from the front, a short rear rank centred [formation.list]."""
    files = files_of(unit)
    number = body_of(unit)
    ranks = -(-number // files)
    found: list[Pose] = []
    for rank in range(ranks):
        here = min(files, number - rank * files)
        for file in range(here):
            x, y = to_world(unit.pose, (file - 0.5 * (here - 1)) * width, (0.5 * (ranks - 1) - rank) * depth)
            found.append(Pose(x, y, unit.pose.facing))
    return found


def stand_blocks(unit: Unit) -> list[Block]:
    width, depth = base(unit)
    return [Block(pose, width, depth) for pose in stand_poses(unit)]


def head_of(unit: Unit) -> Pose:
    """The leading stand of a column."""
    return stand_poses(unit)[0]


def stands_free(state: State, unit: Unit) -> bool:
    """Whether a unit is on the table and on nobody [move.leaving-table, move.interpenetration]."""
    return room_for(state, unit, blocks(unit))


def room_for(state: State, unit: Unit, own: list[Block]) -> bool:
    """Whether the ground a unit stands on is on the table and nobody else's."""
    if [part for part in own if off_table(state.ground, part)]:
        return False
    width, depth = size_of(unit)
    for other in state.units:
        if other.place != tables.ON_TABLE or other.id == unit.id:
            continue
        wide, deep = size_of(other)
        # Units so far apart could not touch however they were bent.
        if distance(unit.pose.x, unit.pose.y, other.pose.x, other.pose.y) > width + depth + wide + deep:
            continue
        if [part for part in own if overlaps_any(part, blocks(other)) >= 0]:
            return False
    return True


def standing_room(state: State, unit: Unit) -> Pose:
    """Where a unit stands that has taken another shape or turned: where it is, or the nearest place that is free."""
    if unit.place != tables.ON_TABLE or unit.stands <= 0 or stands_free(state, unit):
        return unit.pose
    others = [part for other in on_table(state) if other.id != unit.id for part in blocks(other)]
    return settled(block(unit), others, state.ground, NUDGE) or unit.pose


def closed(unit: Unit, lost: int) -> Unit:
    """A unit with so many stands fewer: off its ends in turn, right first, or off the rear; nothing shifts.

    Of a crowd any stand will do: the block is set up again round its middle, since no stand has a place of its own.
    [setup.stand-removal]
    """
    new = copied(unit)
    new.stands = unit.stands - lost
    new.ends = unit.ends + lost
    if new.stands <= 0:
        return new
    width, depth = base(unit)
    if unit.disordered or unit.trail:
        return new
    if unit.formation in (tables.COLUMN, tables.LIMBERED):
        new.pose = rounded_pose(ahead(unit.pose, 0.5 * lost * depth))
        return new
    step = width + tables.LOOSE_GAP if unit.formation == tables.LOOSE else width
    right = (unit.ends + lost + 1) // 2 - (unit.ends + 1) // 2
    new.pose = rounded_pose(aside(unit.pose, 0.5 * (lost - 2 * right) * step))
    if unit.wing:
        gone = right if unit.wing > 0 else lost - right
        count = max(0, abs(unit.wing) - gone)
        new.wing = min(count, new.stands - 1) * (1 if unit.wing > 0 else -1)
    return new


def past_recall(state: State) -> State:
    """A fresh state in which no move can be taken back any more [turn.no-take-back]."""
    new = changing(state)
    new.before = None
    return new


def only_told(state: State, event: object) -> State:
    """The effect of an event that changes nothing else."""
    return past_recall(state)


def with_changed(state: State, unit: Unit) -> State:
    """The state with one unit replaced, and no move that can be taken back."""
    return with_unit(past_recall(state), unit)


def with_officer(state: State, changed: Officer) -> State:
    """The state with one officer replaced."""
    new = changing(state)
    new.officers = tuple([changed if one.id == changed.id else one for one in state.officers])
    return new


def officer_copied(one: Officer) -> Officer:
    return copy(one)


def hand_copied(hand: Hand) -> Hand:
    return copy(hand)


def circled(state: State, unit: Unit, boxes: int) -> Unit:
    """A unit with so many more boxes circled and the stands off that are lost [setup.roster-boxes]."""
    if boxes == 0:
        return copied(unit)
    new = copied(unit)
    new.circled = min(boxes_of(unit, state.settings), unit.circled + boxes)
    left = strength(new, state.settings)
    stands = max(1, left - unit.guards) if left else 0
    if stands < unit.stands:
        lost = unit.stands - stands
        new = closed(new, lost)
    return new


def units_gap(unit: Unit, other: Unit) -> float:
    """The distance between the nearest points of two units [turn.measuring]."""
    return unit_gap(unit, blocks(other))


def man_gap(unit: Unit, x: float, y: float, radius: float) -> float:
    """The distance between a unit and a round base."""
    best = 1e9
    for part in blocks(unit):
        right, forth = to_local(part.pose, x, y)
        dx = max(0.0, abs(right) - 0.5 * part.width)
        dy = max(0.0, abs(forth) - 0.5 * part.depth)
        best = min(best, (dx * dx + dy * dy) ** 0.5)
    return max(0.0, best - radius)


def unit_gap(unit: Unit, lines: list[Block]) -> float:
    """The distance between a unit and some ground."""
    best = 1e9
    for part in blocks(unit):
        for line in lines:
            best = min(best, gap(part, line))
    return best


def far_apart(parts: list[Block], lines: list[Block], least: float) -> bool:
    """A quick yes for ground that is farther apart than that whichever way it lies."""
    for part in parts:
        wide = radius(part) + least + QUICK_YES
        for line in lines:
            dx = line.pose.x - part.pose.x
            dy = line.pose.y - part.pose.y
            reach = wide + radius(line)
            if dx * dx + dy * dy <= reach * reach:
                return False
    return True


NUDGE: Final = 0.25
QUICK_YES: Final = 0.1
"""How much farther than it must be ground has to be for a quick yes."""


def nearest_enemy(state: State, unit: Unit) -> Unit | None:
    """The enemy whose middle is nearest, the first by its name if equal."""
    best: Unit | None = None
    least = 0.0
    for foe in enemies(state, unit):
        away = rounded(distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
        if best is None or away < least or (away == least and foe.id < best.id):
            best, least = foe, away
    return best


def in_file(unit: Unit) -> bool:
    """In column, limbered, or a wagon: it follows its head."""
    return not unit.disordered and (unit.formation == tables.COLUMN or unit.formation == tables.LIMBERED)


def unit_at(unit: Unit, pose: Pose) -> Unit:
    new = copied(unit)
    new.pose = pose
    new.trail = ()
    return new


def crowd(unit: Unit) -> Unit:
    """A unit as a disordered block round its middle [melee.retreat-line, formation.list]."""
    new = copied(unit)
    new.disordered = True
    new.trail = ()
    new.wing = 0
    new.wing_by = 0
    return new


def homeward(state: State, unit: Unit) -> int:
    """The way to a unit's own table edge [morale.rout-direction]."""
    return deployment.EDGE_FACING[army_of(state, unit.side).edge]


def side_of_player(state: State, player: str) -> str:
    for hand in state.hands:
        if hand.player == player:
            return hand.side
    return ""


def known(view: State, id: str) -> Unit | None:
    """A unit as far as the view has it, or as it came to the battle."""
    for unit in (*view.units, *view.roster):
        if unit.id == id:
            return unit
    return None


def named(view: State, id: str) -> str:
    """The name of a unit, an officer or a messenger."""
    unit = known(view, id)
    if unit is not None:
        return unit.name
    for officer in view.officers:
        if officer.id == id:
            return officer.name
    return "the messenger"


def where(unit: Unit) -> Point:
    """Where a unit stands, or where it will come on."""
    if unit.place != tables.ON_TABLE and unit.entry is not None:
        return unit.entry
    return unit.pose.x, unit.pose.y


def spots(view: State, *ids: str) -> tuple[Point, ...]:
    """Where these units and officers are, as far as the view has them."""
    found: list[Point] = []
    for id in ids:
        found.extend([where(unit) for unit in view.units if unit.id == id])
        found.extend([(officer.pose.x, officer.pose.y) for officer in view.officers if officer.id == id])
    return tuple(found)


def side_of(view: State, id: str) -> str:
    unit = known(view, id)
    if unit is not None:
        return unit.side
    for officer in view.officers:
        if officer.id == id:
            return officer.side
    return ""
