"""A card carried out: what each unit may do, moves that end early, edges to leave by, reserves and orders sent."""

from __future__ import annotations

from itertools import pairwise

import pytest

from roundtop.kit.objectives import Goal
from roundtop.rulebooks.order_cards import views
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards.play import deeds, pick_decision
from roundtop.rulebooks.order_cards.cards.rule import DECK
from roundtop.rulebooks.order_cards.command.events import HandedOver, OfficerPlaced, Released
from roundtop.rulebooks.order_cards.deployment.table import may_come_on
from roundtop.rulebooks.order_cards.field import card_of, changing, stand_poses, unit_of
from roundtop.rulebooks.order_cards.fire.events import UnitRemoved
from roundtop.rulebooks.order_cards.formation.table import forming
from roundtop.rulebooks.order_cards.movement.events import HalfTurned, Moved
from roundtop.rulebooks.order_cards.preview import why_not
from roundtop.rulebooks.order_cards.state import Army, Delivered, Hand, Officer, State, Unit
from roundtop.rulebooks.order_cards.tables import TO_ARRIVE
from roundtop.rulebooks.order_cards.victory.events import GunsTaken
from roundtop.rulebooks.order_cards.victory.table import contested, score
from roundtop.table.measure import distance
from roundtop.table.path import forward, leg, turn
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    EAST,
    SOUTH,
    UNION,
    Table,
    area,
    field,
    foot,
    general,
    guns,
    obstacle,
    position,
    reserves,
    table,
    wagon,
)


def told(card: str, *pieces: Unit | Officer) -> list[str]:
    """What the first of some units may do on a card."""
    state = position(*pieces, *reserves(), card=card)
    unit = state.units[0]
    return deeds(state, unit, card_of(state, unit.player))


@clause("order-cards.cards.deck")
@clause("order-cards.turn.free-sequence")
def test_what_a_card_lets_a_unit_do() -> None:
    line = foot("u", UNION, 6, 30, 10)
    assert told("march", line) == ["move", "refuse", "disorder"]
    assert told("volley", line) == ["fire", "refuse"]
    assert told("hold", line) == ["move", "fire", "refuse"]
    assert told("advance-firing", line) == ["move", "fire", "refuse", "disorder"]
    assert told("charge", line) == ["charge", "move", "waive", "refuse", "disorder"]
    assert told("rout-and-rally", line) == ["refuse"]
    assert told("re-supply", line) == ["refuse"]
    assert told("advance-firing", guns("b", UNION, 2, 30, 10)) == ["move", "fire", "refuse"]
    assert told("volley", guns("b", UNION, 2, 30, 10, formation="limbered")) == []
    assert told("march", wagon("w", UNION, 30, 10)) == ["move"]


@clause("order-cards.fire.one-target")
def test_fire_is_offered_only_where_a_target_can_be_named() -> None:
    line = foot("u", UNION, 6, 30, 10)
    near = foot("c", CONFEDERATE, 6, 30, 20, SOUTH)
    far = foot("c", CONFEDERATE, 6, 30, 22, SOUTH)
    assert table(line, near, card="volley").choose("u").keys == ["fire", "refuse", "back"]
    assert table(line, far, card="volley").choose("u").keys == ["refuse", "back"]
    assert "u" in table(line, near, card="fire-at-will").keys
    crowd = foot("u", UNION, 6, 30, 10, disordered=True)
    assert "u" in table(crowd, near, card="volley").keys
    alone = table(crowd, far, card="volley")
    assert "u" not in alone.keys
    (why,) = why_not(alone.state, cards_events.CardInPlay((UNION,)), "u")
    assert (why.text, why.clause) == ("U has nobody to fire at.", "order-cards.fire.one-target")


@clause("order-cards.morale.head-down-move")
def test_nothing_is_said_against_whoever_can_be_picked_though_he_cannot_be_moved() -> None:
    foe = foot("c", CONFEDERATE, 6, 30, 20, SOUTH)
    shaken = [
        foot("u", UNION, 6, 30, 10, state=state, disordered=True, owes=True) for state in ("head-down", "routing")
    ]
    for unit in (*shaken, foot("u", UNION, 6, 30, 10)):
        begun = table(unit, foe, card="volley")
        assert "u" in begun.keys
        assert why_not(begun.state, cards_events.CardInPlay((UNION,)), "u") == ()


