"""Officer casualties, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.rulebooks.order_cards import umpire
from roundtop.rulebooks.order_cards.command import rule
from roundtop.rulebooks.order_cards.fire import umpire as fire_umpire


def _read_casualty(fields: umpire.Fields) -> fire_umpire.Sniping:
    between("minor_wounds", fields["minor_wounds"], 0)
    return fire_umpire.Sniping("", 100, fields["officer_rank"], fields["minor_wounds"], umpire.house_rules(fields))


OFFICER_CASUALTY: Final[Procedure] = simple(
    "officer-casualty",
    _read_casualty,
    lambda man, dice: rule.casualty(man.rank, man.minor_wounds, man.settings, "", dice),
    lambda _, fate: {
        "casualty": fate != rule.UNHARMED,
        "officer_result": fate,
        "officer_out": rule.out_of_battle(fate),
    },
    lambda man, fate: (Row(f"the {man.rank} officer", fate, "order-cards.officer.melee-casualty"),),
)
PROCEDURES: Final[tuple[Procedure, ...]] = (OFFICER_CASUALTY,)
