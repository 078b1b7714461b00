"""Objectives and the end of a battle, in words and pictures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Marker, Stakes, Telling, Tide
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, numbered, place_of
from roundtop.kit import objectives
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.victory import events, rule, table


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


PHASES: Final = {"sets": "Cards are laid", "cards": "Cards are turned and played"}


def stakes(view: State) -> Stakes:
    """How both armies stand [victory.break-point, victory.points, victory.length]."""
    won_by = view.settings.victory
    prizes = objectives.prizes(view.goals, rule.OBJECTIVE_POINTS) if won_by != "break" else ()
    for prize in prizes:
        prize.worth = rule.OBJECTIVE_POINTS if won_by == "points" else prize.worth
    return Stakes(
        turn=view.set,
        turns=view.sets,
        period="set",
        phases=tuple(PHASES.values()),
        phase=place_of(tuple(PHASES), view.phase),
        tides=tuple([_tide(view, army.side) for army in view.armies]),
        prizes=prizes,
        wins=(
            Row("The enemy's army breaks", rule.breaking(view.settings), tables.BOOK + "victory.break-point"),
            *(objectives.decisive(view.goals, tables.BOOK + "victory.points") if won_by == "scenario" else ()),
            *_by_points(won_by),
        ),
    )


def _tide(view: State, side: str) -> Tide:
    destroyed, captured, guns, routing = table.losses_of(view, side)
    starting = table.starting_stands(view, side)
    counted = destroyed + captured + guns + (0 if view.settings.break_percent == rule.WHOLE else routing)
    breaks = rule.break_at(starting, view.settings) if starting else 0
    points = rule.points(table.score(view, side))
    return Tide(side, points, counted, breaks=breaks, of=starting, what=rule.breaking(view.settings))


def _by_points(won_by: str) -> tuple[Row, ...]:
    """The way to win at the end, unless only a broken army loses [victory.points]."""
    row = Row("Points after the last card", _scored(), tables.BOOK + "victory.points")
    return (row,) if won_by != "break" else ()


def _scored() -> str:
    each = f"{rule.DESTROYED_POINTS} a stand destroyed, {rule.CAPTURED_POINTS} captured, {rule.GUN_POINTS} a gun"
    return f"{each}, officers and objectives more"


TELLINGS: Final[Tellings] = {
    events.GunsTaken: guns_taken,
    events.GoalTaken: goal_taken,
    events.BattleEnded: battle_ended,
}
