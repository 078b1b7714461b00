"""The steps of a compelled move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final


@final
@dataclass(slots=True)
class FallBack:
    """A compelled move: retire, disorder, rout, evade, push-back; `foe` is whom it gets away from."""

    unit: str
    cause: str
    inches: float
    foe: str


@final
@dataclass(slots=True)
class Bend:
    """Its owner says which way a compelled move bends."""

    unit: str
    cause: str
    inches: float
    foe: str
    headings: tuple[int, ...]


STEPS: Final[tuple[type, ...]] = (
    FallBack,
    Bend,
)
