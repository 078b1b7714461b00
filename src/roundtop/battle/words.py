"""Words that every rulebook needs to tell what happens: numbers, lists, directions, sides."""

from __future__ import annotations

from typing import Final

from roundtop.dice.sources import Roll
from roundtop.table.measure import FULL_TURN

COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ARMIES: Final = {"union": "the Union", "confederate": "the Confederates"}
SIDES: Final = {"union": "Union", "confederate": "Confederate"}


def listed(words: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)


def numbered(number: int, word: str) -> str:
    """`1 hit`, `2 hits`, `no hits`."""
    return f"{number or 'no'} {word}" + ("" if number == 1 else "s")


def in_words(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def compass(facing: int) -> str:
    """The nearest of eight directions."""
    return COMPASS[(facing * 8 + FULL_TURN // 2) // FULL_TURN % 8]


def place_of(known: tuple[str, ...], one: str) -> int:
    """The place of one among those known, -1 where it is not."""
    return known.index(one) if one in known else -1


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def plain(id: str) -> str:
    """A word of the scenario's vocabulary as it is spoken: `Rifle musket`, `12-pdr Napoleon`."""
    if id[:1].isdigit():
        return id.replace("-napoleon", " Napoleon").replace("-parrott", " Parrott").replace("-rifle", " rifle")
    return capital(id.replace("-", " "))


def side_does(side: str, verb: str) -> str:
    """`The Union moves`, `The Confederates move`, for a verb that takes an s."""
    return capital(ARMIES.get(side, side)) + " " + verb_of(side, verb)


def verb_of(side: str, verb: str) -> str:
    """The verb that goes with a side."""
    return verb + ("s" if side == "union" else "")


def throws(rolls: tuple[Roll, ...], higher: bool = True) -> str:
    """The throw that settled it, `5 to 3`: the winner's die first, who wins by the higher or by the lower."""
    shown = [int(face) for roll in rolls for face in roll.faces][-2:]
    return " to ".join([str(face) for face in sorted(shown, reverse=higher)])


def victory(how: str, winner: str, points: tuple[tuple[str, int], ...]) -> str:
    """`Time is up: the Union wins, 12 points to 9.`, the winner's points first."""
    ranked = sorted(points, key=lambda row: row[0] != winner)
    score = f"{numbered(ranked[0][1], 'point')} to {ranked[1][1]}"
    victor = "a draw" if winner == "draw" else f"{ARMIES.get(winner, winner)} {verb_of(winner, 'win')}"
    return f"{how}: {victor}, {score}."
