"""The order of play: player turns, phases, information, status, and the end."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.kit.objectives import Goal
from roundtop.record import replace
from roundtop.rulebooks.chamberlain.command.events import PipsCounted
from roundtop.rulebooks.chamberlain.concealment.events import Revealed
from roundtop.rulebooks.chamberlain.phases import events as phases_events
from roundtop.rulebooks.chamberlain.phases.events import PhaseBegan, SideBegan, TurnBegan
from roundtop.rulebooks.chamberlain.reinforcements.events import ArrivalThrown
from roundtop.rulebooks.chamberlain.state import ARRIVED, BROKEN, RETIRED, TO_ARRIVE, Unit
from roundtop.rulebooks.chamberlain.victory.events import BattleEnded, GoalsChecked
from tests.clauses import clause
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    area,
    chief,
    field,
    foot,
    general,
    guns,
    position,
    table,
)


def idle(table: Table) -> Table:
    """The rest of a player turn with nothing done."""
    side = table.asked[0]
    while table.asked[0] == side and table.over is None:
        kind = table.asked[1]
        if kind == "officers":
            table.officers()
        else:
            table.choose("end")
    return table


@clause("chamberlain.turn.alternate", 1)
@clause("chamberlain.status.mark-turn", 1)
@clause("chamberlain.status.order", 1)
def test_players_alternate_and_the_second_marks_the_turn() -> None:
    start = position(first=CONFEDERATE, side=CONFEDERATE, turn=5)
    game = Table(start, phases_events.BeginTurn(6))
    assert game.asked[0] == CONFEDERATE
    idle(game)
    assert game.asked[0] == UNION
    assert game.state.turn == 6
    idle(game)
    assert game.state.turn == 7
    assert [event.side for event in game.all(SideBegan)] == [CONFEDERATE, UNION, CONFEDERATE]
    assert [event.turn for event in game.all(TurnBegan)] == [6, 7]


@clause("chamberlain.turn.phase-order", 1)
@clause("chamberlain.turn.status-phase", 1)
def test_five_phases_in_their_order() -> None:
    game = idle(Table(position(), phases_events.PlayerTurn(UNION)))
    names = [event.phase for event in game.all(PhaseBegan)]
    assert names[:5] == ["information", "movement", "fire", "combat", "status"]
    assert game.asked[0] == CONFEDERATE


@clause("chamberlain.turn.phase-order")
def test_after_movement_nobody_moves() -> None:
    game = table(foot("a", UNION, 12, 5), foot("b", CONFEDERATE, 12, 6.5, SOUTH))
    game.choose("end")
    assert game.asked[1] == "fire"
    assert [key for key in game.keys if key != "end"] == ["a>b"]


@clause("chamberlain.turn.movement-phase", 1)
def test_officers_first_then_one_activation_after_another() -> None:
    forces = [foot("a", UNION, 6, 5, force="left"), foot("b", UNION, 18, 5, force="right")]
    officers = [general("l", UNION, force="left"), general("r", UNION, force="right")]
    game = table(*forces, *officers, phase="officers")
    assert {key.partition(">")[0] for key in game.keys} == {"l", "r", "union-cnc", "done"}
    game.officers(l="a", r="b")
    assert "force:left" in game.keys
    game.choose("force:left", 5)
    # The first activation is carried out before the next die is rolled.
    assert game.keys == ["use:a", "done"]
    game.choose("done")
    assert "force:right" in game.keys
    assert "force:left" not in game.keys


@clause("chamberlain.turn.active-passive", 1)
def test_a_charged_unit_does_not_fire() -> None:
    game = table(foot("a", UNION, 12, 5, force=""), foot("b", CONFEDERATE, 12, 6, SOUTH, weapon="repeating-rifle"))
    game.choose("lone:a", 6).use("a").way("charge:b")
    assert game.asked[0] == UNION
    assert not [event for event in game.events if type(event).__name__ == "VolleyFired"]


# ------------------------------------------------------------------ information


def blind(id: str, x: float, y: float, **fields: Any) -> Unit:
    return foot(id, CONFEDERATE, x, y, SOUTH, concealed=True, **fields)


@clause("chamberlain.info.discover", 1)
@clause("chamberlain.turn.information-phase", 1)
def test_blinds_in_sight_within_4_are_discovered_before_reinforcements_are_rolled_for() -> None:
    due = foot("late", UNION, 0, 0, place=TO_ARRIVE, due=1, target=3, entry=((4.0, 0.0), (8.0, 0.0)))
    game = table(
        foot("a", UNION, 12, 5), blind("near", 12, 8.9), blind("far", 14, 8.8), due, phase="information", dice=(4,)
    )
    assert not game.unit("near").concealed
    assert game.unit("far").concealed
    order = [type(event) for event in game.events if isinstance(event, (Revealed, ArrivalThrown))]
    assert order == [Revealed, ArrivalThrown]
    assert game.unit("late").place == ARRIVED


@clause("chamberlain.conceal.passive-within-4bw", 1)
def test_a_blind_behind_woods_stays_concealed() -> None:
    wood = field(area("heavy-woods", 11, 6.0, 13, 7.0))
    game = table(foot("a", UNION, 12, 5), blind("b", 12, 8), ground=wood, phase="information")
    assert game.unit("b").concealed
    assert not table(foot("a", UNION, 12, 5), blind("b", 12, 8), phase="information").unit("b").concealed


@clause("chamberlain.conceal.passive-within-4bw")
def test_sight_is_all_round_and_officers_do_not_discover() -> None:
    behind = table(foot("a", UNION, 12, 5, SOUTH), blind("b", 12, 8), phase="information")
    assert not behind.unit("b").concealed
    alone = table(chief(UNION, at=(12.0, 5.0)), blind("b", 12, 8), phase="information")
    assert alone.unit("b").concealed


@clause("chamberlain.conceal.no-return", 1)
def test_nobody_is_concealed_again() -> None:
    game = table(foot("a", UNION, 12, 5), blind("b", 12, 8), phase="information")
    idle(game)
    assert game.asked[0] == CONFEDERATE
    idle(game)
    assert not game.unit("b").concealed


@clause("chamberlain.info.reinforcements", 1)
def test_a_reinforcement_is_rolled_for_from_its_turn_on() -> None:
    due = foot("late", UNION, 0, 0, place=TO_ARRIVE, due=4, target=3, entry=((4.0, 0.0), (8.0, 0.0)))
    assert table(due, turn=3, phase="information").unit("late").place == TO_ARRIVE
    assert table(due, turn=4, phase="information", dice=(2,)).unit("late").place == TO_ARRIVE
    assert table(due, turn=5, phase="information", dice=(3,)).unit("late").place == ARRIVED
    sure = foot("late", UNION, 0, 0, place=TO_ARRIVE, due=4, target=1, entry=((4.0, 0.0), (8.0, 0.0)))
    assert table(sure, turn=4, phase="information").unit("late").place == ARRIVED


# ------------------------------------------------------------------ status and victory


def lost(side: str, broken: int, retired: int = 0) -> list[Unit]:
    places = [BROKEN] * broken + [RETIRED] * retired
    return [foot(f"{side}-lost-{n}", side, 0, 0, place=place) for n, place in enumerate(places)]


@clause("chamberlain.status.morale")
@clause("chamberlain.victory.retirement")
def test_an_army_at_its_break_point_retires_from_the_field() -> None:
    # Two of five units break an army; one does not.
    assert table(*lost(UNION, 1), foot("a", UNION, 12, 2), phase="status").over is None
    game = table(*lost(UNION, 2), foot("a", UNION, 12, 2), phase="status")
    assert game.last(BattleEnded).outcome.winner == CONFEDERATE
    assert game.over is not None
    assert game.over.reason == "retirement"
    half = table(*lost(UNION, 2), foot("a", UNION, 12, 2), phase="status", victory_break_fraction="1/2")
    assert half.over is None


@clause("chamberlain.victory.retirement")
def test_a_side_with_nobody_left_or_to_come_has_lost() -> None:
    gone = [*lost(UNION, 1, 3), foot("v", CONFEDERATE, 12, 8)]
    game = table(*gone, phase="status", rest=False)
    assert game.over is not None
    assert game.over.winner == CONFEDERATE
    coming = foot("late", UNION, 0, 0, place=TO_ARRIVE, due=9, target=3, entry=((4.0, 0.0), (8.0, 0.0)))
    assert table(*gone, coming, phase="status", rest=False).over is None


GOAL = Goal("hill", "The hill", 12.0, 8.0, 1.0, 1, "", False, "")


@clause("chamberlain.victory.objective-control")
def test_objectives_are_taken_by_foot_and_denied_by_guns() -> None:
    mine = foot("a", UNION, 12, 7.2)
    game = table(mine, goals=(GOAL,), phase="status")
    assert game.last(GoalsChecked).holders == (("hill", UNION),)
    denied = table(mine, guns("g", CONFEDERATE, 12, 8.9, SOUTH), goals=(GOAL,), phase="status")
    assert denied.state.goals[0].holder == ""
    only_guns = table(guns("g", UNION, 12, 7.2), goals=(GOAL,), phase="status")
    assert only_guns.state.goals[0].holder == ""
    wide = table(foot("a", UNION, 12, 6.0), goals=(GOAL,), phase="status")
    assert wide.state.goals[0].holder == ""


@clause("chamberlain.victory.objectives", 1)
def test_decisive_objectives_win_at_once() -> None:
    bridges = tuple(Goal(id, id, x, 8.0, 1.0, 1, UNION, True, "") for id, x in (("left", 6.0), ("right", 18.0)))
    one = table(foot("a", UNION, 6, 7.5), goals=bridges, phase="status")
    assert one.over is None
    both = table(foot("a", UNION, 6, 7.5), foot("b", UNION, 18, 7.5), goals=bridges, phase="status")
    assert both.over is not None
    assert (both.over.winner, both.over.reason) == (UNION, "objectives")


@clause("chamberlain.victory.objectives")
def test_by_the_house_every_objective_wins_at_once() -> None:
    assert table(foot("a", UNION, 12, 7.5), goals=(GOAL,), phase="status").over is None
    house = table(foot("a", UNION, 12, 7.5), goals=(GOAL,), phase="status", victory_sudden_death="all")
    assert house.over is not None
    assert house.over.winner == UNION


@clause("chamberlain.victory.objectives")
@pytest.mark.parametrize(("there", "owner", "other", "reserved", "winner"), [
    (12.0, "", UNION, "", UNION),               # takes the one, has the other from the start
    (12.0, UNION, UNION, "", None),             # has both from the start: nothing is won
    (12.0, "", "", CONFEDERATE, None),          # the other, though reserved for the enemy, is nobody's
    (12.0, "", UNION, CONFEDERATE, UNION),
    (12.0, "", CONFEDERATE, UNION, None),
    (9.0, "", UNION, "", None),                 # too far to take it
])  # fmt: skip
def test_every_objective_means_reserved_ones_too_and_one_taken_in_play(
    there: float, owner: str, other: str, reserved: str, winner: str | None
) -> None:
    goals = (replace(GOAL, holder=owner), Goal("far", "far", 20.0, 14.0, 1.0, 1, reserved, False, other))
    game = table(foot("a", UNION, there, 7.5), goals=goals, phase="status", victory_sudden_death="all")
    assert (game.over.winner if game.over else None) == winner


@clause("chamberlain.victory.objectives")
def test_decisive_objectives_held_from_the_start_win_nothing() -> None:
    house = Goal("house", "house", 12.0, 8.0, 1.0, 1, "", True, UNION)
    assert table(foot("a", UNION, 12, 7.5), goals=(house,), phase="status").over is None


@clause("chamberlain.victory.night")
@clause("chamberlain.setup.game-length", 1)
def test_night_falls_after_the_second_players_last_status_phase() -> None:
    first = table(side=UNION, first=UNION, turn=15, limit=15, phase="status")
    assert first.over is None
    assert first.asked[0] == CONFEDERATE
    second = table(foot("a", UNION, 12, 7.5), side=CONFEDERATE, turn=15, limit=15, goals=(GOAL,), phase="status")
    assert second.over is not None
    assert second.over.winner == UNION
    assert table(side=CONFEDERATE, turn=14, limit=15, phase="status").over is None


@clause("chamberlain.status.order")
@clause("chamberlain.trait.immobile-countdown")
@pytest.mark.parametrize(("option", "side", "left"), [
    ("own-status", UNION, 2), ("own-status", CONFEDERATE, 3), ("every-status", CONFEDERATE, 2),
])  # fmt: skip
def test_the_immobile_countdown_comes_first(option: str, side: str, left: int) -> None:
    game = table(chief(UNION, "IMB", pips=3), side=side, phase="status", trait_imb_countdown=option)
    assert game.officer("union-cnc").pips == left
    kinds = [type(event) for event in game.events]
    assert kinds[0] is PipsCounted


@clause("chamberlain.victory.objective-control")
def test_the_radius_may_be_another() -> None:
    wide = Goal("hill", "The hill", 12.0, 8.0, 2.0, 1, "", False, "")
    assert table(foot("a", UNION, 12, 6.0), goals=(wide,), phase="status").state.goals[0].holder == UNION


@clause("chamberlain.victory.night")
def test_points_are_counted_for_the_side_they_are_open_to() -> None:
    goals = (
        Goal("mine", "Mine", 6.0, 8.0, 1.0, 1, "", False, UNION),
        Goal("theirs", "Theirs", 12.0, 8.0, 1.0, 2, CONFEDERATE, False, UNION),
        Goal("last", "Last", 18.0, 8.0, 1.0, 1, "", False, CONFEDERATE),
    )
    game = table(*lost(CONFEDERATE, 1), side=CONFEDERATE, turn=15, limit=15, goals=goals, phase="status")
    assert game.over is not None
    assert game.over.points == ((UNION, 1), (CONFEDERATE, 1))
    assert (game.over.winner, game.over.reason) == (UNION, "losses")
    assert game.over.text == "The Union side wins: night falls."
    draw = table(side=CONFEDERATE, turn=15, limit=15, goals=goals, phase="status")
    assert draw.over is not None
    assert draw.over.text == "A draw: night falls."


@clause("chamberlain.trait.immobile-countdown")
def test_only_a_die_with_pips_is_turned_down() -> None:
    assert table(chief(UNION, "IMB"), phase="status").all(PipsCounted) == []
