"""What a charge is worth, made or feared."""

from __future__ import annotations

from math import ceil, floor
from typing import Final

from roundtop.record import record
from roundtop.rulebooks.infantry_action.bot import doctrine, stances
from roundtop.rulebooks.infantry_action.charge import paths as charge_paths
from roundtop.rulebooks.infantry_action.charge import table as charge_table
from roundtop.rulebooks.infantry_action.field import CHARGE, block_at, copied, stand_at, unit_of
from roundtop.rulebooks.infantry_action.melee import rule as melee_rule
from roundtop.rulebooks.infantry_action.melee import table as melee_table
from roundtop.rulebooks.infantry_action.movement import rule as movement_rule
from roundtop.rulebooks.infantry_action.sight import table as sight_table
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.footprint import gap
from roundtop.table.ground import level_at
from roundtop.table.measure import bearing, turn_between
from roundtop.table.pose import Pose, to_world


def stand_wins(advantage: float) -> float:
    """The chance to beat the stand opposite, between whole advantages too."""
    place = max(0.0, min(12.0, advantage + LEVEL))
    low = floor(place)
    high = min(12, low + 1)
    return WIN_CHANCE[low] + (WIN_CHANCE[high] - WIN_CHANCE[low]) * (place - low)


def rout_chance(lost: list[float], unit: Unit) -> float:
    """The chance that a line is broken in three places or falls below half, each stand lost with its own chance.

    Dominoes of one set are taken as independent. [outcome.three-places, outcome.below-half]
    """
    if unit.kind == "battery":
        held = 1.0
        for chance in lost:
            held *= 1.0 - chance
        return 1.0 - held
    spare = unit.stands - ceil(0.5 * unit.start)
    safe: dict[tuple[int, int, bool], float] = {(0, 0, False): 1.0}
    for chance in lost:
        after: dict[tuple[int, int, bool], float] = {}
        for (gone, places, open_gap), weight in safe.items():
            kept = (gone, places, False)
            after[kept] = after.get(kept, 0.0) + weight * (1.0 - chance)
            broken = (gone + 1, places if open_gap else places + 1, True)
            if broken[0] <= max(0, spare) and broken[1] < PLACES_TO_ROUT:
                after[broken] = after.get(broken, 0.0) + weight * chance
        safe = after
    return 1.0 - sum(safe.values())


def charge_worth(view: State, charger: Unit, defender: Unit, edges: list[float]) -> float:
    """What a charge is worth to the charger, by the advantage of each of its stands that has an opponent."""
    won = [stand_wins(edge) for edge in edges]
    lost = [stand_wins(-edge) for edge in edges]
    gain = sum(won) + rout_chance(won, defender) * doctrine.rout_worth(view, defender)
    cost = sum(lost) + rout_chance(lost, charger) * doctrine.rout_worth(view, charger)
    return gain - cost


def guessed_charge(field: doctrine.Field, charger: Unit, at: Pose, defender: Unit, there: Pose, firing: float) -> float:
    """The worth of a charge that might be made; `firing` is the chance that the charged line shoots at it."""
    edge = float(melee_rule.CHARGING[charger.side].value) - shelter(field, defender, there)
    if defender.kind == "infantry":
        edge -= firing * doctrine.hit_chance(field.view, defender, 1.0) * defender.stands / max(1, charger.stands)
    flank = _behind(field.view, charger, at, defender, there)
    key = (charger.id, defender.id, edge, firing, flank)
    if key not in field.reckoned:
        edges = _guessed_edges(field.view, charger, defender, edge, flank)
        field.reckoned[key] = charge_worth(field.view, charger, defender, edges)
    return field.reckoned[key]


def _guessed_edges(view: State, charger: Unit, defender: Unit, edge: float, flank: bool) -> list[float]:
    """The advantage of each pair when two lines meet middle to middle [combat.outflanked-terms]."""
    pairs = max(1, min(charger.stands, defender.stands))
    if flank:
        return [edge + 2.0] * pairs
    edges = [edge] * pairs
    if charger.stands != defender.stands and view.settings.overlap_outflanks:
        overlap = 2.0 if charger.stands > defender.stands else -2.0
        edges[0] += overlap
        if abs(charger.stands - defender.stands) > 1 and pairs > 1:
            edges[-1] += overlap
    return edges


def _behind(view: State, charger: Unit, at: Pose, defender: Unit, there: Pose) -> bool:
    one = copied(charger)
    one.pose = at
    other = copied(defender)
    other.pose = there
    return charge_paths.from_flank_or_rear(view, one, other)


def shelter(field: doctrine.Field, unit: Unit, pose: Pose) -> float:
    """What the ground takes off a charge on a line standing there, on average [combat.terrain-terms]."""
    view = field.view
    if not (view.ground.areas or view.ground.lines or view.ground.heights):
        return 0.0
    key = (unit.id, pose.x, pose.y, pose.facing)
    if key not in field.ground:
        told = doctrine.samples(unit.stands)
        field.ground[key] = sum([_stand_shelter(view, unit, pose, stand) for stand in told]) / len(told)
    return field.ground[key]


