"""The steps and event of pursuit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.outline import Effects, unchanged
from roundtop.dice.sources import Roll


@final
@dataclass(slots=True)
class AfterMelee:
    """Winners whose enemies have given way stay, follow up or occupy."""

    winners: tuple[str, ...]
    gone: tuple[str, ...]


@final
@dataclass(slots=True)
class FollowUp:
    """A winner's choice."""

    unit: str
    gone: tuple[str, ...]


@final
@dataclass(slots=True)
class Redress:
    """A winner that stays turns where it likes."""

    unit: str


@final
@dataclass(slots=True)
class Pursue:
    """A winner follows up."""

    unit: str
    gone: tuple[str, ...]


@final
@dataclass(slots=True)
class Catch:
    """A unit is caught giving way."""

    unit: str
    target: str
    fighting: int


@final
@dataclass(slots=True)
class FollowedUp:
    """A winner's choice: stay, follow-up or occupy; the dice where it follows up."""

    unit: str
    choice: str
    inches: int
    rolls: tuple[Roll, ...]


STEPS: Final[tuple[type, ...]] = (
    Catch,
    AfterMelee,
    FollowUp,
    Redress,
    Pursue,
)
EFFECTS: Final[Effects] = {
    FollowedUp: unchanged,
}
