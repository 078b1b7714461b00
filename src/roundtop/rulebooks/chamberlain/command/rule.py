"""Officers: their traits, the risks they run, and whom they serve."""

from __future__ import annotations

from typing import Final

from roundtop.dice.questions import D6, Count, Why
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain.options import Settings

ARTILLERY: Final = "A"
CAVALRY: Final = "C"
HERO: Final = "H"
IMMOBILE: Final = "IMB"
INSPIRING: Final = "I"
INTUITIVE: Final = "INT"
MOBILE: Final = "MOB"
STEADFAST: Final = "SF"
VIGOROUS: Final = "V"
CNC_ONLY: Final = (IMMOBILE, MOBILE)
"""Traits that only a commander in chief may hold, never both [command.officers]."""
SERVING: Final = (ARTILLERY, INSPIRING, STEADFAST, HERO)
"""Traits that work on the unit an officer is attached to [command.attached]."""
KILLED_ON: Final = 6
KILLED_BY_SHARPSHOOTERS_ON: Final = 5
IMMOBILE_PIPS: Final = 3
PLACE_CLEAR_BW: Final = 2.0
"""A free-standing officer is set down at least this far from every enemy base [command.placement]."""
OVERRUN_BW: Final = 1.0
"""An enemy base this near drives off a free-standing officer [command.overrun]."""
SECOND_UNIT_BW: Final = 4.0
"""How far off a second unit a Mobile or Vigorous officer may serve, or a Vigorous one activate [trait.vigorous]."""


def officer_falls(dice: Dice, sharpshooters: bool, by: str, clause: str = "chamberlain.command.at-risk") -> bool:
    """An at-risk roll: 6 kills, 5 too when sharpshooters fired [command.at-risk, command.at-risk-ss]."""
    if sharpshooters:
        why = Why("officer at risk from sharpshooters", "chamberlain.command.at-risk-ss", by)
        return dice.ask(Count(1, D6, KILLED_BY_SHARPSHOOTERS_ON, why)) == 1
    return dice.ask(Count(1, D6, KILLED_ON, Why("officer at risk", clause, by))) == 1


def after_risk(traits: tuple[str, ...], killed: bool) -> tuple[str, ...]:
    """The traits of whoever holds the post afterwards: an average officer replaces one killed [command.replacement]."""
    return () if killed else traits


def commands_twice(traits: tuple[str, ...]) -> bool:
    """Whether a CnC commands and serves twice; a Vigorous one counts as Mobile [trait.mobile-cnc, trait.vigorous]."""
    return MOBILE in traits or VIGOROUS in traits


def serves_second_unit(traits: tuple[str, ...], cnc: bool) -> bool:
    """Whether an officer's traits reach a second unit, named at placement [trait.mobile-cnc, trait.vigorous]."""
    works_twice = VIGOROUS in traits or (cnc and MOBILE in traits)
    return works_twice and any([trait in SERVING for trait in traits])


def pips_after_command(traits: tuple[str, ...], pips: int) -> int:
    """The pips on a CnC's die once he has commanded [trait.immobile]."""
    return IMMOBILE_PIPS if IMMOBILE in traits else pips


def pips_after_status(pips: int, own: bool, settings: Settings) -> int:
    """The pips on an Immobile CnC's die after a Status Phase, his own or the enemy's [trait.immobile-countdown]."""
    counts = own or settings.trait_imb_countdown == "every-status"
    return max(0, pips - 1) if counts else pips


def countdown(turn: int, settings: Settings) -> tuple[tuple[tuple[int, int], ...], int]:
    """Turn and pips after each of his own Status Phases, and the first turn on which he may command again.

    [trait.immobile, trait.immobile-countdown]
    """
    found: list[tuple[int, int]] = []
    pips = IMMOBILE_PIPS
    while pips:
        pips = pips_after_status(pips, True, settings)
        found.append((turn, pips))
        pips = pips_after_status(pips, False, settings)
        turn += 1
    return tuple(found), turn
