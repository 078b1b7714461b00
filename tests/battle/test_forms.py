"""Whether an answer fits the shape of a decision, with everything that is wrong named."""

from __future__ import annotations

from math import inf, nan
from typing import Final

import pytest

from roundtop.battle.forms import (
    MOST_MANOEUVRES,
    Answer,
    Arrange,
    Arranged,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Confirm,
    Confirmed,
    Form,
    Item,
    March,
    Marched,
    Number,
    Numbered,
    Place,
    Placed,
    Slot,
    Trace,
    Traced,
    misfits,
)
from roundtop.table.path import forward, wheel
from roundtop.table.pose import Pose

ITEMS: Final = (Item("a", "A"), Item("b", "B"), Item("c", "C"))
ONE: Final = Choose(ITEMS)
SOME: Final = Choose(ITEMS, 0, 2)
HANDS: Final = Assign((Slot("left", "left hand", ITEMS[:2]), Slot("right", "right hand", ITEMS, optional=True)))
ORDER: Final = Arrange(ITEMS)
TWO: Final = Arrange(ITEMS, 2)
MOVE: Final = March("u", Pose(0.0, 0.0, 0), 1.0, 1.0, ("forward",), 6.0, ())
SPOT: Final = Place("u", 1.0, 1.0, (), (), 0)
LINE: Final = Trace("u", (0.0, 0.0), 6.0, ())
DIE: Final = Number(1, 6)
YES: Final = Confirm("yes", "no")


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        (ONE, Chosen(("b",))),
        (SOME, Chosen(())),
        (SOME, Chosen(("c", "a"))),
        (HANDS, Assigned((("left", "a"),))),
        (HANDS, Assigned((("right", "c"), ("left", "b")))),
        (ORDER, Arranged(("c", "a", "b"))),
        (TWO, Arranged(("c", "a"))),
        (MOVE, Marched(())),
        (MOVE, Marched((forward(3.0),))),
        (SPOT, Placed(Pose(1.0, 2.0, 0))),
        (LINE, Traced(((1.0, 2.0),))),
        (DIE, Numbered(6)),
        (YES, Confirmed(False)),
    ],
)
def test_an_answer_of_the_right_shape_fits(form: Form, answer: Answer) -> None:
    assert misfits(form, answer) == ()


@pytest.mark.parametrize(
    ("form", "answer", "says"),
    [
        (ONE, Chosen(("x",)), ["'x' is not among the choices: a, b, c."]),
        (ONE, Chosen(()), ["Choose 1, not 0."]),
        (SOME, Chosen(("a", "a", "x")), ["'x' is not among", "chosen twice", "Choose 0 to 2, not 3."]),
        (HANDS, Assigned(()), ["left hand: nothing is assigned."]),
        (
            HANDS,
            Assigned((("left", "c"), ("left", "c"), ("foot", "a"))),
            ["'left' is assigned twice.", "left hand: 'c' is not allowed.", "There is no 'foot' to assign to."],
        ),
        (ORDER, Arranged(("a", "b")), ["Name 3 of them in order, each once."]),
        (ORDER, Arranged(("a", "b", "b")), ["Name 3 of them in order, each once."]),
        (TWO, Arranged(("a", "x")), ["'x' is not among: a, b, c."]),
        (MOVE, Marched((wheel(100, "left"),)), ["'wheel' is not among the manoeuvres: forward."]),
        (MOVE, Marched((forward(nan),)), ["The numbers of 'forward' are not distances on this table."]),
        (MOVE, Marched((forward(1e9),)), ["The numbers of 'forward' are not distances on this table."]),
        (MOVE, Marched((forward(0.1),) * (MOST_MANOEUVRES + 1)), ["A move has at most 40 manoeuvres."]),
        (SPOT, Placed(Pose(inf, 0.0, 0)), ["That is no place on this table."]),
        (DIE, Numbered(0), ["The number must be from 1 to 6, not 0."]),
        (DIE, Numbered(7), ["The number must be from 1 to 6, not 7."]),
    ],
)
def test_everything_wrong_with_an_answer_is_named(form: Form, answer: Answer, says: list[str]) -> None:
    found = [reason.text for reason in misfits(form, answer)]
    assert len(found) == len(says)
    assert all(part in text for part, text in zip(says, found, strict=True))


FORMS: Final = (ONE, HANDS, ORDER, MOVE, SPOT, LINE, DIE, YES)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
def test_an_answer_of_another_shape_is_refused(form: Form) -> None:
    other = Confirmed(True) if not isinstance(form, Confirm) else Numbered(1)
    (reason,) = misfits(form, other)
    assert reason.text.startswith("The answer must be a")
