"""Who is let in: by which names, from whose pages, with what in his hands, and how long he may take."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from roundtop.server.doors import Doors, bare, own_names
from roundtop.server.limits import Limits
from tests.server.house import FILE, JSON, ROOT, House, Person, open_house
from tests.server.test_hostile import GAME, refused

HURRIED: Final = Limits(request_seconds=0.6)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that is known by a name and stands behind a proxy, which is this computer."""
    doors = Doors(("Roundtop.Example:8000",), ("127.0.0.1",))
    limits = Limits(requests_per_second=1.0, games_per_day=3)
    with open_house(tmp_path_factory.mktemp("named") / "games.sqlite", limits, doors=doors) as found:
        yield found


def asked_as(house: House, host: str, path: str = "/api/rules?search=charge") -> httpx.Response:
    with house.web as web:
        return web.get(path, headers={"Host": host})


# ---------------------------------------------------------------- names


def test_a_server_answers_to_its_own_names_alone(house: House) -> None:
    port = urlsplit(house.address).port
    for host in ("localhost", "LOCALHOST", "127.0.0.1", "[::1]", f"127.0.0.1:{port}", "[::1]:80", "localhost."):
        assert asked_as(house, host).status_code == 200, host
    for host in ("elsewhere.example", f"elsewhere.example:{port}", "localhost.example", "127.0.0.1.example", "",
                 "192.168.1.5", "x" * 5000, "localhost:example", "[::1", "127.0.0.1@elsewhere.example"):  # fmt: skip
        for path in ("/", "/api/shelf", "/api/nothing"):
            answer = asked_as(house, host, path)
            refused(answer, 421, "unknown-host")
            assert answer.headers["x-content-type-options"] == "nosniff"


def test_whoever_says_two_names_says_none(house: House) -> None:
    place = urlsplit(house.address)
    for first, second in ((b"elsewhere.example", b"localhost"), (b"localhost", b"elsewhere.example")):
        with socket.create_connection((place.hostname or "", place.port or 80), timeout=20) as line:
            line.sendall(b"GET /api/shelf HTTP/1.1\r\nHost: %s\r\nHost: %s\r\n\r\n" % (first, second))
            assert line.recv(4096).startswith(b"HTTP/1.1 421 ")


def test_a_page_of_another_site_may_look_and_is_not_let_read(house: House) -> None:
    """As a link or a picture does, which no header tells from another's; its browser keeps the answer from it."""
    with house.web as web:
        answer = web.get("/api/shelf", headers={"Origin": "http://elsewhere.example"})
    assert answer.status_code == 200
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_a_page_whose_name_was_pointed_here_gets_no_connection_and_no_answer(house: House) -> None:
    """The browser believes the page and the server to be one site: only the name tells."""
    made = house.make()
    port = urlsplit(house.address).port
    host = f"rebound.example:{port}"
    with pytest.raises(InvalidStatus) as closed:
        house.sit(made["game"], made["union"], origin=f"http://{host}", additional_headers={"Host": host})
    assert closed.value.response.status_code == 421
    assert b"rebound.example" in closed.value.response.body
    with house.web as web:
        answer = web.post("/api/games", json=GAME, headers={"Host": host, "Origin": f"http://{host}"})
    refused(answer, 421, "unknown-host")


def test_a_name_that_is_given_is_answered_to(named: House) -> None:
    for host in ("roundtop.example", "roundtop.example:443"):
        assert asked_as(named, host).status_code == 200
    refused(asked_as(named, "other.example"), 421)


def test_friends_reach_a_server_that_listens_everywhere_by_address_and_by_name(tmp_path: Path) -> None:
    with open_house(tmp_path / "games.sqlite", host="0.0.0.0") as house:
        assert urlsplit(house.address).hostname == "127.0.0.1", "where the host himself finds it"
        for host in ("192.168.1.5:8000", "10.0.0.7", "[fe80::1]:8000", "0.0.0.0", *own_names()):
            assert asked_as(house, host).status_code == 200, host
        refused(asked_as(house, "elsewhere.example"), 421)


def test_a_host_in_one_spelling() -> None:
    assert bare("Example.ORG:80") == "example.org"
    assert bare("[0:0:0:0:0:0:0:1]:80") == "::1"
    assert bare("::1") == "::1"
    assert bare("example.org.") == "example.org"


# ---------------------------------------------------------------- pages of others, proxies


def test_a_page_of_another_site_changes_nothing(house: House) -> None:
    made = house.make()
    with house.web as web:
        for origin in ("https://elsewhere.example", "null", "http://[", "http://[::1"):
            headers = {"Origin": origin, "Authorization": f"Bearer {made['owner']}"}
            refused(web.delete(f"/api/games/{made['game']}", headers=headers), 403, "other-site")
            refused(web.post("/api/seals", headers=headers), 403, "other-site")
        assert web.get("/api/rules?search=charge", headers={"Origin": "https://elsewhere.example"}).status_code == 200
        assert web.post("/api/seals", headers={"Origin": house.address}).status_code == 201
    assert house.get(f"/api/games/{made['game']}/table").status_code == 200


