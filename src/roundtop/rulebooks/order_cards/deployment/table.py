"""Before the first set the sides set out their brigades and officers; later reinforcements come on."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item, Place, Reason
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of, spot_of
from roundtop.dice.sources import Dice
from roundtop.kit import deployment
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.deployment import events as deployment_events
from roundtop.rulebooks.order_cards.events import Events
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.movement import table as movement_table
from roundtop.rulebooks.order_cards.state import Officer, State, Unit
from roundtop.table.footprint import block_in_outline, overlap
from roundtop.table.ground import (
    Ground,
    block_touches_area,
    bounding_box,
    box_near,
    in_area,
    off_table,
    point_off_table,
)
from roundtop.table.measure import FULL_TURN, HALF_TURN, within
from roundtop.table.pose import Point, Pose, ahead, aside, rounded_pose

CLAUSE: Final = "order-cards.setup.deployment"
COLUMNS: Final = 15
ROWS: Final[tuple[float, ...]] = (0.75, 0.25)
"""Where in a zone good places are looked for."""


def throw_for_placing(state: State, step: deployment_events.ThrowForPlacing, dice: Dice) -> Progress:
    """The lower throw deploys first, its players in turn, and then the other side [setup.deployment]."""
    before = len(dice.rolls)
    first = cards_rule.lower_roller((state.armies[0].side, state.armies[1].side), dice)
    order = (*field.players_of(state, first), *field.players_of(state, field.enemy_of(state, first)))
    return Progress(
        (deployment_events.PlacingThrown(first, tuple(dice.rolls[before:])),), (deployment_events.PickUnit(order),)
    )


def to_place(state: State, player: str) -> tuple[list[Unit], list[Officer]]:
    """What a player has still to set up."""
    units = [unit for unit in state.units if unit.player == player and unit.place == tables.TO_DEPLOY]
    officers = [one for one in state.officers if one.player == player and one.place == tables.TO_DEPLOY]
    return units, officers


def asks_to_pick(state: State, step: deployment_events.PickUnit) -> tuple[str, ...]:
    units, officers = to_place(state, step.players[0])
    return (step.players[0],) if units or officers else ()


def pick_decision(view: State, step: deployment_events.PickUnit, player: str) -> Decision:
    units, officers = to_place(view, player)
    items: list[Item] = []
    for unit in units:
        for formation in formations(unit):
            usual = formation == formations(unit)[0]
            if not usual and not places(
                view, shaped(unit, formation), deployment.inwards(field.army_of(view, unit.side).edge)
            ):
                continue
            key = unit.id if usual else f"{unit.id}/{formation}"
            items.append(Item(key, unit.name if usual else f"{unit.name}, {formation.replace('-', ' ')}", CLAUSE))
    items.extend([Item(officer.id, officer.name, CLAUSE) for officer in officers])
    sentence = "Which unit or officer do you set up next?"
    return Decision(player, "pick", "", sentence, (CLAUSE,), form=Choose(tuple(items)))


def formations(unit: Unit) -> tuple[str, ...]:
    """The formations in which a unit may be set up, the usual one first [setup.deployment]."""
    if unit.arm == tables.ARTILLERY:
        return (tables.UNLIMBERED, tables.LIMBERED)
    if unit.arm == tables.WAGON:
        return (tables.LIMBERED,)
    return (tables.LINE, tables.COLUMN) if unit.mounted else (tables.LINE, tables.COLUMN, tables.LOOSE)


def picked(state: State, step: deployment_events.PickUnit, command: Command) -> Progress:
    id, _, formation = key_of(command).partition("/")
    if [one for one in state.officers if one.id == id]:
        return Progress((), (deployment_events.PlaceOfficer(id), step))
    return Progress((), (deployment_events.PlaceUnit(id, formation or formations(field.unit_of(state, id))[0]), step))


def pick_by_itself(state: State, step: deployment_events.PickUnit, dice: Dice) -> Progress:
    """A player with nothing left lets the next set up."""
    rest = step.players[1:]
    return Progress((), (deployment_events.PickUnit(rest),) if rest else ())


def zones_of(state: State, side: str) -> list[tuple[Point, ...]]:
    return deployment.zones_of(state.zones, side, state.ground)


def shaped(unit: Unit, formation: str) -> Unit:
    new = field.copied(unit)
    new.formation = formation
    return new


def place_decision(view: State, step: deployment_events.PlaceUnit, player: str) -> Decision:
    unit = shaped(field.unit_of(view, step.unit), step.formation)
    width, depth = field.size_of(unit)
    facing = deployment.inwards(field.army_of(view, unit.side).edge)
    form = Place(
        piece=unit.id,
        width=width,
        depth=depth,
        zone=zones_of(view, unit.side)[0],
        candidates=places(view, unit, facing),
        facing=facing,
    )
    return Decision(player, "place", unit.id, f"Set up {unit.name} in your zone.", (CLAUSE,), form=form)


def place_faults(state: State, unit: Unit, pose: Pose) -> list[Reason]:
    """Wholly in the zone, on ground that can be entered, on no other unit."""
    there = field.block_at(unit, pose)
    faults: list[Reason] = []
    inside = [zone for zone in zones_of(state, unit.side) if block_in_outline(there, zone)]
    if off_table(state.ground, there) or not inside:
        faults.append(Reason("Every stand must lie wholly within your zone.", CLAUSE))
    if block_touches_area(state.ground, movement_rule.IMPASSABLE, there):
        faults.append(Reason("The ground there cannot be entered.", "order-cards.move.roads-hills-buildings"))
    for other in field.on_table(state):
        if [part for part in field.blocks(other) if overlap(there, part)]:
            faults.append(Reason(f"{other.name} stands there.", "order-cards.move.enemy-contact"))
    return faults


def check_place(view: State, step: deployment_events.PlaceUnit, command: Command) -> tuple[Reason, ...]:
    unit = shaped(field.unit_of(view, step.unit), step.formation)
    return tuple(place_faults(view, unit, rounded_pose(spot_of(command))))


def places(state: State, unit: Unit, facing: int) -> tuple[Pose, ...]:
    """Free places along the zone, facing inwards, in rows from its front."""
    left, bottom, right, top = bounding_box(zones_of(state, unit.side)[0])
    found: list[Pose] = []
    edge = field.army_of(state, unit.side).edge
    across = edge in ("south", "north")
    width, depth = field.size_of(unit)
    half_x, half_y = (0.5 * width, 0.5 * depth) if across else (0.5 * depth, 0.5 * width)
    for row in ROWS:
        # Rows are counted from the side's own edge, so that a turned table has the turned places.
        share = row if edge in ("south", "west") else 1.0 - row
        for column in range(COLUMNS):
            along = (0.5 + column) / COLUMNS
            x = _fitted(left, right, along if across else share, half_x)
            y = _fitted(bottom, top, share if across else along, half_y)
            pose = rounded_pose(Pose(x, y, facing))
            if pose not in found and not place_faults(state, unit, pose):
                found.append(pose)
    return tuple(found)


def _fitted(low: float, high: float, share: float, half: float) -> float:
    """A place on a stretch where so much on either side still fits."""
    return max(low + half, min(high - half, low + share * (high - low)))


def placed(state: State, step: deployment_events.PlaceUnit, command: Command) -> Progress:
    return Progress((deployment_events.Deployed(step.unit, rounded_pose(spot_of(command)), step.formation),))


def asks_for_officer(state: State, step: deployment_events.PlaceOfficer) -> tuple[str, ...]:
    """The player of an officer who has somewhere to be set down."""
    officer = field.officer_of(state, step.officer)
    return (officer.player,) if state.settings.fog or officer_places(state, officer) else ()


def led_by(state: State, officer: Officer) -> list[Unit]:
    """The units near which a successor may be set down: of his command, of a C-in-C's side [officer.wound-effect].

    A division officer's command is taken to be all the units of his player.
    """
    own = [unit for unit in field.on_table(state, officer.side) if unit.captive == "" and unit.arm != tables.WAGON]
    if officer.rank == "brigade":
        return [unit for unit in own if unit.brigade == officer.command]
    return own if officer.rank == "cinc" else [unit for unit in own if unit.player == officer.player]


def officer_places(state: State, officer: Officer) -> tuple[Pose, ...]:
    """Places behind the units he leads, or in his zone."""
    found: list[Pose] = []
    for unit in led_by(state, officer):
        _, depth = field.size_of(unit)
        pose = rounded_pose(ahead(unit.pose, -0.5 * depth - 1.0))
        if not officer_faults(state, officer, pose):
            found.append(pose)
    if found or officer.place == tables.GONE:
        return tuple(found)
    facing = deployment.inwards(field.army_of(state, officer.side).edge)
    left, bottom, right, top = bounding_box(zones_of(state, officer.side)[0])
    for column in (0.5, 0.25, 0.75):
        pose = rounded_pose(Pose(left + (right - left) * column, 0.5 * (bottom + top), facing))
        if not officer_faults(state, officer, pose):
            found.append(pose)
    return tuple(found)


def officer_faults(state: State, officer: Officer, pose: Pose) -> list[Reason]:
    """In his side's zone; a successor within 2 in of a unit he leads [setup.deployment, officer.wound-effect]."""
    if point_off_table(state.ground, pose.x, pose.y) or in_area(state.ground, movement_rule.IMPASSABLE, pose.x, pose.y):
        return [Reason("He cannot stand there.", CLAUSE)]
    if officer.place == tables.GONE:
        if not led_by(state, officer):
            return []
        near = [
            u
            for u in led_by(state, officer)
            if within(field.man_gap(u, pose.x, pose.y, tables.OFFICER_RADIUS), tables.OFFICER_REACH)
        ]
        if near:
            return []
        return [Reason("A successor is set down within 2″ of a unit he leads.", "order-cards.officer.wound-effect")]
    boxes = [bounding_box(zone) for zone in zones_of(state, officer.side)]
    if [box for box in boxes if box[0] <= pose.x <= box[2] and box[1] <= pose.y <= box[3]]:
        return []
    return [Reason("He is set down within your zone.", CLAUSE)]


