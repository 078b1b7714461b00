"""Whatever is sent, the answer is clear and nothing changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from roundtop.dice.sources import Stream
from roundtop.server.limits import Limits
from tests.server.house import FIELD, FILE, JSON, RULES, House, Person, bearer, open_house

SEATS = {"union": {"kind": "here"}, "confederate": {"kind": "here"}}
GAME: dict[str, Any] = {"battle": FIELD, "rules": RULES, "seats": SEATS}


def refused(answer: httpx.Response, status: int, code: str = "") -> dict[str, str]:
    assert answer.status_code == status, answer.text
    error: dict[str, str] = answer.json()["error"]
    assert error["message"]
    if code:
        assert error["code"] == code
    return error


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"battle": "waterloo"}, "unknown-battle"),
        ({"battle": "../../etc/passwd"}, "unknown-battle"),
        ({"battle": 7}, "malformed"),
        ({"rules": "chess"}, "unknown-rules"),
        ({"seats": {}}, "bad-seats"),
        ({"seats": {**SEATS, "british": {"kind": "here"}}}, "bad-seats"),
        ({"seats": {**SEATS, "union": {"kind": "king"}}}, "malformed"),
        ({"seats": {**SEATS, "union": {"kind": "bot", "bot": "os:system"}}}, "unknown-bot"),
        ({"seats": {**SEATS, "union": {"kind": "here", "nonce": "|"}}}, "malformed"),
        ({"options": {"no_such": True}}, "bad-options"),
        ({"dice": "loaded"}, "malformed"),
        ({"clock": -5}, "malformed"),
        ({"surprise": 1}, "malformed"),
        ({"seal": "forged"}, "no-such-seal"),
        (
            {"dice": "own", "seats": {"union": {"kind": "bot"}, "confederate": {"kind": "bot"}}},
            "nobody",
        ),
    ],
)
def test_a_game_that_cannot_be_is_not_made(house: House, change: dict[str, Any], code: str) -> None:
    refused(house.post("/api/games", {**GAME, **change}), 400, code)


def test_bodies_that_are_no_json_or_too_long(house: House) -> None:
    with house.web as web:
        refused(web.post("/api/games", content=b"{", headers=JSON), 400, "malformed")
        refused(web.post("/api/games", content=b"\xff\xfe", headers=JSON), 400, "malformed")
        refused(web.post("/api/games", content=b"[" * 5000, headers=JSON), 400, "malformed")
        refused(web.post("/api/games", content=b" " * 70_000, headers=JSON), 413, "too-long")
        refused(web.post("/api/games", content=(b" " * 1000 for _ in range(100)), headers=JSON), 413, "too-long")
        refused(web.post("/api/games/file", content=b"\xff", headers=FILE), 400)
        refused(web.post("/api/games/file", content=b'{"line":"nonsense"}\n', headers=FILE), 400, "bad-file")
        refused(web.put("/api/games", content=b"{}"), 405)
        refused(web.get("/api/nothing"), 404)
        refused(web.get("/api/games/none/table"), 404, "no-such-game")
        refused(web.get("/api/games/none/table?at=x"), 400)
        refused(web.post("/api/umpire", json={"rulebook": RULES, "procedure": "none"}), 400, "umpire")
        refused(web.get("/api/rules/no-such"), 404, "no-such-clause")


def test_files_outside_the_client_are_not_served(house: House) -> None:
    with house.web as web:
        for path in ("/../pyproject.toml", "/%2e%2e/app.py", "/..%2fapp.py", "/assets/..%2f..%2fapp.py"):
            answer = web.get(path)
            assert "Litestar" not in answer.text
            assert answer.status_code in (200, 400, 404)


def test_tokens_open_only_their_own_seat(house: House) -> None:
    one, other = house.make(), house.make()
    game = one["game"]
    refused(house.get(f"/api/games/{game}/table", other["union"]), 401, "bad-token")
    refused(house.get(f"/api/games/{game}/table", "guess"), 401, "bad-token")
    with house.web as web:
        for token in (other["union"], ""):
            answer = web.delete(f"/api/games/{game}", headers=bearer(token))
            refused(answer, 403, "not-yours")
    intruder = house.sit(game, "forged")
    assert intruder.hear()["code"] == "bad-token"
    with pytest.raises(ConnectionClosed):
        intruder.hear()
    tokens = [made[side] for made in (one, other) for side in ("union", "confederate")]
    assert len(set(tokens)) == 4
    assert all(len(token) >= 43 for token in tokens), "fewer than 256 bits"
    assert "token" not in house.get(f"/api/games/{game}/table").text


def test_messages_that_are_wrong_change_nothing(house: House) -> None:
    made = house.make()
    me = house.sit(made["game"], made["union"])
    watcher = house.sit(made["game"])
    me.hear()
    watcher.hear()
    before = house.get(f"/api/games/{made['game']}/table", made["union"]).json()
    answer = me.answer(Stream("hostile"))
    version = me.table["version"]
    for text in ("", "null", "[]", "7", '"x"', "{", '{"type":"undo"}', '{"type":"reign","id":"x"}',
                 '{"type":"chat","id":"","text":"x"}', '{"type":"chat","id":"x","text":""}', "[" * 3000,
                 json.dumps({"type": "chat", "id": "x", "text": "x" * 1001}),
                 json.dumps({"type": "command", "id": "x", "version": "1", "answer": answer}),
                 json.dumps({"type": "command", "id": "x", "version": version, "answer": 5}),
                 json.dumps({"type": "undo", "id": "x", "as": "confederate"})):  # fmt: skip
        me.socket.send(text)
        assert me.hear_until(lambda message: message["type"] == "error")["code"] == "malformed"
    me.socket.send(b"\xff\x00")
    assert me.hear()["code"] == "malformed"
    for bad in (
        {},
        {"is": "Chosen"},
        {"is": "Chosen", "keys": "abc"},
        {"is": "Battle"},
        {"is": "Chosen", "keys": [{"is": "Chosen", "keys": []}]},
        {"is": "Marched", "manoeuvres": [{"is": "Manoeuvre", "kind": "forward", "amount": "far"}]},
        {"is": "Placed", "pose": {"is": "Pose", "x": 1, "y": 2, "facing": "north"}},
        {"is": "Numbered", "number": True},
        {"is": "Confirmed", "yes": 1, "no": 2},
    ):
        reply = me.command(bad)
        assert reply["type"] in ("error", "refused"), bad
    reply = me.command({"is": "Marched", "manoeuvres": [{"is": "Manoeuvre", "kind": "forward", "amount": 1e308}]})
    assert reply["type"] == "refused"
    assert me.command(answer, version=version + 1)["type"] == "conflict"
    assert me.ask("throw", entry="6")["type"] == "refused"
    assert me.ask("undo")["type"] == "refused"
    assert me.ask("reply", offer=9, yes=True)["type"] == "refused"
    assert me.ask("offer", what="draw", bot="os:system")["code"] == "unknown-bot"
    for kind, more in (("command", {"version": version, "answer": answer}), ("undo", {}), ("concede", {}),
                       ("chat", {"text": "psst"}), ("throw", {"entry": "6"}), ("back", {})):  # fmt: skip
        assert watcher.ask(kind, **more)["code"] == "spectator"
    assert watcher.ask("preview", answer=answer)["code"] == "not-asked"
    after = house.get(f"/api/games/{made['game']}/table", made["union"]).json()
    assert after == before
    me.close()
    watcher.close()


def test_a_repeat_gets_its_first_reply_and_a_stale_one_a_conflict(house: House) -> None:
    made = house.make()
    me = house.sit(made["game"], made["union"])
    me.hear()
    answer = me.answer(Stream("repeat"))
    version = me.table["version"]
    assert me.command(answer, id="once") == {"type": "done", "id": "once"}
    me.ask("ping")
    seq = me.table["seq"]
    assert me.command(answer, id="once", version=version) == {"type": "done", "id": "once"}
    me.ask("ping")
    assert me.table["seq"] == seq
    out_of_turn = me.command(answer, id="again", version=me.table["version"])
    assert out_of_turn["type"] == "refused"
    stale = me.command(answer, id="stale", version=version - 1)
    assert stale["type"] == "conflict"
    assert me.command(answer, id="stale", version=me.table["version"]) == stale
    me.close()


def test_a_message_too_long_ends_the_connection(house: House) -> None:
    made = house.make()
    me = house.sit(made["game"], made["union"])
    me.hear()
    me.socket.send("x" * 100_000)
    with pytest.raises(ConnectionClosed) as closed:
        me.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_page_of_another_site_gets_no_connection(house: House) -> None:
    made = house.make()
    with pytest.raises((ConnectionClosed, InvalidStatus)):
        house.sit(made["game"], made["union"], origin="https://elsewhere.example").hear()
    own = house.sit(made["game"], made["union"], origin=house.address)
    assert own.hear()["type"] == "table"
    own.close()


def hurry(person: Person) -> None:
    for _ in range(50):
        person.ask("ping")


def test_limits_hold(tmp_path: Path) -> None:
    limits = Limits(messages_per_second=1.0, burst=5, games_per_day=2, sockets_per_address=2, requests_per_second=2.0)
    with open_house(tmp_path / "small.sqlite", limits) as house:
        made = house.make()
        house.make()
        refused(house.post("/api/games", GAME), 429, "too-many-games")
        one, two = house.sit(made["game"]), house.sit(made["game"])
        with pytest.raises((ConnectionClosed, InvalidStatus)):
            house.sit(made["game"]).hear()
        two.close()
        one.hear()
        with pytest.raises(ConnectionClosed) as closed:
            hurry(one)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        codes = {house.get("/api/rules?search=charge").status_code for _ in range(60)}
        assert codes == {200, 429}
