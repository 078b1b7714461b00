"""Sight: what can happen, and what it changes."""

from __future__ import annotations

import dataclasses
from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record, replace
from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.state import Army, Sighting, State


@record
class Met:
    """A unit has run into an enemy that was not in view."""

    unit: str
    foe: str


@record
class Sighted:
    """What has come into the view of a side's players, and what has gone out of it."""

    side: str
    to: tuple[str, ...]
    appeared: tuple[str, ...]
    lost: tuple[str, ...]
    unseen: tuple[str, ...]
    sightings: tuple[Sighting, ...]


@record
class Spotted:
    """All look again who is in view, each side for itself; not `looked`: nothing has moved, and nobody did.

    `watch`, which is not kept, has one of those who see each piece in view.
    """

    sides: tuple[Sighted, ...]
    looked: bool = True
    watch: dict[str, str] | None = dataclasses.field(default=None, init=False, repr=False, compare=False)


@record
class Unnoticed:
    """Events that only these players notice."""

    events: tuple[object, ...]
    to: tuple[str, ...]


def met(state: State, event: Met) -> State:
    new = field.past_recall(state)
    new.met = (*state.met, event.foe)
    return new


def spotted(state: State, event: Spotted) -> State:
    new = field.past_recall(state)
    for one in event.sides:
        new.armies = tuple([_looked(army, one) if army.side == one.side else army for army in new.armies])
    if event.looked:
        new.looked = field.look_of(new, event.watch or {})
    return new


def _looked(army: Army, event: Sighted) -> Army:
    return replace(army, unseen=event.unseen, sightings=event.sightings)


EFFECTS: Final[Effects] = {
    Sighted: field.only_told,
    Met: met,
    Spotted: spotted,
}
