"""House rules as a player gives them, checked against the options of a ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final

from roundtop.battle.bounds import NUMBER, BoundsError, check, shown
from roundtop.battle.ledger import Field, Ledger
from roundtop.record import record, replace

Limits = Mapping[str, tuple[float, float]]
"""Least and greatest sensible value of numeric options, by name."""
OR_NONE: Final = " or none"
"""The end of a type that leaves the choice of no value at all."""
LIST_OF: Final = "list of "
"""The beginning of a type of as many values as its default has."""


class OptionError(ValueError):
    """Options that cannot be; has every problem, each naming its option and saying what is allowed."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


@record
class Fixed:
    """A house rule that a battle has settled: its own value, None where it has no single one, and why."""

    option: str
    value: Any
    why: str


def overruled(fixed: Sequence[Fixed], given: Mapping[str, Any]) -> list[str]:
    """What is wrong with house rules that would say otherwise than the battle does, whose word comes first."""
    return [
        f"{one.option}: the battle settles it{'' if one.value is None else f' at {one.value}'}; {one.why}"
        for one in fixed
        if one.option in given and (one.value is None or given[one.option] != one.value)
    ]


def rising(found: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Clashes of values that must not fall from one option to the next."""
    return [
        f"{a}: {found[a]} is more than {b}, {found[b]}"
        for a, b in zip(names, names[1:], strict=False)
        if found[a] > found[b]
    ]


def checked(ledger: Ledger, given: Mapping[str, Any], limits: Limits | None = None) -> dict[str, Any]:
    """Every option of the ledger with the value given or its default; OptionError has all problems at once."""
    try:
        check(dict(given), numbers=False)
    except BoundsError as error:
        raise OptionError([str(error)]) from None
    fields = {choice.field.name: choice.field for choice in ledger.choices}
    problems = [f"{name}: no such option; there are {', '.join(fields)}" for name in given if name not in fields]
    found: dict[str, Any] = {}
    for name, field in fields.items():
        value = given.get(name, field.default)
        low, high = (limits or {}).get(name, (float("-inf"), float("inf")))
        if field.type.endswith(OR_NONE) and value in (None, "none"):
            found[name] = None
        elif field.type.startswith(LIST_OF) and _all_fit(field, value, low, high):
            found[name] = tuple(value)
        elif _fits(field, value) and (_kind(field) not in ("integer", "number") or low <= value <= high):
            found[name] = float(value) if _kind(field) == "number" else value
        else:
            problems.append(f"{name}: {shown(value)} is not {_allowed(field, low, high)}")
    if problems:
        raise OptionError(problems)
    return found


def overlapping_strips(found: Mapping[str, Any], strip: str, table: str, unit: str, between: float = 0.0) -> list[str]:
    """What is wrong where the strips in which both sides deploy leave less than `between` on the table's depth."""
    depth, whole = found[strip], found[table]
    if 2 * depth + between <= whole:
        return []
    room = f" with {between:g} between them" if between else ""
    return [f"{strip}: two strips of {depth:g} {unit}{room} are more than {table}, {whole:g}"]


def _kind(field: Field) -> str:
    return field.type.removesuffix(OR_NONE)


def _all_fit(field: Field, value: Any, low: float, high: float) -> bool:
    one = replace(field, type=field.type.removeprefix(LIST_OF))
    if not isinstance(value, (list, tuple)) or len(value) != len(field.default):
        return False
    return all([_fits(one, each) and low <= each <= high for each in value])


def _fits(field: Field, value: Any) -> bool:
    kind = _kind(field)
    if kind.startswith(LIST_OF):
        return False
    if kind == "boolean" or isinstance(value, bool):
        return kind == "boolean" and isinstance(value, bool)
    if kind == "integer":
        return isinstance(value, int) and abs(value) <= NUMBER
    if kind == "number":
        return isinstance(value, (int, float)) and -NUMBER <= value <= NUMBER
    if kind == "choice":
        return value in field.values
    return isinstance(value, str)


def _allowed(field: Field, low: float, high: float) -> str:
    if field.type.endswith(OR_NONE):
        return f"{_allowed(replace(field, type=_kind(field)), low, high)}, or none"
    if field.type.startswith(LIST_OF):
        one = replace(field, type=field.type.removeprefix(LIST_OF))
        return f"a list of {len(field.default)}, each {_allowed(one, low, high)}"
    if field.type == "boolean":
        return "true or false"
    if field.type == "choice":
        return " or ".join([str(value) for value in field.values])
    if field.type == "string":
        return "text"
    kind = "a whole number" if field.type == "integer" else "a number"
    if isfinite(low) and isfinite(high):
        return f"{kind} from {low:g} to {high:g}"
    return f"{kind} of at least {low:g}" if isfinite(low) else kind
