"""What ground costs a figure that moves over it, and the cover it gives."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final, final

from roundtop.dice.questions import D6, Die
from roundtop.rulebooks.skirmish.options import PRINTED, Settings
from roundtop.rulebooks.skirmish.tables import D4, D8
from roundtop.table.measure import NOISE, TOLERANCE, within

# ---- the chapter's figures

RATE_CM: Final[dict[str, float]] = {"foot": 12.0, "mounted": 24.0, "animal": 12.0}
"""Centimetres an action [movement.foot-rate, movement.mounted-rate, movement.animals]."""
RATE_CLAUSE: Final[dict[str, str]] = {
    "foot": "skirmish.movement.foot-rate",
    "mounted": "skirmish.movement.mounted-rate",
    "animal": "skirmish.movement.animals",
}
DIFFICULT_COST: Final = 2.0
TURN_STEP_DEG: Final = 45.0
TURN_STEP_CM: Final = 6.0
"""A quarter of a horse's move for every 45 degrees [movement.mounted-turn]."""
JUMP_CM: Final = 12.0

CLIMB_CM: Final[dict[str, float]] = {"ladder": 6.0, "obstacle": 3.0}
"""What one action climbs [actions.climb]."""

COVER_DICE: Final[dict[str, Die]] = {"open": D4, "soft": D6, "hard": D8}
"""The die a target throws for its cover [shooting.cover-dice]."""
GRADES: Final = ("open", "soft", "hard")
CLOSE_CM: Final = 3.0
"""How near two men inside the same area must be for it to hide neither [shooting.cover-test]."""


@final
@dataclass(slots=True, frozen=True)
class Kind:
    """A kind of ground: its going, the cover it gives, and how it limits sight (no, wood, wall)."""

    name: str
    going: str
    cover: str
    sight: str = "no"


OPEN: Final = Kind("open ground", "open", "open")
WOOD: Final = Kind("wood", "difficult", "soft", "wood")
CROP: Final = Kind("crop", "open", "soft")
ORCHARD: Final = Kind("orchard", "open", "soft")
SCRUB: Final = Kind("scrub", "open", "soft")
ROCKS: Final = Kind("rocks", "difficult", "soft")
MARSH: Final = Kind("marsh", "difficult", "open")
BUILDING: Final = Kind("building", "difficult", "hard", "wall")
DEEP: Final = Kind("deep water", "impassable", "open")
CLIFF: Final = Kind("cliff", "impassable", "open")

STOCK: Final = (OPEN, WOOD, CROP, ORCHARD, SCRUB, ROCKS, MARSH, BUILDING, DEEP, CLIFF)
"""The stock kinds of area [setup.terrain-catalogue]."""

# The catalogue names no open wood; light timber is the scrub of the list. A town's houses stand as one building.
AREAS: Final[dict[str, Kind]] = {
    "woods": WOOD,
    "open-woods": SCRUB,
    "orchard": ORCHARD,
    "corn": CROP,
    "crops": CROP,
    "ploughed": OPEN,
    "rough": ROCKS,
    "marsh": MARSH,
    "swamp": MARSH,
    "pond": DEEP,
    "town": BUILDING,
    "building": BUILDING,
    "cliff": CLIFF,
}
"""A scenario's areas as the stock kinds [setup.terrain-catalogue]."""

DIFFICULT: Final = tuple([name for name, kind in AREAS.items() if kind.going == "difficult"])
IMPASSABLE: Final = tuple([name for name, kind in AREAS.items() if kind.going == "impassable"])
COVERED: Final = tuple([name for name, kind in AREAS.items() if kind.cover != "open"])
WOODS: Final = tuple([name for name, kind in AREAS.items() if kind.sight == "wood"])
WALLED: Final = tuple([name for name, kind in AREAS.items() if kind.sight == "wall"])


@final
@dataclass(slots=True, frozen=True)
class Feature:
    """A kind of linear feature: the cover it gives and its height; 0 for one that is crossed without climbing."""

    name: str
    cover: str
    height: float


BARRIER_CM: Final = 1.5
WALL: Final = Feature("wall", "hard", BARRIER_CM)
BARRICADE: Final = Feature("barricade", "hard", BARRIER_CM)
EARTHWORK: Final = Feature("earthwork", "hard", BARRIER_CM)
FENCE: Final = Feature("fence", "soft", BARRIER_CM)
HEDGE: Final = Feature("hedge", "soft", BARRIER_CM)
BANK: Final = Feature("bank", "soft", 0.0)
CREST: Final = Feature("crest", "soft", 0.0)

FEATURES: Final = (WALL, BARRICADE, EARTHWORK, FENCE, HEDGE, BANK, CREST)
"""The stock linear features [setup.terrain-catalogue]."""

# Abatis and the like are obstacles of branches and stakes: a hedge of the list. A sunken road and a cutting have banks.
LINES: Final[dict[str, Feature]] = {
    "wall": WALL,
    "fence": FENCE,
    "hedge": HEDGE,
    "bank": BANK,
    "earthwork": EARTHWORK,
    "breastwork": EARTHWORK,
    "abatis": HEDGE,
    "chevaux-de-frise": HEDGE,
    "sunken-road": BANK,
    "railway-cutting": BANK,
    "stream": BANK,
    "creek": BANK,
    "river": BANK,
    "crest": CREST,
    "barricade": BARRICADE,
}
"""A scenario's lines as the stock features; guns are barricades [setup.terrain-catalogue, setup.muster-guns]."""

