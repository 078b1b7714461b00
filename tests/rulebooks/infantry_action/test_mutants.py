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
from roundtop.rulebooks.infantry_action.fire import (
    GunShot,
    Shot,
    Volley,
    band,
    gun,
    gun_needs,
    penalties,
    shot_needs,
    volley,
)
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
COVERED = Settings(cover_from_fire=True)
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


@clause("infantry-action.shooting.infantry-short")
@clause("infantry-action.shooting.infantry-long")
@clause("infantry-action.shooting.band-edges")
@clause("infantry-action.artillery.canister")
@clause("infantry-action.artillery.close")
@clause("infantry-action.artillery.long")
@pytest.mark.parametrize(
    ("kind", "distance", "named"),
    [
        ("infantry", 12.0, "shooting.infantry-short"),
        ("infantry", 18.0, "shooting.infantry-long"),
        ("infantry", 18.1, "shooting.band-edges"),
        ("battery", 10.0, "artillery.canister"),
        ("battery", 18.0, "artillery.close"),
        ("battery", 36.0, "artillery.long"),
        ("battery", 36.1, "shooting.band-edges"),
    ],
)
def test_each_row_of_the_range_table_names_its_clause(kind: str, distance: float, named: str) -> None:
    assert band(kind, distance, "", PRINTED).clause == f"infantry-action.{named}"


@clause("infantry-action.shooting.reduced-after-rout")
@clause("infantry-action.shooting.no-cover")
def test_penalties_of_fire_name_their_clause() -> None:
    found = [mod.clause for mod in penalties("infantry", True, True, COVERED)]
    assert found == ["infantry-action.shooting.reduced-after-rout", "infantry-action.shooting.no-cover"]


@clause("infantry-action.shooting.no-cover")
def test_a_stand_is_in_the_open_unless_it_is_said_to_be_in_cover() -> None:
    shot = Shot(1, 1, 6.0)
    assert shot_needs(Volley((shot,), settings=COVERED), shot) == 4
    assert gun_needs(GunShot(12.0, settings=COVERED)) == 4


@clause("infantry-action.shooting.reduced-after-rout")
def test_last_stand_after_a_rout_throws_nothing_with_fewer_dice() -> None:
    alone = Volley((Shot(1, 1, 6.0),), routed_before=True, settings=Settings(rout_fire_penalty="fewer-dice"))
    assert clauses_thrown(lambda dice: volley(alone, dice)) == []
