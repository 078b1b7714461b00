"""Moves on the table: formations laid out, what a path crosses and costs, and what forbids it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.forms import Reason, Way
from roundtop.rulebooks.order_cards.cards import HOLD, Card
from roundtop.rulebooks.order_cards.state import (
    State,
    Unit,
    army_of,
    base,
    block,
    blocks,
    copied,
    enemies,
    formed,
    head_of,
    on_foot,
    on_table,
    size_of,
    stand_blocks,
    stand_poses,
)
from roundtop.rulebooks.order_cards.tables import (
    ARTILLERY,
    BOOK,
    CAVALRY,
    COLUMN,
    HEAD_DOWN,
    LIMBERED,
    LINE,
    LOOSE,
    LOOSE_GAP,
    ROUTING,
    UNLIMBERED,
    WAGON,
)
from roundtop.rulebooks.order_cards.terrain import Action, Bill, Mover, card_inches, manhandle_inches, move_bill
from roundtop.table.crossed import areas_met, inside_table, lines_met
from roundtop.table.footprint import Block, block_touches_outline, corners, gap, outline_gap, polyline_gap, radius
from roundtop.table.ground import (
    Area,
    Ground,
    Line,
    block_touches_area,
    block_touches_line,
    box_near,
    depth_in_area,
    in_area,
    line_crossings,
    off_table,
    points_gap,
)
from roundtop.table.measure import HALF_TURN, NOISE, TOLERANCE, bearing, distance, kept, rounded, turn_between, within
from roundtop.table.path import (
    LEFT,
    RIGHT,
    Manoeuvre,
    Sweep,
    about_face,
    cut,
    forward,
    leg,
    manoeuvres_of,
    nearer_than,
    oblique,
    shift,
    sweep,
    turn,
    until_gap,
    wheel,
)
from roundtop.table.pose import Point, Pose, ahead, aside, rounded_pose, to_local, to_world, turned

# The kinds of a scenario's ground by what they are to a move [setup.scale]; all others are open.
AREAS: Final[dict[str, str]] = {
    "woods": "woods",
    "open-woods": "woods",
    "orchard": "orchard",
    "corn": "corn",
    "crops": "corn",
    "rough": "rough",
    "marsh": "marsh",
    "swamp": "marsh",
    "town": "built-up",
    "building": "built-up",
    "pond": "impassable",
    "cliff": "impassable",
}
LINES: Final[dict[str, str]] = {
    "wall": "wall",
    "fence": "fence",
    "hedge": "bush",
    "earthwork": "earthwork",
    "breastwork": "earthwork",
    "abatis": "defence-barrier",
    "chevaux-de-frise": "defence-barrier",
    "stream": "creek",
    "creek": "minor-river",
    "river": "major-river",
}
AREA_KINDS: Final = tuple(AREAS)
LINE_KINDS: Final = tuple(LINES)
WOODS: Final = ("woods", "open-woods")
IMPASSABLE: Final = ("pond", "cliff")
CHOSEN: Final = ("wall", "fence", "earthwork")
"""Crossed in haste and disorder, or slowly and in good order [move.wall-fence, move.barrier-cross]."""
WATER: Final = ("creek", "minor-river", "major-river")

HASTE: Final = "haste"
"""Said with a manoeuvre: obstacles on it are crossed in disorder; otherwise in good order where that can be paid."""

FORMS: Final[dict[str, str]] = {
    "form-up": "form-up",
    "reform": "reform",
    "line": "to-line",
    "column": "to-column",
    "loose": "loose-order",
    "limber": "limber",
    "unlimber": "unlimber",
    "mount": "mount",
    "dismount": "dismount",
}
"""Changes of formation as manoeuvres name them, and as the price list does."""

QUICK_YES: Final = 0.1
"""How much farther than it must be ground has to be for a quick yes."""
KEEP_OFF: Final = 1.0
KEEP_OFF_ROUTING: Final = 0.1
CLEAR_OF_FRIENDS: Final = 0.1
"""[move.enemy-contact, move.interpenetration]"""
FLANK_ZONE: Final = 2.0
"""[formation.disordered-near-flank]"""
EDGE_BAND: Final = 1.0
"""[move.wood-edge-exit]"""
ROADSIDE: Final = 0.5
"""A column is on a road, at a bridge or ford, while its middle is so near."""
SLIM: Final = 0.04
TOUCH: Final = 0.02

LINE_MOVES: Final = ("forward", "wheel", "oblique", "about-face", "turn", "form")
CROWD_MOVES: Final = ("shift", "turn", "form")
FILE_MOVES: Final = ("forward", "leg", "about-face", "turn", "form")
"""The manoeuvres of a line, of a crowd or guns pushed by hand, and of a column."""
EVERY_LINE: Final = ("forward", "wheel", "oblique", "about-face", "turn", "leg", "form")
EVERY: Final = ("forward", "wheel", "oblique", "about-face", "turn", "leg", "shift", "form")


def kinds_of(unit: Unit) -> tuple[str, ...]:
    """The manoeuvres of which its move may be made, in whatever formation it then is."""
    return EVERY if unit.disordered or unit.formation == UNLIMBERED else EVERY_LINE


def moves_of(unit: Unit) -> tuple[str, ...]:
    """The manoeuvres it can make as it stands."""
    if unit.disordered or unit.formation == UNLIMBERED:
        return CROWD_MOVES
    return FILE_MOVES if in_file(unit) else LINE_MOVES


def in_file(unit: Unit) -> bool:
    """In column, limbered, or a wagon: it follows its head."""
    return not unit.disordered and (unit.formation == COLUMN or unit.formation == LIMBERED)


# ---------------------------------------------------------------- a move worked out


@final
@dataclass(slots=True, init=False)
class Course:
    """A move worked out: what it sweeps over, what it does and crosses in order, how far it walks, how it ends.

    `open` are the places among the actions of obstacles that it crosses in good order if it can pay for it.
    `before` is the unit where it changes its formation, after so many sweeps, None if it does not. `fault` says why
    there is no such move.
    """

    sweeps: list[Sweep]
    actions: list[Action]
    open: list[int]
    walked: float
    back: float
    after: Unit
    before: Unit | None
    until_form: int
    fault: Reason | None
    crossed: list[Line]
    met: list[str]
    on_road: bool

    def __init__(self, unit: Unit) -> None:
        self.sweeps = []
        self.actions = []
        self.open = []
        self.walked = 0.0
        self.back = 0.0
        self.after = copied(unit)
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
        elif in_file(course.after):
            _follow(state, unit, course, one)
        else:
            _go(state, unit, course, one)
        if course.fault is not None:
            return course
    after = course.after
    after.pose = rounded_pose(after.pose)
    after.trail = tuple([(rounded(x), rounded(y)) for x, y in after.trail])
    return course


def _no(course: Course, text: str, clause: str) -> None:
    course.fault = Reason(text, BOOK + clause)


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
        elif kind == "turn" and now.formation != UNLIMBERED and now.stands > 1:
            _no(course, "A line that wants another direction wheels or reforms.", "move.facing-change")
        elif kind == "oblique" and one.amount < 0.0:
            _no(course, "There is no oblique to the rear.", "move.oblique")
        if course.fault is not None:
            return
    width, depth = size_of(now)
    path = sweep(now.pose, width, depth, (one,))
    stage = path.stages[0]
    if kind == "forward" and one.amount < 0.0:
        course.actions.append(Action("step-back", 0.0, -one.amount))
        course.back -= one.amount
    elif kind == "wheel":
        course.actions.append(Action("wheel", abs(one.by) / 100.0))
    elif kind == "oblique":
        course.actions.append(Action("oblique", abs(one.by) / 100.0))
        course.walked += stage.length
    elif kind == "about-face" or kind == "turn":
        if not now.disordered:
            course.actions.append(Action("facing-change"))
    else:
        course.walked += stage.length
    now.pose = stage.end
    if stage.length > 0.0:
        course.sweeps.append(path)
        meet(state, unit, course, path, one.on)


def _follow(state: State, unit: Unit, course: Course, one: Manoeuvre) -> None:
    """A manoeuvre of a column: its stands follow the head in file [move.wheel, move.facing-change]."""
    now = course.after
    width, depth = base(now)
    kind = one.kind
    if kind == "about-face" or kind == "turn":
        if now.trail:
            _no(course, "A column in a bend turns about when it is straight.", "move.facing-change")
            return
        course.actions.append(Action("facing-change"))
        now.pose = turned(now.pose, HALF_TURN if kind == "about-face" else one.by)
        return
    if kind not in ("forward", "leg") or one.amount < 0.0:
        _no(course, f"A column goes forward or follows its head, it cannot '{kind}'.", "move.wheel")
        return
    head = head_of(now)
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
    _, depth = base(unit)
    points = list(unit.trail)
    if not points:
        poses = stand_poses(unit)
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


def _by_road(ground: Ground, unit: Unit, head: Pose, end: Pose) -> bool:
    """Whether a column is wholly on a road and stays on it [move.roads-hills-buildings]."""
    if not ground.roads:
        return False
    samples = [(pose.x, pose.y) for pose in stand_poses(unit)]
    length = distance(head.x, head.y, end.x, end.y)
    steps = int(length / ROADSIDE) + 1
    for step in range(1, steps + 1):
        share = step / steps
        samples.append((head.x + share * (end.x - head.x), head.y + share * (end.y - head.y)))
    for x, y in samples:
        if not [
            road for road in ground.roads if road.kind != "railway" and within(points_gap(road.points, x, y), ROADSIDE)
        ]:
            return False
    return True


# ---------------------------------------------------------------- formations


def _form(course: Course, one: Manoeuvre) -> None:
    """A change of formation where the unit then stands [formation.form-up, formation.change-formation]."""
    now = course.after
    why = form_fault(now, one)
    if why is not None:
        course.fault = why
        return
    course.before = copied(now)
    course.until_form = len(course.sweeps)
    course.actions.append(Action(FORMS[one.on]))
    course.after = reshaped(now, one)


def form_fault(unit: Unit, one: Manoeuvre) -> Reason | None:
    """Why a unit cannot change its formation so."""
    on = one.on
    clause = BOOK + "formation.change-formation"
    if on not in FORMS:
        return Reason(f"There is no formation '{on}'.", clause)
    if not 0 <= one.x < unit.stands or one.x != int(one.x):
        return Reason(f"{unit.name} has no stand {one.x + 1:g} to form on.", BOOK + "formation.form-up")
    if not 0 <= one.amount < unit.stands or one.amount != int(one.amount):
        return Reason("So many stands cannot be set to the left of one.", BOOK + "formation.form-up")
    if on == "form-up":
        return None if unit.disordered else Reason(f"{unit.name} is not in disorder.", BOOK + "formation.form-up")
    if unit.disordered:
        return Reason("Disorder is left only by forming up.", clause)
    foot = unit.formation in (LINE, COLUMN, LOOSE)
    allowed = {
        "reform": unit.formation in (LINE, LOOSE),
        "line": unit.formation in (COLUMN, LOOSE) and foot,
        "column": unit.formation in (LINE, LOOSE),
        "loose": unit.formation in (LINE, COLUMN) and on_foot(unit),
        "limber": unit.formation == UNLIMBERED,
        "unlimber": unit.formation == LIMBERED and unit.arm == ARTILLERY,
        "mount": unit.arm == CAVALRY and not unit.mounted,
        "dismount": unit.arm == CAVALRY and unit.mounted,
    }
    if not allowed[on]:
        return Reason(f"{unit.name} cannot {on} as it stands.", clause)
    if on == "line" and unit.formation == COLUMN and (one.by or one.x):
        return Reason("A column forms line on its leading stand, which keeps its facing.", clause)
    return None


def reshaped(unit: Unit, one: Manoeuvre) -> Unit:
    """The unit in its new formation, formed on one stand, so many of the others to the left of it.

    [formation.form-up, formation.change-formation, move.limber-unlimber]
    """
    new = copied(unit)
    new.trail = ()
    on = one.on
    poses = stand_poses(unit)
    stand = poses[int(one.x)]
    pivot = Pose(stand.x, stand.y, unit.pose.facing + one.by)
    if on == "form-up":
        new.disordered = False
        if unit.arm in (ARTILLERY, WAGON):
            new.pose = Pose(unit.pose.x, unit.pose.y, unit.pose.facing + one.by)
            return new
        new.formation = LINE
    elif on == "limber":
        _, depth = base(unit)
        new.formation = LIMBERED
        front = ahead(unit.pose, 0.5 * depth)
        new.pose = ahead(Pose(front.x, front.y, unit.pose.facing + one.by), -0.5 * size_of(new)[1])
        return new
    elif on == "unlimber":
        front = ahead(poses[0], 0.5 * base(unit)[1])
        new.formation = UNLIMBERED
        new.pose = Pose(front.x, front.y, poses[0].facing + one.by)
        return new
    elif on in ("mount", "dismount"):
        new.mounted = on == "mount"
        new.trail = unit.trail
        if new.formation == LOOSE:
            new.formation = LINE
        return new
    elif on == "column":
        new.formation = COLUMN
        new.pose = ahead(pivot, -0.5 * (unit.stands - 1) * base(unit)[1])
        return new
    elif on in ("line", "loose"):
        new.formation = LINE if on == "line" else LOOSE
        if unit.formation != COLUMN:
            return new
        pivot = poses[0]
    step = base(new)[0] + (LOOSE_GAP if new.formation == LOOSE else 0.0)
    middle = aside(pivot, (0.5 * (unit.stands - 1) - one.amount) * step)
    new.pose = Pose(middle.x, middle.y, pivot.facing)
    return new


def forming(unit: Unit, on: str, by: int = 0) -> Manoeuvre:
    """A change of formation on its middle stand, the others evenly on both sides."""
    middle = 0 if in_file(unit) else (unit.stands - 1) // 2
    return Manoeuvre("form", float((unit.stands - 1) // 2), by, on, float(middle))


# ---------------------------------------------------------------- what it crosses


def meet(state: State, unit: Unit, course: Course, path: Sweep, how: str) -> None:
    """The ground a stage touches and the lines it crosses, nearest first, as the price list names them.

    A line under the unit when it sets out has been paid for. [move.how-deductions-count]
    """
    ground = state.ground
    if not ground.areas and not ground.lines:
        return
    start = Block(path.start, path.width, path.depth)
    found: list[tuple[float, str, str]] = []
    for area in areas_met(ground, AREA_KINDS, path):
        do = AREAS[area.kind]
        if do not in course.met:
            course.met.append(do)
            found.append((rounded(outline_gap(area.outline, start)), do, ""))
    for line in lines_met(ground, LINE_KINDS, path):
        if line in course.crossed or block_touches_line(start, line) or touches_line(unit, line):
            continue
        course.crossed.append(line)
        do = _crossing(ground, course.after, path, line)
        if do:
            found.append((rounded(polyline_gap(line.points, False, start)), do, how))
    found.sort()
    for _, do, said in found:
        if do in CHOSEN:
            if said != HASTE:
                course.open.append(len(course.actions))
            do += "-disorder" if said == HASTE else "-good-order"
        course.actions.append(Action(do))


def touches_line(unit: Unit, line: Line) -> bool:
    for part in blocks(unit):
        if block_touches_line(part, line):
            return True
    return False


def _crossing(ground: Ground, unit: Unit, path: Sweep, line: Line) -> str:
    """A line as a move crosses it: by bridge or ford, in a wood or in the open [move.creek, move.major-river]."""
    do = LINES[line.kind]
    if do not in WATER:
        return do
    start, end = path.start, path.end
    cuts = line_crossings(line.points, start.x, start.y, end.x, end.y)
    at = cuts[0] if cuts else 0.5
    x = start.x + at * (end.x - start.x)
    y = start.y + at * (end.y - start.y)
    if in_file(unit):
        for crossing in ground.crossings:
            if within(distance(crossing.x, crossing.y, x, y), max(ROADSIDE, 0.5 * crossing.width)):
                return "" if crossing.kind == "bridge" else "ford"
    wooded = do != "major-river" and in_area(ground, WOODS, x, y)
    return do + "-in-wood" if wooded else do


def on_wood_edge(state: State, unit: Unit) -> bool:
    """Whether every stand is within the first inch of its wood, or outside [move.wood-edge-exit]."""
    for stand in stand_blocks(unit):
        if not _at_edge(state.ground, stand):
            return False
    return True


def _at_edge(ground: Ground, stand: Block) -> bool:
    for right, forth in ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5), (0.0, 0.0)):
        x, y = to_world(stand.pose, right * stand.width, forth * stand.depth)
        if not within(depth_in_area(ground, WOODS, x, y), EDGE_BAND):
            return False
    return True


def _leaves_edge(state: State, unit: Unit, course: Course) -> bool:
    """Whether a move out of a wood's first inch goes no deeper and into no other wood [move.wood-edge-exit]."""
    own = woods_under(state, unit)
    if len(own) != 1 or not on_wood_edge(state, unit):
        return False
    for path in course.sweeps:
        if [wood for wood in areas_met(state.ground, WOODS, path) if wood is not own[0]]:
            return False
        if not on_edge_at(state, unit, path.end):
            return False
    return True