def officer_decision(view: State, step: deployment_events.PlaceOfficer, player: str) -> Decision:
    officer = field.officer_of(view, step.officer)
    replaced = officer.place == tables.GONE
    name = f"a successor for {officer.name}" if replaced else officer.name
    zone = zones_of(view, officer.side)[0]
    if replaced:
        ground = view.ground
        zone = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.depth), (0.0, ground.depth))
    facing = deployment.inwards(field.army_of(view, officer.side).edge)
    form = Place(
        piece=officer.id,
        width=2 * tables.OFFICER_RADIUS,
        depth=2 * tables.OFFICER_RADIUS,
        zone=zone,
        candidates=officer_places(view, officer),
        facing=facing,
    )
    clause = "order-cards.officer.wound-effect" if replaced else CLAUSE
    return Decision(player, "place-officer", officer.id, f"Set down {name}.", (clause,), form=form)


def check_officer(view: State, step: deployment_events.PlaceOfficer, command: Command) -> tuple[Reason, ...]:
    return tuple(officer_faults(view, field.officer_of(view, step.officer), rounded_pose(spot_of(command))))


def officer_placed(state: State, step: deployment_events.PlaceOfficer, command: Command) -> Progress:
    officer = field.officer_of(state, step.officer)
    if officer.place == tables.GONE and not led_by(state, officer):
        return Progress(())
    cause = "replace" if officer.place == tables.GONE else "deploy"
    return Progress((command_events.OfficerPlaced(step.officer, rounded_pose(spot_of(command)), cause),))


