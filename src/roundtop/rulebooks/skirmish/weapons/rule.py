"""The weapon tables: ranges and loads of what shoots, dice of what is fought with; data that a club may replace."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from roundtop.battle.bounds import BoundsError, shown, toml
from roundtop.dice.questions import Die, sided
from roundtop.record import record

SHOOTING: Final[dict[str, str]] = {
    "minie-rifle": "skirmish.shooting.range-minie-rifle",
    "repeating-bl-rifle": "skirmish.shooting.range-repeating-bl-rifle",
    "musket": "skirmish.shooting.range-musket",
    "minie-carbine": "skirmish.shooting.range-minie-carbine",
    "smoothbore-carbine": "skirmish.shooting.range-smoothbore-carbine",
    "shotgun": "skirmish.shooting.range-shotgun",
    "pistol": "skirmish.shooting.range-pistol",
    "hand-hurled": "skirmish.shooting.range-hand-hurled",
}
MELEE: Final[dict[str, str]] = {
    "lance": "skirmish.melee.weapon-lance",
    "bayonet": "skirmish.melee.weapon-bayonet",
    "sword-pistol": "skirmish.melee.weapon-sword-and-pistol",
    "butt-sword": "skirmish.melee.weapon-butt-sword",
    "improvised": "skirmish.melee.weapon-improvised",
}
"""The rows of the two tables, each with its clause; rosters and scenarios name these [setup.weapon-categories]."""
LIMITS: Final = ("short", "medium", "long", "extreme")
DASHES: Final = ("short", "extreme")
"""The bands, and those that a weapon may lack [shooting.no-short-band, shooting.range-shotgun]."""
MOST_CM: Final = 1000.0
MOST_LOADS: Final = 12
SIDES: Final = (4, 6, 8, 10, 12)


DEFAULT: Final = "default"


@record(frozen=True)
class Weapon:
    """A row of the shooting table: the far limits of its bands (0 for a dash), and the Load actions it needs."""

    id: str
    short: float
    medium: float
    long: float
    extreme: float
    loads: int
    clause: str


@record(frozen=True)
class Arms:
    """A row of the melee table: the die against a man on foot and against a rider; None for no dice."""

    versus_foot: Die | None
    versus_mounted: Die | None
    clause: str


@record(frozen=True)
class Armoury:
    """Both tables, by the names of their rows."""

    shooting: dict[str, Weapon]
    melee: dict[str, Arms]


class WeaponsError(ValueError):
    """Weapon tables that cannot be played with; says which row and field, by which clause, and what is wrong."""


def read_weapons(text: str) -> Armoury:
    """The tables written as TOML; WeaponsError says what cannot be [setup.weapon-categories]."""
    try:
        data = toml(text)
    except (tomllib.TOMLDecodeError, BoundsError) as error:
        raise WeaponsError(f"it is no TOML text with [[shooting]] and [[melee]] rows: {error}") from None
    unknown = sorted(set(data) - {"title", "shooting", "melee"})
    if unknown:
        raise WeaponsError(f"{unknown[0]}: there is no such table; there are shooting and melee")
    shooting = [
        _weapon(place, row) for place, row in enumerate(_rows(data, "shooting", "weapon", SHOOTING, (*LIMITS, "loads")))
    ]
    fought = _rows(data, "melee", "arms", MELEE, ("versus_foot", "versus_mounted"))
    melee = {row["arms"]: _arms(place, row) for place, row in enumerate(fought)}
    return Armoury({row.id: row for row in shooting}, melee)


def _rows(
    data: dict[str, Any], table: str, name: str, known: dict[str, str], fields: tuple[str, ...]
) -> list[dict[str, Any]]:
    """The rows of a table: each known weapon once, with all its fields and no others."""
    rows = data.get(table, [])
    if not isinstance(rows, list) or [row for row in rows if not isinstance(row, dict)]:
        raise WeaponsError(f"{table}: there is a [[{table}]] row for each of {', '.join(known)}")
    for place, row in enumerate(rows):
        word = row.get(name)
        if not isinstance(word, str) or word not in known:
            raise WeaponsError(f"{table}[{place}].{name}: {shown(word)} is not one of {', '.join(known)}")
        for field in fields:
            if field not in row:
                raise WeaponsError(f"{table}[{place}].{field}: is missing from the {word} [{known[word]}]")
        odd = sorted(set(row) - {name, *fields})
        if odd:
            allowed = ", ".join([name, *fields])
            raise WeaponsError(f"{table}[{place}].{odd[0]}: there is no such field; there are {allowed}")
    words = [row[name] for row in rows]
    for word, clause in known.items():
        if words.count(word) != 1:
            found = "missing" if word not in words else "there twice"
            raise WeaponsError(f"{table}: the {word} is {found} [{clause}]")
    return rows


def _weapon(place: int, row: dict[str, Any]) -> Weapon:
    clause = SHOOTING[row["weapon"]]
    limits = [_limit(place, band, row[band], clause) for band in LIMITS]
    for n, band in enumerate(LIMITS):
        before = max([0.0, *limits[:n]])
        if limits[n] and limits[n] <= before:
            text = f"{limits[n]:g} is not more than {before:g}, the limit of the band before it"
            raise WeaponsError(f"shooting[{place}].{band}: {text} [skirmish.shooting.band-edges]")
    loads = row["loads"]
    if not isinstance(loads, int) or isinstance(loads, bool) or not 1 <= loads <= MOST_LOADS:
        text = f"{shown(loads)} is not a whole number from 1 to {MOST_LOADS}"
        raise WeaponsError(f"shooting[{place}].loads: {text} [skirmish.shooting.loading-class]")
    return Weapon(
        id=row["weapon"],
        short=limits[0],
        medium=limits[1],
        long=limits[2],
        extreme=limits[3],
        loads=loads,
        clause=clause,
    )


def _limit(place: int, band: str, value: Any, clause: str) -> float:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if number and (0 < value <= MOST_CM or (value == 0 and band in DASHES)):
        return float(value)
    least = "0 (for none)" if band in DASHES else "above 0"
    wanted = f"a number of cm from {least} to {MOST_CM:g}"
    raise WeaponsError(f"shooting[{place}].{band}: {shown(value)} is not {wanted} [{clause}]")


def _arms(place: int, row: dict[str, Any]) -> Arms:
    clause = MELEE[row["arms"]]
    foot = _die(place, "versus_foot", row["versus_foot"], clause)
    return Arms(foot, _die(place, "versus_mounted", row["versus_mounted"], clause), clause)


def _die(place: int, column: str, value: Any, clause: str) -> Die | None:
    if value == 0 and isinstance(value, int) and not isinstance(value, bool):
        return None
    if isinstance(value, int) and value in SIDES:
        return sided(value)
    sides = ", ".join([str(number) for number in SIDES])
    raise WeaponsError(
        f"melee[{place}].{column}: {shown(value)} is not a die of {sides} sides, or 0 for no dice [{clause}]"
    )


PRINTED: Final[Armoury] = read_weapons((Path(__file__).parents[1] / "weapons.toml").read_text(encoding="utf-8"))
"""The tables of the sheet."""


def armoury_of(option: str) -> Armoury:
    """The tables that the option names: the sheet's, or those whose text it is [setup.weapon-categories]."""
    return PRINTED if option == DEFAULT else read_weapons(option)
