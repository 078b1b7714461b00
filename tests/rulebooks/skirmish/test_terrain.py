"""Prices of moves, climbing, and cover."""

from __future__ import annotations

import pytest

from roundtop.battle import scenario
from roundtop.rulebooks.skirmish.climbing.rule import climb_actions
from roundtop.rulebooks.skirmish.movement.rule import Move, allowance, move_refusal, price
from roundtop.rulebooks.skirmish.options import PRINTED, Settings
from roundtop.rulebooks.skirmish.terrain.rule import (
    AREAS,
    BARRIERS,
    COVER_DICE,
    DIFFICULT,
    IMPASSABLE,
    LINES,
    WADING_CM,
    WALLED,
    WOODS,
    Hiding,
    cover,
)
from tests.clauses import clause

WHOLE = Settings(difficult_ground="whole-move")
SHARED = Settings(mounted_turn_rounding="proportional")


def left(move: Move, settings: Settings = PRINTED) -> float:
    return allowance(move) - price(move, settings)


# ---- moving


@clause("skirmish.movement.foot-rate", 1, 2)
@clause("skirmish.actions.move", 1)
def test_infantry_move_twelve_an_action() -> None:
    assert move_refusal(Move("foot", 12.0), PRINTED) == ""
    assert move_refusal(Move("foot", 12.01), PRINTED) == ""
    assert move_refusal(Move("foot", 12.02), PRINTED) == "skirmish.movement.foot-rate"
    assert 2 * allowance(Move("foot", 0.0)) == 24.0


@clause("skirmish.movement.mounted-rate", 1)
def test_cavalry_move_twenty_four_an_action() -> None:
    assert move_refusal(Move("mounted", 24.0), PRINTED) == ""
    assert move_refusal(Move("mounted", 24.1), PRINTED) == "skirmish.movement.mounted-rate"
    assert 2 * allowance(Move("mounted", 0.0)) == 48.0


@clause("skirmish.movement.difficult-halves", 1, 2)
def test_difficult_ground_halves() -> None:
    assert left(Move("foot", 0.0, 6.0)) == 0.0
    assert move_refusal(Move("foot", 0.0, 6.1), PRINTED) == "skirmish.movement.foot-rate"
    assert left(Move("mounted", 0.0, 12.0)) == 0.0
    assert move_refusal(Move("mounted", 0.0, 12.1), PRINTED) == "skirmish.movement.mounted-rate"


@clause("skirmish.movement.difficult-mixed", 1, 2)
def test_mixed_ground_is_priced_by_distance() -> None:
    assert price(Move("foot", 6.0, 3.0), PRINTED) == 12.0
    assert price(Move("mounted", 10.0, 8.0), PRINTED) == 26.0
    assert move_refusal(Move("mounted", 10.0, 8.0), PRINTED) == "skirmish.movement.mounted-rate"


@clause("skirmish.movement.difficult-mixed")
def test_by_the_house_rule_the_whole_move_is_halved() -> None:
    assert price(Move("foot", 6.0, 3.0), WHOLE) == 18.0
    assert price(Move("foot", 6.0, 0.0), WHOLE) == 6.0
    assert price(Move("mounted", 3.0, 1.0, 90.0, 0), WHOLE) == 20.0


@clause("skirmish.movement.mounted-turn", 1, 2)
def test_a_turn_costs_a_quarter_for_every_45_degrees() -> None:
    assert left(Move("mounted", 0.0, 0.0, 90.0)) == 12.0
    assert left(Move("mounted", 0.0, 9.0, 45.0)) == 0.0


@clause("skirmish.movement.mounted-turn-rounding", 1, 2)
def test_turns_are_added_up_and_rounded_up() -> None:
    assert left(Move("mounted", 0.0, 0.0, 20.0 + 30.0)) == 12.0
    assert price(Move("mounted", 0.0, 0.0, 25.0 + 20.0), PRINTED) == 6.0
    assert price(Move("mounted", 0.0, 0.0, 45.01), PRINTED) == 6.0
    assert price(Move("mounted", 0.0, 0.0, 45.02), PRINTED) == 12.0
    assert price(Move("mounted", 0.0, 0.0, 0.0), PRINTED) == 0.0
    assert left(Move("mounted", 0.0, 0.0, 180.0)) == 0.0


@clause("skirmish.movement.mounted-turn-rounding")
def test_by_the_house_rule_turns_are_shared_out() -> None:
    assert price(Move("mounted", 0.0, 0.0, 30.0), SHARED) == pytest.approx(4.0)
    assert price(Move("mounted", 10.0, 0.0, 67.5), SHARED) == pytest.approx(19.0)


@clause("skirmish.movement.foot-turn", 1)
def test_infantry_turns_free() -> None:
    assert left(Move("foot", 0.0, 0.0, 180.0)) == 12.0
    assert left(Move("animal", 0.0, 0.0, 180.0)) == 12.0


@clause("skirmish.movement.animals", 1)
@clause("skirmish.movement.animals-actions", 1)
def test_animals_move_as_infantry_or_at_their_own_rate() -> None:
    assert allowance(Move("animal", 0.0)) == 12.0
    assert left(Move("animal", 0.0, 6.0)) == 0.0
    assert 2 * allowance(Move("animal", 0.0)) == 24.0
    assert allowance(Move("animal", 0.0, rate_cm=8.0)) == 8.0
    assert move_refusal(Move("animal", 8.1, rate_cm=8.0), PRINTED) == "skirmish.movement.animals"
    assert allowance(Move("foot", 0.0, rate_cm=8.0)) == 12.0


