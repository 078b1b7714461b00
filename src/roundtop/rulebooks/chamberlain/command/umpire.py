"""The procedures at-risk and immobile-countdown."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.command import rule


def _countdown_outputs(fields: umpire.Fields) -> Outputs:
    by_turn, again = rule.countdown(fields["command_used_on_turn"], fields["settings"])
    return {"pips_by_turn": [{"turn": turn, "pips": pips} for turn, pips in by_turn], "next_command_turn": again}


def _read_countdown(fields: umpire.Fields) -> umpire.Fields:
    between("command_used_on_turn", fields["command_used_on_turn"], 1)
    return fields | {"settings": umpire.house_of(fields)}


IMMOBILE_COUNTDOWN: Final[Procedure] = umpire.answered(
    "immobile-countdown", _read_countdown, _countdown_outputs, "chamberlain.trait.immobile-countdown"
)


def _roll_risk(fields: umpire.Fields, dice: Dice) -> bool:
    sniped = fields["cause"] == "fire" and "SS" in fields["enemy_traits"]
    return rule.officer_falls(dice, sniped, "")


def _risk_outputs(fields: umpire.Fields, killed: bool) -> Outputs:
    return {
        "officer_killed": killed,
        "officer": rule.after_risk(tuple(fields["officer"]), killed),
        "attached_to": fields["nearest_friendly"],
    }


def _risk_lines(fields: umpire.Fields, killed: bool) -> tuple[Row, ...]:
    if killed:
        return (
            Row("officer", "killed", "chamberlain.command.at-risk"),
            Row("replacement", "an average officer", "chamberlain.command.replacement"),
        )
    return (Row("officer", "survives", "chamberlain.command.at-risk"),)


AT_RISK: Final[Procedure] = simple("at-risk", lambda fields: fields, _roll_risk, _risk_outputs, _risk_lines)

PROCEDURES: Final[tuple[Procedure, ...]] = (IMMOBILE_COUNTDOWN, AT_RISK)
