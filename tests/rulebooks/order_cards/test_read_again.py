"""What a second reader of the source tried at the table."""

from __future__ import annotations

from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards.table import playing, small_print
from roundtop.rulebooks.order_cards.command.events import HandedOver, Released
from roundtop.rulebooks.order_cards.field import changing
from roundtop.rulebooks.order_cards.state import Delivered, Hand, State
from roundtop.table.path import Manoeuvre, forward
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    foot,
    horse,
    position,
    reserves,
    table,
)

# ---- messengers


def two_players(other: tuple[str, ...]) -> State:
    """Union has two players; the brigade of the regiment u has been handed to the second, who has these cards."""
    line = foot("u", UNION, 4, 30, 10, brigade="first")
    state = changing(position(*reserves(), line, later=("volley", "march")))
    state.hands = (*state.hands, Hand("second", UNION, other, turned=0))
    state.delivered = (Delivered(UNION, "hand-over", "first", "second"),)
    return state


@clause("order-cards.officer.messengers")
def test_a_brigade_handed_over_acts_at_the_addressees_next_card() -> None:
    begun = Table(two_players(("advance",)), cards_events.TakeTurn(UNION, 2))
    assert [event.player for event in begun.all(HandedOver)] == ["second"]
    assert begun.unit("u").player == "second"
    assert begun.state.delivered == ()


@clause("order-cards.officer.messengers")
def test_a_player_without_cards_lays_a_set_and_has_the_brigade_with_his_first_card() -> None:
    begun = Table(two_players(()), cards_events.TakeTurn(UNION, 2))
    # Until the set is over the brigade goes by the cards of whoever had it.
    assert begun.all(HandedOver) == []
    assert begun.unit("u").player == UNION
    assert "second" in playing(begun.state)
    anew = Table(begun.state, cards_events.BeginSet(2))
    for player in (UNION, CONFEDERATE, "second"):
        last = player == "second"
        cards = ("march", "advance", "volley", "charge", "hold")
        anew.lay(player, *cards, dice=["d10:9", "d10:2"] if last else [])
    anew.choose("first")
    assert anew.unit("u").player == "second"


@clause("order-cards.officer.messengers")
def test_a_brigade_in_reserve_fires_and_is_free_once_it_was_attacked() -> None:
    line = foot("u", UNION, 4, 30, 10, brigade="held")
    foe = foot("x", CONFEDERATE, 6, 30, 18, SOUTH)
    held = changing(position(*reserves(), line, foe, card="advance-firing", later=("charge",)))
    held.reserves = (("held", 0),)
    begun = Table(held, cards_events.CardInPlay((UNION,)))
    assert begun.deeds("u") == ["fire"]
    begun.do("u", "fire")
    begun.choose("x", dice=[81])
    assert begun.all(Released) == []
    hurt = changing(
        position(*reserves(), foot("u", UNION, 4, 30, 10, brigade="held", circled=1), foe, later=("march",))
    )
    hurt.reserves = (("held", 0),)
    again = Table(hurt, cards_events.TakeTurn(UNION, 2))
    assert [event.brigade for event in again.all(Released)] == ["held"]
    assert "move" in again.deeds("u")


# ---- a club's own deck


@clause("order-cards.cards.deck")
def test_a_card_of_a_clubs_own_word_says_that_it_is_played_by_its_figures() -> None:
    deck = (
        '[[card]]\ncard = "creep"\nname = "Creep"\ninfantry = 3\ncavalry = 4\nlimbered = 2\nfire_pct = 0\ncharge = 0\n'
        "type_move = true\n" + _plain("march")
    )
    cards = {
        card.word: small_print(card)
        for card in position(foot("u", UNION, 4, 30, 10), card="creep", other="march", deck=deck, cards_per_set=1).deck
    }
    assert cards == {
        "creep": "move 3/4/2″; a word without rules: played by its figures alone",
        "march": "move 10/14/14″",
    }


def _plain(word: str) -> str:
    return (
        f'[[card]]\ncard = "{word}"\nname = "{word.title()}"\ninfantry = 10\ncavalry = 14\nlimbered = 14\n'
        "fire_pct = 0\ncharge = 0\ntype_move = true\n"
    )


# ---- dismounting


@clause("order-cards.formation.change-formation")
def test_who_walks_on_after_dismounting_is_on_foot() -> None:
    def moving() -> Table:
        begun = table(*reserves(), horse("u", UNION, 4, 30, 10), card="march")
        return begun.do("u", "move")

    dismount = Manoeuvre("form", on="dismount")
    # March: 14 for horses, 10 for men on foot; dismounting takes 6.
    for lawful in ((forward(8.0), dismount), (dismount, forward(4.0)), (forward(3.0), dismount, forward(1.0))):
        moving().march(*lawful)
    for unlawful in ((dismount, forward(4.1)), (forward(4.0), dismount, forward(1.0))):
        assert moving().no_march(*unlawful) == ["formation.change-formation"]