@clause("skirmish.movement.mounted-obstacles", 1)
def test_a_jump_costs_twelve() -> None:
    assert left(Move("mounted", 8.0, jumps=1)) == 4.0
    assert move_refusal(Move("mounted", 12.1, jumps=1), PRINTED) == "skirmish.movement.mounted-rate"
    assert move_refusal(Move("animal", 1.0, jumps=1), PRINTED) == "skirmish.movement.mounted-obstacles"
    assert price(Move("animal", 1.0, jumps=1), PRINTED) == 1.0


@clause("skirmish.actions.climb-crossing")
def test_nobody_on_foot_jumps() -> None:
    assert move_refusal(Move("foot", 1.0, jumps=1), PRINTED) == "skirmish.actions.climb-crossing"


@clause("skirmish.actions.climb", 1, 2, 3)
def test_climbing_is_priced_by_height() -> None:
    assert climb_actions("ladder", 12.0) == 2
    assert climb_actions("ladder", 12.02) == 3
    assert climb_actions("obstacle", 4.0) == 2
    assert climb_actions("obstacle", 1.5) == 1
    assert climb_actions("obstacle", 3.0) == 1
    assert climb_actions("obstacle", 3.02) == 2


@clause("skirmish.setup.scale")
def test_a_ladder_of_twenty_four_feet_takes_two_actions() -> None:
    assert climb_actions("ladder", 24 / 3) == 2


# ---- the catalogue


@clause("skirmish.setup.terrain-catalogue")
def test_every_kind_of_ground_in_a_scenario_is_known() -> None:
    assert set(AREAS) == set(scenario.AREAS)
    assert set(LINES) == {*scenario.LINES, "barricade"}


@clause("skirmish.setup.terrain-catalogue")
def test_stock_kinds() -> None:
    assert set(DIFFICULT) == {"woods", "rough", "marsh", "swamp", "town", "building"}
    assert set(IMPASSABLE) == {"pond", "cliff"}
    assert WOODS == ("woods",)
    assert set(WALLED) == {"town", "building"}
    assert {name for name in LINES if LINES[name].cover == "hard"} == {"wall", "earthwork", "breastwork", "barricade"}
    assert {LINES[name].height for name in BARRIERS} == {1.5}
    assert not {"bank", "crest", "stream", "creek", "river"} & set(BARRIERS)


@clause("skirmish.setup.terrain-catalogue")
def test_waters_lie_as_wide_as_they_are_drawn() -> None:
    assert WADING_CM == {"stream": 2.0, "creek": 4.0, "river": 6.0}
    assert {LINES[name].name for name in WADING_CM} == {"bank"}


# ---- cover


@clause("skirmish.shooting.cover-dice", 1)
@clause("skirmish.shooting.soft-cover", 1)
@clause("skirmish.shooting.hard-cover", 1)
def test_cover_dice() -> None:
    assert COVER_DICE[cover(Hiding(feature="wall", crossed=True))].name == "d8"
    assert COVER_DICE[cover(Hiding("wood"))].name == "d6"
    assert COVER_DICE[cover(Hiding("building"))].name == "d8"
    assert COVER_DICE[cover(Hiding())].name == "d4"


@clause("skirmish.shooting.cover-test", 1, 2, 3)
def test_what_covers_a_man() -> None:
    assert cover(Hiding(feature="fence", crossed=True, gap=2.0)) == "soft"
    assert cover(Hiding(feature="wall", crossed=True, gap=5.0)) == "open"
    assert cover(Hiding("wood", feature="wall", crossed=True, gap=1.0)) == "hard"


@pytest.mark.parametrize(("gap", "grade"), [(3.0, "hard"), (3.01, "hard"), (3.02, "open")])
@clause("skirmish.shooting.cover-test")
def test_a_wall_reaches_three(gap: float, grade: str) -> None:
    assert cover(Hiding(feature="wall", crossed=True, gap=gap)) == grade


@clause("skirmish.shooting.cover-test")
def test_a_wall_reaches_as_far_as_the_house_rule_says() -> None:
    assert cover(Hiding(feature="wall", crossed=True, gap=5.0), Settings(linear_cover_reach_cm=5.0)) == "hard"
    assert cover(Hiding(feature="wall", crossed=True, gap=1.0), Settings(linear_cover_reach_cm=0.0)) == "open"


@clause("skirmish.shooting.cover-test")
def test_a_feature_that_the_line_does_not_cross_is_nothing() -> None:
    assert cover(Hiding(feature="wall", crossed=False, gap=0.0)) == "open"


@pytest.mark.parametrize(("shooter", "target", "grade"), [(0, 1, "soft"), (1, 1, "open"), (2, 1, "open")])
@clause("skirmish.shooting.cover-test")
def test_a_crest_helps_against_a_lower_shooter_only(shooter: int, target: int, grade: str) -> None:
    hiding = Hiding(feature="crest", crossed=True, gap=1.0, shooter_level=shooter, target_level=target)
    assert cover(hiding) == grade


@pytest.mark.parametrize(
    ("area", "shares", "apart", "grade"),
    [
        ("wood", True, 3.0, "open"),
        ("wood", True, 3.02, "soft"),
        ("building", True, 3.0, "open"),
        ("building", True, 4.0, "hard"),
        ("wood", False, 1.0, "soft"),
        ("scrub", False, 9.0, "soft"),
        ("orchard", False, 9.0, "soft"),
        ("crop", False, 9.0, "soft"),
        ("rocks", False, 9.0, "soft"),
    ],
)
@clause("skirmish.shooting.cover-test")
def test_an_area_hides_nobody_at_close_quarters_within(area: str, shares: bool, apart: float, grade: str) -> None:
    assert cover(Hiding(area, shares, apart)) == grade
