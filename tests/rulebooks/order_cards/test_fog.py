"""Fog: what a side does not see is not in its view, comes into it and goes out of it, and stops a march."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.protocol import Command
from roundtop.battles import load
from roundtop.bots.bot import make
from roundtop.bots.lawful import known
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks.order_cards import RULEBOOK, views
from roundtop.rulebooks.order_cards.field import army_of, card_of, changing, unit_of
from roundtop.rulebooks.order_cards.fire.table import targets
from roundtop.rulebooks.order_cards.movement.events import Moved
from roundtop.rulebooks.order_cards.sight.fog import unseen_again, unseen_by
from roundtop.rulebooks.order_cards.state import State
from roundtop.table.path import forward
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    area,
    field,
    foot,
    general,
    reserves,
    table,
)

WOOD = field(area("woods", 20, 26, 40, 36))


def hidden(**rest: Any) -> Table:
    """A Confederate regiment three inches inside a wood, eight from a Union line in the open."""
    pieces = foot("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 6, 30, 29.0, SOUTH)
    return table(*reserves(), *pieces, ground=WOOD, **rest)


def in_view(state: State, player: str = UNION) -> list[str]:
    return [unit.id for unit in views.view(state, player).units if unit.place == "on"]


@clause("order-cards.visibility.hidden-units", 1)
def test_without_fog_a_hidden_regiment_is_seen_but_neither_shot_nor_charged() -> None:
    begun = hidden(card="volley")
    assert "x" in in_view(begun.state)
    shown = unit_of(views.view(begun.state, UNION), "x")
    assert (shown.circled, shown.stands) == (0, 6)
    assert targets(begun.state, begun.unit("a"), card_of(begun.state, UNION), ()) == []
    charging = hidden(card="charge-home")
    assert "charge" not in charging.offers("a")


@clause("order-cards.visibility.hidden-units", 2)
def test_in_the_fog_it_is_not_in_view_at_all() -> None:
    begun = hidden(card="volley", fog=True)
    assert "x" not in in_view(begun.state)
    assert "x" in in_view(begun.state, CONFEDERATE)
    assert "a" in in_view(begun.state, CONFEDERATE)


@clause("order-cards.visibility.hidden-units", 3)
def test_firing_brings_it_into_view() -> None:
    begun = hidden(card="volley", side=CONFEDERATE, fog=True)
    begun.do("x", "fire")
    begun.choose("a", dice=[1])
    assert "x" in in_view(begun.state)
    assert begun.unit("x").shown > 0


@clause("order-cards.visibility.hidden-units", 4)
def test_a_march_into_the_unseen_stops_an_inch_short() -> None:
    # The regiment stands three inches deep in the wood, its front 7.5 from the column's; so the march has 6.5 to go.
    wood = field(area("woods", 20, 26, 40, 36))
    foe = foot("x", CONFEDERATE, 6, 30, 29.0, SOUTH)
    begun = table(*reserves(), foot("a", UNION, 6, 30, 20), foe, card="double-quick", fog=True, ground=wood)
    begun.do("a", "move")
    begun.march(forward(7.9))
    moved = begun.last(Moved)
    front = moved.end.y + 0.375
    assert abs((29.0 - 0.375) - front - 1.0) < 0.02
    assert "x" in in_view(begun.state)


def test_what_goes_out_of_view_leaves_a_mark() -> None:
    pieces = foot("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 6, 30, 40), general("lee", CONFEDERATE, 50, 40)
    wood = field(area("woods", 10, 42, 60, 48))
    begun = table(*reserves(), *pieces, card="march", side=CONFEDERATE, fog=True, ground=wood)
    assert "x" in in_view(begun.state)
    begun.do("x", "move")
    begun.march(forward(5.0))
    assert "x" not in in_view(begun.state)
    view = views.view(begun.state, UNION)
    assert [(one.unit, one.pose.y) for one in view.armies[0].sightings] == [("x", 40.0)]


# ---- looking again


def battle_in_fog(bot: str, seed: str, field: str) -> list[State]:
    """The table after every decision of a battle of a bot against itself."""
    choose = make(bot, RULEBOOK)
    stream, dice = Stream(seed), Seeded(seed)
    battle = engine.run(RULEBOOK, engine.begin(RULEBOOK, load(field), {"fog": True}), dice).battle
    found: list[State] = []
    while engine.over(RULEBOOK, battle) is None:
        player = engine.asked(RULEBOOK, battle)[0]
        wanted = engine.decision(RULEBOOK, battle, player)
        answer = choose(known(RULEBOOK, battle, player), wanted, stream, 60.0)
        battle = engine.submit(RULEBOOK, battle, Command(player, wanted.kind, wanted.about, answer), wanted).battle
        battle = engine.run(RULEBOOK, battle, dice).battle
        found.append(battle.state)
    return found


@clause("order-cards.visibility.hidden-units")
@pytest.mark.parametrize(
    ("bot", "seed", "field"), [("recruit", "a", "training-field"), ("captain", "b", "training-field")]
)
def test_looking_again_finds_what_looking_at_everything_finds(bot: str, seed: str, field: str) -> None:
    states = battle_in_fog(bot, seed, field)
    unlike = 0
    for number in range(4, len(states), 3):
        now = states[number]
        for earlier in (1, 4):
            then = states[number - earlier]
            mixed = changing(now)
            mixed.looked, mixed.armies = then.looked, then.armies
            for side in (UNION, CONFEDERATE):
                whole = unseen_by(mixed, side)
                assert unseen_again(mixed, side, {}) == whole
                unlike += whole != army_of(then, side).unseen
    assert unlike > 0


def test_the_last_look_is_kept_from_views_and_files() -> None:
    state = battle_in_fog("recruit", "a", "training-field")[-1]
    assert state.looked is not None
    assert state.looked.watch
    assert views.view(state, UNION).looked is None
    codec = engine.codec(RULEBOOK)
    read = codec.read(codec.text(state))
    assert read.looked is None
    assert read == state
