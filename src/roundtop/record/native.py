"""What of a record goes by name when it is compiled; the rest the build writes out, class by class."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

T = TypeVar("T")


def replace(value: T, /, **changes: Any) -> T:
    """A fresh record in which some fields, named, are changed.

    Where some field is worked out from the others, it goes through the initialiser.
    """
    old: Any = value
    if hasattr(old, "__derives__"):
        new: T = dataclasses.replace(old, **changes)
        return new
    fresh: T = old.__copy__()
    for name, changed in changes.items():
        object.__setattr__(fresh, name, changed)
    return fresh
