"""The house rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from roundtop.battle.ledger import Ledger, read_ledger
from roundtop.battle.options import checked
from roundtop.record import record

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
