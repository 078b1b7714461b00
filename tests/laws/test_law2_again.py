"""Law 2: running a step again with one more answer repeats the earlier events exactly."""

from __future__ import annotations

import pytest

from roundtop.battle.engine import Battle, Passage, step, submit
from roundtop.dice.questions import Question
from roundtop.dice.sources import Dice, Physical, Recorded, Roll, Seeded, Wanted
from tests.laws.play import Case, cases, codec, fought, steps

STEPS = 150


def thrown(case: Case) -> list[tuple[Battle, Passage]]:
    """Steps of a battle that threw dice, the battle before each and what came of it."""
    found: list[tuple[Battle, Passage]] = []
    whole = fought(case, "laws")
    starts = [(whole.opening, whole.first)]
    starts += [(submit(case.book, moment.battle, moment.command).battle, moment.seed) for moment in whole.moments]
    for battle, seed in starts:
        found += [(before, passage) for before, passage in steps(case.book, battle, Seeded(seed)) if passage.rolls]
    return found[:: max(1, len(found) // STEPS)]


def wanted(case: Case, battle: Battle, dice: Dice) -> Question:
    """The question with which a step stops for want of a throw."""
    with pytest.raises(Wanted) as waits:
        step(case.book, battle, dice)
    return waits.value.question


def asks_for(question: Question, roll: Roll) -> bool:
    why = question.why
    return (question.kind(), why.reason, why.clause, why.by, why.seen_by) == (
        roll.kind, roll.reason, roll.clause, roll.by, roll.seen_by,
    )  # fmt: skip


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_throws_typed_one_at_a_time_give_the_step_as_thrown_at_once(case: Case) -> None:
    write = codec(case.book).text
    found = thrown(case)
    assert found
    for battle, passage in found:
        before = write(battle)
        entries: list[str] = []
        for number, roll in enumerate(passage.rolls):
            dice = Physical(entries)
            assert asks_for(wanted(case, battle, dice), roll)
            assert dice.rolls == list(passage.rolls[:number])
            entries.append(" ".join(roll.faces))
        assert write(battle) == before
        dice = Physical(entries)
        assert write(step(case.book, battle, dice)) == write(passage)
        dice.finish()
        assert write(step(case.book, battle, Recorded(passage.rolls))) == write(passage)
