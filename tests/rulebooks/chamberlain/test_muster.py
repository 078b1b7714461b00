"""A historical order of battle as bases, forces and officers."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.scenario import (
    Arrival,
    Commander,
    Formation,
    MusterError,
    Regiment,
    Scenario,
    Side,
    Value,
    Weapon,
    Zone,
)
from roundtop.battles import ids, load
from roundtop.rulebooks.chamberlain.field import block
from roundtop.rulebooks.chamberlain.muster.commands import scale_of
from roundtop.rulebooks.chamberlain.muster.places import due_turn
from roundtop.rulebooks.chamberlain.muster.scenario import Muster, charted, muster
from roundtop.rulebooks.chamberlain.options import settings
from roundtop.rulebooks.chamberlain.state import TO_ARRIVE, TO_DEPLOY, Unit
from roundtop.table.footprint import overlap
from roundtop.table.ground import Area, Crossing, Ground, Height, Line, Road, off_table
from tests.clauses import clause

REGIMENT = {"unit_scale": "regiment"}


def regiment(id: str, men: int, **fields: Any) -> Regiment:
    """Infantry of the Union's first brigade, in the middle of the field unless it stands or arrives elsewhere."""
    given: dict[str, Any] = {
        "side": "union",
        "arm": "infantry",
        "guns": 0,
        "weapon": "rifle-musket",
        "quality": "regular",
        "formation": "first",
        "place": (2400.0, 1500.0),
        "facing": 0,
        **fields,
    }
    weapon = given.pop("weapon")
    arms = given.pop("weapons", (Weapon(weapon, given["guns"] or men),))
    arm, side, number, quality = (given.pop(name) for name in ("arm", "side", "guns", "quality"))
    formation = given.pop("formation")
    return Regiment(id, id.title(), side, arm, men, number, arms, quality, formation, "division", formation, **given)


def battery(id: str, guns: int, weapon: str = "12-pdr-napoleon", **fields: Any) -> Regiment:
    return regiment(id, 80, **{"arm": "artillery", "guns": guns, "weapon": weapon, **fields})


FORMATIONS = (
    Formation("corps", "I Corps", "union", "corps"),
    Formation("division", "1st Division", "union", "division", "corps"),
    Formation("first", "1st Brigade", "union", "brigade", "division"),
    Formation("second", "2nd Brigade", "union", "brigade", "division"),
    Formation("third", "3rd Brigade", "union", "brigade", "division"),
    Formation("other", "2nd Division", "union", "division", "corps"),
    Formation("fourth", "1st Brigade, 2nd Division", "union", "brigade", "other"),
    Formation("reserve", "Artillery Reserve", "union", "division"),
)


def scenario(*regiments: Regiment, **fields: Any) -> Scenario:
    given: dict[str, Any] = {
        "minutes": 200,
        "ground": Ground(4800.0, 3000.0),
        "sides": (Side("union", "Union", "south"), Side("confederate", "Confederates", "north")),
        "formations": FORMATIONS,
        "commanders": (),
        **fields,
    }
    return Scenario(
        id="test", title="Test", date="", story="", sources=(), rulebooks=("chamberlain",), regiments=regiments, **given
    )


def mustered(*regiments: Regiment, options: dict[str, Any] | None = None, **fields: Any) -> Muster:
    return muster(scenario(*regiments, **fields), settings(options or {}))


def only(*regiments: Regiment, options: dict[str, Any] | None = None) -> Unit:
    """The one base that these make."""
    found = mustered(*regiments, options=options).units
    assert len(found) == 1
    return found[0]


# ------------------------------------------------------------------ ground and time


@clause("chamberlain.setup.scale", 1, 2, 3)
def test_yards_and_minutes_become_base_widths_and_turns() -> None:
    goal = scenario(regiment("a", 1000, place=(1300.0, 1300.0)))
    assert muster(goal, settings({})).units[0].pose.y == 6.5
    assert muster(goal, settings(REGIMENT)).units[0].pose.y == 21.67
    found = mustered(regiment("a", 1000))
    assert (found.ground.width, found.ground.depth) == (24.0, 15.0)
    assert found.turn_limit == 7
    assert mustered(regiment("a", 1000), options=REGIMENT).turn_limit == 20


