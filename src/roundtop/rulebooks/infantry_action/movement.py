"""Infantry movement: what an order allows, what a move meets, and where beaten units fall back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.forms import Reason, Way
from roundtop.rulebooks.infantry_action.command import (
    ALLOWANCE_IN,
    Step,
    slowed,
    step_refusal,
)
from roundtop.rulebooks.infantry_action.muster import IMPASSABLE, IMPASSABLE_LINES, OBSTACLES, WOODS
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.rulebooks.infantry_action.sight import sees
from roundtop.rulebooks.infantry_action.state import (
    CHARGE,
    FAST,
    MOVE,
    State,
    Unit,
    army_of,
    block,
    block_at,
    enemies,
    on_table,
    stand_right,
    unit_of,
)
from roundtop.table.crossed import areas_met, crossed_lines, inside_table, lines_met, track_in_area
from roundtop.table.footprint import FAR, Block, gap, overlap
from roundtop.table.ground import crossing_at, off_table
from roundtop.table.measure import (
    HALF_TURN,
    NOISE,
    TOLERANCE,
    bearing,
    cosine,
    distance,
    kept,
    rounded,
    sine,
    turn_between,
    within,
)
from roundtop.table.path import (
    Manoeuvre,
    Sweep,
    about_face,
    clearance,
    cut,
    displacement,
    forward,
    manoeuvres_of,
    nearer_than,
    oblique,
    pivot,
    shift,
    sweep,
    track,
    until_gap,
)
from roundtop.table.pose import Pose, ahead, rounded_pose, to_local, to_world

FAST_CONE: Final = 4500
KINDS: Final = ("forward", "oblique", "glide", "shift", "wheel", "pivot", "turn", "about-face")
STRAIGHT: Final = 100
"""A bearing this near, in hundredths of a degree, is the direction meant."""
SLIM: Final = 0.04
"""Lines standing shoulder to shoulder do not rub: a path is taken this much slimmer when it passes others."""
EDGE_FACING: Final = {"north": 0, "east": 9000, "south": 18000, "west": 27000}


@final
@dataclass(slots=True, init=False)
class Price:
    """What a move costs its dearest stand: the straight distance, woods and obstacles."""

    farthest: float
    wood: float
    obstacles: int

    def __init__(self, farthest: float, wood: float, obstacles: int) -> None:
        self.farthest = farthest
        self.wood = wood
        self.obstacles = obstacles

    def inches(self) -> float:
        """The allowance it takes where the ground slows it."""
        return slowed(self.farthest, self.wood, self.obstacles)


def path_of(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Sweep:
    size = state.settings.stand_in
    return sweep(unit.pose, unit.stands * size, size, manoeuvres)


def farthest_stand(state: State, unit: Unit, path: Sweep) -> float:
    """The largest displacement of any stand; a rigid line has it at one of its ends [movement.measuring]."""
    out = stand_right(unit.stands, unit.stands, state.settings)
    return max(displacement(path, -out, 0.0), displacement(path, out, 0.0))


def price(state: State, unit: Unit, path: Sweep) -> Price:
    """The cost of a move, stand by stand where the ground slows it [movement.terrain]."""
    if state.settings.terrain_movement == "none":
        return Price(farthest_stand(state, unit, path), 0.0, 0)
    dearest = Price(0.0, 0.0, 0)
    for stand in range(1, unit.stands + 1):
        right = stand_right(unit.stands, stand, state.settings)
        points = track(path, right, 0.0)
        wood = track_in_area(state.ground, WOODS, points)
        found = Price(displacement(path, right, 0.0), wood, len(crossed_lines(state.ground, OBSTACLES, points)))
        if found.inches() > dearest.inches():
            dearest = found
    return dearest


@final
@dataclass(slots=True, init=False)
class Others:
    """The lines that a unit has to mind when it moves."""

    foes: list[Unit]
    foe_lines: list[Block]
    friends: list[Unit]
    friend_lines: list[Block]

    def __init__(self, state: State, unit: Unit) -> None:
        self.foes = enemies(state, unit)
        self.foe_lines = [block(foe, state.settings) for foe in self.foes]
        self.friends = [friend for friend in on_table(state, unit.side) if friend.id != unit.id]
        self.friend_lines = [block(friend, state.settings) for friend in self.friends]


def judge(state: State, unit: Unit, order: str, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Every reason why a unit may not make this move under its order; it may always stand."""
    return faults_of(state, unit, order, path_of(state, unit, manoeuvres), Others(state, unit))


