"""The log: written in its order, in groups, and one bad wish harms no other."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from roundtop.server.store import Gone, NewGameRow, NewToken, Row, Store, StoreError
from tests.server.aside import awaited


def game(id: str) -> NewGameRow:
    return NewGameRow(id, 1.0, "here", '{"name": "x"}', ((f"hash {id}", "union"),))


def row(id: str, number: int) -> Row:
    return Row(id, number, f'{{"number": {number}}}', f'{{"at": {number}}}')


def records(store: Store) -> list[dict[str, int]]:
    return [json.loads(text) for text in awaited(store.texts("a", 0, 1000))]


def test_what_is_written_is_read_back_in_its_order(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.sqlite")

    async def write() -> None:
        await store.write(game("a"))
        await asyncio.gather(*[store.write(row("a", number)) for number in range(300)])
        await store.write(NewToken("late", "a", "confederate"))

    awaited(write())
    assert [record["number"] for record in records(store)] == list(range(300))
    assert store.seat("hash a") == ("a", "union")
    assert store.seat("late") == ("a", "confederate")
    assert store.seat("unknown") is None
    assert store.summary("a") == (1.0, {"at": 299})
    assert awaited(store.made_since("here", 0.5)) == 1
    assert awaited(store.made_since("here", 1.5)) == 0
    store.close()
    again = Store(tmp_path / "log.sqlite")
    assert len(records(again)) == 300
    again.close()


def test_a_wish_that_cannot_be_harms_no_other(tmp_path: Path) -> None:
    """A number twice is refused by the database; its neighbours in the same group are kept."""
    store = Store(tmp_path / "log.sqlite")

    async def write() -> list[BaseException | None]:
        await store.write(game("a"), row("a", 0))
        wishes = [store.write(row("a", number)) for number in (1, 0, 2)]
        return await asyncio.gather(*wishes, return_exceptions=True)

    found = awaited(write())
    assert isinstance(found[1], StoreError)
    assert [found[0], found[2]] == [None, None]
    assert [record["number"] for record in records(store)] == [0, 1, 2]
    store.close()


def test_a_deleted_game_leaves_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.sqlite")

    async def write() -> None:
        await store.write(game("a"), row("a", 0))
        await store.write(game("b"), row("b", 0))
        await store.write(Gone("a"))

    awaited(write())
    assert awaited(store.header("a")) is None
    assert records(store) == []
    assert store.seat("hash a") is None
    assert store.summary("a") is None
    assert awaited(store.header("b")) is not None
    store.close()


def test_every_commit_is_synced(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.sqlite")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
    store.close()


def test_a_database_of_another_version_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "log.sqlite") as disk:
        disk.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="version 99"):
        Store(tmp_path / "log.sqlite")