@clause("chamberlain.setup.scale")
def test_ground_is_renamed_by_the_chart_and_levels_are_counted_anew() -> None:
    square = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
    kinds = {
        "woods": "heavy-woods",
        "open-woods": "light-woods",
        "orchard": "light-woods",
        "corn": "fields-marsh",
        "crops": "fields-marsh",
        "ploughed": "fields-marsh",
        "marsh": "fields-marsh",
        "rough": "rocky",
        "swamp": "swamp",
        "town": "urban",
        "building": "urban",
        "pond": "major-river",
    }
    lines = {
        "river": "major-river",
        "creek": "minor-river",
        "stream": "stream",
        "earthwork": "works",
        "breastwork": "works",
        "wall": "works",
        "crest": "crest",
    }
    ground = Ground(
        1000.0,
        1000.0,
        tuple(Area(kind, square) for kind in kinds),
        tuple(Line(kind, ((0.0, 0.0), (100.0, 0.0))) for kind in (*lines, "fence", "hedge")),
        (Road("pike", ((0.0, 0.0), (100.0, 0.0)), 12.0),),
        (Height(1, square), Height(2, square)),
        (Crossing("bridge", 50.0, 50.0, 10.0),),
    )
    found = mustered(regiment("a", 1000, place=(500.0, 500.0)), ground=ground, contour=5.0)
    assert [one.kind for one in found.ground.areas] == list(kinds.values())
    assert [one.kind for one in found.ground.lines] == list(lines.values())
    assert [one.kind for one in found.ground.roads] == ["road"]
    # Two contours of 5 yards: one level of 10 yards, but two of 5.
    assert [height.level for height in found.ground.heights] == [1]
    levels = charted(found.field, 5.0, scale_of(scenario(), settings(REGIMENT))).heights
    assert [height.level for height in levels] == [1, 2]
    assert [one.kind for one in found.field.areas] == list(kinds)


@clause("chamberlain.setup.game-length", 1)
def test_a_battle_without_a_length_lasts_15_turns() -> None:
    assert mustered(regiment("a", 1000), minutes=0).turn_limit == 15
    assert mustered(regiment("a", 1000), minutes=0, options={"setup_game_turns": 9}).turn_limit == 9


@clause("chamberlain.setup.table-edges", 1)
def test_a_pick_up_game_has_its_own_table() -> None:
    field = (Value("chamberlain", "", "pick_up", "true"),)
    found = mustered(regiment("a", 1000, place=None), values=field, deployment="zones")
    assert (found.ground.width, found.ground.depth) == (24.0, 16.0)
    assert found.zones == (("union", ((0.0, 0.0), (24.0, 0.0), (24.0, 4.0), (0.0, 4.0))),)
    own = {"setup_table_width": 30, "setup_table_depth": 20, "setup_deploy_depth": 3, "setup_game_turns": 12}
    found = mustered(regiment("a", 1000, place=None), values=field, deployment="zones", options=own)
    assert (found.ground.width, found.ground.depth, found.turn_limit) == (30.0, 20.0, 12)
    assert found.zones[0][1][2] == (30.0, 3.0)


@clause("chamberlain.setup.deployment")
def test_a_zone_the_scenario_draws_is_kept() -> None:
    zone = Zone("union", ((0.0, 0.0), (400.0, 0.0), (400.0, 200.0)))
    found = mustered(regiment("a", 1000, place=None), zones=(zone,), deployment="zones")
    assert found.zones == (("union", ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0))),)
    assert found.units[0].place == TO_DEPLOY


# ------------------------------------------------------------------ bases


@clause("chamberlain.setup.muster", 1)
def test_a_brigade_is_one_base_of_its_mean_quality_and_commonest_weapon() -> None:
    unit = only(
        regiment("a", 1400, quality="veteran"), regiment("b", 330, weapon="smoothbore-musket", quality="regular")
    )
    assert (unit.arm, unit.elan, unit.weapon, unit.name) == ("infantry", 7, "rifle-musket", "1st Brigade")


