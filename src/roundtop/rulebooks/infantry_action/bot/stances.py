"""What a place is worth: what it promises and what may come of it."""

from __future__ import annotations

from typing import Final

from roundtop.kit.objectives import Goal
from roundtop.record import record
from roundtop.rulebooks.infantry_action.bot import charges, doctrine
from roundtop.rulebooks.infantry_action.field import MOVE, block, block_at, in_contact
from roundtop.rulebooks.infantry_action.movement import rule as movement_rule
from roundtop.rulebooks.infantry_action.sight import table as sight_table
from roundtop.rulebooks.infantry_action.state import Unit
from roundtop.table.footprint import FAR, Block, gap, point_gap
from roundtop.table.measure import bearing, distance, turn_between
from roundtop.table.pose import Pose


@record
class Stance:
    """What a place is worth: what it promises for the next turn, and what may still befall a unit there in this."""

    promise: float
    risk: float


def stance_at(field: doctrine.Field, unit: Unit, pose: Pose) -> Stance:
    """Weigh a place: fire and charges, given and taken, the ground, friends near by and the way still to go."""
    view = field.view
    here = block_at(unit, pose, view.settings)
    nearest = FAR
    best_fire = best_charge = taken = shock = taken_now = shock_now = 0.0
    for foe in field.foes:
        apart = gap(here, block(foe, view.settings))
        nearest = min(nearest, apart)
        given, suffered, seen = exchange(field, unit, pose, foe, apart)
        if given > 0.0:
            best_fire = max(best_fire, doctrine.loss_worth(view, foe, given))
        if suffered > 0.0:
            suffered /= sharers(field, foe, unit)
            taken += suffered
            taken_now += doctrine.LIKELY_AT_ME * doctrine.shoots(view, foe) * suffered
        if seen and apart <= charges.CHARGE_IN:
            if charges.may_reach(field, unit, pose, foe, foe.pose):
                best_charge = max(
                    best_charge,
                    charges.guessed_charge(
                        field=field, charger=unit, at=pose, defender=foe, there=foe.pose, firing=doctrine.MAY_SHOOT
                    ),
                )
            if charges.may_reach(field, foe, foe.pose, unit, pose):
                shock = max(
                    shock,
                    charges.guessed_charge(
                        field=field, charger=foe, at=foe.pose, defender=unit, there=pose, firing=doctrine.MAY_SHOOT
                    ),
                )
                eager = doctrine.charges(view, foe)
                if eager > 0.0:
                    shock_now = max(
                        shock_now,
                        eager
                        * charges.guessed_charge(
                            field=field, charger=foe, at=foe.pose, defender=unit, there=pose, firing=0.0
                        ),
                    )
    care = field.posture.care
    shot_at = doctrine.loss_worth(view, unit, taken) * doctrine.MAY_SHOOT
    # A charge goes in before anybody shoots, unless the enemy has laid one too and comes first.
    forestalled = (1.0 - field.first_chance) * doctrine.MAY_CHARGE
    fires = best_fire - care * (shot_at + doctrine.MAY_CHARGE * shock)
    goes_in = (1.0 - forestalled) * best_charge - care * forestalled * shock
    promise = max(fires, goes_in) + lie_of_land(field, unit, pose, nearest) + company(field, unit, here)
    promise -= turned_away(field, pose)
    return Stance(promise, field.posture.caution * (doctrine.loss_worth(view, unit, taken_now) + shock_now))


def exchange(field: doctrine.Field, unit: Unit, pose: Pose, foe: Unit, apart: float) -> tuple[float, float, bool]:
    """The hits two lines would give each other, and whether they are within reach and sight at all."""
    given = doctrine.hits_in_range(field.view, unit, pose, foe, foe.pose)
    taken = doctrine.hits_in_range(field.view, foe, foe.pose, unit, pose)
    if given == 0.0 and taken == 0.0 and apart > charges.CHARGE_IN:
        return (0.0, 0.0, False)
    seen = doctrine.seen_share(field, unit, pose, foe, foe.pose)
    return (given * seen, taken * seen, seen > 0.0)


