"""What a second reader of the source tried at the table: two rules at once, boundaries, guns, officers, captives."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Marched
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.field import changing
from roundtop.rulebooks.order_cards.fire.events import Circled, Fired, Sniped
from roundtop.rulebooks.order_cards.melee.events import MeleeFought
from roundtop.rulebooks.order_cards.state import Unit
from roundtop.table.path import Manoeuvre, forward, shift
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    EAST,
    NORTH,
    SOUTH,
    UNION,
    Die,
    Table,
    area,
    charge,
    field,
    foot,
    general,
    guns,
    horse,
    obstacle,
    reserves,
    sixes,
    table,
    wagon,
)

TARGET = foot("x", CONFEDERATE, 6, 30, 16, SOUTH)
LINE = foot("u", UNION, 6, 30, 10)
FOE = foot("x", CONFEDERATE, 6, 30, 32, SOUTH)
DOWN: dict[str, Any] = {"state": "head-down", "disordered": True}
RUNS: dict[str, Any] = {"state": "routing", "disordered": True}


def wall(y: float, left: float = 10.0, right: float = 50.0) -> Any:
    return obstacle("wall", (left, y), (right, y))


def fought(*pieces: Any, dice: list[Die], card: str = "charge-home", unit: str = "u", **rest: Any) -> Table:
    """A charge straight ahead, and the melee fought to its end."""
    begun = table(*reserves(), *pieces, card=card, melee_winner_checks=False, **rest)
    return charge(begun, unit, "x", wheel="0", extra="0").end(dice=dice)


def marks(table: Table, id: str) -> tuple[str, bool, int]:
    unit = table.unit(id)
    return unit.state, unit.disordered, unit.circled


# ---- heads down

AWAY: dict[str, tuple[Unit, str, str]] = {
    # unit, card, and the shortest of the ways that lead straight back from a foe out of reach of whom there is no end
    "foot on a card of fire, 8": (foot("u", UNION, 6, 30, 28, **DOWN), "volley", "8.0″ straight back"),
    "foot on a card of moves": (foot("u", UNION, 6, 30, 28, **DOWN), "advance-firing", "4.0″ straight back"),
    "horses on a card of fire, 12": (horse("u", UNION, 6, 30, 28, **DOWN), "hold", "12.0″ straight back"),
    "limbers on a card of fire, 12": (
        guns("u", UNION, 3, 30, 28, formation="limbered", **DOWN), "volley", "12.0″ straight back",
    ),
    "guns limber for 6 of it": (guns("u", UNION, 3, 30, 28, **DOWN), "volley", "6.0″ straight back"),
    "guns limber and march": (guns("u", UNION, 3, 30, 28, **DOWN), "march", "8.0″ straight back"),
}  # fmt: skip
BATTERY = guns("y", CONFEDERATE, 3, 30, 40, SOUTH)


def straight_back(table: Table) -> str:
    return next(str(item.label) for item in table.form.items if "straight back" in item.label)


@clause("order-cards.move.compulsory-head-down")
@pytest.mark.parametrize("what", AWAY)
def test_heads_down_go_back_by_their_arm_and_card(what: str) -> None:
    unit, card, words = AWAY[what]
    begun = table(*reserves(), unit, BATTERY, card=card).end()
    assert straight_back(begun).startswith(words)


@clause("order-cards.morale.artillery-head-down")
def test_guns_pay_for_limbering_and_for_the_ground() -> None:
    orchard = field(area("orchard", 10, 10, 60, 30))
    begun = table(*reserves(), guns("u", UNION, 3, 30, 28, **DOWN), BATTERY, card="march", ground=orchard).end()
    assert straight_back(begun).startswith("6.0″")


@clause("order-cards.morale.artillery-head-down")
@pytest.mark.parametrize("card", ["volley", "march"])
def test_guns_in_a_wood_are_pushed_back_an_inch_a_card(card: str) -> None:
    wood = field(area("woods", 10, 20, 50, 40))
    battery, foe = guns("u", UNION, 3, 30, 26, **DOWN), foot("x", CONFEDERATE, 6, 30, 30, SOUTH)
    begun = table(*reserves(), battery, foe, card=card, ground=wood).end()
    assert (begun.pose("u")[:2], begun.unit("u").formation) == ((30.0, 25.0), "unlimbered")
    assert not begun.unit("u").in_position
    fenced = field(area("woods", 10, 20, 50, 40), obstacle("fence", (10, 24.6), (50, 24.6)))
    held = table(*reserves(), battery, foe, card=card, ground=fenced).end()
    assert held.pose("u")[:2] == (30.0, 26.0)


@clause("order-cards.morale.head-down-move")
def test_a_wall_to_the_rear_is_crossed_and_no_more() -> None:
    begun = table(*reserves(), foot("u", UNION, 6, 30, 24, **DOWN), FOE, card="march", ground=field(wall(21))).end()
    begun.choose("0")
    assert (begun.pose("u"), begun.unit("u").in_position) == ((30.0, 20.25, 0.0), True)


@clause("order-cards.morale.head-down-form-up")
@pytest.mark.parametrize(("card", "ways"), [
    ("march", ["stand", "form-up"]), ("form-up", ["stand", "form-up"]), ("charge", ["stand", "form-up"]),
    ("advance-firing", []),
])  # fmt: skip
def test_heads_down_in_position_form_up_and_turn_nowhere(card: str, ways: list[str]) -> None:
    begun = table(*reserves(), foot("u", UNION, 6, 30, 24, in_position=True, **DOWN), FOE, card=card)
    assert ("move" in begun.offers("u")) == bool(ways)
    if ways:
        begun.do("u", "move")
        assert begun.ways == ways
        begun.way("form-up")
        assert (begun.pose("u")[2], *marks(begun, "u")) == (0.0, "head-down", False, 0)


# ---- rout and rally


@clause("order-cards.morale.rout-state")
@pytest.mark.parametrize("card", ["volley", "double-quick", "re-supply"])
def test_runners_run_their_ten_and_fourteen_on_any_card(card: str) -> None:
    runners = (
        foot("u", UNION, 6, 30, 24, **RUNS),
        horse("h", UNION, 6, 40, 24, **RUNS),
        horse("d", UNION, 6, 50, 24, mounted=False, **RUNS),
        guns("g", UNION, 3, 20, 24, formation="limbered", **RUNS),
    )
    begun = table(*reserves(), *runners, foot("x", CONFEDERATE, 6, 30, 40, SOUTH), card=card).end()
    assert [begun.pose(id)[1] for id in "uhdg"] == [14.0, 10.0, 14.0, 10.0]


@clause("order-cards.morale.rout-state")
def test_guns_that_break_in_action_are_left_by_their_crews() -> None:
    begun = table(*reserves(), LINE, guns("x", CONFEDERATE, 3, 30, 16, SOUTH), card="volley").do("u", "fire")
    begun.choose("x", dice=[20, 100])
    assert (begun.unit("x").place, begun.unit("x").fate) == ("gone", "abandoned")


@clause("order-cards.rally.officer-routs")
@pytest.mark.parametrize(("rating", "die", "swept"), [(10, 20, True), (10, 21, False), (30, 60, True), (30, 61, False)])
def test_an_officer_whose_rally_fails_runs_with_them_by_twice_his_rating(rating: int, die: int, swept: bool) -> None:
    down = foot("u", UNION, 6, 30, 24, state="head-down", in_position=True, grade=50)
    leader = general("g", UNION, 30, 26, "cinc" if rating == 30 else "brigade", rating)
    begun = table(*reserves(), down, leader, FOE, card="rout-and-rally").do("u", "rally")
    begun.choose("g", dice=[99, die])
    assert (marks(begun, "u"), begun.officer("g").unit) == (("routing", True, 2), "u" if swept else "")


@clause("order-cards.rally.officer-routs")
def test_an_officer_who_is_swept_along_leaves_the_table_with_them() -> None:
    runner, leader = foot("u", UNION, 6, 30, 6, **RUNS), general("g", UNION, 30, 7, unit="u")
    begun = table(*reserves(), runner, leader, FOE, card="volley").end()
    assert (begun.unit("u").place, begun.officer("g").fate) == ("gone", "lost")


@clause("order-cards.rally.routing")
@pytest.mark.parametrize(("die", "dice", "after"), [
    (45, [], ("steady", True, 0)), (46, [99], ("routing", True, 4)), (100, [99], ("routing", True, 4)),
])  # fmt: skip
def test_runners_rally_at_half_and_the_officer_is_not_halved(
    die: Die, dice: list[Die], after: tuple[str, bool, int]
) -> None:
    runner = foot("u", UNION, 6, 30, 24, **RUNS)
    begun = table(*reserves(), runner, general("g", UNION, 30, 26), FOE, card="rout-and-rally").do("u", "rally")
    begun.choose("g", dice=[die, *dice])
    assert marks(begun, "u") == after


@clause("order-cards.rally.disordered-near-officer")
@pytest.mark.parametrize(("y", "may"), [(26.0, True), (28.5, False)])
def test_whoever_is_in_disorder_by_an_officer_forms_up(y: float, may: bool) -> None:
    crowd = foot("u", UNION, 6, 30, 24, disordered=True)
    begun = table(*reserves(), crowd, general("g", UNION, 30, y), FOE, card="rout-and-rally")
    assert ("form-up" in begun.deeds("u")) == may


@clause("order-cards.rally.card")
def test_a_unit_falls_back_before_or_after_its_rally_but_not_once_it_has_rallied() -> None:
    begun = table(*reserves(), foot("u", UNION, 6, 30, 24, **DOWN), FOE, card="rout-and-rally")
    assert begun.deeds("u") == ["fall-back", "rally"]
    begun.do("u", "rally", dice=[60])
    assert (marks(begun, "u"), begun.deeds("u")) == (("steady", True, 0), [])
    other = table(*reserves(), foot("u", UNION, 6, 30, 24, **DOWN), FOE, card="rout-and-rally").do("u", "fall-back")
    assert other.choose("0").deeds("u") == ["rally"]


# ---- melees

FOUGHT: dict[str, tuple[tuple[Any, ...], dict[str, Any], list[Die], tuple[int, int]]] = {
    # pieces, the rest, dice of the melee and the tests after it, and the totals of its first round
    "a charge that crossed a wall in haste is in disorder": (
        (LINE, foot("x", CONFEDERATE, 6, 30, 17, SOUTH)), {"card": "charge", "ground": field(wall(13))},
        [*sixes(4, 4, 1, 1), 1], (13, 8),
    ),
    "a wall that need not be crossed helps who stands behind it": (
        (LINE, TARGET), {"card": "charge", "ground": field(wall(15.4))}, [*sixes(4, 4, 1, 1), 1], (15, 10),
    ),
    "a chevaux-de-frise": (
        (LINE, TARGET), {"card": "charge", "ground": field(obstacle("chevaux-de-frise", (10, 15.4), (50, 15.4)))},
        [*sixes(6, 6, 1, 1), 1], (19, 11),
    ),
    "horses count as charging only where they charge": (
        (horse("u", UNION, 6, 30, 10), horse("x", CONFEDERATE, 6, 30, 16, SOUTH)), {"card": "charge"},
        [*sixes(2, 2, 1, 1), 1], (13, 8),
    ),
    "loose order that charges guns is not doubled": (
        (foot("u", UNION, 6, 30, 10, formation="loose-order"), guns("x", CONFEDERATE, 3, 30, 16, SOUTH)),
        {"card": "charge"}, [*sixes(3, 3, 1, 1), 1], (13, 5),
    ),
    "limbered guns are taken in flank from anywhere": (
        (LINE, guns("x", CONFEDERATE, 3, 30, 18, SOUTH, formation="limbered")), {"card": "charge"},
        [*sixes(4, 4, 1, 1), 1], (15, 2),
    ),
    "a runner fights in disorder and has no rear": (
        (LINE, foot("x", CONFEDERATE, 6, 30, 16, NORTH, **RUNS)), {"card": "charge"}, [*sixes(3, 3, 1, 1), 1], (13, 6),
    ),
    "the head of a column is its front": (
        (LINE, foot("x", CONFEDERATE, 6, 30, 19, SOUTH, formation="column-of-march")), {"card": "charge"},
        [*sixes(3, 3, 1, 1), 1], (13, 8),
    ),
    "a wing thrown back has a front of its own": (
        (foot("u", UNION, 4, 20, 14, EAST), foot("x", CONFEDERATE, 6, 30, 16, SOUTH, wing=3, wing_by=4500)),
        {"card": "charge"}, [*sixes(4, 4, 1, 1), 1], (13, 8),
    ),
    "one charger and two enemies fight one melee": (
        (LINE, foot("x", CONFEDERATE, 4, 27.9, 16, SOUTH), foot("y", CONFEDERATE, 4, 32.1, 16, SOUTH)),
        {"card": "charge"}, [*sixes(5, 5, 1, 1), 1, 1], (17, 10),
    ),
}  # fmt: skip


@clause("order-cards.melee.modifiers")
@clause("order-cards.melee.modifiers-first-unit")
@pytest.mark.parametrize("what", FOUGHT)
def test_what_a_melee_is_worth_where_rules_meet(what: str) -> None:
    pieces, rest, dice, totals = FOUGHT[what]
    assert fought(*pieces, dice=dice, **rest).last(MeleeFought).totals[0] == totals


@clause("order-cards.melee.loose-double")
def test_two_chargers_are_doubled_against_loose_order() -> None:
    loose = foot("x", CONFEDERATE, 6, 30, 16, SOUTH, formation="loose-order")
    begun = table(*reserves(), foot("a", UNION, 6, 27, 10), foot("b", UNION, 5, 33.2, 10), loose, card="charge")
    charge(begun, "a", "x", wheel="0", extra="0")
    charge(begun, "b", "x", wheel="0", extra="0").end(dice=[*sixes(1, 1, 1, 1), 1, 1])
    assert begun.last(MeleeFought).totals[0] == (25, 8)


@clause("order-cards.melee.tie-second-round")
def test_after_three_ties_the_attackers_have_lost() -> None:
    begun = fought(LINE, TARGET, card="charge", dice=[*sixes(2, 3, 3, 3), *sixes(3, 3, 3, 3), *sixes(3, 3, 3, 3), 1])
    assert begun.last(MeleeFought).totals == ((12, 12), (12, 12), (11, 11))
    assert (begun.pose("u")[1], begun.pose("x")[1]) == (5.25, 16.0)


@clause("order-cards.melee.losses")
def test_the_boxes_of_a_lost_charge_go_round_and_each_goes_back_its_own_way() -> None:
    begun = table(
        *reserves(), foot("a", UNION, 6, 27, 10), foot("b", UNION, 5, 33.2, 10),
        foot("x", CONFEDERATE, 10, 30, 16, SOUTH), card="charge", melee_winner_checks=False,
    )  # fmt: skip
    charge(begun, "a", "x", wheel="0", extra="0")
    charge(begun, "b", "x", wheel="0", extra="0").end(dice=[*sixes(1, 1, 6, 6), 1, 1])
    assert [begun.unit(id).circled for id in "abx"] == [3, 2, 3]
    assert (begun.pose("a")[:2], begun.pose("b")[:2]) == ((27.0, 5.25), (33.2, 5.25))


@clause("order-cards.melee.retreat")
@pytest.mark.parametrize(("mounted", "y"), [(True, 30.0), (False, 26.0)])
def test_beaten_horsemen_go_back_fourteen_and_on_foot_ten(mounted: bool, y: float) -> None:
    begun = fought(LINE, horse("x", CONFEDERATE, 6, 30, 16, SOUTH, mounted=mounted), dice=[*sixes(2, 2, 1, 1), 1])
    assert begun.pose("x")[1] == y


@clause("order-cards.melee.unlimbered-artillery-loses")
@pytest.mark.parametrize(("die", "state", "place"), [
    (35, "steady", "on"), (36, "head-down", "on"), (70, "head-down", "on"), (71, "routing", "gone"),
])  # fmt: skip
def test_beaten_guns_limber_go_back_and_face_about_or_are_left(die: Die, state: str, place: str) -> None:
    begun = fought(LINE, guns("x", CONFEDERATE, 3, 30, 16, SOUTH), dice=[*sixes(2, 2, 1, 1), die])
    assert (begun.unit("x").state, begun.unit("x").place) == (state, place)
    if place == "on":
        assert (begun.pose("x"), begun.unit("x").formation) == ((30.0, 30.0, 180.0), "limbered")


@clause("order-cards.melee.retreat-through-friends")
@pytest.mark.parametrize(("die", "after"), [(70, ("steady", False, 0)), (71, ("head-down", True, 0))])
def test_who_is_run_through_tests_and_goes_head_down(die: Die, after: tuple[str, bool, int]) -> None:
    behind = foot("y", CONFEDERATE, 6, 30, 22, SOUTH)
    begun = fought(LINE, TARGET, behind, dice=[*sixes(2, 2, 1, 1), die, 1])
    assert marks(begun, "y") == after


@clause("order-cards.melee.retreat-line")
def test_who_is_taken_in_flank_goes_back_along_his_own_line() -> None:
    beside = foot("y", CONFEDERATE, 4, 30, 22, EAST)
    struck = foot("x", CONFEDERATE, 4, 30, 16, EAST)
    begun = fought(foot("u", UNION, 6, 30, 9), struck, beside, dice=[*sixes(5, 5, 1, 1), 71, 1])
    assert begun.last(MeleeFought).totals[0] == (19, 3)
    assert (begun.pose("x")[1] > 25.0, begun.unit("y").state) == (True, "head-down")


@clause("order-cards.melee.retreat-into-enemy")
@pytest.mark.parametrize(("disordered", "taken"), [(False, True), (True, False)])
def test_who_runs_into_formed_enemies_surrenders_to_them(disordered: bool, taken: bool) -> None:
    other = foot("b", UNION, 6, 30, 24, disordered=disordered)
    begun = fought(LINE, other, TARGET, dice=[*sixes(2, 2, 1, 1), *([] if taken else [1])])
    assert (begun.unit("x").place, begun.unit("b").stands) == (("gone", 4) if taken else ("on", 6))
    if not taken:
        assert begun.pose("x")[1] == 26.0


@clause("order-cards.melee.retreat-obstacle")
@pytest.mark.parametrize(("die", "left"), [("d6:3", True), ("d6:4", False)])
def test_a_river_costs_two_boxes_and_a_die_for_the_way(die: Die, left: bool) -> None:
    river = field(obstacle("river", (0, 20), (72, 20)))
    begun = fought(LINE, TARGET, ground=river, dice=[*sixes(2, 2, 1, 1), die, 1])
    assert (begun.unit("x").circled, begun.pose("x")[0] < 30.0, begun.pose("x")[1] < 20.0) == (5, left, True)


@clause("order-cards.charge.routing-target")
@pytest.mark.parametrize(("die", "boxes"), [(35, 3), (36, 5), (100, 7)])
def test_a_runner_that_loses_runs_on_whatever_it_throws(die: Die, boxes: int) -> None:
    runner = foot("x", CONFEDERATE, 6, 30, 16, NORTH, **RUNS)
    begun = fought(LINE, runner, card="charge", dice=[*sixes(3, 3, 1, 1), die])
    assert marks(begun, "x") == ("routing", True, boxes)


@clause("order-cards.melee.officer-mod")
@pytest.mark.parametrize(("dice", "fate", "y"), [(["d10:3", "d10:4"], "", 27.5), (["d10:4", "d10:4"], "killed", 17.5)])
def test_an_officer_who_led_goes_back_with_them_or_falls(dice: list[Die], fate: str, y: float) -> None:
    leader = general("g", CONFEDERATE, 30, 17.5)
    begun = table(*reserves(), LINE, TARGET, leader, card="charge-home", melee_winner_checks=False)
    charge(begun, "u", "x", wheel="0", extra="0").end()
    begun.choose("g", dice=[*sixes(2, 2, 1, 1), *dice, *([50] if fate else [])])
    if not fate:
        begun.choose("none", dice=[50])
    assert (begun.officer("g").fate, begun.officer("g").pose.y, begun.unit("x").state) == (fate, y, "head-down")


@clause("order-cards.prisoners.led-away")
def test_a_charge_on_guards_frees_their_prisoners_and_takes_them() -> None:
    taken = foot("x", CONFEDERATE, 4, 60, 40, place="gone", fate="captured", load=4)
    column = foot("x-prisoners", UNION, 1, 30, 16, disordered=True, load=4, captive="x")
    pieces = (taken, column, foot("c", CONFEDERATE, 6, 30, 22, SOUTH))
    begun = table(*reserves(), *pieces, card="charge", side=CONFEDERATE, melee_winner_checks=False)
    charge(begun, "c", "x-prisoners", extra="0").end(dice=sixes(4, 4, 1, 1))
    assert begun.last(MeleeFought).totals[0] == (15, 1)
    assert (begun.unit("x").place, begun.unit("x").state, begun.unit("x-prisoners").place) == ("on", "routing", "gone")


@clause("order-cards.melee.limbered-wagon-contacted")
def test_a_wagon_is_taken_without_a_fight() -> None:
    begun = table(*reserves(), LINE, wagon("x", CONFEDERATE, 30, 16), card="charge")
    charge(begun, "u", "x", extra="0")
    assert (begun.unit("x").place, begun.unit("u").disordered, begun.state.melees) == ("gone", False, ())


# ---- charges


@clause("order-cards.charge.bonus-for-distance")
@pytest.mark.parametrize(("y", "bonus"), [(18.7, 3), (19.6, 2), (20.6, 1), (21.6, 0), (22.6, -1)])
def test_inches_are_bought_only_as_needed(y: float, bonus: int) -> None:
    begun = table(*reserves(), LINE, foot("x", CONFEDERATE, 6, 30, y, SOUTH), card="charge-home")
    charge(begun, "u", "x", extra="3")
    if bonus < 0:
        assert (begun.pose("u")[1], begun.unit("u").disordered, begun.unit("u").bonus) == (18.0, True, 3)
    else:
        assert [melee.attacks[0].bonus for melee in begun.state.melees] == [bonus]


@clause("order-cards.move.wall-fence")
@pytest.mark.parametrize(("y", "bonus", "disordered"), [(14.6, 1, False), (15.0, 0, False), (17.0, 1, True)])
def test_a_charge_crosses_in_good_order_where_it_can_pay(y: float, bonus: int, disordered: bool) -> None:
    foe = foot("x", CONFEDERATE, 6, 30, y, SOUTH)
    begun = table(*reserves(), LINE, foe, card="charge", ground=field(wall(12)))
    charge(begun, "u", "x", extra="1")
    assert [(one.attacks[0].bonus, one.attacks[0].disordered) for one in begun.state.melees] == [(bonus, disordered)]


@clause("order-cards.charge.see-target")
@pytest.mark.parametrize(("y", "ground", "may"), [
    (17.0, field(area("woods", 10, 14, 50, 30)), False),
    (14.9, field(area("woods", 10, 14, 50, 30)), True),
    (14.0, field(area("woods", 10, 2, 50, 12)), True),
    (14.0, field(area("woods", 10, 2, 50, 15)), True),
    (17.0, field(area("woods", 10, 2, 50, 16)), False),
])  # fmt: skip
def test_only_who_is_seen_at_the_start_is_charged(y: float, ground: Any, may: bool) -> None:
    begun = table(*reserves(), LINE, foot("x", CONFEDERATE, 6, 30, y, SOUTH), card="charge", ground=ground)
    assert ("charge" in begun.offers("u")) == may


@clause("order-cards.charge.across-front")
def test_a_line_of_battle_with_supports_can_be_charged() -> None:
    line = [foot(f"x{n}", CONFEDERATE, 6, 22.8 + 7.2 * n, 16, SOUTH) for n in range(3)]
    begun = table(*reserves(), LINE, *line, foot("s", CONFEDERATE, 6, 30, 18.8, SOUTH), card="charge").do("u", "charge")
    assert {"x0", "x1", "x2"} <= set(begun.keys)
    begun.choose("x1").assign(wheel="0", extra="0")
    assert begun.state.melees[0].defenders == ("x1",)


@clause("order-cards.charge.short")
def test_a_charge_that_fell_short_lapses_with_the_sight_of_its_target_and_with_its_nerve() -> None:
    wood = field(area("woods", 10, 26, 50, 40))
    away = foot("x", CONFEDERATE, 6, 30, 25, SOUTH)
    begun = table(*reserves(), LINE, away, card="charge-home", later=("march",), ground=wood)
    charge(begun, "u", "x", extra="0").end()
    hidden = changing(begun.state)
    gone = foot("x", CONFEDERATE, 6, 30, 30, SOUTH)
    hidden.units = tuple(gone if unit.id == "x" else unit for unit in hidden.units)
    assert "charge" not in Table(hidden, cards_events.TakeTurn(UNION, 2)).offers("u")
    other = table(*reserves(), LINE, away, card="charge-home", other="hold", later=("volley",))
    charge(other, "u", "x", extra="0").end()
    under = Table(other.state, cards_events.TakeTurn(CONFEDERATE, 2)).do("x", "fire").choose("u", dice=[100, 61])
    assert (under.unit("u").state, under.unit("u").target) == ("head-down", "")


@clause("order-cards.charge.multiple")
def test_who_was_beaten_may_be_charged_again_on_the_same_card_but_not_by_who_beat_him() -> None:
    begun = table(*reserves(), LINE, foot("b", UNION, 6, 38, 14), TARGET, card="charge-home", melee_winner_checks=False)
    charge(begun, "u", "x", wheel="0", extra="0").do("u", "fight", dice=[*sixes(2, 2, 1, 1), 36])
    assert begun.deeds("u") == []
    assert "x" in begun.do("b", "charge").keys


@clause("order-cards.melee.winner")
def test_a_defender_who_won_is_in_disorder_and_does_not_charge_next() -> None:
    begun = table(*reserves(), LINE, TARGET, card="charge", other="hold", later=("charge",), melee_winner_checks=False)
    charge(begun, "u", "x", wheel="0", extra="0").end(dice=[*sixes(1, 1, 6, 6), 1])
    assert Table(begun.state, cards_events.TakeTurn(CONFEDERATE, 2)).deeds("x") == ["move"]


# ---- fire

BESIDE = (foot("a", UNION, 6, 27, 10), foot("b", UNION, 5, 33.2, 10))


@clause("order-cards.fire.massed-target")
@pytest.mark.parametrize(("house", "hit"), [({}, ["a", "b"]), ({"mass_within_an_inch": True}, ["a"])])
def test_who_won_side_by_side_is_a_mass_until_one_moves(house: dict[str, Any], hit: list[str]) -> None:
    fresh = foot("y", CONFEDERATE, 3, 27, 24, SOUTH)
    begun = table(
        *reserves(), *BESIDE, TARGET, fresh, card="charge-home", later=("advance-firing",),
        melee_winner_checks=False, **house,
    )  # fmt: skip
    charge(begun, "a", "x", wheel="0", extra="0")
    charge(begun, "b", "x", wheel="0", extra="0").end(dice=[*sixes(3, 4, 1, 1), 1])
    shot = Table(begun.state, cards_events.TakeTurn(CONFEDERATE, 2)).do("y", "fire")
    shot.choose("a", dice=[60, *[1] * len(hit)])
    assert [event.unit for event in shot.all(Circled)] == hit
    walked = Table(begun.state, cards_events.TakeTurn(UNION, 2)).do("b", "move").march(shift(0.5, -1.0))
    again = Table(walked.state, cards_events.TakeTurn(CONFEDERATE, 2)).do("y", "fire").choose("a", dice=[60, 1])
    assert [event.unit for event in again.all(Circled)] == ["a"]


@clause("order-cards.fire.one-inch-rule")
def test_losses_are_shared_with_neighbours_and_not_with_theirs() -> None:
    row = (TARGET, foot("y", CONFEDERATE, 3, 35.0, 16, SOUTH), foot("z", CONFEDERATE, 3, 38.5, 16, SOUTH))
    begun = table(*reserves(), foot("u", UNION, 3, 29, 10), *row, card="volley").do("u", "fire")
    begun.choose("x", dice=[100, 1, 1])
    assert [event.unit for event in begun.all(Circled)] == ["x", "y"]


@clause("order-cards.save.procedure")
@pytest.mark.parametrize(("left", "covered"), [(29.9, True), (30.1, False)])
def test_half_its_stands_behind_a_wall_save_a_line(left: float, covered: bool) -> None:
    begun = table(*reserves(), LINE, TARGET, card="volley", ground=field(wall(15.4, left))).do("u", "fire")
    begun.choose("x", dice=[100, *([31, 30] if covered else []), 1])
    assert begun.last(Fired).boxes == (1 if covered else 2)


@clause("order-cards.fire.line-of-sight")
def test_friends_in_front_are_in_the_way() -> None:
    begun = table(*reserves(), LINE, foot("f", UNION, 6, 30, 12), TARGET, card="volley")
    assert ("fire" in begun.offers("u"), "fire" in begun.offers("f")) == (False, True)


@clause("order-cards.fire.two-stands")
def test_the_last_stand_of_a_regiment_fires_and_is_fired_at() -> None:
    last = foot("x", CONFEDERATE, 1, 30, 16, SOUTH, start=4)
    assert "fire" in table(*reserves(), LINE, last, card="volley").offers("u")
    assert "fire" in table(*reserves(), foot("u", UNION, 1, 30, 10, start=4), TARGET, card="volley").offers("u")


@clause("order-cards.fire.double-fire")
def test_guns_double_their_fire_on_any_card_of_fire() -> None:
    begun = table(*reserves(), guns("u", UNION, 3, 30, 10), TARGET, card="hold").do("u", "fire")
    begun.choose("double:x", dice=[60, 1])
    assert (begun.last(Fired).percent, begun.last(Fired).hits, begun.unit("u").ammo) == (960, 10, "low")


@clause("order-cards.officer.sniping-result")
@pytest.mark.parametrize(
    ("dice", "place"), [([61], "on"), ([60, "d10:5", "d10:6"], "on"), ([60, "d10:5", "d10:5"], "gone")]
)
def test_a_lone_officer_is_hit_and_falls_by_a_double(dice: list[Die], place: str) -> None:
    begun = table(*reserves(), LINE, general("g", CONFEDERATE, 30, 15), card="volley").do("u", "fire")
    begun.choose("g", dice=dice)
    assert (begun.last(Sniped).percent, begun.officer("g").place, begun.deeds("u")) == (60, place, ["refuse"][1:])


@clause("order-cards.officer.fire-morale")
@pytest.mark.parametrize(("y", "asked"), [(18.88, True), (18.9, False)])
def test_an_officer_helps_from_two_inches_and_no_farther(y: float, asked: bool) -> None:
    leader = general("g", CONFEDERATE, 30, y, rating=20)
    begun = table(*reserves(), foot("u", UNION, 3, 30, 10), TARGET, leader, card="volley").do("u", "fire")
    begun.choose("x", dice=[100, *([] if asked else [1])])
    assert (begun.asked[1] == "officer") == asked


# ---- moves


@clause("order-cards.move.woods")
@pytest.mark.parametrize(("first", "inches"), [("fence", 6.0), ("wood", 4.0)])
def test_disorder_on_the_way_makes_a_wood_cheaper_only_if_it_comes_first(first: str, inches: float) -> None:
    fenced = field(obstacle("fence", (10, 12), (50, 12)), area("woods", 10, 13, 50, 40))
    wooded = field(area("woods", 10, 11, 50, 13), obstacle("fence", (10, 13.5), (50, 13.5)))

    def moving() -> Table:
        return table(*reserves(), foot("u", UNION, 4, 30, 10), ground=fenced if first == "fence" else wooded).do(
            "u", "move"
        )

    assert moving().no_march(forward(inches + 0.1))
    assert moving().march(forward(inches)).unit("u").disordered


@clause("order-cards.move.interpenetration")
@pytest.mark.parametrize(("friend", "dice", "after"), [
    (foot("y", UNION, 6, 30, 14), [100], ("routing", True, 4)),
    (foot("y", UNION, 6, 30, 14, disordered=True), [], ("steady", True, 0)),
    (guns("y", UNION, 3, 30, 14), [71], ("steady", True, 0)),
    (guns("y", UNION, 3, 30, 14), [70], ("steady", False, 0)),
])  # fmt: skip
def test_whom_a_crowd_passes_through(friend: Unit, dice: list[Die], after: tuple[str, bool, int]) -> None:
    begun = table(*reserves(), foot("u", UNION, 4, 30, 10, disordered=True), friend).do("u", "move")
    begun.march(shift(0.0, 8.0), dice=dice)
    assert (begun.pose("u")[:2], marks(begun, "y")) == ((30.0, 18.0), after)


@clause("order-cards.formation.disordered-near-flank")
@pytest.mark.parametrize(("y", "by", "why"), [
    (17.0, 2.5, "formation.disordered-near-flank"), (17.0, -5.0, ""), (22.5, 2.5, ""),
])  # fmt: skip
def test_a_crowd_that_comes_from_before_keeps_off_a_flank(y: float, by: float, why: str) -> None:
    crowd, foe = foot("u", UNION, 4, 35.5, y, disordered=True), foot("x", CONFEDERATE, 6, 30, 20, SOUTH)
    begun = table(*reserves(), crowd, foe).do("u", "move")
    if why:
        assert why in begun.no_march(shift(0.0, by))
    else:
        begun.march(shift(0.0, by))


@clause("order-cards.formation.voluntary-disorder")
def test_who_has_gone_into_disorder_by_choice_moves_on_as_a_crowd() -> None:
    begun = table(*reserves(), LINE, foot("x", CONFEDERATE, 6, 30, 40, SOUTH)).do("u", "disorder", dice=[70])
    begun.do("u", "move").march(shift(3.0, 9.0))
    assert (begun.pose("u")[:2], begun.unit("u").disordered) == ((33.0, 19.0), True)


@clause("order-cards.formation.change-formation")
def test_a_change_of_formation_is_made_anywhere_on_the_way_and_once() -> None:
    def moving() -> Table:
        return table(*reserves(), foot("u", UNION, 4, 30, 10)).do("u", "move")

    loose, line = Manoeuvre("form", on="loose"), Manoeuvre("form", on="line")
    assert moving().march(forward(2.0), loose, forward(2.0)).pose("u")[1] == 14.0
    assert moving().no_march(loose, line)


@clause("order-cards.supply.card")
def test_a_card_of_supplies_reaches_heads_down_and_not_runners() -> None:
    state = table(
        *reserves(), foot("u", UNION, 6, 30, 10, ammo="out"),
        foot("d", UNION, 6, 40, 10, ammo="low", state="head-down", in_position=True),
        foot("r", UNION, 6, 50, 10, ammo="low", **RUNS), FOE, card="volley", later=("re-supply",),
    ).state  # fmt: skip
    begun = Table(state, cards_events.TakeTurn(UNION, 2))
    assert [begun.unit(id).ammo for id in "udr"] == ["normal", "normal", "low"]


@clause("order-cards.move.card-distance")
def test_what_ends_where_it_began_is_no_move_in_a_wood_either() -> None:
    wood = field(area("woods", 10, 5, 50, 40))
    for ground in (field(), wood):
        begun = table(*reserves(), foot("u", UNION, 6, 30, 24, disordered=True), FOE, card="march", ground=ground)
        begun.do("u", "move")
        for way in ((shift(0.0, 0.0),), (shift(0.5, 0.0), shift(-0.5, 0.0))):
            assert begun.refusal(Marched(way)) == ["move.card-distance"]
