"""The ways of a charge: its wheel, straight home, and how it lines up with whom it meets."""

from __future__ import annotations

from math import degrees
from typing import Final

from roundtop.battle.forms import Reason
from roundtop.record import record
from roundtop.rulebooks.infantry_action import field, muster
from roundtop.rulebooks.infantry_action.charge import rule
from roundtop.rulebooks.infantry_action.movement import rule as movement_rule
from roundtop.rulebooks.infantry_action.movement import table as movement_table
from roundtop.rulebooks.infantry_action.sight import table as sight_table
from roundtop.rulebooks.infantry_action.state import Fight, State, Unit
from roundtop.table import measure
from roundtop.table import path as paths
from roundtop.table.arc import ahead_of_front
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import Block, as_seen, gap, gap_below, off_lane, overlap, radius, room_ahead, room_to
from roundtop.table.ground import block_touches_area, off_table
from roundtop.table.pose import Pose, ahead, rounded_pose, to_local, to_world

DEGREE: Final = 100
REACH_IN: Final = movement_rule.ALLOWANCE_IN[field.CHARGE]
PATH: Final = "infantry-action.charge.path"
MOST: Final = 1000
"""More charges than ever differ."""
HAIR_IN: Final = 0.05
"""More than a sweep's own stop at contact may be off."""
WHEELING: Final[Reason] = Reason("The line meets the enemy while it is wheeling.", PATH)


@record
class Plan:
    """A charge that will go home: its path, where it first touches, and the fights it brings about."""

    target: str
    flank: bool
    manoeuvres: tuple[paths.Manoeuvre, ...]
    contact: Pose
    end: Pose
    fights: tuple[Fight, ...]


def wheel_of(manoeuvres: tuple[paths.Manoeuvre, ...]) -> int:
    """How far a charge wheels before it goes straight on."""
    return manoeuvres[0].by if manoeuvres and manoeuvres[0].kind != "forward" else 0


def in_charge_reach(state: State, unit: Unit, enemy: Unit) -> bool:
    """Nearest stand within 12 in of nearest stand [movement.charge]."""
    return measure.within(gap(field.block(unit, state.settings), field.block(enemy, state.settings)), REACH_IN)


def from_flank_or_rear(state: State, unit: Unit, target: Unit) -> bool:
    """More than half of the stands begin behind the line of the target's front [charge.flank-or-rear]."""
    front = field.block(target, state.settings)
    behind = 0
    for stand in range(1, unit.stands + 1):
        x, y = field.stand_at(unit.pose, unit.stands, stand, state.settings)
        if ahead_of_front(front, x, y) < -measure.NOISE:
            behind += 1
    return rule.from_behind(behind, unit.stands)


def side_struck(unit: Unit, target: Unit, flank: bool) -> str:
    """Front, flank or rear of the target, in words."""
    towards = measure.bearing(target.pose.x, target.pose.y, unit.pose.x, unit.pose.y)
    return rule.side_struck(flank, measure.turn_between(target.pose.facing, towards))


