"""Objectives at the table's scale, who holds them, and how that is told."""

from __future__ import annotations

from roundtop.battle.protocol import Outcome
from roundtop.battle.scenario import Objective
from roundtop.kit import objectives

MILL = objectives.Goal("mill", "The mill", 1.0, 2.0, 6.0, 3, "", True, "")
FORD = objectives.Goal("ford", "The ford", 5.0, 2.0, 6.0, 1, "union", True, "union")
BARN = objectives.Goal("barn", "The barn", 9.0, 2.0, 6.0, 1, "", False, "confederate")


def test_an_objective_comes_to_the_tables_scale_to_the_hundredth() -> None:
    named = Objective("mill", "The mill", 100.0, 251.0, radius=50.0, points=3)
    found = objectives.goal_of(named, 30.0, 6.0)
    assert (found.x, found.y, found.radius, found.points) == (3.33, 8.37, 1.67, 3)
    assert objectives.goal_of(Objective("mill", "The mill", 100.0, 251.0), 30.0, 6.0).radius == 6.0


def test_only_the_one_named_changes_hands() -> None:
    after = objectives.held_by((MILL, FORD), "mill", "confederate")
    assert [goal.holder for goal in after] == ["confederate", "union"]
    assert MILL.holder == ""


def test_all_that_decide_for_a_side_must_be_its_own() -> None:
    both = objectives.held_by((MILL, FORD, BARN), "mill", "union")
    assert objectives.holds_all_decisive(both, "union")
    assert not objectives.holds_all_decisive((MILL, FORD, BARN), "union")
    assert objectives.holds_all_decisive(objectives.held_by((MILL, FORD), "mill", "confederate"), "confederate")
    assert not objectives.holds_all_decisive((BARN,), "confederate")


def test_markers_carry_the_flag_of_the_holder() -> None:
    free, held, _ = objectives.markers((MILL, FORD, BARN), "toy.victory.points")
    assert (free.side, free.text) == ("", "The mill")
    assert (held.side, held.text, held.clause) == ("union", "The ford (Union)", "toy.victory.points")


def test_taking_and_losing_are_told() -> None:
    took = objectives.taken(MILL, "union", "3 points", "toy.victory.points")
    assert (took.text, took.places, took.side, took.hint) == (
        "The Union takes The mill.",
        ((1.0, 2.0),),
        "union",
        "place",
    )
    assert [(row.label, row.value) for row in took.tally] == [("The mill", "3 points")]
    assert objectives.taken(MILL, "", "", "").text == "Nobody holds The mill now."


def test_the_end_names_points_and_no_side_for_a_draw() -> None:
    outcome = Outcome("draw", "turn-limit", "the battle is drawn.", (("union", 4), ("confederate", 4)))
    said = objectives.ended(outcome, ["4 points", "4 points"], "toy.victory.points")
    assert (said.text, said.side, said.hint) == ("The battle is drawn.", "", "end")
    assert [row.label for row in said.tally] == ["Union", "Confederate"]
