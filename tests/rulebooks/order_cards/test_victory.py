"""How a battle ends: broken armies and points, boundaries on both sides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from roundtop.battles import load
from roundtop.rulebooks.order_cards.muster import forces
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.victory import rule as victory_rule
from roundtop.umpire import UmpireError
from tests.clauses import clause
from tests.rulebooks.order_cards.umpired import outcome


@clause("order-cards.victory.break-point", 1, 2)
def test_an_army_breaks_at_half_its_stands() -> None:
    found = outcome("army-break", starting_stands=45, removed=18, routing_now=5)
    assert found == {"threshold": 23, "count": 23, "broken": True}
    assert not outcome("army-break", starting_stands=45, removed=17, routing_now=5)["broken"]
    every = {"removed": 5, "captured": 5, "run_off": 5, "guns_abandoned": 3, "routing_now": 5}
    assert outcome("army-break", starting_stands=45, **every)["count"] == 23
    assert not outcome("army-break", starting_stands=45, removed=22, guards_detached=9)["broken"]


@clause("order-cards.victory.break-point")
@pytest.mark.parametrize(
    ("percent", "lost", "broken"), [(100, 44, False), (100, 45, True), (10, 4, False), (10, 5, True)]
)
def test_the_share_is_an_option(percent: int, lost: int, broken: bool) -> None:
    assert victory_rule.broken(45, lost, 0, Settings(break_percent=percent)) is broken


@clause("order-cards.victory.break-point")
@pytest.mark.parametrize(("percent", "lost", "routing", "broken"), [
    (99, 20, 25, True), (100, 20, 25, False), (100, 44, 1, False), (100, 45, 0, True),
])  # fmt: skip
def test_at_a_hundred_per_cent_an_army_never_breaks_before_it_is_gone(
    percent: int, lost: int, routing: int, broken: bool
) -> None:
    assert victory_rule.broken(45, lost, routing, Settings(break_percent=percent)) is broken


def result(union: dict[str, Any], confederate: dict[str, Any], **more: Any) -> str:
    return str(outcome("victory", sides={"Union": union, "Confederate": confederate}, **more)["result"])


@clause("order-cards.victory.points", 1, 2)
def test_points() -> None:
    score = {"destroyed_or_run_off": 10, "captured": 3}
    found = outcome("victory", sides={"Union": score, "Confederate": {}})
    assert (found["points"], found["result"]) == ({"Union": 29, "Confederate": 0}, "Union")
    every = {
        "destroyed_or_run_off": 1,
        "captured": 1,
        "captured_guns": 1,
        "officers": ["brigade", "division", "cinc"],
        "objectives": [10, 5],
    }
    found = outcome("victory", sides={"Union": every, "Confederate": {}})
    assert found["points"]["Union"] == 2 + 3 + 4 + 14 + 15
    assert result({"objectives": [30]}, {"objectives": [27]}) == "Union"
    assert result({"objectives": [30]}, {"objectives": [28]}) == "draw"
    assert result({"objectives": [27]}, {"objectives": [30]}) == "Confederate"
    assert result({}, {}) == "draw"


@clause("order-cards.victory.points")
def test_a_broken_army_has_lost() -> None:
    rich, poor = {"objectives": [90]}, {"objectives": [88]}
    assert result(rich, poor, broken=["Union"]) == "Confederate"
    assert result(rich, poor, broken=["Union", "Confederate"]) == "Union"
    assert result(rich, rich, broken=["Union", "Confederate"]) == "draw"
    only = {"victory": "break"}
    assert result({"objectives": [90]}, {}, options=only) == "draw"
    assert result({}, {"objectives": [90]}, options=only, broken=["Confederate"]) == "Union"
    assert result(rich, poor, options=only, broken=["Union", "Confederate"]) == "draw"
    assert result(rich, {}, options={"victory": "points"}) == "Union"
    with pytest.raises(UmpireError, match="broken: 'France' is none of the sides"):
        result({}, {}, broken=["France"])


@clause("order-cards.setup.scale", 3, 4)
@clause("order-cards.victory.length")
def test_sets_by_the_minutes() -> None:
    assert forces.sets_of(300, Settings()) == 6
    assert forces.sets_of(120, Settings()) == 3
    assert forces.sets_of(120, Settings(cards_per_set=3)) == 4
    unsaid = replace(load("training-field"), minutes=0)
    assert forces.set_limit(unsaid, Settings()) == 6
    assert forces.set_limit(unsaid, Settings(sets=9)) == 9
