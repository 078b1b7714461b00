"""Figures and kinds of ground that several chapters read."""

from __future__ import annotations

from typing import Final

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
