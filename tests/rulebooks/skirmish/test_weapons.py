"""The weapon tables as data: the sheet's own, a club's, and tables that cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from roundtop.battle.options import OptionError
from roundtop.rulebooks.skirmish.fire.events import ShotFired
from roundtop.rulebooks.skirmish.options import PRINTED, settings
from roundtop.rulebooks.skirmish.paper import sheet
from roundtop.rulebooks.skirmish.scene import scene
from roundtop.rulebooks.skirmish.weapons import rule as weapons_rule
from roundtop.rulebooks.skirmish.weapons.rule import WeaponsError, armoury_of, read_weapons
from roundtop.umpire import UmpireError
from tests.clauses import clause

from .table import CONFEDERATE, SOUTH, UNION, man, position, table
from .test_procedures import outcome

TEXT = (Path(weapons_rule.__file__).parents[1] / "weapons.toml").read_text(encoding="utf-8")
MUSKET = "short = 4\nmedium = 10\nlong = 30\nextreme = 90\nloads = 3"
BAYONET = '"bayonet"\nversus_foot = 6'


def club(old: str, new: str) -> str:
    """The sheet's tables with one thing changed."""
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


FAR_MUSKETS = club(MUSKET, "short = 40\nmedium = 50\nlong = 60\nextreme = 90\nloads = 2")


@clause("skirmish.setup.weapon-categories")
def test_the_sheets_tables_are_read_from_its_file() -> None:
    assert list(PRINTED.armoury.shooting) == list(weapons_rule.SHOOTING)
    assert list(PRINTED.armoury.melee) == list(weapons_rule.MELEE)
    rifle = PRINTED.armoury.shooting["minie-rifle"]
    assert (rifle.short, rifle.medium, rifle.long, rifle.extreme, rifle.loads) == (15.0, 30.0, 110.0, 150.0, 3)
    assert read_weapons(TEXT) == armoury_of("default") == PRINTED.armoury
    assert settings({"weapons": TEXT}).armoury == PRINTED.armoury


@clause("skirmish.setup.weapon-categories")
def test_a_clubs_ranges_change_the_shot() -> None:
    men = (man("a1", UNION, 50, 50, weapon="musket"), man("f1", CONFEDERATE, 50, 90, SOUTH))
    printed = table(*men)
    printed.acts("a1", "fire:0:f", ["d8:5", "d4:1", "d12:8"])
    assert printed.last(ShotFired).result == "none"
    play = table(*men, weapons=FAR_MUSKETS)
    play.acts("a1", "fire:0:f", ["d8:5", "d4:1", "d6:3", "d8:8"])
    assert play.last(ShotFired).result == "wound"
    assert "short, d6" in [row.value for row in play.last(ShotFired).tally]
    # Out of the sheet's range, within a club's.
    far = (man("a1", UNION, 50, 5, weapon="musket"), man("f1", CONFEDERATE, 50, 110, SOUTH))
    long_range = club(MUSKET, MUSKET.replace("90", "105"))
    assert "fire:0:f" not in table(*far).choose("a").choose("a1").keys
    assert "fire:0:f" in table(*far, weapons=long_range).choose("a").choose("a1").keys


@clause("skirmish.setup.weapon-categories")
def test_a_clubs_loads_and_melee_dice() -> None:
    men = (man("a1", UNION, 50, 50, weapon="musket", progress=0), man("f1", CONFEDERATE, 50, 90, SOUTH))
    play = table(*men, weapons=FAR_MUSKETS)
    play.acts("a1", "load:0").to_phase(UNION, 2).acts("a1", "load:0")
    play.until("first", dice=["d6:5", "d6:2"]).choose("first").choose("a").choose("a1")
    assert "fire:0:f" in play.keys
    one = {"class": "regular", "arm": "foot", "weapon": "bayonet", "harm": 0}
    sharp = {"weapons": club(BAYONET, '"bayonet"\nversus_foot = 12')}
    found = outcome("resolve-melee", "d8:1", "d12:9", "d8:8", "d12:1", a=one, b=one, options=sharp)
    assert (found["a_score"], found["b_score"]) == (9, 8)
    bare = {"weapons": club(BAYONET, '"bayonet"\nversus_foot = 0')}
    assert outcome("resolve-melee", "d8:5", "d8:4", a=one, b=one, options=bare)["a_score"] == 5


