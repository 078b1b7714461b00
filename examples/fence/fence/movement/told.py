"""Moves in words, and a regiment in the hand."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.movement import events, rule, table
from fence.state import State, Unit
from fence.tables import BOOK, STAND_IN
from roundtop.battle.forms import Answer, Marched
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Part, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import compass
from roundtop.table.measure import bearing, distance
from roundtop.table.path import manoeuvres_of, track
from roundtop.table.plan import plan_drill
from roundtop.table.pose import Pose, rounded_pose, to_world


def moved(view: State, event: events.Moved) -> Telling:
    unit = field.unit_of(view, event.unit)
    a, b = event.start, event.end
    far = distance(a.x, a.y, b.x, b.y)
    text = f"{unit.name} turns to face {compass(b.facing)}."
    if not event.manoeuvres:
        text = f"{unit.name} stays."
    elif far >= 0.05:
        text = f"{unit.name} moves {round(far, 1):g}″ {compass(bearing(a.x, a.y, b.x, b.y))}."
    return Telling(text, ((a.x, a.y), (b.x, b.y)), hint="move", side=unit.side)


def propose(view: State, step: object, player: str, pose: Pose) -> Answer | None:
    """The move that brings the asked regiment there, or as far as it goes."""
    if not isinstance(step, events.Move):
        return None
    unit = field.unit_of(view, step.unit)
    line = field.line(unit)
    plan = plan_drill(unit.pose, pose, line.width, line.depth, rule.REACH_IN, table.KINDS)
    return Marched(manoeuvres_of(table.shortened(view, unit, plan.manoeuvres)))


def preview(view: State, step: object, player: str, answer: Answer) -> Preview | None:
    """Where a move would end, what it takes and why it may not be."""
    if not isinstance(step, events.Move) or not isinstance(answer, Marched):
        return None
    unit = field.unit_of(view, step.unit)
    path = table.path_of(unit, answer.manoeuvres)
    end = rounded_pose(path.end)
    crossed = table.fences(view, path)
    cost = Row("move", f"{rule.price(path.length, crossed):.1f}″ of {rule.REACH_IN:g}″", BOOK + "movement.reach")
    over = (Row("fences", f"{crossed}, {rule.FENCE_COST_IN:g}″ each", BOOK + "movement.fence"),) if crossed else ()
    faults = tuple(table.faults(view, unit, path))
    return Preview(end, parts(unit, end), track(path, 0.0, 0.0), (cost,), over, faults)


def parts(unit: Unit, pose: Pose) -> tuple[Part, ...]:
    """Every stand of a regiment as it would stand there."""
    found: list[Part] = []
    for stand in range(unit.stands):
        x, y = to_world(pose, (stand - 0.5 * (unit.stands - 1)) * STAND_IN, 0.0)
        found.append(Part(Pose(x, y, pose.facing), STAND_IN, STAND_IN, "infantry"))
    return tuple(found)


TELLINGS: Final[Tellings] = {events.Moved: moved}
