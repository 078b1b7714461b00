"""A path worked out on the ground: what it crosses and its price."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.movement import events, rule
from roundtop.rulebooks.skirmish.state import Figure, State
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.table.ground import Line, box_meets, disc_span, line_crossings, merged, spans_in, spans_on_road, spared
from roundtop.table.measure import FULL_TURN, NOISE, bearing, distance, turn_between
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Point, Pose, rounded_pose

KINDS: Final = ("leg", "turn")
ENTRY_KINDS: Final = ("shift", "leg", "turn")
WET: Final = ("stream", "creek")
RIVER: Final = ("river",)
STEP: Final = 4500
NO_TURN: Final = 10
"""So many hundredths of a degree beyond whole steps are no turn: a place kept to 0.01 cm lies that far off.

[movement.mounted-turn-rounding]
"""


@record
class Path:
    """A move worked out: the points of its legs, the turning of a rider in 0.01 degree, and where it ends."""

    points: list[Point]
    turned: int
    end: Pose


def path_of(start: Pose, manoeuvres: tuple[Manoeuvre, ...]) -> Path:
    """Where legs, turns and, for those who come on, a step along the edge lead [movement.path]."""
    x, y, facing = start.x, start.y, start.facing
    points: list[Point] = [(x, y)]
    turned = 0
    for m in manoeuvres:
        if m.kind == "turn":
            turned += abs(m.by)
            facing = (facing + m.by) % FULL_TURN
        elif m.kind == "shift":
            x += m.x
            y += m.y
            points = [(x, y)]
        elif abs(m.x - x) > NOISE or abs(m.y - y) > NOISE:
            heading = bearing(x, y, m.x, m.y)
            turned += abs(turn_between(facing, heading))
            facing = heading
            x, y = m.x, m.y
            points.append((x, y))
    return Path(points, turned, rounded_pose(Pose(x, y, facing)))


def degrees(turned: int) -> float:
    """What a rider has turned in all, less what places being kept to 0.01 cm add to whole steps of 45 degrees.

    [movement.mounted-turn-rounding]
    """
    over = abs(turned) % STEP
    return (abs(turned) - (over if over <= NO_TURN else 0)) / 100.0


def crossing_spans(state: State, kinds: tuple[str, ...], ax: float, ay: float, bx: float, by: float) -> list[Point]:
    """The parts of a segment on fords or bridges."""
    spans: list[Point] = []
    for crossing in state.water.crossings:
        if crossing.kind in kinds:
            enter, leave = disc_span(x=crossing.x, y=crossing.y, reach=0.5 * crossing.width, ax=ax, ay=ay, bx=bx, by=by)
            if enter < leave:
                spans.append((enter, leave))
    return merged(spans)


def slow_spans(state: State, ax: float, ay: float, bx: float, by: float) -> list[Point]:
    """The parts (0 to 1) of a segment in difficult ground; a bridge is none [movement.difficult-mixed]."""
    spans = spans_in(ground=state.ground, kinds=terrain_rule.DIFFICULT, ax=ax, ay=ay, bx=bx, by=by)
    if not state.water.roads:
        return spans
    wet = spans_on_road(ground=state.water, kinds=(*WET, *RIVER), ax=ax, ay=ay, bx=bx, by=by)
    if not wet:
        return spans
    return merged([*spans, *spared(wet, crossing_spans(state=state, kinds=("bridge",), ax=ax, ay=ay, bx=bx, by=by))])


def barred_spans(state: State, ax: float, ay: float, bx: float, by: float) -> list[Point]:
    """The parts of a segment where nobody can go; a river can be crossed at its crossings [setup.terrain-catalogue]."""
    spans = spans_in(ground=state.ground, kinds=terrain_rule.IMPASSABLE, ax=ax, ay=ay, bx=bx, by=by)
    if not state.water.roads:
        return spans
    deep = spans_on_road(ground=state.water, kinds=RIVER, ax=ax, ay=ay, bx=bx, by=by)
    if not deep:
        return spans
    return merged(
        [*spans, *spared(deep, crossing_spans(state=state, kinds=("ford", "bridge"), ax=ax, ay=ay, bx=bx, by=by))]
    )


def lines_over(state: State, points: list[Point]) -> list[Line]:
    """The barriers that a path crosses, each as often as it does."""
    found: list[Line] = []
    for line in field.barriers(state):
        for place in range(1, len(points)):
            ax, ay = points[place - 1]
            bx, by = points[place]
            if box_meets(line.box, ax, ay, bx, by):
                found.extend([line for _ in line_crossings(line.points, ax, ay, bx, by)])
    return found


def move_of(state: State, figure: Figure, path: Path) -> rule.Move:
    """A path in the terms of its price: ground, turning, jumps [movement.difficult-mixed, movement.mounted-turn]."""
    whole = 0.0
    slow = 0.0
    for place in range(1, len(path.points)):
        ax, ay = path.points[place - 1]
        bx, by = path.points[place]
        length = distance(ax, ay, bx, by)
        whole += length
        for enter, leave in slow_spans(state, ax, ay, bx, by):
            slow += (leave - enter) * length
    jumps = len(lines_over(state, path.points))
    return rule.Move(
        arm=figure.arm,
        open_cm=whole - slow,
        difficult_cm=slow,
        turned_deg=degrees(path.turned),
        jumps=jumps,
        rate_cm=figure.rate,
    )


def rate_of(figure: Figure) -> float:
    """Centimetres an action [movement.foot-rate, movement.mounted-rate, movement.animals]."""
    return rule.allowance(rule.Move(figure.arm, 0.0, rate_cm=figure.rate))


def moved_by(figure: Figure, cause: str, manoeuvres: tuple[Manoeuvre, ...], paid: bool) -> events.Moved:
    return events.Moved(
        figure=figure.id,
        cause=cause,
        start=figure.pose,
        end=path_of(figure.pose, manoeuvres).end,
        manoeuvres=manoeuvres,
        paid=paid,
    )
