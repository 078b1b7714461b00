"""A scenario's order of battle as single figures in groups, on a table in centimetres."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final, final

from roundtop.battle.scenario import (
    GUN_ARMS,
    RANKS,
    Commander,
    Objective,
    Regiment,
    Scenario,
    Side,
    Weapon,
    Zone,
    senior,
    value,
)
from roundtop.rulebooks.skirmish.fire import MARKABLE, full
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    BEAST,
    COMMANDER,
    DEED,
    FOOT,
    LADDER,
    LOAD,
    MOUNTED,
    NCO,
    ON_TABLE,
    PRIVATE,
    TO_ARRIVE,
    TO_DEPLOY,
    Army,
    Figure,
    Firearm,
    Goal,
    Group,
    Thing,
)
from roundtop.rulebooks.skirmish.tables import CLASSES, shifted
from roundtop.rulebooks.skirmish.terrain import BARRIERS, WADING_CM
from roundtop.rulebooks.skirmish.weapons import SHOOTING
from roundtop.table.footprint import FAR, Block
from roundtop.table.ground import Crossing, Ground, Height, Line, Road, level_at, points_gap
from roundtop.table.layout import all_at_scale, at_scale, scaled, settled, strip
from roundtop.table.measure import FULL_TURN, NOISE, rounded
from roundtop.table.pose import Point, Pose, ahead, aside, rounded_pose, to_world

RULEBOOK: Final = "skirmish"

MOST_GROUPS: Final = 6
CREW: Final = 6
"""Men to a gun [setup.muster-guns]."""
GUN_CM: Final = 3.0
FEET_PER_CM: Final = 3.0
ENTRY_TURNS: Final = 1
STOCK_GROUPS: Final = 3
STOCK_SIDES: Final = (Side("union", "Union", "south"), Side("confederate", "Confederates", "north"))
GOAL_RADIUS_CM: Final = 10.0
"""How near a figure must be to hold an objective for which the scenario gives no radius."""
ELBOW_CM: Final = 1.0
"""Room between bases where a scenario does not say how men stand."""
BEHIND_CM: Final = 8.0
INWARD: Final = {"north": 18000, "east": 27000, "south": 0, "west": 9000}
RATED: Final = {"poor": -1, "average": 0, "good": 1, "excellent": 1}
"""Steps of class that an officer's rating is worth [setup.muster-leaders]."""
LOWEST_OFFICER: Final = "lieutenant"


@final
@dataclass(slots=True, frozen=True)
class Issue:
    """What an arm of history is here: its row of the shooting table ("" for none), its melee word and its marks."""

    shooting: str
    melee: str
    breech: bool = False
    repeating: bool = False


ISSUED: Final[dict[str, Issue]] = {
    "rifle-musket": Issue("minie-rifle", "bayonet"),
    "inferior-rifle": Issue("minie-rifle", "bayonet"),
    "smoothbore-musket": Issue("musket", "bayonet"),
    "breech-loading-rifle": Issue("repeating-bl-rifle", "bayonet"),
    "repeating-rifle": Issue("repeating-bl-rifle", "butt", repeating=True),
    "carbine": Issue("minie-carbine", "butt", breech=True),
    "muzzle-loading-carbine": Issue("minie-carbine", "butt"),
    "breech-loading-carbine": Issue("minie-carbine", "butt", breech=True),
    "repeating-carbine": Issue("minie-carbine", "butt", breech=True, repeating=True),
    "smoothbore-carbine": Issue("smoothbore-carbine", "butt"),
    "shotgun": Issue("shotgun", "butt"),
    "pistol": Issue("pistol", "pistol", repeating=True),
    "sabre": Issue("", "sabre"),
    "pistol-and-sabre": Issue("pistol", "sabre and pistol", repeating=True),
    "lance": Issue("", "lance"),
    "unarmed": Issue("", ""),
}
"""Historical arms by the rows of the ledger [setup.muster-weapons]."""
MISSILE: Final = Issue("hand-hurled", "")
OFFICERS_ARMS: Final = ("pistol-and-sabre",)


class MusterError(ValueError):
    """A scenario that cannot be mustered; names what is wrong with it."""


