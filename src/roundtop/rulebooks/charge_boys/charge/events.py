"""The steps and events of a charge."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.record import record
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.state import State


@record
class Charges:
    """A side declares its charges one by one."""

    side: str


@record
class Declare:
    """A side declares one of these charges, or no more: pairs of charger and target."""

    side: str
    options: tuple[tuple[str, str], ...]


@record
class ChargeTest:
    """A unit that wishes to charge tests."""

    unit: str
    target: str


@record
class MeetCharge:
    """Whoever is charged evades, tests or stands."""

    unit: str
    target: str


@record
class Evade:
    """Skirmishers evade."""

    unit: str
    target: str


@record
class StandTest:
    """The charged unit tests."""

    unit: str
    target: str


@record
class Run:
    """The charger throws its bonus, unless it is met by a countercharge."""

    unit: str
    target: str


@record
class Clash:
    """Two mounted units ride at each other."""

    unit: str
    target: str


@record
class CloseIn:
    """The charger goes for its target as far as it reaches."""

    unit: str
    target: str


@record
class ClosingFire:
    """A target that stands fires as the charger closes, or holds its fire."""

    unit: str
    target: str


@record
class UnderFire:
    """Closing fire is thrown, with buck and ball or without, and the charger takes the tests it causes."""

    unit: str
    target: str
    buck: bool


@record
class GoHome:
    """The charger makes contact."""

    unit: str
    target: str


@record
class ChargeDeclared:
    unit: str
    target: str
    flank: bool
    distance: float


@record
class ChargeFell:
    """A charge comes to nothing. Causes: out-of-reach, short, gone; or it is over: caught."""

    unit: str
    target: str
    cause: str


@record
class Intercepted:
    """A charger meets another enemy on its way, who becomes its target."""

    unit: str
    target: str


@record
class Answered:
    """How a unit met a charge: "stands", "gives-way", "evades", or "charges" in its turn."""

    unit: str
    charger: str
    met: str


@record
class Countercharged:
    """A unit meets a charge with its own: the charger is its target."""

    unit: str
    target: str


@record
class ReachThrown:
    """The bonus of a charge, and the reach it gives."""

    unit: str
    bonus: int
    reach: float
    rolls: tuple[Roll, ...]


def after_target_named(state: State, event: ChargeDeclared | Intercepted | Countercharged) -> State:
    unit = field.noted(field.unit_of(state, event.unit))
    unit.turn.target = event.target
    unit.turn.declared = True
    unit.turn.acted = True
    unit.turn.advanced = True
    return field.with_unit(state, unit)


def after_countercharged(state: State, event: Countercharged) -> State:
    unit = field.noted(field.unit_of(after_target_named(state, event), event.unit))
    unit.turn.met = "charges"
    return field.with_unit(state, unit)


def after_charge_fell(state: State, event: ChargeFell) -> State:
    unit = field.noted(field.unit_of(state, event.unit))
    unit.turn.target = ""
    if event.cause == "out-of-reach":
        unit.turn.acted = False
        unit.turn.advanced = False
    return field.with_unit(state, unit)


def after_answered(state: State, event: Answered) -> State:
    unit = field.noted(field.unit_of(state, event.unit))
    unit.turn.met = event.met
    unit.turn.charged = True
    return field.with_unit(state, unit)


def after_reach_thrown(state: State, event: ReachThrown) -> State:
    unit = field.noted(field.unit_of(state, event.unit))
    unit.turn.reach = event.reach
    unit.turn.full_reach = event.reach
    return field.with_unit(state, unit)


EFFECTS: Final[Effects] = {
    ChargeDeclared: after_target_named,
    ChargeFell: after_charge_fell,
    Intercepted: after_target_named,
    Answered: after_answered,
    Countercharged: after_countercharged,
    ReachThrown: after_reach_thrown,
}
