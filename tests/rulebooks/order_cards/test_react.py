"""What follows at the table: tests after fire, head down, rout, rally, prisoners, objectives, the end of a battle."""

from __future__ import annotations

import math
from typing import Any

import pytest

from roundtop.kit.objectives import Goal
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.events import apply
from roundtop.rulebooks.order_cards.field import changing, size_of, stands_free, unit_at, unit_of, units_gap, with_unit
from roundtop.rulebooks.order_cards.fire.events import Circled
from roundtop.rulebooks.order_cards.head_down import table as head_down
from roundtop.rulebooks.order_cards.head_down.events import FallBackTo
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.prisoners.events import Freed
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.rulebooks.order_cards.victory.events import BattleEnded, GoalTaken
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    NORTH,
    SOUTH,
    UNION,
    WEST,
    Table,
    area,
    at,
    charge,
    field,
    foot,
    general,
    guns,
    obstacle,
    position,
    reserves,
    sixes,
    table,
)


def under_fire(*more: Any, dice: Any = (), card: str = "volley", **rest: Any) -> Table:
    """A Confederate line of six fires a volley at a Union one of six at seven inches, 240%."""
    target = [piece for piece in more if getattr(piece, "id", "") == "a"] or [foot("a", UNION, 6, 30, 20)]
    others = [piece for piece in more if piece not in target]
    shooter = foot("x", CONFEDERATE, 6, 30, 27.75, SOUTH)
    begun = table(*reserves(), *target, shooter, *others, card=card, side=CONFEDERATE, **rest)
    begun.do("x", "fire")
    return begun.choose("a", dice=dice)


# ---- tests after fire


@clause("order-cards.fire.hits-applied")
@clause("order-cards.morale.fire-check-failed")
def test_a_volley_its_boxes_and_its_test() -> None:
    steady = under_fire(dice=[41, 70])
    assert (steady.unit("a").circled, steady.unit("a").state) == (2, "steady")
    down = under_fire(dice=[40, 71])
    assert (down.unit("a").circled, down.unit("a").state, down.unit("a").disordered) == (3, "head-down", True)
    missed = under_fire(foot("a", UNION, 6, 30, 20, state="head-down", in_position=True), dice=[21, 71])
    # 120% at a head-down unit: one box, and the failure routs it with two more.
    assert (missed.unit("a").state, missed.unit("a").circled) == ("routing", 3)


@clause("order-cards.fire.one-inch-rule")
def test_a_neighbour_too_near_shares_the_loss() -> None:
    near = under_fire(foot("b", UNION, 6, 36.5, 20), dice=[41, 70, 70])
    assert (near.unit("a").circled, near.unit("b").circled) == (2, 2)
    assert [one.cause for one in near.all(Circled)] == ["fire", "neighbour"]
    far = under_fire(foot("b", UNION, 6, 36.9, 20), dice=[41, 70])
    assert far.unit("b").circled == 0


@clause("order-cards.fire.massed-target")
def test_a_mass_shares_the_loss() -> None:
    mob = foot("a", UNION, 6, 30, 20, disordered=True, mass="m"), foot("b", UNION, 6, 34, 20, disordered=True, mass="m")
    begun = under_fire(*mob, dice=[41, 60, 60])
    assert (begun.unit("a").circled, begun.unit("b").circled) == (2, 2)


@clause("order-cards.morale.when")
def test_one_test_at_the_end_of_the_card_by_the_house_rule() -> None:
    target, shooters = (
        foot("a", UNION, 6, 30, 20),
        [foot("x", CONFEDERATE, 6, 27, 27.75, SOUTH), foot("y", CONFEDERATE, 6, 34, 27.75, SOUTH)],
    )
    state = position(*reserves(), target, *shooters, card="volley", side=CONFEDERATE, morale_check_timing="end-of-card")
    begun = Table(state, cards_events.CardInPlay((CONFEDERATE,)), cards_events.EndTurn(CONFEDERATE, 1, False))
    begun.do("x", "fire")
    begun.choose("a", dice=[99])
    begun.do("y", "fire")
    begun.choose("a", dice=[99])
    assert begun.all(morale_events.Tested) == []
    # Four boxes take a stand: one test, at 60.
    begun.end(dice=[61])
    assert (len(begun.all(morale_events.Tested)), begun.unit("a").state) == (1, "head-down")


