"""What one address, one game and one bot may take."""

from __future__ import annotations

import socket
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx
import pytest

from roundtop.battle.engine import begin, decision
from roundtop.bots.isolated import CrashedError, Isolated
from roundtop.bots.lawful import known
from roundtop.dice.sources import Stream
from roundtop.server.doors import Doors
from tests.server.house import ROOMY, House, open_house
from tests.toy import RULEBOOK as TOY
from tests.toy import SCENARIO

PATIENCE: Final = 30.0
LITTLE: Final = 600
"""Megabytes of memory, enough for a bot that is content."""


def connected(house: House) -> socket.socket:
    place = urlsplit(house.address)
    assert place.hostname is not None
    return socket.create_connection((place.hostname, place.port or 80), PATIENCE)


def asked(line: socket.socket) -> str:
    """The answer to a question on an open connection, or whatever was said instead; "" where it was hung up."""
    try:
        line.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return line.recv(4096).decode()
    except ConnectionError:
        return ""


def test_an_address_has_so_many_connections_and_is_told_so(tmp_path: Path) -> None:
    with open_house(tmp_path / "games.sqlite", replace(ROOMY, connections_per_address=3)) as house:
        lines = [connected(house) for _ in range(3)]
        assert [asked(line).split()[1] for line in lines] == ["200"] * 3
        with connected(house) as more:
            said = more.recv(4096).decode()
            assert said.startswith("HTTP/1.1 429")
            assert "At most 3 connections at once from one address." in said
            assert more.recv(100) == b""
        lines.pop().close()
        limit = time.monotonic() + PATIENCE
        while "200" not in said[:20] and time.monotonic() < limit:
            with connected(house) as again:
                said = asked(again)
        assert said.startswith("HTTP/1.1 200")
        for line in lines:
            line.close()


def test_people_at_tables_do_not_count_as_connections_that_ask(tmp_path: Path) -> None:
    with open_house(tmp_path / "games.sqlite", replace(ROOMY, connections_per_address=2)) as house:
        made = house.make()
        people = [house.sit(made["game"]) for _ in range(5)]
        for person in people:
            assert person.hear()["type"] == "table"


def test_a_named_proxy_has_as_many_connections_as_it_likes(tmp_path: Path) -> None:
    doors = Doors(proxies=("127.0.0.0/8",))
    with open_house(tmp_path / "games.sqlite", replace(ROOMY, connections_per_address=1), doors=doors) as house:
        lines = [connected(house) for _ in range(5)]
        assert [asked(line).split()[1] for line in lines] == ["200"] * 5
        for line in lines:
            line.close()


def test_an_address_is_answered_so_much_at_once(tmp_path: Path) -> None:
    answers: list[httpx.Response] = []
    with open_house(tmp_path / "games.sqlite", replace(ROOMY, requests_at_once=1)) as house:

        def ask(number: int) -> None:
            answers.append(house.get(f"/api/rules?search=word{number}"))

        crowd = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
        for one in crowd:
            one.start()
        for one in crowd:
            one.join()
        assert house.get("/api/rules?search=after").status_code == 200
    assert {one.status_code for one in answers} == {200, 429}
    said = {one.json()["error"]["message"] for one in answers if one.status_code == 429}
    assert said == {"1 of your requests are being answered; wait for one of them."}


@pytest.mark.parametrize("most", [{"chat_lines": 3}, {"chat_bytes": 2500}])
def test_so_much_is_chatted_in_a_game_also_after_a_restart(tmp_path: Path, most: dict[str, int]) -> None:
    limits = replace(ROOMY, **most)
    with open_house(tmp_path / "games.sqlite", limits) as house:
        made = house.make()
        me = house.sit(made["game"], made["union"])
        me.hear()
        said = [me.ask("chat", text="é" * 500) for _ in range(4)]
        assert [one["type"] for one in said] == ["done", "done", "done", "error"]
        assert said[-1]["code"] == "too-much-talk"
        assert "No more is chatted in this game" in said[-1]["message"]
        me.close()
    with open_house(tmp_path / "games.sqlite", limits) as house:
        me = house.sit(made["game"], made["union"])
        me.hear()
        assert me.ask("chat", text="Anybody?", id="after")["code"] == "too-much-talk"


def test_a_game_has_so_many_changes_and_can_be_conceded_then(tmp_path: Path) -> None:
    with open_house(tmp_path / "games.sqlite", replace(ROOMY, changes=2)) as house:
        made = house.make()
        me = house.sit(made["game"], made["union"])
        me.hear()
        said = [me.ask("chat", text="On we go") for _ in range(3)]
        assert [one.get("code", one["type"]) for one in said] == ["done", "done", "too-many-changes"]
        assert "You may concede" in said[-1]["message"]
        assert me.ask("concede")["type"] == "done"


def test_a_bot_that_takes_too_much_memory_is_stopped_in_words() -> None:
    battle = begin(TOY, SCENARIO, {})
    asked_of = known(TOY, battle, "union"), decision(TOY, battle, "union"), Stream("x"), 20.0
    content = Isolated("tests.bots.bad:good", TOY, "tests.toy:RULEBOOK", megabytes=LITTLE)
    glutton = Isolated("tests.bots.bad:gluttonous", TOY, "tests.toy:RULEBOOK", megabytes=LITTLE)
    try:
        content(*asked_of)
        with pytest.raises(CrashedError, match=f"more than {LITTLE} megabytes"):
            glutton(*asked_of)
    finally:
        content.close()
        glutton.close()
