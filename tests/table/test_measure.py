"""Distances, angles and ties."""

from __future__ import annotations

from math import cos, inf, radians, sin

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from roundtop.table.measure import (
    arc_length,
    bearing,
    cosine,
    distance,
    kept,
    last_holding,
    narrowed,
    rounded,
    segment_distance,
    sine,
    turn_between,
    within,
)

from .naive import coordinates, facings, point_segment


def test_a_limit_is_inclusive_with_a_tolerance_of_a_hundredth() -> None:
    assert within(3.0, 3)
    assert within(3.01, 3)
    assert not within(3.011, 3)
    assert within(12.01, 12)
    assert not within(12.0101, 12)


def test_a_distance_to_be_kept_is_kept_a_hundredth_short() -> None:
    assert kept(1.0, 1)
    assert kept(0.99, 1)
    assert not kept(0.989, 1)
    assert kept(2.99, 3)


def test_rounding_never_leaves_minus_zero() -> None:
    assert str(rounded(-0.001)) == "0.0"
    assert rounded(3.14159) == 3.14
    assert rounded(-2.718) == -2.72


@given(st.one_of(st.floats(-2e6, 2e6), st.floats(), st.integers(-400_000, 400_000).map(lambda n: n / 200.0)))
@example(0.005)
@example(-0.005)
@example(2.675)
@example(1e6)
@example(inf)
@example(-0.0)
def test_rounding_is_the_long_way_round(value: float) -> None:
    """The slow twin is Python's own."""
    assert repr(rounded(value)) == repr(round(value, 2) + 0.0)


def test_right_angles_are_exact() -> None:
    assert [sine(a) for a in (0, 9000, 18000, 27000, 36000)] == [0.0, 1.0, 0.0, -1.0, 0.0]
    assert [cosine(a) for a in (0, 9000, 18000, 27000, -9000)] == [1.0, 0.0, -1.0, 0.0, 0.0]
    assert "-0.0" not in [str(sine(18000)), str(sine(36000)), str(cosine(9000)), str(cosine(27000))]


@given(st.integers(-100000, 100000))
def test_sine_and_cosine_agree_with_the_library_to_twelve_decimals(facing: int) -> None:
    angle = radians(facing % 36000 / 100)
    assert sine(facing) == pytest.approx(sin(angle), abs=1e-12)
    assert cosine(facing) == pytest.approx(cos(angle), abs=1e-12)
    assert round(sine(facing), 12) == sine(facing)


def test_bearings_are_clockwise_from_north() -> None:
    assert bearing(0, 0, 0, 5) == 0
    assert bearing(0, 0, 5, 0) == 9000
    assert bearing(0, 0, 0, -5) == 18000
    assert bearing(0, 0, -5, 0) == 27000
    assert bearing(0, 0, -1, 1) == 31500


@given(facings, facings)
def test_the_shorter_turn_leads_there(a: int, b: int) -> None:
    turn = turn_between(a, b)
    assert -17999 <= turn <= 18000
    assert (a + turn - b) % 36000 == 0


@given(coordinates, coordinates, facings)
def test_bearing_undoes_a_step(x: float, y: float, facing: int) -> None:
    assert abs(turn_between(facing, bearing(x, y, x + 100 * sine(facing), y + 100 * cosine(facing)))) <= 1


@given(coordinates, coordinates, coordinates, coordinates, coordinates, coordinates)
def test_segment_distance(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> None:
    assert segment_distance(x, y, ax, ay, bx, by) == pytest.approx(point_segment((x, y), (ax, ay), (bx, by)))
    assert segment_distance(x, y, ax, ay, ax, ay) == pytest.approx(distance(x, y, ax, ay))


def test_the_arc_of_a_wheel() -> None:
    assert rounded(arc_length(6.0, 3000)) == 3.14  # order-cards.move.wheel
    assert rounded(arc_length(4.0, -4500)) == 3.14  # order-cards.move.wheel
    assert rounded(arc_length(9.0, 3000)) == 4.71  # charge-boys.move.wheel


@given(st.floats(0.0, 12.0))
def test_narrowing_ends_on_both_sides_of_where_something_changes(at: float) -> None:
    low, high = narrowed(0.0, 12.5, 0.01, lambda value: value <= at)
    assert low <= at < high
    assert high - low <= 0.01


def test_narrowing_to_a_power_of_a_half_takes_so_many_halvings() -> None:
    tried: list[float] = []

    def never(value: float) -> bool:
        tried.append(value)
        return False

    narrowed(0.0, 1.0, 1 / 64, never)
    assert tried == [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625]


@given(st.integers(0, 99), st.integers(-5, 110))
def test_the_last_at_which_something_holds_is_found_from_any_guess(at: int, guess: int) -> None:
    assert last_holding(0, 100, guess, lambda value: value <= at) == at


def test_a_right_guess_takes_two_questions() -> None:
    tried: list[int] = []

    def up_to_forty(value: int) -> bool:
        tried.append(value)
        return value <= 40

    assert last_holding(0, 4096, 40, up_to_forty) == 40
    assert tried == [40, 41]
