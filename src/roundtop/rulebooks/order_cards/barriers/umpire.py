"""Barriers shifted and walls taken down, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import umpire
from roundtop.rulebooks.order_cards.barriers import rule


def _read_barrier(fields: umpire.Fields) -> umpire.Fields:
    between("length", fields["length"], 0.1, umpire.MOST_INCHES)
    between("stands_in_contact", fields["stands_in_contact"], 0, 1000)
    return fields


def _barrier(fields: umpire.Fields, _: Dice) -> str:
    return rule.barrier_refusal(fields["length"], fields["movable"], fields["stands_in_contact"])


def _barrier_moved(fields: umpire.Fields, clause: str) -> Outputs:
    found: Outputs = {"stands_needed": rule.stands_for_barrier(fields["length"]), **umpire.verdict(clause)}
    return found | {"max_shift": 0.0 if clause else fields["length"]}


def _barrier_lines(fields: umpire.Fields, clause: str) -> tuple[Row, ...]:
    needed = Row("stands needed", str(rule.stands_for_barrier(fields["length"])), "order-cards.barrier.move")
    return (needed, *umpire.verdict_line(fields, clause))


BARRIER_MOVE: Final[Procedure] = simple("barrier-move", _read_barrier, _barrier, _barrier_moved, _barrier_lines)


def _read_dismantle(fields: umpire.Fields) -> float:
    between("stands_in_contact", fields["stands_in_contact"], 0, umpire.MOST_STANDS)
    card = umpire.card_given(fields, umpire.house_rules(fields))
    return rule.dismantled(fields["obstacle"], fields["stands_in_contact"], card, fields["moved"], fields["fired"])


DISMANTLE: Final[Procedure] = simple(
    "dismantle",
    _read_dismantle,
    lambda gap, _: gap,
    lambda _, gap: {"gap_inches": gap, **umpire.verdict("" if gap else "order-cards.misc.dismantle")},
    lambda _, gap: (Row("gap", f"{gap:g} in", "order-cards.misc.dismantle"),),
)
PROCEDURES: Final[tuple[Procedure, ...]] = (
    BARRIER_MOVE,
    DISMANTLE,
)
