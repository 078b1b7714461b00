"""A unit in the hand: what is shown is what would be done."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.engine import Battle, asked, begin, decision, reasons, run, submit
from roundtop.battle.forms import March, Marched, Placed, misfits
from roundtop.battle.protocol import Command
from roundtop.battles import load
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks.chamberlain import RULEBOOK
from roundtop.rulebooks.chamberlain.action.events import Act
from roundtop.rulebooks.chamberlain.advance.events import Advance
from roundtop.rulebooks.chamberlain.advance.table import advance_decision, advance_room, check_advance
from roundtop.rulebooks.chamberlain.command.events import SetDown
from roundtop.rulebooks.chamberlain.deployment.events import PlaceUnit
from roundtop.rulebooks.chamberlain.field import centre, middle, unit_of
from roundtop.rulebooks.chamberlain.fire.events import ChooseShot
from roundtop.rulebooks.chamberlain.preview import HAND, looks, why_not
from roundtop.rulebooks.chamberlain.reinforcements.events import Enter
from roundtop.rulebooks.chamberlain.views import view
from roundtop.table.measure import TOLERANCE
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    EAST,
    NORTH,
    SOUTH,
    UNION,
    Table,
    active,
    area,
    at,
    chief,
    field,
    foot,
    general,
    guns,
    horse,
    position,
    step,
    table,
    turn,
)

preview = HAND.preview
propose = HAND.propose

CLAUSES = {clause.id for clause in RULEBOOK.ledger.clauses}
MOVED = (Act, Advance, Enter, PlaceUnit, SetDown)


def battles(seed: str, field: str, options: dict[str, Any]) -> list[Battle]:
    """The moments of a random battle at which a piece is to be brought somewhere."""
    dice, stream = Seeded(seed), Stream(seed)
    now = run(RULEBOOK, begin(RULEBOOK, load(field), options), dice).battle
    found: list[Battle] = []
    for _ in range(250):
        players = asked(RULEBOOK, now)
        if not players:
            break
        if isinstance(now.agenda[-1], MOVED):
            found.append(now)
        wanted = decision(RULEBOOK, now, players[0])
        command = Command(players[0], wanted.kind, wanted.about, recruit(wanted, stream))
        if not reasons(RULEBOOK, now, command):
            now = run(RULEBOOK, submit(RULEBOOK, now, command).battle, dice).battle
    return found


@pytest.mark.parametrize(
    ("field", "options"), [("parade-ground", {}), ("brawners-farm", {}), ("training-field", {"conceal_level": "sight"})]
)
def test_whatever_the_hand_does_is_proposed_and_shown_as_it_would_be_done(field: str, options: dict[str, Any]) -> None:
    stream = Stream("hands")
    proposed = 0
    for now in battles("hands", field, options)[::3]:
        step_ = now.agenda[-1]
        player = asked(RULEBOOK, now)[0]
        shown = view(now.state, player)
        wanted = decision(RULEBOOK, now, player)
        for _ in range(3):
            x, y = stream.below(2400) / 100, stream.below(1600) / 100
            answer = propose(shown, step_, UNION, Pose(x, y, stream.below(36000)))
            if not hasattr(wanted.form, "items"):
                assert answer is not None
                assert misfits(wanted.form, answer) == ()
                seen = preview(shown, step_, UNION, answer)
                assert seen is not None
                command = Command(player, wanted.kind, wanted.about, answer)
                refused = reasons(RULEBOOK, now, command)
                assert [r.clause for r in seen.reasons] == [r.clause for r in refused]
                assert {row.clause for row in (*seen.costs, *seen.crosses)} <= CLAUSES
                proposed += not refused
                if not refused and isinstance(step_, Act) and isinstance(answer, Marched) and not options:
                    after = submit(RULEBOOK, now, command).battle.state
                    end = unit_of(after, step_.unit).pose
                    assert centre(seen.end, shown.settings).x == pytest.approx(end.x, abs=0.02)
                    assert centre(seen.end, shown.settings).y == pytest.approx(end.y, abs=0.02)
    assert proposed > 10


def hand(game: Table, pose: Pose) -> Any:
    """What dragging the asked unit's base to there proposes; the pose is of its centre point."""
    shown = game.seen_by(UNION)
    return propose(shown, game.battle.agenda[-1], UNION, middle(pose, shown.settings))


