"""Nothing anybody sends holds up the others: the loop of the server is watched beside a game that goes on."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import cos, pi, sin
from pathlib import Path
from typing import Any, Final, get_args

import httpx
import pytest

from roundtop.battle.codec import written
from roundtop.battle.game import Game
from roundtop.battle.gamefile import RESUMED, SEEDED, About, Source, chained, text
from roundtop.battle.scenario import Regiment, Scenario
from roundtop.battles import load
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks import rulebook
from roundtop.server import app, wire
from roundtop.server.limits import Limits
from roundtop.table.ground import Area
from roundtop.table.pose import Point
from tests.crash import SIDES, Player
from tests.server.house import FIELD, ROOMY, RULES, House, Person, bearer
from tests.server.loop import WatchedHouse, WatchedLoop, watched_house
from tests.server.test_play import play_on

LONGEST: Final = 0.020 if sys.gettrace() is None else 0.200
"""Seconds of processor time that the loop may be held; a tracer takes its own."""


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedHouse]:
    as_served = replace(ROOMY, loop_size=Limits().loop_size, loop_seconds=Limits().loop_seconds)
    with watched_house(tmp_path_factory.mktemp("watched") / "games.sqlite", as_served) as found:
        yield found


@contextmanager
def unheld(house: WatchedHouse, what: str) -> Iterator[None]:
    """Fail where the loop was held too long meanwhile."""
    house.held()
    yield
    found = [f"{1000 * spent:.0f} ms: {by}" for spent, by in house.held() if spent > LONGEST]
    assert not found, f"{what} held the loop: {found}"


@contextmanager
def ticking(house: House) -> Iterator[Player]:
    """A game that goes on beside everything else."""
    player = Player(house, house.make(), "ticking")
    player.start()
    assert player.playing.wait(30)
    yield player
    assert not player.fault


def test_the_watch_sees_what_holds_a_loop() -> None:
    loop = WatchedLoop()
    done = loop.create_future()

    def hold() -> None:
        begun = time.thread_time()
        while time.thread_time() < begun + 0.03:
            pass
        done.set_result(None)

    loop.call_soon(hold)
    loop.run_until_complete(done)
    loop.close()
    assert [spent >= 0.03 for spent, _ in loop.noted] == [True]


# ---------------------------------------------------------------- files that strangers make


def wood(corners: int, x: float = 700, y: float = 480, size: float = 100) -> Area:
    """A wood with so many corners, its edge jagged and crossing itself nowhere."""
    found: list[Point] = []
    for n in range(corners):
        out = size if n % 2 else 0.6 * size
        found.append((round(x + out * cos(2 * pi * n / corners), 2), round(y + out * sin(2 * pi * n / corners), 2)))
    return Area("woods", tuple(found))


def tangle(corners: int) -> Area:
    """A wood whose corners lie anywhere."""
    stream = Stream("tangle")
    return Area("woods", tuple([(stream.below(1440), stream.below(960)) for _ in range(corners)]))


def wooded(*woods: Area) -> Scenario:
    field = load(FIELD)
    return replace(field, ground=replace(field.ground, areas=woods))


def game_file(scenario: Scenario) -> bytes:
    """The file of a game that has just begun, by the program's own writer."""
    game = Game(rulebook(RULES), scenario, {}, Seeded("file"))
    return text(game, About("0", Source(SEEDED, "file"), {"union": "you", "confederate": "captain"})).encode()


def reworded(file: bytes, **header: Any) -> bytes:
    """A file with another header, every line with its right hash."""
    lines = [json.loads(line) for line in file.splitlines()]
    lines[0] |= header
    chain = ""
    found: list[str] = []
    for line in lines:
        del line["chain"]
        chain = chained(chain, written(line))
        found.append(written({**line, "chain": chain}))
    return ("\n".join(found) + "\n").encode()


def post(house: House, path: str, body: bytes) -> httpx.Response:
    with httpx.Client(base_url=house.address, timeout=120, trust_env=False) as web:
        return web.post(path, content=body, headers={"Content-Type": "application/jsonl"})


