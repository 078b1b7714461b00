"""What a third reader of the source tried at the table: several modifiers at once, limits to the inch, what follows."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Assigned
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.fire.events import Circled, Fired
from roundtop.rulebooks.order_cards.melee.events import MeleeFought
from roundtop.rulebooks.order_cards.state import Unit
from roundtop.rulebooks.order_cards.victory.told import stakes
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
    horse,
    obstacle,
    reserves,
    sixes,
    table,
)

TARGET = foot("x", CONFEDERATE, 6, 30, 16, SOUTH)
LINE = foot("u", UNION, 6, 30, 10)
FOE = foot("x", CONFEDERATE, 6, 30, 32, SOUTH)


def marks(table: Table, id: str) -> tuple[str, bool, int]:
    unit = table.unit(id)
    return unit.state, unit.disordered, unit.circled


def line_at(kind: str, y: float) -> Any:
    return obstacle(kind, (10, y), (50, y))


# ---- fire

WORTH: dict[str, tuple[Unit, Unit, str, int]] = {
    # firer, target, card, percent
    "low, loose and head down: an eighth": (
        foot("u", UNION, 6, 30, 10, ammo="low", formation="loose-order", state="head-down", in_position=True),
        TARGET, "volley", 30,
    ),
    "a crowd with its heads down: one stand at half": (
        foot("u", UNION, 6, 30, 10, disordered=True, state="head-down", in_position=True), TARGET, "volley", 20,
    ),
    "mounted at limbered guns: as it stands": (
        horse("u", UNION, 6, 30, 9), guns("x", CONFEDERATE, 2, 30, 16, SOUTH, formation="limbered"), "volley", 240,
    ),
    "along a line in loose order: as it stands": (
        LINE, foot("x", CONFEDERATE, 6, 30, 18, EAST, formation="loose-order"), "volley", 240,
    ),
    "a mixed battery gun by gun": (guns("u", UNION, 3, 30, 4, rifled=1), TARGET, "hold", 220),
    "horsemen on foot at four inches": (horse("u", UNION, 6, 30, 11.25, mounted=False), TARGET, "volley", 300),
    "horsemen on foot a little farther": (horse("u", UNION, 6, 30, 11.2, mounted=False), TARGET, "volley", 240),
    "smoothbores at eight inches": (guns("u", UNION, 3, 30, 7.12), TARGET, "volley", 480),
    "smoothbores a little farther": (guns("u", UNION, 3, 30, 7.1), TARGET, "volley", 240),
    "a half is rounded up once": (
        foot("u", UNION, 3, 30, 10, ammo="low"), foot("x", CONFEDERATE, 6, 30, 16, SOUTH, formation="loose-order"),
        "fire-at-will", 23,
    ),
    "guns at guns with their heads down": (
        guns("u", UNION, 3, 30, 10), guns("x", CONFEDERATE, 3, 30, 16, SOUTH, state="head-down", in_position=True),
        "volley", 120,
    ),
    "guns are no better on a better card": (guns("u", UNION, 3, 30, 10), TARGET, "advance-firing", 480),
}  # fmt: skip


@clause("order-cards.fire.modifiers-combine")
@pytest.mark.parametrize("what", WORTH)
def test_what_fire_is_worth_where_rules_meet(what: str) -> None:
    firer, target, card, percent = WORTH[what]
    begun = table(*reserves(), firer, target, card=card).do("u", "fire")
    dice: list[Die] = [*([100] if percent % 100 else []), *([2] if percent >= 100 else [])]
    begun.choose("x", dice=dice)
    assert begun.last(Fired).percent == percent


@clause("order-cards.fire.one-inch-rule")
@pytest.mark.parametrize(("beside", "shares"), [
    (foot("y", CONFEDERATE, 3, 35.2, 16, SOUTH), True),
    (foot("y", CONFEDERATE, 3, 35.3, 16, SOUTH), False),                       # three quarters of an inch
    (guns("y", CONFEDERATE, 2, 34.6, 16, SOUTH), False),                        # guns in action do not count
    (guns("y", CONFEDERATE, 2, 34.1, 16, SOUTH, formation="limbered"), True),
    (foot("y", CONFEDERATE, 3, 34.7, 16, SOUTH, disordered=True, state="routing"), True),   # a crowd is two abreast
])  # fmt: skip
def test_who_stands_too_near_shares_the_loss(beside: Unit, shares: bool) -> None:
    begun = table(*reserves(), foot("u", UNION, 3, 29, 10), TARGET, beside, card="volley").do("u", "fire")
    begun.choose("x", dice=[100, 1, *([1] if shares else [])])
    assert [event.unit for event in begun.all(Circled)] == ["x", *(["y"] if shares else [])]


@clause("order-cards.cards.deck")
@pytest.mark.parametrize(("mover", "first"), [(LINE, "move"), (LINE, "fire"), (guns("u", UNION, 3, 30, 10), "move")])
def test_on_advance_firing_a_regiment_moves_and_fires_and_a_battery_does_one(mover: Unit, first: str) -> None:
    begun = table(*reserves(), mover, TARGET, card="advance-firing")
    begun.do("u", first)
    if first == "fire":
        begun.choose("x", dice=[20, 2])
        assert "move" in begun.deeds("u")
    else:
        begun.march(forward(1.0) if mover.arm == "infantry" else shift(0.0, 1.0))
        assert ("fire" in begun.deeds("u")) == (mover.arm == "infantry")


@clause("order-cards.fire.one-target")
def test_who_has_been_charged_is_no_mark_until_the_melee_is_fought() -> None:
    begun = table(*reserves(), LINE, foot("b", UNION, 4, 38, 10), TARGET, card="charge", melee_winner_checks=False)
    charge(begun, "u", "x", wheel="0", extra="0")
    assert begun.deeds("u") == ["fight"]
    assert begun.deeds("x") == []


# ---- morale

CHECKS: dict[str, tuple[Unit, tuple[Any, ...], int, tuple[str, bool, int]]] = {
    # the unit hit, the ground, the die of its test, and state, disorder and boxes afterwards (one hit)
    "two levels down at once": (
        foot("x", CONFEDERATE, 5, 30, 16, SOUTH, start=6, circled=7), (), 51, ("head-down", True, 8),
    ),
    "the floor is ten": (
        foot("x", CONFEDERATE, 2, 30, 16, SOUTH, start=8, grade=50, circled=25), (), 10, ("steady", False, 26),
    ),
    "and no lower": (
        foot("x", CONFEDERATE, 2, 30, 16, SOUTH, start=8, grade=50, circled=25), (), 11, ("head-down", True, 26),
    ),
    "an earthwork is worth twenty and not more": (
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH), (line_at("earthwork", 15.4),), 91, ("head-down", False, 1),
    ),
    "a fence is worth nothing": (
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH), (line_at("fence", 15.4),), 71, ("head-down", False, 1),
    ),
    "a wall behind them neither": (
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH), (line_at("wall", 16.6),), 71, ("head-down", True, 1),
    ),
    "who runs is not the worse for his disorder": (
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH, state="routing", disordered=True), (), 35, ("routing", True, 1),
    ),
    "heads down that stand keep them down": (
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH, state="head-down", in_position=True), (), 70, ("head-down", False, 1),
    ),
}  # fmt: skip


@clause("order-cards.morale.modifiers")
@pytest.mark.parametrize("what", CHECKS)
def test_what_a_test_is_worth_where_rules_meet(what: str) -> None:
    target, things, die, wanted = CHECKS[what]
    firer = foot("u", UNION, 3, 30, 10)
    begun = table(*reserves(), firer, target, card="volley", ground=field(*things)).do("u", "fire")
    chance: Die = 60 if target.state == "head-down" or (things and things[0].kind == "earthwork") else 100
    saves: list[Die] = [31] if things and things[0].points[0][1] < 16 else []
    begun.choose("x", dice=[chance, *saves, die])
    assert marks(begun, "x") == wanted


@clause("order-cards.officer.fire-double")
@pytest.mark.parametrize(("die", "fate", "after"), [
    (100, "killed", ("routing", True, 5)),     # a double nought is a double, and four boxes
    (90, "", ("steady", False, 1)),
    (91, "", ("head-down", True, 1)),
    (99, "killed", ("head-down", True, 1)),
])  # fmt: skip
def test_an_officer_and_a_double_nought(die: int, fate: str, after: tuple[str, bool, int]) -> None:
    pieces = (foot("u", UNION, 3, 30, 10), TARGET, general("g", CONFEDERATE, 30, 18, rating=20))
    begun = table(*reserves(), *pieces, card="volley")
    begun.do("u", "fire").choose("x", dice=[100]).choose("g", dice=[die])
    assert (begun.officer("g").fate, marks(begun, "x")) == (fate, after)


@clause("order-cards.rally.officer-bonus")
def test_one_officer_helps_all_who_are_near_him() -> None:
    down: dict[str, Any] = {"state": "head-down", "in_position": True, "grade": 50}
    pair = (foot("u", UNION, 4, 27, 24, **down), foot("w", UNION, 4, 33, 24, **down))
    begun = table(*reserves(), *pair, general("g", UNION, 30, 25, rating=30), FOE, card="rout-and-rally")
    for id in "uw":
        begun.do(id, "rally").choose("g", dice=[80])
    assert (begun.unit("u").state, begun.unit("w").state) == ("steady", "steady")


@clause("order-cards.rally.head-down")
@pytest.mark.parametrize(("disordered", "die", "after"), [
    (False, 70, ("steady", False, 0)), (True, 60, ("steady", True, 0)), (True, 61, ("routing", True, 2)),
    (False, 100, ("routing", True, 4)),
])  # fmt: skip
def test_a_crowd_rallies_the_worse(disordered: bool, die: int, after: tuple[str, bool, int]) -> None:
    unit = foot("u", UNION, 6, 30, 24, state="head-down", in_position=True, disordered=disordered)
    begun = table(*reserves(), unit, FOE, card="rout-and-rally").do("u", "rally", dice=[die])
    assert marks(begun, "u") == after


# ---- charges


def wheels(begun: Table, degrees: int, extra: str = "0") -> list[str]:
    """The clauses by which a charge with that wheel is refused; none where it is taken."""
    begun.do("u", "charge").choose("x")
    answer = Assigned((("wheel", str(degrees)), ("extra", extra)))
    try:
        return begun.refusal(answer)
    except AssertionError:
        return []


@clause("order-cards.charge.path")
@pytest.mark.parametrize(("degrees", "may"), [(47, True), (48, False)])
def test_a_charge_wheels_for_half_its_move(degrees: int, may: bool) -> None:
    """Six inches of front, five of ten inches of move: 47.7 degrees."""
    begun = table(*reserves(), LINE, foot("x", CONFEDERATE, 6, 36, 15, 225), card="charge")
    assert bool(wheels(begun, degrees)) is not may


CHARGED: dict[str, tuple[tuple[Any, ...], dict[str, Any], list[Die], tuple[int, int]]] = {
    # pieces, the rest, dice, totals of the first round
    "without cartridges two less": (
        (foot("u", UNION, 6, 30, 10, ammo="out"), foot("x", CONFEDERATE, 6, 30, 16, SOUTH, ammo="low")),
        {"card": "charge"}, [*sixes(4, 4, 1, 1), 1], (13, 6),
    ),
    "downhill gains the charger nothing": (
        (LINE, TARGET), {"card": "charge", "ground": field(hill(1, 10, 5, 50, 12))}, [*sixes(4, 4, 1, 1), 1], (15, 8),
    ),
    "uphill and a wall together": (
        (LINE, TARGET), {"card": "charge", "ground": field(hill(1, 10, 15.2, 50, 25), line_at("wall", 15.4))},
        [*sixes(5, 5, 1, 1), 1], (17, 11),
    ),
    "heads down in front": (
        (LINE, foot("x", CONFEDERATE, 6, 30, 16, SOUTH, state="head-down", in_position=True)), {"card": "charge"},
        [*sixes(3, 3, 1, 1), 1], (13, 5),
    ),
    "heads down, in disorder, no flank": (
        (LINE, foot("x", CONFEDERATE, 6, 30, 16, NORTH, state="head-down", disordered=True, in_position=True)),
        {"card": "charge"}, [*sixes(3, 3, 1, 1), 1], (13, 3),
    ),
    "heads down in the rear": (
        (LINE, foot("x", CONFEDERATE, 6, 30, 16, NORTH, state="head-down", in_position=True)),
        {"card": "charge"}, [*sixes(3, 3, 1, 1), 1], (13, 2),
    ),
    "in an earthwork": (
        (LINE, TARGET), {"card": "charge-home", "ground": field(line_at("earthwork", 15.4))},
        [*sixes(5, 5, 1, 1), 1], (19, 12),
    ),
    "horses in the flank, home": (
        (horse("u", UNION, 6, 30, 9), foot("x", CONFEDERATE, 4, 30, 16, EAST)), {"card": "charge-home"},
        [*sixes(1, 1, 1, 1), 1], (13, 3),
    ),
    "a crowd that is charged": (
        (LINE, foot("x", CONFEDERATE, 6, 30, 16, SOUTH, disordered=True)), {"card": "charge"},
        [*sixes(3, 3, 1, 1), 1], (13, 6),
    ),
}  # fmt: skip


@clause("order-cards.melee.modifiers")
@pytest.mark.parametrize("what", CHARGED)
def test_what_a_charge_is_worth_where_rules_meet(what: str) -> None:
    pieces, rest, dice, totals = CHARGED[what]
    begun = table(*reserves(), *pieces, melee_winner_checks=False, **rest)
    charge(begun, "u", "x", wheel="0", extra="0").end(dice=dice)
    assert begun.last(MeleeFought).totals[0] == totals


@clause("order-cards.melee.losses")
@pytest.mark.parametrize(("stands", "faces", "boxes"), [
    (2, (1, 1), 0), (3, (1, 1), 1), (4, (1, 3), 1), (6, (1, 2), 2), (6, (2, 3), 2), (6, (3, 3), 3), (8, (4, 4), 3),
    (8, (4, 5), 4), (8, (5, 6), 4), (8, (6, 6), 5),
])  # fmt: skip
def test_what_a_total_costs_the_enemy(stands: int, faces: tuple[int, int], boxes: int) -> None:
    """Charging adds one: totals of 5, 6, 9, 10, 12, 13, 17, 18, 20 and 21 against one of 4."""
    pieces = (foot("u", UNION, stands, 30, 10), foot("x", CONFEDERATE, 2, 30, 16, SOUTH))
    begun = table(*reserves(), *pieces, card="charge", melee_winner_checks=False)
    charge(begun, "u", "x", wheel="0", extra="0").end(dice=[*sixes(*faces, 1, 1), 1])
    assert (begun.unit("x").circled, begun.unit("u").circled) == (boxes, 0)


@clause("order-cards.melee.morale-ok")
@pytest.mark.parametrize(("grade", "die", "after"), [
    (50, 20, "steady"), (50, 21, "head-down"), (50, 40, "head-down"), (50, 41, "routing"),
    (80, 35, "steady"), (80, 36, "head-down"),
])  # fmt: skip
def test_the_loser_tests_at_what_is_left_of_him(grade: int, die: int, after: str) -> None:
    """Three boxes take the stand of which one was gone; half of what is left is rounded up."""
    loser = foot("x", CONFEDERATE, 6, 30, 16, SOUTH, grade=grade, circled=1)
    begun = table(*reserves(), LINE, loser, card="charge-home", melee_winner_checks=False)
    charge(begun, "u", "x", wheel="0", extra="0").end(dice=[*sixes(2, 2, 1, 1), die])
    assert (begun.unit("x").state, begun.unit("x").circled) == (after, 6 if after == "routing" else 4)


@clause("order-cards.morale.when")
@pytest.mark.parametrize(("die", "after"), [(60, ("steady", True, 1)), (61, ("head-down", True, 1))])
def test_the_winner_who_was_hurt_tests_in_the_disorder_of_winning(die: int, after: tuple[str, bool, int]) -> None:
    begun = table(*reserves(), LINE, TARGET, card="charge-home")
    charge(begun, "u", "x", wheel="0", extra="0").end(dice=[*sixes(2, 2, 1, 1), 1, die])
    assert marks(begun, "u") == after


@clause("order-cards.melee.winner")
def test_who_has_nobody_left_has_lost() -> None:
    """The defenders throw the higher total and are wiped out."""
    last = foot("x", CONFEDERATE, 1, 30, 16, SOUTH, start=2, circled=7)
    begun = table(*reserves(), foot("u", UNION, 3, 30, 10), last, card="charge", melee_winner_checks=False)
    charge(begun, "u", "x", wheel="0", extra="0").end(dice=sixes(1, 1, 6, 6))
    assert (begun.unit("x").place, begun.pose("u")[1] > 12.0, begun.unit("u").state) == ("gone", True, "steady")


@clause("order-cards.charge.short")
@pytest.mark.parametrize(("card", "unit", "reach"), [
    ("double-quick", LINE, 12.0), ("rout-and-rally", LINE, 8.0), ("hold", horse("u", UNION, 6, 30, 10), 8.0),
])  # fmt: skip
def test_how_far_a_charge_that_fell_short_goes_on(card: str, unit: Unit, reach: float) -> None:
    """It is a crowd by then, two ranks deep about the middle of the line."""
    went = 8.0 if unit.arm == "infantry" else 12.0
    depth = 0.75 if unit.arm == "infantry" else 1.0
    for more, home in ((0.0, True), (0.1, False)):
        y = 10.0 + went + reach + depth + 0.375 + more
        away = foot("x", CONFEDERATE, 6, 30, y, SOUTH)
        begun = table(*reserves(), unit, away, card="charge-home", later=(card,))
        charge(begun, "u", "x", wheel="0", extra="0").end()
        assert (begun.unit("u").disordered, begun.unit("u").bonus) == (True, 3)
        after = Table(begun.state, cards_events.TakeTurn(UNION, 2))
        charge(after, "u", "x", wheel="0", extra="0")
        assert bool(after.state.melees) is home
        if home:
            attack = after.state.melees[0].attacks[0]
            assert (attack.bonus, attack.disordered) == (3, True)


@clause("order-cards.formation.loose-order-charge")
@pytest.mark.parametrize(("target", "may"), [
    (foot("x", CONFEDERATE, 6, 30, 16, SOUTH), False),
    (foot("x", CONFEDERATE, 6, 30, 16, SOUTH, formation="loose-order"), False),
    (foot("x", CONFEDERATE, 6, 30, 16, SOUTH, state="head-down", in_position=True), False),
    (foot("x", CONFEDERATE, 6, 30, 16, SOUTH, disordered=True), True),
    (foot("x", CONFEDERATE, 6, 30, 16, NORTH, disordered=True, state="routing"), True),
    (guns("x", CONFEDERATE, 3, 30, 16, SOUTH), True),
    (horse("x", CONFEDERATE, 6, 30, 16, SOUTH), False),
])  # fmt: skip
def test_whom_loose_order_charges(target: Unit, may: bool) -> None:
    begun = table(*reserves(), foot("u", UNION, 6, 30, 10, formation="loose-order"), target, card="charge")
    assert ("charge" in begun.offers("u")) is may


@clause("order-cards.charge.one-base-contact")
@pytest.mark.parametrize(("kind", "mounted", "may"), [
    ("wall", False, True), ("wall", True, False), ("fence", True, False), ("hedge", True, False),
    ("stream", True, True),
])  # fmt: skip
def test_horses_charge_across_no_wall(kind: str, mounted: bool, may: bool) -> None:
    unit = horse("u", UNION, 6, 30, 10) if mounted else LINE
    begun = table(*reserves(), unit, TARGET, card="charge", ground=field(line_at(kind, 15.4)))
    if "charge" not in begun.offers("u"):
        assert not may
        return
    begun.do("u", "charge")
    if "x" not in begun.keys:
        assert not may
        return
    begun.choose("x").assign(wheel="0", extra="0")
    assert bool(begun.state.melees) is may


# ---- moves


@clause("order-cards.move.how-deductions-count")
@pytest.mark.parametrize(("unit", "things", "inches"), [
    (LINE, (area("woods", 10, 11, 50, 40), line_at("stream", 13), area("rough", 10, 14, 50, 15)), 6.0),
    (LINE, (area("orchard", 10, 12, 50, 14), area("orchard", 10, 16, 50, 17)), 8.0),    # once a kind
    (LINE, (area("orchard", 10, 12, 50, 14), area("rough", 10, 15, 50, 16)), 6.0),      # each kind
    (LINE, (line_at("fence", 12), line_at("fence", 14)), 6.0),                          # each fence
    (horse("u", UNION, 4, 30, 10), (area("woods", 10, 12, 50, 40),), 6.0),
    (horse("u", UNION, 4, 30, 10), (area("corn", 10, 12, 50, 40),), 10.0),
    (guns("u", UNION, 2, 30, 10, formation="limbered"), (area("corn", 10, 12, 50, 40),), 14.0),
    (guns("u", UNION, 2, 30, 10, formation="limbered"), (area("rough", 10, 12, 50, 40),), 12.0),
    (foot("u", UNION, 4, 30, 10, formation="loose-order"), (area("woods", 10, 12, 50, 40),), 6.0),
])  # fmt: skip
def test_what_ground_takes_off_a_move(unit: Unit, things: tuple[Any, ...], inches: float) -> None:
    begun = table(*reserves(), unit, ground=field(*things)).do("u", "move")
    assert begun.no_march(forward(inches + 0.1))
    begun.march(forward(inches))


@clause("order-cards.move.facing-change")
@pytest.mark.parametrize(("drill", "inches", "may"), [
    ((Manoeuvre("about-face"),), 8.0, True), ((Manoeuvre("about-face"),), 8.1, False),
    ((), 10.0, True),
])  # fmt: skip
def test_facing_about_costs_two(drill: tuple[Manoeuvre, ...], inches: float, may: bool) -> None:
    begun = table(*reserves(), foot("u", UNION, 4, 30, 24)).do("u", "move")
    if may:
        begun.march(*drill, forward(inches))
    else:
        assert begun.no_march(*drill, forward(inches))


@clause("order-cards.misc.dismantle")
@pytest.mark.parametrize(("card", "may"), [("march", True), ("volley", False), ("advance-firing", True)])
def test_a_fence_is_taken_down_on_a_card_of_moves(card: str, may: bool) -> None:
    begun = table(*reserves(), foot("u", UNION, 2, 30, 10), card=card, ground=field(line_at("fence", 10.4)))
    assert ("dismantle" in begun.deeds("u")) is may


# ---- prisoners


@clause("order-cards.prisoners.guards")
@pytest.mark.parametrize(("taken", "captor", "left"), [(4, 6, 5), (5, 6, 4), (8, 6, 4), (9, 6, 3), (9, 2, 1)])
def test_a_guard_for_every_four(taken: int, captor: int, left: int) -> None:
    """They lose a melee and a stand, are driven into a formed line and give themselves up to it."""
    other = foot("b", UNION, captor, 30, 24)
    loser = foot("x", CONFEDERATE, taken + 1, 30, 16, SOUTH)
    begun = table(*reserves(), foot("u", UNION, 9, 30, 10), other, loser, card="charge-home", melee_winner_checks=False)
    charge(begun, "u", "x", wheel="0", extra="0").end(dice=sixes(3, 3, 1, 1))
    assert (begun.unit("x").place, begun.unit("b").stands) == ("gone", left)


# ---- what follows from what


def fought(*pieces: Any, dice: list[Die], card: str = "charge-home", **rest: Any) -> Table:
    begun = table(*reserves(), *pieces, card=card, melee_winner_checks=False, **rest)
    return charge(begun, "u", "x", wheel="0", extra="0").end(dice=dice)


@clause("order-cards.melee.retreat-through-friends")
def test_friends_one_behind_another_are_run_through_in_turn() -> None:
    behind = (foot("y", CONFEDERATE, 6, 30, 19, SOUTH), foot("z", CONFEDERATE, 6, 30, 22, SOUTH))
    begun = fought(LINE, TARGET, *behind, dice=[*sixes(2, 2, 1, 1), 71, 70, 1])
    assert [begun.unit(id).state for id in "xyz"] == ["steady", "head-down", "steady"]


@clause("order-cards.melee.retreat-through-friends")
def test_who_is_down_or_running_already_is_run_through_without_a_test() -> None:
    down = foot("y", CONFEDERATE, 6, 30, 19, SOUTH, state="head-down", in_position=True)
    runs = foot("z", CONFEDERATE, 4, 30, 22, NORTH, state="routing", disordered=True)
    assert fought(LINE, TARGET, down, runs, dice=[*sixes(2, 2, 1, 1), 1]).unit("x").state == "steady"


@clause("order-cards.melee.winner")
def test_heads_down_that_win_hold_their_ground_with_their_heads_down() -> None:
    down = foot("x", CONFEDERATE, 9, 30, 16, SOUTH, state="head-down", in_position=True)
    begun = fought(LINE, down, dice=[*sixes(1, 1, 6, 6), 1])
    assert (begun.pose("x")[:2], begun.unit("x").state, begun.unit("x").disordered) == ((30.0, 16.0), "head-down", True)
    assert begun.pose("u")[1] < 10.0


@clause("order-cards.melee.officer-mod")
def test_officers_on_both_sides_throw_once_after_two_rounds() -> None:
    leaders = (general("g", UNION, 30, 14), general("h", CONFEDERATE, 30, 17.5))
    begun = table(*reserves(), LINE, TARGET, *leaders, card="charge", melee_winner_checks=False)
    charge(begun, "u", "x", wheel="0", extra="0").end()
    for key in ("g", "h"):
        assert begun.asked[1] == "lead"
        dice: list[Die] = [*sixes(2, 3, 3, 3), *sixes(6, 6, 1, 1), "d10:1", "d10:2", "d10:1", "d10:2"]
        begun.choose(key, dice=dice if key == "h" else [])
    begun.choose("none", dice=[1])
    assert begun.last(MeleeFought).totals == ((13, 13), (19, 9))


@clause("order-cards.fire.firer-disordered")
def test_a_crowd_doubles_its_one_stand() -> None:
    begun = table(*reserves(), foot("u", UNION, 6, 30, 10, disordered=True), TARGET, card="volley").do("u", "fire")
    begun.choose("double:x", dice=[81])
    assert (begun.last(Fired).percent, begun.unit("u").ammo) == (80, "low")


@clause("order-cards.fire.enfilade")
@pytest.mark.parametrize(("stands", "formation", "y", "percent"), [
    (4, "column-of-march", 18.5, 480), (2, "column-of-march", 16.75, 240), (3, "line", 17.5, 480),
])  # fmt: skip
def test_three_stands_seen_end_on_are_enfiladed(stands: int, formation: str, y: float, percent: int) -> None:
    facing = SOUTH if formation == "column-of-march" else EAST
    target = foot("x", CONFEDERATE, stands, 30, y, facing, formation=formation)
    begun = table(*reserves(), LINE, target, card="volley").do("u", "fire")
    begun.choose("x", dice=[100, 1])
    assert begun.last(Fired).percent == percent


@clause("order-cards.charge.short")
def test_who_fell_short_may_think_better_of_it_and_is_a_crowd_to_who_charges_him() -> None:
    away = foot("x", CONFEDERATE, 6, 30, 24, SOUTH)
    house: dict[str, Any] = {"other": "hold", "later": ("charge",), "melee_winner_checks": False}
    begun = table(*reserves(), LINE, away, card="charge-home", **house)
    charge(begun, "u", "x", wheel="0", extra="0").end()
    theirs = Table(begun.state, cards_events.TakeTurn(CONFEDERATE, 2))
    charge(theirs, "x", "u", wheel="0", extra="0").end(dice=[*sixes(3, 3, 1, 1), 1])
    assert theirs.last(MeleeFought).totals[0] == (13, 6)
    ours = Table(begun.state, cards_events.TakeTurn(UNION, 2))
    assert {"charge", "move"} <= set(ours.deeds("u"))
    ours.do("u", "move").march(shift(0.0, -6.0))
    assert "charge" not in ours.deeds("u")
    assert ours.end().unit("u").target == ""


@clause("order-cards.formation.voluntary-disorder")
@pytest.mark.parametrize(("die", "after"), [
    (70, ("steady", True, 0)), (71, ("routing", True, 0)), (100, ("routing", True, 4)),
])  # fmt: skip
def test_whoever_lets_his_men_go_may_lose_them(die: int, after: tuple[str, bool, int]) -> None:
    begun = table(*reserves(), LINE, FOE).do("u", "disorder", dice=[die])
    assert marks(begun, "u") == after


@clause("order-cards.supply.card")
@pytest.mark.parametrize(("y", "ammo"), [(13.75, "low"), (13.8, "normal")])
def test_nobody_is_resupplied_under_the_enemys_nose(y: float, ammo: str) -> None:
    pieces = (foot("u", UNION, 6, 30, 10, ammo="low"), foot("x", CONFEDERATE, 6, 30, y, SOUTH))
    state = table(*reserves(), *pieces, card="volley", later=("re-supply",)).state
    assert Table(state, cards_events.TakeTurn(UNION, 2)).unit("u").ammo == ammo


@clause("order-cards.prisoners.led-away")
def test_guards_lead_their_prisoners_eight_inches_on_any_card() -> None:
    taken = foot("x", CONFEDERATE, 4, 60, 40, place="gone", fate="captured", load=4)
    column = foot("x-prisoners", UNION, 1, 30, 20, disordered=True, load=4, captive="x", owes=True)
    begun = table(*reserves(), taken, column, FOE, card="volley").end()
    assert begun.pose("x-prisoners")[:2] == (30.0, 12.0)


@clause("order-cards.melee.unlimbered-artillery-loses")
def test_guns_taken_in_the_rear_and_by_a_double_nought_are_left() -> None:
    begun = fought(LINE, guns("x", CONFEDERATE, 3, 30, 16, NORTH), dice=[*sixes(2, 2, 1, 1), 100])
    assert begun.last(MeleeFought).totals[0] == (13, 2)
    assert (begun.unit("x").place, begun.unit("x").fate) == ("gone", "taken")


@clause("order-cards.melee.retreat-into-enemy")
def test_who_runs_into_heads_down_or_limbers_goes_through_them() -> None:
    others = (foot("b", UNION, 6, 30, 22, state="head-down", in_position=True),)
    begun = fought(LINE, TARGET, *others, dice=[*sixes(2, 2, 1, 1), 1])
    assert (begun.unit("x").place, begun.pose("x")[1] >= 24.0) == ("on", True)


@clause("order-cards.turn.no-take-back")
def test_a_melee_is_fought_before_the_card_ends_and_its_loser_may_be_fired_at_on_the_next() -> None:
    shots = foot("b", UNION, 6, 38, 20)
    begun = table(*reserves(), LINE, shots, TARGET, card="charge-home", later=("volley",), melee_winner_checks=False)
    charge(begun, "u", "x", wheel="0", extra="0").end(dice=[*sixes(2, 2, 1, 1), 50])
    assert (begun.unit("x").state, begun.state.melees) == ("head-down", ())
    after = Table(begun.state, cards_events.TakeTurn(UNION, 2)).do("b", "fire")
    assert "x" in after.keys


# ---- what wins


@clause("order-cards.victory.points")
@pytest.mark.parametrize(("victory", "percent", "ways"), [
    ("scenario", 50, ["stands lost or routing", "Mill", "points"]),
    ("points", 50, ["stands lost or routing", "points"]),
    ("break", 100, ["stands lost"]),
])  # fmt: skip
def test_the_table_tells_what_wins_by_the_house_rules_at_hand(victory: str, percent: int, ways: list[str]) -> None:
    mill = Goal("mill", "Mill", 30.0, 20.0, 3.0, 2, "", True, "")
    state = table(*reserves(), goals=(mill,), victory=victory, break_percent=percent).state
    told = [row.value if row.value in ways else "points" for row in stakes(state).wins]
    assert told == ways
