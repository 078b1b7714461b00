"""The WebSocket of one seat: its messages are carried out one after the other, what it may know is sent to it."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any, Final, TypeAlias, final

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from msgspec import Struct

from roundtop.battle.engine import Refused
from roundtop.battle.game import NotNow
from roundtop.dice.questions import DiceError
from roundtop.server import ask, heard, stage, wire
from roundtop.server.chairs import checked_bot
from roundtop.server.hall import Hall
from roundtop.server.limits import Bucket, Trouble
from roundtop.server.room import BrokenError, Room
from roundtop.server.session import Record, Stale
from roundtop.server.store import not_kept
from roundtop.server.tables import same, table
from roundtop.server.wire import Conflict, Done, Fault, Pong, WholeTable, Why

LOG: Final = logging.getLogger("roundtop.server")
Socket: TypeAlias = WebSocket[Any, Any, Any]

LONGEST_QUEUE: Final = 1000
BEHIND: Final = 5
TOO_SLOW: Final = 4408
TOO_MUCH: Final = 4429
IT_IS_NOT_ASKED: Final = "Nothing is asked of you now."
FAREWELL: Final = 5.0
"""Seconds that somebody who is shown out has to hear why."""


@final
class Seat:
    """One connection."""

    def __init__(self, hall: Hall, room: Room, player: str, socket: Socket, address: str) -> None:
        self.hall = hall
        self.room = room
        self.player = player
        self.socket = socket
        self.address = address
        self.queue: asyncio.Queue[object] = asyncio.Queue()
        self.dirty = False
        self.changes = 0
        self.heard = 0
        self.last: wire.Table | None = None
        self.closing = 0
        self.bucket = Bucket(hall.limits.messages_per_second, hall.limits.burst)

    # What the room asks of it

    def changed(self) -> None:
        """News wait for their turn: replies go first, and what comes in quick succession is told together."""
        if not self.dirty:
            self.dirty = True
            self.changes += 1
            self._wait_for_a_turn()

    def _wait_for_a_turn(self) -> None:
        self.hall.teller.tell(partial(self._has_its_turn, self.changes))

    def _has_its_turn(self, change: int) -> None:
        """A turn that was asked for news heard since is no turn for later ones: they would go before their replies."""
        if change == self.changes:
            self.news()

    def news(self) -> None:
        """Queue what this seat has not heard; one that lags behind gets it when it has caught up."""
        if not self.dirty or self.queue.qsize() > BEHIND:
            return
        self.dirty = False
        before = self.last
        try:
            news, now = self.room.news(self.player, self.heard, before)
        except Exception:
            LOG.exception("game %s: a seat's news could not be made", self.room.session.id)
            return
        self.heard, self.last = news.seq, now
        if before is None or news.entries or not same(before, now):
            self.queue.put_nowait(news)

    def say(self, message: object) -> None:
        if self.queue.qsize() > LONGEST_QUEUE:
            self.close(TOO_SLOW)
            return
        self.queue.put_nowait(message)

    def moved(self, room: Room) -> None:
        self.room = room
        room.listeners.append(self)
        self.changed()

    def dismissed(self, code: int) -> None:
        self.close(code)

    def close(self, code: int) -> None:
        self.closing = code
        self.queue.put_nowait(None)

    # Sending

    async def send(self) -> None:
        """Send what is in the queue; a slow client gets fewer news, each of more."""
        while True:
            message = await self.queue.get()
            if self.closing:
                await self.socket.close(self.closing)
                return
            await self.socket.send_text(wire.text(message))
            if self.dirty and self.queue.empty():
                self._wait_for_a_turn()

    async def greet(self, since: int) -> None:
        """The whole table, or only what was missed where the client says how much it has heard."""
        await self.room.caught_up(self.player)
        await self.room.settled()
        session = self.room.session
        told = session.told(self.player)
        if 0 <= since <= len(told):
            self.heard = since
            self.dirty = True
            self.news()
            return
        self.heard = len(told)
        self.last = self.room.table(self.player)
        whole = table(session, self.player, self.room.here(), True)
        await self.socket.send_text(wire.text(WholeTable(whole, list(told), list(session.chat))))

    # Hearing

    async def listen(self) -> None:
        while True:
            event = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(detail="gone")
            if event["type"] != "websocket.receive":
                continue
            if not self.bucket.take():
                self.close(TOO_MUCH)
                return
            await self.hear(event.get("text") or event.get("bytes") or b"")
            # Of many messages that came at once each lets others have a turn.
            await asyncio.sleep(0)

    async def hear(self, text: str | bytes) -> None:
        """Carry one message out; every message gets a reply."""
        if len(text) > self.hall.limits.body:
            self.say(Fault("", "too-long", f"a message has at most {self.hall.limits.body} bytes"))
            return
        try:
            self.say(await self.reply(heard.said(text)))
        except Trouble as trouble:
            self.say(Fault(heard.id_of(text), trouble.code, trouble.message))
        except BrokenError as error:
            if self.room.left:
                return  # to be sent again where the game goes on
            await self._again(heard.id_of(text), not_kept(error.__cause__))
        except Exception:
            LOG.exception("game %s: a message could not be answered", self.room.session.id)
            self.say(Fault(heard.id_of(text), "fault", "A fault of the server; it is in its log. Nothing has changed."))

    async def _again(self, id: str, why: Trouble) -> None:
        """The game could not be kept: it is as it was before; the client may try again."""
        try:
            await self.hall.room(self.room.session.id)
            self.say(Fault(id, why.code, why.message))
        except Trouble as trouble:
            self.say(Fault(id, trouble.code, trouble.message))

    async def reply(self, message: wire.Said) -> object:
        if isinstance(message, wire.Ping):
            self.news()
            return Pong(message.id)
        if isinstance(message, QUESTIONS):
            return await self.ask(message)
        if not self.player:
            raise Trouble(403, "spectator", "A spectator only watches.")
        first = self.room.session.replied(self.player, message.id)
        if first is not None:
            if self.room.session.other_deed(self.said(message)):
                words = "This id was given to another message, which was carried out; give each message its own."
                raise Trouble(409, "id-used", words, "id")
            await self.room.settled()
            return first
        if isinstance(message, wire.Command) and message.first:
            return await self.way(message)
        return await self.change(message)

    async def way(self, message: wire.Command) -> object:
        """Carry out answers one after another, as far as none is refused; a repeat goes on where it had come to."""
        session = self.room.session
        version = message.version
        for number, step in enumerate(message.first):
            id = f"{message.id[:56]}/{number}"
            if session.replied(self.player, id) is not None:
                version = session.version(self.player)
                continue
            asked = session.decision(self.player)
            if asked is None or (asked.kind, asked.about) != (step.kind, step.about):
                reply: object = wire.Refused(message.id, [Why(asked.sentence if asked else IT_IS_NOT_ASKED, "")])
                session.remember(self.player, message.id, reply)
                return reply
            reply = await self.change(wire.Command(id, version, step.answer))
            if not isinstance(reply, Done):
                return msgspec.structs.replace(reply, id=message.id) if isinstance(reply, Struct) else reply
            version = session.version(self.player)
        return await self.change(wire.Command(message.id, version, message.answer))

    async def change(self, message: wire.Said) -> object:
        """Carry out what changes the game."""
        self.within(message)
        record = self.record(message)
        session = self.room.session
        reply: object
        try:
            await self.room.change(record)
        except Stale:
            reply = Conflict(message.id, session.version(self.player))
        except Refused as refused:
            reply = wire.Refused(message.id, [Why(one.text, one.clause) for one in refused.reasons])
        except NotNow as error:
            reply = wire.Refused(message.id, [Why(str(error), "")])
        except DiceError as error:
            reply = wire.Refused(message.id, [Why(f"{error}.".capitalize(), "")])
        else:
            if isinstance(message, wire.Chat):
                for listener in self.room.listeners:
                    listener.say(session.chat[-1])
            return Done(message.id)
        session.remember(self.player, message.id, reply)
        return reply

    def within(self, message: wire.Said) -> None:
        """Trouble where a game has grown as long as it may: all of it is kept on the disk and in memory."""
        session, limits = self.room.session, self.hall.limits
        lines, size = session.chatted
        if isinstance(message, wire.Chat) and (lines >= limits.chat_lines or size >= limits.chat_bytes):
            most = f"{limits.chat_lines:,} lines or {limits.chat_bytes:,} bytes"
            raise Trouble(429, "too-much-talk", f"No more is chatted in this game: {most} of talk are kept with it.")
        if session.records >= limits.changes and not isinstance(message, wire.Concede):
            words = f"This game has had {limits.changes:,} changes, as many as are kept of one. You may concede."
            raise Trouble(429, "too-many-changes", words)

    def record(self, message: wire.Said) -> Record:
        """A message as the record that would be kept of it."""
        record = self.said(message)
        if isinstance(message, wire.Offer):
            checked_bot(message.bot, "bot")
            record["agreed"] = self.agreed(message)
        return record

    def said(self, message: wire.Said) -> Record:
        """What a message itself says of the record that would be kept of it."""
        record: Record = {"kind": KINDS[type(message)], "player": self.player, "id": message.id}
        if isinstance(message, wire.Command):
            record |= {"version": message.version, "answer": message.answer}
        elif isinstance(message, wire.Throw):
            record["entry"] = message.entry
        elif isinstance(message, wire.Chat):
            record["text"] = message.text
        elif isinstance(message, wire.Reply):
            record |= {"offer": message.offer, "yes": message.yes}
        elif isinstance(message, wire.Offer):
            record |= {"what": message.what, "seat": message.seat, "bot": message.bot}
        return record

    def agreed(self, message: wire.Offer) -> bool:
        """Whether an offer needs nobody's consent."""
        if message.what == "bot-stands-in":
            return message.seat in ("", self.player) or self.room.absent(message.seat)
        others = self.room.session.others(self.player)
        if message.what == "draw" and not others:
            raise Trouble(409, "no-answer", "A bot agrees to no draw; you may concede.", "what")
        return not others

    async def ask(
        self, message: wire.Look | wire.WhyNot | wire.Preview | wire.Forecast | wire.Carry | wire.Moments | wire.Turning
    ) -> object:
        """Answer a question that changes nothing."""
        await self.hall.debts.paid(self.address)
        session = self.room.session
        if isinstance(message, wire.Forecast):
            return await ask.forecast(session, self.hall.hands, self.player, message, self.address)
        if isinstance(message, wire.Carry):
            return await ask.carry(session, self.hall.hands, self.player, message, self.address)
        if isinstance(message, wire.Look) and message.reach:
            return await ask.reach(session, self.hall.hands, self.player, message, self.address)
        led = None
        if isinstance(message, wire.Preview):
            led = await ask.led(session, self.hall.hands, self.player, message, self.address)
        if isinstance(message, wire.Moments):
            return await stage.staged(session, self.player, message, self.hall.debts, self.address)
        if isinstance(message, wire.Turning):
            return await stage.turned(session, self.player, message)
        with self.hall.debts.charged(self.address):
            if isinstance(message, wire.Look):
                return ask.look(session, self.player, message)
            if isinstance(message, wire.WhyNot):
                return ask.why_not(session, self.player, message)
            return ask.preview(session, self.player, message, led)


