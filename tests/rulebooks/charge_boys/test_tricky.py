"""Tricky positions that a reader of the source thought of, tried in play."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.charge_boys.artillery.events import GunsChanged
from roundtop.rulebooks.charge_boys.charge.events import Answered, ChargeFell, ReachThrown
from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.melee.events import ContactMade
from roundtop.rulebooks.charge_boys.morale.events import MoraleTested
from roundtop.rulebooks.charge_boys.state import Record, Unit
from roundtop.table.path import Manoeuvre, forward
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
    moving,
    obstacle,
    table,
)

CALM: dict[str, Any] = {"mettle": {"first_shot": "successful"}}


def fresh(id: str, side: str, figures: int, x: float, y: float, facing: float = 0, **fields: Any) -> Unit:
    """A unit that has stood its first shots and fired before."""
    return foot(id, side, figures, x, y, facing, **({"has_fired": True} | CALM | fields))


def declared(a: Unit, x: Unit, dice: tuple[int, ...], **rest: Any) -> Table:
    return table(a, x, **rest).choose("a:x", dice=dice)


# ---- charges

REACHES: dict[str, tuple[Unit, float, tuple[int, ...], bool]] = {
    # the charger, how far off its target is, the bonus dice, whether it gets there
    "a line, 6 and a die of 4": (fresh("a", UNION, 24, 36, 15), 10.0, (4,), True),
    "a line, 6 and a die of 3": (fresh("a", UNION, 24, 36, 15), 10.0, (3,), False),
    "a column, 8 and a die": (fresh("a", UNION, 24, 36, 15, formation="attack-column"), 12.0, (4,), True),
    "a column, too far": (fresh("a", UNION, 24, 36, 15, formation="attack-column"), 12.0, (3,), False),
    "horsemen, 9 and two dice": (horse("a", UNION, 24, 36, 15, **CALM), 18.0, (4, 5), True),
    "horsemen, too far": (horse("a", UNION, 24, 36, 15, **CALM), 18.0, (4, 4), False),
}


@clause("charge-boys.charge.sequence")
@pytest.mark.parametrize("what", REACHES)
def test_how_far_a_charge_gets(what: str) -> None:
    a, away, bonus, home = REACHES[what]
    x = fresh("x", CONFEDERATE, 24, 36, 15 + away, SOUTH, weapon="none")
    charge = declared(a, x, (5, 6, *bonus))
    assert bool(charge.all(ContactMade)) == home
    assert home or charge.last(ChargeFell).cause == "short"


@clause("charge-boys.charge.sequence")
@pytest.mark.parametrize(("die", "home"), [(1, False), (3, False), (4, True)])
def test_a_wall_on_the_way_costs_a_charge_three_inches(die: int, home: bool) -> None:
    wall = field(obstacle("wall", (10, 18), (60, 18)))
    x = fresh("x", CONFEDERATE, 24, 36, 22, SOUTH, weapon="none")
    charge = declared(fresh("a", UNION, 24, 36, 15), x, (5, 6, die), ground=wall)
    assert bool(charge.all(ContactMade)) == home


CHARGED: dict[int, tuple[str, tuple[int, ...]]] = {
    # the die of a charged regular line of 24 that stood its first shots (+1, +1 over 20, -1 charged): how it meets it
    6: ("stands", ()),
    4: ("stands", ()),
    3: ("stands", ()),
    2: ("gives-way", ()),
    1: ("gives-way", ()),
}


@clause("charge-boys.morale.trigger-charged")
@pytest.mark.parametrize("die", CHARGED)
def test_the_charged_test_at_one_less(die: int) -> None:
    met, back = CHARGED[die]
    x = fresh("x", CONFEDERATE, 24, 36, 24, SOUTH, weapon="none")
    charge = declared(fresh("a", UNION, 24, 36, 15), x, (5, die, *back, 1))
    total = next(event.total for event in charge.all(MoraleTested) if event.unit == "x")
    assert total == die + 1
    assert charge.last(Answered).met == met


@clause("charge-boys.charge.closing-fire")
@clause("charge-boys.morale.disordered-effect")
def test_a_disordered_target_that_stands_fires_half_its_dice() -> None:
    crowd = fresh("x", CONFEDERATE, 24, 36, 22, SOUTH, mettle={"disordered": True, "first_shot": "successful"})
    charge = declared(fresh("a", UNION, 24, 36, 15), crowd, (5, 6, 5))
    assert charge.asked[1] == "closing"
    charge.choose("fire", dice=(1, 1))
    assert charge.last(Fired).hits == 0
    mute = declared(fresh("a", UNION, 24, 36, 15), crowd, (5, 6, 5), disordered_fire="none")
    assert mute.asked[1] != "closing"


@clause("charge-boys.charge.evade-bonus")
@pytest.mark.parametrize("die", [1, 6])
def test_skirmishers_evade_ten_and_a_die(die: int) -> None:
    x = fresh("x", CONFEDERATE, 8, 36, 21, SOUTH, formation="skirmish")
    before = x.pose.y
    charge = declared(fresh("a", UNION, 24, 36, 15), x, (5, die, 1))
    assert charge.pose("x")[1] - before == pytest.approx(10.0 + die, abs=0.02)
    assert charge.last(ReachThrown).reach == 7.0


# ---- fire


@clause("charge-boys.musketry.breech-twice")
@pytest.mark.parametrize(("made", "volleys"), [((), 2), ((forward(1.0),), 1), ((Manoeuvre("about-face"),), 1)])
def test_breech_loaders_that_stand_still_fire_twice(made: tuple[Manoeuvre, ...], volleys: int) -> None:
    a = fresh("a", UNION, 12, 36, 20, weapon="breech-rifle")
    x = fresh("x", CONFEDERATE, 12, 36, 32, SOUTH, weapon="none")
    y = fresh("y", CONFEDERATE, 12, 36, 8, weapon="none")
    begun = table(a, x, y, phases=("movement", "firing")).until("activate")
    begun.choose("a").march(*made).until("fire")
    begun.choose(begun.keys[0], dice=(1, 1) if volleys == 1 else ())
    assert (begun.asked[1] == "fire") == (volleys == 2)


@clause("charge-boys.musketry.buck-rounds")
def test_three_rounds_of_buck_and_ball_and_no_more() -> None:
    for left, keys in ((1, ["x:ball", "x:buck", "hold"]), (0, ["x:ball", "hold"])):
        a = fresh("a", UNION, 9, 36, 20, weapon="smoothbore-musket", buck=left)
        assert table(a, fresh("x", CONFEDERATE, 24, 36, 24, SOUTH, weapon="none"), phases=("firing",)).keys == keys


@clause("charge-boys.morale.trigger-hits")
@pytest.mark.parametrize(("face", "tested"), [(3, False), (4, True)])
def test_hits_above_a_tenth_are_tested_for_though_all_are_saved(face: int, tested: bool) -> None:
    a = fresh("a", UNION, 9, 36, 20)
    x = fresh("x", CONFEDERATE, 24, 36, 24, SOUTH, weapon="none")
    shot = table(a, x, phases=("firing", "morale"))
    shot.choose("x:ball", dice=(face, 1, *[6] * (face - 1), *([6] if tested else [])))
    assert bool(shot.all(MoraleTested)) == tested


@clause("charge-boys.morale.first-without-losses")
def test_first_shots_are_tested_for_without_a_hit() -> None:
    x = foot("x", CONFEDERATE, 24, 36, 24, SOUTH, weapon="none")
    shot = table(fresh("a", UNION, 9, 36, 20), x, phases=("firing", "morale")).choose("x:ball", dice=(1, 5))
    assert [(event.kind, event.total) for event in shot.all(MoraleTested)] == [("first", 5)]


@clause("charge-boys.officer.hit-check")
@pytest.mark.parametrize(("save", "lost"), [(4, 0), (3, 1)])
def test_an_officer_saves_at_one_better(save: int, lost: int) -> None:
    x = fresh("x", CONFEDERATE, 24, 36, 24, SOUTH, weapon="none")
    shot = table(fresh("a", UNION, 9, 36, 20), x, phases=("firing",))
    # One die of 2: one hit; a 6 puts it on the officer.
    shot.choose("x:ball", dice=(2, 6, save))
    assert shot.last(Fired).officers == lost


@clause("charge-boys.save.building")
@pytest.mark.parametrize(("kind", "least"), [("musket", 4), ("gun", 5)])
def test_a_building_saves_from_small_arms_only(kind: str, least: int) -> None:
    house = field(building(30, 46, 42, 52), depth=80)
    inside = fresh("x", CONFEDERATE, 12, 36, 49, SOUTH, weapon="none", building=0, trail=((30.0, 46.0), (42.0, 52.0)))
    if kind == "musket":
        shot = table(fresh("a", UNION, 9, 36, 40), inside, phases=("firing",), ground=house)
        shot.choose("x:ball", dice=(3, 1, least, least - 1))
    else:
        shot = table(guns("a", UNION, 1, 36, 16, has_fired=True), inside, phases=("firing",), ground=house)
        shot.assign({"0": "x"}, dice=(6, 2, 1, least, least - 1))
    assert (shot.last(Fired).hits, shot.last(Fired).killed) == (2, 1)


# ---- morale


@clause("charge-boys.morale.result-disorder-other")
@pytest.mark.parametrize(("why", "dice", "inches"), [("first", (3, 4), 7.0), ("other", (3, 4, 2), 9.0)])
def test_horsemen_in_disorder_go_back_two_dice_or_three(why: str, dice: tuple[int, ...], inches: float) -> None:
    unit = horse("a", UNION, 12, 36, 40, mettle={} if why == "first" else {"first_shot": "failed"})
    unit.turn = Record(12, hits=0 if why == "first" else 4, shot_at=why == "first", foe="x")
    x = fresh("x", CONFEDERATE, 24, 36, 70, SOUTH)
    begun = table(unit, x, phases=("morale",), dice=(1, *dice), ground=field(depth=80))
    assert unit.pose.y - begun.unit("a").pose.y == pytest.approx(inches)


@clause("charge-boys.morale.result-retire")
@pytest.mark.parametrize(("formation", "inches"), [("line", 6.0), ("attack-column", 8.0), ("skirmish", 10.0)])
def test_a_unit_retires_its_own_move(formation: str, inches: float) -> None:
    unit = foot("a", UNION, 18, 36, 40, formation=formation)
    unit.turn = Record(18, shot_at=True, foe="x")
    begun = table(
        unit, fresh("x", CONFEDERATE, 24, 36, 70, SOUTH), phases=("morale",), dice=(3,), ground=field(depth=80)
    )
    assert unit.pose.y - begun.unit("a").pose.y == pytest.approx(inches)
    assert not begun.unit("a").mettle.disordered


@clause("charge-boys.morale.result-guns-abandoned")
def test_gunners_leave_their_guns_on_a_one() -> None:
    battery = guns("a", UNION, 2, 36, 30)
    battery.turn = Record(9, shot_at=True, foe="x")
    x = fresh("x", CONFEDERATE, 24, 36, 46, SOUTH)
    begun = table(battery, x, phases=("morale",), dice=(1, 2, 2))
    assert len(begun.all(GunsChanged)) == 1
    assert begun.unit("a").formation == "gunners"


@clause("charge-boys.morale.result-halt")
def test_a_halted_unit_neither_moves_nor_charges_and_tests_again() -> None:
    halted = foot("a", UNION, 24, 36, 20, mettle={"state": "halted", "by": "first", "retest": 2})
    x = fresh("x", CONFEDERATE, 24, 36, 28, SOUTH, weapon="none")
    begun = table(halted, x, phases=("movement", "morale"), turn=2)
    assert "a:x" not in begun.keys
    begun.until("done", dice=(5,))
    assert [(event.unit, event.why) for event in begun.all(MoraleTested)] == [("a", "re-test")]


@clause("charge-boys.officer.with-unit")
def test_a_general_with_a_unit_adds_to_its_test_to_charge() -> None:
    x = fresh("x", CONFEDERATE, 24, 36, 22, SOUTH, weapon="none")
    a = foot("a", UNION, 18, 36, 15, has_fired=True)
    # Untested, 18 figures, advancing: +1; with the General +2. A 4 balks without him.
    alone = declared(a, x, (3,))
    assert alone.all(MoraleTested)[0].total == 4
    led = declared(a, x, (3, 6, 5), generals=(general("g", UNION, 36, 14, unit="a"),))
    assert led.all(MoraleTested)[0].total == 5


@clause("charge-boys.terrain.hedge")
def test_a_hedge_takes_the_turn_and_the_fire() -> None:
    hedge = field(obstacle("hedge", (10, 20.5), (60, 20.5)))
    x = fresh("x", CONFEDERATE, 24, 36, 34, SOUTH, weapon="none")
    begun = moving(fresh("a", UNION, 12, 36, 20), x, ground=hedge)
    assert begun.no_march(forward(3.0))
    crossing = [way.key for way in begun.form.ways if way.key.startswith("cross")]
    begun.way(crossing[0])
    assert (begun.unit("a").turn.busy, begun.pose("a")[1] > 20.5) == (True, True)
