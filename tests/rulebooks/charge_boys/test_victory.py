"""How a battle ends."""

from __future__ import annotations

from typing import Any

from roundtop.rulebooks.charge_boys.victory.rule import out_of_action
from tests.clauses import clause
from tests.rulebooks.charge_boys.page import only, outcome


def army(units: int, out: int, **more: Any) -> dict[str, Any]:
    fit = [{"start": 20, "strength": 20}] * (units - out)
    return {"units": fit + [{"start": 20, "strength": 0}] * out} | more


def end(turn: int, union: dict[str, Any], confederate: dict[str, Any], **more: Any) -> tuple[Any, ...]:
    found = outcome("victory", turn=turn, union=union, confederate=confederate, **more)
    return only(found, "broken", "winner")


@clause("charge-boys.victory.lost-unit", 1)
def test_when_a_unit_is_out_of_action() -> None:
    assert not out_of_action(24, 12, False, False, False)
    assert out_of_action(24, 11, False, False, False)
    assert out_of_action(24, 24, True, False, False)
    assert out_of_action(24, 24, False, True, False)
    assert out_of_action(9, 9, False, False, True)
    assert out_of_action(24, 0, False, False, False)


@clause("charge-boys.victory.army-break", 1, 2)
def test_an_army_breaks_with_half_its_units() -> None:
    assert end(3, army(5, 2), army(5, 0)) == ("none", "none")
    assert end(3, army(5, 3), army(5, 0)) == ("union", "confederate")
    assert end(3, army(6, 0), army(6, 3)) == ("confederate", "union")
    assert end(3, army(5, 2), army(5, 0), options={"army_break": 0.4}) == ("union", "confederate")
    assert end(3, army(4, 2), army(6, 3)) == ("both", "union")


@clause("charge-boys.victory.points", 1)
@clause("charge-boys.victory.game-length")
def test_points_decide_a_game_that_runs_its_length() -> None:
    union = army(8, 3, objectives=1, generals_lost=1)
    confederate = army(8, 2)
    found = outcome("victory", turn=12, union=union, confederate=confederate)
    assert only(found, "union_points", "confederate_points", "winner") == (7, 8, "confederate")
    assert end(11, union, confederate) == ("none", "none")
    assert end(11, union, confederate, turn_limit=11)[1] == "confederate"
    assert end(12, army(4, 1), army(4, 1)) == ("none", "draw")
    assert end(12, army(4, 1, guns_captured=1), army(4, 1))[1] == "union"
