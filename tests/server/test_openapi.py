"""The description of the HTTP API is true: its types, its examples, and every status it names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest

from roundtop.dice.sources import Stream
from roundtop.server import openapi, wire
from roundtop.server.app import ROUTES, methods
from roundtop.server.ledgers import MOST_SEATS
from roundtop.server.limits import Limits
from tests.server.house import FIELD, FILE, RULES, House, bearer, open_house
from tests.server.test_hostile import GAME
from tests.server.test_pages import unfinished
from tests.server.test_play import play_on

DOCUMENT: Final = openapi.document()
COMMON: Final = (421, 429)
"""What every address may answer; `test_doors` and the small house below provoke them."""
DISK: Final = (500, 503, 507)
"""What a broken disk leads to: `test_words` breaks it."""


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, found in DOCUMENT["paths"].items():
        for method, operation in found.items():
            yield path, method, operation


def test_the_document_is_written_down_and_served(house: House) -> None:
    assert openapi.DOCUMENT.read_text("utf-8") == openapi.text(), "run `python -m roundtop.server.openapi`"
    answer = house.get("/api/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == DOCUMENT
    assert DOCUMENT["openapi"] == "3.1.0"


def test_every_address_is_described_and_says_what_it_is() -> None:
    described = [operation["operationId"] for _, _, operation in operations()]
    assert sorted(described) == sorted(openapi.SPOKEN)
    assert len(described) == len(ROUTES) - 1, "all but the WebSocket"
    assert [operation["operationId"] for _, _, operation in operations() if not operation["summary"]] == []
    text = json.dumps(DOCUMENT)
    for name in DOCUMENT["components"]["schemas"]:
        assert f'"#/components/schemas/{name}"' in text


def test_what_may_be_done_is_told(house: House) -> None:
    with house.web as web:
        for path, found in DOCUMENT["paths"].items():
            place = path.replace("{", "").replace("}", "")
            allowed = {"OPTIONS", *[method.upper() for method in found]}
            assert methods(place) == allowed
            for method in ("OPTIONS", "TRACE", "PATCH"):
                answer = web.request(method, place)
                assert answer.status_code == (204 if method == "OPTIONS" else 405)
                assert set(answer.headers["allow"].split(", ")) == allowed, (method, path)


def test_the_answers_are_of_the_types_that_are_told(house: House) -> None:
    """Strictly: nothing is missing, nothing is there that is not told."""
    made = house.make()
    paths = {
        "shelf": "/api/shelf", "rules": "/api/rules", "rule": "/api/rules/infantry-action.combat.blank",
        "umpire_forms": "/api/umpire", "look": f"/api/games/{made['game']}/table",
        "story": f"/api/games/{made['game']}/story", "mine": f"/api/games?tokens={made['union']}",
    }  # fmt: skip
    for name, path in paths.items():
        kind = openapi.SPOKEN[name].answers[200]
        found = house.get(path).json()
        if kind not in (wire.Table, list[wire.Told]):
            msgspec.convert(found, kind, strict=True)
        else:
            names = set(DOCUMENT["components"]["schemas"]["Table"]["properties"]) if kind is wire.Table else set()
            assert not names or set(found) == names


def test_the_examples_work(house: House) -> None:
    made, begun = house.make("open"), house.make()
    mine = bearer(begun["union"])
    with house.web as web:
        ledger = bearer(web.post("/api/ledgers", json={"battle": FIELD}).json()["ledger"])
        code = web.post("/api/ledger/code", headers=ledger).json()["code"]
    for path, method, operation in operations():
        values = {one["name"]: one["example"] for one in operation.get("parameters", ()) if "example" in one}
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")
        if not values and body is None:
            continue
        if "/games/{id}" in path:
            values["id"] = (begun if path.endswith("/branch") else made)["game"]
        if path.endswith("/seats"):
            body = {**body, "code": code}
        place = path.format(**values)
        query = {one["name"]: values[one["name"]] for one in operation.get("parameters", ()) if one["in"] == "query"
                 and one["name"] in values}  # fmt: skip
        with house.web as web:
            answer = web.request(
                method, place, params=query, json=body, headers=ledger if path == "/api/ledger" else mine
            )
        assert answer.status_code in (200, 201), (place, answer.text)


# ---------------------------------------------------------------- every status that is named


class Provoked:
    """Statuses that were seen, by operation."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.seen: dict[str, set[int]] = {}

    def ask(self, name: str, status: int, path: str, **more: Any) -> httpx.Response:
        method = next(method for _, method, operation in operations() if operation["operationId"] == name)
        with self.house.web as web:
            answer = web.request(method, path, **more)
        assert answer.status_code == status, (name, answer.text)
        self.seen.setdefault(name, set()).add(status)
        return answer


