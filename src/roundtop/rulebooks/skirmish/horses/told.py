"""Horses in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import capital
from roundtop.rulebooks.skirmish import words
from roundtop.rulebooks.skirmish.horses import events
from roundtop.rulebooks.skirmish.state import State


def got_up(view: State, event: events.GotUp) -> Telling:
    return words.of_figure(
        view, event.figure, f"{view.figures[event.figure].name} mounts.", "move", cost("mount-dismount")
    )


def got_down(view: State, event: events.GotDown) -> Telling:
    name = view.figures[event.figure].name
    return words.of_figure(view, event.figure, f"{name} dismounts.", "move", cost("mount-dismount"))


def cost(clause: str) -> tuple[Row, ...]:
    return (Row("cost", "1 action", f"{words.BOOK}actions.{clause}"),)


def horse_gone(view: State, event: events.HorseGone) -> Telling:
    tally = (Row("unheld", "", words.BOOK + "actions.horse-left-standing"),)
    text = f"{capital(words.thing_name(view, event.thing))} runs off."
    return Telling(text, words.thing_spot(view, event.thing), tally=tally, hint="remove")


TELLINGS: Final[Tellings] = {
    events.GotUp: got_up,
    events.GotDown: got_down,
    events.HorseGone: horse_gone,
}
