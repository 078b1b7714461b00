"""Who may see what. Hidden are concealed units, the officers with them, and what is still in the box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.dice.sources import Stream
from roundtop.record import copy, replace
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.activation import events as activation_events
from roundtop.rulebooks.chamberlain.command import events as command_events
from roundtop.rulebooks.chamberlain.concealment import events as concealment_events
from roundtop.rulebooks.chamberlain.deployment import events as deployment_events
from roundtop.rulebooks.chamberlain.fire import events as fire_events
from roundtop.rulebooks.chamberlain.sight import table as sight_table
from roundtop.rulebooks.chamberlain.state import (
    ON_TABLE,
    TO_DEPLOY,
    UNKNOWN,
    UNKNOWN_NUMBER,
    UNSEEN,
    Army,
    Officer,
    State,
    Unit,
)
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import overlap
from roundtop.table.ground import off_table
from roundtop.table.pose import Pose, rounded_pose

NOWHERE: Final[Pose] = Pose(-1.0, -1.0, -1)
BEHIND_THE_BACK: Final = (UNKNOWN,)
"""Which units an attempt reached would tell where an officer is who is with a blind."""


def view(state: State, player: str) -> State:
    """The table as a player may know it; nobody's ("") is what both sides may see [conceal.what-is-hidden]."""
    hidden = [unit.id for unit in state.units if unit.side != player and is_hidden(unit)]
    if not hidden:
        return state
    new = copy(state)
    fog = state.settings.conceal_level == "sight"
    # Where a blind stands in the list of units would tell who it is: blinds come last, by their numbers.
    blinds = [masked(state, unit, player, fog) for unit in state.units if unit.id in hidden]
    blinds.sort(key=_number)
    new.units = (*[unit for unit in state.units if unit.id not in hidden], *blinds)
    veiled = {unit.side for unit in state.units if unit.id in hidden}
    new.officers = tuple([officer_masked(o, hidden) if o.side in veiled else o for o in state.officers])
    new.armies = tuple([army_masked(army) if army.side in veiled else army for army in state.armies])
    if state.side in veiled:
        new.woken = BEHIND_THE_BACK
        new.waiting = BEHIND_THE_BACK
        new.failed = BEHIND_THE_BACK
        new.rolled = tuple([UNKNOWN if what in hidden else what for what in state.rolled])
    return new


def _number(unit: Unit) -> tuple[str, int, str]:
    """The order of blinds: by side and number, those still in the box first."""
    return (unit.side, len(unit.id), unit.id)


def is_hidden(unit: Unit) -> bool:
    """Whether the enemy may not know who a unit is: it is concealed, or not yet set out."""
    return (unit.concealed and unit.place == ON_TABLE) or unit.place == TO_DEPLOY


def masked(state: State, unit: Unit, player: str, fog: bool) -> Unit:
    """A unit as the enemy sees it: a blind, with its place and facing and nothing else; in fog not even these.

    A spectator, who has no eyes on the table, sees no blind in fog.
    """
    there = unit.place
    pose = unit.pose
    if fog and there == ON_TABLE and not (player and spotted(state, unit)):
        there = UNSEEN
        pose = NOWHERE
    id = UNKNOWN if there == TO_DEPLOY else unit.id
    return Unit(
        id=id,
        side=unit.side,
        pose=pose,
        place=there,
        concealed=True,
        key=UNKNOWN,
        name=UNKNOWN,
        force=UNKNOWN,
        arm=UNKNOWN,
        weapon=UNKNOWN,
        traits=(UNKNOWN,),
        elan=UNKNOWN_NUMBER,
        fatigue=UNKNOWN_NUMBER,
        ammo=UNKNOWN_NUMBER,
        start_ammo=UNKNOWN_NUMBER,
        mounted=False,
        limbered=False,
        reserve_used=False,
        moved=UNKNOWN,
        fired=False,
    )


def spotted(state: State, unit: Unit) -> bool:
    """Whether some enemy has a line of sight to a concealed unit [conceal.what-is-hidden]."""
    return any([sight_table.sees(state, foe, unit) for foe in field.enemies(state, unit.side)])


def officer_masked(officer: Officer, hidden: list[str]) -> Officer:
    """An officer as the enemy sees him: not which concealed units he is with."""
    veiled = officer.unit in hidden or officer.second in hidden
    if not veiled and not officer.extra:
        return officer
    new = copy(officer)
    if veiled:
        new.unit = UNKNOWN
        new.second = UNKNOWN
    if officer.extra:
        new.extra = UNKNOWN
    return new


