"""The muster: an order of battle as units of stands, by the worked examples and at every boundary."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.battle.scenario import (
    AREAS,
    GUNS,
    LINES,
    SMALL_ARMS,
    Arrival,
    Commander,
    MusterError,
    Regiment,
    Scenario,
    Side,
    Value,
    Weapon,
    Zone,
)
from roundtop.kit.muster import split
from roundtop.rulebooks.infantry_action import muster
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.table.ground import Ground, Line
from roundtop.table.pose import Point, Pose
from tests.clauses import clause

SIDES: Final = (Side("union", "Union", "south"), Side("confederate", "Confederates", "north"))
FIELD: Final = Ground(1440.0, 960.0)


def regiment(id: str, men: int = 400, **given: Any) -> Regiment:
    guns = int(given.get("guns", 0))
    blank = Regiment(
        id=id,
        name=id.upper(),
        side="union",
        arm="artillery" if guns else "infantry",
        men=men,
        guns=0,
        weapons=(Weapon("12-pdr-napoleon", guns) if guns else Weapon("rifle-musket", men),),
        quality="regular",
        brigade="",
        division="",
    )
    return replace(blank, **given)


def battle(*regiments: Regiment, **given: Any) -> Scenario:
    blank = Scenario(
        id="test",
        title="",
        date="",
        story="",
        sources=(),
        rulebooks=(muster.RULEBOOK,),
        minutes=100,
        ground=FIELD,
        sides=SIDES,
        formations=(),
        commanders=(),
        regiments=regiments,
    )
    return replace(blank, **given)


def says(name: str, text: str, about: str = "") -> Value:
    return Value(muster.RULEBOOK, about, name, text)


def forces(*regiments: Regiment, settings: Settings | None = None, **given: Any) -> dict[str, int]:
    """The stands of every unit by its id."""
    found = muster.muster(battle(*regiments, **given), settings or Settings())
    return {unit.id: unit.stands for unit in found.units}


def only(one: Regiment, settings: Settings | None = None, **given: Any) -> muster.Mustered:
    (found,) = muster.muster(battle(one, **given), settings or Settings()).units
    return found


# Scale.


@clause("infantry-action.setup.scale", 1)
def test_wall_350_yards_off_lies_at_17_and_a_half_inches() -> None:
    ground = Ground(1440.0, 960.0, lines=(Line("wall", ((0.0, 350.0), (100.0, 350.0))),))
    found = muster.muster(battle(regiment("a"), ground=ground), Settings())
    assert found.ground.lines[0].points == ((0.0, 17.5), (5.0, 17.5))


@clause("infantry-action.setup.scale", 2)
def test_field_becomes_a_table_of_72_by_48() -> None:
    found = muster.muster(battle(regiment("a")), Settings()).ground
    assert (found.width, found.depth) == (72.0, 48.0)


@clause("infantry-action.setup.scale", 3)
def test_95_minutes_are_10_turns() -> None:
    assert muster.muster(battle(regiment("a"), minutes=95), Settings()).turn_limit == 10


@clause("infantry-action.setup.scale")
@pytest.mark.parametrize(("minutes", "turns"), [(90, 9), (91, 10), (100, 10), (101, 11), (1, 1)])
def test_length_is_rounded_up_to_turns(minutes: int, turns: int) -> None:
    assert muster.turn_limit(battle(minutes=minutes), Settings()) == turns


@clause("infantry-action.setup.scale")
def test_scale_options() -> None:
    settings = Settings(yards_per_inch=10.0, minutes_per_turn=20)
    found = muster.muster(battle(regiment("a", place=(400.0, 205.0), facing=0), minutes=95), settings)
    assert (found.ground.width, found.turn_limit) == (144.0, 5)
    assert found.units[0].pose == Pose(40.0, 20.5, 0)


@clause("infantry-action.victory.game-length")
def test_turn_limit_is_the_option_without_a_length_and_the_scenario_value_before_all() -> None:
    assert muster.turn_limit(battle(minutes=0), Settings(turn_limit=7)) == 7
    assert muster.turn_limit(battle(minutes=60, values=(says("turn_limit", "9"),)), Settings()) == 9


@clause("infantry-action.setup.terrain-catalogue")
def test_kinds_of_ground() -> None:
    assert set(AREAS) - set(muster.WOODS) - set(muster.IMPASSABLE) == {
        "corn", "crops", "ploughed", "rough", "marsh", "swamp",
    }  # fmt: skip
    assert set(LINES) - set(muster.OBSTACLES) - set(muster.IMPASSABLE_LINES) == {"stream", "creek", "crest"}
    assert not set(muster.WOODS) & set(muster.IMPASSABLE)


# Sizes.


@clause("infantry-action.setup.muster", 1)
def test_385_men_are_10_stands() -> None:
    assert only(regiment("a", 385)).stands == 10


@clause("infantry-action.setup.muster", 2)
def test_260_men_are_7_stands() -> None:
    assert only(regiment("a", 260)).stands == 7


@clause("infantry-action.setup.muster", 3)
def test_small_regiment_joins_the_smallest_of_its_brigade() -> None:
    regiments = (
        regiment("a", 130, brigade="b1"),
        regiment("b", 300, brigade="b1"),
        regiment("c", 210, brigade="b1"),
        regiment("d", 150, brigade="b2"),
    )
    found = muster.muster(battle(*regiments), Settings()).units
    assert [(unit.id, unit.name, unit.stands) for unit in found] == [
        ("b", "B", 8),
        ("c", "C and A", 9),
        ("d", "D", 4),
    ]


@clause("infantry-action.setup.muster", 4)
def test_joined_regiments_too_large_for_one_unit_split() -> None:
    found = muster.muster(battle(regiment("a", 100), regiment("b", 350)), Settings()).units
    assert [(unit.id, unit.name, unit.stands) for unit in found] == [
        ("b.1", "B and A (1 of 2)", 6),
        ("b.2", "B and A (2 of 2)", 5),
    ]


@clause("infantry-action.setup.muster", 5)
def test_900_men_are_three_units() -> None:
    assert forces(regiment("a", 900)) == {"a.1": 8, "a.2": 8, "a.3": 7}


@clause("infantry-action.setup.muster", 6)
@pytest.mark.parametrize("arm", ["cavalry", "mounted-infantry"])
def test_cavalry_fights_on_foot_with_three_quarters(arm: str) -> None:
    found = only(regiment("a", 320, arm=arm))
    assert (found.kind, found.stands) == ("infantry", 6)


@clause("infantry-action.setup.muster", 7)
@pytest.mark.parametrize(
    ("guns", "stands"),
    [(2, [1]), (4, [1]), (6, [1]), (7, [2]), (8, [2]), (24, [4]), (25, [3, 2]), (30, [3, 2]), (49, [3, 3, 3])],
)
def test_batteries(guns: int, stands: list[int]) -> None:
    found = muster.muster(battle(regiment("a", guns=guns)), Settings()).units
    assert [unit.stands for unit in found] == stands
    assert {unit.kind for unit in found} == {"battery"}


@clause("infantry-action.setup.muster", 8)
def test_highest_in_rank_is_the_cinc() -> None:
    commanders = (
        Commander("x", "Brig. Gen. X", "union", "brigadier-general", "", "poor"),
        Commander("y", "Maj. Gen. Y", "union", "major-general", "", "good"),
        Commander("z", "Maj. Gen. Z", "union", "major-general", "", "excellent"),
        Commander("c", "Col. C", "confederate", "colonel", ""),
    )
    found = muster.muster(battle(regiment("a"), commanders=commanders), Settings()).armies
    assert found == (
        muster.Army("union", "south", "Maj. Gen. Y", "good"),
        muster.Army("confederate", "north", "Col. C", ""),
    )


@clause("infantry-action.setup.cinc-choice")
def test_rated_commander_brings_his_rating() -> None:
    chief = Commander("y", "Y", "union", "colonel", "", "good")
    assert muster.army(battle(commanders=(chief,)), SIDES[0]).cinc_rating == "good"


@clause("infantry-action.setup.cinc-choice")
def test_side_without_commanders_has_a_nameless_cinc() -> None:
    assert muster.army(battle(), SIDES[0]) == muster.Army("union", "south", "", "")


@clause("infantry-action.setup.muster")
@pytest.mark.parametrize(
    ("men", "stands"),
    [(140, [4]), (179, [4]), (180, [5]), (379, [9]), (380, [10]), (419, [10]), (420, [6, 5]), (820, [7, 7, 7])],
)
def test_sizes_at_the_boundaries(men: int, stands: list[int]) -> None:
    assert list(forces(regiment("a", men)).values()) == stands


@clause("infantry-action.setup.muster")
@pytest.mark.parametrize(("men", "units"), [(139, {"b": 8}), (140, {"a": 4, "b": 5})])
def test_139_men_join_and_140_stand_alone(men: int, units: dict[str, int]) -> None:
    assert forces(regiment("a", men), regiment("b", 200)) == units


@clause("infantry-action.setup.muster")
@pytest.mark.parametrize("men", [1, 40, 139])
def test_only_regiment_of_a_side_has_4_stands(men: int) -> None:
    enemy = regiment("b", 400, side="confederate", brigade="b1")
    assert forces(regiment("a", men, brigade="b1"), enemy) == {"a": 4, "b": 10}


@clause("infantry-action.setup.muster")
def test_joining_looks_in_the_brigade_then_the_division_then_the_side() -> None:
    small = regiment("a", 100, brigade="b1", division="d1")
    brigade = regiment("b", 300, brigade="b1", division="d1")
    division = regiment("c", 250, brigade="b2", division="d1")
    side = regiment("d", 200, brigade="b3", division="d2")
    assert forces(small, brigade, division, side) == {"b": 10, "c": 6, "d": 5}
    assert forces(small, division, side) == {"c": 9, "d": 5}
    assert forces(small, side) == {"d": 8}


@clause("infantry-action.setup.muster")
def test_regiments_of_no_brigade_are_not_of_one_brigade() -> None:
    loose = regiment("b", 300)
    division = regiment("c", 310, division="d1")
    assert forces(regiment("a", 100, division="d1"), loose, division) == {"b": 8, "c": 10}


@clause("infantry-action.setup.muster")
def test_equal_regiments_are_joined_in_the_order_listed() -> None:
    assert forces(regiment("a", 200), regiment("b", 200), regiment("c", 100)) == {"a": 8, "b": 5}


@clause("infantry-action.setup.muster")
def test_two_small_ones_that_are_still_too_small_join_a_third() -> None:
    found = muster.muster(battle(regiment("a", 60), regiment("b", 70), regiment("c", 200)), Settings()).units
    assert [(unit.id, unit.name, unit.stands) for unit in found] == [("c", "C and B and A", 8)]


@clause("infantry-action.setup.muster")
def test_foot_and_guns_do_not_join() -> None:
    assert forces(regiment("a", 50), regiment("g", guns=1)) == {"a": 4, "g": 1}


@clause("infantry-action.setup.muster")
@pytest.mark.parametrize("arm", ["infantry", "sharpshooters", "engineers"])
def test_every_foot_soldier_counts(arm: str) -> None:
    assert only(regiment("a", 240, arm=arm)).stands == 6


@clause("infantry-action.setup.muster")
def test_single_gun_joins_the_nearest_battery_of_its_side() -> None:
    gun = regiment("g", guns=1, place=(500.0, 100.0), facing=0)
    far = regiment("far", guns=6, place=(900.0, 100.0), facing=0)
    near = regiment("near", guns=6, place=(300.0, 100.0), facing=0)
    enemy = regiment("enemy", guns=6, side="confederate", place=(500.0, 140.0), facing=18000)
    assert forces(gun, far, near, enemy) == {"far": 1, "near": 2, "enemy": 1}
    assert forces(gun, enemy) == {"g": 1, "enemy": 1}


@clause("infantry-action.setup.muster")
def test_single_gun_still_in_hand_joins_the_first_battery_and_an_arriving_one_counts_by_its_entry() -> None:
    first, second = regiment("first", guns=6), regiment("second", guns=5)
    assert forces(regiment("g", guns=1), first, second) == {"first": 2, "second": 1}
    placed = regiment("placed", guns=6, place=(900.0, 100.0), facing=0)
    coming = regiment("coming", guns=6, arrives=Arrival(30, 100.0, 0.0))
    gun = regiment("g", guns=1, place=(200.0, 100.0), facing=0)
    assert forces(gun, placed, coming) == {"placed": 1, "coming": 2}


@clause("infantry-action.setup.muster")
def test_muster_options() -> None:
    settings = Settings(men_per_stand=50, guns_per_stand=2)
    assert forces(regiment("a", 424), regiment("b", 425), settings=settings) == {"a": 8, "b": 9}
    assert forces(regiment("g", guns=7), settings=settings) == {"g": 4}
    assert forces(regiment("a", 174), regiment("b", 200), settings=settings) == {"b": 7}


@clause("infantry-action.setup.unit-size")
@clause("infantry-action.setup.artillery-unit")
def test_scenario_may_give_a_unit_its_size() -> None:
    values = (says("stands", "8", "a"), says("stands", "3", "g"))
    assert forces(regiment("a", 50), regiment("b", 400), regiment("g", guns=4), values=values) == {
        "a": 8, "b": 10, "g": 3,
    }  # fmt: skip
    assert forces(regiment("b", 50), regiment("a", 50), values=(says("stands", "8", "a"),)) == {"a": 8, "b": 4}


@clause("infantry-action.setup.unit-size")
@pytest.mark.parametrize(("text", "guns"), [("3", 0), ("11", 0), ("ten", 0), ("5", 4), ("0", 4)])
def test_size_out_of_bounds_is_refused_by_name(text: str, guns: int) -> None:
    with pytest.raises(MusterError, match=r"a\.values\.infantry-action\.stands: expected a whole number"):
        forces(regiment("a", guns=guns), values=(says("stands", text, "a"),))


@given(st.integers(1, 500), st.integers(1, 10))
@clause("infantry-action.setup.muster")
def test_shared_stands_are_few_equal_and_all_there(stands: int, most: int) -> None:
    units = split(stands, most)
    assert sum(units) == stands
    assert (len(units) - 1) * most < stands <= len(units) * most
    assert units == sorted(units, reverse=True)
    assert units[0] - units[-1] <= 1


@given(st.lists(st.tuples(st.integers(1, 1200), st.integers(0, 2), st.integers(0, 1)), min_size=1, max_size=12))
@clause("infantry-action.setup.muster")
def test_every_man_is_mustered_in_units_of_4_to_10_stands(given: list[tuple[int, int, int]]) -> None:
    regiments = [
        regiment(f"r{n}", men, brigade=f"{side}{brigade}", side=SIDES[side].id)
        for n, (men, brigade, side) in enumerate(given)
    ]
    scenario = battle(*regiments)
    found = muster.bodies(scenario, Settings())
    assert sorted(r.id for body in found for r in body) == sorted(r.id for r in regiments)
    assert all(4 <= unit.stands <= 10 for unit in muster.muster(scenario, Settings()).units)
    for side in SIDES:
        own = [body for body in found if body[0].side == side.id]
        assert len(own) <= 1 or not any(muster.too_small(body, Settings()) for body in own)


# Quality and weapons.


@clause("infantry-action.setup.quality")
def test_quality_is_that_of_most_men_and_batteries_are_regular() -> None:
    assert only(regiment("a", quality="elite")).quality == "elite"
    assert only(regiment("a", guns=4, quality="elite")).quality == "regular"
    joined = muster.muster(
        battle(regiment("a", 130, quality="green"), regiment("b", 120, quality="veteran")), Settings()
    )
    assert joined.units[0].quality == "green"
    equal = muster.muster(
        battle(regiment("a", 120, quality="green"), regiment("b", 120, quality="veteran")), Settings()
    )
    assert equal.units[0].quality == "veteran"


@clause("infantry-action.setup.weapons")
def test_mixed_weapons_are_the_commonest_and_the_first_if_equal() -> None:
    rifles, muskets = Weapon("rifle-musket", 200), Weapon("smoothbore-musket", 200)
    assert only(regiment("a", weapons=(muskets, rifles))).weapon == "smoothbore-musket"
    assert only(regiment("a", weapons=(Weapon("shotgun", 199), rifles))).weapon == "rifle-musket"
    assert only(regiment("a", guns=4, weapons=(Weapon("6-pdr", 2), Weapon("howitzer", 2)))).weapon == "6-pdr"


@clause("infantry-action.setup.weapons")
def test_weapons_of_joined_regiments_are_counted_together() -> None:
    host = regiment("b", 150, weapons=(Weapon("rifle-musket", 80), Weapon("smoothbore-musket", 70)))
    small = regiment("a", 100, weapons=(Weapon("smoothbore-musket", 100),))
    assert muster.weapon((host, small)) == "smoothbore-musket"


@clause("infantry-action.setup.weapons")
def test_every_weapon_has_a_row_to_shoot_by() -> None:
    rows = {
        "rifle-musket", "smoothbore-musket", "breech-loading-rifle", "repeating-rifle", "carbine", "shotgun",
        "pistol-and-sabre", "12-pdr-napoleon", "6-pdr", "3-inch-rifle", "10-pdr-parrott",
    }  # fmt: skip
    for arm in SMALL_ARMS:
        assert only(regiment("a", weapons=(Weapon(arm, 400),))).weapon in rows
    for gun in GUNS:
        assert only(regiment("a", guns=4, weapons=(Weapon(gun, 4),))).weapon in rows
    assert only(regiment("a", weapons=())).weapon == "rifle-musket"
    assert only(regiment("a", guns=4, weapons=())).weapon == "12-pdr-napoleon"


# Reinforcements.


@clause("infantry-action.setup.reinforcements", 1)
def test_due_after_35_minutes_is_turn_4() -> None:
    found = only(regiment("a", arrives=Arrival(35, 505.0, 0.0)))
    assert (found.pose, found.turn, found.entry, found.set_down) == (None, 4, (25.25, 0.0), None)


@clause("infantry-action.setup.reinforcements")
@pytest.mark.parametrize(("minute", "turn"), [(0, 2), (10, 2), (20, 2), (21, 3), (30, 3), (31, 4)])
def test_nothing_arrives_before_turn_2(minute: int, turn: int) -> None:
    assert muster.arrival_turn(minute, Settings()) == turn


@clause("infantry-action.setup.reinforcements")
def test_length_of_a_turn_moves_arrivals() -> None:
    assert muster.arrival_turn(35, Settings(minutes_per_turn=5)) == 7


@clause("infantry-action.setup.reinforcements")
def test_battery_is_set_down_where_the_scenario_says_and_infantry_never() -> None:
    given: dict[str, Any] = {"arrives": Arrival(40, 500.0, 0.0), "place": (500.0, 100.0), "facing": 4500}
    assert only(regiment("a", **given)).set_down is None
    found = only(regiment("a", guns=6, **given))
    assert (found.pose, found.turn, found.set_down) == (None, 4, Pose(25.0, 5.0, 4500))


@clause("infantry-action.setup.reinforcements")
def test_batteries_set_down_on_one_place_stand_side_by_side_and_leave_infantry_out_of_account() -> None:
    here: dict[str, Any] = {"place": (500.0, 100.0), "facing": 0}
    foot = regiment("f", 400, **here)
    guns = regiment("g", guns=30, arrives=Arrival(40, 500.0, 0.0), **here)
    found = muster.muster(battle(foot, guns), Settings()).units
    assert [unit.set_down for unit in found] == [None, Pose(25.0, 5.0, 0), Pose(27.5, 5.0, 0)]


# Places.


def poses(*regiments: Regiment, settings: Settings | None = None) -> list[Pose | None]:
    return [unit.pose for unit in muster.muster(battle(*regiments), settings or Settings()).units]


@clause("infantry-action.setup.scale")
def test_unit_is_centred_on_its_place_and_takes_its_facing() -> None:
    assert poses(regiment("a", place=(333.33, 200.0), facing=1234)) == [Pose(16.67, 10.0, 1234)]


@clause("infantry-action.setup.scale")
def test_lines_that_overlap_are_slid_apart_the_later_one_the_least() -> None:
    here: dict[str, Any] = {"facing": 0}
    left = regiment("a", place=(400.0, 200.0), **here)
    right = regiment("b", place=(560.0, 200.0), **here)
    assert poses(left, right) == [Pose(20.0, 10.0, 0), Pose(30.0, 10.0, 0)]
    assert poses(right, left) == [Pose(28.0, 10.0, 0), Pose(18.0, 10.0, 0)]


@clause("infantry-action.setup.scale")
def test_lines_that_touch_or_stand_one_behind_the_other_stay() -> None:
    a = regiment("a", place=(400.0, 200.0), facing=0)
    assert poses(a, regiment("b", place=(600.0, 200.0), facing=0))[1] == Pose(30.0, 10.0, 0)
    assert poses(a, regiment("b", place=(400.0, 220.0), facing=0))[1] == Pose(20.0, 11.0, 0)


@clause("infantry-action.setup.scale")
def test_parts_of_a_large_regiment_spread_to_its_right_and_left() -> None:
    assert poses(regiment("a", 900, place=(720.0, 200.0), facing=0)) == [
        Pose(36.0, 10.0, 0),
        Pose(44.0, 10.0, 0),
        Pose(28.5, 10.0, 0),
    ]
    assert poses(regiment("a", 450, place=(720.0, 200.0), facing=18000))[1] == Pose(30.5, 10.0, 18000)


@clause("infantry-action.setup.stand-and-line", 1)
def test_line_of_7_stands_is_7_inches_wide() -> None:
    found = muster.line(only(regiment("a", 280)), Pose(10.0, 10.0, 0), Settings())
    assert (found.width, found.depth) == (7.0, 1.0)


@clause("infantry-action.setup.stand-and-line")
def test_larger_stands_need_more_room() -> None:
    found = poses(
        regiment("a", place=(400.0, 200.0), facing=0),
        regiment("b", place=(600.0, 200.0), facing=0),
        settings=Settings(stand_in=1.5),
    )
    assert found == [Pose(20.0, 10.0, 0), Pose(35.0, 10.0, 0)]


@clause("infantry-action.setup.scale")
def test_line_hanging_over_the_edge_is_brought_onto_the_table() -> None:
    assert poses(regiment("a", place=(40.0, 200.0), facing=0)) == [Pose(5.0, 10.0, 0)]
    assert poses(regiment("a", place=(400.0, 0.0), facing=0)) == [Pose(20.0, 0.5, 0)]


@clause("infantry-action.setup.scale")
def test_line_without_room_beside_it_goes_behind() -> None:
    narrow = Ground(300.0, 400.0)
    both = [regiment(id, place=(150.0, 200.0), facing=0) for id in "ab"]
    found = muster.muster(battle(*both, ground=narrow), Settings()).units
    assert [unit.pose for unit in found] == [Pose(7.5, 10.0, 0), Pose(7.5, 9.0, 0)]


@clause("infantry-action.setup.scale")
def test_field_too_small_for_its_forces_is_refused() -> None:
    with pytest.raises(MusterError, match=r"a\.place: there is no room for A"):
        muster.muster(battle(regiment("a", place=(50.0, 50.0), facing=0), ground=Ground(100.0, 100.0)), Settings())


# Deployment and the stock battle.


def test_zones_are_only_for_sides_with_units_in_hand() -> None:
    outline = ((0.0, 0.0), (1440.0, 0.0), (1440.0, 200.0))
    zones = (Zone("union", outline), Zone("confederate", outline))
    enemy = regiment("b", side="confederate", place=(720.0, 800.0), facing=18000)
    found = muster.muster(battle(regiment("a"), enemy, zones=zones, deployment="zones"), Settings())
    assert found.zones == (("union", ((0.0, 0.0), (72.0, 0.0), (72.0, 10.0))),)
    assert found.units[0].pose is None
    coming = regiment("a", arrives=Arrival(30, 0.0, 100.0))
    assert muster.muster(battle(coming, enemy, zones=zones), Settings()).zones == ()


@clause("infantry-action.setup.table-and-deployment")
@pytest.mark.parametrize(
    ("edge", "corners"),
    [
        ("south", ((0, 0), (72, 0), (72, 12), (0, 12))),
        ("north", ((0, 36), (72, 36), (72, 48), (0, 48))),
        ("west", ((0, 0), (12, 0), (12, 48), (0, 48))),
        ("east", ((60, 0), (72, 0), (72, 48), (60, 48))),
    ],
)
def test_side_without_zones_deploys_within_12_inches_of_its_edge(edge: str, corners: tuple[Point, ...]) -> None:
    sides = (Side("union", "Union", edge), SIDES[1])
    found = muster.muster(battle(regiment("a"), sides=sides, deployment="zones"), Settings())
    assert found.zones == (("union", corners),)


@clause("infantry-action.setup.table-and-deployment")
@pytest.mark.parametrize("scenario", [battle(), battle(regiment("a"), values=(says("stock", "true"),))])
def test_stock_battle(scenario: Scenario) -> None:
    found = muster.muster(scenario, Settings())
    assert (found.ground.width, found.ground.depth, found.turn_limit) == (72.0, 48.0, 10)
    for side in ("union", "confederate"):
        own = [(unit.kind, unit.stands, unit.pose, unit.turn) for unit in found.units if unit.side == side]
        assert own == [("infantry", 10, None, 0)] * 4 + [("battery", 1, None, 0)]
    assert found.zones == (
        ("union", ((0.0, 0.0), (72.0, 0.0), (72.0, 12.0), (0.0, 12.0))),
        ("confederate", ((0.0, 36.0), (72.0, 36.0), (72.0, 48.0), (0.0, 48.0))),
    )
    assert [army.edge for army in found.armies] == ["south", "north"]
    assert all(army.cinc and not army.cinc_rating for army in found.armies)


@clause("infantry-action.setup.table-and-deployment")
@pytest.mark.parametrize("unit_size", [4, 8, 10])
@pytest.mark.parametrize(("men_per_stand", "guns_per_stand"), [(40, 6), (37, 1)])
def test_stock_battle_by_options(unit_size: int, men_per_stand: int, guns_per_stand: int) -> None:
    settings = Settings(
        unit_size=unit_size,
        guns_per_battery=3,
        men_per_stand=men_per_stand,
        guns_per_stand=guns_per_stand,
        table_width_in=60.0,
        table_depth_in=40.0,
        deploy_depth_in=9.0,
        turn_limit=6,
        yards_per_inch=15.0,
    )
    found = muster.muster(muster.stock_scenario(settings), settings)
    assert [unit.stands for unit in found.units] == ([unit_size] * 4 + [3]) * 2
    assert (found.ground.width, found.ground.depth, found.turn_limit) == (60.0, 40.0, 6)
    assert found.zones[1] == ("confederate", ((0.0, 31.0), (60.0, 31.0), (60.0, 40.0), (0.0, 40.0)))


@clause("infantry-action.setup.artillery-unit")
def test_stock_battery_of_one_gun_stands_alone() -> None:
    settings = Settings(guns_per_stand=1)
    assert [u.stands for u in muster.muster(muster.stock_scenario(settings), settings).units] == [10, 10, 10, 10, 1] * 2
