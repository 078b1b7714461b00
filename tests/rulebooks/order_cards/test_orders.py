"""Sets of cards at the table: chosen in secret, thrown for, turned in turn; who decides what, and who sees it."""

from __future__ import annotations

from typing import Any

from roundtop.battle import engine
from roundtop.battle.forms import Arranged
from roundtop.rulebooks.order_cards import RULEBOOK, views
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards.events import CardsTurned, SetLaid, TakeBackRefused, TakenBack
from roundtop.rulebooks.order_cards.field import changing
from roundtop.rulebooks.order_cards.state import Hand, State
from roundtop.rulebooks.order_cards.supply.events import Resupplied
from roundtop.rulebooks.order_cards.tables import UNKNOWN
from roundtop.table.path import forward
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    foot,
    general,
    position,
    reserves,
    table,
)

FIVE = ("march", "advance", "volley", "charge", "hold")
OTHER = ("double-quick", "fire-at-will", "charge-home", "rout-and-rally", "re-supply")


def fresh(*more: Any, **rest: Any) -> Table:
    """A table at the beginning of a set."""
    state = changing(position(*reserves(), *more, **rest))
    state.hands = tuple(Hand(hand.player, hand.side) for hand in state.hands)
    state.phase = "sets"
    return Table(state, cards_events.BeginSet(1))


def played(**rest: Any) -> Table:
    """Both sets laid, the Union having won the d10."""
    begun = fresh(**rest)
    begun.lay(UNION, *FIVE)
    return begun.lay(CONFEDERATE, *OTHER, dice=["d10:7", "d10:4"])


@clause("order-cards.cards.secret-selection")
def test_sets_are_chosen_at_once_and_in_secret() -> None:
    begun = fresh()
    assert list(begun.players) == [UNION, CONFEDERATE]
    begun.lay(CONFEDERATE, *OTHER)
    assert list(begun.players) == [UNION]
    shown = views.view(begun.state, UNION)
    assert [hand.cards for hand in shown.hands] == [(), (UNKNOWN,) * 5]
    assert views.view(begun.state, CONFEDERATE).hands[1].cards == OTHER
    laid = views.seen(begun.last(SetLaid), UNION)
    assert isinstance(laid, SetLaid)
    assert laid.cards == (UNKNOWN,) * 5
    assert begun.refusal(Arranged(("volley", "volley", "march", "charge", "hold"))) != []


@clause("order-cards.cards.alternation")
@clause("order-cards.turn.no-reaction")
def test_the_sides_turn_their_cards_in_turn() -> None:
    begun = played()
    assert begun.asked == (UNION, "order", "")
    begun.choose("first")
    assert begun.last(CardsTurned).cards == ((UNION, "march"),)
    # Only the side whose card is played is asked anything.
    assert list(begun.players) == [UNION]
    begun.end()
    assert begun.last(CardsTurned).cards == ((CONFEDERATE, "double-quick"),)
    assert list(begun.players) == [CONFEDERATE]
    begun.end()
    turned = [event.side for event in begun.all(CardsTurned)]
    assert turned == [UNION, CONFEDERATE, UNION]


@clause("order-cards.cards.once-per-set")
def test_the_whole_pack_is_there_again_in_the_next_set() -> None:
    begun = played(cards_per_set=5)
    begun.choose("second")
    while begun.asked[1] == "card":
        begun.end()
    assert list(begun.players) == [UNION, CONFEDERATE]
    begun.lay(UNION, *FIVE)
    assert begun.state.set == 2
    assert begun.state.hands[0].cards == FIVE


@clause("order-cards.turn.what-players-see", 1)
def test_an_enemy_sees_the_cards_that_are_turned() -> None:
    begun = played()
    begun.choose("first")
    for _ in range(3):
        begun.end()
    hand = views.view(begun.state, CONFEDERATE).hands[0]
    assert hand.cards == ("march", "advance", UNKNOWN, UNKNOWN, UNKNOWN)
    assert (hand.turned, len(hand.cards) - hand.turned) == (2, 3)


def shared(**rest: Any) -> State:
    """A table with two players on the Union side."""
    state = changing(position(*reserves(), foot("a", UNION, 6, 20, 20), **rest))
    state.units = tuple(
        foot("a2", UNION, 6, 40, 20, player="bob") if unit.id == "a" else unit for unit in state.units
    ) + tuple(unit for unit in state.units if unit.id == "a")
    state.hands = (Hand(UNION, UNION), Hand("bob", UNION), Hand(CONFEDERATE, CONFEDERATE))
    state.phase = "sets"
    return state


@clause("order-cards.turn.what-players-see", 2)
@clause("order-cards.turn.who-decides", 1)
@clause("order-cards.misc.multiplayer")
def test_players_of_a_side_see_each_others_cards_and_the_first_decides_for_all() -> None:
    begun = Table(shared(), cards_events.BeginSet(1))
    assert list(begun.players) == [UNION, "bob", CONFEDERATE]
    begun.lay(UNION, *FIVE)
    begun.lay("bob", *OTHER)
    assert views.view(begun.state, "bob").hands[0].cards == FIVE
    assert views.view(begun.state, UNION).hands[1].cards == OTHER
    assert views.view(begun.state, CONFEDERATE).hands[1].cards == (UNKNOWN,) * 5
    begun.lay(CONFEDERATE, *OTHER, dice=["d10:9", "d10:2"])
    assert begun.asked == (UNION, "order", "")
    begun.choose("second")
    begun.end()
    # All players of a side turn their cards together and act as they agree.
    assert begun.last(CardsTurned).cards == ((UNION, "march"), ("bob", "double-quick"))
    assert list(begun.players) == [UNION, "bob"]


