"""Written orders: kept secret, turned up together, carried out in impulses, collisions settled as ruled."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.engine import asked
from roundtop.battle.forms import Chosen, Marched
from roundtop.rulebooks.charge_boys import RULEBOOK
from roundtop.rulebooks.charge_boys.charge.events import ChargeFell
from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.melee.events import ContactMade
from roundtop.rulebooks.charge_boys.morale.events import MoraleTested
from roundtop.rulebooks.charge_boys.movement.events import Moved
from roundtop.rulebooks.charge_boys.orders.events import ImpulseMade, OrdersRevealed, OrderWritten, Strode
from roundtop.rulebooks.charge_boys.orders.table import HOLD
from roundtop.rulebooks.charge_boys.state import SECRET, Unit
from roundtop.rulebooks.charge_boys.views import seen, view
from roundtop.table.path import Manoeuvre, forward, leg
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    field,
    foot,
    general,
    guns,
    horse,
    obstacle,
    table,
)

Order = tuple[Manoeuvre, ...]


def charge(target: str) -> Order:
    return (Manoeuvre("charge", 0.0, 0, target),)


def calm(id: str, side: str, figures: int, x: float, y: float, facing: float = 0, **fields: Any) -> Unit:
    mettle = {"first_shot": "successful", **fields.pop("mettle", {})}
    return foot(id, side, figures, x, y, facing, mettle=mettle, has_fired=True, **fields)


def writing(*units: Unit, **rest: Any) -> Table:
    return table(*units, phases=("orders", "movement"), turn_mode="written-orders", **rest)


def written(table: Table, dice: tuple[int, ...] = (), **orders: Order) -> Table:
    """Write these orders, everybody else's being to hold, and turn them up."""
    while table.asked[1] in ("order", "seal"):
        players = asked(RULEBOOK, table.battle)
        if table.asked[1] == "seal":
            table.answer(Chosen(("done",)), dice if len(players) == 1 else ())
        else:
            table.answer(Marched(orders.get(table.asked[2], HOLD)))
    return table


def ordered(*units: Unit, orders: dict[str, Order], dice: tuple[int, ...] = (), **rest: Any) -> Table:
    return written(writing(*units, **rest), dice, **orders)


# ---- writing


@clause("charge-boys.orders.writing")
def test_orders_are_secret_until_all_are_written() -> None:
    game = writing(calm("a", UNION, 24, 36, 10), calm("x", CONFEDERATE, 24, 36, 40, SOUTH))
    assert asked(RULEBOOK, game.battle) == (UNION, CONFEDERATE)
    game.answer(Marched((forward(3),)), (), UNION)
    assert game.unit("a").order == (forward(3),)
    assert view(game.state, CONFEDERATE).units[0].order == SECRET
    assert view(game.state, UNION).units[0].order == (forward(3),)
    event = game.last(OrderWritten)
    hidden = seen(event, CONFEDERATE)
    assert isinstance(hidden, OrderWritten)
    assert hidden.order == SECRET
    assert not game.all(OrdersRevealed)
    written(game)
    assert dict(game.last(OrdersRevealed).orders)["a"] == (forward(3),)
    assert view(game.state, CONFEDERATE).units[0].order == (forward(3),)


@clause("charge-boys.orders.writing")
def test_orders_can_be_written_anew_before_they_stand() -> None:
    game = writing(calm("a", UNION, 24, 36, 10), calm("x", CONFEDERATE, 24, 36, 40, SOUTH))
    game.answer(Marched((forward(3),)), (), UNION)
    game.answer(Chosen(("a",)), (), UNION)
    game.answer(Marched((forward(5),)), (), UNION)
    assert game.unit("a").order == (forward(5),)
    assert game.decision.kind == "seal"


