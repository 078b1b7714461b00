"""Detachments, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish import umpire
from roundtop.rulebooks.skirmish.detachment import rule


def _read_detach(fields: umpire.Fields) -> umpire.Fields:
    between("start", fields["start"], 1)
    between("lost", fields["lost"], 0, fields["start"])
    # An attached commander is able but not in the starting strength.
    between("able_figures", fields["able_figures"], 0, fields["start"] - fields["lost"] + 1)
    between("detach_figures", fields["detach_figures"], 0, fields["able_figures"])
    group = rule.Detaching(
        start=fields["start"],
        lost=fields["lost"],
        able=fields["able_figures"],
        detach=fields["detach_figures"],
        leader_able=fields["leader_able"],
        leader_in_contact=fields["leader_in_contact"],
        state=fields["state"],
    )
    return {"group": group, "settings": umpire.house(fields)}


def _detached(given: umpire.Fields, clause: str) -> Outputs:
    if clause:
        return umpire.verdict(clause)
    parent, detachment = rule.detached(given["group"])
    return umpire.verdict("") | {
        "parent": {"start": parent.start, "lost": parent.lost},
        "detachment": {"start": detachment.start, "lost": detachment.lost},
    }


def _detach_lines(given: umpire.Fields, clause: str) -> tuple[Row, ...]:
    if clause:
        return (umpire.no_line(clause),)
    return tuple(
        [
            Row(name, f"strength {one.start}, {one.lost} lost", "skirmish.actions.detachment-terms")
            for name, one in zip(("the group", "the detachment"), rule.detached(given["group"]), strict=True)
        ]
    )


DETACH: Final[Procedure] = simple(
    "detach",
    _read_detach,
    lambda given, _: rule.detach_refusal(given["group"], given["settings"]),
    _detached,
    _detach_lines,
)
