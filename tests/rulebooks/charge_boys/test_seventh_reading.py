"""What a seventh reader of the source tried at the table: a rule that holds whatever brings its case about."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.charge_boys.charge.events import Answered, ChargeFell, Intercepted
from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.state import Fight, Mettle, Unit
from roundtop.table.ground import Crossing
from roundtop.table.path import Manoeuvre, forward, leg, shift, turn
from tests.clauses import clause
from tests.rulebooks.charge_boys import table as at
from tests.rulebooks.charge_boys.table import CONFEDERATE, SOUTH, UNION, Table, field, guns, horse, moving, table
from tests.rulebooks.charge_boys.test_fifth_reading import CHARGE_X, ordered
from tests.rulebooks.charge_boys.test_fourth_reading import FAR, STOOD, UNARMED, calm, lodged

MARCH = ("orders", "movement")
SCREEN: dict[str, Any] = {"formation": "skirmish", **UNARMED}


def driven(begun: Table, dice: tuple[int, ...]) -> Table:
    """Whoever is driven back bends to the first side where he has the choice."""
    return begun.choose(begun.keys[0], dice=dice) if begun.asked[1] == "bend" else begun


# ---- three inches


@clause("charge-boys.move.skirmish-distance")
@pytest.mark.parametrize("how", ["fire", "no melee"])
def test_skirmishers_fall_back_from_a_charge_that_stops_beside_them(how: str) -> None:
    a, s = calm("a", UNION, 24, 36, 16, **UNARMED), calm("s", CONFEDERATE, 5, 46, 23, SOUTH, **SCREEN)
    x = calm("x", CONFEDERATE, 24, 36, 24, SOUTH)
    if how == "fire":
        begun = table(a, x, s).choose("a:x", dice=(6, 6, 6)).choose("fire", dice=(4, 4, 1, 1, 1, *[6] * 6, 1))
    else:
        begun = table(a, x, s, melee="none").choose("a:x", dice=(6, 6, 6)).choose("hold")
    assert begun.last(ChargeFell).cause == ("shaken" if how == "fire" else "repulsed")
    assert begun.gap("a", "x") == 3.0
    assert begun.gap("a", "s") == pytest.approx(3.0, abs=0.02)


@clause("charge-boys.charge.not-skirmishers")
@pytest.mark.parametrize(("front", "offered"), [(25.0, False), (28.2, True)])
@pytest.mark.parametrize("mode", ["igougo", "written-orders"])
def test_skirmishers_charge_no_guns_that_have_a_line_beside_them(front: float, offered: bool, mode: str) -> None:
    s, x = calm("s", UNION, 8, 36, 18, **SCREEN), guns("x", CONFEDERATE, 1, 36, 24, SOUTH)
    y, z = (calm(id, CONFEDERATE, 12, at_x, front, SOUTH, **UNARMED) for id, at_x in (("y", 41), ("z", 31)))
    begun = table(s, x, y, z, phases=MARCH[mode == "igougo" :], turn_mode=mode)
    assert begun.asked[0] == UNION
    assert ("s:x" in begun.keys or "charge-x" in begun.keys) == offered


@clause("charge-boys.orders.charge-intercepted")
@clause("charge-boys.move.skirmish-distance")
@pytest.mark.parametrize("mode", ["igougo", "written-orders"])
def test_skirmishers_whose_target_has_gone_do_not_run_into_a_line(mode: str) -> None:
    s, x = calm("s", UNION, 8, 36, 18, **SCREEN), calm("x", CONFEDERATE, 8, 36, 20.5, SOUTH, **SCREEN)
    y = calm("y", CONFEDERATE, 12, 36, 25, SOUTH, **UNARMED)
    if mode == "igougo":
        begun = table(s, x, y).choose("s:x", dice=(6,)).choose("evade", dice=(3,))
    else:
        begun = ordered(s, x, y, orders={"s": CHARGE_X}, dice=(6, 3), phases=MARCH)
    assert begun.last(Answered).met == "evades"
    assert not begun.all(Intercepted)
    assert begun.gap("s", "y") == pytest.approx(3.0, abs=0.03)


@clause("charge-boys.orders.charge-intercepted")
@clause("charge-boys.terrain.building-no-cavalry")
def test_horsemen_whose_target_has_gone_do_not_run_into_a_garrison() -> None:
    a, x = horse("a", UNION, 12, 36, 16, weapon="none", mettle=STOOD), calm("x", CONFEDERATE, 5, 36, 24, SOUTH)
    y = lodged(calm("y", CONFEDERATE, 12, 43, 29, SOUTH, **UNARMED), 39, 26, 47, 32)
    ground = field(at.building(39, 26, 47, 32), at.building(25, 26, 33, 32))
    begun = table(a, x, y, ground=ground).choose("a:x", dice=(6, 2, 6, 6))
    assert (begun.last(Answered).met, begun.last(ChargeFell).cause) == ("gives-way", "short")
    assert not begun.all(Intercepted)


@clause("charge-boys.charge.evade-bonus")
@clause("charge-boys.move.skirmish-distance")
@pytest.mark.parametrize("die", [1, 3, 6])
def test_who_evades_keeps_three_inches_from_another_line(die: int) -> None:
    a, b = calm("a", UNION, 24, 36, 18, **UNARMED), calm("b", UNION, 48, 36, 41, SOUTH, **UNARMED)
    x = calm("x", CONFEDERATE, 8, 36, 25, SOUTH, **SCREEN)
    begun = driven(table(a, b, x).choose("a:x", dice=(6, die) if die > 2 else (6, die, 1)), (1,))
    assert begun.last(Answered).met == "evades"
    assert begun.gap("x", "b") >= 2.99


# ---- winners

VETERAN: dict[str, Any] = {"quality": "veteran", **UNARMED}
GREEN: dict[str, Any] = {"quality": "green", **UNARMED}
WALL = at.obstacle("wall", (10, 20.1), (60, 20.1))
ROUTED = (6, 1, 1, 1, 1, *[1] * 5, 1, 1, 1)
"""A volley of five, nobody saved, and the loser's rout."""


