"""What a second reader of the sheet tried at the table: two rules at once, halves of actions, nerves that last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from roundtop.dice.exact import fold
from roundtop.dice.questions import Draw, Face, Why, sided
from roundtop.record import replace
from roundtop.rulebooks.skirmish.fire.events import ShotFired
from roundtop.rulebooks.skirmish.fire.odds import under_fire
from roundtop.rulebooks.skirmish.fire.rule import (
    RESULT,
    RESULTS,
    Mark,
    Shooter,
    Shot,
    Toll,
    Volley,
    shot_weights,
    volley_odds,
    volley_shot,
)
from roundtop.rulebooks.skirmish.melee.events import BoutFought, Melee
from roundtop.rulebooks.skirmish.morale.events import MoraleTested, Window
from roundtop.rulebooks.skirmish.movement.events import Moved
from roundtop.rulebooks.skirmish.state import Figure, Firearm, Thing
from roundtop.table.ground import Line
from roundtop.table.path import leg
from tests.clauses import clause
from tests.rulebooks.skirmish.table import (
    CONFEDERATE,
    EAST,
    SOUTH,
    UNION,
    Table,
    area,
    chief,
    field,
    hill,
    man,
    position,
    rider,
    squad,
    table,
    wall,
)

FAR = man("z1", CONFEDERATE, 170, 110, SOUTH)
IDLE = man("a9", UNION, 20, 5, group="a")
MISS = ["d8:1", "d4:4", "d6:6"]


def offered(play: Table, id: str) -> list[str]:
    """What a man might do with his action; the group is picked if it has to be."""
    if play.asked[1] == "group":
        play.choose(play.figure(id).group)
    return play.choose(id).keys


# ---------------------------------------------------------------- actions


@clause("skirmish.actions.ride-and-act")
def test_a_fit_rider_loads_twice_and_rides_twice() -> None:
    trooper = rider("a1", UNION, 50, 20, weapon="minie-carbine", progress=0)
    play = table(trooper, IDLE, FAR)
    for phase, y in ((1, 44), (2, 68)):
        play.to_phase(UNION, phase).acts("a1", "load:0").choose("move").march(leg(50, y))
    assert (play.place("a1"), play.figure("a1").firearms[0].progress) == ((50.0, 68.0), 2)


@clause("skirmish.actions.allowance")
def test_a_wounded_rider_has_one_action_with_both_its_halves() -> None:
    play = table(rider("a1", UNION, 50, 20, harm=1), IDLE, man("f1", CONFEDERATE, 50, 42, SOUTH))
    play.acts("a1", "move").march(leg(50, 30)).choose("fire:0:f", dice=["d8:1", "d4:4", "d10:2"])
    assert (play.place("a1"), play.figure("a1").spent) == ((50.0, 30.0), 1)
    play.to_phase(UNION, 2).choose("a")
    assert "a1" not in play.keys


@clause("skirmish.actions.stationary-horse")
@pytest.mark.parametrize("first", ["move", "load:0"])
def test_nobody_gets_down_from_a_horse_that_has_moved_or_in_half_an_action(first: str) -> None:
    play = table(rider("a1", UNION, 50, 20, progress=0), IDLE, FAR)
    assert "dismount" in offered(play, "a1")
    play.choose(first)
    if first == "move":
        play.march(leg(50, 25))
    assert "dismount" not in play.keys
    play.choose("stand").to_phase(UNION, 2)
    assert "dismount" in offered(play, "a1")


@clause("skirmish.actions.ride-and-act")
@pytest.mark.parametrize("rides_first", [True, False])
def test_a_mounted_nco_sends_men_off_as_he_rides(rides_first: bool) -> None:
    men = [rider("a1", UNION, 50, 20, role="nco"), *[rider(f"a{n}", UNION, 50 + 4 * n, 20) for n in range(2, 6)]]
    play = table(men, FAR)
    if rides_first:
        play.acts("a1", "move").march(leg(50, 30)).choose("detach").choose("a4", "a5")
    else:
        play.acts("a1", "detach").choose("a4", "a5").choose("move").march(leg(50, 30))
    assert (play.place("a1"), play.figure("a1").spent, play.figure("a4").group) == ((50.0, 30.0), 1, "a+1")


@clause("skirmish.actions.mid-turn-wound")
@pytest.mark.parametrize(("first", "left"), [("load:0", False), ("stand", True)])
def test_a_wound_between_the_phases_costs_what_is_left(first: str, left: bool) -> None:
    play = table(man("a1", UNION, 50, 40, progress=0), IDLE, man("f1", CONFEDERATE, 50, 52, SOUTH)).acts("a1", first)
    play.to_phase(CONFEDERATE, 1).acts("f1", "fire:0:a", dice=["d8:6", "d4:3", "d6:3", "d8:8"])
    play.to_phase(UNION, 2).choose("a")
    assert (play.figure("a1").harm, "a1" in play.keys) == (1, left)


@clause("skirmish.actions.climb-crossing")
def test_a_wounded_man_climbs_six_centimetres_in_two_turns_and_does_nothing_else_meanwhile() -> None:
    ground = field(Line("wall", ((30.0, 51.0), (70.0, 51.0))))
    play = table(man("a1", UNION, 50, 50, harm=1), IDLE, FAR, ground=ground, heights=(("wall", 6.0),))
    play.acts("a1", "climb:0")
    assert play.place("a1")[1] < 51.0
    play.to_phase(UNION, 2, dice=[]).choose("a")
    assert "a1" not in play.keys


@clause("skirmish.actions.climb-crossing")
def test_a_straggler_climbs_the_wall_between_him_and_his_group() -> None:
    men = squad("a", UNION, 3, 50, 70)
    lost = man("a8", UNION, 50, 50, straggling=True)
    play = table(men, lost, FAR, ground=field(Line("wall", ((10.0, 51.0), (90.0, 51.0)))))
    assert "climb:0" in offered(play, "a8")


@clause("skirmish.morale.no-advance-terms")
@pytest.mark.parametrize(("y", "may"), [(110, False), (10, True)])
def test_who_may_not_advance_climbs_no_wall_towards_the_enemy(y: float, may: bool) -> None:
    ground = field(Line("wall", ((10.0, 51.0), (90.0, 51.0))))
    foe = man("f1", CONFEDERATE, 50, y, SOUTH)
    play = table(man("a1", UNION, 50, 50), IDLE, foe, ground=ground, groups={"a": {"state": "no-advance", "thrown": 1}})
    assert ("climb:0" in offered(play, "a1")) is may


@clause("skirmish.actions.carry")
def test_a_wounded_man_takes_up_a_load_and_stays_where_he_is() -> None:
    keg = Thing("keg", "load", "powder keg", 50.0, 51.0)
    play = table(man("a1", UNION, 50, 50, harm=1), IDLE, FAR, things=(keg,)).acts("a1", "take:keg")
    assert "move" not in play.keys
    play.to_phase(UNION, 2).choose("a")
    assert "a1" not in play.keys or "move" not in play.choose("a1").keys


@clause("skirmish.melee.disabled")
def test_a_fallen_man_who_is_carried_may_be_hit_and_frees_his_bearers_hands_by_dying() -> None:
    men = [man("a1", UNION, 50, 50), man("a2", UNION, 50, 48, harm=2), man("a3", UNION, 56, 50)]
    play = table(men, man("f1", CONFEDERATE, 50, 80, SOUTH)).acts("a1", "lift:a2")
    play.choose("move").march(leg(50, 40))
    assert play.place("a2") == (50.0, 40.0)
    play.to_phase(CONFEDERATE, 1).acts("f1", "fire:0:a", dice=["d3:3", "d8:7", "d4:1", "d10:5", "d8:8"])
    assert (play.figure("a2").place, play.figure("a1").burden) == ("gone", "")


@clause("skirmish.actions.horse-left-standing")
def test_who_leads_a_horse_may_fire_next() -> None:
    horse = Thing("horse-b", "horse", "horse", 50.0, 47.5, group="a")
    play = table(man("a1", UNION, 50, 50), IDLE, man("f1", CONFEDERATE, 50, 80, SOUTH), things=(horse,))
    play.acts("a1", "lead:horse-b").march(leg(50, 55))
    play.to_phase(UNION, 2)
    keys = offered(play, "a1")
    assert {"fire:0:f", "move"} <= set(keys)


# ---------------------------------------------------------------- whom a ball finds


@clause("skirmish.shooting.eligible-targets")
@pytest.mark.parametrize("what", ["behind a house", "in a melee", "behind him"])
def test_a_commander_in_plain_sight_is_not_saved_by_friends_who_cannot_be_hit(what: str) -> None:
    """He is within 10 cm of his men, whom nobody can hit from here; he can be."""
    leader = chief(CONFEDERATE, 50, 60)
    things: list[Any] = []
    more: list[Figure] = []
    if what == "behind a house":
        mate = man("f1", CONFEDERATE, 58, 66, SOUTH)
        things = [area("building", 52.5, 60, 57, 65)]
    elif what == "in a melee":
        mate = man("f1", CONFEDERATE, 58, 60, SOUTH)
        more = [man("b1", UNION, 60, 60, EAST)]
    else:
        mate = man("f1", CONFEDERATE, 50, 63, SOUTH)
    play = table(man("a1", UNION, 50, 40), IDLE, leader, mate, *more, ground=field(*things))
    keys = offered(play, "a1")
    assert "fire:0:f" in keys
    assert "fire:0:confederate-chief" not in keys


@clause("skirmish.shooting.eligible-targets")
def test_a_commander_who_is_down_among_his_men_may_be_hit_again_and_then_all_test() -> None:
    men = [man("f1", CONFEDERATE, 50, 80, SOUTH), *squad("g", CONFEDERATE, 3, 150, 100, SOUTH)]
    play = table(man("a1", UNION, 50, 50), IDLE, men, chief(CONFEDERATE, 53, 80, harm=2))
    play.acts("a1", "fire:0:f", dice=["d2:2", "d8:6", "d4:1", "d8:4"]).to_phase(CONFEDERATE, 1, dice=["d8:8", "d8:8"])
    assert play.figure("confederate-chief").harm == 3
    assert {event.group for event in play.all(MoraleTested)} == {"f", "g"}


@clause("skirmish.shooting.front-rank-test")
@pytest.mark.parametrize(("y", "dice", "victim"), [
    (67, ["d3:3", "d8:1", "d4:4", "d8:6"], "f3"), (65, ["d2:2", "d8:1", "d4:4", "d6:6"], "f2"),
])  # fmt: skip
def test_a_fallen_man_is_no_front_rank(y: float, dice: list[str], victim: str) -> None:
    """He lies at short range; only a man who stands there draws the fire to the front."""
    men = [man("f1", CONFEDERATE, 50, 60, SOUTH, harm=2), man("f2", CONFEDERATE, 56, y, SOUTH)]
    men.append(man("f3", CONFEDERATE, 60, 70, SOUTH))
    play = table(man("a1", UNION, 50, 50), IDLE, men).acts("a1", "fire:0:f", dice=dice)
    assert play.last(ShotFired).victim == victim


@clause("skirmish.shooting.line-of-sight")
@pytest.mark.parametrize(("group", "level", "may"), [("a", 0, True), ("b", 0, False), ("b", 1, True)])
def test_through_whom_a_man_shoots(group: str, level: int, may: bool) -> None:
    """His own group lets him, another does not; from higher ground he shoots over it."""
    mate = man(f"{group}5", UNION, 50, 56, group=group)
    ground = field(*([hill(1, 40, 40, 60, 53)] if level else []))
    play = table(man("a1", UNION, 50, 50), IDLE, mate, man("f1", CONFEDERATE, 50, 80, SOUTH), ground=ground)
    assert ("fire:0:f" in offered(play, "a1")) is may


@clause("skirmish.shooting.no-short-band")
def test_a_stone_finds_the_second_rank_at_arms_length() -> None:
    ranks = [man("f1", CONFEDERATE, 50, 54, SOUTH), man("f2", CONFEDERATE, 50, 56.5, SOUTH)]
    play = table(man("a1", UNION, 50, 50, weapon="hand-hurled"), IDLE, ranks)
    play.acts("a1", "fire:0:f", dice=["d2:2", "d8:1", "d4:1", "d8:1"])
    assert play.last(ShotFired).victim == "f2"


@clause("skirmish.shooting.into-melee")
def test_those_of_a_group_who_are_not_fighting_may_be_hit() -> None:
    men = [man("f1", CONFEDERATE, 50, 60, SOUTH), man("f2", CONFEDERATE, 56, 60, SOUTH)]
    play = table(man("a1", UNION, 50, 46), IDLE, man("b1", UNION, 50, 58), men)
    play.acts("a1", "fire:0:f", dice=["d8:1", "d4:4", "d6:6"])
    assert play.last(ShotFired).victim == "f2"


@clause("skirmish.shooting.cover-test")
@pytest.mark.parametrize(("y", "make", "die"), [
    (46, man, "d6"),      # from outside into the wood
    (57.5, man, "d6"),    # in the same wood, three and a half away
    (58.5, man, "d4"),    # in the same wood, two and a half away
    (46, rider, "d6"),    # a rider in it as a man
])  # fmt: skip
def test_a_wood_that_holds_both_hides_nobody_at_arms_length(y: float, make: Any, die: str) -> None:
    target = make("f1", CONFEDERATE, 50, 63, SOUTH)
    play = table(man("a1", UNION, 50, y), IDLE, target, ground=field(area("woods", 30, 55, 70, 75)))
    play.acts("a1", "fire:0:f", dice=["d8:1", f"{die}:1", "d6:1"])
    assert play.all(ShotFired)


@clause("skirmish.shooting.horse-harm")
@pytest.mark.parametrize(("before", "roll", "fall", "mounted", "tests"), [
    (0, 5, [], True, False),            # a graze of the horse is nothing
    (0, 6, [], True, False),            # a wound of the horse is no injury
    (1, 6, ["d6:4"], False, False),     # the second brings it down
    (1, 6, ["d6:5"], False, True),      # and its rider may be hurt, who is an injured member
    (0, 8, ["d6:4"], False, False),     # disabled is down at once
])  # fmt: skip
def test_what_a_hit_does_to_a_horse(before: int, roll: int, fall: list[str], mounted: bool, tests: bool) -> None:
    riders = [rider("f1", CONFEDERATE, 50, 60, SOUTH, horse=before), rider("f2", CONFEDERATE, 90, 90)]
    play = table(man("a1", UNION, 50, 50), IDLE, riders)
    after = ["d8:8"] if tests else []
    play.acts("a1", "fire:0:f", dice=[f"d8:{roll}", "d4:4", "d6:2", "d6:4", *fall])
    play.to_phase(CONFEDERATE, 1, dice=after)
    assert (play.figure("f1").arm == "mounted", bool(play.all(MoraleTested))) == (mounted, tests)


@clause("skirmish.shooting.loading-progress")
@pytest.mark.parametrize(("state", "progress", "after"), [("ok", 2, 2), ("break", 2, 0), ("break", 3, 3)])
def test_a_loading_half_done_outlasts_a_wound_but_not_a_fright(state: str, progress: int, after: int) -> None:
    men = [man("f1", CONFEDERATE, 50, 60, SOUTH, progress=progress), man("f2", CONFEDERATE, 50, 70, SOUTH, harm=2)]
    group: dict[str, Any] = {"start": 6}
    if state == "break":
        men += [man(f"f{n}", CONFEDERATE, 5, 5, harm=3, place="gone") for n in (3, 4)]
        group["nco"] = "f2"
    play = table(man("a1", UNION, 50, 44), IDLE, men, groups={"f": group})
    die = "d8:3" if state == "break" else "d8:8"
    play.acts("a1", "fire:0:f", dice=["d8:6", "d4:4", "d6:2"])
    play.to_phase(CONFEDERATE, 1, dice=[die])
    assert (play.figure("f1").harm, play.figure("f1").firearms[0].progress) == (1, after)


@clause("skirmish.shooting.one-shot-per-loading")
def test_a_man_with_two_weapons_fires_each_with_an_action_of_its_own() -> None:
    arms = (Firearm("minie-rifle", False, False, 3), Firearm("pistol", False, False, 1))
    play = table(man("a1", UNION, 50, 50, firearms=arms), IDLE, man("f1", CONFEDERATE, 50, 60, SOUTH))
    play.acts("a1", "fire:0:f", dice=MISS).to_phase(UNION, 2)
    keys = offered(play, "a1")
    assert ("fire:1:f" in keys, "fire:0:f" in keys, "load:0" in keys, "load:1" in keys) == (True, False, True, False)


@clause("skirmish.shooting.front-rank-test")
def test_a_volley_is_foretold_as_it_is_fired() -> None:
    """Who is behind the front rank comes into the open when it falls, and nobody fires at the fallen alone."""
    ranks = [man("f1", CONFEDERATE, 50, 60, SOUTH, harm=1), man("f2", CONFEDERATE, 50, 62, SOUTH, harm=1)]
    men = [man(f"a{n}", UNION, 50, 51 - 2 * n) for n in range(1, 4)]
    play = table(men, ranks, FAR).choose("a")
    told = under_fire(play.state, [(play.figure(id), 0) for id in ("a1", "a2", "a3")], "f")[0]
    odds = fold([Told(play.state).stage] * 3, (1, 1))
    both = float(odds.where(lambda harms: min(harms) >= 2))
    assert told.exact
    assert dict(told.chances)["2 men down"] == pytest.approx(both)


class Told:
    """A shot at two men one behind the other, by the sheet's own words."""

    def __init__(self, state: Any) -> None:
        self.chances = shot_weights(Shot("regular", "minie-rifle", 9.0, "open", settings=state.settings))

    def stage(self, harms: tuple[int, int], dice: Any) -> tuple[int, int]:
        if min(harms) >= 2:
            return harms
        front = harms[0] < 2
        lying = not front and harms[0] == 2
        place = 0 if front else dice.ask(Face(sided(2), Why("drawn", "", ""))) - 1 if lying else 1
        result = RESULTS[dice.ask(Draw("result", RESULTS, RESULT, self.chances))]
        after = min(3, harms[place] + {"wound": 1, "disabled": 2, "killed": 3}.get(result, 0))
        return (after, harms[1]) if place == 0 else (harms[0], after)


