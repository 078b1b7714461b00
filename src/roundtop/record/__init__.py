# not compiled: classes are made once, and the build writes out for the compiler what is done here by name
"""Records: a class is its fields, and what it does.

`@record` makes a final class with slots, whose initialiser, equality and copy follow from its fields. The compiler
leaves a dataclass's own interpreted, so the build writes all three out for it as plain code (`roundtop.record.expand`).
A change is a fresh copy, altered before it is handed out: `copy(unit)`, or by name `replace(goal, holder=side)`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, TypeVar, cast, dataclass_transform, final, overload

T = TypeVar("T")

__all__ = ["copy", "field", "record", "replace"]


@overload
def record(kind: type[T], /) -> type[T]: ...


@overload
def record(*, init: bool = True, frozen: bool = False, unsafe_hash: bool = False) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(field_specifiers=(field,))
def record(kind: type[Any] | None = None, /, **given: bool) -> Any:
    """A final class of the fields it declares; with `init=False` it writes its own initialiser and is not copied."""
    if kind is None:
        return lambda declared: _made(declared, given)
    return _made(kind, given)


def copy(value: T) -> T:
    """A fresh record, field for field, to be altered before it is handed out."""
    return cast(T, cast(Any, value).__copy__())


def _made(declared: type[Any], given: dict[str, bool]) -> type[Any]:
    kind = dataclass(slots=True, **given)(declared)
    if given.get("init", True):
        kind.__copy__ = _copier(kind)
    return final(kind)


def _copier(kind: type[Any]) -> Callable[[Any], Any]:
    """How records of a class are copied: by the initialiser, which is quicker, where that sets fields as given."""
    names = [one.name for one in fields(kind) if one.init]
    rest = [one.name for one in fields(kind) if not one.init]
    if len(names) < 2 or hasattr(kind, "__post_init__"):
        return _copied
    values = attrgetter(*names)
    if not rest:
        return lambda old: kind(*values(old))

    def copied(old: Any) -> Any:
        fresh = kind(*values(old))
        for name in rest:
            object.__setattr__(fresh, name, getattr(old, name))
        return fresh

    return copied


def _copied(old: Any) -> Any:
    fresh = object.__new__(type(old))
    for name in type(old).__slots__:
        object.__setattr__(fresh, name, getattr(old, name))
    return fresh