BARRIERS: Final = tuple([name for name, feature in LINES.items() if feature.height > 0.0])
"""Lines that are climbed or jumped."""
# A scenario's waters have no width of their own: wading one is as much difficult ground as it is wide here.
WADING_CM: Final[dict[str, float]] = {"stream": 2.0, "creek": 4.0, "river": 6.0}
"""Difficult ground in crossing a water; a river only at its fords and bridges [setup.terrain-catalogue]."""


# ---- the price of a move


@final
@dataclass(slots=True, init=False, unsafe_hash=True)
class Move:
    """One Move action: centimetres of open and of difficult ground, degrees turned in all, obstacles jumped."""

    arm: str
    open_cm: float
    difficult_cm: float
    turned_deg: float
    jumps: int
    rate_cm: float

    def __init__(
        self,
        arm: str,
        open_cm: float,
        difficult_cm: float = 0.0,
        turned_deg: float = 0.0,
        jumps: int = 0,
        rate_cm: float = 0.0,
    ) -> None:
        self.arm = arm
        self.open_cm = open_cm
        self.difficult_cm = difficult_cm
        self.turned_deg = turned_deg
        self.jumps = jumps
        self.rate_cm = rate_cm


def allowance(move: Move) -> float:
    """The rate for one action; a scenario may give an animal its own [movement.animals]."""
    return move.rate_cm if move.arm == "animal" and move.rate_cm > 0.0 else RATE_CM[move.arm]


def ground_cost(open_cm: float, difficult_cm: float, settings: Settings) -> float:
    """What the ground of a path costs [movement.difficult-halves, movement.difficult-mixed]."""
    if settings.difficult_ground == "whole-move" and difficult_cm > TOLERANCE:
        return DIFFICULT_COST * (open_cm + difficult_cm)
    return open_cm + DIFFICULT_COST * difficult_cm


def turn_cost(arm: str, turned_deg: float, settings: Settings) -> float:
    """What turning costs: riders only [movement.mounted-turn, movement.mounted-turn-rounding, movement.foot-turn]."""
    if arm != "mounted":
        return 0.0
    if settings.mounted_turn_rounding == "proportional":
        return turned_deg / TURN_STEP_DEG * TURN_STEP_CM
    return ceil((turned_deg - TOLERANCE - NOISE) / TURN_STEP_DEG) * TURN_STEP_CM if turned_deg > 0.0 else 0.0


def price(move: Move, settings: Settings) -> float:
    """Ground plus turning plus jumps; only horses jump [movement.mounted-obstacles]."""
    jumps = JUMP_CM * move.jumps if move.arm == "mounted" else 0.0
    return (
        ground_cost(move.open_cm, move.difficult_cm, settings) + turn_cost(move.arm, move.turned_deg, settings) + jumps
    )


def move_refusal(move: Move, settings: Settings) -> str:
    """The clause that forbids a move, "" when none does [actions.move, movement.path, actions.climb-crossing]."""
    if move.jumps and move.arm == "foot":
        return "skirmish.actions.climb-crossing"
    if move.jumps and move.arm == "animal":
        return "skirmish.movement.mounted-obstacles"
    return "" if within(price(move, settings), allowance(move)) else RATE_CLAUSE[move.arm]


def climb_actions(kind: str, height: float) -> int:
    """Whole actions to climb a ladder, or a wall, fence or the like [actions.climb, actions.climb-crossing]."""
    return ceil((height - TOLERANCE - NOISE) / CLIMB_CM[kind])


# ---- cover


@final
@dataclass(slots=True, init=False, unsafe_hash=True)
class Hiding:
    """What may cover a target against one shot: the area about it and a linear feature that the line of fire crosses.

    `distance`: between the two, read where they share the area. `gap`: from the target's base to the crossing.
    """

    area: str
    shares_area: bool
    distance: float
    feature: str
    crossed: bool
    gap: float
    shooter_level: int
    target_level: int

    def __init__(
        self,
        area: str = "open",
        shares_area: bool = False,
        distance: float = 0.0,
        feature: str = "none",
        crossed: bool = False,
        gap: float = 0.0,
        shooter_level: int = 0,
        target_level: int = 0,
    ) -> None:
        self.area = area
        self.shares_area = shares_area
        self.distance = distance
        self.feature = feature
        self.crossed = crossed
        self.gap = gap
        self.shooter_level = shooter_level
        self.target_level = target_level


AREA_GRADE: Final[dict[str, str]] = {kind.name: kind.cover for kind in STOCK}
FEATURE_GRADE: Final[dict[str, str]] = {feature.name: feature.cover for feature in FEATURES}


def better(first: str, second: str) -> str:
    """The better of two grades of cover."""
    return first if GRADES.index(first) >= GRADES.index(second) else second


def area_cover(hiding: Hiding) -> str:
    """Cover by the ground the target stands in; none at close quarters inside the same one [shooting.cover-test]."""
    if hiding.shares_area and within(hiding.distance, CLOSE_CM):
        return "open"
    return AREA_GRADE.get(hiding.area, "open")


def feature_cover(hiding: Hiding, settings: Settings) -> str:
    """Cover by a linear feature on this side of which the target stands [shooting.cover-test]."""
    if not hiding.crossed or not within(hiding.gap, settings.linear_cover_reach_cm):
        return "open"
    if hiding.feature == CREST.name and hiding.shooter_level >= hiding.target_level:
        return "open"
    return FEATURE_GRADE.get(hiding.feature, "open")


def cover(hiding: Hiding, settings: Settings = PRINTED) -> str:
    """The best single grade of cover [shooting.cover-test, shooting.soft-cover, shooting.hard-cover]."""
    return better(area_cover(hiding), feature_cover(hiding, settings))
