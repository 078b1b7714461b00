"""Walls and fences taken down, barriers shifted."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March, Marched, Reason, Way
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, way_of
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.barriers import events as barriers_events
from roundtop.rulebooks.order_cards.barriers import rule
from roundtop.rulebooks.order_cards.events import Events
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table import measure
from roundtop.table.footprint import Block, polyline_gap
from roundtop.table.ground import Line, box_near, in_area, line_crossings, point_off_table
from roundtop.table.path import Manoeuvre, shift
from roundtop.table.pose import Point, Pose, ahead

STRIDE: Final = 0.25


def wall_at(state: State, unit: Unit) -> Line | None:
    """The wall or fence that its stands touch [misc.dismantle]."""
    for line in state.ground.lines:
        if line.kind in rule.CLEARABLE and box_near(line.box, field.block(unit), 0.1) and touching(unit, line):
            return line
    return None


def barrier_at(state: State, unit: Unit) -> Line | None:
    """The movable barrier that enough of its stands touch [barrier.move]."""
    for line in state.ground.lines:
        if line.kind in rule.MOVABLE and box_near(line.box, field.block(unit), 0.1):
            length = line_length(line)
            if not rule.barrier_refusal(length, True, len(touching(unit, line))):
                return line
    return None


def touching(unit: Unit, line: Line) -> list[Block]:
    return [stand for stand in field.stand_blocks(unit) if touches(stand, line)]


def line_length(line: Line) -> float:
    walked = 0.0
    for index in range(1, len(line.points)):
        ax, ay = line.points[index - 1]
        bx, by = line.points[index]
        walked += measure.distance(ax, ay, bx, by)
    return measure.rounded(walked)


def barrier_decision(view: State, step: barriers_events.ShiftBarrier, player: str) -> Decision:
    """Up to its own length in any direction: the barrier goes as its men push it [barrier.move]."""
    unit = field.unit_of(view, step.unit)
    line = barrier_at(view, unit)
    length = line_length(line) if line is not None else 0.0
    found = [Way("stay", "leave it", (), unit.pose)]
    for key, label, by in (("forward", "push it forward", 0), ("back", "pull it back", measure.HALF_TURN)):
        goal = ahead(Pose(0.0, 0.0, unit.pose.facing + by), length)
        made = (shift(goal.x, goal.y),)
        if not barrier_faults(view, unit, made):
            found.append(Way(key, label, made, Pose(unit.pose.x + goal.x, unit.pose.y + goal.y, unit.pose.facing)))
    width, depth = field.size_of(unit)
    form = March(unit.id, unit.pose, width, depth, ("shift",), allowance=length, ways=tuple(found))
    sentence = f"{unit.name} may shift the barrier up to {length:g}″."
    return Decision(player, "barrier", unit.id, sentence, (tables.BOOK + "barrier.move",), form=form)


def barrier_faults(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """The stands stay; the barrier goes no farther than it is long, and not through units [barrier.move]."""
    line = barrier_at(state, unit)
    if line is None:
        return [Reason("Too few stands touch a barrier that can be moved.", tables.BOOK + "barrier.move")]
    dx = sum([one.x for one in manoeuvres])
    dy = sum([one.y for one in manoeuvres])
    length = line_length(line)
    if not measure.within(measure.distance(0.0, 0.0, dx, dy), length):
        return [Reason(f"The barrier is shifted at most its length, {length:g}″.", tables.BOOK + "barrier.move")]
    for x, y in line.points:
        if point_off_table(state.ground, x + dx, y + dy):
            return [Reason("The barrier would leave the table.", tables.BOOK + "barrier.move")]
    steps = int(measure.distance(0.0, 0.0, dx, dy) / STRIDE) + 1
    for step in range(1, steps + 1):
        share = step / steps
        there = Line(line.kind, tuple([(x + share * dx, y + share * dy) for x, y in line.points]))
        why = _stopped(state, unit, there)
        if why is not None:
            return [why]
    return []


def _stopped(state: State, unit: Unit, there: Line) -> Reason | None:
    """What stops a barrier where it is pushed: units, an inch before the enemy, water and cliffs [barrier.move]."""
    clause = tables.BOOK + "barrier.move"
    for other in field.on_table(state):
        least = 0.0 if other.side == unit.side else 1.0
        gaps = [polyline_gap(there.points, False, part) for part in field.blocks(other)]
        if min(gaps) < least or (min(gaps) <= 0.0 and other.id != unit.id):
            return Reason(f"The barrier would come upon {other.name}.", clause)
    for index in range(1, len(there.points)):
        ax, ay = there.points[index - 1]
        bx, by = there.points[index]
        wet = [one for one in state.ground.lines if one.kind == "river" and line_crossings(one.points, ax, ay, bx, by)]
        if wet or in_area(state.ground, movement_rule.IMPASSABLE, bx, by):
            return Reason("The barrier cannot stand there.", clause)
    return None


def check_barrier(view: State, step: barriers_events.ShiftBarrier, command: Command) -> tuple[Reason, ...]:
    if not way_of(command):
        return ()
    return tuple(barrier_faults(view, field.unit_of(view, step.unit), way_of(command)))


def barrier_shifted(state: State, step: barriers_events.ShiftBarrier, command: Command) -> Progress:
    assert isinstance(command.answer, Marched)
    unit = field.unit_of(state, step.unit)
    line = barrier_at(state, unit)
    if line is None or not command.answer.manoeuvres:
        return Progress(())
    dx = sum([one.x for one in command.answer.manoeuvres])
    dy = sum([one.y for one in command.answer.manoeuvres])
    moved = tuple([(measure.rounded(x + dx), measure.rounded(y + dy)) for x, y in line.points])
    return Progress((barriers_events.LineChanged(unit.id, line.kind, line.points, (moved,), "barrier"),), final=True)


def push(view: State, unit: Unit, goal: Pose) -> tuple[Manoeuvre, ...]:
    line = barrier_at(view, unit)
    away = measure.distance(unit.pose.x, unit.pose.y, goal.x, goal.y)
    if line is None or away <= measure.TOLERANCE:
        return ()
    share = min(1.0, line_length(line) / away)
    return (shift(share * (goal.x - unit.pose.x), share * (goal.y - unit.pose.y)),)


def cleared(state: State, unit: Unit) -> Events:
    """The gaps that a unit's stands have opened in what they touched all through a move card [misc.dismantle]."""
    card = field.card_of(state, unit.player)
    events: Events = []
    for line in state.ground.lines:
        if line.kind not in rule.CLEARABLE:
            continue
        stands = [one for one in field.stand_blocks(unit) if touches(one, line)]
        inches = rule.dismantled(line.kind, len(stands), card, unit.moved, unit.fired)
        if inches > 0.0:
            left = opened(line, stands)
            events.append(barriers_events.LineChanged(unit.id, line.kind, line.points, left, "gap"))
            return events
    return events


