"""The referee: whatever a bot does, its player gives a lawful answer, and what was wrong is on record."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from time import monotonic, thread_time
from typing import Final, final

from roundtop.battle.engine import Battle, decision, reasons
from roundtop.battle.forms import (
    ANSWERS,
    Answer,
    Arranged,
    Assigned,
    Chosen,
    Confirmed,
    Marched,
    Numbered,
    Placed,
    Traced,
)
from roundtop.battle.protocol import Command, Decision, Rulebook
from roundtop.bots.bot import BUILT_IN, Bot, make
from roundtop.bots.isolated import Isolated, StalledError, UnreadableError
from roundtop.bots.lawful import answered, known, lawful
from roundtop.dice.sources import Stream
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose

CRASHED: Final = "crashed"
STALLED: Final = "stalled"
SLOW: Final = "slow"
WRONG_TYPE: Final = "wrong type"
ILLEGAL: Final = "illegal"
DISMISSED: Final = "dismissed"

BUDGET: Final = 5.0
"""Seconds a bot may take for a decision."""
PATIENCE: Final = 5
"""Fouls in a row after which a bot is asked no more and the recruit answers in its place."""


@final
@dataclass(slots=True, frozen=True)
class Foul:
    """What a bot did wrong, at which decision; `what` is one of the words above, `detail` says it in full."""

    bot: str
    what: str
    decision: Decision
    detail: str = ""


class _FoulError(Exception):
    """The bot's answer cannot be used."""

    def __init__(self, what: str, detail: str) -> None:
        super().__init__(detail)
        self.what = what


@final
class Refereed:
    """A bot under the referee's eye; `fouls` keeps what it did wrong, `times` what each decision of one that thinks in
    this process took of the processor, in seconds.
    """

    def __init__(
        self, name: str, bot: Bot, rulebook: Rulebook, budget: float = BUDGET, patience: int = PATIENCE
    ) -> None:
        self.name = name
        self.bot = bot
        self.rulebook = rulebook
        self.budget = budget
        self.patience = patience
        self.fouls: list[Foul] = []
        self.times: list[float] = []
        self.in_a_row = 0

    def command(self, battle: Battle, player: str, stream: Stream, wanted: Decision | None = None) -> Command:
        """A lawful command of this player, the bot's own where it gives one; `wanted` is what he is asked, if known."""
        asked = wanted or decision(self.rulebook, battle, player)
        if self.in_a_row < self.patience:
            try:
                found = self._own(battle, asked, stream)
            except _FoulError as error:
                self._note(error.what, asked, str(error))
                self.in_a_row += 1
                if self.in_a_row == self.patience:
                    self._note(DISMISSED, asked, f"{self.patience} fouls in a row")
            else:
                self.in_a_row = 0
                return found
        return lawful(self.rulebook, battle, asked, stream)

    def close(self) -> None:
        """End the bot's process where it has one."""
        if isinstance(self.bot, Isolated):
            self.bot.close()

    def _own(self, battle: Battle, asked: Decision, stream: Stream) -> Command:
        """The bot's own command, if it is lawful."""
        seen = known(self.rulebook, battle, asked.player)
        start, spent = monotonic(), thread_time()
        answer = _answer(self.bot, seen, asked, stream, self.budget)
        self.times.append(thread_time() - spent)
        if monotonic() - start > self.budget and not isinstance(self.bot, Isolated):
            # Nothing can interrupt a bot in this process; its answer stands, so that a busy machine changes no battle.
            self._note(SLOW, asked, f"{monotonic() - start:.2f} seconds")
        if not well_made(answer):
            raise _FoulError(WRONG_TYPE, repr(answer)[:200])
        command = answered(battle, asked, answer)
        wrong = reasons(self.rulebook, battle, command, asked)
        if wrong:
            raise _FoulError(ILLEGAL, " ".join([reason.text for reason in wrong]))
        return command

    def _note(self, what: str, asked: Decision, detail: str) -> None:
        self.fouls.append(Foul(self.name, what, asked, detail))


def _answer(bot: Bot, seen: Battle, asked: Decision, stream: Stream, budget: float) -> Answer:
    """What a bot says; whatever it raises is a foul."""
    try:
        return bot(seen, asked, stream, budget)
    except StalledError as error:
        raise _FoulError(STALLED, str(error)) from error
    except UnreadableError as error:
        raise _FoulError(WRONG_TYPE, str(error)) from error
    except Exception as error:
        raise _FoulError(CRASHED, f"{type(error).__name__}: {error}") from error


def refereed(name: str, rulebook: Rulebook, home: str, id: str = "", budget: float = BUDGET) -> Refereed:
    """A bot by name: the built-in ones run here, all others in a process of their own (see `Isolated`)."""
    bot = make(name, rulebook) if name in BUILT_IN else Isolated(name, rulebook, home, id)
    return Refereed(name, bot, rulebook, budget)


def well_made(answer: object) -> bool:
    """Whether this is an answer whose every part is of the right type, numbers finite."""
    if type(answer) not in ANSWERS:
        return False
    if isinstance(answer, (Chosen, Arranged)):
        return _words(answer.keys)
    if isinstance(answer, Assigned):
        return _tuple(answer.pairs) and all(_words(pair) and len(pair) == 2 for pair in answer.pairs)
    if isinstance(answer, Numbered):
        return type(answer.number) is int
    if isinstance(answer, Confirmed):
        return type(answer.yes) is bool
    if isinstance(answer, Placed):
        return _pose(answer.pose)
    if isinstance(answer, Marched):
        return _tuple(answer.manoeuvres) and all(_manoeuvre(one) for one in answer.manoeuvres)
    if isinstance(answer, Traced):
        return _tuple(answer.points) and all(_tuple(p) and len(p) == 2 and _numbers(*p) for p in answer.points)
    return False


def _tuple(value: object) -> bool:
    return type(value) is tuple


def _words(value: object) -> bool:
    return isinstance(value, tuple) and all(type(word) is str for word in value)


def _numbers(*values: object) -> bool:
    return all(type(value) is int or (type(value) is float and isfinite(value)) for value in values)


def _pose(value: object) -> bool:
    return isinstance(value, Pose) and _numbers(value.x, value.y) and type(value.facing) is int


def _manoeuvre(value: object) -> bool:
    if not isinstance(value, Manoeuvre):
        return False
    return _words((value.kind, value.on)) and _numbers(value.amount, value.x, value.y) and type(value.by) is int
