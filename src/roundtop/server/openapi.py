"""The HTTP API as OpenAPI 3.1, made of handlers and types; `python -m roundtop.server.openapi` writes it down."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, cleandoc, signature
from pathlib import Path
from typing import Any, Final, final, get_type_hints

import msgspec
from litestar.handlers import HTTPRouteHandler

import roundtop
from roundtop.battles.shelf import load
from roundtop.rulebooks import suiting
from roundtop.server import app, bodies, books, house, replies, types, wire

DOCUMENT: Final = Path(__file__).parents[3] / "docs" / "openapi.json"
JSON: Final = "application/json"
PAGE: Final = "text/html"
PICTURE: Final = "image/svg+xml"
NO_PARAMETER: Final = ("hall", "request")
SIMPLE: Final = {str: "string", int: "integer", bool: "boolean"}
REFS: Final = "#/components/schemas/"

MEANING: Final = {
    400: "Something in the request cannot be; the message says what, `field` where.",
    401: "The token opens no seat of this game.",
    403: "This is not for you: a spectator, a wrong invitation, somebody else's game, a page of another site.",
    404: "There is no such thing.",
    409: "Not at this moment of the game, or somebody was quicker.",
    413: "The body is too long.",
    415: "The body is of another type than is read here.",
    421: "This server is not known by the name the request has in `Host`.",
    429: "Too many requests or too many games from one address.",
    500: "This game is damaged on the disk; the others go on.",
    503: "This took too long, or could not be written to the disk; nothing has changed.",
    507: "The disk is full; nothing has changed.",
}
KEPT: Final = (503, 507)
ROOM: Final = (404, 500, 503)
"""What reading a game from the disk may come to."""
BODY: Final = (400, 413, 415)


@final
@dataclass(slots=True, frozen=True)
class Spoken:
    """What an address reads and answers: the good answer by status, and the statuses of trouble."""

    group: str
    answers: dict[int, Any]
    trouble: tuple[int, ...] = ()
    body: Any = None
    token: bool = False
    example: Any = None
    answer_type: str = JSON


BATTLE: Final = "training-field"
BOOK: Final = suiting(load(BATTLE))[0]
FORM: Final = next(form for form in books.forms() if form["rulebook"] == BOOK.id)
SEATS: Final = {"union": {"kind": "here", "name": "Chamberlain"}, "confederate": {"kind": "bot", "bot": "captain"}}
NEW: Final = {"battle": BATTLE, "rules": BOOK.id, "seats": SEATS}
ASKED: Final = {"rulebook": BOOK.id, "procedure": FORM["procedure"], **FORM["example"]}

SPOKEN: Final[dict[str, Spoken]] = {
    "shelf": Spoken("rules", {200: replies.Shelf}),
    "seal": Spoken("games", {201: replies.Promise}),
    "make": Spoken("games", {201: wire.GameMade}, (*BODY, *KEPT), wire.NewGame, example=NEW),
    "mine": Spoken("games", {200: list[wire.Listed]}, token=True),
    "take": Spoken("games", {200: wire.Taken}, (*BODY, 403, 409, *ROOM, 507), wire.Take, example={"player": "union"}),
    "remove": Spoken("games", {200: replies.Deleted}, (403, *ROOM, 507), token=True),
    "look": Spoken("games", {200: wire.Table}, (400, 401, 403, *ROOM), token=True),
    "story": Spoken("games", {200: list[wire.Told]}, (400, 401, *ROOM), token=True),
    "ground": Spoken("pictures", {200: str}, ROOM, answer_type=PICTURE),
    "battle_map": Spoken("pictures", {200: str}, (404, 503), answer_type=PICTURE),
    "battle_ground": Spoken("pictures", {200: str}, (404, 503), answer_type=PICTURE),
    "battle_paper": Spoken("pictures", {200: str}, (404, 503), answer_type=PAGE),
    "house": Spoken("rules", {200: house.House}, (*BODY, 404, 503), house.HouseWish, example={"rules": BOOK.id}),
    "invited": Spoken("games", {200: house.Invited}, ROOM),
    "game_paper": Spoken("pictures", {200: str}, (400, 401, *ROOM), token=True, answer_type=PAGE),
    "file": Spoken("files", {200: str}, (401, 403, *ROOM), token=True, answer_type=app.GAME_FILE),
    "upload": Spoken("files", {200: replies.Film, 201: wire.GameMade}, (*BODY, *KEPT), str),
    "file_seats": Spoken("files", {200: bodies.Manned}, (*BODY, 503), str),
    "branch": Spoken(
        "games", {201: wire.GameMade}, (*BODY, 401, 403, 409, *ROOM, 507), bodies.Branch, token=True, example={"at": 0}
    ),
    "report": Spoken("files", {200: str}, (409, *ROOM), answer_type=PAGE),
    "rules": Spoken("rules", {200: list[replies.ClauseText]}, (400, 503)),
    "rule": Spoken("rules", {200: replies.ClauseText}, (404,)),
    "glance": Spoken("rules", {200: list[replies.Glance]}, (404,)),
    "umpire_forms": Spoken("rules", {200: list[replies.Form]}),
    "umpire": Spoken("rules", {200: replies.Ruling}, (*BODY, 503), bodies.Umpire, example=ASKED),
    "ledger": Spoken(
        "ledgers", {201: replies.LedgerPage}, (*BODY, 404, *KEPT), bodies.NewLedger, example={"battle": BATTLE}
    ),
    "ledger_page": Spoken("ledgers", {200: replies.LedgerPage | None}, (400, 404, 503), token=True),
    "ledger_act": Spoken(
        "ledgers",
        {200: replies.LedgerAnswer},
        (*BODY, 404, 409, 503, 507),
        bodies.Act,
        token=True,
        example={"act": "turn", "number": 0},
    ),
    "ledger_code": Spoken("ledgers", {201: replies.LedgerCode}, (400, 403, 404, 503, 507), token=True),
    "ledger_join": Spoken(
        "ledgers", {201: replies.LedgerPage}, (*BODY, 404, 409, 503, 507), bodies.Join, example={"code": "abcdefghjk"}
    ),
    "message_types": Spoken("this document", {200: dict[str, Any]}),
    "described": Spoken("this document", {200: dict[str, Any]}),
}
EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "battle_map": {"id": BATTLE},
    "battle_ground": {"id": BATTLE},
    "battle_paper": {"id": BATTLE, "what": "roster", "rules": BOOK.id},
    "house": {"id": BATTLE},
    "rule": {"clause": BOOK.ledger.clauses[0].id},
    "glance": {"book": BOOK.id},
    "rules": {"search": "charge flank", "book": BOOK.id},
}
"""What may be asked for on every server."""
MEANINGS: Final = {
    "id": "of the game or the battle",
    "tokens": "of seats, separated by commas; without them the one in the header",
    "at": "a number of one's own story; -1 for now",
    "truth": "as it was, not as this seat knew it; after the end",
    "since": "the last number that is known",
    "what": "`sheet` or `roster`; of a game also `setup`",
    "rules": "one of the battle's rulebooks; without it the first",
    "house": "the name that house rules were given when they were looked over; without it the book's own",
    "resume": "to play on, not to watch",
    "seats": "who commands each player, as JSON like `seats` of a new game; without it whom the file names",
    "search": "words",
    "book": "a rulebook",
    "clause": "its whole name",
    "after": "`number` of the page that is known, a dot, and how many others sit there; without it any page",
}
LINKED: Final = ("look", "story", "ground", "invited", "game_paper", "file", "report", "branch")
"""What can be done with a game that was just made."""


def handlers() -> Iterator[HTTPRouteHandler]:
    for one in app.ROUTES:
        if isinstance(one, HTTPRouteHandler):
            yield one


@cache
def document() -> dict[str, Any]:
    """The whole API."""
    paths: dict[str, dict[str, Any]] = {}
    for handler in handlers():
        for path in handler.paths:
            methods = paths.setdefault(path.replace(":str}", "}"), {})
            for method in sorted(handler.http_methods - {"HEAD", "OPTIONS"}):
                methods[method.lower()] = operation(handler)
    found = {
        "openapi": "3.1.0",
        "info": {
            "title": "Roundtop",
            "version": roundtop.__version__,
            "summary": "Games of five American Civil War rulebooks over HTTP.",
            "description": "How the addresses belong together, and the WebSocket, are in docs/server.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": dict(sorted(paths.items())),
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }
    found["components"]["schemas"] = _used(found["paths"], _schemas())  # type: ignore[index]
    return found


def operation(handler: HTTPRouteHandler) -> dict[str, Any]:
    """One address with one method."""
    name = handler.handler_name
    spoken = SPOKEN[name]
    text = cleandoc(handler.fn.__doc__ or "")
    found: dict[str, Any] = {"operationId": name, "tags": [spoken.group], "summary": text}
    parameters = list(_parameters(handler))
    if parameters:
        found["parameters"] = parameters
    if spoken.body is not None:
        found["requestBody"] = {"required": True, "content": _content(spoken, spoken.body)}
    if spoken.token:
        found["security"] = [{}, {"token": []}]
    found["responses"] = _responses(handler, spoken)
    return found


def _content(spoken: Spoken, body: Any) -> dict[str, Any]:
    if body is str:
        return {app.GAME_FILE: {"schema": {"type": "string"}}}
    return {JSON: {"schema": _schema(body), "example": spoken.example}}


def _parameters(handler: HTTPRouteHandler) -> Iterator[dict[str, Any]]:
    hints = get_type_hints(handler.fn)
    for name, parameter in signature(handler.fn).parameters.items():
        if name in NO_PARAMETER:
            continue
        kinds = [kind for kind in getattr(hints[name], "__args__", (hints[name],)) if kind is not type(None)]
        in_path = any([f"{{{name}:" in path for path in handler.paths])
        form: dict[str, Any] = {"type": SIMPLE[kinds[0]]}
        if parameter.default not in (None, Parameter.empty):
            form["default"] = parameter.default
        place = {"in": "path" if in_path else "query", "required": in_path}
        found = {"name": name, **place, "description": MEANINGS[name], "schema": form}
        if name in EXAMPLES.get(handler.handler_name, {}):
            found["example"] = EXAMPLES[handler.handler_name][name]
        yield found


def _responses(handler: HTTPRouteHandler, spoken: Spoken) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for status, kind in spoken.answers.items():
        form = {"type": "string"} if kind is str else _schema(kind)
        found[str(status)] = {"description": "Done.", "content": {spoken.answer_type: {"schema": form}}}
        if kind is wire.GameMade:
            found[str(status)]["links"] = {name: _link(name) for name in LINKED}
    site = () if handler.http_methods <= {"GET", "HEAD", "OPTIONS"} else (403,)
    for status in sorted({*spoken.trouble, *site, *_about_values(handler), 421, 429}):
        form = {"$ref": f"{REFS}Error"}
        found[str(status)] = {"description": MEANING[status], "content": {JSON: {"schema": form}}}
    return found


def _about_values(handler: HTTPRouteHandler) -> tuple[int, ...]:
    """Numbers and yes or no may be written wrongly in an address."""
    return (400,) if [one for one in _parameters(handler) if one["schema"]["type"] != "string"] else ()


def _link(name: str) -> dict[str, Any]:
    more = {"what": "sheet"} if name == "game_paper" else {}
    return {"operationId": name, "parameters": {"id": "$response.body#/game", **more}}


# ---------------------------------------------------------------- types


def _schema(kind: Any) -> dict[str, Any]:
    """A type; what it is made of stands among the components."""
    (found,), _ = msgspec.json.schema_components([kind], ref_template=f"{REFS}{{name}}")
    return found


def _schemas() -> dict[str, Any]:
    """Everything that is said: the wire's types as they are written down, and those of the replies."""
    kept: dict[str, Any] = json.loads(types.FILE.read_text("utf-8"))["$defs"]
    kinds = [kind for spoken in SPOKEN.values() for kind in spoken.answers.values() if kind is not str]
    own = [kind for kind in kinds if getattr(kind, "__module__", "") == replies.__name__]
    lists = [part for kind in kinds for part in getattr(kind, "__args__", ())]
    own += [kind for kind in lists if getattr(kind, "__module__", "") == replies.__name__]
    _, found = msgspec.json.schema_components([*own, replies.Error], ref_template=f"{REFS}{{name}}")
    return {**_moved(kept), **found}


def _moved(form: Any) -> Any:
    if isinstance(form, list):
        return [_moved(one) for one in form]
    if isinstance(form, dict):
        return {name: _moved(one) for name, one in form.items()}
    return form.replace("#/$defs/", REFS) if isinstance(form, str) else form


def _used(paths: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    """The types that the addresses come to."""
    found: dict[str, Any] = {}
    waiting = list(_named(paths))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = schemas[name]
            waiting.extend(_named(schemas[name]))
    return dict(sorted(found.items()))


def _named(form: Any) -> Iterable[str]:
    if isinstance(form, dict):
        for name, one in form.items():
            if name == "$ref":
                yield str(one).removeprefix(REFS)
            else:
                yield from _named(one)
    elif isinstance(form, list):
        for one in form:
            yield from _named(one)


@cache
def text() -> str:
    """The document as it is served and written to `docs/`, made once."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(text(), encoding="utf-8")
