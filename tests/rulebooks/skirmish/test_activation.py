"""What a figure may do with an action: everything on the list but charges and fights."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Chosen, Marched
from roundtop.rulebooks.skirmish.carrying.events import DeedDone, Dropped, TookUp
from roundtop.rulebooks.skirmish.carrying.table import dropped_by, lets_go
from roundtop.rulebooks.skirmish.climbing.events import Climbed
from roundtop.rulebooks.skirmish.command.events import Attach
from roundtop.rulebooks.skirmish.command.table import asks_to_attach
from roundtop.rulebooks.skirmish.detachment.events import MenDetached, MenRejoined
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.field import left_to, members, touches_line, waiting
from roundtop.rulebooks.skirmish.fire.events import Loaded, ShotFired
from roundtop.rulebooks.skirmish.horses.events import GotDown, GotUp, HorseGone
from roundtop.rulebooks.skirmish.morale.events import MoraleTested
from roundtop.rulebooks.skirmish.morale.table import lost_of
from roundtop.rulebooks.skirmish.movement.events import Left, Moved
from roundtop.rulebooks.skirmish.movement.table import move_faults
from roundtop.rulebooks.skirmish.state import Figure, Firearm, Thing
from roundtop.table.path import leg, shift, turn
from tests.clauses import clause

from .table import (
    CONFEDERATE,
    EAST,
    NORTH,
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
    wall,
)

FOE = [man("f1", CONFEDERATE, 50, 90, SOUTH), man("f2", CONFEDERATE, 53, 90, SOUTH)]
MISS = ["d2:1", "d8:1", "d4:1", "d10:1"]


def both_phases(play: Table) -> Table:
    """To the acting side's second phase, the enemy doing nothing."""
    return play.to_phase(UNION, 2)


# ---------------------------------------------------------------- loading and firing


@clause("skirmish.actions.fire", 1)
@clause("skirmish.setup.start-loaded", 1)
@clause("skirmish.actions.menu")
def test_fire_and_load() -> None:
    play = table(squad("a", UNION, 2, 50, 50), FOE)
    play.acts("a1", "fire:0:f", MISS)
    assert play.figure("a1").firearms[0].progress == 0
    both_phases(play).acts("a1", "load:0")
    assert play.figure("a1").firearms[0].progress == 1
    assert len(play.all(ShotFired)) == 1
    assert not [key for key in play.keys if key == "a1"]


@clause("skirmish.actions.load", 1)
@clause("skirmish.shooting.loading-progress", 1)
def test_loading_spans_turns_and_a_move() -> None:
    play = table(man("a1", UNION, 50, 50, weapon="musket", progress=0), man("a2", UNION, 53, 50), FOE)
    play.acts("a1", "load:0")
    both_phases(play).walks("a1", (50, 52))
    play.until("first", dice=["d6:5", "d6:2"]).choose("first")
    play.acts("a1", "load:0")
    both_phases(play).acts("a1", "load:0")
    assert [event.progress for event in play.all(Loaded)] == [1, 2, 3]
    play.until("first", dice=["d6:5", "d6:2"]).choose("first").choose("a").choose("a1")
    assert "fire:0:f" in play.keys
    assert "load:0" not in play.keys


def test_a_group_fires_or_loads_with_one_answer() -> None:
    men = [man("a1", UNION, 50, 50), man("a2", UNION, 53, 50), man("a3", UNION, 56, 50, progress=1)]
    play = table(men, FOE)
    play.choose("a")
    assert set(play.keys) == {"a1", "a2", "a3", "fire:f", "load", "together", "done"}
    play.choose("fire:f", dice=[*MISS, *MISS])
    assert [event.figure for event in play.all(ShotFired)] == ["a1", "a2"]
    play.choose("load")
    assert [(event.figure, event.progress) for event in play.all(Loaded)] == [("a3", 2)]
    assert play.asked[1] == "group"


@clause("skirmish.actions.mid-turn-wound")
@clause("skirmish.actions.allowance")
def test_a_wounded_man_acts_once_in_either_phase() -> None:
    men = [man("a1", UNION, 50, 50, harm=1), man("a2", UNION, 53, 50)]
    play = table(men, FOE)
    play.walks("a1", (50, 52))
    assert left_to(play.state, play.figure("a1")) == 0
    both_phases(play).choose("a")
    assert "a1" not in play.keys
    later = both_phases(table(men, FOE)).choose("a")
    assert "a1" in later.keys


