"""The Status Phase, and what it finds."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.protocol import Outcome
from roundtop.kit.objectives import Goal
from roundtop.record import copy, record, replace
from roundtop.rulebooks.chamberlain.state import State


@record
class Status:
    """The Status Phase."""

    side: str


@record
class GoalsChecked:
    """Who holds each objective that has changed hands after a Status Phase."""

    holders: tuple[tuple[str, str], ...]


@record
class BattleEnded:
    outcome: Outcome


def goals_checked(state: State, event: GoalsChecked) -> State:
    new = copy(state)
    holders = dict(event.holders)
    new.goals = tuple([held_by(goal, holders.get(goal.id, goal.holder)) for goal in state.goals])
    return new


def held_by(goal: Goal, holder: str) -> Goal:
    return replace(goal, holder=holder)


def battle_ended(state: State, event: BattleEnded) -> State:
    return replace(state, outcome=event.outcome, phase="over")


EFFECTS: Final[Effects] = {
    GoalsChecked: goals_checked,
    BattleEnded: battle_ended,
}
