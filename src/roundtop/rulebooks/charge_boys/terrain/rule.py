"""The price of ground and obstacles."""

from __future__ import annotations

from math import pi
from typing import Final

from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings
from roundtop.table.measure import NOISE, kept, within

# The kinds of a scenario's ground as the book knows them [setup.scale, terrain.fortification]. Banks, sunken roads and
# cuttings, which the ledger does not name, are read as walls, abatis and chevaux-de-frise as fences.
WOOD_KINDS: Final = ("woods", "open-woods", "orchard", "rough")
WATER_KINDS: Final = ("marsh", "swamp")
WATER_LINES: Final = ("stream", "creek")
DEEP_LINES: Final = ("river",)
BUILDING_KINDS: Final = ("building", "town")
IMPASSABLE_KINDS: Final = ("pond", "cliff")
OBSTACLES: Final[dict[str, str]] = {
    "wall": "wall",
    "bank": "wall",
    "sunken-road": "wall",
    "railway-cutting": "wall",
    "fence": "fence",
    "abatis": "fence",
    "chevaux-de-frise": "fence",
    "hedge": "hedge",
    "earthwork": "fortification",
    "breastwork": "fortification",
}
HEDGE_KINDS: Final = ("hedge",)
ROAD_KINDS: Final = ("pike", "road", "lane", "railway")
CROSSINGS: Final = ("ford", "bridge")
OPEN: Final = "open"
ROAD: Final = "road"
WOODS: Final = "woods"
RIVER: Final = "river"
BACK: Final = "back"
BACK_WOODS: Final = "back-woods"
BACK_RIVER: Final = "back-river"
WHEEL: Final = "wheel"
TURN: Final = "turn"
WALL: Final = "wall"
FENCE: Final = "fence"
FORTIFICATION: Final = "fortification"
HEDGE: Final = "hedge"
BUILDING: Final = "building"
FORMATION: Final = "formation"
PER_INCH: Final[dict[str, float]] = {
    OPEN: 1.0,
    ROAD: 1.0,
    WOODS: 2.0,
    RIVER: 2.0,
    BACK: 2.0,
    BACK_WOODS: 4.0,
    BACK_RIVER: 4.0,
}
"""Inches of allowance for each inch of ground [terrain.half-speed-arithmetic, move.backwards]."""
STEPS_BACK: Final = (BACK, BACK_WOODS, BACK_RIVER)
HANDY_STEPS_BACK: Final = 0.5
"""What loose troops and guns by hand pay of that price for stepping back: they keep their full speed."""
HALF_TURN: Final = (WALL, FENCE, FORTIFICATION, TURN)
"""What costs half a normal move [terrain.wall-fence, terrain.fortification, move.turn-in-place]."""
FULL_TURN: Final[dict[str, str]] = {
    HEDGE: "charge-boys.terrain.hedge",
    BUILDING: "charge-boys.terrain.building-time",
    FORMATION: "charge-boys.formation.change-full-turn",
}
"""What costs a whole one, with its clause."""
STOPS_GUNS: Final = (WALL, FENCE, FORTIFICATION, HEDGE, WOODS, BACK_WOODS)
"""What guns may not cross or enter under guns_cross_obstacles = false [terrain.guns]."""
APPROACH_IN: Final = 1.0
"""How near a unit must start to cross a hedge or enter a building; that inch is free [terrain.hedge]."""
COVER_IN: Final = 1.0
"""How near behind a wall or hedge figures are in its cover [terrain.cover, save.wall]."""


@record(unsafe_hash=True)
class Leg:
    """Ground covered, or an obstacle or action met at that point of the way."""

    kind: str
    inches: float = 0.0
    width: float = 0.0
    degrees: float = 0.0


Path = tuple[Leg, ...]


def per_inch(kind: str, formation: str) -> float:
    """Inches of allowance for one inch of this ground [terrain.woods, terrain.rivers, move.backwards]."""
    price = PER_INCH[kind]
    return price * HANDY_STEPS_BACK if kind in STEPS_BACK and formation in tables.HANDY else price


def obstacle_price(kind: str, formation: str, normal: float) -> float:
    """What an obstacle or action costs out of a normal move [terrain.half-turn-arithmetic].

    [terrain.wall-fence, terrain.hedge, terrain.building-time, terrain.building-skirmishers, move.turn-in-place]
    """
    if kind == TURN and formation in tables.HANDY:
        return 0.0
    half = kind in HALF_TURN or (kind == BUILDING and formation == tables.SKIRMISH)
    return 0.5 * normal if half else normal


