"""Visibility by the areas units stand in, every row with both sides of its boundary."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.order_cards.options import LEDGER
from roundtop.rulebooks.order_cards.sight import rule as sight_rule
from roundtop.umpire import UmpireError
from tests.clauses import clause
from tests.rulebooks.order_cards.umpired import outcome


def sees(viewer: dict[str, Any], target: dict[str, Any], distance: float = 6.0, **more: Any) -> bool:
    return bool(outcome("visibility", viewer=viewer, target=target, range=distance, **more)["visible"])


OPEN: dict[str, Any] = {"area": "open"}
WOODS: dict[str, Any] = {"area": "woods"}
CORN: dict[str, Any] = {"area": "corn"}
ORCHARD: dict[str, Any] = {"area": "orchard"}


@clause("order-cards.visibility.table", 1, 2)
def test_in_and_into_woods() -> None:
    assert sees(WOODS, WOODS, 3.8, same_area=True)
    assert not sees(WOODS, WOODS, 4.2, same_area=True)
    assert sees(OPEN, WOODS | {"depth": 0.9})
    assert sees(OPEN, WOODS | {"depth": 1.0})
    assert not sees(OPEN, WOODS | {"depth": 1.5})
    rows = {row["case"]: row["distance"] for row in LEDGER.clause("order-cards.visibility.table").rows}
    found = (sight_rule.IN_WOODS, sight_rule.INTO_WOODS, sight_rule.IN_CORN)
    assert found == (rows["in woods"], rows["into woods"], rows["in corn"])


@clause("order-cards.visibility.table")
def test_corn() -> None:
    assert sees(CORN, CORN, 2.0, same_area=True)
    assert not sees(CORN, CORN, 2.02, same_area=True)
    assert sees(CORN | {"mounted": True}, CORN, 9, same_area=True)
    assert sees(CORN, CORN | {"mounted": True}, 9, same_area=True)
    assert not sees(OPEN, CORN)
    assert sees(OPEN | {"level": 1}, CORN)
    assert not sees(OPEN | {"level": 1}, CORN | {"level": 1})
    assert sees(OPEN, CORN | {"mounted": True})
    assert sees(CORN | {"depth": 2}, OPEN)
    assert not sees(CORN | {"depth": 2.5}, OPEN)
    assert sees(CORN | {"depth": 9, "mounted": True}, OPEN)


@clause("order-cards.visibility.table")
def test_orchards() -> None:
    assert sees(ORCHARD, ORCHARD, 30, same_area=True)
    assert sees(OPEN, ORCHARD)
    assert not sees(OPEN | {"level": 1}, ORCHARD)
    assert sees(ORCHARD | {"level": 1}, OPEN)


@clause("order-cards.visibility.wood-edge", 1, 2)
def test_looking_out_of_a_wood() -> None:
    assert sees(WOODS | {"depth": 3}, OPEN, 40)
    assert sees(WOODS | {"depth": 4}, OPEN, 40)
    assert not sees(WOODS | {"depth": 5}, OPEN, 6)
    # From one wood into another both belts count.
    assert sees(WOODS | {"depth": 3}, WOODS | {"depth": 1})
    assert not sees(WOODS | {"depth": 3}, WOODS | {"depth": 2})


@clause("order-cards.visibility.fire-reveals")
def test_firing_gives_a_unit_away() -> None:
    for area in (WOODS, CORN):
        assert not sees(OPEN, area | {"depth": 3})
        assert sees(OPEN, area | {"depth": 3, "fired_last_own_card": True})
    assert not sees(WOODS | {"depth": 5}, CORN | {"fired_last_own_card": True})


@clause("order-cards.visibility.table")
@pytest.mark.parametrize(("limit", "seen"), [(0, True), (12, True), (11.98, False)])
def test_fog_limits_all_sight(limit: float, seen: bool) -> None:
    assert sees(OPEN, OPEN, 12, options={"max_visibility": limit}) is seen


def test_one_area_is_one_kind() -> None:
    with pytest.raises(UmpireError, match="same_area: one stands in woods, the other in corn"):
        sees(WOODS, CORN, same_area=True)