@clause("charge-boys.melee.follow-up")
@pytest.mark.parametrize(("a", "b", "over", "may"), [("x", "a", "wall", False), ("a", "x", "wall", True)])
def test_only_the_winner_who_attacked_over_a_wall_steps_over_it(a: str, b: str, over: str, may: bool) -> None:
    ours, theirs = calm("a", UNION, 9, 36, 20, **VETERAN), calm("x", CONFEDERATE, 9, 36, 20.2, SOUTH, **GREEN)
    dice = (*ROUTED[:5], *ROUTED[6:]) if may else (1, 1, *ROUTED[:2], *ROUTED[4:])
    fight = Fight(a, b, False, False, False, over, "")
    won = table(ours, theirs, ground=field(WALL), phases=("melee",), fights=(fight,), dice=dice)
    assert won.keys == (["stay", "follow-up", "occupy"] if may else ["stay", "follow-up"])


@clause("charge-boys.melee.follow-up")
@clause("charge-boys.terrain.building-time")
def test_a_winner_beside_an_empty_house_that_nobody_held_does_not_go_in() -> None:
    ours, theirs = calm("a", UNION, 9, 36, 20, **VETERAN), calm("x", CONFEDERATE, 9, 36, 20, SOUTH, **GREEN)
    house, fight = field(at.building(38.0, 17, 46, 20)), Fight("a", "x", False, False, False, "", "")
    won = table(ours, theirs, ground=house, phases=("melee",), capacity=30, fights=(fight,), dice=ROUTED)
    assert won.keys == ["stay", "follow-up"]


# ---- hedges and walls

HEDGE = field(at.obstacle("hedge", (10, 26.0), (60, 26.0)))


@clause("charge-boys.terrain.hedge")
@pytest.mark.parametrize(("start", "end", "may"), [
    (24.25, 26.78, True), (24.25, 27.5, False), (24.0, 26.78, False), (24.25, 25.2, True), (15.0, 26.78, False),
])  # fmt: skip
def test_a_general_who_begins_at_a_hedge_is_over_it_in_a_turn(start: float, end: float, may: bool) -> None:
    led = table(calm("a", UNION, 12, 10, 10), FAR, ground=HEDGE, generals=(at.general("g", UNION, 36, start),))
    led.until("activate").choose("g")
    if may:
        assert led.march(leg(36.0, end)).state.generals[0].pose.y == end
    else:
        assert led.no_march(leg(36.0, end)) == ["move.mounted-officer"]