def refused(answer: httpx.Response, *words: str) -> None:
    assert answer.status_code == 400, answer.text
    message = answer.json()["error"]["message"]
    for word in words:
        assert word in message


def test_a_wood_of_a_thousand_corners_is_refused_before_anybody_draws_it(watched: WatchedHouse) -> None:
    file = game_file(wooded(tangle(1000)))
    with ticking(watched), unheld(watched, "a wood of 1,000 corners"):
        answer = post(watched, "/api/games/file?resume=1", file)
        if answer.status_code == 201:
            watched.get(f"/api/games/{answer.json()['game']}/ground.svg")
        refused(answer, "areas[1].outline", "1,000 corners", "at most 150")
        refused(post(watched, "/api/games/file", file), "1,000 corners")


def test_a_tangle_is_no_wood_even_where_it_is_small(watched: WatchedHouse) -> None:
    with unheld(watched, "a tangle"):
        refused(post(watched, "/api/games/file?resume=1", game_file(wooded(tangle(120)))), "crosses itself")


def test_a_battle_for_a_rulebook_that_nobody_has_is_refused(watched: WatchedHouse) -> None:
    field = load(FIELD)
    file = game_file(replace(field, rulebooks=(*field.rulebooks, "chamberlian")))
    refused(post(watched, "/api/games/file?resume=1", file), "rulebook 'chamberlian': did you mean 'chamberlain'?")


@pytest.mark.parametrize(("id", "name"), [('x"; a="Ü', "x-a-u-"), ("\U0001f600", "")])
def test_a_file_of_a_battle_with_an_odd_name_is_given_a_plain_one(watched: WatchedHouse, id: str, name: str) -> None:
    made = post(watched, "/api/games/file?resume=1", game_file(replace(load(FIELD), id=id))).json()
    answer = watched.get(f"/api/games/{made['game']}/file", made["seats"][0]["token"])
    assert answer.headers["content-disposition"].startswith(f'attachment; filename="{name}{made["game"].strip("-")}')


def test_a_wood_of_two_hundred_thousand_corners_is_refused_at_once(watched: WatchedHouse) -> None:
    file = game_file(wooded(wood(8)))
    lines = file.decode().splitlines()
    header = json.loads(lines[0])
    stream = Stream("wood")
    header["ground"]["areas"][0]["outline"] = [[stream.below(1440), stream.below(960)] for _ in range(200_000)]
    with ticking(watched), unheld(watched, "a wood of 200,000 corners"):
        refused(post(watched, "/api/games/file", reworded(file, ground=header["ground"])), "200,000 corners")


def test_as_many_corners_as_there_may_be_are_drawn_beside_the_loop(watched: WatchedHouse) -> None:
    woods = [wood(150, 120 + 220 * n, 480, 100) for n in range(6)]
    with ticking(watched), unheld(watched, "the largest ground"):
        answer = post(watched, "/api/games/file?resume=1", game_file(wooded(*woods)))
        assert answer.status_code == 201, answer.text
        for _ in range(3):
            picture = watched.get(f"/api/games/{answer.json()['game']}/ground.svg")
            assert picture.status_code == 200, picture.text
            assert picture.text.startswith("<svg")
        token = answer.json()["seats"][0]["token"]
        assert watched.get(f"/api/games/{answer.json()['game']}/table", token).status_code == 200


