"""Charges: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.state import Attack, Melee, State


@record
class DeclareCharge:
    unit: str


@record
class AimCharge:
    """The wheel of a charge and the inches it may buy are declared."""

    unit: str
    target: str


@record
class WheelCharge:
    """The wheels of a charge are given by hand."""

    unit: str
    target: str
    extra: int


@record
class RunCharge:
    """A declared charge is measured and made; `then` are further wheels."""

    unit: str
    target: str
    wheel: int
    extra: int
    then: tuple[int, ...] = ()


@record
class Waived:
    """A unit will not charge on this card."""

    unit: str


@record
class ChargeDeclared:
    unit: str
    target: str
    wheel: int
    extra: int
    then: tuple[int, ...] = ()


@record
class ChargeShort:
    """A charge has fallen short; it may go on at the owner's next card with the bonus it has left."""

    unit: str
    target: str
    bonus: int


@record
class ContactMade:
    """A charge has gone home."""

    attack: Attack
    defenders: tuple[str, ...]


def waived(state: State, event: Waived) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.waived = True
    return field.with_changed(state, unit)


def charge_declared(state: State, event: ChargeDeclared) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.charged = True
    unit.moved = True
    unit.target = event.target
    return field.with_changed(state, unit)


def charge_short(state: State, event: ChargeShort) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.target = event.target
    unit.bonus = event.bonus
    return field.with_changed(state, unit)


def contact_made(state: State, event: ContactMade) -> State:
    """A charger joins the melee of whomever it touched, or begins one [charge.multiple, melee.modifiers-first-unit]."""
    new = field.changing(state)
    joined: list[Melee] = []
    others: list[Melee] = []
    for melee in state.melees:
        shared = [id for id in event.defenders if id in melee.defenders]
        if shared:
            joined.append(melee)
        else:
            others.append(melee)
    attacks = [attack for melee in joined for attack in melee.attacks]
    defenders = [id for melee in joined for id in melee.defenders]
    for id in event.defenders:
        if id not in defenders:
            defenders.append(id)
    new.melees = (*others, Melee((*attacks, event.attack), tuple(defenders)))
    unit = field.copied(field.unit_of(state, event.attack.unit))
    unit.target = ""
    unit.bonus = 0
    return field.with_unit(new, unit)


EFFECTS: Final[Effects] = {
    Waived: waived,
    ChargeDeclared: charge_declared,
    ChargeShort: charge_short,
    ContactMade: contact_made,
}
