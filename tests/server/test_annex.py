"""Dear games are played in processes of their own, as well kept and as well answered as all others."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import MagicMock

import pytest
from websockets.exceptions import ConnectionClosed

from roundtop.dice.sources import Stream
from roundtop.server.annex import Annex
from roundtop.server.apart import grown
from roundtop.server.hall import Hall
from roundtop.server.limits import Trouble
from roundtop.server.porch import Porch
from roundtop.server.wire import Chair, NewGame
from tests.crash import SIDES, Commands, Player, kept, repeat
from tests.server.aside import awaited
from tests.server.house import FIELD, PEOPLE, ROOMY, RULES, House, Person, bearer, open_house
from tests.server.test_play import play_on

APART: Final = replace(ROOMY, loop_size=0)
PATIENCE: Final = 60.0
"""Seconds after which a test gives up; nothing is expected to take as long."""


def children(process: int) -> list[int]:
    """The processes that a server has started, as the system lists them."""
    found: list[int] = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            with suppress(OSError):
                parent = (place / "stat").read_text("utf-8").rpartition(")")[2].split()[1]
                command = (place / "cmdline").read_bytes()
                if int(parent) == process and b"spawn_main" in command:
                    found.append(int(place.name))
    return found


def signalled(house: House, how: signal.Signals) -> None:
    for child in children(house.process.pid):
        os.kill(child, how)


def seated(house: House, made: dict[str, str]) -> dict[str, Person]:
    return {side: house.sit(made["game"], made[side]) for side in SIDES}


def test_a_game_apart_is_made_played_listed_and_deleted(tmp_path: Path) -> None:
    with open_house(tmp_path / "games.sqlite", APART) as house:
        made = house.make(confederate="invite")
        assert house.get(f"/api/games?tokens={made['union']}").json()[0]["waiting"] == ["confederate"]
        taken = house.post(f"/api/games/{made['game']}/take", {"invite": made["confederate"], "name": "Evans"})
        assert taken.status_code == 200, taken.text
        people = seated(house, {**made, "confederate": taken.json()["token"]})
        play_on(people, Stream("apart"), 20)
        people["union"].ask("chat", text="Is anybody there?")
        assert people["confederate"].hear_until(lambda one: one["type"] == "chat")["text"] == "Is anybody there?"
        for path in ("table", "story", "file", "ground.svg", "paper/sheet", "table?at=3"):
            answer = house.get(f"/api/games/{made['game']}/{path}", made["union"])
            assert answer.status_code == 200, answer.text
            assert answer.headers["x-content-type-options"] == "nosniff"
        wrong = house.get(f"/api/games/{made['game']}/table", "nobody's")
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (401, "bad-token")
        branched = house.post(f"/api/games/{made['game']}/branch", {"at": 2}, made["union"])
        assert branched.status_code == 201, branched.text
        again = house.get(f"/api/games/{branched.json()['game']}/table", branched.json()["seats"][0]["token"])
        assert again.json()["begun"]
        with house.web as web:
            assert web.delete(f"/api/games/{made['game']}", headers=bearer(made["owner"])).status_code == 200
        assert house.get(f"/api/games/{made['game']}/table").status_code == 404
        with pytest.raises(ConnectionClosed) as closed:
            people["union"].wait(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_a_process_that_dies_loses_and_doubles_nothing(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    with open_house(data, APART, afresh=True) as house:
        made = house.make()
        told: Commands = []
        for death in range(3):
            player = Player(house, made, f"{death}")
            player.start()
            assert player.playing.wait(PATIENCE)
            limit = time.monotonic() + PATIENCE
            while not player.acknowledged and time.monotonic() < limit:
                time.sleep(0.05)
            signalled(house, signal.SIGKILL)
            player.join(PATIENCE)
            assert not player.is_alive()
            assert not player.fault, player.fault
            told.extend(player.acknowledged)
            while PEOPLE:
                PEOPLE.pop().close()
        found = kept(data, made["game"])
        assert len(set(found)) == len(found)
        assert set(told) <= set(found)
        assert told
        repeat(house, made, data)


@pytest.mark.parametrize(("kind", "barred"), [("vast", ["dear"]), ("strange", ["dear"]), ("beside", [])])
def test_a_game_that_holds_its_process_for_ever_is_played_no_more(kind: str, barred: list[str]) -> None:
    """Of the shelf's own battles none is: they wait for the machine."""

    async def never(*_: object) -> Any:
        await asyncio.sleep(60)

    async def work() -> None:
        limits = replace(ROOMY, worker_seconds=0.1, change_seconds=0.05)
        annex = Annex(kind, limits, MagicMock(), MagicMock(), wake=never, outgrows=never)
        found: list[str] = []
        annex.bar, annex.busy, annex.process = found.append, SimpleNamespace(value=b"dear"), MagicMock()
        await annex._watch(MagicMock(open=True, call=never))
        assert found == barred
        annex.process.kill.assert_called_once()

    awaited(work())


