"""The terrain chart, the base on the ground, and what ground does to cover and melee."""

from __future__ import annotations

import pytest

from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.terrain.rule import (
    CHART,
    Crest,
    base,
    crests_of,
    eased,
    engaged_by,
    front,
    in_cover,
    level_of,
    minus_conditions,
    on_crest_above,
    touching,
)
from roundtop.table.footprint import corners, point_gap, rear_middle
from roundtop.table.ground import Area, Crossing, Ground, Height, Line, Road
from roundtop.table.measure import within
from tests.clauses import clause
from tests.rulebooks.chamberlain.asked import asked, at, block, pose, square


def ground(*pieces: Area | Line | Road | Height | Crossing) -> Ground:
    return Ground(
        24,
        16,
        tuple([one for one in pieces if isinstance(one, Area)]),
        tuple([one for one in pieces if isinstance(one, Line)]),
        tuple([one for one in pieces if isinstance(one, Road)]),
        tuple([one for one in pieces if isinstance(one, Height)]),
        tuple([one for one in pieces if isinstance(one, Crossing)]),
    )


def area(kind: str, left: float, bottom: float, right: float, top: float) -> Area:
    return Area(kind, tuple([(x, y) for x, y in square(left, bottom, right, top)]))


# ---- the base


@clause("chamberlain.setup.base-width", 1)
def test_a_limit_is_inclusive() -> None:
    assert within(2.00, 2)
    assert not within(2.02, 2)


@clause("chamberlain.setup.unit-one-base", 1)
def test_a_base_lies_behind_its_centre_point() -> None:
    found = base(at(10, 10), Settings())
    assert corners(found)[:2] == ((9.5, 10.0), (10.5, 10.0))
    assert [(round(x, 6), round(y, 6)) for x, y in corners(found)[2:]] == [(10.5, 9.5), (9.5, 9.5)]
    assert (found.pose.x, found.pose.y) == (10, 9.75)
    assert rear_middle(found) == (10, 9.5)
    deep = base(at(10, 10), Settings(setup_unit_depth=1.0))
    assert (deep.depth, deep.pose.y) == (1.0, 9.5)


@clause("chamberlain.setup.centre-point", 1)
def test_the_centre_point_is_the_middle_of_the_front() -> None:
    found = base(at(4, 4, 90), Settings())
    assert (found.pose.x, found.pose.y) == (3.75, 4)
    assert front(found) == at(4, 4, 90)


@clause("chamberlain.setup.front-line", 1)
@clause("chamberlain.fire.flank-definition", 1, 2)
@clause("chamberlain.melee.flanked-condition", 1, 2, 3)
@pytest.mark.parametrize(
    ("kind", "point", "began", "flanked"),
    [
        ("fire", [1.2, -0.3], False, True),
        ("fire", [1.3, -0.2], False, True),
        ("fire", [1.3, 0.4], False, False),
        ("fire", [0.0, 0.0], False, False),
        ("melee", [0.5, -0.2], False, True),
        ("melee", [0.4, 0.0], False, False),
        ("melee", [0.5, -0.2], True, False),
    ],
)
def test_flanks(kind: str, point: list[float], began: bool, flanked: bool) -> None:
    found = asked("flanked", kind=kind, target=pose(0, 0), attacker_centre=point, began_in_zone=began)
    assert found["flanked"] is flanked


@clause("chamberlain.setup.measuring", 1)
def test_range_runs_from_the_centre_point_to_the_nearest_point() -> None:
    assert point_gap(block(0, 1.5, 180), 0, 0) == pytest.approx(1.5)


@clause("chamberlain.move.engaged-zone", 1, 2)
def test_engagement_zones() -> None:
    enemy = pose(0, 0)
    assert asked("engaged", unit=pose(0.8, 0.9, 180), enemy=enemy)["engaged"]
    assert not asked("engaged", unit=pose(1.2, 0.5, 180), enemy=enemy)["engaged"]
    assert asked("engaged", unit=pose(1.0, 0.5, 180), enemy=enemy)["engaged"]
    assert asked("engaged", unit=pose(0, 1.0, 180), enemy=enemy)["engaged"]
    assert not asked("engaged", unit=pose(0, 1.02, 180), enemy=enemy)["engaged"]
    assert not asked("engaged", unit=pose(0.8, 0.9, 180), enemy=enemy, visible=False)["engaged"]
    # Not always mutual: a unit in flank sees its zone fall elsewhere.
    beside = block(0.5, 0.5, 270)
    assert engaged_by(beside, block(0, 0))
    assert not engaged_by(block(0, 0), block(1.5, -0.5, 0))


