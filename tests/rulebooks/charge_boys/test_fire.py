"""Small arms: ranges, dice, modifiers, refusals; the officer check; saving throws."""

from __future__ import annotations

from typing import Any

import icepool
import pytest

from roundtop.rulebooks.charge_boys.casualties.rule import Blows, Body, Fallen, Losses, Needs, losses, save, struck
from roundtop.rulebooks.charge_boys.field import unit_of
from roundtop.rulebooks.charge_boys.fire.rule import band
from roundtop.rulebooks.charge_boys.fire.table import aims_of
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings
from tests.clauses import clause
from tests.rulebooks.charge_boys.page import dice, exact, only, outcome
from tests.rulebooks.charge_boys.table import foot, position

LAST = Settings(officer_hits="last")


def volley(range: float, men: int, *faces: int, weapon: str = "superior-rifle", **more: Any) -> dict[str, Any]:
    return outcome("musketry", *faces, weapon=weapon, range=range, men=men, **more)


def hits(range: float, men: int, *faces: int, **more: Any) -> int:
    return int(volley(range, men, *faces, **more)["hits"])


def refused(range: float, men: int, **more: Any) -> str:
    found = volley(range, men, **more)
    assert (found["legal"], found["hits"], found["hits_each"]) == (False, 0, [])
    return str(found["clause"])


# ---- ranges


@clause("charge-boys.musketry.range-smoothbore-carbine", 1, 2)
@clause("charge-boys.musketry.range-smoothbore-musket", 1)
@clause("charge-boys.musketry.range-rifled-carbine", 1)
@clause("charge-boys.musketry.range-inferior-rifle", 1)
@clause("charge-boys.musketry.range-superior-rifle", 1)
@clause("charge-boys.musketry.range-breech-rifle", 1)
@clause("charge-boys.musketry.breech-carbine", 1)
def test_the_bands_of_each_weapon() -> None:
    assert band("smoothbore-carbine", 6.1) == "long"
    assert refused(9.2, 12, weapon="smoothbore-carbine") == "charge-boys.musketry.range-smoothbore-carbine"
    assert band("smoothbore-musket", 5.0) == "close"
    assert band("rifled-carbine", 11.0) == "long"
    assert band("inferior-rifle", 8.5) == "medium"
    assert band("superior-rifle", 20.0) == "medium"
    assert band("breech-rifle", 30.0) == "long"
    assert band("breech-carbine", 10.0) == "medium"


@clause("charge-boys.musketry.band-edges", 1)
@pytest.mark.parametrize(
    ("weapon", "close", "medium", "long"),
    [
        ("smoothbore-carbine", 3, 6, 9),
        ("smoothbore-musket", 5, 10, 15),
        ("rifled-carbine", 5, 10, 15),
        ("breech-carbine", 5, 10, 15),
        ("inferior-rifle", 8, 16, 24),
        ("superior-rifle", 10, 20, 30),
        ("breech-rifle", 10, 20, 30),
    ],
)
def test_a_limit_belongs_to_the_nearer_band(weapon: str, close: int, medium: int, long: int) -> None:
    for limit, near, far in ((close, "close", "medium"), (medium, "medium", "long"), (long, "long", "")):
        assert band(weapon, limit + 0.01) == near
        assert band(weapon, limit + 0.02) == far
    beyond = refused(long + 0.02, 12, weapon=weapon)
    names = (f"charge-boys.musketry.range-{weapon}", "charge-boys.musketry.breech-carbine")
    assert beyond == names[weapon == "breech-carbine"]


# ---- how many fire


def men(formation: str, strength: int, files: int = 0, non_firers: int = 0, **more: Any) -> tuple[Any, ...]:
    given = {"files": files} if files else {}
    found = outcome("firing-figures", formation=formation, strength=strength, non_firers=non_firers, **given, **more)
    return only(found, "men", "dice")


