"""Every kind of question: its chances against every throw counted one by one, and against icepool."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import factorial
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.dice.questions import (
    AVERAGE,
    D6,
    D10,
    D100,
    Band,
    Count,
    Die,
    Differ,
    Draw,
    Face,
    Numbered,
    Order,
    Question,
    Same,
    Total,
    Which,
    Why,
    ordering,
    sided,
)
from roundtop.dice.sources import Scripted, Seeded

WHY = Why("a test", "toy.test", "union")
DICE = [D6, D10, AVERAGE, sided(3)]
NAMES = ("ace", "king", "queen", "jack")


Pool = Any
"""A die of icepool's, which has no types."""


def same(chances: list[tuple[int, int]], counted: Counter[int]) -> bool:
    """Whether two sets of weights are in the same proportions."""
    ours = dict(chances)
    return ours.keys() == counted.keys() and all(
        ours[a] * sum(counted.values()) == counted[a] * sum(ours.values()) for a in ours
    )


def counted(question: Question, die: Die, dice: int) -> Counter[int]:
    """Every throw read one by one."""
    return Counter(question.read(faces) for faces in product(die.faces, repeat=dice))


def pool_die(die: Die) -> Pool:
    return icepool.Die(list(die.faces))


def pool(outcomes: Pool) -> Counter[int]:
    return Counter({int(outcome): int(weight) for outcome, weight in outcomes.items() if weight})


def test_the_dice_have_their_faces() -> None:
    assert Die("d6", (1, 2, 3, 4, 5, 6)) == D6
    assert Die("d10", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)) == D10
    assert (D100.name, len(D100.faces), min(D100.faces), max(D100.faces)) == ("d100", 100, 1, 100)
    assert Die("avg", (2, 3, 3, 4, 4, 5)) == AVERAGE


dice = st.sampled_from(DICE)
few = st.integers(0, 4)


@settings(max_examples=40, deadline=None)
@given(die=dice)
def test_face(die: Die) -> None:
    question = Face(die, WHY)
    assert same(question.chances(), counted(question, die, 1))
    assert same(question.chances(), pool(pool_die(die)))


@settings(max_examples=60, deadline=None)
@given(die=dice, n=few, need=st.integers(0, 12))
def test_count(die: Die, n: int, need: int) -> None:
    question = Count(n, die, need, WHY)
    assert same(question.chances(), counted(question, die, n))
    if n:
        assert same(question.chances(), pool(n @ (pool_die(die) >= need)))


def test_twelve_dice_are_thirteen_branches() -> None:
    assert len(Count(12, D6, 5, WHY).chances()) == 13
    assert same(Count(12, D6, 5, WHY).chances(), pool(12 @ (icepool.d6 >= 5)))


@settings(max_examples=60, deadline=None)
@given(die=dice, needs=st.lists(st.integers(0, 12), max_size=4))
def test_which(die: Die, needs: list[int]) -> None:
    question = Which(die, tuple(needs), WHY)
    assert same(question.chances(), counted(question, die, len(needs)))
    if needs:
        bits = sum((pool_die(die) >= need) * (1 << i) for i, need in enumerate(needs))
        assert same(question.chances(), pool(bits))


@settings(max_examples=60, deadline=None)
@given(die=dice, n=few, adjust=st.integers(-4, 3), floor=st.sampled_from([-1000, 0, 1, 3]), cap=st.integers(3, 9))
def test_total(die: Die, n: int, adjust: int, floor: int, cap: int) -> None:
    question = Total(n, die, WHY, adjust, floor, cap)
    assert same(question.chances(), counted(question, die, n))
    if n:
        single = pool_die(die).map(lambda face: min(cap, max(floor, face + adjust)))
        assert same(question.chances(), pool(n @ single))


@settings(max_examples=20, deadline=None)
@given(die=st.sampled_from([D6, D10]), many=st.integers(1, 12))
def test_numbered(die: Die, many: int) -> None:
    question = Numbered(die, many, WHY)
    picked = pool_die(die).reroll(lambda face: face > many, depth="inf")
    assert same(question.chances(), pool(picked))


