"""Battle files are read with every fault named at once, on its line, with the word that would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundtop.battle.scenario import Arrival, History, Loss, Value, Weapon
from roundtop.battles import ScenarioError, read
from roundtop.battles.past import leader, lost
from roundtop.rulebooks import names

SMALL = """\
title = "A skirmish at the ford"
date = 1862-05-01
minutes = 60
rulebooks = ["infantry-action", "chamberlain"]

[values.chamberlain]
game_turns = 6

[ground]
width = 800
depth = 600

[[ground.hill]]
level = 1
contours = [
  [[100, 100], [300, 100], [300, 300], [100, 300]],
  [[150, 150], [250, 150], [250, 250], [150, 250]],
]

[[ground.area]]
kind = "woods"
outline = [[400, 100], [500, 100], [500, 200]]

[[ground.line]]
kind = "creek"
points = [[0, 400], [800, 400]]

[[ground.crossing]]
kind = "ford"
at = [400, 402]

[[objective]]
id = "ford"
at = [400, 400]

[union]
name = "Union"
edge = "south"

[[union.division]]
id = "first"

[[union.brigade]]
id = "blue"
under = "first"
weapon = "rifle-musket"
quality = "veteran"
commander = { name = "Ann Blue", rank = "colonel", values = { chamberlain = { traits = ["I", "SF"] } } }

[[union.brigade.regiment]]
name = "1st Blue"
men = 300
place = [200, 50]

[[union.brigade.regiment]]
name = "2nd Blue"
men = 320
weapons = { smoothbore-musket = 200, rifle-musket = 120 }
quality = "green"
place = [500, 50]
facing = "north-north-east"

[[union.regiment]]
name = "Blue battery"
arm = "artillery"
men = 90
guns = 4
weapon = "6-pdr"
place = [650, 60]
facing = 350.5
concealed = false

[confederate]
name = "Confederate"
edge = "north"

[[confederate.brigade]]
id = "grey"

[[confederate.brigade.regiment]]
name = "1st Grey"
men = 350
weapon = "inferior-rifle"
place = [200, 550]

