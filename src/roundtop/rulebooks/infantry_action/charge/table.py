"""Who can be charged by which wheel, and what a charge decides."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Final, final

from roundtop.battle.forms import Choose, Chosen, Item, March, Marched, Reason, Way
from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action import field, muster
from roundtop.rulebooks.infantry_action.charge import events as charge_events
from roundtop.rulebooks.infantry_action.command import events as command_events
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.melee import events as melee_events
from roundtop.rulebooks.infantry_action.movement import events as movement_events
from roundtop.rulebooks.infantry_action.movement import rule as movement_rule
from roundtop.rulebooks.infantry_action.movement import table as movement_table
from roundtop.rulebooks.infantry_action.sight import table as sight_table
from roundtop.rulebooks.infantry_action.state import Fight, State, Unit
from roundtop.table import measure
from roundtop.table import path as paths
from roundtop.table.arc import ahead_of_front
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import Block, gap, overlap
from roundtop.table.ground import block_touches_area, off_table
from roundtop.table.pose import Pose, rounded_pose, to_local, to_world


def charge_decision(view: State, step: charge_events.ChargeUnit, player: str) -> Decision:
    """Name a target in reach; with nobody in reach, go forward or stand [charge.declaration, charge.no-target]."""
    unit = field.unit_of(view, step.unit)
    plans = charge_targets(view, unit)
    size = view.settings.stand_in
    if not plans:
        form = March(unit.id, unit.pose, unit.stands * size, size, movement_table.KINDS, 12.0, advance_ways(view, unit))
        sentence = f"{unit.name} can reach nobody: it may go up to 12″ straight ahead or towards the nearest enemy."
        return Decision(player, "advance", unit.id, sentence, ("infantry-action.charge.no-target",), form)
    items = tuple([Item(plan.target, _charge_label(view, plan.target, plan.flank)) for plan in plans])
    clauses = ("infantry-action.charge.declaration", "infantry-action.charge.path")
    return Decision(player, "charge", unit.id, f"{unit.name} charges: name the target.", clauses, Choose(items))


def _charge_label(view: State, target: str, flank: bool) -> str:
    return field.unit_of(view, target).name + (" (flank or rear)" if flank else "")


def check_charge(view: State, step: charge_events.ChargeUnit, command: Command) -> tuple[Reason, ...]:
    if not isinstance(command.answer, Marched):
        return ()
    unit = field.unit_of(view, step.unit)
    return tuple(advance_faults(view, unit, command.answer.manoeuvres, advance_lanes(view, unit)))


def charge_made(state: State, step: charge_events.ChargeUnit, command: Command) -> Progress:
    unit = field.unit_of(state, step.unit)
    if isinstance(command.answer, Marched):
        manoeuvres = command.answer.manoeuvres
        if not manoeuvres:
            return Progress(())
        end = rounded_pose(movement_table.path_of(state, unit, manoeuvres).end)
        return Progress((movement_events.Moved(unit.id, "order", unit.pose, end, manoeuvres),))
    assert isinstance(command.answer, Chosen)
    target = command.answer.keys[0]
    plan = charge_plan(state, unit, field.unit_of(state, target))
    assert plan is not None
    steps = (
        melee_events.SetDominoes(unit.id),
        fire_events.ChargeFire(unit.id, target),
        charge_events.ChargeHome(unit.id, target),
    )
    return Progress((charge_events.ChargeDeclared(unit.id, target, plan.flank, plan.contact),), steps, final=True)


def charge_home(state: State, step: charge_events.ChargeHome, dice: Dice) -> Progress:
    """Contact: the charged are pinned, their chits turned up, and they draw their own dominoes.

    [movement.pinned, movement.pinned-order, activation.early-reveal, combat.defender-when]
    """
    unit = field.unit_of(state, step.charger)
    plan = charge_plan(state, unit, field.unit_of(state, step.target))
    assert plan is not None
    events: list[object] = [
        movement_events.Moved(unit.id, "charge", unit.pose, plan.end, plan.manoeuvres),
        charge_events.ContactMade(plan.fights),
    ]
    steps: list[object] = []
    for fight in plan.fights:
        defender = field.unit_of(state, fight.defender)
        if not defender.revealed:
            events.append(command_events.ChitRevealed(defender.id, defender.order))
        if not defender.dominoes:
            steps.append(melee_events.SetDominoes(defender.id))
    return Progress(tuple(events), tuple(steps))


def advance_faults(state: State, unit: Unit, manoeuvres: tuple[paths.Manoeuvre, ...], lanes: list[int]) -> list[Reason]:
    """A charge with nobody in reach: an ordinary MOVE, straight ahead or towards the nearest visible enemy."""
    faults = movement_table.judge(state, unit, field.CHARGE, manoeuvres)
    end = movement_table.path_of(state, unit, manoeuvres).end
    if measure.distance(unit.pose.x, unit.pose.y, end.x, end.y) > measure.TOLERANCE:
        heading = measure.bearing(unit.pose.x, unit.pose.y, end.x, end.y)
        if not [lane for lane in lanes if abs(measure.turn_between(lane, heading)) <= movement_table.STRAIGHT]:
            text = "A charge that reaches nobody goes straight ahead or towards the nearest enemy in sight."
            faults.append(Reason(text, "infantry-action.charge.no-target"))
    return faults


def advance_lanes(state: State, unit: Unit) -> list[int]:
    """Straight ahead, and towards the nearest enemy in sight [charge.no-target]."""
    lanes = [unit.pose.facing]
    enemy = movement_table.nearest_enemy(state, unit, True)
    if enemy is not None:
        lanes.append(measure.bearing(unit.pose.x, unit.pose.y, enemy.pose.x, enemy.pose.y))
    return lanes


def advance_ways(state: State, unit: Unit) -> tuple[Way, ...]:
    """What a charge with nobody in reach may do instead [charge.no-target]."""
    found = [Way("stand", "stand", (), unit.pose)]
    lanes = advance_lanes(state, unit)
    others = movement_table.Others(state, unit)
    for number, lane in enumerate(lanes):
        straight = movement_table.path_of(
            state, unit, (paths.shift(12.0 * measure.sine(lane), 12.0 * measure.cosine(lane)),)
        )
        made = paths.manoeuvres_of(movement_table.cut_short(state, unit, straight, others))
        if made and not advance_faults(state, unit, made, lanes):
            label = "straight ahead" if number == 0 else "towards the nearest enemy"
            found.append(
                Way(f"lane-{number}", label, made, rounded_pose(movement_table.path_of(state, unit, made).end))
            )
    return tuple(found)


SHARPEST_WHEEL: Final = 4500
WHEELS: Final = (0, -1500, 1500, -3000, 3000, -4500, 4500)


@final
@dataclass(slots=True)
class Plan:
    """A charge that will go home: its path, where it first touches, and the fights it brings about."""

    target: str
    flank: bool
    manoeuvres: tuple[paths.Manoeuvre, ...]
    contact: Pose
    end: Pose
    fights: tuple[Fight, ...]


def charge_targets(state: State, unit: Unit) -> list[Plan]:
    """One plan for each enemy unit that can be charged [charge.declaration]."""
    plans: list[Plan] = []
    for enemy in field.enemies(state, unit):
        if not in_charge_reach(state, unit, enemy):
            continue
        plan = charge_plan(state, unit, enemy)
        if plan is not None and sight_table.sees(state, unit, enemy):
            plans.append(plan)
    return plans


def in_charge_reach(state: State, unit: Unit, enemy: Unit) -> bool:
    """Nearest stand within 12 in of nearest stand [movement.charge]."""
    return measure.within(
        gap(field.block(unit, state.settings), field.block(enemy, state.settings)),
        movement_rule.ALLOWANCE_IN[field.CHARGE],
    )


def from_flank_or_rear(state: State, unit: Unit, target: Unit) -> bool:
    """More than half of the stands begin behind the line of the target's front [charge.flank-or-rear]."""
    front = field.block(target, state.settings)
    behind = 0
    for stand in range(1, unit.stands + 1):
        x, y = field.stand_at(unit.pose, unit.stands, stand, state.settings)
        if ahead_of_front(front, x, y) < -measure.NOISE:
            behind += 1
    return 2 * behind > unit.stands