# ---------------------------------------------------------------- horsemen


def trooper(**fields: Any) -> Table:
    carbine = (Firearm("repeating-bl-rifle", False, False, 0),)
    return table(rider("a1", UNION, 50, 20, firearms=carbine, **fields), FOE)


@clause("skirmish.actions.ride-and-act", 1)
def test_ride_and_load_then_fire_and_ride() -> None:
    play = trooper()
    play.walks("a1", (50, 44)).choose("load:0")
    assert play.figure("a1").spent == 1
    both_phases(play).acts("a1", "fire:0:f", ["d2:1", "d8:1", "d4:1", "d10:1"])
    assert play.asked[1:] == ("figure", "a1")
    play.choose("move").march(leg(50.0, 68.0))
    assert (play.place("a1"), play.figure("a1").spent) == ((50.0, 68.0), 2)
    assert (len(play.all(Loaded)), len(play.all(ShotFired)), len(play.all(Moved))) == (1, 1, 2)


@clause("skirmish.actions.ride-and-act-limits", 1)
def test_a_wounded_horse_moves_in_only_one_action() -> None:
    play = trooper(horse=1)
    play.walks("a1", (50, 44)).choose("load:0")
    both_phases(play).choose("a").choose("a1")
    assert "move" not in play.keys
    play.choose("fire:0:f", dice=["d2:1", "d8:1", "d4:1", "d10:1"])
    assert play.asked[1] != "figure"


def test_a_muzzle_loader_on_a_moving_horse_by_the_house_rule() -> None:
    for allowed in (True, False):
        play = table(
            rider("a1", UNION, 50, 20, firearms=(Firearm("musket", False, False, 0),)),
            FOE,
            muzzle_load_on_moving_horse=allowed,
        )
        play.walks("a1", (50, 30))
        assert (play.asked[1] == "figure") is allowed
        still = table(
            rider("a1", UNION, 50, 20, firearms=(Firearm("musket", False, False, 0),)),
            FOE,
            muzzle_load_on_moving_horse=allowed,
        )
        still.acts("a1", "load:0")
        assert (still.asked[1] == "figure") is allowed


@clause("skirmish.actions.stationary-horse", 1)
@clause("skirmish.actions.mount-dismount", 1)
def test_getting_down_and_up_again() -> None:
    play = table(rider("a1", UNION, 50, 20), squad("b", UNION, 2, 80, 20), FOE)
    play.walks("a1", (50, 30))
    both_phases(play).acts("a1", "dismount")
    down = play.last(GotDown)
    assert (play.figure("a1").arm, play.figure("a1").melee, play.figure("a1").spent) == ("foot", "butt-sword", 2)
    assert play.place("a1") == (47.5, 30.0)
    play.until("first", dice=["d6:5", "d6:2"]).choose("first")
    play.acts("a1", f"mount:{down.horse}")
    assert play.last(GotUp).figure == "a1"
    assert (play.figure("a1").arm, play.place("a1"), play.state.things) == ("mounted", (50.0, 30.0), ())
    both_phases(play).walks("a1", (50, 54))


@clause("skirmish.actions.horse-left-standing", 1)
def test_a_horse_is_led_or_taken_by_the_enemy() -> None:
    horse = Thing(id="h", kind="horse", name="horse of A1", x=50.0, y=20.0, group="a")
    play = table(man("a1", UNION, 47.5, 20), squad("b", UNION, 2, 80, 20), FOE, things=(horse,))
    play.acts("a1", "lead:h").march(leg(47.5, 32.0))
    thing = play.state.things[0]
    assert (play.place("a1"), play.figure("a1").spent, play.figure("a1").burden) == ((47.5, 32.0), 1, "")
    assert ((thing.x, thing.y), thing.holder) == ((47.5, 29.5), "")
    edge = table(
        man("a1", UNION, 50, 2),
        squad("b", UNION, 2, 80, 20),
        FOE,
        things=(Thing(id="h", kind="horse", name="horse", x=52.5, y=2.0, group="a"),),
    )
    edge.acts("a1", "lead:h").march(leg(50.0, 1.0), leg(50.0, 2.0))
    assert (edge.state.things[0].x, edge.state.things[0].y) == (50.0, 1.5)
    thief = table(man("f1", CONFEDERATE, 47.5, 20), squad("a", UNION, 2, 80, 20), things=(horse,), acting=CONFEDERATE)
    thief.choose("f").choose("f1")
    assert "mount:h" in thief.keys
    crowded = table(man("a1", UNION, 47.5, 20), man("b1", UNION, 50, 22), FOE, things=(horse,)).choose("a").choose("a1")
    assert "mount:h" not in crowded.keys, "a friend stands where the pair would"
    assert "lead:h" not in thief.keys


