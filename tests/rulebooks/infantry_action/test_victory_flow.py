"""How a battle ends at the end of a turn: armies broken, time up, points, and ground held."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.kit.objectives import Goal
from roundtop.rulebooks.infantry_action.events import TurnBegan
from roundtop.rulebooks.infantry_action.field import GONE, TO_ARRIVE
from roundtop.rulebooks.infantry_action.state import Unit
from roundtop.rulebooks.infantry_action.victory.events import BattleEnded, GoalTaken
from roundtop.rulebooks.infantry_action.victory.table import toll
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import CONFEDERATE, SOUTH, UNION, Table, guns, line, position, table


def whole(side: str, *numbers: int, **fields: Any) -> list[Unit]:
    """Lines of ten far from everybody, by number."""
    y, facing = (3, 0) if side == UNION else (45, SOUTH)
    return [line(f"{side}{n}", side, 10, 6 + 11 * n, y, facing, **fields) for n in numbers]


def lost(side: str, number: int) -> Unit:
    return line(f"{side}{number}", side, 0, 6, 3, start=10, place=GONE)


def weakened(side: str, number: int, stands: int, **fields: Any) -> Unit:
    y, facing = (3, 0) if side == UNION else (45, SOUTH)
    return line(f"{side}{number}", side, stands, 6 + 11 * number, y, facing, start=10, **fields)


def ended(*units: Unit, **rest: Any) -> Table:
    """The end of a turn with the table as it is."""
    return table(*units, phase="react", **rest)


@clause("infantry-action.victory.game-length", 1)
@clause("infantry-action.victory.points")
def test_the_battle_goes_on_to_its_last_turn_and_then_points_are_counted() -> None:
    units = [*whole(UNION, 0, 1), *whole(CONFEDERATE, 0, 1)]
    assert ended(*units, turn=9).over is None
    assert ended(*units, turn=9).last(TurnBegan).turn == 10
    over = ended(*units, turn=10).over
    assert over is not None
    assert (over.winner, over.reason) == ("draw", "turn-limit")
    assert ended(*units, turn=6, limit=6).over is not None, "a scenario has its own length"


@clause("infantry-action.victory.points")
@pytest.mark.parametrize(
    ("points", "winner"), [(11, CONFEDERATE), (12, "draw"), (14, "draw"), (16, "draw"), (17, UNION)]
)
def test_a_lead_of_three_points_wins(points: int, winner: str) -> None:
    # Union losses: 9 stands and a battery, 9 + 5 = 14. Confederate losses: stands only.
    units = [
        *whole(UNION, 0, 1),
        weakened(UNION, 2, 5),
        weakened(UNION, 3, 6),
        guns("g", UNION, 0, 1, 1, place=GONE),
        weakened(CONFEDERATE, 0, 10 - points // 2),
        weakened(CONFEDERATE, 1, 10 - (points + 1) // 2),
    ]
    over = ended(*units, turn=10).over
    assert over is not None
    assert dict(over.points) == {UNION: points, CONFEDERATE: 14}
    assert over.winner == winner


@clause("infantry-action.victory.points", 1)
def test_the_worked_example_is_a_draw_at_fourteen() -> None:
    units = [
        *whole(UNION, 0, 1, 2),
        weakened(UNION, 3, 1),
        guns("g", UNION, 0, 1, 1, place=GONE),
        *whole(CONFEDERATE, 0, 1, 2),
        weakened(CONFEDERATE, 3, 6, routed=2),
        weakened(CONFEDERATE, 4, 3),
    ]
    over = ended(*units, turn=10).over
    assert over is not None
    assert (over.winner, dict(over.points)) == ("draw", {UNION: 14, CONFEDERATE: 14})


@clause("infantry-action.victory.army-break", 1, 2)
def test_an_army_of_which_half_has_routed_or_gone_is_beaten() -> None:
    foes = whole(CONFEDERATE, 0, 1)
    half = ended(*whole(UNION, 0, 1), weakened(UNION, 2, 6, routed=1), lost(UNION, 3), *foes, turn=3).over
    assert half is not None
    assert (half.winner, half.reason) == (CONFEDERATE, "army-break")
    units = [*whole(UNION, 0, 1, 2), weakened(UNION, 3, 6, routed=1), weakened(UNION, 4, 6, routed=2)]
    assert ended(*units, *foes, turn=3).over is None
    assert ended(*units, *foes, turn=3, army_break=0.4).over is not None
    assert ended(*units, *foes, turn=3, army_break=0.41).over is None


@clause("infantry-action.victory.army-break")
def test_batteries_do_not_count_and_units_still_to_come_do() -> None:
    foes = whole(CONFEDERATE, 0, 1)
    late = line("late", UNION, 10, 0, 0, place=TO_ARRIVE, due=9, entry=(36.0, 0.0))
    beaten = [*whole(UNION, 0), weakened(UNION, 1, 5, routed=1)]
    assert ended(*beaten, *foes, turn=3).over is not None
    assert ended(*beaten, late, *foes, turn=3).over is None
    assert ended(*beaten, guns("g", UNION, 1, 60, 1), *foes, turn=3).over is not None
    state = position(*beaten, late, *foes)
    assert toll(state, UNION).units == 3


@clause("infantry-action.victory.army-break")
def test_when_both_armies_are_beaten_points_decide() -> None:
    def both(stands: int) -> str:
        ours = [*whole(UNION, 0), weakened(UNION, 1, 7, routed=1)]
        theirs = [*whole(CONFEDERATE, 0), weakened(CONFEDERATE, 1, stands, routed=1)]
        over = ended(*ours, *theirs, turn=3).over
        assert over is not None
        assert over.reason == "army-break"
        return over.winner

    assert [both(7), both(5), both(4), both(10)] == ["draw", "draw", UNION, CONFEDERATE]


def hill_top(x: float, y: float, **given: Any) -> Goal:
    fields: dict[str, Any] = {"points": 1, "side": "", "decisive": False, "holder": "", **given}
    return Goal("hill", "the hill", x, y, 3.0, fields["points"], fields["side"], fields["decisive"], fields["holder"])


@clause("infantry-action.victory.points")
def test_objectives_are_held_by_the_side_that_alone_stands_near_them() -> None:
    a, x = line("a", UNION, 4, 20, 20), line("x", CONFEDERATE, 4, 40, 40, SOUTH)
    taken = ended(a, x, goals=(hill_top(20, 23.5),))
    assert [(event.goal, event.side) for event in taken.all(GoalTaken)] == [("hill", UNION)]
    assert not ended(a, x, goals=(hill_top(20, 23.6),)).all(GoalTaken)
    contested = ended(a, line("x", CONFEDERATE, 4, 20, 26, SOUTH), goals=(hill_top(20, 23.2, holder=CONFEDERATE),))
    assert not contested.all(GoalTaken)
    kept = ended(a, x, goals=(hill_top(60, 10, holder=CONFEDERATE),))
    assert kept.state.goals[0].holder == CONFEDERATE


@clause("infantry-action.victory.points")
def test_at_the_end_objectives_come_before_points() -> None:
    units = [*whole(UNION, 0, 1), weakened(CONFEDERATE, 0, 4), *whole(CONFEDERATE, 1)]
    by_points = ended(*units, turn=10).over
    assert by_points is not None
    assert by_points.winner == UNION
    held = ended(*units, turn=10, goals=(hill_top(60, 24, holder=CONFEDERATE),)).over
    assert held is not None
    assert (held.winner, held.reason) == (CONFEDERATE, "objectives")


@clause("infantry-action.victory.points")
def test_a_decisive_objective_ends_the_battle_at_once_but_not_before_an_army_breaks() -> None:
    goal = hill_top(60, 24, holder=CONFEDERATE, decisive=True)
    won = ended(*whole(UNION, 0, 1), *whole(CONFEDERATE, 0, 1), turn=2, goals=(goal,))
    assert won.over is not None
    assert (won.over.winner, won.over.reason) == (CONFEDERATE, "objectives")
    assert len(won.all(BattleEnded)) == 1
    broken = ended(*whole(UNION, 0, 1), lost(CONFEDERATE, 0), *whole(CONFEDERATE, 1), turn=2, goals=(goal,)).over
    assert broken is not None
    assert (broken.winner, broken.reason) == (UNION, "army-break")


@clause("infantry-action.turn.react-step")
def test_victory_is_looked_at_after_routs_from_fire() -> None:
    played = table(
        line("a", UNION, 6, 36, 20, order="fire"),
        *whole(UNION, 0),
        line("x", CONFEDERATE, 5, 36, 30, SOUTH, start=10, order="hold"),
        line("y", CONFEDERATE, 10, 10, 45, SOUTH, order="hold"),
        phase="shooting",
        rout_from_fire=True,
    )
    played.aim({3: "x:3"}, dice=(4,))
    assert played.over is not None
    assert (played.over.winner, played.over.reason) == (UNION, "army-break")
