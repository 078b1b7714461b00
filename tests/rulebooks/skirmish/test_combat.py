"""Hand-to-hand fighting at the table: pairing, primaries, what becomes of losers."""

from __future__ import annotations

from roundtop.rulebooks.skirmish.command.events import PhaseBegan
from roundtop.rulebooks.skirmish.field import in_contact, touching
from roundtop.rulebooks.skirmish.melee.events import BoutFought, MeleeArranged
from roundtop.rulebooks.skirmish.melee.rule import bonuses, defenceless
from roundtop.rulebooks.skirmish.melee.table import combat_of, knots_of, ways_of
from roundtop.rulebooks.skirmish.morale.events import MoraleTested
from roundtop.rulebooks.skirmish.movement.events import Left, Moved
from roundtop.rulebooks.skirmish.state import Bout, Figure
from roundtop.rulebooks.skirmish.terrain.table import cover_of
from tests.clauses import clause

from .table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    area,
    at,
    fence,
    field,
    hill,
    man,
    melee,
    position,
    rider,
    squad,
    table,
    wall,
)

NEXT = ["d6:5", "d6:2"]
RESERVES = [squad("r", UNION, 3, 100, 10), squad("z", CONFEDERATE, 3, 100, 110)]


def pair(**fields: int) -> list[object]:
    return [man("a1", UNION, 50, 50, **fields), man("f1", CONFEDERATE, 50, 52.05, SOUTH)]


@clause("skirmish.melee.contact")
@clause("skirmish.melee.tie")
def test_two_who_touch_fight() -> None:
    play = melee(
        man("a1", UNION, 50, 50),
        man("f1", CONFEDERATE, 50, 52.05, SOUTH),
        *RESERVES,
        dice=["d8:5", "d6:1", "d8:5", "d6:2", *NEXT],
    )
    bout = play.last(BoutFought)
    assert (bout.bout, bout.a_score, bout.b_score, bout.result, bout.loser) == (
        Bout(("a1",), ("f1",)),
        5,
        5,
        "none",
        "",
    )
    assert in_contact(play.state, play.figure("a1"))


@clause("skirmish.melee.push-back", 1)
@clause("skirmish.melee.result-infantry", 1)
def test_the_loser_is_driven_back() -> None:
    play = melee(
        man("a1", UNION, 50, 52),
        man("f1", CONFEDERATE, 50, 50),
        *RESERVES,
        dice=["d8:6", "d6:1", "d8:4", "d6:2", "d8:5", *NEXT],
    )
    assert play.last(BoutFought).result == "push-back-and-wound"
    assert play.place("f1") == (50.0, 48.0)
    assert play.figure("f1").harm == 1
    assert play.place("a1") == (50.0, 52.0)
    assert not in_contact(play.state, play.figure("a1"))


@clause("skirmish.melee.push-back-behind", 1)
@clause("skirmish.melee.push-back-terms", 1)
def test_the_man_behind_is_shifted_just_far_enough() -> None:
    for behind, ends in ((48.0, 46.0), (47.5, 46.0), (45.0, 45.0)):
        play = melee(
            man("a1", UNION, 50, 52), man("f1", CONFEDERATE, 50, 50), man("f2", CONFEDERATE, 50, behind), *RESERVES,
            dice=["d8:5", "d6:1", "d8:4", "d6:2", *NEXT],
        )  # fmt: skip
        assert (play.place("f1"), play.place("f2")) == ((50.0, 48.0), (50.0, ends))
        pushed = [event.figure for event in play.all(Moved) if event.cause == "push"]
        assert pushed == (["f2", "f1"] if ends < behind else ["f1"]), "nobody is pushed on to a friend"


