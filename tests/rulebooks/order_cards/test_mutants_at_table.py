"""What breaking the rules of play on purpose showed to be held by no other test."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.record import replace
from roundtop.rulebooks.order_cards.barriers.events import LineChanged
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.command.events import MessengerGone, OfficerMoved
from roundtop.rulebooks.order_cards.deployment.table import may_come_on
from roundtop.rulebooks.order_cards.field import card_of, changing
from roundtop.rulebooks.order_cards.fire.events import Sniped
from roundtop.rulebooks.order_cards.movement.events import Moved
from roundtop.rulebooks.order_cards.rout.events import RunAway
from roundtop.rulebooks.order_cards.state import Messenger, State
from roundtop.rulebooks.order_cards.supply.events import Resupplied
from roundtop.rulebooks.order_cards.tables import TO_ARRIVE
from roundtop.table.path import leg, shift
from roundtop.table.pose import Pose
from tests.clauses import clause
from tests.rulebooks.order_cards import table as at
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    field,
    foot,
    general,
    obstacle,
    position,
    reserves,
    table,
)

DOWN: dict[str, Any] = {"state": "head-down", "owes": True}
CARD = cards_events.CardInPlay((UNION,))


def with_riders(state: State, *riders: Messenger) -> State:
    state = changing(state)
    state.messengers = riders
    return state


def rider(id: str, sender: str, to: str, x: float, y: float, side: str = UNION) -> Messenger:
    return Messenger(id, side, side, sender, to, "note", "", Pose(x, y, 0), moved=True)


@clause("order-cards.barrier.move")
def test_a_barrier_is_pushed_straight_on() -> None:
    frise = field(obstacle("chevaux-de-frise", (28.5, 10.4), (31.5, 10.4)))
    begun = table(*reserves(), foot("u", UNION, 4, 30, 10), ground=frise).do("u", "barrier")
    assert [way.manoeuvres for way in begun.form.ways if way.key == "forward"] == [(shift(0.0, 3.0),)]


@clause("order-cards.misc.dismantle")
def test_only_what_is_touched_is_taken_down() -> None:
    fences = field(obstacle("fence", (10, 5), (15, 5)), obstacle("fence", (20, 20.375), (40, 20.375)))
    state = position(*reserves(), foot("a", UNION, 3, 30, 20), ground=fences)
    begun = at.Table(state, CARD, cards_events.EndTurn(UNION, 1, False))
    begun.do("a", "dismantle").end()
    assert [event.points[0] for event in begun.all(LineChanged)] == [(20.0, 20.375)]


@clause("order-cards.move.enemy-contact")
@pytest.mark.parametrize(("side", "state", "may"), [
    (UNION, "steady", True), (CONFEDERATE, "steady", False), (CONFEDERATE, "routing", True),
])  # fmt: skip
def test_an_officer_rides_close_to_friends_and_runners_only(side: str, state: str, may: bool) -> None:
    unit = foot("x", side, 6, 30, 20, state=state, disordered=state == "routing")
    begun = table(*reserves(), general("a", UNION, 30, 10), unit).choose("a")
    if may:
        assert begun.march(leg(30.0, 18.5)).all(OfficerMoved)
    else:
        assert begun.no_march(leg(30.0, 18.5)) == ["move.enemy-contact"]


@clause("order-cards.officer.messengers")
def test_an_officer_who_rides_meets_his_own_messengers() -> None:
    state = position(*reserves(), general("a", UNION, 6, 4), general("b", UNION, 30, 20), general("c", UNION, 50, 20))
    begun = at.Table(with_riders(state, rider("m", "a", "b", 30, 8), rider("n", "a", "c", 31, 8)), CARD)
    begun.choose("b").march(leg(30.0, 10.0))
    assert [event.messenger for event in begun.all(MessengerGone)] == ["m"]


@clause("order-cards.setup.reinforcements")
def test_a_fence_keeps_nobody_off_the_table() -> None:
    late = foot("u", UNION, 4, 0, 0, place=TO_ARRIVE, entry=(36.0, 0.0), formation="column-of-march")
    for kind, comes in (("fence", ["u"]), ("river", [])):
        land = field(obstacle(kind, (0.0, 1.5), (72.0, 1.5)))
        state = position(foot("c", CONFEDERATE, 6, 36, 40, SOUTH), late, ground=land)
        assert [unit.id for unit in may_come_on(state, UNION, card_of(state, UNION))] == comes


@clause("order-cards.officer.sniping-result")
def test_an_officer_who_is_shot_at_and_unharmed_takes_no_messenger_with_him() -> None:
    state = position(*reserves(), foot("u", UNION, 6, 30, 10), general("x", CONFEDERATE, 30, 15), card="volley")
    begun = at.Table(with_riders(state, rider("m", "x", "x", 60, 40, CONFEDERATE)), CARD)
    begun.do("u", "fire").choose("x", dice=(1, "d10:1", "d10:10"))
    assert (begun.last(Sniped).hit, begun.last(Sniped).result) == (True, "unharmed")
    assert not begun.all(MessengerGone)


@clause("order-cards.supply.limit")
@pytest.mark.parametrize(("wagons", "source"), [(True, "w"), (False, "")])
def test_without_wagons_supplies_come_from_the_players_own(wagons: bool, source: str) -> None:
    low = foot("u", UNION, 6, 30, 10, ammo="low")
    house: dict[str, Any] = {"supply_limit": True, "supply_wagons": wagons}
    state = changing(position(*reserves(), low, at.wagon("w", UNION, 30, 8.5, load=5), card="re-supply", **house))
    state.hands = tuple([replace(hand, supplies=3) for hand in state.hands])
    begun = at.Table(state, CARD).do("u", "draw")
    assert begun.last(Resupplied).wagon == source


@clause("order-cards.morale.rout-state")
def test_whoever_owes_no_flight_does_not_run() -> None:
    for owes in (True, False):
        state = changing(position(*reserves(), foot("u", UNION, 6, 30, 20, state="routing", disordered=True)))
        state.units = tuple([replace(unit, owes=owes) if unit.id == "u" else unit for unit in state.units])
        begun = at.Table(state, RunAway("u", ""))
        assert bool(begun.all(Moved)) == owes


@clause("order-cards.morale.artillery-head-down")
def test_a_limbered_battery_with_nowhere_to_go_stays_in_position() -> None:
    battery = at.guns("u", UNION, 2, 30, 2.0, formation="limbered", **DOWN)
    walls = [foot("l", UNION, 4, 29.0, 2.0, 90), foot("r", UNION, 4, 31.0, 2.0, 90)]
    begun = table(*reserves(), battery, *walls, foot("x", CONFEDERATE, 6, 30, 9, SOUTH), card="volley").end()
    assert (begun.asked[1], begun.unit("u").in_position) == ("", True)


@clause("order-cards.move.interpenetration")
@pytest.mark.parametrize(("friends", "end"), [((), 21.0), ((24.0,), 26.38)])
def test_a_limbered_battery_with_its_head_down_stops_at_a_friend(friends: tuple[float, ...], end: float) -> None:
    battery = at.guns("u", UNION, 2, 30, 28.0, formation="limbered", **DOWN)
    others = [foot("f", UNION, 20, 30, y) for y in friends]
    begun = table(*reserves(), battery, *others, foot("x", CONFEDERATE, 6, 30, 34, SOUTH), card="volley").end()
    straight = [item.key for item in begun.form.items if "straight back" in item.label]
    begun.choose(straight[0])
    assert begun.pose("u")[:2] == (30.0, end)


@clause("order-cards.cards.once-per-set")
def test_whoever_lays_out_his_cards_is_shown_why_each_comes_but_once() -> None:
    begun = at.Table(position(*reserves()), cards_events.ChooseSets((UNION,)))
    laws = ("cards.secret-selection", "cards.once-per-set", "cards.set-size")
    assert begun.decision.clauses == tuple([f"order-cards.{law}" for law in laws])


@clause("order-cards.turn.free-sequence")
def test_the_only_thing_a_unit_can_do_is_named_with_it() -> None:
    begun = table(*reserves(), at.wagon("w", UNION, 30, 10), foot("u", UNION, 6, 40, 10))
    labels = {item.key: item.label for item in begun.form.items}
    assert (labels["w"], labels["u"]) == ("W: move", "U")


@clause("order-cards.melee.retreat-through-friends")
@pytest.mark.parametrize(("depth", "dice", "end"), [(40.0, (75, 20), 39.0), (38.7, (75,), 36.5)])
def test_a_retreat_onto_friends_goes_on_until_clear_unless_the_edge_is_nearer(
    depth: float, dice: tuple[int, ...], end: float
) -> None:
    spare = [foot(f"{side[0]}{x}", side, 10, x, y) for side, y in ((UNION, 1.5), (CONFEDERATE, 30)) for x in (6, 60)]
    fighters = foot("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 6, 30, 27.75, SOUTH)
    behind = foot("y", CONFEDERATE, 6, 30, 37.8, SOUTH)
    land = field(depth=depth)
    begun = table(*spare, *fighters, behind, card="charge-home", ground=land, melee_winner_checks=False)
    at.charge(begun, "a", "x")
    begun.end(dice=[*at.sixes(3, 4, 2, 2), *dice])
    assert (begun.pose("x")[1], begun.unit("x").place) == (end, "on")
