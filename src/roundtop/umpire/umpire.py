"""The umpire as a library: ask a procedure of a rulebook with dice, a seed, one's own throws, or for the odds.

>>> from roundtop.umpire import ask
>>> ask("infantry-action", "commander-rating", {}, dice="d6:6, d6:4").outcome
{'total': 10, 'rating': 3}
>>> ask("infantry-action", "commander-rating", {}, odds=True).whole.chances[-1]
Chance(outcome={'rating': 3}, chance=Fraction(1, 6))
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, Protocol, final, overload

from roundtop import rulebooks as registry
from roundtop.battle.ledger import Field, Ledger, Record, Routine, inner
from roundtop.battle.procedure import Chances, FieldError, Procedure, Situation, Worked
from roundtop.battle.tally import Row
from roundtop.dice.exact import Estimate, Odds, TooMany, wilson
from roundtop.dice.questions import DiceError, Question
from roundtop.dice.sources import Dice, Physical, Roll, Scripted, Seeded, Wanted
from roundtop.umpire.fields import Plain, UmpireError, check, suggest

TRIALS: Final = 4000
"""Runs behind an estimate of what cannot be enumerated."""


class Book(Protocol):
    """What the umpire reads of a rulebook."""

    @property
    def id(self) -> str: ...
    @property
    def ledger(self) -> Ledger: ...
    @property
    def procedures(self) -> tuple[Procedure, ...]: ...


@final
@dataclass(slots=True, frozen=True)
class Result:
    """A procedure carried out: what came out by the ledger's names, the working line by line, the dice thrown."""

    outcome: dict[str, Any]
    working: tuple[Row, ...]
    rolls: tuple[Roll, ...]

    @property
    def legal(self) -> bool:
        """False where the rules say no; the outcome then names the clause."""
        return bool(self.outcome.get("legal", True))

    @property
    def dice(self) -> tuple[str, ...]:
        """The dice as they are written, `d6:5`; they give the same result when asked again with them."""
        return tuple(f"{roll.kind}:{face}" for roll in self.rolls for face in roll.faces)


@final
@dataclass(slots=True, frozen=True)
class Chance:
    """An outcome, working left out, and its exact chance."""

    outcome: dict[str, Any]
    chance: Fraction


@final
@dataclass(slots=True, frozen=True)
class Exact:
    """Exact chances of one group of outputs, likeliest first; they sum to one."""

    group: str
    chances: tuple[Chance, ...]


@final
@dataclass(slots=True, frozen=True)
class Share:
    """An outcome, working left out, how often it came and the 95 per cent interval of its chance."""

    outcome: dict[str, Any]
    estimate: float
    interval: tuple[float, float]


@final
@dataclass(slots=True, frozen=True)
class Estimated:
    """Chances of one group of outputs estimated by trials, most frequent first."""

    group: str
    trials: int
    shares: tuple[Share, ...]


@final
@dataclass(slots=True, frozen=True)
class Prospect:
    """The odds of a procedure, group by group; group "" speaks of the outputs as a whole."""

    groups: tuple[Exact | Estimated, ...]

    @property
    def whole(self) -> Exact | Estimated:
        """The odds of the outputs as a whole."""
        for group in self.groups:
            if not group.group:
                return group
        raise KeyError("")


def procedures(rulebook: str | Book | None = None) -> tuple[tuple[Book, Routine], ...]:
    """Every procedure of a rulebook, or of all, as its ledger describes it."""
    books: Sequence[Book] = registry.rulebooks() if rulebook is None else (find_book(rulebook),)
    return tuple((book, book.ledger.routines[procedure.name]) for book in books for procedure in book.procedures)


def find_book(rulebook: str | Book) -> Book:
    """The rulebook of that id."""
    if not isinstance(rulebook, str):
        return rulebook
    books: dict[str, Book] = {book.id: book for book in registry.rulebooks()}
    if rulebook not in books:
        hint = suggest(rulebook, books) or f"; there are {', '.join(books)}"
        raise UmpireError(f"rulebook: there is no '{rulebook}'{hint}")
    return books[rulebook]


def find_procedure(book: Book, name: str) -> Procedure:
    """The procedure of that name."""
    for procedure in book.procedures:
        if procedure.name == name:
            return procedure
    names = [procedure.name for procedure in book.procedures]
    hint = suggest(name, names) or f"; it has {', '.join(names)}"
    raise UmpireError(f"procedure: {book.id} has no '{name}'{hint}")


@overload
def ask(
    rulebook: str | Book,
    procedure: str,
    situation: Mapping[str, Any],
    *,
    dice: str | Sequence[str] | None = None,
    seed: int | str | None = None,
    odds: Literal[False] = False,
) -> Result: ...


@overload
def ask(rulebook: str | Book, procedure: str, situation: Mapping[str, Any], *, odds: Literal[True]) -> Prospect: ...


