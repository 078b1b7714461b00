"""Reinforcements at the table: when, in which formation, where on the edge."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item, Place, Reason
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of, spot_of
from roundtop.dice.sources import Dice
from roundtop.kit import deployment
from roundtop.rulebooks.charge_boys import field, words
from roundtop.rulebooks.charge_boys.arrivals import events as arrivals_events
from roundtop.rulebooks.charge_boys.deployment import events as deployment_events
from roundtop.rulebooks.charge_boys.deployment import table as deployment_table
from roundtop.rulebooks.charge_boys.initiative import events as initiative_events
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.state import TO_ARRIVE, State, Unit
from roundtop.table.ground import off_table
from roundtop.table.measure import FULL_TURN, HALF_TURN, TOLERANCE, cosine, distance, kept, sine, within
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

ARRIVES: Final = "charge-boys.setup.muster"
SLIDE_IN: Final = 12.0
"""How far along the edge a reinforcement may look for a free place [setup.muster]."""
WAIT: Final = "wait"


def arrivals(state: State, step: arrivals_events.Arrivals, dice: Dice) -> Progress:
    """The units of a side that are due, one by one [setup.muster]."""
    due = [u for u in state.units if u.side == step.side and u.place == TO_ARRIVE and u.due <= state.turn]
    together = state.settings.turn_mode == "written-orders"
    return Progress(
        () if together else (initiative_events.PhaseBegan("movement", step.side),),
        tuple([arrivals_events.PickArrival(unit.id) for unit in due if arrival_formations(state, unit)]),
    )


def entry_facing(state: State, unit: Unit) -> int:
    """Straight in from the edge where it comes on."""
    x, y = unit.entry[0]
    edges = [
        (abs(y), "south"),
        (abs(state.ground.depth - y), "north"),
        (abs(x), "west"),
        (abs(state.ground.width - x), "east"),
    ]
    (ax, ay), (bx, by) = unit.entry[0], unit.entry[1]
    upright = ("west", "east") if abs(by - ay) > abs(bx - ax) else ("south", "north")
    own = [(away, edge) for away, edge in edges if distance(ax, ay, bx, by) <= TOLERANCE or edge in upright]
    return (deployment.EDGE_FACING[min(own)[1]] + HALF_TURN) % FULL_TURN


def entry_places(state: State, unit: Unit, formation: str) -> list[Pose]:
    """Free places with the rear on the given stretch of edge, or up to 12 inches beside it [setup.muster]."""
    facing = entry_facing(state, unit)
    there = deployment_table.stood_at(state, unit, formation, Pose(0.0, 0.0, facing))
    _, deep = field.size(there, state.settings)
    (ax, ay), (bx, by) = unit.entry[0], unit.entry[1]
    length = distance(ax, ay, bx, by)
    ux, uy = ((bx - ax) / length, (by - ay) / length) if length > TOLERANCE else entry_along(facing)
    for beyond in (0.0, SLIDE_IN):
        found: list[Pose] = []
        steps = max(2, int((length + 2 * beyond) / 2.0))
        for place in range(steps + 1):
            along = -beyond + (length + 2 * beyond) * place / steps
            edge = Pose(ax + along * ux, ay + along * uy, facing)
            pose = rounded_pose(ahead(edge, 0.5 * deep))
            if not entry_faults(state, deployment_table.stood_at(state, unit, formation, pose), unit):
                found.append(pose)
        if found:
            return found
    return []


def entry_along(facing: int) -> Point:
    """To the right of whoever comes on."""
    return (cosine(facing), -sine(facing))


def entry_faults(state: State, there: Unit, unit: Unit) -> list[Reason]:
    """Wholly on the table with the rear on its stretch of edge, on nobody, clear of the enemy [setup.muster]."""
    settings = state.settings
    faults: list[Reason] = []
    standing = field.blocks(there, settings)
    if [block for block in standing if off_table(state.ground, block)] or not _rear_on_edge(state, there, unit):
        faults.append(Reason("A reinforcement is set down with its rear on its stretch of the edge.", ARRIVES))
    for foe in field.enemies(state, unit):
        if not kept(
            field.gap_between(standing, field.blocks(foe, settings)),
            movement_rule.gap_to_keep(there.formation, field.formed(foe)),
        ):
            faults.append(Reason(f"That is too near {foe.name}.", ARRIVES))
    for friend in field.on_table(state, unit.side):
        if friend.id != unit.id and field.overlapping(standing, field.blocks(friend, settings)):
            faults.append(Reason(f"{friend.name} stands there.", "charge-boys.move.interpenetration"))
    if not faults and not movement_faults.has_room(state, there):
        faults.append(Reason("Nobody can stand there.", ARRIVES))
    return faults


def _rear_on_edge(state: State, there: Unit, unit: Unit) -> bool:
    _, deep = field.size(there, state.settings)
    rear = ahead(there.pose, -0.5 * deep)
    (ax, ay), (bx, by) = unit.entry[0], unit.entry[1]
    if there.pose.facing != entry_facing(state, unit):
        return False
    along = there.pose.facing % HALF_TURN == 0
    on_edge = abs(rear.y - ay) if along else abs(rear.x - ax)
    low, high = (min(ax, bx), max(ax, bx)) if along else (min(ay, by), max(ay, by))
    at = rear.x if along else rear.y
    return within(on_edge, TOLERANCE) and within(low - at, SLIDE_IN) and within(at - high, SLIDE_IN)


def arrival_formations(state: State, unit: Unit) -> list[str]:
    """The formations in which there is room for a reinforcement to come on."""
    return [name for name in deployment_table.formations_of(unit) if entry_places(state, unit, name)]


def arrival_decision(view: State, step: arrivals_events.PickArrival, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    items = [Item(name, words.NAMES[name].capitalize()) for name in arrival_formations(view, unit)]
    items.append(Item(WAIT, "Wait for the next turn"))
    sentence = f"{unit.name} is due: how does it come on?"
    return Decision(player, "arrival", unit.id, sentence, (ARRIVES,), form=Choose(tuple(items)))


def arrival_picked(state: State, step: arrivals_events.PickArrival, command: Command) -> Progress:
    key = key_of(command)
    return Progress(()) if key == WAIT else Progress((), (arrivals_events.Arrive(step.unit, key),))


def arrive_decision(view: State, step: arrivals_events.Arrive, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    there = deployment_table.stood_at(view, unit, step.formation, Pose(0.0, 0.0, entry_facing(view, unit)))
    front, deep = field.size(there, view.settings)
    spots = tuple(entry_places(view, unit, step.formation))
    (ax, ay), (bx, by) = unit.entry[0], unit.entry[1]
    reach = SLIDE_IN + 0.5 * front
    zone = (
        (min(ax, bx) - reach, min(ay, by) - reach),
        (max(ax, bx) + reach, min(ay, by) - reach),
        (max(ax, bx) + reach, max(ay, by) + reach),
        (min(ax, bx) - reach, max(ay, by) + reach),
    )
    form = Place(piece=unit.id, width=front, depth=deep, zone=zone, candidates=spots, facing=entry_facing(view, unit))
    sentence = f"{unit.name} comes on {words.NAMES[step.formation]}: where on its stretch of the edge?"
    return Decision(player, "arrive", unit.id, sentence, (ARRIVES,), form=form)


def check_arrive(view: State, step: arrivals_events.Arrive, command: Command) -> tuple[Reason, ...]:
    unit = field.unit_of(view, step.unit)
    return tuple(entry_faults(view, deployment_table.stood_at(view, unit, step.formation, spot_of(command)), unit))


def arrived(state: State, step: arrivals_events.Arrive, command: Command) -> Progress:
    """That is its move for the turn; Generals come with their first unit [setup.muster]."""
    unit = deployment_table.stood_at(state, field.unit_of(state, step.unit), step.formation, spot_of(command))
    riders = [general for general in state.generals if general.place == TO_ARRIVE and general.due == unit.id]
    events = [
        deployment_events.GeneralPlaced(general.id, field.beside(unit, state.settings), unit.id) for general in riders
    ]
    done = (deployment_table.deployed(unit, True), *events)
    return Progress(done, movement_table.making_way_after(state, done, unit.id))


PLAYS: Final[Plays] = {
    arrivals_events.Arrivals: Play(arrivals),
    arrivals_events.PickArrival: Play(no_effect, field.owner, arrival_decision, arrival_picked),
    arrivals_events.Arrive: Play(no_effect, field.owner, arrive_decision, arrived, check_arrive),
}
