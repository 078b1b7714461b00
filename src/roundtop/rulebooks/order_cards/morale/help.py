"""Which officer helps a unit that tests or rallies."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.protocol import Decision
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.morale import events, rule
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.retreat import events as retreat_events
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
    state: State, step: events.TestMorale | retreat_events.TestLoser | rally_events.Rally
) -> tuple[str, ...]:
    """The owner of a unit about to test, if an officer might help it [turn.who-decides]."""
    if step.officer != tables.UNASKED or (isinstance(step, events.TestMorale) and step.kind == rule.PASSED_THROUGH):
        return ()
    unit = field.unit_of(state, step.unit)
    if state.settings.fog:
        return (unit.player,)
    if isinstance(step, events.TestMorale) and not needed(state, unit, step):
        return ()
    return (unit.player,) if unit.place == tables.ON_TABLE and might_help(state, unit) else ()


def help_decision(
    view: State, step: events.TestMorale | retreat_events.TestLoser | rally_events.Rally, player: str
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
    return Decision(player, kind, unit.id, sentence, (clause,), form=Choose(tuple(items)))


def helper_named(state: State, id: str) -> rule.Officer:
    if id in (tables.UNASKED, NOBODY):
        return rule.Officer()
    officer = field.officer_of(state, id)
    return rule.Officer(officer.rank, officer.rating, officer.minor)


def regiment_of(unit: Unit) -> rule.Regiment:
    """What a test reads of a unit."""
    limbered = unit.formation == tables.LIMBERED
    return rule.Regiment(
        arm=unit.arm,
        limbered=limbered,
        grade=unit.grade,
        starting=unit.start,
        circled=unit.circled,
        state=unit.state,
        disordered=unit.disordered,
    )


def needed(state: State, unit: Unit, step: events.TestMorale) -> bool:
    if unit.place != tables.ON_TABLE:
        return False
    return rule.check_needed(step.kind, regiment_of(unit), step.boxes, 0.0, True)
