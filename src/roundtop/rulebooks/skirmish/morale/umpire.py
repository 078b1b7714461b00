"""Tests of nerve, what they force, motion and rallies, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Clauses, FieldError, Fields, Outputs, Procedure, as_given, reads, reckoned, simple
from roundtop.battle.tally import Row, lines, total
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.morale import rule


def _check_can_be(given: Fields) -> None:
    left = given["start"] - given["lost"]
    if not 0 <= given["wounded"] <= left:
        raise FieldError(f"wounded: {given['wounded']} cannot be; it is from 0 to {left}")


def _tested(check: rule.Check, score: int) -> Outputs:
    return {"modifier": total(rule.modifiers(check)), "score": score, "result": rule.result_of(score)}


def _morale_lines(check: rule.Check, score: int) -> tuple[Row, ...]:
    mods = rule.modifiers(check)
    result = rule.result_of(score)
    die = f"{tables.quality_die(check.quality, check.settings).name} {score - total(mods)}"
    return (
        Row(f"{check.quality} group", die, "skirmish.morale.die"),
        *lines(mods),
        Row(f"total {score}", result, f"skirmish.morale.result-{result}"),
    )


def _duty(given: Fields) -> rule.Duty:
    return rule.duty(
        state=given["state"],
        thrown_turn=given["thrown_turn"],
        turn=given["turn"],
        spent=given["actions_spent"],
        in_cover=given["in_cover"],
        in_contact=given["in_contact"],
    )


def _rally_lines(given: Fields, rallied: bool) -> tuple[Row, ...]:
    die = tables.quality_die(given["class"], given["settings"]).name
    return (Row(f"{die}, {rule.RALLIES_ON} or more", "rallied" if rallied else "runs on", "skirmish.rally.roll"),)


def _motion(given: Fields) -> str:
    if given["broken"] and given["charge_declared"]:
        raise FieldError("charge_declared: a broken group cannot declare a charge")
    before, after = given["before_cm"], given["after_cm"]
    return rule.motion(before, after, given["broken"], given["falling_back"], given["charge_declared"])


DUTY_CLAUSES: Final[Clauses] = {
    "must": "skirmish.morale.fall-back-terms",
    "may_fire": "skirmish.morale.no-advance-terms",
    "may_charge": "skirmish.morale.no-advance-terms",
    "may_advance": "skirmish.morale.no-advance-terms",
}
PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "morale-state",
        as_given,
        lambda given: rule.worse(given["current"], given["new"]),
        "skirmish.morale.repeat-tests",
        answer=lambda _, state: {"state": state},
    ),
    simple(
        "morale-check",
        reads(
            rule.Check,
            _check_can_be,
            quality="class",
            leader="leader_class",
            commander_down="commander_down_this_turn",
            friends_retiring="friends_retiring_cm",
            flank_enemy="flank_enemy_cm",
            flank_friend="flank_friend_cm",
            friends_advancing="friends_advancing_or_winning",
            uphill="uphill_of_all",
            commander_ok="commander.ok",
            commander_in_sight="commander.in_sight",
            commander_distance="commander.distance_cm",
        ),
        rule.score,
        _tested,
        _morale_lines,
    ),
    reckoned("morale-duty", as_given, _duty, DUTY_CLAUSES),
    simple(
        "rally",
        as_given,
        lambda given, dice: rule.rallies(given["class"], "", given["settings"], dice),
        lambda _, rallied: {"rallied": rallied},
        _rally_lines,
        refusal=lambda given: rule.rally_refusal(given["state"], given["ran"]),
        refused=lambda _: {"rallied": False},
    ),
    reckoned(
        "motion",
        as_given,
        _motion,
        "skirmish.morale.motion",
        answer=lambda _, motion: {"motion": motion},
    ),
)