[[confederate.brigade.regiment]]
name = "2nd Grey"
arm = "cavalry"
men = 200
weapon = "shotgun"
dismounted = true
arrives = { minute = 20, at = [800, 500], width = 100, certain = true }
"""


def faults(text: str) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        read(text, "ford.toml")
    return [str(problem) for problem in caught.value.problems]


def line_of(text: str) -> int:
    return SMALL[: SMALL.index(text)].count("\n") + 1


def test_a_whole_file() -> None:
    battle = read(SMALL, "some/where/ford.toml")
    assert (battle.id, battle.date, battle.minutes) == ("ford", "1862-05-01", 60)
    assert [height.level for height in battle.ground.heights] == [1, 2]
    first, second, battery, third, fourth = battle.regiments
    assert (first.id, first.quality, first.weapons) == ("1st-blue", "veteran", (Weapon("rifle-musket", 300),))
    assert (first.formation, first.brigade, first.division, first.facing) == ("blue", "blue", "first", 0)
    assert second.weapons == (Weapon("smoothbore-musket", 200), Weapon("rifle-musket", 120))
    assert (second.quality, second.facing) == ("green", 2250)
    assert (battery.guns, battery.facing, battery.brigade, battery.concealed) == (4, 35050, "", False)
    assert (third.quality, third.facing, third.division, third.concealed) == ("regular", 18000, "", None)
    assert fourth.arrives == Arrival(20, 800, 500, 100, certain=True)
    assert (fourth.place, fourth.facing, fourth.dismounted) == (None, None, True)
    assert battle.values == (
        Value("chamberlain", "", "game_turns", "6"),
        Value("chamberlain", "ann-blue", "traits", "I, SF"),
    )


@pytest.mark.parametrize(
    ("right", "wrong", "key", "text"),
    [
        (
            '"rifle-musket"\nq',
            '"rifle-muskett"\nq',
            "union.brigade[1].weapon",
            "did you mean 'rifle-musket'?",
        ),
        ('"veteran"', '"old"', "union.brigade[1].quality", "expected one of green, regular, veteran, elite"),
        ('kind = "woods"', 'kind = "wood"', "ground.area[1].kind", "did you mean 'woods'?"),
        ('edge = "south"', 'egde = "south"', "union.egde", "no such key here; did you mean 'edge'?"),
        ("men = 350", "men = -350", "confederate.brigade[1].regiment[1].men", "found -350"),
        ("men = 350", "men = 35.5", "confederate.brigade[1].regiment[1].men", "expected a whole number"),
        ("men = 350\n", "", "confederate.brigade[1].regiment[1].men", "missing; expected a whole number"),
        ("width = 800", "width = nan", "ground.width", "expected a number above 0"),
        ("minutes = 60", "minutes = true", "minutes", "expected a whole number of at least 1"),
        ("1862-05-01", '"May"', "date", "expected a date such as 1863-07-02, found 'May'"),
        ("at = [400, 402]", "at = [400]", "ground.crossing[1].at", "expected a point [x, y], found [400]"),
        ("at = [400, 402]", "at = [400, 450]", "ground.crossing[1].at", "lies on no stream, creek or river"),
        ("[200, 50]", "[200, 601]", "union.brigade[1].regiment[1].place", "outside the field of 800 by 600"),
        ("[200, 550]", "[500, 50]", "confederate.brigade[1].regiment[1].place", "2nd Blue already stands at"),
        ("place = [200, 550]", "", "confederate.brigade[1].regiment[1]", "neither place nor arrives"),
        ("[800, 500]", "[700, 500]", "confederate.brigade[1].regiment[2].arrives.at", "not on the edge"),
        ("minute = 20", "minute = 60", "confederate.brigade[1].regiment[2].arrives.minute", "60 is too late"),
        ("[250, 250]", "[350, 250]", "ground.hill[1].contours[2]", "reaches outside the one below it"),
        (", [500, 200]]", "]", "ground.area[1].outline", "at least 3 points, found 2"),
        ("[300, 100], [300, 300]", "[300, 300], [300, 100]", "ground.hill[1].contours[1]", "crosses itself"),
        (", [800, 400]]", "]", "ground.line[1].points", "at least 2 points, found 1"),
        ('under = "first"', 'under = "frist"', "union.brigade[1].under", "did you mean 'first'?"),
        ('id = "grey"', 'id = "blue"', "confederate.brigade[1].id", "is taken by union.brigade[1]"),
        ('id = "grey"', 'id = "The Greys"', "confederate.brigade[1].id", "such as 'the-greys'"),
        (
            'name = "1st Grey"',
            'name = "1st Blue"',
            "confederate.brigade[1].regiment[1].name",
            "'1st-blue' is taken",
        ),
        ("rifle-musket = 120", "rifle-musket = 121", "union.brigade[1].regiment[2].weapons", "add up to 321"),
        ('"6-pdr"', '"rifle-musket"', "union.regiment[1].weapon", "artillery cannot have 'rifle-musket'"),
        ("guns = 4\n", "", "union.regiment[1].guns", "artillery needs a number of guns"),
        ('arm = "cavalry"', "guns = 2", "confederate.brigade[1].regiment[2].guns", "infantry has no guns"),
        ('weapon = "shotgun"\n', "", "confederate.brigade[1].regiment[2].weapon", "what do the men of"),
        ('"north-north-east"', '"nort"', "union.brigade[1].regiment[2].facing", "did you mean 'north'?"),
        ("350.5", "360.5", "union.regiment[1].facing", "expected 0 to 360 degrees"),
        ('edge = "north"', 'edge = "south"', "confederate.edge", "the union already has the south edge"),
        ("[values.chamberlain]", "[values.chamberlin]", "values.chamberlin", "did you mean 'chamberlain'?"),
        ("minutes = 60", 'minutes = 60\ndeployment = "zones"', "union.zones", "needs one or more outlines"),
    ],
)
def test_one_fault_is_named_with_its_key_and_what_is_right(right: str, wrong: str, key: str, text: str) -> None:
    assert right in SMALL
    found = faults(SMALL.replace(right, wrong, 1))
    assert any(f": {key}: " in one and text in one for one in found), found


def test_the_line_is_that_of_the_key() -> None:
    found = faults(SMALL.replace('"veteran"', '"vetran"').replace("350.5", "400").replace("[650, 60]", "[650, -1]"))
    lines = [line_of('quality = "veteran"'), line_of("place = [650, 60]"), line_of("facing = 350.5")]
    assert [one.split(": ")[0] for one in found] == [f"ford.toml:{line}" for line in lines]


def test_every_fault_of_a_file_is_named_at_once() -> None:
    broken = (
        SMALL.replace("depth = 600", 'depth = "deep"')
        .replace('"veteran"', '"vetran"')
        .replace('kind = "ford"', 'kind = "fort"')
        .replace("men = 350", "men = 0")
        .replace('"north-north-east"', '"nort"')
        .replace("certain = true", "certain = 1")
    )
    assert len(faults(broken)) == 6


def test_a_fault_brings_no_others_after_it() -> None:
    for right, wrong in [
        ("[ground]\nwidth = 800\ndepth = 600\n", "[ground]\n"),
        ("[[union.division]]\nid", "[[union.division]]\nname = 3\nid"),
        ('weapon = "rifle-musket"', "weapon = 7"),
        ("outline = [[400, 100], [500, 100], [500, 200]]", "outline = 4"),
        ('rulebooks = ["infantry-action", "chamberlain"]', "rulebooks = 5"),
    ]:
        assert right in SMALL
        assert len(faults(SMALL.replace(right, wrong, 1))) == wrong.count("[ground]") + 1


def test_a_side_without_regiments_and_a_file_without_anything() -> None:
    bare = SMALL[: SMALL.index("[[confederate.brigade]]")]
    assert faults(bare) == [
        f"ford.toml:{line_of('[confederate]')}: confederate: this side has no regiments; "
        "write [[confederate.brigade.regiment]] tables"
    ]
    assert [one.split(": ")[1] for one in faults("")] == [
        "title",
        "minutes",
        "rulebooks",
        "ground",
        "union",
        "confederate",
    ]


def test_text_that_is_not_toml_is_refused_with_its_line() -> None:
    assert faults(SMALL.replace("minutes = 60", "minutes = ")) == ["ford.toml:3: this is not TOML: invalid value"]


def test_a_multi_line_text_does_not_hide_later_lines() -> None:
    story = 'story = """\nmen = 3\n[union]\n"""\n'
    found = faults(story + SMALL.replace("men = 350", "men = 0"))
    assert found[0].startswith(f"ford.toml:{line_of('men = 350') + 4}: ")


def test_the_example_of_the_handbook_is_a_battle() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text("utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    assert read(example, "bridge.toml").title == "The bridge"


PAST = """
[history]
winner = "draw"
outcome = "Nobody crossed."
union = { killed = 3, wounded = 9, missing = 1 }
confederate = { men = 20, killed = 5, guns = 1, estimate = true, source = "a diary" }
"""


def test_how_it_really_went_what_is_guessed_and_what_players_are_told() -> None:
    text = SMALL.replace("minutes = 60", 'minutes = 60\nestimates = ["The ford is drawn too wide."]')
    text = text.replace('name = "Union"', 'name = "Union"\nbriefing = """\nGet over.\n"""')
    text = text.replace('id = "blue"', 'id = "blue"\nestimates = ["men"]')
    text = text.replace("men = 320", 'men = 320\nestimates = ["weapon", "men"]')
    battle = read(text + PAST, "ford.toml")
    assert battle.estimates == ("The ford is drawn too wide.",)
    assert [side.briefing for side in battle.sides] == ["Get over.", ""]
    assert [one.estimates for one in battle.regiments[:3]] == [("men",), ("men", "weapon"), ()]
    counted = Loss("union", 13, 3, 9, 1)
    guessed = Loss("confederate", 20, 5, guns=1, estimate=True, source="a diary")
    assert battle.history == History("draw", "Nobody crossed.", (counted, guessed))
    assert lost(battle, "union") == "13 men (3 killed, 9 wounded, 1 missing)"
    assert lost(battle, "confederate") == "20 men (5 killed) and 1 guns, an estimate"
    assert leader(battle, "union") == "Colonel Ann Blue"
    assert leader(read(SMALL.replace("Ann Blue", "Col. Blue"), "ford.toml"), "union") == "Col. Blue"
    assert (lost(read(SMALL, "ford.toml"), "union"), read(SMALL, "ford.toml").history) == ("", None)


def test_faults_of_what_is_said_of_history() -> None:
    text = SMALL.replace("men = 320", 'men = 320\nestimates = ["mem"]')
    text += PAST.replace('"draw"', '"nobody"').replace("men = 20", "men = 4")
    found = [one.split(": ", 1)[1] for one in faults(text)]
    assert found == [
        "union.brigade[1].regiment[2].estimates[1]: estimate 'mem': did you mean 'men'?",
        "history.winner: winner 'nobody': expected one of union, confederate, draw",
        "history.confederate.men: 4 in all, but killed, wounded and missing add up to 5",
    ]


def test_a_rulebook_nobody_has_is_a_fault_where_it_is_known_who_is_there() -> None:
    text = SMALL.replace('"infantry-action", "chamberlain"', '"infantry-action", "chamberlian"')
    text = text.replace("values.chamberlain", "values.chamberlian").replace("chamberlain = {", "chamberlian = {")
    assert read(text, "ford.toml").rulebooks == ("infantry-action", "chamberlian")
    with pytest.raises(ScenarioError) as caught:
        read(text, "ford.toml", names())
    line = f"ford.toml:{line_of('rulebooks')}"
    assert str(caught.value) == f"{line}: rulebooks[2]: rulebook 'chamberlian': did you mean 'chamberlain'?"
