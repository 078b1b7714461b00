"""Charges: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.state import ADVANCING, State


@record
class ChargeTest:
    """Chargers test before they go in."""

    group: str
    target: str


@record
class ChargedTest:
    """A group that is charged tests."""

    group: str
    target: str


@record
class RidersDeeds:
    """Riders about to charge may fire or load before they move."""

    group: str
    target: str


@record
class SendIn:
    """The player says who goes, and at whom."""

    group: str
    target: str


@record
class ChargeByHand:
    """A charger goes in by a way that his player draws."""

    figure: str
    target: str


@record
class ChargeHome:
    """Those who are sent go one after another, each at the man named."""

    group: str
    target: str
    orders: tuple[tuple[str, str], ...]


@record
class ChargeDeclared:
    group: str
    target: str


def charge_declared(state: State, event: ChargeDeclared) -> State:
    group = field.regrouped(field.group_of(state, event.group))
    group.charging = event.target
    group.motion = ADVANCING
    return field.with_group(state, group)


EFFECTS: Final[Effects] = {
    ChargeDeclared: charge_declared,
}
