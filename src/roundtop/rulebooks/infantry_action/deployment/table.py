"""Before the first turn: who sets up first, and where units may be set down."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item, Place, Reason
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of, spot_of
from roundtop.dice.sources import Dice
from roundtop.kit import deployment
from roundtop.rulebooks.infantry_action import field, muster
from roundtop.rulebooks.infantry_action.command import rule as command_rule
from roundtop.rulebooks.infantry_action.deployment import events
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.footprint import block_in_outline, overlap
from roundtop.table.ground import block_touches_area, off_table
from roundtop.table.pose import Point, Pose, rounded_pose

ROWS: Final[tuple[float, ...]] = (0.5, 0.8, 0.2)
"""Where the rows of places lie, as shares of the zone's depth."""
COLUMNS: Final = 13
CLAUSE: Final = "infantry-action.setup.table-and-deployment"


def throw_for_placing(state: State, step: events.ThrowForPlacing, dice: Dice) -> Progress:
    """The lower throw places first [setup.table-and-deployment]."""
    before = len(dice.rolls)
    first = command_rule.first_to_place((state.armies[0].side, state.armies[1].side), dice)
    return Progress((events.PlacingThrown(first, tuple(dice.rolls[before:])),), (events.PickUnit(first),))


def to_place(state: State, side: str) -> list[Unit]:
    """What a side may set up next: batteries before infantry."""
    left = [unit for unit in state.units if unit.side == side and unit.place == field.TO_DEPLOY]
    guns = [unit for unit in left if unit.kind == "battery"]
    return guns or left


def asks_to_pick(state: State, step: events.PickUnit) -> tuple[str, ...]:
    return (step.side,) if len(to_place(state, step.side)) > 1 else ()


def pick_decision(view: State, step: events.PickUnit, player: str) -> Decision:
    items = tuple([Item(unit.id, unit.name) for unit in to_place(view, step.side)])
    return Decision(player, "pick", "", "Which unit do you set up next?", (CLAUSE,), form=Choose(items))


def picked(state: State, step: events.PickUnit, command: Command) -> Progress:
    return Progress((), (events.PlaceUnit(key_of(command)),))


def pick_by_itself(state: State, step: events.PickUnit, dice: Dice) -> Progress:
    """The only unit left is picked; a side with none left passes the turn to set up."""
    own = to_place(state, step.side)
    if own:
        return Progress((), (events.PlaceUnit(own[0].id),))
    other = field.enemy_of(state, step.side)
    return Progress((), (events.PickUnit(other),)) if to_place(state, other) else Progress(())


def zone_of(state: State, side: str) -> tuple[Point, ...]:
    return deployment.zones_of(state.zones, side, state.ground)[0]


def place_decision(view: State, step: events.PlaceUnit, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    size = view.settings.stand_in
    form = Place(
        piece=unit.id,
        width=unit.stands * size,
        depth=size,
        zone=zone_of(view, unit.side),
        candidates=places(view, unit),
        facing=inwards(view, unit.side),
    )
    return Decision(player, "place", unit.id, f"Set up {unit.name} in your zone.", (CLAUSE,), form=form)


def inwards(state: State, side: str) -> int:
    return deployment.inwards(field.army_of(state, side).edge)


def place_faults(state: State, unit: Unit, pose: Pose) -> list[Reason]:
    """Wholly in the zone, on open ground, on no other unit."""
    there = field.block_at(unit, pose, state.settings)
    faults: list[Reason] = []
    if off_table(state.ground, there) or not block_in_outline(there, zone_of(state, unit.side)):
        faults.append(Reason("Every stand must lie wholly within your zone.", CLAUSE))
    if block_touches_area(state.ground, muster.IMPASSABLE, there):
        faults.append(Reason("The ground there cannot be entered.", "infantry-action.movement.terrain"))
    for other in field.on_table(state):
        if overlap(there, field.block(other, state.settings)):
            text = f"{other.name} stands there."
            faults.append(Reason(text, "infantry-action.movement.interpenetration"))
    return faults


def check_place(view: State, step: events.PlaceUnit, command: Command) -> tuple[Reason, ...]:
    return tuple(place_faults(view, field.unit_of(view, step.unit), rounded_pose(spot_of(command))))


def places(state: State, unit: Unit) -> tuple[Pose, ...]:
    """Free places along the zone, facing inwards, in three rows."""
    zone, facing = zone_of(state, unit.side), inwards(state, unit.side)
    return tuple([pose for pose in deployment.rows(zone, ROWS, COLUMNS, facing) if not place_faults(state, unit, pose)])


def placed(state: State, step: events.PlaceUnit, command: Command) -> Progress:
    unit = field.unit_of(state, step.unit)
    event = events.Deployed(unit.id, rounded_pose(spot_of(command)))
    return Progress((event,), (events.PickUnit(field.enemy_of(state, unit.side)),))


PLAYS: Final[Plays] = {
    events.ThrowForPlacing: Play(throw_for_placing),
    events.PickUnit: Play(pick_by_itself, asks_to_pick, pick_decision, picked),
    events.PlaceUnit: Play(no_effect, field.owner, place_decision, placed, check_place),
}
