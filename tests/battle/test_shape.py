"""Data that is not of its kind is refused by the name of its field, in the project's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from roundtop import build
from roundtop.battle import shape
from roundtop.battle.bounds import spelled
from roundtop.battle.gamefile import GameFile, GameFileError, Source, scenario_of, story_codec
from roundtop.battle.options import OptionError
from roundtop.battles import load
from roundtop.rulebooks import rulebook

Way = tuple[str | int, ...]
WRONG: Final[tuple[Any, ...]] = (None, True, 7, 1.5, "x", [], {}, [None], {"is": "Weapon"}, {"is": []})
OF_PYTHON: Final = re.compile(r"NoneType|object|attribute|argument|hashable|supported|iterable|__|Exceeds|'(str|int)'")


def paths(plain: Any, before: Way = ()) -> Iterator[Way]:
    """Every field of plain data; of a list its first thing."""
    if isinstance(plain, dict):
        for name in plain:
            yield (*before, name)
            yield from paths(plain[name], (*before, name))
    elif isinstance(plain, list) and plain:
        yield (*before, 0)
        yield from paths(plain[0], (*before, 0))


def put(plain: Any, path: Way, new: Any) -> Any:
    if not path:
        return new
    if isinstance(plain, dict):
        return {name: put(one, path[1:], new) if name == path[0] else one for name, one in plain.items()}
    return [put(one, path[1:], new) if place == path[0] else one for place, one in enumerate(plain)]


def refusal(scenario: Any) -> str:
    try:
        scenario_of(GameFile(name="f", header={"scenario": scenario}, lines=[], size=0, chain="", notes=()))
    except GameFileError as error:
        return str(error)
    return ""


def test_every_field_of_a_battle_that_is_not_of_its_kind_is_named() -> None:
    whole = story_codec().plain(load("little-round-top"))
    assert refusal(whole) == ""
    refused = 0
    for path in paths(whole):
        for wrong in WRONG:
            said = refusal(put(whole, path, wrong))
            place = spelled([part for part in path if part != "is"])
            assert not OF_PYTHON.search(said.replace("objective", "")), said
            assert not said or place in said or "has no corner" in said or "far" in said, (path, wrong, said)
            refused += bool(said)
    assert refused > 1000


@pytest.mark.skipif(build.compiled(), reason="the compiler keeps no annotations")
def test_the_table_of_shapes_is_that_of_the_records() -> None:
    now = shape.printed(shape.annotated((*shape.SENT, Source)))
    file = Path(shape.__file__).with_name("shapes.toml").read_text("utf-8")
    assert file == now, "write it anew: python -m roundtop.battle.shape > src/roundtop/battle/shapes.toml"


@pytest.mark.parametrize(
    ("plain", "kind", "words"),
    [
        (7, str, "expected a text, found a whole number"),
        ([1, 2, 3], tuple[float, float], "expected a list of 2, found one of 3"),
        ([[1, "x"]], tuple[tuple[float, float], ...], "[1][2]: expected a number, found a text"),
        ({}, str | int, "expected a text or a whole number, found a table"),
        (True, float | None, "expected a number, found true or false"),
    ],
)
def test_what_is_expected_and_what_was_found_is_said(plain: Any, kind: Any, words: str) -> None:
    with pytest.raises(shape.ShapeError) as caught:
        shape.check(plain, kind)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("charge = 2020-01-01", "a day or a time is not a whole number"),
        (f"charge = 0x{'f' * 5000}", "a number of more than 15 figures is not a whole number"),
        (f"charge = {'9' * 5000}", "a number has thousands of figures"),
    ],
)
def test_a_deck_with_days_or_endless_numbers_is_refused_in_words(field: str, words: str) -> None:
    deck = f'[[card]]\ncard = "a"\nname = "A"\ninfantry = 3\ncavalry = 3\nlimbered = 3\nfire_pct = 0\n{field}\n'
    with pytest.raises(OptionError, match=words):
        rulebook("order-cards").settings({"deck": f"{deck}type_move = true\n"})
