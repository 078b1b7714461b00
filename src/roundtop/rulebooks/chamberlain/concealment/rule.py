"""Concealed units: which are discovered, and which begin as blinds."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.table.measure import within

DISCOVER_BW: Final = 4.0
"""A blind seen this near in its enemy's Information Phase is discovered [conceal.passive-within-4bw]."""


@record(frozen=True)
class Sighting:
    """How an active unit stands to a blind."""

    range: float
    visible: bool


def discovers(sighting: Sighting) -> bool:
    """Whether a unit discovers a blind [info.discover, conceal.passive-within-4bw]."""
    return sighting.visible and within(sighting.range, DISCOVER_BW)


def begins_concealed(listed: bool | None, reinforcement: bool, settings: Settings) -> bool:
    """Whether a unit starts the game as a blind; `listed` is what the scenario says of it, None nothing.

    [conceal.start]
    """
    if reinforcement or settings.conceal_start == "none":
        return False
    if settings.conceal_start == "listed":
        return listed is True
    return listed is not False
