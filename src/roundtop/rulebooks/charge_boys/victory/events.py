"""The step and events at the end of a turn."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.protocol import Outcome
from roundtop.kit import objectives
from roundtop.record import record, replace
from roundtop.rulebooks.charge_boys.state import State


@record
class EndTurn:
    """Order recovered, guns captured, goals, victory, the next turn."""


@record
class GoalTaken:
    goal: str
    side: str


@record
class BattleEnded:
    outcome: Outcome


def after_goal_taken(state: State, event: GoalTaken) -> State:
    return replace(state, goals=objectives.held_by(state.goals, event.goal, event.side))


def after_battle_ended(state: State, event: BattleEnded) -> State:
    return replace(state, outcome=event.outcome, phase="over")


EFFECTS: Final[Effects] = {
    GoalTaken: after_goal_taken,
    BattleEnded: after_battle_ended,
}