@clause("charge-boys.terrain.compelled-moves")
@pytest.mark.parametrize("mode", ["igougo", "written-orders"])
def test_a_charge_after_a_target_that_ran_through_a_hedge_stops_at_it(mode: str) -> None:
    a, x = (
        horse("a", UNION, 12, 36, 16, weapon="none", mettle=STOOD),
        calm("x", CONFEDERATE, 12, 36, 24, SOUTH, **GREEN),
    )
    x.mettle = Mettle(first_shot="failed", retired=0)
    if mode == "igougo":
        begun = table(a, x, ground=HEDGE).choose("a:x", dice=(6, 1, 6, 6, 6, 6))
    else:
        begun = ordered(a, x, ground=HEDGE, orders={"a": CHARGE_X}, dice=(6, 1, 6, 6, 6, 6), phases=MARCH)
    assert begun.pose("x")[1] > 30.0
    assert begun.pose("a")[1] == pytest.approx(26.0 - 0.75, abs=0.05)


@clause("charge-boys.melee.follow-up")
@clause("charge-boys.terrain.compelled-moves")
def test_a_pursuit_stops_at_a_hedge() -> None:
    a, x = horse("a", UNION, 12, 36, 24, mettle=STOOD, **VETERAN), calm("x", CONFEDERATE, 9, 36, 24, SOUTH, **GREEN)
    fight = Fight("a", "x", False, False, False, "", "")
    dice = (6, 1, 1, 1, 1, *[1] * 5, 1, 6, 6)
    won = table(a, x, ground=HEDGE, phases=("melee",), fights=(fight,), dice=dice).choose("follow-up", dice=(6, 6))
    assert won.pose("a")[1] == pytest.approx(26.0 - 0.75, abs=0.05)


@clause("charge-boys.terrain.half-turn-arithmetic")
def test_a_charge_that_a_wall_has_stopped_has_not_crossed_it() -> None:
    a, x = calm("a", UNION, 24, 36, 20, **UNARMED), calm("x", CONFEDERATE, 24, 36, 28, SOUTH, **UNARMED)
    wall = field(at.obstacle("wall", (10, 25.0), (60, 25.0)))
    short = table(a, x, ground=wall).choose("a:x", dice=(6, 6, 1)).unit("a")
    assert short.pose.y == pytest.approx(25.0 - 0.75, abs=0.05)
    stood = calm("a", UNION, 24, 36, short.pose.y + 0.75, **UNARMED)
    assert moving(stood, FAR, ground=wall).no_march(forward(4.0))


@clause("charge-boys.move.skirmish-distance")
@pytest.mark.parametrize(("kind", "gap"), [("wall", 3.0), ("fence", 3.0), ("hedge", 1.11)])
def test_skirmishers_fall_back_over_a_wall_and_not_over_a_hedge(kind: str, gap: float) -> None:
    a, x = calm("a", UNION, 24, 36, 17, **UNARMED), calm("x", CONFEDERATE, 8, 36, 22.6, SOUTH, **SCREEN)
    begun = moving(a, x, ground=field(at.obstacle(kind, (10, 24.0), (60, 24.0)))).march(forward(4.5))
    assert begun.gap("a", "x") == pytest.approx(gap, abs=0.02)
    assert begun.unit("x").mettle.disordered == (kind == "hedge")


@clause("charge-boys.terrain.wall-fence")
@clause("charge-boys.terrain.hedge")
@pytest.mark.parametrize(("kind", "slant", "may"), [
    ("wall", (4.0, 3.9), False), ("wall", (3.4, 3.3), True), ("hedge", (4.0, 3.9), False), ("hedge", (4.0, 1.0), True),
])  # fmt: skip
def test_what_is_crossed_on_a_slant_is_paid_for_by_whichever_edge(
    kind: str, slant: tuple[float, float], may: bool
) -> None:
    # The wall lies before the left of the skirmishers, who go half right.
    ground = field(at.obstacle(kind, (28, 21.5), (36, 21.5)))
    begun = moving(calm("a", UNION, 8, 36, 20, formation="skirmish"), FAR, ground=ground)
    if may:
        assert begun.march(shift(*slant)).pose("a")[0] == 36.0 + slant[0]
    else:
        assert begun.no_march(shift(*slant)) == ["move.infantry-skirmish" if kind == "wall" else "terrain.hedge"]


