"""A rulebook's order of play as a table: for each kind of step who is asked, what, what an answer does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from roundtop.battle.forms import Reason
from roundtop.battle.protocol import Command, Decision, Progress, State, View
from roundtop.dice.sources import Dice
from roundtop.record import record


def nobody(state: State, step: Any) -> tuple[str, ...]:
    return ()


def nothing_asked(view: View, step: Any, player: str) -> Decision:
    raise ValueError("nothing is asked here")


def nothing_wrong(view: View, step: Any, command: Command) -> tuple[Reason, ...]:
    return ()


def no_answer(state: State, step: Any, command: Command) -> Progress:
    raise ValueError("no answer is waited for here")


def no_effect(state: State, step: Any, dice: Dice) -> Progress:
    return Progress(())


@record
class Play:
    """How one kind of step is played."""

    advance: Callable[[Any, Any, Dice], Progress] = no_effect
    asks: Callable[[Any, Any], tuple[str, ...]] = nobody
    decision: Callable[[Any, Any, str], Decision] = nothing_asked
    accept: Callable[[Any, Any, Command], Progress] = no_answer
    check: Callable[[Any, Any, Command], tuple[Reason, ...]] = nothing_wrong
