"""The server's side of the bench: battles of captains, recorded, then played again over WebSocket in 50 games at once.

Every command is checked by the rules and on the disk before it is acknowledged; the echo server is the same stack with
nothing behind it. `python -m bench.server` prints the rows.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.request import Request, urlopen

from litestar import Litestar, WebSocket, websocket
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

from roundtop import build
from roundtop.battle.engine import sides
from roundtop.battle.gamefile import story_codec
from roundtop.battles import load
from roundtop.dice.sources import Stream
from roundtop.rulebooks import suiting
from roundtop.server.hall import Hall
from roundtop.server.limits import Limits
from roundtop.server.run import Server, configured, listening, serve
from roundtop.server.seats import HUMAN, Seat, plain_seat
from roundtop.server.session import Session
from roundtop.server.wire import ANSWER_CODEC

JSON: Final = {"Content-Type": "application/json"}
FIELD: Final = "training-field"
GAMES: Final = 50
SECRET: Final = b"the bench"
THINKING: Final = 0.05
"""Seconds that a player thinks on average, each by himself, up to twice as long."""
LIMITS: Final = Limits(
    messages_per_second=1e9,
    burst=10**9,
    requests_per_second=1e9,
    games_per_day=10**9,
    sockets_per_address=10**6,
    sessions=1000,
)


@dataclass(slots=True)
class Load:
    """What one run came to: messages a second, and the latency in milliseconds."""

    rate: float
    median: float
    p99: float


def secret() -> bytes:
    return SECRET


def header() -> dict[str, Any]:
    """The header of a game of two people, as the server will make it."""
    scenario = load(FIELD)
    codec = story_codec()
    players = sides(scenario)
    book = suiting(scenario)[0]
    seats = [Seat(player.id, player.side, HUMAN, nonce="n") for player in players]
    return {
        "roundtop": "", "engine": "", "rulebook": book.id, "rules": "", "scenario": codec.plain(scenario),
        "options": {}, "players": codec.plain(players), "seats": [plain_seat(seat) for seat in seats],
        "dice": "sealed", "secret": SECRET.hex(), "clock": None, "name": "", "made": 0.0, "owner": "", "start": None,
    }  # fmt: skip


def recorded(id: str) -> list[tuple[str, str]]:
    """The commands of a battle of captains: player and message."""
    session = Session(id, header())
    stream = Stream(id)
    found: list[tuple[str, str]] = []
    while session.outcome is None:
        player = session.waiting()[0]
        decision = session.decision(player)
        assert decision is not None
        answer = ANSWER_CODEC.plain(session.rulebook.captain(session.game.view(player), decision, stream))
        message = {"id": f"c{len(found)}", "version": session.version(player), "answer": answer}
        session.apply({"kind": "command", "player": player, "at": 0.0, **message})
        found.append((player, json.dumps({"type": "command", **message})))
    return found


# ---------------------------------------------------------------- the two servers


def roundtop_server(line: Connection, data: Path) -> None:
    numbers = count()
    serve("127.0.0.1", 0, data, LIMITS, line.send, lambda: Hall(data, LIMITS, secret, lambda: f"g{next(numbers)}"))


def echo_server(line: Connection, data: Path) -> None:
    @websocket("/")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        while True:
            event = await socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            if event["type"] == "websocket.receive":
                await socket.send_text(event["text"] or "")

    opened = listening("127.0.0.1", 0)
    address = f"http://127.0.0.1:{opened.getsockname()[1]}/"
    Server(configured(Litestar([echo], openapi_config=None), LIMITS), address, line.send).run(sockets=[opened])


# ---------------------------------------------------------------- the load


async def listen(socket: ClientConnection, done: asyncio.Queue[str]) -> None:
    """Hear everything, as a page would; what is no news is a reply."""
    async for text in socket:
        assert isinstance(text, str)
        if not text.startswith(('{"type":"news"', '{"type":"table"', '{"type":"presence"')):
            done.put_nowait(text)


async def replay(
    address: str, game: dict[str, Any], commands: list[tuple[str, str]], think: float, seated: asyncio.Barrier
) -> list[float]:
    """Both seats of one game, each command sent when the one before it is acknowledged."""
    place = address.removeprefix("http").rstrip("/")
    found: list[float] = []
    async with (
        connect(f"ws{place}/api/games/{game['game']}/play?token={game['union']}", max_size=None) as union,
        connect(f"ws{place}/api/games/{game['game']}/play?token={game['confederate']}", max_size=None) as other,
    ):
        seats = {"union": union, "confederate": other}
        replies: asyncio.Queue[str] = asyncio.Queue()
        listening_to = [asyncio.create_task(listen(seat, replies)) for seat in seats.values()]
        await seated.wait()
        mind = Random(game["game"])
        for player, message in commands:
            if think:
                await asyncio.sleep(mind.uniform(0.0, 2.0 * think))
            before = time.perf_counter()
            await seats[player].send(message)
            reply = await replies.get()
            found.append(time.perf_counter() - before)
            if not reply.startswith('{"type":"done"'):
                raise RuntimeError(reply[:300])
        for task in listening_to:
            task.cancel()
    return found


async def echoed(address: str, messages: list[str], think: float, seated: asyncio.Barrier) -> list[float]:
    found: list[float] = []
    async with connect("ws" + address.removeprefix("http"), max_size=None) as socket:
        await seated.wait()
        mind = Random(messages[0])
        for message in messages:
            if think:
                await asyncio.sleep(mind.uniform(0.0, 2.0 * think))
            before = time.perf_counter()
            await socket.send(message)
            await socket.recv()
            found.append(time.perf_counter() - before)
    return found


async def dragged(address: str, commands: list[tuple[str, str]], drags: int = 300) -> Load:
    """Drags of the first unit that is asked to move, over and about its place."""
    game = (await asyncio.to_thread(made, address, 1))[0]
    place = address.removeprefix("http").rstrip("/")
    first = next(number for number, (_, message) in enumerate(commands) if '"Marched"' in message)
    for player, message in commands[:first]:
        async with connect(f"ws{place}/api/games/{game['game']}/play?token={game[player]}", max_size=None) as socket:
            await socket.send(message)
            async for text in socket:
                if '"type":"done"' in str(text)[:40]:
                    break
    mover = commands[first][0]
    waits: list[float] = []
    async with connect(f"ws{place}/api/games/{game['game']}/play?token={game[mover]}", max_size=None) as socket:
        whole = json.loads(await socket.recv())
        start = whole["table"]["decision"]["form"]["start"]
        stream = Stream("drags")
        begun = time.perf_counter()
        for number in range(drags):
            pose = {name: start[name] + stream.below(1600) / 100 - 8 for name in ("x", "y")}
            before = time.perf_counter()
            await socket.send(json.dumps({"type": "preview", "id": f"p{number}", "pose": {**pose, "facing": 0}}))
            while '"type":"preview"' not in str(await socket.recv())[:40]:
                pass
            waits.append(time.perf_counter() - before)
    return summed([waits], time.perf_counter() - begun)


def summed(waits: list[list[float]], seconds: float) -> Load:
    flat = sorted([wait for one in waits for wait in one])
    return Load(len(flat) / seconds, 1e3 * flat[len(flat) // 2], 1e3 * flat[len(flat) * 99 // 100])


def made(address: str, number: int) -> list[dict[str, Any]]:
    """New games of two people each."""
    scenario = load(FIELD)
    book = suiting(scenario)[0]
    seats = {side.id: {"kind": "here", "nonce": "n"} for side in scenario.sides}
    wish = json.dumps({"battle": FIELD, "rules": book.id, "seats": seats}).encode()
    games: list[dict[str, Any]] = []
    for _ in range(number):
        with urlopen(Request(f"{address}api/games", wish, JSON, method="POST")) as answer:
            found = json.load(answer)
        games.append({"game": found["game"], **{seat["player"]: seat["token"] for seat in found["seats"]}})
    return games


async def ours(address: str, battles: list[list[tuple[str, str]]], think: float) -> Load:
    games = await asyncio.to_thread(made, address, len(battles))
    pairs = list(zip(games, battles, strict=True))
    return await together([partial(replay, address, game, commands, think) for game, commands in pairs])


async def theirs(address: str, battles: list[list[tuple[str, str]]], think: float) -> Load:
    messages = [[message for _, message in battle] for battle in battles]
    return await together([partial(echoed, address, one, think) for one in messages])


async def together(games: list[Callable[[asyncio.Barrier], Coroutine[Any, Any, list[float]]]]) -> Load:
    """All games at once, from the moment everybody is seated."""
    seated = asyncio.Barrier(len(games) + 1)
    runs = [asyncio.create_task(game(seated)) for game in games]
    async with asyncio.timeout(60.0):
        await seated.wait()
    before = time.perf_counter()
    waits = await asyncio.gather(*runs)
    return summed(list(waits), time.perf_counter() - before)


def against(target: Any, load: Any, data: Path) -> Load:
    """One load on a server in a process of its own."""
    context = multiprocessing.get_context("spawn")
    near, far = context.Pipe()
    process = context.Process(target=target, args=(far, data))
    process.start()
    try:
        found: Load = asyncio.run(load(near.recv()))
    finally:
        process.terminate()
        process.join(10)
    return found


def measured(games: int = GAMES) -> dict[str, Load]:
    """Both servers at full speed and under players who think."""
    battles = [recorded(f"g{number}") for number in range(games)]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        return {
            "echo": against(echo_server, lambda at: theirs(at, battles, 0.0), data / "none"),
            "commands": against(roundtop_server, lambda at: ours(at, battles, 0.0), data / "fast.sqlite"),
            "drags": against(roundtop_server, lambda at: dragged(at, battles[0]), data / "drags.sqlite"),
            "echo, thinking": against(echo_server, lambda at: theirs(at, battles, THINKING), data / "none"),
            "commands, thinking": against(
                roundtop_server, lambda at: ours(at, battles, THINKING), data / "slow.sqlite"
            ),
        }


def rows(out: Table) -> None:
    """The server's rows of the table."""
    found = measured()
    kind = "compiled" if build.compiled() else "interpreted"
    for name, base in (("", found["echo"]), (", thinking", found["echo, thinking"])):
        one = found[f"commands{name}"]
        think = f", players think {THINKING * 1e3:.0f} ms" if name else ""
        for label, run in ((f"echo over WebSocket{think}", base), (f"commands, {GAMES} games, {kind}{think}", one)):
            out.add_row(
                label,
                f"{run.rate:,.0f}/s",
                f"median {run.median:.1f} ms, p99 {run.p99:.1f} ms",
                f"{run.rate / base.rate:.2f}",
            )
    drags = found["drags"]
    out.add_row(
        f"a drag answered, {kind}", f"{drags.rate:,.0f}/s", f"median {drags.median:.1f} ms, p99 {drags.p99:.1f} ms", ""
    )


def main() -> int:
    out = Table("what", "measured", "", "ratio", title="Roundtop server: every command checked and on the disk")
    rows(out)
    Console(width=130).print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
