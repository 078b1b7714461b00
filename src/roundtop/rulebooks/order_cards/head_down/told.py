"""Where a head-down unit would fall back to."""

from __future__ import annotations

from roundtop.battle.forms import Answer, Chosen
from roundtop.battle.protocol import Preview
from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.head_down import events
from roundtop.rulebooks.order_cards.movement import told as movement_told
from roundtop.rulebooks.order_cards.state import State
from roundtop.table.measure import distance
from roundtop.table.pose import Pose


def propose(view: State, step: events.FallBackTo, player: str, pose: Pose) -> Answer:
    near = [(distance(pose.x, pose.y, place.x, place.y), at) for at, place in enumerate(step.places)]
    return Chosen((str(min(near)[1]),))


def preview(view: State, step: events.FallBackTo, player: str, answer: Answer) -> Preview:
    """The unit at the place that is chosen."""
    assert isinstance(answer, Chosen)
    unit = field.unit_of(view, step.unit)
    place = step.places[int(answer.keys[0])]
    there = field.unit_at(unit, Pose(place.x, place.y, unit.pose.facing))
    way = ((unit.pose.x, unit.pose.y), (place.x, place.y))
    return Preview(there.pose, movement_told.parts_of(there), track=way)
