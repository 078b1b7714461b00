"""Exact chances against every run counted one by one; estimates and their error."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.dice.exact import Estimate, Exact, Odds, TooMany, estimate, fold, mapped, wilson
from roundtop.dice.questions import D6, Count, Differ, Draw, Face, Question, Total, Which, Why
from roundtop.dice.sources import Dice, Seeded

WHY = Why("a test", "toy.test")
State = tuple[int, ...]
NOBODY: State = ()
Stage = Callable[[State, Dice], State]


def of(men: int) -> State:
    return (men,)


class Told(Dice):
    """Gives the answers of a list; what is asked beyond it is kept."""

    def __init__(self, answers: Sequence[int]) -> None:
        super().__init__()
        self.answers = list(answers)
        self.wanted: Question | None = None

    def ask(self, question: Question) -> int:
        if not self.answers:
            self.wanted = question
            raise LookupError
        return self.answers.pop(0)


def naive(stages: Sequence[Stage], start: State) -> dict[State, Fraction]:
    """Every run of all stages from the start, grown answer by answer, nothing merged on the way."""
    found: dict[State, Fraction] = {}
    todo: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        answers, share = todo.pop()
        told = Told(answers)
        try:
            state = start
            for stage in stages:
                state = stage(state, told)
        except LookupError:
            assert told.wanted is not None
            chances = told.wanted.chances()
            total = sum(weight for _, weight in chances)
            todo += [((*answers, answer), share * Fraction(weight, total)) for answer, weight in chances]
        else:
            found[state] = found.get(state, Fraction(0)) + share
    return found


def hits(state: State, dice: Dice) -> State:
    return (dice.ask(Count(state[0], D6, 5, WHY)),)


def saves(state: State, dice: Dice) -> State:
    return (state[0] - (dice.ask(Count(state[0], D6, 5, WHY)) if state[0] else 0),)


def morale(state: State, dice: Dice) -> State:
    """Asks of different dice in different branches, and more in some than in others."""
    if state[0] == 0:
        return (0, 0)
    if state[0] == 1:
        return (1, dice.ask(Differ(D6, WHY)))
    total = dice.ask(Total(2, D6, WHY))
    if total > 8:
        return (state[0], total - 8 + dice.ask(Draw("card", ("a", "b", "c"), WHY, (1, 2, 2))))
    return (state[0], 0)


def again(state: State, dice: Dice) -> State:
    first = dice.ask(Face(D6, WHY))
    return (*state, first if first < 4 else dice.ask(Which(D6, (3, 6), WHY)))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([hits, saves, again]), max_size=3), st.integers(0, 4))
def test_folding_agrees_with_every_run(stages: list[Stage], men: int) -> None:
    odds = fold(stages, of(men))
    assert {state: odds.chance(state) for state in odds.weights} == naive(stages, of(men))
    assert sum(odds.weights.values()) == odds.total


@pytest.mark.parametrize("men", range(5))
def test_branches_may_ask_different_questions(men: int) -> None:
    stages = (hits, saves, morale, again)
    odds = fold(stages, of(men))
    assert {state: odds.chance(state) for state in odds.weights} == naive(stages, of(men))
    assert sum(odds.weights.values()) == odds.total


def test_no_stage_leaves_the_start_certain() -> None:
    assert fold((), of(3)).weights == {of(3): 1}


def test_twelve_dice_with_saves_agree_with_icepool() -> None:
    odds = fold((hits, saves), of(12))
    pool = (12 @ (icepool.d6 >= 5)).map(lambda n: n @ (icepool.d6 < 5) if n else 0)
    assert {state[0]: chance for state, chance in odds.items()} == {int(k): pool.probability(k) for k in pool}


def test_ten_dice_less_two_each_with_saves_agree_with_icepool() -> None:
    def fire(state: State, dice: Dice) -> State:
        return (dice.ask(Total(10, D6, WHY, -2, 0)) // 6,)

    odds = fold((fire, saves), of(0))
    total = 10 @ icepool.d6.map(lambda face: max(0, face - 2))
    pool = (total // 6).map(lambda n: n @ (icepool.d6 < 5) if n else 0)
    assert {state[0]: chance for state, chance in odds.items()} == {int(k): pool.probability(k) for k in pool}


def test_seeded_runs_agree_with_the_odds() -> None:
    stages = (hits, saves, morale)
    odds = fold(stages, of(6))
    trials = 4000
    found = estimate(stages, of(6), Seeded(11), trials)
    assert sum(found.counts.values()) == found.trials == trials
    assert found.counts.keys() <= odds.weights.keys()
    for state, chance in odds.items():
        spread = math.sqrt(trials * chance * (1 - chance))
        assert abs(found.counts.get(state, 0) - trials * chance) <= 4.5 * spread + 1


def test_too_many_runs_are_refused() -> None:
    def faces(state: State, dice: Dice) -> State:
        return tuple(dice.ask(Face(D6, WHY)) for _ in range(4))

    assert len(fold((faces,), NOBODY, limit=6**4).weights) == 6**4
    with pytest.raises(TooMany, match="more than 1295 runs"):
        fold((faces,), NOBODY, limit=6**4 - 1)


def test_the_limit_is_for_all_stages_together() -> None:
    once = 3 + 3 * 4
    assert fold((again,), NOBODY, limit=once).weights == fold((again,), NOBODY).weights
    with pytest.raises(TooMany):
        fold((again,), NOBODY, limit=once - 1)
    states = len(fold((again,), NOBODY).weights)
    twice = fold((again, again), NOBODY, limit=once + states * once)
    assert sum(twice.weights.values()) == twice.total
    with pytest.raises(TooMany):
        fold((again, again), NOBODY, limit=once + states * once - 1)


def test_exact_dice_give_every_answer_once() -> None:
    dice = Exact()
    seen: list[tuple[int, int]] = []
    while True:
        seen.append((dice.ask(Face(D6, WHY)), dice.ask(Count(2, D6, 4, WHY))))
        assert dice.weight() == (1, 2, 1)[seen[-1][1]]
        assert dice.total == 6 * 4
        if not dice.again():
            break
    assert seen == list(product(range(1, 7), range(3)))


def test_odds_are_read_in_several_ways() -> None:
    odds = Odds({1: 1, 2: 3, 3: 2}, 6)
    assert odds.chance(2) == Fraction(1, 2)
    assert odds.chance(9) == 0
    assert odds.where(lambda n: n > 1) == Fraction(5, 6)
    assert odds.expected(lambda n: n) == Fraction(13, 6)
    assert odds.items() == [(2, Fraction(1, 2)), (3, Fraction(1, 3)), (1, Fraction(1, 6))]
    read = mapped(odds, lambda n: n > 1)
    assert (read.weights, read.total) == ({False: 1, True: 5}, 6)


# ------------------------------------------------------------------ estimates


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("successes", "trials"), [(1, 10), (5, 10), (81, 263), (999, 1000)])
def test_the_ends_of_the_interval_are_1_96_of_their_own_deviations_away(successes: int, trials: int) -> None:
    for end in wilson(successes, trials):
        deviation = math.sqrt(end * (1 - end) / trials)
        assert abs(successes / trials - end) == pytest.approx(1.959964 * deviation)


def test_without_trials_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@settings(max_examples=60)
@given(st.integers(1, 10_000), st.data())
def test_the_interval_holds_the_share_and_shrinks(trials: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, trials))
    low, high = wilson(successes, trials)
    assert 0 <= low <= successes / trials + 1e-12
    assert successes / trials - 1e-12 <= high <= 1
    wider = wilson(successes * 4, trials * 4)
    assert wider[1] - wider[0] < high - low


def test_an_estimate_gives_share_and_interval() -> None:
    found = Estimate({"a": 30, "b": 70}, 100)
    assert found.share("a") == 0.3
    assert found.share("c") == 0.0
    assert found.interval("a") == wilson(30, 100)
    assert found.interval("c") == wilson(0, 100)


def test_an_estimate_keeps_no_rolls() -> None:
    dice = Seeded(1)
    estimate((hits,), of(3), dice, 50)
    assert dice.rolls == []


def test_intervals_hold_the_chance_about_95_times_in_100() -> None:
    chance = float(fold((hits,), of(2)).chance(of(1)))
    held = 0
    for seed in range(200):
        low, high = estimate((hits,), of(2), Seeded(seed), 60).interval(of(1))
        held += low <= chance <= high
    assert 180 <= held <= 198
