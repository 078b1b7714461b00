"""Questions of a seat that change nothing: previews, looks and odds, all from what the seat may know."""

from __future__ import annotations

import json
from typing import cast

from roundtop.battle.engine import Battle, Refused, reasons
from roundtop.battle.engine import decision as decided
from roundtop.battle.forms import Answer, Choose, March, Reason, misfits
from roundtop.battle.protocol import Command, Decision
from roundtop.battle.scene import Overlay
from roundtop.bots.lawful import known
from roundtop.server import ahead, march, wire
from roundtop.server.hands import Help
from roundtop.server.heard import answer_of
from roundtop.server.limits import Trouble
from roundtop.server.session import Session
from roundtop.server.wire import ANSWER_CODEC, Foretold, Ghost, Looked, Odds, Reasons, Why
from roundtop.table.plan import same_place
from roundtop.table.pose import Pose


def asked(session: Session, player: str) -> Decision:
    """What this seat is asked now."""
    found = session.decision(player)
    if found is None:
        raise Trouble(409, "not-asked", "Nothing is asked of you now.")
    return found


def measured(session: Session, player: str, first: wire.First, odds: bool = False) -> tuple[Battle, Decision]:
    """The battle in which something is measured, and what is asked there; not where the book forbids it.

    `odds`: nothing is measured but what the book tells all the same.
    """
    found = asked(session, player)
    battle = session.game.battle
    if first:
        battle = imagined(session, player, first)
        found = decided(session.rulebook, battle, player)
    if found.measure == "none" and not (odds and found.odds):
        raise Trouble(403, "no-measuring", "Nothing may be measured before this is answered.")
    return battle, found


def imagined(session: Session, player: str, first: wire.First) -> Battle:
    """A battle that looks like this one to a seat, after some answers; the last one made is kept."""
    key = (session.version(player), wire.text(first))
    kept = session.imagined.get(player)
    if kept is not None and kept[0] == key:
        return kept[1]
    book = session.rulebook
    battle: Battle | None = ahead.imagined(book, session.game.battle, player)
    free = True
    for step in first:
        wanted = None if battle is None else decided(book, battle, player)
        if battle is None or wanted is None or (wanted.kind, wanted.about) != (step.kind, step.about):
            raise Trouble(409, "not-asked", "Something else is asked before that.", "first")
        made = ahead.passed(book, battle, player, wanted, answer_of(step.answer))
        battle = None if made is None else made.battle
        free = free and made is not None and made.free
    if battle is None:
        raise Trouble(409, "not-asked", "What is answered first does not lead there.", "first")
    session.imagined[player] = (key, battle, free)
    return battle


def goals_of(message: wire.Preview) -> list[Pose]:
    """The places a piece is led through, the last of them where it is to stand; none where an answer is given."""
    return [] if message.pose is None else [spot.pose() for spot in (*message.by, message.pose)]


async def led(session: Session, hands: Help, player: str, message: wire.Preview, visitor: str) -> Answer | None:
    """The march through several places or along a road, worked out in another process; None for any other."""
    decision = measured(session, player, message.first, weighs_alone(message))[1]
    goals = goals_of(message)
    if not goals or message.answer is not None or not march.winding(session.scenario.ground, decision, goals):
        return None
    version = session.version(player)
    ends = json.dumps([[goal.x, goal.y, goal.facing] for goal in goals])
    seen = seen_text(session, player, message.first)
    found = await hands.run("march", session.rulebook.id, seen, player, ends, visitor=visitor)
    if session.version(player) != version:
        raise Trouble(409, "not-asked", "Something else is asked by now.")
    answer: Answer | None = session.game.codec.read(found.decode())
    return answer


def preview(session: Session, player: str, message: wire.Preview, led: Answer | None = None) -> Ghost:
    """What an answer would do; for a pose, the planner's answer, or that to which a piece was led elsewhere."""
    battle, decision = measured(session, player, message.first, weighs_alone(message))
    if (message.pose is None) == (message.answer is None):
        raise Trouble(400, "malformed", "give either a pose or an answer", "pose")
    goals = goals_of(message)
    goal = goals[-1] if goals else None
    answer = led
    if answer is None:
        answer = proposed(session, battle, decision, goals) if goals else answer_of(message.answer or {})
    wrong = misfits(decision.form, answer)
    if wrong:
        return _ghost(session, player, message.id, answer, wrong)
    if decision.measure == "none":
        return _weighed(session, player, message, decision, answer)
    ghost = _previewed(session, player, message.id, (battle, decision), answer)
    ghost.reached = goal is None or (ghost.end is not None and same_place(ghost.end, goal))
    if goal is not None and not ghost.reached and not ghost.reasons:
        end = goal if ghost.end is None else ghost.end
        stops = march.stopped(session.rulebook, battle, decision, answer, goal, end=end)
        ghost.stopped = [Why(one.text, one.clause) for one in stops[:1]]
    if message.weigh and not ghost.reasons:
        here = imagined(session, player, message.first)
        try:
            ghost.stakes = ahead.stakes(session.rulebook, here, player, decision, answer)
        except Refused as refused:
            ghost.reasons = [Why(one.text, one.clause) for one in refused.reasons]
        if ghost.stakes == "free" and message.first and not session.imagined[player][2]:
            ghost.stakes = "shown"
    return ghost