@clause("skirmish.actions.horse-left-standing")
@pytest.mark.parametrize(("x", "gone"), [(46.0, []), (42.5, []), (42.4, ["h"])])
def test_unheld_horses_run_off_by_the_house_rule(x: float, gone: list[str]) -> None:
    horse = Thing(id="h", kind="horse", name="horse of A1", x=50.0, y=20.0, group="a")
    play = table(man("a1", UNION, x, 20), squad("b", UNION, 2, 80, 20), FOE, things=(horse,), horse_holders=True)
    play.until("first", dice=["d6:5", "d6:2"])
    assert [event.thing for event in play.all(HorseGone)] == gone


def test_one_man_holds_four_horses() -> None:
    horses = tuple(Thing(id=f"h{n}", kind="horse", name="horse", x=44.0 + n, y=20.0, group="a") for n in range(5))
    play = table(man("a1", UNION, 46, 24), squad("b", UNION, 2, 80, 20), FOE, things=horses, horse_holders=True)
    play.until("first", dice=["d6:5", "d6:2"])
    assert [event.thing for event in play.all(HorseGone)] == ["h4"]
    kept = table(man("a1", UNION, 46, 24), squad("b", UNION, 2, 80, 20), FOE, things=horses)
    kept.until("first", dice=["d6:5", "d6:2"])
    assert kept.all(HorseGone) == []


# ---------------------------------------------------------------- climbing


@clause("skirmish.actions.climb-crossing", 1)
@clause("skirmish.actions.climb")
def test_up_to_a_fence_and_over_it() -> None:
    play = table(squad("a", UNION, 2, 50, 50), FOE, ground=field(fence((30, 56), (70, 56))))
    play.walks("a1", (50, 55))
    both_phases(play).acts("a1", "climb:0")
    assert play.last(Climbed).over
    assert play.place("a1") == (50.0, 57.05)
    assert touches_line(play.figure("a1"), play.state.ground.lines[0], play.state.settings)
    assert play.figure("a1").spent == 2


def test_a_high_wall_takes_two_actions_and_a_climber_does_nothing_else() -> None:
    ground = field(wall((30, 51), (70, 51)))
    play = table(squad("a", UNION, 2, 50, 50), FOE, ground=ground, heights=(("wall", 4.0),))
    play.acts("a1", "climb:0")
    assert (play.place("a1"), play.last(Climbed).over) == ((50.0, 50.0), False)
    both_phases(play).choose("a").choose("a1")
    assert play.keys == ["climb", "move", "stand"]
    play.choose("climb")
    assert (play.place("a1"), play.last(Climbed).over) == ((50.0, 52.05), True)


@clause("skirmish.setup.height")
def test_up_a_ladder_to_the_loft() -> None:
    ground = field(area("building", 40, 40, 60, 60))
    ladder = Thing("loft", "ladder", "ladder", 50.0, 56.0, amount=8.0)
    play = table(man("a1", UNION, 50, 57), man("a2", UNION, 53, 57), FOE, ground=ground, things=(ladder,))
    play.acts("a1", "ladder:loft")
    assert play.figure("a1").level == 0
    both_phases(play).acts("a1", "climb")
    assert play.figure("a1").level == 1
    play.until("first", dice=["d6:5", "d6:2"]).choose("first")
    assert play.no_walk("a1", (50, 62)) == ["actions.climb-crossing"]
    play.march(leg(50.0, 53.0))
    assert play.figure("a1").level == 1


