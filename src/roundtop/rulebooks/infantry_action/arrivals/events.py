"""Reinforcements still to come on."""

from __future__ import annotations

from roundtop.record import record


@record
class EnterTable:
    """A reinforcement comes on at its place on the edge."""

    unit: str


@record
class SetDownBattery:
    """A reinforcing battery is set down by its owner."""

    unit: str
