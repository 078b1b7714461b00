"""Clauses found by words or by id, the fittest first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final, final

from roundtop.battle.ledger import Clause, Ledger

WEIGHTS: Final = {"id": 8.0, "option": 5.0, "text": 4.0, "ruling": 2.0, "source": 1.5, "example": 1.0}
"""What a word is worth by where it stands."""
BEGINNING: Final = 0.5
"""What the beginning of a word is worth, against the word itself."""
PHRASE: Final = 6.0
WORD: Final = re.compile(r"[a-z0-9]+")
ENDINGS: Final = ("ings", "ing", "ies", "ed", "es", "s", "e", "y")
SHORTEST_STEM: Final = 3


@final
@dataclass(slots=True, frozen=True)
class Found:
    """A clause that was found, the rulebook's title and how well it fits."""

    book: str
    clause: Clause
    score: float


def search(ledgers: Sequence[Ledger], words: Sequence[str]) -> list[Found]:
    """Clauses with all the words, the fittest first; where none has all, those with any. Without words: all."""
    clauses = [(ledger.id, clause) for ledger in ledgers for clause in ledger.clauses]
    asked = " ".join(words).lower().strip()
    exact = [Found(book, clause, 1.0) for book, clause in clauses if asked in (clause.id, short(clause.id))]
    if exact or not asked:
        return exact or [Found(book, clause, 0.0) for book, clause in clauses]
    if not clauses:
        return []
    stems = [stem(word) for word in WORD.findall(asked)]
    indexed = [(book, clause, places(clause)) for book, clause in clauses]
    scores = [[worth(one, where) for one in stems] for _, _, where in indexed]
    rarity = [1 + log(len(clauses) / (1 + sum(row[i] > 0 for row in scores))) for i in range(len(stems))]
    whole = [row for row in scores if all(row)]
    found: list[Found] = []
    for (book, clause, where), row in zip(indexed, scores, strict=True):
        if any(row) and (not whole or all(row)):
            phrase = PHRASE if len(stems) > 1 and phrased(stems, where["text"]) else 0.0
            found.append(Found(book, clause, sum(w * r for w, r in zip(row, rarity, strict=True)) + phrase))
    return sorted(found, key=lambda one: -one.score)


def short(id: str) -> str:
    """A clause id without its rulebook: `combat.blank`."""
    return id.partition(".")[2]


def stem(word: str) -> str:
    """A word without its ending, so that charge, charges and charging are one."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


def places(clause: Clause) -> dict[str, str]:
    """The stems of a clause by where they stand."""
    texts = {
        "id": short(clause.id),
        "option": " ".join(clause.options),
        "text": clause.text,
        "ruling": clause.ruling,
        "source": clause.source,
        "example": " ".join(clause.examples),
    }
    return {place: stemmed(text) for place, text in texts.items()}


@lru_cache(maxsize=2**14)
def stemmed(text: str) -> str:
    """The stems of a text, each between two spaces."""
    return f" {' '.join([stem(word) for word in WORD.findall(text.lower())])} "


def worth(asked: str, where: dict[str, str]) -> float:
    """How much a clause has of one word: each place counts once."""
    total = 0.0
    for place, stems in where.items():
        if f" {asked} " in stems:
            total += WEIGHTS[place]
        elif len(asked) >= SHORTEST_STEM and f" {asked}" in stems:
            total += WEIGHTS[place] * BEGINNING
    return total


def phrased(asked: list[str], stems: str) -> bool:
    """Whether the words stand there side by side."""
    return f" {' '.join(asked)} " in stems
