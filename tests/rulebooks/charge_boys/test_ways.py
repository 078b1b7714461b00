"""Moves that are offered or proposed: as far as they may go, and the way a hand would take."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Marched
from roundtop.rulebooks.charge_boys.movement.events import MoveUnit
from roundtop.rulebooks.charge_boys.preview import HAND
from roundtop.table.ground import Area
from roundtop.table.pose import Pose
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import UNION, Table, box, building, field, foot, moving, obstacle

propose = HAND.propose


def forward(table: Table) -> Any:
    """How far the unit that is asked may go forward."""
    way = next(way for way in table.form.ways if way.key == "forward")
    return sum(one.amount for one in way.manoeuvres)


def before(kind: str, away: float, **fields: Any) -> Table:
    """A line with an obstacle so far ahead."""
    line = obstacle(kind, (0.0, 20.0 + away), (72.0, 20.0 + away))
    return moving(foot("a", UNION, 24, 36.0, 20.0, **fields), ground=field(line))


@clause("charge-boys.terrain.half-turn-arithmetic")
@clause("charge-boys.terrain.wall-fence")
@pytest.mark.parametrize("away", [3.5, 4.2, 5.5])
def test_a_wall_that_cannot_be_paid_for_stops_a_move_in_contact(away: float) -> None:
    table = before("wall", away)
    assert forward(table) == pytest.approx(away - 0.01, abs=0.011)
    table.way("forward")
    assert table.pose("a")[1] + 0.75 == pytest.approx(20.0 + away, abs=0.03)


@clause("charge-boys.terrain.wall-fence")
def test_a_wall_that_can_be_paid_for_is_crossed() -> None:
    assert forward(before("wall", 1.0)) == pytest.approx(3.0, abs=0.011)
    assert forward(before("wall", 2.9)) == pytest.approx(3.0, abs=0.011)


@clause("charge-boys.terrain.hedge")
def test_a_hedge_stops_a_move_in_contact() -> None:
    assert forward(before("hedge", 4.0)) == pytest.approx(3.99, abs=0.011)


@clause("charge-boys.terrain.rivers")
@clause("charge-boys.terrain.building-time")
def test_a_pond_and_a_building_stop_a_move_in_contact() -> None:
    pond = Area("pond", box(20.0, 24.0, 52.0, 30.0))
    assert forward(moving(foot("a", UNION, 24, 36.0, 20.0), ground=field(pond))) == pytest.approx(3.99, abs=0.03)
    house = building(20.0, 23.0, 52.0, 30.0)
    assert forward(moving(foot("a", UNION, 24, 36.0, 20.0), ground=field(house))) == pytest.approx(2.99, abs=0.03)


@clause("charge-boys.move.interpenetration")
def test_friends_ahead_stop_a_move_in_contact() -> None:
    table = moving(foot("a", UNION, 24, 36.0, 20.0), foot("b", UNION, 24, 36.0, 25.5))
    assert forward(table) == pytest.approx(4.0, abs=0.06)


@clause("charge-boys.formation.road-column")
def test_a_column_stops_at_a_wall_across_its_way() -> None:
    table = before("wall", 4.0, formation="road-column")
    assert forward(table) == pytest.approx(3.99, abs=0.02)


@clause("charge-boys.move.backwards")
@pytest.mark.parametrize("aside", [0.8, -1.0])
def test_a_hand_a_little_off_straight_steps_sideways_and_does_not_wheel(aside: float) -> None:
    table = moving(foot("a", UNION, 24, 36.0, 20.0))
    start = table.unit("a").pose
    answer = propose(table.state, MoveUnit("a"), UNION, Pose(start.x + aside, start.y + 4.0, 0))
    assert isinstance(answer, Marched)
    assert [one.kind for one in answer.manoeuvres] == ["forward", "glide"]
    table.answer(answer)
    assert table.unit("a").pose == Pose(round(start.x + aside, 2), round(start.y + 4.0, 2), 0)


@clause("charge-boys.move.backwards")
@pytest.mark.parametrize("aside", [2.5, -4.0])
def test_a_hand_far_ahead_and_a_little_aside_goes_forward(aside: float) -> None:
    table = moving(foot("a", UNION, 24, 36.0, 20.0))
    start = table.unit("a").pose
    answer = propose(table.state, MoveUnit("a"), UNION, Pose(start.x + aside, start.y + 14.0, 0))
    assert isinstance(answer, Marched)
    assert [(one.kind, one.amount) for one in answer.manoeuvres] == [("forward", 6.0)]