@clause("chamberlain.setup.muster", 2, 3)
def test_size_changes_elan_and_too_large_a_brigade_is_split() -> None:
    assert only(regiment("a", 3100, quality="green")).elan == 6
    two = mustered(regiment("a", 4200)).units
    assert [unit.elan for unit in two] == [6, 6]
    assert [unit.key for unit in two] == ["a.1", "a.2"]
    assert sorted([unit.pose.x for unit in two]) == [11.5, 12.5]


@clause("chamberlain.unit.elan-values", 1, 2)
def test_elan_by_class() -> None:
    assert only(regiment("a", 1500, quality="veteran")).elan == 7
    assert only(regiment("a", 700, arm="cavalry", quality="green")).elan == 3
    chart = {
        "infantry": (5, 6, 7, 8),
        "cavalry": (4, 5, 6, 7),
        "mounted-infantry": (4, 5, 6, 7),
    }
    for arm, row in chart.items():
        found = [only(regiment("a", 1500, arm=arm, quality=q)).elan for q in ("green", "regular", "veteran", "elite")]
        assert tuple(found) == row
    assert only(regiment("a", 1500, quality="green"), options={"unit_default_elan_infantry": [3, 4, 5, 6]}).elan == 3
    assert only(regiment("a", 1500, arm="cavalry"), options={"unit_default_elan_cavalry": [5, 6, 7, 8]}).elan == 6
    assert (
        only(
            regiment("a", 1500, arm="mounted-infantry"), options={"unit_default_elan_mounted_infantry": [3, 3, 4, 4]}
        ).elan
        == 3
    )


@clause("chamberlain.setup.muster", 4)
def test_a_small_cavalry_brigade_and_its_regiments() -> None:
    pair = [regiment(id, 350, arm="cavalry", weapon="carbine") for id in ("a", "b")]
    unit = only(*pair)
    assert (unit.elan, unit.weapon, unit.mounted) == (4, "carbine", True)
    assert [unit.elan for unit in mustered(*pair, options=REGIMENT).units] == [5, 5]
    house = {"weapon_cavalry_default": "repeating-carbine"}
    assert only(*pair, options=house).weapon == "repeating-carbine"


@clause("chamberlain.setup.muster", 5)
def test_a_divisions_guns_make_one_base_by_their_commonest_gun() -> None:
    mixed = (Weapon("12-pdr-napoleon", 6), Weapon("10-pdr-parrott", 4), Weapon("3-inch-rifle", 4))
    unit = only(battery("a", 14, weapons=mixed))
    assert (unit.arm, unit.ammo, unit.start_ammo, unit.traits) == ("artillery", 6, 6, ())
    several = only(battery("a", 6, formation="division"), battery("b", 8, "3-inch-rifle", formation="division"))
    assert (several.ammo, several.traits) == (6, ("RANGE",))
    assert len(mustered(battery("a", 24)).units) == 2
    stepped = only(battery("a", 14, weapons=mixed), options={"artillery_ammo_track": "stepped"})
    assert stepped.ammo == 8


@clause("chamberlain.setup.muster", 6)
def test_batteries_of_a_brigade_sized_action() -> None:
    rifles = only(battery("a", 4, "3-inch-rifle"), options=REGIMENT)
    assert (rifles.ammo, rifles.traits) == (6, ("RANGE",))
    assert only(battery("a", 2, "6-pdr"), options=REGIMENT).ammo == 4
    assert only(battery("a", 4, "20-pdr-parrott"), options=REGIMENT).traits == ("RANGE", "RH")
    reserve = only(battery("a", 4, "3-inch-rifle", formation="reserve"), options=REGIMENT)
    assert (reserve.traits, reserve.ammo) == (("RANGE", "RH"), 7)
    assert len(mustered(battery("a", 10), options=REGIMENT).units) == 2
    joined = only(battery("a", 1), battery("b", 4), options=REGIMENT)
    assert joined.key == "b"
    assert only(battery("a", 6, arm="horse-artillery"), options=REGIMENT).ammo == 5


