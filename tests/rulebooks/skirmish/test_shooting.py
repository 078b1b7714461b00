"""Shots at the table: who is drawn, what he suffers, and what becomes of horses."""

from __future__ import annotations

from roundtop.rulebooks.skirmish.fire.events import ShotFired
from roundtop.rulebooks.skirmish.morale.events import MoraleTested
from roundtop.rulebooks.skirmish.state import Firearm
from tests.clauses import clause

from .table import CONFEDERATE, NORTH, SOUTH, UNION, area, field, man, rider, squad, table

SPARE = man("s1", UNION, 10, 10)
"""One who keeps the phase open."""
FAR = man("z1", CONFEDERATE, 170, 110)
FOES = [man("f1", CONFEDERATE, 50, 70, SOUTH), man("f2", CONFEDERATE, 53, 70, SOUTH)]


@clause("skirmish.shooting.sequence", 1)
@clause("skirmish.shooting.random-target")
@clause("skirmish.turn.group-by-group")
def test_the_man_drawn_throws_for_his_own_cover_and_range() -> None:
    ground = field(area("woods", 52, 60, 60, 80))
    play = table(squad("a", UNION, 2, 50, 49), FOES, ground=ground)
    play.acts("a1", "fire:0:f", ["d2:2", "d8:7", "d6:3", "d8:5"])
    shot = play.last(ShotFired)
    assert (shot.victim, shot.cover, shot.result, shot.harm) == ("f2", "soft", "wound", 1)
    assert (play.figure("f2").harm, play.figure("f1").harm) == (1, 0)
    assert [row.label for row in shot.tally] == ["drawn from", "quality", "cover", "range 19.2 cm", "margin"]
    assert play.figure("a1").pose.facing == 813


@clause("skirmish.shooting.dice-order", 1)
@clause("skirmish.shooting.horse-harm")
def test_a_horse_goes_down() -> None:
    riders = [rider(f"f{n}", CONFEDERATE, 44 + 4 * n, 57, SOUTH) for n in range(3)]
    play = table(rider("a1", UNION, 48, 49.5), riders)
    play.acts("a1", "fire:0:f", ["d3:2", "d8:7", "d4:1", "d8:3", "d6:5", "d6:2"])
    shot = play.last(ShotFired)
    assert (shot.result, shot.struck, shot.harm, shot.mounted, shot.injury) == ("disabled", "horse", 0, False, False)
    struck = play.figure(shot.victim)
    assert (struck.arm, struck.melee, struck.harm) == ("foot", "butt-sword", 0)
    assert not play.group("f").injured


@clause("skirmish.shooting.horse-hit")
@clause("skirmish.shooting.horse-hit-timing")
def test_a_wounded_horse_keeps_its_rider() -> None:
    play = table(rider("a1", UNION, 50, 50), SPARE, rider("f1", CONFEDERATE, 50, 58, SOUTH), FAR)
    play.acts("a1", "fire:0:f", ["d8:5", "d4:1", "d8:3", "d6:4"])
    assert (play.figure("f1").horse, play.figure("f1").arm, play.figure("f1").harm) == (1, "mounted", 0)
    other = table(
        rider("a1", UNION, 50, 50), SPARE, rider("f1", CONFEDERATE, 50, 58, SOUTH), FAR, horse_harm="any-hit-fells"
    )
    other.acts("a1", "fire:0:f", ["d8:4", "d4:1", "d8:3", "d6:4", "d6:5"])
    assert (other.figure("f1").arm, other.figure("f1").harm) == ("foot", 1)
    assert other.group("f").injured


@clause("skirmish.melee.riderless")
def test_a_rider_shot_down_lies_where_he_fell() -> None:
    play = table(man("a1", UNION, 50, 50), SPARE, rider("f1", CONFEDERATE, 50, 58, SOUTH), FAR)
    play.acts("a1", "fire:0:f", ["d8:8", "d4:1", "d6:3", "d6:3"])
    fallen = play.figure("f1")
    assert (fallen.harm, fallen.arm, fallen.place) == (2, "foot", "on")


