"""Charges still to go home, and those declared and made."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record, replace
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.state import Fight, State
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose


@record
class ChargeUnit:
    """A unit with a CHARGE chit names its target, or goes forward where it can reach nobody."""

    unit: str


@record
class AimCharge:
    """A unit that has named its target says where it strikes."""

    unit: str
    target: str


@record
class ChargeHome:
    """The charger makes contact, by this way."""

    charger: str
    target: str
    manoeuvres: tuple[Manoeuvre, ...]


@record
class ChargeDeclared:
    """A charge is aimed; `contact` is where it will touch."""

    unit: str
    target: str
    flank: bool
    contact: Pose


@record
class ContactMade:
    """A charge has gone home."""

    fights: tuple[Fight, ...]


def charge_declared(state: State, event: ChargeDeclared) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.charging = event.target
    unit.contact = event.contact
    return field.with_unit(state, unit)


def contact_made(state: State, event: ContactMade) -> State:
    return replace(state, fights=(*state.fights, *event.fights))


EFFECTS: Final[Effects] = {ChargeDeclared: charge_declared, ContactMade: contact_made}