@clause("order-cards.officer.fire-double")
def test_a_double_fells_the_officer_who_helped() -> None:
    begun = under_fire(general("chief", UNION, 30, 18.6), dice=[41])
    begun.choose("chief", dice=[66])
    assert (begun.unit("a").state, begun.officer("chief").fate) == ("steady", "killed")


@clause("order-cards.officer.sniping")
def test_a_lone_officer_is_fired_at() -> None:
    shooter = foot("x", CONFEDERATE, 6, 30, 27.75, SOUTH)
    begun = table(*reserves(), general("chief", UNION, 30, 23), shooter, card="hold", side=CONFEDERATE)
    begun.do("x", "fire")
    assert "chief" in begun.keys
    begun.choose("chief", dice=[1, "d10:3", "d10:3"])
    assert begun.officer("chief").fate == "killed"
    near = foot("b", UNION, 3, 30, 20)
    safe = table(*reserves(), general("chief", UNION, 30, 23), shooter, near, card="hold", side=CONFEDERATE)
    safe.do("x", "fire")
    assert "chief" not in safe.keys


# ---- head down


@clause("order-cards.morale.head-down-move", 1)
def test_a_head_down_unit_reaches_the_wood_behind_it() -> None:
    # Head down in the open, 12 in from a battery, a wood edge 4 in behind: 8 - 2 for the wood, so 2 in inside it.
    down = foot("a", UNION, 6, 30, 20, state="head-down", disordered=True)
    depth = 1.5
    wood = area("woods", 0, 0, 72, 20 - 0.5 * depth - 4.0)
    battery = guns("x", CONFEDERATE, 3, 30, 20 + 0.5 * depth + 12.5, SOUTH)
    begun = table(*reserves(), down, battery, card="volley", ground=field(wood))
    begun.end()
    while begun.asked[1] == "fall-back":
        begun.choose(begun.keys[0])
    unit = begun.unit("a")
    assert unit.in_position
    assert unit.pose.y <= 20 - 4.0 - 0.5
    assert 20 - unit.pose.y <= 6.01


def fallen_back(begun: Table, key: str = "") -> Table:
    """The card is ended, and whoever is asked where to falls back."""
    begun.end()
    while begun.asked[1] == "fall-back":
        begun.choose(key or begun.keys[0])
    return begun


@clause("order-cards.morale.head-down-move", 2)
def test_it_stops_close_behind_a_wall_that_it_crosses() -> None:
    down = foot("a", UNION, 6, 30, 20, state="head-down", disordered=True)
    wall = field(obstacle("wall", (10, 16.25), (50, 16.25)))
    begun = table(*reserves(), down, foot("x", CONFEDERATE, 6, 30, 28, SOUTH), card="volley", ground=wall)
    begun.end()
    straight = [item.key for item in begun.form.items if "straight back" in item.label]
    assert len(straight) == 1
    begun.choose(straight[0])
    x, y, facing = begun.pose("a")
    # Three quarters of an inch of its own depth, and as little more as the wall leaves it: not to the end of its move.
    assert (x, facing) == (30.0, 0.0)
    assert 16.25 - 0.75 - 0.5 <= y <= 16.25 - 0.75
    assert begun.unit("a").in_position


@clause("order-cards.morale.head-down-move")
def test_without_cover_the_owner_chooses_among_the_ways_that_lead_away() -> None:
    down = foot("a", UNION, 6, 30, 20, state="head-down", disordered=True)
    foe = foot("x", CONFEDERATE, 6, 30, 22.4, SOUTH)
    begun = table(*reserves(), down, foe, card="volley")
    before = units_gap(begun.unit("a"), foe)
    begun.end()
    assert len(begun.keys) > 6
    ends = []
    for key in begun.keys:
        again = table(*reserves(), down, foe, card="volley")
        fallen_back(again, key)
        ends.append(again.pose("a")[:2])
        assert units_gap(again.unit("a"), foe) > before
        assert math.dist(ends[-1], (30, 20)) == pytest.approx(8.0, abs=0.3)
    assert len(set(ends)) == len(ends)


