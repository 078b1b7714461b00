"""Moves in words, the ways that pieces took, and what a move would cost before it is made."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Marched
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Course, Part, Telling, coursed
from roundtop.battle.tally import Row
from roundtop.battle.words import compass
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import events, rule, ways
from roundtop.rulebooks.order_cards.movement import faults as movement_faults
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.course import stations, turn_and_go
from roundtop.table.measure import bearing, distance
from roundtop.table.path import sweep, track
from roundtop.table.pose import Point, Pose, ahead

MOVE_HINTS: Final[dict[str, str]] = {
    "charge": "charge",
    "rout": "rout",
    "retreat": "retire",
    "head-down": "retire",
    "arrive": "place",
}
MOVE_VERBS: Final[dict[str, str]] = {
    "order": "moves",
    "charge": "charges",
    "rout": "runs",
    "retreat": "retreats",
    "head-down": "falls back",
    "prisoners": "leads its prisoners",
    "stray": "strays",
}


def moved(view: State, event: events.Moved) -> Telling:
    name = field.named(view, event.unit)
    a, b = event.start, event.end
    far = distance(a.x, a.y, b.x, b.y)
    formed = "in disorder" if event.disordered else f"in {event.formation.replace('-', ' ')}"
    if event.formation in (tables.LIMBERED, "unlimbered") and not event.disordered:
        formed = event.formation
    if event.cause == "arrive":
        text = f"{name} comes on, {formed}, facing {compass(b.facing)}."
    elif event.cause == "form":
        text = f"{name} forms up, {formed}, facing {compass(b.facing)}."
    elif round(far, 1) == 0.0 and a.facing == b.facing:
        still = event.cause == "order"
        text = f"{name} stays where it is, {formed}." if still else f"{name} has no room to fall back."
    elif round(far, 1) == 0.0:
        text = f"{name} turns to face {compass(b.facing)}, {formed}."
    else:
        heading = compass(bearing(a.x, a.y, b.x, b.y))
        text = f"{name} {MOVE_VERBS.get(event.cause, 'moves')} {words.inches(far)} {heading}, {formed}"
        text += f", and faces {compass(b.facing)}." if compass(a.facing) != compass(b.facing) else "."
    hint = MOVE_HINTS.get(event.cause, "move")
    return Telling(text, ((a.x, a.y), (b.x, b.y)), hint=hint, side=field.side_of(view, event.unit))


def half_turned(view: State, event: events.HalfTurned) -> Telling:
    text = f"{field.named(view, event.unit)} begins to turn its guns among the trees."
    return words.telling_of(
        view, event.unit, text, "move", (Row("half turned", "", tables.BOOK + "move.facing-change"),)
    )


def course(unit: Unit, event: events.Moved) -> tuple[Course, ...]:
    """Whoever is driven back turns first; of a change of formation only the end is kept [morale.rout-direction]."""
    if not event.manoeuvres:
        return coursed(unit.id, turn_and_go(event.start, event.end), event.end)
    if [one for one in event.manoeuvres if one.kind == "form"]:
        return ()
    if field.in_file(unit):
        return _column_course(unit, event)
    width, depth = field.size_of(unit)
    found = coursed(unit.id, stations(sweep(event.start, width, depth, event.manoeuvres)), event.end)
    if found or not unit.disordered:
        return found
    # What it crossed may have disordered it: it set out in its formation.
    formed = field.copied(unit)
    formed.disordered = False
    return () if field.in_file(formed) else course(formed, event)


def _column_course(unit: Unit, event: events.Moved) -> tuple[Course, ...]:
    """A column's stands follow the first of them [move.wheel]."""
    if [one for one in event.manoeuvres if one.kind not in ("forward", "leg")]:
        return ()
    before = 0.5 * (unit.stands - 1) * field.base(unit)[1]
    passed = stations(sweep(ahead(event.start, before), 0.0, 0.0, event.manoeuvres))
    return coursed(unit.id, passed, ahead(event.end, before), 1)


GLYPHS: Final[dict[str, str]] = {tables.ARTILLERY: "artillery", tables.CAVALRY: "cavalry", tables.WAGON: "wagon"}
SPOKES: Final = 24


def propose(view: State, step: events.MoveUnit, player: str, pose: Pose) -> Answer:
    return Marched(ways.march(view, field.unit_of(view, step.unit), pose))


def preview(view: State, step: events.MoveUnit, player: str, answer: Answer) -> Preview:
    """Where a move would end, what it would cost and cross, and what forbids it."""
    assert isinstance(answer, Marched)
    unit = field.unit_of(view, step.unit)
    course = movement_course.course_of(view, unit, answer.manoeuvres)
    if course.fault is not None:
        return Preview(unit.pose, parts_of(unit), reasons=(course.fault,))
    card = field.card_of(view, unit.player)
    faults = movement_faults.faults_of(view, unit, card, course, movement_faults.Others(view, unit))
    paid = costs(view, unit, card, course)
    named = [row.label for row in paid]
    return Preview(
        end=course.after.pose,
        parts=parts_of(course.after),
        track=_track(unit, course),
        costs=paid,
        crosses=tuple([row for row in crosses(view, course) if row.label not in named]),
        reasons=tuple(faults),
    )


def _track(unit: Unit, course: movement_course.Course) -> tuple[Point, ...]:
    points: list[Point] = []
    for path in course.sweeps:
        points.extend(track(path, 0.0, 0.0))
    return tuple(points)


def costs(view: State, unit: Unit, card: cards_rule.Card, course: movement_course.Course) -> tuple[Row, ...]:
    """The price of a move line by line, and what is left [move.card-distance, move.terrain-table]."""
    if unit.formation == tables.UNLIMBERED and not unit.disordered and course.before is None:
        return (Row("manhandled", f"{course.walked:.1f}″", tables.BOOK + "move.fixed-moves"),)
    bill = movement_course.priced(view, unit, card, course)
    rows = rule.bill_lines(bill, tuple(course.actions))
    if bill.refusal:
        return rows
    return (*rows, Row("walked", f"{course.walked:.1f}″ of {bill.left:g}″", tables.BOOK + "move.card-distance"))


def crosses(view: State, course: movement_course.Course) -> tuple[Row, ...]:
    """What ground a move touches and crosses, and the nearest enemy at its end."""
    rows = [
        Row(_plain(one.do), "", tables.BOOK + "move.how-deductions-count") for one in course.actions if _ground(one)
    ]
    near = sorted(
        [(round(field.units_gap(course.after, foe), 1), foe.name) for foe in field.enemies(view, course.after)]
    )
    if near:
        rows.append(Row("nearest enemy", f"{near[0][1]}, {near[0][0]:.1f}″", tables.BOOK + "move.enemy-contact"))
    return tuple(rows)


def _ground(one: rule.Action) -> bool:
    return one.do not in ("wheel", "oblique", "facing-change", "step-back", "form-up", "reform")


def _plain(do: str) -> str:
    return do.replace("-", " ")


def glyph_of(unit: Unit) -> str:
    """Cavalry on foot looks like the infantry it fights as."""
    on_horse = unit.arm != tables.CAVALRY or unit.mounted
    return GLYPHS.get(unit.arm, "infantry") if on_horse else "infantry"


def parts_of(unit: Unit) -> tuple[Part, ...]:
    """Every stand of a unit as it would stand."""
    width, depth = field.base(unit)
    return tuple([Part(pose, width, depth, glyph_of(unit)) for pose in field.stand_poses(unit)])


TELLINGS: Final[Tellings] = {
    events.Moved: moved,
    events.HalfTurned: half_turned,
}
