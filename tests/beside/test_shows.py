"""A whole small battle of each book beside a real table, equal in every figure to the same battle at Roundtop's own."""

from __future__ import annotations

import pytest

from roundtop.beside.turn import standing
from tests.beside.scripts import SCRIPTS
from tests.beside.shows import Script, Show


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.book for script in SCRIPTS])
def test_a_battle_beside_a_real_table_is_the_same_battle(script: Script) -> None:
    show = Show(script)
    end = show.fought()
    # Whatever the script tells nothing of is named; of all the rest the cards know the figures by themselves.
    assert {key.partition(" ")[0] for key in show.righted} <= set(script.left_out), show.righted
    stakes = show.book.scene(show.book.view(end.state, "union")).stakes
    assert stakes is not None
    lost, breaks = script.standing
    for tide in stakes.tides:
        counted = standing(show.ledger)[tide.side]
        assert (counted[lost], counted[breaks]) == (tide.lost, tide.breaks), tide.side
    for procedure, number in script.least.items():
        assert show.asked.get(procedure, 0) >= number, show.asked
