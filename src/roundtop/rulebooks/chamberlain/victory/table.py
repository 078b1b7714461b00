"""The Status Phase at the table."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Outcome, Progress
from roundtop.dice.sources import Dice
from roundtop.kit.objectives import Goal
from roundtop.record import replace
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.command import events as command_events
from roundtop.rulebooks.chamberlain.command import rule as command_rule
from roundtop.rulebooks.chamberlain.phases import events as phases_events
from roundtop.rulebooks.chamberlain.state import BROKEN, RETIRED, State
from roundtop.rulebooks.chamberlain.victory import events as victory_events
from roundtop.rulebooks.chamberlain.victory import rule
from roundtop.table.footprint import point_gap


def standing(state: State, side: str, goals: tuple[Goal, ...]) -> rule.Standing:
    """How an army stands, with the points of the objectives it holds [status.morale, victory.night]."""
    own = [unit for unit in state.units if unit.side == side]
    return rule.Standing(
        side,
        len(own),
        len([unit for unit in own if unit.place == BROKEN]),
        len([unit for unit in own if unit.place == RETIRED]),
        sum([goal.points for goal in goals if goal.holder == side and goal.side in ("", side)]),
    )


def status(state: State, step: victory_events.Status, dice: Dice) -> Progress:
    """Immobile countdown, army morale and retirement, objectives, night; then the other side or the next turn.

    [turn.status-phase, status.order, status.morale, status.mark-turn, victory.retirement, victory.objectives]
    """
    events: list[object] = [
        command_events.PipsCounted(
            officer.id, command_rule.pips_after_status(officer.pips, officer.side == step.side, state.settings)
        )
        for officer in state.officers
        if officer.pips
    ]
    last = step.side != state.first
    night = last and state.turn >= state.turn_limit
    goals = held(state)
    taken = [(now.id, now.holder) for now, old in zip(goals, state.goals) if now.holder != old.holder]
    if taken:
        events.append(victory_events.GoalsChecked(tuple(taken)))
    found = decided(state, goals, night)
    if found is not None:
        return Progress((*events, victory_events.BattleEnded(found)))
    following = (
        phases_events.BeginTurn(state.turn + 1) if last else phases_events.PlayerTurn(field.enemy_of(state, step.side))
    )
    return Progress(tuple(events), (following,))


def held(state: State) -> tuple[Goal, ...]:
    """The objectives with whoever holds them now [victory.objective-control]."""
    found: list[Goal] = []
    for goal in state.goals:
        near = tuple(
            [
                rule.Near(unit.side, unit.arm, point_gap(field.block(unit, state.settings), goal.x, goal.y))
                for unit in field.on_table(state)
            ]
        )
        owner = rule.holder(goal.holder, near, goal.radius)
        found.append(replace(goal, holder=owner))
    return tuple(found)


def decided(state: State, goals: tuple[Goal, ...], night: bool) -> Outcome | None:
    """How the battle has ended, None while it goes on [victory.retirement, victory.night]."""
    sides = tuple([army.side for army in state.armies])
    first, second = [standing(state, side, goals) for side in sides]
    points = tuple([(side.side, side.points) for side in (first, second)])
    winner = rule.by_retirement(first, second, state.settings)
    if winner != rule.NOBODY:
        return Outcome(winner, "retirement", _words(winner, "an army retires from the field"), points)
    winner = sudden_winner(state, goals)
    if winner:
        return Outcome(winner, "objectives", _words(winner, "the objectives are taken"), points)
    if night:
        winner = rule.by_night(first, second)
        reason = "objectives" if first.points != second.points else "losses"
        return Outcome(winner, reason, _words(winner, "night falls"), points)
    return None


def _words(winner: str, why: str) -> str:
    return f"A draw: {why}." if winner == rule.DRAW else f"The {winner.capitalize()} side wins: {why}."


def sudden_winner(state: State, goals: tuple[Goal, ...]) -> str:
    """The side that has now taken the last objective it needs to win at once, "" if nobody has [victory.objectives].

    Those that a scenario calls decisive are needed by the sides that may take them; by the house all of them.
    """
    for army in state.armies:
        needed = [goal for goal in goals if goal.decisive and goal.side in ("", army.side)]
        if _taken(state, needed, army.side):
            return army.side
        if state.settings.victory_sudden_death == "all" and _taken(state, list(goals), army.side):
            return army.side
    return ""


def _taken(state: State, needed: list[Goal], side: str) -> bool:
    """Whether a side holds all of these, and one of them only since this phase."""
    before = [old for old in state.goals if old.holder == side]
    held = [goal for goal in needed if goal.holder == side]
    return len(held) == len(needed) and bool([goal for goal in held if goal not in before])


PLAYS: Final[Plays] = {
    victory_events.Status: Play(status),
}