@clause("chamberlain.unit.ammo-values")
def test_the_house_may_give_other_ammunition() -> None:
    house = {**REGIMENT, "unit_default_ammo_field": 7, "unit_default_ammo_horse": 6, "unit_default_ammo_heavy": 8}
    assert only(battery("a", 6), options=house).ammo == 7
    assert only(battery("a", 6, arm="horse-artillery"), options=house).ammo == 6
    assert only(battery("a", 6, "20-pdr-parrott"), options=house).ammo == 8


@clause("chamberlain.setup.muster", 7)
def test_a_regiment_is_one_base_and_a_company_joins_the_smallest() -> None:
    assert only(regiment("a", 386, quality="veteran"), options=REGIMENT).elan == 7
    found = mustered(
        regiment("a", 310), regiment("b", 280, place=(1000.0, 500.0)), regiment("c", 90), options=REGIMENT
    ).units
    assert [unit.key for unit in found] == ["a", "b"]
    assert found[1].name == "B and C"
    # 280 and 90 men: 370, of normal size.
    assert found[1].elan == 6
    assert only(regiment("c", 90), options=REGIMENT).elan == 5


@clause("chamberlain.setup.muster", 8)
def test_when_a_reinforcement_is_due() -> None:
    late = regiment("a", 1000, place=None, arrives=Arrival(95, 2400.0, 0.0, 400.0))
    unit = mustered(regiment("b", 1000), late).units[1]
    assert (unit.place, unit.due, unit.target) == (TO_ARRIVE, 4, 3)
    assert unit.entry == ((11.0, 0.0), (13.0, 0.0))
    assert not unit.concealed
    sure = regiment("a", 1000, place=None, arrives=Arrival(0, 0.0, 1500.0, 400.0, certain=True))
    unit = only(sure)
    assert (unit.due, unit.target) == (1, 1)
    assert unit.entry == ((0.0, 8.5), (0.0, 6.5))
    assert due_turn(95, scale_of(scenario(), settings(REGIMENT))) == 10
    assert only(late, options={"info_reinforcement_target": 5}).target == 5


@clause("chamberlain.setup.muster", 9)
@clause("chamberlain.command.officers", 1)
def test_officers_by_their_ratings() -> None:
    commanders = (
        Commander("corps-c", "Reynolds", "union", "major-general", "corps", "good"),
        Commander("one", "Wadsworth", "union", "brigadier-general", "division", "excellent"),
        Commander("two", "Robinson", "union", "brigadier-general", "other", "average"),
        Commander("brig", "Cutler", "union", "brigadier-general", "first", "excellent"),
    )
    found = mustered(
        regiment("a", 1000),
        regiment("b", 1000, formation="second"),
        regiment("c", 1000, formation="fourth"),
        regiment("d", 1000, formation="fourth", arm="cavalry"),
        commanders=commanders,
    )
    union = {officer.id: officer.traits for officer in found.officers if officer.side == "union"}
    assert union == {"corps-c": ("INT",), "one": ("I", "SF"), "two": ()}
    assert [officer.cnc for officer in found.officers if officer.side == "union"] == [True, False, False]
    # Three forces would make four officers, the CnC and one for each.
    assert len(union) == 1 + len([force for force in found.forces if force.side == "union"])


@clause("chamberlain.setup.muster")
@pytest.mark.parametrize(
    ("rating", "expected"), [("poor", ("IMB",)), ("average", ()), ("good", ("INT",)), ("excellent", ("INT", "MOB"))]
)
def test_ratings_of_a_commander_in_chief(rating: str, expected: tuple[str, ...]) -> None:
    own = (Commander("meade", "Meade", "union", "major-general", "", rating),)
    found = mustered(regiment("a", 1000), commanders=own)
    assert found.officers[0].traits == expected


