"""Good things to do with a turn, and the way to a place that a hand points at."""

from __future__ import annotations

from typing import Final, TypeAlias

from roundtop.battle.forms import Answer, Marched, Way
from roundtop.record import replace
from roundtop.rulebooks.charge_boys import field, tables, words
from roundtop.rulebooks.charge_boys.artillery import crews as artillery_crews
from roundtop.rulebooks.charge_boys.formation import table as formation_table
from roundtop.rulebooks.charge_boys.movement import events, paths, rule, table
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.sight import table as sight_table
from roundtop.rulebooks.charge_boys.state import ABANDONED, State, Unit
from roundtop.rulebooks.charge_boys.terrain import actions as terrain_actions
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.rulebooks.charge_boys.terrain import table as terrain_table
from roundtop.table.measure import (
    HALF_TURN,
    NOISE,
    QUARTER_TURN,
    TOLERANCE,
    bearing,
    distance,
    last_holding,
    narrowed,
    turn_between,
)
from roundtop.table.path import Manoeuvre, about_face, forward, glide, leg, manoeuvres_of, shift, turn, wheel
from roundtop.table.plan import plan_drill, plan_towards
from roundtop.table.pose import Point, Pose, to_local

SLANT: Final = 0.35
"""How far to the side of straight ahead, for each inch forward, a place is reached by stepping sideways."""
PARTS: Final = 4096
FINEST: Final = 1 / PARTS
"""How closely the end of a move is sought, as a share of its last manoeuvre."""
LEAST_IN: Final = 0.1
LEAST_BY: Final = 100
"""A move shorter than this, or a wheel narrower, is not worth proposing."""
Idea: TypeAlias = tuple[str, str, tuple[Manoeuvre, ...]]
"""A move worth trying: its key, its label, its manoeuvres."""
ONWARD: Final = {formation: f"Forward {most:g}″" for formation, most in tables.ALLOWANCE_IN.items()}
ALL_BACK: Final = {formation: f"Back {most:g}″" for formation, most in tables.ALLOWANCE_IN.items()}
HALF_BACK: Final = {formation: f"Back {0.5 * most:g}″" for formation, most in tables.ALLOWANCE_IN.items()}


def ways(state: State, unit: Unit) -> tuple[Way, ...]:
    """Good things to do with a turn, each of them lawful; standing still is always one."""
    found = [Way("stand", "Stand", (), unit.pose)]
    condition = table.condition_of(state, unit)
    if rule.breaks_off(condition):
        end = table.break_off(state, unit)[-1]
        assert isinstance(end, events.Moved)
        return (*found, Way(table.BREAK_OFF, "Break off", (Manoeuvre(table.BREAK_OFF),), end.end))
    if field.locked(state, unit.id):
        return tuple(found)
    if unit.building >= 0:
        return (*found, *_leaving(state, unit))
    if unit.mettle.state not in (tables.HALTED, tables.ROUTING):
        found.extend(_marches(state, unit))
    if rule.may_form(condition):
        found.extend(_formings(state, unit))
    if rule.may_advance(condition):
        found.extend(_obstacles(state, unit))
    return tuple(found)


def _marches(state: State, unit: Unit) -> list[Way]:
    reach = table.reach_of(unit) + 2.0
    others = movement_faults.Others(state, unit, reach)
    found: list[Way] = []
    around = terrain_table.Terrain(state.ground, field.body(unit, state.settings), reach)
    for key, label, manoeuvres in ideas(state, unit):
        way = fitted(state, unit, manoeuvres, others, around)
        if way is not None:
            found.append(Way(key, label, way[0], way[1].end.pose))
    return found


