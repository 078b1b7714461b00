"""Objectives and the end in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, capital, numbered, side_does
from roundtop.rulebooks.skirmish import words
from roundtop.rulebooks.skirmish.state import State
from roundtop.rulebooks.skirmish.victory import events


def goal_taken(view: State, event: events.GoalTaken) -> Telling:
    for goal in view.goals:
        if goal.id == event.goal:
            text = f"{side_does(event.side, 'take')} {goal.name}." if event.side else f"Nobody holds {goal.name} now."
            tally = (Row(goal.name, numbered(goal.points, "point"), words.BOOK + "victory.tally"),)
            return Telling(text, ((goal.x, goal.y),), tally=tally, hint="place", side=event.side)
    raise KeyError(event.goal)


ENDINGS: Final = {"force-break": "victory.force-break", "turn-limit": "victory.game-length"}


def battle_ended(view: State, event: events.BattleEnded) -> Telling:
    clause = words.BOOK + ENDINGS.get(event.outcome.reason, "victory.tally")
    points = event.outcome.points
    tally = tuple([Row(SIDES.get(side, side), str(number), clause) for side, number in points])
    side = "" if event.outcome.winner == "draw" else event.outcome.winner
    return Telling(capital(event.outcome.text), tally=tally, hint="end", side=side)


TELLINGS: Final[Tellings] = {
    events.GoalTaken: goal_taken,
    events.BattleEnded: battle_ended,
}
