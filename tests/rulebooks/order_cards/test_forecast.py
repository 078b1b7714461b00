"""Odds of whole chains come from the same stages that play uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Answer, Assigned, Chosen, Marched
from roundtop.battle.protocol import Command
from roundtop.dice.sources import Seeded
from roundtop.rulebooks.order_cards import RULEBOOK
from roundtop.rulebooks.order_cards.cards.rule import DECK
from roundtop.rulebooks.order_cards.field import unit_of
from roundtop.rulebooks.order_cards.fire.odds import volley_odds
from roundtop.rulebooks.order_cards.fire.rule import Group, Volley, volley
from roundtop.rulebooks.order_cards.formation.table import forming
from roundtop.rulebooks.order_cards.melee.events import MeleeFought
from roundtop.rulebooks.order_cards.morale.rule import Check, Regiment, circle, nerve
from roundtop.rulebooks.order_cards.state import State, Unit
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    charge,
    field,
    foot,
    general,
    guns,
    obstacle,
    position,
    reserves,
    table,
)

CARD = {card.word: card for card in DECK}
VOLLEY = Volley(CARD["volley"], (Group(6, 8.0),), cover=("fence-or-bush",))
CHECK = Check("fire", Regiment(starting=6, circled=2))
TRIALS = 3000


def near(share: float, chance: Fraction, trials: int = TRIALS) -> bool:
    """Within five standard errors."""
    p = float(chance)
    return bool(abs(share - p) <= 5 * (p * (1 - p) / trials) ** 0.5 + 1e-9)


def test_a_volley_to_the_end_of_its_test() -> None:
    odds = volley_odds(VOLLEY, CHECK)
    assert sum(odds.weights.values()) == odds.total
    # 240%: two hits and 40% for a third, each saved on 20.
    untouched = Fraction(60, 100) * Fraction(20, 100) ** 2 + Fraction(40, 100) * Fraction(20, 100) ** 3
    assert odds.where(lambda one: one.boxes == 0) == untouched
    # Two boxes or more take a stand off, and the test is at 60 and not at 70.
    one = 2 * Fraction(80, 100) * Fraction(20, 100)
    single = Fraction(60, 100) * one + Fraction(40, 100) * 3 * Fraction(80, 100) * Fraction(20, 100) ** 2
    down = odds.where(lambda struck: struck.boxes == 1 and struck.unit.state == "head-down")
    assert down == single * Fraction(29, 100)
    lost = odds.where(lambda struck: struck.boxes >= 2 and struck.unit.state == "head-down")
    assert lost == (1 - untouched - single) * Fraction(39, 100)


def test_the_same_volley_played_out() -> None:
    odds = volley_odds(VOLLEY, CHECK)
    dice = Seeded("volley")
    down = routed = 0
    for _ in range(TRIALS):
        boxes = volley(VOLLEY, dice).boxes
        unit = circle(CHECK.unit, boxes)
        if boxes:
            unit = nerve(Check("fire", unit), dice).unit
        down += unit.state == "head-down"
        routed += unit.state == "routing"
    assert near(down / TRIALS, odds.where(lambda one: one.unit.state == "head-down"))
    assert near(routed / TRIALS, odds.where(lambda one: one.unit.state == "routing"))


def test_a_wagon_has_no_nerves() -> None:
    odds = volley_odds(VOLLEY, CHECK, tests=False)
    assert odds.where(lambda one: one.unit.state == "steady") == 1


# ---- at the table


def foretold(begun: Table, answer: Answer) -> list[tuple[str, dict[str, float], str]]:
    """What is foretold of an answer: titles, chances and notes."""
    asked = begun.decision
    command = Command(asked.player, asked.kind, asked.about, answer)
    found = RULEBOOK.forecast(RULEBOOK.view(begun.state, asked.player), begun.battle.agenda[-1], command)
    assert all(one.exact for one in found)
    for one in found:
        assert abs(sum(chance for _, chance in one.chances) - 1.0) < 1e-9
    return [(one.title, dict(one.chances), one.note) for one in found]


def pair(card: str, **fields: Any) -> Table:
    return table(
        *reserves(), foot("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 6, 30, 27.75, SOUTH, **fields), card=card
    )


def test_a_volley_is_foretold_to_the_end_of_its_test() -> None:
    begun = pair("volley")
    begun.do("a", "fire")
    boxes, after = foretold(begun, Chosen(("x",)))
    assert boxes[1] == {"3 boxes": pytest.approx(0.4), "2 boxes": pytest.approx(0.6)}
    assert after[1]["head down"] == pytest.approx(0.29)
    double = foretold(begun, Chosen(("double:x",)))[1]
    assert double[1]["head down"] > after[1]["head down"]
    assert foretold(begun, Chosen(("hold-fire",))) == []


def test_a_charge_is_foretold_without_a_measurement() -> None:
    near, far = (
        pair("charge-home"),
        table(*reserves(), foot("a", UNION, 6, 30, 8), foot("x", CONFEDERATE, 6, 30, 27.75, SOUTH), card="charge-home"),
    )
    near.do("a", "charge")
    far.do("a", "charge")
    told = foretold(near, Chosen(("x",)))
    assert told == foretold(far, Chosen(("x",)))
    assert "whole bonus" in told[0][2]
    wins = sum(chance for words, chance in told[0][1].items() if words.startswith("A wins"))
    assert 0.7 < wins < 0.9
    assert foretold(near, Chosen(("none",))) == []
    ahead = Assigned((("wheel", "aim"), ("extra", "0")))
    aimed = [foretold(one.choose("x"), ahead) for one in (near, far)]
    assert aimed == [told, told]


def test_a_melee_is_foretold_before_the_card_ends() -> None:
    begun = pair("charge-home")
    charge(begun, "a", "x")
    told, winners = foretold(begun, Chosen(("end",)))
    assert (told[0], winners[0]) == ("A against X", "A against X, the winners' own test")
    assert foretold(begun, Chosen(("a",))) == [told, winners]
    house = table(
        *reserves(),
        foot("a", UNION, 6, 30, 20),
        foot("x", CONFEDERATE, 6, 30, 27.75, SOUTH),
        card="charge-home",
        melee_winner_checks=False,
    )
    charge(house, "a", "x")
    assert [one[0] for one in foretold(house, Chosen(("end",)))] == ["A against X"]


def melees() -> dict[str, Table]:
    """Melees that are about to be fought."""
    third = foot("b", UNION, 4, 36.5, 20)
    at_edge = foot("x", CONFEDERATE, 5, 30, 40.5, SOUTH)
    river = field(obstacle("river", (0, 34), (72, 34)))
    found = {
        "plain": table(
            *reserves(), foot("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 6, 30, 26, SOUTH), card="charge-home"
        ),
        "edge": table(*reserves(), foot("a", UNION, 6, 30, 34), at_edge, card="charge-home"),
        "two": table(
            *reserves(),
            foot("a", UNION, 6, 30, 20),
            third,
            foot("x", CONFEDERATE, 10, 33, 26, SOUTH),
            card="charge-home",
        ),
        "head down": table(
            *reserves(),
            foot("a", UNION, 6, 30, 20),
            foot("x", CONFEDERATE, 6, 30, 26, SOUTH, state="head-down", in_position=True),
            card="charge-home",
        ),
        "routing": table(
            *reserves(),
            foot("a", UNION, 6, 30, 20),
            foot("x", CONFEDERATE, 6, 30, 26, SOUTH, state="routing", disordered=True),
            card="charge-home",
        ),
        "guns": table(
            *reserves(), foot("a", UNION, 6, 30, 20), guns("x", CONFEDERATE, 3, 30, 26, SOUTH), card="charge-home"
        ),
        "river": table(
            *reserves(),
            foot("a", UNION, 6, 30, 20),
            foot("x", CONFEDERATE, 6, 30, 26, SOUTH),
            card="charge-home",
            ground=river,
        ),
    }
    for name, begun in found.items():
        charge(begun, "a", "x", wheel="0")
        if name == "two":
            charge(begun, "b", "x", wheel="0")
    return found


PLAYS = 400


@pytest.mark.parametrize("name", sorted(melees()))
def test_a_melee_comes_as_it_is_foretold(name: str) -> None:
    begun = melees()[name]
    told = foretold(begun, Chosen(("end",)))[0]
    names = {unit.id: unit.name for unit in begun.state.units}
    came: Counter[str] = Counter()
    command = Command(UNION, "card", "", Chosen(("end",)))
    for seed in range(PLAYS):
        first = engine.submit(RULEBOOK, begun.battle, command)
        battle = engine.run(RULEBOOK, first.battle, Seeded(f"{name} {seed}"))
        came[fates(battle.events, battle.battle.state, names)] += 1
    assert set(came) <= set(told[1]), sorted(set(came) - set(told[1]))
    for text, chance in told[1].items():
        assert near(came[text] / PLAYS, Fraction(chance).limit_denominator(10**6), PLAYS), (text, came[text], chance)


def fates(happened: Sequence[object], state: State, names: dict[str, str]) -> str:
    """How a melee that was played out would have been foretold."""
    fought = next(event for event in happened if isinstance(event, MeleeFought))
    if fought.winner == "none":
        return "nobody is left"
    won = fought.winner == "attackers"
    winners, losers = (fought.attackers, fought.defenders) if won else (fought.defenders, fought.attackers)
    after = "; ".join([f"{names[id]}: {fate(unit_of(state, id))}" for id in losers])
    return f"{' and '.join([names[id] for id in winners])} {'win' if len(winners) > 1 else 'wins'}; {after}"


def fate(unit: Unit) -> str:
    if unit.place == "gone":
        gone = {"run-off": "runs off the table", "captured": "surrenders", "taken": "loses its guns"}
        return gone.get(unit.fate, "destroyed")
    shaken = {"routing": "routs", "head-down": "head down"}
    return shaken.get(unit.state, "in disorder" if unit.disordered else "stands")


def test_officers_rallies_and_changes_are_foretold() -> None:
    runner = foot("a", UNION, 6, 30, 20, state="routing", disordered=True)
    begun = table(*reserves(), runner, general("chief", UNION, 30, 18), card="rout-and-rally")
    begun.do("a", "rally")
    assert foretold(begun, Chosen(("none",)))[0][1]["rallies"] == pytest.approx(0.35)
    assert foretold(begun, Chosen(("chief",)))[0][1]["rallies"] == pytest.approx(0.45)
    moving = pair("march")
    moving.do("a", "move")
    change = forming(moving.unit("a"), "column")
    assert foretold(moving, Marched((change,)))[0][1] == {
        "stands": pytest.approx(0.7),
        "in disorder": pytest.approx(0.29),
        "routs": pytest.approx(0.01),
    }
    assert foretold(moving, Marched(())) == []


def test_losses_count_stands() -> None:
    state = position(*reserves(), foot("a", UNION, 4, 30, 20, start=6))
    assert RULEBOOK.losses(state) == {UNION: 2, CONFEDERATE: 0}
