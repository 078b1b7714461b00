"""Battles over the wire."""

from __future__ import annotations

import time

from roundtop.battle.gamefile import parse
from roundtop.battle.replay import verify
from roundtop.dice.sources import Stream, commitment
from roundtop.rulebooks import rulebook
from tests.server.house import RULES, House, Person


def play_on(people: dict[str, Person], stream: Stream, most: int = 10_000) -> int:
    """Everybody answers at random until the battle is over, or so many commands are given."""
    given = 0
    while given < most:
        for person in people.values():
            if not person.table:
                person.hear()
        if any(person.table["outcome"] for person in people.values()):
            for person in people.values():
                person.wait(lambda table: bool(table["outcome"]))
            return given
        mover = next((person for person in people.values() if person.table["decision"]), None)
        if mover is None:
            next(iter(people.values())).hear()
            continue
        table = mover.table
        reply = mover.command(mover.answer(stream))
        assert reply["type"] in ("done", "refused"), reply
        given += 1
        if reply["type"] == "done":
            while mover.table is table:
                mover.hear()
            settle(people)
    return given


def settle(people: dict[str, Person]) -> None:
    """Hear all that is on its way: the reply to a ping comes after it."""
    for person in people.values():
        person.ask("ping")


def test_a_battle_against_the_captain_to_its_end(house: House) -> None:
    made = house.make(confederate="bot")
    me = house.sit(made["game"], made["union"])
    play_on({"union": me}, Stream("against the captain"))
    assert [entry["seq"] for entry in me.entries] == list(range(1, len(me.entries) + 1))
    dice = me.table["dice"]
    assert commitment(bytes.fromhex(dice["secret"])) == dice["commitment"]
    assert len(dice["nonces"]) == 2
    file = house.get(f"/api/games/{made['game']}/file", made["union"]).text
    verdict = verify(parse(file.encode(), "file"), rulebook(RULES))
    assert verdict.sound
    assert any("follow from the seal" in one for one in verdict.holds)
    report = house.get(f"/api/games/{made['game']}/report")
    assert report.status_code == 200
    assert me.table["outcome"]["text"] in report.text
    assert "follow from the seal" in report.text
    assert "<script" not in report.text
    assert "http://" not in report.text.replace("http://www.w3.org", "")
    assert "https://" not in report.text
    me.close()


def test_two_people_on_one_page_play_each_other(house: House) -> None:
    made = house.make()
    people = {side: house.sit(made["game"], made[side]) for side in ("union", "confederate")}
    given = play_on(people, Stream("hot seat"), 40)
    assert given == 40
    union, confederate = people["union"], people["confederate"]
    assert union.table["seq"] == confederate.table["seq"]
    assert union.table["you"] == ["union"]
    assert {seat["id"]: seat["here"] for seat in union.table["players"]} == {"union": True, "confederate": True}
    for person in people.values():
        person.close()


def test_both_may_answer_at_once_and_neither_is_stale(house: House) -> None:
    """Secret orders: what the other does meanwhile does not make my question another."""
    made = house.make()
    union, confederate = (house.sit(made["game"], made[side]) for side in ("union", "confederate"))
    stream = Stream("orders")
    union.hear()
    confederate.hear()
    assert union.table["waiting"] == ["union", "confederate"] or union.table["waiting"] == ["confederate", "union"]
    asked = union.table["version"]
    mine = union.answer(stream)
    assert confederate.command(confederate.answer(stream))["type"] == "done"
    union.wait(lambda table: table["waiting"] == ["union"])
    assert union.table["version"] == asked
    assert union.command(mine)["type"] == "done"
    union.close()
    confederate.close()


def test_a_seat_comes_back_where_it_was(house: House) -> None:
    made = house.make(confederate="bot")
    me = house.sit(made["game"], made["union"])
    play_on({"union": me}, Stream("coming back"), 5)
    heard = len(me.entries)
    me.close()
    again = house.sit(made["game"], made["union"], since=3)
    news = again.hear()
    assert news["type"] == "news"
    assert again.entries[0] == me.entries[3]
    assert again.entries[: heard - 3] == me.entries[3:heard]
    assert "ground" not in again.table["scene"]
    again.close()
    unknown = house.sit(made["game"], made["union"], since=10_000)
    assert unknown.hear()["type"] == "table"
    assert unknown.entries[:heard] == me.entries[:heard]
    assert "ground" in unknown.table["scene"]
    unknown.close()


def test_any_past_moment_as_the_seat_knew_it(house: House) -> None:
    made = house.make()
    people = {side: house.sit(made["game"], made[side]) for side in ("union", "confederate")}
    first = people["union"].hear()["table"]
    play_on(people, Stream("the past"), 12)
    then = house.get(f"/api/games/{made['game']}/table?at={first['seq']}", made["union"]).json()
    assert then["scene"]["pieces"] == first["scene"]["pieces"]
    assert then["past"]
    assert house.get(f"/api/games/{made['game']}/table?at=100000", made["union"]).status_code == 404
    refused = house.get(f"/api/games/{made['game']}/table?at=1&truth=1", made["union"])
    assert refused.status_code == 403
    assert people["union"].ask("concede")["type"] == "done"
    truth = house.get(f"/api/games/{made['game']}/table?at=1&truth=1")
    assert truth.status_code == 200
    for person in people.values():
        person.close()


def test_a_bot_does_not_hold_up_another_game(house: House) -> None:
    busy = [house.make(union="bot", confederate="bot") for _ in range(4)]
    made = house.make()
    me = house.sit(made["game"], made["union"])
    me.hear()
    waits = []
    for _ in range(30):
        before = time.perf_counter()
        me.ask("ping")
        waits.append(time.perf_counter() - before)
    # A bot thinks for seconds; what other programs do to the clock is less.
    assert sorted(waits)[len(waits) * 9 // 10] < 2.0
    assert busy
    me.close()
