# not compiled: it looks at classes by name
"""Whether plain data has the shape of a record, told by the names of its fields before anything is made of it.

The compiler keeps no annotations, so those of the records that strangers may send stand in `shapes.toml`, which
`python -m roundtop.battle.shape` prints.
"""

from __future__ import annotations

import dataclasses
import sys
import tomllib
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Union, final, get_args, get_origin, get_type_hints

from roundtop.battle import forms, protocol, scenario, scene, tally
from roundtop.battle.bounds import spelled
from roundtop.battle.codec import field_names
from roundtop.battle.protocol import Command, Outcome, Player
from roundtop.battle.scenario import Scenario
from roundtop.battle.scene import Scene, Telling
from roundtop.dice import sources
from roundtop.dice.sources import Roll
from roundtop.table import ground, path, pose

Where = list[str | int]
HOMES: Final = (scenario, protocol, forms, scene, tally, sources, ground, path, pose)
WORDS: Final[dict[type, str]] = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


class ShapeError(ValueError):
    """Where plain data is not of its kind, and what is expected there."""

    def __init__(self, where: Where, text: str) -> None:
        super().__init__(f"{spelled(where)}: {text}" if where else text)


def check(plain: Any, kind: Any) -> None:
    """Raise ShapeError where plain data, as the codec writes it, is no such record, list, text or number."""
    Shapes().check(plain, kind, [])


TABLE: Final[dict[str, dict[str, str]]] = tomllib.loads(Path(__file__).with_name("shapes.toml").read_text("utf-8"))
"""The annotations of each record, by its name and those of its fields."""
SENT: Final[tuple[type, ...]] = (Scenario, Player, Outcome, Roll, Command, Scene, Telling)
"""What strangers send whole, with all that is in it."""


@final
class Shapes:
    """What the fields of each record are annotated with, read once for each."""

    def __init__(self) -> None:
        self.hints: dict[type, dict[str, Any]] = {}
        self.fields: dict[type, dict[str, bool]] = {}
        self.known = {name: one for home in HOMES for name, one in vars(home).items() if isinstance(one, type)}

    def check(self, plain: Any, kind: Any, where: Where) -> None:
        origin = get_origin(kind)
        if origin in (Union, UnionType):
            self._check_any(plain, get_args(kind), where)
        elif origin is tuple:
            self._check_list(plain, get_args(kind), where)
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
            declared = type(kind.__name__, (), {"__annotations__": TABLE[kind.__name__]})
            self.hints[kind] = get_type_hints(declared, self.known)
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


def annotated(kinds: tuple[type, ...]) -> dict[str, dict[str, str]]:
    """The table of these records and all that is in them, as plain Python has them."""
    left = list(kinds)
    table: dict[str, dict[str, str]] = {}
    while left:
        kind = left.pop(0)
        if kind.__name__ in table:
            continue
        hints = get_type_hints(kind)
        table[kind.__name__] = {name: _spelled(hints[name], left) for name in field_names(kind)}
    return table


def _spelled(kind: Any, left: list[type]) -> str:
    """An annotation written without other names than those of records, which are noted."""
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        left.append(kind)
    if get_origin(kind) in (Union, UnionType):
        return " | ".join([_spelled(one, left) for one in get_args(kind)])
    if get_origin(kind) is not None:
        return f"{kind_of(get_origin(kind))}[{', '.join([_spelled(one, left) for one in get_args(kind)])}]"
    return {Ellipsis: "...", NoneType: "None"}.get(kind) or kind_of(kind)


def printed(table: dict[str, dict[str, str]]) -> str:
    """The table as its file has it."""
    return "\n".join(
        [
            "\n".join([f"[{name}]", *[f'{field} = "{kind}"' for field, kind in fields.items()], ""])
            for name, fields in table.items()
        ]
    )


if __name__ == "__main__":
    from roundtop.battle.gamefile import Source

    sys.stdout.write(printed(annotated((*SENT, Source))))
