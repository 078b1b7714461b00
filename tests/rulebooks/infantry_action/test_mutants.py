"""What breaking the rules on purpose showed to be held by no other test."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roundtop.dice.questions import DiceError
from roundtop.dice.sources import Dice, Scripted
from roundtop.rulebooks.infantry_action.command.rule import ability, first_to_place, initiative, rating_of
from roundtop.rulebooks.infantry_action.fire.rule import (
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
from roundtop.rulebooks.infantry_action.melee.rule import (
    Combat,
    Fighter,
    Look,
    Pair,
    Stand,
    look_tile,
    outflanked,
    place_dominoes,
    planned,
    resolve,
    slots,
    tally,
)
from roundtop.rulebooks.infantry_action.morale.rule import Losses, outcome, places
from roundtop.rulebooks.infantry_action.movement.rule import Step, step_refusal
from roundtop.rulebooks.infantry_action.options import PRINTED, Settings
from roundtop.rulebooks.infantry_action.victory.rule import Toll, Victory, army_broken, victory
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


@clause("infantry-action.combat.mod-confederate-charge")
@clause("infantry-action.combat.mod-union-charge")
@clause("infantry-action.combat.mod-shooting-casualty")
@clause("infantry-action.combat.mod-uphill-or-obstacle")
@clause("infantry-action.combat.mod-wood")
@clause("infantry-action.combat.mod-outflanked")
@clause("infantry-action.setup.quality")
@pytest.mark.parametrize(
    ("stand", "named"),
    [
        (Stand("confederate", True), "combat.mod-confederate-charge"),
        (Stand("union", True), "combat.mod-union-charge"),
        (Stand("union", True, markers=1), "combat.mod-shooting-casualty"),
        (Stand("union", False, enemy_uphill=True), "combat.mod-uphill-or-obstacle"),
        (Stand("union", True, enemy_behind_obstacle=True), "combat.mod-uphill-or-obstacle"),
        (Stand("union", True, enemy_in_wood=True), "combat.mod-wood"),
        (Stand("union", False, outflanked=True), "combat.mod-outflanked"),
        (Stand("union", False, quality="green"), "setup.quality"),
        (Stand("union", False, quality="elite"), "setup.quality"),
    ],
)
def test_each_modifier_of_a_score_names_its_clause(stand: Stand, named: str) -> None:
    assert tally(stand, Settings(quality_effect="combat"))[-1].clause == f"infantry-action.{named}"


@clause("infantry-action.combat.odd-sideways")
def test_an_even_line_has_no_domino_sideways() -> None:
    assert slots(4, 3) == ((1, 2), (3, 4))


@clause("infantry-action.combat.odd-sideways")
@clause("infantry-action.combat.sideways-face")
def test_an_odd_line_has_its_last_domino_sideways_unless_another_is_named() -> None:
    fighters = (Fighter("a", "union", True, 1), Fighter("b", "confederate", False, 1))
    combat = Combat(fighters, (Pair((0, 1), (1, 1)),), settings=Settings(sideways_face="sum"))
    fought = resolve(combat, Scripted(["domino:2-3", "domino:1-3"]))
    assert [score.face for score in fought.scores[0]] == [5, 4]


@clause("infantry-action.combat.draw-blind")
def test_no_domino_is_drawn_twice() -> None:
    for again in ("1-2", "2-1", "3-4", "4-3"):
        with pytest.raises(DiceError):
            place_dominoes(6, 0, Look(), PRINTED, Scripted(["domino:1-2", "domino:3-4", f"domino:{again}"]))


@clause("infantry-action.combat.outflanked-terms")
@clause("infantry-action.charge.several-enemies")
@pytest.mark.parametrize(
    ("line", "met", "expected"),
    [
        (3, (1, 2), [False, True]),
        (3, (3, 2), [False, True]),
        (2, (2,), [True]),
        (2, (1,), [True]),
        (1, (1,), [False]),
    ],
)
def test_only_the_stand_next_to_the_end_of_a_line_outflanks_it(
    line: int, met: tuple[int, ...], expected: list[bool]
) -> None:
    chargers = tuple([Fighter(f"a{stand}", "union", True, 1) for stand in met])
    fighters = (*chargers, Fighter("d", "confederate", False, line))
    pairs = tuple([Pair((unit, 1), (len(met), stand)) for unit, stand in enumerate(met)])
    assert [pair.charger_outflanked for pair in outflanked(fighters, pairs, PRINTED)] == expected


@clause("infantry-action.combat.modifiers-add")
def test_what_does_not_bear_on_a_score_is_not_told() -> None:
    assert [mod.value for mod in tally(Stand("union", True), PRINTED)] == [1]
    fighters = (Fighter("a", "union", True, 1), Fighter("b", "confederate", False, 1))
    duel = planned(Combat(fighters, (Pair((0, 1), (1, 1)),))).duels[0]
    assert (duel.charger_bonus, duel.defender_bonus) == (1, 0)


@clause("infantry-action.combat.look-at-one")
@clause("infantry-action.combat.half-per-stand")
def test_half_of_a_stand_that_does_not_fight_serves_nobody() -> None:
    looked = Fighter("b", "confederate", False, 2, tile="5-1", look=Look(True, 1))
    combat = Combat((Fighter("a", "union", True, 1), looked), (Pair((0, 1), (1, 1)),))
    assert planned(combat).start.faces == (-1, 5)


@clause("infantry-action.outcome.places")
def test_a_run_of_two_within_the_line_breaks_it_where_its_ends_do_not_count() -> None:
    within_only = Settings(end_runs_count=False)
    assert places((2, 3), 4, within_only) == 1
    assert places((2, 3), 3, within_only) == 0


@clause("infantry-action.outcome.not-broken")
def test_a_unit_charges_only_if_it_is_said_to() -> None:
    assert [one.result for one in outcome(Losses(4, 4, ()), Losses(4, 4, ()), PRINTED)] == ["hold", "hold"]


@clause("infantry-action.victory.army-break")
@clause("infantry-action.victory.game-length")
def test_an_army_of_one_unit_breaks_with_it_and_till_then_nobody_has_won() -> None:
    assert army_broken(Toll(1, 1, 0), PRINTED)
    assert victory(1, 10, SIDES, (Toll(1, 0, 0), Toll(1, 0, 0)), PRINTED) == Victory(False, "none", "none", (0, 0))


@clause("infantry-action.movement.artillery-static")
@pytest.mark.parametrize("way", [1.0, -1.0])
def test_a_battery_turns_by_45_degrees_and_not_a_quarter_more(way: float) -> None:
    pivots = Settings(artillery_pivot=True)
    assert step_refusal(Step("hold", 0.0, 5.0, kind="battery", pivot=45.0 * way, settings=pivots)) == ""
    farther = Step("hold", 0.0, 5.0, kind="battery", pivot=45.25 * way, settings=pivots)
    assert step_refusal(farther) == "infantry-action.movement.artillery-static"
