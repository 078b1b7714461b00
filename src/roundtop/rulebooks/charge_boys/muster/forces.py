"""A scenario's order of battle as this book's forces: yards, figures, guns, units and where they stand."""

from __future__ import annotations

from typing import Final, TypeAlias

from roundtop.battle.options import Fixed
from roundtop.battle.scenario import GUN_ARMS, MusterError, Regiment, Scenario, value, whole_number
from roundtop.kit import deployment, house, objectives
from roundtop.kit import muster as kit_muster
from roundtop.kit.objectives import Goal
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.deployment import rule as deployment_rule
from roundtop.rulebooks.charge_boys.field import body, guns_in_row, size
from roundtop.rulebooks.charge_boys.fire import rule as fire_rule
from roundtop.rulebooks.charge_boys.formation import table as formation_table
from roundtop.rulebooks.charge_boys.muster import generals as muster_generals
from roundtop.rulebooks.charge_boys.muster import stock
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.state import ON_TABLE, TO_ARRIVE, TO_DEPLOY, Army, General, Gun, Unit
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.table.footprint import Block, gap, overlap
from roundtop.table.ground import Area, Ground, off_table
from roundtop.table.layout import at_scale, scaled, settled
from roundtop.table.measure import kept, rounded
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

RULEBOOK: Final = "charge-boys"
SMALL_ARMS: Final[dict[str, str]] = {
    "rifle-musket": "superior-rifle",
    "inferior-rifle": "inferior-rifle",
    "smoothbore-musket": "smoothbore-musket",
    "breech-loading-rifle": "breech-rifle",
    "repeating-rifle": "breech-rifle",
    "breech-loading-carbine": "breech-carbine",
    "repeating-carbine": "breech-carbine",
    "muzzle-loading-carbine": "rifled-carbine",
    "smoothbore-carbine": "smoothbore-carbine",
    "shotgun": "smoothbore-carbine",
    "pistol-and-sabre": fire_rule.UNARMED,
    "pistol": fire_rule.UNARMED,
    "sabre": fire_rule.UNARMED,
    "lance": fire_rule.UNARMED,
    "unarmed": fire_rule.UNARMED,
}
"""A carbine without further description is the side's own [setup.muster]."""
USUAL_CARBINE: Final = {"union": "breech-carbine", "confederate": "rifled-carbine"}
RIFLED_GUNS: Final = ("3-inch-rifle", "10-pdr-parrott", "20-pdr-parrott")
QUALITY: Final = {"green": "green", "regular": "regular", "veteran": "veteran", "elite": "veteran"}
HORSEMEN: Final = ("cavalry", "mounted-infantry")
MUSTER_GAP_IN: Final = 1.0
GOAL_RADIUS_IN: Final = 3.0
Body: TypeAlias = tuple[Regiment, ...]
"""Regiments that fight as one; the largest gives its name, weapon and quality."""


@record
class Muster:
    """The forces of a battle on its table; the zones are those of sides with units to deploy by hand."""

    ground: Ground
    armies: tuple[Army, ...]
    units: tuple[Unit, ...]
    generals: tuple[General, ...]
    goals: tuple[Goal, ...]
    zones: tuple[tuple[str, tuple[Point, ...]], ...]
    capacities: tuple[tuple[int, int], ...]
    turn_limit: int
    attacker: str


def muster(scenario: Scenario, settings: Settings) -> Muster:
    """A scenario's forces; one without regiments is the default battle [setup.muster, core.scale, setup.table]."""
    if not scenario.regiments:
        scenario = stock.stock_scenario(settings)
    ground = scaled(scenario.ground, settings.yards_per_inch)
    custom = settings.roster == "custom"
    units = () if custom else mustered(scenario, ground, settings)
    to_place = [unit.side for unit in units if unit.place == TO_DEPLOY]
    in_hand = [side.id for side in scenario.sides] if custom else to_place
    return Muster(
        ground=ground,
        armies=tuple([Army(side.id, side.edge, side.exits) for side in scenario.sides]),
        units=units,
        generals=muster_generals.generals(scenario, units, settings),
        goals=objectives.goals_of(scenario, settings.yards_per_inch, GOAL_RADIUS_IN),
        zones=deployment.zones(scenario, in_hand, ground, settings.yards_per_inch, settings.deployment_depth),
        capacities=tuple(
            [
                (n, capacity(scenario, a, settings))
                for n, a in enumerate(ground.areas)
                if a.kind in terrain_rule.BUILDING_KINDS
            ]
        ),
        turn_limit=turn_limit(scenario, settings),
        attacker=scenario.first or scenario.attacker,
    )


