"""Procedures: morale-trigger, morale-first, morale-other, morale-both, retest-due and reorder."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle.procedure import Answer, Fields, Outputs, Procedure, Read, as_given, reads, reckoned, simple
from roundtop.battle.tally import Row, lines, total
from roundtop.rulebooks.charge_boys import umpire
from roundtop.rulebooks.charge_boys.morale import rule

NERVE: Final[Read] = reads(rule.Nerve, umpire.drawn_up)
"""Reads a unit that tests, from whichever of its fields the procedure has."""


def tested(kind: str, nerve: rule.Nerve, test: rule.Verdict) -> Answer:
    return {"modifier": total(rule.mods_of(kind, nerve))}, obeyed(test)


def obeyed(test: rule.Verdict) -> Answer:
    return went_back(test.retreat.inches, test.retreat.guns, test.retreat.abandoned), test


def went_back(inches: float, guns: tuple[int, ...], abandoned: tuple[bool, ...]) -> Outputs:
    return {"retreat": inches, "retreat_guns": guns or None, "guns_abandoned": abandoned or None}


def test_lines(kind: str, nerve: rule.Nerve, test: rule.Verdict) -> tuple[Row, ...]:
    mods = rule.mods_of(kind, nerve)
    die = Row("die", str(test.total - total(mods)), "charge-boys.morale.first-die")
    return (die, *lines(mods), *_result_lines(test))


def _result_lines(test: rule.Verdict) -> tuple[Row, ...]:
    clause = rule.result_clause(test.kind, test.result)
    found = [Row("total", str(test.total), clause), Row("result", test.result, clause)]
    if test.retreat.inches:
        found.append(Row("goes back", f"{test.retreat.inches:g} in", clause))
    found += [
        Row(f"gun {gun}", "abandoned" if left else "kept", "charge-boys.morale.result-guns-abandoned")
        for gun, left in enumerate(test.retreat.abandoned, 1)
    ]
    return tuple(found)


def _morale_test(name: str, kind: str) -> Procedure:
    return simple(name, NERVE, partial(rule.take_test, kind), partial(tested, kind), partial(test_lines, kind))


def _both(nerve: rule.Nerve, both: rule.Both) -> Answer:
    after = rule.with_standing(nerve, both.first_shot)
    found: Outputs = {
        "first_modifier": total(rule.first_mods(nerve)),
        "first_total": both.first,
        "other_modifier": total(rule.other_mods(after)),
        "other_total": both.other,
        "obeys": both.obeyed.kind,
    }
    return found, obeyed(both.obeyed), both


def _both_lines(nerve: rule.Nerve, both: rule.Both) -> tuple[Row, ...]:
    after = rule.with_standing(nerve, both.first_shot)
    return (
        *lines(rule.first_mods(nerve)),
        Row("first-shot test", str(both.first), "charge-boys.morale.first-die"),
        *lines(rule.other_mods(after)),
        Row("other test", str(both.other), "charge-boys.morale.other-replaces"),
        Row("obeys", both.obeyed.kind, "charge-boys.morale.number-of-tests"),
        *_result_lines(both.obeyed),
    )


def _back_in_order(given: Fields) -> bool:
    return rule.reordered(
        at_turn_start=given["disordered_at_turn_start"],
        moved=given["moved"],
        fired=given["fired"],
        fought=given["fought"],
        compelled=given["compelled"],
        routing=given["routing"],
    )


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "morale-trigger",
        reads(rule.Ordeal),
        lambda ordeal: {"first": rule.first_due(ordeal), "other": rule.other_due(ordeal)},
        {"first": "charge-boys.morale.first-trigger", "other": "charge-boys.morale.trigger-hits"},
    ),
    _morale_test("morale-first", rule.FIRST),
    _morale_test("morale-other", rule.OTHER),
    simple("morale-both", NERVE, rule.take_both, _both, _both_lines),
    reckoned(
        "retest-due",
        as_given,
        lambda given: rule.retest_due(given["test"], given["total"], given["turn"], given["settings"]),
        "charge-boys.morale.retest-timing",
        answer=lambda _, due: ({"due_turn": due.turn, "due_phase": due.phase}, due),
    ),
    reckoned(
        "reorder",
        as_given,
        _back_in_order,
        "charge-boys.morale.reorder",
        answer=lambda _, back: {"disordered": not back},
    ),
)
