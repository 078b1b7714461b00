"""Loads and deeds in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish import field, words
from roundtop.rulebooks.skirmish.carrying import events
from roundtop.rulebooks.skirmish.horses import told as horses_told
from roundtop.rulebooks.skirmish.state import Figure, State


def took_up(view: State, event: events.TookUp) -> Telling:
    text = f"{view.figures[event.figure].name} takes {words.thing_name(view, event.thing)}."
    clause = "actions.carry"
    if event.beside:
        with_whom = view.figures[event.beside].name
        text = f"{view.figures[event.figure].name} shares {words.thing_name(view, event.thing)} with {with_whom}."
        clause = "actions.carry-limits"
    return words.of_figure(view, event.figure, text, "none", (Row("carries", "", words.BOOK + clause),))


def dropped(view: State, event: events.Dropped) -> Telling:
    figure = view.figures[event.figure]
    text = f"{figure.name} lets go of {words.thing_name(view, event.thing)}."
    if event.left:
        text = f"{figure.name} leaves {words.thing_name(view, event.thing)} to {view.figures[event.left].name}."
    tally = (Row("put down", "free", words.BOOK + "actions.carry-limits"),)
    return Telling(text, ((event.x, event.y),), tally=tally, hint="place", side=figure.side)


def deed_done(view: State, event: events.DeedDone) -> Telling:
    text = f"{view.figures[event.figure].name}: {words.thing_name(view, event.thing)}, done."
    return words.of_figure(view, event.figure, text, "place", horses_told.cost("other-deeds"))


def burden_row(view: State, figure: Figure) -> Row:
    """What he carries, and with whom [actions.carry, actions.carry-limits]."""
    name = words.thing_name(view, figure.burden)
    other = field.partner_of(view, figure)
    if other is None:
        return Row("Carries", name, words.BOOK + "actions.carry")
    return Row("Carries", f"{name}, with {other.name}", words.BOOK + "actions.carry-limits")


TELLINGS: Final[Tellings] = {
    events.TookUp: took_up,
    events.Dropped: dropped,
    events.DeedDone: deed_done,
}
