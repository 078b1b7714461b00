"""Law 5 for a bot that thinks ahead: nothing he thinks changes when what he cannot see is exchanged."""

from __future__ import annotations

from typing import Final

import pytest

from roundtop.battle.engine import decision, reasons
from roundtop.bots.general import General, Patience, alone
from roundtop.bots.lawful import answered, known
from roundtop.dice.sources import Stream
from tests.laws.play import Case, cases, fought, quickest
from tests.laws.test_law5_secrets import imagined

SHORT: Final = Patience(playouts=3, seconds=60.0, turns=0, candidates=2)

TRIED: Final = [case for case in quickest(cases()) if case.variant.name == "printed"]


@pytest.mark.parametrize("case", TRIED, ids=lambda case: case.id)
def test_the_general_thinks_alike_whatever_is_hidden_from_him(case: Case) -> None:
    """His candidates, what he makes of each, and his answer."""
    book = case.book
    plain = book.mind.plain if book.mind is not None else ()
    moments = [
        one for one in fought(case, "laws").sampled(24) if not alone(one.asked.form) and one.asked.kind not in plain
    ]
    for moment in (moments[0], moments[-1]):
        player = moment.command.player
        thoughts = []
        for battle in (moment.battle, imagined(book, moment.battle, player, 1)):
            wanted = decision(book, battle, player)
            found = General(book, SHORT).thought(known(book, battle, player), wanted, Stream("x"), float("inf"))
            assert not reasons(book, battle, answered(battle, wanted, found.answer), wanted)
            thoughts.append(found)
        assert thoughts[0] == thoughts[1]
        assert thoughts[0].tried
