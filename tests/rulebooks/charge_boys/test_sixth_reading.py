"""What a sixth reader of the source tried at the table: what answers a charge, and rules that meet in a turn."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.charge_boys.charge.events import ReachThrown
from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.state import Unit
from roundtop.table.path import Manoeuvre, forward
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import CONFEDERATE, SOUTH, UNION, horse, moving, table
from tests.rulebooks.charge_boys.test_fifth_reading import CHARGE_X, ordered
from tests.rulebooks.charge_boys.test_fourth_reading import STOOD, UNARMED, calm

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
