"""What schemathesis is told about this server: how a game file is sent, and games that are really there.

Loaded by its command line through SCHEMATHESIS_HOOKS; `ROUNDTOP_GAMES` holds ids and tokens as JSON.
"""

from __future__ import annotations

import json
import os
from typing import Any, Final
from zlib import crc32

import schemathesis
from schemathesis import Case, HookContext, Response, SerializationContext
from schemathesis.openapi.checks import EnsureResourceAvailability

GAMES: Final[list[dict[str, str]]] = json.loads(os.environ.get("ROUNDTOP_GAMES", "[]"))


@schemathesis.serializer("application/jsonl")
def game_file(context: SerializationContext, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


@schemathesis.hook
def filter_failure(context: HookContext, failure: Exception, case: Case[Any], response: Response) -> bool:
    """A game that was just made is there even where a moment of it is not."""
    return not (isinstance(failure, EnsureResourceAvailability) and b"no-such-moment" in response.content)


@schemathesis.hook
def map_case(context: HookContext, case: Case[Any]) -> Case[Any]:
    """Half of what fits the schema is about a game that is there, by somebody who sits at it; but nobody deletes it."""
    if case.meta is None or case.meta.generation.mode.is_negative:
        return case
    number = crc32(repr((case.path_parameters, case.query, case.body)).encode(errors="replace"))
    if GAMES and number % 2 and "/games/{id}/" in case.path:
        game = GAMES[number % len(GAMES)]
        case.path_parameters["id"] = game["game"]
        if number % 3:
            case.headers["Authorization"] = f"Bearer {game['union' if number % 3 == 1 else 'confederate']}"
    if number % 4 and case.path == "/api/games" and case.method.upper() == "POST" and isinstance(case.body, dict):
        kinds = ("here", "bot", "invite", "open")
        seats: dict[str, Any] = {"union": {"kind": kinds[number % 4]}, "confederate": {"kind": kinds[number // 4 % 4]}}
        case.body |= {"battle": "training-field", "rules": "infantry-action", "seats": seats, "options": {}, "seal": ""}
    return case
