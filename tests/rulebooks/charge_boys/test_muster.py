"""The muster: an order of battle as regiments of single figures, by the worked examples and at every boundary."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.battle.scenario import Arrival, Commander, Formation, MusterError, Regiment, Scenario, Side, Value, Weapon
from roundtop.battles import load
from roundtop.rulebooks.charge_boys.field import body, crew, figures, strength
from roundtop.rulebooks.charge_boys.fire.rule import WEAPONS
from roundtop.rulebooks.charge_boys.muster import forces as muster_forces
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.state import General, Unit
from roundtop.rulebooks.charge_boys.tables import Figures
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.table.footprint import gap
from roundtop.table.ground import Area, Ground, Line
from tests.clauses import clause

SIDES: Final = (Side("union", "Union", "south"), Side("confederate", "Confederates", "north"))
FIELD: Final = Ground(864.0, 576.0)
PRINTED: Final = Settings()


def regiment(id: str, men: int = 360, **given: Any) -> Regiment:
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
        brigade="b",
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
        rulebooks=(muster_forces.RULEBOOK,),
        minutes=60,
        ground=FIELD,
        sides=SIDES,
        formations=(Formation("b", "Brigade", "union", "brigade"), Formation("c", "Other", "union", "brigade")),
        commanders=(),
        regiments=regiments,
    )
    return replace(blank, **given)


def units(*regiments: Regiment, house: Settings = PRINTED, **given: Any) -> dict[str, Unit]:
    return {unit.id: unit for unit in muster_forces.muster(battle(*regiments, **given), house).units}


def only(one: Regiment, house: Settings = PRINTED) -> Unit:
    (found,) = muster_forces.muster(battle(one), house).units
    return found


def generals(*regiments: Regiment, house: Settings = PRINTED, **given: Any) -> list[General]:
    return [one for one in muster_forces.muster(battle(*regiments, **given), house).generals if one.side == "union"]


# ---- scale


@clause("charge-boys.setup.scale", 1, 2, 3)
def test_yards_and_minutes_become_inches_and_turns() -> None:
    ground = Ground(900.0, 600.0, lines=(Line("wall", ((0.0, 150.0), (300.0, 150.0))),))
    found = muster_forces.muster(battle(regiment("a"), ground=ground, minutes=75), PRINTED)
    assert (found.ground.width, found.ground.depth) == (75.0, 50.0)
    assert found.ground.lines[0].points == ((0.0, 12.5), (25.0, 12.5))
    assert found.turn_limit == 15


@clause("charge-boys.setup.scale", 4)
def test_printed_distances_are_never_converted() -> None:
    for yards in (6.0, 12.0, 24.0):
        house = Settings(yards_per_inch=yards)
        found = muster_forces.muster(battle(regiment("a"), ground=Ground(30.0 * yards, 600.0)), house)
        assert found.ground.width == 30.0
        assert WEAPONS[found.units[0].weapon].reach == 30.0


@clause("charge-boys.setup.scale")
@pytest.mark.parametrize(("minutes", "turns"), [(62, 12), (63, 13), (2, 1), (0, 12)])
def test_the_length_of_a_battle_is_rounded_half_up(minutes: int, turns: int) -> None:
    assert muster_forces.turn_limit(battle(minutes=minutes), PRINTED) == turns


@clause("charge-boys.setup.scale")
@clause("charge-boys.victory.game-length")
def test_scale_by_house_rule_and_by_the_scenario() -> None:
    assert muster_forces.turn_limit(battle(minutes=60), Settings(minutes_per_turn=10.0)) == 6
    assert muster_forces.turn_limit(battle(minutes=0), Settings(turn_limit=9)) == 9
    said = battle(minutes=60, values=(Value(muster_forces.RULEBOOK, "", "turns", "8"),))
    assert muster_forces.turn_limit(said, PRINTED) == 8
    assert strength(only(regiment("a", 360), Settings(men_per_figure=30))) == 12


@clause("charge-boys.setup.scale")
def test_units_are_placed_by_the_middle_of_their_front_and_settled_an_inch_apart() -> None:
    first = regiment("a", place=(432.0, 240.0), facing=0)
    found = units(first, regiment("b", place=(432.0, 236.0), facing=0))
    assert (found["a"].pose.x, found["a"].pose.y) == (36.0, 20.0 - 0.75)
    apart = gap(body(found["a"], PRINTED), body(found["b"], PRINTED))
    assert 0.99 <= apart <= 1.06
    assert found["b"].pose.x == 36.0
    assert body(found["b"], PRINTED).pose.y < found["a"].pose.y


@clause("charge-boys.setup.scale")
def test_a_line_of_360_men_has_its_historical_front() -> None:
    assert body(only(regiment("a", 360)), PRINTED).width * PRINTED.yards_per_inch == 108.0


# ---- figures


@clause("charge-boys.setup.muster", 1, 2)
@clause("charge-boys.setup.weapon")
def test_regiments_become_figures() -> None:
    maine = only(regiment("maine", 385, quality="veteran"))
    assert (strength(maine), figures(maine)) == (26, Figures(23, 1, 1, 1))
    assert (maine.weapon, maine.quality) == ("superior-rifle", "veteran")
    sharps = only(
        regiment("s", 97, arm="sharpshooters", weapons=(Weapon("breech-loading-rifle", 97),), quality="elite")
    )
    assert (strength(sharps), figures(sharps)) == (6, Figures(5, 0, 0, 1))
    assert (sharps.weapon, sharps.quality) == ("breech-rifle", "veteran")


@clause("charge-boys.setup.muster", 3)
def test_a_party_too_small_joins_the_smallest_of_its_brigade() -> None:
    found = units(regiment("big", 400), regiment("small", 240), regiment("party", 60))
    assert set(found) == {"big", "small"}
    assert strength(found["small"]) == 20
    alone = units(regiment("small", 240), regiment("party", 60, brigade="c"))
    assert strength(alone["party"]) == 5
    full = units(regiment("full", 705), regiment("party", 60))
    assert strength(full["party"]) == 5


@clause("charge-boys.setup.muster", 4, 5)
def test_a_regiment_too_large_fights_by_wings() -> None:
    assert [strength(unit) for unit in units(regiment("a", 900)).values()] == [30, 30]
    assert [strength(unit) for unit in units(regiment("a", 735)).values()] == [25, 24]
    assert [strength(unit) for unit in units(regiment("a", 720)).values()] == [48]
    small = Settings(advised_strength_high=24)
    assert [strength(unit) for unit in units(regiment("a", 735), house=small).values()] == [17, 16, 16]


@clause("charge-boys.setup.muster", 6, 7, 8)
@clause("charge-boys.setup.battery")
def test_batteries_become_models_with_their_crews() -> None:
    six = only(regiment("a", 0, guns=6))
    assert (len(six.guns), crew(six), strength(six), six.gun) == (3, 12, 13, "smoothbore")
    mixed = (Weapon("3-inch-rifle", 3), Weapon("howitzer", 2))
    five = only(regiment("a", 0, guns=5, weapons=mixed))
    assert (len(five.guns), strength(five), five.gun) == (3, 13, "rifled")
    even = only(regiment("a", 0, guns=4, weapons=(Weapon("3-inch-rifle", 2), Weapon("6-pdr", 2))))
    assert even.gun == "smoothbore"
    one = only(regiment("a", 0, guns=1))
    assert (len(one.guns), strength(one)) == (1, 5)
    assert [len(unit.guns) for unit in units(regiment("a", 0, guns=14)).values()] == [4, 3]
    house = Settings(guns_per_model=1, crew_per_gun=3)
    assert strength(only(regiment("a", 0, guns=2), house)) == 7


@clause("charge-boys.setup.muster", 9)
def test_cavalry_with_shotguns() -> None:
    horse = regiment("h", 210, arm="cavalry", weapons=(Weapon("shotgun", 210),), quality="green", side="confederate")
    found = only(horse)
    assert (strength(found), figures(found)) == (14, Figures(11, 1, 1, 1))
    assert (found.weapon, found.quality, found.formation) == ("smoothbore-carbine", "green", "cavalry-line")


@clause("charge-boys.setup.weapon")
@clause("charge-boys.setup.muster")
@pytest.mark.parametrize(
    ("kind", "side", "weapon"),
    [
        ("rifle-musket", "union", "superior-rifle"),
        ("inferior-rifle", "union", "inferior-rifle"),
        ("smoothbore-musket", "union", "smoothbore-musket"),
        ("repeating-rifle", "union", "breech-rifle"),
        ("carbine", "union", "breech-carbine"),
        ("carbine", "confederate", "rifled-carbine"),
        ("repeating-carbine", "union", "breech-carbine"),
        ("muzzle-loading-carbine", "union", "rifled-carbine"),
        ("smoothbore-carbine", "union", "smoothbore-carbine"),
        ("pistol-and-sabre", "union", "none"),
    ],
)
def test_small_arms(kind: str, side: str, weapon: str) -> None:
    assert muster_forces.weapon(regiment("a", 100, side=side, weapons=(Weapon(kind, 100),))) == weapon


@clause("charge-boys.setup.weapon")
def test_a_unit_has_the_weapon_of_most_of_its_men() -> None:
    mixed = (Weapon("smoothbore-musket", 120), Weapon("rifle-musket", 80))
    assert muster_forces.weapon(regiment("a", 200, weapons=mixed)) == "smoothbore-musket"
    assert only(regiment("a", 200, weapons=mixed)).buck == 3
    level = (Weapon("smoothbore-musket", 100), Weapon("rifle-musket", 100))
    assert muster_forces.weapon(regiment("a", 200, weapons=level)) == "superior-rifle"
    assert muster_forces.weapon(regiment("a", 200, weapons=())) == "superior-rifle"
    assert muster_forces.weapon(regiment("a", 200, weapons=(), arm="cavalry", side="confederate")) == "rifled-carbine"


@clause("charge-boys.setup.organisation")
@clause("charge-boys.setup.typical-strength")
@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 1500), min_size=1, max_size=5), st.integers(9, 60))
def test_every_unit_has_from_five_figures_to_the_advised_size(men: list[int], most: int) -> None:
    house = Settings(advised_strength_high=most)
    found = muster_forces.mustered(battle(*[regiment(f"r{n}", some) for n, some in enumerate(men)]), FIELD, house)
    for unit in found:
        assert 5 <= strength(unit) <= most
        assert figures(unit).strength() == strength(unit) == unit.start


# ---- Generals


@clause("charge-boys.setup.muster", 10)
@clause("charge-boys.setup.general")
def test_named_commanders_are_generals() -> None:
    formations = (
        Formation("d", "Division", "union", "division"),
        Formation("b", "First", "union", "brigade", "d"),
        Formation("c", "Second", "union", "brigade", "d"),
    )
    named = tuple(
        [Commander(f"g{name}", name, "union", "brigadier-general", name) for name in ("d", "b", "c")]
        + [Commander("colonel", "Colonel", "union", "colonel", "a")]
    )
    found = generals(regiment("a"), regiment("z", brigade="c"), formations=formations, commanders=named)
    assert [one.id for one in found] == ["gd", "gb", "gc"]


@clause("charge-boys.setup.general")
def test_a_brigade_without_a_commander_has_an_unnamed_general() -> None:
    two = generals(regiment("a"), regiment("z", brigade="c"))
    assert [one.brigade for one in two] == ["b", "c"]
    seven = [regiment(f"r{n}") for n in range(7)]
    assert len(generals(*seven)) == 2
    assert len(generals(*seven[:6])) == 1
    assert len(generals(*seven[:6], house=Settings(generals_per_brigade=2))) == 2
    assert len(generals(regiment("a"), formations=())) == 1


# ---- reinforcements


@clause("charge-boys.setup.muster", 11)
def test_the_turn_in_which_reinforcements_are_due() -> None:
    late = regiment("late", arrives=Arrival(32, 400.0, 0.0, 120.0))
    found = units(late)["late"]
    assert (found.place, found.due) == ("arrive", 7)
    assert found.entry == ((28.33, 0.0), (38.33, 0.0))
    assert units(late, house=Settings(minutes_per_turn=16.0))["late"].due == 3
    said = (Value(muster_forces.RULEBOOK, "late", "turn", "4"),)
    assert units(late, values=said)["late"].due == 4


# ---- the table


@clause("charge-boys.core.scale")
@clause("charge-boys.setup.table")
def test_the_default_battle() -> None:
    empty = battle()
    found = muster_forces.muster(empty, PRINTED)
    assert (found.ground.width, found.ground.depth) == (72.0, 48.0)
    for side in ("union", "confederate"):
        own = [unit for unit in found.units if unit.side == side]
        assert [unit.arm for unit in own] == ["infantry"] * 4 + ["artillery"]
        assert len(own[-1].guns) == 2
        assert len([one for one in found.generals if one.side == side]) == 1
    other = muster_forces.muster(empty, Settings(table_length=60.0, table_depth=40.0, deployment_depth=10.0))
    assert (other.ground.width, other.ground.depth) == (60.0, 40.0)
    zone = next(outline for side, outline in other.zones if side == "union")
    assert max([y for _, y in zone]) == 10.0


@clause("charge-boys.setup.table")
def test_each_side_owns_an_edge() -> None:
    assert [army.edge for army in muster_forces.muster(battle(regiment("a")), PRINTED).armies] == ["south", "north"]


@clause("charge-boys.setup.scale")
@clause("charge-boys.terrain.fortification")
def test_ground_that_the_rules_do_not_name() -> None:
    assert set(terrain_rule.WOOD_KINDS) >= {"woods", "orchard", "rough"}
    assert set(terrain_rule.WATER_KINDS) == {"marsh", "swamp"}
    assert terrain_rule.OBSTACLES["breastwork"] == terrain_rule.OBSTACLES["earthwork"] == "fortification"
    assert terrain_rule.OBSTACLES["fence"] == "fence"


@clause("charge-boys.terrain.building-garrison", 2)
def test_what_buildings_hold() -> None:
    house = Area("building", ((120.0, 120.0), (156.0, 120.0), (156.0, 156.0), (120.0, 156.0)))
    ground = Ground(864.0, 576.0, areas=(house,))
    # 3 x 3 inches: four foot bases each way, on two floors.
    assert muster_forces.muster(battle(regiment("a"), ground=ground), PRINTED).capacities == ((0, 32),)
    big = Area("building", ((120.0, 120.0), (168.0, 120.0), (168.0, 168.0), (120.0, 168.0)))
    small = Area("building", ((120.0, 120.0), (144.0, 120.0), (144.0, 144.0), (120.0, 144.0)))
    hall, hut = Ground(864.0, 576.0, areas=(big,)), Ground(864.0, 576.0, areas=(small,))
    assert muster_forces.muster(battle(regiment("a"), ground=hall), PRINTED).capacities == ((0, 50),)
    assert muster_forces.muster(battle(regiment("a"), ground=hut), PRINTED).capacities == ((0, 12),)
    assert muster_forces.muster(battle(regiment("a"), ground=ground), Settings(building_capacity=20)).capacities == (
        (0, 20),
    )
    said = (Value(muster_forces.RULEBOOK, "", "building_capacity", "30"),)
    assert muster_forces.muster(battle(regiment("a"), ground=ground, values=said), PRINTED).capacities == ((0, 30),)


@clause("charge-boys.core.figure-size")
def test_figures_of_another_size_change_bases_and_nothing_else() -> None:
    large = Settings(base_foot_width=1.25, base_foot_depth=1.25)
    small, big = only(regiment("a")), only(regiment("a"), large)
    assert body(big, large).width > body(small, PRINTED).width
    assert (strength(big), big.weapon) == (strength(small), small.weapon)


@pytest.mark.parametrize("field", ["little-round-top", "brawners-farm", "training-field", "parade-ground"])
def test_the_battles_on_the_shelf_muster(field: str) -> None:
    found = muster_forces.muster(load(field), PRINTED)
    assert {unit.side for unit in found.units} == {"union", "confederate"}
    standing = [unit for unit in found.units if unit.place == "on"]
    for place, one in enumerate(standing):
        for other in standing[:place]:
            assert gap(body(one, PRINTED), body(other, PRINTED)) > 0.0


@clause("charge-boys.setup.muster")
def test_a_scenario_may_say_otherwise_and_is_told_when_it_cannot() -> None:
    column = units(regiment("a", 300), values=(Value(muster_forces.RULEBOOK, "a", "formation", "attack-column"),))["a"]
    assert column.formation == "attack-column"
    twelve = units(regiment("a", 300), values=(Value(muster_forces.RULEBOOK, "a", "figures", "12"),))["a"]
    assert strength(twelve) == 12
    with pytest.raises(MusterError, match="formation"):
        units(regiment("a", 300), values=(Value(muster_forces.RULEBOOK, "a", "formation", "square"),))
    with pytest.raises(MusterError, match="turns"):
        units(regiment("a", 300), values=(Value(muster_forces.RULEBOOK, "", "turns", "many"),))