def fixed(scenario: Scenario, settings: Settings) -> tuple[Fixed, ...]:
    """The house rules that a battle has settled [setup.scale, setup.table, setup.deployment, victory.game-length]."""
    if not scenario.regiments:
        return ()
    lasts = whole_number(scenario, RULEBOOK, "turns", "", (1, 1000)) or scenario.minutes
    ground = scaled(scenario.ground, settings.yards_per_inch)
    return (
        *([house.length("turn_limit", turn_limit(scenario, settings), scenario)] if lasts else []),
        *house.table(("table_length", "table_depth"), (ground.width, ground.depth), scenario),
        *(house.zones("deployment_depth", scenario) if settings.roster != "custom" else ()),
    )


def turn_limit(scenario: Scenario, settings: Settings) -> int:
    """The scenario's own number of turns, or its minutes, or the option [setup.scale, victory.game-length]."""
    said = whole_number(scenario, RULEBOOK, "turns", "", (1, 1000))
    if said:
        return said
    if not scenario.minutes:
        return settings.turn_limit
    return max(1, int(scenario.minutes / settings.minutes_per_turn + 0.5))


def arrival_turn(scenario: Scenario, regiment: Regiment, settings: Settings) -> int:
    """The turn in which a reinforcement is due; the scenario's own first [setup.muster]."""
    assert regiment.arrives is not None
    said = whole_number(scenario, RULEBOOK, "turn", regiment.id, (1, 1000))
    return said or 1 + int(regiment.arrives.minute / settings.minutes_per_turn)


FLOORS: Final = 2
LEAST_CAPACITY: Final = 12


def capacity(scenario: Scenario, building: Area, settings: Settings) -> int:
    """Foot figures that a building holds, by its footprint where nobody says how many [terrain.building-garrison]."""
    said = whole_number(scenario, RULEBOOK, "building_capacity", "", (1, 1000)) or settings.building_capacity
    if said:
        return said
    left, bottom, right, top = building.box
    across = int((right - left) / settings.base_foot_width)
    return max(LEAST_CAPACITY, FLOORS * across * int((top - bottom) / settings.base_foot_depth))


def arm(regiment: Regiment) -> str:
    """Sharpshooters and engineers are infantry, mounted infantry is cavalry [setup.muster]."""
    if regiment.arm in GUN_ARMS:
        return tables.ARTILLERY
    return tables.CAVALRY if regiment.arm in HORSEMEN else tables.INFANTRY


def figures(body: Body, settings: Settings) -> int:
    """One figure for so many men, half up [setup.muster]."""
    return tables.half_up(sum([regiment.men for regiment in body]), settings.men_per_figure)


def models(regiment: Regiment, settings: Settings) -> int:
    """One model for so many guns, half up, at least one [setup.muster]."""
    return max(1, tables.half_up(regiment.guns, settings.guns_per_model))


def bodies(scenario: Scenario, settings: Settings) -> list[Body]:
    """What musters together: each party too small for a unit has joined the smallest of its arm and brigade.

    [setup.muster, setup.minimum-unit]
    """
    formed: dict[str, Body] = {regiment.id: (regiment,) for regiment in scenario.regiments}
    for regiment in scenario.regiments:
        own = formed.get(regiment.id, ())
        if (
            not own
            or arm(regiment) == tables.ARTILLERY
            or size_of(scenario, own, settings) >= deployment_rule.FEWEST_MODELS
        ):
            continue
        host = smallest(scenario, regiment, [other for other in formed.values() if other != own], settings)
        if host and figures((*host, *own), settings) <= settings.advised_strength_high:
            del formed[regiment.id]
            formed[host[0].id] = (*host, *own)
    return list(formed.values())


def size_of(scenario: Scenario, body: Body, settings: Settings) -> int:
    """Figures of a body, or the number the scenario gives it [setup.muster]."""
    limits = (deployment_rule.FEWEST_MODELS, 200)
    return whole_number(scenario, RULEBOOK, "figures", body[0].id, limits) or figures(body, settings)


def smallest(scenario: Scenario, regiment: Regiment, others: list[Body], settings: Settings) -> Body:
    """The unit of the same arm and brigade with the fewest figures, the earlier if equal; none: ()."""
    near = [
        party
        for party in others
        if party[0].side == regiment.side and party[0].brigade == regiment.brigade and arm(party[0]) == arm(regiment)
    ]
    best: Body = ()
    for party in near:
        if not best or size_of(scenario, party, settings) < size_of(scenario, best, settings):
            best = party
    return best