def forwarded(house: House, address: str) -> int:
    with house.web as web:
        return web.post("/api/games", json=GAME, headers={"X-Forwarded-For": address}).status_code


def test_what_a_visitor_says_of_his_address_is_not_believed(tmp_path: Path) -> None:
    with open_house(tmp_path / "games.sqlite", Limits(games_per_day=2)) as house:
        assert [forwarded(house, f"10.0.0.{number}") for number in range(3)] == [201, 201, 429]


def test_what_a_named_proxy_says_of_a_visitor_is_believed(named: House) -> None:
    assert [forwarded(named, "10.0.0.1") for _ in range(4)] == [201, 201, 201, 429]
    assert forwarded(named, "10.0.0.2") == 201
    assert forwarded(named, "10.0.0.3, 10.0.0.1") == 429, "only what the proxy itself added counts"


def test_a_proxy_that_is_no_address_is_refused() -> None:
    with pytest.raises(ValueError, match="--proxy nginx"):
        Doors(proxies=("nginx",))


# ---------------------------------------------------------------- bodies


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json"])
def test_bodies_of_another_type_are_refused(house: House, kind: str) -> None:
    made = house.make(confederate="open")
    headers = {"Content-Type": kind} if kind else {}
    with house.web as web:
        for path in ("/api/games", f"/api/games/{made['game']}/take", f"/api/games/{made['game']}/branch",
                     "/api/umpire", "/api/games/file", "/api/games/file/seats"):  # fmt: skip
            refused(web.post(path, content=json.dumps(GAME).encode(), headers=headers), 415, "wrong-type")
        refused(web.post("/api/games/file", content=b"{}", headers=JSON), 415)
        refused(web.post("/api/games", content=b"{}", headers=FILE), 415)
        typed = {"Content-Type": "Application/JSON; charset=utf-8"}
        assert web.post("/api/games", content=json.dumps(GAME).encode(), headers=typed).status_code == 201


# ---------------------------------------------------------------- slow visitors


@pytest.mark.parametrize(
    ("path", "kind", "status"),
    [("/api/games/file", "application/jsonl", 413), ("/api/games", "text/plain", 415), ("/api/shelf", "x/y", 405)],
)
def test_whoever_sends_much_and_hangs_up_is_told_and_not_cut_off(
    house: House, path: str, kind: str, status: int
) -> None:
    place = urlsplit(house.address)
    with socket.create_connection((place.hostname or "", place.port or 80), timeout=20) as line:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {kind}\r\n"
        line.sendall(f"{head}Content-Length: 9000000\r\n\r\n".encode() + b" " * 9_000_000)
        assert line.recv(1000).startswith(f"HTTP/1.1 {status} ".encode())


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("hurried") / "games.sqlite", HURRIED) as found:
        yield found


def drops(house: House, first: bytes, drop: bytes, seconds: float = 60.0) -> tuple[bytes, float]:
    """Send a beginning and then a drop every tenth of a second; what comes back, and when the line was cut."""
    place = urlsplit(house.address)
    assert place.hostname
    began = time.monotonic()
    got = b""
    with socket.create_connection((place.hostname, place.port or 80), timeout=0.1) as line:
        line.sendall(first)
        while time.monotonic() < began + seconds:
            try:
                part = line.recv(4096)
                if not part:
                    return got, time.monotonic() - began
                got += part
            except TimeoutError:
                pass
            except ConnectionError:
                return got, time.monotonic() - began
            try:
                if drop:
                    line.sendall(drop)
            except ConnectionError:
                return got, time.monotonic() - began
    raise AssertionError(f"still open after {seconds} s")


HEAD: Final = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("first", "drop", "said"),
    [
        (b"", b"", b"408"),
        (b"GET / HT", b"", b"408"),
        (HEAD, b"X: 1\r\n", b"408"),
        (HEAD + b"Content-Length: 1000\r\n\r\n", b" ", b"408"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n", b"408"),
        (HEAD + b"".join([b"X: %s\r\n" % (b"x" * 1000) for _ in range(100)]), b"", b"431"),
        (b"GET /api/rules/none HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n", b" ", b"404"),
    ],
    ids=["silence", "half a line", "endless headers", "a slow body", "slow chunks", "a long head", "an unwanted body"],
)
def test_a_request_that_does_not_come_to_its_end_is_ended(
    hurried: House, first: bytes, drop: bytes, said: bytes
) -> None:
    got, seconds = drops(hurried, first, drop)
    assert got.split(b" ")[1:2] == [said], got
    assert seconds < Limits().request_seconds
    made = hurried.make()
    assert hurried.get(f"/api/games/{made['game']}/table").status_code == 200


