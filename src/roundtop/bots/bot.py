"""What a bot is, and the bots by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import Final, Protocol, TypeAlias

from roundtop.battle.engine import Battle
from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Decision, Rulebook
from roundtop.bots.general import LONG, QUICK, STEADY, generals
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Stream

GROUP: Final = "roundtop.bots"
"""The entry point under which other packages offer bots: a name, and `module:maker`."""


class Bot(Protocol):
    """Answers a decision within so many seconds from the battle as its player knows it: its state is his view.

    What is still to do, and who plays, all may know. All it may take from chance comes from the stream, so that a
    battle of bots can be fought again.
    """

    def __call__(self, known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer: ...


Maker: TypeAlias = Callable[[Rulebook], Bot]
"""Builds a bot for one rulebook."""


class UnknownBotError(ValueError):
    """A name that no bot has."""


def recruits(rulebook: Rulebook) -> Bot:
    """The recruit answers at random."""

    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        return recruit(decision, stream)

    return answer


def captains(rulebook: Rulebook) -> Bot:
    """The captain plays by the rulebook's own rules of thumb."""

    def answer(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        return rulebook.captain(known.state, decision, stream)

    return answer


BUILT_IN: Final[dict[str, Maker]] = {
    "recruit": recruits,
    "captain": captains,
    "general-quick": generals(QUICK),
    "general": generals(STEADY),
    "general-long": generals(LONG),
}


@cache
def guests() -> dict[str, str]:
    """The bots of other packages: name, and where their maker is. A built-in name cannot be taken.

    Looked for once: what is installed stays the same while a program runs.
    """
    found = sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))
    return {entry.name: entry.value for entry in found if entry.name not in BUILT_IN}


def names() -> tuple[str, ...]:
    """Every bot that can be asked for, the built-in ones first."""
    return (*BUILT_IN, *guests())


def maker_of(name: str) -> Maker:
    """The maker of a bot by its name, or by `module:maker`."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    where = guests().get(name, name)
    if ":" not in where:
        raise UnknownBotError(f"no bot is called '{name}'; there are {', '.join(names())}, or give module:maker")
    try:
        maker = resolve_name(where)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownBotError(f"the bot '{name}' cannot be found at {where}: {error}") from error
    if not callable(maker):
        raise UnknownBotError(f"the bot '{name}' cannot be built: {where} is no function of a rulebook")
    found: Maker = maker
    return found


def make(name: str, rulebook: Rulebook) -> Bot:
    """A bot in this process; for bots that are trusted."""
    return maker_of(name)(rulebook)