def _stand_shelter(view: State, unit: Unit, pose: Pose, stand: int) -> float:
    x, y = stand_at(pose, unit.stands, stand, view.settings)
    fx, fy = to_world(Pose(x, y, pose.facing), 0.0, 1.5)
    found = 2.0 if sight_table.in_wood(view, x, y) else 0.0
    if sight_table.behind_obstacle(state=view, ax=fx, ay=fy, x=x, y=y, near=1.5) or level_at(
        view.ground, x, y
    ) > level_at(view.ground, fx, fy):
        found += 1.0
    return found


def may_reach(field: doctrine.Field, charger: Unit, at: Pose, defender: Unit, there: Pose) -> bool:
    """Whether a charge from one place might reach a line at another."""
    if charger.kind == "battery" or charger.routed or charger.routing:
        return False
    if gap(block_at(charger, at, field.view.settings), block_at(defender, there, field.view.settings)) > CHARGE_IN:
        return False
    return abs(turn_between(at.facing, bearing(at.x, at.y, there.x, there.y))) <= stances.FACING_CHARGE


@record
class Charge:
    """A charge that can be made now and what it is worth."""

    plan: charge_paths.Plan
    worth: float


def charges_open(field: doctrine.Field, unit: Unit) -> list[Charge]:
    """The charges a unit can make now, the best first."""
    if unit.kind == "battery" or unit.routed or unit.routing:
        return []
    if not [foe for foe in field.foes if may_reach(field, unit, unit.pose, foe, foe.pose)]:
        return []
    found: list[Charge] = []
    for foe in field.foes:
        if charge_paths.may_declare(field.view, unit, foe):
            found.extend(strikes_at(field, unit, foe)[:1])
    found.sort(key=_by_worth)
    return found


def strikes_at(field: doctrine.Field, unit: Unit, foe: Unit) -> list[Charge]:
    """The charges at one enemy, by wheels a few degrees apart, the best first."""
    plans = charge_paths.strikes(field.view, unit, foe, WHEEL_STEP)
    found = [Charge(plan, plan_worth(field, unit, plan)) for plan in plans]
    found.sort(key=_by_worth)
    return found


def _by_worth(charge: Charge) -> tuple[float, str]:
    return (-charge.worth, charge.plan.target)


def plan_worth(field: doctrine.Field, unit: Unit, plan: charge_paths.Plan) -> float:
    """The worth of a charge as it would go home, the fire it may draw counted in."""
    view = field.view
    markers = charge_fire(field, unit, plan)
    met = charge_table.gone_home(view, unit, plan)
    total = 0.0
    for fight in plan.fights:
        defender = unit_of(view, fight.defender)
        edges = edges_of(met, unit.id, defender.id)
        if not edges:
            continue
        spread = markers / max(1, unit.stands)
        total += charge_worth(view, unit, defender, [edge - spread for edge in edges])
    return total


def edges_of(met: State, charger: str, defender: str) -> list[float]:
    """The advantages of a charger's stands over one enemy's, by the rules' own modifiers."""
    units = [charger, *[fight.defender for fight in met.fights if fight.charger == charger]]
    combat = melee_table.combat_of(met, tuple(units))
    return [
        edge
        for one, other, edge in duels(combat)
        if combat.fighters[one[0]].id == charger and combat.fighters[other[0]].id == defender
    ]


def duels(combat: melee_rule.Combat) -> list[tuple[tuple[int, int], tuple[int, int], float]]:
    """Who fights whom, and the charging stand's advantage."""
    found: list[tuple[tuple[int, int], tuple[int, int], float]] = []
    for pair in combat.pairs:
        attack = sum([mod.value for mod in melee_rule.tally(melee_rule.charger_of(combat, pair), combat.settings)])
        defence = sum([mod.value for mod in melee_rule.tally(melee_rule.defender_of(combat, pair), combat.settings)])
        found.append((pair.charger, pair.defender, float(attack - defence)))
    return found


def charge_fire(field: doctrine.Field, unit: Unit, plan: charge_paths.Plan) -> float:
    """Markers to expect on the way in."""
    total = 0.0
    for foe in field.foes:
        likely = doctrine.shoots(field.view, foe)
        if likely > 0.0:
            near = doctrine.expected_hits(field, foe, foe.pose, unit, plan.contact)
            total += likely * max(near, doctrine.expected_hits(field, foe, foe.pose, unit, unit.pose))
    return total


WIN_CHANCE: Final[tuple[float, ...]] = (
    0.0,
    0.0,
    0.028,
    0.085,
    0.170,
    0.283,
    0.424,
    0.576,
    0.717,
    0.830,
    0.915,
    0.972,
    1.0,
)
"""How often a stand beats its opponent, by its advantage from -6 to +6 [combat.lost-stand]."""
LEVEL: Final = 6
PLACES_TO_ROUT: Final = 3
CHARGE_IN: Final = movement_rule.ALLOWANCE_IN[CHARGE]
WHEEL_STEP: Final = 900
"""How finely wheels are tried when a charge is only thought of."""


def threat(field: doctrine.Field, unit: Unit, firing: float) -> float:
    """The worst charge that may come in on a unit where it stands."""
    worst = 0.0
    for foe in field.foes:
        eager = doctrine.charges(field.view, foe)
        if eager > 0.0 and may_reach(field, foe, foe.pose, unit, unit.pose) and doctrine.in_sight(field, foe, unit):
            worst = max(
                worst,
                eager
                * guessed_charge(field=field, charger=foe, at=foe.pose, defender=unit, there=unit.pose, firing=firing),
            )
    return worst
