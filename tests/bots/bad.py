"""Bad bots, each a maker by its name, to be run in a process of their own."""

from __future__ import annotations

import os
import sys
import time
from math import nan
from typing import Any

from roundtop.battle.engine import Battle
from roundtop.battle.forms import Answer, Assigned, Chosen, Numbered, Placed
from roundtop.battle.protocol import Command, Decision, Rulebook
from roundtop.bots.bot import Bot
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Stream
from roundtop.table.pose import Pose


def good(rulebook: Rulebook) -> Bot:
    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        return rulebook.captain(known.state, decision, stream)

    return answer


def crashing(rulebook: Rulebook) -> Bot:
    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        raise ZeroDivisionError("no plan survives")

    return answer


def crashing_when_built(rulebook: Rulebook) -> Bot:
    raise OSError("the weights are not here")


def quitting(rulebook: Rulebook) -> Bot:
    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        sys.exit("I resign")

    return answer


def dying(rulebook: Rulebook) -> Bot:
    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        os._exit(1)

    return answer


def idle(rulebook: Rulebook) -> Bot:
    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        while True:
            time.sleep(60)

    return answer


def gluttonous(rulebook: Rulebook) -> Bot:
    """Remembers more and more."""

    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        memory: list[bytearray] = []
        while len(memory) < 200:
            memory.append(bytearray(64 * 1024 * 1024))
        raise AssertionError("12 GB were given")

    return answer


def slow(rulebook: Rulebook) -> Bot:
    """Slow at bidding only."""

    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        if decision.kind == "bid":
            time.sleep(budget + 2.0)
        return rulebook.captain(known.state, decision, stream)

    return answer


def illegal(rulebook: Rulebook) -> Bot:
    """Of the right shape for a bid or two full hands, and against the rules."""

    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        if decision.kind == "assign":
            return Assigned((("left", "drum"), ("right", "drum")))
        return Numbered(99)

    return answer


def wrong_type(rulebook: Rulebook) -> Bot:
    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Any:
        return "Charge!"

    return answer


def unwritable(rulebook: Rulebook) -> Bot:
    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Any:
        return object()

    return answer


def hollow(rulebook: Rulebook) -> Bot:
    """The right class with the wrong things inside."""

    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        inside: Any = [3]
        if decision.kind == "bid":
            return Numbered(inside)
        return Placed(Pose(nan, 4.0, 0)) if decision.kind == "place" else Chosen(inside)

    return answer


def long_winded(rulebook: Rulebook) -> Bot:
    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        return Chosen(("x" * 3_000_000,))

    return answer


def cheating(rulebook: Rulebook) -> Bot:
    """Writes itself the victory into whatever it can reach."""

    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        object.__setattr__(known.state, "scores", (9, 9))
        object.__setattr__(decision, "player", "union")
        return recruit(decision, stream)

    return answer


def meddling(rulebook: Rulebook) -> Bot:
    """Answers for the other player."""

    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Any:
        other = "union" if decision.player == "confederate" else "confederate"
        return Command(other, decision.kind, decision.about, recruit(decision, stream))

    return answer
