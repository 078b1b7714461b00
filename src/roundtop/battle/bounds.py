"""How much of everything there may be: one table for battle files, game files, options and whatever is sent.

Nobody fights a battle near these bounds. They keep what a stranger made up from costing more than it is worth.
"""

from __future__ import annotations

import errno
import re
import tomllib
from pathlib import Path
from typing import Any, Final, final

from roundtop.battle.scenario import Scenario
from roundtop.table.ground import Box, Ground

NESTING: Final = 32
"""Lists and tables within one another."""
MEMBERS: Final = 20_000
"""Things in any one list or table."""
TEXT: Final = 20_000
NUMBER: Final = 1_000_000_000_000
FILE: Final = 2_000_000
"""Characters of a battle file."""
OPTION: Final = 20_000
"""Characters of an option that is a table of its own."""
GAME: Final = 64_000_000
"""Bytes of a game file at one's own table; a server takes far fewer from strangers."""

LISTS: Final[dict[str, tuple[int, str]]] = {
    "outline": (150, "corners"),
    "zone": (150, "corners"),
    "points": (150, "points"),
    "contours": (50, "contours"),
    "zones": (20, "zones"),
    "area": (200, "areas"),
    "areas": (200, "areas"),
    "line": (200, "lines"),
    "lines": (200, "lines"),
    "road": (100, "roads"),
    "roads": (100, "roads"),
    "hill": (100, "hills"),
    "heights": (400, "heights"),
    "crossing": (100, "crossings"),
    "crossings": (100, "crossings"),
    "regiment": (500, "regiments"),
    "regiments": (500, "regiments"),
    "units": (1_000, "units"),
    "pieces": (2_000, "pieces"),
    "commanders": (500, "officers"),
    "officers": (500, "officers"),
    "army": (20, "armies"),
    "corps": (50, "corps"),
    "division": (100, "divisions"),
    "brigade": (300, "brigades"),
    "formations": (400, "formations"),
    "objective": (60, "objectives"),
    "objectives": (60, "objectives"),
    "seat": (20, "seats"),
    "seats": (20, "seats"),
    "players": (20, "players"),
    "sources": (50, "sources"),
    "estimates": (50, "estimates"),
    "rulebooks": (20, "rulebooks"),
    "weapons": (20, "weapons"),
}
"""The longest list or table of each name, and what it lists; a battle file names one thing, a game file many."""

NUMBERS: Final[dict[str, int]] = {
    "men": 20_000,
    "guns": 200,
    "minutes": 20_000,
    "minute": 20_000,
    "width": 100_000,
    "depth": 100_000,
    "radius": 100_000,
    "points": 1_000,
    "level": 100,
}
"""The greatest number of each name."""

TEXTS: Final[dict[str, int]] = {
    "id": 100,
    "name": 200,
    "title": 200,
    "kind": 100,
    "date": 20,
    "player": 100,
    "side": 100,
}
"""The longest text of each name."""

LONG_NUMBER: Final = 15
"""Figures of a number that is still written out."""
SHOWN: Final = 60
"""Characters of a wrong text that are shown."""
FEW: Final = 6
"""Things of a wrong list that are shown."""
SPELLED: Final = 8
"""Steps of the way to a fault that are said."""
CORNERS: Final = 1_000
"""Corners and points of everything on one ground together."""
REGIMENTS: Final = 500
OFFICERS: Final = 500
MEN: Final = 250_000
GUNS: Final = 1_500

_UNSEEN: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""What steers a terminal, or is half a character: all but tabs and the ends of lines."""
_DEEP_KEY: Final = re.compile(
    r"(?<![A-Za-z0-9_-])(?:(?:[A-Za-z0-9_-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+){" + str(NESTING) + "}"
)


def file_bytes(path: Path, most: int) -> bytes:
    """What is in a file; OSError where it cannot be read, or goes on for longer than anything meant would."""
    with path.open("rb") as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes")
    return found


def file_text(path: Path, most: int) -> str:
    """The text of a file of at most so many characters."""
    found = file_bytes(path, 4 * most).decode().replace("\r\n", "\n")
    if len(found) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} characters")
    return found


@final
class BoundsError(ValueError):
    """More than there may be: `where` leads to it, the text names the rule."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.where: list[str | int] = []
        self.text = text

    def __str__(self) -> str:
        return f"{spelled(self.where)}: {self.text}" if self.where else self.text


def spelled(where: list[str | int]) -> str:
    """ground.area[2].outline, counting from 1 as people do."""
    found = ""
    for part in where[:SPELLED]:
        if isinstance(part, int):
            found += f"[{part + 1}]"
        else:
            found += f".{part[:100]}" if found else part[:100]
    return found if len(where) <= SPELLED else f"{found}…"


def check(plain: Any, numbers: bool = True) -> None:
    """Raise BoundsError where plain data, as JSON or TOML hold it, goes beyond the table."""
    _check(plain, "", 1, numbers)