@clause("charge-boys.orders.vocabulary")
def test_what_an_order_may_say() -> None:
    game = writing(
        calm("a", UNION, 24, 36, 10), calm("s", UNION, 6, 10, 10, formation="skirmish"), guns("g", UNION, 1, 60, 10),
        calm("x", CONFEDERATE, 24, 36, 21, SOUTH), generals=(general("h", UNION, 50, 5),),
    )  # fmt: skip
    assert {"hold", "forward", "back", "charge-x", "form-attack-column"} <= set(game.keys)
    assert game.refusal(Marched(())) == ["orders.vocabulary"]
    assert game.refusal(Marched((forward(7),))) == ["move.infantry-line"]
    assert game.refusal(Marched((*charge("x"), forward(1)))) == ["orders.vocabulary"]
    assert game.refusal(Marched(charge("nobody"))) == ["charge.declare"]
    assert game.refusal(Marched((*HOLD, forward(1)))) == ["orders.vocabulary"]
    game.answer(Marched(HOLD), (), UNION)
    assert "stand" in game.keys
    game.answer(Marched((Manoeuvre("stand"),)), (), UNION)
    assert "form-limbered" in game.keys
    game.answer(Marched(HOLD), (), UNION)
    assert game.decision.about == "h"
    game.answer(Marched((leg(50, 10),)), (), UNION)
    written(game)
    assert game.state.generals[0].pose.y == 10


@clause(
    "charge-boys.orders.default",
)
def test_units_that_can_only_hold_are_not_asked() -> None:
    game = writing(
        calm("a", UNION, 24, 36, 10, mettle={"state": "halted", "by": "other", "retest": 2}),
        calm("b", UNION, 24, 10, 10, mettle={"disordered": True}),
        calm("c", UNION, 24, 60, 10), calm("x", CONFEDERATE, 24, 36, 40, SOUTH),
    )  # fmt: skip
    assert game.decision.about == "c"
    done = written(game, c=(forward(6),))
    assert dict(done.last(OrdersRevealed).orders)["a"] == HOLD
    assert done.pose("c")[1] == 15.25


# ---- impulses


@clause("charge-boys.orders.resolution", 1, 2)
def test_each_impulse_is_a_twelfth_of_the_path() -> None:
    line = ordered(calm("a", UNION, 24, 36, 10), calm("x", CONFEDERATE, 24, 36, 40, SOUTH), orders={"a": (forward(6),)})
    places = [dict(event.places)["a"].y for event in line.all(ImpulseMade)]
    assert places[0] == pytest.approx(9.25 + 0.5)
    assert places[-1] == 15.25
    assert len(places) == 12
    rider = horse("a", UNION, 12, 36, 10, formation="cavalry-column")
    nine = ordered(rider, calm("x", CONFEDERATE, 24, 36, 44, SOUTH), orders={"a": (forward(9),)})
    first = dict(nine.all(ImpulseMade)[0].places)["a"].y
    assert first - rider.pose.y == pytest.approx(0.75)
    four = ordered(
        calm("a", UNION, 24, 36, 10), calm("x", CONFEDERATE, 24, 36, 40, SOUTH), orders={"a": (forward(6),)}, impulses=4
    )
    assert len(four.all(ImpulseMade)) == 4
    ended = four.last(Moved)
    assert (ended.cause, ended.start.y, ended.end.y, ended.advanced) == ("ordered", 9.25, 15.25, True)


@clause("charge-boys.orders.enemy-collision", 1)
def test_enemies_who_meet_stop_an_inch_apart() -> None:
    met = ordered(
        calm("a", UNION, 24, 36, 10), calm("x", CONFEDERATE, 24, 36, 19, SOUTH),
        orders={"a": (forward(6),), "x": (forward(6),)},
    )  # fmt: skip
    assert met.pose("a")[1] == pytest.approx(9.25 + 4, abs=0.02)
    assert met.gap("a", "x") == pytest.approx(1.0, abs=0.02)
    alone = ordered(
        calm("a", UNION, 24, 36, 10), calm("x", CONFEDERATE, 24, 36, 14, SOUTH), orders={"a": (forward(6),)}
    )
    assert alone.gap("a", "x") == pytest.approx(1.0, abs=0.02)


