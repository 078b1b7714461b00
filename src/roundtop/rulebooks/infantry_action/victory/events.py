"""The end of a turn, and of the battle."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.protocol import Outcome
from roundtop.kit import objectives
from roundtop.record import record, replace
from roundtop.rulebooks.infantry_action.state import State


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
    return replace(state, goals=objectives.held_by(state.goals, event.goal, event.side))


def battle_ended(state: State, event: BattleEnded) -> State:
    return replace(state, outcome=event.outcome, phase="over")


EFFECTS: Final[Effects] = {GoalTaken: goal_taken, BattleEnded: battle_ended}
