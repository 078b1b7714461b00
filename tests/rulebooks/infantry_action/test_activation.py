"""The alternating goes of the movement step."""

from __future__ import annotations

from typing import Any

from roundtop.rulebooks.infantry_action.command.events import ChitRevealed
from roundtop.rulebooks.infantry_action.fire.events import VolleyFired
from roundtop.rulebooks.infantry_action.movement.events import Moved
from roundtop.table.path import forward
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import CONFEDERATE, SOUTH, UNION, Table, guns, line, table


def parade(ours: int, theirs: int, **rest: Any) -> Table:
    """So many lines on HOLD on each side, out of everybody's reach."""
    units = [line(f"a{n}", UNION, 4, 6 + 8 * n, 3, order="hold") for n in range(ours)]
    units += [line(f"x{n}", CONFEDERATE, 4, 6 + 8 * n, 45, SOUTH, order="hold") for n in range(theirs)]
    return table(*units, **rest)


def goes(table: Table) -> list[tuple[str, int]]:
    """Who reveals how many units running when everybody uses his full rating."""
    found: list[tuple[str, int]] = []
    while table.asked[1] == "activate":
        side = table.asked[0]
        units = 0
        while table.asked[:2] == (side, "activate") and (units == 0 or table.battle.agenda[-1].used):
            table.choose(table.keys[0])
            units += 1
        found.append((side, units))
    return found


@clause("infantry-action.activation.alternate", 1)
@clause("infantry-action.activation.until-all")
def test_goes_alternate_by_rating_until_every_chit_is_up() -> None:
    played = parade(4, 3, ratings=(3, 1))
    assert goes(played) == [(UNION, 3), (CONFEDERATE, 1), (UNION, 1), (CONFEDERATE, 1), (CONFEDERATE, 1)]
    assert len(played.all(ChitRevealed)) == 7
    assert played.asked[1] == "orders"


@clause("infantry-action.activation.per-go", 1)
def test_a_poor_commander_needs_more_goes_but_leaves_nobody_behind() -> None:
    played = parade(4, 4, ratings=(1, 2))
    assert goes(played) == [
        (UNION, 1),
        (CONFEDERATE, 2),
        (UNION, 1),
        (CONFEDERATE, 2),
        (UNION, 1),
        (UNION, 1),
    ]


@clause("infantry-action.activation.minimum", 1, 2)
def test_a_go_has_at_least_one_unit_and_may_stop_short_of_the_rating() -> None:
    played = parade(5, 1, ratings=(3, 3))
    assert "end-go" not in played.keys
    played.choose("a0")
    assert "end-go" in played.keys
    played.choose("end-go")
    assert played.asked[0] == CONFEDERATE
    played.choose("x0")
    assert played.asked[0] == UNION
    assert "end-go" not in played.keys
    for unit in ("a1", "a2", "a3", "a4"):
        assert unit in played.keys
        played.choose(unit)
    assert played.asked[1] == "orders"


@clause("infantry-action.activation.reveal-counts", 1)
@clause("infantry-action.shooting.needs-order")
def test_turning_up_a_fire_chit_uses_one_unit_of_the_go_and_does_not_fire() -> None:
    played = table(
        line("a", UNION, 4, 20, 20, order="fire"),
        line("b", UNION, 4, 40, 20, order="move"),
        line("c", UNION, 4, 60, 20, order="move"),
        line("x", CONFEDERATE, 4, 20, 30, SOUTH, order="hold"),
        ratings=(2, 2),
    )
    played.choose("a").choose("b").march(forward(3))
    assert played.asked[0] == CONFEDERATE
    assert not played.all(VolleyFired)
    assert [moved.unit for moved in played.all(Moved)] == ["b"]


@clause("infantry-action.activation.early-reveal", 1)
def test_a_unit_that_has_shown_its_chit_needs_no_go_of_its_own() -> None:
    played = table(
        line("a", UNION, 4, 20, 20, order="charge"),
        line("f", CONFEDERATE, 4, 20, 40, SOUTH, order="hold"),
        line("x", CONFEDERATE, 4, 20, 30, SOUTH, order="fire"),
        line("y", CONFEDERATE, 4, 60, 40, SOUTH, order="hold"),
        line("z", CONFEDERATE, 4, 30, 30, 225, order="fire"),
        ratings=(1, 1),
    )
    played.choose("a").choose("x").choose("blind:0")
    assert played.asked == (CONFEDERATE, "charge-fire", "a")
    assert played.keys == ["x", "z"]
    played.choose("z").aim({1: "a:1"}, dice=(1,))
    played.choose("blind:0")
    assert played.unit("z").revealed
    assert played.unit("z").shot
    assert played.unit("x").revealed, "pinned before it was activated: its chit is turned up and set aside"
    assert played.asked == (CONFEDERATE, "activate", "")
    assert played.keys == ["f", "y"]
    assert played.choose("f").keys == ["y"]


@clause("infantry-action.activation.early-reveal")
def test_an_early_reveal_does_not_count_against_its_owners_rating() -> None:
    played = table(
        line("a", UNION, 4, 20, 20, order="charge"),
        line("b", UNION, 4, 60, 4, order="hold"),
        line("x", CONFEDERATE, 4, 20, 30, SOUTH, order="hold"),
        line("y", CONFEDERATE, 4, 50, 44, SOUTH, order="hold"),
        line("z", CONFEDERATE, 4, 60, 44, SOUTH, order="hold"),
        ratings=(1, 2),
    )
    played.choose("a").choose("x").choose("blind:0")
    played.until("activate")
    assert played.asked[0] == CONFEDERATE
    assert played.keys == ["y", "z"]
    played.choose("y")
    assert played.asked[0] == CONFEDERATE, "x shown on contact left both units of the go"


@clause("infantry-action.movement.artillery-static")
@clause("infantry-action.setup.artillery-placed")
def test_a_battery_on_hold_neither_moves_nor_turns_as_printed() -> None:
    played = table(guns("g", UNION, 2, 20, 20, order="hold"), line("x", CONFEDERATE, 4, 20, 45, SOUTH, order="hold"))
    played.choose("g")
    assert played.asked[1] == "activate"
    played.turn_over()
    assert played.pose("g") == (20, 20, 0)
    assert not played.all(Moved)


@clause("infantry-action.movement.artillery-static")
def test_by_the_house_rule_a_battery_on_hold_turns_up_to_45_degrees_and_has_not_moved() -> None:
    there = (line("x", CONFEDERATE, 4, 20, 45, SOUTH, order="hold"),)
    played = table(guns("g", UNION, 2, 20, 20, order="hold"), *there, artillery_pivot=True).choose("g")
    assert played.asked == (UNION, "pivot", "g")
    assert {int(key) for key in played.keys} == set(range(-45, 46, 5))
    played.choose("45")
    assert played.pose("g") == (20, 20, 45)
    assert not played.unit("g").moved
    for order in ("fire", "opportunity-fire"):
        busy = table(guns("g", UNION, 1, 20, 20, order=order), *there, artillery_pivot=True).choose("g")
        assert busy.asked[1] == "activate"


@clause("infantry-action.movement.artillery-static")
@clause("infantry-action.movement.interpenetration")
def test_by_the_house_rule_a_battery_turns_onto_nobody() -> None:
    played = table(
        guns("g", UNION, 4, 20, 20, order="hold"),
        line("a", UNION, 4, 20, 21, order="hold"),
        line("x", CONFEDERATE, 4, 20, 45, SOUTH, order="hold"),
        artillery_pivot=True,
    ).choose("g")
    assert played.keys == ["0"]
