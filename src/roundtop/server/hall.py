"""All games of one server: made, found, kept in memory while somebody needs them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
import time
import traceback
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, Final, final

from sqlalchemy.exc import DBAPIError

import roundtop
from roundtop.battle.codec import Plain
from roundtop.battle.engine import VERSION, seats, sides
from roundtop.battle.gamefile import story_codec
from roundtop.battle.options import OptionError
from roundtop.battle.protocol import Player, Rulebook, agreed
from roundtop.battle.scenario import Scenario
from roundtop.dice.sources import commitment
from roundtop.rulebooks import UnknownRulebook, rulebook
from roundtop.server.annex import Annex, Annexes, Wake
from roundtop.server.chairs import claimed, new_nonce, seated
from roundtop.server.hands import Hands, Help, Shelved
from roundtop.server.limits import Buckets, Debts, Limits, Trouble
from roundtop.server.places import HERE, VAST, Places, shelf
from roundtop.server.room import NOBODY, Busy, Room
from roundtop.server.seats import BOT, hashed, new_token, opens, plain_seat
from roundtop.server.session import (
    OWN,
    DiceError,
    NotNow,
    Record,
    Refused,
    Session,
    Stale,
    begun,
    taken_up,
    to_set_up,
    upgraded,
)
from roundtop.server.store import RESCUE, Gone, Kept, NewGameRow, NewToken, Row, Store, StoreError, trouble
from roundtop.server.teller import Teller
from roundtop.server.wire import GameMade, Listed, NewGame, Take, Taken

LOG: Final = logging.getLogger("roundtop.server")
DAY: Final = 86_400.0
SEALS: Final = 1000
GONE: Final = 4404
RESTART: Final = 1012
A_MOMENT: Final = 0.1
HOUSES: Final = 200
"""House rules that are remembered for papers to be printed by."""
A_FEW: Final = 20
"""Records read before others have a turn."""
QUARTER: Final = 900.0
"""Seconds to which the list of games tells when one changed: finer, it would count what the enemy does unseen."""
LISTED: Final = 2000
"""Games whose names are kept in memory."""


@final
class Hall:
    """The rooms of a server, and what they share."""

    def __init__(
        self,
        path: Path | None,
        limits: Limits | None = None,
        secret: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        new_id: Callable[[], str] = lambda: secrets.token_urlsafe(9),
        far: tuple[Kept, Help, Wake, Wake | None] | None = None,
    ) -> None:
        """`secret` and `new_id` are where the dice and the names of games come from.

        A hall in another process is given the log and the hands of its server, how new games are begun there and,
        where it has to be said, that a game takes too long for those beside it.
        """
        self.limits = limits or Limits()
        self.started = round(time.time(), 3)
        self.own: Store | None = Store(path) if far is None else None
        self.store: Kept
        self.annexes: Annexes | None = None
        self.elsewhere: Wake | None = None
        self.outgrown: Wake | None = None
        self.hands: Help
        if self.own is not None:
            hands = Hands(self.limits)
            self.store, self.hands = self.own, hands
            self.annexes = Annexes(self.limits, self.store, hands, self.wake, self.outgrows)
        elif far is not None:
            self.store, self.hands, self.elsewhere, self.outgrown = far
        self.pages = Shelved()
        self.teller = Teller()
        self.secret = secret
        self.new_id = new_id
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.leaving: set[str] = set()
        self.seals: OrderedDict[str, bytes] = OrderedDict()
        self.houses: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self.requests = Buckets(self.limits.requests_per_second, 4 * self.limits.requests_per_second)
        self.debts = Debts()
        self.places = Places(self.limits)
        self.busy: Busy = NOBODY
        if self.annexes is not None:
            self.annexes.barring(self.places.bar)
        self.moved: OrderedDict[str, None] = OrderedDict()
        """Games that were played here and are no more."""
        self.damaged: OrderedDict[str, None] = OrderedDict()
        self.waking: set[asyncio.Task[None]] = set()
        self.listed: OrderedDict[str, tuple[tuple[str, str, str], dict[str, Any]]] = OrderedDict()
        # What everybody needs is read before anybody waits for it.
        self.battles = shelf() if far is None else {}

    def close(self) -> None:
        """Leave every game where the next version of the rules can take it up."""
        for task in self.waking:
            task.cancel()
        for rows in self.parting():
            self.store.write(*rows)
        self.hands.close()
        if self.own is not None:
            self.own.close()

    def parting(self) -> Iterator[list[Row]]:
        """Stop every game; the snapshots from which they can be taken up."""
        for room in self.rooms.values():
            rows = [] if room.broken else room.snapshots(1)
            room.stop()
            if rows:
                yield rows

    # Finding

    def battle(self, id: str) -> Scenario:
        """A battle on the shelf; never a path."""
        if id not in self.battles:
            known = ", ".join(self.battles)
            raise Trouble(400, "unknown-battle", f"battle: there is no '{id[:100]}'; there are {known}", "battle")
        return self.battles[id]

    async def room(self, id: str) -> Room:
        """The room of a game, read from the disk where it is not in memory; none of one that is being deleted."""
        if id in self.leaving:
            raise Unknown
        room = self.rooms.get(id)
        if room is not None and not room.broken:
            self.rooms.move_to_end(id)
            return room
        if id in self.moved or (self.annexes is not None and await self.annexed(id)):
            # However somebody got here: a game is never played in two places.
            raise Trouble(503, "moved", "This game is played in a process of its own; try again.")
        if id not in self.loading:
            task = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self.loading.pop(id, None))
            self.loading[id] = task
        return await asyncio.shield(self.loading[id])

    # Dear games

    async def annexed(self, id: str) -> bool:
        """Whether a game is played in another process, since it might hold up this one's loop."""
        if id in self.rooms or id in self.loading:
            return False
        if id not in self.places.known:
            try:
                header = await self.store.header(id)
                if header is None:
                    return False
                self.places.find(id, header)
            except (ValueError, LookupError, TypeError, AttributeError, DBAPIError):
                return False  # damaged, as will be said
        return self.places.known[id] != HERE

    def place(self, annexes: Annexes, id: str) -> Annex:
        """Where a game is played that is played elsewhere."""
        return annexes.place(id, self.places.known[id])

    def move(self, room: Room) -> None:
        """A game that took too long goes on in another process, from the disk; it is left before it is read there."""
        id = room.session.id
        self._leave(room)
        if self.annexes is not None:
            self.places.held_up(id, room.session.header)
            self.rouse(id)
        elif self.outgrown is not None:
            self.moved[id] = None
            if len(self.moved) > LISTED:
                self.moved.popitem(last=False)
            self._aside(self.outgrown(id))

    def _leave(self, room: Room) -> None:
        self.rooms.pop(room.session.id, None)
        room.stop()
        room.left = True
        # Replies that are on their way are heard first.
        for listener in list(room.listeners):
            asyncio.get_running_loop().call_later(A_MOMENT, listener.dismissed, RESTART)

    async def outgrows(self, id: str) -> None:
        """A game has taken long in the process for strange ones, and goes on among the vast."""
        self.places.keep(id, VAST)
        await self.wake(id)

    def rouse(self, id: str) -> None:
        """Let the bots of a game begin; nobody waits for it."""
        self._aside(self.wake(id))

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.waking.add(task)
        task.add_done_callback(self._roused)

    def _roused(self, task: asyncio.Task[None]) -> None:
        self.waking.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            LOG.warning("a game could not be begun: %s", error)

    async def wake(self, id: str) -> None:
        """Let the bots of a game begin, wherever it is played."""
        if id in self.places.barred:
            return
        if self.elsewhere is not None:
            await self.elsewhere(id)
        elif self.annexes is not None and await self.annexed(id):
            await self.place(self.annexes, id).wake(id)
        else:
            (await self.room(id)).nudge()

    async def _load(self, id: str) -> Room:
        old = self.rooms.pop(id, None)
        if old is not None:
            old.stop()
            await old.settled()
        try:
            room = await self._read(id)
        except (Unknown, StoreError):
            raise
        except Exception as error:  # whatever a damaged log may lead to
            self._note_damaged(id, error)
            raise Damaged(id, error) from None
        if old is not None:
            for listener in old.listeners:
                await room.caught_up(listener.player)
                listener.moved(room)
        return room

    def _note_damaged(self, id: str, error: Exception) -> None:
        """Once for each game and in one line, however often it is asked for."""
        if id in self.damaged:
            return
        self.damaged[id] = None
        if len(self.damaged) > LISTED:
            self.damaged.popitem(last=False)
        LOG.error("game %s is damaged: %s", id, in_a_line(error))

    async def _read(self, id: str) -> Room:
        header = await self.store.header(id)
        if header is None:
            raise Unknown
        # A book that nobody has opened here yet is read beside the games that go on.
        await asyncio.to_thread(rulebook, header["rulebook"])
        records = [json.loads(text) async for text in self.log(id)]
        maker = await self.store.maker(id)
        session, rest = taken_up(id, header, await self._set_up(id, header, records, maker))
        new_rules = upgraded(header, records)
        for record in rest:
            try:
                session.apply(record)
            except (Trouble, Refused, NotNow, DiceError, Stale) as error:
                if not new_rules:
                    raise
                session.notes.append(
                    f"what was commanded since cannot be under the new rules ({error}): command it anew"
                )
                break
            await asyncio.sleep(0)
        session.records = len(records)
        room = self._keep(session, maker)
        if new_rules:
            await self.store.write(*room.snapshots(0))
        if session.asleep(self.started):
            await room.change({"kind": "woke", "player": "", "id": ""})
        return room

    async def _set_up(self, id: str, header: dict[str, Any], records: list[Record], maker: str) -> list[Record]:
        """The records of a game, before them how it is set up, worked out elsewhere, where it has to be again."""
        if not to_set_up(header, records):
            return records
        return [json.loads(await self.hands.run("set-up", id, json.dumps(header), visitor=maker)), *records]

    async def log(self, id: str) -> AsyncIterator[str]:
        """The records of a game as they are kept, a few at a time, so that others have a turn in between."""
        number = 0
        while texts := await self.store.texts(id, number, A_FEW):
            for text in texts:
                yield text
            number += len(texts)
            await asyncio.sleep(0)

    def _keep(self, session: Session, maker: str) -> Room:
        room = Room(session, self.store, self.hands, self.limits, maker=maker, debts=self.debts)
        room.busy = self.busy
        room.move = self.move if self.annexes is not None or self.outgrown is not None else None
        self.rooms[session.id] = room
        for id in list(self.rooms):
            if len(self.rooms) <= self.limits.sessions:
                break
            idle = self.rooms[id]
            if not (idle.listeners or idle.pending or idle.thinking or idle is room):
                del self.rooms[id]
        return room

    def player_of(self, room: Room, token: str) -> str:
        """The player whose seat a token opens; "" for a spectator who shows none."""
        if not token:
            return ""
        for seat in room.session.seats.values():
            if opens(token, seat.token):
                return seat.player
        raise Trouble(401, "bad-token", "This token opens no seat of this game.")

    # Making

    def seal(self) -> tuple[str, str]:
        """A secret for dice chosen before anybody names a nonce: its ticket and its hash."""
        ticket = new_token()
        self.seals[ticket] = self.secret()
        if len(self.seals) > SEALS:
            self.seals.popitem(last=False)
        return ticket, commitment(self.seals[ticket])

    def remembered(self, rules: str, options: str) -> str:
        """A name for house rules of a book, under which papers print them for a while."""
        name = hashlib.sha256(f"{rules} {options}".encode()).hexdigest()[:32]
        self.houses[name] = (rules, options)
        self.houses.move_to_end(name)
        if len(self.houses) > HOUSES:
            self.houses.popitem(last=False)
        return name

    async def make(self, wish: NewGame, address: str) -> GameMade:
        """A new game from the shelf."""
        book = book_of(wish.rules)
        scenario = self.battle(wish.battle)
        if book.id not in scenario.rulebooks:
            fits = ", ".join(scenario.rulebooks)
            raise Trouble(400, "unfit", f"rules: {scenario.title} is not played by {book.id}; it suits {fits}", "rules")
        try:
            agreed(book, scenario, wish.options)
        except (OptionError, RecursionError) as error:
            raise Trouble(400, "bad-options", f"options: {error}", "options") from None
        players = seats(scenario) if wish.several and book.several else sides(scenario)
        if wish.seal and wish.seal not in self.seals:
            raise Trouble(400, "no-such-seal", "seal: this ticket is not known, or was used already", "seal")
        secret = self.seals.pop(wish.seal) if wish.seal else self.secret()
        try:
            return await self.open(
                book, scenario, wish=wish, players=players, secret=secret, start=None, address=address
            )
        except (Trouble, StoreError):
            if wish.seal:
                self.seals[wish.seal] = secret
            raise

    async def open(
        self,
        book: Rulebook,
        scenario: Scenario,
        wish: NewGame,
        players: tuple[Player, ...],
        secret: bytes,
        start: Plain,
        address: str,
    ) -> GameMade:
        """Keep a new game and seat those who are there; `start` is the battle to go on from."""
        made = time.time()
        if await self.store.made_since(address, made - DAY) >= self.limits.games_per_day:
            raise Trouble(429, "too-many-games", f"At most {self.limits.games_per_day} games a day from one address.")
        id = self.new_id()
        owner = new_token()
        seats, given = seated(players, wish.seats)
        if wish.dice == OWN and not [seat for seat in seats if seat.kind != BOT]:
            raise Trouble(400, "nobody", "dice: nobody is there to throw them by hand", "dice")
        codec = story_codec()
        header: dict[str, Any] = {
            "roundtop": roundtop.__version__,
            "engine": VERSION,
            "rulebook": book.id,
            "rules": book.version,
            "scenario": codec.plain(scenario),
            "options": wish.options,
            "players": codec.plain(players),
            "seats": [plain_seat(seat) for seat in seats],
            "dice": wish.dice,
            "secret": secret.hex(),
            "clock": wish.clock,
            "name": wish.name or scenario.title,
            "made": round(made, 3),
            "owner": hashed(owner),
            "start": start,
        }
        await asyncio.sleep(0)
        opening = ""
        session: Session | None = None
        if self.own is None or self.places.heavy(header) or to_set_up(header, []):
            said = (await self.hands.run("begin", id, json.dumps(header), visitor=address)).decode()
            summary, _, opening = said.partition("\n")
            first, header["size"] = json.loads(summary)
            if self.own is not None and not self.places.heavy(header):
                session, _ = taken_up(id, header, [json.loads(opening)])
                session.records = 1
        else:
            session = begun(id, header)
            first = session.summary()
        await asyncio.sleep(0)
        written = json.dumps({**header, "first": first})
        tokens = [(hashed(owner), ""), *[(seat.token, seat.player) for seat in seats if seat.token]]
        rows = [Row(id, 0, opening, json.dumps(first))] if opening else []
        await self.store.write(NewGameRow(id, made, address, written, tuple(tokens)), *rows)
        if session is None:
            self.rouse(id)
        else:
            self._keep(session, address).nudge()
        return GameMade(id, owner, given)

    async def take(self, id: str, wish: Take) -> Taken:
        """Claim an invitation or an open seat."""
        room = await self.room(id)
        seat = claimed(room.session, wish)
        token = new_token()
        record = {
            "kind": "take",
            "player": seat.player,
            "id": "",
            "name": wish.name,
            "token": hashed(token),
            "nonce": wish.nonce or new_nonce(),
        }
        await room.change(record, NewToken(hashed(token), id, seat.player))
        return Taken(seat.player, token)

    # Keeping order

    async def mine(self, tokens: list[str]) -> list[Listed]:
        """The games these tokens open, the last changed first; others have a turn after each."""
        found: list[Listed] = []
        store = self.own
        for token in dict.fromkeys(tokens):
            seat = None if store is None else store.seat(hashed(token))
            one = None if store is None or seat is None else await self._listed(store, *seat)
            found.extend([] if one is None else [one])
            await asyncio.sleep(0)
        return sorted(found, key=lambda one: -one.changed)

    async def _named(self, game: str) -> tuple[tuple[str, str, str], dict[str, Any]] | None:
        """The name of a game, its battle and its rulebook, which never change, and what a list showed of it first."""
        if game not in self.listed:
            header = await self.store.header(game)
            if header is None:
                return None
            names = (header["name"], header["scenario"]["title"], header["rulebook"])
            self.listed[game] = (names, header.get("first", {}))
            if len(self.listed) > LISTED:
                self.listed.popitem(last=False)
        return self.listed[game]

    async def _listed(self, store: Store, game: str, player: str) -> Listed | None:
        try:
            kept, named = store.summary(game), await self._named(game)
        except (ValueError, LookupError, TypeError, DBAPIError):
            return Listed(
                game=game,
                player=player,
                name="",
                battle="",
                rules="",
                moment="This game is damaged.",
                waiting=[],
                yours=False,
                outcome="",
                changed=0.0,
                made=0.0,
            )
        if kept is None or named is None:
            return None
        made, summary = kept
        names, first = named
        room = self.rooms.get(game)
        if room is not None and not room.broken:
            summary = room.session.summary()
        summary = summary or first
        waiting = summary.get("waiting", [])
        return Listed(
            *(game, player, *names),
            moment=summary.get("moment", ""),
            waiting=waiting,
            yours=player in waiting,
            outcome=summary.get("outcome", ""),
            changed=summary.get("at", made) // QUARTER * QUARTER,
            made=made,
        )

    async def delete(self, id: str, token: str) -> None:
        """Only whoever made a game may delete it, also where it is damaged."""
        room: Room | None = None
        try:
            room = await self.room(id)
            made = maker_opens(token, room.session.header)
        except Damaged:
            made = await self._made_damaged(id, token)
        if not made:
            raise Trouble(403, "not-yours", "Only whoever made the game may delete it.")
        self.leaving.add(id)
        try:
            if room is not None:
                room.stop()
                await room.settled()
            await self.store.write(Gone(id))
        finally:
            self.leaving.discard(id)
        self.rooms.pop(id, None)
        self.listed.pop(id, None)
        for listener in list(room.listeners if room is not None else ()):
            listener.dismissed(GONE)

    async def _made_damaged(self, id: str, token: str) -> bool:
        """Whether a token is its maker's; where not even its beginning can be read, that of none of its seats."""
        try:
            header = await self.store.header(id)
            return header is not None and maker_opens(token, header)
        except (ValueError, LookupError, TypeError, AttributeError, DBAPIError):
            return self.own is not None and self.own.seat(hashed(token)) == (id, "")


def maker_opens(token: str, header: dict[str, Any]) -> bool:
    """Whether a token is that of whoever made a game, or of a seat of his."""
    makers = [header["owner"], *[seat["token"] for seat in header["seats"]]]
    return bool([hash for hash in makers if opens(token, hash)])


def in_a_line(error: Exception) -> str:
    """An error for the log, with the place where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return " ".join(f"{type(error).__name__}: {error}".split())[:500] + place


class Unknown(Trouble):
    """There is no game of this id."""

    def __init__(self) -> None:
        super().__init__(404, "no-such-game", "There is no such game; it may have been deleted.")


class Damaged(Trouble):
    """A game that cannot be read from the disk; what is wrong with it may be nobody's to know, and is in the log."""

    def __init__(self, id: str, error: Exception) -> None:
        why = trouble(error) if isinstance(error, DBAPIError) else "what the disk holds of it makes no sense"
        words = f"Game {id} is damaged: {why}. The other games go on; for the host of this server, {RESCUE}."
        super().__init__(500, "damaged", f"{words} Its maker may delete it.")


def book_of(id: str) -> Rulebook:
    try:
        return rulebook(id)
    except UnknownRulebook as error:
        raise Trouble(400, "unknown-rules", f"rules: {error}", "rules") from None
