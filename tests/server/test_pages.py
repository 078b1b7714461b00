"""The shelf, the rules, the umpire, the types and the client's own files."""

from __future__ import annotations

import json
from html import escape

import httpx
import pytest

from roundtop.battle.game import Game
from roundtop.battle.gamefile import About, Source
from roundtop.battle.gamefile import text as file_text
from roundtop.battles.shelf import ids, load
from roundtop.dice.sources import Seeded
from roundtop.report import paper
from roundtop.report.placed import placed
from roundtop.rulebooks import rulebook, rulebooks
from roundtop.server import pages, types, wire
from roundtop.server.hall import Hall
from roundtop.server.hands import Hands
from roundtop.server.limits import Trouble
from tests.ledger.fit import agrees
from tests.server.aside import awaited
from tests.server.house import FIELD, FILE, RULES, House, bearer


def test_the_shelf_has_every_battle_and_every_house_rule(house: House) -> None:
    shelf = house.get("/api/shelf").json()
    assert [battle["id"] for battle in shelf["battles"]] == list(ids())
    assert {book["id"] for book in shelf["rulebooks"]} == {book.id for book in rulebooks()}
    for book in shelf["rulebooks"]:
        assert len(book["options"]) == len(rulebook(book["id"]).ledger.choices)
    assert "captain" in shelf["bots"]
    for battle in shelf["battles"]:
        picture = house.get(battle["thumbnail"])
        assert picture.status_code == 200
        assert picture.text.startswith("<svg")
    assert house.get("/api/battles/none/map.svg").status_code == 404


def test_every_page_is_under_a_strict_policy_and_names_no_other_site(house: House) -> None:
    for path in ("/", "/game/abc", "/api/shelf", "/api/types", "/api/nothing"):
        answer = house.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    with house.web as web:
        assert web.get("/game/abc", follow_redirects=True).status_code == 200
    assert house.get("/missing.js").status_code == 404


def test_clauses_are_found_by_words_and_by_id(house: House) -> None:
    found = house.get("/api/rules?search=fast advance").json()
    assert found
    one = house.get(f"/api/rules/{found[0]['id']}").json()
    assert one == found[0]
    assert len(house.get("/api/rules").json()) == sum(len(book.ledger.clauses) for book in rulebooks())
    assert {clause["book"] for clause in house.get(f"/api/rules?book={RULES}").json()} == {RULES}


def test_the_umpire_answers_every_example_of_its_own_forms(house: House) -> None:
    forms = house.get("/api/umpire").json()
    assert len(forms) == sum(len(book.procedures) for book in rulebooks())
    with house.web as web:
        for form in forms:
            wish = {key: form[key] for key in ("rulebook", "procedure")} | form["example"]
            answer = web.post("/api/umpire", json=wish)
            assert answer.status_code == 200, answer.text
            routine = rulebook(form["rulebook"]).ledger.routines[form["procedure"]]
            assert agrees(json.loads(json.dumps(routine.example.expect)), answer.json()["outcome"]), form["procedure"]


def test_the_umpire_rolls_takes_typed_throws_and_gives_odds(house: House) -> None:
    with house.web as web:
        form = next(form for form in web.get("/api/umpire").json() if form["example"]["dice"])
        wish = {key: form[key] for key in ("rulebook", "procedure")} | {"situation": form["example"]["situation"]}
        rolled = web.post("/api/umpire", json={**wish, "roll": True}).json()
        assert rolled["dice"]
        assert rolled["working"]
        wanted = web.post("/api/umpire", json={**wish, "throws": []}).json()["wanted"]
        assert wanted["words"]
        odds = web.post("/api/umpire", json={**wish, "odds": True}).json()["odds"]
        assert odds
        both = web.post("/api/umpire", json={**wish, "odds": True, "roll": True})
        assert both.status_code == 400


def test_the_types_are_written_down_as_they_are(house: House) -> None:
    kept = types.FILE.read_text("utf-8")
    assert house.get("/api/types").json() == json.loads(kept)


@pytest.mark.interpreted("compiled classes no longer know the types of their fields")
def test_the_written_types_are_today_s() -> None:
    assert types.FILE.read_text("utf-8") == types.text(), "run python -m roundtop.server.types"


def test_every_message_of_the_server_has_a_type_of_its_own() -> None:
    defs = json.loads(types.FILE.read_text("utf-8"))["$defs"]
    tags = [form["properties"]["type"]["enum"][0] for form in defs.values() if "type" in form.get("properties", {})]
    assert len({*tags}) >= 20
    for name in ("Said", "Heard"):
        assert len(defs[name]["anyOf"]) == len(getattr(wire, name).__args__)


def test_an_unfinished_file_becomes_a_game(house: House) -> None:
    game = Game(rulebook(RULES), load(FIELD), {}, Seeded("a file"))
    whole = file_text(game, About("test", Source("seeded", "a file"), {}))
    with house.web as web:
        made = web.post("/api/games/file?resume=1", content=whole.encode(), headers=FILE)
        assert made.status_code == 201, made.text
        token = made.json()["seats"][0]["token"]
        table = house.get(f"/api/games/{made.json()['game']}/table", token).json()
        assert table["decision"] is not None
        cut = web.post("/api/games/file?resume=1", content=whole.replace("a file", "b file").encode(), headers=FILE)
        assert cut.status_code == 400
        redacted = file_text(game, About("test", Source("seeded", "a file"), {}), "union")
        assert web.post("/api/games/file?resume=1", content=redacted.encode(), headers=FILE).status_code == 400
        assert web.post("/api/games/file", content=redacted.encode(), headers=FILE).json()["seat"] == "union"


