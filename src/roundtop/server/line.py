"""Two of our processes that call each other: many calls at once, each answered when it is done."""

from __future__ import annotations

import asyncio
import itertools
import logging
import pickle
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias, final

from roundtop.server.limits import Trouble
from roundtop.server.store import StoreError

LOG: Final = logging.getLogger("roundtop.server")
HEAD: Final = 4
Calls: TypeAlias = Mapping[str, Callable[..., Awaitable[Any]]]


class LostError(RuntimeError):
    """The process at the other end has ended, or could not answer."""


@final
class Line:
    """One end. What is called here first is begun there first."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, calls: Calls) -> None:
        self.reader = reader
        self.writer = writer
        self.calls = calls
        self.numbers = itertools.count()
        self.open = True
        self.waiting: dict[int, asyncio.Future[Any]] = {}
        self.answering: set[asyncio.Task[None]] = set()

    def call(self, name: str, *args: object) -> asyncio.Future[Any]:
        """Have the other end do something; what it raises is raised here."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self.open:
            number = next(self.numbers)
            self.waiting[number] = future
            self._send((number, name, args))
        else:
            future.set_exception(LostError(name))
        return future

    async def listen(self) -> None:
        """Answer and be answered until the other end is gone."""
        try:
            while True:
                size = int.from_bytes(await self.reader.readexactly(HEAD), "big")
                self._heard(*pickle.loads(await self.reader.readexactly(size)))  # noqa: S301 - our own process
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            self.close()

    def close(self) -> None:
        """Nobody waits for the other end any more, and nothing is done for it."""
        self.open = False
        self.writer.close()
        for task in self.answering:
            task.cancel()
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(LostError("the process at the other end has ended"))
                future.exception()
        self.waiting.clear()

    def _heard(self, number: int, name: str, content: Any) -> None:
        if name in ("", "!"):
            future = self.waiting.pop(number, None)
            if future is None or future.done():
                return
            if name:
                future.set_exception(content)
            else:
                future.set_result(content)
            return
        task = asyncio.create_task(self._answer(number, name, content))
        self.answering.add(task)
        task.add_done_callback(self.answering.discard)

    async def _answer(self, number: int, name: str, args: tuple[Any, ...]) -> None:
        try:
            self._send((number, "", await self.calls[name](*args)))
        except Trouble as trouble:
            self._send((number, "!", Trouble(*trouble.args)))
        except (StoreError, LostError) as error:
            self._send((number, "!", error))
        except Exception as error:
            LOG.exception("%s could not be answered", name)
            self._send((number, "!", LostError(f"{type(error).__name__}: {error}")))

    def _send(self, frame: tuple[int, str, Any]) -> None:
        data = pickle.dumps(frame)
        if self.open:
            self.writer.write(len(data).to_bytes(HEAD, "big") + data)
