"""The sheet read afresh and tried at the table: actions, ranges, results, blows, nerve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from roundtop.rulebooks.skirmish.fire.events import ShotFired
from roundtop.rulebooks.skirmish.melee.events import BoutFought, Melee
from roundtop.rulebooks.skirmish.morale.events import MoraleTested, Window
from roundtop.rulebooks.skirmish.movement.events import Moved
from roundtop.rulebooks.skirmish.state import Figure, Thing
from roundtop.table.ground import Line
from tests.rulebooks.skirmish.table import (
    CONFEDERATE,
    EAST,
    SOUTH,
    UNION,
    Table,
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

FAR = man("z1", CONFEDERATE, 170, 110, SOUTH)
IDLE = man("a9", UNION, 20, 5, group="a")


# ---------------------------------------------------------------- actions and moves


@pytest.mark.parametrize(("figure", "legs", "lawful"), [
    (man("a1", UNION, 50, 50), [(50, 62)], True),
    (man("a1", UNION, 50, 50), [(50, 62.1)], False),
    (man("a1", UNION, 50, 50), [(50, 56), (56, 56)], True),              # a bend costs foot nothing
    (rider("a1", UNION, 50, 50), [(50, 74)], True),
    (rider("a1", UNION, 50, 50), [(50, 74.1)], False),
    (rider("a1", UNION, 50, 50), [(62.72, 62.72)], True),                # 45 degrees: a quarter of the move
    (rider("a1", UNION, 50, 50), [(62.9, 62.9)], False),
    (rider("a1", UNION, 50, 50), [(62, 50)], True),                      # 90 degrees: half of it
    (rider("a1", UNION, 50, 50), [(62.1, 50)], False),
    (rider("a1", UNION, 50, 50), [(50, 50.5), (50, 50)], False),         # right about costs all of it
])  # fmt: skip
def test_how_far_an_action_goes(figure: Figure, legs: list[tuple[float, float]], lawful: bool) -> None:
    play = table(figure, FAR)
    if lawful:
        assert play.walks("a1", *legs).place("a1") == pytest.approx(legs[-1])
    else:
        assert play.no_walk("a1", *legs)


@pytest.mark.parametrize(("figure", "to", "lawful"), [
    (man("a1", UNION, 50, 50), (50, 56), True),
    (man("a1", UNION, 50, 50), (50, 56.2), False),
    (man("a1", UNION, 50, 44), (50, 53), True),          # six in the open, three in the marsh
    (man("a1", UNION, 50, 44), (50, 53.2), False),
    (rider("a1", UNION, 50, 50), (50, 62), True),
    (rider("a1", UNION, 50, 50), (50, 62.2), False),
])  # fmt: skip
def test_marsh_halves_a_move(figure: Figure, to: tuple[float, float], lawful: bool) -> None:
    play = table(figure, FAR, ground=field(area("marsh", 30, 50, 70, 90)))
    if lawful:
        assert play.walks("a1", to).place("a1") == to
    else:
        assert play.no_walk("a1", to)


@pytest.mark.parametrize(("harm", "phases"), [(0, 2), (1, 1)])
def test_a_wound_costs_an_action(harm: int, phases: int) -> None:
    play = table(man("a1", UNION, 50, 20, harm=harm), IDLE, FAR).walks("a1", (50, 30))
    play.to_phase(UNION, 2).choose("a")
    assert ("a1" in play.keys) is (phases == 2)


@pytest.mark.parametrize(("height", "actions"), [(1.5, 1), (3.0, 1), (4.0, 2)])
def test_three_centimetres_of_wall_an_action(height: float, actions: int) -> None:
    ground = field(Line("wall", ((30.0, 51.0), (70.0, 51.0))))
    play = table(man("a1", UNION, 50, 50), IDLE, FAR, ground=ground, heights=(("wall", height),))
    play.acts("a1", "climb:0")
    assert (play.place("a1")[1] > 51.0) is (actions == 1)
    if actions == 2:
        play.to_phase(UNION, 2).acts("a1", "climb")
        assert play.place("a1")[1] > 51.0


def test_a_load_takes_one_action_and_leaves_one_to_walk() -> None:
    keg = Thing("keg", "load", "powder keg", 50.0, 51.0)
    play = table(man("a1", UNION, 50, 50), IDLE, FAR, things=(keg,)).acts("a1", "take:keg")
    play.choose("move").march(*play.form.ways[0].manoeuvres)
    assert play.figure("a1").spent == 1
    play.to_phase(UNION, 2).choose("a")
    assert "a1" not in play.keys or play.choose("a1").keys == ["drop", "stand"]


def test_a_detachment_costs_its_leader_an_action_and_its_men_none() -> None:
    nco = man("a1", UNION, 50, 50, role="nco")
    men = [man(f"a{n}", UNION, 50 + 3 * n, 50) for n in range(2, 6)]
    play = table(nco, men, FAR).acts("a1", "detach").choose("a2", "a3")
    assert (play.figure("a1").spent, play.figure("a2").spent) == (1, 0)
    assert play.figure("a2").group == play.figure("a3").group != "a"


# ---------------------------------------------------------------- ranges, cover, loading

RANGES = {
    "minie-rifle": (15, 30, 110, 150), "repeating-bl-rifle": (12, 25, 60, 120), "musket": (4, 10, 30, 90),
    "minie-carbine": (8, 20, 70, 120), "smoothbore-carbine": (4, 8, 20, 70), "shotgun": (5, 10, 40, 0),
    "pistol": (2, 6, 10, 20), "hand-hurled": (0, 10, 20, 30),
}  # fmt: skip
DICE = ("d6", "d8", "d10", "d12")
ROWS = [(weapon, reach, DICE[band]) for weapon, limits in RANGES.items() for band, reach in enumerate(limits) if reach]


@pytest.mark.parametrize(("weapon", "reach", "die"), ROWS)
def test_the_range_die_at_each_limit(weapon: str, reach: float, die: str) -> None:
    """At the limit this die, beyond it the next, or no shot."""

    def shot(gap: float, thrown: str) -> Table:
        play = table(man("a1", UNION, 10, 60, EAST, weapon=weapon), IDLE, man("f1", CONFEDERATE, 12 + gap, 60))
        play.choose("a").choose("a1")
        return play.choose("fire:0:f", dice=["d8:1", "d4:1", f"{thrown}:1"]) if "fire:0:f" in play.keys else play

    assert shot(reach, die).all(ShotFired)
    band = DICE.index(die)
    limits = RANGES[weapon]
    farther = DICE[band + 1] if band < 3 and limits[band + 1] else ""
    if farther:
        assert shot(reach + 0.1, farther).all(ShotFired)
    else:
        assert not shot(reach + 0.1, "d12").all(ShotFired)


@pytest.mark.parametrize(("things", "die"), [
    ([], "d4"),
    ([area("woods", 30, 58, 70, 70)], "d6"),
    ([fence((40, 58), (60, 58))], "d6"),
    ([wall((40, 58), (60, 58))], "d8"),
    ([area("building", 45, 58, 55, 70)], "d8"),
    ([wall((40, 54), (60, 54))], "d4"),                        # too far in front of him
    ([wall((40, 62), (60, 62))], "d4"),                        # behind him
    ([area("woods", 30, 58, 70, 70), wall((40, 58), (60, 58))], "d8"),
])  # fmt: skip
def test_the_cover_die(things: list[Any], die: str) -> None:
    play = table(man("a1", UNION, 50, 46), IDLE, man("f1", CONFEDERATE, 50, 60, SOUTH), ground=field(*things))
    assert play.acts("a1", "fire:0:f", dice=["d8:1", f"{die}:1", "d6:1"]).all(ShotFired)


@pytest.mark.parametrize(("weapon", "loads"), [
    ("minie-rifle", 3), ("musket", 3), ("minie-carbine", 3), ("smoothbore-carbine", 3), ("shotgun", 3),
    ("repeating-bl-rifle", 1), ("pistol", 1),
])  # fmt: skip
def test_muzzle_loaders_take_three_actions_to_load(weapon: str, loads: int) -> None:
    play = table(man("a1", UNION, 50, 20, weapon=weapon, progress=loads - 1), IDLE, FAR).choose("a").choose("a1")
    assert not [key for key in play.keys if key.startswith("fire")]
    play.choose("load:0")
    assert play.figure("a1").firearms[0].progress == loads
    full = table(man("a1", UNION, 50, 20, weapon=weapon, progress=loads), IDLE, FAR).choose("a").choose("a1")
    assert "load:0" not in full.keys


# ---------------------------------------------------------------- what a shot does


@pytest.mark.parametrize(("score", "before", "after"), [
    (4, 0, 0), (5, 0, 0), (6, 0, 1), (7, 0, 1), (8, 0, 2), (9, 0, 2), (10, 0, 3),
    (3, 1, 1), (6, 1, 2), (8, 1, 3), (6, 2, 3), (5, 2, 2),
])  # fmt: skip
def test_by_how_much_a_shot_beats_the_higher_die(score: int, before: int, after: int) -> None:
    """The target throws 4 and 2; the shooter is a veteran."""
    victims = [man("f1", CONFEDERATE, 50, 60, SOUTH, harm=before)]
    victims += [man("f2", CONFEDERATE, 56, 60, SOUTH)] if before == 2 else []
    play = table(man("a1", UNION, 50, 50, quality="veteran"), IDLE, victims)
    pick = ["d2:1"] if before == 2 else []
    play.acts("a1", "fire:0:f", dice=[*pick, f"d10:{score}", "d4:4", "d6:2"])
    assert play.figure("f1").harm == after


@pytest.mark.parametrize(("horse", "hit"), [("d6:3", "rider"), ("d6:4", "horse")])
def test_who_is_hit_in_the_saddle(horse: str, hit: str) -> None:
    play = table(man("a1", UNION, 50, 50), IDLE, rider("f1", CONFEDERATE, 50, 60, SOUTH))
    play.acts("a1", "fire:0:f", dice=["d8:6", "d4:4", "d6:2", horse])
    found = play.figure("f1")
    assert (found.harm, found.horse) == ((1, 0) if hit == "rider" else (0, 1))


def test_at_short_range_only_the_front_rank_is_hit() -> None:
    ranks = [man("f1", CONFEDERATE, 50, 60, SOUTH), man("f2", CONFEDERATE, 50, 62.5, SOUTH)]
    near = table(man("a1", UNION, 50, 50), IDLE, ranks)
    near.acts("a1", "fire:0:f", dice=["d8:1", "d4:1", "d6:1"])
    assert near.last(ShotFired).victim == "f1"
    farther = [man("f1", CONFEDERATE, 50, 70, SOUTH), man("f2", CONFEDERATE, 50, 72.5, SOUTH)]
    far = table(man("a1", UNION, 50, 50), IDLE, farther)
    far.acts("a1", "fire:0:f", dice=["d2:2", "d8:1", "d4:1", "d8:1"])
    assert far.last(ShotFired).victim == "f2"


# ---------------------------------------------------------------- hand to hand


def fought(*men: Figure, dice: Sequence[str] = (), things: tuple[Any, ...] = ()) -> Table:
    """The melee phase and the tests after it, and no more."""
    return Table(position(*men, FAR, IDLE, ground=field(*things)), Melee(""), Window(), dice=dice)


def a1(**fields: Any) -> Figure:
    return man("a1", UNION, 50, 50, **fields)


def f1(**fields: Any) -> Figure:
    return man("f1", CONFEDERATE, 50, 52, SOUTH, **fields)


def r1(**fields: Any) -> Figure:
    """A Confederate rider in contact with a1."""
    return rider("f1", CONFEDERATE, 50, 52.5, SOUTH, **fields)


@pytest.mark.parametrize(("ours", "theirs", "dice"), [
    # Both throw quality and weapon; who is mounted a d6 for his horse, but not against bayonets.
    (a1(), f1(), ["d8:1", "d6:1", "d8:1", "d6:1"]),
    (a1(melee="butt-sword"), f1(), ["d8:1", "d4:1", "d8:1", "d6:1"]),
    (a1(melee="sword-pistol"), f1(), ["d8:1", "d6:1", "d8:1", "d6:1"]),
    (a1(melee="improvised"), f1(), ["d8:1", "d4:1", "d8:1", "d6:1"]),
    (a1(), r1(), ["d8:1", "d8:1", "d8:1", "d6:1"]),
    (a1(melee="butt-sword"), r1(), ["d8:1", "d4:1", "d8:1", "d6:1", "d6:1"]),
    (a1(melee="sword-pistol"), r1(), ["d8:1", "d4:1", "d8:1", "d6:1", "d6:1"]),
    (a1(melee="improvised"), r1(), ["d8:1", "d8:1", "d6:1", "d6:1"]),
    (a1(melee="butt-sword"), r1(melee="lance"), ["d8:1", "d4:1", "d8:1", "d6:1", "d6:1"]),
    (rider("a1", UNION, 50, 49.5, melee="lance"), r1(), ["d8:1", "d8:1", "d6:1", "d8:1", "d4:1", "d6:1"]),
    (a1(quality="elite"), f1(quality="green"), ["d12:1", "d6:1", "d6:1", "d6:1"]),
])  # fmt: skip
def test_the_dice_of_a_combat(ours: Figure, theirs: Figure, dice: list[str]) -> None:
    assert fought(ours, theirs, dice=dice).all(BoutFought)


def beaten(by: int) -> list[str]:
    """Dice by which a1, a veteran with the bayonet, beats a rider or a man by so much."""
    return [f"d10:{1 + by}", "d6:1", "d8:1", "d6:1"]


@pytest.mark.parametrize(("by", "harm", "y"), [
    (0, 0, 52.0), (1, 0, 54.0), (2, 1, 54.0), (3, 1, 52.0), (4, 2, 52.0), (5, 3, 52.0), (6, 3, 52.0),
])  # fmt: skip
def test_a_man_on_foot_beaten_by_so_much(by: int, harm: int, y: float) -> None:
    dice = beaten(by)
    after = ["d8:8"] if by > 1 else []
    play = fought(a1(quality="veteran"), f1(), man("f2", CONFEDERATE, 90, 90), dice=[*dice, *after])
    found = play.figure("f1")
    assert found.harm == harm
    assert harm >= 3 or found.pose.y == pytest.approx(y, abs=0.02)


@pytest.mark.parametrize(("by", "fall", "mounted", "harm"), [
    (1, ["d6:4"], False, 0), (1, ["d6:5"], False, 1), (2, ["d6:4"], False, 1), (2, ["d6:6"], False, 2),
    (3, [], True, 1), (4, [], True, 1), (5, [], False, 2), (6, [], False, 3),
])  # fmt: skip
def test_a_rider_beaten_by_so_much(by: int, fall: list[str], mounted: bool, harm: int) -> None:
    dice = [f"d10:{1 + by}", "d8:1", "d8:1", "d6:1", *fall]
    test = ["d8:8"] if harm else []
    play = fought(a1(quality="veteran"), r1(), rider("f2", CONFEDERATE, 90, 90), dice=[*dice, *test])
    found = play.figure("f1")
    assert (found.arm == "mounted", found.harm) == (mounted, harm)


@pytest.mark.parametrize(("ours", "more", "things", "score"), [
    (a1(), (), (), 5),
    (a1(charged=True), (), (), 6),                                                      # charging
    (a1(harm=1), (), (), 4),                                                            # wounded
    (a1(), (man("f2", CONFEDERATE, 51.9, 50.6, SOUTH),), (), 4),                          # two against him
    (a1(), (), (hill(1, 40, 40, 60, 51),), 6),                                           # uphill
    (a1(charged=True), (), (hill(1, 40, 40, 60, 51),), 6),                               # one point, not two
    (a1(), (), (fence((40, 51.0), (60, 51.0)),), 6),                                     # behind a barricade
])  # fmt: skip
def test_what_adds_and_takes(ours: Figure, more: tuple[Figure, ...], things: tuple[Any, ...], score: int) -> None:
    """Both throw 5 on the quality die and 1 with the weapon: only a1's score differs."""
    dice = ["d8:5", "d6:1", "d8:5", "d6:1"]
    play = fought(ours, f1(), *more, things=things, dice=() if more else dice)
    if more:
        play.choose(play.keys[0], dice=dice)
    assert play.last(BoutFought).a_score == score


