"""Troops that come up during the battle."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Placed
from roundtop.rulebooks.infantry_action.command.events import ChitRevealed
from roundtop.rulebooks.infantry_action.deployment.events import Deployed
from roundtop.rulebooks.infantry_action.field import TO_ARRIVE
from roundtop.rulebooks.infantry_action.movement.events import Moved
from roundtop.rulebooks.infantry_action.state import Unit
from roundtop.table.path import forward
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    NORTH,
    SOUTH,
    UNION,
    Table,
    at,
    guns,
    line,
    reserves,
    table,
)


def coming(order: str, *others: Unit, x: float = 36, y: float = 0, stands: int = 4, **rest: Any) -> Table:
    """A line due this turn at a place on the edge, activated."""
    late = line("a", UNION, stands, 0, 0, place=TO_ARRIVE, due=2, entry=(float(x), float(y)), order=order)
    return table(late, *others, *reserves(), turn=2, **rest).choose("a")


@clause("infantry-action.setup.reinforcements", 2)
@pytest.mark.parametrize(("order", "reach"), [("move", 12), ("fast-advance", 18)])
def test_it_is_set_down_with_its_rear_on_the_edge_and_has_its_whole_move(order: str, reach: int) -> None:
    played = coming(order)
    assert played.pose("a") == (36, 0.5, NORTH)
    assert played.asked == (UNION, "move", "a")
    assert played.no_march(forward(reach + 0.5)) == [f"movement.{order}"]
    assert played.march(forward(reach)).pose("a") == (36, 0.5 + reach, NORTH)


@clause("infantry-action.setup.reinforcements")
@pytest.mark.parametrize("order", ["charge", "fire", "opportunity-fire", "hold"])
def test_with_any_other_chit_it_waits_off_the_table_and_comes_in_a_later_turn(order: str) -> None:
    played = coming(order)
    assert played.asked[1] == "activate"
    assert played.unit("a").place == TO_ARRIVE
    assert [event.unit for event in played.all(ChitRevealed)] == ["a"], "it was a unit of the go"
    played.turn_over()
    assert "a" in played.keys


@clause("infantry-action.setup.reinforcements")
@pytest.mark.parametrize(
    ("x", "y", "pose"), [(36, 48, (36, 47.5, 180)), (0, 24, (0.5, 24, 90)), (72, 24, (71.5, 24, 270))]
)
def test_it_faces_inwards_from_whatever_edge(x: float, y: float, pose: tuple[float, float, float]) -> None:
    assert coming("move", x=x, y=y).pose("a") == pose


@clause("infantry-action.setup.reinforcements")
def test_an_enemy_near_its_place_makes_it_come_on_at_the_nearest_free_place_along_the_edge() -> None:
    def past(enemy_x: float, stands: int = 2) -> tuple[float, float, float]:
        return coming("move", line("x", CONFEDERATE, stands, enemy_x, 2, SOUTH)).pose("a")

    assert past(36)[:2] in ((32, 0.5), (40, 0.5))
    # The enemy's shoulder is half an inch off: half an inch aside is enough.
    assert past(39.5) == (35.5, 0.5, 0)
    assert past(40) == (36, 0.5, 0), "an inch off is free"


@clause("infantry-action.setup.reinforcements")
def test_with_no_free_place_within_12_inches_it_waits() -> None:
    wall_of_men = [line(f"x{n}", CONFEDERATE, 10, 16 + 10 * n, 2, SOUTH) for n in range(5)]
    played = coming("move", *wall_of_men)
    assert played.unit("a").place == TO_ARRIVE
    assert not played.all(Moved)
    # With room just inside 12 in it comes on there.
    gap = [line("x0", CONFEDERATE, 10, 29, 2, SOUTH), line("x1", CONFEDERATE, 10, 39, 2, SOUTH)]
    assert coming("move", *gap, line("x2", CONFEDERATE, 10, 19, 2, SOUTH)).pose("a") == (47, 0.5, 0)


@clause("infantry-action.setup.reinforcements")
def test_friends_at_its_place_and_the_corner_of_the_table_push_it_aside_too() -> None:
    assert coming("move", line("b", UNION, 4, 36, 0.5)).pose("a")[:2] in ((40, 0.5), (32, 0.5))
    late = line("a", UNION, 10, 0, 0, place=TO_ARRIVE, due=2, entry=(3.0, 0.0), order="move")
    corner = table(late, line("x", CONFEDERATE, 4, 36, 40, SOUTH, order="hold"), turn=2).choose("a")
    assert corner.pose("a") == (5, 0.5, 0)


@clause("infantry-action.setup.reinforcements")
def test_it_cannot_be_shot_at_before_it_is_on_the_table() -> None:
    late = line("a", UNION, 4, 36, 0.5, place=TO_ARRIVE, due=2, entry=(36.0, 0.0), order="hold")
    played = table(late, line("x", CONFEDERATE, 4, 36, 10, SOUTH, order="fire"), *reserves(), turn=2)
    assert played.until("nominate", "orders").asked[1] == "orders"


def battery(entry: tuple[float, float] | None, *others: Unit, due: int = 2, **fields: Any) -> Table:
    late = guns("g", UNION, 2, 20, 8, 30, place=TO_ARRIVE, due=due, entry=entry, order="hold", **fields)
    return table(late, *others, *reserves(), turn=2)


@clause("infantry-action.setup.reinforcements")
def test_a_battery_is_set_down_where_the_scenario_says() -> None:
    played = battery(None).choose("g")
    assert [(e.unit, e.pose) for e in played.all(Deployed)] == [("g", at(20, 8, 30))]
    assert played.unit("g").place == "on"
    blocked = battery(None, line("b", UNION, 4, 20, 8)).choose("g")
    assert blocked.unit("g").place == TO_ARRIVE


@clause("infantry-action.setup.reinforcements")
def test_or_else_by_its_owner_within_12_inches_of_its_place_and_18_from_every_enemy() -> None:
    played = battery((36.0, 0.0), line("x", CONFEDERATE, 2, 36, 29, SOUTH)).choose("g")
    assert played.asked == (UNION, "set-down", "g")

    def faults(x: float, y: float) -> list[str]:
        return played.refusal(Placed(at(x, y)))

    only = ["setup.reinforcements"]
    assert faults(36, 12.1) == only * 2
    assert faults(48.1, 0.5) == only
    assert faults(36, 10.1) == only, "17.9 in from the enemy"
    assert faults(36, 0) == only, "off the table"
    assert played.place(at(36, 10)).pose("g") == (36, 10, 0)


@clause("infantry-action.setup.reinforcements")
def test_a_battery_that_finds_no_place_waits() -> None:
    played = battery((36.0, 0.0), line("x", CONFEDERATE, 2, 36, 8, SOUTH)).choose("g")
    assert played.asked[1] == "activate"
    assert played.unit("g").place == TO_ARRIVE


@clause("infantry-action.setup.reinforcements")
def test_every_place_proposed_for_a_battery_is_lawful_on_any_edge() -> None:
    for entry in ((36.0, 0.0), (0.0, 24.0), (72.0, 10.0), (30.0, 48.0)):
        played = battery(entry).choose("g")
        places = played.form.candidates
        assert len(places) > 8
        for pose in places:
            assert battery(entry).choose("g").place(pose).unit("g").place == "on"


@clause("infantry-action.setup.reinforcements")
def test_a_battery_coming_up_must_hold() -> None:
    there = (line("b", UNION, 4, 20, 4), line("x", CONFEDERATE, 4, 20, 44, SOUTH))
    late = guns("g", UNION, 1, 0, 0, place=TO_ARRIVE, due=2, entry=(36.0, 0.0))
    assert table(*there, late, phase="orders", turn=2).offered("g") == ["hold"]
    on = guns("g", UNION, 1, 30, 4)
    assert table(*there, on, phase="orders", turn=2).offered("g") == ["fire", "opportunity-fire", "hold"]
