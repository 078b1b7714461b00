"""Guns: bands, range and effect dice, rifled adjustments, refusals, crews."""

from __future__ import annotations

from typing import Any

import icepool
import pytest

from tests.clauses import clause
from tests.rulebooks.charge_boys.page import exact, only, outcome


def fired(range: float, *faces: int, gun: str = "smoothbore", crew: tuple[int, ...] = (4,), **more: Any) -> Any:
    return outcome("artillery", *faces, gun=gun, range=range, crew=list(crew), **more)


def hits(range: float, *faces: int, **more: Any) -> int:
    return int(fired(range, *faces, **more)["hits"])


def refused(range: float, **more: Any) -> str:
    found = fired(range, **more)
    assert (found["legal"], found["hits"], sum(found["fires"]), sum(found["hits_each"])) == (False, 0, 0, 0)
    return str(found["clause"])


@clause("charge-boys.artillery.range-smoothbore", 1, 2)
@clause("charge-boys.artillery.range-rifled", 1)
def test_reach() -> None:
    assert fired(72.0, 5)["need"] == 6
    assert fired(72.01, 5)["band"] == "5-6"
    assert refused(72.5) == "charge-boys.artillery.range-smoothbore"
    assert fired(84.0, 4, gun="rifled")["band"] == "6-7"
    assert refused(84.5, gun="rifled") == "charge-boys.artillery.range-rifled"


@clause("charge-boys.core.dice", 1)
@clause("charge-boys.artillery.range-die", 1)
@clause("charge-boys.artillery.effect-die", 1)
def test_gun_by_gun_the_range_die_and_at_once_the_effect_die() -> None:
    two = fired(30.0, 4, 6, 2, gun="rifled", crew=(4, 4))
    assert only(two, "hit", "hits_each") == ([True, False], [6, 0])
    three = fired(20.0, 1, 4, 3, 2, 6, crew=(4, 4, 4))
    assert only(three, "hits", "save") == (9, "reduced")
    assert sum(three["hit"]) == 2


@clause("charge-boys.artillery.hit-0-1", 1)
@clause("charge-boys.artillery.hit-1-2", 1)
@clause("charge-boys.artillery.hit-2-3", 1)
@clause("charge-boys.artillery.hit-3-4", 1)
@clause("charge-boys.artillery.hit-4-5", 1)
@clause("charge-boys.artillery.hit-5-6", 1)
@clause("charge-boys.artillery.hit-6-7", 1)
def test_the_die_that_hits_in_each_band() -> None:
    assert only(fired(8.0, 4), "need", "hits", "save") == (0, 4, "none")
    assert fired(18.0, 2, 1)["hit"] == [True]
    assert fired(18.0, 1)["hit"] == [False]
    assert fired(30.0, 3, 1)["hit"] == [True]
    assert fired(40.0, 3)["hit"] == [False]
    assert fired(50.0, 5, 1)["hit"] == [True]
    assert fired(50.0, 4, 1, gun="rifled")["hit"] == [True]
    assert fired(66.0, 5, 1, gun="rifled")["hit"] == [True]
    assert fired(80.0, 5, 1, gun="rifled")["hit"] == [True]
    assert fired(80.0, 4, gun="rifled")["hit"] == [False]


@clause("charge-boys.artillery.band-edges", 1, 2)
@pytest.mark.parametrize(
    ("limit", "below", "band", "need"),
    [
        (12.0, "0-1", "1-2", 2),
        (24.0, "1-2", "2-3", 3),
        (36.0, "2-3", "3-4", 4),
        (48.0, "3-4", "4-5", 5),
        (60.0, "4-5", "5-6", 6),
    ],
)
def test_a_band_includes_its_lower_limit(limit: float, below: str, band: str, need: int) -> None:
    silent: dict[str, Any] = {"crew": (4, 1)}
    low = (1,) if limit > 12.0 else (3,)
    assert fired(limit - 0.02, *low, **silent)["band"] == below
    for at in (limit - 0.01, limit):
        assert only(fired(at, 1, **silent), "band", "need") == (band, need)


@clause("charge-boys.artillery.band-edges")
def test_beyond_six_feet_only_rifled_guns() -> None:
    assert fired(72.01, 4, gun="rifled")["band"] == "5-6"
    assert fired(72.02, 4, gun="rifled")["band"] == "6-7"


@clause("charge-boys.artillery.rifled-short", 1)
@clause("charge-boys.artillery.rifled-long", 1, 2)
def test_rifled_guns_near_and_far() -> None:
    assert hits(10.0, 1, gun="rifled") == 0
    assert hits(10.0, 6, gun="rifled") == 5
    assert hits(12.0, 2, 6, gun="rifled") == 6
    assert fired(48.0, 4, 1, gun="rifled")["hit"] == [True]
    assert only(fired(47.0, 3, gun="rifled"), "need", "hit") == (4, [False])
    assert fired(47.99, 4, 1, gun="rifled")["need"] == 4
    assert fired(48.0, 4, gun="smoothbore")["hit"] == [False]


