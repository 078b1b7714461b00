"""A hand that moves pieces: the way to a place, its cost, and what could be shot from there."""

from __future__ import annotations

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Chosen, Marched, Placed
from roundtop.battles import load
from roundtop.rulebooks.charge_boys import RULEBOOK
from roundtop.rulebooks.charge_boys.orders.events import WriteOrders
from roundtop.rulebooks.charge_boys.preview import HAND, looks
from roundtop.table.path import Manoeuvre, forward
from roundtop.table.pose import Pose
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
    moving,
    obstacle,
    table,
    wood,
)

preview = HAND.preview
propose = HAND.propose


def marched(game: Table, goal: Pose) -> Table:
    """Do what is proposed for a drag to there."""
    answer = propose(game.state, game.battle.agenda[-1], UNION, goal)
    assert isinstance(answer, Marched)
    return game.answer(answer)


def test_a_line_is_brought_as_far_as_it_goes() -> None:
    units = (foot("a", UNION, 24, 36, 20), foot("x", CONFEDERATE, 24, 36, 40, SOUTH))
    assert marched(moving(*units), Pose(36.0, 22.25, 0)).pose("a") == (36, 22.25, 0)
    assert marched(moving(*units), Pose(36.0, 45.0, 0)).pose("a") == (36, 25.25, 0)
    assert marched(moving(*units), Pose(36.0, 18.0, 0)).pose("a") == (36, 18.0, 0)
    turned = marched(moving(*units), Pose(40.0, 24.0, 4000))
    assert turned.pose("a")[2] > 0
    loose = moving(foot("a", UNION, 6, 36, 20, formation="skirmish"), units[1])
    assert marched(loose, Pose(40.0, 24.0, 9000)).pose("a") == (40, 24, 90)
    battery = moving(guns("a", UNION, 2, 36, 20), units[1])
    assert marched(battery, Pose(36.0, 19.0, 3000)).unit("a").guns[0].pose.facing == 3000


@clause("charge-boys.terrain.half-turn-arithmetic")
def test_a_preview_shows_the_price_line_by_line() -> None:
    ground = field(wood(20, 22, 60, 30), obstacle("fence", (20, 21), (60, 21)))
    game = moving(foot("a", UNION, 24, 36, 20), foot("x", CONFEDERATE, 24, 36, 40, SOUTH), ground=ground)
    found = preview(game.state, game.battle.agenda[-1], UNION, Marched((forward(2.5),)))
    assert found is not None
    assert [(row.label, row.value) for row in found.costs] == [
        ("1.0″ open", "1.0″"),
        ("fence", "3.0″"),
        ("1.0″ open", "1.0″"),
        ("0.5″ woods", "1.0″"),
        ("allowance used", "6.0″ of 6″"),
    ]
    assert found.reasons == ()
    assert len(found.parts) == 24
    too_far = preview(game.state, game.battle.agenda[-1], UNION, Marched((forward(3.0),)))
    assert too_far is not None
    assert [reason.clause for reason in too_far.reasons] == ["charge-boys.move.infantry-line"]
    formed = preview(game.state, game.battle.agenda[-1], UNION, Marched((Manoeuvre("form", 0.0, 0, "attack-column"),)))
    assert formed is not None
    assert formed.costs[0].value == "the whole turn"


def test_generals_charges_and_places() -> None:
    units = (foot("a", UNION, 24, 36, 20), foot("x", CONFEDERATE, 24, 36, 29, SOUTH))
    game = table(*units, generals=(general("g", UNION, 36, 8),))
    charge = propose(game.state, game.battle.agenda[-1], UNION, Pose(36.0, 30.0, 0))
    assert charge == Chosen(("a:x",))
    way = preview(game.state, game.battle.agenda[-1], UNION, Chosen(("a:x",)))
    assert way is not None
    assert way.costs[0].value == "9.0″"
    ride = game.choose("done").choose("g")
    assert propose(ride.state, ride.battle.agenda[-1], UNION, Pose(36.0, 18.5, 0)) == Marched(
        (Manoeuvre("join", 0.0, 0, "a"),)
    )
    away = propose(ride.state, ride.battle.agenda[-1], UNION, Pose(20.0, 8.0, 0))
    assert isinstance(away, Marched)
    assert away.manoeuvres[0].kind == "leg"


