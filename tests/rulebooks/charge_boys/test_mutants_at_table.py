"""Rules of the table that could be broken in one place without another test's noticing."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.charge_boys.artillery.events import GunsChanged
from roundtop.rulebooks.charge_boys.charge.events import ReachThrown
from roundtop.rulebooks.charge_boys.charge.way import charge_way
from roundtop.rulebooks.charge_boys.fire.aim import arc_of
from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.generals.events import GeneralMoved
from roundtop.rulebooks.charge_boys.initiative.events import PhaseBegan
from roundtop.rulebooks.charge_boys.melee.events import ContactMade, RoundFought
from roundtop.rulebooks.charge_boys.melee.table import fighting
from roundtop.rulebooks.charge_boys.morale.events import MoraleTested
from roundtop.rulebooks.charge_boys.movement.events import Moved
from roundtop.rulebooks.charge_boys.state import Fight, Gun, Record, Unit
from roundtop.table.ground import Area
from roundtop.table.path import forward
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import (
    CONFEDERATE,
    NORTH,
    PRINTED,
    SOUTH,
    UNION,
    WEST,
    at,
    box,
    building,
    field,
    foot,
    general,
    guns,
    horse,
    moving,
    obstacle,
    position,
    table,
)

STOOD: dict[str, Any] = {"first_shot": "successful"}
FIGHT = (Fight("a", "x", False, False, False, "", ""),)


def calm(id: str, side: str, figures: int, x: float, y: float, facing: float = 0, **fields: Any) -> Unit:
    mettle = STOOD | fields.pop("mettle", {})
    return foot(id, side, figures, x, y, facing, **({"has_fired": True, "weapon": "none", "mettle": mettle} | fields))


def pond(left: float, bottom: float, right: float, top: float) -> Area:
    return Area("pond", box(left, bottom, right, top))


# ---- moving


@clause("charge-boys.move.enemy-proximity")
def test_a_long_column_minds_whom_its_head_comes_to() -> None:
    column = horse("a", UNION, 48, 36, 20, formation="cavalry-column")
    foe = guns("x", CONFEDERATE, 1, 36, 32.5, SOUTH)
    assert moving(column, foe).no_march(forward(12.0)) == ["move.enemy-proximity"]
    assert moving(column, foe).decision.clauses[0] == "charge-boys.move.partial"
    assert moving(column, foe).march(forward(11.5)).all(Moved)


# ---- charging


@clause("charge-boys.charge.alignment")
@pytest.mark.parametrize("aside", [-3.0, 0.0, 5.0])
def test_a_charger_stays_opposite_the_part_it_came_for(aside: float) -> None:
    a, x = calm("a", UNION, 12, 36 + aside, 20), calm("x", CONFEDERATE, 24, 36, 25, SOUTH)
    home = table(a, x).choose("a:x", dice=(6, 6, 6))
    assert home.all(ContactMade)
    assert home.pose("a") == pytest.approx((36 + aside, 24.25, 0.0), abs=0.02)


def put(unit: Unit, x: float, y: float, facing: float) -> Unit:
    """A unit with its middle there."""
    unit.pose = at(x, y, facing)
    return unit


@clause("charge-boys.orders.charge-intercepted")
def test_a_wheel_past_another_enemy_is_found_though_it_costs_more() -> None:
    a = calm("a", UNION, 6, 36, 15)
    x = put(calm("x", CONFEDERATE, 5, 36, 20), 39.7, 20.35, SOUTH)
    y = put(calm("y", CONFEDERATE, 5, 36, 20), 39.35, 17.1, WEST)
    way = charge_way(position(a, x, y), a, x, 18.0)
    assert way is not None
    assert (way.touches, round(way.cost, 2)) == ("x", 5.53)


@clause("charge-boys.charge.alignment")
def test_loose_troops_turn_by_whatever_brings_them_nearest() -> None:
    a = calm("a", UNION, 24, 36, 15, formation="skirmish")
    x = put(calm("x", CONFEDERATE, 8, 36, 20, formation="skirmish"), 39.58, 22.99, 120)
    way = charge_way(position(a, x), a, x, 18.0)
    assert way is not None
    assert round(way.cost, 2) == 1.08


@clause("charge-boys.charge.countercharge")
def test_each_of_two_that_ride_at_each_other_throws_his_own_dice() -> None:
    a, x = horse("a", UNION, 12, 36, 20, mettle=STOOD), horse("x", CONFEDERATE, 12, 36, 40, SOUTH, mettle=STOOD)
    met = table(a, x).choose("a:x", dice=(5, 5)).choose("counter", dice=(2, 3, 3, 4))
    thrown = {event.unit: [int(die) for roll in event.rolls for die in roll.faces] for event in met.all(ReachThrown)}
    assert thrown == {"a": [2, 3], "x": [3, 4]}


@clause("charge-boys.terrain.building-garrison")
@clause("charge-boys.musketry.arc")
def test_a_garrison_fires_all_round_and_does_not_charge_out() -> None:
    inside = calm("a", UNION, 12, 36, 23, building=0, trail=((30.0, 20.0), (42.0, 26.0)))
    x = calm("x", CONFEDERATE, 12, 36, 31, SOUTH)
    begun = table(inside, x, ground=field(building(30, 20, 42, 26)))
    assert begun.asked[1] != "charge"
    assert (arc_of(inside, PRINTED), arc_of(x, PRINTED)) == (180.0, 45.0)


# ---- melee


@clause("charge-boys.melee.who-fights")
def test_those_between_two_guns_do_not_fight() -> None:
    a = calm("a", UNION, 12, 36, 20, ranks=1)
    battery = guns("x", CONFEDERATE, 2, 36, 20, SOUTH)
    # Nine inches of men; one gun at their left end, one two and a half inches on.
    battery.guns = (Gun(at(32.5, 21.0, SOUTH), 4), Gun(at(37.0, 21.0, SOUTH), 4))
    # 31.5 to 33.5 touch three, 36 to 38 three more, and one stands beyond the end.
    assert fighting(position(a, battery), a, battery) == 7


@clause("charge-boys.melee.guns")
@pytest.mark.parametrize(("die", "result"), [(5, "halt"), (4, "retire")])
def test_gunners_who_are_merely_pushed_back_leave_their_guns_too(die: int, result: str) -> None:
    battery = guns("x", CONFEDERATE, 2, 36, 20, SOUTH, mettle=STOOD)
    # One die of 4 less 2: two hits, unsaved; they hit nobody. Two of nine lost: 1 - 2.
    lost = table(
        calm("a", UNION, 6, 36, 20, ranks=1), battery, phases=("melee",), fights=FIGHT, dice=(4, 1, 1, 1, 1, die)
    )
    tested = lost.last(MoraleTested)
    assert (tested.result, lost.unit("x").formation) == (result, "gunners")
    assert [event.cause for event in lost.all(GunsChanged)] == ["abandoned"]


@clause("charge-boys.melee.follow-up")
def test_a_winner_steps_over_the_wall_it_attacked() -> None:
    wall = field(obstacle("wall", (20, 20.2), (60, 20.2)))
    a, x = calm("a", UNION, 12, 36, 20), calm("x", CONFEDERATE, 6, 36, 20.4, SOUTH, ranks=1)
    fights = (Fight("a", "x", False, False, False, "wall", ""),)
    # Two dice of 6 less 3; one of 1 against them; two are saved, four fall; a 1 less 6 routs.
    won = table(a, x, phases=("melee",), fights=fights, ground=wall, dice=(6, 6, 1, 1, 1, 1, 1, 1, 6, 6, 3, 3))
    assert won.asked[1] == "follow-up"
    assert "occupy" in won.keys
    won.choose("occupy")
    assert won.pose("a")[1] + 0.75 == pytest.approx(21.02, abs=0.01)


@clause("charge-boys.melee.caught")
def test_a_narrow_column_catches_with_no_more_than_its_front() -> None:
    a = calm("a", UNION, 24, 36, 20, formation="attack-column")
    x = calm("x", CONFEDERATE, 18, 36, 23, SOUTH)
    # It goes; they give way; it reaches them; four in front and four behind are one die; an officer check; they rout.
    caught = table(a, x).choose("a:x", dice=(6, 2, 6, 2, 1, 3, 3))
    assert (caught.last(RoundFought).caught, caught.last(RoundFought).killed) == (True, (0, 2))
    assert (caught.last(MoraleTested).kind, caught.last(MoraleTested).total) == ("caught", 0)


# ---- guns


@clause("charge-boys.artillery.hit-0-1")
def test_under_a_foot_the_story_has_no_range_die() -> None:
    shot = table(guns("a", UNION, 1, 36, 10), calm("x", CONFEDERATE, 24, 36, 16, SOUTH), phases=("firing",))
    shot.assign({"0": "x"}, dice=(1, 1))
    assert ("0-1 feet", "hits") in [(row.label, row.value) for row in shot.last(Fired).tally]


# ---- nerve


@clause("charge-boys.morale.when")
def test_the_owner_is_told_what_each_unit_tests_for() -> None:
    a, b = calm("a", UNION, 24, 20, 20), calm("b", UNION, 24, 50, 20)
    a.turn = Record(24, hits=3, foe="x")
    b.mettle.state, b.mettle.by, b.mettle.disordered, b.mettle.retest = "routing", "other", True, 2
    begun = table(a, b, calm("x", CONFEDERATE, 24, 36, 46, SOUTH), phases=("morale",), turn=2)
    words = {item.key: item.label for item in begun.form.items}
    assert ("morale test" in words["a"], "rally test" in words["b"]) == (True, True)


@clause("charge-boys.rout.after-rally")
@clause("charge-boys.officer.general-in-rout")
def test_a_unit_that_rallies_faces_the_enemy_and_keeps_its_general() -> None:
    runs = {"state": "routing", "by": "other", "disordered": True, "retired": 1, "retest": 2}
    a = calm("a", UNION, 24, 36, 30, SOUTH, mettle=runs)
    x = calm("x", CONFEDERATE, 24, 36, 46, SOUTH)
    led = (general("g", UNION, 36, 28, unit="a"),)
    begun = table(a, x, phases=("morale",), turn=2, generals=led, dice=(4,))
    assert (begun.last(MoraleTested).result, begun.last(MoraleTested).retreat) == ("carry-on", 0.0)
    assert (begun.pose("a")[2], begun.state.generals[0].unit) == (NORTH, "a")


# ---- falling back


@clause("charge-boys.morale.retreat-direction")
def test_a_retreat_leads_away_from_the_nearest_gun() -> None:
    unit = foot("a", UNION, 6, 36, 20, ranks=1)
    unit.turn = Record(6, shot_at=True, foe="x")
    battery = guns("x", CONFEDERATE, 2, 36, 30, SOUTH)
    battery.guns = (Gun(at(36.0, 27.0, SOUTH), 4), Gun(at(39.0, 27.0, SOUTH), 4))
    begun = table(unit, battery, phases=("morale",), dice=(3,))
    assert begun.pose("a")[:2] == pytest.approx((36.0, unit.pose.y - 6.0), abs=0.02)


@clause("charge-boys.morale.retreat-direction")
@pytest.mark.parametrize(("quality", "room", "dice", "facing"), [
    ("regular", 2.0, (3,), NORTH), ("green", 2.0, (1, 3, 3), SOUTH), ("green", 0.0, (1, 3, 3), NORTH),
])  # fmt: skip
def test_a_unit_shut_in_by_ponds_goes_as_far_as_there_is_room(
    quality: str, room: float, dice: tuple[int, ...], facing: float
) -> None:
    unit = foot("a", UNION, 12, 36, 30, quality=quality)
    unit.turn = Record(12, shot_at=True, foe="x")
    left, right, rear = 36 - 2.25 - room, 36 + 2.25 + room, 28.5 - room
    shut = field(pond(10, 5, left, 40), pond(right, 5, 60, 40), pond(left, 5, right, rear))
    begun = table(unit, calm("x", CONFEDERATE, 12, 36, 46, SOUTH), phases=("morale",), ground=shut, dice=dice)
    begun.until("done")
    assert 0.9 * room <= unit.pose.y - begun.pose("a")[1] <= room + 0.02
    assert (begun.pose("a")[2], begun.unit("a").place) == (facing, "on")


# ---- routs

RAN: dict[str, Any] = {"state": "routing", "by": "other", "disordered": True, "retest": 2, "first_shot": "successful"}


@clause("charge-boys.turn.compulsory-moves")
@pytest.mark.parametrize("runs", [True, False])
def test_the_phase_of_those_who_run_is_told_only_where_somebody_runs(runs: bool) -> None:
    x = foot("x", CONFEDERATE, 18, 36, 20, mettle=RAN | {"retest": 3} if runs else {})
    begun = table(x, foot("a", UNION, 12, 10, 5), phases=("compulsory",), turn=2)
    assert [event.phase for event in begun.all(PhaseBegan)] == (["compulsory"] if runs else [])
    assert len(begun.all(Moved)) == runs


@clause("charge-boys.rout.other-rally")
@clause("charge-boys.rout.leaves-table")
@pytest.mark.parametrize(("die", "named", "state"), [
    (5, "rout.other-rally", "steady"), (4, "rout.other-rally", "halted"), (3, "rout.leaves-table", "routing"),
])  # fmt: skip
def test_a_rally_is_told_by_its_clause_and_leaves_a_general_where_it_fails(die: int, named: str, state: str) -> None:
    # Stood its first shots, the General with it, retired not: 1 + 1 - 1 for its disorder.
    x = foot("x", CONFEDERATE, 18, 36, 20, mettle=RAN)
    led = (general("g", CONFEDERATE, 36, 40, unit="x"),)
    begun = table(x, foot("a", UNION, 12, 36, 5), phases=("morale",), turn=2, generals=led, dice=(die - 1,))
    tested = begun.last(MoraleTested)
    assert (tested.why, tested.total, tested.tally[-1].clause) == ("rally", die, f"charge-boys.{named}")
    assert begun.unit("x").mettle.state == state
    assert [event.cause for event in begun.all(GeneralMoved)] == (["alone"] if state == "routing" else [])


@clause("charge-boys.rout.after-rally")
@pytest.mark.parametrize(("facing", "turns"), [(0, 1), (180, 0)])
def test_whoever_rallies_turns_to_the_enemy_if_he_does_not_face_him(facing: float, turns: int) -> None:
    x = foot("x", CONFEDERATE, 18, 36, 20, facing, mettle=RAN)
    begun = table(x, foot("a", UNION, 12, x.pose.x, 5), phases=("morale",), turn=2, dice=(6,))
    assert [event.cause for event in begun.all(Moved)] == ["winner"] * turns
    assert begun.pose("x")[2] == 180.0


@clause("charge-boys.morale.number-of-tests")
def test_whoever_rallies_under_fire_tests_once() -> None:
    x = foot("x", CONFEDERATE, 18, 36, 20, mettle=RAN, turn=Record(18, hits=4, foe="a"))
    begun = table(x, foot("a", UNION, 12, 36, 5), phases=("morale",), turn=2, dice=(6,))
    assert [event.kind for event in begun.all(MoraleTested)] == ["rally"]
    assert begun.unit("x").mettle.state == "steady"
