"""A scenario's order of battle as bases, forces and officers on a table in base widths."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, degrees
from typing import Final, final

from roundtop.battle.scenario import (
    GUN_ARMS,
    QUALITIES,
    Arrival,
    Commander,
    Formation,
    Regiment,
    Scenario,
    Side,
    senior,
    value,
)
from roundtop.rulebooks.chamberlain.command import CNC_ONLY
from roundtop.rulebooks.chamberlain.concealment import begins_concealed
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.state import (
    ON_TABLE,
    TO_ARRIVE,
    TO_DEPLOY,
    Force,
    Officer,
    Stretch,
    Unit,
    centre,
    middle,
)
from roundtop.rulebooks.chamberlain.tables import OFFICER_TRAITS, RIDERS, UNIT_TRAITS, boxes
from roundtop.rulebooks.chamberlain.terrain import AREA_ROWS, BASE_WIDTH, LINE_ROWS, ROAD, ROAD_WIDTH
from roundtop.table.footprint import Block, overlaps_any
from roundtop.table.ground import Area, Ground, Height, Line, Road, off_table
from roundtop.table.layout import all_at_scale, at_scale, scaled, settled, strip
from roundtop.table.measure import FULL_TURN, cosine, sine
from roundtop.table.pose import Point, Pose, ahead, aside, rounded_pose

RULEBOOK: Final = "chamberlain"


@final
@dataclass(slots=True, frozen=True)
class Scale:
    """What one base stands for: yards to a BW, minutes to a turn, yards to a level; the limits of its strength.

    [setup.scale, setup.muster]
    """

    yards: float
    minutes: int
    level: float
    small: int
    normal: int
    largest: int
    too_small: int
    guns: int
    few_guns: int


SCALES: Final = {
    "brigade": Scale(200.0, 30, 10.0, 1000, 2500, 3500, 400, 20, 8),
    "regiment": Scale(60.0, 10, 5.0, 250, 600, 1000, 100, 8, 4),
}
ELAN: Final = (3, 9)
AMMO: Final = (3, 8)

FOOT_ARMS: Final = {"infantry": "infantry", "sharpshooters": "infantry", "engineers": "infantry"}
WEAPONS: Final = {
    "rifle-musket": "rifle-musket",
    "inferior-rifle": "rifle-musket",
    "smoothbore-musket": "smoothbore",
    "breech-loading-rifle": "breechloading-rifle",
    "repeating-rifle": "repeating-rifle",
    "muzzle-loading-carbine": "carbine",
    "smoothbore-carbine": "carbine",
    "breech-loading-carbine": "breechloading-carbine",
    "repeating-carbine": "repeating-carbine",
    "shotgun": "shotgun",
    "pistol-and-sabre": "sabre-pistol",
    "pistol": "sabre-pistol",
    "sabre": "sabre-pistol",
    "lance": "sabre-pistol",
    "unarmed": "sabre-pistol",
}
# Smoothbores first: of guns equal in number they decide the type.
GUNS: Final = ("12-pdr-napoleon", "howitzer", "6-pdr", "3-inch-rifle", "10-pdr-parrott", "20-pdr-parrott")
RIFLED: Final = ("3-inch-rifle", "10-pdr-parrott")
HEAVY: Final = ("20-pdr-parrott",)
YELLS: Final = {"YH": "union", "RY": "confederate"}
CNC_RATINGS: Final[dict[str, tuple[str, ...]]] = {
    "poor": ("IMB",),
    "average": (),
    "good": ("INT",),
    "excellent": ("INT", "MOB"),
}
LEADS: Final[dict[str, tuple[str, str]]] = {"foot": ("I", "SF"), "horse": ("C", "V"), "guns": ("A", "V")}
"""What a good force commander brings to most of his bases, and what an excellent one adds [setup.muster]."""
FROM_THE_LEFT: Final = {"south": 0, "east": 1, "north": 2, "west": 3}
"""Which corner of a strip along an edge is the nearer left one for its own side."""
INWARDS: Final = {"south": 0, "west": 9000, "north": 18000, "east": 27000}


class MusterError(ValueError):
    """A scenario that cannot be mustered; names what is wrong with it."""


@final
@dataclass(slots=True)
class Body:
    """Regiments or batteries that fight as one base, or as `of` equal bases of which this is `part`."""

    regiments: tuple[Regiment, ...]
    name: str
    force: str
    part: int = 1
    of: int = 1

    @property
    def lead(self) -> Regiment:
        return self.regiments[0]


@final
@dataclass(slots=True)
class Muster:
    """The forces of a battle on its table; the zones are those of sides with units to deploy by hand."""

    ground: Ground
    field: Ground
    scale: Scale
    units: tuple[Unit, ...]
    forces: tuple[Force, ...]
    officers: tuple[Officer, ...]
    turn_limit: int
    zones: tuple[tuple[str, tuple[Point, ...]], ...]


def muster(scenario: Scenario, settings: Settings) -> Muster:
    """A scenario's bases, forces and officers on its ground [setup.muster, setup.scale]."""
    scale = scale_of(scenario, settings)
    pick_up = value(scenario, RULEBOOK, "pick_up") == "true"
    field = Ground(settings.setup_table_width, settings.setup_table_depth) if pick_up else scaled(
        scenario.ground, scale.yards
    )  # fmt: skip
    commands = Commands(scenario, settings, scale)
    units = placed(scenario, commands.bodies(), field, scale, settings)
    turns = settings.setup_game_turns if pick_up else turn_limit(scenario, scale, settings)
    return Muster(
        ground=charted(field, scenario.contour, scale),
        field=field,
        scale=scale,
        units=units,
        forces=commands.forces(),
        officers=officers(scenario, commands, units, scale),
        turn_limit=turns,
        zones=zones(scenario, units, field, scale, settings, pick_up),
    )


