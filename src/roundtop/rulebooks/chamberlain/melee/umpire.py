"""The procedures melee and melee-split."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from roundtop.battle.procedure import Chances, FieldError, Outputs, Procedure, Worked
from roundtop.battle.tally import Row, lines
from roundtop.dice.exact import Odds
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import tables, umpire
from roundtop.rulebooks.chamberlain.melee import rule
from roundtop.rulebooks.chamberlain.morale import rule as morale_rule
from roundtop.rulebooks.chamberlain.retreat import rule as retreat_rule


def _read_melee(fields: umpire.Fields) -> rule.Clash:
    given: list[umpire.Fields] = fields["attackers"]
    if not given:
        raise FieldError("attackers: nobody attacks; name at least one")
    attackers = tuple([_attacker(f"attackers[{place}]", one) for place, one in enumerate(given)])
    assaults = tuple([rule.Assault(place, 0, one["flank"], tuple(one["minus"])) for place, one in enumerate(given)])
    return rule.Clash(attackers, (umpire.troops_of("defender", fields["defender"]),), assaults, umpire.house_of(fields))


def _attacker(name: str, given: umpire.Fields) -> tables.Troops:
    if given["arm"] in tables.GUNS:
        raise FieldError(f"{name}.arm: {given['arm']} never charges")
    return umpire.troops_of(name, given)


def _roll_clash(clash: rule.Clash, dice: Dice) -> tuple[rule.Scores, rule.Fought]:
    return rule.fight(clash, dice)


def stood_outputs(stood: rule.Stood) -> Outputs:
    return {
        "defender_fatigue": stood.fatigue,
        "defender_ammo": stood.ammo,
        "defender_status": stood.status,
        "defender_retreat_bw": retreat_rule.RETREAT_BW if stood.retreats else 0,
        "defender_officer_killed": stood.officer_killed,
    }


def _melee_results(fought: rule.Fought) -> Outputs:
    return stood_outputs(fought.defenders[0]) | {
        "attacker_fatigue": [one.fatigue for one in fought.attackers],
        "attacker_status": [one.status for one in fought.attackers],
        "attacker_retreat_bw": [retreat_rule.RETREAT_BW if one.retreats else 0 for one in fought.attackers],
        "attacker_officer_killed": [one.officer_killed for one in fought.attackers],
        "may_advance": [one.may_advance for one in fought.attackers],
        "must_advance": [one.must_advance for one in fought.attackers],
    }


def _work_melee(clash: rule.Clash, dice: Dice) -> Worked:
    scores, fought = rule.fight(clash, dice)
    attack = rule.against(clash, scores, 0)
    outputs: Outputs = {
        "defence_dice": rule.defence_dice(clash, 0),
        "defence_score": scores.defence[0],
        "attack_dice": [rule.attack_dice(clash, assault) for assault in clash.assaults],
        "attack_score": attack,
        "doubled": rule.doubled(attack, scores.defence[0]),
    }
    working = [*_combat_lines(clash, scores, 0), *_attacker_lines(fought)]
    return Worked(outputs | _melee_results(fought), tuple(working))


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


def _clash_chances(clash: rule.Clash, outputs: Callable[[rule.Fought], Outputs]) -> tuple[Chances, ...]:
    return (Chances("", rule.prospects(clash), lambda reached: outputs(reached.fought)),)


HIT_CLAUSE: Final = "chamberlain.melee.hit"
MELEE: Final[Procedure] = Procedure(
    "melee", _read_melee, _work_melee, lambda clash: _clash_chances(clash, _melee_results)
)


def _read_split(fields: umpire.Fields) -> rule.Clash:
    given: list[umpire.Fields] = fields["combats"]
    if len(given) < 2:
        raise FieldError("combats: a divided attack has two or more; for one ask for melee")
    defenders = tuple(
        [umpire.troops_of(f"combats[{place}].defender", one["defender"]) for place, one in enumerate(given)]
    )
    assaults = [
        rule.Assault(0, place, one["flank"], tuple(one["minus"]), one["allocated"]) for place, one in enumerate(given)
    ]
    attacker = _attacker("attacker", fields["attacker"])
    return rule.Clash((attacker,), defenders, tuple(assaults), umpire.house_of(fields))


def _work_split(clash: rule.Clash, dice: Dice) -> Worked:
    clause = rule.allocation_refusal(clash)
    if clause:
        return Worked(umpire.ruled(clause) | _split_as_before(clash), umpire.refused(clause))
    scores, fought = rule.fight(clash, dice)
    outputs = umpire.ruled("") | _split_results(fought) | {"attack_dice_total": rule.attack_total(clash, 0)}
    for place, combat in enumerate(outputs["combats"]):
        attack = rule.against(clash, scores, place)
        combat |= {
            "defence_dice": rule.defence_dice(clash, place),
            "defence_score": scores.defence[place],
            "attack_dice": rule.attack_dice(clash, clash.assaults[place]),
            "attack_score": attack,
            "doubled": rule.doubled(attack, scores.defence[place]),
        }
    working = [row for place in range(len(clash.defenders)) for row in _combat_lines(clash, scores, place)]
    return Worked(outputs, (*working, *_attacker_lines(fought)))


def _split_results(fought: rule.Fought) -> Outputs:
    attacker = fought.attackers[0]
    return {
        "combats": [stood_outputs(stood) for stood in fought.defenders],
        "attacker_fatigue": attacker.fatigue,
        "attacker_status": attacker.status,
        "attacker_retreat_bw": retreat_rule.RETREAT_BW if attacker.retreats else 0,
        "attacker_officer_killed": attacker.officer_killed,
        "may_advance": attacker.may_advance,
        "must_advance": attacker.must_advance,
    }


def _split_as_before(clash: rule.Clash) -> Outputs:
    """Everybody as before an allocation that is not allowed, with the dice they would have had."""
    attacker = clash.attackers[0]
    combats: list[Outputs] = []
    for place, defender in enumerate(clash.defenders):
        combats.append(
            stood_outputs(rule.left_alone(defender, clash))
            | {
                "defence_dice": rule.defence_dice(clash, place),
                "defence_score": 0,
                "attack_dice": rule.attack_dice(clash, clash.assaults[place]),
                "attack_score": 0,
                "doubled": False,
            }
        )
    return {
        "attack_dice_total": rule.attack_total(clash, 0),
        "combats": combats,
        "attacker_fatigue": attacker.fatigue,
        "attacker_status": morale_rule.status_of(attacker.elan, attacker.fatigue, clash.settings),
        "attacker_retreat_bw": 0,
        "attacker_officer_killed": False,
        "may_advance": False,
        "must_advance": False,
    }


def _split_chances(clash: rule.Clash) -> tuple[Chances, ...]:
    clause = rule.allocation_refusal(clash)
    if clause:
        return (Chances("", Odds({clause: 1}, 1), lambda refused: umpire.ruled(refused) | _split_as_before(clash)),)
    return _clash_chances(clash, lambda fought: umpire.ruled("") | _split_results(fought))


MELEE_SPLIT: Final[Procedure] = Procedure("melee-split", _read_split, _work_split, _split_chances)

PROCEDURES: Final[tuple[Procedure, ...]] = (MELEE, MELEE_SPLIT)
