"""The firing phase at the table: targets, volleys, guns, and losses together at the end."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Chosen
from roundtop.rulebooks.charge_boys.casualties.events import FiguresLost, UnitRemoved
from roundtop.rulebooks.charge_boys.field import strength
from roundtop.rulebooks.charge_boys.fire.events import Fired, HeldFire
from roundtop.rulebooks.charge_boys.generals.events import GeneralLost
from roundtop.rulebooks.charge_boys.state import Record, Unit
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    building,
    field,
    foot,
    general,
    guns,
    horse,
    obstacle,
    table,
    wood,
)


def firing(*units: Unit, **rest: Any) -> Table:
    return table(*units, phases=("firing",), **rest)


def fresh(id: str, side: str, figures: int, x: float, y: float, facing: float = 0, **fields: Any) -> Unit:
    """A unit that has fired before."""
    return foot(id, side, figures, x, y, facing, has_fired=True, **fields)


@clause("charge-boys.turn.simultaneous-fire", 1)
@clause("charge-boys.turn.decisions")
def test_losses_come_off_together_at_the_end_of_the_phase() -> None:
    """24 men a side: both throw with all their men, whatever the first volley did."""
    a, x = fresh("a", UNION, 24, 36, 20), fresh("x", CONFEDERATE, 24, 36, 29, SOUTH)
    volley = firing(a, x)
    assert volley.asked == (UNION, "fire", "a")
    volley.choose("x:ball")
    assert not volley.all(Fired)
    assert volley.asked == (CONFEDERATE, "fire", "x")
    volley.choose("a:ball", dice=(4, 5, 2, 1, 3, *([1] * 8), 2, 1, 1, 1, 2, 4))
    ours, theirs = volley.all(Fired)
    assert ours.hits == 3 + 4 + 1 + 0
    assert ours.killed == 8
    assert theirs.men == 21
    assert (strength(volley.unit("x")), strength(volley.unit("a"))) == (16, 23)
    assert volley.unit("x").files == 12
    assert [event.unit for event in volley.all(FiguresLost)] == ["a", "x"]


@clause("charge-boys.core.remove-figures", 1)
def test_men_leave_the_rear_rank_and_the_front_stands() -> None:
    x = fresh("x", CONFEDERATE, 24, 36, 29, SOUTH)
    volley = firing(fresh("a", UNION, 24, 36, 20), x)
    volley.choose("x:ball").until(dice=(3, 3, 2, 1, 1, *([1] * 5)))
    hit = volley.unit("x")
    assert (strength(hit), hit.men, hit.files, hit.pose) == (19, 16, 12, x.pose)


@clause("charge-boys.musketry.target", 1)
def test_the_nearest_is_the_target_but_loose_troops_may_be_passed_over() -> None:
    loose = fresh("s", CONFEDERATE, 6, 30, 27.5, SOUTH, formation="skirmish", weapon="none")
    line = fresh("x", CONFEDERATE, 24, 40, 32, SOUTH, weapon="none")
    farther = fresh("y", CONFEDERATE, 24, 55, 33, SOUTH, weapon="none")
    a = fresh("a", UNION, 24, 38, 20)
    assert firing(a, loose, line, farther).keys == ["s:ball", "x:ball", "hold"]
    two = (
        fresh("x", CONFEDERATE, 24, 30, 29, SOUTH, weapon="none"),
        fresh("y", CONFEDERATE, 24, 45, 32, SOUTH, weapon="none"),
    )
    assert firing(a, *two).keys == ["x:ball", "hold"]
    assert firing(a, *two, target_choice="free").keys == ["x:ball", "y:ball", "hold"]


@clause("charge-boys.musketry.remainder", 3)
@clause("charge-boys.setup.weapon")
def test_nobody_fires_without_a_weapon_or_with_two_men() -> None:
    x = fresh("x", CONFEDERATE, 24, 36, 29, SOUTH, weapon="none")
    few = fresh("a", UNION, 5, 36, 20)
    few.men = 2
    assert firing(few, x).asked == ("", "", "")
    assert firing(fresh("a", UNION, 24, 36, 20, weapon="none"), x).asked == ("", "", "")


@clause("charge-boys.musketry.buck-use")
@clause("charge-boys.musketry.buck-rounds")
@clause("charge-boys.save.buck-and-ball")
def test_buck_and_ball_is_offered_while_there_is_some_at_close_range() -> None:
    x = fresh("x", CONFEDERATE, 24, 36, 24, SOUTH, weapon="none")
    a = fresh("a", UNION, 20, 36, 20, weapon="smoothbore-musket")
    shot = firing(a, x)
    assert shot.keys == ["x:ball", "x:buck", "hold"]
    shot.choose("x:buck", dice=(2, 5, 1, 1, 5, 6, 6, 2, 2, 2, 2, 2))
    event = shot.last(Fired)
    assert (event.buck, event.hits, event.killed, shot.unit("a").buck) == (True, 8, 6, 2)
    far = fresh("x", CONFEDERATE, 24, 36, 25.5, SOUTH, weapon="none")
    assert firing(fresh("a", UNION, 20, 36, 20, weapon="smoothbore-musket"), far).keys == ["x:ball", "hold"]
    empty = fresh("a", UNION, 20, 36, 20, weapon="smoothbore-musket", buck=0)
    assert firing(empty, x).keys == ["x:ball", "hold"]


@clause("charge-boys.musketry.breech-twice", 1, 2)
@clause("charge-boys.musketry.first-fire")
def test_breech_loaders_that_have_not_moved_fire_twice() -> None:
    x = fresh("x", CONFEDERATE, 24, 36, 38, SOUTH, weapon="none")
    a = fresh("a", UNION, 14, 36, 20, weapon="breech-rifle")
    a.men, a.colours, a.drummers = 12, 1, 0
    twice = firing(a, x).choose("x:ball")
    assert twice.asked == (UNION, "fire", "a")
    twice.choose("x:ball", dice=(5, 3, 1, 6, 6, 6, 6, 2, 6, 1, 6, 6, 6, 6))
    assert ([event.hits for event in twice.all(Fired)], twice.asked) == ([4, 4], ("", "", ""))
    moved = fresh("a", UNION, 14, 36, 20, weapon="breech-rifle", turn=Record(14, moved=True))
    once = firing(moved, x).choose("x:ball", dice=(1, 1))
    assert once.asked == ("", "", "")


@clause("charge-boys.musketry.once-per-turn", 1)
@clause("charge-boys.musketry.no-fire-into-melee")
@clause("charge-boys.morale.disordered-effect", 1)
def test_who_may_not_fire() -> None:
    x = fresh("x", CONFEDERATE, 24, 36, 26, SOUTH, weapon="none")

    def asked(**fields: Any) -> str:
        return firing(fresh("a", UNION, 18, 36, 20, **fields), x).asked[1]

    assert asked() == "fire"
    assert asked(turn=Record(18, volleys=1)) == ""
    assert asked(turn=Record(18, busy=True)) == ""
    assert asked(turn=Record(18, met="evades"), formation="skirmish") == ""
    assert asked(turn=Record(18, moved=True)) == "fire"
    assert asked(mettle={"disordered": True}) == "fire"
    crowd = fresh("a", UNION, 18, 36, 20, mettle={"disordered": True})
    assert firing(crowd, x, disordered_fire="none").asked[1] == ""
    assert asked(mettle={"state": "routing", "by": "first"}) == ""
    assert asked(formation="road-column") == ""
    after = fresh("a", UNION, 18, 36, 20, turn=Record(18, busy=True))
    assert firing(after, x, fire_after_full_turn=True).asked[1] == "fire"


@clause("charge-boys.morale.result-halt-small-arms", 1)
def test_a_halted_unit_fires_half_its_dice() -> None:
    halted = fresh("a", UNION, 21, 36, 20, mettle={"state": "halted", "by": "other", "retest": 2})
    x = fresh("x", CONFEDERATE, 24, 36, 26, SOUTH, weapon="none")
    volley = firing(halted, x).choose("x:ball", dice=(1, 1))
    assert volley.last(Fired).hits == 0


@clause("charge-boys.core.measure")
def test_without_premeasuring_a_volley_may_be_wasted() -> None:
    a = foot("a", UNION, 24, 36, 5)
    far = foot("x", CONFEDERATE, 24, 36, 40, SOUTH, weapon="none")
    blind = firing(a, far, premeasure=False)
    assert (blind.keys, blind.decision.measure) == (["x:ball", "hold"], "none")
    blind.choose("x:ball")
    assert blind.last(HeldFire).wasted
    assert (blind.unit("a").turn.volleys, blind.unit("a").has_fired) == (1, False)
    assert firing(a, far).asked == ("", "", "")


@clause("charge-boys.save.wall", 1)
@clause("charge-boys.save.building", 1)
def test_walls_and_buildings_help_the_saves() -> None:
    a = fresh("a", UNION, 9, 36, 20)
    behind = fresh("x", CONFEDERATE, 24, 36, 26, SOUTH, weapon="none")
    wall = firing(a, behind, ground=field(obstacle("wall", (20, 25.8), (60, 25.8))))
    wall.choose("x:ball", dice=(4, 1, 4, 3, 6))
    assert wall.last(Fired).killed == 1
    house = building(30, 26, 40, 32)
    inside = fresh("x", CONFEDERATE, 12, 35, 29, SOUTH, weapon="none", building=0, trail=((30.0, 26.0), (40.0, 32.0)))
    volley = firing(a, inside, ground=field(house)).choose("x:ball", dice=(3, 1, 4, 4))
    assert volley.last(Fired).killed == 0


@clause("charge-boys.officer.hit-check", 1)
@clause("charge-boys.officer.general-removed")
@clause("charge-boys.morale.trigger-general")
def test_a_general_who_is_hit_is_taken_off() -> None:
    a, x = fresh("a", UNION, 12, 36, 20), fresh("x", CONFEDERATE, 24, 36, 26, SOUTH, weapon="none")
    chief = general("g", CONFEDERATE, 36, 30, "x")
    shot = firing(a, x, generals=(chief,)).choose("x:ball", dice=(4, 3, 6, 5, 6, 6, 6, 6, 3))
    assert shot.last(GeneralLost).cause == "killed"
    assert (shot.state.generals[0].place, shot.unit("x").turn.general_lost) == ("gone", True)
    assert shot.last(Fired).killed == 0


@clause("charge-boys.turn.simultaneous-fire")
@clause("charge-boys.officer.hit-check")
def test_two_volleys_may_strike_the_same_officer_and_he_falls_once() -> None:
    """Each attack finds the officer of the phase's start; he and the General come off with the others at its end."""
    x = fresh("x", CONFEDERATE, 24, 36, 26, SOUTH, weapon="none")
    both = firing(fresh("a", UNION, 9, 30, 20), fresh("b", UNION, 9, 42, 20), x)
    both.choose("x:ball")
    both.choose("x:ball", dice=(2, 6, 2, 2, 6, 2))
    assert [event.officers for event in both.all(Fired)] == [1, 1]
    lost = both.last(FiguresLost)
    assert (lost.lost, lost.officers, lost.officers_left) == (2, 1, 0)
    assert both.unit("x").turn.officers_lost == 1