def fitted(
    state: State,
    unit: Unit,
    manoeuvres: tuple[Manoeuvre, ...],
    others: movement_faults.Others,
    around: terrain_table.Terrain | None = None,
) -> tuple[tuple[Manoeuvre, ...], paths.Route] | None:
    """A move cut to what is lawful, or None: short of the enemy, on the table, within the allowance."""
    now = unit
    drill = manoeuvres
    first = tuple([one for one in manoeuvres if one.kind in table.FREE])
    if first:
        now = table.freed(state, unit, manoeuvres)
        drill = tuple([one for one in manoeuvres if one.kind not in table.FREE])
    for _ in range(3):
        way = paths.route(state, now, drill, around)
        if not drill:
            return first, way
        if len(way.paths) == 1 and unit.formation != tables.UNLIMBERED and not unit.trail:
            path = movement_faults.cut_short(state, way.paths[0], others)
            if path is not way.paths[0]:
                drill = manoeuvres_of(path)
                if not drill:
                    return None
                way = paths.route(state, now, drill, around)
        barred = movement_faults.speaks_against(state, now, way, others)
        if not barred and not table.advance_faults(state, now, way):
            return (*first, *drill), way
        paid = _paid_for(now, way)
        drill = _as_far_as_may_be(state=state, unit=now, drill=drill, others=others, around=around, paid=paid)
        if not drill:
            return None
    return None


def _as_far_as_may_be(
    state: State,
    unit: Unit,
    drill: tuple[Manoeuvre, ...],
    others: movement_faults.Others,
    around: terrain_table.Terrain | None,
    paid: float,
) -> tuple[Manoeuvre, ...]:
    """A move whose last manoeuvre stops in contact with what it cannot pay for or pass, () where it cannot begin.

    It is looked for first where so great a share of the manoeuvre ends as is paid for.
    [move.partial, terrain.half-turn-arithmetic, terrain.hedge]
    """
    if not drill:
        return ()
    known: dict[tuple[float, int, float, float], bool] = {}

    def may_go(share: float) -> bool:
        last = part_of(unit, drill, share)
        key = (last.amount, last.by, last.x, last.y)
        if key not in known:
            way = paths.route(state, unit, (*drill[:-1], last), around)
            barred = movement_faults.speaks_against(state, unit, way, others)
            known[key] = not (barred or table.advance_faults(state, unit, way))
        return known[key]

    if paid < 1.0:
        share = FINEST * last_holding(0, PARTS, int(paid * PARTS), lambda parts: may_go(parts * FINEST))
    else:
        share = narrowed(0.0, 1.0, FINEST, may_go)[0]
    last = part_of(unit, drill, share)
    x, y = _from(unit, drill)
    inches = max(abs(last.amount), distance(x, y, last.x, last.y) if last.x or last.y else 0.0)
    return (*drill[:-1], last) if inches >= LEAST_IN or abs(last.by) >= LEAST_BY else ()


def _paid_for(unit: Unit, way: paths.Route) -> float:
    """The share of its last stretch that a move's allowance pays for, near enough to look there first."""
    if not way.paths or not way.paths[-1].stages or unit.formation == tables.UNLIMBERED:
        return 1.0
    length = way.paths[-1].stages[-1].length
    before = sum([leg.inches for leg in way.legs if leg.kind in terrain_rule.PER_INCH]) - length
    covered = terrain_rule.ground_covered(tuple(way.legs), tables.ALLOWANCE_IN[unit.formation], unit.formation)
    return max(0.0, min(1.0, (covered + TOLERANCE - before) / length)) if length > NOISE else 1.0


def _from(unit: Unit, drill: tuple[Manoeuvre, ...]) -> Point:
    """Where the last manoeuvre of a move is measured from: a leg names a place, a shift a way."""
    if drill[-1].kind != "leg":
        return (0.0, 0.0)
    return (drill[-2].x, drill[-2].y) if len(drill) > 1 and drill[-2].kind == "leg" else unit.trail[-1]


