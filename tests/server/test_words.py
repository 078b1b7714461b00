"""Whatever is wrong is said in words: no fault of the server for a bad request, no traceback for a bad command line."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy import event

from roundtop.battle.game import Game
from roundtop.battle.gamefile import About, Source, chained
from roundtop.battle.gamefile import text as file_text
from roundtop.battles.shelf import load
from roundtop.cli import main
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks import rulebook
from roundtop.server.__main__ import main as server_main
from roundtop.server.hall import Hall
from roundtop.server.limits import Trouble
from roundtop.server.rescue import main as rescue
from roundtop.server.store import Row, Store, StoreError, not_kept
from roundtop.server.wire import Chair, NewGame, Take
from tests.server.aside import awaited
from tests.server.house import CONTEXT, FIELD, FILE, JSON, ROOMY, RULES, House, bearer, open_house, prepare
from tests.server.test_hostile import refused
from tests.server.test_play import play_on
from tests.server.test_room import in_hall

DEEP: Final = "x = " + "[" * 20_000
NOBODY: Final = 65_534


# ---------------------------------------------------------------- requests


@pytest.mark.parametrize(
    "path", ["/%00", "/a%00b", "/" + "x" * 300, "/" + "x" * 5000, "/" + "x/" * 3000, "/%ff", "/api/games/%00/table"]
)
def test_an_address_that_no_file_can_have_is_no_fault(house: House, path: str) -> None:
    with house.web as web:
        assert web.get(path).status_code in (303, 404)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/rules?search=charge&book=none", 200),
        ("/api/games/GAME/table?at=null", 400),
        ("/api/games/GAME/table?at=999999999999999999999999999999", 404),
        ("/api/games/GAME/table?at=-2", 404),
        ("/api/games/GAME/story?since=-99999999999999999999999999", 200),
        ("/api/games/GAME/paper/%00", 404),
        ("/api/battles/%2e%2e/map.svg", 404),
    ],
)
def test_a_query_that_makes_no_sense_is_answered(house: House, path: str, status: int) -> None:
    made = house.make()
    assert house.get(path.replace("GAME", made["game"]), made["union"]).status_code == status


@pytest.mark.parametrize(
    ("method", "path", "body", "said"),
    [
        ("GET", "/api/games/none/table?at=abc", "", "at: a whole number is expected, not a text"),
        ("GET", "/api/nowhere", "", "There is nothing at this address."),
        ("PUT", "/api/games", "", "PUT is not for this address."),
        ("POST", "/api/games", "{}", "the body: 'battle' is missing"),
        ("POST", "/api/games", '{"battle": 1}', "battle: a text is expected, not a whole number"),
        ("POST", "/api/games", '{"battles": 1}', "the body: there is no field 'battles'"),
        ("POST", "/api/games", "{", "the body: it breaks off, or has half a character in it"),
        ("POST", "/api/games", '{"battle": "\\ud800"}', "the body: it breaks off, or has half a character in it"),
        ("POST", "/api/games", "", "A body is sent with Content-Type: application/json here."),
    ],
)
def test_what_cannot_be_read_is_said_in_our_words(house: House, method: str, path: str, body: str, said: str) -> None:
    with house.web as web:
        answer = web.request(method, path, content=body or None, headers=JSON if body else {})
    assert answer.json()["error"]["message"] == said


def test_a_chair_that_cannot_be_read_is_named(house: House) -> None:
    said = '{"union": {"kind": "here"}, "confederate": {"kind": "throne"}}'
    with house.web as web:
        answer = web.post("/api/games/file", params={"resume": 1, "seats": said}, content="x", headers=FILE)
    assert (answer.status_code, answer.json()["error"]["field"]) == (400, "seats.confederate.kind")


def test_what_one_seat_sees_is_kept_by_nobody_on_the_way(house: House) -> None:
    made = house.make()
    for path in ("table", "story", "file"):
        answer = house.get(f"/api/games/{made['game']}/{path}", made["union"])
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")


def test_more_than_an_address_may_send_at_once_is_refused_before_it_is_taken(house: House) -> None:
    place = urlsplit(house.address)
    head = f"POST /api/games/file HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: application/jsonl\r\n"
    with ExitStack() as opened:
        there = (place.hostname or "", place.port or 0)
        lines = [opened.enter_context(socket.create_connection(there)) for _ in range(5)]
        for line in lines:
            line.sendall(f"{head}Content-Length: 7000000\r\n\r\n{{".encode())
            time.sleep(0.1)
        lines[-1].settimeout(20)
        assert b" 429 " in lines[-1].recv(1000)
    assert house.get("/api/shelf").status_code == 200


def test_whoever_takes_no_seat_in_particular_is_asked_which(house: House) -> None:
    answer = house.post(f"/api/games/{house.make()['game']}/take", {})
    assert (answer.status_code, answer.json()["error"]["field"]) == (400, "player")


def test_whoever_shows_what_is_no_token_is_told_and_does_not_merely_look_on(house: House) -> None:
    made = house.make()
    with house.web as web:
        answer = web.get(f"/api/games/{made['game']}/file", headers={"Authorization": "Basic dW5pb246"})
    assert (answer.status_code, answer.json()["error"]["field"]) == (400, "authorization")


def test_nobody_is_called_or_told_what_cannot_be_seen_or_turns_words_round(house: House) -> None:
    made = house.make()
    person = house.sit(made["game"], made["union"])
    for words in ("\x07bell", "\u202edrawkcab"):
        assert "nobody can see" in person.ask("chat", text=words)["message"]
        wish = {"player": "confederate", "name": words}
        with house.web as web:
            assert web.post(f"/api/games/{made['game']}/take", json=wish).json()["error"]["field"] == "name"
    assert person.ask("chat", text="two\nlines of 👨‍👩‍👧")["type"] != "refused"


def test_a_message_that_cannot_be_read_is_told_so_in_our_words(house: House) -> None:
    made = house.make()
    person = house.sit(made["game"], made["union"])
    for more, said in (
        ({"since": -1}, "since: a whole number >= 0 is expected"),
        ({"since": 0, "until": 9}, "this message: there is no field 'until'"),
        ({"since": 0, "whole": None}, "whole: true or false is expected, not nothing"),
    ):
        assert person.ask("moments", **more)["message"] == said


@pytest.mark.parametrize(("rules", "option"), [("order-cards", "deck"), ("skirmish", "weapons")])
@pytest.mark.parametrize("toml", [DEEP, "x = " + "9" * 5000])
def test_an_option_of_deep_or_endless_toml_is_refused(house: House, rules: str, option: str, toml: str) -> None:
    battle = next(one["id"] for one in house.get("/api/shelf").json()["battles"] if rules in one["rulebooks"])
    seats = {"union": {"kind": "here"}, "confederate": {"kind": "here"}}
    wish = {"battle": battle, "rules": rules, "seats": seats, "options": {option: toml}}
    assert option in refused(house.post("/api/games", wish), 400, "bad-options")["message"]


@pytest.mark.parametrize("value", [[[]], 10**400, -(10**400), {"a": {}}])
def test_an_option_of_a_strange_value_is_refused(house: House, value: Any) -> None:
    book = next(book for book in house.get("/api/shelf").json()["rulebooks"] if book["id"] == RULES)
    seats = {"union": {"kind": "here"}, "confederate": {"kind": "here"}}
    for option in book["options"]:
        wish = {"battle": FIELD, "rules": RULES, "seats": seats, "options": {option["name"]: value}}
        refused(house.post("/api/games", wish), 400)


def lines_of_a_game() -> list[dict[str, Any]]:
    game = Game(rulebook(RULES), load(FIELD), {}, Seeded("words"))
    whole = file_text(game, About("0", Source("seeded", "words"), {}))
    return [json.loads(line) for line in whole.splitlines()]


def as_file(lines: list[dict[str, Any]]) -> bytes:
    """Lines as a file whose chain is whole."""
    chain, out = "", []
    for line in lines:
        bare = {name: value for name, value in line.items() if name != "chain"}
        written = json.dumps(bare, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        chain = chained(chain, written)
        out.append(json.dumps({**bare, "chain": chain}))
    return ("\n".join(out) + "\n").encode()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1" + "0" * 400])
def test_a_number_that_is_none_in_a_watched_file_is_refused(house: House, number: str) -> None:
    lines = lines_of_a_game()
    lines[0]["ground"]["width"] = 12345.5
    lines[0]["scenario"]["ground"]["width"] = 12345.5
    file = as_file(lines).replace(b"12345.5", number.encode())
    with house.web as web:
        for path in ("/api/games/file", "/api/games/file?resume=1", "/api/games/file/seats"):
            refused(web.post(path, content=file, headers=FILE), 400, "bad-file")


# ---------------------------------------------------------------- the disk


def fill(hall: Hall) -> None:
    """No page more than there are."""

    def narrow(connection: Any, *_: object) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")

    assert hall.own is not None
    hall.own.engine.dispose()
    event.listen(hall.own.engine, "connect", narrow)


def test_a_new_game_on_a_full_disk_is_refused_in_words_and_leaves_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        hall = Hall(tmp_path / "games.sqlite", ROOMY)
        seats = {"union": Chair("here"), "confederate": Chair("invite")}
        kept = await hall.make(NewGame(FIELD, RULES, seats), "here")
        fill(hall)
        ticket, _ = hall.seal()
        with pytest.raises(StoreError, match="disk is full") as full:
            await hall.make(NewGame(FIELD, RULES, seats, seal=ticket, name="x" * 60), "here")
        told = not_kept(full.value)
        assert told.status == 507
        assert "disk is full" in told.message
        assert ticket in hall.seals, "the promise about the dice was not used up"
        assert list(hall.rooms) == [kept.game]
        hall.close()

    awaited(work())
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as disk:
        assert disk.execute("SELECT count(*) FROM games").fetchone() == (1,)
        assert disk.execute("SELECT count(*) FROM tokens").fetchone() == (2,)


def full_house(line: Any, data: Path) -> None:
    """A server whose disk is full from its start."""
    from roundtop.server.run import serve

    def make() -> Hall:
        hall = Hall(data, ROOMY)
        fill(hall)
        return hall

    serve("127.0.0.1", 0, data, ROOMY, line.send, make)


def test_a_full_disk_is_said_to_whoever_asks(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    with open_house(data) as house:
        made = house.make(confederate="invite")
    prepare()
    near, far = CONTEXT.Pipe()
    process = CONTEXT.Process(target=full_house, args=(far, data), daemon=True)
    process.start()
    far.close()
    assert near.poll(60)
    house = House(near.recv().rstrip("/"), process)
    try:
        seats = {"union": {"kind": "here"}, "confederate": {"kind": "here"}}
        wish = {"battle": FIELD, "rules": RULES, "seats": seats}
        assert "disk is full" in refused(house.post("/api/games", wish), 507, "not-kept")["message"]
        for _ in range(100):
            taken = house.post(f"/api/games/{made['game']}/take", {"invite": "none"})
            refused(taken, 403)
        me = house.sit(made["game"], made["union"])
        me.hear()
        said = [me.ask("chat", text="x" * 1000) for _ in range(20)]
        assert said[-1]["code"] == "not-kept"
        assert "disk is full" in said[-1]["message"]
        assert house.get(f"/api/games/{made['game']}/table", made["union"]).status_code == 200
    finally:
        house.stop()


def test_a_seat_that_cannot_be_kept_is_not_taken() -> None:
    async def work(hall: Hall) -> None:
        seats = {"union": Chair("here"), "confederate": Chair("open")}
        made = await hall.make(NewGame(FIELD, RULES, seats), "here")
        assert hall.own is not None
        with hall.own.engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA query_only = 1")
        with pytest.raises(Exception) as failed:  # noqa: PT011 - what it is is asked below
            await hall.take(made.game, Take(player="confederate"))
        told = not_kept(failed.value.__cause__)
        assert (told.status, told.code) == (503, "not-kept")
        with hall.own.engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA query_only = 0")
        taken = await hall.take(made.game, Take(player="confederate"))
        assert taken.player == "confederate"

    in_hall(work)


def damage(data: Path, game: str, number: int, record: str) -> None:
    with closing(sqlite3.connect(data)) as disk, disk:
        disk.execute("UPDATE log SET record = ? WHERE game = ? AND number = ?", (record, game, number))
        disk.execute("DELETE FROM log WHERE game = ? AND number = ? AND record = ?", (game, number, MISSING))


def deleted_by_its_maker(web: httpx.Client, made: dict[str, str], others: tuple[str, ...], maker: str) -> None:
    """Nobody else may delete a damaged game; its maker may, and then it is gone."""
    path = f"/api/games/{made['game']}"
    for token in others:
        refused(web.delete(path, headers=bearer(token)), 403, "not-yours")
    assert web.delete(path, headers=bearer(maker)).status_code == 200
    refused(web.get(f"{path}/table", headers=bearer(maker)), 404, "no-such-game")
    assert web.get(f"/api/games?tokens={made['union']}").json() == []


MISSING: Final = "missing"


@pytest.mark.parametrize("record", [MISSING, "{", '{"kind": "reign"}', '{"kind": "command", "player": "union"}'])
def test_a_damaged_game_says_so_and_the_others_go_on(
    tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "games.sqlite"
    with open_house(data) as house:
        made, other = house.make(), house.make()
        seats = {side: house.sit(made["game"], made[side]) for side in ("union", "confederate")}
        play_on(seats, Stream("damage"), 12)
    damage(data, made["game"], 8, record)
    with open_house(data) as house:
        told = refused(house.get(f"/api/games/{made['game']}/table", made["union"]), 500, "damaged")
        assert made["game"] in told["message"]
        assert "roundtop.server.rescue" in told["message"]
        here = house.sit(made["game"], made["union"])
        assert here.hear()["code"] == "damaged"
        assert house.get(f"/api/games/{other['game']}/table", other["union"]).status_code == 200
        tokens = f"{made['union']},{other['union']}"
        assert {one["game"] for one in house.get(f"/api/games?tokens={tokens}").json()} == {made["game"], other["game"]}
        assert "Error" not in told["message"]
        assert "Expecting" not in told["message"]
        out = tmp_path / "saved.jsonl"
        assert rescue([str(data)]) == 1
        assert f"{other['game']}: sound" in capsys.readouterr().out
        assert rescue([str(data), made["game"], str(out)]) == 0
        assert "the 8 records before it are sound" in capsys.readouterr().err
        with house.web as web:
            again = web.post("/api/games/file?resume=1", content=out.read_bytes(), headers=FILE)
            assert again.status_code == 201, again.text
            deleted_by_its_maker(web, made, (other["union"], ""), made["confederate"])


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("header", ["{", "[]", "{}"])
def test_a_game_whose_beginning_is_damaged_is_listed_as_such(tmp_path: Path, header: str, apart: bool) -> None:
    data = tmp_path / "games.sqlite"
    with open_house(data) as house:
        made = house.make()
    with closing(sqlite3.connect(data)) as disk, disk:
        disk.execute("UPDATE games SET header = ? WHERE id = ?", (header, made["game"]))
    with open_house(data, replace(ROOMY, loop_size=0) if apart else ROOMY) as house:
        refused(house.get(f"/api/games/{made['game']}/table", made["union"]), 500, "damaged")
        (listed,) = house.get(f"/api/games?tokens={made['union']}").json()
        assert (listed["game"], listed["moment"]) == (made["game"], "This game is damaged.")
        assert rescue([str(data), made["game"]]) == 1
        with house.web as web:
            deleted_by_its_maker(web, made, (made["union"], ""), made["owner"])
    assert rescue([str(tmp_path / "none.sqlite")]) == 2


def test_a_damaged_game_is_noted_once_and_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async def work(hall: Hall) -> None:
        seats = {"union": Chair("here"), "confederate": Chair("here")}
        made = await hall.make(NewGame(FIELD, RULES, seats), "here")
        hall.rooms.clear()
        await hall.store.write(Row(made.game, 0, '{"kind": "command",\n"at": 1}', "{}"))
        for _ in range(3):
            with pytest.raises(Trouble, match="is damaged"):
                await hall.room(made.game)

    in_hall(work)
    (noted,) = [one for one in caplog.records if "damaged" in one.getMessage()]
    assert noted.getMessage().startswith("game ")
    assert "KeyError: 'player' (session.py:" in noted.getMessage()
    assert noted.exc_info is None


def test_a_game_whose_name_begins_with_a_dash_is_looked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "games.sqlite"
    Store(data).close()
    assert rescue([str(data), "-2mfObkzAbx0"]) == 1
    assert "-2mfObkzAbx0: there is no such game" in capsys.readouterr().err


# ---------------------------------------------------------------- the command line


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may enter, for a server that is run by a user without rights."""
    found = Path(tempfile.mkdtemp())
    found.chmod(0o755)
    yield found
    shutil.rmtree(found)


