"""The step and events at the end of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.outline import Effects
from roundtop.battle.protocol import Outcome
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.state import Goal, State


@final
@dataclass(slots=True)
class EndTurn:
    """Order recovered, guns captured, goals, victory, the next turn."""


@final
@dataclass(slots=True)
class GoalTaken:
    goal: str
    side: str


@final
@dataclass(slots=True)
class BattleEnded:
    outcome: Outcome


def after_goal_taken(state: State, event: GoalTaken) -> State:
    new = field.changing(state)
    new.goals = tuple([_held(goal, event.side) if goal.id == event.goal else goal for goal in state.goals])
    return new


def _held(goal: Goal, side: str) -> Goal:
    return Goal(goal.id, goal.name, goal.x, goal.y, goal.radius, goal.points, goal.side, goal.decisive, side)


def after_battle_ended(state: State, event: BattleEnded) -> State:
    new = field.changing(state)
    new.outcome = event.outcome
    new.phase = "over"
    return new


STEPS: Final[tuple[type, ...]] = (EndTurn,)
EFFECTS: Final[Effects] = {
    GoalTaken: after_goal_taken,
    BattleEnded: after_battle_ended,
}
