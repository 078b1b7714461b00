"""Setting out by hand and concealed before the first turn."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item, Place, Reason
from roundtop.battle.outline import Play, Plays, no_effect, side_named
from roundtop.battle.protocol import Command, Decision, Progress, key_of, spot_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.deployment import events, rule
from roundtop.rulebooks.chamberlain.state import TO_DEPLOY, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import block_in_outline, overlap
from roundtop.table.ground import bounding_box, off_table
from roundtop.table.pose import Point, Pose, rounded_pose

CLAUSE: Final = "chamberlain.setup.deployment"
ROWS: Final[tuple[float, ...]] = (0.85, 0.45)
"""Where in the depth of a zone good places lie, from its rear."""
FILES: Final = 9


def throw_for_placing(state: State, step: events.ThrowForPlacing, dice: Dice) -> Progress:
    """The lower die deploys its whole army first [setup.deployment]."""
    before = len(dice.rolls)
    high = rule.higher_die((state.armies[0].side, state.armies[1].side), CLAUSE, "who deploys first", dice)
    first = field.enemy_of(state, high)
    steps = (events.PickUnit(first), events.PickUnit(high))
    return Progress((events.PlacingThrown(first, tuple(dice.rolls[before:])),), steps)


def throw_for_first(state: State, step: events.ThrowForFirst, dice: Dice) -> Progress:
    """The higher die takes the first player turn [setup.first-player]."""
    before = len(dice.rolls)
    first = rule.first_player((state.armies[0].side, state.armies[1].side), dice)
    return Progress((events.FirstThrown(first, tuple(dice.rolls[before:])),))


def in_box(state: State, side: str) -> list[Unit]:
    """What a side still has to set out."""
    return [unit for unit in state.units if unit.side == side and unit.place == TO_DEPLOY]


def asks_to_pick(state: State, step: events.PickUnit) -> tuple[str, ...]:
    return (step.side,) if len(in_box(state, step.side)) > 1 else ()


def pick_decision(view: State, step: events.PickUnit, player: str) -> Decision:
    items = tuple([Item(unit.key, unit.name) for unit in in_box(view, step.side)])
    sentence = "Which unit do you set out next? The enemy sees only a blind."
    clauses = (CLAUSE, "chamberlain.conceal.start")
    return Decision(player, "pick", "", sentence, clauses, form=Choose(items))


def picked(state: State, step: events.PickUnit, command: Command) -> Progress:
    return Progress((events.UnitPicked(step.side, key_of(command)),), (events.PlaceUnit(step.side),))


def pick_by_itself(state: State, step: events.PickUnit, dice: Dice) -> Progress:
    """The last unit is taken up by itself; a side with none left is set out."""
    own = in_box(state, step.side)
    return (
        Progress((events.UnitPicked(step.side, own[0].key),), (events.PlaceUnit(step.side),)) if own else Progress(())
    )


def zones_of(state: State, side: str) -> list[tuple[Point, ...]]:
    return [outline for owner, outline in state.zones if owner == side]


def in_hand(state: State, side: str) -> Unit:
    key = field.army_of(state, side).picked
    for unit in in_box(state, side):
        if unit.key == key:
            return unit
    raise KeyError(key)


def place_decision(view: State, step: events.PlaceUnit, player: str) -> Decision:
    unit = in_hand(view, step.side)
    zone = zones_of(view, step.side)[0]
    facing = tables.INWARDS[field.army_of(view, step.side).edge]
    depth = view.settings.setup_unit_depth
    form = Place(
        piece=unit.key,
        width=terrain_rule.BASE_WIDTH,
        depth=depth,
        zone=zone,
        candidates=places(view, step.side, zone, facing),
        facing=facing,
    )
    return Decision(player, "place", unit.key, f"Set {unit.name} down in your zone.", (CLAUSE,), form=form)


def place_faults(state: State, side: str, pose: Pose) -> list[Reason]:
    """The whole base in its zone, on nobody and not in water [setup.deployment]."""
    settings = state.settings
    there = terrain_rule.base(pose, settings)
    faults: list[Reason] = []
    if not any([block_in_outline(there, zone) for zone in zones_of(state, side)]) or off_table(state.ground, there):
        faults.append(Reason("The whole base must stand in your zone.", CLAUSE))
    if terrain_rule.stands_in(state.ground, terrain_rule.IMPASSABLE, there, True):
        faults.append(Reason("The ground there is impassable.", CLAUSE))
    for other in field.on_table(state, side):
        if overlap(there, field.block(other, settings)):
            faults.append(Reason(f"{other.name} stands there already.", CLAUSE))
    return faults


def check_place(view: State, step: events.PlaceUnit, command: Command) -> tuple[Reason, ...]:
    return tuple(place_faults(view, step.side, rounded_pose(field.centre(spot_of(command), view.settings))))


def places(state: State, side: str, zone: tuple[Point, ...], facing: int) -> tuple[Pose, ...]:
    """Good places in a zone, in two rows; their middles."""
    left, bottom, right, top = bounding_box(zone)
    found: list[Pose] = []
    for row in ROWS:
        for file in range(1, 2 * FILES, 2):
            across = file / (2 * FILES)
            pose = rounded_pose(
                _spot(left=left, bottom=bottom, right=right, top=top, facing=facing, row=row, across=across)
            )
            if not place_faults(state, side, pose):
                found.append(field.middle(pose, state.settings))
    return tuple(found)


def _spot(left: float, bottom: float, right: float, top: float, facing: int, row: float, across: float) -> Pose:
    """A centre point so far up the zone, seen from its own edge, and so far from its left."""
    if facing == tables.INWARDS["south"]:
        return Pose(left + (right - left) * across, bottom + (top - bottom) * row, facing)
    if facing == tables.INWARDS["north"]:
        return Pose(right - (right - left) * across, top - (top - bottom) * row, facing)
    if facing == tables.INWARDS["west"]:
        return Pose(left + (right - left) * row, top - (top - bottom) * across, facing)
    return Pose(right - (right - left) * row, bottom + (top - bottom) * across, facing)


def placed(state: State, step: events.PlaceUnit, command: Command) -> Progress:
    number = 1 + len([unit for unit in state.units if unit.side == step.side and unit.place != TO_DEPLOY])
    pose = rounded_pose(field.centre(spot_of(command), state.settings))
    hidden = state.settings.conceal_level == "sight" and in_hand(state, step.side).concealed
    return Progress((events.Deployed(step.side, f"{step.side}-{number}", pose, hidden),), (events.PickUnit(step.side),))


PLAYS: Final[Plays] = {
    events.ThrowForPlacing: Play(throw_for_placing),
    events.PickUnit: Play(pick_by_itself, asks_to_pick, pick_decision, picked),
    events.PlaceUnit: Play(no_effect, side_named, place_decision, placed, check_place),
    events.ThrowForFirst: Play(throw_for_first),
}
