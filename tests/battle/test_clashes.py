"""House rules that contradict one another are refused in words, each naming what it clashes with."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.options import OptionError
from roundtop.rulebooks import rulebook

CLASHES: list[tuple[str, dict[str, Any], str]] = [
    ("order-cards", {"supply_wagons": True}, r"supply_wagons: .* unless supply_limit is on"),
    ("order-cards", {"grade_green": 75}, r"grade_green: 75 is more than grade_regular, 70"),
    ("order-cards", {"grade_elite": 70}, r"grade_veteran: 80 is more than grade_elite, 70"),
    ("order-cards", {"morale_floor": 60}, r"morale_floor: 60 is more than grade_green, 50"),
    ("order-cards", {"cards_per_set": 13}, r"cards_per_set: 13 is "),
    ("charge-boys", {"min_crew_to_fire": 5}, r"min_crew_to_fire: no gun .* crew of 4"),
    ("charge-boys", {"advised_strength_low": 60}, r"advised_strength_low: 60 is more than advised_strength_high, 48"),
    ("charge-boys", {"deployment_depth": 30}, r"deployment_depth: two strips of 30 in are more than table_depth, 48"),
    (
        "chamberlain",
        {"activate_cnc_command": False, "trait_imb_countdown": "every-status"},
        r"trait_imb_countdown: nothing is counted down",
    ),
]


@pytest.mark.parametrize(("book", "given", "words"), CLASHES, ids=lambda one: str(one)[:60])
def test_a_contradiction_is_refused(book: str, given: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        rulebook(book).settings(given)


@pytest.mark.parametrize(
    ("book", "given"),
    [
        ("order-cards", {"supply_wagons": True, "supply_limit": True}),
        ("order-cards", {"grade_green": 75, "grade_regular": 75}),
        ("charge-boys", {"min_crew_to_fire": 5, "crew_per_gun": 5}),
        ("charge-boys", {"deployment_depth": 24}),
        ("chamberlain", {"activate_cnc_command": True, "trait_imb_countdown": "every-status"}),
    ],
)
def test_what_holds_together_is_taken(book: str, given: dict[str, Any]) -> None:
    assert rulebook(book).settings(given) is not None
