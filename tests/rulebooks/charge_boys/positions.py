"""What Charge Boys Charge! adds to the laws: its house rules and its secrets."""

from __future__ import annotations

from typing import Final

from tests.laws.book import Positions

POSITIONS: Final = Positions(points=("entry", "outline", "points", "zone", "zones", "trail"))