def test_what_could_be_seen_and_shot_from_a_place() -> None:
    units = (foot("a", UNION, 24, 36, 10), foot("x", CONFEDERATE, 24, 36, 45, SOUTH, weapon="smoothbore-musket"))
    game = table(*units)
    here = looks(game.state, "a", None)
    assert [one.kind for one in here] == ["arc", "arc", "arc"]
    nearer = looks(game.state, "a", Pose(36.0, 32.0, 0))
    assert {"line", "threat"} <= {one.kind for one in nearer}
    assert looks(game.state, "nobody", None) == ()
    battery = table(guns("a", UNION, 2, 36, 10), units[1])
    assert {"arc", "line"} == {one.kind for one in looks(battery.state, "a", None)}


@clause("charge-boys.orders.vocabulary")
def test_orders_are_written_by_dragging() -> None:
    units = (foot("a", UNION, 24, 36, 10), foot("x", CONFEDERATE, 24, 36, 40, SOUTH))
    game = table(*units, phases=("orders", "movement"), turn_mode="written-orders")
    now = game.battle.agenda[-1]
    assert isinstance(now, WriteOrders)
    order = propose(game.state, now, UNION, Pose(36.0, 12.25, 0))
    assert order == Marched((forward(3.0),))
    assert isinstance(order, Marched)
    shown = preview(game.state, now, UNION, order)
    assert shown is not None
    assert shown.end == Pose(36.0, 12.25, 0)


@clause("charge-boys.orders.writing")
@pytest.mark.parametrize("hand", [Pose(36.0, 12.0, 0), Pose(36.0, 38.0, 18000)], ids=["near a", "near x"])
def test_two_who_write_at_once_are_each_shown_their_own_units(hand: Pose) -> None:
    men = {"a": 24, "b": 18, "x": 30}
    units = (foot("a", UNION, 24, 36, 10), foot("b", UNION, 18, 60, 10), foot("x", CONFEDERATE, 30, 36, 40, SOUTH))
    game = table(*units, phases=("orders", "movement"), turn_mode="written-orders")
    stride = Marched((forward(3.0),))

    def shown(player: str) -> set[int]:
        """How many men there are in what a player is shown, wherever his hand is."""
        view, now = RULEBOOK.view(game.state, player), game.battle.agenda[-1]
        assert isinstance(now, WriteOrders)
        offered = propose(view, now, player, hand)
        assert offered is not None
        found = [preview(view, now, player, answer) for answer in (stride, offered)]
        return {len(one.parts) for one in found if one is not None}

    assert (shown(UNION), shown(CONFEDERATE)) == ({men["a"]}, {men["x"]})
    game.answer(stride, (), UNION)
    assert (shown(UNION), shown(CONFEDERATE)) == ({men["b"]}, {men["x"]})
    game.answer(stride, (), CONFEDERATE)
    assert shown(UNION) == {men["b"]}
    now = game.battle.agenda[-1]
    for nobody in (CONFEDERATE, "", "france"):
        assert propose(game.state, now, nobody, hand) is None
        assert preview(game.state, now, nobody, stride) is None


def test_setting_down_is_shown_with_what_is_against_it() -> None:
    begun = engine.begin(RULEBOOK, load("parade-ground"), {})
    game = Table(begun.state, *reversed(begun.agenda), dice=(2, 5)).choose("1st-union").choose("line")
    goal = Pose(60.0, 40.0, 0)
    assert propose(game.state, game.battle.agenda[-1], UNION, goal) == Placed(goal)
    outside = preview(game.state, game.battle.agenda[-1], UNION, Placed(goal))
    assert outside is not None
    assert [reason.clause for reason in outside.reasons] == ["charge-boys.setup.deployment"]
    inside = preview(game.state, game.battle.agenda[-1], UNION, Placed(Pose(60.0, 10.0, 0)))
    assert inside is not None
    assert (inside.reasons, len(inside.parts)) == ((), 27)
