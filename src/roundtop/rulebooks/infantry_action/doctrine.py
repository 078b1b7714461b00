"""What a sound officer reckons with: fire given and taken, charges won and lost, and what a place is worth.

Everything is counted in stands, from a view alone. These are rules of thumb, not odds: forecast has those.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import Final, final

from roundtop.rulebooks.infantry_action.charge import Plan, charge_targets, from_flank_or_rear
from roundtop.rulebooks.infantry_action.combat import combat_of
from roundtop.rulebooks.infantry_action.command import ALLOWANCE_IN
from roundtop.rulebooks.infantry_action.events import ContactMade, Moved, apply
from roundtop.rulebooks.infantry_action.fire import GUN_DICE, band, needs, penalties
from roundtop.rulebooks.infantry_action.melee import CHARGING, Combat, charger_of, defender_of, tally
from roundtop.rulebooks.infantry_action.react import leader_by_goals, toll
from roundtop.rulebooks.infantry_action.sight import behind_obstacle, clear, farthest, in_wood
from roundtop.rulebooks.infantry_action.state import (
    CHARGE,
    FIRE,
    OPPORTUNITY,
    UNKNOWN,
    Goal,
    State,
    Unit,
    army_of,
    block,
    block_at,
    copied,
    enemy_of,
    in_contact,
    muzzle,
    on_table,
    stand_at,
    unit_of,
)
from roundtop.table.arc import in_arc
from roundtop.table.footprint import FAR, Block, gap, point_gap
from roundtop.table.ground import level_at
from roundtop.table.measure import bearing, distance, turn_between
from roundtop.table.pose import Pose, to_local, to_world

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
CHARGE_IN: Final = ALLOWANCE_IN[CHARGE]
FACING_CHARGE: Final = 6000
"""A unit farther off its facing than this is seldom in reach of a charge with its one wheel."""


@final
@dataclass(slots=True)
class Posture:
    """How an army fights now: whether it must go for the enemy, and how hard it presses.

    `care` is how much it minds what the enemy may do next turn, `caution` what he may do before this one is over.
    """

    attacks: bool
    care: float
    caution: float
    press: float


@final
@dataclass(slots=True)
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


def field_of(view: State, side: str) -> Field:
    foes = on_table(view, enemy_of(view, side))
    blocks = [(unit.id, block(unit, view.settings)) for unit in on_table(view)]
    own = on_table(view, side)
    return Field(view, side, own, foes, blocks, posture_of(view, side), first_chance(view, side), {}, {})


def first_chance(view: State, side: str) -> float:
    """How likely a unit of ours acts before the enemy next to it: commanders who move more men get there first."""
    return 0.5 + 0.1 * (army_of(view, side).rating - army_of(view, enemy_of(view, side)).rating)


# ---------------------------------------------------------------- how the battle stands


def score(view: State, side: str) -> int:
    """Points scored off a side so far [victory.points]."""
    lost = toll(view, side)
    return lost.stands_lost + 3 * lost.routed_or_removed + 5 * lost.batteries_lost


def posture_of(view: State, side: str) -> Posture:
    """Hold what wins; otherwise attack, the harder the later it gets."""
    lead = score(view, enemy_of(view, side)) - score(view, side)
    late = view.turn / max(1, view.turn_limit)
    left = view.turn_limit - view.turn
    ahead = leader_by_goals(view)
    winning = ahead == side or (ahead == "" and lead >= 3 and left <= 2)
    if winning:
        return Posture(False, 0.9, 1.0, 0.05)
    if left <= 3 and (lead < 3 or ahead != ""):
        return Posture(True, 0.2, 0.3, 0.4)
    return Posture(True, 0.4 - 0.2 * late, 0.9 - 0.3 * late, 0.2 + 0.2 * late)


def routs_to_break(view: State, side: str) -> int:
    """How many more of its units must rout before an army is beaten [victory.army-break]."""
    lost = toll(view, side)
    return max(1, ceil(view.settings.army_break * lost.units) - lost.routed_or_removed)


def rout_worth(view: State, unit: Unit) -> float:
    """What it is worth to rout a unit, or to overrun a battery."""
    if unit.kind == "battery":
        return BATTERY_WORTH
    if unit.routed:
        return REMNANT_WORTH
    return ROUT_WORTH * (1.0 + 1.0 / routs_to_break(view, unit.side))


def hits_to_rout(unit: Unit) -> int:
    """How many more hits put a unit below half; those not yet taken off count [setup.half-strength]."""
    left = unit.stands - len(unit.hits)
    return max(1, floor(left - 0.5 * unit.start) + 1)


def loss_worth(view: State, unit: Unit, hits: float) -> float:
    """What so many hits on a unit are worth."""
    hits = min(hits, float(unit.stands))
    return hits + rout_worth(view, unit) * min(1.0, hits / hits_to_rout(unit))


# ---------------------------------------------------------------- fire


def hit_chance(view: State, shooter: Unit, inches: float) -> float:
    """The chance of one die."""
    row = band(shooter.kind, inches, shooter.weapon, view.settings)
    needed = needs(row, penalties(shooter.kind, shooter.routed > 0, False, view.settings))
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
    reach = farthest(shooter.kind, shooter.weapon, settings)
    slack = 0.5 * settings.stand_in * (shooter.stands + target.stands) + settings.stand_in
    if target.kind == "battery" or distance(at.x, at.y, there.x, there.y) > reach + slack:
        return 0.0
    told = samples(shooter.stands)
    chances = 0.0
    for stand in told:
        inches = _shot_in(view, shooter, at, stand, target, there)
        if inches <= reach:
            chances += hit_chance(view, shooter, inches)
    dice = shooter.stands * (GUN_DICE if shooter.kind == "battery" else 1)
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
        if in_arc(mx, my, at.facing, arc, cx, cy):
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
        if clear(field.view, between, mx, my, cx, cy):
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


# ---------------------------------------------------------------- charges


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
    gain = sum(won) + rout_chance(won, defender) * rout_worth(view, defender)
    cost = sum(lost) + rout_chance(lost, charger) * rout_worth(view, charger)
    return gain - cost


def guessed_charge(field: Field, charger: Unit, at: Pose, defender: Unit, there: Pose, firing: float) -> float:
    """The worth of a charge that might be made; `firing` is the chance that the charged line shoots at it."""
    edge = float(CHARGING[charger.side].value) - shelter(field, defender, there)
    if defender.kind == "infantry":
        edge -= firing * hit_chance(field.view, defender, 1.0) * defender.stands / max(1, charger.stands)
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
    return from_flank_or_rear(view, one, other)


def shelter(field: Field, unit: Unit, pose: Pose) -> float:
    """What the ground takes off a charge on a line standing there, on average [combat.terrain-terms]."""
    view = field.view
    if not (view.ground.areas or view.ground.lines or view.ground.heights):
        return 0.0
    key = (unit.id, pose.x, pose.y, pose.facing)
    if key not in field.ground:
        told = samples(unit.stands)
        field.ground[key] = sum([_stand_shelter(view, unit, pose, stand) for stand in told]) / len(told)
    return field.ground[key]


def _stand_shelter(view: State, unit: Unit, pose: Pose, stand: int) -> float:
    x, y = stand_at(pose, unit.stands, stand, view.settings)
    fx, fy = to_world(Pose(x, y, pose.facing), 0.0, 1.5)
    found = 2.0 if in_wood(view, x, y) else 0.0
    if behind_obstacle(view, fx, fy, x, y, 1.5) or level_at(view.ground, x, y) > level_at(view.ground, fx, fy):
        found += 1.0
    return found


def may_reach(field: Field, charger: Unit, at: Pose, defender: Unit, there: Pose) -> bool:
    """Whether a charge from one place might reach a line at another."""
    if charger.kind == "battery" or charger.routed or charger.routing:
        return False
    if gap(block_at(charger, at, field.view.settings), block_at(defender, there, field.view.settings)) > CHARGE_IN:
        return False
    return abs(turn_between(at.facing, bearing(at.x, at.y, there.x, there.y))) <= FACING_CHARGE


@final
@dataclass(slots=True)
class Charge:
    """A charge that can be made now and what it is worth."""

    target: str
    worth: float


def charges_open(field: Field, unit: Unit) -> list[Charge]:
    """The charges a unit can make now, the best first."""
    if unit.kind == "battery" or unit.routed or unit.routing:
        return []
    if not [foe for foe in field.foes if may_reach(field, unit, unit.pose, foe, foe.pose)]:
        return []
    found = [Charge(plan.target, plan_worth(field, unit, plan)) for plan in charge_targets(field.view, unit)]
    found.sort(key=_by_worth)
    return found


def _by_worth(charge: Charge) -> tuple[float, str]:
    return (-charge.worth, charge.target)


def plan_worth(field: Field, unit: Unit, plan: Plan) -> float:
    """The worth of a charge as it would go home, the fire it may draw counted in."""
    view = field.view
    markers = charge_fire(field, unit, plan)
    met = contact(view, unit, plan)
    total = 0.0
    for fight in plan.fights:
        defender = unit_of(view, fight.defender)
        edges = edges_of(met, unit.id, defender.id)
        if not edges:
            continue
        spread = markers / max(1, unit.stands)
        total += charge_worth(view, unit, defender, [edge - spread for edge in edges])
    return total


def contact(view: State, unit: Unit, plan: Plan) -> State:
    """The table with a charge gone home."""
    home = apply(view, Moved(unit.id, "charge", unit.pose, plan.end, plan.manoeuvres))
    return apply(home, ContactMade(plan.fights))


def edges_of(met: State, charger: str, defender: str) -> list[float]:
    """The advantages of a charger's stands over one enemy's, by the rules' own modifiers."""
    units = [charger, *[fight.defender for fight in met.fights if fight.charger == charger]]
    combat = combat_of(met, tuple(units))
    return [
        edge
        for one, other, edge in duels(combat)
        if combat.fighters[one[0]].id == charger and combat.fighters[other[0]].id == defender
    ]


