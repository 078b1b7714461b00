"""A charge worked out: the wheel, the run, whom it meets, where and across what, and what forbids it."""

from __future__ import annotations

from math import degrees
from typing import Final

from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.charge import rule
from roundtop.rulebooks.order_cards.cover import rule as cover_rule
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import faults as movement_faults
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.arc import FRONT, REAR, side_of, zone_ahead
from roundtop.table.crossed import areas_met, inside_table, lines_met
from roundtop.table.footprint import Block, corners, front_middle, gap, polyline_gap
from roundtop.table.ground import Ground, Line, in_area, level_at, line_crossings
from roundtop.table.measure import HALF_TURN, TOLERANCE, bearing, narrowed, turn_between, within
from roundtop.table.path import LEFT, RIGHT, Sweep, forward, nearer_than, sweep, until_gap, wheel
from roundtop.table.pose import Pose, ahead, rounded_pose, to_local

FAR_RUN: Final = 70.0
"""How far ahead it is looked whether a run leads to the target at all."""


def most_wheel(state: State, unit: Unit, card: cards_rule.Card) -> int:
    """The widest wheel that half the allowance pays for, in hundredths of a degree [charge.path]."""
    width, _ = field.size_of(unit)
    half = 0.5 * rule.charge_inches(card, unit.arm, unit.mounted, unit.target != "", state.settings)
    return max(0, min(9000, int(degrees(half / width) * 100)))


def aimed(state: State, unit: Unit, foe: Unit, card: cards_rule.Card) -> int:
    """The wheel that points the middle of a line at a target, as far as it may wheel [charge.path]."""
    by = 0
    most = most_wheel(state, unit, card)
    for _ in range(4):
        pose = wheeled(unit, by)
        front = front_middle(Block(pose, *field.size_of(unit)))
        by += turn_between(pose.facing, bearing(front[0], front[1], foe.pose.x, foe.pose.y))
        by = max(-most, min(most, by))
    return by


def turning(unit: Unit, wheels: tuple[int, ...]) -> list[Sweep]:
    """The wheels of a line one after the other, each on its inner end."""
    width, depth = field.size_of(unit)
    found: list[Sweep] = []
    pose = unit.pose
    for by in wheels:
        if by:
            found.append(sweep(pose, width, depth, (wheel(by, RIGHT if by > 0 else LEFT),)))
            pose = found[-1].end
    return found


def wheeled(unit: Unit, by: int) -> Pose:
    """Where a line stands after a wheel."""
    return turning(unit, (by,))[0].end if by else unit.pose


def leads_to(unit: Unit, target: Unit, by: int) -> bool:
    """Whether a straight run after this wheel touches a target, if nothing is in its way [charge.path]."""
    path = sweep(wheeled(unit, by), *field.size_of(unit), (forward(FAR_RUN),))
    return nearer_than(path, field.blocks(target), movement_rule.TOUCH) >= 0


@record(init=False)
class Plan:
    """A charge worked out: why not, how it runs, whom it meets first and all whom it touches, how the unit ends."""

    refusal: str
    text: str
    run: rule.Run
    met: str
    touched: tuple[str, ...]
    heading: int
    zone: str
    cover: str
    uphill: bool
    after: Unit
    sweeps: list[Sweep]
    actions: tuple[movement_rule.Action, ...]

    def __init__(self, unit: Unit) -> None:
        self.refusal = ""
        self.text = ""
        self.run = rule.Run("", 0.0, 0.0)
        self.met = ""
        self.touched = ()
        self.heading = unit.pose.facing
        self.zone = "front"
        self.cover = ""
        self.uphill = False
        self.after = unit
        self.sweeps = []
        self.actions = ()


def _no(plan: Plan, clause: str, text: str) -> Plan:
    plan.refusal = clause if clause.startswith(tables.BOOK) else tables.BOOK + clause
    plan.text = text
    return plan


