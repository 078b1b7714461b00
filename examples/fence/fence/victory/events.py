"""The end of a turn, and of the battle."""

from __future__ import annotations

from typing import Final

from fence.state import State
from roundtop.battle.outline import Effects
from roundtop.battle.protocol import Outcome
from roundtop.record import record, replace


@record
class EndTurn:
    """Step: objectives, victory, the next turn."""


@record
class GoalTaken:
    goal: str
    side: str


@record
class BattleEnded:
    outcome: Outcome


def goal_taken(state: State, event: GoalTaken) -> State:
    goals = [replace(goal, holder=event.side) if goal.id == event.goal else goal for goal in state.goals]
    return replace(state, goals=tuple(goals))


def battle_ended(state: State, event: BattleEnded) -> State:
    return replace(state, outcome=event.outcome)


EFFECTS: Final[Effects] = {GoalTaken: goal_taken, BattleEnded: battle_ended}
