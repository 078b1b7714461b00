"""Charges, retreats and garrisons that meet ground, friends and edges on their way."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.charge_boys.artillery import crews
from roundtop.rulebooks.charge_boys.casualties.events import UnitRemoved
from roundtop.rulebooks.charge_boys.charge.events import ChargeFell, Declare
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.field import blocks, body, overlapping, unit_of
from roundtop.rulebooks.charge_boys.melee.events import ContactMade
from roundtop.rulebooks.charge_boys.movement.events import Moved
from roundtop.rulebooks.charge_boys.retreat.events import FallBack
from roundtop.table.ground import Area, off_table
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    box,
    building,
    field,
    foot,
    guns,
    horse,
    obstacle,
    position,
)

CALM = {"first_shot": "successful"}


def countered(*things: Any, dice: tuple[int, ...]) -> Table:
    """Horsemen charge horsemen 14 inches off, who ride out to meet them over this ground."""
    a = horse("a", UNION, 12, 36, 20, mettle=CALM)
    x = horse("x", CONFEDERATE, 12, 36, 34, SOUTH, mettle=CALM)
    state = position(a, x, ground=field(*things))
    table = Table(state, Declare(UNION, (("a", "x"),)))
    return table.choose("a:x", dice=(5, 5)).choose("counter", dice=dice)


@clause("charge-boys.charge.countercharge")
@clause("charge-boys.terrain.hedge")
def test_a_countercharge_does_not_cross_a_hedge() -> None:
    met = countered(obstacle("hedge", (0, 32), (72, 32)), dice=(1, 1, 1, 1))
    assert met.pose("x")[1] - 0.75 >= 32.0
    assert met.pose("a")[1] + 0.75 <= 32.0
    assert met.last(ChargeFell).cause == "short"


@clause("charge-boys.charge.countercharge")
@clause("charge-boys.terrain.compelled-moves")
def test_a_countercharge_pays_for_a_wall() -> None:
    open_ground = countered(dice=(1, 1, 6, 6))
    walled = countered(obstacle("wall", (0, 33.5), (72, 33.5)), dice=(1, 1, 1, 1))
    rode = next(event for event in walled.all(Moved) if event.cause == "countercharge")
    assert 33.25 - rode.end.y <= 11.0 - 4.5
    assert open_ground.all(ContactMade)


@clause("charge-boys.charge.countercharge")
@clause("charge-boys.terrain.rivers")
def test_a_countercharge_stops_at_a_pond() -> None:
    met = countered(Area("pond", box(30, 31, 42, 32)), dice=(1, 1, 1, 1))
    assert met.pose("x")[1] - 0.75 >= 32.0


def retiring(*others: Any, y: float = 20.0, ground: Any = None) -> Table:
    """A battery facing south retires north from an enemy, gun by gun."""
    battery = guns("a", UNION, 2, 36, y, SOUTH)
    foe = foot("x", CONFEDERATE, 24, 36, y - 10.0)
    return Table(position(battery, foe, *others, ground=ground), FallBack("a", "retire", 6.0, "x")).until("none")


@clause("charge-boys.morale.result-guns-abandoned")
@clause("charge-boys.terrain.compelled-moves")
def test_guns_that_retire_by_hand_pay_for_what_they_cross() -> None:
    assert retiring().unit("a").guns[0].pose.y == pytest.approx(21.0 + 4.0)
    wall = field(obstacle("wall", (0, 23.0), (72, 23.0)))
    assert retiring(ground=wall).unit("a").guns[0].pose.y == pytest.approx(22.0, abs=0.05)
    mud = field(Area("marsh", box(0, 22.0, 72, 40)))
    assert retiring(ground=mud).unit("a").guns[0].pose.y == pytest.approx(21.0 + 2.0, abs=0.05)
    pond = field(Area("pond", box(0, 24.0, 72, 40)))
    assert retiring(ground=pond).unit("a").guns[0].pose.y <= 23.0


@clause("charge-boys.move.table-edge")
@clause("charge-boys.move.interpenetration")
def test_guns_that_retire_by_hand_stay_on_the_table_and_off_their_friends() -> None:
    edge = retiring(y=45.0)
    assert not [block for block in edge.blocks("a") if off_table(edge.state.ground, block)]
    behind = retiring(foot("b", UNION, 24, 36, 24.5))
    assert not overlapping(behind.blocks("a"), behind.blocks("b"))


def garrison(*others: Any) -> Table:
    """A garrison is driven out of its house to the south."""
    house = building(34, 20, 38, 24)
    inside = foot("a", UNION, 12, 36, 20)
    inside.building = 0
    inside.trail = ((34.0, 20.0), (38.0, 24.0))
    foe = foot("x", CONFEDERATE, 24, 36, 26, SOUTH)
    table = Table(position(inside, foe, *others, ground=field(house)), FallBack("a", "retire", 6.0, "x"))
    return table.until("none")


@clause("charge-boys.terrain.compelled-moves")
@clause("charge-boys.morale.retreat-direction")
def test_a_garrison_driven_out_is_put_where_there_is_room() -> None:
    out = garrison()
    assert out.unit("a").building == -1
    assert out.pose("a")[1] < 20.0
    friend = foot("b", UNION, 24, 36, 19.5)
    aside = garrison(friend)
    assert aside.unit("a").building == -1
    assert not overlapping(aside.blocks("a"), blocks(friend, aside.state.settings))
    assert not aside.all(UnitRemoved)


@clause("charge-boys.morale.result-guns-abandoned")
def test_gunners_who_leave_their_guns_at_the_edge_stay_on_the_table() -> None:
    state = position(guns("a", UNION, 2, 36.0, 1.04), guns("b", CONFEDERATE, 2, 36.0, 40.0, SOUTH))
    gunners = unit_of(apply(state, crews.abandoned(state, unit_of(state, "a"))), "a")
    assert not off_table(state.ground, body(gunners, state.settings))
