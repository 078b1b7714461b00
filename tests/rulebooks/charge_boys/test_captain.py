"""The captain of Charge Boys Charge!: lawful whatever is asked, and a sound player."""

from __future__ import annotations

from typing import Any, Final

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Choose, Chosen, Item, March, Marched, Way
from roundtop.battle.protocol import Command, Decision, Outcome
from roundtop.battles import load
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Seeded, Stream
from roundtop.kit.objectives import Goal
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import RULEBOOK
from roundtop.rulebooks.charge_boys.bot.captain import captain, led_worth
from roundtop.rulebooks.charge_boys.bot.doctrine import (
    at,
    charge_worth,
    field_of,
    is_flank,
    lead,
    loss_worth,
    mean_hits,
    passes,
    posture_of,
    reach_chance,
    result_chances,
    standing_worth,
    storm,
)
from roundtop.rulebooks.charge_boys.field import unit_of, with_unit
from roundtop.rulebooks.charge_boys.state import Mettle, State, Unit
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose

UNION, CONFEDERATE = "union", "confederate"
HOUSE_RULES: Final[list[tuple[str, dict[str, Any]]]] = [
    ("training-field", {"turn_mode": "written-orders"}),
    ("training-field", {"first_mover": "scenario", "closing_fire": False, "retest_timing": "turn-start"}),
    ("parade-ground", {"skirmish_whole_units": False, "quality_source": "dice", "melee": "none"}),
    ("parade-ground", {"roster": "custom", "target_choice": "free"}),
    ("training-field", {"premeasure": False, "men_per_figure": 25, "gun_fire_after_manhandle": True}),
]


def battle_of(scenario: str, seed: int, recruits: tuple[str, ...] = (), **options: Any) -> tuple[Outcome, set[str]]:
    """A battle to its end, every answer checked; how it ended and what was asked."""
    battle = engine.begin(RULEBOOK, load(scenario), options)
    dice, stream = Seeded(seed), Stream(f"bot {seed}")
    kinds: set[str] = set()
    while True:
        battle = engine.run(RULEBOOK, battle, dice).battle
        over = engine.over(RULEBOOK, battle)
        if over is not None:
            return over, kinds
        player = engine.asked(RULEBOOK, battle)[0]
        decision = engine.decision(RULEBOOK, battle, player)
        kinds.add(decision.kind)
        seen = RULEBOOK.view(battle.state, player)
        answer = recruit(decision, stream) if player in recruits else captain(seen, decision, stream)
        battle = engine.submit(RULEBOOK, battle, Command(player, decision.kind, decision.about, answer)).battle


# ---- lawful, and sound


def test_every_answer_is_lawful_under_every_house_rule() -> None:
    kinds: set[str] = set()
    for seed, (scenario, options) in enumerate(HOUSE_RULES):
        kinds |= battle_of(scenario, seed, () if seed % 2 else (CONFEDERATE,), **options)[1]
    assert kinds >= {
        "activate", "move", "ride", "charge", "fire", "guns", "first", "order", "seal", "test", "roster", "draft",
        "detach", "figures", "pick", "formation", "place", "general",
    }  # fmt: skip


@pytest.mark.parametrize("scenario", ["little-round-top", "brawners-farm"])
def test_historical_battles_are_fought_out(scenario: str) -> None:
    over, _ = battle_of(scenario, 5)
    assert over.reason != "turn-limit"


def test_he_beats_recruits_from_either_side() -> None:
    for seed in range(3):
        for side, other in ((UNION, CONFEDERATE), (CONFEDERATE, UNION)):
            assert battle_of("training-field", 40 + seed, (other,))[0].winner == side


# ---- what he reckons with


def field(**places: tuple[float, float, int]) -> State:
    """The training field with units moved: by their ids, x, y and a facing in degrees."""
    state: State = engine.begin(RULEBOOK, load("training-field"), {}).state
    for name, (x, y, facing) in places.items():
        unit = copy(unit_of(state, id_of(state, name)))
        unit.pose = Pose(x, y, facing * 100)
        state = with_unit(state, unit)
    state = copy(state)
    state.turn = 1
    return state


def id_of(state: State, name: str) -> str:
    return next(unit.id for unit in state.units if unit.id.endswith(name.replace("_", "-")))


def named(state: State, number: int, side: str) -> Unit:
    """The so-manieth infantry regiment of a side."""
    return [unit for unit in state.units if unit.side == side and unit.arm == "infantry"][number]


def moved(state: State, unit: Unit, x: float, y: float, facing: int, mettle: Mettle | None = None) -> State:
    new = copy(unit)
    new.pose = Pose(x, y, facing * 100)
    if mettle is not None:
        new.mettle = mettle
    return with_unit(state, new)


def facing_off(gap: float, mettle: Mettle | None = None, facing: int = 180) -> tuple[State, Unit, Unit]:
    """Two regiments in the open, so far apart, all others out of the way."""
    state = field()
    ours, theirs = named(state, 0, UNION), named(state, 0, CONFEDERATE)
    state = copy(state)
    state.units = (ours, theirs)
    state = moved(state, ours, 60.0, 30.0, 0)
    state = moved(state, theirs, 60.0, 31.5 + gap, facing, mettle)
    return state, unit_of(state, ours.id), unit_of(state, theirs.id)


def test_mean_hits_of_a_die() -> None:
    for modifier in range(-6, 3):
        assert mean_hits(modifier) == pytest.approx(sum([max(0, face + modifier) for face in range(1, 7)]) / 6)


