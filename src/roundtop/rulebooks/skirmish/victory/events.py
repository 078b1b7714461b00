"""Objectives and the end: what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.protocol import Outcome
from roundtop.record import record, replace
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.state import Goal, State


@record
class GoalTaken:
    goal: str
    side: str


@record
class BattleEnded:
    outcome: Outcome


def goal_taken(state: State, event: GoalTaken) -> State:
    new = field.changing(state)
    new.goals = tuple([_held(goal, event.side, state.turn) if goal.id == event.goal else goal for goal in state.goals])
    return new


def _held(goal: Goal, side: str, turn: int) -> Goal:
    return replace(goal, holder=side, since=turn)


def battle_ended(state: State, event: BattleEnded) -> State:
    return replace(state, outcome=event.outcome, phase="over")


EFFECTS: Final[Effects] = {
    GoalTaken: goal_taken,
    BattleEnded: battle_ended,
}
