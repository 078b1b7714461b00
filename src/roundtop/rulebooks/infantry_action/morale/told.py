"""Outcomes in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import compass
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.morale import events
from roundtop.rulebooks.infantry_action.state import State
from roundtop.rulebooks.infantry_action.words import BOOK, of_unit


def after_rout(view: State) -> str:
    """What a rout takes from a unit for the rest of the game [outcome.after-rout]."""
    fewer = view.settings.rout_fire_penalty == "fewer-dice"
    return "no charge, one die fewer when shooting" if fewer else "no charge, -1 to each die when shooting"


REMOVALS: Final[dict[str, tuple[str, str]]] = {
    "destroyed": ("is destroyed", "shooting.hit-removes-stand"),
    "overrun": ("is overrun and its guns are lost", "outcome.battery"),
    "left-table": ("runs off the table and is lost", "movement.table-edge"),
    "routed-again": ("routs a second time and is lost", "outcome.routed-removed"),
}


def unit_removed(view: State, event: events.UnitRemoved) -> Telling:
    words, clause = REMOVALS[event.cause]
    name = field.unit_of(view, event.unit).name
    return of_unit(view, event.unit, f"{name} {words}.", "remove", (Row("out of the battle", "", BOOK + clause),))


def formed_up(view: State, event: events.FormedUp) -> Telling:
    unit = field.unit_of(view, event.unit)
    text = f"{unit.name} forms up on the spot, facing {compass(event.pose.facing)}."
    tally = (Row("forms up", "", BOOK + "outcome.regroup"),)
    return Telling(text, ((event.pose.x, event.pose.y),), tally=tally, hint="move", side=unit.side)


def rout_began(view: State, event: events.RoutBegan) -> Telling:
    name = field.unit_of(view, event.unit).name
    by_fire = event.cause == "fire"
    text = f"{name}, shot below half strength, routs" if by_fire else f"{name} routs"
    text += " and will run on next turn." if event.owes else "."
    clause = BOOK + ("shooting.below-half-by-fire" if by_fire else "outcome.rout-move")
    tally = (
        Row("rout", "two full moves", clause),
        Row("from now on", after_rout(view), BOOK + "outcome.after-rout"),
    )
    return of_unit(view, event.unit, text, "rout", tally)


TELLINGS: Final[Tellings] = {
    events.UnitRemoved: unit_removed,
    events.FormedUp: formed_up,
    events.RoutBegan: rout_began,
}