def crowded(each: int) -> Scenario:
    """A wide field with so many regiments a side, in ranks."""
    field = load(FIELD)
    found: list[Regiment] = []
    for model, front in ((field.regiments[0], 3000), (field.regiments[5], 5000)):
        for number in range(each):
            deep = 400 * (number // 40)
            place = (200 + 280 * (number % 40), front - deep if front < 4000 else front + deep)
            found.append(replace(model, id=f"{model.side}-{number}", name=f"{model.side} {number}", place=place))
    return replace(field, ground=replace(field.ground, width=12_000, depth=8_000), regiments=tuple(found))


def test_a_battle_too_large_to_look_at_in_the_loop_is_only_watched(watched: WatchedHouse) -> None:
    refused(post(watched, "/api/games/file?resume=1", game_file(crowded(240))), "at most 150,000 are played")


def test_four_thousand_players_are_refused_at_once(watched: WatchedHouse) -> None:
    file = game_file(wooded())
    players = [{"is": "Player", "id": f"p{n}", "side": "union", "name": "", "formations": []} for n in range(4000)]
    with ticking(watched), unheld(watched, "4,000 players"):
        answer = post(watched, "/api/games/file/seats", reworded(file, players=players))
        refused(answer, "players", "4,000 players", "at most 20")


def test_a_token_named_often_is_looked_up_once(watched: WatchedHouse) -> None:
    made = watched.make()
    others = [watched.make()["union"] for _ in range(20)]
    with ticking(watched), unheld(watched, "one token 200 times"):
        found = watched.get(f"/api/games?tokens={','.join([made['union']] * 200)}").json()
        assert [one["game"] for one in found] == [made["game"]]
        assert len(watched.get(f"/api/games?tokens={','.join([made['union'], *others] * 9)}").json()) == 21


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"title": "x" * 300}, "title: this text has 300 characters"),
        ({"options": {"deep": json.loads("[" * 40 + "]" * 40)}}, "more than 32 deep"),
        ({"format": 1e300}, "1e+300 is no number"),
        ({"seats": {f"s{n}": "you" for n in range(50)}}, "seats: 50 seats; at most 20"),
        ({"players": []}, "players are not those of its battle"),
        ({"options": {"no_such": 1}}, "no such option"),
        ({"title": 5}, "'title' must be text"),
    ],
)
def test_what_is_beyond_the_bounds_is_said_with_its_field(
    watched: WatchedHouse, change: dict[str, Any], words: str
) -> None:
    refused(post(watched, "/api/games/file?resume=1", reworded(game_file(wooded()), **change)), words)


def test_nobody_goes_on_from_a_snapshot_that_cannot_be_proved(watched: WatchedHouse) -> None:
    """Whatever stands in one would be carried out in the loop: here ten thousand throws for commanders."""
    game, shot = [json.loads(line) for line in game_file(wooded()).splitlines()[:2]]
    shot["battle"]["agenda"] = [{"is": "RateCommanders"}] * 10_000
    begun = {name: game[name] for name in ("roundtop", "engine", "rules", "dice", "hash")}
    on = {"line": RESUMED, "entries": 0, "chain": "", **begun}
    forged = "".join([f"{json.dumps(line)}\n" for line in (game, shot, on)])
    with unheld(watched, "a forged snapshot"):
        for path in ("/api/games/file?resume=1", "/api/games/file/seats"):
            refused(post(watched, path, reworded(forged.encode())), "from a snapshot")


def test_no_number_is_no_number(watched: WatchedHouse) -> None:
    file = game_file(wooded()).replace(b'"format":1', b'"format":NaN')
    refused(post(watched, "/api/games/file", file), "NaN is no number")


# ---------------------------------------------------------------- everything that can be asked

SEATS: Final = {side: {"kind": "here"} for side in SIDES}
BODIES: Final[dict[str, Any]] = {
    "/api/games": {"battle": "gettysburg-first-day", "rules": "chamberlain", "seats": SEATS},
    "/api/games/{id:str}/take": {"player": "union"},
    "/api/games/{id:str}/branch": {"at": 3},
    "/api/umpire": {"rulebook": RULES, "procedure": "commander-rating", "situation": {}, "odds": True},
}
QUERIES: Final = {
    "/api/games/{id:str}/table": ("", "?at=5"),
    "/api/rules": ("", "?search=charge%20the%20guns", "?book=skirmish"),
    "/api/games/file": ("", "?resume=1"),
}


def requests(game: str) -> Iterator[tuple[str, str, Any]]:
    """Every kind of request the server has, as its table of routes says."""
    names = {"id": game, "what": "roster", "clause": rulebook(RULES).ledger.clauses[0].id, "path": "index.html"}
    for handler in app.ROUTES:
        for pattern in handler.paths:
            for method in getattr(handler, "http_methods", ()):
                path = "/".join([filled(part, names) for part in pattern.split("/")])
                if pattern.startswith("/api/battles"):
                    path = path.replace(game, "little-round-top")
                for query in QUERIES.get(pattern, ("",)):
                    yield str(getattr(method, "value", method)), path + query, BODIES.get(pattern)


