"""A routing unit runs for its edge."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.movement import compelled as movement_compelled
from roundtop.rulebooks.order_cards.movement import faults as movement_faults
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.movement import table as movement_table
from roundtop.rulebooks.order_cards.prisoners import table as prisoners_table
from roundtop.rulebooks.order_cards.rout import events
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.measure import FULL_TURN, QUARTER_TURN, TOLERANCE, kept, rounded, turn_between, within
from roundtop.table.path import nearer_than, until_gap
from roundtop.table.pose import Pose, ahead

FAR_ENEMY: Final = 24.0
"""How near a known enemy must be to be minded before all else [morale.rout-direction]."""


def headings_home(state: State, unit: Unit) -> list[int]:
    """The straight way to its own edge, then ways within 90 degrees of it, nearest first, left before right."""
    home = field.homeward(state, unit)
    found = [home]
    for by in range(1500, QUARTER_TURN + 1, 1500):
        found.append((home - by) % FULL_TURN)
        found.append((home + by) % FULL_TURN)
    return found


@record
class Flight:
    """A way to run: how far there is room, how much nearer it comes to each known enemy, whom it passes through.

    The nearest enemies come first.
    """

    heading: int
    room: float
    nearer: list[float]
    friends: list[Unit]


def flights(state: State, unit: Unit, inches: float) -> list[Flight]:
    """Ways a routing unit may run, the best first: no nearer to known enemies if possible, the near before the far.

    [morale.rout-direction]
    """
    known = sight_table.known_enemies(state, unit.side)
    known = [foe for _, _, foe in sorted([(rounded(field.units_gap(unit, foe)), foe.id, foe) for foe in known])]
    found: list[Flight] = []
    for heading in headings_home(state, unit):
        flight = _flight(state, running(unit, heading), heading, inches, known)
        found.append(flight)
        free = flight.room >= inches - TOLERANCE and not any(flight.nearer) and not flight.friends
        if free and len(found) == 1:
            return found
    home = field.homeward(state, unit)
    minded = len([foe for foe in known if within(field.units_gap(unit, foe), FAR_ENEMY)])
    ranked = [
        (
            one.room < 1.0,
            one.nearer[:minded],
            one.room < inches - TOLERANCE,
            one.nearer[minded:],
            abs(turn_between(home, one.heading)),
            place,
        )
        for place, one in enumerate(found)
    ]
    return [found[rank[-1]] for rank in sorted(ranked)]


def running(unit: Unit, heading: int) -> Unit:
    """A unit that has turned to run, in a crowd [morale.rout-state]."""
    runner = field.crowd(unit)
    runner.pose = Pose(unit.pose.x, unit.pose.y, heading)
    return runner


def _flight(state: State, runner: Unit, heading: int, inches: float, known: list[Unit]) -> Flight:
    off = movement_compelled.to_table_edge(state, runner, heading, inches)
    room, _ = movement_compelled.to_object(state, runner, heading, min(inches, off))
    path = movement_compelled.straight(runner, heading, room)
    for foe in field.enemies(state, runner):
        parts = field.blocks(foe)
        least = movement_faults.keep_off(foe)
        if nearer_than(path, parts, least) < 0:
            continue
        start = field.unit_gap(runner, parts)
        if kept(start, least):
            room = min(room, until_gap(path, parts, least).length)
        elif (
            field.unit_gap(
                field.unit_at(runner, ahead(Pose(runner.pose.x, runner.pose.y, heading), min(1.0, room))), parts
            )
            < start
        ):
            room = 0.0
    if room >= off - TOLERANCE:
        room = inches
    end = _stepped(runner, heading, room)
    closer = [rounded(field.units_gap(runner, foe) - field.units_gap(end, foe)) for foe in known]
    nearer = [one if one > TOLERANCE else 0.0 for one in closer]
    return Flight(
        heading,
        room,
        nearer,
        movement_compelled.friends_on(state, runner, movement_compelled.straight(runner, heading, room)),
    )


def _stepped(unit: Unit, heading: int, went: float) -> Unit:
    """A unit so far on a heading, its facing kept."""
    there = ahead(Pose(unit.pose.x, unit.pose.y, heading), went)
    return field.unit_at(unit, Pose(there.x, there.y, unit.pose.facing))


def _round(ways: list[Flight]) -> Flight | None:
    for one in ways:
        if not one.friends and one.room > 1.0 and not any(one.nearer):
            return one
    return None


def run_decision(view: State, step: events.RunHow, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    items = (Item("through", "through them: each must test"), Item("round", "round them"))
    sentence = f"{unit.name} runs and friends are in its way: through them or round them?"
    return Decision(player, "run", unit.id, sentence, (tables.BOOK + "morale.rout-direction",), form=Choose(items))


def run_told(state: State, step: events.RunHow, command: Command) -> Progress:
    return Progress((), (events.RunAway(step.unit, key_of(command)),), final=True)


def run_away(state: State, step: events.RunAway, dice: Dice) -> Progress:
    """A routing unit runs for its edge, through friends who must test, and off the table if it gets there.

    [morale.rout-state, morale.rout-direction, melee.retreat-through-friends, move.leaving-table]
    """
    unit = field.unit_of(state, step.unit)
    if not movement_compelled.owing(unit):
        return Progress(())
    inches = movement_rule.rout_inches(unit.arm, unit.mounted)
    ways = flights(state, unit, inches)
    best = ways[0]
    if best.friends and not step.how and _round(ways) is not None:
        return Progress((), (events.RunHow(unit.id),))
    if step.how == "round":
        best = _round(ways) or best
    runner = running(unit, best.heading)
    if best.room < 0.1:
        return _cornered(state, unit)
    off = movement_compelled.to_table_edge(state, runner, best.heading, best.room)
    if within(off, best.room):
        return Progress(
            tuple(movement_table.left_table(state, unit, tables.RUN_OFF)),
            movement_compelled.through(best.friends, unit),
        )
    most = min(best.room + 6.0, movement_compelled.to_table_edge(state, runner, best.heading, 99.0))
    went = movement_compelled.clear_end(state, runner, best.heading, best.room, most)
    there = ahead(Pose(unit.pose.x, unit.pose.y, best.heading), went)
    after = field.unit_at(runner, Pose(there.x, there.y, best.heading))
    path = movement_compelled.straight(runner, best.heading, went)
    return Progress(
        tuple(
            movement_table.moved_events(state=state, unit=unit, cause="rout", after=after, manoeuvres=(), sweeps=[path])
        ),
        movement_compelled.through(best.friends, unit),
    )


def _cornered(state: State, unit: Unit) -> Progress:
    """A routing unit with nowhere to run surrenders if enemies hold it; otherwise it stays [morale.rout-direction]."""
    near = sorted(
        [
            (rounded(field.units_gap(unit, foe)), foe.id)
            for foe in field.enemies(state, unit)
            if prisoners_table.organised(foe)
        ]
    )
    if near and within(near[0][0], 2.0 * movement_rule.KEEP_OFF):
        return Progress(tuple(prisoners_table.surrender(state, unit, field.unit_of(state, near[0][1]))))
    after = field.crowd(unit)
    after.pose = field.standing_room(state, after)
    return Progress((movement_table.move_event(unit, "rout", after, ()),))


PLAYS: Final[Plays] = {
    events.RunAway: Play(run_away),
    events.RunHow: Play(no_effect, field.owner, run_decision, run_told),
}
