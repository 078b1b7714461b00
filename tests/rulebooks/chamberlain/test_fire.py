"""Small-arms fire: every weapon, range, penalty and bonus, with every boundary on both sides."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from roundtop.dice.exact import fold
from roundtop.rulebooks.chamberlain.fire.rule import Effect, Shot, dice_for, penalties, pool, shoot, shot_refusal
from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.rulebooks.chamberlain.tables import WEAPONS, Troops, half, mounted_now, reach_of, weapon_of
from tests.clauses import clause
from tests.rulebooks.chamberlain.asked import Outcome, asked, dice, odds

TARGET = {"arm": "infantry", "elan": 6}


def shot(firer: dict[str, Any], range_bw: float, *faces: int, **more: Any) -> Outcome:
    more.setdefault("target", TARGET)
    return asked("fire", *faces, firer=firer, range_bw=range_bw, **more)


def dice_of(firer: dict[str, Any], range_bw: float, **more: Any) -> int:
    """How many dice a shot throws."""
    more.setdefault("target", TARGET)
    options = Settings(**more.pop("options", {}))
    target = Troops(**more.pop("target"))
    return pool(Shot(Troops(**firer), target, range_bw, settings=options, **more)).dice


def refused(firer: dict[str, Any], range_bw: float, **more: Any) -> str:
    found = shot(firer, range_bw, **more)
    assert not found["legal"]
    return str(found["clause"])


# ---- rounding and weapons


@clause("chamberlain.setup.rounding", 1, 2)
def test_halves_are_rounded_up() -> None:
    assert [half(n, PRINTED) for n in (7, 6, 5, 1)] == [4, 3, 3, 1]
    down = Settings(fire_half_rounding="down")
    assert [half(n, down) for n in (7, 6, 5, 2, 1)] == [3, 3, 2, 1, 1]
    assert dice_of({"elan": 5}, 1.5) == 3
    assert dice_of({"elan": 5}, 1.5, options={"fire_half_rounding": "down"}) == 2


@clause("chamberlain.unit.weapon-notation", 1, 2)
def test_the_figures_round_the_stroke() -> None:
    assert refused({"arm": "infantry", "elan": 4, "weapon": "shotgun"}, 1.6) == "chamberlain.unit.weapon-shotgun"
    assert dice_of({"elan": 6, "weapon": "smoothbore"}, 1.6) == 3


@clause("chamberlain.unit.weapon-notation")
def test_nought_and_dash_the_other_way_about() -> None:
    options = {"weapon_slash_zero": "no-bonus"}
    assert shot({"elan": 4, "weapon": "shotgun"}, 1.6, 6, 1, options=options)["hits"] == 1
    smoothbore = {"elan": 6, "weapon": "smoothbore"}
    assert refused(smoothbore, 1.6, options=options) == "chamberlain.unit.weapon-smoothbore"
    carbine = {"arm": "cavalry", "elan": 5, "weapon": "repeating-carbine"}
    assert refused(carbine, 1.2, options=options) == "chamberlain.unit.weapon-repeating-carbine"


@clause("chamberlain.unit.weapon-rifle-musket", 1)
def test_rifle_muskets_are_the_ordinary_arm() -> None:
    found = shot({"elan": 6}, 0.9, 6, 5, 4, 3, 2, 1)
    assert (found["dice_count"], found["hit_on"], found["hits"]) == (6, 6, 1)
    assert weapon_of("infantry", "", PRINTED) == weapon_of("mounted-infantry", "", PRINTED) == "rifle-musket"


@clause("chamberlain.unit.weapon-carbine", 1, 2)
def test_cavalry_without_a_note_has_carbines() -> None:
    cavalry = {"arm": "cavalry", "elan": 5}
    found = shot(cavalry, 0.8, 6, 5, 1)
    assert (found["dice_count"], found["hit_on"], found["hits"]) == (3, 6, 1)
    assert refused(cavalry, 1.4) == "chamberlain.unit.weapon-carbine"


@clause("chamberlain.unit.weapon-carbine")
def test_the_arm_of_cavalry_without_a_note_may_be_chosen() -> None:
    cavalry = {"arm": "cavalry", "elan": 5}
    repeating = shot(cavalry, 0.8, 5, 5, 1, options={"weapon_cavalry_default": "repeating-carbine"})
    assert (repeating["hit_on"], repeating["hits"]) == (5, 2)
    unarmed = {"weapon_cavalry_default": "sabre-pistol"}
    assert refused(cavalry, 0.8, options=unarmed) == "chamberlain.unit.weapon-carbine"
    assert refused({"elan": 5, "weapon": "sabre-pistol"}, 0.1) == "chamberlain.unit.weapon-carbine"


@clause("chamberlain.unit.weapon-smoothbore", 1, 2)
def test_smoothbores_add_a_die_at_volley_range() -> None:
    assert dice_of({"elan": 5, "weapon": "smoothbore"}, 1.0) == 6
    assert dice_of({"elan": 5, "weapon": "smoothbore"}, 1.5) == 3


@clause("chamberlain.unit.weapon-shotgun", 1, 2)
def test_shotguns_add_a_die_at_volley_range() -> None:
    shotguns = {"arm": "cavalry", "elan": 4, "weapon": "shotgun"}
    assert dice_of(shotguns | {"mounted": False}, 0.7) == 5
    assert dice_of(shotguns, 0.7) == 3


@clause("chamberlain.unit.weapon-repeating-carbine", 1, 2)
def test_repeating_carbines_hit_on_five_within_1_bw() -> None:
    dismounted = {"arm": "cavalry", "elan": 5, "mounted": False, "weapon": "repeating-carbine"}
    assert shot(dismounted, 1.0, 6, 5, 4, 3, 1)["hits"] == 2
    assert refused(dismounted, 1.2) == "chamberlain.unit.weapon-repeating-carbine"


@clause("chamberlain.unit.weapon-breechloading-carbine", 1)
def test_breechloading_carbines_are_repeating_ones() -> None:
    firer = {"arm": "cavalry", "elan": 6, "weapon": "breechloading-carbine"}
    assert shot(firer, 0.5, 5, 5, 2)["hits"] == 2
    assert refused(firer, 1.1) == "chamberlain.unit.weapon-breechloading-carbine"


@clause("chamberlain.unit.weapon-repeating-rifle", 1)
def test_repeating_rifles_hit_on_five_at_both_ranges() -> None:
    assert shot({"elan": 6, "weapon": "repeating-rifle"}, 1.8, 5, 6, 2)["hits"] == 2


@clause("chamberlain.unit.weapon-breechloading-rifle", 1)
def test_breechloading_rifles_are_repeating_ones() -> None:
    assert shot({"elan": 7, "weapon": "breechloading-rifle"}, 1.0, 6, 6, 5, 5, 4, 2, 1)["hits"] == 4


@clause("chamberlain.unit.abbreviations")
def test_every_weapon_has_its_note_and_clause() -> None:
    assert {name: weapon.note for name, weapon in WEAPONS.items() if weapon.note} == {
        "smoothbore": "+1/-",
        "shotgun": "+1/0",
        "repeating-carbine": "5,6/0",
        "breechloading-carbine": "5,6/0",
        "repeating-rifle": "5,6",
        "breechloading-rifle": "5,6",
        "sabre-pistol": "none",
    }
    assert [name for name, weapon in WEAPONS.items() if weapon.repeats] == [
        "repeating-carbine",
        "breechloading-carbine",
        "repeating-rifle",
        "breechloading-rifle",
    ]
    assert [reach_of(name, PRINTED) for name in WEAPONS] == [2, 2, 1, 1, 1, 1, 2, 2, 0]


@clause("chamberlain.setup.arms")
def test_only_riders_are_mounted() -> None:
    assert [mounted_now(arm, True) for arm in ("infantry", "cavalry", "mounted-infantry", "artillery")] == [
        False,
        True,
        True,
        False,
    ]
    assert not mounted_now("cavalry", False)


# ---- who may fire


@clause("chamberlain.fire.who", 1, 2)
@clause("chamberlain.activate.not-needed-to-fire")
def test_a_unit_that_did_not_move_may_fire() -> None:
    assert shot({"elan": 6}, 1.5, 1, 2, 3)["legal"]
    assert refused({"elan": 6, "moved": "rally"}, 1.5) == "chamberlain.fire.who"
    repeaters = {"elan": 6, "weapon": "repeating-rifle", "moved": "rally"}
    assert shot(repeaters, 1.5, 1, 2, 3)["legal"]
    bound = {"mobile_requires_difficult": True}
    assert refused(repeaters, 1.5, options=bound) == "chamberlain.move.mobile-difficult"


@clause("chamberlain.fire.who")
def test_nobody_fires_in_or_into_contact() -> None:
    assert refused({"elan": 6, "in_contact": True}, 0.5) == "chamberlain.fire.who"
    assert refused({"elan": 6}, 0.5, target=TARGET | {"in_contact": True}) == "chamberlain.fire.who"


@clause("chamberlain.turn.fire-phase", 1)
@clause("chamberlain.move.engaged-pivot", 1)
@clause("chamberlain.move.mobile-difficult", 1, 2)
@pytest.mark.parametrize(
    ("moved", "muskets", "bound", "repeaters"),
    [
        ("none", True, True, True),
        ("pivot", False, True, True),
        ("difficult", False, True, True),
        ("simple", False, False, True),
        ("rally", False, False, True),
        ("charge", False, False, False),
        ("reserve", False, False, False),
    ],
)
def test_what_leaves_a_unit_its_fire(moved: str, muskets: bool, bound: bool, repeaters: bool) -> None:
    options = Settings(mobile_requires_difficult=True)
    for weapon, settings, allowed in (
        ("rifle-musket", PRINTED, muskets),
        ("rifle-musket", options, muskets),
        ("repeating-rifle", PRINTED, repeaters),
        ("repeating-rifle", options, bound),
    ):
        firer = Troops(elan=6, weapon=weapon, moved=moved)
        assert (shot_refusal(Shot(firer, Troops(elan=6), 0.9, settings=settings)) == "") is allowed
    if repeaters and moved != "none":
        assert dice_of({"elan": 6, "weapon": "repeating-rifle", "moved": moved}, 0.9) == 3


@clause("chamberlain.move.mobile-rr", 1)
def test_repeaters_may_fire_before_they_move() -> None:
    repeaters = {"elan": 6, "weapon": "repeating-rifle"}
    found = shot(repeaters, 0.9, 5, 6, 1, timing="before-move")
    assert (found["dice_count"], found["hits"]) == (3, 2)
    assert refused({"elan": 6}, 0.9, timing="before-move") == "chamberlain.move.mobile-rr"
    moved = repeaters | {"moved": "difficult"}
    assert refused(moved, 0.9, timing="before-move") == "chamberlain.move.mobile-rr"


@clause("chamberlain.move.cc-three-actions", 1, 2)
def test_repeating_cavalry_does_three_things_in_a_turn() -> None:
    dismounting = {"arm": "cavalry", "elan": 5, "mounted": True, "x": 0, "y": 0, "facing": 0}
    for weapon, may_fire in (("repeating-carbine", True), ("carbine", False)):
        unit = dismounting | {"weapon": weapon}
        moved = asked("move", unit=unit, kind="difficult", to=[0, 2], mount_change="dismount")
        assert (moved["legal"], moved["distance_bw"], moved["mounted"], moved["may_fire"]) == (
            True,
            2.0,
            False,
            may_fire,
        )
    after = {"arm": "cavalry", "elan": 5, "mounted": False, "moved": "difficult"}
    found = shot(after | {"weapon": "repeating-carbine"}, 0.8, 5, 6, 1)
    assert (found["dice_count"], found["hit_on"], found["hits"]) == (3, 5, 2)
    assert refused(after | {"weapon": "carbine"}, 0.8) == "chamberlain.fire.who"


@clause("chamberlain.move.cc-three-actions")
def test_mounted_and_moving_halves_once() -> None:
    firer = {"arm": "cavalry", "elan": 5, "weapon": "repeating-carbine", "moved": "difficult"}
    assert dice_of(firer, 0.8) == 3


@clause("chamberlain.los.must-see")
def test_what_is_not_seen_is_not_shot_at() -> None:
    assert refused({"elan": 6}, 0.9, visible=False) == "chamberlain.los.must-see"
    assert refused({"elan": 6}, 0.9, in_arc=False) == "chamberlain.fire.arc"


# ---- how many dice


@clause("chamberlain.unit.elan", 1)
@clause("chamberlain.fire.dice-infantry", 1)
def test_dice_are_current_elan() -> None:
    assert dice_of({"elan": 7, "fatigue": 2}, 0.9) == 5
    assert dice_of({"elan": 6, "fatigue": 1}, 0.9) == 5


@clause("chamberlain.fire.range-volley", 1)
@clause("chamberlain.fire.range-skirmish", 1)
@clause("chamberlain.fire.penalty-skirmish", 1)
def test_ranges() -> None:
    assert [dice_of({"elan": 7}, reach) for reach in (1.0, 1.01, 1.02, 1.1, 1.7, 2.0)] == [7, 7, 4, 4, 4, 4]
    assert shot({"elan": 7}, 2.0, 1, 1, 1, 1)["legal"]
    assert refused({"elan": 7}, 2.1) == "chamberlain.fire.range-skirmish"


@clause("chamberlain.fire.penalty-impetuous", 1)
@clause("chamberlain.unit.trait-impetuous", 1)
def test_impetuous_units_fire_at_half() -> None:
    assert dice_of({"elan": 6, "traits": ("impetuous",)}, 0.5) == 3
    assert dice_of({"elan": 7, "traits": ("impetuous",)}, 0.9) == 4


@clause("chamberlain.fire.penalty-mounted", 1)
def test_mounted_units_fire_at_half() -> None:
    assert dice_of({"arm": "cavalry", "elan": 5}, 1.0) == 3
    assert dice_of({"arm": "cavalry", "elan": 5, "mounted": False}, 1.0) == 5


@clause("chamberlain.fire.penalty-moved-rr", 1)
def test_moving_repeaters_fire_at_half() -> None:
    found = shot({"elan": 7, "weapon": "repeating-rifle", "moved": "difficult"}, 0.9, 5, 6, 4, 1)
    assert (found["dice_count"], found["hit_on"], found["hits"]) == (4, 5, 2)


@clause("chamberlain.fire.penalty-crest", 1)
@clause("chamberlain.terrain.crest", 1)
def test_a_target_on_a_crest_above_halves() -> None:
    on_crest = {"arm": "infantry", "elan": 6, "on_crest": True, "level": 1}
    assert dice_of({"elan": 6}, 1.0, target=on_crest) == 3
    assert dice_of({"elan": 6}, 0.9, target=on_crest) == 3
    assert dice_of({"elan": 6, "level": 1}, 0.9, target=on_crest) == 6
    assert dice_of({"elan": 6}, 0.9, target=on_crest | {"on_crest": False}) == 6


@clause("chamberlain.fire.penalty-at-artillery", 1)
def test_small_arms_at_guns_are_halved() -> None:
    found = shot({"elan": 6}, 0.8, 6, 4, 1, target={"arm": "artillery", "ammo": 6})
    assert (found["dice_count"], found["hits"], found["target_status"], found["target_retreat_bw"]) == (3, 1, "ok", 2)


@clause("chamberlain.fire.penalty-at-mounted", 1)
@clause("chamberlain.fire.penalty-at-artillery")
def test_small_arms_at_horsemen_are_halved() -> None:
    cavalry = {"arm": "cavalry", "elan": 5}
    guns = {"arm": "artillery", "ammo": 6}
    assert dice_of({"elan": 6}, 0.8, target=cavalry) == 3
    assert dice_of({"elan": 6}, 0.8, target=cavalry | {"mounted": False}) == 6
    for choice, halved in (("infantry", 3), ("artillery", 6), ("both", 3)):
        options = {"fire_guns_and_horse_halve": choice}
        assert dice_of({"elan": 6}, 0.8, target=cavalry, options=options) == halved
        assert dice_of({"elan": 6}, 0.8, target=guns, options=options) == halved


@clause("chamberlain.fire.cover-infantry", 1)
def test_cover_counts_for_small_arms_only_by_house_rule() -> None:
    everyone = {"fire_cover_applies_to": "all"}
    for sheltered in ({"in_cover": True}, {"concealed": True}):
        target = TARGET | sheltered
        assert dice_of({"elan": 6}, 1.0, target=target) == 6
        assert dice_of({"elan": 6}, 1.0, target=target, options=everyone) == 3
    assert dice_of({"elan": 6}, 1.0, obstructed=True) == 6
    assert dice_of({"elan": 6}, 1.0, obstructed=True, options=everyone) == 3


@clause("chamberlain.fire.halve-once", 1)
def test_penalties_halve_once() -> None:
    on_crest = {"arm": "infantry", "elan": 6, "on_crest": True, "level": 1}
    assert dice_of({"elan": 6, "traits": ("impetuous",)}, 1.5, target=on_crest) == 3


@clause("chamberlain.fire.bonus-flank", 1)
@clause("chamberlain.fire.bonus-weapon", 1)
def test_bonus_dice_add_up() -> None:
    assert dice_of({"elan": 5}, 0.9, flank=True) == 6
    assert dice_of({"elan": 5, "weapon": "smoothbore"}, 0.9, flank=True) == 7
    assert dice_of({"elan": 5, "weapon": "smoothbore"}, 1.5, flank=True) == 4


@clause("chamberlain.fire.bonus-timing", 1)
def test_bonus_dice_come_after_halving_or_before() -> None:
    assert dice_of({"elan": 5}, 1.5, flank=True) == 4
    assert dice_of({"elan": 5}, 1.5, flank=True, options={"fire_bonus_timing": "before-halving"}) == 3
    assert dice_for(5, False, 1, Settings(fire_bonus_timing="before-halving")) == 6


@clause("chamberlain.trait.inspiring", 2)
def test_an_inspiring_officer_adds_to_fire_too() -> None:
    led = {"elan": 6, "officer": ("I",)}
    assert dice_of(led, 0.9) == 7
    assert dice_of(led, 0.9, options={"trait_inspiring_fire": False}) == 6
    assert dice_of(led, 1.5) == 4
    assert dice_of(led | {"arm": "cavalry"}, 0.9) == 3
    assert dice_of(led | {"arm": "cavalry", "mounted": False}, 0.9) == 7


# ---- what hits do


@clause("chamberlain.fire.to-hit", 1)
@clause("chamberlain.fire.to-hit-repeaters", 1)
def test_sixes_hit_and_fives_of_repeaters() -> None:
    assert shot({"elan": 6}, 0.9, 6, 6, 5, 4, 2, 1)["hits"] == 2
    assert shot({"elan": 4, "weapon": "repeating-rifle"}, 0.9, 6, 5, 5, 3)["hits"] == 3


@clause("chamberlain.fire.hit-effect", 1)
def test_each_hit_is_a_fatigue() -> None:
    found = shot({"elan": 3}, 0.9, 6, 6, 1, target={"elan": 6, "fatigue": 1})
    assert (found["target_fatigue"], found["target_current_elan"], found["target_status"]) == (3, 3, "fatigued")
    broken = shot({"elan": 3}, 0.9, 6, 6, 6, target={"elan": 6, "fatigue": 4})
    assert (broken["target_fatigue"], broken["target_current_elan"], broken["target_status"]) == (6, 0, "broken")


@clause("chamberlain.fire.retreat-mounted", 1)
def test_mounted_units_that_are_hit_fall_back() -> None:
    cavalry = {"arm": "cavalry", "elan": 5}
    hit = shot({"elan": 6}, 0.9, 6, 1, 1, target=cavalry)
    assert (hit["target_fatigue"], hit["target_retreat_bw"]) == (1, 2)
    assert shot({"elan": 6}, 0.9, 5, 1, 1, target=cavalry)["target_retreat_bw"] == 0
    broken = shot({"elan": 6}, 0.9, 6, 1, 1, target=cavalry | {"fatigue": 4})
    assert (broken["target_status"], broken["target_retreat_bw"]) == ("broken", 0)
    on_foot = cavalry | {"mounted": False}
    assert shot({"elan": 3}, 0.9, 6, 1, 1, target=on_foot)["target_retreat_bw"] == 0


@clause("chamberlain.art.hit-once-retreats", 1)
@clause("chamberlain.art.hit-twice-retires", 1)
@clause("chamberlain.fatigue.artillery", 1)
@clause("chamberlain.command.at-risk-timing")
def test_guns_hit_once_retreat_and_twice_retire() -> None:
    guns = {"arm": "artillery", "ammo": 6, "officer": []}
    once = shot({"elan": 5}, 0.9, 6, 2, 1, target=guns)
    assert (once["target_status"], once["target_retreat_bw"], once["target_fatigue"]) == ("ok", 2, 0)
    twice = shot({"elan": 5}, 0.9, 6, 6, 2, target=guns)
    assert (twice["target_status"], twice["target_retreat_bw"], twice["at_risk_rolled"]) == ("retired", 0, False)


@clause("chamberlain.conceal.passive-hit")
def test_a_blind_that_is_hit_is_revealed() -> None:
    blind = TARGET | {"concealed": True}
    assert not shot({"elan": 3}, 0.9, 6, 1, 1, target=blind)["target_concealed"]
    assert shot({"elan": 3}, 0.9, 5, 1, 1, target=blind)["target_concealed"]


@clause("chamberlain.fire.sharpshooters", 1, 2)
@clause("chamberlain.command.at-risk-ss", 1, 2)
def test_sharpshooters_put_officers_at_risk() -> None:
    marksmen = {"elan": 4, "traits": ["SS"]}
    led = TARGET | {"officer": ["I"]}
    killed = shot(marksmen, 1.5, 6, 3, 5, target=led)
    assert (killed["target_fatigue"], killed["at_risk_rolled"], killed["target_officer_killed"]) == (1, True, True)
    assert not shot(marksmen, 1.5, 6, 3, 4, target=led)["target_officer_killed"]
    assert not shot(marksmen, 1.5, 5, 3, target=led)["at_risk_rolled"]
    assert shot(marksmen, 1.5, 5, 3, 6, target=led, options={"ss_needs_hit": False})["target_officer_killed"]
    assert not shot(marksmen, 1.5, 6, 3, target=TARGET)["at_risk_rolled"]


@clause("chamberlain.fire.sharpshooters")
def test_no_roll_tells_of_an_officer_under_a_blind_that_was_missed() -> None:
    marksmen = {"elan": 4, "traits": ["SS"]}
    blind = TARGET | {"officer": ["I"], "concealed": True}
    always = {"ss_needs_hit": False}
    assert not shot(marksmen, 1.5, 5, 3, target=blind, options=always)["at_risk_rolled"]
    assert shot(marksmen, 1.5, 6, 3, 6, target=blind, options=always)["at_risk_rolled"]


@clause("chamberlain.command.unit-lost", 2)
@clause("chamberlain.command.at-risk-timing")
def test_one_roll_when_fire_breaks_the_officers_unit() -> None:
    last = {"elan": 6, "fatigue": 5, "officer": ["I"]}
    by_marksmen = shot({"elan": 4, "traits": ["SS"]}, 1.5, 6, 3, 5, target=last)
    assert (by_marksmen["target_status"], by_marksmen["target_officer_killed"]) == ("broken", True)
    by_others = shot({"elan": 4}, 1.5, 6, 3, 5, target=last)
    assert (by_others["at_risk_rolled"], by_others["target_officer_killed"]) == (True, False)
    unharmed = shot({"elan": 4}, 1.5, 6, 3, target=last | {"fatigue": 0})
    assert not unharmed["at_risk_rolled"]


@clause("chamberlain.fatigue.fatigued")
def test_status_after_fire_follows_the_house_rule() -> None:
    target = {"elan": 6, "fatigue": 2}
    assert shot({"elan": 3}, 0.9, 6, 1, 1, target=target)["target_status"] == "fatigued"
    options = {"fatigue_fatigued_at": "below-half"}
    assert shot({"elan": 3}, 0.9, 6, 1, 1, target=target, options=options)["target_status"] == "worn"


def test_every_penalty_names_its_clause() -> None:
    firer = Troops("cavalry", 5, weapon="repeating-rifle", moved="difficult", traits=("impetuous",))
    target = Troops("cavalry", 5, on_crest=True, level=1, in_cover=True, concealed=True)
    everywhere = Settings(fire_cover_applies_to="all")
    found = penalties(Shot(firer, target, 1.5, obstructed=True, settings=everywhere))
    assert [mod.clause.removeprefix("chamberlain.fire.") for mod in found] == [
        "penalty-skirmish",
        "penalty-impetuous",
        "penalty-mounted",
        "penalty-moved-rr",
        "penalty-crest",
        "penalty-at-mounted",
        "cover-infantry",
        "cover-infantry",
        "cover-infantry",
    ]
    assert {mod.value for mod in found} == {0}


def test_a_unit_broken_by_fire_risks_its_officer_by_that_clause() -> None:
    thrown = dice(6, 1, 3)
    shoot(Shot(Troops(elan=2), Troops(elan=6, fatigue=5, officer=()), 0.9), thrown)
    thrown.finish()
    assert thrown.rolls[1].clause == "chamberlain.command.unit-lost"


def test_everything_is_as_before_when_a_shot_is_not_allowed() -> None:
    found = shot({"elan": 6, "moved": "charge"}, 0.9, target={"elan": 6, "fatigue": 2, "concealed": True})
    assert found["clause"] == "chamberlain.fire.who"
    assert (found["target_fatigue"], found["target_status"], found["target_concealed"]) == (2, "worn", True)
    assert (found["hits"], found["dice_count"]) == (0, 0)


def test_a_broken_unit_cannot_fire() -> None:
    with pytest.raises(ValueError, match=r"firer\.fatigue: 6 cannot be"):
        shot({"elan": 6, "fatigue": 6}, 0.9)
    with pytest.raises(ValueError, match=r"firer\.arm: artillery does not fire small arms"):
        shot({"arm": "artillery", "ammo": 6}, 0.9)


def test_odds_are_those_of_the_dice() -> None:
    found = odds("fire", firer={"elan": 3}, target={"elan": 6}, range_bw=0.9)
    assert [row.chance for row in found.whole.chances] == [  # type: ignore[union-attr]
        Fraction(125, 216),
        Fraction(75, 216),
        Fraction(15, 216),
        Fraction(1, 216),
    ]
    shot_at_led = Shot(Troops(elan=2, traits=("SS",)), Troops(elan=6, officer=("H",)), 0.9)
    nothing = Effect(0, 0, "fresh", False, False, False, False)
    chances = fold((lambda _, thrown: shoot(shot_at_led, thrown),), nothing)
    assert chances.where(lambda effect: effect.officer_killed) == Fraction(11, 36) * Fraction(1, 3)


def test_dice_are_thrown_in_the_ledgers_order() -> None:
    thrown = dice(6, 3, 5)
    assert shoot(Shot(Troops(elan=2, traits=("SS",)), Troops(elan=6, officer=()), 0.9), thrown).officer_killed
    thrown.finish()
    assert [roll.clause for roll in thrown.rolls] == [
        "chamberlain.fire.to-hit",
        "chamberlain.command.at-risk-ss",
    ]
