"""Distances, contact, sight, arcs and cover at the table."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.skirmish.field import facing_of, gap, in_contact, in_rear, nearest_to, touching
from roundtop.rulebooks.skirmish.fire.aim import can_shoot, marks
from roundtop.rulebooks.skirmish.options import PRINTED
from roundtop.rulebooks.skirmish.sight.table import sees
from roundtop.rulebooks.skirmish.state import Figure, State
from roundtop.rulebooks.skirmish.terrain.table import cover_of
from roundtop.table.ground import Ground, Line
from roundtop.table.measure import cosine, sine
from tests.clauses import clause

from .table import CONFEDERATE, EAST, SOUTH, UNION, WEST, area, fence, field, hill, man, position, rider, wall


def pair(
    ground: Ground | None = None, x: float = 50.0, y: float = 50.0, tx: float = 50.0, ty: float = 70.0, **rest: Any
) -> State:
    """A Union man and a Confederate."""
    return position(man("a1", UNION, x, y), man("f1", CONFEDERATE, tx, ty, SOUTH), ground=ground, **rest)


def both(state: State) -> tuple[Figure, Figure]:
    return state.figures["a1"], state.figures["f1"]


@clause("skirmish.setup.bases-and-measuring", 1, 2)
def test_distances_run_between_the_nearest_edges() -> None:
    one = man("a1", UNION, 50, 50)
    assert gap(one, man("f1", CONFEDERATE, 50, 61.5), PRINTED) == pytest.approx(9.5)
    assert gap(one, rider("f1", CONFEDERATE, 67.5, 50), PRINTED) == pytest.approx(15.0)
    assert gap(one, man("f1", CONFEDERATE, 50, 51), PRINTED) == 0.0
    wide = position(one, man("f1", CONFEDERATE, 50, 61.5), base_foot_cm=3.0)
    assert gap(*both(wide), wide.settings) == pytest.approx(8.5)


@clause("skirmish.setup.facing", 1, 2)
@pytest.mark.parametrize(("bearing", "behind"), [(150.0, True), (135.0, False), (135.02, True), (134.0, False)])
def test_the_rear_is_more_than_135_degrees_off(bearing: float, behind: bool) -> None:
    horse = rider("a1", UNION, 50, 50)
    angle = round(bearing * 100)
    foe = man("f1", CONFEDERATE, 50 + 1000 * sine(angle), 50 + 1000 * cosine(angle))
    assert in_rear(horse, foe) is behind


@clause("skirmish.setup.facing")
def test_a_groups_facing_is_the_mean_of_its_mens() -> None:
    foe = man("f1", CONFEDERATE, 50, 90)
    assert facing_of([man("a1", UNION, 50, 50, 0), man("a2", UNION, 50, 50, EAST)], foe) == 4500
    assert facing_of([man("a1", UNION, 50, 50, 0), man("a2", UNION, 50, 50, SOUTH)], foe) == 0


@clause("skirmish.melee.contact-test", 1)
@clause("skirmish.melee.contact")
@pytest.mark.parametrize(("apart", "touch"), [(2.05, True), (2.1, True), (2.13, False)])
def test_contact_is_a_tenth_of_a_centimetre(apart: float, touch: bool) -> None:
    state = pair(ty=50 + apart)
    assert in_contact(state, state.figures["a1"]) is touch


def test_the_disabled_touch_nobody() -> None:
    state = position(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 52, harm=2))
    assert not in_contact(state, state.figures["a1"])


@clause("skirmish.melee.contact-test")
def test_contact_across_a_wall() -> None:
    ground = field(wall((40, 51.05), (60, 51.05)))
    touched = pair(ground, ty=52.1)
    assert [foe.id for foe in touching(touched, touched.figures["a1"])] == ["f1"]
    apart = field(wall((40, 51.5), (60, 51.5)))
    assert not in_contact(pair(apart, ty=53.0), pair(apart, ty=53.0).figures["a1"])
    oblique = pair(ground, ty=52.1, tx=51.9)
    assert in_contact(oblique, oblique.figures["a1"])
    assert not in_contact(pair(field(), ty=52.9), pair(field(), ty=52.9).figures["a1"])


@clause("skirmish.shooting.line-of-sight", 1)
@pytest.mark.parametrize(("limit", "seen"), [(10.0, False), (11.0, True)])
def test_too_much_wood(limit: float, seen: bool) -> None:
    ground = field(area("woods", 40, 52, 60, 58), area("woods", 40, 60, 60, 65))
    state = pair(ground, wood_sight_cm=limit)
    assert sees(state, *both(state)) is seen
    assert can_shoot(state, state.figures["a1"], "minie-rifle", "f") is seen


def test_a_house_hides_whoever_is_behind_it_and_nobody_in_it() -> None:
    house = field(area("building", 45, 58, 55, 64))
    behind, inside = pair(house), pair(house, ty=60)
    assert not sees(behind, *both(behind))
    assert sees(inside, *both(inside))


def test_higher_ground_than_both_hides() -> None:
    ridge = field(hill(1, 40, 58, 60, 62))
    flat, on_top = pair(ridge), pair(ridge, ty=60)
    assert not sees(flat, *both(flat))
    assert sees(on_top, *both(on_top))


@clause("skirmish.shooting.line-of-sight")
def test_other_groups_block_a_shot_and_not_a_look() -> None:
    between = position(man("a1", UNION, 50, 50), man("b1", UNION, 50, 60), man("f1", CONFEDERATE, 50, 70))
    assert sees(between, *both(between))
    assert not can_shoot(between, between.figures["a1"], "minie-rifle", "f")
    own = position(man("a1", UNION, 50, 50), man("a2", UNION, 50, 60), man("f1", CONFEDERATE, 50, 70))
    assert can_shoot(own, own.figures["a1"], "minie-rifle", "f")
    over = position(
        man("a1", UNION, 50, 50),
        man("b1", UNION, 50, 60),
        man("f1", CONFEDERATE, 50, 70),
        ground=field(hill(1, 40, 40, 60, 55)),
    )
    assert can_shoot(over, over.figures["a1"], "minie-rifle", "f")


@clause("skirmish.shooting.arc", 1)
@pytest.mark.parametrize(("bearing", "allowed"), [(140, False), (130, True)])
def test_a_rider_does_not_shoot_behind_him(bearing: int, allowed: bool) -> None:
    x, y = 50 + 8 * sine(bearing * 100), 50 + 8 * cosine(bearing * 100)
    state = position(rider("a1", UNION, 50, 50), man("f1", CONFEDERATE, x, y))
    assert can_shoot(state, state.figures["a1"], "pistol", "f") is allowed
    foot = position(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, x, y))
    assert can_shoot(foot, foot.figures["a1"], "pistol", "f")


@clause("skirmish.shooting.eligible-targets", 1)
@clause("skirmish.shooting.into-melee", 1)
def test_who_can_be_hit() -> None:
    men = [man(f"f{n}", CONFEDERATE, 40 + 4 * n, 70) for n in range(1, 7)]
    men[0].harm = 2
    state = position(
        man("a1", UNION, 50, 50), man("b1", UNION, 48, 72.05), men, ground=field(area("building", 58, 60, 64, 64))
    )
    found = [mark.id for mark in marks(state, state.figures["a1"], "minie-rifle", "f")]
    assert found == ["f3", "f4", "f5", "f1"]


@clause("skirmish.shooting.front-rank-test")
def test_the_second_rank_is_screened_at_short_range() -> None:
    state = position(
        man("a1", UNION, 50, 50),
        man("f1", CONFEDERATE, 50, 60),
        man("f2", CONFEDERATE, 50, 63),
        man("f3", CONFEDERATE, 50, 80),
    )
    found = {mark.id: mark.screened for mark in marks(state, state.figures["a1"], "minie-rifle", "f")}
    assert found == {"f1": False, "f2": True, "f3": False}


@clause("skirmish.shooting.cover-test")
@pytest.mark.parametrize(
    ("ground", "y", "grade"),
    [
        (field(), 70.0, "open"),
        (field(area("woods", 40, 66, 60, 80)), 70.0, "soft"),
        (field(area("building", 40, 66, 60, 80)), 70.0, "hard"),
        (field(area("corn", 40, 66, 60, 80)), 70.0, "soft"),
        (field(area("rough", 40, 66, 60, 80)), 70.0, "soft"),
        (field(area("marsh", 40, 66, 60, 80)), 70.0, "open"),
        (field(fence((40, 67), (60, 67))), 70.0, "soft"),
        (field(wall((40, 64), (60, 64))), 70.0, "open"),
        (field(wall((40, 66), (60, 66))), 70.0, "hard"),
        (field(wall((40, 72), (60, 72))), 70.0, "open"),
        (field(area("woods", 40, 64, 60, 80), wall((40, 68), (60, 68))), 70.0, "hard"),
        (field(Line("crest", ((40, 67), (60, 67))), hill(1, 40, 67, 60, 90)), 70.0, "soft"),
        (field(Line("crest", ((40, 67), (60, 67)))), 70.0, "open"),
        (field(Line("stream", ((40.0, 67.0), (60.0, 67.0)))), 70.0, "soft"),
    ],
)
def test_what_covers_a_man(ground: Ground, y: float, grade: str) -> None:
    state = pair(ground, ty=y)
    assert cover_of(state, state.figures["f1"], state.figures["a1"]) == grade


def test_linear_cover_reaches_as_far_as_the_house_rule_says() -> None:
    ground = field(wall((40, 64), (60, 64)))
    assert cover_of(pair(ground), *reversed(both(pair(ground)))) == "open"
    longer = pair(ground, linear_cover_reach_cm=5.0)
    assert cover_of(longer, longer.figures["f1"], longer.figures["a1"]) == "hard"


def test_men_close_together_in_the_same_wood_have_no_cover() -> None:
    ground = field(area("woods", 40, 40, 60, 80))
    for away, grade in ((55.0, "open"), (55.02, "soft"), (60.0, "soft")):
        state = pair(ground, ty=away)
        assert cover_of(state, state.figures["f1"], state.figures["a1"]) == grade


def test_the_nearest_by_base_and_then_by_id() -> None:
    one = man("a1", UNION, 50, 50, WEST)
    foes = [man("f2", CONFEDERATE, 60, 50), man("f1", CONFEDERATE, 40, 50), rider("f3", CONFEDERATE, 50, 60.2)]
    found = nearest_to(one, foes, PRINTED)
    assert found is not None
    assert found.id == "f3"
    found = nearest_to(one, foes[:2], PRINTED)
    assert found is not None
    assert found.id == "f1"
    assert nearest_to(one, [], PRINTED) is None