def test_no_more_than_three_fight_one() -> None:
    ring = [
        man(f"f{n}", CONFEDERATE, x, y, SOUTH) for n, (x, y) in enumerate([(50, 52), (52, 50), (48, 50), (50, 48)], 1)
    ]
    play = fought(a1(), *ring)
    while play.players and not play.all(BoutFought):
        dice = ["d8:5", "d6:1", "d8:3", "d6:1"] if play.asked[1] == "primary" else []
        play.choose(play.keys[0], dice=dice)
    assert play.last(BoutFought).a_score == 3


def test_a_rider_cannot_fight_behind_him_but_a_lancer_can() -> None:
    behind = man("a1", UNION, 50, 54.5, SOUTH, melee="butt-sword")
    front = rider("f1", CONFEDERATE, 50, 52, SOUTH)
    assert fought(behind, front, dice=["d8:3", "d4:1", "d8:4"]).last(BoutFought).result == "none"
    lancer = rider("f1", CONFEDERATE, 50, 52, SOUTH, melee="lance")
    assert fought(behind, lancer, dice=["d8:3", "d4:1", "d8:3", "d6:1", "d6:1"]).all(BoutFought)


# ---------------------------------------------------------------- nerve


def nerve(die: int, *others: Figure, able: int = 5, things: tuple[Any, ...] = (), **fields: Any) -> MoraleTested:
    """The test of five regulars who have been grazed; the enemy is straight before them, 30 cm off."""
    group = {"start": 5, "injured": True, **fields.pop("group", {})}
    men = squad("f", CONFEDERATE, able, 50, 60, SOUTH, **fields)
    men += [man(f"f{n}", CONFEDERATE, 50, 60, harm=3, place="gone") for n in range(able + 1, 6)]
    foe = man("a1", UNION, 56, 28)
    state = position(foe, *men, *others, ground=field(*things), groups={"f": group})
    return Table(state, Window(), dice=[f"d8:{die}"]).last(MoraleTested)


