"""What forbids a move: its price, the ground, enemies, friends, nerves."""

from __future__ import annotations

from typing import Final, final

from roundtop.battle.forms import Reason
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.melee import rule as melee_rule
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.movement import cohesion, paths, rule
from roundtop.rulebooks.skirmish.retreat import table as retreat_table
from roundtop.rulebooks.skirmish.state import ANIMAL, FOOT, HORSE, MOUNTED, ON_TABLE, Figure, State
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.table.footprint import FAR, Disc, disc_overlap, inside_polygon
from roundtop.table.ground import Line, areas_at, box_meets, points_gap
from roundtop.table.measure import NOISE, TOLERANCE, distance, kept, segment_distance, within
from roundtop.table.pose import Point, Pose, rounded_pose

BOOK: Final = "skirmish."
RATE: Final = "skirmish.movement."
STAYS: Final[Reason] = Reason("A broken man runs as far as he can.", BOOK + "morale.break-terms")


@final
class Crowd:
    """The bases that a moving figure has to mind: enemies, those nobody passes through, and all it may not end on."""

    def __init__(self, state: State, figure: Figure, besides: str = "") -> None:
        """Who moves `besides`, at the same time, is in nobody's way."""
        settings = state.settings
        reach = (
            paths.rate_of(figure)
            + 2.0 * settings.base_mounted_cm
            + 2.0 * settings.base_foot_cm
            + 30.0 * (figure.place != ON_TABLE)
        )
        square = reach * reach
        x = figure.pose.x
        y = figure.pose.y
        self.foes: list[Figure] = []
        self.foe_discs: list[Disc] = []
        self.solid: list[Disc] = []
        self.others: list[Disc] = []
        self.lines = field.barriers(state)
        for other in field.able_of(state):
            dx = other.pose.x - x
            dy = other.pose.y - y
            if dx * dx + dy * dy > square or other.id == figure.id or other.id == besides:
                continue
            disc = Disc(other.pose.x, other.pose.y, field.radius(other, settings))
            if other.side != figure.side and other.arm != ANIMAL and not field.floors_apart(state, figure, other):
                self.foes.append(other)
                self.foe_discs.append(disc)
            elif other.arm == MOUNTED or figure.arm == MOUNTED:
                self.solid.append(disc)
            self.others.append(disc)
        for thing in state.things:
            if thing.kind == HORSE and not thing.holder:
                self.others.append(Disc(thing.x, thing.y, 0.5 * settings.base_mounted_cm))


def faults_of(state: State, figure: Figure, path: paths.Path, duty: morale_rule.Duty, crowd: Crowd) -> list[Reason]:
    """Every reason why a figure may not move like that."""
    if _nowhere(figure, path):
        return [Reason("The move ends where it began: it would do nothing.", RATE + "path")]
    move = paths.move_of(state, figure, path)
    return [
        *price_faults(state, figure, path, move),
        *ground_faults(state, figure, path, crowd),
        *enemy_faults(state, figure, path, crowd),
        *friend_faults(state, figure, path, crowd),
        *duty_faults(state, figure, path, duty),
    ]


def _nowhere(figure: Figure, path: paths.Path) -> bool:
    """Whether a man would stand where he does; to turn about he need not walk, and a horse he leads goes round him."""
    here, there = rounded_pose(figure.pose), path.end
    if (here.x, here.y) != (there.x, there.y) or figure.place != ON_TABLE or figure.burden:
        return False
    return len(path.points) > 1 or here.facing == there.facing


