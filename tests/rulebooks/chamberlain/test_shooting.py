"""Fire at the table: targets, blinds, retreats, ammunition, officers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from roundtop.rulebooks.chamberlain.artillery.events import Resupplied
from roundtop.rulebooks.chamberlain.command.events import OfficerMoved, OfficerRisked
from roundtop.rulebooks.chamberlain.concealment.events import Revealed
from roundtop.rulebooks.chamberlain.field import unit_of
from roundtop.rulebooks.chamberlain.fire.events import VolleyFired
from roundtop.rulebooks.chamberlain.fire.table import may_fire
from roundtop.rulebooks.chamberlain.movement.events import Moved
from roundtop.rulebooks.chamberlain.retreat.events import UnitLost
from roundtop.rulebooks.chamberlain.state import BROKEN, ON_TABLE, RETIRED, Officer, Unit
from roundtop.table.ground import Line
from tests.clauses import clause
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    area,
    field,
    foot,
    general,
    guns,
    hill,
    horse,
    position,
    table,
)


def firing(*pieces: Unit | Officer, **rest: Any) -> Table:
    return table(*pieces, phase="fire", **rest)


def shots(game: Table) -> list[str]:
    return [key for key in game.keys if key != "end"]


# ------------------------------------------------------------------ whom


@clause("chamberlain.fire.target-choice", 1)
def test_any_enemy_in_arc_and_range_may_be_chosen() -> None:
    pieces = (
        foot("a", UNION, 12, 5),
        foot("near", CONFEDERATE, 11.5, 5.8, SOUTH),
        foot("far", CONFEDERATE, 13.3, 6.2, SOUTH),
    )
    assert shots(firing(*pieces)) == ["a>near", "a>far"]
    assert shots(firing(*pieces, fire_target_priority="nearest")) == ["a>near"]


@clause("chamberlain.fire.arc")
def test_the_arc_may_be_narrower() -> None:
    aside = (foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 13.3, 6.2, SOUTH))
    assert shots(firing(*aside)) == ["a>e"]
    assert firing(*aside, fire_arc="45-total").asked[0] == CONFEDERATE


@clause("chamberlain.fire.who")
def test_nobody_fires_out_of_or_into_contact() -> None:
    touching = (foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 5, SOUTH))
    assert firing(*touching).asked[0] == CONFEDERATE
    beside = foot("b", UNION, 13.2, 4.4)
    assert firing(*touching, beside).asked[0] == CONFEDERATE


@clause("chamberlain.los.units-block")
@clause("chamberlain.los.must-see")
def test_a_base_in_the_way_stops_the_shot() -> None:
    battery = guns("g", UNION, 12, 3)
    enemy = foot("e", CONFEDERATE, 12, 9, SOUTH)
    assert shots(firing(battery, enemy)) == ["g>e"]
    assert firing(battery, enemy, foot("s", UNION, 12, 4)).asked[0] == CONFEDERATE


@clause("chamberlain.art.overhead-level")
@clause("chamberlain.art.overhead-target")
@clause("chamberlain.art.overhead-half")
def test_by_the_house_guns_on_a_hill_fire_over_friends() -> None:
    ridge = field(hill(1, 0, 0, 24, 3.2))
    pieces = (guns("g", UNION, 12, 3), foot("s", UNION, 12, 5.5), foot("e", CONFEDERATE, 12, 9, SOUTH))
    assert firing(*pieces, ground=ridge).asked[0] == CONFEDERATE
    over = firing(*pieces, ground=ridge, artillery_overhead=True)
    assert shots(over) == ["g>e"]
    over.choose("g>e", 1, 1, 1)
    assert over.last(VolleyFired).dice == 3
    close = (guns("g", UNION, 12, 3), foot("s", UNION, 12, 5.5), foot("e", CONFEDERATE, 12, 6.4, SOUTH))
    assert firing(*close, ground=ridge, artillery_overhead=True).keys == ["s>e", "end"]
    assert firing(*pieces, artillery_overhead=True).asked[0] == CONFEDERATE


@clause("chamberlain.fire.resolve-one-by-one", 1)
def test_each_result_counts_before_the_next_unit_fires() -> None:
    target = horse("e", CONFEDERATE, 12, 6.4, SOUTH)
    game = firing(foot("a", UNION, 11.4, 5), foot("b", UNION, 12.6, 5), target)
    assert shots(game) == ["a>e", "b>e"]
    game.choose("a>e", 6, 1, 1)
    assert game.last(Moved).kind == "retreat"
    assert game.asked[0] == CONFEDERATE


# ------------------------------------------------------------------ blinds


@clause("chamberlain.conceal.active-shoots", 1)
def test_a_concealed_battery_that_fires_is_revealed_even_if_it_misses() -> None:
    game = firing(guns("g", UNION, 12, 3, concealed=True), foot("e", CONFEDERATE, 12, 9, SOUTH))
    game.choose("g>e", 1, 2, 3, 4, 5, 1)
    assert game.last(Revealed) == Revealed("g", "fired")
    order = [type(event) for event in game.events]
    assert order.index(Revealed) < order.index(VolleyFired)


@clause("chamberlain.conceal.passive-hit", 1, 2)
@clause("chamberlain.art.penalty-concealed", 1)
def test_a_blind_is_revealed_by_a_hit_and_not_by_a_miss() -> None:
    pieces = (guns("g", UNION, 12, 3), foot("e", CONFEDERATE, 12, 8, SOUTH, concealed=True))
    hit = firing(*pieces).choose("g>e", 6, 2, 1)
    assert not hit.unit("e").concealed
    assert hit.unit("e").fatigue == 1
    miss = firing(*pieces).choose("g>e", 5, 2, 1)
    assert miss.unit("e").concealed


@clause("chamberlain.fire.penalty-at-artillery")
@clause("chamberlain.fire.penalty-at-mounted")
@pytest.mark.parametrize("arm", [guns, horse])
def test_the_dice_do_not_tell_what_a_blind_is(arm: Callable[..., Unit]) -> None:
    """A blind counts as foot: fire at known guns or horse is halved, at unknown ones not."""
    known = firing(foot("a", UNION, 12, 5), arm("e", CONFEDERATE, 12, 5.9, SOUTH)).choose("a>e", 1, 1, 1)
    assert known.last(VolleyFired).dice == 3
    blind = arm("e", CONFEDERATE, 12, 5.9, SOUTH, concealed=True)
    unknown = firing(foot("a", UNION, 12, 5), blind).choose("a>e", 1, 1, 1, 1, 1, 1)
    assert unknown.last(VolleyFired).dice == 6


@clause("chamberlain.turn.fire-phase")
@clause("chamberlain.conceal.what-is-hidden")
def test_a_side_with_blinds_near_the_enemy_is_asked_whatever_they_are() -> None:
    foot_blind = foot("a", UNION, 12, 3, concealed=True)
    game = firing(foot_blind, foot("e", CONFEDERATE, 12, 9, SOUTH))
    assert game.asked == (UNION, "fire", "")
    assert game.keys == ["end"]
    far = firing(foot("a", UNION, 12, 3, concealed=True), foot("e", CONFEDERATE, 12, 14, SOUTH))
    assert far.asked[0] == CONFEDERATE


# ------------------------------------------------------------------ what it does


@clause("chamberlain.fire.hit-effect", 1)
@clause("chamberlain.fatigue.broken")
def test_hits_fatigue_and_break() -> None:
    worn = foot("e", CONFEDERATE, 12, 5.9, SOUTH, fatigue=1)
    game = firing(foot("a", UNION, 12, 5), worn).choose("a>e", 6, 6, 1, 1, 1, 1)
    assert game.unit("e").fatigue == 3
    last = foot("e", CONFEDERATE, 12, 5.9, SOUTH, fatigue=5)
    broken = firing(foot("a", UNION, 12, 5), last).choose("a>e", 6, 1, 1, 1, 1, 1)
    assert broken.last(UnitLost) == UnitLost("e", BROKEN, "fire")


@clause("chamberlain.fire.retreat-mounted", 1)
@clause("chamberlain.retreat.direction")
def test_mounted_troops_that_are_hit_fall_back() -> None:
    game = firing(foot("a", UNION, 12, 5), horse("e", CONFEDERATE, 12, 6, SOUTH)).choose("a>e", 6, 1, 1)
    assert game.unit("e").fatigue == 1
    assert game.pose("e") == (12.0, 8.5, 0.0)


@clause("chamberlain.art.hit-once-retreats", 1)
@clause("chamberlain.art.hit-twice-retires", 1, 2)
def test_guns_that_are_hit_fall_back_or_leave() -> None:
    battery = guns("e", CONFEDERATE, 12, 6, SOUTH)
    once = firing(foot("a", UNION, 12, 5), battery).choose("a>e", 6, 4, 1)
    assert once.pose("e") == (12.0, 8.5, 0.0)
    assert once.unit("e").ammo == 6
    twice = firing(foot("a", UNION, 12, 5), battery).choose("a>e", 6, 6, 2)
    assert twice.unit("e").place == RETIRED
    two = firing(foot("a", UNION, 11.4, 5), guns("g", UNION, 12.8, 3), battery)
    two.choose("a>e", 6, 1, 1).choose("g>e", 6, 1, 1, 1)
    assert two.unit("e").place == ON_TABLE
    assert len(two.all(Moved)) == 2


@clause("chamberlain.art.mark-ammo", 1)
@clause("chamberlain.unit.ammo-zero")
def test_every_shot_costs_a_box_and_the_last_may_cost_the_battery() -> None:
    pieces = (guns("g", UNION, 12, 3, ammo=5), foot("e", CONFEDERATE, 12, 9, SOUTH))
    woods = field(area("light-woods", 11, 8.8, 13, 11))
    game = firing(*pieces, ground=woods).choose("g>e", 1, 1, 1)
    assert game.unit("g").ammo == 4
    last = (guns("g", UNION, 12, 3, ammo=1), foot("e", CONFEDERATE, 12, 9, SOUTH))
    empty = firing(*last).choose("g>e", 1)
    assert (empty.unit("g").ammo, empty.unit("g").place) == (0, ON_TABLE)
    gone = firing(*last, artillery_empty="retire").choose("g>e", 1)
    assert gone.last(UnitLost) == UnitLost("g", RETIRED, "empty")
    assert firing(guns("g", UNION, 12, 3, ammo=0), foot("e", CONFEDERATE, 12, 9, SOUTH)).asked[0] == CONFEDERATE


@clause("chamberlain.trait.artillery-choice", 1)
@clause("chamberlain.trait.artillery-resupply", 1, 2)
@clause("chamberlain.trait.artillery-lay")
def test_an_artillery_officer_lays_the_guns_or_brings_ammunition() -> None:
    enemy = foot("e", CONFEDERATE, 12, 9, SOUTH)
    laid = general("h", UNION, "A", unit="g")
    game = firing(guns("g", UNION, 12, 3, ammo=3, start_ammo=6), enemy, laid)
    assert game.keys == ["g>e", "g>resupply", "end"]
    game.choose("g>resupply")
    assert game.last(Resupplied).ammo == 4
    assert game.asked[0] == CONFEDERATE
    fired = firing(guns("g", UNION, 12, 3, ammo=3, start_ammo=6), enemy, laid).choose("g>e", 1, 1, 1, 1)
    assert fired.last(VolleyFired).dice == 4
    assert firing(guns("g", UNION, 12, 3), enemy, laid).keys == ["g>e", "end"]
    alone = firing(guns("g", UNION, 12, 3, ammo=0, start_ammo=6), laid)
    assert alone.keys == ["g>resupply", "end"]


@clause("chamberlain.fire.sharpshooters", 1, 2)
@clause("chamberlain.command.at-risk-ss")
def test_sharpshooters_aim_at_officers() -> None:
    marksmen = foot("a", UNION, 12, 5, elan=4, traits=("SS",))
    target = foot("e", CONFEDERATE, 12, 6.5, SOUTH)
    officer = general("h", CONFEDERATE, "I", unit="e")
    game = firing(marksmen, target, officer).choose("a>e", 6, 3, 5)
    assert game.unit("e").fatigue == 1
    assert game.last(OfficerRisked).killed
    assert (game.officer("h").traits, game.officer("h").unit) == ((), "e")
    miss = firing(marksmen, target, officer).choose("a>e", 5, 3)
    assert miss.all(OfficerRisked) == []
    house = firing(marksmen, target, officer, ss_needs_hit=False).choose("a>e", 5, 3, 4)
    assert not house.last(OfficerRisked).killed


@clause("chamberlain.command.unit-lost", 1, 2)
def test_an_officer_whose_unit_breaks_is_at_risk_once_and_joins_the_next() -> None:
    target = foot("e", CONFEDERATE, 12, 5.9, SOUTH, fatigue=5)
    spare = foot("f", CONFEDERATE, 14, 12, SOUTH)
    officer = general("h", CONFEDERATE, "I", unit="e")
    game = firing(foot("a", UNION, 12, 5), target, spare, officer).choose("a>e", 6, 1, 1, 1, 1, 1, 3)
    assert not game.last(OfficerRisked).killed
    assert game.last(OfficerMoved).unit == "f"
    marksmen = foot("a", UNION, 12, 5, traits=("SS",))
    sniped = firing(marksmen, target, spare, officer).choose("a>e", 6, 1, 1, 1, 1, 1, 5)
    assert sniped.last(OfficerRisked).killed
    assert (sniped.officer("h").unit, sniped.officer("h").traits) == ("f", ())


@clause("chamberlain.trait.inspiring")
def test_an_inspiring_officer_helps_fire() -> None:
    pieces = (foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 5.9, SOUTH), general("g", UNION, "I", unit="a"))
    game = firing(*pieces).choose("a>e", 6, 6, 1, 1, 1, 1, 1)
    assert (game.last(VolleyFired).dice, game.unit("e").fatigue) == (7, 2)
    assert game.all(OfficerRisked) == []
    house = firing(*pieces, trait_inspiring_fire=False).choose("a>e", 1, 1, 1, 1, 1, 1)
    assert house.last(VolleyFired).dice == 6


@clause("chamberlain.fire.penalty-crest")
@clause("chamberlain.terrain.crest")
def test_a_target_that_lines_a_crest() -> None:
    ridge = field(hill(1, 0, 5.7, 24, 16), Line("crest", ((0.0, 5.8), (24.0, 5.8))))
    game = firing(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 5.8, SOUTH), ground=ridge)
    game.choose("a>e", 1, 1, 1)
    assert game.last(VolleyFired).dice == 3
    level = field(Line("crest", ((0.0, 5.8), (24.0, 5.8))))
    flat = firing(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 5.8, SOUTH), ground=level)
    assert flat.choose("a>e", 1, 1, 1, 1, 1, 1).last(VolleyFired).dice == 6


@clause("chamberlain.fire.bonus-flank")
@clause("chamberlain.fire.flank-definition")
def test_a_shot_from_behind_the_front_is_at_a_flank() -> None:
    game = firing(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 6.4)).choose("a>e", 1, 1, 1, 1, 1, 1, 1)
    assert [row.label for row in game.last(VolleyFired).tally] == ["elan", "at a flank", "dice"]


@clause("chamberlain.fire.cover-infantry")
def test_by_the_house_cover_halves_small_arms_too() -> None:
    woods = field(area("heavy-woods", 11, 5.8, 13, 9))
    pieces = (foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 5.9, SOUTH))
    assert firing(*pieces, ground=woods).choose("a>e", *[1] * 6).last(VolleyFired).dice == 6
    assert firing(*pieces, ground=woods, fire_cover_applies_to="all").choose("a>e", 1, 1, 1).last(VolleyFired).dice == 3


@clause("chamberlain.fire.who")
@clause("chamberlain.move.limber-state")
def test_who_may_serve_his_guns() -> None:
    def able(unit: Unit, **options: Any) -> bool:
        state = position(unit, side=CONFEDERATE, **options)
        return may_fire(state, unit_of(state, unit.id), False)

    assert able(guns("g", UNION, 12, 3))
    assert not able(guns("g", UNION, 12, 3, ammo=0))
    assert not able(guns("g", UNION, 12, 3, fired=True))
    assert not able(guns("g", UNION, 12, 3, moved="pivot"))
    assert able(guns("g", UNION, 12, 3, arm="horse-artillery", moved="pivot"))
    assert not able(guns("g", UNION, 12, 3, arm="horse-artillery", moved="simple"))
    assert able(guns("g", UNION, 12, 3, limbered=True))
    assert not able(guns("g", UNION, 12, 3, limbered=True), artillery_track_limber=True)
    assert not may_fire(position(guns("g", UNION, 12, 3)), guns("g", UNION, 12, 3), True)
    assert able(foot("a", UNION, 12, 3))
    assert not able(foot("a", UNION, 12, 3, moved="pivot"))


@clause("chamberlain.move.limber-state")
def test_guns_driven_back_are_limbered_where_the_house_tracks_it() -> None:
    pieces = (foot("a", UNION, 12, 5), guns("e", CONFEDERATE, 12, 6, SOUTH))
    assert firing(*pieces, artillery_track_limber=True).choose("a>e", 6, 1, 1).unit("e").limbered
    assert not firing(*pieces).choose("a>e", 6, 1, 1).unit("e").limbered
