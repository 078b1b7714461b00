"""Activations in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import listed
from roundtop.rulebooks.chamberlain import field, words
from roundtop.rulebooks.chamberlain.activation import events
from roundtop.rulebooks.chamberlain.state import UNKNOWN, State, Unit


def _what(view: State, kind: str, what: str) -> str:
    """The force or unit of an activation."""
    if what == UNKNOWN:
        return "a concealed unit"
    forces = [force.name for force in view.forces if force.id == what]
    return forces[0] if forces and kind in ("force", "vigorous") else words.named(view, what)


def activation_thrown(view: State, event: events.ActivationThrown) -> Telling:
    again = f"{field.officer_of(view, event.rerolled).name} has it rolled again: " if event.rerolled else ""
    whose = _what(view, event.kind, event.what)
    text = f"{again}{whose} {'is activated' if event.success else 'is not activated'}."
    clause = {"lone": "activate.lone-target", "vigorous": "trait.vigorous"}.get(event.kind, "activate.force-target")
    tally = (Row("needed", f"{event.needed}+", words.BOOK + clause, event.needed),)
    return Telling(text, rolls=event.rolls, tally=tally, hint="orders", side=event.side)


def command_given(view: State, event: events.CommandGiven) -> Telling:
    officer = field.officer_of(view, event.officer)
    free = event.kind == "cavalry"
    text = f"{officer.name} {'sends' if free else 'commands'} {_what(view, event.kind, event.what)} without a die."
    clause = "trait.cavalry" if free else "activate.cnc-command"
    return Telling(text, tally=(Row("no die", "", words.BOOK + clause),), hint="orders", side=event.side)


def activated(view: State, event: events.Activated) -> Telling:
    """Their own side reads whom it reached."""
    names = [words.named(view, id) for id in event.units]
    reached = f": {listed(names)}" if names else ""
    text = f"The order {'reaches those in range' if event.success else 'fails those in range'}{reached}."
    return Telling(text, side=event.side if names else "")


def not_activated(view: State, step: events.Movement, unit: Unit) -> tuple[Reason, ...]:
    """Why a unit may not be activated any more [activate.once]."""
    woken = unit.id in view.woken
    if unit.side != step.side or unit.id in view.waiting or not (woken or unit.id in view.failed):
        return ()
    text = "has had its activation this turn" if woken else "was not reached by its order this turn"
    return (Reason(f"{unit.name} {text}.", words.BOOK + "activate.once"),)


def activation_ended(view: State, event: events.ActivationEnded) -> Telling:
    return Telling("The others stay as they are.")


TELLINGS: Final[Tellings] = {
    events.ActivationThrown: activation_thrown,
    events.CommandGiven: command_given,
    events.Activated: activated,
    events.ActivationEnded: activation_ended,
}
