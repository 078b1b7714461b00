"""The account of luck, against enumeration."""

from __future__ import annotations

from itertools import product

import pytest

from roundtop.dice.sources import Roll
from roundtop.report import luck


def roll(by: str, faces: str, kind: str = "d6", reason: str = "volley") -> Roll:
    return Roll(reason, "", by, "", kind, tuple(faces.split()), 0)


def test_faces_are_summed_by_side_reason_and_kind() -> None:
    found = luck([roll("union", "6 5"), roll("confederate", "1"), roll("union", "4"), roll("union", "2", reason="gun")])
    assert [(one.by, one.reason, one.dice, one.rolled, one.expected) for one in found] == [
        ("union", "volley", 3, 15, 10.5),
        ("confederate", "volley", 1, 1, 3.5),
        ("union", "gun", 1, 2, 3.5),
    ]


@pytest.mark.parametrize("faces", ["1", "6", "3 4", "6 6 5", "1 1 2 3"])
def test_chance_is_that_of_a_sum_as_far_off(faces: str) -> None:
    rolled = sum([int(face) for face in faces.split()])
    dice = len(faces.split())
    sums = [sum(throw) for throw in product(range(1, 7), repeat=dice)]
    as_far = [one for one in sums if (one >= rolled if rolled >= 3.5 * dice else one <= rolled)]
    assert luck([roll("union", faces)])[0].chance == pytest.approx(len(as_far) / len(sums))


def test_rarest_throws_keep_their_chance() -> None:
    for face in ("1", "6"):
        assert luck([roll("union", " ".join([face] * 30))])[0].chance == pytest.approx(6.0**-30)


def test_double_nought_is_a_hundred() -> None:
    assert luck([roll("union", "00 50", "d100")])[0].rolled == 150


@pytest.mark.parametrize(
    "left_out",
    [roll("union", "3-5", "domino"), roll("", "5 3"), roll("union", "", "d6"), roll("union", "4 3", "avg")],
    ids=["a drawn tile", "thrown by both sides", "only the count typed in", "no ordinary die"],
)
def test_rolls_of_which_nothing_is_expected_are_left_out(left_out: Roll) -> None:
    assert luck([left_out]) == ()


def test_words_say_which_way_the_dice_fell() -> None:
    assert luck([roll("union", "6 6")])[0].words() == (
        "Union, volley: 2 d6 averaged 6.0 against 3.5; as high 1 time in 36"
    )
    assert luck([roll("union", "1")])[0].words().endswith("as low 1 time in 6")
    assert luck([roll("union", "3 4")])[0].words() == "Union, volley: 2 d6 averaged 3.5 against 3.5"