SHAKE: Final = (
    b"GET /api/games/none/play HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.parametrize(
    "more",
    [b"Cookie: " + b"c" * 9000, b"\r\n".join([b"X-%d: x" % n for n in range(200)]), b"Content-Length: 5"],
    ids=["a long line", "many headers", "a body"],
)
def test_a_handshake_that_cannot_be_read_is_refused_in_words(hurried: House, more: bytes) -> None:
    got, seconds = drops(hurried, SHAKE + more + b"\r\n\r\n", b"")
    assert got.split(b" ")[1:2] == [b"400"], got
    assert b"no line of more than 8,192 bytes" in got
    assert seconds < Limits().request_seconds


def test_a_line_that_breaks_off_is_no_fault_in_the_log(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "roundtop.server", "--port", "0", "--request-seconds", "0.3"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=env, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        house = House(process.stdout.readline().split()[-1].rstrip("/"), process)
        drops(house, HEAD + b"Content-Length: 1000\r\n\r\n", b" ")
        place = urlsplit(house.address)
        with socket.create_connection(("127.0.0.1", place.port or 80)) as line:
            line.sendall(HEAD + b"Content-Length: 1000\r\n\r\n")
        assert house.get("/api/rules?search=charge").status_code == 200
        process.terminate()
        log = process.stderr.read()
    assert "ERROR" not in log
    assert "Traceback" not in log


def asked_for_much(house: House) -> socket.socket:
    """Somebody with little room who has asked for more megabytes than a system keeps for him."""
    place = urlsplit(house.address)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((place.hostname or "", place.port or 0))
    line.sendall(f"GET /api/umpire HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode() * 24)
    return line


def received(line: socket.socket) -> int:
    """How much comes until the line is closed, or nothing more comes."""
    line.settimeout(20)
    found = 0
    with suppress(TimeoutError, ConnectionError):
        while part := line.recv(1_000_000):
            found += len(part)
    return found


def test_an_answer_that_is_not_taken_is_not_kept(hurried: House) -> None:
    with asked_for_much(hurried) as line:
        time.sleep(4)
        left = received(line)
    with asked_for_much(hurried) as line:
        assert received(line) > left + 1_000_000
    assert hurried.get("/api/shelf").status_code == 200


def test_whoever_is_quick_is_not_hurried(hurried: House) -> None:
    """Requests one after another on one line, a table that is only listened to, a body in several parts."""
    made = hurried.make()
    me = hurried.sit(made["game"], made["union"])
    me.hear()
    with hurried.web as web:
        for _ in range(10):
            assert web.get(f"/api/games/{made['game']}/table").status_code == 200
            time.sleep(0.1)
        body = json.dumps(GAME).encode()
        parts = (body[start : start + 20] for start in range(0, len(body), 20))
        assert web.post("/api/games", content=parts, headers=JSON).status_code == 201
    assert me.ask("ping")["type"] == "pong"


# ---------------------------------------------------------------- floods, and addresses typed by hand


def flood(person: Person) -> None:
    for number in range(20_000):
        person.send("look", piece="x" * 50, id=str(number))
    while True:
        person.hear()


def test_a_flooder_who_does_not_listen_at_once_is_told_when_he_does(tmp_path: Path) -> None:
    """So much waits to be sent to him that the server cannot say why before he has heard some of it."""
    with open_house(tmp_path / "games.sqlite", Limits(messages_per_second=0.1, burst=200)) as house:
        made = house.make()
        flooder = house.sit(made["game"], made["union"])
        for _ in range(201):
            flooder.send("ping", id="x" * 60_000)
        time.sleep(0.5)
        with pytest.raises(ConnectionClosed) as closed:
            flooder.hear_until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429


def test_a_flooder_who_does_not_listen_is_told_why_he_is_shown_out(tmp_path: Path) -> None:
    limits = Limits(messages_per_second=10.0, burst=50)
    with open_house(tmp_path / "games.sqlite", limits) as house:
        made = house.make()
        for _ in range(5):
            flooder = house.sit(made["game"], made["union"])
            with pytest.raises(ConnectionClosed) as closed:
                flood(flooder)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429
        assert house.get(f"/api/games/{made['game']}/table").status_code == 200


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/game/x", "/#/game/x"),
        ("/join/abc/d-e_f", "/#/join/abc/d-e_f"),
        ("/rules", "/#/rules"),
        ("/%2f%2felsewhere.example%2fx", None),
        ("/game/a%0d%0ab", "/#/game/a%0D%0Ab"),
    ],
)
def test_an_address_typed_without_its_hash_leads_there(house: House, typed: str, meant: str | None) -> None:
    with house.web as web:
        answer = web.get(typed)
    if meant is None:
        assert answer.headers.get("location", "/#/").startswith("/#/")
    else:
        assert (answer.status_code, answer.headers["location"]) == (303, meant)


def test_what_the_page_itself_asks_is_let_in(house: House) -> None:
    """It names its own site and the right type."""
    with house.web as web:
        assert web.post("/api/games", json=GAME, headers={"Origin": house.address}).status_code == 201
