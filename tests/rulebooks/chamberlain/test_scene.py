"""Pictures and sentences: what is drawn of a view and told of an event."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from roundtop.battle.engine import begin, ready, step, submit
from roundtop.battles import load
from roundtop.dice.sources import Seeded, Stream
from roundtop.draw import svg
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.chamberlain import RULEBOOK, events
from roundtop.rulebooks.chamberlain.artillery import events as artillery_events
from roundtop.rulebooks.chamberlain.command import events as command_events
from roundtop.rulebooks.chamberlain.field import middle
from roundtop.rulebooks.chamberlain.melee import events as melee_events
from roundtop.rulebooks.chamberlain.morale import events as morale_events
from roundtop.rulebooks.chamberlain.movement import events as movement_events
from roundtop.rulebooks.chamberlain.phases.told import moment
from roundtop.rulebooks.chamberlain.retreat import events as retreat_events
from roundtop.rulebooks.chamberlain.scene import TELLINGS, courses, scene, tell
from roundtop.rulebooks.chamberlain.state import ARRIVED, TO_ARRIVE, State
from roundtop.rulebooks.chamberlain.views import seen, view
from roundtop.table.path import Manoeuvre, forward, leg, pivot
from roundtop.table.pose import Pose, rounded_pose
from tests.laws.book import Variant
from tests.laws.play import Case, Fought, fight
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    at,
    chief,
    foot,
    general,
    guns,
    horse,
    position,
    table,
)

CLAUSES = {clause.id for clause in RULEBOOK.ledger.clauses}
HINTS = {
    "none", "turn", "phase", "orders", "move", "charge", "volley", "melee", "rout", "retire", "remove", "place", "end",
}  # fmt: skip
SHAPES = {
    "chit", "rout", "disorder", "pinned", "smoke", "fatigue", "low-ammunition", "head-down", "hit", "done", "hidden",
}  # fmt: skip


def test_every_event_is_told() -> None:
    assert set(TELLINGS) == set(events.EVENTS)


@pytest.mark.parametrize("battle", ["training-field", "parade-ground", "little-round-top", "brawners-farm"])
def test_a_whole_battle_is_told_in_sentences_with_clauses_of_the_book(battle: str) -> None:
    fought = fight(Case(RULEBOOK, battle, Variant("told")), "told")
    told: set[type] = set()
    for held in fought.moments[::4]:
        for player in (UNION, CONFEDERATE, ""):
            shown = scene(view(held.battle.state, player))
            for piece in shown.pieces:
                assert {badge.shape for badge in piece.badges} <= SHAPES
                assert {badge.clause for badge in piece.badges} <= CLAUSES
                assert {row.clause for row in piece.card} <= CLAUSES
            assert {overlay.clause for overlay in shown.overlays} <= CLAUSES
            assert {marker.clause for marker in shown.markers} <= CLAUSES
    for happened, state in _events(fought):
        for player in (UNION, CONFEDERATE, ""):
            known = seen(happened, player)
            if known is None:
                continue
            telling = tell(view(state, player), known)
            told.add(type(happened))
            assert telling.text[:1].isupper() or telling.text[:1].isdigit()
            assert telling.text[-1] == "."
            assert "?" not in telling.text
            assert telling.hint in HINTS
            assert {row.clause for row in telling.tally} <= CLAUSES
    assert len(told) > 10


def _events(fought: Fought) -> Iterator[tuple[object, State]]:
    """The events of a battle, each with a state in which it has happened."""
    for held in fought.moments:
        passage = submit(RULEBOOK, held.battle, held.command)
        yield from [(event, passage.battle.state) for event in passage.events]
        battle, dice = passage.battle, Seeded(held.seed)
        while ready(RULEBOOK, battle):
            passage = step(RULEBOOK, battle, dice)
            battle = passage.battle
            yield from [(event, battle.state) for event in passage.events]


def test_a_card_and_badges_tell_the_state_of_a_unit() -> None:
    state = position(
        foot("a", UNION, 12, 5, fatigue=2, traits=("YH", "impetuous"), moved="difficult"),
        guns("g", UNION, 14, 5, ammo=3, start_ammo=6, fired=True, limbered=True),
        horse("c", UNION, 16, 5, reserve_used=True),
        general("h", UNION, "I", "SF", unit="a", second="c"),
        chief(UNION, "IMB", at=(12.0, 3.0), pips=2),
        side=CONFEDERATE,
    )
    pieces = {piece.id: piece for piece in scene(state).pieces}
    rows = {row.label: row.value for row in pieces["a"].card}
    assert rows["Elan"] == "4 of 6"
    assert rows["Fatigue"] == "2 (worn)"
    assert rows["Officer"] == "H (Inspiring and Steadfast)"
    assert [badge.text for badge in pieces["a"].badges] == ["2 fatigue: elan 4 of 6", "Made a difficult move"]
    assert [badge.shape for badge in pieces["g"].badges] == ["low-ammunition", "smoke", "head-down"]
    assert {row.label: row.value for row in pieces["g"].card}["Ammunition"] == "3 of 6"
    horse_rows = {row.label: row.value for row in pieces["c"].card}
    assert (horse_rows["Arm"], horse_rows["Reserve move"]) == ("Cavalry, mounted", "made")
    assert horse_rows["Officer"].endswith("from the next unit")
    assert pieces["union-cnc"].glyph == "officer"
    assert pieces["union-cnc"].badges[0].text.startswith("2 pips")


def test_charges_objectives_and_arrivals_are_on_the_map() -> None:
    game = table(
        foot("a", UNION, 12, 5, force=""),
        foot("e", CONFEDERATE, 12, 6.5, SOUTH),
        foot("late", UNION, 0, 0, place=TO_ARRIVE, due=3, target=4, entry=((4.0, 0.0), (8.0, 0.0))),
        foot("here", UNION, 0, 0, place=ARRIVED, due=1, target=1, entry=((4.0, 0.0), (8.0, 0.0))),
        goals=(Goal("hill", "The hill", 12.0, 8.0, 1.0, 1, "", False, UNION),),
    )
    game.choose("lone:a", 6).use("a").way("charge:e")
    shown = scene(game.state)
    assert [overlay.label for overlay in shown.overlays] == ["A charges E"]
    texts = [marker.text for marker in shown.markers]
    assert texts == ["The hill (Union)", "Late is due from turn 3 on 4+", "Here may come on now"]
    assert moment(game.state) == "Turn 1 of 15, Movement: the Union is active"


def test_the_opening_shows_the_zones_and_draws() -> None:
    opening = begin(RULEBOOK, load("parade-ground"), {})
    shown = scene(view(opening.state, UNION))
    assert [overlay.kind for overlay in shown.overlays] == ["zone", "zone"]
    assert shown.moment == "Setting up"
    assert (shown.unit, shown.yards_per_unit) == ("BW", 60.0)
    assert "<svg" in svg(scene(view(begin(RULEBOOK, load("little-round-top"), {}).state, UNION)))


def test_sentences_of_the_rarer_events() -> None:
    state = position(foot("a", UNION, 12, 5), general("h", UNION, "I", unit="a"), chief(CONFEDERATE, "IMB"))
    for event, text in (
        (command_events.OfficerMoved("h", UNION, "", "overrun", False), "H is driven off and finds nobody to join."),
        (command_events.OfficerMoved("h", UNION, "a", "unit lost", False), "H loses his unit and joins A."),
        (morale_events.RallyTried("a", False, 3, True, ()), "A cannot rally: an enemy nobody had seen is near."),
        (retreat_events.UnitLost("a", "broken", "blocked"), "A finds no way back and is broken."),
        (
            movement_events.Moved("a", "difficult", at(12, 5), at(12, 6), (), True, False, True),
            "A makes a difficult move 1 BW, facing north; something unseen stops it.",
        ),
        (command_events.PipsCounted("confederate-cnc", 0), "General Confederate may command again."),
        (melee_events.DiceAllotted("a", (4, 3)), "A divides its dice: 4 and 3."),
        (artillery_events.Resupplied("a", 4), "A is resupplied: ammunition 4."),
    ):
        assert tell(state, event).text == text
    with pytest.raises(TypeError):
        tell(state, Stream("x"))


def test_a_base_pivots_on_its_centre_point_and_then_goes() -> None:
    state = position(foot("a", UNION, 16, 5), foot("x", CONFEDERATE, 12, 20, SOUTH))
    half = 0.5 * state.settings.setup_unit_depth
    moved = movement_events.Moved(
        "a", "simple", at(12, 5), Pose(16.0, 5.0, 9000), (pivot(9000, 0.0, half), forward(4.0)), False, False, False
    )
    (found,) = courses(state, moved)
    ends = [rounded_pose(middle(pose, state.settings)) for pose in (at(12, 5), Pose(12.0, 5.0, 9000), moved.end)]
    assert [found.poses[0], found.poses[-2], found.poses[-1]] == ends


def test_a_march_that_was_stopped_is_seen_no_farther_than_it_went() -> None:
    state = position(foot("a", UNION, 14, 9), foot("x", CONFEDERATE, 12, 20, SOUTH))
    march = (Manoeuvre("reserve"), leg(12.0, 9.0), leg(20.0, 9.0), leg(20.0, 18.0))
    stop = Pose(14.0, 9.0, 9000)
    (found,) = courses(state, movement_events.Moved("a", "reserve", at(12, 5), stop, march, False, False, True))
    assert found.poses[-1] == rounded_pose(middle(stop, state.settings))
    assert max([pose.x for pose in found.poses]) <= 14.0


def test_a_beaten_base_turns_and_goes_and_an_unseen_one_is_not_seen_to() -> None:
    state = position(foot("a", UNION, 12, 3, SOUTH), foot("x", CONFEDERATE, 12, 20, SOUTH))
    back = movement_events.Moved("a", "retreat", at(12, 5), at(12, 3, SOUTH), (), False, False, False)
    assert [pose.facing for pose in courses(state, back)[0].poses] == [0, 18000, 18000]
    state.units[0].place = TO_ARRIVE
    assert courses(state, back) == ()
