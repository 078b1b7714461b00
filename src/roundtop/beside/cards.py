"""Unit cards: what a book tracks of a unit, taken from a battle's roster or from a list of forces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, final

from roundtop.battle import bounds
from roundtop.battle.game import Game
from roundtop.battle.ledger import Field, inner
from roundtop.battles import ids, load
from roundtop.beside.reckon import dig
from roundtop.beside.table import Table, find
from roundtop.dice.sources import Seeded
from roundtop.rulebooks import rulebook, suiting
from roundtop.umpire import Book, UmpireError
from roundtop.umpire.fields import Checker, suggest

LIST: Final = ("rules", "title", "options", "turns", "unit")
OF_A_UNIT: Final = ("side", "name")
OF_ANY_UNIT: Final = (*OF_A_UNIT, "arrives")


@final
@dataclass(slots=True)
class Card:
    """A unit's card. `gone`: off the table for good. `group`: the card of the party it belongs to.

    What a group's card does not say itself is counted from its members. `arrives` is the turn in which it comes on.
    """

    id: str
    side: str
    name: str
    values: dict[str, Any] = field(default_factory=dict)
    gone: bool = False
    group: str = ""
    arrives: int = 0


@final
@dataclass(slots=True)
class Muster:
    """What a ledger begins with; `turns` is how long the battle lasts, 0 where nobody has said."""

    book: Book
    title: str
    options: dict[str, Any]
    cards: list[Card]
    turns: int = 0
    battle: str = ""


def fields_of(book: Book, table: Table) -> dict[str, Field]:
    """The values of a card, each with the field it is like."""
    found: dict[str, Field] = {name: _written(name) for name, how in table.secrets.items() if "like" not in how}
    laid = {name: how["like"] for name, how in table.secrets.items() if "like" in how}
    for name, path in {**table.card, **laid}.items():
        procedure, _, rest = path.partition(".")
        routine = book.ledger.routines[procedure]
        like = find(book.ledger, (*routine.inputs, *routine.outputs), rest)
        if like is not None:
            found[name] = like
    return found


def fit(book: Book, like: Mapping[str, Field], name: str, value: Any) -> Any:
    """A card's value in the form its field has; an error where it cannot be one."""
    if name not in like:
        known = suggest(name, like) or f"; it has {', '.join(like)}"
        raise UmpireError(f"{name[:60] or 'a value without a name'}: no value of a card{known}")
    checker = Checker(book.ledger)
    found = checker.value(like[name].type, value, like[name], name) if value is not None else None
    if checker.problems:
        raise UmpireError(*checker.problems)
    return found


def _written(name: str) -> Field:
    """Something in a player's own words."""
    meaning = "in one's own words"
    return Field(name, "string", meaning, required=False, default=None, values=(), working=False)


def slug(name: str, taken: Iterable[str]) -> str:
    """A name as it is typed, told from those taken."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "unit"
    known, number, found = set(taken), 1, plain
    while found in known:
        number += 1
        found = f"{plain}-{number}"
    return found


# ---------------------------------------------------------------- a battle's roster


def mustered(battle: str | Path, rules: str, options: Mapping[str, Any], tables: Any) -> Muster:
    """The cards of a battle of the shelf, of a scenario's file, or of a list of forces."""
    path = Path(battle)
    if str(battle) not in ids() and path.suffix == ".toml" and path.is_file():
        try:
            data = bounds.toml(bounds.file_text(path, bounds.FILE), bounds.FILE)
        except bounds.BoundsError as error:
            raise UmpireError(str(error)) from None
        if "unit" in data:
            return forces(data, rules, options, tables)
    scenario = load(battle)
    suits = [book.id for book in suiting(scenario)]
    if rules and rules not in suits:
        raise UmpireError(f"rules: '{rules}' does not fight {scenario.title}; those that do are {', '.join(suits)}")
    book = rulebook(rules or suits[0])
    game = Game(book, scenario, dict(options), Seeded(0))
    stakes = game.scene(game.battle.players[0].id).stakes
    cards = from_state(book, tables(book), game.battle.state)
    turns = stakes.turns if stakes else 0
    return Muster(book, scenario.title, dict(options), cards, turns=turns, battle=scenario.id)


