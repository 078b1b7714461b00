"""Ratings: what the battles say, with honest intervals."""

from __future__ import annotations

from math import inf

import pytest

from roundtop.simulate import simulate
from roundtop.simulate.ladder import PRIOR, Meeting, meeting, ratings
from tests.toy import SCENARIO


def test_three_wins_in_four_are_worth_191_points() -> None:
    best, other = ratings([Meeting("a", "b", 300_000, 0, 100_000)], "b")
    assert (best.name, other.name, other.elo) == ("a", "b", 1000.0)
    assert best.elo == pytest.approx(1190.8, abs=0.1)
    assert best.low < best.elo < best.high < best.low + 5.0


def test_draws_are_half_a_win() -> None:
    assert ratings([Meeting("a", "b", 0, 50, 0)], "b")[0].elo == pytest.approx(1000.0)


def test_whoever_never_lost_has_a_rating_and_a_wide_interval() -> None:
    best = ratings([Meeting("a", "b", 10, 0, 0)], "b")[0]
    assert 1300.0 < best.elo < inf
    assert best.high - best.low > 500.0


def test_strength_is_handed_on_along_the_ladder() -> None:
    met = [Meeting("a", "b", 30, 0, 10), Meeting("b", "c", 30, 0, 10)]
    found = {one.name: one for one in ratings(met, "b")}
    assert found["a"].elo - 1000.0 == pytest.approx(1000.0 - found["c"].elo)
    assert found["a"].elo > 1150.0
    assert PRIOR == 1.0


def test_a_meeting_counts_by_bot_and_not_by_side() -> None:
    report = simulate(SCENARIO, "tests.toy:RULEBOOK", "recruit", "captain", games=8, seed="m")
    met = meeting(report)
    assert (met.first, met.second, met.won + met.drawn + met.lost) == ("recruit", "captain", 8)
    assert met.won == report.bot_wins("recruit").count
    assert len(report.times("captain")) + len(report.times("recruit")) == sum(one.decisions for one in report.results)
    assert "times" not in report.plain()["results"][0]