@clause("skirmish.shooting.eligible-targets")
def test_the_umpires_volley_does_not_find_the_killed() -> None:
    """Disabled men stay in the pool while somebody stands, the killed do not: its odds are its throws."""
    volley = Volley((Shooter("elite", "musket"),) * 3, (Mark("a", 20.0), Mark("b", 21.0)), ("open", "open"), (0, 1))

    def by_hand(shooter: Shooter) -> Any:
        return lambda toll, dice: volley_shot(volley, shooter, toll, dice)[0]

    plain = fold([by_hand(shooter) for shooter in volley.shooters], Toll(volley.harms))
    quick = volley_odds(volley)
    assert {toll: plain.chance(toll) for toll in plain.weights} == {
        toll: quick.chance(toll) for toll in quick.weights if quick.weights[toll]
    }


# ---------------------------------------------------------------- hand to hand


def fought(*men: Figure, dice: Sequence[str] = (), things: tuple[Any, ...] = (), **rest: Any) -> Table:
    """The melee phase and the tests after it, and no more."""
    return Table(position(*men, FAR, IDLE, ground=field(*things), **rest), Melee(""), Window(), dice=dice)


def settled(play: Table, *answers: tuple[str, Sequence[str]]) -> BoutFought:
    """The combat, after the answers to what is asked before it."""
    for key, dice in answers:
        play.choose(key, dice=dice)
    return play.last(BoutFought)


