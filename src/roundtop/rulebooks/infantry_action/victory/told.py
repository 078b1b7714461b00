"""Objectives and the end in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.words import numbered
from roundtop.kit import objectives
from roundtop.rulebooks.infantry_action import words
from roundtop.rulebooks.infantry_action.state import State
from roundtop.rulebooks.infantry_action.victory import events


def goal_taken(view: State, event: events.GoalTaken) -> Telling:
    goal = objectives.goal_named(view.goals, event.goal)
    return objectives.taken(goal, event.side, numbered(goal.points, "point"), words.BOOK + "victory.points")


def battle_ended(view: State, event: events.BattleEnded) -> Telling:
    endings = {"army-break": "victory.army-break", "turn-limit": "victory.game-length"}
    clause = words.BOOK + endings.get(event.outcome.reason, "victory.points")
    return objectives.ended(event.outcome, [numbered(number, "point") for _, number in event.outcome.points], clause)


TELLINGS: Final[Tellings] = {
    events.GoalTaken: goal_taken,
    events.BattleEnded: battle_ended,
}