@clause("charge-boys.musketry.two-ranks", 1)
@clause("charge-boys.musketry.column-fire", 1, 2)
@clause("charge-boys.musketry.skirmish-fire", 1)
@clause("charge-boys.musketry.mounted-fire", 1)
@clause("charge-boys.musketry.non-firers", 1)
@clause("charge-boys.terrain.building-garrison", 1)
@clause("charge-boys.formation.mount", 1)
def test_who_fires() -> None:
    assert men("line", 30, 10, 2) == (18, 3)
    assert men("attack-column", 48, 8, 1) == (7, 1)
    assert men("attack-column", 24, 4, 0) == (4, 1)
    assert men("skirmish", 6, 0, 1) == (5, 1)
    assert men("cavalry-line", 12, 12, 1) == (11, 2)
    assert men("line", 24, 12, 3) == (21, 4)
    assert men("garrison", 12, 0, 1) == (6, 1)
    assert men("line", 12, 5, 1, dismounted=True) == (8, 1)


@clause("charge-boys.musketry.column-fire")
@clause("charge-boys.formation.road-column")
def test_columns_of_march_do_not_fire() -> None:
    for formation in ("road-column", "cavalry-column"):
        found = outcome("firing-figures", formation=formation, strength=24)
        assert only(found, "men", "dice", "clause") == (0, 0, "charge-boys.musketry.column-fire")


@clause("charge-boys.musketry.column-fire")
@clause("charge-boys.core.rounding")
def test_firing_figures_by_house_rule() -> None:
    assert men("attack-column", 48, 8, 1, options={"attack_column_fire_ranks": 2}) == (15, 3)
    assert men("garrison", 11, options={"rounding": "down"}) == (5, 1)
    assert men("skirmish", 8, options={"remainder": "up"}) == (8, 2)
    assert men("line", 12, 6, dismounted=True, options={"horse_holders_one_in": 0}) == (12, 2)


@clause("charge-boys.musketry.remainder")
def test_two_men_are_too_few_for_a_die() -> None:
    found = outcome("firing-figures", formation="skirmish", strength=2)
    assert only(found, "legal", "clause") == (False, "charge-boys.musketry.remainder")
    assert refused(5.0, 2) == "charge-boys.musketry.remainder"
    assert refused(5.0, 5, options={"remainder": "down"}) == "charge-boys.musketry.remainder"


# ---- modifiers


@clause("charge-boys.musketry.long", 1)
@clause("charge-boys.musketry.medium", 1)
@clause("charge-boys.musketry.close", 1)
@clause("charge-boys.musketry.veteran", 1)
@clause("charge-boys.musketry.green", 1)
@clause("charge-boys.musketry.first-fire", 1)
@clause("charge-boys.musketry.at-skirmishers", 1)
@clause("charge-boys.musketry.zero-floor", 1)
def test_what_is_added_to_every_die() -> None:
    assert hits(25.0, 12, 6, 3) == 3
    assert hits(12.0, 18, 4, 1, 5, weapon="inferior-rifle") == 5
    assert hits(9.0, 12, 4, 6) == 8
    assert hits(15.0, 6, 4, quality="veteran") == 3
    assert hits(25.0, 6, 5, quality="green") == 1
    assert hits(9.0, 12, 1, 3, first_fire=True) == 4
    assert hits(15.0, 18, 6, 3, 4, target_skirmish=True) == 4
    assert hits(25.0, 12, 6, 4, quality="green", target_skirmish=True) == 1


@clause("charge-boys.core.modifiers", 1)
@clause("charge-boys.musketry.hits", 1)
def test_each_die_counts_for_itself() -> None:
    assert hits(25.0, 18, 6, 2, 3) == 3
    found = volley(9.0, 18, 4, 1, 6)
    assert only(found, "modifier", "hits_each", "hits") == (-1, [3, 0, 5], 8)
    capped = volley(9.0, 18, 4, 1, 6, options={"max_hits_per_die": 2})
    assert only(capped, "hits_each", "hits") == ([2, 0, 2], 4)


