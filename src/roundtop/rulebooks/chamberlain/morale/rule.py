"""Fatigue and what it means, rallying, breaking, and the morale of an army."""

from __future__ import annotations

from typing import Final

from roundtop.dice.questions import D6, Count, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.command import rule as command_rule
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.table.measure import within

RALLY_ON: Final = 3
RALLY_CLEAR_BW: Final = 2.0
"""An enemy this near bars a rally without a Hero [rally.distance]."""
RALLY_LEAST: Final = 2
"""The last fatigue is never shaken off [rally.not-to-fresh]."""
BREAK_POINT: Final[dict[str, tuple[int, int]]] = {"1/3": (1, 3), "2/5": (2, 5), "1/2": (1, 2)}
"""Share of its units whose breaking breaks an army [status.morale]."""


def fatigued(elan: int, fatigue: int, settings: Settings) -> bool:
    """Whether a unit has fatigued status [fatigue.fatigued]."""
    twice = 2 * tables.current_elan(elan, fatigue)
    return twice < elan if settings.fatigue_fatigued_at == "below-half" else twice <= elan


def status_of(elan: int, fatigue: int, settings: Settings) -> str:
    """Fresh, worn, fatigued or broken [fatigue.fresh, fatigue.fatigued, fatigue.broken]."""
    if tables.current_elan(elan, fatigue) == 0:
        return "broken"
    if fatigued(elan, fatigue, settings):
        return "fatigued"
    return "worn" if fatigue else "fresh"


def may_charge(elan: int, fatigue: int, mounted: bool, settings: Settings) -> bool:
    """Whether fatigue does not bar a unit from charging [move.charge-not-fatigued]."""
    if settings.charge_bar == "any-fatigue":
        return fatigue == 0
    if settings.charge_bar == "mounted-only" and not mounted:
        return True
    return not fatigued(elan, fatigue, settings)


@record(frozen=True)
class Rally:
    """A unit that tries to shake off one fatigue; `officer` None: no officer is attached."""

    arm: str
    fatigue: int
    officer: tuple[str, ...] | None
    activated: bool
    nearest_enemy: float
    by: str = ""


@record(frozen=True)
class Rallied:
    """What came of a rally attempt."""

    at_risk: bool
    officer_killed: bool
    success: bool
    fatigue: int


def rally_refusal(rally: Rally) -> str:
    """The clause by which a unit may not try to rally, "" when it may.

    [fatigue.artillery, rally.activated, rally.not-to-fresh, rally.distance, trait.hero]
    """
    if rally.arm in tables.GUNS:
        return "chamberlain.fatigue.artillery"
    if not rally.activated:
        return "chamberlain.rally.activated"
    if rally.fatigue < RALLY_LEAST:
        return "chamberlain.rally.not-to-fresh"
    if within(rally.nearest_enemy, RALLY_CLEAR_BW) and not _hero(rally):
        return "chamberlain.rally.distance"
    return ""


def _hero(rally: Rally) -> bool:
    return rally.officer is not None and command_rule.HERO in rally.officer


def hero_at_risk(rally: Rally) -> bool:
    """Whether the Hero risks himself: an enemy is near [trait.hero-risk]."""
    return _hero(rally) and within(rally.nearest_enemy, RALLY_CLEAR_BW)


def rallied(rally: Rally, dice: Dice) -> Rallied:
    """Throw for a rally: the Hero's risk first, then 3 or more takes off one fatigue.

    [rally.roll, rally.remove-one, trait.hero-risk, command.at-risk-timing]
    """
    risk = hero_at_risk(rally)
    killed = risk and command_rule.officer_falls(dice, False, rally.by, "chamberlain.trait.hero-risk")
    success = dice.ask(Count(1, D6, RALLY_ON, Why("rally", "chamberlain.rally.roll", rally.by))) == 1
    return Rallied(risk, killed, success, rally.fatigue - 1 if success else rally.fatigue)


def break_point(starting_units: int, settings: Settings) -> int:
    """How many broken units break an army: its share rounded up [status.morale]."""
    part, whole = BREAK_POINT[settings.victory_break_fraction]
    return -(-part * starting_units // whole)


def army_broken(starting_units: int, broken_units: int, settings: Settings) -> bool:
    """Whether an army has reached its break point; retired units do not count [status.morale, move.retire-effect]."""
    return broken_units >= break_point(starting_units, settings)