def price_faults(state: State, figure: Figure, path: paths.Path, move: rule.Move) -> list[Reason]:
    """Too far, or over what cannot be crossed [movement.mounted-obstacles, actions.climb-crossing]."""
    faults: list[Reason] = []
    clause = rule.move_refusal(move, state.settings)
    if move.jumps and figure.arm != MOUNTED:
        kinds = sorted({line.kind for line in paths.lines_over(state, path.points)})
        text = f"The {' and '.join(kinds)} must be climbed: move up to it and climb with the next action."
        faults.append(Reason(text, clause))
        if within(rule.price(move, state.settings), paths.rate_of(figure)):
            return faults
        clause = RATE + "foot-rate" if figure.arm == FOOT else RATE + "animals"
    elif move.jumps:
        high = [line for line in paths.lines_over(state, path.points) if not jumpable(state, line)]
        if high:
            text = f"A horse cannot jump the {high[0].kind}."
            faults.append(Reason(text, RATE + "mounted-obstacles"))
    if clause:
        cost = rule.price(move, state.settings)
        faults.append(Reason(f"Too far: the move costs {cost:.1f} cm of {paths.rate_of(figure):g}.", clause))
    return faults


def jumpable(state: State, line: Line) -> bool:
    return within(field.height_of(state, line), state.settings.mounted_jump_height_cm)


def ground_faults(state: State, figure: Figure, path: paths.Path, crowd: Crowd) -> list[Reason]:
    """On the table, out of deep water, not astride a wall, on his own floor [movement.path, movement.table-edge]."""
    faults: list[Reason] = []
    room = field.radius(figure, state.settings)
    end = path.end
    if not field.on_ground(state, end.x, end.y, room) or [
        p for p in path.points if not field.on_ground(state, p[0], p[1], 0.0)
    ]:
        faults.append(Reason("The move would leave the table.", RATE + "table-edge"))
    for place in range(1, len(path.points)):
        ax, ay = path.points[place - 1]
        bx, by = path.points[place]
        if paths.barred_spans(state, ax, ay, bx, by):
            faults.append(Reason("Nobody can go there: deep water or a cliff.", RATE + "path"))
            break
    if astride(figure, end.x, end.y, room, crowd.lines):
        faults.append(Reason("A base may not end astride a wall or fence.", BOOK + "actions.climb-crossing"))
    if len(path.points) > 1 and off_floor(state, figure, end.x, end.y):
        faults.append(Reason("From an upper floor the only way out is the ladder.", BOOK + "actions.climb-crossing"))
    return faults


def off_floor(state: State, figure: Figure, x: float, y: float) -> bool:
    """Whether a place is not on the upper floor on which a figure stands [actions.climb-crossing]."""
    if not field.upstairs(state, figure):
        return False
    here = [area for area in areas_at(state.ground, figure.pose.x, figure.pose.y) if area.kind in terrain_rule.WALLED]
    return not [area for area in here if inside_polygon(area.outline, x, y)]


def astride(figure: Figure, x: float, y: float, room: float, lines: list[Line]) -> bool:
    """Whether a base would stand astride a barrier that it was clear of before."""
    for line in lines:
        if box_meets(line.box, x - room, y - room, x + room, y + room) and not kept(
            points_gap(line.points, x, y), room
        ):
            before = points_gap(line.points, figure.pose.x, figure.pose.y)
            if figure.place != ON_TABLE or kept(before, room):
                return True
    return False


def enemy_faults(state: State, figure: Figure, path: paths.Path, crowd: Crowd) -> list[Reason]:
    """Contact is for charges; whoever runs out of it passes through nobody [movement.contact-only-by-charge]."""
    if len(path.points) < 2 or figure.arm == ANIMAL:
        return []
    own = field.radius(figure, state.settings)
    there = field.moved_to(figure, path.end)
    names: list[str] = []
    for foe, disc in zip(crowd.foes, crowd.foe_discs, strict=True):
        nearest_way = FAR
        for place in range(1, len(path.points)):
            ax, ay = path.points[place - 1]
            bx, by = path.points[place]
            nearest_way = min(nearest_way, segment_distance(x=disc.x, y=disc.y, ax=ax, ay=ay, bx=bx, by=by))
        along = nearest_way - own - disc.radius
        if along > 1.2:
            continue
        if field.touch(state, figure, foe) and figure.place == ON_TABLE:
            before = field.gap(figure, foe, state.settings)
            if along < min(before, melee_rule.CONTACT_CM) - 0.1 - melee_rule.CONTACT_CM or field.touch(
                state, there, foe
            ):
                names.append(foe.name)
        elif within(along, melee_rule.CONTACT_CM) or field.touch(state, there, foe):
            names.append(foe.name)
    if not names:
        return []
    text = f"The move comes into contact with {', '.join(sorted(names))}: that takes a declared charge."
    return [Reason(text, RATE + "contact-only-by-charge")]


