"""Moves at the table: what they cost, what forbids them, and what keeps a group together."""

from __future__ import annotations

import pytest

from roundtop.battle.forms import Marched
from roundtop.rulebooks.skirmish.command.events import PhaseEnded
from roundtop.rulebooks.skirmish.field import gap, members
from roundtop.rulebooks.skirmish.movement.cohesion import stragglers
from roundtop.rulebooks.skirmish.movement.events import Left, Moved
from roundtop.rulebooks.skirmish.movement.paths import crossing_spans, rate_of, slow_spans
from roundtop.table.ground import Crossing, Line
from roundtop.table.path import leg, shift, turn
from tests.clauses import clause

from .table import CONFEDERATE, EAST, SOUTH, UNION, area, fence, field, man, position, rider, squad, table, wall

FAR_FOE = [man("f1", CONFEDERATE, 90, 110, SOUTH), man("f2", CONFEDERATE, 93, 110, SOUTH)]


@clause("skirmish.movement.foot-rate")
@clause("skirmish.movement.path", 1)
def test_what_is_not_walked_is_lost() -> None:
    play = table(squad("a", UNION, 2, 50, 50), FAR_FOE)
    play.walks("a1", (50, 57))
    assert play.place("a1") == (50.0, 57.0)
    play.to_phase(UNION, 2)
    assert play.no_walk("a1", (50, 69.1)) == ["movement.foot-rate"]
    play.march(leg(50.0, 69.0))
    assert play.place("a1") == (50.0, 69.0)


@clause("skirmish.movement.difficult-mixed")
@clause("skirmish.movement.difficult-halves")
def test_difficult_ground_costs_double() -> None:
    ground = field(area("marsh", 40, 56, 60, 80))
    play = table(squad("a", UNION, 2, 50, 50), FAR_FOE, ground=ground)
    assert play.no_walk("a1", (50, 59.1)) == ["movement.foot-rate"]
    play.march(leg(50.0, 59.0))
    whole = table(squad("a", UNION, 2, 50, 50), FAR_FOE, ground=ground, difficult_ground="whole-move")
    assert whole.no_walk("a1", (50, 57)) == ["movement.foot-rate"]
    whole.march(leg(50.0, 56.0))


@clause("skirmish.setup.terrain-catalogue")
def test_waters_are_waded_bridged_or_not_crossed_at_all() -> None:
    creek = Line("creek", ((0.0, 60.0), (180.0, 60.0)))
    state = position(squad("a", UNION, 2, 50, 50), FAR_FOE, ground=field(creek, Crossing("bridge", 90.0, 60.0, 4.0)))
    assert [round((b - a) * 20.0, 2) for a, b in slow_spans(state, 50.0, 50.0, 50.0, 70.0)] == [4.0]
    assert slow_spans(state, 90.0, 50.0, 90.0, 70.0) == []
    assert len(crossing_spans(state=state, kinds=("bridge",), ax=90.0, ay=50.0, bx=90.0, by=70.0)) == 1
    river = Line("river", ((0.0, 60.0), (180.0, 60.0)))
    ground = field(river, Crossing("ford", 90.0, 60.0, 6.0))
    play = table(man("a1", UNION, 50, 56), man("a2", UNION, 90, 56), FAR_FOE, ground=ground)
    assert "movement.path" in play.no_walk("a1", (50, 59))
    play.march()
    play.walks("a2", (90, 62))
    assert play.place("a2") == (90.0, 62.0)


@clause("skirmish.movement.mounted-turn")
@clause("skirmish.movement.mounted-turn-rounding")
def test_a_rider_pays_for_his_turns() -> None:
    play = table(rider("a1", UNION, 50, 50), rider("a2", UNION, 20, 50), FAR_FOE)
    assert play.no_walk("a1", (62.1, 50)) == ["movement.mounted-rate"]
    play.march(leg(62.0, 50.0))
    assert play.figure("a1").pose.facing == 9000
    cheaper = table(rider("a1", UNION, 50, 50), FAR_FOE, mounted_turn_rounding="proportional")
    cheaper.acts("a1", "move")
    assert cheaper.refusal(Marched((turn(2000), leg(50.0, 74.0)))) == ["movement.mounted-rate"]
    cheaper.march(turn(2000), turn(-2000), leg(50.0, 68.0))


