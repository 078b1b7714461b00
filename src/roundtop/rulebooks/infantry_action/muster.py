"""A scenario's order of battle as units of stands on a table in inches."""

from __future__ import annotations

from typing import Final, TypeAlias

from roundtop.battle import scenario as scenarios
from roundtop.battle.options import Fixed
from roundtop.kit import deployment, house
from roundtop.kit import muster as kit_muster
from roundtop.record import record
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.table.footprint import FAR, Block
from roundtop.table.ground import Ground
from roundtop.table.layout import at_scale, scaled, settled, strip
from roundtop.table.measure import distance
from roundtop.table.pose import Point, Pose

STOCK_REGIMENTS: Final = 4
RULEBOOK: Final = "infantry-action"
INFANTRY: Final = "infantry"
BATTERY: Final = "battery"
FEWEST_STANDS: Final = {INFANTRY: 4, BATTERY: 1}
MOST_STANDS: Final = {INFANTRY: 10, BATTERY: 4}
FIRST_ARRIVAL: Final = 2
HORSEMEN: Final = ("cavalry", "mounted-infantry")
# The kinds of a scenario's ground that are more than open [setup.scale, setup.terrain-catalogue]. Open woods count as
# woods, a town as buildings, abatis and breastworks as earthworks. A river can be crossed only at its crossings.
WOODS: Final = ("woods", "open-woods", "orchard")
BUILDINGS: Final = ("building", "town")
WATER: Final = ("pond",)
CLIFFS: Final = ("cliff",)
IMPASSABLE: Final = (*BUILDINGS, *WATER, *CLIFFS)
IMPASSABLE_LINES: Final = ("river",)
OBSTACLES: Final = (
    "wall",
    "fence",
    "hedge",
    "bank",
    "earthwork",
    "breastwork",
    "abatis",
    "chevaux-de-frise",
    "sunken-road",
    "railway-cutting",
)
# Weapons that have no row of their own shoot as the nearest that has [setup.weapons].
SHOOTS_AS: Final = {
    "inferior-rifle": "rifle-musket",
    "muzzle-loading-carbine": "carbine",
    "breech-loading-carbine": "carbine",
    "repeating-carbine": "carbine",
    "smoothbore-carbine": "carbine",
    "pistol": "pistol-and-sabre",
    "sabre": "pistol-and-sabre",
    "lance": "pistol-and-sabre",
    "unarmed": "pistol-and-sabre",
    "howitzer": "6-pdr",
    "20-pdr-parrott": "10-pdr-parrott",
}
USUAL_WEAPON: Final = {INFANTRY: "rifle-musket", BATTERY: "12-pdr-napoleon"}
Body: TypeAlias = tuple[scenarios.Regiment, ...]
"""Regiments that fight as one; the others have joined the first."""


@record
class Mustered:
    """A unit as it comes to the battle, in inches; `pose` is the middle of its line.

    No pose: it is deployed by hand, or arrives in the turn given at its entry on the table edge; a battery is then
    set down where `set_down` says.
    """

    id: str
    name: str
    side: str
    kind: str
    stands: int
    quality: str
    weapon: str
    pose: Pose | None
    turn: int
    entry: Point | None
    set_down: Pose | None


@record
class Army:
    """A side, its edge and its CinC; "" where the scenario does not rate him."""

    side: str
    edge: str
    cinc: str
    cinc_rating: str


@record
class Muster:
    """The forces of a battle on its table; the zones are those of sides with units to deploy by hand."""

    ground: Ground
    units: tuple[Mustered, ...]
    armies: tuple[Army, ...]
    turn_limit: int
    zones: tuple[tuple[str, tuple[Point, ...]], ...]


def muster(scenario: scenarios.Scenario, settings: Settings) -> Muster:
    """A scenario's forces; one without regiments, or with the value `stock`, is the stock battle. [setup.muster]"""
    if is_stock(scenario):
        scenario = stock_scenario(settings)
    ground = scaled(scenario.ground, settings.yards_per_inch)
    units = mustered(scenario, ground, settings)
    in_hand = [unit.side for unit in units if unit.pose is None and unit.turn == 0]
    return Muster(
        ground=ground,
        units=units,
        armies=tuple([army(scenario, side) for side in scenario.sides]),
        turn_limit=turn_limit(scenario, settings),
        zones=deployment.zones(scenario, in_hand, ground, settings.yards_per_inch, settings.deploy_depth_in),
    )