def part_of(unit: Unit, drill: tuple[Manoeuvre, ...], share: float) -> Manoeuvre:
    """So much of the last manoeuvre, cut off at hundredths."""
    last = drill[-1]
    x, y = _from(unit, drill)
    return replace(
        last,
        amount=_cut_off(share * last.amount),
        by=int(share * last.by),
        x=x + _cut_off(share * (last.x - x)) if last.x or last.y else 0.0,
        y=y + _cut_off(share * (last.y - y)) if last.x or last.y else 0.0,
    )


def _cut_off(length: float) -> float:
    return int(100.0 * length + (NOISE if length > 0.0 else -NOISE)) / 100.0


def ideas(state: State, unit: Unit) -> list[Idea]:
    """Moves worth trying, by the formation of the unit."""
    if unit.trail:
        return _column_ideas(state, unit)
    if unit.formation == tables.UNLIMBERED:
        return _gun_ideas(state, unit)
    return _loose_ideas(state, unit) if paths.is_loose(unit) else _formed_ideas(state, unit)


def _formed_ideas(state: State, unit: Unit) -> list[Idea]:
    most = tables.ALLOWANCE_IN[unit.formation]
    back: Idea = ("back", HALF_BACK[unit.formation], (forward(-0.5 * most),))
    if unit.mettle.state == tables.RETIRED:
        return [back]
    front, deep = field.size(unit, state.settings)
    tried: list[Idea] = [("forward", ONWARD[unit.formation], (forward(most),)), back]
    enemy = sight_table.nearest_enemy(state, unit, False)
    if enemy is not None:
        x, y = enemy.pose.x, enemy.pose.y
        plan = plan_towards(start=unit.pose, x=x, y=y, width=front, depth=deep, allowance=most - NOISE)
        if plan.manoeuvres and plan.manoeuvres[0].kind == "wheel":
            tried.append(("towards", f"Towards {enemy.name}", plan.manoeuvres))
        _, on = to_local(unit.pose, x, y)
        if on < 0.0:
            tried.append(("about", "Face about", (about_face(),)))
    if formation_table.may_close_up(unit):
        tried.append((table.CLOSE_UP, "Close up and go forward", (Manoeuvre(table.CLOSE_UP), forward(most))))
    by = min(4500, int(18000.0 * 0.5 * most / (3.1416 * front)))
    degrees = (by + 50) // 100
    tried.append(("wheel-left", f"Wheel {degrees}° to the left", (wheel(-by, "left"),)))
    tried.append(("wheel-right", f"Wheel {degrees}° to the right", (wheel(by, "right"),)))
    return tried


def _loose_ideas(state: State, unit: Unit) -> list[Idea]:
    most = tables.ALLOWANCE_IN[unit.formation]
    tried: list[Idea] = [("back", ALL_BACK[unit.formation], (forward(-most),))]
    if unit.mettle.state == tables.RETIRED:
        return tried
    tried.append(("forward", ONWARD[unit.formation], (forward(most),)))
    goal = _loose_goal(state, unit)
    if goal is not None:
        name, x, y = goal
        away = distance(unit.pose.x, unit.pose.y, x, y)
        share = min(1.0, most / away) if away > NOISE else 0.0
        by = turn_between(unit.pose.facing, bearing(unit.pose.x, unit.pose.y, x, y))
        steps: tuple[Manoeuvre, ...] = (shift((x - unit.pose.x) * share, (y - unit.pose.y) * share),)
        tried.append(("towards", f"Towards {name}", (turn(by), *steps) if abs(by) > 500 else steps))
    tried.append(("left", "To the left", (glide(-0.5 * most),)))
    tried.append(("right", "To the right", (glide(0.5 * most),)))
    return tried


