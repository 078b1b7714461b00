"""A test of nerve at the table, and which officer helps."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.battle.tally import Mod, Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.events import Events
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.morale import rule
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.retreat import events as retreat_events
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import Officer, State, Unit
from roundtop.table.measure import within

NOBODY: Final = "none"


def officers_near(state: State, unit: Unit) -> list[Officer]:
    """Officers of the side who may be declared for a unit [officer.fire-morale, rally.officer-bonus]."""
    return [
        one
        for one in field.officers_on(state, unit.side)
        if one.unit in ("", unit.id)
        and within(field.man_gap(unit, one.pose.x, one.pose.y, tables.OFFICER_RADIUS), tables.OFFICER_REACH)
    ]


def might_help(state: State, unit: Unit) -> bool:
    """Whether for all anybody can see an officer might help: in the fog, always."""
    return state.settings.fog or bool(officers_near(state, unit))


def asks_for_help(
    state: State, step: morale_events.TestMorale | retreat_events.TestLoser | rally_events.Rally
) -> tuple[str, ...]:
    """The owner of a unit about to test, if an officer might help it [turn.who-decides]."""
    if step.officer != tables.UNASKED or (
        isinstance(step, morale_events.TestMorale) and step.kind == rule.PASSED_THROUGH
    ):
        return ()
    unit = field.unit_of(state, step.unit)
    if state.settings.fog:
        return (unit.player,)
    if isinstance(step, morale_events.TestMorale) and not _needed(state, unit, step):
        return ()
    return (unit.player,) if unit.place == tables.ON_TABLE and might_help(state, unit) else ()


def help_decision(
    view: State, step: morale_events.TestMorale | retreat_events.TestLoser | rally_events.Rally, player: str
) -> Decision:
    unit = field.unit_of(view, step.unit)
    items = [Item(one.id, f"{one.name} (+{one.rating})") for one in officers_near(view, unit)]
    items.append(Item(NOBODY, "nobody"))
    if isinstance(step, rally_events.Rally):
        kind, clause = "rally-officer", tables.BOOK + "rally.officer-bonus"
    else:
        kind, clause = "officer", tables.BOOK + "officer.fire-morale"
    sentence = f"{unit.name} must test its morale: which officer helps?"
    if isinstance(step, rally_events.Rally):
        sentence = f"{unit.name} tries to rally: which officer helps?"
    return Decision(player, kind, unit.id, sentence, (clause,), Choose(tuple(items)))


def helped_test(state: State, step: morale_events.TestMorale, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    return Progress(
        (), (morale_events.TestMorale(step.unit, step.kind, step.foe, step.boxes, command.answer.keys[0]),), final=True
    )


def helper_named(state: State, id: str) -> rule.Officer:
    if id in (tables.UNASKED, NOBODY):
        return rule.Officer()
    officer = field.officer_of(state, id)
    return rule.Officer(officer.rank, officer.rating, officer.minor)


def regiment_of(unit: Unit) -> rule.Regiment:
    """What a test reads of a unit."""
    limbered = unit.formation == tables.LIMBERED
    return rule.Regiment(unit.arm, limbered, unit.grade, unit.start, unit.circled, unit.state, unit.disordered)


def _needed(state: State, unit: Unit, step: morale_events.TestMorale) -> bool:
    if unit.place != tables.ON_TABLE:
        return False
    return rule.check_needed(step.kind, regiment_of(unit), step.boxes, 0.0, True)


def test_morale(state: State, step: morale_events.TestMorale, dice: Dice) -> Progress:
    """A test of nerve and all it does to a unit and the officer beside it.

    [morale.procedure, morale.fire-check-failed, officer.fire-double]
    """
    unit = field.unit_of(state, step.unit)
    if not _needed(state, unit, step):
        return Progress(())
    cover = cover_table.faced_cover(state, unit, step.foe)
    lent = helper_named(state, step.officer)
    check = rule.Check(step.kind, regiment_of(unit), cover, True, lent, unit.player, state.settings)
    before = len(dice.rolls)
    result = rule.nerve(check, dice)
    sheltered = True
    if result.unit.state == tables.HEAD_DOWN and unit.state == tables.STEADY:
        # Whether it is in cover matters only now, and is a long look all round the table.
        sheltered = cover_table.in_cover(state, unit, sight_table.known_enemies(state, unit.side))
        result.unit = rule.becoming(check.unit, tables.HEAD_DOWN, unit.disordered or not sheltered, 0, state.settings)
    value = rule.check_value(check)
    tally = value_rows(
        regiment_of(unit), state, rule.check_mods(step.kind, check.unit, cover, lent.rating), value, step.kind
    )
    events = after_test(state, unit, step.kind, step.officer, value, result, sheltered, tally, dice, before)
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
    named = "" if officer in (tables.UNASKED, NOBODY) else officer
    events: Events = [
        morale_events.Tested(
            unit.id,
            kind,
            named,
            value,
            result.passed,
            0 if result.guns else result.boxes,
            tables.ROUTING if gone else after.state,
            after.disordered,
            sheltered if unit.state != tables.HEAD_DOWN else unit.in_position,
            facing,
            tally,
            tuple(dice.rolls[before:]),
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