def duels(combat: Combat) -> list[tuple[tuple[int, int], tuple[int, int], float]]:
    """Who fights whom, and the charging stand's advantage."""
    found: list[tuple[tuple[int, int], tuple[int, int], float]] = []
    for pair in combat.pairs:
        attack = sum([mod.value for mod in tally(charger_of(combat, pair), combat.settings)])
        defence = sum([mod.value for mod in tally(defender_of(combat, pair), combat.settings)])
        found.append((pair.charger, pair.defender, float(attack - defence)))
    return found


def charge_fire(field: Field, unit: Unit, plan: Plan) -> float:
    """Markers to expect on the way in."""
    total = 0.0
    for foe in field.foes:
        likely = shoots(field.view, foe)
        if likely > 0.0:
            near = expected_hits(field, foe, foe.pose, unit, plan.contact)
            total += likely * max(near, expected_hits(field, foe, foe.pose, unit, unit.pose))
    return total


# ---------------------------------------------------------------- what a place is worth


@final
@dataclass(slots=True)
class Stance:
    """What a place is worth: what it promises for the next turn, and what may still befall a unit there in this."""

    promise: float
    risk: float


def stance_at(field: Field, unit: Unit, pose: Pose) -> Stance:
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
            best_fire = max(best_fire, loss_worth(view, foe, given))
        if suffered > 0.0:
            suffered /= sharers(field, foe, unit)
            taken += suffered
            taken_now += LIKELY_AT_ME * shoots(view, foe) * suffered
        if seen and apart <= CHARGE_IN:
            if may_reach(field, unit, pose, foe, foe.pose):
                best_charge = max(best_charge, guessed_charge(field, unit, pose, foe, foe.pose, MAY_SHOOT))
            if may_reach(field, foe, foe.pose, unit, pose):
                shock = max(shock, guessed_charge(field, foe, foe.pose, unit, pose, MAY_SHOOT))
                eager = charges(view, foe)
                if eager > 0.0:
                    shock_now = max(shock_now, eager * guessed_charge(field, foe, foe.pose, unit, pose, 0.0))
    mine = max(best_fire, field.first_chance * best_charge)
    theirs = loss_worth(view, unit, taken) * MAY_SHOOT + (1.0 - field.first_chance) * shock
    care = field.posture.care
    promise = mine - care * theirs + lie_of_land(field, unit, pose, nearest) + company(field, unit, here)
    promise -= turned_away(field, pose)
    return Stance(promise, field.posture.caution * (loss_worth(view, unit, taken_now) + shock_now))