def fixed(scenario: scenarios.Scenario, settings: Settings) -> tuple[Fixed, ...]:
    """The house rules that a battle has settled. [setup.scale, setup.muster, setup.table-and-deployment]"""
    if is_stock(scenario):
        return ()
    found = scenarios.whole_number(scenario, RULEBOOK, "turn_limit", "", (1, 1000))
    ground = scaled(scenario.ground, settings.yards_per_inch)
    return (
        *([house.length("turn_limit", turn_limit(scenario, settings), scenario)] if found or scenario.minutes else []),
        *house.forces(("unit_size", "guns_per_battery"), scenario),
        *house.table(("table_width_in", "table_depth_in"), (ground.width, ground.depth), scenario),
        *house.zones("deploy_depth_in", scenario),
    )


def is_stock(scenario: scenarios.Scenario) -> bool:
    return not scenario.regiments or scenarios.value(scenario, RULEBOOK, "stock") == "true"


# From yards and minutes to inches and turns.
def turns(minutes: int, settings: Settings) -> int:
    """Turns that so many minutes take, rounded up. [setup.scale]"""
    return kit_muster.fewest_parts(minutes, settings.minutes_per_turn)


def turn_limit(scenario: scenarios.Scenario, settings: Settings) -> int:
    """The last turn: the scenario's length, or the option where it gives none. [setup.scale, victory.game-length]"""
    said = scenarios.whole_number(scenario, RULEBOOK, "turn_limit", "", (1, 1000))
    if said:
        return said
    return turns(scenario.minutes, settings) if scenario.minutes else settings.turn_limit


def arrival_turn(minute: int, settings: Settings) -> int:
    """The turn in which a reinforcement is due. [setup.reinforcements]"""
    return max(FIRST_ARRIVAL, turns(minute, settings))


# Regiments and batteries.
def kind(regiment: scenarios.Regiment) -> str:
    """Infantry or battery: sharpshooters, engineers and cavalry on foot are infantry. [setup.muster]"""
    return BATTERY if regiment.arm in scenarios.GUN_ARMS else INFANTRY


def on_foot(regiment: scenarios.Regiment) -> int:
    """Men who fight on foot: three quarters of horsemen, the rest hold the horses. [setup.muster]

    The ledger leaves parts of a man open: they are dropped.
    """
    return regiment.men * 3 // 4 if regiment.arm in HORSEMEN else regiment.men


def strength(body: Body) -> int:
    """Men on foot, or guns. [setup.muster]"""
    return sum([regiment.guns if kind(regiment) == BATTERY else on_foot(regiment) for regiment in body])


def infantry_stands(men: int, settings: Settings) -> int:
    """Stands of so many men, half up. [setup.muster]"""
    return (2 * men + settings.men_per_stand) // (2 * settings.men_per_stand)


def gun_stands(guns: int, settings: Settings) -> int:
    """Gun stands of so many guns, rounded up. [setup.muster]"""
    return kit_muster.fewest_parts(guns, settings.guns_per_stand)


def fixed_stands(scenario: scenarios.Scenario, regiment: scenarios.Regiment) -> int:
    """The size a scenario gives a unit; 0 where it leaves it to the muster. [setup.unit-size, setup.artillery-unit]"""
    limits = (FEWEST_STANDS[kind(regiment)], MOST_STANDS[kind(regiment)])
    return scenarios.whole_number(scenario, RULEBOOK, "stands", regiment.id, limits)


def sizes(scenario: scenarios.Scenario, body: Body, settings: Settings) -> list[int]:
    """The stands of each unit a body makes, the larger first. [setup.muster]"""
    fixed = fixed_stands(scenario, body[0])
    if fixed:
        return [fixed]
    form = kind(body[0])
    men = strength(body)
    stands = gun_stands(men, settings) if form == BATTERY else infantry_stands(men, settings)
    return kit_muster.split(max(FEWEST_STANDS[form], stands), MOST_STANDS[form])


def bodies(scenario: scenarios.Scenario, settings: Settings) -> list[Body]:
    """What musters together: each regiment too small to stand alone has joined another. [setup.muster]"""
    formed: dict[str, Body] = {regiment.id: (regiment,) for regiment in scenario.regiments}
    free = [regiment for regiment in scenario.regiments if not fixed_stands(scenario, regiment)]
    for regiment in free:
        own = body_of(formed, regiment)
        if not too_small(own, settings):
            continue
        others = [formed[r.id] for r in free if r.id in formed and r.id != own[0].id and fellows(r, regiment)]
        host = nearest(own, others) if kind(regiment) == BATTERY else smallest(own, others)
        if host:
            del formed[own[0].id]
            formed[host[0].id] = (*host, *own)
    return list(formed.values())