@clause("charge-boys.musketry.breech-twice", 1, 2)
@clause("charge-boys.musketry.once-per-turn")
def test_breech_loaders_that_stand_fire_twice() -> None:
    rifles: dict[str, Any] = {"weapon": "breech-rifle"}
    assert hits(18.0, 12, 5, 3, **rifles) == 4
    assert hits(18.0, 12, 2, 6, volley=2, **rifles) == 4
    assert refused(18.0, 12, volley=2, moved=True, **rifles) == "charge-boys.musketry.breech-twice"
    assert refused(18.0, 12, volley=2) == "charge-boys.musketry.once-per-turn"
    mounted: dict[str, Any] = {"weapon": "breech-carbine", "volley": 2, "mounted": True}
    assert hits(9.0, 12, 2, 6, **mounted) == 4
    once = {"mounted_fires_once": True}
    assert refused(9.0, 12, options=once, **mounted) == "charge-boys.musketry.mounted-fire"
    assert volley(18.0, 6, 4, first_fire=True, volley=2, **rifles)["modifier"] == -2


@clause("charge-boys.musketry.breech-carbine")
def test_every_carbine_fires_twice_by_house_rule() -> None:
    house = {"all_carbines_fire_twice": True}
    assert refused(4.0, 6, weapon="rifled-carbine", volley=2) == "charge-boys.musketry.once-per-turn"
    assert hits(4.0, 6, 4, weapon="rifled-carbine", volley=2, options=house) == 3
    assert refused(4.0, 6, volley=2, options=house) == "charge-boys.musketry.once-per-turn"


# ---- buck and ball


@clause("charge-boys.musketry.buck-use", 1)
@clause("charge-boys.musketry.buck-negates", 1)
@clause("charge-boys.musketry.buck-rounds", 1)
@clause("charge-boys.save.buck-and-ball", 1)
def test_buck_and_ball() -> None:
    musket: dict[str, Any] = {"weapon": "smoothbore-musket"}
    assert refused(5.5, 18, buck_and_ball=True, **musket) == "charge-boys.musketry.buck-use"
    found = volley(4.0, 18, 2, 5, 1, buck_and_ball=True, **musket)
    assert only(found, "modifier", "hits", "save", "buck_rounds") == (0, 8, "reduced", 2)
    last = volley(4.0, 18, 2, 5, 1, buck_and_ball=True, buck_rounds=1, **musket)
    assert last["buck_rounds"] == 0
    assert refused(4.0, 18, buck_and_ball=True, buck_rounds=0, **musket) == "charge-boys.musketry.buck-rounds"
    ball = volley(4.0, 18, 2, 5, 1, buck_rounds=0, **musket)
    assert only(ball, "modifier", "save", "buck_rounds") == (-1, "normal", 0)
    assert refused(4.0, 18, buck_and_ball=True) == "charge-boys.musketry.buck-use"
    assert only(outcome("save", 5, 6, 2, save="reduced", men_hits=3), "saved", "men_killed") == (1, 2)


@clause("charge-boys.musketry.buck-use")
def test_buck_and_ball_from_carbines() -> None:
    carbine: dict[str, Any] = {"weapon": "smoothbore-carbine", "buck_and_ball": True}
    assert hits(3.0, 6, 4, **carbine) == 4
    assert refused(3.1, 6, **carbine) == "charge-boys.musketry.buck-use"
    assert refused(3.0, 6, options={"buck_and_ball_carbines": False}, **carbine) == "charge-boys.musketry.buck-use"


# ---- halted and disordered


@clause("charge-boys.musketry.half-dice", 1)
@clause("charge-boys.morale.result-halt-small-arms", 1)
@clause("charge-boys.morale.disordered-effect", 1)
def test_a_halted_or_disordered_unit_throws_half() -> None:
    assert hits(9.0, 26, 5, 1, halted=True) == 4
    assert volley(9.0, 18, 5, 1, halted=True)["dice"] == 2
    assert hits(9.0, 6, 5, halted=True) == 4
    assert volley(6.0, 18, 5, 1, disordered=True)["dice"] == 2
    assert volley(6.0, 18, 5, 1, disordered=True, halted=True)["dice"] == 2
    mute = {"disordered_fire": "none"}
    assert refused(6.0, 18, disordered=True, options=mute) == "charge-boys.morale.disordered-effect"
    charged = outcome("morale-other", 6, start=18, strength=18, charged=True, disordered=True, **LINE)
    assert charged["modifier"] == -2
    down = refused(9.0, 6, halted=True, options={"rounding": "down"})
    assert down == "charge-boys.musketry.half-dice"
    assert volley(9.0, 18, 5, 1, halted=True, options={"rounding": "up"})["dice"] == 2


