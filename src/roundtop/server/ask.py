"""Questions of a seat that change nothing: previews, looks and odds, all from what the seat may know."""

from __future__ import annotations

import json
from typing import cast

from roundtop.battle.engine import reasons
from roundtop.battle.forms import Answer, Reason, misfits
from roundtop.battle.protocol import Command, Decision
from roundtop.server import wire
from roundtop.server.hands import Hands
from roundtop.server.limits import Trouble
from roundtop.server.session import Session
from roundtop.server.wire import ANSWER_CODEC, Foretold, Ghost, Looked, Odds, Reasons, Why, answer_of
from roundtop.table.plan import same_place
from roundtop.table.pose import Pose


def asked(session: Session, player: str) -> Decision:
    """What this seat is asked now; it may not be measured where the book forbids it."""
    found = session.decision(player)
    if found is None:
        raise Trouble(409, "not-asked", "Nothing is asked of you now.")
    if found.measure == "none":
        raise Trouble(403, "no-measuring", "Nothing may be measured before this is answered.")
    return found


def preview(session: Session, player: str, message: wire.Preview) -> Ghost:
    """What an answer would do; for a pose, the planner's answer."""
    decision = asked(session, player)
    if (message.pose is None) == (message.answer is None):
        raise Trouble(400, "malformed", "give either a pose or an answer", "pose")
    goal = None if message.pose is None else message.pose.pose()
    answer = proposed(session, player, goal) if goal is not None else answer_of(message.answer or {})
    wrong = misfits(decision.form, answer)
    if wrong:
        return _ghost(session, player, message.id, answer, wrong)
    ghost = _previewed(session, player, message.id, decision, answer)
    ghost.reached = goal is None or (ghost.end is not None and same_place(ghost.end, goal))
    return ghost


def proposed(session: Session, player: str, goal: Pose) -> Answer:
    """The rulebook's way to a pose."""
    propose = session.rulebook.propose
    battle = session.game.battle
    answer = None if propose is None else propose(session.game.view(player), battle.agenda[-1], player, goal)
    if answer is None:
        raise Trouble(409, "nothing-to-move", "Nothing is to be moved now.", "pose")
    return answer


def _previewed(session: Session, player: str, id: str, decision: Decision, answer: Answer) -> Ghost:
    battle = session.game.battle
    make = session.rulebook.preview
    found = None if make is None else make(session.game.view(player), battle.agenda[-1], player, answer)
    if found is None:
        command = Command(player, decision.kind, decision.about, answer)
        return _ghost(session, player, id, answer, reasons(session.rulebook, battle, command, decision))
    ghost = _ghost(session, player, id, answer, found.reasons)
    ghost.end = found.end
    ghost.parts = found.parts
    ghost.track = found.track
    ghost.costs = list(found.costs)
    ghost.crosses = list(found.crosses)
    return ghost


def _ghost(session: Session, player: str, id: str, answer: Answer, wrong: tuple[Reason, ...]) -> Ghost:
    coded = cast("wire.Coded", ANSWER_CODEC.plain(answer))
    said = [Why(one.text, one.clause) for one in wrong]
    return Ghost(
        id=id,
        version=session.version(player),
        answer=coded,
        end=None,
        reached=False,
        parts=(),
        track=(),
        costs=[],
        crosses=[],
        reasons=said,
    )


def look(session: Session, player: str, message: wire.Look) -> Looked:
    """What a piece could see and shoot from there, and who could shoot it."""
    found = session.decision(player)
    if found is not None and found.measure == "none":
        raise Trouble(403, "no-measuring", "Nothing may be measured before this is answered.")
    looks = session.rulebook.looks
    if looks is None:
        return Looked(message.id, ())
    goal = None if message.pose is None else message.pose.pose()
    return Looked(message.id, looks(session.game.view(player), message.piece, goal))


def why_not(session: Session, player: str, message: wire.WhyNot) -> Reasons:
    """Why a piece may not be named now."""
    asked(session, player)
    wonder = session.rulebook.why_not
    found = () if wonder is None else wonder(session.game.view(player), session.game.battle.agenda[-1], message.piece)
    return Reasons(message.id, [Why(one.text, one.clause) for one in found])


async def forecast(session: Session, hands: Hands, player: str, message: wire.Forecast, visitor: str) -> Foretold:
    """The odds of what an answer would start, worked out in another process."""
    decision = asked(session, player)
    version = session.version(player)
    answer = answer_of(message.answer)
    wrong = misfits(decision.form, answer)
    if wrong:
        raise Trouble(400, "unfit", " ".join([one.text for one in wrong]), "answer")
    codec = session.game.codec
    command = Command(player, decision.kind, decision.about, answer)
    found = await hands.run(
        "forecast",
        session.rulebook.id,
        codec.text(session.game.view(player)),
        codec.text(session.game.battle.agenda[-1]),
        codec.text(command),
        visitor=visitor,
    )
    return Foretold(message.id, version, [Odds(**one) for one in json.loads(found)])
