"""What Charge Boys Charge! adds to the laws: its house rules and its secrets."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, March, Marched
from roundtop.battle.protocol import Decision
from tests.laws.book import Positions, Variant

VARIANTS: Final = (
    Variant("written-orders", {"turn_mode": "written-orders"}),
)


def alike(decision: Decision) -> tuple[tuple[Answer, ...], ...]:
    """Whatever an order says, the enemy sees only that it is written."""
    if decision.kind == "order" and isinstance(decision.form, March):
        return (tuple([Marched(way.manoeuvres) for way in decision.form.ways]),)
    return ()


POSITIONS: Final = Positions(
    variants=VARIANTS,
    alike=alike,
    reveals=("OrdersRevealed",),
    points=("entry", "outline", "points", "zone", "zones", "trail"),
)
