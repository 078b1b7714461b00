"""Procedures: charge-move, evade, countercharge and charge."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Answer, Chances, Fields, Outputs, Procedure, Read, Worked, inside, reads, simple
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.exact import Stage, fold
from roundtop.dice.sources import Dice, Roll
from roundtop.record import record, replace
from roundtop.rulebooks.charge_boys import tables, umpire
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.charge import rule
from roundtop.rulebooks.charge_boys.melee import rule as melee_rule
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.pursuit import rule as pursuit_rule
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.table.footprint import FAR
from roundtop.table.measure import within


@record(frozen=True)
class Rush:
    """A charge against a target that stays where it is."""

    formation: str
    mounted: bool
    distance: float
    path: terrain_rule.Path = ()


def _mounted(unit: Fields) -> bool:
    return bool(unit["arm"] == tables.CAVALRY)


def _way_cost(rush: Rush) -> float:
    return terrain_rule.way_cost(rush.path, rush.distance, rush.formation)


def _rushed(rush: Rush, bonus: int) -> Outputs:
    reach, cost = tables.allowance(rush.formation) + bonus, _way_cost(rush)
    return {"bonus": bonus, "reach": reach, "cost": cost, "contact": within(cost, reach)}


def _read_evade(given: Fields) -> Rush:
    charger = reads(Rush, umpire.drawn_up, mounted=_mounted, distance=lambda _: given["distance"])
    found: Rush = inside("charger", charger)(given)
    return found


def _roll_evade(rush: Rush, dice: Dice) -> tuple[float, int]:
    return rule.throw_evade(dice), rule.throw_bonus(rush.formation, rush.mounted, dice)


def _evaded(rush: Rush, thrown: tuple[float, int]) -> Outputs:
    away, bonus = thrown
    gap, reach = rush.distance + away, tables.allowance(rush.formation) + bonus
    return {"evade_move": away, "gap": gap, "reach": reach, "caught": within(gap, reach)}


def _jousted(joust: Fields, clash: rule.Clash) -> Answer:
    gap = 0.0 if clash.contact else joust["distance"] - clash.charger_moved - clash.target_moved
    found: Outputs = {
        "charger_reach": tables.allowance(joust["charger"]) + clash.charger_bonus,
        "target_reach": tables.allowance(joust["target"]) + clash.target_bonus,
        "gap": gap,
    }
    return found, clash


CHARGER: Final[Read] = reads(
    rule.Charger,
    umpire.drawn_up,
    nerve=reads(morale_rule.Nerve, advancing=lambda _: True),
    turn_start=lambda unit: unit["strength" if unit["strength_at_turn_start"] is None else "strength_at_turn_start"],
)
CHARGED: Final[Read] = reads(rule.Charged, umpire.drawn_up, nerve=reads(morale_rule.Nerve, charged=lambda _: True))


# ---- the chain of a charge, its ways measured by hand; who may what, and what comes of it, is the chapter's rule


def charge_refusal(charge: rule.Charge) -> str:
    """The clause by which a charge may not be declared, "" when it may [charge.declare, charge.not-skirmishers]."""
    ours, theirs = charge.charger.nerve, charge.target
    mounted = rule.is_mounted(ours)
    if ours.disordered or ours.formation not in movement_rule.CHARGING:
        return rule.REFUSED
    if rule.bars(ours.formation, mounted, tables.is_formed(theirs.nerve.formation), theirs.in_building):
        return rule.REFUSED
    return rule.way_refusal(ours.formation, mounted, charge.distance, charge.path)


def _wishes(charge: rule.Charge, course: rule.Course, dice: Dice) -> rule.Course:
    """The charger's own test: 5 or more goes on, anything less is obeyed [morale.trigger-charge, charge.sequence]."""
    test = morale_rule.take_test(morale_rule.OTHER, charge.charger.nerve, dice, rule.TO_CHARGE)
    gone = replace(course, charger_result=test.result)
    if test.result == morale_rule.CARRY_ON:
        return gone
    return replace(gone, outcome=rule.BALKED, gap=charge.distance, own_retreat=test.retreat.inches, retest=test.retest)


