"""A share of what `python -m tests.server.fuzz` does, short enough for every run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.server.fuzz import Beside, Fault, Stranger, knock, talk
from tests.server.house import House, open_house

MESSAGES: Final = 2500
SECONDS: Final = 35.0
EXAMPLES: Final = 8


@pytest.fixture
def visited(tmp_path: Path) -> Iterator[House]:
    """A server of its own, with a game that goes on beside."""
    with open_house(tmp_path / "games.sqlite") as found:
        beside = Beside(found)
        beside.start()
        yield found
        beside.stop()


@pytest.mark.slow
def test_nothing_that_is_asked_over_http_is_a_fault_or_changes_a_game(visited: House) -> None:
    assert knock(visited, SECONDS, EXAMPLES, 1863) > 50


def test_nothing_that_is_said_over_the_websocket_is_a_fault_and_no_refusal_changes_a_game(visited: House) -> None:
    stranger = talk(visited, MESSAGES, 1863)
    assert stranger.said == MESSAGES
    assert {"done", "refused", "error", "conflict", "pong", "look", "reasons", "preview"} <= set(stranger.heard)
    assert stranger.heard["error"] + stranger.heard["refused"] > MESSAGES // 3


class Rash(Stranger):
    """Takes what was carried out for a refusal."""

    def say(self, me: object) -> bool:
        super().say(me)  # type: ignore[arg-type]
        return False


def test_the_fuzzer_would_notice(visited: House) -> None:
    """It looks at the game itself: a change that is taken for a refusal is found."""
    with pytest.raises(Fault, match="changed a game"):
        Rash(visited, random.Random(1)).evening(1000)
