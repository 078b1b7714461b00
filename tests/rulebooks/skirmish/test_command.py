"""Initiative, phases, actions and detachments."""

from __future__ import annotations

from fractions import Fraction

import pytest

from roundtop.dice.sources import Scripted
from roundtop.rulebooks.skirmish.actions.rule import actions_left
from roundtop.rulebooks.skirmish.command.rule import Throw, deploys_first, initiative, initiative_odds, phase_order
from roundtop.rulebooks.skirmish.detachment.rule import Detaching, Strength, detach_refusal, detached
from roundtop.rulebooks.skirmish.morale.rule import steps
from roundtop.rulebooks.skirmish.options import PRINTED, Settings
from tests.clauses import clause

ORDER = ("blue", "red")
QUALITY = Settings(initiative="commander-quality")
ALTERNATE = Settings(initiative="alternate")


def won(throw: Throw, *dice: str) -> str:
    given = Scripted(dice)
    winner = initiative(throw, given)
    given.finish()
    return winner


@clause("skirmish.turn.initiative", 1)
def test_ties_are_thrown_again() -> None:
    throw = Throw(ORDER, ("down", "down"), "", PRINTED)
    assert won(throw, "d6:3", "d6:3", "d6:2", "d6:5") == "red"
    assert won(throw, "d6:4", "d6:3") == "blue"
    assert initiative_odds(throw).chance("blue") == Fraction(1, 2)


@clause("skirmish.turn.initiative")
def test_commanders_quality_dice_by_the_house_rule() -> None:
    throw = Throw(ORDER, ("elite", "down"), "", QUALITY)
    assert won(throw, "d12:4", "d4:4", "d12:1", "d4:3") == "red"
    assert won(throw, "d12:4", "d4:3") == "blue"
    higher = sum(one > other for one in range(1, 13) for other in range(1, 5))
    assert initiative_odds(throw).chance("blue") == Fraction(higher, 12 * 4 - 4)
    same = Throw(ORDER, ("regular", "regular"), "", QUALITY)
    assert won(same, "d8:2", "d8:2", "d8:8", "d8:7") == "blue"


@clause("skirmish.turn.initiative")
def test_dice_of_two_kinds_are_thrown_by_their_sides() -> None:
    given = Scripted(["d12:4", "d4:3"])
    initiative(Throw(ORDER, ("elite", "down"), "", QUALITY), given)
    assert [(roll.by, roll.clause) for roll in given.rolls] == [
        ("blue", "skirmish.turn.initiative"),
        ("red", "skirmish.turn.initiative"),
    ]
    given = Scripted(["d6:4", "d6:3"])
    initiative(Throw(ORDER, ("down", "down"), "", PRINTED), given)
    assert [roll.clause for roll in given.rolls] == ["skirmish.turn.initiative"]


@clause("skirmish.turn.initiative")
def test_strict_alternation_by_the_house_rule() -> None:
    assert won(Throw(ORDER, ("down", "down"), "", ALTERNATE), "d6:1", "d6:2") == "red"
    assert won(Throw(ORDER, ("down", "down"), "red", ALTERNATE)) == "blue"
    assert won(Throw(ORDER, ("down", "down"), "blue", ALTERNATE)) == "red"
    assert initiative_odds(Throw(ORDER, ("down", "down"), "blue", ALTERNATE)).chance("red") == 1


@clause("skirmish.setup.table-and-deployment", 1)
def test_the_lower_throw_deploys_first() -> None:
    given = Scripted(["d6:2", "d6:5"])
    assert deploys_first(ORDER, given) == "blue"
    assert given.rolls[0].clause == "skirmish.setup.table-and-deployment"
    assert deploys_first(ORDER, Scripted(["d6:2", "d6:2", "d6:6", "d6:5"])) == "red"


@clause("skirmish.turn.action-phases", 1, 2)
def test_phases_interleave_or_follow() -> None:
    assert phase_order("blue", "red", PRINTED) == (("blue", 1), ("red", 1), ("blue", 2), ("red", 2))
    consecutive = Settings(phase_structure="consecutive")
    assert phase_order("blue", "red", consecutive) == (("blue", 1), ("blue", 2), ("red", 1), ("red", 2))


@clause("skirmish.actions.allowance", 1, 2, 3)
def test_two_actions_less_one_for_every_wound() -> None:
    assert [actions_left(wounds, 0) for wounds in (0, 1, 2)] == [2, 1, 0]


@clause("skirmish.actions.mid-turn-wound", 1, 2)
def test_a_spent_action_is_never_taken_back() -> None:
    assert actions_left(1, 1) == 0
    assert actions_left(1, 0) == 1
    assert actions_left(1, 2) == 0


@clause("skirmish.actions.carry", 1, 2)
def test_carrying_uses_up_an_action() -> None:
    assert actions_left(0, 0, carrying=True) == 1
    assert actions_left(1, 0, carrying=True) == 0


@clause("skirmish.actions.detachment-terms", 1)
def test_strengths_of_both_parts() -> None:
    parent, detachment = detached(Detaching(10, 2, 8, 3, True))
    assert (parent, detachment) == (Strength(7, 2), Strength(3, 0))
    assert steps(parent.lost, parent.start) == 1


@pytest.mark.parametrize(
    ("group", "allowed"),
    [
        (Detaching(10, 2, 8, 3, True), True),
        (Detaching(10, 2, 8, 6, True), True),
        (Detaching(10, 2, 8, 7, True), False),
        (Detaching(10, 2, 8, 2, True), True),
        (Detaching(10, 2, 8, 1, True), False),
        (Detaching(10, 2, 8, 3, False), False),
        (Detaching(start=10, lost=2, able=8, detach=3, leader_able=True, leader_in_contact=True), False),
        (
            Detaching(
                start=10, lost=2, able=8, detach=3, leader_able=True, leader_in_contact=False, state="no-advance"
            ),
            True,
        ),
        (
            Detaching(start=10, lost=2, able=8, detach=3, leader_able=True, leader_in_contact=False, state="fall-back"),
            False,
        ),
        (
            Detaching(start=10, lost=2, able=8, detach=3, leader_able=True, leader_in_contact=False, state="break"),
            False,
        ),
        (
            Detaching(
                start=10, lost=2, able=8, detach=3, leader_able=True, leader_in_contact=False, state="break-no-rally"
            ),
            False,
        ),
    ],
)
@clause("skirmish.actions.detachment-terms")
def test_who_may_detach(group: Detaching, allowed: bool) -> None:
    assert detach_refusal(group, PRINTED) == ("" if allowed else "skirmish.actions.detachment-terms")


@clause("skirmish.actions.detachment-terms")
def test_the_least_detachment_is_a_house_rule() -> None:
    assert detach_refusal(Detaching(8, 0, 8, 1, True), Settings(detachment_min=1)) == ""
    assert detach_refusal(Detaching(8, 0, 8, 2, True), Settings(detachment_min=3)) != ""
    assert detach_refusal(Detaching(8, 0, 8, 5, True), Settings(detachment_min=3)) == ""
    assert detach_refusal(Detaching(8, 0, 8, 6, True), Settings(detachment_min=3)) != ""
