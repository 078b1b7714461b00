"""The react step: retirements, losses taken off, routs, in this order, and how far and where they go."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.infantry_action.events import TurnBegan
from roundtop.rulebooks.infantry_action.fire.events import StandsRemoved, VolleyFired
from roundtop.rulebooks.infantry_action.melee.events import CombatEnded
from roundtop.rulebooks.infantry_action.morale.events import FormedUp, RoutBegan, UnitRemoved
from roundtop.rulebooks.infantry_action.movement.events import Moved
from roundtop.rulebooks.infantry_action.state import Unit
from roundtop.table.ground import Area
from roundtop.table.path import forward
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    EAST,
    NORTH,
    SOUTH,
    UNION,
    WEST,
    Table,
    beaten,
    box,
    field,
    guns,
    line,
    reserves,
    table,
)

Stands = tuple[int, ...]


def after(ours: Stands, theirs: Stands, *others: Unit, x: float = 36, y: float = 20, **rest: Any) -> Table:
    """The Union's ten have charged the Confederates' ten straight to the north; these stands of each were lost."""
    return beaten(
        [("a", "x")],
        {"a": ours, "x": theirs},
        line("a", UNION, 10, x, y, order="charge"),
        line("x", CONFEDERATE, 10, x, y + 6, SOUTH, order="hold"),
        *others,
        *reserves(),
        **rest,
    )


def story(played: Table) -> list[tuple[str, str]]:
    """What happened to whom, in order."""
    names = {Moved: "", StandsRemoved: "stands off", UnitRemoved: "removed", RoutBegan: "rout"}
    return [
        (e.unit, e.cause if isinstance(e, Moved) else names[type(e)])  # type: ignore[attr-defined]
        for e in played.events
        if type(e) in names
    ]


# ---------------------------------------------------------------- outcomes


@clause("infantry-action.outcome.one-place", 1)
@clause("infantry-action.outcome.retire-direction", 1)
@clause("infantry-action.turn.react-retire")
def test_broken_in_one_place_a_unit_retires_2_inches_a_stand_with_its_face_to_the_enemy() -> None:
    # The charger stood at y = 25 in contact.
    assert after((4, 5, 6), ()).pose("a") == (36, 25 - 6, 0)
    assert after((4, 5), ()).pose("a") == (36, 25 - 4, 0)
    assert after((), (4, 5)).pose("x") == (36, 26 + 4, 180)


@clause("infantry-action.outcome.two-places", 1)
@clause("infantry-action.outcome.full-move", 1)
@clause("infantry-action.outcome.regroup", 1)
def test_broken_in_two_places_a_unit_retires_12_inches_and_closes_up() -> None:
    assert after((2, 7), ()).pose("a") == (36, 13, 0)
    played = after((3, 4, 8), ())
    assert (played.unit("a").stands, played.pose("a")) == (7, (36, 13, 0))
    assert [event.lost for event in played.all(StandsRemoved)] == [(3, 4, 8)]
    ends = after((1, 2, 5), ())
    assert (ends.unit("a").stands, ends.pose("a")) == (7, (37, 13, 0)), "on the middle of those left"


@clause("infantry-action.outcome.three-places", 1)
@clause("infantry-action.outcome.rout-move")
@clause("infantry-action.outcome.full-move", 1)
def test_broken_in_three_places_a_unit_routs_24_inches_and_ends_with_its_back_to_the_enemy() -> None:
    played = after((2, 4, 8), (), y=29)
    assert (played.unit("a").stands, played.unit("a").routed) == (7, 1)
    assert played.pose("a") == (36, 34 - 24, 180)


@clause("infantry-action.outcome.below-half", 1)
@clause("infantry-action.setup.half-strength", 1, 2)
@pytest.mark.parametrize(
    ("start", "stands", "lost", "routs"),
    [(10, 7, (3, 4, 5), True), (10, 7, (3, 4), False), (9, 6, (3, 4), True), (9, 6, (3,), False), (4, 2, (1,), True)],
)
def test_below_half_its_starting_strength_a_unit_routs(start: int, stands: int, lost: Stands, routs: bool) -> None:
    played = beaten(
        [("a", "x")],
        {"a": lost},
        line("a", UNION, stands, 36, 29, start=start, order="charge"),
        line("x", CONFEDERATE, stands, 36, 34, SOUTH),
        *reserves(),
    )
    assert bool(played.all(RoutBegan)) is routs


@clause("infantry-action.outcome.not-broken", 1, 2)
def test_a_charge_that_costs_nobody_anything_has_failed() -> None:
    assert story(after((), ())) == [("a", "retire")]
    assert after((), ()).pose("a") == (36, 23, 0)
    held = after((), (4, 5))
    assert (held.pose("a"), held.pose("x")) == ((36, 25, 0), (36, 30, 180))


@clause("infantry-action.outcome.enemy-routed", 1, 2)
def test_who_has_routed_its_enemy_forms_up_where_it_is() -> None:
    formed = after((2, 7), (1, 4, 8))
    assert (formed.unit("a").stands, formed.pose("a")) == (8, (36, 25, 0))
    assert [event.unit for event in formed.all(RoutBegan)] == ["x"]
    both = after((1, 4, 8), (2, 5, 9), y=24)
    assert {event.unit for event in both.all(RoutBegan)} == {"a", "x"}


@clause("infantry-action.outcome.enemy-routed")
@clause("infantry-action.charge.several-enemies")
def test_every_enemy_it_fought_must_have_routed() -> None:
    def two(lost_y: Stands) -> Table:
        return beaten(
            [("a", "x")],
            {"a": (2, 7), "x": (1, 3), "y": lost_y},
            line("a", UNION, 10, 36, 29, order="charge"),
            line("x", CONFEDERATE, 5, 33.5, 35, SOUTH, start=8),
            line("y", CONFEDERATE, 5, 38.5, 35, SOUTH, start=8),
            *reserves(),
        )

    assert two((1, 3)).pose("a") == (36, 34, 0)
    assert two((2,)).pose("a") == (36, 22, 0), "4 of 8 is not below half: the second has only been broken"
    assert two(()).pose("a") == (36, 22, 0)


@clause("infantry-action.outcome.battery", 1, 2)
@clause("infantry-action.outcome.not-broken")
def test_a_battery_is_overrun_or_throws_its_charger_back() -> None:
    def guns_charged(ours: Stands, theirs: Stands, stands: int = 1) -> Table:
        return beaten(
            [("a", "g")],
            {"a": ours, "g": theirs},
            line("a", UNION, 9, 36, 20, order="charge"),
            guns("g", CONFEDERATE, stands, 36, 26, SOUTH),
            *reserves(),
        )

    assert guns_charged((5,), ()).pose("a") == (36, 23, 0)
    assert guns_charged((), ()).pose("a") == (36, 23, 0)
    overrun = guns_charged((), (1,), stands=1)
    assert [(e.unit, e.cause) for e in overrun.all(UnitRemoved)] == [("g", "overrun")]
    assert overrun.pose("a") == (36, 25, 0)
    # One of two guns is enough, and counts as a rout: the charger forms up.
    part = guns_charged((5,), (2,), stands=2)
    assert [event.unit for event in part.all(UnitRemoved)] == ["g"]
    assert (part.unit("a").stands, part.unit("a").pose.y) == (8, 25)


@clause("infantry-action.outcome.places")
def test_by_the_house_rule_runs_at_the_ends_break_no_line() -> None:
    assert after((1, 2, 5), (), end_runs_count=False).unit("a").pose.y == 25 - 6, "one place, three stands"
    assert after((1, 2, 5), ()).unit("a").pose.y == 25 - 12
    both_hold = after((1, 2), (), end_runs_count=False)
    assert both_hold.unit("a").pose.y == 25 - 2, "nobody broken: the charge has failed"
    held = after((), (1, 2), end_runs_count=False)
    assert (held.unit("x").pose.y, held.unit("x").stands, held.unit("a").pose.y) == (26, 8, 23)


# ---------------------------------------------------------------- the order of things


@clause("infantry-action.turn.react-step")
@clause("infantry-action.turn.react-retire")
@clause("infantry-action.turn.react-remove-casualties", 1)
@clause("infantry-action.turn.react-remove-routed")
def test_retirements_then_losses_then_routs_then_fire_then_routs_from_fire() -> None:
    played = beaten(
        [("a", "x"), ("b", "y")],
        {"a": (4, 5), "x": (), "b": (), "y": (1, 3, 5)},
        line("a", UNION, 10, 20, 29, order="charge"),
        line("x", CONFEDERATE, 10, 20, 35, SOUTH),
        line("b", UNION, 6, 50, 20, order="charge"),
        line("y", CONFEDERATE, 6, 50, 26, SOUTH),
        line("z", UNION, 4, 36, 8, 80, start=10, order="hold"),
        *reserves(),
    )
    told = story(played)
    assert told == [
        ("a", "retire"),
        ("a", "stands off"),
        ("y", "stands off"),
        ("y", "rout"),
        ("y", "removed"),
    ]
    kinds = [type(e) for e in played.events]
    assert kinds.index(CombatEnded) < kinds.index(TurnBegan)
    assert played.unit("a").stands == 8


@clause("infantry-action.turn.react-remove-casualties")
def test_a_retirement_is_made_with_the_lost_still_in_line_and_only_then_do_they_come_off() -> None:
    # Its stand 1, the one in the east, is lost: the full line is held by the enemy there, the survivors would not be.
    held = after((), (1,), line("z", UNION, 1, 41.5, 29))
    assert held.pose("x") == pytest.approx((35.5, 27, 180), abs=0.02)
    assert after((), (1,), line("z", UNION, 1, 42.5, 29)).pose("x") == (35.5, 28, 180)


# ---------------------------------------------------------------- falling back


@clause("infantry-action.movement.table-edge", 1)
def test_a_retirement_stops_at_the_edge_of_the_table() -> None:
    # In contact at y = 9.5 the line has 9 in of table behind it.
    played = after((2, 7), (), y=4.5)
    assert played.pose("a") == pytest.approx((36, 0.5, 0), abs=0.011)
    assert played.unit("a").place == "on"


@clause("infantry-action.movement.separation")
@clause("infantry-action.movement.interpenetration")
def test_a_retirement_stops_an_inch_short_of_enemies() -> None:
    played = after((2, 7), (), line("z", CONFEDERATE, 4, 36, 18, NORTH))
    assert played.pose("a") == pytest.approx((36, 20, 0), abs=0.02)


@clause("infantry-action.movement.terrain")
def test_a_retirement_stops_short_of_impassable_ground() -> None:
    played = after((2, 7), (), ground=field(Area("pond", box(30, 14, 42, 18))))
    assert played.pose("a") == pytest.approx((36, 18.5, 0), abs=0.02)


@clause("infantry-action.movement.interpenetration")
def test_a_compulsory_move_that_would_end_on_friends_goes_on_until_it_is_clear() -> None:
    assert after((2, 7), (), line("b", UNION, 4, 36, 18)).pose("a") == (36, 13, 0), "through them"
    on_them = after((2, 7), (), line("b", UNION, 4, 36, 13))
    assert on_them.pose("a") == (36, 12, 0)
    no_room = after((2, 7), (), line("b", UNION, 4, 36, 0.5), y=8)
    assert no_room.unit("a").pose.y >= 1.5 - 0.011, "at the edge it stops before them instead"


@clause("infantry-action.movement.terrain")
def test_by_the_house_rule_retirements_are_not_slowed() -> None:
    trees = field(Area("woods", box(20, 5, 50, 24)))
    assert after((2, 7), (), ground=trees, terrain_movement="slow").pose("a") == (36, 13, 0)


@clause("infantry-action.outcome.retire-direction")
def test_after_a_flank_charge_a_unit_faces_its_enemy_and_retires_straight_away_from_him() -> None:
    def flanked(lost: Stands) -> Table:
        return beaten(
            [("a", "x")],
            {"x": lost},
            line("a", CONFEDERATE, 7, 24, 20, EAST, order="charge"),
            line("x", UNION, 6, 34, 20, NORTH),
            *reserves(),
        )

    played = flanked((3, 4))
    assert (played.unit("x").stands, played.pose("x")) == (4, (34 + 4, 20, 270))
    formed = beaten(
        [("a", "x")],
        {"x": (3,), "a": (1, 3, 5)},
        line("a", CONFEDERATE, 7, 24, 20, EAST, order="charge"),
        line("x", UNION, 6, 34, 20, NORTH),
        *reserves(),
    )
    assert formed.last(FormedUp).unit == "x"
    assert formed.pose("x") == (34, 20, 270)


@clause("infantry-action.outcome.retire-direction")
@clause("infantry-action.movement.table-edge")
def test_a_unit_charged_in_flank_at_the_edge_does_not_turn_off_the_table() -> None:
    def at_edge(ours: Stands, theirs: Stands) -> Table:
        return beaten(
            [("a", "x")],
            {"x": theirs, "a": ours},
            line("a", CONFEDERATE, 2, 24, 1, EAST, order="charge"),
            line("x", UNION, 6, 34, 2, NORTH),
            *reserves(),
        )

    assert at_edge((), (3, 4)).pose("x") == (38, 2, 0), "straight away from the enemy, as it stood"
    assert at_edge((1, 2), ()).pose("x") == (34, 2, 0)


@clause("infantry-action.outcome.regroup")
@clause("infantry-action.setup.numbering")
def test_after_a_rear_charge_the_stands_lost_are_counted_from_the_left_of_the_line_as_turned() -> None:
    played = beaten(
        [("a", "x")],
        {"x": (1, 2)},
        line("a", CONFEDERATE, 6, 36, 10, NORTH, order="charge"),
        line("x", UNION, 6, 36, 20, NORTH),
        *reserves(),
    )
    # Turned about to face south, stands 1 and 2 are those in the east; the rest close up an inch to the west.
    assert played.pose("x") == (35, 24, 180)
    routed = beaten(
        [("a", "x")],
        {"x": (1, 2, 3, 4)},
        line("a", CONFEDERATE, 6, 36, 10, NORTH, order="charge"),
        line("x", UNION, 6, 36, 16, NORTH),
        *reserves(),
    )
    assert routed.pose("x") == (34, 40, 0)


@clause("infantry-action.movement.separation")
def test_an_enemy_at_its_shoulder_does_not_hold_a_retiring_unit() -> None:
    # Half an inch to the side of its line, where it fought.
    assert after((), (4, 5), line("z", UNION, 1, 42, 26)).pose("x") == (36, 30, 180)


@clause("infantry-action.movement.separation")
@clause("infantry-action.movement.interpenetration")
def test_an_enemy_close_behind_a_beaten_unit_holds_it_where_it_is() -> None:
    assert after((), (4, 5), line("z", UNION, 4, 36, 27.5)).pose("x") == (36, 26, 180)
    routed = after((), (2, 5, 8), line("z", UNION, 4, 36, 27.5))
    assert (routed.pose("x"), routed.unit("x").routed) == ((36, 26, 0), 1)


# ---------------------------------------------------------------- routs


@clause("infantry-action.outcome.rout-move", 1)
@clause("infantry-action.movement.table-edge")
@clause("infantry-action.outcome.routed-removed")
def test_a_rout_that_reaches_the_edge_leaves_the_table() -> None:
    # In contact with its rear 20 in from its own edge.
    played = after((2, 4, 8), (), y=15.5)
    assert [(e.unit, e.cause) for e in played.all(UnitRemoved)] == [("a", "left-table")]
    assert (played.unit("a").stands, played.unit("a").place) == (0, "gone")
    # 24 in and no more: it just stays on.
    assert after((2, 4, 8), (), y=19.5).pose("a") == (36, 0.5, 180)
    assert after((2, 4, 8), (), y=19.4).all(UnitRemoved)


@clause("infantry-action.outcome.routed-removed", 1)
@clause("infantry-action.turn.react-remove-routed")
def test_a_unit_that_routs_again_in_a_later_turn_is_removed() -> None:
    def routed_in(turn: int) -> Table:
        return beaten(
            [("a", "x")],
            {"x": (1, 3, 5), "a": (4,)},
            line("a", UNION, 6, 36, 10, order="charge"),
            line("x", CONFEDERATE, 6, 36, 16, SOUTH, routed=turn),
            *reserves(),
            turn=6,
        )

    again = routed_in(3)
    assert [(e.unit, e.cause) for e in again.all(UnitRemoved)] == [("x", "routed-again")]
    told = story(again)
    assert told.index(("a", "stands off")) < told.index(("x", "removed")), "after losses have come off"
    assert not routed_in(0).all(UnitRemoved)


@clause("infantry-action.outcome.routed-removed")
def test_a_unit_with_no_stand_left_is_removed_when_losses_come_off() -> None:
    played = beaten(
        [("a", "x")],
        {"x": (1, 2, 3, 4), "a": ()},
        line("a", UNION, 4, 36, 20, order="charge"),
        line("x", CONFEDERATE, 4, 36, 26, SOUTH),
        *reserves(),
    )
    assert [(e.unit, e.cause) for e in played.all(UnitRemoved)] == [("x", "destroyed")]
    assert played.pose("a") == (36, 25, 0)


@clause("infantry-action.outcome.rout-move")
def test_by_the_house_rule_a_rout_takes_two_turns_and_the_unit_gets_no_chit_between() -> None:
    played = after((2, 4, 8), (), y=29, rout_move="two-turns")
    assert played.pose("a") == (36, 22, 180)
    assert played.unit("a").routing
    assert played.asked == (UNION, "orders", "")
    assert "a" not in played.keys
    played.until("activate", dice=(6, 1))
    assert "a" in played.keys
    played.choose("a")
    assert played.pose("a") == (36, 10, 180)
    assert not played.unit("a").routing
    assert "a" in played.turn_over().keys


@clause("infantry-action.outcome.rout-move")
@clause("infantry-action.movement.table-edge")
def test_by_the_house_rule_the_second_half_of_a_rout_may_leave_the_table() -> None:
    played = after((2, 4, 8), (), y=18, rout_move="two-turns").until("activate", dice=(6, 1))
    played.choose("a")
    assert played.last(UnitRemoved).cause == "left-table"


@clause("infantry-action.outcome.rout-move")
@clause("infantry-action.movement.pinned")
def test_by_the_house_rule_a_routing_unit_that_is_charged_stays_and_owes_nothing_more() -> None:
    played = table(
        line("a", UNION, 4, 36, 20, SOUTH, routed=1, routing=True, start=6),
        line("x", CONFEDERATE, 4, 36, 30, SOUTH, order="charge"),
        *reserves(),
        first=CONFEDERATE,
        turn=2,
        rout_move="two-turns",
    )
    played.choose("x").choose("a").until("activate")
    assert "a" not in played.keys
    played.turn_over(dice=("1-1", "1-2", "5-5", "5-6"))
    assert not played.unit("a").routing
    assert "a" in played.keys


# ---------------------------------------------------------------- routs from fire


def shot_down(before: int, lost: int, **rest: Any) -> Table:
    """A line that started with ten and had so many, shot at by one that kills so many of them."""
    played = table(
        line("a", UNION, 10, 36, 30, order="fire"),
        line("x", CONFEDERATE, before, 36, 40, SOUTH, start=10, order="hold", **rest.pop("fields", {})),
        *reserves(),
        phase="shooting",
        **rest,
    )
    first = 6 - (before + 1) // 2
    shots = {first + n: f"x:{before - n}" for n in range(lost)}
    return played.aim(shots, dice=(6,) * lost)


@clause("infantry-action.shooting.below-half-by-fire", 2, 3)
@clause("infantry-action.outcome.rout-move")
def test_by_the_house_rule_a_unit_shot_below_half_routs_towards_its_own_edge() -> None:
    played = shot_down(6, 2, rout_from_fire=True)
    assert [(e.unit, e.cause) for e in played.all(RoutBegan)] == [("x", "fire")]
    assert played.last(UnitRemoved).cause == "left-table"
    assert not shot_down(8, 3, rout_from_fire=True).all(RoutBegan)
    south = table(
        line("a", UNION, 6, 36, 30, SOUTH, start=10, order="hold"),
        line("x", CONFEDERATE, 6, 36, 20, NORTH, order="fire"),
        *reserves(),
        phase="shooting",
        rout_from_fire=True,
    )
    south.aim({1: "a:6", 2: "a:5"}, dice=(6, 6))
    # Through the firing line is no way home: it stops an inch short of it.
    assert south.pose("a") == pytest.approx((37, 22, 180), abs=0.02)


@clause("infantry-action.shooting.below-half-by-fire")
def test_a_remnant_that_lost_nothing_this_turn_stands() -> None:
    assert not shot_down(4, 0, rout_from_fire=True).all(RoutBegan)


@clause("infantry-action.shooting.below-half-by-fire", 1)
def test_fire_alone_routs_nobody_but_may_destroy() -> None:
    shot = shot_down(6, 2)
    assert (shot.unit("x").stands, shot.unit("x").routed) == (4, 0)
    assert shot_down(2, 2).last(UnitRemoved).cause == "destroyed"


@clause("infantry-action.outcome.below-half")
@clause("infantry-action.shooting.below-half-by-fire")
def test_in_combat_one_stand_lost_routs_a_line_that_fire_has_put_below_half() -> None:
    lines = (line("a", UNION, 6, 36, 30, order="charge"), line("x", CONFEDERATE, 4, 36, 40, SOUTH, start=10))
    assert beaten([("a", "x")], {"x": (2,)}, *lines, *reserves()).last(RoutBegan).unit == "x"
    assert not beaten([("a", "x")], {"a": (2,)}, *lines, *reserves()).all(RoutBegan), "it lost nobody"


@clause("infantry-action.shooting.below-half-by-fire")
@clause("infantry-action.outcome.routed-removed")
def test_a_unit_routed_by_fire_for_the_second_time_is_removed() -> None:
    again = shot_down(6, 2, turn=5, fields={"routed": 2}, rout_from_fire=True)
    assert [(e.unit, e.cause) for e in again.all(UnitRemoved)] == [("x", "routed-again")]


@clause("infantry-action.shooting.below-half-by-fire")
@clause("infantry-action.turn.react-step")
def test_a_unit_that_has_routed_this_turn_does_not_rout_again_when_it_is_shot_at() -> None:
    # It routs out of combat past a line with OPPORTUNITY FIRE, which kills one more of it.
    played = beaten(
        [("a", "x")],
        {"a": (1, 3, 5)},
        line("a", UNION, 6, 36, 33, order="charge"),
        line("x", CONFEDERATE, 6, 36, 40, SOUTH),
        line("y", CONFEDERATE, 2, 50, 15, WEST, order="opportunity-fire", revealed=True),
        *reserves(),
        rout_from_fire=True,
    )
    assert played.asked == (CONFEDERATE, "nominate", "y")
    assert played.pose("a") == (36.5, 15, 180)
    played.aim({1: "a:1"}, dice=(6,))
    assert played.last(VolleyFired).removed == (1,)
    assert (played.unit("a").stands, played.unit("a").place) == (2, "on")
    assert len(played.all(RoutBegan)) == 1


@clause("infantry-action.turn.react-step")
@clause("infantry-action.shooting.below-half-by-fire")
def test_a_unit_put_below_half_by_opportunity_fire_routs_after_it() -> None:
    played = table(
        line("a", UNION, 5, 36, 19, start=9, order="move"),
        line("x", CONFEDERATE, 5, 36, 40, SOUTH, order="opportunity-fire"),
        *reserves(),
        rout_from_fire=True,
    )
    played.choose("a").march(forward(8)).until("nominate")
    played.aim({3: "a:3"}, dice=(5,))
    told = [type(e) for e in played.events if isinstance(e, VolleyFired | StandsRemoved | RoutBegan | TurnBegan)]
    assert told == [VolleyFired, StandsRemoved, RoutBegan, TurnBegan]


@clause("infantry-action.setup.stand-and-line")
@clause("infantry-action.shooting.close-up")
def test_by_the_house_rule_a_line_of_broad_stands_closes_up_by_their_breadth() -> None:
    played = table(
        line("a", UNION, 4, 36, 20, order="fire"),
        line("x", CONFEDERATE, 8, 36, 30, SOUTH, order="hold"),
        *reserves(),
        phase="shooting",
        stand_in=2.0,
    )
    # Its stand 1 is the one in the east; without it the middle is one inch, half a stand, to the west.
    played.aim({4: "x:1"}, dice=(4,))
    assert (played.unit("x").stands, played.pose("x")) == (7, (35, 30, 180))
