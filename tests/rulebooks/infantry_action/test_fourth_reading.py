"""The page read a fourth time: whoever is beaten with no room about him, and what nobody had yet tried."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.infantry_action.field import block
from roundtop.rulebooks.infantry_action.fire.events import VolleyFired
from roundtop.rulebooks.infantry_action.melee.events import CombatFought
from roundtop.rulebooks.infantry_action.state import Unit
from roundtop.table.footprint import overlap
from tests.clauses import clause
from tests.rulebooks.infantry_action import table as t
from tests.rulebooks.infantry_action.table import CONFEDERATE, EAST, NORTH, SOUTH, UNION, WEST, guns, reserves, table

BOOK = "infantry-action."


def blue(id: str, stands: int, x: float, y: float, order: str = "hold", **rest: Any) -> Unit:
    return t.line(id, UNION, stands, x, y, rest.pop("facing", NORTH), order=order, **rest)


def grey(id: str, stands: int, x: float, y: float, order: str = "hold", **rest: Any) -> Unit:
    return t.line(id, CONFEDERATE, stands, x, y, rest.pop("facing", SOUTH), order=order, **rest)


def clear(played: t.Table) -> None:
    """Nobody stands upon anybody."""
    blocks = [block(unit, played.state.settings) for unit in played.state.units if unit.place == "on"]
    assert not [1 for n, one in enumerate(blocks) for other in blocks[n + 1 :] if overlap(one, other)]


# ---------------------------------------------------------------- beaten with no room


@clause(BOOK + "outcome.rout-move")
@pytest.mark.parametrize(("behind", "end"), [((), (12.0, 27.0, 270.0)), ((32.2,), (34.7, 27.0, 180.0))])
def test_a_line_that_routs_between_two_enemies_turns_upon_neither(behind: Any, end: Any) -> None:
    """It slips away past the one in front and turns its back where it comes to; held on that side too it stays."""
    own = (blue("a", 4, 36, 20, "charge"), blue("b", 4, 46, 28, "charge", facing=WEST))
    others = [blue(f"c{n}", 2, x, 27, facing=EAST) for n, x in enumerate(behind)]
    played = t.beaten([("a", "x"), ("b", "x")], {"x": (1, 3, 5)}, *own, grey("x", 5, 36, 27), *others, *reserves())
    clear(played.turn_over())
    assert played.pose("x") == pytest.approx(end, abs=0.02)


@clause(BOOK + "movement.interpenetration")
def test_a_line_struck_in_flank_turns_upon_no_friend_where_it_cannot_go_on() -> None:
    men = (blue("b", 4, 46, 28, "charge", facing=WEST), grey("x", 4, 36, 27), grey("y", 1, 36, 29))
    played = t.beaten([("b", "x")], {"x": (4,)}, *men, blue("c", 1, 33.3, 27, facing=EAST), *reserves())
    clear(played.turn_over())
    assert played.pose("x") == (36.5, 27.0, 180.0)


@clause(BOOK + "outcome.retire-direction")
@pytest.mark.parametrize(("lost", "end"), [((2, 3, 4, 5, 6, 7), (41.08, 51.17, 37.4)), ((4,), (27.71, 33.69, 217.4))])
def test_struck_by_a_line_that_went_past_its_middle_it_does_not_run_into_him(lost: Any, end: Any) -> None:
    men = (grey("c", 6, 21.5, 35.6, "charge", facing=200), blue("x", 9, 26.5, 32.1, facing=EAST))
    played = t.beaten([("c", "x")], {"x": lost}, *men, *reserves(), ground=t.field(depth=96)).turn_over()
    assert played.pose("x") == pytest.approx(end, abs=0.02)


@clause(BOOK + "outcome.retire-direction")
def test_with_room_to_turn_it_falls_back_as_a_line_that_faces_him() -> None:
    """The edge of the table stops its narrow side later than its long one."""
    men = (blue("b", 4, 14, 28, "charge", facing=WEST), grey("x", 4, 4, 27))
    played = t.beaten([("b", "x")], {"x": (1, 3)}, *men, *reserves()).turn_over()
    assert (played.pose("x")[0], played.pose("x")[2]) == pytest.approx((0.5, 90.0), abs=0.02)


@clause(BOOK + "outcome.routed-removed")
def test_a_second_rout_by_fire_takes_off_a_line_that_has_all_the_table_to_run() -> None:
    men = (blue("a", 2, 36, 20, "fire"), grey("x", 4, 36, 28, start=6, routed=1))
    played = table(*men, *reserves(), phase="shooting", rout_from_fire=True, turn=3, ground=t.field(depth=96))
    assert played.aim({1: "x:4", 2: "x:3"}, dice=(6, 6)).turn_over().unit("x").place == "gone"


# ---------------------------------------------------------------- met besides


@clause(BOOK + "charge.several-enemies")
@pytest.mark.parametrize(("other", "kind"), [
    (grey("y", 4, 38, 27, "move", facing=NORTH), True),       # its back turned, beside the target
    (grey("y", 4, 38.6, 28.6, "move", facing=WEST), False),   # its end, at the corner of their lines
])  # fmt: skip
def test_whoever_a_charge_meets_besides_fights_whichever_way_he_faces(other: Unit, kind: bool) -> None:
    target = grey("x", 4, 34, 27 if kind else 27.1)
    played = table(blue("a", 8, 36, 20, "charge"), target, other, *reserves()).choose("a").name("x")
    played.strike(*next(way.manoeuvres for way in played.form.ways if "Y" in way.label)).until("activate")
    assert [(fight.defender, fight.flank) for fight in played.state.fights] == [("x", False), ("y", kind)]
    assert played.unit("y").revealed
    assert "y" not in played.keys


# ---------------------------------------------------------------- fire


@clause(BOOK + "shooting.once-per-turn")
def test_who_is_picked_to_shoot_at_a_charger_and_then_does_not_has_not_shot() -> None:
    men = (blue("a", 4, 36, 20, "charge"), blue("b", 4, 44, 18), grey("x", 4, 36, 28), grey("y", 4, 42, 30, "fire"))
    played = table(*men, *reserves()).choose("a").choose("x").choose("blind:0").choose("y").aim({})
    played.until("nominate")
    assert played.asked == (CONFEDERATE, "nominate", "y")


@clause(BOOK + "shooting.reduced-after-rout")
def test_by_the_house_rule_a_routed_line_that_names_one_shot_throws_none_and_holds_nobody_up() -> None:
    men = (blue("a", 2, 34, 20, "fire", routed=1), blue("b", 2, 38, 20, "fire"), grey("x", 4, 36, 30))
    played = table(*men, *reserves(), phase="shooting", turn=3, rout_fire_penalty="fewer-dice")
    played.aim({1: "x:2"}).aim({1: "x:2", 2: "x:3"}, dice=(6, 1))
    assert (played.asked[1], played.unit("x").stands) == ("orders", 3)


@clause(BOOK + "turn.simultaneous-fire")
def test_a_gun_and_a_line_upon_one_stand_the_second_hit_still_goes_beside_it() -> None:
    men = (blue("a", 1, 33, 20, "fire"), guns("g", UNION, 1, 37, 20, order="fire"), grey("x", 4, 36, 29))
    played = table(*men, *reserves(), phase="shooting").aim({1: "x:3"}).choose("x:3", dice=(6, 3, 3, 1))
    assert [volley.removed for volley in played.all(VolleyFired)] == [(3,), (4,)]


# ---------------------------------------------------------------- hand to hand


def scores(played: t.Table) -> list[tuple[int, int]]:
    return [(score[2], score[5]) for score in played.last(CombatFought).scores]


@clause(BOOK + "combat.terrain-terms")
@pytest.mark.parametrize(("things", "less"), [
    ((), 0), ((t.wall((30, 26.2), (38, 26.2)),), 0), ((t.wood(30, 20, 40, 32),), 2),
])  # fmt: skip
def test_a_wall_along_its_front_does_not_help_a_line_struck_in_flank_and_a_wood_does(things: Any, less: int) -> None:
    men = (blue("b", 4, 46, 28, "charge", facing=WEST), grey("x", 4, 36, 27))
    played = table(*men, *reserves(), ground=t.field(*things)).choose("b").choose("x")
    played.turn_over(dice=("3-3", "3-4", "5-5", "5-6"))
    assert scores(played) == [(4 - less, 4), (4 - less, 3), (4 - less, 3), (5 - less, 3)]


@clause(BOOK + "combat.outflanked-terms")
@pytest.mark.parametrize(("ours", "theirs", "dice", "expected"), [
    (1, 10, ("6-6", "1-1"), [(6 + 1 - 2, 1)]),                      # one alone is overlapped at both ends, once
    (10, 1, ("1-1", "6-6"), [(1 + 1, 6 - 2)]),
])  # fmt: skip
def test_one_against_ten(ours: int, theirs: int, dice: Any, expected: list[tuple[int, int]]) -> None:
    played = table(blue("a", ours, 36, 20, "charge"), grey("x", theirs, 36, 28), *reserves()).choose("a").choose("x")
    played.turn_over(dice=dice)
    assert scores(played) == expected


@clause(BOOK + "chargefire.who")
def test_fire_from_aside_lies_on_the_stands_that_meet_the_second_of_two_enemies() -> None:
    men = (blue("a", 8, 36, 20, "charge"), grey("x", 4, 34, 27), grey("y", 4, 38, 27))
    played = table(*men, grey("z", 4, 50, 30, "fire", facing=230), *reserves()).choose("a").choose("x")
    played.choose("blind:0").choose("z").aim({1: "a:8", 2: "a:8"}, dice=(6, 6))
    played.turn_over(dice=("3-1", "3-2", "3-3", "3-4", "5-5", "5-6", "6-6", "6-4"))
    assert scores(played) == [(4, 6), (2, 5), (4, 5), (3, 5), (4, 4), (4, 6), (4, 6), (5 - 2, 6)]


@clause(BOOK + "activation.early-reveal")
def test_a_chit_of_fire_turned_up_in_its_own_go_still_shoots_at_a_charger() -> None:
    men = (blue("a", 4, 36, 20, "charge"), grey("x", 4, 36, 28, "fire"))
    played = table(*men, *reserves(), first=CONFEDERATE, ratings=(1, 1)).choose("x")
    played.choose("a").choose("x").choose("blind:0")
    assert (played.asked[1], played.keys) == ("charge-fire", ["x"])


@clause(BOOK + "outcome.retire-direction")
def test_lines_that_the_edge_keeps_together_may_charge_again_or_go() -> None:
    men = (blue("a", 4, 36, 40, "charge"), grey("x", 4, 36, 47.5))
    played = t.beaten([("a", "x")], {"x": (2,)}, *men, *reserves()).turn_over()
    for dice in ((), (6, 1)):
        played.assign(dice, **{slot.key: "charge" if slot.key == "a" else "hold" for slot in played.form.slots})
    assert played.choose("first").choose("a").keys == ["x"]
