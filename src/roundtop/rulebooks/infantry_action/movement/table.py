"""Moves at the table: their price, every fault, and what a unit's move decides."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item, March, Reason, Way
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of, way_of
from roundtop.record import record
from roundtop.rulebooks.infantry_action import field, muster
from roundtop.rulebooks.infantry_action.movement import events, rule
from roundtop.rulebooks.infantry_action.opportunity import events as opportunity_events
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.rulebooks.infantry_action.sight import table as sight_table
from roundtop.rulebooks.infantry_action.state import HOLD, State, Unit
from roundtop.table import path as paths
from roundtop.table.crossed import areas_met, crossed_lines, inside_table, lines_met, track_in_area
from roundtop.table.footprint import FAR, Block, gap, overlap
from roundtop.table.ground import crossing_at, off_table
from roundtop.table.measure import HALF_TURN, TOLERANCE, bearing, distance, kept, rounded, turn_between
from roundtop.table.pose import Pose, rounded_pose, to_local, to_world, turned


def move_decision(view: State, step: events.MoveUnit, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    size = view.settings.stand_in
    reach = rule.ALLOWANCE_IN[unit.order]
    form = March(
        unit.id, unit.pose, unit.stands * size, size, KINDS, allowance=reach, ways=ways(view, unit, unit.order)
    )
    sentence = f"{unit.name} may move up to {reach:g}″ ({unit.order.replace('-', ' ')})."
    clauses = (f"infantry-action.movement.{unit.order}", "infantry-action.movement.measuring")
    return Decision(player, "move", unit.id, sentence, clauses, form=form)


def check_move(view: State, step: events.MoveUnit, command: Command) -> tuple[Reason, ...]:
    unit = field.unit_of(view, step.unit)
    return tuple(judge(view, unit, unit.order, way_of(command)))


def moved(state: State, step: events.MoveUnit, command: Command) -> Progress:
    unit = field.unit_of(state, step.unit)
    manoeuvres = way_of(command)
    if not manoeuvres:
        return Progress(())
    if state.settings.opportunity_fire == "movement":
        return Progress((), (opportunity_events.MoveOn(unit.id, manoeuvres, ()),))
    end = rounded_pose(path_of(state, unit, manoeuvres).end)
    return Progress((events.Moved(unit.id, "order", unit.pose, end, manoeuvres),))


def pivot_decision(view: State, step: events.PivotBattery, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    turns = [by for by in range(-45, 46, 5) if not pivot_faults(view, unit, by)]
    items = [Item(str(by), f"turn {by}°" if by else "stay") for by in turns]
    sentence = f"{unit.name} may turn up to 45°."
    clauses = ("infantry-action.movement.artillery-static",)
    return Decision(player, "pivot", unit.id, sentence, clauses, form=Choose(tuple(items)))


def pivot_faults(state: State, unit: Unit, by: int) -> list[Reason]:
    """Up to 45 degrees, on the table and onto nobody [movement.artillery-static, movement.interpenetration]."""
    if by == 0:
        return []
    faults: list[Reason] = []
    clause = rule.step_refusal(rule.Step(HOLD, 0.0, 99.0, kind="battery", pivot=float(by), settings=state.settings))
    if clause:
        faults.append(Reason(f"A battery turns at most {rule.PIVOT_DEG:g}°.", clause))
    there = field.block_at(unit, turned(unit.pose, by * 100), state.settings)
    if off_table(state.ground, there):
        faults.append(Reason("The guns would leave the table.", "infantry-action.movement.table-edge"))
    for other in field.on_table(state):
        if other.id != unit.id and overlap(there, field.block(other, state.settings)):
            text = f"The guns would turn onto {other.name}."
            faults.append(Reason(text, "infantry-action.movement.interpenetration"))
    return faults


def check_pivot(view: State, step: events.PivotBattery, command: Command) -> tuple[Reason, ...]:
    return tuple(pivot_faults(view, field.unit_of(view, step.unit), int(key_of(command))))


def pivoted_battery(state: State, step: events.PivotBattery, command: Command) -> Progress:
    unit = field.unit_of(state, step.unit)
    by = int(key_of(command)) * 100
    if by == 0:
        return Progress(())
    return Progress((events.Moved(unit.id, "pivot", unit.pose, turned(unit.pose, by), (paths.turn(by),)),))


FAST_CONE: Final = 4500
KINDS: Final = ("forward", "oblique", "glide", "shift", "wheel", "pivot", "turn", "about-face")
STRAIGHT: Final = 100
"""A bearing this near, in hundredths of a degree, is the direction meant."""
SLIM: Final = 0.04
"""Lines standing shoulder to shoulder do not rub: a path is taken this much slimmer when it passes others."""


@record
class Price:
    """What a move costs its dearest stand: the way it walks, woods and obstacles."""

    farthest: float
    wood: float
    obstacles: int

    def inches(self) -> float:
        """The allowance it takes where the ground slows it."""
        return rule.slowed(self.farthest, self.wood, self.obstacles)


def path_of(state: State, unit: Unit, manoeuvres: tuple[paths.Manoeuvre, ...]) -> paths.Sweep:
    size = state.settings.stand_in
    return paths.sweep(unit.pose, unit.stands * size, size, manoeuvres)


def farthest_stand(state: State, unit: Unit, path: paths.Sweep) -> float:
    """The longest way that any stand walks; a rigid line has it at one of its ends [movement.measuring]."""
    out = field.stand_right(unit.stands, unit.stands, state.settings)
    return max(paths.walked(path, -out, 0.0), paths.walked(path, out, 0.0))


def price(state: State, unit: Unit, path: paths.Sweep) -> Price:
    """The cost of a move, stand by stand where the ground slows it [movement.terrain]."""
    if state.settings.terrain_movement == "none":
        return Price(farthest_stand(state, unit, path), 0.0, 0)
    dearest = Price(0.0, 0.0, 0)
    for stand in range(1, unit.stands + 1):
        right = field.stand_right(unit.stands, stand, state.settings)
        points = paths.track(path, right, 0.0)
        wood = track_in_area(state.ground, muster.WOODS, points)
        found = Price(paths.walked(path, right, 0.0), wood, len(crossed_lines(state.ground, muster.OBSTACLES, points)))
        if found.inches() > dearest.inches():
            dearest = found
    return dearest


@record(init=False)
class Others:
    """The lines that a unit has to mind when it moves."""

    foes: list[Unit]
    foe_lines: list[Block]
    friends: list[Unit]
    friend_lines: list[Block]

    def __init__(self, state: State, unit: Unit) -> None:
        self.foes = field.enemies(state, unit)
        self.foe_lines = [field.block(foe, state.settings) for foe in self.foes]
        self.friends = [friend for friend in field.on_table(state, unit.side) if friend.id != unit.id]
        self.friend_lines = [field.block(friend, state.settings) for friend in self.friends]


def judge(state: State, unit: Unit, order: str, manoeuvres: tuple[paths.Manoeuvre, ...]) -> list[Reason]:
    """Every reason why a unit may not make this move under its order; it may always stand."""
    return faults_of(state, unit, order, path_of(state, unit, manoeuvres), Others(state, unit))


def faults_of(state: State, unit: Unit, order: str, path: paths.Sweep, others: Others) -> list[Reason]:
    """Every reason against a move that is worked out already."""
    if not path.stages:
        return []
    reasons = _drill_faults(unit, order, path, state.settings)
    reasons.extend(distance_faults(state, unit, order, path))
    reasons.extend(_enemy_faults(state, unit, path, others))
    reasons.extend(_ground_faults(state, unit, path))
    reasons.extend(_friend_faults(state, unit, path.end, others))
    if not reasons and rounded_pose(path.end) == rounded_pose(path.start):
        return [Reason("The move ends where it began: it would do nothing.", "infantry-action.movement.measuring")]
    return reasons


def _drill_faults(unit: Unit, order: str, path: paths.Sweep, settings: Settings) -> list[Reason]:
    """One free about-face, at the start or the end; FAST ADVANCE goes on [movement.measuring, movement.direction]."""
    faults: list[Reason] = []
    turns = [place for place, stage in enumerate(path.stages) if stage.manoeuvre.kind == "about-face"]
    last = len(path.stages) - 1
    if len(turns) > 1 or (turns and turns[0] not in (0, last)):
        faults.append(
            Reason("One about-face is free, at the start or at the end.", "infantry-action.movement.measuring")
        )
    about_first = bool(turns) and turns[0] == 0 and last > 0
    if order == field.FAST and not _within_cone(unit, path, about_first, settings):
        faults.append(
            Reason("A fast advance keeps within 45 degrees of straight ahead.", "infantry-action.movement.direction")
        )
    return faults


def _within_cone(unit: Unit, path: paths.Sweep, faced_about: bool, settings: Settings) -> bool:
    """Whether both end stands, and so every stand between them, go forward [movement.direction]."""
    facing = unit.pose.facing + (HALF_TURN if faced_about else 0)
    half = field.stand_right(unit.stands, unit.stands, settings)
    flips = len([stage for stage in path.stages if stage.manoeuvre.kind == "about-face"])
    for out in (-half, half):
        ax, ay = to_world(path.start, out, 0.0)
        bx, by = to_world(path.end, -out if flips % 2 else out, 0.0)
        if distance(ax, ay, bx, by) > TOLERANCE and abs(turn_between(facing, bearing(ax, ay, bx, by))) > FAST_CONE + 1:
            return False
    return True


def distance_faults(state: State, unit: Unit, order: str, path: paths.Sweep) -> list[Reason]:
    """Farther than the order allows [movement.move, movement.fast-advance, movement.charge, movement.terrain]."""
    allowed = rule.ALLOWANCE_IN[order]
    cost = price(state, unit, path)
    clause = rule.step_refusal(
        rule.Step(order, cost.farthest, FAR, wood=cost.wood, obstacles=cost.obstacles, settings=state.settings)
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


def _enemy_faults(state: State, unit: Unit, path: paths.Sweep, others: Others) -> list[Reason]:
    """Stay 1 in from every enemy stand; whoever begins nearer must end farther off, and passes through nobody.

    [movement.separation, movement.interpenetration]
    """
    least = state.settings.min_separation_in
    faults: list[Reason] = []
    if paths.nearer_than(path, others.foe_lines, least) < 0:
        return faults
    start = field.block(unit, state.settings)
    end = field.block_at(unit, path.end, state.settings)
    for enemy, standing in zip(others.foes, others.foe_lines, strict=True):
        if paths.nearer_than(path, [standing], least) < 0:
            continue
        before = gap(start, standing)
        if not kept(before, least) and passes_through(path, standing):
            text = f"The move passes through {enemy.name}."
            faults.append(Reason(text, "infantry-action.movement.interpenetration"))
            continue
        after = gap(end, standing) if not kept(before, least) else paths.clearance(path, standing)
        clause = rule.step_refusal(rule.Step(field.MOVE, least, after, before, settings=state.settings))
        if clause:
            faults.append(Reason(f"The move comes within {after:.2f}″ of {enemy.name}.", clause))
    return faults


def passes_through(path: paths.Sweep, standing: Block) -> bool:
    """Whether a path goes over a line, not only past its shoulder [movement.interpenetration]."""
    slim = paths.sweep(path.start, path.width - SLIM, path.depth - SLIM, paths.manoeuvres_of(path))
    return paths.clearance(slim, standing) <= 0.0


def _ground_faults(state: State, unit: Unit, path: paths.Sweep) -> list[Reason]:
    """Voluntary moves stay on the table and out of bad ground [movement.table-edge, movement.terrain]."""
    faults: list[Reason] = []
    if path.stages and not inside_table(state.ground, path):
        faults.append(Reason("The line would leave the table.", "infantry-action.movement.table-edge"))
    for kind in impassable(state, path):
        faults.append(Reason(f"Infantry cannot enter the {kind}.", "infantry-action.movement.terrain"))
    return faults


def impassable(state: State, path: paths.Sweep) -> list[str]:
    """The kinds of ground in the way that may not be entered; a river may be crossed where it has a crossing."""
    ground = state.ground
    if not path.stages:
        return []
    found = [area.kind for area in areas_met(ground, muster.IMPASSABLE, path)]
    for line in lines_met(ground, muster.IMPASSABLE_LINES, path):
        middle = paths.track(path, 0.0, 0.0)
        places = [(c.x, c.y) for c in crossed_lines(ground, (line.kind,), middle)]
        if not places or not all([crossing_at(ground, ("ford", "bridge"), x, y) for x, y in places]):
            found.append(line.kind)
    return found


def _friend_faults(state: State, unit: Unit, end: Pose, others: Others) -> list[Reason]:
    """Friends may be passed through, but no unit ends on another [movement.interpenetration]."""
    there = field.block_at(unit, rounded_pose(end), state.settings)
    return [
        Reason(f"The line would end on {friend.name}.", "infantry-action.movement.interpenetration")
        for friend, standing in zip(others.friends, others.friend_lines, strict=True)
        if overlap(there, standing)
    ]


def nearest_enemy(state: State, unit: Unit, seen: bool) -> Unit | None:
    """The enemy unit nearest by its line, the first by its name if equal. `seen`: of those in sight."""
    here = field.block(unit, state.settings)
    ranked = sorted(
        [(rounded(gap(here, field.block(foe, state.settings))), foe.id) for foe in field.enemies(state, unit)]
    )
    for _, id in ranked:
        foe = field.unit_of(state, id)
        if not seen or sight_table.sees(state, unit, foe):
            return foe
    return None


def cut_short(state: State, unit: Unit, path: paths.Sweep, others: Others) -> paths.Sweep:
    """A move cut where it would come too near an enemy or leave the table."""
    least = state.settings.min_separation_in
    if paths.nearer_than(path, others.foe_lines, least) >= 0:
        here = field.block(unit, state.settings)
        lines = [standing for standing in others.foe_lines if kept(gap(here, standing), least)]
        path = paths.cut(path, paths.until_gap(path, lines, least))
    while path.stages and not inside_table(state.ground, path):
        last = path.stages[-1].manoeuvre
        if abs(last.amount) < 1.0 and abs(last.x) + abs(last.y) < 1.0:
            return path_of(state, unit, ())
        shorter = paths.Manoeuvre(
            kind=last.kind, amount=last.amount * 0.5, by=last.by, on=last.on, x=last.x * 0.5, y=last.y * 0.5
        )
        path = path_of(state, unit, (*paths.manoeuvres_of(path)[:-1], shorter))
    return path


def ways(state: State, unit: Unit, order: str) -> tuple[Way, ...]:
    """Good moves under an order, each of them lawful; standing still is always one."""
    found = [Way("stand", "stand", (), unit.pose)]
    others = Others(state, unit)
    for key, label, manoeuvres in _ideas(state, unit, order):
        path = cut_short(state, unit, path_of(state, unit, manoeuvres), others)
        if path.stages and not faults_of(state, unit, order, path, others):
            found.append(Way(key, label, paths.manoeuvres_of(path), rounded_pose(path.end)))
    return tuple(found)


def _ideas(state: State, unit: Unit, order: str) -> list[tuple[str, str, tuple[paths.Manoeuvre, ...]]]:
    reach = rule.ALLOWANCE_IN[order]
    ideas: list[tuple[str, str, tuple[paths.Manoeuvre, ...]]] = [
        ("forward", f"forward {reach:g}″", (paths.forward(reach),)),
        ("oblique-left", "oblique to the left", (paths.oblique(reach, -3000),)),
        ("oblique-right", "oblique to the right", (paths.oblique(reach, 3000),)),
    ]
    if order == field.MOVE:
        ideas.append(("back", "back 6″", (paths.forward(-6.0),)))
        ideas.append(("about", "face about", (paths.about_face(),)))
    enemy = nearest_enemy(state, unit, False)
    if enemy is not None:
        out = field.stand_right(unit.stands, unit.stands, state.settings)
        right, _ = to_local(unit.pose, enemy.pose.x, enemy.pose.y)
        to_left = (paths.pivot(-4000, -out, 0.0),)
        ideas.append(("wheel", "wheel 40° towards the enemy", (paths.pivot(4000, out, 0.0),) if right > 0 else to_left))
        ideas.append(("towards", f"towards {enemy.name}", towards(unit, enemy.pose.x, enemy.pose.y, reach)))
    return ideas


def towards(unit: Unit, x: float, y: float, reach: float) -> tuple[paths.Manoeuvre, ...]:
    """Straight at a place, keeping the facing, as far as an allowance goes."""
    pose = unit.pose
    away = distance(pose.x, pose.y, x, y)
    if away <= TOLERANCE:
        return ()
    share = min(1.0, reach / away)
    return (paths.shift((x - pose.x) * share, (y - pose.y) * share),)


PLAYS: Final[Plays] = {
    events.MoveUnit: Play(no_effect, field.owner, move_decision, moved, check_move),
    events.PivotBattery: Play(no_effect, field.owner, pivot_decision, pivoted_battery, check_pivot),
}
