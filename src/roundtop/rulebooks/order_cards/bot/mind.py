"""What a bot that thinks ahead is told: in which manner the captain may fight, and what he need not be helped with."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Decision, Mind
from roundtop.dice.sources import Stream
from roundtop.rulebooks.order_cards.bot.captain import led
from roundtop.rulebooks.order_cards.bot.doctrine import WARY
from roundtop.rulebooks.order_cards.state import State


def wary(view: State, decision: Decision, stream: Stream) -> Answer:
    """The captain who minds his losses most."""
    return led(view, decision, stream, WARY)


PLAIN: Final = ("card", "officer-move", "face", "lead", "officer", "rally-officer", "send")
"""Who acts next, and small change: little hangs on it beside what they then do."""
MIND: Final = Mind(manners=((WARY, wary),), plain=PLAIN)
