"""Procedure: orders-move."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, inside, reads, reckoned
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.charge_boys import umpire
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.orders import rule

MARCHER: Final = reads(rule.Marcher, umpire.drawn_up, inches="path_inches")


@record(frozen=True)
class HeadOn:
    """Two enemies ordered at each other."""

    gap: float
    a: rule.Marcher
    b: rule.Marcher
    settings: Settings


def _met_lines(given: HeadOn, met: rule.Meeting) -> tuple[Row, ...]:
    clause = "charge-boys.orders.enemy-collision"
    return (
        Row("a moves", f"{met.a_moved:.4g} in", "charge-boys.orders.resolution"),
        Row("b moves", f"{met.b_moved:.4g} in", "charge-boys.orders.resolution"),
        Row("between them", f"{met.gap:.4g} in", clause),
        Row("set back in impulse", f"{met.impulse} of {given.settings.impulses}", clause),
    )


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "orders-move",
        reads(HeadOn, a=inside("a", MARCHER), b=inside("b", MARCHER)),
        lambda given: rule.head_on(given.gap, given.a, given.b, given.settings),
        _met_lines,
    ),
)