def test_a_clubs_tables_show_on_card_and_sheet() -> None:
    house: dict[str, Any] = {"weapons": FAR_MUSKETS}
    state = position(man("a1", UNION, 50, 50, weapon="musket"), man("f1", CONFEDERATE, 50, 90, SOUTH), **house)
    card = {row.label: row.value for row in scene(state).pieces[0].card}
    assert card["Ranges"] == "short 40 (d6), medium 50 (d8), long 60 (d10), extreme 90 (d12)"
    rows = [row for block in sheet(settings(house)).blocks for row in block.rows]
    assert ("Musket", "40", "50", "60", "90", "2") in rows


@clause("skirmish.setup.weapon-categories")
def test_the_umpire_reads_a_clubs_tables() -> None:
    house = {"weapons": FAR_MUSKETS}
    asked: dict[str, Any] = {"weapon": "musket", "distance_cm": 38.0}
    assert outcome("range-band", **asked)["band"] == "extreme"
    assert outcome("range-band", **asked, options=house)["band"] == "short"
    men = [{"id": "k1", "distance_cm": 20.0}, {"id": "k2", "distance_cm": 22.0, "screened": True}]
    assert outcome("select-target", "d2:1", weapon="musket", figures=men)["pool"] == ["k1", "k2"]
    assert outcome("select-target", weapon="musket", figures=men, options=house)["pool"] == ["k1"]
    assert outcome("load", weapon="musket", progress=1, load_actions=1, options=house)["loaded"]
    with pytest.raises(UmpireError, match=r"weapons: .*shooting"):
        outcome("range-band", **asked, options={"weapons": "title = 'none'"})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "The', "title = The", "it is no TOML text"),
        ("title =", "titel =", "titel: there is no such table"),
        (TEXT, "shooting = 3", "shooting: there is a .*row for each of minie-rifle"),
        ('"musket"', '"bombard"', r"shooting\[2\].weapon: 'bombard' is not one of minie-rifle"),
        ('"musket"', '"pistol"', r"shooting: the musket is missing \[skirmish.shooting.range-musket\]"),
        ('"shotgun"', '"musket"', "shooting: the musket is there twice"),
        ("long = 110\n", "", r"shooting\[0\].long: is missing from the minie-rifle"),
        ("long = 110", "long = 110\nglory = 1", r"shooting\[0\].glory: there is no such field"),
        ("long = 110", "long = true", r"shooting\[0\].long: true is not a number of cm from above 0 to 1000"),
        ("long = 110", "long = 0", r"shooting\[0\].long: 0 is not a number of cm from above 0"),
        ("long = 110", "long = 30", r"shooting\[0\].long: 30 is not more than 30.*\[skirmish.shooting.band-edges\]"),
        ("short = 15", "short = -1", r"shooting\[0\].short: -1 is not a number of cm from 0 \(for none\)"),
        ("extreme = 150", "extreme = 1001", r"shooting\[0\].extreme: 1001 is not a number of cm"),
        ("extreme = 150\nloads = 3", "extreme = 150\nloads = 0", r"shooting\[0\].loads: 0 is not a whole number"),
        ("extreme = 150\nloads = 3", "extreme = 150\nloads = 13", r"loads: 13 .*\[skirmish.shooting.loading-class\]"),
        (BAYONET, '"bayonet"\nversus_foot = 7', r"melee\[1\].versus_foot: 7 is not a die of 4, 6, 8, 10, 12 sides"),
        (BAYONET, '"bayonet"\nversus_foot = true', r"versus_foot: true .*\[skirmish.melee.weapon-bayonet\]"),
        (BAYONET, '"bayonet"', r"melee\[1\].versus_foot: is missing from the bayonet"),
        ('arms = "lance"', 'arms = "pike"', r"melee\[0\].arms: 'pike' is not one of lance, bayonet"),
    ],
)
def test_tables_that_cannot_be_say_why(old: str, new: str, message: str) -> None:
    text = club(old, new)
    with pytest.raises(WeaponsError, match=message):
        read_weapons(text)
    with pytest.raises(OptionError, match=f"^weapons: .*{message}"):
        settings({"weapons": text})


def test_a_weapon_may_lack_its_short_or_its_extreme_band() -> None:
    row = read_weapons(club("short = 15", "short = 0")).shooting["minie-rifle"]
    assert (row.short, row.medium) == (0.0, 30.0)
    assert read_weapons(club("extreme = 150", "extreme = 0")).shooting["minie-rifle"].extreme == 0.0
    assert read_weapons(club("extreme = 150", "extreme = 1000")).shooting["minie-rifle"].extreme == 1000.0
