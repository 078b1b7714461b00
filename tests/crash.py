"""A server killed again and again while games are played: `python -m tests.crash --kills 1000`."""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from websockets.exceptions import WebSocketException

from roundtop.dice.sources import Stream
from tests.server.house import PEOPLE, ROOMY, House, Person, start

GAMES: Final = 2
IN_PLAY: Final = 0.75
"""How many of the kills wait until everybody plays; the others come at any moment after the start."""
LONG: Final = 70
"""Commands after which another game is begun, later than its first snapshot: all of a game is read at each start."""
SIDES: Final = ("union", "confederate")
Commands = list[tuple[str, str]]
"""Player and id of each."""


class Player(threading.Thread):
    """Plays both seats of one game until the line breaks; remembers what was acknowledged."""

    def __init__(self, house: House, game: dict[str, Any], seed: str) -> None:
        super().__init__(daemon=True)
        self.house = house
        self.game = game
        self.seed = seed
        self.acknowledged: Commands = []
        self.playing = threading.Event()
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
        seats = [self.house.sit(self.game["game"], self.game[side]) for side in SIDES]
        stream = Stream(self.seed)
        for seat in seats:
            seat.hear()
        self.playing.set()
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


@dataclass
class Figures:
    """What came of so many kills: commands acknowledged, and those kept that nobody was told of any more."""

    kills: int = 0
    games: int = 0
    acknowledged: int = 0
    unheard: int = 0
    lost: list[tuple[str, str, str]] = field(default_factory=list)
    doubled: list[tuple[str, str, str]] = field(default_factory=list)

    def words(self) -> str:
        return (
            f"{self.kills} kills, {self.games} games, {self.acknowledged} commands acknowledged, "
            f"{len(self.lost)} lost, {len(self.doubled)} doubled; "
            f"{self.unheard} more were kept whose acknowledgement the kill cut off"
        )


def commands(data: Path, game: str) -> list[dict[str, Any]]:
    """Every command on the disk."""
    with closing(sqlite3.connect(data)) as disk:
        rows = disk.execute("SELECT record FROM log WHERE game = ? ORDER BY number", (game,)).fetchall()
    records = [json.loads(row[0]) for row in rows]
    return [record for record in records if record["kind"] == "command"]


def kept(data: Path, game: str) -> Commands:
    """Player and id of every command on the disk."""
    return [(record["player"], record["id"]) for record in commands(data, game)]


def killed(
    data: Path,
    kills: int,
    seed: int,
    progress: Callable[[Figures], None] = lambda _: None,
    apart: bool = False,
) -> Figures:
    """Kill a server so many times at any moment of play; what it acknowledged is there each time, and there once.

    `apart`: the games are played in processes of their own, as dear ones are.
    """
    limits = replace(ROOMY, loop_size=0) if apart else ROOMY
    chance = random.Random(seed)
    figures = Figures()
    house = start(data, limits)
    games = [house.make() for _ in range(GAMES)]
    figures.games = GAMES
    expected: dict[str, Commands] = {game["game"]: [] for game in games}
    for kill in range(kills):
        players = [Player(house, game, f"{kill}-{number}") for number, game in enumerate(games)]
        for player in players:
            player.start()
        if chance.random() < IN_PLAY:
            for player in players:
                player.playing.wait(120)
        time.sleep(chance.uniform(0.0, 0.15))
        house.kill()
        for player in players:
            player.join(120)
            assert not player.is_alive(), "a player did not notice that the server had gone"
            assert not player.fault, player.fault
            expected[player.game["game"]].extend(player.acknowledged)
            figures.acknowledged += len(player.acknowledged)
        while PEOPLE:
            PEOPLE.pop().close()
        house = start(data, limits)
        figures.kills += 1
        for place, player in enumerate(players):
            compare(data, player.game["game"], expected, figures)
            if player.over or len(expected[player.game["game"]]) > LONG:
                repeat(house, player.game, data)
                del expected[player.game["game"]]
                games[place] = house.make()
                expected[games[place]["game"]] = []
                figures.games += 1
        progress(figures)
    for game in games:
        repeat(house, game, data)
    house.stop()
    return figures


def compare(data: Path, game: str, expected: dict[str, Commands], figures: Figures) -> None:
    """Hold what is on the disk against what was acknowledged."""
    found = kept(data, game)
    known = set(found)
    told = set(expected[game])
    figures.lost.extend([(game, *one) for one in expected[game] if one not in known])
    figures.doubled.extend([(game, *one) for one in known if found.count(one) > 1])
    figures.unheard += len(known - told)
    expected[game] = found


def repeat(house: House, game: dict[str, Any], data: Path) -> None:
    """Every command sent again gets its first reply, and changes nothing."""
    before = house.get(f"/api/games/{game['game']}/table", game["union"]).json()
    for side in SIDES:
        seat = house.sit(game["game"], game[side])
        seat.hear()
        for given in commands(data, game["game"]):
            if given["player"] == side:
                assert seat.command(given["answer"], id=given["id"]) == {"type": "done", "id": given["id"]}
        seat.close()
    after = house.get(f"/api/games/{game['game']}/table", game["union"]).json()
    assert after == before


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--apart", action="store_true", help="games in processes of their own")
    given = parser.parse_args()
    begun = time.monotonic()

    def progress(figures: Figures) -> None:
        if figures.kills % 10 == 0:
            sys.stdout.write(f"{time.monotonic() - begun:6.0f} s  {figures.words()}\n")
            sys.stdout.flush()

    with tempfile.TemporaryDirectory() as folder:
        figures = killed(Path(folder) / "games.sqlite", given.kills, given.seed, progress, given.apart)
    sys.stdout.write(f"{figures.words()} in {time.monotonic() - begun:.0f} s\n")
    return 1 if figures.lost or figures.doubled else 0


if __name__ == "__main__":
    sys.exit(main())
