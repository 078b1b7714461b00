"""A disk that fails, rules that fail, bots that fail: the game stays as it was."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from roundtop.bots.isolated import StalledError
from roundtop.dice.sources import Stream
from roundtop.server.hall import Hall, Unknown
from roundtop.server.room import BrokenError, Room
from roundtop.server.session import Session
from roundtop.server.store import StoreError, Write
from roundtop.server.wire import Chair, NewGame
from tests.server.aside import awaited
from tests.server.house import FIELD, ROOMY, RULES
from tests.server.test_session import command


def in_hall(work: Callable[[Hall], Awaitable[None]]) -> None:
    async def run() -> None:
        hall = Hall(None, ROOMY)
        try:
            await work(hall)
        finally:
            hall.close()

    awaited(run())


async def new_room(hall: Hall, confederate: str = "here") -> Room:
    seats = {"union": Chair("here"), "confederate": Chair(confederate)}  # type: ignore[arg-type]
    made = await hall.make(NewGame(FIELD, RULES, seats), "here")
    return await hall.room(made.game)


def test_a_disk_that_fails_leaves_the_game_as_it_was() -> None:
    async def work(hall: Hall) -> None:
        room = await new_room(hall)
        before = room.session.game.hash
        given = command(room.session, "union", Stream("disk"))
        whole = hall.store.write

        def failing(*writes: Write) -> asyncio.Future[None]:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            future.set_exception(StoreError("the disk is full"))
            return future

        hall.store.write = failing  # type: ignore[method-assign]
        with pytest.raises(BrokenError):
            await room.change(given)
        hall.store.write = whole  # type: ignore[method-assign]
        again = await hall.room(room.session.id)
        assert again is not room
        assert again.session.game.hash == before
        with pytest.raises(BrokenError):
            await room.change(given)
        await again.change(given)
        assert again.session.game.hash != before

    in_hall(work)


def test_a_fault_of_the_rules_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        room = await new_room(hall)
        given = command(room.session, "union", Stream("fault"))
        before = room.session.game.hash

        def broken(record: dict[str, Any]) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(room.session, "apply", broken)
        with pytest.raises(BrokenError):
            await room.change(given)
        assert await hall.store.texts(room.session.id, 0, 10) == []
        again = await hall.room(room.session.id)
        assert again.session.game.hash == before

    in_hall(work)


def test_a_bot_that_stalls_still_gives_a_lawful_answer() -> None:
    async def work(hall: Hall) -> None:
        async def stalled(*_: Any) -> None:
            raise StalledError("no answer within 5 seconds")

        hall.hands.answer = stalled  # type: ignore[assignment, method-assign]
        room = await new_room(hall, "bot")
        for _ in range(200):
            if room.session.records:
                break
            await asyncio.sleep(0.01)
        assert room.session.records == 1
        assert room.session.waiting() == ["union"]

    in_hall(work)


@pytest.mark.parametrize(("owed", "moves"), [(0.0, 1), (1000.0, 0)])
def test_bots_by_themselves_pay_for_holding_the_loop_before_they_move(owed: float, moves: int) -> None:
    async def work(hall: Hall) -> None:
        hall.debts.owe("bots of here", owed)
        room = await new_room(hall, "bot")
        for _ in range(300):
            if room.session.records > moves:
                break
            await asyncio.sleep(0.01)
        assert room.session.records == moves
        room.stop()

    in_hall(work)


def test_games_nobody_looks_at_leave_the_memory_and_come_back() -> None:
    async def work(hall: Hall) -> None:
        hall.limits = replace(hall.limits, sessions=2)
        rooms = [await new_room(hall) for _ in range(4)]
        assert len(hall.rooms) == 2
        first = rooms[0].session
        again = await hall.room(first.id)
        assert again.session is not first
        assert again.session.game.hash == first.game.hash

    in_hall(work)


def test_of_many_who_command_at_once_the_first_are_told_before_the_last_are_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order: list[tuple[str, str]] = []
    whole = Session.apply

    def heard(session: Session, record: Any) -> None:
        whole(session, record)
        order.append(("heard", session.id))

    def kept_at_once(*writes: Write) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        loop.call_soon(future.set_result, None)
        return future

    async def commanded(room: Room) -> None:
        await room.change(command(room.session, "union", Stream("burst")))
        order.append(("told", room.session.id))

    async def work(hall: Hall) -> None:
        rooms = [await new_room(hall) for _ in range(12)]
        monkeypatch.setattr(Session, "apply", heard)
        monkeypatch.setattr(hall.store, "write", kept_at_once)
        await asyncio.gather(*[commanded(room) for room in rooms])
        ids = [room.session.id for room in rooms]
        assert [id for what, id in order if what == "heard"] == ids
        assert order.index(("told", ids[0])) < order.index(("heard", ids[4]))

    in_hall(work)


def test_a_game_that_is_being_deleted_is_gone_not_damaged() -> None:
    """Whoever asks for it meanwhile must neither read half of it from the disk nor bring it back."""

    async def work(hall: Hall) -> None:
        seats = {"union": Chair("here"), "confederate": Chair("here")}
        made = await hall.make(NewGame(FIELD, RULES, seats), "here")
        whole = hall.store.write

        def slow(*writes: Write) -> asyncio.Future[None]:
            async def later() -> None:
                await asyncio.sleep(0.05)
                await whole(*writes)

            return asyncio.ensure_future(later())

        hall.store.write = slow  # type: ignore[method-assign]
        leaving = asyncio.ensure_future(hall.delete(made.game, made.owner))
        await asyncio.sleep(0.01)
        while not leaving.done():
            with pytest.raises(Unknown):
                await hall.room(made.game)
            await asyncio.sleep(0.01)
        await leaving
        with pytest.raises(Unknown):
            await hall.room(made.game)
        assert made.game not in hall.rooms
        hall.store.write = whole  # type: ignore[method-assign]

    in_hall(work)