def largest(body: Body) -> Regiment:
    """Of those who joined, the one that gives name, weapon and quality [setup.muster]."""
    best = body[0]
    for regiment in body:
        if regiment.men > best.men:
            best = regiment
    return best


def weapon(regiment: Regiment) -> str:
    """The small arm of most of its men, of equals the one that reaches farther [setup.muster, setup.weapon]."""
    carried: dict[str, int] = {}
    for one in regiment.weapons:
        kind = USUAL_CARBINE.get(regiment.side, "rifled-carbine") if one.kind == "carbine" else SMALL_ARMS[one.kind]
        carried[kind] = carried.get(kind, 0) + one.number
    if not carried:
        return (
            "superior-rifle" if arm(regiment) == tables.INFANTRY else USUAL_CARBINE.get(regiment.side, "rifled-carbine")
        )
    ranked_by = [
        (men, 0.0 if kind == fire_rule.UNARMED else fire_rule.WEAPONS[kind].reach, kind)
        for kind, men in carried.items()
    ]
    return max(ranked_by)[2]


def gun_type(regiment: Regiment) -> str:
    """The type of the greater number of its guns; equal: smoothbore [setup.muster]."""
    rifled = sum([one.number for one in regiment.weapons if one.kind in RIFLED_GUNS])
    return "rifled" if 2 * rifled > sum([one.number for one in regiment.weapons]) else "smoothbore"


def mustered(scenario: Scenario, ground: Ground, settings: Settings) -> tuple[Unit, ...]:
    """Every unit in the scenario's order, one that is too large as several wings [setup.muster]."""
    units: list[Unit] = []
    for party in bodies(scenario, settings):
        first = party[0]
        if arm(first) == tables.ARTILLERY:
            parts = kit_muster.split(models(first, settings), deployment_rule.MOST_GUNS)
        else:
            men = max(deployment_rule.FEWEST_MODELS, size_of(scenario, party, settings))
            parts = kit_muster.split(men, settings.advised_strength_high)
        for place, number_of in enumerate(parts):
            unit = raised(largest(party), place, len(parts), number_of, settings)
            units.append(
                stationed(scenario=scenario, unit=unit, regiment=first, earlier=units, ground=ground, settings=settings)
            )
    return tuple(units)


def raised(regiment: Regiment, place: int, parts: int, count: int, settings: Settings) -> Unit:
    """A unit of so many figures or guns, not yet anywhere [setup.muster, setup.command-figures, setup.battery]."""
    id = regiment.id if parts == 1 else f"{regiment.id}.{place + 1}"
    name = regiment.name if parts == 1 else f"{regiment.name}, {wing(place, parts)}"
    quality = QUALITY[regiment.quality]
    if arm(regiment) == tables.ARTILLERY:
        return battery(
            id=id,
            side=regiment.side,
            name=name,
            brigade=regiment.brigade,
            quality=quality,
            gun=gun_type(regiment),
            count=count,
            settings=settings,
        )
    small_arm = weapon(regiment)
    return company(
        id=id,
        side=regiment.side,
        name=name,
        arm=arm(regiment),
        brigade=regiment.brigade,
        quality=quality,
        weapon=small_arm,
        count=count,
        settings=settings,
    )


def wing(place: int, parts: int) -> str:
    if parts == 2:
        return ("right wing", "left wing")[place]
    return f"wing {place + 1}"


def company(
    id: str, side: str, name: str, arm: str, brigade: str, quality: str, weapon: str, count: int, settings: Settings
) -> Unit:
    """Foot or horse of so many figures with their command figures [setup.organisation, setup.command-figures]."""
    found = deployment_rule.command_figures(count, settings)
    buck = fire_rule.BUCK_ROUNDS if fire_rule.has_buck(weapon, settings) else 0
    formation = tables.CAVALRY_LINE if arm == tables.CAVALRY else tables.LINE
    unit = Unit(
        id=id,
        side=side,
        name=name,
        arm=arm,
        brigade=brigade,
        quality=quality,
        weapon=weapon,
        gun="",
        start=count,
        officers=found.officers,
        colours=found.colours,
        drummers=found.drummers,
        men=found.men,
        holders=0,
        formation=formation,
        files=1,
        pose=Pose(0.0, 0.0, 0),
        buck=buck,
    )
    return formation_table.in_formation(unit, formation, 0, settings)


def battery_strength(guns: int, settings: Settings) -> int:
    """The crews and the officer of so many guns [setup.battery]."""
    return guns * settings.crew_per_gun + deployment_rule.BATTERY_OFFICERS


