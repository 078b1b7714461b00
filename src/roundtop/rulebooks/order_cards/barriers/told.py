"""Walls and barriers in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Marched
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.barriers import events, table
from roundtop.rulebooks.order_cards.movement import told as movement_told
from roundtop.rulebooks.order_cards.state import State
from roundtop.table.pose import Pose


def work_began(view: State, event: events.WorkBegan) -> Telling:
    tally = (Row("dismantling", "", tables.BOOK + "misc.dismantle"),)
    return words.telling_of(
        view, event.unit, f"{field.named(view, event.unit)} sets to work on the obstacle before it.", "none", tally
    )


def line_changed(view: State, event: events.LineChanged) -> Telling:
    name = field.named(view, event.unit)
    kind = event.kind.replace("-", " ")
    shifted = event.cause == "barrier"
    text = f"{name} shifts the {kind}." if shifted else f"{name} opens a gap in the {kind}."
    tally = (
        Row(kind, "shifted" if shifted else "gap", tables.BOOK + ("barrier.move" if shifted else "misc.dismantle")),
    )
    return words.telling_of(view, event.unit, text, "none", tally)


def propose(view: State, step: events.ShiftBarrier, player: str, pose: Pose) -> Answer:
    return Marched(table.push(view, field.unit_of(view, step.unit), pose))


def preview(view: State, step: events.ShiftBarrier, player: str, answer: Answer) -> Preview:
    """The men at a barrier, and what forbids shifting it so."""
    assert isinstance(answer, Marched)
    unit = field.unit_of(view, step.unit)
    faults = tuple(table.barrier_faults(view, unit, answer.manoeuvres)) if answer.manoeuvres else ()
    return Preview(unit.pose, movement_told.parts_of(unit), reasons=faults)


TELLINGS: Final[Tellings] = {
    events.WorkBegan: work_began,
    events.LineChanged: line_changed,
}
