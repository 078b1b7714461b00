"""Law 12: after every event nobody hangs over the edge or lies on another, except where the book says so."""

from __future__ import annotations

import pytest

from roundtop import rulebooks
from roundtop.battle.engine import asked, begin, decision, over, submit
from roundtop.battle.protocol import Rulebook
from roundtop.dice.sources import Seeded, Stream
from tests.laws.play import WILD, Case, given, often, scenario, smallest, steps
from tests.laws.reader import reader
from tests.laws.standing import Watch

MOST = 1200
"""Commands of one battle that are looked at."""


def misplaced(case: Case, bot: str, most: int) -> tuple[int, list[str]]:
    """How often somebody went somewhere, and who then stood where nobody may."""
    book = case.book
    wrong: list[str] = []
    battle = begin(book, scenario(case.battle), case.variant.options)
    watch, dice, stream = Watch(book), Seeded("standing"), Stream("standing")
    for _ in range(most):
        for before, passage in steps(book, battle, dice):
            wrong += watch.after(before.state, passage.events)
            battle = passage.battle
        if over(book, battle) is not None:
            break
        wanted = decision(book, battle, asked(book, battle)[0])
        passage = submit(book, battle, given(book, battle, wanted, bot, stream))
        wrong += watch.after(battle.state, passage.events)
        battle = passage.battle
    return watch.moved, wrong


@pytest.mark.parametrize("bot", [WILD, "captain"])
@pytest.mark.parametrize("case", smallest(), ids=lambda case: case.id)
def test_nobody_hangs_over_the_edge_or_lies_on_another(case: Case, bot: str) -> None:
    moved, wrong = misplaced(case, bot, often(MOST))
    assert wrong == []
    assert moved > 20, "somebody went somewhere"


@pytest.mark.parametrize("book", rulebooks.rulebooks(), ids=lambda book: book.id)
def test_every_excuse_names_a_clause(book: Rulebook) -> None:
    assert [clause for clause in reader(book).excused if not book.ledger.clause(f"{book.id}.{clause}").text] == []