@final
@dataclass(slots=True)
class Muster:
    """The forces of a battle on its table."""

    title: str
    ground: Ground
    water: Ground
    heights: tuple[tuple[str, float], ...]
    armies: tuple[Army, ...]
    figures: tuple[Figure, ...]
    groups: tuple[Group, ...]
    things: tuple[Thing, ...]
    goals: tuple[Goal, ...]
    zones: tuple[tuple[str, tuple[Point, ...]], ...]
    turn_limit: int


@final
@dataclass(slots=True)
class Man:
    """A man of a unit before he stands anywhere."""

    id: str
    name: str
    quality: str
    arms: tuple[str, ...]
    regiment: Regiment
    role: str = PRIVATE


@final
@dataclass(slots=True)
class Party:
    """A group before it stands anywhere; its NCO, if it has one, comes first."""

    id: str
    name: str
    regiment: Regiment
    men: list[Man]
    headless: bool = False


def muster(scenario: Scenario, settings: Settings) -> Muster:
    """A scenario's forces; one without units, or with the value `stock`, is the stock battle [setup.muster]."""
    if not scenario.regiments or value(scenario, RULEBOOK, "stock") == "true":
        scenario = stock_scenario(settings, scenario.sides)
    ground = barricaded(scenario, levelled(scaled(scenario.ground, settings.yards_per_cm)), settings)
    parties = [party for side in scenario.sides for party in parties_of(scenario, side, settings)]
    placed = placements(scenario, parties, ground, settings)
    figures: list[Figure] = []
    groups: list[Group] = []
    for party in parties:
        groups.append(group(scenario, party))
        figures.extend(figures_of(scenario, party, placed.get(party.id, []), ground, settings))
    for beast in beasts(scenario, ground, settings):
        groups.append(Group(beast.id, beast.side, beast.name, ANIMAL, 1))
        figures.append(beast)
    armies: list[Army] = []
    for side in scenario.sides:
        chief = commander(scenario, side, parties, figures, ground, settings)
        figures.append(chief)
        groups.append(Group(chief.id, side.id, chief.name, chief.arm, 1))
        armies.append(Army(side.id, side.edge, side.exits, chief.id))
    return Muster(
        scenario.title,
        ground,
        waters(ground),
        barrier_heights(scenario),
        tuple(armies),
        tuple(figures),
        tuple(groups),
        things(scenario, settings),
        goals(scenario, settings),
        zones(scenario, figures, ground, settings),
        turn_limit(scenario, settings),
    )


# ---------------------------------------------------------------- values of the scenario


def said(scenario: Scenario, name: str, about: str = "") -> str:
    return value(scenario, RULEBOOK, name, about) or ""


def listed(scenario: Scenario, name: str, about: str = "") -> list[str]:
    """What a scenario lists for this rulebook."""
    return [word.strip() for word in said(scenario, name, about).split(",") if word.strip()]


def number(scenario: Scenario, name: str, about: str, low: float, high: float) -> float:
    """A number that the scenario gives for this rulebook; 0 where it gives none."""
    text = said(scenario, name, about)
    if not text:
        return 0.0
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not low <= found <= high:
        field = f"{about}.values.{RULEBOOK}.{name}" if about else f"values.{RULEBOOK}.{name}"
        raise MusterError(f"{field}: expected a number from {low:g} to {high:g}, found '{text}'")
    return found


def turn_limit(scenario: Scenario, settings: Settings) -> int:
    """The last turn: the scenario's, or the option where it gives none [victory.game-length]."""
    return int(number(scenario, "turns", "", 1, 1000)) or settings.turn_limit


def arrival_turn(minute: int, settings: Settings) -> int:
    """The turn in which an arrival is due [setup.reinforcements, setup.scale]."""
    return ENTRY_TURNS + ceil(minute * settings.turns_per_minute - NOISE)


# ---------------------------------------------------------------- the ground


def levelled(ground: Ground) -> Ground:
    """The lowest contour's foot is level 0, each contour above it one level more [setup.scale, setup.height]."""
    if not ground.heights:
        return ground
    lowest = min([height.level for height in ground.heights])
    heights = tuple([Height(height.level - lowest + 1, height.outline) for height in ground.heights])
    return Ground(ground.width, ground.depth, ground.areas, ground.lines, ground.roads, heights, ground.crossings)


