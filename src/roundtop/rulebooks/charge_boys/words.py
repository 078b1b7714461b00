"""Words that several chapters tell with: formations, phases, orders, inches."""

from __future__ import annotations

from typing import Final

from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import listed, plain
from roundtop.dice.sources import Roll
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Point

NAMES: Final = {
    "line": "in line",
    "attack-column": "in attack column",
    "road-column": "in road column",
    "skirmish": "in skirmish order",
    "cavalry-line": "mounted, in line",
    "cavalry-column": "mounted, in column",
    "limbered": "limbered",
    "unlimbered": "in action",
    "gunners": "gunners away from their guns",
}
PHASES: Final = {
    "set-up": "setting up",
    "initiative": "initiative",
    "orders": "orders",
    "compulsory": "compulsory moves",
    "movement": "movement",
    "firing": "firing",
    "melee": "melee",
    "morale": "morale",
}


def inches(length: float) -> str:
    return f"{round(length, 1):g}″"


def where(unit: Unit) -> Point:
    return (unit.pose.x, unit.pose.y)


def of_unit(
    view: State, id: str, text: str, hint: str, tally: tuple[Row, ...] = (), rolls: tuple[Roll, ...] = ()
) -> Telling:
    unit = field.unit_of(view, id)
    return Telling(text, (where(unit),), rolls=rolls, tally=tally, hint=hint, side=unit.side)


def name(view: State, id: str) -> str:
    for general in view.generals:
        if general.id == id:
            return general.name
    return field.unit_of(view, id).name


def order_words(view: State, order: tuple[Manoeuvre, ...]) -> str:
    """A written order as a player would say it [orders.vocabulary]."""
    words: list[str] = []
    for one in order:
        if one.kind == "charge":
            words.append(f"charge {field.unit_of(view, one.on).name}")
        elif one.kind == "join":
            words.append(f"join {field.unit_of(view, one.on).name}")
        elif one.kind == "form":
            words.append(f"form {plain(one.on).lower()}")
        elif one.kind == "forward":
            words.append(f"{'forward' if one.amount >= 0 else 'back'} {inches(abs(one.amount))}")
        elif one.kind in ("wheel", "turn"):
            words.append(f"{one.kind} {abs(one.by) / 100:g}° {'right' if one.by > 0 else 'left'}")
        else:
            words.append(one.kind.replace("-", " "))
    return listed(words) or "hold"
