"""What every muster asks of a scenario."""

from __future__ import annotations

from dataclasses import replace

from roundtop.battle.scenario import Value, Weapon, commonest, level, senior, value
from roundtop.battles import load


def test_the_commonest_weapon_is_the_first_of_equals() -> None:
    assert commonest(()) == ""
    assert commonest((Weapon("howitzer", 2), Weapon("6-pdr", 2))) == "howitzer"
    assert commonest((Weapon("howitzer", 1), Weapon("6-pdr", 2), Weapon("3-inch-rifle", 2))) == "6-pdr"


def test_the_senior_officer_is_the_first_of_the_highest_rank() -> None:
    battle = load("little-round-top")
    union, confederate = senior(battle, "union"), senior(battle, "confederate")
    assert union is not None
    assert confederate is not None
    assert (union.name, confederate.name) == ("Strong Vincent", "Evander M. Law")
    assert senior(replace(battle, commanders=()), "union") is None


def test_an_officer_leads_at_the_level_of_his_formation() -> None:
    battle = load("brawners-farm")
    levels = {one.name: level(battle, one) for one in battle.commanders}
    assert levels["Thomas J. Jackson"] == "army"
    assert levels["Richard S. Ewell"] == "division"
    assert levels["John Gibbon"] == "brigade"
    assert levels["Edgar O'Connor"] == "regiment"


def test_a_value_is_for_one_rulebook_and_one_subject() -> None:
    battle = replace(load("training-field"), values=(Value("charge-boys", "", "turns", "9"),))
    assert value(battle, "charge-boys", "turns") == "9"
    assert value(battle, "chamberlain", "turns") is None
    assert value(battle, "charge-boys", "turns", about="blue") is None
