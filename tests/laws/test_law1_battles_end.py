"""Law 1: random battles always end; no dead end; every listed option is accepted; a refusal changes nothing."""

from __future__ import annotations

import pytest

from roundtop.battle.engine import Refused, reasons, submit
from roundtop.battle.forms import Choose, Chosen
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Seeded, Stream
from tests.laws.answers import NOBODY, empty, listed, misshapen, spoiled
from tests.laws.play import Case, answered, cases, codec, fight, fought, often, onward, wild

SMALL = cases(small=True)
LARGE = [case for case in cases() if case not in SMALL] or list(SMALL[:1])
every_case = pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)


@pytest.mark.parametrize("batch", range(often(2)))
@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.id)
def test_random_battles_end(case: Case, batch: int) -> None:
    """Runaways and dead ends are raised by the fight itself."""
    for number in range(5):
        assert fight(case, f"end {batch} {number}").moments


@pytest.mark.parametrize("case", LARGE, ids=lambda case: case.id)
def test_random_battles_on_large_fields_end(case: Case) -> None:
    assert fight(case, "end").moments


@every_case
def test_every_decision_can_be_answered_and_names_clauses_of_the_book(case: Case) -> None:
    known = {clause.id for clause in case.book.ledger.clauses}
    for moment in fought(case, "laws").moments:
        assert not empty(moment.asked.form)
        assert moment.asked.sentence
        assert moment.asked.clauses
        assert set(moment.asked.clauses) <= known


@every_case
def test_every_listed_option_is_accepted(case: Case) -> None:
    stream = Stream("listed")
    for moment in fought(case, "laws").sampled(25):
        for answer in listed(case.book, moment.battle, moment.asked, stream):
            command = answered(moment.battle, moment.asked, answer)
            assert reasons(case.book, moment.battle, command) == ()
            onward(case.book, submit(case.book, moment.battle, command).battle, Seeded("listed"))


@every_case
def test_a_refused_command_changes_nothing_and_gives_its_reasons(case: Case) -> None:
    write = codec(case.book).text
    for moment in fought(case, "laws").sampled(25):
        before = write(moment.battle)
        wrong = list(spoiled(case.book, moment.battle, moment.command))
        for answer in misshapen(moment.asked):
            wrong.append((repr(answer), answered(moment.battle, moment.asked, answer)))
        for what, command in wrong:
            with pytest.raises(Refused) as refused:
                submit(case.book, moment.battle, command)
            assert refused.value.reasons, what
            assert all(reason.text for reason in refused.value.reasons), what
            assert str(refused.value), what
        assert write(moment.battle) == before


@every_case
def test_unlisted_answers_are_carried_out_or_refused_by_clause(case: Case) -> None:
    write = codec(case.book).text
    known = {clause.id for clause in case.book.ledger.clauses}
    stream = Stream("wild")
    for moment in fought(case, "laws").sampled(40):
        before = write(moment.battle)
        for command in [answered(moment.battle, moment.asked, wild(moment.asked, stream)) for _ in range(3)]:
            wrong = reasons(case.book, moment.battle, command)
            assert all(reason.text for reason in wrong)
            assert {reason.clause for reason in wrong} <= known
            if not wrong:
                onward(case.book, submit(case.book, moment.battle, command).battle, Seeded("wild"))
        assert write(moment.battle) == before


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.id)
def test_every_reason_is_given(case: Case) -> None:
    """Three faults at once are three reasons."""
    choices = [moment for moment in fought(case, "laws").moments if _chooses_one(moment.asked)]
    for moment in choices:
        command = answered(moment.battle, moment.asked, Chosen((NOBODY, NOBODY)))
        assert len({reason.text for reason in reasons(case.book, moment.battle, command)}) == 3


def _chooses_one(wanted: Decision) -> bool:
    return isinstance(wanted.form, Choose) and wanted.form.most == 1
