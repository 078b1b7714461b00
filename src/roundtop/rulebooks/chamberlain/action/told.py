"""A unit that acts, in words and in the hand."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Marched
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.chamberlain import field, words
from roundtop.rulebooks.chamberlain.action import events, rule, table
from roundtop.rulebooks.chamberlain.charge import told as charge_told
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.movement import table as movement_table
from roundtop.rulebooks.chamberlain.reserve import rule as reserve_rule
from roundtop.rulebooks.chamberlain.state import State, Unit
from roundtop.table.measure import TOLERANCE, bearing, distance, turn_between, within
from roundtop.table.path import Manoeuvre, forward, pivot, shift
from roundtop.table.pose import Pose, rounded_pose


def stood(view: State, event: events.Stood) -> Telling:
    return words.of_unit(view, event.unit, f"{words.named(view, event.unit)} stands.", "none")


def act_proposed(view: State, step: events.Act, player: str, pose: Pose) -> Answer:
    return Marched(_towards(view, field.unit_of(view, step.unit), step.fired, field.centre(pose, view.settings)))


def _towards(view: State, unit: Unit, fired: bool, goal: Pose) -> tuple[Manoeuvre, ...]:
    """A charge onto an enemy, a difficult move where it reaches, otherwise a simple one; shortened until lawful."""
    struck = charge_told.charge(view, unit, goal) if not fired else ()
    if struck:
        return struck
    away = distance(unit.pose.x, unit.pose.y, goal.x, goal.y)
    if away <= TOLERANCE:
        return turned(view, unit, goal.facing)
    rate = movement_rule.rate_of(unit.arm, unit.mounted)
    careful = _step(view, unit, goal, rate.difficult)
    if fired or within(away, rate.difficult):
        return _lawful(view, unit, fired, careful) or careful
    heading = bearing(unit.pose.x, unit.pose.y, goal.x, goal.y)
    straight = (*turned(view, unit, heading), forward(min(away, rate.simple)))
    return _lawful(view, unit, fired, straight) or _lawful(view, unit, fired, careful) or straight


def act_shown(view: State, step: events.Act, player: str, answer: Answer) -> Preview | None:
    """An action of a unit: where it would end, what it uses, what it crosses, and every reason why not."""
    if not isinstance(answer, Marched):
        return None
    unit = field.unit_of(view, step.unit)
    faults = table.judge(view, unit, step.fired, answer.manoeuvres)
    action = rule.read(unit.pose, answer.manoeuvres, view.settings.setup_unit_depth)
    end, cost = _end_of(view, unit, action)
    return words.in_hand_at(view, unit, end, cost, faults)


def _end_of(view: State, unit: Unit, action: rule.Action) -> tuple[Pose, tuple[Row, ...]]:
    """Where an action ends, and its cost in words."""
    rate = movement_rule.rate_of(unit.arm, unit.mounted)
    if action.kind in ("simple", "difficult"):
        made = movement_table.moved_by(view, unit, action)
        limit = rate.simple if action.kind == "simple" else rate.difficult
        rows = [Row(f"{action.kind} move", f"{words.bw(made.distance)} of {words.bw(limit)}", rate.clause)]
        if made.engaged:
            rows.append(Row("engaged", "stops in the enemy's zone", words.BOOK + "move.engaged-enter"))
        return made.end, tuple(rows)
    if action.kind == "reserve" and action.points:
        x, y = action.points[-1]
        cost = Row(
            "reserve move",
            f"{words.bw(action.length)} of {words.bw(reserve_rule.RESERVE_BW)}",
            words.BOOK + "move.rate-reserve",
        )
        return rounded_pose(Pose(x, y, action.facing)), (cost,)
    if action.kind == "charge":
        return charge_told.charge_end(view, unit, action)
    return unit.pose, ()


def _lawful(view: State, unit: Unit, fired: bool, line: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    """A move as far as it is lawful; nothing where not even its beginning is."""
    while line:
        if not table.judge(view, unit, fired, line):
            return line
        line = _shorter(line)
    return ()


def _shorter(line: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    found: list[Manoeuvre] = []
    for m in line:
        if m.kind == "forward":
            if m.amount <= SHORTER_BW:
                return ()
            found.append(forward(m.amount - SHORTER_BW))
        elif m.kind == "shift":
            length = distance(0.0, 0.0, m.x, m.y)
            if length <= SHORTER_BW:
                return ()
            share = (length - SHORTER_BW) / length
            found.append(shift(m.x * share, m.y * share))
        else:
            found.append(m)
    return tuple(found)


SHORTER_BW: Final = 0.1


def turned(view: State, unit: Unit, facing: int) -> tuple[Manoeuvre, ...]:
    by = turn_between(unit.pose.facing, facing)
    return (pivot(by, 0.0, 0.5 * view.settings.setup_unit_depth),) if by else ()


def _step(view: State, unit: Unit, goal: Pose, reach: float) -> tuple[Manoeuvre, ...]:
    """A difficult move towards a pose, with its facing at the end."""
    dx, dy = goal.x - unit.pose.x, goal.y - unit.pose.y
    share = min(1.0, reach / distance(0.0, 0.0, dx, dy))
    return (shift(dx * share, dy * share), *turned(view, unit, goal.facing))


TELLINGS: Final[Tellings] = {
    events.Stood: stood,
}
