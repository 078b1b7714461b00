"""Roundings, command figures, casualties and the ground that formations cover."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.rulebooks.charge_boys.casualties.rule import removed
from roundtop.rulebooks.charge_boys.deployment.rule import command_figures, first_to_place, random_quality
from roundtop.rulebooks.charge_boys.formation.rule import horse_holders
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings
from roundtop.rulebooks.charge_boys.tables import Figures, dice_for, halved, is_formed
from tests.clauses import clause
from tests.rulebooks.charge_boys.page import dice, only, outcome

DOWN = Settings(rounding="down", remainder="down")
UP = Settings(rounding="up", remainder="up")


# ---- roundings


@clause("charge-boys.core.rounding", 1, 2, 3)
def test_half_or_more_counts_as_a_whole() -> None:
    assert halved(7, PRINTED) == 4
    assert halved(3, PRINTED) == 2
    assert dice_for(2, PRINTED) == 0
    assert [halved(n, PRINTED) for n in (0, 1, 2, 5)] == [0, 1, 1, 3]


@clause("charge-boys.core.rounding")
def test_rounding_always_down_or_up() -> None:
    assert [halved(n, DOWN) for n in (1, 3, 4, 7)] == [0, 1, 2, 3]
    assert [halved(n, UP) for n in (1, 3, 4, 7)] == [1, 2, 2, 4]


@clause("charge-boys.musketry.remainder", 1, 2, 3)
@clause("charge-boys.musketry.dice-per-six", 1)
def test_men_left_over_from_groups_of_six() -> None:
    assert [dice_for(men, PRINTED) for men in (24, 20, 21, 2, 3)] == [4, 3, 4, 0, 1]
    assert [dice_for(men, DOWN) for men in (5, 6, 23)] == [0, 1, 3]
    assert [dice_for(men, UP) for men in (1, 6, 19)] == [1, 1, 4]


# ---- who is in a unit


@clause("charge-boys.setup.command-figures", 1, 2, 3)
def test_command_figures_of_a_unit() -> None:
    assert command_figures(36, PRINTED) == Figures(32, 1, 1, 2)
    assert command_figures(6, PRINTED) == Figures(5, 0, 0, 1)
    assert command_figures(12, PRINTED) == Figures(9, 1, 1, 1)
    assert command_figures(11, PRINTED) == Figures(10, 0, 0, 1)
    assert command_figures(35, PRINTED).officers == 1


@clause("charge-boys.setup.command-figures")
def test_command_figures_by_house_rule() -> None:
    assert outcome("command-figures", strength=24, options={"figures_per_officer": 8})["officers"] == 3
    assert outcome("command-figures", strength=47, options={"rounding": "down"})["officers"] == 1
    assert outcome("command-figures", strength=25, options={"rounding": "up"})["officers"] == 2
    assert command_figures(2, Settings(figures_per_officer=1)) == Figures(0, 0, 0, 2)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 60), st.integers(1, 60))
def test_command_figures_are_part_of_the_unit(strength: int, per_officer: int) -> None:
    found = command_figures(strength, Settings(figures_per_officer=per_officer))
    assert found.strength() == strength
    assert min(found.men, found.colours, found.drummers, found.officers) >= 0


@clause("charge-boys.setup.minimum-unit", 1, 2, 3)
def test_no_unit_is_smaller_than_five() -> None:
    assert only(outcome("muster-check", men=4, officers=1), "models", "legal") == (5, True)
    small = outcome("muster-check", men=3, officers=1)
    assert only(small, "models", "legal", "clause") == (4, False, "charge-boys.setup.minimum-unit")
    assert removed(command_figures(6, PRINTED), 2) == Figures(3, 0, 0, 1)


@clause("charge-boys.setup.battery", 1)
def test_a_battery_of_two_guns_is_nine_figures() -> None:
    assert outcome("muster-check", crew=2 * PRINTED.crew_per_gun, officers=1)["models"] == 9
    lost_one = outcome("morale-other", 6, arm="artillery", formation="limbered", start=9, strength=8)
    assert lost_one["modifier"] == -1


@clause("charge-boys.core.remove-figures", 1)
def test_men_come_off_first_and_officers_last() -> None:
    assert removed(Figures(21, 1, 1, 1), 5) == Figures(16, 1, 1, 1)
    assert removed(Figures(2, 1, 1, 1), 3) == Figures(0, 0, 1, 1)
    assert removed(Figures(2, 1, 1, 1), 4) == Figures(0, 0, 0, 1)
    assert removed(Figures(2, 1, 1, 2), 5) == Figures(0, 0, 0, 1)
    assert removed(Figures(2, 1, 1, 2), 2, 2) == Figures(2, 1, 1, 0)


@clause("charge-boys.formation.mount", 2)
def test_one_in_four_holds_horses() -> None:
    assert [horse_holders(n, PRINTED) for n in (3, 4, 10, 12)] == [0, 1, 2, 3]
    assert horse_holders(10, Settings(horse_holders_one_in=5)) == 2
    assert horse_holders(40, Settings(horse_holders_one_in=0)) == 0


@clause("charge-boys.setup.quality", 1)
def test_quality_by_the_dice() -> None:
    assert [random_quality(dice(face)) for face in range(1, 7)] == ["green"] + ["regular"] * 4 + ["veteran"]


@clause("charge-boys.setup.deployment", 1)
def test_the_lower_die_places_first() -> None:
    assert first_to_place(("union", "confederate"), dice(2, 5)) == "union"
    assert first_to_place(("union", "confederate"), dice(3, 3, 6, 1)) == "confederate"


@clause("charge-boys.turn.first-mover", 1)
def test_equal_dice_are_thrown_again() -> None:
    found = outcome("initiative", 3, 3, 6, 1, sides=["union", "confederate"])
    assert found == {"winner": "union", "rounds": 2}


# ---- the ground covered


def size(arm: str, formation: str, strength: int, ranks: int | None = None) -> tuple[object, ...]:
    given = {} if ranks is None else {"ranks": ranks}
    found = outcome("formation-size", arm=arm, formation=formation, strength=strength, **given)
    if not found["legal"]:
        return (found["clause"],)
    return only(found, "files", "ranks", "width", "depth")


@clause("charge-boys.formation.line", 1, 2)
@clause("charge-boys.setup.bases")
def test_a_line() -> None:
    assert size("infantry", "line", 24) == (12, 2, 9.0, 1.5)
    assert size("infantry", "line", 30) == (15, 2, 11.25, 1.5)
    assert size("infantry", "line", 16, 3) == (6, 3, 4.5, 2.25)
    assert size("infantry", "line", 15, 3) == ("charge-boys.formation.line",)
    assert size("infantry", "line", 24, 4) == ("charge-boys.formation.line",)
    assert size("infantry", "line", 7) == (4, 2, 3.0, 1.5)
    assert size("infantry", "line", 6) == ("charge-boys.formation.line",)
    assert size("infantry", "line", 6, 1) == (6, 1, 4.5, 0.75)
    assert size("cavalry", "line", 24) == ("charge-boys.formation.line",)


@clause("charge-boys.formation.attack-column", 1, 2, 3)
def test_an_attack_column() -> None:
    assert size("infantry", "attack-column", 24) == (4, 6, 3.0, 4.5)
    assert size("infantry", "attack-column", 48) == (8, 6, 6.0, 4.5)
    assert size("infantry", "attack-column", 13) == (3, 5, 2.25, 3.75)
    assert size("dismounted-cavalry", "attack-column", 12) == (3, 4, 2.25, 3.0)
    assert size("infantry", "attack-column", 11) == ("charge-boys.formation.attack-column",)


@clause("charge-boys.formation.road-column", 1)
def test_a_road_column() -> None:
    assert size("infantry", "road-column", 24) == (2, 12, 1.5, 9.0)
    assert size("infantry", "road-column", 25) == (2, 13, 1.5, 9.75)
    assert size("cavalry", "road-column", 25) == ("charge-boys.formation.road-column",)


@clause("charge-boys.formation.skirmish", 1, 2)
def test_skirmish_order() -> None:
    assert size("infantry", "skirmish", 6) == (6, 1, 8.25, 0.75)
    assert size("infantry", "skirmish", 24, 2) == (12, 2, 17.25, 1.5)
    assert size("infantry", "skirmish", 24, 3) == ("charge-boys.formation.skirmish",)


@clause("charge-boys.formation.cavalry", 1, 2)
def test_mounted_line_and_column() -> None:
    assert size("cavalry", "cavalry-line", 12) == (12, 1, 12.0, 1.5)
    assert size("cavalry", "cavalry-line", 13) == (7, 2, 7.0, 3.0)
    assert size("cavalry", "cavalry-line", 13, 3) == ("charge-boys.formation.cavalry",)
    assert size("cavalry", "cavalry-column", 12) == (4, 3, 4.0, 4.5)
    assert size("infantry", "cavalry-column", 12) == ("charge-boys.formation.cavalry",)


@clause("charge-boys.setup.bases")
def test_larger_bases() -> None:
    house = {"base_foot_width": 1.25, "base_foot_depth": 1.25, "base_mounted_width": 1.25, "base_mounted_depth": 2.5}
    foot = outcome("formation-size", arm="infantry", formation="line", strength=24, options=house)
    assert only(foot, "width", "depth") == (15.0, 2.5)
    horse = outcome("formation-size", arm="cavalry", formation="cavalry-column", strength=8, options=house)
    assert only(horse, "width", "depth") == (5.0, 5.0)


@clause("charge-boys.formation.formed")
@pytest.mark.parametrize(
    ("formation", "formed"),
    [
        ("line", True),
        ("attack-column", True),
        ("road-column", True),
        ("cavalry-line", True),
        ("cavalry-column", True),
        ("skirmish", False),
        ("limbered", False),
        ("unlimbered", False),
        ("gunners", False),
        ("mounted", False),
    ],
)
def test_who_is_formed(formation: str, formed: bool) -> None:
    assert is_formed(formation) is formed
    assert not is_formed(formation, routing=True)
