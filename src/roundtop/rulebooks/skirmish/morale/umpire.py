"""Tests of nerve, what they force, motion and rallies, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between, simple
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import tables, umpire
from roundtop.rulebooks.skirmish.actions import rule as actions_rule
from roundtop.rulebooks.skirmish.morale import rule

MORALE_STATE: Final[Procedure] = simple(
    "morale-state",
    lambda fields: fields,
    lambda fields, _: rule.worse(fields["current"], fields["new"]),
    lambda _, state: {"state": state},
    lambda fields, state: (Row(f"{fields['current']}, then {fields['new']}", state, "skirmish.morale.repeat-tests"),),
)


def _read_morale(fields: umpire.Fields) -> rule.Check:
    between("start", fields["start"], 1)
    between("lost", fields["lost"], 0, fields["start"])
    between("wounded", fields["wounded"], 0, fields["start"] - fields["lost"])
    for name in ("friends_retiring_cm", "flank_enemy_cm", "flank_friend_cm"):
        between(name, fields[name] or 0.0, 0)
    commander: umpire.Fields = fields["commander"] or {"ok": False, "in_sight": False, "distance_cm": 0.0}
    between("commander.distance_cm", commander["distance_cm"], 0)
    return rule.Check(
        quality=fields["class"],
        start=fields["start"],
        lost=fields["lost"],
        wounded=fields["wounded"],
        leader=fields["leader_class"] or "",
        nco_down=fields["nco_down"],
        commander_down=fields["commander_down_this_turn"],
        retiring=fields["retiring"],
        friends_retiring=umpire.apart(fields["friends_retiring_cm"]),
        flank_enemy=umpire.apart(fields["flank_enemy_cm"]),
        flank_friend=umpire.apart(fields["flank_friend_cm"]),
        advancing=fields["advancing"],
        friends_advancing=fields["friends_advancing_or_winning"],
        uphill=fields["uphill_of_all"],
        in_cover=fields["in_cover"],
        commander_ok=commander["ok"],
        commander_in_sight=commander["in_sight"],
        commander_distance=commander["distance_cm"],
        settings=umpire.house(fields),
    )


def _tested(check: rule.Check, score: int) -> Outputs:
    return {"modifier": total(rule.modifiers(check)), "score": score, "result": rule.result_of(score)}


def _morale_lines(check: rule.Check, score: int) -> tuple[Row, ...]:
    mods = rule.modifiers(check)
    result = rule.result_of(score)
    return (
        Row(f"{check.quality} group", f"{tables.quality_die(check.quality, check.settings).name} {score - total(mods)}",
            "skirmish.morale.die"),
        *lines(mods),
        Row(f"total {score}", result, f"skirmish.morale.result-{result}"),
    )  # fmt: skip


MORALE_CHECK: Final[Procedure] = simple("morale-check", _read_morale, rule.score, _tested, _morale_lines)


def _read_duty(fields: umpire.Fields) -> umpire.Fields:
    between("thrown_turn", fields["thrown_turn"], 1)
    between("turn", fields["turn"], fields["thrown_turn"])
    between("actions_spent", fields["actions_spent"], 0, actions_rule.ACTIONS)
    return fields


def _duty(fields: umpire.Fields, _: Dice) -> rule.Duty:
    return rule.duty(
        state=fields["state"],
        thrown_turn=fields["thrown_turn"],
        turn=fields["turn"],
        spent=fields["actions_spent"],
        in_cover=fields["in_cover"],
        in_contact=fields["in_contact"],
    )


def _duty_outputs(_: umpire.Fields, duty: rule.Duty) -> Outputs:
    return {
        "must": duty.must,
        "may_fire": duty.may_fire,
        "may_charge": duty.may_charge,
        "may_advance": duty.may_advance,
    }


def _duty_lines(fields: umpire.Fields, duty: rule.Duty) -> tuple[Row, ...]:
    now = rule.present(fields["state"], fields["thrown_turn"], fields["turn"])
    return (
        Row("state now", now, "skirmish.morale.duration"),
        Row(
            "must",
            duty.must,
            "skirmish.morale.break-terms" if duty.must == "run" else "skirmish.morale.fall-back-terms",
        ),
        Row("may fire", _yes(duty.may_fire), "skirmish.morale.no-advance-terms"),
        Row("may charge", _yes(duty.may_charge), "skirmish.morale.no-advance-terms"),
        Row("may advance", _yes(duty.may_advance), "skirmish.morale.no-advance-terms"),
    )


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


MORALE_DUTY: Final[Procedure] = simple("morale-duty", _read_duty, _duty, _duty_outputs, _duty_lines)


def _rally(fields: umpire.Fields, dice: Dice) -> bool:
    if rule.rally_refusal(fields["state"], fields["ran"]):
        return False
    return rule.rallies(fields["class"], "", fields["settings"], dice)


def _rallied(fields: umpire.Fields, rallied: bool) -> Outputs:
    return umpire.verdict(rule.rally_refusal(fields["state"], fields["ran"])) | {"rallied": rallied}


def _rally_lines(fields: umpire.Fields, rallied: bool) -> tuple[Row, ...]:
    clause = rule.rally_refusal(fields["state"], fields["ran"])
    if clause:
        return (umpire.no_line(clause),)
    die = tables.quality_die(fields["class"], fields["settings"]).name
    return (Row(f"{die}, {rule.RALLIES_ON} or more", "rallied" if rallied else "runs on", "skirmish.rally.roll"),)


RALLY: Final[Procedure] = simple(
    "rally", lambda fields: fields | {"settings": umpire.house(fields)}, _rally, _rallied, _rally_lines
)


def _read_motion(fields: umpire.Fields) -> umpire.Fields:
    between("before_cm", fields["before_cm"], 0)
    between("after_cm", fields["after_cm"], 0)
    if fields["broken"] and fields["charge_declared"]:
        raise FieldError("charge_declared: a broken group cannot declare a charge")
    return fields


def _motion(fields: umpire.Fields, _: Dice) -> str:
    return rule.motion(
        fields["before_cm"],
        fields["after_cm"],
        fields["broken"],
        fields["falling_back"],
        fields["charge_declared"],
    )


MOTION: Final[Procedure] = simple(
    "motion",
    _read_motion,
    _motion,
    lambda _, motion: {"motion": motion},
    lambda fields, motion: (
        Row(f"{fields['before_cm']:g} cm before, {fields['after_cm']:g} after", motion, "skirmish.morale.motion"),
    ),
)
