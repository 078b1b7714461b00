"""A scenario's order of battle as regiments of stands, batteries and officers on a table in inches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, final

from roundtop.battle.protocol import Player
from roundtop.battle.scenario import (
    GUN_ARMS,
    LEVELS,
    RANKS,
    Commander,
    Formation,
    MusterError,
    Objective,
    Regiment,
    Scenario,
    Weapon,
    commonest,
    level,
    value,
    whole_number,
)
from roundtop.rulebooks.order_cards.command import (
    BRIGADE,
    CINC,
    DIVISION,
    LEAST_RATING,
    WAGON_POINTS,
    rating_of,
    starting_points,
)
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.state import (
    ON_TABLE,
    TO_ARRIVE,
    TO_DEPLOY,
    Army,
    Goal,
    Hand,
    Officer,
    Unit,
    block_at,
)
from roundtop.rulebooks.order_cards.tables import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    INFANTRY,
    LIMBERED,
    LINE,
    UNLIMBERED,
    WAGON,
    ceiling,
)
from roundtop.table.ground import Ground
from roundtop.table.layout import all_at_scale, at_scale, scaled, settled, strip
from roundtop.table.measure import FULL_TURN, HALF_TURN, rounded
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

RULEBOOK: Final = "order-cards"

HORSEMEN: Final = ("cavalry", "mounted-infantry")
FEWEST: Final[dict[str, int]] = {INFANTRY: 3, CAVALRY: 2, ARTILLERY: 2}
MOST: Final[dict[str, int]] = {INFANTRY: 10, CAVALRY: 8, ARTILLERY: 4}
"""Stands of a unit at muster [setup.muster]."""
MOST_UNITS: Final = 6
"""Units of a brigade [setup.muster]."""
RIFLES: Final = ("3-inch-rifle", "10-pdr-parrott", "20-pdr-parrott")
"""[setup.muster-weapons]"""
USUAL_WEAPON: Final[dict[str, str]] = {INFANTRY: "rifle-musket", CAVALRY: "carbine", ARTILLERY: "12-pdr-napoleon"}
MINUTES_PER_CARD: Final = 10
"""An own card with the enemy's answer to it [setup.scale]."""
DEPLOY_DEPTH: Final = 12.0
"""[setup.deployment]"""
GOAL_RADIUS: Final = 3.0
"""[victory.points]"""
EDGE_FACING: Final[dict[str, int]] = {"north": 0, "east": 9000, "south": 18000, "west": 27000}
BEHIND: Final = 2.0
"""How far behind the middle of his units an officer stands for whom the scenario gives no place."""

Body: TypeAlias = tuple[Regiment, ...]
"""Regiments that fight as one."""


@final
@dataclass(slots=True)
class Muster:
    """The forces of a battle on its table; the zones are those of sides with units to deploy by hand."""

    ground: Ground
    armies: tuple[Army, ...]
    hands: tuple[Hand, ...]
    units: tuple[Unit, ...]
    officers: tuple[Officer, ...]
    goals: tuple[Goal, ...]
    zones: tuple[tuple[str, tuple[Point, ...]], ...]
    reserves: tuple[tuple[str, int], ...]
    sets: int
    visibility: float


@final
@dataclass(slots=True)
class Brigade:
    """A brigade as this book has it: units that muster together under one officer, of one player."""

    id: str
    side: str
    bodies: tuple[Body, ...]