COMING: Final = "on:"
ENTRY_CLEAR: Final = 6.0
"""How far from a routing-free enemy troops come on [setup.reinforcements]."""


def may_come_on(state: State, player: str, card: cards_rule.Card) -> list[Unit]:
    """Reinforcements that are due, whose column the card brings wholly on, and for which there is room.

    [setup.reinforcements]
    """
    played = field.hand_of(state, player).played - 1
    return [
        unit
        for unit in state.units
        if unit.place == tables.TO_ARRIVE
        and unit.player == player
        and unit.due <= played
        and within(field.size_of(unit)[1], movement_rule.card_inches(card, unit.arm, unit.mounted))
        and entry_pose(state, unit) is not None
    ]


def come_on(state: State, step: deployment_events.ComeOn, dice: Dice) -> Progress:
    """A column at its place on the edge, if there is room, and then its move [setup.reinforcements]."""
    unit = field.unit_of(state, step.unit)
    pose = entry_pose(state, unit)
    if pose is None:
        return Progress(())
    after = field.unit_at(unit, pose)
    events: Events = [movement_table.move_event(unit, "arrive", after, ())]
    for officer in state.officers:
        if officer.place == tables.TO_ARRIVE and officer.unit == unit.id:
            events.append(command_events.OfficerPlaced(officer.id, pose, "arrive"))
    return Progress(tuple(events), (movement_events.MoveUnit(unit.id),))


