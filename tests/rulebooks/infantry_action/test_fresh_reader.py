"""The page read afresh and tried at the table: shots, guns, charges, dominoes, what a beaten line does, who moves."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from roundtop.battle.forms import Assigned, Marched
from roundtop.rulebooks.infantry_action.charge.events import ContactMade
from roundtop.rulebooks.infantry_action.field import stand_at
from roundtop.rulebooks.infantry_action.fire.events import VolleyFired
from roundtop.rulebooks.infantry_action.melee.events import CombatFought
from roundtop.rulebooks.infantry_action.state import Unit
from roundtop.table.path import Manoeuvre, about_face, forward, shift
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    NORTH,
    SOUTH,
    UNION,
    Die,
    Table,
    beaten,
    building,
    field,
    guns,
    hill,
    line,
    reserves,
    table,
    wall,
    wood,
)

# ---------------------------------------------------------------- infantry fire


def volley(gap: float, dice: tuple[int, ...], things: tuple[Any, ...] = (), **rest: Any) -> int:
    """Stands that two stands opposite lose to a volley over a gap; -1 where nobody may fire."""
    ours, theirs = rest.pop("ours", {}), rest.pop("theirs", {})
    played = table(
        line("a", UNION, 2, 36, 20, **{"order": "fire", **ours}),
        line("x", CONFEDERATE, 2, 36, 21 + gap, SOUTH, **{"order": "hold", **theirs}),
        *reserves(), phase="shooting", ground=field(*things), **rest,
    )  # fmt: skip
    if played.asked[1] != "nominate":
        return -1
    played.aim({1: "x:2", 2: "x:1"}, dice=dice)
    return 2 - played.unit("x").stands


@pytest.mark.parametrize(("gap", "dice", "lost"), [
    (12.0, (4, 3), 1), (12.0, (3, 3), 0), (12.1, (4, 5), 1), (18.0, (4, 4), 0), (18.0, (6, 5), 2), (18.1, (), -1),
])  # fmt: skip
def test_infantry_hits_by_range(gap: float, dice: tuple[int, ...], lost: int) -> None:
    assert volley(gap, dice) == lost


@pytest.mark.parametrize(("gap", "dice", "lost"), [(12.0, (4, 5), 1), (15.0, (5, 6), 1), (15.0, (5, 5), 0)])
def test_a_line_that_has_routed_fires_at_one_less(gap: float, dice: tuple[int, ...], lost: int) -> None:
    assert volley(gap, dice, ours={"routed": True}) == lost


@pytest.mark.parametrize(("things", "lost"), [
    ((wood(30, 24, 42, 26),), -1),                            # a wood between
    ((wood(30, 29.5, 42, 36),), 2),                           # an inch and a half inside its edge
    ((wood(30, 27.5, 42, 36),), -1),                          # three inches and a half inside
    ((building(30, 24, 42, 26),), -1),
    ((hill(1, 30, 24, 42, 26),), -1),
    ((hill(1, 30, 10, 42, 26),), 2),                          # from the top of it
    ((wall((30, 25), (42, 25)),), 2),                         # a wall hides nobody and covers nobody
])  # fmt: skip
def test_who_is_seen(things: tuple[Any, ...], lost: int) -> None:
    assert volley(10.0, (4, 4), things) == lost


@pytest.mark.parametrize("order", ["move", "fast-advance", "charge", "hold", "opportunity-fire"])
def test_who_has_no_order_to_fire_does_not(order: str) -> None:
    assert volley(6.0, (), ours={"order": order}) == -1


@pytest.mark.parametrize(("x", "offered"), [(36.0, True), (45.9, True), (48.0, False)])
def test_the_arc_is_45_degrees_to_either_side(x: float, offered: bool) -> None:
    """From a stand's front edge at 20.5 to the middle of one at 30."""
    played = table(line("a", UNION, 1, 36, 20, order="fire"), line("x", CONFEDERATE, 1, x, 30.5, SOUTH, order="hold"),
                   *reserves(), phase="shooting")  # fmt: skip
    assert (played.asked[1] == "nominate") is offered


