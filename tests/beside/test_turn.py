"""The book's turn as a checklist: its phases, what is due in them, who has not acted, who comes on, how sides stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import roundtop
from roundtop.battle.game import Game
from roundtop.battles import load
from roundtop.beside.companion import Companion
from roundtop.beside.store import plain, read
from roundtop.beside.table import table
from roundtop.beside.turn import Item, checklist, idle, now, stages, standing
from roundtop.dice.sources import Seeded
from roundtop.rulebooks import rulebook, rulebooks
from roundtop.umpire import UmpireError

FIELD = "little-round-top"
BATTLES = {"skirmish": "the-farmhouse"}
TABLES = [book.id for book in rulebooks() if table(book).phases]


def begun(rules: str) -> Companion:
    return roundtop.companion(BATTLES.get(rules, FIELD), rules=rules)


def due(ledger: Companion) -> list[str]:
    return [
        f"{one.do or one.say} {' '.join([id for ids in one.roles.values() for id in ids])}".strip()
        for one in checklist(ledger)
    ]


def test_the_five_books_have_a_turn() -> None:
    assert len(TABLES) >= 5


@pytest.mark.parametrize("rules", TABLES)
def test_the_phases_are_those_of_the_books_own_turn(rules: str) -> None:
    game = Game(rulebook(rules), load(BATTLES.get(rules, FIELD)), {}, Seeded(1))
    stakes = game.scene(game.battle.players[0].id).stakes
    assert stakes is not None
    ledger = begun(rules)
    assert tuple([phase.name for phase in ledger.table.phases]) == stakes.phases
    assert ledger.turns == stakes.turns
    for tide in stakes.tides:
        told = standing(ledger)[tide.side]
        assert tide.of in told.values() or rules in ("charge-boys", "infantry-action")


@pytest.mark.parametrize("rules", TABLES)
def test_a_turn_goes_from_phase_to_phase_and_back_again(rules: str) -> None:
    ledger = begun(rules)
    before = plain(ledger)
    known = stages(ledger)
    for stage in known:
        assert now(ledger) == stage
        checklist(ledger)
        ledger.next_phase()
    assert (ledger.turn, ledger.stage) == (2, 0)
    assert read(plain(ledger)).stage == 0
    ledger.take_back(len(known))
    assert plain(ledger) == before | {"edition": len(known) + 1}


def at(ledger: Companion, name: str, side: str = "") -> Companion:
    while (stage := now(ledger)) is None or stage.phase.name != name or (side and stage.side != side):
        ledger.next_phase()
    return ledger


def test_initiative_tells_who_goes_first() -> None:
    ledger = begun("infantry-action")
    assert due(ledger)[:2] == ["commander-rating union", "commander-rating confederate"]
    for side in ("union", "confederate"):
        ledger.confirm(ledger.ask("commander-rating", {"army": side}, dice="6 4" if side == "union" else "3 4"))
    assert [one.done for one in checklist(ledger)][:2] == [True, True]
    at(ledger, "Initiative")
    step = ledger.ask("initiative", {}, dice="5 2")
    assert step.situation["order"] == ["union", "confederate"]
    assert [change.words() for change in step.changes] == ["the table: first none → union"]
    ledger.confirm(step)
    goes = ledger.ask("activation-goes", {})
    assert goes.situation["ratings"] == {"confederate": 2, "union": 3}
    assert (goes.situation["first"], goes.situation["second"]) == ("union", "confederate")
    ledger.put_right("table", "first", "confederate")
    assert ledger.ask("activation-goes", {}).situation["first"] == "confederate"
    with pytest.raises(UmpireError, match="only `first` is put right"):
        ledger.put_right("table", "turn", 3)


def test_who_goes_first_plays_his_half_first() -> None:
    ledger = begun("chamberlain")
    ledger.confirm(ledger.ask("first-player", {}, dice="6 1"))
    assert [stage.side for stage in stages(ledger)] == ["union"] * 5 + ["confederate"] * 5
    cards = begun("order-cards")
    cards.confirm(cards.ask("set-initiative", {}, {"winner_prefers": "second"}, dice="2 9"))
    assert [stage.side for stage in stages(cards)][:5] == ["", "union", "confederate", "union", "confederate"]
    assert len(stages(cards)) == 11


def test_units_that_must_are_due_and_struck_out_when_they_have() -> None:
    ledger = begun("charge-boys")
    ledger.put_right("20th-maine", "state", "routing")
    ledger.put_right("20th-maine", "disordered", True)
    ledger.put_right("4th-texas", "disordered", True)
    at(ledger, "Compulsory moves")
    assert due(ledger) == ["rout-move 20th-maine"]
    eyes = {"routed_by": "other", "distance_to_edge": 30.0}
    ledger.confirm(ledger.ask("rout-move", {"unit": "20th-maine"}, eyes))
    assert [one.done for one in checklist(ledger)] == [True]
    at(ledger, "Morale")
    assert due(ledger) == ["rally 20th-maine", "reorder 4th-texas", "victory"]


def test_who_has_not_acted_is_told() -> None:
    ledger = at(begun("chamberlain"), "Fire", "confederate")
    names = [card.id for card in idle(ledger)]
    assert "4th-texas" in names
    assert "20th-maine" not in names
    ledger.confirm(ledger.ask("fire", {"firer": "4th-texas", "target": "20th-maine"}, {"range_bw": 0.8}, dice="1" * 8))
    ledger.tick({"unit": ["5th-texas"]})
    assert {"4th-texas", "5th-texas"} == {*names} - {card.id for card in idle(ledger)}
    ledger.next_phase()
    assert idle(ledger) == []
    men = at(begun("skirmish"), "First actions", "confederate")
    eyes = {"target.distance_cm": 10, "target.cover": "open"}
    roles = {"firer": "1st-section-company-k-02", "target": "the-squad-in-the-house-04"}
    group = men.card(roles["firer"]).group
    told = {card.id for card in idle(men)}
    men.confirm(men.ask("resolve-shot", roles, eyes, dice="8 1 2"))
    assert told - {card.id for card in idle(men)} <= {group}


FORCES = """
rules = "chamberlain"
turns = 8
[[unit]]
side = "union"
name = "Iron Brigade"
elan = 8
[[unit]]
side = "union"
name = "Baxter"
elan = 6
arrives = 2
[[unit]]
side = "confederate"
name = "Archer"
elan = 6
"""


def test_reinforcements_come_on_in_their_turn(tmp_path: Path) -> None:
    (tmp_path / "forces.toml").write_text(FORCES)
    ledger = roundtop.companion(tmp_path / "forces.toml")
    assert ledger.turns == 8
    with pytest.raises(UmpireError, match="Baxter comes on in turn 2"):
        ledger.ask("fire", {"firer": "archer", "target": "baxter"}, {"range_bw": 0.5}, dice="1")
    assert standing(ledger)["union"]["starting_units"] == 2
    ledger.new_turn()
    at(ledger, "Information", "union")
    comes = next(one for one in checklist(ledger) if one.say == "comes on")
    assert comes.roles == {"unit": ["baxter"]}
    ledger.tick(comes.roles, comes.say)
    assert Item(say="comes on", roles=comes.roles, done=True) in checklist(ledger)
    assert ledger.log()[-1] == "comes on: Baxter"
    (tmp_path / "forces.toml").write_text(FORCES.replace("arrives = 2", "arrives = -1"))
    with pytest.raises(UmpireError, match="is not the number of a turn"):
        roundtop.companion(tmp_path / "forces.toml")


STANDING: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("chamberlain", "20th-maine", {"gone": True, "fate": "broken"}, {"broken_units": 1, "break_point": 3}),
    ("infantry-action", "20th-maine", {"stands": 4, "routed_this_turn": True}, {"routed_or_removed": 1}),
    ("order-cards", "20th-maine", {"stands": 2, "state": "routing"}, {"routing_now": 2, "count": 6, "broken": False}),
]


@pytest.mark.parametrize(("rules", "unit", "values", "wanted"), STANDING, ids=[rules for rules, *_ in STANDING])
def test_how_both_sides_stand_is_counted_from_the_cards(
    rules: str, unit: str, values: dict[str, Any], wanted: dict[str, Any]
) -> None:
    ledger = begun(rules)
    for name, value in values.items():
        ledger.put_right(unit, name, value)
    told = standing(ledger)["union"]
    assert {name: told[name] for name in wanted} == wanted


def test_the_whole_battle_is_weighed_where_the_book_weighs_both_at_once() -> None:
    ledger = begun("charge-boys")
    ledger.put_right("20th-maine", "gone", True)
    ledger.put_right("20th-maine", "strength", 0)
    assert standing(ledger)[""]["union_out"] == 1
    men = begun("skirmish")
    men.put_right("the-squad-in-the-house-04", "harm", 3)
    men.put_right("the-squad-in-the-house-04", "gone", True)
    side = men.card("the-squad-in-the-house-04").side
    assert standing(men)[side]["lost"] == 1
    assert standing(men)[""]["over"] is False
