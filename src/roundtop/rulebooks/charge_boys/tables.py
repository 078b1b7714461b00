"""Figures that several chapters read: arms, formations and their moves, roundings, command figures, ground covered."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final, final

from roundtop.rulebooks.charge_boys.options import Settings

BOOK: Final = "charge-boys."

# ---- arms, classes and formations

INFANTRY: Final = "infantry"
DISMOUNTED: Final = "dismounted-cavalry"
CAVALRY: Final = "cavalry"
"""Mounted; on foot they are DISMOUNTED."""
ARTILLERY: Final = "artillery"
GENERAL: Final = "general"
FOOT: Final = (INFANTRY, DISMOUNTED)

GREEN: Final = "green"
REGULAR: Final = "regular"
VETERAN: Final = "veteran"
QUALITIES: Final = (GREEN, REGULAR, VETERAN)
QUALITY_TOPS: Final = (1, 5)
"""Highest dice of Green and of Regular under quality_source = dice [setup.quality]."""

LINE: Final = "line"
ATTACK_COLUMN: Final = "attack-column"
ROAD_COLUMN: Final = "road-column"
SKIRMISH: Final = "skirmish"
CAVALRY_LINE: Final = "cavalry-line"
CAVALRY_COLUMN: Final = "cavalry-column"
LIMBERED: Final = "limbered"
UNLIMBERED: Final = "unlimbered"
GUNNERS: Final = "gunners"
"""Gunners away from their guns."""
RIDER: Final = "mounted"
"""A General on his horse."""
GARRISON: Final = "garrison"
"""Whatever it was outside, in a building."""

FORMATIONS: Final[dict[str, tuple[str, ...]]] = {
    INFANTRY: (LINE, ATTACK_COLUMN, ROAD_COLUMN, SKIRMISH),
    DISMOUNTED: (LINE, ATTACK_COLUMN, ROAD_COLUMN, SKIRMISH),
    CAVALRY: (CAVALRY_LINE, CAVALRY_COLUMN),
    ARTILLERY: (LIMBERED, UNLIMBERED, GUNNERS),
    GENERAL: (RIDER,),
}
FORMED: Final = (LINE, ATTACK_COLUMN, ROAD_COLUMN, CAVALRY_LINE, CAVALRY_COLUMN)
LOOSE: Final = (SKIRMISH, GUNNERS, RIDER)
"""Who turns freely and steps back at full speed. Gunners on foot are read as skirmishers are [move.wheel]."""

ALLOWANCE_IN: Final[dict[str, float]] = {
    LINE: 6.0,
    ATTACK_COLUMN: 8.0,
    ROAD_COLUMN: 6.0,
    SKIRMISH: 10.0,
    CAVALRY_LINE: 9.0,
    CAVALRY_COLUMN: 12.0,
    LIMBERED: 9.0,
    UNLIMBERED: 6.0,
    GUNNERS: 6.0,
    RIDER: 15.0,
}
"""One normal move; an unlimbered battery's is that of its men [move.dismounted]."""
ON_ROAD_IN: Final = 8.0
"""Road march of infantry when all of it is on the road [move.infantry-road, move.road-column-off-road]."""

ALLOWANCE_CLAUSES: Final[dict[str, str]] = {
    LINE: "charge-boys.move.infantry-line",
    ATTACK_COLUMN: "charge-boys.move.infantry-attack-column",
    ROAD_COLUMN: "charge-boys.move.road-column-off-road",
    SKIRMISH: "charge-boys.move.infantry-skirmish",
    CAVALRY_LINE: "charge-boys.move.cavalry-line",
    CAVALRY_COLUMN: "charge-boys.move.cavalry-column",
    LIMBERED: "charge-boys.move.artillery-limbered",
    UNLIMBERED: "charge-boys.move.manhandle-rate",
    GUNNERS: "charge-boys.move.dismounted",
    RIDER: "charge-boys.move.mounted-officer",
}
ON_ROAD_CLAUSE: Final = "charge-boys.move.infantry-road"