def test_both_sides_name_before_either_throws_and_the_dead_shoot_too() -> None:
    played = table(line("a", UNION, 2, 36, 20, order="fire"), line("x", CONFEDERATE, 2, 36, 30, SOUTH, order="fire"),
                   *reserves(), phase="shooting")  # fmt: skip
    played.aim({1: "x:2", 2: "x:1"})
    assert played.asked[:2] == (CONFEDERATE, "nominate")
    assert not played.all(VolleyFired)
    played.aim({1: "a:2", 2: "a:1"}, dice=(4, 4, 6, 5))
    assert (played.unit("a").stands, played.unit("x").stands) == (0, 0)


@pytest.mark.parametrize(("lost", "routs"), [(5, False), (7, False)])
def test_fire_alone_puts_nobody_to_flight(lost: int, routs: bool) -> None:
    played = table(line("a", UNION, 10, 36, 20, order="fire"), line("x", CONFEDERATE, 10, 36, 30, SOUTH, order="hold"),
                   *reserves(), phase="shooting")  # fmt: skip
    played.aim({n: f"x:{11 - n}" for n in range(1, 11)}, dice=(4,) * lost + (1,) * (10 - lost)).turn_over()
    assert (played.unit("x").stands, played.unit("x").routed) == (10 - lost, routs)


# ---------------------------------------------------------------- guns


def gunfire(gap: float, dice: tuple[int, ...], target: str = "x:3", stands: int = 5, **rest: Any) -> tuple[int, ...]:
    """The stands that a gun shoots off a line that faces it."""
    played = table(
        guns("g", UNION, 1, 36, 20, order="fire"),
        line("x", CONFEDERATE, stands, 36, 21 + gap, SOUTH, order="hold"), *reserves(), phase="shooting", **rest,
    )  # fmt: skip
    played.choose(target, dice=dice)
    return played.last(VolleyFired).removed


@pytest.mark.parametrize(("gap", "dice", "removed"), [
    (10.0, (3, 2), (3,)), (10.0, (2, 2), ()), (10.1, (3, 3), ()), (10.1, (4, 1), (3,)), (18.0, (4, 1), (3,)),
    (18.2, (4, 4), ()), (18.2, (5, 1), (3,)), (35.9, (6, 1), (3,)),
    # Both dice hit: one to three the stand to the gunner's left, which is the line's next to the right.
    (10.0, (3, 3, 1), (3, 4)), (10.0, (3, 3, 3), (3, 4)), (10.0, (3, 3, 4), (2, 3)), (10.0, (6, 6, 6), (2, 3)),
])  # fmt: skip
def test_a_gun_throws_two_dice(gap: float, dice: tuple[int, ...], removed: tuple[int, ...]) -> None:
    assert tuple(sorted(gunfire(gap, dice))) == removed


@pytest.mark.parametrize(("target", "side", "removed"), [("x:5", 1, (4, 5)), ("x:1", 6, (1, 2)), ("x:5", 4, (4, 5))])
def test_an_end_stand_has_one_neighbour(target: str, side: int, removed: tuple[int, ...]) -> None:
    assert tuple(sorted(gunfire(9.0, (5, 5, side), target))) == removed


@pytest.mark.parametrize(("dice", "gone"), [((6, 6), True), ((6, 5), False), ((5, 5), False)])
def test_only_a_double_six_destroys_a_battery(dice: tuple[int, int], gone: bool) -> None:
    played = table(guns("g", UNION, 1, 36, 20, order="fire"), guns("h", CONFEDERATE, 1, 36, 29, SOUTH, order="hold"),
                   *reserves(), phase="shooting")  # fmt: skip
    played.choose("h:1", dice=dice)
    assert (played.unit("h").stands == 0) is gone


def test_infantry_does_not_shoot_at_guns_and_guns_never_move() -> None:
    played = table(line("a", UNION, 4, 36, 20, order="fire"), guns("h", CONFEDERATE, 1, 36, 29, SOUTH, order="hold"),
                   *reserves(), phase="shooting")  # fmt: skip
    assert played.asked[1] != "nominate"
    chits = table(guns("g", UNION, 1, 36, 20), *reserves(), phase="orders")
    assert set(chits.offered("g")) == {"fire", "opportunity-fire", "hold"}


# ---------------------------------------------------------------- moves


def ordered(order: str, *others: Unit, ground: Any = None, **fields: Any) -> Table:
    played = table(line("a", UNION, 4, 36, 20, order=order, **fields), *others, *reserves(), ground=ground or field())
    return played.choose("a")


