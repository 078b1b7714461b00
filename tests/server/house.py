"""A real server in a process of its own, and people who talk to it."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections.abc import Callable
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import httpx
from websockets.sync.client import ClientConnection, connect

from roundtop.battle.codec import Codec
from roundtop.battle.engine import CORE_KINDS
from roundtop.battles import load
from roundtop.bots import leash
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Stream
from roundtop.rulebooks import suiting
from roundtop.server.doors import Doors
from roundtop.server.hall import Hall
from roundtop.server.limits import Limits
from roundtop.server.wire import ANSWER_CODEC

if TYPE_CHECKING:
    from collections.abc import Iterator

FIELD: Final = "training-field"
RULES: Final = suiting(load(FIELD))[0].id
CODEC: Final = Codec(CORE_KINDS)
ROOMY: Final = Limits(
    messages_per_second=1e6,
    burst=1_000_000,
    requests_per_second=1e6,
    reading_share=1e6,
    games_per_day=100_000,
    absent_seconds=0.0,
    loop_size=1_000_000,
    loop_seconds=1e6,
)
"""A server for whoever comes, with all games in its own process."""

JSON: Final = {"Content-Type": "application/json"}
FILE: Final = {"Content-Type": "application/jsonl"}

CONTEXT: Final = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.server.house", "roundtop.server.run", "tests.server.ready"])
ROOT: Final = Path(__file__).resolve().parents[2]


def prepare() -> None:
    """Start the process that servers are forked from, so that each of them is there at once."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    try:
        forkserver.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def fixed_secret() -> bytes:
    return b"the same dice in both houses"


def fixed_id() -> str:
    return "game"


def forked(life: Callable[..., None], given: tuple[Any, ...]) -> BaseProcess:
    """A process of a server, forked like the server itself: it has read everything, and nothing else is in it."""
    process = CONTEXT.Process(target=life, args=given, daemon=True)
    process.start()
    return process


def fork_alike() -> None:
    """In a server's process: its own are forked from where it was, not from another that would have to start."""
    leash.started = forked
    # A forked process knows where its forkserver listens but not that it lives, and would start another.
    forkserver._forkserver.ensure_running = resource_tracker.ensure_running  # type: ignore[method-assign]


@dataclass(frozen=True)
class Ways:
    """How a server is run: always with the same dice, behind which doors, where, its processes started as in life."""

    fixed: bool = False
    doors: Doors | None = None
    host: str = "127.0.0.1"
    afresh: bool = False


def live(line: Connection, data: Path, limits: Limits, ways: Ways) -> None:
    """The life of the server's process."""
    from roundtop.server.run import serve

    if not ways.afresh:
        fork_alike()

    def make() -> Hall:
        return Hall(data, limits, fixed_secret, fixed_id) if ways.fixed else Hall(data, limits)

    serve(ways.host, 0, data, limits, line.send, make, ways.doors)


PEOPLE: Final[list[Person]] = []
"""Everybody who has sat down in this test; the fixture `leave` sees them out."""


@dataclass
class House:
    """A running server."""

    address: str
    process: Any

    def kill(self) -> None:
        """As a power cut would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.join()

    def stop(self) -> None:
        self.process.terminate()
        self.process.join(10)

    @property
    def web(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=120, verify=False, trust_env=False)

    def post(self, path: str, body: object, token: str = "") -> httpx.Response:
        with self.web as web:
            return web.post(path, json=body, headers=bearer(token))

    def get(self, path: str, token: str = "") -> httpx.Response:
        with self.web as web:
            return web.get(path, headers=bearer(token))

    def make(self, union: str = "here", confederate: str = "here", **more: Any) -> dict[str, Any]:
        """A new game: its id, and tokens and invitations by player."""
        seats = {"union": {"kind": union, "nonce": "u"}, "confederate": {"kind": confederate, "nonce": "c"}}
        for seat in seats.values():
            if seat["kind"] != "here":
                del seat["nonce"]
        wish = {"battle": FIELD, "rules": RULES, "seats": seats, **more}
        answer = self.post("/api/games", wish)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        tokens = {seat["player"]: seat.get("token") or seat.get("invite", "") for seat in made["seats"]}
        return {"game": made["game"], "owner": made["owner"], **tokens}

    def sit(self, game: str, token: str = "", since: int | None = None, **more: Any) -> Person:
        place = urlsplit(self.address).netloc
        query = f"token={token}" + ("" if since is None else f"&since={since}")
        stack = ExitStack()
        address = f"ws://{place}/api/games/{game}/play?{query}"
        person = Person(stack.enter_context(connect(address, max_size=None, **{"open_timeout": 60, **more})), stack)
        PEOPLE.append(person)
        return person


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def start(data: Path, limits: Limits = ROOMY, **ways: Any) -> House:
    prepare()
    near, far = CONTEXT.Pipe()
    process = CONTEXT.Process(target=live, args=(far, data, limits, Ways(**ways)))
    process.start()
    far.close()
    assert near.poll(60), "the server did not start"
    return House(near.recv().rstrip("/"), process)


@contextmanager
def open_house(data: Path, limits: Limits = ROOMY, **ways: Any) -> Iterator[House]:
    house = start(data, limits, **ways)
    try:
        yield house
    finally:
        house.stop()


def merged(table: dict[str, Any], news: dict[str, Any]) -> dict[str, Any]:
    """A table with its news, as a page keeps it."""
    scene, new = table.get("scene", {}), news["scene"]
    changed = {piece["id"]: piece for piece in new.get("pieces", [])}
    old = [] if new.get("whole") else [piece for piece in scene["pieces"] if piece["id"] not in new.get("gone", [])]
    kept = [changed.pop(piece["id"], piece) for piece in old]
    told = {name: new[name] for name in ("moment", "markers", "overlays", "stakes", "hands") if name in new}
    return {**table, **news, "scene": {**scene, **told, "pieces": [*kept, *changed.values()]}}


@dataclass
class Person:
    """Someone at a seat: keeps the last table and every text heard."""

    socket: ClientConnection
    stack: ExitStack
    table: dict[str, Any] = field(default_factory=dict)
    entries: list[dict[str, Any]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    said: int = 0

    def hear(self, timeout: float = 60) -> dict[str, Any]:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.texts.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] in ("table", "news"):
            for entry in message["entries"]:
                assert not self.entries or entry["seq"] == self.entries[-1]["seq"] + 1
                self.entries.append(entry)
            self.table = merged(self.table, message["table"]) if message["type"] == "news" else message["table"]
        return message

    def hear_until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            message = self.hear()
            if wanted(message):
                return message

    def wait(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Listen until the table is so."""
        while not self.table or not wanted(self.table):
            self.hear()
        return self.table

    def send(self, kind: str, **more: Any) -> str:
        self.said += 1
        id = more.pop("id", f"m{self.said}")
        self.socket.send(json.dumps({"type": kind, "id": id, **more}))
        return str(id)

    def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send a message and hear its reply."""
        id = self.send(kind, **more)
        return self.hear_until(lambda message: message.get("id") == id)

    def answer(self, stream: Stream) -> dict[str, Any]:
        """A random answer to the decision asked, in its plain form."""
        answer: dict[str, Any] = ANSWER_CODEC.plain(recruit(CODEC.value(self.table["decision"]), stream))
        return answer

    def command(self, answer: dict[str, Any], **more: Any) -> dict[str, Any]:
        return self.ask("command", **{"version": self.table["version"], "answer": answer, **more})

    def close(self) -> None:
        self.stack.close()
