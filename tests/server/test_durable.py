"""What was acknowledged is there, whenever the process dies."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from roundtop.dice.sources import Stream
from tests.crash import Player, killed
from tests.server.house import start
from tests.server.test_play import play_on

KILLS: Final = ((60, False), (60, False), (60, False), (20, True))
"""Kills of one house, 200 in all, and whether its games are played in processes of their own."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(len(KILLS)))
def test_deaths_lose_and_double_nothing_that_was_acknowledged(tmp_path: Path, seed: int) -> None:
    kills, apart = KILLS[seed]
    found = killed(tmp_path / "games.sqlite", kills, seed, apart=apart)
    assert found.kills == kills
    assert found.lost == []
    assert found.doubled == []
    assert found.acknowledged > found.kills


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
    assert after[0]["clock"]["running"] > before[0]["clock"]["running"], "nobody's time ran meanwhile"
    for table in (*before, *after):
        table["clock"] = table["clock"]["seconds"]
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