@clause("chamberlain.setup.muster")
@pytest.mark.parametrize(
    ("arm", "good", "excellent"), [("cavalry", ("C",), ("C", "V")), ("artillery", ("A",), ("A", "V"))]
)
def test_a_commander_of_horse_or_guns(arm: str, good: tuple[str, ...], excellent: tuple[str, ...]) -> None:
    for rating, expected in (("good", good), ("excellent", excellent)):
        own = (
            Commander("chief", "Meade", "union", "major-general", "", "average"),
            Commander("one", "Buford", "union", "colonel", "division", rating),
        )
        guns = 6 if arm == "artillery" else 0
        weapon = "12-pdr-napoleon" if guns else "carbine"
        pair = [
            regiment(id, 1000, arm=arm, guns=guns, weapon=weapon, formation=brigade, place=(x, 1500.0))
            for id, brigade, x in (("a", "first", 1000.0), ("b", "second", 2000.0))
        ]
        found = mustered(*pair, commanders=own, options={"setup_force_min": 1})
        assert found.officers[0].traits == expected


@clause("chamberlain.setup.muster")
def test_a_chief_who_leads_a_force_gets_an_average_deputy_and_traits_may_be_named() -> None:
    own = (Commander("one", "Wadsworth", "union", "major-general", "division", "excellent"),)
    named = (Value("chamberlain", "one", "traits", "H, V"), Value("chamberlain", "a", "traits", "YH"))
    found = mustered(*two_forces(), commanders=own, values=named)
    chief, deputy = found.officers[0], found.officers[1]
    assert (chief.cnc, chief.traits) == (True, ("H", "V"))
    assert (deputy.cnc, deputy.force, deputy.traits) == (False, "division", ())
    assert found.units[0].traits == ("YH",)
    assert found.units[1].traits == ()


@clause("chamberlain.setup.force", 1)
@clause("chamberlain.setup.detached")
def test_forces_and_a_detached_battery() -> None:
    infantry = [regiment(f"i{n}", 1500, formation=f) for n, f in enumerate(("first", "second", "third", "third"))]
    wadsworth = [
        *infantry[:3],
        regiment("i4", 3600, formation="third", place=(1000.0, 1000.0)),
        battery("g", 6, formation="division"),
    ]
    buford = [regiment(f"c{n}", 1200, formation="fourth", arm=arm) for n, arm in enumerate(("cavalry", "infantry"))]
    loose = battery("loose", 6, formation="reserve")
    found = mustered(*wadsworth, *buford, loose)
    sizes = {force.id: len([u for u in found.units if u.force == force.id]) for force in found.forces}
    assert sizes == {"division": 6, "other": 2}
    assert [unit.key for unit in found.units if unit.force == ""] == ["loose"]
    assert len([officer for officer in found.officers if officer.side == "union"]) == 3


@clause("chamberlain.setup.force")
def test_a_force_too_small_joins_the_next_and_one_too_large_is_halved() -> None:
    alone = [regiment("a", 300), *[regiment(f"b{n}", 300, formation="second") for n in range(3)]]
    found = mustered(*alone, options=REGIMENT)
    assert {unit.force for unit in found.units} == {"second"}
    kept = mustered(*alone, options={**REGIMENT, "setup_force_min": 1})
    assert {unit.force for unit in kept.units} == {"first", "second"}
    many = [regiment(f"b{n}", 300, formation="second", place=(400.0 * n + 300, 500.0)) for n in range(9)]
    halved = mustered(*many, options=REGIMENT)
    assert [unit.force for unit in halved.units] == ["second"] * 5 + ["second.2"] * 4
    assert [officer.force for officer in halved.officers if officer.side == "union"] == ["", "second", "second.2"]
    assert {unit.force for unit in mustered(*many, options={**REGIMENT, "setup_force_max": 9}).units} == {"second"}
    small = mustered(*many, options={**REGIMENT, "setup_force_max": 3})
    assert [unit.force for unit in small.units] == ["second"] * 3 + ["second.2"] * 3 + ["second.3"] * 3
    assert [force.name for force in small.forces if force.side == "union"][2].endswith(", part 3 of 3")


