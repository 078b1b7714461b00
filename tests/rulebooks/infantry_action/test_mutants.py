"""What breaking the rules on purpose showed to be held by no other test."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roundtop.dice.sources import Dice, Scripted
from roundtop.rulebooks.infantry_action.command import (
    Step,
    ability,
    first_to_place,
    initiative,
    rating_of,
    step_refusal,
)
from roundtop.rulebooks.infantry_action.fire import GunShot, Shot, Volley, gun, volley
from roundtop.rulebooks.infantry_action.melee import (
    Combat,
    Fighter,
    Look,
    Pair,
    look_tile,
    place_dominoes,
    resolve,
)
from roundtop.rulebooks.infantry_action.options import PRINTED, Settings
from tests.clauses import clause

SIDES = ("union", "confederate")
KEEPS = Settings(initiative_tie="holder-keeps")
SIXES = Settings(infantry_vs_battery="two-sixes")


def clauses_thrown(rule: Callable[[Dice], object], *words: str) -> list[str]:
    """The clauses, without the rulebook's name, by which a rule had its dice thrown."""
    dice = Scripted(words)
    rule(dice)
    dice.finish()
    return [roll.clause.removeprefix("infantry-action.") for roll in dice.rolls]


@clause("infantry-action.setup.cinc-choice")
@clause("infantry-action.initiative.roll")
@clause("infantry-action.initiative.tie")
@clause("infantry-action.setup.table-and-deployment")
def test_dice_of_command_name_their_clause() -> None:
    assert clauses_thrown(lambda dice: ability(dice, "union"), "d6:1", "d6:2") == ["setup.cinc-choice"]
    assert clauses_thrown(lambda dice: initiative(SIDES, "", PRINTED, dice), "d6:1", "d6:2") == ["initiative.tie"]
    kept = clauses_thrown(lambda dice: initiative(SIDES, "union", KEEPS, dice), "d6:2", "d6:2")
    assert kept == ["initiative.roll", "initiative.roll"]
    first = clauses_thrown(lambda dice: first_to_place(SIDES, dice), "d6:1", "d6:2")
    assert first == ["setup.table-and-deployment"]


@clause("infantry-action.shooting.one-die-per-stand")
@clause("infantry-action.artillery.infantry-against-battery")
@clause("infantry-action.artillery.two-dice")
@clause("infantry-action.artillery.second-hit")
@clause("infantry-action.artillery.double-six")
def test_dice_of_fire_name_their_clause() -> None:
    shots = (Shot(1, 1, 6.0), Shot(2, 1, 6.0))
    assert clauses_thrown(lambda dice: volley(Volley(shots), dice), "d6:1", "d6:2") == ["shooting.one-die-per-stand"]
    at_guns = Volley(shots, target_kind="battery", settings=SIXES)
    found = clauses_thrown(lambda dice: volley(at_guns, dice), "d6:1", "d6:2")
    assert found == ["artillery.infantry-against-battery"]
    close = GunShot(12.0, target=2, target_stands=3)
    found = clauses_thrown(lambda dice: gun(close, dice), "d6:5", "d6:4", "d6:1")
    assert found == ["artillery.two-dice", "artillery.second-hit"]
    counter = GunShot(12.0, target_kind="battery")
    assert clauses_thrown(lambda dice: gun(counter, dice), "d6:6", "d6:6") == ["artillery.double-six"]


@clause("infantry-action.combat.draw-blind")
@clause("infantry-action.combat.look-at-one")
@clause("infantry-action.combat.reveal")
@clause("infantry-action.combat.blank")
def test_dominoes_and_blanks_name_their_clause() -> None:
    assert clauses_thrown(lambda dice: look_tile((), dice, "union"), "domino:1-2") == ["combat.look-at-one"]
    placed = clauses_thrown(lambda dice: place_dominoes(2, 0, Look(), PRINTED, dice), "domino:1-2")
    assert placed == ["combat.draw-blind"]
    fighters = (Fighter("a", "union", True, 1), Fighter("b", "confederate", False, 1))
    combat = Combat(fighters, (Pair((0, 1), (1, 1)),))
    fought = clauses_thrown(lambda dice: resolve(combat, dice), "domino:0-1", "domino:3-4", "d6:2")
    assert fought == ["combat.reveal", "combat.reveal", "combat.blank"]


@clause("infantry-action.setup.cinc-poor")
def test_two_dice_total_no_less_than_two() -> None:
    assert rating_of(2) == 1
    with pytest.raises(ValueError, match="cannot total 1"):
        rating_of(1)


@clause("infantry-action.movement.pinned")
@clause("infantry-action.movement.artillery-static")
@clause("infantry-action.orders.chit-list")
def test_a_quarter_of_an_inch_is_a_move() -> None:
    assert step_refusal(Step("move", 0.25, 5.0, pinned=True)) == "infantry-action.movement.pinned"
    assert step_refusal(Step("hold", 0.25, 5.0)) == "infantry-action.orders.chit-list"
    battery = Step("hold", 0.25, 5.0, kind="battery", settings=Settings(artillery_pivot=True))
    assert step_refusal(battery) == "infantry-action.movement.artillery-static"
