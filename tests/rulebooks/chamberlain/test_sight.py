"""Lines of sight and arcs of fire."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.rulebooks.chamberlain.sight.rule import Aim, aim, look, nearest_point, nine_points
from roundtop.rulebooks.chamberlain.terrain.rule import Crest
from roundtop.table.ground import Area, Ground, Height, Line
from tests.clauses import clause
from tests.rulebooks.chamberlain.asked import Outcome, asked, block, pose, square

OPEN = Ground(40, 40)


def woods(kind: str, bottom: float, top: float, left: float = -3, right: float = 3) -> dict[str, Any]:
    return {"kind": kind, "polygon": square(left, bottom, right, top)}


def seen(distance: float, *terrain: dict[str, Any], **more: Any) -> Outcome:
    """A target straight ahead, facing the viewer."""
    viewer = pose(0, 0) | more.pop("viewer", {})
    target = pose(0, distance, 180) | more.pop("target", {})
    return asked("line-of-sight", viewer=viewer, target=target, terrain=list(terrain), **more)


@clause("chamberlain.los.range", 1)
def test_sight_reaches_8_bw() -> None:
    assert seen(8.0)["visible"]
    assert not seen(8.2)["visible"]


@clause("chamberlain.los.obstructing", 1)
@clause("chamberlain.terrain.heavy-woods")
def test_a_line_goes_on_for_1_bw_after_it_touches() -> None:
    band = woods("heavy-woods", 2.0, 2.4)
    assert seen(2.9, band) == {"visible": True, "obstructed": True}
    assert seen(3.2, band) == {"visible": False, "obstructed": False}


@clause("chamberlain.los.obstructing")
def test_only_the_depth_inside_counts_by_house_rule() -> None:
    depth = {"los_mode": "depth"}
    band = woods("heavy-woods", 2.0, 2.4)
    assert seen(3.2, band, options=depth) == {"visible": True, "obstructed": True}
    assert seen(3.5, woods("heavy-woods", 2.0, 3.0), options=depth)["visible"]
    assert not seen(3.5, woods("heavy-woods", 2.0, 3.1), options=depth)["visible"]
    both = (woods("heavy-woods", 1.0, 1.8), woods("light-woods", 2.0, 3.1))
    assert seen(3.5, *both, options=depth)["visible"]
    assert not seen(3.5, *both, woods("light-woods", 3.1, 3.4), options=depth)["visible"]


@clause("chamberlain.terrain.swamp", 1)
@clause("chamberlain.terrain.light-woods", 2)
@clause("chamberlain.terrain.works")
@clause("chamberlain.terrain.urban")
@pytest.mark.parametrize(
    ("kind", "entered", "ends"),
    [("swamp", 3.0, 4.0), ("heavy-woods", 3.0, 4.0), ("urban", 3.0, 4.0), ("light-woods", 1.5, 3.5)],
)
def test_where_sight_ends(kind: str, entered: float, ends: float) -> None:
    band = woods(kind, entered, entered + 0.3)
    assert seen(ends, band)["visible"]
    assert not seen(ends + 0.1, band)["visible"]


@clause("chamberlain.terrain.works")
@clause("chamberlain.los.own-terrain")
def test_works_obstruct_after_2_bw_unless_they_are_ones_own() -> None:
    works = {"kind": "works", "line": [[-3, 1.0], [3, 1.0]]}
    assert seen(3.0, works) == {"visible": True, "obstructed": True}
    assert not seen(3.1, works)["visible"]
    own = {"kind": "works", "line": [[-3, 0.2], [3, 0.2]]}
    assert seen(7.0, own) == {"visible": True, "obstructed": False}


@clause("chamberlain.terrain.rocky")
@clause("chamberlain.terrain.fields-marsh")
@clause("chamberlain.terrain.major-river")
def test_what_does_not_obstruct() -> None:
    for kind in ("rocky", "fields-marsh", "major-river", "minor-river"):
        assert seen(7.0, woods(kind, 1.0, 6.0)) == {"visible": True, "obstructed": False}


@clause("chamberlain.terrain.heavy-woods", 1)
def test_two_units_in_one_wood() -> None:
    wood = woods("heavy-woods", -4.0, 4.0)
    assert seen(0.9, wood) == {"visible": True, "obstructed": False}
    assert not seen(1.2, wood)["visible"]


@clause("chamberlain.los.own-terrain", 1, 2)
def test_looking_out_of_a_wood() -> None:
    assert seen(8.0, woods("heavy-woods", -2.0, 0.2)) == {"visible": True, "obstructed": False}
    deep = woods("heavy-woods", -2.0, 0.6)
    assert seen(1.0, deep)["visible"]
    assert not seen(1.2, deep)["visible"]


@clause("chamberlain.los.units-block", 1)
@clause("chamberlain.move.charge-visible", 1)
def test_units_stop_a_line() -> None:
    assert not seen(3.0, other_units=[pose(0, 1.5)])["visible"]
    assert seen(3.0, other_units=[pose(1.0, 1.5)])["visible"]
    # Three bases shoulder to shoulder hide the whole of it; a line that only touches them passes.
    wall = [pose(-1.05, 1.5), pose(0, 1.5), pose(1.05, 1.5)]
    assert not seen(3.0, other_units=wall)["visible"]
    assert seen(3.0, other_units=[pose(0.5, 1.5), pose(-0.5, 1.5)])["visible"]


@clause("chamberlain.los.geometry", 1)
def test_one_clear_line_is_enough() -> None:
    assert len(nine_points(block(0, 0))) == 9
    assert seen(3.0, other_units=[pose(0.55, 1.5)])["visible"]
    # Half of the target is hidden behind a wood as well: it is seen, not through anything.
    assert seen(3.0, woods("heavy-woods", 1.0, 2.0, left=-3, right=-0.05)) == {"visible": True, "obstructed": False}


@clause("chamberlain.los.crest", 1)
@clause("chamberlain.los.must-see", 1)
def test_a_crest_stops_sight_unless_somebody_lines_it() -> None:
    crest = {"kind": "crest", "line": [[-9, 3], [9, 3]], "level": 1}
    assert not seen(4.0, crest, target={"level": 1})["visible"]
    assert seen(3.0, crest, target={"level": 1})["visible"]
    assert seen(4.0, crest, target={"level": 2})["visible"]
    assert seen(4.0, crest, viewer={"level": 2})["visible"]
    near = {"kind": "crest", "line": [[-9, 0.7], [9, 0.7]], "level": 1}
    assert not seen(1.5, near)["visible"]


@clause("chamberlain.los.crest")
def test_ground_higher_than_both_always_blocks() -> None:
    hill = Ground(40, 40, heights=(Height(1, ((8, 12), (12, 12), (12, 13), (8, 13))),))
    viewer, target = block(10, 10), block(10, 16, 180)
    assert not look(hill, (), viewer, 0, target, 0, (), PRINTED).visible
    assert look(hill, (), viewer, 1, target, 0, (), PRINTED).visible
    crest = (Crest(((8, 13), (12, 13)), 1),)
    assert not look(hill, crest, viewer, 0, block(10, 13.5, 0), 0, (), PRINTED).visible


@clause("chamberlain.conceal.passive-within-4bw")
def test_sight_is_all_round() -> None:
    assert look(OPEN, (), block(10, 10, 180), 0, block(10, 13, 0), 0, (), PRINTED).visible


# ---- arcs


@clause("chamberlain.fire.arc", 1)
def test_the_arc_is_45_degrees_to_each_side() -> None:
    assert asked("fire-arc", firer=pose(0, 0), point=[1, 1]) == {"in_arc": True, "off_axis_deg": 45.0}
    out = asked("fire-arc", firer=pose(0, 0), point=[1.2, 1])
    assert (out["in_arc"], round(out["off_axis_deg"], 1)) == (False, 50.2)
    narrow = {"fire_arc": "45-total"}
    assert not asked("fire-arc", firer=pose(0, 0), point=[1, 1], options=narrow)["in_arc"]
    assert asked("fire-arc", firer=pose(0, 0), point=[0.41, 1], options=narrow)["in_arc"]


def aimed(x: float, y: float, degrees: float = 180, settings: Settings = PRINTED) -> Aim:
    return aim(OPEN, (), block(10, 10), 0, block(10 + x, 10 + y, degrees), 0, (), settings)


@clause("chamberlain.fire.arc")
@clause("chamberlain.setup.measuring")
def test_range_is_to_the_nearest_point_in_arc() -> None:
    straight = aimed(0, 1.5)
    assert (straight.visible, straight.in_arc, straight.range, straight.flank) == (True, True, 1.5, False)
    # The near corner is out of arc; the range runs along the edge of the arc.
    aslant = aimed(1.55, 1.0)
    assert aslant.in_arc
    assert aslant.range == pytest.approx(1.05 * 2**0.5)
    assert not aimed(2.1, 1.0).in_arc
    assert not aimed(0, -3).in_arc
    assert aimed(0.3, 1.0, settings=Settings(fire_arc="45-total")).in_arc


@clause("chamberlain.fire.flank-definition")
def test_a_shot_from_behind_the_front_line_is_at_a_flank() -> None:
    assert aimed(0, 1.5, 0).flank
    assert aimed(0, 1.5, 90).flank is False
    assert aimed(0.3, 1.5, 90).flank


@clause("chamberlain.art.penalty-obstructed", 1)
def test_an_orchard_on_the_line_obstructs() -> None:
    orchard = Ground(40, 40, areas=(Area("light-woods", ((7, 13), (13, 13), (13, 13.5), (7, 13.5))),))
    found = aim(orchard, (), block(10, 10), 0, block(10, 14.5, 180), 0, (), PRINTED)
    assert (found.visible, found.obstructed) == (True, True)
    assert not aim(orchard, (), block(10, 10), 0, block(10, 15.1, 180), 0, (), PRINTED).visible


def test_a_base_in_the_way_hides_a_target() -> None:
    between = (block(10, 11.5),)
    assert not aim(OPEN, (), block(10, 10), 0, block(10, 12.5, 180), 0, between, PRINTED).visible
    wall = Ground(40, 40, lines=(Line("works", ((7, 11), (13, 11))),))
    assert aim(wall, (), block(10, 10), 0, block(10, 12, 180), 0, (), PRINTED).obstructed


def test_the_nearest_point_of_a_base() -> None:
    assert nearest_point(block(0, 2, 180), 0.2, 0) == pytest.approx((0.2, 2.0))
    assert nearest_point(block(0, 2, 180), 3.0, 0) == pytest.approx((0.5, 2.0))
