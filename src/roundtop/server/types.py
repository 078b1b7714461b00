"""The JSON schema of everything said over the wire; `python -m roundtop.server.types` writes it down.

It is kept in a file because a compiled engine no longer knows the types of its fields.
"""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from inspect import Parameter, signature
from pathlib import Path
from types import UnionType
from typing import Any, Final, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from roundtop.battle.codec import field_names
from roundtop.battle.forms import ANSWERS
from roundtop.battle.protocol import Decision
from roundtop.server import bodies, house, wire
from roundtop.table.ground import Ground

FILE: Final = Path(__file__).with_name("types.json")
PLAIN: Final = (
    *get_args(wire.Said), *get_args(wire.Heard), wire.NewGame, wire.GameMade, wire.Take, wire.Taken, bodies.Branch,
    bodies.Umpire, bodies.NewLedger, bodies.Join, bodies.Act, wire.Listed, bodies.Manned, house.HouseWish, house.House,
    house.Invited,
)  # fmt: skip
CODED: Final = (Decision, Ground, *ANSWERS)
SIMPLE: Final = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}


def schema() -> dict[str, Any]:
    """Client messages under `Said` and server messages under `Heard`; coded values have their class under `is`."""
    said = _named(get_args(wire.Said), "#/$defs/{name}")
    heard = _named(get_args(wire.Heard), "#/$defs/{name}")
    others = [kind for kind in PLAIN if kind not in (*get_args(wire.Said), *get_args(wire.Heard))]
    _, rest = msgspec.json.schema_components(others, ref_template="#/$defs/{name}")
    defs = {**{f"Say{name}": {**one, "title": f"Say{name}"} for name, one in said.items()}, **rest, **heard, **_coded()}
    defs["Said"] = {"anyOf": [{"$ref": f"#/$defs/Say{kind.__name__}"} for kind in get_args(wire.Said)]}
    defs["Heard"] = {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in get_args(wire.Heard)]}
    defs["CodedAnswer"] = {"anyOf": [{"$ref": f"#/$defs/Coded{kind.__name__}"} for kind in ANSWERS]}
    found: dict[str, Any] = _resolved({"$defs": defs})
    return found


def _named(kinds: tuple[Any, ...], template: str) -> dict[str, Any]:
    said = kinds == get_args(wire.Said)
    ref = template.replace("{name}", "Say{name}") if said else template
    _, found = msgspec.json.schema_components(kinds, ref_template=ref)
    return found


def _coded() -> dict[str, Any]:
    """The classes of the codec, each with its name under `is`, and all that their fields hold."""
    found: dict[str, Any] = {}
    waiting: list[type] = list(CODED)
    while waiting:
        kind = waiting.pop()
        if f"Coded{kind.__name__}" not in found:
            found[f"Coded{kind.__name__}"] = _class(kind, waiting)
    return found


def _class(kind: type, waiting: list[type]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    fields = field_names(kind)
    properties = {field: _form(hints[field], waiting) for field in fields}
    return {
        "title": f"Coded{kind.__name__}",
        "type": "object",
        "properties": {"is": {"const": kind.__name__}, **properties},
        "required": ["is", *[field for field in fields if not _optional(kind, field)]],
    }


def _optional(kind: type, field: str) -> bool:
    """Whether an answer may leave a field out: the constructor has a default for it."""
    return signature(kind).parameters[field].default is not Parameter.empty


def _form(hint: Any, waiting: list[type]) -> dict[str, Any]:
    """A type of a field as JSON has it."""
    parts = get_args(hint)
    if get_origin(hint) in (UnionType, Union):
        return {"anyOf": [_form(part, waiting) for part in parts]}
    if get_origin(hint) is tuple and parts[1:] == (...,):
        return {"type": "array", "items": _form(parts[0], waiting)}
    if get_origin(hint) is tuple:
        items = [_form(part, waiting) for part in parts]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if is_dataclass(hint):
        waiting.append(cast("type", hint))
        return {"$ref": f"#/$defs/Coded{cast('type', hint).__name__}"}
    return {"type": SIMPLE[hint]}


def _resolved(form: Any) -> Any:
    """References in place of the marks of coded values."""
    if isinstance(form, list):
        return [_resolved(one) for one in form]
    if not isinstance(form, dict):
        return form
    if "x-coded" in form:
        return {"$ref": f"#/$defs/Coded{form['x-coded']}"}
    return {name: _resolved(one) for name, one in form.items()}


def text() -> str:
    return json.dumps(schema(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
