"""Objectives and the end: what can happen, and what it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.outline import Effects
from roundtop.battle.protocol import Outcome
from roundtop.kit import objectives
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.state import State


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
    new.goals = objectives.held_by(state.goals, event.goal, event.side)
    return new


def battle_ended(state: State, event: BattleEnded) -> State:
    new = field.changing(state)
    new.outcome = event.outcome
    new.phase = "over"
    return new


EFFECTS: Final[Effects] = {
    GoalTaken: goal_taken,
    BattleEnded: battle_ended,
}