def touches(stand: Block, line: Line) -> bool:
    """Whether a stand touches an obstacle [misc.dismantle, barrier.move]."""
    return measure.within(polyline_gap(line.points, False, stand), 0.05)


def opened(line: Line, stands: list[Block]) -> tuple[tuple[Point, ...], ...]:
    """What is left of a line when each of these stands has cleared its own width of it [misc.dismantle]."""
    pieces: list[list[Point]] = []
    current: list[Point] = []
    for index in range(1, len(line.points)):
        a, b = line.points[index - 1], line.points[index]
        length = measure.distance(a[0], a[1], b[0], b[1])
        if length <= measure.NOISE:
            continue
        heading = measure.bearing(a[0], a[1], b[0], b[1])
        cuts: list[tuple[float, float]] = []
        for stand in stands:
            along_line = (stand.pose.x - a[0]) * measure.sine(heading) + (stand.pose.y - a[1]) * measure.cosine(heading)
            if touches(stand, Line(line.kind, (a, b))):
                cuts.append((along_line - 0.5, along_line + 0.5))
        at = 0.0
        if not current:
            current = [a]
        for first, last in sorted(cuts):
            if last <= at or first >= length:
                continue
            if first > at:
                current.append(_at(a, b, length, first))
                pieces.append(current)
            elif len(current) > 1:
                pieces.append(current)
            at = min(length, max(at, last))
            current = [_at(a, b, length, at)]
        if at < length:
            current.append(b)
        else:
            current = [b]
    if len(current) > 1:
        pieces.append(current)
    return tuple([tuple(piece) for piece in pieces if len(piece) > 1])


def _at(a: Point, b: Point, length: float, went: float) -> Point:
    share = went / length
    return (measure.rounded(a[0] + share * (b[0] - a[0])), measure.rounded(a[1] + share * (b[1] - a[1])))


PLAYS: Final[Plays] = {
    barriers_events.ShiftBarrier: Play(no_effect, field.owner, barrier_decision, barrier_shifted, check_barrier),
}