def barricaded(scenario: Scenario, ground: Ground, settings: Settings) -> Ground:
    """Each gun stands as a barricade across its facing [setup.muster-guns]."""
    guns: list[Line] = []
    for regiment in scenario.regiments:
        if regiment.guns and regiment.place is not None:
            x, y = at_scale(regiment.place, settings.yards_per_cm)
            middle = ahead(Pose(x, y, regiment.facing or 0), GUN_CM)
            for gun in range(regiment.guns):
                right = (gun - 0.5 * (regiment.guns - 1)) * 2.0 * GUN_CM
                ends = [to_world(middle, right + half, 0.0) for half in (-0.5 * GUN_CM, 0.5 * GUN_CM)]
                guns.append(Line("barricade", tuple([(rounded(a), rounded(b)) for a, b in ends])))
    if not guns:
        return ground
    lines = (*ground.lines, *guns)
    return Ground(ground.width, ground.depth, ground.areas, lines, ground.roads, ground.heights, ground.crossings)


def waters(ground: Ground) -> Ground:
    """Streams, creeks and rivers as wide as they lie on the table, their crossings reaching from bank to bank.

    [setup.terrain-catalogue]
    """
    wet = [line for line in ground.lines if line.kind in WADING_CM]
    roads = tuple([Road(line.kind, line.points, WADING_CM[line.kind]) for line in wet])
    if not roads:
        return Ground(ground.width, ground.depth)
    crossings = tuple([_from_bank_to_bank(crossing, roads) for crossing in ground.crossings])
    return Ground(ground.width, ground.depth, roads=roads, crossings=crossings)


def _from_bank_to_bank(crossing: Crossing, roads: tuple[Road, ...]) -> Crossing:
    least = FAR
    wide = 0.0
    for road in roads:
        away = points_gap(road.points, crossing.x, crossing.y)
        if away < least:
            least, wide = away, road.width
    across = sqrt(crossing.width * crossing.width + wide * wide)
    return Crossing(crossing.kind, crossing.x, crossing.y, across)


def barrier_heights(scenario: Scenario) -> tuple[tuple[str, float], ...]:
    """Heights in feet that a scenario gives its walls and fences, in cm [setup.scale, setup.terrain-catalogue]."""
    found: list[tuple[str, float]] = []
    for kind in BARRIERS:
        feet = number(scenario, f"{kind}_feet", "", 0.5, 60.0)
        if feet:
            found.append((kind, rounded(feet / FEET_PER_CM)))
    return tuple(found)


def things(scenario: Scenario, settings: Settings) -> tuple[Thing, ...]:
    """Loads, deeds and ladders, each at the objective that a scenario names for it.

    [actions.carry, actions.other-deeds, actions.climb]
    """
    found: list[Thing] = []
    for id in listed(scenario, "loads"):
        found.append(_thing(scenario, id, LOAD, "", 0.0, settings))
    for text in listed(scenario, "deeds"):
        id, _, words = text.partition(":")
        found.append(_thing(scenario, id.strip(), DEED, words.strip(), 0.0, settings))
    for text in listed(scenario, "ladders"):
        id, _, feet = text.partition(":")
        found.append(_thing(scenario, id.strip(), LADDER, "ladder", float(feet or "12") / FEET_PER_CM, settings))
    return tuple(found)


def _thing(scenario: Scenario, id: str, kind: str, name: str, amount: float, settings: Settings) -> Thing:
    for objective in scenario.objectives:
        if objective.id == id:
            x, y = at_scale((objective.x, objective.y), settings.yards_per_cm)
            points = 0 if kind == LADDER else objective.points
            return Thing(id, kind, name or objective.name or id, x, y, "", amount, points, objective.side)
    raise MusterError(f"values.{RULEBOOK}: '{id}' lies at no objective; give the battle an objective with this id")


def goals(scenario: Scenario, settings: Settings) -> tuple[Goal, ...]:
    """The objectives at which nothing lies [victory.tally]."""
    taken = [thing.id for thing in things(scenario, settings)]
    return tuple([_goal(objective, settings) for objective in scenario.objectives if objective.id not in taken])


