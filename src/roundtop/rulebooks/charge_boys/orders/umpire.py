"""Procedure: orders-move."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, simple
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.charge_boys import umpire
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.orders import rule


@record(frozen=True)
class HeadOn:
    """Two enemies ordered at each other."""

    gap: float
    a: rule.Marcher
    b: rule.Marcher
    settings: Settings


def _read_orders(fields: umpire.Fields) -> HeadOn:
    umpire.counts(fields, "", "gap")
    return HeadOn(fields["gap"], _marcher(fields["a"], "a."), _marcher(fields["b"], "b."), umpire.house(fields))


def _marcher(fields: umpire.Fields, path: str) -> rule.Marcher:
    umpire.counts(fields, path, "path_inches")
    return rule.Marcher(umpire.formation(fields, path), fields["path_inches"])


def _met(_: HeadOn, met: rule.Meeting) -> Outputs:
    return {
        "impulse": met.impulse,
        "a_moved": umpire.length(met.a_moved),
        "b_moved": umpire.length(met.b_moved),
        "gap": umpire.length(met.gap),
    }


def _met_lines(given: HeadOn, met: rule.Meeting) -> tuple[Row, ...]:
    clause = "charge-boys.orders.enemy-collision"
    found = (
        Row("a moves", f"{met.a_moved:.4g} in", "charge-boys.orders.resolution"),
        Row("b moves", f"{met.b_moved:.4g} in", "charge-boys.orders.resolution"),
        Row("between them", f"{met.gap:.4g} in", clause),
    )
    return (*found, Row("set back in impulse", f"{met.impulse} of {given.settings.impulses}", clause))


ORDERS_MOVE: Final[Procedure] = simple(
    "orders-move",
    _read_orders,
    lambda given, _: rule.head_on(given.gap, given.a, given.b, given.settings),
    _met,
    _met_lines,
)


PROCEDURES: Final[tuple[Procedure, ...]] = (ORDERS_MOVE,)
