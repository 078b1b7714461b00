"""Barriers shifted and walls taken down, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Outputs, Procedure, as_given, reckoned, verdict, verdict_line
from roundtop.battle.tally import Row
from roundtop.rulebooks.order_cards import umpire
from roundtop.rulebooks.order_cards.barriers import rule


def _refusal(given: Fields) -> str:
    return rule.barrier_refusal(given["length"], given["movable"], given["stands_in_contact"])


def _moved(given: Fields, clause: str) -> Outputs:
    needed = rule.stands_for_barrier(given["length"])
    return {"stands_needed": needed, **verdict(clause), "max_shift": 0.0 if clause else given["length"]}


def _barrier_lines(given: Fields, clause: str) -> tuple[Row, ...]:
    needed = Row("stands needed", str(rule.stands_for_barrier(given["length"])), "order-cards.barrier.move")
    return (needed, *verdict_line(given, clause))


def _gap(given: Fields) -> float:
    stands, card = given["stands_in_contact"], umpire.card(given)
    return rule.dismantled(given["obstacle"], stands, card, given["moved"], given["fired"])


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned("barrier-move", as_given, _refusal, _barrier_lines, answer=_moved),
    reckoned(
        "dismantle",
        _gap,
        lambda gap: {"gap_inches": gap, **verdict("" if gap else "order-cards.misc.dismantle")},
        {"gap_inches": "order-cards.misc.dismantle"},
    ),
)