@clause("chamberlain.setup.muster")
def test_a_base_stands_at_the_mean_place_and_never_on_another() -> None:
    pair = (
        regiment("a", 300, place=(1000.0, 1000.0), facing=0),
        regiment("b", 900, place=(1400.0, 1200.0), facing=9000),
        regiment("c", 1000, formation="second", place=(1300.0, 1150.0), facing=0),
    )
    first, second = mustered(*pair).units
    assert (first.pose.x, first.pose.y) == (6.5, 5.75)
    assert first.pose.facing == 7157
    assert not overlap(block(first, settings({})), block(second, settings({})))
    assert second.pose.x == 6.5
    assert second.pose.y < 5.75


@clause("chamberlain.conceal.start")
def test_who_begins_concealed() -> None:
    three = (
        regiment("a", 1000, place=(500.0, 500.0)),
        regiment("b", 1000, formation="second", concealed=False, place=(1000.0, 500.0)),
        regiment("c", 1000, formation="third", concealed=True, place=(1500.0, 500.0)),
    )
    for option, expected in (("all", [True, False, True]), ("listed", [False, False, True]), ("none", [False] * 3)):
        found = mustered(*three, options={"conceal_start": option})
        assert [unit.concealed for unit in found.units] == expected


@clause("chamberlain.conceal.what-is-hidden")
def test_numbers_tell_nothing_of_who_stands_there() -> None:
    three = [
        regiment("a", 1000, place=(900.0, 500.0)),
        regiment("b", 1000, formation="second", place=(500.0, 500.0)),
        regiment("c", 1000, formation="third", place=(700.0, 500.0)),
    ]
    ids_of = {unit.key: unit.id for unit in mustered(*three).units}
    assert ids_of == {"b": "union-1", "c": "union-2", "a": "union-3"}
    assert {unit.key: unit.id for unit in mustered(*three[::-1]).units} == ids_of


@clause("chamberlain.unit.trait-yell")
@pytest.mark.parametrize(
    ("about", "name", "text", "wanted"),
    [
        ("a", "traits", "RY", "belongs to the other side"),
        ("a", "traits", "brave", "found 'brave'"),
        ("a", "elan", "12", "from 3 to 9"),
        ("", "unit_scale", "army", "brigade or regiment"),
    ],
)
def test_what_cannot_be_mustered_is_named(about: str, name: str, text: str, wanted: str) -> None:
    with pytest.raises(MusterError, match=wanted):
        mustered(regiment("a", 1000), values=(Value("chamberlain", about, name, text),))


@clause("chamberlain.command.officers")
@pytest.mark.parametrize(
    ("who", "traits", "wanted"), [("one", "MOB", "belongs to a CnC"), ("chief", "IMB, MOB", "both IMB and MOB")]
)
def test_traits_of_a_chief_alone(who: str, traits: str, wanted: str) -> None:
    own = (
        Commander("chief", "Meade", "union", "major-general", "", "good"),
        Commander("one", "Wadsworth", "union", "colonel", "division", "good"),
    )
    with pytest.raises(MusterError, match=wanted):
        mustered(*two_forces(), commanders=own, values=(Value("chamberlain", who, "traits", traits),))


@pytest.mark.parametrize("scale", ["brigade", "regiment"])
@pytest.mark.parametrize("id", [id for id in ids() if "chamberlain" in load(id).rulebooks])
def test_every_battle_musters_onto_its_table(id: str, scale: str) -> None:
    found = muster(load(id), settings({"unit_scale": scale}))
    standing = [block(unit, settings({})) for unit in found.units if unit.place == "on"]
    for number, body in enumerate(standing):
        assert not off_table(found.ground, body)
        assert not any(overlap(body, other) for other in standing[:number])


# ------------------------------------------------------------------ boundaries and tables


