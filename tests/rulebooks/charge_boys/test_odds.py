"""Law 6b: what a forecast tells of a command agrees with seeded plays of that very command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt
from typing import Any

import pytest

from roundtop.battle.forms import Assigned, Chosen
from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.sources import Seeded
from roundtop.rulebooks.charge_boys import RULEBOOK
from roundtop.rulebooks.charge_boys.artillery import events as artillery_events
from roundtop.rulebooks.charge_boys.artillery import table as artillery_table
from roundtop.rulebooks.charge_boys.casualties.events import TakeOff
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.field import strength, unit_of
from roundtop.rulebooks.charge_boys.fire import table as fire_table
from roundtop.rulebooks.charge_boys.melee import events as melee_events
from roundtop.rulebooks.charge_boys.morale import events as morale_events
from roundtop.rulebooks.charge_boys.state import Fight, Record, State
from tests.clauses import clause
from tests.laws.play import often
from tests.laws.reader import Play
from tests.laws.readers.charge_boys import RESULTS, assumed, charge_ended
from tests.rulebooks.charge_boys.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    field,
    foot,
    guns,
    horse,
    obstacle,
    position,
    wood,
)

PLAYS = often(300)
SPREAD = 4.5
"""Standard deviations by which a count may miss its chance; the seeds are fixed."""


def played(state: State, agenda: tuple[object, ...], dice: Seeded) -> tuple[State, list[object]]:
    """The table when these steps and all they bring have been played, and what happened."""
    left = list(agenda)
    events: list[object] = []
    while left:
        step = left.pop(0)
        asked = RULEBOOK.asks(state, step)
        if asked:
            decision = RULEBOOK.decision(RULEBOOK.view(state, asked[0]), step, asked[0])
            progress = RULEBOOK.accept(state, step, Command(asked[0], decision.kind, decision.about, assumed(decision)))
        else:
            progress = RULEBOOK.advance(state, step, dice)
        for event in progress.events:
            state = RULEBOOK.apply(state, event)
            events.append(event)
        left = [*progress.steps, *left]
    return state, events


def agrees(told: Forecast, play: Callable[[Seeded], str], name: str) -> None:
    """The chances told are those of seeded plays."""
    assert told.exact
    found = Counter(play(Seeded(f"{name} {n}")) for n in range(PLAYS))
    chances = dict(told.chances)
    assert set(found) <= set(chances), (found, chances)
    for words, chance in chances.items():
        allowed = SPREAD * sqrt(PLAYS * chance * (1.0 - chance)) + 0.5
        assert abs(found[words] - PLAYS * chance) <= allowed, (words, found[words] / PLAYS, chance)


# ---- charges


def charging(state: State) -> None:
    step = charge_events.Declare(UNION, (("a", "b"),))
    command = Command(UNION, "charge", "", Chosen(("a:b",)))
    (told,) = RULEBOOK.forecast(RULEBOOK.view(state, UNION), step, command)

    def play(dice: Seeded) -> str:
        begun = RULEBOOK.accept(state, step, command)
        now = state
        for event in begun.events:
            now = RULEBOOK.apply(now, event)
        now, events = played(now, begun.steps[:1], dice)
        words = charge_ended(told, Play(state, command, tuple(events), now))
        if words is None:
            now, more = played(now, (melee_events.Melees(),), dice)
            words = charge_ended(told, Play(state, command, (*events, *more), now))
        return words or "stopped by fire"

    agrees(told, play, "charge")


def line(id: str, side: str, y: float, **fields: Any) -> Any:
    facing = {} if side == UNION else {"facing": SOUTH}
    mettle = fields.pop("mettle", {"first_shot": "successful"})
    return foot(id, side, fields.pop("figures", 24), fields.pop("x", 36.0), y, mettle=mettle, **facing, **fields)


@clause("charge-boys.charge.sequence")
@clause("charge-boys.charge.test-under-fire")
@pytest.mark.parametrize(
    "theirs",
    [
        {},
        {"mettle": {}},
        {"mettle": {"state": "routing", "by": "other", "disordered": True, "first_shot": "failed"}},
        {"turn": Record(had=24, charged=True, met="stands")},
        {"turn": Record(had=24, volleys=1)},
        {"formation": "skirmish"},
        {"quality": "green", "mettle": {"first_shot": "failed"}},
        {"figures": 12, "quality": "veteran"},
    ],
    ids=["steady", "untested", "routing", "charged-before", "has-fired", "skirmishers", "green", "few"],
)
def test_a_charge_at_a_line(theirs: dict[str, Any]) -> None:
    charging(position(line("a", UNION, 20.0), line("b", CONFEDERATE, 28.0, **theirs)))


@clause("charge-boys.melee.draw")
def test_a_charge_at_a_unit_locked_in_melee() -> None:
    other = line("c", UNION, 28.0, x=42.0)
    fight = Fight("c", "b", False, False, False, "", "")
    charging(position(line("a", UNION, 20.0, x=31.0), line("b", CONFEDERATE, 28.0), other, fights=(fight,)))


@clause("charge-boys.melee.obstacle")
def test_a_charge_over_a_wall() -> None:
    wall = obstacle("wall", (20.0, 27.8), (52.0, 27.8))
    charging(position(line("a", UNION, 22.5), line("b", CONFEDERATE, 28.0), ground=field(wall)))


@clause("charge-boys.terrain.compelled-moves")
@clause("charge-boys.charge.alignment")
def test_a_charge_after_a_wheel_with_woods_behind_the_target() -> None:
    ours = foot("a", UNION, 24, 30.0, 21.0, 25.0, mettle={"first_shot": "successful"})
    theirs = line("b", CONFEDERATE, 27.0, quality="green", mettle={"first_shot": "failed"})
    charging(position(ours, theirs, ground=field(wood(20.0, 30.0, 52.0, 40.0))))


@clause("charge-boys.melee.guns")
def test_a_charge_at_guns() -> None:
    charging(position(line("a", UNION, 20.0), guns("b", CONFEDERATE, 2, 36.0, 28.0, SOUTH)))


@clause("charge-boys.charge.bonus-cavalry")
@clause("charge-boys.charge.flank")
def test_horsemen_charge_a_flank() -> None:
    ours = horse("a", UNION, 12, 52.0, 28.0, 270.0, mettle={"first_shot": "successful"})
    charging(position(ours, line("b", CONFEDERATE, 28.0)))


# ---- fire


def nerve(state: State, told: tuple[Forecast, ...], shots: tuple[object, ...], name: str) -> None:
    """The target's nerve as told, and as it is when the phases have been played."""

    def play(dice: Seeded) -> str:
        _, events = played(state, (*shots, TakeOff(), morale_events.Morale()), dice)
        tests = [event for event in events if isinstance(event, morale_events.MoraleTested) and event.unit == "b"]
        if not tests:
            return "no test"
        if tests[0].kind == "rally":
            return "fails to rally" if tests[0].result == "rout" else RESULTS[tests[0].result]
        return RESULTS[tests[0].result]

    (found,) = [one for one in told if one.title.startswith("The nerve")]
    agrees(found, play, name)