def ask(
    rulebook: str | Book,
    procedure: str,
    situation: Mapping[str, Any],
    *,
    dice: str | Sequence[str] | None = None,
    seed: int | str | None = None,
    odds: bool = False,
) -> Result | Prospect:
    """Carry a procedure out with the dice given (none: no die may be needed) or a seed, or work out its odds."""
    if (dice is not None) + (seed is not None) + odds > 1:
        raise UmpireError("give one of dice, seed and odds, not several")
    book = find_book(rulebook)
    known = find_procedure(book, procedure)
    ready = _read(book, known, situation)
    if odds:
        return _prospect(book, known, ready)
    if seed is not None:
        return _result(known, ready, Seeded(seed))
    scripted = Scripted(written(dice or ()), isinstance(dice, str) and ":" not in dice)
    result = _result(known, ready, scripted)
    try:
        scripted.finish()
    except DiceError as error:
        no = "" if result.legal else f" (the answer is no by {result.outcome.get('clause')}, so no die is thrown)"
        raise UmpireError(f"dice: {error}{no}") from None
    return result


def by_hand(
    rulebook: str | Book, procedure: str, situation: Mapping[str, Any], throws: Sequence[str]
) -> Result | Question:
    """Carry a procedure out with real dice: the result, or the question whose throw is still to be typed in.

    A throw is the faces (`5 2 6`, `6-3`) or, where the rule reads only a count, `=2`.
    """
    book = find_book(rulebook)
    known = find_procedure(book, procedure)
    physical = Physical(throws)
    try:
        result = _result(known, _read(book, known, situation), physical)
        physical.finish()
    except Wanted as wanted:
        return wanted.question
    except DiceError as error:
        raise UmpireError(f"dice: {error}") from None
    return result


def written(dice: str | Sequence[str]) -> list[str]:
    """Dice as a list of `kind:face`, from a list or from one line with commas or spaces; a line may be faces alone."""
    if isinstance(dice, str):
        return dice.replace(",", " ").split()
    for place, die in enumerate(dice):
        if not isinstance(die, str):
            raise UmpireError(f"dice[{place}]: {die!r} is not written kind:face, as in 'd6:5'")
    return [die.strip() for die in dice]


def _read(book: Book, procedure: Procedure, situation: Mapping[str, Any]) -> Situation:
    fields = check(book.ledger, book.ledger.routines[procedure.name], situation)
    try:
        return procedure.read(fields)
    except FieldError as error:
        raise UmpireError(str(error)) from None


def _result(procedure: Procedure, situation: Situation, dice: Dice) -> Result:
    try:
        worked: Worked = procedure.work(situation, dice)
    except FieldError as error:
        raise UmpireError(str(error)) from None
    except DiceError as error:
        raise UmpireError(str(error) if str(error).startswith("dice") else f"dice: {error}") from None
    return Result(plain(worked.outputs), worked.lines, tuple(dice.rolls))


def _prospect(book: Book, procedure: Procedure, situation: Situation) -> Prospect:
    routine = book.ledger.routines[procedure.name]
    try:
        groups = procedure.chances(situation)
    except FieldError as error:
        raise UmpireError(str(error)) from None
    except TooMany:
        groups = (_by_trials(procedure, situation),)
    return Prospect(tuple(_group(group, routine, book.ledger.records) for group in groups))


def _by_trials(procedure: Procedure, situation: Situation) -> Chances:
    """Chances of what cannot be enumerated, from trials."""
    dice = Seeded(procedure.name)
    counts: dict[str, int] = {}
    for _ in range(TRIALS):
        key = json.dumps(plain(procedure.work(situation, dice).outputs))
        counts[key] = counts.get(key, 0) + 1
        dice.rolls.clear()
    return Chances("", Estimate(counts, TRIALS), json.loads)


def _group(group: Chances, routine: Routine, records: dict[str, Record]) -> Exact | Estimated:
    odds = group.odds
    counts = odds.weights if isinstance(odds, Odds) else odds.counts
    merged: dict[str, int] = {}
    outcomes: dict[str, dict[str, Any]] = {}
    for reached, weight in counts.items():
        outcome = plain(group.outputs(reached))
        if not group.group:
            outcome = seen(outcome, routine.outputs, records)
        key = json.dumps(outcome, sort_keys=True)
        outcomes.setdefault(key, outcome)
        merged[key] = merged.get(key, 0) + weight
    ranked = sorted(merged.items(), key=lambda item: (-item[1], item[0]))
    if isinstance(odds, Odds):
        chances = [Chance(outcomes[key], Fraction(weight, odds.total)) for key, weight in ranked]
        return Exact(group.group, tuple(chances))
    trials = odds.trials
    shares = [Share(outcomes[key], count / trials, wilson(count, trials)) for key, count in ranked]
    return Estimated(group.group, trials, tuple(shares))


def plain(value: Plain) -> Plain:
    """Plain data: lists for tuples, and whatever is None left out."""
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items() if one is not None}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value


def seen(outputs: dict[str, Any], fields: Sequence[Field], records: dict[str, Record]) -> dict[str, Any]:
    """Outputs without the fields that the ledger marks as working, in records too."""
    working = {field.name for field in fields if field.working}
    kinds = {field.name: field.type for field in fields}
    return {
        name: _seen_in(value, kinds.get(name, ""), records) for name, value in outputs.items() if name not in working
    }


def _seen_in(value: Plain, kind: str, records: dict[str, Record]) -> Plain:
    form, held = inner(kind)
    if form == "or none":
        return _seen_in(value, held, records)
    if form == "list of" and isinstance(value, list):
        return [_seen_in(one, held, records) for one in value]
    if form == "map of" and isinstance(value, dict):
        return {name: _seen_in(one, held, records) for name, one in value.items()}
    if form == "record" and isinstance(value, dict):
        return seen(value, records[held].fields, records)
    return value
