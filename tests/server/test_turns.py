"""Whose question is answered next."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest

from roundtop.server.hands import Shelved
from roundtop.server.limits import Debts, Trouble
from roundtop.server.turns import Turns
from tests.server.aside import awaited


def test_one_visitor_has_no_more_than_his_share() -> None:
    async def work() -> None:
        turns = Turns(2, 1, 10)
        await turns.take("greedy")
        waiting = [asyncio.create_task(turns.take("greedy")) for _ in range(5)]
        await asyncio.sleep(0)
        assert not any(one.done() for one in waiting)
        await asyncio.wait_for(turns.take("modest"), 1)
        turns.give("greedy")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert [one.done() for one in waiting] == [True, False, False, False, False]
        for one in waiting:
            one.cancel()

    awaited(work())


def test_visitors_come_one_after_the_other() -> None:
    served: list[str] = []

    async def ask(turns: Turns, visitor: str) -> None:
        await turns.take(visitor)
        served.append(visitor)
        await asyncio.sleep(0)
        turns.give(visitor)

    async def work() -> None:
        turns = Turns(1, 1, 10)
        await asyncio.gather(*[ask(turns, visitor) for visitor in "aaaabbc"])
        assert turns.free == 1
        assert not turns.working

    awaited(work())
    assert "".join(served) == "aabcaba"


def test_who_asks_too_much_is_told_and_who_gives_up_leaves_no_gap() -> None:
    async def work() -> None:
        turns = Turns(1, 1, 2)
        await turns.take("one")
        waiting = [asyncio.create_task(turns.take("one")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Trouble, match="2 of your questions are waiting") as told:
            await turns.take("one")
        assert told.value.status == 429
        waiting[0].cancel()
        await asyncio.sleep(0)
        turns.give("one")
        await asyncio.wait_for(waiting[1], 1)
        turns.give("one")
        assert turns.free == 1
        assert not turns.waiting

    awaited(work())


def made(text: bytes, calls: list[bytes]) -> Callable[[], Awaitable[bytes]]:
    async def make() -> bytes:
        calls.append(text)
        await asyncio.sleep(0)
        return text

    return make


def test_pages_are_made_once_and_the_oldest_make_room() -> None:
    async def work() -> None:
        pages = Shelved()
        calls: list[bytes] = []
        found = await asyncio.gather(*[pages.get(("a",), made(b"a", calls)) for _ in range(5)])
        assert found == [b"a"] * 5
        assert calls == [b"a"]
        large = b"x" * (pages.MOST // 2)
        for name in ("b", "c", "d"):
            await pages.get((name,), made(large, calls))
        assert pages.size <= pages.MOST
        assert list(pages.kept) == [("d",)]
        await pages.get(("a",), made(b"a", calls))
        assert calls.count(b"a") == 2

    awaited(work())


def test_what_could_not_be_made_is_tried_again() -> None:
    async def work() -> None:
        pages = Shelved()

        async def fail() -> bytes:
            raise Trouble(503, "no-answer", "not now")

        with pytest.raises(Trouble):
            await pages.get(("a",), fail)
        assert await pages.get(("a",), made(b"a", [])) == b"a"

    awaited(work())


def test_whoever_holds_the_loop_long_waits_while_others_have_their_turns() -> None:
    """Ten connections of one address ask without a pause what takes 20 ms each; half of the loop is for others."""

    async def evening() -> int:
        debts = Debts()
        asked = 0

        async def greedy() -> None:
            nonlocal asked
            while True:
                await debts.paid("greedy")
                with debts.charged("greedy"):
                    end = time.thread_time() + 0.02
                    while time.thread_time() < end:
                        pass
                asked += 1
                await asyncio.sleep(0)

        crowd = [asyncio.create_task(greedy()) for _ in range(10)]
        while asked < 10:
            await asyncio.sleep(0.1)
        for one in crowd:
            one.cancel()
        await debts.paid("modest")
        return asked

    begun = time.monotonic()
    asked = awaited(evening())
    assert 0.02 * asked < 0.5 * (time.monotonic() - begun)
