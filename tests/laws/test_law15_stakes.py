"""Law 15: what is shown of both sides' chances is what ends the battle: its points, and who has broken."""

from __future__ import annotations

from typing import Final

import pytest

from roundtop.battle.engine import over
from tests.laws.play import Case, cases, fought, quickest

SHIPPED: Final = ("chamberlain", "charge-boys", "infantry-action", "order-cards", "skirmish")
"""Every book of ours shows what is at stake; one of another package may leave it out."""
TOLD: Final = [case for case in quickest(cases()) if case.book.id in SHIPPED]
BREAKS: Final = ("army-break", "force-break", "retirement")
SPECTATOR: Final = ""


@pytest.mark.parametrize("case", TOLD, ids=lambda case: case.id)
def test_the_stakes_at_the_end_are_those_of_the_outcome(case: Case) -> None:
    book, end = case.book, fought(case, "laws").end
    outcome = over(book, end)
    stakes = book.scene(book.view(end.state, SPECTATOR)).stakes
    assert outcome is not None
    assert stakes is not None
    points = dict(outcome.points)
    assert {tide.side: tide.points for tide in stakes.tides} == points
    broken = {tide.side for tide in stakes.tides if 0 < tide.breaks <= tide.lost}
    assert bool(broken) == (outcome.reason in BREAKS)
    assert outcome.winner not in broken or len(broken) > 1
    assert 0 < stakes.turn <= stakes.turns


@pytest.mark.parametrize("case", TOLD, ids=lambda case: case.id)
def test_the_present_phase_is_marked_from_the_first_turn_to_the_end(case: Case) -> None:
    book = case.book
    for moment in fought(case, "laws").sampled(12):
        stakes = book.scene(book.view(moment.battle.state, SPECTATOR)).stakes
        assert stakes is not None
        assert stakes.turn == 0 or 0 <= stakes.phase < len(stakes.phases)
        assert {row.clause for row in stakes.wins} <= {clause.id for clause in book.ledger.clauses}
