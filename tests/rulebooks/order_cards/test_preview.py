"""Help for a hand that moves pieces: ways, costs, looks, and reasons why not."""

from __future__ import annotations

from roundtop.battle.forms import Assigned, Chosen, Marched, Placed
from roundtop.rulebooks.order_cards.barriers import events as barriers_events
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.charge.table import unmeasured
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.deployment import events as deployment_events
from roundtop.rulebooks.order_cards.field import changing
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.preview import HAND, looks, why_not
from roundtop.rulebooks.order_cards.tables import TO_DEPLOY
from roundtop.rulebooks.order_cards.views import view
from roundtop.table.path import forward, leg
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    area,
    at,
    field,
    foot,
    general,
    guns,
    obstacle,
    position,
    reserves,
)

preview = HAND.preview
propose = HAND.propose

FOE = foot("c", CONFEDERATE, 6, 30, 30, SOUTH)


@clause("order-cards.move.card-distance")
def test_a_line_is_brought_as_far_towards_a_place_as_its_card_pays() -> None:
    state = position(foot("u", UNION, 4, 30, 10), *reserves(), card="advance")
    answer = propose(state, movement_events.MoveUnit("u"), UNION, at(30, 30))
    assert isinstance(answer, Marched)
    shown = preview(state, movement_events.MoveUnit("u"), UNION, answer)
    assert shown is not None
    assert (shown.end.x, shown.end.y, shown.reasons) == (30.0, 18.0, ())
    assert len(shown.parts) == 4
    assert [row.label for row in shown.costs] == ["allowance", "left", "walked"]


@clause("order-cards.move.terrain-table")
def test_a_preview_prices_what_the_move_crosses() -> None:
    ground = field(area("rough", 20, 12, 40, 14))
    state = position(foot("u", UNION, 4, 30, 10), *reserves(), card="advance", ground=ground)
    shown = preview(state, movement_events.MoveUnit("u"), UNION, Marched((forward(6.0),)))
    assert shown is not None
    assert ("rough", "−2″") in [(row.label, row.value) for row in shown.costs]
    assert "rough" not in [row.label for row in shown.crosses], "told once"
    too_far = preview(state, movement_events.MoveUnit("u"), UNION, Marched((forward(6.5),)))
    assert too_far is not None
    assert [reason.clause for reason in too_far.reasons] == ["order-cards.move.card-distance"]


@clause("order-cards.move.fixed-moves")
def test_officers_and_guns_by_hand() -> None:
    state = position(general("g", UNION, 10, 10), guns("b", UNION, 2, 30, 10), *reserves(), card="march")
    assert propose(state, command_events.MoveOfficer("g"), UNION, at(40, 10)) == Marched((leg(26.0, 10.0),))
    ridden = preview(state, command_events.MoveOfficer("g"), UNION, Marched((leg(26.5, 10.0),)))
    assert ridden is not None
    assert [reason.clause for reason in ridden.reasons] == ["order-cards.move.fixed-moves"]
    pushed = propose(state, movement_events.MoveUnit("b"), UNION, at(30, 20))
    assert isinstance(pushed, Marched)
    shown = preview(state, movement_events.MoveUnit("b"), UNION, pushed)
    assert shown is not None
    assert (shown.end.y, shown.reasons) == (12.0, ())


def test_a_column_follows_its_head_and_a_crowd_goes_any_way() -> None:
    column = foot("u", UNION, 4, 30, 10, formation="column-of-march")
    crowd = foot("v", UNION, 4, 50, 10, disordered=True)
    state = position(column, crowd, *reserves(), card="march")
    ends = {}
    for unit, goal in (("u", at(40, 20)), ("v", at(45, 12, 90))):
        answer = propose(state, movement_events.MoveUnit(unit), UNION, goal)
        assert answer is not None
        shown = preview(state, movement_events.MoveUnit(unit), UNION, answer)
        assert shown is not None
        assert shown.reasons == ()
        ends[unit] = shown.end
    assert (ends["v"].x, ends["v"].y, ends["v"].facing) == (45.0, 12.0, 9000)


@clause("order-cards.setup.deployment")
def test_setting_up() -> None:
    state = changing(position(foot("u", UNION, 4, 0, 0, place=TO_DEPLOY), *reserves()))
    state.zones = ((UNION, ((0.0, 0.0), (72.0, 0.0), (72.0, 12.0), (0.0, 12.0))),)
    step = deployment_events.PlaceUnit("u", "line")
    assert propose(state, step, UNION, at(30, 6)) == Placed(at(30, 6))
    good, bad = preview(state, step, UNION, Placed(at(30, 6))), preview(state, step, UNION, Placed(at(30, 14)))
    assert good is not None
    assert bad is not None
    assert good.reasons == ()
    assert [reason.clause for reason in bad.reasons] == ["order-cards.setup.deployment"]


