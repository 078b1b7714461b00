"""How the laws read the example of a small book."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.fire import VolleyFired
from roundtop.battle.forms import March
from roundtop.battle.protocol import Forecast
from roundtop.battle.words import numbered
from tests.laws.reader import Measured, Play, Reader, Standing, Telling, doing_little


def standing(state: field.State) -> dict[str, Standing]:
    return {unit.id: Standing(unit.side, (field.line(unit),)) for unit in field.on_table(state)}


def measured(state: field.State, form: March) -> Measured:
    """By the outermost front corners, which no wheel may carry farther [movement.reach]."""
    return Measured(form.start, ((-0.5 * form.width, 0.5 * form.depth), (0.5 * form.width, 0.5 * form.depth)))


def shot_at(told: Forecast, play: Play) -> str | None:
    fired = play.first(VolleyFired)
    return None if fired is None else f"{numbered(fired.lost, 'stand')} lost"


ODDS: Final = Telling({" under this fire": shot_at}, doing_little("hold"))
READER: Final = Reader(odds=ODDS, standing=standing, moves={"move": measured})