# ---- guns


@clause("charge-boys.artillery.target", 1)
def test_a_gun_must_fire_at_the_nearest_within_a_foot() -> None:
    a = guns("a", UNION, 1, 36, 10)
    near = foot("x", CONFEDERATE, 12, 30, 21, SOUTH, weapon="none")
    far = foot("y", CONFEDERATE, 12, 44, 40, SOUTH, weapon="none")
    assert firing(a, near, far).offered("0") == ["x"]
    off = foot("x", CONFEDERATE, 12, 30, 23.5, SOUTH, weapon="none")
    assert firing(a, off, far).offered("0") == ["x", "y"]


@clause("charge-boys.core.dice", 1)
@clause("charge-boys.artillery.target")
def test_the_guns_of_a_battery_throw_one_after_the_other() -> None:
    a = guns("a", UNION, 2, 36, 10, kind="rifled")
    x = foot("x", CONFEDERATE, 24, 36, 40, SOUTH, weapon="none")
    shot = firing(a, x).assign({"0": "x", "1": "x"}, dice=(4, 6, 2, 1, *([5] * 6)))
    event = shot.last(Fired)
    assert (event.guns, event.hits, event.killed) == ((0, 1), 6, 0)
    assert event.range == pytest.approx(30, abs=0.2)
    assert shot.unit("x").turn.shot_at
    two = foot("y", CONFEDERATE, 24, 50, 40, SOUTH, weapon="none")
    each = firing(a, x, two).assign({"0": "x", "1": "y"}, dice=(1, 1))
    assert [shot.target for shot in each.all(Fired)] == ["x", "y"]