def sharers(field: doctrine.Field, foe: Unit, unit: Unit) -> float:
    """Among how many of ours an enemy's fire is shared."""
    reach = sight_table.farthest(foe.kind, foe.weapon, field.view.settings) + 4.0
    near = [u for u in field.own if u.id != unit.id and distance(u.pose.x, u.pose.y, foe.pose.x, foe.pose.y) <= reach]
    return 1.0 + 0.5 * len(near)


def lie_of_land(field: doctrine.Field, unit: Unit, pose: Pose, nearest: float) -> float:
    """Cover, and how far there is still to go."""
    view = field.view
    cover = 0.4 * charges.shelter(field, unit, pose) if not field.posture.attacks else 0.0
    here = block_at(unit, pose, view.settings)
    way = 0.0
    goals = wanted_goals(field)
    if goals:
        way = min([max(0.0, point_gap(here, goal.x, goal.y) - 0.5 * goal.radius) for goal in goals])
    if field.posture.attacks:
        reach = max(0.0, nearest - 14.0) if nearest < FAR else 0.0
        way = 0.5 * (way + reach) if goals else reach
        return cover - field.posture.press * way
    return cover - 0.2 * way


def wanted_goals(field: doctrine.Field) -> list[Goal]:
    """The objectives to go for, or to stay with."""
    attacks = field.posture.attacks
    return [
        goal for goal in field.view.goals if goal.side in ("", field.side) and (goal.holder == field.side) != attacks
    ]


def company(field: doctrine.Field, unit: Unit, here: Block) -> float:
    """A line alone is worth less than one with friends abreast."""
    nearest = FAR
    for friend in field.own:
        if friend.id != unit.id and friend.kind == "infantry" and not friend.routed:
            nearest = min(nearest, gap(here, block(friend, field.view.settings)))
    return 0.0 if nearest >= FAR else -0.08 * max(0.0, min(nearest, 20.0) - 6.0)


def turned_away(field: doctrine.Field, pose: Pose) -> float:
    """A line wants its front to the enemy."""
    foe = nearest_foe(field, pose)
    if foe is None:
        return 0.0
    off = abs(turn_between(pose.facing, bearing(pose.x, pose.y, foe.pose.x, foe.pose.y)))
    return 2.0 * max(0, off - 3000) / 15000


def nearest_foe(field: doctrine.Field, pose: Pose) -> Unit | None:
    best: Unit | None = None
    least = FAR
    for foe in field.foes:
        away = distance(pose.x, pose.y, foe.pose.x, foe.pose.y)
        if away < least:
            best, least = foe, away
    return best


def fire_now(field: doctrine.Field, unit: Unit) -> float:
    """The worth of a volley from where a unit stands."""
    best = 0.0
    for foe in field.foes:
        if not in_contact(field.view, foe.id):
            hits = doctrine.expected_hits(field, unit, unit.pose, foe, foe.pose)
            if hits > 0.0:
                best = max(best, doctrine.loss_worth(field.view, foe, hits))
    return best


def fire_awaited(field: doctrine.Field, unit: Unit) -> float:
    """The worth of a volley at the nearest line that could come into range with a move."""
    view = field.view
    here = block(unit, view.settings)
    reach = sight_table.farthest(unit.kind, unit.weapon, view.settings)
    best = 0.0
    for foe in field.foes:
        if foe.kind == "infantry" and not foe.routed and gap(here, block(foe, view.settings)) <= reach + MARCH_IN:
            hits = unit.stands * doctrine.hit_chance(view, unit, reach)
            best = max(best, doctrine.loss_worth(view, foe, hits))
    return best


MARCH_IN: Final = movement_rule.ALLOWANCE_IN[MOVE]
"""How far an enemy may come before he is shot at."""
FACING_CHARGE: Final = 6000
"""A unit farther off its facing than this is seldom in reach of a charge with its one wheel."""