def unfinished(**seats: str) -> bytes:
    """A whole file of a battle just begun, and who it says plays."""
    game = Game(rulebook(RULES), load(FIELD), {}, Seeded("a file"))
    return file_text(game, About("test", Source("seeded", "a file"), seats)).encode()


def test_whoever_uploads_a_file_is_told_who_played_in_it(house: House) -> None:
    with house.web as web:
        found = web.post("/api/games/file/seats", content=unfinished(union="you", confederate="recruit"), headers=FILE)
        assert found.status_code == 200, found.text
        assert found.json()["rules"] == RULES
        said = {seat["player"]: (seat["kind"], seat["bot"]) for seat in found.json()["seats"]}
        assert said["union"][0] == "here"
        assert said["confederate"] == ("bot", "recruit")
        for who, kind in (("open", "open"), ("invited", "invite"), ("Longstreet", "here"), ("os:system", "here")):
            seats = web.post("/api/games/file/seats", content=unfinished(confederate=who), headers=FILE).json()["seats"]
            assert seats[1]["kind"] == kind
        refused = web.post("/api/games/file/seats", content=b"a letter", headers=FILE)
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad-file")


def resumed(house: House, file: bytes, seats: str | None = None) -> httpx.Response:
    query = {"resume": "1"} if seats is None else {"resume": "1", "seats": seats}
    with house.web as web:
        return web.post("/api/games/file", params=query, content=file, headers=FILE)


def test_a_file_goes_on_with_whom_it_names_or_whom_its_owner_chooses(house: House) -> None:
    file = unfinished(union="you", confederate="recruit")
    made = resumed(house, file).json()
    assert [sorted(seat) for seat in made["seats"]] == [["player", "token"], ["player"]]
    table = house.get(f"/api/games/{made['game']}/table").json()
    assert [(one["kind"], one["bot"]) for one in table["players"]] == [("human", ""), ("bot", "recruit")]
    wanted = {"union": {"kind": "invite"}, "confederate": {"kind": "here", "nonce": "n"}}
    made = resumed(house, file, json.dumps(wanted)).json()
    assert [sorted(seat) for seat in made["seats"]] == [["invite", "player"], ["player", "token"]]
    waiting = house.get(f"/api/games/{made['game']}/table", made["seats"][1]["token"]).json()
    assert (waiting["begun"], waiting["waiting"]) == (False, ["union"])
    taken = house.post(f"/api/games/{made['game']}/take", {"invite": made["seats"][0]["invite"]}).json()
    assert house.get(f"/api/games/{made['game']}/table", taken["token"]).json()["begun"]


@pytest.mark.parametrize(
    ("seats", "field"),
    [
        ("here", "seats"),
        ('["union"]', "seats"),
        ('{"union": {"kind": "here"}}', "seats"),
        ('{"union": {"kind": "here"}, "confederate": {"kind": "here"}, "france": {"kind": "bot"}}', "seats"),
        ('{"union": {"kind": "king"}, "confederate": {"kind": "here"}}', "seats.union.kind"),
        ('{"union": {"kind": "here"}, "confederate": {"kind": "bot", "bot": "os:system"}}', "seats.confederate.bot"),
    ],
)
def test_seats_that_are_no_seats_are_refused_by_name(house: House, seats: str, field: str) -> None:
    answer = resumed(house, unfinished(), seats)
    assert (answer.status_code, answer.json()["error"]["field"]) == (400, field)


def test_quick_reference_and_roster_to_print(house: House) -> None:
    made = house.make(confederate="bot")
    for path in ("/api/battles/training-field/paper/", f"/api/games/{made['game']}/paper/"):
        assert "Quick reference" in house.get(f"{path}sheet").text
        roster = house.get(f"{path}roster")
        assert roster.headers["content-type"].startswith("text/html")
        assert "roster" in roster.text
        assert house.get(f"{path}map").status_code == 404
    assert house.get("/api/battles/training-field/paper/sheet?rules=chess").json()["error"]["field"] == "rules"
    assert house.get("/api/battles/nowhere/paper/sheet").status_code == 404


def test_a_paper_that_is_not_printed_keeps_no_worker_busy() -> None:
    """It would wait among what is made once for everybody, which nobody's turn limits."""
    hall = Hall(None)
    with pytest.raises(Trouble, match="no 'none'"):
        awaited(pages.battle_paper(hall, FIELD, "", "none"))
    assert isinstance(hall.hands, Hands)
    assert not hall.hands.workers
    hall.close()


@pytest.mark.parametrize("rules", ["infantry-action", "order-cards", "charge-boys", "chamberlain", "skirmish"])
def test_how_a_game_stands_is_printed_to_set_up_a_real_table(rules: str) -> None:
    book, battle = rulebook(rules), "the-farmhouse" if rules == "skirmish" else "training-field"
    game = Game(book, load(battle), {}, Seeded(3))
    scene = game.scene("union")
    text = paper.page(placed(scene))
    for piece in scene.pieces:
        assert escape(piece.name) in text
        assert f"<td>{piece.pose.x:.1f}</td><td>{piece.pose.y:.1f}</td>" in text
    assert f"{scene.ground.width / scene.yards_per_unit:g} by" in text


def test_a_set_up_is_printed_as_the_seat_sees_it(house: House) -> None:
    made = house.make(confederate="bot")
    path = f"/api/games/{made['game']}/paper/setup"
    with house.web as web:
        mine = web.get(path, headers=bearer(made["union"]))
    assert mine.status_code == 200
    assert "to set up" in mine.text
    assert "Union" in mine.text
