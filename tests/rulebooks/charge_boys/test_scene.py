"""What is drawn and told: every figure, every state, a sentence for every event."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.protocol import Command
from roundtop.battles import load
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Seeded, Stream
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.charge_boys import RULEBOOK
from roundtop.rulebooks.charge_boys.events import EVENTS
from roundtop.rulebooks.charge_boys.field import size, strength
from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.movement.events import Moved
from roundtop.rulebooks.charge_boys.orders.events import ImpulseMade, Strode
from roundtop.rulebooks.charge_boys.scene import TELLINGS, courses, moment, piece, scene, tell
from roundtop.rulebooks.charge_boys.state import Fight, Gun, Record, Unit
from roundtop.rulebooks.charge_boys.words import order_words
from roundtop.table.path import Manoeuvre, about_face, forward, leg, sweep, turn, wheel
from roundtop.table.pose import Pose, ahead, rounded_pose
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    foot,
    general,
    guns,
    horse,
    position,
    table,
)


def drawn(unit: Unit, **rest: Any) -> Any:
    return piece(position(unit, **rest), unit)


@clause("charge-boys.core.remove-figures")
@pytest.mark.parametrize("formation", ["line", "attack-column", "road-column", "skirmish"])
def test_every_figure_is_drawn_where_it_stands(formation: str) -> None:
    unit = foot("a", UNION, 26, 36, 20, formation=formation)
    found = drawn(unit)
    assert len(found.parts) == 26
    assert len({(round(part.pose.x, 3), round(part.pose.y, 3)) for part in found.parts}) == 26
    assert [part.glyph for part in found.parts].count("officer") == 1


@clause("charge-boys.formation.mount")
def test_horse_holders_and_guns_are_drawn_too() -> None:
    riders = drawn(horse("a", UNION, 12, 36, 20, formation="line"))
    assert [part.glyph for part in riders.parts].count("cavalry") == 3
    battery = guns("a", UNION, 2, 36, 20)
    battery.men = 1
    found = drawn(battery)
    assert [part.glyph for part in found.parts] == ["artillery", "artillery", "figure"]


def test_states_are_badges_and_rows() -> None:
    halted = foot("a", UNION, 24, 36, 20, mettle={"state": "halted", "by": "other", "retest": 2, "disordered": True})
    shapes = [badge.shape for badge in drawn(halted).badges]
    assert shapes == ["pinned", "disorder"]
    rows = {row.label: row.value for row in drawn(halted).card}
    assert rows["Figures"] == "24 of 24"
    assert rows["Tests again"] == "turn 2"
    routing = foot("a", UNION, 24, 36, 20, mettle={"state": "routing", "by": "first", "disordered": True})
    assert [badge.shape for badge in drawn(routing).badges] == ["rout"]
    musket = {row.label: row.value for row in drawn(foot("a", UNION, 24, 36, 20, weapon="smoothbore-musket")).card}
    assert musket["Buck and ball"] == "3 rounds"
    fights = (Fight("a", "x", False, False, False, "", ""),)
    line = foot("a", UNION, 24, 36, 20)
    locked = position(line, foot("x", CONFEDERATE, 24, 36, 20, SOUTH), fights=fights)
    assert piece(locked, line).badges[0].text == "In melee with X"


def test_the_table_has_generals_goals_and_abandoned_guns() -> None:
    battery = guns("b", UNION, 1, 20, 20)
    battery.guns = (Gun(battery.guns[0].pose, 0, "abandoned"),)
    goal = Goal("g", "The bridge", 30, 30, 3.0, 1, "", False, UNION)
    state = position(foot("a", UNION, 24, 36, 20), battery, goals=(goal,), generals=(general("h", UNION, 36, 10),))
    found = scene(state)
    assert {one.id for one in found.pieces} == {"a", "b", "h"}
    assert {marker.kind for marker in found.markers} == {"objective", "gun"}
    assert found.moment == "Turn 1 of 12, movement: the Union moves first"
    assert moment(position(foot("a", UNION, 24, 36, 20), phase="set-up")) == "Setting up"


def test_orders_are_told_in_the_hobbys_words() -> None:
    state = position(foot("a", UNION, 24, 36, 20), foot("x", CONFEDERATE, 24, 36, 40, SOUTH))
    assert order_words(state, (forward(6), wheel(3000, "right"))) == "forward 6″ and wheel 30° right"
    assert order_words(state, (Manoeuvre("charge", 0.0, 0, "x"),)) == "charge X"
    assert order_words(state, (Manoeuvre("hold"),)) == "hold"
    assert order_words(state, (Manoeuvre("form", 0.0, 0, "attack-column"),)) == "form attack column"


def test_the_fallen_of_the_turn_leave_ghosts() -> None:
    hit = foot("a", UNION, 24, 36, 20)
    hit.men -= 5
    hit.turn = Record(24)
    assert len(drawn(hit).ghosts) == 5
    hit.turn = Record(24, moved=True)
    assert drawn(hit).ghosts == ()
    assert drawn(foot("a", UNION, 24, 36, 20)).ghosts == ()


def test_there_is_a_teller_for_every_event() -> None:
    assert set(TELLINGS) == set(EVENTS)


@pytest.mark.parametrize("options", [{}, {"turn_mode": "written-orders"}, {"roster": "custom"}])
def test_a_whole_battle_is_told_in_sentences(options: dict[str, Any]) -> None:
    """Every event of some turns has a sentence that ends, and every picture its pieces."""
    battle = engine.begin(RULEBOOK, load("training-field"), {**options, "turn_limit": 4})
    dice, stream = Seeded("told"), Stream("told")
    battle = engine.run(RULEBOOK, battle, dice).battle
    for _ in range(160):
        players = engine.asked(RULEBOOK, battle)
        if not players:
            break
        wanted = engine.decision(RULEBOOK, battle, players[0])
        answer = recruit(wanted, stream)
        command = Command(wanted.player, wanted.kind, wanted.about, answer)
        if engine.reasons(RULEBOOK, battle, command):
            continue
        passage = engine.submit(RULEBOOK, battle, command)
        run = engine.run(RULEBOOK, passage.battle, dice)
        battle = run.battle
        for event in (*passage.events, *run.events):
            told = tell(battle.state, event)
            assert told.text.endswith((".", "″."))
            assert told.text[0].isupper() or told.text[0].isdigit()
    assert len(scene(battle.state).pieces) >= 4


def test_losses_are_told_with_their_dice() -> None:
    a = foot("a", UNION, 24, 36, 20, has_fired=True)
    x = foot("x", CONFEDERATE, 24, 36, 29, SOUTH, weapon="none")
    shot = table(a, x, phases=("firing",)).choose("x:ball", dice=(4, 2, 1, 1, 3, 1, 5, 6, 1))
    told = tell(shot.state, shot.last(Fired))
    assert told.text == "A fires on X at 9″: 4 hits, 2 figures fall."
    assert (told.hint, len(told.rolls)) == ("volley", 3)
    assert strength(shot.unit("x")) == 22


# ---- the ways that units took


def test_a_line_is_seen_to_wheel() -> None:
    unit = foot("a", UNION, 24, 36, 20)
    state = position(unit)
    drill = (wheel(4500, "left"), forward(3.0))
    path = sweep(unit.pose, *size(unit, state.settings), drill)
    end = rounded_pose(path.end)
    moved = Moved("a", "order", unit.pose, end, drill, unit.files, (), (), True, ())
    (found,) = courses(state, moved)
    assert (found.poses[0], found.poses[-1], found.files) == (unit.pose, end, 0)
    assert [pose.facing for pose in found.poses] == [0, 2250, 4500, 4500]
    assert courses(state, Moved("a", "order", unit.pose, end, (turn(9000),), 2, (), (), True, ())) == ()
    assert courses(state, Moved("a", "ordered", unit.pose, end, drill, unit.files, (), (), True, ())) == ()


def test_driven_back_it_faces_the_enemy_at_the_end() -> None:
    unit = foot("a", UNION, 24, 36, 20)
    there = Pose(36.0, 10.0, 18000)
    (found,) = courses(position(unit), Moved("a", "rout", unit.pose, there, (), unit.files, (), (), False, ()))
    assert found.poses == (unit.pose, Pose(36.0, 10.0, 0), there)


def test_a_column_follows_its_head() -> None:
    unit = foot("a", UNION, 24, 36, 20, formation="road-column")
    state = position(unit)
    _, deep = size(unit, state.settings)
    hx, hy = unit.trail[-1]
    drill = (forward(3.0), leg(hx + 6.0, hy + 3.0))
    end = rounded_pose(ahead(Pose(hx + 6.0, hy + 3.0, 9000), -0.5 * deep))
    moved = Moved("a", "order", unit.pose, end, drill, unit.files, (), unit.trail, True, ())
    (found,) = courses(state, moved)
    assert found.files == unit.files
    first = piece(state, unit).parts[: unit.files]
    assert found.poses[0].y == pytest.approx(first[0].pose.y, abs=0.02)
    assert [pose.facing for pose in found.poses] == [0, 0, 9000, 9000]
    about = Moved("a", "order", unit.pose, end, (about_face(),), unit.files, (), unit.trail, True, ())
    assert courses(state, about) == ()


def test_marches_by_written_orders_are_seen_impulse_by_impulse() -> None:
    state = position(foot("a", UNION, 24, 36, 20), foot("b", UNION, 24, 50, 20, formation="road-column"))
    there = Pose(36.0, 22.0, 0)
    (found,) = courses(state, ImpulseMade(1, (("a", there), ("b", Pose(50.0, 22.0, 0)))))
    assert (found.piece, found.poses) == ("a", (there,))
    assert courses(state, Strode("a", there, 2.0))[0].poses == (there,)


def test_guns_pushed_by_hand_each_go_their_own_way() -> None:
    battery = guns("a", UNION, 2, 36, 20)
    there = Pose(36.0, 21.0, 9000)
    assert courses(position(battery), Moved("a", "order", battery.pose, there, (), 2, battery.guns, (), True, ())) == ()