def charge_plan(state: State, unit: Unit, target: Unit) -> Plan | None:
    """The first path that reaches the target: the wheel that squares up to it, the one that points at it, then others.

    The book leaves the choice of path open; any lawful one ends in the same lining up.
    """
    flank = from_flank_or_rear(state, unit, target)
    others = movement_table.Others(state, unit)
    for by in _wheels(unit, target, flank):
        path = charge_path(state, unit, target, by, others)
        if path is None:
            continue
        plan = _meeting(state, unit, target, flank, path)
        if plan is not None:
            return plan
    return None


def _wheels(unit: Unit, target: Unit, flank: bool) -> list[int]:
    pose = unit.pose
    pointing = measure.turn_between(pose.facing, measure.bearing(pose.x, pose.y, target.pose.x, target.pose.y))
    square = measure.turn_between(pose.facing, (target.pose.facing + measure.HALF_TURN) % measure.FULL_TURN)
    tried = [pointing] if flank else [square, pointing]
    found: list[int] = []
    for by in [*tried, *WHEELS]:
        if abs(by) <= SHARPEST_WHEEL and by not in found:
            found.append(by)
    return found


def charge_path(state: State, unit: Unit, target: Unit, by: int, others: movement_table.Others) -> paths.Sweep | None:
    """A wheel and straight on to contact with the target, if that is lawful [charge.path].

    The wheel is on the inner stand; on the inner front corner where friends at its shoulder leave no other room.
    """
    out = field.stand_right(unit.stands, unit.stands, state.settings)
    inner = (out, "right") if by > 0 else (-out, "left")
    for turn in (paths.pivot(by, inner[0], 0.0), paths.wheel(by, inner[1])) if by else (None,):
        path = _path_home(state, unit, target, turn, others)
        if path is not None:
            return path
    return None


