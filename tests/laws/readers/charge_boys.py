"""How the laws read Charge Boys Charge!."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March
from roundtop.battle.protocol import Forecast
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.initiative.events import TurnBegan
from roundtop.rulebooks.charge_boys.morale.events import MoraleTested
from roundtop.rulebooks.charge_boys.movement import faults
from roundtop.rulebooks.charge_boys.state import State
from roundtop.table.pose import ahead
from tests.laws.reader import Measured, Play, Reader, Standing, Telling
from tests.rulebooks.charge_boys.table import idle


def standing(state: State) -> dict[str, Standing]:
    return {unit.id: Standing(unit.side, tuple(field.blocks(unit, state.settings))) for unit in field.on_table(state)}


def measured(state: State, form: March) -> Measured:
    """A formed body by its front corners, a column of march by its head, loose troops by their middle [move.wheel]."""
    in_place = ("turn", "about-face")
    if "wheel" in form.kinds:
        return Measured(form.start, tuple([(side * form.width, 0.5 * form.depth) for side in (-0.5, 0.5)]), in_place)
    if "leg" in form.kinds:
        return Measured(ahead(form.start, 0.5 * form.depth), ((0.0, 0.0),), in_place)
    return Measured(form.start, ((0.0, 0.0),), in_place)


def ridden(state: State, form: March) -> Measured:
    return Measured(form.start, ((0.0, 0.0),))


def passing(state: State, one: str, other: str) -> bool:
    """Under written orders, while they march, those who may pass through each other are seen to do so."""
    if not other or state.phase != "movement" or state.settings.turn_mode != "written-orders":
        return False
    units = field.unit_of(state, one), field.unit_of(state, other)
    return units[0].side == units[1].side and (faults.passes(*units) or faults.passes(*reversed(units)))


RESULTS: Final = {
    "carry-on": "carries on",
    "halt": "halts",
    "retire": "retires",
    "disorder": "retires in disorder",
    "rout": "routs",
}


def lost(told: Forecast, play: Play) -> str | None:
    """Figures that a unit's own fire takes off."""
    targets = [unit.id for unit in play.before.units if told.title == f"{unit.name} under this fire"]
    fired = play.all(Fired, unit=play.command.about, target=targets[0])
    number = sum([event.killed for event in fired])
    return f"{number or 'no'} {'figure' if number == 1 else 'figures'} lost" if fired else None


def nerve(told: Forecast, play: Play) -> str | None:
    """The next test of the unit that a title names, or none before the turn is over."""
    units = [unit.id for unit in play.before.units if told.title.endswith(f" of {unit.name}")]
    tested = play.first(MoraleTested, unit=units[0])
    if tested is None:
        return "no test" if play.first(TurnBegan) is not None else None
    return "fails to rally" if tested.kind == "rally" and tested.result == "rout" else RESULTS[tested.result]


ODDS: Final = Telling(
    {" under this fire": lost, "The nerve of": nerve, "The test of": nerve}, idle, unread=("charges", "joins")
)
READER: Final = Reader(
    odds=ODDS, standing=standing, excused={"move.interpenetration": passing}, moves={"move": measured, "ride": ridden}
)
