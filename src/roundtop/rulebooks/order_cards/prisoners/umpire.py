"""Guards for prisoners, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.rulebooks.order_cards import umpire
from roundtop.rulebooks.order_cards.prisoners import rule


def _read_guards(fields: umpire.Fields) -> rule.Guards:
    between("prisoner_stands", fields["prisoner_stands"], 0, umpire.MOST_STANDS)
    between("captor_stands", fields["captor_stands"], 1, umpire.MOST_STANDS)
    return rule.guards(fields["prisoner_stands"], fields["captor_stands"])


PRISONER_GUARDS: Final[Procedure] = simple(
    "prisoner-guards",
    _read_guards,
    lambda found, _: found,
    lambda _, found: {
        "guards_needed": found.needed,
        "guards_given": found.given,
        "guarded": found.guarded,
        "dispersed": found.dispersed,
        "captor_stands_left": found.captor,
    },
    lambda _, found: (Row("guards", f"{found.given} of {found.needed}", "order-cards.prisoners.guards"),),
)
PROCEDURES: Final[tuple[Procedure, ...]] = (PRISONER_GUARDS,)
