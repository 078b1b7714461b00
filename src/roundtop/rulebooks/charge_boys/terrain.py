"""Ground: what a move costs, how far a compelled one gets, how far guns are pushed, how near enemies may come."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Final, final

from roundtop.rulebooks.charge_boys.options import PRINTED, Settings
from roundtop.rulebooks.charge_boys.tables import (
    ALLOWANCE_IN,
    ARTILLERY,
    CAVALRY,
    GENERAL,
    LIMBERED,
    LOOSE,
    SKIRMISH,
    UNLIMBERED,
    allowance,
    allowance_clause,
    is_formed,
)
from roundtop.table.measure import NOISE, kept, within

# ---- the chapter's figures

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
LOOSE_STEPS_BACK: Final = 0.5
"""What loose troops pay of that price for stepping back: they keep their full speed [move.backwards]."""
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

MANHANDLED_MOST_IN: Final = 4.0
MANHANDLING_CREW: Final = 2
APPROACH_IN: Final = 1.0
"""How near a unit must start to cross a hedge or enter a building; that inch is free [terrain.hedge]."""
ENEMY_GAP_IN: Final = 1.0
SKIRMISH_GAP_IN: Final = 3.0
SKIRMISH_BACK_MOST_IN: Final = 10.0
COVER_IN: Final = 1.0
"""How near behind a wall or hedge figures are in its cover [terrain.cover, save.wall]."""


# ---- the price of a move


@final
@dataclass(slots=True, unsafe_hash=True, init=False)
class Leg:
    """Ground covered, or an obstacle or action met at that point of the way."""

    kind: str
    inches: float
    width: float
    degrees: float

    def __init__(self, kind: str, inches: float = 0.0, width: float = 0.0, degrees: float = 0.0) -> None:
        self.kind = kind
        self.inches = inches
        self.width = width
        self.degrees = degrees


Path = tuple[Leg, ...]


def per_inch(kind: str, formation: str) -> float:
    """Inches of allowance for one inch of this ground [terrain.woods, terrain.rivers, move.backwards]."""
    price = PER_INCH[kind]
    return price * LOOSE_STEPS_BACK if kind in STEPS_BACK and formation in LOOSE else price


def obstacle_price(kind: str, formation: str, normal: float) -> float:
    """What an obstacle or action costs out of a normal move [terrain.half-turn-arithmetic].

    [terrain.wall-fence, terrain.hedge, terrain.building-time, terrain.building-skirmishers, move.turn-in-place]
    """
    if kind == TURN and formation in LOOSE:
        return 0.0
    half = kind in HALF_TURN or (kind == BUILDING and formation == SKIRMISH)
    return 0.5 * normal if half else normal


def wheel_price(width: float, degrees: float, formation: str) -> float:
    """The arc walked by the outermost front figure; loose troops turn freely [move.wheel]."""
    return 0.0 if formation in LOOSE else width * pi * abs(degrees) / 180.0


def leg_price(leg: Leg, formation: str, normal: float) -> float:
    """Inches of allowance that one leg takes."""
    if leg.kind in PER_INCH:
        return leg.inches * per_inch(leg.kind, formation)
    if leg.kind == WHEEL:
        return wheel_price(leg.width, leg.degrees, formation)
    return obstacle_price(leg.kind, formation, normal)


@final
@dataclass(slots=True, unsafe_hash=True, init=False)
class Move:
    """A voluntary move as its price sees it."""

    arm: str
    formation: str
    path: Path
    settings: Settings

    def __init__(self, arm: str, formation: str, path: Path, settings: Settings = PRINTED) -> None:
        self.arm = arm
        self.formation = formation
        self.path = path
        self.settings = settings


def on_road(path: Path) -> bool:
    """Whether all of a move is along a road [move.road-column-off-road]."""
    return bool(path) and all([leg.kind == ROAD for leg in path])


def move_allowance(move: Move) -> float:
    """Inches available to a move."""
    return allowance(move.formation, on_road(move.path))


def move_cost(move: Move) -> float:
    """Inches of allowance that a move takes [terrain.half-turn-arithmetic, terrain.half-speed-arithmetic]."""
    normal = move_allowance(move)
    return sum([leg_price(leg, move.formation, normal) for leg in move.path])


def takes_full_turn(kind: str, formation: str) -> bool:
    """Whether an action leaves room for nothing else [terrain.hedge, terrain.building-time, formation.limber]."""
    return kind in FULL_TURN and not (kind == BUILDING and formation == SKIRMISH)


def is_gun(formation: str) -> bool:
    """Whether guns are moved, and not only their men."""
    return formation in (LIMBERED, UNLIMBERED)


def enters_buildings(arm: str, formation: str) -> bool:
    """Not on horseback, not with guns [terrain.building-no-cavalry]."""
    return arm not in (CAVALRY, GENERAL) and not is_gun(formation)


def move_refusal(move: Move) -> str:
    """The clause that forbids a move, "" when none does.

    [terrain.building-no-cavalry, terrain.guns, terrain.hedge, formation.change-full-turn, move.partial]
    """
    kinds = [leg.kind for leg in move.path]
    if BUILDING in kinds and not enters_buildings(move.arm, move.formation):
        return "charge-boys.terrain.building-no-cavalry"
    if guns_stopped(move.formation, move.settings) and [kind for kind in kinds if kind in STOPS_GUNS]:
        return "charge-boys.terrain.guns"
    normal = move_allowance(move)
    cost = move_cost(move)
    whole = [kind for kind in kinds if takes_full_turn(kind, move.formation)]
    if whole and not within(cost, normal):
        return FULL_TURN[whole[0]]
    return "" if within(cost, normal) else allowance_clause(move.formation, on_road(move.path))


def guns_stopped(formation: str, settings: Settings) -> bool:
    """Whether obstacles and woods stop these [terrain.guns]."""
    return is_gun(formation) and not settings.guns_cross_obstacles


def leaves_fire(move: Move) -> bool:
    """Whether the way leaves a unit its fire [formation.full-turn-no-fire, move.and-fire, artillery.moved-no-fire]."""
    if move.arm in (ARTILLERY, GENERAL):
        return False
    busy = [leg for leg in move.path if takes_full_turn(leg.kind, move.formation)]
    return not busy or move.settings.fire_after_full_turn


# ---- charges and compelled moves: so many inches, and the ground they have to be spent on


def ground_covered(
    path: Path, available: float, formation: str, settings: Settings = PRINTED, most: float = 1e9
) -> float:
    """Inches of ground that a charge or compelled move gets, at most so many; open ground beyond the path's end.

    It stops at an obstacle whose price it cannot pay [terrain.compelled-moves, terrain.guns].
    """
    normal = ALLOWANCE_IN[formation]
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
            price = obstacle_price(leg.kind, formation, normal)
            if not within(price, left):
                return covered
            left = max(0.0, left - price)
    return covered + min(left, most - covered)


def way_cost(path: Path, distance: float, formation: str) -> float:
    """The price of so many inches of a way; an obstacle at its very end is not crossed [terrain.compelled-moves]."""
    normal = ALLOWANCE_IN[formation]
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
            cost += obstacle_price(leg.kind, formation, normal)
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


# ---- guns pushed by hand


def manhandle_refusal(crew: int) -> str:
    """The clause by which a gun cannot be pushed, "" when it can [move.manhandle-crew]."""
    return "" if crew >= MANHANDLING_CREW else "charge-boys.move.manhandle-crew"


def manhandled(crew: int, infantry: int = 0) -> float:
    """Inches that a gun can be pushed, 0 when it cannot [move.manhandle-rate, move.manhandle-maximum]."""
    return 0.0 if manhandle_refusal(crew) else min(MANHANDLED_MOST_IN, float(crew + infantry))


# ---- skirmishers and formed enemies


@final
@dataclass(slots=True, unsafe_hash=True)
class FallBack:
    """What skirmishers do when a formed enemy has come near."""

    inches: float
    disordered: bool


def keep_distance(enemy_formed: bool, gap: float, in_building: bool, room_behind: float) -> FallBack:
    """Back to 3 inches if there is room, otherwise disordered where they stand [move.skirmish-distance]."""
    if not enemy_formed or in_building or kept(gap, SKIRMISH_GAP_IN):
        return FallBack(0.0, False)
    needed = SKIRMISH_GAP_IN - gap
    if within(needed, min(room_behind, SKIRMISH_BACK_MOST_IN)):
        return FallBack(needed, False)
    return FallBack(0.0, True)


def gap_to_keep(formation: str, enemy_formed: bool) -> float:
    """How near an enemy unit a normal move may come [move.enemy-proximity, move.skirmish-distance]."""
    return SKIRMISH_GAP_IN if formation == SKIRMISH and enemy_formed else ENEMY_GAP_IN


# ---- two enemies head-on under written orders


@final
@dataclass(slots=True, unsafe_hash=True)
class Marcher:
    """A unit and the straight path it was ordered."""

    formation: str
    inches: float


@final
@dataclass(slots=True, unsafe_hash=True)
class Meeting:
    """How far each came, what is left between them, and the impulse in which one was first set back (0: none)."""

    impulse: int
    a_moved: float
    b_moved: float
    gap: float


def head_on(gap: float, a: Marcher, b: Marcher, settings: Settings) -> Meeting:
    """Two enemies marching at each other, impulse by impulse [orders.resolution, orders.enemy-collision]."""
    pace = [_pace(a, settings), _pace(b, settings)]
    least = [gap_to_keep(a.formation, is_formed(b.formation)), gap_to_keep(b.formation, is_formed(a.formation))]
    moved = [0.0, 0.0]
    impulse = 0
    for now in range(1, settings.impulses + 1):
        moved[0] += pace[0]
        moved[1] += pace[1]
        back = set_back(gap, (moved[0], moved[1]), (pace[0], pace[1]), (least[0], least[1]))
        for unit in range(2):
            if back[unit] >= 0.0:
                moved[unit] -= back[unit]
                pace[unit] = 0.0
                impulse = impulse or now
    return Meeting(impulse, moved[0], moved[1], gap - moved[0] - moved[1])


def _pace(marcher: Marcher, settings: Settings) -> float:
    most = MANHANDLED_MOST_IN if marcher.formation == UNLIMBERED else ALLOWANCE_IN[marcher.formation]
    return min(marcher.inches, most) / settings.impulses


def set_back(
    gap: float, moved: tuple[float, float], pace: tuple[float, float], least: tuple[float, float]
) -> tuple[float, float]:
    """By how much each of two enemies is set back along its path and stopped, -1 for one that is not.

    Skirmishers alone keep 3 inches from a formed enemy; the inch is kept by both in proportion to their speeds
    [orders.enemy-collision].
    """
    back = [-1.0, -1.0]
    for unit in range(2):
        now = gap - moved[0] - moved[1]
        if least[unit] > ENEMY_GAP_IN and pace[unit] > 0.0 and not kept(now, least[unit]):
            back[unit] = min(moved[unit], least[unit] - now)
    now = gap - moved[0] - moved[1] + max(0.0, back[0]) + max(0.0, back[1])
    if kept(now, ENEMY_GAP_IN):
        return back[0], back[1]
    speeds = [pace[unit] if back[unit] < 0.0 else 0.0 for unit in range(2)]
    for unit in range(2):
        if speeds[unit] > 0.0:
            share = (ENEMY_GAP_IN - now) * speeds[unit] / (speeds[0] + speeds[1])
            back[unit] = min(moved[unit], share)
    return back[0], back[1]
