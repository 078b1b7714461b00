"""A winning attacker may advance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final


@final
@dataclass(slots=True)
class Advance:
    """A winning attacker may advance."""

    unit: str


STEPS: Final[tuple[type, ...]] = (Advance,)
