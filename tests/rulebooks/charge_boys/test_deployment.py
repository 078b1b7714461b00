"""Before the first turn: rosters, detachments, quality, setting up; and reinforcements."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Assigned, Numbered, Placed
from roundtop.battle.protocol import Player
from roundtop.battles import load
from roundtop.rulebooks.charge_boys import RULEBOOK
from roundtop.rulebooks.charge_boys.deployment.events import (
    Deployed,
    Detached,
    Drafted,
    GeneralPlaced,
    PlacingThrown,
    QualityThrown,
)
from roundtop.rulebooks.charge_boys.field import strength
from roundtop.rulebooks.charge_boys.state import Unit
from roundtop.table.pose import Pose
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import CONFEDERATE, SOUTH, UNION, Table, at, foot, general, table


def opening(battle: str, *dice: int, **options: Any) -> Table:
    """A battle from its very beginning."""
    begun = engine.begin(RULEBOOK, load(battle), options)
    return Table(begun.state, *reversed(begun.agenda), dice=dice)


@clause("charge-boys.setup.deployment", 1)
def test_the_lower_die_places_first_and_the_sides_alternate() -> None:
    game = opening("parade-ground", 2, 5)
    assert game.last(PlacingThrown).first == UNION
    assert game.asked == (UNION, "pick", "")
    game.choose("1st-union")
    assert game.keys[0] == "line"
    game.choose("attack-column")
    outside = Placed(Pose(60.0, 40.0, 0))
    assert game.refusal(outside) == ["setup.deployment"]
    game.place(game.form.candidates[0])
    assert game.last(Deployed).formation == "attack-column"
    assert game.asked[0] == CONFEDERATE
    game.choose("confederate-battery").choose("limbered").place(game.form.candidates[0])
    assert game.unit("confederate-battery").formation == "limbered"


@clause("charge-boys.setup.deployment")
@clause("charge-boys.setup.general")
def test_generals_are_placed_last_with_a_unit() -> None:
    game = opening("parade-ground", 2, 5).until("general")
    assert not [unit for unit in game.state.units if unit.place == "deploy"]
    game.choose("3rd-union")
    assert game.last(GeneralPlaced).unit == "3rd-union"
    assert game.until("first", dice=(6, 1)).state.turn == 1


@clause("charge-boys.setup.quality", 1)
def test_quality_may_be_thrown_for() -> None:
    game = opening("training-field", 1, 4, 6, 2, 5, 3, 3, 3, 3, 3, 6, 1, quality_source="dice")
    assert [event.quality for event in game.all(QualityThrown)][:3] == ["green", "regular", "veteran"]
    assert game.unit("1st-blue").quality == "green"


@clause("charge-boys.formation.skirmish")
def test_a_regiment_may_send_out_a_detachment_by_house_rule() -> None:
    game = opening("training-field", skirmish_whole_units=False)
    assert game.asked == (UNION, "detach", "")
    game.choose("1st-blue")
    assert (game.form.low, game.form.high) == (5, 13)
    game.answer(Numbered(8))
    event = game.last(Detached)
    party, main = event.detachment, event.body
    assert (strength(party), party.officers, party.formation, strength(main), main.officers) == (
        8,
        1,
        "skirmish",
        19,
        0,
    )
    assert (party.start, main.start) == (8, 19)
    assert "1st-blue" not in game.keys


@clause("charge-boys.setup.organisation")
@clause("charge-boys.setup.typical-strength")
def test_players_may_draw_up_their_own_rosters() -> None:
    game = opening("training-field", roster="custom")
    assert (game.asked, game.keys) == ((UNION, "roster", ""), ["infantry", "cavalry", "artillery"])
    game.choose("infantry")
    labels = [item.label for slot in game.form.slots if slot.key == "size" for item in slot.items]
    assert labels[0] == "5 figures, fewer than advised"
    assert labels[-1] == "48 figures"
    game.answer(Assigned((("size", "30"), ("weapon", "smoothbore-musket"), ("quality", "veteran"))))
    raised = game.last(Drafted).unit
    assert (strength(raised), raised.weapon, raised.quality, raised.buck) == (30, "smoothbore-musket", "veteran", 3)
    game.choose("artillery").answer(Assigned((("size", "3"), ("weapon", "rifled"), ("quality", "regular"))))
    assert len(game.last(Drafted).unit.guns) == 3
    game.choose("done")
    assert game.asked == (CONFEDERATE, "roster", "")


@clause("charge-boys.setup.minimum-unit")
def test_no_battery_is_too_small_to_be_mustered() -> None:
    def sizes(crew: int) -> list[str]:
        game = opening("training-field", roster="custom", crew_per_gun=crew).choose("artillery")
        return [item.key for slot in game.form.slots if slot.key == "size" for item in slot.items]

    assert sizes(4)[0] == "1"
    assert sizes(3)[0] == "2"
    game = opening("training-field", roster="custom", crew_per_gun=3).choose("artillery")
    game.answer(Assigned((("size", "2"), ("weapon", "rifled"), ("quality", "green"))))
    assert strength(game.last(Drafted).unit) == 7


# ---- reinforcements


def due(id: str = "r", turn: int = 2) -> Unit:
    unit = foot(id, UNION, 24, 36, 20)
    unit.place, unit.due, unit.entry = "arrive", turn, ((30.0, 0.0), (42.0, 0.0))
    return unit


@clause("charge-boys.setup.muster")
def test_reinforcements_come_on_with_their_rear_on_the_edge() -> None:
    x = foot("x", CONFEDERATE, 24, 36, 40, SOUTH)
    assert table(due(), x, turn=1).asked[1] != "arrival"
    game = table(due(), x, turn=2)
    assert (game.asked, game.keys[-1]) == ((UNION, "arrival", "r"), "wait")
    game.choose("line")
    assert game.refusal(Placed(at(36, 10))) == ["setup.muster"]
    game.place(at(36, 0.75))
    unit = game.unit("r")
    assert (unit.place, unit.turn.moved, unit.turn.acted) == ("on", True, True)
    assert "r" not in game.until("activate").keys


@clause("charge-boys.setup.muster")
def test_a_general_arrives_with_his_first_unit() -> None:
    rider = general("g", UNION, 0, 0)
    rider.place, rider.due = "arrive", "r"
    game = table(due(), foot("x", CONFEDERATE, 24, 36, 40, SOUTH), turn=2, generals=(rider,))
    game.choose("line").place(at(36, 0.75))
    assert game.last(GeneralPlaced).unit == "r"


@clause("charge-boys.setup.muster")
def test_without_room_a_reinforcement_is_put_beside_or_waits() -> None:
    crowd = [foot(f"f{n}", UNION, 48, 9 + 18 * n, 2) for n in range(4)]
    x = foot("x", CONFEDERATE, 24, 36, 40, SOUTH)
    assert table(due(), *crowd, x, turn=2).asked[1] != "arrival"
    one = foot("f", UNION, 48, 36, 1.5)
    beside = table(due(), one, x, turn=2).choose("line")
    assert all([abs(pose.x - 36) > 9 for pose in beside.form.candidates])


@pytest.mark.parametrize("battle", ["training-field", "parade-ground"])
def test_one_player_a_side(battle: str) -> None:
    with pytest.raises(ValueError, match="one player a side"):
        engine.begin(RULEBOOK, load(battle), {}, (Player("me", UNION),))
