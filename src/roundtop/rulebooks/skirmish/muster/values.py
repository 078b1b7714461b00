"""What a scenario says for this rulebook."""

from __future__ import annotations

from math import ceil
from typing import Final

from roundtop.battle.scenario import MusterError, Scenario, value
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.table.measure import NOISE

RULEBOOK: Final = "skirmish"


ENTRY_TURNS: Final = 1


def said(scenario: Scenario, name: str, about: str = "") -> str:
    return value(scenario, RULEBOOK, name, about) or ""


def listed(scenario: Scenario, name: str, about: str = "") -> list[str]:
    """What a scenario lists for this rulebook."""
    return [word.strip() for word in said(scenario, name, about).split(",") if word.strip()]


def number(scenario: Scenario, name: str, about: str, low: float, high: float) -> float:
    """A number that the scenario gives for this rulebook; 0 where it gives none."""
    text = said(scenario, name, about)
    if not text:
        return 0.0
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not low <= found <= high:
        field = f"{about}.values.{RULEBOOK}.{name}" if about else f"values.{RULEBOOK}.{name}"
        raise MusterError(f"{field}: expected a number from {low:g} to {high:g}, found '{text}'")
    return found


def turn_limit(scenario: Scenario, settings: Settings) -> int:
    """The last turn: the scenario's, or the option where it gives none [victory.game-length]."""
    return int(number(scenario, "turns", "", 1, 1000)) or settings.turn_limit


def arrival_turn(minute: int, settings: Settings) -> int:
    """The turn in which an arrival is due [setup.reinforcements, setup.scale]."""
    return ENTRY_TURNS + ceil(minute * settings.turns_per_minute - NOISE)