def filled(part: str, names: dict[str, str]) -> str:
    return names.get(part.strip("{}").partition(":")[0], "x") if part.startswith("{") else part


def test_no_request_holds_the_loop(watched: WatchedHouse) -> None:
    made = watched.make()
    people = {side: watched.sit(made["game"], made[side]) for side in SIDES}
    play_on(people, Stream("long"), 60)
    file = game_file(wooded(wood(100)))
    asked: set[str] = set()
    with ticking(watched), watched.web as web:
        for method, path, body in sorted(requests(made["game"]), key=lambda one: one[0] == "DELETE"):
            with unheld(watched, f"{method} {path}"):
                content = file if "/file" in path else json.dumps(body or {}).encode()
                kind = "application/jsonl" if "/file" in path else "application/json"
                headers = {**bearer(made["union"]), "Content-Type": kind}
                answer = web.request(method, path, content=content if method == "POST" else None, headers=headers)
                assert answer.status_code < 500, (method, path, answer.text)
                if answer.status_code < 300:
                    asked.add(path.partition("?")[0])
    assert len(asked) >= 19, asked


def test_a_long_game_is_read_and_told_without_holding_the_loop(watched: WatchedHouse) -> None:
    made = watched.make()
    people = {side: watched.sit(made["game"], made[side]) for side in SIDES}
    play_on(people, Stream("whole"))
    with ticking(watched), unheld(watched, "a finished game"):
        for path in ("report", "file", "story", "table", "table?truth=1&at=40"):
            assert watched.get(f"/api/games/{made['game']}/{path}").status_code == 200
        assert watched.sit(made["game"]).hear()["type"] == "table"


MESSAGES: Final[dict[str, list[dict[str, Any]]]] = {
    "command": [
        {"version": 0, "answer": {"is": "Chosen", "keys": [f"k{n}" for n in range(5000)]}},
        {"version": 0, "answer": {"is": "Assigned", "pairs": [[f"s{n}", "x"] for n in range(3000)]}},
        {"version": 0, "answer": {"is": "Traced", "points": [[n, n] for n in range(4000)]}},
    ],
    "undo": [{}],
    "throw": [{"entry": "6 " * 190}],
    "preview": [{"pose": {"x": 10.0, "y": 10.0, "facing": 0}}, {"pose": {"x": 9e4, "y": -9e4, "facing": 77}}],
    "forecast": [{"answer": {"is": "Confirmed", "yes": True}}],
    "carry": [{"deed": "move", "piece": "nobody"}, {"deed": "fire", "piece": "", "onto": "1st-grey"}],
    "look": [{"piece": "nobody"}],
    "why-not": [{"piece": "nobody"}],
    "moments": [{"since": 0, "whole": True}],
    "turning": [{}],
    "chat": [{"text": "x" * 1000}],
    "offer": [{"what": "own-dice"}],
    "reply": [{"offer": 1, "yes": False}],
    "back": [{}],
    "claim": [{}],
    "ping": [{}],
    "concede": [{}],
}


def test_no_message_holds_the_loop(watched: WatchedHouse) -> None:
    assert set(MESSAGES) == {kind.__struct_config__.tag for kind in get_args(wire.Said)}
    made = watched.make()
    people = {side: watched.sit(made["game"], made[side]) for side in SIDES}
    play_on(people, Stream("messages"), 12)
    with ticking(watched):
        for kind, several in MESSAGES.items():
            for more in several:
                for person in people.values():
                    given = {**more, "version": person.table["version"]} if "version" in more else more
                    with unheld(watched, kind):
                        assert person.ask(kind, **given).get("code") != "fault"