@pytest.mark.parametrize(("order", "drill", "end"), [
    ("move", (forward(12),), (36.0, 32.0, 0.0)),
    ("move", (shift(0, -12),), (36.0, 8.0, 0.0)),
    ("move", (about_face(), forward(12)), (36.0, 8.0, 180.0)),
    ("fast-advance", (forward(18),), (36.0, 38.0, 0.0)),
])  # fmt: skip
def test_a_lawful_move(order: str, drill: tuple[Manoeuvre, ...], end: tuple[float, float, float]) -> None:
    assert ordered(order).march(*drill).pose("a") == pytest.approx(end, abs=0.02)


@pytest.mark.parametrize(("order", "drill", "others"), [
    ("move", (forward(12.1),), ()),
    ("fast-advance", (forward(18.1),), ()),
    ("move", (shift(8, 0), shift(-8, 0)), ()),                            # every inch is walked
    ("fast-advance", (shift(0, -6),), ()),                                # forward only
    ("move", (forward(9.6),), (line("x", CONFEDERATE, 4, 36, 31, SOUTH, order="hold"),)),     # closer than an inch
    ("move", (forward(12),), (line("x", CONFEDERATE, 4, 36, 27, SOUTH, order="hold"),)),      # through the enemy
    ("move", (forward(5.5),), (line("b", UNION, 4, 36, 26, order="hold"),)),                  # on to a friend
    ("charge", (about_face(), forward(6)), ()),                           # a charge without a target goes no other way
    ("charge", (shift(0, -3),), ()),
])  # fmt: skip
def test_a_move_that_the_page_does_not_allow(
    order: str, drill: tuple[Manoeuvre, ...], others: tuple[Unit, ...]
) -> None:
    assert ordered(order, *others).refusal(Marched(drill))


def test_a_charge_reaches_twelve_inches() -> None:
    near = line("x", CONFEDERATE, 4, 36, 33, SOUTH, order="hold")
    assert "x" in ordered("charge", near).keys
    far = line("x", CONFEDERATE, 4, 36, 33.1, SOUTH, order="hold")
    assert ordered("charge", far).asked[1] == "advance"


def test_who_is_charged_and_touched_does_not_move_any_more() -> None:
    played = table(line("a", UNION, 4, 36, 20, order="charge"), line("x", CONFEDERATE, 4, 36, 28, SOUTH, order="move"),
                   *reserves(), ratings=(1, 1))  # fmt: skip
    played.choose("a").choose("x").until("activate")
    assert "x" not in played.keys or played.asked[0] == UNION


# ---------------------------------------------------------------- who moves, and how many


@pytest.mark.parametrize(("rating", "moved"), [(1, 1), (2, 2), (3, 3)])
def test_a_go_has_as_many_units_as_the_commander_is_worth(rating: int, moved: int) -> None:
    units = [line(f"a{n}", UNION, 2, 10 + 8 * n, 20, order="move") for n in range(4)]
    others = [line(f"x{n}", CONFEDERATE, 2, 10 + 8 * n, 40, SOUTH, order="move") for n in range(4)]
    played = table(*units, *others, ratings=(rating, 1))
    count = 0
    while played.asked[0] == UNION and played.asked[1] == "activate":
        played.choose(played.keys[0]).march(forward(1))
        count += 1
    assert count == moved


@pytest.mark.parametrize(("dice", "holder"), [((4, 3), UNION), ((3, 4), CONFEDERATE), ((3, 3, 2, 5), CONFEDERATE)])
def test_the_higher_throw_says_who_moves_first(dice: tuple[int, ...], holder: str) -> None:
    played = table(*reserves(), phase="orders")
    for _ in (UNION, CONFEDERATE):
        last = len(played.players) == 1
        slots = tuple((slot.key, "hold") for slot in played.form.slots)
        played.answer(Assigned(slots), dice=dice if last else ())
    assert played.asked[0] == holder


# ---------------------------------------------------------------- hand to hand


