"""Over to the screen: a ledger's battle as a game file, with the armies to be placed as strong as they are."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

import roundtop
from roundtop.battle.game import Game
from roundtop.beside.cards import from_state
from roundtop.beside.companion import Companion
from roundtop.beside.screen import game_file, set_out
from roundtop.beside.table import table
from roundtop.cli import main
from roundtop.umpire import UmpireError
from tests.beside.test_turn import FORCES, begun

BOOKS = ("infantry-action", "order-cards", "charge-boys", "chamberlain", "skirmish")


def worn(rules: str) -> tuple[Companion, str, str]:
    """A ledger in its third turn: one unit is gone and another has lost; who."""
    ledger = begun(rules)
    gone, weak = ("20th-maine", "4th-texas") if rules != "skirmish" else ("", "1st-section-company-k-02")
    if gone:
        ledger.put_right(gone, "gone", True)
    for name, value in {
        "infantry-action": {"stands": 6},
        "order-cards": {"stands": 4, "circled_before": 9},
        "charge-boys": {"strength": 14, "men": 11, "disordered": True},
        "chamberlain": {"fatigue": 3},
        "skirmish": {"harm": 2},
    }[rules].items():
        ledger.put_right(weak, name, value)
    if rules == "skirmish":
        ledger.put_right(weak, "gone", True)
    ledger.new_turn()
    ledger.new_turn()
    return ledger, gone, weak


@pytest.mark.parametrize("rules", BOOKS)
def test_a_ledgers_battle_is_set_out_to_be_placed(rules: str, tmp_path: Path) -> None:
    ledger, gone, weak = worn(rules)
    before = begun(rules)
    text, left = game_file(ledger, "a seed", roundtop.__version__)
    (tmp_path / "set-out.jsonl").write_text(text)
    opened = roundtop.open(tmp_path / "set-out.jsonl")
    game = opened.game
    assert game.rulebook.id == rules
    stakes = game.scene(game.battle.players[0].id).stakes
    assert stakes is not None
    assert stakes.turns < before.turns
    assert opened.decision().kind == "pick"
    again = cards_of(game)
    assert gone not in again
    strength = {"infantry-action": ("stands", 6), "charge-boys": ("strength", 14), "order-cards": ("stands", 4)}
    if rules in strength:
        name, number = strength[rules]
        assert again[weak][name] == number
    if rules == "chamberlain":
        assert left == ["4th Texas: fatigue 3"]
    if rules == "skirmish":
        section = "1st-section-company-k"
        assert again[section]["start"] == before.cards[section].values["start"] - 1
    opened.auto(4)


def cards_of(game: Game) -> dict[str, dict[str, Any]]:
    found = from_state(game.rulebook, table(game.rulebook), game.battle.state)
    return {card.id: card.values for card in found}


def test_who_has_come_is_there_and_who_has_not_comes_sooner() -> None:
    ledger = begun("chamberlain")
    coming = {one.id: one.arrives for one in set_out(ledger).scenario.regiments if one.arrives}
    assert coming
    for _ in range(2):
        ledger.new_turn()
    later = {one.id: one.arrives for one in set_out(ledger).scenario.regiments if one.arrives}
    assert all(later[id].minute < coming[id].minute for id in later)
    while ledger.turn < ledger.turns:
        ledger.new_turn()
    assert not [one for one in set_out(ledger).scenario.regiments if one.arrives]


def test_a_ledger_without_ground_says_so(tmp_path: Path) -> None:
    (tmp_path / "forces.toml").write_text(FORCES)
    with pytest.raises(UmpireError, match="only a ledger that was begun from a battle of the shelf"):
        game_file(roundtop.companion(tmp_path / "forces.toml"), "", "")
    nobody = begun("infantry-action")
    for card in list(nobody.cards.values()):
        if card.side == "union":
            nobody.put_right(card.id, "gone", True)
    with pytest.raises(UmpireError, match="one side has nobody left"):
        game_file(nobody, "", "")


def test_the_text_version_sets_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "set-out.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"set 4th-texas fatigue=2\nset-out {file}\n"))
    assert main(["companion", "little-round-top", "--rules", "chamberlain"]) == 0
    assert "stays in the ledger: 4th Texas: fatigue 2" in capsys.readouterr().out
    assert roundtop.open(file).asked()
