"""Orders of battle as groups of single figures."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.protocol import Player
from roundtop.battle.scenario import MusterError, Scenario
from roundtop.battles import load, read
from roundtop.rulebooks.skirmish.climbing.rule import climb_actions
from roundtop.rulebooks.skirmish.field import height_of
from roundtop.rulebooks.skirmish.fire.rule import band, loads_needed
from roundtop.rulebooks.skirmish.muster import names
from roundtop.rulebooks.skirmish.muster.forces import Muster, muster
from roundtop.rulebooks.skirmish.muster.men import melee_of, sizes
from roundtop.rulebooks.skirmish.muster.values import arrival_turn
from roundtop.rulebooks.skirmish.options import PRINTED, settings
from roundtop.rulebooks.skirmish.state import COMMANDER, Figure, Group
from roundtop.rulebooks.skirmish.tables import quality_die
from roundtop.rulebooks.skirmish.turn import begin
from roundtop.table.ground import level_at
from roundtop.table.measure import distance
from tests.clauses import clause

PLAYERS = (Player("union", "union"), Player("confederate", "confederate"))
HEAD = """
title = "Test"
minutes = 20
rulebooks = ["skirmish"]
[ground]
width = 360
depth = 240
"""
SIDES = """
[union]
name = "Union"
edge = "south"
[confederate]
name = "Confederates"
edge = "north"
[[confederate.regiment]]
name = "Reb"
men = 6
weapon = "rifle-musket"
place = [180, 200]
"""


def scenario(text: str, head: str = "", sides: str = SIDES) -> Scenario:
    """A battle with these units of the Union in it."""
    return read(HEAD + head + sides + text, "test.toml")


def unit(
    name: str, men: int, x: float = 180, y: float = 40, weapon: str = 'weapon = "rifle-musket"', **rest: str
) -> str:
    lines = [f'name = "{name}"', f"men = {men}", weapon, f"place = [{x}, {y}]"]
    lines += [f"{key} = {value}" for key, value in rest.items()]
    return "\n[[union.regiment]]\n" + "\n".join(line for line in lines if line) + "\n"


def mustered(text: str, head: str = "", sides: str = SIDES, **options: Any) -> Muster:
    return muster(scenario(text, head, sides), settings(options))


def groups(found: Muster, side: str = "union") -> list[Group]:
    chiefs = [army.commander for army in found.armies]
    return [group for group in found.groups if group.side == side and group.id not in chiefs]


def men(found: Muster, group: str) -> list[Figure]:
    return [figure for figure in found.figures if figure.group == group]


def chief(found: Muster, side: str = "union") -> Figure:
    return next(f for f in found.figures if f.role == COMMANDER and f.side == side)


@clause("skirmish.setup.muster", 1)
def test_a_company_is_split_into_groups_as_equal_as_can_be() -> None:
    found = mustered(unit("Co. A", 29))
    assert [len(men(found, group.id)) for group in groups(found)] == [8, 7, 7, 7]
    assert [group.start for group in groups(found)] == [8, 7, 7, 7]
    for group in groups(found):
        assert [man.role for man in men(found, group.id)] == ["nco", *["private"] * (group.start - 1)]
        assert {man.quality for man in men(found, group.id)} == {"regular"}
        assert {(man.firearms[0].kind, man.melee) for man in men(found, group.id)} == {("minie-rifle", "bayonet")}


@clause("skirmish.setup.muster", 2)
def test_halves_are_rounded_up() -> None:
    found = mustered(unit("Greens", 20, quality='"green"'))
    assert [group.start for group in groups(found)] == [7, 7, 6]
    assert quality_die(men(found, "greens.1")[0].quality, PRINTED).name == "d6"


@clause("skirmish.setup.muster", 3)
def test_up_to_the_greatest_size_a_unit_is_one_group() -> None:
    assert sizes(11, PRINTED) == [11]
    assert sizes(12, PRINTED) == [12]
    assert sizes(13, PRINTED) == [7, 6]
    assert sizes(13, settings({"group_max": 6})) == [5, 4, 4]
    assert sizes(24, settings({"group_stock": 12})) == [12, 12]


@clause("skirmish.setup.muster", 4)
def test_a_party_too_small_joins_the_smallest_group() -> None:
    beside = mustered(unit("Nine", 9, 100) + unit("Seven", 7, 180) + unit("Teamsters", 3, 250))
    assert [(group.id, group.start) for group in groups(beside)] == [("nine", 9), ("seven", 10)]
    assert men(beside, "seven")[-1].id == "teamsters-03"
    alone = mustered(unit("Ten", 10, 100) + unit("Teamsters", 3, 250))
    assert [(group.id, group.start, group.nco) for group in groups(alone)] == [
        ("ten", 10, "ten-01"),
        ("teamsters", 3, ""),
    ]
    assert [man.role for man in men(alone, "teamsters")] == ["private"] * 3


def test_four_men_with_nobody_to_join_are_a_group_of_four() -> None:
    found = mustered(unit("Four", 4))
    assert [(group.start, group.nco) for group in groups(found)] == [(4, "four-01")]
    assert [group.nco for group in groups(mustered(unit("Four", 4), group_min=5))] == [""]


@clause("skirmish.setup.muster", 5)
def test_a_regiment_is_refused_with_the_count() -> None:
    with pytest.raises(MusterError, match=r"union: 50 groups are too many .* at most 6 a side"):
        mustered(unit("20th Maine", 400))


@clause("skirmish.setup.muster-weapons", 1)
@clause("skirmish.setup.weapon-categories")
def test_a_trooper_with_carbine_pistol_and_sabre() -> None:
    arms = 'weapon = "breech-loading-carbine"'
    found = mustered(
        unit("Troop", 6, weapon=arms, arm='"cavalry"', values='{ skirmish = { also = ["pistol-and-sabre"] } }')
    )
    trooper = men(found, "troop")[0]
    assert [firearm.kind for firearm in trooper.firearms] == ["minie-carbine", "pistol"]
    carbine = trooper.firearms[0]
    assert loads_needed(carbine.kind, carbine.breech, carbine.repeating, PRINTED) == 1
    assert (trooper.arm, trooper.melee, trooper.melee_foot) == ("mounted", "sword-pistol", "sword-pistol")


@clause("skirmish.setup.muster-weapons", 2)
def test_numbers_of_arms_go_to_the_men_of_lowest_number() -> None:
    arms = "weapons = { smoothbore-musket = 4, shotgun = 4 }"
    found = men(mustered(unit("Mixed", 8, weapon=arms)), "mixed")
    assert [man.firearms[0].kind for man in found] == ["musket"] * 4 + ["shotgun"] * 4
    assert [man.melee for man in found] == ["bayonet"] * 4 + ["butt-sword"] * 4


@clause("skirmish.setup.muster-weapons", 3)
def test_men_left_over_get_the_first_listed() -> None:
    arms = "weapons = { rifle-musket = 4, carbine = 4 }"
    found = men(mustered(unit("Mixed", 9, weapon=arms)), "mixed")
    assert [man.firearms[0].kind for man in found] == ["minie-rifle"] * 5 + ["minie-carbine"] * 4
    assert [man.firearms[0].breech for man in found] == [False] * 5 + [True] * 4


@clause("skirmish.setup.weapon-categories", 1)
@pytest.mark.parametrize(
    ("arms", "mounted", "category"),
    [
        (("rifle-musket",), False, "bayonet"),
        (("rifle-musket",), True, "butt-sword"),
        (("rifle-musket", "no bayonet"), False, "butt-sword"),
        (("repeating-rifle",), False, "butt-sword"),
        (("repeating-rifle", "bayonet"), False, "bayonet"),
        (("sabre",), False, "butt-sword"),
        (("pistol",), True, "butt-sword"),
        (("sabre", "pistol"), True, "sword-pistol"),
        (("lance",), True, "lance"),
        (("lance",), False, "butt-sword"),
        (("unarmed",), False, "improvised"),
        (("stones",), False, "improvised"),
    ],
)
def test_the_melee_row_of_a_mans_arms(arms: tuple[str, ...], mounted: bool, category: str) -> None:
    assert melee_of(arms, mounted) == category


def test_whatever_else_can_be_thrown_is_hand_hurled() -> None:
    found = men(
        mustered(unit("Mob", 6, weapon='weapon = "unarmed"', values='{ skirmish = { also = ["stones"] } }')), "mob"
    )
    assert [firearm.kind for firearm in found[0].firearms] == ["hand-hurled"]
    assert found[0].melee == "improvised"


@clause("skirmish.setup.start-loaded")
def test_weapons_are_loaded_unless_the_scenario_or_the_house_rule_says_not() -> None:
    plain = unit("Co. A", 6)
    surprised = unit("Co. A", 6, values="{ skirmish = { loaded = false } }")
    assert men(mustered(plain), "co-a")[0].firearms[0].progress == 3
    assert men(mustered(plain, start_loaded=False), "co-a")[0].firearms[0].progress == 0
    assert men(mustered(surprised), "co-a")[0].firearms[0].progress == 0
    ready = unit("Co. A", 6, values="{ skirmish = { loaded = true } }")
    assert men(mustered(ready, start_loaded=False), "co-a")[0].firearms[0].progress == 3


@clause("skirmish.setup.muster-guns", 1)
def test_guns_are_barricades_and_their_crews_men_with_bare_hands() -> None:
    section = unit("Section", 40, weapon='weapon = "12-pdr-napoleon"', arm='"artillery"', guns="2", quality='"veteran"')
    found = mustered(section)
    barricades = [line for line in found.ground.lines if line.kind == "barricade"]
    assert [round(distance(*line.points[0], *line.points[1]), 2) for line in barricades] == [3.0, 3.0]
    assert [group.start for group in groups(found)] == [12]
    assert {(man.quality, man.melee, man.firearms) for man in men(found, "section")} == {("veteran", "improvised", ())}
    assert len({line.points for line in barricades}) == 2


@clause("skirmish.setup.muster-guns", 2)
def test_a_battery_of_four() -> None:
    battery = unit("Battery", 80, weapon='weapon = "3-inch-rifle"', arm='"artillery"', guns="4")
    found = mustered(battery)
    assert len([line for line in found.ground.lines if line.kind == "barricade"]) == 4
    assert [group.start for group in groups(found)] == [8, 8, 8]
    fewer = unit(
        "Battery",
        80,
        weapon='weapon = "3-inch-rifle"',
        arm='"artillery"',
        guns="4",
        values="{ skirmish = { crew = 10 } }",
    )
    assert [group.start for group in groups(mustered(fewer))] == [10]


@clause("skirmish.setup.muster-leaders", 1)
@clause("skirmish.setup.force-commander", 1)
def test_the_class_of_a_force_commander() -> None:
    good = SIDES.replace(
        'edge = "south"', 'edge = "south"\ncommander = { name = "Rawle", rank = "captain", rating = "good" }'
    )
    assert chief(mustered(unit("Co. A", 8), sides=good)).quality == "elite"
    found = mustered(unit("Co. A", 8))
    assert (chief(found).quality, chief(found).name) == ("veteran", "Lieutenant of the Union")
    assert chief(mustered(unit("Co. A", 8, quality='"green"'))).quality == "regular"
    assert (chief(found).arm, chief(found).melee, chief(found).firearms[0].kind) == ("foot", "sword-pistol", "pistol")


@clause("skirmish.setup.muster-leaders", 2)
def test_no_commander_is_below_regular() -> None:
    poor = SIDES.replace(
        'edge = "south"', 'edge = "south"\ncommander = { name = "Fry", rank = "lieutenant", rating = "poor" }'
    )
    assert chief(mustered(unit("Co. A", 8, quality='"green"'), sides=poor)).quality == "regular"


@clause("skirmish.setup.muster-leaders", 3)
def test_a_named_sergeant_leads_the_first_group() -> None:
    hale = '{ name = "Sgt. Hale", rank = "sergeant", rating = "good" }'
    lieutenant = SIDES.replace('edge = "south"', 'edge = "south"\ncommander = { name = "Fry", rank = "lieutenant" }')
    found = mustered(unit("Co. A", 16, commander=hale), sides=lieutenant)
    first, second = (men(found, group.id)[0] for group in groups(found))
    assert (first.name, first.quality, first.role, first.melee) == ("Sgt. Hale", "veteran", "nco", "bayonet")
    assert (second.name[:5], second.quality, second.role) == ("Sgt. ", "regular", "nco")


def test_men_have_names_of_the_period_and_no_two_of_a_side_the_same() -> None:
    tuttle = SIDES.replace('edge = "south"', 'edge = "south"\ncommander = { name = "Lt. Tuttle", rank = "lieutenant" }')
    company = mustered(unit("Co. A", 44), sides=tuttle)
    called = [figure.name for figure in company.figures if figure.side == "union"]
    assert len({name.split()[-1] for name in called}) == len(called) == 45
    assert {name.split()[0] for name in called} == {"Pvt.", "Sgt.", "Lt."}
    assert called == [f.name for f in mustered(unit("Co. A", 44), sides=tuttle).figures if f.side == "union"]
    many = [names.private(load("the-farmhouse"), "union", place) for place in range(400)]
    assert len(set(many)) == 400, "even where the roll has to be called again"


def test_an_officer_who_leads_a_group_has_pistol_and_sabre() -> None:
    two = '{ name = "Lt. Low", rank = "lieutenant", rating = "poor" }'
    captain = SIDES.replace('edge = "south"', 'edge = "south"\ncommander = { name = "Cox", rank = "captain" }')
    first = men(mustered(unit("Co. A", 8, commander=two), sides=captain), "co-a")[0]
    assert (first.name, first.quality, first.melee) == ("Lt. Low", "green", "sword-pistol")


@clause("skirmish.setup.muster")
def test_a_scenario_may_give_some_men_another_class() -> None:
    found = men(mustered(unit("Co. A", 6, values='{ skirmish = { men = ["2 elite", "1 green"] } }')), "co-a")
    assert [man.quality for man in found] == ["elite", "elite", "green", "regular", "regular", "regular"]
    with pytest.raises(MusterError, match="'some elite' should be like '2 elite'"):
        mustered(unit("Co. A", 6, values='{ skirmish = { men = ["some elite"] } }'))


@clause("skirmish.setup.figure-record")
def test_cavalry_is_mounted_unless_it_is_listed_as_dismounted() -> None:
    riders = men(mustered(unit("Troop", 6, arm='"cavalry"')), "troop")
    walkers = men(mustered(unit("Troop", 6, arm='"cavalry"', dismounted="true")), "troop")
    assert {(man.arm, man.melee, man.melee_foot) for man in riders} == {("mounted", "butt-sword", "bayonet")}
    assert {man.arm for man in walkers} == {"foot"}
    assert {(man.harm, man.horse, man.spent, man.burden) for man in riders} == {(0, 0, 0, "")}


@clause("skirmish.setup.scale", 1)
def test_yards_become_centimetres() -> None:
    wood = '[[ground.area]]\nkind = "woods"\noutline = [[0, 0], [90, 0], [90, 50], [0, 50]]\n'
    found = mustered(unit("Co. A", 8, 300), head=wood)
    assert found.ground.areas[0].box == (0.0, 0.0, 45.0, 25.0)
    assert (found.ground.width, found.ground.depth) == (180.0, 120.0)
    assert mustered(unit("Co. A", 8, 300), head=wood, yards_per_cm=4.0).ground.areas[0].box == (0.0, 0.0, 22.5, 12.5)


@clause("skirmish.setup.scale", 2)
def test_a_picket_at_a_hundred_and_thirty_yards() -> None:
    away = 130 / PRINTED.yards_per_cm
    assert away == 65.0
    assert (band("minie-rifle", away, PRINTED), band("repeating-bl-rifle", away, PRINTED)) == ("long", "extreme")


@clause("skirmish.setup.scale", 3)
def test_heights_in_feet() -> None:
    tall = '[[ground.line]]\nkind = "wall"\npoints = [[0, 0], [90, 0]]\n'
    ladder = '[[objective]]\nid = "loft"\nat = [50, 50]\n'
    values = '\n[values.skirmish]\nwall_feet = 4.5\nladders = ["loft: 24"]\n'
    found = begin(scenario(unit("Co. A", 8) + values, tall + ladder), PRINTED, PLAYERS).state
    assert height_of(found, found.ground.lines[0]) == 1.5
    assert climb_actions("obstacle", 1.5) == 1
    assert found.things[0].amount == 8.0
    assert climb_actions("ladder", 8.0) == 2
    higher = begin(scenario(unit("Co. A", 8) + "\n[values.skirmish]\nwall_feet = 9\n", tall), PRINTED, PLAYERS).state
    assert height_of(higher, higher.ground.lines[0]) == 3.0


@clause("skirmish.setup.height")
def test_contours_are_levels() -> None:
    foot, top = "[[0, 0], [90, 0], [90, 90], [0, 90]]", "[[20, 20], [60, 20], [60, 60], [20, 60]]"
    hill = f"[[ground.hill]]\nlevel = 4\ncontours = [{foot}, {top}]\n"
    found = mustered(unit("Co. A", 8, 300), head=hill)
    assert [level_at(found.ground, x, 15.0) for x in (100.0, 5.0, 20.0)] == [0, 1, 2]


@clause("skirmish.setup.reinforcements", 1)
def test_minutes_become_turns() -> None:
    assert arrival_turn(2, PRINTED) == 7
    assert arrival_turn(1, settings({"turns_per_minute": 1.5})) == 3


def test_a_side_may_have_one_group_and_its_length_is_the_scenarios() -> None:
    found = mustered(unit("Co. A", 8) + "\n[values.skirmish]\nturns = 9\n")
    assert found.turn_limit == 9
    assert mustered(unit("Co. A", 8), turn_limit=5).turn_limit == 5
    with pytest.raises(MusterError, match=r"values.skirmish.turns: expected a number from 1 to 1000, found 'soon'"):
        mustered(unit("Co. A", 8) + '\n[values.skirmish]\nturns = "soon"\n')


def test_a_load_must_lie_at_an_objective() -> None:
    with pytest.raises(MusterError, match="'barrel' lies at no objective"):
        mustered(unit("Co. A", 8) + '\n[values.skirmish]\nloads = ["barrel"]\n')


@clause("skirmish.setup.terrain-catalogue")
@clause("skirmish.movement.animals-actions")
def test_beasts_are_targets_by_themselves() -> None:
    found = mustered(unit("Co. A", 8) + unit("Mule", 2, 60, values="{ skirmish = { animals = true, rate = 9 } }"))
    mules = [figure for figure in found.figures if figure.arm == "animal"]
    assert [(mule.group, mule.rate, mule.firearms) for mule in mules] == [("mule-01", 9.0, ()), ("mule-02", 9.0, ())]
    assert [group.start for group in found.groups if group.arm == "animal"] == [1, 1]


@clause("skirmish.setup.group-make-up")
def test_the_stock_battle_has_a_commander_and_three_groups_of_eight() -> None:
    found = muster(load("the-meadow"), PRINTED)
    for side in ("union", "confederate"):
        assert [group.start for group in groups(found, side)] == [8, 8, 8]
        assert chief(found, side).quality == "veteran"
    assert {figure.place for figure in found.figures} == {"deploy"}
    assert found.zones[0] == ("union", ((0.0, 0.0), (180.0, 0.0), (180.0, 30.0), (0.0, 30.0)))
    small = settings({"table_width_cm": 100.0, "table_depth_cm": 90.0, "deploy_depth_cm": 20.0, "group_stock": 5})
    other = muster(load("the-meadow"), small)
    assert (other.ground.width, other.ground.depth) == (100.0, 90.0)
    assert other.zones[1] == ("confederate", ((100.0, 90.0), (0.0, 90.0), (0.0, 70.0), (100.0, 70.0)))
    assert [group.start for group in groups(other)] == [5, 5, 5]


def test_men_stand_as_the_scenario_says_and_never_on_one_another() -> None:
    line = men(mustered(unit("Pickets", 5, values="{ skirmish = { ranks = 1, spacing = 10 } }")), "pickets")
    assert [round(man.pose.x, 2) for man in line] == [100.0, 95.0, 90.0, 85.0, 80.0]
    assert {man.pose.y for man in line} == {20.0}
    close = mustered(unit("A", 8, 180) + unit("B", 8, 184))
    figures = [f for f in close.figures if f.side == "union"]
    for one in figures:
        for other in figures:
            assert one is other or distance(one.pose.x, one.pose.y, other.pose.x, other.pose.y) >= 1.99
