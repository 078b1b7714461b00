"""What a unit is offered on a card leads somewhere, and costs what the book says it costs."""

from __future__ import annotations

from roundtop.rulebooks.order_cards.charge.events import Waived
from roundtop.rulebooks.order_cards.movement.events import Moved
from roundtop.table.measure import distance
from tests.clauses import clause
from tests.rulebooks.order_cards.table import CONFEDERATE, SOUTH, UNION, foot, reserves, table


@clause("order-cards.move.card-distance")
def test_a_column_before_an_enemy_is_shown_where_its_head_may_turn() -> None:
    column = foot("u", UNION, 7, 30, 20, formation="column-of-march", trail=((30.0, 16.0), (30.0, 20.0), (32.0, 22.0)))
    foe = foot("x", CONFEDERATE, 8, 33, 23.9, SOUTH)
    begun = table(*reserves(), column, foe, card="march")
    begun.do("u", "move")
    assert begun.ways[0] == "stand"
    assert set(begun.ways[1:]) <= {"right", "left", "back"}
    begun.way(begun.ways[1])
    moved = begun.last(Moved)
    assert distance(moved.start.x, moved.start.y, moved.end.x, moved.end.y) > 1.0


@clause("order-cards.charge.reach-not-shown")
def test_fire_given_up_to_charge_on_waives_the_charge_before_it_tells_a_range() -> None:
    unit, foe = foot("u", UNION, 6, 30, 10, target="x", bonus=1), foot("x", CONFEDERATE, 6, 30, 18, SOUTH)
    begun = table(*reserves(), unit, foe, card="advance-firing")
    assert {"charge", "fire"} <= set(begun.offers("u"))
    begun.do("u", "fire")
    assert len(begun.all(Waived)) == 1
    begun.choose("hold-fire")
    assert "charge" not in begun.offers("u")
    free = table(*reserves(), unit, foe, card="advance-firing", premeasure_charges=True)
    assert "fire" in free.offers("u")
    free.do("u", "fire").choose("hold-fire")
    assert "charge" in free.offers("u")
