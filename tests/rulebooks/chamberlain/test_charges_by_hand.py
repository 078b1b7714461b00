"""Charges as a player gives them: every pivot, front and flank told apart, and the dice of both before he commits."""

from __future__ import annotations

from roundtop.battle.forms import Marched
from roundtop.rulebooks.chamberlain.action.events import Act
from roundtop.rulebooks.chamberlain.charge.events import ContactMade
from roundtop.rulebooks.chamberlain.field import block, middle, unit_of
from roundtop.rulebooks.chamberlain.preview import HAND
from roundtop.table.footprint import overlap
from roundtop.table.path import Manoeuvre
from tests.clauses import clause
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    active,
    area,
    at,
    charge,
    field,
    foot,
    horse,
)

preview = HAND.preview
propose = HAND.propose


def corner() -> Table:
    """Beyond the enemy's left corner: one pivot reaches his front, another his flank."""
    return active(foot("a", UNION, 13.1, 5.9, 330), foot("e", CONFEDERATE, 12, 7, SOUTH), use="a")


@clause("chamberlain.move.charge-pivot")
def test_front_and_flank_are_offered_apart() -> None:
    game = corner()
    offered = {way.key: way.label for way in game.form.ways if way.key.startswith("charge")}
    assert offered == {"charge:e": "charge E", "charge:e:2": "charge E in the flank"}


@clause("chamberlain.melee.flanked-condition")
def test_the_dice_of_both_are_shown_before_a_charge() -> None:
    game = corner()
    rows = {}
    for way in game.form.ways:
        if way.key.startswith("charge"):
            shown = preview(game.seen_by(UNION), Act("a", False), UNION, Marched(way.manoeuvres))
            assert shown is not None
            rows[way.key] = {row.label: row.value for row in shown.costs}
    assert (rows["charge:e"]["strikes E"], rows["charge:e"]["defence"]) == ("in front", "6 dice")
    flank = rows["charge:e:2"]
    assert (flank["strikes E"], flank["defence"]) == ("in the flank", "6 dice, successes again")
    assert rows["charge:e"]["attack"] == rows["charge:e:2"]["attack"] == "6 dice"


@clause("chamberlain.melee.cavalry-vs-foot")
def test_horse_in_front_of_foot_sees_that_its_successes_are_thrown_again() -> None:
    game = active(horse("c", UNION, 12, 5), foot("e", CONFEDERATE, 12, 7, SOUTH), use="c")
    shown = preview(game.seen_by(UNION), Act("c", False), UNION, Marched(charge(2)))
    assert shown is not None
    assert {row.label: row.value for row in shown.costs}["attack"] == "5 dice, successes again"


def test_a_base_dragged_behind_the_front_charges_the_flank() -> None:
    game = corner()
    view = game.seen_by(UNION)
    for spot, flank in ((at(12.3, 7.1, 330), False), (at(12.55, 7.2, 300), True)):
        answer = propose(view, Act("a", False), UNION, middle(spot, view.settings))
        assert isinstance(answer, Marched)
        assert answer.manoeuvres[0] == Manoeuvre("charge")
        shown = preview(view, Act("a", False), UNION, answer)
        assert shown is not None
        assert shown.reasons == ()
        assert ("strikes E", "in the flank") in [(row.label, row.value) for row in shown.costs] or not flank


@clause("chamberlain.move.charge-pivot")
def test_of_one_kind_the_charge_that_the_ground_costs_least_is_offered() -> None:
    """Straight ahead the bases meet in a swamp; a little to the left they do not."""
    swamp = field(area("swamp", 11.9, 6.0, 13.4, 6.8))
    game = active(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 6.6, SOUTH), use="a", ground=swamp)
    best = next(way for way in game.form.ways if way.key == "charge:e")
    shown = preview(game.seen_by(UNION), Act("a", False), UNION, Marched(best.manoeuvres))
    assert shown is not None
    assert ("attack", "6 dice") in [(row.label, row.value) for row in shown.costs]


def test_a_charge_given_by_hand_in_any_lawful_direction_goes_home() -> None:
    for degrees in (-20.5, -7.25, 0, 3.5):
        game = active(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 6.6, SOUTH), use="a")
        game.march(*charge(2, degrees))
        assert game.last(ContactMade).charge.targets == ("e",)


@clause("chamberlain.move.charge-pivot")
def test_a_base_that_pivots_into_its_enemy_stands_just_clear_of_him() -> None:
    """The corners nearly meet: a pivot of 45 degrees alone swings the charger into the enemy."""
    game = active(foot("a", UNION, 12.02, 5.86, 16.24), foot("e", CONFEDERATE, 12.18, 6.16, 198.08), use="a")
    game.march(*charge(1, -45))
    blocks = [block(unit_of(game.state, id), game.state.settings) for id in ("a", "e")]
    assert game.last(ContactMade).charge.targets == ("e",)
    assert not overlap(*blocks)
