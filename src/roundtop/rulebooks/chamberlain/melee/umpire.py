"""The procedures melee and melee-split."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Answer, Chances, FieldError, Fields, Outputs, Procedure, Worked
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import tables, umpire
from roundtop.rulebooks.chamberlain.melee import rule
from roundtop.rulebooks.chamberlain.morale import rule as morale_rule
from roundtop.rulebooks.chamberlain.retreat import rule as retreat_rule

HIT_CLAUSE: Final = "chamberlain.melee.hit"


def _read_melee(given: Fields) -> rule.Clash:
    if not given["attackers"]:
        raise FieldError("attackers: nobody attacks; name at least one")
    attackers = procedure.each("attackers", umpire.ATTACKER)(given)
    assaults = [
        rule.Assault(place, 0, one["flank"], tuple(one["minus"])) for place, one in enumerate(given["attackers"])
    ]
    defender = procedure.inside("defender", umpire.TROOPS)(given)
    return rule.Clash(attackers, (defender,), tuple(assaults), given["settings"])


def stood_outputs(stood: rule.Stood) -> Outputs:
    return {
        "defender_fatigue": stood.fatigue,
        "defender_ammo": stood.ammo,
        "defender_status": stood.status,
        "defender_retreat_bw": retreat_rule.RETREAT_BW if stood.retreats else 0,
        "defender_officer_killed": stood.officer_killed,
    }


def _attacked(one: rule.Attacked) -> Outputs:
    return {
        "attacker_fatigue": one.fatigue,
        "attacker_status": one.status,
        "attacker_retreat_bw": retreat_rule.RETREAT_BW if one.retreats else 0,
        "attacker_officer_killed": one.officer_killed,
        "may_advance": one.may_advance,
        "must_advance": one.must_advance,
    }


def _fought(fought: rule.Fought) -> Outputs:
    """The defender, and each of the attackers in lists."""
    each_one = [_attacked(one) for one in fought.attackers]
    return stood_outputs(fought.defenders[0]) | {name: [one[name] for one in each_one] for name in each_one[0]}


def _thrown(clash: rule.Clash, scores: rule.Scores | None, place: int) -> Outputs:
    """The dice and scores of one combat; no scores where nothing was thrown."""
    attack = rule.against(clash, scores, place) if scores else 0
    defence = scores.defence[place] if scores else 0
    return {
        "defence_dice": rule.defence_dice(clash, place),
        "defence_score": defence,
        "attack_dice": rule.attack_dice(clash, clash.assaults[place]),
        "attack_score": attack,
        "doubled": scores is not None and rule.doubled(attack, defence),
    }


def _work_melee(clash: rule.Clash, dice: Dice) -> Worked:
    scores, fought = rule.fight(clash, dice)
    every = {"attack_dice": [rule.attack_dice(clash, assault) for assault in clash.assaults]}
    working = (*_combat_lines(clash, scores, 0), *_attacker_lines(fought))
    return Worked((every, _thrown(clash, scores, 0), _fought(fought)), working)


def _combat_lines(clash: rule.Clash, scores: rule.Scores, place: int) -> list[Row]:
    """The dice and scores of one combat."""
    defender = clash.defenders[place]
    flanked = rule.flanked(clash, place)
    strength = defender.ammo if defender.arm in tables.GUNS else tables.current_elan(defender.elan, defender.fatigue)
    found = [Row("defender", f"{strength} base dice", "chamberlain.melee.sequence")]
    found += lines(rule.defence_pluses(defender, flanked, clash.settings))
    if flanked:
        found.append(Row("defender flanked", "re-rolls successes", "chamberlain.melee.flanked-effect"))
    found.append(Row("defence", f"{rule.defence_dice(clash, place)} dice: {scores.defence[place]}", HIT_CLAUSE))
    for number, assault in enumerate(clash.assaults):
        if assault.defender != place:
            continue
        attacker = clash.attackers[assault.attacker]
        found += lines(rule.attack_pluses(attacker))
        found += lines(rule.minuses(assault.minus, clash.settings))
        if rule.rides_down(clash, assault):
            found.append(Row("horse against foot", "re-rolls successes", "chamberlain.melee.cavalry-vs-foot"))
        label = f"attacker {assault.attacker + 1}"
        found.append(Row(label, f"{rule.attack_dice(clash, assault)} dice: {scores.attack[number]}", HIT_CLAUSE))
    return found


def _attacker_lines(fought: rule.Fought) -> list[Row]:
    found: list[Row] = []
    for place, stood in enumerate(fought.defenders):
        fate = f"{stood.status}{', retreats 2 BW' if stood.retreats else ''}"
        found.append(Row(f"defender {place + 1}", fate, "chamberlain.melee.defender-first"))
        if stood.officer_killed:
            found.append(Row(f"defender {place + 1}, officer", "killed", "chamberlain.command.at-risk"))
    for place, one in enumerate(fought.attackers):
        won = "may advance" if one.may_advance else "retreats 2 BW" if one.retreats else "stays"
        found.append(Row(f"attacker {place + 1}", f"{one.status}, {won}", "chamberlain.melee.several-attackers"))
        if one.officer_killed:
            found.append(Row(f"attacker {place + 1}, officer", "killed", "chamberlain.command.at-risk"))
    return found


def _read_split(given: Fields) -> rule.Clash:
    combats: list[Fields] = given["combats"]
    if len(combats) < 2:
        raise FieldError("combats: a divided attack has two or more; for one ask for melee")
    defenders = procedure.each("combats", procedure.inside("defender", umpire.TROOPS))(given)
    assaults = [
        rule.Assault(0, place, one["flank"], tuple(one["minus"]), one["allocated"]) for place, one in enumerate(combats)
    ]
    attacker = procedure.inside("attacker", umpire.ATTACKER)(given)
    return rule.Clash((attacker,), defenders, tuple(assaults), given["settings"])


def _divided(clash: rule.Clash, scores: rule.Scores | None, fought: rule.Fought) -> Answer:
    """A divided attack fought, or everybody as before one that is not allowed, with the dice they would have had."""
    combats = [(_thrown(clash, scores, place), stood_outputs(one)) for place, one in enumerate(fought.defenders)]
    known = {"attack_dice_total": rule.attack_total(clash, 0), "combats": combats}
    return procedure.verdict(rule.allocation_refusal(clash)), known, _attacked(fought.attackers[0])


def _as_before(clash: rule.Clash) -> rule.Fought:
    one = clash.attackers[0]
    status = morale_rule.status_of(one.elan, one.fatigue, clash.settings)
    still = rule.Attacked(fatigue=one.fatigue, status=status, retreats=False, may_advance=False, must_advance=False)
    return rule.Fought(tuple([rule.left_alone(defender, clash) for defender in clash.defenders]), (still,))


def _work_split(clash: rule.Clash, dice: Dice) -> Worked:
    clause = rule.allocation_refusal(clash)
    if clause:
        return Worked(_divided(clash, None, _as_before(clash)), procedure.verdict_line(clash, clause))
    scores, fought = rule.fight(clash, dice)
    working = [row for place in range(len(clash.defenders)) for row in _combat_lines(clash, scores, place)]
    return Worked(_divided(clash, scores, fought), (*working, *_attacker_lines(fought)))


def _split_chances(clash: rule.Clash) -> tuple[Chances, ...]:
    if rule.allocation_refusal(clash):
        return (procedure.certainly(_divided(clash, None, _as_before(clash))),)
    return (Chances("", rule.prospects(clash), lambda reached: _chance_of(reached.fought)),)


def _chance_of(fought: rule.Fought) -> Answer:
    return (
        procedure.verdict(""),
        {"combats": [stood_outputs(one) for one in fought.defenders]},
        _attacked(fought.attackers[0]),
    )


PROCEDURES: Final[tuple[Procedure, ...]] = (
    Procedure(
        "melee",
        _read_melee,
        _work_melee,
        procedure.chanced(rule.prospects, lambda _, reached: _fought(reached.fought)),
    ),
    Procedure("melee-split", _read_split, _work_split, _split_chances),
)
