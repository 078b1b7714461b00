"""Walls and barriers: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.state import State
from roundtop.table.ground import Ground, Line
from roundtop.table.pose import Point


@record
class ShiftBarrier:
    unit: str


@record
class WorkBegan:
    """A unit stays at a wall or fence to take it down."""

    unit: str


@record
class LineChanged:
    """A wall has a gap, or a barrier lies elsewhere: what is left of the line."""

    unit: str
    kind: str
    points: tuple[Point, ...]
    left: tuple[tuple[Point, ...], ...]
    cause: str


def work_began(state: State, event: WorkBegan) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.working = True
    return field.with_changed(state, unit)


def line_changed(state: State, event: LineChanged) -> State:
    """The ground with one line changed [misc.dismantle, barrier.move]."""
    new = field.past_recall(state)
    lines: list[Line] = []
    for line in new.ground.lines:
        if line.kind == event.kind and line.points == event.points:
            lines.extend([Line(line.kind, points) for points in event.left])
        else:
            lines.append(line)
    old = new.ground
    new.ground = Ground(
        width=old.width,
        depth=old.depth,
        areas=old.areas,
        lines=tuple(lines),
        roads=old.roads,
        heights=old.heights,
        crossings=old.crossings,
    )
    if event.cause == "barrier":
        unit = field.copied(field.unit_of(new, event.unit))
        unit.working = True
        unit.moved = True
        new.units = tuple([unit if one.id == unit.id else one for one in new.units])
    return new


EFFECTS: Final[Effects] = {
    WorkBegan: work_began,
    LineChanged: line_changed,
}
