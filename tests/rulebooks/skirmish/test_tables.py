"""Classes and their dice, the majority of a group, the ladder of harm."""

from __future__ import annotations

from itertools import permutations

import pytest

from roundtop.dice.exact import fold
from roundtop.dice.sources import Dice, Scripted
from roundtop.rulebooks.skirmish.harm.rule import STATUS, falls, harmed
from roundtop.rulebooks.skirmish.morale.rule import rallies
from roundtop.rulebooks.skirmish.options import PRINTED, Settings
from roundtop.rulebooks.skirmish.tables import CLASSES, majority, quality_die, rank, shifted
from tests.clauses import clause


@clause("skirmish.setup.quality-classes", 1)
def test_dice_of_the_classes() -> None:
    assert [quality_die(one, PRINTED).name for one in CLASSES] == ["d6", "d8", "d10", "d12"]


@pytest.mark.parametrize(
    ("option", "dice"),
    [("d4-to-d10", ["d4", "d6", "d8", "d10"]), ("d8-to-d12", ["d8", "d8", "d10", "d12"])],
)
@clause("skirmish.setup.quality-classes")
def test_other_ladders_of_dice(option: str, dice: list[str]) -> None:
    assert [quality_die(one, Settings(quality_dice=option)).name for one in CLASSES] == dice


@pytest.mark.parametrize(
    ("quality", "percent"), [("green", 50.0), ("regular", 62.5), ("veteran", 70.0), ("elite", 75.0)]
)
@clause("skirmish.setup.quality-classes")
def test_rallying_comes_to_what_the_ledger_says(quality: str, percent: float) -> None:
    def stage(_: bool, dice: Dice) -> bool:
        return rallies(quality, "", PRINTED, dice)

    assert float(100 * fold((stage,), False).chance(True)) == pytest.approx(percent)


@clause("skirmish.setup.class-order")
def test_classes_are_ranked_from_green_to_elite() -> None:
    assert [rank(one) for one in ("green", "regular", "veteran", "elite")] == [0, 1, 2, 3]


@clause("skirmish.setup.majority-class", 1, 2)
def test_the_most_numerous_class_and_the_lower_of_equals() -> None:
    assert majority({"veteran": 3, "green": 3, "regular": 1}) == "green"
    assert majority({"regular": 4, "veteran": 3}) == "regular"
    assert majority({"regular": 3, "veteran": 4}) == "veteran"
    assert majority({}) == ""


@clause("skirmish.setup.muster-leaders")
def test_a_class_is_raised_and_lowered_within_the_ladder() -> None:
    assert shifted("regular", 1) == "veteran"
    assert shifted("elite", 1) == "elite"
    assert shifted("green", -1) == "green"
    assert shifted("green", 0, "regular") == "regular"


@clause("skirmish.shooting.two-wounds", 1)
@clause("skirmish.shooting.disabled-plus-wound", 1)
@clause("skirmish.shooting.harm-ladder", 1, 2)
def test_harm_adds_up() -> None:
    assert STATUS[harmed(1, "wound")] == "disabled"
    assert STATUS[harmed(2, "wound")] == "killed"
    assert STATUS[harmed(1, "disabled")] == "killed"
    assert STATUS[harmed(0, "disabled")] == "disabled"
    assert harmed(2, "killed") == 3
    assert harmed(1, "graze") == 1


@clause("skirmish.shooting.harm-ladder")
def test_the_order_of_results_is_nothing() -> None:
    ends = set()
    for order in permutations(("graze", "wound", "disabled")):
        harm = 0
        for result in order:
            harm = harmed(harm, result)
        ends.add(harm)
    assert ends == {3}


@clause("skirmish.melee.dismounted", 1, 2)
def test_a_fall_wounds_on_five() -> None:
    assert falls("", Scripted(["d6:5"]))
    assert not falls("", Scripted(["d6:4"]))
