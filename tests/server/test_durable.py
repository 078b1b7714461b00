"""What was acknowledged is there, whenever the process dies."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.exceptions import WebSocketException

from roundtop.dice.sources import Stream
from tests.server.house import House, Person, start
from tests.server.test_play import play_on

KILLS: Final = 50
GAMES: Final = 3


class Player(threading.Thread):
    """Plays both seats of one game until the line breaks; remembers what was acknowledged."""

    def __init__(self, house: House, game: dict[str, Any], seed: str) -> None:
        super().__init__(daemon=True)
        self.house = house
        self.game = game
        self.seed = seed
        self.acknowledged: list[tuple[str, str]] = []
        self.over = False
        self.fault = ""

    def run(self) -> None:
        try:
            self.play()
        except (WebSocketException, OSError, TimeoutError, EOFError):
            return
        except Exception as error:
            self.fault = repr(error)

    def play(self) -> None:
        sides = ("union", "confederate")
        seats = [self.house.sit(self.game["game"], self.game[side]) for side in sides]
        stream = Stream(self.seed)
        for seat in seats:
            seat.hear()
        while not self.over:
            mover = next((seat for seat in seats if seat.table["decision"]), None)
            if mover is None or mover.table["outcome"]:
                self.over = mover is None or bool(mover.table["outcome"])
                return
            self.move(mover, stream)
            for seat in seats:
                seat.ask("ping")

    def move(self, mover: Person, stream: Stream) -> None:
        id = f"{self.seed}-{mover.said}"
        reply = mover.command(mover.answer(stream), id=id)
        if reply["type"] == "done":
            self.acknowledged.append((mover.table["player"], id))


def kept(data: Path, game: str) -> list[tuple[str, str]]:
    """Player and id of every command on the disk."""
    with sqlite3.connect(data) as disk:
        rows = disk.execute("SELECT record FROM log WHERE game = ? ORDER BY number", (game,)).fetchall()
    records = [json.loads(row[0]) for row in rows]
    return [(record["player"], record["id"]) for record in records if record["kind"] == "command"]


@pytest.mark.slow
def test_fifty_deaths_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    chance = random.Random(50)
    house = start(data)
    games = [house.make() for _ in range(GAMES)]
    expected: dict[str, list[tuple[str, str]]] = {game["game"]: [] for game in games}
    commands = 0
    for kill in range(KILLS):
        players = [Player(house, game, f"{kill}-{number}") for number, game in enumerate(games)]
        for player in players:
            player.start()
        time.sleep(chance.uniform(0.02, 0.35))
        house.kill()
        for player in players:
            player.join(20)
            assert not player.fault
            expected[player.game["game"]].extend(player.acknowledged)
            commands += len(player.acknowledged)
        house = start(data)
        for game in games:
            found = kept(data, game["game"])
            assert len(set(found)) == len(found), "a command was kept twice"
            assert set(expected[game["game"]]) <= set(found)
        for player in players:
            if player.over:
                games[games.index(player.game)] = house.make()
                expected[games[-1]["game"]] = expected.get(games[-1]["game"], [])
        for game in games:
            expected.setdefault(game["game"], [])
    repeat(house, games[0], expected[games[0]["game"]])
    house.stop()
    assert commands > KILLS


def repeat(house: House, game: dict[str, Any], given: list[tuple[str, str]]) -> None:
    """Every command sent again gets its first reply, and changes nothing."""
    before = house.get(f"/api/games/{game['game']}/table", game["union"]).json()
    for side in ("union", "confederate"):
        seat = house.sit(game["game"], game[side])
        seat.hear()
        for player, id in given:
            if player == side:
                assert seat.command({"is": "Confirmed", "yes": True}, id=id) == {"type": "done", "id": id}
        seat.close()
    after = house.get(f"/api/games/{game['game']}/table", game["union"]).json()
    assert after == before


def test_a_game_is_the_same_after_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    house = start(data)
    made = house.make(clock=3600)
    player = Player(house, made, "restart")
    seats = [house.sit(made["game"], made[side]) for side in ("union", "confederate")]
    for seat in seats:
        seat.hear()
    stream = Stream("restart")
    for _ in range(15):
        mover = next(seat for seat in seats if seat.table["decision"])
        player.move(mover, stream)
        for seat in seats:
            seat.ask("ping")
    seats[0].ask("chat", text="Where is Ewell?")
    before = [house.get(f"/api/games/{made['game']}/table", made[side]).json() for side in ("union", "confederate")]
    story = house.get(f"/api/games/{made['game']}/story", made["union"]).json()
    house.kill()
    house = start(data)
    after = [house.get(f"/api/games/{made['game']}/table", made[side]).json() for side in ("union", "confederate")]
    for table in (*before, *after):
        table["clock"].pop("now")
        for someone in table["players"]:
            someone.pop("here")
    assert after == before
    assert house.get(f"/api/games/{made['game']}/story", made["union"]).json() == story
    again = house.sit(made["game"], made["confederate"])
    assert again.hear()["chat"][0]["text"] == "Where is Ewell?"
    again.close()
    house.stop()


def test_a_game_outlives_a_change_of_the_rules(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    house = start(data)
    made = house.make()
    seats = {side: house.sit(made["game"], made[side]) for side in ("union", "confederate")}
    play_on(seats, Stream("before the change"), 60)
    before = {side: house.get(f"/api/games/{made['game']}/table", made[side]).json() for side in seats}
    for seat in seats.values():
        seat.close()
    house.stop()
    written_under_older_rules(data)
    house = start(data)
    for side in seats:
        after = house.get(f"/api/games/{made['game']}/table", made[side]).json()
        assert after["scene"] == before[side]["scene"]
        assert after["decision"] == before[side]["decision"]
    house.stop()
    house = start(data)
    again = {side: house.sit(made["game"], made[side]) for side in ("union", "confederate")}
    for seat in again.values():
        seat.said = 1000  # ids used before the change still get their first reply
    play_on(again, Stream("after the change"))
    assert again["union"].table["outcome"]
    file = house.get(f"/api/games/{made['game']}/file", made["union"])
    assert file.status_code == 200
    for seat in again.values():
        seat.close()
    house.stop()


def written_under_older_rules(data: Path) -> None:
    """As an earlier version of the rulebook would have left it."""
    with closing(sqlite3.connect(data)) as base, base:
        ((id, header),) = base.execute("SELECT id, header FROM games").fetchall()
        old = {**json.loads(header), "rules": "0"}
        base.execute("UPDATE games SET header = ? WHERE id = ?", (json.dumps(old), id))
        shots = base.execute("SELECT number, record FROM log WHERE record LIKE '%\"snapshot\"%'").fetchall()
        assert len(shots) >= 2
        for number, record in shots:
            older = {**json.loads(record), "rules": "0"}
            base.execute("UPDATE log SET record = ? WHERE number = ?", (json.dumps(older), number))
