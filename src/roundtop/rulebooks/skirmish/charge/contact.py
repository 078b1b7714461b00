"""A charger's way into contact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.melee import rule as melee_rule
from roundtop.rulebooks.skirmish.movement import faults as movement_faults
from roundtop.rulebooks.skirmish.movement import paths as movement_paths
from roundtop.rulebooks.skirmish.movement import rule as movement_rule
from roundtop.rulebooks.skirmish.movement import ways as movement_ways
from roundtop.rulebooks.skirmish.state import Figure, State
from roundtop.table.crossed import track_until
from roundtop.table.measure import NOISE, bearing, cosine, distance, rounded, sine, turn_between, within
from roundtop.table.path import Manoeuvre, leg
from roundtop.table.pose import Pose

CONTACTS: Final = (0, 3000, -3000, 6000, -6000, 9000, -9000, 12000, -12000)
"""Round an enemy's base, off the straight way, a charger looks for room in these directions."""


@final
@dataclass(slots=True)
class Contact:
    """A charger's way to an enemy: the leg, its end, its price, and whom it touches."""

    manoeuvre: Manoeuvre
    end: Pose
    cost: float
    foe: str


def way_to_contact(state: State, figure: Figure, targets: list[Figure]) -> Contact | None:
    """The cheapest straight way into contact with one of these, or with whoever is met on it.

    The ledger's shortest clear path is sought among straight legs to places round each enemy's base.
    [movement.charge-move]
    """
    rate = movement_paths.rate_of(figure)
    near = [foe for foe in targets if within(field.gap(figure, foe, state.settings), rate)]
    if not near:
        return None
    crowd = movement_faults.Crowd(state, figure)
    wanted = [foe.id for foe in targets]
    best: Contact | None = None
    for foe in near:
        if best is not None and best.foe in wanted and field.gap(figure, foe, state.settings) >= best.cost - NOISE:
            continue
        found = _contact_with(state, figure, foe, crowd)
        if found is not None and (best is None or _better(found, best, wanted)):
            best = found
    return best


def _better(one: Contact, other: Contact, wanted: list[str]) -> bool:
    """Whether a way is better than another: to those wanted rather than to others, then the cheaper."""
    if (one.foe in wanted) != (other.foe in wanted):
        return one.foe in wanted
    return one.cost < other.cost - NOISE


def _contact_with(state: State, figure: Figure, foe: Figure, crowd: movement_faults.Crowd) -> Contact | None:
    """The cheapest of the straight legs round one enemy; the first that meets him head on is good enough."""
    room = field.radius(figure, state.settings) + field.radius(foe, state.settings) + 0.5 * melee_rule.CONTACT_CM
    towards = bearing(foe.pose.x, foe.pose.y, figure.pose.x, figure.pose.y)
    best: Contact | None = None
    for off in CONTACTS:
        x = foe.pose.x + room * sine(towards + off)
        y = foe.pose.y + room * cosine(towards + off)
        found = _contact_at(state, figure, x, y, crowd)
        if found is not None and (best is None or found.cost < best.cost - NOISE):
            best = found
            if found.foe == foe.id:
                return found
    return best


def _contact_at(state: State, figure: Figure, x: float, y: float, crowd: movement_faults.Crowd) -> Contact | None:
    """A straight leg to a place, stopped at the first contact [movement.charge-move]."""
    own = field.radius(figure, state.settings)
    start = figure.pose
    whole = distance(start.x, start.y, x, y)
    if whole < NOISE:
        return None
    s = (x - start.x) / whole
    c = (y - start.y) / whole
    length = track_until([(start.x, start.y), (x, y)], own, crowd.foe_discs, 0.5 * melee_rule.CONTACT_CM).length
    budget = movement_paths.rate_of(figure)
    heading = bearing(start.x, start.y, x, y)
    budget -= movement_rule.turn_cost(figure.arm, abs(turn_between(start.facing, heading)) / 100.0, state.settings)
    length = min(
        length,
        movement_ways.to_bar(
            state=state, figure=figure, start=start, s=s, c=c, length=length, budget=budget, crowd=crowd
        ),
    )
    ex, ey = rounded(start.x + length * s), rounded(start.y + length * c)
    made = leg(ex, ey)
    path = movement_paths.path_of(start, (made,))
    if movement_faults.price_faults(state, figure, path, movement_paths.move_of(state, figure, path)):
        return None
    if movement_faults.ground_faults(state, figure, path, crowd) or movement_faults.friend_faults(
        state, figure, path, crowd
    ):
        return None
    there = field.moved_to(figure, path.end)
    for foe in sorted(crowd.foes, key=field.figure_id):
        if field.touch(state, there, foe):
            return Contact(
                made, path.end, movement_rule.price(movement_paths.move_of(state, figure, path), state.settings), foe.id
            )
    return None
