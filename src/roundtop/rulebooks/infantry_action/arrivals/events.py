"""Reinforcements still to come on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final


@final
@dataclass(slots=True)
class EnterTable:
    """A reinforcement comes on at its place on the edge."""

    unit: str


@final
@dataclass(slots=True)
class SetDownBattery:
    """A reinforcing battery is set down by its owner."""

    unit: str


STEPS: Final[tuple[type, ...]] = (EnterTable, SetDownBattery)
