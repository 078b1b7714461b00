"""Laws 6b and 10 to 13 on every field of a book and under house rules drawn at random: what tests have no time for.

python -m tests.laws.hunt --rulebook charge-boys --samples 20
python -m tests.laws.hunt --rulebook skirmish --laws 12 13 --seed 2
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from roundtop import rulebooks
from roundtop.battle.engine import begin
from roundtop.battle.protocol import Rulebook
from roundtop.battles import ids
from roundtop.dice.sources import Stream
from tests.laws import test_law10_paths as law10
from tests.laws import test_law11_charges as law11
from tests.laws import test_law12_standing as law12
from tests.laws import test_law13_offers as law13
from tests.laws.book import PLAIN, Variant
from tests.laws.foretold import disagreements, foretold
from tests.laws.fuzz import house_rules
from tests.laws.play import WILD, Case, fought, scenario
from tests.laws.reader import reader

MOMENTS: Final = 120
PLAYS: Final = 120
TABLES: Final = 24
COMMANDS: Final = 1500
BOTS: Final = (WILD, "captain")


def told(case: Case) -> list[str]:
    found = [one for bot in BOTS for one in foretold(case, bot, MOMENTS, 2)]
    return [words for one in found for words in disagreements(case.book, one, PLAYS)]


def charged(case: Case) -> list[str]:
    return law11.unoffered(case, TABLES)[1] if reader(case.book).charging is not None else []


def stood(case: Case) -> list[str]:
    return [words for bot in BOTS for words in law12.misplaced(case, bot, COMMANDS)[1]]


def offered(case: Case) -> list[str]:
    return [*law13.empty_offers(case, MOMENTS), *law13.all_empty_marches(case, 2 * law13.MARCHES)[1]]


LAWS: Final[dict[str, Callable[[Case], list[str]]]] = {
    "6b": told,
    "10": lambda case: law10.overlong(case)[1],
    "11": charged,
    "12": stood,
    "13": offered,
}


def cases(book: Rulebook, battle: str, samples: int, seed: str) -> Iterator[Case]:
    """Every field of a book by its printed rules, then so many by house rules at random on fields at random."""
    fields = [id for id in ids() if book.id in scenario(id).rulebooks and battle in ("", id)]
    for id in sorted(fields, key=lambda id: (scenario(id).ground.width * scenario(id).ground.depth, id)):
        yield Case(book, id, PLAIN)
    for number in range(samples):
        stream = Stream(f"laws {seed} {number}")
        yield Case(
            book, fields[stream.below(len(fields))], Variant(f"drawn-{seed}-{number}", house_rules(book, stream))
        )


def hunted(case: Case, laws: list[str]) -> list[str]:
    """What each law finds wrong in a case; house rules that leave no room to set it up find nothing."""
    try:
        begin(case.book, scenario(case.battle), case.variant.options)
    except ValueError:
        return []
    wrong: list[str] = []
    for law in laws:
        try:
            wrong += [f"law {law}: {words}" for words in LAWS[law](case)]
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            wrong.append(f"law {law}: {type(error).__name__} at {Path(where.filename).name}:{where.lineno}: {error}")
    fought.cache_clear()
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.laws.hunt", description=__doc__)
    parser.add_argument("--rulebook", default="", help="only this one")
    parser.add_argument("--battle", default="", help="only this field")
    parser.add_argument("--samples", type=int, default=10, help="how many sets of house rules at random")
    parser.add_argument("--laws", nargs="*", default=list(LAWS), choices=list(LAWS), help="only these")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seconds", type=float, default=3600.0, help="begin no further case after so long")
    given = parser.parse_args()
    finds = 0
    started = time.monotonic()
    for book in [book for book in rulebooks.rulebooks() if given.rulebook in ("", book.id)]:
        for case in cases(book, given.battle, given.samples, given.seed):
            if time.monotonic() - started > given.seconds:
                break
            wrong = hunted(case, given.laws)
            sys.stdout.write(f"{time.monotonic() - started:6.0f} s  {case.id}: {len(wrong)} found\n")
            if wrong and case.variant.options:
                sys.stdout.write(f"          {case.variant.options}\n")
            sys.stdout.write("".join([f"          {words}\n" for words in sorted(set(wrong))[:12]]))
            sys.stdout.flush()
            finds += len(wrong)
    return int(finds > 0)


if __name__ == "__main__":
    sys.exit(main())
