"""What the sheet says, tried in play: riders' halves, charges, the disabled, commanders, objectives, horses."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Marched
from roundtop.rulebooks.skirmish.charge.contact import way_at, way_to_contact
from roundtop.rulebooks.skirmish.charge.table import charge_targets
from roundtop.rulebooks.skirmish.climbing.events import Climbed
from roundtop.rulebooks.skirmish.field import escort_of, gap, in_contact, in_rear, moved_to, touching
from roundtop.rulebooks.skirmish.fire.aim import can_shoot, marks
from roundtop.rulebooks.skirmish.fire.events import Loaded, ShotFired
from roundtop.rulebooks.skirmish.horses.events import HorseGone
from roundtop.rulebooks.skirmish.morale.events import MoraleTested
from roundtop.rulebooks.skirmish.movement.events import Moved
from roundtop.rulebooks.skirmish.movement.rule import RATE_CM
from roundtop.rulebooks.skirmish.state import Firearm, Goal, Thing
from roundtop.rulebooks.skirmish.victory.table import outcome_of
from roundtop.table.path import leg, shift
from tests.clauses import clause

from .table import CONFEDERATE, SOUTH, UNION, Table, chief, field, man, position, rider, squad, table, wall

FAR = man("z1", CONFEDERATE, 170, 110, SOUTH)
NEAR = man("z1", CONFEDERATE, 56, 95, SOUTH)
MISS = ["d8:1", "d4:1", "d10:8"]
CARBINE = (Firearm("repeating-bl-rifle", False, False, 1),)
EMPTY = (Firearm("repeating-bl-rifle", False, False, 0),)


# ---------------------------------------------------------------- both halves of a rider's action


def troop(firearms: tuple[Firearm, ...] = CARBINE, **rest: Any) -> Table:
    return table([rider(f"a{n}", UNION, 50 + 4 * n, 40, firearms=firearms) for n in (1, 2)], NEAR, **rest)


@clause("skirmish.actions.ride-and-act")
def test_after_all_fire_the_horses_still_move() -> None:
    play = troop().choose("a").choose("fire:z", dice=[*MISS, *MISS])
    assert play.asked[1] == "act"
    assert {"a1", "a2", "together", "done"} == set(play.keys)
    play.choose("together").march(shift(0.0, 20.0))
    assert [event.paid for event in play.all(Moved)] == [False, False]
    assert {play.figure(id).spent for id in ("a1", "a2")} == {1}
    assert play.asked[1] == "group" or "a1" not in play.keys


@clause("skirmish.actions.ride-and-act")
def test_after_all_load_one_rider_still_rides() -> None:
    play = troop(EMPTY).choose("a").choose("load")
    assert len(play.all(Loaded)) == 2
    play.choose("a1")
    assert play.keys == ["stand", "move"]
    play.choose("move").march(*play.form.ways[0].manoeuvres)
    assert (play.figure("a1").spent, play.figure("a1").rides) == (1, 1)
    assert "a1" not in play.keys


@clause("skirmish.actions.ride-and-act")
def test_after_a_move_together_the_riders_still_fire() -> None:
    play = troop().choose("a").choose("together").march(shift(0.0, 20.0))
    assert {"a1", "a2", "fire:z", "done"} == set(play.keys)
    play.choose("fire:z", dice=[*MISS, *MISS])
    assert [event.paid for event in play.all(ShotFired)] == [False, False]
    assert {play.figure(id).spent for id in ("a1", "a2")} == {1}
    assert play.asked[1] != "act"


@clause("skirmish.actions.ride-and-act-limits")
def test_a_muzzle_loader_loaded_standing_ends_the_riders_action_by_the_house_rule() -> None:
    musket = (Firearm("musket", False, False, 0),)
    play = troop(musket, muzzle_load_on_moving_horse=False).choose("a").choose("load")
    assert play.asked[1] != "act"
    generous = troop(musket).choose("a").choose("load")
    assert generous.asked[1] == "act"


def test_who_thinks_better_of_moving_has_not_acted() -> None:
    play = table(squad("a", UNION, 2, 50, 50), FAR).choose("a").choose("together").march()
    assert {"a1", "a2"} <= set(play.keys)
    play.choose("a1").choose("move").march()
    assert {"a1", "a2"} <= set(play.keys)
    assert play.figure("a1").spent == 0


def test_a_way_that_nobody_can_go_is_refused() -> None:
    play = table(squad("a", UNION, 2, 50, 1), FAR).choose("a").choose("together")
    assert play.refusal(Marched((shift(0.0, -10.0),))) == ["movement.path"]
    assert "home" not in [way.key for way in play.form.ways]


# ---------------------------------------------------------------- charges


@clause("skirmish.movement.charge-declaration")
def test_who_has_not_acted_may_charge_although_a_comrade_has() -> None:
    play = table(squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 3, 50, 60, SOUTH), FAR)
    play.choose("a").choose("a1").choose("fire:0:f", dice=["d3:1", "d8:1", "d4:1", "d6:5"])
    assert "charge:f" in play.keys
    play.charge("f", dice=["d8:5"])
    assert [event.figure for event in play.all(Moved)] == ["a2", "a3"]


@clause("skirmish.movement.charge-move")
def test_the_player_says_who_goes_and_at_whom() -> None:
    play = table(squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 3, 50, 60, SOUTH), FAR)
    play.choose("a").choose("charge:f", dice=["d8:5"])
    assert play.asked[1] == "home"
    assert [slot.key for slot in play.form.slots] == ["a1", "a2", "a3"]
    assert "f2" in [item.key for item in play.form.slots[0].items]
    play.assign(a1="f2")
    assert [event.figure for event in play.all(Moved)] == ["a1"]
    assert [foe.id for foe in touching(play.state, play.figure("a1"))] == ["f2"]
    assert {"a2", "a3"} <= set(play.keys)
    assert "charge:f" not in play.keys


@clause("skirmish.movement.charge-move")
def test_a_charge_goes_round_what_is_in_the_way() -> None:
    state = position(
        man("a1", UNION, 50, 50), man("g1", CONFEDERATE, 50, 54.5, SOUTH), man("f1", CONFEDERATE, 50, 58, SOUTH), FAR
    )
    assert "f" in charge_targets(state, "a")
    way = way_to_contact(state, state.figures["a1"], [state.figures["f1"]])
    assert way is not None
    assert len(way.manoeuvres) == 2
    assert way.cost <= RATE_CM["foot"] + 0.01
    there = moved_to(state.figures["a1"], way.end)
    assert [foe.id for foe in touching(state, there)] == ["f1"]
    assert gap(there, state.figures["g1"], state.settings) > 0.1


@clause("skirmish.movement.charge-move")
def test_a_charge_goes_round_the_end_of_a_wall() -> None:
    ground = field(wall((40, 53), (52, 53)))
    state = position(man("a1", UNION, 50, 51), man("f1", CONFEDERATE, 50, 57, SOUTH), FAR, ground=ground)
    way = way_to_contact(state, state.figures["a1"], [state.figures["f1"]])
    assert way is not None
    assert way.cost <= RATE_CM["foot"] + 0.01
    long = field(wall((40, 53), (60, 53)))
    shut = position(man("a1", UNION, 50, 51), man("f1", CONFEDERATE, 50, 57, SOUTH), FAR, ground=long)
    assert way_to_contact(shut, shut.figures["a1"], [shut.figures["f1"]]) is None


def test_a_rider_may_be_charged_from_behind() -> None:
    state = position(man("a1", UNION, 50, 50), rider("f1", CONFEDERATE, 50, 55, SOUTH), FAR)
    foe = state.figures["f1"]
    front = way_at(state, state.figures["a1"], foe)
    assert front is not None
    assert not in_rear(foe, moved_to(state.figures["a1"], front.end))
    rear = way_at(state, state.figures["a1"], foe, True)
    assert rear is not None
    assert in_rear(foe, moved_to(state.figures["a1"], rear.end))
    play = table(man("a1", UNION, 50, 50), rider("f1", CONFEDERATE, 50, 55, SOUTH), FAR)
    play.choose("a").choose("charge:f", dice=["d8:8"])
    assert [item.key for item in play.form.slots[0].items] == ["f1", "f1:rear", "hand"]
    play.assign(a1="f1:rear")
    assert in_rear(play.figure("f1"), play.figure("a1"))


@clause("skirmish.morale.trigger-charged")
@clause("skirmish.morale.break-terms")
def test_who_breaks_before_a_charge_runs_before_contact() -> None:
    dead = [man(f"f{n}", CONFEDERATE, 10, 100, harm=3, place="gone") for n in range(3, 9)]
    play = table(squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 2, 50, 60, SOUTH), dead, FAR)
    play.choose("a").choose("charge:f", dice=["d8:1"])
    assert play.last(MoraleTested).result == "break-no-rally"
    ran = [event for event in play.all(Moved) if event.cause == "run"]
    assert [event.figure for event in ran] == ["f1", "f1", "f2", "f2"]
    assert {play.figure(id).spent for id in ("f1", "f2")} == {2}
    assert play.place("f1")[1] > 83.0
    assert {"a1", "a2", "a3"} <= set(play.keys)
    assert not [event for event in play.all(Moved) if event.cause == "charge"]


def test_who_has_no_action_left_is_caught() -> None:
    dead = [man(f"f{n}", CONFEDERATE, 10, 100, harm=3, place="gone") for n in range(3, 9)]
    spent = squad("f", CONFEDERATE, 2, 50, 60, SOUTH, spent=2)
    play = table(squad("a", UNION, 3, 50, 50), spent, dead, FAR)
    play.choose("a").charge("f", dice=["d8:1"])
    assert play.last(MoraleTested).result == "break-no-rally"
    assert in_contact(play.state, play.figure("f1"))


# ---------------------------------------------------------------- cohesion, the disabled, the commander


@clause("skirmish.movement.cohesion")
def test_a_straggler_fires_and_loads_but_moves_only_towards_his_own() -> None:
    men = [man("a1", UNION, 50, 50), man("a2", UNION, 53, 50), man("a3", UNION, 80, 50, straggling=True)]
    play = table(men, FAR).choose("a").choose("a3")
    assert "fire:0:z" in play.keys
    play.choose("move")
    assert play.refusal(Marched((shift(4.0, 0.0),)))
    assert (
        charge_targets(position(man("a1", UNION, 50, 50, straggling=True), man("f1", CONFEDERATE, 50, 55)), "a") == []
    )


@clause("skirmish.shooting.eligible-targets")
@clause("skirmish.shooting.disabled-plus-wound")
def test_a_disabled_man_may_be_hit_again_but_draws_no_fire_by_himself() -> None:
    state = position(
        man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 70, harm=2), man("f2", CONFEDERATE, 53, 72), FAR
    )
    assert sorted(mark.id for mark in marks(state, state.figures["a1"], "minie-rifle", "f")) == ["f1", "f2"]
    alone = position(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 70, harm=2), FAR)
    assert not can_shoot(alone, alone.figures["a1"], "minie-rifle", "f")


@clause("skirmish.setup.force-commander")
@clause("skirmish.leaders.attach")
@pytest.mark.parametrize(("away", "near"), [(12.0, True), (12.2, False)])
def test_a_commander_near_a_group_is_in_its_pool_and_not_singled_out(away: float, near: bool) -> None:
    state = position(
        man("a1", UNION, 20, 76), squad("f", CONFEDERATE, 2, 50, 70, SOUTH), chief(CONFEDERATE, 50, 70 + away), FAR
    )
    shooter = state.figures["a1"]
    assert (escort_of(state, CONFEDERATE) == "f") is near
    assert ("confederate-chief" in [mark.id for mark in marks(state, shooter, "minie-rifle", "f")]) is near
    assert can_shoot(state, shooter, "minie-rifle", "confederate-chief") is not near


# ---------------------------------------------------------------- objectives


def goal(holder: str, since: int = 0, points: int = 1) -> Goal:
    return Goal(
        id="hill",
        name="The hill",
        x=50.0,
        y=60.0,
        radius=6.0,
        points=points,
        side="",
        decisive=False,
        holder=holder,
        since=since,
    )


@clause("skirmish.victory.tally")
@pytest.mark.parametrize(
    ("holder", "since", "winner"), [(UNION, 3, UNION), (UNION, 4, None), (UNION, 0, None), (CONFEDERATE, 0, None)]
)
def test_what_is_taken_and_held_for_a_turn_wins(holder: str, since: int, winner: str | None) -> None:
    state = position(
        squad("a", UNION, 4, 50, 60), squad("f", CONFEDERATE, 4, 50, 100), goals=(goal(holder, since),), turn=4
    )
    found = outcome_of(state)
    assert (found.winner if found is not None else None) == winner
    assert found is None or found.reason == "objectives"


@clause("skirmish.victory.force-break")
@clause("skirmish.victory.tally")
@pytest.mark.parametrize(("holder", "since", "able", "turn", "end"), [
    ("", 0, 2, 4, (CONFEDERATE, "force-break")),             # nothing held: a broken force has lost
    (UNION, 0, 2, 4, None),                                  # it still holds what was to be taken: come and take it
    (UNION, 2, 2, 4, (UNION, "objectives")),                 # and what it took it has kept
    (UNION, 4, 2, 4, None),
    (UNION, 0, 2, 12, (UNION, "objectives")),                # held until time is up
    (UNION, 0, 0, 4, (CONFEDERATE, "force-break")),          # nobody is left to hold it
    (CONFEDERATE, 4, 2, 4, (CONFEDERATE, "objectives")),     # taken in this very turn from a broken force
    (CONFEDERATE, 0, 2, 4, (CONFEDERATE, "force-break")),
])  # fmt: skip
def test_a_broken_force_has_lost_unless_it_holds_what_the_other_wants(
    holder: str, since: int, able: int, turn: int, end: tuple[str, str] | None
) -> None:
    fallen = [man(f"a{n}", UNION, 10, 10 + n, harm=3, place="gone") for n in range(1, 5)]
    left = squad("b", UNION, able, 50, 60)
    goals = (goal(holder, since),) if holder else ()
    found = outcome_of(position(fallen, left, squad("f", CONFEDERATE, 4, 50, 100), goals=goals, turn=turn))
    assert (None if found is None else (found.winner, found.reason)) == end


# ---------------------------------------------------------------- horses and ladders


@clause("skirmish.setup.weapon-categories")
def test_a_lancer_who_mounts_again_has_his_lance() -> None:
    play = table(rider("a1", UNION, 50, 20, melee="lance"), man("a2", UNION, 60, 20), FAR)
    play.acts("a1", "dismount")
    assert play.figure("a1").melee == "butt-sword"
    horse = play.state.things[0].id
    play.to_phase(UNION, 2).acts("a1", f"mount:{horse}")
    assert (play.figure("a1").melee, play.figure("a1").melee_foot) == ("lance", "butt-sword")


@clause("skirmish.actions.horse-left-standing")
def test_as_many_horses_as_can_be_held_are_held() -> None:
    horses = tuple(Thing(id=f"h{n}", kind="horse", name="horse", x=50.0 + 3 * n, y=20.0, group="a") for n in range(5))
    men = [man("a1", UNION, 55, 22), man("a2", UNION, 43, 20)]
    play = table(men, FAR, things=horses, horse_holders=True)
    play.until("first", dice=["d6:5", "d6:2"])
    assert [event.thing for event in play.all(HorseGone)] == []


@clause("skirmish.actions.climb-crossing")
def test_a_ladder_takes_a_man_over_a_wall_in_fewer_actions() -> None:
    high = field(wall((30, 53), (70, 53)))
    ladder = Thing("ladder", "ladder", "ladder", 50.0, 52.0, amount=6.0)
    play = table(
        man("a1", UNION, 50, 52), man("a2", UNION, 40, 40), FAR, ground=high, things=(ladder,), heights=(("wall", 6.0),)
    )
    play.acts("a1", "ladder:ladder")
    assert play.last(Climbed).over
    assert play.place("a1")[1] > 53.9
    nowhere = table(man("a1", UNION, 50, 52), man("a2", UNION, 40, 40), FAR, things=(ladder,))
    nowhere.choose("a").choose("a1")
    assert "ladder:ladder" not in nowhere.keys


# ---------------------------------------------------------------- charges drawn by hand


def by_hand(**rest: Any) -> Table:
    """One man of two is to go in by a way of his own; the enemy is ten centimetres off, another group to the left."""
    others = man("k1", CONFEDERATE, 44, 60, SOUTH)
    play = table(squad("a", UNION, 2, 50, 50), squad("f", CONFEDERATE, 2, 50, 60, SOUTH), others, **rest)
    play.choose("a").choose("charge:f", dice=["d8:5"]).assign(a1="hand")
    assert play.asked[1] == "charge-way"
    return play


@clause("skirmish.movement.charge-move")
@pytest.mark.parametrize(("legs", "touched"), [
    ([(50.0, 57.95)], ["f1"]),                               # straight
    ([(52.0, 54.0), (51.0, 58.21)], ["f1"]),                 # by a bend
    ([(52.0, 54.0), (54.0, 58.18)], ["f2"]),                 # at the other man
    ([(51.5, 58.59)], ["f1", "f2"]),                         # between the two
    ([], ["f1"]),                                            # he stays after all, but somebody has to go
])  # fmt: skip
def test_a_charger_goes_in_by_legs_that_his_player_draws(legs: list[tuple[float, float]], touched: list[str]) -> None:
    play = by_hand().march(*[leg(x, y) for x, y in legs])
    assert [foe.id for foe in touching(play.state, play.figure("a1"))] == touched
    assert [(event.cause, event.paid) for event in play.all(Moved)] == [("charge", True)]
    assert play.figure("a1").spent == 1


@clause("skirmish.movement.charge-move")
@clause("skirmish.movement.contact-only-by-charge")
@pytest.mark.parametrize(("legs", "reasons"), [
    ([(50.0, 55.0)], ["movement.charge-move"]),                                     # not into contact
    ([(44.0, 57.95)], ["movement.contact-only-by-charge", "movement.charge-move"]),  # at a group not charged
    ([(58.0, 50.0), (53.0, 57.95)], ["movement.foot-rate"]),                        # farther than an action goes
    ([(50.0, 62.0)], ["movement.charge-move"]),                                    # through the man to his rear
    ([(50.0, 59.0)], ["movement.interpenetration", "movement.charge-move"]),        # on to his base
])  # fmt: skip
def test_a_way_that_is_no_charge_is_refused(legs: list[tuple[float, float]], reasons: list[str]) -> None:
    assert set(by_hand().refusal(Marched(tuple(leg(x, y) for x, y in legs)))) == set(reasons)


@clause("skirmish.movement.charge-move")
def test_the_others_find_their_way_after_those_whose_way_is_drawn() -> None:
    play = table(squad("a", UNION, 2, 50, 50), squad("f", CONFEDERATE, 1, 51, 60, SOUTH), FAR)
    play.choose("a").choose("charge:f", dice=["d8:8"]).assign(a1="f1", a2="hand")
    play.march(leg(51.0, 57.95))
    assert [(event.figure, event.cause) for event in play.all(Moved)] == [("a2", "charge"), ("a1", "charge")]
    assert in_contact(play.state, play.figure("a1"))


# ---------------------------------------------------------------- deeds from the saddle


GATE = Thing("gate", "deed", "open the gate", 52.5, 46.0, points=1)


@clause("skirmish.actions.other-deeds")
@clause("skirmish.actions.ride-and-act")
def test_a_rider_does_a_deed_and_rides_on_or_rides_up_and_does_it() -> None:
    first = table(rider("a1", UNION, 50, 46), FAR, things=(GATE,)).acts("a1", "deed:gate")
    assert first.asked[1:] == ("figure", "a1")
    assert first.keys == ["stand", "move"]
    first.choose("move").march(leg(50.0, 66.0))
    assert (first.figure("a1").spent, first.state.things[0].holder) == (1, UNION)
    after = table(rider("a1", UNION, 50, 30), FAR, things=(GATE,)).walks("a1", (50, 46))
    assert after.keys == ["stand", "fire:0:z", "deed:gate"] or after.keys == ["stand", "deed:gate"]
    after.choose("deed:gate")
    assert (after.figure("a1").spent, after.state.things[0].holder) == (1, UNION)


@clause("skirmish.actions.other-deeds")
@pytest.mark.parametrize(("thing", "x"), [
    (Thing("gate", "deed", "open the gate", 52.5, 46.0), 46.0),                        # out of reach
    (Thing("gate", "deed", "open the gate", 52.5, 46.0, side=CONFEDERATE), 50.0),      # the enemy's to do
    (Thing("gate", "deed", "open the gate", 52.5, 46.0, holder=CONFEDERATE), 50.0),    # done already
    (Thing("keg", "load", "powder keg", 52.5, 46.0), 50.0),                            # nobody carries in the saddle
])  # fmt: skip
def test_what_a_rider_cannot_do_is_not_offered(thing: Thing, x: float) -> None:
    play = table(rider("a1", UNION, x, 46), FAR, things=(thing,)).choose("a").choose("a1")
    assert not [key for key in play.keys if key.startswith(("deed", "take"))]


# ---------------------------------------------------------------- any hit fells the horse


@clause("skirmish.shooting.horse-harm")
@clause("skirmish.shooting.graze")
@pytest.mark.parametrize("graze", ["morale", "none", "duck"])
@pytest.mark.parametrize(("fall", "harm"), [("d6:4", 0), ("d6:5", 1)])
def test_a_grazed_horse_goes_down_where_any_hit_fells_it(graze: str, fall: str, harm: int) -> None:
    shot = ["d8:5", "d4:4", "d6:2", "d6:4"]
    rules = {"graze": graze, "horse_harm": "any-hit-fells"}
    play = table(squad("a", UNION, 2, 50, 50), rider("f1", CONFEDERATE, 50, 60, SOUTH), **rules)
    play.acts("a1", "fire:0:f", dice=[*shot, fall])
    found = play.figure("f1")
    assert (found.arm, found.harm, found.ducking) == ("foot", harm, False)
    assert play.group("f").injured is (harm == 1)
    ladder = table(squad("a", UNION, 2, 50, 50), rider("f1", CONFEDERATE, 50, 60, SOUTH), graze=graze)
    ladder.acts("a1", "fire:0:f", dice=shot)
    assert (ladder.figure("f1").arm, ladder.figure("f1").horse, ladder.group("f").injured) == ("mounted", 0, False)