def test_chances_of_a_test() -> None:
    assert dict(result_chances(0))["carry-on"] == pytest.approx(2 / 6)
    assert passes(0, 5) == pytest.approx(2 / 6)
    assert passes(9, 5) == 1.0
    assert passes(-4, 5) == 0.0


def test_fire_tells_more_the_nearer_it_is() -> None:
    kills: list[float] = []
    for gap in (25.0, 15.0, 8.0):
        state, ours, theirs = facing_off(gap)
        kills.append(storm(state, ours, ours.pose, theirs, gap).kills)
    assert 0.0 < kills[0] < kills[1] < kills[2]
    state, ours, theirs = facing_off(31.0)
    assert storm(state, ours, ours.pose, theirs, 31.0).hits == 0.0


def test_losses_count_more_when_they_break_a_unit() -> None:
    state, _, theirs = facing_off(10.0)
    assert loss_worth(state, theirs, 12.0, 12.0) > 2 * loss_worth(state, theirs, 6.0, 6.0) * 0.9
    assert loss_worth(state, theirs, 0.0, 0.0) == 0.0


def test_a_charge_is_worth_most_on_those_who_run_or_show_their_flank() -> None:
    fresh_state, ours, fresh = facing_off(8.0)
    front = charge_worth(field_of(fresh_state, UNION), ours, fresh, 8.0)
    state, ours, runs = facing_off(8.0, Mettle("routing", "other", disordered=True))
    assert charge_worth(field_of(state, UNION), ours, runs, 8.0) > front
    state, ours, shaken = facing_off(8.0, Mettle("retired", "other", disordered=True))
    assert charge_worth(field_of(state, UNION), ours, shaken, 8.0) > front
    state, ours, turned = facing_off(8.0, facing=0)
    assert is_flank(state, ours, turned)
    assert charge_worth(field_of(state, UNION), ours, turned, 8.0) > front


def test_the_reach_of_a_charge() -> None:
    _, ours, _ = facing_off(8.0)
    assert reach_chance(ours, 7.0) == 1.0
    assert reach_chance(ours, 12.0) == pytest.approx(1 / 6)
    assert reach_chance(ours, 12.5) < 1 / 6


def test_a_place_from_which_one_fires_is_worth_more_than_one_turned_away() -> None:
    state, ours, _ = facing_off(12.0)
    officer = field_of(state, UNION)
    turned = copy(ours)
    turned.pose = Pose(ours.pose.x, ours.pose.y, 18000)
    assert standing_worth(officer, ours, ours, True) > standing_worth(officer, ours, turned, True)


def test_he_holds_what_wins() -> None:
    state, _, _ = facing_off(12.0)
    assert posture_of(state, UNION).attacks
    state.goals = (Goal("g", "The gate", 60.0, 28.0, 3.0, 3, "", False, UNION),)
    assert lead(state, UNION) > 0
    assert not posture_of(state, UNION).attacks
    assert posture_of(state, CONFEDERATE).attacks


def test_a_garrison_is_reckoned_with_inside_and_outside() -> None:
    state, ours, _ = facing_off(12.0)
    inside = copy(ours)
    inside.building = 0
    inside.trail = ((58.0, 28.0), (62.0, 31.0))
    officer = field_of(state, UNION)
    for pose in (inside.pose, Pose(60.0, 26.0, 0)):
        assert isinstance(standing_worth(officer, inside, at(inside, pose, state.settings), True), float)
    assert at(inside, Pose(60.0, 26.0, 0), state.settings).building == -1


def test_a_general_rides_to_those_who_run() -> None:
    state, ours, _ = facing_off(12.0)
    officer = field_of(state, UNION)
    runs = copy(ours)
    runs.mettle = Mettle("routing", "first", disordered=True)
    assert led_worth(officer, runs) > led_worth(officer, ours)


# ---- single answers


def test_he_fires_at_the_enemy_whom_it_hurts_most() -> None:
    state, ours, theirs = facing_off(8.0)
    other = named(field(), 1, CONFEDERATE)
    weak = copy(other)
    weak.men = 13
    weak.pose = Pose(66.0, 39.5, 18000)
    state.units = (*state.units, weak)
    items = (Item(f"{theirs.id}:ball", ""), Item(f"{weak.id}:ball", ""), Item("hold", "Hold fire"))
    wanted = Decision(UNION, "fire", ours.id, "", (), Choose(items))
    assert captain(state, wanted, Stream("x")) == Chosen((f"{weak.id}:ball",))


@pytest.mark.parametrize(
    ("kind", "keys", "answer"),
    [
        ("closing", ("fire", "buck", "hold"), "buck"),
        ("closing", ("fire", "hold"), "fire"),
        ("counter", ("stand", "counter"), "counter"),
        ("evade", ("evade", "stand"), "evade"),
        ("first", ("first", "second"), "second"),
    ],
)
def test_choices_in_a_charge(kind: str, keys: tuple[str, ...], answer: str) -> None:
    state, ours, _ = facing_off(20.0)
    wanted = Decision(UNION, kind, ours.id, "", (), Choose(tuple([Item(key, key) for key in keys])))
    assert captain(state, wanted, Stream("x")) == Chosen((answer,))


def test_he_does_not_walk_away_from_a_target() -> None:
    state, ours, _ = facing_off(9.0)
    away = Pose(60.0, 27.0, 0)
    ways = (Way("stand", "", (), ours.pose), Way("back", "", (Manoeuvre("forward", -3.0),), away))
    wanted = Decision(UNION, "move", ours.id, "", (), March(ours.id, ours.pose, 9.0, 1.5, (), 6.0, ways))
    answer = captain(state, wanted, Stream("x"))
    assert isinstance(answer, Marched)
    assert answer.manoeuvres != ways[1].manoeuvres
