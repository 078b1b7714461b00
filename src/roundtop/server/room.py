"""A game with the people round it: who is connected, what is on its way to the disk, which bot is thinking."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol, final

from roundtop.battle.engine import Refused, reasons
from roundtop.battle.game import NotNow
from roundtop.battle.protocol import Command
from roundtop.bots.lawful import answered, known, lawful
from roundtop.bots.referee import well_made
from roundtop.dice.questions import DiceError
from roundtop.dice.sources import Stream
from roundtop.server.hands import Help
from roundtop.server.limits import Debts, Limits, Trouble
from roundtop.server.session import Record, Session, Stale
from roundtop.server.store import Kept, Row, StoreError, Write
from roundtop.server.tables import changes, people, table
from roundtop.server.wire import ANSWER_CODEC, News, Presence, Table, Told

SNAPSHOT_EVERY: Final = 50
OFTEN: Final = 3
"""Times what a change may take that a game may take in all its long ones before it is moved: the first of a server's
life warm it up."""
A_LITTLE: Final = 5
"""Items of a story that are told before others have a turn."""


class Busy(Protocol):
    """Where it is written down which game is being changed, for whoever has to end a process that does not answer."""

    value: bytes


@final
class Nobody:
    """Where nobody looks."""

    value = b""


NOBODY: Final = Nobody()
LOG: Final = logging.getLogger("roundtop.server")


class Listener(Protocol):
    """A connection as a room knows it."""

    player: str

    def changed(self) -> None:
        """Something may have changed for this seat."""

    def say(self, message: object) -> None:
        """Send this."""

    def moved(self, room: Room) -> None:
        """The game was read anew and is in that room now."""

    def dismissed(self, code: int) -> None:
        """The game is no more, or no more here."""


class BrokenError(RuntimeError):
    """The game in memory is ahead of the disk and must be read again."""


@final
class Room:
    """Puts changes to a session, to the disk, and then to everybody who may know."""

    def __init__(
        self, session: Session, store: Kept, hands: Help, limits: Limits, maker: str = "", debts: Debts | None = None
    ) -> None:
        """`maker` is the address the game was made from, whose bots wait for one another and pay their debts."""
        self.session = session
        self.store = store
        self.hands = hands
        self.limits = limits
        self.maker = maker
        self.debts = debts or Debts()
        self.listeners: list[Listener] = []
        self.gone_since: dict[str, float] = {}
        self.pending = 0
        self.broken = False
        self.opened = time.monotonic()
        self.thinking: dict[str, asyncio.Task[None]] = {}
        self.tables: dict[str, Table] = {}
        self.shot = session.records
        self.long = 0.0
        self.spent = 0.0
        self.left = False
        self.move: Callable[[Room], None] | None = None
        self.busy: Busy = NOBODY

    # Changing

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Note where something takes so long that the game is better played in another process."""
        begun = time.thread_time()
        self.busy.value = self.session.id.encode()
        try:
            yield
        finally:
            self.busy.value = b""
        self.spent = time.thread_time() - begun
        if self.spent > self.limits.loop_seconds:
            self.long += self.spent

    async def change(self, record: Record, *beside: Write) -> None:
        """Apply a record, keep it, and tell everybody; raises and changes nothing where it may not be."""
        async with self.store.turn:
            with self.timed():
                written = self._changed(record, beside)
            # Of many who command at once the first are told before the last are heard.
            await asyncio.sleep(0)
        await self._kept(written)

    def _changed(self, record: Record, beside: tuple[Write, ...]) -> asyncio.Future[None]:
        if self.broken:
            raise BrokenError
        record = {**record, "at": round(time.time(), 3)}
        number = self.session.records
        try:
            self.session.apply(record)
        except (Trouble, Refused, NotNow, DiceError, Stale):
            raise
        except Exception as error:
            # A fault of the rules: nobody knows how far it got, so the game is read anew from the disk.
            self.broken = True
            LOG.exception("game %s: a %s could not be carried out", self.session.id, record["kind"])
            raise BrokenError from error
        self.tables.clear()
        self.pending += 1
        future = self.store.write(self._row(number, record), *beside, *self.snapshots())
        future.add_done_callback(self._written)
        return future

    def _row(self, number: int, record: Record) -> Row:
        return Row(self.session.id, number, json.dumps(record), json.dumps(self.session.summary()))

    def snapshots(self, every: int = SNAPSHOT_EVERY) -> list[Row]:
        """A snapshot to be kept, once so much has happened since the last."""
        session = self.session
        if not session.begun or session.outcome is not None or session.records - self.shot < every:
            return []
        number, record = session.records, session.snapshot()
        session.apply(record)
        self.shot = session.records
        return [self._row(number, record)]

    async def _kept(self, written: asyncio.Future[None]) -> None:
        """Wait until it is on the disk; whoever waits may give up, the others are told all the same."""
        try:
            await asyncio.shield(written)
        except StoreError as error:
            self.broken = True
            raise BrokenError from error

    def _written(self, future: asyncio.Future[None]) -> None:
        self.pending -= 1
        error = None if future.cancelled() else future.exception()
        if error is not None:
            self.broken = True
            LOG.error("game %s: %s", self.session.id, error)
        elif self.pending == 0 and self.long > OFTEN * self.limits.loop_seconds and self.move is not None:
            self.move(self)
        elif self.pending == 0:
            self.announce()

    async def settled(self) -> None:
        """Wait until all that is in memory is on the disk."""
        while self.pending:
            await asyncio.sleep(0.001)

    async def caught_up(self, player: str) -> None:
        """Have a seat's story told up to now, a little at a time, so that others have a turn in between."""
        while self.session.tell(player, A_LITTLE):
            await asyncio.sleep(0)

    def announce(self) -> None:
        """Tell everybody what they may know by now, and let the bots go on."""
        for listener in self.listeners:
            listener.changed()
        self.nudge()

    # Telling

    def table(self, player: str) -> Table:
        """The table of a seat now, without the ground."""
        found = self.tables.get(player)
        if found is None:
            found = self.tables[player] = table(self.session, player, self.here(), False)
        return found

    def news(self, player: str, since: int, before: Table | None) -> tuple[News, Table]:
        """What a seat that knows the table as it was before, or not at all, has not heard yet; and the table now."""
        with self.timed():
            now = self.table(player)
        entries: list[Told] = self.session.told(player)[since:]
        return News(now.seq, now.version, entries, changes(before, now)), now

    # Coming and going

    def here(self) -> set[str]:
        return {listener.player for listener in self.listeners}

    def enter(self, listener: Listener) -> None:
        before = listener.player in self.here()
        self.listeners.append(listener)
        self.gone_since.pop(listener.player, None)
        if listener.player and not before:
            self._presence(listener)
        self.nudge()

    def leave(self, listener: Listener) -> None:
        self.listeners.remove(listener)
        if listener.player and listener.player not in self.here():
            self.gone_since[listener.player] = time.monotonic()
            self._presence(listener)

    def _presence(self, about: Listener) -> None:
        self.tables.clear()
        message = Presence(people(self.session, self.here()))
        for listener in self.listeners:
            if listener is not about:
                listener.say(message)

    def absent(self, player: str) -> bool:
        """Whether a seat has been away so long that a bot may stand in without being asked."""
        if player in self.here():
            return False
        return time.monotonic() - self.gone_since.get(player, self.opened) >= self.limits.absent_seconds

    # Bots

    def nudge(self) -> None:
        """Let the bots think that are to move."""
        if self.broken:
            return
        thrown = self.session.bot_throw(Stream(secrets.token_hex(16)))
        if thrown:
            self._start("", self._throw(thrown))
        for player in self.session.bots_to_move():
            if player not in self.thinking:
                self._start(player, self._move(player))

    def _start(self, player: str, work: Any) -> None:
        if player in self.thinking:
            work.close()
            return
        task = asyncio.create_task(work)
        self.thinking[player] = task
        task.add_done_callback(lambda _: self._thought(player))

    def _thought(self, player: str) -> None:
        self.thinking.pop(player, None)
        if not self.pending:
            self.nudge()

    async def _throw(self, thrown: str) -> None:
        await self._bot_change({"kind": "throw", "player": "", "id": "", "entry": thrown})

    async def _move(self, player: str) -> None:
        """One decision of a bot: its own where that is lawful, some lawful one otherwise."""
        session = self.session
        asked = session.decision(player)
        bot = session.seats[player].played_by_bot
        if asked is None or not bot:
            return
        version = session.version(player)
        command = await self._bot_command(bot, player)
        if not self.attended():
            await self.debts.paid(self.bots)
        if session.version(player) == version and session.seats[player].played_by_bot:
            answer = ANSWER_CODEC.plain(command.answer)
            await self._bot_change(
                {"kind": "command", "player": player, "id": "", "version": version, "answer": answer}
            )

    async def _bot_command(self, bot: str, player: str) -> Command:
        session = self.session
        battle = session.game.battle
        asked = session.game.decision(player)
        try:
            seen = known(session.rulebook, battle, player)
            answer = await self.hands.answer(
                bot, session.rulebook, seen, asked, self.limits.bot_seconds, visitor=self.maker
            )
            command = answered(battle, asked, answer)
            if well_made(answer) and not reasons(session.rulebook, battle, command):
                return command
            LOG.warning("game %s: the bot %s gave an unlawful answer", session.id, bot)
        except Exception as error:
            LOG.warning("game %s: the bot %s: %s", session.id, bot, error)
        return lawful(session.rulebook, battle, asked, Stream(secrets.token_hex(16)))

    @property
    def bots(self) -> str:
        """Under what name the bots of a visitor owe the time for which they have held the loop."""
        return f"bots of {self.maker}"

    def attended(self) -> bool:
        """Whether somebody is here who plays: bots by themselves leave three quarters of the loop to others."""
        return bool(self.here() & {seat.player for seat in self.session.seats.values() if not seat.played_by_bot})

    async def _bot_change(self, record: Record) -> None:
        try:
            await self.change(record)
            self.debts.owe(self.bots, self.spent)
        except (Trouble, Refused, NotNow, DiceError, Stale, BrokenError) as error:
            LOG.warning("game %s: a bot's move came to nothing: %r", self.session.id, error)

    def stop(self) -> None:
        """Nothing changes in this room any more."""
        self.broken = True
        for task in list(self.thinking.values()):
            task.cancel()