@clause("skirmish.melee.push-back-terms")
def test_what_stops_a_push_back() -> None:
    dice = ["d8:5", "d6:1", "d8:4", "d6:2", *NEXT]
    edge = melee(man("a1", UNION, 50, 3.5), man("f1", CONFEDERATE, 50, 1.5), *RESERVES, dice=dice)
    assert edge.place("f1") == (50.0, 1.0)
    barred = melee(
        man("a1", UNION, 50, 52),
        man("f1", CONFEDERATE, 50, 50),
        *RESERVES,
        dice=dice,
        ground=field(wall((40, 48.5), (60, 48.5))),
    )
    assert 49.45 < barred.place("f1")[1] <= 49.6
    enemy = melee(
        man("a1", UNION, 50, 52), man("f1", CONFEDERATE, 50, 50), man("b1", UNION, 50, 47.5), *RESERVES, dice=dice
    )
    assert enemy.place("f1") == (50.0, 49.5)


@clause("skirmish.melee.dismounted")
@clause("skirmish.melee.dismounted-plus-wound")
@clause("skirmish.melee.result-cavalry")
def test_a_rider_is_unhorsed_and_still_in_contact() -> None:
    play = melee(
        man("a1", UNION, 50, 50), rider("f1", CONFEDERATE, 50, 52.5, SOUTH), *RESERVES,
        dice=["d8:6", "d8:1", "d8:4", "d6:2", "d6:4", "d8:5", *NEXT],
    )  # fmt: skip
    assert play.last(BoutFought).result == "dismounted-and-wound"
    fallen = play.figure("f1")
    assert (fallen.arm, fallen.harm, fallen.melee) == ("foot", 1, "butt-sword")
    assert (play.place("f1"), fallen.pose.facing) == ((50.0, 52.0), 18000)
    assert [foe.id for foe in touching(play.state, play.figure("a1"))] == ["f1"]


@clause("skirmish.turn.melee-timing", 1)
@clause("skirmish.melee.charging", 1)
def test_a_charge_is_fought_once_after_all_phases_and_gives_its_bonus_once() -> None:
    play = table(
        man("a1", UNION, 50, 50), squad("b", UNION, 2, 90, 10), man("f1", CONFEDERATE, 50, 60, SOUTH), *RESERVES
    )
    play.choose("a").charge("f", dice=["d8:5"])
    play.until("first", dice=["d8:4", "d6:1", "d8:5", "d6:2", *NEXT])
    assert [(bout.a_score, bout.b_score) for bout in play.all(BoutFought)] == [(5, 5)]
    kinds = [type(event) for event in play.events]
    last_phase = max(n for n, event in enumerate(play.events) if isinstance(event, PhaseBegan))
    assert kinds.index(BoutFought) > last_phase
    play.choose("first").until("first", dice=["d8:5", "d6:1", "d8:5", "d6:2", *NEXT])
    assert [(bout.a_score, bout.b_score) for bout in play.all(BoutFought)] == [(5, 5), (5, 5)]


def test_on_contact_by_the_house_rule() -> None:
    play = table(
        man("a1", UNION, 50, 50), squad("b", UNION, 2, 90, 10), man("f1", CONFEDERATE, 50, 60, SOUTH), *RESERVES,
        melee_timing="on-contact",
    )  # fmt: skip
    play.choose("a").charge("f", dice=["d8:5"], fight=["d8:4", "d6:1", "d8:5", "d6:2"])
    assert len(play.all(BoutFought)) == 1
    assert play.state.acting in (UNION, "")
    play.until("first", dice=NEXT)
    assert len(play.all(BoutFought)) == 1


@clause("skirmish.melee.pairing", 2)
@clause("skirmish.melee.multiple", 1)
@clause("skirmish.melee.primary")
def test_three_about_one_and_its_primary() -> None:
    ring = [man("a1", UNION, 50, 47.95), man("a2", UNION, 47.95, 50), man("a3", UNION, 52.05, 50)]
    play = melee(ring, man("f1", CONFEDERATE, 50, 50), *RESERVES)
    assert play.asked[:2] == (UNION, "primary")
    assert play.keys == ["a1", "a2", "a3"]
    play.choose("a3", dice=["d8:4", "d6:2", "d8:7", "d6:5", *NEXT])
    bout = play.last(BoutFought)
    assert (bout.bout.a[0], bout.a_score, bout.b_score, bout.loser) == ("a3", 4, 5, "a3")
    assert play.place("a3") == (54.05, 50.0)