def test_marches_of_as_many_manoeuvres_as_there_may_be_do_not_hold_the_loop(watched: WatchedHouse) -> None:
    made = watched.make()
    people = {side: watched.sit(made["game"], made[side]) for side in SIDES}
    stream = Stream("marches")
    corners = [{"x": 10.0 + n, "y": 10.0 + 5 * (n % 2), "facing": 9000} for n in range(12)]
    asked = 0
    while asked < 6:
        play_on(people, stream, 1)
        mover = next(person for person in people.values() if person.table["decision"])
        form = mover.table["decision"]["form"]
        if form["is"] != "March":
            continue
        asked += 1
        kinds = form["kinds"]
        wanted = [{"is": "Manoeuvre", "kind": kinds[n % len(kinds)], "amount": 0.3, "on": "left"} for n in range(40)]
        with unheld(watched, "a march of 40 manoeuvres"):
            answers = [
                mover.ask("preview", answer={"is": "Marched", "manoeuvres": wanted}),
                mover.ask("preview", pose={"x": 30.0, "y": 20.0, "facing": 9000}),
                mover.ask("preview", pose={"x": 30.0, "y": 20.0, "facing": 9000}, by=corners),
                mover.ask("look", piece=mover.table["decision"]["about"]),
                mover.command({"is": "Marched", "manoeuvres": wanted}),
            ]
        assert "fault" not in [answer.get("code") for answer in answers]


def asked_about(mover: Person, stream: Stream) -> list[dict[str, Any]]:
    """Everything that a mover may ask before he commands."""
    about = mover.table["decision"]["about"]
    answer = mover.answer(stream)
    found = [mover.ask("look", piece=about), mover.ask("why-not", piece=about), mover.ask("preview", answer=answer)]
    return [*found, mover.ask("preview", pose={"x": 60.0, "y": 40.0, "facing": 4500})]


@pytest.mark.slow
def test_a_large_battle_from_a_file_is_played_without_holding_the_loop(watched: WatchedHouse) -> None:
    field = crowded(30)
    woods = tuple([wood(150, 800 + 1900 * n, 4000, 700) for n in range(6)])
    file = game_file(replace(field, ground=replace(field.ground, areas=woods)))
    with ticking(watched), unheld(watched, "a large battle"):
        answer = post(watched, "/api/games/file?resume=1", file)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        here = {side: {"kind": "here"} for side in SIDES}
        token = made["seats"][0]["token"]
        branched = watched.post(f"/api/games/{made['game']}/branch", {"at": 0, "seats": here}, token)
        assert branched.status_code == 201, branched.text
        seats = {seat["player"]: seat["token"] for seat in branched.json()["seats"]}
        people = {side: watched.sit(branched.json()["game"], seats[side]) for side in SIDES}
        stream = Stream("large")
        for _ in range(30):
            play_on(people, stream, 1)
            mover = next(person for person in people.values() if person.table["decision"])
            said = asked_about(mover, stream)
            assert "fault" not in [one.get("code") for one in said]


@pytest.mark.parametrize(("battle", "rules"), [("brawners-farm", "order-cards"), ("little-round-top", RULES)])
def test_captains_of_a_battle_on_the_shelf_do_not_hold_the_loop(watched: WatchedHouse, battle: str, rules: str) -> None:
    with ticking(watched), unheld(watched, battle):
        made = watched.make(union="bot", confederate="bot", battle=battle, rules=rules)
        person = watched.sit(made["game"])
        person.hear()
        while len(person.entries) < 150:
            person.hear(60)


def test_many_at_once_are_all_answered_or_told_to_wait(tmp_path: Path) -> None:
    answers: list[httpx.Response] = []
    with watched_house(tmp_path / "few.sqlite", replace(Limits(), questions=2, workers=2)) as house:

        def ask(number: int) -> None:
            answers.append(house.get(f"/api/rules?search=word{number}"))

        crowd = [threading.Thread(target=ask, args=(number,)) for number in range(12)]
        for one in crowd:
            one.start()
        for one in crowd:
            one.join()
    assert {one.status_code for one in answers} == {200, 429}
    said = {one.json()["error"]["message"] for one in answers if one.status_code == 429}
    assert said == {"2 of your questions are waiting for an answer; ask again when they have it."}
