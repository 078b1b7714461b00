"""Nerve at the table: when tests fall, where beaten units go, rout, rally, and how a turn and a battle end."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.kit.objectives import Goal
from roundtop.rulebooks.charge_boys.artillery.events import GunsChanged
from roundtop.rulebooks.charge_boys.casualties.events import UnitRemoved
from roundtop.rulebooks.charge_boys.field import unit_of
from roundtop.rulebooks.charge_boys.generals.events import GeneralLost, GeneralMoved
from roundtop.rulebooks.charge_boys.initiative.events import FirstChosen
from roundtop.rulebooks.charge_boys.morale.events import MoraleTested, Reordered
from roundtop.rulebooks.charge_boys.morale.table import owes
from roundtop.rulebooks.charge_boys.movement.events import Moved
from roundtop.rulebooks.charge_boys.retreat.events import FallBack
from roundtop.rulebooks.charge_boys.state import Gun, Record, Unit
from roundtop.rulebooks.charge_boys.victory.events import BattleEnded, GoalTaken
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import (
    CONFEDERATE,
    EAST,
    NORTH,
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
    position,
    table,
    wood,
)


def far(x: float = 36, y: float = 46) -> Unit:
    return foot("x", CONFEDERATE, 12, x, y, SOUTH, mettle={"first_shot": "successful"})


def shot_at(figures: int = 24, hits: int = 0, lost: int = 0, **fields: Any) -> Unit:
    """A unit under fire for the first time."""
    unit = foot("a", UNION, figures, 36, 20, **fields)
    unit.men -= lost
    unit.turn = Record(figures, hits=hits, shot_at=True, foe="x", foe_hits=hits)
    return unit


def morale(*units: Unit, dice: tuple[int, ...] = (), **rest: Any) -> Table:
    return table(*units, phases=("morale",), dice=dice, **rest)


# ---- when tests are taken


@clause("charge-boys.morale.number-of-tests", 1)
@clause("charge-boys.morale.when")
def test_both_tests_fall_in_the_morale_phase_and_the_lower_is_obeyed() -> None:
    tested = morale(shot_at(hits=3, lost=2), far(), dice=(5, 2))
    event = tested.last(MoraleTested)
    assert (event.kind, event.total, event.result) == ("both", 4, "halt")
    mettle = tested.unit("a").mettle
    assert (mettle.state, mettle.by, mettle.first_shot, mettle.retest) == ("halted", "other", "successful", 2)


@clause("charge-boys.morale.when")
def test_side_a_tests_first_each_in_its_owners_order() -> None:
    units = (shot_at(), foot("b", UNION, 24, 50, 20, turn=Record(24, shot_at=True)), far())
    asked = morale(*units)
    assert (asked.asked, asked.keys) == ((UNION, "test", ""), ["a", "b"])
    done = asked.choose("b", dice=(5, 6))
    assert [event.unit for event in done.all(MoraleTested)] == ["b", "a"]


@clause("charge-boys.morale.first-without-losses", 1)
@clause("charge-boys.morale.retest-timing", 1)
def test_a_re_test_falls_in_the_next_turns_morale_phase() -> None:
    retired = foot(
        "a",
        UNION,
        20,
        36,
        20,
        mettle={"state": "retired", "by": "other", "retest": 6, "retired": 5, "first_shot": "successful"},
    )
    assert owes(position(retired, far(), turn=5), retired) == ""
    assert owes(position(retired, far(), turn=6), retired) == "other"
    passed = morale(retired, far(), turn=6, dice=(5,))
    assert (passed.last(MoraleTested).total, passed.unit("a").mettle.state) == (5, "steady")
    early = table(retired, far(), turn=6, phases=(), retest_timing="turn-start")
    assert owes(early.state, retired) == ""


@clause("charge-boys.morale.retest-timing")
def test_re_tests_at_the_start_of_the_turn_by_house_rule() -> None:
    halted = foot(
        "a", UNION, 20, 36, 20, mettle={"state": "halted", "by": "first", "retest": 2, "first_shot": "failed"}
    )
    begun = table(halted, far(), phases=("end",), retest_timing="turn-start", dice=(6, 1)).choose("first", dice=(5,))
    assert begun.unit("a").mettle.state == "steady"
    assert "a" in begun.keys


@clause("charge-boys.terrain.cover")
@clause("charge-boys.morale.first-cover")
def test_cover_lies_between_the_unit_and_the_fire() -> None:
    fence = field(obstacle("fence", (20, 20.1), (60, 20.1)))
    assert morale(shot_at(), far(), ground=fence, dice=(4,)).last(MoraleTested).total == 5
    behind = field(obstacle("fence", (20, 18.4), (60, 18.4)))
    assert morale(shot_at(), far(), ground=behind, dice=(4,)).last(MoraleTested).total == 4


@clause("charge-boys.terrain.cover")
def test_a_unit_that_nobody_sees_is_in_cover_for_a_re_test() -> None:
    hidden = foot("a", UNION, 20, 36, 10, mettle={"state": "halted", "by": "first", "retest": 1})
    house = field(building(20, 20, 60, 30))
    assert morale(hidden, far(), ground=house, dice=(4,)).last(MoraleTested).total == 5


# ---- where they go


@clause("charge-boys.morale.result-retire", 1)
@clause("charge-boys.morale.retreat-direction")
def test_a_retirement_goes_straight_away_from_the_enemy() -> None:
    back = morale(shot_at(), far(), dice=(3,))
    assert (back.last(Moved).cause, back.pose("a")) == ("retire", (36, 13.25, 0))
    assert back.unit("a").mettle.retired == 1
    trees = field(wood(20, 15, 60, 18.5))
    slow = morale(shot_at(), far(), ground=trees, dice=(3,))
    assert slow.pose("a")[1] == pytest.approx(19.25 - 3.0, abs=0.1)
    oblique = morale(shot_at(), far(60, 44), dice=(3,))
    assert oblique.pose("a")[0] < 36


@clause("charge-boys.morale.retreat-direction")
@clause("charge-boys.turn.decisions")
def test_its_owner_says_which_way_a_retreat_bends() -> None:
    pond = field(building(32, 8, 40, 15))
    asked = morale(shot_at(), far(), ground=pond, dice=(2,))
    assert (asked.asked[:2], len(asked.keys)) == ((UNION, "bend"), 2)
    west = asked.choose(max(asked.keys, key=int))
    assert west.pose("a")[0] < 32


@clause("charge-boys.morale.retreat-direction")
def test_a_unit_with_nowhere_to_go_surrenders() -> None:
    ring = [
        foot("n", CONFEDERATE, 12, 36, 21.5, SOUTH),
        foot("s", CONFEDERATE, 12, 36, 18.0, NORTH),
        foot("e", CONFEDERATE, 12, 38.88, 19.75, 270),
        foot("w", CONFEDERATE, 12, 33.12, 19.75, EAST),
    ]
    a = foot("a", UNION, 10, 36, 20.5, ranks=2, mettle={"first_shot": "failed"})
    caught = Table(position(a, *ring), FallBack("a", "retire", 6.0, "n"))
    assert caught.last(UnitRemoved).cause == "surrendered"


@clause("charge-boys.terrain.compelled-moves", 3)
def test_a_retreat_that_cannot_pay_stops_at_the_fence() -> None:
    fence = field(obstacle("fence", (20, 15.5), (60, 15.5)))
    stopped = morale(shot_at(), far(), ground=fence, dice=(1, 3, 2))
    assert stopped.last(Moved).cause == "disorder"
    assert stopped.pose("a")[1] == pytest.approx(16.25, abs=0.05)
    assert stopped.unit("a").mettle.disordered


@clause("charge-boys.move.table-edge", 1)
@clause("charge-boys.officer.general-in-rout")
def test_a_rout_that_reaches_the_edge_is_lost_with_its_general() -> None:
    green = foot(
        "a", UNION, 24, 36, 14.5, quality="green", turn=Record(24, shot_at=True, foe="x"), mettle={"disordered": True}
    )
    lost = morale(green, far(), generals=(general("g", UNION, 36, 10, "a"),), dice=(1, 5, 3))
    assert lost.last(UnitRemoved).cause == "left-table"
    assert lost.last(GeneralLost).cause == "left-table"
    stays = morale(foot("a", UNION, 24, 36, 5, turn=Record(24, shot_at=True, foe="x")), far(), dice=(3,))
    assert stays.pose("a")[1] == pytest.approx(0.75, abs=0.02)


@clause("charge-boys.move.interpenetration")
def test_a_retreat_carries_on_through_friends_until_clear() -> None:
    behind = foot("b", UNION, 24, 36, 14.5)
    through = morale(shot_at(), behind, far(), dice=(3,))
    assert through.pose("a")[1] == pytest.approx(12.25, abs=0.01)
    assert through.gap("a", "b") >= 0.0


@clause("charge-boys.morale.result-guns-abandoned", 1, 2)
def test_a_battery_is_dragged_or_left() -> None:
    def struck(crews: tuple[int, ...]) -> Unit:
        unit = guns("a", UNION, 2, 36, 20, crews=crews)
        unit.turn = Record(9, shot_at=True, foe="x")
        return unit

    dragged = morale(struck((4, 1)), far(), dice=(3,))
    assert [gun.fate for gun in dragged.unit("a").guns] == ["manned", "abandoned"]
    assert dragged.unit("a").guns[0].pose.y == 15
    assert dragged.unit("a").men == 1
    run = morale(struck((4, 4)), far(), dice=(1, 5, 4))
    assert (run.unit("a").formation, {gun.fate for gun in run.unit("a").guns}) == ("gunners", {"abandoned"})
    assert run.pose("a")[1] == pytest.approx(19 - 9, abs=0.1)


# ---- rout and rally


def routing(by: str, **fields: Any) -> Unit:
    mettle = {
        "state": "routing",
        "by": by,
        "disordered": True,
        "retired": 1,
        "first_shot": "failed",
        "retest": 2 if by == "other" else 0,
    }
    return foot("a", UNION, 24, 36, 25, mettle={**mettle, **fields.pop("mettle", {})}, **fields)


@clause("charge-boys.turn.compulsory-moves", 1)
@clause("charge-boys.rout.first-continues", 1)
@clause("charge-boys.rout.other-retires", 1)
def test_routing_units_run_on_before_anybody_moves() -> None:
    ran = table(routing("first"), far(), phases=("compulsory",), turn=2)
    assert (ran.last(Moved).cause, ran.pose("a")[1]) == ("rout", 24.25 - 6)
    column = routing("other", formation="attack-column")
    before = column.pose.y
    assert table(column, far(), phases=("compulsory",), turn=2).pose("a")[1] == before - 8
    lost = routing("other", mettle={"lost": True})
    assert table(lost, far(), phases=("compulsory",), turn=3, dice=(2, 2)).pose("a")[1] == 24.25 - 10


@clause("charge-boys.rout.general-stops", 1)
def test_a_general_who_joins_stops_a_first_rout() -> None:
    ride = table(routing("first"), far(), turn=2, generals=(general("g", UNION, 36, 12),)).until("activate").choose("g")
    stopped = ride.way("join-a", dice=(4,))
    event = stopped.last(MoraleTested)
    assert (event.kind, event.total, stopped.unit("a").mettle.state) == ("general-joins", 4, "halted")
    assert stopped.unit("a").mettle.disordered
    again = table(
        routing("first"), far(), phases=("compulsory",), turn=3, generals=(general("g", UNION, 36, 12, "a"),), dice=(5,)
    )
    assert again.unit("a").mettle.state == "steady"


@clause("charge-boys.rout.other-rally", 1)
@clause("charge-boys.rout.leaves-table", 1)
@clause("charge-boys.rout.after-rally")
def test_one_rally_test_for_a_rout_by_an_other_test() -> None:
    veteran = routing("other", quality="veteran", mettle={"first_shot": "successful"})
    veteran.men -= 4
    rallied = morale(veteran, far(), turn=2, generals=(general("g", UNION, 36, 12, "a"),), dice=(4,))
    assert (rallied.last(MoraleTested).total, rallied.unit("a").mettle.state) == (4, "halted")
    assert rallied.unit("a").mettle.disordered
    failed = morale(routing("other"), far(), turn=2, dice=(4,), failed_rally="remove")
    assert failed.last(UnitRemoved).cause == "failed-rally"
    left = morale(routing("other"), far(), turn=2, generals=(general("g", UNION, 36, 12, "a"),), dice=(3,))
    assert (left.state.generals[0].unit, left.state.generals[0].place) == ("", "on")
    runs = morale(routing("other"), far(), turn=2, dice=(4,))
    assert (runs.unit("a").place, runs.unit("a").mettle.lost) == ("on", True)
    assert owes(runs.state, runs.unit("a")) == ""


@clause("charge-boys.rout.behaviour", 1)
def test_a_routing_unit_takes_no_tests() -> None:
    fired_on = routing("first", turn=Record(24, hits=5, shot_at=True, foe="x"))
    assert morale(fired_on, far(), turn=2).all(MoraleTested) == []


@clause("charge-boys.morale.reorder", 1)
def test_a_turn_at_the_halt_recovers_order() -> None:
    def ended(**record: Any) -> Table:
        unit = foot("a", UNION, 24, 36, 20, mettle={"disordered": True}, turn=Record(24, was_disordered=True, **record))
        return table(unit, far(), phases=("end",), dice=(6, 1))

    assert ended().all(Reordered)
    assert not ended(fought=True).all(Reordered)
    assert not ended(compelled=True).all(Reordered)


@clause("charge-boys.morale.advancing-defined")
@clause("charge-boys.morale.other-officers")
def test_what_the_record_of_the_turn_adds_to_a_test() -> None:
    bold = foot("a", UNION, 30, 36, 20, mettle={"first_shot": "successful"})
    bold.men -= 2
    bold.officers -= 1
    bold.turn = Record(30, hits=4, officers_lost=1, advanced=True, foe="x")
    tested = morale(bold, far(), dice=(3,))
    labels = [row.label for row in tested.last(MoraleTested).tally]
    assert "advancing" in labels
    assert "officers killed" in labels
    assert tested.last(MoraleTested).total == 3 + 1 + 1 + 1 - 1 - 1


# ---- the end


@clause("charge-boys.artillery.abandoned")
def test_abandoned_guns_in_contact_with_formed_enemies_are_captured() -> None:
    battery = guns("a", UNION, 2, 36, 20)
    battery.guns = tuple(Gun(gun.pose, 0, "abandoned") for gun in battery.guns)
    battery.men, battery.formation, battery.files, battery.pose = 6, "gunners", 3, battery.pose.__class__(36.0, 8.0, 0)
    at_guns = foot("x", CONFEDERATE, 12, 36, 20.0, SOUTH)
    reserve = foot("b", UNION, 24, 10, 10)
    taken = table(battery, reserve, at_guns, phases=("end",), army_break=1.0, dice=(6, 1))
    assert taken.last(GunsChanged).cause == "captured"
    loose = foot("x", CONFEDERATE, 12, 36, 20.0, SOUTH, formation="skirmish")
    assert not table(battery, reserve, loose, phases=("end",), army_break=1.0, dice=(6, 1)).all(GunsChanged)


@clause("charge-boys.victory.army-break", 1)
@clause("charge-boys.victory.lost-unit")
def test_an_army_breaks_at_half_its_units() -> None:
    own = [foot(f"u{n}", UNION, 24, 10 + 12 * n, 20) for n in range(5)]
    for unit in own[:2]:
        unit.men = 2
    assert table(*own, far(), phases=("end",), dice=(6, 1)).over is None
    own[2].place = "gone"
    over = table(*own, far(), phases=("end",)).over
    assert over is not None
    assert (over.winner, over.reason) == (CONFEDERATE, "army-break")


@clause("charge-boys.victory.points", 1)
@clause("charge-boys.victory.game-length")
def test_points_decide_at_the_end_of_the_last_turn() -> None:
    goal = Goal("g", "The bridge", 36, 22, 3.0, 1, "", False, "")
    held = table(foot("a", UNION, 24, 36, 20), far(), phases=("end",), turn=12, goals=(goal,))
    assert held.last(GoalTaken).side == UNION
    over = held.last(BattleEnded).outcome
    assert (over.winner, over.reason, dict(over.points)) == (UNION, "turn-limit", {UNION: 3, CONFEDERATE: 0})
    shaken = foot("a", UNION, 24, 36, 20, mettle={"state": "halted", "by": "other", "retest": 13})
    assert table(shaken, far(), phases=("end",), turn=12, goals=(goal,)).last(BattleEnded).outcome.winner == "draw"
    decisive = Goal("g", "The bridge", 36, 22, 3.0, 1, "", True, "")
    at_once = table(foot("a", UNION, 24, 36, 20), far(), phases=("end",), turn=2, goals=(decisive,)).over
    assert at_once is not None
    assert at_once.reason == "objectives"


@clause("charge-boys.turn.first-mover", 1)
def test_the_higher_die_chooses_or_house_rules_say() -> None:
    thrown = table(foot("a", UNION, 24, 36, 20), far(), phases=("initiative",), dice=(3, 3, 6, 1))
    assert thrown.asked == (UNION, "first", "")
    assert thrown.choose("second").last(FirstChosen).side == CONFEDERATE
    alternate = table(foot("a", UNION, 24, 36, 20), far(), phases=("initiative",), turn=2, first_mover="alternate")
    assert alternate.last(FirstChosen).side == CONFEDERATE
    named = table(foot("a", UNION, 24, 36, 20), far(), phases=("initiative",), first_mover="scenario")
    assert named.last(FirstChosen).side == CONFEDERATE


@clause("charge-boys.turn.phases")
@clause("charge-boys.turn.word-turn")
@clause("charge-boys.turn.mode")
@clause("charge-boys.core.spirit")
def test_a_turn_has_seven_phases_in_their_order() -> None:
    whole = table(foot("a", UNION, 24, 36, 20), far(), phases=("end",), dice=(6, 1)).choose("first")
    assert whole.state.turn == 2
    whole.until("first", dice=(6, 1))
    assert whole.state.turn == 3
    kinds = [type(step).__name__ for step in whole.battle.agenda]
    assert kinds[::-1][1:7] == ["CompulsoryMoves", "Movement", "Firing", "Melees", "Morale", "EndTurn"]


@clause("charge-boys.officer.lone-general")
def test_a_general_whose_unit_is_shot_away_is_left_alone() -> None:
    a = foot("a", UNION, 5, 36, 20)
    a.men, a.turn = 1, Record(5, fell=2, foe="x")
    alone = table(a, far(), phases=("firing",), generals=(general("g", UNION, 36, 12, "a"),)).until()
    assert alone.last(GeneralMoved).cause == "alone"
    assert (alone.state.generals[0].unit, alone.state.generals[0].place) == ("", "on")


def test_horsemen_retire_farther_in_disorder() -> None:
    rider = horse("a", UNION, 12, 36, 25, mettle={"first_shot": "failed", "retired": 0})
    rider.men -= 3
    rider.turn = Record(12, hits=3, foe="x")
    back = morale(rider, far(), dice=(4, 1, 2, 3))
    assert back.last(Moved).cause == "disorder"
    assert unit_of(back.state, "a").mettle.disordered
