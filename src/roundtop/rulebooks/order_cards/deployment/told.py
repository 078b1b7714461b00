"""Setting up and coming on, in words and pictures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Placed
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Marker, Overlay, Part, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import compass, numbered, side_does, throws, verb_of
from roundtop.kit import deployment
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.deployment import events, table
from roundtop.rulebooks.order_cards.movement import told as movement_told
from roundtop.rulebooks.order_cards.state import State
from roundtop.table.pose import Pose, rounded_pose


def placing_thrown(view: State, event: events.PlacingThrown) -> Telling:
    text = f"{side_does(event.first, 'throw')} lower and {verb_of(event.first, 'deploy')} first."
    tally = (Row("the lower throw", throws(event.rolls, False), tables.BOOK + "setup.deployment"),)
    return Telling(text, rolls=event.rolls, tally=tally, side=event.first)


def deployed(view: State, event: events.Deployed) -> Telling:
    formed = event.formation.replace("-", " ")
    text = f"{field.named(view, event.unit)} is set up, {formed}, facing {compass(event.pose.facing)}."
    return Telling(text, ((event.pose.x, event.pose.y),), hint="place", side=field.side_of(view, event.unit))


def zones(view: State) -> tuple[Overlay, ...]:
    return deployment.overlays(view.zones, tables.BOOK + "setup.deployment")


def arrivals(view: State) -> list[Marker]:
    """Where reinforcements will come on, and after how many cards [setup.reinforcements]."""
    found: list[Marker] = []
    for unit in view.units:
        if unit.place == tables.TO_ARRIVE:
            x, y = field.where(unit)
            text = f"{unit.name} may come on after {numbered(unit.due, 'card')}"
            found.append(Marker("arrival", unit.side, x, y, text, clause=tables.BOOK + "setup.reinforcements"))
    return found


def propose(view: State, step: events.PlaceUnit | events.PlaceOfficer, player: str, pose: Pose) -> Answer:
    return Placed(rounded_pose(pose))


def preview_unit(view: State, step: events.PlaceUnit, player: str, answer: Answer) -> Preview:
    """A unit where a hand would set it up."""
    assert isinstance(answer, Placed)
    unit = table.shaped(field.unit_of(view, step.unit), step.formation)
    unit.pose = pose = rounded_pose(answer.pose)
    return Preview(pose, movement_told.parts_of(unit), reasons=tuple(table.place_faults(view, unit, pose)))


def preview_officer(view: State, step: events.PlaceOfficer, player: str, answer: Answer) -> Preview:
    """An officer where a hand would set him up."""
    assert isinstance(answer, Placed)
    pose = rounded_pose(answer.pose)
    part = Part(pose, 2 * tables.OFFICER_RADIUS, 2 * tables.OFFICER_RADIUS, "officer")
    faults = table.officer_faults(view, field.officer_of(view, step.officer), pose)
    return Preview(pose, (part,), reasons=tuple(faults))


TELLINGS: Final[Tellings] = {
    events.PlacingThrown: placing_thrown,
    events.Deployed: deployed,
}
