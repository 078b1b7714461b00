"""The page read a second time by somebody new to the code: several units at once, and one rule upon another."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Assigned
from roundtop.battles import load
from roundtop.dice.sources import Scripted
from roundtop.rulebooks.infantry_action import RULEBOOK
from roundtop.rulebooks.infantry_action.charge.events import ContactMade
from roundtop.rulebooks.infantry_action.field import block
from roundtop.rulebooks.infantry_action.fire.events import VolleyFired
from roundtop.rulebooks.infantry_action.melee.events import CombatFought
from roundtop.rulebooks.infantry_action.state import ON_TABLE, Unit
from roundtop.table.footprint import overlap
from roundtop.table.path import forward
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    EAST,
    NORTH,
    SOUTH,
    UNION,
    Die,
    Table,
    beaten,
    field,
    guns,
    hill,
    line,
    reserves,
    table,
    wall,
    wood,
)


def blue(id: str, stands: int, x: float, y: float, order: str = "hold", **rest: Any) -> Unit:
    return line(id, UNION, stands, x, y, rest.pop("facing", NORTH), order=order, **rest)


def grey(id: str, stands: int, x: float, y: float, order: str = "hold", **rest: Any) -> Unit:
    return line(id, CONFEDERATE, stands, x, y, rest.pop("facing", SOUTH), order=order, **rest)


# ---------------------------------------------------------------- who moves when


def test_a_brilliant_man_is_done_and_a_poor_one_goes_on_alone() -> None:
    ours = [blue(f"a{n}", 2, 10 + 8 * n, 8, "move") for n in range(2)]
    theirs = [grey(f"x{n}", 2, 10 + 8 * n, 40, "move") for n in range(4)]
    played = table(*ours, *theirs, ratings=(3, 1))
    goes: list[str] = []
    while played.asked[1] == "activate":
        goes.append(played.asked[0])
        played.choose(next(key for key in played.keys if key != "end")).march(forward(1))
    assert goes == [UNION, UNION, CONFEDERATE, CONFEDERATE, CONFEDERATE, CONFEDERATE]


@pytest.mark.parametrize("order", ["fire", "opportunity-fire", "hold"])
def test_turning_up_a_chit_is_a_units_go(order: str) -> None:
    played = table(
        blue("a", 2, 20, 8, order), blue("b", 2, 40, 8, "move"), grey("x", 2, 36, 40, "move"), ratings=(1, 1)
    )
    played.choose("a")
    assert (played.asked[0], played.unit("a").revealed) == (CONFEDERATE, True)


@pytest.mark.parametrize(
    ("dice", "rating"), [((3, 3), 1), ((1, 1), 1), ((3, 4), 2), ((4, 5), 2), ((4, 6), 3), ((6, 6), 3)]
)
def test_two_dice_make_the_commander(dice: tuple[int, int], rating: int) -> None:
    battle = engine.begin(RULEBOOK, load("parade-ground"), {"cinc_rating": "dice"})
    thrown = Scripted([f"d6:{face}" for face in (*dice, 3, 4, *([1, 2] * 8))])
    state = engine.run(RULEBOOK, battle, thrown).battle.state
    assert state.armies[0].rating == rating


def test_who_was_charged_before_his_go_needs_none_and_costs_none() -> None:
    played = table(
        blue("a", 4, 36, 20, "charge"), blue("b", 2, 10, 8, "move"), grey("x", 4, 36, 28, "move"),
        grey("y", 2, 10, 40, "move"), grey("z", 2, 60, 40, "move"), ratings=(1, 2),
    )  # fmt: skip
    played.choose("a").choose("x").until("activate")
    assert played.asked[0] == CONFEDERATE
    assert "x" not in played.keys
    played.choose("y").march(forward(1))
    assert played.asked[:2] == (CONFEDERATE, "activate"), "two units a go, and the pinned one is none of them"


def test_of_two_who_would_charge_each_other_the_first_gets_the_bonus() -> None:
    played = table(blue("a", 2, 36, 20, "charge"), grey("x", 2, 36, 27, "charge"), *reserves())
    played.choose("a").choose("x").turn_over(dice=("3-4", "6-5"))
    assert scores(played) == [(3 + 1, 5), (4 + 1, 6)]


def scores(played: Table, place: int = -1) -> list[tuple[int, int]]:
    return [(score[2], score[5]) for score in played.all(CombatFought)[place].scores]


# ---------------------------------------------------------------- dominoes and fire on the way in


def test_the_charger_lays_his_dominoes_before_anybody_fires_and_the_charged_after() -> None:
    played = table(blue("a", 4, 36, 20, "charge"), grey("x", 4, 36, 28, "fire"), *reserves())
    played.choose("a").choose("x")
    assert played.asked == (UNION, "dominoes", "a")
    played.choose("blind:0")
    assert played.asked[:2] == (CONFEDERATE, "charge-fire")
    played.choose()
    assert played.asked == (CONFEDERATE, "dominoes", "x")


@pytest.mark.parametrize(("stands", "places"), [(10, 5), (9, 5), (8, 4), (7, 4), (2, 1), (1, 1)])
def test_half_a_domino_a_stand_and_one_sideways_for_an_odd_one(stands: int, places: int) -> None:
    played = table(blue("a", stands, 36, 20, "charge"), grey("x", 4, 36, 28), *reserves())
    played.choose("a").choose("x").choose(next(key for key in played.keys if key.startswith("look")), dice=("6-1",))
    assert played.asked == (UNION, "place-domino", "a")
    assert len({key.partition(":")[0] for key in played.keys}) == places


@pytest.mark.parametrize(("place", "mine"), [("1:turned", [2, 7]), ("1:straight", [7, 2])])
def test_the_domino_looked_at_lies_as_its_owner_likes(place: str, mine: list[int]) -> None:
    played = table(blue("a", 2, 36, 20, "charge"), grey("x", 2, 36, 28), *reserves())
    played.choose("a").choose("x").choose("look:0", dice=("6-1",))
    key = next(key for key in played.keys if (key == "1:turned") == (place == "1:turned"))
    played.choose(key).turn_over(dice=("3-3",))
    assert [one for one, _ in scores(played)] == mine


def test_two_units_shoot_at_one_charger_and_neither_shoots_again() -> None:
    played = table(
        blue("a", 4, 36, 20, "charge"), blue("b", 4, 30, 14, "hold"), grey("x", 4, 36, 28, "fire"),
        grey("y", 4, 42, 30, "fire"), *reserves(),
    )  # fmt: skip
    played.choose("a").choose("x").choose("blind:0")
    assert set(played.keys) == {"x", "y"}
    played.choose("x", "y")
    for _ in range(2):
        slots = tuple((slot.key, slot.items[0].key) for slot in played.form.slots)
        last = played.asked[2] == "y"
        played.answer(Assigned(slots), dice=(1,) * 8 if last else ())
    played.until("nominate", "orders", dice=("3-4", "2-5", "6-5", "1-3"))
    assert played.asked[1] == "orders", "the shooting step asks neither of them"


def test_guns_mark_a_charger_and_the_second_hit_its_neighbour() -> None:
    battery = guns("g", CONFEDERATE, 1, 40, 30, SOUTH, order="fire")
    played = table(blue("a", 4, 36, 20, "charge"), grey("x", 4, 36, 28), battery, *reserves())
    played.choose("a").choose("x").choose("blind:0")
    played.choose("g")
    played.choose("a:2", dice=(3, 3, 1))
    played.turn_over(dice=("3-3", "4-4", "5-5", "2-2"))
    # The gunner's left is the right of a line that looks at him: the next stand by number.
    assert [one for one, _ in scores(played)] == [3 + 1, 3 + 1 - 1, 4 + 1 - 1, 4 + 1]


def test_a_blank_with_a_die_on_it_is_thrown_and_reduced() -> None:
    played = table(blue("a", 2, 36, 20, "charge"), grey("x", 2, 36, 28, "fire"), *reserves())
    played.choose("a").choose("x").choose("blind:0").choose("x")
    played.aim({1: "a:2", 2: "a:1"}, dice=(6, 1))
    played.turn_over(dice=("1-0", "6-1", 1))
    # The first spot is a plain one; the blank throws 1, takes the bonus of 1 and loses 1 to the die on it.
    assert [one for one, _ in scores(played)] == [2, 1]


def test_a_spot_shot_away_is_no_blank() -> None:
    played = table(blue("a", 2, 36, 20, "charge"), grey("x", 2, 36, 28, "fire"), *reserves())
    played.choose("a").choose("x").choose("blind:0").choose("x")
    played.aim({1: "a:1", 2: "a:1"}, dice=(6, 6))
    played.turn_over(dice=("1-4", "6-1"))
    assert [one for one, _ in scores(played)] == [1 - 2 + 1, 5]


# ---------------------------------------------------------------- modifiers upon each other


@pytest.mark.parametrize(("things", "expected"), [
    ((wood(30, 26, 42, 32), wall((30, 26.4), (42, 26.4))), 4 + 1 - 2 - 1),
    ((hill(1, 30, 26.4, 42, 32), wall((30, 26.4), (42, 26.4))), 4 + 1 - 1),
    ((wood(30, 26, 42, 32), hill(1, 30, 26.4, 42, 32)), 4 + 1 - 2 - 1),
    ((wall((30, 20.8), (42, 20.8)),), 4 + 1),              # nor a wall that it has crossed
])  # fmt: skip
def test_ground_adds_up(things: tuple[Any, ...], expected: int) -> None:
    played = table(blue("a", 2, 36, 20, "charge"), grey("x", 2, 36, 27), *reserves(), ground=field(*things))
    played.choose("a").choose("x").turn_over(dice=("4-4", "6-6"))
    assert scores(played)[0] == (expected, 6)


def test_the_wood_out_of_which_a_charge_comes_helps_nobody() -> None:
    played = table(blue("a", 2, 36, 25.5, "charge"), grey("x", 2, 36, 27.4), *reserves(),
                   ground=field(wood(30, 20, 42, 26.6)))  # fmt: skip
    played.choose("a").choose("x").turn_over(dice=("4-4", "6-6"))
    assert scores(played) == [(5, 6), (5, 6)]


def test_a_charger_below_fights_uphill_and_the_charged_downhill_gain_nothing() -> None:
    played = table(blue("a", 2, 36, 20, "charge"), grey("x", 2, 36, 27), *reserves(),
                   ground=field(hill(1, 30, 10, 42, 26.4)))  # fmt: skip
    played.choose("a").choose("x").turn_over(dice=("4-4", "6-6"))
    assert scores(played)[0] == (5, 6 - 1), "it is the charged who look uphill"


def test_stands_past_the_end_of_a_line_outflank_it() -> None:
    played = table(blue("a", 4, 36, 20, "charge"), grey("x", 2, 36, 27), *reserves())
    played.choose("a").choose("x").turn_over(dice=("1-4", "4-2", "6-6"))
    assert scores(played) == [(5, 4), (5, 4)], "both ends overlapped: two off for either stand"


def test_a_charge_in_the_rear_outflanks_every_stand_once() -> None:
    played = table(blue("a", 4, 36, 20, "charge"), grey("x", 2, 36, 27, facing=NORTH), *reserves())
    played.choose("a").choose("x").turn_over(dice=("1-4", "4-3", "6-6"))
    assert scores(played) == [(5, 4), (5, 4)], "overlapped besides: two off and no more"


def test_men_shot_away_before_do_not_break_the_line() -> None:
    """Four stands of ten shot away in three places, one lost hand to hand: one place, two inches."""
    played = beaten([("a", "x")], {"a": (), "x": (2,)}, blue("a", 10, 36, 20, "charge"),
                    grey("x", 6, 36, 26, start=10), *reserves()).turn_over()  # fmt: skip
    assert not played.unit("x").routed
    assert played.pose("x")[1] == pytest.approx(28.0, abs=0.02)


def test_men_shot_away_before_count_towards_half() -> None:
    played = beaten([("a", "x")], {"a": (), "x": (2, 3)}, blue("a", 10, 36, 20, "charge"),
                    grey("x", 6, 36, 26, start=10), *reserves()).turn_over()  # fmt: skip
    assert played.unit("x").routed


# ---------------------------------------------------------------- several at once


def test_a_line_that_meets_two_fights_both_and_each_draws() -> None:
    played = table(blue("a", 6, 36, 20, "charge"), grey("x", 2, 34, 27), grey("y", 2, 37.5, 27), *reserves())
    played.choose("a").name("x")
    both = [way for way in played.form.ways if "Y" in way.label]
    played.strike(*both[0].manoeuvres).until("activate")
    assert {fight.defender for fight in played.last(ContactMade).fights} == {"x", "y"}
    assert played.unit("y").dominoes
    assert played.unit("x").revealed
    assert played.unit("y").revealed


def test_two_upon_one_and_he_keeps_the_dominoes_he_has() -> None:
    played = table(blue("a", 4, 34, 20, "charge"), blue("b", 4, 38, 20, "charge"), grey("x", 8, 36, 27), *reserves())
    played.choose("a").choose("x").until("activate").choose("b").choose("x")
    played.turn_over(dice=("1-1", "2-2", "3-3", "4-4", "5-5", "6-6", "1-2", "3-4"))
    assert len(played.all(CombatFought)) == 1
    assert len(played.last(CombatFought).scores) == 8


def test_nobody_fights_twice_when_two_charge_the_same_stands() -> None:
    played = table(
        blue("a", 4, 36, 20, "charge"), blue("b", 4, 36, 12, "charge"), grey("x", 4, 36, 25, "hold"), *reserves(),
    )  # fmt: skip
    played.choose("a").choose("x").until("activate")
    assert played.choose("b").asked[1] == "advance", "the friend before it leaves no room on that front"


def test_more_than_one_set_of_dominoes_is_never_needed_in_one_fight_of_two_lines() -> None:
    """Twenty halves on either side: ten tiles, all different, drawn from one set."""
    played = table(blue("a", 10, 36, 20, "charge"), grey("x", 10, 36, 27), *reserves())
    tiles: list[Die] = ["0-1", "0-2", "0-3", "0-4", "0-5", "1-6", "2-6", "3-6", "4-6", "5-6"]
    played.choose("a").choose("x").turn_over(dice=(*tiles, *(3 for _ in range(5))))
    assert len(scores(played)) == 10


def test_all_who_broke_him_must_rout_before_a_broken_line_may_stay() -> None:
    """Two charge one: a routs, b does not; the charged line, broken in one place, still goes back."""
    played = beaten([("a", "x"), ("b", "x")], {"a": (1, 3), "b": (), "x": (6,)}, blue("a", 4, 34, 20, "charge"),
                    blue("b", 4, 38, 20, "charge"), grey("x", 8, 36, 27), *reserves()).turn_over()  # fmt: skip
    assert played.pose("x")[1] > 27.5


def test_whoever_is_charged_in_front_and_rear_cannot_get_out() -> None:
    """It went back through the enemy in front of it."""
    played = beaten([("a", "x"), ("b", "x")], {"a": (), "b": (), "x": (2, 3)}, blue("a", 4, 36, 20, "charge"),
                    blue("b", 4, 36, 34, "charge", facing=SOUTH), grey("x", 6, 36, 27), *reserves())  # fmt: skip
    played.turn_over()
    assert played.pose("x")[:2] == pytest.approx((36.0, 27.0), abs=0.01)
    clear(played)


def test_three_upon_three_is_one_fight_with_dominoes_of_one_set() -> None:
    ours = [blue(f"a{n}", 10, 16 + 10.2 * n, 20, "charge") for n in range(3)]
    theirs = [grey(f"x{n}", 10, 21 + 10.2 * n, 27) for n in range(3)]
    played = table(*ours, *theirs, *reserves())
    for n in range(3):
        while played.asked[0] != UNION:
            played.choose(played.keys[0]).until("activate")
        played.choose(f"a{n}").choose(f"x{n}").until("activate")
    tiles = [f"{one}-{other}" for one in range(1, 7) for other in range(one, 7)]
    played.turn_over(dice=(*tiles, *(f"0-{n}" for n in range(1, 6)), *(1 for _ in range(4))))
    assert len(played.all(CombatFought)) == 1
    assert len(scores(played)) == 25


def clear(played: Table) -> None:
    """Nobody stands upon anybody, nobody off the table."""
    there = [unit for unit in played.state.units if unit.place == ON_TABLE and unit.stands]
    blocks = [block(unit, played.state.settings) for unit in there]
    for place, one in enumerate(blocks):
        for other in blocks[place + 1 :]:
            assert not overlap(one, other)


# ---------------------------------------------------------------- falling back and routing


def test_falling_back_passes_through_friends_and_ends_upon_none() -> None:
    played = beaten([("a", "x")], {"a": (), "x": (4,)}, blue("a", 8, 36, 20, "charge"), grey("x", 8, 36, 26),
                    grey("y", 8, 36, 28.5), *reserves()).turn_over()  # fmt: skip
    clear(played)
    assert played.pose("x")[1] >= 28.5 + 1.0 - 0.02


def test_falling_back_stops_at_the_edge() -> None:
    played = beaten([("a", "x")], {"a": (), "x": (2, 7)}, blue("a", 8, 36, 34, "charge"), grey("x", 8, 36, 40),
                    *reserves()).turn_over()  # fmt: skip
    assert played.unit("x").place == ON_TABLE
    assert played.pose("x")[1] == pytest.approx(47.5, abs=0.05)


@pytest.mark.parametrize(("y", "there"), [(20.0, True), (30.0, False)])
def test_a_rout_is_two_moves_and_off_the_table_is_gone(y: float, there: bool) -> None:
    played = beaten([("a", "x")], {"a": (), "x": (1, 3, 5)}, blue("a", 6, 36, y - 6, "charge"), grey("x", 6, 36, y),
                    *reserves()).turn_over()  # fmt: skip
    assert (played.unit("x").place == ON_TABLE) is there
    if there:
        assert played.pose("x")[1:] == pytest.approx((y + 24, 0.0), abs=0.05)


def test_an_enemy_behind_stops_a_retirement_an_inch_off() -> None:
    played = beaten([("a", "x")], {"a": (), "x": (2, 5)}, blue("a", 6, 36, 20, "charge"), grey("x", 6, 36, 26),
                    blue("b", 4, 36, 32, facing=SOUTH), *reserves()).turn_over()  # fmt: skip
    clear(played)
    assert played.pose("x")[1] <= 32 - 1 - 1 + 0.02


def test_survivors_close_up_in_order_and_may_have_any_chit() -> None:
    played = beaten([("a", "x")], {"a": (), "x": (1, 2)}, blue("a", 6, 36, 20, "charge"), grey("x", 6, 36, 26),
                    *reserves()).turn_over()  # fmt: skip
    # Stands 1 and 2 are the owner's left, which is the east of a line that looks south.
    assert played.pose("x") == pytest.approx((35.0, 30.0, 180.0), abs=0.02)
    while played.asked[0] != CONFEDERATE:
        played.answer(Assigned(tuple((slot.key, "hold") for slot in played.form.slots)))
    assert "charge" in played.offered("x")


def test_both_sides_may_rout() -> None:
    played = beaten([("a", "x")], {"a": (1, 3, 5), "x": (1, 3, 5)}, blue("a", 6, 36, 24, "charge"),
                    grey("x", 6, 36, 30, start=6), *reserves(), ground=field(depth=96.0)).turn_over()  # fmt: skip
    assert played.unit("a").routed
    assert played.unit("x").routed
    gap = hypot(played.pose("a")[0] - played.pose("x")[0], played.pose("a")[1] - played.pose("x")[1])
    assert gap > 47


def test_a_second_rout_takes_a_unit_off() -> None:
    played = beaten([("a", "x")], {"a": (), "x": (1, 3, 5)}, blue("a", 6, 36, 10, "charge"),
                    grey("x", 6, 36, 16, routed=1), *reserves(), turn=4).turn_over()  # fmt: skip
    assert played.unit("x").place != ON_TABLE


@pytest.mark.parametrize(("lost", "gone"), [((1,), True), ((), False)])
def test_a_battery_that_is_charged_fights_or_is_overrun(lost: tuple[int, ...], gone: bool) -> None:
    played = beaten([("a", "g")], {"a": (2,), "g": lost}, blue("a", 6, 36, 20, "charge"),
                    guns("g", CONFEDERATE, 1, 36, 26, SOUTH, order="hold"), *reserves()).turn_over()  # fmt: skip
    assert (played.unit("g").stands == 0) is gone
    # Whoever has taken the guns forms up on the spot although he was broken in one place.
    assert played.pose("a")[1] == pytest.approx(25.0 if gone else 23.0, abs=0.03)
    if not gone:
        assert played.pose("g") == (36.0, 26.0, 180.0)


# ---------------------------------------------------------------- fire


def test_nobody_in_contact_shoots_or_is_shot_at() -> None:
    played = table(
        blue("a", 4, 36, 20, "charge"), blue("b", 4, 28, 20, "fire"), grey("x", 4, 36, 27, "fire"),
        grey("y", 4, 26, 30, "fire"), *reserves(),
    )  # fmt: skip
    played.choose("a").choose("x").choose("blind:0").choose().until("nominate")
    seen: dict[str, set[str]] = {}
    for dice in ((), ("3-4", "5-5", "6-6", "1-1")):
        seen[played.asked[2]] = {item.key.partition(":")[0] for slot in played.form.slots for item in slot.items}
        played.answer(Assigned(()), dice=dice)
    assert seen == {"b": {"y"}, "y": {"b"}}


@pytest.mark.parametrize(("y", "asked"), [(45.0, True), (38.0, False)])
def test_opportunity_fire_is_for_who_has_come_into_range(y: float, asked: bool) -> None:
    played = table(
        blue("a", 4, 36, 20, "opportunity-fire"), grey("x", 4, 36, y, "move"), *reserves(), first=CONFEDERATE
    )
    played.choose("x").march(forward(11)).until("nominate", "orders")
    assert (played.asked[1] == "nominate") is asked


def test_opportunity_catches_whoever_is_thrown_back_into_range() -> None:
    """The watcher looks along a lane that the beaten line comes into only by falling back."""
    played = beaten([("a", "x")], {"a": (), "x": (2, 5)}, blue("a", 6, 36, 20, "charge"), grey("x", 6, 36, 26),
                    blue("b", 4, 48, 42, "opportunity-fire", facing=270), *reserves())  # fmt: skip
    assert played.asked == (UNION, "nominate", "b")


def test_who_is_charged_from_behind_has_no_shot_and_who_is_pinned_none_at_a_second() -> None:
    behind = table(blue("a", 4, 36, 20, "charge"), grey("x", 4, 36, 28, "fire", facing=NORTH), *reserves())
    assert behind.choose("a").choose("x").choose("blind:0").asked[1] == "dominoes"
    played = table(blue("a", 4, 34, 20, "charge"), blue("b", 4, 38, 20, "charge"), grey("x", 8, 36, 27, "fire"),
                   *reserves())  # fmt: skip
    played.choose("a").choose("x").choose("blind:0")
    assert played.asked[1] == "charge-fire"
    played.choose().until("activate").choose("b").choose("x").choose("blind:0")
    assert played.asked[1] != "charge-fire"


@pytest.mark.parametrize(("ours", "theirs", "a", "x"), [
    ((), (2,), (38.5, 28, 270), (34, 26, 90)),          # the charged go straight back from who struck their flank
    ((), (), (40.5, 28, 270), (36, 26, 90)),            # nothing lost: the charge has failed
])  # fmt: skip
def test_falling_back_from_a_charge_in_flank(
    ours: tuple[int, ...], theirs: tuple[int, ...], a: tuple[float, ...], x: tuple[float, ...]
) -> None:
    played = beaten([("a", "x")], {"a": ours, "x": theirs}, blue("a", 4, 46, 28, "charge", facing=270),
                    grey("x", 4, 36, 26), *reserves()).turn_over()  # fmt: skip
    assert (played.pose("a"), played.pose("x")) == (a, x)


def test_both_go_back_where_both_were_broken() -> None:
    played = beaten([("a", "x")], {"a": (3,), "x": (2, 3, 4)}, blue("a", 10, 36, 20, "charge"), grey("x", 10, 36, 26),
                    *reserves()).turn_over()  # fmt: skip
    assert (played.pose("a")[1], played.pose("x")[1]) == (23.0, 32.0)


def test_two_volleys_upon_the_same_stand_waste_the_second() -> None:
    played = table(
        blue("a", 2, 34, 20, "fire"), blue("b", 2, 38, 20, "fire"), grey("x", 4, 36, 30), *reserves(), phase="shooting"
    )
    first = played.asked[2]
    played.aim({1: "x:2", 2: "x:2"})
    assert played.asked[2] != first
    played.aim({1: "x:2", 2: "x:3"}, dice=(6, 6, 6, 1))
    assert played.unit("x").stands == 3


def test_a_line_of_one_stand_that_two_shots_hit_is_gone_and_counts() -> None:
    played = table(
        guns("g", UNION, 1, 36, 20, order="fire"), grey("x", 1, 36, 28, start=4), *reserves(), phase="shooting"
    )
    played.choose("x:1", dice=(6, 6))
    assert played.last(VolleyFired).removed == (1,)
    assert played.unit("x").place != ON_TABLE or played.unit("x").stands == 0


def test_each_gun_of_a_battery_names_a_stand_of_its_own() -> None:
    played = table(guns("g", UNION, 2, 36, 20, order="fire"), grey("x", 4, 36, 28), *reserves(), phase="shooting")
    assert played.asked[1] == "aim"
    played.choose("x:2")
    assert played.asked[1] == "aim"
    played.choose("x:3", dice=(5, 1, 4, 1))
    assert played.unit("x").stands == 2


def test_a_neighbour_already_hit_is_hit_for_nothing() -> None:
    played = table(guns("g", UNION, 2, 36, 20, order="fire"), grey("x", 4, 36, 28), *reserves(), phase="shooting")
    played.choose("x:2").choose("x:3", dice=(5, 5, 1, 5, 5, 6))
    assert played.unit("x").stands == 2, "each gun's second hit fell on the other's stand"


def test_a_unit_that_moved_has_no_fire_and_who_fast_advances_none_either() -> None:
    for order in ("move", "fast-advance", "charge"):
        played = table(blue("a", 4, 36, 20, order), grey("x", 4, 36, 34), *reserves())
        played.choose("a").march(forward(1))
        assert played.until("nominate", "orders").asked[1] == "orders"


def test_a_friend_between_hides_the_enemy_unless_one_stands_higher() -> None:
    between = blue("b", 8, 36, 24)
    for things, asked in (((), False), ((hill(1, 30, 15, 42, 22),), True), ((hill(1, 30, 26, 42, 40),), True)):
        played = table(blue("a", 2, 36, 20, "fire"), between, grey("x", 2, 36, 30), *reserves(), phase="shooting",
                       ground=field(*things))  # fmt: skip
        assert (played.asked[1] == "nominate") is asked, things


# ---------------------------------------------------------------- where a charge may go


def test_a_charge_squeezes_past_no_third_enemy() -> None:
    """Straight ahead another enemy would be passed at half an inch; a wheel away from him is still open."""
    beside = grey("y", 2, 39, 24, facing=270)
    played = table(blue("a", 4, 36, 20, "charge"), grey("x", 4, 36, 29), beside, *reserves()).choose("a").name("x")
    assert played.no_march(forward(8)) == ["charge.path"]
    assert all(way.manoeuvres[0].by < 0 for way in played.form.ways)


def test_a_battery_can_be_charged_in_the_rear() -> None:
    played = table(blue("a", 4, 36, 20, "charge"), guns("g", CONFEDERATE, 1, 36, 27, NORTH, order="fire"), *reserves())
    assert "rear" in played.choose("a").form.items[0].label


def test_a_charge_against_the_edge_of_the_table_lines_up_on_it() -> None:
    played = table(blue("a", 8, 5, 20, "charge"), grey("x", 4, 2, 27), *reserves())
    played.choose("a").choose("x").until("activate")
    there = block(played.unit("a"), played.state.settings)
    assert there.pose.x - 0.5 * there.width >= -0.01


def test_a_charger_may_itself_be_charged_in_flank_while_he_fights() -> None:
    played = table(
        blue("a", 4, 36, 20, "charge"), grey("x", 4, 36, 27), grey("y", 4, 46, 24, "charge", facing=270), *reserves(),
    )  # fmt: skip
    played.choose("a").choose("x").until("activate")
    while played.asked[0] == UNION:
        played.choose(played.keys[0]).until("activate")
    played.choose("y")
    assert played.asked[1] == "charge"
    assert "a" in played.keys
    played.choose("a").turn_over(dice=("1-1", "2-2", "3-3", "4-4"))
    assert scores(played) == [(1 + 1 - 2, 4), (0, 4), (2 + 1 - 2, 3), (1, 3)], "one fight of three, no stand twice"
    clear(played)


def test_east_is_no_different() -> None:
    played = table(blue("a", 2, 20, 20, "charge", facing=EAST), grey("x", 2, 27, 20, facing=270), *reserves())
    played.choose("a").choose("x").turn_over(dice=("4-4", "6-6"))
    assert scores(played) == [(5, 6), (5, 6)]
