"""What is written reads back the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.battle.scenario import History, Loss, Objective, Seat, Value
from roundtop.battles import ids, load, read, write
from roundtop.battles.decode import ScenarioError


@pytest.mark.parametrize("id", ids())
def test_every_battle_reads_back_the_same(id: str) -> None:
    battle = load(id)
    assert read(write(battle), f"{id}.toml") == battle


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"], include_characters="\t\n"), max_size=30)
"""Whatever can be seen or written: other texts are refused."""


@settings(max_examples=40)
@given(title=words.filter(bool), story=words, source=words, value=words, name=words.filter(bool))
def test_any_words_read_back_the_same(title: str, story: str, source: str, value: str, name: str) -> None:
    battle = replace(
        load("training-field"),
        title=title,
        story=story.replace("\r", "").strip(),
        sources=(source,),
        values=(Value("chamberlain", "", name, value), Value("order-cards", "1st-blue", "boxes", "5")),
    )
    assert read(write(battle), "training-field") == battle


def test_words_that_cannot_be_seen_are_refused_where_they_stand() -> None:
    battle = replace(load("training-field"), values=(Value("chamberlain", "", "name", "\x1f"),))
    with pytest.raises(ScenarioError, match=r"^training-field\.toml:\d+: values\.chamberlain\.name: this text has"):
        read(write(battle), "training-field.toml")


def test_the_rarer_keys_read_back_the_same() -> None:
    field = load("training-field")
    first, *rest = field.regiments
    battle = replace(
        field,
        clock="06:05",
        first="union",
        visibility=400.5,
        contour=7.5,
        estimates=("A guess.",),
        history=History(
            "union",
            "Held.\nBoth ways.",
            (Loss("union", 5, 1, 2, 2), Loss("confederate", 9, guns=2, estimate=True, source="x")),
        ),
        objectives=(Objective("hill", "The hill", 10.25, 20, 60, 3, "union", "confederate", True),),
        seats=(Seat("left", "Left wing", "union", ("blue",)),),
        sides=(
            replace(field.sides[0], friendly=("west",), exits=("south",), briefing='Say "go".\nOr not.'),
            field.sides[1],
        ),
        regiments=(
            replace(first, id="odd", dismounted=True, concealed=True, facing=12345, estimates=("men", "place")),
            *rest,
        ),
    )
    assert read(write(battle), "training-field") == battle
