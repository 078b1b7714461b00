"""Ledgers of real tables on a server: begun, asked, changed, taken back, kept through a crash; nobody else's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from roundtop.server import replies
from roundtop.server.limits import Limits
from tests.server.house import House, open_house, start
from tests.server.test_hostile import refused

BATTLE = {"battle": "little-round-top", "rules": "chamberlain"}
FIRE: dict[str, Any] = {"procedure": "fire", "roles": {"firer": ["4th-texas"], "target": ["20th-maine"]}}


def act(house: House, page: dict[str, Any], what: str, **more: Any) -> dict[str, Any]:
    with house.web as web:
        answer = web.post(f"/api/ledgers/{page['ledger']}", json={"act": what, "number": page["number"], **more})
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
        refused(web.post(f"/api/ledgers/{page['ledger']}", json=stale), 409, "moved-on")
    house.kill()
    house = start(data)
    with house.web as web:
        kept = web.get(f"/api/ledgers/{page['ledger']}").json()
        assert kept == after
        again = act(house, kept, "ask", begin=True, **FIRE)
        assert again["eyes"] == {"range_bw": 0.8}
        refused(
            web.post(f"/api/ledgers/{page['ledger']}", json={"act": "back", "number": 1, "steps": 9}), 400, "ledger"
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
        refused(web.get("/api/ledgers/guess"), 404, "no-such-ledger")
        refused(web.post("/api/ledgers", json={**BATTLE, "rules": "skirmish"}), 400, "ledger")
        refused(web.post("/api/ledgers", json={**BATTLE, "options": {"nonsense": 1}}), 400, "ledger")
        refused(web.post("/api/ledgers", json={"battle": "../../etc/passwd"}), 404, "no-such-battle")
