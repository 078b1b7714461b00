"""The order of play, and setting up."""

from __future__ import annotations

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Placed
from roundtop.battle.protocol import Player
from roundtop.battles import load
from roundtop.rulebooks.skirmish import RULEBOOK
from roundtop.rulebooks.skirmish.command import events as command_events
from roundtop.rulebooks.skirmish.command.events import FirstChosen, InitiativeThrown, Joined, PhaseBegan
from roundtop.rulebooks.skirmish.command.table import phases
from roundtop.rulebooks.skirmish.deployment import events as deployment_events
from roundtop.rulebooks.skirmish.deployment.events import Deployed
from roundtop.rulebooks.skirmish.field import members
from roundtop.rulebooks.skirmish.morale import events as morale_events
from roundtop.rulebooks.skirmish.state import TO_DEPLOY
from roundtop.table.pose import Pose
from tests.clauses import clause

from .table import CONFEDERATE, SOUTH, UNION, Table, chief, field, position, squad, wall

MEN = (squad("a", UNION, 4, 50, 20), squad("f", CONFEDERATE, 4, 50, 100, SOUTH))


@clause("skirmish.turn.sequence", 1)
def test_the_order_of_a_turn() -> None:
    state = position(*MEN)
    names = [
        type(step).__name__
        for step in phases(state, UNION)
        if not isinstance(step, (command_events.EndPhase, command_events.Attach))
    ]
    sides = [
        step.side for step in phases(state, UNION) if isinstance(step, (command_events.BeginPhase, morale_events.Rally))
    ]
    assert names == [
        "BeginPhase",
        "Window",
        "BeginPhase",
        "Window",
        "BeginPhase",
        "Window",
        "Rally",
        "BeginPhase",
        "Window",
        "Rally",
        "Melee",
        "Window",
        "EndTurn",
    ]
    assert sides == [UNION, CONFEDERATE, UNION, UNION, CONFEDERATE, CONFEDERATE]


@clause("skirmish.turn.action-phases")
def test_consecutive_phases_by_the_house_rule() -> None:
    found = phases(position(*MEN, phase_structure="consecutive"), CONFEDERATE)
    assert [(step.side, step.number) for step in found if isinstance(step, command_events.BeginPhase)] == [
        (CONFEDERATE, 1), (CONFEDERATE, 2), (UNION, 1), (UNION, 2),
    ]  # fmt: skip


@clause("skirmish.turn.initiative", 1)
def test_the_higher_throw_chooses() -> None:
    play = Table(position(*MEN), command_events.BeginTurn(1), dice=["d6:3", "d6:3", "d6:2", "d6:5"])
    assert play.last(InitiativeThrown).side == CONFEDERATE
    assert play.asked == (CONFEDERATE, "first", "")
    play.choose("second")
    assert play.last(FirstChosen).side == UNION
    assert play.last(PhaseBegan) == PhaseBegan(UNION, 1)


def test_strict_alternation_leaves_no_choice_after_the_first_turn() -> None:
    state = position(*MEN, initiative="alternate")
    assert state.first == UNION
    play = Table(state, command_events.BeginTurn(2))
    assert play.last(FirstChosen).side == CONFEDERATE
    assert play.state.acting == CONFEDERATE


def test_commanders_throw_their_quality_by_the_house_rule() -> None:
    men = (*MEN, chief(UNION, 20, 20, quality="elite"), chief(CONFEDERATE, 20, 100, harm=2))
    play = Table(position(*men, initiative="commander-quality"), command_events.BeginTurn(1), dice=["d12:9", "d4:4"])
    assert play.last(InitiativeThrown).side == UNION


# ---------------------------------------------------------------- setting up


def meadow(**options: object) -> Table:
    battle = engine.begin(RULEBOOK, load("the-meadow"), options)
    return Table(battle.state, *reversed(battle.agenda), dice=["d6:2", "d6:5"])


@clause("skirmish.setup.table-and-deployment", 1)
def test_the_lower_throw_deploys_all_its_force_first() -> None:
    play = meadow()
    assert play.asked[:2] == (UNION, "pick")
    assert play.keys == ["union-1", "union-2", "union-3", "union-commander"]
    for _ in range(3):
        play.choose(play.keys[0]).answer(Placed(play.form.candidates[0]))
    assert play.asked[:2] == (UNION, "place")
    play.answer(Placed(play.form.candidates[0]))
    assert [event.group for event in play.all(Deployed)] == ["union-1", "union-2", "union-3", "union-commander"]
    assert play.asked[:2] == (CONFEDERATE, "pick")


def test_where_a_group_may_not_be_set_up() -> None:
    play = meadow()
    play.choose("union-1")
    clause_id = "setup.table-and-deployment"
    form = play.form
    assert play.refusal(Placed(Pose(90.0, 40.0, 0))) == [clause_id]
    assert play.refusal(Placed(Pose(1.0, 10.0, 0))) == [clause_id]
    play.answer(Placed(form.candidates[0])).choose("union-2")
    assert play.refusal(Placed(form.candidates[0])) == ["movement.interpenetration"]
    men = [figure for figure in play.state.figures.values() if figure.group == "union-2"]
    assert {man.place for man in men} == {TO_DEPLOY}


def test_nobody_is_set_up_astride_a_wall() -> None:
    state = position(*MEN, ground=field(wall((0, 15), (180, 15))))
    for figure in state.figures.values():
        if figure.group == "a":
            figure.place = TO_DEPLOY
    play = Table(state, deployment_events.PlaceGroup("a"))
    assert play.refusal(Placed(Pose(90.0, 16.0, 0))) == ["actions.climb-crossing"]


@clause("skirmish.setup.force-commander")
def test_a_commander_is_with_a_group_by_the_house_rule() -> None:
    battle = engine.begin(RULEBOOK, load("the-clearing"), {"force_commander": "attached"})
    play = Table(battle.state, *reversed(battle.agenda))
    assert play.asked[:2] == (CONFEDERATE, "join")
    play.choose("2nd-squad-grey")
    play.choose("1st-squad-blue", dice=["d6:5", "d6:2"])
    assert [event.group for event in play.all(Joined)] == ["2nd-squad-grey", "1st-squad-blue"]
    assert len(members(play.state, "1st-squad-blue")) == 9


@clause("skirmish.setup.scope")
def test_one_player_a_side() -> None:
    with pytest.raises(ValueError, match="one player a side"):
        engine.begin(RULEBOOK, load("the-clearing"), {}, (Player("union", UNION),))