@clause("order-cards.turn.who-decides", 2)
@clause("order-cards.turn.coordination")
def test_players_act_in_any_order_under_their_own_cards() -> None:
    begun = Table(shared(), cards_events.BeginSet(1))
    begun.lay(UNION, "volley", "march", "advance", "charge", "hold")
    begun.lay("bob", "charge", "march", "advance", "volley", "hold")
    begun.lay(CONFEDERATE, *OTHER, dice=["d10:9", "d10:2"])
    begun.choose("first")
    offered = {player: engine_keys(begun, player) for player in (UNION, "bob")}
    assert [("a" in offered[player], "a2" in offered[player]) for player in (UNION, "bob")] == [
        (True, False),
        (False, True),
    ]


def engine_keys(begun: Table, player: str) -> list[str]:
    form: Any = engine.decision(RULEBOOK, begun.battle, player).form
    return [item.key for item in form.items]


@clause("order-cards.turn.who-decides", 3)
def test_the_owner_of_a_unit_decides_which_officer_helps_it() -> None:
    chief = general("chief", UNION, 20, 18.5, player="bob")
    target = foot("a", UNION, 6, 20, 20)
    begun = table(*reserves(), chief, target, foot("x", CONFEDERATE, 6, 20, 26, SOUTH), side=CONFEDERATE, card="volley")
    begun.do("x", "fire")
    begun.choose("a", dice=[1])
    assert begun.asked == (UNION, "officer", "a")
    assert begun.keys == ["chief", "none"]
    begun.choose("chief", dice=[50])
    assert begun.unit("a").state == "steady"


@clause("order-cards.turn.free-sequence")
@clause("order-cards.cards.set-per-player")
def test_one_card_for_every_brigade_each_in_its_own_way() -> None:
    begun = table(
        *reserves(), foot("a", UNION, 6, 20, 20), foot("b", UNION, 6, 40, 20, brigade="other"), card="advance"
    )
    begun.do("a", "move")
    begun.march(forward(3.0))
    assert begun.pose("a")[:2] == (20.0, 23.0)
    # It has moved, and does so once a card.
    assert "move" not in begun.deeds("a")
    begun.do("b", "move")
    begun.march(forward(8.0))
    assert begun.pose("b")[:2] == (40.0, 28.0)
    begun.end()
    assert list(begun.players) == []


@clause("order-cards.turn.free-sequence")
def test_what_is_owed_is_done_before_a_card_ends() -> None:
    begun = table(*reserves(), foot("a", UNION, 6, 20, 20, state="routing", disordered=True), card="volley")
    assert begun.unit("a").owes
    begun.end()
    assert begun.pose("a")[:2] == (20.0, 10.0)
    assert not begun.unit("a").owes


@clause("order-cards.turn.no-take-back")
@clause("order-cards.turn.no-repositioning")
def test_a_move_stands_unless_the_enemy_grants_a_take_back() -> None:
    plain = table(*reserves(), foot("a", UNION, 6, 20, 20))
    plain.do("a", "move")
    plain.march(forward(3.0))
    assert "take-back" not in plain.keys
    begun = table(*reserves(), foot("a", UNION, 6, 20, 20), allow_take_back_by_consent=True)
    begun.do("a", "move")
    begun.march(forward(3.0))
    begun.choose("take-back")
    assert begun.asked == (CONFEDERATE, "take-back", "a")
    begun.confirm(False)
    assert (begun.pose("a")[1], len(begun.all(TakeBackRefused))) == (23.0, 1)
    begun = table(*reserves(), foot("a", UNION, 6, 20, 20), allow_take_back_by_consent=True)
    begun.do("a", "move")
    begun.march(forward(3.0))
    begun.choose("take-back")
    begun.confirm(True)
    assert (begun.pose("a")[1], len(begun.all(TakenBack))) == (20.0, 1)
    assert "move" in begun.deeds("a")


@clause("order-cards.supply.card")
def test_a_re_supply_card_serves_everybody_at_once() -> None:
    begun = fresh(foot("a", UNION, 6, 20, 20, ammo="low"), foot("b", UNION, 6, 30, 20, ammo="out"))
    begun.lay(UNION, "re-supply", "march", "advance", "volley", "hold")
    begun.lay(CONFEDERATE, *OTHER, dice=["d10:7", "d10:4"])
    begun.choose("first")
    assert [begun.unit(id).ammo for id in ("a", "b")] == ["normal", "normal"]
    assert len(begun.all(Resupplied)) == 2


@clause("order-cards.supply.limit")
def test_supply_points_are_drawn_in_the_owners_order() -> None:
    low = foot("a", UNION, 6, 20, 20, ammo="low"), foot("b", UNION, 6, 30, 20, ammo="out")
    begun = table(*reserves(), *low, card="re-supply", supply_limit=True)
    state = changing(begun.state)
    state.hands = tuple(
        Hand(h.player, h.side, h.cards, h.turned, h.past, h.played, h.ended, 2) for h in begun.state.hands
    )
    begun = Table(state, cards_events.CardInPlay((UNION,)))
    begun.do("b", "draw")
    assert (begun.unit("b").ammo, begun.state.hands[0].supplies) == ("normal", 0)
    assert begun.deeds("a") == ["refuse"]


def test_a_player_with_nobody_left_chooses_no_more_sets() -> None:
    state = shared()
    state.units = tuple(unit for unit in state.units if unit.player != "bob")
    assert list(Table(state, cards_events.BeginSet(1)).players) == [UNION, CONFEDERATE]