@clause("order-cards.move.leaving-table")
@clause("order-cards.morale.head-down-move")
@pytest.mark.parametrize("x", [0.5, 1.0, 1.5, 4.0, 36.0])
@pytest.mark.parametrize("y", [0.8, 2.0, 5.0])
def test_nobody_with_his_head_down_hangs_over_the_edge_or_ends_on_a_friend(x: float, y: float) -> None:
    down = foot("a", UNION, 8, max(x, 1.5), y, state="head-down", disordered=True)
    friends = [foot(f"f{n}", UNION, 6, max(x, 1.5) + dx, y + 4, NORTH) for n, dx in enumerate((3.5, 11))]
    begun = table(*friends, down, foot("x", CONFEDERATE, 6, x + 8, y + 9, SOUTH + 30), card="march")
    begun.end(dice=[])
    while begun.asked[1] == "fall-back":
        key = begun.keys[-1]
        begun.choose(key, dice=[1] * len(passed_through(begun, key)))
    assert stands_free(begun.state, begun.unit("a"))


def passed_through(begun: Table, key: str) -> list[str]:
    """The friends that a crowd would pass through on this way."""
    step = begun.battle.agenda[-1]
    assert isinstance(step, FallBackTo)
    done = head_down.fallen_back(begun.state, begun.unit(step.unit), step.places[int(key)], step.safe)
    return [test.unit for test in done.steps if isinstance(test, morale_events.TestMorale)]


@clause("order-cards.move.interpenetration")
def test_friends_through_whom_a_crowd_falls_back_test() -> None:
    down = foot("a", UNION, 4, 30, 20, state="head-down", disordered=True)
    behind = foot("f", UNION, 10, 30, 17)
    begun = table(*reserves(), down, behind, foot("x", CONFEDERATE, 6, 30, 28, SOUTH), card="volley")
    begun.end()
    key = next(key for key in begun.keys if passed_through(begun, key) == ["f"])
    begun.choose(key, dice=[71])
    assert (begun.unit("f").disordered, begun.unit("f").state) == (True, "steady")
    # In good order it cannot pass.
    formed = foot("a", UNION, 4, 30, 20, state="head-down")
    begun = table(*reserves(), formed, behind, foot("x", CONFEDERATE, 6, 30, 28, SOUTH), card="volley")
    begun.end()
    assert {tuple(passed_through(begun, key)) for key in begun.keys} == {()}


@clause("order-cards.morale.head-down-move")
@clause("order-cards.move.compulsory-head-down")
def test_without_cover_it_goes_as_far_off_as_it_can() -> None:
    down = foot("a", UNION, 6, 30, 20, state="head-down", disordered=True)
    begun = table(*reserves(), down, foot("x", CONFEDERATE, 6, 30, 28, SOUTH), card="advance-firing")
    begun.do("a", "fall-back")
    while begun.asked[1] == "fall-back":
        begun.choose("0")
    assert begun.pose("a")[1] == pytest.approx(16.0, abs=0.05)


@clause("order-cards.morale.head-down-state")
def test_in_position_it_fires_and_forms_up_and_no_more() -> None:
    down = foot("a", UNION, 6, 30, 20, state="head-down", disordered=True, in_position=True)
    foe = foot("x", CONFEDERATE, 6, 30, 28, SOUTH)
    assert table(*reserves(), down, foe, card="volley").deeds("a") == ["fire"]
    assert table(*reserves(), down, foe, card="march").deeds("a") == ["move"]
    assert table(*reserves(), down, foe, card="charge").deeds("a") == ["move"]


@clause("order-cards.morale.artillery-head-down")
def test_a_battery_limbers_and_goes_out_of_range() -> None:
    battery = guns("a", UNION, 3, 30, 24, state="head-down")
    begun = table(*reserves(), battery, foot("x", CONFEDERATE, 6, 30, 31, SOUTH), card="volley")
    begun.end()
    while begun.asked[1] == "fall-back":
        begun.choose(begun.keys[0])
    assert begun.unit("a").formation == "limbered"
    assert begun.pose("a")[1] < 24


# ---- rout and rally


@clause("order-cards.rally.card")
def test_a_head_down_unit_that_breaks_in_its_rally_runs_from_the_next_card_on() -> None:
    down = foot("a", UNION, 6, 30, 20, state="head-down", disordered=True)
    begun = table(*reserves(), down, foot("x", CONFEDERATE, 6, 30, 40, SOUTH), card="rout-and-rally")
    begun.do("a", "rally", dice=[99])
    assert begun.unit("a").state == "routing"
    begun.end()
    assert begun.pose("a")[:2] == (30.0, 20.0)
    # One that was routing before runs on this card too, once.
    runner = foot("a", UNION, 6, 30, 20, state="routing", disordered=True)
    again = table(*reserves(), runner, foot("x", CONFEDERATE, 6, 30, 40, SOUTH), card="rout-and-rally")
    again.do("a", "rally", dice=[99])
    again.end()
    assert again.pose("a")[:2] == (30.0, 10.0)


