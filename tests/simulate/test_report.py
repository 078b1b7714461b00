"""Shares and means with their intervals."""

from __future__ import annotations

import json
from math import inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.simulate import Report, Result, mean, share
from roundtop.simulate.report import Z


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (95, 100, 0.8882, 0.9785)],
)
def test_the_interval_of_a_share_is_wilsons(count: int, of: int, low: float, high: float) -> None:
    found = share(count, of)
    assert [found.low, found.high] == pytest.approx([low, high], abs=1e-4)
    assert found.share == count / of


@given(st.integers(1, 500).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_a_bound_of_wilsons_interval_is_just_not_refuted(pair: tuple[int, int]) -> None:
    """By its definition: seen from either bound, the share found lies as far off as 95 % allow."""
    found = share(*pair)
    assert 0.0 <= found.low <= found.share <= found.high <= 1.0
    for bound in (found.low, found.high):
        if 0.0 < bound < 1.0:
            assert abs(found.share - bound) == pytest.approx(Z * sqrt(bound * (1 - bound) / pair[1]), rel=1e-6)


def test_nothing_is_known_of_no_battles() -> None:
    assert (share(0, 0).low, share(0, 0).high, share(0, 0).share) == (0.0, 1.0, 0.0)
    assert mean([]).mean == 0.0


def test_a_mean_has_its_normal_interval() -> None:
    found = mean([2.0, 4.0, 4.0, 6.0])
    assert (found.mean, found.least, found.most) == (4.0, 2.0, 6.0)
    assert found.high - found.mean == pytest.approx(1.96 * sqrt(8 / 3) / 2, rel=1e-3)
    assert mean([3.0]).high == inf


def result(index: int, union: str, confederate: str, winner: str, lost: tuple[int, int]) -> Result:
    bots = {"union": union, "confederate": confederate}
    losses = dict(zip(("union", "confederate"), lost, strict=True))
    return Result(index, str(index), bots, winner, "army-break", index + 2, 10, losses, {"union": 0, "confederate": 1})


REPORT = Report(
    "field",
    "book",
    {"union": "captain", "confederate": "recruit"},
    "0",
    True,
    2.0,
    (
        result(0, "captain", "recruit", "union", (1, 9)),
        result(1, "recruit", "captain", "confederate", (8, 2)),
        result(2, "captain", "recruit", "draw", (5, 5)),
        result(3, "recruit", "captain", "union", (3, 7)),
    ),
)


def test_a_report_adds_up_by_side_and_by_bot() -> None:
    assert [REPORT.wins(side).count for side in REPORT.sides()] == [2, 1]
    assert [REPORT.bot_wins(name).count for name in REPORT.names()] == [2, 1]
    assert REPORT.draws().count == 1
    assert {name: found.count for name, found in REPORT.reasons().items()} == {"army-break": 4}
    assert (REPORT.losses("union").mean, REPORT.losses("confederate").mean) == (4.25, 5.75)
    assert (REPORT.bot_losses("captain").mean, REPORT.bot_losses("recruit").mean) == (3.75, 6.25)
    assert REPORT.fouls() == {"captain": 2, "recruit": 2}
    turns = REPORT.turns()
    assert turns is not None
    assert (turns.mean, turns.least, turns.most) == (3.5, 2, 5)


def test_a_report_is_plain_data() -> None:
    plain = json.loads(json.dumps(REPORT.plain(), allow_nan=False))
    assert plain["bot_wins"]["captain"]["count"] == 2
    assert len(plain["results"]) == 4
    single = Report("f", "b", {"union": "a", "confederate": "a"}, "0", False, 1.0, REPORT.results[:1])
    assert json.loads(json.dumps(single.plain(), allow_nan=False))["decisions"]["high"] is None
