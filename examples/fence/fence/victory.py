"""Objectives, broken sides, and the end of the battle [victory]."""

from __future__ import annotations

from typing import Final

from fence import command, field
from fence.field import State
from roundtop.battle import outline, protocol, scene, words
from roundtop.dice.sources import Dice
from roundtop.kit import objectives
from roundtop.record import record, replace
from roundtop.table.footprint import point_gap
from roundtop.table.measure import within

DRAW: Final = "draw"


def broken(regiments: int, lost: int) -> bool:
    """Whether a side has lost more than half its regiments [victory.broken]."""
    return 2 * lost > regiments


def winner(sides: tuple[str, str], beaten: tuple[bool, bool], points: tuple[int, int], last: bool) -> str:
    """A side, "draw", or "" while the battle goes on [victory.broken, victory.objective]."""
    if beaten[0] != beaten[1]:
        return sides[1] if beaten[0] else sides[0]
    if beaten[0] or (last and points[0] == points[1]):
        return DRAW
    return "" if not last else sides[0] if points[0] > points[1] else sides[1]


def holder(near: list[str], held: str) -> str:
    """Who holds an objective with these sides near it [victory.objective]."""
    return near[0] if len(near) == 1 else held


@record
class EndTurn:
    """Step: objectives, victory, the next turn."""


@record
class GoalTaken:
    goal: str
    side: str


@record
class BattleEnded:
    outcome: protocol.Outcome


def goal_taken(state: State, event: GoalTaken) -> State:
    return replace(state, goals=objectives.held_by(state.goals, event.goal, event.side))


def battle_ended(state: State, event: BattleEnded) -> State:
    return replace(state, outcome=event.outcome)


def end_turn(state: State, step: EndTurn, dice: Dice) -> protocol.Progress:
    """Objectives are taken; the battle ends, or the next turn begins [victory.objective, victory.broken]."""
    taken: list[object] = []
    now = state
    for goal in state.goals:
        away = [(point_gap(field.line(unit), goal.x, goal.y), unit.side) for unit in field.on_table(state)]
        side = holder(sorted({side for gap, side in away if within(gap, goal.radius)}), goal.holder)
        if side != goal.holder:
            taken.append(GoalTaken(goal.id, side))
            now = goal_taken(now, GoalTaken(goal.id, side))
    ended = judged(now)
    if ended is not None:
        return protocol.Progress((*taken, BattleEnded(ended)))
    return protocol.Progress(tuple(taken), (command.BeginTurn(state.turn + 1),))


def judged(state: State) -> protocol.Outcome | None:
    points: list[int] = []
    lost: list[bool] = []
    for side in state.sides:
        points.append(sum([goal.points for goal in state.goals if goal.holder == side]))
        own = [unit for unit in state.units if unit.side == side]
        lost.append(broken(len(own), len([unit for unit in own if not unit.here])))
    won = winner(state.sides, (lost[0], lost[1]), (points[0], points[1]), state.turn >= state.turn_limit)
    if not won:
        return None
    how = "More than half a side is gone" if True in lost else "Time is up"
    text = f"{how}: {'a draw' if won == DRAW else words.side_does(won, 'win')}."
    return protocol.Outcome(won, "broken" if True in lost else "objectives", text, tuple(zip(state.sides, points)))


def goal_taken_told(view: State, event: GoalTaken) -> scene.Telling:
    goal = objectives.goal_named(view.goals, event.goal)
    return objectives.taken(goal, event.side, f"{goal.points} points", "fence.victory.objective")


def battle_ended_told(view: State, event: BattleEnded) -> scene.Telling:
    points = [str(points) for _, points in event.outcome.points]
    return objectives.ended(event.outcome, points, "fence.victory.objective")


EFFECTS: Final[outline.Effects] = {GoalTaken: goal_taken, BattleEnded: battle_ended}
PLAYS: Final[outline.Plays] = {EndTurn: outline.Play(end_turn)}
TELLINGS: Final[outline.Tellings] = {GoalTaken: goal_taken_told, BattleEnded: battle_ended_told}