def on_edge_at(state: State, unit: Unit, pose: Pose) -> bool:
    there = copied(unit)
    there.pose = pose
    there.trail = ()
    return on_wood_edge(state, there)


def woods_under(state: State, unit: Unit) -> list[Area]:
    """The woods that any stand touches."""
    if not state.ground.areas:
        return []
    found: list[Area] = []
    for area in state.ground.areas:
        if area.kind not in WOODS or not box_near(area.box, block(unit), 1.0):
            continue
        if [stand for stand in stand_blocks(unit) if block_touches_outline(stand, area.outline)]:
            found.append(area)
    return found


# ---------------------------------------------------------------- what it costs


def mover_of(state: State, unit: Unit, edge: bool = False) -> Mover:
    """What the price list reads of a unit."""
    width, _ = size_of(unit)
    limbered = unit.formation != UNLIMBERED
    return Mover(unit.arm, unit.mounted, limbered, unit.state, unit.disordered, width, edge)


def priced(state: State, unit: Unit, card: Card, course: Course) -> Bill:
    """The bill of a move: obstacles in good order where that can be paid, otherwise in disorder.

    A wood at whose edge the unit stands costs nothing to leave. [move.wall-fence, move.wood-edge-exit]
    """
    edge = "woods" in course.met and _leaves_edge(state, unit, course)
    if edge:
        course.actions = [Action("wood-edge-exit") if one.do == "woods" else one for one in course.actions]
    mover = mover_of(state, unit, edge)
    bill = move_bill(mover, card, tuple(course.actions), state.settings)
    if course.open and (bill.refusal or not within(course.walked + unit.spent, bill.left)):
        for place in course.open:
            course.actions[place] = Action(course.actions[place].do.replace("good-order", "disorder"))
        bill = move_bill(mover, card, tuple(course.actions), state.settings)
    return bill


