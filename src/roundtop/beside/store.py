"""A companion's ledger kept in a file: the cards as they began, the house rules and every step with its dice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, TypeVar, final

import msgspec

from roundtop.battle import bounds
from roundtop.beside.cards import Card, Muster, fit, mustered
from roundtop.beside.companion import Companion
from roundtop.beside.done import Done
from roundtop.beside.secrets import LAID, check_laid
from roundtop.beside.table import GONE, table
from roundtop.rulebooks import rulebook
from roundtop.umpire import UmpireError

Kind = TypeVar("Kind", Card, Done)
FORM: Final = "roundtop companion 1"


def opened(battle: str | Path, rules: str, options: Mapping[str, Any]) -> Companion:
    """A ledger begun from a battle or a list of forces, or one that was kept."""
    if str(battle).endswith(".json"):
        return load(Path(battle))
    return Companion(mustered(battle, rules, options, table))


def plain(companion: Companion) -> dict[str, Any]:
    """The ledger as plain data."""
    return {
        "form": FORM,
        "rulebook": companion.book.id,
        "title": companion.title,
        "battle": companion.battle,
        "options": companion.options,
        "turns": companion.turns,
        "edition": companion.edition,
        "cards": [asdict(card) for card in companion.begun],
        "steps": [asdict(one) for one in companion.done],
    }


def save(companion: Companion, path: Path) -> None:
    """Keep the ledger, whole or not at all."""
    aside = path.with_name(f"{path.name}.new")
    try:
        aside.write_text(json.dumps(plain(companion), indent=1), encoding="utf-8")
        aside.replace(path)
    except OSError as error:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
        raise UmpireError(
            f"{path}: the ledger cannot be kept there: {(error.strerror or 'no reason given').lower()}"
        ) from None


def load(path: Path) -> Companion:
    """A ledger that was kept; what a file cannot say is refused."""
    try:
        data = json.loads(bounds.file_text(path, bounds.FILE))
        return read(data)
    except (ValueError, RecursionError) as error:
        raise UmpireError(f"{path} is no companion's ledger: {error}") from None


@final
class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """A ledger as its file has it."""

    form: str
    rulebook: str
    title: str
    options: dict[str, Any]
    cards: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    turns: int = 0
    battle: str = ""
    edition: int = 0


def read(data: Any) -> Companion:
    """A ledger from plain data, its steps done again one by one."""
    if not isinstance(data, dict) or data.get("form") != FORM:
        raise UmpireError(f"form: it is not '{FORM}'")
    bounds.check(data)
    kept = _as(Kept, data, "the ledger")
    cards = [_part(Card, one, f"cards[{n}]") for n, one in enumerate(kept.cards)]
    book = rulebook(kept.rulebook)
    companion = Companion(Muster(book, kept.title, kept.options, cards, turns=kept.turns, battle=kept.battle))
    for card in cards:
        for name, value in card.values.items():
            fit(companion.book, companion.like, name, value)
    for n, one in enumerate(kept.steps):
        done = _part(Done, one, f"steps[{n}]")
        _can_be(companion, done)
        companion.do(done)
    companion.edition = max(kept.edition, companion.edition)
    return companion


def _can_be(companion: Companion, done: Done) -> None:
    """An error where a step of a file cannot have been."""
    for ids in done.roles.values():
        for id in ids:
            companion.of(id)
    for change in done.changes:
        if companion.of(change.unit).id in companion.cards and change.value != GONE:
            fit(companion.book, companion.like, change.value, change.after)
    if done.do == LAID:
        check_laid(companion, done)
    if done.due >= len(companion.due):
        raise UmpireError(f"due: there is no {done.due + 1}; {len(companion.due)} are due")


def _part(kind: type[Kind], data: dict[str, Any], where: str) -> Kind:
    """A card or a step; a key that it has not is refused like a value of another kind."""
    unknown = [name for name in data if name not in kind.__dataclass_fields__]
    if unknown:
        raise UmpireError(f"{where}.{unknown[0]}: no such key")
    found: Kind = _as(kind, data, where)
    return found


def _as(kind: type[Any], data: Any, where: str) -> Any:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise UmpireError(f"{where}: {str(error).replace('$.', '')}") from None