def test_a_game_that_is_played_no_more_says_so() -> None:
    hall = SimpleNamespace(places=SimpleNamespace(barred={"dear": None}), limits=ROOMY)
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "path": "/api/games/dear/table", "headers": [], "client": ("1.2.3.4", 1)}
    awaited(Porch._answer(MagicMock(hall=lambda: hall), scope, MagicMock(), send))
    assert sent[0]["status"] == 409
    assert b"played no more" in sent[1]["body"]


def test_a_process_is_as_large_as_it_is_and_not_as_its_parent_once_was() -> None:
    before = grown()
    much = bytearray(300_000_000)
    much[::4096] = b"x" * len(much[::4096])
    assert grown() > before + 250
    del much
    assert grown() < before + 50


def test_a_process_that_does_not_answer_is_replaced(tmp_path: Path) -> None:
    with open_house(tmp_path / "games.sqlite", replace(APART, worker_seconds=12.0), afresh=True) as house:
        made = house.make()
        path = f"/api/games/{made['game']}/table"
        before = house.get(path, made["union"]).json()
        signalled(house, signal.SIGSTOP)
        stopped = house.get(path, made["union"])
        assert (stopped.status_code, stopped.json()["error"]["code"]) == (503, "no-answer")
        assert "what was acknowledged is kept" in stopped.json()["error"]["message"]
        assert house.get(path, made["union"]).json() == before


def test_a_game_that_takes_too_long_goes_on_elsewhere(tmp_path: Path) -> None:
    with open_house(tmp_path / "games.sqlite", replace(ROOMY, loop_seconds=0.0), afresh=True) as house:
        made = house.make()
        people = seated(house, made)
        with pytest.raises(ConnectionClosed) as closed:
            play_on(people, Stream("long"))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        heard = len(people["union"].entries)
        again = seated(house, made)
        for person in again.values():
            person.said = 1000  # new messages, not those that were sent before
        play_on(again, Stream("elsewhere"), 10)
        assert [entry["seq"] for entry in again["union"].entries[:1]] == [1]
        assert len(again["union"].entries) > heard
        assert children(house.process.pid)
        straight = house.make()
        play_on(seated(house, straight), Stream("straight there"), 5)


def test_a_game_by_house_rules_that_takes_too_long_keeps_only_the_vast_waiting(tmp_path: Path) -> None:
    """Nothing is lost or done twice where it goes on, and a battle as it comes with the program stays where it is."""
    with open_house(tmp_path / "games.sqlite", replace(APART, strange_seconds=0.0), afresh=True) as house:
        plain = house.make()
        play_on(seated(house, plain), Stream("plain"), 10)
        made = house.make(options={"men_per_stand": 20})
        people = seated(house, made)
        with pytest.raises(ConnectionClosed) as closed:
            play_on(people, Stream("strange"))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        heard = len(people["union"].entries)
        again = seated(house, made)
        for person in again.values():
            person.said = 1000
        play_on(again, Stream("vast"), 10)
        assert len(again["union"].entries) > heard


def test_no_spelling_of_an_address_brings_a_game_to_two_places(tmp_path: Path) -> None:
    with open_house(tmp_path / "games.sqlite", APART) as house, house.web as web:
        made = house.make()
        people = seated(house, made)
        play_on(people, Stream("before"), 3)
        for path in ("//api/games/{}/table", "/api//games/{}/table", "/api/games/{}/table/", "/api/games/{}//table"):
            answer = web.get(house.address + path.format(made["game"]), headers=bearer(made["union"]))
            assert answer.status_code in (200, 404, 405, 503), answer.text
        play_on(people, Stream("after"), 5)


def test_no_room_is_opened_here_for_a_game_that_is_played_elsewhere() -> None:
    async def work() -> None:
        hall = Hall(None, APART)
        seats = {"union": Chair("here"), "confederate": Chair("here")}
        made = await hall.make(NewGame(FIELD, RULES, seats), "here")
        with pytest.raises(Trouble, match="process of its own"):
            await hall.room(made.game)
        assert not hall.rooms
        assert hall.annexes is not None
        await hall.annexes.close()
        hall.close()

    awaited(work())


def test_games_apart_can_be_taken_up_by_the_next_version(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    with open_house(data, APART) as house:
        made = house.make()
        play_on(seated(house, made), Stream("parting"), 5)
    with closing(sqlite3.connect(data)) as disk:
        rows = disk.execute("SELECT record FROM log WHERE game = ? ORDER BY number", (made["game"],)).fetchall()
    assert json.loads(rows[-1][0])["kind"] == "snapshot"
