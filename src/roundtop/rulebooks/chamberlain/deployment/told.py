"""Setting out in words and pictures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Placed
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Overlay, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import compass, side_does, throws, verb_of
from roundtop.kit import deployment
from roundtop.rulebooks.chamberlain import field, words
from roundtop.rulebooks.chamberlain.deployment import events, table
from roundtop.rulebooks.chamberlain.state import UNKNOWN, State
from roundtop.table.pose import rounded_pose


def zones(view: State) -> tuple[Overlay, ...]:
    return deployment.overlays(view.zones, words.BOOK + "setup.deployment")


def placing_thrown(view: State, event: events.PlacingThrown) -> Telling:
    text = f"{side_does(event.first, 'throw')} lower and {verb_of(event.first, 'deploy')} first."
    tally = (Row("the lower die", throws(event.rolls, False), words.BOOK + "setup.deployment"),)
    return Telling(text, rolls=event.rolls, tally=tally, side=event.first)


def unit_picked(view: State, event: events.UnitPicked) -> Telling:
    """The owner reads which; everybody else only that one is taken up."""
    found = [unit.name for unit in view.units if unit.key == event.key and unit.side == event.side]
    what = found[0] if event.key != UNKNOWN and found else "a unit"
    return Telling(f"{side_does(event.side, 'take')} up {what}.", side=event.side)


def deployed(view: State, event: events.Deployed) -> Telling:
    if event.unit == UNKNOWN:
        return Telling("A concealed unit is set out.", hint="place", side=event.side)
    text = f"{words.named(view, event.unit)} is set out, facing {compass(event.pose.facing)}."
    return Telling(text, ((event.pose.x, event.pose.y),), hint="place", side=event.side)


def first_thrown(view: State, event: events.FirstThrown) -> Telling:
    text = f"{side_does(event.first, 'take')} the first player turn."
    tally = (Row("the higher die", throws(event.rolls), words.BOOK + "setup.first-player"),)
    return Telling(text, rolls=event.rolls, tally=tally, side=event.first)


def place_shown(view: State, step: events.PlaceUnit, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Placed):
        return None
    end = rounded_pose(field.centre(answer.pose, view.settings))
    return words.set_down_at(view, table.in_hand(view, step.side), end, table.place_faults(view, step.side, end))


TELLINGS: Final[Tellings] = {
    events.PlacingThrown: placing_thrown,
    events.UnitPicked: unit_picked,
    events.Deployed: deployed,
    events.FirstThrown: first_thrown,
}
