"""HTTP and WebSocket: the addresses of a server."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, delete, get, post, route, websocket
from litestar.datastructures import ResponseHeader
from litestar.di import Provide
from litestar.exceptions import HTTPException, InternalServerException
from litestar.handlers import HTTPRouteHandler
from litestar.status_codes import HTTP_404_NOT_FOUND, HTTP_405_METHOD_NOT_ALLOWED

from roundtop.battles.reader import slug
from roundtop.server import books, files, ledgers, pages, types
from roundtop.server.bodies import Act, Branch, Join, Manned, NewLedger, Umpire
from roundtop.server.hall import Hall
from roundtop.server.heard import UNREADABLE, unread
from roundtop.server.house import HouseWish
from roundtop.server.limits import Trouble
from roundtop.server.play import play
from roundtop.server.room import BrokenError
from roundtop.server.store import StoreError, not_kept
from roundtop.server.tables import past, table
from roundtop.server.wire import (
    ENCODER,
    Chair,
    GameMade,
    Listed,
    NewGame,
    Take,
    Taken,
)

LOG: Final = logging.getLogger("roundtop.server")
GAME_FILE: Final = "application/jsonl"
NOW: Final = -1
T = TypeVar("T")
Lifespan: TypeAlias = Sequence[Callable[[Litestar], AbstractAsyncContextManager[None]]]


def json_response(value: object, status: int = 200) -> Response[bytes]:
    """What may be for one seat alone: kept by nobody on the way."""
    kept = {"Cache-Control": "no-store"}
    return Response(ENCODER.encode(value), media_type=MediaType.JSON, status_code=status, headers=kept)


def as_json(text: bytes) -> Response[bytes]:
    """What is JSON already."""
    return Response(text, media_type=MediaType.JSON, status_code=200)


async def limited(request: Request[Any, Any, Any], most: int, kind: str = MediaType.JSON.value) -> bytes:
    """A body of that type and no longer than that; of a longer one nothing more is kept.

    No form on a page of another site can send such a type without asking first.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != kind:
        raise Trouble(415, "wrong-type", f"A body is sent with Content-Type: {kind} here.")
    too_long = Trouble(413, "too-long", f"A body has at most {most} bytes here.")
    if int(request.headers.get("content-length", "0") or "0") > most:
        raise too_long
    parts: list[bytes] = []
    size = 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > most:
                raise too_long
            parts.append(part)
    except InternalServerException:
        raise Trouble(400, "broken-off", "The request broke off before its end.") from None
    return b"".join(parts)


def read(body: bytes, kind: type[T], within: str = "") -> T:
    """A request's body, or the field of it that has this name; Trouble names the field that is wrong."""
    try:
        return msgspec.json.decode(body, type=kind)
    except UNREADABLE as error:
        field, why = unread(error, body)
        field = f"{within}.{field}".replace(".[", "[").strip(".")
        raise Trouble(400, "malformed", f"{field or 'the body'}: {why}", field) from None


def chairs_wanted(seats: bytes) -> dict[str, Chair]:
    """Who is to command whom, each chair read by itself so that trouble names it."""
    told = read(seats, dict[str, msgspec.Raw], "seats")
    return {player[:100]: read(bytes(chair), Chair, f"seats.{player[:100]}") for player, chair in told.items()}


def token_of(request: Request[Any, Any, Any]) -> str:
    """The token of a seat; whoever shows none looks on, whoever shows something else is told."""
    shown = request.headers.get("authorization", "")
    kind, _, token = shown.partition(" ")
    if shown and kind.lower() != "bearer":
        raise Trouble(
            400, "bad-authorization", "Authorization: 'Bearer' and a seat's token is expected", "authorization"
        )
    return token.strip()


