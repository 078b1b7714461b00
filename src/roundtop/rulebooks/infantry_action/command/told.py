"""Ratings, chits and initiative in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import ARMIES, SIDES, capital, listed, numbered, side_does, throws
from roundtop.rulebooks.infantry_action import field, words
from roundtop.rulebooks.infantry_action.command import events, table
from roundtop.rulebooks.infantry_action.state import UNKNOWN, State


def rated(view: State, event: events.Rated) -> Telling:
    army = field.army_of(view, event.side)
    title = f"the CinC of {ARMIES.get(event.side, event.side)}"
    if army.cinc:
        title = f"{army.cinc}, {title},"
    text = f"{capital(title)} may activate {numbered(event.rating, 'unit')} a go."
    how = "two dice" if event.rolls else "rated by the scenario"
    total = str(event.rolls[0].answer) if event.rolls else army.talent
    clause = words.BOOK + ("setup.cinc-poor", "setup.cinc-average", "setup.cinc-brilliant")[event.rating - 1]
    return Telling(text, rolls=event.rolls, tally=(Row(how, total, clause),), side=event.side)


def chits_placed(view: State, event: events.ChitsPlaced) -> Telling:
    """The owner reads which; everybody else how many."""
    text = f"{side_does(event.side, 'place')} {numbered(len(event.chits), 'chit')} face down."
    tally: tuple[Row, ...] = ()
    if UNKNOWN not in [order for _, order in event.chits]:
        clause = words.BOOK + "orders.chit-list"
        tally = tuple(
            [Row(field.unit_of(view, id).name, table.ORDER_NAMES[order], clause) for id, order in event.chits]
        )
        named = [f"{line.label} {line.value}" for line in tally]
        text = text[:-1] + (": " + listed(named) + "." if named else ".")
    return Telling(
        text=text,
        places=tuple([words.where(field.unit_of(view, id)) for id, _ in event.chits]),
        tally=tally,
        hint="orders",
        side=event.side,
    )


def initiative_thrown(view: State, event: events.InitiativeThrown) -> Telling:
    score = throws(event.rolls)
    text = f"{side_does(event.side, 'win')} the initiative" + (f", {score}." if score else ".")
    # A level throw keeps it where it was, by the house rule.
    faces = score.split(" to ")
    if faces[0] == faces[-1] and score:
        text = f"{side_does(event.side, 'keep')} the initiative, {faces[0]} all."
    tally = (Row("initiative", score, words.BOOK + "initiative.roll"),)
    return Telling(text, rolls=event.rolls, tally=tally, side=event.side)


def first_chosen(view: State, event: events.FirstChosen) -> Telling:
    tally = (Row("first go", SIDES.get(event.side, event.side), words.BOOK + "initiative.choice"),)
    return Telling(f"{side_does(event.side, 'move')} first.", tally=tally, side=event.side)


def chit_revealed(view: State, event: events.ChitRevealed) -> Telling:
    name = field.unit_of(view, event.unit).name
    if not event.order:
        return words.of_unit(view, event.unit, f"{name} is still running.", "orders")
    order = table.ORDER_NAMES[event.order]
    tally = (Row("chit", order, words.BOOK + "activation.reveal-counts"),)
    return words.of_unit(view, event.unit, f"{name} shows its chit: {order}.", "orders", tally)


TELLINGS: Final[Tellings] = {
    events.Rated: rated,
    events.ChitsPlaced: chits_placed,
    events.InitiativeThrown: initiative_thrown,
    events.FirstChosen: first_chosen,
    events.ChitRevealed: chit_revealed,
}
