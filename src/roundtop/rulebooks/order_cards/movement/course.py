"""A move worked out: what it sweeps over, what it crosses, and what that costs."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.barriers import rule as barriers_rule
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.formation import rule as formation_rule
from roundtop.rulebooks.order_cards.formation import table as formation_table
from roundtop.rulebooks.order_cards.movement import rule
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table import ground as grounds
from roundtop.table.crossed import areas_met, lines_met
from roundtop.table.footprint import Block, block_touches_outline, outline_gap, polyline_gap
from roundtop.table.measure import HALF_TURN, NOISE, TOLERANCE, bearing, distance, rounded, turn_between, within
from roundtop.table.path import LEFT, RIGHT, Manoeuvre, Sweep, sweep
from roundtop.table.pose import Point, Pose, ahead, rounded_pose, to_local, to_world, turned

IN_LINE: Final = 200
"""Pieces of a wall so nearly in line are one wall."""
LINE_MOVES: Final = ("forward", "wheel", "oblique", "about-face", "turn", "form")
CROWD_MOVES: Final = ("shift", "turn", "form")
FILE_MOVES: Final = ("forward", "leg", "about-face", "turn", "form")
"""The manoeuvres of a line, of a crowd or guns pushed by hand, and of a column."""
DRILL: Final = ("wheel", "oblique", "facing-change", "step-back", "woods", "orchard", "corn", "rough", "marsh")
"""What a unit does and goes through on the way that leaves no trace if it is undone."""
EVERY_LINE: Final = ("forward", "wheel", "oblique", "about-face", "turn", "leg", "form")
EVERY: Final = ("forward", "wheel", "oblique", "about-face", "turn", "leg", "shift", "form")


def kinds_of(unit: Unit) -> tuple[str, ...]:
    """The manoeuvres of which its move may be made, in whatever formation it then is."""
    return EVERY if unit.disordered or unit.formation == tables.UNLIMBERED else EVERY_LINE


def moves_of(unit: Unit) -> tuple[str, ...]:
    """The manoeuvres it can make as it stands."""
    if unit.disordered or unit.formation == tables.UNLIMBERED:
        return CROWD_MOVES
    return FILE_MOVES if field.in_file(unit) else LINE_MOVES


@record(init=False)
class Course:
    """A move worked out: what it sweeps over, what it does and crosses in order, how far it walks, how it ends.

    `open` are the places among the actions of obstacles that it crosses in good order if it can pay for it.
    `before` is the unit where it changes its formation, after so many sweeps, None if it does not. `fault` says why
    there is no such move.
    """

    sweeps: list[Sweep]
    actions: list[rule.Action]
    open: list[int]
    walked: float
    back: float
    after: Unit
    before: Unit | None
    until_form: int
    fault: Reason | None
    crossed: list[grounds.Line]
    met: list[str]
    on_road: bool

    def __init__(self, unit: Unit) -> None:
        self.sweeps = []
        self.actions = []
        self.open = []
        self.walked = 0.0
        self.back = 0.0
        self.after = field.copied(unit)
        self.before = None
        self.until_form = 0
        self.fault = None
        self.crossed = []
        self.met = []
        self.on_road = False


def course_of(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Course:
    """Work a move out, manoeuvre by manoeuvre."""
    course = Course(unit)
    if manoeuvres:
        course.after.wing = 0
        course.after.wing_by = 0
    for one in manoeuvres:
        if one.kind == "form":
            _form(course, one)
        elif field.in_file(course.after):
            _follow(state, unit, course, one)
        else:
            _go(state, unit, course, one)
        if course.fault is not None:
            return course
    after = course.after
    after.pose = rounded_pose(after.pose)
    after.trail = tuple([(rounded(x), rounded(y)) for x, y in after.trail])
    if manoeuvres and _nowhere(unit, course):
        _no(course, "The move ends where it began: it would do nothing.", "move.card-distance")
    return course


def _nowhere(unit: Unit, course: Course) -> bool:
    """Whether a unit would stand as it does, having crossed and formed nothing."""
    after = course.after
    if [one for one in course.actions if one.do not in DRILL] or after.pose != rounded_pose(unit.pose):
        return False
    before = (unit.formation, unit.mounted, unit.wing, unit.wing_by)
    same = (after.formation, after.mounted, after.wing, after.wing_by) == before
    return same and (not field.in_file(after) or course.walked <= TOLERANCE)


def _no(course: Course, text: str, clause: str) -> None:
    course.fault = Reason(text, tables.BOOK + clause)


def _go(state: State, unit: Unit, course: Course, one: Manoeuvre) -> None:
    """A manoeuvre of a line, a crowd or guns [move.wheel, move.oblique, move.facing-change, move.backward-sideways]."""
    now = course.after
    kind = one.kind
    if kind not in moves_of(now):
        _no(course, f"{now.name} cannot '{kind}' as it stands.", "move.backward-sideways")
        return
    if not now.disordered:
        if kind == "wheel" and one.on not in (LEFT, RIGHT):
            _no(course, "A line wheels on its left or right end.", "move.wheel")
        elif kind == "turn" and now.formation != tables.UNLIMBERED and now.stands > 1:
            _no(course, "A line that wants another direction wheels or reforms.", "move.facing-change")
        elif kind == "oblique" and one.amount < 0.0:
            _no(course, "There is no oblique to the rear.", "move.oblique")
        if course.fault is not None:
            return
    width, depth = field.size_of(now)
    path = sweep(now.pose, width, depth, (one,))
    stage = path.stages[0]
    if kind == "forward" and one.amount < 0.0:
        course.actions.append(rule.Action("step-back", 0.0, -one.amount))
        course.back -= one.amount
    elif kind == "wheel":
        course.actions.append(rule.Action("wheel", abs(one.by) / 100.0))
    elif kind == "oblique":
        course.actions.append(rule.Action("oblique", abs(one.by) / 100.0))
        course.walked += stage.length
    elif kind == "about-face" or kind == "turn":
        if not now.disordered:
            course.actions.append(rule.Action("facing-change"))
    else:
        course.walked += stage.length
    now.pose = stage.end
    if stage.length > 0.0:
        course.sweeps.append(path)
        meet(state, unit, course, path, one.on)


def _follow(state: State, unit: Unit, course: Course, one: Manoeuvre) -> None:
    """A manoeuvre of a column: its stands follow the head in file [move.wheel, move.facing-change]."""
    now = course.after
    width, depth = field.base(now)
    kind = one.kind
    if kind == "about-face" or kind == "turn":
        if now.trail:
            _no(course, "A column in a bend turns about when it is straight.", "move.facing-change")
            return
        course.actions.append(rule.Action("facing-change"))
        now.pose = turned(now.pose, HALF_TURN if kind == "about-face" else one.by)
        return
    if kind not in ("forward", "leg") or one.amount < 0.0:
        _no(course, f"A column goes forward or follows its head, it cannot '{kind}'.", "move.wheel")
        return
    head = field.head_of(now)
    path = sweep(head, width, depth, (one,))
    stage = path.stages[0]
    course.walked += stage.length
    if stage.length <= NOISE:
        return
    course.sweeps.append(path)
    course.on_road = _by_road(state.ground, now, head, stage.end)
    if not course.on_road:
        meet(state, unit, course, path, one.on)
    _draw_after(now, stage.end)


def _draw_after(unit: Unit, head: Pose) -> None:
    """The stands of a column drawn after its head; straight again when its whole length is."""
    _, depth = field.base(unit)
    points = list(unit.trail)
    if not points:
        poses = field.stand_poses(unit)
        first, last = poses[0], poses[len(poses) - 1]
        points = [(last.x, last.y), (first.x, first.y)] if len(poses) > 1 else [(first.x, first.y)]
    points.append((head.x, head.y))
    needed = (unit.stands - 1) * depth
    while len(points) > 2 and _length(points[1:]) >= needed:
        points = points[1:]
    bent = [p for p in points if abs(to_local(head, p[0], p[1])[0]) > TOLERANCE]
    unit.trail = tuple(points) if bent and unit.stands > 1 else ()
    unit.pose = ahead(head, -0.5 * needed)


def _length(points: list[Point]) -> float:
    walked = 0.0
    for index in range(1, len(points)):
        walked += distance(points[index - 1][0], points[index - 1][1], points[index][0], points[index][1])
    return walked


def _by_road(ground: grounds.Ground, unit: Unit, head: Pose, end: Pose) -> bool:
    """Whether a column is wholly on a road and stays on it [move.roads-hills-buildings]."""
    if not ground.roads:
        return False
    samples = [(pose.x, pose.y) for pose in field.stand_poses(unit)]
    length = distance(head.x, head.y, end.x, end.y)
    steps = int(length / rule.ROADSIDE) + 1
    for step in range(1, steps + 1):
        share = step / steps
        samples.append((head.x + share * (end.x - head.x), head.y + share * (end.y - head.y)))
    for x, y in samples:
        if not [
            road
            for road in ground.roads
            if road.kind != "railway" and within(grounds.points_gap(road.points, x, y), rule.ROADSIDE)
        ]:
            return False
    return True


def _form(course: Course, one: Manoeuvre) -> None:
    """A change of formation where the unit then stands [formation.form-up, formation.change-formation]."""
    now = course.after
    why = formation_table.form_fault(now, one)
    if why is not None:
        course.fault = why
        return
    course.before = field.copied(now)
    course.until_form = len(course.sweeps)
    course.actions.append(rule.Action(formation_rule.FORMS[one.on]))
    course.after = formation_table.reshaped(now, one)


def meet(state: State, unit: Unit, course: Course, path: Sweep, how: str) -> None:
    """The ground a stage touches and the lines it crosses, nearest first, as the price list names them.

    A line under the unit when it sets out has been paid for. [move.how-deductions-count]
    """
    ground = state.ground
    if not ground.areas and not ground.lines:
        return
    start = Block(path.start, path.width, path.depth)
    found: list[tuple[float, str, str]] = []
    for area in areas_met(ground, rule.AREA_KINDS, path):
        do = rule.AREAS[area.kind]
        if do not in course.met:
            course.met.append(do)
            found.append((rounded(outline_gap(area.outline, start)), do, ""))
    for line in lines_met(ground, rule.LINE_KINDS, path):
        if line in course.crossed or grounds.block_touches_line(start, line) or touches_line(unit, line):
            continue
        paid = [*course.crossed, *[one for one in ground.lines if grounds.block_touches_line(start, one)]]
        course.crossed.append(line)
        if [one for one in paid if one_feature(one, line)]:
            continue
        do = _crossing(ground, course.after, path, line)
        if do:
            found.append((rounded(polyline_gap(line.points, False, start)), do, how))
    found.sort()
    for _, do, said in found:
        if do in rule.CHOSEN:
            if said != rule.HASTE:
                course.open.append(len(course.actions))
            do += "-disorder" if said == rule.HASTE else "-good-order"
        course.actions.append(rule.Action(do))


def one_feature(a: grounds.Line, b: grounds.Line) -> bool:
    """Whether two lines are what is left of one wall or fence on both sides of a gap [misc.dismantle].

    Their ends look at each other along one straight line.
    """
    if a.kind != b.kind or a.kind not in barriers_rule.CLEARABLE or a is b:
        return False
    for last, end in ((a.points[1], a.points[0]), (a.points[-2], a.points[-1])):
        for other, beyond in ((b.points[0], b.points[1]), (b.points[-1], b.points[-2])):
            way = bearing(*last, *end)
            gap_way, on = bearing(*end, *other), bearing(*other, *beyond)
            if abs(turn_between(way, gap_way)) <= IN_LINE and abs(turn_between(way, on)) <= IN_LINE:
                return True
    return False


def touches_line(unit: Unit, line: grounds.Line) -> bool:
    for part in field.blocks(unit):
        if grounds.block_touches_line(part, line):
            return True
    return False


def _crossing(ground: grounds.Ground, unit: Unit, path: Sweep, line: grounds.Line) -> str:
    """A line as a move crosses it: by bridge or ford, in a wood or in the open [move.creek, move.major-river]."""
    do = rule.LINES[line.kind]
    if do not in rule.WATER:
        return do
    start, end = path.start, path.end
    cuts = grounds.line_crossings(line.points, start.x, start.y, end.x, end.y)
    at = cuts[0] if cuts else 0.5
    x = start.x + at * (end.x - start.x)
    y = start.y + at * (end.y - start.y)
    for crossing in ground.crossings:
        if within(distance(crossing.x, crossing.y, x, y), max(rule.ROADSIDE, 0.5 * crossing.width)):
            if crossing.kind == "ford":
                return "ford"
            if field.in_file(unit):
                return ""
    wooded = do != "major-river" and grounds.in_area(ground, rule.WOODS, x, y)
    return do + "-in-wood" if wooded else do


def on_wood_edge(state: State, unit: Unit) -> bool:
    """Whether every stand is within the first inch of its wood, or outside [move.wood-edge-exit]."""
    for stand in field.stand_blocks(unit):
        if not _at_edge(state.ground, stand):
            return False
    return True


def _at_edge(ground: grounds.Ground, stand: Block) -> bool:
    for right, forth in ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5), (0.0, 0.0)):
        x, y = to_world(stand.pose, right * stand.width, forth * stand.depth)
        if not within(grounds.depth_in_area(ground, rule.WOODS, x, y), rule.EDGE_BAND):
            return False
    return True


def _leaves_edge(state: State, unit: Unit, course: Course) -> bool:
    """Whether a move out of a wood's first inch goes no deeper and into no other wood [move.wood-edge-exit]."""
    own = woods_under(state, unit)
    if len(own) != 1 or not on_wood_edge(state, unit):
        return False
    for path in course.sweeps:
        if [wood for wood in areas_met(state.ground, rule.WOODS, path) if wood is not own[0]]:
            return False
        if not on_edge_at(state, unit, path.end):
            return False
    return True