@clause("order-cards.officer.sniping")
def test_a_lone_officer_is_somebody_to_fire_at() -> None:
    crowd = foot("u", UNION, 6, 30, 10, disordered=True)
    lone = general("x", CONFEDERATE, 30, 18)
    assert "u" in table(crowd, lone, *reserves(), card="volley").keys
    assert "u" not in table(crowd, general("x", CONFEDERATE, 30, 30), *reserves(), card="volley").keys


@clause("order-cards.charge.reach-not-shown")
def test_fire_is_not_measured_for_a_unit_that_may_charge() -> None:
    runner = foot("u", UNION, 6, 30, 10, disordered=True, target="c", bonus=3)
    far = foot("c", CONFEDERATE, 6, 30, 40, SOUTH)
    assert "fire" in table(runner, far, card="volley").choose("u").keys
    told_all = table(runner, far, card="volley", premeasure_charges=True)
    assert "fire" not in told_all.choose("u").keys


@clause("order-cards.visibility.hidden-units")
def test_in_the_fog_an_offer_tells_of_nobody_hidden() -> None:
    wood = field(area("woods", 20, 16, 40, 26))
    crowd = foot("u", UNION, 6, 30, 10, disordered=True)
    hidden = foot("c", CONFEDERATE, 6, 30, 19, SOUTH)
    state = position(crowd, hidden, *reserves(), card="volley", fog=True, ground=wood)
    empty = position(crowd, *reserves(), card="volley", fog=True, ground=wood)
    step = cards_events.CardInPlay((UNION,))
    assert pick_decision(views.view(state, UNION), step, UNION) == pick_decision(views.view(empty, UNION), step, UNION)


@clause("order-cards.morale.head-down-state")
@clause("order-cards.rally.card")
def test_what_a_shaken_unit_may_do() -> None:
    down = foot("u", UNION, 6, 30, 10, state="head-down", disordered=True)
    settled = foot("u", UNION, 6, 30, 10, state="head-down", disordered=True, in_position=True)
    running = foot("u", UNION, 6, 30, 10, state="routing", disordered=True)
    assert told("march", down) == ["fall-back"]
    assert told("rout-and-rally", down) == ["fall-back", "rally"]
    assert told("march", settled) == ["move"]
    assert told("volley", settled) == ["fire"]
    assert told("volley", running) == ["rout"]
    assert told("rout-and-rally", running) == ["rout", "rally"]


@clause("order-cards.charge.short")
def test_a_charge_that_fell_short_may_go_on_whatever_the_card() -> None:
    runner = foot("u", UNION, 6, 30, 10, disordered=True, target="c", bonus=3)
    foe = foot("c", CONFEDERATE, 6, 30, 16, SOUTH)
    for card in ("volley", "re-supply", "rout-and-rally", "march"):
        assert "charge" in told(card, runner, foe)


@clause("order-cards.charge.reach-not-shown")
def test_waiving_is_final() -> None:
    begun = table(foot("u", UNION, 6, 30, 10), foot("c", CONFEDERATE, 6, 30, 18, SOUTH), *reserves(), card="charge")
    assert begun.decision.measure == "none"
    begun.do("u", "waive")
    assert begun.decision.measure == "none", "others may still charge"
    for other in ("u8", "u9"):
        begun.do(other, "waive")
    assert begun.decision.measure == "all"
    assert "charge" not in begun.deeds("u")
    assert begun.unit("u").waived


@clause("order-cards.move.facing-change")
def test_guns_in_a_wood_turn_in_two_cards() -> None:
    wood = field(area("woods", 20, 5, 40, 20))
    begun = table(guns("b", UNION, 2, 30, 10), *reserves(), ground=wood, card="march")
    begun.do("b", "move").march(turn(4500))
    assert begun.all(HalfTurned)
    assert begun.pose("b")[2] == 0
    state = position(guns("b", UNION, 2, 30, 10, pivoting=True), *reserves(), ground=wood, card="march")
    again = Table(state, cards_events.CardInPlay((UNION,))).do("b", "move").march(turn(4500))
    assert again.pose("b")[2] == 45
    assert not again.unit("b").pivoting


@clause("order-cards.morale.artillery-head-down")
def test_a_card_of_six_inches_is_spent_on_limbering() -> None:
    battery = guns("b", UNION, 2, 30, 10, state="head-down", disordered=True)
    foe = foot("c", CONFEDERATE, 6, 30, 19, SOUTH)
    begun = table(battery, foe, *reserves(), card="advance-firing")
    begun.do("b", "fall-back")
    assert (begun.unit("b").formation, begun.unit("b").in_position) == ("limbered", False)
    assert begun.pose("b")[:2] == (30, 10)