def _loose_goal(state: State, unit: Unit) -> tuple[str, float, float] | None:
    """Where loose troops would go: gunners to their guns, others at the enemy."""
    if unit.arm == tables.ARTILLERY:
        guns = [
            (distance(unit.pose.x, unit.pose.y, gun.pose.x, gun.pose.y), gun.pose.x, gun.pose.y)
            for other in state.units
            if other.side == unit.side
            for gun in other.guns
            if gun.fate == ABANDONED
        ]
        if guns:
            _, x, y = min(guns)
            return "the guns", x, y
    enemy = sight_table.nearest_enemy(state, unit, False)
    return None if enemy is None else (enemy.name, enemy.pose.x, enemy.pose.y)


def _gun_ideas(state: State, unit: Unit) -> list[Idea]:
    most = table.reach_of(unit)
    tried: list[Idea] = []
    if artillery_crews.shared_crew(unit) != unit.guns and artillery_crews.better_shared(state, unit):
        tried.append((table.SHARE, "Share out the crews", (Manoeuvre(table.SHARE),)))
    enemy = sight_table.nearest_enemy(state, unit, False)
    if enemy is not None and unit.mettle.state != tables.RETIRED:
        by = turn_between(unit.pose.facing, bearing(unit.pose.x, unit.pose.y, enemy.pose.x, enemy.pose.y))
        by = max(-4500, min(4500, by))
        if abs(by) > 500:
            tried.append(("swing", f"Swing {abs(by) / 100:.0f}° towards {enemy.name}", (turn(by),)))
    if most > 0.0:
        tried.append(("back", f"Manhandle back {most:g}″", (forward(-most),)))
        if unit.mettle.state != tables.RETIRED:
            tried.append(("forward", f"Manhandle forward {most:g}″", (forward(most),)))
    return tried


def _column_ideas(state: State, unit: Unit) -> list[Idea]:
    most = tables.ALLOWANCE_IN[unit.formation]
    if unit.mettle.state == tables.RETIRED:
        return []
    x, y = unit.trail[-1]
    tried: list[Idea] = [
        ("forward", ONWARD[unit.formation], (forward(most),)),
        ("about", "Face about", (about_face(),)),
    ]
    march = road_march(state, unit, x, y, tables.allowance(tables.ROAD_COLUMN, True))
    if march:
        tried.append(("road", "Along the road", march))
    return tried


def road_march(state: State, unit: Unit, x: float, y: float, most: float) -> tuple[Manoeuvre, ...]:
    """Along the road that the head of a column is on, the way it is facing [move.infantry-road]."""
    for road in state.ground.roads:
        if road.kind not in terrain_rule.ROAD_KINDS:
            continue
        found = _along(points=road.points, x=x, y=y, facing=unit.pose.facing, most=most, half=0.5 * road.width)
        legs = [leg(px, py) for px, py in found]
        at = (x, y)
        if legs and all([terrain_table.along_road(state.ground, a[0], a[1], b[0], b[1]) for a, b in _pairs(at, found)]):
            return tuple(legs)
    return ()


def _pairs(start: Point, points: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip([start, *points[:-1]], points, strict=True))


def _along(points: tuple[Point, ...], x: float, y: float, facing: int, most: float, half: float) -> list[Point]:
    """The next so many inches of a line of points from near a place, in the direction of a facing."""
    best = (half + 1.0, 0, 0.0)
    for place in range(1, len(points)):
        ax, ay = points[place - 1]
        bx, by = points[place]
        length = distance(ax, ay, bx, by)
        part = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / (length * length)))
        away = distance(x, y, ax + part * (bx - ax), ay + part * (by - ay))
        if away < best[0]:
            best = (away, place, part)
    away, place, part = best
    if place == 0:
        return []
    ax, ay = points[place - 1]
    bx, by = points[place]
    onward = abs(turn_between(facing, bearing(ax, ay, bx, by))) <= QUARTER_TURN
    coming = list(points[place:]) if onward else list(reversed(points[:place]))
    found: list[Point] = []
    px, py = ax + part * (bx - ax), ay + part * (by - ay)
    gone = distance(x, y, px, py)
    if gone > TOLERANCE:
        found.append((px, py))
    for qx, qy in coming:
        length = distance(px, py, qx, qy)
        if gone + length >= most:
            share = (most - gone) / length if length > NOISE else 0.0
            found.append((px + share * (qx - px), py + share * (qy - py)))
            return found
        found.append((qx, qy))
        gone += length
        px, py = qx, qy
    return found


