"""Fire in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.words import numbered
from roundtop.rulebooks.charge_boys import field, words
from roundtop.rulebooks.charge_boys.fire import events
from roundtop.rulebooks.charge_boys.state import State


def fired(view: State, event: events.Fired) -> Telling:
    unit, target = field.unit_of(view, event.unit), field.unit_of(view, event.target)
    with_what = " with buck and ball" if event.buck else ""
    if event.mode == "artillery" or event.guns:
        who = f"{numbered(len(event.guns), 'gun')} of {unit.name} {'fires' if len(event.guns) == 1 else 'fire'}"
    else:
        who = f"{unit.name} fires{with_what}"
    at = (
        f"on the charging {target.name}"
        if event.mode == "closing"
        else f"on {target.name} at {words.inches(event.range)}"
    )
    lost = f"{numbered(event.killed, 'figure')} {'falls' if event.killed == 1 else 'fall'}" if event.hits else ""
    text = f"{who} {at}: {numbered(event.hits, 'hit')}" + (f", {lost}" if lost else "")
    text += f", {numbered(event.officers, 'officer')} among them." if event.officers else "."
    return Telling(
        text=text,
        places=(words.where(unit), words.where(target)),
        rolls=event.rolls,
        tally=event.tally,
        hint="volley",
        side=unit.side,
    )


def held_fire(view: State, event: events.HeldFire) -> Telling:
    name = field.unit_of(view, event.unit).name
    text = f"{name} fires at what is out of range." if event.wasted else f"{name} holds its fire."
    return words.of_unit(view, event.unit, text, "none")


TELLINGS: Final[Tellings] = {
    events.Fired: fired,
    events.HeldFire: held_fire,
}
