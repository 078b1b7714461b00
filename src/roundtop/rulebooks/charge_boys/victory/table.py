"""The end of a turn at the table: order recovered, guns and goals taken, the outcome."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Outcome, Progress
from roundtop.battle.words import side_does, victory
from roundtop.dice.sources import Dice
from roundtop.kit import objectives
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.artillery import crews as artillery_crews
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.initiative import events as initiative_events
from roundtop.rulebooks.charge_boys.morale import table as morale_table
from roundtop.rulebooks.charge_boys.state import CAPTURED, GONE, ON_TABLE, State, Unit
from roundtop.rulebooks.charge_boys.victory import events as victory_events
from roundtop.rulebooks.charge_boys.victory import rule
from roundtop.table.footprint import point_gap
from roundtop.table.measure import within

Events = list[object]


def end_turn(state: State, step: victory_events.EndTurn, dice: Dice) -> Progress:
    """Order is recovered, guns and goals are taken, the battle may end, or the next turn begins [turn.end]."""
    events: Events = []
    now = state
    for part in (morale_table.reordered, artillery_crews.captured, _goals):
        for event in part(now):
            now = apply(now, event)
            events.append(event)
    over = judged(now)
    if over is not None:
        return Progress((*events, victory_events.BattleEnded(over)))
    return Progress(tuple(events), (initiative_events.BeginTurn(state.turn + 1),))


def _goals(state: State) -> Events:
    found: Events = []
    for goal in state.goals:
        side = holder(state, goal)
        if side != goal.holder:
            found.append(victory_events.GoalTaken(goal.id, side))
    return found


def holder(state: State, goal: Goal) -> str:
    """Who holds a goal: the side that alone has a steady unit near it, otherwise whoever had it last."""
    near: list[str] = []
    for unit in field.on_table(state):
        if not field.steady(unit) or unit.side in near:
            continue
        there = min([point_gap(block, goal.x, goal.y) for block in field.blocks(unit, state.settings)])
        if within(there, goal.radius):
            near.append(unit.side)
    allowed = [side for side in near if goal.side in ("", side)]
    return allowed[0] if len(near) == 1 and allowed else goal.holder


def is_out(unit: Unit) -> bool:
    """Whether a unit is out of action; one still to arrive is not [victory.lost-unit, setup.muster]."""
    if unit.place not in (ON_TABLE, GONE):
        return False
    return rule.out_of_action(
        unit.start, field.strength(unit), field.routing(unit), unit.place == GONE, artillery_crews.guns_lost(unit)
    )


def tally_of(state: State, side: str) -> rule.Tally:
    """What a side has lost and gained so far [victory.points]."""
    own = [unit for unit in state.units if unit.side == side]
    theirs = [gun for unit in state.units if unit.side != side for gun in unit.guns]
    return rule.Tally(
        len(own),
        len([unit for unit in own if is_out(unit)]),
        len([gun for gun in theirs if gun.fate == CAPTURED]),
        len([general for general in state.generals if general.side == side and general.place == GONE]),
        sum([goal.points for goal in state.goals if goal.holder == side]),
    )


def judged(state: State) -> Outcome | None:
    """How the battle stands at the end of a turn [victory.army-break, victory.points, victory.game-length]."""
    sides = (state.armies[0].side, state.armies[1].side)
    tallies = (tally_of(state, sides[0]), tally_of(state, sides[1]))
    found = rule.ended(state.turn, state.turn_limit, sides, tallies, state.settings)
    points = ((sides[0], found.points[0]), (sides[1], found.points[1]))
    held = [side for side in sides if objectives.holds_all_decisive(state.goals, side)]
    if len(held) == 1 and found.broken == (False, False):
        return Outcome(held[0], "objectives", f"{side_does(held[0], 'hold')} every decisive objective.", points)
    if found.winner == "none":
        return None
    reason = "army-break" if found.broken != (False, False) else "turn-limit"
    return Outcome(found.winner, reason, _words(state, found.winner, reason, points), points)


def _words(state: State, winner: str, reason: str, points: tuple[tuple[str, int], ...]) -> str:
    if winner == "draw":
        return f"A drawn battle, {points[0][1]} points to {points[1][1]}."
    broken = reason == "army-break"
    return victory(side_does(field.enemy_of(state, winner), "break") if broken else "Time is up", winner, points)


PLAYS: Final[Plays] = {
    victory_events.EndTurn: Play(end_turn),
}
