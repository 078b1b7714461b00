"""A sound brigade commander: rules of thumb for Infantry Action."""

from __future__ import annotations

from roundtop.battle.forms import Answer, Assign, Assigned, Choose, Chosen, March, Marched, Place, Placed
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Stream
from roundtop.rulebooks.infantry_action.state import State


def captain(view: State, decision: Decision, stream: Stream) -> Answer:
    """An answer to a decision, from what the player may see."""
    form = decision.form
    if isinstance(form, Assign):
        return Assigned(tuple([(slot.key, slot.items[stream.below(len(slot.items))].key) for slot in form.slots]))
    if isinstance(form, March):
        return Marched(form.ways[-1].manoeuvres)
    if isinstance(form, Place):
        return Placed(form.candidates[0])
    assert isinstance(form, Choose)
    return Chosen(tuple([item.key for item in form.items[: max(form.least, min(1, form.most))]]))