@clause("charge-boys.orders.enemy-collision")
def test_skirmishers_stop_at_three_inches_and_fall_back() -> None:
    loose = calm("a", UNION, 6, 36, 10, formation="skirmish")
    stopped = ordered(loose, calm("x", CONFEDERATE, 24, 36, 15, SOUTH), orders={"a": (forward(6),)})
    assert stopped.gap("a", "x") == pytest.approx(3.0, abs=0.02)
    both = ordered(
        calm("a", UNION, 6, 36, 20, formation="skirmish"), calm("x", CONFEDERATE, 24, 36, 27, SOUTH),
        orders={"x": (forward(6),)},
    )  # fmt: skip
    assert both.gap("a", "x") == pytest.approx(3.0, abs=0.02)
    assert [event.cause for event in both.all(Moved) if event.unit == "a"] == ["keep-distance"]


@clause("charge-boys.orders.friend-collision")
def test_the_cheaper_path_has_the_right_of_way() -> None:
    short = calm("a", UNION, 6, 36, 10, ranks=1)
    crossing = calm("b", UNION, 6, 31, 12.2, 90, ranks=1)
    crossed = ordered(
        short, crossing, calm("x", CONFEDERATE, 24, 36, 44, SOUTH), orders={"a": (forward(3),), "b": (forward(6),)}
    )
    assert crossed.pose("a")[1] == pytest.approx(9.62 + 3, abs=0.02)
    assert crossed.pose("b")[0] < 36.0
    assert crossed.gap("a", "b") >= 0.0


@clause("charge-boys.orders.resolution")
@clause("charge-boys.formation.full-turn-no-fire")
def test_actions_are_complete_after_the_last_impulse() -> None:
    form = (Manoeuvre("form", 0.0, 0, "attack-column"),)
    done = ordered(calm("a", UNION, 24, 36, 10), calm("x", CONFEDERATE, 24, 36, 40, SOUTH), orders={"a": form})
    assert (done.unit("a").formation, done.unit("a").turn.busy) == ("attack-column", True)
    walled = field(obstacle("fence", (20, 12), (60, 12)))
    over = ordered(
        calm("a", UNION, 24, 36, 10),
        calm("x", CONFEDERATE, 24, 36, 40, SOUTH),
        orders={"a": (forward(3),)},
        ground=walled,
    )
    assert over.pose("a")[1] == pytest.approx(12.25, abs=0.02)


# ---- charges


@clause("charge-boys.orders.charge-moving-target", 1)
def test_a_target_that_withdraws_may_be_out_of_reach() -> None:
    ran = ordered(
        calm("a", UNION, 24, 36, 10), calm("x", CONFEDERATE, 24, 36, 18, SOUTH, weapon="none"),
        orders={"a": charge("x"), "x": (forward(-3),)}, dice=(5, 6, 4),
    )  # fmt: skip
    assert ran.unit("a").turn.full_reach == 10.0
    assert ran.gap("a", "x") == pytest.approx(1.0, abs=0.1)
    assert ran.last(ChargeFell).cause == "short"
    assert ran.all(Strode)


@clause("charge-boys.orders.resolution")
@clause("charge-boys.orders.charge-moving-target")
def test_closing_fire_falls_at_the_moment_of_contact() -> None:
    home = ordered(
        calm("a", UNION, 24, 36, 10),
        calm("x", CONFEDERATE, 24, 36, 18, SOUTH),
        orders={"a": charge("x")},
        dice=(5, 6, 4),
    )
    assert home.asked == (CONFEDERATE, "closing", "x")
    home.choose("fire", dice=(1, 1, 1, 2, 3, 5))
    assert home.last(Fired).mode == "closing"
    assert home.last(ContactMade).fight.a == "a"


