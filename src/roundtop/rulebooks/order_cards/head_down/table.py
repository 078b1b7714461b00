"""A head-down unit falls back, into cover if that is in reach."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cover import rule as cover_rule
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.events import Events
from roundtop.rulebooks.order_cards.head_down import events as head_down_events
from roundtop.rulebooks.order_cards.movement import compelled as movement_compelled
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import faults as movement_faults
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.movement import table as movement_table
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table import measure
from roundtop.table.footprint import Block
from roundtop.table.path import nearer_than, shift, until_gap
from roundtop.table.pose import Pose, ahead, rounded_pose

SPOKES: Final = 24
STEP: Final = 0.25
LOOKS: Final = 4
"""A way is felt out in quarters of an inch, and looked round from at every inch."""
FAR_ENEMY: Final = 24.0
"""How near a known enemy must be for a head-down unit to mind it [morale.head-down-move]."""
LIMBERING: Final = movement_rule.PRICES["limber"].foot


def fall_back(state: State, step: head_down_events.FallBack, dice: Dice) -> Progress:
    """Where a head-down unit may go: into cover if that is in reach, otherwise away in whatever direction it likes.

    [morale.head-down-move, move.compulsory-head-down, morale.artillery-head-down]
    """
    unit = field.unit_of(state, step.unit)
    if not movement_compelled.owing(unit):
        return Progress(())
    mover = limbered_up(unit)
    known = sight_table.known_enemies(state, unit.side)
    if mover.arm == tables.ARTILLERY and movement_course.woods_under(state, unit):
        places = _pushed_back(state, unit, known)
        safe = [cover_table.in_cover(state, placed_at(unit, place, None, False), known) for place in places] == [True]
    else:
        places, safe = retreats(state, unit, mover, known)
    if not places and _only_limbers(state, unit):
        return Progress((movement_table.move_event(unit, "head-down", mover, ()),))
    if not places:
        return Progress(tuple(settle(state, unit, known)))
    if len(places) == 1:
        return fallen_back(state, unit, places[0], safe)
    return Progress((), (head_down_events.FallBackTo(unit.id, tuple(places), safe),))


def _only_limbers(state: State, unit: Unit) -> bool:
    """Whether limbering up takes the whole compulsory move of a battery [morale.artillery-head-down]."""
    inches = movement_rule.compulsory_inches(field.card_of(state, unit.player), unit.arm, unit.mounted)
    return unit.arm == tables.ARTILLERY and unit.formation == tables.UNLIMBERED and measure.within(inches, LIMBERING)


def placed_at(mover: Unit, place: Pose, foe: Unit | None, safe: bool) -> Unit:
    """A unit as it will stand where it falls back to: in cover a crowd faces the enemy, else the way it goes.

    A place's facing is the way there. [morale.head-down-move]
    """
    facing = mover.pose.facing
    if mover.disordered and foe is not None:
        facing = measure.bearing(place.x, place.y, foe.pose.x, foe.pose.y) if safe else place.facing
    return field.unit_at(mover, Pose(place.x, place.y, facing))


def limbered_up(unit: Unit) -> Unit:
    """A battery that goes head down limbers first [morale.artillery-head-down]."""
    new = field.crowd(unit) if unit.disordered else field.copied(unit)
    if unit.arm == tables.ARTILLERY:
        new.formation = tables.LIMBERED
        new.trail = ()
    return new


def settle(state: State, unit: Unit, known: list[Unit]) -> Events:
    """A unit that has nowhere better to go is in position; it faces the enemy [morale.head-down-move]."""
    after = limbered_up(unit)
    after.in_position = True
    foe = sight_table.nearest_of(unit, known)
    if foe is not None and unit.disordered:
        after.pose = Pose(unit.pose.x, unit.pose.y, measure.bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    after.pose = field.standing_room(state, after)
    return [movement_table.move_event(unit, "head-down", after, ())]


def retreats(state: State, unit: Unit, mover: Unit, known: list[Unit]) -> tuple[list[Pose], bool]:
    """Places a compulsory move away that come no nearer to a known enemy, all round, and whether they are in cover.

    Where cover is in reach it is the first on each way; otherwise the end of the move, the farthest off first.
    [morale.head-down-move]
    """
    card = field.card_of(state, unit.player)
    inches = movement_rule.compulsory_inches(card, unit.arm, unit.mounted)
    limbers = unit.arm == tables.ARTILLERY and unit.formation != tables.LIMBERED
    lines = [field.blocks(foe) for foe in known]
    gaps = [field.unit_gap(unit, line) for line in lines]
    minded = [(line, away) for line, away in zip(lines, gaps, strict=True) if measure.within(away, FAR_ENEMY)]
    foe = sight_table.nearest_of(unit, known)
    ways: list[tuple[int, float]] = []
    covered: list[Pose] = []
    for spoke in range(SPOKES):
        heading = (field.homeward(state, unit) + spoke * (measure.FULL_TURN // SPOKES)) % measure.FULL_TURN
        room = _room(state, mover, heading, _paid(state, mover, heading, inches, limbers))
        ways.append((heading, room))
        found = _first_cover(state=state, mover=mover, heading=heading, room=room, known=known, minded=minded)
        if found is not None:
            covered.append(found)
    if covered:
        return covered, True
    plain: list[tuple[float, int, Pose]] = []
    for spoke, (heading, room) in enumerate(ways):
        end = _farthest(state=state, mover=mover, heading=heading, room=room, foe=foe, minded=minded)
        if end is not None:
            gain = 0.0 if foe is None else field.units_gap(end, foe) - field.units_gap(unit, foe)
            plain.append((-measure.rounded(gain), spoke, Pose(end.pose.x, end.pose.y, heading)))
    away = [one for one in sorted(plain) if one[0] < -STEP] or sorted(plain)
    return [place for _, _, place in away], False


def _farthest(
    state: State, mover: Unit, heading: int, room: float, foe: Unit | None, minded: list[tuple[list[Block], float]]
) -> Unit | None:
    """A unit as far on its way as it comes without being nearer to an enemy that it minds."""
    while room >= STEP:
        end = placed_at(mover, _place(mover, heading, room), foe, False)
        if _no_nearer(end, minded) and field.stands_free(state, end):
            return end
        room -= STEP
    return None


def _place(mover: Unit, heading: int, went: float) -> Pose:
    there = ahead(Pose(mover.pose.x, mover.pose.y, heading), went)
    return rounded_pose(Pose(there.x, there.y, heading))


def _no_nearer(end: Unit, minded: list[tuple[list[Block], float]]) -> bool:
    own = field.blocks(end)
    for lines, away in minded:
        if not field.far_apart(own, lines, away) and not measure.kept(field.unit_gap(end, lines), away):
            return False
    return True


def _first_cover(
    state: State, mover: Unit, heading: int, room: float, known: list[Unit], minded: list[tuple[list[Block], float]]
) -> Pose | None:
    """The first place on a way where a unit is in cover [morale.head-down-move]."""
    foe = sight_table.nearest_of(mover, known)
    steps = int(room / STEP + measure.NOISE)
    for step in range(1, steps + 2):
        went = min(room, step * STEP)
        if went < STEP:
            return None
        place = _place(mover, heading, went)
        end = placed_at(mover, place, foe, True)
        # Ranges and lines of sight are long looks: every inch will do for them.
        looked = step % LOOKS == 0 or went == room
        if not looked and not cover_table.any_cover(state, end):
            continue
        if not _no_nearer(end, minded) or not field.stands_free(state, end) or _astride(state, end):
            continue
        if cover_table.in_cover(state, end, known) if looked else cover_table.covered(state, end, known):
            return place
    return None


def _astride(state: State, unit: Unit) -> bool:
    """Whether a unit stands on a wall rather than behind it."""
    lines = [line for line in state.ground.lines if line.kind in cover_rule.LINE_COVER]
    return bool([line for line in lines if movement_course.touches_line(unit, line)])


def _room(state: State, mover: Unit, heading: int, room: float) -> float:
    """How far a head-down unit that has paid for so much may go on a heading: clear of enemies, not through friends.

    Only men in disorder pass through friends. [move.enemy-contact, move.interpenetration]
    """
    if room < STEP:
        return 0.0
    path = movement_compelled.straight(mover, heading, room)
    for other in field.on_table(state):
        if other.id == mover.id or (other.side == mover.side and mover.disordered):
            continue
        least = 0.0 if other.side == mover.side else movement_faults.keep_off(other)
        parts = field.blocks(other)
        if nearer_than(path, parts, max(least, movement_rule.TOUCH)) >= 0 and measure.kept(
            field.unit_gap(mover, parts), least
        ):
            room = min(room, until_gap(path, parts, least).length)
    return room


def _paid(state: State, mover: Unit, heading: int, inches: float, limbers: bool) -> float:
    """How far a compulsory move goes on a heading on the table, limbering and the ground's deductions taken off.

    [move.compulsory-head-down, morale.artillery-head-down]
    """
    changes = (movement_rule.Action("limber"),) if limbers else ()
    most = max(0.0, inches - LIMBERING) if limbers else inches
    most = min(most, movement_compelled.to_table_edge(state, mover, heading, most))
    if most <= 0.1:
        return 0.0
    if not state.ground.areas and not state.ground.lines:
        return most
    room, _ = movement_compelled.to_object(state, mover, heading, most)
    as_crowd = field.copied(mover)
    as_crowd.disordered = True
    as_crowd.trail = ()
    card = field.card_of(state, mover.player)
    for _ in range(2):
        course = movement_course.course_of(
            state, as_crowd, (shift(room * measure.sine(heading), room * measure.cosine(heading)),)
        )
        bill = movement_rule.compulsory_bill(
            movement_course.mover_of(state, as_crowd), card, (*changes, *course.actions), state.settings
        )
        if bill.refusal:
            return 0.0
        if room <= bill.left + measure.TOLERANCE:
            return room
        room = bill.left
    return room


def _pushed_back(state: State, unit: Unit, known: list[Unit]) -> list[Pose]:
    """Guns in a wood, where limbers cannot go, are manhandled an inch away [morale.artillery-head-down]."""
    foe = sight_table.nearest_of(unit, known)
    if foe is None:
        return []
    heading = measure.bearing(foe.pose.x, foe.pose.y, unit.pose.x, unit.pose.y)
    inch = movement_rule.MANHANDLED_WOOD
    room = _room(state, unit, heading, min(inch, movement_compelled.to_table_edge(state, unit, heading, inch)))
    way = shift(room * measure.sine(heading), room * measure.cosine(heading))
    if movement_faults.barred_to_hands(movement_course.course_of(state, unit, (way,))):
        return []
    place = _place(unit, heading, room)
    return [place] if room >= STEP and field.stands_free(state, placed_at(unit, place, foe, False)) else []


def fallen_back(state: State, unit: Unit, place: Pose, safe: bool) -> Progress:
    """A head-down unit goes there; friends whom a crowd passes through test [morale.head-down-move]."""
    pushed = unit.arm == tables.ARTILLERY and bool(movement_course.woods_under(state, unit))
    mover = field.copied(unit) if pushed else limbered_up(unit)
    path = movement_compelled.straight(
        mover, place.facing, measure.distance(unit.pose.x, unit.pose.y, place.x, place.y)
    )
    after = placed_at(mover, place, sight_table.nearest_known(state, unit), safe)
    after.in_position = safe
    tests = movement_compelled.passed_by_crowd(state, mover, path)
    return Progress(
        tuple(
            movement_table.moved_events(
                state=state, unit=unit, cause="head-down", after=after, manoeuvres=(), sweeps=[path]
            )
        ),
        tuple(tests),
    )


def where_decision(view: State, step: head_down_events.FallBackTo, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    items: list[Item] = []
    clause = tables.BOOK + "morale.head-down-move"
    for index, place in enumerate(step.places):
        by = measure.turn_between(unit.pose.facing, place.facing) % measure.FULL_TURN
        went = measure.distance(unit.pose.x, unit.pose.y, place.x, place.y)
        label = f"{went:.1f}″ {_whither(by)}{', into cover' if step.safe else ''}"
        items.append(Item(str(index), label, clause, art=f"place:{place.x:g}:{place.y:g}:{unit.pose.facing}"))
    sentence = f"{unit.name} has its head down and must fall back: where to?"
    return Decision(
        player, "fall-back", unit.id, sentence, (tables.BOOK + "morale.head-down-move",), form=Choose(tuple(items))
    )


def _whither(by: int) -> str:
    """A way by its turn from the front: `straight back`, `back, 30° to its left`."""
    side = "right" if by < measure.HALF_TURN else "left"
    off = min(by, measure.FULL_TURN - by) // 100
    if off > 90:
        return "straight back" if off == 180 else f"back, {180 - off}° to its {side}"
    if off == 90:
        return f"to its {side}"
    return "straight ahead" if off == 0 else f"ahead, {off}° to its {side}"


def fell_back(state: State, step: head_down_events.FallBackTo, command: Command) -> Progress:
    index = int(key_of(command))
    done = fallen_back(state, field.unit_of(state, step.unit), step.places[index], step.safe)
    return Progress(done.events, done.steps, final=True)


PLAYS: Final[Plays] = {
    head_down_events.FallBack: Play(fall_back),
    head_down_events.FallBackTo: Play(no_effect, field.owner, where_decision, fell_back),
}
