"""Who sees whom, who can fire, and who is in cover."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks import rulebook
from roundtop.rulebooks.charge_boys.artillery.table import gun_aim
from roundtop.rulebooks.charge_boys.field import blocks, enemies, gap_between, on_table
from roundtop.rulebooks.charge_boys.fire.aim import aim_at, figure, firers, rank_gap, rank_of
from roundtop.rulebooks.charge_boys.options import settings
from roundtop.rulebooks.charge_boys.sight.table import Lane, blocks_sight, clear, lane_between, lookouts, sees
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.rulebooks.charge_boys.terrain.cover import Cover, cover_of
from tests.clauses import clause
from tests.laws.book import PLAIN
from tests.laws.play import Case, fight
from tests.rulebooks.charge_boys.table import (
    CONFEDERATE,
    EAST,
    PRINTED,
    SOUTH,
    UNION,
    building,
    field,
    foot,
    guns,
    hill,
    horse,
    obstacle,
    position,
    wood,
)


def seen(*things: Any, between: tuple[Unit, ...] = (), y: float = 30, **options: Any) -> bool:
    """Whether a file of Union men at y = 20 sees a small Confederate unit farther north."""
    a = foot("a", UNION, 6, 36, 20, ranks=3)
    x = foot("x", CONFEDERATE, 6, 36, y, SOUTH, ranks=3)
    state = position(a, x, *between, ground=field(*things), **options)
    return sees(state, a, x)


@clause("charge-boys.musketry.line-of-sight", 1)
def test_two_inches_of_wood_are_seen_through() -> None:
    assert seen(wood(20, 28, 60, 44), y=30)
    assert not seen(wood(20, 26.5, 60, 44), y=30)
    assert seen(wood(20, 10, 60, 44), y=24.5)
    assert not seen(wood(20, 10, 60, 44), y=28)


@clause("charge-boys.musketry.line-of-sight")
@clause("charge-boys.terrain.hills")
def test_buildings_crests_and_units_block_walls_do_not() -> None:
    assert seen()
    assert not seen(building(30, 24, 42, 26))
    assert not seen(hill(1, 20, 24, 60, 26))
    assert seen(hill(1, 20, 10, 60, 26))
    assert seen(obstacle("wall", (20, 25), (60, 25)), obstacle("hedge", (20, 26), (60, 26)))
    assert not seen(between=(foot("b", UNION, 24, 36, 25),))
    assert not seen(between=(foot("b", CONFEDERATE, 24, 36, 25, SOUTH),))
    assert seen(between=(foot("b", UNION, 24, 36, 25, formation="skirmish"),))
    assert not seen(between=(foot("b", CONFEDERATE, 24, 36, 25, SOUTH, formation="skirmish"),))
    assert seen(between=(foot("b", UNION, 24, 36, 25, mettle={"state": "routing", "by": "other"}),))


def aim(a: Unit, x: Unit, *others: Unit, **rest: Any) -> tuple[int, float]:
    found = aim_at(position(a, x, *others, **rest), a, x)
    return found.men, found.range


@clause("charge-boys.musketry.who-can-fire", 1)
def test_only_men_within_range_fire_and_the_nearest_sets_the_band() -> None:
    line = foot("a", UNION, 24, 36, 2, ranks=1)
    oblique = foot("x", CONFEDERATE, 40, 36, 31.97, 180 + 2.8, ranks=1)
    assert aim(line, oblique) == (12, 29.5)
    line = foot("a", UNION, 24, 36, 2)
    assert aim(line, foot("x", CONFEDERATE, 24, 36, 20, SOUTH)) == (21, 18.0)


@clause("charge-boys.musketry.arc", 1)
def test_formed_troops_fire_45_degrees_to_either_side() -> None:
    man = foot("a", UNION, 5, 36, 20, ranks=1)
    wide = foot("x", CONFEDERATE, 5, 54, 30, SOUTH, ranks=1)
    assert aim(man, wide)[0] == 0
    assert aim(man, wide, fire_arc=65.0)[0] == 4
    assert aim(foot("a", UNION, 5, 36, 20, formation="skirmish"), wide)[0] == 4
    partly = foot("x", CONFEDERATE, 5, 46, 28, SOUTH, ranks=1)
    assert 0 < aim(foot("a", UNION, 24, 36, 20), partly)[0] < 21
    assert aim(foot("a", UNION, 24, 36, 20), foot("x", CONFEDERATE, 24, 36, 10, SOUTH))[0] == 0


@clause("charge-boys.musketry.two-ranks", 1)
@clause("charge-boys.musketry.column-fire", 1)
@clause("charge-boys.musketry.skirmish-fire", 1)
@clause("charge-boys.musketry.mounted-fire", 1)
@clause("charge-boys.musketry.non-firers", 1)
@clause("charge-boys.formation.mount", 1)
def test_which_ranks_fire() -> None:
    three = foot("a", UNION, 30, 36, 20, ranks=3)
    assert firers(three, PRINTED) == 18
    column = foot("a", UNION, 48, 36, 20, formation="attack-column")
    assert firers(column, PRINTED) == 8
    assert firers(column, settings({"column_command": "front-rank"})) == 8 - 2 - 1
    assert firers(column, settings({"attack_column_fire_ranks": 2})) == 16 - 2 - 1
    assert firers(foot("a", UNION, 6, 36, 20, formation="skirmish"), PRINTED) == 5
    assert firers(foot("a", UNION, 24, 36, 20, formation="road-column"), PRINTED) == 0
    assert firers(foot("a", UNION, 24, 36, 20), PRINTED) == 21
    troop = horse("a", UNION, 11, 36, 20)
    assert firers(troop, PRINTED) == 10
    dismounted = horse("a", UNION, 12, 36, 20, formation="line")
    dismounted.colours = dismounted.drummers = 0
    dismounted.men = 11
    assert firers(dismounted, PRINTED) == 8


@clause("charge-boys.terrain.building-garrison", 1)
def test_half_a_garrison_fires_from_one_side_in_any_direction() -> None:
    house = building(34, 20, 38, 24)
    a = foot("a", UNION, 12, 36, 22, building=0, trail=((34.0, 20.0), (38.0, 24.0)))
    a.men, a.colours, a.drummers = 11, 0, 0
    x = foot("x", CONFEDERATE, 12, 36, 10)
    assert aim(a, x, ground=field(house)) == (6, 10.0)


def cannon(x: float, y: float, facing: float = SOUTH, *others: Unit, **rest: Any) -> float:
    """The range of the first gun of a battery at y = 10 to a unit, -1 where it has no shot."""
    a = guns("a", UNION, 1, 36, 10)
    target = foot("x", CONFEDERATE, 12, x, y, facing)
    found = gun_aim(position(a, target, *others, **rest), a, 0, target)
    return -1.0 if found is None else found.range


@clause("charge-boys.artillery.line-of-sight", 1)
def test_a_gun_on_a_hill_fires_over_low_friends_far_enough_off() -> None:
    high = field(hill(1, 20, 0, 60, 12), depth=72.0)
    assert cannon(36, 50, ground=high) == 40.0
    assert cannon(36, 50, SOUTH, foot("b", UNION, 24, 36, 21.5), ground=high) == 40.0
    assert cannon(36, 50, SOUTH, foot("b", UNION, 24, 36, 16.5), ground=high) == -1.0
    assert cannon(36, 50, SOUTH, foot("b", UNION, 24, 36, 46), ground=high) == -1.0
    assert cannon(36, 50, SOUTH, foot("b", UNION, 24, 36, 21.5), ground=field(depth=72.0)) == -1.0
    assert cannon(36, 50, SOUTH, foot("b", CONFEDERATE, 24, 36, 30, SOUTH), ground=high) == -1.0


@clause("charge-boys.musketry.arc")
@clause("charge-boys.artillery.range-smoothbore")
def test_a_gun_has_an_arc_and_a_reach() -> None:
    assert cannon(60, 15) == -1.0
    assert cannon(36, 82, ground=field(depth=120.0)) == 72.0
    assert cannon(36, 82.5, ground=field(depth=120.0)) == -1.0


def cover(*things: Any, files: int = 24, facing: float = 0, foe: tuple[float, float] = (36.0, 40.0)) -> Cover:
    a = foot("a", UNION, files, 36, 20, facing)
    return cover_of(position(a, ground=field(*things)), a, foe[0], foe[1])


@clause("charge-boys.terrain.cover", 1)
@clause("charge-boys.save.wall")
def test_more_than_half_must_be_behind_the_wall() -> None:
    assert not cover(obstacle("wall", (36, 20.1), (60, 20.1))).any()
    assert cover(obstacle("wall", (35.2, 20.1), (60, 20.1))).wall
    assert cover(obstacle("wall", (20, 20.1), (60, 20.1))).shelter().wall
    assert not cover(obstacle("wall", (20, 20.1), (60, 20.1)), foe=(36.0, 5.0)).any()
    assert not cover(obstacle("wall", (20, 21.2), (60, 21.2))).wall


@clause("charge-boys.save.wall")
@clause("charge-boys.terrain.cover")
def test_a_regiment_that_lines_a_wall_is_behind_it_however_deep_it_stands() -> None:
    wall = obstacle("wall", (20, 20.4), (60, 20.4))

    def behind(facing: float = 0, foe: float = 40.0, formation: str = "attack-column", **rules: Any) -> bool:
        a = foot("a", UNION, 24, 36, 20 if not facing else 20.8, facing, formation=formation)
        return cover_of(position(a, ground=field(wall), **rules), a, 36.0, foe).wall

    assert behind()
    assert not behind(line_cover="all-figures")
    assert behind(formation="line")
    assert not behind(formation="line", line_cover="all-figures")
    assert not behind(foe=5.0)
    # Fired on from behind, it is the rear rank that a wall covers.
    assert not behind(facing=180, foe=40.0)


@clause("charge-boys.terrain.cover")
@clause("charge-boys.terrain.fortification")
def test_hedges_and_woods_are_cover_for_nerve_but_not_for_saves() -> None:
    hedge = cover(obstacle("hedge", (20, 20.1), (60, 20.1)))
    assert (hedge.any(), hedge.shelter().wall) == (True, False)
    in_wood = cover(wood(20, 10, 60, 30))
    assert (in_wood.any(), in_wood.shelter().woods) == (True, True)
    work = cover(obstacle("earthwork", (20, 20.1), (60, 20.1)))
    assert (work.fortification, work.shelter().fortification) == (True, True)
    assert not cover().any()


def test_a_target_in_column_of_march_is_seen_along_its_length() -> None:
    a = foot("a", UNION, 24, 36, 20)
    x = foot("x", CONFEDERATE, 24, 30, 30, EAST, formation="road-column")
    assert aim(a, x)[0] == pytest.approx(21)


def test_men_shoulder_to_shoulder_are_measured_as_one() -> None:
    """The slow twin measures man by man."""
    for moment in fight(Case(rulebook("charge-boys"), "training-field", PLAIN), "ranks", 240).sampled(10):
        state: State = moment.battle.state
        for unit in [unit for unit in on_table(state) if unit.arm != "artillery" and unit.building < 0]:
            for foe in enemies(state, unit):
                standing = blocks(foe, state.settings)
                for places in ([0], list(range(rank_of(unit, 0))), [*range(0, rank_of(unit, 0), 3)]):
                    singly = [gap_between([figure(unit, 0, place, state.settings)], standing) for place in places]
                    found = rank_gap(unit, 0, places, standing, state.settings)
                    assert found == pytest.approx(min(singly), abs=1e-9)


def test_what_is_not_in_the_lane_is_never_in_the_way() -> None:
    """The slow twin looks at everybody and at all the ground."""
    hidden = 0
    for moment in fight(Case(rulebook("charge-boys"), "training-field", PLAIN), "lanes", 240).sampled(10):
        state: State = moment.battle.state
        for unit in on_table(state):
            others = [one for one in on_table(state) if one.id != unit.id and blocks_sight(unit, one)]
            for foe in enemies(state, unit):
                every = [block for one in others if one.id != foe.id for block in blocks(one, state.settings)]
                whole = Lane(every, False, unit.building, foe.building)
                lane = lane_between(state, unit, foe)
                for ax, ay in lookouts(unit, state.settings, foe.pose.x, foe.pose.y):
                    for bx, by in lookouts(foe, state.settings, unit.pose.x, unit.pose.y):
                        seen = clear(state, whole, ax, ay, bx, by)
                        assert clear(state, lane, ax, ay, bx, by) == seen
                        hidden += not seen
    assert hidden > 20