@clause("order-cards.move.leaving-table")
def test_a_unit_leaves_by_an_edge_the_scenario_gives_its_side() -> None:
    state = changing(position(foot("u", UNION, 4, 30, 44, formation="column-of-march"), *reserves(), card="march"))
    begun = Table(state, cards_events.CardInPlay((UNION,))).do("u", "move")
    assert begun.no_march(forward(6.0)) == ["move.leaving-table"]
    state.armies = (Army(UNION, "south", exits=("north",)), Army(CONFEDERATE, "north"))
    free = Table(state, cards_events.CardInPlay((UNION,))).do("u", "move").march(forward(6.0))
    assert free.last(UnitRemoved) == UnitRemoved("u", "withdrawn")
    assert score(free.state, CONFEDERATE).destroyed == 0


@clause("order-cards.setup.reinforcements")
def test_a_column_longer_than_the_card_waits_and_its_general_comes_with_it() -> None:
    late = foot("r", UNION, 8, 0, 0, place=TO_ARRIVE, entry=(30.0, 0.0), formation="column-of-march")
    chief = general("g", UNION, 0, 0, place=TO_ARRIVE, unit="r")
    for card, comes in (("advance-firing", False), ("form-up", True), ("march", True)):
        state = position(late, chief, *reserves(), card=card)
        assert bool(may_come_on(state, UNION, card_of(state, UNION))) == comes
    begun = table(late, chief, *reserves(), card="march")
    begun.choose("on:r")
    assert begun.last(OfficerPlaced).officer == "g"
    assert begun.no_march(forward(4.5)) == ["move.card-distance"]
    begun.march(forward(4.0))
    assert begun.all(Moved)[-1].cause == "order"


@clause("order-cards.officer.messengers")
def test_a_brigade_in_reserve_waits_for_its_messenger_or_its_hour() -> None:
    pieces = (foot("u", UNION, 6, 30, 10, brigade="x"), *reserves())
    held = changing(position(*pieces, card="march"))
    held.reserves = (("x", 0),)
    assert deeds(held, unit_of(held, "u"), card_of(held, UNION)) == []
    held.delivered = (Delivered(UNION, "release", "x", UNION),)
    begun = Table(_next_card(held), cards_events.TakeTurn(UNION, 2))
    assert begun.all(Released) == [Released("x", UNION, (UNION,))]
    assert begun.deeds("u") == ["move", "refuse", "disorder"]
    late = changing(position(*pieces, card="march", later=("advance",)))
    late.reserves = (("x", 1),)
    assert Table(_next_card(late), cards_events.TakeTurn(UNION, 2)).all(Released) == [Released("x", UNION, (UNION,))]


def _next_card(state: State) -> State:
    """The Union's next card lies ready."""
    new = changing(state)
    hands: list[Hand] = []
    for hand in new.hands:
        cards = hand.cards if len(hand.cards) > hand.turned else (*hand.cards, "advance")
        hands.append(Hand(hand.player, hand.side, cards, hand.turned, hand.past, hand.played))
    new.hands = tuple(hands)
    return new


@clause("order-cards.officer.messengers")
@clause("order-cards.turn.who-decides")
def test_a_brigade_handed_over_acts_on_its_new_players_cards() -> None:
    state = changing(position(foot("u", UNION, 6, 30, 10, brigade="x"), *reserves(), card="march"))
    state.hands = (*state.hands, Hand("another", UNION, ("march",)))
    state.delivered = (Delivered(UNION, "hand-over", "x", "another"),)
    begun = Table(_next_card(state), cards_events.TakeTurn(UNION, 2))
    assert begun.all(HandedOver) == [HandedOver("x", "another")]
    assert begun.unit("u").player == "another"


@clause("order-cards.victory.objectives-held")
def test_ground_near_both_scores_for_neither() -> None:
    goal = Goal("g", "The hill", 30, 20, 3.0, 1, "", False, UNION)
    alone = position(foot("u", UNION, 4, 30, 18), *reserves(), goals=(goal,))
    assert not contested(alone, goal)
    assert score(alone, UNION).objectives == (10,)
    both = position(foot("u", UNION, 4, 30, 18), foot("c", CONFEDERATE, 4, 30, 22), *reserves(), goals=(goal,))
    assert contested(both, goal)
    assert score(both, UNION).objectives == ()


