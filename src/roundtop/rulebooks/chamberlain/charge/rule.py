"""Charges: who may charge whom, by which way, and which enemy is the greatest threat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.morale import rule as morale_rule
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.sight import rule as sight_rule
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table import measure
from roundtop.table.arc import block_in_arc
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import Block, corners, overlap, overlaps_any
from roundtop.table.path import Sweep, clearance, cut, cut_at, shift, sweep, until_contact
from roundtop.table.pose import Pose, ahead, rounded_pose

ON_FOOT_BW: Final = 2.0
MOUNTED_BW: Final = 4.0
PIVOT: Final = 4500
"""A charge turns at most this far to either side, in hundredths of a degree [move.charge-pivot]."""
BOTH_BW: Final = 0.05
"""Enemies touched within this much of each other are both attacked [move.charge-path]."""
NEAREST_TIE_BW: Final = 0.1
BLIND_DICE: Final = 6
"""A blind counts as so many dice among enemies equally near [move.charge-greatest-threat]."""
DEGREE: Final = 100
"""How finely the pivots are searched, where the first guesses fail or every way counts."""
BESIDE_BW: Final = 0.75
"""Farther off than this, a base that a charge could strike is not behind the charger."""


def reach_of(arm: str, mounted: bool) -> tuple[float, str]:
    """How far a unit charges, by which clause [move.charge-infantry-distance, move.charge-mounted-distance]."""
    if tables.mounted_now(arm, mounted):
        return (MOUNTED_BW, "chamberlain.move.charge-mounted-distance")
    return (ON_FOOT_BW, "chamberlain.move.charge-infantry-distance")


@record(frozen=True)
class Charger:
    """A unit that would charge, as far as the rules of charging read it."""

    arm: str
    mounted: bool
    elan: int
    fatigue: int
    pose: Pose


def unfit_to_charge(charger: Charger, settings: Settings) -> str:
    """The clause by which a unit may not charge, "" when it may [move.charge-artillery, move.charge-not-fatigued]."""
    if charger.arm in tables.GUNS:
        return "chamberlain.move.charge-artillery"
    mounted = tables.mounted_now(charger.arm, charger.mounted)
    if not morale_rule.may_charge(charger.elan, charger.fatigue, mounted, settings):
        return "chamberlain.move.charge-not-fatigued"
    return ""


@record(frozen=True)
class Onset:
    """A charge looked at: the clause that forbids it ("" none), its length, its end, and which enemies it touches.

    `struck` are places in the yard's enemies, the first touched first.
    """

    clause: str
    distance: float
    end: Pose
    struck: tuple[int, ...]


def charge(yard: movement_rule.Yard, charger: Charger, pivot_to: int, target: int, visible: bool) -> Onset:
    """Judge a charge at one of the yard's enemies along one line.

    [move.charge-pivot, move.charge-visible, move.charge-path, move.charge-terrain, move.in-contact]
    """
    pose = charger.pose
    refused = unfit_to_charge(charger, yard.settings)
    if not refused and abs(measure.turn_between(pose.facing, pivot_to)) > PIVOT + 1:
        refused = "chamberlain.move.charge-pivot"
    if not refused and not visible:
        refused = "chamberlain.move.charge-visible"
    if refused:
        return Onset(refused, 0.0, pose, ())
    if terrain_rule.touching(terrain_rule.base(pose, yard.settings), yard.enemies[target]):
        # A charge at an enemy already in contact goes nowhere and turns nowhere.
        if measure.turn_between(pose.facing, pivot_to) != 0:
            return Onset("chamberlain.move.in-contact", 0.0, pose, ())
        return Onset("", 0.0, pose, (target,))
    return _along(yard, charger, Pose(pose.x, pose.y, pivot_to), target)


def _along(yard: movement_rule.Yard, charger: Charger, heading: Pose, target: int) -> Onset:
    """Straight ahead until a base is touched, water is met or the distance ends."""
    reach, too_far = reach_of(charger.arm, charger.mounted)
    body = terrain_rule.base(heading, yard.settings)
    full = sweep(
        body.pose,
        body.width,
        body.depth,
        (shift(reach * measure.sine(heading.facing), reach * measure.cosine(heading.facing)),),
    )
    if yard.settings.charge_difficult_slows:
        reach = _slowed(yard, full, reach, target)
        full = cut_at(full, reach)
    stop = until_contact(full, yard.enemies)
    way = cut(full, stop)
    water = terrain_rule.entry(yard.ground, terrain_rule.IMPASSABLE, way, True)
    if water >= 0.0:
        return _refused("chamberlain.terrain.major-river", charger)
    if yard.edges and not inside_table(yard.ground, way):
        return _refused("chamberlain.move.charge-path", charger)
    if stop.index < 0 and not measure.within(clearance(full, yard.enemies[target]), 0.0):
        return _refused(too_far, charger)
    return _met(yard, charger, way, target)


def _met(yard: movement_rule.Yard, charger: Charger, way: Sweep, target: int) -> Onset:
    """Whom a charge strikes where it first touches: the target must be among them [move.charge-path]."""
    end = _drawn_back(yard, terrain_rule.front(Block(way.end, way.width, way.depth)))
    block = terrain_rule.base(rounded_pose(end), yard.settings)
    nudged = sweep(
        way.end,
        way.width,
        way.depth,
        (shift(BOTH_BW * measure.sine(end.facing), BOTH_BW * measure.cosine(end.facing)),),
    )
    struck = [place for place, enemy in enumerate(yard.enemies) if measure.within(clearance(nudged, enemy), 0.0)]
    if target not in struck:
        return _refused("chamberlain.move.charge-path", charger)
    if any([overlap(block, friend) for friend in (*yard.friends, *yard.held)]):
        return _refused("chamberlain.move.through-friends", charger)
    if any([clearance(way, friend) <= 0.0 for friend in yard.held]):
        return _refused("chamberlain.move.through-friends", charger)
    others = [place for place in struck if place != target]
    return Onset("", measure.rounded(way.length), rounded_pose(end), (target, *others))


def _drawn_back(yard: movement_rule.Yard, end: Pose) -> Pose:
    """A base whose pivot swings it into an enemy stands just clear of him [move.charge-pivot]."""
    for step in range(int(yard.settings.setup_unit_depth / measure.TOLERANCE) + 1):
        back = ahead(end, -step * measure.TOLERANCE)
        if overlaps_any(terrain_rule.base(rounded_pose(back), yard.settings), yard.enemies) < 0:
            return back
    return end


def _refused(clause: str, charger: Charger) -> Onset:
    return Onset(clause, 0.0, charger.pose, ())


def _slowed(yard: movement_rule.Yard, full: Sweep, reach: float, target: int) -> float:
    """Half the distance for a charge that overlaps difficult ground anywhere on its way [move.charge-terrain]."""
    way = cut(full, until_contact(full, yard.enemies))
    return 0.5 * reach if terrain_rule.enters(yard.ground, terrain_rule.DIFFICULT, way, False) else reach


def pivots_to(charger: Charger, target: Block) -> list[int]:
    """Directions of a charge at a target: the likely ones first, then every degree [move.charge-pivot]."""
    pose = charger.pose
    points = [sight_rule.nearest_point(target, pose.x, pose.y), (target.pose.x, target.pose.y), *corners(target)]
    turns: list[int] = []
    for x, y in points:
        if measure.distance(pose.x, pose.y, x, y) > measure.TOLERANCE:
            turns.append(
                max(-PIVOT, min(PIVOT, measure.turn_between(pose.facing, measure.bearing(pose.x, pose.y, x, y))))
            )
    for turn in range(0, PIVOT + 1, DEGREE):
        turns += [-turn, turn]
    return list(dict.fromkeys([(pose.facing + turn) % measure.FULL_TURN for turn in turns]))


def within_charge(charger: Charger, target: Block) -> bool:
    """A cheap first question: whether a base may be near enough to be charged."""
    reach, _ = reach_of(charger.arm, charger.mounted)
    nx, ny = sight_rule.nearest_point(target, charger.pose.x, charger.pose.y)
    return measure.distance(charger.pose.x, charger.pose.y, nx, ny) <= reach + 1.0


def charges_at(yard: movement_rule.Yard, charger: Charger, target: int) -> Iterator[Onset]:
    """The lawful charges at a target that is in sight, of one that it touches the only one.

    [move.charge-pivot, move.in-contact]
    """
    body = yard.enemies[target]
    if terrain_rule.touching(terrain_rule.base(charger.pose, yard.settings), body):
        facings = [charger.pose.facing]
    else:
        facings = pivots_to(charger, body) if _reachable(charger, body) else []
    for facing in facings:
        found = charge(yard, charger, facing, target, True)
        if not found.clause:
            yield found


def charge_at(yard: movement_rule.Yard, charger: Charger, target: int) -> Onset | None:
    """The first lawful charge at a target that is in sight, None where there is none [move.charge-greatest-threat]."""
    return next(charges_at(yard, charger, target), None)


def _reachable(charger: Charger, body: Block) -> bool:
    """A cheap first question: whether some pivot might bring a charge to a base, no farther off and not behind it."""
    pose = charger.pose
    reach, _ = reach_of(charger.arm, charger.mounted)
    x, y = sight_rule.nearest_point(body, pose.x, pose.y)
    away = measure.distance(pose.x, pose.y, x, y)
    if away > measure.distance(0.0, 0.0, reach, 0.5) + measure.TOLERANCE:
        return False
    return away <= BESIDE_BW or block_in_arc(pose.x, pose.y, pose.facing, 2 * PIVOT, body)


def strikes_flank(defender: Block, attacker_end: Pose, began_in_zone: bool) -> bool:
    """Whether a charge takes its defender in the flank: begun outside the zone, centre point behind the front line.

    [melee.flanked-condition]
    """
    return not began_in_zone and sight_rule.behind_front(defender, attacker_end.x, attacker_end.y)


def began_in_zone(charger: Block, defender: Block) -> bool:
    """Whether part of the charger's base stands in the defender's zone as it sets out [melee.flanked-condition]."""
    return terrain_rule.engaged_by(charger, defender)


@record(frozen=True)
class Candidate:
    """An enemy that a unit could charge."""

    id: str
    distance: float
    in_contact: bool
    engages: bool
    dice: int


def greatest_threats(candidates: tuple[Candidate, ...], settings: Settings) -> tuple[str, ...]:
    """Which of the legal targets a charging unit may choose.

    [move.charge-greatest-threat, move.engaged-charge]
    """
    touched = [one.id for one in candidates if one.in_contact]
    engaging = [one.id for one in candidates if one.engages]
    if settings.charge_engaged_free_choice and (touched or engaging):
        return tuple([one.id for one in candidates])
    if touched or engaging:
        return tuple(touched or engaging)
    if not candidates:
        return ()
    nearest = min([one.distance for one in candidates])
    near = [one for one in candidates if one.distance <= nearest + NEAREST_TIE_BW + measure.NOISE]
    most = max([one.dice for one in near])
    return tuple([one.id for one in near if one.dice == most])