def _formings(state: State, unit: Unit) -> list[Way]:
    found: list[Way] = []
    for name in formation_table.formations_open(unit):
        action = formation_table.form_action(unit, name)
        plain = action in ("limber", "unlimber")
        label = action.capitalize() if plain else f"{action.capitalize()} {words.NAMES[name]}"
        if name != unit.formation:
            found.extend(_forming(state, unit, f"{table.FORM}-{name}", label, Manoeuvre(table.FORM, 0.0, 0, name)))
        if name == tables.UNLIMBERED:
            one = Manoeuvre(table.FORM, 0.0, HALF_TURN, name)
            found.extend(_forming(state, unit, f"{table.FORM}-rear", "Unlimber to the rear", one))
        if name == tables.CAVALRY_COLUMN and state.ground.roads:
            deep = float(formation_table.twos_deep(field.ranked(unit)))
            one = Manoeuvre(table.FORM, deep, 0, name)
            found.extend(_forming(state, unit, f"{table.FORM}-twos", f"{label} of twos, for the road", one))
    return found


def _forming(state: State, unit: Unit, key: str, label: str, one: Manoeuvre) -> list[Way]:
    if formation_table.form_faults(state, unit, one):
        return []
    return [Way(key, label, (one,), formation_table.reformed(state, unit, one).pose)]


def _obstacles(state: State, unit: Unit) -> list[Way]:
    """Hedges to cross and buildings to enter."""
    found: list[Way] = []
    if state.ground.lines and not terrain_actions.cross_faults(state, unit):
        found.append(
            Way(table.CROSS, "Cross the hedge", (Manoeuvre(table.CROSS),), terrain_actions.over_hedge(state, unit).pose)
        )
    if state.capacities:
        for place in terrain_actions.buildings_near(state, unit, terrain_rule.APPROACH_IN):
            one = Manoeuvre(table.ENTER, 0.0, 0, str(place))
            if not terrain_actions.enter_faults(state, unit, one, []):
                found.append(
                    Way(
                        f"{table.ENTER}-{place}",
                        "Go into the building",
                        (one,),
                        terrain_actions.entered(state, unit, place).pose,
                    )
                )
    return found


def _leaving(state: State, unit: Unit) -> list[Way]:
    found: list[Way] = []
    for by, name in ((0, "north"), (9000, "east"), (18000, "south"), (27000, "west")):
        one = Manoeuvre(table.LEAVE, 0.0, by)
        if not terrain_actions.leave_faults(state, unit, one):
            out = terrain_actions.left(state, unit, by)
            found.append(Way(f"{table.LEAVE}-{name}", f"Leave to the {name}", (one,), out.pose))
            found.extend(_going_on(state, unit, one, out, name))
    return found


def _going_on(state: State, unit: Unit, one: Manoeuvre, out: Unit, name: str) -> list[Way]:
    """Skirmishers who leave a building and use the other half of their turn [terrain.building-skirmishers]."""
    if unit.formation != tables.SKIRMISH:
        return []
    half = 0.5 * tables.ALLOWANCE_IN[unit.formation]
    found = fitted(field.with_unit(state, out), out, (forward(half),), movement_faults.Others(state, out))
    if found is None or terrain_actions.leave_faults(state, unit, one, found[0]):
        return []
    label = f"Leave to the {name} and go on {found[0][0].amount:g}″"
    return [Way(f"{table.LEAVE}-{name}-on", label, (one, *found[0]), found[1].end.pose)]


