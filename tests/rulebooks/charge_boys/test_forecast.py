"""Chances shown before a command is given: exact, from the rules' own code."""

from __future__ import annotations

from typing import Any

import icepool
import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Answer, Assigned, Chosen, Marched
from roundtop.battle.protocol import Command, Forecast
from roundtop.battles import load
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import RULEBOOK
from roundtop.rulebooks.charge_boys.artillery import events as artillery_events
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.field import guns_in_row, strength, unit_of
from roundtop.rulebooks.charge_boys.fire import events as fire_events
from roundtop.rulebooks.charge_boys.forecast import losses
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.morale import events as morale_events
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.state import Mettle, Record, State, Unit
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose
from tests.clauses import clause

UNION, CONFEDERATE = "union", "confederate"


def facing(gap: float, arm: str = "infantry", **theirs: Any) -> tuple[State, Unit, Unit]:
    """One unit a side in the open, so far apart, nothing else on the table."""
    state: State = copy(engine.begin(RULEBOOK, load("training-field"), {}).state)
    found: list[Unit] = []
    for side, y, turned in ((UNION, 30.0, 0), (CONFEDERATE, 30.0 + gap, 18000)):
        kind = arm if side == UNION else "infantry"
        unit = copy(next(unit for unit in state.units if unit.side == side and unit.arm == kind))
        unit.pose = Pose(60.0, y - 0.75 if side == UNION else y + 0.75, turned)
        if unit.guns:
            unit.pose = Pose(60.0, 29.0, 0)
            unit.guns = guns_in_row(unit, unit.pose, state.settings)
        unit.turn = Record(had=strength(unit))
        unit.mettle = Mettle(first_shot="successful")
        found.append(unit)
    for name, value in theirs.items():
        setattr(found[1], name, value)
    state.units = tuple(found)
    state.generals = ()
    state.turn = 3
    state.first = UNION
    return state, found[0], found[1]


def told(state: State, step: object, answer: Answer) -> dict[str, Forecast]:
    found = RULEBOOK.forecast(RULEBOOK.view(state, UNION), step, Command(UNION, "", "", answer))
    for one in found:
        assert one.exact
        assert sum([chance for _, chance in one.chances]) == pytest.approx(1.0)
    return {one.title: one for one in found}


def chances(found: Forecast) -> dict[str, float]:
    return dict(found.chances)


@clause("charge-boys.musketry.hits")
@clause("charge-boys.save.every-hit")
def test_the_chances_of_a_volley_with_its_saves() -> None:
    state, ours, theirs = facing(15.0)
    ours.has_fired = True
    theirs.officers = 0
    step = fire_events.Fire(ours.id, 1, ((theirs.id, 12, 15.0),))
    found = told(state, step, Chosen((f"{theirs.id}:ball",)))
    lost = chances(found[f"{theirs.name} under this fire"])
    hits = 2 @ icepool.d6.map(lambda face: max(0, face - 2))
    killed = hits.map(lambda struck: struck @ (icepool.d6 < 5) if struck else 0)
    assert lost["no figures lost"] == pytest.approx(float(killed.probability(0)))
    assert lost["3 figures lost"] == pytest.approx(float(killed.probability(3)))
    nerve = chances(found[f"The nerve of {theirs.name}"])
    # 27 figures: a test is due from 3 hits on.
    assert nerve["no test"] == pytest.approx(float((hits <= 2).probability(True)))


@clause("charge-boys.morale.first-trigger")
def test_a_first_shot_test_is_foretold() -> None:
    state, ours, theirs = facing(25.0, mettle=Mettle())
    step = fire_events.Fire(ours.id, 1, ((theirs.id, 3, 25.0),))
    found = told(state, step, Chosen((f"{theirs.id}:ball",)))
    assert "no test" not in chances(found[f"The nerve of {theirs.name}"])
    assert told(state, step, Chosen(("hold",))) == {}


