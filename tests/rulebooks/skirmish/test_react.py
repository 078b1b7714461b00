"""Nerve at the table: windows, compulsory moves, rallies, commanders, and the end of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Marched
from roundtop.rulebooks.skirmish.actions.events import Stood
from roundtop.rulebooks.skirmish.command.events import Joined, PhaseEnded, Promoted
from roundtop.rulebooks.skirmish.field import group_of
from roundtop.rulebooks.skirmish.fire.events import ShotFired
from roundtop.rulebooks.skirmish.morale.events import MoraleTested, RallyThrown, Steadied
from roundtop.rulebooks.skirmish.morale.rule import Check, modifiers
from roundtop.rulebooks.skirmish.morale.table import check_of
from roundtop.rulebooks.skirmish.movement.events import Left, Moved
from roundtop.rulebooks.skirmish.state import Goal, Thing
from roundtop.rulebooks.skirmish.victory.events import GoalTaken
from roundtop.rulebooks.skirmish.victory.table import count_of, points_of
from roundtop.table.path import leg
from tests.clauses import clause

from .table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    area,
    chief,
    fence,
    field,
    hill,
    man,
    position,
    rider,
    squad,
    table,
    wall,
)

NEXT = ["d6:5", "d6:2"]
FAR = [man("z1", CONFEDERATE, 170, 110, SOUTH), man("z2", CONFEDERATE, 173, 110, SOUTH)]
RESERVE = squad("r", UNION, 6, 100, 10)
KILLED = ["d8:8", "d4:1", "d8:1"]
WOUNDED = ["d8:5", "d4:1", "d8:3"]


def check(*men: Any, group: str = "a", **rest: Any) -> Check:
    state = position(*men, **rest)
    return check_of(state, group_of(state, group))


# ---------------------------------------------------------------- when a group tests


@clause("skirmish.turn.morale-window", 1)
@clause("skirmish.morale.trigger-injury", 1)
def test_one_throw_in_the_window_with_everything_counted() -> None:
    play = table(squad("f", CONFEDERATE, 3, 50, 71), squad("a", UNION, 4, 48, 50), acting=CONFEDERATE)
    play.choose("f").choose("f1").choose("fire:0:a", dice=["d4:1", *KILLED])
    play.choose("f2").choose("fire:0:a", dice=["d3:1", *WOUNDED])
    assert play.all(MoraleTested) == []
    play.to_phase(UNION, 1, ["d8:6"])
    test = play.last(MoraleTested)
    assert len(play.all(MoraleTested)) == 1
    assert [(row.label, row.value) for row in test.tally[:2]] == [("1 of 4 lost", "-2"), ("1 of 4 wounded", "-1")]
    assert (test.group, test.cause, test.score) == ("a", "injury", 3)
    assert not play.group("a").injured


@clause("skirmish.morale.trigger-commander-killed", 1)
@clause("skirmish.leaders.commander-loss", 1)
def test_a_commanders_death_shakes_every_group() -> None:
    play = table(
        squad("f", CONFEDERATE, 4, 50, 71),
        chief(UNION, 51, 50),
        squad("a", UNION, 4, 20, 50),
        squad("b", UNION, 4, 80, 50),
        squad("c", UNION, 4, 100, 30),
        acting=CONFEDERATE,
    )
    play.choose("f").choose("f1").choose("fire:0:union-chief", dice=KILLED)
    play.choose("f2").choose("fire:0:a", dice=["d4:1", "d8:8", "d4:1", "d8:1"])
    play.to_phase(UNION, 1, ["d8:8", "d8:7", "d8:6"])
    tests = play.all(MoraleTested)
    assert [(test.group, test.cause) for test in tests] == [("a", "injury"), ("b", "commander"), ("c", "commander")]
    assert all("force commander down this turn" in [row.label for row in test.tally] for test in tests)
    assert (play.state.armies[0].fell, play.state.armies[0].bereaved) == (1, False)
    later = check(squad("a", UNION, 4, 20, 50), chief(UNION, 60, 60, harm=3, place="gone"), FAR, turn=2)
    assert (later.commander_down, later.commander_ok) == (False, False)


def test_a_disabled_commander_makes_nobody_test() -> None:
    play = table(
        squad("f", CONFEDERATE, 4, 50, 71), chief(UNION, 51, 50), squad("a", UNION, 4, 20, 50), acting=CONFEDERATE
    )
    play.choose("f").choose("f1").choose("fire:0:union-chief", dice=["d8:8", "d4:1", "d8:4"])
    play.to_phase(UNION, 1)
    assert play.all(MoraleTested) == []
    assert play.state.armies[0].fell == 1


# ---------------------------------------------------------------- what bears on it


@clause("skirmish.leaders.attach", 1)
def test_an_attached_commander_lifts_a_group_and_does_not_count_in_it() -> None:
    with_him = chief(UNION, 20, 60, group="a", quality="elite")
    found = check(squad("a", UNION, 6, 50, 50), with_him, FAR, groups={"a": {"start": 8}})
    assert (found.leader, found.commander_ok, found.commander_in_sight, found.commander_distance) == (
        "elite",
        True,
        True,
        0.0,
    )
    assert [mod.value for mod in modifiers(found) if "leader" in mod.label or "commander" in mod.label] == [1, 2]
    hurt = check(
        squad("a", UNION, 6, 50, 50),
        chief(UNION, 20, 60, group="a", quality="elite", harm=1),
        FAR,
        groups={"a": {"start": 8}},
    )
    assert (hurt.start, hurt.lost, hurt.wounded) == (8, 0, 0)


@clause("skirmish.morale.commander-ok", 1)
@clause("skirmish.morale.mod-commander-near", 1, 2)
def test_the_commander_near() -> None:
    near = check(man("a1", UNION, 50, 50), chief(UNION, 50, 82, harm=1), FAR)
    assert (near.commander_ok, near.commander_in_sight, near.commander_distance) == (True, True, 30.0)
    hidden = check(man("a1", UNION, 50, 50), chief(UNION, 50, 82), FAR, ground=field(area("building", 40, 60, 60, 70)))
    assert (hidden.commander_ok, hidden.commander_in_sight) == (True, False)
    broken = check(
        man("a1", UNION, 50, 50),
        chief(UNION, 50, 82, group="b"),
        man("b1", UNION, 52, 82),
        FAR,
        groups={"b": {"state": "break"}},
    )
    assert not broken.commander_ok


@clause("skirmish.morale.position-test", 1, 2)
@pytest.mark.parametrize(("covered", "good"), [(5, True), (4, False)])
def test_more_than_half_in_cover(covered: int, good: bool) -> None:
    ground = field(fence((30, 51), (30 + 3 * covered - 0.5, 51)))
    found = check(squad("a", UNION, 8, 30, 49), man("f1", CONFEDERATE, 40, 110), ground=ground)
    assert found.in_cover is good


def test_uphill_of_every_enemy_in_sight() -> None:
    ground = field(hill(1, 20, 40, 80, 60), hill(1, 100, 100, 120, 120))
    low, high = man("f1", CONFEDERATE, 50, 90), man("f2", CONFEDERATE, 110, 110)
    assert check(squad("a", UNION, 3, 40, 50), low, ground=ground).uphill
    assert not check(squad("a", UNION, 3, 40, 50), low, high, ground=ground).uphill


@clause("skirmish.morale.flank-test", 1, 2, 3)
def test_the_nearest_on_flank_and_rear() -> None:
    foe, friend = man("f1", CONFEDERATE, 26, 50), man("b1", UNION, 18, 50)
    found = check(man("a1", UNION, 50, 50), foe, FAR)
    assert (found.flank_enemy, found.flank_friend) == (22.0, -1.0)
    assert check(man("a1", UNION, 50, 50), foe, friend).flank_friend == 30.0
    ahead = check(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 70))
    assert (ahead.flank_enemy, ahead.flank_friend) == (-1.0, -1.0)


@clause("skirmish.morale.mod-retiring", 1, 2)
@clause("skirmish.morale.friends-test", 1)
def test_friends_who_retire_or_advance() -> None:
    men = [man("a1", UNION, 50, 50), man("b1", UNION, 70, 50), man("b2", UNION, 73, 50)]
    assert check(*men, FAR, groups={"b": {"motion": "retiring"}}).friends_retiring == 18.0
    assert check(*men, FAR).friends_retiring == -1.0
    assert check(*men, FAR, groups={"b": {"motion": "advancing"}}).friends_advancing
    assert check(*men, FAR, groups={"b": {"won": 1}}).friends_advancing
    assert not check(*men[:2], FAR, groups={"b": {"motion": "advancing"}}).friends_advancing
    unseen = field(area("building", 55, 40, 65, 60))
    assert not check(*men, FAR, groups={"b": {"motion": "advancing"}}, ground=unseen).friends_advancing


@clause("skirmish.leaders.nco-loss", 1)
@clause("skirmish.morale.percent-arithmetic")
def test_losses_wounds_and_the_nco() -> None:
    men = [man("a1", UNION, 50, 50, role="nco", harm=2), man("a2", UNION, 53, 50, harm=1), man("a3", UNION, 56, 50)]
    gone = man("a4", UNION, 59, 50, place="gone")
    found = check(men, gone, FAR)
    assert (found.start, found.lost, found.wounded, found.nco_down) == (4, 2, 1, True)


# ---------------------------------------------------------------- what it forces


@clause("skirmish.morale.no-advance-terms", 1)
def test_no_advance() -> None:
    play = table(
        man("a1", UNION, 50, 50), man("a2", UNION, 53, 50), man("f1", CONFEDERATE, 50, 72, SOUTH), FAR,
        groups={"a": {"state": "no-advance", "thrown": 1}},
    )  # fmt: skip
    assert play.no_walk("a1", (50, 50.5)) == ["morale.no-advance-terms"]
    play.march(leg(48.0, 49.9))
    assert "fire:0:f" in play.choose("a2").keys


@clause("skirmish.morale.duration", 1)
def test_a_result_lapses_after_the_next_turn() -> None:
    groups = {"a": {"state": "no-advance", "thrown": 4}}
    play = table(squad("a", UNION, 2, 50, 50), FAR, groups=groups, turn=4)
    play.until("first", dice=NEXT)
    assert play.all(Steadied) == []
    play.choose("first").until("first", dice=NEXT)
    assert play.all(Steadied) == [Steadied("a")]
    assert play.group("a").state == "ok"


@clause("skirmish.morale.fall-back-terms", 1, 2)
@clause("skirmish.morale.result-fall-back")
def test_falling_back() -> None:
    groups = {"a": {"state": "fall-back", "thrown": 1}}
    men = [man("a1", UNION, 50, 50), man("a2", UNION, 53, 50, harm=1)]
    play = table(men, man("f1", CONFEDERATE, 50, 80, SOUTH), FAR, groups=groups, turn=2)
    play.choose("a").choose("a1")
    assert play.keys == ["back", "stand"]
    play.choose("back")
    assert play.place("a1") == (50.0, 38.0)
    play.to_phase(UNION, 2).choose("a")
    assert "a1" in play.keys
    play.choose("a1")
    assert "load:0" not in play.keys
    assert "fire:0:f" in play.keys
    play.choose("stand").choose("done")
    play.until("first", dice=NEXT)
    assert play.place("a2") == (53.0, 38.0)
    assert dict(play.all(PhaseEnded)[-2].motions)["a"] == "retiring"


def test_falling_back_to_cover_or_staying_in_it() -> None:
    groups = {"a": {"state": "fall-back", "thrown": 1}}
    ground = field(wall((40, 45), (60, 45)), fence((80, 52), (100, 52)))
    men = [man("a1", UNION, 50, 50), man("a2", UNION, 90, 50.9)]
    foes = [man("f1", CONFEDERATE, 50, 80, SOUTH), man("f2", CONFEDERATE, 90, 80, SOUTH)]
    play = table(man("a1", UNION, 50, 40), men[1], foes, groups=groups, turn=2, ground=ground)
    play.choose("a").choose("a2")
    assert play.keys == ["hold", "stand"]
    play.choose("hold")
    assert play.last(Stood) == Stood("a2", "covered", True)
    wood = field(area("woods", 40, 40, 60, 46))
    back = table(men[0], man("a2", UNION, 53, 50), foes[0], FAR, groups=groups, turn=2, ground=wood)
    back.choose("a").choose("a1")
    assert back.keys == ["back", "cover", "stand"]
    back.choose("cover")
    assert 40 < back.place("a1")[1] < 46


@clause("skirmish.morale.break-terms", 1)
def test_the_broken_run_for_home() -> None:
    groups = {"a": {"state": "break", "thrown": 1}}
    play = table(squad("a", UNION, 2, 50, 60), RESERVE, man("f1", CONFEDERATE, 50, 80, SOUTH), FAR, groups=groups)
    play.choose("a")
    assert play.keys == ["a1", "a2", "run"]
    play.choose("run")
    assert play.place("a1") == (50.0, 48.0)
    play.until("first", dice=["d8:3", *NEXT])
    assert play.place("a1") == (50.0, 36.0)
    assert play.group("a").motion == "retiring"
    assert play.last(RallyThrown) == RallyThrown("a", False, play.last(RallyThrown).rolls)


def test_a_broken_man_may_run_another_way_if_he_runs_far_enough() -> None:
    groups = {"a": {"state": "break", "thrown": 1}}
    play = table(squad("a", UNION, 2, 50, 60), man("f1", CONFEDERATE, 50, 80, SOUTH), FAR, groups=groups)
    play.choose("a").choose("a1")
    assert play.keys == ["run", "move"]
    play.choose("move")
    assert play.refusal(Marched((leg(50.0, 52.0),))) == ["morale.break-terms"]
    assert play.refusal(Marched((leg(50.0, 71.5),))) == ["morale.break-terms"]
    play.march(leg(38.0, 60.0))
    assert play.last(Moved).cause == "run"


@clause("skirmish.movement.table-edge")
def test_the_broken_run_off_the_table() -> None:
    groups = {"a": {"state": "break", "thrown": 1}}
    play = table(squad("a", UNION, 2, 50, 10), man("f1", CONFEDERATE, 50, 40, SOUTH), FAR, groups=groups)
    play.choose("a").choose("run")
    assert [(event.figure, event.cause) for event in play.all(Left)] == [("a1", "ran"), ("a2", "ran")]
    assert count_of(play.state, UNION).lost == 2


def test_the_broken_leave_contact_and_riders_pay_for_turning() -> None:
    groups = {"a": {"state": "break", "thrown": 1}}
    foot = table(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 52.05, SOUTH), FAR, groups=groups)
    foot.choose("a").choose("run")
    assert foot.place("a1") == (50.0, 38.0)
    horse = table(rider("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 80, SOUTH), FAR, groups=groups)
    horse.choose("a").choose("run")
    moved = horse.last(Moved)
    assert moved.cause == "run"
    assert horse.place("a1")[1] < 50


@clause("skirmish.shooting.loading-progress")
def test_who_breaks_forgets_his_loading() -> None:
    men = [man("a1", UNION, 50, 50, progress=2), man("a2", UNION, 53, 50)]
    dead = [man(f"a{n}", UNION, 10, 10 + n, harm=3, place="gone") for n in range(3, 9)]
    play = table(squad("f", CONFEDERATE, 2, 50, 71), men, dead, acting=CONFEDERATE)
    play.choose("f").choose("f1").choose("fire:0:a", dice=["d2:1", *WOUNDED])
    play.to_phase(UNION, 1, ["d8:1"])
    assert play.group("a").state == "break-no-rally"
    assert [play.figure(id).firearms[0].progress for id in ("a1", "a2")] == [0, 3]


# ---------------------------------------------------------------- rally


@clause("skirmish.rally.terms", 1)
@clause("skirmish.rally.roll")
def test_a_group_that_broke_in_the_melee_window_first_throws_next_turn() -> None:
    groups = {"a": {"state": "break", "thrown": 3}}
    play = table(squad("a", UNION, 2, 50, 60), man("f1", CONFEDERATE, 50, 110, SOUTH), FAR, turn=4, groups=groups)
    play.to_phase(CONFEDERATE, 2, ["d8:4"])
    assert (play.last(RallyThrown).rallied, play.group("a").state) == (True, "ok")
    lost = table(squad("a", UNION, 2, 50, 60), FAR, groups={"a": {"state": "break-no-rally", "thrown": 3}}, turn=4)
    lost.to_phase(CONFEDERATE, 2)
    assert lost.all(RallyThrown) == []


@clause("skirmish.morale.repeat-tests", 1, 2)
def test_the_worse_result_holds() -> None:
    groups = {"a": {"state": "no-advance", "thrown": 1}}
    for dice, state in ((["d8:5"], "no-advance"), (["d8:3"], "break")):
        fallen = range(4, 9) if state == "break" else ()
        dead = [man(f"a{n}", UNION, 10, 10 + n, harm=3, place="gone") for n in fallen]
        play = table(
            squad("f", CONFEDERATE, 2, 50, 71), squad("a", UNION, 3, 48, 50), dead, acting=CONFEDERATE, groups=groups
        )
        play.choose("f").choose("f1").choose("fire:0:a", dice=["d3:1", "d8:4", "d4:1", "d8:3"])
        play.to_phase(UNION, 1, dice)
        assert play.group("a").state == state


# ---------------------------------------------------------------- leaders


@clause("skirmish.leaders.attach")
def test_the_commander_joins_and_leaves_at_the_end_of_his_phase() -> None:
    play = table(squad("a", UNION, 2, 50, 50), chief(UNION, 50, 60), FAR)
    play.choose("union-chief").choose("done").choose("end")
    assert play.asked == (UNION, "attach", "union-chief")
    assert play.keys == ["stay", "a"]
    play.choose("a")
    assert play.last(Joined) == Joined("union-chief", "a")
    play.to_phase(UNION, 2).choose("a").choose("done")
    assert play.keys == ["stay", "leave"]
    play.choose("leave")
    assert play.figure("union-chief").group == "union-chief"
    far = table(squad("a", UNION, 2, 50, 50), chief(UNION, 50, 62.1), FAR)
    far.choose("union-chief").choose("done").choose("end")
    assert far.asked[1] != "attach"
    alone = table(squad("a", UNION, 2, 50, 50), chief(UNION, 50, 60), FAR)
    alone.choose("end")
    assert alone.asked[1] == "attach"


def test_a_private_takes_a_fallen_ncos_place_by_the_house_rule() -> None:
    men = [
        man("a1", UNION, 50, 50, role="nco", harm=2),
        man("a2", UNION, 53, 50),
        man("a3", UNION, 56, 50, quality="veteran"),
    ]
    for option, promoted in ((True, [Promoted("a", "a3")]), (False, [])):
        play = table(
            men, squad("b", UNION, 4, 80, 20), FAR, turn=2, groups={"a": {"nco_fell": 1}}, nco_replacement=option
        )
        play.until("first", dice=NEXT)
        assert play.all(Promoted) == promoted
    same = table(men, squad("b", UNION, 4, 80, 20), FAR, turn=1, groups={"a": {"nco_fell": 1}}, nco_replacement=True)
    same.until("first", dice=NEXT)
    assert same.all(Promoted) == []


# ---------------------------------------------------------------- the end


@clause("skirmish.victory.force-break", 1)
def test_a_force_breaks_at_half() -> None:
    lost = [man(f"a{n}", UNION, 10 + 3 * n, 10, harm=2) for n in range(4)]
    play = table(lost, squad("b", UNION, 4, 50, 50, group="b"), squad("f", CONFEDERATE, 8, 20, 110, SOUTH))
    play.until("first")
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == (CONFEDERATE, "force-break")


@clause("skirmish.victory.tally")
@clause("skirmish.victory.game-length")
def test_objectives_come_before_the_tally() -> None:
    goal = Goal(
        id="ford", name="The ford", x=50.0, y=50.0, radius=10.0, points=2, side="", decisive=False, holder=CONFEDERATE
    )
    play = table(squad("a", UNION, 4, 50, 50), squad("f", CONFEDERATE, 4, 50, 110, SOUTH), goals=(goal,), limit=1)
    play.until("first")
    assert play.all(GoalTaken) == [GoalTaken("ford", UNION)]
    assert play.over is not None
    assert (play.over.winner, play.over.reason, play.over.points) == (
        UNION,
        "objectives",
        ((UNION, 2), (CONFEDERATE, 0)),
    )
    even = table(squad("a", UNION, 4, 50, 50), squad("f", CONFEDERATE, 4, 50, 110, SOUTH), limit=1)
    even.until("first")
    assert even.over is not None
    assert (even.over.winner, even.over.reason) == ("draw", "turn-limit")


def test_a_decisive_objective_ends_it_at_once() -> None:
    goal = Goal(
        id="house", name="The house", x=50.0, y=50.0, radius=10.0, points=1, side=UNION, decisive=True, holder=""
    )
    play = table(squad("a", UNION, 4, 50, 50), squad("f", CONFEDERATE, 4, 50, 110, SOUTH), goals=(goal,))
    play.until("first")
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == (UNION, "objectives")


def test_loads_carried_off_and_deeds_done_count() -> None:
    things = (
        Thing("keg", "gone", "keg", 0.0, 0.0, points=2, side=UNION),
        Thing("fuse", "deed", "fuse", 0.0, 0.0, points=3, holder=CONFEDERATE),
        Thing("box", "load", "box", 50.0, 50.0, points=1, holder="a1"),
    )
    state = position(squad("a", UNION, 2, 50, 50), FAR, things=things)
    assert (points_of(state, UNION), points_of(state, CONFEDERATE)) == (3, 3)


@clause("skirmish.setup.reinforcements", 2)
def test_arrivals_count_from_the_turn_in_which_they_are_due() -> None:
    late = [rider(f"r{n}", UNION, 0, 0, place="arrive", due=5, entry=(90.0, 0.0)) for n in range(8)]
    men = [man(f"a{n:02d}", UNION, 20 + 3 * n, 60) for n in range(24)]
    for turn, start in ((4, 24), (5, 32)):
        assert count_of(position(men, late, FAR, turn=turn), UNION).start == start
    play = table(men, late, FAR, turn=5)
    play.choose("r")
    assert "enter" in play.keys
    assert play.choose("r0").keys == ["move", "stand"]
    play.choose("move")
    assert play.form.kinds == ("shift", "leg", "turn")
    assert play.refusal(Marched((leg(90.0, 25.0),))) == ["movement.mounted-rate"]
    play.march(leg(90.0, 13.0))
    assert (play.figure("r0").place, play.place("r0")) == ("on", (90.0, 13.0))
    play.choose("enter")
    entered = [event for event in play.all(Moved) if event.cause == "enter"]
    assert len(entered) == 8
    for event in entered:
        steps = [m for m in event.manoeuvres if m.kind == "shift"]
        assert all(abs(m.x) <= 15.0 and m.y == 0.0 for m in steps)


@clause("skirmish.setup.reinforcements")
def test_nobody_comes_on_under_the_enemys_guns() -> None:
    late = man("r1", UNION, 0, 0, place="arrive", due=1, entry=(90.0, 0.0))
    clear = table(late, squad("a", UNION, 2, 20, 20), FAR)
    assert clear.choose("r").choose("r1").choose("move").form.start.x == 90.0
    near = table(late, squad("a", UNION, 2, 20, 20), man("f1", CONFEDERATE, 90, 8), FAR)
    near.choose("r").choose("r1").choose("move")
    assert near.form.start.x == 98.0
    waiting = position(late, squad("a", UNION, 2, 20, 20), FAR)
    assert waiting.figures["r1"].place == "arrive"
    assert not list(near.all(ShotFired))


# ---------------------------------------------------------------- how a group moves


@clause("skirmish.morale.motion", 1, 2)
@pytest.mark.parametrize(
    ("to", "motion"), [(52.0, "advancing"), (50.4, "steady"), (49.6, "steady"), (48.0, "retiring")]
)
def test_motion_is_told_by_the_enemy_who_was_nearest(to: float, motion: str) -> None:
    foes = [man("f1", CONFEDERATE, 50, 91, SOUTH), man("f2", CONFEDERATE, 120, 51, SOUTH)]
    play = table(man("a1", UNION, 50, 50), RESERVE, foes)
    play.walks("a1", (50, to)).to_phase(CONFEDERATE, 1)
    assert dict(play.last(PhaseEnded).motions)["a"] == motion
    assert play.group("a").motion == motion


def test_motion_sideways_is_none_and_the_centre_counts() -> None:
    play = table(squad("a", UNION, 2, 50, 50, apart=6.0), RESERVE, man("f1", CONFEDERATE, 53, 91, SOUTH))
    play.walks("a1", (50, 51.5)).to_phase(CONFEDERATE, 1)
    assert play.group("a").motion == "steady"
    both = table(squad("a", UNION, 2, 50, 50, apart=6.0), RESERVE, man("f1", CONFEDERATE, 53, 91, SOUTH))
    both.walks("a1", (50, 51.5)).walks("a2", (56, 51.5)).to_phase(CONFEDERATE, 1)
    assert both.group("a").motion == "advancing"
    nobody = table(squad("a", UNION, 2, 50, 50), RESERVE, man("f1", CONFEDERATE, 53, 91, harm=2))
    nobody.walks("a1", (50, 55)).choose("done").choose("end")
    assert nobody.all(PhaseEnded)[0].motions[0] == ("a", "steady")


def test_a_commander_by_himself_is_no_straggler() -> None:
    play = table(squad("a", UNION, 2, 50, 50), chief(UNION, 120, 50), FAR)
    play.choose("end")
    assert play.all(PhaseEnded)[0].stragglers == ()


def test_nobody_falls_back_in_the_turn_of_the_throw() -> None:
    play = table(squad("a", UNION, 2, 50, 50), RESERVE, FAR, groups={"a": {"state": "fall-back", "thrown": 2}}, turn=2)
    play.until("first", dice=NEXT)
    assert play.place("a1") == (50.0, 50.0)
    play.choose("first").until("first", dice=NEXT)
    assert play.place("a1") == (50.0, 38.0)


def test_steady_groups_do_not_fall_back() -> None:
    play = table(squad("a", UNION, 2, 50, 50), RESERVE, FAR, groups={"a": {"state": "no-advance", "thrown": 1}}, turn=2)
    play.until("first", dice=NEXT)
    assert play.place("a1") == (50.0, 50.0)


def test_the_first_turn_has_no_side_that_was_first() -> None:
    play = table(squad("a", UNION, 2, 50, 50), RESERVE, FAR, initiative="alternate")
    play.until("first")
    assert play.state.first == CONFEDERATE


def test_friends_who_touch_and_retire_shake_their_neighbours() -> None:
    men = [man("a1", UNION, 50, 50), man("b1", UNION, 52, 50), man("c1", UNION, 60, 50)]
    found = check(*men, FAR, groups={"b": {"motion": "retiring"}, "c": {"motion": "retiring"}})
    assert found.friends_retiring == 0.0


def test_the_better_of_two_leaders_counts() -> None:
    nco = man("a1", UNION, 50, 50, role="nco", quality="elite")
    found = check(nco, man("a2", UNION, 53, 50), chief(UNION, 56, 50, group="a", quality="veteran"), FAR)
    assert found.leader == "elite"
    assert check(man("a2", UNION, 53, 50), FAR).leader == ""