def body_of(formed: dict[str, Body], regiment: scenarios.Regiment) -> Body:
    for body in formed.values():
        for member in body:
            if member.id == regiment.id:
                return body
    raise KeyError(regiment.id)


def fellows(one: scenarios.Regiment, other: scenarios.Regiment) -> bool:
    """Whether two regiments might fight as one: foot with foot, guns with guns, of one side. [setup.muster]"""
    return one.side == other.side and kind(one) == kind(other)


def too_small(body: Body, settings: Settings) -> bool:
    """Fewer than 4 stands, or a single gun. [setup.muster]"""
    if kind(body[0]) == BATTERY:
        return strength(body) == 1
    return infantry_stands(strength(body), settings) < FEWEST_STANDS[INFANTRY]


def smallest(own: Body, others: list[Body]) -> Body:
    """The smallest other of its brigade, else division, else side, the first if equal; none: (). [setup.muster]"""
    brigade, division = own[0].brigade, own[0].division
    near = [body for body in others if brigade and body[0].brigade == brigade]
    if not near:
        near = [body for body in others if division and body[0].division == division]
    return min(near or others, key=strength, default=())


def nearest(own: Body, others: list[Body]) -> Body:
    """The battery nearest to a single gun, the first if equal; none: (). [setup.muster]"""
    best: Body = ()
    least = FAR
    for body in others:
        away = apart(own[0], body[0])
        if not best or away < least:
            best, least = body, away
    return best


def apart(one: scenarios.Regiment, other: scenarios.Regiment) -> float:
    """Yards between two regiments where they stand or come on; FAR for one still to be deployed."""
    a, b = whereabouts(one), whereabouts(other)
    return FAR if a is None or b is None else distance(a[0], a[1], b[0], b[1])


def whereabouts(regiment: scenarios.Regiment) -> Point | None:
    if regiment.place is None and regiment.arrives is not None:
        return (regiment.arrives.x, regiment.arrives.y)
    return regiment.place


# What the units bring with them.
def name(body: Body, part: int, of: int) -> str:
    """The names of all who joined, and which part of them this is. [setup.muster]"""
    names = " and ".join([regiment.name for regiment in body])
    return names if of == 1 else f"{names} ({part} of {of})"


def weapon(body: Body) -> str:
    """The commonest weapon of all, the one listed first if equal, by its row. [setup.weapons]"""
    found = kit_muster.commonest_weapon(body)
    return SHOOTS_AS.get(found, found) or USUAL_WEAPON[kind(body[0])]


def quality(body: Body) -> str:
    """Batteries count as regular; of regiments that joined, the quality of most men. [setup.quality]"""
    if kind(body[0]) == BATTERY:
        return "regular"
    men: dict[str, int] = {}
    for regiment in body:
        men[regiment.quality] = men.get(regiment.quality, 0) + on_foot(regiment)
    return max(men, key=lambda grade: men[grade])


def army(scenario: scenarios.Scenario, side: scenarios.Side) -> Army:
    """A side under its highest in rank. [setup.muster, setup.cinc-choice]"""
    chief = scenarios.senior(scenario, side.id)
    if chief is None:
        return Army(side.id, side.edge, "", "")
    return Army(side.id, side.edge, chief.name, chief.rating or "")


# Where the units stand.
def mustered(scenario: scenarios.Scenario, ground: Ground, settings: Settings) -> tuple[Mustered, ...]:
    """Every unit in the scenario's order, a body that is too large as several. [setup.muster, setup.scale]"""
    units: list[Mustered] = []
    for body in bodies(scenario, settings):
        stands = sizes(scenario, body, settings)
        for part in range(len(stands)):
            units.append(unit(body=body, part=part + 1, sizes=stands, earlier=units, ground=ground, settings=settings))
    return tuple(units)


def unit(
    body: Body, part: int, sizes: list[int], earlier: list[Mustered], ground: Ground, settings: Settings
) -> Mustered:
    """One unit of a body, where the regiment that the others joined stands or arrives. [setup.muster]"""
    regiment = body[0]
    found = Mustered(
        id=regiment.id if len(sizes) == 1 else f"{regiment.id}.{part}",
        name=name(body, part, len(sizes)),
        side=regiment.side,
        kind=kind(regiment),
        stands=sizes[part - 1],
        quality=quality(body),
        weapon=weapon(body),
        pose=None,
        turn=0,
        entry=None,
        set_down=None,
    )
    if regiment.arrives is not None:
        found.turn = arrival_turn(regiment.arrives.minute, settings)
        found.entry = at_scale((regiment.arrives.x, regiment.arrives.y), settings.yards_per_inch)
        if found.kind == BATTERY and regiment.place is not None:
            found.set_down = position(found, regiment, emplaced(earlier, settings), ground, settings)
    elif regiment.place is not None:
        found.pose = position(found, regiment, deployed(earlier, settings), ground, settings)
    return found