FEWEST_MODELS: Final = 5
MEN_PER_DIE: Final = 6
WITH_DRUM_AND_COLOUR: Final = 12
"""Figures from which a unit has a drummer and a colour-bearer [setup.command-figures]."""
BATTERY_OFFICERS: Final = 1
MOST_GUNS: Final = 6
GUN_INTERVAL_IN: Final = 3.0
"""How far apart the guns of a battery may stand [setup.battery]."""


def allowance(formation: str, on_road: bool = False) -> float:
    """One normal move in inches; `on_road`: the whole of it along a road [move.infantry-road, move.infantry-line]."""
    return ON_ROAD_IN if on_road and formation == ROAD_COLUMN else ALLOWANCE_IN[formation]


def allowance_clause(formation: str, on_road: bool = False) -> str:
    """The clause that gives that move."""
    return ON_ROAD_CLAUSE if on_road and formation == ROAD_COLUMN else ALLOWANCE_CLAUSES[formation]


def is_formed(formation: str, routing: bool = False) -> bool:
    """Whether troops count as formed [formation.formed]."""
    return formation in FORMED and not routing


# ---- roundings


def halved(count: int, settings: Settings) -> int:
    """Half of a count of dice, hits or men, by the rounding in use [core.rounding]."""
    return shared(count, 2, settings)


