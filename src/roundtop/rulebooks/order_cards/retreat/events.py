"""The loser of a melee: what is still to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final


@final
@dataclass(slots=True)
class Retreat:
    """A loser goes back the way of this facing, through whom it has not fought."""

    unit: str
    facing: int
    fought: tuple[str, ...]


@final
@dataclass(slots=True)
class TestLoser:
    """The test of a unit that lost a melee, and the way a battery goes back after it."""

    unit: str
    facing: int
    fought: tuple[str, ...]
    officer: str


STEPS: Final[tuple[type, ...]] = (
    Retreat,
    TestLoser,
)
