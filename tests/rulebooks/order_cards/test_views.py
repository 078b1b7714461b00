"""Who sees what: hands, supplies, messengers, troops to come, and the fog."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Chosen, Place, Placed
from roundtop.battle.protocol import Command
from roundtop.battles import load
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks.order_cards import RULEBOOK
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.command.events import Released
from roundtop.rulebooks.order_cards.command.messengers import errands
from roundtop.rulebooks.order_cards.deployment.events import Deployed
from roundtop.rulebooks.order_cards.field import army_of, card_of, changing, unit_of
from roundtop.rulebooks.order_cards.fire.table import targets
from roundtop.rulebooks.order_cards.movement.events import Moved
from roundtop.rulebooks.order_cards.sight.events import Met, Sighted, Spotted, Unnoticed
from roundtop.rulebooks.order_cards.sight.fog import unseen_by
from roundtop.rulebooks.order_cards.state import Army, Messenger, State, Unit
from roundtop.rulebooks.order_cards.supply.events import Resupplied
from roundtop.rulebooks.order_cards.views import SEALED, imagine, seen, view
from roundtop.table.path import forward
from roundtop.table.pose import Pose
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    area,
    field,
    foot,
    general,
    position,
    reserves,
    table,
    wagon,
)


def ids(state: State) -> set[str]:
    return {unit.id for unit in state.units}


def foggy(*pieces: Any, **rest: Any) -> Table:
    """A card in play in the fog, everybody having looked round."""
    state = changing(position(*pieces, fog=True, **rest))
    state.roster = state.units
    state.staff = state.officers
    state.armies = tuple(
        Army(army.side, army.edge, before=army.before, latest=army.latest, unseen=unseen_by(state, army.side))
        for army in state.armies
    )
    return Table(state, cards_events.CardInPlay((state.side,)))


WOOD = field(area("woods", 20, 20, 40, 32))
"""A wood in the middle of the table; its southern edge is at 20 in."""


def lurking() -> Unit:
    """A regiment 3 in inside the wood, facing south."""
    return foot("c", CONFEDERATE, 4, 30, 23.4, SOUTH)


# ---- without fog


@clause("order-cards.visibility.hidden-units", 1)
def test_a_hidden_regiment_is_seen_as_a_model_and_cannot_be_fired_at_or_charged() -> None:
    begun = table(foot("u", UNION, 6, 30, 14), lurking(), *reserves(), ground=WOOD, card="volley")
    seen_by_union = view(begun.state, UNION)
    assert unit_of(seen_by_union, "c").circled == 0
    assert targets(seen_by_union, unit_of(seen_by_union, "u"), card_of(begun.state, UNION), ()) == []
    charging = table(foot("u", UNION, 6, 30, 14), lurking(), *reserves(), ground=WOOD, card="charge")
    assert "charge" not in charging.offers("u")


@clause("order-cards.turn.what-players-see")
def test_supplies_and_errands_are_their_own_sides_business() -> None:
    state = changing(position(foot("u", UNION, 6, 30, 14, ammo="low"), *reserves(), supply_limit=True))
    state.messengers = (Messenger("m", UNION, UNION, "a", "b", "note", "x", Pose(5.0, 5.0, 0)),)
    own, other = view(state, UNION), view(state, CONFEDERATE)
    assert [hand.supplies for hand in own.hands] == [0, SEALED]
    assert (own.messengers[0].errand, other.messengers[0].errand) == ("note", "unknown")
    told = Resupplied("u", "normal", UNION, "", 3, (UNION,))
    assert seen(told, UNION) == told
    assert seen(told, CONFEDERATE) == Resupplied("u", "normal", UNION, "", SEALED, ())


@clause("order-cards.supply.limit")
def test_nobody_else_knows_what_a_wagon_still_carries() -> None:
    state = position(wagon("w", UNION, 30, 4, load=5), *reserves(), supply_limit=True, supply_wagons=True)
    assert unit_of(view(state, UNION), "w").load == 5
    masked = view(state, CONFEDERATE)
    assert unit_of(masked, "w").load == SEALED
    guesses = {unit_of(imagine(masked, CONFEDERATE, Stream(str(n))), "w").load for n in range(40)}
    assert guesses == set(range(7))


@clause("order-cards.setup.reinforcements")
def test_troops_to_come_are_known_to_their_own_side_unless_the_scenario_tells() -> None:
    late = foot("r", UNION, 6, 0, 0, place="arrive", due=3, entry=(30.0, 0.0))
    told = foot("s", UNION, 6, 0, 0, place="arrive", due=3, entry=(30.0, 0.0), known=True)
    state = position(late, told, *reserves())
    assert {"r", "s"} <= ids(view(state, UNION))
    assert "r" not in ids(view(state, CONFEDERATE))
    assert "s" in ids(view(state, CONFEDERATE))
    assert "r" not in ids(view(state, ""))


# ---- in the fog


@clause("order-cards.visibility.hidden-units", 2)
def test_in_the_fog_it_is_not_in_the_enemys_view_at_all() -> None:
    begun = foggy(foot("u", UNION, 6, 30, 14), lurking(), general("g", CONFEDERATE, 30, 26), ground=WOOD)
    assert ids(view(begun.state, UNION)) == {"u"}
    assert [one.id for one in view(begun.state, UNION).officers] == []
    # It looks out of the outer four inches of the wood.
    assert ids(view(begun.state, CONFEDERATE)) == {"u", "c"}
    assert ids(view(begun.state, "")) == {"u"}


@clause("order-cards.visibility.hidden-units", 3)
@clause("order-cards.visibility.fire-reveals")
def test_firing_brings_it_into_view_until_the_end_of_its_owners_next_card() -> None:
    begun = foggy(foot("u", UNION, 6, 30, 14), lurking(), *reserves(), ground=WOOD, card="volley", side=CONFEDERATE)
    begun.do("c", "fire").choose("u", dice=[99])
    assert begun.unit("c").shown == 2
    assert "c" in ids(view(begun.state, UNION))
    appeared = [seen(event, UNION) for event in begun.all(Spotted)]
    assert [one.appeared for one in appeared if isinstance(one, Sighted)] == [("c",)]
    assert seen(begun.last(Spotted), CONFEDERATE) is None


@clause("order-cards.visibility.hidden-units", 4)
def test_a_march_stops_an_inch_short_of_a_regiment_it_had_not_seen() -> None:
    """A regiment in the edge of the corn, 7.50 in before the line's front: it comes 6.50 in and loses the rest."""
    corn = field(area("corn", 10, 22.45, 50, 40))
    hidden = foot("c", CONFEDERATE, 4, 30, 22.875, SOUTH)
    begun = foggy(foot("u", UNION, 4, 30, 14.625), hidden, *reserves(), ground=corn, card="march")
    assert "c" not in ids(view(begun.state, UNION))
    begun.do("u", "move").march(forward(7.0))
    assert begun.unit("u").pose.y == pytest.approx(14.625 + 6.5, abs=0.01)
    assert begun.unit("u").moved
    assert begun.all(Met) == [Met("u", "c")]
    assert "c" in ids(view(begun.state, UNION))
    shorter = foggy(foot("u", UNION, 4, 30, 14.625), hidden, *reserves(), ground=corn, card="march")
    shorter.do("u", "move").march(forward(6.4))
    assert shorter.all(Met) == []
    assert "c" not in ids(view(shorter.state, UNION))


