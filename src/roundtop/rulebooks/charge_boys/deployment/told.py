"""Setting up in words, and what a place would be like."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Placed, Reason
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Overlay, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, compass, numbered, plain, side_does
from roundtop.kit import deployment
from roundtop.rulebooks.charge_boys import field, words
from roundtop.rulebooks.charge_boys.arrivals import events as arrivals_events
from roundtop.rulebooks.charge_boys.deployment import events, table
from roundtop.rulebooks.charge_boys.formation import told as formation_told
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.table.pose import Pose, rounded_pose


def drafted(view: State, event: events.Drafted) -> Telling:
    unit = event.unit
    text = f"{side_does(unit.side, 'raise')} {unit.name}: {field.strength(unit)} figures, {unit.quality}."
    return Telling(text, side=unit.side)


def detached(view: State, event: events.Detached) -> Telling:
    number = field.strength(event.detachment)
    text = f"{event.body.name} sends out {numbered(number, 'skirmisher')}."
    return Telling(
        text, tally=(Row("skirmishers", str(number), "charge-boys.formation.skirmish"),), side=event.body.side
    )


def quality_thrown(view: State, event: events.QualityThrown) -> Telling:
    text = f"{field.unit_of(view, event.unit).name} turns out to be {plain(event.quality)}."
    tally = (Row("quality", plain(event.quality), "charge-boys.setup.quality"),)
    return Telling(text, rolls=event.rolls, tally=tally, side=field.unit_of(view, event.unit).side)


def placing_thrown(view: State, event: events.PlacingThrown) -> Telling:
    tally = (Row("places first", SIDES.get(event.first, event.first), "charge-boys.setup.deployment"),)
    return Telling(f"{side_does(event.first, 'place')} a unit first.", rolls=event.rolls, tally=tally, side=event.first)


def deployed(view: State, event: events.Deployed) -> Telling:
    unit = field.unit_of(view, event.unit)
    verb = "comes on" if event.arrives else "is set up"
    text = f"{unit.name} {verb} {words.NAMES[event.formation]}, facing {compass(event.pose.facing)}."
    return Telling(text, ((event.pose.x, event.pose.y),), hint="place", side=unit.side)


def kept_back(view: State, event: events.KeptBack) -> Telling:
    unit = field.unit_of(view, event.unit)
    text = f"There is no room for {unit.name}: it comes on in turn {event.due}."
    return Telling(text, tally=(Row("kept back", "", "charge-boys.setup.deployment"),), side=unit.side)


def general_placed(view: State, event: events.GeneralPlaced) -> Telling:
    general = field.general_of(view, event.general)
    text = (
        f"{general.name} rides with {field.unit_of(view, event.unit).name}."
        if event.unit
        else f"{general.name} comes on."
    )
    return Telling(text, ((event.pose.x, event.pose.y),), hint="place", side=general.side)


def zones(view: State) -> tuple[Overlay, ...]:
    return deployment.overlays(view.zones, "charge-boys.setup.deployment")


def set_down_there(view: State, step: events.PlaceUnit | arrivals_events.Arrive, player: str, pose: Pose) -> Answer:
    return Placed(rounded_pose(pose))


def preview_placing(view: State, step: events.PlaceUnit, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Placed):
        return None
    unit = table.stood_at(view, field.unit_of(view, step.unit), step.formation, answer.pose)
    return set_down(view, unit, table.place_faults(view, unit))


def set_down(view: State, unit: Unit, faults: list[Reason]) -> Preview:
    return Preview(unit.pose, formation_told.parts_of(view, unit), reasons=tuple(faults))


TELLINGS: Final[Tellings] = {
    events.Drafted: drafted,
    events.Detached: detached,
    events.QualityThrown: quality_thrown,
    events.PlacingThrown: placing_thrown,
    events.Deployed: deployed,
    events.KeptBack: kept_back,
    events.GeneralPlaced: general_placed,
}