def start_with(words: tuple[str, ...], cwd: Path, said: Path) -> None:
    """In a process of its own: `python -m roundtop.server`, and what it says."""
    os.chdir(cwd)
    sys.argv = ["roundtop.server", *words]
    with said.open("w") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    sys.exit(server_main())


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The server started with these words."""
    prepare()
    with tempfile.NamedTemporaryFile("r") as said:
        process = CONTEXT.Process(target=start_with, args=(words, cwd, Path(said.name)))
        process.start()
        process.join(60)
        assert process.exitcode is not None, "it was started all the same"
        return subprocess.CompletedProcess(words, process.exitcode, "", said.read())


def start_without_rights(line: Any, data: Path) -> None:
    """What a server says that is started by somebody whom rights bind, as they do not bind root."""
    from roundtop.server.run import ServeError, serve

    Store(None).close()
    if os.geteuid() == 0:
        os.setuid(NOBODY)
    try:
        serve("127.0.0.1", 0, data)
    except ServeError as error:
        line.send(str(error))


def refused_start(found: subprocess.CompletedProcess[str], *said: str) -> None:
    assert found.returncode == 2, found.stderr
    assert "Traceback" not in found.stderr
    last = found.stderr.strip().splitlines()[-1]
    for words in said:
        assert words in last


def corrupt(path: Path) -> None:
    """A database whose pages are there and make no sense."""
    with closing(sqlite3.connect(path)) as disk, disk:
        disk.execute("CREATE TABLE games (id TEXT)")
    whole = bytearray(path.read_bytes())
    whole[100:4096] = b"\xff" * 3996
    path.write_bytes(bytes(whole))


def test_data_that_cannot_be_used_is_refused_in_words(folder: Path) -> None:
    (folder / "letter.txt").write_text("Dear Fanny, " * 1000)
    corrupt(folder / "corrupt.sqlite")
    with closing(sqlite3.connect(folder / "other.sqlite")) as disk, disk:
        disk.execute("CREATE TABLE recipes (name TEXT)")
    refused_start(run("--data", str(folder), cwd=folder), "folder", "games.sqlite")
    refused_start(run("--data", "letter.txt", cwd=folder), "letter.txt", "not a SQLite database")
    refused_start(run("--data", "corrupt.sqlite", cwd=folder), "corrupt.sqlite", "damaged", "rescue")
    refused_start(run("--data", "other.sqlite", cwd=folder), "other.sqlite", "another program", "recipes")
    refused_start(run("--data", "none/games.sqlite", cwd=folder), "cannot be opened")
    refused_start(run("--data", "x" * 300, cwd=folder), "xxx", "file name too long")
    refused_start(run("--data", ":memory:", cwd=folder), ":memory:", "every game lost")
    refused_start(run("--port", "0", "--host", "", cwd=folder), "--host", "127.0.0.1 for this computer")
    refused_start(run("--port", "0", "--known-as", "a b", cwd=folder), "--known-as", "games.example.org")
    with closing(sqlite3.connect(folder / "other.sqlite")) as disk:
        assert disk.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


@pytest.mark.parametrize(("mode", "said"), [(0o755, "cannot be written"), (0o777, "cannot be written")])
def test_data_that_may_not_be_written_is_refused_in_words(folder: Path, mode: int, said: str) -> None:
    """The file in a folder that may be written to, and both."""
    data = folder / "games.sqlite"
    Store(data).close()
    data.chmod(0o444)
    folder.chmod(mode)
    prepare()
    near, far = CONTEXT.Pipe()
    process = CONTEXT.Process(target=start_without_rights, args=(far, data), daemon=True)
    process.start()
    far.close()
    assert near.poll(30), "it was started all the same"
    words = near.recv()
    assert str(data) in words
    assert said in words
    process.join(20)


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_is_none_is_refused_in_words(tmp_path: Path, port: str, capsys: pytest.CaptureFixture[str]) -> None:
    refused_start(run("--port", port, cwd=tmp_path), port, "65535")
    assert main(["play", "--port", port, "--data", str(tmp_path / "games.sqlite")]) == 2
    assert "65535" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("limit", ["--body=-5", "--request-seconds=nan", "--workers=-3", "--worker-seconds=inf"])
def test_a_limit_that_is_none_is_refused_in_words(tmp_path: Path, limit: str) -> None:
    refused_start(run("--port", "0", limit, cwd=tmp_path), limit.replace("=", " "), "a limit is a number from 0 on")
    assert list(tmp_path.iterdir()) == []


def test_a_port_in_use_is_named_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        refused_start(run("--port", port, cwd=tmp_path), f"--port {port}", "in use")
        assert main(["play", "--port", port, "--data", str(tmp_path / "games.sqlite")]) == 2
    said = capsys.readouterr().err
    assert f"--port {port} of 127.0.0.1 is in use already" in said
    assert "a file" not in said


def test_a_second_server_on_the_same_games_says_so_and_ends(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    link = tmp_path / "link.sqlite"
    link.symlink_to(data)
    with open_house(data) as house:
        for path in (data, link):
            refused_start(run("--port", "0", "--data", str(path), cwd=tmp_path), path.name, "another server")
        if sys.platform == "linux":
            (tmp_path / "games.sqlite-lock").unlink()
            refused_start(run("--port", "0", "--data", str(data), cwd=tmp_path), data.name, "another server")
        assert house.make()["game"]
        house.kill()
        with open_house(data) as again:
            assert again.make()["game"], "a lock must not outlive its server"
    (tmp_path / "twin.sqlite").hardlink_to(data)
    refused_start(run("--port", "0", "--data", str(data), cwd=tmp_path), data.name, "a second name (a hard link)")


def test_a_deeply_nested_scenario_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deep.toml").write_text(DEEP)
    assert main(["watch", str(tmp_path / "deep.toml")]) == 2
    assert "lists and tables lie more than 32 deep" in capsys.readouterr().err


def test_a_fault_that_is_no_trouble_of_the_disk_is_told_as_one_that_may_pass() -> None:
    assert not_kept(None).status == 503
    assert isinstance(not_kept(StoreError("x", full=True)), Trouble)