@clause("charge-boys.orders.mutual-charge", 1)
def test_two_that_charge_each_other_meet_between() -> None:
    met = ordered(
        foot("a", UNION, 24, 36, 10, mettle={"first_shot": "successful"}),
        foot("x", CONFEDERATE, 24, 36, 20, SOUTH, mettle={"first_shot": "successful"}),
        orders={"a": charge("x"), "x": charge("a")}, dice=(3, 3, 4, 4),
    )  # fmt: skip
    assert [event.total for event in met.all(MoraleTested)] == [5, 5]
    fight = met.last(ContactMade).fight
    assert (fight.a_impetus, fight.b_impetus) == (True, True)
    assert not met.all(Fired)
    assert len(met.all(ContactMade)) == 1
    assert met.unit("a").turn.impetus
    assert met.unit("x").turn.impetus
    balked = ordered(
        calm("a", UNION, 24, 36, 10), calm("x", CONFEDERATE, 24, 36, 20, SOUTH),
        orders={"a": charge("x"), "x": charge("a")}, dice=(1, 5, 3),
    )  # fmt: skip
    assert balked.unit("a").turn.met == "gives-way"


@clause("charge-boys.orders.mutual-charge")
@pytest.mark.parametrize("gap", [2.0, 4.3, 6.1, 9.0, 11.5])
def test_two_that_charge_each_other_fight_once_whatever_the_distance(gap: float) -> None:
    met = ordered(
        calm("a", UNION, 24, 36, 10),
        calm("x", CONFEDERATE, 24, 36, 10 + gap, SOUTH),
        orders={"a": charge("x"), "x": charge("a")},
        dice=(5, 5, 6, 6),
    )
    (contact,) = met.all(ContactMade)
    assert (contact.fight.a_impetus, contact.fight.b_impetus) == (True, True)
    assert len(met.state.fights) == 1


@clause("charge-boys.formation.full-turn-no-fire")
@clause("charge-boys.charge.closing-fire")
def test_a_unit_ordered_to_form_does_not_fire_as_a_charge_closes() -> None:
    form = Manoeuvre("form", 0.0, 0, "attack-column")
    a, x = calm("a", UNION, 24, 36, 20), calm("x", CONFEDERATE, 24, 36, 26, SOUTH)
    struck = ordered(a, x, orders={"a": charge("x"), "x": (form,)}, dice=(5, 5, 4))
    assert struck.all(ContactMade)
    assert not struck.all(Fired)
    stands = ordered(calm("a", UNION, 24, 36, 20), calm("x", CONFEDERATE, 24, 36, 26, SOUTH), orders={"a": charge("x")},
                     dice=(5, 5, 4))  # fmt: skip
    assert stands.asked == (CONFEDERATE, "closing", "x")


@clause("charge-boys.orders.morale-overrides")
def test_a_result_beats_an_order() -> None:
    """The target of a charge was ordered forward, but retires before it and drops the rest of its order."""
    broken = ordered(
        calm("a", UNION, 24, 36, 20), calm("x", CONFEDERATE, 18, 36, 29, SOUTH, weapon="none"),
        orders={"a": charge("x"), "x": (forward(3),)}, dice=(5, 2, 1),
    )  # fmt: skip
    assert broken.unit("x").turn.compelled
    assert broken.pose("x")[1] == pytest.approx(29.75 + 6, abs=0.05)


@clause("charge-boys.orders.vocabulary")
def test_skirmishers_evade_unless_ordered_to_stand() -> None:
    loose = foot("a", UNION, 6, 36, 20, formation="skirmish", mettle={"first_shot": "successful"})
    x = foot("x", CONFEDERATE, 6, 36, 26, SOUTH, formation="skirmish", weapon="none")
    away = ordered(loose, x, orders={"a": charge("x")}, dice=(5, 3))
    assert away.unit("x").turn.met == "evades"
    x = foot("x", CONFEDERATE, 6, 36, 26, SOUTH, formation="skirmish", weapon="none")
    stood = ordered(loose, x, orders={"a": charge("x"), "x": (Manoeuvre("stand"),)}, dice=(5, 6))
    assert stood.unit("x").turn.met == "stands"
