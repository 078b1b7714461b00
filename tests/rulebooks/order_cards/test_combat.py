"""Charges and melees at the table: declared before measuring, home or short, fought, and the loser's way back."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Assigned, Marched
from roundtop.rulebooks.order_cards import RULEBOOK
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards.rule import DECK
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.charge.events import ContactMade, Waived
from roundtop.rulebooks.order_cards.charge.plan import contact_zone, plan_charge
from roundtop.rulebooks.order_cards.field import unit_of
from roundtop.rulebooks.order_cards.fire.table import may_fire_at
from roundtop.rulebooks.order_cards.melee.events import MeleeFought
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.movement.events import Moved
from roundtop.rulebooks.order_cards.options import settings
from roundtop.rulebooks.order_cards.prisoners.events import Surrendered
from roundtop.rulebooks.order_cards.scene import courses
from roundtop.rulebooks.order_cards.state import Unit
from roundtop.table.path import forward, wheel
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    EAST,
    NORTH,
    SOUTH,
    UNION,
    WEST,
    Table,
    at,
    charge,
    field,
    foot,
    general,
    guns,
    hill,
    horse,
    obstacle,
    position,
    reserves,
    sixes,
    table,
    wagon,
)


def charging(*more: Any, card: str = "charge-home", gap: float = 7.0, **rest: Any) -> Table:
    """A Union line of six ready to charge a Confederate one so many inches to its north; winners test nothing."""
    foe = foot("x", CONFEDERATE, 6, 30, 20.75 + gap, SOUTH)
    pieces = [piece for piece in more if isinstance(piece, Unit) and piece.id == "x"] or [foe]
    others = [piece for piece in more if piece not in pieces]
    house = {"melee_winner_checks": False} | rest
    return table(*reserves(), foot("a", UNION, 6, 30, 20), *pieces, *others, card=card, **house)


# ---- declared before measuring


@clause("order-cards.charge.reach-not-shown", 1, 2, 3)
def test_a_charge_is_not_measured_before_it_is_declared() -> None:
    begun = charging(card="charge")
    begun.do("a", "charge")
    assert begun.decision.measure == "none"
    plain = charging(card="charge")
    assert RULEBOOK.looks is not None
    assert RULEBOOK.looks(plain.state, "a", None) == ()
    # On a card on which nothing may charge everything is measured.
    fire = charging(card="fire-at-will")
    fire.do("a", "fire")
    assert fire.decision.measure == "all"
    # Waived, its move is measured as usual, and it does not charge on this card.
    waived = charging(card="charge")
    waived.do("a", "waive")
    assert len(waived.all(Waived)) == 1
    assert "charge" not in waived.deeds("a")
    waived.do("a", "move")
    assert waived.decision.measure == "all"


@clause("order-cards.charge.reach-not-shown", 4)
def test_nothing_is_refused_by_the_house_rule() -> None:
    begun = charging(card="charge", premeasure_charges=True)
    assert "waive" not in begun.deeds("a")
    begun.do("a", "charge")
    assert begun.decision.measure == "all"


@clause("order-cards.charge.reach-not-shown")
def test_an_ordinary_move_waives_the_charge() -> None:
    begun = charging(card="charge")
    begun.do("a", "move")
    begun.march(forward(1.0))
    assert len(begun.all(Waived)) == 1


# ---- how it runs


@clause("order-cards.charge.bonus-for-distance")
@clause("order-cards.charge.path")
def test_a_charge_gets_home_with_bought_inches() -> None:
    begun = charging(gap=9.4)
    charge(begun, "a", "x")
    attack = begun.last(ContactMade).attack
    assert (attack.bonus, attack.zone) == (1, "front")
    assert begun.pose("a")[1] == pytest.approx(29.4)
    kept = charging(gap=9.4)
    charge(kept, "a", "x", extra="1")
    assert kept.all(ContactMade) == []


@clause("order-cards.charge.short")
def test_a_charge_that_falls_short_goes_on_next_card() -> None:
    begun = charging(gap=13.0)
    charge(begun, "a", "x")
    unit = begun.unit("a")
    assert (unit.disordered, unit.target, unit.bonus) == (True, "x", 3)
    # A crowd is deeper than the line was; its middle has gone eight inches.
    assert begun.pose("a")[1] == 28.0


@clause("order-cards.charge.short")
@pytest.mark.parametrize("card", ["volley", "re-supply", "rout-and-rally", "hold", "march"])
def test_it_may_go_on_whatever_the_card(card: str) -> None:
    mob = foot("a", UNION, 6, 30, 20, disordered=True, target="x", bonus=3)
    begun = table(*reserves(), mob, foot("x", CONFEDERATE, 6, 30, 27, SOUTH), card=card)
    assert "charge" in begun.deeds("a")
    charge(begun, "a", "x")
    attack = begun.last(ContactMade).attack
    assert (attack.bonus, attack.disordered) == (3, True)


@clause("order-cards.charge.who")
def test_head_down_units_and_columns_have_no_charge() -> None:
    for fields in ({"formation": "column-of-march"}, {"disordered": True}, {"state": "head-down", "in_position": True}):
        begun = table(
            *reserves(), foot("a", UNION, 6, 30, 20, **fields), foot("x", CONFEDERATE, 6, 30, 28, SOUTH), card="charge"
        )
        assert "charge" not in begun.deeds("a")


@clause("order-cards.charge.one-base-contact", 1)
def test_contact_across_a_fence() -> None:
    fence = field(obstacle("fence", (10, 27.225), (50, 27.225)))
    begun = charging(foot("x", CONFEDERATE, 6, 30, 28, SOUTH), ground=fence)
    charge(begun, "a", "x")
    attack = begun.last(ContactMade).attack
    assert (attack.cover, attack.disordered) == ("wall-fence-bush", False)
    assert begun.pose("a")[1] + 0.375 == pytest.approx(27.225, abs=0.02)
    # Within an inch of the fence it is met across it; farther off the fence has to be crossed.
    for behind, cover in ((0.95, "wall-fence-bush"), (1.1, "")):
        defender = foot("x", CONFEDERATE, 6, 30, 27.225 + behind + 0.375, SOUTH)
        met = charging(defender, ground=fence)
        charge(met, "a", "x")
        assert met.last(ContactMade).attack.cover == cover
    riders = table(
        *reserves(), horse("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 6, 30, 28, SOUTH), card="charge", ground=fence
    )
    assert "charge" not in riders.offers("a")


def refused(begun: Table, *wheels: int) -> str:
    """The clause by which a charge of the first line with these wheels, in degrees, is refused."""
    state = begun.state
    first, *then = [100 * by for by in wheels] or [0]
    plan = plan_charge(state, unit_of(state, "a"), unit_of(state, "x"), first, 0, then=tuple(then))
    return plan.refusal.removeprefix("order-cards.")


@clause("order-cards.charge.across-front", 1, 2)
def test_a_charge_keeps_clear_of_other_fronts() -> None:
    def past(away: float) -> str:
        # The third party faces east, its front so far from the charge's left flank.
        return refused(charging(foot("y", CONFEDERATE, 4, 30 - 3.0 - away - 0.375, 24.5, EAST)))

    assert past(2.5) == past(3.0) == "charge.across-front"
    assert past(3.05) == past(3.2) == ""


@clause("order-cards.charge.across-front", 3)
@pytest.mark.parametrize(
    "others",
    [
        [foot("y", CONFEDERATE, 6, 30, 28.875 + 2.0, SOUTH)],
        [foot("y", CONFEDERATE, 6, 37.2, 27.75, SOUTH), foot("z", CONFEDERATE, 6, 22.8, 27.75, SOUTH)],
        [foot("y", CONFEDERATE, 6, 37.2, 26.75, SOUTH), foot("z", CONFEDERATE, 4, 30, 30.5, SOUTH)],
    ],
    ids=["a support", "two neighbours", "a neighbour ahead, a support behind"],
)
def test_an_ordinary_line_of_battle_can_be_charged(others: list[Unit]) -> None:
    begun = charging(*others)
    charge(begun, "a", "x", wheel="0")
    assert begun.last(ContactMade).attack.target == "x"


@clause("order-cards.charge.across-front")
@pytest.mark.parametrize(("facing", "across"), [(EAST, True), (136, False), (134, True), (46, True), (44, False)])
def test_across_a_front_is_more_sideways_than_towards_it(facing: float, across: bool) -> None:
    # Passed on the left, halfway to the target, its front two inches off.
    third = foot("y", CONFEDERATE, 1, 25.2, 23.0, facing)
    assert (refused(charging(third)) == "charge.across-front") is across


@clause("order-cards.charge.across-front")
def test_only_formed_and_steady_enemies_have_a_front() -> None:
    for fields in ({"state": "head-down"}, {"disordered": True}, {"state": "routing", "disordered": True}):
        assert refused(charging(foot("y", CONFEDERATE, 4, 24.625, 24.5, EAST, **fields))) == ""
    battery = guns("y", CONFEDERATE, 3, 24.5, 24.5, EAST)
    assert refused(charging(battery)) == "charge.across-front"


@clause("order-cards.charge.path", 3)
def test_a_charge_may_wheel_twice_and_by_any_angle() -> None:
    begun = charging(gap=5.0, card="charge")
    begun.do("a", "charge").choose("x")
    begun.assign(wheel="hand", extra="0")
    begun.march(wheel(2000, "right"), wheel(-2000, "left"))
    attack = begun.last(ContactMade).attack
    assert (attack.facing, attack.bonus) == (0, 1)
    # Six inches of front: each wheel takes the outer end two inches forward, the inner one standing.
    assert begun.pose("a")[0] == pytest.approx(30.36 - 0.36 + 0.0, abs=0.8)
    state = charging(gap=5.0, card="charge").state
    plan = plan_charge(state, unit_of(state, "a"), unit_of(state, "x"), 2000, 0, then=(-2000,))
    assert plan.run.wheel == pytest.approx(4.18, abs=0.02)
    assert plan.run.allowance - plan.run.wheel == pytest.approx(5.82, abs=0.02)
    odd = charging(card="charge")
    odd.do("a", "charge").choose("x")
    odd.assign(wheel="hand", extra="0")
    assert odd.refusal(Marched((wheel(2000, "left"),))) == ["charge.path"]
    odd.march(wheel(333, "right"))
    assert odd.last(ContactMade).attack.facing == 333


@clause("order-cards.charge.path")
def test_wheels_together_take_no_more_than_half_the_move() -> None:
    assert refused(charging(card="charge"), 25, -25) == "charge.path"
    assert refused(charging(card="charge"), 23, -23) == ""


@clause("order-cards.charge.path")
def test_every_lawful_wheel_in_whole_degrees_is_offered_and_says_where_it_strikes() -> None:
    begun = charging(foot("x", CONFEDERATE, 4, 37.0, 24.0, WEST), card="charge")
    begun.do("a", "charge").choose("x")
    offered = {item.key: item.label for item in begun.form.slots[0].items}
    lawful = [by for by in range(-90, 91) if not refused(begun, by)]
    assert lawful
    assert sorted(int(key) for key in offered if key not in ("aim", "hand")) == lawful
    flank = charging(foot("x", CONFEDERATE, 4, 30.0, 26.0, WEST), card="charge")
    flank.do("a", "charge").choose("x")
    assert {item.key: item.label for item in flank.form.slots[0].items}["0"] == "straight ahead, into the flank"


@clause("order-cards.charge.path")
def test_contact_is_made_in_a_straight_line_and_not_by_the_wheel() -> None:
    close = charging(foot("x", CONFEDERATE, 6, 30, 21.9, SOUTH), card="charge")
    assert refused(close) == ""
    assert refused(close, 5) == ""
    assert refused(close, 20) == "charge.path"


@clause("order-cards.charge.path")
def test_a_target_that_only_an_odd_wheel_reaches_is_offered() -> None:
    # A friend bars the way to its middle; past him, well to the right or left, there is one.
    foe = foot("x", CONFEDERATE, 10, 30, 27, SOUTH)
    begun = table(*reserves(), foot("a", UNION, 2, 30, 20), foot("f", UNION, 1, 30, 23), foe, card="charge")
    assert refused(begun) == "move.interpenetration"
    lawful = [by for by in range(-60, 61) if not refused(begun, by)]
    assert lawful
    assert min(abs(by) for by in lawful) > 10
    begun.do("a", "charge")
    assert "x" in begun.keys
    begun.choose("x")
    begun.assign(wheel=str(lawful[0]), extra="0")
    assert begun.last(ContactMade).attack.target == "x"


@clause("order-cards.charge.see-target")
def test_nobody_is_offered_a_charge_that_leads_nowhere() -> None:
    # Behind it, and out of reach of any wheel.
    begun = table(foot("a", UNION, 6, 30, 30), foot("x", CONFEDERATE, 6, 30, 20), card="charge")
    assert "charge" in begun.deeds("a")
    assert "charge" not in begun.offers("a")
    # Nothing may be measured for it, since it sees an enemy: it can still say that it will not charge.
    assert "waive" in begun.offers("a")
    alone = table(foot("a", UNION, 6, 30, 30), foot("x", CONFEDERATE, 6, 70, 2), card="charge")
    assert "waive" not in alone.offers("a")


@clause("order-cards.charge.path")
def test_a_refused_target_says_why() -> None:
    begun = charging(foot("f", UNION, 5, 30.0, 23.0), card="charge")
    assert RULEBOOK.why_not is not None
    step = charge_events.DeclareCharge("a")
    (reason,) = RULEBOOK.why_not(begun.state, step, "x")
    assert reason.clause == "order-cards.move.interpenetration"
    assert reason.text == "No lawful way leads A into X. Friends are in the way of the charge."


@clause("order-cards.charge.facing-zones", 1)
@clause("order-cards.melee.flank-mod")
def test_front_flank_and_rear() -> None:
    def zone(start: tuple[float, float, float], end: tuple[float, float, float]) -> str:
        target = foot("x", CONFEDERATE, 6, 30, 28, SOUTH)
        charger = foot("a", UNION, 6, end[0], end[1], end[2])
        return contact_zone(target, at(*start), 0.75, charger)

    # Begun ahead of the front-edge line, touching the end stand's front corner: front.
    assert zone((36, 20, NORTH), (36, 27.25, NORTH)) == "front"
    assert zone((20, 28, EAST), (26.625, 28, EAST)) == "flank"
    assert zone((30, 36, SOUTH), (30, 28.75, SOUTH)) == "rear"


@clause("order-cards.charge.routing-target")
def test_a_routing_unit_is_taken_by_the_house_rule() -> None:
    runner = foot("x", CONFEDERATE, 5, 30, 27, SOUTH, state="routing", disordered=True)
    begun = charging(runner, routing_surrender_when_charged=True)
    charge(begun, "a", "x")
    taken = begun.last(Surrendered)
    assert (taken.unit, taken.captor, taken.stands, taken.guards) == ("x", "a", 5, 2)
    assert begun.all(MeleeFought) == []
    assert not begun.unit("a").disordered


@clause("order-cards.charge.routing-target", 1)
def test_a_routing_unit_fights_in_disorder_and_keeps_routing() -> None:
    runner = foot("x", CONFEDERATE, 6, 30, 27, SOUTH, state="routing", disordered=True)
    begun = charging(runner)
    charge(begun, "a", "x")
    # Half of 70 is 35, half of that 18: whatever it throws below 00 it keeps routing.
    begun.end(dice=[*sixes(3, 4, 2, 2), 18])
    fought = begun.last(MeleeFought)
    assert (fought.totals, fought.winner) == (((16, 8),), "attackers")
    assert (begun.unit("x").state, begun.unit("x").circled) == ("routing", 3)
    broken = charging(runner)
    charge(broken, "a", "x")
    # Three boxes leave six stands: 36 is more than 35.
    broken.end(dice=[*sixes(3, 4, 2, 2), 36])
    assert (broken.unit("x").state, broken.unit("x").circled) == ("routing", 5)


@clause("order-cards.morale.when")
def test_a_winner_that_took_hits_tests_like_any_regiment() -> None:
    begun = charging(melee_winner_checks=True)
    charge(begun, "a", "x")
    # Two boxes to the winner: 70 less 10 for its disorder; 61 puts its head down.
    begun.end(dice=[*sixes(3, 4, 2, 2), 20, 61])
    winner = begun.unit("a")
    assert (winner.state, winner.disordered, winner.circled) == ("head-down", True, 2)
    assert settings({}).melee_winner_checks


@clause("order-cards.move.leaving-table", 1)
def test_a_retreat_over_the_edge_costs_what_leaves() -> None:
    def beaten(gap: float, **house: Any) -> Unit:
        foe = foot("x", CONFEDERATE, 6, 30, 48 - gap, SOUTH)
        pieces = [foot("u8", UNION, 10, 6, 1.5), foot("c8", CONFEDERATE, 10, 6, 10, SOUTH)]
        begun = table(
            *pieces,
            foot("a", UNION, 6, 30, 48 - gap - 3.0),
            foe,
            card="charge-home",
            melee_winner_checks=False,
            **house,
        )
        charge(begun, "a", "x")
        begun.end(dice=[*sixes(3, 4, 2, 2), *([] if house or gap < 9 else [20])])
        return begun.unit("x")

    # Ten inches carry its middle 0.025 in short of the edge: the front rank is over it.
    some = beaten(10.025)
    assert (some.place, some.stands) == ("on", 3)
    assert some.pose.y <= 48.0
    assert beaten(10.025, retreat_touching_edge_lost=True).fate == "run-off"
    assert beaten(8.0).fate == "run-off"
    whole = beaten(11.5)
    assert (whole.place, whole.stands) == ("on", 6)


@clause("order-cards.melee.limbered-wagon-contacted")
def test_a_wagon_is_taken_without_a_fight() -> None:
    begun = charging(wagon("x", CONFEDERATE, 30, 27))
    charge(begun, "a", "x")
    assert (begun.unit("x").place, begun.unit("x").fate) == ("gone", "captured")


# ---- melees


@clause("order-cards.melee.limits")
@clause("order-cards.charge.multiple")
@clause("order-cards.melee.winner")
def test_a_melee_is_fought_before_the_card_ends() -> None:
    begun = charging()
    charge(begun, "a", "x")
    assert begun.deeds("a") == ["fight"]
    # 7 + 6 + 3 to 4 + 6; the loser then tests at 70 less nothing.
    begun.end(dice=[*sixes(3, 4, 2, 2), 20])
    fought = begun.last(MeleeFought)
    assert (fought.totals, fought.winner) == (((16, 10),), "attackers")
    assert (begun.unit("a").circled, begun.unit("x").circled) == (2, 3)
    assert begun.unit("a").disordered
    assert begun.pose("a")[1] == pytest.approx(27.0)


@clause("order-cards.melee.retreat-line", 1)
def test_a_beaten_defender_carries_on_along_the_charge() -> None:
    begun = charging()
    before = begun.pose("x")[1]
    charge(begun, "a", "x")
    begun.end(dice=[*sixes(3, 4, 2, 2), 20])
    assert begun.pose("x")[0] == 30
    assert begun.pose("x")[1] == pytest.approx(before + 10.0, abs=0.01)
    tested = begun.last(morale_events.Tested)
    assert (tested.kind, tested.state, begun.unit("x").disordered) == ("loser", "steady", True)


@clause("order-cards.melee.retreat-line", 2)
def test_a_beaten_attacker_goes_back_the_way_it_came() -> None:
    begun = charging()
    charge(begun, "a", "x")
    begun.end(dice=[*sixes(1, 1, 6, 6), 20])
    assert begun.last(MeleeFought).winner == "defenders"
    # It has lost a stand off its right end, so that the middle of the crowd is half a stand to the left.
    assert begun.pose("a")[:2] == (29.5, 17.0)
    assert begun.unit("x").disordered


@clause("order-cards.charge.multiple")
@clause("order-cards.melee.modifiers-first-unit")
def test_two_regiments_on_one_target() -> None:
    begun = charging(foot("b", UNION, 5, 36.2, 20), foot("x", CONFEDERATE, 6, 33, 27.75, SOUTH))
    charge(begun, "a", "x", wheel="0")
    charge(begun, "b", "x", wheel="0")
    assert [one.unit for one in begun.state.melees[0].attacks] == ["a", "b"]
    # 7 + 11 stands + 3 of the first: 21 to 10. Five boxes, and the loser of one stand tests at 60.
    begun.end(dice=[*sixes(3, 4, 2, 2), 61])
    assert begun.last(MeleeFought).totals == ((21, 10),)
    assert (begun.unit("x").circled, begun.unit("x").state) == (7, "routing")


@clause("order-cards.melee.officer-mod")
def test_an_officer_leads_and_may_fall() -> None:
    begun = charging(general("chief", UNION, 30, 25.3, "division", 20))
    charge(begun, "a", "x")
    begun.choose("a")
    assert begun.asked == (UNION, "lead", "a")
    begun.choose("chief", dice=[*sixes(3, 4, 2, 2), "d6:5", "d6:5", 20])
    assert begun.last(MeleeFought).totals == ((18, 10),)
    assert (begun.officer("chief").place, begun.officer("chief").fate) == ("gone", "killed")


@clause("order-cards.melee.front-and-rear")
@clause("order-cards.melee.surrender")
def test_caught_in_front_and_rear() -> None:
    begun = charging(foot("b", UNION, 4, 30, 35.5, SOUTH))
    charge(begun, "a", "x")
    charge(begun, "b", "x")
    begun.end(dice=sixes(3, 4, 2, 2))
    given = begun.last(Surrendered)
    assert (given.unit, given.captor, given.stands) == ("x", "a", 5)


@clause("order-cards.melee.retreat-into-enemy")
def test_a_retreat_into_formed_enemies_ends_in_captivity() -> None:
    begun = charging(foot("b", UNION, 6, 30, 34.0, NORTH))
    charge(begun, "a", "x")
    begun.end(dice=sixes(3, 4, 2, 2))
    assert (begun.last(Surrendered).unit, begun.last(Surrendered).captor) == ("x", "b")


@clause("order-cards.melee.retreat-obstacle")
def test_a_retreat_against_a_river() -> None:
    river = field(obstacle("river", (0, 34), (72, 34)))
    begun = charging(ground=river)
    charge(begun, "a", "x")
    begun.end(dice=[*sixes(3, 4, 2, 2), "d6:2", 20])
    assert begun.unit("x").circled == 3 + 2
    assert begun.pose("x")[0] != 30
    (way,) = courses(begun.state, begun.last(Moved))
    assert [pose.x for pose in way.poses[:2]] == [30, 30]
    corner = max([pose.y for pose in way.poses])
    assert corner < 34
    assert [pose.y for pose in way.poses[-2:]] == [corner, corner]


@clause("order-cards.melee.retreat-through-friends")
def test_friends_in_the_way_of_a_retreat_test() -> None:
    begun = charging(foot("y", CONFEDERATE, 6, 30, 34, SOUTH))
    charge(begun, "a", "x")
    begun.end(dice=[*sixes(3, 4, 2, 2), 75, 20])
    assert begun.unit("y").state == "head-down"


@clause("order-cards.melee.unlimbered-artillery-loses")
def test_a_beaten_battery_tests_by_its_guns() -> None:
    begun = charging(guns("x", CONFEDERATE, 3, 30, 27, SOUTH))
    charge(begun, "a", "x")
    begun.end(dice=[*sixes(3, 4, 2, 2), 75])
    assert (begun.unit("x").place, begun.unit("x").fate) in [("gone", "taken"), ("gone", "abandoned")]
    limbered = charging(guns("x", CONFEDERATE, 3, 30, 27, SOUTH))
    charge(limbered, "a", "x")
    limbered.end(dice=[*sixes(3, 4, 2, 2), 40])
    assert (limbered.unit("x").formation, limbered.unit("x").state) == ("limbered", "head-down")


@clause("order-cards.melee.uphill-mod")
@clause("order-cards.melee.loose-double")
def test_uphill_and_loose_order() -> None:
    begun = charging(ground=field(hill(1, 0, 26, 72, 48)))
    charge(begun, "a", "x")
    assert begun.last(ContactMade).attack.uphill
    loose = charging(foot("x", CONFEDERATE, 6, 30, 27, SOUTH, formation="loose-order"))
    charge(loose, "a", "x")
    # 4 + 12 stands + 3 to 4 + 6.
    loose.end(dice=[*sixes(2, 2, 2, 2), 20])
    assert loose.last(MeleeFought).totals == ((19, 10),)


@clause("order-cards.melee.tie-second-round")
def test_a_tie_is_fought_on_at_once() -> None:
    begun = charging(card="charge")
    charge(begun, "a", "x")
    # 13 to 13; each circles three; then 11 to 9 without the charge bonus.
    begun.end(dice=[*sixes(3, 3, 3, 4), *sixes(2, 3, 1, 2), 20])
    assert begun.last(MeleeFought).totals == ((13, 13), (11, 9))


@clause("order-cards.melee.total")
def test_only_stands_that_touch_count_by_the_house_rule() -> None:
    begun = charging(foot("x", CONFEDERATE, 6, 35, 27, SOUTH), melee_stands="touching")
    charge(begun, "a", "x", wheel="0")
    begun.end(dice=[*sixes(6, 6, 1, 1), 20])
    (ours, theirs), *_ = begun.last(MeleeFought).totals
    assert ours < 12 + 6 + 3
    assert theirs < 2 + 6


@clause("order-cards.morale.when")
def test_a_winner_tests_too_by_the_house_rule() -> None:
    begun = charging(melee_winner_checks=True)
    charge(begun, "a", "x")
    begun.end(dice=[*sixes(3, 4, 2, 2), 20, 61])
    assert begun.unit("a").state == "head-down"


@clause("order-cards.charge.declare")
def test_a_charge_that_cannot_be_is_refused() -> None:
    begun = charging()
    begun.do("a", "charge")
    begun.choose("x")
    assert begun.refusal(Assigned((("wheel", "aim"), ("extra", "9")))) != []
    plan = plan_charge(begun.state, begun.unit("a"), begun.unit("x"), 8000, 0)
    assert plan.refusal == "order-cards.charge.path"


@clause("order-cards.turn.coordination")
def test_nobody_fires_at_a_unit_in_contact() -> None:
    pair = foot("a", UNION, 6, 30, 20), foot("b", UNION, 6, 38, 22)
    state = position(*reserves(), *pair, foot("x", CONFEDERATE, 6, 30, 27.75, SOUTH), card="charge-home")
    begun = Table(state, cards_events.CardInPlay((UNION,)))
    charge(begun, "a", "x")
    volley = next(card for card in DECK if card.word == "volley")
    assert not may_fire_at(begun.state, unit_of(begun.state, "b"), unit_of(begun.state, "x"), volley, ())
    assert may_fire_at(state, unit_of(state, "b"), unit_of(state, "x"), volley, ())
