"""Dice and commands that activate units."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.record import copy, record, replace
from roundtop.rulebooks.chamberlain.state import Officer, State


@record
class Movement:
    """The active side activates, uses an activated unit, or ends its Movement Phase."""

    side: str


@record
class RollToActivate:
    """A die to activate a force or a unit. Kinds: force, unit, lone, vigorous. `again`: the second, which stands."""

    side: str
    kind: str
    what: str
    officer: str
    again: str


@record
class OfferReroll:
    """A failed activation may be rolled again by an Intuitive officer."""

    side: str
    kind: str
    what: str
    officer: str


@record
class ActivationThrown:
    """A die for a force or a unit. `rerolled` names the Intuitive officer who had it thrown again.

    `hidden`: it is for a concealed unit; which one only its side knows.
    """

    side: str
    kind: str
    what: str
    officer: str
    needed: int
    success: bool
    rerolled: str
    rolls: tuple[Roll, ...]
    hidden: bool


@record
class CommandGiven:
    """Activation without a die. Kinds: force, unit (the CnC's command), cavalry (a C commander's unit).

    `hidden`: it is for a concealed unit; which one only its side knows.
    """

    side: str
    kind: str
    what: str
    officer: str
    pips: int
    hidden: bool


@record
class Activated:
    """What an attempt means for the units it reached; which they are only their side knows."""

    side: str
    success: bool
    units: tuple[str, ...]


@record
class ActivationEnded:
    """What is left of an activation is given up; the units still waiting stay as they are."""

    side: str


def activation_thrown(state: State, event: ActivationThrown) -> State:
    """What a die uses up: the force's one roll, an officer's re-roll or extra roll."""
    new = copy(state)
    vigorous = event.kind == "vigorous"
    if (event.kind == "force" or vigorous) and not event.rerolled:
        new.rolled = (*new.rolled, event.what)
    if event.rerolled or (vigorous and event.officer):
        new.officers = tuple([_tried(officer, event) for officer in new.officers])
    return new


def _tried(officer: Officer, event: ActivationThrown) -> Officer:
    if officer.id not in (event.rerolled, event.officer):
        return officer
    new = copy(officer)
    new.rerolled = officer.rerolled or event.rerolled == officer.id
    if event.kind == "vigorous" and event.officer == officer.id and not officer.extra:
        new.extra = event.what
    return new


def command_given(state: State, event: CommandGiven) -> State:
    """What an order without a die uses up: the CnC's command, or a Cavalry officer's free unit."""
    new = copy(state)
    if event.kind == "force":
        new.rolled = (*new.rolled, f"command:{event.what}")
    new.officers = tuple([_commanded(one, event) if one.id == event.officer else one for one in new.officers])
    return new


def _commanded(officer: Officer, event: CommandGiven) -> Officer:
    new = copy(officer)
    if event.kind == "cavalry":
        new.freed = True
    else:
        new.commands += 1
        new.pips = event.pips
    return new


def activated(state: State, event: Activated) -> State:
    new = copy(state)
    if event.success:
        new.woken = (*state.woken, *event.units)
        new.waiting = (*state.waiting, *event.units)
    else:
        new.failed = (*state.failed, *event.units)
    return new


def activation_ended(state: State, event: ActivationEnded) -> State:
    return replace(state, waiting=())


EFFECTS: Final[Effects] = {
    ActivationThrown: activation_thrown,
    CommandGiven: command_given,
    Activated: activated,
    ActivationEnded: activation_ended,
}
