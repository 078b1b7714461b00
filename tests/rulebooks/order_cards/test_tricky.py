"""Tricky positions that a reader of the source thought of, tried in play."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Arranged
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.fire.events import Circled, Fired
from roundtop.rulebooks.order_cards.melee.events import MeleeFought
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.prisoners.events import Surrendered
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
    hill,
    obstacle,
    position,
    reserves,
    sixes,
    table,
)

TARGET = foot("x", CONFEDERATE, 6, 30, 16, SOUTH)
LINE = foot("u", UNION, 6, 30, 10)

# ---- melees


@clause("order-cards.charge.multiple")
@pytest.mark.parametrize(("first", "second", "total"), [("low", "normal", 19), ("normal", "low", 21)])
def test_modifiers_are_those_of_the_first_to_hit(first: str, second: str, total: int) -> None:
    a = foot("a", UNION, 6, 27, 10, ammo=first)
    b = foot("b", UNION, 5, 33.2, 10, ammo=second)
    begun = table(*reserves(), a, b, TARGET, card="charge-home", melee_winner_checks=False)
    charge(begun, "a", "x", wheel="0", extra="0")
    charge(begun, "b", "x", wheel="0", extra="0")
    # 7 on the dice, 11 stands, 3 of the card: 21; the first one's ammunition costs 2.
    begun.end(dice=[*sixes(3, 4, 1, 1), 1])
    assert begun.last(MeleeFought).totals[0] == (total, 8)


@clause("order-cards.melee.disorder-mod")
def test_a_crowd_is_better_in_the_second_round_than_in_the_first() -> None:
    crowd = foot("x", CONFEDERATE, 6, 30, 16, SOUTH, disordered=True)
    begun = table(*reserves(), LINE, crowd, card="charge", melee_winner_checks=False)
    charge(begun, "u", "x", extra="0")
    # 5 + 6 + 1 to 8 + 6 - 2: a tie at 12, two boxes each; then 4 + 6 to 2 + 6 + 2: a tie at 10; 7 + 5 to 2 + 5 + 2.
    begun.end(dice=[*sixes(2, 3, 4, 4), *sixes(2, 2, 1, 1), *sixes(3, 4, 1, 1), 1])
    assert begun.last(MeleeFought).totals == ((12, 12), (10, 10), (12, 9))


LOSERS: dict[int, tuple[str, int]] = {35: ("steady", 0), 36: ("head-down", 0), 70: ("head-down", 0), 71: ("routing", 2)}


@clause("order-cards.melee.morale-head-down")
@pytest.mark.parametrize("die", LOSERS)
@pytest.mark.parametrize("disordered", [False, True])
def test_the_loser_of_a_melee_tests_without_its_disorder(die: int, disordered: bool) -> None:
    target = foot("x", CONFEDERATE, 6, 30, 16, SOUTH, disordered=disordered)
    begun = table(*reserves(), LINE, target, card="charge-home", melee_winner_checks=False)
    charge(begun, "u", "x", extra="0")
    # 4 + 6 + 3 = 13: three boxes, no stand; it tests at 70, steady at half of it.
    begun.end(dice=[*sixes(2, 2, 1, 1), die])
    state, boxes = LOSERS[die]
    assert (begun.unit("x").state, begun.unit("x").circled, begun.unit("x").disordered) == (state, 3 + boxes, True)
    assert begun.unit("u").disordered


@clause("order-cards.charge.short")
@pytest.mark.parametrize(("card", "inches"), [("volley", 8.0), ("march", 10.0), ("rout-and-rally", 8.0)])
def test_a_charge_that_fell_short_goes_on_with_its_bonus_in_disorder(card: str, inches: float) -> None:
    begun = table(*reserves(), LINE, foot("x", CONFEDERATE, 6, 30, 25, SOUTH), card="charge-home", later=(card,))
    charge(begun, "u", "x", extra="0")
    assert (begun.unit("u").disordered, begun.unit("u").target, begun.unit("u").bonus) == (True, "x", 3)
    begun.end()
    again = Table(begun.state, cards_events.TakeTurn(UNION, 2))
    assert "charge" in again.deeds("u")
    charge(again, "u", "x", extra="0")
    # 7 + 6 - 2 + 3 = 14 to 8.
    again.end(dice=[*sixes(3, 4, 1, 1), 1, 1])
    assert again.last(MeleeFought).totals[0] == (14, 8)


@clause("order-cards.melee.front-and-rear")
def test_who_is_held_front_and_rear_and_loses_surrenders() -> None:
    behind = foot("b", UNION, 6, 30, 22, SOUTH)
    begun = table(*reserves(), LINE, behind, TARGET, card="charge-home", melee_winner_checks=False)
    charge(begun, "u", "x", wheel="0", extra="0")
    charge(begun, "b", "x", wheel="0", extra="0")
    begun.end(dice=sixes(3, 4, 1, 1))
    # 22 to 8: five boxes, five stands are left, and two of the captors' guard them.
    assert len(begun.all(Surrendered)) == 1
    assert [unit.stands for unit in begun.state.units if unit.captive] != []


@clause("order-cards.melee.officer-mod")
@pytest.mark.parametrize(("rank", "rating", "dice", "bonus"), [
    ("brigade", 10, ["d10:3", "d10:4"], 1), ("division", 20, ["d6:3", "d6:4"], 2), ("cinc", 30, ["avg:3", "avg:4"], 3),
])  # fmt: skip
def test_an_officer_in_a_melee_throws_the_dice_of_his_rank(rank: str, rating: int, dice: list[Die], bonus: int) -> None:
    leader = general("g", UNION, 30, 13.6, rank, rating)
    begun = table(*reserves(), LINE, TARGET, leader, card="charge-home", melee_winner_checks=False)
    charge(begun, "u", "x", extra="0")
    begun.choose("u")
    assert begun.asked == (UNION, "lead", "u")
    begun.choose("g", dice=[*sixes(3, 4, 1, 1), *dice, 1])
    assert begun.last(MeleeFought).totals[0] == (16 + bonus, 8)


# ---- fire


@clause("order-cards.fire.one-inch-rule")
@pytest.mark.parametrize(("neighbour", "shares"), [
    (foot("y", CONFEDERATE, 3, 35.0, 16, SOUTH), True),
    (foot("y", CONFEDERATE, 3, 35.3, 16, SOUTH), False),
    (guns("y", CONFEDERATE, 2, 35.0, 16, SOUTH), False),
])  # fmt: skip
def test_neighbours_within_an_inch_share_what_is_lost(neighbour: Unit, shares: bool) -> None:
    begun = table(*reserves(), foot("u", UNION, 3, 29, 10), TARGET, neighbour, card="volley").do("u", "fire")
    begun.choose("x", dice=[100, 1, *([1] if shares else [])])
    assert [event.unit for event in begun.all(Circled)] == (["x", "y"] if shares else ["x"])


@clause("order-cards.formation.refuse-flank")
def test_stands_of_a_refused_wing_do_not_fire_on_that_card() -> None:
    begun = table(*reserves(), LINE, TARGET, card="volley").do("u", "refuse")
    begun.assign(wing="left-3")
    begun.do("u", "fire").choose("x", dice=[100, 1])
    assert begun.last(Fired).percent == 120


SEEN: dict[str, tuple[Unit, Unit, tuple[Any, ...], bool]] = {
    "an inch deep in a wood": (LINE, TARGET, (area("woods", 10, 15, 50, 40),), True),
    "deeper in a wood": (LINE, TARGET, (area("woods", 10, 14.9, 50, 40),), False),
    "four inches off in a wood": (
        foot("u", UNION, 6, 30, 11.25), TARGET, (area("woods", 10, 2, 50, 40),), True,
    ),
    "farther off in a wood": (foot("u", UNION, 6, 30, 11.1), TARGET, (area("woods", 10, 2, 50, 40),), False),
    "out of the outer four inches": (
        LINE, TARGET, (area("woods", 10, 2, 50, 14),), True,
    ),
    "from deeper in a wood": (LINE, TARGET, (area("woods", 10, 2, 50, 14.1),), False),
    "in corn on the level": (LINE, TARGET, (area("corn", 10, 15, 50, 40),), False),
    "in corn from a hill": (LINE, TARGET, (area("corn", 10, 15, 50, 40), hill(1, 10, 2, 50, 11)), True),
    "in an orchard on the level": (LINE, TARGET, (area("orchard", 10, 15, 50, 40),), True),
    "in an orchard from a hill": (LINE, TARGET, (area("orchard", 10, 15, 50, 40), hill(1, 10, 2, 50, 11)), False),
}  # fmt: skip


@clause("order-cards.visibility.table")
@pytest.mark.parametrize("what", SEEN)
def test_who_is_seen_can_be_fired_at_and_charged(what: str) -> None:
    unit, target, things, seen = SEEN[what]
    fire = table(*reserves(), unit, target, card="volley", ground=field(*things))
    assert ("fire" in fire.offers("u")) == seen
    home = table(*reserves(), unit, target, card="charge", ground=field(*things))
    assert ("charge" in home.offers("u")) == seen


@clause("order-cards.visibility.fire-reveals")
def test_who_fires_from_a_wood_is_seen_through_the_next_card_only() -> None:
    ground = field(area("woods", 10, 14.5, 50, 40))
    begun = table(*reserves(), LINE, TARGET, card="volley", side=CONFEDERATE, ground=ground, later=("volley", "volley"))
    begun.do("x", "fire").choose("u", dice=[100, 1])
    begun.end()
    ours = Table(begun.state, cards_events.TakeTurn(UNION, 2))
    assert "fire" in ours.offers("u")
    ours.end()
    theirs = Table(ours.state, cards_events.TakeTurn(CONFEDERATE, 2))
    theirs.end()
    last = Table(theirs.state, cards_events.TakeTurn(UNION, 3))
    assert "fire" not in last.offers("u")


# ---- cards


@clause("order-cards.cards.deck")
def test_moving_and_firing_on_the_cards_that_allow_both_or_either() -> None:
    both = table(*reserves(), LINE, TARGET, card="advance-firing")
    both.do("u", "move").march(forward(1.0))
    assert "fire" in both.deeds("u")
    gun = table(*reserves(), guns("u", UNION, 3, 30, 10), TARGET, card="advance-firing")
    gun.do("u", "move").march(shift(0.0, 1.0))
    assert "fire" not in gun.deeds("u")
    held = table(*reserves(), LINE, TARGET, card="hold")
    held.do("u", "move")
    assert "cards.deck" in held.no_march(forward(1.0))
    held.march(Manoeuvre("about-face"))
    assert "fire" not in held.deeds("u")


@clause("order-cards.cards.set-size")
@clause("order-cards.cards.once-per-set")
def test_a_set_is_five_different_cards() -> None:
    begun = Table(position(*reserves()), cards_events.BeginSet(2))
    assert begun.refusal(Arranged(("march", "advance", "volley", "charge"))) != []
    assert begun.refusal(Arranged(("march", "advance", "volley", "charge", "march"))) != []
    begun.lay(UNION, "march", "advance", "volley", "charge", "hold")
    # A level throw is thrown again.
    begun.lay(CONFEDERATE, "march", "advance", "volley", "charge", "hold", dice=["d10:4", "d10:4", "d10:2", "d10:7"])
    assert begun.asked[0] == CONFEDERATE


# ---- crowds, friends and flanks


@clause("order-cards.move.interpenetration")
@pytest.mark.parametrize(("die", "disordered"), [(70, False), (71, True)])
def test_a_crowd_goes_through_friends_who_test_without_their_officer(die: int, disordered: bool) -> None:
    crowd = foot("u", UNION, 4, 30, 10, disordered=True)
    friend = foot("f", UNION, 6, 30, 14)
    begun = table(*reserves(), crowd, friend, general("g", UNION, 30, 13), TARGET_FAR, card="march")
    begun.do("u", "move").march(shift(0.0, 8.0), dice=[die])
    assert [event.unit for event in begun.all(morale_events.Tested)] == ["f"]
    assert begun.unit("f").disordered == disordered


TARGET_FAR = foot("x", CONFEDERATE, 6, 60, 40, SOUTH)


@clause("order-cards.move.interpenetration")
def test_a_formed_line_does_not_go_through_friends() -> None:
    begun = table(*reserves(), LINE, foot("f", UNION, 6, 30, 13), TARGET_FAR, card="march").do("u", "move")
    assert begun.no_march(forward(6.0))


@clause("order-cards.formation.change-in-musket-range")
@pytest.mark.parametrize(("y", "things", "dice"), [
    (20.75, (), [71]),
    (20.8, (), []),
    (18.0, (area("woods", 10, 13, 50, 15),), []),
])  # fmt: skip
def test_changing_formation_under_muskets_is_tested(y: float, things: tuple[Any, ...], dice: list[Die]) -> None:
    foe = foot("x", CONFEDERATE, 6, 30, y, SOUTH)
    begun = table(*reserves(), LINE, foe, card="march", ground=field(*things)).do("u", "move")
    begun.march(Manoeuvre("form", on="loose"), dice=dice)
    assert (begun.unit("u").formation == "loose-order") == (not dice)
    assert begun.unit("u").disordered == bool(dice)


@clause("order-cards.formation.voluntary-disorder")
@pytest.mark.parametrize(("die", "state"), [(70, "steady"), (71, "routing")])
def test_going_into_disorder_by_choice_may_end_in_a_rout_without_loss(die: int, state: str) -> None:
    begun = table(*reserves(), LINE, TARGET_FAR, card="march")
    begun.do("u", "disorder", dice=[die])
    assert (begun.unit("u").state, begun.unit("u").disordered, begun.unit("u").circled) == (state, True, 0)


@clause("order-cards.formation.disordered-near-flank")
def test_a_crowd_keeps_off_the_flank_of_formed_enemies() -> None:
    crowd = foot("u", UNION, 4, 20, 16, disordered=True)
    begun = table(*reserves(), crowd, TARGET, card="march").do("u", "move")
    assert begun.no_march(shift(4.3, 0.0))
    begun.march(shift(3.5, 0.0))


@clause("order-cards.move.limber-unlimber")
@pytest.mark.parametrize(("inches", "lawful"), [(8.0, True), (8.1, False)])
def test_unlimbering_takes_six_inches(inches: float, lawful: bool) -> None:
    battery = guns("u", UNION, 2, 30, 10, formation="limbered")
    begun = table(*reserves(), battery, TARGET_FAR, card="march").do("u", "move")
    made = (forward(inches), Manoeuvre("form", on="unlimber"))
    if lawful:
        assert begun.march(*made).unit("u").formation == "unlimbered"
    else:
        assert begun.no_march(*made)


@clause("order-cards.fire.enfilade")
@pytest.mark.parametrize(
    ("x", "facing", "percent"), [(30, EAST, 480), (30, 60, 240), (31, EAST, 480), (30, NORTH, 240)]
)
def test_only_fire_along_the_whole_line_enfilades(x: float, facing: float, percent: int) -> None:
    begun = table(*reserves(), LINE, foot("x", CONFEDERATE, 6, x, 18, facing), card="volley").do("u", "fire")
    begun.choose("x", dice=[100, 1])
    assert begun.last(Fired).percent == percent


@clause("order-cards.save.enfilade-no-save")
def test_a_wall_does_not_save_from_fire_along_it() -> None:
    ground = field(obstacle("wall", (31, 14), (31, 22)))
    begun = table(*reserves(), LINE, foot("x", CONFEDERATE, 6, 30.2, 18, EAST), card="volley", ground=ground)
    begun.do("u", "fire").choose("x", dice=[100, 1])
    assert (begun.last(Fired).percent, begun.last(Fired).boxes) == (480, 4)