@clause("charge-boys.terrain.half-turn-arithmetic")
@clause("charge-boys.move.wheel")
@pytest.mark.parametrize(("kind", "way", "refused"), [
    ("hedge", (turn(9000),), "terrain.hedge"),
    ("hedge", (turn(9000), shift(0.0, 9.0)), "terrain.hedge"),
    ("wall", (turn(9000), shift(0.0, 5.1)), "move.infantry-skirmish"),
    ("wall", (turn(9000), shift(0.0, 4.9)), ""),
    ("hedge", (shift(0.0, -4.5), turn(9000)), "terrain.hedge"),
    ("hedge", (shift(0.0, -6.0), turn(9000)), ""),
])  # fmt: skip
def test_skirmishers_do_not_turn_their_way_through_a_hedge(kind: str, way: tuple[Manoeuvre, ...], refused: str) -> None:
    ground = field(at.obstacle(kind, (10, 20.3), (60, 20.3)))
    begun = moving(calm("a", UNION, 8, 36, 20, formation="skirmish"), FAR, ground=ground)
    if refused:
        assert begun.no_march(*way) == [refused]
    else:
        assert begun.march(*way).unit("a").turn.moved


# ---- deep water

DEEP = at.obstacle("river", (0, 24), (72, 24))
FORD = field(DEEP, Crossing("ford", 36, 24, 8.0))
BRIDGE = field(DEEP, Crossing("bridge", 36, 24, 3.0), at.road((36, 0), (36, 48)))
TEAMS = guns("a", UNION, 2, 36, 22, formation="limbered")


@clause("charge-boys.terrain.rivers")
@pytest.mark.parametrize(("unit", "inches", "may"), [
    (calm("a", UNION, 12, 36, 22), 4.5, True),
    (calm("a", UNION, 12, 36, 22), 4.6, False),
    (calm("a", UNION, 12, 36, 25), 3.0, True),
    (calm("a", UNION, 12, 36, 25), -0.5, True),
    (guns("a", UNION, 1, 36, 27, formation="limbered"), 4.0, True),
    (guns("a", UNION, 1, 36, 22, formation="limbered"), 5.5, True),
    (guns("a", UNION, 1, 36, 22, formation="limbered"), 5.6, False),
    (calm("a", UNION, 12, 45, 22), 2.5, False),
])  # fmt: skip
def test_a_ford_is_waded_at_half_speed_and_whoever_stands_in_it_goes_on(unit: Unit, inches: float, may: bool) -> None:
    begun = moving(unit, FAR, ground=FORD)
    if may:
        assert begun.march(forward(inches)).pose("a")[1] == pytest.approx(unit.pose.y + inches, abs=0.01)
    else:
        assert begun.no_march(forward(inches))


@clause("charge-boys.terrain.rivers")
@clause("charge-boys.terrain.road-column-only")
@pytest.mark.parametrize(("unit", "inches", "may"), [
    (calm("a", UNION, 12, 36, 22, formation="road-column"), 8.0, True),
    (horse("a", UNION, 12, 36, 22, formation="cavalry-column", ranks=6), 12.0, True),
    (horse("a", UNION, 12, 36, 22, formation="cavalry-column"), 6.0, False),
    (TEAMS, 9.0, True),
    (calm("a", UNION, 12, 36, 22, formation="attack-column"), 5.0, False),
    (calm("a", UNION, 12, 36, 22), 3.0, False),
])  # fmt: skip
def test_a_bridge_carries_columns_of_two_and_teams_at_full_speed(unit: Unit, inches: float, may: bool) -> None:
    begun = moving(unit, FAR, ground=BRIDGE)
    if may:
        assert begun.march(forward(inches)).pose("a")[1] > unit.pose.y + 5.0
    else:
        assert begun.no_march(forward(inches)) == ["terrain.rivers"]


# ---- who and what stands between


@clause("charge-boys.charge.countercharge")
@pytest.mark.parametrize("mode", ["igougo", "written-orders"])
@pytest.mark.parametrize(("screen", "asked"), [(36.0, "closing"), (56.0, "counter")])
def test_horsemen_do_not_countercharge_through_the_chargers_screen(screen: float, asked: str, mode: str) -> None:
    a, b = calm("a", UNION, 12, 36, 14, **UNARMED), calm("b", UNION, 8, screen, 19, **SCREEN)
    x = horse("x", CONFEDERATE, 12, 36, 23, SOUTH, mettle=STOOD, weapon="rifled-carbine")
    dice = (6, 6, 6) if asked == "closing" else (6, 6)
    if mode == "igougo":
        begun = table(a, b, x).choose("a:x", dice=dice)
    else:
        begun = ordered(a, b, x, orders={"a": CHARGE_X}, dice=dice, phases=MARCH)
    assert begun.asked == (CONFEDERATE, asked, "x")