@clause("skirmish.melee.max-three")
def test_a_fourth_stands_idle() -> None:
    ring = [
        man("a1", UNION, 50, 47.95),
        man("a2", UNION, 47.95, 50),
        man("a3", UNION, 52.05, 50),
        man("a4", UNION, 50, 52.05),
    ]
    state = position(ring, man("f1", CONFEDERATE, 50, 50))
    assert ways_of(state, knots_of(state, "")[0])[0] == (Bout(("a1", "a2", "a3"), ("f1",)),)


@clause("skirmish.melee.pairing", 3)
def test_a_rear_pair_only_where_more_pairs_need_it() -> None:
    trooper = rider("a1", UNION, 50, 50)
    front, behind = man("f1", CONFEDERATE, 50, 52.55, SOUTH), man("f2", CONFEDERATE, 50, 47.45)
    alone = position(trooper, front, behind)
    assert ways_of(alone, knots_of(alone, "")[0])[0] == (Bout(("a1",), ("f1", "f2")),)
    comrade = position(trooper, man("a2", UNION, 52.05, 52.55), front, behind)
    assert ways_of(comrade, knots_of(comrade, "")[0])[0] == (Bout(("a1",), ("f2",)), Bout(("a2",), ("f1",)))


def test_the_side_with_the_initiative_chooses_among_arrangements_and_orders() -> None:
    knot = [
        man("a1", UNION, 49, 50),
        man("a2", UNION, 51, 50),
        man("f1", CONFEDERATE, 49, 52.05),
        man("f2", CONFEDERATE, 51, 52.05),
    ]
    knot[0].pose, knot[1].pose = at(49.0, 50.0), at(50.4, 52.05)
    knot[2].pose, knot[3].pose = at(48.35, 51.95, SOUTH), at(51.05, 50.1, SOUTH)
    play = melee(knot, man("b1", UNION, 80, 50), man("g1", CONFEDERATE, 80, 52.05), *RESERVES)
    assert play.asked[:2] == (UNION, "pairing")
    assert len(play.keys) == 2
    play.choose("1")
    assert play.all(MeleeArranged)[0].bouts[:2] == (Bout(("a1",), ("f2",)), Bout(("a2",), ("f1",)))
    assert play.asked[:2] == (UNION, "bout")
    assert play.keys == ["rest", "a1", "a2", "b1"]
    play.choose("b1", dice=["d8:5", "d6:1", "d8:5", "d6:2"])
    assert play.last(BoutFought).bout == Bout(("b1",), ("g1",))
    play.choose("rest", dice=["d8:5", "d6:1", "d8:5", "d6:2"] * 2 + NEXT)
    assert len(play.all(BoutFought)) == 3


def test_one_left_over_may_help_either_of_two() -> None:
    men = [man("a1", UNION, 49, 50), man("a2", UNION, 53.1, 50), man("a3", UNION, 51.05, 51.7)]
    foes = [man("f1", CONFEDERATE, 49, 52.05, SOUTH), man("f2", CONFEDERATE, 53.1, 52.05, SOUTH)]
    play = melee(men, foes, *RESERVES)
    assert play.asked[:2] == (UNION, "pairing")
    ways = ways_of(play.state, knots_of(play.state, "")[0])
    assert ways[0] == (Bout(("a1", "a3"), ("f1",)), Bout(("a2",), ("f2",)))
    assert (Bout(("a1",), ("f1",)), Bout(("a2", "a3"), ("f2",))) in ways


@clause("skirmish.actions.climb-crossing")
def test_a_man_half_over_a_wall_is_in_the_open_and_cannot_fight() -> None:
    ground = field(wall((40, 51), (60, 51)))
    climber = man("a1", UNION, 50, 50, climbed=1, landing=at(50, 52.05))
    state = position(climber, man("f1", CONFEDERATE, 50, 70), man("g1", CONFEDERATE, 48, 49.5), ground=ground)
    assert cover_of(state, state.figures["a1"], state.figures["f1"]) == "open"
    down = position(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 70), ground=ground)
    assert cover_of(down, down.figures["a1"], down.figures["f1"]) == "hard"
    assert defenceless(combat_of(state, Bout(("a1",), ("g1",))).a)