# ---------------------------------------------------------------- loads and deeds


BARREL = Thing("keg", "load", "powder keg", 50.0, 50.0, points=2)


@clause("skirmish.actions.carry")
def test_carrying_uses_up_an_action() -> None:
    play = table(squad("a", UNION, 2, 50, 49), FOE, things=(BARREL,))
    play.acts("a1", "take:keg")
    assert play.last(TookUp).thing == "keg"
    assert play.asked[1:] == ("figure", "a1")
    assert set(play.keys) == {"move", "drop", "stand"}
    play.choose("move").march(leg(50.0, 61.0))
    assert (play.state.things[0].x, play.state.things[0].y, play.state.things[0].holder) == (50.0, 61.0, "a1")
    both_phases(play).choose("a")
    assert "a1" not in play.keys
    play.until("first", dice=["d6:5", "d6:2"]).choose("first")
    assert left_to(play.state, play.figure("a1")) == 1
    hurt = table(man("a1", UNION, 50, 49, harm=1), man("a2", UNION, 53, 49), FOE, things=(BARREL,))
    hurt.acts("a1", "take:keg")
    assert left_to(hurt.state, hurt.figure("a1")) == 0
    assert hurt.keys == ["drop", "stand"]


def test_a_load_is_put_down_for_nothing_and_not_taken_up_again_this_turn() -> None:
    play = table(squad("a", UNION, 2, 50, 49), FOE, things=(BARREL,))
    play.acts("a1", "take:keg").choose("drop")
    assert play.last(Dropped).thing == "keg"
    assert "take:keg" not in play.keys
    assert left_to(play.state, play.figure("a1")) == 1


@clause("skirmish.actions.carry-limits")
def test_what_carrying_has_used_up_stays_spent() -> None:
    keg = Thing("keg", "load", "powder keg", 50.0, 49.0, holder="a1")
    play = table(man("a1", UNION, 50, 49, burden="keg"), man("a2", UNION, 53, 49), FOE, things=(keg,))
    play.walks("a1", (50, 61))
    dropped = apply(play.state, lets_go(play.state, play.figure("a1")))
    assert left_to(dropped, dropped.figures["a1"]) == 0


@clause("skirmish.actions.carry-limits")
def test_a_disabled_comrade_is_a_load() -> None:
    play = table(man("a1", UNION, 50, 49), man("a2", UNION, 50, 50, harm=2), man("a3", UNION, 54, 49), FOE)
    play.acts("a1", "lift:a2").choose("move").march(leg(50.0, 39.0))
    assert play.place("a2") == (50.0, 39.0)


# ---- two men to a load


def bearers(*others: Figure | list[Figure], **rest: Any) -> Table:
    """Two who share the keg since an earlier turn, the first its holder, and a third man of their group near by."""
    keg = Thing("keg", "load", "powder keg", 50.0, 50.0, points=2, holder="a1")
    pair = [man("a1", UNION, 50, 50, burden="keg"), man("a2", UNION, 52, 50, burden="keg")]
    return table([*pair, man("a3", UNION, 56, 50)], *(others or (FOE,)), things=(keg,), **rest)


def keg_of(play: Table) -> tuple[str, float, float]:
    keg = play.state.things[0]
    return (keg.holder, keg.x, keg.y)


@clause("skirmish.actions.carry-limits")
def test_two_men_share_a_load_and_each_pays() -> None:
    play = table(squad("a", UNION, 3, 50, 49, apart=2.0), FOE, things=(BARREL,))
    play.acts("a1", "take:keg").choose("stand").choose("a3")
    assert "share:keg" not in play.keys
    play.choose("stand").choose("a2").choose("share:keg")
    assert (play.last(TookUp).figure, play.last(TookUp).beside) == ("a2", "a1")
    assert [left_to(play.state, play.figure(id)) for id in ("a1", "a2")] == [1, 1]
    # The holder has had his phase, so they cannot go on in this one; and neither may do anything else.
    assert play.keys == ["drop", "stand"]
    play.choose("stand")
    both_phases(play).choose("a").choose("a2")
    assert play.keys == ["move", "drop", "stand"]
    play.choose("move").march(leg(52.0, 61.0))
    assert (play.place("a1"), play.place("a2"), keg_of(play)) == ((50.0, 61.0), (52.0, 61.0), ("a1", 50.0, 61.0))
    assert [left_to(play.state, play.figure(id)) for id in ("a1", "a2")] == [0, 0]
    play.until("first", dice=["d6:5", "d6:2"]).choose("first")
    assert [left_to(play.state, play.figure(id)) for id in ("a1", "a2")] == [1, 1]


