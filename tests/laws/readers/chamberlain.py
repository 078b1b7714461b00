"""How the laws read Chamberlain."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March
from roundtop.battle.protocol import Forecast
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.activation.events import Activated
from roundtop.rulebooks.chamberlain.fire.events import VolleyFired
from roundtop.rulebooks.chamberlain.melee.events import MeleeFought
from roundtop.rulebooks.chamberlain.morale.events import RallyTried
from roundtop.rulebooks.chamberlain.movement.events import Moved
from roundtop.rulebooks.chamberlain.state import State
from tests.laws.reader import Measured, Play, Reader, Standing, Telling, doing_little


def standing(state: State) -> dict[str, Standing]:
    return {unit.id: Standing(unit.side, (field.block(unit, state.settings),)) for unit in field.on_table(state)}


def measured(state: State, form: March) -> Measured:
    """From the middle of the front edge, about which a base pivots freely [setup.centre-point]."""
    return Measured(form.start, ((0.0, 0.5 * form.depth),))


def activated(told: Forecast, play: Play) -> str | None:
    tried = play.first(Activated)
    return None if tried is None else "activated" if tried.success else "not activated"


def shot_at(told: Forecast, play: Play) -> str | None:
    """A unit when a volley and what it compels is over."""
    target = next(one.id for one in play.before.units if told.title == f"{field.label(one)} under this fire")
    fired = play.first(VolleyFired, target=target)
    if fired is None or fired.hits == 0:
        return None if fired is None else "no hit"
    was, now = field.unit_of(play.before, target), field.unit_of(play.after, target)
    if now.place != "on":
        return {"broken": "breaks", "retired": "retires"}[now.place]
    if was.concealed:
        return f"{fired.hits} {'hit' if fired.hits == 1 else 'hits'}"
    back = "retreats" if now.pose != was.pose else ""
    if now.arm in tables.GUNS:
        return back
    return f"{now.fatigue} fatigue{', ' if back else ''}{back}"


def fought(told: Forecast, play: Play) -> str | None:
    """What became of one who fights in a combat, when it is over and everybody has fallen back who must."""
    fight = play.first(MeleeFought)
    if fight is None or play.after.charges:
        return None
    after = play.events[play.events.index(fight) :]
    driven = {event.unit for event in after if isinstance(event, Moved) and event.kind not in ("advance", "simple")}
    unit = next(one for one in play.after.units if one.name == told.title)
    gone = {"broken": "breaks", "retired": "retires"}.get(unit.place)
    if gone:
        return gone
    if unit.id in fight.defenders:
        return "is driven back" if unit.id in driven else "stands"
    if unit.id in driven:
        return "is thrown back"
    stand = [id for id in fight.defenders if id not in driven and field.unit_of(play.after, id).place == "on"]
    return "wins, but the enemy stands" if stand else "wins"


def rallied(told: Forecast, play: Play) -> str | None:
    tried = play.first(RallyTried, unit=play.command.about)
    before, after = (field.unit_of(state, play.command.about) for state in (play.before, play.after))
    return None if tried is None else "one fatigue less" if after.fatigue < before.fatigue else "nothing"


ODDS: Final = Telling(
    {"Activation": activated, " under this fire": shot_at, "Rally": rallied, "": fought},
    doing_little("end", "stay", "none"),
    unread=("Its officer", "The Hero"),
)
READER: Final = Reader(odds=ODDS, standing=standing, moves={"act": measured, "advance": measured})
