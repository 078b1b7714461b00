"""What Chamberlain adds to the laws: its house rules and its secrets."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Assign, Assigned, Choose, Chosen
from roundtop.battle.protocol import Decision
from tests.laws.book import Positions, Variant

HIDDEN: Final = "chamberlain.conceal.what-is-hidden"

VARIANTS: Final = (
    Variant("house-rules", {"activate_mode": "unit", "artillery_overhead": True, "melee_minus": "cumulative"}),
    Variant("fog", {"conceal_level": "sight"}),
    Variant("open", {"conceal_start": "none"}),
)


def alike(decision: Decision) -> tuple[tuple[Answer, ...], ...]:
    """Which unit is taken up to be set out, and with which of several blinds an officer is, nobody else can tell."""
    form = decision.form
    if decision.kind == "pick" and isinstance(form, Choose):
        return (tuple([Chosen((item.key,)) for item in form.items]),)
    if decision.kind == "second" and isinstance(form, Choose):
        return (tuple([Chosen((item.key,)) for item in form.items if item.clause == HIDDEN]),)
    if decision.kind == "officers" and isinstance(form, Assign):
        return tuple(
            [
                tuple([Assigned(((slot.key, item.key),)) for item in slot.items if item.clause == HIDDEN])
                for slot in form.slots
            ]
        )
    return ()


POSITIONS: Final = Positions(
    variants=VARIANTS,
    alike=alike,
    reveals=("Revealed", "OfficerMoved", "OfficerRisked", "GoalsChecked", "LookedAround"),
    points=("at", "away", "entry", "outline", "points", "zone", "zones"),
)
