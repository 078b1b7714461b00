"""Routing units at the table."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import events, field, tables
from roundtop.rulebooks.charge_boys.casualties import table as casualties_table
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.initiative import events as initiative_events
from roundtop.rulebooks.charge_boys.morale import events as morale_events
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.morale import table as morale_table
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.retreat import events as retreat_events
from roundtop.rulebooks.charge_boys.retreat import table as retreat_table
from roundtop.rulebooks.charge_boys.rout import events as rout_events
from roundtop.rulebooks.charge_boys.rout import rule
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.rulebooks.charge_boys.victory import table as victory_table


def compulsory_moves(state: State, step: rout_events.CompulsoryMoves, dice: Dice) -> Progress:
    """Every unit that was routing when the turn began, side A's first [turn.compulsory-moves]."""
    running = [
        unit
        for side in field.in_order(state)
        for unit in sorted(field.on_table(state, side), key=field.by_id)
        if field.routing(unit)
    ]
    found = [rout_events.RunOn(unit.id) for unit in running]
    return Progress((initiative_events.PhaseBegan("compulsory"),) if found else (), tuple(found))


def run_on(state: State, step: rout_events.RunOn, dice: Dice) -> Progress:
    """A routing unit runs one normal move, or tests because a General is along [rout.first-continues]."""
    unit = field.unit_of(state, step.unit)
    led = bool(field.generals_with(state, unit.id))
    found = rule.run_on(
        routed_by=unit.mettle.by,
        general=led,
        formation=unit.formation,
        rally_failed=unit.mettle.lost,
        settings=state.settings,
        dice=dice,
        by=unit.side,
    )
    if found.tests_instead:
        return Progress((), (rout_events.Joined(unit.id),))
    return Progress((), (retreat_events.FallBack(unit.id, "rout", found.inches, ""),))


def joined(state: State, step: rout_events.Joined, dice: Dice) -> Progress:
    """A General stops a unit that its first-shot test put to rout: it tests at once [rout.general-stops]."""
    unit = field.unit_of(state, step.unit)
    event, verdict = morale_table.take_first(
        state, unit, morale_table.nerve_again(state, unit), "a General joins", dice
    )
    event.kind = morale_rule.GENERAL_JOINS
    return Progress((event,), retreat_table.carried_out(unit, verdict, ""))


def rally(state: State, unit: Unit, dice: Dice) -> Progress:
    """The one rally test of a unit routed by an other test [rout.other-rally, rout.leaves-table, rout.after-rally]."""
    before = len(dice.rolls)
    nerve = morale_table.nerve_again(state, unit)
    found = rule.take_rally(nerve, dice)
    mettle = morale_table.mettle_after(state, unit, morale_rule.OTHER, found.result, unit.mettle.first_shot)
    mettle.lost = found.result == morale_rule.ROUT
    clause = tables.BOOK + ("rout.leaves-table" if found.result == morale_rule.ROUT else "rout.other-rally")
    tally = (*lines(morale_rule.other_mods(nerve)), Row(found.result, str(found.total), clause))
    rolls = tuple(dice.rolls[before:])
    event = morale_events.MoraleTested(
        unit=unit.id,
        kind=morale_rule.RALLY,
        why="rally",
        total=found.total,
        result=found.result,
        retreat=0.0,
        mettle=mettle,
        hits_tested=True,
        tally=tally,
        rolls=rolls,
    )
    if found.removed:
        return Progress((event, *casualties_table.gone(state, unit, "failed-rally")))
    if found.result == morale_rule.ROUT:
        return Progress((event, *_left_behind(state, unit)))
    end = retreat_table.facing_enemy(events.apply(state, event), unit, None)
    turned: victory_table.Events = [movement_events.moved_to(unit, end, "winner")] if end.pose != unit.pose else []
    return Progress((event, *turned))


def _left_behind(state: State, unit: Unit) -> list[object]:
    """A General who could not stop a unit stays where he is [rout.leaves-table]."""
    return [
        generals_events.GeneralMoved(general.id, general.pose, general.pose, "", "alone")
        for general in field.generals_with(state, unit.id)
    ]


PLAYS: Final[Plays] = {
    rout_events.CompulsoryMoves: Play(compulsory_moves),
    rout_events.RunOn: Play(run_on),
    rout_events.Joined: Play(joined),
}