@clause("order-cards.morale.rout-direction")
def test_a_near_enemy_is_minded_before_a_far_one() -> None:
    # Straight home leads towards the enemy close behind it; away from him it comes nearer to the one far off.
    runner = foot("a", UNION, 6, 30, 24, state="routing", disordered=True)
    near = foot("n", CONFEDERATE, 4, 30, 18, NORTH)
    far = foot("f", CONFEDERATE, 4, 68, 20, WEST)
    begun = table(*reserves(), runner, near, far, card="volley")
    before = units_gap(begun.unit("a"), near)
    begun.end()
    assert units_gap(begun.unit("a"), near) >= before - 0.01


@clause("order-cards.morale.rout-direction", 1)
@clause("order-cards.morale.rout-state")
def test_a_regiment_25_inches_from_its_edge_is_off_on_the_third_card() -> None:
    runner = foot("a", UNION, 6, 30, 25 + 0.75, state="routing", disordered=True)
    state = position(*reserves(), runner, card="volley")
    places: list[str] = []
    for turn in range(3):
        state = apply(state, cards_events.CardsTurned(3 + turn, UNION, ((UNION, "volley"),)))
        state = Table(state, cards_events.CardInPlay((UNION,))).end().state
        places.append(unit_of(state, "a").place)
    assert places == ["on", "on", "gone"]
    assert unit_of(state, "a").fate == "run-off"


@clause("order-cards.rally.card")
@clause("order-cards.rally.routing")
def test_rallying() -> None:
    runner = foot("a", UNION, 6, 30, 20, state="routing", disordered=True)
    begun = table(*reserves(), runner, card="rout-and-rally")
    begun.do("a", "rally", dice=[35])
    assert (begun.unit("a").state, begun.unit("a").disordered) == ("steady", True)
    assert begun.asked[1] == "face"
    begun.choose("0")
    begun.end()
    # It has rallied and need not run.
    assert begun.pose("a")[:2] == (30, 20)
    failed = table(*reserves(), runner, card="rout-and-rally")
    failed.do("a", "rally", dice=[36])
    assert (failed.unit("a").state, failed.unit("a").circled) == ("routing", 4)
    assert "rally" not in failed.deeds("a")


@clause("order-cards.rally.officer-routs")
@clause("order-cards.rally.officer-bonus")
def test_an_officer_swept_along_runs_with_his_men() -> None:
    runner = foot("a", UNION, 6, 30, 24, state="routing", disordered=True)
    begun = table(*reserves(), runner, general("chief", UNION, 30, 22.2), card="rout-and-rally")
    begun.do("a", "rally")
    begun.choose("chief", dice=[46, 20])
    assert begun.officer("chief").unit == "a"
    begun.end()
    assert begun.pose("a")[1] == 14
    assert begun.officer("chief").pose.y < 16


@clause("order-cards.rally.disordered-near-officer")
def test_forming_up_near_an_officer() -> None:
    mob = foot("a", UNION, 6, 30, 20, disordered=True)
    begun = table(*reserves(), mob, general("chief", UNION, 30, 18), card="rout-and-rally")
    begun.do("a", "form-up")
    begun.way("as-it-is")
    assert not begun.unit("a").disordered
    assert table(*reserves(), mob, general("chief", UNION, 30, 10), card="rout-and-rally").deeds("a") == []


# ---- prisoners


def captured(*more: Any) -> Table:
    """A Union line of six has taken a routing Confederate regiment of five."""
    runner = foot("x", CONFEDERATE, 5, 30, 26, SOUTH, state="routing", disordered=True)
    begun = table(
        *reserves(), foot("a", UNION, 6, 30, 20), runner, *more, card="charge-home", routing_surrender_when_charged=True
    )
    return charge(begun, "a", "x")


def column_of(state: State) -> Unit:
    return next(unit for unit in state.units if unit.captive == "x")


@clause("order-cards.prisoners.led-away", 1)
@clause("order-cards.prisoners.guards")
def test_prisoners_are_led_to_the_edge_in_three_cards() -> None:
    begun = captured()
    column = column_of(begun.state)
    assert (column.stands, column.load, column.side) == (2, 5, UNION)
    assert (begun.unit("a").stands, begun.unit("a").guards, begun.unit("a").circled) == (4, 2, 0)
    state = with_unit(begun.state, unit_at(column, at(30, 24 + 0.5 * size_of(column)[1], SOUTH)))
    cards = 0
    while column_of(state).place == "on":
        later = Table(
            apply(state, cards_events.CardsTurned(9 + cards, UNION, ((UNION, "volley"),))),
            cards_events.CardInPlay((UNION,)),
        )
        state = later.end().state
        cards += 1
    assert cards == 3


