"""What breaking the flow of play on purpose showed to be held by no other test."""

from __future__ import annotations

from typing import Any

from roundtop.battle.forms import Chosen
from roundtop.battle.scenario import Objective
from roundtop.dice.sources import Stream
from roundtop.kit.objectives import Goal, goal_of
from roundtop.rulebooks.infantry_action.charge.paths import may_declare, strikes
from roundtop.rulebooks.infantry_action.events import apply
from roundtop.rulebooks.infantry_action.field import changing, copied, with_unit
from roundtop.rulebooks.infantry_action.fire.events import VolleyFired
from roundtop.rulebooks.infantry_action.melee.rule import NAMES, TILE_BIT
from roundtop.rulebooks.infantry_action.movement.table import Others, cut_short, farthest_stand, path_of, price
from roundtop.rulebooks.infantry_action.options import PRINTED, Settings
from roundtop.rulebooks.infantry_action.state import Fight
from roundtop.rulebooks.infantry_action.turn import GOAL_RADIUS_IN
from roundtop.rulebooks.infantry_action.victory.events import GoalTaken
from roundtop.rulebooks.infantry_action.victory.table import leader_by_goals
from roundtop.rulebooks.infantry_action.views import imagine, view
from roundtop.table.path import forward, pivot
from tests.clauses import clause

from .table import SOUTH, Table, at, field, guns, line, position, reserves, table, wood


def goal(id: str, holder: str, points: int = 1) -> Goal:
    return Goal(id, id, 10.0, 10.0, 6.0, points, "", False, holder)


@clause("infantry-action.setup.scale")
@clause("infantry-action.victory.points")
def test_an_objective_has_its_radius_in_inches_or_the_usual_one() -> None:
    objective = Objective("hill", "The hill", 400.0, 600.0, radius=100.0, points=3)
    found = goal_of(objective, PRINTED.yards_per_inch, GOAL_RADIUS_IN)
    assert (found.x, found.y, found.radius, found.points) == (20.0, 30.0, 5.0, 3)
    assert (
        goal_of(Objective("hill", "The hill", 400.0, 600.0), PRINTED.yards_per_inch, GOAL_RADIUS_IN).radius
        == GOAL_RADIUS_IN
    )


@clause("infantry-action.victory.points")
def test_objectives_lead_only_by_more_worth_and_only_the_one_taken_changes_hands() -> None:
    state = changing(position(line("a", "union", 4, 10, 10), line("x", "confederate", 4, 40, 40, SOUTH)))
    state.goals = (goal("hill", "union"), goal("farm", "confederate"))
    assert leader_by_goals(state) == ""
    taken = apply(state, GoalTaken("farm", "union"))
    assert [found.holder for found in taken.goals] == ["union", "union"]
    assert leader_by_goals(taken) == "union"
    lost = apply(state, GoalTaken("hill", "confederate"))
    assert [found.holder for found in lost.goals] == ["confederate", "confederate"]
    assert leader_by_goals(lost) == "confederate"


@clause("infantry-action.combat.boneyard")
@clause("infantry-action.combat.draw-blind")
def test_nobody_imagines_a_tile_that_he_holds_himself() -> None:
    state = position(line("a", "union", 4, 10, 10), line("x", "confederate", 4, 10, 12, SOUTH))
    own = copied(state.units[0])
    own.dominoes, own.looked, own.tile = True, True, "6-5"
    theirs = copied(state.units[1])
    theirs.dominoes, theirs.looked, theirs.tile = True, True, "0-0"
    met = changing(with_unit(with_unit(state, own), theirs))
    met.fights = (Fight("a", "x", False, 0, own.pose, theirs.pose),)
    seen = view(met, "union")
    assert seen.units[1].tile == ""
    stream = Stream("imagined")
    held = TILE_BIT[NAMES.index("6-5")]
    tiles = [imagine(seen, "union", stream).units[1].tile for _ in range(600)]
    assert all(TILE_BIT[NAMES.index(tile)] != held for tile in tiles)
    assert len(set(tiles)) > 40


@clause("infantry-action.activation.minimum")
def test_every_go_begins_with_nothing_used() -> None:
    played = table(
        line("a", "union", 4, 10, 10, order="hold"),
        line("b", "union", 4, 20, 10, order="hold"),
        line("x", "confederate", 4, 10, 40, SOUTH, order="hold"),
        line("y", "confederate", 4, 20, 40, SOUTH, order="hold"),
        ratings=(2, 2),
    )
    side = played.asked[0]
    assert "end-go" not in played.keys
    played.choose(played.keys[0])
    assert "end-go" in played.keys
    assert "1 more in this go" in played.decision.sentence
    played.choose("end-go")
    assert played.asked[0] != side
    assert "end-go" not in played.keys