def muster(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Muster:
    """A scenario's forces under its players [setup.muster, setup.organisation]."""
    ground = scaled(scenario.ground, settings.yards_per_inch)
    found = brigades(scenario, settings)
    if not found:
        raise MusterError("regiment: the battle has no regiment or battery that takes the field; name some")
    owners = {brigade.id: _owner(scenario, brigade.id, brigade.side, players) for brigade in found}
    units = _units(scenario, found, owners, ground, settings)
    units = (*units, *_wagons(found, units, owners, ground, settings))
    return Muster(
        ground=ground,
        armies=tuple([Army(side.id, side.edge, side.friendly, side.exits) for side in scenario.sides]),
        hands=tuple([_hand(player, units, settings) for player in players]),
        units=units,
        officers=_officers(scenario, found, units, players, ground, settings),
        goals=tuple([_goal(objective, settings) for objective in scenario.objectives]),
        zones=_zones(scenario, units, ground, settings),
        reserves=_reserves(scenario, found),
        sets=set_limit(scenario, settings),
        visibility=visibility(scenario, settings),
    )


# ---------------------------------------------------------------- time


def set_limit(scenario: Scenario, settings: Settings) -> int:
    """Sets the battle lasts, by the scenario's number or minutes, else the option [setup.scale, victory.length]."""
    said = whole_number(scenario, RULEBOOK, "sets", "", 1, 200)
    if said:
        return said
    return sets_of(scenario.minutes, settings) if scenario.minutes else settings.sets


def sets_of(minutes: int, settings: Settings) -> int:
    """Sets that so many minutes take [setup.scale]."""
    return ceiling(minutes, MINUTES_PER_CARD * settings.cards_per_set)


def visibility(scenario: Scenario, settings: Settings) -> float:
    """How far anybody sees, 0 for no limit: the option, else the scenario's fog or dusk [visibility.table]."""
    if settings.max_visibility or scenario.visibility is None:
        return settings.max_visibility
    return rounded(scenario.visibility / settings.yards_per_inch)


def cards_before(minute: int) -> int:
    """Cards that a player must have played before troops due at that minute come on [setup.reinforcements]."""
    return ceiling(minute, MINUTES_PER_CARD)


# ---------------------------------------------------------------- regiments and batteries


def arm_of(regiment: Regiment) -> str:
    """Infantry, cavalry or artillery [setup.muster-weapons]."""
    if regiment.arm in GUN_ARMS:
        return ARTILLERY
    return CAVALRY if regiment.arm in HORSEMEN else INFANTRY


def men_of(body: Body) -> int:
    """Men, or guns."""
    return sum([regiment.guns if arm_of(regiment) == ARTILLERY else regiment.men for regiment in body])


def stands_of(arm: str, number: int, settings: Settings) -> int:
    """Stands of so many men, half up, or so many guns, rounded up [setup.muster]."""
    if arm == ARTILLERY:
        return ceiling(number, settings.guns_per_stand)
    return (2 * number + settings.men_per_stand) // (2 * settings.men_per_stand)


def too_small(body: Body, settings: Settings) -> bool:
    arm = arm_of(body[0])
    if arm == ARTILLERY:
        return men_of(body) <= settings.guns_per_stand
    return stands_of(arm, men_of(body), settings) < FEWEST[arm]


def left_out(body: Body, settings: Settings) -> bool:
    """Whether a body that nobody can take in is too small to take the field [setup.muster]."""
    arm = arm_of(body[0])
    return arm != ARTILLERY and 2 * men_of(body) < FEWEST[arm] * settings.men_per_stand


def joined(bodies: list[Body], settings: Settings) -> list[Body]:
    """Bodies of one brigade and arm, the too small joined to the weakest other, the weakest first [setup.muster]."""
    found = list(bodies)
    while True:
        small = [body for body in found if too_small(body, settings)]
        if not small or len(found) == 1:
            return found
        weakest = _weakest(small)
        host = _weakest([body for body in found if body is not weakest])
        found = [(*host, *weakest) if body is host else body for body in found if body is not weakest]


def _weakest(bodies: list[Body]) -> Body:
    """The body of fewest men or guns, the first if equal."""
    best = bodies[0]
    for body in bodies:
        if men_of(body) < men_of(best):
            best = body
    return best


def sections(scenario: Scenario, guns: dict[str, list[Body]], settings: Settings) -> dict[str, list[Body]]:
    """Batteries by brigade, a section joined to the smallest with room of its brigade, else division [setup.muster]."""
    most = MOST[ARTILLERY] * settings.guns_per_stand
    found = {id: list(bodies) for id, bodies in guns.items()}
    for id in guns:
        for section in [body for body in guns[id] if too_small(body, settings)]:
            division = _division(scenario, id)
            near = [other for other in found if other != id and division and _division(scenario, other) == division]
            for pool in ([id], near):
                hosts = [b for other in pool for b in found[other] if b != section and men_of((*b, *section)) <= most]
                if hosts:
                    host = _weakest(hosts)
                    found[id] = [body for body in found[id] if body != section]
                    for other in pool:
                        found[other] = [(*body, *section) if body == host else body for body in found[other]]
                    break
    return found


def parts_of(body: Body, settings: Settings) -> list[int]:
    """The stands of each unit a body makes: the fewest parts that fit, as equal as can be [setup.muster]."""
    arm = arm_of(body[0])
    number = men_of(body)
    parts = 1
    while stands_of(arm, ceiling(number, parts), settings) > MOST[arm]:
        parts += 1
    each, over = divmod(number, parts)
    shares = [each + 1] * over + [each] * (parts - over)
    return [max(FEWEST[arm], stands_of(arm, share, settings)) for share in shares]


def larger(body: Body) -> Regiment:
    """The part whose quality and weapon the whole has, the first if equal [setup.muster]."""
    best = body[0]
    for regiment in body:
        if men_of((regiment,)) > men_of((best,)):
            best = regiment
    return best


def weapon_of(body: Body) -> str:
    """The weapon of the larger part; of a battery the commonest gun [setup.muster-weapons]."""
    if arm_of(body[0]) != ARTILLERY:
        return commonest(larger(body).weapons) or USUAL_WEAPON[arm_of(body[0])]
    carried: dict[str, int] = {}
    for regiment in body:
        for one in regiment.weapons:
            carried[one.kind] = carried.get(one.kind, 0) + one.number
    return commonest(tuple([Weapon(kind, number) for kind, number in carried.items()])) or USUAL_WEAPON[ARTILLERY]


def rifled_stands(body: Body, stands: int, settings: Settings) -> int:
    """Gun stands that are rifled, half up [setup.muster-weapons, fire.rifled]."""
    guns = men_of(body)
    if arm_of(body[0]) != ARTILLERY or not settings.rifled_artillery or not guns:
        return 0
    rifles = sum([one.number for regiment in body for one in regiment.weapons if one.kind in RIFLES])
    return min(stands, (2 * stands * rifles + guns) // (2 * guns))


def grade_of(quality: str, settings: Settings) -> int:
    """Basic morale [setup.morale-grade]."""
    if quality == "elite":
        return settings.grade_elite
    if quality == "veteran":
        return settings.grade_veteran
    return settings.grade_green if quality == "green" else settings.grade_regular


# ---------------------------------------------------------------- brigades


def brigades(scenario: Scenario, settings: Settings) -> list[Brigade]:
    """Brigades as in history, single units joined to a neighbour, large ones divided [setup.muster]."""
    found: list[Brigade] = []
    for side in scenario.sides:
        own = _historical(scenario, side.id, settings)
        own = _no_single_ones(scenario, own)
        for brigade in own:
            found.extend(_divided(brigade, settings))
    return found


def _historical(scenario: Scenario, side: str, settings: Settings) -> list[Brigade]:
    """The bodies of each brigade; batteries of no brigade are together those of their division, corps or side."""
    groups: dict[str, list[Regiment]] = {}
    for regiment in scenario.regiments:
        if regiment.side == side:
            groups.setdefault(regiment.brigade or regiment.formation or side, []).append(regiment)
    found: list[Brigade] = []
    guns: dict[str, list[Body]] = {}
    for id, own in groups.items():
        guns[id] = [(one,) for one in own if arm_of(one) == ARTILLERY]
    guns = sections(scenario, guns, settings)
    for id, regiments in groups.items():
        bodies: list[Body] = []
        for arm in (INFANTRY, CAVALRY):
            bodies.extend(joined([(one,) for one in regiments if arm_of(one) == arm], settings))
        bodies = [body for body in [*bodies, *guns[id]] if not (too_small(body, settings) and left_out(body, settings))]
        if bodies:
            order = {regiment.id: place for place, regiment in enumerate(regiments)}
            bodies.sort(key=lambda body: order.get(body[0].id, len(order)))
            found.append(Brigade(id, side, tuple(bodies)))
    return found


def _division(scenario: Scenario, formation: str) -> str:
    for found in scenario.formations:
        if found.id == formation:
            return found.id if found.level == "division" else found.parent
    return ""


def _no_single_ones(scenario: Scenario, found: list[Brigade]) -> list[Brigade]:
    """A brigade of one unit joins the next of its division, the one before if it is the last [setup.muster].

    Batteries of no brigade stay apart, and so does a brigade that is alone in its division.
    """
    kept = list(found)
    for brigade in found:
        if brigade not in kept or len(brigade.bodies) != 1 or _level(scenario, brigade.id) != "brigade":
            continue
        division = _division(scenario, brigade.id)
        fellows = [other for other in kept if division and _division(scenario, other.id) == division]
        if len(fellows) < 2:
            continue
        place = fellows.index(brigade)
        host = fellows[place + 1] if place + 1 < len(fellows) else fellows[place - 1]
        bodies = (*brigade.bodies, *host.bodies) if place + 1 < len(fellows) else (*host.bodies, *brigade.bodies)
        kept = [Brigade(b.id, b.side, bodies) if b is host else b for b in kept if b is not brigade]
    return kept


def _level(scenario: Scenario, id: str) -> str:
    for found in scenario.formations:
        if found.id == id:
            return found.level
    return ""


def _divided(brigade: Brigade, settings: Settings) -> list[Brigade]:
    """A brigade of more than six units in the fewest parts, the larger first; gunners alone stay together."""
    sizes = [len(parts_of(body, settings)) for body in brigade.bodies]
    if sum(sizes) <= MOST_UNITS or not [body for body in brigade.bodies if arm_of(body[0]) != ARTILLERY]:
        return [brigade]
    parts = ceiling(sum(sizes), MOST_UNITS)
    each, over = divmod(len(brigade.bodies), parts)
    found: list[Brigade] = []
    first = 0
    for part in range(parts):
        last = first + each + (1 if part < over else 0)
        id = brigade.id if part == 0 else f"{brigade.id}.{part + 1}"
        found.append(Brigade(id, brigade.side, brigade.bodies[first:last]))
        first = last
    return found


def _owner(scenario: Scenario, formation: str, side: str, players: tuple[Player, ...]) -> str:
    """The player to whom a formation, or one above it, is given; else the commander of its side.

    [setup.organisation, turn.who-decides]
    """
    own = [player for player in players if player.side == side]
    if not own:
        raise MusterError(f"players: nobody plays the side '{side}'; name a player for it")
    above = formation.partition(".")[0]
    while above:
        for player in own:
            if above in player.formations:
                return player.id
        above = _parent(scenario.formations, above)
    return own[0].id


def _parent(formations: tuple[Formation, ...], id: str) -> str:
    for found in formations:
        if found.id == id:
            return found.parent
    return ""


# ---------------------------------------------------------------- units on the table


def _units(
    scenario: Scenario, found: list[Brigade], owners: dict[str, str], ground: Ground, settings: Settings
) -> tuple[Unit, ...]:
    """Every unit, a body that is too large as several wings [setup.muster]."""
    units: list[Unit] = []
    for brigade in found:
        for body in brigade.bodies:
            sizes = parts_of(body, settings)
            for part in range(len(sizes)):
                units.append(_unit(body, part, sizes, brigade, owners[brigade.id], settings))
                _put(units[-1], body[0], settings)
    # Lines that would overlap are settled in the order of their names, whatever the order of battle lists first.
    for place, unit in enumerate(sorted(units, key=lambda one: one.id)):
        if unit.place == ON_TABLE:
            earlier = sorted(units, key=lambda one: one.id)[:place]
            unit.pose = _settled(unit, unit.pose, earlier, ground)
    return tuple(units)


def _unit(body: Body, part: int, sizes: list[int], brigade: Brigade, player: str, settings: Settings) -> Unit:
    arm = arm_of(body[0])
    names = " and ".join([regiment.name for regiment in body])
    wing = ("1st", "2nd", "3rd")[part] if part < 3 else f"{part + 1}th"
    stands = sizes[part]
    return Unit(
        body[0].id if len(sizes) == 1 else f"{body[0].id}.{part + 1}",
        brigade.side,
        player,
        brigade.id,
        names if len(sizes) == 1 else f"{names}, {wing} wing",
        arm,
        weapon_of(body),
        grade_of(larger(body).quality, settings),
        stands,
        rifled_stands(body, stands, settings),
        stands,
        Pose(0.0, 0.0, 0),
        UNLIMBERED if arm == ARTILLERY else LINE,
        arm == CAVALRY and not body[0].dismounted,
    )


def _put(unit: Unit, regiment: Regiment, settings: Settings) -> None:
    """Where a unit stands, comes on, or waits to be deployed [setup.deployment, setup.reinforcements]."""
    arrives = regiment.arrives
    if arrives is not None:
        unit.place = TO_ARRIVE
        unit.due = cards_before(arrives.minute)
        unit.entry = at_scale((arrives.x, arrives.y), settings.yards_per_inch)
        unit.known = arrives.known
        unit.formation = LIMBERED if unit.arm == ARTILLERY else COLUMN
    elif regiment.place is None:
        unit.place = TO_DEPLOY
    else:
        x, y = at_scale(regiment.place, settings.yards_per_inch)
        unit.pose = Pose(x, y, regiment.facing or 0)


def _settled(unit: Unit, wanted: Pose, earlier: list[Unit], ground: Ground) -> Pose:
    others = [block_at(other, other.pose) for other in earlier if other.place == ON_TABLE]
    found = settled(block_at(unit, wanted), others, ground, 0.5)
    if found is None:
        raise MusterError(f"{unit.id}.place: there is no room for {unit.name}; make the field larger")
    return found


def _wagons(
    found: list[Brigade], units: tuple[Unit, ...], owners: dict[str, str], ground: Ground, settings: Settings
) -> tuple[Unit, ...]:
    """A wagon behind each brigade where supplies are carried [setup.organisation, supply.limit].

    The ledger does not say how many: one for each brigade that has a unit on the table.
    """
    wagons: list[Unit] = []
    if not (settings.supply_limit and settings.supply_wagons):
        return ()
    for brigade in found:
        own = [unit for unit in units if unit.brigade == brigade.id and unit.place != TO_ARRIVE]
        if not own:
            continue
        wagon = Unit(
            f"{brigade.id}-wagon", brigade.side, owners[brigade.id], brigade.id, "Wagon", WAGON, "", 0, 1, 0, 1,
            Pose(0.0, 0.0, 0), LIMBERED, load=WAGON_POINTS,
        )  # fmt: skip
        standing = [unit for unit in own if unit.place == ON_TABLE]
        if standing:
            wanted = _behind(standing, BEHIND + 3.0)
            wagon.pose = _settled(wagon, wanted, [*units, *wagons], ground)
        else:
            wagon.place = TO_DEPLOY
        wagons.append(wagon)
    return tuple(wagons)


def _behind(units: list[Unit], back: float) -> Pose:
    """The ground behind the middle of some units, facing as the one nearest to their middle does."""
    x = sum([unit.pose.x for unit in units]) / len(units)
    y = sum([unit.pose.y for unit in units]) / len(units)
    near = min(units, key=lambda u: (rounded((u.pose.x - x) ** 2 + (u.pose.y - y) ** 2), u.id))
    return rounded_pose(ahead(Pose(x, y, near.pose.facing), -back))


# ---------------------------------------------------------------- officers


def _officers(
    scenario: Scenario,
    found: list[Brigade],
    units: tuple[Unit, ...],
    players: tuple[Player, ...],
    ground: Ground,
    settings: Settings,
) -> tuple[Officer, ...]:
    """Every commander from brigade upwards, and those of the parts of divided brigades [setup.muster-commanders]."""
    officers: list[Officer] = []
    for side in scenario.sides:
        chief = _highest(scenario, side.id)
        for commander in scenario.commanders:
            rank = rank_of(scenario, commander, chief)
            if commander.side == side.id and rank:
                officers.append(_officer(scenario, commander, rank, units, players, settings))
    for brigade in found:
        if "." in brigade.id:
            player = _owner(scenario, brigade.id, brigade.side, players)
            second = Officer(
                f"{brigade.id}-officer", brigade.side, player, brigade.id, "Second in command", BRIGADE, LEAST_RATING,
                Pose(0.0, 0.0, 0),
            )  # fmt: skip
            officers.append(_placed(second, _led(scenario, brigade.id, units), None))
    for officer in officers:
        if officer.place == ON_TABLE:
            officer.pose = _on_table(officer.pose, ground)
    return tuple(officers)


def _on_table(pose: Pose, ground: Ground) -> Pose:
    x = min(max(pose.x, 0.5), ground.width - 0.5)
    y = min(max(pose.y, 0.5), ground.depth - 0.5)
    return rounded_pose(Pose(x, y, pose.facing))


def _highest(scenario: Scenario, side: str) -> str:
    """The highest of a side by what he leads, then by rank; the first if equal."""
    best: Commander | None = None
    for one in scenario.commanders:
        if one.side != side or level(scenario, one) not in LEVELS:
            continue
        if best is None or _height(scenario, one) < _height(scenario, best):
            best = one
    return "" if best is None else best.id


def _height(scenario: Scenario, commander: Commander) -> tuple[int, int]:
    return (LEVELS.index(level(scenario, commander)), RANKS.index(commander.rank))


def rank_of(scenario: Scenario, commander: Commander, chief: str) -> str:
    """Brigade, division or cinc; "" for a commander without a model [setup.muster-commanders]."""
    led = level(scenario, commander)
    if led == "brigade":
        return BRIGADE
    if led == "division":
        return DIVISION
    if led in ("corps", "army"):
        return CINC if commander.id == chief else DIVISION
    return ""


def _officer(
    scenario: Scenario,
    commander: Commander,
    rank: str,
    units: tuple[Unit, ...],
    players: tuple[Player, ...],
    settings: Settings,
) -> Officer:
    said = value(scenario, RULEBOOK, "rating", commander.id)
    if said is not None and said not in ("10", "20", "30"):
        raise MusterError(f"{commander.id}.values.{RULEBOOK}.rating: expected 10, 20 or 30, found '{said}'")
    rating = int(said) if said else rating_of(rank, commander.rating or "", settings)
    owner = _owner(scenario, commander.formation, commander.side, players)
    officer = Officer(
        commander.id, commander.side, owner, commander.formation, commander.name, rank, rating, Pose(0.0, 0.0, 0)
    )
    led = _led(scenario, commander.formation, units) if commander.formation else units
    own = [unit for unit in led if unit.side == commander.side]
    place = None if commander.place is None else at_scale(commander.place, settings.yards_per_inch)
    return _placed(officer, own, place)


def _led(scenario: Scenario, formation: str, units: tuple[Unit, ...]) -> list[Unit]:
    """The units of a formation and of those under it."""
    found: list[Unit] = []
    for unit in units:
        above = unit.brigade
        while above and above != formation:
            above = above.partition(".")[0] if "." in above else _parent(scenario.formations, above)
        if above:
            found.append(unit)
    return found


def _placed(officer: Officer, led: list[Unit], place: Point | None) -> Officer:
    """At his place, behind his units, to be deployed, or to come on with the first of them."""
    standing = [unit for unit in led if unit.place == ON_TABLE]
    if place is not None:
        facing = _behind(standing, 0.0).facing if standing else 0
        officer.pose = Pose(place[0], place[1], facing)
    elif standing:
        officer.pose = _behind(standing, BEHIND)
    elif [unit for unit in led if unit.place == TO_DEPLOY]:
        officer.place = TO_DEPLOY
    else:
        coming = sorted([(unit.due, unit.id) for unit in led if unit.place == TO_ARRIVE])
        officer.place = TO_ARRIVE
        officer.unit = coming[0][1] if coming else ""
    return officer


# ---------------------------------------------------------------- players, zones, goals, reserves


def _hand(player: Player, units: tuple[Unit, ...], settings: Settings) -> Hand:
    """A player's hand, and his supplies where they are limited [cards.set-per-player, supply.limit]."""
    own = [unit for unit in units if unit.player == player.id and unit.arm != WAGON]
    points = starting_points(len(own), settings) if settings.supply_limit and not settings.supply_wagons else 0
    return Hand(player.id, player.side, supplies=points)


def _zones(
    scenario: Scenario, units: tuple[Unit, ...], ground: Ground, settings: Settings
) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """Where each side with units in hand may deploy [setup.deployment]."""
    found: list[tuple[str, tuple[Point, ...]]] = []
    for side in scenario.sides:
        if not [unit for unit in units if unit.side == side.id and unit.place == TO_DEPLOY]:
            continue
        drawn = [all_at_scale(zone.outline, settings.yards_per_inch) for zone in scenario.zones if zone.side == side.id]
        for outline in drawn or [strip(side.edge, ground.width, ground.depth, DEPLOY_DEPTH)]:
            found.append((side.id, outline))
    return tuple(found)


def _goal(objective: Objective, settings: Settings) -> Goal:
    x, y = at_scale((objective.x, objective.y), settings.yards_per_inch)
    radius = GOAL_RADIUS if objective.radius is None else rounded(objective.radius / settings.yards_per_inch)
    return Goal(
        objective.id, objective.name, x, y, radius, objective.points, objective.side, objective.decisive,
        objective.holder,
    )  # fmt: skip


def _reserves(scenario: Scenario, found: list[Brigade]) -> tuple[tuple[str, int], ...]:
    """Brigades that the scenario holds back, with the cards after which they are free anyway (0: never).

    Written as the value `reserve`, one `brigade` or `brigade minute` after another [officer.messengers].
    """
    said = value(scenario, RULEBOOK, "reserve")
    if said is None:
        return ()
    held: list[tuple[str, int]] = []
    for entry in said.split(","):
        id, _, minute = entry.strip().partition(" ")
        if id not in [brigade.id for brigade in found] or (minute and not minute.strip().isdigit()):
            raise MusterError(
                f"values.{RULEBOOK}.reserve: '{entry.strip()}' is not a brigade, or a brigade and a minute"
            )
        held.append((id, cards_before(int(minute)) if minute else 0))
    return tuple(held)


def inwards(edge: str) -> int:
    """The facing of a unit that looks away from its own edge."""
    return (EDGE_FACING[edge] + HALF_TURN) % FULL_TURN
