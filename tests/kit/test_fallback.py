"""Falling back on a straight heading."""

from __future__ import annotations

import pytest

from roundtop.kit import fallback
from roundtop.table.footprint import Block
from roundtop.table.ground import Ground
from roundtop.table.path import shift, sweep
from roundtop.table.pose import Pose

SOUTH = 18000
FIELD = Ground(40.0, 40.0, (), ())
BODY = Block(Pose(20.0, 20.0, 0), 4.0, 1.0)


def foe(x: float, y: float) -> Block:
    return Block(Pose(x, y, 0), 4.0, 1.0)


def room(enemy: Block, inches: float) -> float:
    path = sweep(BODY.pose, BODY.width, BODY.depth, (shift(0.0, -inches),))
    return fallback.room_from(path, [enemy], 1.0, SOUTH, inches)


def test_a_body_keeps_its_facing() -> None:
    there = fallback.carried(BODY, SOUTH, 3.0)
    assert (there.pose.x, there.pose.y) == pytest.approx((20.0, 17.0))
    assert there.pose.facing == 0


def test_an_enemy_in_the_way_is_kept_an_inch_off() -> None:
    assert room(foe(20.0, 12.0), 12.0) == pytest.approx(6.0, abs=0.02)


def test_an_enemy_left_behind_holds_nobody_however_near_he_is() -> None:
    assert room(foe(20.0, 21.5), 6.0) == pytest.approx(6.0)


def test_an_enemy_too_near_on_the_way_holds_at_once() -> None:
    assert room(foe(20.0, 18.5), 6.0) == 0.0


def test_the_table_ends_where_a_body_would_hang_over() -> None:
    inside, over = fallback.to_edge(FIELD, BODY, SOUTH, 30.0)
    assert inside <= 19.51 <= over + 0.005
    assert over - inside <= 0.005


def test_whoever_ends_on_friends_goes_on_until_clear_or_stops_sooner() -> None:
    assert fallback.clear_end(4.0, 10.0, lambda went: went < 3.0 or went > 5.9) == 6.0
    assert fallback.clear_end(4.0, 5.5, lambda went: went < 3.0 or went > 5.9) == 2.75
    assert fallback.clear_end(4.0, 5.5, lambda went: False) == 0.0