@clause("infantry-action.movement.measuring")
@clause("infantry-action.movement.terrain")
def test_the_dearest_stand_may_be_the_first_and_stands_walk_by_their_middles() -> None:
    unit = line("a", "union", 10, 20, 20)
    bare = position(unit)
    turned = path_of(bare, unit, (pivot(6000, 4.5, 0.0),))
    assert abs(farthest_stand(bare, unit, turned) - 9.42) < 0.01
    other = path_of(bare, unit, (pivot(-6000, -4.5, 0.0),))
    assert abs(farthest_stand(bare, unit, other) - 9.42) < 0.01
    slow = Settings(terrain_movement="slow")
    ground = field(wood(15.0, 21.0, 16.0, 30.0))
    state = position(unit, ground=ground, terrain_movement="slow")
    assert state.settings == slow
    found = price(state, unit, path_of(state, unit, (forward(6.0),)))
    assert (found.farthest, round(found.wood, 2)) == (6.0, 5.0)


@clause("infantry-action.movement.separation")
def test_a_move_is_cut_only_where_an_enemy_is_near() -> None:
    unit = line("a", "union", 4, 20, 10)
    free = position(unit, line("x", "confederate", 4, 60, 40, SOUTH))
    path = path_of(free, unit, (forward(12.0),))
    assert cut_short(free, unit, path, Others(free, unit)) is path
    barred = position(unit, line("x", "confederate", 4, 20, 18, SOUTH))
    cut = cut_short(barred, unit, path_of(barred, unit, (forward(12.0),)), Others(barred, unit))
    assert abs(cut.end.y - (at(20, 16).y)) < 0.01


@clause("infantry-action.movement.table-edge")
def test_a_move_cut_at_the_edge_keeps_the_turn_before_it() -> None:
    unit = line("a", "union", 4, 20, 44)
    state = position(unit)
    cut = cut_short(state, unit, path_of(state, unit, (pivot(1000, 1.5, 0.0), forward(12.0))), Others(state, unit))
    assert [stage.manoeuvre.kind for stage in cut.stages] == ["pivot", "forward"]


@clause("infantry-action.charge.several-enemies")
def test_in_the_rear_of_two_enemies_one_or_both_may_be_struck() -> None:
    a = line("a", "union", 6, 36, 20)
    x, y = line("x", "confederate", 2, 39.7, 25.6, 340), line("y", "confederate", 2, 41.4, 24.8, 340)
    state = position(a, x, y)
    met = [tuple([fight.defender for fight in plan.fights]) for plan in strikes(state, a, x)]
    assert met == [("x",), ("x", "y")]


@clause("infantry-action.charge.several-enemies")
def test_a_line_that_meets_a_gun_and_a_regiment_at_once_may_be_aimed_at_either() -> None:
    a = line("a", "union", 5, 64.03, 42.1, 235.06)
    x, g = line("x", "confederate", 10, 54.7, 38.7, SOUTH), guns("g", "confederate", 1, 58.15, 42.0, SOUTH)
    state = position(a, x, g)
    assert ("x", "g") in [tuple([fight.defender for fight in plan.fights]) for plan in strikes(state, a, x)]


@clause("infantry-action.charge.declaration")
def test_a_wood_beside_an_enemy_hides_him_from_a_charge() -> None:
    a = line("a", "union", 2, 44, 22, 315)
    x = line("x", "confederate", 2, 36, 30, SOUTH)
    between = position(a, x, ground=field(wood(37.2, 20.0, 41.5, 32.0)))
    assert not may_declare(between, a, x)
    about = position(a, x, ground=field(wood(36.2, 20.0, 41.5, 32.0)))
    assert may_declare(about, a, x)


def watched(start: float, **fields: Any) -> Table:
    """By the house rule a move is interrupted: a line so far before another."""
    return table(
        line("a", "union", 4, 36, 40 - start - 1, order="move"),
        line("x", "confederate", 4, 36, 40, SOUTH, **fields),
        *reserves(),
        opportunity_fire="movement",
    )


@clause("infantry-action.opportunity.terms")
def test_a_move_that_is_held_up_near_its_start_goes_no_farther_for_it() -> None:
    played = watched(18.3, order="opportunity-fire").choose("a").march(forward(8))
    assert played.asked[1] == "interrupt"
    played.answer(Chosen(()))
    assert abs(played.unit("a").pose.y - (20.7 + 8)) < 0.02


@clause("infantry-action.opportunity.terms")
def test_whose_chit_is_up_interrupts_only_by_opportunity_fire() -> None:
    for order, asked in (("opportunity-fire", True), ("hold", False)):
        played = watched(20, order=order, revealed=True).choose("a").march(forward(8))
        assert (played.asked[1] == "interrupt") == asked
    fired = watched(20, order="opportunity-fire").choose("a").march(forward(8)).choose("fire")
    fired.aim({2: "a:3"}, dice=(1,))
    assert fired.last(VolleyFired).moment == "movement"