@clause("skirmish.actions.carry-limits")
def test_a_third_man_an_enemy_or_a_rider_does_not_share() -> None:
    assert "share:keg" not in bearers(man("a4", UNION, 50, 52), FOE).choose("a").choose("a4").keys
    keg = Thing("keg", "load", "powder keg", 50.0, 50.0, holder="a1")
    carrier = man("a1", UNION, 50, 50, burden="keg")
    theirs = table(carrier, man("f1", CONFEDERATE, 50, 52.1), things=(keg,), acting=CONFEDERATE)
    assert "share:keg" not in theirs.choose("f").choose("f1").keys
    mounted = table(carrier, rider("b1", UNION, 52.5, 50), FOE, things=(keg,))
    assert "share:keg" not in mounted.choose("b").choose("b1").keys
    other_group = table(carrier, man("b1", UNION, 52, 50), FOE, things=(keg,))
    assert "share:keg" in other_group.choose("b").choose("b1").keys
    apart = table(carrier, man("b1", UNION, 52.15, 50), FOE, things=(keg,))
    assert "share:keg" not in apart.choose("b").choose("b1").keys
    put_down = table(carrier, man("b1", UNION, 52, 50, carried=True), FOE, things=(keg,))
    assert "share:keg" not in put_down.choose("b").choose("b1").keys


@clause("skirmish.actions.carry-limits")
def test_no_speed_is_gained_and_both_ways_must_be_free() -> None:
    play = bearers()
    assert play.no_walk("a1", (50, 62.1)) == ["movement.foot-rate"] * 2
    muddy = bearers(ground=field(area("marsh", 51.2, 51, 70, 70)))
    assert muddy.no_walk("a1", (50, 60)) == ["movement.foot-rate"]
    (why,) = move_faults(muddy.state, muddy.figure("a1"), (leg(50.0, 60.0),))
    assert why.text.startswith("A2, who shares the load: Too far")
    muddy.march(leg(50.0, 55.0))
    assert muddy.place("a2") == (52.0, 55.0)


@clause("skirmish.actions.carry-limits")
def test_who_shares_a_load_moves_only_with_the_other() -> None:
    play = bearers()
    play.acts("a2", "stand").choose("a1")
    assert play.keys == ["drop", "stand"]
    play.choose("drop")
    assert (play.last(Dropped).left, keg_of(play), play.figure("a1").burden) == ("a2", ("a2", 52.0, 50.0), "")
    assert "move" in play.keys
    hurt = bearers()
    hurt.state.figures["a2"].harm = 1
    assert hurt.choose("a").choose("a1").keys == ["drop", "stand"]


@clause("skirmish.actions.carry-limits")
def test_a_group_moves_together_with_its_load() -> None:
    play = bearers(ground=field(area("marsh", 51.2, 51, 70, 70)))
    play.choose("a").choose("together").march(shift(0.0, 12.0))
    assert (play.place("a1"), play.place("a2")) == ((50.0, 56.5), (52.0, 56.5))
    assert keg_of(play) == ("a1", 50.0, 56.5)
    assert [play.figure(id).spent for id in ("a1", "a2", "a3")] == [1, 1, 1]
    still = bearers()
    still.acts("a1", "stand").choose("together").march(shift(0.0, 12.0))
    assert (still.place("a2"), still.place("a3")) == ((52.0, 50.0), (56.0, 62.0))


@clause("skirmish.actions.carry-limits")
@pytest.mark.parametrize(("hit", "left", "where"), [("a1", "a2", 52.0), ("a2", "a1", 50.0)])
def test_when_one_falls_the_other_has_the_load(hit: str, left: str, where: float) -> None:
    dice = ["d3:1" if hit == "a1" else "d3:2", "d8:8", "d4:1", "d10:4", "d8:8"]
    play = bearers(man("f1", CONFEDERATE, 51, 90, SOUTH), acting=CONFEDERATE)
    play.acts("f1", "fire:0:a", dice=dice)
    assert (play.figure(hit).harm, play.figure(hit).burden, keg_of(play)) == (2, "", (left, where, 50.0))