@clause("chamberlain.setup.unit-one-base")
def test_a_deeper_base_is_engaged_sooner() -> None:
    # A unit facing away: its rear edge lies its depth behind the centre point.
    away = pose(0, 1.6, 0)
    assert not asked("engaged", unit=away, enemy=pose(0, 0))["engaged"]
    assert asked("engaged", unit=away, enemy=pose(0, 0), options={"setup_unit_depth": 0.7})["engaged"]


def test_contact_is_nearer_than_can_be_measured() -> None:
    assert touching(block(0, 0), block(0, 0.005, 180))
    assert not touching(block(0, 0), block(0, 0.01, 180))


# ---- the chart


@clause("chamberlain.terrain.columns", 1)
@clause("chamberlain.terrain.open")
@clause("chamberlain.terrain.rocky")
@clause("chamberlain.terrain.fields-marsh")
@clause("chamberlain.terrain.swamp")
@clause("chamberlain.terrain.heavy-woods")
@clause("chamberlain.terrain.light-woods")
@clause("chamberlain.terrain.major-river")
@clause("chamberlain.terrain.minor-river")
@clause("chamberlain.terrain.stream")
@clause("chamberlain.terrain.works")
@clause("chamberlain.terrain.urban")
@clause("chamberlain.terrain.crest")
@pytest.mark.parametrize(
    ("kind", "movement", "obstruct", "cover", "melee"),
    [
        ("open", "simple", 0, False, 0),
        ("rocky", "difficult", 0, True, -1),
        ("fields-marsh", "difficult", 0, False, -1),
        ("swamp", "difficult", 1, True, -1),
        ("heavy-woods", "difficult", 1, True, -1),
        ("light-woods", "simple", 2, True, -1),
        ("major-river", "impassable", 0, False, 0),
        ("minor-river", "difficult", 0, False, -1),
        ("stream", "simple", 0, False, -1),
        ("works", "simple", 2, True, -1),
        ("urban", "difficult", 1, True, -1),
        ("crest", "simple", 0, False, 0),
    ],
)
def test_the_chart(kind: str, movement: str, obstruct: float, cover: bool, melee: int) -> None:
    assert asked("terrain", kind=kind) == {
        "movement": movement,
        "obstruct_bw": obstruct,
        "blocks_at_crest": kind == "crest",
        "cover": cover,
        "melee_dice": melee,
    }
    assert CHART[kind].clause == f"chamberlain.terrain.{kind}"


# ---- cover and melee


@clause("chamberlain.terrain.which", 1)
def test_cover_is_judged_under_the_base_centre() -> None:
    woods = ground(area("light-woods", 9, 9, 11, 9.8))
    assert in_cover(woods, at(10, 14, 180), block(10, 10))
    assert not in_cover(woods, at(10, 14, 180), block(10, 10.2))
    assert not in_cover(ground(area("fields-marsh", 9, 9, 11, 11)), at(10, 14, 180), block(10, 10))


@clause("chamberlain.terrain.works")
def test_works_cover_whoever_is_close_behind_them() -> None:
    works = ground(Line("works", ((8, 10.1), (12, 10.1))))
    assert in_cover(works, at(10, 14, 180), block(10, 10))
    assert not in_cover(works, at(10, 6, 0), block(10, 10))
    assert in_cover(works, at(10, 14, 180), block(10, 9.85))
    assert not in_cover(works, at(10, 14, 180), block(10, 9.8))