def exchange(field: Field, unit: Unit, pose: Pose, foe: Unit, apart: float) -> tuple[float, float, bool]:
    """The hits two lines would give each other, and whether they are within reach and sight at all."""
    given = hits_in_range(field.view, unit, pose, foe, foe.pose)
    taken = hits_in_range(field.view, foe, foe.pose, unit, pose)
    if given == 0.0 and taken == 0.0 and apart > CHARGE_IN:
        return (0.0, 0.0, False)
    seen = seen_share(field, unit, pose, foe, foe.pose)
    return (given * seen, taken * seen, seen > 0.0)


def sharers(field: Field, foe: Unit, unit: Unit) -> float:
    """Among how many of ours an enemy's fire is shared."""
    reach = farthest(foe.kind, foe.weapon, field.view.settings) + 4.0
    near = [u for u in field.own if u.id != unit.id and distance(u.pose.x, u.pose.y, foe.pose.x, foe.pose.y) <= reach]
    return 1.0 + 0.5 * len(near)


def lie_of_land(field: Field, unit: Unit, pose: Pose, nearest: float) -> float:
    """Cover, and how far there is still to go."""
    view = field.view
    cover = 0.4 * shelter(field, unit, pose) if not field.posture.attacks else 0.0
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


def wanted_goals(field: Field) -> list[Goal]:
    """The objectives to go for, or to stay with."""
    attacks = field.posture.attacks
    return [
        goal for goal in field.view.goals if goal.side in ("", field.side) and (goal.holder == field.side) != attacks
    ]