@clause("skirmish.actions.carry-limits")
def test_who_is_contacted_lets_go_and_the_other_has_it() -> None:
    foe = man("f1", CONFEDERATE, 45, 50, EAST)
    play = bearers(foe, acting=CONFEDERATE, groups={"f": {"start": 4}})
    play.choose("f").charge("a", dice=["d8:8", "d8:8"])
    assert (play.last(Dropped).figure, keg_of(play), play.figure("a2").burden) == ("a1", ("a2", 52.0, 50.0), "keg")
    both = bearers(man("f1", CONFEDERATE, 51, 48.25), acting=CONFEDERATE).state
    for event in dropped_by(both, "f1"):
        both = apply(both, event)
    assert (both.things[0].holder, both.things[0].x, both.figures["a2"].burden) == ("", 52.0, "")


@clause("skirmish.actions.carry-limits")
def test_who_breaks_or_falls_back_lets_go() -> None:
    state = bearers().state
    broken_off = apply(
        state,
        MoraleTested(
            group="a", cause="injury", against="", score=-3, result="break", state="break", tally=(), rolls=()
        ),
    )
    assert (broken_off.things[0].holder, broken_off.figures["a2"].burden) == ("", "")
    back = bearers(groups={"a": {"state": "fall-back", "thrown": 1}}, turn=2)
    back.choose("a").choose("back")
    assert back.all(Dropped)[0].figure == "a1"
    assert keg_of(back) == ("a2", 52.0, 38.0)


@clause("skirmish.actions.carry-limits")
def test_two_men_carry_a_fallen_comrade() -> None:
    men = [
        man("a1", UNION, 50, 49),
        man("a2", UNION, 50, 50, harm=2),
        man("a3", UNION, 52, 49),
        man("a4", UNION, 60, 49),
    ]
    play = table(men, FOE)
    play.acts("a1", "lift:a2").choose("stand").acts("a3", "share:a2").choose("stand")
    both_phases(play).acts("a3", "move").march(leg(52.0, 39.0))
    assert (play.place("a2"), play.place("a1")) == ((50.0, 39.0), (50.0, 39.0))
    assert len(play.state.things) == 1


def test_a_load_that_is_shared_goes_off_the_table_with_either() -> None:
    state = apply(bearers().state, Left("a2", "marched"))
    assert (state.things[0].kind, state.things[0].side, state.figures["a1"].burden) == ("gone", UNION, "")


@clause("skirmish.actions.other-deeds")
def test_a_deed_that_a_scenario_names() -> None:
    fuse = Thing("fuse", "deed", "light the fuse", 50.0, 50.0, points=3, side=UNION)
    play = table(squad("a", UNION, 2, 50, 49), FOE, things=(fuse,))
    play.acts("a1", "deed:fuse")
    assert play.last(DeedDone).figure == "a1"
    assert (play.state.things[0].holder, play.figure("a1").spent) == (UNION, 1)
    theirs = table(man("f1", CONFEDERATE, 50, 49), squad("a", UNION, 2, 80, 20), things=(fuse,), acting=CONFEDERATE)
    assert "deed:fuse" not in theirs.choose("f").choose("f1").keys
    mounted = table(rider("a1", UNION, 50, 49), FOE, things=(fuse,))
    assert "deed:fuse" in mounted.choose("a").choose("a1").keys


# ---------------------------------------------------------------- detachments


def section(**fields: Any) -> Table:
    men = [man("a1", UNION, 50, 50, role="nco"), *[man(f"a{n}", UNION, 47 + 3 * n, 50) for n in range(2, 9)]]
    return table(men, FOE, **fields)


