"""What lies face down: chits, cards and written orders, each known to whoever laid it until he turns it up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from roundtop.beside.armies import ARMY, TABLE
from roundtop.beside.cards import Card, fit
from roundtop.beside.done import Change, Done
from roundtop.beside.turn import TURN
from roundtop.umpire import UmpireError
from roundtop.umpire.fields import suggest

if TYPE_CHECKING:
    from roundtop.beside.companion import Companion

WORDS: Final = 300
"""Characters of what is written in one's own words."""
LARGEST: Final = 1_000
"""Characters of whatever lies face down, as it is kept; all count so many, for their length tells nobody anything."""
LAID: Final = "laid face down"
PICKED_UP: Final = "picked up again"
REVEALED: Final = "turned up"


@final
@dataclass(slots=True, frozen=True)
class Laid:
    """Something face down: what lies beside which card, who laid it, and what is on its other side."""

    unit: str
    name: str
    owner: str
    value: Any


def lay(ledger: Companion, owner: str, unit: str, name: str, value: Any) -> None:
    """Lay something face down in place of what lay there, or pick it up again (None)."""
    card = _card(ledger, unit, name)
    there = _lying(ledger, card.id, name)
    if there is None and value is None:
        raise UmpireError(f"{name}: nothing lies face down beside {card.name}")
    if there is not None and there.owner != owner:
        raise UmpireError(f"{name}: somebody else has laid it beside {card.name}")
    _written(ledger, name, value)
    ledger.do(Done(LAID, {"unit": [card.id]}, {"name": name, "to": value}, owner=owner))


def _written(ledger: Companion, name: str, value: Any) -> None:
    """An error where this cannot be laid."""
    fit(ledger.book, ledger.like, name, value)
    if isinstance(value, str) and len(value) > WORDS:
        raise UmpireError(f"{name}: at most {WORDS} characters are written on one")
    if len(json.dumps(value)) > LARGEST:
        raise UmpireError(f"{name}: at most {LARGEST} characters lie on one")


def size(ledger: Companion, text: str) -> int:
    """How much room a ledger takes that is written like this: what was laid face down takes the same whatever it is."""
    laid = [one.eyes["to"] for one in ledger.done if one.do == LAID]
    return len(text) + sum([LARGEST - len(json.dumps(value)) for value in laid])


def laid_words(done: Done) -> str:
    """What the log says of something laid, or picked up again."""
    return f"{done.eyes['name']} {LAID if done.eyes['to'] is not None else PICKED_UP}"


def check_laid(ledger: Companion, done: Done) -> None:
    """An error where a step of a file cannot have laid this."""
    units, name = done.roles.get("unit", []), str(done.eyes.get("name", ""))
    if len(units) != 1 or "to" not in done.eyes:
        raise UmpireError("laid: one thing lies beside one unit")
    _card(ledger, units[0], name)
    _written(ledger, name, done.eyes["to"])


def reveal(ledger: Companion, owner: str, unit: str = "", name: str = "") -> None:
    """Turn up what one has laid: beside a unit, or everywhere."""
    id = ledger.card(unit).id if unit else ""
    mine = [one for one in ledger.laid if one.owner == owner and id in ("", one.unit) and name in ("", one.name)]
    if not mine:
        raise UmpireError("unit: nothing of yours lies face down there")
    changes = [_turned_up(ledger, one) for one in mine]
    ledger.do(Done(REVEALED, {"unit": [one.unit for one in mine]}, changes=tuple(changes), owner=owner))


def _turned_up(ledger: Companion, one: Laid) -> Change:
    card = ledger.of(one.unit)
    return Change(one.unit, card.name, one.name, card.values.get(one.name), one.value)


def follow(ledger: Companion, done: Done) -> None:
    """What lies face down after a step."""
    if done.do == LAID:
        unit, name = done.roles["unit"][0], done.eyes["name"]
        ledger.laid = [one for one in ledger.laid if (one.unit, one.name) != (unit, name)]
        if done.eyes["to"] is not None:
            ledger.laid.append(Laid(unit, name, done.owner, done.eyes["to"]))
    elif done.do == REVEALED:
        gone = {(change.unit, change.value) for change in done.changes}
        ledger.laid = [one for one in ledger.laid if (one.unit, one.name) not in gone]
    elif done.do == TURN:
        ledger.laid = [one for one in ledger.laid if not ledger.table.secrets[one.name].get("turn")]


def picked_up(ledger: Companion) -> list[Change]:
    """What lay open for one turn is picked up again."""
    names = [name for name, how in ledger.table.secrets.items() if how.get("turn")]
    cards = [*ledger.cards.values(), *ledger.apart.values()]
    found = [(card, name) for card in cards for name in names if card.values.get(name) is not None]
    return [Change(card.id, card.name, name, card.values[name], None) for card, name in found]


def face_down(ledger: Companion, reader: str) -> list[dict[str, Any]]:
    """What lies face down; what is on its other side is told to whoever laid it, and to nobody else."""
    return [
        {
            "unit": one.unit,
            "name": one.name,
            "mine": one.owner == reader,
            "to": one.value if one.owner == reader else None,
        }
        for one in sorted(ledger.laid, key=lambda one: (one.unit, one.name))
    ]


def _lying(ledger: Companion, unit: str, name: str) -> Laid | None:
    return next((one for one in ledger.laid if (one.unit, one.name) == (unit, name)), None)


def _card(ledger: Companion, unit: str, name: str) -> Card:
    """The card that such a thing may lie beside."""
    secrets: Mapping[str, Any] = ledger.table.secrets
    if name not in secrets:
        raise UmpireError(f"{name}: nothing of that kind is laid here{suggest(name, secrets)}")
    card = ledger.card(unit)
    if card.id == TABLE or (secrets[name].get("of") == ARMY) != (card.id in ledger.apart):
        raise UmpireError(f"unit: {name} is laid by {'a side' if secrets[name].get('of') == ARMY else 'a unit'}")
    return card
