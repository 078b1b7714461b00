"""Moves at the table: the decision, the check, and what a move does to officers in its way."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March, Reason
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, way_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.events import Events
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.formation import table as formation_table
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.movement import faults, rule, ways
from roundtop.rulebooks.order_cards.sight import events as sight_events
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.footprint import Block
from roundtop.table.measure import kept, rounded, within
from roundtop.table.path import Manoeuvre, Sweep, cut, manoeuvres_of, nearer_than, until_gap
from roundtop.table.pose import Pose, ahead, rounded_pose


def may_move(unit: Unit, card: cards_rule.Card) -> bool:
    """Whether a unit has a move left on this card [turn.no-repositioning, cards.deck]."""
    if unit.moved or unit.charged:
        return False
    if card.word == cards_rule.HOLD:
        return not unit.fired and unit.arm != tables.WAGON
    if unit.arm == tables.ARTILLERY and unit.formation == tables.UNLIMBERED:
        return card.move and not unit.fired
    if unit.fired and unit.arm == tables.ARTILLERY:
        return False
    return rule.card_inches(card, unit.arm, unit.mounted) > 0.0


def _may(view: State, unit: Unit, card: cards_rule.Card, reach: float) -> str:
    """What a move can be, in words: guns are pushed a little or limbered first [move.fixed-moves, cards.deck]."""
    if unit.formation == tables.UNLIMBERED and not unit.disordered and card.move:
        pushed = rule.manhandle_inches(card, bool(movement_course.woods_under(view, unit)))
        limbers = "" if card.word == cards_rule.DOUBLE_QUICK else f", or limber up, with {reach:g}″ in all"
        return f"be manhandled {pushed:g}″{limbers}"
    return f"move up to {reach:g}″" if reach else "form anew or turn where it is"


def move_decision(view: State, step: movement_events.MoveUnit, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    card = field.card_of(view, unit.player)
    width, depth = field.size_of(unit)
    reach = rule.card_inches(card, unit.arm, unit.mounted)
    form = March(
        piece=unit.id,
        start=unit.pose,
        width=width,
        depth=depth,
        kinds=movement_course.kinds_of(unit),
        allowance=reach,
        ways=ways.ways(view, unit, card),
    )
    sentence = f"{unit.name} may {_may(view, unit, card, reach)} ({card.name})."
    clauses = (
        tables.BOOK + "move.card-distance",
        tables.BOOK + "move.how-deductions-count",
        tables.BOOK + "move.terrain-table",
    )
    return Decision(player, "move", unit.id, sentence, clauses, form=form)


def check_move(view: State, step: movement_events.MoveUnit, command: Command) -> tuple[Reason, ...]:
    unit = field.unit_of(view, step.unit)
    if unit.place != tables.ON_TABLE and way_of(command):
        return (Reason(f"{unit.name} is not on the table.", tables.BOOK + "setup.reinforcements"),)
    return tuple(faults.judge(view, unit, field.card_of(view, unit.player), way_of(command)))


def move_made(state: State, step: movement_events.MoveUnit, command: Command) -> Progress:
    unit = field.unit_of(state, step.unit)
    if state.settings.fog:
        return groping(state, unit, way_of(command))
    return carried_out(state, unit, way_of(command))


def groping(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """A move in the fog: it stops 1 in short of an enemy that was not in view [visibility.hidden-units]."""
    hidden = [foe for foe in field.enemies(state, unit) if foe.id in field.army_of(state, unit.side).unseen]
    for place in range(len(manoeuvres)):
        course = movement_course.course_of(state, unit, manoeuvres[: place + 1])
        for foe in hidden:
            parts = field.blocks(foe)
            path = course.sweeps[-1] if course.sweeps else None
            if (
                path is None
                or nearer_than(path, parts, rule.KEEP_OFF) < 0
                or not kept(field.unit_gap(unit, parts), rule.KEEP_OFF)
            ):
                continue
            last = cut(path, until_gap(path, parts, rule.KEEP_OFF))
            made = (*manoeuvres[:place], *manoeuvres_of(last))
            done = carried_out(state, unit, made)
            return Progress((*done.events, sight_events.Met(unit.id, foe.id)), done.steps, True)
    return carried_out(state, unit, manoeuvres)


def carried_out(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """A lawful move: up to a change of formation that must be tested for, or to its end, friends passed testing.

    [formation.change-in-musket-range, move.interpenetration]
    """
    if not manoeuvres:
        return Progress(())
    if _half_turns(state, unit, manoeuvres):
        return Progress((movement_events.HalfTurned(unit.id),), final=True)
    place = formation_table.tested_change(state, unit, manoeuvres)
    if place >= 0:
        first = movement_course.course_of(state, unit, manoeuvres[:place])
        events: Events = []
        if first.sweeps:
            events = moved_events(
                state=state,
                unit=unit,
                cause="order",
                after=first.after,
                manoeuvres=manoeuvres[:place],
                sweeps=first.sweeps,
            )
        test = morale_events.TestMorale(unit.id, morale_rule.FORMATION_CHANGE, "", 0, tables.UNASKED)
        return Progress(tuple(events), (test, movement_events.MoveRest(unit.id, manoeuvres[place:])), final=True)
    course = movement_course.course_of(state, unit, manoeuvres)
    if unit.formation != tables.UNLIMBERED or unit.disordered or course.before is not None:
        course.after.disordered = movement_course.priced(
            state, unit, field.card_of(state, unit.player), course
        ).disordered
    tests = [
        morale_events.TestMorale(friend.id, morale_rule.PASSED_THROUGH, "", 0, tables.UNASKED)
        for friend in faults.passed(unit, course, faults.Others(state, unit))
        if unit.disordered and not friend.disordered
    ]
    events = moved_events(
        state=state, unit=unit, cause="order", after=course.after, manoeuvres=manoeuvres, sweeps=course.sweeps
    )
    if faults.leaves(state, course):
        events.append(fire_events.UnitRemoved(unit.id, tables.WITHDRAWN))
    return Progress(tuple(events), tuple(tests), final=not state.settings.allow_take_back_by_consent)


def _half_turns(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> bool:
    """Guns in a wood need a second card to turn [move.facing-change]."""
    if unit.formation != tables.UNLIMBERED or unit.disordered or unit.pivoting:
        return False
    turns = [one for one in manoeuvres if one.kind == "turn"]
    return (
        bool(turns)
        and bool(movement_course.woods_under(state, unit))
        and field.card_of(state, unit.player).word != cards_rule.HOLD
    )


def move_rest(state: State, step: movement_events.MoveRest, dice: Dice) -> Progress:
    """The rest of a move, unless the test has thrown the unit into disorder [formation.change-in-musket-range]."""
    unit = field.unit_of(state, step.unit)
    if unit.place != tables.ON_TABLE or unit.disordered or unit.state == tables.ROUTING:
        if unit.place == tables.ON_TABLE and not unit.moved:
            return Progress((move_event(unit, "order", unit, ()),))
        return Progress(())
    course = movement_course.course_of(state, unit, step.manoeuvres)
    if course.fault is not None:
        return Progress(())
    return Progress(
        tuple(
            moved_events(
                state=state,
                unit=unit,
                cause="order",
                after=course.after,
                manoeuvres=step.manoeuvres,
                sweeps=course.sweeps,
            )
        )
    )


def move_event(unit: Unit, cause: str, after: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> movement_events.Moved:
    trail = tuple([(rounded(x), rounded(y)) for x, y in after.trail])
    return movement_events.Moved(
        unit=unit.id,
        cause=cause,
        start=unit.pose,
        end=rounded_pose(after.pose),
        manoeuvres=manoeuvres,
        formation=after.formation,
        mounted=after.mounted,
        disordered=after.disordered,
        trail=trail,
        in_position=after.in_position,
    )


def carried_along(state: State, unit: Unit, end: Pose) -> Events:
    """Officers who run or fight with a unit go with it [rally.officer-routs, melee.officer-mod]."""
    events: Events = []
    for one in field.officers_on(state, unit.side):
        if one.unit == unit.id:
            x = one.pose.x + end.x - unit.pose.x
            y = one.pose.y + end.y - unit.pose.y
            events.append(
                command_events.OfficerMoved(one.id, one.pose, rounded_pose(Pose(x, y, one.pose.facing)), "along")
            )
    return events


def driven_off(state: State, unit: Unit, sweeps: list[Sweep]) -> Events:
    """Lone officers whom an enemy's move touches go to the nearest friends, or are captured [officer.placement]."""
    events: Events = []
    for one in field.officers_on(state):
        if one.side == unit.side or one.unit:
            continue
        spot = Block(one.pose, 2 * tables.OFFICER_RADIUS, 2 * tables.OFFICER_RADIUS)
        if not [path for path in sweeps if nearer_than(path, [spot], rule.TOUCH) >= 0]:
            continue
        friends = sorted(
            [
                (rounded(field.man_gap(friend, one.pose.x, one.pose.y, tables.OFFICER_RADIUS)), friend.id)
                for friend in field.on_table(state, one.side)
                if friend.captive == "" and friend.state != tables.ROUTING
            ]
        )
        if friends and within(friends[0][0], tables.OFFICER_REACH):
            continue
        if friends and within(friends[0][0], rule.OFFICER_MOVE):
            friend = field.unit_of(state, friends[0][1])
            pose = rounded_pose(ahead(friend.pose, -0.5 * field.size_of(friend)[1] - 2 * tables.OFFICER_RADIUS))
            events.append(command_events.OfficerMoved(one.id, one.pose, pose, "driven"))
        else:
            events.append(command_events.OfficerHurt(one.id, tables.CAPTURED))
    return events


def moved_events(
    state: State, unit: Unit, cause: str, after: Unit, manoeuvres: tuple[Manoeuvre, ...], sweeps: list[Sweep]
) -> Events:
    """A unit moves, takes along who is with it, and drives lone officers off."""
    return [
        move_event(unit, cause, after, manoeuvres),
        *carried_along(state, unit, after.pose),
        *driven_off(state, unit, sweeps),
    ]


def left_table(state: State, unit: Unit, fate: str) -> Events:
    """A unit is gone over the edge, and officers swept along with it are lost [move.leaving-table]."""
    lost = [
        command_events.OfficerHurt(one.id, "lost") for one in field.officers_on(state, unit.side) if one.unit == unit.id
    ]
    return [fire_events.UnitRemoved(unit.id, fate), *lost]


PLAYS: Final[Plays] = {
    movement_events.MoveUnit: Play(no_effect, field.owner, move_decision, move_made, check_move),
    movement_events.MoveRest: Play(move_rest),
}
