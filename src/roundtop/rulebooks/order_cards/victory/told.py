"""Objectives and the end of a battle, in words and pictures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Marker, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, numbered
from roundtop.kit import objectives
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.victory import events


def goals(view: State) -> list[Marker]:
    """Objectives under the flag of whoever held them last [victory.objectives-held]."""
    return objectives.markers(view.goals, tables.BOOK + "victory.objectives-held")


def guns(view: State) -> list[Marker]:
    """Guns left standing by their crews [morale.rout-state]."""
    found: list[Marker] = []
    for unit in view.units:
        if unit.fate in ("abandoned", "taken"):
            whose = "taken" if unit.fate == "taken" else "abandoned"
            text = f"The guns of {unit.name}, {whose}"
            found.append(
                Marker("gun", unit.side, unit.pose.x, unit.pose.y, text, clause=tables.BOOK + "morale.rout-state")
            )
    return found


def goal_taken(view: State, event: events.GoalTaken) -> Telling:
    goal = objectives.goal_named(view.goals, event.goal)
    worth = SIDES.get(event.side, event.side)
    return objectives.taken(goal, event.side, worth, tables.BOOK + "victory.objectives-held")


def guns_taken(view: State, event: events.GunsTaken) -> Telling:
    how = "are taken by the enemy" if event.taken else "are won back"
    tally = (Row("guns", "taken" if event.taken else "won back", tables.BOOK + "morale.rout-state"),)
    return words.telling_of(view, event.unit, f"The guns of {field.named(view, event.unit)} {how}.", "none", tally)


def battle_ended(view: State, event: events.BattleEnded) -> Telling:
    endings = {"army-break": "victory.break-point", "time": "victory.length"}
    clause = tables.BOOK + endings.get(event.outcome.reason, "victory.points")
    return objectives.ended(event.outcome, [numbered(number, "point") for _, number in event.outcome.points], clause)


TELLINGS: Final[Tellings] = {
    events.GunsTaken: guns_taken,
    events.GoalTaken: goal_taken,
    events.BattleEnded: battle_ended,
}