def test_a_drag_becomes_a_careful_step_a_march_or_a_charge() -> None:
    game = active(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 6.9, SOUTH), use="a")
    near = hand(game, at(12.5, 5, EAST))
    assert [m.kind for m in near.manoeuvres] == ["shift", "pivot"]
    far = hand(game, at(8, 5, EAST))
    assert [m.kind for m in far.manoeuvres] == ["pivot", "forward"]
    struck = hand(game, at(12, 6.9, NORTH))
    assert [m.kind for m in struck.manoeuvres] == ["charge", "forward"]
    assert [m.kind for m in hand(game, at(12, 5, EAST)).manoeuvres] == ["pivot"]
    assert hand(game, at(12, 5)).manoeuvres == ()


def test_a_march_into_a_wood_is_cut_short_or_made_carefully() -> None:
    woods = field(area("heavy-woods", 11, 6.0, 13, 9))
    game = active(foot("a", UNION, 12, 5), use="a", ground=woods)
    assert hand(game, at(12, 9)).manoeuvres[-1].amount == pytest.approx(1.0)
    shown = preview(game.seen_by(UNION), game.battle.agenda[-1], UNION, Marched((step(0, 1.0), turn(90))))
    assert shown is not None
    assert [row.label for row in shown.costs] == ["difficult move"]
    over = preview(game.seen_by(UNION), game.battle.agenda[-1], UNION, Marched((Manoeuvre("forward", 2.0),)))
    assert over is not None
    assert [reason.clause for reason in over.reasons] == ["chamberlain.move.simple-no-difficult"]
    assert "heavy woods" in [row.label for row in over.crosses]


def test_an_advance_is_dragged_straight_ahead() -> None:
    state = position(foot("a", UNION, 12, 8))
    answer = propose(state, Advance("a"), UNION, middle(at(12.4, 8.7), state.settings))
    assert isinstance(answer, Marched)
    assert answer.manoeuvres[0].amount == pytest.approx(0.7)
    far = propose(state, Advance("a"), UNION, middle(at(12, 12), state.settings))
    assert isinstance(far, Marched)
    assert far.manoeuvres[0].amount == pytest.approx(1.0)
    shown = preview(state, Advance("a"), UNION, far)
    assert shown is not None
    assert shown.costs[0].value == "1 BW of 1 BW"


def test_a_step_that_would_be_no_advance_is_not_offered() -> None:
    """With hardly any room ahead, half of it is nothing, and would be refused."""
    there = position(foot("a", UNION, 12, 8), foot("e", CONFEDERATE, 12, 9, SOUTH))
    closer = 8 + advance_room(there, unit_of(there, "a")) - 1.5 * TOLERANCE
    state = position(foot("a", UNION, 12, closer), foot("e", CONFEDERATE, 12, 9, SOUTH))
    assert TOLERANCE < advance_room(state, unit_of(state, "a")) <= 2 * TOLERANCE
    form = advance_decision(state, Advance("a"), UNION).form
    assert isinstance(form, March)
    commands = [Command(UNION, "advance", "a", Marched(way.manoeuvres)) for way in form.ways]
    assert [check_advance(state, Advance("a"), command) for command in commands] == [()] * len(commands)


def test_an_officer_is_set_down_where_the_hand_lets_go() -> None:
    state = position(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 9, SOUTH), chief(UNION))
    answer = propose(state, SetDown("union-cnc"), UNION, at(12, 8))
    assert answer == Placed(at(12, 8))
    shown = preview(state, SetDown("union-cnc"), UNION, answer)
    assert shown is not None
    assert [reason.clause for reason in shown.reasons] == ["chamberlain.command.placement"]


