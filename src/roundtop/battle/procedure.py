"""A procedure of a rulebook as the umpire knows it: from the ledger's fields to the rule's own code and back.

One reader fills a rule's situation from the ledger's fields of the same names (`reads`), and one answerer takes the
ledger's outputs from whatever the rule reached by theirs (`under`). A chapter says only what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, Final

from roundtop.battle.ledger import Field, Ledger, Routine, inner
from roundtop.battle.options import OptionError
from roundtop.battle.tally import Row
from roundtop.dice.exact import Estimate, Odds, fold
from roundtop.dice.sources import Dice
from roundtop.record import record

Situation = Any
"""What `look` reads off the table for a procedure, or a person fills in by hand."""
Reached = Any
"""The hashable state in which the stages of a procedure end."""
Outputs = dict[str, Any]
"""Outputs by the ledger's names, as plain data."""
Answer = Any
"""Where outputs are taken from by the ledger's names: a record, a mapping, or several of them, the first before."""
Fields = dict[str, Any]
"""The ledger's fields of a procedure or a record, checked; `settings` are the house rules among them."""
Read = Callable[[Fields], Situation]
Roll = Callable[[Situation, Dice], Reached]
Explain = Callable[[Situation, Reached], tuple[Row, ...]]
Clauses = dict[str, str]
"""Outputs that speak for themselves in the working, each with its clause."""
SETTINGS: Final = "settings"
OPTIONS: Final = "options"
DECIMALS: Final = 3
"""To which a number is given out."""


class FieldError(ValueError):
    """A situation that cannot be; names the field."""


@record
class Worked:
    """A procedure carried out once: what it gave, working included, and the working line by line.

    Without lines the outputs speak for themselves, by the clauses `by`: one of all, or one of each that speaks.
    """

    outputs: Answer
    lines: tuple[Row, ...]
    by: str | Clauses = ""


@record
class Chances:
    """Chances of one group of outputs. `group` names which part they speak of ("" for the outputs as a whole)."""

    group: str
    odds: Odds[Any] | Estimate[Any]
    outputs: Callable[[Any], Answer]


@record
class Procedure:
    """`read` turns checked fields into a situation (FieldError names one that cannot be).

    `work` carries the rule out with dice. `chances` gives the odds of its outputs, working left out.
    """

    name: str
    read: Read
    work: Callable[[Situation, Dice], Worked]
    chances: Callable[[Situation], tuple[Chances, ...]]


# ---------------------------------------------------------------- reading


def reads(kind: Callable[..., Situation], can_be: Callable[[Fields], None] | None = None, **parts: Any) -> Read:
    """Reads a record from the ledger's fields of the same names.

    `parts` are its fields of another name, or of another form: the ledger's name for it ("target.distance_cm" inside
    a record), or a function of all fields. `can_be` raises FieldError where fields contradict each other.
    """

    def read(given: Fields) -> Situation:
        if can_be is not None:
            can_be(given)
        return filled(kind, given, **{name: _part(how, given) for name, how in parts.items()})

    return read


def with_parts(can_be: Callable[[Fields], None] | None = None, **parts: Any) -> Read:
    """Reads the fields themselves, some of them in another form."""

    def read(fields: Fields) -> Fields:
        if can_be is not None:
            can_be(fields)
        return fields | {name: _part(how, fields) for name, how in parts.items()}

    return read


def _part(how: Any, given: Fields) -> Any:
    if not isinstance(how, str):
        return how(given)
    found: Any = given
    for name in how.split("."):
        found = None if found is None else found[name]
    return found


def filled(kind: Callable[..., Situation], given: Mapping[str, Any], **more: Any) -> Situation:
    """A record from the fields of the same names, and what is given besides; what was left out takes its default."""
    wanted: Any = kind
    found: dict[str, Any] = {}
    for one in fields(wanted):
        value = more[one.name] if one.name in more else given.get(one.name)
        if value is not None or (one.default is MISSING and one.default_factory is MISSING):
            found[one.name] = kept(value)
    return kind(**found)


def kept(value: Any) -> Any:
    """A field as a situation keeps it: lists as tuples."""
    return tuple([kept(one) for one in value]) if isinstance(value, list) else value


def inside(name: str, read: Read) -> Callable[[Fields], Situation]:
    """The record in that field; None where it was left out."""

    def found(given: Fields) -> Situation:
        return None if given[name] is None else _within(name, read, given[name], given)

    return found


def each(name: str, read: Read) -> Callable[[Fields], Situation]:
    """The records listed in that field."""

    def found(given: Fields) -> Situation:
        return tuple([_within(f"{name}[{n}]", read, one, given) for n, one in enumerate(given[name])])

    return found


def _within(path: str, read: Read, one: Fields, given: Fields) -> Situation:
    try:
        return read({**one, SETTINGS: given[SETTINGS]})
    except FieldError as error:
        raise FieldError(f"{path}.{error}") from None


def as_given(given: Fields) -> Situation:
    """The fields themselves."""
    return given