A1 = man("a1", UNION, 50, 50)
F1 = man("f1", CONFEDERATE, 50, 52, SOUTH)


@clause("skirmish.melee.minus-stacking")
def test_a_wounded_man_against_three_takes_three_off_his_quality_alone() -> None:
    ring = [man("f1", CONFEDERATE, 50, 52), man("f2", CONFEDERATE, 52, 50), man("f3", CONFEDERATE, 48, 50)]
    play = fought(man("a1", UNION, 50, 50, harm=1), *ring)
    found = settled(play, ("f2", ["d8:2", "d6:4", "d8:1", "d6:4"]))
    assert (found.a_score, found.b_score, found.bout.b[0]) == (4, 4, "f2")


@clause("skirmish.melee.primary")
def test_only_the_primary_of_the_many_is_hurt() -> None:
    pair = [man("f1", CONFEDERATE, 50, 52, SOUTH), man("f2", CONFEDERATE, 52, 50, SOUTH)]
    play = fought(man("a1", UNION, 50, 50, quality="elite"), *pair)
    play.choose("f2", dice=["d12:12", "d6:1", "d8:1", "d6:1", "d8:8"])
    assert (play.figure("f1").harm, play.figure("f2").harm) == (0, 3)


@clause("skirmish.melee.horse-die-exception")
@pytest.mark.parametrize(("second", "horse"), [("bayonet", []), ("butt-sword", ["d6:1"])])
def test_a_bayonet_in_second_place_keeps_the_horse_off(second: str, horse: list[str]) -> None:
    foot = [man("a1", UNION, 50, 50, melee="butt-sword"), man("a2", UNION, 52.4, 51.6, melee=second)]
    play = fought(*foot, rider("f1", CONFEDERATE, 50, 52.5, SOUTH))
    assert settled(play, ("a1", ["d8:3", "d4:1", "d8:4", "d6:1", *horse])).bout.a[0] == "a1"


