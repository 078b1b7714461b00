"""Moves in words, as courses and in the hand."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Course, Overlay, Telling, coursed
from roundtop.battle.tally import Row
from roundtop.battle.words import compass
from roundtop.rulebooks.chamberlain import field, words
from roundtop.rulebooks.chamberlain.action import rule as action_rule
from roundtop.rulebooks.chamberlain.movement import events, rule, table
from roundtop.rulebooks.chamberlain.state import ON_TABLE, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.course import stations, turn_and_go
from roundtop.table.footprint import corners
from roundtop.table.measure import FULL_TURN, cosine, distance, sine
from roundtop.table.path import Manoeuvre, sweep, turn
from roundtop.table.pose import Point

MOVES: Final[dict[str, tuple[str, str]]] = {
    "simple": ("Made a simple move", "move.simple-straight"),
    "difficult": ("Made a difficult move", "move.difficult-terrain"),
    "pivot": ("Turned in place", "move.simple-pivot"),
    "charge": ("Charged", "move.charge-path"),
    "reserve": ("Made its reserve move", "move.reserve-once"),
    "rally": ("Tried to rally", "rally.counts-as-moved"),
}
GOES: Final[dict[str, tuple[str, str, str]]] = {
    "simple": ("moves", "move.simple-straight", "move"),
    "difficult": ("makes a difficult move", "move.difficult-terrain", "move"),
    "pivot": ("turns in place", "move.simple-pivot", "move"),
    "reserve": ("makes its reserve move", "move.reserve-path", "move"),
    "charge": ("charges", "move.charge-path", "charge"),
    "retreat": ("falls back", "retreat.distance", "rout"),
    "advance": ("advances", "advance.distance", "move"),
}


def moved(view: State, event: events.Moved) -> Telling:
    unit = field.unit_of(view, event.unit)
    verb, clause, hint = GOES[event.kind]
    gone = _gone(view, event)
    far = f" {words.bw(gone)}" if gone > 0.005 else ""
    text = f"{field.label(unit)} {verb}{far}, facing {compass(event.end.facing)}"
    if event.manoeuvres and event.manoeuvres[-1].kind == "form":
        text += f", and is now {'mounted' if event.mounted else 'dismounted'}"
    text += "; something unseen stops it." if event.halted else "."
    places = ((event.start.x, event.start.y), (event.end.x, event.end.y))
    return Telling(text, places, tally=(Row(verb, far.strip(), words.BOOK + clause),), hint=hint, side=unit.side)


def _gone(view: State, event: events.Moved) -> float:
    """How far a unit went as the rules measure it: by its centre point, in a retreat by the middle of its base.

    [setup.centre-point, retreat.direction]
    """
    a, b = event.start, event.end
    if event.kind == "retreat":
        a, b = field.middle(a, view.settings), field.middle(b, view.settings)
    return distance(a.x, a.y, b.x, b.y)


WALKED: Final = ("forward", "shift", "leg", "pivot")


def courses(view: State, event: events.Moved) -> tuple[Course, ...]:
    """The way of a base that did not go straight, by its middle; one that retreats turns first [retreat.direction]."""
    if field.unit_of(view, event.unit).place != ON_TABLE:
        return ()
    passed = turn_and_go(event.start, event.end)
    if event.manoeuvres:
        line = [_of_centre(one) for one in event.manoeuvres if one.kind in WALKED]
        passed = stations(sweep(event.start, terrain_rule.BASE_WIDTH, 0.0, line))
    middles = [field.middle(pose, view.settings) for pose in passed]
    return coursed(event.unit, middles, field.middle(event.end, view.settings))


def _of_centre(one: Manoeuvre) -> Manoeuvre:
    """A pivot as a turn of the centre point, on which a base pivots [setup.centre-point]."""
    return turn(one.by) if one.kind == "pivot" else one


def zone(view: State, unit: Unit) -> Overlay:
    outline = corners(terrain_rule.zone(field.block(unit, view.settings)))
    return Overlay(
        "zone", unit.side, f"engagement zone of {field.label(unit)}", outline, words.BOOK + "move.engaged-zone"
    )


def reach(view: State, unit: Unit) -> tuple[Overlay, ...]:
    """How far a unit that may act could go in every direction by a simple move [move.simple-straight]."""
    if unit.id not in view.waiting:
        return ()
    rate = rule.rate_of(unit.arm, unit.mounted)
    yard = table.yard_of(view, unit, unit.pose, rate.simple)
    points: list[Point] = []
    for spoke in range(words.SPOKES):
        facing = (unit.pose.facing + spoke * (FULL_TURN // words.SPOKES)) % FULL_TURN
        length = rate.simple
        far = 0.0
        while length > 0.0 and far == 0.0:
            made = table.moved_by(view, unit, action_rule.Action("simple", length=length, facing=facing), yard)
            if not made.clause:
                far = made.distance
            length -= 0.5
        points.append((unit.pose.x + far * sine(facing), unit.pose.y + far * cosine(facing)))
    return (Overlay("reach", unit.side, f"reach of {unit.name}", tuple(points), rate.clause),)


TELLINGS: Final[Tellings] = {
    events.Moved: moved,
}