@pytest.mark.parametrize(("die", "losses", "result"), [
    (1, 0, "ok"), (2, 1, "no-advance"), (1, 1, "no-advance"), (2, 2, "fall-back"), (1, 2, "break"),
    (2, 3, "break-no-rally"), (5, 2, "ok"), (3, 2, "no-advance"),
])  # fmt: skip
def test_the_result_of_a_test(die: int, losses: int, result: str) -> None:
    """Two less for each fifth of the group that is down."""
    found = nerve(die, able=5 - losses)
    assert (found.score, found.result) == (die - 2 * losses, result)


@pytest.mark.parametrize(("others", "fields", "things", "total"), [
    ((), {}, (), 0),
    ((man("f9", CONFEDERATE, 5, 5, role="nco", harm=3, place="gone"),), {"group": {"start": 6}}, (), -2),
    ((), {"harm": 1}, (), -5),                                                     # every fifth with a wound
    ((chief(CONFEDERATE, 56, 100),), {}, (), 2),                                    # the commander within 50 cm
    ((chief(CONFEDERATE, 56, 113),), {}, (), 0),
    ((chief(CONFEDERATE, 56, 100),), {}, (area("building", 50, 70, 62, 90),), 0),   # not in sight
    ((), {}, (area("woods", 40, 58, 75, 63),), 1),                                  # in cover
    ((), {}, (hill(1, 40, 55, 75, 65),), 1),                                        # uphill of all enemies
    ((), {"group": {"motion": "advancing"}}, (), 1),
    ((), {"group": {"motion": "retiring"}}, (), -1),
    ((man("u1", UNION, 20, 60, EAST),), {}, (), -1),                                # an enemy on the flank
    ((man("u1", UNION, 20, 60, EAST), man("g1", CONFEDERATE, 40, 60, SOUTH)), {}, (), 0),   # friends are closer
    ((man("u1", UNION, 56, 90, SOUTH),), {}, (), -1),                               # in the rear
])  # fmt: skip
def test_what_shakes_and_steadies(
    others: tuple[Figure, ...], fields: dict[str, Any], things: tuple[Any, ...], total: int
) -> None:
    assert nerve(5, *others, things=things, **fields).score == 5 + total