LINE = {"arm": "infantry", "formation": "line"}


@clause("charge-boys.musketry.hits")
def test_odds_of_a_volley_are_icepools() -> None:
    found = {row["hits"]: chance for row, chance in exact("musketry", weapon="superior-rifle", range=15.0, men=18)}
    pool = 3 @ icepool.d6.map(lambda face: max(0, face - 2))
    assert found == {total: pool.probability(total) for total in pool}


# ---- officers


@clause("charge-boys.officer.hit-check", 1, 2)
def test_a_six_puts_one_hit_on_an_officer() -> None:
    both = outcome("officer-check", 6, 5, hits=5, officers=1, general=True)
    assert both == {"officer_hit": True, "who": 2, "general_hit": True}
    assert struck(5, Body(24, 1, True), PRINTED, dice(6, 5)) == Blows(4, 0, True)
    assert outcome("officer-check", 3, hits=5, officers=1)["officer_hit"] is False
    assert struck(5, Body(24, 1), PRINTED, dice(3)) == Blows(5)
    assert outcome("officer-check", hits=0, officers=1)["who"] == 0
    assert outcome("officer-check", hits=3)["who"] == 0


@clause("charge-boys.officer.hit-check")
@pytest.mark.parametrize(
    ("officers", "faces", "who"),
    [
        (1, (6,), 1),
        (2, (6, 3), 1),
        (2, (6, 4), 2),
        (3, (6, 2), 1),
        (3, (6, 3), 2),
        (3, (6, 4), 2),
        (3, (6, 5), 3),
        (4, (6, 5, 6, 4), 4),
        (6, (6, 6), 6),
        (9, (6, 6), 6),
    ],
)
def test_which_officer(officers: int, faces: tuple[int, ...], who: int) -> None:
    assert outcome("officer-check", *faces, hits=2, officers=officers)["who"] == who


@clause("charge-boys.officer.hit-check")
def test_when_only_officers_are_left_no_check_is_thrown() -> None:
    assert struck(1, Body(2, 2, True), PRINTED, dice()) == Blows(0, 1)
    assert struck(2, Body(2, 2, True), PRINTED, dice()) == Blows(0, 2)
    assert struck(5, Body(2, 2, True), PRINTED, dice()) == Blows(0, 2, True)
    assert struck(5, Body(3, 2), PRINTED, dice(1)) == Blows(5)


@clause("charge-boys.officer.hit-check")
def test_officers_last_by_house_rule() -> None:
    assert struck(5, Body(24, 1, True), LAST, dice()) == Blows(5)
    assert outcome("officer-check", hits=5, officers=1, options={"officer_hits": "last"})["who"] == 0
    assert losses(Fallen(5), Body(5, 1, True), LAST) == Losses(5, 1, True)
    assert losses(Fallen(4), Body(5, 1, True), LAST) == Losses(4, 0, False)
    assert losses(Fallen(5), Body(5, 1, True), PRINTED) == Losses(5, 1, False)


@clause("charge-boys.core.remove-figures")
@clause("charge-boys.musketry.hits")
def test_hits_beyond_the_figures_are_wasted() -> None:
    assert losses(Fallen(9), Body(6, 1), PRINTED) == Losses(6, 1)
    assert losses(Fallen(2, 1), Body(24, 2), PRINTED) == Losses(3, 1)
    assert losses(Fallen(9, 1), Body(-1, 2), PRINTED) == Losses(10, 1)


# ---- saving throws