def may_declare(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whether an enemy may be named at all: in reach, and seen or in a wood that does not hide it from a charge."""
    return in_charge_reach(state, unit, enemy) and sight_table.sees_to_charge(state, unit, enemy)


def strikes(state: State, unit: Unit, target: Unit, step: int = DEGREE, most: int = MOST) -> list[Plan]:
    """Every charge at a target that meets it differently, or the first so many, wheels tried by steps, the least wheel
    of each.

    A wheel that swings into the enemy is not tried sharper: it would only swing farther; nor one after which the line
    goes past its target, until it is so much sharper that it might not. One that would line up as a lesser one did is
    not walked again, and at the flank of an enemy who is met alone all are alike.
    """
    others = movement_table.Others(state, unit)
    flank = from_flank_or_rear(state, unit, target)
    found: list[Plan] = []
    met: set[tuple[tuple[str, bool, int], ...]] = set()
    barred: dict[int, int] = {}
    lined_up: set[int] = set()
    front = field.block(target, state.settings)
    for by in _wheels(unit, target, step):
        for number, turn in enumerate(_turns(state, unit, by), 1):
            hinge = (number if by > 0 else -number) if by else 0
            if abs(by) < barred.get(hinge, 0):
                continue
            seen = _approach(state, unit, target, front, turn)
            if not isinstance(seen, Approach):
                barred[hinge] = abs(by) + seen
                continue
            if (not flank and _known(seen, lined_up)) or _hopeless(state, target, seen, others):
                continue
            if flank and lined_up and _met_alone(target, seen, others):
                continue
            plan = _plan(state=state, unit=unit, target=target, flank=flank, turn=turn, others=others)
            if isinstance(plan, Plan):
                key = tuple([(fight.defender, fight.flank, fight.offset) for fight in plan.fights])
                if key not in met:
                    met.add(key)
                    found.append(plan)
                    if len(found) == most:
                        return found
                if not flank or len(plan.fights) == 1:
                    lined_up.add(offset_of(state, unit, target, plan.contact))
            elif plan is WHEELING:
                barred[hinge] = measure.FULL_TURN
    return found


@record
class Approach:
    """What is cheaply told of a charge after its wheel: its ground a hair wide, how far it is to the target, and
    between what offsets it would line up, each at least and at most.
    """

    body: Block
    front: Block
    least_room: float
    most_room: float
    least: int
    most: int


def _approach(state: State, unit: Unit, target: Unit, front: Block, turn: paths.Manoeuvre | None) -> Approach | int:
    """A line after its wheel; where it goes too far or past its target, how much sharper it could wheel in vain."""
    size = state.settings.stand_in
    swing = 0.0 if turn is None else measure.arc_length((unit.stands - 1) * size, turn.by)
    if swing > REACH_IN:
        return measure.FULL_TURN
    pose = unit.pose if turn is None else paths.turned(turn, unit.pose, unit.stands * size, size)
    body = Block(pose, unit.stands * size + HAIR_IN, size)
    lies = as_seen(body.pose, front)
    least = room_to(lies, body.width, body.depth)
    if swing + least > REACH_IN + HAIR_IN:
        return _in_vain(unit, body, front, REACH_IN + HAIR_IN - swing)
    most = min(REACH_IN, room_to(lies, body.width - 2.0 * HAIR_IN, size))
    here = _offset(state, unit, target, pose)
    aside = measure.sine(pose.facing - target.pose.facing) / size
    soon = here + least * aside
    late = here + most * aside
    return Approach(
        body,
        front,
        least_room=least,
        most_room=most,
        least=rule.offset_at(unit.stands, target.stands, min(soon, late) - HAIR_IN),
        most=rule.offset_at(unit.stands, target.stands, max(soon, late) + HAIR_IN),
    )


def _in_vain(unit: Unit, body: Block, front: Block, left: float) -> int:
    """How much sharper a line with so much of its move left could wheel and still go past its target, or not reach it:
    as it turns, no part of the target comes nearer to it than by a swing round the far end of the line.
    """
    here = unit.pose
    away = measure.distance(here.x, here.y, front.pose.x, front.pose.y) + radius(body) + radius(front)
    beside, before = off_lane(body, front)
    return int(100.0 * degrees(max(0.0, beside, before - left) / away))


def _known(seen: Approach, lined_up: set[int]) -> bool:
    """Whether a line surely lines up as one before it did."""
    for offset in range(seen.least, seen.most + 1):
        if offset not in lined_up:
            return False
    return True


def _there(seen: Approach) -> Block:
    """All the ground on which a line may come to stand when it meets its target."""
    body = seen.body
    unsure = seen.most_room - seen.least_room
    middle = ahead(body.pose, seen.least_room + 0.5 * unsure)
    return Block(middle, body.width, body.depth + unsure)


def _hopeless(state: State, target: Unit, seen: Approach, others: movement_table.Others) -> bool:
    """A quick yes for a line that surely runs over a friend, past another enemy too near, or into one before it is
    anywhere near its target: told from its lane, a hair slimmer and shorter than it is.
    """
    body = seen.body
    far = max(0.0, seen.least_room - HAIR_IN)
    lane = Block(ahead(body.pose, 0.5 * far), body.width - 3.0 * HAIR_IN, body.depth - 2.0 * HAIR_IN + far)
    if [line for line in others.friend_lines if gap_below(lane, line, measure.TOLERANCE)]:
        return True
    there = _there(seen)
    for foe, line in zip(others.foes, others.foe_lines, strict=True):
        if foe.id != target.id and gap_below(lane, line, state.settings.min_separation_in - HAIR_IN):
            sooner = room_ahead(Block(body.pose, lane.width, body.depth), line) + HAIR_IN < seen.least_room
            if sooner or gap(there, line) > HAIR_IN:
                return True
    return False


def _met_alone(target: Unit, seen: Approach, others: movement_table.Others) -> bool:
    """Whether a line surely meets its target, and nobody else there."""
    there = _there(seen)
    for foe, line in zip(others.foes, others.foe_lines, strict=True):
        if foe.id != target.id and gap_below(there, line, 2.0 * HAIR_IN):
            return False
    return seen.most_room < REACH_IN


def why_not(state: State, unit: Unit, target: Unit) -> Reason:
    """What stands in the way of the wheel that points at a target, or of the sharpest one towards it."""
    pose = unit.pose
    pointing = measure.turn_between(pose.facing, measure.bearing(pose.x, pose.y, target.pose.x, target.pose.y))
    by = max(-rule.SHARPEST_WHEEL, min(rule.SHARPEST_WHEEL, pointing))
    drill = tuple([turn for turn in _turns(state, unit, by)[:1] if turn is not None])
    found = by_hand(state, unit, target, (*drill, paths.forward(REACH_IN)))
    return Reason("", PATH) if isinstance(found, Plan) else found[0]


def _wheels(unit: Unit, target: Unit, step: int) -> list[int]:
    """Wheels by steps of so much, those that square up to the target and point at it among them; the least first."""
    pose = unit.pose
    pointing = measure.turn_between(pose.facing, measure.bearing(pose.x, pose.y, target.pose.x, target.pose.y))
    square = measure.turn_between(pose.facing, (target.pose.facing + measure.HALF_TURN) % measure.FULL_TURN)
    found = [0]
    for by in range(step, rule.SHARPEST_WHEEL + 1, step):
        found += (-by, by)
    for by in (square, pointing):
        if abs(by) <= rule.SHARPEST_WHEEL:
            place = 0
            while place < len(found) and (abs(found[place]), found[place]) < (abs(by), by):
                place += 1
            if place == len(found) or found[place] != by:
                found.insert(place, by)
    return found


def _turns(state: State, unit: Unit, by: int) -> tuple[paths.Manoeuvre | None, ...]:
    """A wheel on the inner stand, and on the inner front corner, where it has other room and comes out elsewhere."""
    if not by:
        return (None,)
    out = field.stand_right(unit.stands, unit.stands, state.settings)
    inner = (out, paths.RIGHT) if by > 0 else (-out, paths.LEFT)
    return paths.pivot(by, inner[0], 0.0), paths.wheel(by, inner[1])


def by_hand(
    state: State, unit: Unit, target: Unit, manoeuvres: tuple[paths.Manoeuvre, ...]
) -> Plan | tuple[Reason, ...]:
    """A charge as somebody has drawn it, or every reason why not; straight ahead it goes as far as it has to."""
    turn = manoeuvres[0] if manoeuvres and manoeuvres[0].kind in ("wheel", "pivot") else None
    straight = manoeuvres[1:] if turn is not None else manoeuvres
    if not straight or [m for m in straight if m.kind != "forward" or m.amount < 0.0]:
        return (Reason("A charge wheels once at most, at its start, and then goes straight ahead.", PATH),)
    if turn is not None and not _lawful_wheel(state, unit, turn):
        return (Reason("A charge wheels up to 45°, forward on the end of its line to which it turns.", PATH),)
    others = movement_table.Others(state, unit)
    found = _plan(
        state=state, unit=unit, target=target, flank=from_flank_or_rear(state, unit, target), turn=turn, others=others
    )
    return found if isinstance(found, Plan) else (found,)


def _lawful_wheel(state: State, unit: Unit, turn: paths.Manoeuvre) -> bool:
    if abs(turn.by) > rule.SHARPEST_WHEEL:
        return False
    if turn.kind == "wheel":
        return turn.on == (paths.RIGHT if turn.by > 0 else paths.LEFT)
    out = field.stand_right(unit.stands, unit.stands, state.settings)
    inner = out if turn.by > 0 else -out
    return abs(turn.x - inner) <= measure.TOLERANCE and abs(turn.y) <= measure.TOLERANCE


def _plan(
    state: State, unit: Unit, target: Unit, flank: bool, turn: paths.Manoeuvre | None, others: movement_table.Others
) -> Plan | Reason:
    path = _path_home(state, unit, target, turn, others)
    if isinstance(path, Reason):
        return path
    found = meeting(state, unit, target, flank, rounded_pose(path.end))
    if found is None:
        text = f"There is no room to line up with {target.name} within the {REACH_IN:g}″ of a charge."
        return Reason(text, PATH)
    made = paths.manoeuvres_of(path)
    if not made or made[-1].kind != "forward":
        # A line that touches the enemy before it sets out still goes in, by no distance at all.
        made = (*made, paths.forward(0.0))
    return Plan(target.id, flank, made, rounded_pose(path.end), *found)


def _path_home(
    state: State, unit: Unit, target: Unit, turn: paths.Manoeuvre | None, others: movement_table.Others
) -> paths.Sweep | Reason:
    """A wheel and straight on to contact with the target, if that is lawful [charge.path]."""
    size = state.settings.stand_in
    straight = paths.forward(REACH_IN + 2 * measure.TOLERANCE)
    drill = (straight,) if turn is None else (turn, straight)
    path = paths.sweep(unit.pose, unit.stands * size, size, drill)
    lane = paths.swept_block(path.stages[len(drill) - 1], path.width, path.depth)
    if lane is not None and gap(lane, field.block(target, state.settings)) > 2 * measure.TOLERANCE:
        return Reason(f"The line does not meet {target.name} this way.", PATH)
    foes = others.foes
    lines = others.foe_lines
    stop = paths.until_contact(path, lines)
    if stop.index < 0:
        return Reason(f"The line does not meet {target.name} this way.", PATH)
    if stop.stage != len(drill) - 1:
        return WHEELING
    path = paths.cut(path, stop)
    there = Block(path.end, path.width, path.depth)
    touched = [foe.id for foe, line in zip(foes, lines, strict=True) if gap(there, line) <= measure.TOLERANCE]
    if target.id not in touched:
        return Reason(f"The line meets {foes[stop.index].name} first.", PATH)
    dear = movement_table.distance_faults(state, unit, field.CHARGE, path)
    if dear:
        return dear[0]
    return _in_the_way(state, path, touched, others) or path


def _in_the_way(state: State, path: paths.Sweep, touched: list[str], others: movement_table.Others) -> Reason | None:
    """Other enemies within 1 in, friends, bad ground, the edge [charge.path, movement.interpenetration]."""
    untouched = [line for foe, line in zip(others.foes, others.foe_lines, strict=True) if foe.id not in touched]
    if paths.nearer_than(path, untouched, state.settings.min_separation_in) >= 0:
        return Reason(f"The line passes within {state.settings.min_separation_in:g}″ of another enemy.", PATH)
    if _through_friends(path, others):
        return Reason("A charge passes through no friends.", "infantry-action.movement.interpenetration")
    bad = movement_table.impassable(state, path)
    if bad:
        return Reason(f"Infantry cannot enter the {bad[0]}.", "infantry-action.movement.terrain")
    if not inside_table(state.ground, path):
        return Reason("The line would leave the table.", "infantry-action.movement.table-edge")
    return None


def _through_friends(path: paths.Sweep, others: movement_table.Others) -> bool:
    """A charge passes through no friends [movement.interpenetration]."""
    if paths.nearer_than(path, others.friend_lines, 5 * measure.TOLERANCE) < 0:
        return False
    return bool([friend for friend in others.friend_lines if movement_table.passes_through(path, friend)])


def meeting(
    state: State, unit: Unit, target: Unit, flank: bool, contact: Pose
) -> tuple[Pose, tuple[Fight, ...]] | None:
    """Where a charger that touches here comes to stand, and whom it fights there."""
    end = contact if flank else _squared_up(state, unit, target, contact)
    return None if end is None else (end, _fights(state, unit, target, flank, end))


def _fights(state: State, unit: Unit, target: Unit, flank: bool, end: Pose) -> tuple[Fight, ...]:
    """The target and whoever else the front meets, whichever way he faces; their stands fight those that are left over
    [charge.several-enemies].
    """
    there = field.block_at(unit, end, state.settings)
    fights = [_flank_fight(state, unit, target, end) if flank else _front_fight(state, unit, target, end)]
    for enemy in field.enemies(state, unit):
        if enemy.id == target.id or gap(there, field.block(enemy, state.settings)) > measure.TOLERANCE:
            continue
        _, front = to_local(end, enemy.pose.x, enemy.pose.y)
        if front > 0:
            behind = from_flank_or_rear(state, unit, enemy)
            fights.append((_flank_fight if behind else _front_fight)(state, unit, enemy, end))
    return tuple(fights)


def _front_fight(state: State, unit: Unit, enemy: Unit, end: Pose) -> Fight:
    """An enemy met from before his front; where he stands askew the charger is thought squared up to him."""
    offset = offset_of(state, unit, enemy, end)
    askew = measure.turn_between(end.facing, (enemy.pose.facing + measure.HALF_TURN) % measure.FULL_TURN)
    return Fight(
        charger=unit.id,
        defender=enemy.id,
        flank=False,
        offset=offset,
        charger_pose=opposite(state, unit, enemy, offset) if abs(askew) > rule.SHARPEST_WHEEL else end,
        defender_pose=enemy.pose,
    )


def _flank_fight(state: State, unit: Unit, target: Unit, contact: Pose) -> Fight:
    """The charged unit is treated as turning to face its charger, centre to centre [charge.flank-or-rear]."""
    size = state.settings.stand_in
    offset = rule.centred(unit.stands, target.stands)
    turned = _turned_to(state, unit, target, contact)
    aside = (offset - 0.5 * (unit.stands - target.stands)) * size
    x, y = to_world(turned, aside, size)
    return Fight(
        charger=unit.id,
        defender=target.id,
        flank=True,
        offset=offset,
        charger_pose=rounded_pose(Pose(x, y, (turned.facing + measure.HALF_TURN) % measure.FULL_TURN)),
        defender_pose=turned,
    )


def _turned_to(state: State, unit: Unit, target: Unit, contact: Pose) -> Pose:
    """The charged unit turned, its line along the charger's; where he has come past its middle, towards his own."""
    x, y = target.pose.x, target.pose.y
    if ahead_of_front(field.block_at(unit, contact, state.settings), x, y) < -measure.NOISE:
        return Pose(x, y, measure.bearing(x, y, contact.x, contact.y))
    return Pose(x, y, (contact.facing + measure.HALF_TURN) % measure.FULL_TURN)


def _squared_up(state: State, unit: Unit, target: Unit, contact: Pose) -> Pose | None:
    """Where a charger comes to stand, parallel to its target and stand opposite stand, by the least slide."""
    nearest = offset_of(state, unit, target, contact)
    for slide in range(unit.stands + target.stands):
        for offset in (nearest - slide, nearest + slide) if slide else (nearest,):
            if rule.pairs_at(unit.stands, target.stands, offset) > 0:
                end = opposite(state, unit, target, offset)
                if _no_stand_too_far(state, unit, end) and _fits(state, unit, end):
                    return end
    return None


def _no_stand_too_far(state: State, unit: Unit, end: Pose) -> bool:
    """Lined up, no stand is farther from where it began than a charge may go [charge.path]."""
    for stand in (1, unit.stands):
        ax, ay = field.stand_at(unit.pose, unit.stands, stand, state.settings)
        bx, by = field.stand_at(end, unit.stands, stand, state.settings)
        if not measure.within(measure.distance(ax, ay, bx, by), REACH_IN):
            return False
    return True


def opposite(state: State, unit: Unit, target: Unit, offset: int) -> Pose:
    """A charger's place squared up to a target at this offset [combat.pairing]."""
    size = state.settings.stand_in
    aside = (offset - 0.5 * (unit.stands - target.stands)) * size
    x, y = to_world(target.pose, aside, size)
    return rounded_pose(Pose(x, y, (target.pose.facing + measure.HALF_TURN) % measure.FULL_TURN))


def _fits(state: State, unit: Unit, end: Pose) -> bool:
    there = field.block_at(unit, end, state.settings)
    if off_table(state.ground, there) or block_touches_area(state.ground, muster.IMPASSABLE, there):
        return False
    return not [u for u in field.on_table(state) if u.id != unit.id and overlap(there, field.block(u, state.settings))]


def offset_of(state: State, unit: Unit, target: Unit, pose: Pose) -> int:
    """Whole stand widths by which the enemy's leftmost stand lies to the right of charger stand 1, as the charger sees
    it [combat.pairing].
    """
    # A table turned round reckons the same to the millionth, and a tie is to be one on both.
    return rule.offset_at(unit.stands, target.stands, round(_offset(state, unit, target, pose), 6))


def _offset(state: State, unit: Unit, target: Unit, pose: Pose) -> float:
    right, _ = to_local(target.pose, pose.x, pose.y)
    return right / state.settings.stand_in + 0.5 * (unit.stands - target.stands)
