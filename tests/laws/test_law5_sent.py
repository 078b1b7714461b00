"""Law 5 for all that is sent: messages, pictures, stories and files, their order, their names and their number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, final

import pytest

from roundtop.battle.codec import written
from roundtop.battle.engine import Battle, reasons
from roundtop.battle.game import Entry, Game
from roundtop.battle.gamefile import About, Recorder, Source
from roundtop.battle.protocol import Command
from roundtop.battle.scene import Piece
from roundtop.dice.sources import Seeded, Stream
from roundtop.server.tables import table
from roundtop.table.pose import Pose
from tests.laws.book import positions
from tests.laws.play import Case, Moment, by_house_rules, codec, fight, often, quickest, scenario, smallest
from tests.laws.sent import carried_out, greeting, happened, news, session

SECRET: Final = ("deep-fog", "fog", "written-orders")
"""House rules under which more is hidden."""
HILLS: Final = "little-round-top"
COMMANDS: Final = 150
"""Commands of a battle that are looked at."""
WHOLE: Final = 600
"""More commands than a small battle of Chamberlain has."""
SPECTATOR: Final = ""
TOKEN: Final = re.compile(r"[\w.-]+")


def secretive() -> tuple[Case, ...]:
    """Every rulebook as printed, and by the house rules that hide more; fog also where woods and hills hide units."""
    hiding = [case for case in quickest(by_house_rules()) if case.variant.name in SECRET]
    hills = [replace(case, battle=HILLS) for case in hiding if case.variant.name == "fog"]
    return (*smallest(), *hiding, *hills)


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
        own = moment.command.player == player
        command = moment.command if own else renamed(case, moment.command, names)
        yield replace(moment.battle, state=state), command, known.unmasks
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
    for moment in fight(case, "sent", COMMANDS).sampled(often(16)):
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
    if (happened(real.game, player) | happened(twin.game, player)) & set(unmasking):
        return
    assert news(twin, player, known) == news(real, player, known)
    assert greeting(twin, player) == greeting(real, player)
    compared["after"] += 1


@pytest.mark.parametrize("case", [case for case in secretive() if positions(case.book).twin], ids=lambda case: case.id)
def test_what_is_done_with_the_hidden_is_told_alike(case: Case) -> None:
    """Every command about exchanged things brings the same events and words, until something is unmasked."""
    known = positions(case.book)
    assert known.twin is not None
    compared = 0
    for moment in fight(case, "sent", WHOLE).moments:
        for player in [one for one in watchers(moment.battle) if one != moment.command.player]:
            state, names = known.twin(moment.battle.state, player, Stream(f"done {player} {moment.seed}"))
            other, command = replace(moment.battle, state=state), renamed(case, moment.command, names)
            if command == moment.command or reasons(case.book, other, command):
                continue
            real, twin = _done(case, moment.battle, moment.command), _done(case, other, command)
            if not (happened(real, player) | happened(twin, player)) & set(known.unmasks):
                assert _heard(twin, player) == _heard(real, player)
                compared += 1
    assert compared


def _done(case: Case, battle: Battle, command: Command) -> Game:
    options = case.variant.options
    game = Game(case.book, scenario(case.battle), options, Seeded("done"), battle.players, battle, go=False)
    game.submit(command)
    return game


def _heard(game: Game, player: str) -> str:
    """A player's events, his words, and who is waited for."""
    events = [item.event for item in game.stream(player)]
    return codec(game.rulebook).text((events, game.story(player), game.asked()))


# ------------------------------------------------------------------ the names and places of what is hidden


@every_case
def test_nothing_sent_names_what_is_hidden(case: Case) -> None:
    """A piece that a player was never shown is not named in anything sent to him, nor told the place of one unseen."""
    whole = fight(case, "sent", COMMANDS)
    players = whole.opening.players
    game = Game(case.book, scenario(case.battle), case.variant.options, Seeded(whole.first), players)
    seats = [Watched(game, player) for player in watchers(whole.opening)]
    for moment in whole.moments:
        game.dice = Seeded(moment.seed)
        game.submit(moment.command)
        for seat in seats:
            assert seat.leaks() == []
    assert sum([seat.hidden for seat in seats]) or case.variant.name not in ("deep-fog", "fog")


