"""Officers ride."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March, Reason, Way
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, way_of
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.command import events, messengers
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.state import Officer, State
from roundtop.table.footprint import point_gap, segment_gap
from roundtop.table.ground import Ground, crossing_at, in_area, line_crossings, point_off_table
from roundtop.table.measure import TOLERANCE, distance, kept, rounded, segment_distance, within
from roundtop.table.path import Manoeuvre, leg
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

OFFICER_WAYS: Final = 4


def asks_officer(state: State, step: events.MoveOfficer) -> tuple[str, ...]:
    return (field.officer_of(state, step.officer).player,)


def ride_faults(state: State, side: str, start: Pose, radius: float, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Sixteen inches over all but deep rivers, 1 in from the enemy [move.fixed-moves, move.enemy-contact]."""
    clause = tables.BOOK + "move.fixed-moves"
    x, y = start.x, start.y
    walked = 0.0
    faults: list[Reason] = []
    ground = state.ground
    for one in manoeuvres:
        if one.kind != "leg":
            return [Reason("He rides from place to place.", clause)]
        walked += distance(x, y, one.x, one.y)
        if point_off_table(ground, one.x, one.y):
            faults.append(Reason("He would leave the table.", tables.BOOK + "move.leaving-table"))
        if _swims(ground, x, y, one.x, one.y):
            faults.append(
                Reason("The river can be crossed only at a bridge or ford.", tables.BOOK + "move.major-river")
            )
        if in_area(ground, movement_rule.IMPASSABLE, one.x, one.y):
            faults.append(Reason("That ground cannot be entered.", tables.BOOK + "move.roads-hills-buildings"))
        if _too_near_enemies(state=state, side=side, size=radius, start=start, a=(x, y), b=(one.x, one.y)):
            faults.append(Reason("He would come within 1″ of the enemy.", tables.BOOK + "move.enemy-contact"))
        x, y = one.x, one.y
    if manoeuvres and distance(start.x, start.y, x, y) <= TOLERANCE:
        faults.append(Reason("The ride ends where it began: it would do nothing.", clause))
    if not within(walked, movement_rule.OFFICER_MOVE):
        faults.append(Reason(f"He rides at most {movement_rule.OFFICER_MOVE:g}″, not {walked:.1f}″.", clause))
    return faults


def _too_near_enemies(state: State, side: str, size: float, start: Pose, a: Point, b: Point) -> bool:
    """Whether a ride passes an enemy within 1 in; who begins nearer must get away [move.enemy-contact]."""
    for unit in state.units:
        if unit.place != tables.ON_TABLE or unit.side == side or unit.state == tables.ROUTING:
            continue
        reach = size + movement_rule.KEEP_OFF + 0.5 * sum(field.size_of(unit))
        if segment_distance(x=unit.pose.x, y=unit.pose.y, ax=a[0], ay=a[1], bx=b[0], by=b[1]) > reach:
            continue
        for part in field.blocks(unit):
            before = point_gap(part, start.x, start.y) - size
            if kept(segment_gap(a[0], a[1], b[0], b[1], part) - size, movement_rule.KEEP_OFF):
                continue
            if kept(before, movement_rule.KEEP_OFF) or point_gap(part, b[0], b[1]) - size < before:
                return True
    return False


def _swims(ground: Ground, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a ride crosses a deep river elsewhere than at a bridge or ford."""
    for line in ground.lines:
        if line.kind == "river":
            for at in line_crossings(line.points, ax, ay, bx, by):
                if not crossing_at(ground, ("ford", "bridge"), ax + at * (bx - ax), ay + at * (by - ay)):
                    return True
    return False


def officer_ways(state: State, officer: Officer) -> tuple[Way, ...]:
    """To the rear of friendly units, those in reach and in trouble first, or towards them as far as a horse goes.

    A unit whose rear he is at already, but for the rounding of a place, is not ridden to again.
    """
    here = officer.pose
    found = [Way("stay", "stay", (), here)]
    ranked: list[tuple[bool, int, float, str]] = []
    for unit in field.on_table(state, officer.side):
        if unit.arm == tables.WAGON or unit.captive:
            continue
        away = distance(here.x, here.y, unit.pose.x, unit.pose.y)
        trouble = 0 if unit.state != tables.STEADY or unit.disordered else 1
        ranked.append((away > movement_rule.OFFICER_MOVE + 1.0, trouble, rounded(away), unit.id))
    for far, _, _, id in sorted(ranked):
        unit = field.unit_of(state, id)
        rear = ahead(unit.pose, -0.5 * field.size_of(unit)[1] - 2 * tables.OFFICER_RADIUS)
        made = ride(here, rear) if far else (leg(rounded(rear.x), rounded(rear.y)),)
        there = distance(here.x, here.y, rear.x, rear.y) <= tables.OFFICER_RADIUS
        if not there and not ride_faults(state, officer.side, here, tables.OFFICER_RADIUS, made):
            label = f"towards {unit.name}" if far else f"to {unit.name}"
            found.append(Way(id, label, made, Pose(made[0].x, made[0].y, unit.pose.facing)))
        if len(found) > OFFICER_WAYS:
            break
    return tuple(found)


def officer_decision(view: State, step: events.MoveOfficer, player: str) -> Decision:
    officer = field.officer_of(view, step.officer)
    across = 2 * tables.OFFICER_RADIUS
    form = March(
        piece=officer.id,
        start=officer.pose,
        width=across,
        depth=across,
        kinds=("leg",),
        allowance=movement_rule.OFFICER_MOVE,
        ways=officer_ways(view, officer),
    )
    sentence = f"{officer.name} may ride {movement_rule.OFFICER_MOVE:g}″."
    return Decision(player, "officer-move", officer.id, sentence, (tables.BOOK + "move.fixed-moves",), form=form)


def check_officer(view: State, step: events.MoveOfficer, command: Command) -> tuple[Reason, ...]:
    officer = field.officer_of(view, step.officer)
    return tuple(ride_faults(view, officer.side, officer.pose, tables.OFFICER_RADIUS, way_of(command)))


def officer_moved(state: State, step: events.MoveOfficer, command: Command) -> Progress:
    officer = field.officer_of(state, step.officer)
    made = way_of(command)
    if not made:
        return Progress(())
    end = rounded_pose(Pose(made[-1].x, made[-1].y, officer.pose.facing))
    came = [rider for rider in state.messengers if rider.to == officer.id]
    handed = [event for rider in came for event in messengers.met(state, rider, rider.pose, end)]
    return Progress((events.OfficerMoved(officer.id, officer.pose, end, "order"), *handed), final=True)


def ride(start: Pose, goal: Pose) -> tuple[Manoeuvre, ...]:
    """Straight there, as far as a horse goes on a card [move.fixed-moves]."""
    away = distance(start.x, start.y, goal.x, goal.y)
    if away <= TOLERANCE:
        return ()
    share = min(1.0, movement_rule.OFFICER_MOVE / away)
    return (leg(round(start.x + share * (goal.x - start.x), 2), round(start.y + share * (goal.y - start.y), 2)),)


PLAYS: Final[Plays] = {
    events.MoveOfficer: Play(no_effect, asks_officer, officer_decision, officer_moved, check_officer),
}