@clause("skirmish.movement.foot-turn")
def test_a_man_on_foot_turns_for_nothing() -> None:
    play = table(squad("a", UNION, 2, 50, 50), FAR_FOE)
    play.acts("a1", "move").march(turn(18000))
    assert (play.figure("a1").pose.facing, play.figure("a1").spent) == (18000, 0)
    assert "a1" in play.keys
    play.walks("a1", (50, 62))
    assert play.figure("a1").spent == 1


@clause("skirmish.movement.interpenetration")
def test_who_passes_through_whom() -> None:
    behind = [man("a1", UNION, 50, 50), man("a2", UNION, 50, 55), rider("b1", UNION, 60, 55)]
    play = table(*behind, man("a3", UNION, 60, 50), rider("b2", UNION, 50, 45), FAR_FOE)
    assert play.no_walk("a1", (50, 56)) == ["movement.interpenetration"]
    play.march(leg(50.0, 58.0), leg(54.0, 58.0))
    assert play.no_walk("a3", (60, 61)) == ["movement.interpenetration"]
    play.march()
    play.choose("done")
    play.choose("b")
    assert play.no_walk("b2", (50, 60)) == ["movement.interpenetration"]


def test_the_disabled_are_passed_over() -> None:
    play = table(man("a1", UNION, 50, 50), man("a2", UNION, 50, 55, harm=2), FAR_FOE)
    play.walks("a1", (50, 55.5))
    assert play.place("a1") == (50.0, 55.5)


@clause("skirmish.movement.mounted-obstacles", 1)
def test_a_rider_jumps_a_fence() -> None:
    ground = field(fence((40, 58), (60, 58)))
    play = table(rider("a1", UNION, 50, 50), FAR_FOE, ground=ground)
    assert play.no_walk("a1", (50, 62.1)) == ["movement.mounted-rate"]
    play.march(leg(50.0, 62.0))
    high = table(rider("a1", UNION, 50, 50), FAR_FOE, ground=ground, heights=(("fence", 2.0),))
    assert high.no_walk("a1", (50, 61)) == ["movement.mounted-obstacles"]
    never = table(rider("a1", UNION, 50, 50), FAR_FOE, ground=ground, mounted_jump_height_cm=0.0)
    assert never.no_walk("a1", (50, 61)) == ["movement.mounted-obstacles"]


@clause("skirmish.actions.climb-crossing")
def test_on_foot_there_is_no_going_over_a_wall() -> None:
    play = table(squad("a", UNION, 2, 50, 50), FAR_FOE, ground=field(wall((40, 55), (60, 55))))
    assert play.no_walk("a1", (50, 60)) == ["actions.climb-crossing"]
    assert play.refusal(Marched((leg(50.0, 54.5),))) == ["actions.climb-crossing"]
    play.march(leg(50.0, 54.0))


@clause("skirmish.movement.contact-only-by-charge", 1)
def test_contact_takes_a_charge() -> None:
    play = table(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 60, SOUTH), FAR_FOE[1])
    assert play.no_walk("a1", (50, 57.9)) == ["movement.contact-only-by-charge"]
    play.march(leg(50.0, 57.7))


def test_nobody_walks_through_an_enemy() -> None:
    play = table(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 56, SOUTH), FAR_FOE[1])
    assert play.no_walk("a1", (50, 61)) == ["movement.contact-only-by-charge"]


@clause("skirmish.movement.cohesion", 1)
@pytest.mark.parametrize(("limit", "lost"), [(10.0, ["a4"]), (9.5, ["a3", "a4"]), (11.0, [])])
def test_a_chain_of_gaps(limit: float, lost: list[str]) -> None:
    line = [
        man("a1", UNION, 20, 50, role="nco"),
        man("a2", UNION, 31, 50),
        man("a3", UNION, 43, 50),
        man("a4", UNION, 56, 50),
    ]
    state = position(line, FAR_FOE, cohesion_cm=limit)
    assert [round(gap(a, b, state.settings), 2) for a, b in zip(line, line[1:])] == [9.0, 10.0, 11.0]
    assert stragglers(members(state, "a"), "a1", state.settings) == lost


@clause("skirmish.movement.cohesion")
def test_a_straggler_must_go_back_to_his_group() -> None:
    line = [man("a1", UNION, 20, 50, role="nco"), man("a2", UNION, 23, 50), man("a3", UNION, 50, 50)]
    play = table(line, FAR_FOE)
    play.to_phase(CONFEDERATE, 1)
    assert play.last(PhaseEnded).stragglers == ("a3",)
    play.to_phase(UNION, 2)
    play.choose("a").choose("a3")
    assert play.keys == ["move", "fire:0:f", "stand"]
    play.choose("move")
    assert play.refusal(Marched((leg(50.0, 60.0),))) == ["movement.cohesion"]
    play.march(leg(40.0, 50.0))
    assert not play.figure("a3").straggling


