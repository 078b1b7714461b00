"""Nobody sees what he should not: two games that differ only in the enemy's secrets tell me the same, byte by byte."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.engine import Battle
from roundtop.battle.forms import March, Place
from roundtop.battle.gamefile import story_codec
from roundtop.battle.protocol import Command
from roundtop.battles import load
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Stream
from roundtop.record import copy
from roundtop.server import ahead, ask, wire
from roundtop.server.ahead import Wish
from roundtop.server.files import imagined as imagined_by
from roundtop.server.files import known
from roundtop.server.limits import Trouble
from roundtop.server.session import Session
from roundtop.server.tables import moment, table
from tests.server.house import FIELD, RULES, House, Person, fixed_id, fixed_secret, open_house
from tests.server.test_session import header, record


def orders(decision: dict[str, Any], turn: int) -> dict[str, Any]:
    """Chits for every unit; another number gives other chits where there is a choice."""
    pairs = []
    for slot in decision["form"]["slots"]:
        keys = [item["key"] for item in slot["items"]]
        pairs.append([slot["key"], keys[turn % len(keys)]])
    return {"is": "Assigned", "pairs": pairs}


def seated(house: House, game: str, token: str) -> Person:
    """Somebody who has been shown the table before the next sits down."""
    person = house.sit(game, token)
    person.hear()
    return person


def union_hears(house: House, nonce: str, theirs: int) -> tuple[list[str], dict[str, Any]]:
    """All that the Union and a spectator are told until the Confederates show a chit, whatever they ask meanwhile."""
    seats = {"union": {"kind": "here", "nonce": nonce}, "confederate": {"kind": "here", "nonce": "c"}}
    made = house.post("/api/games", {"battle": FIELD, "rules": RULES, "seats": seats}).json()
    tokens = {seat["player"]: seat["token"] for seat in made["seats"]}
    union, enemy, watcher = everyone = [
        seated(house, made["game"], token) for token in (tokens["union"], tokens["confederate"], "")
    ]
    secret = orders(enemy.table["decision"], theirs)
    for person, chits in ((enemy, secret), (union, orders(union.table["decision"], 1))):
        person.command(chits)
        for someone in everyone:
            someone.ask("ping")
    heard: list[str] = []
    while union.table["decision"] and union.table["waiting"] == ["union"]:
        heard += curious(union, enemy)
        done = union.command(union.answer(Stream(f"{union.said}")))
        heard.append(json.dumps(done))
        for person in everyone:
            person.ask("ping")
    heard += [*union.texts, *watcher.texts]
    file = house.get(f"/api/games/{made['game']}/file", tokens["union"]).text
    heard += [file, house.get(f"/api/games/{made['game']}/table", tokens["union"]).text]
    heard += [house.get(f"/api/games/{made['game']}/table?at=4").text]
    heard += [house.get(f"/api/games/{made['game']}/story").text]
    for person in everyone:
        person.close()
    return heard, secret


def curious(union: Any, enemy: Any) -> list[str]:
    """Everything a curious player could ask."""
    asked = union.table["decision"]
    pieces = list(union.table["scene"]["pieces"])
    said = []
    for piece in pieces[:6]:
        said.append(union.ask("look", piece=piece["id"]))
        spot = {"x": piece["pose"]["x"], "y": piece["pose"]["y"], "facing": piece["pose"]["facing"]}
        said.append(union.ask("preview", pose=spot))
        said.append(union.ask("look", piece=piece["id"], pose=spot))
        said.append(union.ask("carry", deed="move", piece=piece["id"]))
        said.append(union.ask("carry", deed="charge", piece=pieces[0]["id"], onto=piece["id"]))
    answer = union.answer(Stream("odds"))
    said.append(union.ask("forecast", answer=answer))
    said.append(union.ask("preview", answer=answer))
    said.append(union.ask("command", version=union.table["version"], answer={"is": "Chosen", "keys": ["nobody"]}))
    far = {"is": "Marched", "manoeuvres": [{"is": "Manoeuvre", "kind": "forward", "amount": 99}]}
    said.append(union.ask("command", version=union.table["version"], answer=far))
    said.append(union.ask("command", version=-7, answer=answer))
    said.append(union.ask("undo"))
    assert asked == union.table["decision"]
    return [json.dumps(one) for one in said]


def union_first() -> str:
    """A nonce with which the dice let the Union act first."""
    for number in itertools.count():
        plain = header()
        for seat in plain["seats"]:
            seat["nonce"] = f"n{number}" if seat["player"] == "union" else "c"
        session = Session(fixed_id(), {**plain, "secret": fixed_secret().hex()})
        for player in ("confederate", "union"):
            asked = story_codec().plain(session.decision(player))
            answer = orders(asked, int(player == "union"))
            session.apply(record("command", player, version=session.version(player), answer=answer))
        if session.waiting() == ["union"]:
            return f"n{number}"
    raise AssertionError


def test_the_wire_tells_nothing_of_the_enemys_chits(tmp_path: Path) -> None:
    """The same dice, the same Union; only the chits of the Confederates differ, and stay face down."""
    nonce = union_first()
    heard = []
    for theirs in (0, 2):
        with open_house(tmp_path / f"{theirs}.sqlite", fixed=True) as house:
            heard.append(union_hears(house, nonce, theirs))
    (one, secret), (other, different) = heard
    assert secret != different
    assert one == other
    assert len(one) > 20


def imagined(session: Session, battle: Battle, player: str, seed: str) -> Battle:
    book = session.rulebook
    state = book.imagine(book.view(battle.state, player), player, Stream(seed))
    return Battle(
        battle.rulebook, battle.scenario, battle.options, battle.players, battle.agenda, state, battle.version
    )


def everything(session: Session, player: str) -> list[str]:
    """All that a seat can be told without changing anything."""
    found = [wire.text(table(session, player, (), True))]
    decision = session.decision(player)
    pieces = session.game.scene(player).pieces
    for piece in pieces:
        found.append(wire.text(ask.look(session, player, wire.Look("i", piece.id))))
    if decision is None:
        return found
    seen = copy(session.game.battle)
    seen.state = session.game.view(player)
    for piece in pieces[:4]:
        for wish in (Wish("move", piece.id), Wish("fire", "", piece.id)):
            found.append(str(ahead.told(session.rulebook, session.game.codec, seen, player, wish)))
    if isinstance(decision.form, (March, Place)):
        spot = wire.Spot(20.0, 20.0, 9000)
        try:
            found.append(wire.text(ask.preview(session, player, wire.Preview("p", spot))))
        except Trouble as trouble:
            found.append(str(trouble.plain()))
    return found


def branched(session: Session, battle: Battle) -> Session:
    return Session("game", {**session.header, "start": session.game.codec.plain(battle)})


@pytest.mark.parametrize("seed", ["first", "second"])
def test_tables_previews_and_looks_do_not_change_with_what_is_imagined(seed: str) -> None:
    session = Session("game", header())
    stream = Stream(seed)
    compared = 0
    for number in range(72):
        if session.outcome is not None:
            break
        player = session.waiting()[0]
        if number % 8 == 0:
            battle = session.game.battle
            for watcher in ("", "union", "confederate"):
                truth = everything(branched(session, battle), watcher)
                other = branched(session, imagined(session, battle, watcher, f"{seed} {number}"))
                assert everything(other, watcher) == truth
                compared += 1
        decision = session.decision(player)
        assert decision is not None
        answer = wire.ANSWER_CODEC.plain(recruit(decision, stream))
        try:
            session.apply(record("command", player, version=session.version(player), answer=answer))
        except ValueError:
            continue
    assert compared > 20


def test_who_plays_on_is_not_told_about_whom_the_enemy_was_asked() -> None:
    """Whoever branches off has every seat of the branch, and sees what its agenda begins with."""
    scenario = load("little-round-top")
    given = {**header(), "rulebook": "chamberlain", "scenario": story_codec().plain(scenario)}
    session = Session("game", {**given, "options": {"activate_mode": "unit"}})
    game, book, stream = session.game, session.rulebook, Stream("called up")
    while len(game.log) < 120:
        player = session.waiting()[0]
        asked = game.decision(player)
        answer = book.captain(game.view(player), asked, stream)
        game.submit(Command(player, asked.kind, asked.about, answer, "", game.battle.version), asked)
        session._pose({})
    earlier: set[str] = set()
    for player in ("union", "confederate"):
        for at in range(len(game.stream(player)) + 1):
            then = moment(session, player, at)
            found = known(session, then, player, at)
            if found is not then:
                earlier.add(type(then.agenda[-1]).__name__)
                assert found is game.opening or player in engine.asked(book, found)
            assert imagined_by(session, found, player, at).version == at
    assert "PlaceOfficers" in earlier


def test_a_redacted_file_has_no_face_down_chit(house: House) -> None:
    made = house.make()
    union, enemy = (house.sit(made["game"], made[side]) for side in ("union", "confederate"))
    union.hear()
    enemy.hear()
    enemy.command(orders(enemy.table["decision"], 1))
    file = house.get(f"/api/games/{made['game']}/file", made["union"])
    assert file.status_code == 200
    header_line = json.loads(file.text.splitlines()[0])
    assert header_line["seat"] == "union"
    assert header_line["scenario"] == {}
    placed = [line for line in file.text.splitlines() if "ChitsPlaced" in line]
    assert placed
    for line in placed:
        for event in json.loads(line)["events"]:
            if event["is"] == "ChitsPlaced" and event["side"] == "confederate":
                assert {chit for _, chit in event["chits"]} == {"unknown"}
    assert house.get(f"/api/games/{made['game']}/file").status_code == 403
    union.close()
    enemy.close()