@clause("order-cards.prisoners.led-away")
def test_beaten_guards_set_their_prisoners_free() -> None:
    begun = captured(foot("y", CONFEDERATE, 9, 60, 40, SOUTH))
    column = column_of(begun.state)
    state = changing(begun.state)
    rescuer = foot("y", CONFEDERATE, 9, column.pose.x, column.pose.y + 6.5, SOUTH)
    state.units = tuple(rescuer if unit.id == "y" else unit for unit in state.units if unit.id != "a")
    state = apply(state, cards_events.CardsTurned(9, CONFEDERATE, ((CONFEDERATE, "charge-home"),)))
    later = Table(state, cards_events.CardInPlay((CONFEDERATE,)))
    charge(later, "y", column.id)
    later.end(dice=sixes(6, 6, 1, 1))
    assert len(later.all(Freed)) == 1
    assert (later.unit("x").state, later.unit("x").place) == ("routing", "on")


# ---- objectives and the end


def goal(holder: str = "") -> Goal:
    return Goal("cross", "The crossroads", 30.0, 20.0, 3.0, 1, "", False, holder)


def turn_over(*pieces: Any, **rest: Any) -> Table:
    state = position(*reserves(), *pieces, **rest)
    begun = Table(state, cards_events.CardInPlay((UNION,)), cards_events.EndTurn(UNION, 1, False))
    begun.end()
    return begun


@clause("order-cards.victory.objectives-held", 1)
@clause("order-cards.victory.points")
def test_ground_is_held_until_the_enemy_comes() -> None:
    taken = turn_over(foot("a", UNION, 6, 30, 18), card="volley", goals=(goal(),))
    assert (taken.state.goals[0].holder, len(taken.all(GoalTaken))) == (UNION, 1)
    gone = turn_over(foot("a", UNION, 6, 30, 5), card="volley", goals=(goal(UNION),))
    assert gone.state.goals[0].holder == UNION
    both = turn_over(
        foot("a", UNION, 6, 30, 18), foot("x", CONFEDERATE, 6, 30, 23, SOUTH), card="march", goals=(goal(CONFEDERATE),)
    )
    assert both.state.goals[0].holder == CONFEDERATE
    shaken = turn_over(
        foot("a", UNION, 6, 30, 18, state="head-down", in_position=True), card="march", goals=(goal(CONFEDERATE),)
    )
    assert shaken.state.goals[0].holder == CONFEDERATE


@clause("order-cards.victory.break-point")
def test_an_army_breaks_at_the_end_of_a_card() -> None:
    ruined = [foot(f"r{n}", CONFEDERATE, 1, 10 + 8 * n, 30, SOUTH, start=10) for n in range(3)]
    ended = turn_over(*ruined, card="volley")
    assert ended.over is not None
    assert (ended.over.winner, ended.over.reason) == (UNION, "army-break")
    assert ended.last(BattleEnded).outcome.winner == UNION
    tougher = turn_over(*ruined, card="volley", break_percent=100)
    assert tougher.over is None


@clause("order-cards.victory.length")
def test_the_last_card_of_the_last_set_ends_it() -> None:
    state = position(*reserves(), card="volley", sets=1, cards_per_set=1)
    begun = Table(state, cards_events.CardInPlay((UNION,)), cards_events.EndTurn(UNION, 1, False))
    begun.end()
    assert begun.over is not None
    assert (begun.over.winner, begun.over.reason) == ("draw", "time")


@clause("order-cards.morale.head-down-move")
def test_where_it_falls_back_to_is_told_in_words_and_with_its_places() -> None:
    down = foot("a", UNION, 6, 30, 20, state="head-down", disordered=True)
    begun = table(*reserves(), down, foot("x", CONFEDERATE, 6, 30, 28, SOUTH), card="advance-firing")
    begun.do("a", "fall-back")
    labels = {item.label.partition("″ ")[2].partition(", into")[0]: item for item in begun.form.items}
    assert {"straight back", "back, 15° to its left", "back, 15° to its right"} <= set(labels)
    assert labels["straight back"].art.split(":") == ["place", "30", "16", "0"]