@clause("charge-boys.artillery.effect-under-1", 1)
@clause("charge-boys.artillery.effect-1-2", 1)
@clause("charge-boys.artillery.effect-2-3", 1)
@clause("charge-boys.artillery.effect-3-plus", 1)
@clause("charge-boys.artillery.halving", 1)
def test_effect_and_saves_by_distance() -> None:
    near = fired(6.0, 3, 5, crew=(4, 4))
    assert only(near, "hits", "save") == (8, "none")
    assert only(outcome("save", save="none", source="artillery", men_hits=8), "men_killed") == (8,)
    assert only(fired(20.0, 3, 4), "hits", "save") == (4, "reduced")
    assert outcome("save", 6, 5, 2, 4, save="reduced", source="artillery", men_hits=4)["men_killed"] == 3
    assert only(fired(28.0, 4, 3), "hits", "save") == (3, "normal")
    assert outcome("save", 5, 1, 6, save="normal", source="artillery", men_hits=3)["men_killed"] == 1
    assert only(fired(40.0, 5, 4), "hits", "save") == (2, "normal")
    assert hits(50.0, 5, 5, 6, 1, crew=(4, 4)) == 4
    assert [hits(40.0, 4, face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@clause("charge-boys.artillery.halving")
def test_halving_by_house_rule() -> None:
    assert [hits(40.0, 4, face, options={"rounding": "down"}) for face in range(1, 7)] == [0, 1, 1, 2, 2, 3]


@clause("charge-boys.artillery.no-troop-modifiers", 1)
def test_skirmishers_are_no_harder_to_hit_with_guns() -> None:
    target: dict[str, Any] = {"target_skirmish": True}
    assert only(fired(30.0, 3, 5, **target), "hits", "save") == (5, "normal")
    assert hits(30.0, 3, 5, options={"artillery_at_skirmishers": "half"}, **target) == 3
    assert hits(30.0, 3, 5, options={"artillery_at_skirmishers": "half"}) == 5
    assert hits(40.0, 4, 6, options={"artillery_at_skirmishers": "half"}, **target) == 2


@clause("charge-boys.artillery.crew-to-fire", 1)
@clause("charge-boys.artillery.abandoned", 1)
def test_two_men_serve_a_gun() -> None:
    assert fired(30.0, 2, crew=(3, 1))["fires"] == [True, False]
    assert fired(30.0, 2, 2, crew=(2, 2))["fires"] == [True, True]
    assert refused(30.0, crew=(1, 1)) == "charge-boys.artillery.crew-to-fire"
    assert fired(30.0, 2, crew=(1,), options={"min_crew_to_fire": 1})["fires"] == [True]
    one_left = outcome("crew-losses", crew=[2], nearest_first=[1], killed=1)
    assert only(one_left, "can_fire", "guns_abandoned") == ([False], [False])
    assert outcome("manhandle", crew=1)["legal"] is False
    none_left = outcome("crew-losses", crew=[2], nearest_first=[1], killed=2)
    assert none_left["guns_abandoned"] == [True]


@clause("charge-boys.artillery.crew-losses", 1)
def test_losses_fall_on_the_fullest_crew() -> None:
    assert outcome("crew-losses", crew=[4, 3], nearest_first=[1, 2], killed=2)["crew"] == [2, 3]
    assert outcome("crew-losses", crew=[3, 3], nearest_first=[2, 1], killed=1)["crew"] == [3, 2]
    one = {"min_crew_to_fire": 1}
    assert outcome("crew-losses", crew=[2, 0], nearest_first=[2, 1], killed=1, options=one)["can_fire"] == [True, False]


@clause("charge-boys.artillery.moved-no-fire", 1)
@clause("charge-boys.morale.result-halt-artillery", 1)
@clause("charge-boys.morale.disordered-effect")
def test_when_guns_are_silent() -> None:
    assert refused(30.0, moved=True) == "charge-boys.artillery.moved-no-fire"
    assert fired(30.0, 2)["legal"] is True
    assert refused(30.0, limbered=True) == "charge-boys.artillery.moved-no-fire"
    assert refused(30.0, halted=True) == "charge-boys.morale.result-halt-artillery"
    assert refused(90.0, disordered=True, halted=True, moved=True) == "charge-boys.morale.disordered-effect"
    assert refused(90.0, crew=(1,)) == "charge-boys.artillery.range-smoothbore"


@clause("charge-boys.artillery.target")
def test_odds_of_a_battery_are_icepools() -> None:
    found = {row["hits"]: chance for row, chance in exact("artillery", gun="rifled", range=50.0, crew=[4, 4])}
    gun = icepool.d6.map(lambda face: icepool.d6.map(lambda effect: (effect + 1) // 2) if face >= 4 else 0)
    pool = 2 @ gun
    assert found == {total: pool.probability(total) for total in pool}
