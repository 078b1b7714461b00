"""Fire at a charger: who may shoot, from where it is measured, and what the hits do."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.infantry_action.fire.events import StandsRemoved, VolleyFired
from roundtop.rulebooks.infantry_action.melee.events import CombatFought
from roundtop.rulebooks.infantry_action.state import Unit
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    WEST,
    Table,
    field,
    guns,
    line,
    reserves,
    table,
    wall,
    wood,
)


def charged(*others: Unit, order: str = "fire", stands: int = 4, **rest: Any) -> Table:
    """A Confederate line charges a Union one; the enemy is about to be asked who shoots."""
    played = table(
        line("a", CONFEDERATE, stands, 36, 30, SOUTH, order="charge"),
        line("x", UNION, 4, 36, 20, order=order),
        *others,
        *reserves(),
        first=CONFEDERATE,
        **rest,
    )
    played.choose("a").choose("x").choose("blind:0" if stands % 2 == 0 else f"blind:{stands}")
    assert played.asked == (UNION, "charge-fire", "a")
    return played


@clause("infantry-action.chargefire.who", 1)
def test_any_unit_with_a_fire_or_opportunity_chit_may_shoot_at_a_charger() -> None:
    played = charged(
        line("y", UNION, 4, 42, 20, order="opportunity-fire"),
        line("z", UNION, 4, 30, 20, order="move"),
        guns("g", UNION, 1, 26, 14, 40, order="fire"),
        line("far", UNION, 4, 8, 20, order="fire"),
    )
    assert played.keys == ["x", "y", "g"]
    for order in ("move", "fast-advance", "charge", "hold"):
        assert charged(order=order).keys == []


@clause("infantry-action.chargefire.who")
@clause("infantry-action.shooting.once-per-turn")
def test_who_has_shot_or_is_pinned_does_not_shoot_at_a_charger() -> None:
    played = table(
        line("a", CONFEDERATE, 4, 36, 30, SOUTH, order="charge"),
        line("b", CONFEDERATE, 4, 44, 30, SOUTH, order="charge"),
        line("x", UNION, 4, 36, 20, order="fire"),
        line("y", UNION, 4, 44, 20, order="fire"),
        line("z", UNION, 4, 50, 20, 350, order="fire"),
        *reserves(),
        first=CONFEDERATE,
    )
    played.choose("a").choose("x").choose("blind:0")
    assert played.keys == ["x", "y", "z"]
    played.choose("y").aim({1: "a:1"}, dice=(1,))
    played.choose("blind:0")
    played.choose("b").choose("y").choose("blind:0")
    assert played.keys == ["z"], "x is pinned, y has shot"


@clause("infantry-action.chargefire.marker", 1)
@clause("infantry-action.chargefire.reduces-spots")
@clause("infantry-action.combat.mod-shooting-casualty", 1)
def test_hits_on_a_charger_are_markers_that_cost_spots_in_combat() -> None:
    played = charged().choose("x").aim({2: "a:2", 3: "a:2", 4: "a:1"}, dice=(4, 5, 6))
    assert played.last(VolleyFired).markers == ((1, 1), (2, 2))
    assert played.unit("a").markers == ((1, 1), (2, 2))
    assert (played.unit("a").stands, played.all(StandsRemoved)) == (4, [])
    played.choose("blind:0").turn_over(dice=("6-4", "3-3", "1-1", "1-2"))
    scores = played.last(CombatFought).scores
    assert [score[2] for score in scores] == [6 + 2 - 1, 4 + 2 - 2, 3 + 2, 3 + 2]


@clause("infantry-action.chargefire.range", 1)
def test_the_better_of_start_and_contact_counts() -> None:
    # From the side: 16 in to the charger's start, 11 to the place where it touches.
    def support(die: int) -> VolleyFired:
        y = line("y", UNION, 1, 24.07, 21.67, 65, order="fire")
        played = table(
            line("a", CONFEDERATE, 1, 36, 34, SOUTH, order="charge"),
            line("x", UNION, 1, 36, 22, order="hold"),
            y,
            *reserves(),
            first=CONFEDERATE,
        )
        played.choose("a").choose("x").choose("blind:1")
        return played.choose("y").aim({1: "a:1"}, dice=(die,)).last(VolleyFired)

    assert support(4).markers == ((1, 1),), "short range at contact"
    assert support(3).markers == ()
    assert [(row.label, row.value) for row in support(4).tally] == [("1 dice at 11.0″", "4+")]


@clause("infantry-action.chargefire.range")
@clause("infantry-action.activation.early-reveal")
def test_the_unit_charged_shoots_at_short_range_even_when_the_charge_begins_12_inches_off() -> None:
    played = table(
        line("a", CONFEDERATE, 1, 36, 33, SOUTH, order="charge"),
        line("x", UNION, 1, 36, 20, order="fire"),
        *reserves(),
        first=CONFEDERATE,
    )
    played.choose("a").choose("x").choose("blind:1").choose("x").aim({1: "a:1"}, dice=(4,))
    assert played.last(VolleyFired).markers == ((1, 1),)
    assert played.unit("x").revealed


@clause("infantry-action.chargefire.range")
def test_a_stand_aimed_at_must_be_in_arc_and_sight_at_the_place_chosen() -> None:
    # Out of arc at its start, in arc where it touches; the one charged hides it from a unit straight behind.
    seen = charged(line("y", UNION, 4, 26, 22, 90, order="fire"), order="hold")
    assert seen.keys == ["y"]
    behind = charged(line("y", UNION, 2, 36, 17, order="fire"), order="hold")
    assert behind.keys == []


@clause("infantry-action.chargefire.range")
@clause("infantry-action.shooting.no-cover")
def test_by_the_house_rule_cover_counts_where_the_shot_is_taken() -> None:
    # The charger starts in a wood and comes out of it: at contact it has no cover.
    trees = field(wood(30, 29, 42, 40))
    played = charged(ground=trees, cover_from_fire=True)
    assert played.choose("x").aim({2: "a:3"}, dice=(4,)).last(VolleyFired).markers == ((3, 1),)
    # A wall close before the unit charged covers the charger nowhere but on its far side.
    walled = charged(ground=field(wall((30.0, 28.9), (42.0, 28.9))), cover_from_fire=True)
    assert walled.choose("x").aim({2: "a:3"}, dice=(4,)).last(VolleyFired).markers == ((3, 1),)


@clause("infantry-action.chargefire.artillery", 1)
def test_guns_put_a_marker_on_the_stand_aimed_at_and_one_on_its_neighbour() -> None:
    played = charged(guns("g", UNION, 1, 40, 21, 340, order="fire"), order="hold")
    played.choose("g").choose("a:3", dice=(3, 5, 4))
    assert played.last(VolleyFired).markers == ((2, 1), (3, 1))
    assert played.unit("a").stands == 4


@clause("infantry-action.artillery.no-neighbour")
@clause("infantry-action.artillery.several-guns")
@clause("infantry-action.chargefire.artillery")
def test_markers_of_several_guns_add_up() -> None:
    played = charged(guns("g", UNION, 2, 40, 21, 340, order="opportunity-fire"), order="hold")
    played.choose("g").choose("a:3").choose("a:2", dice=(3, 5, 4, 3, 5, 1))
    assert played.unit("a").markers == ((2, 2), (3, 2))
    assert played.asked == (UNION, "dominoes", "x")


@clause("infantry-action.chargefire.reduces-spots", 2)
def test_a_face_brought_below_zero_by_markers_is_no_blank() -> None:
    played = table(
        line("a", UNION, 1, 36, 20, order="charge"), line("x", CONFEDERATE, 2, 36, 30, SOUTH, order="fire"), *reserves()
    )
    played.choose("a").choose("x").choose("blind:1")
    played.choose("x").aim({1: "a:1", 2: "a:1"}, dice=(4, 4)).choose("blind:0")
    played.turn_over(dice=("1-6", "1-1"))
    assert played.last(CombatFought).scores == (("a", 1, 1 + 1 - 2 - 2, "x", 1, 1),), "one stand of two overlaps it"


@clause("infantry-action.chargefire.who")
@pytest.mark.parametrize("order", ["fire", "move"])
def test_the_enemy_is_asked_whatever_his_chits_so_that_being_asked_tells_nothing(order: str) -> None:
    assert charged(order=order).asked == (UNION, "charge-fire", "a")


@clause("infantry-action.chargefire.who")
def test_nobody_is_asked_when_nobody_could_shoot_whatever_his_chit() -> None:
    played = table(
        line("a", CONFEDERATE, 4, 36, 10, order="charge"),
        line("x", UNION, 4, 36, 20, order="fire"),
        *reserves(),
        first=CONFEDERATE,
    )
    played.choose("a").choose("x").choose("blind:0")
    assert played.asked == (UNION, "dominoes", "x"), "charged in the rear it has nobody before it"


@clause("infantry-action.chargefire.artillery")
def test_a_charged_gun_may_fire_canister_at_its_charger() -> None:
    played = table(
        line("a", CONFEDERATE, 4, 46, 20, WEST, order="charge"),
        guns("g", UNION, 1, 36, 20, 90, order="fire"),
        *reserves(),
        first=CONFEDERATE,
    )
    played.choose("a").choose("g").choose("blind:0").choose("g").choose("a:2", dice=(3, 2))
    assert played.last(VolleyFired).markers == ((2, 1),)
