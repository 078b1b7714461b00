"""What A Skirmish at the Fence adds to the laws: a house rule, and a question put to icepool."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import icepool

from tests.laws.book import Positions, Variant


def volleys(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """At long range and behind a fence only a 6 hits."""
    hits = situation["stands"] @ (icepool.d(6) >= 6)
    outcome = hits.map(lambda number: json.dumps({"hits": number, "legal": True}))
    return {text: Fraction(outcome.quantity(text), outcome.denominator()) for text in outcome}


POSITIONS: Final = Positions(
    variants=(Variant("small-stands", {"men_per_stand": 40, "cover": False}),),
    points=("outline", "points"),
    icepool={"volley": volleys},
    done=True,
)