def line(unit: Mustered, pose: Pose, settings: Settings) -> Block:
    """The ground a unit stands on. [setup.stand-and-line]"""
    return Block(pose, unit.stands * settings.stand_in, settings.stand_in)


def deployed(units: list[Mustered], settings: Settings) -> list[Block]:
    """The lines that stand on the table from the start."""
    return [line(unit, unit.pose, settings) for unit in units if unit.pose is not None]


def emplaced(units: list[Mustered], settings: Settings) -> list[Block]:
    """Where batteries stand or will be set down: they never move away."""
    spots = [(unit, unit.pose or unit.set_down) for unit in units if unit.kind == BATTERY]
    return [line(unit, pose, settings) for unit, pose in spots if pose is not None]


def position(
    unit: Mustered, regiment: scenarios.Regiment, others: list[Block], ground: Ground, settings: Settings
) -> Pose:
    """Centred on the regiment's place with its facing, slid sideways off the lines before it. [setup.scale]

    The ledger leaves open a line with no room beside it on the table: it is moved back or up by half stands.
    """
    x, y = at_scale(regiment.place or (0.0, 0.0), settings.yards_per_inch)
    wanted = line(unit, Pose(x, y, regiment.facing or 0), settings)
    found = settled(wanted, others, ground, 0.5 * settings.stand_in)
    if found is None:
        raise scenarios.MusterError(f"{regiment.id}.place: there is no room for {unit.name}; make the field larger")
    return found


# The stock battle.
def stock_scenario(settings: Settings) -> scenarios.Scenario:
    """Open ground, 4 regiments and a battery a side, deployed by hand. [setup.table-and-deployment]"""
    scale = settings.yards_per_inch
    ground = Ground(settings.table_width_in * scale, settings.table_depth_in * scale)
    sides = (scenarios.Side("union", "Union", "south"), scenarios.Side("confederate", "Confederates", "north"))
    reach = settings.deploy_depth_in * scale
    return scenarios.Scenario(
        id="stock",
        title="The stock battle",
        date="",
        story="Four regiments and a battery a side on open ground.",
        sources=(),
        rulebooks=(RULEBOOK,),
        minutes=settings.turn_limit * settings.minutes_per_turn,
        ground=ground,
        sides=sides,
        formations=tuple([scenarios.Formation(f"{s.id}-brigade", f"{s.name} brigade", s.id, "brigade") for s in sides]),
        commanders=tuple([stock_commander(side) for side in sides]),
        regiments=tuple([regiment for side in sides for regiment in stock_regiments(side, settings)]),
        deployment="zones",
        zones=tuple([scenarios.Zone(s.id, strip(s.edge, ground.width, ground.depth, reach)) for s in sides]),
    )


def stock_commander(side: scenarios.Side) -> scenarios.Commander:
    return scenarios.Commander(
        f"{side.id}-cinc", f"{side.name} CinC", side.id, "brigadier-general", f"{side.id}-brigade"
    )


def stock_regiments(side: scenarios.Side, settings: Settings) -> list[scenarios.Regiment]:
    """Four units of the stock size and a stock battery. [setup.unit-size, setup.artillery-unit]"""
    men = settings.unit_size * settings.men_per_stand
    guns = settings.guns_per_battery * settings.guns_per_stand
    foot = [
        stock_regiment(side=side, id=f"{side.id}-{n}", name=f"{side.name} {n}", arm="infantry", men=men, guns=0)
        for n in range(1, STOCK_REGIMENTS + 1)
    ]
    return [
        *foot,
        stock_regiment(
            side=side, id=f"{side.id}-battery", name=f"{side.name} battery", arm="artillery", men=0, guns=guns
        ),
    ]


def stock_regiment(side: scenarios.Side, id: str, name: str, arm: str, men: int, guns: int) -> scenarios.Regiment:
    carried = scenarios.Weapon(USUAL_WEAPON[BATTERY if guns else INFANTRY], guns or men)
    brigade = f"{side.id}-brigade"
    return scenarios.Regiment(
        id=id,
        name=name,
        side=side.id,
        arm=arm,
        men=men,
        guns=guns,
        weapons=(carried,),
        quality="regular",
        brigade=brigade,
        division="",
        formation=brigade,
    )
