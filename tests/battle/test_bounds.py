"""How much of everything there may be, and how it is said."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

import pytest

from roundtop.battle import bounds
from roundtop.battle.bounds import BoundsError
from roundtop.battle.options import OptionError
from roundtop.battles import ScenarioError, ids, load, read, write
from roundtop.rulebooks import rulebook
from roundtop.table.ground import Area, Crossing, Ground, Height, Line, Road


def nested(depth: int) -> Any:
    return json.loads("[" * depth + "]" * depth)


@pytest.mark.parametrize(
    ("plain", "words"),
    [
        ({"areas": [{"outline": [[0, 0]] * 151}]}, "areas[1].outline: 151 corners; at most 150 are allowed"),
        ({"lines": [{}, {"points": [[0, 0]] * 151}]}, "lines[2].points: 151 points; at most 150 are allowed"),
        ({"regiments": [{}] * 501}, "regiments: 501 regiments; at most 500 are allowed"),
        ({"players": [{}] * 21}, "players: 21 players; at most 20 are allowed"),
        ({"objective": [{}] * 61}, "objective: 61 objectives; at most 60 are allowed"),
        ({"officers": [{}] * 501}, "officers: 501 officers; at most 500 are allowed"),
        ({"men": 20_001}, "men: 20001 is no number from -20,000 to 20,000"),
        ({"guns": -201}, "guns: -201 is no number from -200 to 200"),
        ({"x": float("nan")}, "x: nan is no number from -1,000,000,000,000 to 1,000,000,000,000"),
        ({"x": [1, float("inf")]}, "x[2]: inf is no number from"),
        ({"x": 10**400}, "x: a number of more than 15 figures is no number from"),
        ({"title": "x" * 201}, "title: this text has 201 characters; at most 200 are allowed"),
        ({"story": "x" * 20_001}, "story: this text has 20,001 characters; at most 20,000 are allowed"),
        ({"x" * 201: 1}, "a name of 201 characters; at most 200 are allowed"),
        ({"name": "a\x1b[2Jb"}, "name: this text has a character in it that nobody can see or write"),
        ({"name": "\ud800"}, "name: this text has a character in it that nobody can see or write"),
        ({"a\x00": 1}, "a name has a character in it that nobody can see or write"),
        (nested(33), "lists and tables lie more than 32 deep in one another"),
        ([0] * 20_001, "20,001 things; at most 20,000 are allowed"),
    ],
)
def test_more_than_there_may_be_is_named(plain: Any, words: str) -> None:
    with pytest.raises(BoundsError) as caught:
        bounds.check(plain)
    assert words in str(caught.value)


def test_as_much_as_there_may_be_is_let_through() -> None:
    bounds.check({"areas": [{"outline": [[0, 0]] * 150}] * 200, "men": 20_000, "title": "x" * 200, "deep": nested(31)})


SLIVER = ((0.0, 0.0), (1.0, 0.0), (1.0, 1e11))


@pytest.mark.parametrize(
    ("ground", "words"),
    [
        (Ground(40.0, 30.0, areas=(Area("woods", SLIVER),)), "ground.areas[1]: it lies farther outside the field"),
        (Ground(40.0, 30.0, lines=(Line("fence", ((0.0, 0.0), (-41.0, 0.0))),)), "ground.lines[1]: it lies farther"),
        (Ground(40.0, 30.0, roads=(Road("road", ((0.0, 0.0), (9.0, 9.0)), 1e5),)), "ground.roads[1]: it lies farther"),
        (Ground(40.0, 30.0, heights=(Height(1, SLIVER),)), "ground.heights[1]: it lies farther"),
        (Ground(40.0, 30.0, crossings=(Crossing("ford", 9.0, 90.0, 1.0),)), "ground.crossings[1]: it lies farther"),
    ],
)
def test_what_lies_far_outside_the_field_is_refused_before_it_is_drawn(ground: Ground, words: str) -> None:
    with pytest.raises(BoundsError) as caught:
        bounds.check_ground(ground)
    assert words in str(caught.value)


def test_what_reaches_over_the_edge_is_let_through() -> None:
    bounds.check_ground(Ground(40.0, 30.0, lines=(Line("fence", ((-40.0, 0.0), (80.0, 70.0))),)))


def test_every_battle_on_the_shelf_is_far_within() -> None:
    for id in ids():
        bounds.check_scenario(load(id))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"men": 20_001}, "expected a whole number of at least 1 and at most 20,000, found 20001"),
        ({"name": "x" * 201}, "this text has 201 characters"),
    ],
)
def test_a_battle_file_is_held_to_the_same_table(change: dict[str, Any], words: str) -> None:
    field = load("training-field")
    first = replace(field.regiments[0], **change)
    with pytest.raises(ScenarioError) as caught:
        read(write(replace(field, regiments=(first, *field.regiments[1:]))), "field.toml")
    assert words in str(caught.value)


def test_corners_of_a_battle_file_are_counted_singly_and_together() -> None:
    field = load("training-field")
    square = [(100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0)]
    long = Area("woods", (*[(100.0 + n / 2, 100.0) for n in range(150)], *square[2:]))
    with pytest.raises(ScenarioError, match=r"ground\.area\[1\]\.outline: 152 corners; at most 150"):
        read(write(replace(field, ground=replace(field.ground, areas=(long,)))), "field.toml")
    fair = Area("woods", long.outline[10:])
    with pytest.raises(ScenarioError, match=r"ground: 1,1\d\d corners and points in all; at most 1,000"):
        read(write(replace(field, ground=replace(field.ground, areas=(fair,) * 8))), "field.toml")


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 5000 + "]" * 5000,
        ".".join(["a"] * 9000) + " = 1",
        "[" + " . ".join(["a"] * 4000) + "]",
        'x = "' + "y" * 30_000 + '"',
        "x = " + "{a=" * 3000 + "1" + "}" * 3000,
    ],
)
def test_text_that_would_keep_a_reader_busy_is_refused_in_words(text: str) -> None:
    begun = time.thread_time()
    for rules, option in (("order-cards", "deck"), ("skirmish", "weapons")):
        with pytest.raises(OptionError, match=r"deep in one another|characters; at most"):
            rulebook(rules).settings({option: text})
    with pytest.raises(ScenarioError, match=r"deep in one another|characters; at most"):
        read(text, "deep.toml")
    assert time.thread_time() - begun < 2.0


def test_options_are_held_to_the_table_too() -> None:
    with pytest.raises(OptionError, match=r"^deep(\[1\])+…: lists and tables lie more than 32 deep"):
        rulebook("order-cards").settings({"deep": nested(40)})
    with pytest.raises(OptionError, match="is not a whole number"):
        rulebook("order-cards").settings({"sets": 10**50})
    with pytest.raises(OptionError, match="is not a number"):
        rulebook("order-cards").settings({"max_visibility": 10**400})
