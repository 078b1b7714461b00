"""A loser goes back along the charge's line, and tests."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Command, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.events import Events, apply
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.fire import table as fire_table
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.morale import table as morale_table
from roundtop.rulebooks.order_cards.movement import compelled as movement_compelled
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.movement import table as movement_table
from roundtop.rulebooks.order_cards.prisoners import table as prisoners_table
from roundtop.rulebooks.order_cards.retreat import events as retreat_events
from roundtop.rulebooks.order_cards.retreat import rule
from roundtop.rulebooks.order_cards.rout import table as rout_table
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table import measure
from roundtop.table.ground import point_off_table
from roundtop.table.path import leg, nearer_than, until_gap
from roundtop.table.pose import Point, Pose, ahead


def retreat(state: State, step: retreat_events.Retreat, dice: Dice) -> Progress:
    """A loser goes back along the charge's line: into captivity, along an object, off the table, or to its end.

    [melee.retreat, melee.retreat-line, melee.retreat-into-enemy, melee.retreat-obstacle]
    """
    unit = field.unit_of(state, step.unit)
    if unit.place != tables.ON_TABLE:
        return Progress(())
    inches = movement_rule.rout_inches(unit.arm, unit.mounted)
    runner = rout_table.running(unit, step.facing)
    leg_one = _stretch(state, runner, step.facing, inches, step.fought)
    if leg_one.captor:
        return Progress(tuple(prisoners_table.surrender(state, unit, field.unit_of(state, leg_one.captor))))
    if measure.within(leg_one.off, leg_one.room):
        return _over_the_edge(state=state, unit=unit, runner=runner, heading=step.facing, room=leg_one.room, before=[])
    if not leg_one.outline:
        return _end_retreat(state=state, unit=unit, runner=runner, heading=step.facing, room=leg_one.room, before=[])
    return _turned_aside(state=state, step=step, unit=unit, runner=runner, lane=leg_one, inches=inches, dice=dice)


def _stretch(
    state: State, runner: Unit, heading: int, inches: float, fought: tuple[str, ...]
) -> movement_compelled.Lane:
    """What a retreat meets first on a straight line."""
    lane = movement_compelled.Lane(heading, inches)
    lane.off = movement_compelled.to_table_edge(state, runner, heading, inches)
    room, outline = movement_compelled.to_object(state, runner, heading, min(inches, lane.off))
    if outline and room < inches - measure.TOLERANCE:
        lane.room = room
        lane.outline = outline
    path = movement_compelled.straight(runner, heading, lane.room)
    for foe in sorted(field.enemies(state, runner), key=lambda one: one.id):
        if foe.id in fought or not prisoners_table.organised(foe):
            continue
        parts = field.blocks(foe)
        if nearer_than(path, parts, movement_rule.TOUCH) >= 0:
            to_foe = until_gap(path, parts, 0.0).length
            if to_foe < lane.room:
                lane.room = to_foe
                lane.captor = foe.id
                lane.outline = ()
    return lane


def _end_retreat(state: State, unit: Unit, runner: Unit, heading: int, room: float, before: Events) -> Progress:
    """The end of a retreat, clear of everybody; friends passed through test [melee.retreat-through-friends]."""
    edge = movement_compelled.to_table_edge(state, runner, heading, 99.0)
    went = movement_compelled.clear_end(state, runner, heading, room, min(room + 8.0, edge))
    there = ahead(Pose(runner.pose.x, runner.pose.y, heading), went)
    # Guns have tested before they go back: they face about where they end [melee.morale-ok].
    facing = runner.pose.facing + (measure.HALF_TURN if unit.arm == tables.ARTILLERY else 0)
    after = field.unit_at(runner, Pose(there.x, there.y, facing % measure.FULL_TURN))
    path = movement_compelled.straight(runner, heading, went)
    aside = runner.pose.x != unit.pose.x or runner.pose.y != unit.pose.y
    legs = (leg(runner.pose.x, runner.pose.y), leg(there.x, there.y)) if aside else ()
    moved = movement_table.moved_events(
        state=state, unit=unit, cause="retreat", after=after, manoeuvres=legs, sweeps=[path]
    )
    return Progress(
        (*before, *moved), movement_compelled.through(movement_compelled.friends_on(state, runner, path), unit)
    )


def _over_the_edge(state: State, unit: Unit, runner: Unit, heading: int, room: float, before: Events) -> Progress:
    """A retreat that comes to the edge: the stands it carries over are lost, and the rest stop there.

    [move.leaving-table]
    """
    path = movement_compelled.straight(runner, heading, room)
    friends = movement_compelled.through(movement_compelled.friends_on(state, runner, path), unit)
    there = ahead(Pose(runner.pose.x, runner.pose.y, heading), room)
    gone = [
        pose
        for pose in field.stand_poses(field.unit_at(runner, Pose(there.x, there.y, runner.pose.facing)))
        if point_off_table(state.ground, pose.x, pose.y)
    ]
    if state.settings.retreat_touching_edge_lost or len(gone) >= unit.stands:
        return Progress((*before, *movement_table.left_table(state, unit, tables.RUN_OFF)), friends)
    events: Events = [*before]
    if gone:
        boxes = len(gone) * tables.boxes_per_stand(unit.arm, state.settings)
        events.extend(fire_table.lose(state, unit, boxes, "edge"))
    now = state
    for event in events:
        now = apply(now, event)
    left = rout_table.running(field.unit_of(now, unit.id), runner.pose.facing)
    left.pose = runner.pose
    if left.place != tables.ON_TABLE:
        return Progress(tuple(events), friends)
    went = min(room, movement_compelled.to_table_edge(state, left, heading, room))
    done = _end_retreat(
        state=now, unit=field.unit_of(now, unit.id), runner=left, heading=heading, room=went, before=events
    )
    return Progress(done.events, (*friends, *[test for test in done.steps if test not in friends]))


def _turned_aside(
    state: State,
    step: retreat_events.Retreat,
    unit: Unit,
    runner: Unit,
    lane: movement_compelled.Lane,
    inches: float,
    dice: Dice,
) -> Progress:
    """Two boxes and a die for the way along an object; the other way if that is blocked [melee.retreat-obstacle]."""
    side = rule.way_along(unit.player, dice)
    events: Events = [fire_events.Circled(unit.id, rule.RETREAT_BOXES, "object")]
    if unit.circled + rule.RETREAT_BOXES >= field.boxes_of(unit, state.settings):
        return Progress((*events, fire_events.UnitRemoved(unit.id, tables.DESTROYED)))
    there = ahead(Pose(runner.pose.x, runner.pose.y, step.facing), lane.room)
    left = inches - lane.room
    first, second = along(lane.outline, there, step.facing, side)
    # It sidles along, its back to the object.
    turned = field.unit_at(runner, there)
    for heading in (first, second):
        stretch = _stretch(state, turned, heading, left, step.fought)
        if stretch.captor:
            captor = field.unit_of(state, stretch.captor)
            return Progress(
                (
                    *events,
                    *prisoners_table.surrender(
                        apply(state, events[0]), field.unit_of(apply(state, events[0]), unit.id), captor
                    ),
                )
            )
        if measure.within(stretch.off, stretch.room):
            return _over_the_edge(
                state=state, unit=unit, runner=turned, heading=heading, room=stretch.room, before=events
            )
        if stretch.room > 0.25 or left < 0.25:
            return _end_retreat(
                state=state, unit=unit, runner=turned, heading=heading, room=stretch.room, before=events
            )
    captors = sorted(
        [
            (measure.rounded(field.units_gap(unit, foe)), foe.id)
            for foe in field.enemies(state, unit)
            if prisoners_table.organised(foe)
        ]
    )
    if not captors:
        return _end_retreat(state=state, unit=unit, runner=turned, heading=step.facing, room=0.0, before=events)
    now = apply(state, events[0])
    return Progress(
        (*events, *prisoners_table.surrender(now, field.unit_of(now, unit.id), field.unit_of(now, captors[0][1])))
    )


def along(outline: tuple[Point, ...], at: Pose, heading: int, side: str) -> tuple[int, int]:
    """The two ways along an object from where it is met, the one thrown for first."""
    best = 1e9
    tangent = heading + measure.QUARTER_TURN
    for index in range(1, len(outline)):
        ax, ay = outline[index - 1]
        bx, by = outline[index]
        away = measure.segment_distance(x=at.x, y=at.y, ax=ax, ay=ay, bx=bx, by=by)
        if away < best - measure.NOISE:
            best = away
            tangent = measure.bearing(ax, ay, bx, by)
    if measure.turn_between(heading, tangent) > 0:
        tangent = (tangent + measure.HALF_TURN) % measure.FULL_TURN
    right = (tangent + measure.HALF_TURN) % measure.FULL_TURN
    return (tangent, right) if side == "left" else (right, tangent)


def test_loser(state: State, step: retreat_events.TestLoser, dice: Dice) -> Progress:
    """The test of a unit that lost a melee; guns still standing are limbered up and go back, or are lost.

    [melee.morale-ok, melee.morale-head-down, melee.morale-rout, melee.unlimbered-artillery-loses]
    """
    unit = field.unit_of(state, step.unit)
    if unit.place != tables.ON_TABLE:
        return Progress(())
    lent = morale_help.helper_named(state, step.officer)
    cover = cover_table.faced_cover(state, unit, "")
    roster = morale_help.regiment_of(unit)
    before = len(dice.rolls)
    result = rule.loser_test(
        unit=roster, cover=cover, officer=lent.rating, by=unit.player, settings=state.settings, dice=dice
    )
    value = rule.loser_value(roster, cover, lent.rating, state.settings)
    mods = morale_rule.modifiers(cover, lent.rating, False)
    tally = morale_table.value_rows(roster, state, mods, value, "loser")
    known = sight_table.known_enemies(state, unit.side)
    sheltered = cover_table.in_cover(state, unit, known)
    events = morale_table.after_test(
        state=state,
        unit=unit,
        kind="loser",
        officer=step.officer,
        value=value,
        result=result,
        sheltered=sheltered,
        tally=tally,
        dice=dice,
        before=before,
    )
    if result.unit.state in (tables.STEADY, tables.HEAD_DOWN):
        foe = sight_table.nearest_of(unit, known)
        if foe is not None and not (unit.arm == tables.ARTILLERY and unit.formation == tables.UNLIMBERED):
            face = measure.bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
            tested = events[0]
            assert isinstance(tested, morale_events.Tested)
            tested.facing = face
    steps: tuple[object, ...] = ()
    if unit.arm == tables.ARTILLERY and unit.formation == tables.UNLIMBERED and result.unit.state != tables.DESTROYED:
        after = field.copied(unit)
        after.formation = tables.LIMBERED
        after.disordered = True
        after.in_position = False
        events.append(movement_table.move_event(unit, "retreat", after, ()))
        steps = (retreat_events.Retreat(unit.id, step.facing, step.fought),)
    return Progress(tuple(events), steps)


def helped_loser(state: State, step: retreat_events.TestLoser, command: Command) -> Progress:
    return Progress((), (retreat_events.TestLoser(step.unit, step.facing, step.fought, key_of(command)),), final=True)


PLAYS: Final[Plays] = {
    retreat_events.Retreat: Play(retreat),
    retreat_events.TestLoser: Play(test_loser, morale_help.asks_for_help, morale_help.help_decision, helped_loser),
}
