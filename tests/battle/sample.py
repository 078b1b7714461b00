"""Games of the toy rulebook for these tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.codec import written
from roundtop.battle.forms import Answer, Numbered
from roundtop.battle.game import Game
from roundtop.battle.gamefile import SEALED, SEEDED, About, Source, chained, text
from roundtop.battle.protocol import Command, Rulebook
from roundtop.battle.scenario import Scenario
from roundtop.bots.bot import make
from roundtop.bots.referee import Refereed
from roundtop.dice.sources import Dice, Sealed, Seeded, Stream, commitment
from tests.toy import RULEBOOK, SCENARIO

SECRET: Final = b"nobody knows this"
NONCES: Final = ("blue", "grey")
SEALED_SOURCE: Final = Source(SEALED, "", commitment(SECRET), "game-1", NONCES)
SEEDED_SOURCE: Final = Source(SEEDED, "7")
UNION: Final = "union"
CONFEDERATE: Final = "confederate"

Lines = list[dict[str, Any]]


def sealed() -> Sealed:
    return Sealed(SECRET, "game-1", NONCES)


def about(source: Source = SEEDED_SOURCE) -> About:
    return About("0.1.0", source, {UNION: "recruit", CONFEDERATE: "recruit"})


def new(dice: Dice | None = None, **options: Any) -> Game:
    return Game(RULEBOOK, SCENARIO, options, dice)


def give(game: Game, player: str, answer: Answer) -> None:
    asked = game.decision(player)
    game.submit(Command(player, asked.kind, asked.about, answer))


def bid(game: Game, union: int, confederate: int) -> None:
    """Both bid, and what follows."""
    give(game, UNION, Numbered(union))
    give(game, CONFEDERATE, Numbered(confederate))


def on(game: Game, decisions: int = 10_000, bot: str = "recruit") -> Game:
    """The game after so many more decisions of a bot, or at its end."""
    referee = Refereed(bot, make(bot, game.rulebook), game.rulebook)
    stream = Stream(f"on {len(game.log)}")
    while game.asked() and decisions:
        game.submit(referee.command(game.battle, game.asked()[0], stream))
        decisions -= 1
    return game


def played(rulebook: Rulebook = RULEBOOK, scenario: Scenario = SCENARIO, seed: str = "7") -> Game:
    return on(Game(rulebook, scenario, {}, Seeded(seed)))


def forged(game_text: str, edit: Callable[[Lines], object]) -> bytes:
    """A file changed by somebody who also makes every line's own hash fit."""
    lines: Lines = [json.loads(line) for line in game_text.splitlines()]
    for line in lines:
        del line["chain"]
    edit(lines)
    chain, found = "", ""
    for line in lines:
        chain = chained(chain, written(line))
        found += written({**line, "chain": chain}) + "\n"
    return found.encode()


def edited(game_text: str, edit: Callable[[Lines], object]) -> bytes:
    """A file changed by somebody who knows nothing of hashes."""
    lines: Lines = [json.loads(line) for line in game_text.splitlines()]
    edit(lines)
    return "".join([written(line) + "\n" for line in lines]).encode()


def sealed_text() -> str:
    return text(on(new(sealed())), about(SEALED_SOURCE))


def seeded_text() -> str:
    return text(played(), about())
