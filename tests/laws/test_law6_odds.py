"""Law 6: odds sum to one exactly and agree with thousands of seeded runs of the same code, and with icepool."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from math import isclose, sqrt
from typing import Any

import pytest

from roundtop import rulebooks
from roundtop.battle.ledger import Routine
from roundtop.battle.procedure import Procedure
from roundtop.battle.protocol import Forecast, Rulebook
from roundtop.dice.exact import Odds
from roundtop.dice.sources import Seeded
from roundtop.umpire import Estimated, Exact, ask
from roundtop.umpire.fields import check
from roundtop.umpire.umpire import plain, seen
from tests.laws.book import positions
from tests.laws.play import Case, cases, fought

TRIALS = 3000
SPREAD = 5.0
"""Standard deviations by which a count may miss its chance: one in a million, and the seed is fixed."""
EVERY = [(book, procedure) for book in rulebooks.rulebooks() for procedure in book.procedures]
every_procedure = pytest.mark.parametrize(
    ("book", "procedure"), EVERY, ids=[f"{book.id}-{procedure.name}" for book, procedure in EVERY]
)
POOLED = [(book, name) for book in rulebooks.rulebooks() for name in positions(book).icepool]


def routine(book: Rulebook, procedure: Procedure) -> Routine:
    return book.ledger.routines[procedure.name]


def situation(book: Rulebook, procedure: Procedure) -> Any:
    """What the ledger's example is about, as the procedure reads it."""
    described = routine(book, procedure)
    return procedure.read(check(book.ledger, described, described.example.situation))


def trials(book: Rulebook, procedure: Procedure, number: int) -> Counter[str]:
    """How often each outcome came, working left out."""
    described = routine(book, procedure)
    given = situation(book, procedure)
    dice = Seeded(f"{book.id} {procedure.name}")
    found: Counter[str] = Counter()
    for _ in range(number):
        outputs = plain(procedure.work(given, dice).outputs)
        found[json.dumps(seen(outputs, described.outputs, book.ledger.records), sort_keys=True)] += 1
        dice.rolls.clear()
    return found


def misses(found: Counter[str], chances: dict[str, float], number: int) -> list[str]:
    """Outcomes that came far too often or too seldom. Rare ones are counted together."""
    rare = [key for key, chance in chances.items() if chance * number < 5]
    rows = [(key, found[key], chance) for key, chance in chances.items() if key not in rare]
    rows.append(("all rare ones", sum(found[key] for key in rare), sum(chances[key] for key in rare)))
    return [
        f"{key}: {came} times, expected {number * chance:.1f}"
        for key, came, chance in rows
        if abs(came - number * chance) > SPREAD * sqrt(number * chance * max(0.0, 1 - chance)) + 1e-6
    ]


@every_procedure
def test_odds_sum_to_one_exactly(book: Rulebook, procedure: Procedure) -> None:
    groups = procedure.chances(situation(book, procedure))
    assert groups
    for group in groups:
        if isinstance(group.odds, Odds):
            assert sum(group.odds.weights.values()) == group.odds.total
            assert sum(chance for _, chance in group.odds.items()) == Fraction(1)
        else:
            assert sum(group.odds.counts.values()) == group.odds.trials


@every_procedure
def test_odds_agree_with_seeded_runs(book: Rulebook, procedure: Procedure) -> None:
    prospect = ask(book, procedure.name, routine(book, procedure).example.situation, odds=True)
    whole = prospect.whole
    if isinstance(whole, Exact):
        chances = {json.dumps(row.outcome, sort_keys=True): float(row.chance) for row in whole.chances}
        found = trials(book, procedure, TRIALS)
        assert found.keys() <= chances.keys()
        assert misses(found, chances, TRIALS) == []
    else:
        _two_estimates(whole, trials(book, procedure, TRIALS))


def _two_estimates(whole: Estimated, found: Counter[str]) -> None:
    """Where both sides are trials, the difference of two shares is held to its own spread."""
    for row in whole.shares:
        share = found[json.dumps(row.outcome, sort_keys=True)] / TRIALS
        both = (row.estimate * whole.trials + share * TRIALS) / (whole.trials + TRIALS)
        spread = sqrt(both * (1 - both) * (1 / whole.trials + 1 / TRIALS))
        assert abs(row.estimate - share) <= SPREAD * spread


@pytest.mark.parametrize(("book", "name"), POOLED, ids=[f"{book.id}-{name}" for book, name in POOLED])
def test_odds_agree_with_icepool(book: Rulebook, name: str) -> None:
    given = book.ledger.routines[name].example.situation
    whole = ask(book, name, given, odds=True).whole
    assert isinstance(whole, Exact)
    assert {json.dumps(row.outcome, sort_keys=True): row.chance for row in whole.chances} == positions(book).icepool[
        name
    ](given)


def forecasts(case: Case, most: int = 25) -> list[Forecast]:
    """Forecasts of the commands of a battle, the first so many."""
    book = case.book
    found: list[Forecast] = []
    for moment in fought(case, "laws").moments:
        seen = book.view(moment.battle.state, moment.command.player)
        found.extend(book.forecast(seen, moment.battle.agenda[-1], moment.command))
        if len(found) >= most:
            break
    return found


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_forecasts_sum_to_one(case: Case) -> None:
    for forecast in forecasts(case):
        assert isclose(sum(chance for _, chance in forecast.chances), 1.0, abs_tol=1e-9)
        assert all(0.0 < chance <= 1.0 + 1e-12 for _, chance in forecast.chances)
        assert forecast.title


@pytest.mark.parametrize("book", rulebooks.rulebooks(), ids=lambda book: book.id)
def test_something_is_forecast(book: Rulebook) -> None:
    assert any(forecasts(case) for case in cases() if case.book.id == book.id)