def on_edge_at(state: State, unit: Unit, pose: Pose) -> bool:
    there = field.copied(unit)
    there.pose = pose
    there.trail = ()
    return on_wood_edge(state, there)


def woods_under(state: State, unit: Unit) -> list[grounds.Area]:
    """The woods that any stand touches."""
    if not state.ground.areas:
        return []
    found: list[grounds.Area] = []
    for area in state.ground.areas:
        if area.kind not in rule.WOODS or not grounds.box_near(area.box, field.block(unit), 1.0):
            continue
        if [stand for stand in field.stand_blocks(unit) if block_touches_outline(stand, area.outline)]:
            found.append(area)
    return found


def mover_of(state: State, unit: Unit, edge: bool = False) -> rule.Mover:
    """What the price list reads of a unit."""
    width, _ = field.size_of(unit)
    limbered = unit.formation != tables.UNLIMBERED
    return rule.Mover(
        arm=unit.arm,
        mounted=unit.mounted,
        limbered=limbered,
        state=unit.state,
        disordered=unit.disordered,
        frontage=width,
        edge=edge,
    )


def priced(state: State, unit: Unit, card: cards_rule.Card, course: Course) -> rule.Bill:
    """The bill of a move: obstacles in good order where that can be paid, otherwise in disorder.

    A wood at whose edge the unit stands costs nothing to leave. [move.wall-fence, move.wood-edge-exit]
    """
    edge = "woods" in course.met and _leaves_edge(state, unit, course)
    if edge:
        course.actions = [rule.Action("wood-edge-exit") if one.do == "woods" else one for one in course.actions]
    mover = mover_of(state, unit, edge)
    bill = rule.move_bill(mover, card, tuple(course.actions), state.settings)
    if course.open and (bill.refusal or not within(course.walked + unit.spent, bill.left)):
        for place in course.open:
            course.actions[place] = rule.Action(course.actions[place].do.replace("good-order", "disorder"))
        bill = rule.move_bill(mover, card, tuple(course.actions), state.settings)
    return bill
