"""Procedure: orders-move."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, Read, inside, reads, reckoned, with_parts
from roundtop.rulebooks.charge_boys import umpire
from roundtop.rulebooks.charge_boys.orders import rule

MARCHER: Final[Read] = reads(rule.Marcher, umpire.drawn_up, inches="path_inches")


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "orders-move",
        with_parts(a=inside("a", MARCHER), b=inside("b", MARCHER)),
        lambda met: rule.head_on(met["gap"], met["a"], met["b"], met["settings"]),
        {
            "a_moved": "charge-boys.orders.resolution",
            "b_moved": "charge-boys.orders.resolution",
            "gap": "charge-boys.orders.enemy-collision",
            "impulse": "charge-boys.orders.enemy-collision",
        },
    ),
)