def called(function: Callable[..., Reached], *also: str) -> Callable[..., Reached]:
    """A rule called with the procedure's fields by their names; `also` names the house rules where it wants them."""

    def call(given: Fields, *_: Dice) -> Reached:
        named = [name for name in given if name not in (OPTIONS, SETTINGS)]
        return function(**{name: kept(given[name]) for name in (*named, *also)})

    return call


# What cannot be.


def between(name: str, value: float, low: float, high: float = float("inf")) -> None:
    """FieldError where a number cannot be."""
    fault = out_of(value, low, high)
    if fault:
        raise FieldError(f"{name}: {fault}")


def out_of(value: float, low: float, high: float) -> str:
    """What is wrong with a number that lies outside; "" where nothing is."""
    if low <= value <= high:
        return ""
    if high == float("inf"):
        return f"{figure(value)} cannot be; it is at least {figure(low)}"
    if low == float("-inf"):
        return f"{figure(value)} cannot be; it is at most {figure(high)}"
    return f"{figure(value)} cannot be; it is from {figure(low)} to {figure(high)}"


def figure(value: float) -> str:
    """A number as people write it."""
    return f"{value:.12g}" if abs(value) >= 1e12 else f"{value:.4f}".rstrip("0").rstrip(".")


def once(name: str, given: Sequence[Any]) -> None:
    """FieldError where something is named twice."""
    for one in given:
        if list(given).count(one) > 1:
            raise FieldError(f"{name}: '{one}' is named twice")


def two_sides(name: str, given: Sequence[str]) -> tuple[str, str]:
    """The two sides."""
    if len(given) != 2 or given[0] == given[1]:
        raise FieldError(f"{name}: {', '.join(given) or 'nobody'} cannot be; it names the two sides, each once")
    return given[0], given[1]


def point(name: str, given: Sequence[float]) -> tuple[float, float]:
    """A place, [x, y]."""
    if len(given) != 2:
        raise FieldError(f"{name}: {given} cannot be; a point is [x, y]")
    return given[0], given[1]


def needed(name: str, value: Any, what: str) -> Any:
    """A field that may be left out elsewhere."""
    if value is None:
        raise FieldError(f"{name}: missing; {what}")
    return value


# ---------------------------------------------------------------- carrying out


def simple(
    name: str,
    read: Read,
    roll: Roll,
    answer: Callable[[Situation, Reached], Answer] | None = None,
    explain: Explain | str | Clauses = "",
    *,
    refusal: Callable[[Situation], str] | None = None,
    refused: Callable[[Situation], Answer] | None = None,
) -> Procedure:
    """A procedure of one stage: the roll's result gives outputs and working; its odds are the roll's, enumerated.

    Without `answer` the outputs are those of what was reached; where `explain` is clauses they speak for themselves.
    Where `refusal` names a clause nothing is thrown, and `refused` gives what is known all the same.
    """

    def answered(situation: Situation, reached: Reached) -> Answer:
        found = reached if answer is None else answer(situation, reached)
        return found if refusal is None else (verdict(""), found)

    def no(situation: Situation, clause: str) -> Answer:
        return verdict(clause) if refused is None else (verdict(clause), refused(situation))

    def work(situation: Situation, dice: Dice) -> Worked:
        clause = "" if refusal is None else refusal(situation)
        if clause:
            return Worked(no(situation, clause), verdict_line(situation, clause))
        reached = roll(situation, dice)
        outputs = answered(situation, reached)
        return _worked(situation, reached, outputs, explain)

    def chances(situation: Situation) -> tuple[Chances, ...]:
        clause = "" if refusal is None else refusal(situation)
        if clause:
            return (certainly(no(situation, clause)),)
        return (Chances("", enumerated(situation, roll), lambda reached: answered(situation, reached)),)

    return Procedure(name, read, work, chances)


def _worked(situation: Situation, reached: Reached, outputs: Answer, explain: Explain | str | Clauses) -> Worked:
    if isinstance(explain, (str, dict)):
        return Worked(outputs, (), explain)
    return Worked(outputs, explain(situation, reached))


def reckoned(
    name: str,
    read: Read,
    reckon: Callable[[Situation], Reached],
    explain: Explain | str | Clauses = "",
    *,
    answer: Callable[[Situation, Reached], Answer] | None = None,
) -> Procedure:
    """A procedure without dice."""

    def work(situation: Situation, _: Dice) -> Worked:
        reached = reckon(situation)
        outputs = reached if answer is None else answer(situation, reached)
        return _worked(situation, reached, outputs, explain)

    def chances(situation: Situation) -> tuple[Chances, ...]:
        reached = reckon(situation)
        return (certainly(reached if answer is None else answer(situation, reached)),)

    return Procedure(name, read, work, chances)


def ruled(
    name: str, read: Read, refusal: Callable[[Situation], str], known: Callable[[Situation], Answer] | None = None
) -> Procedure:
    """A procedure that says yes, or no and by which clause, and what is known either way."""

    def answer(situation: Situation, clause: str) -> Answer:
        return verdict(clause) if known is None else (verdict(clause), known(situation))

    return simple(name, read, lambda situation, _: refusal(situation), answer, verdict_line)


