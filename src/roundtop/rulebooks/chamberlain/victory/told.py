"""Objectives and the end in words and pictures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Marker, Stakes, Telling, Tide
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, capital, listed, numbered, side_does
from roundtop.kit import objectives
from roundtop.rulebooks.chamberlain import words
from roundtop.rulebooks.chamberlain.morale import rule as morale_rule
from roundtop.rulebooks.chamberlain.state import State
from roundtop.rulebooks.chamberlain.victory import events, table


def goals(view: State) -> list[Marker]:
    return objectives.markers(view.goals, words.BOOK + "victory.objective-control")


def goals_checked(view: State, event: events.GoalsChecked) -> Telling:
    names = {goal.id: goal.name for goal in view.goals}
    held = [f"{side_does(holder, 'take')} {names[id]}" for id, holder in event.holders]
    clause = words.BOOK + "victory.objective-control"
    tally = tuple([Row(names[id], SIDES.get(holder, "nobody"), clause) for id, holder in event.holders])
    changed = dict(event.holders)
    places = tuple([(goal.x, goal.y) for goal in view.goals if goal.id in changed])
    return Telling(f"{capital(listed(held))}.", places, tally=tally, hint="place")


def battle_ended(view: State, event: events.BattleEnded) -> Telling:
    endings = {"retirement": "victory.retirement", "objectives": "victory.objectives"}
    clause = words.BOOK + endings.get(event.outcome.reason, "victory.night")
    return objectives.ended(event.outcome, [numbered(number, "point") for _, number in event.outcome.points], clause)


def stakes(view: State, phases: tuple[str, ...], phase: int) -> Stakes:
    """How both armies stand [victory.retirement, victory.objectives, victory.night]."""
    sudden = view.settings.victory_sudden_death == "all" and bool(view.goals)
    by_all = Row("Every objective taken", "at once", words.BOOK + "victory.objectives")
    return Stakes(
        turn=view.turn,
        turns=view.turn_limit,
        period="turn",
        phases=phases,
        phase=phase,
        tides=tuple([_tide(view, army.side) for army in view.armies]),
        prizes=objectives.prizes(view.goals),
        wins=(
            Row("The enemy retires", "units broken", words.BOOK + "victory.retirement"),
            *objectives.decisive(view.goals, words.BOOK + "victory.objectives"),
            *((by_all,) if sudden else ()),
            Row("At nightfall", "points of objectives, then the smaller losses", words.BOOK + "victory.night"),
        ),
    )


def _tide(view: State, side: str) -> Tide:
    mine = table.standing(view, side, view.goals)
    breaks = morale_rule.break_point(mine.starting, view.settings)
    return Tide(side, mine.points, mine.broken, breaks=breaks, of=mine.starting, what="units broken")


TELLINGS: Final[Tellings] = {
    events.GoalsChecked: goals_checked,
    events.BattleEnded: battle_ended,
}
