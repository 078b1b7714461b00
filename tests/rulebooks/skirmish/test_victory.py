"""How a skirmish ends."""

from __future__ import annotations

from roundtop.rulebooks.skirmish.options import PRINTED, Settings
from roundtop.rulebooks.skirmish.victory.rule import Count, Victory, defeated, victory
from tests.clauses import clause

SIDES = ("blue", "red")
FRESH = Count(25, 1)


def after(turn: int, blue: Count, red: Count, settings: Settings = PRINTED) -> Victory:
    return victory(turn, settings.turn_limit, SIDES, (blue, red), settings)


@clause("skirmish.victory.force-break", 1, 2)
def test_half_lost_or_running_is_defeat() -> None:
    assert after(3, Count(25, 8, 5), FRESH) == Victory(True, "red", "force-break")
    assert after(3, FRESH, Count(25, 8, 5)) == Victory(True, "blue", "force-break")
    assert after(3, Count(24, 8, 3), FRESH) == Victory(False, "none", "none")
    assert after(3, Count(24, 8, 4), FRESH).over


@clause("skirmish.victory.force-break")
def test_when_both_are_beaten_the_smaller_fraction_wins() -> None:
    assert after(3, Count(10, 5), Count(10, 6)) == Victory(True, "blue", "force-break")
    assert after(3, Count(10, 7), Count(20, 13)) == Victory(True, "red", "force-break")
    assert after(3, Count(10, 5), Count(20, 8, 2)) == Victory(True, "draw", "force-break")
    assert after(3, Count(10, 3, 3), Count(10, 5, 2)) == Victory(True, "blue", "force-break")
    assert after(3, Count(10, 5, 2), Count(10, 6)) == Victory(True, "red", "force-break")


@clause("skirmish.victory.force-break")
def test_the_breaking_point_is_a_house_rule() -> None:
    assert defeated(Count(10, 3), Settings(force_break=0.3))
    assert not defeated(Count(10, 2), Settings(force_break=0.3))
    assert not defeated(Count(10, 9), Settings(force_break=1.0))


@clause("skirmish.victory.game-length", 1)
def test_at_the_end_of_turn_twelve_losses_are_compared() -> None:
    assert not after(11, Count(25, 6), Count(25, 9)).over
    assert after(12, Count(25, 6), Count(25, 9)).reason == "turn-limit"
    assert after(5, Count(25, 6), Count(25, 9), Settings(turn_limit=5)).over


@clause("skirmish.victory.tally", 1, 2)
def test_a_lead_of_ten_points_wins() -> None:
    assert after(12, Count(25, 6), Count(25, 9)) == Victory(True, "blue", "turn-limit")
    assert after(12, Count(25, 6), Count(25, 8)) == Victory(True, "draw", "turn-limit")
    assert after(12, Count(20, 6), Count(20, 4)) == Victory(True, "red", "turn-limit")
    assert after(12, Count(25, 6, 4), Count(25, 6)) == Victory(True, "draw", "turn-limit")


@clause("skirmish.victory.force-break")
def test_a_defeat_outranks_the_turn_limit() -> None:
    assert after(12, Count(25, 8, 5), Count(25, 12)) == Victory(True, "red", "force-break")
