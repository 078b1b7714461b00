"""The advance after combat at the table."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March, Reason, Way
from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Command, Decision, Progress, way_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.advance import events, rule
from roundtop.rulebooks.chamberlain.command import table as command_table
from roundtop.rulebooks.chamberlain.movement import events as movement_events
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.state import ON_TABLE, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.measure import TOLERANCE
from roundtop.table.path import forward

AROUND_BW: Final = 2.0
"""No advance leads farther than this, with what it has to keep clear of."""


def advance_yard(state: State, unit: Unit) -> movement_rule.Yard:
    foes, friends = field.around(state, unit, unit.pose, AROUND_BW)
    return movement_rule.Yard(state.ground, tuple(foes), friends=tuple(friends), settings=state.settings)


def asks_to_advance(state: State, step: events.Advance) -> tuple[str, ...]:
    """A winner that is not Impetuous chooses [advance.optional, advance.impetuous, unit.trait-impetuous]."""
    unit = field.unit_of(state, step.unit)
    if unit.place != ON_TABLE or "impetuous" in unit.traits:
        return ()
    return (unit.side,) if advance_room(state, unit) > TOLERANCE else ()


def advance_room(state: State, unit: Unit) -> float:
    """How far a winner may advance [advance.distance, advance.no-contact]."""
    return rule.advance_limit(rule.free_ahead(advance_yard(state, unit), unit.pose))


def advance_decision(view: State, step: events.Advance, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    room = advance_room(view, unit)
    start = field.middle(unit.pose, view.settings)
    ways = [Way("stay", "stay", (), start)]
    for key, length in (("half", 0.5 * room), ("all", room)):
        end = rule.advanced(advance_yard(view, unit), unit.pose, length)
        if length > TOLERANCE and end != unit.pose:
            line = (forward(length),)
            ways.append(Way(key, f"advance {length:.2f} BW", line, field.middle(end, view.settings)))
    form = March(
        piece=unit.id,
        start=start,
        width=terrain_rule.BASE_WIDTH,
        depth=view.settings.setup_unit_depth,
        kinds=("forward",),
        allowance=round(room, 4),
        ways=tuple(ways),
    )
    sentence = f"{unit.name} has won and may advance up to {room:.2f} BW."
    clauses = ("chamberlain.advance.optional", "chamberlain.advance.distance")
    return Decision(player, "advance", unit.id, sentence, clauses, form=form)


def check_advance(view: State, step: events.Advance, command: Command) -> tuple[Reason, ...]:
    manoeuvres = way_of(command)
    if not manoeuvres:
        return ()
    length = manoeuvres[0].amount
    if len(manoeuvres) > 1 or length < 0.0:
        return (Reason("An advance goes once, straight ahead.", "chamberlain.advance.distance"),)
    if length <= TOLERANCE:
        return (Reason("That advance goes nowhere: say that it stays.", "chamberlain.advance.optional"),)
    unit = field.unit_of(view, step.unit)
    clause = rule.advance_refusal(length, rule.free_ahead(advance_yard(view, unit), unit.pose), False)
    return (Reason("That is too far to advance.", clause),) if clause else ()


def advance_made(state: State, step: events.Advance, command: Command) -> Progress:
    manoeuvres = way_of(command)
    length = manoeuvres[0].amount if manoeuvres else 0.0
    return _advance(state, field.unit_of(state, step.unit), length)


def advance_by_itself(state: State, step: events.Advance, dice: Dice) -> Progress:
    """An Impetuous winner goes as far as it can [advance.impetuous]."""
    unit = field.unit_of(state, step.unit)
    if unit.place != ON_TABLE or "impetuous" not in unit.traits:
        return Progress(())
    return _advance(state, unit, advance_room(state, unit))


def _advance(state: State, unit: Unit, length: float) -> Progress:
    if length <= TOLERANCE:
        return Progress(())
    end = rule.advanced(advance_yard(state, unit), unit.pose, length)
    if end == unit.pose:
        return Progress(())
    moved = movement_events.Moved(
        unit=unit.id,
        kind="advance",
        start=unit.pose,
        end=end,
        manoeuvres=(forward(length),),
        mounted=unit.mounted,
        limbered=unit.limbered,
        halted=False,
    )
    return Progress((moved, *command_table.after_move(state, unit, unit.pose, end)))


PLAYS: Final[Plays] = {
    events.Advance: Play(advance_by_itself, asks_to_advance, advance_decision, advance_made, check_advance),
}
