"""The umpire's procedures: the ledger's examples, their outputs and working, odds, and impossible situations."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.order_cards.options import LEDGER
from roundtop.umpire import Exact, UmpireError, ask
from tests.rulebooks.order_cards.umpired import PAGE, exact, outcome, rule

SOMETIMES = {
    "morale": {"formation_changed"},
    "melee-morale": {"limbered_after", "retreat_inches"},
    "resupply": {"points_left"},
}
"""Outputs that the ledger names for some cases only."""
SAY_MORE = ("barrier-move", "dismantle")
"""Procedures that give a figure even when they refuse."""


def test_every_procedure_of_the_ledger_is_there() -> None:
    assert [procedure.name for procedure in PAGE.procedures] == list(LEDGER.routines)
    assert len(PAGE.procedures) == 25


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_example_of_the_ledger(name: str) -> None:
    example = LEDGER.routines[name].example
    found = ask(PAGE, name, example.situation, dice=list(example.dice))
    assert {key: found.outcome.get(key) for key in example.expect} == example.expect


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_outputs_are_those_the_ledger_names(name: str) -> None:
    routine = LEDGER.routines[name]
    found = ask(PAGE, name, routine.example.situation, seed=1).outcome
    named = {field.name for field in routine.outputs}
    if found.get("legal") is False and name not in SAY_MORE:
        assert set(found) == {"legal", "clause"}
    else:
        assert set(found) <= named
        assert named - set(found) <= SOMETIMES.get(name, set()) | {"clause"}


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_working_cites_clauses_of_the_ledger(name: str) -> None:
    example = LEDGER.routines[name].example
    found = ask(PAGE, name, example.situation, dice=list(example.dice))
    ids = {one.id for one in LEDGER.clauses}
    assert found.working
    assert {line.clause for line in found.working if line.clause} <= ids
    assert {roll.clause for roll in found.rolls} <= ids


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_odds_of_the_example_sum_to_one_and_hold_what_it_expects(name: str) -> None:
    routine = LEDGER.routines[name]
    whole = ask(PAGE, name, routine.example.situation, odds=True).whole
    assert isinstance(whole, Exact)
    assert sum(row.chance for row in whole.chances) == 1
    working = {field.name for field in routine.outputs if field.working}
    wanted = {key: value for key, value in routine.example.expect.items() if key not in working}
    assert any(all(row.outcome.get(k) == v for k, v in wanted.items()) for row in whole.chances)
    assert all(not working & set(row.outcome) for row in whole.chances)


@pytest.mark.parametrize(
    ("name", "situation", "clause_id", "known"),
    [
        ("set-legal", {"cards": ["march"]}, "cards.set-size", {}),
        (
            "move-cost",
            {"arm": "infantry", "card": "march", "actions": [{"do": "major-river"}]},
            "move.major-river",
            {"allowance": 10.0, "deductions": 0.0, "left": 0.0, "disordered_after": False},
        ),
        (
            "fire",
            {"arm": "infantry", "card": "march", "stands_by_range": [{"stands": 4, "range": 3}], "double_fire": True},
            "cards.deck",
            {
                "percent": 0,
                "certain_hits": 0,
                "remainder": 0,
                "remainder_hit": False,
                "save_number": 0,
                "hits": 0,
                "saved": 0,
                "boxes_circled": 0,
                "morale_check": False,
                "ammo_after": "normal",
                "refuse_max": 2,
            },
        ),
        (
            "charge-move",
            {"arm": "infantry", "card": "charge", "stands": 9, "wheel_degrees": 45, "straight_distance": 2},
            "charge.path",
            {
                "allowance": 10.0,
                "wheel_cost": 7.07,
                "wheel_limit": 5.0,
                "needed": 9.07,
                "contact": False,
                "moved": 0.0,
                "distance_left": 2.0,
                "bonus_spent": 0,
                "bonus_left": 1,
                "disordered_after": False,
                "melee_modifier_sum": 0,
            },
        ),
        (
            "snipe",
            {
                "arm": "infantry",
                "card": "march",
                "stands_by_range": [{"stands": 4, "range": 3}],
                "officer_rank": "brigade",
                "nearest_friend_range": 9.0,
            },
            "officer.sniping",
            {"percent": 40, "hit": False, "casualty": False, "officer_result": "unharmed", "officer_out": False},
        ),
    ],
)
def test_a_lawful_no_names_its_clause_and_all_that_is_known(
    name: str, situation: dict[str, Any], clause_id: str, known: dict[str, Any]
) -> None:
    no = {"legal": False, "clause": f"order-cards.{clause_id}"}
    assert outcome(name, **situation) == no | known
    assert rule(name, **situation).rolls == ()
    working = {field.name for field in LEDGER.routines[name].outputs if field.working}
    (told,) = exact(name, **situation)
    assert all(f"'{key}': {value!r}" in told for key, value in (no | known).items() if key not in working)
    with pytest.raises(UmpireError, match="no die is thrown"):
        rule(name, "d100:3", **situation)


@pytest.mark.parametrize(
    ("name", "situation", "message"),
    [
        ("set-initiative", {"sides": ["Union"]}, "sides: Union cannot be; it names the two sides"),
        ("set-order", {"first": "a", "second": "a"}, "second: a, a cannot be"),
        ("fire", {"arm": "infantry", "card": "parade", "stands_by_range": []}, "card: there is no card 'parade'"),
        ("save", {"hits": -1, "fire_kind": "small-arms"}, "hits: -1 cannot be"),
        (
            "spread-casualties",
            {"target": "A", "unsaved_hits": 1, "gaps_from_target": {"A": 1}},
            "that is the target itself",
        ),
        ("prisoner-guards", {"prisoner_stands": 3, "captor_stands": 0}, "captor_stands: 0 cannot be"),
        ("army-break", {"starting_stands": 0}, "starting_stands: 0 cannot be"),
        ("victory", {"sides": {"Union": {}}}, "sides: Union cannot be"),
        (
            "set-order",
            {"first": "a", "second": "b", "options": {"cards_per_set": 13}},
            "options.cards_per_set: 13 is more",
        ),
        ("set-order", {"first": "a", "second": "b", "options": {"deck": "club"}}, "options.deck: it is no TOML text"),
        (
            "fire",
            {"arm": "infantry", "card": "volley", "stands_by_range": [{"stands": 4, "range": 3}], "unit_stands": 3},
            "unit_stands: 3 cannot be; it is from 4 to 100",
        ),
        (
            "enfilade",
            {
                "target_formation": "line",
                "target_stands": 4,
                "near_end": [0, 0],
                "axis": [2, 0],
                "firing_front_middles": [],
                "eligible": [],
            },
            "axis: .* it is a direction of length 1",
        ),
        (
            "enfilade",
            {
                "target_formation": "line",
                "target_stands": 4,
                "near_end": [0],
                "axis": [1, 0],
                "firing_front_middles": [[1, 2]],
                "eligible": [],
            },
            "eligible: there are 1 stands",
        ),
    ],
)
def test_what_cannot_be_names_its_field(name: str, situation: dict[str, Any], message: str) -> None:
    with pytest.raises(UmpireError, match=message):
        outcome(name, **situation)


def test_too_few_and_too_many_dice_are_named() -> None:
    with pytest.raises(UmpireError, match="too few dice: a d100 is wanted after 0 given"):
        outcome("morale", kind="fire", arm="infantry", grade=70, starting_stands=6, boxes_now=1)
    with pytest.raises(UmpireError, match="too many dice: 1 left over"):
        outcome("morale", "d100:5", "d100:6", kind="fire", arm="infantry", grade=70, starting_stands=6, boxes_now=1)
