"""What a record is to the compiler: the build gives every record this base, and its own `__copy__`."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar, cast


class Record:
    """A value whose copy is written out."""

    def __copy__(self) -> Record:
        raise NotImplementedError

    def __derives__(self) -> bool:
        """Whether some field is worked out from the others, so that a change goes through the initialiser."""
        return False


R = TypeVar("R", bound=Record)


def copy(value: R) -> R:
    """A fresh record, field for field, to be altered before it is handed out."""
    return cast(R, value.__copy__())


def replace(value: R, /, **changes: Any) -> R:
    """A fresh record in which some fields, named, are changed."""
    if value.__derives__():
        return cast(R, dataclasses.replace(cast(Any, value), **changes))
    fresh = value.__copy__()
    for name, changed in changes.items():
        object.__setattr__(fresh, name, changed)
    return cast(R, fresh)