def from_state(book: Book, table: Table, state: Any) -> list[Card]:
    """The cards of a battle as it stands at Roundtop's own table."""
    like = fields_of(book, table)
    found: list[Card] = []
    parties = table.roster.get("groups", {})
    for one in _all(state, parties["of"]) if parties else ():
        values = _values(like, parties["values"], one)
        found.append(Card(one.id, one.side, one.name, values, arrives=_due(table, one)))
    alone = {card.id for card in found}
    for one in _all(state, table.roster["of"]):
        values = dict(table.roster.get("given", {})) | _values(like, table.roster["values"], one)
        for officer in _with(state, table.roster.get("officers"), one.id):
            values |= _values(like, table.roster["officers"]["values"], officer)
        group = str(getattr(one, table.roster["group"])) if "group" in table.roster else ""
        name = f"{one.name}, alone" if one.id in alone else one.name
        id = slug(getattr(one, table.roster.get("id", "id")), [card.id for card in found])
        found.append(Card(id, one.side, name, values, group=group, arrives=_due(table, one)))
    return found


def _due(table: Table, one: Any) -> int:
    """The turn in which a unit comes on, 0 for one that is there."""
    return int(getattr(one, table.roster.get("arrives", ""), 0) or 0)


def _all(state: Any, name: str) -> list[Any]:
    found = getattr(state, name)
    return list(found.values()) if isinstance(found, dict) else list(found)


def _with(state: Any, join: Mapping[str, Any] | None, unit: str) -> list[Any]:
    return [one for one in _all(state, join["of"]) if getattr(one, join["by"]) == unit] if join else []


def _values(like: dict[str, Field], sources: Mapping[str, Any], one: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, source in sources.items():
        if isinstance(source, str):
            value = _fitting(like[name], dig(one, source))
        else:
            there = dig(one, source["of"])
            value = there == source["is"] if "is" in source else source["some"] if there else None
        if value is not None:
            found[name] = value
    return found


def _fitting(like: Field, value: Any) -> Any:
    """A value of the table as the ledger's field has it; None where the field has nothing of the kind."""
    form, held = inner(like.type)
    if form == "or none":
        if not value and not isinstance(value, (tuple, list)):
            return None
        form = inner(held)[0]
    if isinstance(value, (tuple, list)):
        kept = [one for one in value if not like.values or one in like.values]
        return kept if form == "list of" else None
    if form == "boolean":
        return bool(value)
    return value if not like.values or value in like.values else None


# ---------------------------------------------------------------- a list of forces


def forces(data: Mapping[str, Any], rules: str, options: Mapping[str, Any], tables: Any) -> Muster:
    """The cards of a list of forces: `rules`, `title`, and a `[[unit]]` each with side, name and the card's values."""
    problems = [f"{key}: no such key in a list of forces{suggest(key, LIST)}" for key in data if key not in LIST]
    book = rulebook(rules or str(data.get("rules", "")))
    like = fields_of(book, tables(book))
    checker = Checker(book.ledger)
    found: list[Card] = []
    for n, unit in enumerate(data["unit"]):
        where = f"unit[{n}]"
        if not isinstance(unit, Mapping) or not all(isinstance(unit.get(key), str) for key in OF_A_UNIT):
            problems.append(f"{where}: a unit has a side and a name")
            continue
        values = {name: value for name, value in unit.items() if name not in OF_ANY_UNIT}
        arrives = unit.get("arrives", 0)
        if not isinstance(arrives, int) or isinstance(arrives, bool) or arrives < 0:
            problems.append(f"{where}.arrives: {arrives!r} is not the number of a turn")
        known = {name: value for name, value in values.items() if name in like}
        problems += [f"{where}.{name}: no value of a card{_near(name, like)}" for name in values if name not in like]
        fitted = {
            name: checker.value(like[name].type, value, like[name], f"{where}.{name}") for name, value in known.items()
        }
        id = slug(unit["name"], [card.id for card in found])
        found.append(Card(id, unit["side"], unit["name"], fitted, arrives=arrives))
    problems += checker.problems
    if problems:
        raise UmpireError(*problems)
    turns = data.get("turns", 0)
    if not isinstance(turns, int) or turns < 0:
        raise UmpireError(f"turns: {turns!r} is not a number of turns")
    return Muster(book, str(data.get("title", "")), {**data.get("options", {}), **options}, found, turns)


def _near(name: str, like: Mapping[str, Field]) -> str:
    return suggest(name, like) or f"; it has {', '.join(like)}"
