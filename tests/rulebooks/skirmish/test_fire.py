"""Shooting: bands, loading, pools, shots and volleys, with every boundary on both sides."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.dice.exact import fold, mapped
from roundtop.dice.sources import Dice, Scripted, Seeded
from roundtop.rulebooks.skirmish.fire.rule import (
    MARGINS,
    RANGE_DICE,
    RESULTS,
    Hit,
    Mark,
    Shooter,
    Shot,
    Toll,
    Volley,
    band,
    fire,
    fired,
    full,
    loads_needed,
    margin,
    pick,
    pool,
    reach,
    result_of,
    result_weights,
    shot_refusal,
    volley_odds,
    volley_shot,
)
from roundtop.rulebooks.skirmish.harm.rule import STATUS
from roundtop.rulebooks.skirmish.options import PRINTED, Settings
from roundtop.rulebooks.skirmish.tables import quality_die
from roundtop.rulebooks.skirmish.terrain.rule import COVER_DICE
from roundtop.rulebooks.skirmish.weapons.rule import PRINTED as SHEET
from tests.clauses import clause

WEAPONS = SHEET.shooting


def shot(dice: tuple[str, ...], **given: object) -> Hit:
    script = Scripted(dice)
    base: dict[str, object] = {"quality": "regular", "weapon": "minie-rifle", "distance": 10.0, "cover": "open"}
    hit = fire(Shot(**(base | given)), script)  # type: ignore[arg-type]
    script.finish()
    return hit


# ---- the weapon table

LIMITS = [
    (row.id, name, limit)
    for row in WEAPONS.values()
    for name, limit in zip(
        ("short", "medium", "long", "extreme"), (row.short, row.medium, row.long, row.extreme), strict=True
    )
    if limit
]


@pytest.mark.parametrize(("weapon", "name", "limit"), LIMITS)
@clause("skirmish.shooting.band-edges")
def test_a_limit_belongs_to_the_nearer_band(weapon: str, name: str, limit: float) -> None:
    assert band(weapon, limit, PRINTED) == name
    assert band(weapon, limit + 0.01, PRINTED) == name
    assert band(weapon, limit + 0.02, PRINTED) != name


@pytest.mark.parametrize(
    ("weapon", "limits"),
    [
        pytest.param("minie-rifle", (15, 30, 110, 150), marks=clause("skirmish.shooting.range-minie-rifle")),
        pytest.param(
            "repeating-bl-rifle", (12, 25, 60, 120), marks=clause("skirmish.shooting.range-repeating-bl-rifle")
        ),
        pytest.param("musket", (4, 10, 30, 90), marks=clause("skirmish.shooting.range-musket")),
        pytest.param("minie-carbine", (8, 20, 70, 120), marks=clause("skirmish.shooting.range-minie-carbine")),
        pytest.param("smoothbore-carbine", (4, 8, 20, 70), marks=clause("skirmish.shooting.range-smoothbore-carbine")),
        pytest.param("shotgun", (5, 10, 40, 0), marks=clause("skirmish.shooting.range-shotgun")),
        pytest.param("pistol", (2, 6, 10, 20), marks=clause("skirmish.shooting.range-pistol")),
        pytest.param("hand-hurled", (0, 10, 20, 30), marks=clause("skirmish.shooting.range-hand-hurled")),
    ],
)
def test_the_printed_rows(weapon: str, limits: tuple[int, ...]) -> None:
    row = WEAPONS[weapon]
    assert (row.short, row.medium, row.long, row.extreme) == limits
    assert reach(weapon, PRINTED) == max(limits)


def die(weapon: str, distance: float) -> str:
    return RANGE_DICE[band(weapon, distance, PRINTED)].name


@clause("skirmish.shooting.range-minie-rifle", 1, 2)
@clause("skirmish.shooting.range-repeating-bl-rifle", 1, 2)
@clause("skirmish.shooting.range-musket", 1, 2)
@clause("skirmish.shooting.range-minie-carbine", 1)
@clause("skirmish.shooting.range-smoothbore-carbine", 1)
@clause("skirmish.shooting.range-shotgun", 1, 2)
@clause("skirmish.shooting.range-pistol", 1, 2)
@clause("skirmish.shooting.range-hand-hurled", 1, 2)
@clause("skirmish.shooting.range-dice", 1)
def test_examples_of_the_weapon_table() -> None:
    assert (band("minie-rifle", 31, PRINTED), die("minie-rifle", 31)) == ("long", "d10")
    assert (band("minie-rifle", 150, PRINTED), die("minie-rifle", 150)) == ("extreme", "d12")
    assert (band("repeating-bl-rifle", 60, PRINTED), die("repeating-bl-rifle", 60)) == ("long", "d10")
    assert (band("repeating-bl-rifle", 61, PRINTED), die("repeating-bl-rifle", 61)) == ("extreme", "d12")
    assert (band("musket", 4, PRINTED), die("musket", 4)) == ("short", "d6")
    assert (band("musket", 10.5, PRINTED), die("musket", 10.5)) == ("long", "d10")
    assert (band("minie-carbine", 9, PRINTED), die("minie-carbine", 9)) == ("medium", "d8")
    assert (band("smoothbore-carbine", 21, PRINTED), die("smoothbore-carbine", 21)) == ("extreme", "d12")
    assert (band("shotgun", 40, PRINTED), die("shotgun", 40)) == ("long", "d10")
    assert band("shotgun", 40.5, PRINTED) == "out"
    assert (band("pistol", 2, PRINTED), die("pistol", 2)) == ("short", "d6")
    assert (band("pistol", 6.1, PRINTED), die("pistol", 6.1)) == ("long", "d10")
    assert (band("hand-hurled", 3, PRINTED), die("hand-hurled", 3)) == ("medium", "d8")
    assert (band("hand-hurled", 25, PRINTED), die("hand-hurled", 25)) == ("extreme", "d12")
    assert (band("musket", 50, PRINTED), die("musket", 50)) == ("extreme", "d12")


@clause("skirmish.shooting.band-edges", 1)
def test_thirty_is_medium_and_a_little_more_is_long() -> None:
    assert (die("minie-rifle", 30.0), die("minie-rifle", 30.2)) == ("d8", "d10")


@clause("skirmish.shooting.out-of-range", 1)
def test_no_shot_beyond_the_last_band() -> None:
    assert shot_refusal(Shot("regular", "pistol", 21.0, "open")) == "skirmish.shooting.out-of-range"
    assert shot_refusal(Shot("regular", "pistol", 20.01, "open")) == ""


# ---- loading


@clause("skirmish.shooting.loading-muzzle", 1)
@clause("skirmish.shooting.loading-other", 1)
def test_three_actions_for_a_muzzle_loader_and_one_for_others() -> None:
    muzzle = {"minie-rifle", "musket", "minie-carbine", "smoothbore-carbine", "shotgun"}
    for weapon in WEAPONS:
        assert loads_needed(weapon, False, False, PRINTED) == (3 if weapon in muzzle else 1)
    # Fire, load | load, load | fire: four actions from shot to shot are two turns.
    assert 1 + loads_needed("minie-rifle", False, False, PRINTED) == 2 * 2
    assert 1 + loads_needed("repeating-bl-rifle", False, False, PRINTED) == 2


@clause("skirmish.shooting.loading-class", 1, 2)
def test_a_shotgun_needs_a_third_action_and_a_pistol_one() -> None:
    assert loads_needed("shotgun", False, False, PRINTED) > 2
    assert loads_needed("pistol", False, True, PRINTED) == 1


@clause("skirmish.shooting.loading-class")
def test_breech_loaders_by_mark_and_by_house_rule() -> None:
    carbines = Settings(carbines_breech_loading=True)
    shotguns = Settings(shotguns_breech_loading=True)
    assert loads_needed("minie-carbine", True, False, PRINTED) == 1
    assert loads_needed("minie-carbine", False, False, carbines) == 1
    assert loads_needed("smoothbore-carbine", False, False, carbines) == 1
    assert loads_needed("shotgun", False, False, carbines) == 3
    assert loads_needed("shotgun", False, False, shotguns) == 1
    assert loads_needed("minie-carbine", False, False, shotguns) == 3
    assert loads_needed("musket", False, False, carbines) == 3


@clause("skirmish.shooting.one-shot-per-loading", 1)
def test_a_revolver_loads_between_two_shots() -> None:
    assert full("pistol", False, True, PRINTED) == 1
    assert fired(1, True, PRINTED) == 0


@clause("skirmish.shooting.one-shot-per-loading")
def test_a_magazine_by_the_house_rule() -> None:
    seven = Settings(repeater_magazine=7)
    assert full("repeating-bl-rifle", False, True, seven) == 7
    assert fired(7, True, seven) == 6
    assert loads_needed("minie-carbine", False, True, seven) == 1
    assert full("repeating-bl-rifle", False, False, seven) == 1
    assert fired(1, False, seven) == 0
    assert full("musket", False, False, seven) == 3


# ---- the pool


def ids(found: tuple[Mark, ...]) -> list[str]:
    return [mark.id for mark in found]


@clause("skirmish.shooting.random-method", 1)
def test_nearest_first_and_equals_by_id() -> None:
    found = pool("minie-carbine", (Mark("a", 14.0), Mark("b", 14.0), Mark("c", 12.0)), PRINTED)
    assert ids(found) == ["c", "a", "b"]
    assert found[pick(3, "", Scripted(["d3:2"]))].id == "a"
    assert pick(1, "", Scripted([])) == 0


@clause("skirmish.shooting.random-target", 1)
def test_one_of_the_pool_is_drawn() -> None:
    marks = tuple(Mark(name, 20.0 + place) for place, name in enumerate("ABCDE"))
    assert pool("minie-rifle", marks, PRINTED)[pick(5, "", Scripted(["d5:4"]))].id == "D"


@clause("skirmish.shooting.front-rank", 1)
def test_at_short_range_only_the_front_rank() -> None:
    front = tuple(Mark(f"f{n}", 3.0 + n / 10) for n in range(3))
    rear = tuple(Mark(f"r{n}", 3.5, screened=True) for n in range(3))
    assert ids(pool("musket", front + rear, PRINTED)) == ["f0", "f1", "f2"]


@clause("skirmish.shooting.front-rank-test", 1)
def test_a_group_spread_over_bands() -> None:
    marks = (Mark("k1", 10.0), Mark("k2", 13.0), Mark("k3", 14.0, screened=True), Mark("k4", 20.0))
    assert ids(pool("minie-rifle", marks, PRINTED)) == ["k1", "k2"]
    assert ids(pool("musket", marks, PRINTED)) == ["k1", "k2", "k3", "k4"]


@clause("skirmish.shooting.no-short-band", 1)
def test_a_stone_knows_no_front_rank() -> None:
    marks = (Mark("a", 2.0), Mark("b", 2.0), Mark("c", 4.0, screened=True), Mark("d", 4.0, screened=True))
    assert len(pool("hand-hurled", marks, PRINTED)) == 4
    assert die("hand-hurled", 2.0) == "d8"
    assert band("hand-hurled", 0.0, PRINTED) == "medium"


@clause("skirmish.shooting.eligible-targets", 1)
def test_the_down_the_fighting_and_the_hidden_are_left_out() -> None:
    marks = (
        Mark("down", 20.0, able=False),
        Mark("fighting", 20.0, in_contact=True),
        Mark("hidden", 20.0, visible=False),
        Mark("a", 20.0),
        Mark("b", 20.0),
        Mark("c", 20.0),
    )
    assert ids(pool("minie-rifle", marks, PRINTED)) == ["a", "b", "c"]


@clause("skirmish.shooting.into-melee", 1)
@clause("skirmish.shooting.out-of-range")
def test_men_in_contact_or_out_of_range_are_no_targets() -> None:
    marks = (*(Mark(f"m{n}", 5.0, in_contact=True) for n in range(2)), *(Mark(f"n{n}", 19.0) for n in range(3)))
    assert len(pool("pistol", marks, PRINTED)) == 3
    assert pool("pistol", (Mark("far", 20.02),), PRINTED) == ()


@clause("skirmish.shooting.front-rank-test")
def test_a_man_out_of_the_fight_does_not_make_a_front_rank() -> None:
    marks = (Mark("down", 3.0, able=False), Mark("a", 20.0, screened=True), Mark("b", 25.0))
    assert ids(pool("musket", marks, PRINTED)) == ["a", "b"]


# ---- one shot


@clause("skirmish.shooting.sequence", 1)
def test_three_dice() -> None:
    hit = shot(("d8:5", "d6:2", "d8:3"), distance=20.0, cover="soft")
    assert hit == Hit(margin=2, result="wound", struck="figure", injury=True, harm=1, mounted=False, horse_harm=0)


@clause("skirmish.shooting.highest-target-die", 1)
def test_the_higher_target_die_counts() -> None:
    assert shot(("d8:7", "d6:3", "d10:5"), distance=60.0, cover="soft").margin == 2
    assert shot(("d8:7", "d6:5", "d10:3"), distance=60.0, cover="soft").margin == 2


@pytest.mark.parametrize(
    ("by", "result"),
    [
        (-4, "none"),
        (0, "none"),
        (1, "graze"),
        (2, "wound"),
        (3, "wound"),
        (4, "disabled"),
        (5, "disabled"),
        (6, "killed"),
        (11, "killed"),
    ],
)
@clause("skirmish.shooting.result-table", 1, 2, 3, 4)
def test_the_chart(by: int, result: str) -> None:
    assert result_of(by) == result


@clause("skirmish.shooting.below-evens", 1)
def test_less_than_even_is_nothing() -> None:
    hit = shot(("d6:2", "d4:3", "d8:6"), quality="green", distance=20.0)
    assert hit == Hit(margin=-4, result="none", struck="none", injury=False, harm=0, mounted=False, horse_harm=0)


@clause("skirmish.shooting.graze", 1)
def test_a_graze_shakes_and_hurts_nobody() -> None:
    dice = ("d8:5", "d4:4", "d6:2")
    assert shot(dice) == Hit(
        margin=1, result="graze", struck="figure", injury=True, harm=0, mounted=False, horse_harm=0
    )
    assert not shot(dice, settings=Settings(graze="none")).injury
    assert not shot(dice, settings=Settings(graze="duck")).injury
    assert shot(("d8:6", "d4:4", "d6:2"), settings=Settings(graze="none")).injury


@clause("skirmish.setup.quality-classes", 2)
def test_the_best_a_green_man_can_do() -> None:
    hit = shot(("d6:6", "d4:1", "d6:1"), quality="green")
    assert (hit.margin, STATUS[hit.harm]) == (5, "disabled")


@clause("skirmish.shooting.no-other-modifiers", 1)
def test_a_veteran_throws_his_die_unmodified() -> None:
    assert shot(("d10:9", "d4:3", "d6:4"), quality="veteran").margin == 5


@clause("skirmish.shooting.horse-hit", 1)
def test_horse_or_rider() -> None:
    horse = shot(("d8:5", "d4:1", "d6:3", "d6:4"), mounted=True)
    assert horse == Hit(margin=2, result="wound", struck="horse", injury=False, harm=0, mounted=True, horse_harm=1)
    rider = shot(("d8:5", "d4:1", "d6:3", "d6:3"), mounted=True)
    assert rider == Hit(margin=2, result="wound", struck="rider", injury=True, harm=1, mounted=True, horse_harm=0)


@clause("skirmish.shooting.horse-hit-timing", 1)
def test_no_die_for_the_horse_when_nobody_is_hit() -> None:
    assert shot(("d8:5", "d4:1", "d6:5"), mounted=True).struck == "none"
    assert shot(("d8:6", "d4:1", "d6:5", "d6:6"), mounted=True).struck == "horse"


@clause("skirmish.shooting.horse-harm", 1, 2)
def test_a_horse_goes_down_at_two_wounds() -> None:
    second = ("d8:5", "d4:1", "d6:3", "d6:4")
    assert shot((*second, "d6:5"), mounted=True, horse_harm=1) == Hit(
        margin=2, result="wound", struck="horse", injury=True, harm=1, mounted=False, horse_harm=0
    )
    assert shot((*second, "d6:4"), mounted=True, horse_harm=1) == Hit(
        margin=2, result="wound", struck="horse", injury=False, harm=0, mounted=False, horse_harm=0
    )
    assert not shot(("d8:7", "d4:1", "d6:3", "d6:4", "d6:1"), mounted=True).mounted


@clause("skirmish.shooting.horse-harm")
def test_a_grazed_horse_is_nothing_and_any_hit_fells_it_by_the_house_rule() -> None:
    graze = ("d8:4", "d4:1", "d6:3", "d6:6")
    assert shot(graze, mounted=True) == Hit(
        margin=1, result="graze", struck="horse", injury=False, harm=0, mounted=True, horse_harm=0
    )
    fells = Settings(horse_harm="any-hit-fells")
    assert shot((*graze, "d6:5"), mounted=True, settings=fells) == Hit(
        margin=1, result="graze", struck="horse", injury=True, harm=1, mounted=False, horse_harm=0
    )
    assert shot((*graze, "d6:4"), mounted=True, settings=fells) == Hit(
        margin=1, result="graze", struck="horse", injury=False, harm=0, mounted=False, horse_harm=0
    )


@clause("skirmish.melee.riderless")
def test_a_rider_disabled_is_out_of_the_saddle_without_a_fall() -> None:
    assert shot(("d8:8", "d4:1", "d6:3", "d6:1"), mounted=True) == Hit(
        margin=5, result="disabled", struck="rider", injury=True, harm=2, mounted=False, horse_harm=0
    )


@clause("skirmish.shooting.dice-order", 1)
def test_the_order_of_dice() -> None:
    script = Scripted(["d3:2", "d8:7", "d4:1", "d8:3", "d6:5", "d6:2"])
    assert pick(3, "", script) == 1
    hit = fire(Shot("regular", "pistol", 5.0, "open", mounted=True), script)
    script.finish()
    assert hit == Hit(margin=4, result="disabled", struck="horse", injury=False, harm=0, mounted=False, horse_harm=0)


def test_throws_say_who_throws_and_why() -> None:
    script = Scripted(["d2:1", "d8:7", "d4:1", "d8:3", "d6:5", "d6:2"])
    pick(2, "union", script)
    fire(Shot("regular", "pistol", 5.0, "open", mounted=True, by="union", against="red"), script)
    assert [(roll.by, roll.clause.removeprefix("skirmish.")) for roll in script.rolls] == [
        ("union", "shooting.random-method"),
        ("union", "shooting.sequence"),
        ("red", "shooting.cover-dice"),
        ("red", "shooting.range-dice"),
        ("union", "shooting.horse-hit"),
        ("red", "melee.dismounted"),
    ]


def test_every_weapon_cites_its_row() -> None:
    assert [row.clause for row in WEAPONS.values()] == [f"skirmish.shooting.range-{name}" for name in WEAPONS]


# ---- odds


@pytest.mark.parametrize(
    ("distance", "cover", "percents"),
    [(10.0, "open", (20.8, 38.5, 50.8, 59.0)), (60.0, "hard", (6.2, 14.2, 25.5, 37.1))],
)
@clause("skirmish.setup.quality-classes")
def test_chances_of_a_wound_or_worse_are_the_ledgers(distance: float, cover: str, percents: tuple[float, ...]) -> None:
    for quality, percent in zip(("green", "regular", "veteran", "elite"), percents, strict=True):
        aimed = Shot(quality, "minie-rifle", distance, cover)

        def stage(_: int, dice: Dice, aimed: Shot = aimed) -> int:
            return margin(aimed, dice)

        assert float(fold((stage,), 0).where(lambda by: by >= 2)) * 100 == pytest.approx(percent, abs=0.05)


@clause("skirmish.setup.quality-classes")
def test_chances_of_a_kill_are_the_ledgers() -> None:
    percents = (0.0, 2.6, 12.5, 25.7)
    for quality, percent in zip(("green", "regular", "veteran", "elite"), percents, strict=True):
        weights = result_weights(quality_die(quality, PRINTED), COVER_DICE["open"], RANGE_DICE["short"])
        assert 100 * weights[-1] / sum(weights) == pytest.approx(percent, abs=0.05)


def test_weights_of_the_results_are_those_of_the_rule_itself() -> None:
    for quality, cover, distance in product(("green", "elite"), ("open", "hard"), (10.0, 20.0, 149.0)):
        aimed = Shot(quality, "minie-rifle", distance, cover)

        def stage(_: str, dice: Dice, aimed: Shot = aimed) -> str:
            return result_of(margin(aimed, dice))

        odds = fold((stage,), "")
        weights = result_weights(
            quality_die(quality, PRINTED), COVER_DICE[cover], RANGE_DICE[band("minie-rifle", distance, PRINTED)]
        )
        assert [odds.chance(result) for result in RESULTS] == [Fraction(w, sum(weights)) for w in weights]


def test_odds_of_a_shot_agree_with_icepool() -> None:
    pool_of = icepool.d8 - icepool.highest(icepool.d6, icepool.d10)
    weights = result_weights(quality_die("regular", PRINTED), COVER_DICE["soft"], RANGE_DICE["long"])
    for place, result in enumerate(RESULTS):
        same = sum((pool_of.probability(by) for by in pool_of if result_of(by) == result), Fraction(0))
        assert Fraction(weights[place], sum(weights)) == same


def test_margins_fall_from_the_worst() -> None:
    assert [least for least, _ in MARGINS] == sorted((least for least, _ in MARGINS), reverse=True)


# ---- volleys

TWO = Volley(
    (Shooter("green", "musket"), Shooter("veteran", "pistol")),
    (Mark("q1", 7.0), Mark("q2", 9.0, screened=True)),
    ("soft", "open"),
    (0, 0),
)


@clause("skirmish.turn.group-by-group")
def test_each_shot_is_resolved_before_the_next() -> None:
    volley = Volley((Shooter("elite", "musket"),) * 3, (Mark("a", 20.0), Mark("b", 21.0)), ("open", "open"), (0, 0))
    script = Scripted(["d2:1", "d12:12", "d4:1", "d10:1", "d12:12", "d4:1", "d10:1"])
    toll = Toll(volley.harms)
    targets = []
    for shooter in volley.shooters:
        toll, fallen = volley_shot(volley, shooter, toll, script)
        targets.append(fallen.target)
    script.finish()
    assert targets == [0, 1, -1]
    assert toll == Toll((3, 3), True)


def test_odds_of_a_volley_are_those_of_its_shots() -> None:
    def stage(shooter: Shooter, toll: Toll, dice: Dice) -> Toll:
        return volley_shot(TWO, shooter, toll, dice)[0]

    def first(toll: Toll, dice: Dice) -> Toll:
        return stage(TWO.shooters[0], toll, dice)

    def second(toll: Toll, dice: Dice) -> Toll:
        return stage(TWO.shooters[1], toll, dice)

    plain = fold((first, second), Toll(TWO.harms))
    quick = volley_odds(TWO)
    assert {toll: plain.chance(toll) for toll in plain.weights} == {
        toll: quick.chance(toll) for toll in quick.weights if quick.weights[toll]
    }
    assert float(mapped(quick, lambda toll: toll.test_due).chance(True)) == pytest.approx(
        float(plain.where(lambda toll: toll.test_due))
    )


@settings(max_examples=25)
@given(st.integers(1, 6), st.integers(1, 8), st.sampled_from(["musket", "minie-rifle", "pistol"]), st.integers(0, 999))
def test_a_volley_never_heals(shooters: int, targets: int, weapon: str, seed: int) -> None:
    marks = tuple(Mark(f"m{n}", 3.0 + 2.0 * n) for n in range(targets))
    volley = Volley((Shooter("regular", weapon),) * shooters, marks, ("open",) * targets, (0, 1) * 4)
    volley = Volley(volley.shooters, marks, volley.covers, volley.harms[:targets])
    toll = Toll(volley.harms)
    dice = Seeded(seed)
    for shooter in volley.shooters:
        after, fallen = volley_shot(volley, shooter, toll, dice)
        assert all(new >= old for new, old in zip(after.harms, toll.harms, strict=True))
        assert sum(new != old for new, old in zip(after.harms, toll.harms, strict=True)) <= 1
        assert fallen.target == -1 or toll.harms[fallen.target] < 3
        toll = after
