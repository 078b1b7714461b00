"""How a battle begins, and the order of play, put together from the chapters' tables."""

from __future__ import annotations

from math import ceil
from typing import Final

from fence import command, field, fire, morale, movement, victory
from fence.field import State, Unit
from fence.options import MINUTES_PER_TURN, STAND_IN, YARDS_PER_INCH, Settings
from roundtop.battle.outline import Effects, Outline, Plays
from roundtop.battle.protocol import Opening, Player
from roundtop.battle.scenario import GUN_ARMS, MusterError, Regiment, Scenario
from roundtop.kit import objectives
from roundtop.table.footprint import Block
from roundtop.table.ground import Ground
from roundtop.table.layout import at_scale, scaled, settled
from roundtop.table.pose import Pose

PLAYS: Final[Plays] = {**command.PLAYS, **movement.PLAYS, **fire.PLAYS, **morale.PLAYS, **victory.PLAYS}
EFFECTS: Final[Effects] = {**command.EFFECTS, **movement.EFFECTS, **fire.EFFECTS, **morale.EFFECTS, **victory.EFFECTS}
OUTLINE: Final = Outline(PLAYS)


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Forces mustered, and the first turn to come."""
    return Opening(muster(scenario, settings), (command.BeginTurn(1),))


FEWEST: Final = 2
MOST: Final = 8
GOAL_RADIUS_IN: Final = 3.0
"""[victory.objective]"""


def muster(scenario: Scenario, settings: Settings) -> State:
    """The table as a battle begins [setup.scale, setup.regiments]."""
    ground = scaled(scenario.ground, YARDS_PER_INCH)
    units: list[Unit] = []
    for regiment in scenario.regiments:
        if regiment.place is not None and regiment.arrives is None and regiment.arm not in GUN_ARMS:
            units.append(_unit(regiment, settings, ground, [field.line(unit) for unit in units]))
    for side in scenario.sides:
        if not [unit for unit in units if unit.side == side.id]:
            raise MusterError(f"{side.id}: no regiment has a place at the start")
    return State(
        scenario.title,
        settings,
        ground,
        (scenario.sides[0].id, scenario.sides[1].id),
        tuple(units),
        objectives.goals_of(scenario, YARDS_PER_INCH, GOAL_RADIUS_IN),
        ceil(scenario.minutes / MINUTES_PER_TURN),
    )


def stands(men: int, settings: Settings) -> int:
    """Stands of a regiment, to the nearest, a half up [setup.regiments]."""
    return min(MOST, max(FEWEST, int(men / settings.men_per_stand + 0.5)))


def _unit(regiment: Regiment, settings: Settings, ground: Ground, others: list[Block]) -> Unit:
    assert regiment.place is not None
    strength = stands(regiment.men, settings)
    x, y = at_scale(regiment.place, YARDS_PER_INCH)
    wanted = Block(Pose(x, y, regiment.facing or 0), strength * STAND_IN, STAND_IN)
    pose = settled(wanted, others, ground, STAND_IN)
    if pose is None:
        raise MusterError(f"{regiment.id}.place: there is no room for {regiment.name}; make the field larger")
    return Unit(regiment.id, regiment.side, regiment.name, regiment.quality, strength, strength, pose)
