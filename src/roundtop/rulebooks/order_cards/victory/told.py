"""Objectives and the end of a battle, in words and pictures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Marker, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, capital, numbered, side_does
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.victory import events


def goals(view: State) -> list[Marker]:
    """Objectives under the flag of whoever held them last [victory.objectives-held]."""
    clause = tables.BOOK + "victory.objectives-held"
    found: list[Marker] = []
    for goal in view.goals:
        held = f" ({SIDES.get(goal.holder, goal.holder)})" if goal.holder else ""
        found.append(
            Marker(kind="objective", side=goal.holder, x=goal.x, y=goal.y, text=goal.name + held, clause=clause)
        )
    return found


def guns(view: State) -> list[Marker]:
    """Guns left standing by their crews [morale.rout-state]."""
    found: list[Marker] = []
    for unit in view.units:
        if unit.fate in ("abandoned", "taken"):
            whose = "taken" if unit.fate == "taken" else "abandoned"
            text = f"The guns of {unit.name}, {whose}"
            found.append(
                Marker(
                    kind="guns",
                    side=unit.side,
                    x=unit.pose.x,
                    y=unit.pose.y,
                    text=text,
                    clause=tables.BOOK + "morale.rout-state",
                )
            )
    return found


def goal_taken(view: State, event: events.GoalTaken) -> Telling:
    for goal in view.goals:
        if goal.id == event.goal:
            text = f"{side_does(event.side, 'take')} {goal.name}." if event.side else f"Nobody holds {goal.name} now."
            tally = (Row(goal.name, SIDES.get(event.side, event.side), tables.BOOK + "victory.objectives-held"),)
            return Telling(text=text, places=((goal.x, goal.y),), rolls=(), tally=tally, hint="place", side=event.side)
    raise KeyError(event.goal)


def guns_taken(view: State, event: events.GunsTaken) -> Telling:
    how = "are taken by the enemy" if event.taken else "are won back"
    tally = (Row("guns", "taken" if event.taken else "won back", tables.BOOK + "morale.rout-state"),)
    return words.telling_of(view, event.unit, f"The guns of {field.named(view, event.unit)} {how}.", "none", tally)


def battle_ended(view: State, event: events.BattleEnded) -> Telling:
    clause = tables.BOOK + {"army-break": "victory.break-point", "time": "victory.length"}.get(
        event.outcome.reason, "victory.points"
    )
    points = event.outcome.points
    tally = tuple([Row(SIDES.get(side, side), numbered(number, "point"), clause) for side, number in points])
    side = "" if event.outcome.winner == "draw" else event.outcome.winner
    return Telling(text=capital(event.outcome.text), places=(), rolls=(), tally=tally, hint="end", side=side)


TELLINGS: Final[Tellings] = {
    events.GunsTaken: guns_taken,
    events.GoalTaken: goal_taken,
    events.BattleEnded: battle_ended,
}
