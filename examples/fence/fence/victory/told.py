"""Objectives and the end in words."""

from __future__ import annotations

from typing import Final

from fence.state import State
from fence.victory import events, rule
from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.words import side_does


def goal_taken(view: State, event: events.GoalTaken) -> Telling:
    goal = next(goal for goal in view.goals if goal.id == event.goal)
    return Telling(f"{side_does(event.side, 'take')} {goal.name}.", ((goal.x, goal.y),), hint="place", side=event.side)


def battle_ended(view: State, event: events.BattleEnded) -> Telling:
    won = event.outcome.winner
    return Telling(event.outcome.text, hint="end", side="" if won == rule.DRAW else won)


TELLINGS: Final[Tellings] = {events.GoalTaken: goal_taken, events.BattleEnded: battle_ended}
