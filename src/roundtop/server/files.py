"""Games as files, and games that branch off: the whole truth only after the end."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import Final

from roundtop.battle.codec import Plain, written
from roundtop.battle.engine import Battle, asked
from roundtop.battle.gamefile import END, Recorder, chained, story_codec
from roundtop.battle.protocol import Player
from roundtop.battle.scenario import Scenario
from roundtop.bots.bot import names
from roundtop.dice.sources import Stream
from roundtop.server.bodies import Branch, Manned, Sitter
from roundtop.server.hall import Hall, book_of
from roundtop.server.limits import Trouble
from roundtop.server.room import Room
from roundtop.server.seats import HUMAN, INVITED, OPEN
from roundtop.server.session import Session
from roundtop.server.tables import moment
from roundtop.server.wire import Chair, GameMade, NewGame

NOBODY: Final = ("", HUMAN, "you")
"""What a file calls a person whose name it does not know."""


def text(session: Session, seat: str) -> str:
    """A game as its file; for a seat, only what it has seen. What players agreed on ends it too."""
    recorder = Recorder(session.game, session.about(), seat)
    found = recorder.pending()
    if session.ended is None:
        return found
    over = {"line": END, "outcome": story_codec().plain(session.ended), "secret": session.secret.hex()}
    return found + written({**over, "chain": chained(recorder.chain, written(over))}) + "\n"


async def download(hall: Hall, room: Room, player: str, visitor: str) -> bytes:
    """What this seat may have: its own redacted file, after the end the whole."""
    await room.settled()
    over = room.session.outcome is not None
    if not over and not player:
        raise Trouble(403, "not-yet", "A spectator may have the file when the battle is over.")
    return await hall.hands.run("file", *await stored(hall, room), "" if over else player, visitor=visitor)


async def report(hall: Hall, room: Room, visitor: str) -> bytes:
    """The report of a finished game, kept."""
    await room.settled()

    async def make() -> bytes:
        return await hall.hands.run("report", *await stored(hall, room), visitor=visitor)

    return await hall.pages.get(("report", room.session.id), make)


async def stored(hall: Hall, room: Room) -> tuple[str, str, str]:
    """A game as the disk has it, for another process to read."""
    id = room.session.id
    records = [text async for text in hall.log(id)]
    return id, json.dumps(room.session.header), f"[{','.join(records)}]"


async def branch(hall: Hall, room: Room, player: str, wish: Branch, address: str) -> GameMade:
    """Play on from a past moment: from an imagination of what the seat knew then, from the truth after the end."""
    session = room.session
    if not session.begun:
        raise Trouble(409, "not-begun", "The battle has not begun.")
    if session.outcome is None and not player:
        raise Trouble(403, "not-yet", "A spectator may play on from here when the battle is over.")
    await room.settled()
    then = moment(session, player, wish.at)
    battle = then
    if session.outcome is None:
        battle = imagined(session, known(session, then, player, wish.at), player, wish.at)
    if session.rulebook.outcome(battle.state) is not None:
        raise Trouble(409, "over", "The battle is over at that moment; choose an earlier one.", "at")
    players = session.game.battle.players
    chairs = wish.seats or {one.id: Chair("here") for one in players}
    name = wish.name or f"{session.header['name']}, played on from {wish.at}"[:60]
    new = NewGame(
        battle=session.scenario.id,
        rules=session.rulebook.id,
        seats=chairs,
        options=session.header["options"],
        dice="sealed",
        clock=None,
        name=name,
    )
    start = session.game.codec.plain(battle)
    return await hall.open(
        session.rulebook, session.scenario, new, players, secret=hall.secret(), start=start, address=address
    )


def known(session: Session, then: Battle, player: str, at: int) -> Battle:
    """That moment, or where he may not know what is next, the last before it at which the player was asked himself.

    Whom the enemy has called up and who may throw again is for the enemy alone to know.
    """
    if not secret(session, then, player):
        return then
    game = session.game
    last = game.stream(player)[at - 1].entry if at else -1
    for entry in reversed(game.log[: last + 1]):
        if player in asked(session.rulebook, entry.battle):
            return entry.battle
    if not secret(session, game.opening, player):
        return game.opening
    raise Trouble(409, "not-asked", "Nothing was asked of you up to then; choose a later moment.", "at")


def secret(session: Session, battle: Battle, player: str) -> bool:
    """Whether others are asked next about something that a player does not see as it is."""
    if player in asked(session.rulebook, battle):
        return False
    plain = session.game.codec.plain
    truth, seen = things(plain(battle.state)), things(plain(session.rulebook.view(battle.state, player)))
    return any([truth[word] != seen.get(word) for word in words(plain(battle.agenda)) if word in truth])


def things(plain: Plain) -> dict[str, list[Plain]]:
    """Everything with an id or a key in plain data, by these."""
    found: dict[str, list[Plain]] = {}
    if isinstance(plain, dict):
        for name in ("id", "key"):
            if isinstance(plain.get(name), str):
                found.setdefault(plain[name], []).append(plain)
    for part in parts(plain):
        for id, more in things(part).items():
            found.setdefault(id, []).extend(more)
    return found


def words(plain: Plain) -> set[str]:
    """Every text in plain data."""
    return {plain} if isinstance(plain, str) else {word for part in parts(plain) for word in words(part)}


def parts(plain: Plain) -> list[Plain]:
    if isinstance(plain, dict):
        return list(plain.values())
    return plain if isinstance(plain, list) else []


def imagined(session: Session, battle: Battle, player: str, version: int) -> Battle:
    """A battle that looks like what a seat knew, the rest filled in at random; nor is what happened unseen counted."""
    book = session.rulebook
    state = book.imagine(book.view(battle.state, player), player, Stream(secrets.token_hex(16)))
    return Battle(
        rulebook=battle.rulebook,
        scenario=battle.scenario,
        options=battle.options,
        players=battle.players,
        agenda=battle.agenda,
        state=state,
        version=version,
    )


async def watched(hall: Hall, body: bytes, visitor: str) -> bytes:
    """A file to watch, as JSON."""
    return await hall.hands.run("watch", body, visitor=visitor)


async def manned(hall: Hall, body: bytes, visitor: str) -> Manned:
    """Who plays in an unfinished whole file, for whoever uploads it to choose who plays on."""
    found = json.loads(await hall.hands.run("manned", body, visitor=visitor))
    players: tuple[Player, ...] = story_codec().value(found["players"])
    chairs = chairs_said(players, found["seats"])
    return Manned(
        found["title"],
        found["rules"],
        [Sitter(one.id, one.side, one.name, chairs[one.id].kind, chairs[one.id].bot) for one in players],
    )


def chairs_said(players: tuple[Player, ...], said: dict[str, str]) -> dict[str, Chair]:
    """The chairs as a file has them: its bots, its open and invited seats; everybody else is here."""
    return {player.id: _chair_said(said.get(player.id, "")) for player in players}


def _chair_said(who: str) -> Chair:
    if who in names():
        return Chair("bot", who)
    if who in (OPEN, INVITED):
        return Chair("open" if who == OPEN else "invite")
    return Chair("here", name="" if who in NOBODY else who[:60])


async def resumed(hall: Hall, body: bytes, wanted: dict[str, Chair] | None, address: str) -> GameMade:
    """An unfinished whole file to go on with under new dice, by those who are wanted or whom it names."""
    found = json.loads(await hall.hands.run("resumed", body, visitor=address))
    await asyncio.sleep(0)
    codec = story_codec()
    scenario: Scenario = codec.value(found["scenario"])
    await asyncio.sleep(0)
    players: tuple[Player, ...] = codec.value(found["players"])
    book = book_of(found["rulebook"])
    chairs = chairs_said(players, found["seats"]) if wanted is None else wanted
    wish = NewGame(
        battle=scenario.id,
        rules=book.id,
        seats=chairs,
        options=found["options"],
        dice="sealed",
        clock=None,
        name=scenario.title[:60],
    )
    return await hall.open(book, scenario, wish, players, secret=hall.secret(), start=found["battle"], address=address)