@clause("charge-boys.artillery.crew-losses", 1)
@clause("charge-boys.artillery.abandoned", 1)
def test_losses_of_a_battery_fall_on_its_crews() -> None:
    x = guns("x", CONFEDERATE, 2, 36, 26, SOUTH, crews=(4, 3))
    shot = firing(fresh("a", UNION, 7, 30, 20), x).until("fire")
    shot.choose("x:ball", dice=(3, 1, 1, 1)).until()
    crews = [gun.crew for gun in shot.unit("x").guns]
    assert sorted(crews) == [2, 3]
    last = guns("x", CONFEDERATE, 1, 36, 26, SOUTH, crews=(1,))
    gone = firing(fresh("a", UNION, 7, 36, 20), last).until("fire").choose("x:ball", dice=(2, 1, 1)).until()
    assert (gone.unit("x").guns[0].fate, gone.unit("x").formation, gone.unit("x").officers) == (
        "abandoned",
        "gunners",
        1,
    )


@clause("charge-boys.core.remove-figures")
def test_a_unit_without_figures_is_gone() -> None:
    x = fresh("x", CONFEDERATE, 5, 36, 24, SOUTH, weapon="none")
    x.men = 1
    shot = firing(fresh("a", UNION, 24, 36, 20), x).choose("x:ball", dice=(6, 6, 1, 1, 3, *([1] * 10)))
    assert shot.last(UnitRemoved).cause == "destroyed"
    assert shot.unit("x").place == "gone"


