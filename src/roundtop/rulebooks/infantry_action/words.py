"""Words that several chapters tell with."""

from __future__ import annotations

from typing import Final

from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import listed
from roundtop.dice.sources import Roll
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.state import ON_TABLE, State, Unit
from roundtop.table.pose import Point

BOOK: Final = "infantry-action."


def inches(length: float) -> str:
    return f"{round(length, 1):g}″"


def where(unit: Unit) -> Point:
    """Where a unit stands, or where it will come on."""
    if unit.place != ON_TABLE and unit.entry is not None:
        return unit.entry
    return unit.pose.x, unit.pose.y


def of_unit(
    view: State, id: str, text: str, hint: str, tally: tuple[Row, ...] = (), rolls: tuple[Roll, ...] = ()
) -> Telling:
    """A telling about one unit, where it is."""
    unit = field.unit_of(view, id)
    return Telling(text, (where(unit),), rolls=rolls, tally=tally, hint=hint, side=unit.side)


def stands_named(stands: tuple[int, ...]) -> str:
    """`stand 4`, `stands 2, 3 and 5`."""
    return ("stand " if len(stands) == 1 else "stands ") + listed([str(stand) for stand in stands])