@clause("skirmish.melee.primary")
def test_a_rider_with_one_before_and_one_behind_him_fights_the_one_before() -> None:
    foot = [man("a1", UNION, 50, 49.5, melee="butt-sword"), man("a2", UNION, 50, 54.5, SOUTH, melee="butt-sword")]
    play = fought(*foot, rider("f1", CONFEDERATE, 50, 52, SOUTH), dice=["d8:3", "d4:1", "d8:4", "d6:1", "d6:1"])
    found = play.last(BoutFought)
    assert (found.bout.a[0], found.b_score) == ("a1", 3)


@clause("skirmish.melee.plus-one")
@pytest.mark.parametrize(("second_on_hill", "score"), [(False, 5), (True, 4)])
def test_uphill_of_all_means_all(second_on_hill: bool, score: int) -> None:
    """Two against him cost one; uphill of both gains one back, of the primary alone nothing."""
    place = (51.7, 49.0) if second_on_hill else (51.7, 51.1)
    pair = [F1, man("f2", CONFEDERATE, *place, SOUTH)]
    play = fought(A1, *pair, things=(hill(1, 40, 40, 60, 50.5),))
    assert settled(play, ("f1", ["d8:5", "d6:1", "d8:5", "d6:1"])).a_score == score


@clause("skirmish.melee.barricade")
@pytest.mark.parametrize(("ours", "theirs"), [(True, False), (False, True), (False, False)])
def test_behind_a_wall_whoever_has_not_charged_defends_it(ours: bool, theirs: bool) -> None:
    """The charger has his point for charging, the other for the wall: both have one in any case."""
    men = [man("a1", UNION, 50, 50, charged=ours), man("f1", CONFEDERATE, 50, 52.2, SOUTH, charged=theirs)]
    found = fought(*men, things=(wall((40, 51.1), (60, 51.1)),), dice=["d8:5", "d6:1", "d8:5", "d6:1"]).last(BoutFought)
    assert (found.a_score, found.b_score) == (6, 6)


