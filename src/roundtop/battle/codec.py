"""One codec for files, wire and hashes: values to canonical JSON and back, driven by the fields of their classes."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable
from typing import Any, final

Plain = Any
"""What JSON can hold."""


class CodecError(ValueError):
    """A value that cannot be written, or text that is not a value."""


def field_names(kind: type) -> tuple[str, ...]:
    """The declared fields of a class, in order."""
    return tuple([field.name for field in dataclasses.fields(kind) if field.init])


@final
class Codec:
    """Knows the classes it may write and read; anything else is refused."""

    def __init__(self, kinds: Iterable[type]) -> None:
        self.kinds: dict[str, type] = {}
        self.fields: dict[str, tuple[str, ...]] = {}
        for kind in kinds:
            if kind.__name__ in self.kinds and self.kinds[kind.__name__] is not kind:
                raise CodecError(f"two classes are called {kind.__name__}")
            self.kinds[kind.__name__] = kind
            self.fields[kind.__name__] = field_names(kind)

    def plain(self, value: object) -> Plain:
        """The value as plain data. Whole floats become integers, so that 1 and 1.0 are written alike."""
        if value is None or isinstance(value, (bool, int, str)):
            return value
        if isinstance(value, float):
            return int(value) if value.is_integer() else value
        if isinstance(value, (tuple, list)):
            return [self.plain(item) for item in value]
        if isinstance(value, dict):
            return {str(key): self.plain(item) for key, item in value.items()}
        name = type(value).__name__
        if self.kinds.get(name) is not type(value):
            raise CodecError(f"a {name} cannot be written: the codec does not know it")
        found: dict[str, Plain] = {"is": name}
        for field in self.fields[name]:
            found[field] = self.plain(getattr(value, field))
        return found

    def value(self, plain: Plain) -> Any:
        """The value that was written as this plain data."""
        if isinstance(plain, list):
            return tuple([self.value(item) for item in plain])
        if not isinstance(plain, dict):
            return plain
        name = plain.get("is")
        if name is None:
            return {key: self.value(item) for key, item in plain.items()}
        if not isinstance(name, str) or name not in self.kinds:
            said = f"'{name[:100]}'" if isinstance(name, str) else "what stands at 'is'"
            raise CodecError(f"{said} is not a kind of value known here")
        return self._build(name, plain)

    def _build(self, name: str, plain: dict[str, Plain]) -> Any:
        given = {key: self.value(item) for key, item in plain.items() if key != "is"}
        unknown = sorted(set(given) - set(self.fields[name]))
        if unknown:
            raise CodecError(f"{name} has no field '{unknown[0]}'")
        try:
            return self.kinds[name](**given)
        except TypeError as error:
            lacking = [field for field in self.fields[name] if field not in given]
            why = f"'{lacking[0]}' is missing, or another field is" if lacking else "a field is"
            raise CodecError(f"{name}: {why} not of its kind") from error

    def text(self, value: object) -> str:
        """Canonical JSON: the same text for equal values, on every machine."""
        return written(self.plain(value))

    def read(self, text: str) -> Any:
        try:
            plain = json.loads(text)
        except ValueError as error:
            raise CodecError(f"not JSON: {error}") from error
        return self.value(plain)

    def digest(self, value: object) -> str:
        """SHA-256 of the canonical bytes."""
        return hashlib.sha256(self.text(value).encode()).hexdigest()


def written(plain: Plain) -> str:
    """Plain data as canonical JSON."""
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
