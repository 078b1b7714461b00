"""A battle cut into its turns: how each began, what happened in it and what it cost, as the whole truth has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, final

from roundtop.battle.engine import Battle
from roundtop.battle.game import Entry, Game
from roundtop.battle.protocol import Outcome, Rulebook
from roundtop.battle.scenario import Scenario
from roundtop.battle.scene import Piece, Scene, Telling
from roundtop.dice.sources import Roll
from roundtop.record import replace

OPENING: Final = "Before the first turn"
GREAT: Final = ("rout", "melee", "charge", "remove")
"""Hints of what is worth telling of a turn, the gravest first."""


@final
@dataclass(slots=True)
class Chapter:
    """A turn: the battle and the table as it began, what was told in it, how many each side had lost by its end."""

    title: str
    battle: Battle
    scene: Scene
    before: dict[str, int]
    after: dict[str, int]
    tellings: list[Telling] = field(default_factory=list)

    @property
    def cost(self) -> dict[str, int]:
        return {side: self.after[side] - self.before.get(side, 0) for side in self.after}

    def great(self, most: int) -> list[Telling]:
        """What is worth telling first, in the order in which it happened."""
        ranked = sorted([one for one in self.tellings if one.hint in GREAT], key=lambda one: GREAT.index(one.hint))
        chosen = {id(one) for one in ranked[:most]}
        return [one for one in self.tellings if id(one) in chosen]


@final
@dataclass(slots=True, frozen=True)
class Fate:
    """What became of a unit: its strength when it was first seen and at the end; the turn in which it went."""

    side: str
    name: str
    first: str
    last: str
    gone: str = ""


@final
@dataclass(slots=True)
class Chronicle:
    """A battle told to its end."""

    rulebook: Rulebook
    scenario: Scenario
    outcome: Outcome | None
    players: dict[str, str]
    chapters: list[Chapter]
    end: Scene
    tellings: list[Telling]

    @property
    def rolls(self) -> list[Roll]:
        return [roll for telling in self.tellings for roll in telling.rolls]

    def fates(self) -> list[Fate]:
        """Every unit that was on the table, in the order in which they were seen."""
        seen: dict[str, tuple[Piece, str, str]] = {}
        for title, scene in [*[(one.title, one.scene) for one in self.chapters], ("", self.end)]:
            for piece in scene.pieces:
                if piece.name and piece.glyph not in ("marker", "wagon"):
                    first = seen[piece.id][0] if piece.id in seen else piece
                    seen[piece.id] = (first, _strength(piece), title)
        return [
            Fate(piece.side, piece.name, _strength(piece), "" if title else last, title)
            for piece, last, title in seen.values()
        ]


def _strength(piece: Piece) -> str:
    return piece.strength or (str(len(piece.parts)) if len(piece.parts) > 1 else "")


def chronicle(game: Game, players: dict[str, str], outcome: Outcome | None) -> Chronicle:
    """A game as a chronicle; `players` says who led each side."""
    book = game.rulebook
    chapters = [_chapter(book, game.opening, OPENING)]
    everything: list[Telling] = []
    for entry in game.entries:
        for telling in best_told(book, entry):
            if telling.hint == "turn":
                _close(book, chapters[-1], entry.battle)
                chapters.append(_chapter(book, entry.battle, telling.text.rstrip(".")))
            chapters[-1].tellings.append(telling)
            everything.append(telling)
    _close(book, chapters[-1], game.battle)
    end = truth(book, game.battle)
    kept = [one for one in chapters if one.title != OPENING or any(one.cost.values())] or chapters
    return Chronicle(
        rulebook=book,
        scenario=game.scenario,
        outcome=outcome or game.outcome,
        players=players,
        chapters=kept,
        end=end,
        tellings=everything,
    )


def best_told(book: Rulebook, entry: Entry) -> Iterator[Telling]:
    """The events of an entry in the words of whoever knew most of each."""
    if not entry.events:
        return
    seats = ["", *[player.id for player in entry.battle.players]]
    views = {seat: book.view(entry.battle.state, seat) for seat in seats}
    for event in entry.events:
        found = [book.tell(views[seat], seen) for seat in seats if (seen := book.seen(event, seat)) is not None]
        if found:
            yield max(found, key=lambda one: (len(one.rolls), len(one.tally), len(one.text)))


def _chapter(book: Rulebook, battle: Battle, title: str) -> Chapter:
    lost = book.losses(book.view(battle.state, ""))
    return Chapter(title, battle, truth(book, battle), lost, lost)


def _close(book: Rulebook, chapter: Chapter, battle: Battle) -> None:
    chapter.after = book.losses(book.view(battle.state, ""))


def truth(book: Rulebook, battle: Battle, shown: Scene | None = None) -> Scene:
    """A table, by itself the one everybody sees, with the pieces of each side as that side sees its own."""
    shown = shown or book.scene(book.view(battle.state, ""))
    pieces: dict[str, Piece] = {}
    for player in battle.players:
        for piece in book.scene(book.view(battle.state, player.id)).pieces:
            if piece.side == player.side:
                pieces.setdefault(piece.id, piece)
    for piece in shown.pieces:
        pieces.setdefault(piece.id, piece)
    return replace(shown, pieces=tuple(pieces.values()))