def _path_home(
    state: State, unit: Unit, target: Unit, turn: paths.Manoeuvre | None, others: movement_table.Others
) -> paths.Sweep | None:
    size = state.settings.stand_in
    ahead = paths.forward(movement_rule.ALLOWANCE_IN[field.CHARGE] + 2 * measure.TOLERANCE)
    drill = (ahead,) if turn is None else (turn, ahead)
    path = paths.sweep(unit.pose, unit.stands * size, size, drill)
    if paths.clearance(path, field.block(target, state.settings)) > measure.TOLERANCE:
        return None
    foes = others.foes
    lines = others.foe_lines
    stop = paths.until_contact(path, lines)
    if stop.index < 0 or stop.stage != len(drill) - 1:
        return None
    path = paths.cut(path, stop)
    there = Block(path.end, path.width, path.depth)
    touched = [foe.id for foe, line in zip(foes, lines, strict=True) if gap(there, line) <= measure.TOLERANCE]
    if target.id not in touched or not measure.within(
        movement_table.price(state, unit, path).inches(), movement_rule.ALLOWANCE_IN[field.CHARGE]
    ):
        return None
    untouched = [line for foe, line in zip(foes, lines, strict=True) if foe.id not in touched]
    if paths.nearer_than(path, untouched, state.settings.min_separation_in) >= 0 or _through_friends(path, others):
        return None
    return None if movement_table.impassable(state, path) or not inside_table(state.ground, path) else path


def _through_friends(path: paths.Sweep, others: movement_table.Others) -> bool:
    """A charge passes through no friends [movement.interpenetration]."""
    if paths.nearer_than(path, others.friend_lines, 5 * measure.TOLERANCE) < 0:
        return False
    return bool([friend for friend in others.friend_lines if movement_table.passes_through(path, friend)])


def _meeting(state: State, unit: Unit, target: Unit, flank: bool, path: paths.Sweep) -> Plan | None:
    contact = rounded_pose(path.end)
    if flank:
        fights = _flank_fights(state, unit, target, contact)
        return Plan(target.id, True, paths.manoeuvres_of(path), contact, contact, fights)
    end = _squared_up(state, unit, target, contact)
    if end is None:
        return None
    return Plan(target.id, False, paths.manoeuvres_of(path), contact, end, _front_fights(state, unit, target, end))


