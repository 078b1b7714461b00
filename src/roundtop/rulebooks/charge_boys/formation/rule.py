"""The shapes of formations and the ground they cover."""

from __future__ import annotations

from math import ceil
from typing import Final

from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.options import Settings

MOST_RANKS: Final[dict[str, int]] = {tables.LINE: 3, tables.SKIRMISH: 2, tables.CAVALRY_LINE: 2}
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
    tables.LINE: "charge-boys.formation.line",
    tables.ATTACK_COLUMN: "charge-boys.formation.attack-column",
    tables.ROAD_COLUMN: "charge-boys.formation.road-column",
    tables.SKIRMISH: "charge-boys.formation.skirmish",
    tables.CAVALRY_LINE: "charge-boys.formation.cavalry",
    tables.CAVALRY_COLUMN: "charge-boys.formation.cavalry",
}


@record(unsafe_hash=True)
class Shape:
    """Figures across, ranks (the last perhaps short), and the ground covered in inches."""

    files: int
    ranks: int
    width: float
    depth: float


def usual_ranks(formation: str, strength: int) -> int:
    """Ranks where none are wished [formation.line, formation.skirmish, formation.cavalry]."""
    if formation == tables.SKIRMISH:
        return SKIRMISH_RANKS
    if formation == tables.CAVALRY_LINE:
        return 1 if strength <= ONE_MOUNTED_RANK_UP_TO else 2
    return LINE_RANKS


def files_of(formation: str, strength: int, ranks: int, on_road: bool = False) -> int:
    """Figures across [formation.line, formation.attack-column, formation.road-column, formation.cavalry]."""
    if formation == tables.ATTACK_COLUMN:
        return max(FEWEST_ATTACK_FILES, -(-strength // ATTACK_COLUMN_RANKS))
    if formation == tables.ROAD_COLUMN:
        return min(ROAD_FILES, strength)
    if formation == tables.CAVALRY_COLUMN:
        return min(ROAD_FILES if on_road else MOUNTED_COLUMN_FILES, strength)
    return -(-strength // ranks)


def shape_refusal(arm: str, formation: str, strength: int, ranks: int) -> str:
    """The clause by which a unit may not take a formation, "" when it may.

    [formation.line, formation.attack-column, formation.skirmish, formation.cavalry]
    """
    clause = FORMATION_CLAUSES[formation]
    if formation not in tables.FORMATIONS[arm] or ranks > MOST_RANKS.get(formation, ranks):
        return clause
    if formation == tables.ATTACK_COLUMN and strength < FEWEST_IN_ATTACK_COLUMN:
        return clause
    if formation == tables.LINE and files_of(formation, strength, ranks) < FILES_PER_RANK * ranks:
        return clause
    return ""


def shape(formation: str, strength: int, files: int, settings: Settings) -> Shape:
    """The ground that so many figures cover on so many files; skirmishers' ranks as if they touched.

    Figures of another size change the bases, never a distance [setup.bases, core.figure-size, formation.skirmish].
    """
    mounted = formation in tables.FORMATIONS[tables.CAVALRY]
    width = settings.base_mounted_width if mounted else settings.base_foot_width
    depth = settings.base_mounted_depth if mounted else settings.base_foot_depth
    ranks = ceil(strength / files)
    across = 2 * files - 1 if formation == tables.SKIRMISH else files
    return Shape(files, ranks, across * width, ranks * depth)


def horse_holders(strength: int, settings: Settings) -> int:
    """Figures of a dismounted unit that stay with the horses, rounded down [formation.mount]."""
    return strength // settings.horse_holders_one_in if settings.horse_holders_one_in else 0
