"""An advance in the hand."""

from __future__ import annotations

from roundtop.battle.forms import Answer, Marched
from roundtop.battle.protocol import Preview
from roundtop.battle.tally import Row
from roundtop.rulebooks.chamberlain import field, words
from roundtop.rulebooks.chamberlain.advance import events, table
from roundtop.rulebooks.chamberlain.state import State
from roundtop.table.measure import TOLERANCE, cosine, sine
from roundtop.table.path import forward
from roundtop.table.pose import Pose, ahead


def advance_proposed(view: State, step: events.Advance, player: str, pose: Pose) -> Answer:
    unit = field.unit_of(view, step.unit)
    goal = field.centre(pose, view.settings)
    far = (goal.x - unit.pose.x) * sine(unit.pose.facing) + (goal.y - unit.pose.y) * cosine(unit.pose.facing)
    return Marched((forward(min(far, table.advance_room(view, unit))),) if far > TOLERANCE else ())


def advance_shown(view: State, step: events.Advance, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Marched):
        return None
    unit = field.unit_of(view, step.unit)
    length = answer.manoeuvres[0].amount if answer.manoeuvres else 0.0
    cost = Row(
        "advance", f"{words.bw(length)} of {words.bw(table.advance_room(view, unit))}", words.BOOK + "advance.distance"
    )
    return words.in_hand_at(view, unit, ahead(unit.pose, length), (cost,), [])
