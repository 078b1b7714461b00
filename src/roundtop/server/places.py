"""Where each game is played, so that nobody waits for what a stranger drew up."""

from __future__ import annotations

import json
import zlib
from collections import OrderedDict
from functools import cache
from typing import Any, Final, final

from roundtop.battle.codec import Plain
from roundtop.battle.gamefile import story_codec
from roundtop.battle.scenario import Scenario
from roundtop.battles.shelf import ids, load
from roundtop.rulebooks import suiting
from roundtop.server.limits import Limits

HERE: Final = "here"
"""In the server's own loop."""
BESIDE: Final = "beside"
"""In a process for battles of the shelf as they are: what they cost is known."""
STRANGE: Final = "strange"
"""In a process for battles of the shelf by house rules."""
VAST: Final = "vast"
"""In a process for what somebody drew up, is very large or has taken long, which keeps only its like waiting."""
VAST_SIZE: Final = 75_000
"""Characters that a battle takes when it is set up, over which it is vast: none on the shelf has as many."""
LARGE: Final = 35_000
"""The same by house rules, which may make a battle much larger and dearer than it is."""
ROOM_FOR_STANDS: Final = 4
"""Times what a battle takes to write down that it may take when it is set up, to be played in the loop."""
REMEMBERED: Final = 2000


@cache
def on_shelf(id: str) -> Scenario:
    """A battle that comes with the program, and the rulebooks it is fought by, read once."""
    found = load(id)
    suiting(found)
    return found


@cache
def _plain(id: str) -> Plain:
    return story_codec().plain(on_shelf(id))


def shelf() -> dict[str, Scenario]:
    """Every battle that comes with the program, read and written down before anybody waits for it."""
    for id in ids():
        _plain(id)
    return {id: on_shelf(id) for id in ids()}


def from_shelf(header: dict[str, Any]) -> bool:
    """Whether a game is a battle of the shelf as it is."""
    id = header["scenario"].get("id")
    return id in ids() and header["scenario"] == _plain(id)


@final
class Places:
    """Which game is played where; each of them in one place only."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.known: OrderedDict[str, str] = OrderedDict()
        self.slow: set[int] = set()
        """Battles that have held up the loop."""
        self.barred: OrderedDict[str, None] = OrderedDict()
        """Games that are played no more: one change of theirs took as long as a process is waited for."""

    def heavy(self, header: dict[str, Any]) -> bool:
        """Whether a battle is too large for the loop, or has held it up before."""
        size = max(len(json.dumps(header["scenario"])), header.get("size", 0) // ROOM_FOR_STANDS)
        return size > self.limits.loop_size or battle_mark(header) in self.slow

    def find(self, id: str, header: dict[str, Any]) -> str:
        """The place of a game whose header is told."""
        if not self.heavy(header):
            return self.keep(id, HERE)
        size = header.get("size", 0)
        if size > VAST_SIZE or not from_shelf(header):
            return self.keep(id, VAST)
        if not header["options"]:
            return self.keep(id, BESIDE)
        return self.keep(id, VAST if size > LARGE else STRANGE)

    def keep(self, id: str, place: str) -> str:
        """Remember where a game is played."""
        self.known[id] = place
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return place

    def bar(self, id: str) -> None:
        """A game is played no more."""
        self.barred[id] = None
        if len(self.barred) > REMEMBERED:
            self.barred.popitem(last=False)

    def held_up(self, id: str, header: dict[str, Any]) -> None:
        """A game has held up the loop: it goes on elsewhere, and so do all of its battle."""
        self.slow.add(battle_mark(header))
        self.find(id, header)


def battle_mark(header: dict[str, Any]) -> int:
    """By which a battle under its rules is known again."""
    return zlib.crc32(json.dumps([header["rulebook"], header["scenario"]]).encode())