def plan_charge(
    state: State,
    unit: Unit,
    target: Unit,
    by: int,
    extra: int,
    declared: bool = False,
    then: tuple[int, ...] = (),
) -> Plan:
    """A charge with these wheels and at most so many extra inches [charge.path, charge.bonus-for-distance]."""
    plan = Plan(unit)
    card = field.card_of(state, unit.player)
    continuing = unit.target != ""
    points = unit.bonus if continuing else card.charge
    width, depth = field.size_of(unit)
    turns = turning(unit, (by, *then))
    start = turns[-1].end if turns else unit.pose
    plan.heading = start.facing
    path = sweep(start, width, depth, (forward(FAR_RUN),))
    to_target, obstacle = reach_of(state, path, target)
    if to_target < 0.0:
        return _no(plan, "charge.path", f"That way leads past {target.name}.")
    met, away, line = target, to_target, obstacle
    for foe in field.enemies(state, unit):
        if foe.id != target.id:
            first, between = reach_of(state, path, foe)
            if 0.0 <= first < away - TOLERANCE or (0.0 <= first <= away and foe.id < met.id and met.id != target.id):
                met, away, line = foe, first, between
    if line is not None and unit.arm == tables.CAVALRY and unit.mounted:
        return _no(plan, "charge.one-base-contact", "Mounted men cannot charge across that.")
    asked = rule.Charge(
        card=card,
        arm=unit.arm,
        mounted=unit.mounted,
        continuing=continuing,
        points=points,
        frontage=width,
        wheel=abs(by) / 100.0,
        actions=(),
        run=away,
        most=extra,
        settings=state.settings,
        then=tuple([abs(more) / 100.0 for more in then]),
    )
    measured = _measured(state=state, unit=unit, charge=asked, start=start, turns=turns, plan=plan)
    if measured.refusal:
        return _no(plan, measured.refusal, movement_faults.refusal_words(unit, card, measured.refusal))
    plan.run = measured
    went = away if measured.contact else _short_of_all(state, unit, path, measured.moved)
    ran = sweep(start, width, depth, (forward(went),))
    plan.sweeps = [*turns, ran] if went > 0.0 else turns
    # Once it is declared, a charge is not stopped by an enemy that was not in view when it was.
    if not declared and (_wheels_into(state, unit, turns, plan) or _barred(state, unit, met, target, plan)):
        return plan
    plan.zone = contact_zone(met, start, depth, field.unit_at(unit, ahead(start, away)))
    end = field.copied(unit)
    end.pose = rounded_pose(ahead(start, went))
    plan.after = end
    if measured.contact:
        plan.met = met.id
        plan.touched = touched_by(state, end, met, line)
        plan.cover = rule.OBSTACLE_ROWS[line.kind] if line is not None else _house(state, met)
        plan.uphill = _uphill(state, start, met)
        end.disordered = measured.disordered
        if measured.disordered and not unit.disordered:
            # The block is deeper than the line was: its front stays where the charge has come to.
            end.pose = rounded_pose(ahead(end.pose, 0.5 * (depth - field.size_of(end)[1])))
            end.pose = field.standing_room(state, end)
    else:
        plan.after = field.crowd(end)
        plan.after.pose = field.standing_room(state, plan.after)
    return plan


def _measured(state: State, unit: Unit, charge: rule.Charge, start: Pose, turns: list[Sweep], plan: Plan) -> rule.Run:
    """Wheels, ground and straight run priced; obstacles in good order if the charge then still gets home.

    A charge that falls short pays only for the ground it comes to. [charge.path, charge.short, move.wall-fence]
    """
    away = charge.run
    allowance = rule.charge_inches(charge.card, unit.arm, unit.mounted, charge.continuing, state.settings)
    best = rule.Run("", allowance, 0.0)
    for length in (away, max(0.0, min(away, allowance))):
        course = _ground(state, unit, start, length, turns)
        for hasty in (False, True) if course.open else (False,):
            actions = list(course.actions)
            if hasty:
                for place in course.open:
                    actions[place] = movement_rule.Action(actions[place].do.replace("good-order", "disorder"))
            charge.actions = plan.actions = tuple(actions)
            best = rule.run(charge)
            if best.contact:
                return best
    return best