def weighs_alone(message: wire.Preview) -> bool:
    """Whether it may be asked no more than what an answer costs."""
    return message.weigh and message.pose is None


def _weighed(session: Session, player: str, message: wire.Preview, decision: Decision, answer: Answer) -> Ghost:
    """What an answer costs where nothing may be measured: of all but a choice no more than that it stands."""
    here = imagined(session, player, message.first)
    named = isinstance(decision.form, Choose)
    wrong = reasons(session.rulebook, here, Command(player, decision.kind, decision.about, answer), decision)
    ghost = _ghost(session, player, message.id, answer, wrong if named else ())
    if not wrong:
        ghost.stakes = ahead.stakes(session.rulebook, here, player, decision, answer) if named else "shown"
    return ghost


def proposed(session: Session, battle: Battle, decision: Decision, goals: list[Pose]) -> Answer:
    """The rulebook's way through some places."""
    answer = march.proposed(session.rulebook, battle, decision, goals)
    if answer is None:
        raise Trouble(409, "nothing-to-move", "Nothing is to be moved now.", "pose")
    return answer


def _previewed(session: Session, player: str, id: str, posed: tuple[Battle, Decision], answer: Answer) -> Ghost:
    book = session.rulebook
    battle, decision = posed
    view = book.view(battle.state, player)
    found = None if book.preview is None else book.preview(view, battle.agenda[-1], player, answer)
    if found is None:
        command = Command(player, decision.kind, decision.about, answer)
        return _ghost(session, player, id, answer, reasons(book, battle, command, decision))
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


async def reach(session: Session, hands: Help, player: str, message: wire.Look, visitor: str) -> Looked:
    """How far a march may go all round, worked out in another process; nothing where no march is asked."""
    decision = measured(session, player, message.first)[1]
    form = decision.form
    if not isinstance(form, March) or form.piece != message.piece:
        return Looked(message.id, ())
    seen = seen_text(session, player, message.first)
    found = await hands.run("reach", session.rulebook.id, seen, player, visitor=visitor)
    points = tuple([(x, y) for x, y in json.loads(found)])
    side = next((one.side for one in session.game.battle.players if one.id == player), "")
    clause = decision.clauses[0] if decision.clauses else ""
    return Looked(message.id, (Overlay("reach", side, "how far it may go", points, clause),))


def why_not(session: Session, player: str, message: wire.WhyNot) -> Reasons:
    """Why a piece may not be named now."""
    measured(session, player, [], odds=True)
    wonder = session.rulebook.why_not
    found = () if wonder is None else wonder(session.game.view(player), session.game.battle.agenda[-1], message.piece)
    return Reasons(message.id, [Why(one.text, one.clause) for one in found])


async def forecast(session: Session, hands: Help, player: str, message: wire.Forecast, visitor: str) -> Foretold:
    """The odds of what an answer would start, worked out in another process."""
    battle, decision = measured(session, player, message.first, odds=True)
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
        codec.text(session.rulebook.view(battle.state, player)),
        codec.text(battle.agenda[-1]),
        codec.text(command),
        visitor=visitor,
    )
    return Foretold(message.id, version, [Odds(**one) for one in json.loads(found)])


async def carry(session: Session, hands: Help, player: str, message: wire.Carry, visitor: str) -> wire.Meant:
    """What a hand means, worked out in another process from what the seat may know."""
    asked(session, player)
    version = session.version(player)
    wish = json.dumps([message.deed, message.piece, message.onto, message.alone])
    seen = seen_text(session, player, message.first)
    found = json.loads(await hands.run("meant", session.rulebook.id, seen, player, wish, visitor=visitor))
    return wire.Meant(message.id, version, **found)


def seen_text(session: Session, player: str, first: wire.First) -> str:
    """The battle as a seat knows it, after some answers, for another process."""
    battle = imagined(session, player, first) if first else session.game.battle
    return session.game.codec.text(known(session.rulebook, battle, player))