def clash(ours: int, theirs: int, dice: tuple[Die, ...], things: tuple[Any, ...] = (), **rest: Any) -> Table:
    """A line of the side named has charged another straight before it; nobody looks at a domino."""
    side = rest.pop("side", UNION)
    south, north = (20, 27)
    mine, other = (south, north) if side == UNION else (north, south)
    face, back = (NORTH, SOUTH) if side == UNION else (SOUTH, NORTH)
    foe = CONFEDERATE if side == UNION else UNION
    played = table(
        line("a", side, ours, 36, mine, face, order="charge"), line("x", foe, theirs, 36, other, back, order="hold"),
        *reserves(), first=side, ground=field(*things), **rest,
    )  # fmt: skip
    return played.choose("a").choose("x").turn_over(dice=dice)


def scores(played: Table) -> list[tuple[int, int]]:
    return [(score[2], score[5]) for score in played.last(CombatFought).scores]


@pytest.mark.parametrize(("side", "things", "expected"), [
    (UNION, (), [(4, 5), (5, 6)]),                                       # the Union charges with one more
    (CONFEDERATE, (), [(5, 5), (6, 6)]),                                 # the Confederates with two
    (UNION, (wood(30, 26, 42, 32),), [(2, 5), (3, 6)]),                   # at men in a wood
    (UNION, (hill(1, 30, 26.4, 42, 32),), [(3, 5), (4, 6)]),                # uphill
    (UNION, (hill(1, 30, 10, 42, 24),), [(4, 5), (5, 6)]),
    (UNION, (wall((30, 26.4), (42, 26.4)),), [(3, 5), (4, 6)]),           # over a wall
])  # fmt: skip
def test_what_a_stand_fights_with(side: str, things: tuple[Any, ...], expected: list[tuple[int, int]]) -> None:
    played = clash(2, 2, ("3-4", "6-5"), things, side=side)
    assert scores(played) == expected


def test_a_blank_throws_a_die_for_each_side_that_has_one() -> None:
    assert scores(clash(2, 2, ("0-4", "0-5", 2, 6))) == [(3, 5), (5, 6)]


@pytest.mark.parametrize(("dice", "left"), [
    (("3-4", "6-1"), (1, 1)),      # 4 against 1 and 5 against 6: one falls on either side
    (("3-4", "5-4"), (2, 2)),      # 4 against 4 and 5 against 5
    (("6-6", "1-1"), (2, 0)),
])  # fmt: skip
def test_stand_against_stand(dice: tuple[str, str], left: tuple[int, int]) -> None:
    played = clash(2, 2, dice)
    assert (played.unit("a").stands, played.unit("x").stands) == left


# ---------------------------------------------------------------- what a beaten line does


def after(ours: tuple[int, ...], theirs: tuple[int, ...], **rest: Any) -> Table:
    return beaten([("a", "x")], {"a": ours, "x": theirs}, line("a", UNION, 10, 36, 20, order="charge"),
                  line("x", CONFEDERATE, 10, 36, 26, SOUTH, order="hold"), *reserves(), **rest).turn_over()  # fmt: skip


@pytest.mark.parametrize(("ours", "theirs", "back", "routed"), [
    # How far the charged go back, and whether they rout.
    ((), (5,), 2.0, False), ((), (5, 6, 7), 6.0, False),               # one place: two inches a stand
    ((), (2, 7), 12.0, False), ((), (1, 2, 9, 10), 12.0, False),       # two places: a full move
    ((), (1, 4, 7), None, True), ((), (1, 2, 3, 4, 5, 6), None, True),  # three places, or below half
    ((), (1, 2, 3, 4, 5), 10.0, False),                                # just half is not below it
    ((1, 3, 5), (5,), 0.0, False),                                     # the enemy has routed: form up
    ((1, 3, 5), (1, 3, 5), None, True),
    ((2,), (), 0.0, False), ((), (), 0.0, False),
])  # fmt: skip
def test_what_becomes_of_the_charged(
    ours: tuple[int, ...], theirs: tuple[int, ...], back: float | None, routed: bool
) -> None:
    played = after(ours, theirs)
    found = played.unit("x")
    assert bool(found.routed) is routed
    if back is not None:
        assert played.pose("x")[1] == pytest.approx(26 + back, abs=0.02)
        assert found.stands == 10 - len(theirs)