@clause("chamberlain.terrain.open", 1)
@clause("chamberlain.terrain.which", 2)
@clause("chamberlain.terrain.works", 1)
def test_works_astride_which_the_attacker_stands() -> None:
    works = ground(Line("works", ((-2, 0.1), (2, 0.1))))
    defender = block(0, 0)
    assert minus_conditions(works, 0, block(0, 0, 180), defender, 0) == ("hasty-works",)
    assert minus_conditions(works, 0, block(0, -0.5, 0), defender, 0) == ()
    assert minus_conditions(ground(), 0, block(0, 0, 180), defender, 0) == ()


@clause("chamberlain.terrain.elevation", 1)
@clause("chamberlain.melee.minus-uphill")
def test_uphill_compares_the_start_with_the_defender() -> None:
    hill = ground(Height(1, ((8, 8), (12, 8), (12, 12), (8, 12))))
    defender = block(10, 11.9, 0)
    assert level_of(hill, defender) == 1
    assert level_of(hill, block(10, 14)) == 0
    assert level_of(ground(), defender) == 0
    assert minus_conditions(hill, 0, block(10, 11.9, 180), defender, 1) == ("uphill",)
    assert minus_conditions(hill, 1, block(10, 11.9, 180), defender, 1) == ()


@clause("chamberlain.melee.minus-difficult")
@clause("chamberlain.melee.minus-light-woods")
@clause("chamberlain.terrain.which")
def test_ground_under_either_counts() -> None:
    attacker, defender = block(10, 10, 180), block(10, 10)
    for kind, name in (("heavy-woods", "difficult"), ("light-woods", "light-woods")):
        assert minus_conditions(ground(area(kind, 9, 9.9, 11, 12)), 0, attacker, defender, 0) == (name,)
        assert minus_conditions(ground(area(kind, 9, 9, 11, 9.9)), 0, attacker, defender, 0) == (name,)
        # Only the attacker's rear is in it.
        assert minus_conditions(ground(area(kind, 9, 10.2, 11, 12)), 0, attacker, defender, 0) == ()


@clause("chamberlain.melee.minus-streams")
@clause("chamberlain.melee.minus-difficult")
def test_waters_on_the_line_of_attack() -> None:
    attacker, defender = block(10, 10, 180), block(10, 10)
    across = ((8.0, 10.2), (12.0, 10.2))
    assert minus_conditions(ground(Line("stream", across)), 0, attacker, defender, 0) == ("stream",)
    assert minus_conditions(ground(Line("minor-river", across)), 0, attacker, defender, 0) == ("difficult",)
    assert minus_conditions(ground(Crossing("bridge", 10, 10.2, 0.2)), 0, attacker, defender, 0) == ("stream",)
    assert minus_conditions(ground(Crossing("bridge", 8, 10.2, 0.2)), 0, attacker, defender, 0) == ()
    # Off the line, but the defender stands on it.
    under = Line("stream", ((10.4, 9.4), (10.4, 9.9)))
    assert minus_conditions(ground(under), 0, attacker, defender, 0) == ("stream",)


# ---- crests, roads


@clause("chamberlain.terrain.crest")
@clause("chamberlain.fire.penalty-crest")
def test_who_lines_a_crest() -> None:
    crest = (Crest(((8, 10), (12, 10)), 1),)
    assert on_crest_above(crest, 0, block(10, 10))
    assert on_crest_above(crest, 0, block(10, 10.3))
    assert not on_crest_above(crest, 0, block(10, 9.9))
    assert not on_crest_above(crest, 1, block(10, 10))


@clause("chamberlain.terrain.elevation")
def test_a_crest_is_as_high_as_the_ground_it_borders() -> None:
    field = ground(Height(1, ((8, 8), (12, 8), (12, 12), (8, 12))), Line("crest", ((8, 12), (12, 12))))
    assert [crest.level for crest in crests_of(field)] == [1]


@clause("chamberlain.move.road")
def test_by_road_or_crossing() -> None:
    field = ground(Road("road", ((2, 0), (2, 16)), 0.2), Crossing("ford", 10, 10, 0.2))
    assert eased(field, at(2.05, 5), 0.5)
    assert not eased(field, at(2.2, 5), 0.5)
    assert eased(field, at(10, 10.4), 0.5)
    assert not eased(field, at(10, 10.7), 0.5)