@clause("charge-boys.artillery.effect-die")
def test_the_chances_of_guns_target_by_target() -> None:
    state, battery, theirs = facing(30.0, "artillery", officers=0)
    away = 30.0
    step = artillery_events.FireGuns(battery.id, ((0, ((theirs.id, away),)), (1, ((theirs.id, away),))))
    found = told(state, step, Assigned((("0", theirs.id), ("1", theirs.id))))
    lost = chances(found[f"{theirs.name} under this fire"])
    gun = icepool.d6.map(lambda face: icepool.d6 if face >= 3 else 0)
    killed = (2 @ gun).map(lambda struck: struck @ (icepool.d6 < 5) if struck else 0)
    assert lost["no figures lost"] == pytest.approx(float(killed.probability(0)))
    assert lost["4 figures lost"] == pytest.approx(float(killed.probability(4)))
    assert told(state, step, Assigned(())) == {}


@clause("charge-boys.charge.sequence")
@clause("charge-boys.melee.loser-test")
def test_a_charge_to_the_end_of_its_first_round() -> None:
    state, ours, theirs = facing(8.0)
    step = charge_events.Declare(UNION, ((ours.id, theirs.id),))
    found = told(state, step, Chosen((f"{ours.id}:{theirs.id}",)))
    ends = chances(found[f"{ours.name} charges {theirs.name}"])
    # First-shot test passed, advancing, more than 20 figures: it balks on a 1 only.
    assert ends["does not go in"] == pytest.approx(1 / 6)
    assert {"falls short", "stopped by fire", f"{theirs.name} gives way"} <= set(ends)
    assert [words for words in ends if words.startswith("melee won")]
    assert told(state, step, Chosen(("done",))) == {}


@clause("charge-boys.charge.closing-fire")
def test_closing_fire_and_whether_the_charge_comes_on() -> None:
    state, ours, theirs = facing(8.0)
    step = charge_events.ClosingFire(ours.id, theirs.id)
    found = told(state, step, Chosen(("fire",)))
    assert set(found) == {f"{ours.name} under closing fire", f"The charge of {ours.name}"}
    assert chances(found[f"The charge of {ours.name}"])["goes home"] > 0.0
    assert told(state, step, Chosen(("hold",))) == {}


@clause("charge-boys.morale.number-of-tests")
@clause("charge-boys.rout.other-rally")
def test_the_result_of_a_test_owed() -> None:
    state, ours, _ = facing(20.0)
    ours.turn = Record(had=strength(ours), hits=9, shot_at=True)
    (test,) = told(state, morale_events.MoraleOf(UNION), Chosen((ours.id,))).values()
    # +1 for the first-shot test, +1 for more than 20 figures.
    assert chances(test) == pytest.approx({"carries on": 4 / 6, "halts": 1 / 6, "retires": 1 / 6})
    ours.mettle = Mettle("routing", "other", 3, "failed", True, 2)
    (rally,) = told(state, morale_events.MoraleOf(UNION), Chosen((ours.id,))).values()
    # +1 for more than 20 figures, -1 disordered, -1 retired: 4 or more is a 5 or a 6.
    assert chances(rally)["fails to rally"] == pytest.approx(4 / 6)


@clause("charge-boys.rout.general-stops")
def test_a_general_who_stops_a_rout() -> None:
    state, ours, _ = facing(40.0)
    ours.mettle = Mettle("routing", "first", 0, "failed", True, 2)
    join = Marched((Manoeuvre("join", 0.0, 0, ours.id),))
    (test,) = told(state, generals_events.MoveGeneral("g"), join).values()
    assert chances(test)["halts"] > 0.0
    ours.mettle = Mettle()
    assert told(state, generals_events.MoveGeneral("g"), join) == {}


def test_losses_are_counted_by_side() -> None:
    state, ours, theirs = facing(20.0)
    ours.men -= 4
    theirs.place = "gone"
    assert losses(state) == {UNION: ours.start - strength(unit_of(state, ours.id)), CONFEDERATE: theirs.start}


@pytest.mark.parametrize("answer", [Chosen(("first",)), Marched(())])
def test_what_throws_no_dice_has_no_chances(answer: Answer) -> None:
    state, ours, _ = facing(20.0)
    assert told(state, movement_events.MoveUnit(ours.id), answer) == {}