def games(provoked: Provoked) -> None:
    house, ask = provoked.house, provoked.ask
    made, begun = house.make(confederate="open"), house.make()
    game, at = made["game"], f"/api/games/{made['game']}"
    long = {"content": b" " * 70_000, "headers": {"Content-Type": "application/json"}}
    mine, forged = bearer(made["union"]), bearer("forged")
    for name, path in (("make", "/api/games"), ("take", f"{at}/take"), ("branch", f"{at}/branch")):
        ask(name, 400, path, json={"nonsense": 1})
        ask(name, 413, path, **long)
        ask(name, 415, path, content=b"{}")
        ask(name, 403, path, json={}, headers={"Origin": "http://elsewhere.example"})
    ask("seal", 201, "/api/seals")
    ask("seal", 403, "/api/seals", headers={"Origin": "http://elsewhere.example"})
    ask("make", 201, "/api/games", json=GAME)
    ask("mine", 200, "/api/games")
    for name, rest, body in (("take", "/take", {}), ("branch", "/branch", {"at": 0}), ("look", "/table", None),
                             ("story", "/story", None), ("remove", "", None), ("file", "/file", None),
                             ("report", "/report", None), ("ground", "/ground.svg", None),
                             ("game_paper", "/paper/sheet", None)):  # fmt: skip
        ask(name, 404, f"/api/games/none{rest}", json=body)
    ask("branch", 409, f"{at}/branch", json={"at": 0}, headers=mine)
    ask("take", 403, f"{at}/take", json={"invite": "forged"})
    ask("take", 200, f"{at}/take", json={"player": "confederate"})
    ask("take", 409, f"{at}/take", json={"player": "confederate"})
    for name, rest in (("look", "/table"), ("story", "/story"), ("file", "/file")):
        ask(name, 401, f"{at}{rest}", headers=forged)
        ask(name, 200, f"{at}{rest}", headers=mine)
    ask("look", 400, f"{at}/table?at=x")
    ask("look", 403, f"{at}/table?truth=true", headers=mine)
    ask("story", 400, f"{at}/story?since=x")
    ask("branch", 401, f"{at}/branch", json={"at": 0}, headers=forged)
    ask("branch", 403, f"{at}/branch", json={"at": 0})
    ask("branch", 201, f"{at}/branch", json={"at": 0}, headers=mine)
    ask("file", 403, f"{at}/file")
    ask("report", 409, f"{at}/report")
    ask("ground", 200, f"{at}/ground.svg")
    ask("game_paper", 200, f"{at}/paper/sheet")
    ask("game_paper", 200, f"{at}/paper/setup", headers=mine)
    ask("game_paper", 401, f"{at}/paper/setup", headers=forged)
    ask("game_paper", 400, f"{at}/paper/setup", headers={"Authorization": "Basic x"})
    ask("invited", 200, f"{at}/invited")
    ask("invited", 404, "/api/games/none/invited")
    ask("remove", 403, at)
    seats = {side: house.sit(begun["game"], begun[side]) for side in ("union", "confederate")}
    play_on(seats, Stream("openapi"), 3)
    seats["union"].ask("concede")
    ask("report", 200, f"/api/games/{begun['game']}/report")
    ask("remove", 200, f"/api/games/{game}", headers=bearer(made["owner"]))


def uploads(provoked: Provoked) -> None:
    house, ask = provoked.house, provoked.ask
    made = house.make()
    redacted = house.get(f"/api/games/{made['game']}/file", made["union"]).content
    whole = unfinished()
    for name, path in (("upload", "/api/games/file"), ("file_seats", "/api/games/file/seats")):
        ask(name, 400, path, content=b"a letter", headers=FILE)
        ask(name, 413, path, content=b" " * (Limits().upload + 1), headers=FILE)
        ask(name, 415, path, content=whole)
        ask(name, 403, path, content=whole, headers={**FILE, "Origin": "http://elsewhere.example"})
    watched = ask("upload", 200, "/api/games/file", content=redacted, headers=FILE)
    msgspec.convert(watched.json(), openapi.SPOKEN["upload"].answers[200], strict=True)
    ask("upload", 201, "/api/games/file?resume=1", content=whole, headers=FILE)
    ask("file_seats", 200, "/api/games/file/seats", content=whole, headers=FILE)