def faults_of(state: State, unit: Unit, order: str, path: Sweep, others: Others) -> list[Reason]:
    """Every reason against a move that is worked out already."""
    if not path.stages:
        return []
    reasons = _drill_faults(unit, order, path, state.settings)
    reasons.extend(_distance_faults(state, unit, order, path))
    reasons.extend(_enemy_faults(state, unit, path, others))
    reasons.extend(_ground_faults(state, unit, path))
    reasons.extend(_friend_faults(state, unit, path.end, others))
    return reasons


def _drill_faults(unit: Unit, order: str, path: Sweep, settings: Settings) -> list[Reason]:
    """One free about-face, at the start or the end; FAST ADVANCE goes on [movement.measuring, movement.direction]."""
    faults: list[Reason] = []
    turns = [place for place, stage in enumerate(path.stages) if stage.manoeuvre.kind == "about-face"]
    last = len(path.stages) - 1
    if len(turns) > 1 or (turns and turns[0] not in (0, last)):
        faults.append(
            Reason("One about-face is free, at the start or at the end.", "infantry-action.movement.measuring")
        )
    about_first = bool(turns) and turns[0] == 0 and last > 0
    if order == FAST and not _within_cone(unit, path, about_first, settings):
        faults.append(
            Reason("A fast advance keeps within 45 degrees of straight ahead.", "infantry-action.movement.direction")
        )
    return faults


def _within_cone(unit: Unit, path: Sweep, faced_about: bool, settings: Settings) -> bool:
    """Whether both end stands, and so every stand between them, go forward [movement.direction]."""
    facing = unit.pose.facing + (HALF_TURN if faced_about else 0)
    half = stand_right(unit.stands, unit.stands, settings)
    flips = len([stage for stage in path.stages if stage.manoeuvre.kind == "about-face"])
    for out in (-half, half):
        ax, ay = to_world(path.start, out, 0.0)
        bx, by = to_world(path.end, -out if flips % 2 else out, 0.0)
        if distance(ax, ay, bx, by) > TOLERANCE and abs(turn_between(facing, bearing(ax, ay, bx, by))) > FAST_CONE + 1:
            return False
    return True


def _distance_faults(state: State, unit: Unit, order: str, path: Sweep) -> list[Reason]:
    """Farther than the order allows [movement.move, movement.fast-advance, movement.charge, movement.terrain]."""
    allowed = ALLOWANCE_IN[order]
    cost = price(state, unit, path)
    clause = step_refusal(
        Step(order, cost.farthest, FAR, wood=cost.wood, obstacles=cost.obstacles, settings=state.settings)
    )
    if not clause:
        return []
    text = f"Too far: a stand goes {cost.farthest:.1f}″ and the order allows {allowed:g}″."
    if cost.wood or cost.obstacles:
        text = (
            f"Too far: {cost.farthest:.1f}″ with {cost.wood:.1f}″ of wood and {cost.obstacles} obstacles is more than "
            f"{allowed:g}″."
        )
    return [Reason(text, clause)]


def _enemy_faults(state: State, unit: Unit, path: Sweep, others: Others) -> list[Reason]:
    """Stay 1 in from every enemy stand; whoever begins nearer must end farther off, and passes through nobody.

    [movement.separation, movement.interpenetration]
    """
    least = state.settings.min_separation_in
    faults: list[Reason] = []
    if nearer_than(path, others.foe_lines, least) < 0:
        return faults
    start = block(unit, state.settings)
    end = block_at(unit, path.end, state.settings)
    for enemy, standing in zip(others.foes, others.foe_lines, strict=True):
        if nearer_than(path, [standing], least) < 0:
            continue
        before = gap(start, standing)
        if not kept(before, least) and passes_through(path, standing):
            text = f"The move passes through {enemy.name}."
            faults.append(Reason(text, "infantry-action.movement.interpenetration"))
            continue
        after = gap(end, standing) if not kept(before, least) else clearance(path, standing)
        clause = step_refusal(Step(MOVE, least, after, before, settings=state.settings))
        if clause:
            faults.append(Reason(f"The move comes within {after:.2f}″ of {enemy.name}.", clause))
    return faults