@final
class Watched:
    """A game as one player follows it; his file grows with it."""

    def __init__(self, game: Game, player: str) -> None:
        self.game = game
        self.player = player
        self.side = [one.side for one in game.battle.players if one.id == player]
        self.shown: set[str] = set()
        self.hidden = 0
        self.looked = 0
        self.before = {piece.pose for piece in self._pieces(game.opening, player)}
        self.recorder = Recorder(game, About("laws", Source("sealed"), {}), player)

    def leaks(self) -> list[str]:
        """What he was sent since the last time and may not know."""
        found: list[str] = []
        secret: set[str] = set()
        for entry in self.game.log[self.looked :]:
            if not entry.events or self.game.rulebook.view(entry.battle.state, self.player) is entry.battle.state:
                continue
            pieces = self._pieces(entry.battle, self.player)
            theirs = self._theirs(entry.battle)
            self.shown.update([word for piece in pieces for word in (piece.id, piece.name)])
            secret = {word for piece in theirs for word in words(piece)} - self.shown
            sent, between = self._told(entry), self._staged(entry)
            seen = {piece.id for piece in pieces}
            spots = {piece.pose for piece in pieces}
            unseen = [piece for piece in theirs if piece.id not in seen and piece.pose not in spots]
            found.extend([name for name in sorted(secret) if named(name, sent + between)])
            found.extend([f"where {piece.id} is" for piece in unseen if placed(piece.pose, sent)])
            # Between two events he may still see what he saw before the first and loses sight of at the last.
            new = [piece for piece in unseen if piece.pose not in self.before]
            found.extend([f"where {piece.id} was between" for piece in new if placed(piece.pose, between)])
            self.before = spots
        self.looked = len(self.game.log)
        self.hidden += len(secret)
        # A spectator has no file before the end.
        lines = self.recorder.pending() if self.player else ""
        return [*found, *[name for name in sorted(secret) if named(name, lines)]]

    def _pieces(self, battle: Battle, player: str) -> tuple[Piece, ...]:
        book = self.game.rulebook
        return book.scene(book.view(battle.state, player)).pieces

    def _theirs(self, battle: Battle) -> list[Piece]:
        """The enemy's pieces as he sees them himself; for a spectator all are enemies."""
        enemies = [one for one in battle.players if one.side not in self.side]
        return [piece for one in enemies for piece in self._pieces(battle, one.id) if piece.side == one.side]

    def _staged(self, entry: Entry) -> str:
        """The pieces he is shown between the events of an entry; after the last he is shown those of its end."""
        book = self.game.rulebook
        place = self.game.log.index(entry)
        items = [one for one in self.game.stream(self.player) if one.entry == place and one.event is not None]
        moments = [self.game.moment(one) for one in items if one.place < len(entry.events) - 1]
        return codec(book).text([book.scene(book.view(state, self.player)).pieces for state in moments])

    def _told(self, entry: Entry) -> str:
        """An entry as he sees it, in events and words."""
        book = self.game.rulebook
        view = book.view(entry.battle.state, self.player)
        events = [event for event in [book.seen(one, self.player) for one in entry.events] if event is not None]
        return codec(book).text((events, [book.tell(view, event) for event in events]))


def words(piece: Piece) -> tuple[str, ...]:
    """By what a piece goes; everybody knows who the officers are."""
    return () if piece.glyph == "officer" else (piece.id, piece.name)


def named(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", text) is not None


def placed(pose: Pose, text: str) -> bool:
    x, y = written(pose.x), written(pose.y)
    return f'"x":{x},"y":{y}}}' in text or f"[{x},{y}]" in text
