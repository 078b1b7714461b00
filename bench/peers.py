"""The same measured of others, beside ours in the same run. Installed for the bench alone."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from functools import partial
from typing import Any

from bench.clock import seconds
from bench.ours import Played
from bench.questions import QUESTIONS


def catanatron(least: float) -> tuple[Played, float]:
    """Random play and the cost of a copy."""
    from catanatron import Color, Game, RandomPlayer

    def game(seed: int) -> Any:
        return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)

    def decisions(played: Any) -> int:
        state = played.state
        return len(state.action_records) if hasattr(state, "action_records") else len(state.actions)

    game(0).play()
    found = Played(0, 0, 0.0)
    start = time.perf_counter()
    while found.seconds < least:
        played = game(found.battles)
        played.play()
        found.decisions += decisions(played)
        found.battles += 1
        found.seconds = time.perf_counter() - start
    return found, seconds(game(1).copy)


def chess(least: float) -> tuple[Played, float]:
    """Random play and the cost of a copy."""
    import chess as rules

    found = Played(0, 0, 0.0)
    start = time.perf_counter()
    while found.seconds < least:
        board = rules.Board()
        chance = random.Random(found.battles)
        while not board.is_game_over(claim_draw=False) and board.ply() < 400:
            board.push(chance.choice(list(board.legal_moves)))
            found.decisions += 1
        found.battles += 1
        found.seconds = time.perf_counter() - start
    return found, seconds(rules.Board().copy)


def icepool() -> dict[str, float]:
    """Seconds for each named question; a first answer is made beforehand, so that imports do not count."""
    import icepool as ice

    for question in QUESTIONS:
        question.icepool(ice)
    return {question.name: seconds(partial(question.icepool, ice)) for question in QUESTIONS}


def icepool_chances(name: str) -> dict[Any, Fraction]:
    """icepool's answer to a named question."""
    import icepool as ice

    die = next(question for question in QUESTIONS if question.name == name).icepool(ice)
    total = die.denominator()
    return {outcome: Fraction(weight, total) for outcome, weight in die.items()}