def test_the_largest_part_is_the_group_where_the_nco_is_down() -> None:
    line = [man("a1", UNION, 20, 50, role="nco", harm=2), *squad("a", UNION, 3, 40, 50), man("a5", UNION, 80, 50)]
    line[1:4] = [man(f"a{n}", UNION, 34 + 3 * n, 50) for n in (2, 3, 4)]
    state = position(line, FAR_FOE)
    assert stragglers(members(state, "a"), "a1", state.settings) == ["a5"]


@clause("skirmish.movement.table-edge")
def test_nobody_leaves_the_table_whom_the_scenario_does_not_let_go() -> None:
    play = table(squad("a", UNION, 2, 50, 5), FAR_FOE)
    assert play.no_walk("a1", (50, -2)) == ["movement.table-edge"]
    assert play.refusal(Marched((leg(50.0, 0.5),))) == ["movement.table-edge"]
    play.march(leg(50.0, 1.0)).choose("a2")
    assert "leave" not in play.keys
    free = table(squad("a", UNION, 2, 50, 5), FAR_FOE, exits=("south",))
    free.acts("a1", "leave")
    assert free.last(Left) == Left("a1", "marched")
    assert free.figure("a1").place == "gone"


@clause("skirmish.movement.animals")
def test_a_beast_moves_as_infantry_or_at_its_own_rate() -> None:
    mule = man("m1", UNION, 50, 50, arm="animal", weapon="", group="m1")
    assert rate_of(mule) == 12.0
    play = table(mule, squad("a", UNION, 2, 20, 20), FAR_FOE)
    play.choose("m1").choose("m1")
    assert play.keys == ["move", "stand"]
    play.choose("move")
    assert play.refusal(Marched((leg(50.0, 62.1),))) == ["movement.animals"]
    play.march(leg(50.0, 62.0))
    slow = table(man("m1", UNION, 50, 50, arm="animal", weapon="", group="m1", rate=8.0), FAR_FOE)
    assert slow.choose("m1").choose("m1").choose("move").refusal(Marched((leg(50.0, 58.1),))) == ["movement.animals"]


@clause("skirmish.actions.move", 1)
def test_a_group_moves_together_each_as_his_own_rules_allow() -> None:
    ground = field(wall((46, 58), (50.5, 58)))
    play = table(squad("a", UNION, 3, 48, 50), FAR_FOE, ground=ground)
    play.choose("a").choose("together").march(shift(0.0, 12.0))
    assert play.place("a3") == (54.0, 62.0)
    assert play.place("a1")[1] <= 57.01
    assert {event.cause for event in play.all(Moved)} == {"together"}
    assert {play.figure(id).spent for id in ("a1", "a2", "a3")} == {1}


def test_moving_together_is_one_straight_way() -> None:
    play = table(squad("a", UNION, 3, 48, 50), FAR_FOE)
    play.choose("a").choose("together")
    assert play.refusal(Marched((shift(0.0, 3.0), shift(3.0, 0.0)))) == ["movement.path"]
    assert play.refusal(Marched((shift(0.0, 12.1),))) == ["actions.move"]


def test_listed_ways_lead_towards_and_away_from_the_enemy() -> None:
    play = table(squad("a", UNION, 2, 50, 50, EAST), FAR_FOE)
    play.acts("a1", "move")
    ways = {way.key: way.end for way in play.form.ways}
    assert set(ways) == {"towards", "left", "right", "home"}
    assert (ways["home"].x, ways["home"].y) == (50.0, 38.0)
    assert ways["towards"].y > 50
    assert ways["towards"].facing < 9000
    assert play.form.start.facing == EAST * 100


@clause("skirmish.actions.menu")
def test_a_man_hemmed_in_all_round_is_offered_no_move() -> None:
    about = ((52.6, 50.0), (51.3, 52.25), (48.7, 52.25), (47.4, 50.0), (48.7, 47.75), (51.3, 47.75))
    ring = [rider(f"r{n}", UNION, x, y) for n, (x, y) in enumerate(about)]
    foe = squad("f", CONFEDERATE, 2, 50, 110, SOUTH)
    shut = table(man("a1", UNION, 50, 50), *ring, foe).choose("a").choose("a1")
    assert "move" not in shut.keys
    half = table(man("a1", UNION, 50, 50), *ring[:4], foe).choose("a").choose("a1")
    assert "move" in half.keys
