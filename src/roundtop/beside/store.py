"""A companion's ledger kept in a file: the cards as they began, the house rules and every step with its dice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from roundtop.battle import bounds
from roundtop.beside.cards import Card, Muster, mustered
from roundtop.beside.companion import Change, Companion, Done, Due
from roundtop.beside.table import table
from roundtop.rulebooks import rulebook
from roundtop.umpire import UmpireError

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
        "options": companion.options,
        "turns": companion.turns,
        "cards": [asdict(card) for card in companion.begun],
        "steps": [asdict(one) for one in companion.done],
    }


def save(companion: Companion, path: Path) -> None:
    """Keep the ledger, whole or not at all."""
    aside = path.with_name(f"{path.name}.new")
    aside.write_text(json.dumps(plain(companion), indent=1), encoding="utf-8")
    aside.replace(path)


def load(path: Path) -> Companion:
    """A ledger that was kept; what a file cannot say is refused."""
    try:
        data = json.loads(bounds.file_text(path, bounds.FILE))
        return read(data)
    except (ValueError, RecursionError) as error:
        raise UmpireError(f"{path} is no companion's ledger: {error}") from None


def read(data: Any) -> Companion:
    """A ledger from plain data, its steps done again one by one."""
    if not isinstance(data, dict) or data.get("form") != FORM:
        raise UmpireError(f"form: it is not '{FORM}'")
    bounds.check(data)
    try:
        cards = [Card(**one) for one in data["cards"]]
        book, turns = rulebook(data["rulebook"]), data.get("turns", 0)
        companion = Companion(Muster(book, data["title"], data["options"], cards, turns))
        companion.replay([_done(one) for one in data["steps"]])
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise UmpireError(f"a part is missing or of another kind: {error}") from None
    return companion


def _done(data: dict[str, Any]) -> Done:
    parts = {
        "dice": tuple(data["dice"]),
        "changes": tuple([Change(**one) for one in data["changes"]]),
        "next": tuple([Due(**one) for one in data["next"]]),
    }
    return Done(**{**data, **parts})
