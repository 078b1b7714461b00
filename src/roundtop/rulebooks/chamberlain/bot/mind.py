"""What a bot that thinks ahead is told: in which manners the captain may fight, and what he need not be helped with."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Decision, Mind
from roundtop.dice.sources import Stream
from roundtop.rulebooks.chamberlain.bot.captain import led
from roundtop.rulebooks.chamberlain.bot.doctrine import BOLD, WARY
from roundtop.rulebooks.chamberlain.state import State


def bold(view: State, decision: Decision, stream: Stream) -> Answer:
    """The captain who goes for the enemy, whatever may come."""
    return led(view, decision, stream, BOLD)


def wary(view: State, decision: Decision, stream: Stream) -> Answer:
    """The captain who minds his losses most."""
    return led(view, decision, stream, WARY)


PLAIN: Final = ("movement", "officers", "pick")
"""Who acts next, and small change: little hangs on it beside what they then do."""
MIND: Final = Mind(manners=((BOLD, bold), (WARY, wary)), plain=PLAIN)
