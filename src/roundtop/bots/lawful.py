"""What whoever is asked knows, and a lawful command of his, whatever else fails."""

from __future__ import annotations

from typing import Final

from roundtop.battle.engine import Battle, reasons
from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Command, Decision, Rulebook
from roundtop.bots.recruit import listed, recruit
from roundtop.dice.sources import Stream
from roundtop.record import replace

TRIES: Final = 20


class NothingLawfulError(RuntimeError):
    """A decision that no answer satisfies: a fault of the rulebook, not of a bot."""


def known(rulebook: Rulebook, battle: Battle, player: str) -> Battle:
    """The battle as a player knows it: its state is his view, and the rest all may know.

    What the battle keeps of its true state does not go with it.
    """
    return replace(battle, state=rulebook.view(battle.state, player))


def answered(battle: Battle, asked: Decision, answer: Answer) -> Command:
    """An answer as a command of the player who was asked, and of nobody else."""
    return Command(asked.player, asked.kind, asked.about, answer, version=battle.version)


def lawful(rulebook: Rulebook, battle: Battle, asked: Decision, stream: Stream) -> Command:
    """Any lawful command: the recruit's, or the first lawful one of the plain answers."""
    for _ in range(TRIES):
        command = answered(battle, asked, recruit(asked, stream))
        if not reasons(rulebook, battle, command, asked):
            return command
    for answer in listed(asked.form):
        command = answered(battle, asked, answer)
        if not reasons(rulebook, battle, command, asked):
            return command
    raise NothingLawfulError(f"{rulebook.id}: no lawful answer to '{asked.kind}' was found: {asked.sentence}")
