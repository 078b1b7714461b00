"""The table as an officer sees it: what is worth what."""

from __future__ import annotations

from math import ceil, floor
from typing import Final

from roundtop.record import record
from roundtop.rulebooks.infantry_action.field import (
    CHARGE,
    FIRE,
    OPPORTUNITY,
    army_of,
    block,
    enemy_of,
    in_contact,
    muzzle,
    on_table,
    stand_at,
)
from roundtop.rulebooks.infantry_action.fire import rule as fire_rule
from roundtop.rulebooks.infantry_action.sight import table as sight_table
from roundtop.rulebooks.infantry_action.state import UNKNOWN, State, Unit
from roundtop.rulebooks.infantry_action.victory import table as victory_table
from roundtop.table.arc import in_arc
from roundtop.table.footprint import FAR, Block
from roundtop.table.measure import distance
from roundtop.table.pose import Pose, to_local

MAY_SHOOT: Final = 0.5
"""How likely a chit face down lets its unit shoot."""
MAY_CHARGE: Final = 0.5
"""How likely a chit face down is a charge when there is somebody to charge."""
LIKELY_AT_ME: Final = 0.7
"""How likely a unit that shoots shoots at the one that has just come up."""
ROUT_WORTH: Final = 5.0
"""A unit routed, in stands, beyond the men it loses; the nearer its army is to breaking, the more."""
REMNANT_WORTH: Final = 2.0
BATTERY_WORTH: Final = 5.0


@record
class Posture:
    """How an army fights now: whether it must go for the enemy, and how hard it presses.

    `care` is how much it minds what the enemy may do next turn, `caution` what he may do before this one is over.
    """

    attacks: bool
    care: float
    caution: float
    press: float


HOLDING: Final = Posture(False, 1.4, 1.3, 0.05)
HARD: Final = Posture(True, 0.2, 0.3, 0.4)
BOLD: Final = "bold"
WARY: Final = "wary"
"""Manners in which a captain may be told to fight, other than he would."""


@record
class Field:
    """The table as one officer sees it, and what he has reckoned while he thinks about one decision."""

    view: State
    side: str
    own: list[Unit]
    foes: list[Unit]
    blocks: list[tuple[str, Block]]
    posture: Posture
    first_chance: float
    reckoned: dict[tuple[str, str, float, float, bool], float]
    ground: dict[tuple[str, float, float, int], float]


def field_of(view: State, side: str, manner: str = "") -> Field:
    foes = on_table(view, enemy_of(view, side))
    blocks = [(unit.id, block(unit, view.settings)) for unit in on_table(view)]
    own = on_table(view, side)
    return Field(
        view=view,
        side=side,
        own=own,
        foes=foes,
        blocks=blocks,
        posture=posture_of(view, side, manner),
        first_chance=first_chance(view, side),
        reckoned={},
        ground={},
    )


def first_chance(view: State, side: str) -> float:
    """How likely a unit of ours acts before the enemy next to it: commanders who move more men get there first."""
    return 0.5 + 0.1 * (army_of(view, side).rating - army_of(view, enemy_of(view, side)).rating)


def score(view: State, side: str) -> int:
    """Points scored off a side so far [victory.points]."""
    lost = victory_table.toll(view, side)
    return lost.stands_lost + 3 * lost.routed_or_removed + 5 * lost.batteries_lost


def posture_of(view: State, side: str, manner: str = "") -> Posture:
    """Hold what wins; otherwise attack, the harder the later it gets."""
    if manner:
        return HARD if manner == BOLD else HOLDING
    lead = score(view, enemy_of(view, side)) - score(view, side)
    late = view.turn / max(1, view.turn_limit)
    left = view.turn_limit - view.turn
    ahead = victory_table.leader_by_goals(view)
    winning = ahead == side or (ahead == "" and lead >= 3 and left <= 2)
    if winning:
        return HOLDING
    if left <= 3 and (lead < 3 or ahead != ""):
        return HARD
    return Posture(True, 1.2 - 0.2 * late, 1.2 - 0.3 * late, 0.2 + 0.2 * late)


def routs_to_break(view: State, side: str) -> int:
    """How many more of its units must rout before an army is beaten [victory.army-break]."""
    lost = victory_table.toll(view, side)
    return max(1, ceil(view.settings.army_break * lost.units) - lost.routed_or_removed)


def rout_worth(view: State, unit: Unit) -> float:
    """What it is worth to rout a unit, or to overrun a battery."""
    if unit.kind == "battery":
        return BATTERY_WORTH
    if unit.routed:
        return REMNANT_WORTH
    return ROUT_WORTH * (1.0 + 1.0 / routs_to_break(view, unit.side))