PUSHED = ["d8:3", "d6:1", "d8:2", "d6:1"]


@clause("skirmish.melee.push-back-behind")
@pytest.mark.parametrize(("more", "things", "y1", "y2"), [
    ([], (), 54.0, None),
    ([man("f2", CONFEDERATE, 50, 54.5, SOUTH)], (), 54.0, 56.0),                       # shifted just so far
    ([man("f2", CONFEDERATE, 50, 54.0, SOUTH)], (), 54.0, 56.0),
    ([man("f2", CONFEDERATE, 50, 54.5, SOUTH), man("b1", UNION, 52, 54.5)], (), 52.5, 54.5),   # engaged: he stays
    ([], (wall((40, 54), (60, 54)),), 53.0, None),                                       # a wall stops him
    ([], (area("pond", 40, 53.5, 60, 60),), 53.4, None),                                 # water does
])  # fmt: skip
def test_how_far_a_man_is_pushed(more: list[Figure], things: tuple[Any, ...], y1: float, y2: float | None) -> None:
    play = fought(A1, F1, *more, things=things, dice=() if len(more) > 1 else PUSHED)
    if len(more) > 1:
        play.choose("rest", dice=[*PUSHED, "d8:1", "d6:1", "d8:1", "d6:1"])
    assert play.figure("f1").pose.y == pytest.approx(y1, abs=0.11)
    if y2 is not None:
        assert play.figure("f2").pose.y == pytest.approx(y2, abs=0.11)
    assert not play.all(MoraleTested)


