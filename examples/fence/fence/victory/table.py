"""Who holds the objectives, and whether it is over."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.command import events as command_events
from fence.state import Goal, State
from fence.victory import events, rule
from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Outcome, Progress
from roundtop.battle.words import capital, side_does
from roundtop.dice.sources import Dice
from roundtop.table.footprint import point_gap
from roundtop.table.measure import within


def end_turn(state: State, step: events.EndTurn, dice: Dice) -> Progress:
    """Objectives are taken; the battle ends, or the next turn begins [victory.objective, victory.broken]."""
    taken: list[object] = []
    now = state
    for goal in state.goals:
        side = rule.holder(near(state, goal), goal.holder)
        if side != goal.holder:
            taken.append(events.GoalTaken(goal.id, side))
            now = events.goal_taken(now, events.GoalTaken(goal.id, side))
    ended = judged(now)
    if ended is not None:
        return Progress((*taken, events.BattleEnded(ended)))
    return Progress(tuple(taken), (command_events.BeginTurn(state.turn + 1),))


def near(state: State, goal: Goal) -> list[str]:
    """The sides with a regiment near an objective."""
    found = [unit for unit in field.on_table(state) if within(point_gap(field.line(unit), goal.x, goal.y), goal.radius)]
    return sorted({unit.side for unit in found})


def beaten(state: State, side: str) -> bool:
    own = [unit for unit in state.units if unit.side == side]
    return rule.broken(len(own), len([unit for unit in own if not unit.here]))


def judged(state: State) -> Outcome | None:
    first, second = state.sides
    points = (held(state, first), held(state, second))
    lost = (beaten(state, first), beaten(state, second))
    side = rule.winner(state.sides, lost, points, state.turn >= state.turn_limit)
    if not side:
        return None
    reason = "broken" if lost[0] or lost[1] else "objectives"
    how = "more than half a side is gone" if reason == "broken" else "time is up"
    text = "a draw" if side == rule.DRAW else side_does(side, "win")
    return Outcome(side, reason, f"{capital(how)}: {text}.", ((first, points[0]), (second, points[1])))


def held(state: State, side: str) -> int:
    return sum([goal.points for goal in state.goals if goal.holder == side])


PLAYS: Final[Plays] = {events.EndTurn: Play(end_turn)}
