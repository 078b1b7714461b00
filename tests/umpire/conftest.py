from __future__ import annotations

import pytest

from roundtop import rulebooks as registry
from tests.umpire.toy import Toy, toy


@pytest.fixture(scope="session")
def book() -> Toy:
    return toy()


@pytest.fixture
def registered(book: Toy, monkeypatch: pytest.MonkeyPatch) -> Toy:
    """The toy as the only rulebook there is."""
    monkeypatch.setattr(registry, "rulebooks", lambda: (book,), raising=False)
    return book
