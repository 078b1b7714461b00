"""What every command that fights a battle needs: the battle, its rulebook, the house rules, in words that explain."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, final

from roundtop import __version__
from roundtop.battle.bounds import OPTION, file_text
from roundtop.battle.engine import begin
from roundtop.battle.gamefile import SEEDED, About, GameFile, Source, read
from roundtop.battle.ledger import Field
from roundtop.battle.options import LIST_OF, OR_NONE
from roundtop.battle.protocol import Rulebook, agreed
from roundtop.battle.scenario import Scenario
from roundtop.battle.scene import Scene
from roundtop.battles import load
from roundtop.bots.bot import maker_of
from roundtop.draw import svg
from roundtop.rulebooks import names
from roundtop.simulate import find_rulebook, rules_for

WORDS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Trouble(Exception):  # noqa: N818 - said to a person
    """Something the person at the keyboard must put right; the text says what, and how."""


@final
@dataclass(slots=True, frozen=True)
class Setup:
    """A battle ready to be fought."""

    scenario: Scenario
    rules: str
    rulebook: Rulebook
    options: dict[str, Any]


def prepared(battle: str, rules: str, options: Sequence[str]) -> Setup:
    """The battle under its rulebook and house rules; mustered once, so that trouble shows before the first shot."""
    scenario = load(battle, names())
    name = rules_for(scenario, rules)
    book = find_rulebook(name)
    house = house_rules(book, options)
    try:
        agreed(book, scenario, house)
        begin(book, scenario, house)
    except ValueError as error:
        raise Trouble(f"{scenario.id} cannot be set up by {book.id}: {error}") from None
    return Setup(scenario, name, book, house)


def house_rules(book: Rulebook, given: Sequence[str]) -> dict[str, Any]:
    """House rules typed as NAME=VALUE."""
    known = {choice.field.name: choice.field for choice in book.ledger.choices}
    found: dict[str, Any] = {}
    for one in given:
        name, equals, value = one.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise Trouble(f"--option {one}: write it NAME=VALUE, as in min_separation_in=1")
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"do you mean {near[0]}?" if near else f"there are {', '.join(known)}"
            raise Trouble(f"--option {one}: {book.id} has no house rule '{name}'; {hint}")
        found[name] = typed(known[name], _said(one, value.strip()))
    return found


def _said(option: str, value: str) -> str:
    """What was typed, or the text of the file named behind an @, for data that a club has written down."""
    if not value.startswith("@"):
        return value
    try:
        return file_text(Path(value[1:]), OPTION).strip()
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        raise Trouble(f"--option {option}: the file {value[1:]} cannot be read: {reason}") from None
    except UnicodeDecodeError:
        raise Trouble(f"--option {option}: the file {value[1:]} is not text in UTF-8") from None


def typed(field: Field, text: str) -> Any:
    """A value as the option's type has it; what cannot be is left for the rulebook to refuse by name."""
    if field.type == "boolean":
        return WORDS.get(text.lower(), text)
    if field.type == "choice":
        return next((value for value in field.values if str(value) == text), text)
    if field.type.startswith(LIST_OF):
        return [_number(part) for part in text.strip("[]").replace(",", " ").split()]
    return _number(text) if field.type.removesuffix(OR_NONE) in ("integer", "number") else text


def _number(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def bot_named(name: str) -> str:
    """A bot's name that can be played with."""
    maker_of(name)
    return name


def opened(path: Path) -> tuple[GameFile, Rulebook]:
    """A game file and the rulebook it was played by."""
    file = read(path)
    return file, find_rulebook(file.header["rulebook"])


def about(seed: str, seats: dict[str, str]) -> About:
    """What the file of a game with seeded dice says of it."""
    return About(__version__, Source(SEEDED, seed), seats)


def folder(path: Path) -> Path:
    """A folder to put pictures in, made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"{path}: the folder cannot be made: {(error.strerror or 'unknown error').lower()}") from None
    return path


class Album:
    """Pictures of a battle, numbered, one for each moment it is shown."""

    def __init__(self, where: Path | None) -> None:
        self.where = None if where is None else folder(where)
        self.count = 0

    def add(self, scene: Scene) -> Path | None:
        if self.where is None:
            return None
        words = re.sub(r"[^a-z0-9]+", "-", scene.moment.lower()).strip("-")[:40]
        path = self.where / f"{self.count:02d}-{words or 'start'}.svg"
        path.write_text(svg(scene), encoding="utf-8")
        self.count += 1
        return path
