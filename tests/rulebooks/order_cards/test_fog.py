"""Fog: what a side does not see is not in its view, comes into it and goes out of it, and stops a march."""

from __future__ import annotations

from typing import Any

from roundtop.rulebooks.order_cards import views
from roundtop.rulebooks.order_cards.events import Moved
from roundtop.rulebooks.order_cards.shooting import targets
from roundtop.rulebooks.order_cards.state import State, card_of, unit_of
from roundtop.table.path import forward
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
    reserves,
    table,
)

WOOD = field(area("woods", 20, 26, 40, 36))


def hidden(**rest: Any) -> Table:
    """A Confederate regiment three inches inside a wood, eight from a Union line in the open."""
    pieces = foot("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 6, 30, 29.0, SOUTH)
    return table(*reserves(), *pieces, ground=WOOD, **rest)


def in_view(state: State, player: str = UNION) -> list[str]:
    return [unit.id for unit in views.view(state, player).units if unit.place == "on"]


@clause("order-cards.visibility.hidden-units", 1)
def test_without_fog_a_hidden_regiment_is_seen_but_neither_shot_nor_charged() -> None:
    begun = hidden(card="volley")
    assert "x" in in_view(begun.state)
    shown = unit_of(views.view(begun.state, UNION), "x")
    assert (shown.circled, shown.stands) == (0, 6)
    assert targets(begun.state, begun.unit("a"), card_of(begun.state, UNION), ()) == []
    charging = hidden(card="charge-home")
    charging.do("a", "charge")
    assert charging.keys == ["none"]


@clause("order-cards.visibility.hidden-units", 2)
def test_in_the_fog_it_is_not_in_view_at_all() -> None:
    begun = hidden(card="volley", fog=True)
    assert "x" not in in_view(begun.state)
    assert "x" in in_view(begun.state, CONFEDERATE)
    assert "a" in in_view(begun.state, CONFEDERATE)


@clause("order-cards.visibility.hidden-units", 3)
def test_firing_brings_it_into_view() -> None:
    begun = hidden(card="volley", side=CONFEDERATE, fog=True)
    begun.do("x", "fire")
    begun.choose("a", dice=[1])
    assert "x" in in_view(begun.state)
    assert begun.unit("x").shown > 0


@clause("order-cards.visibility.hidden-units", 4)
def test_a_march_into_the_unseen_stops_an_inch_short() -> None:
    # The regiment stands three inches deep in the wood, its front 7.5 from the column's; so the march has 6.5 to go.
    wood = field(area("woods", 20, 26, 40, 36))
    foe = foot("x", CONFEDERATE, 6, 30, 29.0, SOUTH)
    begun = table(*reserves(), foot("a", UNION, 6, 30, 20), foe, card="double-quick", fog=True, ground=wood)
    begun.do("a", "move")
    begun.march(forward(7.9))
    moved = begun.last(Moved)
    front = moved.end.y + 0.375
    assert abs((29.0 - 0.375) - front - 1.0) < 0.02
    assert "x" in in_view(begun.state)


def test_what_goes_out_of_view_leaves_a_mark() -> None:
    pieces = foot("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 6, 30, 40), general("lee", CONFEDERATE, 50, 40)
    wood = field(area("woods", 10, 42, 60, 48))
    begun = table(*reserves(), *pieces, card="march", side=CONFEDERATE, fog=True, ground=wood)
    assert "x" in in_view(begun.state)
    begun.do("x", "move")
    begun.march(forward(5.0))
    assert "x" not in in_view(begun.state)
    view = views.view(begun.state, UNION)
    assert [(one.unit, one.pose.y) for one in view.armies[0].sightings] == [("x", 40.0)]
