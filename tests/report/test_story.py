"""The story of a battle by turn and phase."""

from __future__ import annotations

from roundtop.battle.scene import Telling
from roundtop.report import narrative


def said(text: str, hint: str, side: str = "") -> Telling:
    return Telling(text, (), (), (), hint, side)


def test_turns_and_phases_are_headings() -> None:
    story = [
        said("Turn 1 of 8.", "turn"),
        said("Movement.", "phase"),
        said("1st Blue moves 12″ north.", "move", "union"),
        said("The Union win.", "end", "union"),
    ]
    assert narrative(story) == ("Turn 1 of 8\n===========\n\nMovement\n  1st Blue moves 12″ north.\n\nThe Union win.\n")


def test_phase_without_news_and_tidying_are_left_out() -> None:
    story = [
        said("Shooting.", "phase"),
        said("Combat.", "phase"),
        said("The dominoes are put away.", "none"),
        said("React.", "phase"),
        said("1st Blue holds its fire.", "none", "union"),
    ]
    assert narrative(story) == "React\n  1st Blue holds its fire.\n"


def test_phase_does_not_reach_into_the_next_turn() -> None:
    story = [said("React.", "phase"), said("Turn 2.", "turn"), said("1st Blue moves.", "move", "union")]
    assert "React" not in narrative(story)


def test_long_sentences_are_folded_and_nothing_is_nothing() -> None:
    folded = narrative([said("word " * 60, "move", "union")]).splitlines()
    assert len(folded) > 1
    assert max([len(line) for line in folded]) <= 100
    assert narrative([]) == ""
