"""Objectives and the end: what can happen, and what it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.outline import Effects
from roundtop.battle.protocol import Outcome
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.state import Goal, State


@final
@dataclass(slots=True)
class GoalTaken:
    goal: str
    side: str


@final
@dataclass(slots=True)
class BattleEnded:
    outcome: Outcome


def goal_taken(state: State, event: GoalTaken) -> State:
    new = field.changing(state)
    new.goals = tuple([_held(goal, event.side, state.turn) if goal.id == event.goal else goal for goal in state.goals])
    return new


def _held(goal: Goal, side: str, turn: int) -> Goal:
    return Goal(
        id=goal.id,
        name=goal.name,
        x=goal.x,
        y=goal.y,
        radius=goal.radius,
        points=goal.points,
        side=goal.side,
        decisive=goal.decisive,
        holder=side,
        since=turn,
    )


def battle_ended(state: State, event: BattleEnded) -> State:
    new = field.changing(state)
    new.outcome = event.outcome
    new.phase = "over"
    return new


EFFECTS: Final[Effects] = {
    GoalTaken: goal_taken,
    BattleEnded: battle_ended,
}
