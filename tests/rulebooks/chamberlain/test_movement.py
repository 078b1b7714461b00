"""Moves, engagement, retiring, reserve moves, retreats and advances."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.chamberlain.advance.rule import advanced, free_ahead
from roundtop.rulebooks.chamberlain.movement.rule import Yard
from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.rulebooks.chamberlain.reserve.rule import reserve_fault, reserve_legs, retire_way
from roundtop.rulebooks.chamberlain.retreat.rule import retreat
from roundtop.table.ground import Area, Crossing, Ground, Line, Road
from roundtop.table.path import track_length
from tests.clauses import clause
from tests.rulebooks.chamberlain.asked import Outcome, asked, at, block, pose, square

FOOT = {"arm": "infantry"}
HORSE = {"arm": "cavalry"}
TABLE = Ground(24, 16)


def simple(distance: float, to: float | None = None, unit: dict[str, Any] | None = None, **more: Any) -> Outcome:
    given = FOOT | pose(0, 0) | (unit or {})
    return asked("move", unit=given, kind="simple", distance_bw=distance, pivot_to=to, **more)


def difficult(
    x: float, y: float, facing: float | None = None, unit: dict[str, Any] | None = None, **more: Any
) -> Outcome:
    given = FOOT | pose(0, 0) | (unit or {})
    return asked("move", unit=given, kind="difficult", to=[x, y], end_facing=facing, **more)


def turned(to: float, unit: dict[str, Any] | None = None, **more: Any) -> Outcome:
    return asked("move", unit=FOOT | pose(0, 0) | (unit or {}), kind="pivot", pivot_to=to, **more)


def wood(left: float, bottom: float, right: float, top: float, kind: str = "heavy-woods") -> dict[str, Any]:
    return {"kind": kind, "polygon": square(left, bottom, right, top)}


# ---- rates


@clause("chamberlain.move.rate-infantry", 1)
@clause("chamberlain.move.rate-cavalry", 1)
@clause("chamberlain.move.rate-mounted-infantry", 1)
@clause("chamberlain.move.rate-artillery", 1)
@clause("chamberlain.move.rate-horse-artillery", 1)
@clause("chamberlain.move.rate-dismounted", 1)
@pytest.mark.parametrize(
    ("unit", "far", "slow", "clause_id"),
    [
        ({"arm": "infantry"}, 2, 1, "rate-infantry"),
        ({"arm": "cavalry"}, 4, 2, "rate-cavalry"),
        ({"arm": "mounted-infantry"}, 4, 2, "rate-mounted-infantry"),
        ({"arm": "artillery", "ammo": 6}, 2, 1, "rate-artillery"),
        ({"arm": "horse-artillery", "ammo": 5}, 4, 2, "rate-horse-artillery"),
        ({"arm": "cavalry", "mounted": False}, 2, 1, "rate-dismounted"),
        ({"arm": "mounted-infantry", "mounted": False}, 2, 1, "rate-dismounted"),
    ],
)
def test_rates(unit: dict[str, Any], far: float, slow: float, clause_id: str) -> None:
    assert simple(far, unit=unit)["legal"]
    assert simple(far + 0.02, unit=unit)["clause"] == f"chamberlain.move.{clause_id}"
    assert difficult(0, slow, unit=unit)["legal"]
    assert difficult(0, slow + 0.02, unit=unit)["clause"] == f"chamberlain.move.{clause_id}"
    moved = simple(far, unit=unit)
    assert not moved["may_fire"]
    assert difficult(0, slow, unit=unit)["may_fire"] is (unit["arm"] == "horse-artillery")


@clause("chamberlain.move.rate-cavalry", 1)
@clause("chamberlain.terrain.minor-river", 1)
@clause("chamberlain.terrain.urban", 1)
def test_rates_through_difficult_ground() -> None:
    rocks = [wood(-3, 1, 3, 4, "rocky")]
    camp = [wood(-3, 1, 3, 4, "urban")]
    river = [{"kind": "minor-river", "line": [[-3, 0.5], [3, 0.5]]}]
    for terrain, unit, slow in ((rocks, HORSE, 2.0), (camp, HORSE, 2.0), (river, FOOT, 1.0)):
        assert simple(slow, unit=unit, terrain=terrain)["clause"] == "chamberlain.move.simple-no-difficult"
        assert difficult(0, slow, unit=unit, terrain=terrain)["legal"]


# ---- simple moves


@clause("chamberlain.move.simple-pivot", 1)
@clause("chamberlain.move.simple-straight", 1)
@clause("chamberlain.move.simple-facing", 1)
def test_a_simple_move_pivots_and_goes_straight() -> None:
    assert simple(2, 90)["end"] == pose(2, 0, 90)
    assert simple(2, 215)["legal"]
    assert simple(1.5, 45)["end"]["facing"] == 45


@clause("chamberlain.move.simple-pivot")
@clause("chamberlain.move.moved-flag")
def test_a_pivot_is_allowed_anywhere_and_counts_if_it_turns() -> None:
    in_woods = [wood(-3, -3, 3, 3)]
    assert turned(90, terrain=in_woods)["end"] == pose(0, 0, 90)
    assert simple(0, 90, terrain=in_woods)["legal"]
    assert not turned(90)["may_fire"]
    assert turned(0)["may_fire"]


@clause("chamberlain.move.simple-no-difficult", 1)
@clause("chamberlain.terrain.light-woods", 1)
def test_a_simple_move_keeps_clear_of_difficult_ground() -> None:
    corner = [wood(0.3, -1, 2, -0.3, "rocky")]
    assert simple(1, terrain=corner)["clause"] == "chamberlain.move.simple-no-difficult"
    assert difficult(0, 1, terrain=corner)["legal"]
    touching = [wood(-3, 2, 3, 4)]
    assert simple(2, terrain=touching)["legal"]
    assert simple(2, terrain=[wood(-3, 1.9, 3, 4)])["clause"] == "chamberlain.move.simple-no-difficult"
    assert simple(2, terrain=[wood(-3, 0.5, 3, 4, "light-woods")])["legal"]


@clause("chamberlain.move.difficult-terrain", 1)
@clause("chamberlain.move.rate-infantry", 1)
def test_the_whole_of_a_difficult_move_is_slow() -> None:
    woods = [wood(-3, 0.4, 3, 4)]
    found = difficult(0, 1, terrain=woods)
    assert (found["legal"], found["end"]["y"]) == (True, 1.0)
    assert difficult(0, 1.1, terrain=woods)["clause"] == "chamberlain.move.rate-infantry"


@clause("chamberlain.move.difficult-facing", 1)
@clause("chamberlain.move.difficult-direction", 1)
def test_a_difficult_move_goes_anywhere_and_faces_anywhere() -> None:
    assert difficult(0, -1, 0)["end"] == pose(0, -1, 0)
    found = difficult(1, 0, 180)
    assert (found["end"], found["distance_bw"]) == (pose(1, 0, 180), 1.0)


@clause("chamberlain.terrain.major-river")
@clause("chamberlain.move.difficult-terrain")
def test_impassable_ground() -> None:
    lake = [wood(-3, 0.5, 3, 4, "major-river")]
    assert simple(1, terrain=lake)["clause"] == "chamberlain.terrain.major-river"
    assert difficult(0, 1, terrain=lake)["clause"] == "chamberlain.terrain.major-river"
    assert difficult(0, 0.5, terrain=lake)["legal"]


@clause("chamberlain.move.table-edge", 1)
def test_the_tables_edge() -> None:
    near = pose(0.8, 8)
    assert simple(1, 270, unit=near, table_bw=[24, 16])["clause"] == "chamberlain.move.table-edge"
    assert simple(1, 270, unit=near)["legal"]
    assert simple(1, 90, unit=near, table_bw=[24, 16])["legal"]


# ---- roads


@clause("chamberlain.move.road", 1)
def test_along_a_road_difficult_ground_is_simple() -> None:
    woods = wood(-3, -4, 3, 4)
    road = {"kind": "road", "line": [[0, -4], [0, 4]]}
    assert simple(2, terrain=[woods, road])["legal"]
    assert simple(2, 45, terrain=[woods, road])["clause"] == "chamberlain.move.simple-no-difficult"
    beside = {"kind": "road", "line": [[0.5, -4], [0.5, 4]]}
    assert simple(2, terrain=[woods, beside])["clause"] == "chamberlain.move.simple-no-difficult"
    off = {"move_roads_cancel_difficult": False}
    assert simple(2, terrain=[woods, road], options=off)["clause"] == "chamberlain.move.simple-no-difficult"


@clause("chamberlain.move.road")
@clause("chamberlain.terrain.major-river")
def test_a_bridge_makes_water_passable() -> None:
    river = {"kind": "major-river", "line": [[-9, 1], [9, 1]]}
    bridge = {"kind": "road", "line": [[0, 0], [0, 3]]}
    assert simple(2, terrain=[river])["clause"] == "chamberlain.terrain.major-river"
    for options in ({}, {"move_roads_cancel_difficult": False}):
        assert simple(2, terrain=[river, bridge], options=options)["legal"]


# ---- enemies and friends


@clause("chamberlain.move.no-contact", 1)
@clause("chamberlain.move.engaged-enter", 1)
def test_a_move_stops_where_it_becomes_engaged() -> None:
    enemy = [pose(0, 0)]
    for unit, far in ((FOOT, 2.0), (HORSE, 4.0)):
        found = simple(far, unit=unit | pose(0, 3, 180), enemies=enemy)
        assert (found["legal"], found["end"], found["distance_bw"]) == (True, pose(0, 1, 180), 2.0)
        assert found["engaged"]
    beside = simple(2, unit=pose(1.2, 3, 180), enemies=enemy)
    assert (beside["distance_bw"], beside["engaged"]) == (2.0, False)


@clause("chamberlain.move.engaged-enter")
@clause("chamberlain.move.no-contact")
def test_without_the_stop_contact_is_still_forbidden() -> None:
    free = {"move_stop_when_engaged": False}
    enemy = [pose(0, 0)]
    unit = HORSE | pose(0, 1.5, 180)
    assert simple(1.49, unit=unit, enemies=enemy, options=free)["legal"]
    assert simple(1.5, unit=unit, enemies=enemy, options=free)["clause"] == "chamberlain.move.no-contact"


@clause("chamberlain.move.engaged-enter")
def test_a_difficult_move_that_is_stopped_still_turns() -> None:
    found = difficult(0, 0.6, 90, unit=pose(0, 1.5, 180), enemies=[pose(0, 0)])
    assert (found["legal"], found["end"], found["distance_bw"]) == (True, pose(0, 1, 90), 0.5)


@clause("chamberlain.move.engaged-break-off", 1)
def test_breaking_off() -> None:
    enemy = [pose(0, 0)]
    engaged = pose(0, 0.8, 180)
    assert difficult(0, 1.7, unit=engaged, enemies=enemy)["legal"]
    short = difficult(0, 0.95, unit=engaged, enemies=enemy)
    assert short["clause"] == "chamberlain.move.engaged-break-off"
    assert short["engaged"]
    other = [pose(0, 0), pose(0, 3, 180)]
    assert difficult(0, 1.7, unit=engaged, enemies=other)["clause"] == "chamberlain.move.engaged-break-off"
    away = simple(1.1, 90, unit=engaged, enemies=enemy)
    assert away["legal"]
    assert not away["engaged"]


@clause("chamberlain.move.engaged-pivot", 1)
def test_an_engaged_unit_may_pivot() -> None:
    found = turned(90, unit=pose(0, 0.8, 180), enemies=[pose(0, 0)])
    assert (found["legal"], found["may_fire"], found["engaged"]) == (True, False, True)
    repeaters = pose(0, 0.8, 180) | {"weapon": "repeating-rifle"}
    assert turned(90, unit=repeaters, enemies=[pose(0, 0)])["may_fire"]


@clause("chamberlain.move.engaged-break-off", 2)
@pytest.mark.parametrize("gap", [0.01, 0.1, 0.3, 0.49, 0.6, 1.0])
def test_an_engaged_unit_turns_its_back_at_any_gap(gap: float) -> None:
    """The swing of the base towards the enemy is no contact; going on through him is, and so is a pivot into him."""
    enemy = [pose(0, 0)]
    near = pose(0, gap, 180)
    away = simple(2, 0, unit=near, enemies=enemy)
    assert (away["legal"], away["end"]) == (True, {"x": 0, "y": round(2 + gap, 2), "facing": 0})
    assert simple(2, 45, unit=near, enemies=enemy)["legal"]
    assert not simple(1.5, 180, unit=near, enemies=enemy)["legal"]
    assert turned(0, unit=near, enemies=enemy)["legal"] == (gap > 0.5)


@clause("chamberlain.move.in-contact")
def test_leaving_contact() -> None:
    enemy = [pose(0, 0)]
    held = pose(0, 0, 180)
    assert difficult(0, 1, 180, unit=held, enemies=enemy)["legal"]
    assert difficult(0, 0.5, 180, unit=held, enemies=enemy)["legal"]
    aside = difficult(1, 0, 180, unit=held, enemies=enemy)
    assert aside["clause"] == "chamberlain.move.in-contact"
    # It turns its back, and the swing of its base over the enemy is no contact.
    assert simple(1, 0, unit=held, enemies=enemy)["legal"]
    assert simple(0.5, 0, unit=held, enemies=enemy)["clause"] == "chamberlain.move.in-contact"
    assert simple(1, 90, unit=held, enemies=enemy)["clause"] == "chamberlain.move.in-contact"
    assert simple(1, 180, unit=held, enemies=enemy)["clause"] == "chamberlain.move.in-contact"
    assert turned(0, unit=held, enemies=enemy)["clause"] == "chamberlain.move.in-contact"
    assert turned(180, unit=held, enemies=enemy)["legal"]
    another = [pose(0, 0), pose(0, 2.2, 180)]
    assert difficult(0, 1, 180, unit=held, enemies=another)["clause"] == "chamberlain.move.in-contact"


@clause("chamberlain.move.through-friends", 1)
def test_friends_are_passed_but_not_rested_on() -> None:
    battery = [pose(0, 1)]
    assert simple(2, friends=battery)["legal"]
    assert simple(1.4, friends=battery)["clause"] == "chamberlain.move.through-friends"
    assert simple(1.5, friends=battery)["legal"]
    assert simple(0.5, friends=battery)["legal"]
    assert simple(0.52, friends=battery)["clause"] == "chamberlain.move.through-friends"


# ---- mounting


@clause("chamberlain.move.mount-dismount", 1)
@clause("chamberlain.unit.trait-cc", 1)
def test_mounting_with_a_difficult_move() -> None:
    down = difficult(0, 2, 90, unit=HORSE, mount_change="dismount")
    assert (down["legal"], down["mounted"], down["end"]) == (True, False, pose(0, 2, 90))
    up = difficult(0, 0, unit=HORSE | {"mounted": False}, mount_change="mount")
    assert (up["legal"], up["mounted"]) == (True, True)
    slow = difficult(0, 1.5, unit=HORSE | {"mounted": False}, mount_change="mount")
    assert slow["clause"] == "chamberlain.move.rate-dismounted"
    for unit, change in ((FOOT, "dismount"), (HORSE, "mount"), (HORSE | {"mounted": False}, "dismount")):
        assert difficult(0, 1, unit=unit, mount_change=change)["clause"] == "chamberlain.move.mount-dismount"
    assert simple(1, unit=HORSE, mount_change="dismount")["clause"] == "chamberlain.move.mount-dismount"


@clause("chamberlain.move.mobile-difficult", 1)
def test_what_leaves_the_fire_after_a_move() -> None:
    repeaters = {"weapon": "repeating-rifle"}
    assert simple(2, unit=repeaters)["may_fire"]
    assert not simple(2, unit=repeaters, options={"mobile_requires_difficult": True})["may_fire"]
    assert not simple(2, unit={"arm": "horse-artillery"})["may_fire"]
    assert difficult(0, 1, unit=repeaters)["may_fire"]
    assert not difficult(0, 1, unit={"weapon": "sabre-pistol"})["may_fire"]


@clause("chamberlain.move.limber-state")
def test_limbers() -> None:
    tracked = {"artillery_track_limber": True}
    guns = {"arm": "horse-artillery", "ammo": 5}
    assert simple(2, unit=guns, options=tracked)["limbered"]
    assert not simple(2, unit=guns)["limbered"]
    unlimbered = difficult(0, 1, unit=guns | {"limbered": True}, options=tracked)
    assert (unlimbered["limbered"], unlimbered["may_fire"]) == (False, True)
    pivoted = turned(90, unit=guns | {"limbered": True}, options=tracked)
    assert (pivoted["limbered"], pivoted["may_fire"]) == (True, False)
    assert not simple(2, unit=FOOT, options=tracked)["limbered"]


@clause("chamberlain.conceal.active-activated")
def test_a_unit_that_moves_is_revealed() -> None:
    assert not simple(1, unit={"concealed": True})["concealed"]
    assert simple(3, unit={"concealed": True})["concealed"]


# ---- retiring


def retired(enemy: float, clear: bool = True) -> Outcome:
    return asked("move", unit=FOOT | pose(0, 0), kind="retire", nearest_enemy_bw=enemy, corridor_clear=clear)


@clause("chamberlain.move.retire-distance", 1)
@clause("chamberlain.move.retire-straight", 1)
@clause("chamberlain.move.retire-effect")
def test_retiring() -> None:
    assert retired(2.0)["clause"] == "chamberlain.move.retire-distance"
    gone = retired(2.1)
    assert (gone["status"], gone["counts_as_broken"], "end" in gone) == ("retired", False, False)
    assert retired(2.1, clear=False)["clause"] == "chamberlain.move.retire-straight"


@clause("chamberlain.move.retire-straight", 1)
def test_the_way_to_ones_own_edge() -> None:
    assert retire_way(Yard(TABLE), at(10, 7), "south") == pytest.approx((10, 0))
    assert retire_way(Yard(TABLE), at(10, 7), "west") == pytest.approx((0, 7))
    assert retire_way(Yard(TABLE), at(10, 7), "north") == pytest.approx((10, 16), abs=1e-4)
    assert retire_way(Yard(TABLE), at(10, 7), "east") == pytest.approx((24, 7), abs=1e-4)
    blocked = retire_way(Yard(TABLE, (block(10, 3),)), at(10, 7), "south")
    assert blocked is not None
    assert abs(blocked[0] - 10) > 2
    assert blocked[1] == pytest.approx(0)
    everywhere = tuple([block(x, 2) for x in range(0, 25, 2)])
    assert retire_way(Yard(TABLE, everywhere), at(10, 7), "south") is None
    lake = Ground(24, 16, (Area("major-river", ((0, 2), (24, 2), (24, 4), (0, 4))),))
    assert retire_way(Yard(lake), at(10, 7), "south") is None


# ---- reserve moves


def reserve(*path: list[float], **more: Any) -> Outcome:
    unit = FOOT | pose(0, 0) | {"concealed": True}
    return asked("move", unit=unit, kind="reserve", path=list(path), **more)


@clause("chamberlain.move.rate-reserve", 1)
@clause("chamberlain.move.reserve-path", 1)
@clause("chamberlain.move.reserve-revealed", 1)
def test_a_reserve_move() -> None:
    found = reserve([0, 5], [7, 5])
    assert (found["legal"], found["distance_bw"], found["end"]) == (True, 12.0, pose(7, 5, 90))
    assert (found["concealed"], found["reserve_used"], found["may_fire"]) == (False, True, False)
    assert reserve([0, 12.5])["clause"] == "chamberlain.move.rate-reserve"
    assert reserve([0, 5], end_facing=180)["end"] == pose(0, 5, 180)


@clause("chamberlain.move.reserve-once", 1)
@clause("chamberlain.move.reserve-difficult", 1)
@clause("chamberlain.move.reserve-enemy", 1)
def test_what_forbids_a_reserve_move() -> None:
    assert reserve([0, 5], reserve_used=True)["clause"] == "chamberlain.move.reserve-once"
    assert reserve([0, 9], off_road_difficult=True)["clause"] == "chamberlain.move.reserve-difficult"
    assert reserve([0, 9])["legal"]
    assert reserve([0, 9], nearest_visible_enemy_bw=3.5)["clause"] == "chamberlain.move.reserve-enemy"
    assert reserve([0, 9], nearest_visible_enemy_bw=4.1)["legal"]


@clause("chamberlain.move.reserve-difficult")
def test_the_ground_of_a_reserve_move() -> None:
    swamp = Area("swamp", ((4, 4), (8, 4), (8, 8), (4, 8)))
    road = Road("road", ((6, 0), (6, 16)), 0.2)
    way = ((6.0, 12.0),)
    for ground, fault in (
        (Ground(24, 16, (swamp,)), "chamberlain.move.reserve-difficult"),
        (Ground(24, 16, (swamp,), roads=(road,)), ""),
        (TABLE, ""),
    ):
        yard = Yard(ground)
        legs = reserve_legs(yard, at(6, 1), way)
        assert reserve_fault(yard, legs, at(6, 12)) == fault
    legs = reserve_legs(Yard(TABLE), at(6, 1), ((6.0, 3.0), (6.0, 3.0), (9.0, 3.0)))
    assert track_length([(6, 1), (6, 3), (9, 3)]) == sum([leg.length for leg in legs]) == 5
    met = Yard(TABLE, (block(6, 6),), friends=(block(9, 3),))
    assert reserve_fault(met, legs, at(9, 3, 90)) == "chamberlain.move.through-friends"
    assert reserve_fault(met, reserve_legs(met, at(6, 1), way), at(6, 12)) == "chamberlain.move.no-contact"


@clause("chamberlain.move.road")
def test_a_ford_lets_a_unit_over_a_river() -> None:
    river = Line("major-river", ((0, 8), (24, 8)))
    yard = Yard(Ground(24, 16, lines=(river,)))
    fault = reserve_fault(yard, reserve_legs(yard, at(6, 1), ((6.0, 12.0),)), at(6, 12))
    assert fault == "chamberlain.terrain.major-river"
    forded = Yard(Ground(24, 16, lines=(river,), crossings=(Crossing("ford", 6, 8, 0.2),)))
    assert reserve_fault(forded, reserve_legs(forded, at(6, 1), ((6.0, 12.0),)), at(6, 12)) == ""


# ---- retreats


def beaten(role: str, x: float, y: float, facing: float, away: list[float] | None = None, **more: Any) -> Outcome:
    return asked("retreat", role=role, unit=pose(x, y, facing), attacker_centre=away, **more)


@clause("chamberlain.retreat.distance", 1)
@clause("chamberlain.retreat.defender-facing", 1)
@clause("chamberlain.retreat.direction", 1)
@clause("chamberlain.retreat.attacker-facing", 1)
def test_where_beaten_units_go() -> None:
    defender = beaten("defender", 0, 0, 0, [0, 0.3])
    assert (defender["base_centre"], defender["end"]) == ([0, -2.25], pose(0, -2.5, 180))
    shot_at = beaten("defender", 0, 2.25, 0, [0, 5])
    assert shot_at["base_centre"] == [0, 0]
    assert beaten("attacker", 0, 1, 180)["end"] == pose(0, 3, 180)


@clause("chamberlain.setup.unit-one-base")
def test_a_deeper_base_retreats_by_its_own_centre() -> None:
    found = beaten("defender", 0, 0, 0, [0, 0.3], options={"setup_unit_depth": 1.0})
    assert (found["base_centre"], found["end"]) == ([0, -2.5], pose(0, -3, 180))


@clause("chamberlain.retreat.friends", 1)
def test_a_retreat_goes_on_until_it_is_clear_of_friends() -> None:
    aligned = [pose(0, -2.0, 0)]
    found = beaten("defender", 0, 0, 0, [0, 0.3], friends=aligned)
    assert found["status"] == "ok"
    assert found["base_centre"][1] == pytest.approx(-2.75, abs=0.02)
    # Friends all the way back for 4 BW: the line counts as blocked and it goes aside.
    column = [pose(0, -1.5 - 0.5 * n, 0) for n in range(7)]
    aside = beaten("defender", 0, 0, 0, [0, 0.3], friends=column)
    assert aside["status"] == "ok"
    assert abs(aside["base_centre"][0]) > 0.9


@clause("chamberlain.retreat.blocked", 1, 2)
def test_a_blocked_retreat_deviates_or_breaks() -> None:
    river = {"kind": "major-river", "polygon": [[-0.9, -5], [5, -5], [5, -1.6], [-0.9, -1.6]]}
    found = beaten("defender", 0, 0, 0, [0, 0.3], terrain=[river])
    assert found["status"] == "ok"
    assert found["base_centre"][0] < -0.5
    ring = [wood(-9, -9, 9, -0.9, "major-river"), wood(-9, -0.9, -0.9, 9, "major-river")]
    ring.append(wood(0.9, -0.9, 9, 9, "major-river"))
    assert beaten("defender", 0, 0, 0, [0, 0.3], terrain=ring) == {"status": "broken"}
    enemies = [pose(0, -1.5, 0)]
    past = beaten("defender", 0, 0, 0, [0, 0.3], enemies=enemies)
    assert past["status"] == "ok"
    assert past["base_centre"][0] != 0


@clause("chamberlain.retreat.blocked")
def test_the_left_goes_before_the_right() -> None:
    behind = [pose(0, -1.5, 0)]
    found = beaten("defender", 0, 0, 0, [0, 0.3], enemies=behind)
    # Looking south, the left is east.
    assert found["base_centre"][0] > 0
    backing = beaten("attacker", 0, 1, 180, enemies=[pose(0, 3, 0)])
    assert backing["end"]["facing"] == 180
    assert backing["end"]["x"] < 0


@clause("chamberlain.retreat.table-edge", 1)
@clause("chamberlain.art.hit-once-retreats")
@pytest.mark.parametrize(
    ("edge", "away", "status"),
    [
        ("south", [12, 9], "retired"),
        ("north", [12, 9], "broken"),
        ("east", [12, 9], "retired"),
        ("west", [12, 9], "retired"),
    ],
)
def test_over_the_edge(edge: str, away: list[float], status: str) -> None:
    found = beaten("defender", 12, 1.7, 0, away, table_bw=[24, 16], friendly_edge=edge)
    assert found == {"status": status}


@clause("chamberlain.retreat.table-edge")
def test_just_inside_the_edge() -> None:
    found = beaten("defender", 12, 2.5, 0, [12, 9], table_bw=[24, 16])
    assert found["end"] == pose(12, 0, 180)
    assert beaten("defender", 12, 2.47, 0, [12, 9], table_bw=[24, 16])["status"] == "retired"


def test_an_enemy_before_the_edge_blocks_the_way_to_it() -> None:
    yard = Yard(TABLE, (block(12, 1.0, 0),))
    found = retreat(yard, "defender", at(12, 2.4), (12.0, 9.0), ("north",))
    assert found.end is None or abs(found.end.x - 12) > 0.5


def test_a_defender_needs_somebody_to_flee_from() -> None:
    with pytest.raises(ValueError, match=r"attacker_centre: missing"):
        beaten("defender", 0, 0, 0)
    with pytest.raises(ValueError, match=r"attacker_centre: an attacker backs along its own facing"):
        beaten("attacker", 0, 0, 0, [1, 1])


# ---- advances


def advance(distance: float | None = None, free: float = 99, traits: list[str] | None = None) -> Outcome:
    unit = FOOT | pose(0, 1, 180) | {"traits": traits or []}
    return asked("advance", unit=unit, distance_bw=distance, free_ahead_bw=free)


@clause("chamberlain.advance.distance", 1)
@clause("chamberlain.advance.optional", 1)
def test_an_advance_is_up_to_1_bw_and_optional() -> None:
    assert advance(1)["end"] == pose(0, 0, 180)
    assert advance(1.1)["clause"] == "chamberlain.advance.distance"
    stayed = advance()
    assert (stayed["legal"], stayed["distance_bw"], stayed["end"]) == (True, 0, pose(0, 1, 180))


@clause("chamberlain.advance.no-contact", 1)
def test_an_advance_stops_short_of_the_enemy() -> None:
    assert advance(0.55, free=0.6)["legal"]
    assert advance(0.6, free=0.6)["clause"] == "chamberlain.advance.no-contact"
    assert advance(0.3, free=0.03)["clause"] == "chamberlain.advance.no-contact"


@clause("chamberlain.advance.impetuous", 1)
def test_the_impetuous_go_as_far_as_they_can() -> None:
    assert advance(traits=["impetuous"])["distance_bw"] == 1
    assert advance(traits=["impetuous"], free=0.6)["distance_bw"] == 0.55
    assert advance(0.5, traits=["impetuous"])["clause"] == "chamberlain.advance.impetuous"
    assert advance(0.55, free=0.6, traits=["impetuous"])["legal"]


@clause("chamberlain.advance.no-contact")
def test_what_lies_ahead_of_an_advance() -> None:
    assert free_ahead(Yard(TABLE), at(12, 8)) > 1.05
    assert free_ahead(Yard(TABLE, (block(12, 8.6, 180),)), at(12, 8)) == pytest.approx(0.6, abs=0.01)
    assert free_ahead(Yard(TABLE), at(12, 15.5)) == pytest.approx(0.55, abs=0.02)
    lake = Ground(24, 16, (Area("major-river", ((0, 8.4), (24, 8.4), (24, 12), (0, 12))),))
    assert free_ahead(Yard(lake), at(12, 8)) == pytest.approx(0.45, abs=0.1)
    friend = Yard(TABLE, friends=(block(12, 9.2, 0),))
    assert advanced(friend, at(12, 8), 1.0).y == pytest.approx(8.7)
    assert advanced(Yard(TABLE), at(12, 8), 1.0) == at(12, 9)


def test_facings_and_points_are_checked() -> None:
    with pytest.raises(ValueError, match=r"pivot_to: 400 cannot be"):
        turned(400)
    with pytest.raises(ValueError, match=r"to: \[1\.0\] cannot be; a point is \[x, y\]"):
        asked("move", unit=FOOT | pose(0, 0), kind="difficult", to=[1])
    with pytest.raises(ValueError, match=r"unit\.x: missing"):
        asked("move", unit=FOOT, kind="simple", distance_bw=1)
    with pytest.raises(ValueError, match=r"terrain\[0\]: it has neither a polygon nor a line"):
        simple(1, terrain=[{"kind": "swamp"}])
    assert Yard(TABLE).settings is PRINTED
    assert Settings() == PRINTED
