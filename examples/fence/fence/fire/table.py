"""Fire at the table: who may be fired at, and the volley."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.fire import events, rule
from fence.morale import events as morale_events
from fence.state import State, Unit
from fence.tables import FENCES
from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.dice.sources import Dice
from roundtop.table.arc import in_front_arc
from roundtop.table.crossed import crossed_lines
from roundtop.table.footprint import gap, polyline_gap
from roundtop.table.measure import within


def targets(view: State, unit: Unit) -> list[Unit]:
    """Enemies in range and to the front [fire.target]."""
    found: list[Unit] = []
    for foe in field.enemies(view, unit):
        ahead = in_front_arc(field.line(unit), rule.HALF_ARC, foe.pose.x, foe.pose.y)
        if ahead and not rule.refusal(look(view, unit, foe)):
            found.append(foe)
    return found


def look(state: State, unit: Unit, target: Unit) -> rule.Volley:
    """A volley as it lies on the table."""
    away = gap(field.line(unit), field.line(target))
    return rule.Volley(unit.stands, away, fenced(state, unit, target), state.settings)


def fenced(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a fence near the target lies between the two [fire.cover]."""
    shot = ((unit.pose.x, unit.pose.y), (target.pose.x, target.pose.y))
    for met in crossed_lines(state.ground, FENCES, shot):
        if within(polyline_gap(state.ground.lines[met.index].points, False, field.line(target)), rule.COVER_IN):
            return True
    return False


def fire(state: State, step: events.Fire, dice: Dice) -> Progress:
    """The volley; whoever loses stands by it may have to test [fire.dice, morale.test]."""
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    volley = look(state, unit, target)
    before = len(dice.rolls)
    lost = min(target.stands, rule.hits(volley, dice, unit.side))
    rolls = tuple(dice.rolls[before:])
    left = target.stands - lost
    fired = events.VolleyFired(unit.id, target.id, volley.distance_in, volley.fenced, lost, left, rolls)
    return Progress((fired,), (morale_events.TakeTest(target.id),) if lost and left else ())


PLAYS: Final[Plays] = {events.Fire: Play(fire)}