@clause("charge-boys.musketry.mounted-fire")
@clause("charge-boys.save.wall")
def test_horsemen_fire_twice_or_once_and_woods_save_by_house_rule() -> None:
    rider = horse("a", UNION, 12, 36, 20, has_fired=True)
    x = fresh("x", CONFEDERATE, 24, 36, 25, SOUTH, weapon="none")
    trees = field(wood(20, 24.5, 60, 40))
    shot = firing(rider, x, ground=trees, woods_save_bonus=1, mounted_fires_once=True)
    shot.choose("x:ball", dice=(3, 1, 1, 4, 4))
    assert (shot.last(Fired).killed, shot.asked) == (0, ("", "", ""))
    again = firing(horse("a", UNION, 12, 36, 20, has_fired=True), x, ground=trees, woods_save_bonus=1)
    assert again.choose("x:ball").asked == (UNION, "fire", "a")
    rode = firing(horse("a", UNION, 12, 36, 20, has_fired=True, turn=Record(had=12, moved=True)), x, ground=trees)
    assert rode.choose("x:ball", dice=(3, 1, 1, 4, 4)).asked == ("", "", "")


@clause("charge-boys.turn.simultaneous-fire")
@clause("charge-boys.musketry.buck-rounds")
def test_both_sides_name_their_targets_before_any_die_is_thrown() -> None:
    gun, x = guns("a", UNION, 1, 20, 10), fresh("x", CONFEDERATE, 24, 20, 30, SOUTH)
    b, y = fresh("b", UNION, 24, 50, 20), guns("y", CONFEDERATE, 1, 50, 45, SOUTH)
    phase = firing(gun, b, x, y)
    asked = []
    while phase.asked[1]:
        asked.append(phase.asked)
        assert not phase.all(Fired)
        if phase.asked[1] == "guns":
            phase.assign({"0": "x" if phase.asked[2] == "a" else "b"})
        elif phase.asked[2] == "b":
            phase.choose("hold")
        else:
            phase.choose("hold", dice=(1, 1))
    kinds = [(side, kind) for side, kind, _ in asked]
    assert kinds[:2] == [(UNION, "guns"), (CONFEDERATE, "guns")]
    assert [event.unit for event in phase.all(Fired)] == ["a", "y"]
    last = fresh("a", UNION, 24, 36, 20, weapon="smoothbore-carbine", buck=1)
    near = fresh("x", CONFEDERATE, 24, 36, 22.5, SOUTH, weapon="none")
    buck = firing(last, near, all_carbines_fire_twice=True)
    assert "x:buck" in buck.keys
    assert "x:buck" not in buck.choose("x:buck").keys


def test_holding_fire_is_always_possible() -> None:
    a = fresh("a", UNION, 24, 36, 20)
    x = fresh("x", CONFEDERATE, 24, 36, 26, SOUTH, weapon="none")
    held = firing(a, x).answer(Chosen(("hold",)))
    assert not held.last(HeldFire).wasted


@clause("charge-boys.artillery.target")
@clause("charge-boys.artillery.band-edges")
def test_each_gun_throws_for_its_own_range() -> None:
    row = guns("a", UNION, 3, 36, 20)
    x = fresh("x", CONFEDERATE, 24, 26, 31.0, SOUTH, weapon="none", officers=0)
    shot = firing(row, x)
    # The first gun stands 11.3 inches off and cannot miss; the others throw a range die, and leave reduced saves.
    shot.assign({"0": "x", "1": "x", "2": "x"}, dice=(2, 1, 3, 4, 5, 6, 1, 1))
    (fired,) = shot.all(Fired)
    assert (fired.guns, fired.hits) == ((0, 1, 2), 2 + 0 + 4)
    # No save against the near gun's 2; of the other 4, one 6 saves.
    assert fired.killed == 2 + 3
    # One officer check for all of them, whatever the ranges [artillery.target].
    led = fresh("x", CONFEDERATE, 24, 26, 31.0, SOUTH, weapon="none")
    once = firing(row, led)
    once.assign({"0": "x", "1": "x", "2": "x"}, dice=(2, 3, 1, 1, 6, 1))
    assert (once.last(Fired).hits, once.last(Fired).officers, once.last(Fired).killed) == (3, 1, 3)
