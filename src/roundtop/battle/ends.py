"""How players end a battle themselves: nothing on the field decides it, and no rule does."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Outcome
from roundtop.battle.scenario import Scenario

UNFOUGHT: Final = ("conceded", "agreed", "time")
"""The reasons of such ends."""


def agreed() -> Outcome:
    return Outcome("draw", "agreed", "The players agreed to a draw.")


def conceded(scenario: Scenario, loser: str) -> Outcome:
    """A side gives the battle up."""
    names = {side.id: side.name for side in scenario.sides}
    others = [side for side in names if side != loser]
    return Outcome(others[0], "conceded", f"{names[loser]} concedes.")


def timed_out(scenario: Scenario, winner: str, late: str) -> Outcome:
    """A side claims the battle from another that has used up its time."""
    names = {side.id: side.name for side in scenario.sides}
    return Outcome(winner, "time", f"{names[late]}: the time is up.")


def by_players(scenario: Scenario) -> list[Outcome]:
    """Every way in which players can end a battle."""
    sides = [side.id for side in scenario.sides]
    given_up = [conceded(scenario, side) for side in sides]
    return [agreed(), *given_up, *[timed_out(scenario, one, two) for one in sides for two in sides if one != two]]