def test_the_enemy_notices_nothing_of_moves_out_of_his_view() -> None:
    deep = foot("c", CONFEDERATE, 4, 30, 28, SOUTH)
    begun = foggy(foot("u", UNION, 6, 30, 10), deep, ground=WOOD, card="march", side=CONFEDERATE)
    begun.do("c", "move").march(forward(2.0))
    (unnoticed,) = begun.all(Unnoticed)
    assert [type(event) for event in unnoticed.events] == [Moved]
    assert seen(unnoticed, UNION) is None
    assert seen(unnoticed, CONFEDERATE) == unnoticed
    assert begun.pose("c") == (30.0, 26.0, 180.0)


def test_where_an_enemy_was_last_seen_stays_marked() -> None:
    edge = foot("c", CONFEDERATE, 4, 30, 20.375, SOUTH)
    begun = foggy(foot("u", UNION, 6, 30, 10), edge, ground=WOOD, card="march", side=CONFEDERATE)
    assert "c" in ids(view(begun.state, UNION))
    begun.do("c", "move").march(forward(-2.0))
    assert "c" not in ids(view(begun.state, UNION))
    (last,) = army_of(view(begun.state, UNION), UNION).sightings
    assert (last.unit, last.pose.y) == ("c", 20.375)
    assert army_of(view(begun.state, CONFEDERATE), UNION).sightings == ()
    markers = [one for one in RULEBOOK.scene(view(begun.state, UNION)).markers if one.kind == "sighting"]
    assert [(one.x, one.y) for one in markers] == [(30.0, 20.375)]


