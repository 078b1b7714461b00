"""Procedures: charge-move, evade, countercharge and charge."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Chances, Outputs, Procedure, Worked, between, enumerated, filled, simple
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.sources import Dice, Roll
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables, umpire
from roundtop.rulebooks.charge_boys.charge import rule
from roundtop.rulebooks.charge_boys.melee import rule as melee_rule
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.morale import umpire as morale_umpire
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.pursuit import rule as pursuit_rule
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.table.measure import within


@record(frozen=True)
class Rush:
    """A charge against a target that stays where it is."""

    formation: str
    mounted: bool
    distance: float
    path: terrain_rule.Path


def _read_rush(fields: umpire.Fields) -> Rush:
    umpire.counts(fields, "", "distance")
    formation = umpire.formation(fields)
    return Rush(formation, fields["arm"] == tables.CAVALRY, fields["distance"], umpire.path(fields["path"]))


def _roll_rush(rush: Rush, dice: Dice) -> int | str:
    refusal = rule.way_refusal(rush.formation, rush.mounted, rush.distance, rush.path)
    return refusal or rule.throw_bonus(rush.formation, rush.mounted, dice)


def _rush_outputs(rush: Rush, bonus: int | str) -> Outputs:
    if isinstance(bonus, str):
        return umpire.verdict(bonus)
    reach = tables.allowance(rush.formation) + bonus
    cost = terrain_rule.way_cost(rush.path, rush.distance, rush.formation)
    return {
        "legal": True,
        "bonus": bonus,
        "reach": umpire.length(reach),
        "cost": umpire.length(cost),
        "contact": within(cost, reach),
    }


def _rush_lines(rush: Rush, bonus: int | str) -> tuple[Row, ...]:
    if isinstance(bonus, str):
        return umpire.no_line(bonus)
    found = _rush_outputs(rush, bonus)
    clause = "charge-boys.charge.bonus-cavalry" if rush.mounted else "charge-boys.charge.bonus-infantry"
    return (
        Row("normal move", f"{tables.allowance(rush.formation):g} in", tables.allowance_clause(rush.formation)),
        Row("bonus", f"{bonus:+d}", clause),
        Row("price of the way", f"{found['cost']:g} in", "charge-boys.terrain.compelled-moves"),
        Row("contact", "yes" if found["contact"] else "no", "charge-boys.charge.sequence"),
    )


CHARGE_MOVE: Final[Procedure] = simple("charge-move", _read_rush, _roll_rush, _rush_outputs, _rush_lines)


def _read_evade(fields: umpire.Fields) -> Rush:
    charger: umpire.Fields = fields["charger"]
    umpire.counts(fields, "", "distance")
    formation = umpire.formation(charger, "charger.")
    return Rush(formation, charger["arm"] == tables.CAVALRY, fields["distance"], ())


def _roll_evade(rush: Rush, dice: Dice) -> tuple[float, int]:
    return rule.throw_evade(dice), rule.throw_bonus(rush.formation, rush.mounted, dice)


def _evade_outputs(rush: Rush, thrown: tuple[float, int]) -> Outputs:
    away, bonus = thrown
    reach = tables.allowance(rush.formation) + bonus
    return {
        "evade_move": umpire.length(away),
        "gap": umpire.length(rush.distance + away),
        "reach": umpire.length(reach),
        "caught": within(rush.distance + away, reach),
    }


def _evade_lines(rush: Rush, thrown: tuple[float, int]) -> tuple[Row, ...]:
    found = _evade_outputs(rush, thrown)
    return (
        Row("the skirmishers evade", f"{found['evade_move']:g} in", "charge-boys.charge.evade-bonus"),
        Row("to cover now", f"{found['gap']:g} in", "charge-boys.charge.evade-bonus"),
        Row("reach of the charger", f"{found['reach']:g} in", "charge-boys.charge.bonus-infantry"),
        Row("caught", "yes" if found["caught"] else "no", "charge-boys.melee.caught"),
    )


EVADE: Final[Procedure] = simple("evade", _read_evade, _roll_evade, _evade_outputs, _evade_lines)


@record(frozen=True)
class Joust:
    """Two mounted units riding at each other."""

    distance: float
    charger: str
    target: str


def _read_joust(fields: umpire.Fields) -> Joust:
    umpire.counts(fields, "", "distance")
    return Joust(fields["distance"], fields["charger"]["formation"], fields["target"]["formation"])


def _joust_outputs(joust: Joust, clash: rule.Clash) -> Outputs:
    gap = 0.0 if clash.contact else joust.distance - clash.charger_moved - clash.target_moved
    return {
        "charger_bonus": clash.charger_bonus,
        "target_bonus": clash.target_bonus,
        "charger_reach": tables.allowance(joust.charger) + clash.charger_bonus,
        "target_reach": tables.allowance(joust.target) + clash.target_bonus,
        "contact": clash.contact,
        "charger_moved": umpire.length(clash.charger_moved),
        "target_moved": umpire.length(clash.target_moved),
        "gap": umpire.length(gap),
    }


def _joust_lines(joust: Joust, clash: rule.Clash) -> tuple[Row, ...]:
    clause = "charge-boys.charge.countercharge"
    return (
        Row("charger's bonus", f"{clash.charger_bonus:+d}", "charge-boys.charge.bonus-cavalry"),
        Row("target's bonus", f"{clash.target_bonus:+d}", "charge-boys.charge.bonus-cavalry"),
        Row("charger moves", f"{clash.charger_moved:.4g} in", clause),
        Row("contact", "yes" if clash.contact else "no", clause),
    )


COUNTERCHARGE: Final[Procedure] = simple(
    "countercharge",
    _read_joust,
    lambda joust, dice: rule.countercharge(joust.distance, joust.charger, joust.target, dice),
    _joust_outputs,
    _joust_lines,
)


def _read_charge(fields: umpire.Fields) -> rule.Charge:
    house = umpire.house(fields)
    umpire.counts(fields, "", "distance")
    return filled(
        rule.Charge,
        fields,
        path=umpire.path(fields["path"]),
        charger=_charger(fields["charger"], house),
        target=_charged(fields["target"], house),
        settings=house,
    )


def _charger(fields: umpire.Fields, house: Settings) -> rule.Charger:
    nerve = morale_umpire.nerve(fields, house, "charger.", advancing=True)
    umpire.counts(fields, "charger.", "fighting", "hits")
    between("charger.officers", fields["officers"], 0, fields["strength"])
    began = fields["strength_at_turn_start"]
    if began is None:
        began = fields["strength"]
    between("charger.strength_at_turn_start", began, fields["strength"])
    return rule.Charger(nerve, fields["officers"], fields["fighting"], began, fields["hits"])


def _charged(fields: umpire.Fields, house: Settings) -> rule.Charged:
    nerve = morale_umpire.nerve(fields, house, "target.", charged=True)
    umpire.counts(fields, "target.", "men", "buck_rounds")
    between("target.officers", fields["officers"], 0, fields["strength"])
    return filled(rule.Charged, fields, nerve=nerve)


def _charge_outputs(given: rule.Charge, course: rule.Course) -> Outputs:
    strength = given.charger.nerve.strength
    outputs: Outputs = {
        "legal": True,
        "charger_result": course.charger_result,
        "target_tested": _target_tested(given, course),
        "target_result": course.target_result or None,
        "target_retreat": umpire.length(course.target_retreat) if course.target_result else None,
        "target_fired": course.fired,
        "closing_hits": course.hits if course.fired else None,
        "charger_killed": course.lost.killed,
        "charger_officers_killed": course.lost.officers,
        "charger_general_killed": course.lost.general,
        "charger_strength": strength - course.lost.killed,
        "outcome": course.outcome,
        "moved": umpire.length(course.moved),
        "gap": umpire.length(course.gap),
        "retreat": umpire.length(course.own_retreat) if course.own_retreat >= 0.0 else None,
        "retest": course.retest,
    }
    after = course.caught
    if after is not None:
        outputs |= {
            "target_killed": after.killed,
            "target_strength": after.left,
            "target_rout": None if after.removed else umpire.length(after.rout),
        }
    return outputs


def _target_tested(given: rule.Charge, course: rule.Course) -> bool:
    tests = given.settings.charged_units_test and not rule.evades(given)
    return bool(course.target_result) and tests


def _work_charge(given: rule.Charge, dice: Dice) -> Worked:
    refusal = rule.charge_refusal(given)
    if refusal:
        return Worked(umpire.verdict(refusal), umpire.no_line(refusal))
    course = rule.Course()
    before = course
    for stage in rule.stages(given):
        course = stage(course, dice)
        if course.first != rule.NOT_THROWN or course.other != rule.NOT_THROWN:
            before = course
    outputs = _charge_outputs(given, course) | _charge_working(given, course, before, dice.rolls)
    return Worked(outputs, _charge_lines(given, course, before, dice.rolls))


def _charge_working(given: rule.Charge, course: rule.Course, before: rule.Course, rolls: list[Roll]) -> Outputs:
    """What the totals were; `before` is the charge before its tests under fire were obeyed."""
    tested = [roll.answer for roll in umpire.rolls_for(rolls, rule.TO_STAND)]
    bonus = sum([roll.answer for roll in umpire.rolls_for(rolls, "charge bonus")])
    ran = course.outcome != rule.BALKED
    found: Outputs = {
        "charger_total": _charger_total(given, rolls),
        "target_total": tested[0] + total(morale_rule.other_mods(given.target.nerve)) if tested else None,
        "bonus": bonus if ran else None,
        "reach": tables.allowance(given.charger.nerve.formation) + bonus if ran else None,
        "closing_dice": rule.closing_dice(given, course) if course.fired else None,
        "first_total": before.first if before.first != rule.NOT_THROWN else None,
        "other_total": before.other if before.other != rule.NOT_THROWN else None,
        "obeys": rule.obeyed(before) or None,
    }
    if course.outcome == rule.CAUGHT and course.target_result != morale_rule.ROUT and given.settings.melee != "none":
        catch = rule.catch_of(given, course)
        found["caught_modifier"] = total(pursuit_rule.catch_mods(catch))
        found["caught_dice"] = melee_rule.melee_dice(catch.fighting, catch.settings)
    return found


def _charger_total(given: rule.Charge, rolls: list[Roll]) -> int:
    return umpire.rolls_for(rolls, rule.TO_CHARGE)[0].answer + total(morale_rule.other_mods(given.charger.nerve))


def _charge_lines(given: rule.Charge, course: rule.Course, before: rule.Course, rolls: list[Roll]) -> tuple[Row, ...]:
    working = _charge_working(given, course, before, rolls)
    found = [
        *lines(morale_rule.other_mods(given.charger.nerve)),
        Row(
            "test to charge",
            f"{working['charger_total']}: {course.charger_result}",
            "charge-boys.morale.trigger-charge",
        ),
    ]
    if working["target_total"] is not None:
        found += lines(morale_rule.other_mods(given.target.nerve))
        words = f"{working['target_total']}: {course.target_result}"
        found.append(Row("test of the target", words, "charge-boys.morale.trigger-charged"))
    if working["reach"] is not None:
        found.append(Row("reach", f"{working['reach']:g} in", "charge-boys.charge.sequence"))
    if course.fired:
        found.append(Row("closing fire", f"{course.hits} hits", "charge-boys.charge.closing-fire"))
        found.append(Row("the charger loses", str(course.lost.killed), "charge-boys.save.every-hit"))
    for name, key in (("first-shot test", "first_total"), ("other test", "other_total")):
        if working[key] is not None:
            found.append(Row(f"{name} under fire", str(working[key]), "charge-boys.charge.test-under-fire"))
    return (*found, Row("the charge", course.outcome, "charge-boys.charge.sequence"))


def _charge_chances(given: rule.Charge) -> tuple[Chances, ...]:
    refusal = rule.charge_refusal(given)
    if refusal:
        return (Chances("", enumerated(given, lambda _, __: refusal), umpire.verdict),)
    return (Chances("", rule.prospects(given), lambda course: _charge_outputs(given, course)),)


CHARGE: Final[Procedure] = Procedure("charge", _read_charge, _work_charge, _charge_chances)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    CHARGE_MOVE,
    EVADE,
    COUNTERCHARGE,
    CHARGE,
)
