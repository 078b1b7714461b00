"""Where the captain takes a line, and where he sets it up."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Place
from roundtop.record import record
from roundtop.rulebooks.infantry_action.bot import doctrine, orders, stances
from roundtop.rulebooks.infantry_action.charge import table as charge_table
from roundtop.rulebooks.infantry_action.field import CHARGE, FAST, MOVE, copied, stand_right
from roundtop.rulebooks.infantry_action.movement import rule as movement_rule
from roundtop.rulebooks.infantry_action.movement import table as movement_table
from roundtop.rulebooks.infantry_action.state import Unit
from roundtop.table.footprint import FAR
from roundtop.table.measure import FULL_TURN, HALF_TURN, bearing, distance, turn_between
from roundtop.table.path import Manoeuvre
from roundtop.table.plan import plan_rigid
from roundtop.table.pose import Pose, ahead, rounded_pose, to_local, to_world

STAND_OFFS: Final[tuple[float, ...]] = (10.0, 13.0, 16.0)
"""Distances from an enemy line that a unit seeks: to charge from, and to shoot from beyond his charge."""
MEETING: Final = 0.25
"""How likely an enemy beyond reach comes within it before a waiting charge is activated."""
TRIES: Final = 8
"""Moves tried in order of their worth before a unit stands where it is."""


@record
class Course:
    """A move thought of: its manoeuvres, where it ends, and what that is worth."""

    manoeuvres: tuple[Manoeuvre, ...]
    end: Pose
    worth: float


def best_move(field: doctrine.Field, unit: Unit, order: str) -> tuple[Manoeuvre, ...]:
    """The most promising move that is lawful."""
    for way in worthy_ways(field, unit, order)[:TRIES]:
        if not way.manoeuvres or not movement_table.judge(field.view, unit, order, way.manoeuvres):
            return way.manoeuvres
    return ()


def best_advance(field: doctrine.Field, unit: Unit) -> tuple[Manoeuvre, ...]:
    """How far a charge that reaches nobody goes on."""
    lanes = charge_table.advance_lanes(field.view, unit)
    ways = lane_ways(field, unit, lanes)
    for way in ways:
        if not way.manoeuvres or not charge_table.advance_faults(field.view, unit, way.manoeuvres, lanes):
            return way.manoeuvres
    return ()


def lane_ways(field: doctrine.Field, unit: Unit, lanes: list[int]) -> list[Course]:
    """Straight ahead, or straight at the nearest enemy, by steps; the most promising first."""
    found = [_way(field, unit, (), unit.pose)]
    for lane in lanes:
        for inches in (4.0, 8.0, 12.0):
            end = ahead(Pose(unit.pose.x, unit.pose.y, lane), inches)
            found.append(_way(field, unit, *_planned(field, unit, Pose(end.x, end.y, unit.pose.facing), CHARGE)))
    found.sort(key=_by_worth)
    return found


def worthy_ways(field: doctrine.Field, unit: Unit, order: str) -> list[Course]:
    """Moves under an order, the most promising first."""
    found = [_way(field, unit, (), unit.pose)]
    seen: list[Pose] = [unit.pose]
    for goal in places_to_go(field, unit, order):
        manoeuvres, end = _planned(field, unit, goal, order)
        if end not in seen:
            seen.append(end)
            found.append(_way(field, unit, manoeuvres, end))
    found.sort(key=_by_worth)
    return found


def _by_worth(way: Course) -> float:
    return -way.worth


def _planned(field: doctrine.Field, unit: Unit, goal: Pose, order: str) -> tuple[tuple[Manoeuvre, ...], Pose]:
    """The manoeuvres towards a place, and where they end."""
    size = field.view.settings.stand_in
    lever = stand_right(unit.stands, unit.stands, field.view.settings)
    cone = movement_table.FAST_CONE if order == FAST else HALF_TURN
    about = order != CHARGE
    plan = plan_rigid(
        start=unit.pose,
        goal=goal,
        width=unit.stands * size,
        depth=size,
        lever=lever,
        allowance=movement_rule.ALLOWANCE_IN[order],
        about=about,
        widest=cone,
    )
    return plan.manoeuvres, rounded_pose(plan.end)


def _way(field: doctrine.Field, unit: Unit, manoeuvres: tuple[Manoeuvre, ...], end: Pose) -> Course:
    stance = stances.stance_at(field, unit, end)
    return Course(manoeuvres, end, orders.TO_COME * stance.promise - stance.risk)


def places_to_go(field: doctrine.Field, unit: Unit, order: str) -> list[Pose]:
    """Where an officer would think of taking his line."""
    found: list[Pose] = []
    foes = sorted(field.foes, key=lambda foe: distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    for foe in foes[:3]:
        found.extend(places_before(field, unit, foe))
    for goal in stances.wanted_goals(field):
        facing = bearing(goal.x, goal.y, foes[0].pose.x, foes[0].pose.y) if foes else unit.pose.facing
        found.append(Pose(goal.x, goal.y, facing))
        found.append(Pose(goal.x, goal.y, unit.pose.facing))
    for inches in (6.0, movement_rule.ALLOWANCE_IN[order]):
        found.append(ahead(unit.pose, inches))
    if order == MOVE:
        found.append(ahead(unit.pose, -6.0))
    return found


def places_before(field: doctrine.Field, unit: Unit, foe: Unit) -> list[Pose]:
    """Opposite an enemy line at the distances that matter, and upon its flanks."""
    size = field.view.settings.stand_in
    right, before = to_local(foe.pose, unit.pose.x, unit.pose.y)
    toward = bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
    found = [Pose(unit.pose.x, unit.pose.y, toward)]
    away = distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
    for inches in STAND_OFFS:
        x, y = to_world(Pose(unit.pose.x, unit.pose.y, toward), 0.0, away - inches - size)
        found.append(Pose(x, y, toward))
        if before > 0.0:
            x, y = to_world(foe.pose, max(-6.0, min(6.0, right)), inches + size)
            found.append(Pose(x, y, (foe.pose.facing + HALF_TURN) % FULL_TURN))
    side = 1.0 if right > 0.0 else -1.0
    x, y = to_world(foe.pose, side * (0.5 * size * foe.stands + 8.0), -6.0)
    found.append(Pose(x, y, bearing(x, y, foe.pose.x, foe.pose.y)))
    return found


def best_pivot(field: doctrine.Field, unit: Unit, form: Choose) -> str:
    """A battery turns to where its fire tells most, the least turn if equal."""
    best = "0"
    most = -FAR
    for item in form.items:
        by = int(item.key)
        turned = copied(unit)
        turned.pose = Pose(unit.pose.x, unit.pose.y, (unit.pose.facing + 100 * by) % FULL_TURN)
        worth = stances.fire_now(field, turned) + _toward(field, turned) - 0.001 * abs(by)
        if worth > most:
            best, most = item.key, worth
    return best


def _toward(field: doctrine.Field, unit: Unit) -> float:
    foe = stances.nearest_foe(field, unit.pose)
    if foe is None:
        return 0.0
    off = turn_between(unit.pose.facing, bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    return -0.00001 * abs(off)


def best_place(field: doctrine.Field, unit: Unit, form: Place) -> Pose:
    """Well forward, in one line with friends and near the middle, upon good ground."""
    best = form.candidates[0] if form.candidates else Pose(0.0, 0.0, form.facing)
    most = -FAR
    for pose in form.candidates:
        worth = _place_worth(field, unit, pose, form)
        if worth > most + 1e-9:
            best, most = pose, worth
    return best


def _place_worth(field: doctrine.Field, unit: Unit, pose: Pose, form: Place) -> float:
    middle_x = sum([x for x, _ in form.zone]) / len(form.zone)
    middle_y = sum([y for _, y in form.zone]) / len(form.zone)
    right, forward = to_local(Pose(middle_x, middle_y, form.facing), pose.x, pose.y)
    worth = 0.2 * forward - 0.1 * abs(right)
    for friend in field.own:
        _, before = to_local(pose, friend.pose.x, friend.pose.y)
        worth -= 0.2 * min(6.0, abs(before))
    return worth
