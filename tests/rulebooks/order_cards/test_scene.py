"""What is drawn of a view and told of an event, and that neither gives a secret away."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.protocol import Command
from roundtop.battle.scene import Piece, Telling
from roundtop.battles import load
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Seeded, Stream
from roundtop.draw import svg
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.order_cards import RULEBOOK, events
from roundtop.rulebooks.order_cards.bot.captain import captain
from roundtop.rulebooks.order_cards.field import changing, head_of, size_of
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.options import LEDGER
from roundtop.rulebooks.order_cards.scene import TELLINGS, courses, moment, scene, tell
from roundtop.rulebooks.order_cards.sight import events as sight_events
from roundtop.rulebooks.order_cards.state import Hand, State, Unit
from roundtop.rulebooks.order_cards.views import seen, view
from roundtop.table.path import Manoeuvre, form, forward, leg, sweep, wheel
from roundtop.table.pose import Pose, rounded_pose
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    charge,
    foot,
    general,
    guns,
    horse,
    position,
    reserves,
    sixes,
    table,
    wagon,
)

CLAUSES = {found.id for found in LEDGER.clauses}
HINTS = {
    "none", "turn", "phase", "orders", "move", "charge", "volley", "melee", "rout", "retire", "remove", "place", "end",
}  # fmt: skip


@cache
def told(**house: Any) -> list[tuple[State, object]]:
    """A battle of captain against recruit: every event with the state after it."""
    battle = engine.begin(RULEBOOK, load("training-field"), house)
    dice, stream = Seeded("scene"), Stream("scene")
    found: list[tuple[State, object]] = []
    while True:
        passage = engine.run(RULEBOOK, battle, dice)
        battle = passage.battle
        found.extend([(battle.state, event) for event in passage.events])
        if engine.over(RULEBOOK, battle) is not None:
            return found
        player = engine.asked(RULEBOOK, battle)[0]
        asked = engine.decision(RULEBOOK, battle, player)
        answer = captain(RULEBOOK.view(battle.state, player), asked, stream)
        if player == CONFEDERATE:
            tried = recruit(asked, stream)
            command = Command(player, asked.kind, asked.about, tried)
            answer = answer if engine.reasons(RULEBOOK, battle, command) else tried
        passage = engine.submit(RULEBOOK, battle, Command(player, asked.kind, asked.about, answer))
        battle = passage.battle
        found.extend([(battle.state, event) for event in passage.events])


def test_every_event_has_its_words() -> None:
    assert set(TELLINGS) == set(events.EVENTS)


@pytest.mark.parametrize("player", [UNION, CONFEDERATE, ""])
def test_a_whole_battle_is_told(player: str) -> None:
    for state, event in told():
        shown = seen(event, player)
        if shown is None:
            continue
        said = tell(view(state, player), shown)
        assert isinstance(said, Telling)
        assert said.text[0].isupper() or said.text[0].isdigit()
        assert said.text.endswith(".")
        assert said.hint in HINTS
        assert {row.clause for row in said.tally if row.clause} <= CLAUSES


def test_a_whole_battle_is_drawn() -> None:
    states = [state for state, _ in told()]
    for state in states[:: max(1, len(states) // 6)]:
        drawn = scene(view(state, UNION))
        for piece in drawn.pieces:
            assert {row.clause for row in piece.card} <= CLAUSES
            assert {badge.clause for badge in piece.badges} <= CLAUSES
        assert svg(drawn).startswith("<svg")


def test_what_is_no_event_is_not_told() -> None:
    with pytest.raises(TypeError, match="int is no event of this rulebook"):
        tell(position(*reserves()), 3)


# ---- pieces


def drawn(state: State, id: str, player: str = UNION) -> Piece:
    return next(piece for piece in scene(view(state, player)).pieces if piece.id == id)


def card(state: State, id: str, player: str = UNION) -> dict[str, str]:
    return {row.label: row.value for row in drawn(state, id, player).card}


@clause("order-cards.supply.states")
@clause("order-cards.morale.head-down-state")
def test_states_are_badges() -> None:
    def shapes(**fields: Any) -> list[str]:
        badges = drawn(position(*reserves(), foot("a", UNION, 6, 30, 20, **fields)), "a").badges
        return [badge.shape for badge in badges if badge.shape != "tag"]

    assert shapes() == []
    assert shapes(ammo="low") == ["smoke"]
    assert shapes(ammo="out") == ["low-ammunition"]
    assert shapes(state="head-down", in_position=True) == ["head-down"]
    assert "disorder" in shapes(disordered=True)
    assert shapes(state="routing", disordered=True)[0] == "rout"
    # A routing unit owes its run, and shows that too.
    assert "fatigue" in shapes(state="routing", disordered=True)


@clause("order-cards.setup.bases")
def test_every_stand_is_drawn_where_it_stands() -> None:
    state = position(
        *reserves(), foot("a", UNION, 6, 30, 20), guns("g", UNION, 3, 45, 20), horse("h", UNION, 4, 60, 20)
    )
    assert [part.pose.x for part in drawn(state, "a").parts] == [27.5, 28.5, 29.5, 30.5, 31.5, 32.5]
    assert [drawn(state, id).glyph for id in ("a", "g", "h")] == ["infantry", "artillery", "cavalry"]
    assert drawn(position(*reserves(), horse("h", UNION, 4, 60, 20, mounted=False)), "h").glyph == "infantry"
    assert drawn(position(*reserves(), wagon("w", UNION, 60, 20)), "w").glyph == "wagon"


@clause("order-cards.turn.what-players-see")
def test_the_card_of_a_unit_says_what_the_order_lets_it_do() -> None:
    state = position(*reserves(), foot("a", UNION, 6, 30, 20, circled=5, start=7), card="advance-firing")
    rows = card(state, "a")
    assert rows["Stands"] == "6 of 7"
    assert rows["Boxes circled"] == "5 of 28"
    assert rows["Morale"] == "60 (began at 70)"
    assert rows["Advance Firing"] == "move 4″, fire at 20%"
    tags = [(badge.mark, badge.text) for badge in drawn(state, "a").badges if badge.shape == "tag"]
    assert tags == [("4″ 20%", "Advance Firing: move 4″, fire at 20%")]
    assert rows["Infantry, to 10″"] == "card"
    assert "Advance Firing" not in card(state, "c8")


@clause("order-cards.cards.secret-selection")
def test_an_officers_card_shows_the_hand_to_his_own_side_alone() -> None:
    state = position(*reserves(), general("chief", UNION, 30, 20), card="march", later=("volley", "charge"))
    assert card(state, "chief")["Cards left"] == "Volley Fire, Charge"
    assert card(state, "chief", CONFEDERATE)["Cards left"] == "2 face down"
    assert card(state, "chief", CONFEDERATE)["Cards turned"] == "March"


def test_the_cards_before_both_sides_are_in_sight_as_far_as_each_may_know_them() -> None:
    state = position(*reserves(), general("chief", UNION, 30, 20), card="march", later=("volley", "charge"))
    mine, theirs = (
        [(one.name, one.state) for hand in scene(view(state, side)).hands if hand.side == UNION for one in hand.cards]
        for side in (UNION, CONFEDERATE)
    )
    assert mine == [("March", "now"), ("Volley Fire", "down"), ("Charge", "down")]
    assert theirs == [("March", "now"), ("", "hidden"), ("", "hidden")]


def test_objectives_arrivals_and_zones_are_markers() -> None:
    late = foot("r", UNION, 6, 0, 0, place="arrive", due=4, entry=(30.0, 0.0))
    goal = Goal("cross", "The crossroads", 30.0, 20.0, 3.0, 1, "", False, UNION)
    state = changing(position(*reserves(), late, goals=(goal,)))
    kinds = {(marker.kind, marker.text) for marker in scene(view(state, UNION)).markers}
    assert ("objective", "The crossroads (Union)") in kinds
    assert ("arrival", "R may come on after 4 cards") in kinds
    assert "arrival" not in {marker.kind for marker in scene(view(state, CONFEDERATE)).markers}
    state.phase = "set-up"
    state.zones = ((UNION, ((0.0, 0.0), (72.0, 0.0), (72.0, 12.0), (0.0, 12.0))),)
    assert [overlay.label for overlay in scene(view(state, UNION)).overlays] == ["Union deployment"]


# ---- moments and sentences


def test_the_moment_says_set_turn_and_card() -> None:
    assert moment(position(*reserves(), card="advance")) == "Set 1 of 6, turn 2: the Union: Advance"
    laying = changing(position(*reserves()))
    laying.phase = "sets"
    laying.hands = (Hand(UNION, UNION, ("march",)), Hand(CONFEDERATE, CONFEDERATE))
    assert moment(laying) == "Set 1 of 6: cards are laid, the Union ready"


def sentences(begun: Any) -> list[str]:
    return [tell(view(begun.state, ""), event).text for event in begun.events]


def test_a_move_a_volley_and_a_melee_in_words() -> None:
    begun = table(*reserves(), foot("a", UNION, 6, 30, 20))
    begun.do("a", "move")
    begun.march(forward(5.0))
    assert sentences(begun) == ["A moves 5″ north, in line."]
    fired = table(*reserves(), foot("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 6, 30, 27.75, SOUTH), card="volley")
    fired.do("a", "fire")
    fired.choose("double:x", dice=[81, 60])
    assert sentences(fired) == [
        "A gives double fire to X: 480%, 4 hits, 4 boxes circled. It is low on ammunition.",
        "X circles 4 boxes under fire.",
        "X tests under fire, 60 or less: 60, it stands.",
    ]
    met = table(
        *reserves(),
        foot("a", UNION, 6, 30, 20),
        foot("x", CONFEDERATE, 6, 30, 27.75, SOUTH),
        card="charge-home",
        melee_winner_checks=False,
    )
    charge(met, "a", "x")
    met.end(dice=[*sixes(3, 4, 2, 2), 71])
    said = sentences(met)
    assert said[0] == "A declares a charge on X."
    assert "A strikes X: the charge goes home." in said
    assert "A against X: 16 to 10. A wins; lost: A 2 boxes and X 3 boxes." in said
    assert "X tests after the melee, 70 or less: 71, it routs, 2 boxes circled." in said
    assert said[-1] == "The Union ends its card."


# ---- the ways that units took


def moved(unit: Unit, end: Pose, *way: Manoeuvre, cause: str = "order") -> movement_events.Moved:
    return movement_events.Moved(
        unit.id, cause, unit.pose, end, way, unit.formation, unit.mounted, unit.disordered, unit.trail, False
    )


@pytest.mark.parametrize("disordered", [False, True])
def test_a_line_is_seen_to_wheel_although_what_it_crossed_disordered_it(disordered: bool) -> None:
    unit = foot("a", UNION, 6, 30, 20)
    way = (wheel(-4500, "left"), forward(3.0))
    end = rounded_pose(sweep(unit.pose, *size_of(unit), way).end)
    unit.disordered = disordered
    (found,) = courses(position(unit), moved(unit, end, *way))
    assert (found.poses[0], found.poses[-1], len(found.poses)) == (unit.pose, end, 4)
    assert courses(position(unit), moved(unit, end, form("column"), *way)) == ()


def test_a_column_follows_its_head() -> None:
    unit = foot("a", UNION, 6, 30, 20, formation="column-of-march")
    head = head_of(unit)
    there = Pose(head.x + 8.0, head.y + 2.0, 9000)
    end = Pose(there.x - (head.y - unit.pose.y), there.y, 9000)
    (found,) = courses(position(unit), moved(unit, end, forward(2.0), leg(there.x, there.y)))
    assert (found.files, found.poses[0], found.poses[-1]) == (1, rounded_pose(head), rounded_pose(there))
    assert Pose(round(head.x, 2), round(head.y + 2.0, 2), 9000) in found.poses


def test_who_runs_turns_first_and_events_that_few_notice_have_their_ways_too() -> None:
    unit = foot("a", UNION, 6, 30, 20)
    run = moved(unit, Pose(30.0, 8.0, SOUTH), cause="rout")
    (found,) = courses(position(unit), run)
    assert found.poses == (unit.pose, Pose(30.0, 20.0, SOUTH), Pose(30.0, 8.0, SOUTH))
    assert courses(position(unit), sight_events.Unnoticed((run,), ("union",))) == (found,)
    assert courses(position(foot("b", UNION, 6, 30, 20)), run) == ()
