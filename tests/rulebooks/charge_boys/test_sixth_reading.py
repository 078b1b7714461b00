"""What a sixth reader of the source tried at the table: what answers a charge, and rules that meet in a turn."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.charge_boys.charge.events import ReachThrown
from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.state import Unit
from roundtop.table.path import Manoeuvre, forward, shift
from tests.clauses import clause
from tests.rulebooks.charge_boys import table as at
from tests.rulebooks.charge_boys.table import CONFEDERATE, SOUTH, UNION, field, guns, horse, moving, table
from tests.rulebooks.charge_boys.test_fifth_reading import CHARGE_X, ordered
from tests.rulebooks.charge_boys.test_fourth_reading import FAR, STOOD, UNARMED, calm

MARCH = ("orders", "movement")
FORM = Manoeuvre("form", 0.0, 0, "cavalry-column")


def troop(id: str, side: str, x: float, y: float, facing: float = 0, **fields: Any) -> Unit:
    """Twelve horsemen, calm and with nothing to fire."""
    return horse(id, side, 12, x, y, facing, has_fired=True, **({"weapon": "none", "mettle": STOOD} | fields))


@clause("charge-boys.musketry.mounted-fire", 2)
@pytest.mark.parametrize(("options", "men", "dice"), [({}, 21, 4), ({"mounted_line_fire_ranks": 1}, 10, 2)])
def test_horsemen_in_line_fire_two_ranks_deep_or_one_by_house_rule(
    options: dict[str, Any], men: int, dice: int
) -> None:
    a = horse("a", UNION, 24, 36, 20, weapon="rifled-carbine", has_fired=True, mettle=STOOD)
    x = calm("x", CONFEDERATE, 24, 36, 28, SOUTH, **UNARMED)
    begun = table(a, x, phases=("firing",), **options).choose("x:ball", dice=(1,) * dice)
    assert begun.last(Fired).men == men


# ---- countercharges


@clause("charge-boys.charge.countercharge")
@clause("charge-boys.charge.bonus-infantry")
def test_foot_that_is_countercharged_has_one_die_and_horsemen_two() -> None:
    a, x = calm("a", UNION, 12, 36, 16, **UNARMED), troop("x", CONFEDERATE, 36, 26, SOUTH)
    begun = table(a, x).choose("a:x", dice=(6, 6)).choose("counter", dice=(4, 3, 3))
    assert [event.reach for event in begun.all(ReachThrown)] == [10.0, 15.0]
    assert [(fight.a_impetus, fight.b_impetus) for fight in begun.state.fights] == [(True, True)]


@clause("charge-boys.charge.countercharge")
@clause("charge-boys.formation.change-full-turn")
@pytest.mark.parametrize("way", [forward(1.0), FORM])
def test_horsemen_who_have_moved_or_formed_do_not_countercharge(way: Manoeuvre) -> None:
    a, x = calm("a", CONFEDERATE, 12, 36, 28, SOUTH, **UNARMED), troop("x", UNION, 36, 18)
    begun = moving(a, x, who="x").march(way).until("charge").choose("a:x", dice=(6, 6, 4))
    assert begun.asked[1] != "counter"


@clause("charge-boys.melee.charging")
def test_whoever_charged_in_vain_has_no_impetus_when_he_is_charged_himself() -> None:
    a, x = calm("a", UNION, 12, 36, 14, **UNARMED), calm("x", CONFEDERATE, 12, 36, 25.5, SOUTH, **UNARMED)
    y = calm("y", CONFEDERATE, 12, 41, 25.5, SOUTH, **UNARMED)
    begun = table(a, x, y).choose("a:x", dice=(6, 6, 1)).until("charge").until("charge")
    begun.choose("x:a", dice=(6, 6, 6))
    assert [(fight.a, fight.a_impetus, fight.b_impetus) for fight in begun.state.fights] == [("x", True, False)]


@clause("charge-boys.charge.countercharge")
@clause("charge-boys.orders.resolution")
@pytest.mark.parametrize("order", [Manoeuvre("hold"), forward(6.0)])
def test_horsemen_charged_under_written_orders_may_countercharge(order: Manoeuvre) -> None:
    a, x = calm("a", UNION, 12, 36, 14, **UNARMED), troop("x", CONFEDERATE, 36, 25, SOUTH)
    begun = ordered(a, x, orders={"a": CHARGE_X, "x": order}, dice=(6, 6), phases=MARCH)
    assert begun.asked == (CONFEDERATE, "counter", "x")
    begun.choose("counter", dice=(4, 3, 3))
    assert [(fight.a_impetus, fight.b_impetus) for fight in begun.state.fights] == [(True, True)]
    assert 16.0 < begun.pose("a")[1] < 20.0


@clause("charge-boys.charge.countercharge")
def test_horsemen_ordered_to_form_do_not_countercharge() -> None:
    a, x = calm("a", UNION, 12, 36, 14, **UNARMED), troop("x", CONFEDERATE, 36, 25, SOUTH)
    begun = ordered(a, x, orders={"a": CHARGE_X, "x": FORM}, dice=(6, 6, 6), phases=MARCH)
    assert begun.state.fights


# ---- charges by order


@clause("charge-boys.terrain.compelled-moves")
@clause("charge-boys.orders.charge-moving-target")
@pytest.mark.parametrize(("die", "fights", "y"), [(2, 0, 20.25), (4, 0, 22.25), (5, 1, 23.25)])
@pytest.mark.parametrize("wall", [19.0, 19.3, 20.7])
def test_a_charge_by_order_pays_for_a_wall(wall: float, die: int, fights: int, y: float) -> None:
    a, x = calm("a", UNION, 12, 36, 16, **UNARMED), calm("x", CONFEDERATE, 12, 36, 24, SOUTH, **UNARMED)
    ground = field(at.obstacle("wall", (10, wall), (60, wall)))
    begun = ordered(a, x, orders={"a": CHARGE_X}, dice=(6, 6, die), phases=MARCH, ground=ground)
    assert (len(begun.state.fights), begun.pose("a")[1]) == (fights, y)


@clause("charge-boys.charge.closing-fire")
def test_of_two_who_close_at_once_the_target_fires_at_whom_it_likes() -> None:
    a, b = calm("a", UNION, 12, 31, 16, **UNARMED), calm("b", UNION, 12, 41, 16, **UNARMED)
    x = calm("x", CONFEDERATE, 24, 36, 24, SOUTH)
    begun = ordered(a, b, x, orders={"a": CHARGE_X, "b": CHARGE_X}, dice=(6, 6, 6, 6, 6), phases=MARCH)
    begun.choose("hold")
    assert begun.asked == (CONFEDERATE, "closing", "x")
    assert begun.choose("fire", dice=(1, 1)).last(Fired).target == "b"


@clause("charge-boys.orders.resolution")
@clause("charge-boys.orders.charge-moving-target")
@pytest.mark.parametrize(("away", "fights"), [(7.0, 1), (11.0, 0)])
def test_guns_pushed_back_from_a_charge_are_on_their_way_while_it_comes(away: float, fights: int) -> None:
    a, x = calm("a", UNION, 12, 36, 14, **UNARMED), guns("x", CONFEDERATE, 1, 36, 14 + away, SOUTH, mettle=STOOD)
    begun = ordered(a, x, orders={"a": CHARGE_X, "x": forward(-4.0)}, dice=(6, 6, 6), phases=MARCH)
    assert len(begun.state.fights) == fights
    if fights:
        # 1 inch an impulse after a third of one: they meet in the eleventh, 3.67 inches on.
        assert begun.pose("x")[1] == pytest.approx(14 + away + 1 + 3.67, abs=0.02)


@clause("charge-boys.orders.resolution")
def test_a_column_that_marches_off_is_on_its_way_while_a_charge_comes() -> None:
    a = calm("a", UNION, 12, 36, 10, **UNARMED)
    x = calm("x", CONFEDERATE, 12, 36, 22.5, formation="road-column", **UNARMED)
    ground = field(at.road((36, 0), (36, 48)))
    begun = ordered(a, x, orders={"a": CHARGE_X, "x": forward(8.0)}, dice=(6, 6, 6), phases=MARCH, ground=ground)
    assert (len(begun.state.fights), begun.gap("a", "x")) == (0, 4.0)


@clause("charge-boys.orders.enemy-collision")
def test_a_line_and_guns_that_come_on_share_the_way_between_them() -> None:
    a, x = calm("a", UNION, 12, 36, 16, **UNARMED), guns("x", CONFEDERATE, 1, 36, 24, SOUTH)
    begun = ordered(a, x, orders={"a": forward(6.0), "x": forward(4.0)}, dice=(), phases=MARCH)
    # Half an inch and a third in an impulse: 7 inches are gone after eight and a half.
    assert begun.pose("a")[1] == pytest.approx(15.25 + 4.2, abs=0.4)
    assert begun.gap("a", "x") == pytest.approx(1.0, abs=0.02)


@clause("charge-boys.orders.vocabulary")
def test_a_general_rides_after_a_unit_that_has_gone_too_far_to_be_joined() -> None:
    a = calm("a", UNION, 12, 36, 20, formation="skirmish", **UNARMED)
    orders = {"a": shift(0.0, 10.0), "g": Manoeuvre("join", 0.0, 0, "a")}
    begun = ordered(a, FAR, orders=orders, dice=(), phases=MARCH, generals=(at.general("g", UNION, 36, 8),))
    assert begun.state.generals[0].unit == ""
    assert 20.0 < begun.state.generals[0].pose.y <= 23.0


@clause("charge-boys.charge.test-under-fire")
@pytest.mark.parametrize(("start", "gap"), [(14.0, 3.0), (22.0, 2.0)])
def test_a_charge_by_order_that_fire_stops_is_three_inches_away_or_where_it_began(start: float, gap: float) -> None:
    a, x = calm("a", UNION, 24, 36, start, **UNARMED), calm("x", CONFEDERATE, 24, 36, 24, SOUTH)
    begun = ordered(a, x, orders={"a": CHARGE_X}, dice=(6, 6, 6), phases=MARCH)
    begun.choose("fire", dice=(4, 4, 1, 1, 1, *[6] * 6, 1))
    assert begun.unit("a").mettle.state == "halted"
    assert begun.gap("a", "x") == pytest.approx(gap, abs=0.12)


@clause("charge-boys.melee.supplement")
@pytest.mark.parametrize("order", ["hold", "charge"])
def test_without_melee_a_charge_by_order_is_thrown_back_three_inches(order: str) -> None:
    a, x = calm("a", UNION, 12, 36, 16, **UNARMED), calm("x", CONFEDERATE, 12, 36, 24, SOUTH, **UNARMED)
    orders = {"a": CHARGE_X, "x": Manoeuvre("charge", 0.0, 0, "a") if order == "charge" else Manoeuvre("hold")}
    dice = (6, 6, 4, 4) if order == "charge" else (6, 6, 4)
    begun = ordered(a, x, orders=orders, dice=dice, phases=MARCH, melee="none")
    assert begun.state.fights == ()
    assert begun.gap("a", "x") == pytest.approx(3.0, abs=0.12)