def pages(provoked: Provoked) -> None:
    ask = provoked.ask
    for name in ("shelf", "rules", "umpire_forms", "message_types", "described"):
        path = next(path for path, _, operation in operations() if operation["operationId"] == name)
        ask(name, 200, path)
    ask("rule", 200, "/api/rules/infantry-action.combat.blank")
    ask("rule", 404, "/api/rules/none")
    ask("glance", 200, "/api/rulebooks/infantry-action")
    ask("glance", 404, "/api/rulebooks/none")
    ask("rules", 400, "/api/rules?search=" + "a" * 201)
    for name, rest in (("battle_map", "map.svg"), ("battle_ground", "ground.svg"), ("battle_paper", "paper/sheet")):
        ask(name, 200, f"/api/battles/{FIELD}/{rest}")
        ask(name, 404, f"/api/battles/none/{rest}")
    given = dict(openapi.ASKED)
    wish, ours = {"rules": RULES}, f"/api/battles/{FIELD}/house"
    msgspec.convert(ask("house", 200, ours, json=wish).json(), openapi.SPOKEN["house"].answers[200], strict=True)
    ask("house", 400, ours, json={"rules": 1})
    ask("house", 403, ours, json=wish, headers={"Origin": "http://elsewhere.example"})
    ask("house", 404, "/api/battles/none/house", json=wish)
    ask("house", 413, ours, json={"rules": "x" * 70_000})
    ask("house", 415, ours, content=b"{}")
    ruled = ask("umpire", 200, "/api/umpire", json=given)
    msgspec.convert(ruled.json(), openapi.SPOKEN["umpire"].answers[200], strict=True)
    ask("umpire", 400, "/api/umpire", json={**given, "procedure": "none"})
    ask("umpire", 413, "/api/umpire", json={**given, "procedure": "x" * 70_000})
    ask("umpire", 415, "/api/umpire", content=b"{}")
    ask("umpire", 403, "/api/umpire", json=given, headers={"Origin": "http://elsewhere.example"})


def ledgers(provoked: Provoked) -> None:
    ask = provoked.ask
    made = ask("ledger", 201, "/api/ledgers", json={"battle": FIELD}).json()
    at, mine, nobody = "/api/ledger", bearer(made["ledger"]), bearer("nobody")
    for known in ("", "?after=0.0"):
        seen = ask("ledger_page", 200, at + known, headers=mine).json()
        msgspec.convert(seen, openapi.SPOKEN["ledger_page"].answers[200], strict=True)
    ask("ledger_page", 404, at, headers=nobody)
    ask("ledger_page", 400, at, headers={"Authorization": "Basic x"})
    ask("ledger", 404, "/api/ledgers", json={"battle": "none"})
    ask("ledger_act", 404, at, json={"act": "turn", "number": 0}, headers=nobody)
    ask("ledger_act", 409, at, json={"act": "turn", "number": 7}, headers=mine)
    for name, path in (("ledger", "/api/ledgers"), ("ledger_act", at), ("ledger_join", f"{at}/seats")):
        ask(name, 400, path, json={"nonsense": 1}, headers=mine)
        ask(name, 413, path, content=b" " * 70_000, headers={"Content-Type": "application/json"})
        ask(name, 415, path, content=b"{}")
        ask(name, 403, path, json={}, headers={"Origin": "http://elsewhere.example"})
    turned = ask("ledger_act", 200, at, json={"act": "turn", "number": 0}, headers=mine)
    msgspec.convert(turned.json(), openapi.SPOKEN["ledger_act"].answers[200], strict=True)
    invited = ask("ledger_code", 201, f"{at}/code", headers=mine).json()
    msgspec.convert(invited, openapi.SPOKEN["ledger_code"].answers[201], strict=True)
    ask("ledger_code", 404, f"{at}/code", headers=nobody)
    ask("ledger_code", 400, f"{at}/code", headers={"Authorization": "Basic x"})
    ask("ledger_code", 403, f"{at}/code", headers={**mine, "Origin": "http://elsewhere.example"})
    ask("ledger_join", 404, f"{at}/seats", json={"code": "nothing"})
    joined = [ask("ledger_join", 201, f"{at}/seats", json={"code": invited["code"]}) for _ in range(MOST_SEATS)]
    msgspec.convert(joined[-1].json(), openapi.SPOKEN["ledger_join"].answers[201], strict=True)
    ask("ledger_join", 409, f"{at}/seats", json={"code": invited["code"]})


def test_every_status_that_is_named_can_come(house: House) -> None:
    provoked = Provoked(house)
    games(provoked)
    uploads(provoked)
    pages(provoked)
    ledgers(provoked)
    named = {
        operation["operationId"]: {int(status) for status in operation["responses"]} - {*COMMON, *DISK}
        for _, _, operation in operations()
    }
    assert {name: sorted(found) for name, found in named.items()} == {
        name: sorted(found) for name, found in provoked.seen.items()
    }


def test_too_many_requests_are_told_everywhere(tmp_path: Path) -> None:
    with open_house(tmp_path / "games.sqlite", Limits(requests_per_second=0.001)) as house, house.web as web:
        for path, method, _ in operations():
            place = path.replace("{", "").replace("}", "")
            assert web.request(method, place).status_code == 429
            assert web.request(method, place, headers={"Host": "elsewhere.example"}).status_code == 421


@pytest.mark.parametrize("status", sorted({*COMMON, *DISK}))
def test_what_is_common_is_told_in_words(status: int) -> None:
    assert openapi.MEANING[status]