@clause("skirmish.shooting.graze", 1)
@clause("skirmish.morale.injury-means", 1)
def test_a_graze_only_makes_a_group_test() -> None:
    play = table(man("a1", UNION, 50, 56), SPARE, FOES)
    play.acts("a1", "fire:0:f", ["d2:1", "d8:5", "d4:4", "d6:2"]).to_phase(CONFEDERATE, 1, ["d8:1"])
    test = play.last(MoraleTested)
    assert (test.group, test.cause, test.score, test.state) == ("f", "injury", 1, "ok")
    assert [row.label for row in test.tally] == ["total"]
    assert play.figure("f1").harm == 0


def test_a_graze_may_be_nothing_or_make_a_man_duck() -> None:
    dice = ["d2:1", "d8:5", "d4:4", "d6:2"]
    nothing = table(man("a1", UNION, 50, 56), SPARE, FOES, graze="none")
    nothing.acts("a1", "fire:0:f", dice).to_phase(CONFEDERATE, 1)
    assert nothing.all(MoraleTested) == []
    duck = table(man("a1", UNION, 50, 56), SPARE, FOES, graze="duck")
    duck.acts("a1", "fire:0:f", dice).to_phase(CONFEDERATE, 1)
    assert duck.all(MoraleTested) == []
    assert (duck.figure("f1").spent, duck.figure("f2").spent) == (1, 0)
    duck.choose("f")
    assert "f1" not in duck.keys
    duck.to_phase(CONFEDERATE, 2).choose("f")
    assert "f1" in duck.keys


@clause("skirmish.shooting.one-shot-per-loading")
def test_a_magazine_by_the_house_rule() -> None:
    spencer = (Firearm("repeating-bl-rifle", False, True, 3),)
    play = table(man("a1", UNION, 50, 49, firearms=spencer), FOES, repeater_magazine=4)
    play.acts("a1", "fire:0:f", ["d2:1", "d8:1", "d4:1", "d8:1"])
    assert play.figure("a1").firearms[0].progress == 2
    play.to_phase(UNION, 2).acts("a1", "load:0")
    assert play.figure("a1").firearms[0].progress == 3


@clause("skirmish.shooting.two-wounds", 1)
@clause("skirmish.shooting.disabled-plus-wound")
def test_harm_adds_up_at_the_table() -> None:
    play = table(squad("a", UNION, 3, 50, 49), man("f1", CONFEDERATE, 53, 70, harm=1), man("f2", CONFEDERATE, 20, 110))
    play.acts("a1", "fire:0:f", ["d2:1", "d8:5", "d4:1", "d8:3"])
    assert (play.figure("f1").harm, play.figure("f1").place) == (2, "on")
    play.choose("a2").choose("fire:0:f", dice=["d2:1", "d8:5", "d4:1", "d8:3"])
    assert play.last(ShotFired).victim == "f1"
    assert (play.figure("f1").harm, play.figure("f1").place) == (3, "gone")
    play.choose("a3").choose("fire:0:f", dice=["d8:1", "d4:1", "d10:3", "d8:5"])
    assert play.last(ShotFired).victim == "f2"


@clause("skirmish.shooting.random-method")
def test_a_volley_stops_when_nobody_is_left() -> None:
    play = table(squad("a", UNION, 3, 50, 49), man("f1", CONFEDERATE, 53, 70), man("g1", CONFEDERATE, 20, 110))
    play.choose("a").choose("fire:f", dice=["d8:8", "d4:1", "d8:1"])
    assert (play.figure("f1").harm, play.figure("f1").place) == (3, "gone")
    assert [shot.figure for shot in play.all(ShotFired)] == ["a1"]
    assert play.asked[1] == "act"
    assert {play.figure(id).firearms[0].progress for id in ("a2", "a3")} == {3}


def test_whoever_is_locked_neither_shoots_nor_is_shot_at() -> None:
    play = table(man("a1", UNION, 50, 50), man("b1", UNION, 60, 50), man("f1", CONFEDERATE, 50, 52.05, SOUTH))
    play.choose("a").choose("a1")
    assert play.keys == ["stand"]
    play.choose("stand").choose("b").choose("b1")
    assert not [key for key in play.keys if key.startswith("fire")]
    assert play.figure("a1").pose.facing == NORTH
