"""The durable log: one writer thread commits in groups; nothing is acknowledged before it is on the disk."""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Protocol, final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from roundtop.server.limits import Trouble

BATCH: Final = 500
PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000")
SCHEMA: Final = 1
RESCUE: Final = "`python -m roundtop.server.rescue` writes out what is sound"

META: Final = sa.MetaData()
GAMES: Final = sa.Table(
    "games",
    META,
    *(
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
    ),
)
BY_ADDRESS: Final = sa.Index("games_by_address", GAMES.c.address, GAMES.c.made)
LOG: Final = sa.Table(
    "log",
    META,
    *(
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    ),
    sqlite_with_rowid=False,
)
TOKENS: Final = sa.Table(
    "tokens",
    META,
    sa.Column("hash", sa.String, primary_key=True),
    sa.Column("game", sa.String, nullable=False, index=True),
    sa.Column("player", sa.String, nullable=False),
)
LEDGERS: Final = sa.Table(
    "ledgers",
    META,
    *(
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("address", sa.String, nullable=False, index=True),
        sa.Column("data", sa.Text, nullable=False),
    ),
)
LEDGER_SEATS: Final = sa.Table(
    "ledger_seats",
    META,
    *(
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("ledger", sa.String, nullable=False, index=True),
        sa.Column("seat", sa.String, nullable=False),
        sa.Column("side", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
    ),
)


WORDS: Final = {
    sqlite3.SQLITE_BUSY: "another program is writing to it",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; are its folder there and its rights given?",
    sqlite3.SQLITE_CORRUPT: f"it is damaged; {RESCUE}",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk does not take or give it",
    sqlite3.SQLITE_NOTADB: "it is not a SQLite database, or its beginning is damaged; give another file",
    sqlite3.SQLITE_PERM: "it may not be opened by this user",
    sqlite3.SQLITE_READONLY: "it cannot be written; give its file and its folder the right to be, or give another file",
}
"""What the database says in numbers, in words."""


class StoreError(RuntimeError):
    """The database cannot be written or read; `full` where room on the disk would help."""

    def __init__(self, words: str, full: bool = False) -> None:
        super().__init__(words, full)
        self.full = full

    def __str__(self) -> str:
        return str(self.args[0])


def trouble(error: Exception) -> StoreError:
    """What went wrong, in words."""
    found = error.orig if isinstance(error, DBAPIError) else error
    number = getattr(found, "sqlite_errorcode", 0) & 0xFF
    return StoreError(WORDS.get(number, str(found)), number == sqlite3.SQLITE_FULL)


def not_kept(error: BaseException | None) -> Trouble:
    """What a client is told of something that could not be written down."""
    full = isinstance(error, StoreError) and error.full
    why = f" ({error})" if isinstance(error, StoreError) else ""
    return Trouble(507 if full else 503, "not-kept", f"This could not be kept{why}; nothing has changed. Try later.")


@final
@dataclass(slots=True, frozen=True)
class Row:
    """One record of a game's log and what a list of games shows after it."""

    game: str
    number: int
    record: str
    summary: str


@final
@dataclass(slots=True, frozen=True)
class NewGameRow:
    """A game to be kept: its header, and the hashes of the tokens that open it, each with its player."""

    id: str
    made: float
    address: str
    header: str
    tokens: tuple[tuple[str, str], ...]


@final
@dataclass(slots=True, frozen=True)
class NewToken:
    """A token that opens a seat from now on."""

    hash: str
    game: str
    player: str


@final
@dataclass(slots=True, frozen=True)
class Gone:
    """A game to be deleted."""

    game: str


@final
@dataclass(slots=True, frozen=True)
class LedgerRow:
    """The ledger of a real table as it stands, by the hash of the word that opens it."""

    hash: str
    made: float
    address: str
    data: str


@final
@dataclass(slots=True, frozen=True)
class LedgerSeat:
    """A device at a ledger's table, by the hash of its token; a seat called "" is a code with which others join."""

    hash: str
    ledger: str
    seat: str
    side: str
    name: str


Write = Row | NewGameRow | NewToken | Gone | LedgerRow | LedgerSeat


class Kept(Protocol):
    """The log as games need it, here or in another process."""

    turn: asyncio.Lock

    def write(self, *writes: Write) -> asyncio.Future[None]:
        """Put something on the disk; the future is done when it is there. What is given first is written first."""

    async def header(self, game: str) -> dict[str, Any] | None:
        """How a game began."""

    async def texts(self, game: str, first: int, most: int) -> list[str]:
        """So many records of a game from that number on, as they are kept."""

    async def maker(self, game: str) -> str:
        """The address a game was made from."""

    async def made_since(self, address: str, since: float) -> int:
        """How many games an address has made since then."""


@final
@dataclass(slots=True)
class _Wish:
    writes: tuple[Write, ...]
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


@final
class Store:
    """A SQLite database in write-ahead mode, synced at every commit."""

    def __init__(self, path: Path | None) -> None:
        """No path: in memory, for what need not last; StoreError says why a file cannot be used."""
        if path is not None and path.is_dir():
            raise StoreError(f"it is a folder; name a file in it, such as {path / 'games.sqlite'}")
        self.engine = _engine(path)
        try:
            self._check()
            META.create_all(self.engine)
            BY_ADDRESS.create(self.engine, checkfirst=True)
        except DBAPIError as error:
            self.engine.dispose()
            raise trouble(error) from None
        self.turn = asyncio.Lock()
        """Held by one change at a time until others have heard of theirs."""
        self.queue: queue.SimpleQueue[_Wish | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._write, name="log writer", daemon=True)
        self.thread.start()

    def _check(self) -> None:
        """Only our own databases, of our own version, are touched."""
        others = sorted(set(sa.inspect(self.engine).get_table_names()) - set(META.tables))
        if others:
            raise StoreError(f"it is a database of another program, with {others[0]} in it; give another file")
        with self.engine.begin() as connection:
            found = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            if found not in (0, SCHEMA):
                raise StoreError(f"the database is of version {found}, this program reads version {SCHEMA}")
            # Written even where it stands already: a file that cannot be written is found out now.
            connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")

    # Writing

    def write(self, *writes: Write) -> asyncio.Future[None]:
        """Put something on the disk; the future is done when it is there. What is given first is written first."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self.queue.put(_Wish(writes, done, loop))
        return done

    def close(self) -> None:
        self.queue.put(None)
        self.thread.join()
        self.engine.dispose()

    def _write(self) -> None:
        while True:
            first = self.queue.get()
            if first is None:
                return
            batch = [first]
            ending = False
            while len(batch) < BATCH and not self.queue.empty():
                more = self.queue.get()
                if more is None:
                    ending = True
                    break
                batch.append(more)
            self._commit(batch)
            if ending:
                return

    def _commit(self, batch: list[_Wish]) -> None:
        """All wishes in one transaction; if that fails each on its own, so that one bad wish harms no other."""
        try:
            self._transact([write for wish in batch for write in wish.writes])
        except Exception as error:
            if len(batch) == 1:
                _tell(batch[0], trouble(error))
                return
            for wish in batch:
                self._commit([wish])
            return
        for loop in {wish.loop for wish in batch}:
            mine = [wish.done for wish in batch if wish.loop is loop]
            _call(loop, mine, None)

    def _transact(self, writes: list[Write]) -> None:
        rows = [write for write in writes if isinstance(write, Row)]
        with self.engine.begin() as connection:
            for write in writes:
                if isinstance(write, NewGameRow):
                    connection.execute(sa.insert(GAMES), [_game(write)])
                    if write.tokens:
                        connection.execute(
                            sa.insert(TOKENS),
                            [{"hash": token, "game": write.id, "player": player} for token, player in write.tokens],
                        )
                elif isinstance(write, NewToken):
                    connection.execute(
                        sa.insert(TOKENS), [{"hash": write.hash, "game": write.game, "player": write.player}]
                    )
                elif isinstance(write, LedgerRow):
                    connection.execute(sa.delete(LEDGERS).where(LEDGERS.c.hash == write.hash))
                    connection.execute(sa.insert(LEDGERS), [asdict(write)])
                elif isinstance(write, LedgerSeat):
                    if not write.seat:
                        old = (LEDGER_SEATS.c.ledger == write.ledger) & (LEDGER_SEATS.c.seat == "")
                        connection.execute(sa.delete(LEDGER_SEATS).where(old))
                    connection.execute(sa.insert(LEDGER_SEATS), [asdict(write)])
                elif isinstance(write, Gone):
                    for table, column in ((LOG, LOG.c.game), (TOKENS, TOKENS.c.game), (GAMES, GAMES.c.id)):
                        connection.execute(sa.delete(table).where(column == write.game))
            if rows:
                _append(connection, rows)

    # Reading

    async def header(self, game: str) -> dict[str, Any] | None:
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(GAMES.c.header).where(GAMES.c.id == game)).scalar_one_or_none()
        return None if found is None else _loaded(found)

    async def texts(self, game: str, first: int, most: int) -> list[str]:
        """So many records of a game from that number on, as they are kept."""
        mine = sa.select(LOG.c.number, LOG.c.record).where(LOG.c.game == game, LOG.c.number >= first)
        with self.engine.connect() as connection:
            found = [(row[0], row[1]) for row in connection.execute(mine.order_by(LOG.c.number).limit(most))]
        return unbroken(found, first)

    async def maker(self, game: str) -> str:
        """The address a game was made from."""
        with self.engine.connect() as connection:
            return str(connection.execute(sa.select(GAMES.c.address).where(GAMES.c.id == game)).scalar_one())

    def seat(self, hash: str) -> tuple[str, str] | None:
        """The game and player that a token opens."""
        wanted = sa.select(TOKENS.c.game, TOKENS.c.player).where(TOKENS.c.hash == hash)
        with self.engine.connect() as connection:
            found = connection.execute(wanted).first()
        return None if found is None else (found[0], found[1])

    def summary(self, game: str) -> tuple[float, dict[str, Any]] | None:
        """When a game was made, and what a list shows of it."""
        last = sa.select(LOG.c.summary).where(LOG.c.game == game).order_by(LOG.c.number.desc()).limit(1)
        with self.engine.connect() as connection:
            made = connection.execute(sa.select(GAMES.c.made).where(GAMES.c.id == game)).scalar_one_or_none()
            if made is None:
                return None
            found = connection.execute(last).scalar_one_or_none()
        return made, {} if found is None else _loaded(found)

    async def made_since(self, address: str, since: float) -> int:
        """How many games an address has made since then."""
        wanted = sa.select(sa.func.count()).select_from(GAMES).where(GAMES.c.address == address, GAMES.c.made >= since)
        with self.engine.connect() as connection:
            return connection.execute(wanted).scalar_one()

    def ledger(self, hash: str) -> LedgerRow | None:
        """A ledger as it stands."""
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(LEDGERS).where(LEDGERS.c.hash == hash)).first()
        return None if found is None else LedgerRow(*found)

    def ledger_seat(self, hash: str) -> LedgerSeat | None:
        """The seat that a token opens, or the table that a code leads to."""
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(LEDGER_SEATS).where(LEDGER_SEATS.c.hash == hash)).first()
        return None if found is None else LedgerSeat(*found)

    def ledger_seats(self, ledger: str) -> list[LedgerSeat]:
        """The devices that have joined a ledger, in order."""
        wanted = (LEDGER_SEATS.c.ledger == ledger) & (LEDGER_SEATS.c.seat != "")
        with self.engine.connect() as connection:
            rows = connection.execute(sa.select(LEDGER_SEATS).where(wanted).order_by(LEDGER_SEATS.c.seat))
            return [LedgerSeat(*row) for row in rows]

    def ledgers_since(self, address: str, since: float) -> int:
        """How many ledgers an address has begun since then."""
        mine = sa.select(sa.func.count()).select_from(LEDGERS)
        with self.engine.connect() as connection:
            return connection.execute(mine.where(LEDGERS.c.address == address, LEDGERS.c.made >= since)).scalar_one()


def unbroken(rows: Iterable[tuple[int, str]], first: int) -> list[str]:
    """Records by their numbers from the first on; ValueError where one is missing."""
    found: list[str] = []
    for number, text in rows:
        if number != first + len(found):
            raise ValueError(f"record {first + len(found)} is missing")
        found.append(text)
    return found


def _engine(path: Path | None) -> sa.Engine:
    if path is None:
        engine = sa.create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    else:
        engine = sa.create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False, "timeout": 30})
    sa.event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _append(connection: sa.Connection, rows: list[Row]) -> None:
    """All rows by one statement: row by row, each would wait for its turn among the threads."""
    marks = ", ".join(["(?, ?, ?, ?)"] * len(rows))
    values = tuple([value for row in rows for value in (row.game, row.number, row.record, row.summary)])
    connection.exec_driver_sql(f"INSERT INTO log (game, number, record, summary) VALUES {marks}", values)


def _game(write: NewGameRow) -> dict[str, Any]:
    return {"id": write.id, "made": write.made, "address": write.address, "header": write.header}


def _loaded(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def _tell(wish: _Wish, error: Exception) -> None:
    _call(wish.loop, [wish.done], error)


def _call(loop: asyncio.AbstractEventLoop, futures: list[asyncio.Future[None]], error: Exception | None) -> None:
    """Wake those who wait, in their own loop; a loop that has closed meanwhile waits for nothing."""
    try:
        loop.call_soon_threadsafe(_wake, futures, error)
    except RuntimeError:
        return


def _wake(futures: list[asyncio.Future[None]], error: Exception | None) -> None:
    for future in futures:
        if future.done():
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)
