"""House rules before a game is made, on paper, and for those who are asked to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from roundtop import rulebooks
from tests.server.house import FIELD, RULES, House

BOOKS = Path(rulebooks.__file__).parent
SEATS = {"union": {"kind": "here"}, "confederate": {"kind": "here"}}


def looked_over(house: House, options: dict[str, Any], rules: str = RULES, battle: str = FIELD) -> dict[str, Any]:
    answer = house.post(f"/api/battles/{battle}/house", {"rules": rules, "options": options})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_what_the_battle_settles_is_told_with_its_value_and_why(house: House) -> None:
    found = looked_over(house, {})
    assert found["problems"] == []
    settled = {one["option"]: one for one in found["settled"]}
    assert settled["turn_limit"] == {
        "option": "turn_limit", "value": 15, "why": "The training field lasts 150 minutes, 15 turns",
    }  # fmt: skip
    assert settled["unit_size"]["value"] is None
    slower = {one["option"]: one["value"] for one in looked_over(house, {"minutes_per_turn": 30})["settled"]}
    assert slower["turn_limit"] == 5


@pytest.mark.parametrize(
    ("rules", "options", "words"),
    [
        (RULES, {"turn_limit": 8}, "turn_limit: the battle settles it at 15"),
        (RULES, {"fire_arc_deg": "wide"}, "fire_arc_deg: 'wide' is not a number"),
        ("order-cards", {"supply_wagons": True}, "supply_wagons: wagons carry nothing unless supply_limit is on"),
        ("charge-boys", {"crew_per_gun": 2, "min_crew_to_fire": 3}, "min_crew_to_fire: no gun could ever fire"),
        ("chamberlain", {"setup_force_min": 6, "setup_force_max": 4}, "setup_force_min: 6 is more than"),
    ],
)
def test_what_cannot_be_is_said_alike_before_and_when_the_game_is_made(
    house: House, rules: str, options: dict[str, Any], words: str
) -> None:
    found = looked_over(house, options, rules)
    assert [problem for problem in found["problems"] if words in problem]
    assert found["house"] == ""
    made = house.post("/api/games", {"battle": FIELD, "rules": rules, "seats": SEATS, "options": options})
    assert made.status_code == 400
    assert words in made.json()["error"]["message"]


def test_a_number_of_thousands_of_figures_is_refused_by_the_name_of_its_rule(house: House) -> None:
    body = f'{{"rules": "{RULES}", "options": {{"men_per_stand": 40, "guns_per_stand": {"9" * 5000}}}}}'
    with house.web as web:
        for path in (f"/api/battles/{FIELD}/house", "/api/games"):
            said = web.post(path, content=body.encode(), headers={"Content-Type": "application/json"})
            wrong = {"code": "malformed", "message": "options.guns_per_stand: this number is too large"}
            assert (said.status_code, said.json()["error"]) == (400, {**wrong, "field": "options.guns_per_stand"})


def test_a_name_that_would_steer_a_terminal_is_refused(house: House) -> None:
    seats = {**SEATS, "union": {"kind": "here", "name": "Lee\x1b[2J"}}
    made = house.post("/api/games", {"battle": FIELD, "rules": RULES, "seats": seats})
    assert made.status_code == 400
    assert "name: it has a character in it that nobody can see or write" in made.json()["error"]["message"]


def test_papers_are_printed_by_the_house_rules_that_were_looked_over(house: House) -> None:
    name = looked_over(house, {"min_separation_in": 2.5})["house"]
    paper = f"/api/battles/{FIELD}/paper/sheet?rules={RULES}"
    usual, ours = house.get(paper).text, house.get(f"{paper}&house={name}").text
    assert usual != ours
    assert "2.5" in ours
    assert house.get(f"/api/battles/{FIELD}/paper/roster?rules={RULES}&house={name}").status_code == 200
    assert house.get(f"{paper}&house=unknown").status_code == 404
    assert house.get(f"/api/battles/{FIELD}/paper/sheet?rules=order-cards&house={name}").status_code == 404


def test_another_battle_or_book_is_refused_in_words(house: House) -> None:
    assert house.post("/api/battles/nowhere/house", {}).status_code == 404
    assert house.post(f"/api/battles/{FIELD}/house", {"rules": "whist"}).status_code == 404
    assert looked_over(house, {}, rules="")["problems"] == []


@pytest.mark.parametrize(
    ("battle", "rules", "option", "file"),
    [
        (FIELD, "order-cards", "deck", BOOKS / "order_cards" / "deck.toml"),
        ("the-meadow", "skirmish", "weapons", BOOKS / "skirmish" / "weapons.toml"),
    ],
)
def test_a_table_of_the_clubs_own_is_taken_as_it_is_written(
    house: House, battle: str, rules: str, option: str, file: Path
) -> None:
    text = file.read_text(encoding="utf-8")
    assert looked_over(house, {option: text}, rules, battle)["problems"] == []
    flat = looked_over(house, {option: text.replace("\n", " ")}, rules, battle)
    assert flat["problems"][0].startswith(f"{option}: ")


def test_somebody_invited_knows_the_house_rules_before_he_sits_down(house: House) -> None:
    seats = {"union": {"kind": "here"}, "confederate": {"kind": "invite"}}
    options = {"boneyard": "per-turn", "end_runs_count": True}
    made = house.post("/api/games", {"battle": FIELD, "rules": RULES, "seats": seats, "options": options}).json()
    told = house.get(f"/api/games/{made['game']}/invited").json()
    assert (told["battle"], told["rules"]) == (FIELD, RULES)
    assert [(rule["name"], rule["value"], rule["usual"]) for rule in told["house"]] == [
        ("boneyard", "per-turn", "per-combat")
    ]
    assert house.get("/api/games/nothing/invited").status_code == 404
