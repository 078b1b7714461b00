"""The deck, sets of cards, and the d10 for first or second."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from roundtop.battle.options import OptionError
from roundtop.dice.sources import Scripted
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.cards.rule import DECK, DeckError, card_named, deck_of, read_deck, set_refusal
from roundtop.rulebooks.order_cards.options import LEDGER, settings
from tests.clauses import clause
from tests.rulebooks.order_cards.umpired import exact, outcome, refused

FIVE = ("march", "advance", "volley", "charge", "hold")

CLUB = """
title = "A club's own"
[[card]]
card = "creep"
name = "Creep"
infantry = 3
cavalry = 5
limbered = 4.5
fire_pct = 0
charge = 0
type_move = true
[[card]]
card = "blaze"
name = "Blaze Away"
infantry = 0
cavalry = 0
limbered = 0
fire_pct = 60
charge = 0
type_move = false
also = "shout"
"""


@clause("order-cards.cards.deck", 1, 2, 3)
def test_the_default_deck_is_the_ledgers_table() -> None:
    rows = LEDGER.clause("order-cards.cards.deck").rows
    assert len(DECK) == len(rows) == 12
    for card, row in zip(DECK, rows, strict=True):
        found = (card.word, card.name, card.infantry, card.cavalry, card.limbered, card.fire, card.charge, card.move)
        names = ("card", "name", "infantry", "cavalry", "limbered", "fire_pct", "charge", "type_move")
        assert found == tuple(row[name] for name in names)
        assert bool(card.also) == bool(row["also"])
    assert outcome("move-cost", arm="infantry", card="advance-firing", actions=[])["allowance"] == 4
    six = [{"stands": 6, "range": 5}]
    assert outcome("fire", "d100:41", arm="infantry", card="volley", stands_by_range=six)["percent"] == 240
    assert outcome("fire", "d100:21", arm="infantry", card="advance-firing", stands_by_range=six)["percent"] == 120
    head_down = {"arm": "infantry", "state": "head-down", "compulsory": True, "actions": []}
    assert outcome("move-cost", card="re-supply", **head_down)["allowance"] == 8


@clause("order-cards.cards.set-per-player")
def test_one_of_each_card() -> None:
    assert len({card.word for card in DECK}) == len(DECK)
    assert card_named(DECK, "parade") is None


@clause("order-cards.cards.once-per-set", 1, 2)
def test_a_card_is_played_once_in_a_set() -> None:
    assert set_refusal(FIVE, DECK, 5) == ""
    twice = ("volley", "volley", "advance", "charge", "hold")
    assert set_refusal(twice, DECK, 5) == "order-cards.cards.once-per-set"
    assert refused("set-legal", cards=list(twice)) == "cards.once-per-set"
    # The next set is chosen from the whole pack again: nothing of an earlier one is asked.
    assert refused("set-legal", cards=["volley", "march", "advance", "charge", "hold"]) == ""


@clause("order-cards.cards.set-size")
@pytest.mark.parametrize(("size", "clause_id"), [(4, "cards.set-size"), (5, ""), (6, "cards.set-size")])
def test_a_set_has_its_number_of_cards(size: int, clause_id: str) -> None:
    words = ["march", "advance", "volley", "charge", "hold", "re-supply"][:size]
    assert refused("set-legal", cards=words) == clause_id
    assert refused("set-legal", cards=words, options={"cards_per_set": size}) == ""


def test_number_before_deck_before_twice() -> None:
    assert refused("set-legal", cards=["parade", "parade"]) == "cards.set-size"
    assert refused("set-legal", cards=["parade"] * 5) == "cards.deck"


@clause("order-cards.cards.set-initiative", 1, 2)
def test_the_higher_d10_chooses() -> None:
    sides = ["Union", "Confederate"]
    found = outcome("set-initiative", "d10:7", "d10:4", sides=sides)
    assert found == {"rerolls": 0, "winner": "Union", "plays_first": "Union"}
    found = outcome("set-initiative", "d10:5", "d10:5", "d10:2", "d10:9", sides=sides, winner_prefers="second")
    assert found == {"rerolls": 1, "winner": "Confederate", "plays_first": "Union"}
    # The 0 of the die is its ten.
    assert outcome("set-initiative", "d10:10", "d10:9", sides=sides)["winner"] == "Union"
    assert set(exact("set-initiative", sides=sides).values()) == {Fraction(1, 2)}


@clause("order-cards.cards.alternation", 1)
@clause("order-cards.victory.length", 1)
def test_the_sides_turn_cards_in_turn() -> None:
    turns = outcome("set-order", first="Union", second="Confederate")["turns"]
    assert turns == ["Union", "Confederate"] * 5
    assert [n for n, side in enumerate(turns, 1) if side == "Union"] == [1, 3, 5, 7, 9]
    assert 6 * len(turns) == 60
    assert len(outcome("set-order", first="a", second="b", options={"cards_per_set": 12})["turns"]) == 24


@clause("order-cards.setup.deployment", 1)
def test_the_lower_d10_deploys_first() -> None:
    dice = Scripted(["d10:4", "d10:9"])
    assert cards_rule.lower_roller(("union", "confederate"), dice) == "union"
    dice.finish()


# ---- a deck of a club's own


@clause("order-cards.cards.deck")
def test_a_club_may_hand_in_its_own_deck() -> None:
    creep, blaze = deck_of(CLUB)
    assert (creep.infantry, creep.cavalry, creep.limbered, creep.move, creep.also) == (3.0, 5.0, 4.5, True, "")
    assert (blaze.fire, blaze.move, blaze.also) == (60, False, "shout")
    assert settings({"deck": CLUB, "cards_per_set": 2}).deck == CLUB
    options = {"deck": CLUB, "cards_per_set": 2}
    assert outcome("move-cost", arm="cavalry", card="creep", actions=[], options=options)["left"] == 5
    groups = [{"stands": 2, "range": 5}]
    assert (
        outcome("fire", "d100:21", arm="infantry", card="blaze", stands_by_range=groups, options=options)["percent"]
        == 120
    )
    assert refused("set-legal", cards=["creep", "march"], options=options) == "cards.deck"
    with pytest.raises(OptionError, match="cards_per_set: 5 is more than the 2 cards"):
        settings({"deck": CLUB})


def test_the_books_own_deck_can_be_handed_in_as_text() -> None:
    text = (Path(cards_rule.__file__).parents[1] / "deck.toml").read_text(encoding="utf-8")
    assert deck_of(text) == DECK == deck_of("default")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[card]]", "[card", "it is no TOML text"),
        (CLUB, "title = 'empty'", "a deck has from 1 to 60"),
        ('"blaze"', '"creep"', "creep is there twice"),
        ("infantry = 3", "infantry = -1", r"card\[0\].infantry: -1 is not a number of inches from 0 to 48"),
        ("infantry = 3", "infantry = true", r"card\[0\].infantry: true is not a number"),
        ("fire_pct = 60", "fire_pct = 2.5", r"card\[1\].fire_pct: 2.5 is not a whole number from 0 to 400"),
        ('name = "Creep"', 'name = ""', r"card\[0\].name: '' is not text"),
        ("type_move = false", "type_move = 1", r"card\[1\].type_move: 1 is not true or false"),
        ("type_move = false", "type_move = true", r"card\[1\].type_move: a move card gives infantry inches"),
        ("charge = 0", "glory = 0", r"card\[0\].glory: there is no such field"),
        ("infantry = 3", "", r"card\[0\].infantry: nothing is not a number"),
        ("fire_pct = 60", "fire_pct = 0", "nothing is known of blaze: .*double-quick, form-up, hold, rout-and-rally"),
    ],
)
def test_a_deck_that_cannot_be_says_why(old: str, new: str, message: str) -> None:
    text = CLUB.replace(old, new)
    with pytest.raises(DeckError, match=message):
        read_deck(text)
    with pytest.raises(OptionError, match=f"^deck: .*{message}"):
        settings({"deck": text})
