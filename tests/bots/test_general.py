"""The general: departs from the captain where that is better beyond doubt, knows only what he sees, keeps his time."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.battle.engine import Battle, begin, decision
from roundtop.battle.forms import (
    Answer,
    Arrange,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Confirm,
    Form,
    Number,
    Numbered,
    Slot,
    misfits,
)
from roundtop.battle.protocol import Decision, Mind, View
from roundtop.bots.general import General, Patience, alone, errors
from roundtop.bots.isolated import Isolated
from roundtop.bots.lawful import known
from roundtop.bots.neighbours import neighbours, together
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Stream
from tests.bots.test_recruit import asked, forms, items
from tests.toy import RULEBOOK, SCENARIO

PATIENCE: Final = Patience(playouts=120, seconds=1.0, turns=2, candidates=4)
ENDLESS: Final = float("inf")


def reckless(view: View, wanted: Decision, stream: Stream) -> Answer:
    """A captain who always bids 6, although whoever bids less then nearly always wins the round."""
    return Numbered(6) if isinstance(wanted.form, Number) else recruit(wanted, stream)


BOOK: Final = replace(RULEBOOK, captain=reckless)


def bidding(wins: int = 1) -> Battle:
    return begin(BOOK, SCENARIO, {"wins": wins})


def bid(battle: Battle, seed: str = "x", patience: Patience = PATIENCE, player: str = "union") -> Answer:
    wanted = decision(BOOK, battle, player)
    return General(BOOK, patience)(known(BOOK, battle, player), wanted, Stream(seed), ENDLESS)


def test_he_departs_from_the_captain_where_that_is_better_beyond_doubt() -> None:
    """A bid of 6 wins every second round, a lower one five in six: with so few pairs he finds that out mostly."""
    found = [bid(bidding(), str(seed)) for seed in range(12)]
    lower = [answer for answer in found if isinstance(answer, Numbered) and answer.number < 6]
    assert len(lower) >= 7


def test_he_stays_with_a_captain_who_is_right() -> None:
    right = replace(RULEBOOK, captain=lambda view, wanted, stream: Numbered(5 if wanted.player == "union" else 6))
    battle = begin(right, SCENARIO, {"wins": 1})
    wanted = decision(right, battle, "union")
    found = General(right, PATIENCE).thought(known(right, battle, "union"), wanted, Stream("x"), ENDLESS)
    assert found.answer == found.own.plan.answer == Numbered(5)
    assert found.tried


def test_same_seed_gives_the_same_answer_and_figures() -> None:
    battle = bidding()
    wanted = decision(BOOK, battle, "union")
    thoughts = [
        General(BOOK, PATIENCE).thought(known(BOOK, battle, "union"), wanted, Stream("x"), ENDLESS) for _ in range(2)
    ]
    assert thoughts[0] == thoughts[1]


def test_his_answer_does_not_hang_on_what_he_cannot_see() -> None:
    """The other has bid in secret: whatever it was, the answer is the same."""
    battle = bidding()
    answers = {bid(replace(battle, state=replace(battle.state, bids=(0, number)))) for number in range(1, 7)}
    assert len(answers) == 1


def test_when_time_is_short_he_answers_like_the_captain() -> None:
    battle = bidding()
    wanted = decision(BOOK, battle, "union")
    hours = iter(range(0, 36_000_000, 3600))
    hurried = General(BOOK, PATIENCE, clock=lambda: float(next(hours)))
    found = hurried.thought(known(BOOK, battle, "union"), wanted, Stream("x"), 5.0)
    assert found.answer == Numbered(6)
    assert sum([len(one.worths) for one in (found.own, *found.tried)]) <= 1


def test_nobody_waits_for_the_end_of_a_long_playout() -> None:
    """The clock is looked at in the middle of the first one."""
    battle = bidding(wins=300)
    looks: list[float] = []

    def clock() -> float:
        looks.append(0.1)
        return sum(looks)

    found = General(BOOK, PATIENCE, clock).thought(
        known(BOOK, battle, "union"), decision(BOOK, battle, "union"), Stream("x"), 5.0
    )
    assert found.answer == Numbered(6)
    assert not found.own.worths
    assert len(looks) < 60


def test_in_a_process_of_his_own_he_answers_in_time() -> None:
    bot = Isolated("general-quick", RULEBOOK, "tests.toy:RULEBOOK")
    battle = begin(RULEBOOK, SCENARIO, {})
    wanted = decision(RULEBOOK, battle, "union")
    try:
        assert not misfits(wanted.form, bot(known(RULEBOOK, battle, "union"), wanted, Stream("x"), 5.0))
    finally:
        bot.close()


def test_few_playouts_conclude_nothing() -> None:
    assert bid(bidding(), patience=replace(PATIENCE, playouts=3)) == Numbered(6)


def test_no_playout_is_spent_where_nothing_depends_on_it() -> None:
    battle = bidding()
    seen = known(BOOK, battle, "union")
    lone = replace(decision(BOOK, battle, "union"), form=Number(6, 6))
    assert not General(BOOK, PATIENCE).thought(seen, lone, Stream("x"), ENDLESS).tried
    plain = replace(BOOK, mind=Mind(plain=("bid",)))
    found = General(plain, PATIENCE).thought(seen, decision(BOOK, battle, "union"), Stream("x"), ENDLESS)
    assert (found.answer, found.tried) == (Numbered(6), ())


def test_a_book_may_say_what_is_worth_a_thought() -> None:
    def cunning(view: View, wanted: Decision, stream: Stream) -> Answer:
        return Numbered(4) if isinstance(wanted.form, Number) else recruit(wanted, stream)

    mind = Mind(manners=(("cunning", cunning),), alternatives=lambda view, wanted, answer: (Numbered(3),))
    book = replace(BOOK, mind=mind)
    battle = bidding()
    found = General(book, PATIENCE).thought(
        known(book, battle, "union"), decision(book, battle, "union"), Stream("x"), ENDLESS
    )
    tried = {(one.plan.manner, one.plan.answer) for one in found.tried}
    assert {("cunning", Numbered(4)), ("", Numbered(3))} <= tried


@pytest.mark.parametrize(
    ("form", "yes"),
    [
        (Choose(items(1)), True),
        (Choose(items(2)), False),
        (Choose(items(2), 2, 2), True),
        (Choose(items(1), 0, 1), False),
        (Arrange(items(1)), True),
        (Number(2, 2), True),
        (Confirm("yes", "no"), False),
    ],
)
def test_lone_answers(form: Form, yes: bool) -> None:
    assert alone(form) == yes


@given(forms, st.text(max_size=4), st.integers(1, 6))
def test_neighbours_fit_the_form_and_are_few(form: Form, seed: str, most: int) -> None:
    own = recruit(asked(form), Stream(seed))
    near = neighbours(form, own, Stream(seed), most)
    assert len(near) <= most
    assert [misfits(form, answer) for answer in near] == [()] * len(near)


def test_neighbours_change_one_thing() -> None:
    assert set(neighbours(Choose(items(3)), Chosen(("i0",)), Stream("x"), 9)) == {Chosen(("i1",)), Chosen(("i2",))}
    near = neighbours(Choose(items(2), 0, 2), Chosen(("i0",)), Stream("x"), 9)
    assert set(near) == {Chosen(()), Chosen(("i1",)), Chosen(("i0", "i1"))}


def test_two_changes_are_made_at_once() -> None:
    form = Assign((Slot("a", "a", items(2)), Slot("b", "b", items(2)), Slot("c", "c", items(2), optional=True)))
    own = Assigned((("a", "i0"), ("b", "i0"), ("c", "i0")))
    one = Assigned((("a", "i1"), ("b", "i0"), ("c", "i0")))
    other = Assigned((("a", "i0"), ("b", "i0")))
    assert together(form, own, one, other) == Assigned((("a", "i1"), ("b", "i0")))
    assert together(form, own, one, one) is None


def test_errors_of_a_mean() -> None:
    assert errors([1.0]) == errors([]) == errors([0.0, 0.0]) == 0.0
    assert errors([0.0, 1.0, 0.0, 1.0]) == pytest.approx(1.732, abs=0.001)
    assert errors([-1.0, -2.0]) < 0.0
