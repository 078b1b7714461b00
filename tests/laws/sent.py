"""All that is sent of a game: a seat's messages, its picture, its story and its file, as bytes."""

from __future__ import annotations

from typing import Any, Final

from roundtop.battle.engine import VERSION, Battle
from roundtop.battle.gamefile import story_codec
from roundtop.battle.protocol import Command
from roundtop.draw import svg
from roundtop.report import narrative
from roundtop.server import ask, wire
from roundtop.server.files import text
from roundtop.server.limits import Trouble
from roundtop.server.seats import HUMAN
from roundtop.server.session import Session
from roundtop.server.tables import changes, past, table
from roundtop.server.wire import ANSWER_CODEC, Look, News, WholeTable, WhyNot
from tests.laws.play import Case, codec, scenario

SIZE: Final = 500
"""Pixels of a picture."""


def session(case: Case, battle: Battle) -> Session:
    """A game on the server that goes on from a battle, with people in every seat."""
    words = story_codec()
    seats = [
        {"player": one.id, "side": one.side, "kind": HUMAN, "name": one.id, "nonce": f"nonce of {one.id}"}
        for one in battle.players
    ]
    header: dict[str, Any] = {
        "roundtop": "laws",
        "engine": VERSION,
        "rulebook": case.book.id,
        "rules": case.book.version,
        "scenario": words.plain(scenario(case.battle)),
        "options": case.variant.options,
        "players": words.plain(battle.players),
        "seats": seats,
        "dice": "sealed",
        "secret": "5ea1",
        "clock": None,
        "name": case.id,
        "made": 0.0,
        "owner": "",
        "start": codec(case.book).plain(battle),
    }
    return Session("laws", header)


def carried_out(game: Session, command: Command) -> None:
    """A command comes in over the wire."""
    answer = ANSWER_CODEC.plain(command.answer)
    version = game.version(command.player)
    game.apply(
        {"kind": "command", "player": command.player, "id": "m1", "at": 1.0, "version": version, "answer": answer}
    )


def happened(game: Session) -> set[str]:
    """The kinds of all events so far."""
    return {type(event).__name__ for entry in game.game.log for event in entry.events}


def greeting(game: Session, player: str) -> dict[str, str]:
    """What a seat is sent when it comes to the table, asks about every piece, and looks back."""
    told = game.told(player)
    scene = game.game.scene(player)
    found = {
        "table": wire.text(WholeTable(table(game, player, (), True), list(told), [])),
        "picture": svg(scene, SIZE),
        "story": narrative(game.game.story(player)),
        "past": wire.text(past(game, player, len(told), False)),
        "listed": repr(game.summary()),
        "asked about": "".join(
            [wire.text(reply) for piece in scene.pieces for reply in replies(game, player, piece.id)]
        ),
    }
    if player:
        found["file"] = text(game, player)
    return found


def replies(game: Session, player: str, piece: str) -> list[object]:
    """What a seat is answered that asks about a piece."""
    found: list[object] = []
    try:
        found.append(ask.look(game, player, Look("m2", piece)))
        found.append(ask.why_not(game, player, WhyNot("m3", piece)))
    except Trouble as trouble:
        found.append(trouble.message)
    return found


def news(game: Session, player: str, before: wire.Table) -> str:
    """What a seat that knew the table before is sent now."""
    now = table(game, player, (), False)
    return wire.text(News(now.seq, now.version, game.told(player)[before.seq :], changes(before, now)))
