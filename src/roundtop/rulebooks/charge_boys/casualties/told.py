"""Losses in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import numbered
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.casualties import events
from roundtop.rulebooks.charge_boys.state import State
from roundtop.rulebooks.charge_boys.words import of_unit


def figures_lost(view: State, event: events.FiguresLost) -> Telling:
    unit = field.unit_of(view, event.unit)
    text = f"{unit.name} loses {numbered(event.lost, 'figure')} and closes up."
    tally = (Row("figures lost", str(event.lost), "charge-boys.core.remove-figures"),)
    return of_unit(view, event.unit, text, "remove", tally)


REMOVALS: Final[dict[str, tuple[str, str]]] = {
    "destroyed": ("is destroyed", "victory.lost-unit"),
    "left-table": ("leaves the table and is lost", "move.table-edge"),
    "failed-rally": ("cannot be rallied and is lost", "rout.leaves-table"),
    "caught": ("is caught running and is lost", "melee.caught"),
    "surrendered": ("has nowhere to go and surrenders", "morale.retreat-direction"),
}


def unit_removed(view: State, event: events.UnitRemoved) -> Telling:
    words, clause = REMOVALS[event.cause]
    name = field.unit_of(view, event.unit).name
    return of_unit(
        view, event.unit, f"{name} {words}.", "remove", (Row("out of the battle", "", tables.BOOK + clause),)
    )


TELLINGS: Final[Tellings] = {
    events.FiguresLost: figures_lost,
    events.UnitRemoved: unit_removed,
}
