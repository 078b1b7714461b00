"""A drag over the wire."""

from __future__ import annotations

import pytest

from roundtop.battle.forms import Answer, Arrange, Arranged, March, Marched
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Stream
from roundtop.server import ask, march, wire
from roundtop.server.limits import Trouble
from roundtop.server.session import Session
from roundtop.server.wire import ANSWER_CODEC
from roundtop.table.path import forward
from tests.server.aside import Elsewhere, awaited
from tests.server.house import House, Person
from tests.server.test_play import settle
from tests.server.test_session import command, header, record


def test_a_drag_is_answered_and_its_answer_is_a_command(house: House) -> None:
    made = house.make()
    people = {side: house.sit(made["game"], made[side]) for side in ("union", "confederate")}
    for person in people.values():
        person.hear()
        form = person.table["decision"]["form"]
        chits = [[slot["key"], "move" if "move" in str(slot["items"]) else "hold"] for slot in form["slots"]]
        assert person.command({"is": "Assigned", "pairs": chits})["type"] == "done"
    settle(people)
    stream = Stream("drag")
    moved = 0
    for _ in range(60):
        mover = next(person for person in people.values() if person.table["decision"])
        decision = mover.table["decision"]
        if decision["kind"] == "move":
            start = decision["form"]["start"]
            ghost = {}
            for _ in range(10):
                x = start["x"] + stream.below(1600) / 100 - 8
                y = start["y"] + stream.below(1600) / 100 - 8
                ghost = mover.ask("preview", pose={"x": x, "y": y, "facing": start["facing"]})
                assert ghost["type"] == "preview"
                assert ghost["parts"]
                assert ghost["costs"]
            looked = mover.ask("look", piece=decision["about"])
            assert {one["kind"] for one in looked["overlays"]} >= {"arc", "reach"}
            reply = mover.command(ghost["answer"])
            assert reply["type"] == ("refused" if ghost["reasons"] else "done")
            if reply["type"] == "done":
                moved += 1
            else:
                assert reply["reasons"] == ghost["reasons"]
                mover.command({"is": "Marched", "manoeuvres": []})
        else:
            mover.command(mover.answer(stream))
        settle(people)
        if moved >= 4:
            break
    assert moved >= 4
    for person in people.values():
        person.close()


def test_a_preview_without_a_question_or_a_pose_is_refused(house: House) -> None:
    made = house.make()
    me = house.sit(made["game"], made["union"])
    me.hear()
    assert me.ask("preview")["code"] == "malformed"
    assert me.ask("preview", pose={"x": 1, "y": 1, "facing": 0})["code"] == "nothing-to-move"
    assert me.ask("preview", pose={"x": 1e9, "y": 1, "facing": 0})["code"] == "malformed"
    assert me.ask("preview", pose={"x": 1, "y": 1, "facing": 0.5})["code"] == "malformed"
    wrong = me.ask("preview", answer={"is": "Numbered", "number": 3})
    assert wrong["reasons"]
    assert me.ask("forecast", answer={"is": "Numbered", "number": 3})["code"] == "unfit"
    assert me.ask("look", piece="nobody")["overlays"] == []
    me.close()


def both_writing() -> Session:
    """A battle of written orders at the moment when both sides write."""
    session = Session("game", {**header(), "rulebook": "charge-boys", "options": {"turn_mode": "written-orders"}})
    stream = Stream("set-up")
    while len(session.asked()) < 2:
        try:
            session.apply(command(session, session.waiting()[0], stream))
        except ValueError:
            continue
    return session


def test_of_two_who_write_orders_at_once_each_sees_his_own_troops_move() -> None:
    session = both_writing()
    stride = ANSWER_CODEC.plain(forward(1.0))
    for player in session.asked():
        decision = session.decision(player)
        assert decision is not None
        unit = next(piece for piece in session.game.scene(player).pieces if piece.id == decision.about)
        assert unit.side == player
        by_answer = wire.Preview("p", None, {"is": "Marched", "manoeuvres": [stride]})
        for near in session.game.scene(player).pieces:
            by_hand = wire.Preview("p", wire.Spot(near.pose.x, near.pose.y, near.pose.facing))
            for message in (by_answer, by_hand):
                ghost = ask.preview(session, player, message)
                assert ghost.end is not None
                assert len(ghost.parts) == len(unit.parts)
                assert abs(ghost.end.x - unit.pose.x) + abs(ghost.end.y - unit.pose.y) < 30.0


