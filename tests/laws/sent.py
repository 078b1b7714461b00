"""All that is sent of a game: a seat's messages, its picture, its story and its file, as bytes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

from roundtop.battle.engine import VERSION, Battle
from roundtop.battle.forms import Answer
from roundtop.battle.game import Game
from roundtop.battle.gamefile import story_codec
from roundtop.battle.protocol import Command, Decision
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Stream
from roundtop.draw import svg
from roundtop.report import narrative
from roundtop.server import ask, stage, think, wire
from roundtop.server.files import text
from roundtop.server.limits import Debts, Trouble
from roundtop.server.seats import HUMAN
from roundtop.server.session import Session
from roundtop.server.tables import changes, past, table
from roundtop.server.wire import ANSWER_CODEC, Carry, Look, Moments, News, Preview, WholeTable, WhyNot
from tests.laws.play import Case, codec, scenario
from tests.server.aside import Elsewhere, awaited

ANSWERS: Final = 4
GOALS: Final = 3
ODDS: Final = 1
HANDS: Final = 1
"""How many answers are tried out, places gone to, answers whose odds are asked, and pieces taken in hand."""
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


def happened(game: Game, player: str) -> set[str]:
    """The kinds of all events so far, as they were and as this player saw them; a spectator sees what any seat may."""
    events = [event for entry in game.log for event in entry.events]
    seats = [player] if player else ["", *[one.id for one in game.battle.players]]
    seen = [item.event for seat in seats for item in game.stream(seat)]
    return {type(one).__name__ for one in (*events, *seen)}


def greeting(game: Session, player: str) -> dict[str, str]:
    """What a seat is sent when it comes to the table, asks about every piece, and looks back."""
    told = game.told(player)
    scene = game.game.scene(player)
    found = {
        "table": wire.text(WholeTable(table(game, player, (), True), list(told), [])),
        "picture": svg(scene, SIZE),
        "story": narrative(game.game.story(player)),
        "stage": staged(game, player),
        "past": wire.text(past(game, player, len(told), False)),
        "listed": repr(game.summary()),
        "asked about": "".join(
            [wire.text(reply) for piece in scene.pieces for reply in replies(game, player, piece.id)]
        ),
        "weighed": "".join([wire.text(reply) for reply in weighed(game, player)]),
        "in hand": "".join([wire.text(reply) for reply in in_hand(game, player)]),
    }
    if player:
        found["file"] = text(game, player)
    return found


def staged(game: Session, player: str) -> str:
    """How the pieces stood at every moment of a seat's story."""
    wish = Moments("m9", 0, whole=True)
    return wire.text(awaited(stage.staged(game, player, wish, Debts(), "")))


def replies(game: Session, player: str, piece: str) -> list[object]:
    """What a seat is answered that asks about a piece."""
    found: list[object] = []
    try:
        found.append(ask.look(game, player, Look("m2", piece)))
        found.append(ask.why_not(game, player, WhyNot("m3", piece)))
    except Trouble as trouble:
        found.append(trouble.message)
    return found


def weighed(game: Session, player: str) -> list[object]:
    """What a seat is answered that tries answers out: previews of some and of ways to places, and odds."""
    decision = game.decision(player)
    if decision is None:
        return []
    stream = Stream("weighed")
    answers = [recruit(decision, stream) for _ in range(ANSWERS)]
    # Every piece of the enemy's is a place to go to, and so is the way past it.
    goals = [piece.pose for piece in game.game.scene(player).pieces if piece.side != game.seats[player].side][:GOALS]
    tried = [
        *[Preview("m4", None, ANSWER_CODEC.plain(answer)) for answer in answers],
        *[Preview("m5", wire.Spot(goal.x, goal.y, goal.facing), None) for goal in goals],
    ]
    return [
        *[answered(partial(ask.preview, game, player, one)) for one in tried],
        *[answered(partial(odds, game, player, decision, answer)) for answer in answers[:ODDS]],
    ]


def in_hand(game: Session, player: str) -> list[object]:
    """What a seat is answered that takes a piece in hand: what that means, how far it may go, and ways past others."""
    decision = game.decision(player)
    if decision is None:
        return []
    pieces = game.game.scene(player).pieces
    own = [piece for piece in pieces if piece.side == game.seats[player].side]
    theirs = [piece for piece in pieces if piece.side != game.seats[player].side][:GOALS]
    spots = [wire.Spot(piece.pose.x, piece.pose.y, piece.pose.facing) for piece in theirs]
    taken = [piece.id for piece in own if piece.id == decision.about] or [piece.id for piece in own[:HANDS]]
    carried = [Carry("m6", "charge", id, foe.id) for id in taken for foe in theirs[:HANDS]]
    found: list[object] = [answered(partial(_aside, ask.carry, game, player, one)) for one in carried]
    found += [answered(partial(_aside, ask.reach, game, player, Look("m7", id, reach=True))) for id in taken]
    if len(spots) > 1:
        way = Preview("m8", spots[-1], None, weigh=True, by=spots[:-1])
        found.append(answered(lambda: ask.preview(game, player, way, _aside(ask.led, game, player, way))))
    return found


def _aside(question: Callable[..., Coroutine[Any, Any, Any]], game: Session, player: str, message: object) -> Any:
    return awaited(question(game, Elsewhere(), player, message, ""))


def answered(question: Callable[[], object]) -> object:
    """The answer, or why there is none."""
    try:
        return question()
    except Trouble as trouble:
        return trouble.message


def odds(game: Session, player: str, decision: Decision, answer: Answer) -> object:
    """What a worker makes of the question for odds, which is put as the server puts it."""
    ask.asked(game, player)
    words = game.game.codec
    command = Command(player, decision.kind, decision.about, answer)
    step = game.game.battle.agenda[-1]
    return think.forecast(game.rulebook.id, words.text(game.game.view(player)), words.text(step), words.text(command))


def news(game: Session, player: str, before: wire.Table) -> str:
    """What a seat that knew the table before is sent now."""
    now = table(game, player, (), False)
    return wire.text(News(now.seq, now.version, game.told(player)[before.seq :], changes(before, now)))
