"""A test of nerve at the table, and which officer helps."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Command, Progress, key_of
from roundtop.battle.tally import Mod, Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.events import Events
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.morale import help, rule
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State, Unit


def helped_test(state: State, step: morale_events.TestMorale, command: Command) -> Progress:
    return Progress(
        (), (morale_events.TestMorale(step.unit, step.kind, step.foe, step.boxes, key_of(command)),), final=True
    )


def test_morale(state: State, step: morale_events.TestMorale, dice: Dice) -> Progress:
    """A test of nerve and all it does to a unit and the officer beside it.

    [morale.procedure, morale.fire-check-failed, officer.fire-double]
    """
    unit = field.unit_of(state, step.unit)
    if not help.needed(state, unit, step):
        return Progress(())
    cover = cover_table.faced_cover(state, unit, step.foe)
    lent = help.helper_named(state, step.officer)
    check = rule.Check(
        kind=step.kind,
        unit=help.regiment_of(unit),
        cover=cover,
        sheltered=True,
        officer=lent,
        by=unit.player,
        settings=state.settings,
    )
    before = len(dice.rolls)
    result = rule.nerve(check, dice)
    sheltered = True
    if result.unit.state == tables.HEAD_DOWN and unit.state == tables.STEADY:
        # Whether it is in cover matters only now, and is a long look all round the table.
        sheltered = cover_table.in_cover(state, unit, sight_table.known_enemies(state, unit.side))
        result.unit = rule.becoming(check.unit, tables.HEAD_DOWN, unit.disordered or not sheltered, 0, state.settings)
    value = rule.check_value(check)
    tally = value_rows(
        help.regiment_of(unit), state, rule.check_mods(step.kind, check.unit, cover, lent.rating), value, step.kind
    )
    events = after_test(
        state=state,
        unit=unit,
        kind=step.kind,
        officer=step.officer,
        value=value,
        result=result,
        sheltered=sheltered,
        tally=tally,
        dice=dice,
        before=before,
    )
    return Progress(tuple(events))


def value_rows(unit: rule.Regiment, state: State, mods: list[Mod], value: int, kind: str) -> tuple[Row, ...]:
    clause = rule.CLAUSES.get(kind, tables.BOOK + "melee.morale-ok")
    return (
        Row(
            "morale for its stands", str(rule.normal(unit, state.settings)), tables.BOOK + "morale.stand-loss-decrease"
        ),
        *lines(mods),
        Row("to roll or less", str(value), clause),
    )


def after_test(
    state: State,
    unit: Unit,
    kind: str,
    officer: str,
    value: int,
    result: rule.Nerve,
    sheltered: bool,
    tally: tuple[Row, ...],
    dice: Dice,
    before: int,
) -> Events:
    """How a test leaves a unit: as an event, its removal where it breaks up, and its officer's fate."""
    after = result.unit
    gone = after.state == tables.DESTROYED
    facing = unit.pose.facing
    if after.state == tables.ROUTING:
        facing = field.homeward(state, unit)
    named = "" if officer in (tables.UNASKED, help.NOBODY) else officer
    events: Events = [
        morale_events.Tested(
            unit=unit.id,
            kind=kind,
            officer=named,
            value=value,
            passed=result.passed,
            boxes=0 if result.guns else result.boxes,
            state=tables.ROUTING if gone else after.state,
            disordered=after.disordered,
            in_position=sheltered if unit.state != tables.HEAD_DOWN or kind == "loser" else unit.in_position,
            facing=facing,
            tally=tally,
            rolls=tuple(dice.rolls[before:]),
        )
    ]
    if gone:
        left_guns = tables.TAKEN if kind == "loser" else tables.ABANDONED
        events.append(fire_events.UnitRemoved(unit.id, left_guns if result.guns else tables.DESTROYED))
        events.extend(freed_officers(state, unit))
    if named and result.officer not in ("none", "unharmed"):
        events.append(command_events.OfficerHurt(named, result.officer))
    return events


def freed_officers(state: State, unit: Unit) -> Events:
    """Officers swept along by a unit that is no more are free again [rally.officer-routs]."""
    return [
        command_events.OfficerSwept(one.id, "", "rout")
        for one in field.officers_on(state, unit.side)
        if one.unit == unit.id
    ]


PLAYS: Final[Plays] = {
    morale_events.TestMorale: Play(test_morale, help.asks_for_help, help.help_decision, helped_test),
}