def wheel_price(width: float, degrees: float, formation: str) -> float:
    """The arc walked by the outermost front figure; loose troops turn freely [move.wheel]."""
    return 0.0 if formation in tables.HANDY else width * pi * abs(degrees) / 180.0


def leg_price(leg: Leg, formation: str, normal: float) -> float:
    """Inches of allowance that one leg takes."""
    if leg.kind in PER_INCH:
        return leg.inches * per_inch(leg.kind, formation)
    if leg.kind == WHEEL:
        return wheel_price(leg.width, leg.degrees, formation)
    return obstacle_price(leg.kind, formation, normal)


def takes_full_turn(kind: str, formation: str) -> bool:
    """Whether an action leaves room for nothing else [terrain.hedge, terrain.building-time, formation.limber]."""
    return kind in FULL_TURN and not (kind == BUILDING and formation == tables.SKIRMISH)


def is_gun(formation: str) -> bool:
    """Whether guns are moved, and not only their men."""
    return formation in (tables.LIMBERED, tables.UNLIMBERED)


def enters_buildings(arm: str, formation: str) -> bool:
    """Not on horseback, not with guns [terrain.building-no-cavalry]."""
    return arm not in (tables.CAVALRY, tables.GENERAL) and not is_gun(formation)


def guns_stopped(formation: str, settings: Settings) -> bool:
    """Whether obstacles and woods stop these [terrain.guns]."""
    return is_gun(formation) and not settings.guns_cross_obstacles


def ground_covered(
    path: Path, available: float, formation: str, settings: Settings = PRINTED, most: float = 1e9
) -> float:
    """Inches of ground that a charge or compelled move gets, at most so many; open ground beyond the path's end.

    It stops at an obstacle whose price it cannot pay [terrain.compelled-moves, terrain.guns].
    """
    normal = tables.ALLOWANCE_IN[formation]
    stopped = guns_stopped(formation, settings)
    left = available
    covered = 0.0
    for leg in path:
        if covered >= most - NOISE:
            return most
        if stopped and leg.kind in STOPS_GUNS:
            return covered
        if leg.kind in PER_INCH:
            rate = per_inch(leg.kind, formation)
            inches = min(leg.inches, most - covered)
            if left < inches * rate - NOISE:
                return covered + left / rate
            covered += inches
            left -= inches * rate
        else:
            price = leg_price(leg, formation, normal)
            if not within(price, left):
                return covered
            left = max(0.0, left - price)
    return covered + min(left, most - covered)


def charge_covers(
    path: Path, available: float, formation: str, settings: Settings = PRINTED, most: float = 1e9
) -> float:
    """Inches of ground that a charge gets which falls short: it never crosses a hedge [terrain.compelled-moves]."""
    hedge = inches_to(path, HEDGE, most)
    end = most if hedge < 0.0 else hedge
    return min(end, ground_covered(path, available, formation, settings, end))


def unpaid(path: Path, went: float, available: float, formation: str) -> bool:
    """Whether an obstacle that cannot be paid for stops a way after so many inches [terrain.compelled-moves]."""
    ahead = beyond(path, went)
    if not ahead or ahead[0].kind in PER_INCH:
        return False
    price = leg_price(ahead[0], formation, tables.ALLOWANCE_IN[formation])
    return not within(way_cost(path, went, formation) + price, available)


def way_cost(path: Path, distance: float, formation: str) -> float:
    """The price of so many inches of a way; an obstacle at its very end is not crossed [terrain.compelled-moves]."""
    normal = tables.ALLOWANCE_IN[formation]
    covered = 0.0
    cost = 0.0
    for leg in path:
        if kept(covered, distance):
            return cost
        if leg.kind in PER_INCH:
            inches = min(leg.inches, distance - covered)
            covered += inches
            cost += inches * per_inch(leg.kind, formation)
        else:
            cost += leg_price(leg, formation, normal)
    return cost + max(0.0, distance - covered)


def inches_to(path: Path, kind: str, distance: float) -> float:
    """How far along a way this kind of obstacle is first met before the distance is covered; -1 where it is not."""
    covered = 0.0
    for leg in path:
        if kept(covered, distance):
            return -1.0
        if leg.kind == kind:
            return covered
        covered += leg.inches
    return -1.0


def beyond(path: Path, distance: float) -> Path:
    """What is left of a way after so many inches; an obstacle at that very point is still ahead."""
    covered = 0.0
    found: list[Leg] = []
    for leg in path:
        if kept(covered, distance):
            found.append(leg)
        elif covered + leg.inches > distance + NOISE:
            found.append(Leg(leg.kind, covered + leg.inches - distance))
        covered += leg.inches
    return tuple(found)