def company(field: Field, unit: Unit, here: Block) -> float:
    """A line alone is worth less than one with friends abreast."""
    nearest = FAR
    for friend in field.own:
        if friend.id != unit.id and friend.kind == "infantry" and not friend.routed:
            nearest = min(nearest, gap(here, block(friend, field.view.settings)))
    return 0.0 if nearest >= FAR else -0.08 * max(0.0, min(nearest, 20.0) - 6.0)


def turned_away(field: Field, pose: Pose) -> float:
    """A line wants its front to the enemy."""
    foe = nearest_foe(field, pose)
    if foe is None:
        return 0.0
    off = abs(turn_between(pose.facing, bearing(pose.x, pose.y, foe.pose.x, foe.pose.y)))
    return 2.0 * max(0, off - 3000) / 15000


def nearest_foe(field: Field, pose: Pose) -> Unit | None:
    best: Unit | None = None
    least = FAR
    for foe in field.foes:
        away = distance(pose.x, pose.y, foe.pose.x, foe.pose.y)
        if away < least:
            best, least = foe, away
    return best


def threat(field: Field, unit: Unit, firing: float) -> float:
    """The worst charge that may come in on a unit where it stands."""
    worst = 0.0
    for foe in field.foes:
        eager = charges(field.view, foe)
        if eager > 0.0 and may_reach(field, foe, foe.pose, unit, unit.pose) and in_sight(field, foe, unit):
            worst = max(worst, eager * guessed_charge(field, foe, foe.pose, unit, unit.pose, firing))
    return worst


def fire_now(field: Field, unit: Unit) -> float:
    """The worth of a volley from where a unit stands."""
    best = 0.0
    for foe in field.foes:
        if not in_contact(field.view, foe.id):
            hits = expected_hits(field, unit, unit.pose, foe, foe.pose)
            if hits > 0.0:
                best = max(best, loss_worth(field.view, foe, hits))
    return best