@clause("skirmish.melee.push-back-terms")
def test_the_edge_of_the_table_stops_a_man_who_is_pushed() -> None:
    play = fought(man("a1", UNION, 50, 116.5), man("f1", CONFEDERATE, 50, 118.5, SOUTH), dice=PUSHED)
    assert play.figure("f1").pose.y == pytest.approx(119.0, abs=0.11)


@clause("skirmish.melee.charging")
def test_a_tie_leaves_them_locked_and_the_charger_has_no_point_next_turn() -> None:
    play = table(man("a1", UNION, 50, 50, charged=True), man("f1", CONFEDERATE, 50, 52, SOUTH), phase=2)
    assert "move" not in offered(play, "a1")
    play.choose("stand").until("first", dice=["d8:4", "d6:1", "d8:5", "d6:1", "d6:6", "d6:1"])
    assert (play.last(BoutFought).a_score, play.last(BoutFought).result) == (5, "none")
    play.choose("first").until("first", dice=["d8:4", "d6:1", "d8:4", "d6:1", "d6:6", "d6:1"])
    assert play.last(BoutFought).a_score == 4


@clause("skirmish.melee.dismounted-plus-wound")
@pytest.mark.parametrize(("fall", "harm"), [("d6:4", 1), ("d6:5", 2)])
def test_a_lancer_unhorsed_is_on_foot_in_contact_with_what_he_has(fall: str, harm: int) -> None:
    lancer = rider("f1", CONFEDERATE, 50, 52.5, SOUTH, melee="lance")
    play = fought(A1, lancer, rider("f2", CONFEDERATE, 90, 90), dice=["d8:3", "d8:1", "d8:1", "d6:1", fall, "d8:8"])
    found = play.figure("f1")
    assert (found.arm, found.melee, found.harm) == ("foot", "butt-sword", harm)


