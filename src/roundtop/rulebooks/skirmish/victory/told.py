"""Objectives and the end in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.words import numbered
from roundtop.kit import objectives
from roundtop.rulebooks.skirmish import words
from roundtop.rulebooks.skirmish.state import State
from roundtop.rulebooks.skirmish.victory import events


def goal_taken(view: State, event: events.GoalTaken) -> Telling:
    goal = objectives.goal_named(view.goals, event.goal)
    return objectives.taken(goal, event.side, numbered(goal.points, "point"), words.BOOK + "victory.tally")


ENDINGS: Final = {"force-break": "victory.force-break", "turn-limit": "victory.game-length"}


def battle_ended(view: State, event: events.BattleEnded) -> Telling:
    clause = words.BOOK + ENDINGS.get(event.outcome.reason, "victory.tally")
    return objectives.ended(event.outcome, [str(number) for _, number in event.outcome.points], clause)


TELLINGS: Final[Tellings] = {
    events.GoalTaken: goal_taken,
    events.BattleEnded: battle_ended,
}
