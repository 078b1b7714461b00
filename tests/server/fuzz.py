"""Strangers at every door: `python -m tests.server.fuzz --requests 10000`.

Schemathesis asks every address of the HTTP API, alone and one after the other; a fuzzer of the same kind says over the
WebSocket what fits, nearly fits and does not fit. Nothing may be a fault of the server, no refusal may change a game,
and a game beside it goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from websockets.exceptions import WebSocketException

from roundtop.dice.sources import Stream
from roundtop.server import types
from tests.server.house import ROOT, House, Person, open_house

SKIPPED: Final = "positive_data_acceptance"
"""Which battle, rules, seats and fields fit each other only the rulebooks know; what does not fit is told 400."""
STRANGE: Final[tuple[Any, ...]] = (
    None, True, -1, 0, 2**31, 2**63, -(2**63), 10**30, 0.5, -0.0, 1e308, 5e-324, "", "x", "\x00", "\ud800", "union",
    "x" * 400, "../../etc/passwd", "{}", [], {}, [[]], {"is": "Battle"}, {"is": "Pose", "x": 1e308, "y": 0},
)  # fmt: skip
ALLOWED_PAUSE: Final = 5.0
"""Seconds within which the game beside must be answered; the machine runs other tests as well."""


class Fault(AssertionError):  # noqa: N818 - what was looked for was found
    """A door that can be forced."""


# ---------------------------------------------------------------- the game beside


class Beside(threading.Thread):
    """Two people who play on while strangers are at the doors."""

    def __init__(self, house: House) -> None:
        super().__init__(daemon=True)
        self.house = house
        self.over = threading.Event()
        self.longest = 0.0
        self.commands = 0
        self.trouble = ""

    def run(self) -> None:
        try:
            while not self.over.is_set():
                self.play()
        except Exception as error:
            self.trouble = repr(error)

    def play(self) -> None:
        made = self.house.make()
        seats = [self.house.sit(made["game"], made[side]) for side in ("union", "confederate")]
        stream = Stream(made["game"])
        for seat in seats:
            seat.hear()
        while not self.over.is_set():
            mover = next((seat for seat in seats if seat.table["decision"]), None)
            if mover is None or mover.table["outcome"]:
                break
            began = time.monotonic()
            mover.command(mover.answer(stream))
            self.longest = max(self.longest, time.monotonic() - began)
            self.commands += 1
            for seat in seats:
                seat.ask("ping")
            time.sleep(0.02)
        for seat in seats:
            seat.close()

    def stop(self) -> None:
        self.over.set()
        self.join(30)
        if self.trouble or self.longest > ALLOWED_PAUSE or not self.commands:
            raise Fault(f"the game beside: {self.commands} commands, longest {self.longest:.2f} s, {self.trouble}")


# ---------------------------------------------------------------- HTTP


def knock(house: House, seconds: float, examples: int, seed: int) -> int:
    """Let schemathesis ask everything, in every phase; how many requests it made."""
    games = [house.make() for _ in range(3)]
    watched = house.make(confederate="bot")
    told = [{name: game[name] for name in ("game", "union", "confederate")} for game in games]
    before = [tables(house, game) for game in games]
    house.get(f"/api/games/{watched['game']}/file", watched["union"])  # the workers are there before the first is timed
    clean = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    env = {
        **clean,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        "SCHEMATHESIS_HOOKS": "tests.server.visitors",
        "ROUNDTOP_GAMES": json.dumps(told),
    }
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{house.address}/api/openapi.json", "--seed", str(seed),
        "--exclude-checks", SKIPPED, "--max-examples", str(examples), "--max-time", str(int(seconds)), "--no-shrink",
        "--request-timeout", "60", "--no-color", "--warnings", "off", "--suppress-health-check", "all",
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        found = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, timeout=seconds + 120)
    if found.returncode:
        raise Fault(found.stdout[-8000:] + found.stderr[-2000:])
    if [tables(house, game) for game in games] != before:
        raise Fault("a request that may not change a game has changed one")
    said = re.search(r"(\d+) generated", found.stdout)
    assert said, found.stdout[-2000:]
    return int(said[1])


def tables(house: House, game: dict[str, Any]) -> list[dict[str, Any]]:
    """What both seats know of a game."""
    return [house.get(f"/api/games/{game['game']}/table", game[side]).json() for side in ("union", "confederate")]


# ---------------------------------------------------------------- the WebSocket


@dataclass
class Stranger:
    """Says things over one seat's connection; remembers what came of them."""

    house: House
    chance: random.Random
    defs: dict[str, Any] = field(default_factory=lambda: json.loads(types.FILE.read_text("utf-8"))["$defs"])
    said: int = 0
    heard: dict[str, int] = field(default_factory=dict)

    def evening(self, messages: int) -> None:
        """One game; everything is compared whenever only refusals came since the last look."""
        game = self.house.make()
        me = self.house.sit(game["game"], game["union"])
        me.hear()
        left = messages
        try:
            while left > 0:
                before = tables(self.house, game)
                changed = False
                for _ in range(min(left, 40)):
                    changed |= self.say(me)
                    left -= 1
                if not changed and without_people(tables(self.house, game)) != without_people(before):
                    raise Fault("a refusal has changed a game")
        finally:
            me.close()

    def say(self, me: Person) -> bool:
        """One message; whether it was carried out. Every message is answered, and the connection outlives it."""
        text = self.message(me)
        self.said += 1
        try:
            me.socket.send(text)
            reply = me.hear_until(lambda message: message["type"] not in ("table", "news", "presence", "chat"))
        except WebSocketException as error:
            raise Fault(f"{text[:500]!r} ended the connection: {error}") from None
        kind = str(reply["type"])
        self.heard[kind] = self.heard.get(kind, 0) + 1
        if kind == "error" and reply["code"] in ("fault", "not-kept", "damaged"):
            raise Fault(f"{text[:500]!r} is a fault: {reply}")
        return kind == "done"

    def message(self, me: Person) -> str | bytes:
        """Something that fits, nearly fits, or does not fit at all."""
        roll = self.chance.random()
        if roll < 0.1:
            return self.noise()
        kind = self.chance.choice(self.defs["Said"]["anyOf"])["$ref"]
        whole = self.value({"$ref": kind}, 0)
        if "answer" in whole and me.table.get("decision") and self.chance.random() < 0.5:
            whole["answer"] = me.answer(Stream(str(self.said)))
        if "version" in whole and self.chance.random() < 0.7:
            whole["version"] = me.table["version"]
        if whole.get("type") in ("concede", "claim") and self.chance.random() < 0.98:
            whole["type"] = "ping"
        if roll < 0.6:
            self.spoil(whole)
        return json.dumps(whole)

    def noise(self) -> str | bytes:
        size = self.chance.choice((0, 1, 10, 1000))
        if self.chance.random() < 0.5:
            return bytes(self.chance.randrange(256) for _ in range(size))
        return self.chance.choice(("[", '{"a":', "null", "7", '"', "{}", "[]", "\x00", "\u2028")) * max(1, size)

    def spoil(self, whole: Any) -> None:
        """Put one strange thing somewhere."""
        place = whole
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                return
            key = self.chance.choice(keys)
            inner = place[key]
            if isinstance(inner, (dict, list)) and inner and self.chance.random() < 0.7:
                place = inner
                continue
            if isinstance(place, dict) and self.chance.random() < 0.2:
                del place[key]
            else:
                place[key] = self.chance.choice(STRANGE)
            return

    def value(self, form: dict[str, Any], depth: int) -> Any:
        """Something that a schema allows."""
        if "$ref" in form:
            return self.value(self.defs[form["$ref"].rpartition("/")[2]], depth)
        if "anyOf" in form:
            return self.value(self.chance.choice(form["anyOf"]), depth)
        if "enum" in form:
            return self.chance.choice(form["enum"])
        if "const" in form:
            return form["const"]
        if "prefixItems" in form:
            return [self.value(one, depth + 1) for one in form["prefixItems"]]
        kind = form.get("type")
        if kind == "object":
            return self.fields(form, depth)
        if kind == "array":
            size = 0 if depth > 6 else self.chance.choice((0, 1, 1, 2, 5))
            return [self.value(form.get("items", {}), depth + 1) for _ in range(size)]
        return self.simple(kind, form)

    def fields(self, form: dict[str, Any], depth: int) -> dict[str, Any]:
        wanted = set(form.get("required", ()))
        return {
            name: self.value(one, depth + 1)
            for name, one in form.get("properties", {}).items()
            if name in wanted or self.chance.random() < 0.5
        }

    def simple(self, kind: Any, form: dict[str, Any]) -> Any:
        low, high = form.get("minimum", -100), form.get("maximum", 100)
        if kind == "integer":
            return self.chance.choice((0, 1, int(low), int(high), self.chance.randint(int(low), int(high))))
        if kind == "number":
            return self.chance.choice((0.0, float(low), float(high), self.chance.uniform(low, high)))
        if kind == "boolean":
            return self.chance.random() < 0.5
        if kind == "null":
            return None
        if kind == "string":
            words = ("a", "union-1", "confederate", "5 2 6", "=2", "captain", f"id{self.said}")
            return self.chance.choice(words)[: form.get("maxLength", 100)]
        return self.chance.choice(STRANGE)


