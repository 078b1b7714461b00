"""Positions that random battles found, and that once went wrong."""

from __future__ import annotations

from typing import Any

from roundtop.battle.engine import begin
from roundtop.battle.forms import Choose, Chosen
from roundtop.battle.protocol import Command
from roundtop.battles import load
from roundtop.rulebooks.infantry_action import RULEBOOK
from roundtop.rulebooks.infantry_action.field import CHARGE, FAST, MOVE, copied, unit_of, with_unit
from roundtop.rulebooks.infantry_action.movement.events import PivotBattery
from roundtop.rulebooks.infantry_action.movement.table import judge
from roundtop.rulebooks.infantry_action.state import State
from tests.clauses import clause


def opened(**options: Any) -> State:
    """The training field before the first turn."""
    found: State = begin(RULEBOOK, load("training-field"), options).state
    return found


@clause("infantry-action.movement.interpenetration")
@clause("infantry-action.movement.artillery-static")
def test_a_battery_does_not_turn_onto_its_neighbours() -> None:
    state = opened(artillery_pivot=True, stand_in=1.73)
    step = PivotBattery("grey-battery")
    form = RULEBOOK.decision(state, step, "confederate").form
    assert isinstance(form, Choose)
    assert [item.key for item in form.items] == ["0"]
    refused = RULEBOOK.check(state, step, Command("confederate", "pivot", "grey-battery", Chosen(("20",))))
    assert {reason.clause for reason in refused} == {"infantry-action.movement.interpenetration"}


@clause("infantry-action.movement.interpenetration")
def test_a_unit_may_always_stand() -> None:
    state = opened()
    fallen_upon = copied(unit_of(state, "2nd-blue"))
    fallen_upon.pose = unit_of(state, "1st-blue").pose
    state = with_unit(state, fallen_upon)
    for order in (MOVE, FAST, CHARGE):
        assert judge(state, unit_of(state, "1st-blue"), order, ()) == []
