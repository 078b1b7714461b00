"""The cards that no unit has: one for each side, counted from its units, and one for the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from roundtop.battle import words
from roundtop.battle.scenario import SIDES
from roundtop.beside.cards import Card
from roundtop.beside.reckon import Look, holds, reckon

if TYPE_CHECKING:
    from roundtop.beside.companion import Companion

TABLE: Final = "table"
ARMIES: Final = "armies"
"""As a role: the cards of all sides."""
ARMY: Final = "army"
"""As a role: the card of one side."""
AUTO: Final = (TABLE, ARMIES, *SIDES)
"""Roles that nobody has to name: the table, all sides, a side by its own name."""
OF_TABLE: Final = ("sides", "first", "second", "turn", "turn_limit")


def apart(cards: Sequence[Card], turns: int) -> dict[str, Card]:
    """The card of the table, and one for each side."""
    sides = list(dict.fromkeys([card.side for card in cards]))
    known: dict[str, Any] = {"sides": sides, "turn_limit": turns} if turns else {"sides": sides}
    return {TABLE: Card(TABLE, "", "the table", known)} | {
        side: Card(side, side, words.SIDES.get(side, side)) for side in sides
    }


def value_of(ledger: Companion, card: Card, name: str) -> Any:
    """A value of a card that no unit has."""
    if card.id == TABLE:
        return _of_table(ledger, card, name)
    if name in ledger.table.army.count:
        return _count(ledger, card.side, ledger.table.army.count[name])
    return card.values.get(name)


def _of_table(ledger: Companion, card: Card, name: str) -> Any:
    sides = card.values["sides"]
    first = card.values.get("first")
    match name:
        case "turn":
            return ledger.turn
        case "second":
            return next((side for side in sides if side != first), None) if first else None
    return card.values.get(name)


def counted(ledger: Companion, side: str) -> dict[str, Any]:
    """Whatever is counted or kept of a side."""
    army = ledger.apart[side]
    return {name: value_of(ledger, army, name) for name in (*ledger.table.army.count, *ledger.table.army.keeps)}


def _count(ledger: Companion, side: str, rule: Any) -> Any:
    """How many cards are so, a sum over them, or a list of some of their values; several rules are added up."""
    if isinstance(rule, list):
        return sum([_count(ledger, side, one) for one in rule])
    wanted: Mapping[str, Any] = rule.get("where", {})
    looks = [_look(ledger, card) for card in _counting(ledger, side, rule)]
    looks = [look for look in looks if holds(wanted, look)]
    if "each" in rule:
        rows = [{field: _part(look, path) for field, path in rule["each"].items()} for look in looks]
        return [{field: value for field, value in row.items() if value is not None} for row in rows]
    if "sum" in rule:
        return sum([reckon(rule["sum"], look) or 0 for look in looks])
    return len(looks)


def _counting(ledger: Companion, side: str, rule: Mapping[str, Any]) -> list[Card]:
    """The units of a side (`here`: that have come on); or, where groups have cards, the men."""
    groups = {card.group for card in ledger.cards.values()} - {""}
    mine = [card for card in ledger.cards.values() if card.side == side]
    come = [card for card in mine if not rule.get("here") or card.arrives <= ledger.turn]
    return [card for card in come if (card.id not in groups if rule.get("men") else not card.group)]


def _look(ledger: Companion, card: Card) -> Look:
    """A value of a unit's card, or of its group's."""

    def look(path: str) -> Any:
        part, _, name = path.partition(".")
        if part == "group" and name:
            return ledger.value(ledger.cards[card.group], name) if card.group else ledger.value(card, name)
        return ledger.value(card, path)

    return look


def _part(look: Look, path: str) -> Any:
    """What stands at a path, or whether it is so: `state=routing`."""
    value, equals, wanted = path.partition("=")
    return look(value) == wanted if equals else look(path)
