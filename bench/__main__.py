"""`./roundtop bench`: one table of ratios. Numbers differ from machine to machine; the ratios are what to read."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import peers, server
from roundtop.battles import load
from roundtop.rulebooks import suiting
from roundtop.simulate import simulate


def measured(engine: str | None, least: float, battles: int) -> dict[str, Any]:
    """The figures of one engine, in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "ROUNDTOP_ENGINE"}
    if engine is not None:
        environment["ROUNDTOP_ENGINE"] = engine
    command = [sys.executable, "-m", "bench.ours", str(least), str(battles)]
    printed = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    found: dict[str, Any] = json.loads(printed)
    return found


def speed_up(games: int) -> tuple[float, float]:
    """Seconds of a batch of battles on one core and on two."""
    book = suiting(load("training-field"))[0]
    found: list[float] = []
    for jobs in (1, 2):
        start = time.perf_counter()
        simulate("training-field", rules=book.id, union="recruit", confederate="recruit", games=games, jobs=jobs)
        found.append(time.perf_counter() - start)
    return found[0], found[1]


def rates(out: Table, engines: list[dict[str, Any]], least: float) -> None:
    """Decisions, battles and copies, beside catanatron and python-chess."""
    catan, catan_copy = peers.catanatron(least)
    board, board_copy = peers.chess(least)
    base = catan.decisions / catan.seconds
    out.add_row(
        "random play, catanatron", f"{base:,.0f} decisions/s", f"{catan.battles / catan.seconds:.1f} games/s", "1"
    )
    rate = board.decisions / board.seconds
    out.add_row(
        "random play, python-chess",
        f"{rate:,.0f} decisions/s",
        f"{board.battles / board.seconds:.1f} games/s",
        f"{rate / base:.2f}",
    )
    for found in engines:
        for book, row in found["books"].items():
            rate = row["decisions_per_second"]
            name = f"random play, {book}, {kind(found)}"
            out.add_row(
                name, f"{rate:,.0f} decisions/s", f"{row['battles_per_second']:.1f} battles/s", f"{rate / base:.2f}"
            )
    out.add_section()
    out.add_row("copy, catanatron", f"{catan_copy * 1e6:.1f} µs", "", "1")
    out.add_row("copy, python-chess", f"{board_copy * 1e6:.1f} µs", "", f"{board_copy / catan_copy:.3f}")
    for found in engines:
        for book, row in found["events"].items():
            name = f"one-unit event, {row['event_units']} units, {book}, {kind(found)}"
            out.add_row(
                name,
                f"{row['event_seconds'] * 1e6:.2f} µs",
                "a battle is handed over for nothing",
                f"{row['event_seconds'] / catan_copy:.3f}",
            )
    out.add_section()
    for found in engines:
        for book, row in found["books"].items():
            note = f"slowest {row['captains_slowest']:.2f} s"
            out.add_row(
                f"captain against captain, {book}, {kind(found)}", f"{row['captains_seconds']:.2f} s a battle", note, ""
            )
            drawn = f"{row['picture_seconds'] * 1e3:.0f} ms"
            note = f"{row['picture_afresh_seconds'] * 1e3:.0f} ms with its ground"
            out.add_row(f"a picture of {row['field']}, {book}, {kind(found)}", drawn, note, "")


def kind(found: dict[str, Any]) -> str:
    return "compiled" if found["compiled"] else "interpreted"


def chances(out: Table, engines: list[dict[str, Any]]) -> None:
    """The named odds questions, beside icepool."""
    out.add_section()
    theirs = peers.icepool()
    for name, taken in theirs.items():
        out.add_row(f"odds, {name}, icepool", f"{taken * 1e3:.2f} ms", "", "1")
        for found in engines:
            own = found["odds"][name]
            out.add_row(f"odds, {name}, {kind(found)}", f"{own * 1e3:.3f} ms", "", f"{own / taken:.2f}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="./roundtop bench")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each random play is measured")
    parser.add_argument("--battles", type=int, default=6, help="battles of captain against captain")
    parser.add_argument("--games", type=int, default=400, help="battles of the two-core row")
    given = parser.parse_args()
    engine = os.environ.get("ROUNDTOP_ENGINE")
    engines = [measured(None, given.seconds, given.battles)]
    if engine:
        engines.append(measured(engine, given.seconds, given.battles))
    out = Table("what", "measured", "", "ratio", title="Roundtop bench, single process; ratio to the first of its kind")
    rates(out, engines, given.seconds)
    chances(out, engines)
    one, two = speed_up(given.games)
    out.add_section()
    out.add_row("simulation, one core", f"{given.games / one:.1f} battles/s", "", "1")
    out.add_row("simulation, two cores", f"{given.games / two:.1f} battles/s", "", f"{one / two:.2f}")
    out.add_section()
    server.rows(out)
    Console(width=130).print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
