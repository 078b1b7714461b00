"""Before the first turn: commanders are rated and lines set out."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item, Place, Placed, Reason
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action.command import HISTORICAL, first_to_place, rating
from roundtop.rulebooks.infantry_action.events import Deployed, PlacingThrown, Rated
from roundtop.rulebooks.infantry_action.movement import EDGE_FACING
from roundtop.rulebooks.infantry_action.muster import IMPASSABLE
from roundtop.rulebooks.infantry_action.state import (
    TO_DEPLOY,
    State,
    Unit,
    army_of,
    block,
    block_at,
    enemy_of,
    on_table,
    unit_of,
)
from roundtop.rulebooks.infantry_action.steps import PickUnit, PlaceUnit, RateCommanders, ThrowForPlacing
from roundtop.table.footprint import block_in_outline, overlap
from roundtop.table.ground import block_touches_area, bounding_box, off_table
from roundtop.table.measure import FULL_TURN, HALF_TURN
from roundtop.table.pose import Point, Pose, rounded_pose

CLAUSE: Final = "infantry-action.setup.table-and-deployment"


def rate(state: State, step: RateCommanders, dice: Dice) -> Progress:
    """Two dice for each CinC, unless the scenario rates him and the house rule takes it [setup.cinc-choice]."""
    events: list[Rated] = []
    for army in state.armies:
        before = len(dice.rolls)
        known = state.settings.cinc_rating == "scenario" and army.talent in HISTORICAL
        found = HISTORICAL[army.talent] if known else rating(dice, army.side)
        events.append(Rated(army.side, found, tuple(dice.rolls[before:])))
    return Progress(tuple(events))


def throw_for_placing(state: State, step: ThrowForPlacing, dice: Dice) -> Progress:
    """The lower throw places first [setup.table-and-deployment]."""
    before = len(dice.rolls)
    first = first_to_place((state.armies[0].side, state.armies[1].side), dice)
    return Progress((PlacingThrown(first, tuple(dice.rolls[before:])),), (PickUnit(first),))


def to_place(state: State, side: str) -> list[Unit]:
    """What a side may set up next: batteries before infantry."""
    left = [unit for unit in state.units if unit.side == side and unit.place == TO_DEPLOY]
    guns = [unit for unit in left if unit.kind == "battery"]
    return guns or left


def asks_to_pick(state: State, step: PickUnit) -> tuple[str, ...]:
    return (step.side,) if len(to_place(state, step.side)) > 1 else ()


def pick_decision(view: State, step: PickUnit, player: str) -> Decision:
    items = tuple([Item(unit.id, unit.name) for unit in to_place(view, step.side)])
    return Decision(player, "pick", "", "Which unit do you set up next?", (CLAUSE,), Choose(items))


def picked(state: State, step: PickUnit, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    return Progress((), (PlaceUnit(command.answer.keys[0]),))


def pick_by_itself(state: State, step: PickUnit, dice: Dice) -> Progress:
    """The only unit left is picked; a side with none left passes the turn to set up."""
    own = to_place(state, step.side)
    if own:
        return Progress((), (PlaceUnit(own[0].id),))
    other = enemy_of(state, step.side)
    return Progress((), (PickUnit(other),)) if to_place(state, other) else Progress(())


def asks_to_place(state: State, step: PlaceUnit) -> tuple[str, ...]:
    return (unit_of(state, step.unit).side,)


def zone_of(state: State, side: str) -> tuple[Point, ...]:
    for owner, outline in state.zones:
        if owner == side:
            return outline
    ground = state.ground
    return ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.depth), (0.0, ground.depth))


def place_decision(view: State, step: PlaceUnit, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    size = view.settings.stand_in
    form = Place(
        unit.id, unit.stands * size, size, zone_of(view, unit.side), places(view, unit), inwards(view, unit.side)
    )
    return Decision(player, "place", unit.id, f"Set up {unit.name} in your zone.", (CLAUSE,), form)


def inwards(state: State, side: str) -> int:
    return (EDGE_FACING[army_of(state, side).edge] + HALF_TURN) % FULL_TURN


def place_faults(state: State, unit: Unit, pose: Pose) -> list[Reason]:
    """Wholly in the zone, on open ground, on no other unit."""
    there = block_at(unit, pose, state.settings)
    faults: list[Reason] = []
    if off_table(state.ground, there) or not block_in_outline(there, zone_of(state, unit.side)):
        faults.append(Reason("Every stand must lie wholly within your zone.", CLAUSE))
    if block_touches_area(state.ground, IMPASSABLE, there):
        faults.append(Reason("The ground there cannot be entered.", "infantry-action.movement.terrain"))
    for other in on_table(state):
        if overlap(there, block(other, state.settings)):
            text = f"{other.name} stands there."
            faults.append(Reason(text, "infantry-action.movement.interpenetration"))
    return faults


def check_place(view: State, step: PlaceUnit, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Placed)
    return tuple(place_faults(view, unit_of(view, step.unit), rounded_pose(command.answer.pose)))


def places(state: State, unit: Unit) -> tuple[Pose, ...]:
    """Free places along the zone, facing inwards, in three rows."""
    left, bottom, right, top = bounding_box(zone_of(state, unit.side))
    facing = inwards(state, unit.side)
    found: list[Pose] = []
    for row in (0.5, 0.8, 0.2):
        for column in range(13):
            x = left + (right - left) * (0.5 + column) / 13
            y = bottom + (top - bottom) * row
            pose = rounded_pose(Pose(x, y, facing))
            if not place_faults(state, unit, pose):
                found.append(pose)
    return tuple(found)


def placed(state: State, step: PlaceUnit, command: Command) -> Progress:
    assert isinstance(command.answer, Placed)
    unit = unit_of(state, step.unit)
    event = Deployed(unit.id, rounded_pose(command.answer.pose))
    return Progress((event,), (PickUnit(enemy_of(state, unit.side)),))
