"""Opportunity fire: in the react step, and by the house rule in the middle of an enemy's move."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.infantry_action.command.events import ChitRevealed
from roundtop.rulebooks.infantry_action.fire.events import StandsRemoved, VolleyFired
from roundtop.rulebooks.infantry_action.morale.events import UnitRemoved
from roundtop.rulebooks.infantry_action.movement.events import Moved
from roundtop.rulebooks.infantry_action.state import Unit
from roundtop.table.path import Manoeuvre, about_face, forward, oblique, pivot, turn, wheel
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    EAST,
    SOUTH,
    UNION,
    WEST,
    Table,
    at,
    building,
    field,
    guns,
    line,
    reserves,
    table,
)


def watched(start: float, *others: Unit, order: str = "opportunity-fire", mover: str = "move", **rest: Any) -> Table:
    """A line on the move in the sights of another, so far off when the turn begins."""
    return table(
        line("a", UNION, 4, 36, 40 - start - 1, order=mover),
        line("x", CONFEDERATE, 4, 36, 40, SOUTH, order=order),
        *others,
        *reserves(),
        **rest,
    )


def after_moving(played: Table, inches: float) -> Table:
    return played.choose("a").march(forward(inches)).until("nominate", "aim", "orders")


@clause("infantry-action.opportunity.react")
@clause("infantry-action.opportunity.terms", 1, 2)
@clause("infantry-action.turn.react-step")
def test_opportunity_fire_is_for_enemies_that_have_come_into_range() -> None:
    played = after_moving(watched(20), 6)
    assert played.asked == (CONFEDERATE, "nominate", "x")
    assert played.state.phase == "react"
    played.aim({1: "a:4", 2: "a:3"}, dice=(5, 4))
    assert played.last(VolleyFired).removed == (4,), "14 in is long range"
    assert played.unit("a").stands == 3
    assert after_moving(watched(17), 7).asked[1] == "orders", "it was in range when the turn began"


@clause("infantry-action.opportunity.terms")
@pytest.mark.parametrize(("start", "allowed"), [(18.02, True), (18.01, False), (18.0, False)])
def test_the_edge_of_range_at_the_start_of_the_turn(start: float, allowed: bool) -> None:
    assert (after_moving(watched(start), 2).asked[1] == "nominate") is allowed


@clause("infantry-action.opportunity.terms")
def test_the_enemy_must_have_moved() -> None:
    # It came into sight because a friend who hid it marched off.
    played = table(
        line("a", UNION, 2, 36, 26, order="hold"),
        line("b", UNION, 4, 36, 28, order="move"),
        line("x", CONFEDERATE, 2, 36, 40, SOUTH, order="opportunity-fire"),
        *reserves(),
    )
    played.choose("b").march(Manoeuvre("glide", 12.0)).until("nominate", "orders")
    assert played.asked[1] == "orders"


@clause("infantry-action.opportunity.terms")
def test_coming_into_arc_or_sight_is_coming_under_fire_too() -> None:
    arc = table(
        line("a", UNION, 2, 20, 36, EAST, order="move"),
        line("x", CONFEDERATE, 2, 36, 40, SOUTH, order="opportunity-fire"),
        *reserves(),
    )
    assert arc.choose("a").march(forward(12)).until("nominate", "orders").asked[1] == "nominate"
    hidden = watched(10, ground=field(building(33, 33, 39, 34)))
    hidden.choose("a").march(Manoeuvre("glide", 6.0)).until("nominate", "orders")
    assert hidden.asked[1] == "nominate"


@clause("infantry-action.opportunity.terms")
def test_having_moved_in_an_earlier_turn_is_not_having_moved() -> None:
    played = table(
        line("a", UNION, 4, 36, 28, moved=True),
        line("x", CONFEDERATE, 4, 36, 40, SOUTH, order="opportunity-fire"),
        *reserves(),
        phase="react",
        was={"a": at(36, 10)},
    )
    assert played.asked[1] == "orders"


@clause("infantry-action.shooting.needs-order")
@clause("infantry-action.opportunity.react")
@pytest.mark.parametrize("order", ["fire", "hold", "move", "charge"])
def test_other_chits_do_not_shoot_in_the_react_step(order: str) -> None:
    played = table(
        line("a", UNION, 4, 36, 5, order="fast-advance"),
        line("x", CONFEDERATE, 4, 36, 40, SOUTH, order=order),
        *reserves(),
    )
    played.choose("a").march(forward(17.9))
    assert played.until("nominate", "orders").asked[1] == ("nominate" if order == "fire" else "orders")
    assert played.state.phase == ("shooting" if order == "fire" else "orders")


@clause("infantry-action.opportunity.react", 1)
@clause("infantry-action.turn.react-step", 1)
@clause("infantry-action.shooting.not-into-combat")
def test_a_unit_thrown_back_out_of_combat_is_shot_at_after_it_has_lost_its_stands() -> None:
    played = table(
        line("a", UNION, 10, 36, 25, order="charge"),
        line("x", CONFEDERATE, 10, 36, 37, SOUTH, order="hold"),
        line("y", CONFEDERATE, 1, 57, 36, WEST, order="opportunity-fire"),
        *reserves(),
    )
    # Every pair ties but the fifth and the sixth, where the charged show sixes.
    ours, theirs = ("1-2", "1-3", "1-1", "1-4", "1-5"), ("6-2", "5-2", "6-6", "4-2", "3-2")
    played.choose("a").choose("x").until("nominate", "orders", dice=ours + theirs)
    assert played.asked == (CONFEDERATE, "nominate", "y")
    assert (played.unit("a").stands, played.pose("a")) == (8, (36, 32, 0))
    played.aim({1: "a:8"}, dice=(5,))
    told = [e for e in played.events if isinstance(e, Moved | StandsRemoved | VolleyFired)]
    assert [type(e) for e in told] == [Moved, Moved, StandsRemoved, VolleyFired, StandsRemoved]
    assert [e.lost for e in told if isinstance(e, StandsRemoved)] == [(5, 6), (8,)]
    assert [row.value for row in played.last(VolleyFired).tally] == ["5+"]


@clause("infantry-action.opportunity.terms")
@clause("infantry-action.shooting.once-per-turn")
def test_a_unit_that_fought_or_has_shot_uses_no_opportunity_fire() -> None:
    def coming(charger: bool, shoots: bool) -> Table:
        played = table(
            line("a", UNION, 4, 30, 16, order="fast-advance"),
            line("b", UNION, 2, 36, 30, order="charge" if charger else "hold"),
            line("x", CONFEDERATE, 4, 34, 40, SOUTH, order="opportunity-fire"),
            *reserves(),
        )
        if charger:
            played.choose("b").choose("x").choose("blind:0").choose(*(["x"] if shoots else []))
            if shoots:
                played.aim({1: "b:1"}, dice=(1,))
            played.choose("blind:0")
        played.choose("a").march(forward(10))
        return played.until("nominate", "orders", dice=("2-2", "3-3") if charger else ())

    assert coming(charger=False, shoots=False).asked == (CONFEDERATE, "nominate", "x")
    assert coming(charger=True, shoots=False).asked[1] == "orders"
    assert coming(charger=True, shoots=True).asked[1] == "orders"


@clause("infantry-action.turn.simultaneous-fire")
def test_opportunity_fire_of_both_sides_is_together_or_by_the_house_rule_by_initiative() -> None:
    def both(**options: Any) -> Table:
        played = table(
            line("a", UNION, 2, 30, 10, order="fast-advance"),
            line("b", UNION, 2, 36, 26, order="opportunity-fire"),
            line("x", CONFEDERATE, 2, 36, 46, SOUTH, order="fast-advance"),
            line("y", CONFEDERATE, 2, 30, 40, SOUTH, order="opportunity-fire"),
            *reserves(),
            **options,
        )
        played.choose("a").march(forward(14)).until("move")
        played.march(forward(6)).until("nominate")
        return played

    together = both()
    assert together.asked == (UNION, "nominate", "b")
    together.aim({1: "x:2", 2: "x:1"})
    assert together.unit("x").hits == ()
    assert together.asked == (CONFEDERATE, "nominate", "y")
    in_turn = both(simultaneous_fire=False)
    in_turn.aim({1: "x:2", 2: "x:1"}, dice=(6, 6))
    assert in_turn.last(UnitRemoved).unit == "x"
    assert in_turn.asked == (CONFEDERATE, "nominate", "y")
    together.aim({1: "a:1"}, dice=(6, 6, 6))
    assert [event.unit for event in together.all(VolleyFired)] == ["b", "y"]


# ---------------------------------------------------------------- by the house rule, in the middle of a move


def interrupting(start: float, *moves: Manoeuvre, **rest: Any) -> Table:
    return watched(start, opportunity_fire="movement", **rest).choose("a").march(*moves)


@clause("infantry-action.opportunity.terms")
def test_by_the_house_rule_a_move_is_interrupted_where_it_comes_into_range_and_then_goes_on() -> None:
    played = interrupting(20, forward(8))
    assert played.asked == (CONFEDERATE, "interrupt", "x")
    assert played.unit("a").pose.y == pytest.approx(19 + 2, abs=0.03), "18 in off"
    played.choose("fire").aim({2: "a:3", 3: "a:2"}, dice=(5, 4))
    assert [e.unit for e in played.all(ChitRevealed)] == ["a", "x"]
    assert played.unit("a").stands == 3, "taken off at once"
    assert played.unit("a").pose.y == pytest.approx(27, abs=0.02), "and on to the end"
    assert played.until("nominate", "orders").asked[1] == "orders", "one volley a turn"


@clause("infantry-action.opportunity.terms")
def test_by_the_house_rule_a_unit_that_lets_a_move_pass_may_still_shoot_in_the_react_step() -> None:
    played = interrupting(20, forward(8)).choose()
    assert played.pose("a") == (36, 27, 0)
    assert played.asked[1] == "activate", "asked once a move"
    assert not played.unit("x").revealed
    assert played.until("nominate").asked == (CONFEDERATE, "nominate", "x")


@clause("infantry-action.opportunity.terms")
def test_by_the_house_rule_whoever_was_in_range_already_is_not_interrupted() -> None:
    assert interrupting(17, forward(8)).asked[1] == "activate"
    assert interrupting(30, forward(8)).asked[1] == "activate", "nor one who stays out of it"
    assert watched(20).choose("a").march(forward(8)).asked[1] == "activate", "nor anybody as printed"


@clause("infantry-action.opportunity.terms")
def test_by_the_house_rule_being_asked_tells_nothing_but_only_the_right_chit_may_shoot() -> None:
    for order, keys in (("opportunity-fire", ["fire"]), ("fire", []), ("hold", [])):
        played = interrupting(20, forward(8), order=order)
        assert played.asked == (CONFEDERATE, "interrupt", "x")
        assert played.keys == keys


@clause("infantry-action.opportunity.terms")
def test_by_the_house_rule_a_unit_destroyed_moves_no_farther() -> None:
    played = interrupting(20, forward(8))
    played.choose("fire").aim({1: "a:4", 2: "a:3", 3: "a:2", 4: "a:1"}, dice=(5, 5, 5, 5))
    assert played.last(UnitRemoved).unit == "a"
    assert played.last(Moved).end.y < 22


@clause("infantry-action.opportunity.terms")
@pytest.mark.parametrize(
    ("start", "moves"),
    [
        (20, (forward(8),)),
        (20, (about_face(), forward(-8))),
        (20, (forward(8), about_face())),
        (20, (oblique(9, 3000),)),
        (20, (pivot(2000, -1.5, 0), forward(7))),
        (20, (turn(1500), forward(8))),
        (20, (forward(3), pivot(-3000, 1.5, 0), forward(5), about_face())),
        (18.7, (pivot(-3000, -1.5, 0), forward(4))),
        (18.7, (wheel(3000, "right"),)),
    ],
)
def test_by_the_house_rule_an_interrupted_move_ends_where_it_would_have_ended(
    start: float, moves: tuple[Manoeuvre, ...]
) -> None:
    whole = watched(start).choose("a").march(*moves)
    stopped = interrupting(start, *moves)
    assert stopped.asked[1] == "interrupt"
    stopped.choose()
    ours, theirs = stopped.unit("a").pose, whole.unit("a").pose
    assert (ours.x, ours.y) == pytest.approx((theirs.x, theirs.y), abs=0.03)
    assert ours.facing == theirs.facing


@clause("infantry-action.opportunity.terms")
def test_by_the_house_rule_charges_are_not_interrupted_as_moves() -> None:
    played = table(
        line("a", UNION, 4, 36, 19, order="charge"),
        line("x", CONFEDERATE, 4, 36, 40, SOUTH, order="opportunity-fire"),
        line("z", CONFEDERATE, 4, 36, 29, SOUTH, order="hold"),
        *reserves(),
        opportunity_fire="movement",
    )
    assert played.choose("a").choose("z").choose("blind:0").asked[1] == "charge-fire"


@clause("infantry-action.opportunity.terms")
def test_by_the_house_rule_a_battery_interrupts_gun_by_gun() -> None:
    played = table(
        line("a", UNION, 4, 36, 1, order="move"),
        guns("g", CONFEDERATE, 2, 36, 41, SOUTH, order="opportunity-fire"),
        *reserves(),
        opportunity_fire="movement",
    )
    played.choose("a").march(forward(8))
    assert played.asked == (CONFEDERATE, "interrupt", "g")
    assert played.choose("fire").keys == ["a:3"], "gun 1 is the one in the east; the others are a hair out of range"
    played.choose("a:3")
    assert played.asked == (CONFEDERATE, "aim", "g")
    played.choose("a:2", dice=(5, 1, 5, 1))
    assert played.unit("a").stands == 2
    assert played.unit("a").pose.y == pytest.approx(9, abs=0.02)


@clause("infantry-action.opportunity.terms")
def test_opportunity_fire_at_a_unit_that_arrived_this_turn() -> None:
    played = table(
        line("a", UNION, 4, 0, 0, order="move", place="arrive", due=1, entry=(36.0, 0.0)),
        line("x", CONFEDERATE, 4, 36, 25, SOUTH, order="opportunity-fire"),
        *reserves(),
    )
    played.choose("a").march(forward(8))
    assert played.until("nominate", "orders").asked == (CONFEDERATE, "nominate", "x")
    assert played.pose("a") == (36, 8.5, 0)
