"""What breaking the rules on purpose showed to be held by no other test."""

from __future__ import annotations

import pytest

from roundtop.dice.sources import Dice, Scripted
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.charge.rule import Charge, run
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.fire import rule as fire_rule
from roundtop.rulebooks.order_cards.melee import rule as melee_rule
from roundtop.rulebooks.order_cards.melee.rule import Fighter, Melee, shared
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.morale.rule import Check, Nerve, Officer, Regiment, modifiers, nerve
from roundtop.rulebooks.order_cards.options import PRINTED, Settings
from roundtop.rulebooks.order_cards.rally.rule import rally
from roundtop.rulebooks.order_cards.retreat.rule import Retreat, loser_test, retreat, surrenders

CARD = {card.word: card for card in cards_rule.DECK}


def thrown(dice: Dice) -> list[tuple[str, str]]:
    """Who threw, and by which clause."""
    return [(roll.by, roll.clause.removeprefix("order-cards.")) for roll in dice.rolls]


def test_every_throw_says_who_and_by_which_clause() -> None:
    dice = Scripted(["d6:6", "d6:6", "d6:1", "d6:1", "d10:1", "d10:1", "d100:20", "d6:2", "d6:3"])
    led = Fighter(starting=6, rank="brigade", rating=10), Fighter(starting=6, rank="division", rating=20)
    melee_rule.resolve(Melee((led[0],), (led[1],), ("ann", "bob"), Settings(officer_wounds=True)), dice)
    assert thrown(dice) == [
        ("ann", "melee.total"),
        ("bob", "melee.total"),
        ("ann", "officer.melee-casualty"),
        ("ann", "officer.wound-table"),
        ("bob", "officer.melee-casualty"),
    ]
    dice = Scripted(["d6:1"])
    retreat(Retreat("infantry", False, 6, 0, "cliff", 3.0, by="bob"), dice)
    assert thrown(dice) == [("bob", "melee.retreat-obstacle")]
    dice = Scripted(["d100:50", "d100:10", "d100:90"])
    fire_rule.volley(
        fire_rule.Volley(CARD["volley"], (fire_rule.Group(4, 5.0),), cover=("wall",), by="ann", against="bob"), dice
    )
    assert thrown(dice) == [("ann", "fire.percent-to-hits"), ("bob", "save.procedure")]
    dice = Scripted(["d100:01"])
    assert fire_rule.sniped(20, "ann", dice)
    assert thrown(dice) == [("ann", "officer.sniping")]
    dice = Scripted(["d10:4", "d10:9"])
    cards_rule.higher_roller(("union", "confederate"), dice)
    assert thrown(dice) == [("", "cards.set-initiative")]


@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        ("fire", "morale.when"),
        ("interpenetration", "move.interpenetration"),
        ("retreat-through", "melee.retreat-through-friends"),
        ("formation-change", "formation.change-in-musket-range"),
        ("voluntary-disorder", "formation.voluntary-disorder"),
    ],
)
def test_a_test_says_what_called_for_it(kind: str, clause: str) -> None:
    for officer in (morale_rule.NOBODY, Officer("brigade", 10)):
        dice = Scripted(["d100:51"])
        nerve(Check(kind, Regiment(), officer=officer, by="ann"), dice)
        assert thrown(dice) == [("ann", clause)]


def test_rallies_and_losers_say_so_too() -> None:
    for state, clause in (("routing", "rally.routing"), ("head-down", "rally.head-down")):
        dice = Scripted(["d100:99", "d100:99"])
        rally(Regiment(state=state), (), 10, "ann", PRINTED, dice)
        assert thrown(dice) == [("ann", clause), ("ann", "rally.officer-routs")]
    dice = Scripted(["d100:20"])
    loser_test(Regiment(), (), 0, "ann", PRINTED, dice)
    assert thrown(dice) == [("ann", "melee.morale-ok")]
    assert [loser_test(Regiment(), (), 0, "", PRINTED, Scripted([f"d100:{n}"])).passed for n in (35, 36)] == [
        True,
        False,
    ]


def test_losses_go_round_in_order_of_contact() -> None:
    three = (Fighter(), Fighter(), Fighter())
    assert shared(2, three, (0, 0, 0), PRINTED) == (1, 1, 0)
    assert shared(4, three, (0, 24, 0), PRINTED) == (2, 24, 2)
    assert shared(0, three, (1, 2, 3), PRINTED) == (1, 2, 3)


def test_what_is_not_said_is_not_so() -> None:
    plain = Fighter()
    assert (plain.circled, plain.bonus, plain.rating, plain.surrounded) == (0, 0, 0, False)
    house = Settings(melee_stands="touching")
    assert melee_rule.stands_fighting((plain,), (0,), house) == 6
    assert melee_rule.stands_fighting((Fighter(touching=0),), (0,), house) == 0
    unit = Regiment()
    assert (unit.arm, unit.grade, unit.starting, unit.circled, unit.disordered) == ("infantry", 70, 6, 0, False)
    assert (Nerve(True, 0, unit).guns, Nerve(True, 0, unit).officer) == (0, "none")
    assert retreat(Retreat("infantry", False, 6, 0), Scripted([])).turn == "none"


def test_nobody_gone_surrenders() -> None:
    assert not surrenders(Fighter(surrounded=True), 0)
    assert surrenders(Fighter(surrounded=True), 1)


def test_no_officer_is_no_modifier() -> None:
    assert modifiers((), 0, False) == []
    assert [mod.value for mod in modifiers(("wall",), 20, True)] == [10, 20, -10]


def test_a_rally_leaves_the_boxes_as_they_are() -> None:
    found = rally(Regiment(circled=5, state="routing", disordered=True), (), 0, "", PRINTED, Scripted(["d100:01"]))
    assert (found.unit.circled, found.unit.state, found.boxes) == (5, "steady", 0)
    down = rally(Regiment(circled=5, state="head-down"), (), 0, "", PRINTED, Scripted(["d100:01"]))
    assert (down.unit.circled, down.unit.disordered) == (5, False)


def test_a_retreat_ends_where_it_ends() -> None:
    caught = retreat(Retreat("infantry", False, 6, 3, to_enemy=0.0), Scripted([]))
    assert (caught.along, caught.circled, caught.prisoners) == (0.0, 3, 6)
    far = retreat(Retreat("infantry", False, 6, 0, "cliff", 10.005), Scripted(["d6:6"]))
    assert (far.along, far.prisoners, far.turn) == (0.0, 0, "right")


def test_a_charge_keeps_its_points_when_it_falls_short() -> None:
    short = run(Charge(CARD["charge-home"], "infantry", False, False, 3, 6.0, 0.0, (), 20.0))
    assert (short.contact, short.left, short.spent, short.moved, short.disordered) == (False, 3, 0, 8.0, True)


def test_an_officer_is_out_for_all_but_a_minor_wound() -> None:
    fates = ["none", "unharmed", "minor wound", "light wound", "serious wound", "killed"]
    assert [command_rule.out_of_battle(fate) for fate in fates] == [False, False, False, True, True, True]
