"""Why: an answer in words, with the figures it rests on."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

import roundtop
from roundtop.battle.forms import Assign, Assigned, Choose, Chosen, March, Marched, Numbered, Slot
from roundtop.bots import advice as a
from roundtop.bots.general import Patience
from roundtop.table.pose import Pose
from tests.bots.test_general import BOOK, bidding
from tests.bots.test_recruit import items


def test_a_general_gives_his_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(a.ADVISERS, "general", Patience(playouts=240, seconds=60.0, turns=2, candidates=4))
    found = a.advice(BOOK, bidding(), "union", "general", "0", 600.0)
    assert isinstance(found.answer, Numbered)
    assert found.answer.number < 6
    assert found.why.startswith("The round, if yours is the higher bid: ")
    assert "times it comes to a " in found.why
    assert "% chance of winning; 6: " in found.why
    assert found.text().startswith(f"{found.answer.number}. The round")


def test_a_captain_tells_the_odds_alone() -> None:
    found = a.advice(BOOK, bidding(), "union", "captain")
    assert found.text() == "6. The round, if yours is the higher bid: 83% lost, 17% won."


def test_advice_does_not_hang_on_what_cannot_be_seen() -> None:
    battle = bidding()
    others = [replace(battle, state=replace(battle.state, bids=(0, number))) for number in (1, 6)]
    assert len({a.advice(BOOK, one, "union", "general-quick", "0", 600.0).text() for one in others}) == 1


def test_nobody_else_gives_advice() -> None:
    with pytest.raises(ValueError, match="nobody called 'recruit' gives advice; there are captain, general-quick"):
        a.advice(BOOK, bidding(), "union", "recruit")


def test_the_library_gives_advice_at_a_real_table() -> None:
    battle = roundtop.open("training-field", rules="charge-boys", seed=2).auto(3)
    found = battle.advice(bot="captain")
    assert found.text()
    battle.play(found.answer)


FORM: Final = Assign((Slot("a", "left", items(2)), Slot("b", "right", items(2), optional=True)))


def test_of_a_plan_beside_another_only_the_difference_is_told() -> None:
    own, other = Assigned((("a", "i0"), ("b", "i1"))), Assigned((("a", "i0"),))
    assert a.worded(FORM, own) == "left: item 0; right: item 1"
    assert a.worded(FORM, other, own) == "right: nothing"
    assert a.worded(FORM, own, own) == "as it is"
    assert a.worded(Choose(items(2), 0, 1), Chosen(())) == "nothing of this"
    assert a.worded(Choose(items(2)), Chosen(("i1",))) == "item 1"
    assert a.worded(March("p", Pose(0, 0, 0), 1.0, 1.0, (), 6.0, ()), Marched(())) == "stay"