@pytest.mark.parametrize(("ours", "theirs", "back"), [
    ((), (), 2.0), ((4,), (), 2.0), ((4, 5), (), 4.0), ((), (4,), 0.0), ((1, 5), (3,), 12.0), ((2,), (1, 4, 7), 0.0),
])  # fmt: skip
def test_what_becomes_of_the_chargers(ours: tuple[int, ...], theirs: tuple[int, ...], back: float) -> None:
    played = after(ours, theirs)
    contact = 26 - 1.0
    assert played.pose("a")[1] == pytest.approx(contact - back, abs=0.03)


def test_a_line_that_has_routed_never_charges_again() -> None:
    played = table(line("a", UNION, 6, 36, 20, routed=True), *reserves(), phase="orders")
    assert "charge" not in played.offered("a")
    assert {"move", "fast-advance", "fire", "opportunity-fire", "hold"} <= set(played.offered("a"))


# ---------------------------------------------------------------- fire at chargers


@pytest.mark.parametrize(
    ("order", "asked"), [("fire", True), ("opportunity-fire", True), ("move", False), ("hold", False)]
)
def test_who_may_shoot_at_a_charger(order: str, asked: bool) -> None:
    played = table(line("a", UNION, 4, 36, 20, order="charge"), line("x", CONFEDERATE, 4, 36, 28, SOUTH, order=order),
                   *reserves())  # fmt: skip
    played.choose("a").choose("x")
    played.until("charge-fire", "activate")
    assert bool(played.asked[1] == "charge-fire" and played.keys) is asked


def test_a_hit_on_a_charger_takes_a_spot_and_no_stand() -> None:
    played = table(line("a", UNION, 2, 36, 20, order="charge"), line("x", CONFEDERATE, 2, 36, 28, SOUTH, order="fire"),
                   *reserves())  # fmt: skip
    played.choose("a").choose("x").until("charge-fire")
    played.choose("x")
    played.aim({1: "a:2", 2: "a:2"}, dice=(4, 4))
    assert played.unit("a").stands == 2
    played.turn_over(dice=("3-4", "6-1"))
    assert [mine for mine, _ in scores(played)] == [3 + 1, 4 + 1 - 2]


# ---------------------------------------------------------------- where a charge may go


@pytest.mark.parametrize(("things", "offered"), [
    ((), True),
    ((wood(30, 26, 42, 34),), True),             # the wood he stands in does not save him
    ((wood(30, 22, 42, 25),), False),            # another hides him
    ((building(30, 22, 42, 25),), False),
])  # fmt: skip
def test_who_may_be_charged(things: tuple[Any, ...], offered: bool) -> None:
    target = line("x", CONFEDERATE, 4, 36, 30, SOUTH, order="hold")
    played = ordered("charge", target, ground=field(*things))
    assert (played.asked[1] == "charge" and "x" in played.keys) is offered


@pytest.mark.parametrize(("x", "y", "facing"), [(36, 30, 180), (40, 29, 200), (31, 28, 160), (36, 27, 225)])
def test_no_stand_of_a_charge_is_carried_farther_than_twelve_inches(x: float, y: float, facing: float) -> None:
    """Lining up included, by every way that is offered."""
    others = line("x", CONFEDERATE, 6, x, y, facing, order="hold")
    played = ordered("charge", others).name("x")
    before = [stand_at(played.unit("a").pose, 4, n, played.state.settings) for n in range(1, 5)]
    for way in played.form.ways:
        end = ordered("charge", others).name("x").strike(*way.manoeuvres).until("activate")
        for n, start in enumerate(before, 1):
            there = stand_at(end.unit("a").pose, 4, n, end.state.settings)
            assert hypot(there[0] - start[0], there[1] - start[1]) <= 12.02


def test_a_detour_is_paid_for() -> None:
    assert ordered("move").refusal(Marched((shift(25, 0), shift(0, 8), shift(-25, 0)))) == ["movement.move"]


def test_a_line_that_already_touches_an_enemy_can_charge_him() -> None:
    """Found between captains on Little Round Top: what was offered was refused."""
    played = table(
        line("a", CONFEDERATE, 4, 47.8, 21.59, 5, start=6, order="charge"),
        line("x", UNION, 1, 46.39, 22.71, 5, start=7, order="hold"), *reserves(), first=CONFEDERATE,
    )  # fmt: skip
    played.choose("a").name("x")
    ways = [way.manoeuvres for way in played.form.ways]
    assert ways
    assert played.march(*ways[0]).until("activate").all(ContactMade)
