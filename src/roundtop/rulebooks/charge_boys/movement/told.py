"""Moves in words, their price line by line, and the ways pieces took."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Marched
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Course, Telling, coursed
from roundtop.battle.tally import Row
from roundtop.battle.words import compass
from roundtop.rulebooks.charge_boys import events, field, tables, words
from roundtop.rulebooks.charge_boys.formation import told as formation_told
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.movement import paths, rule, table
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.table.course import go_and_turn, stations
from roundtop.table.measure import bearing, distance
from roundtop.table.path import Manoeuvre, sweep, track
from roundtop.table.pose import ahead

MOVE_HINTS: Final = {
    "charge": "charge",
    "countercharge": "charge",
    "follow-up": "charge",
    "retire": "retire",
    "push-back": "retire",
    "break-off": "retire",
    "disorder": "rout",
    "rout": "rout",
}
MOVE_VERBS: Final = {
    "charge": "charges",
    "countercharge": "countercharges",
    "follow-up": "follows up",
    "retire": "retires in good order",
    "push-back": "is pushed back",
    "break-off": "breaks off and retires",
    "disorder": "falls back in disorder",
    "rout": "runs",
    "evade": "evades",
    "keep-distance": "keeps its distance and falls back",
    "winner": "re-dresses its ranks and moves",
}


def moved(view: State, event: movement_events.Moved) -> Telling:
    unit = field.unit_of(view, event.unit)
    a, b = event.start, event.end
    far = distance(a.x, a.y, b.x, b.y)
    verb = MOVE_VERBS.get(event.cause, "moves")
    if round(far, 1) == 0.0 and a.facing == b.facing:
        text = f"{unit.name} stays where it is."
    elif round(far, 1) == 0.0:
        text = f"{unit.name} turns to face {compass(b.facing)}."
    else:
        text = f"{unit.name} {verb} {words.inches(far)} {compass(bearing(a.x, a.y, b.x, b.y))}"
        text += f" and faces {compass(b.facing)}." if compass(a.facing) != compass(b.facing) else "."
    return Telling(
        text, ((a.x, a.y), (b.x, b.y)), rolls=event.rolls, hint=MOVE_HINTS.get(event.cause, "move"), side=unit.side
    )


def stood(view: State, event: movement_events.Stood) -> Telling:
    return Telling(f"{words.name(view, event.about)} stands.")


def preview_move(view: State, step: movement_events.MoveUnit, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Marched):
        return None
    return previewed(view, field.unit_of(view, step.unit), answer.manoeuvres)


def previewed(view: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Preview:
    faults = tuple(table.judge(view, unit, manoeuvres))
    if not faults and [one for one in manoeuvres if one.kind in table.ACTIONS]:
        end = _acted(view, unit, manoeuvres)
        cost = Row("action", "the whole turn", "charge-boys.formation.change-full-turn")
        return Preview(end.pose, formation_told.parts_of(view, end), costs=(cost,))
    drill = tuple([one for one in manoeuvres if one.kind not in table.ACTIONS and one.kind not in table.FREE])
    way = paths.route(view, unit, drill)
    points = [point for path in way.paths for point in track(path, 0.0, 0.0)]
    return Preview(
        end=way.end.pose,
        parts=formation_told.parts_of(view, way.end),
        track=tuple(points),
        costs=costs(view, unit, way),
        crosses=crosses(view, unit, way),
        reasons=faults,
    )


def _acted(view: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Unit:
    """The unit after an action that is lawful."""

    now = view
    for event in table.carry_out(view, unit, manoeuvres).events:
        now = events.apply(now, event)
    return field.unit_of(now, unit.id)


def costs(view: State, unit: Unit, way: paths.Route) -> tuple[Row, ...]:
    """The price of a move line by line, and what it comes to [terrain.half-turn-arithmetic]."""
    rows: list[Row] = []
    cost, most = movement_faults.price_of(view, unit, way)
    for one in way.legs:
        price = terrain_rule.leg_price(one, unit.formation, most)
        label = f"{one.inches:.1f}″ {one.kind}" if one.inches else one.kind
        rows.append(Row(label, f"{price:.1f}″", rule.LEG_CLAUSES.get(one.kind, "charge-boys.move.partial")))
    if unit.formation != tables.UNLIMBERED:
        rows.append(Row("allowance used", f"{cost:.1f}″ of {most:g}″", tables.allowance_clause(unit.formation)))
    return tuple(rows)


def crosses(view: State, unit: Unit, way: paths.Route) -> tuple[Row, ...]:
    """The nearest enemy at the end of a move."""
    near = sorted([(field.apart(way.end, foe, view.settings), foe.name) for foe in field.enemies(view, unit)])
    if not near:
        return ()
    return (Row("nearest enemy", f"{near[0][1]}, {near[0][0]:.1f}″", "charge-boys.move.enemy-proximity"),)


def in_column(view: State, id: str) -> bool:
    return bool([unit for unit in view.units if unit.id == id and unit.trail])


def course(view: State, unit: Unit, event: movement_events.Moved) -> tuple[Course, ...]:
    """Who is driven back turns at the end; men who face left or right, and guns pushed by hand, each go their own way.

    [morale.retreat-direction, move.turn-in-place, move.manhandle-rate]
    """
    if unit.formation == tables.UNLIMBERED:
        return ()
    if not event.manoeuvres:
        return coursed(unit.id, go_and_turn(event.start, event.end), event.end)
    if event.trail:
        return _column_course(view, unit, event)
    if [one for one in event.manoeuvres if one.kind == "turn" and unit.formation != tables.SKIRMISH]:
        return ()
    front, deep = field.size(unit, view.settings)
    return coursed(unit.id, stations(sweep(event.start, front, deep, event.manoeuvres)), event.end)


def _column_course(view: State, unit: Unit, event: movement_events.Moved) -> tuple[Course, ...]:
    """A column's ranks follow the first of them [formation.road-column]."""
    if [one for one in event.manoeuvres if one.kind not in ("forward", "leg")]:
        return ()
    _, rank = field.base(unit, view.settings)
    _, deep = field.size(unit, view.settings)
    head = ahead(event.start, 0.5 * deep)
    passed = [ahead(pose, -0.5 * rank) for pose in stations(sweep(head, 0.0, 0.0, event.manoeuvres))]
    return coursed(unit.id, passed, ahead(event.end, 0.5 * (deep - rank)), event.files)


TELLINGS: Final[Tellings] = {
    movement_events.Moved: moved,
    movement_events.Stood: stood,
}
