"""Answers as they are typed, and as they are said."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.battle.engine import begin, decision, run, submit
from roundtop.battle.forms import (
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
    Way,
    misfits,
)
from roundtop.battle.protocol import Command
from roundtop.bots.recruit import recruit
from roundtop.cli import words
from roundtop.cli.words import Misread
from roundtop.dice.sources import Seeded, Stream
from roundtop.table.path import (
    Manoeuvre,
    about_face,
    forward,
    glide,
    leg,
    oblique,
    pivot,
    shift,
    turn,
    wheel,
)
from roundtop.table.path import form as forming
from roundtop.table.pose import Pose
from tests.toy import RULEBOOK, SCENARIO

ITEMS: Final = (Item("drum", "The drum"), Item("fife", "The fife"), Item("flag", "Colours"))
ONE: Final = Choose(ITEMS)
SOME: Final = Choose(ITEMS, 0, 2)
SLOTS: Final = Assign(
    (
        Slot("1st", "1st Blue", (Item("fire", "Fire"), Item("move", "Move"))),
        Slot("2nd", "2nd Blue", (Item("fire", "Fire"), Item("move", "Move"))),
        Slot("guns", "Battery", (Item("hold", "Hold"),)),
        Slot("staff", "Staff", (Item("move", "Move"),), optional=True),
    )
)
WAY: Final = Way("a", "up to the wall", (forward(3.0),), Pose(0.0, 3.0, 0))
MOVE: Final = March("u", Pose(0.0, 0.0, 0), 1.0, 1.0, ("forward",), 6.0, (WAY,))
SPOT: Final = Place("u", 1.0, 1.0, (), (Pose(4.0, 4.0, 9000),), 18000)
LINE: Final = Trace("u", (0.0, 0.0), 6.0, (((1.0, 1.0),),))


@pytest.mark.parametrize(
    ("form", "text", "answer"),
    [
        (ONE, "2", Chosen(("fife",))),
        (ONE, "drum", Chosen(("drum",))),
        (ONE, "dr", Chosen(("drum",))),
        (ONE, "colours", Chosen(("flag",))),
        (SOME, "none", Chosen(())),
        (SOME, "3, 1", Chosen(("flag", "drum"))),
        (SLOTS, "all=fire", Assigned((("1st", "fire"), ("2nd", "fire"), ("guns", "hold")))),
        (SLOTS, "all=move", Assigned((("1st", "move"), ("2nd", "move"), ("guns", "hold"), ("staff", "move")))),
        (SLOTS, "all=fire 2=move", Assigned((("1st", "fire"), ("2nd", "move"), ("guns", "hold")))),
        (SLOTS, "1st=m, 2nd=f guns=hold", Assigned((("1st", "move"), ("2nd", "fire"), ("guns", "hold")))),
        (SLOTS, "all=move staff=none", Assigned((("1st", "move"), ("2nd", "move"), ("guns", "hold")))),
        (Assign(SLOTS.slots[3:]), "none", Assigned(())),
        (Arrange(ITEMS), "3 1 2", Arranged(("flag", "drum", "fife"))),
        (Arrange(ITEMS), "ok", Arranged(("drum", "fife", "flag"))),
        (Arrange(ITEMS, 2), "ok", Arranged(("drum", "fife"))),
        (MOVE, "1", Marched((forward(3.0),))),
        (MOVE, "stay", Marched(())),
        (MOVE, "forward 2.5", Marched((forward(2.5),))),
        (SPOT, "1", Placed(Pose(4.0, 4.0, 9000))),
        (SPOT, "3 5", Placed(Pose(3.0, 5.0, 18000))),
        (SPOT, "3, 5, 90", Placed(Pose(3.0, 5.0, 9000))),
        (LINE, "1", Traced(((1.0, 1.0),))),
        (LINE, "1,2 3,4", Traced(((1.0, 2.0), (3.0, 4.0)))),
        (Number(1, 6), "4", Numbered(4)),
        (Confirm("Go", "Stay"), "Yes", Confirmed(True)),
        (Confirm("Go", "Stay"), "n", Confirmed(False)),
    ],
)
def test_what_is_typed_is_understood(form: Form, text: str, answer: Answer) -> None:
    assert words.answer(form, text) == answer


@pytest.mark.parametrize(
    ("form", "text", "says"),
    [
        (ONE, "4", "'4' is none of drum, fife, flag"),
        (ONE, "f", "'f' may be fife, flag"),
        (SLOTS, "fire", "write it SLOT=ITEM"),
        (SLOTS, "all=dance", "nothing that any of them may have"),
        (SLOTS, "1=fire", "nothing yet for 2nd Blue, Battery"),
        (SLOTS, "9=fire", "'9' is none of 1st, 2nd, guns, staff"),
        (SLOTS, "1=dance", "'dance' is none of fire, move"),
        (MOVE, "2", "there is no 2; the list goes from 1 to 1"),
        (MOVE, "fly 3", "'fly' is no manoeuvre; there are forward, back"),
        (MOVE, "forward", "say how far"),
        (MOVE, "forward far", "'far' is not a number"),
        (MOVE, "forward inf", "beyond any table"),
        (MOVE, "forward nan", "beyond any table"),
        (MOVE, "wheel 30", "say left or right"),
        (MOVE, "wheel right", "a wheel is typed"),
        (MOVE, "wheel right 30 on foot", "a wheel is typed"),
        (MOVE, "glide left", "a glide is typed"),
        (MOVE, "oblique left", "an oblique move is typed"),
        (MOVE, "turn left", "a turn is typed"),
        (MOVE, "pivot left 30", "a pivot is typed"),
        (MOVE, "leg 3", "a leg is typed"),
        (SPOT, "3", "the list goes from 1 to 1"),
        (SPOT, "here", "a place is typed x y"),
        (SPOT, "here there", "'here there' is not a place"),
        (LINE, "1 2 3", "'1' is no point"),
        (LINE, "a,b", "'a b' is not a point"),
        (Number(1, 6), "four", "no whole number from 1 to 6"),
        (Confirm("Go", "Stay"), "perhaps", "neither yes nor no"),
    ],
)
def test_what_is_not_understood_is_explained(form: Form, text: str, says: str) -> None:
    with pytest.raises(Misread) as caught:
        words.answer(form, text)
    assert says in str(caught.value)


MOVES: Final[list[tuple[str, Manoeuvre]]] = [
    ("forward 6", forward(6.0)),
    ("back 2", forward(-2.0)),
    ("wheel right 30", wheel(3000, "right")),
    ("wheel left 12.5", wheel(-1250, "left")),
    ("wheel right 30 on centre", wheel(3000, "centre")),
    ("oblique left 4 45", oblique(4.0, -4500)),
    ("oblique right 4 30", oblique(4.0, 3000)),
    ("glide right 2", glide(2.0)),
    ("glide left 2", glide(-2.0)),
    ("turn left 90", turn(-9000)),
    ("pivot right 30 5 0", pivot(3000, 5.0, 0.0)),
    ("about-face", about_face()),
    ("shift 2 -1", shift(2.0, -1.0)),
    ("leg 12 8", leg(12.0, 8.0)),
    ("form line", forming("line")),
]


@pytest.mark.parametrize(("text", "manoeuvre"), MOVES)
def test_a_manoeuvre_is_read_as_it_is_said(text: str, manoeuvre: Manoeuvre) -> None:
    assert words.manoeuvres(text) == (manoeuvre,)
    assert words.said(MOVE, Marched((manoeuvre,))) == text


def test_a_move_is_several_manoeuvres() -> None:
    found = words.manoeuvres("Forward 6, wheel right 30, oblique left 2")
    assert found == (forward(6.0), wheel(3000, "right"), oblique(2.0, -4500))


@given(st.integers(0, 10_000))
def test_any_answer_of_the_recruit_is_said_and_listed(seed: int) -> None:
    """Every form of the toy in turn: what is listed can be typed, and what is typed fits."""
    stream, dice = Stream(str(seed)), Seeded(seed)
    battle = run(RULEBOOK, begin(RULEBOOK, SCENARIO, {}), dice).battle
    for _ in range(12):
        players = RULEBOOK.asks(battle.state, battle.agenda[-1])
        if RULEBOOK.outcome(battle.state) is not None:
            break
        asked = decision(RULEBOOK, battle, players[0])
        answer = recruit(asked, stream)
        assert words.said(asked.form, answer)
        assert words.how(asked.form, "in")
        lines = words.listed(asked.form, "in")
        if isinstance(asked.form, (Choose, March, Place, Trace)):
            typed = words.answer(asked.form, str(1 + seed % len(lines)))
            assert misfits(asked.form, typed) == ()
        try:
            taken = submit(RULEBOOK, battle, Command(players[0], asked.kind, asked.about, answer))
        except ValueError:
            break
        battle = run(RULEBOOK, taken.battle, dice).battle


def test_slots_that_offer_the_same_are_grouped() -> None:
    assert words.listed(SLOTS, "in") == [
        "     fire, move:",
        "  1  1st Blue",
        "  2  2nd Blue",
        "     hold:",
        "  3  Battery",
        "     move:",
        "  4  Staff (may stay empty)",
    ]
    pairs = Assigned((("1st", "fire"), ("guns", "hold")))
    assert words.said(SLOTS, pairs) == "1st Blue: Fire; Battery: Hold"
