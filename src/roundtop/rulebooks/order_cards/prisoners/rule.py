"""Guards for prisoners."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.order_cards import tables

PRISONERS_A_GUARD: Final = 4


@record(frozen=True)
class Guards:
    """Guards for prisoners: wanted, detached; prisoners kept and dispersed; stands the captor keeps."""

    needed: int
    given: int
    guarded: int
    dispersed: int
    captor: int


def guards_needed(prisoners: int) -> int:
    """One stand for every four, or part of four [prisoners.guards]."""
    return tables.ceiling(prisoners, PRISONERS_A_GUARD)


def guards(prisoners: int, captor: int) -> Guards:
    """What a captor can spare; it keeps a stand, and prisoners nobody guards disperse [prisoners.guards]."""
    needed = guards_needed(prisoners)
    given = max(0, min(needed, captor - 1))
    guarded = min(prisoners, PRISONERS_A_GUARD * given)
    return Guards(needed, given, guarded, prisoners - guarded, captor - given)