def _evades(charge: rule.Charge) -> bool:
    target = charge.target
    state = tables.HALTED if target.halted else tables.STEADY
    seen = movement_rule.Condition(target.nerve.arm, target.nerve.formation, state, target.nerve.disordered)
    formed = tables.is_formed(charge.charger.nerve.formation)
    return rule.evades(seen, target.in_building, formed, not target.stands)


def _answers(charge: rule.Charge, course: rule.Course, dice: Dice) -> rule.Course:
    """The target evades, tests, or stands untested by the house rule [charge.sequence, morale.trigger-charged]."""
    if course.outcome:
        return course
    target = charge.target.nerve
    if _evades(charge):
        return _gone(charge, course, morale_rule.EVADE, rule.throw_evade(dice, target.by))
    if not charge.settings.charged_units_test:
        return replace(course, target_result=morale_rule.CARRY_ON)
    test = morale_rule.take_test(morale_rule.OTHER, target, dice, rule.TO_STAND)
    if test.result in morale_rule.STANDS:
        return replace(course, target_result=test.result)
    inches = morale_rule.nearest_dragged(test.retreat) if test.retreat.guns else test.retreat.inches
    return _gone(charge, course, test.result, inches)


def _gone(charge: rule.Charge, course: rule.Course, result: str, inches: float) -> rule.Course:
    """The target goes at once, over the ground behind it [terrain.compelled-moves]."""
    behind = terrain_rule.beyond(charge.path, charge.distance)
    ground = terrain_rule.ground_covered(behind, inches, charge.target.nerve.formation, charge.settings)
    return replace(course, target_result=result, target_retreat=inches, ground=ground)


def _runs(charge: rule.Charge, course: rule.Course, dice: Dice) -> rule.Course:
    """The bonus, and whether the reach covers the way to where the target now is [charge.sequence]."""
    if course.outcome:
        return course
    ours = charge.charger.nerve
    reach = tables.ALLOWANCE_IN[ours.formation] + rule.throw_bonus(ours.formation, rule.is_mounted(ours), dice, ours.by)
    away = charge.distance + course.ground
    hedge = terrain_rule.inches_to(charge.path, terrain_rule.HEDGE, away)
    cost = FAR if hedge >= 0.0 else terrain_rule.way_cost(charge.path, away, ours.formation)
    outcome = rule.arrives(cost, reach, not rule.stands(course))
    if outcome != rule.SHORT:
        return replace(course, outcome=outcome, moved=away) if outcome else replace(course, reach=0.0)
    most = max(0.0, away - movement_rule.ENEMY_GAP_IN)
    moved = terrain_rule.charge_covers(charge.path, reach, ours.formation, charge.settings, most)
    return replace(course, outcome=outcome, moved=moved, gap=away - moved)


def _goes_in(charge: rule.Charge, course: rule.Course, dice: Dice) -> rule.Course:
    """Contact, or stopped 3 inches short and whatever the test compels [charge.test-under-fire, charge.sequence]."""
    if course.outcome:
        return course
    short = min(rule.STOPPED_SHORT_IN, charge.distance)
    gone = replace(course, moved=charge.distance - short, gap=short, first=rule.NOT_THROWN, other=rule.NOT_THROWN)
    result = rule.result_under_fire(charge, course)
    if result == morale_rule.CARRY_ON:
        outcome = rule.goes_home(charge.settings)
        return replace(gone, outcome=outcome) if outcome == rule.REPULSED else _touches(charge, gone, outcome)
    if not rule.obeyed(course):
        return replace(gone, outcome=result)
    test = morale_rule.verdict(rule.obeyed(course), rule.score_under_fire(course), rule.shaken(charge, course), dice)
    return replace(gone, outcome=result, own_retreat=test.retreat.inches, retest=test.retest)


def _touches(charge: rule.Charge, course: rule.Course, outcome: str) -> rule.Course:
    return replace(course, outcome=outcome, moved=charge.distance, gap=0.0)


