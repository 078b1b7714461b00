"""Ledgers of real tables on a server: begun, asked, changed, taken back, kept through a crash; nobody else's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from roundtop.server import replies
from roundtop.server.limits import Limits
from tests.server.house import House, bearer, open_house, start
from tests.server.test_hostile import refused

BATTLE = {"battle": "little-round-top", "rules": "chamberlain"}
FIRE: dict[str, Any] = {"procedure": "fire", "roles": {"firer": ["4th-texas"], "target": ["20th-maine"]}}


def act(house: House, page: dict[str, Any], what: str, **more: Any) -> dict[str, Any]:
    with house.web as web:
        wish = {"act": what, "number": page["number"], **more}
        answer = web.post("/api/ledger", json=wish, headers=bearer(page["ledger"]))
    assert answer.status_code == 200, answer.text
    said: dict[str, Any] = answer.json()
    msgspec.convert(said, replies.LedgerAnswer, strict=True)
    return said


def fatigue(page: dict[str, Any], unit: str = "20th-maine") -> int:
    found: int = next(card["values"]["fatigue"] for card in page["cards"] if card["id"] == unit)
    return found


def test_a_volley_is_asked_thrown_confirmed_taken_back_and_outlives_a_crash(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    house = start(data)
    with house.web as web:
        page = web.post("/api/ledgers", json=BATTLE).json()
    begun = act(house, page, "ask", begin=True, **FIRE)
    assert begun["eyes"] == {"range_bw": 1.4}
    assert begun["situation"]["firer"]["elan"] == 8
    wanted = act(house, page, "ask", eyes={"range_bw": 0.8}, **FIRE)["wanted"]
    assert (wanted["kind"], wanted["number"]) == ("d6", 8)
    said = act(house, page, "ask", eyes={"range_bw": 0.8}, throws=["62611111"], **FIRE)
    assert said["changes"][0] == "20th Maine: fatigue 0 → 2"
    assert "page" not in said
    assert act(house, page, "ask", eyes={}, **FIRE)["trouble"].startswith("range_bw: missing")
    assert act(house, page, "odds", eyes={"range_bw": 0.8}, **FIRE)["odds"]
    after = act(house, page, "confirm", eyes={"range_bw": 0.8}, throws=["62611111"], **FIRE)["page"]
    assert (after["number"], fatigue(after)) == (1, 2)
    with house.web as web:
        stale = {"act": "confirm", "number": 0, "eyes": {"range_bw": 0.8}, "throws": ["62611111"], **FIRE}
        refused(web.post("/api/ledger", json=stale, headers=bearer(page["ledger"])), 409, "moved-on")
    house.kill()
    house = start(data)
    with house.web as web:
        kept = web.get("/api/ledger", headers=bearer(page["ledger"])).json()
        assert kept == after
        again = act(house, kept, "ask", begin=True, **FIRE)
        assert again["eyes"] == {"range_bw": 0.8}
        refused(
            web.post("/api/ledger", json={"act": "back", "number": 1, "steps": 9}, headers=bearer(page["ledger"])),
            400,
            "ledger",
        )
    assert fatigue(act(house, kept, "back")["page"]) == 0
    house.stop()


def test_rolled_dice_are_the_ones_that_are_confirmed(house: House) -> None:
    with house.web as web:
        page = web.post("/api/ledgers", json=BATTLE).json()
    rolled = act(house, page, "ask", eyes={"range_bw": 0.8}, roll=True, **FIRE)
    after = act(house, page, "confirm", eyes={"range_bw": 0.8}, dice=rolled["dice"], **FIRE)["page"]
    assert fatigue(after) == rolled["outcome"]["target_fatigue"]


def test_so_many_ledgers_a_day(tmp_path: Path) -> None:
    with open_house(tmp_path / "games.sqlite", Limits(games_per_day=1)) as house, house.web as web:
        assert web.post("/api/ledgers", json=BATTLE).status_code == 201
        refused(web.post("/api/ledgers", json=BATTLE), 429, "too-many-games")


def test_a_word_that_is_none_opens_nothing(house: House) -> None:
    with house.web as web:
        refused(web.get("/api/ledger", headers=bearer("guess")), 404, "no-such-ledger")
        refused(web.get("/api/ledger"), 404, "no-such-ledger")
        refused(web.post("/api/ledgers", json={**BATTLE, "rules": "skirmish"}), 400, "ledger")
        refused(web.post("/api/ledgers", json={**BATTLE, "options": {"nonsense": 1}}), 400, "ledger")
        refused(web.post("/api/ledgers", json={"battle": "../../etc/passwd"}), 404, "no-such-battle")


# ---------------------------------------------------------------- several devices


def begun(house: House, rules: str = "infantry-action") -> dict[str, Any]:
    with house.web as web:
        page: dict[str, Any] = web.post("/api/ledgers", json={"battle": "little-round-top", "rules": rules}).json()
    return page


def invited(house: House, page: dict[str, Any]) -> str:
    with house.web as web:
        found: str = web.post("/api/ledger/code", headers=bearer(page["ledger"])).json()["code"]
    return found


def joined(house: House, page: dict[str, Any], side: str) -> dict[str, Any]:
    code = invited(house, page)
    with house.web as web:
        answer = web.post("/api/ledger/seats", json={"code": code.upper(), "side": side, "name": side.title()})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def look(house: House, page: dict[str, Any], after: str = "") -> Any:
    with house.web as web:
        return web.get("/api/ledger", params={"after": after}, headers=bearer(page["ledger"])).json()


def test_phones_of_both_sides_write_in_one_ledger_and_see_what_the_others_do(house: House) -> None:
    host = begun(house, "chamberlain")
    mine, theirs = joined(house, host, "union"), joined(house, host, "confederate")
    assert [seat["side"] for seat in theirs["seats"]] == ["", "union", "confederate"]
    assert theirs["seat"] == {"id": "02", "side": "confederate", "name": "Confederate"}
    known = f"{mine['number']}.2"
    assert look(house, mine, known) is None
    assert look(house, host, "0.0")["seats"] == theirs["seats"]
    after = act(house, theirs, "confirm", eyes={"range_bw": 0.8}, throws=["62611111"], **FIRE)["page"]
    seen = look(house, mine, known)
    assert (fatigue(seen), seen["log"], seen["number"]) == (2, after["log"], 1)
    undone = act(house, seen, "back")["page"]
    assert (undone["number"], undone["steps"]) == (2, 0)
    assert look(house, theirs, "1.2")["number"] == 2
    with house.web as web:
        stale = {"act": "turn", "number": 0}
        refused(web.post("/api/ledger", json=stale, headers=bearer(theirs["ledger"])), 409, "moved-on")


def test_a_code_is_worth_nothing_after_the_next_and_opens_no_ledger(house: House) -> None:
    host = begun(house)
    old = invited(house, host)
    new = invited(house, host)
    with house.web as web:
        refused(web.post("/api/ledger/seats", json={"code": old}), 404, "no-such-code")
        refused(web.post("/api/ledger/seats", json={"code": host["ledger"]}), 404, "no-such-code")
        refused(web.post("/api/ledger/seats", json={"code": new, "side": "blue"}), 400, "no-such-side")
        refused(web.get("/api/ledger", headers=bearer(new)), 404, "no-such-ledger")
        seat = web.post("/api/ledger/seats", json={"code": new}).json()
        refused(web.post("/api/ledger/seats", json={"code": seat["ledger"]}), 404, "no-such-code")


def test_a_seat_has_a_name_that_others_can_see_and_tell_from_theirs(house: House) -> None:
    host = begun(house)
    with house.web as web:
        code = web.post("/api/ledger/code", headers=bearer(host["ledger"])).json()["code"]
        ann = {"code": code, "side": "union", "name": "Ann"}
        assert web.post("/api/ledger/seats", json=ann).status_code == 201
        refused(web.post("/api/ledger/seats", json=ann), 409, "name-taken")
        for name in ("\u0000", "a\u202eb", "y" * 61):
            assert web.post("/api/ledger/seats", json={**ann, "name": name}).status_code == 400


CHITS = (("charge", "hold"), ("fire", "move"))


def secretly(house: House, orders: tuple[str, str]) -> list[Any]:
    """What the Union hears of a turn in which the Confederates lay these orders, as bytes but for tokens."""
    host = begun(house)
    mine, theirs = joined(house, host, "union"), joined(house, host, "confederate")
    heard: list[Any] = []
    now = theirs
    for unit, order in zip(("4th-texas", "5th-texas"), orders, strict=True):
        now = act(house, now, "lay", unit=unit, value="order", to=order)["page"]
        heard.append(look(house, mine))
    assert sorted([one["to"] for one in now["face_down"]]) == sorted(orders)
    wishes: list[dict[str, Any]] = [
        {"act": "ask", "procedure": "may-shoot", "roles": {"firer": ["4th-texas"]}, "begin": True},
        {"act": "ask", "procedure": "move-check", "roles": {"unit": ["4th-texas"]}, "begin": True},
        {"act": "reveal", "unit": "4th-texas"},
        {"act": "lay", "unit": "4th-texas", "value": "order", "to": "hold"},
        {"act": "lay", "unit": "4th-texas", "value": "order", "to": None},
        {"act": "lay", "unit": "4th-texas", "value": "order", "to": "nonsense"},
        {"act": "set", "unit": "4th-texas", "value": "order", "to": None},
        {"act": "phase"},
        {"act": "back"},
        {"act": "turn"},
    ]
    for wish in wishes:
        number = look(house, mine)["number"]
        with house.web as web:
            answer = web.post("/api/ledger", json={"number": number, **wish}, headers=bearer(mine["ledger"]))
        heard.append([answer.status_code, answer.text])
        heard.append(look(house, mine))
    return [json.dumps(one).replace(mine["ledger"], "TOKEN") for one in heard]


def test_what_lies_face_down_is_told_to_nobody_else(house: House) -> None:
    one, other = [secretly(house, orders) for orders in CHITS]
    assert one == other
    assert all('\\"to\\": \\"' not in text for text in one)


def test_what_is_turned_up_lies_open_for_all_until_the_turn_ends(house: House) -> None:
    host = begun(house)
    mine, theirs = joined(house, host, "union"), joined(house, host, "confederate")
    laid = act(house, theirs, "lay", unit="4th-texas", value="order", to="charge")["page"]
    assert [one["to"] for one in look(house, mine)["face_down"]] == [None]
    assert look(house, mine)["log"] == ["order laid face down: 4th Texas"]
    shown = act(house, laid, "reveal")["page"]
    assert shown["face_down"] == []
    seen = look(house, mine)
    texas = next(card for card in seen["cards"] if card["id"] == "4th-texas")
    assert texas["values"]["order"] == "charge"
    assert seen["log"][-1] == "turned up: 4th Texas: 4th Texas: order none → charge"
    again = act(house, shown, "lay", unit="4th-texas", value="order", to="fire")["page"]
    turned = act(house, again, "turn")["page"]
    assert turned["face_down"] == []
    assert all("order" not in card["values"] for card in turned["cards"])


def test_each_book_lays_what_it_keeps_secret(house: House) -> None:
    for rules, unit, name, value in (
        ("order-cards", "union", "cards", ["march", "volley", "charge"]),
        ("charge-boys", "20th-maine", "orders", "Charge the 4th Texas."),
        ("chamberlain", "20th-maine", "blind", "nothing but skirmishers"),
    ):
        host = begun(house, rules)
        mine = joined(house, host, "union")
        laid = act(house, mine, "lay", unit=unit, value=name, to=value)["page"]
        assert laid["face_down"] == [{"unit": unit, "name": name, "mine": True, "to": value}]
        shown = act(house, laid, "reveal", unit=unit)["page"]
        assert shown["face_down"] == []
        assert any(str(part) in shown["log"][-1] for part in (value if isinstance(value, list) else [value]))
