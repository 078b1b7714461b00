"""Before the first turn: commanders rated, lines set out in turn, and what the scope of the page implies."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Placed
from roundtop.battle.protocol import Player
from roundtop.battles import load
from roundtop.dice.sources import Scripted
from roundtop.rulebooks.infantry_action import RULEBOOK
from roundtop.rulebooks.infantry_action.command.events import RateCommanders, Rated
from roundtop.rulebooks.infantry_action.deployment.events import Deployed, PlacingThrown
from roundtop.rulebooks.infantry_action.events import BeginTurn, TurnBegan
from roundtop.rulebooks.infantry_action.field import ORDERS, TO_DEPLOY, changing
from roundtop.rulebooks.infantry_action.state import Army
from roundtop.table.ground import Area
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    at,
    box,
    field,
    line,
    position,
    words,
)

EVEN = (4, 5, 1, 6)
"""Both CinCs rated 2."""


def stock(*placing: int, **options: Any) -> Table:
    """The stock battle, about to be set out."""
    battle = engine.begin(RULEBOOK, load("parade-ground"), dict(options))
    given = Scripted(words([*EVEN, *placing]))
    passage = engine.run(RULEBOOK, battle, given)
    given.finish()
    played = Table(passage.battle.state, *reversed(passage.battle.agenda))
    played.events.extend(passage.events)
    return played


@clause("infantry-action.setup.cinc-choice", 1)
@clause("infantry-action.setup.cinc-average")
@clause("infantry-action.setup.table-and-deployment", 1)
def test_ratings_are_thrown_first_and_then_who_places_first() -> None:
    played = stock(6, 1)
    assert [(event.side, event.rating) for event in played.all(Rated)] == [(UNION, 2), (CONFEDERATE, 2)]
    kinds = [type(event) for event in played.events]
    assert kinds == [Rated, Rated, PlacingThrown]
    assert played.last(PlacingThrown).first == CONFEDERATE, "the lower"
    assert played.asked[:2] == (CONFEDERATE, "place")
    assert stock(1, 6).asked[0] == UNION
    assert stock(3, 3, 5, 2).asked[0] == CONFEDERATE, "ties are thrown again"


@clause("infantry-action.setup.cinc-brilliant", 1)
@clause("infantry-action.setup.cinc-poor", 1)
@clause("infantry-action.setup.cinc-choice", 2)
def test_a_rating_is_thrown_or_by_the_house_rule_the_historical_one() -> None:
    def rated(*dice: int, talents: tuple[str, str] = ("good", "excellent"), **options: Any) -> list[int]:
        state = position(
            line("a", UNION, 4, 20, 4), line("x", CONFEDERATE, 4, 20, 44, SOUTH), ratings=(0, 0), **options
        )
        known = changing(state)
        armies = zip(state.armies, talents, strict=True)
        known.armies = tuple(Army(army.side, army.edge, army.cinc, talent, 0) for army, talent in armies)
        played = Table(known, RateCommanders(), dice=dice)
        return [army.rating for army in played.state.armies]

    assert rated(6, 4, 3, 3) == [3, 1]
    assert rated(cinc_rating="scenario") == [2, 3]
    assert rated(cinc_rating="scenario", talents=("poor", "average")) == [1, 2]
    assert rated(6, 6, cinc_rating="scenario", talents=("", "good")) == [3, 2], "one without a rating throws"


@clause("infantry-action.setup.table-and-deployment")
@clause("infantry-action.setup.artillery-placed")
def test_they_place_in_turn_batteries_before_infantry_and_all_before_the_first_turn() -> None:
    played = stock(1, 6)
    sides: list[str] = []
    kinds: list[str] = []
    while played.asked[1] in ("pick", "place"):
        if played.asked[1] == "place":
            sides.append(played.asked[0])
            kinds.append(played.unit(played.asked[2]).kind)
        assert not played.all(TurnBegan)
        set_up_somehow(played)
    assert sides == [UNION, CONFEDERATE] * 5
    assert kinds == ["battery"] * 2 + ["infantry"] * 8
    assert len(played.all(Deployed)) == 10
    assert played.state.turn == 1
    assert not [unit for unit in played.state.units if unit.place == TO_DEPLOY]


def set_up_somehow(played: Table) -> None:
    form = played.decision.form
    if played.asked[1] == "pick":
        played.choose(played.keys[-1])
    else:
        played.place(form.candidates[0])  # type: ignore[union-attr]


@clause("infantry-action.setup.table-and-deployment")
def test_every_stand_lies_wholly_within_12_inches_of_its_own_edge() -> None:
    def faults(x: float, y: float, facing: float = 0) -> list[str]:
        return stock(1, 6).refusal(Placed(at(x, y, facing)))

    assert faults(36, 11.6) == ["setup.table-and-deployment"]
    assert faults(36, 0.4) == ["setup.table-and-deployment"]
    assert faults(36, 11.5, 45) == ["setup.table-and-deployment"], "its corner sticks out"
    assert stock(1, 6).place(at(36, 11.5)).last(Deployed).pose == at(36, 11.5)
    assert stock(6, 1).refusal(Placed(at(36, 11.5))) == ["setup.table-and-deployment"], "not in the enemy's"


@clause("infantry-action.setup.table-and-deployment")
@clause("infantry-action.movement.interpenetration")
def test_nobody_is_set_up_on_another() -> None:
    played = stock(1, 6).place(at(36, 6))
    played.until("pick")
    assert played.asked[0] == UNION
    played.choose(played.keys[0])
    assert played.refusal(Placed(at(36, 6.5))) == ["movement.interpenetration"]
    assert played.place(at(36, 7)).unit(played.last(Deployed).unit).pose == at(36, 7)


@clause("infantry-action.movement.terrain")
def test_nobody_is_set_up_in_impassable_ground() -> None:
    opening = stock(1, 6)
    wet = changing(opening.state)
    wet.ground = field(Area("pond", box(30, 0, 40, 10)))
    played = Table(wet, *reversed(opening.battle.agenda))
    assert played.refusal(Placed(at(35, 5))) == ["movement.terrain"]


@clause("infantry-action.setup.scope")
def test_the_page_knows_lines_and_guns_and_no_other_arm_order_or_test() -> None:
    played = stock(1, 6)
    assert {unit.kind for unit in played.state.units} == {"infantry", "battery"}
    assert ORDERS == ("move", "fast-advance", "charge", "fire", "opportunity-fire", "hold")
    assert {procedure.name for procedure in RULEBOOK.procedures}.isdisjoint({"morale-test", "rally", "supply"})


@clause("infantry-action.setup.sides")
def test_the_two_sides_are_union_and_confederate() -> None:
    assert [army.side for army in stock(1, 6).state.armies] == [UNION, CONFEDERATE]


@clause("infantry-action.setup.cinc-off-table")
def test_the_cinc_is_the_player_and_no_model() -> None:
    played = stock(1, 6)
    assert len(played.state.units) == 10, "four lines and a battery a side, and nobody else"
    with pytest.raises(ValueError, match="one player a side"):
        engine.begin(
            RULEBOOK, load("parade-ground"), {}, (Player("x", UNION), Player("y", UNION), Player("z", CONFEDERATE))
        )
    ratings = [army.rating for army in played.state.armies]
    beaten = position(line("a", UNION, 4, 20, 4), line("x", CONFEDERATE, 4, 20, 44, SOUTH), ratings=(1, 3))
    later = Table(beaten, BeginTurn(7)).until("first", dice=(6, 1))
    assert (ratings, [army.rating for army in later.state.armies]) == ([2, 2], [1, 3]), "it never changes"


@clause("infantry-action.victory.game-length")
@clause("infantry-action.setup.scale")
def test_house_rules_of_scale_reach_the_table() -> None:
    assert (stock(1, 6).state.ground.width, stock(1, 6).state.turn_limit) == (72, 10)
    halved = stock(1, 6, yards_per_inch=40.0, minutes_per_turn=20)
    assert (halved.state.ground.width, halved.state.turn_limit) == (36, 5)
    assert halved.refusal(Placed(at(18, 6))) == ["setup.table-and-deployment"], "240 yards are 6 in"
    assert stock(1, 6, men_per_stand=80).state.units[0].stands == 5