@clause("skirmish.setup.height", 1)
@clause("skirmish.melee.plus-one")
def test_uphill_of_all_opponents() -> None:
    ground = field(hill(1, 40, 49, 60, 60))
    state = position(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 47.95), ground=ground)
    assert [mod.label for mod in bonuses(combat_of(state, Bout(("a1",), ("f1",))).a, state.settings)] == [
        "uphill of all opponents"
    ]
    mixed = position(
        man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 47.95), man("f2", CONFEDERATE, 52.05, 50), ground=ground
    )
    assert bonuses(combat_of(mixed, Bout(("a1",), ("f1", "f2"))).a, mixed.settings) == []


@clause("skirmish.melee.barricade", 1)
def test_defending_a_barricade_or_a_house() -> None:
    across = position(
        man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 52.2), ground=field(fence((40, 51.1), (60, 51.1)))
    )
    combat = combat_of(across, Bout(("a1",), ("f1",)))
    assert (combat.a.barricade, combat.b.barricade) == (True, True)
    charged = position(
        man("a1", UNION, 50, 50, charged=True),
        man("f1", CONFEDERATE, 50, 52.2),
        ground=field(fence((40, 51.1), (60, 51.1))),
    )
    combat = combat_of(charged, Bout(("a1",), ("f1",)))
    assert (combat.a.barricade, combat.b.barricade, combat.a.charging) == (False, True, True)
    house = position(
        man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 52.05), ground=field(area("building", 40, 51, 60, 70))
    )
    combat = combat_of(house, Bout(("a1",), ("f1",)))
    assert (combat.a.barricade, combat.b.barricade) == (False, True)


@clause("skirmish.melee.mounted-rear-terms")
@clause("skirmish.melee.broken-in-contact")
def test_the_defenceless_do_no_harm() -> None:
    behind = melee(
        rider("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 47.45), *RESERVES, dice=["d8:6", "d8:3", "d8:4", *NEXT]
    )
    assert (behind.last(BoutFought).result, behind.figure("f1").harm) == ("none", 0)
    broken = position(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 52.05), groups={"a": {"state": "break"}})
    assert combat_of(broken, Bout(("a1",), ("f1",))).a.broken


