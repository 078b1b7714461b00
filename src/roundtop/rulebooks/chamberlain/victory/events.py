"""The Status Phase, and what it finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.outline import Effects
from roundtop.battle.protocol import Outcome
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.state import Goal, State


@final
@dataclass(slots=True)
class Status:
    """The Status Phase."""

    side: str


@final
@dataclass(slots=True)
class GoalsChecked:
    """Who holds each objective after a Status Phase."""

    holders: tuple[tuple[str, str], ...]


@final
@dataclass(slots=True)
class BattleEnded:
    outcome: Outcome


def goals_checked(state: State, event: GoalsChecked) -> State:
    new = field.changing(state)
    holders = dict(event.holders)
    new.goals = tuple([held_by(goal, holders[goal.id]) for goal in state.goals])
    return new


def held_by(goal: Goal, holder: str) -> Goal:
    return Goal(goal.id, goal.name, goal.x, goal.y, goal.radius, goal.points, goal.side, goal.decisive, holder)


def battle_ended(state: State, event: BattleEnded) -> State:
    new = field.changing(state)
    new.outcome = event.outcome
    new.phase = "over"
    return new


STEPS: Final[tuple[type, ...]] = (Status,)
EFFECTS: Final[Effects] = {
    GoalsChecked: goals_checked,
    BattleEnded: battle_ended,
}
