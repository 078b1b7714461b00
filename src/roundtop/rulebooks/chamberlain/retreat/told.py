"""Lost units in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.morale import rule as morale_rule
from roundtop.rulebooks.chamberlain.retreat import events
from roundtop.rulebooks.chamberlain.state import State
from roundtop.rulebooks.chamberlain.words import BOOK, of_unit

LOSSES: Final[dict[str, tuple[str, str]]] = {
    "broken fire": ("is broken by fire", "fatigue.broken"),
    "broken melee": ("is broken", "fatigue.broken"),
    "broken blocked": ("finds no way back and is broken", "retreat.blocked"),
    "broken table edge": ("runs off over the enemy's edge and is broken", "retreat.table-edge"),
    "retired fire": ("limbers up and leaves the field", "art.hit-twice-retires"),
    "retired melee": ("has fired its last round and leaves the field", "unit.ammo-zero"),
    "retired empty": ("has fired its last round and leaves the field", "unit.ammo-zero"),
    "retired retired": ("retires from the field", "move.retire-straight"),
    "retired table edge": ("falls back off the table", "retreat.table-edge"),
}


def unit_lost(view: State, event: events.UnitLost) -> Telling:
    words, clause = LOSSES[f"{event.fate} {event.cause}"]
    unit = field.unit_of(view, event.unit)
    own = [one for one in view.units if one.side == unit.side]
    gone = len([one for one in own if one.place == "broken"])
    limit = morale_rule.break_point(len(own), view.settings)
    tally = (
        Row(event.fate, "", BOOK + clause),
        Row("broken units", f"{gone} of {limit} that break the army", BOOK + "status.morale"),
    )
    text = f"{field.label(unit)} {words}."
    return of_unit(view, event.unit, text, "remove" if event.fate == "broken" else "retire", tally)


TELLINGS: Final[Tellings] = {
    events.UnitLost: unit_lost,
}
