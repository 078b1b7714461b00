"""Law 5 for a bot that thinks ahead: his answer does not change when what he cannot see is exchanged."""

from __future__ import annotations

from typing import Final

import pytest

from roundtop.battle.engine import codec, decision, reasons
from roundtop.bots.general import General, Patience
from roundtop.bots.lawful import answered, known
from roundtop.dice.sources import Stream
from tests.laws.play import Case, cases, fought, quickest
from tests.laws.test_law5_secrets import imagined

SHORT: Final = Patience(playouts=4, seconds=60.0, turns=0, candidates=2)

TRIED: Final = [case for case in quickest(cases()) if case.variant.name == "printed"]


@pytest.mark.parametrize("case", TRIED, ids=lambda case: case.id)
def test_the_general_answers_alike_whatever_is_hidden_from_him(case: Case) -> None:
    book = case.book
    for moment in fought(case, "laws").sampled(3):
        player = moment.command.player
        other = imagined(book, moment.battle, player, 1)
        answers = []
        for battle in (moment.battle, other):
            wanted = decision(book, battle, player)
            answer = General(book, SHORT)(known(book, battle, player), wanted, Stream("x"), float("inf"))
            assert not reasons(book, battle, answered(battle, wanted, answer), wanted)
            answers.append(codec(book).text(answer))
        assert answers[0] == answers[1]