def army_masked(army: Army) -> Army:
    """An army as the enemy sees it: that a unit is in hand, but not which."""
    return replace(army, picked=UNKNOWN) if army.picked else army


def seen(event: object, player: str) -> object | None:
    """An event as a player may know it. The owner is told by the side that a hidden event names."""
    if isinstance(event, concealment_events.LookedAround):
        return None
    veil = VEILS.get(type(event))
    return event if veil is None else veil(event, player)


def _unit_picked(event: deployment_events.UnitPicked, player: str) -> object:
    return event if event.side == player else deployment_events.UnitPicked(event.side, UNKNOWN)


def _deployed(event: deployment_events.Deployed, player: str) -> object:
    known = event.side == player or not event.hidden
    return event if known else deployment_events.Deployed(event.side, UNKNOWN, NOWHERE, True)


def _officer_placed(event: command_events.OfficerPlaced, player: str) -> object:
    known = event.side == player or not event.hidden
    return event if known else command_events.OfficerPlaced(event.officer, event.side, UNKNOWN, None, True)


def _second_named(event: command_events.SecondNamed, player: str) -> object:
    known = event.side == player or not event.hidden
    return event if known else command_events.SecondNamed(event.officer, event.side, UNKNOWN, True)


def _officer_moved(event: command_events.OfficerMoved, player: str) -> object:
    known = event.side == player or not event.hidden
    return event if known else command_events.OfficerMoved(event.officer, event.side, UNKNOWN, event.cause, True)


def _activated(event: activation_events.Activated, player: str) -> object:
    return event if event.side == player else activation_events.Activated(event.side, event.success, ())


def _command_given(event: activation_events.CommandGiven, player: str) -> object:
    if event.side == player or not event.hidden:
        return event
    return replace(event, what=UNKNOWN, hidden=True)


def _activation_thrown(event: activation_events.ActivationThrown, player: str) -> object:
    """Whose roll it is would tell of which force the unit is."""
    if event.side == player or not event.hidden:
        return event
    return replace(event, what=UNKNOWN, officer=UNKNOWN, hidden=True)


def _volley_fired(event: fire_events.VolleyFired, player: str) -> object:
    """A spectator, who has no eyes on the table, is not told at which blind a volley goes."""
    if player or not event.hidden:
        return event
    return replace(event, target=UNKNOWN, target_fatigue=UNKNOWN_NUMBER, tally=(), hidden=True)


VEILS: Final[dict[type, Callable[[Any, str], object]]] = {
    deployment_events.UnitPicked: _unit_picked,
    deployment_events.Deployed: _deployed,
    command_events.OfficerPlaced: _officer_placed,
    command_events.SecondNamed: _second_named,
    command_events.OfficerMoved: _officer_moved,
    activation_events.Activated: _activated,
    fire_events.VolleyFired: _volley_fired,
    activation_events.CommandGiven: _command_given,
    activation_events.ActivationThrown: _activation_thrown,
}
"""What is kept of an event from those who may not know all of it."""


# What stands under a blind: arm, weapon, elan, ammunition, and how often.
LIKELY: Final[tuple[tuple[str, str, int, int, int], ...]] = (
    ("infantry", "rifle-musket", 6, 0, 4),
    ("infantry", "rifle-musket", 7, 0, 3),
    ("infantry", "smoothbore", 5, 0, 1),
    ("artillery", "", 0, 6, 2),
    ("cavalry", "carbine", 5, 0, 1),
)
FREQUENCY: Final = tuple([row[4] for row in LIKELY])
ARMS: Final = tuple([row[0] for row in LIKELY])
TRIES: Final = 400


def imagine(seen_state: State, player: str, stream: Stream) -> State:
    """A table that looks like this view: lawful units under the blinds, officers with them."""
    new = copy(seen_state)
    units = list(seen_state.units)
    for place, unit in enumerate(units):
        if unit.name == UNKNOWN:
            units[place] = _some_unit(seen_state, unit, place, stream)
    new.units = tuple(units)
    if [unit for unit in units if unit.place == UNSEEN]:
        _set_out(new, player, stream)
    _with_officers(new, stream)
    if new.woken == BEHIND_THE_BACK:
        new.woken = ()
        new.waiting = ()
        new.failed = ()
        new.rolled = tuple([_some_blind(new, stream) if what == UNKNOWN else what for what in new.rolled])
    new.armies = tuple([_with_some_in_hand(new, army, stream) for army in new.armies])
    return new


