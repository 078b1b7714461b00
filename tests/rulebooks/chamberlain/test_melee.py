"""Melee: dice, allocation, flanks, re-rolls, results on both sides and officers at risk."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import icepool
import pytest

from roundtop.rulebooks.chamberlain.melee.rule import (
    MINUS,
    Assault,
    Clash,
    allocation_refusal,
    attack_dice,
    attack_total,
    defence_dice,
    defence_pluses,
    doubled,
    fight,
    flanked,
    minuses,
    prospects,
    rides_down,
)
from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.rulebooks.chamberlain.tables import Troops
from tests.clauses import clause
from tests.rulebooks.chamberlain.asked import Outcome, asked, dice


def faces(hits: int, dice_count: int) -> list[int]:
    """So many dice with so many hits among them."""
    return [4] * hits + [1] * (dice_count - hits)


def fought(
    attacker: dict[str, Any], defender: dict[str, Any], attack: int, defence: int, *more: int, **rest: Any
) -> Outcome:
    """A melee of one against one that ends with these scores; `more` are the at-risk dice."""
    clash = Clash((troops(attacker),), (troops(defender),), (Assault(0, 0),), Settings(**rest.get("options", {})))
    thrown = faces(defence, defence_dice(clash, 0)) + faces(attack, attack_dice(clash, clash.assaults[0]))
    return asked("melee", *thrown, *more, attackers=[attacker], defender=defender, **rest)


def troops(given: dict[str, Any]) -> Troops:
    lists = {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
    return Troops(**(given | lists))


def attacking(attacker: dict[str, Any], minus: Sequence[str] = (), **options: Any) -> int:
    """The dice of an attacker."""
    clash = Clash((troops(attacker),), (Troops(elan=6),), (Assault(0, 0, False, tuple(minus)),), Settings(**options))
    return attack_dice(clash, clash.assaults[0])


def defending(defender: dict[str, Any], flank: bool = False, **options: Any) -> int:
    """The dice of a defender."""
    clash = Clash((Troops(elan=6),), (troops(defender),), (Assault(0, 0, flank),), Settings(**options))
    return defence_dice(clash, 0)


# ---- dice


@clause("chamberlain.melee.dice-infantry", 1)
@clause("chamberlain.melee.dice-cavalry", 1)
@clause("chamberlain.melee.dice-mounted-infantry", 1)
@clause("chamberlain.melee.minus-uphill", 1)
def test_dice_are_elan_with_modifiers() -> None:
    assert attacking({"elan": 6}, ["uphill"]) == 5
    assert attacking({"elan": 5}, ["uphill"]) == 4
    assert attacking({"arm": "cavalry", "elan": 6, "fatigue": 1}) == 5
    repeaters = {"arm": "mounted-infantry", "elan": 5, "mounted": False, "weapon": "repeating-carbine"}
    assert defending(repeaters) == 6


@clause("chamberlain.melee.dice-artillery", 1)
@clause("chamberlain.trait.artillery-no-melee", 1)
@clause("chamberlain.unit.ammo-zero", 1)
def test_guns_roll_their_ammunition() -> None:
    assert defending({"arm": "artillery", "ammo": 4}) == 4
    assert defending({"arm": "artillery", "ammo": 4, "officer": ["A"]}) == 4
    assert defending({"arm": "artillery", "ammo": 0}) == 1
    assert defending({"arm": "artillery", "ammo": 7}, artillery_ammo_track="stepped") == 5


@clause("chamberlain.move.limber-state")
def test_limbered_guns_roll_one_die() -> None:
    guns = {"arm": "artillery", "ammo": 6, "limbered": True}
    assert defending(guns) == 6
    assert defending(guns, artillery_track_limber=True) == 1


@clause("chamberlain.melee.minimum-die", 1)
def test_at_least_one_die() -> None:
    assert attacking({"elan": 3, "fatigue": 2}, ["stream"]) == 1
    assert defending({"elan": 3, "fatigue": 2}) == 1


@clause("chamberlain.melee.minus-difficult", 1)
@clause("chamberlain.melee.minus-hasty-works", 1)
@clause("chamberlain.melee.minus-streams", 1)
@clause("chamberlain.melee.minus-light-woods", 1)
@clause("chamberlain.melee.minus-entrenchment", 1)
@clause("chamberlain.terrain.fields-marsh", 1)
@clause("chamberlain.terrain.stream", 1)
@clause("chamberlain.terrain.works")
@clause("chamberlain.terrain.elevation", 1)
@pytest.mark.parametrize(
    ("elan", "minus", "left"),
    [
        (6, "difficult", 5),
        (7, "hasty-works", 6),
        (6, "stream", 5),
        (7, "stream", 6),
        (6, "light-woods", 5),
        (8, "entrenchment", 7),
        (6, "uphill", 5),
    ],
)
def test_each_minus(elan: int, minus: str, left: int) -> None:
    assert attacking({"elan": elan}, [minus]) == left


@clause("chamberlain.melee.minus-only-one", 1)
def test_the_minus_is_one_die() -> None:
    three = ["uphill", "light-woods", "hasty-works"]
    assert attacking({"elan": 6}, three) == 5
    assert attacking({"elan": 6}, three, melee_minus="cumulative") == 3


@clause("chamberlain.melee.plus-yankee-hurrah", 1)
@clause("chamberlain.melee.plus-rebel-yell", 1)
@clause("chamberlain.unit.trait-yell", 1)
def test_yells() -> None:
    assert attacking({"elan": 6, "traits": ["YH"]}) == 7
    assert attacking({"elan": 6, "traits": ["RY"]}, ["uphill"]) == 6
    assert attacking({"elan": 7, "traits": ["RY"]}) == 8
    assert defending({"elan": 6, "traits": ["YH"]}) == 7
    assert defending({"elan": 6, "traits": ["YH"]}, melee_yell="attack-only") == 6
    assert attacking({"elan": 6, "traits": ["YH"]}, melee_yell="attack-only") == 7
    with pytest.raises(ValueError, match=r"defender\.traits: a unit has YH or RY, not both"):
        asked("melee", attackers=[{"elan": 6}], defender={"elan": 6, "traits": ["YH", "RY"]})


@clause("chamberlain.melee.plus-steadfast", 1)
@clause("chamberlain.melee.plus-cumulative", 1)
@clause("chamberlain.trait.steadfast-die", 1, 2)
@clause("chamberlain.trait.inspiring", 1)
def test_officers_add_dice() -> None:
    assert defending({"elan": 6, "traits": ["YH"], "officer": ["SF"]}) == 8
    both = {"elan": 5, "traits": ["RY"], "officer": ["I", "SF"], "weapon": "smoothbore"}
    assert defending(both) == 9
    assert defending({"elan": 5, "officer": ["SF"]}) == 6
    assert attacking({"elan": 5, "officer": ["SF"]}) == 5
    assert attacking({"elan": 6, "officer": ["I"]}) == 7


@clause("chamberlain.trait.infantry-only", 1)
def test_inspiring_and_steadfast_serve_infantry_only() -> None:
    rider = {"arm": "cavalry", "elan": 5, "officer": ["I", "SF"]}
    assert attacking(rider) == 5
    assert attacking(rider | {"mounted": False}) == 6
    assert defending(rider) == 5
    assert defending({"arm": "artillery", "ammo": 4, "officer": ["I", "SF"]}) == 4
    found = fought(rider, {"elan": 6}, 0, 1)
    assert found["attacker_officer_killed"] == [False]


@clause("chamberlain.melee.defend-frontal", 1)
@clause("chamberlain.melee.defend-smoothbore", 1)
@clause("chamberlain.melee.defend-repeaters", 1)
@clause("chamberlain.melee.defend-shotguns", 1)
def test_firepower_against_the_front() -> None:
    assert defending({"elan": 6, "weapon": "smoothbore"}) == 7
    carbines = {"arm": "cavalry", "elan": 5, "mounted": False, "weapon": "repeating-carbine"}
    assert defending(carbines) == 6
    found = asked("melee", 6, 5, 4, 3, 2, 1, 1, 1, 1, attackers=[{"elan": 3}], defender=carbines)
    assert found["defence_score"] == 3
    assert defending(carbines, flank=True) == 5
    assert defending({"arm": "cavalry", "elan": 4, "weapon": "shotgun"}) == 5
    assert defending({"elan": 6, "weapon": "rifle-musket"}) == 6
    assert defending({"arm": "cavalry", "elan": 5}) == 5
    assert defending({"arm": "cavalry", "elan": 5}, weapon_cavalry_default="shotgun") == 6


@clause("chamberlain.melee.hit", 1)
def test_four_or_more_hits() -> None:
    found = asked("melee", 6, 5, 4, 3, 1, 1, 1, 1, attackers=[{"elan": 3}], defender={"elan": 5})
    assert found["defence_score"] == 3


# ---- re-rolls


@clause("chamberlain.melee.flanked-effect", 1)
@clause("chamberlain.melee.reroll", 1)
def test_a_flanked_defender_rolls_its_successes_again() -> None:
    attackers = [{"elan": 3, "flank": True}]
    found = asked("melee", 6, 5, 4, 2, 1, 5, 3, 1, 1, 1, 1, attackers=attackers, defender={"elan": 5})
    assert found["defence_score"] == 1
    again = asked("melee", 4, 4, 4, 4, 6, 3, 4, 2, 1, 1, 1, attackers=attackers, defender={"elan": 4})
    assert again["defence_score"] == 2


@clause("chamberlain.melee.cavalry-vs-foot", 1)
@clause("chamberlain.setup.arms", 1)
def test_horse_against_foot_rolls_its_successes_again() -> None:
    rider = {"arm": "cavalry", "elan": 6}
    found = asked("melee", 1, 1, 1, 6, 6, 5, 4, 3, 1, 5, 4, 2, 1, attackers=[rider], defender={"elan": 3})
    assert found["attack_score"] == 2
    dismounted = {"arm": "cavalry", "elan": 3, "mounted": False}
    for defender, again in (
        ({"elan": 6}, True),
        (dismounted, True),
        ({"arm": "artillery", "ammo": 4}, True),
        ({"arm": "cavalry", "elan": 5}, False),
    ):
        clash = Clash((Troops("cavalry", 6),), (troops(defender),), (Assault(0, 0),), PRINTED)
        assert rides_down(clash, clash.assaults[0]) is again
    for attacker, flank in ((Troops("cavalry", 6), True), (Troops("cavalry", 6, mounted=False), False)):
        clash = Clash((attacker,), (Troops(elan=6),), (Assault(0, 0, flank),), PRINTED)
        assert not rides_down(clash, clash.assaults[0])


@clause("chamberlain.melee.cavalry-vs-foot")
@clause("chamberlain.melee.flanked-condition")
def test_each_attacker_for_itself_and_the_defender_for_all() -> None:
    riders = Troops("cavalry", 5)
    clash = Clash((riders, riders), (Troops(elan=6),), (Assault(0, 0, True), Assault(1, 0)), PRINTED)
    assert flanked(clash, 0)
    assert [rides_down(clash, assault) for assault in clash.assaults] == [False, True]


# ---- results


@clause("chamberlain.melee.sequence", 1)
@clause("chamberlain.melee.defender-holds", 1)
@clause("chamberlain.melee.attacker-repulsed", 1)
def test_a_defender_that_holds() -> None:
    level = fought({"elan": 6}, {"elan": 6}, 3, 3)
    assert (level["defender_fatigue"], level["defender_retreat_bw"]) == (1, 0)
    repulsed = fought({"elan": 6}, {"elan": 6}, 2, 4)
    assert (repulsed["attacker_fatigue"], repulsed["attacker_retreat_bw"]) == ([2], [2])
    assert repulsed["may_advance"] == [False]
    broken = fought({"elan": 6, "fatigue": 4}, {"elan": 6}, 0, 1)
    assert (broken["attacker_status"], broken["attacker_retreat_bw"]) == (["broken"], [0])


@clause("chamberlain.melee.defender-outscored-fatigue", 1)
@clause("chamberlain.melee.defender-outscored-retreat", 1)
@clause("chamberlain.melee.attacker-wins", 1)
@clause("chamberlain.advance.optional")
def test_a_defender_that_is_outscored() -> None:
    assert fought({"elan": 6}, {"elan": 6}, 5, 2)["defender_fatigue"] == 3
    found = fought({"elan": 6}, {"elan": 6}, 4, 3)
    assert (found["defender_fatigue"], found["defender_retreat_bw"]) == (1, 2)
    won = fought({"elan": 7, "fatigue": 1}, {"elan": 6}, 4, 3)
    assert (won["attacker_fatigue"], won["may_advance"], won["must_advance"]) == ([2], [True], [False])
    broken = fought({"elan": 6}, {"elan": 3}, 5, 0)
    assert (broken["defender_fatigue"], broken["defender_status"], broken["defender_retreat_bw"]) == (3, "broken", 0)


@clause("chamberlain.unit.trait-impetuous")
@clause("chamberlain.advance.impetuous")
def test_impetuous_winners_must_advance() -> None:
    assert fought({"elan": 6, "traits": ["impetuous"]}, {"elan": 6}, 4, 3)["must_advance"] == [True]
    assert fought({"elan": 6, "traits": ["impetuous"]}, {"elan": 6}, 3, 3)["must_advance"] == [False]


@clause("chamberlain.trait.steadfast-hold", 1, 2)
@clause("chamberlain.trait.steadfast-risk", 1)
def test_a_steadfast_defender_stays_unless_doubled() -> None:
    steady = {"elan": 6, "officer": ["SF"]}
    held = fought({"elan": 6}, steady, 5, 3, 4)
    assert (held["defender_fatigue"], held["defender_retreat_bw"], held["may_advance"]) == (2, 0, [False])
    assert (held["attacker_fatigue"], held["attacker_retreat_bw"]) == ([1], [0])
    assert not held["defender_officer_killed"]
    driven = fought({"elan": 6}, steady, 6, 3, 4)
    assert (driven["doubled"], driven["defender_fatigue"], driven["defender_retreat_bw"]) == (True, 3, 2)


@clause("chamberlain.melee.doubled", 1)
def test_doubled() -> None:
    assert [doubled(a, d) for a, d in ((4, 2), (3, 2), (1, 0), (0, 0))] == [True, False, True, False]


@clause("chamberlain.melee.defender-first", 1)
def test_a_defender_that_breaks_although_it_held() -> None:
    attacker = {"elan": 6}
    last_ditch = {"elan": 6, "fatigue": 5, "weapon": "smoothbore"}
    found = fought(attacker, last_ditch, 0, 2)
    assert (found["defender_status"], found["attacker_fatigue"]) == ("broken", [1])
    assert (found["attacker_retreat_bw"], found["may_advance"]) == ([0], [True])
    as_scored = fought(attacker, last_ditch, 0, 2, options={"melee_defender_first": False})
    assert (as_scored["defender_status"], as_scored["attacker_fatigue"]) == ("broken", [2])
    assert (as_scored["attacker_retreat_bw"], as_scored["may_advance"]) == ([2], [False])


@clause("chamberlain.melee.artillery-doubled", 1)
@clause("chamberlain.melee.artillery-outscored", 1)
@clause("chamberlain.melee.artillery-wins", 1)
@clause("chamberlain.unit.ammo-zero", 2)
def test_guns_in_melee() -> None:
    doubled_guns = fought({"elan": 6}, {"arm": "artillery", "ammo": 4}, 4, 2)
    assert (doubled_guns["defender_status"], doubled_guns["attacker_fatigue"]) == ("broken", [1])
    outscored = fought({"elan": 6}, {"arm": "artillery", "ammo": 5}, 4, 3)
    assert (outscored["defender_ammo"], outscored["defender_retreat_bw"]) == (4, 2)
    assert (outscored["defender_status"], outscored["may_advance"]) == ("ok", [True])
    won = fought({"elan": 6}, {"arm": "artillery", "ammo": 1}, 1, 1)
    assert (won["defender_ammo"], won["defender_status"], won["defender_retreat_bw"]) == (0, "ok", 0)
    assert (won["attacker_fatigue"], won["attacker_retreat_bw"]) == ([2], [2])
    empty = fought({"elan": 6}, {"arm": "artillery", "ammo": 0}, 1, 1)
    assert empty["defender_ammo"] == 0


@clause("chamberlain.unit.ammo-zero")
def test_guns_that_lose_their_last_box_retire_by_house_rule() -> None:
    retire = {"artillery_empty": "retire"}
    found = fought({"elan": 6}, {"arm": "artillery", "ammo": 1}, 1, 1, options=retire)
    assert (found["defender_status"], found["defender_retreat_bw"]) == ("retired", 0)
    assert found["attacker_retreat_bw"] == [2]
    kept = fought({"elan": 6}, {"arm": "artillery", "ammo": 2}, 1, 1, options=retire)
    assert kept["defender_status"] == "ok"


@clause("chamberlain.melee.several-attackers", 1)
def test_several_attackers_add_their_scores() -> None:
    attackers = [{"elan": 3}, {"elan": 3}]
    found = asked("melee", 4, 4, 4, 4, 4, 1, 4, 4, 1, attackers=attackers, defender={"elan": 3})
    assert (found["attack_score"], found["defence_score"]) == (4, 3)
    assert (found["defender_fatigue"], found["defender_retreat_bw"]) == (1, 2)
    assert (found["attacker_fatigue"], found["may_advance"]) == ([1, 1], [True, True])


# ---- officers at risk


@clause("chamberlain.trait.inspiring-risk", 1)
@clause("chamberlain.command.at-risk-timing", 1)
@clause("chamberlain.command.unit-lost")
def test_officers_at_risk_after_a_melee() -> None:
    inspired = {"elan": 6, "officer": ["I"]}
    killed = fought(inspired, {"elan": 6}, 4, 3, 6)
    assert killed["attacker_officer_killed"] == [True]
    both = fought({"elan": 6}, {"elan": 6, "officer": ["I", "SF"]}, 3, 4, 5)
    assert not both["defender_officer_killed"]
    average = fought({"elan": 6, "officer": []}, {"elan": 6, "officer": ["H"]}, 3, 4)
    assert not average["defender_officer_killed"]
    broken = fought({"elan": 6, "fatigue": 4, "officer": []}, {"elan": 6}, 0, 4, 6)
    assert broken["attacker_officer_killed"] == [True]
    once = fought({"elan": 6}, {"elan": 6, "fatigue": 5, "officer": ["I", "SF"]}, 5, 1, 6)
    assert (once["defender_status"], once["defender_officer_killed"]) == ("broken", True)


def test_at_risk_dice_come_last_the_defenders_first() -> None:
    thrown = dice(*faces(1, 4), *faces(3, 4), 6, 1)
    clash = Clash((Troops(elan=3, officer=("I",)),), (Troops(elan=3, officer=("SF",)),), (Assault(0, 0),), PRINTED)
    _, after = fight(clash, thrown)
    thrown.finish()
    assert after.defenders[0].officer_killed
    assert not after.attackers[0].officer_killed


@clause("chamberlain.trait.vigorous")
@clause("chamberlain.trait.mobile-cnc")
def test_an_officer_lent_to_a_second_unit_shares_only_his_dies_risk() -> None:
    lent = Troops(elan=3, fatigue=2, officer=("I",), lent=True)
    average = Troops(elan=3, fatigue=2, officer=(), lent=True)
    for troops_, risk in ((lent, [6]), (average, [])):
        clash = Clash((Troops(elan=3),), (troops_,), (Assault(0, 0),), PRINTED)
        thrown = dice(*faces(0, defence_dice(clash, 0)), *faces(3, 3), *risk)
        _, after = fight(clash, thrown)
        thrown.finish()
        assert after.defenders[0].status == "broken"


# ---- divided attacks


@clause("chamberlain.melee.allocate", 1, 2)
def test_dice_are_divided_in_whole_dice() -> None:
    attacker = Troops(elan=7)
    defenders = (Troops(elan=6), Troops(elan=6))
    clash = Clash((attacker,), defenders, (Assault(0, 0, allocated=4), Assault(0, 1, allocated=3)), PRINTED)
    assert allocation_refusal(clash) == ""
    assert [attack_dice(clash, one) for one in clash.assaults] == [4, 3]
    works = (Assault(0, 0, allocated=4), Assault(0, 1, minus=("hasty-works",), allocated=3))
    behind = Clash((attacker,), defenders, works, PRINTED)
    assert attack_total(behind, 0) == 7
    assert [attack_dice(behind, one) for one in behind.assaults] == [4, 2]


@clause("chamberlain.melee.allocate")
def test_a_minus_met_everywhere_comes_off_first() -> None:
    defenders = (Troops(elan=6), Troops(elan=6))
    uphill = (Assault(0, 0, minus=("uphill",), allocated=3), Assault(0, 1, minus=("stream", "uphill"), allocated=3))
    one = Clash((Troops(elan=7),), defenders, uphill, PRINTED)
    assert attack_total(one, 0) == 6
    assert [attack_dice(one, share) for share in one.assaults] == [3, 3]
    cumulative = Clash((Troops(elan=7),), defenders, uphill, Settings(melee_minus="cumulative"))
    assert attack_total(cumulative, 0) == 6
    assert [attack_dice(cumulative, share) for share in cumulative.assaults] == [3, 2]


@clause("chamberlain.melee.allocate")
@pytest.mark.parametrize(("first", "second", "legal"), [(4, 2, True), (5, 1, True), (6, 0, False), (4, 3, False)])
def test_shares_must_add_up(first: int, second: int, legal: bool) -> None:
    combats = [{"allocated": first, "defender": {"elan": 3}}, {"allocated": second, "defender": {"elan": 3}}]
    thrown = [1] * (3 + first + 3 + second) if legal else []
    found = asked("melee-split", *thrown, attacker={"elan": 6}, combats=combats)
    assert found["legal"] is legal
    if not legal:
        assert (found["clause"], found["attack_dice_total"]) == ("chamberlain.melee.allocate", 6)
        assert found["attacker_fatigue"] == 0


@clause("chamberlain.melee.several-attackers")
@clause("chamberlain.move.charge-path")
def test_a_divided_attacker_takes_the_worse_result_once() -> None:
    combats = [{"allocated": 3, "defender": {"elan": 3}}, {"allocated": 3, "defender": {"elan": 3}}]
    lost_one = asked("melee-split", 1, 1, 1, 4, 4, 4, 4, 1, 1, 1, 1, 1, attacker={"elan": 6}, combats=combats)
    assert [one["defender_status"] for one in lost_one["combats"]] == ["broken", "worn"]
    assert (lost_one["attacker_fatigue"], lost_one["attacker_retreat_bw"]) == (2, 2)
    assert not lost_one["may_advance"]
    won_both = asked("melee-split", 1, 1, 1, 4, 1, 1, 1, 1, 1, 4, 1, 1, attacker={"elan": 6}, combats=combats)
    assert (won_both["attacker_fatigue"], won_both["may_advance"]) == (1, True)


@clause("chamberlain.melee.several-attackers")
def test_combats_that_share_an_attacker_are_resolved_together() -> None:
    # The first attacker divides itself; the second fights the second defender only.
    assaults = (Assault(0, 0, allocated=3), Assault(0, 1, allocated=3), Assault(1, 1))
    clash = Clash((Troops(elan=6), Troops(elan=3)), (Troops(elan=3), Troops(elan=3)), assaults, PRINTED)
    thrown = dice(*faces(0, 3), *faces(1, 3), *faces(2, 3), *faces(0, 3), *faces(2, 3))
    scores, after = fight(clash, thrown)
    thrown.finish()
    assert scores.attack == (1, 0, 2)
    assert [one.retreats for one in after.attackers] == [True, True]
    assert [one.fatigue for one in after.attackers] == [2, 2]
    assert [one.retreats for one in after.defenders] == [True, False]


@clause("chamberlain.melee.allocate")
def test_a_defender_without_a_die_against_it_is_not_attacked() -> None:
    assaults = (Assault(0, 0, allocated=1), Assault(0, 1, allocated=0))
    weak = Troops(elan=3, fatigue=1)
    clash = Clash((weak,), (Troops(elan=3), Troops(elan=5, fatigue=1, officer=("SF",))), assaults, PRINTED)
    thrown = dice(1, 1, 1, 4)
    scores, after = fight(clash, thrown)
    thrown.finish()
    assert (scores.defence, scores.attack) == ((0, 0), (1, 0))
    assert (after.defenders[1].fatigue, after.defenders[1].retreats) == (1, False)
    assert (after.attackers[0].fatigue, after.attackers[0].may_advance) == (2, True)
    guns = Clash((weak,), (Troops(elan=3), Troops("artillery", ammo=4)), assaults, PRINTED)
    odds = prospects(guns)
    assert {reached.fought.defenders[1].ammo for reached in odds.weights if reached.fought} == {4}


# ---- chances


def test_chances_agree_with_icepool() -> None:
    clash = Clash((Troops("cavalry", 5),), (Troops(elan=4, weapon="smoothbore"),), (Assault(0, 0),), PRINTED)
    hit = icepool.d6 >= 4
    defence = 5 @ hit
    attack = 5 @ (hit & (icepool.d6 >= 4))
    wins = (attack > defence).mean()
    ours = prospects(clash)
    assert ours.where(lambda reached: bool(reached.fought and reached.fought.attackers[0].fatigue == 1)) == wins


def chance_of(clash: Clash, place: int, fatigue: int) -> Fraction:
    """The chance that one defender ends with so much fatigue."""
    return prospects(clash).where(lambda one: one.fought is not None and one.fought.defenders[place].fatigue == fatigue)


def test_chances_of_each_combat_of_a_divided_attack_are_its_own() -> None:
    defenders = (Troops(elan=6), Troops(elan=5, weapon="smoothbore"))
    both = (Assault(0, 0, allocated=2), Assault(0, 1, allocated=4))
    clash = Clash((Troops(elan=6),), defenders, both, PRINTED)
    first = Clash((Troops(elan=3, fatigue=1),), defenders[:1], (Assault(0, 0),), PRINTED)
    second = Clash((Troops(elan=4),), defenders[1:], (Assault(0, 0),), PRINTED)
    for fatigue in range(5):
        assert chance_of(clash, 0, fatigue) == chance_of(first, 0, fatigue)
        assert chance_of(clash, 1, fatigue) == chance_of(second, 0, fatigue)
    alone = (Assault(0, 0, allocated=1), Assault(0, 1, allocated=0))
    weak = Clash((Troops(elan=3, fatigue=2),), defenders, alone, PRINTED)
    single = Clash((Troops(elan=3, fatigue=2),), defenders[:1], (Assault(0, 0),), PRINTED)
    assert sum(prospects(weak).weights.values()) == prospects(weak).total
    assert len(prospects(weak).weights) == len(prospects(single).weights)
    assert chance_of(weak, 0, 1) == chance_of(single, 0, 1)
    assert chance_of(weak, 1, 0) == 1


def test_an_undivided_attacker_has_nothing_to_allocate() -> None:
    assert allocation_refusal(Clash((Troops(elan=6),), (Troops(elan=6),), (Assault(0, 0),), PRINTED)) == ""


def test_every_modifier_names_its_clause() -> None:
    everything = Troops(elan=5, traits=("RY",), officer=("I", "SF"), weapon="smoothbore")
    assert [mod.clause for mod in defence_pluses(everything, False, PRINTED)] == [
        "chamberlain.melee.plus-rebel-yell",
        "chamberlain.trait.inspiring",
        "chamberlain.melee.plus-steadfast",
        "chamberlain.melee.defend-smoothbore",
    ]
    assert (
        defence_pluses(Troops(elan=5, weapon="shotgun"), False, PRINTED)[0].clause
        == "chamberlain.melee.defend-shotguns"
    )
    repeaters = defence_pluses(Troops(elan=5, weapon="repeating-rifle"), False, PRINTED)
    assert [(mod.value, mod.clause) for mod in repeaters] == [(1, "chamberlain.melee.defend-repeaters")]
    every = minuses(tuple(MINUS), Settings(melee_minus="cumulative"))
    assert [(mod.value, mod.clause.rpartition("-")[2]) for mod in every] == [
        (-1, "uphill"),
        (-1, "difficult"),
        (-1, "works"),
        (-1, "streams"),
        (-1, "woods"),
        (-1, "entrenchment"),
    ]


def test_chances_of_a_divided_attack_sum_to_one() -> None:
    assaults = (Assault(0, 0, allocated=3), Assault(0, 1, allocated=3), Assault(1, 1, flank=True))
    clash = Clash(
        (Troops(elan=6), Troops(elan=5)), (Troops(elan=6, officer=("SF",)), Troops(elan=5)), assaults, PRINTED
    )
    odds = prospects(clash)
    assert sum(odds.weights.values()) == odds.total


@clause("chamberlain.melee.allocate")
def test_a_refused_division_still_says_what_is_known() -> None:
    combats = [
        {"defender": {"elan": 5}, "flank": False, "minus": [], "allocated": 6},
        {"defender": {"elan": 6, "fatigue": 1}, "flank": False, "minus": [], "allocated": 6},
    ]
    found = asked("melee-split", attacker={"elan": 6}, combats=combats)
    assert (found["legal"], found["clause"]) == (False, "chamberlain.melee.allocate")
    assert (found["attack_dice_total"], found["attacker_status"], found["attacker_fatigue"]) == (6, "fresh", 0)
    assert [one["defence_dice"] for one in found["combats"]] == [5, 5]
    assert [one["defender_status"] for one in found["combats"]] == ["fresh", "worn"]
    assert {one["attack_score"] for one in found["combats"]} == {0}
