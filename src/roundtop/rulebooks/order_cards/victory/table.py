"""Objectives held, stands lost, points, and how the battle stands."""

from __future__ import annotations

from roundtop.battle.protocol import Outcome
from roundtop.battle.words import side_does, victory
from roundtop.kit import objectives
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.events import Events
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.rulebooks.order_cards.victory import events as victory_events
from roundtop.rulebooks.order_cards.victory import rule
from roundtop.table.footprint import gap, point_gap
from roundtop.table.measure import within


def guns_taken(state: State) -> Events:
    """Abandoned guns belong to whoever was the last to touch them [morale.rout-state]."""
    events: Events = []
    for guns in state.units:
        if guns.fate not in (tables.ABANDONED, tables.TAKEN):
            continue
        spot = field.block(guns)
        sides = {
            one.side
            for one in field.on_table(state)
            if [part for part in field.blocks(one) if within(gap(part, spot), 0.05)]
        }
        taken = guns.fate == tables.TAKEN
        if len(sides) == 1 and (guns.side not in sides) != taken:
            events.append(victory_events.GunsTaken(guns.id, not taken))
    return events


def near_goal(state: State, goal: Goal) -> list[Unit]:
    """The units near enough to an objective to count [victory.points]."""
    found: list[Unit] = []
    for unit in field.on_table(state):
        if unit.captive or unit.arm == tables.WAGON:
            continue
        if within(min([point_gap(part, goal.x, goal.y) for part in field.blocks(unit)]), goal.radius):
            found.append(unit)
    return found


def contested(state: State, goal: Goal) -> bool:
    """Both sides are near an objective: it scores for neither [victory.objectives-held]."""
    return len({unit.side for unit in near_goal(state, goal)}) > 1


def holder(state: State, goal: Goal) -> str:
    """Who holds a goal: the side that alone is near it, with a steady unit; otherwise who took it last.

    [victory.points, victory.objectives-held]
    """
    near = near_goal(state, goal)
    steady = {unit.side for unit in near if unit.state == tables.STEADY}
    allowed = [side for side in steady if goal.side in ("", side)]
    return allowed[0] if allowed and len({unit.side for unit in near}) == 1 else goal.holder


def starting_stands(state: State, side: str) -> int:
    """Stands of the units that have come to the table, wagons left out [setup.reinforcements, victory.break-point]."""
    here = [unit for unit in state.units if unit.side == side and unit.place != tables.TO_ARRIVE]
    return sum([unit.start for unit in here if not unit.captive and unit.arm != tables.WAGON])


def losses_of(state: State, side: str) -> tuple[int, int, int, int]:
    """Stands of a side that are destroyed or run off, captured, captured as guns, and now routing.

    [victory.break-point, victory.points]
    """
    destroyed = captured = guns = routing = 0
    for unit in state.units:
        if unit.side != side or unit.place == tables.TO_ARRIVE or unit.arm == tables.WAGON:
            continue
        if unit.captive:
            captured += unit.stands if unit.fate == tables.CAPTURED else 0
            continue
        left = field.strength(unit, state.settings)
        destroyed += unit.start - left
        if unit.place != tables.GONE:
            routing += unit.stands if unit.state == tables.ROUTING else 0
        elif unit.fate == tables.CAPTURED:
            kept = min(left, unit.load)
            captured += kept if unit.arm != tables.ARTILLERY else 0
            guns += kept if unit.arm == tables.ARTILLERY else 0
            destroyed += left - kept
        elif unit.fate == tables.TAKEN:
            guns += left
        elif unit.fate != tables.WITHDRAWN:
            destroyed += left
    return (destroyed, captured, guns, routing)


def score(state: State, side: str) -> rule.Score:
    """What a side has scored against the enemy [victory.points]."""
    other = field.enemy_of(state, side)
    destroyed, captured, guns, _ = losses_of(state, other)
    fallen: list[str] = []
    for one in state.officers:
        if one.side == other:
            out = one.place == tables.GONE and one.fate in tables.SCORED
            fallen.extend([one.rank] * (one.fallen + (1 if out else 0)))
    flat = state.settings.victory == "points"
    held = [
        rule.OBJECTIVE_POINTS * (1 if flat else goal.points)
        for goal in state.goals
        if goal.holder == side and not contested(state, goal)
    ]
    return rule.Score(destroyed, captured, guns, tuple(fallen), tuple(held))


def is_broken(state: State, side: str) -> bool:
    """Whether an army breaks now [victory.break-point]."""
    destroyed, captured, guns, routing = losses_of(state, side)
    starting = starting_stands(state, side)
    return starting > 0 and rule.broken(starting, destroyed + captured + guns, routing, state.settings)


def judged(state: State, last: bool) -> Outcome | None:
    """How the battle stands at the end of a card [victory.break-point, victory.points, victory.length]."""
    sides = (state.armies[0].side, state.armies[1].side)
    fallen = (is_broken(state, sides[0]), is_broken(state, sides[1]))
    counted = (rule.points(score(state, sides[0])), rule.points(score(state, sides[1])))
    tallied = ((sides[0], counted[0]), (sides[1], counted[1]))
    if fallen[0] or fallen[1] or last:
        found = rule.winner(sides, counted, fallen, state.settings)
        reason = "army-break" if fallen[0] or fallen[1] else "time"
        return Outcome(found, reason, _words(found, reason, tallied), tallied)
    if state.settings.victory == "scenario":
        held = [side for side in sides if objectives.holds_all_decisive(state.goals, side)]
        if len(held) == 1:
            text = f"{side_does(held[0], 'hold')} every decisive objective."
            return Outcome(held[0], "objectives", text, tallied)
    return None


def title(side: str) -> str:
    return "the Union" if side == "union" else "the Confederates"


def _words(found: str, reason: str, tallied: tuple[tuple[str, int], ...]) -> str:
    return victory("An army is broken" if reason == "army-break" else "The last card is played", found, tallied)