def battery(
    id: str, side: str, name: str, brigade: str, quality: str, gun: str, count: int, settings: Settings
) -> Unit:
    """So many model guns with their crews and an officer, in action [setup.battery]."""
    nowhere = Pose(0.0, 0.0, 0)
    guns = tuple([Gun(nowhere, settings.crew_per_gun) for _ in range(count)])
    start = battery_strength(count, settings)
    return Unit(
        id=id,
        side=side,
        name=name,
        arm=tables.ARTILLERY,
        brigade=brigade,
        quality=quality,
        weapon=fire_rule.UNARMED,
        gun=gun,
        start=start,
        officers=deployment_rule.BATTERY_OFFICERS,
        colours=0,
        drummers=0,
        men=0,
        holders=0,
        formation=tables.UNLIMBERED,
        files=count,
        pose=nowhere,
        guns=guns,
    )


def stationed(
    scenario: Scenario, unit: Unit, regiment: Regiment, earlier: list[Unit], ground: Ground, settings: Settings
) -> Unit:
    """A unit at its place, in hand, or waiting to come on [setup.muster, setup.scale]."""
    unit = formation_table.in_formation(unit, wished_formation(scenario, regiment, unit), 0, settings)
    if regiment.arrives is not None:
        unit.place = TO_ARRIVE
        unit.due = arrival_turn(scenario, regiment, settings)
        unit.entry = entry(regiment, ground, settings)
        return unit
    if regiment.place is None:
        unit.place = TO_DEPLOY
        return unit
    unit.place = ON_TABLE
    x, y = at_scale(regiment.place, settings.yards_per_inch)
    unit.pose = position(unit, Pose(x, y, regiment.facing or 0), earlier, ground, settings)
    if unit.guns:
        unit.guns = guns_in_row(unit, unit.pose, settings)
    return unit


def wished_formation(scenario: Scenario, regiment: Regiment, unit: Unit) -> str:
    """Line, or in action, unless the scenario says otherwise."""
    said = value(scenario, RULEBOOK, "formation", regiment.id)
    usual = tables.LINE if regiment.dismounted else unit.formation
    if said is None:
        return usual
    allowed = (
        *tables.FORMATIONS[unit.arm],
        *(tables.FORMATIONS[tables.DISMOUNTED] if unit.arm == tables.CAVALRY else ()),
    )
    if said not in allowed or said == "gunners":
        names = ", ".join(allowed)
        raise MusterError(f"{regiment.id}.values.{RULEBOOK}.formation: '{said}' is none of {names}")
    return said


def position(unit: Unit, front: Pose, earlier: list[Unit], ground: Ground, settings: Settings) -> Pose:
    """The middle of its front on its place, moved straight back off those before it [setup.scale].

    The ledger leaves open a unit with no room behind it: it is settled at the nearest free place.
    """
    wide, deep = size(unit, settings)
    others = [body(other, settings) for other in earlier if other.place == ON_TABLE]
    pose = ahead(front, -0.5 * deep)
    back = 0.0
    while back < ground.width + ground.depth:
        there = Block(rounded_pose(ahead(pose, -back)), wide, deep)
        if off_table(ground, there):
            break
        if clear_of(there, others, back > 0.0):
            return there.pose
        back += 0.05
    found = settled(Block(rounded_pose(pose), wide, deep), others, ground, 0.5)
    if found is None:
        raise MusterError(f"{unit.id}.place: there is no room for {unit.name}; make the field larger")
    return found


def clear_of(block: Block, others: list[Block], moved: bool) -> bool:
    """Whether a unit at its place overlaps nobody; one that was moved back keeps an inch [setup.scale]."""
    if moved:
        return all([kept(gap(block, other), MUSTER_GAP_IN) for other in others])
    return not [other for other in others if overlap(block, other)]


def entry(regiment: Regiment, ground: Ground, settings: Settings) -> tuple[Point, ...]:
    """The stretch of table edge where a reinforcement comes on, from its left to its right [setup.muster]."""
    assert regiment.arrives is not None
    x, y = at_scale((regiment.arrives.x, regiment.arrives.y), settings.yards_per_inch)
    half = rounded(0.5 * regiment.arrives.width / settings.yards_per_inch)
    edges = [(abs(y), "south"), (abs(ground.depth - y), "north"), (abs(x), "west"), (abs(ground.width - x), "east")]
    edge = min(edges)[1]
    if edge in ("south", "north"):
        y = 0.0 if edge == "south" else ground.depth
        west, east = (max(0.0, x - half), y), (min(ground.width, x + half), y)
        return (west, east) if edge == "south" else (east, west)
    x = 0.0 if edge == "west" else ground.width
    south, north = (x, max(0.0, y - half)), (x, min(ground.depth, y + half))
    return (north, south) if edge == "west" else (south, north)
