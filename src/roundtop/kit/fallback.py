"""Falling back on a straight heading: how far enemies and the table let a body go, and where it stands clear of others.

A body keeps its facing, and the search for a clear place goes by quarters of an inch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from roundtop.table.footprint import Block, gap, overlap
from roundtop.table.ground import Ground, off_table
from roundtop.table.measure import NOISE, kept, narrowed
from roundtop.table.path import Sweep, nearer_than, until_gap
from roundtop.table.pose import Pose, ahead

STRIDE: Final = 0.25


def carried(body: Block, heading: int, inches: float) -> Block:
    """A body so far along a heading."""
    there = ahead(Pose(body.pose.x, body.pose.y, heading), inches)
    return Block(Pose(there.x, there.y, body.pose.facing), body.width, body.depth)


def gets_away(body: Block, heading: int, inches: float, standing: Block) -> bool:
    """Whether a body comes no nearer to another at first, does not step on to him, and ends farther off."""
    before = gap(body, standing)
    first = carried(body, heading, min(STRIDE, inches))
    if gap(first, standing) < before - NOISE or overlap(first, standing):
        return False
    return gap(carried(body, heading, inches), standing) > before


def room_from(path: Sweep, foes: Sequence[Block], least: float, heading: int, inches: float) -> float:
    """How far enemies let a straight way go: an enemy nearer at the start does not hold whoever gets away from him.

    The way may be longer than the inches wanted; where nobody is in it, all of it is free.
    """
    body = Block(path.start, path.width, path.depth)
    in_way: list[Block] = []
    for standing in foes:
        if nearer_than(path, [standing], least) < 0:
            continue
        if kept(gap(body, standing), least):
            in_way.append(standing)
        elif not gets_away(body, heading, inches, standing):
            return 0.0
    return until_gap(path, in_way, least).length if in_way else path.length


def to_edge(ground: Ground, body: Block, heading: int, most: float) -> tuple[float, float]:
    """How far a body goes on the table, and a hair farther, where it is over the edge."""
    return narrowed(0.0, most, 0.005, lambda inches: not off_table(ground, carried(body, heading, inches)))


def onward(wanted: float, most: float, clear: Callable[[float], bool]) -> float:
    """The first length from the one wanted up at which a body stands clear, -1 where there is none."""
    went = wanted
    while went <= most + NOISE:
        if clear(went):
            return went
        went += STRIDE
    return -1.0


def short_of(wanted: float, clear: Callable[[float], bool]) -> float:
    """The first length from the one wanted down at which a body stands clear, 0 where there is none."""
    went = wanted
    while went > 0.0 and not clear(went):
        went -= STRIDE
    return max(went, 0.0)


def clear_end(wanted: float, most: float, clear: Callable[[float], bool]) -> float:
    """Carried on until clear of others, or stopped sooner where it cannot go on."""
    went = onward(wanted, most, clear)
    return went if went >= 0.0 else short_of(wanted, clear)
