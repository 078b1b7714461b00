"""`python -m roundtop.server`: run a server until it is stopped."""

from __future__ import annotations

import argparse
import logging
import sys
from dataclasses import fields, replace
from math import inf
from pathlib import Path
from typing import Any, Final

from roundtop import build as engine
from roundtop.server.limits import Limits

BAD_INPUT: Final = 2


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m roundtop.server", description="Games over HTTP and WebSocket.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (this computer only)")
    parser.add_argument("--port", type=int, default=8000, help="0: any free one")
    parser.add_argument("--data", type=Path, default=Path("games.sqlite"), help="where games are kept")
    named = "a name or address players reach this server by (may be given again)"
    parser.add_argument("--known-as", action="append", default=[], metavar="NAME", help=named)
    proxy = "the address or network of a proxy whose X-Forwarded-For is believed (may be given again)"
    parser.add_argument("--proxy", action="append", default=[], metavar="ADDRESS", help=proxy)
    for field in fields(Limits):
        kind = type(field.default)
        name = "--" + field.name.replace("_", "-")
        parser.add_argument(name, type=kind, default=field.default, help=f"limit (default {field.default})")
    return parser


def within_reason(chosen: dict[str, Any]) -> dict[str, Any]:
    """Limits as they were given; ValueError where one of them limits nothing that could be."""
    for name, value in chosen.items():
        if not 0 <= value < inf:  # nor is anything that is no number
            raise ValueError(f"--{name.replace('_', '-')} {value:g}: a limit is a number from 0 on")
    return chosen


def main() -> int:
    given = arguments().parse_args()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    chosen = {field.name: getattr(given, field.name) for field in fields(Limits)}
    from roundtop.server.doors import Doors
    from roundtop.server.run import ServeError, serve

    logging.getLogger("roundtop.server").info("%s", engine.describe())
    try:
        limits = replace(Limits(), **within_reason(chosen))
        doors = Doors(tuple(given.known_as), tuple(given.proxy))
        serve(given.host, given.port, given.data, limits, doors=doors)
    except (ServeError, ValueError) as error:
        sys.stderr.write(f"roundtop.server: {error}\n")
        return BAD_INPUT
    return 0


if __name__ == "__main__":
    sys.exit(main())
