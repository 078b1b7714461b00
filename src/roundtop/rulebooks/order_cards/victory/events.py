"""The end of a battle: what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.protocol import Outcome
from roundtop.kit import objectives
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.state import State


@record
class GoalTaken:
    goal: str
    side: str


@record
class GunsTaken:
    """Abandoned guns fall to the enemy, or are won back."""

    unit: str
    taken: bool


@record
class BattleEnded:
    outcome: Outcome


def goal_taken(state: State, event: GoalTaken) -> State:
    new = field.past_recall(state)
    new.goals = objectives.held_by(state.goals, event.goal, event.side)
    return new


def guns_taken(state: State, event: GunsTaken) -> State:
    guns = field.copied(field.unit_of(state, event.unit))
    guns.fate = tables.TAKEN if event.taken else tables.ABANDONED
    return field.with_changed(state, guns)


def battle_ended(state: State, event: BattleEnded) -> State:
    new = field.past_recall(state)
    new.outcome = event.outcome
    new.phase = "over"
    return new


EFFECTS: Final[Effects] = {
    GunsTaken: guns_taken,
    GoalTaken: goal_taken,
    BattleEnded: battle_ended,
}