def entry_pose(state: State, unit: Unit) -> Pose | None:
    """The head of a column at the edge, where no enemy is near and nobody stands [setup.reinforcements]."""
    if unit.entry is None:
        return None
    x, y = unit.entry
    facing = _inward(state.ground, x, y)
    # The head is measured from the entry point: the column is set down with its rear on the edge, and its own length
    # is spent. One that the card does not bring wholly on waits, since no stand can be half on the table.
    start = ahead(Pose(x, y, facing), 0.5 * field.size_of(unit)[1])
    for slide in range(61):
        for by in (0.5 * slide, -0.5 * slide) if slide else (0.0,):
            pose = rounded_pose(aside(start, by))
            if _may_enter(state, unit, pose):
                return pose
    return None


def _inward(ground: Ground, x: float, y: float) -> int:
    gaps = (("south", y), ("north", ground.depth - y), ("west", x), ("east", ground.width - x))
    best = gaps[0]
    for one in gaps:
        if one[1] < best[1]:
            best = one
    return (deployment.EDGE_FACING[best[0]] + HALF_TURN) % FULL_TURN


def _may_enter(state: State, unit: Unit, pose: Pose) -> bool:
    there = field.unit_at(unit, pose)
    there.place = tables.ON_TABLE
    ground = state.ground
    part = field.block(there)
    if not field.stands_free(state, there):
        return False
    if [1 for line in ground.lines if line.kind == "river" and movement_course.touches_line(there, line)]:
        return False
    if [1 for area in ground.areas if area.kind in movement_rule.IMPASSABLE and box_near(area.box, part, 0.0)]:
        return False
    for foe in field.enemies(state, unit):
        if foe.state != tables.ROUTING and within(field.units_gap(there, foe), ENTRY_CLEAR):
            return False
    return True


PLAYS: Final[Plays] = {
    deployment_events.ThrowForPlacing: Play(throw_for_placing),
    deployment_events.PickUnit: Play(pick_by_itself, asks_to_pick, pick_decision, picked),
    deployment_events.PlaceUnit: Play(no_effect, field.owner, place_decision, placed, check_place),
    deployment_events.PlaceOfficer: Play(no_effect, asks_for_officer, officer_decision, officer_placed, check_officer),
    deployment_events.ComeOn: Play(come_on),
}
