"""A process that answers one heavy question after the other, with so much memory and so much time for each."""

from __future__ import annotations

import json
import traceback
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Final, final

from roundtop.bots import leash
from roundtop.server.limits import Trouble
from roundtop.server.think import WORK

START_SECONDS: Final = 60.0
"""How long a process may take to start."""
LONGEST_REPLY: Final = 128 * 1024 * 1024


class WorkerError(RuntimeError):
    """A question that could not be answered by a fault of the program; the text is for its log."""


@final
class Worker:
    """One process and the line to it. Whoever asks it waits in a thread of his own."""

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes
        self.line, far = Pipe()
        self.process = leash.started(serve, (far, megabytes))
        far.close()
        self.started = False

    def ask(self, what: str, parts: tuple[bytes, ...], seconds: float) -> bytes:
        """The answer; Trouble says why there is none. Whatever raises anything leaves the process of no more use."""
        try:
            if not self.started and not self._ready():
                raise Trouble(503, "no-answer", "No process could be started for this; try again.")
            self.line.send_bytes(json.dumps([what, len(parts)]).encode())
            for part in parts:
                self.line.send_bytes(part)
            if not self.line.poll(seconds):
                raise Trouble(503, "too-long", f"This took longer than {seconds:g} seconds and was stopped.")
            said = json.loads(self.line.recv_bytes(LONGEST_REPLY))
            answer = self.line.recv_bytes(LONGEST_REPLY)
        except (EOFError, OSError):
            raise Trouble(503, "no-answer", "The process that worked on this has ended; nothing has changed.") from None
        if "fault" in said:
            raise WorkerError(said["fault"])
        if "trouble" in said:
            raise Trouble(**said["trouble"])
        if "memory" in said:
            words = f"This took more than {self.megabytes} megabytes of memory and was stopped."
            raise Trouble(503, "too-much", words)
        return answer

    def _ready(self) -> bool:
        self.started = self.line.poll(START_SECONDS) and self.line.recv_bytes() == b"ready"
        return self.started

    def end(self) -> None:
        """Kill the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.line.close()


def serve(line: Connection, megabytes: int) -> None:
    """The life of the process: an answer for each question until the line is closed."""
    leash.follow()
    leash.allow(megabytes)
    line.send_bytes(b"ready")
    while True:
        try:
            what, parts = json.loads(line.recv_bytes())
            texts = [line.recv_bytes() for _ in range(parts)]
        except EOFError:
            return
        said, answer = answered(what, texts)
        del texts
        line.send_bytes(json.dumps(said).encode())
        line.send_bytes(answer)


def answered(what: str, texts: list[bytes]) -> tuple[dict[str, object], bytes]:
    """What is said of an answer, and the answer."""
    try:
        return {}, WORK[what](*[text.decode() for text in texts]).encode()
    except UnicodeError:
        trouble = Trouble(400, "malformed", "This is not a game file: it is not text.")
        return {"trouble": {"status": trouble.status, **trouble.plain()}}, b""
    except Trouble as trouble:
        return {"trouble": {"status": trouble.status, **trouble.plain()}}, b""
    except MemoryError:
        return {"memory": True}, b""
    except Exception:
        return {"fault": traceback.format_exc()[-4000:]}, b""
