"""The odds are the table's: a forecast agrees with many seeded plays of the very command [law 6b]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt
from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Assigned, Chosen
from roundtop.battle.protocol import Command
from roundtop.dice.sources import Seeded
from roundtop.rulebooks.skirmish import RULEBOOK
from roundtop.rulebooks.skirmish.field import group_of
from roundtop.rulebooks.skirmish.morale.events import MoraleTested
from roundtop.rulebooks.skirmish.state import State

from .table import CONFEDERATE, SOUTH, UNION, Table, chief, idle, man, squad, table

PLAYS = 600
FAR = [man("z1", CONFEDERATE, 170, 110, SOUTH), man("z2", CONFEDERATE, 173, 110, SOUTH)]


def played(play: Table, key: str, seed: int, stop: Callable[[State], bool]) -> tuple[State, list[object]]:
    """The command, everybody who can sent in, and then as little as may be until it is settled."""
    battle = play.battle
    dice = Seeded(f"odds {seed}")
    happened: list[object] = []
    decision = play.decision
    passage = engine.submit(RULEBOOK, battle, Command(decision.player, decision.kind, decision.about, Chosen((key,))))
    while True:
        happened.extend(passage.events)
        passage = engine.run(RULEBOOK, passage.battle, dice)
        happened.extend(passage.events)
        if stop(passage.battle.state) or not engine.asked(RULEBOOK, passage.battle):
            return passage.battle.state, happened
        player = engine.asked(RULEBOOK, passage.battle)[0]
        wanted = engine.decision(RULEBOOK, passage.battle, player)
        form: Any = wanted.form
        answer = idle(wanted)
        if wanted.kind == "home":
            answer = Assigned(tuple((slot.key, slot.items[0].key) for slot in form.slots))
        command = Command(player, wanted.kind, wanted.about, answer)
        passage = engine.submit(RULEBOOK, passage.battle, command)


def told(play: Table, key: str, title: str) -> dict[str, float]:
    decision = play.decision
    command = Command(decision.player, decision.kind, decision.about, Chosen((key,)))
    found = RULEBOOK.forecast(play.state, play.battle.agenda[-1], command)
    return dict(next(one.chances for one in found if title in one.title))


def agree(told_: dict[str, float], counts: Counter[str]) -> None:
    """Every row within four and a half standard errors of what came, and nothing came that was not told."""
    assert set(counts) <= set(told_)
    for text, chance in told_.items():
        error = sqrt(max(chance * (1.0 - chance), 1e-4) / PLAYS)
        assert abs(counts[text] / PLAYS - chance) < 4.5 * error, (text, chance, counts[text] / PLAYS)


def nerve(play: Table, key: str, group: str) -> Counter[str]:
    """What came of a group's nerve in the window that closes the phase."""
    counts: Counter[str] = Counter()
    for seed in range(PLAYS):
        state, happened = played(play, key, seed, lambda state: state.acting != UNION)
        tests = [one for one in happened if isinstance(one, MoraleTested) and one.group == group]
        standing = [f for f in state.figures.values() if f.group == group and f.harm < 2 and f.place == "on"]
        counts[tests[-1].result if tests else "no test" if standing else "nobody left"] += 1
    return counts


@pytest.mark.parametrize(
    "position",
    [
        {"fell": False, "attached": False},
        {"fell": True, "attached": False},
        {"fell": False, "attached": True},
    ],
    ids=["plain", "the commander fell in this phase", "the commander is with them"],
)
def test_the_nerve_of_a_group_under_fire(position: dict[str, bool]) -> None:
    target = squad("f", CONFEDERATE, 3, 50, 62, SOUTH, quality="green")
    where = {"group": "f"} if position["attached"] else {}
    captain = chief(CONFEDERATE, 53, 64.5 if position["attached"] else 90, **where)
    play = table(squad("a", UNION, 3, 50, 50), squad("b", UNION, 1, 80, 50), target, captain, FAR)
    if position["fell"]:
        state: Any = play.state
        army = next(one for one in state.armies if one.side == CONFEDERATE)
        army.fell, army.bereaved = state.turn, True
        state.figures["confederate-chief"].harm = 3
        state.figures["confederate-chief"].place = "gone"
    play.choose("a")
    rows = told(play, "fire:f", "The nerve of F")
    if position["fell"]:
        assert "no test" not in rows
    agree(rows, nerve(play, "fire:f", "f"))


def test_a_charge_and_those_who_run_before_it() -> None:
    fallen = [man(f"f{n}", CONFEDERATE, 10, 100, harm=3, place="gone") for n in range(4, 9)]
    play = table(
        squad("a", UNION, 3, 50, 50), squad("f", CONFEDERATE, 3, 50, 60, SOUTH, quality="green"), fallen, FAR
    ).choose("a")
    rows = told(play, "charge:f", "Men down")
    counts: Counter[str] = Counter()
    for seed in range(PLAYS):
        state, happened = played(play, "charge:f", seed, lambda state: state.phase == "initiative" or state.turn > 1)
        tests = [one for one in happened if isinstance(one, MoraleTested)]
        assert tests[0].cause == "charged"
        down = [
            f for f in state.figures.values() if f.harm >= 2 and f.id[0] in "af" and f.id not in [d.id for d in fallen]
        ]
        ours, theirs = len([f for f in down if f.group == "a"]), len([f for f in down if f.group == "f"])
        counts[f"{ours} to {theirs}"] += 1
    agree(rows, counts)
    assert group_of(play.state, "f").state == "ok"
