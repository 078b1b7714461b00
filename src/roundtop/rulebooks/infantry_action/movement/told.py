"""Moves in words, a move shown before it is made, and how far a unit could go."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Chosen, Reason
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Course, Overlay, Part, Telling, coursed
from roundtop.battle.tally import Row
from roundtop.battle.words import compass
from roundtop.rulebooks.infantry_action import field, words
from roundtop.rulebooks.infantry_action.fire import told as fire_told
from roundtop.rulebooks.infantry_action.movement import events, rule, table
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.course import stations, turn_and_go
from roundtop.table.crossed import crossed_lines, track_in_area
from roundtop.table.footprint import gap
from roundtop.table.measure import FULL_TURN, bearing, cosine, distance, narrowed, sine, turn_between, within
from roundtop.table.path import Manoeuvre, Sweep, clearance, manoeuvres_of, shift, sweep, track
from roundtop.table.plan import plan_rigid
from roundtop.table.pose import Point, Pose, rounded_pose

MOVE_HINTS: Final = {"charge": "charge", "retire": "retire", "rout": "rout", "rout-on": "rout"}
MOVE_VERBS: Final = {
    "order": "moves",
    "charge": "closes",
    "retire": "retires",
    "rout": "runs",
    "rout-on": "runs on",
}


def moved(view: State, event: events.Moved) -> Telling:
    unit = field.unit_of(view, event.unit)
    a, b = event.start, event.end
    far = distance(a.x, a.y, b.x, b.y)
    if event.cause == "arrive":
        text = f"{unit.name} comes on, facing {compass(b.facing)}."
    elif round(far, 1) == 0.0 and a.facing == b.facing:
        text = f"{unit.name} has no room to fall back." if event.cause != "order" else f"{unit.name} stays where it is."
    elif round(far, 1) == 0.0:
        text = f"{unit.name} turns to face {compass(b.facing)}."
    else:
        heading = compass(bearing(a.x, a.y, b.x, b.y))
        text = f"{unit.name} {MOVE_VERBS.get(event.cause, 'moves')} {words.inches(far)} {heading}"
        text += f" and faces {compass(b.facing)}." if compass(a.facing) != compass(b.facing) else "."
    return Telling(text, ((a.x, a.y), (b.x, b.y)), hint=MOVE_HINTS.get(event.cause, "move"), side=unit.side)


def courses(view: State, event: object) -> tuple[Course, ...]:
    """The way of a line that did not go straight; one that falls back turns first [outcome.retire-direction]."""
    if not isinstance(event, events.Moved):
        return ()
    if not event.manoeuvres:
        return coursed(event.unit, turn_and_go(event.start, event.end), event.end)
    line = field.block_at(field.unit_of(view, event.unit), event.start, view.settings)
    return coursed(event.unit, stations(sweep(line.pose, line.width, line.depth, event.manoeuvres)), event.end)


FINEST: Final = 1 / 64
"""How closely the end of a move is sought that the ground makes too long, as a share of it."""
PIVOT_STEP: Final = 5
STRAIGHT: Final = 18000


def march(view: State, unit: Unit, goal: Pose) -> tuple[Manoeuvre, ...]:
    """The planner's way; with its own facing where the turn is what cannot be; the first if none is lawful."""
    kept = Pose(goal.x, goal.y, unit.pose.facing)
    first: tuple[Manoeuvre, ...] = ()
    for wanted in (goal, kept):
        made = _shortened(view, unit, wanted)
        if made and not table.judge(view, unit, unit.order, made):
            return made
        first = first or made
    return first


def _shortened(view: State, unit: Unit, goal: Pose) -> tuple[Manoeuvre, ...]:
    """As far as the order allows, less what the ground takes, short of the enemy and of the table's edge."""
    allowed = rule.ALLOWANCE_IN[unit.order]
    made = _planned(view, unit, goal, allowed)
    if not within(table.price(view, unit, table.path_of(view, unit, made)).inches(), allowed):

        def paid(far: float) -> bool:
            way = table.path_of(view, unit, _planned(view, unit, goal, far))
            return within(table.price(view, unit, way).inches(), allowed)

        made = _planned(view, unit, goal, narrowed(0.0, allowed, FINEST * allowed, paid)[0])
    return cut(view, unit, made)


def cut(view: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    return manoeuvres_of(table.cut_short(view, unit, table.path_of(view, unit, manoeuvres), table.Others(view, unit)))


def _planned(view: State, unit: Unit, goal: Pose, allowed: float) -> tuple[Manoeuvre, ...]:
    size = view.settings.stand_in
    lever = field.stand_right(unit.stands, unit.stands, view.settings)
    widest = table.FAST_CONE if unit.order == field.FAST else STRAIGHT
    about = unit.order != field.FAST
    return plan_rigid(
        start=unit.pose,
        goal=goal,
        width=unit.stands * size,
        depth=size,
        lever=lever,
        allowance=allowed,
        about=about,
        widest=widest,
    ).manoeuvres


def pivot(view: State, unit: Unit, pose: Pose) -> Answer:
    """The nearest of the turns a battery may make [movement.artillery-static]."""
    wanted = turn_between(unit.pose.facing, pose.facing) / 100.0
    turns = [by for by in range(-45, 46, PIVOT_STEP) if not table.pivot_faults(view, unit, by)]
    return Chosen((str(min(turns, key=lambda by: (abs(by - wanted), by))),))


def moved_preview(
    view: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...], allowed: float, faults: list[Reason]
) -> Preview:
    path = table.path_of(view, unit, manoeuvres)
    end = rounded_pose(path.end)
    return Preview(
        end=end,
        parts=parts_at(view, unit, end),
        track=track(path, 0.0, 0.0),
        costs=costs(view, unit, path, allowed),
        crosses=crosses(view, unit, path),
        reasons=tuple(faults),
    )


