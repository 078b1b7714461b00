"""Officer casualties, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Outputs, Procedure, as_given, simple
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards.command import rule


def fell(man: Fields, dice: Dice) -> str:
    return rule.casualty(man["officer_rank"], man["minor_wounds"], man["settings"], "", dice)


def fate_of(fate: str) -> Outputs:
    return {"casualty": fate != rule.UNHARMED, "officer_result": fate, "officer_out": rule.out_of_battle(fate)}


PROCEDURES: Final[tuple[Procedure, ...]] = (
    simple(
        "officer-casualty",
        as_given,
        fell,
        lambda _, fate: fate_of(fate),
        {"officer_result": "order-cards.officer.melee-casualty"},
    ),
)
