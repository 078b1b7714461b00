"""Chits, initiative, and the sequence of a turn as it is played."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Assigned
from roundtop.rulebooks.infantry_action.command.events import ChitRevealed, ChitsPlaced, FirstChosen, InitiativeThrown
from roundtop.rulebooks.infantry_action.events import PhaseBegan, TurnBegan
from roundtop.rulebooks.infantry_action.field import TO_ARRIVE
from roundtop.rulebooks.infantry_action.melee.events import CombatEnded
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    charge_home,
    guns,
    line,
    reserves,
    table,
)

CHITS = ["move", "fast-advance", "charge", "fire", "opportunity-fire", "hold"]


def far_apart(**options: Any) -> Table:
    """Two lines a side and a battery, nobody near anybody."""
    return table(
        line("a", UNION, 5, 15, 4),
        line("b", UNION, 5, 30, 4),
        line("x", CONFEDERATE, 5, 15, 44, SOUTH),
        guns("g", CONFEDERATE, 1, 30, 44, SOUTH),
        phase="orders",
        **options,
    )


def ordered(table: Table, union: dict[str, str], confederate: dict[str, str], dice: tuple[int, ...]) -> Table:
    table.assign(**union)
    return table.assign(**confederate, dice=dice)


@clause("infantry-action.turn.sequence", 1)
@clause("infantry-action.turn.movement-step")
def test_a_turn_is_orders_initiative_movement_shooting_combat_react_and_then_the_next() -> None:
    played = ordered(far_apart(), {"a": "hold", "b": "hold"}, {"x": "hold", "g": "hold"}, (6, 1))
    played.turn_over()
    phases = [event.phase for event in played.all(PhaseBegan)]
    assert phases == ["initiative", "movement", "shooting", "react", "orders"], "nobody has charged"
    charged = table(
        line("a", UNION, 1, 36, 20, order="charge"), line("x", CONFEDERATE, 1, 36, 30, SOUTH, order="hold"), *reserves()
    )
    charge_home(charged, "a", "x").turn_over(("3-3", "4-4"))
    assert [event.phase for event in charged.all(PhaseBegan)] == ["shooting", "combat", "react", "orders"]
    assert len(charged.all(CombatEnded)) == 1
    assert not played.all(CombatEnded), "no dominoes were laid"
    assert played.last(TurnBegan).turn == played.state.turn == 2


@clause("infantry-action.turn.orders-step")
@clause("infantry-action.orders.one-chit")
def test_every_unit_is_given_one_chit_and_no_unit_two() -> None:
    played = far_apart()
    assert played.asked == (UNION, "orders", "")
    assert played.keys == ["a", "b"]
    assert played.refusal(Assigned((("a", "move"), ("a", "fire"), ("b", "hold")))) == [""]
    assert played.refusal(Assigned((("a", "move"), ("x", "hold")))) == [""]
    played.assign(a="move", b="fire")
    assert played.last(ChitsPlaced).chits == (("a", "move"), ("b", "fire"))
    assert [played.unit(id).order for id in "abxg"] == ["move", "fire", "", ""]


@clause("infantry-action.orders.chit-list", 1)
@clause("infantry-action.orders.artillery", 1)
def test_the_chits_of_a_line_and_of_a_battery() -> None:
    played = far_apart()
    assert played.offered("a") == CHITS
    played.assign(a="move", b="fire")
    assert played.offered("g") == ["fire", "opportunity-fire", "hold"]
    assert played.refusal(Assigned((("x", "hold"), ("g", "move")))) == [""]


@clause("infantry-action.orders.chit-list")
def test_hold_is_the_chit_of_a_unit_that_is_given_none() -> None:
    played = far_apart().assign(b="fire")
    assert played.last(ChitsPlaced).chits == (("a", "hold"), ("b", "fire"))


@clause("infantry-action.orders.no-charge-after-rout", 1)
@clause("infantry-action.outcome.rally")
@clause("infantry-action.outcome.after-rout")
def test_a_unit_that_has_routed_rallies_by_itself_but_never_gets_a_charge_chit() -> None:
    played = table(
        line("a", UNION, 7, 15, 4, start=10, routed=2), line("x", CONFEDERATE, 5, 15, 44, SOUTH), phase="orders", turn=9
    )
    assert played.offered("a") == [chit for chit in CHITS if chit != "charge"]
    assert played.refusal(Assigned((("a", "charge"),))) == [""]
    played.assign(a="fire")
    assert played.unit("a").order == "fire"


@clause("infantry-action.orders.any-order-after-regroup", 1)
def test_a_unit_that_retired_may_have_any_chit_in_the_next_turn() -> None:
    played = table(
        line("a", UNION, 10, 20, 10, moved=True, fought=True), line("x", CONFEDERATE, 5, 15, 44, SOUTH), phase="react"
    )
    assert played.turn_over().offered("a") == CHITS


@clause("infantry-action.turn.initiative-step", 1)
@clause("infantry-action.initiative.roll", 1)
@clause("infantry-action.initiative.choice", 1)
def test_the_higher_throw_decides_who_takes_the_first_go() -> None:
    nothing = ({"a": "hold", "b": "hold"}, {"x": "hold", "g": "hold"})
    played = ordered(far_apart(), *nothing, (5, 2))
    assert played.asked == (UNION, "first", "")
    assert played.last(InitiativeThrown).side == UNION
    played.choose("second")
    assert played.last(FirstChosen).side == CONFEDERATE
    assert played.asked == (CONFEDERATE, "activate", "")
    other = ordered(far_apart(), *nothing, (1, 2))
    assert other.asked == (CONFEDERATE, "first", "")
    assert other.choose("first").asked == (CONFEDERATE, "activate", "")


@clause("infantry-action.initiative.choice")
def test_whoever_has_the_initiative_may_move_first() -> None:
    played = ordered(far_apart(), {"a": "hold", "b": "hold"}, {"x": "hold", "g": "hold"}, (5, 3))
    assert played.choose("first").asked == (UNION, "activate", "")


@clause("infantry-action.initiative.tie", 1)
def test_equal_throws_are_thrown_again() -> None:
    played = ordered(far_apart(), {"a": "hold"}, {"x": "hold"}, (4, 4, 1, 3))
    assert played.last(InitiativeThrown).side == CONFEDERATE


@clause("infantry-action.initiative.tie")
@pytest.mark.parametrize("holder", [UNION, CONFEDERATE])
def test_by_the_house_rule_equal_throws_leave_the_initiative_with_its_last_holder(holder: str) -> None:
    played = far_apart(first=holder, initiative_tie="holder-keeps", turn=2)
    ordered(played, {"a": "hold"}, {"x": "hold"}, (4, 4))
    assert played.last(InitiativeThrown).side == holder


@clause("infantry-action.initiative.tie")
def test_by_the_house_rule_the_first_turn_knows_no_holder_and_equals_throw_again() -> None:
    played = far_apart(first="", initiative_tie="holder-keeps")
    ordered(played, {"a": "hold"}, {"x": "hold"}, (4, 4, 6, 2))
    assert played.last(InitiativeThrown).side == UNION


@clause("infantry-action.orders.secret")
def test_both_sides_are_asked_at_once_before_initiative_and_no_chit_is_changed_later() -> None:
    played = far_apart()
    played.answer(Assigned((("x", "fire"), ("g", "hold"))), player=CONFEDERATE)
    assert played.asked == (UNION, "orders", "")
    assert not played.all(InitiativeThrown)
    played.assign(a="move", b="hold", dice=(6, 1))
    assert played.asked == (UNION, "first", "")
    played.choose("first").choose("a")
    assert [(event.unit, event.order) for event in played.all(ChitRevealed)] == [("a", "move")]
    assert not played.unit("b").revealed


@clause("infantry-action.setup.reinforcements")
def test_a_unit_not_yet_due_gets_no_chit_and_one_that_is_due_does() -> None:
    late = line("c", UNION, 5, 0, 0, place=TO_ARRIVE, due=3, entry=(36.0, 0.0))
    there = (line("a", UNION, 5, 15, 4), line("x", CONFEDERATE, 5, 15, 44, SOUTH))
    assert table(*there, late, phase="orders", turn=2).keys == ["a"]
    assert table(*there, late, phase="orders", turn=3).keys == ["a", "c"]
    assert table(*there, late, phase="orders", turn=4).offered("c") == CHITS