def _flank_fights(state: State, unit: Unit, target: Unit, contact: Pose) -> tuple[Fight, ...]:
    """The target and whoever else is met; their stands fight those that are left over [charge.several-enemies]."""
    there = field.block_at(unit, contact, state.settings)
    fights = [_flank_fight(state, unit, target, contact)]
    for enemy in field.enemies(state, unit):
        if enemy.id == target.id or gap(there, field.block(enemy, state.settings)) > measure.TOLERANCE:
            continue
        if from_flank_or_rear(state, unit, enemy):
            fights.append(_flank_fight(state, unit, enemy, contact))
        else:
            offset = offset_of(state, unit, enemy, contact)
            fights.append(Fight(unit.id, enemy.id, False, offset, opposite(state, unit, enemy, offset), enemy.pose))
    return tuple(fights)


def _flank_fight(state: State, unit: Unit, target: Unit, contact: Pose) -> Fight:
    """The charged unit is treated as turning to face its charger, centre to centre [charge.flank-or-rear]."""
    size = state.settings.stand_in
    offset = floor((unit.stands - target.stands) / 2)
    turned = Pose(target.pose.x, target.pose.y, (contact.facing + measure.HALF_TURN) % measure.FULL_TURN)
    aside = (offset - 0.5 * (unit.stands - target.stands)) * size
    x, y = to_world(turned, aside, size)
    return Fight(unit.id, target.id, True, offset, rounded_pose(Pose(x, y, contact.facing)), turned)


def _squared_up(state: State, unit: Unit, target: Unit, contact: Pose) -> Pose | None:
    """Where a charger comes to stand, parallel to its target and stand opposite stand, by the least slide."""
    nearest = offset_of(state, unit, target, contact)
    for slide in range(unit.stands + target.stands):
        for offset in (nearest - slide, nearest + slide) if slide else (nearest,):
            end = opposite(state, unit, target, offset)
            if _overlap_of(unit.stands, target.stands, offset) > 0 and _fits(state, unit, end):
                return end
    return None


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
    it; halves towards more pairs, then towards the smaller [combat.pairing].
    """
    right, _ = to_local(target.pose, pose.x, pose.y)
    exact = right / state.settings.stand_in + 0.5 * (unit.stands - target.stands)
    smaller = floor(exact)
    over = exact - smaller
    best = smaller if over < 0.5 else smaller + 1
    if abs(over - 0.5) <= measure.TOLERANCE:
        more = _overlap_of(unit.stands, target.stands, smaller + 1) > _overlap_of(unit.stands, target.stands, smaller)
        best = smaller + 1 if more else smaller
    return max(1 - target.stands, min(unit.stands - 1, best))


def _overlap_of(charger: int, defender: int, offset: int) -> int:
    """Pairs at an offset."""
    return max(0, min(charger, defender + offset) - max(1, offset + 1) + 1)


def _front_fights(state: State, unit: Unit, target: Unit, end: Pose) -> tuple[Fight, ...]:
    """A front that meets two units fights both [charge.several-enemies]."""
    there = field.block_at(unit, end, state.settings)
    fights = [Fight(unit.id, target.id, False, offset_of(state, unit, target, end), end, target.pose)]
    for enemy in field.enemies(state, unit):
        if enemy.id == target.id or gap(there, field.block(enemy, state.settings)) > measure.TOLERANCE:
            continue
        _, front = to_local(end, enemy.pose.x, enemy.pose.y)
        square = (
            abs(measure.turn_between(end.facing, (enemy.pose.facing + measure.HALF_TURN) % measure.FULL_TURN))
            <= SHARPEST_WHEEL
        )
        offset = offset_of(state, unit, enemy, end)
        if front > 0 and square and _overlap_of(unit.stands, enemy.stands, offset) > 0:
            fights.append(Fight(unit.id, enemy.id, False, offset, end, enemy.pose))
    return tuple(fights)


PLAYS: Final[Plays] = {
    charge_events.ChargeHome: Play(charge_home),
}
