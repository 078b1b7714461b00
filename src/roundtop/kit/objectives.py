"""Objectives of a scenario: where they lie, who holds them, how they and the end of a battle are told."""

from __future__ import annotations

from roundtop.battle.protocol import Outcome
from roundtop.battle.scenario import Objective, Scenario
from roundtop.battle.scene import Marker, Prize, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, capital, listed, side_does
from roundtop.record import record, replace
from roundtop.table.layout import at_scale
from roundtop.table.measure import rounded


@record(frozen=True)
class Goal:
    """A scenario's objective on the table; `holder` had it last, and `side` alone may take it ("": both may)."""

    id: str
    name: str
    x: float
    y: float
    radius: float
    points: int
    side: str
    decisive: bool
    holder: str


def goal_of(objective: Objective, yards: float, radius: float) -> Goal:
    """An objective at the table's scale; `radius` where the scenario gives none."""
    x, y = at_scale((objective.x, objective.y), yards)
    return Goal(
        id=objective.id,
        name=objective.name,
        x=x,
        y=y,
        radius=radius if objective.radius is None else rounded(objective.radius / yards),
        points=objective.points,
        side=objective.side,
        decisive=objective.decisive,
        holder=objective.holder,
    )


def goals_of(scenario: Scenario, yards: float, radius: float) -> tuple[Goal, ...]:
    """The objectives of a scenario at the table's scale."""
    return tuple([goal_of(objective, yards, radius) for objective in scenario.objectives])


def held_by(goals: tuple[Goal, ...], id: str, side: str) -> tuple[Goal, ...]:
    """The objectives after one of them has changed hands."""
    return tuple([replace(goal, holder=side) if goal.id == id else goal for goal in goals])


def holds_all_decisive(goals: tuple[Goal, ...], side: str) -> bool:
    """Whether a side holds every objective that would decide the battle for it, and there is one."""
    wanted = [goal for goal in goals if goal.decisive and goal.side in ("", side)]
    return bool(wanted) and all([goal.holder == side for goal in wanted])


def markers(goals: tuple[Goal, ...], clause: str) -> list[Marker]:
    """Objectives under the flag of whoever held them last."""
    found: list[Marker] = []
    for goal in goals:
        held = f" ({SIDES.get(goal.holder, goal.holder)})" if goal.holder else ""
        found.append(
            Marker(kind="objective", side=goal.holder, x=goal.x, y=goal.y, text=goal.name + held, clause=clause)
        )
    return found


def prizes(goals: tuple[Goal, ...], each: int = 1) -> tuple[Prize, ...]:
    """Objectives as they stand, each point of the scenario worth so many of the book."""
    return tuple(
        [
            Prize(goal.name, goal.x, goal.y, each * goal.points, goal.holder, side=goal.side, decisive=goal.decisive)
            for goal in goals
        ]
    )


def decisive(goals: tuple[Goal, ...], clause: str) -> tuple[Row, ...]:
    """The way to win by objectives, where there is one."""
    names = [goal.name for goal in goals if goal.decisive]
    return (Row("Every decisive objective held", listed(names), clause),) if names else ()


def goal_named(goals: tuple[Goal, ...], id: str) -> Goal:
    """The objective of this id."""
    return next(goal for goal in goals if goal.id == id)


def taken(goal: Goal, side: str, worth: str, clause: str) -> Telling:
    """An objective has changed hands; `worth` is what that means under this book."""
    text = f"{side_does(side, 'take')} {goal.name}." if side else f"Nobody holds {goal.name} now."
    return Telling(text, places=((goal.x, goal.y),), tally=(Row(goal.name, worth, clause),), hint="place", side=side)


def ended(outcome: Outcome, points: list[str], clause: str) -> Telling:
    """The battle is over; `points` are each side's, in words, in the outcome's order."""
    tally = tuple(
        [Row(SIDES.get(side, side), words, clause) for (side, _), words in zip(outcome.points, points, strict=True)]
    )
    side = "" if outcome.winner == "draw" else outcome.winner
    return Telling(capital(outcome.text), tally=tally, hint="end", side=side)