KINDS: Final[dict[type, str]] = {
    wire.Command: "command",
    wire.Undo: "undo",
    wire.Throw: "throw",
    wire.Chat: "chat",
    wire.Offer: "offer",
    wire.Reply: "reply",
    wire.Back: "back",
    wire.Concede: "concede",
    wire.Claim: "claim",
}
QUESTIONS: Final = (wire.Look, wire.WhyNot, wire.Preview, wire.Forecast, wire.Carry, wire.Moments, wire.Turning)


async def play(hall: Hall, socket: Socket, id: str, token: str, since: int, address: str) -> None:
    """The life of one connection."""
    await socket.accept()
    try:
        room = await hall.room(id)
        player = hall.player_of(room, token)
    except Trouble as trouble:
        await socket.send_text(wire.text(Fault("", trouble.code, trouble.message)))
        await socket.close(4000 + trouble.status)
        return
    seat = Seat(hall, room, player, socket, address)
    room.enter(seat)
    tasks: list[asyncio.Task[None]] = []
    try:
        await seat.greet(since)
        tasks = [asyncio.create_task(seat.send()), asyncio.create_task(seat.listen())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if seat.closing:
            # Whoever is shown out is told why, if he listens at all.
            await asyncio.wait(tasks[:1], timeout=FAREWELL)
    finally:
        if seat in seat.room.listeners:
            seat.room.leave(seat)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
