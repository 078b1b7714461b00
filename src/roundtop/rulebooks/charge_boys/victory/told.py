"""Objectives and the end in words."""

from __future__ import annotations

from math import ceil
from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Marker, Stakes, Telling, Tide
from roundtop.battle.tally import Row
from roundtop.battle.words import capital, numbered, place_of
from roundtop.kit import objectives
from roundtop.rulebooks.charge_boys import tables, words
from roundtop.rulebooks.charge_boys.state import State
from roundtop.rulebooks.charge_boys.victory import events, rule, table
from roundtop.table.measure import NOISE


def goals(view: State) -> list[Marker]:
    return objectives.markers(view.goals, "charge-boys.victory.points")


def goal_taken(view: State, event: events.GoalTaken) -> Telling:
    goal = objectives.goal_named(view.goals, event.goal)
    return objectives.taken(goal, event.side, numbered(3 * goal.points, "point"), "charge-boys.victory.points")


def battle_ended(view: State, event: events.BattleEnded) -> Telling:
    endings = {"army-break": "victory.army-break", "turn-limit": "victory.game-length"}
    clause = tables.BOOK + endings.get(event.outcome.reason, "victory.points")
    return objectives.ended(event.outcome, [numbered(number, "point") for _, number in event.outcome.points], clause)


def stakes(view: State) -> Stakes:
    """How both armies stand [victory.army-break, victory.points, victory.game-length]."""
    phases = [phase for phase in words.PHASES if phase != "set-up"]
    return Stakes(
        turn=view.turn,
        turns=view.turn_limit,
        period="turn",
        phases=tuple([capital(words.PHASES[phase]) for phase in phases]),
        phase=place_of(tuple(phases), view.phase),
        tides=tuple([_tide(view, army.side) for army in view.armies]),
        prizes=objectives.prizes(view.goals, rule.OBJECTIVE_POINTS),
        wins=(
            Row("The enemy's army breaks", "units out of action", tables.BOOK + "victory.army-break"),
            *objectives.decisive(view.goals, tables.BOOK + "victory.points"),
            Row("Points at the end", _scored(), tables.BOOK + "victory.points"),
        ),
    )


def _tide(view: State, side: str) -> Tide:
    mine = table.tally_of(view, side)
    enemy = next(army.side for army in view.armies if army.side != side)
    points = rule.points(mine, table.tally_of(view, enemy))
    breaks = ceil(view.settings.army_break * mine.units - NOISE)
    return Tide(side, points, mine.out, breaks=breaks, of=mine.units, what="units out of action")


def _scored() -> str:
    won = f"{rule.UNIT_POINTS} a unit out of action, {rule.GUN_POINTS} a gun taken, {rule.GENERAL_POINTS} a General"
    return f"{won}, {rule.OBJECTIVE_POINTS} for each point that an objective is worth to its holder"


TELLINGS: Final[Tellings] = {
    events.GoalTaken: goal_taken,
    events.BattleEnded: battle_ended,
}
