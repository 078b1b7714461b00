"""A unit in the hand: which chapter knows the way there, what it would meet and what could be seen from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Hand, Previews, Proposals
from roundtop.battle.scene import Overlay
from roundtop.record import copy
from roundtop.rulebooks.chamberlain import field, words
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.action import told as action_told
from roundtop.rulebooks.chamberlain.activation import events as activation_events
from roundtop.rulebooks.chamberlain.activation import told as activation_told
from roundtop.rulebooks.chamberlain.advance import events as advance_events
from roundtop.rulebooks.chamberlain.advance import told as advance_told
from roundtop.rulebooks.chamberlain.charge import told as charge_told
from roundtop.rulebooks.chamberlain.command import events as command_events
from roundtop.rulebooks.chamberlain.command import told as command_told
from roundtop.rulebooks.chamberlain.deployment import events as deployment_events
from roundtop.rulebooks.chamberlain.deployment import told as deployment_told
from roundtop.rulebooks.chamberlain.fire import events as fire_events
from roundtop.rulebooks.chamberlain.fire import told as fire_told
from roundtop.rulebooks.chamberlain.movement import told as movement_told
from roundtop.rulebooks.chamberlain.reinforcements import events as reinforcements_events
from roundtop.rulebooks.chamberlain.reinforcements import told as reinforcements_told
from roundtop.rulebooks.chamberlain.state import ON_TABLE, UNKNOWN, State, Unit
from roundtop.table.pose import Pose, rounded_pose


def looks(view: State, piece: str, pose: Pose | None) -> tuple[Overlay, ...]:
    """A unit's ranges, arc and zone, whom it could shoot, who could shoot it, how far it could go; or an officer's
    command radius.

    Kinds: arc, zone, radius, line (a lawful shot), barred (no shot), threat (a shot at it), reach.
    """
    for officer in view.officers:
        if officer.id == piece:
            return command_told.radii(view, officer, pose)
    found = [unit for unit in view.units if unit.id == piece and unit.place == ON_TABLE]
    if not found:
        return ()
    unit = found[0]
    if pose is not None:
        unit = copy(unit)
        unit.pose = rounded_pose(field.centre(pose, view.settings))
        view = field.with_unit(view, unit)
    overlays = [movement_told.zone(view, unit)]
    if unit.name == UNKNOWN:
        return tuple(overlays)
    overlays.extend(fire_told.ranges(view, unit))
    for foe in field.enemies(view, unit.side):
        overlays.extend(fire_told.shots(view, unit, foe))
    return (*overlays, *(movement_told.reach(view, unit) if pose is None else ()))


def why_not(view: State, step: object, piece: str) -> tuple[Reason, ...]:
    """Why an enemy may not be named, as the target of a charge or of anybody's fire, or a unit not be activated.

    [los.must-see, activate.once]
    """
    found = [unit for unit in view.units if unit.id == piece and unit.place == ON_TABLE]
    reasons = REASONS.get(type(step))
    return reasons(view, step, found[0]) if found and reasons is not None else ()


PROPOSALS: Final[Proposals] = {
    action_events.Act: action_told.act_proposed,
    advance_events.Advance: advance_told.advance_proposed,
    deployment_events.PlaceUnit: words.set_down_proposed,
    reinforcements_events.Enter: reinforcements_told.entry_proposed,
    command_events.SetDown: words.set_down_proposed,
}
PREVIEWS: Final[Previews] = {
    action_events.Act: action_told.act_shown,
    advance_events.Advance: advance_told.advance_shown,
    deployment_events.PlaceUnit: deployment_told.place_shown,
    reinforcements_events.Enter: reinforcements_told.enter_shown,
    command_events.SetDown: command_told.set_down_shown,
}
HAND: Final[Hand] = Hand(PROPOSALS, PREVIEWS)
REASONS: Final[dict[type, Callable[[State, Any, Unit], tuple[Reason, ...]]]] = {
    activation_events.Movement: activation_told.not_activated,
    action_events.Act: charge_told.charge_barred,
    fire_events.ChooseShot: fire_told.fire_barred,
}
