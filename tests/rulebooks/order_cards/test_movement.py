"""Moves at the table: what is crossed and paid, what is refused, formations, reinforcements, officers, walls."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.rulebooks.order_cards.barriers.events import LineChanged
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards.play import LABELS, deeds
from roundtop.rulebooks.order_cards.deployment.table import may_come_on
from roundtop.rulebooks.order_cards.events import apply
from roundtop.rulebooks.order_cards.field import blocks, card_of, changing, far_apart, stand_poses, unit_gap, unit_of
from roundtop.rulebooks.order_cards.fire.events import Circled
from roundtop.rulebooks.order_cards.formation.events import WingTurned
from roundtop.rulebooks.order_cards.formation.table import forming
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.movement.events import Moved
from roundtop.rulebooks.order_cards.state import Hand, Unit
from roundtop.table.footprint import Block, gap
from roundtop.table.ground import Road
from roundtop.table.measure import distance
from roundtop.table.path import LEFT, RIGHT, Manoeuvre, about_face, forward, leg, oblique, shift, wheel
from roundtop.table.pose import Pose
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    NORTH,
    SOUTH,
    UNION,
    Table,
    area,
    field,
    foot,
    general,
    guns,
    horse,
    obstacle,
    position,
    reserves,
    table,
)


def moving(unit: Unit, *more: Any, card: str = "march", **rest: Any) -> Table:
    """A table on which this unit has been told to move."""
    begun = table(*reserves(), unit, *more, card=card, **rest)
    return begun.do(unit.id, "move")


def ends(begun: Table, *made: Manoeuvre, dice: Any = ()) -> tuple[float, float, bool]:
    """Where the unit ends and whether in disorder."""
    begun.march(*made, dice=dice)
    unit = begun.unit("a")
    return unit.pose.x, unit.pose.y, unit.disordered


# ---- ground


@clause("order-cards.move.how-deductions-count")
def test_ground_on_the_way_comes_off_the_allowance() -> None:
    wood = field(area("woods", 0, 14, 72, 30))
    assert moving(foot("a", UNION, 6, 30, 10), ground=wood).no_march(forward(6.1)) == ["move.card-distance"]
    assert ends(moving(foot("a", UNION, 6, 30, 10), ground=wood), forward(6.0)) == (30, 16, False)
    assert ends(moving(foot("a", UNION, 6, 30, 3), ground=wood), forward(10.0)) == (30, 13, False)


@clause("order-cards.move.wall-fence")
def test_a_fence_is_crossed_in_order_where_that_can_be_paid_and_in_haste_otherwise() -> None:
    fence = field(obstacle("fence", (0, 12), (72, 12)))
    assert ends(moving(foot("a", UNION, 6, 30, 10), ground=fence), forward(4.0)) == (30, 14, False)
    assert ends(moving(foot("a", UNION, 6, 30, 10), ground=fence), forward(8.0)) == (30, 18, True)
    assert moving(foot("a", UNION, 6, 30, 10), ground=fence).no_march(forward(8.1)) == ["move.card-distance"]


@clause("order-cards.move.cavalry-limits")
@clause("order-cards.move.limber-limits")
def test_who_cannot_cross_what() -> None:
    fence = field(obstacle("fence", (0, 12), (72, 12)))
    assert moving(horse("a", UNION, 4, 30, 10), ground=fence).no_march(forward(5)) == ["move.cavalry-limits"]
    limbers = guns("a", UNION, 2, 30, 8, formation="limbered")
    assert moving(limbers, ground=fence).no_march(forward(5)) == ["move.limber-limits"]
    wood = field(area("woods", 0, 12, 72, 20))
    assert moving(limbers, ground=wood).no_march(forward(5)) == ["move.limber-limits"]


@clause("order-cards.move.roads-hills-buildings", 1)
def test_limbers_go_through_a_wood_by_road() -> None:
    road = Road("road", ((30.0, 0.0), (30.0, 48.0)), 1.5)
    wood = field(area("woods", 0, 12, 72, 30), road)
    limbers = guns("a", UNION, 2, 30, 8, formation="limbered")
    assert ends(moving(limbers, ground=wood), forward(14.0)) == (30, 22, False)


@clause("order-cards.move.wood-edge-exit")
def test_out_of_the_edge_of_a_wood_for_nothing() -> None:
    wood = field(area("woods", 0, 0, 72, 10.5))
    edge = foot("a", UNION, 6, 30, 10.0)
    assert ends(moving(edge, ground=wood), forward(10.0)) == (30, 20, False)
    deep = foot("a", UNION, 6, 30, 8.0)
    assert moving(deep, ground=wood).no_march(forward(10.0)) == ["move.card-distance"]


@clause("order-cards.move.major-river")
def test_a_river_stops_a_move() -> None:
    river = field(obstacle("river", (0, 14), (72, 14)))
    assert moving(foot("a", UNION, 6, 30, 10), ground=river).no_march(forward(8)) == ["move.major-river"]


# ---- turning


@clause("order-cards.move.wheel")
def test_wheels_are_paid_by_the_outer_corner() -> None:
    begun = moving(foot("a", UNION, 6, 30, 10), card="advance")
    # 30 degrees of a line of six cost 3.14 of 8.
    assert begun.no_march(wheel(3000, RIGHT), forward(4.9)) == ["move.card-distance"]
    begun.march(wheel(3000, RIGHT), forward(4.85))
    assert begun.unit("a").pose.facing == 3000


@clause("order-cards.move.facing-change")
@clause("order-cards.move.oblique")
def test_about_face_and_oblique_cost_two() -> None:
    assert moving(foot("a", UNION, 6, 30, 20), card="advance").no_march(about_face(), forward(6.1)) != []
    begun = moving(foot("a", UNION, 6, 30, 20), card="advance")
    assert ends(begun, about_face(), forward(6.0)) == (30, 14, False)
    assert ends(moving(foot("a", UNION, 6, 30, 10), card="advance"), oblique(6.0, 4500))[:2] == (34.24, 14.24)


@clause("order-cards.move.backward-sideways")
def test_stepping_back() -> None:
    assert ends(moving(foot("a", UNION, 6, 30, 20), card="advance"), forward(-4.0)) == (30, 16, False)
    assert moving(foot("a", UNION, 6, 30, 20), card="advance").no_march(forward(-4.1)) != []
    assert moving(foot("a", UNION, 6, 30, 20)).no_march(shift(4.0, 0.0)) != []


@clause("order-cards.formation.disorder-effects")
def test_a_crowd_goes_any_way() -> None:
    mob = foot("a", UNION, 6, 30, 20, disordered=True)
    assert ends(moving(mob, card="advance"), shift(8.0, 0.0)) == (38, 20, True)


# ---- formations


@clause("order-cards.formation.change-formation")
@clause("order-cards.formation.form-up")
def test_changing_formation_and_forming_up() -> None:
    begun = moving(foot("a", UNION, 6, 30, 20))
    begun.march(forming(begun.unit("a"), "column"))
    assert (begun.unit("a").formation, stand_poses(begun.unit("a"))[0].facing) == ("column-of-march", 0)
    mob = moving(foot("a", UNION, 6, 30, 20, disordered=True), card="advance")
    mob.march(forming(mob.unit("a"), "form-up", 9000))
    assert (mob.unit("a").disordered, mob.unit("a").pose.facing) == (False, 9000)
    slow = moving(foot("a", UNION, 6, 30, 20, disordered=True), card="advance-firing")
    assert slow.no_march(forming(slow.unit("a"), "form-up")) == ["formation.form-up"]


@clause("order-cards.formation.change-in-musket-range")
def test_a_change_under_muskets_is_tested() -> None:
    def change(die: int) -> Unit:
        begun = moving(foot("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 6, 30, 29, SOUTH))
        begun.march(forming(begun.unit("a"), "column"), dice=[die])
        assert begun.last(morale_events.Tested).kind == "formation-change"
        return begun.unit("a")

    assert change(70).formation == "column-of-march"
    failed = change(71)
    assert (failed.formation, failed.disordered, failed.moved) == ("line", True, True)


@clause("order-cards.formation.voluntary-disorder")
def test_going_into_disorder_by_choice() -> None:
    begun = table(*reserves(), foot("a", UNION, 6, 30, 20))
    begun.do("a", "disorder", dice=[45])
    assert (begun.unit("a").disordered, begun.unit("a").state) == (True, "steady")
    assert "move" in begun.deeds("a")
    broken = table(*reserves(), foot("a", UNION, 6, 30, 20))
    broken.do("a", "disorder", dice=[85])
    assert (broken.unit("a").state, broken.unit("a").circled) == ("routing", 0)
    # It does not run before its owner's next card.
    broken.end()
    assert broken.pose("a")[:2] == (30, 20)


@clause("order-cards.formation.refuse-flank")
def test_refusing_a_flank() -> None:
    begun = table(*reserves(), foot("a", UNION, 7, 30, 20), card="volley")
    begun.do("a", "refuse")
    offered = [item.key for item in begun.form.slots[0].items]
    assert [key for key in offered if key.startswith("right")] == ["right-1", "right-2", "right-3"]
    begun.assign(wing="right-3")
    assert begun.last(WingTurned).wing == 3
    poses = stand_poses(begun.unit("a"))
    assert [pose.facing for pose in poses] == [0, 0, 0, 0, 4500, 4500, 4500]
    assert "refuse" not in begun.deeds("a")
    less = table(*reserves(), foot("a", UNION, 7, 30, 20), card="volley").do("a", "refuse")
    less.assign(wing="left-1", angle="30")
    assert (less.unit("a").wing, less.unit("a").wing_by) == (-1, 3000)


@clause("order-cards.setup.stand-removal")
def test_stands_come_off_the_ends_in_turn() -> None:
    state = position(foot("a", UNION, 6, 30, 20))
    once = apply(state, Circled("a", 4, "fire"))
    assert (unit_of(once, "a").stands, unit_of(once, "a").pose.x) == (5, 29.5)
    twice = apply(once, Circled("a", 4, "fire"))
    assert (unit_of(twice, "a").stands, unit_of(twice, "a").pose.x) == (4, 30.0)
    column = position(foot("a", UNION, 6, 30, 20, formation="column-of-march"))
    shorter = unit_of(apply(column, Circled("a", 4, "fire")), "a")
    assert stand_poses(shorter)[0].y == pytest.approx(stand_poses(unit_of(column, "a"))[0].y, abs=0.01)


# ---- neighbours


@clause("order-cards.move.enemy-contact")
def test_only_a_charger_comes_within_an_inch() -> None:
    foe = foot("x", CONFEDERATE, 6, 30, 20, SOUTH)
    assert moving(foot("a", UNION, 6, 30, 10), foe).no_march(forward(8.5)) == ["move.enemy-contact"]
    assert ends(moving(foot("a", UNION, 6, 30, 10), foe), forward(8.2))[1] == 18.2
    routed = foot("x", CONFEDERATE, 6, 30, 20, SOUTH, state="routing", disordered=True)
    assert ends(moving(foot("a", UNION, 6, 30, 10), routed), forward(8.3))[1] == 18.3


@clause("order-cards.move.interpenetration")
def test_passing_through_friends() -> None:
    friend = foot("b", UNION, 6, 30, 14)
    assert "move.interpenetration" in moving(foot("a", UNION, 6, 30, 10), friend).no_march(forward(8))
    mob = foot("a", UNION, 6, 30, 10, disordered=True)
    passed = moving(mob, friend)
    passed.march(shift(0.0, 8.0), dice=[70])
    assert (passed.pose("a")[1], passed.unit("b").disordered) == (18, False)
    shaken = moving(mob, friend)
    shaken.march(shift(0.0, 8.0), dice=[71])
    assert shaken.unit("b").disordered
    clear = 8.0 - unit_gap(passed.unit("a"), blocks(friend)) + 0.1
    assert moving(mob, friend).no_march(shift(0.0, clear - 0.05)) == ["move.interpenetration"]
    just = moving(mob, friend)
    just.march(shift(0.0, clear), dice=[70])
    assert unit_gap(just.unit("a"), blocks(friend)) == pytest.approx(0.1, abs=0.01)


@clause("order-cards.move.leaving-table")
def test_nobody_leaves_by_order_and_fugitives_are_lost() -> None:
    assert moving(foot("a", UNION, 6, 30, 3)).no_march(about_face(), forward(4)) == ["move.leaving-table"]
    begun = table(*reserves(), foot("a", UNION, 6, 30, 8, state="routing", disordered=True), card="volley")
    begun.end()
    assert (begun.unit("a").place, begun.unit("a").fate) == ("gone", "run-off")


@clause("order-cards.formation.disordered-near-flank")
def test_a_crowd_keeps_off_formed_flanks() -> None:
    foe = foot("x", CONFEDERATE, 6, 30, 20, SOUTH)
    mob = foot("a", UNION, 6, 36, 14, disordered=True)
    assert "formation.disordered-near-flank" in moving(mob, foe).no_march(shift(0.0, 6.0))
    assert ends(moving(foot("a", UNION, 6, 40, 14, disordered=True), foe), shift(0.0, 6.0)) == (40, 20, True)


# ---- guns, officers, messengers


@clause("order-cards.move.fixed-moves")
@clause("order-cards.move.limber-unlimber")
def test_guns_by_hand_and_limbering() -> None:
    begun = moving(guns("a", UNION, 3, 30, 10))
    assert begun.no_march(shift(0.0, 2.1)) == ["move.fixed-moves"]
    assert ends(begun, shift(0.0, 2.0)) == (30, 12, False)
    limbered = moving(guns("a", UNION, 3, 30, 10), card="advance")
    limbered.march(Manoeuvre("form", 0.0, 0, "limber"))
    assert limbered.unit("a").formation == "limbered"
    still = table(*reserves(), guns("a", UNION, 3, 30, 10), card="volley")
    assert "move" not in still.deeds("a")


@clause("order-cards.move.fixed-moves")
def test_officers_ride_sixteen_inches_on_every_card() -> None:
    begun = table(*reserves(), general("chief", UNION, 30, 10), card="volley")
    begun.choose("chief")
    assert begun.no_march(leg(30.0, 26.1)) == ["move.fixed-moves"]
    begun.march(leg(30.0, 26.0))
    assert begun.officer("chief").pose.y == 26.0
    assert "chief" not in begun.keys


@clause("order-cards.officer.placement")
def test_a_lone_officer_is_driven_off_or_taken() -> None:
    def ridden_down(*more: Any) -> Table:
        chief = general("chief", CONFEDERATE, 30, 16)
        begun = moving(foot("a", UNION, 6, 30, 10), chief, *more, card="march")
        return begun.march(forward(9.0))

    safe = ridden_down(foot("x", CONFEDERATE, 6, 30, 26, SOUTH))
    assert (safe.officer("chief").place, safe.officer("chief").fate) == ("on", "")
    assert safe.officer("chief").pose.y > 20
    begun = table(
        foot("u8", UNION, 10, 6, 1.5), foot("c8", CONFEDERATE, 10, 66, 46.5, SOUTH), foot("a", UNION, 6, 10, 10),
        general("chief", CONFEDERATE, 10, 16), card="march",
    )  # fmt: skip
    begun.do("a", "move")
    begun.march(forward(9.0))
    assert begun.officer("chief").fate == "captured"


@clause("order-cards.officer.messengers", 1)
def test_a_messenger_thirty_inches_off_delivers_on_the_second_card() -> None:
    near, far = general("near", UNION, 10, 10), general("far", UNION, 40.875, 10, player="bob")
    begun = table(*reserves(), near, far, foot("b", UNION, 6, 41, 14, player="bob"), card="hold", messengers="on")
    state = changing(begun.state)
    state.courier = True
    state.hands = (state.hands[0], Hand("bob", UNION, ("hold",), 1, played=1, ended=False), state.hands[1])
    begun = Table(state, cards_events.CardInPlay((UNION,)))
    begun.choose("near")
    begun.choose("send")
    begun.choose(f"hand-over:{UNION}-brigade:far")
    rider = begun.state.messengers[0].id
    begun.choose(rider)
    begun.way("on")
    assert len(begun.state.messengers) == 1
    again = changing(begun.state)
    again.messengers = tuple(
        type(one)(one.id, one.side, one.player, one.sender, one.to, one.errand, one.brigade, one.pose, False)
        for one in again.messengers
    )
    later = Table(again, cards_events.CardInPlay((UNION,)))
    later.choose(rider)
    later.way("on")
    assert later.state.messengers == ()
    assert later.state.delivered[0].player == "bob"


# ---- reinforcements


@clause("order-cards.setup.reinforcements", 2)
def test_reinforcements_wait_for_a_card_with_movement() -> None:
    late = foot("r", UNION, 6, 0, 0, place="arrive", due=0, entry=(30.0, 0.0), formation="column-of-march")
    waiting = position(*reserves(), late, card="volley")
    assert may_come_on(waiting, UNION, card_of(waiting, UNION)) == []
    begun = table(*reserves(), late, card="march")
    begun.choose("on:r")
    assert begun.asked == (UNION, "move", "r")
    begun.march(forward(5.5))
    # The head of the column is ten inches from the entry point.
    head = stand_poses(begun.unit("r"))[0]
    assert head.y + 0.375 == pytest.approx(10.0)
    assert "charge" not in deeds(begun.state, begun.unit("r"), card_of(begun.state, UNION))


# ---- walls and barriers


@clause("order-cards.misc.dismantle")
@clause("order-cards.barrier.build-none")
def test_taking_a_fence_down_and_building_nothing() -> None:
    fence = field(obstacle("fence", (20, 20.375), (40, 20.375)))
    state = position(*reserves(), foot("a", UNION, 3, 30, 20), card="march", ground=fence)
    begun = Table(state, cards_events.CardInPlay((UNION,)), cards_events.EndTurn(UNION, 1, False))
    begun.do("a", "dismantle")
    assert begun.deeds("a") == []
    begun.end()
    assert [line.points for line in begun.state.ground.lines] == [
        ((20.0, 20.375), (28.5, 20.38)),
        ((31.5, 20.38), (40.0, 20.375)),
    ]
    assert begun.last(LineChanged).cause == "gap"
    assert not [deed for deed in LABELS if "build" in deed or "barricade" in deed]


@clause("order-cards.barrier.move")
def test_shifting_a_barrier() -> None:
    barrier = field(obstacle("chevaux-de-frise", (28.5, 20.375), (31.5, 20.375)))
    begun = table(*reserves(), foot("a", UNION, 3, 30, 20), card="volley", ground=barrier)
    begun.do("a", "barrier")
    assert begun.no_march(shift(0.0, 3.1)) == ["barrier.move"]
    begun.march(shift(0.0, 3.0))
    assert begun.state.ground.lines[0].points[0][1] == pytest.approx(23.38, abs=0.01)
    few = table(*reserves(), foot("a", UNION, 2, 29.5, 20), card="volley", ground=barrier)
    assert "barrier" not in few.deeds("a")
    fixed = field(obstacle("abatis", (28.5, 20.375), (31.5, 20.375)))
    assert "barrier" not in table(*reserves(), foot("a", UNION, 3, 30, 20), card="volley", ground=fixed).deeds("a")


def test_every_move_says_what_it_was() -> None:
    begun = moving(foot("a", UNION, 6, 30, 20))
    begun.march(wheel(-2000, LEFT))
    moved = begun.last(Moved)
    assert (moved.cause, moved.start.facing, moved.end.facing) == ("order", NORTH, 34000)


# ---- the quick yes


@settings(max_examples=40, deadline=None)
@given(
    st.floats(0.0, 12.0), st.floats(0.0, 12.0), st.integers(0, 35999), st.integers(0, 35999),
    st.sampled_from([0.0, 0.1, 1.0]),
)  # fmt: skip
def test_what_is_far_apart_by_a_quick_look_is_so_by_measure(
    x: float, y: float, one: int, other: int, least: float
) -> None:
    parts = [Block(Pose(0.0, 0.0, one), 6.0, 0.75)]
    lines = [Block(Pose(x, y, other), 3.0, 2.0), Block(Pose(x + 2.0, y, other), 1.0, 0.75)]
    measured = min(gap(parts[0], line) for line in lines)
    if far_apart(parts, lines, least):
        assert measured > least
    if distance(0.0, 0.0, x, y) > 10.0:
        assert far_apart(parts, lines[:1], least)


@clause("order-cards.move.fixed-moves")
def test_guns_that_may_not_limber_may_still_be_manhandled() -> None:
    pieces = (*reserves(), guns("b", UNION, 2, 30, 10), foot("x", CONFEDERATE, 6, 30, 40, SOUTH))
    begun = table(*pieces, card="double-quick")
    assert "move" in begun.offers("b")
    begun.do("b", "move")
    assert begun.decision.sentence == "B may be manhandled 2″ (Double Quick)."
    ways = [f"manhandle 2″ {way}" for way in ("forward", "back", "right", "left")]
    assert [way.label for way in begun.form.ways] == ["stand", *ways]
    among = table(*pieces, card="double-quick", ground=field(area("woods", 20, 5, 40, 15))).do("b", "move")
    assert among.form.ways[1].label == "manhandle 1″ forward"
