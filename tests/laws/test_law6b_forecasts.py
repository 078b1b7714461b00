"""Law 6b: the odds are the table's; a forecast agrees with seeded plays of that very command."""

from __future__ import annotations

import re

import pytest

from roundtop import rulebooks
from roundtop.battle.protocol import Rulebook
from tests.laws.foretold import disagreements, foretold, margin, unlikely
from tests.laws.play import WILD, Case, often, smallest

PLAYS = 160
MOMENTS = 150
EACH = 2
"""Forecasts of each kind, and how often each is played; `python -m tests.laws.foretold` plays more."""


@pytest.mark.parametrize("bot", [WILD, "captain"])
@pytest.mark.parametrize("case", smallest(), ids=lambda case: case.id)
def test_what_is_foretold_is_what_comes(case: Case, bot: str) -> None:
    wrong: list[str] = []
    for found in foretold(case, bot, MOMENTS, often(EACH)):
        wrong += disagreements(case.book, found, often(PLAYS))
    assert wrong == []


@pytest.mark.parametrize("book", rulebooks.rulebooks(), ids=lambda book: book.id)
def test_an_estimate_says_how_often_it_was_tried_and_how_far_it_may_be_off(book: Rulebook) -> None:
    for case in [case for case in smallest() if case.book.id == book.id]:
        for _, _, told in foretold(case, WILD, MOMENTS, MOMENTS):
            if not told.exact:
                assert re.search(r"\d+ trials", told.note)
                assert 0.0 < margin(told) < 0.1


def test_a_wrong_forecast_is_noticed() -> None:
    """Told 44 %, came never in 120 plays; told 2 %, came in 22 % of them; a fair count is none."""
    assert unlikely(0, 120, 0.44)
    assert unlikely(27, 120, 0.02)
    assert not unlikely(40, 120, 0.3)