@clause("chamberlain.setup.muster")
@pytest.mark.parametrize(
    ("scale", "men", "bases", "elan"),
    [
        ("brigade", 999, 1, 5),
        ("brigade", 1000, 1, 6),
        ("brigade", 2500, 1, 6),
        ("brigade", 2501, 1, 7),
        ("brigade", 3500, 1, 7),
        ("brigade", 3501, 2, 6),
        ("brigade", 5001, 3, 6),
        ("regiment", 249, 1, 5),
        ("regiment", 250, 1, 6),
        ("regiment", 600, 1, 6),
        ("regiment", 601, 1, 7),
        ("regiment", 1000, 1, 7),
        ("regiment", 1001, 2, 6),
    ],
)
def test_sizes_at_their_limits(scale: str, men: int, bases: int, elan: int) -> None:
    found = mustered(regiment("a", men), options={"unit_scale": scale}).units
    assert [unit.elan for unit in found] == [elan] * bases


@clause("chamberlain.setup.muster")
@pytest.mark.parametrize(("scale", "small", "joins"), [("brigade", 399, 400), ("regiment", 99, 100)])
def test_too_small_joins_the_base_with_the_fewest_men(scale: str, small: int, joins: int) -> None:
    others = (
        regiment("b", 1500, formation="first", place=(900.0, 900.0)),
        regiment("c", 1200, formation="second", place=(1500.0, 900.0)),
    )
    brigade = "third" if scale == "brigade" else "second"
    joined = mustered(regiment("a", small, formation=brigade), *others, options={"unit_scale": scale}).units
    alone = mustered(regiment("a", joins, formation=brigade), *others, options={"unit_scale": scale}).units
    assert "a" not in [unit.key for unit in joined]
    assert [unit.name for unit in joined if " and " in unit.name]
    assert "a" in [unit.key for unit in alone]


@clause("chamberlain.setup.muster")
@pytest.mark.parametrize(
    ("carried", "expected"),
    [
        ("rifle-musket", "rifle-musket"),
        ("inferior-rifle", "rifle-musket"),
        ("smoothbore-musket", "smoothbore"),
        ("breech-loading-rifle", "breechloading-rifle"),
        ("repeating-rifle", "repeating-rifle"),
        ("muzzle-loading-carbine", "carbine"),
        ("smoothbore-carbine", "carbine"),
        ("breech-loading-carbine", "breechloading-carbine"),
        ("repeating-carbine", "repeating-carbine"),
        ("carbine", "shotgun"),
        ("shotgun", "shotgun"),
        ("pistol-and-sabre", "sabre-pistol"),
        ("pistol", "sabre-pistol"),
        ("sabre", "sabre-pistol"),
        ("lance", "sabre-pistol"),
        ("unarmed", "sabre-pistol"),
    ],
)
def test_small_arms(carried: str, expected: str) -> None:
    house = {"weapon_cavalry_default": "shotgun"}
    assert only(regiment("a", 1500, arm="cavalry", weapon=carried), options=house).weapon == expected


@clause("chamberlain.unit.weapon-carbine")
def test_arms_with_no_weapon_listed() -> None:
    assert only(regiment("a", 1500, weapons=())).weapon == "rifle-musket"
    assert only(regiment("a", 1500, arm="cavalry", weapons=())).weapon == "carbine"
    assert only(regiment("a", 1500, arm="mounted-infantry", weapons=())).weapon == "rifle-musket"
    half = (Weapon("smoothbore-musket", 500), Weapon("rifle-musket", 500))
    assert only(regiment("a", 1000, weapons=half)).weapon == "smoothbore"


@clause("chamberlain.setup.muster")
def test_sharpshooters_are_those_bases_most_of_whose_men_are() -> None:
    few = only(regiment("a", 1000), regiment("b", 999, arm="sharpshooters"))
    many = only(regiment("a", 1000), regiment("b", 1001, arm="sharpshooters"))
    assert (few.traits, many.traits) == ((), ("SS",))


@clause("chamberlain.unit.elan-values")
@clause("chamberlain.unit.ammo-values")
def test_a_scenario_may_set_elan_and_ammunition() -> None:
    values = (Value("chamberlain", "a", "elan", "9"), Value("chamberlain", "b", "ammo", "3"))
    found = mustered(regiment("a", 1500), battery("b", 12, place=(500.0, 500.0)), values=values).units
    assert found[0].elan == 9
    assert found[1].ammo == 3
    with pytest.raises(MusterError, match="from 3 to 8"):
        mustered(battery("b", 12), values=(Value("chamberlain", "b", "ammo", "nine"),))


