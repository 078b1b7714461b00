"""The bot that plays by rules of thumb."""

from __future__ import annotations

from roundtop.battle.forms import (
    Answer,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Confirm,
    Confirmed,
    March,
    Marched,
    Number,
    Numbered,
    Place,
    Placed,
    Traced,
)
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Stream
from roundtop.rulebooks.chamberlain.state import State


def captain(view: State, decision: Decision, stream: Stream) -> Answer:
    form = decision.form
    if isinstance(form, Choose):
        return Chosen((form.items[stream.below(len(form.items))].key,))
    if isinstance(form, Assign):
        return Assigned(())
    if isinstance(form, March):
        return Marched(form.ways[stream.below(len(form.ways))].manoeuvres)
    if isinstance(form, Number):
        return Numbered(form.low)
    if isinstance(form, Confirm):
        return Confirmed(True)
    if isinstance(form, Place):
        return Placed(form.candidates[stream.below(len(form.candidates))])
    return Traced(())