def _goal(objective: Objective, settings: Settings) -> Goal:
    x, y = at_scale((objective.x, objective.y), settings.yards_per_cm)
    reach = GOAL_RADIUS_CM if objective.radius is None else rounded(objective.radius / settings.yards_per_cm)
    return Goal(
        objective.id, objective.name, x, y, reach, objective.points, objective.side, objective.decisive,
        objective.holder,
    )  # fmt: skip


def zones(
    scenario: Scenario, figures: list[Figure], ground: Ground, settings: Settings
) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """Where each side with men in hand may deploy [setup.table-and-deployment]."""
    found: list[tuple[str, tuple[Point, ...]]] = []
    for side in scenario.sides:
        if not [figure for figure in figures if figure.side == side.id and figure.place == TO_DEPLOY]:
            continue
        drawn = [all_at_scale(zone.outline, settings.yards_per_cm) for zone in scenario.zones if zone.side == side.id]
        for outline in drawn or [along(side.edge, ground, settings.deploy_depth_cm)]:
            found.append((side.id, outline))
    return tuple(found)


def along(edge: str, ground: Ground, reach: float) -> tuple[Point, ...]:
    """The strip along an edge, its corners named in the same order from whichever edge one looks."""
    corners = strip(edge, ground.width, ground.depth, reach)
    return (*corners[2:], *corners[:2]) if edge in ("north", "east") else corners


# ---------------------------------------------------------------- units into groups


def arm_of(regiment: Regiment) -> str:
    """Foot, or mounted unless listed as dismounted [setup.muster]."""
    rides = regiment.arm in ("cavalry", "mounted-infantry") and not regiment.dismounted
    return MOUNTED if rides else FOOT


def strength(scenario: Scenario, regiment: Regiment) -> int:
    """One man is one figure; a gun has a crew of six unless the scenario says otherwise [setup.muster-guns]."""
    if regiment.arm in GUN_ARMS:
        return int(number(scenario, "crew", regiment.id, 1, 500)) or CREW * regiment.guns
    return regiment.men


