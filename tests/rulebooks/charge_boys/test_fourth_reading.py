"""What a fourth reader of the source tried at the table: rules that meet in one turn, and what each leaves behind."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from roundtop.rulebooks.charge_boys.charge.events import Answered, ChargeFell
from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.melee.events import ContactMade
from roundtop.rulebooks.charge_boys.morale.events import MoraleTested
from roundtop.rulebooks.charge_boys.movement.events import Moved
from roundtop.rulebooks.charge_boys.preview import looks
from roundtop.rulebooks.charge_boys.state import Fight, Record, Unit
from roundtop.table.path import Manoeuvre, forward, glide, leg, turn, wheel
from tests.clauses import clause
from tests.rulebooks.charge_boys import table as at
from tests.rulebooks.charge_boys.table import CONFEDERATE, SOUTH, UNION, Table, field, foot, guns, horse, moving, table

STOOD: dict[str, Any] = {"first_shot": "successful"}
UNARMED: dict[str, Any] = {"weapon": "none"}
HALTED: dict[str, Any] = {"state": "halted", "by": "other", "retest": 2}
RUNS: dict[str, Any] = {"state": "routing", "by": "first", "first_shot": "failed", "disordered": True}
FAR = foot("z", CONFEDERATE, 12, 5, 47, SOUTH, weapon="none")
ON = ("movement", "firing", "morale")


def calm(id: str, side: str, figures: int, x: float, y: float, facing: float = 0, **fields: Any) -> Unit:
    """A unit that has fired, and stood its first shots."""
    mettle = STOOD | fields.pop("mettle", {})
    return foot(id, side, figures, x, y, facing, **({"has_fired": True, "mettle": mettle} | fields))


def lodged(unit: Unit, left: float, bottom: float, right: float, top: float) -> Unit:
    """A garrison of the first building."""
    unit.building, unit.trail = 0, ((left, bottom), (right, top))
    return unit


def totals(table: Table, unit: str) -> list[int]:
    return [event.total for event in table.all(MoraleTested) if event.unit == unit]


# ---- who has moved

BREECH = calm("a", UNION, 9, 36, 20, weapon="breech-rifle")


@clause("charge-boys.musketry.breech-twice")
def test_skirmishers_who_fall_back_from_a_line_have_moved() -> None:
    x = calm("x", CONFEDERATE, 9, 36, 26, SOUTH, formation="skirmish", weapon="breech-rifle")
    begun = moving(calm("a", UNION, 24, 36, 20, **UNARMED), x, phases=("movement", "firing"))
    begun.march(forward(4.0)).until("fire").choose("a:ball", dice=(1,))
    assert (begun.asked[1], len(begun.all(Fired))) == ("", 1)


@clause("charge-boys.musketry.breech-twice")
def test_breech_loaders_who_retired_from_a_charge_have_moved() -> None:
    a, x = calm("a", UNION, 24, 36, 16, **UNARMED), calm("x", CONFEDERATE, 12, 36, 25, SOUTH, weapon="breech-rifle")
    begun = table(a, x, phases=("movement", "firing")).choose("a:x", dice=(6, 3, 1))
    begun.until("fire").choose("a:ball", dice=(1, 1))
    assert (begun.asked[1], len(begun.all(Fired))) == ("", 1)


@clause("charge-boys.musketry.breech-twice")
@pytest.mark.parametrize("way", [forward(0.5), glide(0.5), wheel(-300, "left"), turn(9000)])
def test_whatever_moves_a_unit_costs_its_second_volley(way: Manoeuvre) -> None:
    x = calm("x", CONFEDERATE, 40, 36, 32, SOUTH, **UNARMED)
    begun = moving(BREECH, x, phases=("movement", "firing")).march(way).until("fire")
    if way.kind != "turn":
        begun.choose("x:ball", dice=(1,))
    assert begun.asked[1] == ""


@clause("charge-boys.artillery.moved-no-fire")
@pytest.mark.parametrize(("way", "fires"), [(forward(2.0), False), (turn(3000), True)])
@pytest.mark.parametrize("mode", ["igougo", "written-orders"])
def test_guns_pushed_up_this_turn_do_not_fire_at_a_charge(way: Manoeuvre, fires: bool, mode: str) -> None:
    x = guns("x", CONFEDERATE, 2, 36, 30, SOUTH, mettle=STOOD)
    a = calm("a", UNION, 12, 36, 20, **UNARMED)
    if mode == "igougo":
        begun = moving(a, x, who="x", first=CONFEDERATE).march(way).until("charge").choose("a:x", dice=(6, 6, 6))
    else:
        begun = table(a, x, phases=("orders", "movement"), turn_mode=mode).until("order")
        dice = {"a": (), "x": (6, 6, 6)}
        for about, order in (("a", Manoeuvre("charge", 0.0, 0, "x")), ("x", way)):
            assert begun.asked[2] == about
            begun.march(order).choose(begun.keys[0], dice=dice[about])
    assert (begun.asked[1] == "closing") == fires


@clause("charge-boys.officer.with-unit")
def test_a_general_who_went_with_his_unit_does_not_ride_on() -> None:
    a, b = calm("a", UNION, 12, 36, 20), calm("b", UNION, 12, 60, 10)
    led = moving(a, b, FAR, generals=(at.general("g", UNION, 36, 18, unit="a"),)).march(forward(6.0))
    assert led.keys == ["done", "b"]
    stood = moving(a, b, FAR, generals=(at.general("g", UNION, 36, 18, unit="a"),)).march()
    assert stood.keys == ["done", "b", "g"]


@clause("charge-boys.officer.with-unit")
def test_a_general_ordered_to_ride_is_not_carried_off_by_his_unit() -> None:
    g = (at.general("g", UNION, 36, 18, unit="a"),)
    begun = table(
        calm("a", UNION, 12, 36, 20), FAR, phases=("orders", "movement"), turn_mode="written-orders", generals=g
    )
    here = begun.state.generals[0].pose
    begun.march(forward(6.0)).march(leg(here.x, here.y - 14.9))
    begun.until("done")
    there = begun.state.generals[0]
    assert there.unit == ""
    assert there.pose.y == pytest.approx(here.y - 14.9, abs=0.02)
    assert begun.pose("a")[1] == pytest.approx(25.25, abs=0.02)


@clause("charge-boys.move.manhandle-rate")
def test_infantry_who_push_guns_do_not_fire() -> None:
    mates, x = calm("b", UNION, 12, 36, 18.0), calm("x", CONFEDERATE, 24, 36, 40, SOUTH, **UNARMED)
    begun = moving(guns("a", UNION, 1, 36, 20, crews=(2,)), mates, x, phases=("movement", "firing"))
    begun.march(Manoeuvre("help", 0.0, 0, "b"), forward(4.0)).until("fire")
    assert begun.asked[1] == ""


# ---- charges


@clause("charge-boys.charge.evade-bonus")
def test_skirmishers_who_have_moved_evade_and_who_have_evaded_do_not_move() -> None:
    a, x = calm("a", UNION, 24, 36, 18, **UNARMED), calm("x", CONFEDERATE, 8, 36, 34, SOUTH, formation="skirmish")
    begun = moving(a, x, who="x", first=CONFEDERATE, phases=("movement", "firing")).march(forward(6.0))
    begun.until("charge").choose("a:x", dice=(6, 2, 1))
    assert begun.last(Answered).met == "evades"
    assert begun.until("fire").asked[1] == ""
    near = calm("x", CONFEDERATE, 8, 36, 28, SOUTH, formation="skirmish")
    begun = table(a, near, calm("y", CONFEDERATE, 12, 10, 40, SOUTH)).choose("a:x", dice=(6, 2, 1)).until("activate")
    assert (begun.asked[0], begun.keys) == (CONFEDERATE, ["done", "y"])


@clause("charge-boys.melee.caught")
def test_skirmishers_evade_once_a_turn() -> None:
    a, b = calm("a", UNION, 12, 33, 20, **UNARMED), horse("b", UNION, 12, 46, 20, mettle=STOOD, weapon="none")
    x = calm("x", CONFEDERATE, 8, 36, 26, SOUTH, formation="skirmish", **UNARMED)
    begun = table(a, b, x).choose("a:x", dice=(6, 1, 1))
    # The horsemen's reach is 21; two dice at +1 of those they catch fell 7 of 8, and an officer's 6 is thrown.
    begun.choose("b:x", dice=(6, 6, 6, 1, 4, 1, 1, 1))
    assert len([one for one in begun.all(Moved) if one.cause == "evade"]) == 1
    assert begun.unit("x").mettle.state == "routing"


@clause("charge-boys.charge.bonus-cavalry")
@pytest.mark.parametrize(("dice", "home"), [((1, 2), True), ((1, 1), False)])
def test_a_wall_costs_horsemen_half_their_own_move(dice: tuple[int, ...], home: bool) -> None:
    x = calm("x", CONFEDERATE, 24, 36, 27.5, SOUTH, **UNARMED)
    wall = field(at.obstacle("wall", (10, 22), (60, 22)))
    begun = table(horse("a", UNION, 12, 36, 20, mettle=STOOD), x, ground=wall).choose("a:x", dice=(6, 6, *dice))
    assert bool(begun.all(ContactMade)) == home


@clause("charge-boys.charge.bonus-infantry")
def test_troopers_on_foot_charge_with_one_die() -> None:
    a = foot("a", UNION, 12, 36, 20, arm="cavalry", formation="line", weapon="breech-carbine", mettle=STOOD)
    begun = table(a, calm("x", CONFEDERATE, 12, 36, 27, SOUTH, **UNARMED)).choose("a:x", dice=(6, 6, 1))
    assert begun.all(ContactMade)


@clause("charge-boys.charge.not-skirmishers")
def test_skirmishers_run_down_a_routing_line_within_ten_inches() -> None:
    a = calm("a", UNION, 8, 36, 20, formation="skirmish", **UNARMED)
    begun = table(a, foot("x", CONFEDERATE, 24, 36, 29, SOUTH, mettle=RUNS)).choose("a:x", dice=(6,))
    assert begun.unit("x").place == "gone"
    assert table(a, foot("x", CONFEDERATE, 24, 36, 30.5, SOUTH, mettle=RUNS)).asked[1] != "charge"


@clause("charge-boys.morale.other-charged")
@pytest.mark.parametrize(("dice", "cause", "die"), [((6, 6, 1), "short", 5), ((2,), "balked", 4)])
def test_only_a_charge_that_was_carried_out_counts_in_the_turns_later_tests(
    dice: tuple[int, ...], cause: str, die: int
) -> None:
    a, x = calm("a", UNION, 9, 36, 20), calm("x", CONFEDERATE, 18, 36, 31, SOUTH, **UNARMED)
    begun = table(a, x, phases=ON).choose("a:x", dice=dice)
    assert begun.last(ChargeFell).cause == cause
    face = 4 if cause == "short" else 5
    begun.until("fire").choose("x:ball", dice=(face, 1, *[6] * 3, die))
    assert (begun.last(Fired).hits, totals(begun, "x")[-1]) == (3, 5)


@clause("charge-boys.morale.number-of-tests")
def test_a_charged_test_stands_in_for_the_re_test_of_that_turn() -> None:
    x = calm("x", CONFEDERATE, 18, 36, 28, SOUTH, mettle=HALTED, **UNARMED)
    begun = table(calm("a", UNION, 12, 36, 17, **UNARMED), x, phases=ON, turn=2).choose("a:x", dice=(6, 6, 1))
    begun.until("done")
    assert (totals(begun, "x"), begun.unit("x").mettle.state) == ([6], "steady")


@clause("charge-boys.charge.test-under-fire")
@pytest.mark.parametrize(("die", "state", "gap"), [(2, "halted", 3.0), (1, "retired", 9.0)])
def test_a_shaken_charger_has_tested_for_the_hits_of_the_turn(die: int, state: str, gap: float) -> None:
    a, x = calm("a", UNION, 18, 36, 20, **UNARMED), calm("x", CONFEDERATE, 12, 36, 25, SOUTH)
    begun = table(a, x, calm("y", CONFEDERATE, 9, 46, 28, SOUTH), phases=ON).choose("a:x", dice=(6, 6, 6))
    begun.choose("fire", dice=(4, 4, 1, *[6] * 6, die))
    assert begun.unit("a").mettle.state == state
    assert begun.gap("a", "x") == pytest.approx(gap, abs=0.02)
    face = 4 if state == "halted" else 5
    begun.until("fire").choose("a:ball", dice=(face, 1, *[6] * 3))
    assert (begun.last(Fired).hits, len(totals(begun, "a"))) == (3, 2)


@clause("charge-boys.charge.closing-fire")
def test_a_target_that_stands_at_four_fires_half_its_first_volley() -> None:
    a, x = calm("a", UNION, 24, 36, 20, **UNARMED), calm("x", CONFEDERATE, 18, 36, 26, SOUTH, has_fired=False)
    begun = table(a, x).choose("a:x", dice=(6, 4, 6)).choose("fire", dice=(1, 1, 1, 6, 6))
    assert (totals(begun, "x"), begun.last(Fired).hits) == ([4], 2)


@clause("charge-boys.charge.evade-bonus")
def test_skirmishers_in_a_house_stand_and_have_its_cover() -> None:
    x = lodged(calm("x", CONFEDERATE, 8, 36, 28, SOUTH, formation="skirmish", **UNARMED), 33, 24, 39, 30)
    house = field(at.building(33, 24, 39, 30))
    begun = table(calm("a", UNION, 24, 36, 18, **UNARMED), x, ground=house).choose("a:x", dice=(6, 4, 6))
    assert totals(begun, "x") == [5]


# ---- fire and nerve


@clause("charge-boys.save.building")
@pytest.mark.parametrize(
    ("away", "dice", "killed"), [(25.0, (3, 2, 1, 5, 4), 1), (13.0, (2, 2, 1, 6, 5), 1), (8.0, (2, 1), 2)]
)
def test_a_house_is_no_help_against_guns(away: float, dice: tuple[int, ...], killed: int) -> None:
    x = lodged(calm("x", CONFEDERATE, 12, 36, 8 + away, SOUTH, **UNARMED), 30, 5 + away, 42, 11 + away)
    house = field(at.building(30, 5 + away, 42, 11 + away))
    shot = table(guns("a", UNION, 1, 36, 5), x, phases=("firing",), ground=house).assign({"0": "x"}, dice=dice)
    assert shot.last(Fired).killed == killed


@clause("charge-boys.morale.trigger-hits")
@pytest.mark.parametrize(("effect", "hits", "tests"), [(4, 2, ()), (5, 3, (3,))])
def test_hits_are_counted_after_the_effect_is_halved(effect: int, hits: int, tests: tuple[int, ...]) -> None:
    x = calm("x", CONFEDERATE, 24, 36, 45, SOUTH, **UNARMED)
    shot = table(guns("a", UNION, 1, 36, 5), x, phases=("firing", "morale"))
    shot.assign({"0": "x"}, dice=(4, effect, 1, *[6] * hits, *tests))
    assert len(totals(shot, "x")) == len(tests)


@clause("charge-boys.morale.retest-timing")
def test_a_first_shot_re_test_knows_no_retirement_but_the_other_test_does() -> None:
    mettle = {"state": "retired", "by": "first", "first_shot": "failed", "retest": 2, "retired": 1}
    x = foot("x", CONFEDERATE, 18, 36, 24, SOUTH, mettle=mettle, **UNARMED)
    alone = table(x, foot("a", UNION, 12, 36, 10), phases=("morale",), turn=2, dice=(5,))
    assert totals(alone, "x") == [5]
    # Hits as well: 5 stands and counts; the other die, 4 + 1 - 1, is the lower and is obeyed.
    hit = table(calm("a", UNION, 9, 36, 20), x, phases=("firing", "morale"), turn=2)
    hit.choose("x:ball", dice=(4, 1, 6, 6, 6, 5, 4))
    assert (totals(hit, "x"), hit.unit("x").mettle.by, hit.unit("x").mettle.first_shot) == ([4], "other", "successful")


@clause("charge-boys.morale.other-fortification")
def test_a_fort_counts_two_for_those_who_came_up_to_it_too() -> None:
    x = calm("x", CONFEDERATE, 18, 36, 24, SOUTH, **UNARMED)
    x.turn = Record(18, hits=3, foe="a", advanced=True, moved=True)
    fort = field(at.obstacle("breastwork", (10, 23.8), (60, 23.8)))
    begun = table(calm("a", UNION, 9, 36, 15), x, phases=("morale",), ground=fort, dice=(2,))
    assert totals(begun, "x") == [5]


@clause("charge-boys.officer.general-in-rout")
def test_a_general_with_a_routing_unit_falls_without_a_test() -> None:
    x = foot("x", CONFEDERATE, 18, 36, 24, SOUTH, mettle=RUNS, **UNARMED)
    led = (at.general("g", CONFEDERATE, 36, 26, unit="x"),)
    shot = table(calm("a", UNION, 9, 36, 20), x, phases=("firing", "morale"), generals=led)
    shot.choose("x:ball", dice=(2, 6, 4, 3))
    assert (totals(shot, "x"), shot.state.generals[0].place) == ([], "gone")


@clause("charge-boys.rout.general-stops")
@pytest.mark.parametrize(("die", "dice", "state", "back"), [(2, (), "retired", 6.0), (0, (1, 2), "routing", 9.0)])
def test_a_general_who_joins_a_rout_is_obeyed_or_carried_along(
    die: int, dice: tuple[int, ...], state: str, back: float
) -> None:
    quality = "green" if die == 0 else "regular"
    a = foot("a", UNION, 24, 36, 44, mettle=RUNS, quality=quality)
    led = table(a, FAR, phases=("compulsory", "movement", "morale"), turn=3, generals=(at.general("g", UNION, 36, 26),))
    x, y, _ = led.until("activate").pose("a")
    led.choose("g").march(leg(36, 34), Manoeuvre("join", 0.0, 0, "a"), dice=(max(1, die), *dice))
    assert (totals(led, "a"), led.unit("a").mettle.state) == ([die], state)
    there = led.pose("a")
    assert hypot(there[0] - x, there[1] - y) == pytest.approx(back, abs=0.02)
    assert led.state.generals[0].unit == "a"
    led.until("done")
    assert totals(led, "a") == [die]


@clause("charge-boys.core.measure")
@pytest.mark.parametrize(("premeasure", "measure"), [(True, "all"), (False, "none")])
def test_without_premeasuring_no_choice_before_a_declaration_lets_one_measure(premeasure: bool, measure: str) -> None:
    a, x = calm("a", UNION, 24, 36, 20), calm("x", CONFEDERATE, 24, 36, 30, SOUTH)
    led = (at.general("g", UNION, 30, 15),)
    begun = table(a, x, phases=("initiative", *ON), premeasure=premeasure, generals=led, dice=(6, 1))
    seen: set[str] = set()
    while begun.players:
        kind = begun.asked[1]
        seen.add(kind)
        assert begun.decision.measure == measure, kind
        if kind == "activate":
            begun.choose(begun.keys[-1])
        else:
            begun.answer(at.idle(begun.decision))
    assert seen == {"first", "charge", "activate", "ride", "move", "fire"}
    assert bool(looks(begun.state, "a", None)) == premeasure


@clause("charge-boys.terrain.compelled-moves")
@pytest.mark.parametrize("kind", ["wall", "fence", "hedge", "breastwork"])
@pytest.mark.parametrize(("behind", "home"), [(0.1, True), (0.3, True), (0.5, False)])
def test_what_the_enemy_lines_is_fought_over_and_not_paid_for(kind: str, behind: float, home: bool) -> None:
    x = calm("x", CONFEDERATE, 24, 36, 26.0, SOUTH, **UNARMED)
    land = field(at.obstacle(kind, (10, 26.0 - behind), (60, 26.0 - behind)))
    begun = table(calm("a", UNION, 24, 36, 20, **UNARMED), x, ground=land)
    if kind == "hedge" and not home:
        assert begun.asked[1] != "charge"
        return
    begun.choose("a:x", dice=(6, 6, 1))
    assert [event.fight.over != "" for event in begun.all(ContactMade)] == [True] * home


@clause("charge-boys.melee.follow-up")
@pytest.mark.parametrize(("figures", "holds"), [(12, True), (14, False)])
def test_whoever_has_stormed_a_building_may_go_in(figures: int, holds: bool) -> None:
    x = lodged(calm("x", CONFEDERATE, 8, 36, 27, SOUTH, **UNARMED), 33, 24, 39, 30)
    a = calm("a", UNION, figures, 36, 24, **UNARMED)
    fight = Fight("a", "x", False, False, False, "building", "")
    house = field(at.building(33, 24, 39, 30))
    begun = table(a, x, phases=("melee",), fights=(fight,), ground=house, dice=(6, 6, 1, 1, *[6] * 5, 1, 2))
    assert (begun.asked[1], "occupy" in begun.keys) == ("follow-up", holds)
    if holds:
        begun.choose("occupy")
        assert (begun.unit("a").building, begun.asked[1]) == (0, "")


@clause("charge-boys.musketry.line-of-sight")
@pytest.mark.parametrize(("front", "foe", "top", "fires"), [
    (26.0, 38.0, 28.0, True), (25.9, 38.0, 28.0, False),  # two inches inside its edge it sees out
    (20.0, 26.0, 47.0, True), (20.0, 26.1, 47.0, False),  # within the wood six, as a charge does
])  # fmt: skip
def test_sight_in_a_wood_is_from_base_to_base(front: float, foe: float, top: float, fires: bool) -> None:
    x = calm("x", CONFEDERATE, 12, 36, foe, SOUTH, **UNARMED)
    begun = table(calm("a", UNION, 12, 36, front), x, phases=("firing",), ground=field(at.wood(10, 5, 60, top)))
    assert (begun.asked[1] == "fire") == fires
