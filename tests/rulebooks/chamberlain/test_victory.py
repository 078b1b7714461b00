"""Victory by retirement, by night, and who holds an objective; discovery of blinds."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.chamberlain.concealment.rule import begins_concealed
from roundtop.rulebooks.chamberlain.options import Settings
from tests.clauses import clause
from tests.rulebooks.chamberlain.asked import asked


def army(starting: int, broken: int = 0, retired: int = 0, points: int = 0) -> dict[str, int]:
    return {
        "starting_units": starting,
        "broken_units": broken,
        "retired_units": retired,
        "objective_points": points,
    }


def winner(check: str, union: dict[str, int], confederate: dict[str, int], **options: Any) -> str:
    return str(asked("victory", check=check, union=union, confederate=confederate, options=options)["winner"])


@clause("chamberlain.victory.retirement", 1, 2)
def test_a_broken_army_retires() -> None:
    assert winner("retirement", army(12, 5), army(15, 4)) == "confederate"
    assert winner("retirement", army(12, 5), army(15, 7)) == "union"
    assert winner("retirement", army(12, 5), army(12, 5)) == "draw"
    assert winner("retirement", army(12, 4), army(15, 5)) == "none"
    assert winner("retirement", army(12, 4), army(15, 5), victory_break_fraction="1/3") == "draw"


@clause("chamberlain.victory.retirement")
def test_a_side_with_nobody_left_retires() -> None:
    assert winner("retirement", army(5, 1, 4), army(5)) == "confederate"
    assert winner("retirement", army(5, 1, 3), army(5)) == "none"
    assert winner("retirement", army(5), army(5, 0, 5)) == "union"


@clause("chamberlain.victory.night", 1)
def test_night_counts_objectives_then_losses() -> None:
    assert winner("night", army(12, 3, 2, 1), army(10, 4, 0, 1)) == "union"
    assert winner("night", army(12, 3, 2, 1), army(10, 4, 0, 2)) == "confederate"
    assert winner("night", army(12, 3, 2, 1), army(12, 4, 0, 1)) == "draw"
    assert winner("night", army(10, 2), army(20, 3)) == "confederate"


def test_losses_cannot_exceed_the_army() -> None:
    with pytest.raises(ValueError, match=r"union\.retired_units: broken and retired units together"):
        winner("night", army(5, 3, 3), army(5))


def held(owner: str, *near: tuple[str, str, float], **options: Any) -> str:
    units = [{"side": side, "arm": arm, "distance_bw": distance} for side, arm, distance in near]
    return str(asked("objective", owner=owner, units=units, options=options)["owner"])


@clause("chamberlain.victory.objective-control", 1)
@clause("chamberlain.victory.objectives")
def test_who_holds_an_objective() -> None:
    assert held("none", ("union", "infantry", 0.8), ("confederate", "artillery", 0.9)) == "none"
    assert held("confederate", ("union", "infantry", 0.8), ("confederate", "artillery", 0.9)) == "confederate"
    assert held("confederate", ("union", "infantry", 1.0), ("confederate", "infantry", 1.1)) == "union"
    assert held("none", ("union", "artillery", 0.1)) == "none"
    assert held("none", ("union", "artillery", 0.1), ("union", "cavalry", 0.9)) == "union"
    assert held("none", ("union", "cavalry", 1.5)) == "none"
    assert held("none", ("union", "cavalry", 1.5), victory_objective_radius=2) == "union"
    assert held("union") == "union"


def seen(*views: tuple[float, bool]) -> bool:
    blind = {"id": "x", "views": [{"range_bw": reach, "visible": visible} for reach, visible in views]}
    return bool(asked("discover", blinds=[blind])["revealed"] == ["x"])


@clause("chamberlain.info.discover", 1)
@clause("chamberlain.conceal.passive-within-4bw", 1)
def test_blinds_are_discovered_within_4_bw() -> None:
    assert seen((3.9, True))
    assert seen((4.0, True))
    assert not seen((4.2, True))
    assert not seen((3.0, False))
    assert seen((9.0, True), (3.0, False), (2.0, True))


@clause("chamberlain.conceal.start", 1)
@pytest.mark.parametrize(
    ("option", "listed", "reinforcement", "concealed"),
    [
        ("all", None, False, True),
        ("all", False, False, False),
        ("all", None, True, False),
        ("listed", None, False, False),
        ("listed", True, False, True),
        ("none", True, False, False),
    ],
)
def test_who_begins_concealed(option: str, listed: bool | None, reinforcement: bool, concealed: bool) -> None:
    assert begins_concealed(listed, reinforcement, Settings(conceal_start=option)) is concealed
