"""Setting out: who deploys first, what may be set up where, and officers who replace the fallen."""

from __future__ import annotations

from typing import Any

from roundtop.battle.engine import begin, decision
from roundtop.battle.forms import Chosen, Placed
from roundtop.battle.protocol import Player
from roundtop.battles import load
from roundtop.rulebooks.order_cards import RULEBOOK
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.command.events import OfficerPlaced
from roundtop.rulebooks.order_cards.deployment.events import Deployed, PlacingThrown
from roundtop.rulebooks.order_cards.deployment.table import officer_places, place_faults, to_place
from roundtop.rulebooks.order_cards.field import changing, officer_of, unit_of
from roundtop.rulebooks.order_cards.tables import GONE, ON_TABLE
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    NORTH,
    UNION,
    Table,
    area,
    at,
    field,
    foot,
    general,
    position,
    reserves,
)


def parade(*dice: str) -> Table:
    """The parade ground before anybody is set up, the dice for the first side thrown."""
    battle = begin(RULEBOOK, load("parade-ground"), {})
    return Table(battle.state, *reversed(battle.agenda), dice=dice)


def set_out(begun: Table, side: str) -> None:
    """A side sets up everything it has where it is proposed first."""
    while begun.asked[:2] == (side, "pick"):
        begun.choose(begun.keys[0])
        begun.answer(Placed(begun.form.candidates[0]))


@clause("order-cards.setup.deployment", 1)
def test_the_lower_throw_deploys_first_and_completely() -> None:
    begun = parade("d10:4", "d10:9")
    assert begun.last(PlacingThrown).first == UNION
    set_out(begun, UNION)
    assert to_place(begun.state, UNION) == ([], [])
    assert begun.asked[:2] == (CONFEDERATE, "pick")
    assert parade("d10:7", "d10:7", "d10:9", "d10:2").asked[0] == CONFEDERATE


@clause("order-cards.setup.deployment")
def test_units_are_set_up_formed_and_batteries_as_wished() -> None:
    begun = parade("d10:1", "d10:2")
    assert {"1st-union", "1st-union/column-of-march", "union-battery", "union-battery/limbered"} <= set(begun.keys)
    begun.choose("union-battery/limbered")
    begun.answer(Placed(begun.form.candidates[0]))
    assert begun.last(Deployed).formation == "limbered"
    begun.choose("1st-union")
    assert begun.refusal(Placed(at(24, 9, NORTH))) == ["setup.deployment"]
    begun.answer(Placed(at(40, 4, NORTH)))
    begun.choose("2nd-union")
    assert begun.refusal(Placed(at(41, 4, NORTH))) == ["move.enemy-contact"]
    begun.answer(Placed(at(30, 2, NORTH)))
    begun.choose("commander-of-the-union-brigade")
    begun.answer(Placed(begun.form.candidates[0]))
    assert begun.last(OfficerPlaced).cause == "deploy"


def test_nobody_is_set_up_on_water() -> None:
    state = changing(position(*reserves(), ground=field(area("pond", 20, 2, 30, 10))))
    unit = foot("u", UNION, 4, 0, 0)
    clauses = [reason.clause for reason in place_faults(state, unit, at(25, 6))]
    assert clauses == ["order-cards.move.roads-hills-buildings"]


@clause("order-cards.setup.organisation")
def test_each_player_sets_up_his_own_brigades() -> None:
    players = (
        Player("one", UNION, "", ("union-brigade",)),
        Player("two", UNION),
        Player("three", CONFEDERATE),
    )
    battle = begin(RULEBOOK, load("parade-ground"), {}, players)
    begun = Table(battle.state, *reversed(battle.agenda), dice=("d10:1", "d10:2"))
    assert begun.asked[:2] == ("one", "pick")
    while begun.asked[0] == "one":
        begun.choose(begun.keys[0])
        begun.answer(Placed(begun.form.candidates[0]))
    # The second player of the Union has nobody to set up.
    assert begun.asked[:2] == ("three", "pick")


@clause("order-cards.officer.wound-effect")
def test_a_fallen_officer_is_replaced_at_the_next_set_by_the_house_rule() -> None:
    fallen = general("g", UNION, 30, 10, rating=20, place=GONE, fate="killed")
    rest: dict[str, Any] = {"officer_replacement": True}
    state = position(foot("u", UNION, 6, 30, 14), fallen, *reserves(), **rest)
    begun = Table(state, cards_events.BeginSet(2))
    assert begun.asked == (UNION, "place-officer", "g")
    assert begun.refusal(Placed(at(30, 20))) == ["officer.wound-effect"]
    begun.answer(Placed(begun.form.candidates[0]))
    successor = officer_of(begun.state, "g")
    assert (successor.place, successor.rating, successor.fate) == (ON_TABLE, 10, "")
    alone = position(fallen, *reserves(), **rest)
    assert officer_places(alone, officer_of(alone, "g"))
    nobody = changing(alone)
    nobody.units = tuple(unit for unit in alone.units if unit.side == CONFEDERATE)
    assert officer_places(nobody, officer_of(nobody, "g")) == ()
    without = Table(position(foot("u", UNION, 6, 30, 14), fallen, *reserves()), cards_events.BeginSet(2))
    assert without.asked[1] == "set"


def test_a_choice_of_units_is_listed_by_name() -> None:
    begun = parade("d10:1", "d10:2")
    wanted = decision(RULEBOOK, begun.battle, UNION)
    assert isinstance(begun.answer(Chosen((begun.keys[0],))), Table)
    assert wanted.sentence == "Which unit or officer do you set up next?"
    assert unit_of(begun.state, "1st-union").place == "deploy"