@clause("skirmish.melee.broken-in-contact")
def test_who_is_broken_throws_his_quality_and_hurts_nobody() -> None:
    play = fought(A1, F1, groups={"f": {"state": "break", "thrown": 1}}, dice=["d8:1", "d6:1", "d8:8"])
    assert (play.last(BoutFought).b_score, play.figure("a1").harm) == (8, 0)


@clause("skirmish.actions.in-contact")
def test_who_has_only_the_fallen_beside_him_goes_where_he_likes() -> None:
    play = table(A1, IDLE, man("f1", CONFEDERATE, 50, 52, SOUTH, harm=2), man("f2", CONFEDERATE, 50, 80, SOUTH))
    assert {"move", "fire:0:f"} <= set(offered(play, "a1"))


# ---------------------------------------------------------------- nerve


def nerve(men: Sequence[Figure], die: str, *others: Figure, turn: int = 1, **group: Any) -> MoraleTested:
    foe = man("a1", UNION, 56, 28)
    state = position(foe, list(men), *others, turn=turn, groups={"f": {"injured": True, **group}})
    return Table(state, Window(), dice=[die]).last(MoraleTested)


@clause("skirmish.morale.percent-arithmetic")
@pytest.mark.parametrize(("start", "lost", "hurt", "total"), [
    (6, 1, 0, 0), (6, 2, 0, -2), (5, 1, 0, -2), (9, 1, 0, 0), (10, 2, 0, -2), (10, 4, 0, -4), (11, 2, 0, 0),
    (6, 0, 1, 0), (6, 0, 2, -1), (10, 2, 2, -3), (5, 4, 1, -9), (5, 2, 3, -7),
])  # fmt: skip
def test_whole_fifths_of_the_starting_strength(start: int, lost: int, hurt: int, total: int) -> None:
    men = [
        man(f"f{n}", CONFEDERATE, 50 + 3 * (n % 6), 60, SOUTH, harm=1 if n < hurt else 0) for n in range(start - lost)
    ]
    men += [man(f"f{90 + n}", CONFEDERATE, 50, 90 + 2 * n, harm=2) for n in range(lost)]
    assert nerve(men, "d8:8", start=start).score == 8 + total


@clause("skirmish.morale.modifiers-cumulate")
def test_everything_bad_at_once() -> None:
    """One of five down, and he the NCO; two wounded; the commander down this turn; retiring, an enemy in the rear."""
    men = [man(f"f{n}", CONFEDERATE, 50 + 3 * n, 60, SOUTH, harm=1 if n < 3 else 0) for n in range(1, 5)]
    men.append(man("f5", CONFEDERATE, 50, 70, role="nco", harm=3, place="gone"))
    fallen = chief(CONFEDERATE, 60, 80, harm=2)
    behind = man("u1", UNION, 56, 90, SOUTH)
    state = position(man("a1", UNION, 56, 28), men, fallen, behind, groups={
        "f": {"injured": True, "start": 5, "nco": "f5", "motion": "retiring"}})  # fmt: skip
    state.armies = tuple([replace(army, fell=1) if army.side == CONFEDERATE else army for army in state.armies])
    found = Table(state, Window(), dice=["d8:8"]).last(MoraleTested)
    assert (found.score, found.result) == (8 - 2 - 2 - 2 - 3 - 1 - 1, "break")


@clause("skirmish.morale.mod-commander-near")
@pytest.mark.parametrize(("y", "harm", "total"), [(112, 0, 2), (112.1, 0, 0), (112, 1, 2)])
def test_the_commander_at_fifty_centimetres_wounded_or_not(y: float, harm: int, total: int) -> None:
    men = squad("f", CONFEDERATE, 5, 50, 60, SOUTH)
    assert nerve(men, "d8:4", chief(CONFEDERATE, 56, y, harm=harm)).score == 4 + total


@clause("skirmish.morale.trigger-charged")
def test_a_broken_group_that_is_charged_throws_and_stays_broken() -> None:
    men = [squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 3, 50, 60, SOUTH)]
    play = table(*men, groups={"f": {"state": "break", "thrown": 1, "ran": True}})
    play.choose("a").choose("charge:f", dice=["d8:8"])
    assert (play.last(MoraleTested).result, play.group("f").state) == ("ok", "break")


@clause("skirmish.morale.trigger-commander-killed")
def test_a_commander_killed_hand_to_hand_is_mourned_once() -> None:
    men = [*squad("f", CONFEDERATE, 3, 150, 100, SOUTH), chief(CONFEDERATE, 50, 52)]
    play = table(man("a1", UNION, 50, 50, quality="elite"), men, phase=2)
    play.until("first", dice=["d12:12", "d6:1", "d10:1", "d6:1", "d8:8", "d6:6", "d6:1"])
    assert [(event.group, event.score) for event in play.all(MoraleTested)] == [("f", 5)]
    play.to_phase(CONFEDERATE, 1)
    assert len(play.all(MoraleTested)) == 1


