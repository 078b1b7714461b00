"""Many battles: what comes out depends on seeds alone."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import Any, Final

import pytest

from roundtop.battle.options import OptionError
from roundtop.bots.bot import UnknownBotError
from roundtop.rulebooks import UnknownRulebook, rulebooks
from roundtop.simulate import Report, fight, find_rulebook, rules_for, simulate
from tests.toy import RULEBOOK, SCENARIO

TOY: Final = "tests.toy:RULEBOOK"


def toy(games: int = 12, jobs: int = 1, **more: Any) -> Report:
    return simulate(SCENARIO, TOY, "recruit", "captain", games=games, jobs=jobs, seed=3, **more)


class Backwards(Executor):
    """Does everything at once, and hands answers out in another order."""

    def __init__(self) -> None:
        self.errands = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.errands += 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_processes_change_nothing() -> None:
    assert toy(jobs=2).results == toy(jobs=1).results


def test_a_real_battle_is_the_same_in_any_process() -> None:
    def fought(jobs: int) -> Report:
        return simulate("training-field", "", "recruit", "recruit", games=3, jobs=jobs, seed="x")

    alone, spread = fought(1), fought(2)
    assert alone.results == spread.results
    turns = alone.turns()
    assert turns is not None
    assert turns.least >= 1
    assert all(sum(one.losses.values()) > 0 for one in alone.results)


def test_an_executor_may_be_brought() -> None:
    executor = Backwards()
    assert toy(executor=executor, jobs=3).results == toy().results
    assert 0 < executor.errands <= 12


def test_a_battle_of_a_batch_can_be_fought_by_itself() -> None:
    report = toy()
    for one in (report.results[4], report.results[7]):
        assert fight(TOY, SCENARIO, {}, one.bots, one.seed, one.index) == one


def test_more_games_begin_with_the_same_ones() -> None:
    assert toy(20).results[:12] == toy(12).results


def test_bots_exchange_sides_in_every_second_game() -> None:
    assert [one.bots["union"] for one in toy(4).results] == ["recruit", "captain", "recruit", "captain"]
    assert {one.bots["union"] for one in toy(4, exchange=False).results} == {"recruit"}


def test_other_seeds_give_other_battles() -> None:
    other = simulate(SCENARIO, TOY, "recruit", "captain", games=12, seed=4)
    assert other.results != toy().results
    assert len({one.seed for one in toy().results}) == 12


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    toy(5, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]


def test_house_rules_reach_every_battle() -> None:
    short, long = toy(6, options={"wins": 1}), toy(6, options={"wins": 6})
    assert short.decisions().most < long.decisions().least


def test_what_is_unknown_is_said_before_anything_is_fought() -> None:
    with pytest.raises(UnknownBotError):
        simulate(SCENARIO, TOY, "nobody", "recruit")
    with pytest.raises(UnknownRulebook):
        simulate(SCENARIO, "no-such-book")
    with pytest.raises(OptionError):
        simulate("training-field", options={"bets": 1})


def test_a_bad_bot_is_counted_and_harms_nothing() -> None:
    report = simulate(SCENARIO, TOY, "tests.bots.bad:crashing", "recruit", games=1)
    assert report.fouls()["tests.bots.bad:crashing"] > 0
    assert report.results[0].winner in ("union", "confederate")


def test_the_first_rulebook_at_hand_is_taken() -> None:
    from dataclasses import replace

    book = rulebooks()[0].id
    assert rules_for(replace(SCENARIO, rulebooks=("none-such", book))) == book
    assert rules_for(SCENARIO, TOY) == TOY
    with pytest.raises(UnknownRulebook, match="dare suits toy, and here there are only"):
        rules_for(SCENARIO)


@pytest.mark.parametrize("name", ["no-such-book", "tests.toy:NOTHING", "tests.none:BOOK", "tests.toy:SCENARIO"])
def test_an_unknown_rulebook_is_named(name: str) -> None:
    with pytest.raises(UnknownRulebook, match=name):
        find_rulebook(name)
    assert find_rulebook(TOY) is RULEBOOK
