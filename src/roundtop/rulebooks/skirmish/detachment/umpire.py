"""Detachments, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Answer, Fields, Procedure, Read, between, reads, reckoned, verdict
from roundtop.rulebooks.skirmish.detachment import rule


def _can_be(given: Fields) -> None:
    # An attached commander is able but not in the starting strength.
    between("able_figures", given["able_figures"], 0, given["start"] - given["lost"] + 1)


GROUP: Final[Read] = reads(rule.Detaching, _can_be, able="able_figures", detach="detach_figures")


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


PROCEDURES: Final[tuple[Procedure, ...]] = (reckoned("detach", _read, _parts, "skirmish.actions.detachment-terms"),)
