"""Procedures: melee-result and caught."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle.procedure import Chances, FieldError, Outputs, Procedure, Worked, between, filled, simple
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


def _read_defeat(fields: umpire.Fields) -> Defeat:
    winner: umpire.Fields = fields["winner"]
    return Defeat(
        morale_umpire.nerve(fields["loser"], umpire.house(fields), "loser."), winner["arm"], winner["follows_up"]
    )


def _roll_defeat(defeat: Defeat, dice: Dice) -> rule.Aftermath:
    return rule.settle(defeat.loser, defeat.winner_arm, defeat.follows_up, dice)


def _defeat_outputs(defeat: Defeat, after: rule.Aftermath) -> Outputs:
    gave_way = after.result != morale_rule.CARRY_ON
    reached = after.contact and gave_way
    return {
        "modifier": total(morale_rule.other_mods(defeat.loser)),
        "total": after.total,
        "result": after.result,
        "retreat": umpire.length(after.retreat),
        "retreat_guns": after.guns or None,
        "guns_abandoned": after.abandoned or None,
        "follow_up": float(after.follow_up),
        "contact": after.contact,
        "caught": reached and after.result in (morale_rule.RETIRE, morale_rule.DISORDER),
        "loser_removed": reached and after.result == morale_rule.ROUT,
        "winner_disordered": defeat.winner_arm == tables.CAVALRY and defeat.follows_up and gave_way,
    }


def _defeat_lines(defeat: Defeat, after: rule.Aftermath) -> tuple[Row, ...]:
    return (
        *lines(morale_rule.other_mods(defeat.loser)),
        Row("total", str(after.total), "charge-boys.melee.loser-test"),
        Row("the loser", f"{after.result}, {after.retreat:g} in back", "charge-boys.melee.loser-test"),
        Row("follow-up", f"{after.follow_up} in", "charge-boys.melee.follow-up"),
        Row("in contact", "yes" if after.contact else "no", "charge-boys.melee.draw"),
    )


MELEE_RESULT: Final[Procedure] = simple("melee-result", _read_defeat, _roll_defeat, _defeat_outputs, _defeat_lines)


def _read_catch(fields: umpire.Fields) -> rule.Catch:
    victim: umpire.Fields = fields["victim"]
    umpire.counts(fields, "", "fighting")
    formation = umpire.formation(victim, "victim.")
    between("victim.strength", victim["strength"], 1)
    between("victim.officers", victim["officers"], 0, victim["strength"])
    if victim["result"] == morale_rule.EVADE and formation != tables.SKIRMISH:
        raise FieldError(f"victim.result: evade cannot be; only skirmishers evade, not a unit in {formation}")
    return filled(
        rule.Catch,
        fields,
        victim_arm=victim["arm"],
        victim_formation=formation,
        strength=victim["strength"],
        routing=victim["result"] == morale_rule.ROUT,
        officers=victim["officers"],
        general=victim["general"],
        settings=umpire.house(fields),
    )


def _catch_outputs(catch: rule.Catch, after: rule.Caught) -> Outputs:
    fought = not catch.routing and catch.settings.melee != "none"
    return {
        "modifier": total(rule.catch_mods(catch)) if fought else None,
        "dice": melee_rule.melee_dice(catch.fighting, catch.settings) if fought else None,
        "killed": after.killed,
        "officers_killed": after.officers,
        "general_killed": after.general,
        "strength": after.left,
        "retreat": None if after.removed else umpire.length(after.rout),
        "removed": after.removed,
    }


def _catch_lines(catch: rule.Catch, after: rule.Caught) -> tuple[Row, ...]:
    found = list(lines(rule.catch_mods(catch))) if not catch.routing else []
    found.append(Row("lost", str(after.killed), "charge-boys.melee.caught"))
    words = "removed" if after.removed else f"routs {after.rout:g} in"
    return (*found, Row("the unit caught", words, "charge-boys.melee.caught"))


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


CAUGHT: Final[Procedure] = Procedure(
    "caught",
    _read_catch,
    lambda catch, dice: _worked_catch(catch, rule.caught(catch, dice)),
    _catch_chances,
)


def _worked_catch(catch: rule.Catch, after: rule.Caught) -> Worked:
    return Worked(_catch_outputs(catch, after), _catch_lines(catch, after))


PROCEDURES: Final[tuple[Procedure, ...]] = (
    MELEE_RESULT,
    CAUGHT,
)
