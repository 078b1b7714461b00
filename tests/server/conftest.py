"""One server for the tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import PEOPLE, House, open_house


@pytest.fixture(autouse=True)
def leave() -> Iterator[None]:
    """Everybody gets up when a test is over, however it went."""
    yield
    while PEOPLE:
        PEOPLE.pop().close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("house") / "games.sqlite") as found:
        yield found