@clause("order-cards.visibility.hidden-units")
def test_nobody_is_told_whither_an_enemy_goes_out_of_view() -> None:
    edge = foot("c", CONFEDERATE, 4, 30, 20.375, SOUTH)
    begun = foggy(foot("u", UNION, 6, 30, 10), edge, ground=WOOD, card="march", side=CONFEDERATE)
    begun.do("c", "move").march(forward(-2.0))
    (unnoticed,) = begun.all(Unnoticed)
    assert (seen(unnoticed, UNION), seen(unnoticed, "")) == (None, None)
    (spotted,) = begun.all(Spotted)
    assert seen(spotted, UNION) == Sighted(UNION, (UNION,), (), ("c",), (), ())


@clause("order-cards.visibility.hidden-units")
def test_nobody_is_told_whence_an_enemy_comes_into_view() -> None:
    deep = foot("c", CONFEDERATE, 4, 30, 22.4, SOUTH)
    begun = foggy(foot("u", UNION, 6, 30, 10), deep, ground=WOOD, card="march", side=CONFEDERATE)
    assert "c" not in ids(view(begun.state, UNION))
    begun.do("c", "move").march(forward(2.0))
    assert "c" in ids(view(begun.state, UNION))
    assert [seen(event, UNION) for event in begun.all(Unnoticed)] == [None]
    (spotted,) = begun.all(Spotted)
    assert seen(spotted, UNION) == Sighted(UNION, (UNION,), ("c",), (), (), ())


@clause("order-cards.visibility.hidden-units")
def test_in_the_fog_nobody_is_told_what_is_set_up_out_of_his_view() -> None:
    scenario, dice = load("parade-ground"), Seeded("setting up")
    battle = engine.run(RULEBOOK, engine.begin(RULEBOOK, scenario, {"fog": True}), dice).battle
    (first,) = engine.asked(RULEBOOK, battle)
    other = CONFEDERATE if first == UNION else UNION
    battle = engine.submit(RULEBOOK, battle, Command(first, "pick", "", Chosen((f"1st-{first}",)))).battle
    wanted = engine.decision(RULEBOOK, battle, first)
    assert isinstance(wanted.form, Place)
    place = Command(first, wanted.kind, wanted.about, Placed(wanted.form.candidates[0]))
    passage = engine.submit(RULEBOOK, battle, place)
    out, spotted = passage.events
    assert isinstance(out, Unnoticed)
    assert [type(event) for event in out.events] == [Deployed]
    assert [seen(event, player) for event in (out, spotted) for player in (other, "")] == [None] * 4
    assert army_of(passage.battle.state, other).sightings == ()


@clause("order-cards.turn.what-players-see")
def test_only_its_own_side_knows_that_a_brigade_was_held_in_reserve() -> None:
    released = Released("x", UNION, (UNION, "second"))
    assert [seen(released, player) for player in (UNION, "second", CONFEDERATE, "")] == [released, released, None, None]


def test_dice_for_a_unit_out_of_view_are_its_own_sides() -> None:
    deep = foot("c", CONFEDERATE, 4, 30, 28, SOUTH)
    begun = foggy(foot("u", UNION, 6, 30, 10), deep, *reserves(), ground=WOOD, card="march", side=CONFEDERATE)
    begun.do("c", "disorder")
    wanted = begun.decision
    passage = engine.submit(
        RULEBOOK, begun.battle, Command(wanted.player, wanted.kind, wanted.about, Chosen(("none",)))
    )
    rolls = engine.run(RULEBOOK, passage.battle, Seeded("hush")).rolls
    assert [roll.seen_by for roll in rolls] == [CONFEDERATE]


def test_what_is_imagined_in_the_fog_looks_like_the_view() -> None:
    begun = foggy(foot("u", UNION, 6, 30, 14), lurking(), general("g", CONFEDERATE, 30, 26), ground=WOOD)
    known = view(begun.state, UNION)
    for number in range(5):
        other = imagine(known, UNION, Stream(str(number)))
        assert view(other, UNION) == known
        assert "c" in ids(other)


def test_a_sealed_errand_reaches_its_officer_all_the_same() -> None:
    two = changing(
        position(
            foot("u", UNION, 6, 30, 14, player="one", brigade="x"),
            general("a", UNION, 30, 10, player="one"),
            general("b", UNION, 40, 10, player="two"),
            *reserves(),
            messengers="on",
        )
    )
    two.courier = True
    kinds = {errand for _, errand, _, _, _ in errands(two, two.officers[0])}
    assert kinds == {"hand-over", "note"}
