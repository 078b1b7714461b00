"""What a third reader of the sheet tried at the table: horses, houses, nerves of chargers, who is in whose way."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.skirmish.melee.events import BoutFought, Melee
from roundtop.rulebooks.skirmish.morale.events import MoraleTested, RallyThrown, Window
from roundtop.rulebooks.skirmish.movement.events import Left, Moved
from roundtop.rulebooks.skirmish.state import Figure, Thing
from roundtop.table.ground import Line
from roundtop.table.path import leg, turn
from tests.clauses import clause
from tests.rulebooks.skirmish.table import (
    CONFEDERATE,
    EAST,
    SOUTH,
    UNION,
    Table,
    area,
    chief,
    fence,
    field,
    man,
    position,
    rider,
    squad,
    table,
)

FAR = man("z1", CONFEDERATE, 170, 110, SOUTH)
IDLE = man("a9", UNION, 20, 5, group="a")


def offered(play: Table, id: str) -> list[str]:
    if play.asked[1] == "group":
        play.choose(play.figure(id).group)
    return play.choose(id).keys


# ---------------------------------------------------------------- horses


@clause("skirmish.morale.fall-back-terms")
@pytest.mark.parametrize(("facing", "end"), [(0, (50.0, 50.0)), (90, (50.0, 38.0)), (180, (50.0, 26.0))])
def test_horses_that_fall_back_turn_first_and_pay_for_it(facing: int, end: tuple[float, float]) -> None:
    pair = [rider("a1", UNION, 50, 50, facing), rider("a2", UNION, 60, 50)]
    play = table(pair, man("f1", CONFEDERATE, 50, 80, SOUTH), turn=2, groups={"a": {"state": "fall-back", "thrown": 1}})
    play.acts("a1", "back")
    assert (play.place("a1"), play.figure("a1").pose.facing, play.figure("a1").spent) == (end, 18000, 1)


@clause("skirmish.movement.mounted-obstacles")
@pytest.mark.parametrize(("legs", "fences", "may"), [
    ([(50, 62)], 1, True), ([(50, 62.1)], 1, False), ([(54.2, 54.2)], 1, True), ([(54.5, 54.5)], 1, False),
    ([(50, 53)], 2, False),
])  # fmt: skip
def test_a_jump_costs_half_the_move(legs: list[tuple[float, float]], fences: int, may: bool) -> None:
    """Twelve for each fence, and six for each 45 degrees."""
    lines = [fence((30, 51.6 + n * 0.2), (70, 51.6 + n * 0.2)) for n in range(fences)]
    play = table(rider("a1", UNION, 50, 50), IDLE, FAR, ground=field(*lines))
    if may:
        assert play.walks("a1", *legs).place("a1") == pytest.approx(legs[-1])
    else:
        assert play.no_walk("a1", *legs)


@clause("skirmish.movement.interpenetration")
@pytest.mark.parametrize(("mover", "other", "may"), [
    (man("a1", UNION, 50, 50), man("b1", UNION, 50, 55), True),
    (man("a1", UNION, 50, 50), rider("b1", UNION, 50, 55), False),
    (rider("a1", UNION, 50, 50), man("b1", UNION, 50, 55), False),
    (rider("a1", UNION, 50, 50), man("b1", UNION, 50, 55, harm=2), True),
    (man("a1", UNION, 50, 50), man("f2", CONFEDERATE, 50, 55, harm=2), True),
    (man("a1", UNION, 50, 50), man("f2", CONFEDERATE, 50, 55), False),
])  # fmt: skip
def test_who_goes_through_whom(mover: Figure, other: Figure, may: bool) -> None:
    play = table(mover, IDLE, other, FAR)
    if may:
        assert play.walks("a1", (50, 60)).place("a1") == (50.0, 60.0)
    else:
        assert play.no_walk("a1", (50, 60))


@clause("skirmish.shooting.arc")
def test_a_rider_turns_before_he_fires_behind_him() -> None:
    play = table(rider("a1", UNION, 50, 50, weapon="minie-carbine"), IDLE, man("f1", CONFEDERATE, 50, 30))
    assert "fire:0:f" not in offered(play, "a1")
    play.choose("move").march(turn(9000))
    assert "fire:0:f" in play.keys


@clause("skirmish.actions.ride-and-act")
@pytest.mark.parametrize(("first", "may"), [("fire:f", True), ("move", False)])
def test_who_has_fired_may_charge_and_who_has_ridden_may_not(first: str, may: bool) -> None:
    pair = [rider("a1", UNION, 50, 50), rider("a2", UNION, 100, 20)]
    play = table(pair, man("f1", CONFEDERATE, 50, 66, SOUTH), man("f2", CONFEDERATE, 60, 66, SOUTH))
    if first == "move":
        play.acts("a1", "move").march(leg(50, 54)).choose("stand")
    else:
        play.choose("a").choose(first, dice=["d2:1", "d8:1", "d4:1", "d12:1"])
    assert ("charge:f" in play.keys) is may


@clause("skirmish.movement.charge-move")
@pytest.mark.parametrize(("figure", "x", "y", "may"), [
    (man("a1", UNION, 50, 50), 50, 63.9, True),
    (man("a1", UNION, 50, 50), 50, 64.2, False),
    (rider("a1", UNION, 50, 50), 50, 76.4, True),
    (rider("a1", UNION, 50, 50), 64.4, 64.4, True),          # 45 degrees: eighteen
    (rider("a1", UNION, 50, 50), 65.0, 65.0, False),
    (rider("a1", UNION, 50, 50), 64.4, 50, True),             # 90: twelve
    (rider("a1", UNION, 50, 50), 64.7, 50, False),
])  # fmt: skip
def test_how_far_a_charge_reaches(figure: Figure, x: float, y: float, may: bool) -> None:
    play = table(figure, IDLE, man("f1", CONFEDERATE, x, y, SOUTH)).choose("a")
    assert ("charge:f" in play.keys) is may


@clause("skirmish.melee.contact-test")
@pytest.mark.parametrize(("x", "y", "end"), [
    (53, 58.9, (53.0, 57.85)), (45, 58.9, (53.0, 57.85)), (42, 59.0, (52.0, 57.95)), (53, 58.88, None),
])  # fmt: skip
def test_who_stands_at_a_fence_is_charged_across_it_from_any_side(
    x: float, y: float, end: tuple[float, float] | None
) -> None:
    """A tenth of a centimetre behind it he touches it; with more between nobody reaches him."""
    men = (man("a1", UNION, x, 52), IDLE, man("f1", CONFEDERATE, 53, 60, SOUTH))
    play = table(*men, ground=field(fence((0, y), (170, y)))).choose("a")
    assert ("charge:f" in play.keys) is (end is not None)
    if end is not None:
        assert play.charge("f", dice=["d8:8"]).place("a1") == end


@clause("skirmish.movement.charge-move")
@pytest.mark.parametrize(("y", "may"), [(57.9, True), (58.2, False)])
def test_a_charge_through_a_marsh_goes_half_as_far(y: float, may: bool) -> None:
    ground = field(area("marsh", 30, 40, 70, 90))
    play = table(man("a1", UNION, 50, 50), IDLE, man("f1", CONFEDERATE, 50, y, SOUTH), ground=ground).choose("a")
    assert ("charge:f" in play.keys) is may


# ---------------------------------------------------------------- nerves of chargers and charged


@clause("skirmish.morale.trigger-charging")
def test_chargers_count_as_advancing_and_the_charged_as_they_stand() -> None:
    """The few throw with +1, the many behind a fence with +1 for their cover."""
    foes = squad("f", CONFEDERATE, 4, 50, 60, SOUTH)
    play = table(squad("a", UNION, 3, 50, 52), foes, ground=field(fence((40, 58.9), (70, 58.9)))).choose("a")
    play.choose("charge:f", dice=["d8:1", "d8:1"])
    assert [(event.cause, event.score) for event in play.all(MoraleTested)] == [("charging", 2), ("charged", 2)]


@clause("skirmish.morale.charge-comparison")
def test_chargers_who_break_run_with_this_very_action() -> None:
    men = [*squad("a", UNION, 2, 50, 50), *[man(f"a{n}", UNION, 40, 40 + n, harm=2) for n in (3, 4, 5)]]
    play = table(men, squad("f", CONFEDERATE, 3, 50, 60, SOUTH), groups={"a": {"start": 5}}).choose("a")
    play.choose("charge:f", dice=["d8:2"])
    assert (play.last(MoraleTested).score, play.group("a").state) == (-3, "break")
    assert "run" in play.keys
    play.choose("run")
    assert [event.cause for event in play.all(Moved)] == ["run", "run"]


@clause("skirmish.movement.cohesion")
def test_a_straggler_stays_out_of_a_charge() -> None:
    men = [man("a1", UNION, 50, 50), man("a2", UNION, 53, 50), man("a3", UNION, 56, 50, straggling=True)]
    play = table(men, squad("f", CONFEDERATE, 3, 50, 60, SOUTH)).choose("a").choose("charge:f", dice=["d8:8"])
    assert play.keys == ["a1", "a2"]


@clause("skirmish.morale.fall-back-terms")
def test_who_is_in_contact_need_not_fall_back() -> None:
    men = [man("a1", UNION, 50, 50), man("a2", UNION, 56, 50)]
    play = table(men, man("f1", CONFEDERATE, 50, 52, SOUTH), turn=2, groups={"a": {"state": "fall-back", "thrown": 1}})
    assert offered(play, "a1") == ["stand"]


@clause("skirmish.morale.no-advance-terms")
@pytest.mark.parametrize(("to", "may"), [((60, 50), True), ((50, 55), False), ((50, 40), True), ((58, 52), False)])
def test_no_advance_lets_a_man_go_aside_and_back(to: tuple[float, float], may: bool) -> None:
    group = {"a": {"state": "no-advance", "thrown": 1}}
    play = table(man("a1", UNION, 50, 50), man("a2", UNION, 55, 45), man("f1", CONFEDERATE, 50, 80), groups=group)
    if may:
        play.walks("a1", to)
    else:
        assert play.no_walk("a1", to) == ["morale.no-advance-terms"]


@clause("skirmish.morale.commander-ok")
@pytest.mark.parametrize(("state", "total"), [("ok", 2), ("break", 0)])
def test_a_commander_who_runs_with_others_heartens_nobody(state: str, total: int) -> None:
    """He is with a squad that is broken; their retreat does not touch the one that tests, 30 cm off."""
    leader = chief(CONFEDERATE, 56, 92, group="g")
    men = [*squad("f", CONFEDERATE, 5, 50, 60, SOUTH), *squad("g", CONFEDERATE, 3, 60, 92, SOUTH), leader]
    groups: dict[str, dict[str, Any]] = {"f": {"injured": True}, "g": {"state": state, "thrown": 1}}
    state_ = position(man("a1", UNION, 56, 28), men, groups=groups)
    assert Table(state_, Window(), dice=["d8:4"]).last(MoraleTested).score == 4 + total


@clause("skirmish.morale.friends-test")
@pytest.mark.parametrize(("number", "total"), [(2, 1), (1, 0)])
def test_one_man_who_advances_heartens_nobody(number: int, total: int) -> None:
    men = [*squad("f", CONFEDERATE, 5, 50, 60, SOUTH), *squad("g", CONFEDERATE, number, 80, 60, SOUTH)]
    groups: dict[str, dict[str, Any]] = {"f": {"injured": True}, "g": {"motion": "advancing"}}
    state = position(man("a1", UNION, 56, 28), men, groups=groups)
    assert Table(state, Window(), dice=["d8:4"]).last(MoraleTested).score == 4 + total


@clause("skirmish.leaders.attach")
def test_a_commander_killed_among_his_men_makes_them_test_once() -> None:
    """With -3 for him, and nothing lost of the five they were."""
    leader = chief(CONFEDERATE, 50, 57, group="f", harm=1)
    men = [*squad("f", CONFEDERATE, 5, 44, 60, SOUTH), *squad("g", CONFEDERATE, 3, 150, 100, SOUTH)]
    play = table(man("a1", UNION, 50, 50, quality="veteran"), IDLE, men, leader, groups={"f": {"start": 5}})
    play.acts("a1", "fire:0:f", dice=["d5:1", "d10:8", "d4:4", "d6:2"])
    play.to_phase(CONFEDERATE, 1, dice=["d8:8", "d8:8"])
    assert [(event.group, event.score) for event in play.all(MoraleTested)] == [("f", 5), ("g", 5)]


@clause("skirmish.rally.terms")
def test_most_of_them_say_by_which_die_they_rally() -> None:
    men = [man(f"a{n}", UNION, 50 + 3 * n, 40, spent=1, quality="veteran" if n > 1 else "green") for n in (1, 2, 3)]
    play = table(men, man("f1", CONFEDERATE, 55, 80, SOUTH), phase=2, groups={"a": {"state": "break", "thrown": 1}})
    play.choose("a").choose("run", dice=["d10:4"])
    assert play.last(RallyThrown).rallied


@clause("skirmish.morale.cornered")
@pytest.mark.parametrize("surrender", [True, False])
def test_who_cannot_run_and_is_in_contact_gives_himself_up(surrender: bool) -> None:
    """Walled in on three sides, the enemy on the fourth."""
    yard = field(Line("wall", ((49.0, 52.5), (49.0, 49.0), (51.0, 49.0), (51.0, 52.5))))
    men = [man("a1", UNION, 50, 50), man("a2", UNION, 90, 20)]
    play = table(
        men, man("f1", CONFEDERATE, 50, 52, SOUTH), ground=yard, surrender=surrender,
        groups={"a": {"state": "break-no-rally", "thrown": 1}},
    )  # fmt: skip
    play.until("first", dice=["d8:1", "d8:2", "d6:1"])
    assert [event.cause for event in play.all(Left) if event.figure == "a1"] == (["surrendered"] if surrender else [])


# ---------------------------------------------------------------- houses, ladders, loads

HOUSE = area("building", 40, 50.5, 60, 62)


@clause("skirmish.melee.barricade")
@pytest.mark.parametrize(("y", "score"), [(52.0, 6), (50.0, 5)])
def test_in_a_doorway_a_man_defends_it(y: float, score: int) -> None:
    """Against one outside; not when both are out of doors."""
    men = [man("a1", UNION, 50, y), man("f1", CONFEDERATE, 50, y - 2.0)]
    state = position(*men, FAR, IDLE, ground=field(HOUSE))
    found = Table(state, Melee(""), Window(), dice=["d8:5", "d6:1", "d8:5", "d6:1"]).last(BoutFought)
    assert found.a_score == score


@clause("skirmish.shooting.line-of-sight")
def test_from_an_upper_floor_one_fires_over_those_before_the_house() -> None:
    friends, foe = man("b1", UNION, 50, 66), man("f1", CONFEDERATE, 50, 80, SOUTH)
    low = table(man("a1", UNION, 50, 61), IDLE, friends, foe, ground=field(HOUSE))
    assert "fire:0:f" not in offered(low, "a1")
    high = table(man("a1", UNION, 50, 61, level=1), IDLE, friends, foe, ground=field(HOUSE))
    assert "fire:0:f" in offered(high, "a1")


@clause("skirmish.actions.detachment-terms")
def test_the_fallen_stay_with_those_who_stay() -> None:
    """Two of eight down: with three sent off it is two of five."""
    men = [man("a1", UNION, 50, 50, role="nco"), *[man(f"a{n}", UNION, 50 + 3 * n, 50) for n in range(2, 7)]]
    men += [man(f"a{n}", UNION, 50, 40 + n, harm=2) for n in (7, 8)]
    play = table(men, man("f1", CONFEDERATE, 60, 64, SOUTH)).acts("a1", "detach").choose("a2", "a3", "a4")
    assert (play.group("a").start, play.group("a+1").start, play.figure("a7").group) == (5, 3, "a")
    play.to_phase(CONFEDERATE, 1).acts("f1", "fire:0:a", dice=["d2:1", "d8:5", "d4:4", "d6:2", "d8:8"])
    assert play.last(MoraleTested).score == 8 - 4


@clause("skirmish.actions.climb-crossing")
def test_who_is_pushed_off_a_wall_begins_again() -> None:
    ground = field(Line("wall", ((30.0, 51.0), (70.0, 51.0))))
    climber = man("a1", UNION, 50, 50, climbed=1, landing=man("x", UNION, 50, 52.05).pose)
    state = position(climber, IDLE, man("f1", CONFEDERATE, 48.0, 50, EAST), ground=ground, heights=(("wall", 6.0),))
    play = Table(state, Melee(""), Window(), dice=["d8:1", "d8:2", "d6:1"])
    assert (play.figure("a1").landing, play.figure("a1").climbed) == (None, 0)


@clause("skirmish.actions.carry-limits")
def test_a_bearer_who_falls_lets_his_load_fall() -> None:
    keg = Thing("keg", "load", "powder keg", 50.0, 50.0, holder="a1")
    play = table(man("a1", UNION, 50, 50, burden="keg"), IDLE, man("f1", CONFEDERATE, 50, 60, SOUTH), things=(keg,))
    play.to_phase(CONFEDERATE, 1).acts("f1", "fire:0:a", dice=["d8:8", "d4:4", "d6:2", "d8:8"])
    assert (play.figure("a1").harm, play.figure("a1").burden, play.state.things[0].holder) == (2, "", "")
