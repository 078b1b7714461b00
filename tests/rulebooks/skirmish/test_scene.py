"""What is drawn and told: every figure to scale, its state at a glance, a good sentence for every event."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.protocol import Command
from roundtop.battle.scene import Piece
from roundtop.battles import load
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Roll, Seeded, Stream
from roundtop.draw import svg
from roundtop.rulebooks.skirmish import RULEBOOK, events
from roundtop.rulebooks.skirmish.bot.captain import captain
from roundtop.rulebooks.skirmish.carrying.events import Dropped, TookUp
from roundtop.rulebooks.skirmish.command import events as command_events
from roundtop.rulebooks.skirmish.deployment import events as deployment_events
from roundtop.rulebooks.skirmish.fire import events as fire_events
from roundtop.rulebooks.skirmish.horses import events as horses_events
from roundtop.rulebooks.skirmish.morale import events as morale_events
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.options import LEDGER
from roundtop.rulebooks.skirmish.scene import TELLINGS, courses, scene, tell
from roundtop.rulebooks.skirmish.state import Goal, State, Thing
from roundtop.rulebooks.skirmish.victory import events as victory_events
from roundtop.table.path import leg
from roundtop.table.pose import Pose
from tests.clauses import clause
from tests.rulebooks.skirmish.table import CONFEDERATE, SOUTH, UNION, chief, man, position, rider, squad, table

IDS = {one.id for one in LEDGER.clauses}


def piece(state: State, id: str) -> Piece:
    return next(one for one in scene(state).pieces if one.id == id)


def badges(state: State, id: str) -> dict[str, str]:
    return {badge.shape: badge.text for badge in piece(state, id).badges}


def card(state: State, id: str) -> dict[str, str]:
    return {row.label: row.value for row in piece(state, id).card}


# ---- the table


def test_bases_are_drawn_to_scale() -> None:
    state = position(man("a1", UNION, 40, 40), rider("b1", UNION, 50, 40), chief(UNION, 20, 20))
    foot, horse, officer = piece(state, "a1"), piece(state, "b1"), piece(state, "union-chief")
    assert (foot.width, foot.depth, foot.glyph) == (2.0, 2.0, "man")
    assert (horse.depth, horse.glyph) == (3.0, "rider")
    assert officer.glyph == "man"
    assert badges(state, "union-chief")["chief"] == "Force commander"
    assert scene(state).unit == "cm"


def test_a_fit_loaded_man_is_calm() -> None:
    assert badges(position(man("a1", UNION, 40, 40), man("x1", CONFEDERATE, 40, 90)), "a1") == {"loaded": "Loaded"}


def test_states_show() -> None:
    state = position(
        man("a1", UNION, 40, 40, harm=1, progress=1),
        man("b1", UNION, 60, 40, progress=1),
        man("x1", CONFEDERATE, 40, 42.05, SOUTH),
        man("y1", CONFEDERATE, 90, 90),
        groups={"y": {"state": "break"}},
    )
    shown = badges(state, "a1")
    assert shown["hit"].startswith("Wounded")
    assert badges(state, "b1") == {"unloaded": "Loading: 1 of 3"}
    assert shown["unloaded"] == "Loading: 1 of 3"
    assert shown["pinned"] == "In contact"
    assert "rout" in badges(state, "y1")


@clause("skirmish.actions.carry-limits")
def test_who_carries_what_shows_on_both() -> None:
    keg = Thing("keg", "load", "powder keg", 40.0, 40.0, holder="a1")
    bearers = [man("a1", UNION, 40, 40, burden="keg"), man("a2", UNION, 42, 40, burden="keg")]
    state = position(bearers, man("x1", CONFEDERATE, 40, 90), things=(keg,))
    assert badges(state, "a1")["chit"] == "Carries: powder keg, with A2"
    assert card(state, "a2")["Carries"] == "powder keg, with A1"
    assert tell(state, TookUp("a2", "keg", "a1")).text == "A2 shares powder keg with A1."
    assert tell(state, Dropped("a1", "keg", 42.0, 40.0, "a2")).text == "A1 leaves powder keg to A2."
    alone = position(bearers[:1], man("x1", CONFEDERATE, 40, 90), things=(keg,))
    assert badges(alone, "a1")["chit"] == "Carries: powder keg"
    assert tell(alone, TookUp("a1", "keg")).text == "A1 takes powder keg."


def test_a_groups_state_is_shown_once() -> None:
    men = squad("a", UNION, 3, 40, 40)
    men[1].role = "nco"
    state = position(men, man("x1", CONFEDERATE, 40, 90), groups={"a": {"state": "no-advance", "thrown": 1}})
    assert ["head-down" in badges(state, one.id) for one in men] == [False, True, False]


def test_the_card_has_weapon_load_class_and_actions() -> None:
    found = card(position(man("a1", UNION, 40, 40, spent=1), man("x1", CONFEDERATE, 40, 90)), "a1")
    assert found["Class"] == "Regular, d8"
    assert found["Minie rifle"] == "loaded"
    assert found["Ranges"] == "short 15 (d6), medium 30 (d8), long 110 (d10), extreme 150 (d12)"
    assert found["Actions"] == "1 of 2 left"
    assert found["Fights with"] == "Bayonet"


def test_the_fallen_goals_and_things_lie_about() -> None:
    goal = Goal(id="g", name="The house", x=90.0, y=60.0, radius=8.0, points=1, side="", decisive=False, holder=UNION)
    barrel = Thing("powder", "load", "barrel", 50.0, 50.0)
    state = position(man("a1", UNION, 40, 40, harm=2), man("x1", CONFEDERATE, 40, 90), goals=(goal,), things=(barrel,))
    found = {marker.kind: marker.text for marker in scene(state).markers}
    assert found == {"objective": "The house (Union)", "hit": "A1 lies disabled", "load": "Barrel"}
    assert "a1" not in [one.id for one in scene(state).pieces]


def test_every_row_and_badge_cites_a_clause_of_the_ledger() -> None:
    state = position(
        man("a1", UNION, 40, 40, harm=1, progress=1, straggling=True),
        rider("b1", UNION, 50, 40, horse=1),
        man("x1", CONFEDERATE, 40, 42.05, SOUTH),
        groups={"a": {"state": "fall-back", "thrown": 1, "motion": "retiring"}},
    )
    for one in scene(state).pieces:
        cited = [badge.clause for badge in one.badges] + [row.clause for row in one.card if row.clause]
        assert set(cited) <= IDS
    assert {marker.clause for marker in scene(state).markers} <= IDS


@pytest.mark.parametrize("battle", ["the-clearing", "the-meadow", "kellys-ford"])
def test_every_field_can_be_drawn(battle: str) -> None:
    opened = engine.begin(RULEBOOK, load(battle), {})
    assert svg(scene(opened.state)).startswith("<svg")


# ---- telling


def test_every_event_has_a_teller() -> None:
    assert set(TELLINGS) == set(events.EVENTS)
    with pytest.raises(TypeError, match="int is no event of this rulebook"):
        tell(position(man("a1", UNION, 40, 40)), 3)


def test_a_shot_in_words() -> None:
    played = table(squad("a", UNION, 2, 40, 40), man("x1", CONFEDERATE, 40, 60, SOUTH))
    played.choose("a").choose("a1").choose("fire:0:x", dice=["d8:5", "d4:1", "d8:3"])
    found = tell(played.state, played.last(fire_events.ShotFired))
    assert found.text == "A1 fires at X1, 18 cm off in the open, and wounds him."
    assert (found.hint, found.side) == ("volley", UNION)
    assert [roll.written() for roll in found.rolls] == ["d8:5", "d4:1", "d8:3"]


def told(battle: str, seed: int, bot: Any, **options: Any) -> set[type]:
    """Every event of a battle is told by clauses of the ledger; which kinds there were."""
    current = engine.begin(RULEBOOK, load(battle), options)
    dice, stream = Seeded(seed), Stream(f"tell {seed}")
    seen: set[type] = set()
    passage = engine.run(RULEBOOK, current, dice)
    found: list[object] = list(passage.events)
    current = passage.battle
    while engine.over(RULEBOOK, current) is None:
        player = engine.asked(RULEBOOK, current)[0]
        decision = engine.decision(RULEBOOK, current, player)
        command = Command(player, decision.kind, decision.about, bot(current.state, decision, stream))
        passage = engine.submit(RULEBOOK, current, command)
        found += passage.events
        passage = engine.run(RULEBOOK, passage.battle, dice)
        found += passage.events
        current = passage.battle
    for event in found:
        words = tell(current.state, event)
        assert words.text.endswith((".", ")")) or isinstance(event, victory_events.BattleEnded)
        assert words.text[:1] == words.text[:1].upper()
        assert {row.clause for row in words.tally if row.clause} <= IDS
        seen.add(type(event))
    return seen


def by_recruit(state: State, decision: Any, stream: Stream) -> Any:
    return recruit(decision, stream)


def test_whole_battles_are_told() -> None:
    kinds = told("the-supply-wagon", 3, captain) | told("the-meadow", 2, by_recruit, turn_limit=4)
    assert {
        fire_events.ShotFired,
        morale_events.MoraleTested,
        deployment_events.Deployed,
        victory_events.BattleEnded,
        movement_events.Moved,
    } <= kinds


# ---- the ways that figures took


def test_a_figure_goes_round_the_corner_it_was_sent_round() -> None:
    state = position(man("a1", UNION, 40, 40), man("x1", CONFEDERATE, 90, 90))
    start, end = Pose(40.0, 40.0, 0), Pose(46.0, 46.0, 9000)
    (found,) = courses(
        state,
        movement_events.Moved(
            figure="a1", cause="move", start=start, end=end, manoeuvres=(leg(40.0, 46.0), leg(46.0, 46.0)), paid=True
        ),
    )
    assert (found.piece, found.poses[1], found.poses[-1]) == ("a1", Pose(40.0, 46.0, 0), end)
    assert (
        courses(
            state,
            movement_events.Moved(
                figure="a1", cause="move", start=start, end=end, manoeuvres=(leg(46.0, 46.0),), paid=True
            ),
        )
        == ()
    )
    assert courses(state, horses_events.GotUp("a1", "h")) == ()


# ---- words that tell the truth


def test_a_wounded_man_who_dies_is_killed_in_the_story_too() -> None:
    played = table(
        squad("a", UNION, 2, 40, 40), man("x1", CONFEDERATE, 40, 60, SOUTH, harm=1), man("y1", CONFEDERATE, 9, 99)
    )
    played.choose("a").choose("a1").choose("fire:0:x", dice=["d8:8", "d4:1", "d8:4"])
    shot = played.last(fire_events.ShotFired)
    assert (shot.result, shot.harm) == ("disabled", 3)
    assert "kills him" in tell(played.state, shot).text


def test_the_winners_die_comes_first() -> None:
    thrown = command_events.InitiativeThrown(
        CONFEDERATE,
        (
            Roll(
                reason="initiative",
                clause="skirmish.turn.initiative",
                by="",
                seen_by="",
                kind="d6",
                faces=("2", "5"),
                answer=1,
            ),
        ),
    )
    assert "5 to 2" in tell(table(squad("a", UNION, 2, 40, 40)).state, thrown).text
