"""Objectives and the end in words."""

from __future__ import annotations

from math import ceil
from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Prize, Stakes, Telling, Tide
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, capital, listed, numbered, place_of, side_does
from roundtop.rulebooks.skirmish import words
from roundtop.rulebooks.skirmish.state import State
from roundtop.rulebooks.skirmish.victory import events, table
from roundtop.table.measure import NOISE


def goal_taken(view: State, event: events.GoalTaken) -> Telling:
    for goal in view.goals:
        if goal.id == event.goal:
            text = f"{side_does(event.side, 'take')} {goal.name}." if event.side else f"Nobody holds {goal.name} now."
            tally = (Row(goal.name, numbered(goal.points, "point"), words.BOOK + "victory.tally"),)
            return Telling(text, ((goal.x, goal.y),), tally=tally, hint="place", side=event.side)
    raise KeyError(event.goal)


PHASES: Final = {
    "initiative": "Initiative",
    "action 1": "First actions",
    "action 2": "Second actions",
    "melee": "Melee",
}


def stakes(view: State) -> Stakes:
    """How both forces stand [victory.force-break, victory.game-length, victory.tally]."""
    decisive = [goal.name for goal in view.goals if goal.decisive]
    clause = words.BOOK + "victory.tally"
    return Stakes(
        turn=view.turn,
        turns=view.turn_limit,
        period="turn",
        phases=tuple(PHASES.values()),
        phase=place_of(tuple(PHASES), view.phase),
        tides=tuple([_tide(view, army.side) for army in view.armies]),
        prizes=tuple(
            [
                Prize(goal.name, goal.x, goal.y, goal.points, goal.holder, side=goal.side, decisive=goal.decisive)
                for goal in view.goals
            ]
        ),
        wins=(
            Row("The enemy's force breaks", "men lost or running", words.BOOK + "victory.force-break"),
            *((Row("Every decisive objective held", listed(decisive), clause),) if decisive else ()),
            Row("When time is up", "points of objectives, then the smaller losses", clause),
        ),
    )


def _tide(view: State, side: str) -> Tide:
    mine = table.count_of(view, side)
    breaks = ceil(view.settings.force_break * mine.start - NOISE)
    points = table.points_of(view, side)
    return Tide(side, points, mine.lost + mine.broken, breaks=breaks, of=mine.start, what="men lost or running")


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
