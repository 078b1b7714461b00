"""Set-up in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import compass, side_does, throws, verb_of
from roundtop.rulebooks.infantry_action import field, words
from roundtop.rulebooks.infantry_action.deployment import events
from roundtop.rulebooks.infantry_action.state import State


def placing_thrown(view: State, event: events.PlacingThrown) -> Telling:
    text = f"{side_does(event.first, 'throw')} lower and {verb_of(event.first, 'set')} up first."
    tally = (
        Row(
            "the lower throw",
            throws(event.rolls, False),
            words.BOOK + "setup.table-and-deployment",
        ),
    )
    return Telling(text, rolls=event.rolls, tally=tally, side=event.first)


def deployed(view: State, event: events.Deployed) -> Telling:
    unit = field.unit_of(view, event.unit)
    text = f"{unit.name} is set up, facing {compass(event.pose.facing)}."
    return Telling(text, ((event.pose.x, event.pose.y),), hint="place", side=unit.side)


TELLINGS: Final[Tellings] = {
    events.PlacingThrown: placing_thrown,
    events.Deployed: deployed,
}
