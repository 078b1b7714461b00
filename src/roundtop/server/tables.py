"""What one seat may know of a game, as it goes over the wire."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any, Final, cast

from msgspec import UNSET
from msgspec.structs import replace

from roundtop.battle import scene as scenes
from roundtop.battle.engine import Battle
from roundtop.battle.gamefile import story_codec
from roundtop.report import chronicle
from roundtop.server import wire
from roundtop.server.limits import Trouble
from roundtop.server.seats import Seat
from roundtop.server.session import Session
from roundtop.server.wire import Clock, Scene, SceneNews, Seal, Someone, Table, TableNews, Wanted


def table(session: Session, player: str, here: Collection[str], whole: bool) -> Table:
    """The table now; `whole` with its ground."""
    game = session.game
    outcome = session.outcome
    scene = pictured(session, game.scene(player), whole)
    session.moment = scene.moment
    stream = len(session.told(player))
    return Table(
        game=session.id,
        name=session.header["name"],
        rules=session.rulebook.id,
        battle=session.scenario.id,
        seq=stream,
        version=session.version(player),
        player=player,
        you=[session.seats[player].side] if player else [],
        begun=session.begun,
        scene=scene,
        decision=session.coded_decision(player),
        wanted=wanted(session, player),
        waiting=session.waiting(),
        outcome=outcome,
        undo=session.begun and outcome is None and game.can_undo(player),
        players=people(session, here),
        offers=list(session.offers.values()),
        dice=seal(session),
        options=session.header["options"],
        story_length=stream,
        clock=clock(session),
    )


CHANGING: Final = ("begun", "decision", "wanted", "outcome", "players", "offers", "dice", "clock")


def changes(before: Table | None, now: Table) -> TableNews:
    """What is new since a table this seat was shown; everything where it knows none."""
    scene = scene_changes(None if before is None else before.scene, now.scene)
    found = TableNews(
        seq=now.seq, version=now.version, waiting=now.waiting, undo=now.undo, story_length=now.story_length, scene=scene
    )
    for name in CHANGING:
        if before is None or getattr(before, name) != getattr(now, name):
            setattr(found, name, getattr(now, name))
    return found


def scene_changes(before: Scene | None, now: Scene) -> SceneNews:
    """The pieces, markers and overlays that are not as they were."""
    if before is None:
        return SceneNews(
            moment=now.moment,
            pieces=now.pieces,
            gone=(),
            markers=now.markers,
            overlays=now.overlays,
            stakes=now.stakes,
            hands=now.hands,
            whole=True,
        )
    old = {piece.id: piece for piece in before.pieces}
    new = tuple([piece for piece in now.pieces if old.pop(piece.id, None) != piece])
    found = SceneNews(now.moment, new, tuple(old))
    if before.markers != now.markers:
        found.markers = now.markers
    if before.overlays != now.overlays:
        found.overlays = now.overlays
    if before.stakes != now.stakes:
        found.stakes = now.stakes
    if before.hands != now.hands:
        found.hands = now.hands
    return found


def same(before: Table, now: Table) -> bool:
    """Whether there is nothing to tell; the hands of a clock are no news."""
    mine, then = replace(now, clock=None), replace(before, clock=None)
    return mine == then


def past(session: Session, player: str, at: int, truth: bool) -> Table:
    """The table at an item of a seat's own story; the truth only after the end."""
    if truth and session.outcome is None:
        raise Trouble(403, "not-yet", "What truly was is shown when the battle is over.", "truth")
    found = table(session, player, (), True)
    battle = moment(session, player, at)
    shown = scene_at(session, player, at)
    if truth:
        shown = chronicle.truth(session.rulebook, battle, shown)
    found.scene = pictured(session, shown, True)
    found.seq = at
    found.past = True
    found.decision = None
    found.wanted = None
    found.undo = False
    return found


def scene_at(session: Session, player: str, at: int) -> scenes.Scene:
    """What a seat saw right after an item of its own story, before what came of it; 0 is the beginning."""
    game, book = session.game, session.rulebook
    state = game.moment(game.stream(player, at - 1)[0]) if at else game.opening.state
    return book.scene(book.view(state, player))


def moment(session: Session, player: str, at: int) -> Battle:
    """The battle right after an item of a seat's own story; 0 is its beginning."""
    stream = session.game.stream(player)
    if not 0 <= at <= len(stream):
        raise Trouble(404, "no-such-moment", f"at: your story has items 0 to {len(stream)}", "at")
    return session.game.log[stream[at - 1].entry].battle if at else session.game.opening


def pictured(session: Session, scene: scenes.Scene, whole: bool) -> Scene:
    """A scene as it goes over the wire."""
    return Scene(
        title=scene.title,
        moment=scene.moment,
        unit=scene.unit,
        yards_per_unit=scene.yards_per_unit,
        pieces=scene.pieces,
        markers=scene.markers,
        overlays=scene.overlays,
        stakes=scene.stakes,
        hands=scene.hands,
        ground=cast("wire.GroundCode", story_codec().plain(scene.ground)) if whole else UNSET,
    )


def wanted(session: Session, player: str) -> Wanted | None:
    """The throw that is waited for, as far as this seat may know of it."""
    question = session.wanted
    if question is None:
        return None
    why = question.why
    mine = player in session.throwers()
    if why.seen_by and not mine:
        return None
    return Wanted(
        words=question.words(),
        kind=question.kind(),
        only_the_answer=question.only_the_answer(),
        reason=why.reason,
        clause=why.clause,
        by=why.by,
        mine=mine,
        number=question.number(),
    )


def people(session: Session, here: Collection[str]) -> list[Someone]:
    return [_someone(session, seat, seat.player in here) for seat in session.seats.values()]


def _someone(session: Session, seat: Seat, here: bool) -> Someone:
    kind = cast("Any", seat.kind)
    used = round(session.used[seat.player], 3) if session.header["clock"] else 0.0
    return Someone(
        id=seat.player, side=seat.side, name=seat.name, kind=kind, bot=seat.played_by_bot, here=here, used=used
    )


def seal(session: Session) -> Seal:
    """The promise about the dice, and at the end what proves it."""
    over = session.outcome is not None
    return Seal(
        "own" if session.own_dice else "sealed",
        session.commitment,
        list(session.nonces()),
        session.secret.hex() if over else "",
    )


def clock(session: Session) -> Clock | None:
    seconds = session.header["clock"]
    return None if seconds is None else Clock(seconds, session.since, round(time.time(), 3))