def _catch_of(charge: rule.Charge, course: rule.Course) -> pursuit_rule.Catch:
    """The charger upon a target that gave way [melee.caught]."""
    ours = charge.charger.nerve
    theirs = charge.target.nerve
    on_foot = theirs.arm != tables.CAVALRY and theirs.formation != tables.LIMBERED
    in_woods = _ground_at(charge.path, charge.distance + course.ground) == terrain_rule.WOODS
    return pursuit_rule.Catch(
        fighting=charge.charger.fighting,
        victim_arm=theirs.arm,
        victim_formation=theirs.formation,
        strength=theirs.strength,
        routing=course.target_result == morale_rule.ROUT,
        quality=ours.quality,
        mounted_against_open_foot=rule.is_mounted(ours) and on_foot and not in_woods,
        disordered=ours.disordered,
        officers=charge.target.officers,
        general=theirs.general,
        by=ours.by,
        victim_by=theirs.by,
        settings=charge.settings,
    )


def _ground_at(path: terrain_rule.Path, distance: float) -> str:
    """The ground that many inches along a way, "" beyond its end."""
    for leg in path:
        if distance < leg.inches:
            return leg.kind
        distance -= leg.inches
    return ""


def _catch_hits(charge: rule.Charge, course: rule.Course, dice: Dice) -> rule.Course:
    """The catcher's dice [melee.caught]."""
    if course.outcome != rule.CAUGHT:
        return course
    return replace(course, hits=pursuit_rule.catch_kills(_catch_of(charge, course), dice))


def _catch_losses(charge: rule.Charge, course: rule.Course, dice: Dice) -> rule.Course:
    """Whom they take [melee.caught, officer.hit-check]."""
    if course.outcome != rule.CAUGHT:
        return course
    return replace(course, hits=0, lost=pursuit_rule.catch_losses(_catch_of(charge, course), course.hits, dice))


def _catch_rout(charge: rule.Charge, course: rule.Course, dice: Dice) -> rule.Course:
    """The survivors rout [melee.caught]."""
    if course.outcome != rule.CAUGHT:
        return course
    after = pursuit_rule.catch_rout(_catch_of(charge, course), course.lost, dice)
    return replace(course, lost=casualties_rule.NO_LOSSES, caught=after)


def _stages(charge: rule.Charge) -> list[Stage[rule.Course]]:
    """The steps of a charge in their order [charge.sequence]."""
    chain = (_wishes, _answers, _runs, *rule.UNDER_FIRE, _goes_in, _catch_hits, _catch_losses, _catch_rout)
    return [partial(stage, charge) for stage in chain]


def _ran(given: rule.Charge, course: rule.Course) -> Answer:
    fired, after = course.fired, course.caught
    found: Outputs = {
        "legal": True,
        "target_tested": _target_tested(given, course),
        "target_result": course.target_result or None,
        "target_retreat": course.target_retreat if course.target_result else None,
        "target_fired": fired,
        "closing_hits": course.hits if fired else None,
        "charger_killed": course.lost.killed,
        "charger_officers_killed": course.lost.officers,
        "charger_general_killed": course.lost.general,
        "charger_strength": given.charger.nerve.strength - course.lost.killed,
        "retreat": course.own_retreat if course.own_retreat >= 0.0 else None,
        "target_killed": after.killed if after else None,
        "target_strength": after.left if after else None,
        "target_rout": after.rout if after and not after.removed else None,
        "charger_result": course.charger_result,
        "outcome": course.outcome,
        "moved": course.moved,
        "gap": course.gap,
        "retest": course.retest,
    }
    return found


def _not_run(given: rule.Charge) -> Answer:
    """A charge that may not be declared: nobody moves, fires or falls."""
    still = rule.Course(gap=given.distance)
    nothing: Outputs = {"charger_result": None, "outcome": None}
    return procedure.verdict(charge_refusal(given)), {**_ran(given, still), **nothing}


def _target_tested(given: rule.Charge, course: rule.Course) -> bool:
    tests = given.settings.charged_units_test and not _evades(given)
    return bool(course.target_result) and tests


