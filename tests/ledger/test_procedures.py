"""Every procedure of every rulebook: the ledger's example, outputs that fit, odds that sum to one."""

from __future__ import annotations

import json
from collections import Counter
from math import sqrt

import pytest

from roundtop.battle.ledger import Routine
from roundtop.umpire import Book, Estimated, Exact, Result, UmpireError, ask, by_hand, procedures
from roundtop.umpire.umpire import seen
from tests.ledger.fit import agrees, misfits

EVERY = procedures()
every_procedure = pytest.mark.parametrize(
    ("book", "routine"), EVERY, ids=[f"{book.id}/{routine.name}" for book, routine in EVERY]
)
TRIALS = 300


def example(book: Book, routine: Routine) -> Result:
    return ask(book, routine.name, routine.example.situation, dice=routine.example.dice)


def test_the_code_has_exactly_the_ledgers_procedures() -> None:
    books = {book.id: book for book, _ in EVERY}
    for book in books.values():
        assert [procedure.name for procedure in book.procedures] == list(book.ledger.routines)


@every_procedure
def test_the_example_comes_out(book: Book, routine: Routine) -> None:
    outcome = example(book, routine).outcome
    assert agrees(routine.example.expect, outcome), outcome


@every_procedure
def test_outputs_fit_the_ledger(book: Book, routine: Routine) -> None:
    results = [example(book, routine)]
    results += [ask(book, routine.name, routine.example.situation, seed=seed) for seed in range(20)]
    for result in results:
        assert misfits(book.ledger, routine.outputs, result.outcome) == []
        if not result.legal:
            assert {"legal", "clause"} <= set(result.outcome)
            assert result.rolls == ()


@every_procedure
def test_working_and_dice_name_clauses_of_the_ledger(book: Book, routine: Routine) -> None:
    result = example(book, routine)
    ids = {clause.id for clause in book.ledger.clauses}
    assert {line.clause for line in result.working if line.clause} <= ids
    assert {roll.clause for roll in result.rolls} <= ids
    assert all(roll.reason for roll in result.rolls)


@every_procedure
def test_one_die_less_or_more_is_refused(book: Book, routine: Routine) -> None:
    dice = list(routine.example.dice)
    with pytest.raises(UmpireError, match="too many dice"):
        ask(book, routine.name, routine.example.situation, dice=[*dice, "d6:1"])
    if dice:
        with pytest.raises(UmpireError, match="too few dice"):
            ask(book, routine.name, routine.example.situation, dice=dice[:-1])


@every_procedure
def test_a_seed_gives_dice_that_give_the_same_result(book: Book, routine: Routine) -> None:
    seeded = ask(book, routine.name, routine.example.situation, seed=5)
    assert ask(book, routine.name, routine.example.situation, dice=seeded.dice) == seeded


@every_procedure
def test_own_dice_give_the_same_result(book: Book, routine: Routine) -> None:
    known = example(book, routine)
    throws: list[str] = []
    for roll in known.rolls:
        assert not isinstance(by_hand(book, routine.name, routine.example.situation, throws), Result)
        throws.append(" ".join(roll.faces))
    assert by_hand(book, routine.name, routine.example.situation, throws) == known


@every_procedure
def test_odds_sum_to_one_and_hold_the_example(book: Book, routine: Routine) -> None:
    prospect = ask(book, routine.name, routine.example.situation, odds=True)
    shown = seen(example(book, routine).outcome, routine.outputs, book.ledger.records)
    for group in prospect.groups:
        if isinstance(group, Exact):
            assert sum(row.chance for row in group.chances) == 1
            assert all(row.chance > 0 for row in group.chances)
            if not group.group:
                assert shown in [row.outcome for row in group.chances]
        else:
            assert sum(row.estimate for row in group.shares) == pytest.approx(1)
        for row in group.chances if isinstance(group, Exact) else group.shares:
            if not group.group:
                assert misfits(book.ledger, routine.outputs, row.outcome, partly=True) == []


@every_procedure
def test_odds_agree_with_seeded_runs(book: Book, routine: Routine) -> None:
    prospect = ask(book, routine.name, routine.example.situation, odds=True)
    wholes = [group for group in prospect.groups if not group.group]
    if not wholes or isinstance(wholes[0], Estimated):
        return
    found: Counter[str] = Counter()
    for seed in range(TRIALS):
        outcome = ask(book, routine.name, routine.example.situation, seed=seed).outcome
        found[json.dumps(seen(outcome, routine.outputs, book.ledger.records), sort_keys=True)] += 1
    chances = {json.dumps(row.outcome, sort_keys=True): float(row.chance) for row in wholes[0].chances}
    assert found.keys() <= chances.keys()
    # Rare outcomes are put together: among thousands of them some come twice by chance.
    rare = {key for key, chance in chances.items() if TRIALS * chance < 1}
    cells = [(found[key], chance) for key, chance in chances.items() if key not in rare]
    cells.append((sum(found[key] for key in rare), sum(chances[key] for key in rare)))
    for times, chance in cells:
        assert abs(times - TRIALS * chance) <= 4.5 * sqrt(TRIALS * chance * abs(1 - chance)) + 1