def _ground(state: State, unit: Unit, start: Pose, length: float, turns: list[Sweep]) -> movement_course.Course:
    """The ground on the way of a charge."""
    width, depth = field.size_of(unit)
    course = movement_course.Course(unit)
    for path in turns:
        movement_course.meet(state, unit, course, path, "")
    if length > TOLERANCE:
        movement_course.meet(state, unit, course, sweep(start, width, depth, (forward(length),)), "")
    return course


def reach_of(state: State, path: Sweep, foe: Unit) -> tuple[float, Line | None]:
    """How far a straight run goes before it is in contact with an enemy, and across which obstacle; -1 if never.

    [charge.one-base-contact]
    """
    parts = field.blocks(foe)
    if nearer_than(path, parts, movement_rule.TOUCH) < 0:
        return (-1.0, None)
    stop = until_gap(path, parts, 0.0)
    away = stop.length if stop.index >= 0 else -1.0
    if away < 0.0:
        return (-1.0, None)
    found: Line | None = None
    for line in state.ground.lines:
        if line.kind not in cover_rule.LINE_COVER or not _shields(line, parts, path, foe):
            continue
        to_line = _until_line(path, line, away)
        if to_line < away - TOLERANCE:
            away = to_line
            found = line
    return (away, found)


def _shields(line: Line, parts: list[Block], path: Sweep, foe: Unit) -> bool:
    """Whether a defender stands within 1 in behind a line, seen from where the run begins."""
    near = [part for part in parts if within(polyline_gap(line.points, False, part), rule.BEHIND_OBSTACLE)]
    return bool(near) and bool(line_crossings(line.points, path.start.x, path.start.y, foe.pose.x, foe.pose.y))


def _until_line(path: Sweep, line: Line, away: float) -> float:
    """How far a run goes before it touches a line."""
    only = Ground(0.0, 0.0, (), (line,))
    kinds = (line.kind,)

    def met(far: float) -> bool:
        return bool(lines_met(only, kinds, sweep(path.start, path.width, path.depth, (forward(far),))))

    if not met(away):
        return away
    return narrowed(0.0, away, 0.005, lambda far: not met(far))[0]


def _short_of_all(state: State, unit: Unit, path: Sweep, moved: float) -> float:
    """A charge that falls short stops 1 in from any unit in its way [charge.short]."""
    part = sweep(path.start, path.width, path.depth, (forward(moved),))
    others = [p for other in field.on_table(state) if other.id != unit.id for p in field.blocks(other)]
    if moved <= 0.0 or nearer_than(part, others, movement_rule.KEEP_OFF) < 0:
        return moved
    near = [p for p in others if gap(Block(path.start, path.width, path.depth), p) >= movement_rule.KEEP_OFF]
    if nearer_than(part, near, movement_rule.KEEP_OFF) < 0:
        return moved
    return min(moved, until_gap(part, near, movement_rule.KEEP_OFF).length)


def _barred(state: State, unit: Unit, met: Unit, target: Unit, plan: Plan) -> bool:
    """Whether fronts, friends, ground or the edge forbid the way [charge.across-front, move.interpenetration]."""
    ground = state.ground
    for path in plan.sweeps:
        if not inside_table(ground, path):
            _no(plan, "move.leaving-table", "The charge would leave the table.")
            return True
        if areas_met(ground, movement_rule.IMPASSABLE, path):
            _no(plan, "move.roads-hills-buildings", "That ground cannot be entered.")
            return True
    for foe in field.enemies(state, unit):
        if foe.id not in (met.id, target.id) and fronts(foe) and _goes_across(foe, plan):
            _no(plan, "charge.across-front", f"The charge would go across the front of {foe.name} within 3″.")
            return True
    friends = [part for one in field.on_table(state, unit.side) if one.id != unit.id for part in field.blocks(one)]
    for path in plan.sweeps:
        if nearer_than(path, friends, movement_rule.TOUCH) >= 0:
            slim = sweep(
                path.start,
                path.width - movement_rule.SLIM,
                path.depth - movement_rule.SLIM,
                (path.stages[0].manoeuvre,),
            )
            if nearer_than(slim, friends, movement_rule.TOUCH) >= 0:
                _no(plan, "move.interpenetration", "Friends are in the way of the charge.")
                return True
    return False


