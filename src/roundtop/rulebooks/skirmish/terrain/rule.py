"""What ground and lines are to a figure: going, cover, height."""

from __future__ import annotations

from typing import Final

from roundtop.dice.questions import D6, Die
from roundtop.record import record
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.options import PRINTED, Settings
from roundtop.table.measure import within

COVER_DICE: Final[dict[str, Die]] = {"open": tables.D4, "soft": D6, "hard": tables.D8}
"""The die a target throws for its cover [shooting.cover-dice]."""
GRADES: Final = ("open", "soft", "hard")
CLOSE_CM: Final = 3.0
"""How near two men inside the same area must be for it to hide neither [shooting.cover-test]."""


BARRIER_CM: Final = 1.5
WADING_CM: Final[dict[str, float]] = {"stream": 2.0, "creek": 4.0, "river": 6.0}
"""Difficult ground in crossing a water; a river only at its fords and bridges [setup.terrain-catalogue]."""


@record(frozen=True)
class Kind:
    """A kind of ground: its going, the cover it gives, and how it limits sight (no, wood, wall)."""

    name: str
    going: str
    cover: str
    sight: str = "no"


OPEN: Final[Kind] = Kind("open ground", "open", "open")
WOOD: Final[Kind] = Kind("wood", "difficult", "soft", "wood")
CROP: Final[Kind] = Kind("crop", "open", "soft")
ORCHARD: Final[Kind] = Kind("orchard", "open", "soft")
SCRUB: Final[Kind] = Kind("scrub", "open", "soft")
ROCKS: Final[Kind] = Kind("rocks", "difficult", "soft")
MARSH: Final[Kind] = Kind("marsh", "difficult", "open")
BUILDING: Final[Kind] = Kind("building", "difficult", "hard", "wall")
DEEP: Final[Kind] = Kind("deep water", "impassable", "open")
CLIFF: Final[Kind] = Kind("cliff", "impassable", "open")
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


@record(frozen=True)
class Feature:
    """A kind of linear feature: the cover it gives and its height; 0 for one that is crossed without climbing."""

    name: str
    cover: str
    height: float


WALL: Final[Feature] = Feature("wall", "hard", BARRIER_CM)
BARRICADE: Final[Feature] = Feature("barricade", "hard", BARRIER_CM)
EARTHWORK: Final[Feature] = Feature("earthwork", "hard", BARRIER_CM)
FENCE: Final[Feature] = Feature("fence", "soft", BARRIER_CM)
HEDGE: Final[Feature] = Feature("hedge", "soft", BARRIER_CM)
BANK: Final[Feature] = Feature("bank", "soft", 0.0)
CREST: Final[Feature] = Feature("crest", "soft", 0.0)
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


@record(unsafe_hash=True)
class Hiding:
    """What may cover a target against one shot: the area about it and a linear feature that the line of fire crosses.

    `distance`: between the two, read where they share the area. `gap`: from the target's base to the crossing.
    """

    area: str = "open"
    shares_area: bool = False
    distance: float = 0.0
    feature: str = "none"
    crossed: bool = False
    gap: float = 0.0
    shooter_level: int = 0
    target_level: int = 0


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
