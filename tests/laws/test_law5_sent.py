"""Law 5 for all that is sent: messages, pictures, stories and files, their order, their names and their number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, final

import pytest

from roundtop.battle.engine import Battle, reasons
from roundtop.battle.game import Game
from roundtop.battle.gamefile import About, Recorder, Source
from roundtop.battle.protocol import Command
from roundtop.battle.scene import Piece
from roundtop.dice.sources import Seeded, Stream
from roundtop.server.tables import table
from tests.laws.book import positions
from tests.laws.play import Case, Moment, by_house_rules, codec, fight, often, quickest, scenario, smallest
from tests.laws.sent import carried_out, greeting, happened, news, session

SECRET: Final = ("deep-fog", "listed", "fog", "written-orders")
"""House rules under which more is hidden."""
COMMANDS: Final = 150
"""Commands of a battle that are looked at."""
SPECTATOR: Final = ""
TOKEN: Final = re.compile(r"[\w.-]+")


def secretive() -> tuple[Case, ...]:
    """Every rulebook as printed, and by the house rules that hide more."""
    return (*smallest(), *[case for case in quickest(by_house_rules()) if case.variant.name in SECRET])


every_case = pytest.mark.parametrize("case", secretive(), ids=lambda case: case.id)


def watchers(battle: Battle) -> tuple[str, ...]:
    return (*[player.id for player in battle.players], SPECTATOR)


# ------------------------------------------------------------------ twin worlds


def twins(case: Case, moment: Moment, player: str) -> Iterator[tuple[Battle, Command, tuple[str, ...]]]:
    """Battles that this player cannot tell from the real one, the same command in them, and what would tell."""
    book = case.book
    known = positions(book)
    stream = Stream(f"twins {player} {moment.seed}")
    if known.twin is not None:
        state, names = known.twin(moment.battle.state, player, stream)
        yield replace(moment.battle, state=state), renamed(case, moment.command, names), known.unmasks
    seen = book.view(moment.battle.state, player)
    yield replace(moment.battle, state=book.imagine(seen, player, stream)), moment.command, known.reveals


def renamed(case: Case, command: Command, names: dict[str, str]) -> Command:
    """A command about the same things by their other names."""
    write = codec(case.book)
    found: Command = write.read(TOKEN.sub(lambda word: names.get(word[0], word[0]), write.text(command)))
    return found


@every_case
def test_twin_worlds_are_sent_the_same_bytes(case: Case) -> None:
    """Messages, pictures, answers, stories and files; before a command and, where nothing is turned up, after it."""
    write = codec(case.book).text
    hidden = False
    compared = {"before": 0, "after": 0}
    for moment in fight(case, "sent", COMMANDS).sampled(often(24)):
        for player in watchers(moment.battle):
            hidden = hidden or write(case.book.view(moment.battle.state, player)) != write(moment.battle.state)
            for other, command, unmasking in twins(case, moment, player):
                if write(other) != write(moment.battle):
                    _alike(case, moment, player, other, command, unmasking, compared)
    assert bool(compared["before"]) == bool(compared["after"]) == hidden


def _alike(
    case: Case,
    moment: Moment,
    player: str,
    other: Battle,
    command: Command,
    unmasking: tuple[str, ...],
    compared: dict[str, int],
) -> None:
    real, twin = session(case, moment.battle), session(case, other)
    assert greeting(twin, player) == greeting(real, player)
    compared["before"] += 1
    if reasons(case.book, other, command):
        assert player != command.player
        return
    known = table(real, player, (), False)
    carried_out(real, moment.command)
    carried_out(twin, command)
    if (happened(real) | happened(twin)) & set(unmasking):
        return
    assert news(twin, player, known) == news(real, player, known)
    assert greeting(twin, player) == greeting(real, player)
    compared["after"] += 1


# ------------------------------------------------------------------ the names of what is hidden


@every_case
def test_nothing_sent_names_what_is_hidden(case: Case) -> None:
    """A piece that a player has never been shown is named in nothing that he has been sent, nor is its id."""
    whole = fight(case, "sent", COMMANDS)
    players = whole.opening.players
    game = Game(case.book, scenario(case.battle), case.variant.options, Seeded(whole.first), players)
    seats = [Watched(game, player) for player in watchers(whole.opening)]
    hidden = 0
    for moment in whole.moments:
        game.dice = Seeded(moment.seed)
        game.submit(moment.command)
        for seat in seats:
            secret, sent = seat.secrets(), seat.sent()
            hidden += len(secret)
            assert not [name for name in sorted(secret) if named(name, sent)]
    assert hidden or case.variant.name not in ("deep-fog", "fog")


@final
class Watched:
    """A game as one player follows it; his file and his stream grow with it."""

    def __init__(self, game: Game, player: str) -> None:
        self.game = game
        self.player = player
        self.shown: set[str] = set()
        self.recorder = Recorder(game, About("laws", Source("sealed"), {}), player)
        self.looked = 0
        self.heard = 0
        self.told = 0

    def secrets(self) -> set[str]:
        """Names and ids of the enemy's pieces that he has never seen."""
        book, battle = self.game.rulebook, self.game.battle
        for entry in self.game.log[self.looked :]:
            pieces = book.scene(book.view(entry.battle.state, self.player)).pieces
            self.shown.update([word for piece in pieces for word in (piece.id, piece.name)])
        self.looked = len(self.game.log)
        own = [player.side for player in battle.players if player.id == self.player]
        found: set[str] = set()
        for enemy in [player for player in battle.players if player.side not in own]:
            pieces = self.game.scene(enemy.id).pieces
            found.update([word for one in pieces if one.side == enemy.side for word in words(one)])
        return found - self.shown

    def sent(self) -> str:
        """What has come since the last time: events, words and the lines of his file."""
        items = self.game.stream(self.player, self.heard)
        self.heard += len(items)
        events = codec(self.game.rulebook).text([item.event for item in items])
        told = codec(self.game.rulebook).text(self.game.story(self.player, self.told))
        self.told = len(self.game.entries)
        # A spectator has no file before the end.
        return events + told + (self.recorder.pending() if self.player else "")


def words(piece: Piece) -> tuple[str, ...]:
    """By what a piece goes; everybody knows who the officers are."""
    return () if piece.glyph == "officer" else (piece.id, piece.name)


def named(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", text) is not None