# ---------------------------------------------------------------- from yards and minutes to base widths and turns


def scale_of(scenario: Scenario, settings: Settings) -> Scale:
    """What a base stands for: a ground drawn for one scale keeps it, otherwise as the players like [setup.scale]."""
    said = value(scenario, RULEBOOK, "unit_scale") or settings.unit_scale
    if said not in SCALES:
        raise MusterError(f"values.{RULEBOOK}.unit_scale: expected {' or '.join(SCALES)}, found '{said}'")
    return SCALES[said]


def parts(whole: int, most: int) -> int:
    """Into how few parts a whole goes when none is larger than so much."""
    return -(-whole // most)


def turn_limit(scenario: Scenario, scale: Scale, settings: Settings) -> int:
    """Game turns until night [setup.scale, setup.game-length]."""
    return parts(scenario.minutes, scale.minutes) if scenario.minutes else settings.setup_game_turns


def due_turn(minute: int, scale: Scale) -> int:
    """The turn from which a reinforcement is rolled for [setup.muster]."""
    return 1 + minute // scale.minutes


def charted(field: Ground, contour: float, scale: Scale) -> Ground:
    """The ground in the kinds of the terrain chart; what it does not name is open [setup.scale]."""
    areas = [Area(AREA_ROWS[area.kind], area.outline) for area in field.areas if area.kind in AREA_ROWS]
    lines = [Line(LINE_ROWS[line.kind], line.points) for line in field.lines if line.kind in LINE_ROWS]
    roads = [Road(ROAD, road.points, max(road.width, ROAD_WIDTH)) for road in field.roads if road.kind != "railway"]
    heights = [Height(int(height.level * contour / scale.level), height.outline) for height in field.heights]
    return Ground(
        field.width,
        field.depth,
        tuple(areas),
        tuple(lines),
        tuple(roads),
        tuple([height for height in heights if height.level > 0]),
        field.crossings,
    )


# ---------------------------------------------------------------- bodies and forces


@final
class Commands:
    """The order of battle as forces and the bodies in them [setup.force, setup.muster]."""

    def __init__(self, scenario: Scenario, settings: Settings, scale: Scale) -> None:
        self.scenario = scenario
        self.settings = settings
        self.scale = scale
        self.formations: dict[str, Formation] = {formation.id: formation for formation in scenario.formations}
        self.halved: list[str] = []
        self._bodies = self._in_forces(self._sized(self._formed()))

    def bodies(self) -> list[Body]:
        return self._bodies

    def forces(self) -> tuple[Force, ...]:
        """The forces that have bases, in the order listed."""
        ids = dict.fromkeys([body.force for body in self._bodies if body.force])
        return tuple([self._force(id) for id in ids])

    def _force(self, id: str) -> Force:
        first = id.removesuffix(".2")
        found = self.formations[first]
        return Force(id, found.side, found.name if id == first else f"{found.name}, second half")

    # (1) what fights together

    def _formed(self) -> list[Body]:
        regiments = self.scenario.regiments
        if self.scale is SCALES["regiment"]:
            bodies = [Body((regiment,), regiment.name, self.command(regiment)) for regiment in regiments]
            return self._lone_guns_joined(bodies)
        groups: dict[tuple[str, str, str, int], list[Regiment]] = {}
        for regiment in regiments:
            gun = regiment.arm in GUN_ARMS
            command = self.command(regiment) if gun else regiment.formation or regiment.id
            arm = FOOT_ARMS.get(regiment.arm, regiment.arm)
            groups.setdefault((regiment.side, command, arm, minute(regiment)), []).append(regiment)
        return [Body(tuple(found), self._group_name(found), self.command(found[0])) for found in groups.values()]

    def _group_name(self, regiments: list[Regiment]) -> str:
        """A brigade's name, and its arm where the brigade has several; guns go by their force."""
        lead = regiments[0]
        if len(regiments) == 1 and (lead.arm in GUN_ARMS or not lead.formation):
            return lead.name
        if lead.arm in GUN_ARMS:
            command = self.formations.get(self.command(lead))
            return f"{command.name if command else lead.name}, {lead.arm.replace('-', ' ')}"
        name = self.formations[lead.formation].name
        arms = {
            FOOT_ARMS.get(other.arm, other.arm)
            for other in self.scenario.regiments
            if other.formation == lead.formation and other.arm not in GUN_ARMS
        }
        return name if len(arms) == 1 else f"{name}, {FOOT_ARMS.get(lead.arm, lead.arm).replace('-', ' ')}"

    def _lone_guns_joined(self, bodies: list[Body]) -> list[Body]:
        """A single gun joins the next battery listed in its force [setup.muster]."""
        found = list(bodies)
        for body in bodies:
            if body.lead.arm not in GUN_ARMS or body.lead.guns != 1:
                continue
            index = found.index(body)
            for other in found[index + 1 :]:
                if fellows(body, other):
                    found[found.index(other)] = Body((*other.regiments, *body.regiments), other.name, other.force)
                    found.remove(body)
                    break
        return found

    # (2) and (5) neither too small nor too large

    def _sized(self, bodies: list[Body]) -> list[Body]:
        found = list(bodies)
        for body in bodies:
            if body.lead.arm in GUN_ARMS or men(body) >= self.scale.too_small:
                continue
            others = [other for other in found if other is not body and fellows(body, other)]
            if others:
                host = min(others, key=men)
                joined = Body((*host.regiments, *body.regiments), f"{host.name} and {body.name}", host.force)
                found[found.index(host)] = joined
                found.remove(body)
        return [part for body in found for part in self._split(body)]

    def _split(self, body: Body) -> list[Body]:
        if body.lead.arm in GUN_ARMS:
            count = parts(guns(body), self.scale.guns) if guns(body) > self.scale.guns else 1
            if self.scale is SCALES["regiment"]:
                count = min(count, 2)
        else:
            count = parts(men(body), self.scale.normal) if men(body) > self.scale.largest else 1
        return [Body(body.regiments, body.name, body.force, part + 1, count) for part in range(count)]

    # (6) forces

    def command(self, regiment: Regiment) -> str:
        """The formation that is a regiment's force: its division or its brigade by the scale [setup.force]."""
        wanted = "brigade" if self.scale is SCALES["regiment"] else "division"
        chain = self._chain(regiment.formation)
        for formation in chain:
            if formation.level == wanted:
                return formation.id
        if not chain:
            return ""
        above = wanted == "division" and chain[0].level == "brigade" and len(chain) > 1
        return chain[1].id if above else chain[0].id

    def _chain(self, id: str) -> list[Formation]:
        found: list[Formation] = []
        while id in self.formations:
            found.append(self.formations[id])
            id = found[-1].parent
        return found

    def _higher(self, force: str) -> str:
        """The command above a force; troops listed under a division itself have it above them."""
        wanted = "brigade" if self.scale is SCALES["regiment"] else "division"
        found = self.formations[force]
        return found.parent if found.level == wanted else found.id

    def _in_forces(self, bodies: list[Body]) -> list[Body]:
        """Forces too small join the next of the same higher command, those too large are halved [setup.muster]."""
        order = list(dict.fromkeys([body.force for body in bodies if body.force]))
        for force in list(order):
            own = [body for body in bodies if body.force == force]
            if not own or len(own) >= self.settings.setup_force_min:
                continue
            others = [f for f in order if f != force and self._alike(f, force)]
            later = [other for other in others if order.index(other) > order.index(force)]
            host = (later or others)[0] if others else ""
            order.remove(force)
            for body in own:
                body.force = host
        for force in order:
            own = [body for body in bodies if body.force == force]
            if len(own) > self.settings.setup_force_max:
                for body in own[(len(own) + 1) // 2 :]:
                    body.force = f"{force}.2"
        return bodies

    def _alike(self, one: str, other: str) -> bool:
        higher = self._higher(one)
        same_side = self.formations[one].side == self.formations[other].side
        return same_side and higher != "" and higher == self._higher(other)


def minute(regiment: Regiment) -> int:
    """When a regiment comes on; 0 if it is there from the start."""
    return regiment.arrives.minute if regiment.arrives is not None else 0


def fellows(one: Body, other: Body) -> bool:
    """Whether two bodies might fight as one: of one side, one arm, one force, and there at the same time."""
    a, b = one.lead, other.lead
    same_arm = FOOT_ARMS.get(a.arm, a.arm) == FOOT_ARMS.get(b.arm, b.arm)
    return a.side == b.side and same_arm and one.force == other.force and minute(a) == minute(b)


def men(body: Body) -> int:
    return sum([regiment.men for regiment in body.regiments])


def guns(body: Body) -> int:
    return sum([regiment.guns for regiment in body.regiments])


# ---------------------------------------------------------------- what a base brings with it


def arm(body: Body) -> str:
    """The troop type [setup.arms]."""
    return FOOT_ARMS.get(body.lead.arm, body.lead.arm)


def quality(body: Body) -> int:
    """1 green to 4 elite: the mean by men, to the nearest whole, a half downwards [setup.muster]."""
    whole = men(body)
    if not whole:
        return QUALITIES.index(body.lead.quality) + 1
    grades = sum([regiment.men * (QUALITIES.index(regiment.quality) + 1) for regiment in body.regiments])
    return -((whole - 2 * grades) // (2 * whole))


def elan(scenario: Scenario, body: Body, scale: Scale, settings: Settings) -> int:
    """Starting elan by arm and quality, less 1 if small, plus 1 if very large [unit.elan-values, setup.muster]."""
    said = number(scenario, "elan", body.lead.id, ELAN)
    if said:
        return said
    table = {
        "infantry": settings.unit_default_elan_infantry,
        "cavalry": settings.unit_default_elan_cavalry,
        "mounted-infantry": settings.unit_default_elan_mounted_infantry,
    }[arm(body)]
    strength = men(body) // body.of
    size = -1 if strength < scale.small else 1 if strength > scale.normal else 0
    return max(ELAN[0], min(ELAN[1], table[quality(body) - 1] + size))


def commonest_gun(body: Body) -> str:
    """The gun of which there are most, smoothbores first if equal [setup.muster]."""
    counts = dict.fromkeys(GUNS, 0)
    for regiment in body.regiments:
        for weapon in regiment.weapons:
            counts[weapon.kind] = counts.get(weapon.kind, 0) + weapon.number
    return max(GUNS, key=lambda gun: counts[gun])


def gun_traits(scenario: Scenario, body: Body) -> tuple[str, ...]:
    """RANGE for rifled guns, RH as well for the heavy and for an artillery reserve [setup.muster]."""
    gun = commonest_gun(body)
    if gun in HEAVY:
        return ("RANGE", "RH")
    if gun in RIFLED:
        return ("RANGE", "RH") if in_reserve(scenario, body.lead) else ("RANGE",)
    return ()


def in_reserve(scenario: Scenario, regiment: Regiment) -> bool:
    """Whether a battery belongs to an army's artillery reserve, which is known by its name."""
    above = {formation.id: formation for formation in scenario.formations}
    id = regiment.formation
    while id in above:
        if "reserve" in above[id].name.lower():
            return True
        id = above[id].parent
    return False


def ammo(scenario: Scenario, body: Body, traits: tuple[str, ...], scale: Scale, settings: Settings) -> int:
    """The starting ammunition number [unit.ammo-values, setup.muster]."""
    said = number(scenario, "ammo", body.lead.id, AMMO)
    if said:
        return said
    start = settings.unit_default_ammo_horse if arm(body) == "horse-artillery" else settings.unit_default_ammo_field
    if "RH" in traits:
        start = settings.unit_default_ammo_heavy
    if commonest_gun(body) == "6-pdr":
        start -= 1
    if guns(body) // body.of < scale.few_guns:
        start -= 1
    return max(AMMO[0], min(AMMO[1], start))


def weapon(body: Body, settings: Settings) -> str:
    """The firearm of most of the men, the first listed if equal [setup.muster, unit.weapon-carbine]."""
    if body.lead.arm in GUN_ARMS:
        return ""
    counts: dict[str, int] = {}
    for regiment in body.regiments:
        for carried in regiment.weapons:
            kind = WEAPONS.get(carried.kind, settings.weapon_cavalry_default)
            counts[kind] = counts.get(kind, 0) + carried.number
    if counts:
        return max(counts, key=lambda kind: counts[kind])
    return settings.weapon_cavalry_default if arm(body) == "cavalry" else "rifle-musket"


def traits(scenario: Scenario, body: Body) -> tuple[str, ...]:
    """The unit traits of most of a base's men; yells and impetuosity only as the scenario names them [setup.muster]."""
    counts: dict[str, int] = {}
    for regiment in body.regiments:
        weight = regiment.guns if regiment.arm in GUN_ARMS else regiment.men
        named = list(listed(scenario, regiment.id, UNIT_TRAITS))
        if regiment.arm == "sharpshooters":
            named.append("SS")
        for trait in dict.fromkeys(named):
            if YELLS.get(trait, regiment.side) != regiment.side:
                raise MusterError(f"{regiment.id}.values.{RULEBOOK}.traits: {trait} belongs to the other side")
            counts[trait] = counts.get(trait, 0) + weight
    whole = guns(body) if body.lead.arm in GUN_ARMS else men(body)
    found = [trait for trait in UNIT_TRAITS if 2 * counts.get(trait, 0) > whole]
    if body.lead.arm in GUN_ARMS:
        found.extend([trait for trait in gun_traits(scenario, body) if trait not in found])
    return tuple(found)


def listed(scenario: Scenario, about: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    """The traits a scenario names for a regiment or commander."""
    text = value(scenario, RULEBOOK, "traits", about) or ""
    found = tuple([word.strip() for word in text.split(",") if word.strip()])
    for trait in found:
        if trait not in allowed:
            raise MusterError(f"{about}.values.{RULEBOOK}.traits: expected {', '.join(allowed)}, found '{trait}'")
    return found


def number(scenario: Scenario, name: str, about: str, limits: tuple[int, int]) -> int:
    """A whole number the scenario gives for this rulebook; 0 where it gives none."""
    text = value(scenario, RULEBOOK, name, about)
    if text is None:
        return 0
    low, high = limits
    if not text.isdigit() or not low <= int(text) <= high:
        raise MusterError(
            f"{about}.values.{RULEBOOK}.{name}: expected a whole number from {low} to {high}, found '{text}'"
        )
    return int(text)


# ---------------------------------------------------------------- where the bases stand


def placed(scenario: Scenario, bodies: list[Body], field: Ground, scale: Scale, settings: Settings) -> tuple[Unit, ...]:
    """Every base in the scenario's order; those on the table from the start numbered from their own left.

    [setup.muster, conceal.what-is-hidden]
    """
    units: list[Unit] = []
    taken: list[Block] = []
    for body in bodies:
        unit = based(scenario, body, scale, settings)
        if unit.place == ON_TABLE:
            wanted = stand(body, scale)
            unit.pose = room(wanted, taken, field, settings, body)
            taken.append(Block(middle(unit.pose, settings), BASE_WIDTH, settings.setup_unit_depth))
        units.append(unit)
    edges = {side.id: side.edge for side in scenario.sides}
    for side in edges:
        number_by_place([unit for unit in units if unit.side == side and unit.place == ON_TABLE], edges[side])
    return tuple(units)


def number_by_place(units: list[Unit], edge: str) -> None:
    """Ids that tell nothing of who stands there: along the front from the left, the nearer to the enemy first."""
    east, north = sine(INWARDS[edge]), cosine(INWARDS[edge])
    places = [
        (unit.pose.x * north - unit.pose.y * east, -(unit.pose.x * east + unit.pose.y * north), unit.key)
        for unit in units
    ]
    order = [key for _, _, key in sorted(places)]
    for unit in units:
        unit.id = f"{unit.side}-{order.index(unit.key) + 1}"


def based(scenario: Scenario, body: Body, scale: Scale, settings: Settings) -> Unit:
    """A body as one base, wherever it will stand [setup.muster]."""
    lead = body.lead
    key = lead.id if body.of == 1 else f"{lead.id}.{body.part}"
    name = body.name if body.of == 1 else f"{body.name} ({body.part} of {body.of})"
    battery = lead.arm in GUN_ARMS
    found = traits(scenario, body)
    rounds = boxes(ammo(scenario, body, found, scale, settings), settings) if battery else 0
    arrives = lead.arrives
    place = TO_ARRIVE if arrives is not None else TO_DEPLOY if lead.place is None else ON_TABLE
    hidden = begins_concealed(lead.concealed, arrives is not None, settings)
    unit = Unit(
        key, lead.side, Pose(0.0, 0.0, 0), place, hidden, key, name, body.force, arm(body),
        weapon(body, settings), found, 0 if battery else elan(scenario, body, scale, settings), 0, rounds, rounds,
    )  # fmt: skip
    unit.mounted = unit.arm in RIDERS and not lead.dismounted
    unit.limbered = battery and settings.artillery_track_limber and arrives is not None
    if arrives is not None:
        unit.due = due_turn(arrives.minute, scale)
        unit.target = 1 if arrives.certain else settings.info_reinforcement_target
        unit.entry = stretch(arrives, scenario.ground, scale)
    return unit


def stretch(arrives: Arrival, ground: Ground, scale: Scale) -> Stretch:
    """The part of the table edge over which a reinforcement comes on, at least a base wide [info.reinforcements]."""
    half = 0.5 * max(arrives.width, scale.yards)
    upright = arrives.x <= 0.0 or arrives.x >= ground.width
    along, limit = (arrives.y, ground.depth) if upright else (arrives.x, ground.width)
    ends = [max(0.0, along - half), min(limit, along + half)]
    # From the left of whoever comes on, as everything that is counted along an edge.
    if arrives.x <= 0.0 or (not upright and arrives.y >= ground.depth):
        ends.reverse()
    first, last = [(arrives.x, end) if upright else (end, arrives.y) for end in ends]
    return (at_scale(first, scale.yards), at_scale(last, scale.yards))


def stand(body: Body, scale: Scale) -> Pose:
    """The centre point: the mean place and direction of its regiments by men; parts side by side [setup.muster]."""
    weight = x = y = east = north = 0.0
    for regiment in body.regiments:
        if regiment.place is None:
            continue
        share = float(regiment.guns if regiment.arm in GUN_ARMS else regiment.men)
        weight += share
        x += share * regiment.place[0]
        y += share * regiment.place[1]
        east += share * sine(regiment.facing or 0)
        north += share * cosine(regiment.facing or 0)
    facing = round(degrees(atan2(east, north)) * 100.0) % FULL_TURN
    point = at_scale((x / weight, y / weight), scale.yards)
    return aside(Pose(point[0], point[1], facing), BASE_WIDTH * (body.part - 0.5 * (body.of + 1)))


def room(wanted: Pose, taken: list[Block], field: Ground, settings: Settings, body: Body) -> Pose:
    """Straight back until clear of earlier bases [setup.muster].

    The ledger leaves open a base with no room behind it on the table: it takes the nearest place beside or before.
    """
    depth = settings.setup_unit_depth
    for step in range(int(max(field.width, field.depth) * 100) + 1):
        tried = Block(middle(ahead(wanted, -0.01 * step), settings), BASE_WIDTH, depth)
        if off_table(field, tried):
            break
        if overlaps_any(tried, taken) < 0:
            return rounded_pose(ahead(wanted, -0.01 * step))
    found = settled(Block(middle(wanted, settings), BASE_WIDTH, depth), taken, field, 0.5 * depth)
    if found is None:
        raise MusterError(f"{body.lead.id}.place: there is no room for {body.name}; make the field larger")
    return rounded_pose(centre(found, settings))


def zones(
    scenario: Scenario, units: tuple[Unit, ...], field: Ground, scale: Scale, settings: Settings, pick_up: bool
) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """Where each side with units in hand may deploy [setup.deployment]."""
    found: list[tuple[str, tuple[Point, ...]]] = []
    for side in scenario.sides:
        if not [unit for unit in units if unit.side == side.id and unit.place == TO_DEPLOY]:
            continue
        drawn = [all_at_scale(zone.outline, scale.yards) for zone in scenario.zones if zone.side == side.id]
        if pick_up or not drawn:
            outline = strip(side.edge, field.width, field.depth, settings.setup_deploy_depth)
            first = FROM_THE_LEFT[side.edge]
            drawn = [outline[first:] + outline[:first]]
        found.extend([(side.id, outline) for outline in drawn])
    return tuple(found)


# ---------------------------------------------------------------- officers


def officers(scenario: Scenario, commands: Commands, units: tuple[Unit, ...], scale: Scale) -> tuple[Officer, ...]:
    """A CnC for each side, a commander for each force; the others are inside their bases.

    [setup.muster, command.officers]
    """
    found: list[Officer] = []
    forces = commands.forces()
    for side in scenario.sides:
        chief = senior(scenario, side.id)
        found.append(cnc(scenario, side, chief, scale))
        for force in forces:
            if force.side == side.id:
                found.append(commander(scenario, force, chief, [u for u in units if u.force == force.id], scale))
    return tuple(found)


def cnc(scenario: Scenario, side: Side, chief: Commander | None, scale: Scale) -> Officer:
    """The senior officer of a side [setup.muster]."""
    if chief is None:
        return Officer(f"{side.id}-cnc", side.id, f"{side.name}, commander in chief", True, "", ())
    named = listed(scenario, chief.id, OFFICER_TRAITS)
    if "IMB" in named and "MOB" in named:
        raise MusterError(f"{chief.id}.values.{RULEBOOK}.traits: nobody is both IMB and MOB")
    brings = named or CNC_RATINGS[chief.rating or "average"]
    return Officer(chief.id, side.id, chief.name, True, "", brings, at=standing(chief, scale))


def commander(scenario: Scenario, force: Force, chief: Commander | None, own: list[Unit], scale: Scale) -> Officer:
    """The officer who leads a force; an average one where the CnC leads it himself or nobody is named."""
    for found in scenario.commanders:
        if found.side == force.side and found.formation == force.id and (chief is None or found.id != chief.id):
            named = listed(scenario, found.id, OFFICER_TRAITS)
            for trait in CNC_ONLY:
                if trait in named:
                    raise MusterError(f"{found.id}.values.{RULEBOOK}.traits: {trait} belongs to a CnC")
            brings = named or rated(found.rating or "average", own)
            return Officer(found.id, force.side, found.name, False, force.id, brings, at=standing(found, scale))
    return Officer(f"{force.id}-commander", force.side, f"commander of {force.name}", False, force.id, ())


def rated(rating: str, own: list[Unit]) -> tuple[str, ...]:
    """A force commander's traits by his rating and by what most of his bases are [setup.muster]."""
    horse = len([unit for unit in own if unit.arm in RIDERS])
    batteries = len([unit for unit in own if unit.arm in GUN_ARMS])
    kind = "horse" if 2 * horse > len(own) else "guns" if 2 * batteries > len(own) else "foot"
    good, better = LEADS[kind]
    return (good, better) if rating == "excellent" else (good,) if rating == "good" else ()


def standing(officer: Commander, scale: Scale) -> Point | None:
    """Where an officer stands until he is first placed; off the table where nobody says."""
    return None if officer.place is None else at_scale(officer.place, scale.yards)