@clause("charge-boys.morale.retest-timing")
@clause("charge-boys.morale.trigger-hits")
@pytest.mark.parametrize(
    "theirs",
    [
        {},
        {"mettle": {}},
        {"mettle": {"state": "halted", "by": "other", "retest": 1, "first_shot": "successful"}},
        {"mettle": {"state": "retired", "by": "first", "retest": 1, "first_shot": "failed", "retired": 0}},
        {"turn": Record(had=24, hits=4, fell=3, fell_officers=1, foe="z", foe_hits=4)},
        {"mettle": {"state": "routing", "by": "other", "retest": 1, "disordered": True, "first_shot": "failed"}},
    ],
    ids=["steady", "untested", "re-test", "first-re-test", "losses-pending", "rally"],
)
def test_the_nerve_of_a_line_under_a_volley(theirs: dict[str, Any]) -> None:
    state = position(line("a", UNION, 20.0), line("b", CONFEDERATE, 27.0, **theirs), line("z", UNION, 4.0), turn=1)
    step = fire_table.volley_step(state, unit_of(state, "a"))
    assert step is not None
    key = f"b:{fire_table.BALL}"
    told = RULEBOOK.forecast(state, step, Command(UNION, "fire", "a", Chosen((key,))))
    shots = RULEBOOK.accept(state, step, Command(UNION, "fire", "a", Chosen((key,)))).steps
    nerve(state, told, shots, "volley")


@clause("charge-boys.artillery.target")
def test_the_nerve_of_a_line_under_guns() -> None:
    state = position(guns("a", UNION, 3, 36.0, 10.0), line("b", CONFEDERATE, 27.0, x=40.0, mettle={}))
    step = artillery_table.gun_step(state, unit_of(state, "a"))
    assert isinstance(step, artillery_events.FireGuns)
    pairs = Assigned(tuple((str(gun), "b") for gun, _ in step.aims))
    told = RULEBOOK.forecast(state, step, Command(UNION, "guns", "a", pairs))
    nerve(state, told, RULEBOOK.accept(state, step, Command(UNION, "guns", "a", pairs)).steps, "guns")
    assert strength(unit_of(state, "b")) == 24
