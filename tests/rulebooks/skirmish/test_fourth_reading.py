"""What a fourth reader of the sheet tried at the table: groups of foot and horse, upper floors, who counts and when."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Marched
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.deployment.table import size_of
from roundtop.rulebooks.skirmish.fire.events import ShotFired
from roundtop.rulebooks.skirmish.melee.events import BoutFought, Melee
from roundtop.rulebooks.skirmish.morale.events import MoraleTested
from roundtop.rulebooks.skirmish.movement.events import Left
from roundtop.rulebooks.skirmish.state import TO_ARRIVE, Figure, Thing
from roundtop.table.path import leg, shift, turn
from tests.clauses import clause
from tests.rulebooks.skirmish import table as t
from tests.rulebooks.skirmish.table import CONFEDERATE, EAST, SOUTH, UNION, man, rider, squad, table

FAR = man("z1", CONFEDERATE, 170, 110, SOUTH)
IDLE = man("a9", UNION, 20, 5, group="a")
HOUSE = t.field(t.area("building", 40, 50, 60, 70))


def gone(id: str, side: str) -> Figure:
    return man(id, side, 0, 0, harm=3, place="gone")


def bouts(*men: Any, dice: Any = (), **rest: Any) -> t.Table:
    return t.Table(t.position(*men, **rest), Melee(""), dice=dice)


def walkers_and_riders() -> list[Figure]:
    """A commander on foot who is first in the list of a troop of horse."""
    return [t.chief(UNION, 48, 50, group="v"), *[rider(f"v{n}", UNION, 48 + 4 * n, 50) for n in (1, 2)]]


# ---------------------------------------------------------------- foot among horse


@clause("skirmish.movement.charge-declaration")
@pytest.mark.parametrize(("y", "may"), [(76.4, True), (76.6, False)])
def test_horses_charge_as_far_as_horses_go_although_their_commander_walks(y: float, may: bool) -> None:
    play = table(walkers_and_riders(), man("f1", CONFEDERATE, 52, y, SOUTH)).choose("v")
    assert ("charge:f" in play.keys) is may


@clause("skirmish.actions.move")
def test_riders_and_a_walking_commander_move_together_each_at_his_pace() -> None:
    play = table(walkers_and_riders(), FAR).choose("v").choose("together").march(shift(0.0, 24.0))
    assert [play.place(id)[1] for id in ("v1", "v2", "union-chief")] == [74.0, 74.0, 62.0]


@clause("skirmish.setup.table-and-deployment")
def test_a_mixed_group_is_set_up_with_room_for_its_horses() -> None:
    state = t.position(walkers_and_riders(), FAR)
    assert size_of(state, field.members(state, "v")) == (8.0, 8.0)
    assert size_of(state, [state.figures["union-chief"]]) == (3.0, 3.0)


@clause("skirmish.movement.contact-only-by-charge")
@pytest.mark.parametrize(("x", "may"), [(55.05, False), (55.2, True)])
def test_nobody_mounts_a_horse_that_an_enemy_touches(x: float, may: bool) -> None:
    horse = Thing("h", "horse", "horse", 52.5, 50, group="a")
    play = table(man("a1", UNION, 50, 50), IDLE, man("f1", CONFEDERATE, x, 50), FAR, things=(horse,))
    assert ("mount:h" in play.choose("a").choose("a1").keys) is may


@clause("skirmish.melee.mounted-rear")
def test_who_is_sent_at_a_riders_rear_ends_there_to_the_hundredth() -> None:
    foe = rider("f1", CONFEDERATE, 12.2, 49.0, 329.04)
    play = table(rider("a1", UNION, 8.83, 43.38, 75.46), IDLE, foe, FAR)
    play.choose("a").choose("charge:f", dice=["d8:8"])
    if play.asked[1] == "riders":
        play.assign()
    play.assign(a1="f1:rear")
    assert play.figure("a1").charged
    assert field.in_rear(foe, play.figure("a1"))


# ---------------------------------------------------------------- upper floors


@clause("skirmish.melee.contact-test")
@pytest.mark.parametrize(("ours", "theirs", "may"), [(0, 0, True), (1, 1, True), (0, 1, False), (1, 0, False)])
def test_men_on_different_floors_do_not_fight(ours: int, theirs: int, may: bool) -> None:
    men = (man("a1", UNION, 50, 53, level=ours), IDLE, man("f1", CONFEDERATE, 50, 58, SOUTH, level=theirs), FAR)
    assert ("charge:f" in table(*men, ground=HOUSE).choose("a").keys) is may
    under = bouts(man("a1", UNION, 50, 56, level=ours), men[2], ground=HOUSE, dice=["d8:5", "d6:1"] * 2 if may else [])
    assert bool(under.all(BoutFought)) is may


@clause("skirmish.morale.cornered")
@pytest.mark.parametrize(("level", "end"), [(0, (50.0, 48.0)), (1, (44.8, 52.0))])
def test_nobody_runs_out_of_an_upper_window(level: int, end: tuple[float, float]) -> None:
    men = (man("a1", UNION, 50, 55, level=level), man("f1", CONFEDERATE, 50, 90, SOUTH))
    play = table(*men, ground=HOUSE, groups={"a": {"state": "break", "thrown": 1}}).choose("a").choose("run")
    assert (play.place("a1"), play.figure("a1").level) == (end, level)


@clause("skirmish.melee.push-back-terms")
@pytest.mark.parametrize(("level", "least"), [(0, 49.0), (1, 50.0)])
def test_nobody_is_pushed_out_of_an_upper_window(level: int, least: float) -> None:
    men = (man("f1", CONFEDERATE, 50, 53.05, SOUTH, level=level), man("a1", UNION, 50, 51, level=level))
    play = bouts(*men, ground=HOUSE, dice=["d8:1", "d6:1", "d8:2", "d6:1"])
    assert least <= play.place("a1")[1] < least + 0.2


# ---------------------------------------------------------------- charges and nerve


@clause("skirmish.movement.charge-declaration")
def test_when_the_charged_have_run_out_of_reach_the_chargers_do_something_else() -> None:
    men = [*squad("f", CONFEDERATE, 2, 50, 60, SOUTH), *[gone(f"f{n}", CONFEDERATE) for n in (3, 4, 5)]]
    play = table(squad("a", UNION, 3, 50, 52), men, FAR).choose("a").choose("charge:f", dice=["d8:1"])
    assert (play.last(MoraleTested).result, play.place("f1")) == ("break-no-rally", (50.0, 84.0))
    assert play.asked[1] == "act"
    assert not [key for key in play.keys if key.startswith("charge")]
    assert "move" in play.choose("a1").keys


@clause("skirmish.morale.trigger-charged")
def test_who_breaks_before_a_second_charge_leaves_the_fight_he_is_in() -> None:
    men = [*squad("f", CONFEDERATE, 2, 50, 60, SOUTH), *[gone(f"f{n}", CONFEDERATE) for n in (3, 4, 5)]]
    play = table(man("b1", UNION, 50, 57.95), squad("a", UNION, 3, 56, 52), men, FAR)
    assert play.choose("a").choose("charge:f", dice=["d8:1"]).place("f1") == (50.0, 84.0)


@clause("skirmish.morale.duration")
@pytest.mark.parametrize(("die", "state"), [(4, "no-advance"), (3, "fall-back")])
def test_chargers_who_fail_may_fire_but_not_go_on_and_fall_back_only_next_turn(die: int, state: str) -> None:
    own = [man("a1", UNION, 50, 50), gone("a2", UNION), gone("a3", UNION)]
    play = table(own, squad("f", CONFEDERATE, 2, 50, 60, SOUTH)).choose("a").choose("charge:f", dice=[f"d8:{die}"])
    assert play.group("a").state == state
    play.choose("a1")
    assert "fire:0:f" in play.keys
    assert "back" not in play.keys
    assert play.choose("move").refusal(Marched((leg(50, 52),)))


@clause("skirmish.morale.charge-comparison")
@pytest.mark.parametrize(("other", "tests"), [
    (t.chief(CONFEDERATE, 56, 60, group="f"), ["charging", "charged"]),
    (t.chief(CONFEDERATE, 56, 60), ["charged"]),
    (man("f9", CONFEDERATE, 58, 60, group="f", harm=2), ["charged"]),
])  # fmt: skip
def test_who_counts_when_the_charged_are_counted(other: Figure, tests: list[str]) -> None:
    """A commander who is with them, but not one beside them, nor a man who lies there."""
    play = table(squad("a", UNION, 2, 50, 52), squad("f", CONFEDERATE, 2, 50, 60, SOUTH), other, FAR)
    play.choose("a").choose("charge:f", dice=["d8:8"] * len(tests))
    assert [test.cause for test in play.all(MoraleTested)] == tests


@clause("skirmish.morale.fall-back-terms")
def test_a_wounded_man_falls_back_with_the_only_action_he_has_sooner_or_later() -> None:
    men = (man("a1", UNION, 50, 50, harm=1), IDLE, man("f1", CONFEDERATE, 50, 90))
    play = table(*men, turn=2, groups={"a": {"state": "fall-back", "thrown": 1}})
    assert play.choose("a").choose("a1").keys == ["back", "stand"]
    assert play.choose("stand").to_phase(CONFEDERATE, 2).place("a1") == (50.0, 38.0)


@clause("skirmish.morale.break-terms")
def test_a_commander_who_is_with_men_that_run_runs_off_with_them() -> None:
    men = (man("a1", UNION, 50, 10), t.chief(UNION, 53, 10, group="a"), man("b1", UNION, 100, 20), FAR)
    play = table(*men, groups={"a": {"state": "break", "thrown": 1}}).choose("a").choose("run")
    assert [event.figure for event in play.all(Left)] == ["a1", "union-chief"]


@clause("skirmish.morale.injury-means")
@pytest.mark.parametrize(("group", "tests"), [("f", ["f"]), ("confederate-chief", [])])
def test_a_wounded_commander_frightens_only_those_he_is_with(group: str, tests: list[str]) -> None:
    """Near a group he is hit in its pool, and yet no member of it."""
    boss = t.chief(CONFEDERATE, 50, 57, group=group)
    play = table(man("a1", UNION, 50, 30), man("f1", CONFEDERATE, 53, 62, SOUTH), boss, FAR)
    play.acts("a1", "fire:0:f", dice=["d2:1", "d8:3", "d4:1", "d8:1", *["d8:1" for _ in tests]])
    assert play.figure("confederate-chief").harm == 1
    assert [test.group for test in play.all(MoraleTested)] == tests


@clause("skirmish.leaders.commander-loss")
def test_a_disabled_commander_weighs_on_those_who_test_and_makes_nobody_else() -> None:
    shots = [man("a1", UNION, 110, 30, quality="elite"), man("b1", UNION, 50, 30, quality="elite")]
    own = (squad("f", CONFEDERATE, 6, 45, 60, SOUTH), squad("g", CONFEDERATE, 4, 5, 100, SOUTH))
    play = table(shots, t.chief(CONFEDERATE, 110, 60), *own)
    play.acts("a1", "fire:0:confederate-chief", dice=["d12:5", "d4:1", "d8:1"])
    play.acts("b1", "fire:0:f", dice=["d6:2", "d12:2", "d4:1", "d8:1", "d8:5"])
    assert [(test.group, test.score) for test in play.all(MoraleTested)] == [("f", 2)]


@clause("skirmish.morale.position-test")
@pytest.mark.parametrize(("covered", "total"), [(3, 4), (2, 3)])
def test_half_of_them_behind_a_wall_is_not_in_cover(covered: int, total: int) -> None:
    ground = t.field(t.wall((44, 58.5), (42.5 + 3 * covered, 58.5)))
    play = table(man("a1", UNION, 50, 30), squad("f", CONFEDERATE, 4, 45, 60, SOUTH), FAR, ground=ground)
    play.acts("a1", "fire:0:f", dice=["d4:3", "d8:2", "d4:1", "d8:1", "d8:3"])
    assert play.last(MoraleTested).score == total


# ---------------------------------------------------------------- hits, loads and rows


@clause("skirmish.shooting.eligible-targets")
def test_at_short_range_the_fallen_are_in_the_pool_and_those_behind_and_beyond_are_not() -> None:
    places = {"f1": (50, 47, 0), "f2": (50, 50, 0), "f3": (56, 50, 0), "f4": (60, 80, 0), "f5": (46, 44, 2)}
    men = [man(id, CONFEDERATE, x, y, SOUTH, harm=harm) for id, (x, y, harm) in places.items()]
    play = table(man("a1", UNION, 50, 40), men, IDLE).acts("a1", "fire:0:f", dice=["d3:3", "d8:1", "d4:1", "d6:1"])
    assert play.last(ShotFired).victim == "f3"


@clause("skirmish.shooting.eligible-targets")
def test_a_commander_beside_men_who_are_all_down_is_shot_at_by_himself() -> None:
    men = (man("f1", CONFEDERATE, 53, 62, harm=2), t.chief(CONFEDERATE, 50, 57))
    keys = table(man("a1", UNION, 50, 30), IDLE, *men, FAR).choose("a").choose("a1").keys
    assert [key for key in keys if key.startswith("fire")] == ["fire:0:confederate-chief", "fire:0:z"]


@clause("skirmish.melee.riderless")
def test_a_rider_shot_down_lies_there_without_a_fall_and_without_a_horse() -> None:
    men = (rider("f1", CONFEDERATE, 50, 60, SOUTH), man("f2", CONFEDERATE, 50, 64, SOUTH))
    play = table(man("a1", UNION, 50, 30, quality="elite"), *men, FAR)
    play.acts("a1", "fire:0:f", dice=["d2:1", "d12:6", "d4:1", "d8:1", "d6:3", "d8:8"])
    assert (play.figure("f1").harm, play.figure("f1").arm, play.state.things) == (2, "foot", ())


@clause("skirmish.melee.dismounted-plus-wound")
@pytest.mark.parametrize(("harm", "fall", "after"), [(0, 4, 1), (0, 5, 2), (1, 4, 2), (1, 5, 3)])
def test_a_wound_and_a_fall_add_up_from_where_he_was(harm: int, fall: int, after: int) -> None:
    pair = (rider("a1", UNION, 50, 50, harm=harm), rider("f1", CONFEDERATE, 50, 53.05, SOUTH))
    dice = [f"d8:{1 + harm}", "d4:1", "d6:1", "d8:3", "d4:1", "d6:1", f"d6:{fall}"]
    assert bouts(*pair, FAR, dice=dice).figure("a1").harm == after


@clause("skirmish.actions.carry")
def test_who_has_fired_takes_up_a_load_and_stays_with_it() -> None:
    load = Thing("barrel", "load", "barrel", 51.5, 50)
    play = table(man("a1", UNION, 50, 50), IDLE, man("f1", CONFEDERATE, 50, 100), things=(load,))
    play.acts("a1", "fire:0:f", dice=["d8:1", "d4:1", "d10:1"]).to_phase(UNION, 2).acts("a1", "take:barrel")
    assert play.figure("a1").burden == "barrel"
    assert play.asked[1] != "figure" or "move" not in play.keys


def clauses_of(play: t.Table, slot: str) -> set[str]:
    """The clauses told with what a slot may be given."""
    form: Any = play.form
    return {item.clause for place in form.slots if place.key == slot for item in place.items}


@clause("skirmish.movement.charge-move")
@pytest.mark.parametrize(("y", "first", "asked"), [(62, "", ["v1"]), (75, "", []), (62, "fire:0:f", [])])
def test_only_riders_who_go_in_and_have_not_fired_are_asked_for_a_shot(y: float, first: str, asked: list[str]) -> None:
    """Not one on foot, nor one who has too far to turn; nobody where the enemy is out of range or the shot spent."""
    own = [t.chief(UNION, 48, 56, group="v"), rider("v1", UNION, 52, 50), rider("v2", UNION, 58, 42, EAST)]
    play = table(own, man("f1", CONFEDERATE, 52, y, SOUTH), FAR).choose("v")
    if first:
        play.choose("v1").choose(first, dice=["d8:1", "d4:1", "d10:1"]).choose("stand")
    play.choose("charge:f", dice=["d8:8"])
    assert (play.keys if play.asked[1] == "riders" else []) == asked
    if asked:
        assert play.decision.clauses == ("skirmish.movement.charge-move", "skirmish.actions.ride-and-act")
        assert clauses_of(play, "v1") == {"skirmish.movement.charge-move"}


@clause("skirmish.morale.lone-figures")
def test_a_commander_by_himself_neither_tests_when_charged_nor_when_he_charges() -> None:
    boss = t.chief(CONFEDERATE, 50, 60, weapon="")
    play = table(squad("a", UNION, 2, 50, 52, quality="elite"), boss, FAR).choose("a").charge("confederate-chief")
    assert (play.figure("a1").charged, play.all(MoraleTested)) == (True, [])
    play = table(t.chief(UNION, 50, 52), IDLE, squad("f", CONFEDERATE, 3, 50, 60, SOUTH, quality="elite"), FAR)
    play.choose("union-chief").charge("f", dice=["d12:8"])
    assert [test.group for test in play.all(MoraleTested)] == ["f"]


@clause("skirmish.movement.charge-move")
@pytest.mark.parametrize(("x", "y", "foe", "aims"), [
    (55, 59, rider("f1", CONFEDERATE, 50, 60, SOUTH), ["f1", "f1:rear"]),
    (50, 50, rider("f1", CONFEDERATE, 50, 60, SOUTH), ["f1"]),
    (55, 59, rider("f1", CONFEDERATE, 50, 60, SOUTH, melee="lance"), ["f1"]),
    (55, 59, rider("f1", CONFEDERATE, 50, 60, t.WEST), ["f1"]),
    (55, 59, man("f1", CONFEDERATE, 50, 60, SOUTH), ["f1"]),
])  # fmt: skip
def test_whom_a_charger_may_go_for_and_from_where(x: float, y: float, foe: Figure, aims: list[str]) -> None:
    """From behind only where that is something else: at a rider without a lance whom he would meet in front."""
    own = [man("a1", UNION, x, y), man("a2", UNION, 50, 20)]
    play = table(own, foe, FAR).choose("a").choose("charge:f", dice=["d8:8"])
    assert play.keys == ["a1"], "who cannot reach anybody is not asked"
    assert play.decision.clauses == ("skirmish.movement.charge-move", "skirmish.movement.charge-declaration")
    assert clauses_of(play, "a1") == {"skirmish.movement.charge-move"}
    assert play.offered("a1") == [*aims, "hand"]


# ---------------------------------------------------------------- who counts as advancing


def two_ranks() -> list[Figure]:
    """Three men before three, the NCO in front; the enemy is to the north."""
    return [man(f"a{n}", UNION, 50 + 3 * (n % 3), 60 - 5 * (n // 3), role="private" if n else "nco") for n in range(6)]


@clause("skirmish.morale.motion")
@pytest.mark.parametrize(("steps", "front", "rear"), [(0, "steady", "steady"), (2, "steady", "advancing")])
def test_parting_and_joining_is_no_movement(steps: float, front: str, rear: str) -> None:
    play = table(two_ranks(), man("f1", CONFEDERATE, 50, 110, SOUTH)).acts("a0", "detach").choose("a3", "a4", "a5")
    play.choose("done")
    if steps:
        play.choose("a+1").choose("together").march(shift(0.0, steps))
    play.to_phase(CONFEDERATE, 1)
    assert (play.group("a").motion, play.group("a+1").motion) == (front, rear)
    play.to_phase(UNION, 2).acts("a0", "rejoin:a+1").to_phase(CONFEDERATE, 2)
    assert play.group("a").motion == "steady"


@clause("skirmish.morale.motion")
def test_who_has_moved_before_he_is_sent_off_has_moved() -> None:
    play = table(two_ranks(), man("f1", CONFEDERATE, 50, 110, SOUTH)).choose("a")
    for id in ("a1", "a2", "a3", "a4", "a5"):
        x, y = play.place(id)
        play.choose(id).choose("move").march(leg(x, y + 3))
    play.choose("a0").choose("detach").choose("a3", "a4", "a5").to_phase(CONFEDERATE, 1)
    assert (play.group("a").motion, play.group("a+1").motion) == ("advancing", "advancing")


@clause("skirmish.morale.motion")
def test_who_comes_on_behind_his_comrades_advances() -> None:
    late = man("a2", UNION, 0, 0, place=TO_ARRIVE, due=1, entry=(50.0, 0.0))
    play = table(man("a1", UNION, 50, 20), late, man("f1", CONFEDERATE, 50, 110, SOUTH)).acts("a2", "move")
    assert play.march(leg(50, 8)).to_phase(CONFEDERATE, 1).group("a").motion == "advancing"


# ---------------------------------------------------------------- over walls and up ladders


@clause("skirmish.actions.climb-crossing")
@pytest.mark.parametrize(("other", "state", "may"), [
    (man("f1", CONFEDERATE, 50, 56.3, SOUTH), "ok", False),
    (man("b1", UNION, 50, 56.3), "ok", False),
    (man("b1", UNION, 50, 58.1), "ok", True),
    (man("f1", CONFEDERATE, 50, 90, SOUTH), "no-advance", False),
    (man("f1", CONFEDERATE, 50, 20), "no-advance", True),
])  # fmt: skip
def test_nobody_comes_down_from_a_wall_on_another_or_where_he_dares_not(other: Figure, state: str, may: bool) -> None:
    climber = man("a1", UNION, 50, 53.95, landing=t.at(50, 56.05), climbed=1)
    rest: dict[str, Any] = {"ground": t.field(t.wall((0, 55), (170, 55))), "heights": (("wall", 6.0),)}
    play = table(climber, IDLE, other, FAR, groups={"a": {"state": state, "thrown": 1}}, **rest).choose("a")
    assert ("climb" in play.choose("a1").keys) is may


@clause("skirmish.movement.contact-only-by-charge")
@pytest.mark.parametrize(("y", "may"), [(56.45, False), (56.3, True)])
def test_nobody_climbs_a_ladder_into_the_arms_of_an_enemy(y: float, may: bool) -> None:
    ladder = Thing("l", "ladder", "ladder", 50, 60, amount=6.0)
    men = (man("a1", UNION, 50, 58.5), IDLE, man("f1", CONFEDERATE, 50, y, level=1), FAR)
    assert ("ladder:l" in table(*men, ground=HOUSE, things=(ladder,)).choose("a").choose("a1").keys) is may


@clause("skirmish.actions.ride-and-act")
@pytest.mark.parametrize(("apart", "turns"), [(0.0, True), (2.0, False)])
def test_a_rider_who_is_hemmed_in_may_turn_his_horse_and_no_more(apart: float, turns: bool) -> None:
    around = [rider("b1", UNION, 4.5 + apart, 1.5), rider("b2", UNION, 1.5, 4.5 + apart), IDLE]
    play = table(rider("a1", UNION, 1.5, 1.5, weapon="minie-carbine"), *around, man("f1", CONFEDERATE, 40, 40))
    play.acts("a1", "fire:0:f", dice=["d8:1", "d4:1", "d10:1"]).choose("move")
    assert (play.keys == ["turn"]) is turns


@clause("skirmish.morale.break-terms")
@pytest.mark.parametrize("figure", [man("a1", UNION, 50, 50), rider("a1", UNION, 50, 50)])
def test_a_broken_man_does_not_spend_his_action_turning_round(figure: Figure) -> None:
    play = table(figure, man("f1", CONFEDERATE, 50, 90, SOUTH), groups={"a": {"state": "break", "thrown": 1}})
    play.choose("a").choose("a1").choose("move")
    assert play.refusal(Marched((turn(9000),))) == ["morale.break-terms"]


@clause("skirmish.actions.climb")
def test_a_barrel_is_no_ladder() -> None:
    barrel = Thing("barrel", "load", "barrel", 50, 60)
    play = table(man("a1", UNION, 50, 58.5), IDLE, FAR, ground=HOUSE, things=(barrel,)).choose("a")
    assert not [key for key in play.choose("a1").keys if key.startswith("ladder")]


# ---------------------------------------------------------------- parties sent off


@clause("skirmish.actions.detachment-terms")
def test_a_commander_may_send_the_nco_off_who_then_leads_the_party() -> None:
    men = [man("a1", UNION, 50, 50, role="nco"), *[man(f"a{n}", UNION, 50 + 3 * n, 50) for n in (2, 3)]]
    play = table(men, t.chief(UNION, 50, 53, group="a"), FAR).acts("union-chief", "detach").choose("a1", "a2")
    parts = [(play.group(id).nco, play.group(id).start) for id in ("a", "a+1")]
    assert parts == [("", 1), ("a1", 2)]


@clause("skirmish.actions.rejoin")
@pytest.mark.parametrize(("states", "after"), [
    ((("ok", 0), ("no-advance", 1)), ("no-advance", 1)),
    ((("no-advance", 1), ("ok", 0)), ("no-advance", 1)),
    ((("no-advance", 1), ("no-advance", 2)), ("no-advance", 2)),
    ((("no-advance", 1), ("ok", 2)), ("no-advance", 1)),
])  # fmt: skip
def test_who_join_up_keep_the_worse_and_the_later_fright(states: Any, after: tuple[str, int]) -> None:
    whole = [man("a1", UNION, 50, 50, role="nco"), man("a2", UNION, 53, 50)]
    given = {id: {"state": state, "thrown": turn} for id, (state, turn) in zip(("a", "b"), states, strict=True)}
    given["b"]["parent"] = "a"
    play = table(whole, squad("b", UNION, 3, 50, 42), FAR, turn=2, groups=given).acts("a1", "rejoin:b")
    group = play.group("a")
    assert (group.state, group.thrown, group.start, group.nco) == (*after, 5, "a1")
    assert play.figure("a1").spent == 1
    assert group.centre == pytest.approx(((50 + 53 + 50 + 53 + 56) / 5, (2 * 50 + 3 * 42) / 5))


# ---------------------------------------------------------------- ways back


@clause("skirmish.morale.break-terms")
def test_nobody_runs_home_through_the_enemy_or_a_wall() -> None:
    broken = {"a": {"state": "break", "thrown": 1}}
    play = table(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 30), groups=broken).choose("a").choose("run")
    assert play.place("a1") != (50.0, 38.0)
    assert field.gap(play.figure("a1"), play.figure("f1"), play.state.settings) > 18.0
    men = (man("a1", UNION, 50, 8), man("f1", CONFEDERATE, 50, 60, SOUTH))
    play = table(*men, groups=broken, ground=t.field(t.wall((0, 4), (180, 4)))).choose("a").choose("run")
    assert not play.all(Left)


@clause("skirmish.morale.fall-back-terms")
@pytest.mark.parametrize(("woods", "end"), [([35], (50.0, 41.0)), ([56], None), ([35, 56], (50.0, 41.0))])
def test_cover_is_fallen_back_to_when_it_is_no_nearer_to_the_enemy(woods: list[int], end: Any) -> None:
    men = (man("a1", UNION, 50, 50), IDLE, man("f1", CONFEDERATE, 50, 90))
    ground = t.field(*[t.area("woods", 40, bottom, 60, bottom + 7) for bottom in woods])
    play = table(*men, turn=2, ground=ground, groups={"a": {"state": "fall-back", "thrown": 1}}).choose("a")
    assert ("cover" in play.choose("a1").keys) is (end is not None)
    if end is not None:
        assert play.choose("cover").place("a1") == pytest.approx(end, abs=0.1)
