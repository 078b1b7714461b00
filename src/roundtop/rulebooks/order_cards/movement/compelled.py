"""Straight ways of units that run, fall back, retreat or are led away."""

from __future__ import annotations

from typing import Final

from roundtop.kit import fallback
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import faults, rule
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.crossed import areas_met, lines_met
from roundtop.table.footprint import Block, gap
from roundtop.table.ground import Line, crossing_at, line_crossings
from roundtop.table.measure import NOISE, cosine, narrowed, rounded, sine
from roundtop.table.path import Sweep, shift, sweep
from roundtop.table.pose import Point, Pose, ahead

STRIDE: Final = 0.25
FAR: Final = 30.0
"""How far ahead a unit that runs looks for a ford."""


@record
class Lane:
    """A straight way from a place: how far before something stops it, and whether it leads off the table."""

    heading: int
    room: float
    outline: tuple[Point, ...] = ()
    captor: str = ""
    off: float = 1e9


def straight(unit: Unit, heading: int, length: float) -> Sweep:
    """A unit, as it stands, on a straight way."""
    width, depth = field.size_of(unit)
    return sweep(unit.pose, width, depth, (shift(length * sine(heading), length * cosine(heading)),))


def to_table_edge(state: State, unit: Unit, heading: int, length: float) -> float:
    """How far a unit goes before its footprint touches the edge; beyond the length if it does not."""
    ground = state.ground
    width, depth = field.size_of(unit)
    s, c = abs(sine(unit.pose.facing)), abs(cosine(unit.pose.facing))
    half_x = 0.5 * (width * c + depth * s)
    half_y = 0.5 * (width * s + depth * c)
    vx, vy = sine(heading), cosine(heading)
    best = 1e9
    if vx > NOISE:
        best = min(best, (ground.width - half_x - unit.pose.x) / vx)
    elif vx < -NOISE:
        best = min(best, (unit.pose.x - half_x) / -vx)
    if vy > NOISE:
        best = min(best, (ground.depth - half_y - unit.pose.y) / vy)
    elif vy < -NOISE:
        best = min(best, (unit.pose.y - half_y) / -vy)
    return max(0.0, best)


def barred_kinds(unit: Unit) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Areas and lines that nobody, or no limber, can go through [melee.retreat-obstacle, morale.rout-direction]."""
    if unit.arm in (tables.ARTILLERY, tables.WAGON):
        return ((*rule.IMPASSABLE, *rule.WOODS), ("river", "creek", "stream", "hedge"))
    return (rule.IMPASSABLE, ("river",))


def to_object(state: State, unit: Unit, heading: int, length: float) -> tuple[float, tuple[Point, ...]]:
    """How far a unit goes before it meets what it cannot pass, and the outline of that; the length if nothing."""
    areas, barred = barred_kinds(unit)
    if not state.ground.areas and not state.ground.lines:
        return (length, ())
    crossed = [line for line in state.ground.lines if line.kind in barred and _forded(state, unit, heading, line)]

    def met(part: Sweep) -> list[tuple[Point, ...]]:
        outlines = [area.outline for area in areas_met(state.ground, areas, part)]
        return [*outlines, *[line.points for line in lines_met(state.ground, barred, part) if line not in crossed]]

    first = met(straight(unit, heading, length))
    if not first:
        return (length, ())
    low, high = narrowed(0.0, length, 0.01, lambda far: not met(straight(unit, heading, far)))
    return (low, (met(straight(unit, heading, high)) or first)[0])


def _forded(state: State, unit: Unit, heading: int, line: Line) -> bool:
    """Whether the middle of a unit that goes straight crosses a line of water at a ford [move.major-river]."""
    a, b = unit.pose, ahead(Pose(unit.pose.x, unit.pose.y, heading), FAR)
    for at in line_crossings(line.points, a.x, a.y, b.x, b.y):
        if crossing_at(state.ground, ("ford",), a.x + at * (b.x - a.x), a.y + at * (b.y - a.y)):
            return True
    return False


def friends_on(state: State, unit: Unit, path: Sweep) -> list[Unit]:
    """Friends a straight way passes through, in the order it comes to them."""
    others = faults.Others(state, unit)
    course = movement_course.Course(unit)
    course.sweeps = [path]
    found = faults.passed(unit, course, others)
    ranked = sorted([(rounded(gap(field.block(unit), field.block(one))), one.id) for one in found])
    return [field.unit_of(state, id) for _, id in ranked]


def clear_end(state: State, unit: Unit, heading: int, wanted: float, most: float) -> float:
    """A length, from the one wanted up, at which a unit stands on nobody; if there is none, one below it."""
    others = faults.Others(state, unit)
    everybody = [*others.friend_lines, *others.foe_lines]
    return fallback.clear_end(wanted, most, lambda went: _stands_clear(unit, heading, went, everybody))


def _stands_clear(unit: Unit, heading: int, went: float, others: list[Block]) -> bool:
    width, depth = field.size_of(unit)
    slim = fallback.carried(Block(unit.pose, width - 0.04, depth - 0.04), heading, went)
    for other in others:
        if gap(slim, other) <= 0.0:
            return False
    return True


def owing(unit: Unit) -> bool:
    """Whether a unit still owes the compulsory move it was told to make when the card was ended."""
    return unit.place == tables.ON_TABLE and unit.owes


def through(friends: list[Unit], unit: Unit) -> tuple[object, ...]:
    """Each friend passed through tests, in order [melee.retreat-through-friends]."""
    return tuple(
        [
            morale_events.TestMorale(one.id, morale_rule.RETREATED_THROUGH, unit.id, 0, tables.UNASKED)
            for one in friends
            if one.captive == ""
        ]
    )


def passed_by_crowd(state: State, unit: Unit, path: Sweep) -> tuple[object, ...]:
    """Formed friends through whom a crowd goes test [move.interpenetration]."""
    return tuple(
        [
            morale_events.TestMorale(friend.id, morale_rule.PASSED_THROUGH, "", 0, tables.UNASKED)
            for friend in friends_on(state, unit, path)
            if not friend.disordered and friend.captive == ""
        ]
    )