@clause("charge-boys.charge.countercharge")
@clause("charge-boys.move.skirmish-distance")
def test_skirmishers_fall_back_from_a_countercharge_that_goes_home_beside_them() -> None:
    a, s = calm("a", UNION, 12, 36, 14, **UNARMED), calm("s", UNION, 5, 47, 19, **SCREEN)
    x = horse("x", CONFEDERATE, 12, 36, 24, SOUTH, mettle=STOOD, weapon="none")
    begun = table(a, s, x).choose("a:x", dice=(6, 6)).choose("counter", dice=(1, 3, 3))
    assert begun.state.fights
    assert begun.gap("s", "x") == pytest.approx(3.0, abs=0.02)


@clause("charge-boys.charge.sequence")
def test_a_charge_that_falls_short_comes_up_to_the_house_in_its_way() -> None:
    x = lodged(calm("x", CONFEDERATE, 12, 36, 24, SOUTH, **GREEN), 33, 21, 39, 27)
    x.mettle = Mettle(first_shot="failed", retired=0, disordered=True)
    a, ground = calm("a", UNION, 12, 36, 17, **UNARMED), field(at.building(33, 21, 39, 27))
    begun = table(a, x, ground=ground).choose("a:x", dice=(6, 1, 3, 3, 6))
    assert begun.last(ChargeFell).cause == "short"
    assert begun.pose("a")[1] == pytest.approx(21.0 - 0.75, abs=0.05)


# ---- lone Generals


@clause("charge-boys.officer.lone-general")
@pytest.mark.parametrize("at_y", [18.5, 20.0])
@pytest.mark.parametrize("mode", ["igougo", "written-orders"])
def test_a_charge_that_fire_stops_takes_a_general_whom_it_has_run_over(mode: str, at_y: float) -> None:
    a, x = calm("a", UNION, 24, 36, 16, **UNARMED), calm("x", CONFEDERATE, 24, 36, 24, SOUTH)
    rest: dict[str, Any] = {"generals": (at.general("g", CONFEDERATE, 36, at_y),)}
    if mode == "igougo":
        begun = table(a, x, **rest).choose("a:x", dice=(6, 6, 6))
    else:
        begun = ordered(a, x, orders={"a": CHARGE_X}, dice=(6, 6, 6), phases=MARCH, **rest)
    begun.choose("fire", dice=(4, 4, 1, 1, 1, *[6] * 6, 1))
    assert (begun.last(ChargeFell).cause, begun.state.generals[0].unit) == ("shaken", "x")


@clause("charge-boys.officer.lone-general")
@pytest.mark.parametrize("at_y", [18.5, 20.5])
def test_a_countercharge_takes_a_general_whom_it_has_run_over(at_y: float) -> None:
    a, x = (
        calm("a", UNION, 12, 36, 14, **UNARMED),
        horse("x", CONFEDERATE, 12, 36, 25, SOUTH, weapon="none", mettle=STOOD),
    )
    begun = table(a, x, generals=(at.general("g", UNION, 36, at_y),)).choose("a:x", dice=(6, 6))
    assert begun.choose("counter", dice=(1, 6, 6)).state.generals[0].unit == "a"


@clause("charge-boys.officer.lone-general")
@pytest.mark.parametrize(("at_x", "place"), [(39.0, "gone"), (45.0, "on")])
def test_a_general_is_taken_by_those_who_form_where_he_is(at_x: float, place: str) -> None:
    a = calm("a", UNION, 24, 36, 20, formation="attack-column", **UNARMED)
    begun = moving(a, FAR, generals=(at.general("g", CONFEDERATE, at_x, 19.5),))
    begun.march(Manoeuvre("form", 0.0, 0, "line"))
    assert begun.state.generals[0].place == place


# ---- closing fire


@clause("charge-boys.charge.closing-fire")
@pytest.mark.parametrize(("y", "facing", "fired"), [(23.0, 270, 0), (20.0, 285, 1), (17.0, 300, 2)])
def test_guns_fire_at_a_charge_that_comes_into_their_arc(y: float, facing: float, fired: int) -> None:
    a, x = calm("a", UNION, 12, 45.5, y, facing, **UNARMED), guns("x", CONFEDERATE, 2, 36, 24, SOUTH, mettle=STOOD)
    begun = table(a, x).choose("a:x", dice=(6, 6, 6))
    assert (begun.asked[1] == "closing") == (fired > 0)
    if fired:
        # A casualty a gun; two of twelve call for a test, one does not.
        begun.choose("fire", dice=(1,) * fired + (1,) + (6,) * (fired > 1))
        assert len(begun.last(Fired).guns) == begun.last(Fired).hits == fired