@clause("skirmish.turn.morale-window")
def test_two_men_hit_in_a_phase_make_one_throw() -> None:
    men = squad("f", CONFEDERATE, 5, 50, 60, SOUTH)
    play = table(man("a1", UNION, 50, 50), man("a2", UNION, 62, 50), man("a3", UNION, 90, 20), men)
    for id, victim in (("a1", "d5:1"), ("a2", "d5:1")):
        play.acts(id, "fire:0:f", dice=[victim, "d8:6", "d4:4", "d6:2"])
    play.to_phase(CONFEDERATE, 1, dice=["d8:8"])
    assert [event.score for event in play.all(MoraleTested)] == [6]


@clause("skirmish.morale.repeat-tests")
def test_what_is_thrown_while_falling_back_binds_on_when_that_has_lapsed() -> None:
    """Fall back was thrown in turn 1, no advance in turn 2: in turn 3 they may still not advance."""
    men = squad("f", CONFEDERATE, 5, 50, 60, SOUTH)
    men[4] = man("f5", CONFEDERATE, 62, 60, harm=2)
    play = table(man("a1", UNION, 56, 30), man("a2", UNION, 90, 20), men, turn=2, groups={
        "f": {"state": "fall-back", "thrown": 1}})  # fmt: skip
    play.acts("a1", "fire:0:f", dice=["d5:1", "d8:5", "d4:4", "d8:2"])
    play.to_phase(CONFEDERATE, 1, dice=["d8:2"])
    assert (play.last(MoraleTested).result, play.group("f").state) == ("no-advance", "fall-back")
    play.until("first", dice=["d6:6", "d6:1"]).to_phase(CONFEDERATE, 1)
    assert play.group("f").state == "no-advance"
    assert play.no_walk("f1", (50, play.place("f1")[1] - 5)) == ["morale.no-advance-terms"]


@clause("skirmish.morale.fall-back-terms")
def test_who_falls_back_and_is_frightened_again_owes_both_moves() -> None:
    """He has not made the first when the second is thrown."""
    men = squad("f", CONFEDERATE, 5, 50, 60, SOUTH)
    men[3:] = [man("f4", CONFEDERATE, 62, 60, harm=2), man("f5", CONFEDERATE, 65, 60, harm=2)]
    play = table(man("a1", UNION, 56, 30), man("a2", UNION, 90, 20), men, turn=2, groups={
        "f": {"state": "fall-back", "thrown": 1}})  # fmt: skip
    play.acts("a1", "fire:0:f", dice=["d5:1", "d8:5", "d4:4", "d8:2"])
    play.to_phase(CONFEDERATE, 1, dice=["d8:2"])
    assert play.last(MoraleTested).result == "fall-back"
    assert offered(play, "f1") == ["back", "stand"]
    play.choose("back").until("first", dice=["d6:6", "d6:1"]).to_phase(CONFEDERATE, 1)
    assert offered(play, "f1") == ["back", "stand"]


@clause("skirmish.rally.terms")
@pytest.mark.parametrize(("state", "dice", "after"), [
    ("break", ["d8:3"], "break"), ("break", ["d8:4"], "ok"), ("break-no-rally", [], "break-no-rally"),
])  # fmt: skip
def test_rallies(state: str, dice: list[str], after: str) -> None:
    men = squad("a", UNION, 4, 50, 60, spent=1)
    play = table(men, man("f1", CONFEDERATE, 55, 80, SOUTH), phase=2, groups={"a": {"state": state, "thrown": 1}})
    play.choose("a").choose("run", dice=dice)
    assert play.group("a").state == after
    assert len([event for event in play.all(Moved) if event.cause == "run"]) == 4


@clause("skirmish.morale.leader-bonus")
def test_a_leader_of_the_class_of_the_few_counts_against_the_class_of_the_many() -> None:
    """Two green men and two regulars tie: the lower die, and a regular NCO is then the better."""
    men = [man(f"f{n}", CONFEDERATE, 50 + 3 * n, 60, SOUTH, quality="green" if n < 3 else "regular") for n in (1, 2, 3)]
    men.append(man("f4", CONFEDERATE, 62, 60, SOUTH, role="nco"))
    assert nerve(men, "d6:4", start=4).score == 5