@pytest.mark.parametrize(("leader", "total"), [("veteran", 1), ("regular", 0)])
def test_a_better_leader_adds_one(leader: str, total: int) -> None:
    men = squad("f", CONFEDERATE, 4, 50, 60, SOUTH)
    nco = man("f5", CONFEDERATE, 62, 60, SOUTH, role="nco", quality=leader)
    state = position(man("a1", UNION, 56, 28), men, nco, groups={"f": {"start": 5, "injured": True}})
    assert Table(state, Window(), dice=["d8:4"]).last(MoraleTested).score == 4 + total


@pytest.mark.parametrize(("ours", "theirs", "tests"), [
    (squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 3, 50, 60, SOUTH), False),
    (squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 4, 50, 60, SOUTH), True),               # more of them
    (squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 3, 50, 60, SOUTH, quality="veteran"), True),
    (squad("a", UNION, 4, 50, 50, quality="veteran"), squad("f", CONFEDERATE, 3, 50, 60, SOUTH), False),
])  # fmt: skip
def test_who_tests_before_he_charges(ours: list[Figure], theirs: list[Figure], tests: bool) -> None:
    play = table(ours, theirs, FAR).choose("a")
    die = "d10" if theirs[0].quality == "veteran" else "d8"
    play.choose("charge:f", dice=[*(["d8:5"] if tests else []), f"{die}:5"])
    assert [event.cause for event in play.all(MoraleTested)] == (["charging"] if tests else []) + ["charged"]


