"""The house rules, and figures that several chapters read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from roundtop.battle.ledger import Ledger, read_ledger
from roundtop.battle.options import checked
from roundtop.record import record

BOOK: Final = "fence."
YARDS_PER_INCH: Final = 20.0
MINUTES_PER_TURN: Final = 10
STAND_IN: Final = 1.0
"""[setup.scale]"""
FENCES: Final = ("fence", "wall", "hedge", "bank")
"""[movement.fence, fire.cover]"""
CLOSED_AREAS: Final = ("pond", "building", "town", "cliff")
CLOSED_LINES: Final = ("river",)
"""Where nobody goes [movement.room]."""
LEDGER: Final[Ledger] = read_ledger(Path(__file__).with_name("clauses.toml"))
LIMITS: Final[dict[str, tuple[float, float]]] = {"men_per_stand": (1, 1000)}


@record(frozen=True)
class Settings:
    """The options a game is played with, each at the ledger's default."""

    men_per_stand: int = 60
    cover: bool = True


PRINTED: Final = Settings()


def settings(given: Mapping[str, Any]) -> Settings:
    """The house rules given, the rest at their defaults; OptionError names whatever is wrong."""
    return Settings(**checked(LEDGER, given, LIMITS))
