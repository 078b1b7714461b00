"""Before the first set: the sides set out their brigades and officers."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item, Place, Placed, Reason
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards.cards import lower_roller
from roundtop.rulebooks.order_cards.events import Deployed, OfficerPlaced, PlacingThrown
from roundtop.rulebooks.order_cards.movement import IMPASSABLE
from roundtop.rulebooks.order_cards.muster import inwards
from roundtop.rulebooks.order_cards.sight import man_gap
from roundtop.rulebooks.order_cards.state import (
    GONE,
    OFFICER_RADIUS,
    TO_DEPLOY,
    Officer,
    State,
    Unit,
    army_of,
    block_at,
    blocks,
    copied,
    enemy_of,
    officer_of,
    on_table,
    players_of,
    size_of,
    unit_of,
)
from roundtop.rulebooks.order_cards.steps import PickUnit, PlaceOfficer, PlaceUnit, ThrowForPlacing
from roundtop.rulebooks.order_cards.tables import (
    ARTILLERY,
    COLUMN,
    LIMBERED,
    LINE,
    LOOSE,
    OFFICER_REACH,
    UNLIMBERED,
    WAGON,
)
from roundtop.table.footprint import block_in_outline, overlap
from roundtop.table.ground import block_touches_area, bounding_box, in_area, off_table, point_off_table
from roundtop.table.measure import within
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

CLAUSE: Final = "order-cards.setup.deployment"
COLUMNS: Final = 15
ROWS: Final[tuple[float, ...]] = (0.75, 0.25)
"""Where in a zone good places are looked for."""


def throw_for_placing(state: State, step: ThrowForPlacing, dice: Dice) -> Progress:
    """The lower throw deploys first, its players in turn, and then the other side [setup.deployment]."""
    before = len(dice.rolls)
    first = lower_roller((state.armies[0].side, state.armies[1].side), dice)
    order = (*players_of(state, first), *players_of(state, enemy_of(state, first)))
    return Progress((PlacingThrown(first, tuple(dice.rolls[before:])),), (PickUnit(order),))


def to_place(state: State, player: str) -> tuple[list[Unit], list[Officer]]:
    """What a player has still to set up."""
    units = [unit for unit in state.units if unit.player == player and unit.place == TO_DEPLOY]
    officers = [one for one in state.officers if one.player == player and one.place == TO_DEPLOY]
    return units, officers


def asks_to_pick(state: State, step: PickUnit) -> tuple[str, ...]:
    units, officers = to_place(state, step.players[0])
    return (step.players[0],) if units or officers else ()


def pick_decision(view: State, step: PickUnit, player: str) -> Decision:
    units, officers = to_place(view, player)
    items: list[Item] = []
    for unit in units:
        for formation in formations(unit):
            usual = formation == formations(unit)[0]
            if not usual and not places(view, shaped(unit, formation), inwards(army_of(view, unit.side).edge)):
                continue
            key = unit.id if usual else f"{unit.id}/{formation}"
            items.append(Item(key, unit.name if usual else f"{unit.name}, {formation.replace('-', ' ')}", CLAUSE))
    items.extend([Item(officer.id, officer.name, CLAUSE) for officer in officers])
    sentence = "Which unit or officer do you set up next?"
    return Decision(player, "pick", "", sentence, (CLAUSE,), Choose(tuple(items)))


def formations(unit: Unit) -> tuple[str, ...]:
    """The formations in which a unit may be set up, the usual one first [setup.deployment]."""
    if unit.arm == ARTILLERY:
        return (UNLIMBERED, LIMBERED)
    if unit.arm == WAGON:
        return (LIMBERED,)
    return (LINE, COLUMN) if unit.mounted else (LINE, COLUMN, LOOSE)


def picked(state: State, step: PickUnit, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    id, _, formation = command.answer.keys[0].partition("/")
    if [one for one in state.officers if one.id == id]:
        return Progress((), (PlaceOfficer(id), step))
    return Progress((), (PlaceUnit(id, formation or formations(unit_of(state, id))[0]), step))


def pick_by_itself(state: State, step: PickUnit, dice: Dice) -> Progress:
    """A player with nothing left lets the next set up."""
    rest = step.players[1:]
    return Progress((), (PickUnit(rest),) if rest else ())


# ---------------------------------------------------------------- a unit


def owner_of_unit(state: State, step: PlaceUnit) -> tuple[str, ...]:
    return (unit_of(state, step.unit).player,)


def zones_of(state: State, side: str) -> list[tuple[Point, ...]]:
    """Where a side may deploy: its zones, or the whole table."""
    ground = state.ground
    whole = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.depth), (0.0, ground.depth))
    return [outline for owner, outline in state.zones if owner == side] or [whole]


def shaped(unit: Unit, formation: str) -> Unit:
    new = copied(unit)
    new.formation = formation
    return new


def place_decision(view: State, step: PlaceUnit, player: str) -> Decision:
    unit = shaped(unit_of(view, step.unit), step.formation)
    width, depth = size_of(unit)
    facing = inwards(army_of(view, unit.side).edge)
    form = Place(unit.id, width, depth, zones_of(view, unit.side)[0], places(view, unit, facing), facing)
    return Decision(player, "place", unit.id, f"Set up {unit.name} in your zone.", (CLAUSE,), form)


def place_faults(state: State, unit: Unit, pose: Pose) -> list[Reason]:
    """Wholly in the zone, on ground that can be entered, on no other unit."""
    there = block_at(unit, pose)
    faults: list[Reason] = []
    inside = [zone for zone in zones_of(state, unit.side) if block_in_outline(there, zone)]
    if off_table(state.ground, there) or not inside:
        faults.append(Reason("Every stand must lie wholly within your zone.", CLAUSE))
    if block_touches_area(state.ground, IMPASSABLE, there):
        faults.append(Reason("The ground there cannot be entered.", "order-cards.move.roads-hills-buildings"))
    for other in on_table(state):
        if [part for part in blocks(other) if overlap(there, part)]:
            faults.append(Reason(f"{other.name} stands there.", "order-cards.move.enemy-contact"))
    return faults


def check_place(view: State, step: PlaceUnit, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Placed)
    unit = shaped(unit_of(view, step.unit), step.formation)
    return tuple(place_faults(view, unit, rounded_pose(command.answer.pose)))


def places(state: State, unit: Unit, facing: int) -> tuple[Pose, ...]:
    """Free places along the zone, facing inwards, in rows from its front."""
    left, bottom, right, top = bounding_box(zones_of(state, unit.side)[0])
    found: list[Pose] = []
    edge = army_of(state, unit.side).edge
    across = edge in ("south", "north")
    width, depth = size_of(unit)
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


def placed(state: State, step: PlaceUnit, command: Command) -> Progress:
    assert isinstance(command.answer, Placed)
    return Progress((Deployed(step.unit, rounded_pose(command.answer.pose), step.formation),))


# ---------------------------------------------------------------- an officer


def asks_for_officer(state: State, step: PlaceOfficer) -> tuple[str, ...]:
    """The player of an officer who has somewhere to be set down."""
    officer = officer_of(state, step.officer)
    return (officer.player,) if state.settings.fog or officer_places(state, officer) else ()


def led_by(state: State, officer: Officer) -> list[Unit]:
    """The units near which a successor may be set down: of his command, of a C-in-C's side [officer.wound-effect].

    A division officer's command is taken to be all the units of his player.
    """
    own = [unit for unit in on_table(state, officer.side) if unit.captive == "" and unit.arm != WAGON]
    if officer.rank == "brigade":
        return [unit for unit in own if unit.brigade == officer.command]
    return own if officer.rank == "cinc" else [unit for unit in own if unit.player == officer.player]


def officer_places(state: State, officer: Officer) -> tuple[Pose, ...]:
    """Places behind the units he leads, or in his zone."""
    found: list[Pose] = []
    for unit in led_by(state, officer):
        _, depth = size_of(unit)
        pose = rounded_pose(ahead(unit.pose, -0.5 * depth - 1.0))
        if not officer_faults(state, officer, pose):
            found.append(pose)
    if found or officer.place == GONE:
        return tuple(found)
    facing = inwards(army_of(state, officer.side).edge)
    left, bottom, right, top = bounding_box(zones_of(state, officer.side)[0])
    for column in (0.5, 0.25, 0.75):
        pose = rounded_pose(Pose(left + (right - left) * column, 0.5 * (bottom + top), facing))
        if not officer_faults(state, officer, pose):
            found.append(pose)
    return tuple(found)


def officer_faults(state: State, officer: Officer, pose: Pose) -> list[Reason]:
    """In his side's zone; a successor within 2 in of a unit he leads [setup.deployment, officer.wound-effect]."""
    if point_off_table(state.ground, pose.x, pose.y) or in_area(state.ground, IMPASSABLE, pose.x, pose.y):
        return [Reason("He cannot stand there.", CLAUSE)]
    if officer.place == GONE:
        if not led_by(state, officer):
            return []
        near = [u for u in led_by(state, officer) if within(man_gap(u, pose.x, pose.y, OFFICER_RADIUS), OFFICER_REACH)]
        if near:
            return []
        return [Reason("A successor is set down within 2″ of a unit he leads.", "order-cards.officer.wound-effect")]
    boxes = [bounding_box(zone) for zone in zones_of(state, officer.side)]
    if [box for box in boxes if box[0] <= pose.x <= box[2] and box[1] <= pose.y <= box[3]]:
        return []
    return [Reason("He is set down within your zone.", CLAUSE)]


