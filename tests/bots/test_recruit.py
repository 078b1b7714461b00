"""The recruit: every answer fits its form, every possible one comes up, and it is quick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.battle.forms import (
    Answer,
    Arrange,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Confirm,
    Form,
    Item,
    March,
    Marched,
    Number,
    Place,
    Placed,
    Slot,
    Trace,
    Traced,
    Way,
    misfits,
)
from roundtop.battle.protocol import Decision
from roundtop.bots.recruit import listed, recruit
from roundtop.dice.sources import Stream
from roundtop.table.path import forward
from roundtop.table.pose import Pose

ZONE = ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))
HERE = Pose(1.0, 1.0, 0)


def items(count: int) -> tuple[Item, ...]:
    return tuple([Item(f"i{n}", f"item {n}") for n in range(count)])


def asked(form: Form) -> Decision:
    return Decision("union", "test", "", "Answer.", (), form)


@st.composite
def chooses(draw: Callable[[Any], Any]) -> Choose:
    count = draw(st.integers(1, 6))
    least = draw(st.integers(0, count))
    return Choose(items(count), least, draw(st.integers(max(least, 1), 8)))


slots = st.builds(
    Slot, st.uuids().map(str), st.just("slot"), st.integers(1, 4).map(items), optional=st.booleans()
) | st.builds(Slot, st.uuids().map(str), st.just("slot"), st.just(()), optional=st.just(True))
ways = st.lists(st.integers(0, 5).map(lambda n: Way(str(n), "", (forward(float(n)),), HERE)), max_size=4).map(tuple)
poses = st.builds(Pose, st.integers(0, 9), st.integers(0, 9), st.integers(0, 35999))
forms = st.one_of(
    chooses(),
    st.builds(Assign, st.lists(slots, max_size=5).map(tuple)),
    st.builds(Arrange, st.integers(0, 6).map(items)),
    st.lists(poses, max_size=3).map(lambda found: Place("p", 1.0, 1.0, ZONE, tuple(found), 0)),
    ways.map(lambda found: March("p", HERE, 1.0, 1.0, ("forward",), 6.0, found)),
    st.builds(Number, st.integers(-5, 0), st.integers(0, 5)),
    st.just(Trace("p", (1.0, 1.0), 4.0, (((1.0, 1.0), (2.0, 2.0)),))),
    st.just(Trace("p", (1.0, 1.0), 4.0, ())),
    st.just(Confirm("yes", "no")),
)


@given(forms, st.text(max_size=4))
def test_answer_fits_its_form(form: Form, seed: str) -> None:
    assert misfits(form, recruit(asked(form), Stream(seed))) == ()


@given(forms)
def test_plain_answers_fit_the_form_and_there_is_one(form: Form) -> None:
    answers = list(listed(form))
    assert answers
    assert [misfits(form, answer) for answer in answers] == [()] * len(answers)


def every(form: Form, tries: int = 400) -> set[Answer]:
    stream = Stream("every")
    return {recruit(asked(form), stream) for _ in range(tries)}


@pytest.mark.parametrize(
    ("form", "answers"),
    [
        (Choose(items(3)), 3),
        (Choose(items(3), 0, 3), 1 + 3 + 6 + 6),
        (Choose(items(2), 2, 2), 2),
        (Assign((Slot("a", "a", items(2)), Slot("b", "b", items(2), optional=True))), 2 * 3),
        (Arrange(items(3)), 6),
        (Arrange(items(4), 2), 12),
        (Number(2, 5), 4),
        (Confirm("yes", "no"), 2),
        (Place("p", 1.0, 1.0, ZONE, (Pose(1, 1, 0), Pose(2, 2, 0)), 0), 2),
        (
            March(
                "p", HERE, 1.0, 1.0, ("forward",), 6.0, (Way("a", "", (forward(1.0),), HERE), Way("b", "", (), HERE))
            ),
            2,
        ),
        (Trace("p", (1.0, 1.0), 4.0, (((1.0, 1.0),), ((2.0, 2.0),))), 2),
    ],
)
def test_every_possible_answer_comes_up(form: Form, answers: int) -> None:
    assert len(every(form)) == answers


def test_without_candidates_it_stays_or_takes_the_middle() -> None:
    stream = Stream("none")
    assert recruit(asked(Place("p", 1.0, 1.0, ZONE, (), 9000)), stream) == Placed(Pose(2.0, 1.0, 9000))
    assert recruit(asked(March("p", HERE, 1.0, 1.0, (), 6.0, ())), stream) == Marched(())
    assert recruit(asked(Trace("p", (1.0, 1.0), 4.0, ())), stream) == Traced(((1.0, 1.0),))


def test_same_stream_gives_the_same_answer() -> None:
    form = Choose(items(9), 0, 9)
    assert recruit(asked(form), Stream("x")) == recruit(asked(form), Stream("x"))


def test_plain_answers_begin_with_the_least() -> None:
    assert next(iter(listed(Choose(items(3), 0, 2)))) == Chosen(())
    slots = (Slot("a", "a", items(2)), Slot("b", "b", items(2), optional=True))
    assert next(iter(listed(Assign(slots)))) == Assigned((("a", "i0"),))
