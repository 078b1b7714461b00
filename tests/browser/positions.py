"""Moments of captains' battles at which a move, a volley or a charge is next, to be played on by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from roundtop.battle.forms import Answer, Choose, Chosen
from roundtop.battle.game import Game
from roundtop.battle.gamefile import About, Source, text
from roundtop.battle.protocol import Command, Decision
from roundtop.battle.scene import Piece
from roundtop.battles import load
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks import rulebook
from roundtop.server import ahead
from roundtop.server.ahead import Deed, Meant, Wish
from roundtop.table.measure import distance

FIELDS: Final = {
    "infantry-action": "training-field",
    "charge-boys": "training-field",
    "order-cards": "training-field",
    "chamberlain": "training-field",
    "skirmish": "the-farmhouse",
}
"""A battle of each book that comes to blows early."""
SEEDS: Final = tuple("ycbadefghijk")
"""Dice for it, one after the other until every deed was seen."""
ASKED: Final[dict[tuple[str, Deed], tuple[str, ...]]] = {
    ("infantry-action", "move"): ("activate",),
    ("infantry-action", "charge"): ("activate",),
    ("infantry-action", "fire"): ("aim", "nominate"),
    ("charge-boys", "move"): ("activate",),
    ("charge-boys", "charge"): ("charge",),
    ("charge-boys", "fire"): ("fire",),
    ("order-cards", "move"): ("card",),
    ("order-cards", "charge"): ("card",),
    ("order-cards", "fire"): ("card",),
    ("chamberlain", "move"): ("movement",),
    ("chamberlain", "charge"): ("movement",),
    ("chamberlain", "fire"): ("fire",),
    ("skirmish", "move"): ("group",),
    ("skirmish", "charge"): ("group",),
    ("skirmish", "fire"): ("group",),
}
LONGEST: Final = 700


@dataclass(frozen=True)
class Position:
    """A game file at its moment, who is asked, what he is to do with which pieces, and the choices on the way there."""

    file: str
    player: str
    wish: Wish
    choices: tuple[str, ...]


@cache
def positions(book: str) -> dict[Deed, Position]:
    """The first moment for each deed in the battles of a book."""
    found: dict[Deed, Position] = {}
    for seed in SEEDS:
        _search(book, seed, found)
        if len(found) == 3:
            break
    return found


def _search(book: str, seed: str, found: dict[Deed, Position]) -> None:
    rules = rulebook(book)
    game = Game(rules, load(FIELDS[book]), {}, Seeded(seed))
    for number in range(LONGEST):
        if game.outcome is not None or len(found) == 3:
            break
        player = game.asked()[0]
        asked = game.decision(player)
        for deed in ("move", "charge", "fire"):
            if deed not in found and asked.kind in ASKED[book, deed]:
                _note(found, game, asked, deed, seed)
        answer: Answer = rules.captain(game.view(player), asked, Stream(str(number)))
        game.submit(Command(player, asked.kind, asked.about, answer), asked)


def _note(found: dict[Deed, Position], game: Game, asked: Decision, deed: Deed, seed: str) -> None:
    rules = game.rulebook
    player = asked.player
    battle = ahead.imagined(rules, game.battle, player)
    for wish in _wishes(game, player, asked, deed):
        meant: Meant | None = ahead.meant(rules, battle, player, wish)
        if meant is not None:
            source = Source("seeded", seed)
            names = {one.id: "you" if one.id == player else "captain" for one in game.battle.players}
            answers = [answer for _, answer in meant.first]
            choices = [answer.keys[0] for answer in (*answers, meant.answer) if isinstance(answer, Chosen)]
            found[deed] = Position(text(game, About("test", source, names)), player, wish, tuple(choices))
            return


def _wishes(game: Game, player: str, asked: Decision, deed: Deed) -> list[Wish]:
    """What a hand might wish for now: each unit that is offered, at its nearest enemy."""
    pieces = game.scene(player).pieces
    side = next(one.side for one in game.battle.players if one.id == player)
    items = " ".join([f"{item.key} {item.at}" for item in asked.form.items]) if isinstance(asked.form, Choose) else ""
    mine = [piece for piece in pieces if piece.side == side and (piece.id in items or piece.id == asked.about)]
    foes = [piece for piece in pieces if piece.side not in ("", side)]
    if deed == "move" or not foes:
        return [Wish("move", piece.id) for piece in mine if piece.glyph != "officer"]
    return [Wish(deed, piece.id, foe.id) for piece in mine for foe in sorted(foes, key=_away(piece))[:2]]


def _away(piece: Piece) -> Callable[[Piece], float]:
    return lambda foe: distance(piece.pose.x, piece.pose.y, foe.pose.x, foe.pose.y)
