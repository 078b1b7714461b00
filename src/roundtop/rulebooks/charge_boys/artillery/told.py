"""Guns in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Marker, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import capital, numbered
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.artillery import events
from roundtop.rulebooks.charge_boys.state import ABANDONED, State
from roundtop.rulebooks.charge_boys.words import of_unit


def guns_changed(view: State, event: events.GunsChanged) -> Telling:
    name = field.unit_of(view, event.unit).name
    guns = numbered(event.number, "gun")
    words = {
        "abandoned": f"{name} leaves {guns} behind.",
        "captured": f"{capital(guns)} of {name} {'is' if event.number == 1 else 'are'} captured.",
        "manned": f"{name} mans {guns} again.",
        "taken-over": f"{capital(guns)} of {name} {'is' if event.number == 1 else 'are'} taken over by friends.",
    }
    tally = (Row("guns", event.cause, "charge-boys.artillery.abandoned"),)
    return of_unit(view, event.unit, words[event.cause], "none", tally)


def guns_left(view: State) -> list[Marker]:
    """Abandoned guns stay where they are [artillery.abandoned]."""
    return [
        Marker(
            kind="gun",
            side=unit.side,
            x=gun.pose.x,
            y=gun.pose.y,
            text=f"Abandoned gun of {unit.name}",
            clause="charge-boys.artillery.abandoned",
        )
        for unit in view.units
        for gun in unit.guns
        if gun.fate == ABANDONED
    ]


TELLINGS: Final[Tellings] = {
    events.GunsChanged: guns_changed,
}