def shared(count: int, parts: int, settings: Settings) -> int:
    """A count divided and made whole by the rounding in use [core.rounding]."""
    if settings.rounding == "down":
        return count // parts
    if settings.rounding == "up":
        return -(-count // parts)
    return half_up(count, parts)


def half_up(count: int, parts: int) -> int:
    """A count divided, half or more counting as a whole [core.rounding]."""
    return (2 * count + parts) // (2 * parts)


def dice_for(men: int, settings: Settings) -> int:
    """One die for every six men, and one for what is left over by the rule in use.

    [musketry.dice-per-six, musketry.remainder]
    """
    if settings.remainder == "down":
        return men // MEN_PER_DIE
    if settings.remainder == "up":
        return -(-men // MEN_PER_DIE)
    return half_up(men, MEN_PER_DIE)


# ---- who is in a unit


@final
@dataclass(slots=True, unsafe_hash=True)
class Figures:
    """The figures of a unit by role; crew stand with their guns and are not counted here."""

    men: int
    colours: int = 0
    drummers: int = 0
    officers: int = 0

    def strength(self) -> int:
        return self.men + self.colours + self.drummers + self.officers


def command_figures(strength: int, settings: Settings) -> Figures:
    """The default officers, drummer and colour of a unit of so many figures [setup.command-figures]."""
    officers = min(strength, max(1, shared(strength, settings.figures_per_officer, settings)))
    both = 1 if strength >= WITH_DRUM_AND_COLOUR else 0
    colours = min(both, strength - officers)
    drummers = min(both, strength - officers - colours)
    return Figures(strength - officers - colours - drummers, colours, drummers, officers)


def removed(figures: Figures, killed: int, officers_killed: int = 0) -> Figures:
    """The figures left: men first, then colour, then drummer, officers last unless the check took them.

    [core.remove-figures]
    """
    officers = figures.officers - officers_killed
    left = killed - officers_killed
    men = min(left, figures.men)
    colours = min(left - men, figures.colours)
    drummers = min(left - men - colours, figures.drummers)
    rest = left - men - colours - drummers
    return Figures(figures.men - men, figures.colours - colours, figures.drummers - drummers, max(0, officers - rest))


def horse_holders(strength: int, settings: Settings) -> int:
    """Figures of a dismounted unit that stay with the horses, rounded down [formation.mount]."""
    return strength // settings.horse_holders_one_in if settings.horse_holders_one_in else 0


def muster_refusal(models: int) -> str:
    """The clause by which a unit is too small to be mustered, "" when it is not [setup.minimum-unit]."""
    return "" if models >= FEWEST_MODELS else "charge-boys.setup.minimum-unit"


# ---- the ground a formation covers

MOST_RANKS: Final[dict[str, int]] = {LINE: 3, SKIRMISH: 2, CAVALRY_LINE: 2}
LINE_RANKS: Final = 2
SKIRMISH_RANKS: Final = 1
ONE_MOUNTED_RANK_UP_TO: Final = 12
FILES_PER_RANK: Final = 2
"""A line has at least so many files for each rank [formation.line]."""
FEWEST_IN_ATTACK_COLUMN: Final = 12
ATTACK_COLUMN_RANKS: Final = 6
FEWEST_ATTACK_FILES: Final = 3
ROAD_FILES: Final = 2
MOUNTED_COLUMN_FILES: Final = 4

FORMATION_CLAUSES: Final[dict[str, str]] = {
    LINE: "charge-boys.formation.line",
    ATTACK_COLUMN: "charge-boys.formation.attack-column",
    ROAD_COLUMN: "charge-boys.formation.road-column",
    SKIRMISH: "charge-boys.formation.skirmish",
    CAVALRY_LINE: "charge-boys.formation.cavalry",
    CAVALRY_COLUMN: "charge-boys.formation.cavalry",
}


@final
@dataclass(slots=True, unsafe_hash=True)
class Shape:
    """Figures across, ranks (the last perhaps short), and the ground covered in inches."""

    files: int
    ranks: int
    width: float
    depth: float


def usual_ranks(formation: str, strength: int) -> int:
    """Ranks where none are wished [formation.line, formation.skirmish, formation.cavalry]."""
    if formation == SKIRMISH:
        return SKIRMISH_RANKS
    if formation == CAVALRY_LINE:
        return 1 if strength <= ONE_MOUNTED_RANK_UP_TO else 2
    return LINE_RANKS


def files_of(formation: str, strength: int, ranks: int, on_road: bool = False) -> int:
    """Figures across [formation.line, formation.attack-column, formation.road-column, formation.cavalry]."""
    if formation == ATTACK_COLUMN:
        return max(FEWEST_ATTACK_FILES, -(-strength // ATTACK_COLUMN_RANKS))
    if formation == ROAD_COLUMN:
        return min(ROAD_FILES, strength)
    if formation == CAVALRY_COLUMN:
        return min(ROAD_FILES if on_road else MOUNTED_COLUMN_FILES, strength)
    return -(-strength // ranks)


def shape_refusal(arm: str, formation: str, strength: int, ranks: int) -> str:
    """The clause by which a unit may not take a formation, "" when it may.

    [formation.line, formation.attack-column, formation.skirmish, formation.cavalry]
    """
    clause = FORMATION_CLAUSES[formation]
    if formation not in FORMATIONS[arm] or ranks > MOST_RANKS.get(formation, ranks):
        return clause
    if formation == ATTACK_COLUMN and strength < FEWEST_IN_ATTACK_COLUMN:
        return clause
    if formation == LINE and files_of(formation, strength, ranks) < FILES_PER_RANK * ranks:
        return clause
    return ""


def shape(formation: str, strength: int, files: int, settings: Settings) -> Shape:
    """The ground that so many figures cover on so many files; skirmishers' ranks as if they touched.

    Figures of another size change the bases, never a distance [setup.bases, core.figure-size, formation.skirmish].
    """
    mounted = formation in FORMATIONS[CAVALRY]
    width = settings.base_mounted_width if mounted else settings.base_foot_width
    depth = settings.base_mounted_depth if mounted else settings.base_foot_depth
    ranks = ceil(strength / files)
    across = 2 * files - 1 if formation == SKIRMISH else files
    return Shape(files, ranks, across * width, ranks * depth)