def marching() -> tuple[Session, str, March]:
    """A game in which somebody is asked to march."""
    session = Session("game", header())
    stream = Stream("marching")
    while True:
        player = session.waiting()[0]
        decision = session.decision(player)
        if decision is not None and isinstance(decision.form, March):
            return session, player, decision.form
        try:
            session.apply(command(session, player, stream))
        except ValueError:
            continue


def test_a_march_through_several_places_is_worked_out_in_another_process() -> None:
    session, player, form = marching()
    x, y, facing = form.start.x, form.start.y, form.start.facing
    near, far = wire.Spot(x + 1.0, y + 1.0, facing), wire.Spot(x + 2.0, y + 2.0, facing)
    hands = Elsewhere()
    straight = awaited(ask.led(session, hands, player, wire.Preview("p", far), "me"))
    assert (straight, hands.asked) == (None, [])
    message = wire.Preview("p", far, by=[near])
    led = awaited(ask.led(session, hands, player, message, "me"))
    assert hands.asked == ["march"]
    assert isinstance(led, Marched)
    decision = session.decision(player)
    assert decision is not None
    assert led == march.proposed(session.rulebook, session.game.battle, decision, [near.pose(), far.pose()])
    assert ask.preview(session, player, message, led).answer == ANSWER_CODEC.plain(led)


def test_how_far_a_march_may_go_is_worked_out_in_another_process() -> None:
    session, player, form = marching()
    hands = Elsewhere()
    found = awaited(ask.reach(session, hands, player, wire.Look("r", form.piece, reach=True), "me"))
    decision = session.decision(player)
    assert decision is not None
    assert hands.asked == ["reach"]
    assert list(found.overlays[0].points) == march.reach(session.rulebook, session.game.battle, decision)
    assert awaited(ask.reach(session, hands, player, wire.Look("r", "nobody", reach=True), "me")).overlays == ()


def test_a_march_that_is_asked_no_more_is_told_so() -> None:
    session, player, form = marching()
    spot = wire.Spot(form.start.x, form.start.y, form.start.facing)

    class Late(Elsewhere):
        async def run(self, what: str, *texts: str | bytes, visitor: str = "") -> bytes:
            found = await super().run(what, *texts)
            session.posed.clear()
            return found

    with pytest.raises(Trouble, match="Something else is asked by now"):
        awaited(ask.led(session, Late(), player, wire.Preview("p", spot, by=[spot]), "me"))


def asked_one(people: dict[str, Person]) -> Person:
    return next(person for person in people.values() if person.table["decision"])


def test_an_answer_that_only_the_rules_refuse_is_weighed_as_such(house: House) -> None:
    """An order that says nothing looks like a march of no length, and is none."""
    made = house.make(rules="charge-boys", options={"turn_mode": "written-orders"})
    people = {side: house.sit(made["game"], made[side]) for side in ("union", "confederate")}
    for person in people.values():
        person.hear()
    stream = Stream("orders")
    settle(people)
    writer = asked_one(people)
    for _ in range(60):
        if writer.table["decision"]["kind"] == "order":
            break
        writer.command(writer.answer(stream))
        settle(people)
        writer = asked_one(people)
    ghost = writer.ask("preview", answer={"is": "Marched", "manoeuvres": []}, weigh=True)
    assert ghost["type"] == "preview"
    assert [one["text"] for one in ghost["reasons"]] == ["Write at least: hold."]


def test_where_no_charge_may_be_measured_its_odds_and_costs_are_told_all_the_same() -> None:
    session = Session("game", {**header(), "rulebook": "order-cards", "options": {}})
    player = session.waiting()[0]
    decision = session.decision(player)
    while decision is not None and decision.kind != "card":
        answer: Answer = recruit(decision, Stream("cards"))
        if isinstance(decision.form, Arrange):
            answer = Arranged(("charge", "march", "advance", "hold", "volley"))
        version = session.version(player)
        session.apply(record("command", player, version=version, answer=ANSWER_CODEC.plain(answer)))
        player = session.waiting()[0]
        decision = session.decision(player)
    assert decision is not None
    assert (decision.measure, decision.odds) == ("none", True)
    end = {"is": "Chosen", "keys": ["end"]}
    with pytest.raises(Trouble, match="Nothing may be measured"):
        ask.preview(session, player, wire.Preview("p", None, end))
    assert ask.preview(session, player, wire.Preview("p", None, end, weigh=True)).stakes == "over"
    assert awaited(ask.forecast(session, Elsewhere(), player, wire.Forecast("f", end), "me")).forecasts == []
