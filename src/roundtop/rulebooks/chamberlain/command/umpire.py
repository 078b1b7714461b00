"""The procedures at-risk and immobile-countdown."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Outputs, Procedure, as_given, reckoned, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain.command import rule


def _countdown(given: Fields) -> Outputs:
    by_turn, again = rule.countdown(given["command_used_on_turn"], given["settings"])
    return {"pips_by_turn": [{"turn": turn, "pips": pips} for turn, pips in by_turn], "next_command_turn": again}


def _roll_risk(given: Fields, dice: Dice) -> bool:
    sniped = given["cause"] == "fire" and "SS" in given["enemy_traits"]
    return rule.officer_falls(dice, sniped, "")


def _risked(given: Fields, killed: bool) -> Outputs:
    return {
        "officer_killed": killed,
        "officer": rule.after_risk(tuple(given["officer"]), killed),
        "attached_to": given["nearest_friendly"],
    }


def _risk_lines(_: Fields, killed: bool) -> tuple[Row, ...]:
    if not killed:
        return (Row("officer", "survives", "chamberlain.command.at-risk"),)
    return (
        Row("officer", "killed", "chamberlain.command.at-risk"),
        Row("replacement", "an average officer", "chamberlain.command.replacement"),
    )


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned("immobile-countdown", as_given, _countdown, "chamberlain.trait.immobile-countdown"),
    simple("at-risk", as_given, _roll_risk, _risked, _risk_lines),
)
