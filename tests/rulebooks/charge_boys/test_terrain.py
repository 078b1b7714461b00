"""What ground costs: voluntary moves, charges, compelled moves, guns by hand, enemies near."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.rulebooks.charge_boys.movement.rule import gap_to_keep
from roundtop.rulebooks.charge_boys.options import PRINTED
from roundtop.rulebooks.charge_boys.terrain.rule import (
    BACK,
    Leg,
    beyond,
    ground_covered,
    inches_to,
    leg_price,
    way_cost,
)
from tests.clauses import clause
from tests.rulebooks.charge_boys.page import legs, only, outcome

MOUNTED = {"cavalry-line": "cavalry", "cavalry-column": "cavalry", "mounted": "general"}
GUNS = {"limbered": "artillery", "gunners": "artillery"}


def price(formation: str, *way: tuple[str, float] | str, **more: Any) -> tuple[Any, ...]:
    """Cost, whether it is allowed (or the clause), and what is left."""
    arm = more.pop("arm", None) or MOUNTED.get(formation) or GUNS.get(formation) or "infantry"
    found = outcome("move-cost", arm=arm, formation=formation, path=legs(*way), **more)
    return found["cost"], found.get("clause", True), found["left"]


def wheel(width: float, degrees: float) -> list[dict[str, Any]]:
    return [{"kind": "wheel", "width": width, "degrees": degrees}]


# ---- rates


@clause("charge-boys.move.infantry-line", 1)
@clause("charge-boys.move.infantry-attack-column", 1)
@clause("charge-boys.move.infantry-road", 1)
@clause("charge-boys.move.infantry-skirmish", 1)
@clause("charge-boys.move.cavalry-line", 1)
@clause("charge-boys.move.cavalry-column", 1)
@clause("charge-boys.move.mounted-officer", 1)
@clause("charge-boys.move.artillery-limbered", 1)
def test_normal_moves() -> None:
    assert price("line", ("open", 6.0)) == (6.0, True, 0.0)
    assert price("attack-column", ("open", 7.5)) == (7.5, True, 0.5)
    assert price("road-column", ("road", 8.0)) == (8.0, True, 0.0)
    assert price("skirmish", ("open", 4.0), ("woods", 3.0)) == (10.0, True, 0.0)
    assert price("cavalry-line", ("open", 9.5)) == (9.5, "charge-boys.move.cavalry-line", 0.0)
    assert price("cavalry-column", ("river", 2.0), ("open", 8.0)) == (12.0, True, 0.0)
    assert price("mounted", ("open", 10.0), "wall") == (17.5, "charge-boys.move.mounted-officer", 0.0)
    assert price("mounted", ("open", 7.5), "wall") == (15.0, True, 0.0)
    assert price("limbered", ("open", 9.0)) == (9.0, True, 0.0)


@clause("charge-boys.core.measure")
@pytest.mark.parametrize(
    ("formation", "inches", "clause_"),
    [
        ("line", 6.0, "infantry-line"),
        ("attack-column", 8.0, "infantry-attack-column"),
        ("road-column", 6.0, "road-column-off-road"),
        ("skirmish", 10.0, "infantry-skirmish"),
        ("cavalry-line", 9.0, "cavalry-line"),
        ("cavalry-column", 12.0, "cavalry-column"),
        ("limbered", 9.0, "artillery-limbered"),
        ("gunners", 6.0, "dismounted"),
        ("mounted", 15.0, "mounted-officer"),
    ],
)
def test_the_limit_is_met_within_a_hundredth(formation: str, inches: float, clause_: str) -> None:
    assert price(formation, ("open", inches + 0.01))[1] is True
    assert price(formation, ("open", inches + 0.02))[1] == f"charge-boys.move.{clause_}"


@clause("charge-boys.move.road-column-off-road", 1)
@clause("charge-boys.move.infantry-road")
def test_a_march_partly_off_the_road_is_at_the_rate_of_a_line() -> None:
    assert price("road-column", ("road", 3.0), ("open", 4.0)) == (7.0, "charge-boys.move.road-column-off-road", 0.0)
    assert price("road-column", ("road", 3.0), ("open", 3.0))[1] is True
    assert price("road-column", ("road", 8.5))[1] == "charge-boys.move.infantry-road"


@clause("charge-boys.move.dismounted", 1, 2)
def test_dismounted_troopers_and_gunners_walk_as_infantry() -> None:
    found = outcome("move-cost", arm="dismounted-cavalry", formation="skirmish", path=legs(("open", 10.0)))
    assert only(found, "allowance", "legal") == (10.0, True)
    assert price("gunners", ("open", 6.0)) == (6.0, True, 0.0)


@clause("charge-boys.move.partial")
def test_a_move_may_be_left_unfinished() -> None:
    assert price("line") == (0.0, True, 6.0)
    assert price("line", ("open", 2.0)) == (2.0, True, 4.0)


# ---- turning and stepping back


@clause("charge-boys.move.wheel", 1)
def test_a_wheel_costs_the_arc_of_its_outer_figure() -> None:
    found = outcome("move-cost", arm="infantry", formation="line", path=wheel(9.0, 30.0))
    assert only(found, "cost", "left") == (4.712, 1.288)
    back = outcome("move-cost", arm="infantry", formation="line", path=wheel(9.0, -30.0))
    assert back["cost"] == 4.712
    assert outcome("move-cost", arm="infantry", formation="skirmish", path=wheel(9.0, 30.0))["cost"] == 0


@clause("charge-boys.move.turn-in-place", 1)
def test_facing_about_costs_half_a_move() -> None:
    assert price("attack-column", "turn", ("open", 4.0)) == (8.0, True, 0.0)
    assert price("skirmish", "turn", ("open", 10.0)) == (10.0, True, 0.0)
    assert price("mounted", "turn", ("open", 15.0)) == (15.0, True, 0.0)


@clause("charge-boys.move.backwards", 1, 2)
def test_stepping_back_is_at_half_speed() -> None:
    assert price("line", ("back", 3.0)) == (6.0, True, 0.0)
    assert price("line", ("back-woods", 2.0)) == (8.0, "charge-boys.move.infantry-line", 0.0)
    assert price("line", ("back-river", 1.5))[0] == 6.0
    assert price("skirmish", ("back", 4.0), ("back-woods", 3.0))[0] == 10.0
    assert leg_price(Leg(BACK, 2.0), "gunners", 6.0) == 2.0


# ---- ground and obstacles


@clause("charge-boys.terrain.woods", 1)
@clause("charge-boys.terrain.rivers", 1)
@clause("charge-boys.terrain.wall-fence", 1, 2)
@clause("charge-boys.terrain.half-speed-arithmetic", 1)
@clause("charge-boys.terrain.half-turn-arithmetic", 1, 2, 3)
@clause("charge-boys.terrain.guns", 1)
def test_slow_ground_and_obstacles() -> None:
    assert price("line", ("open", 2.0), ("woods", 2.0)) == (6.0, True, 0.0)
    assert price("skirmish", ("open", 2.0), ("river", 3.0), ("open", 2.0)) == (10.0, True, 0.0)
    assert price("line", ("open", 2.0), "fence", ("open", 1.0)) == (6.0, True, 0.0)
    assert price("line", ("open", 2.0), "fence") == (5.0, True, 1.0)
    assert price("cavalry-line", ("open", 5.0), "wall") == (9.5, "charge-boys.move.cavalry-line", 0.0)
    assert price("cavalry-line", ("open", 3.0), ("woods", 2.0), ("open", 2.0)) == (9.0, True, 0.0)
    assert price("attack-column", ("open", 4.0), "wall") == (8.0, True, 0.0)
    assert price("mounted", "fence", "fence") == (15.0, True, 0.0)
    assert price("skirmish", ("open", 6.0), "wall")[0:2] == (11.0, "charge-boys.move.infantry-skirmish")
    assert price("limbered", ("open", 4.5), "fence") == (9.0, True, 0.0)
    assert price("line", ("open", 3.0), "fortification") == (6.0, True, 0.0)


@clause("charge-boys.terrain.road-column-only", 1)
def test_only_a_march_column_uses_the_road() -> None:
    assert price("attack-column", ("woods", 4.0)) == (8.0, True, 0.0)
    assert price("cavalry-column", ("road", 12.0)) == (12.0, True, 0.0)


@clause("charge-boys.terrain.hedge", 1)
def test_a_hedge_takes_the_whole_turn() -> None:
    found = outcome("move-cost", arm="infantry", formation="line", path=legs("hedge"))
    assert only(found, "cost", "legal", "left", "may_fire") == (6.0, True, 0.0, False)
    assert price("line", "hedge", ("open", 0.5))[1] == "charge-boys.terrain.hedge"


@clause("charge-boys.terrain.building-time", 1)
def test_entering_a_building_takes_the_whole_turn() -> None:
    assert price("line", "building") == (6.0, True, 0.0)
    assert price("line", ("open", 3.0), "building")[1] == "charge-boys.terrain.building-time"
    assert price("line", ("open", 3.0)) == (3.0, True, 3.0)


@clause("charge-boys.terrain.building-skirmishers", 1)
def test_skirmishers_need_half_a_turn_for_a_building() -> None:
    found = outcome("move-cost", arm="infantry", formation="skirmish", path=legs(("open", 5.0), "building"))
    assert only(found, "cost", "legal", "may_fire") == (10.0, True, True)
    assert price("skirmish", ("open", 5.5), "building")[1] == "charge-boys.move.infantry-skirmish"


@clause("charge-boys.terrain.building-no-cavalry")
def test_nobody_rides_or_drives_into_a_building() -> None:
    for formation in ("cavalry-line", "cavalry-column", "mounted", "limbered"):
        assert price(formation, "building")[1] == "charge-boys.terrain.building-no-cavalry"
    assert price("gunners", "building")[1] is True


@clause("charge-boys.formation.change-full-turn", 1)
def test_a_formation_change_takes_the_whole_turn() -> None:
    assert price("line", "formation", ("open", 2.0))[1] == "charge-boys.formation.change-full-turn"
    assert price("line", "formation") == (6.0, True, 0.0)
    assert price("line", "formation", "hedge")[1] == "charge-boys.formation.change-full-turn"


@clause("charge-boys.formation.full-turn-no-fire", 1)
@clause("charge-boys.move.and-fire")
def test_what_leaves_a_unit_its_fire() -> None:
    def fires(formation: str, *way: tuple[str, float] | str, **more: Any) -> bool:
        arm = MOUNTED.get(formation) or GUNS.get(formation) or "infantry"
        return bool(outcome("move-cost", arm=arm, formation=formation, path=legs(*way), **more)["may_fire"])

    house = {"fire_after_full_turn": True}
    assert fires("line", ("open", 6.0))
    assert fires("cavalry-line", ("open", 9.0))
    assert fires("line", "wall")
    for action in ("formation", "hedge", "building"):
        assert not fires("line", action)
        assert fires("line", action, options=house)
    assert not fires("limbered", ("open", 1.0), options=house)
    assert not fires("mounted", ("open", 1.0), options=house)


@clause("charge-boys.terrain.guns")
def test_guns_kept_out_of_woods_and_off_walls_by_house_rule() -> None:
    house = {"guns_cross_obstacles": False}
    for way in ("wall", "fence", "hedge", "fortification", ("woods", 1.0)):
        assert price("limbered", way, options=house)[1] == "charge-boys.terrain.guns"
    assert price("limbered", ("road", 9.0), options=house)[1] is True
    assert price("limbered", ("river", 4.0), options=house)[1] is True
    assert price("gunners", ("woods", 3.0), options=house)[1] is True
    assert price("limbered", ("woods", 4.0))[1] is True


# ---- compelled moves


def compelled(
    formation: str, result: str, *way: tuple[str, float] | str, faces: tuple[int, ...] = (), **more: Any
) -> Any:
    arm = more.pop("arm", None) or MOUNTED.get(formation) or GUNS.get(formation) or "infantry"
    found = outcome("compelled-move", *faces, arm=arm, formation=formation, result=result, path=legs(*way), **more)
    return found["retreat"], found["moved"]


@clause("charge-boys.terrain.compelled-moves", 2, 3)
@clause("charge-boys.morale.result-retire", 1)
def test_compelled_moves_pay_for_the_ground() -> None:
    assert compelled("line", "rout", ("open", 5.0), "hedge", faces=(6, 2)) == (14.0, 8.0)
    assert compelled("line", "disorder", ("open", 3.0), "fence", faces=(1, 4)) == (5.0, 3.0)
    assert compelled("line", "disorder", ("open", 3.0), "fence", faces=(2, 4)) == (6.0, 3.0)
    assert compelled("line", "disorder", ("open", 3.0), "fence", faces=(3, 4)) == (7.0, 4.0)
    assert compelled("line", "retire") == (6.0, 6.0)
    assert compelled("line", "retire", ("woods", 2.0)) == (6.0, 4.0)


@clause("charge-boys.terrain.compelled-moves")
def test_a_unit_driven_out_of_a_building_is_put_outside() -> None:
    assert compelled("line", "disorder", "building", faces=(2, 1)) == (3.0, 0.0)
    assert compelled("line", "disorder", "building", faces=(4, 4)) == (8.0, 2.0)
    assert compelled("skirmish", "retire", "building") == (10.0, 5.0)


@clause("charge-boys.charge.evade-bonus")
def test_an_evade_pays_for_the_ground_too() -> None:
    assert compelled("skirmish", "evade", ("open", 3.0), ("river", 2.0), faces=(4,)) == (14.0, 12.0)


@clause("charge-boys.morale.result-disorder-first")
@clause("charge-boys.morale.result-disorder-other", 1)
def test_mounted_cavalry_in_disorder_runs_farther_after_an_other_test() -> None:
    assert compelled("cavalry-line", "disorder", faces=(2, 6, 3)) == (11.0, 11.0)
    assert compelled("cavalry-line", "disorder", faces=(2, 6), test="first") == (8.0, 8.0)
    house = {"first_shot_cavalry_3d6": True}
    assert compelled("cavalry-line", "disorder", faces=(2, 6, 3), test="first", options=house) == (11.0, 11.0)


@clause("charge-boys.terrain.guns")
def test_compelled_guns_stop_where_they_may_not_go() -> None:
    house = {"guns_cross_obstacles": False}
    assert compelled("limbered", "retire", ("open", 2.0), ("woods", 3.0), options=house) == (9.0, 2.0)
    assert compelled("limbered", "retire", ("open", 2.0), ("woods", 3.0)) == (9.0, 6.0)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["open", "woods", "river", "wall", "hedge"]), st.floats(0.0, 5.0)), max_size=5),
    st.floats(0.0, 20.0),
    st.sampled_from(["line", "skirmish", "cavalry-column"]),
)
def test_the_price_of_the_ground_covered_is_never_more_than_there_was(
    way: list[tuple[str, float]], inches: float, formation: str
) -> None:
    path = tuple([Leg(kind, 0.0 if kind in ("wall", "hedge") else length) for kind, length in way])
    covered = ground_covered(path, inches, formation, PRINTED)
    assert way_cost(path, covered, formation) <= inches + 0.03
    assert ground_covered(path, inches + 1.0, formation, PRINTED) >= covered - 1e-9


# ---- ways of charges


def test_an_obstacle_at_the_end_of_a_way_is_not_crossed() -> None:
    path = (Leg("open", 4.0), Leg("wall"), Leg("woods", 2.0))
    assert way_cost(path, 4.0, "line") == 4.0
    assert way_cost(path, 4.02, "line") == pytest.approx(4.0 + 3.0 + 0.04)
    assert way_cost(path, 8.0, "line") == 4.0 + 3.0 + 4.0 + 2.0
    assert inches_to(path, "wall", 4.0) == -1.0
    assert inches_to(path, "wall", 4.02) == 4.0
    assert beyond(path, 4.0) == (Leg("wall"), Leg("woods", 2.0))
    assert beyond(path, 5.0) == (Leg("woods", 1.0),)


# ---- guns by hand


@clause("charge-boys.move.manhandle-rate", 1, 2)
@clause("charge-boys.move.manhandle-maximum", 1)
@clause("charge-boys.move.manhandle-crew", 1, 2)
def test_guns_are_pushed_an_inch_a_man() -> None:
    assert outcome("manhandle", crew=3) == {"legal": True, "inches": 3.0}
    assert outcome("manhandle", crew=2, infantry=1)["inches"] == 3.0
    assert outcome("manhandle", crew=4, infantry=3)["inches"] == 4.0
    refused = outcome("manhandle", crew=1, officers=1, infantry=3)
    assert refused == {"legal": False, "clause": "charge-boys.move.manhandle-crew", "inches": 0.0}
    assert outcome("manhandle", crew=2, officers=1)["inches"] == 2.0


# ---- enemies near


@clause("charge-boys.move.skirmish-distance", 1, 2)
@clause("charge-boys.move.enemy-proximity", 1)
def test_skirmishers_keep_three_inches_from_formed_enemies() -> None:
    assert 5.0 - gap_to_keep("skirmish", True) == 2.0
    assert 5.0 - gap_to_keep("line", True) == 4.0
    assert gap_to_keep("skirmish", False) == 1.0
    assert outcome("skirmish-gap", gap=1.5) == {"falls_back": 1.5, "disordered": False}
    assert outcome("skirmish-gap", gap=2.99) == {"falls_back": 0.0, "disordered": False}
    assert outcome("skirmish-gap", gap=2.98)["falls_back"] == 0.02
    assert outcome("skirmish-gap", gap=1.5, room_behind=1.4) == {"falls_back": 0.0, "disordered": True}
    assert outcome("skirmish-gap", gap=1.5, in_building=True)["falls_back"] == 0.0
    assert outcome("skirmish-gap", gap=1.5, enemy_formed=False)["falls_back"] == 0.0


# ---- written orders


def met(gap: float, a: tuple[str, float], b: tuple[str, float], **more: Any) -> tuple[Any, ...]:
    def unit(formation: str, inches: float) -> dict[str, Any]:
        arm = MOUNTED.get(formation, "infantry")
        return {"arm": arm, "formation": formation, "path_inches": inches}

    found = outcome("orders-move", gap=gap, a=unit(*a), b=unit(*b), **more)
    return only(found, "impulse", "a_moved", "b_moved", "gap")


@clause("charge-boys.orders.resolution", 1, 2)
@clause("charge-boys.orders.enemy-collision", 1)
def test_enemies_that_run_into_each_other_stop_an_inch_apart() -> None:
    assert met(9.0, ("line", 6.0), ("line", 6.0)) == (9, 4.0, 4.0, 1.0)
    assert met(20.0, ("line", 6.0), ("cavalry-column", 9.0)) == (0, 6.0, 9.0, 5.0)
    assert met(6.25, ("line", 6.0), ("cavalry-column", 9.0), options={"impulses": 4}) == (2, 2.1, 3.15, 1.0)
    assert met(3.0, ("line", 6.0), ("line", 0.0)) == (5, 2.0, 0.0, 1.0)
    assert met(12.0, ("line", 9.0), ("line", 0.0)) == (0, 6.0, 0.0, 6.0)


@clause("charge-boys.orders.enemy-collision")
def test_skirmishers_alone_are_set_back_from_a_formed_enemy() -> None:
    # They stop after five impulses at 3 in; the line goes on to 1 in.
    stopped = met(9.0, ("skirmish", 9.0), ("line", 6.0))
    assert stopped[0] == 5
    assert stopped[3] == 1.0
    assert stopped[1] + stopped[2] == 8.0
    assert met(9.0, ("skirmish", 9.0), ("line", 0.0)) == (9, 6.0, 0.0, 3.0)
    assert met(4.0, ("skirmish", 0.0), ("line", 6.0)) == (7, 0.0, 3.0, 1.0)
    assert met(3.0, ("skirmish", 6.0), ("skirmish", 0.0)) == (5, 2.0, 0.0, 1.0)


@clause("charge-boys.move.wheel")
@clause("charge-boys.terrain.compelled-moves")
def test_a_wheel_on_the_way_costs_its_arc() -> None:
    path = (Leg("wheel", 0.0, 9.0, 20.0), Leg("open", 4.0))
    assert way_cost(path, 4.0, "line") == pytest.approx(9.0 * 3.14159 * 20.0 / 180.0 + 4.0, abs=0.001)
    assert ground_covered(path, 6.0, "line") == pytest.approx(6.0 - 9.0 * 3.14159 * 20.0 / 180.0, abs=0.001)