# ------------------------------------------------------------------ looks


def test_a_look_shows_arc_zone_shots_and_threats() -> None:
    state = position(
        foot("a", UNION, 12, 5),
        guns("g", CONFEDERATE, 12, 9, SOUTH),
        foot("e", CONFEDERATE, 12.6, 6.2, SOUTH),
        foot("back", CONFEDERATE, 12, 2),
    )
    found = looks(state, "a", None)
    kinds = [overlay.kind for overlay in found]
    assert kinds.count("zone") == 1
    assert kinds.count("arc") == 2
    lines = [overlay.label for overlay in found if overlay.kind == "line"]
    assert lines == ["could fire at E: 3 dice on 6+ at 1.2 BW"]
    threats = [overlay.label.split(":")[0] for overlay in found if overlay.kind == "threat"]
    assert threats == ["could be fired at by G", "could be fired at by E"]
    barred = {overlay.label for overlay in found if overlay.kind == "barred"}
    assert "Back: farther than 2 BW" in barred
    assert {overlay.clause for overlay in found} <= CLAUSES
    moved = looks(state, "a", middle(at(12, 3.5, SOUTH), state.settings))
    assert [overlay.label for overlay in moved if overlay.kind == "line"] != lines


def test_a_waiting_unit_shows_its_reach_and_a_blind_only_its_zone() -> None:
    game = active(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 9, SOUTH, concealed=True), use="a")
    shown = game.seen_by(UNION)
    assert [overlay.kind for overlay in looks(shown, "a", None)][-1] == "reach"
    assert [overlay.kind for overlay in looks(shown, "e", None)] == ["zone"]
    assert looks(shown, "nobody", None) == ()


def test_an_officer_shows_his_command() -> None:
    state = position(foot("a", UNION, 12, 5), general("h", UNION, "V", unit="a"), chief(UNION, "V", at=(12.0, 2.0)))
    assert [overlay.label for overlay in looks(state, "h", None)] == ["H commands to 4 BW"]
    assert [overlay.label for overlay in looks(state, "union-cnc", None)] == [
        "General Union commands to 8 BW",
        "General Union serves to 4 BW",
    ]
    assert looks(state, "confederate-cnc", None) == ()


# ------------------------------------------------------------------ why not


def test_why_an_enemy_may_not_be_charged_or_fired_at() -> None:
    pieces = (
        foot("a", UNION, 12, 5),
        foot("near", CONFEDERATE, 11.2, 6.2, SOUTH),
        foot("far", CONFEDERATE, 12.8, 6.8, SOUTH),
        foot("away", CONFEDERATE, 12, 12, SOUTH),
        foot("b", UNION, 14, 5),
    )
    game = active(*pieces, use="a")
    shown, now = game.seen_by(UNION), game.battle.agenda[-1]
    assert why_not(shown, now, "near") == ()
    assert why_not(shown, now, "far")[0].clause == "chamberlain.move.charge-greatest-threat"
    assert why_not(shown, now, "away")[0].clause in ("chamberlain.move.charge-path", "chamberlain.move.charge-visible")
    assert why_not(shown, now, "b")[0].clause == "chamberlain.move.charge-path"
    assert why_not(shown, now, "nobody") == ()
    fire = table(*pieces, phase="fire")
    assert isinstance(fire.battle.agenda[-1], ChooseShot)
    reasons_ = why_not(fire.seen_by(UNION), fire.battle.agenda[-1], "away")
    assert {reason.clause for reason in reasons_} <= CLAUSES
    assert len(reasons_) == 4
    assert why_not(fire.seen_by(UNION), fire.battle.agenda[-1], "near") == ()
    assert why_not(fire.seen_by(UNION), fire.battle.agenda[-1], "a")[0].text == "A is on your own side."
    nobody = position(horse("c", UNION, 12, 5, moved="simple"), pieces[1], rest=False, side=CONFEDERATE)
    assert why_not(nobody, ChooseShot(UNION), "near")[0].clause == "chamberlain.fire.who"