def _wheels_into(state: State, unit: Unit, turns: list[Sweep], plan: Plan) -> bool:
    """Whether a wheel would run into an enemy: contact is made in a straight line [charge.path]."""
    for foe in field.enemies(state, unit):
        if [path for path in turns if nearer_than(path, field.blocks(foe), movement_rule.TOUCH) >= 0]:
            _no(plan, "charge.path", f"The wheel would run into {foe.name}; contact is made in a straight line.")
            return True
    return False


def _goes_across(foe: Unit, plan: Plan) -> bool:
    """Whether a charge goes across the front of an enemy it passes; one abreast of its end or beyond is not passed.

    [charge.across-front]
    """
    if not plan.sweeps:
        return False
    last = plan.sweeps[len(plan.sweeps) - 1]
    reached = 0.5 * last.depth
    for part in field.blocks(foe):
        off = abs(turn_between(part.pose.facing, plan.heading))
        if not rule.ACROSS < off < HALF_TURN - rule.ACROSS:
            continue
        if all([to_local(last.end, x, y)[1] >= reached - movement_rule.TOUCH for x, y in corners(part)]):
            continue
        zone = [zone_ahead(part, rule.CLEAR_OF_FRONTS)]
        if [path for path in plan.sweeps if nearer_than(path, zone, movement_rule.TOUCH) >= 0]:
            return True
    return False


def fronts(foe: Unit) -> bool:
    """An enemy past whose front no charge may go [charge.across-front]."""
    if not field.formed(foe) or foe.state != tables.STEADY or foe.arm == tables.WAGON or foe.captive:
        return False
    return foe.arm != tables.ARTILLERY or foe.formation == tables.UNLIMBERED


def touched_by(state: State, unit: Unit, met: Unit, line: Line | None) -> tuple[str, ...]:
    """Everybody a charger is in contact with, the first met first [charge.one-base-contact]."""
    found = [met.id]
    here = field.blocks(unit)
    for foe in sorted(field.enemies(state, unit), key=lambda one: one.id):
        if foe.id == met.id:
            continue
        if [part for part in field.blocks(foe) if [own for own in here if within(gap(own, part), rule.CONTACT)]]:
            found.append(foe.id)
    return tuple(found)


def contact_zone(foe: Unit, start: Pose, depth: float, end: Unit) -> str:
    """Front, flank or rear, by where the middle of the charger's front stood when it began to run.

    [charge.facing-zones]
    """
    if foe.disordered:
        return "front"
    parts = field.blocks(foe)
    part = parts[0]
    for one in parts:
        if gap(one, field.block(end)) < gap(part, field.block(end)) - TOLERANCE:
            part = one
    x, y = front_middle(Block(start, 1.0, depth))
    side = side_of(part, x, y)
    if side in (FRONT, REAR):
        return side
    fx, fy = front_middle(Block(end.pose, 1.0, depth))
    right, _ = to_local(part.pose, fx, fy)
    return "flank" if abs(right) >= 0.5 * part.width - 0.5 else "front"


def _house(state: State, foe: Unit) -> str:
    """A built-up area defends as a wall [melee.obstacle-mod]."""
    return "wall-fence-bush" if in_area(state.ground, ("town", "building"), foe.pose.x, foe.pose.y) else ""


def _uphill(state: State, start: Pose, foe: Unit) -> bool:
    ground = state.ground
    if not ground.heights:
        return False
    return level_at(ground, foe.pose.x, foe.pose.y) > level_at(ground, start.x, start.y)
