"""A charger whose way his player draws."""

from __future__ import annotations

from roundtop.battle.forms import March, Reason, Way
from roundtop.battle.protocol import Command, Decision, Progress, way_of
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.carrying import table as carrying_table
from roundtop.rulebooks.skirmish.charge import contact as charge_contact
from roundtop.rulebooks.skirmish.charge import events as charge_events
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.movement import paths
from roundtop.rulebooks.skirmish.state import Figure, State
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose


def asks_way(state: State, step: charge_events.ChargeByHand) -> tuple[str, ...]:
    """His player is asked while there is still a way in."""
    man = state.figures[step.figure]
    way = charge_contact.way_to_contact(state, man, field.members(state, step.target))
    return () if way is None else (man.side,)


def way_decision(view: State, step: charge_events.ChargeByHand, player: str) -> Decision:
    man = view.figures[step.figure]
    size = 2.0 * field.radius(man, view.settings)
    ways: list[Way] = []
    for foe in field.members(view, step.target):
        way = charge_contact.way_at(view, man, foe)
        if way is not None:
            ways.append(Way(foe.id, f"at {foe.name}", way.manoeuvres, way.end))
    return Decision(
        player=player,
        kind="charge-way",
        about=man.id,
        sentence=f"{man.name} charges {field.group_of(view, step.target).name}: by which way?",
        clauses=("skirmish.movement.charge-move", "skirmish.movement.path"),
        form=March(man.id, man.pose, size, size, paths.KINDS, allowance=paths.rate_of(man), ways=tuple(ways)),
    )


def check_way(view: State, step: charge_events.ChargeByHand, command: Command) -> tuple[Reason, ...]:
    return way_faults(view, step, way_of(command))


def way_faults(view: State, step: charge_events.ChargeByHand, made: tuple[Manoeuvre, ...]) -> tuple[Reason, ...]:
    """Every reason why a charger may not go in like that; he may stay where he is [movement.charge-move]."""
    return tuple(charge_contact.faults_of(view, view.figures[step.figure], step.target, made)) if made else ()


def way_made(state: State, step: charge_events.ChargeByHand, command: Command) -> Progress:
    made = way_of(command)
    return Progress(tuple(goes_in(state, state.figures[step.figure], made) if made else ()))


def goes_in(state: State, man: Figure, made: tuple[Manoeuvre, ...]) -> list[object]:
    """A charger moves into contact, and whoever he meets drops what he carries [actions.carry-limits]."""
    moved = paths.moved_by(man, "charge", made, not man.half)
    return [moved, *carrying_table.dropped_by(apply(state, moved), man.id)]


def towards(view: State, step: charge_events.ChargeByHand, pose: Pose) -> tuple[Manoeuvre, ...]:
    """Straight to a place, up to contact; or else by the shortest way at whoever stands nearest to it."""
    man = view.figures[step.figure]
    theirs = field.members(view, step.target)
    way = charge_contact.straight_to(view, man, field.nearest(pose.x, pose.y, theirs), pose.x, pose.y)
    way = way or charge_contact.way_at(view, man, field.nearest(pose.x, pose.y, theirs))
    return () if way is None else way.manoeuvres