def officer_decision(view: State, step: PlaceOfficer, player: str) -> Decision:
    officer = officer_of(view, step.officer)
    replaced = officer.place == GONE
    name = f"a successor for {officer.name}" if replaced else officer.name
    zone = zones_of(view, officer.side)[0]
    if replaced:
        ground = view.ground
        zone = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.depth), (0.0, ground.depth))
    facing = inwards(army_of(view, officer.side).edge)
    form = Place(officer.id, 2 * OFFICER_RADIUS, 2 * OFFICER_RADIUS, zone, officer_places(view, officer), facing)
    clause = "order-cards.officer.wound-effect" if replaced else CLAUSE
    return Decision(player, "place-officer", officer.id, f"Set down {name}.", (clause,), form)


def check_officer(view: State, step: PlaceOfficer, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Placed)
    return tuple(officer_faults(view, officer_of(view, step.officer), rounded_pose(command.answer.pose)))


def officer_placed(state: State, step: PlaceOfficer, command: Command) -> Progress:
    assert isinstance(command.answer, Placed)
    officer = officer_of(state, step.officer)
    if officer.place == GONE and not led_by(state, officer):
        return Progress(())
    cause = "replace" if officer.place == GONE else "deploy"
    return Progress((OfficerPlaced(step.officer, rounded_pose(command.answer.pose), cause),))
