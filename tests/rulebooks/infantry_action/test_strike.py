"""Where a charge strikes: what is offered, what a hand may draw, how lines come together, and with what chances."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from roundtop.battle.forms import Chosen, Marched
from roundtop.battle.protocol import Forecast
from roundtop.dice.sources import Seeded
from roundtop.rulebooks.infantry_action.charge.events import ContactMade
from roundtop.rulebooks.infantry_action.charge.odds import FARES
from roundtop.rulebooks.infantry_action.charge.paths import Plan, by_hand, strikes
from roundtop.rulebooks.infantry_action.field import stand_at, unit_of
from roundtop.rulebooks.infantry_action.melee.rule import resolve
from roundtop.rulebooks.infantry_action.melee.table import combat_of, partners
from roundtop.rulebooks.infantry_action.morale.rule import decided
from roundtop.rulebooks.infantry_action.state import State
from roundtop.table.path import about_face, forward, glide, pivot, shift, wheel
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    EAST,
    SOUTH,
    UNION,
    Table,
    charge_home,
    guns,
    line,
    position,
    reserves,
    table,
)
from tests.rulebooks.infantry_action.test_forecast import chances, told


def aslant(**rest: Any) -> Table:
    """Ten stands that may charge ten others 5 in to their right and 8 in ahead."""
    return table(
        line("a", UNION, 10, 30, 20, order="charge"),
        line("x", CONFEDERATE, 10, 35, 29, SOUTH, order="hold"),
        *reserves(),
        **rest,
    )


def labels(played: Table) -> list[str]:
    return [way.label for way in played.form.ways]


@clause("infantry-action.charge.path")
@clause("infantry-action.combat.pairing")
def test_the_offers_tell_how_many_stands_fight_and_any_of_them_is_taken() -> None:
    played = aslant().choose("a").name("x")
    assert played.asked == (UNION, "strike", "a")
    # Straight ahead five stands meet five; every wheel to the right brings up more.
    assert "front, 5 stands fight, 1 of theirs outflanked, 1 of ours outflanked" in labels(played)
    most = max(int(label.split()[1]) for label in labels(played))
    assert labels(played)[0].startswith(f"front, {most} stands fight")
    assert most > 5
    for way in played.form.ways:
        went = aslant().choose("a").name("x").strike(*way.manoeuvres).until("activate")
        assert went.unit("a").pose == way.end
        combat = combat_of(went.state, tuple(partners(went.state, "a")))
        assert len(combat.pairs) == int(way.label.split()[1])


@clause("infantry-action.charge.path")
def test_any_lawful_wheel_drawn_by_hand_is_taken() -> None:
    played = aslant().choose("a").name("x").strike(pivot(1234, 4.5, 0.0), forward(3))
    assert played.until("activate").last(ContactMade).fights[0].defender == "x", "it goes on until it touches"
    assert aslant().choose("a").name("x").strike(wheel(1234, "right"), forward(12)).asked[1] == "dominoes"
    assert aslant().choose("a").name("x").strike(forward(12)).asked[1] == "dominoes"


@clause("infantry-action.charge.path")
@pytest.mark.parametrize(
    ("drill", "reason"),
    [
        ((), "charge.path"),
        ((about_face(), forward(9)), ""),
        ((pivot(4600, 4.5, 0.0), forward(9)), "charge.path"),
        ((pivot(2000, -4.5, 0.0), forward(9)), "charge.path"),
        ((wheel(2000, "left"), forward(9)), "charge.path"),
        ((pivot(1000, 4.5, 0.0), pivot(1000, 4.5, 0.0), forward(9)), "charge.path"),
        ((forward(4), pivot(1000, 4.5, 0.0), forward(4)), "charge.path"),
    ],
)
def test_a_charge_is_one_wheel_at_its_start_and_straight_ahead(drill: tuple[Any, ...], reason: str) -> None:
    assert aslant().choose("a").name("x").no_march(*drill) == [reason]


@clause("infantry-action.movement.charge")
def test_a_wheel_counts_towards_the_12_inches() -> None:
    # The enemy is 10 in off; 30 degrees cost the outer stand 4.71 in, and he is not before it.
    far = table(line("a", UNION, 10, 30, 20, order="charge"), line("x", CONFEDERATE, 2, 34, 31, SOUTH), *reserves())
    assert far.choose("a").name("x").no_march(pivot(3000, 4.5, 0.0), forward(12)) == ["movement.charge"]
    assert far.strike(forward(12)).asked[1] == "dominoes"


@clause("infantry-action.charge.flank-or-rear")
def test_the_offers_tell_front_flank_and_rear_apart() -> None:
    def offered(facing: float) -> tuple[str, str]:
        played = table(
            line("a", CONFEDERATE, 5, 24, 20, EAST, order="charge"),
            line("x", UNION, 6, 34, 20, facing, order="hold"),
            *reserves(),
            first=CONFEDERATE,
        ).choose("a")
        label = played.form.items[0].label
        return label, labels(played.name("x"))[0]

    assert offered(0)[0] == "X (flank, up to 5 stands)"
    assert offered(0)[1] == "flank, 5 stands fight, 5 of theirs outflanked"
    assert offered(90)[0] == "X (rear, up to 5 stands)"
    assert offered(270)[0] == "X (front, up to 5 stands)"


def far_apart(state: State, plan: Plan) -> float:
    """How far the stand that goes farthest comes to stand from where it began."""
    unit = unit_of(state, "a")
    ends = [
        (*stand_at(unit.pose, unit.stands, n, state.settings), *stand_at(plan.end, unit.stands, n, state.settings))
        for n in range(1, unit.stands + 1)
    ]
    return max(hypot(bx - ax, by - ay) for ax, ay, bx, by in ends)


@clause("infantry-action.charge.path", 2)
def test_lining_up_takes_no_stand_farther_than_a_charge_may_go() -> None:
    # The near corner is 9 in off; swung parallel the far end would stand 15 in from where it began.
    for x, y, facing in ((30, 30, 240), (33, 31, 225), (26, 31, 135), (30, 31.5, 200)):
        state = position(line("a", UNION, 10, 30, 20), line("x", CONFEDERATE, 8, x, y, facing))
        for plan in strikes(state, unit_of(state, "a"), unit_of(state, "x")):
            assert plan.flank or far_apart(state, plan) <= 12.01
    near = position(line("a", UNION, 10, 30, 20), line("x", CONFEDERATE, 8, 30, 28, 200))
    assert strikes(near, unit_of(near, "a"), unit_of(near, "x"))
    swung = position(line("a", UNION, 10, 30, 20), line("x", CONFEDERATE, 2, 34.5, 32, 225))
    found = by_hand(swung, unit_of(swung, "a"), unit_of(swung, "x"), (forward(12),))
    assert not isinstance(found, Plan)
    assert found[0].text == "There is no room to line up with X within the 12″ of a charge."


@clause("infantry-action.charge.no-target")
def test_a_charge_that_reaches_nobody_does_not_turn() -> None:
    def far() -> Table:
        return table(
            line("a", UNION, 4, 20, 20, order="charge"),
            line("x", CONFEDERATE, 4, 35, 30, SOUTH, order="hold"),
            *reserves(),
        ).choose("a")

    assert far().asked[1] == "advance"
    assert far().refusal(Marched((about_face(),))) != []
    assert far().refusal(Marched((about_face(), forward(4)))) != []
    assert far().refusal(Marched((pivot(3000, 1.5, 0.0), forward(4)))) != []
    assert far().no_march(glide(3), shift(0, 2)) == ["charge.no-target"], "a detour that ends in the lane"
    assert far().march(shift(3, 2), shift(6, 4)).pose("a") == (29, 26, 0)
    assert all(way.end.facing == 0 for way in far().form.ways)


def joined() -> Table:
    """Two stands charge a line that another unit has charged already; the first charger is to be charged itself."""
    played = table(
        line("a", UNION, 2, 34, 20, order="charge"),
        line("b", UNION, 2, 38, 20, order="charge"),
        line("x", CONFEDERATE, 4, 36, 28, SOUTH, order="hold"),
        *reserves(),
    )
    return charge_home(played, "a", "x").choose("b")


def played_out(played: Table, one: str, other: str, seeds: int = 400) -> dict[str, float]:
    """How often the combat in which a unit is now came out how, with seeded dominoes."""
    combat = combat_of(played.state, tuple(partners(played.state, one)))
    ids = [fighter.id for fighter in combat.fighters]
    counts: dict[str, float] = {}
    for seed in range(seeds):
        found = decided(combat, resolve(combat, Seeded(f"strike {seed}")).lost)
        own, his = FARES[found[ids.index(one)].result], FARES[found[ids.index(other)].result]
        words = f"{unit_of(played.state, one).name} {own}, {unit_of(played.state, other).name} {his}"
        counts[words] = counts.get(words, 0.0) + 1 / seeds
    return counts


def agree(found: Forecast, seen: dict[str, float]) -> None:
    said = chances(found)
    for words in set(said) | set(seen):
        assert said.get(words, 0.0) == pytest.approx(seen.get(words, 0.0), abs=0.08), words


@clause("infantry-action.charge.several-enemies")
def test_the_chances_of_a_second_charge_count_the_first() -> None:
    (found,) = told(joined().name("x"), Marched((forward(12),)))
    after = joined().name("x").strike(forward(12)).until("activate", "orders")
    agree(found, played_out(after, "b", "x"))


@clause("infantry-action.charge.several-enemies")
def test_the_chances_name_charger_and_target_in_that_order_where_the_target_has_charged_too() -> None:
    def countercharged() -> Table:
        played = table(
            line("a", UNION, 4, 36, 20, order="charge"),
            guns("g", CONFEDERATE, 1, 36, 30, SOUTH, order="hold"),
            line("y", CONFEDERATE, 2, 46, 28, 270, order="charge"),
            *reserves(),
            ratings=(1, 1),
        )
        return charge_home(played, "a", "g").choose("y").name("a")

    drill = countercharged().form.ways[0].manoeuvres
    (found,) = told(countercharged(), Marched(drill))
    assert found.title == "Y against A"
    after = countercharged().strike(*drill).until("activate", "orders")
    agree(found, played_out(after, "y", "a"))


@clause("infantry-action.combat.lost-stand")
def test_an_estimate_tells_its_trials_and_what_it_assumes() -> None:
    (found,) = told(aslant().choose("a"), Chosen(("x",)))
    assert not found.exact
    assert "2000 trials, give or take 2.2 %" in found.note
    assert "nobody shoots at the charge or joins the fight" in found.note
    (aimed,) = told(aslant().choose("a").name("x"), Marched((forward(12),)))
    assert chances(aimed) != chances(found), "five stands fight otherwise than more"


@clause("infantry-action.charge.path")
@pytest.mark.parametrize("target", ["x", "g"])
def test_a_charge_that_grazes_a_gun_beside_its_target_is_offered_at_either(target: str) -> None:
    state = position(
        line("a", UNION, 5, 64.03, 42.1, 235.06),
        line("x", CONFEDERATE, 10, 54.7, 38.7, SOUTH),
        guns("g", CONFEDERATE, 1, 58.15, 42, SOUTH),
    )
    found = strikes(state, unit_of(state, "a"), unit_of(state, target))
    assert [sorted([fight.defender for fight in plan.fights]) for plan in found].count(["g", "x"]) >= 1