def passes_through(path: Sweep, standing: Block) -> bool:
    """Whether a path goes over a line, not only past its shoulder [movement.interpenetration]."""
    slim = sweep(path.start, path.width - SLIM, path.depth - SLIM, manoeuvres_of(path))
    return clearance(slim, standing) <= 0.0


def _ground_faults(state: State, unit: Unit, path: Sweep) -> list[Reason]:
    """Voluntary moves stay on the table and out of bad ground [movement.table-edge, movement.terrain]."""
    faults: list[Reason] = []
    if path.stages and not inside_table(state.ground, path):
        faults.append(Reason("The line would leave the table.", "infantry-action.movement.table-edge"))
    for kind in impassable(state, path):
        faults.append(Reason(f"Infantry cannot enter the {kind}.", "infantry-action.movement.terrain"))
    return faults


def impassable(state: State, path: Sweep) -> list[str]:
    """The kinds of ground in the way that may not be entered; a river may be crossed where it has a crossing."""
    ground = state.ground
    if not path.stages:
        return []
    found = [area.kind for area in areas_met(ground, IMPASSABLE, path)]
    for line in lines_met(ground, IMPASSABLE_LINES, path):
        middle = track(path, 0.0, 0.0)
        places = [(c.x, c.y) for c in crossed_lines(ground, (line.kind,), middle)]
        if not places or not all([crossing_at(ground, ("ford", "bridge"), x, y) for x, y in places]):
            found.append(line.kind)
    return found


def _friend_faults(state: State, unit: Unit, end: Pose, others: Others) -> list[Reason]:
    """Friends may be passed through, but no unit ends on another [movement.interpenetration]."""
    there = block_at(unit, rounded_pose(end), state.settings)
    return [
        Reason(f"The line would end on {friend.name}.", "infantry-action.movement.interpenetration")
        for friend, standing in zip(others.friends, others.friend_lines, strict=True)
        if overlap(there, standing)
    ]


# ---------------------------------------------------------------- proposals


def nearest_enemy(state: State, unit: Unit, seen: bool) -> Unit | None:
    """The enemy unit nearest by its line, the first by its name if equal. `seen`: of those in sight."""
    here = block(unit, state.settings)
    ranked = sorted([(rounded(gap(here, block(foe, state.settings))), foe.id) for foe in enemies(state, unit)])
    for _, id in ranked:
        foe = unit_of(state, id)
        if not seen or sees(state, unit, foe):
            return foe
    return None


def cut_short(state: State, unit: Unit, path: Sweep, others: Others) -> Sweep:
    """A move cut where it would come too near an enemy or leave the table."""
    least = state.settings.min_separation_in
    if nearer_than(path, others.foe_lines, least) >= 0:
        here = block(unit, state.settings)
        lines = [standing for standing in others.foe_lines if kept(gap(here, standing), least)]
        path = cut(path, until_gap(path, lines, least))
    while path.stages and not inside_table(state.ground, path):
        last = path.stages[-1].manoeuvre
        if abs(last.amount) < 1.0 and abs(last.x) + abs(last.y) < 1.0:
            return path_of(state, unit, ())
        shorter = Manoeuvre(last.kind, last.amount * 0.5, last.by, last.on, last.x * 0.5, last.y * 0.5)
        path = path_of(state, unit, (*manoeuvres_of(path)[:-1], shorter))
    return path


def ways(state: State, unit: Unit, order: str) -> tuple[Way, ...]:
    """Good moves under an order, each of them lawful; standing still is always one."""
    found = [Way("stand", "stand", (), unit.pose)]
    others = Others(state, unit)
    for key, label, manoeuvres in _ideas(state, unit, order):
        path = cut_short(state, unit, path_of(state, unit, manoeuvres), others)
        if path.stages and not faults_of(state, unit, order, path, others):
            found.append(Way(key, label, manoeuvres_of(path), rounded_pose(path.end)))
    return tuple(found)