def march_there(view: State, step: events.MoveUnit, player: str, pose: Pose) -> Answer:
    return Marched(march(view, field.unit_of(view, step.unit), pose))


def march(view: State, unit: Unit, goal: Pose) -> tuple[Manoeuvre, ...]:
    """The first of several ways that is lawful: with the facing wished, towards the place, straight on."""
    others = movement_faults.Others(view, unit)
    for manoeuvres in ideas_there(view, unit, goal):
        found = fitted(view, unit, manoeuvres, others)
        if found is not None and found[0]:
            return found[0]
    return ()


def ideas_there(view: State, unit: Unit, goal: Pose) -> list[tuple[Manoeuvre, ...]]:
    most = table.reach_of(unit)
    pose = unit.pose
    dx, dy = goal.x - pose.x, goal.y - pose.y
    away = distance(0.0, 0.0, dx, dy)
    share = min(1.0, most / away) if away > NOISE else 0.0
    by = turn_between(pose.facing, goal.facing)
    if unit.building >= 0:
        return []
    if unit.trail:
        hx, hy = unit.trail[-1]
        far = distance(hx, hy, goal.x, goal.y)
        part = min(1.0, most / far) if far > NOISE else 0.0
        return [(leg(hx + part * (goal.x - hx), hy + part * (goal.y - hy)),)]
    if unit.formation == tables.UNLIMBERED:
        swing = max(-4500, min(4500, by))
        return [(shift(dx * share, dy * share), turn(swing)), (shift(dx * share, dy * share),), (turn(swing),)]
    if paths.is_loose(unit):
        return [(shift(dx * share, dy * share), turn(by)), (shift(dx * share, dy * share),), (turn(by),)]
    return drill_there(view, unit, goal, most)


def drill_there(view: State, unit: Unit, goal: Pose, most: float) -> list[tuple[Manoeuvre, ...]]:
    """Formed troops wheel, go straight and wheel; sideways and back at half speed [move.wheel, move.backwards]."""
    front, deep = field.size(unit, view.settings)
    pose = unit.pose
    found: list[tuple[Manoeuvre, ...]] = []
    right, on = to_local(pose, goal.x, goal.y)
    same = abs(turn_between(pose.facing, goal.facing)) <= 300
    if same and abs(right) <= 0.1 * max(1.0, abs(on)):
        found.append((forward(min(most, on)),) if on >= 0.0 else (forward(max(-0.5 * most, on)),))
    elif same and on > 0.0 and abs(right) <= SLANT * on:
        aside = sideways(right, on, most)
        onward = forward(min(on, most - 2.0 * abs(aside)))
        found.append((onward, glide(aside)) if abs(aside) >= LEAST_IN else (onward,))
    if same and abs(on) <= 0.2 * max(1.0, abs(right)):
        found.append((glide(max(-0.5 * most, min(0.5 * most, right))),))
    drill = plan_drill(pose, goal, front, deep, most - NOISE)
    if drill.manoeuvres:
        found.append(drill.manoeuvres)
    towards = plan_towards(start=pose, x=goal.x, y=goal.y, width=front, depth=deep, allowance=most - NOISE)
    if towards.manoeuvres:
        found.append(towards.manoeuvres)
    if on < 0.0:
        found.append((about_face(),) if not same else (forward(max(-0.5 * most, on)),))
    found.append((forward(max(0.0, min(most, on))),))
    return [tuple([_rounded(one) for one in way]) for way in found if way]


def sideways(right: float, on: float, most: float) -> float:
    """How far to step sideways, at half speed after going forward, to end as near as may be to a place ahead."""
    if on + 2.0 * abs(right) <= most:
        return right
    aside = max(0.0, min(abs(right), 0.5 * most, (abs(right) - 2.0 * (on - most)) / 5.0))
    return aside if right > 0.0 else -aside


def _rounded(one: Manoeuvre) -> Manoeuvre:
    return replace(one, amount=round(one.amount, 4))