@pytest.mark.parametrize(("harm", "tested"), [(3, True), (2, False)])
def test_all_test_when_the_commander_is_killed(harm: int, tested: bool) -> None:
    """A ball that disables him makes nobody test; he is a veteran by himself."""
    men = [*squad("f", CONFEDERATE, 3, 150, 100, SOUTH), *squad("g", CONFEDERATE, 3, 150, 60, SOUTH)]
    play = table(man("a1", UNION, 50, 50, quality="elite"), men, chief(CONFEDERATE, 50, 60))
    roll = 12 if harm == 3 else 8
    after = ["d8:8", "d8:8"] if tested else []
    play.acts("a1", "fire:0:confederate-chief", dice=[f"d12:{roll}", "d4:4", "d6:4", *after])
    assert play.figure("confederate-chief").harm == harm
    assert len(play.all(MoraleTested)) == (2 if tested else 0)


def test_who_breaks_runs_with_both_actions_and_rallies_on_four() -> None:
    men = squad("a", UNION, 4, 50, 60)
    play = table(men, man("f1", CONFEDERATE, 55, 80, SOUTH), groups={"a": {"state": "break", "thrown": 1}})
    play.choose("a")
    assert "run" in play.keys
    play.choose("run").to_phase(UNION, 2).choose("a").choose("run", dice=["d8:4"])
    assert len([event for event in play.all(Moved) if event.cause == "run"]) == 8
    assert play.group("a").state == "ok"