@clause("skirmish.actions.in-contact", 1)
def test_a_rider_turns_to_the_enemy_behind_him() -> None:
    play = table(rider("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 47.45), *RESERVES)
    play.choose("a").choose("a1")
    assert play.keys == ["turn:f1", "stand"]
    play.choose("turn:f1")
    assert (play.figure("a1").pose.facing, play.figure("a1").spent) == (18000, 1)
    foot = table(man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 47.95), *RESERVES)
    assert foot.choose("a").choose("a1").keys == ["stand"]


@clause("skirmish.melee.after")
def test_nobody_follows_up_and_whoever_is_free_may_go() -> None:
    play = melee(
        man("a1", UNION, 50, 52),
        man("f1", CONFEDERATE, 50, 50),
        *RESERVES,
        dice=["d8:5", "d6:1", "d8:4", "d6:2", *NEXT],
    )
    assert [event.figure for event in play.all(Moved)] == ["f1"]
    play.choose("first").choose("a").choose("a1")
    assert "move" in play.keys


@clause("skirmish.melee.disabled")
@clause("skirmish.melee.killed")
def test_the_fallen_free_their_enemies() -> None:
    play = melee(
        man("a1", UNION, 50, 52),
        man("f1", CONFEDERATE, 50, 50),
        *RESERVES,
        dice=["d8:8", "d6:1", "d8:4", "d6:2", *NEXT],
    )
    assert (play.figure("f1").harm, play.figure("f1").place) == (2, "on")
    killed = melee(
        man("a1", UNION, 50, 52),
        man("f1", CONFEDERATE, 50, 50),
        *RESERVES,
        dice=["d8:8", "d6:1", "d8:3", "d6:2", *NEXT],
    )
    assert (killed.figure("f1").harm, killed.figure("f1").place) == (3, "gone")
    assert not in_contact(play.state, play.figure("a1"))


@clause("skirmish.morale.cornered", 1)
def test_a_cornered_man_surrenders() -> None:
    yard = field(wall((48.9, 48.9), (51.1, 48.9), (51.1, 54)), wall((48.9, 54), (48.9, 48.9)))
    men = [man("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 52.05, SOUTH)]
    for surrender, place in ((True, "gone"), (False, "on")):
        play = table(
            *men, *RESERVES, ground=yard, groups={"a": {"state": "break-no-rally", "thrown": 1}}, surrender=surrender,
        )  # fmt: skip
        play.choose("a")
        assert play.keys == ["a1", "run"]
        play.choose("run")
        assert play.figure("a1").stuck
        play.until("first", dice=["d8:4", "d8:4", "d6:1", *NEXT])
        assert play.figure("a1").place == place
        assert [event.cause for event in play.all(Left)] == (["surrendered"] if surrender else [])


def test_the_melee_is_told_with_its_modifiers() -> None:
    play = melee(
        man("a1", UNION, 50, 50, harm=1), man("f1", CONFEDERATE, 50, 52.05, SOUTH, charged=True), *RESERVES,
        dice=["d8:5", "d6:1", "d8:3", "d6:3", *NEXT],
    )  # fmt: skip
    labels = [row.label for row in play.last(BoutFought).tally]
    assert labels == ["union: wounded", "confederate: charging", "scores"]
    assert play.all(MoraleTested) == []


def test_a_rider_unhorsed_from_the_side_stays_beside_his_enemy() -> None:
    play = melee(
        man("a1", UNION, 50, 50), rider("f1", CONFEDERATE, 52.5, 50, SOUTH), *RESERVES,
        dice=["d8:5", "d8:1", "d8:4", "d6:2", "d6:4", *NEXT],
    )  # fmt: skip
    assert (play.last(BoutFought).result, play.place("f1")) == ("dismounted", (52.0, 50.0))


def test_each_knot_is_arranged_by_itself() -> None:
    def knot(x: float, a: str, f: str) -> list[Figure]:
        return [
            man(f"{a}1", UNION, x, 50), man(f"{a}2", UNION, x + 1.4, 52.05),
            man(f"{f}1", CONFEDERATE, x - 0.65, 51.95, SOUTH), man(f"{f}2", CONFEDERATE, x + 2.05, 50.1, SOUTH),
        ]  # fmt: skip

    play = melee(
        man("c1", UNION, 20, 50), man("h1", CONFEDERATE, 20, 52.05), knot(49, "a", "f"), knot(89, "b", "g"), *RESERVES
    )
    assert play.asked == (UNION, "pairing", "0")
    play.choose("0")
    assert play.asked == (UNION, "pairing", "1")
    play.choose("1")
    bouts = play.all(MeleeArranged)[0].bouts
    assert [(bout.a, bout.b) for bout in bouts] == [
        (("a1",), ("f1",)), (("a2",), ("f2",)), (("b1",), ("g2",)), (("b2",), ("g1",)), (("c1",), ("h1",)),
    ]  # fmt: skip


def test_a_push_back_off_the_straight_shifts_nobody_who_is_beside() -> None:
    play = melee(
        man("a1", UNION, 50, 52), man("f1", CONFEDERATE, 50, 50), man("f2", CONFEDERATE, 52.1, 48),
        man("f3", CONFEDERATE, 49, 48.3), *RESERVES, dice=["d8:5", "d6:1", "d8:4", "d6:2", *NEXT],
    )  # fmt: skip
    assert play.place("f1") == (50.0, 48.0)
    assert play.place("f2") == (52.1, 48.0)
    assert 46.2 < play.place("f3")[1] < 46.4