def friend_faults(state: State, figure: Figure, path: paths.Path, crowd: Crowd) -> list[Reason]:
    """Foot pass through friendly foot, nobody through horses; nobody ends on another [movement.interpenetration]."""
    if len(path.points) < 2:
        return []
    faults: list[Reason] = []
    own = field.radius(figure, state.settings)
    for disc in crowd.solid:
        if _through(path.points, own, disc):
            faults.append(Reason("Nobody passes through a mounted figure.", RATE + "interpenetration"))
            break
    there = Disc(path.end.x, path.end.y, own)
    for disc in crowd.others:
        if disc_overlap(there, disc):
            faults.append(Reason("The move would end on another base.", RATE + "interpenetration"))
            break
    return faults


def _through(points: list[Point], own: float, disc: Disc) -> bool:
    room = own + disc.radius - 2.0 * TOLERANCE - NOISE
    if distance(points[0][0], points[0][1], disc.x, disc.y) < room:
        return False
    for place in range(1, len(points)):
        ax, ay = points[place - 1]
        bx, by = points[place]
        if segment_distance(x=disc.x, y=disc.y, ax=ax, ay=ay, bx=bx, by=by) < room:
            return True
    return False


def duty_faults(state: State, figure: Figure, path: paths.Path, duty: morale_rule.Duty) -> list[Reason]:
    """What the state of his nerves, or the rest of his group, forbids.

    [morale.no-advance-terms, morale.break-terms, movement.cohesion]
    """
    faults: list[Reason] = []
    if len(path.points) < 2:
        return [STAYS] if duty is morale_rule.RUN and figure.place == ON_TABLE else faults
    if figure.place == ON_TABLE and not duty.may_advance:
        foe = field.nearest_to(figure, field.enemies(state, figure.side), state.settings)
        if foe is not None:
            before = field.gap(figure, foe, state.settings)
            after = field.gap(field.moved_to(figure, path.end), foe, state.settings)
            if duty is morale_rule.RUN:
                after = field.from_enemies(state, field.moved_to(figure, path.end))
                faults.extend(_run_faults(state, figure, before, after, paths.move_of(state, figure, path)))
            elif not kept(after, before):
                text = f"His group may not advance: {foe.name} would be {before - after:.1f} cm nearer."
                faults.append(Reason(text, BOOK + "morale.no-advance-terms"))
    if figure.straggling and duty is not morale_rule.RUN and not nearer_own(state, figure, path.end):
        faults.append(Reason("He has lost touch: he must move nearer to his group.", RATE + "cohesion"))
    return faults


def _run_faults(state: State, figure: Figure, before: float, after: float, move: rule.Move) -> list[Reason]:
    faults: list[Reason] = []
    if after <= before + TOLERANCE:
        faults.append(Reason("A broken man must end farther from the nearest enemy.", BOOK + "morale.break-terms"))
    if rule.price(move, state.settings) < paths.rate_of(figure) - retreat_table.FULL_CM:
        faults.append(STAYS)
    return faults


def nearer_own(state: State, figure: Figure, end: Pose) -> bool:
    """Whether a straggler comes nearer to the linked part of his group [movement.cohesion]."""
    group = field.group_of(state, figure.group)
    men = [
        man
        for man in cohesion.body_of(field.members(state, group.id), group.nco, state.settings)
        if man.id != figure.id
    ]
    before = field.nearest_to(figure, men, state.settings)
    there = field.moved_to(figure, end)
    after = field.nearest_to(there, men, state.settings)
    if before is None or after is None:
        return True
    return field.gap(there, after, state.settings) < field.gap(figure, before, state.settings) - TOLERANCE
