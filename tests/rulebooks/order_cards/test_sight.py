"""Who sees whom at the table: ground, woods, corn, units in the way, and whom firing gives away."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.rulebooks.order_cards.cards.events import TurnEnded
from roundtop.rulebooks.order_cards.cover.table import cover_of
from roundtop.rulebooks.order_cards.events import apply
from roundtop.rulebooks.order_cards.field import block, unit_of
from roundtop.rulebooks.order_cards.fire.aim import _in_arc_and_sight, aim_at, enfiladed, firing_stands, weapon_row
from roundtop.rulebooks.order_cards.fire.events import Fired
from roundtop.rulebooks.order_cards.fire.rule import longest
from roundtop.rulebooks.order_cards.sight.table import known_enemies, lane_between, sees, stands_of
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.footprint import gap
from roundtop.table.measure import within
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    EAST,
    SOUTH,
    UNION,
    WEST,
    area,
    field,
    foot,
    general,
    guns,
    hill,
    horse,
    obstacle,
    position,
    reserves,
    table,
)


def seen(state: State, one: str = "a", other: str = "x") -> bool:
    return sees(state, unit_of(state, one), unit_of(state, other))


def facing(distance: float, *things: Any, **fields: Any) -> State:
    """A Union line, and a Confederate one so many inches north of it."""
    pair = foot("a", UNION, 6, 30, 10), foot("x", CONFEDERATE, 6, 30, 10.75 + distance, SOUTH, **fields)
    return position(*pair, ground=field(*things))


# ---- units and heights in the way


@clause("order-cards.fire.line-of-sight", 1, 2)
def test_a_battery_on_a_hill_fires_over_friends_far_enough_off() -> None:
    ground = field(hill(1, 0, 0, 72, 12))
    battery = guns("a", UNION, 3, 30, 10)
    foe = foot("x", CONFEDERATE, 6, 30, 31, SOUTH)
    far = position(battery, foot("b", UNION, 8, 30, 16, formation="line"), foe, ground=ground)
    assert seen(far)
    assert aim_at(far, unit_of(far, "a"), unit_of(far, "x"), False).eligible == 3
    near = position(battery, foot("b", UNION, 8, 30, 12.4), foe, ground=ground)
    assert not seen(near)
    level = position(battery, foot("b", UNION, 8, 30, 16), foe)
    assert not seen(level)


@clause("order-cards.fire.line-of-sight")
def test_who_blocks_a_view() -> None:
    def between(**fields: Any) -> bool:
        screen = foot("b", CONFEDERATE, 8, 30, 20, SOUTH, **fields)
        return seen(position(foot("a", UNION, 2, 30, 10), screen, foot("x", CONFEDERATE, 2, 30, 28, SOUTH)))

    assert not between()
    assert not between(disordered=True)
    assert between(state="routing", disordered=True)


@clause("order-cards.fire.line-of-sight")
def test_higher_ground_between_blocks() -> None:
    assert not seen(facing(20, hill(1, 0, 18, 72, 22)))
    assert seen(facing(20, hill(1, 0, 0, 72, 40)))


# ---- woods, corn and orchards


@clause("order-cards.visibility.corn-and-orchard-fire", 1)
def test_a_wood_between_hides() -> None:
    assert not seen(facing(9, area("woods", 0, 14, 72, 17)))
    assert not seen(facing(9, area("corn", 0, 14, 72, 17)))
    assert seen(facing(9, area("orchard", 0, 14, 72, 17)))
    assert seen(facing(9))


@pytest.mark.parametrize(("depth", "visible"), [(0.5, True), (3.0, False)])
def test_into_a_wood_from_outside(depth: float, visible: bool) -> None:
    front = 10.75 + 9 - 0.375
    state = facing(9, area("woods", 0, front - depth, 72, 48))
    assert seen(state) is visible
    # Whoever is in the outer four inches looks out.
    assert seen(state, "x", "a")


@clause("order-cards.visibility.fire-reveals", 1)
def test_firing_from_a_wood_gives_a_unit_away_until_it_falls_silent() -> None:
    state = facing(9, area("woods", 0, 16.4, 72, 48))
    assert not seen(state)
    state = apply(state, Fired("x", "a", False, "normal", 100, 1, 0, 1, (), ()))
    assert seen(state)
    state = apply(state, TurnEnded(CONFEDERATE))
    # Through the enemy's card in between, and to the end of its own next one.
    assert seen(state)
    state = apply(state, TurnEnded(UNION))
    assert seen(state)
    state = apply(state, TurnEnded(CONFEDERATE))
    assert not seen(state)


@clause("order-cards.visibility.table")
def test_mounted_men_are_seen_over_corn() -> None:
    corn = area("corn", 0, 16, 72, 48)
    rider = horse("x", CONFEDERATE, 4, 30, 24, SOUTH)
    assert seen(position(foot("a", UNION, 6, 30, 10), rider, ground=field(corn)))
    assert not seen(facing(9, corn))
    assert not seen(position(foot("a", UNION, 6, 30, 2), rider, max_visibility=12.0))


# ---- who may be fired at


@clause("order-cards.fire.one-target")
def test_a_unit_fires_once_at_one_target_not_at_a_melee() -> None:
    foes = foot("x", CONFEDERATE, 6, 27, 17, SOUTH), foot("y", CONFEDERATE, 6, 34, 17, SOUTH)
    begun = table(*reserves(), foot("a", UNION, 6, 30, 10), *foes, card="volley")
    begun.do("a", "fire")
    assert set(begun.keys) == {"x", "double:x", "y", "double:y", "hold-fire"}
    begun.choose("x", dice=[99, 1])
    assert begun.unit("x").circled == 2
    assert "fire" not in begun.deeds("a")


@clause("order-cards.fire.one-target")
def test_a_large_battery_may_divide_its_guns_by_the_house_rule() -> None:
    foes = foot("x", CONFEDERATE, 6, 26, 22, SOUTH), foot("y", CONFEDERATE, 6, 34, 22, SOUTH)
    pieces = (*reserves(), guns("a", UNION, 4, 30, 10), *foes)
    plain = table(*pieces, card="volley")
    plain.do("a", "fire")
    assert not [key for key in plain.keys if key.startswith("split")]
    begun = table(*pieces, card="volley", split_battery_fire=True)
    begun.do("a", "fire")
    # 2 × 80% each: one hit and 60% for another.
    assert [key for key in begun.keys if key.startswith("split")] == ["split:2:x", "split:2:y"]
    begun.choose("split:2:x", dice=[61, 1])
    # Not at the same target again.
    assert begun.keys == ["y", "double:y", "hold-fire"]
    begun.choose("y", dice=[60, 1])
    assert (begun.unit("x").circled, begun.unit("y").circled) == (1, 2)


@clause("order-cards.fire.one-target")
def test_any_split_of_the_guns_with_two_at_either_target() -> None:
    foes = foot("x", CONFEDERATE, 6, 26, 22, SOUTH), foot("y", CONFEDERATE, 6, 34, 22, SOUTH)
    begun = table(*reserves(), guns("a", UNION, 5, 30, 10), *foes, card="volley", split_battery_fire=True)
    begun.do("a", "fire")
    splits = [key for key in begun.keys if key.startswith("split")]
    assert splits == ["split:2:x", "split:2:y", "split:3:x", "split:3:y"]
    # 3 × 80%: two hits and 40%; then 2 × 80%.
    begun.choose("split:3:x", dice=[41, 1])
    begun.choose("y", dice=[61, 1])
    assert (begun.unit("x").circled, begun.unit("y").circled) == (2, 1)
    alone = table(*reserves(), guns("a", UNION, 5, 30, 10), foes[0], card="volley", split_battery_fire=True)
    alone.do("a", "fire")
    assert not [key for key in alone.keys if key.startswith("split")]


@clause("order-cards.fire.stands-that-fire")
def test_arc_is_forty_five_degrees_from_the_corners() -> None:
    def eligible(x: float, y: float) -> int:
        state = position(foot("a", UNION, 6, 30, 10), foot("x", CONFEDERATE, 2, x, y, SOUTH))
        return aim_at(state, unit_of(state, "a"), unit_of(state, "x"), False).eligible

    assert eligible(30, 16) == 6
    assert eligible(36, 14) < 6
    assert eligible(30, 5) == 0


@clause("order-cards.fire.enfilade")
@clause("order-cards.formation.refuse-flank")
def test_enfilade_at_the_table_and_a_refused_wing() -> None:
    target = foot("x", CONFEDERATE, 6, 30, 20, SOUTH)
    rake = foot("a", UNION, 3, 22, 20, EAST)
    state = position(rake, target)
    fronts = aim_at(state, rake, target, False).fronts
    assert enfiladed(state, target, fronts)
    bent = foot("x", CONFEDERATE, 6, 30, 20, SOUTH, wing=2, wing_by=4500)
    assert not enfiladed(state, bent, fronts)
    assert not enfiladed(state, foot("x", CONFEDERATE, 6, 30, 20, SOUTH, disordered=True), fronts)
    assert not enfiladed(state, foot("x", CONFEDERATE, 2, 30, 20, SOUTH), fronts)


@clause("order-cards.save.procedure")
@clause("order-cards.save.enfilade-no-save")
def test_cover_counts_where_the_fire_crosses_it() -> None:
    wall = obstacle("wall", (20, 19), (40, 19))
    target = foot("x", CONFEDERATE, 6, 30, 20, SOUTH)
    state = position(target, ground=field(wall))
    assert cover_of(state, target, [(30.0, 12.0)]) == ("wall",)
    assert cover_of(state, target, [(30.0, 30.0)]) == ()
    far = foot("x", CONFEDERATE, 6, 30, 20.6, SOUTH)
    assert cover_of(position(far, ground=field(wall)), far, [(30.0, 12.0)]) == ()
    wood = position(target, ground=field(area("woods", 20, 18, 40, 25)))
    assert cover_of(wood, target, [(30.0, 30.0)]) == ("woods",)


# ---- known enemies


@clause("order-cards.morale.known-enemy")
def test_known_are_those_seen_and_those_that_fired() -> None:
    wood = field(area("woods", 0, 20, 72, 48))
    pieces = foot("a", UNION, 6, 30, 10), foot("x", CONFEDERATE, 6, 30, 26, SOUTH)
    hidden = position(*pieces, ground=wood)
    assert known_enemies(hidden, UNION) == []
    active = position(pieces[0], foot("x", CONFEDERATE, 6, 30, 26, SOUTH, active=1), ground=wood)
    assert [foe.id for foe in known_enemies(active, UNION)] == ["x"]
    open_field = position(*pieces)
    assert [foe.id for foe in known_enemies(open_field, UNION)] == ["x"]
    routing = position(pieces[0], foot("x", CONFEDERATE, 6, 30, 26, SOUTH, state="routing", disordered=True))
    assert known_enemies(routing, UNION) == []
    scout = position(general("chief", UNION, 30, 18), foot("x", CONFEDERATE, 6, 30, 26, WEST))
    assert [foe.id for foe in known_enemies(scout, UNION)] == ["x"]


# ---- the quick no


def plain_aim(state: State, unit: Unit, target: Unit) -> tuple[int, int, list[float]]:
    """Every stand against every stand: how many may fire, how many are reached, and at what range each fires."""
    lane = lane_between(state, block(unit), block(target), (unit.id, target.id))
    theirs = stands_of(state, lane, target)
    own = stands_of(state, lane, unit)
    hit: set[int] = set()
    ranges: list[float] = []
    for index in firing_stands(unit):
        best: list[float] = []
        for number, stand in enumerate(theirs):
            away = gap(own[index].ground, stand.ground)
            if within(away, longest(weapon_row(unit, index))) and _in_arc_and_sight(
                state, lane, own[index], unit.disordered, stand
            ):
                best.append(away)
                hit.add(number)
        if best:
            ranges.append(min(best))
    return len(ranges), len(hit), ranges


@clause("order-cards.fire.stands-that-fire")
@settings(max_examples=40, deadline=None)
@given(
    st.floats(2.0, 70.0), st.floats(2.0, 46.0), st.integers(0, 359), st.integers(0, 359),
    st.sampled_from([{}, {"disordered": True}, {"wing": 2, "wing_by": 4500}, {"formation": "column-of-march"}]),
    st.booleans(),
)  # fmt: skip
def test_an_aim_is_what_looking_at_every_stand_gives(
    x: float, y: float, facing: int, other: int, fields: dict[str, Any], artillery: bool
) -> None:
    firer = guns("a", UNION, 4, 36, 20, facing) if artillery else foot("a", UNION, 5, 36, 20, facing, **fields)
    target = foot("x", CONFEDERATE, 6, x, y, other)
    between = foot("y", CONFEDERATE, 3, 40, 26, 90)
    state = position(firer, target, between, ground=field(area("woods", 10, 24, 34, 34)))
    found = aim_at(state, firer, target, False)
    ranges = [group.distance for group in found.groups]
    eligible, reached, plain = plain_aim(state, firer, target)
    assert (found.eligible, found.reached) == (eligible, reached)
    assert ranges == ([min(plain)] if plain and firer.disordered else plain)
    quick = aim_at(state, firer, target, True)
    needed = 1 if firer.disordered else 2
    assert (min(quick.eligible, needed), min(quick.reached, 2)) == (min(eligible, needed), min(reached, 2))