def _work_charge(given: rule.Charge, dice: Dice) -> Worked:
    refusal = charge_refusal(given)
    if refusal:
        return Worked(_not_run(given), procedure.verdict_line(given, refusal))
    course = rule.Course()
    before = course
    for stage in _stages(given):
        course = stage(course, dice)
        if course.first != rule.NOT_THROWN or course.other != rule.NOT_THROWN:
            before = course
    working = _charge_working(given, course, before, dice.rolls)
    return Worked((_ran(given, course), working), _charge_lines(given, course, working))


def _charge_working(given: rule.Charge, course: rule.Course, before: rule.Course, rolls: list[Roll]) -> Outputs:
    """What the totals were; `before` is the charge before its tests under fire were obeyed."""
    charged = umpire.rolls_for(rolls, rule.TO_CHARGE)[0].answer
    tested = [roll.answer for roll in umpire.rolls_for(rolls, rule.TO_STAND)]
    bonus = sum([roll.answer for roll in umpire.rolls_for(rolls, "charge bonus")])
    ran = course.outcome != rule.BALKED
    found: Outputs = {
        "charger_total": charged + total(morale_rule.other_mods(given.charger.nerve)),
        "target_total": tested[0] + total(morale_rule.other_mods(given.target.nerve)) if tested else None,
        "bonus": bonus if ran else None,
        "reach": tables.allowance(given.charger.nerve.formation) + bonus if ran else None,
        "closing_dice": rule.closing_dice(given, course) if course.fired else None,
        "first_total": before.first if before.first != rule.NOT_THROWN else None,
        "other_total": before.other if before.other != rule.NOT_THROWN else None,
        "obeys": rule.obeyed(before) or None,
    }
    if course.outcome == rule.CAUGHT and course.target_result != morale_rule.ROUT and given.settings.melee != "none":
        catch = _catch_of(given, course)
        found["caught_modifier"] = total(pursuit_rule.catch_mods(catch))
        found["caught_dice"] = melee_rule.melee_dice(catch.fighting, catch.settings)
    return found


def _charge_lines(given: rule.Charge, course: rule.Course, working: Outputs) -> tuple[Row, ...]:
    words = f"{working['charger_total']}: {course.charger_result}"
    found = list(lines(morale_rule.other_mods(given.charger.nerve)))
    found.append(Row("test to charge", words, "charge-boys.morale.trigger-charge"))
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
    if charge_refusal(given):
        return (procedure.certainly(_not_run(given)),)
    return (Chances("", fold(_stages(given), rule.Course()), lambda course: _ran(given, course)),)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    simple(
        "charge-move",
        reads(Rush, umpire.drawn_up, mounted=_mounted, path=umpire.PATH),
        lambda rush, dice: rule.throw_bonus(rush.formation, rush.mounted, dice),
        _rushed,
        {
            "bonus": "charge-boys.charge.sequence",
            "reach": "charge-boys.charge.sequence",
            "cost": "charge-boys.terrain.compelled-moves",
            "contact": "charge-boys.charge.sequence",
        },
        refusal=lambda rush: rule.way_refusal(rush.formation, rush.mounted, rush.distance, rush.path),
        refused=lambda rush: {"cost": _way_cost(rush), "contact": False},
    ),
    simple(
        "evade",
        _read_evade,
        _roll_evade,
        _evaded,
        {
            "evade_move": "charge-boys.charge.evade-bonus",
            "gap": "charge-boys.charge.evade-bonus",
            "reach": "charge-boys.charge.bonus-infantry",
            "caught": "charge-boys.melee.caught",
        },
    ),
    simple(
        "countercharge",
        procedure.with_parts(charger="charger.formation", target="target.formation"),
        lambda joust, dice: rule.countercharge(joust["distance"], joust["charger"], joust["target"], dice),
        _jousted,
        "charge-boys.charge.countercharge",
    ),
    Procedure(
        "charge",
        reads(rule.Charge, path=umpire.PATH, charger=inside("charger", CHARGER), target=inside("target", CHARGED)),
        _work_charge,
        _charge_chances,
    ),
)
