# not compiled: it reads the annotations of classes, each once
"""Whether plain data has the shape of a record, told by the names of its fields before anything is made of it."""

from __future__ import annotations

import dataclasses
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, final, get_args, get_origin, get_type_hints

from roundtop.battle.bounds import spelled

Where = list[str | int]
WORDS: Final[dict[type, str]] = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


class ShapeError(ValueError):
    """Where plain data is not of its kind, and what is expected there."""

    def __init__(self, where: Where, text: str) -> None:
        super().__init__(f"{spelled(where)}: {text}" if where else text)


def check(plain: Any, kind: Any) -> None:
    """Raise ShapeError where plain data, as the codec writes it, is no such record, list, text or number."""
    Shapes().check(plain, kind, [])


@final
class Shapes:
    """What the fields of each record are annotated with, read once for each."""

    def __init__(self) -> None:
        self.hints: dict[type, dict[str, Any]] = {}
        self.fields: dict[type, dict[str, bool]] = {}

    def check(self, plain: Any, kind: Any, where: Where) -> None:
        origin = get_origin(kind)
        if origin in (Union, UnionType):
            self._check_any(plain, get_args(kind), where)
        elif origin is tuple:
            self._check_list(plain, get_args(kind), where)
        elif origin is Literal:
            if plain not in get_args(kind):
                raise ShapeError(where, f"expected {' or '.join([str(one) for one in get_args(kind)])}")
        elif dataclasses.is_dataclass(kind) and isinstance(kind, type):
            self._check_record(plain, kind, where)
        elif kind in WORDS and not _is_a(plain, kind):
            raise ShapeError(where, f"expected {WORDS[kind]}, found {found(plain)}")

    def _check_any(self, plain: Any, kinds: tuple[Any, ...], where: Where) -> None:
        """One of several kinds: none at all, a record by its name, or whatever else fits."""
        if plain is None and NoneType in kinds:
            return
        rest = [kind for kind in kinds if kind is not NoneType]
        named = [kind for kind in rest if isinstance(plain, dict) and kind_of(kind) == plain.get("is")]
        if named or len(rest) == 1:
            self.check(plain, (named or rest)[0], where)
            return
        for kind in rest:
            try:
                self.check(plain, kind, where)
            except ShapeError:
                continue
            return
        raise ShapeError(where, f"expected {' or '.join([_named(kind) for kind in rest])}, found {found(plain)}")

    def _check_list(self, plain: Any, kinds: tuple[Any, ...], where: Where) -> None:
        if not isinstance(plain, list):
            raise ShapeError(where, f"expected a list, found {found(plain)}")
        endless = kinds[-1:] == (Ellipsis,)
        if not endless and len(plain) != len(kinds):
            raise ShapeError(where, f"expected a list of {len(kinds)}, found one of {len(plain)}")
        for place, item in enumerate(plain):
            self.check(item, kinds[0] if endless else kinds[place], [*where, place])

    def _check_record(self, plain: Any, kind: type, where: Where) -> None:
        if not isinstance(plain, dict) or plain.get("is") != kind.__name__:
            raise ShapeError(where, f"expected a table that is '{kind.__name__}', found {found(plain)}")
        if kind not in self.hints:
            self.hints[kind] = get_type_hints(kind)
            self.fields[kind] = {
                one.name: one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING
                for one in dataclasses.fields(kind)
                if one.init
            }
        for name, wanted in self.fields[kind].items():
            if name in plain:
                self.check(plain[name], self.hints[kind][name], [*where, name])
            elif wanted:
                raise ShapeError([*where, name], "this is missing")
        for name in plain:
            if name != "is" and name not in self.fields[kind]:
                raise ShapeError([*where, name], f"'{kind.__name__}' has no such field")


def _is_a(plain: Any, kind: type) -> bool:
    if isinstance(plain, bool) or kind is bool:
        return isinstance(plain, bool) and kind is bool
    return isinstance(plain, (int, float) if kind is float else kind)


def kind_of(kind: Any) -> str:
    return str(getattr(kind, "__name__", ""))


def _named(kind: Any) -> str:
    if kind in WORDS:
        return WORDS[kind]
    return "a list" if get_origin(kind) is tuple else f"a table that is '{kind_of(kind)}'"


def found(plain: Any) -> str:
    """What stands there instead."""
    if plain is None:
        return "nothing"
    if isinstance(plain, dict):
        said = plain.get("is")
        return f"a table that is '{said[:50]}'" if isinstance(said, str) else "a table"
    if isinstance(plain, list):
        return "a list"
    for kind, words in WORDS.items():
        if _is_a(plain, kind):
            return words
    return "something else"
