"""Procedures: morale-trigger, morale-first, morale-other, morale-both, retest-due and reorder."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, filled, simple
from roundtop.battle.tally import Row, lines, total
from roundtop.rulebooks.charge_boys import umpire
from roundtop.rulebooks.charge_boys.morale import rule
from roundtop.rulebooks.charge_boys.options import Settings


def _read_ordeal(fields: umpire.Fields) -> rule.Ordeal:
    between("strength_at_turn_start", fields["strength_at_turn_start"], 1)
    umpire.counts(fields, "", "hits", "casualties")
    return filled(rule.Ordeal, fields, settings=umpire.house(fields))


MORALE_TRIGGER: Final[Procedure] = simple(
    "morale-trigger",
    _read_ordeal,
    umpire.nothing,
    lambda ordeal, _: {"first": rule.first_due(ordeal), "other": rule.other_due(ordeal)},
    lambda ordeal, _: (
        Row("first-shot test", "due" if rule.first_due(ordeal) else "not due", "charge-boys.morale.first-trigger"),
        Row("other test", "due" if rule.other_due(ordeal) else "not due", "charge-boys.morale.trigger-hits"),
    ),
)


def nerve(
    fields: umpire.Fields, house: Settings, path: str = "", advancing: bool = False, charged: bool = False
) -> rule.Nerve:
    """A unit that tests, from whichever of its fields the procedure has."""
    if "start" in fields:
        umpire.strength(fields, path)
    for name in ("officers_killed", "lost_this_turn"):
        between(f"{path}{name}", fields.get(name, 0), 0)
    return filled(
        rule.Nerve,
        fields,
        start=fields.get("start", 0),
        strength=fields.get("strength", 0),
        first_shot=fields.get("first_shot", rule.UNTESTED),
        advancing=advancing or fields.get("advancing", False),
        fortification=fields.get("fortification", False),
        charged=charged or fields.get("charged", False),
        officers_killed=fields.get("officers_killed", 0),
        general_killed=fields.get("general_killed", False),
        retired=fields.get("retired", False),
        lost_this_turn=fields.get("lost_this_turn", 0),
        formation=umpire.formation(fields, path),
        crew=umpire.crew(fields, path) if "crew" in fields else (),
        settings=house,
    )


def read_nerve(fields: umpire.Fields) -> rule.Nerve:
    return nerve(fields, umpire.house(fields))


def test_outputs(kind: str, nerve: rule.Nerve, test: rule.Verdict) -> Outputs:
    return {
        "modifier": total(rule.mods_of(kind, nerve)),
        "total": test.total,
        "result": test.result,
        "retreat": umpire.length(test.retreat.inches),
        "retreat_guns": test.retreat.guns or None,
        "guns_abandoned": test.retreat.abandoned or None,
        "retest": test.retest,
    }


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
    return simple(
        name,
        read_nerve,
        partial(rule.take_test, kind),
        partial(test_outputs, kind),
        partial(test_lines, kind),
    )


MORALE_FIRST: Final[Procedure] = _morale_test("morale-first", rule.FIRST)
MORALE_OTHER: Final[Procedure] = _morale_test("morale-other", rule.OTHER)


def _both_outputs(nerve: rule.Nerve, both: rule.Both) -> Outputs:
    after = rule.with_standing(nerve, both.first_shot)
    test = both.obeyed
    return {
        "first_modifier": total(rule.first_mods(nerve)),
        "first_total": both.first,
        "other_modifier": total(rule.other_mods(after)),
        "other_total": both.other,
        "obeys": test.kind,
        "result": test.result,
        "retreat": umpire.length(test.retreat.inches),
        "retreat_guns": test.retreat.guns or None,
        "guns_abandoned": test.retreat.abandoned or None,
        "retest": test.retest,
        "first_shot": both.first_shot,
    }


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


MORALE_BOTH: Final[Procedure] = simple("morale-both", read_nerve, rule.take_both, _both_outputs, _both_lines)


def _read_retest(fields: umpire.Fields) -> umpire.Fields:
    between("turn", fields["turn"], 1)
    between("phase", fields["phase"], 1, 7)
    return fields | {"settings": umpire.house(fields)}


RETEST_DUE: Final[Procedure] = simple(
    "retest-due",
    _read_retest,
    lambda fields, _: rule.retest_due(fields["test"], fields["total"], fields["turn"], fields["settings"]),
    lambda _, due: {"retest": due.retest, "due_turn": due.turn, "due_phase": due.phase},
    lambda _, due: (Row("next test", due.retest, "charge-boys.morale.retest-timing"),),
)


def _still_disordered(fields: umpire.Fields, _: None) -> Outputs:
    back = rule.reordered(
        at_turn_start=fields["disordered_at_turn_start"],
        moved=fields["moved"],
        fired=fields["fired"],
        fought=fields["fought"],
        compelled=fields["compelled"],
        routing=fields["routing"],
    )
    return {"disordered": not back}


def _read_reorder(fields: umpire.Fields) -> umpire.Fields:
    umpire.counts(fields, "", "hits")
    return fields


REORDER: Final[Procedure] = simple(
    "reorder",
    _read_reorder,
    umpire.nothing,
    _still_disordered,
    lambda fields, _: (
        Row(
            "at the end of the turn",
            "disordered" if _still_disordered(fields, None)["disordered"] else "in order",
            "charge-boys.morale.reorder",
        ),
    ),
)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    MORALE_TRIGGER,
    MORALE_FIRST,
    MORALE_OTHER,
    MORALE_BOTH,
    RETEST_DUE,
    REORDER,
)