def set_down(view: State, unit: Unit, pose: Pose, faults: list[Reason]) -> Preview:
    end = rounded_pose(pose)
    return Preview(end, parts_at(view, unit, end), reasons=tuple(faults))


def parts_at(view: State, unit: Unit, pose: Pose) -> tuple[Part, ...]:
    """Every stand of a unit as it would stand there."""
    size = view.settings.stand_in
    glyph = "artillery" if unit.kind == "battery" else "infantry"
    found: list[Part] = []
    for stand in range(1, unit.stands + 1):
        x, y = field.stand_at(pose, unit.stands, stand, view.settings)
        found.append(Part(Pose(x, y, pose.facing), size, size, glyph))
    return tuple(found)


def costs(view: State, unit: Unit, path: Sweep, allowed: float) -> tuple[Row, ...]:
    """The price of a move line by line, and what is left [movement.measuring, movement.terrain]."""
    cost: table.Price = table.price(view, unit, path)
    rows = [Row("farthest stand", f"{cost.farthest:.1f}″", words.BOOK + "movement.measuring")]
    if cost.wood:
        rows.append(Row("wood", f"+{rule.WOOD_COST * cost.wood:.1f}″", words.BOOK + "movement.terrain"))
    if cost.obstacles:
        rows.append(Row("obstacles", f"+{rule.OBSTACLE_COST_IN * cost.obstacles:g}″", words.BOOK + "movement.terrain"))
    order = unit.order if unit.order in rule.ALLOWANCE_IN else field.CHARGE
    rows.append(Row("allowance used", f"{cost.inches():.1f}″ of {allowed:g}″", words.BOOK + "movement." + order))
    return tuple(rows)


def crosses(view: State, unit: Unit, path: Sweep) -> tuple[Row, ...]:
    """What the middle of the line goes through and over, whom it passes, and the nearest enemy at its end."""
    ground = view.ground
    middle = track(path, 0.0, 0.0)
    rows: list[Row] = []
    for kind in sorted({area.kind for area in ground.areas}):
        inside = track_in_area(ground, (kind,), middle)
        if inside > 0.0:
            rows.append(Row(kind, f"{inside:.1f}″", words.BOOK + "movement.terrain"))
    for met in crossed_lines(ground, tuple(sorted({line.kind for line in ground.lines})), middle):
        rows.append(Row(ground.lines[met.index].kind, f"after {met.along:.1f}″", words.BOOK + "movement.terrain"))
    for friend in field.on_table(view, unit.side):
        if friend.id != unit.id and clearance(path, field.block(friend, view.settings)) <= 0.0:
            rows.append(Row("through", friend.name, words.BOOK + "movement.interpenetration"))
    there = field.block_at(unit, path.end, view.settings)
    near = sorted([(gap(there, field.block(foe, view.settings)), foe.name) for foe in field.enemies(view, unit)])
    if near:
        rows.append(Row("nearest enemy", f"{near[0][1]}, {near[0][0]:.1f}″", words.BOOK + "movement.separation"))
    return tuple(rows)


def reach(view: State, unit: Unit, pose: Pose | None) -> tuple[Overlay, ...]:
    """How far a unit under a known order could go in every direction, keeping its facing [movement.measuring]."""
    if pose is not None or unit.order not in rule.ALLOWANCE_IN:
        return ()
    points: list[Point] = []
    for spoke in range(fire_told.SPOKES):
        towards = unit.pose.facing + spoke * (FULL_TURN // fire_told.SPOKES)
        far = _farthest_lawful(view, unit, sine(towards), cosine(towards))
        points.append((unit.pose.x + far * sine(towards), unit.pose.y + far * cosine(towards)))
    label = f"reach of {unit.name}, {rule.ALLOWANCE_IN[unit.order]:g}″"
    return (Overlay("reach", unit.side, label, tuple(points), words.BOOK + "movement." + unit.order),)


def _farthest_lawful(view: State, unit: Unit, x: float, y: float) -> float:
    """How far a unit can go in this direction; friends at the end are not in its way for good."""
    most = rule.ALLOWANCE_IN[unit.order]
    if _may_go(view, unit, x * most, y * most):
        return most
    return narrowed(0.0, most, FINEST * most, lambda far: _may_go(view, unit, x * far, y * far))[0]


def _may_go(view: State, unit: Unit, dx: float, dy: float) -> bool:
    faults = table.judge(view, unit, unit.order, (shift(dx, dy),))
    return not [one for one in faults if one.clause != words.BOOK + "movement.interpenetration"]


TELLINGS: Final[Tellings] = {
    events.Moved: moved,
}
