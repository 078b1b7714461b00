"""Setting out by hand, and the opening of a battle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Chosen, Placed
from roundtop.battle.protocol import Command, Player
from roundtop.battles import load
from roundtop.dice.sources import Scripted
from roundtop.rulebooks.chamberlain import RULEBOOK
from roundtop.rulebooks.chamberlain.deployment.events import Deployed, FirstThrown, PlacingThrown, UnitPicked
from roundtop.rulebooks.chamberlain.field import middle
from roundtop.rulebooks.chamberlain.options import settings
from roundtop.rulebooks.chamberlain.phases import events as phases_events
from roundtop.rulebooks.chamberlain.state import ON_TABLE, UNKNOWN
from roundtop.rulebooks.chamberlain.turn import begin
from roundtop.rulebooks.chamberlain.views import seen
from tests.clauses import clause
from tests.rulebooks.chamberlain.table import CONFEDERATE, UNION, Table, at

FIELD = load("parade-ground")


def parade(*dice: int) -> Table:
    opening = RULEBOOK.begin(FIELD, settings({}), engine.sides(FIELD))
    return Table(opening.state, *opening.steps, dice=dice)


@clause("chamberlain.setup.deployment")
def test_the_lower_die_sets_its_whole_army_out_first() -> None:
    table = parade(5, 2)
    assert table.last(PlacingThrown).first == CONFEDERATE
    for _ in range(4):
        assert table.asked[:2] == (CONFEDERATE, "pick")
        table.choose(table.keys[0])
        table.answer(Placed(table.form.candidates[0]))
    assert table.asked[:2] == (CONFEDERATE, "place")
    table.answer(Placed(table.form.candidates[0]))
    assert table.asked[:2] == (UNION, "pick")


@clause("chamberlain.setup.deployment", 1)
def test_the_whole_base_stands_within_4_base_widths_of_its_edge() -> None:
    table = parade(1, 6)
    table.choose("1st-union")
    near = Placed(middle(at(5, 4.02), table.state.settings))
    assert table.refusal(near) == ["setup.deployment"]
    table.set_down(at(5, 4.0))
    assert table.pose("union-1") == (5.0, 4.0, 0.0)
    table.choose("2nd-union")
    on_the_first = Placed(middle(at(5.5, 3.8), table.state.settings))
    assert table.refusal(on_the_first) == ["setup.deployment"]
    table.set_down(at(6.0, 4.0))


@clause("chamberlain.conceal.start", 1)
def test_units_are_set_out_concealed_and_picked_unseen() -> None:
    table = parade(1, 6)
    table.choose("union-battery")
    assert seen(table.last(UnitPicked), CONFEDERATE) == UnitPicked(UNION, UNKNOWN)
    assert seen(table.last(UnitPicked), UNION) == UnitPicked(UNION, "union-battery")
    table.set_down(at(12, 3))
    assert table.unit("union-1").concealed
    assert table.unit("union-1").arm == "artillery"
    blind = next(unit for unit in table.seen_by(CONFEDERATE).units if unit.id == "union-1")
    assert (blind.arm, blind.key, blind.pose) == (UNKNOWN, UNKNOWN, at(12, 3))
    assert table.last(Deployed).unit == "union-1"


@clause("chamberlain.setup.first-player", 1)
def test_the_higher_die_goes_first_and_ties_are_thrown_again() -> None:
    opening = RULEBOOK.begin(load("training-field"), settings({}), engine.sides(FIELD))
    table = Table(opening.state, *opening.steps, dice=(4, 4, 2, 5))
    assert table.last(FirstThrown).first == CONFEDERATE
    assert table.asked[:2] == (CONFEDERATE, "officers")


@clause("chamberlain.setup.first-player")
def test_a_scenario_may_name_the_first_player() -> None:
    field = load("little-round-top")
    opening = RULEBOOK.begin(field, settings({}), engine.sides(field))
    assert opening.steps == (phases_events.BeginTurn(1),)
    assert Table(opening.state, *opening.steps).asked[0] == CONFEDERATE


@clause("chamberlain.setup.table-edges", 1)
def test_edges_belong_to_the_sides_and_the_rest_to_nobody() -> None:
    opening = RULEBOOK.begin(FIELD, settings({}), engine.sides(FIELD))
    union, confederate = opening.state.armies
    assert (union.friendly, confederate.friendly) == (("south",), ("north",))
    assert sorted(union.neutral) == sorted(confederate.neutral) == ["east", "west"]
    assert (opening.state.ground.width, opening.state.ground.depth) == (24.0, 16.0)
    hill = load("little-round-top")
    armies = RULEBOOK.begin(hill, settings({}), engine.sides(hill)).state.armies
    assert [army.friendly for army in armies] == [("north", "east"), ("south", "west")]
    assert [army.neutral for army in armies] == [(), ()]


def test_a_side_has_one_player_called_like_it() -> None:
    with pytest.raises(ValueError, match="one player a side"):
        begin(FIELD, settings({}), (Player("somebody", UNION),))


def test_a_picked_unit_cannot_be_picked_by_the_enemy() -> None:
    table = parade(1, 6)
    battle = table.battle
    wanted = table.decision
    stolen = Command(CONFEDERATE, wanted.kind, wanted.about, Chosen((table.keys[0],)))
    assert engine.reasons(RULEBOOK, battle, stolen)
    assert not engine.reasons(RULEBOOK, battle, Command(UNION, wanted.kind, wanted.about, Chosen((table.keys[0],))))
    assert Scripted([]).rolls == []
    assert all(unit.place != ON_TABLE for unit in table.state.units)


@clause("chamberlain.setup.deployment")
@pytest.mark.parametrize(
    ("edge", "facing", "zone"),
    [
        ("south", 0, (0.0, 0.0, 24.0, 4.0)),
        ("north", 180, (0.0, 12.0, 24.0, 16.0)),
        ("west", 90, (0.0, 0.0, 4.0, 16.0)),
        ("east", 270, (20.0, 0.0, 24.0, 16.0)),
    ],
)
def test_good_places_lie_along_every_edge(edge: str, facing: float, zone: tuple[float, float, float, float]) -> None:
    other = {"south": "north", "north": "south", "west": "east", "east": "west"}[edge]
    sides = (replace(FIELD.sides[0], edge=edge), replace(FIELD.sides[1], edge=other))
    field = replace(FIELD, sides=sides)
    opening = RULEBOOK.begin(field, settings({}), engine.sides(field))
    table = Table(opening.state, *opening.steps, dice=(1, 6))
    table.choose("2nd-union")
    assert table.decision.about == "2nd-union"
    left, bottom, right, top = zone
    assert len(table.form.candidates) > 8
    for pose in table.form.candidates:
        assert pose.facing == facing * 100
        assert left <= pose.x <= right
        assert bottom <= pose.y <= top
    table.answer(Placed(table.form.candidates[0]))
    assert table.unit("union-1").key == "2nd-union"
