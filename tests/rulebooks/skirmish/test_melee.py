"""Hand-to-hand: pairing, dice, results, push back."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.dice.exact import fold
from roundtop.dice.sources import Dice, Scripted
from roundtop.rulebooks.skirmish.melee.rule import (
    Arrangement,
    Combat,
    Fighter,
    Fought,
    Pairing,
    Supporter,
    Touch,
    arrange,
    bonuses,
    combat_odds,
    deductions,
    defenceless,
    fight,
    horse_die,
    paired,
    pushed,
    result_of,
    shift_behind,
    weapon_die,
)
from roundtop.rulebooks.skirmish.options import PRINTED, Settings
from tests.clauses import clause

BAYONET = Fighter("regular", "foot", "bayonet")
BUTT = Fighter("regular", "foot", "butt-sword")
CLUB = Fighter("green", "foot", "improvised")
TROOPER = Fighter("regular", "mounted", "sword-pistol")
SABRE = Fighter("regular", "mounted", "butt-sword")
LANCER = Fighter("regular", "mounted", "lance")


def fought(a: Fighter, b: Fighter, *dice: str, house: Settings = PRINTED) -> Fought:
    script = Scripted(dice)
    found = fight(Combat(a, b, house), script)
    script.finish()
    return found


def scores(a: Fighter, b: Fighter, *dice: str, house: Settings = PRINTED) -> tuple[int, int]:
    found = fought(a, b, *dice, house=house)
    return found.a_score, found.b_score


# ---- pairing


@clause("skirmish.melee.pairing", 1, 2, 3)
@clause("skirmish.melee.one-to-one")
def test_examples_of_pairing() -> None:
    # A touches X and Y, B touches Y.
    assert arrange(((0, 0), (0, 1), (1, 1)), ()) == Arrangement((Pairing((0,), (0,)), Pairing((1,), (1,))), (), ())
    # A, B and C all touch X.
    assert arrange(((0, 0), (1, 0), (2, 0)), ()) == Arrangement((Pairing((0, 1, 2), (0,)),), (), ())
    # T touches P in front and Q behind; his comrade U touches P only.
    rear = ((0, 1),)
    both = Arrangement((Pairing((0,), (1,)), Pairing((1,), (0,))), (), ())
    assert arrange(((0, 0), (0, 1), (1, 0)), rear) == both
    assert arrange(((0, 0), (0, 1)), rear) == Arrangement((Pairing((0,), (0, 1)),), (), ())


@clause("skirmish.melee.max-three", 1)
def test_a_fourth_takes_no_part() -> None:
    assert arrange(((0, 0), (1, 0), (2, 0), (3, 0)), ()) == Arrangement((Pairing((0, 1, 2), (0,)),), (3,), ())
    assert arrange(((0, 0), (0, 1), (0, 2), (0, 3)), ()) == Arrangement((Pairing((0,), (0, 1, 2)),), (), (3,))


@clause("skirmish.melee.primary")
def test_a_rider_is_paired_with_the_enemy_before_him() -> None:
    assert paired(((0, 0), (0, 1)), ((0, 0),)) == ((0, 1),)


@clause("skirmish.melee.pairing")
def test_lowest_ids_first() -> None:
    every = tuple((a, b) for a in range(3) for b in range(3))
    assert paired(every, ()) == ((0, 0), (1, 1), (2, 2))
    assert paired(((0, 1), (0, 2), (1, 1), (1, 2), (2, 0)), ()) == ((0, 1), (1, 2), (2, 0))


def best(touches: tuple[Touch, ...], rear: tuple[Touch, ...]) -> tuple[int, int]:
    """The slow way: every set of pairs."""
    found = (0, 0)
    for size in range(len(touches) + 1):
        for chosen in combinations(touches, size):
            if len({a for a, _ in chosen}) == size == len({b for _, b in chosen}):
                found = max(found, (size, -sum(touch in rear for touch in chosen)))
    return found


TOUCHES = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=8)


@settings(max_examples=40)
@given(TOUCHES, TOUCHES)
@clause("skirmish.melee.pairing")
def test_pairing_agrees_with_trying_everything(touches: set[Touch], behind: set[Touch]) -> None:
    given = tuple(sorted(touches))
    rear = tuple(sorted(behind & touches))
    pairs = paired(given, rear)
    assert (len(pairs), -sum(pair in rear for pair in pairs)) == best(given, rear)
    found = arrange(given, rear)
    assert all(len(one.a) == 1 or len(one.b) == 1 for one in found.combats)
    assert all(len(one.a) <= 3 and len(one.b) <= 3 for one in found.combats)
    taken = [a for one in found.combats for a in one.a] + list(found.idle_a)
    assert sorted(taken) == sorted({a for a, _ in given})


# ---- dice


@clause("skirmish.melee.weapon-lance", 1)
@clause("skirmish.melee.weapon-bayonet", 1)
@clause("skirmish.melee.weapon-sword-and-pistol", 1)
@clause("skirmish.melee.weapon-butt-sword", 1)
@clause("skirmish.melee.weapon-improvised", 1)
def test_the_weapon_table() -> None:
    dice = {
        name: tuple([die.name if die else "" for die in (row.versus_foot, row.versus_mounted)])
        for name, row in PRINTED.armoury.melee.items()
    }
    assert dice == {
        "lance": ("d6", "d8"),
        "bayonet": ("d6", "d8"),
        "sword-pistol": ("d6", "d4"),
        "butt-sword": ("d4", "d4"),
        "improvised": ("d4", ""),
    }


def thrown(fighter: Fighter, enemy: Fighter) -> list[str]:
    found = [weapon_die(fighter, enemy, PRINTED), horse_die(fighter, enemy)]
    return [die.name for die in found if die is not None]


@clause("skirmish.melee.versus-column", 1)
def test_the_column_is_that_of_the_opposing_primary_now() -> None:
    dismounted = replace(BUTT, quality="veteran")
    assert thrown(replace(BAYONET, supporters=(Supporter("foot", "bayonet"),)), dismounted) == ["d6"]
    assert thrown(BAYONET, SABRE) == ["d8"]


@clause("skirmish.melee.no-dice", 1)
def test_a_club_against_a_rider_is_the_quality_die_alone() -> None:
    assert scores(CLUB, SABRE, "d6:3", "d8:1", "d4:1", "d6:3") == (3, 3)


@clause("skirmish.melee.primary-throws", 1)
def test_each_primary_throws_all_his_dice() -> None:
    assert scores(LANCER, BUTT, "d8:2", "d6:5", "d6:3", "d8:4", "d4:1") == (5, 4)


@clause("skirmish.melee.dice-order", 1)
def test_the_order_of_dice() -> None:
    green = replace(BAYONET, quality="green")
    assert fought(TROOPER, green, "d8:5", "d6:3", "d6:4", "d8:2").winner() == "a"
    assert scores(TROOPER, green, "d8:5", "d6:3", "d6:4", "d8:2") == (5, 4)


@clause("skirmish.melee.quality-die", 1)
def test_an_elite_primary_throws_a_twelve_sided_die() -> None:
    assert scores(replace(BUTT, quality="elite"), BUTT, "d12:11", "d4:1", "d8:1", "d4:1") == (11, 1)


@clause("skirmish.melee.horse-die", 1)
def test_the_horse_helps_a_rider() -> None:
    assert scores(SABRE, BUTT, "d8:3", "d4:2", "d6:6", "d8:1", "d4:1") == (6, 1)


@clause("skirmish.melee.horse-die-exception", 1, 2)
def test_a_bayonet_on_foot_denies_the_horse() -> None:
    assert thrown(TROOPER, BAYONET) == ["d6"]
    assert thrown(TROOPER, replace(BUTT, supporters=(Supporter("foot", "bayonet"),))) == ["d6"]
    assert thrown(TROOPER, replace(BUTT, supporters=(Supporter("foot", "butt-sword"),))) == ["d6", "d6"]
    assert thrown(TROOPER, SABRE) == ["d4", "d6"]


@clause("skirmish.melee.minus-outnumbered", 1)
@clause("skirmish.melee.max-three")
def test_each_enemy_beyond_the_first_takes_one_off() -> None:
    two = (Supporter("foot", "butt-sword"), Supporter("foot", "butt-sword"))
    three = replace(BUTT, supporters=two)
    assert scores(BAYONET, three, "d8:6", "d6:5", "d8:1", "d4:1") == (5, 1)
    assert scores(BAYONET, three, "d8:8", "d6:5", "d8:1", "d4:1") == (6, 1)
    assert scores(BAYONET, replace(BUTT, supporters=(*two, *two)), "d8:8", "d6:5", "d8:1", "d4:1") == (6, 1)


@clause("skirmish.melee.multiple", 1)
def test_two_against_one() -> None:
    pair = replace(BUTT, supporters=(Supporter("foot", "butt-sword"),))
    assert scores(BUTT, pair, "d8:5", "d4:1", "d8:5", "d4:1") == (4, 5)


@clause("skirmish.melee.minus-wounded", 1)
def test_a_wound_takes_one_off() -> None:
    assert scores(replace(BUTT, quality="veteran", harm=1), BUTT, "d10:9", "d4:1", "d8:1", "d4:1") == (8, 1)


@clause("skirmish.melee.minus-stacking", 1)
def test_deductions_add_up_unless_the_house_rule_says_no() -> None:
    hurt = replace(BUTT, harm=1)
    pair = replace(BUTT, supporters=(Supporter("foot", "butt-sword"),))
    trio = replace(BUTT, supporters=(Supporter("foot", "butt-sword"),) * 2)
    larger = Settings(melee_minus_stacks=False)
    assert scores(hurt, pair, "d8:7", "d4:1", "d8:1", "d4:1") == (5, 1)
    assert scores(hurt, pair, "d8:7", "d4:1", "d8:1", "d4:1", house=larger) == (6, 1)
    assert scores(hurt, trio, "d8:7", "d4:1", "d8:1", "d4:1", house=larger) == (5, 1)


@clause("skirmish.melee.plus-one", 1)
def test_charging_adds_one_to_the_score() -> None:
    assert scores(replace(BAYONET, charging=True), BUTT, "d8:4", "d6:5", "d8:1", "d4:1") == (6, 1)


@clause("skirmish.melee.barricade", 1)
def test_a_barricade_adds_one() -> None:
    assert scores(replace(BUTT, barricade=True), BAYONET, "d8:4", "d4:1", "d8:1", "d6:1") == (5, 1)


@clause("skirmish.melee.plus-stacking", 1)
def test_a_single_one_however_many_hold() -> None:
    downhill = replace(BUTT, charging=True, uphill=True)
    stacks = Settings(melee_plus_stacks=True)
    assert scores(downhill, BUTT, "d8:4", "d4:1", "d8:1", "d4:1") == (5, 1)
    assert scores(downhill, BUTT, "d8:4", "d4:1", "d8:1", "d4:1", house=stacks) == (6, 1)
    every = replace(downhill, barricade=True)
    assert scores(every, BUTT, "d8:4", "d4:1", "d8:1", "d4:1", house=stacks) == (7, 1)


@clause("skirmish.melee.highest-die", 1)
def test_best_single_die_or_the_sum_by_the_house_rule() -> None:
    dice = ("d8:5", "d6:6", "d8:4", "d6:2")
    assert scores(BAYONET, BAYONET, *dice) == (6, 4)
    assert scores(BAYONET, BAYONET, *dice, house=Settings(melee_score="sum")) == (11, 6)


# ---- the defenceless


@clause("skirmish.melee.mounted-rear", 1)
@clause("skirmish.melee.all-round")
def test_a_rider_cannot_fight_behind_him_unless_a_lancer() -> None:
    assert defenceless(replace(SABRE, opponent_in_rear=True))
    assert not defenceless(replace(LANCER, opponent_in_rear=True))
    assert not defenceless(replace(BUTT, opponent_in_rear=True))


@clause("skirmish.melee.mounted-rear-terms", 1, 2)
def test_caught_from_behind() -> None:
    caught = replace(SABRE, opponent_in_rear=True, charging=True)
    assert fought(caught, BAYONET, "d8:6", "d8:3", "d8:4") == Fought(6, 4, "none", 0, False)
    found = fought(caught, BAYONET, "d8:2", "d8:5", "d8:4")
    assert found == Fought(2, 5, "wound", 1, True)


@clause("skirmish.melee.broken-in-contact", 1)
def test_a_broken_man_only_saves_himself() -> None:
    runaway = replace(BAYONET, quality="green", broken=True)
    assert fought(runaway, BAYONET, "d6:5", "d8:4", "d6:3") == Fought(5, 4, "none", 0, False)


# ---- results


@pytest.mark.parametrize(
    ("by", "foot", "mounted"),
    [
        (1, "push-back", "dismounted"),
        (2, "push-back-and-wound", "dismounted-and-wound"),
        (3, "wound", "wound"),
        (4, "disabled", "wound"),
        (5, "killed", "disabled"),
        (6, "killed", "killed"),
        (11, "killed", "killed"),
    ],
)
@clause("skirmish.melee.result-infantry", 1, 2, 3)
@clause("skirmish.melee.result-cavalry", 1, 2)
def test_the_charts(by: int, foot: str, mounted: str) -> None:
    assert (result_of(False, by), result_of(True, by)) == (foot, mounted)


@clause("skirmish.melee.tie", 1)
def test_equal_scores_do_nothing() -> None:
    found = fought(BUTT, BUTT, "d8:5", "d4:1", "d8:5", "d4:1")
    assert (found.winner(), found.result) == ("tie", "none")


@clause("skirmish.melee.wound", 1)
@clause("skirmish.melee.disabled", 1)
def test_a_man_on_foot_is_hurt() -> None:
    assert fought(BUTT, BUTT, "d8:6", "d4:1", "d8:3", "d4:1") == Fought(6, 3, "wound", 1, False)
    assert fought(BUTT, BUTT, "d8:7", "d4:1", "d8:3", "d4:1") == Fought(7, 3, "disabled", 2, False)
    assert fought(BUTT, replace(BUTT, harm=1), "d8:6", "d4:1", "d8:4", "d4:1") == Fought(6, 3, "wound", 2, False)


@clause("skirmish.melee.result-to-primary", 1)
@clause("skirmish.melee.primary", 1)
def test_the_result_falls_on_the_losing_primary() -> None:
    trio = replace(BUTT, supporters=(Supporter("foot", "butt-sword"),) * 2)
    assert fought(trio, BUTT, "d8:1", "d4:1", "d8:7", "d4:1") == Fought(1, 5, "disabled", 2, False)


@clause("skirmish.melee.killed", 1)
@clause("skirmish.melee.riderless", 1)
def test_a_rider_killed_or_disabled_throws_for_no_fall() -> None:
    assert fought(BUTT, SABRE, "d8:8", "d4:1", "d8:1", "d4:1", "d6:1") == Fought(8, 1, "killed", 3, False)
    assert fought(BUTT, SABRE, "d8:6", "d4:1", "d8:1", "d4:1", "d6:1") == Fought(6, 1, "disabled", 2, False)


@clause("skirmish.melee.dismounted-plus-wound", 1, 2)
def test_a_wound_and_a_fall_add_up() -> None:
    dice = ("d8:5", "d4:1", "d8:3", "d4:1", "d6:1")
    assert fought(BUTT, SABRE, *dice, "d6:6") == Fought(5, 3, "dismounted-and-wound", 2, False)
    hurt = replace(SABRE, harm=1)
    dice = ("d8:5", "d4:1", "d8:4", "d4:1", "d6:1")
    assert fought(BUTT, hurt, *dice, "d6:5") == Fought(5, 3, "dismounted-and-wound", 3, False)
    assert fought(BUTT, hurt, *dice, "d6:4") == Fought(5, 3, "dismounted-and-wound", 2, False)


@clause("skirmish.melee.dismounted", 1, 2)
def test_dismounted() -> None:
    dice = ("d8:5", "d4:1", "d8:4", "d4:1", "d6:1")
    assert fought(BUTT, SABRE, *dice, "d6:5") == Fought(5, 4, "dismounted", 1, False)
    assert fought(BUTT, SABRE, *dice, "d6:4") == Fought(5, 4, "dismounted", 0, False)


# ---- odds


@clause("skirmish.setup.quality-classes")
def test_a_regular_beats_a_green_man_as_often_as_the_ledger_says() -> None:
    odds = combat_odds(Combat(BAYONET, replace(BAYONET, quality="green")))
    percents = [100 * float(odds.where(lambda one, name=name: one.winner() == name)) for name in ("a", "tie", "b")]  # type: ignore[misc]
    assert percents == pytest.approx([54.2, 16.6, 29.2], abs=0.05)


def test_odds_in_stages_are_those_of_the_whole_fight() -> None:
    combat = Combat(CLUB, replace(SABRE, harm=1))

    def whole(_: Fought, dice: Dice) -> Fought:
        return fight(combat, dice)

    slow = fold((whole,), Fought())
    quick = combat_odds(combat)
    assert {one: slow.chance(one) for one in slow.weights} == {one: quick.chance(one) for one in quick.weights}
    assert sum((chance for _, chance in quick.items()), Fraction(0)) == 1


def test_throws_and_modifiers_say_who_and_why() -> None:
    script = Scripted(["d8:5", "d4:1", "d6:1", "d8:7", "d4:1", "d6:1"])
    fight(Combat(replace(SABRE, by="union"), replace(BUTT, by="red", harm=1)), script)
    assert [(roll.by, roll.clause.removeprefix("skirmish.melee.")) for roll in script.rolls] == [
        ("union", "quality-die"),
        ("union", "weapon-butt-sword"),
        ("union", "horse-die"),
        ("red", "quality-die"),
        ("red", "weapon-butt-sword"),
        ("union", "dismounted"),
    ]
    pair = replace(BUTT, supporters=(Supporter("foot", "butt-sword"),))
    assert [row.clause for row in deductions(replace(BUTT, harm=1), pair, PRINTED)] == [
        "skirmish.melee.minus-outnumbered",
        "skirmish.melee.minus-wounded",
    ]
    stacks = Settings(melee_plus_stacks=True)
    every = replace(BUTT, uphill=True, barricade=True, charging=True)
    assert [row.clause for row in bonuses(every, stacks)] == [
        "skirmish.melee.plus-one",
        "skirmish.melee.barricade",
        "skirmish.melee.charging",
    ]
    names = ["lance", "bayonet", "sword-and-pistol", "butt-sword", "improvised"]
    assert [row.clause for row in PRINTED.armoury.melee.values()] == [f"skirmish.melee.weapon-{name}" for name in names]


# ---- push back


@clause("skirmish.melee.push-back", 1)
def test_straight_away_from_the_winner() -> None:
    assert pushed((100.0, 52.0), (100.0, 50.0)) == (100.0, 48.0)
    assert pushed((0.0, 0.0), (1.5, 2.0)) == (2.7, 3.6)


@clause("skirmish.melee.push-back-behind", 1)
@clause("skirmish.melee.push-back-terms", 1)
def test_a_friend_behind_is_shifted_just_far_enough() -> None:
    assert shift_behind(0.0) == 2.0
    assert shift_behind(0.5) == 1.5
    assert shift_behind(2.0) == 0.0
    assert shift_behind(3.0) == 0.0
