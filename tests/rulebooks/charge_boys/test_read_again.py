"""What a second reader of the source tried at the table."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.morale.events import MoraleTested, Reordered
from roundtop.rulebooks.charge_boys.state import Unit
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import CONFEDERATE, SOUTH, UNION, Table, foot, guns, table


def fresh(id: str, side: str, figures: int, x: float, y: float, facing: float = 0, **fields: Any) -> Unit:
    """A unit that has fired before."""
    return foot(id, side, figures, x, y, facing, has_fired=True, **fields)


# ---- disordered units


@clause("charge-boys.morale.disordered-effect", 1)
@clause("charge-boys.morale.reorder")
@pytest.mark.parametrize(("answer", "dice", "in_order"), [("hold", (6, 1), True), ("x:ball", (1, 1, 6, 1), False)])
def test_a_disordered_unit_fires_half_its_dice_or_recovers_its_order(
    answer: str, dice: tuple[int, ...], in_order: bool
) -> None:
    crowd = fresh("a", UNION, 18, 36, 20, mettle={"disordered": True, "first_shot": "successful"})
    x = fresh("x", CONFEDERATE, 24, 36, 26, SOUTH, weapon="none", mettle={"first_shot": "successful"})
    shot = table(crowd, x, phases=("firing", "morale", "end"))
    assert "does not re-order" in shot.decision.sentence
    shot.choose(answer, dice=dice)
    assert bool(shot.all(Reordered)) == in_order
    assert shot.unit("a").mettle.disordered != in_order


# ---- small units


def hit(figures: int, mettle: dict[str, Any], dice: tuple[int, ...], **options: Any) -> Table:
    """A battery of so many guns is hit by one volley, of which nothing is saved."""
    a = fresh("a", UNION, 9, 36, 20)
    x = guns("x", CONFEDERATE, figures, 36, 26, SOUTH, mettle=mettle, formation="limbered")
    return table(a, x, phases=("firing", "morale"), **options).choose("x:ball", dice=dice)


@clause("charge-boys.morale.trigger-hits")
@clause("charge-boys.morale.other-casualties")
def test_a_small_battery_does_not_run_at_the_first_hit() -> None:
    stood = {"first_shot": "successful"}
    # One hit of nine: a single die of 2 at close range, the officer check, no save.
    one = hit(2, stood, (2, 1, 1))
    assert (one.last(Fired).killed, one.all(MoraleTested)) == (1, [])
    # Two of nine are more than a tenth and more than a figure: a test at -2, +1 for its first shots.
    two = hit(2, stood, (3, 1, 1, 1, 6))
    assert [event.total for event in two.all(MoraleTested)] == [5]
    # The exact tenth of the house rule: tested for one, at -1.
    exact = hit(2, stood, (2, 1, 1, 5), smallest_tenth="fraction")
    assert [event.total for event in exact.all(MoraleTested)] == [5]


# ---- without measuring


@clause("charge-boys.core.measure")
def test_without_premeasuring_neither_order_nor_load_tells_a_distance() -> None:
    a = fresh("a", UNION, 18, 36, 20, weapon="smoothbore-musket")
    near, far = (
        fresh("y", CONFEDERATE, 12, 33, 24, SOUTH, weapon="none"),
        fresh("b", CONFEDERATE, 12, 39.5, 33, SOUTH, weapon="none"),
    )
    blind = table(a, near, far, phases=("firing",), premeasure=False, target_choice="free")
    assert blind.keys == ["b:ball", "b:buck", "y:ball", "y:buck", "hold"]
    blind.choose("b:buck", dice=(1, 1, 1))
    assert (blind.last(Fired).buck, blind.unit("a").buck) == (False, 3)
