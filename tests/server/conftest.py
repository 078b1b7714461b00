"""One server for the tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import House, open_house


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("house") / "games.sqlite") as found:
        yield found
