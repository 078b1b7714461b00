"""What a fifth reader of the sheet tried at the table: hillcrests, charges that stop short, floors, horses, parties."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Marched
from roundtop.rulebooks.skirmish.actions.events import Stood
from roundtop.rulebooks.skirmish.fire.events import ShotFired
from roundtop.rulebooks.skirmish.horses.events import HorseGone
from roundtop.rulebooks.skirmish.melee.events import BoutFought, Melee
from roundtop.rulebooks.skirmish.morale.events import MoraleTested
from roundtop.rulebooks.skirmish.movement.events import Moved
from roundtop.rulebooks.skirmish.state import Figure, Thing
from roundtop.table.ground import Line, points_gap
from roundtop.table.path import leg
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


# ---------------------------------------------------------------- the lie of the land


@clause("skirmish.setup.terrain-catalogue")
@clause("skirmish.shooting.soft-cover")
@pytest.mark.parametrize(("y", "level", "cover"), [
    (64.0, 0, "soft"),        # three from the contour to his base
    (64.1, 0, "open"),
    (58.0, 0, "open"),        # before the hill
    (64.0, 1, "open"),        # the shooter stands as high
])  # fmt: skip
def test_who_stands_behind_a_hillcrest_has_soft_cover_from_below(y: float, level: int, cover: str) -> None:
    ground = t.field(t.hill(1, 40, 60, 60, 90), t.hill(level, 0, 0, 180, 40))
    men = (man("a1", UNION, 50, 30), IDLE, man("f1", CONFEDERATE, 50, y, SOUTH), FAR)
    die = "d6" if cover == "soft" else "d4"
    play = table(*men, ground=ground).acts("a1", "fire:0:f", dice=["d8:1", f"{die}:1", "d10:1" if y > 62 else "d8:1"])
    assert play.last(ShotFired).cover == cover


@clause("skirmish.morale.position-test")
@pytest.mark.parametrize(("y", "total"), [(63, 3), (70, 2)])
def test_who_is_charged_behind_a_crest_is_in_cover(y: float, total: int) -> None:
    """Of two levels, so that being uphill of all is not what helps."""
    ground = t.field(t.hill(1, 40, 60, 60, 90))
    above = man("g1", UNION, 50, 85, SOUTH)
    play = table(squad("a", UNION, 1, 50, y - 8), above, man("f1", CONFEDERATE, 50, y, SOUTH), FAR, ground=ground)
    play.choose("a").choose("charge:f", dice=["d8:3"])
    assert play.last(MoraleTested).score == total


@clause("skirmish.morale.fall-back-terms")
@pytest.mark.parametrize(("bottom", "offered"), [(10, True), (49, False)])
def test_cover_is_looked_for_all_along_a_wood(bottom: float, offered: bool) -> None:
    """Abreast of him it is nearer to the enemy than he is; farther along it is not."""
    men = (man("a1", UNION, 50, 50), IDLE, man("f1", CONFEDERATE, 90, 90))
    ground = t.field(t.area("woods", 60, bottom, 75, 90))
    play = table(*men, turn=2, ground=ground, groups={"a": {"state": "fall-back", "thrown": 1}}).choose("a")
    assert ("cover" in play.choose("a1").keys) is offered


# ---------------------------------------------------------------- charges


@clause("skirmish.morale.motion")
@pytest.mark.parametrize(("die", "motion"), [(1, "steady"), (8, "advancing")])
def test_chargers_whose_nerve_fails_them_do_not_advance(die: int, motion: str) -> None:
    down = [gone("a5", UNION), gone("a6", UNION)]
    play = table(squad("a", UNION, 2, 50, 50), down, squad("f", CONFEDERATE, 3, 50, 60, SOUTH), FAR)
    play.choose("a").choose("charge:f", dice=[f"d8:{die}", *(["d8:8"] if die > 1 else [])])
    assert play.group("a").motion == motion
    play.to_phase(CONFEDERATE, 1)
    assert play.group("a").motion == motion
    assert play.group("a").charging == ("f" if die > 1 else "")


@clause("skirmish.movement.charge-declaration")
@pytest.mark.parametrize("by_hand", [False, True])
def test_a_charge_that_is_declared_is_made_by_one_at_least(by_hand: bool) -> None:
    play = table(squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 3, 56, 60, SOUTH), FAR)
    play.choose("a").choose("charge:f", dice=["d8:8"])
    if by_hand:
        play.assign(a1="hand").answer(Marched(()))
    else:
        play.assign()
    assert [(event.figure, event.cause) for event in play.all(Moved)] == [("a3", "charge")]
    assert play.asked[1] == "act"


@clause("skirmish.movement.charge-declaration")
def test_who_is_in_contact_with_them_already_sends_nobody_he_would_keep_back() -> None:
    own = [man("a1", UNION, 56, 57.95), man("a2", UNION, 50, 50), man("a3", UNION, 53, 50)]
    play = table(own, squad("f", CONFEDERATE, 3, 56, 60, SOUTH), FAR)
    play.choose("a").choose("charge:f", dice=["d8:8"]).assign()
    assert not play.all(Moved)


# ---------------------------------------------------------------- floors


@clause("skirmish.melee.push-back-terms")
@pytest.mark.parametrize(("floor", "other"), [(0, CONFEDERATE), (1, UNION)])
def test_a_man_is_pushed_past_those_on_another_floor(floor: int, other: str) -> None:
    pair = (man("a1", UNION, 50, 60, level=floor), man("f1", CONFEDERATE, 50, 57.95, level=floor))
    third = man("x1", other, 50, 55.5, level=1 - floor)
    play = bouts(*pair, third, FAR, ground=HOUSE, dice=["d8:3", "d6:1", "d8:2", "d6:1"])
    assert (play.place("f1"), play.place("x1")) == ((50.0, 55.95), (50.0, 55.5))


# ---------------------------------------------------------------- horses, loads and parties


@clause("skirmish.shooting.horse-harm")
@clause("skirmish.morale.break-terms")
@pytest.mark.parametrize(("horse", "end"), [(0, 22.0), (1, 46.0)])
def test_a_wounded_horse_runs_away_once_in_a_turn(horse: int, end: float) -> None:
    men = (rider("a1", UNION, 50, 70, SOUTH, horse=horse), man("f1", CONFEDERATE, 50, 90, SOUTH))
    play = table(*men, groups={"a": {"state": "break-no-rally", "thrown": 1}}).choose("a").choose("run")
    play.to_phase(UNION, 2).choose("a").choose("a1")
    assert play.keys == (["run"] if horse else ["run", "move"])
    play.choose("run")
    assert play.place("a1") == (50.0, end)
    assert [(event.cause, event.paid) for event in play.all(Stood)] == [("blown", True)] * horse
    assert not play.figure("a1").stuck


@clause("skirmish.morale.trigger-charged")
@pytest.mark.parametrize(("horse", "end"), [(0, 118.0), (1, 94.0)])
def test_a_wounded_horse_flees_before_a_charge_with_one_action(horse: int, end: float) -> None:
    men = [rider("f1", CONFEDERATE, 50, 70, 0, horse=horse), *[gone(f"f{n}", CONFEDERATE) for n in (2, 3, 4)]]
    play = table(squad("a", UNION, 2, 50, 60), men, FAR).choose("a").choose("charge:f", dice=["d8:1"])
    assert (play.place("f1"), play.figure("f1").spent) == ((50.0, end), 2)


@clause("skirmish.actions.carry-limits")
def test_a_comrade_who_is_carried_off_the_table_is_off_it() -> None:
    men = [man("a1", UNION, 50, 1.05), man("a2", UNION, 50, 3, harm=2), IDLE]
    play = table(men, FAR, exits=("south",)).acts("a1", "lift:a2").choose("leave")
    assert (play.figure("a1").place, play.figure("a2").place) == ("gone", "gone")


@clause("skirmish.actions.rejoin")
def test_whom_a_party_had_sent_off_may_join_those_it_has_joined() -> None:
    whole = [man("a1", UNION, 50, 50, role="nco"), man("a2", UNION, 53, 50)]
    part = [man("b1", UNION, 50, 45, role="nco"), man("b2", UNION, 53, 45)]
    given = {"b": {"parent": "a"}, "c": {"parent": "b"}}
    play = table(whole, part, squad("c", UNION, 2, 50, 40), FAR, groups=given).acts("a1", "rejoin:b")
    assert (play.group("c").parent, play.group("z").parent) == ("a", "")
    play.to_phase(UNION, 2).acts("a1", "rejoin:c")
    assert [group.id for group in play.state.groups if group.side == UNION] == ["a", "union-chief"]


@clause("skirmish.actions.horse-left-standing")
@pytest.mark.parametrize(("sent", "held"), [(("a3", "a4"), True), (("a4", "a5"), False)])
def test_a_horse_is_held_by_those_its_rider_goes_with(sent: tuple[str, ...], held: bool) -> None:
    """Its rider walks off; one of those he is with, or is not with, stands beside it."""
    men = [man("a1", UNION, 40, 50, role="nco"), man("a2", UNION, 43, 50), rider("a3", UNION, 60, 50)]
    rest: dict[str, Any] = {"horse_holders": True, "cohesion_cm": 60.0}
    play = table(men, man("a4", UNION, 64, 50), man("a5", UNION, 68, 70), FAR, **rest).acts("a3", "dismount")
    play.choose("a1").choose("detach").choose(*sent).to_phase(UNION, 2).acts("a3", "move").march(leg(58, 60))
    play.until("first", dice=["d6:3", "d6:2"])
    assert (not play.all(HorseGone)) is held


@clause("skirmish.actions.rejoin")
def test_who_join_up_bring_their_victories_and_a_fallen_leader_with_them() -> None:
    boss = t.chief(UNION, 50, 50, group="a")
    part = [man("b1", UNION, 50, 45, role="nco", harm=2), man("b2", UNION, 53, 45)]
    given = {"a": {"won": -1}, "b": {"parent": "a", "won": 2, "nco_fell": 1}}
    play = table(man("a2", UNION, 53, 50), boss, part, FAR, groups=given).acts("b2", "rejoin:a")
    group = play.group("a")
    assert (group.won, group.nco, group.nco_fell) == (1, "b1", 1)


@clause("skirmish.shooting.horse-harm")
@pytest.mark.parametrize(("horse", "rides", "may"), [(0, 1, True), (1, 0, True), (1, 1, False)])
def test_nobody_rides_off_the_table_on_a_horse_that_goes_no_farther(horse: int, rides: int, may: bool) -> None:
    trooper = rider("a1", UNION, 50, 10, SOUTH, horse=horse, rides=rides)
    play = table(trooper, IDLE, FAR, exits=("south",)).choose("a")
    assert ("leave" in play.choose("a1").keys) is may


def party(number: int, *others: Figure, **rest: Any) -> t.Table:
    """An NCO and his men, three centimetres apart."""
    men = [man(f"a{n}", UNION, 50 + 3 * n, 50, role="private" if n else "nco") for n in range(number)]
    return table(men, *others, **rest)


@clause("skirmish.actions.detachment-terms")
def test_whom_an_nco_may_send_off() -> None:
    """Neither himself nor the commander; and a second party is another group."""
    play = party(7, t.chief(UNION, 50, 53, group="a"), FAR).choose("a").choose("a0")
    form: Any = play.form
    assert [item.clause for item in form.items if item.key == "detach"] == ["skirmish.actions.detachment"]
    play.choose("detach")
    wanted = play.decision
    assert (wanted.kind, play.keys) == ("detach", [f"a{n}" for n in range(1, 7)])
    assert wanted.clauses == ("skirmish.actions.detachment", "skirmish.actions.detachment-terms")
    play.choose("a5", "a6").to_phase(UNION, 2).acts("a0", "detach").choose("a3", "a4")
    assert [(id, play.group(id).start) for id in ("a", "a+1", "a+2")] == [("a", 3), ("a+1", 2), ("a+2", 2)]


@clause("skirmish.actions.rejoin")
@pytest.mark.parametrize(("group", "harm", "may"), [
    ({"parent": "a"}, 0, True),
    ({"parent": "a", "state": "break", "thrown": 1}, 0, False),
    ({"parent": "a"}, 2, False),
    ({}, 0, False),
])  # fmt: skip
def test_with_whom_an_nco_may_join_up(group: dict[str, Any], harm: int, may: bool) -> None:
    """Not with the broken, with men who are all down, or with another group."""
    play = party(3, man("b1", UNION, 50, 46, harm=harm), FAR, groups={"b": group}).choose("a").choose("a0")
    form: Any = play.form
    clauses = [item.clause for item in form.items if item.key == "rejoin:b"]
    assert clauses == (["skirmish.actions.rejoin"] if may else [])


@clause("skirmish.actions.rejoin")
def test_who_is_hurt_before_he_joins_frightens_the_whole_and_brings_his_horse() -> None:
    horses = tuple(
        [Thing(f"horse-{id}-1", "horse", "horse", 80 + 4 * n, 20, group=id[0]) for n, id in enumerate(("b1", "c1"))]
    )
    given = {"b": {"parent": "a", "injured": True}}
    play = party(3, man("b1", UNION, 50, 46), man("c1", UNION, 90, 40), FAR, groups=given, things=horses)
    play.acts("a0", "rejoin:b")
    assert [thing.group for thing in play.state.things] == ["a", "c"]
    play.to_phase(CONFEDERATE, 1, dice=["d8:8"])
    assert [test.group for test in play.all(MoraleTested)] == ["a"]


@clause("skirmish.morale.motion")
@pytest.mark.parametrize("enemy", [FAR, man("z1", CONFEDERATE, 0, 0, place="arrive", due=9)])
def test_parties_set_out_from_where_they_part_and_join(enemy: Figure) -> None:
    """Also where there is no enemy by whom to tell it."""
    play = party(6, enemy).acts("a0", "detach").choose("a3", "a4", "a5")
    there = enemy.place == "on"
    assert [play.group(id).centre for id in ("a", "a+1")] == ([(53.0, 50.0), (62.0, 50.0)] if there else [None, None])
    play.to_phase(UNION, 2).acts("a0", "rejoin:a+1")
    assert play.group("a").centre == ((57.5, 50.0) if there else None)


# ---------------------------------------------------------------- over corners and up ladders


def climbs(play: t.Table, id: str) -> list[tuple[str, str, str]]:
    """What a man may climb: the key, the words and the clause."""
    form: Any = play.choose(play.figure(id).group).choose(id).form
    return [(item.key, item.label, item.clause) for item in form.items if item.key.startswith(("climb", "ladder"))]


CORNER = t.field(t.wall((40, 51.05), (51.05, 51.05)), t.fence((51.05, 30), (51.05, 51.05)), t.fence((80, 20), (80, 60)))


@clause("skirmish.actions.climb")
@pytest.mark.parametrize(
    ("facing", "kinds"), [(350, ["wall", "fence"]), (30, ["fence", "wall"]), (270, ["wall", "fence"])]
)
def test_in_a_corner_either_wall_may_be_climbed(facing: int, kinds: list[str]) -> None:
    """They are named clockwise from where he looks, and what is not at hand is not."""
    play = table(man("a1", UNION, 50, 50, facing), IDLE, FAR, ground=CORNER)
    found = climbs(play, "a1")
    expected = [(f"climb:{n}", f"climb the {kind}", "skirmish.actions.climb") for n, kind in enumerate(kinds)]
    assert found == expected
    play.choose("climb:1")
    assert play.place("a1") == ((52.1, 50.0) if kinds[1] == "fence" else (50.0, 52.1))


@clause("skirmish.actions.climb-crossing")
def test_a_slanting_wall_is_climbed_square() -> None:
    play = table(man("a1", UNION, 50, 50), IDLE, FAR, ground=t.field(t.wall((41.5, 60), (61.5, 40)))).acts(
        "a1", "climb:0"
    )
    assert play.place("a1") == pytest.approx((51.49, 51.49), abs=0.02)


@clause("skirmish.actions.climb")
@pytest.mark.parametrize("figure", [
    rider("a1", UNION, 50, 49.5),
    man("a1", UNION, 50, 50, burden="h"),
    man("a1", UNION, 50, 52.1 - 4.2),
    man("a1", UNION, 60.9, 51.05),        # beyond the wall's end
])  # fmt: skip
def test_who_climbs_nothing(figure: Figure) -> None:
    """A rider, who leads a horse, who does not touch the wall, and who would go round its end."""
    horse = (Thing("h", "horse", "horse", 47.5, 50, group="a", holder="a1"),) if figure.burden else ()
    ground = t.field(t.wall((40, 51.05), (60, 51.05)))
    assert climbs(table(figure, IDLE, FAR, ground=ground, things=horse), "a1") == []


@clause("skirmish.actions.climb")
@pytest.mark.parametrize(("level", "word"), [(0, "up"), (1, "down")])
def test_of_two_ladders_the_one_at_hand_is_climbed(level: int, word: str) -> None:
    ladders = (Thing("k", "ladder", "ladder", 58, 68, amount=6.0), Thing("l", "ladder", "ladder", 50, 60, amount=12.0))
    play = table(man("a1", UNION, 50, 58.5, level=level), IDLE, FAR, ground=HOUSE, things=ladders)
    assert climbs(play, "a1") == [("ladder:l", f"climb {word} the ladder", "skirmish.actions.climb")]
    play.choose("ladder:l").to_phase(UNION, 2).acts("a1", "climb")
    assert play.figure("a1").level == 1 - level


@clause("skirmish.actions.climb")
@pytest.mark.parametrize(("kind", "actions"), [("climb:0", 2), ("climb:1", 3)])
def test_a_climb_goes_on_over_the_wall_it_was_begun_at(kind: str, actions: int) -> None:
    """In a corner of a wall of six and a fence of nine; the next one is begun afresh."""
    heights = (("wall", 6.0), ("fence", 9.0))
    lines = (
        t.wall((40, 51.05), (51.05, 51.05)),
        t.fence((51.05, 30), (51.05, 51.05)),
        t.wall((40, 53.15), (60, 53.15)),
    )
    play = table(man("a1", UNION, 50, 50, 350), IDLE, FAR, ground=t.field(*lines), heights=heights).acts("a1", kind)
    for done in range(1, actions):
        assert play.place("a1") == (50.0, 50.0)
        if done == 1:
            play.to_phase(UNION, 2)
        else:
            play.until("first", dice=["d6:3", "d6:2"]).choose("first")
        play.acts("a1", "climb")
    assert play.place("a1") == ((50.0, 52.1) if actions == 2 else (52.1, 50.0))
    assert (play.figure("a1").climbed, play.figure("a1").landing) == (0, None)


@clause("skirmish.actions.climb-crossing")
@pytest.mark.parametrize(("ground", "friend", "may"), [
    (t.field(t.wall((40, 61.05), (60, 61.05))), 70, True),
    (t.field(t.wall((40, 61.05), (60, 61.05))), 62.1, False),
    (t.field(t.area("woods", 40, 50, 60, 70)), 70, False),
    (t.field(), 70, False),
])  # fmt: skip
def test_a_ladder_that_leads_nowhere_is_not_climbed(ground: Any, friend: float, may: bool) -> None:
    """It leans on a wall with room behind it, on one with somebody there, on a tree, on nothing."""
    ladder = Thing("l", "ladder", "ladder", 50, 60, amount=6.0)
    play = table(man("a1", UNION, 50, 60), IDLE, man("b1", UNION, 50, friend), FAR, ground=ground, things=(ladder,))
    assert ("ladder:l" in [key for key, _, _ in climbs(play, "a1")]) is may


# ---------------------------------------------------------------- who helps in a fight


@clause("skirmish.melee.mounted-rear")
@clause("skirmish.melee.pairing")
@pytest.mark.parametrize(("helper", "score"), [
    (rider("a2", UNION, 50, 52.55, SOUTH), 5),                        # who has him before him
    (rider("a2", UNION, 50, 52.55), 6),                               # whose back is turned to him
    (rider("a2", UNION, 50, 52.55, melee="lance"), 5),                # but a lancer's
    (man("a2", UNION, 50, 52.05), 5),
    (man("a2", UNION, 50, 52.05, landing=t.at(50, 54.15)), 6),        # half over a wall
])  # fmt: skip
def test_who_cannot_fight_an_enemy_helps_nobody_against_him(helper: Figure, score: int) -> None:
    throws = ["d8:1", "d6:1", "d8:6", "d6:1"]
    men = (man("a1", UNION, 50, 47.95), helper, man("f1", CONFEDERATE, 50, 50, SOUTH), FAR)
    play = bouts(*men, dice=[] if score == 5 else throws)
    if score == 5:
        play.choose("a1", dice=throws)
    assert play.last(BoutFought).b_score == score
    assert play.last(BoutFought).bout.a == (("a1", "a2") if score == 5 else ("a1",))


# ---------------------------------------------------------------- running


@clause("skirmish.morale.break-terms")
def test_the_broken_run_home_although_no_enemy_is_there() -> None:
    late = man("z1", CONFEDERATE, 0, 0, place="arrive", due=9)
    play = table(man("a1", UNION, 50, 50), late, groups={"a": {"state": "break-no-rally", "thrown": 1}})
    assert play.choose("a").choose("run").place("a1") == (50.0, 38.0)


BROKEN: dict[str, Any] = {"a": {"state": "break-no-rally", "thrown": 1}}
FALLS_BACK: dict[str, Any] = {"a": {"state": "fall-back", "thrown": 1}}


def runs(figure: Figure, *others: Figure, **rest: Any) -> t.Table:
    return table(figure, *others, groups=BROKEN, **rest).choose("a").choose("run")


@clause("skirmish.morale.break-terms")
@pytest.mark.parametrize(("y", "end"), [(27.0, (44.0, 39.61)), (25.9, (50.0, 38.0))])
def test_who_runs_ends_farther_from_whoever_is_then_nearest(y: float, end: tuple[float, float]) -> None:
    """He is ten from the enemy behind him; straight home he would come within nine of another, or just over ten."""
    men = (man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 62), man("g1", CONFEDERATE, 50, y))
    assert runs(*men).place("a1") == pytest.approx(end, abs=0.02)
    play = table(*men, groups=BROKEN).choose("a").choose("a1").choose("move")
    if end[0] < 50:
        assert play.refusal(Marched((leg(50, 38),))) == ["morale.break-terms"]
    else:
        assert play.march(leg(50, 38)).place("a1") == end


@clause("skirmish.morale.break-terms")
@pytest.mark.parametrize(("walls", "end"), [
    ([((0, 44.95), (180, 44.95))], (38.0, 50.0)),                                   # four home, twelve aside
    ([((0, 37.2), (180, 37.2))], (50.0, 38.5)),                                     # nearly twelve is enough
    ([((0, 44.95), (180, 44.95)), ((45, 0), (45, 90)), ((57, 0), (57, 90))], (55.78, 45.95)),
])  # fmt: skip
def test_who_cannot_run_straight_home_runs_as_far_as_he_can(walls: Any, end: tuple[float, float]) -> None:
    ground = t.field(*[t.wall(*points) for points in walls])
    play = runs(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 80), ground=ground)
    assert play.place("a1") == pytest.approx(end, abs=0.02)


@clause("skirmish.movement.difficult-mixed")
@pytest.mark.parametrize(("second", "end"), [(41, 42.0), (43, 42.5)])
def test_who_runs_through_two_marshes_pays_for_the_ground_between(second: float, end: float) -> None:
    """Ten for the first and the two before it; then two are left for open ground, or one of it and half of marsh."""
    ground = t.field(t.area("marsh", 40, 44, 60, 48), t.area("marsh", 40, 30, 60, second))
    play = runs(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 80), ground=ground)
    assert play.place("a1") == (50.0, end)


@clause("skirmish.morale.cornered")
def test_who_is_walled_in_spends_his_action_where_he_stands() -> None:
    ground = t.field(
        t.wall((48.95, 40), (48.95, 60)), t.wall((51.05, 40), (51.05, 60)), t.wall((40, 48.95), (60, 48.95))
    )
    play = runs(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 80), ground=ground)
    assert (play.place("a1"), play.figure("a1").spent, play.figure("a1").stuck) == ((50.0, 50.0), 1, True)


@clause("skirmish.movement.table-edge")
@pytest.mark.parametrize(("figure", "others", "off"), [
    (man("a1", UNION, 50, 13), (), True),
    (man("a1", UNION, 50, 13.1), (), False),
    (rider("a1", UNION, 50, 25.5, SOUTH), (), True),
    (rider("a1", UNION, 50, 13.5, EAST), (), True),                       # ninety degrees: twelve
    (rider("a1", UNION, 50, 13.6, EAST), (), False),
    (man("a1", UNION, 50, 8), (man("f2", CONFEDERATE, 50, 4),), False),
    (man("a1", UNION, 50, 6), (man("f2", CONFEDERATE, 50, 3.95),), False),       # nor through one he touches
    (man("a1", UNION, 50, 6), (man("f2", CONFEDERATE, 52.05, 6),), True),
    (man("a1", UNION, 50, 6), (man("f2", CONFEDERATE, 50, 8.05),), True),
    (man("a1", UNION, 50, 8), (rider("b1", UNION, 50, 4),), False),
    (man("a1", UNION, 50, 8), (rider("b1", UNION, 53.5, 4),), True),
    (man("a1", UNION, 50, 8), (man("b1", UNION, 50, 4),), True),
    (man("a1", UNION, 150, 7.0), (), True),                                # six of marsh
    (man("a1", UNION, 150, 7.1), (), False),
])  # fmt: skip
def test_who_reaches_the_edge_runs_off_it(figure: Figure, others: tuple[Figure, ...], off: bool) -> None:
    ground = t.field(t.area("marsh", 120, 0, 180, 20))
    play = runs(figure, *others, man("f1", CONFEDERATE, 50, 80), ground=ground)
    assert (play.figure("a1").place == "gone") is off


@clause("skirmish.morale.break-terms")
def test_nobody_runs_twice_in_a_phase_and_everybody_in_both() -> None:
    men = [man("a1", UNION, 50, 70), man("a2", UNION, 54, 70)]
    play = table(men, man("f1", CONFEDERATE, 50, 90), groups=BROKEN).acts("a1", "run").choose("run")
    assert [play.place(id)[1] for id in ("a1", "a2")] == [58.0, 58.0]
    play.to_phase(UNION, 2).choose("a").choose("run")
    assert [play.place(id)[1] for id in ("a1", "a2")] == [46.0, 46.0]


@clause("skirmish.morale.fall-back-terms")
def test_all_fall_back_but_those_in_cover_in_contact_or_told_to_wait() -> None:
    men = [man("a1", UNION, 50, 50), man("a2", UNION, 54, 50), man("a3", UNION, 80, 50), man("a4", UNION, 20, 87.95)]
    ground = t.field(t.area("woods", 75, 45, 85, 55))
    play = table(men, man("f1", CONFEDERATE, 20, 90), turn=2, ground=ground, groups=FALLS_BACK).acts("a2", "stand")
    play.choose("back")
    assert [play.place(id) for id in ("a1", "a2", "a3", "a4")] == [
        (50.0, 38.0),
        (54.0, 50.0),
        (80.0, 50.0),
        (20.0, 87.95),
    ]
    assert [play.figure(id).spent for id in ("a1", "a2", "a3", "a4")] == [1, 0, 1, 0]
    assert [event.cause for event in play.all(Moved)] == ["back"]
    assert play.to_phase(CONFEDERATE, 1).group("a").motion == "retiring"


@clause("skirmish.morale.fall-back-terms")
@pytest.mark.parametrize(("figure", "foe", "wall"), [
    (man("a1", UNION, 50, 50), (50, 90), True),                # a wall at his back
    (rider("a1", UNION, 50, 50.5, EAST), (50, 90), True),      # and a horse that need not turn about
    (man("a1", UNION, 50, 50), (50, 20), False),               # the enemy at his back
])  # fmt: skip
def test_who_cannot_fall_back_spends_the_action_where_he_is(figure: Figure, foe: Any, wall: bool) -> None:
    ground = t.field(t.wall((0, 48.95), (180, 48.95))) if wall else t.field()
    men = (figure, IDLE, man("f1", CONFEDERATE, foe[0], foe[1], SOUTH))
    play = table(*men, turn=2, ground=ground, groups=FALLS_BACK).choose("a").choose("a1")
    form: Any = play.form
    assert {item.clause for item in form.items if item.key != "stand"} == {"skirmish.morale.fall-back-terms"}
    play.choose("back")
    after = play.figure("a1")
    assert (after.pose, after.spent) == (figure.pose, 1)


@clause("skirmish.morale.fall-back-terms")
@pytest.mark.parametrize(("ground", "end"), [
    (t.field(Line("bank", ((20, 40), (80, 40)))), (50.41, 38.98)),
    (t.field(t.area("woods", 56, 10, 64, 44), t.area("marsh", 40, 44, 46, 52)), (56.23, 43.03)),
    (t.field(t.area("building", 40, 20, 60, 44)), (50.0, 43.0)),
    (t.field(t.hill(1, 40, 20, 60, 44)), (50.0, 43.0)),                            # behind its crest
])  # fmt: skip
def test_who_falls_back_to_cover_ends_behind_a_bank_or_in_a_wood(ground: Any, end: tuple[float, float]) -> None:
    """Away from the enemy by a base, or a centimetre inside; a marsh is no cover."""
    men = (man("a1", UNION, 50, 50), IDLE, man("f1", CONFEDERATE, 30, 90))
    play = table(*men, turn=2, ground=ground, groups=FALLS_BACK).choose("a").choose("a1").choose("cover")
    assert play.place("a1") == pytest.approx(end, abs=0.02)


@clause("skirmish.rally.terms")
@pytest.mark.parametrize("cornered", [True, False])
def test_who_stood_cornered_may_rally_and_who_sat_a_blown_horse_may_not(cornered: bool) -> None:
    """The horse had gone its way before they broke."""
    walls = [((48.45, 40), (48.45, 60)), ((51.55, 40), (51.55, 60)), ((40, 48.45), (60, 48.45))]
    ground = t.field(*[Line("wall", points) for points in walls]) if cornered else t.field()
    trooper = rider("a1", UNION, 50, 50, SOUTH, horse=1, spent=1, rides=0 if cornered else 1)
    men = (trooper, man("f1", CONFEDERATE, 50, 80))
    rest: dict[str, Any] = {"heights": (("wall", 6.0),), "ground": ground, "phase": 2}
    play = table(*men, groups={"a": {"state": "break", "thrown": 1}}, **rest).choose("a")
    play.choose("run", dice=["d8:4"] if cornered else [])
    assert (play.place("a1"), play.group("a").state) == ((50.0, 50.0), "ok" if cornered else "break")


@clause("skirmish.morale.motion")
def test_who_falls_back_to_cover_beside_him_retires() -> None:
    ground = t.field(t.area("woods", 52, 48, 60, 52))
    play = table(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 110), turn=2, ground=ground, groups=FALLS_BACK)
    play.choose("a").choose("a1").choose("cover").to_phase(CONFEDERATE, 1)
    assert (play.place("a1"), play.group("a").motion) == ((53.0, 50.0), "retiring")


@clause("skirmish.movement.mounted-obstacles")
@pytest.mark.parametrize(("y", "end"), [(65.0, 62.0), (63.9, 65.4)])
def test_a_horse_pays_for_the_marsh_in_which_it_jumps(y: float, end: float) -> None:
    """Six to the fence and twelve over it leave three of marsh; a fence farther in cannot be paid for."""
    ground = t.field(t.area("marsh", 40, 60, 60, 66), t.fence((0, y), (180, y)))
    play = table(
        rider("a1", UNION, 50, 70, SOUTH),
        IDLE,
        man("f1", CONFEDERATE, 50, 110),
        turn=2,
        ground=ground,
        groups=FALLS_BACK,
    )
    assert play.acts("a1", "back").place("a1") == pytest.approx((50.0, end), abs=0.02)


@clause("skirmish.melee.push-back-terms")
def test_a_man_who_is_pushed_along_a_slanting_wall_stops_before_he_is_astride_it() -> None:
    """Straight behind him the wall is beyond his reach, beside him it is not."""
    ground = t.field(t.wall((50.6, 60), (48.6, 40)))
    pair = (man("a1", UNION, 48.5, 52.05), man("f1", CONFEDERATE, 48.5, 50))
    play = bouts(*pair, FAR, ground=ground, dice=["d8:3", "d6:1", "d8:2", "d6:1"])
    x, y = play.place("f1")
    assert 48.5 < y < 49.9
    assert points_gap(((50.6, 60), (48.6, 40)), x, y) >= 0.98


@clause("skirmish.movement.mounted-turn-rounding")
@pytest.mark.parametrize(("facing", "to", "may"), [
    (119.99, (70.78, 38.0), True),      # straight on, as near as a place can be told: two hundredths of a degree
    (119.89, (70.78, 38.0), False),     # a seventh of a degree is a turn
    (75.0, (62.0, 70.78), False),       # forty-five
])  # fmt: skip
def test_who_rides_straight_on_pays_for_no_turn(facing: float, to: tuple[float, float], may: bool) -> None:
    play = table(rider("a1", UNION, 50, 50, facing), IDLE, FAR)
    if may:
        assert play.walks("a1", to).place("a1") == to
    else:
        assert play.no_walk("a1", to) == ["movement.mounted-rate"]
