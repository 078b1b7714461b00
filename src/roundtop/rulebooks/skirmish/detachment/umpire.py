"""Detachments, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Answer, Fields, Procedure, between, reads, reckoned, verdict, verdict_line
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish.detachment import rule


def _can_be(given: Fields) -> None:
    # An attached commander is able but not in the starting strength.
    between("able_figures", given["able_figures"], 0, given["start"] - given["lost"] + 1)


GROUP: Final = reads(rule.Detaching, _can_be, able="able_figures", detach="detach_figures")


def _read(given: Fields) -> tuple[rule.Detaching, str]:
    group: rule.Detaching = GROUP(given)
    return group, rule.detach_refusal(group, given["settings"])


def _parts(given: tuple[rule.Detaching, str]) -> Answer:
    """Both parts, or the group as it was."""
    group, clause = given
    if clause:
        return verdict(clause), {"parent": group}
    parent, detachment = rule.detached(group)
    return verdict(""), {"parent": parent, "detachment": detachment}


def _lines(given: tuple[rule.Detaching, str], _: Answer) -> tuple[Row, ...]:
    group, clause = given
    if clause:
        return verdict_line(given, clause)
    parts = zip(("the group", "the detachment"), rule.detached(group), strict=True)
    terms = "skirmish.actions.detachment-terms"
    return tuple([Row(name, f"strength {one.start}, {one.lost} lost", terms) for name, one in parts])


PROCEDURES: Final[tuple[Procedure, ...]] = (reckoned("detach", _read, _parts, _lines),)