def hits_to_finish(view: State, unit: Unit) -> int:
    """How many more hits are the end of a unit, those not yet taken off counted: its last stand, or one below half
    where the house rule lets fire rout [shooting.below-half-by-fire].
    """
    left = unit.stands - len(unit.hits)
    return max(1, floor(left - 0.5 * unit.start) + 1 if view.settings.rout_from_fire else left)


def loss_worth(view: State, unit: Unit, hits: float) -> float:
    """What so many hits on a unit are worth."""
    hits = min(hits, float(unit.stands))
    return hits + rout_worth(view, unit) * min(1.0, hits / hits_to_finish(view, unit))


def hit_chance(view: State, shooter: Unit, inches: float) -> float:
    """The chance of one die."""
    row = fire_rule.band(shooter.kind, inches, shooter.weapon, view.settings)
    needed = fire_rule.needs(row, fire_rule.penalties(shooter.kind, shooter.routed > 0, False, view.settings))
    return 0.0 if needed == 0 else max(0, 7 - needed) / 6.0


def samples(stands: int) -> tuple[int, ...]:
    """The stands that speak for a line: its middle and its ends."""
    return ((stands + 1) // 2,) if stands < 3 else ((stands + 1) // 2, 1, stands)


def expected_hits(field: Field, shooter: Unit, at: Pose, target: Unit, there: Pose) -> float:
    """Hits to expect from a volley, the two lines standing so."""
    hits = hits_in_range(field.view, shooter, at, target, there)
    return hits * seen_share(field, shooter, at, target, there) if hits > 0.0 else 0.0


def hits_in_range(view: State, shooter: Unit, at: Pose, target: Unit, there: Pose) -> float:
    """Hits to expect from a volley by range and arc, if nothing stands between."""
    settings = view.settings
    reach = sight_table.farthest(shooter.kind, shooter.weapon, settings)
    slack = 0.5 * settings.stand_in * (shooter.stands + target.stands) + settings.stand_in
    if target.kind == "battery" or distance(at.x, at.y, there.x, there.y) > reach + slack:
        return 0.0
    told = samples(shooter.stands)
    chances = 0.0
    for stand in told:
        inches = _shot_in(view=view, shooter=shooter, at=at, stand=stand, target=target, there=there)
        if inches <= reach:
            chances += hit_chance(view, shooter, inches)
    dice = shooter.stands * (fire_rule.GUN_DICE if shooter.kind == "battery" else 1)
    return min(float(target.stands), dice * chances / len(told))


def _shot_in(view: State, shooter: Unit, at: Pose, stand: int, target: Unit, there: Pose) -> float:
    """The range of a stand's best shot at a line, FAR where none is in its arc."""
    settings = view.settings
    mx, my = muzzle(at, shooter.stands, stand, settings)
    right, _ = to_local(there, mx, my)
    nearest = max(1, min(target.stands, round(right / settings.stand_in + 0.5 * (target.stands + 1))))
    arc = round(settings.fire_arc_deg * 100)
    for aimed in (nearest, *samples(target.stands)):
        cx, cy = stand_at(there, target.stands, aimed, settings)
        if in_arc(ax=mx, ay=my, facing=at.facing, half=arc, x=cx, y=cy):
            return distance(mx, my, cx, cy) - 0.5 * settings.stand_in
    return FAR


def seen_share(field: Field, shooter: Unit, at: Pose, target: Unit, there: Pose) -> float:
    """How much of a line sees the other: all if the middles see each other, half if an end does, or nothing."""
    settings = field.view.settings
    between = [line for id, line in field.blocks if id not in (shooter.id, target.id)]
    share = 1.0
    for stand in samples(shooter.stands):
        mx, my = muzzle(at, shooter.stands, stand, settings)
        right, _ = to_local(there, mx, my)
        aimed = (target.stands + 1) // 2 if share == 1.0 else target.stands if right > 0.0 else 1
        cx, cy = stand_at(there, target.stands, aimed, settings)
        if sight_table.clear(state=field.view, between=between, ax=mx, ay=my, bx=cx, by=cy):
            return share
        share = 0.5
    return 0.0


def in_sight(field: Field, one: Unit, other: Unit) -> bool:
    return seen_share(field, one, one.pose, other, other.pose) > 0.0


def shoots(view: State, foe: Unit) -> float:
    """How likely a unit may shoot this turn."""
    if foe.shot or foe.routing or in_contact(view, foe.id):
        return 0.0
    if foe.order in ("", UNKNOWN):
        return MAY_SHOOT
    return 1.0 if foe.order in (FIRE, OPPORTUNITY) else 0.0


def charges(view: State, foe: Unit) -> float:
    """How likely a unit still charges this turn."""
    if foe.kind == "battery" or foe.routed or in_contact(view, foe.id):
        return 0.0
    if foe.order in ("", UNKNOWN):
        return MAY_CHARGE
    return 0.0 if foe.revealed or foe.order != CHARGE else 1.0
