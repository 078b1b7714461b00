"""Figures that several chapters read: arms, formations and their moves, roundings, who is in a unit."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.charge_boys.options import Settings

BOOK: Final = "charge-boys."
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
STEADY: Final = "steady"
HALTED: Final = "halted"
RETIRED: Final = "retired"
ROUTING: Final = "routing"
"""The states of a unit's mettle [setup.unit-record]."""

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
HANDY: Final = (SKIRMISH, GUNNERS, RIDER, UNLIMBERED)
"""Who pays nothing to turn and no more for stepping back: those, and guns pushed by hand [move.backwards]."""
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
MEN_PER_DIE: Final = 6


def allowance(formation: str, on_road: bool = False) -> float:
    """One normal move in inches; `on_road`: the whole of it along a road [move.infantry-road, move.infantry-line]."""
    return ON_ROAD_IN if on_road and formation == ROAD_COLUMN else ALLOWANCE_IN[formation]


def allowance_clause(formation: str, on_road: bool = False) -> str:
    """The clause that gives that move."""
    return ON_ROAD_CLAUSE if on_road and formation == ROAD_COLUMN else ALLOWANCE_CLAUSES[formation]


def is_formed(formation: str, routing: bool = False) -> bool:
    """Whether troops count as formed [formation.formed]."""
    return formation in FORMED and not routing


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


@record(unsafe_hash=True)
class Figures:
    """The figures of a unit by role; crew stand with their guns and are not counted here."""

    men: int
    colours: int = 0
    drummers: int = 0
    officers: int = 0

    def strength(self) -> int:
        return self.men + self.colours + self.drummers + self.officers