def sizes(men: int, settings: Settings) -> list[int]:
    """The groups of a unit, as equal as can be, the larger first [setup.muster]."""
    if men <= settings.group_max:
        return [men]
    wanted = (2 * men + settings.group_stock) // (2 * settings.group_stock)
    count = max(wanted, -(-men // settings.group_max), 1)
    each, over = divmod(men, count)
    return [each + 1] * over + [each] * (count - over)


def parties_of(scenario: Scenario, side: Side, settings: Settings) -> list[Party]:
    """A side's groups: large units split, small ones joined to others [setup.muster, setup.group-make-up]."""
    units = [r for r in scenario.regiments if r.side == side.id and not is_herd(scenario, r)]
    parties: list[Party] = []
    small: list[Regiment] = []
    for regiment in units:
        if strength(scenario, regiment) <= settings.group_min:
            small.append(regiment)
        else:
            parties.extend(split(scenario, regiment, settings))
    for regiment in small:
        join(scenario, regiment, parties, settings)
    if len(parties) > MOST_GROUPS:
        raise MusterError(
            f"{side.id}: {len(parties)} groups are too many for this rulebook, which takes at most {MOST_GROUPS} a"
            " side; name the companies or parties that fight here"
        )
    for party in parties:
        lead(scenario, side, party, [p for p in parties if p.regiment.id == party.regiment.id])
    return parties


def is_herd(scenario: Scenario, regiment: Regiment) -> bool:
    """Whether a unit's men are beasts [movement.animals-actions]."""
    return said(scenario, "animals", regiment.id) == "true"


def split(scenario: Scenario, regiment: Regiment, settings: Settings) -> list[Party]:
    men = men_of(scenario, regiment)
    parts = sizes(len(men), settings)
    parties: list[Party] = []
    for part, size in enumerate(parts, 1):
        id = regiment.id if len(parts) == 1 else f"{regiment.id}.{part}"
        name = regiment.name if len(parts) == 1 else f"{regiment.name}, group {part}"
        parties.append(Party(id, name, regiment, men[:size]))
        men = men[size:]
    return parties


def join(scenario: Scenario, regiment: Regiment, parties: list[Party], settings: Settings) -> None:
    """A unit too small joins the smallest group of its side, arm and place, or stands alone [setup.muster]."""
    men = men_of(scenario, regiment)
    hosts = [
        party
        for party in parties
        if arm_of(party.regiment) == arm_of(regiment)
        and same_place(party.regiment, regiment)
        and len(party.men) + len(men) <= settings.group_max
    ]
    if hosts:
        host = min(hosts, key=_size)
        host.men.extend(men)
        return
    parties.append(Party(regiment.id, regiment.name, regiment, men, len(men) < settings.group_min))


def _size(party: Party) -> int:
    return len(party.men)


def same_place(one: Regiment, other: Regiment) -> bool:
    """Both on the table from the start, both to deploy, or arriving together [setup.muster]."""
    a, b = one.arrives, other.arrives
    if a is None or b is None:
        return a is None and b is None and (one.place is None) == (other.place is None)
    return a.minute == b.minute and a.x == b.x and a.y == b.y


def men_of(scenario: Scenario, regiment: Regiment) -> list[Man]:
    """A unit's men, numbered, with their arms and classes [setup.muster, setup.muster-weapons]."""
    count = strength(scenario, regiment)
    arms = arms_of(scenario, regiment, count)
    classes = classes_of(scenario, regiment, count)
    return [
        Man(f"{regiment.id}-{n + 1:02d}", f"Private {n + 1}, {regiment.name}", classes[n], arms[n], regiment)
        for n in range(count)
    ]


def classes_of(scenario: Scenario, regiment: Regiment, count: int) -> list[str]:
    """The unit's quality, or what a scenario gives so many of its first men: `men = ["2 elite"]` [setup.muster]."""
    classes = [regiment.quality] * count
    first = 0
    for words in listed(scenario, "men", regiment.id):
        many, _, quality = words.partition(" ")
        if not many.isdigit() or quality not in CLASSES:
            raise MusterError(
                f"{regiment.id}.values.{RULEBOOK}.men: '{words}' should be like '2 elite', a number and one of"
                f" {', '.join(CLASSES)}"
            )
        for n in range(first, min(count, first + int(many))):
            classes[n] = quality
        first += int(many)
    return classes


def arms_of(scenario: Scenario, regiment: Regiment, count: int) -> list[tuple[str, ...]]:
    """Each man's arms: the first listed to the lowest numbers, what all carry besides to everybody.

    Men for whom no arm is listed get the first; guns' crews only what the scenario gives them. [setup.muster-weapons]
    """
    small = [weapon for weapon in regiment.weapons if weapon.kind in ISSUED]
    also = tuple(listed(scenario, "also", regiment.id))
    issued: list[str] = []
    listed_for = sum([weapon.number for weapon in small])
    for place, weapon in enumerate(small):
        extra = max(0, count - listed_for) if place == 0 else 0
        issued.extend([weapon.kind] * (weapon.number + extra))
    if not issued:
        issued = ["unarmed" if regiment.arm in GUN_ARMS else "rifle-musket"] * count
    bare = said(scenario, "bayonets", regiment.id)
    marked = ("no bayonet",) if bare == "false" else ("bayonet",) if bare == "true" else ()
    return [(arm, *also, *marked) for arm in issued[:count]]


def lead(scenario: Scenario, side: Side, party: Party, fellows: list[Party]) -> None:
    """Named officers and NCOs lead their unit's groups, the senior the first; the rest have nameless NCOs.

    [setup.muster-leaders]
    """
    if party.headless:
        return
    first = party.men[0]
    first.role = NCO
    first.name = f"NCO of {party.name}"
    named = leaders(scenario, side, party.regiment)
    place = [fellow.id for fellow in fellows].index(party.id)
    if place < len(named):
        chief = named[place]
        first.name = chief.name
        first.quality = shifted(first.quality, RATED[chief.rating or "average"])
        if is_officer(chief):
            first.arms = OFFICERS_ARMS


def chief_of(scenario: Scenario, side: Side) -> Commander | None:
    """The senior officer of a side; of equals he who is named for the whole of it [setup.muster-leaders]."""
    found = senior(scenario, side.id)
    for other in scenario.commanders:
        if found is not None and other.side == side.id and other.rank == found.rank and not other.formation:
            return other
    return found


def is_officer(commander: Commander) -> bool:
    return RANKS.index(commander.rank) <= RANKS.index(LOWEST_OFFICER)


def leaders(scenario: Scenario, side: Side, regiment: Regiment) -> list[Commander]:
    """Those named for a unit, or for the formation of which it is the first, but the force commander.

    [setup.muster-leaders]
    """
    chief = chief_of(scenario, side)
    own = [c for c in scenario.commanders if c.side == side.id and c is not chief and c.formation == regiment.id]
    for one in scenario.commanders:
        under = [r.id for r in scenario.regiments if r.formation == one.formation and one.formation]
        if one.side == side.id and one is not chief and under and min(under) == regiment.id:
            own.append(one)
    own.sort(key=_seniority)
    return own


def _seniority(commander: Commander) -> tuple[int, str]:
    return (RANKS.index(commander.rank), commander.id)


def group(scenario: Scenario, party: Party) -> Group:
    """Starting strength counts every member, the NCO included [setup.group-make-up]."""
    regiment = party.regiment
    nco = "" if party.headless else party.men[0].id
    return Group(party.id, regiment.side, party.name, arm_of(regiment), len(party.men), nco)


# ---------------------------------------------------------------- men into figures


def firearms(scenario: Scenario, arms: tuple[str, ...], regiment: str, settings: Settings) -> tuple[Firearm, ...]:
    """A man's shooting weapons, loaded unless he is surprised [setup.muster-weapons, setup.start-loaded]."""
    word = said(scenario, "loaded", regiment)
    loaded = settings.start_loaded if not word else word == "true"
    found: list[Firearm] = []
    for arm in arms:
        issue = ISSUED.get(arm, MISSILE)
        if arm in ("bayonet", "no bayonet") or issue.shooting not in SHOOTING:
            continue
        breech = issue.breech and issue.shooting in MARKABLE
        progress = full(issue.shooting, breech, issue.repeating, settings) if loaded else 0
        found.append(Firearm(issue.shooting, breech, issue.repeating, progress))
    return tuple(found)


def melee_of(arms: tuple[str, ...], mounted: bool) -> str:
    """The melee category of a man with these arms [setup.weapon-categories, setup.muster-weapons]."""
    words = [ISSUED[arm].melee for arm in arms if arm in ISSUED]
    bayonet = ("bayonet" in words and "no bayonet" not in arms) or "bayonet" in arms
    if mounted and "lance" in words:
        return "lance"
    if bayonet and not mounted:
        return "bayonet"
    if "sabre and pistol" in words or ("sabre" in words and "pistol" in words):
        return "sword-pistol"
    return "butt-sword" if [word for word in words if word] else "improvised"


def figures_of(scenario: Scenario, party: Party, poses: list[Pose], ground: Ground, settings: Settings) -> list[Figure]:
    """The figures of a group [setup.figure-record]."""
    regiment = party.regiment
    arm = arm_of(regiment)
    place, due, entry = whereabouts(regiment, settings)
    found: list[Figure] = []
    for n, man in enumerate(party.men):
        pose = poses[n] if poses else Pose(0.0, 0.0, 0)
        found.append(
            Figure(
                man.id, regiment.side, party.id, man.name, man.role, man.quality, arm,
                firearms(scenario, man.arms, man.regiment.id, settings), melee_of(man.arms, arm == MOUNTED),
                melee_of(man.arms, False), pose, level_at(ground, pose.x, pose.y) if poses else 0, place, due, entry,
            )
        )  # fmt: skip
    return found


def whereabouts(regiment: Regiment, settings: Settings) -> tuple[str, int, Point | None]:
    """On the table, to deploy or to arrive, when and where [setup.reinforcements]."""
    if regiment.arrives is not None:
        entry = at_scale((regiment.arrives.x, regiment.arrives.y), settings.yards_per_cm)
        return TO_ARRIVE, arrival_turn(regiment.arrives.minute, settings), entry
    return (TO_DEPLOY if regiment.place is None else ON_TABLE), 0, None


def beasts(scenario: Scenario, ground: Ground, settings: Settings) -> list[Figure]:
    """Driven animals, each a target by itself and in no group [movement.animals, movement.animals-actions]."""
    found: list[Figure] = []
    for regiment in scenario.regiments:
        if not is_herd(scenario, regiment) or regiment.place is None:
            continue
        x, y = at_scale(regiment.place, settings.yards_per_cm)
        poses = laid_out(Pose(x, y, regiment.facing or 0), regiment.men, 2, settings.base_foot_cm + ELBOW_CM)
        rate = number(scenario, "rate", regiment.id, 1.0, 60.0)
        for n, pose in enumerate(poses):
            id = f"{regiment.id}-{n + 1:02d}"
            name = f"{regiment.name} {n + 1}"
            level = level_at(ground, pose.x, pose.y)
            found.append(
                Figure(
                    id, regiment.side, id, name, BEAST, "green", ANIMAL, (), "improvised", "improvised", pose, level,
                    rate=rate,
                )
            )  # fmt: skip
    return found


def commander(
    scenario: Scenario, side: Side, parties: list[Party], figures: list[Figure], ground: Ground, settings: Settings
) -> Figure:
    """The force commander: over and above the men of the units [setup.force-commander, setup.muster-leaders]."""
    chief = chief_of(scenario, side)
    own = [party for party in parties if party.regiment.side == side.id]
    men = dict.fromkeys(CLASSES, 0)
    for party in own:
        for man in party.men:
            men[man.regiment.quality] += 1
    most = max([men[quality] for quality in CLASSES])
    common = CLASSES[[men[quality] for quality in CLASSES].index(most)]
    rating = RATED[chief.rating or "average"] if chief is not None else 0
    quality = shifted(common, 1 + rating, "regular")
    id = chief.id if chief is not None else f"{side.id}-commander"
    name = chief.name if chief is not None else f"Lieutenant of the {side.name}"
    mounted = said(scenario, "mounted", id) == "true"
    arm = MOUNTED if mounted else FOOT
    place, due, entry, pose = post(scenario, side, chief, own, figures, mounted, ground, settings)
    level = level_at(ground, pose.x, pose.y) if place == ON_TABLE else 0
    return Figure(
        id, side.id, id, name, COMMANDER, quality, arm, firearms(scenario, OFFICERS_ARMS, "", settings),
        melee_of(OFFICERS_ARMS, mounted), melee_of(OFFICERS_ARMS, False), pose, level, place, due, entry,
    )  # fmt: skip


def post(
    scenario: Scenario,
    side: Side,
    chief: Commander | None,
    parties: list[Party],
    figures: list[Figure],
    mounted: bool,
    ground: Ground,
    settings: Settings,
) -> tuple[str, int, Point | None, Pose]:
    """Where a commander is: his place, else behind the middle of his men, else with those who deploy or arrive."""
    own = [figure for figure in figures if figure.side == side.id and figure.arm != ANIMAL]
    there = [figure for figure in own if figure.place == ON_TABLE]
    nowhere = Pose(0.0, 0.0, 0)
    facing = INWARD[side.edge]
    size = settings.base_mounted_cm if mounted else settings.base_foot_cm
    if chief is not None and chief.place is not None:
        x, y = at_scale(chief.place, settings.yards_per_cm)
        wanted = Pose(x, y, facing)
    elif there:
        x = sum([figure.pose.x for figure in there]) / len(there)
        y = sum([figure.pose.y for figure in there]) / len(there)
        wanted = ahead(Pose(x, y, facing), -BEHIND_CM)
    elif [figure for figure in own if figure.place == TO_DEPLOY]:
        return TO_DEPLOY, 0, None, nowhere
    else:
        first = min(own, key=_arrival)
        return TO_ARRIVE, first.due, first.entry, nowhere
    others = [Block(f.pose, *_square(f, settings)) for f in figures if f.place == ON_TABLE]
    pose = settled(Block(rounded_pose(wanted), size, size), others, ground, 0.5 * size)
    if pose is None:
        raise MusterError(f"{side.id}: there is no room for its commander; make the field larger")
    return ON_TABLE, 0, None, pose


def _arrival(figure: Figure) -> tuple[int, str]:
    return (figure.due, figure.id)


def _square(figure: Figure, settings: Settings) -> tuple[float, float]:
    size = settings.base_mounted_cm if figure.arm == MOUNTED else settings.base_foot_cm
    return size, size


# ---------------------------------------------------------------- where they stand


def pitch_of(scenario: Scenario, regiment: Regiment, settings: Settings) -> float:
    """From man to man: as the scenario says in yards, else an elbow's room."""
    base = settings.base_mounted_cm if arm_of(regiment) == MOUNTED else settings.base_foot_cm
    yards = number(scenario, "spacing", regiment.id, 0.1, 200.0)
    return max(base, yards / settings.yards_per_cm) if yards else base + ELBOW_CM


def ranks_of(scenario: Scenario, regiment: Regiment) -> int:
    return int(number(scenario, "ranks", regiment.id, 1, 12)) or 2


def laid_out(middle: Pose, men: int, ranks: int, pitch: float) -> list[Pose]:
    """Men in so many ranks behind the middle of their front, from the right of the first rank on."""
    files = -(-men // ranks)
    found: list[Pose] = []
    for n in range(men):
        rank, file = divmod(n, files)
        in_rank = min(files, men - rank * files)
        x, y = to_world(middle, (0.5 * (in_rank - 1) - file) * pitch, -rank * pitch)
        found.append(rounded_pose(Pose(x, y, middle.facing)))
    return found


def placements(scenario: Scenario, parties: list[Party], ground: Ground, settings: Settings) -> dict[str, list[Pose]]:
    """Where the men of each group stand who are placed by the scenario: a unit's groups side by side."""
    found: dict[str, list[Pose]] = {}
    blocks: list[Block] = []
    for party in sorted(parties, key=_party_id):
        regiment = party.regiment
        if regiment.place is None or regiment.arrives is not None:
            continue
        pitch = pitch_of(scenario, regiment, settings)
        ranks = ranks_of(scenario, regiment)
        x, y = at_scale(regiment.place, settings.yards_per_cm)
        front = Pose(x, y, (regiment.facing or 0) % FULL_TURN)
        fellows = [other for other in parties if other.regiment.id == regiment.id]
        widths = [-(-len(other.men) // ranks) * pitch for other in fellows]
        place = [other.id for other in fellows].index(party.id)
        gaps = pitch * (len(fellows) - 1)
        right = 0.5 * (sum(widths) + gaps) - sum(widths[:place]) - place * pitch - 0.5 * widths[place]
        depth = -(-len(party.men) // -(-len(party.men) // ranks)) * pitch
        middle = ahead(aside(front, right), -0.5 * (depth - pitch))
        pose = settled(Block(rounded_pose(middle), widths[place], depth), blocks, ground, 0.5 * pitch)
        if pose is None:
            raise MusterError(f"{regiment.id}.place: there is no room for {party.name}; make the field larger")
        blocks.append(Block(pose, widths[place], depth))
        found[party.id] = laid_out(ahead(pose, 0.5 * (depth - pitch)), len(party.men), ranks, pitch)
    return found


def _party_id(party: Party) -> str:
    return party.id


# ---------------------------------------------------------------- the stock battle


def stock_scenario(settings: Settings, sides: tuple[Side, ...] = STOCK_SIDES) -> Scenario:
    """Open ground, a commander and three groups of eight a side, deployed by hand.

    [setup.group-make-up, setup.table-and-deployment]
    """
    scale = settings.yards_per_cm
    ground = Ground(settings.table_width_cm * scale, settings.table_depth_cm * scale)
    reach = settings.deploy_depth_cm * scale
    return Scenario(
        id="stock",
        title="The stock skirmish",
        date="",
        story="Three groups of riflemen and a commander a side on open ground.",
        sources=(),
        rulebooks=(RULEBOOK,),
        minutes=ceil(settings.turn_limit / settings.turns_per_minute),
        ground=ground,
        sides=sides,
        formations=(),
        commanders=(),
        regiments=tuple([squad for side in sides for squad in stock_squads(side, settings)]),
        deployment="zones",
        zones=tuple([Zone(s.id, along(s.edge, ground, reach)) for s in sides]),
    )


def stock_squads(side: Side, settings: Settings) -> list[Regiment]:
    men = settings.group_stock
    return [
        Regiment(
            f"{side.id}-{n}", f"{side.name} squad {n}", side.id, "infantry", men, 0, (Weapon("rifle-musket", men),),
            "regular", "", "",
        )
        for n in range(1, STOCK_GROUPS + 1)
    ]  # fmt: skip
