"""Objectives and the end in words."""

from __future__ import annotations

from math import ceil
from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Stakes, Telling, Tide
from roundtop.battle.tally import Row
from roundtop.battle.words import numbered
from roundtop.kit import objectives
from roundtop.rulebooks.infantry_action import words
from roundtop.rulebooks.infantry_action.state import State
from roundtop.rulebooks.infantry_action.victory import events, rule, table
from roundtop.table.measure import NOISE


def goal_taken(view: State, event: events.GoalTaken) -> Telling:
    goal = objectives.goal_named(view.goals, event.goal)
    return objectives.taken(goal, event.side, numbered(goal.points, "point"), words.BOOK + "victory.points")


def battle_ended(view: State, event: events.BattleEnded) -> Telling:
    endings = {"army-break": "victory.army-break", "turn-limit": "victory.game-length"}
    clause = words.BOOK + endings.get(event.outcome.reason, "victory.points")
    return objectives.ended(event.outcome, [numbered(number, "point") for _, number in event.outcome.points], clause)


def stakes(view: State, phases: tuple[str, ...], phase: int) -> Stakes:
    """How both armies stand [victory.army-break, victory.points, victory.game-length]."""
    return Stakes(
        turn=view.turn,
        turns=view.turn_limit,
        period="turn",
        phases=phases,
        phase=phase,
        tides=tuple([_tide(view, army.side) for army in view.armies]),
        prizes=objectives.prizes(view.goals),
        wins=(
            Row("The enemy's army breaks", "units routed or gone", words.BOOK + "victory.army-break"),
            *objectives.decisive(view.goals, words.BOOK + "victory.points"),
            *(
                [Row("More objectives at the end", "by their worth", words.BOOK + "victory.points")]
                if view.goals
                else ()
            ),
            Row("Points at the end", _scored(), words.BOOK + "victory.points"),
        ),
    )


def _tide(view: State, side: str) -> Tide:
    mine = table.toll(view, side)
    theirs = [rule.points_off(table.toll(view, army.side)) for army in view.armies if army.side != side]
    breaks = ceil(view.settings.army_break * mine.units - NOISE)
    return Tide(
        side, sum(theirs), mine.routed_or_removed, breaks=breaks, of=mine.units, what="infantry units routed or gone"
    )


def _scored() -> str:
    each = f"{rule.STAND_POINTS} a stand, {rule.UNIT_POINTS} a unit, {rule.BATTERY_POINTS} a battery"
    return f"{each}; a lead of {rule.WINNING_LEAD} wins"


TELLINGS: Final[Tellings] = {
    events.GoalTaken: goal_taken,
    events.BattleEnded: battle_ended,
}