def verdict(clause: str) -> Outputs:
    """Yes, or no and the clause that forbids it."""
    return {"legal": False, "clause": clause} if clause else {"legal": True}


def verdict_line(_: Situation, clause: str) -> tuple[Row, ...]:
    return (Row("not allowed", "no", clause),) if clause else (Row("allowed", "yes"),)


def enumerated(situation: Situation, roll: Roll) -> Odds[Any]:
    """The odds of a single roll."""
    return fold((lambda _, dice: roll(situation, dice),), None)


def chanced(
    odds: Callable[[Situation], Odds[Any]], answer: Callable[[Situation, Reached], Answer]
) -> Callable[[Situation], tuple[Chances, ...]]:
    """How the odds of a procedure are told, from those of what is reached."""

    def chances(situation: Situation) -> tuple[Chances, ...]:
        return (Chances("", odds(situation), lambda reached: answer(situation, reached)),)

    return chances


def certainly(outputs: Answer) -> Chances:
    """Outputs that are certain."""
    return Chances("", Odds({"": 1}, 1), lambda _: outputs)


def throws(dice: Dice, sides: tuple[str, str], clause: str, again: str = "") -> list[Row]:
    """The throws of two sides for the higher, one line each; ties are thrown again by the clause `again`."""
    faces = [face for roll in dice.rolls for face in roll.faces]
    return [
        Row(
            f"{sides[0]} {faces[n]}, {sides[1]} {faces[n + 1]}", f"throw {n // 2 + 1}", again or clause if n else clause
        )
        for n in range(0, len(faces), 2)
    ]


# ---------------------------------------------------------------- answering


def under(ledger: Ledger, settings: Callable[[Fields], Any], chapters: Sequence[Procedure]) -> tuple[Procedure, ...]:
    """The chapters' procedures in the ledger's order, with its house rules read and its outputs taken by name."""
    known = {one.name: one for one in chapters}
    return tuple([_under(ledger, routine, settings, known[name]) for name, routine in ledger.routines.items()])


def _under(ledger: Ledger, routine: Routine, settings: Callable[[Fields], Any], procedure: Procedure) -> Procedure:
    def read(given: Fields) -> Situation:
        return procedure.read({**given, SETTINGS: house(settings, given)})

    def work(situation: Situation, dice: Dice) -> Worked:
        worked = procedure.work(situation, dice)
        outputs = told(ledger, routine.outputs, worked.outputs)
        if not worked.by:
            return Worked(outputs, worked.lines)
        clauses = dict.fromkeys(outputs, worked.by) if isinstance(worked.by, str) else worked.by
        rows = [Row(name.replace("_", " "), shown(outputs[name]), clauses[name]) for name in clauses if name in outputs]
        return Worked(outputs, tuple(rows))

    def chances(situation: Situation) -> tuple[Chances, ...]:
        return tuple([_told_of(ledger, routine, one) for one in procedure.chances(situation)])

    return Procedure(procedure.name, read, work, chances)


def _told_of(ledger: Ledger, routine: Routine, one: Chances) -> Chances:
    if one.group:
        return one
    return Chances("", one.odds, lambda reached: told(ledger, routine.outputs, one.outputs(reached)))


def house(settings: Callable[[Fields], Any], given: Fields) -> Any:
    """The house rules in a procedure's fields; FieldError names the option that is wrong."""
    try:
        return settings(given.get(OPTIONS) or {})
    except OptionError as error:
        raise FieldError("; ".join([f"options.{problem}" for problem in error.problems])) from None


def told(ledger: Ledger, wanted: tuple[Field, ...], found: Answer) -> Outputs:
    """The ledger's outputs by their names; what is not known is left out."""
    values = {field.name: _told(ledger, field.type, _taken(field.name, found)) for field in wanted}
    return {name: value for name, value in values.items() if value is not None}


def _taken(name: str, found: Answer) -> Any:
    if isinstance(found, tuple):
        for one in found:
            value = _taken(name, one)
            if value is not None:
                return value
        return None
    return found.get(name) if isinstance(found, Mapping) else getattr(found, name, None)


def _told(ledger: Ledger, kind: str, value: Any) -> Any:
    """A value in the form of its type: records by their fields, in lists and maps too."""
    form, held = inner(kind)
    if value is None:
        return None
    if form == "or none":
        return _told(ledger, held, value)
    if form == "record":
        return told(ledger, ledger.records[held].fields, value)
    if form == "list of":
        return [_told(ledger, held, one) for one in value]
    if form == "map of":
        return {name: _told(ledger, held, one) for name, one in value.items()}
    return round(value, DECIMALS) + 0.0 if isinstance(value, float) else value


def shown(value: Any) -> str:
    """An output as it stands in the working."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join([shown(one) for one in value]) or "none"
    if isinstance(value, dict):
        return ", ".join([f"{name} {shown(one)}" for name, one in value.items()])
    return f"{value:g}" if isinstance(value, float) else str(value)
