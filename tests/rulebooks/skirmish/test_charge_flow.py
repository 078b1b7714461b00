"""A charge from its declaration to contact."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.skirmish.carrying.events import Dropped
from roundtop.rulebooks.skirmish.charge.events import ChargeDeclared
from roundtop.rulebooks.skirmish.charge.table import charge_targets
from roundtop.rulebooks.skirmish.field import gap, in_contact, touching
from roundtop.rulebooks.skirmish.fire.events import Loaded, ShotFired
from roundtop.rulebooks.skirmish.morale.events import MoraleTested
from roundtop.rulebooks.skirmish.movement.events import Moved
from roundtop.rulebooks.skirmish.state import Firearm, Thing
from tests.clauses import clause

from .table import CONFEDERATE, SOUTH, UNION, Table, at, fence, field, man, position, rider, squad, table, wall

FAR = man("z1", CONFEDERATE, 170, 110)


def duel(apart: float = 10.0, **rest: Any) -> Table:
    """Three men a side, so far apart between their bases."""
    return table(squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 3, 50, 52 + apart, SOUTH), FAR, **rest)


@clause("skirmish.movement.charge-declaration")
@clause("skirmish.morale.trigger-charging")
def test_equals_charge_without_a_test_and_the_charged_test() -> None:
    play = duel()
    play.choose("a").charge("f", dice=["d8:5"])
    assert play.all(ChargeDeclared) == [ChargeDeclared("a", "f")]
    assert [(test.group, test.cause) for test in play.all(MoraleTested)] == [("f", "charged")]
    moves = [event for event in play.all(Moved) if event.cause == "charge"]
    assert [move.figure for move in moves] == ["a1", "a2", "a3"]
    for id in ("a1", "a2", "a3"):
        assert in_contact(play.state, play.figure(id))
        assert (play.figure(id).charged, play.figure(id).spent) == (True, 1)
    assert play.group("a").motion == "advancing"


@clause("skirmish.movement.charge-declaration")
@pytest.mark.parametrize(("apart", "may"), [(12.0, ["f"]), (12.2, [])])
def test_the_target_must_be_in_reach(apart: float, may: list[str]) -> None:
    assert charge_targets(duel(apart).state, "a") == may


@pytest.mark.parametrize("state", ["no-advance", "fall-back", "break"])
def test_shaken_groups_declare_no_charge(state: str) -> None:
    assert charge_targets(duel(groups={"a": {"state": state, "thrown": 1}}).state, "a") == []


@clause("skirmish.morale.trigger-charging", 1)
@clause("skirmish.morale.charge-comparison")
def test_the_few_test_before_they_charge_the_many() -> None:
    play = table(squad("a", UNION, 2, 50, 50), squad("f", CONFEDERATE, 4, 47, 60, SOUTH), FAR)
    play.choose("a").charge("f", dice=["d8:1", "d8:5"])
    assert [(test.group, test.cause, test.score) for test in play.all(MoraleTested)] == [
        ("a", "charging", 2),
        ("f", "charged", 5),
    ]
    assert [row.label for row in play.all(MoraleTested)[0].tally][:1] == ["moving towards the nearest enemy"]


def test_a_charge_that_is_failed_does_not_go_in() -> None:
    shaken = {"a": {"start": 8}}
    men = squad("a", UNION, 3, 50, 50)
    dead = [man(f"a{n}", UNION, 10 + n, 10, group="a", harm=2) for n in range(4, 9)]
    play = table(men, dead, squad("f", CONFEDERATE, 4, 47, 60, SOUTH), FAR, groups=shaken)
    play.choose("a").charge("f", dice=["d8:5"])
    test = play.last(MoraleTested)
    assert (test.score, test.result) == (0, "no-advance")
    assert not [event for event in play.all(Moved) if event.cause == "charge"]
    assert "charge:f" not in play.keys


@clause("skirmish.morale.trigger-charged", 1)
def test_a_group_charged_by_two_tests_twice() -> None:
    play = table(
        squad("a", UNION, 3, 50, 50), squad("b", UNION, 3, 70, 50), squad("f", CONFEDERATE, 3, 60, 56, SOUTH), FAR
    )
    play.choose("a").charge("f", dice=["d8:5"]).choose("done")
    play.choose("b").charge("f", dice=["d8:6"])
    assert [(test.group, test.against) for test in play.all(MoraleTested)] == [("f", "a"), ("f", "b")]


def test_the_same_pair_is_not_tested_again_in_the_second_phase() -> None:
    play = table(squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 3, 50, 62, SOUTH), FAR)
    play.choose("a").charge("f", dice=["d8:5"])
    other = table(
        man("a1", UNION, 50, 50),
        man("a2", UNION, 50, 30),
        man("a3", UNION, 53, 30),
        squad("f", CONFEDERATE, 3, 50, 55, SOUTH),
        FAR,
    )
    other.choose("a").charge("f", dice=["d8:5"]).choose("together")
    ways = {way.key: way.manoeuvres for way in other.form.ways}
    other.march(*ways["towards"]).to_phase(UNION, 2).choose("a").charge("f")
    assert len(other.all(MoraleTested)) == 1
    assert len([event for event in other.all(Moved) if event.cause == "charge"]) > 1


@clause("skirmish.movement.charge-move")
def test_nobody_is_drawn_into_another_group_than_the_one_charged() -> None:
    play = table(
        man("a1", UNION, 50, 50), man("a2", UNION, 64, 50), man("f1", CONFEDERATE, 50, 61, SOUTH),
        man("f2", CONFEDERATE, 66, 57, SOUTH), man("g1", CONFEDERATE, 50, 57, SOUTH), FAR,
    )  # fmt: skip
    play.choose("a").charge("f", dice=["d8:8"])
    assert [(test.group, test.against) for test in play.all(MoraleTested)] == [("f", "a")]
    assert [foe.id for foe in touching(play.state, play.figure("a1"))] in ([], ["f1"])
    assert [foe.id for foe in touching(play.state, play.figure("a2"))] == ["f2"]


def test_no_charge_over_a_wall_but_contact_across_it() -> None:
    far_behind = field(wall((30, 56), (70, 56)))
    state = position(squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 3, 50, 60, SOUTH), FAR, ground=far_behind)
    assert charge_targets(state, "a") == []
    behind = field(fence((30, 56), (70, 56)))
    play = table(squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 3, 50, 57, SOUTH), FAR, ground=behind)
    play.choose("a").charge("f", dice=["d8:5"])
    assert [foe.id for foe in touching(play.state, play.figure("a1"))] == ["f1"]
    assert play.place("a1")[1] <= 55.01


@clause("skirmish.movement.charge-move", 1)
def test_riders_fire_or_load_before_they_charge() -> None:
    armed = (Firearm("pistol", False, False, 1), Firearm("minie-carbine", True, False, 0))
    play = table(
        rider("a1", UNION, 50, 50, firearms=armed), rider("a2", UNION, 54, 50, firearms=armed),
        squad("f", CONFEDERATE, 2, 50, 62, SOUTH), FAR,
    )  # fmt: skip
    play.choose("a").charge("f", dice=["d8:5"])
    assert play.asked[1] == "riders"
    assert {slot.key: [item.key for item in slot.items] for slot in play.form.slots}["a1"] == ["fire:0", "load:1"]
    play.assign(a1="fire:0", a2="load:1", dice=["d2:1", "d8:1", "d4:1", "d10:1"]).all_go()
    assert [shot.figure for shot in play.all(ShotFired)] == ["a1"]
    assert [event.figure for event in play.all(Loaded)] == ["a2"]
    assert {play.figure(id).spent for id in ("a1", "a2")} == {1}
    assert {in_contact(play.state, play.figure(id)) for id in ("a1", "a2")} == {True}


@clause("skirmish.actions.carry-limits", 1)
def test_a_carrier_who_is_contacted_drops_his_load() -> None:
    keg = Thing("keg", "load", "powder keg", 50.0, 55.0, holder="f1")
    play = table(squad("a", UNION, 2, 50, 50), man("f1", CONFEDERATE, 50, 55, SOUTH, burden="keg"), FAR, things=(keg,))
    play.choose("a").charge("f", dice=["d8:5"])
    dropped = play.last(Dropped)
    assert (dropped.figure, dropped.x, dropped.y) == ("f1", 50.0, 55.0)
    assert (play.figure("f1").burden, play.state.things[0].holder) == ("", "")
    loaded = position(man("a1", UNION, 50, 50, burden="keg"), man("f1", CONFEDERATE, 50, 55), things=(keg,))
    assert charge_targets(loaded, "a") == []


def test_several_find_room_about_one_enemy() -> None:
    play = table(squad("a", UNION, 4, 46, 50), man("f1", CONFEDERATE, 50, 58, SOUTH), FAR, groups={"f": {"start": 4}})
    play.choose("a").charge("f", dice=["d8:8"])
    close = [id for id in ("a1", "a2", "a3", "a4") if in_contact(play.state, play.figure(id))]
    assert len(close) >= 3
    for one in close:
        for other in close:
            assert one == other or gap(play.figure(one), play.figure(other), play.state.settings) >= 0.0


@pytest.mark.parametrize(
    "fields",
    [
        {"acted": True}, {"spent": 2}, {"harm": 1, "spent": 1}, {"carried": True, "spent": 1}, {"straggling": True},
        {"landing": at(50, 40)},
    ],
)  # fmt: skip
def test_who_cannot_take_part_in_a_charge(fields: dict[str, Any]) -> None:
    assert charge_targets(position(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 58)), "a") == ["f"]
    assert charge_targets(position(man("a1", UNION, 50, 50, **fields), man("f1", CONFEDERATE, 50, 58)), "a") == []


def test_a_tired_horse_does_not_charge() -> None:
    for horse, rides, may in ((0, 1, ["f"]), (1, 0, ["f"]), (1, 1, [])):
        trooper = rider("a1", UNION, 50, 50, horse=horse, rides=rides)
        assert charge_targets(position(trooper, man("f1", CONFEDERATE, 50, 58)), "a") == may


def test_riders_charge_as_far_as_horses_go() -> None:
    for away, may in ((76.5, ["f"]), (76.7, [])):
        assert charge_targets(position(rider("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, away)), "a") == may


def test_one_man_alone_in_contact_does_not_hold_the_others() -> None:
    play = table(
        man("a1", UNION, 50, 50), man("a2", UNION, 56, 50), man("f1", CONFEDERATE, 50, 52.05, SOUTH),
        man("f2", CONFEDERATE, 56, 58, SOUTH), FAR,
    )  # fmt: skip
    play.choose("a").charge("f", dice=["d8:5"])
    assert [event.figure for event in play.all(Moved)] == ["a2"]
    assert play.place("a1") == (50.0, 50.0)
