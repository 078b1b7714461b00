"""From orders of battle to figures: sizes, weapons, Generals, and where everybody stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from roundtop.battle.scenario import Arrival, Commander, Formation, Regiment, Scenario, Side, Value, Weapon
from roundtop.battles import load
from roundtop.rulebooks.charge_boys.muster import MusterError, Muster, muster
from roundtop.rulebooks.charge_boys.options import PRINTED, settings
from roundtop.rulebooks.charge_boys.state import Unit, front_of, strength
from roundtop.table.ground import Ground, Line
from tests.clauses import clause

SIDES = (Side("union", "Union", "south"), Side("confederate", "Confederates", "north"))
BRIGADES = (
    Formation("blue", "Blue brigade", "union", "brigade", "division"),
    Formation("grey", "Grey brigade", "confederate", "brigade"),
    Formation("division", "Blue division", "union", "division"),
)


def regiment(id: str, men: int, **fields: Any) -> Regiment:
    side = fields.pop("side", "union")
    guns = fields.pop("guns", 0)
    weapons = fields.pop("weapons", (("12-pdr-napoleon", guns),) if guns else (("rifle-musket", men),))
    arm = fields.pop("arm", "artillery" if guns else "infantry")
    quality = fields.pop("quality", "regular")
    brigade = fields.pop("brigade", "blue" if side == "union" else "grey")
    carried = tuple(Weapon(kind, number) for kind, number in weapons)
    place = fields.pop("place", None if fields.get("arrives") else (450.0, 150.0))
    facing = 0 if side == "union" else 18000
    return Regiment(
        id, id.title(), side, arm, men, guns, carried, quality, brigade, "", brigade, place, facing, **fields
    )


def scenario(*regiments: Regiment, **fields: Any) -> Scenario:
    blank = Scenario("s", "S", "", "", (), ("charge-boys",), 75, Ground(900, 600), SIDES, BRIGADES, (), ())
    return replace(blank, regiments=regiments, **fields)


def raised(*regiments: Regiment, **fields: Any) -> Muster:
    return muster(scenario(*regiments, **fields), PRINTED)


def only(found: Regiment) -> Unit:
    return raised(found).units[0]


def roles(unit: Unit) -> tuple[int, int, int, int]:
    return unit.officers, unit.drummers, unit.colours, unit.men


@clause("charge-boys.setup.scale", 1, 2, 3, 4)
def test_yards_and_minutes_become_inches_and_turns() -> None:
    found = raised(regiment("a", 360), ground=Ground(900, 600, lines=(Line("wall", ((400.0, 300.0), (500.0, 300.0))),)))
    assert (found.ground.width, found.ground.depth) == (75.0, 50.0)
    assert found.ground.lines[0].points[0][1] - front_of(found.units[0], PRINTED)[1] == 12.5
    assert found.turn_limit == 15
    assert raised(regiment("a", 360), minutes=77).turn_limit == 15
    assert raised(regiment("a", 360), minutes=78).turn_limit == 16
    assert raised(regiment("a", 360), minutes=0).turn_limit == 12
    named = raised(regiment("a", 360), values=(Value("charge-boys", "", "turns", "9"),))
    assert named.turn_limit == 9
    coarse = muster(scenario(regiment("a", 360)), settings({"yards_per_inch": 18.0, "minutes_per_turn": 7.5}))
    assert (coarse.ground.width, coarse.turn_limit) == (50.0, 10)


@clause("charge-boys.setup.scale")
def test_the_middle_of_the_front_is_where_the_scenario_puts_it() -> None:
    assert front_of(only(regiment("a", 360)), PRINTED) == (37.5, 12.5)


@clause("charge-boys.setup.scale")
def test_a_unit_that_would_overlap_is_moved_straight_back_an_inch_off() -> None:
    first, second = raised(regiment("a", 360), regiment("b", 360)).units
    assert second.pose.x == first.pose.x
    apart = front_of(first, PRINTED)[1] - 1.5 - front_of(second, PRINTED)[1]
    assert apart == pytest.approx(1.0, abs=0.05)


@clause("charge-boys.setup.muster", 1, 2, 9)
def test_men_become_figures_with_their_command() -> None:
    veterans = only(regiment("a", 385, quality="veteran"))
    assert (strength(veterans), roles(veterans)) == (26, (1, 1, 1, 23))
    assert (veterans.weapon, veterans.quality) == ("superior-rifle", "veteran")
    sharp = only(regiment("a", 97, arm="sharpshooters", quality="elite", weapons=(("breech-loading-rifle", 97),)))
    assert (strength(sharp), roles(sharp), sharp.weapon, sharp.quality) == (6, (1, 0, 0, 5), "breech-rifle", "veteran")
    horse = only(
        regiment("a", 210, side="confederate", arm="cavalry", quality="green", weapons=(("shotgun", 210),))
    )
    assert (strength(horse), roles(horse)) == (14, (1, 1, 1, 11))
    assert (horse.weapon, horse.quality, horse.formation) == ("smoothbore-carbine", "green", "cavalry-line")


@clause("charge-boys.setup.muster", 3)
@clause("charge-boys.setup.minimum-unit", 1)
def test_small_companies_join_the_smallest_of_their_brigade() -> None:
    found = raised(regiment("big", 400), regiment("small", 240, place=(200.0, 150.0)), regiment("company", 60))
    assert [(unit.id, strength(unit)) for unit in found.units] == [("big", 27), ("small", 20)]
    alone = raised(regiment("company", 60)).units
    assert [strength(unit) for unit in alone] == [5]
    other_arm = raised(regiment("big", 240), regiment("horse", 60, arm="cavalry", place=(100.0, 100.0))).units
    assert [strength(unit) for unit in other_arm] == [16, 5]


@clause("charge-boys.setup.muster", 4, 5)
def test_large_regiments_are_divided_into_wings() -> None:
    wings = raised(regiment("a", 900)).units
    assert [(unit.id, strength(unit)) for unit in wings] == [("a.1", 30), ("a.2", 30)]
    assert [unit.name for unit in wings] == ["A, right wing", "A, left wing"]
    assert [strength(unit) for unit in raised(regiment("a", 735)).units] == [25, 24]
    assert [strength(unit) for unit in raised(regiment("a", 720)).units] == [48]


@clause("charge-boys.setup.muster", 6, 7, 8)
def test_batteries_have_a_model_for_two_guns() -> None:
    six = only(regiment("a", 100, guns=6))
    assert (len(six.guns), [gun.crew for gun in six.guns], strength(six), six.gun) == (3, [4, 4, 4], 13, "smoothbore")
    mixed = only(regiment("a", 90, guns=5, weapons=(("3-inch-rifle", 3), ("howitzer", 2))))
    assert (len(mixed.guns), strength(mixed), mixed.gun) == (3, 13, "rifled")
    assert (len(only(regiment("a", 20, guns=1)).guns), strength(only(regiment("a", 20, guns=1)))) == (1, 5)
    even = only(regiment("a", 80, guns=4, weapons=(("3-inch-rifle", 2), ("howitzer", 2))))
    assert even.gun == "smoothbore"


@clause("charge-boys.setup.weapon")
@clause("charge-boys.setup.muster")
def test_every_small_arm_of_a_scenario_has_its_row() -> None:
    rows = {
        "rifle-musket": "superior-rifle",
        "inferior-rifle": "inferior-rifle",
        "smoothbore-musket": "smoothbore-musket",
        "repeating-rifle": "breech-rifle",
        "repeating-carbine": "breech-carbine",
        "muzzle-loading-carbine": "rifled-carbine",
        "smoothbore-carbine": "smoothbore-carbine",
        "pistol-and-sabre": "none",
    }
    for kind, row in rows.items():
        assert only(regiment("a", 300, weapons=((kind, 300),))).weapon == row
    assert only(regiment("a", 300, arm="cavalry", weapons=(("carbine", 300),))).weapon == "breech-carbine"
    southern = regiment("a", 300, side="confederate", arm="cavalry", weapons=(("carbine", 300),))
    assert only(southern).weapon == "rifled-carbine"
    mixed = (("smoothbore-musket", 150), ("rifle-musket", 150))
    assert only(regiment("a", 300, weapons=mixed)).weapon == "superior-rifle"
    assert only(regiment("a", 300, weapons=(("smoothbore-musket", 151), ("rifle-musket", 149)))).buck == 3


@clause("charge-boys.setup.muster", 10)
@clause("charge-boys.setup.general")
def test_named_commanders_are_generals_and_brigades_without_one_get_one() -> None:
    named = (
        Commander("c1", "Able", "union", "brigadier-general", "blue"),
        Commander("c2", "Baker", "union", "major-general", "division"),
        Commander("c3", "Cole", "union", "colonel", "a"),
        Commander("c4", "Dow", "union", "major-general", ""),
    )
    found = raised(regiment("a", 300), regiment("x", 300, side="confederate", place=(450.0, 500.0)), commanders=named)
    assert [general.name for general in found.generals] == ["Able", "Baker", "Dow", "General of Grey brigade"]
    seven = [regiment(f"r{n}", 300, place=(100.0 * n + 50, 150.0)) for n in range(7)]
    assert len([g for g in raised(*seven).generals if g.side == "union"]) == 2
    more = muster(scenario(regiment("a", 300)), settings({"generals_per_brigade": 2}))
    assert len([g for g in more.generals if g.brigade == "blue"]) == 2


@clause("charge-boys.setup.muster", 11)
def test_reinforcements_are_due_by_the_minute() -> None:
    late = regiment("a", 300, arrives=Arrival(32, 450.0, 0.0, 120.0))
    unit = raised(late).units[0]
    assert (unit.place, unit.due, unit.entry) == ("arrive", 7, ((32.5, 0.0), (42.5, 0.0)))
    named = raised(late, values=(Value("charge-boys", "a", "turn", "3"),)).units[0]
    assert named.due == 3


@clause("charge-boys.core.scale")
@clause("charge-boys.setup.table")
@clause("charge-boys.core.figure-size")
def test_without_a_scenario_there_is_the_default_battle() -> None:
    """Whatever size the figures are, the distances stay as printed."""
    found = raised()
    assert (found.ground.width, found.ground.depth, found.turn_limit) == (72.0, 48.0, 12)
    own = [unit for unit in found.units if unit.side == "union"]
    assert [(unit.arm, len(unit.guns)) for unit in own] == [("infantry", 0)] * 4 + [("artillery", 2)]
    assert len([general for general in found.generals if general.side == "union"]) == 1
    large = muster(scenario(), settings({"table_length": 96.0, "table_depth": 60.0, "base_foot_width": 1.25}))
    assert (large.ground.width, large.ground.depth) == (96.0, 60.0)


@clause("charge-boys.setup.bases")
@clause("charge-boys.setup.scale")
def test_bases_may_be_larger() -> None:
    wide = muster(scenario(regiment("a", 360)), settings({"base_foot_width": 1.25, "base_foot_depth": 1.25}))
    assert front_of(wide.units[0], settings({"base_foot_width": 1.25, "base_foot_depth": 1.25})) == (37.5, 12.5)


@clause("charge-boys.setup.organisation")
@pytest.mark.parametrize("name", ["little-round-top", "brawners-farm", "training-field", "parade-ground"])
def test_every_battle_on_the_shelf_musters(name: str) -> None:
    found = muster(load(name), PRINTED)
    assert {unit.side for unit in found.units} == {"union", "confederate"}
    assert min([strength(unit) for unit in found.units]) >= 5
    assert max([strength(unit) for unit in found.units]) <= 48


@clause("charge-boys.setup.muster")
def test_a_scenario_may_say_otherwise_and_is_told_when_it_cannot() -> None:
    column = raised(regiment("a", 300), values=(Value("charge-boys", "a", "formation", "attack-column"),)).units[0]
    assert column.formation == "attack-column"
    twelve = raised(regiment("a", 300), values=(Value("charge-boys", "a", "figures", "12"),)).units[0]
    assert strength(twelve) == 12
    with pytest.raises(MusterError, match="formation"):
        raised(regiment("a", 300), values=(Value("charge-boys", "a", "formation", "square"),))
    with pytest.raises(MusterError, match="turns"):
        raised(regiment("a", 300), values=(Value("charge-boys", "", "turns", "many"),))
