"""Objectives and the end in words and pictures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Marker, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, capital, listed, numbered, side_does
from roundtop.kit import objectives
from roundtop.rulebooks.chamberlain import words
from roundtop.rulebooks.chamberlain.state import State
from roundtop.rulebooks.chamberlain.victory import events


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


TELLINGS: Final[Tellings] = {
    events.GoalsChecked: goals_checked,
    events.BattleEnded: battle_ended,
}