def test_a_number_not_used_is_thrown_again() -> None:
    scripted = Scripted(["d6:6", "d6:5", "d6:4"])
    assert scripted.ask(Numbered(D6, 4, WHY)) == 4
    scripted.finish()
    assert scripted.rolls[0].faces == ("6", "5", "4")


@settings(max_examples=40, deadline=None)
@given(die=st.sampled_from([D6, D10, D100, AVERAGE]), tops=st.lists(st.integers(-2, 101), max_size=4))
def test_band(die: Die, tops: list[int]) -> None:
    question = Band(die, tuple(sorted(tops)), WHY)
    assert same(question.chances(), counted(question, die, 1))
    places = pool_die(die).map(lambda face: sum(face > top for top in sorted(tops)))
    assert same(question.chances(), pool(places))


def test_the_top_of_a_band_belongs_to_it() -> None:
    question = Band(D100, (50, 90), WHY)
    assert [question.read((face,)) for face in (1, 50, 51, 90, 91, 100)] == [0, 0, 1, 1, 2, 2]
    assert question.chances() == [(0, 50), (1, 40), (2, 10)]


def test_a_band_may_be_thrown_again_until_another_comes() -> None:
    question = Band(D100, (10, 50, 90, 99), WHY, again=3)
    assert question.chances() == [(0, 10), (1, 40), (2, 40), (4, 1)]
    scripted = Scripted(["d100:91", "d100:99", "d100:90"])
    assert scripted.ask(question) == 2
    scripted.finish()
    assert Band(D100, (10, 50, 90, 99), WHY).read((91,)) == 3


@settings(max_examples=40, deadline=None)
@given(die=dice, n=st.integers(1, 4))
def test_same(die: Die, n: int) -> None:
    question = Same(n, die, WHY)
    assert same(question.chances(), counted(question, die, n))
    alike = icepool.map(lambda *faces: int(len(set(faces)) == 1), *[pool_die(die)] * n)
    assert same(question.chances(), pool(alike))


@settings(max_examples=40, deadline=None)
@given(die=dice, first=st.integers(-2, 2), second=st.integers(-2, 2))
def test_differ(die: Die, first: int, second: int) -> None:
    question = Differ(die, WHY, (first, second))
    last = [question.read(faces) for faces in product(die.faces, repeat=2) if faces[0] + first != faces[1] + second]
    assert same(question.chances(), Counter(last))
    ours, theirs = pool_die(die) + first, pool_die(die) + second
    lower = icepool.map(lambda a, b: icepool.Reroll if a == b else int(a < b), ours, theirs)
    assert same(question.chances(), pool(lower))


def test_throwing_until_they_differ_reads_the_last_two() -> None:
    scripted = Scripted(["d6:4", "d6:4", "d6:2", "d6:2", "d6:1", "d6:3"])
    assert scripted.ask(Differ(D6, WHY)) == 1
    scripted.finish()
    assert scripted.rolls[0].faces == ("4", "4", "2", "2", "1", "3")


def test_what_each_side_adds_decides_whether_they_differ() -> None:
    # 3 + 2 against 4 + 1 is equal; 3 + 2 against 3 + 1 is not.
    scripted = Scripted(["d6:3", "d6:4", "d6:3", "d6:3"])
    assert scripted.ask(Differ(D6, WHY, (2, 1))) == 0
    scripted.finish()


@settings(max_examples=40, deadline=None)
@given(weights=st.lists(st.integers(0, 5), min_size=4, max_size=4).filter(any))
def test_draw_with_weights(weights: list[int]) -> None:
    question = Draw("card", NAMES, WHY, tuple(weights))
    assert same(question.chances(), Counter({i: w for i, w in enumerate(weights) if w}))


def test_draw() -> None:
    question = Draw("card", NAMES, WHY)
    assert question.chances() == [(0, 1), (1, 1), (2, 1), (3, 1)]
    assert question.shown(2) == "queen"


@pytest.mark.parametrize("size", range(5))
def test_order(size: int) -> None:
    question = Order("card", NAMES[:size], WHY)
    ranks = Counter(question.read(faces) for faces in permutations(range(size)))
    assert same(question.chances(), ranks)
    assert sum(ranks.values()) == factorial(size)


