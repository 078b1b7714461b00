"""Rallying in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Marched
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Telling
from roundtop.rulebooks.order_cards import field, words
from roundtop.rulebooks.order_cards.formation import table as formation_table
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import told as movement_told
from roundtop.rulebooks.order_cards.rally import events, table
from roundtop.rulebooks.order_cards.state import State
from roundtop.table.measure import turn_between
from roundtop.table.pose import Pose


def rally_tried(view: State, event: events.RallyTried) -> Telling:
    helped = f" with {field.named(view, event.officer)}" if words.is_officer(view, event.officer) else ""
    result = "it rallies" if event.passed else words.state_words(event.state, event.disordered)
    lost = f", {words.boxes_named(event.boxes)} circled" if event.boxes else ""
    text = f"{field.named(view, event.unit)} tries to rally{helped}, {event.value} or less: "
    text += f"{words.d100(event.rolls)}, {result}{lost}"
    text += f"; {field.named(view, event.officer)} is swept along." if event.swept else "."
    return words.telling_of(
        view=view,
        id=event.unit,
        text=text,
        hint="none" if event.passed else "rout",
        tally=event.tally,
        rolls=event.rolls,
    )


def propose(view: State, step: events.FormUpFree, player: str, pose: Pose) -> Answer:
    unit = field.unit_of(view, step.unit)
    return Marched((formation_table.forming(unit, "form-up", turn_between(unit.pose.facing, pose.facing)),))


def preview(view: State, step: events.FormUpFree, player: str, answer: Answer) -> Preview:
    """How a unit would stand that forms up near an officer."""
    assert isinstance(answer, Marched)
    unit = field.unit_of(view, step.unit)
    after = movement_course.course_of(view, unit, answer.manoeuvres).after
    faults = tuple(table.free_faults(view, unit, answer.manoeuvres)) if answer.manoeuvres else ()
    return Preview(after.pose, movement_told.parts_of(after), reasons=faults)


TELLINGS: Final[Tellings] = {
    events.RallyTried: rally_tried,
}
