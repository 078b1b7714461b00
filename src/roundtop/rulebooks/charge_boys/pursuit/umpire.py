"""Procedures: melee-result and caught."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Answer, Chances, FieldError, Fields, Outputs, Procedure, Worked
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.exact import fold
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables, umpire
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.melee import rule as melee_rule
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.morale import umpire as morale_umpire
from roundtop.rulebooks.charge_boys.pursuit import rule


@record(frozen=True)
class Defeat:
    """A melee loser and the unit that beat it."""

    loser: morale_rule.Nerve
    winner_arm: str
    follows_up: bool


def _settled(defeat: Defeat, after: rule.Aftermath) -> Answer:
    gave_way = after.result != morale_rule.CARRY_ON
    reached = after.contact and gave_way
    found: Outputs = {
        "modifier": total(morale_rule.other_mods(defeat.loser)),
        "follow_up": float(after.follow_up),
        "caught": reached and after.result in (morale_rule.RETIRE, morale_rule.DISORDER),
        "loser_removed": reached and after.result == morale_rule.ROUT,
        "winner_disordered": defeat.winner_arm == tables.CAVALRY and defeat.follows_up and gave_way,
    }
    return found, morale_umpire.went_back(after.retreat, after.guns, after.abandoned), after


def _defeat_lines(defeat: Defeat, after: rule.Aftermath) -> tuple[Row, ...]:
    return (
        *lines(morale_rule.other_mods(defeat.loser)),
        Row("total", str(after.total), "charge-boys.melee.loser-test"),
        Row("the loser", f"{after.result}, {after.retreat:g} in back", "charge-boys.melee.loser-test"),
        Row("follow-up", f"{after.follow_up} in", "charge-boys.melee.follow-up"),
        Row("in contact", "yes" if after.contact else "no", "charge-boys.melee.draw"),
    )


def _victim_can_be(victim: Fields) -> None:
    umpire.drawn_up(victim)
    if victim["result"] == morale_rule.EVADE and victim["formation"] != tables.SKIRMISH:
        raise FieldError(f"result: evade cannot be; only skirmishers evade, not a unit in {victim['formation']}")


def _catch_can_be(given: Fields) -> None:
    procedure.inside("victim", procedure.reads(casualties_rule.Body, _victim_can_be))(given)


def _catch_outputs(catch: rule.Catch, after: rule.Caught) -> Answer:
    fought = not catch.routing and catch.settings.melee != "none"
    found: Outputs = {
        "modifier": total(rule.catch_mods(catch)) if fought else None,
        "dice": melee_rule.melee_dice(catch.fighting, catch.settings) if fought else None,
        "officers_killed": after.officers,
        "general_killed": after.general,
        "strength": after.left,
        "retreat": None if after.removed else after.rout,
    }
    return found, after


def _work_catch(catch: rule.Catch, dice: Dice) -> Worked:
    after = rule.caught(catch, dice)
    found = list(lines(rule.catch_mods(catch))) if not catch.routing else []
    found.append(Row("lost", str(after.killed), "charge-boys.melee.caught"))
    words = "removed" if after.removed else f"routs {after.rout:g} in"
    rows = (*found, Row("the unit caught", words, "charge-boys.melee.caught"))
    return Worked(_catch_outputs(catch, after), rows)


@record(unsafe_hash=True)
class Capture:
    """A unit caught, on its way: hits, losses, what becomes of it."""

    hits: int = 0
    lost: casualties_rule.Losses = casualties_rule.NO_LOSSES
    after: rule.Caught | None = None


def _catch_hits(catch: rule.Catch, _: Capture, dice: Dice) -> Capture:
    return Capture(rule.catch_kills(catch, dice))


def _catch_losses(catch: rule.Catch, found: Capture, dice: Dice) -> Capture:
    return Capture(0, rule.catch_losses(catch, found.hits, dice))


def _catch_rout(catch: rule.Catch, found: Capture, dice: Dice) -> Capture:
    return Capture(after=rule.catch_rout(catch, found.lost, dice))


def _catch_chances(catch: rule.Catch) -> tuple[Chances, ...]:
    odds = fold([partial(_catch_hits, catch), partial(_catch_losses, catch), partial(_catch_rout, catch)], Capture())
    return (Chances("", odds, lambda found: _catch_outputs(catch, found.after)),)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.simple(
        "melee-result",
        procedure.reads(
            Defeat,
            loser=procedure.inside("loser", morale_umpire.NERVE),
            winner_arm="winner.arm",
            follows_up="winner.follows_up",
        ),
        lambda defeat, dice: rule.settle(defeat.loser, defeat.winner_arm, defeat.follows_up, dice),
        _settled,
        _defeat_lines,
    ),
    Procedure(
        "caught",
        procedure.reads(
            rule.Catch,
            _catch_can_be,
            victim_arm="victim.arm",
            victim_formation="victim.formation",
            strength="victim.strength",
            routing=lambda given: given["victim"]["result"] == morale_rule.ROUT,
            officers="victim.officers",
            general="victim.general",
        ),
        _work_catch,
        _catch_chances,
    ),
)