@clause("chamberlain.setup.muster")
@pytest.mark.parametrize(("guns", "ammo"), [(7, 5), (8, 6), (20, 6)])
def test_a_small_artillery_base(guns: int, ammo: int) -> None:
    assert only(battery("a", guns)).ammo == ammo


@clause("chamberlain.command.officers")
def test_a_side_without_officers_has_an_average_chief() -> None:
    chief = mustered(*two_forces()).officers[0]
    assert (chief.id, chief.cnc, chief.traits, chief.at) == ("union-cnc", True, (), None)
    own = (Commander("meade", "Meade", "union", "major-general", "", None, (400.0, 600.0)),)
    assert mustered(*two_forces(), commanders=own).officers[0].at == (2.0, 3.0)


@clause("chamberlain.command.officers", 2)
@clause("chamberlain.setup.muster")
def test_a_side_of_one_force_has_no_chief() -> None:
    """Its senior officer commands the force, unless another is named for it; nobody is invented over him."""
    pair = (regiment("a", 1000), regiment("b", 1000, formation="second"))
    general = Commander("one", "Wadsworth", "union", "major-general", "division", "excellent")
    above = Commander("corps-c", "Reynolds", "union", "major-general", "corps", "good")
    for commanders, leader in (
        ((), "division-commander"),
        ((general,), "one"),
        ((above,), "corps-c"),
        ((above, general), "one"),
    ):
        union = [officer for officer in mustered(*pair, commanders=commanders).officers if officer.side == "union"]
        assert [(officer.id, officer.cnc, officer.force) for officer in union] == [(leader, False, "division")]
    lone = mustered(regiment("a", 1000), commanders=(above,))
    assert [(officer.id, officer.cnc) for officer in lone.officers if officer.side == "union"] == [("corps-c", True)]
    assert [officer for officer in mustered(regiment("a", 1000)).officers if officer.side == "union"] == []


def two_forces() -> tuple[Regiment, ...]:
    return (
        regiment("a", 1000),
        regiment("b", 1000, formation="second"),
        regiment("c", 1000, formation="fourth"),
        regiment("d", 1000, formation="fourth", arm="cavalry"),
    )


@clause("chamberlain.setup.force")
def test_guns_of_a_corps_are_a_force_of_their_own() -> None:
    formations = (*FORMATIONS, Formation("park", "Artillery Brigade", "union", "brigade", "corps"))
    guns = [battery(f"g{n}", 20, formation="park", place=(500.0 * n + 300, 400.0)) for n in range(2)]
    found = mustered(regiment("a", 1000), *guns, formations=formations)
    assert [unit.force for unit in found.units if unit.arm == "artillery"] == ["corps", "corps"]


@clause("chamberlain.conceal.what-is-hidden")
def test_numbers_run_from_each_sides_own_left_and_front() -> None:
    north = [
        regiment(id, 1000, side="confederate", formation="", place=place, facing=18000)
        for id, place in (("x", (900.0, 2500.0)), ("y", (500.0, 2500.0)), ("z", (900.0, 2000.0)))
    ]
    found = {unit.key: unit.id for unit in mustered(*north).units}
    assert found == {"z": "confederate-1", "x": "confederate-2", "y": "confederate-3"}


@clause("chamberlain.info.reinforcements")
@pytest.mark.parametrize(
    ("x", "y", "entry"),
    [
        (2400.0, 3000.0, ((12.5, 15.0), (11.5, 15.0))),
        (4800.0, 1500.0, ((24.0, 7.0), (24.0, 8.0))),
        (2400.0, 0.0, ((11.5, 0.0), (12.5, 0.0))),
        (100.0, 0.0, ((0.0, 0.0), (1.0, 0.0))),
    ],
)
def test_a_stretch_is_named_from_the_left_and_is_a_base_wide(
    x: float, y: float, entry: tuple[tuple[float, float], ...]
) -> None:
    unit = only(regiment("a", 1000, place=None, arrives=Arrival(0, x, y, 10.0)))
    assert unit.entry == entry
