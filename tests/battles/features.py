"""What the battles of the shelf show of what the rulebooks can do: the tables of `docs/battles.md`.

`python -m tests.battles.features --write` writes them there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from roundtop.battle.scenario import Scenario, commonest
from roundtop.battles import ids, load
from roundtop.rulebooks import rulebooks

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "battles.md"
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"
BREECH: Final = {"breech-loading-rifle", "breech-loading-carbine"}
REPEATERS: Final = {"repeating-rifle", "repeating-carbine"}
MOUNTED: Final = {"cavalry", "mounted-infantry"}

Has = Callable[[Scenario], bool]
"""Whether a battle has something; what it says for one rulebook alone counts for that one."""


def arms(*wanted: str, dismounted: bool | None = None) -> Has:
    return lambda s: any(
        one.arm in wanted and (dismounted is None or one.dismounted == dismounted) for one in s.regiments
    )


def carried(*wanted: str) -> Has:
    return lambda s: any(commonest(one.weapons) in wanted for one in s.regiments)


def quality(wanted: str) -> Has:
    return lambda s: any(one.quality == wanted for one in s.regiments)


def lines(*wanted: str) -> Has:
    return lambda s: any(one.kind in wanted for one in s.ground.lines)


def areas(*wanted: str) -> Has:
    return lambda s: any(one.kind in wanted for one in s.ground.areas)


def crossings(wanted: str) -> Has:
    return lambda s: any(one.kind == wanted for one in s.ground.crossings)


def said(*wanted: str) -> Has:
    return lambda s: any(one.name in wanted for one in s.values)


FEATURES: Final[dict[str, Has]] = {
    "cavalry mounted": arms(*MOUNTED, dismounted=False),
    "cavalry on foot": arms(*MOUNTED, dismounted=True),
    "horse artillery": arms("horse-artillery"),
    "smoothbores": carried("smoothbore-musket"),
    "breech-loaders": carried(*BREECH),
    "repeaters": carried(*REPEATERS),
    "sharpshooters": arms("sharpshooters"),
    "green troops": quality("green"),
    "elite troops": quality("elite"),
    "hedges": lines("hedge"),
    "walls": lines("wall"),
    "a sunken road": lines("sunken-road"),
    "cuttings": lines("railway-cutting"),
    "earthworks": lines("earthwork", "breastwork", "abatis", "chevaux-de-frise"),
    "a town": areas("town"),
    "buildings": areas("building"),
    "corn": areas("corn"),
    "fords": crossings("ford"),
    "bridges": crossings("bridge"),
    "reinforcements": lambda s: any(one.arrives for one in s.regiments),
    "dusk or fog": lambda s: s.visibility is not None,
    "several commanders a side": lambda s: bool(s.seats),
    "officers with traits": said("traits"),
    "loads, ladders, deeds": said("loads", "ladders", "deeds"),
}


def tables() -> str:
    """Both tables: the battles, and what is met where."""
    battles = [load(id) for id in ids()]
    return "\n".join([BEGIN, *shelf(battles), "", *features(battles), END])


def shelf(battles: list[Scenario]) -> Iterator[str]:
    yield "| battle | | units | men | minutes | by |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for one in sorted(battles, key=lambda s: (s.date or "9", s.id)):
        men = sum(regiment.men for regiment in one.regiments)
        books = ", ".join(one.rulebooks)
        yield f"| {one.title} (`{one.id}`) | {one.date} | {len(one.regiments)} | {men} | {one.minutes} | {books} |"


def met(one: Scenario, book: str, has: Has) -> bool:
    """Whether a rulebook meets something on a battle."""
    own = tuple(value for value in one.values if value.rulebook == book)
    return book in one.rulebooks and has(replace(one, values=own))


def features(battles: list[Scenario]) -> Iterator[str]:
    books = [book.id for book in rulebooks()]
    yield f"| | {' | '.join(books)} |"
    yield "| --- |" + " --- |" * len(books)
    for name, has in FEATURES.items():
        cells = [", ".join([one.id for one in battles if met(one, book, has)]) for book in books]
        yield f"| {name} | {' | '.join(cells)} |"


def written(page: str) -> str:
    """The page with its tables made afresh."""
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    return before + tables() + after


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
    else:
        sys.stdout.write(tables() + "\n")