@clause("order-cards.morale.rout-state")
def test_abandoned_guns_fall_to_the_last_who_touched_them() -> None:
    left = guns("b", CONFEDERATE, 2, 30, 20, SOUTH, place="gone", fate="abandoned")
    begun = Table(
        position(left, foot("u", UNION, 4, 30, 20.5), *reserves(), card="volley"), cards_events.EndTurn(UNION, 1, False)
    )
    assert begun.last(GunsTaken) == GunsTaken("b", True)
    assert score(begun.state, UNION).guns == 2


@clause("order-cards.misc.dismantle")
def test_a_unit_at_work_does_nothing_else() -> None:
    fence = field(obstacle("fence", (20, 20.375), (40, 20.375)))
    begun = table(foot("u", UNION, 4, 30, 20), *reserves(), ground=fence, card="march")
    begun.do("u", "dismantle")
    assert begun.deeds("u") == []


@clause("order-cards.move.fixed-moves")
def test_an_officer_rides_round_nothing_but_deep_water() -> None:
    river = field(obstacle("river", (0, 15), (72, 15)), obstacle("wall", (0, 5), (72, 5)))
    begun = table(general("g", UNION, 30, 2), *reserves(), ground=river, card="volley")
    begun.choose("g")
    assert begun.no_march(leg(30, 17)) == ["move.major-river"]
    begun.march(leg(30, 14))
    assert begun.officer("g").moved


@clause("order-cards.move.wheel")
def test_a_column_follows_its_head_round_a_bend_for_the_length_of_the_way() -> None:
    begun = table(foot("u", UNION, 6, 30, 10, formation="column-of-march"), *reserves(), card="march")
    begun.do("u", "move").march(leg(33, 14))
    stands = stand_poses(begun.unit("u"))
    assert (stands[0].x, stands[0].y) == (33, 14)
    # The last stand has not come to the bend, and faces as it did.
    assert (stands[5].x, stands[5].facing) == (30, 0)
    assert all(distance(a.x, a.y, b.x, b.y) == pytest.approx(0.75, abs=0.03) for a, b in pairwise(stands))
    far = table(foot("u", UNION, 6, 30, 10, formation="column-of-march"), *reserves(), card="march")
    far.do("u", "move")
    assert far.no_march(leg(30, 22)) == ["move.card-distance"]
    far.march(leg(33, 14), forward(6.3))
    assert far.unit("u").trail == ()


@clause("order-cards.formation.refuse-flank")
@pytest.mark.parametrize("card", sorted({card.word for card in DECK}))
def test_a_flank_is_refused_on_any_card(card: str) -> None:
    begun = table(*reserves(), foot("u", UNION, 6, 30, 10), card=card)
    assert "refuse" in begun.deeds("u")
    begun.do("u", "refuse")
    begun.assign(wing="right-2")
    assert (begun.unit("u").wing, begun.unit("u").wing_by) == (2, 4500)
    house = table(*reserves(), foot("u", UNION, 6, 30, 10), card=card, refuse_flank_any_card=False)
    assert ("refuse" in house.deeds("u")) is (card not in ("rout-and-rally", "re-supply"))


@clause("order-cards.rally.disordered-near-officer", 1)
def test_head_down_units_near_an_officer_form_up_too() -> None:
    down = foot("u", UNION, 6, 30, 10, EAST, state="head-down", disordered=True, in_position=True)
    begun = table(*reserves(), down, general("g", UNION, 30, 7), card="rout-and-rally")
    assert begun.deeds("u") == ["rally", "form-up"]
    begun.do("u", "form-up")
    # Its facing is frozen.
    assert begun.no_march(forming(begun.unit("u"), "form-up", 4500)) == ["morale.head-down-state"]
    assert begun.ways == ["stand", "as-it-is"]
    begun.way("as-it-is")
    formed = begun.unit("u")
    assert (formed.disordered, formed.state, formed.in_position, formed.pose.facing) == (False, "head-down", True, 9000)
    assert begun.deeds("u") == ["rally"]
    house = table(
        *reserves(), down, general("g", UNION, 30, 7), card="rout-and-rally", head_down_form_up_near_officer=False
    )
    assert house.deeds("u") == ["rally"]
    moving = foot("u", UNION, 6, 30, 10, EAST, state="head-down", disordered=True)
    owing = table(*reserves(), moving, general("g", UNION, 30, 7), card="rout-and-rally")
    assert "form-up" not in owing.deeds("u")