def address_of(connection: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> str:
    return connection.client.host if connection.client else ""


# ---------------------------------------------------------------- games


@get("/api/shelf", sync_to_thread=False)
def shelf() -> Response[bytes]:
    """Battles, rulebooks with their options, bots."""
    return as_json(pages.shelf())


@post("/api/seals", sync_to_thread=False)
def seal(hall: Hall) -> Response[bytes]:
    """A promise about dice, made before anybody names a nonce."""
    ticket, commitment = hall.seal()
    return json_response({"seal": ticket, "commitment": commitment}, 201)


@post("/api/games")
async def make(hall: Hall, request: Request[Any, Any, Any]) -> Response[bytes]:
    """A new game; who is "here" gets a token, who is invited a link to hand on."""
    made: GameMade = await hall.make(read(await limited(request, hall.limits.body), NewGame), address_of(request))
    return json_response(made, 201)


@get("/api/games")
async def mine(hall: Hall, request: Request[Any, Any, Any], tokens: str = "") -> Response[bytes]:
    """My games by the tokens of my seats, separated by commas."""
    found: list[Listed] = await hall.mine([one for one in (tokens or token_of(request)).split(",") if one][:200])
    return json_response(found)


@post("/api/games/{id:str}/take")
async def take(hall: Hall, request: Request[Any, Any, Any], id: str) -> Response[bytes]:
    """Claim an invitation or an open seat."""
    taken: Taken = await hall.take(id, read(await limited(request, hall.limits.body), Take))
    return json_response(taken)


@delete("/api/games/{id:str}", status_code=200)
async def remove(hall: Hall, request: Request[Any, Any, Any], id: str) -> Response[bytes]:
    """Delete a game that one has made."""
    await hall.delete(id, token_of(request))
    return json_response({"deleted": id})


@get("/api/games/{id:str}/table")
async def look(
    hall: Hall, request: Request[Any, Any, Any], id: str, at: int = NOW, truth: bool = False
) -> Response[bytes]:
    """The table now, or at any past moment as this seat knew it."""
    room = await hall.room(id)
    player = hall.player_of(room, token_of(request))
    await room.caught_up(player)
    await room.settled()
    await hall.debts.paid(address_of(request))
    with hall.debts.charged(address_of(request)):
        if at == NOW and not truth:
            return json_response(table(room.session, player, room.here(), True))
        last = len(room.session.told(player))
        return json_response(past(room.session, player, last if at == NOW else at, truth))


@get("/api/games/{id:str}/story")
async def story(hall: Hall, request: Request[Any, Any, Any], id: str, since: int = 0) -> Response[bytes]:
    """One's own story, whole or from a number on."""
    room = await hall.room(id)
    player = hall.player_of(room, token_of(request))
    await room.caught_up(player)
    await room.settled()
    return json_response(room.session.told(player)[max(0, since) :])


@get("/api/games/{id:str}/ground.svg")
async def ground(hall: Hall, request: Request[Any, Any, Any], id: str) -> Response[bytes]:
    """The ground as a picture, to lie under the pieces."""
    room = await hall.room(id)
    return pages.svg(await pages.ground_of(hall, room, address_of(request)))


@get("/api/battles/{id:str}/map.svg")
async def battle_map(hall: Hall, id: str) -> Response[bytes]:
    """A battle before its first turn, as a picture."""
    return pages.svg(await pages.battle_map(hall, id))


@get("/api/battles/{id:str}/ground.svg")
async def battle_ground(hall: Hall, id: str) -> Response[bytes]:
    """The bare ground of a battle, as a picture."""
    return pages.svg(await pages.battle_ground(hall, id))


@get("/api/battles/{id:str}/paper/{what:str}")
async def battle_paper(hall: Hall, id: str, what: str, rules: str = "", house: str = "") -> Response[bytes]:
    """A quick reference or a roster of a battle on the shelf, to print."""
    return pages.printed(await pages.battle_paper(hall, id, rules, what, house))


@post("/api/battles/{id:str}/house", status_code=200)
async def house(hall: Hall, request: Request[Any, Any, Any], id: str) -> Response[bytes]:
    """House rules for a battle looked over: what cannot be, what clashes, what the battle settles itself."""
    wish = read(await limited(request, hall.limits.body), HouseWish)
    return json_response(await pages.house(hall, id, wish, address_of(request)))


@get("/api/games/{id:str}/invited")
async def invited(hall: Hall, id: str) -> Response[bytes]:
    """The battle, the rulebook and the house rules of a game, before one sits down."""
    return json_response(pages.invited((await hall.room(id)).session))


@get("/api/games/{id:str}/paper/{what:str}")
async def game_paper(hall: Hall, request: Request[Any, Any, Any], id: str, what: str) -> Response[bytes]:
    """The same for a game, under its own house rules; `setup` is how it stands for one's seat."""
    room = await hall.room(id)
    if what == pages.SETUP:
        return pages.printed(pages.setup(room.session, hall.player_of(room, token_of(request))))
    return pages.printed(await pages.game_paper(hall, room.session, what, address_of(request)))


@get("/api/games/{id:str}/file")
async def file(hall: Hall, request: Request[Any, Any, Any], id: str) -> Response[bytes]:
    """One's own redacted file; after the end the whole."""
    room = await hall.room(id)
    text = await files.download(hall, room, hall.player_of(room, token_of(request)), address_of(request))
    # The battle may be a stranger's, and so may its name.
    name = f"{slug(room.session.scenario.id)}-{id}".strip("-")
    headers = {"Content-Disposition": f'attachment; filename="{name}.jsonl"', "Cache-Control": "no-store"}
    return Response(text, media_type=GAME_FILE, headers=headers)


@post("/api/games/file")
async def upload(
    hall: Hall, request: Request[Any, Any, Any], resume: bool = False, seats: str | None = None
) -> Response[bytes]:
    """A file to watch, or with `resume` to go on with; `seats` says who commands whom."""
    body = await limited(request, hall.limits.upload, GAME_FILE)
    if not resume:
        return as_json(await files.watched(hall, body, address_of(request)))
    wanted = None if seats is None else chairs_wanted(seats.encode())
    return json_response(await files.resumed(hall, body, wanted, address_of(request)), 201)


@post("/api/games/file/seats")
async def file_seats(hall: Hall, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Who plays in a file that can go on."""
    body = await limited(request, hall.limits.upload, GAME_FILE)
    manned: Manned = await files.manned(hall, body, address_of(request))
    return json_response(manned)


@post("/api/games/{id:str}/branch")
async def branch(hall: Hall, request: Request[Any, Any, Any], id: str) -> Response[bytes]:
    """Play on from a past moment."""
    room = await hall.room(id)
    player = hall.player_of(room, token_of(request))
    wish = read(await limited(request, hall.limits.body), Branch)
    return json_response(await files.branch(hall, room, player, wish, address_of(request)), 201)


@get("/api/games/{id:str}/report")
async def report(hall: Hall, request: Request[Any, Any, Any], id: str) -> Response[bytes]:
    """The after-action report, one page to keep."""
    room = await hall.room(id)
    if room.session.outcome is None:
        raise Trouble(409, "not-yet", "The report is written when the battle is over.")
    return pages.printed(await files.report(hall, room, address_of(request)))


@get("/api/rules")
async def rules(hall: Hall, request: Request[Any, Any, Any], search: str = "", book: str = "") -> Response[bytes]:
    """Clauses with these words, the fittest first; without words all of them."""
    return as_json(await books.found_clauses(hall, search, book, address_of(request)))


@get("/api/rules/{clause:str}", sync_to_thread=False)
def rule(clause: str) -> Response[bytes]:
    """One clause."""
    return json_response(books.clause(clause))


@get("/api/rulebooks/{book:str}", sync_to_thread=False)
def glance(book: str) -> Response[bytes]:
    """The quick reference of a rulebook as printed, table by table, with the clauses of each."""
    return as_json(books.glance(book))


@get("/api/umpire", sync_to_thread=False)
def umpire_forms() -> Response[bytes]:
    """Every procedure of every rulebook, as a form."""
    return as_json(books.all_forms())


@post("/api/umpire")
async def umpire(hall: Hall, request: Request[Any, Any, Any]) -> Response[bytes]:
    """A procedure carried out with given dice, typed throws or a roll; or its odds."""
    wish = read(await limited(request, hall.limits.body), Umpire)
    return as_json(await books.umpire(hall.hands, wish, address_of(request)))


@post("/api/ledgers")
async def ledger(hall: Hall, request: Request[Any, Any, Any]) -> Response[bytes]:
    """A new ledger for a battle on a real table; the word it answers opens it."""
    wish = read(await limited(request, hall.limits.body), NewLedger)
    return json_response(await ledgers.begin(hall, wish, address_of(request)), 201)


@get("/api/ledger")
async def ledger_page(hall: Hall, request: Request[Any, Any, Any], after: str = "") -> Response[bytes]:
    """How a ledger stands, by the token of a seat; `null` where nothing has changed after the page that is known."""
    return json_response(await ledgers.look(hall, token_of(request), address_of(request), after))


@post("/api/ledger", status_code=200)
async def ledger_act(hall: Hall, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Ask something of a ledger, or change it."""
    wish = read(await limited(request, hall.limits.body), Act)
    return json_response(await ledgers.act(hall, token_of(request), wish, address_of(request)))


@post("/api/ledger/code")
async def ledger_code(hall: Hall, request: Request[Any, Any, Any]) -> Response[bytes]:
    """A new code with which others join; the one before it is worth nothing any more."""
    return json_response(await ledgers.code(hall, token_of(request), request.scope.get("server")), 201)


@post("/api/ledger/seats")
async def ledger_join(hall: Hall, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Join a ledger by its code; the answer's token opens a seat of one's own."""
    wish = read(await limited(request, hall.limits.body), Join)
    return json_response(await ledgers.join(hall, wish, address_of(request)), 201)


@get("/api/types", sync_to_thread=False)
def message_types() -> Response[str]:
    """The JSON schema of everything said over the wire."""
    return Response(types.FILE.read_text("utf-8"), media_type=MediaType.JSON)


@get("/api/openapi.json", sync_to_thread=False)
def described() -> Response[bytes]:
    """All these addresses as OpenAPI."""
    from roundtop.server.openapi import text

    return Response(text().encode(), media_type=MediaType.JSON)


@websocket("/api/games/{id:str}/play")
async def table_socket(hall: Hall, socket: WebSocket[Any, Any, Any], id: str) -> None:
    """One seat's connection."""
    query = socket.query_params
    try:
        since = int(query.get("since", "-1"))
    except ValueError:
        since = -1
    await play(hall, socket, id=id, token=query.get("token", ""), since=since, address=address_of(socket))


# ---------------------------------------------------------------- the whole


def told(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Every trouble in one form."""
    status, plain = 500, {"code": "fault", "message": "A fault of the server; it is in its log."}
    if isinstance(error, (StoreError, BrokenError)):
        error = not_kept(error.__cause__ if isinstance(error, BrokenError) else error)
    if isinstance(error, Trouble):
        status, plain = error.status, error.plain()
    elif isinstance(error, HTTPException) and error.status_code < 500:
        status, plain = error.status_code, plainly(request, error).plain()
    else:
        LOG.error("%s %s", request.method, request.url.path, exc_info=error)
    response = json_response({"error": plain}, status)
    response.headers.update(pages.HEADERS)
    if status == HTTP_405_METHOD_NOT_ALLOWED:
        response.headers["Allow"] = ", ".join(sorted(methods(request.url.path)))
    return response


def plainly(request: Request[Any, Any, Any], error: HTTPException) -> Trouble:
    """What is wrong with an address."""
    status = error.status_code
    if status == HTTP_404_NOT_FOUND:
        return Trouble(status, "no-such-address", "There is nothing at this address.")
    if status == HTTP_405_METHOD_NOT_ALLOWED:
        return Trouble(status, "wrong-method", f"{request.method} is not for this address.")
    for wrong in error.extra if isinstance(error.extra, list) else ():
        field = str(wrong.get("key", ""))
        return Trouble(status, "bad-request", f"{field}: {unread(ValueError(wrong.get('message', '')))[1]}", field)
    return Trouble(status, "bad-request", "This address cannot be read.")


ROUTES: Final = [
    shelf, seal, make, mine, take, remove, look, story, ground, battle_map, battle_ground, battle_paper, house,
    invited, game_paper, file, upload, file_seats, branch, report, rules, rule, glance, umpire_forms, umpire, ledger,
    ledger_page, ledger_act, ledger_code, ledger_join, message_types, described, table_socket,
]  # fmt: skip


def methods(path: str) -> set[str]:
    """What may be done at an address."""
    for pattern, found in METHODS.items():
        if fits(pattern, path):
            return found
    return {"GET", "OPTIONS"}


def fits(pattern: str, path: str) -> bool:
    """Whether an address is one of those a handler is for."""
    asked, found = pattern.split("/"), path.rstrip("/").split("/")
    return len(asked) == len(found) and all([one == other or one[:1] == "{" for one, other in zip(asked, found)])


def _methods() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for handler in ROUTES:
        if isinstance(handler, HTTPRouteHandler):
            for path in handler.paths:
                found.setdefault(path, {"OPTIONS"}).update(handler.http_methods)
    return dict(sorted(found.items(), key=lambda one: one[0].count("{")))


METHODS: Final = _methods()
"""By the pattern of their address, plain ones first."""


@route(list(METHODS), http_method="OPTIONS", status_code=204, sync_to_thread=False)
def options(request: Request[Any, Any, Any]) -> Response[None]:
    return Response(None, status_code=204, headers={"Allow": ", ".join(sorted(methods(request.url.path)))})


def application(the_hall: Callable[[], Hall], lifespan: Lifespan = ()) -> Litestar:
    """All pages of a hall."""
    return Litestar(
        [options, *ROUTES, *pages.ROUTES],
        lifespan=list(lifespan),
        dependencies={"hall": Provide(the_hall, sync_to_thread=False)},
        exception_handlers={Exception: told},
        request_max_body_size=None,
        response_headers=[ResponseHeader(name=name, value=value) for name, value in pages.HEADERS.items()],
        openapi_config=None,
    )
