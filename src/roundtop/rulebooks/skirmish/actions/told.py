"""Standing in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish.actions import events
from roundtop.rulebooks.skirmish.state import State
from roundtop.rulebooks.skirmish.words import BOOK, of_figure

STOOD: Final[dict[str, tuple[str, str]]] = {
    "covered": ("stays in cover", "morale.fall-back-terms"),
    "cornered": ("has nowhere to run", "morale.cornered"),
    "blown": ("is on a horse that goes no farther this turn", "shooting.horse-harm"),
}


def stood(view: State, event: events.Stood) -> Telling:
    words, clause = STOOD.get(event.cause, ("does nothing", "actions.other-deeds"))
    tally = (Row("stands", "1 action" if event.paid else "", BOOK + clause),)
    return of_figure(view, event.figure, f"{view.figures[event.figure].name} {words}.", "none", tally)


TELLINGS: Final[Tellings] = {
    events.Stood: stood,
}
