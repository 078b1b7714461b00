"""The end of a turn, and of the battle."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.protocol import Outcome
from roundtop.record import record, replace
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.state import Goal, State


@record
class EndTurn:
    """Goals, victory, the next turn."""


@record
class GoalTaken:
    goal: str
    side: str


@record
class BattleEnded:
    outcome: Outcome


def goal_taken(state: State, event: GoalTaken) -> State:
    new = field.changing(state)
    new.goals = tuple([_holding(goal, event.side) if goal.id == event.goal else goal for goal in state.goals])
    return new


def _holding(goal: Goal, side: str) -> Goal:
    return replace(goal, holder=side)


def battle_ended(state: State, event: BattleEnded) -> State:
    new = field.changing(state)
    new.outcome = event.outcome
    new.phase = "over"
    return new


STEPS: Final[tuple[type, ...]] = (EndTurn,)
EFFECTS: Final[Effects] = {GoalTaken: goal_taken, BattleEnded: battle_ended}
