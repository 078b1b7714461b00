"""A bot in a process of its own: it gets copies, and is killed when it stalls."""

from __future__ import annotations

import json
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pkgutil import resolve_name
from typing import Any, Final, final

from roundtop.battle.codec import CodecError, Plain, written
from roundtop.battle.engine import Battle, codec
from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Decision, Rulebook
from roundtop.bots import leash
from roundtop.bots.bot import maker_of
from roundtop.dice.sources import Stream

START_SECONDS: Final = 60.0
"""How long a process may take to start and build its bot."""
LONGEST_REPLY: Final = 1 << 20
ROOMY: Final = 4096
"""Megabytes of memory for a bot of whom nothing else is said."""
GRACE_SECONDS: Final = 0.25
"""What the way there and back may take beyond the bot's own time."""


class CrashedError(RuntimeError):
    """The bot raised an error, or its process ended."""


class StalledError(RuntimeError):
    """The bot did not answer in time."""


class UnreadableError(RuntimeError):
    """The bot's reply is no value the rulebook knows."""


@final
class Isolated:
    """Runs a bot, by its name or `module:maker`, in a fresh process; whatever it does there harms nothing here.

    `home` says where the process finds the rulebook: `module:rulebook`, or `module:function` to be called with an id.
    """

    def __init__(self, name: str, rulebook: Rulebook, home: str, id: str = "", megabytes: int = ROOMY) -> None:
        self.name = name
        self.rulebook = rulebook
        self.home = home
        self.id = id
        self.megabytes = megabytes
        self.codec = codec(rulebook)
        self.process: BaseProcess | None = None
        self.line: Connection | None = None

    def __call__(self, known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        asked = [known, decision, f"{stream.word()}-{stream.word()}", budget]
        try:
            answer: Answer = self.codec.value(self.thought(self.codec.text(asked), budget))
        except CodecError as error:
            raise UnreadableError(str(error)) from error
        return answer

    def thought(self, asked: str, budget: float) -> Plain:
        """The plain form of the answer to what is asked in the codec's text: battle, decision, seed, seconds."""
        reply = self._asked(self.line or self._start(), asked, budget + GRACE_SECONDS)
        if "answer" not in reply:
            raise UnreadableError("no answer")
        return reply["answer"]

    def _start(self) -> Connection:
        self.line, far = Pipe()
        self.process = leash.started(serve, (far, self.name, self.home, self.id, self.megabytes))
        far.close()
        self._heard(self.line, START_SECONDS)
        return self.line

    def _asked(self, line: Connection, text: str, seconds: float) -> dict[str, Any]:
        try:
            line.send_bytes(text.encode())
        except OSError as error:
            self.close()
            raise CrashedError("its process has ended") from error
        return self._heard(line, seconds)

    def _heard(self, line: Connection, seconds: float) -> dict[str, Any]:
        """The next reply; a bot that gives none in time, or breaks off, loses its process."""
        try:
            if not line.poll(seconds):
                self.close()
                raise StalledError(f"no answer within {seconds:g} seconds")
            reply = json.loads(line.recv_bytes(LONGEST_REPLY))
        except (EOFError, OSError) as error:
            self.close()
            raise CrashedError("its process has ended, or its reply was too long") from error
        if "unreadable" in reply:
            raise UnreadableError(reply["unreadable"])
        if "error" in reply:
            self.close()
            raise CrashedError(reply["error"])
        found: dict[str, Any] = reply
        return found

    def close(self) -> None:
        """End the process; the next decision starts another."""
        line, process = self.line, self.process
        self.line = self.process = None  # first: a server that stops closes from another thread than the one that waits
        if line is not None:
            line.close()
        if process is not None:
            process.kill()
            process.join()
            process.close()


def serve(line: Connection, name: str, home: str, id: str, megabytes: int) -> None:
    """The life of a bot in its own process: built once, then an answer for each decision until the line is closed."""
    leash.follow()
    leash.allow(megabytes)
    try:
        found = resolve_name(home)
        rulebook: Rulebook = found(id) if id else found
        bot = maker_of(name)(rulebook)
        words = codec(rulebook)
        line.send_bytes(b"{}")
        while True:
            known, decision, seed, budget = words.read(line.recv_bytes().decode())
            answer = bot(known, decision, Stream(seed), budget)
            try:
                line.send_bytes(written({"answer": words.plain(answer)}).encode())
            except CodecError as error:
                line.send_bytes(_trouble("unreadable", error))
    except EOFError:
        return
    except MemoryError:
        line.send_bytes(written({"error": f"it took more than {megabytes} megabytes of memory"}).encode())
    except Exception as error:
        # A bot that failed once is not asked again in the same process: nobody knows what state it is in.
        line.send_bytes(_trouble("error", error))


def _trouble(kind: str, error: Exception) -> bytes:
    return written({kind: f"{type(error).__name__}: {error}"[:2000]}).encode()
