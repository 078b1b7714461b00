"""How the laws read A.C.W. Rules."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March
from roundtop.battle.protocol import Forecast
from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.fire.events import Fired, Sniped
from roundtop.rulebooks.order_cards.melee.events import MeleeFought
from roundtop.rulebooks.order_cards.morale.events import Tested
from roundtop.rulebooks.order_cards.rally.events import RallyTried
from roundtop.rulebooks.order_cards.state import State, Unit
from tests.laws.reader import Measured, Play, Reader, Standing, Telling, doing_little


def standing(state: State) -> dict[str, Standing]:
    return {unit.id: Standing(unit.side, tuple(field.blocks(unit))) for unit in field.on_table(state)}


def measured(state: State, form: March) -> Measured:
    """A line by its front corners, a column by its leading stand, a crowd by its middle [move.wheel]."""
    unit = field.unit_of(state, form.piece)
    in_place = ("turn", "about-face")
    if "shift" in form.kinds:
        return Measured(form.start, ((0.0, 0.0),), in_place)
    if field.in_file(unit):
        return Measured(field.head_of(unit), ((0.0, 0.0),), in_place)
    return Measured(form.start, tuple([(side * form.width, 0.5 * form.depth) for side in (-0.5, 0.5)]), in_place)


def ridden(state: State, form: March) -> Measured:
    return Measured(form.start, ((0.0, 0.0),))


def fate(unit: Unit) -> str:
    """What has become of a unit, in a forecast's words."""
    gone = {"run-off": "runs off the table", "captured": "surrenders", "taken": "loses its guns"}
    if unit.place == "gone":
        return gone.get(unit.fate, "destroyed")
    shaken = {"routing": "routs", "head-down": "head down"}
    return shaken.get(unit.state, "in disorder" if unit.disordered else "stands")


def named(told: Forecast, play: Play, after: str) -> str:
    found: str = next(unit.id for unit in play.before.units if told.title == f"{unit.name}{after}")
    return found


def boxes(told: Forecast, play: Play) -> str | None:
    fired = play.first(Fired, target=named(told, play, ": boxes circled"))
    return None if fired is None else f"{fired.boxes} box{'' if fired.boxes == 1 else 'es'}"


def shot_at(told: Forecast, play: Play) -> str | None:
    """A unit under fire when it has tested, if it was hit."""
    target = named(told, play, " after its test")
    fired = play.first(Fired, target=target)
    if fired is None or not fired.boxes:
        return None if fired is None else "not hit"
    unit = field.unit_of(play.after, target)
    return fate(unit) if unit.place == "gone" or play.first(Tested, unit=target) is not None else None


def tested(told: Forecast, play: Play) -> str | None:
    unit = named(told, play, " tests")
    test = play.first(Tested, unit=unit)
    if test is None:
        return None
    shaken = {"routing": "routs", "head-down": "head down", "destroyed": "destroyed"}
    words = shaken.get(test.state, "in disorder" if test.disordered else "stands")
    fallen = [one for one in play.after.officers if one.id == test.officer and one.fate]
    return f"{words}, the officer: {fallen[0].fate}" if fallen else words


def rallied(told: Forecast, play: Play) -> str | None:
    unit = named(told, play, " tries to rally")
    tried = play.first(RallyTried, unit=unit)
    return None if tried is None else "rallies" if tried.passed else fate(field.unit_of(play.after, unit))


def sniped(told: Forecast, play: Play) -> str | None:
    shot = play.first(Sniped)
    return None if shot is None else "hit" if shot.hit else "missed"


def beaten(told: Forecast, play: Play) -> str | None:
    """Who won a melee, and what became of every loser."""
    fights = [one for one in play.all(MeleeFought) if field.unit_of(play.before, one.attackers[0]).name in told.title]
    if not fights:
        return None
    fought = fights[0]
    if fought.winner == "none":
        return "nobody is left"
    sides = (fought.attackers, fought.defenders)
    winners, losers = sides if fought.winner == "attackers" else (sides[1], sides[0])
    names = [field.unit_of(play.before, id).name for id in winners]
    after = [f"{field.unit_of(play.before, id).name}: {fate(field.unit_of(play.after, id))}" for id in losers]
    return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}; {'; '.join(after)}"


ODDS: Final = Telling(
    {
        ": boxes circled": boxes,
        " after its test": shot_at,
        " tests": tested,
        " tries to rally": rallied,
        " at a lone man": sniped,
        " : ": beaten,
    },
    doing_little("none", "nobody", "back", "end"),
    unread=("the winners' own test", " after the melee", "whole bonus"),
)
READER: Final = Reader(
    odds=ODDS, standing=standing, moves={"move": measured, "officer-move": ridden, "ride": ridden, "barrier": ridden}
)