@clause("skirmish.actions.detachment", 1)
@clause("skirmish.setup.unit-means-group", 1)
def test_three_men_are_sent_off() -> None:
    play = section()
    play.acts("a1", "detach").choose("a6", "a7", "a8")
    assert play.last(MenDetached) == MenDetached("a1", "a+1", ("a6", "a7", "a8"))
    assert [(play.group(id).start, len(members(play.state, id))) for id in ("a", "a+1")] == [(5, 5), (3, 3)]
    assert (play.group("a").nco, play.group("a+1").nco, play.group("a+1").parent) == ("a1", "", "a")
    assert play.figure("a1").spent == 1
    assert [man.id for man in waiting(play.state, "a+1")] == ["a6", "a7", "a8"]
    both_phases(play).walks("a1", (50, 62))


@clause("skirmish.actions.detachment-terms")
def test_who_may_not_detach() -> None:
    play = section()
    play.acts("a1", "detach")
    assert (play.form.least, play.form.most) == (2, 6)
    assert play.refusal(Chosen(("a2",))) == [""]
    for groups in ({"a": {"state": "fall-back", "thrown": 1}}, {"a": {"nco": ""}}):
        assert "detach" not in section(groups=groups).choose("a").choose("a1").keys
    small = table(man("a1", UNION, 50, 50, role="nco"), man("a2", UNION, 53, 50), man("a3", UNION, 56, 50), FOE)
    assert "detach" not in small.choose("a").choose("a1").keys
    least = table(
        man("a1", UNION, 50, 50, role="nco"), man("a2", UNION, 53, 50), man("a3", UNION, 56, 50), FOE, detachment_min=1
    )
    assert "detach" in least.choose("a").choose("a1").keys


@clause("skirmish.actions.rejoin")
def test_a_detachment_joins_up_again() -> None:
    play = section()
    play.acts("a1", "detach").choose("a6", "a7", "a8")
    both_phases(play).acts("a1", "rejoin:a+1")
    assert play.last(MenRejoined).detachment == "a+1"
    assert (play.group("a").start, len(members(play.state, "a"))) == (8, 8)
    assert "a+1" not in [group.id for group in play.state.groups]
    lost = position(man("a1", UNION, 50, 50, role="nco"), man("a2", UNION, 53, 50, harm=2), groups={"a": {"start": 7}})
    assert lost_of(lost, next(group for group in lost.groups if group.id == "a")) == 1


@clause("skirmish.actions.rejoin", 1)
def test_strengths_and_losses_are_added_together() -> None:
    play = table(
        man("a1", UNION, 50, 50, role="nco"),
        squad("b", UNION, 4, 53, 50, group="a"),
        squad("c", UNION, 2, 53, 40, group="a", harm=2),
        squad("d", UNION, 2, 50, 56),
        squad("e", UNION, 1, 60, 40, group="d", harm=2),
        FOE,
        groups={"d": {"parent": "a"}},
    )
    assert (play.group("a").start, play.group("d").start) == (7, 3)
    play.acts("a1", "rejoin:d")
    assert (play.group("a").start, lost_of(play.state, play.group("a"))) == (10, 3)


@pytest.mark.parametrize(("gap", "near"), [(10.0, True), (10.01, True), (10.1, False)])
@clause("skirmish.actions.rejoin")
def test_a_detachment_ten_away_may_rejoin(gap: float, near: bool) -> None:
    play = table(
        man("a1", UNION, 50, 50, role="nco"),
        man("a2", UNION, 53, 50),
        squad("d", UNION, 2, 50, 52 + gap),
        FOE,
        groups={"d": {"parent": "a"}},
    )
    assert ("rejoin:d" in play.choose("a").choose("a1").keys) is near


@pytest.mark.parametrize(("gap", "near"), [(10.0, True), (10.01, True), (10.1, False)])
@clause("skirmish.leaders.attach")
def test_a_commander_ten_away_may_join(gap: float, near: bool) -> None:
    state = position(chief(UNION, 50, 52 + gap, acted=True), squad("a", UNION, 2, 50, 50), FOE)
    assert (asks_to_attach(state, Attach(UNION)) == (UNION,)) is near


def test_nobody_turns_round_or_stands_idle_for_an_action() -> None:
    play = table(squad("a", UNION, 2, 50, 50), FOE)
    play.acts("a1", "stand")
    assert (play.figure("a1").spent, play.figure("a1").acted) == (0, True)
    play.choose("a2").choose("move")
    play.answer(Marched((turn(9000),)))
    assert play.figure("a2").pose.facing == 9000 - NORTH