def without_people(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tables without what coming and going changes."""
    return [{name: one for name, one in table.items() if name not in ("players", "clock")} for table in found]


def talk(house: House, messages: int, seed: int) -> Stranger:
    """So many messages over WebSockets, game after game."""
    stranger = Stranger(house, random.Random(seed))
    while stranger.said < messages:
        stranger.evening(min(1000, messages - stranger.said))
    return stranger


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.fuzz", description="Strangers at every door.")
    parser.add_argument("--requests", type=int, default=10_000, help="requests and messages together, about")
    parser.add_argument("--seconds", type=float, default=600.0, help="for the HTTP part, at most")
    parser.add_argument("--seed", type=int, default=1863)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder) / "games.sqlite") as house:
        beside = Beside(house)
        beside.start()
        began = time.monotonic()
        asked = knock(house, given.seconds, max(1, given.requests // 100), given.seed)
        stranger = talk(house, max(1, given.requests - asked), given.seed)
        beside.stop()
        took = time.monotonic() - began
        sys.stdout.write(
            f"{asked} requests and {stranger.said} messages in {took:.0f} s: no fault, no game changed by a refusal\n"
            f"replies over WebSocket: {stranger.heard}\n"
            f"the game beside: {beside.commands} commands, the slowest answered within {beside.longest * 1000:.0f} ms\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