def _check(value: Any, name: str, depth: int, numbers: bool) -> None:
    if isinstance(value, str):
        most = TEXTS.get(name, TEXT)
        if len(value) > most:
            raise BoundsError(f"this text has {len(value):,} characters; at most {most:,} are allowed")
        if _UNSEEN.search(value):
            raise BoundsError("this text has a character in it that nobody can see or write")
    elif isinstance(value, (int, float)):
        most = NUMBERS.get(name, NUMBER)
        if numbers and not -most <= value <= most:  # neither is anything that is no number
            raise BoundsError(f"{shown(value)} is no number from {-most:,} to {most:,}")
    elif isinstance(value, list):
        _check_size(len(value), name, depth)
        for place, item in enumerate(value):
            try:
                _check(item, "", depth + 1, numbers)
            except BoundsError as error:
                error.where.insert(0, place)
                raise
    elif isinstance(value, dict):
        _check_size(len(value), name, depth)
        for key, item in value.items():
            _check_key(key)
            try:
                _check(item, key, depth + 1, numbers)
            except BoundsError as error:
                error.where.insert(0, key)
                raise


def _check_size(size: int, name: str, depth: int) -> None:
    most, things = LISTS.get(name, (MEMBERS, "things"))
    if size > most:
        raise BoundsError(f"{size:,} {things}; at most {most:,} are allowed")
    if depth > NESTING:
        raise BoundsError(f"lists and tables lie more than {NESTING} deep in one another")


def _check_key(key: str) -> None:
    if len(key) > TEXTS["name"]:
        raise BoundsError(f"a name of {len(key):,} characters; at most {TEXTS['name']} are allowed")
    if _UNSEEN.search(key):
        raise BoundsError("a name has a character in it that nobody can see or write")


def shown(value: Any) -> str:
    """A wrong value as people write it, and not at length."""
    if isinstance(value, str):
        return f"'{value}'" if len(value) <= SHOWN else f"'{value[:SHOWN]}…'"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**LONG_NUMBER else f"a number of more than {LONG_NUMBER} figures"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join([shown(item) for item in value[:FEW]])}{', …' if len(value) > FEW else ''}]"
    if isinstance(value, dict):
        return "a table"
    return "nothing" if value is None else "a day or a time"


def check_ground(ground: Ground) -> None:
    """Raise BoundsError where a ground has more corners than can be drawn, or where they lie far outside the field."""
    corners = sum([len(area.outline) for area in ground.areas]) + sum([len(one.outline) for one in ground.heights])
    corners += sum([len(line.points) for line in ground.lines]) + sum([len(road.points) for road in ground.roads])
    if corners > CORNERS:
        raise BoundsError(f"ground: {corners:,} corners and points in all; at most {CORNERS:,} are allowed")
    for name, boxes in (
        ("areas", [one.box for one in ground.areas]),
        ("lines", [one.box for one in ground.lines]),
        ("roads", [one.box for one in ground.roads]),
        ("heights", [one.box for one in ground.heights]),
        (
            "crossings",
            [(one.x - one.width, one.y - one.width, one.x + one.width, one.y + one.width) for one in ground.crossings],
        ),
    ):
        for place, box in enumerate(boxes):
            if _far(ground, box):
                raise BoundsError(f"ground.{name}[{place + 1}]: it lies farther outside the field than that is long")


def _far(ground: Ground, box: Box) -> bool:
    """Whether something reaches so far beyond the field that drawing it all would take for ever."""
    far = max(ground.width, ground.depth)
    west, south, east, north = box
    return not (-far <= west <= east <= ground.width + far and -far <= south <= north <= ground.depth + far)


def check_scenario(scenario: Scenario) -> None:
    """Raise BoundsError where a battle as a whole is beyond what can be fought."""
    check_ground(scenario.ground)
    for found, most, words in (
        (len(scenario.regiments), REGIMENTS, "{} regiments in all"),
        (len(scenario.commanders), OFFICERS, "{} officers in all"),
        (sum([one.men for one in scenario.regiments]), MEN, "{} men in all"),
        (sum([one.guns for one in scenario.regiments]), GUNS, "{} guns in all"),
    ):
        if found > most:
            raise BoundsError(f"{words.format(f'{found:,}')}; at most {most:,} are allowed")


def toml(text: str, most: int = OPTION) -> dict[str, Any]:
    """A TOML text within the bounds; raises BoundsError, or what the reader of TOML has to say.

    Numbers are left to whoever reads on and knows what each of them may be.
    """
    if len(text) > most:
        raise BoundsError(f"this text has {len(text):,} characters; at most {most:,} are allowed")
    deep = BoundsError(f"lists and tables lie more than {NESTING} deep in one another")
    if _DEEP_KEY.search(text):
        raise deep
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise deep from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise BoundsError("a number has thousands of figures") from None
    check(found, numbers=False)
    return found


def whole(figures: str) -> int:
    """For readers of JSON: a whole number; of one that is far beyond the bounds only so much that it is still that."""
    return int(figures[: 2 * LONG_NUMBER])


def no_constant(name: str) -> float:
    """For readers of JSON: what JSON does not have, NaN and Infinity, is no number here either."""
    raise ValueError(f"{name} is no number")