# ---------------------------------------------------------------- what forbids it


@final
@dataclass(slots=True, init=False)
class Others:
    """Everybody else whom a move has to mind, by the ground they stand on."""

    foes: list[Unit]
    foe_lines: list[Block]
    foe_of: list[int]
    friends: list[Unit]
    friend_lines: list[Block]
    friend_of: list[int]

    def __init__(self, state: State, unit: Unit) -> None:
        self.foes = []
        self.foe_lines = []
        self.foe_of = []
        self.friends = []
        self.friend_lines = []
        self.friend_of = []
        for other in on_table(state):
            if other.side != unit.side:
                for part in blocks(other):
                    self.foe_lines.append(part)
                    self.foe_of.append(len(self.foes))
                self.foes.append(other)
            elif other.id != unit.id:
                for part in blocks(other):
                    self.friend_lines.append(part)
                    self.friend_of.append(len(self.friends))
                self.friends.append(other)


def judge(state: State, unit: Unit, card: Card, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Every reason why a unit may not make this move."""
    course = course_of(state, unit, manoeuvres)
    if course.fault is not None:
        return [course.fault]
    return faults_of(state, unit, card, course, Others(state, unit))


def faults_of(state: State, unit: Unit, card: Card, course: Course, others: Others) -> list[Reason]:
    if not course.actions and not course.sweeps:
        return []
    return [
        *_order_faults(unit, card, course),
        *_price_faults(state, unit, card, course),
        *_enemy_faults(state, unit, course, others),
        *_friend_faults(state, unit, course, others),
        *_ground_faults(state, course),
        *_flank_faults(state, unit, course, others),
    ]


def _order_faults(unit: Unit, card: Card, course: Course) -> list[Reason]:
    """What its state or the card forbids outright [morale.head-down-state, formation.form-up, cards.deck]."""
    if unit.state == ROUTING:
        return [Reason(f"{unit.name} is routing.", BOOK + "morale.rout-state")]
    if unit.state == HEAD_DOWN:
        return _head_down_faults(unit, card, course)
    if card.word == HOLD and (course.walked > TOLERANCE or course.sweeps):
        return [Reason("Nobody moves on this card.", BOOK + "cards.deck")]
    formings = [one for one in course.actions if one.do in ("form-up", "reform")]
    if formings and 0 < course.until_form < len(course.sweeps):
        return [Reason("The spare distance is spent before or after forming, not both.", BOOK + "formation.form-up")]
    return []


def _head_down_faults(unit: Unit, card: Card, course: Course) -> list[Reason]:
    """A unit with its head down may only form up where it is, its facing kept [morale.head-down-form-up]."""
    only = len(course.actions) == 1 and course.actions[0].do == "form-up" and not course.sweeps
    if not only or not unit.in_position or not card.move:
        text = f"{unit.name} has its head down: in position, on a move card, it may form up, and no more."
        return [Reason(text, BOOK + "morale.head-down-form-up")]
    if course.after.pose.facing != unit.pose.facing:
        return [Reason("It may not change its facing until it is rallied.", BOOK + "morale.head-down-state")]
    return []


def _price_faults(state: State, unit: Unit, card: Card, course: Course) -> list[Reason]:
    """What cannot be done or paid for [move.card-distance, move.fixed-moves]."""
    if unit.formation == UNLIMBERED and not unit.disordered and course.before is None:
        return _manhandle_faults(state, unit, card, course)
    bill = priced(state, unit, card, course)
    if bill.refusal:
        return [Reason(refusal_words(unit, card, bill.refusal), bill.refusal)]
    found: list[Reason] = []
    left = max(0.0, bill.left - unit.spent)
    if not within(course.walked, left):
        text = f"Too far: {course.walked:.2f}″, and of {bill.allowance:g}″ only {left:g}″ are left to walk."
        found.append(Reason(text, BOOK + "move.card-distance"))
    if not unit.disordered and not within(2.0 * course.back, bill.allowance):
        found.append(Reason("A line steps back at most half its allowance.", BOOK + "move.backward-sideways"))
    # A built-up area is for crowds, loose order and columns on its road.
    if "built-up" in course.met and not (unit.disordered or unit.formation == LOOSE):
        found.append(Reason("Only loose or disordered men may enter houses.", BOOK + "move.roads-hills-buildings"))
    course.after.disordered = bill.disordered
    return found


def refusal_words(unit: Unit, card: Card, clause: str) -> str:
    """A refusal of the price list in words."""
    words = {
        "move.limber-limits": "Limbers and wagons cannot cross or enter that.",
        "move.cavalry-limits": "Mounted men cannot cross that.",
        "move.barrier-cross": "That barrier cannot be crossed so.",
        "move.major-river": "The river can be crossed only at a bridge or ford.",
        "move.roads-hills-buildings": "That ground cannot be entered.",
        "cards.deck": f"The card {card.name} does not allow that.",
        "formation.loose-order": "Only men on foot open into loose order.",
    }
    short = clause.removeprefix(BOOK)
    return words.get(short, f"{unit.name} cannot pay for that on the card {card.name}.")


def _manhandle_faults(state: State, unit: Unit, card: Card, course: Course) -> list[Reason]:
    """Guns are pushed by hand a little, or turned, and over nothing [move.fixed-moves, move.facing-change]."""
    clause = BOOK + "move.fixed-moves"
    turns = len([one for one in course.actions if one.do == "facing-change"])
    in_wood = bool(woods_under(state, unit)) or "woods" in course.met
    inches = manhandle_inches(card, in_wood)
    found: list[Reason] = []
    if card.word == HOLD and turns == 1 and not course.sweeps and len(course.actions) == 1:
        return found
    if inches == 0.0:
        return [Reason("Guns are manhandled on move cards only.", clause)]
    if in_wood and turns and not unit.turned and not within(course.walked, 0.0):
        found.append(Reason("In a wood guns turn in two cards and do nothing else.", BOOK + "move.facing-change"))
    elif not in_wood and not within(course.walked + 2.0 * turns, inches):
        found.append(Reason(f"Guns are manhandled {inches:g}″, and a turn takes 2″ of it.", clause))
    elif in_wood and not within(course.walked, inches):
        found.append(Reason(f"In a wood guns are manhandled {inches:g}″.", clause))
    if [one for one in course.actions if one.do not in ("facing-change", "woods", "orchard", "corn", "rough", "marsh")]:
        found.append(Reason("Guns cannot be manhandled over obstacles, water or houses.", clause))
    return found


def _enemy_faults(state: State, unit: Unit, course: Course, others: Others) -> list[Reason]:
    """Nobody but a charger comes within 1 in of an enemy; who begins nearer must get away [move.enemy-contact]."""
    found: list[Reason] = []
    parts = blocks(course.after)
    for index, foe in enumerate(others.foes):
        lines = [part for part, of in zip(others.foe_lines, others.foe_of, strict=True) if of == index]
        least = KEEP_OFF_ROUTING if foe.state == ROUTING else KEEP_OFF
        near = [path for path in course.sweeps if nearer_than(path, lines, least) >= 0]
        if not near and far_apart(parts, lines, least):
            continue
        end = unit_gap(course.after, lines)
        if not near and kept(end, least):
            continue
        before = unit_gap(unit, lines)
        if not kept(before, least) and end > before and not _passes(course, lines):
            continue
        found.append(Reason(f"The move comes within {least:g}″ of {foe.name}.", BOOK + "move.enemy-contact"))
    return found


def far_apart(parts: list[Block], lines: list[Block], least: float) -> bool:
    """A quick yes for ground that is farther apart than that whichever way it lies."""
    for part in parts:
        wide = radius(part) + least + QUICK_YES
        for line in lines:
            dx = line.pose.x - part.pose.x
            dy = line.pose.y - part.pose.y
            reach = wide + radius(line)
            if dx * dx + dy * dy <= reach * reach:
                return False
    return True


def unit_gap(unit: Unit, lines: list[Block]) -> float:
    """The distance between a unit and some ground."""
    best = 1e9
    for part in blocks(unit):
        for line in lines:
            best = min(best, gap(part, line))
    return best


def _passes(course: Course, lines: list[Block]) -> bool:
    """Whether a move goes over some ground, not only past its shoulder."""
    for path in course.sweeps:
        if nearer_than(path, lines, TOUCH) >= 0 and nearer_than(_slim(path), lines, TOUCH) >= 0:
            return True
    return False


def _slim(path: Sweep) -> Sweep:
    return sweep(path.start, path.width - SLIM, path.depth - SLIM, manoeuvres_of(path))


def _friend_faults(state: State, unit: Unit, course: Course, others: Others) -> list[Reason]:
    """Only men in disorder pass through friends and end clear of them; nobody ends on any [move.interpenetration]."""
    clause = BOOK + "move.interpenetration"
    found: list[Reason] = []
    for friend in passed(unit, course, others):
        if not unit.disordered:
            found.append(Reason(f"The move passes through {friend.name}.", clause))
        elif not kept(unit_gap(course.after, blocks(friend)), CLEAR_OF_FRIENDS):
            found.append(Reason(f"The move has to end {CLEAR_OF_FRIENDS:g}″ clear of {friend.name}.", clause))
    for friend in standing_on(course.after, others):
        found.append(Reason(f"The move ends on {friend.name}.", clause))
    return found


def passed(unit: Unit, course: Course, others: Others) -> list[Unit]:
    """The friends a move passes through, those on whom it begins left out."""
    found: list[Unit] = []
    touched: list[int] = []
    for path in course.sweeps:
        if nearer_than(path, others.friend_lines, TOUCH) < 0:
            continue
        slim = _slim(path)
        for index, line in enumerate(others.friend_lines):
            if others.friend_of[index] not in touched and nearer_than(slim, [line], TOUCH) >= 0:
                touched.append(others.friend_of[index])
    for index in touched:
        friend = others.friends[index]
        if not _overlapping(unit, friend):
            found.append(friend)
    return found


def _overlapping(unit: Unit, other: Unit) -> bool:
    slim = [Block(part.pose, part.width - SLIM, part.depth - SLIM) for part in blocks(unit)]
    return bool([part for part in slim if [line for line in blocks(other) if gap(part, line) <= 0.0]])


def standing_on(unit: Unit, others: Others) -> list[Unit]:
    """The friends on whom a unit would stand."""
    found: list[Unit] = []
    parts = [Block(part.pose, part.width - SLIM, part.depth - SLIM) for part in blocks(unit)]
    for index, friend in enumerate(others.friends):
        for line, of in zip(others.friend_lines, others.friend_of, strict=True):
            if of != index or far_apart(parts, [line], 0.0):
                continue
            if [part for part in parts if gap(part, line) <= 0.0]:
                found.append(friend)
                break
    return found


def _ground_faults(state: State, course: Course) -> list[Reason]:
    """Nobody leaves the table by order, or stands on what cannot be entered.

    [move.leaving-table, move.roads-hills-buildings]
    """
    found: list[Reason] = []
    ends = blocks(course.after)
    if leaves(state, course) and not exits_by(state, course.after):
        found.append(Reason("The move would leave the table.", BOOK + "move.leaving-table"))
    if course.before is not None and [part for part in ends if block_touches_area(state.ground, IMPASSABLE, part)]:
        found.append(Reason("That ground cannot be entered.", BOOK + "move.roads-hills-buildings"))
    return found


def leaves(state: State, course: Course) -> bool:
    """Whether any part of a unit leaves the table on its move or stands off it at the end."""
    ground = state.ground
    if [part for part in blocks(course.after) if off_table(ground, part)]:
        return True
    return not all([inside_table(ground, path) for path in course.sweeps])


def exits_by(state: State, after: Unit) -> bool:
    """Whether a unit that leaves the table does so by an edge the scenario gives its side to leave by."""
    ground = state.ground
    exits = army_of(state, after.side).exits
    if not exits:
        return False
    over: list[str] = []
    for part in blocks(after):
        for x, y in corners(part):
            over.extend([edge for edge, out in _beyond(ground, x, y) if out])
    return bool(over) and all([edge in exits for edge in over])


def _beyond(ground: Ground, x: float, y: float) -> tuple[tuple[str, bool], ...]:
    return (
        ("south", y < -TOLERANCE),
        ("north", y > ground.depth + TOLERANCE),
        ("west", x < -TOLERANCE),
        ("east", x > ground.width + TOLERANCE),
    )


def _flank_faults(state: State, unit: Unit, course: Course, others: Others) -> list[Reason]:
    """A crowd keeps off the flanks of formed enemies but to get home past them [formation.disordered-near-flank]."""
    if not unit.disordered:
        return []
    found: list[Reason] = []
    for foe in others.foes:
        if not formed(foe) or in_file(foe):
            continue
        zones = flank_zones(foe)
        near = [path for path in course.sweeps if nearer_than(path, zones, TOUCH) >= 0]
        if near and not _gets_home(state, unit, course.after, foe):
            text = f"A unit in disorder keeps 2″ from the flank of {foe.name}."
            found.append(Reason(text, BOOK + "formation.disordered-near-flank"))
    return found


def flank_zones(foe: Unit) -> list[Block]:
    """The ground beside the ends of a line [formation.disordered-near-flank]."""
    width, depth = size_of(foe)
    out = 0.5 * width + 0.5 * FLANK_ZONE
    return [Block(aside(foe.pose, out), FLANK_ZONE, depth), Block(aside(foe.pose, -out), FLANK_ZONE, depth)]


def _gets_home(state: State, unit: Unit, after: Unit, foe: Unit) -> bool:
    _, depth = size_of(foe)
    _, forth = to_local(foe.pose, unit.pose.x, unit.pose.y)
    line = [block(foe)]
    away = unit_gap(after, line) > unit_gap(unit, line)
    nearer = to_edge(state, unit.side, after.pose) < to_edge(state, unit.side, unit.pose)
    return forth < 0.5 * depth and away and nearer


def to_edge(state: State, side: str, pose: Pose) -> float:
    """How far a place is from a side's own edge."""
    ground = state.ground
    edge = army_of(state, side).edge
    if edge == "north":
        return ground.depth - pose.y
    if edge == "south":
        return pose.y
    return ground.width - pose.x if edge == "east" else pose.x


# ---------------------------------------------------------------- proposals


def nearest_enemy(state: State, unit: Unit) -> Unit | None:
    """The enemy whose middle is nearest, the first by its name if equal."""
    best: Unit | None = None
    least = 0.0
    for foe in enemies(state, unit):
        away = rounded(distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
        if best is None or away < least or (away == least and foe.id < best.id):
            best, least = foe, away
    return best


def cut_short(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...], others: Others) -> tuple[Manoeuvre, ...]:
    """A move whose last manoeuvre is cut where it would come too near an enemy, a friend or the edge."""
    course = course_of(state, unit, manoeuvres)
    if course.fault is not None or not course.sweeps or manoeuvres[-1].kind in ("form", "turn", "about-face"):
        return manoeuvres
    path = course.sweeps[len(course.sweeps) - 1]
    length = path.stages[0].length
    if nearer_than(path, others.foe_lines, KEEP_OFF) >= 0:
        path = cut(path, until_gap(path, others.foe_lines, KEEP_OFF))
    if not unit.disordered and nearer_than(path, others.friend_lines, TOUCH) >= 0:
        slim = _slim(path)
        stop = until_gap(slim, others.friend_lines, 0.0)
        path = cut(path, stop)
    while path.stages and not inside_table(state.ground, path):
        if path.stages[0].length < 1.0:
            return ()
        path = sweep(path.start, path.width, path.depth, (_shorter(path.stages[0].manoeuvre, path.start, 0.5),))
    if not path.stages or path.stages[0].length < 0.1:
        return ()
    if path.stages[0].length >= length:
        return manoeuvres
    return (*manoeuvres[:-1], path.stages[0].manoeuvre)


def _shorter(one: Manoeuvre, start: Pose, share: float) -> Manoeuvre:
    if one.kind == "leg":
        return leg(start.x + share * (one.x - start.x), start.y + share * (one.y - start.y))
    if one.kind == "wheel":
        return wheel(int(one.by * share), one.on)
    return Manoeuvre(one.kind, one.amount * share, one.by, one.on, one.x * share, one.y * share)


def affordable(state: State, unit: Unit, card: Card, manoeuvres: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    """A move whose last stretch is no longer than what the ground leaves of the allowance; () where nothing is left."""
    for _ in range(3):
        course = course_of(state, unit, manoeuvres)
        if course.fault is not None:
            return ()
        bill = priced(state, unit, card, course)
        if bill.refusal:
            return ()
        over = course.walked + unit.spent - bill.left
        if over <= TOLERANCE:
            return manoeuvres
        path = course.sweeps[len(course.sweeps) - 1]
        length = path.stages[0].length
        if length - over < 0.1:
            return ()
        last = _shorter(manoeuvres[-1], path.start, (length - over) / length)
        manoeuvres = (*manoeuvres[:-1], last)
    return ()


def ways(state: State, unit: Unit, card: Card) -> tuple[Way, ...]:
    """Good moves under a card, each of them lawful; standing still is always one."""
    found = [Way("stand", "stand", (), unit.pose)]
    others = Others(state, unit)
    for key, label, wanted in _ideas(state, unit, card):
        made = wanted
        if unit.formation != UNLIMBERED or unit.disordered:
            made = affordable(state, unit, card, made) if _walks(made) else made
        if made:
            made = cut_short(state, unit, made, others) if _walks(made) else made
        if not made:
            continue
        course = course_of(state, unit, made)
        if course.fault is None and not faults_of(state, unit, card, course, others):
            found.append(Way(key, label, made, course.after.pose))
    return tuple(found)


def _walks(made: tuple[Manoeuvre, ...]) -> bool:
    return bool(made) and made[-1].kind in ("forward", "oblique", "leg", "shift")


Idea = tuple[str, str, tuple[Manoeuvre, ...]]


def _ideas(state: State, unit: Unit, card: Card) -> list[Idea]:
    reach = card_inches(card, unit.arm, unit.mounted)
    foe = nearest_enemy(state, unit)
    facing = unit.pose.facing
    towards = facing if foe is None else bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
    by = turn_between(facing, towards)
    if unit.disordered:
        return _crowd_ideas(state, unit, reach, towards, by)
    if unit.formation == UNLIMBERED:
        return _gun_ideas(card, by)
    ideas: list[Idea] = []
    if in_file(unit):
        ideas.append(("forward", f"forward {reach:g}″", (forward(reach),)))
        head = head_of(unit)
        goal = ahead(Pose(head.x, head.y, towards), reach)
        ideas.append(("towards", "towards the enemy", (leg(goal.x, goal.y),)))
        if unit.arm == ARTILLERY:
            ideas.append(("unlimber", "unlimber", (forming(unit, "unlimber", _to_foe(unit, foe)),)))
            ideas.append(
                ("go-unlimber", "forward, then unlimber", (forward(max(0.5, reach - 6.0)), forming(unit, "unlimber")))
            )
        elif unit.arm != WAGON:
            ideas.append(("line", "form line", (forming(unit, "line"),)))
        return ideas
    if reach > 0.0:
        ideas.append(("forward", f"forward {reach:g}″", (forward(reach),)))
        swing = max(-4500, min(4500, by))
        if abs(swing) > 500:
            ideas.append(("oblique", "oblique towards the enemy", (oblique(reach, swing),)))
            on = RIGHT if by > 0 else LEFT
            ideas.append(("wheel", "wheel towards the enemy", (wheel(max(-3000, min(3000, by)), on), forward(reach))))
        ideas.append(("back", "step back", (forward(-0.5 * reach),)))
    ideas.append(("about", "face about", (about_face(),)))
    if abs(by) > 4500:
        ideas.append(("reform", "reform towards the enemy", (forming(unit, "reform", by),)))
    if unit.formation == LINE and reach >= 6.0:
        ideas.append(("column", "form column of march", (forming(unit, "column"),)))
        if on_foot(unit):
            ideas.append(("loose", "open into loose order", (forming(unit, "loose"),)))
    elif unit.formation == LOOSE:
        ideas.append(("line", "close up into line", (forming(unit, "line"),)))
    if unit.arm == CAVALRY:
        name = "dismount" if unit.mounted else "mount"
        ideas.append((name, name, (forming(unit, name),)))
    return ideas


def _to_foe(unit: Unit, foe: Unit | None) -> int:
    """The turn by which unlimbered guns would face the enemy."""
    if foe is None:
        return 0
    front = ahead(head_of(unit), 0.5 * base(unit)[1])
    return turn_between(front.facing, bearing(front.x, front.y, foe.pose.x, foe.pose.y))


def _crowd_ideas(state: State, unit: Unit, reach: float, towards: int, by: int) -> list[Idea]:
    ideas: list[Idea] = []
    if unit.state == HEAD_DOWN:
        return [("form-up", "form up", (forming(unit, "form-up"),))]
    ideas.append(("form-up", "form up facing the enemy", (forming(unit, "form-up", by),)))
    if reach > 0.0:
        for key, label, heading in (
            ("towards", "towards the enemy", towards),
            ("away", "away from the enemy", towards + HALF_TURN),
        ):
            goal = ahead(Pose(0.0, 0.0, heading), reach)
            ideas.append((key, label, (shift(goal.x, goal.y),)))
    return ideas


def _gun_ideas(card: Card, by: int) -> list[Idea]:
    ideas: list[Idea] = []
    limber = Manoeuvre("form", 0.0, 0, "limber")
    if card.move or card.word == HOLD:
        ideas.append(("limber", "limber up", (limber,)))
        ideas.append(("limber-back", "limber up facing the rear", (Manoeuvre("form", 0.0, HALF_TURN, "limber"),)))
    if abs(by) > 500:
        ideas.append(("turn", "turn the guns to the enemy", (turn(by),)))
    if card.limbered > 6.0:
        ideas.append(("limber-go", "limber up and go forward", (limber, forward(card.limbered - 6.0))))
    return ideas
