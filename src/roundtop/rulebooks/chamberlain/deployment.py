"""Setting out: by hand and concealed before the first turn, over the edge as a reinforcement later."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item, Place, Placed, Reason
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain.activation import refusal, yard_of
from roundtop.rulebooks.chamberlain.command import first_player, higher_die
from roundtop.rulebooks.chamberlain.events import (
    Activated,
    Deployed,
    Entered,
    FirstThrown,
    PlacingThrown,
    UnitPicked,
)
from roundtop.rulebooks.chamberlain.movement import March as Made
from roundtop.rulebooks.chamberlain.movement import (
    Yard,
    difficult_move,
    limbered_after,
    rate_of,
    simple_move,
)
from roundtop.rulebooks.chamberlain.muster import INWARDS
from roundtop.rulebooks.chamberlain.react import after_move
from roundtop.rulebooks.chamberlain.state import (
    TO_DEPLOY,
    State,
    Unit,
    army_of,
    block,
    blocks,
    centre,
    enemies,
    enemy_of,
    middle,
    on_table,
    unit_of,
)
from roundtop.rulebooks.chamberlain.steps import Enter, PickUnit, PlaceUnit, ThrowForFirst, ThrowForPlacing
from roundtop.rulebooks.chamberlain.terrain import BASE_WIDTH, IMPASSABLE, base, stands_in
from roundtop.table.footprint import FAR, Block, block_in_outline, nearest_gap, overlap
from roundtop.table.ground import bounding_box, off_table
from roundtop.table.measure import TOLERANCE, bearing, distance, turn_between, within
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

CLAUSE: Final = "chamberlain.setup.deployment"
ROWS: Final[tuple[float, ...]] = (0.85, 0.45)
"""Where in the depth of a zone good places lie, from its rear."""
FILES: Final = 9
MOST_ENTRIES: Final = 5
"""About so many places are proposed to a reinforcement."""


def throw_for_placing(state: State, step: ThrowForPlacing, dice: Dice) -> Progress:
    """The lower die deploys its whole army first [setup.deployment]."""
    before = len(dice.rolls)
    high = higher_die((state.armies[0].side, state.armies[1].side), CLAUSE, "who deploys first", dice)
    first = enemy_of(state, high)
    steps = (PickUnit(first), PickUnit(high))
    return Progress((PlacingThrown(first, tuple(dice.rolls[before:])),), steps)


def throw_for_first(state: State, step: ThrowForFirst, dice: Dice) -> Progress:
    """The higher die takes the first player turn [setup.first-player]."""
    before = len(dice.rolls)
    first = first_player((state.armies[0].side, state.armies[1].side), dice)
    return Progress((FirstThrown(first, tuple(dice.rolls[before:])),))


# ---------------------------------------------------------------- taking up a unit


def in_box(state: State, side: str) -> list[Unit]:
    """What a side still has to set out."""
    return [unit for unit in state.units if unit.side == side and unit.place == TO_DEPLOY]


def asks_to_pick(state: State, step: PickUnit) -> tuple[str, ...]:
    return (step.side,) if len(in_box(state, step.side)) > 1 else ()


def pick_decision(view: State, step: PickUnit, player: str) -> Decision:
    items = tuple([Item(unit.key, unit.name) for unit in in_box(view, step.side)])
    sentence = "Which unit do you set out next? The enemy sees only a blind."
    clauses = (CLAUSE, "chamberlain.conceal.start")
    return Decision(player, "pick", "", sentence, clauses, Choose(items))


def picked(state: State, step: PickUnit, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    return Progress((UnitPicked(step.side, command.answer.keys[0]),), (PlaceUnit(step.side),))


def pick_by_itself(state: State, step: PickUnit, dice: Dice) -> Progress:
    """The last unit is taken up by itself; a side with none left is set out."""
    own = in_box(state, step.side)
    return Progress((UnitPicked(step.side, own[0].key),), (PlaceUnit(step.side),)) if own else Progress(())


# ---------------------------------------------------------------- setting it down


def asks_to_place(state: State, step: PlaceUnit) -> tuple[str, ...]:
    return (step.side,)


def zones_of(state: State, side: str) -> list[tuple[Point, ...]]:
    return [outline for owner, outline in state.zones if owner == side]


def in_hand(state: State, side: str) -> Unit:
    key = army_of(state, side).picked
    for unit in in_box(state, side):
        if unit.key == key:
            return unit
    raise KeyError(key)


def place_decision(view: State, step: PlaceUnit, player: str) -> Decision:
    unit = in_hand(view, step.side)
    zone = zones_of(view, step.side)[0]
    facing = INWARDS[army_of(view, step.side).edge]
    depth = view.settings.setup_unit_depth
    form = Place(unit.key, BASE_WIDTH, depth, zone, places(view, step.side, zone, facing), facing)
    return Decision(player, "place", unit.key, f"Set {unit.name} down in your zone.", (CLAUSE,), form)


def place_faults(state: State, side: str, pose: Pose) -> list[Reason]:
    """The whole base in its zone, on nobody and not in water [setup.deployment]."""
    settings = state.settings
    there = base(pose, settings)
    faults: list[Reason] = []
    if not any([block_in_outline(there, zone) for zone in zones_of(state, side)]) or off_table(state.ground, there):
        faults.append(Reason("The whole base must stand in your zone.", CLAUSE))
    if stands_in(state.ground, IMPASSABLE, there, True):
        faults.append(Reason("The ground there is impassable.", CLAUSE))
    for other in on_table(state, side):
        if overlap(there, block(other, settings)):
            faults.append(Reason(f"{other.name} stands there already.", CLAUSE))
    return faults


def check_place(view: State, step: PlaceUnit, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Placed)
    return tuple(place_faults(view, step.side, rounded_pose(centre(command.answer.pose, view.settings))))


def places(state: State, side: str, zone: tuple[Point, ...], facing: int) -> tuple[Pose, ...]:
    """Good places in a zone, in two rows; their middles."""
    left, bottom, right, top = bounding_box(zone)
    found: list[Pose] = []
    for row in ROWS:
        for file in range(1, 2 * FILES, 2):
            across = file / (2 * FILES)
            pose = rounded_pose(_spot(left, bottom, right, top, facing, row, across))
            if not place_faults(state, side, pose):
                found.append(middle(pose, state.settings))
    return tuple(found)


def _spot(left: float, bottom: float, right: float, top: float, facing: int, row: float, across: float) -> Pose:
    """A centre point so far up the zone, seen from its own edge, and so far from its left."""
    if facing == INWARDS["south"]:
        return Pose(left + (right - left) * across, bottom + (top - bottom) * row, facing)
    if facing == INWARDS["north"]:
        return Pose(right - (right - left) * across, top - (top - bottom) * row, facing)
    if facing == INWARDS["west"]:
        return Pose(left + (right - left) * row, top - (top - bottom) * across, facing)
    return Pose(right - (right - left) * row, bottom + (top - bottom) * across, facing)


def placed(state: State, step: PlaceUnit, command: Command) -> Progress:
    assert isinstance(command.answer, Placed)
    number = 1 + len([unit for unit in state.units if unit.side == step.side and unit.place != TO_DEPLOY])
    pose = rounded_pose(centre(command.answer.pose, state.settings))
    hidden = state.settings.conceal_level == "sight" and in_hand(state, step.side).concealed
    return Progress((Deployed(step.side, f"{step.side}-{number}", pose, hidden),), (PickUnit(step.side),))


# ---------------------------------------------------------------- reinforcements


def entry_edge(state: State, unit: Unit) -> str:
    """The edge a reinforcement comes on over."""
    assert unit.entry is not None
    (ax, ay), (bx, by) = unit.entry
    ground = state.ground
    x, y = 0.5 * (ax + bx), 0.5 * (ay + by)
    gaps = {"south": y, "north": ground.depth - y, "west": x, "east": ground.width - x}
    return min(gaps, key=lambda edge: (round(gaps[edge], 2), edge))


def owner(state: State, step: Enter) -> tuple[str, ...]:
    """The player of the unit that comes on."""
    return (unit_of(state, step.unit).side,)


def enter_decision(view: State, step: Enter, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    ground = view.ground
    depth = view.settings.setup_unit_depth
    zone = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.depth), (0.0, ground.depth))
    facing = INWARDS[entry_edge(view, unit)]
    spots = entry_places(view, unit)
    clauses = ("chamberlain.info.reinforcement-entry",)
    if not spots:
        wait = Choose((Item("wait", "It waits", clauses[0]),))
        return Decision(player, "enter", unit.id, f"There is no room for {unit.name} to come on.", clauses, wait)
    form = Place(unit.id, BASE_WIDTH, depth, zone, spots, facing)
    rate = rate_of(unit.arm, unit.mounted)
    sentence = f"{unit.name} comes on: up to {rate.simple:g} BW from its stretch of the edge."
    return Decision(player, "enter", unit.id, sentence, clauses, form)


def entry_places(state: State, unit: Unit) -> tuple[Pose, ...]:
    """Good places for a reinforcement: along its stretch, straight in as far as it goes, or just on the table."""
    found: list[Pose] = []
    rate = rate_of(unit.arm, unit.mounted)
    depth = state.settings.setup_unit_depth
    starts = entry_points(state, unit)
    for start in starts[:: max(1, len(starts) // MOST_ENTRIES)]:
        yard = _entry_yard(state, unit, start, rate.simple)
        for length in (rate.simple, rate.difficult, depth):
            pose = rounded_pose(ahead(start, max(length, depth)))
            made = _entered(yard, unit, start, pose, True)
            if not made.clause and _got_there(made, pose):
                found.append(middle(pose, state.settings))
                break
    return tuple(found)


def entry_points(state: State, unit: Unit) -> list[Pose]:
    """Points of the edge to come on over, facing inwards: of its stretch, or the nearest lawful one where enemies hold
    all of it [info.reinforcement-entry].
    """
    assert unit.entry is not None
    (ax, ay), (bx, by) = unit.entry
    points = _along(unit.entry[0], unit.entry[1], INWARDS[entry_edge(state, unit)])
    free = [point for point in points if not _near_enemy(state, unit, point)]
    if free:
        return free
    army = army_of(state, unit.side)
    best: list[Pose] = []
    least = FAR
    for edge in (*army.friendly, *army.neutral):
        for point in _along(*_corners_of(state, edge), INWARDS[edge]):
            away = distance(point.x, point.y, 0.5 * (ax + bx), 0.5 * (ay + by))
            if away < least and not _near_enemy(state, unit, point):
                best, least = [point], away
    return best


def _along(start: Point, end: Point, facing: int) -> list[Pose]:
    """Points every half BW from one to another, both included."""
    steps = max(1, round(distance(start[0], start[1], end[0], end[1]) / 0.5))
    return [
        Pose(start[0] + (end[0] - start[0]) * n / steps, start[1] + (end[1] - start[1]) * n / steps, facing)
        for n in range(steps + 1)
    ]


def _corners_of(state: State, edge: str) -> tuple[Point, Point]:
    """The ends of an edge between which a base has room, the left one for those who come on over it first."""
    near = 0.5 * BASE_WIDTH
    east, north = state.ground.width - near, state.ground.depth - near
    if edge == "south":
        return ((near, 0.0), (east, 0.0))
    if edge == "north":
        return ((east, state.ground.depth), (near, state.ground.depth))
    if edge == "west":
        return ((0.0, north), (0.0, near))
    return ((state.ground.width, near), (state.ground.width, north))


def _near_enemy(state: State, unit: Unit, point: Pose) -> bool:
    spot = Block(point, 0.0, 0.0)
    return within(nearest_gap(spot, blocks(enemies(state, unit.side), state.settings)), 2.0)


def entry_faults(state: State, unit: Unit, pose: Pose) -> list[Reason]:
    """Why a reinforcement may not come on there: by a simple or a difficult move from the edge, wholly on the table.

    [info.reinforcement-entry]
    """
    clause = "chamberlain.info.reinforcement-entry"
    rate = rate_of(unit.arm, unit.mounted)
    best = "far"
    for point in entry_points(state, unit):
        away = distance(point.x, point.y, pose.x, pose.y)
        if not within(away, rate.simple) or away <= TOLERANCE:
            continue
        straight = bearing(point.x, point.y, pose.x, pose.y)
        ahead_of_it = abs(turn_between(straight, pose.facing)) <= 100
        if not ahead_of_it and not within(away, rate.difficult):
            best = "facing" if best == "far" else best
            continue
        start = Pose(point.x, point.y, straight)
        made = _entered(_entry_yard(state, unit, start, rate.simple), unit, start, pose, ahead_of_it)
        if not made.clause and _got_there(made, pose):
            return []
        if best in ("far", "facing"):
            best = made.clause or "engaged"
    if best == "far":
        return [Reason(f"It comes on at most {rate.simple:g} BW from its stretch of the edge.", clause)]
    if best == "facing":
        return [Reason("A simple move ends facing the way it went; a difficult one is shorter.", clause)]
    if best == "engaged":
        return [Reason("It would have to stop in the enemy's zone before that.", "chamberlain.move.engaged-enter")]
    return [refusal(best)]


def _got_there(made: Made, pose: Pose) -> bool:
    return distance(made.end.x, made.end.y, pose.x, pose.y) <= 2 * TOLERANCE


def _entry_yard(state: State, unit: Unit, start: Pose, reach: float) -> Yard:
    """The yard of a unit that starts beyond the edge: only its end has to be on the table."""
    found = yard_of(state, unit, start, reach + 1.0)
    return Yard(found.ground, found.enemies, found.zoned, found.friends, found.held, False, found.settings)


def _entered(yard: Yard, unit: Unit, start: Pose, pose: Pose, simple: bool) -> Made:
    """A move from a point of the edge, straight ahead or carefully; only its end has to be on the table."""
    rate = rate_of(unit.arm, unit.mounted)
    away = distance(start.x, start.y, pose.x, pose.y)
    made = simple_move(yard, rate, start, start.facing, away) if simple else Made("x", start, 0.0, False)
    if made.clause and within(away, rate.difficult):
        made = difficult_move(yard, rate, start, pose.x, pose.y, pose.facing)
    if not made.clause and off_table(yard.ground, base(pose, yard.settings)):
        return Made("chamberlain.move.table-edge", made.end, made.distance, made.engaged)
    return made


def check_enter(view: State, step: Enter, command: Command) -> tuple[Reason, ...]:
    if not isinstance(command.answer, Placed):
        return ()
    pose = rounded_pose(centre(command.answer.pose, view.settings))
    return tuple(entry_faults(view, unit_of(view, step.unit), pose))


def entered(state: State, step: Enter, command: Command) -> Progress:
    """A reinforcement is on the table; it is never concealed [info.reinforcement-entry, conceal.start]."""
    unit = unit_of(state, step.unit)
    if not isinstance(command.answer, Placed):
        return Progress((Activated(unit.side, False, (unit.id,)),))
    pose = rounded_pose(centre(command.answer.pose, state.settings))
    near = min([distance(point.x, point.y, pose.x, pose.y) for point in entry_points(state, unit)])
    kind = "difficult" if within(near, rate_of(unit.arm, unit.mounted).difficult) else "simple"
    event = Entered(unit.id, kind, pose, limbered_after(unit.arm, unit.limbered, kind, state.settings))
    return Progress((event, *after_move(state, unit, pose, pose)))