@clause("order-cards.charge.reach-not-shown")
def test_nothing_is_measured_for_a_unit_that_may_still_charge() -> None:
    pieces = (foot("u", UNION, 6, 30, 16), FOE, *reserves())
    state = position(*pieces, card="charge")
    assert unmeasured(state, state.units[0])
    assert looks(view(state, UNION), "u", None) == ()
    assert (
        preview(state, charge_events.AimCharge("u", "c"), UNION, Assigned((("wheel", "aim"), ("extra", "1")))) is None
    )
    open_handed = position(*pieces, card="charge", premeasure_charges=True)
    assert looks(open_handed, "u", None)
    shown = preview(open_handed, charge_events.AimCharge("u", "c"), UNION, Assigned((("wheel", "aim"), ("extra", "1"))))
    assert shown is not None
    assert ("meets", "falls short") in [(row.label, row.value) for row in shown.crosses]
    assert propose(state, charge_events.DeclareCharge("u"), UNION, at(30, 30)) == Chosen(("c",))
    assert looks(position(*pieces, card="volley"), "u", None)


@clause("order-cards.fire.stands-that-fire")
def test_looks_show_arcs_shots_threats_and_why_not() -> None:
    state = position(foot("u", UNION, 6, 30, 21), FOE, *reserves(), card="volley")
    found = looks(state, "u", None)
    kinds = [one.kind for one in found]
    assert "arc" in kinds
    assert [one.label for one in found if one.kind == "line"] == ["could fire at C: 6 of 6 stands bear, from 8.2″"]
    assert "threat" in kinds
    assert "C8 is 29.5″ away, beyond 10″" in [one.label for one in found if one.kind == "barred"]
    elsewhere = looks(state, "u", at(30, 10))
    assert "line" not in [one.kind for one in elsewhere]


def test_why_a_piece_may_not_be_named() -> None:
    wood = field(area("woods", 20, 24, 40, 34))
    pieces = (foot("u", UNION, 6, 30, 18), foot("f", UNION, 4, 50, 10), FOE, *reserves())
    state = position(*pieces, card="volley", ground=wood)
    said = {piece: why_not(state, fire_events.FireAt("u", ()), piece) for piece in ("f", "c", "c8", "nobody")}
    assert [reason.clause for reason in said["f"]] == ["order-cards.fire.one-target"]
    assert [reason.clause for reason in said["c"]] == ["order-cards.fire.infantry-range"]
    assert said["nobody"] == ()
    near = position(foot("u", UNION, 6, 30, 21), FOE, *reserves(), card="volley", ground=wood)
    assert why_not(near, fire_events.FireAt("u", ()), "c")[0].clause == "order-cards.fire.line-of-sight"
    charging = position(*pieces, card="charge", ground=wood)
    assert why_not(charging, charge_events.DeclareCharge("u"), "c")[0].clause == "order-cards.charge.see-target"
    assert why_not(charging, charge_events.DeclareCharge("u"), "f")[0].clause == "order-cards.charge.who"
    marching = foot("u", UNION, 6, 30, 18, formation="column-of-march")
    play = cards_events.CardInPlay((UNION,))
    fired, rushed = why_not(state, play, "c"), why_not(position(*pieces, card="double-quick"), play, "c")
    assert "allows no charge, and none of your units can fire at C" in fired[0].text
    assert rushed[0].text == "The card Double Quick allows neither fire nor charges."
    assert why_not(position(marching, *pieces[1:], card="re-supply"), play, "u")[0].clause == "order-cards.cards.deck"
    assert why_not(position(*pieces, card="advance", ground=wood), play, "u") == ()


@clause("order-cards.barrier.move")
def test_a_barrier_is_pushed_as_far_as_it_is_long() -> None:
    line = obstacle("chevaux-de-frise", (28.5, 20.375), (31.5, 20.375))
    state = position(foot("u", UNION, 4, 30, 20), *reserves(), ground=field(line), card="hold")
    answer = propose(state, barriers_events.ShiftBarrier("u"), UNION, at(30, 40))
    assert isinstance(answer, Marched)
    assert (round(answer.manoeuvres[0].x, 6), round(answer.manoeuvres[0].y, 6)) == (0.0, 3.0)
    shown = preview(state, barriers_events.ShiftBarrier("u"), UNION, answer)
    assert shown is not None
    assert shown.reasons == ()
