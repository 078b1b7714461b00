"""Surrender, guards told off, and prisoners led away or freed."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.events import Events
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.movement import compelled as movement_compelled
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.movement import table as movement_table
from roundtop.rulebooks.order_cards.prisoners import events as prisoners_events
from roundtop.rulebooks.order_cards.prisoners import rule
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.footprint import Block
from roundtop.table.layout import settled
from roundtop.table.measure import TOLERANCE, cosine, kept, sine
from roundtop.table.path import nearer_than, shift, until_gap
from roundtop.table.pose import Pose, ahead, rounded_pose


def organised(unit: Unit) -> bool:
    """An enemy that takes prisoners [melee.retreat-into-enemy]."""
    if unit.arm == tables.WAGON or unit.captive or not field.formed(unit) or unit.state != tables.STEADY:
        return False
    return unit.arm != tables.ARTILLERY or unit.formation == tables.UNLIMBERED


def surrender(state: State, unit: Unit, captor: Unit) -> Events:
    """A unit gives itself up; its captor tells off guards, and an officer with it is taken.

    [melee.surrender, prisoners.guards, charge.routing-target]
    """
    stands = unit.stands
    told = rule.guards(stands, captor.stands)
    column = _column(state, unit, captor, told) if told.given else None
    events: Events = [
        prisoners_events.Surrendered(
            unit=unit.id,
            captor=captor.id,
            stands=stands,
            guards=told.given,
            guarded=told.guarded,
            dispersed=told.dispersed,
            column=column,
        ),
    ]
    events.extend(
        [
            command_events.OfficerHurt(one.id, tables.CAPTURED)
            for one in field.officers_on(state, unit.side)
            if one.unit == unit.id
        ]
    )
    if unit.captive:
        events.extend(freed_captives(state, unit))
    return events


def give_up(state: State, step: prisoners_events.GiveUp, dice: Dice) -> Progress:
    """A beaten unit that is surrounded surrenders to the first of its captors still there [melee.surrender]."""
    unit = field.unit_of(state, step.unit)
    captors = [field.unit_of(state, id) for id in step.captors if field.unit_of(state, id).place == tables.ON_TABLE]
    if not captors or unit.place != tables.ON_TABLE:
        return Progress(())
    return Progress(tuple(surrender(state, unit, captors[0])))


def _column(state: State, unit: Unit, captor: Unit, told: rule.Guards) -> Unit:
    """Guards and prisoners as one body behind the captor [prisoners.led-away]."""
    column = Unit(
        id=f"{unit.id}-prisoners",
        side=captor.side,
        player=captor.player,
        brigade=captor.brigade,
        name=f"Guards of {unit.name}",
        arm=tables.INFANTRY,
        weapon=captor.weapon,
        grade=captor.grade,
        start=told.given,
        rifled=0,
        stands=told.given,
        pose=captor.pose,
        formation=tables.LINE,
        disordered=True,
        load=told.guarded,
        captive=unit.id,
    )
    _, depth = field.size_of(captor)
    _, deep = field.size_of(column)
    wanted = ahead(captor.pose, -0.5 * (depth + deep) - 0.1)
    width, deep = field.size_of(column)
    others = [part for one in field.on_table(state) if one.id != unit.id for part in field.blocks(one)]
    found = settled(Block(wanted, width, deep), others, state.ground, 0.5)
    column.pose = found or rounded_pose(wanted)
    return column


def freed_captives(state: State, column: Unit) -> Events:
    """Guards are gone or beaten: their prisoners run [prisoners.led-away]."""
    unit = field.unit_of(state, column.captive)
    if column.load == 0 or unit.place != tables.GONE:
        return []
    return [prisoners_events.Freed(unit.id, column.pose, field.homeward(state, unit))]


def lead_away(state: State, step: prisoners_events.LeadAway, dice: Dice) -> Progress:
    """Guards lead their prisoners 8 in towards their own edge, and off the table [prisoners.led-away]."""
    unit = field.unit_of(state, step.unit)
    if not movement_compelled.owing(unit):
        return Progress(())
    heading = field.homeward(state, unit)
    off = movement_compelled.to_table_edge(state, unit, heading, movement_rule.PRISONERS_MOVE)
    room, _ = movement_compelled.to_object(state, unit, heading, min(movement_rule.PRISONERS_MOVE, off))
    if state.ground.areas or state.ground.lines:
        course = movement_course.course_of(state, unit, (shift(room * sine(heading), room * cosine(heading)),))
        bill = movement_rule.inches_bill(
            movement_course.mover_of(state, unit), movement_rule.PRISONERS_MOVE, tuple(course.actions), state.settings
        )
        room = 0.0 if bill.refusal else min(room, bill.left)
    path = movement_compelled.straight(unit, heading, room)
    for foe in field.enemies(state, unit):
        parts = field.blocks(foe)
        if nearer_than(path, parts, movement_rule.KEEP_OFF) >= 0 and kept(
            field.unit_gap(unit, parts), movement_rule.KEEP_OFF
        ):
            room = min(room, until_gap(path, parts, movement_rule.KEEP_OFF).length)
    if room >= off - TOLERANCE:
        return Progress((fire_events.UnitRemoved(unit.id, tables.WITHDRAWN),))
    went = movement_compelled.clear_end(state, unit, heading, room, room)
    there = ahead(Pose(unit.pose.x, unit.pose.y, heading), went)
    after = field.unit_at(unit, Pose(there.x, there.y, heading))
    path = movement_compelled.straight(unit, heading, went)
    events = movement_table.moved_events(
        state=state, unit=unit, cause="prisoners", after=after, manoeuvres=(), sweeps=[path]
    )
    return Progress(tuple(events), movement_compelled.passed_by_crowd(state, unit, path))


PLAYS: Final[Plays] = {
    prisoners_events.GiveUp: Play(give_up),
    prisoners_events.LeadAway: Play(lead_away),
}