@pytest.mark.parametrize("size", range(6))
def test_ordering_turns_a_rank_back(size: int) -> None:
    question = Order("card", tuple(str(i) for i in range(size)), WHY)
    for faces in permutations(range(size)):
        assert ordering(question.read(faces), size) == faces


EVERY: list[Question] = [
    Face(D6, WHY),
    Face(AVERAGE, WHY),
    Face(D100, WHY),
    Count(8, D6, 5, WHY),
    Count(3, D6, 7, WHY),
    Count(3, D6, 1, WHY),
    Count(0, D6, 4, WHY),
    Which(D6, (2, 5, 7, 1), WHY),
    Total(10, D6, WHY, -2, 0),
    Total(3, AVERAGE, WHY),
    Total(4, D6, WHY, -1, 0, 3),
    Numbered(D6, 5, WHY),
    Band(D100, (5, 60, 95), WHY),
    Band(D100, (5, 60, 95), WHY, again=1),
    Same(2, D10, WHY),
    Same(2, AVERAGE, WHY),
    Differ(D6, WHY),
    Differ(D10, WHY, (1, 0)),
    Draw("card", NAMES, WHY),
    Draw("domino", ("0-0", "0-1", "1-1"), WHY, (1, 0, 3)),
    Order("card", NAMES, WHY),
]


@pytest.mark.parametrize("question", EVERY, ids=lambda question: question.words())
def test_seeded_throws_agree_with_the_chances(question: Question) -> None:
    trials = 4000
    seeded = Seeded(2026)
    seen = Counter(seeded.ask(question) for _ in range(trials))
    chances = {answer: weight for answer, weight in question.chances() if weight}
    total = sum(chances.values())
    assert seen.keys() <= chances.keys()
    # Rare answers are put together, so that each cell of the test expects five or more.
    cells = [(weight * trials / total, seen[answer]) for answer, weight in chances.items()]
    common = [cell for cell in cells if cell[0] >= 5]
    rare = [cell for cell in cells if cell[0] < 5]
    if rare:
        common.append((sum(cell[0] for cell in rare), sum(cell[1] for cell in rare)))
    square = sum((found - wanted) ** 2 / wanted for wanted, found in common)
    freedom = len(common) - 1
    assert square <= freedom + 4 * (2 * freedom) ** 0.5 + 4


@pytest.mark.parametrize("question", EVERY, ids=lambda question: question.words())
def test_weights_are_whole_and_positive_and_no_answer_comes_twice(question: Question) -> None:
    chances = question.chances()
    assert all(isinstance(weight, int) and weight > 0 for _, weight in chances)
    assert len({answer for answer, _ in chances}) == len(chances)


@pytest.mark.parametrize("question", EVERY, ids=lambda question: question.words())
def test_a_throw_written_down_is_read_again_the_same(question: Question) -> None:
    seeded = Seeded(7)
    answer = seeded.ask(question)
    roll = seeded.rolls[0]
    assert (roll.reason, roll.clause, roll.by, roll.kind) == ("a test", "toy.test", "union", question.kind())
    scripted = Scripted([f"{roll.kind}:{face}" for face in roll.faces])
    assert scripted.ask(question) == answer
    scripted.finish()
    assert scripted.rolls == seeded.rolls


def test_d100_is_written_with_two_figures_and_00_for_a_hundred() -> None:
    question = Face(D100, WHY)
    assert [question.shown(face) for face in (1, 37, 100)] == ["01", "37", "00"]
    assert Scripted(["d100:00"]).ask(question) == 100
    assert Scripted(["d100:07"]).ask(question) == 7


@pytest.mark.parametrize("question", EVERY, ids=lambda question: question.words())
def test_every_question_says_what_to_throw(question: Question) -> None:
    assert question.words()
    assert question.only_the_answer() == isinstance(question, Count)


@pytest.mark.parametrize("question", EVERY, ids=lambda question: question.words())
def test_a_question_tells_how_many_fall_at_first(question: Question) -> None:
    seeded = Seeded(7)
    for _ in range(40):
        seeded.ask(question)
    assert min([len(roll.faces) for roll in seeded.rolls]) == question.number()