def saved(*faces: int, **more: Any) -> tuple[Any, ...]:
    return only(outcome("save", *faces, **more), "saved", "men_killed", "officers_killed")


@clause("charge-boys.save.every-hit", 1)
@clause("charge-boys.save.normal", 1)
@clause("charge-boys.save.reduced", 1)
@clause("charge-boys.save.small-arms-class", 1)
def test_normal_and_reduced_saves() -> None:
    assert saved(6, 2, 5, 4, save="normal", men_hits=4) == (2, 2, 0)
    assert saved(5, save="normal", men_hits=1) == (1, 0, 0)
    assert saved(4, save="normal", men_hits=1) == (0, 1, 0)
    assert saved(5, save="reduced", men_hits=1) == (0, 1, 0)
    assert saved(6, save="reduced", men_hits=1) == (1, 0, 0)
    assert volley(9.0, 6, 4)["save"] == "normal"
    assert saved(save="none", men_hits=3, officer_hits=1, wall=True) == (0, 3, 1)


@clause("charge-boys.save.officer", 1, 2)
@clause("charge-boys.save.wall", 1, 2)
@clause("charge-boys.save.building", 1, 2)
@clause("charge-boys.save.limits", 1)
@clause("charge-boys.terrain.fortification")
def test_what_raises_a_save() -> None:
    assert saved(4, save="normal", officer_hits=1) == (1, 0, 0)
    assert saved(4, save="reduced", officer_hits=1, wall=True) == (1, 0, 0)
    assert saved(4, 3, 6, save="normal", men_hits=3, wall=True) == (2, 1, 0)
    assert saved(5, 4, save="reduced", men_hits=2, wall=True) == (1, 1, 0)
    assert saved(4, 4, save="normal", men_hits=2, building=True) == (2, 0, 0)
    assert saved(4, 4, save="normal", source="artillery", men_hits=2, building=True) == (0, 2, 0)
    assert saved(3, save="normal", officer_hits=1, wall=True) == (1, 0, 0)
    assert saved(2, save="normal", officer_hits=1, wall=True) == (0, 0, 1)
    assert saved(4, save="normal", source="artillery", men_hits=1, fortification=True) == (1, 0, 0)
    assert saved(4, save="normal", men_hits=1, wall=True, building=True, fortification=True) == (1, 0, 0)
    assert saved(3, save="normal", men_hits=1, wall=True, building=True, fortification=True) == (0, 1, 0)


@clause("charge-boys.save.wall")
@clause("charge-boys.save.limits")
def test_woods_save_by_house_rule() -> None:
    woods = {"woods": True, "save": "normal", "men_hits": 1}
    assert saved(4, **woods) == (0, 1, 0)
    assert saved(4, options={"woods_save_bonus": 1}, **woods) == (1, 0, 0)
    assert saved(3, options={"woods_save_bonus": 2}, wall=True, **woods) == (1, 0, 0)
    assert saved(4, options={"woods_save_bonus": 2}, source="melee", **woods) == (0, 1, 0)
    assert saved(1, options={"woods_save_bonus": 6}, **woods) == (0, 1, 0)


@clause("charge-boys.save.order", 1)
def test_the_officer_throws_last() -> None:
    found = struck(4, Body(24, 1), PRINTED, dice(6))
    assert found == Blows(3, 1)
    thrown = dice(2, 5, 1, 4)
    assert save(found, Needs(5, 4), thrown) == Fallen(2, 0)
    thrown.finish()
    general = dice(2, 5, 1, 3)
    assert save(Blows(3, 0, True), Needs(5, 4), general) == Fallen(2, 0, True)
    general.finish()


@clause("charge-boys.musketry.target")
def test_three_men_must_be_able_to_fire_even_where_one_would_earn_a_die() -> None:
    for men, targets in ((2, 0), (3, 1)):
        few = foot("a", "union", 5, 36, 20, formation="skirmish")
        few.men = men
        few.officers = 5 - men
        state = position(few, foot("x", "confederate", 24, 36, 30, 180), remainder="up")
        assert len(aims_of(state, unit_of(state, "a"))) == targets
