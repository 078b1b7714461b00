"""The steps and events of reinforcements."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.record import copy, record
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.state import ARRIVED, ON_TABLE, State
from roundtop.table.pose import Pose


@record
class Reinforce:
    """Dice for reinforcements that are due."""

    side: str


@record
class Enter:
    """A reinforcement comes on."""

    unit: str


@record
class ArrivalThrown:
    """A reinforcement that is due has come, or not yet."""

    unit: str
    arrived: bool
    rolls: tuple[Roll, ...]


@record
class Entered:
    """A reinforcement has come on by a simple or difficult move."""

    unit: str
    kind: str
    end: Pose
    limbered: bool


def arrival_thrown(state: State, event: ArrivalThrown) -> State:
    new = copy(field.unit_of(state, event.unit))
    if event.arrived:
        new.place = ARRIVED
    return field.with_unit(state, new)


def entered(state: State, event: Entered) -> State:
    new = copy(field.unit_of(state, event.unit))
    new.pose = event.end
    new.place = ON_TABLE
    new.limbered = event.limbered
    new.moved = event.kind
    after = field.with_unit(state, new)
    after.woken = (*after.woken, event.unit)
    return after


EFFECTS: Final[Effects] = {
    ArrivalThrown: arrival_thrown,
    Entered: entered,
}