def _ideas(state: State, unit: Unit, order: str) -> list[tuple[str, str, tuple[Manoeuvre, ...]]]:
    reach = ALLOWANCE_IN[order]
    ideas: list[tuple[str, str, tuple[Manoeuvre, ...]]] = [
        ("forward", f"forward {reach:g}″", (forward(reach),)),
        ("oblique-left", "oblique to the left", (oblique(reach, -3000),)),
        ("oblique-right", "oblique to the right", (oblique(reach, 3000),)),
    ]
    if order == MOVE:
        ideas.append(("back", "back 6″", (forward(-6.0),)))
        ideas.append(("about", "face about", (about_face(),)))
    enemy = nearest_enemy(state, unit, False)
    if enemy is not None:
        out = stand_right(unit.stands, unit.stands, state.settings)
        right, _ = to_local(unit.pose, enemy.pose.x, enemy.pose.y)
        to_left = (pivot(-4000, -out, 0.0),)
        ideas.append(("wheel", "wheel 40° towards the enemy", (pivot(4000, out, 0.0),) if right > 0 else to_left))
        ideas.append(("towards", f"towards {enemy.name}", towards(unit, enemy.pose.x, enemy.pose.y, reach)))
    return ideas


def towards(unit: Unit, x: float, y: float, reach: float) -> tuple[Manoeuvre, ...]:
    """Straight at a place, keeping the facing, as far as an allowance goes."""
    pose = unit.pose
    away = distance(pose.x, pose.y, x, y)
    if away <= TOLERANCE:
        return ()
    share = min(1.0, reach / away)
    return (shift((x - pose.x) * share, (y - pose.y) * share),)


# ---------------------------------------------------------------- a charge that reaches nobody


def advance_faults(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...], lanes: list[int]) -> list[Reason]:
    """A charge with nobody in reach: an ordinary MOVE, straight ahead or towards the nearest visible enemy."""
    faults = judge(state, unit, CHARGE, manoeuvres)
    end = path_of(state, unit, manoeuvres).end
    if distance(unit.pose.x, unit.pose.y, end.x, end.y) > TOLERANCE:
        heading = bearing(unit.pose.x, unit.pose.y, end.x, end.y)
        if not [lane for lane in lanes if abs(turn_between(lane, heading)) <= STRAIGHT]:
            text = "A charge that reaches nobody goes straight ahead or towards the nearest enemy in sight."
            faults.append(Reason(text, "infantry-action.charge.no-target"))
    return faults


def advance_lanes(state: State, unit: Unit) -> list[int]:
    """Straight ahead, and towards the nearest enemy in sight [charge.no-target]."""
    lanes = [unit.pose.facing]
    enemy = nearest_enemy(state, unit, True)
    if enemy is not None:
        lanes.append(bearing(unit.pose.x, unit.pose.y, enemy.pose.x, enemy.pose.y))
    return lanes


def advance_ways(state: State, unit: Unit) -> tuple[Way, ...]:
    """What a charge with nobody in reach may do instead [charge.no-target]."""
    found = [Way("stand", "stand", (), unit.pose)]
    lanes = advance_lanes(state, unit)
    others = Others(state, unit)
    for number, lane in enumerate(lanes):
        straight = path_of(state, unit, (shift(12.0 * sine(lane), 12.0 * cosine(lane)),))
        made = manoeuvres_of(cut_short(state, unit, straight, others))
        if made and not advance_faults(state, unit, made, lanes):
            label = "straight ahead" if number == 0 else "towards the nearest enemy"
            found.append(Way(f"lane-{number}", label, made, rounded_pose(path_of(state, unit, made).end)))
    return tuple(found)


# ---------------------------------------------------------------- falling back


@final
@dataclass(slots=True)
class Fallback:
    """Where a compulsory move ends, and whether it leaves the table."""

    end: Pose
    left_table: bool


def fall_back(state: State, unit: Unit, pose: Pose, heading: int, inches: float, routing: bool) -> Fallback:
    """Straight back through friends, stopping short of enemies, bad ground and, unless it routs, the table's edge.

    A move that would end on friends goes on until it is clear of them, or stops sooner where it cannot go on.
    [movement.interpenetration, movement.table-edge, movement.separation]
    """
    room = _room(state, unit, pose, heading, inches)
    line = Pose(pose.x, pose.y, heading)
    if routing and within(inches, room) and _crosses_edge(state, unit, pose, ahead(line, inches)):
        return Fallback(pose, True)
    if not routing:
        room = min(room, _to_edge(state, unit, pose, heading))
    went = _clear_of_friends(state, unit, pose, line, min(inches, room), room)
    if routing and _crosses_edge(state, unit, pose, ahead(line, went)):
        return Fallback(pose, True)
    x, y = to_world(line, 0.0, went)
    return Fallback(rounded_pose(Pose(x, y, pose.facing)), False)


