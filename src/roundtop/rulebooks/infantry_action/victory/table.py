"""Who holds which objective, and whether the battle is over."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Outcome, Progress
from roundtop.battle.words import victory
from roundtop.dice.sources import Dice
from roundtop.kit import objectives
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.events import BeginTurn, apply
from roundtop.rulebooks.infantry_action.morale import table as morale_table
from roundtop.rulebooks.infantry_action.state import State
from roundtop.rulebooks.infantry_action.victory import events as victory_events
from roundtop.rulebooks.infantry_action.victory import rule
from roundtop.table.footprint import point_gap
from roundtop.table.measure import within


def end_turn(state: State, step: victory_events.EndTurn, dice: Dice) -> Progress:
    """Goals are taken, the battle may end, or the next turn begins [victory.game-length]."""
    events: morale_table.Events = []
    now = state
    for goal in state.goals:
        side = holder(state, goal)
        if side != goal.holder:
            events.append(victory_events.GoalTaken(goal.id, side))
            now = apply(now, events[-1])
    ended = judged(now)
    if ended is not None:
        return Progress((*events, victory_events.BattleEnded(ended)))
    return Progress(tuple(events), (BeginTurn(state.turn + 1),))


def holder(state: State, goal: Goal) -> str:
    """Who holds a goal: the side that alone has a stand near it, otherwise whoever held it last."""
    near = {
        unit.side
        for unit in field.on_table(state)
        if within(point_gap(field.block(unit, state.settings), goal.x, goal.y), goal.radius)
    }
    allowed = [side for side in near if goal.side in ("", side)]
    return allowed[0] if len(near) == 1 and allowed else goal.holder


def toll(state: State, side: str) -> rule.Toll:
    """What a side has lost so far [victory.points, victory.army-break]."""
    own = [unit for unit in state.units if unit.side == side]
    infantry = [unit for unit in own if unit.kind == "infantry"]
    return rule.Toll(
        len(infantry),
        len([unit for unit in infantry if unit.routed or unit.place == field.GONE]),
        sum([unit.start - unit.stands for unit in infantry]),
        len([unit for unit in own if unit.kind == "battery" and unit.place == field.GONE]),
    )


def judged(state: State) -> Outcome | None:
    """How the battle stands at the end of a turn; a scenario's objectives come before points [victory.points]."""
    sides = (state.armies[0].side, state.armies[1].side)
    found = rule.victory(
        state.turn, state.turn_limit, sides, (toll(state, sides[0]), toll(state, sides[1])), state.settings
    )
    points = ((sides[0], found.points[0]), (sides[1], found.points[1]))
    held = [side for side in sides if objectives.holds_all_decisive(state.goals, side)]
    if len(held) == 1 and not (found.over and found.reason == "army-break"):
        return Outcome(held[0], "objectives", f"{_title(held[0])} hold every decisive objective.", points)
    if not found.over:
        return None
    if found.reason == "turn-limit":
        ahead = leader_by_goals(state)
        if ahead:
            return Outcome(ahead, "objectives", f"Time is up: {_title(ahead)} hold the objectives.", points)
    return Outcome(found.winner, found.reason, _words(found.winner, found.reason, points), points)


def leader_by_goals(state: State) -> str:
    """The side whose objectives are worth more, "" when neither leads."""
    worth = {army.side: 0 for army in state.armies}
    for goal in state.goals:
        if goal.holder in worth:
            worth[goal.holder] += goal.points
    first = state.armies[0].side
    other = field.enemy_of(state, first)
    if worth[first] == worth[other]:
        return ""
    return first if worth[first] > worth[other] else other


def _title(side: str) -> str:
    return "the Union" if side == "union" else "the Confederates"


def _words(winner: str, reason: str, points: tuple[tuple[str, int], ...]) -> str:
    return victory("An army is broken" if reason == "army-break" else "Time is up", winner, points)


PLAYS: Final[Plays] = {
    victory_events.EndTurn: Play(end_turn),
}
