"""What a sixth reader of the sheet tried at the table, and what a referee who knew only the sheet found in battles."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.skirmish.horses.events import HorseGone
from roundtop.rulebooks.skirmish.melee.events import BoutFought, Melee
from roundtop.rulebooks.skirmish.morale.events import MoraleTested
from roundtop.rulebooks.skirmish.movement.events import Moved
from roundtop.rulebooks.skirmish.state import Figure, Thing
from roundtop.table.path import leg
from tests.clauses import clause
from tests.rulebooks.skirmish import table as t
from tests.rulebooks.skirmish.table import CONFEDERATE, SOUTH, UNION, man, rider, squad, table

FAR = man("z1", CONFEDERATE, 170, 110, SOUTH)
IDLE = man("a9", UNION, 20, 5, group="a")
BROKEN: dict[str, Any] = {"a": {"state": "break", "thrown": 1, "motion": "retiring"}}
LANE = t.field(t.wall((48, 20), (48, 100)), t.wall((52, 20), (52, 100)))
SHOT = ["d3:1", "d8:1", "d4:1", "d8:1"]
BARREL = (Thing("k", "load", "barrel", 50, 48),)


def gone(id: str, side: str) -> Figure:
    return man(id, side, 0, 0, harm=3, place="gone")


# ---------------------------------------------------------------- running


@clause("skirmish.morale.result-break")
@clause("skirmish.morale.cornered")
@pytest.mark.parametrize("y", [40.0, 47.95])
def test_who_has_the_enemy_between_him_and_home_runs_the_other_way(y: float) -> None:
    """In a lane; also out of contact."""
    play = table(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, y), groups=BROKEN, ground=LANE).choose("a")
    play.choose("run")
    assert (play.place("a1"), play.figure("a1").stuck) == ((50.0, 62.0), False)


@clause("skirmish.morale.cornered")
def test_who_can_run_through_a_gap_is_not_cornered() -> None:
    """Six enemies about him, and one gap between them ten degrees off the way home."""
    ring = [(51.75, 46.4), (47.12, 47.22), (46.14, 51.04), (48.9, 53.85), (52.73, 52.93), (53.95, 49.37)]
    foes = [man(f"f{n}", CONFEDERATE, x, y) for n, (x, y) in enumerate(ring)]
    play = table(man("a1", UNION, 50, 50), foes, groups=BROKEN).choose("a").choose("run")
    assert play.place("a1") == pytest.approx((47.92, 38.18), abs=0.02)


@clause("skirmish.turn.action-phases")
@clause("skirmish.morale.break-terms")
@pytest.mark.parametrize("answers", [("a", "run"), ("a", "a1", "run", "run"), ("end",)])
def test_who_stood_idle_before_he_broke_runs_once_in_the_phase_that_is_left(answers: tuple[str, ...]) -> None:
    groups = {"a": {"state": "break-no-rally", "thrown": 1}}
    play = table(man("a1", UNION, 50, 70), man("a2", UNION, 54, 70), FAR, phase=2, groups=groups)
    for answer in answers:
        play.choose(answer)
    play.until("first")
    assert [play.place(id)[1] for id in ("a1", "a2")] == [58.0, 58.0]


@clause("skirmish.morale.break-terms")
def test_who_stood_idle_in_the_phase_in_which_they_broke_runs_with_the_others() -> None:
    men = [*squad("a", UNION, 2, 50, 50), *[gone(f"a{n}", UNION) for n in (3, 4, 5, 6)]]
    play = table(men, squad("f", CONFEDERATE, 3, 50, 60, SOUTH), FAR).acts("a1", "stand")
    play.choose("charge:f", dice=["d8:1"]).choose("run")
    assert [(event.figure, event.cause) for event in play.all(Moved)] == [("a1", "run"), ("a2", "run")]


@clause("skirmish.turn.action-phases")
def test_a_rider_who_has_fired_does_not_run_with_the_same_action() -> None:
    """He fires, his group charges, and its nerve fails: the other runs, he has acted."""
    men = [rider("a1", UNION, 50, 50), rider("a2", UNION, 54, 50, progress=0)]
    men.extend([gone(f"a{n}", UNION) for n in (3, 4, 5, 6)])
    play = table(men, squad("f", CONFEDERATE, 3, 50, 58, SOUTH), FAR).choose("a").choose("fire:f", dice=SHOT)
    play.choose("charge:f", dice=["d8:1"]).choose("run")
    assert [(event.figure, event.cause) for event in play.all(Moved)] == [("a2", "run")]


# ---------------------------------------------------------------- loads


@clause("skirmish.actions.carry")
@clause("skirmish.actions.carry-limits")
@pytest.mark.parametrize(("harm", "spent"), [(1, 0), (0, 1)])
def test_who_spent_his_last_action_on_a_load_does_nothing_else_when_he_has_put_it_down(harm: int, spent: int) -> None:
    """He is not even asked: putting it down is free, taking it up was not."""
    figure = man("a1", UNION, 50, 50, harm=harm, spent=spent, progress=0)
    play = table(figure, IDLE, FAR, phase=1 + spent, things=BARREL).acts("a1", "take:k")
    assert play.keys == ["drop", "stand"]
    play.choose("drop")
    assert play.asked[1] == "act"
    assert "a1" not in play.keys


@clause("skirmish.actions.carry")
def test_who_has_an_action_left_beside_the_load_uses_it_when_he_has_put_it_down() -> None:
    play = table(man("a1", UNION, 50, 50, progress=0), IDLE, FAR, things=BARREL).acts("a1", "take:k").choose("drop")
    play.choose("load:0").to_phase(UNION, 2).choose("a")
    assert play.keys == ["a9", "done"]


@clause("skirmish.actions.carry-limits")
@clause("skirmish.leaders.attach")
@pytest.mark.parametrize(("state", "load"), [("break-no-rally", ""), ("ok", "k")])
def test_a_commander_who_joins_men_that_run_lets_go_of_his_load(state: str, load: str) -> None:
    boss = t.chief(UNION, 50, 50, progress=0)
    runners = {"a": {"state": state, "thrown": 1}}
    play = table(boss, man("a1", UNION, 55, 56), FAR, groups=runners, things=BARREL).acts("union-chief", "take:k")
    play.choose("move").march(leg(52, 50)).until("attach").choose("a")
    assert play.figure("union-chief").burden == load


# ---------------------------------------------------------------- charges, horses, who has won


@clause("skirmish.movement.charge-declaration")
@pytest.mark.parametrize(("x", "may"), [(80.0, False), (61.0, True)])
def test_one_man_must_both_see_and_reach_whom_his_group_charges(x: float, may: bool) -> None:
    """One is near them with a hill between; the other sees them, from afar or near."""
    ground = t.field(t.hill(1, 40, 53, 60, 57))
    men = [man("a1", UNION, 50, 50), man("a2", UNION, x, 58)]
    play = table(men, man("f1", CONFEDERATE, 50, 60, SOUTH), FAR, ground=ground).choose("a")
    assert ("charge:f" in play.keys) is may


@clause("skirmish.actions.horse-left-standing")
@clause("skirmish.leaders.attach")
@pytest.mark.parametrize(("key", "held"), [("a", True), ("stay", False)])
def test_those_whom_a_commander_joins_hold_his_horse(key: str, held: bool) -> None:
    boss = t.chief(UNION, 50, 50, arm="mounted")
    play = table(boss, squad("a", UNION, 3, 55, 50), FAR, horse_holders=True).acts("union-chief", "dismount")
    play.until("attach").choose(key).to_phase(UNION, 2).walks("union-chief", (48, 61))
    play.until("first", dice=["d6:3", "d6:2"])
    assert (not play.all(HorseGone)) is held


@clause("skirmish.morale.friends-test")
@clause("skirmish.melee.broken-in-contact")
@pytest.mark.parametrize(("state", "won"), [("break-no-rally", 0), ("ok", 1)])
def test_who_only_saves_himself_has_won_no_combat(state: str, won: int) -> None:
    pair = (man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 52.05, SOUTH))
    throws = ["d8:8", *(["d6:1"] if won else []), "d8:7", "d6:2"]
    play = t.Table(t.position(*pair, FAR, groups={"a": {"state": state, "thrown": 1}}), Melee(""), dice=throws)
    assert (play.last(BoutFought).a_score, play.last(BoutFought).b_score) == (8, 7)
    assert (play.group("a").won, play.group("f").won) == (won, -won)


@clause("skirmish.turn.morale-window")
@clause("skirmish.setup.reinforcements")
def test_who_comes_on_when_those_before_him_have_fallen_does_not_test_for_them() -> None:
    late = man("a2", UNION, 0, 0, place="arrive", due=1, entry=(50.0, 0.0))
    play = table(man("a1", UNION, 50, 50), late, man("f1", CONFEDERATE, 50, 60, SOUTH), FAR, acting=CONFEDERATE)
    play.acts("f1", "fire:0:a", dice=["d8:5", "d4:1", "d6:1"]).to_phase(UNION, 1).choose("a").choose("enter")
    play.to_phase(CONFEDERATE, 2)
    assert (play.figure("a1").harm, play.figure("a2").place) == (2, "on")
    assert not play.all(MoraleTested)


@clause("skirmish.actions.detachment-terms")
@pytest.mark.parametrize(("number", "may"), [(1, False), (2, True)])
def test_a_commander_keeps_one_of_the_groups_own_with_him(number: int, may: bool) -> None:
    boss = t.chief(UNION, 50, 53, group="a")
    play = table(squad("a", UNION, number, 50, 50), boss, FAR, detachment_min=1).choose("a").choose("union-chief")
    assert ("detach" in play.keys) is may
    if may:
        assert play.choose("detach").form.most == 1


# ---------------------------------------------------------------- checks that held


@clause("skirmish.turn.morale-window")
def test_who_breaks_in_a_window_does_not_yet_weigh_on_those_who_test_with_him() -> None:
    few = [man("a1", UNION, 50, 50, quality="green"), *[gone(f"a{n}", UNION) for n in (2, 3, 4)]]
    hurt: dict[str, Any] = {"a": {"injured": True}, "b": {"injured": True}}
    men = (few, man("b1", UNION, 60, 50), man("f1", CONFEDERATE, 55, 80, SOUTH), FAR)
    play = table(*men, acting=CONFEDERATE, groups=hurt).choose("end", dice=["d6:1", "d8:2"])
    assert [(test.group, test.score) for test in play.all(MoraleTested)] == [("a", -5), ("b", 2)]


@clause("skirmish.actions.detachment")
@clause("skirmish.turn.action-phases")
def test_who_has_moved_before_he_is_sent_off_has_acted_and_the_others_have_not() -> None:
    men = [man(f"a{n}", UNION, 50 + 3 * n, 50, role="private" if n else "nco") for n in range(6)]
    play = table(men, FAR).walks("a1", (53, 52)).choose("a0").choose("detach").choose("a1", "a2").choose("done")
    assert "a1" not in play.choose("a+1").keys
    assert "a2" in play.keys


@clause("skirmish.setup.force-commander")
@clause("skirmish.morale.trigger-injury")
@pytest.mark.parametrize(("die", "tested"), [(7, []), (8, ["f"])])
def test_a_commander_hit_beside_a_group_makes_it_test_only_if_he_is_killed(die: int, tested: list[str]) -> None:
    """He is in its pool, and not its member."""
    men = (man("a1", UNION, 50, 48, quality="elite"), squad("f", CONFEDERATE, 2, 50, 60, SOUTH))
    play = table(*men, t.chief(CONFEDERATE, 55, 60), man("b1", UNION, 150, 10))
    play.acts("a1", "fire:0:f", dice=["d3:3", f"d12:{die}", "d4:1", "d6:2"]).choose(
        "end", dice=["d8:4"] if tested else []
    )
    assert play.figure("confederate-chief").harm == (3 if tested else 2)
    assert [test.group for test in play.all(MoraleTested)] == tested