def _crosses_edge(state: State, unit: Unit, pose: Pose, end: Pose) -> bool:
    return off_table(state.ground, block_at(unit, Pose(end.x, end.y, pose.facing), state.settings))


def _room(state: State, unit: Unit, pose: Pose, heading: int, inches: float) -> float:
    """How far a unit may fall back before enemies or bad ground stop it [movement.separation].

    An enemy nearer than 1 in when it sets out does not hold it, if it gets away from him.
    """
    size = state.settings.stand_in
    least = state.settings.min_separation_in
    limit = inches + state.ground.width + state.ground.depth
    path = sweep(pose, unit.stands * size, size, (shift(limit * sine(heading), limit * cosine(heading)),))
    in_way: list[Block] = []
    for enemy in enemies(state, unit):
        standing = block(enemy, state.settings)
        if nearer_than(path, [standing], least) < 0:
            continue
        before = gap(block_at(unit, pose, state.settings), standing)
        if kept(before, least):
            in_way.append(standing)
        elif not _gets_away(state, unit, pose, heading, inches, standing):
            return 0.0
    room = until_gap(path, in_way, least).length if in_way else limit
    return _room_on_ground(state, path, heading, room)


def _gets_away(state: State, unit: Unit, pose: Pose, heading: int, inches: float, standing: Block) -> bool:
    """Whether a line comes no nearer to another at first, and ends farther off."""
    gaps: list[float] = []
    for went in (0.0, min(0.25, inches), inches):
        there = ahead(Pose(pose.x, pose.y, heading), went)
        gaps.append(gap(block_at(unit, Pose(there.x, there.y, pose.facing), state.settings), standing))
    return gaps[1] >= gaps[0] - NOISE and gaps[2] > gaps[0]


def _room_on_ground(state: State, path: Sweep, heading: int, room: float) -> float:
    if not impassable(state, _part(path, heading, room)):
        return room
    low = 0.0
    high = room
    while high - low > 0.01:
        middle = 0.5 * (low + high)
        if impassable(state, _part(path, heading, middle)):
            high = middle
        else:
            low = middle
    return low


def _part(path: Sweep, heading: int, length: float) -> Sweep:
    """The first so many inches of a straight fall-back."""
    return sweep(path.start, path.width, path.depth, (shift(length * sine(heading), length * cosine(heading)),))


def _to_edge(state: State, unit: Unit, pose: Pose, heading: int) -> float:
    """How far a line can go on a heading before it meets the table's edge."""
    low = 0.0
    high = state.ground.width + state.ground.depth
    line = Pose(pose.x, pose.y, heading)
    while high - low > 0.005:
        middle = 0.5 * (low + high)
        if _crosses_edge(state, unit, pose, ahead(line, middle)):
            high = middle
        else:
            low = middle
    return low


def _clear_of_friends(state: State, unit: Unit, pose: Pose, line: Pose, wanted: float, room: float) -> float:
    friends = [block(f, state.settings) for f in on_table(state, unit.side) if f.id != unit.id]
    step = 0.25
    went = wanted
    while went <= room + NOISE:
        if _is_clear(state, unit, pose, line, went, friends):
            return went
        went += step
    went = wanted
    while went > 0.0 and not _is_clear(state, unit, pose, line, went, friends):
        went -= step
    return max(went, 0.0)


def _is_clear(state: State, unit: Unit, pose: Pose, line: Pose, went: float, friends: list[Block]) -> bool:
    x, y = to_world(line, 0.0, went)
    there = block_at(unit, Pose(x, y, pose.facing), state.settings)
    return not [friend for friend in friends if overlap(there, friend)]


def homeward(state: State, unit: Unit) -> int:
    """The way to a unit's own table edge."""
    return EDGE_FACING[army_of(state, unit.side).edge]