def _some_unit(state: State, unit: Unit, place: int, stream: Stream) -> Unit:
    """A unit that might be under a blind; concealed, it has neither acted nor been hurt."""
    arm, weapon, elan, ammo, _ = LIKELY[stream.pick("unit", ARMS, FREQUENCY)]
    forces = [force.id for force in state.forces if force.side == unit.side] + [""]
    new = copy(unit)
    new.key = f"imagined-{place}"
    new.id = new.key if unit.id == UNKNOWN else unit.id
    new.name = f"imagined {arm} {place}"
    new.force = forces[stream.below(len(forces))]
    new.arm = arm
    new.weapon = weapon
    new.traits = ()
    new.elan = elan
    new.fatigue = 0
    new.ammo = ammo
    new.start_ammo = ammo
    new.mounted = arm == "cavalry"
    new.moved = "none"
    return new


def _with_officers(new: State, stream: Stream) -> None:
    """Officers who are with concealed units are put with some of them; their units are of their forces."""
    officers = list(new.officers)
    units = list(new.units)
    for number, officer in enumerate(officers):
        if officer.extra == UNKNOWN or officer.unit == UNKNOWN:
            officers[number] = copy(officer)
    for officer in officers:
        if officer.extra == UNKNOWN:
            officer.extra = "imagined"
        if officer.unit != UNKNOWN:
            continue
        taken = [other.unit for other in officers]
        blinds = [n for n, unit in enumerate(units) if unit.side == officer.side and is_hidden(unit)]
        free = [n for n in blinds if units[n].id not in taken]
        if free:
            place = free[stream.below(len(free))]
            officer.unit = units[place].id
            officer.second = ""
            if not officer.cnc:
                units[place] = copy(units[place])
                units[place].force = officer.force
        else:
            officer.unit = ""
            officer.second = units[blinds[stream.below(len(blinds))]].id
    new.officers = tuple(officers)
    new.units = tuple(units)


def _some_blind(new: State, stream: Stream) -> str:
    blinds = [unit.id for unit in new.units if unit.side == new.side and is_hidden(unit)]
    return blinds[stream.below(len(blinds))]


def _with_some_in_hand(new: State, army: Army, stream: Stream) -> Army:
    if army.picked != UNKNOWN:
        return army
    keys = [unit.key for unit in new.units if unit.side == army.side and unit.place == TO_DEPLOY]
    return replace(army, picked=keys[stream.below(len(keys))])


def _set_out(new: State, player: str, stream: Stream) -> None:
    """Units that nobody sees are put where nobody sees them, and where they hide no blind that is seen."""
    for unit in new.units:
        if unit.place == UNSEEN:
            pose = _out_of_sight(new, unit, player, stream)
            new.units = tuple([_standing(one, pose) if one.id == unit.id else one for one in new.units])


def _standing(unit: Unit, pose: Pose) -> Unit:
    new = copy(unit)
    new.pose = pose
    new.place = ON_TABLE
    return new


def _out_of_sight(state: State, unit: Unit, player: str, stream: Stream) -> Pose:
    """Some free place out of every enemy's sight, facing as its army does; found by trying."""
    ground = state.ground
    facing = tables.INWARDS[field.army_of(state, unit.side).edge]
    seen_blinds = [one for one in field.on_table(state, unit.side) if one.concealed and spotted(state, one)]
    found = NOWHERE
    for _ in range(TRIES):
        x = ground.width * stream.below(1000) / 1000
        y = ground.depth * stream.below(1000) / 1000
        pose = rounded_pose(Pose(x, y, facing))
        there = terrain_rule.base(pose, state.settings)
        if off_table(ground, there) or terrain_rule.stands_in(ground, terrain_rule.IMPASSABLE, there, False):
            continue
        if any([overlap(there, body) for body in sight_table.bodies(state)]):
            continue
        found = pose
        tried = field.with_unit(state, _standing(unit, pose))
        unseen = player == "" or not spotted(tried, field.unit_of(tried, unit.id))
        if unseen and all([spotted(tried, blind) for blind in seen_blinds]):
            break
    return found
