"""Whatever happens, nobody hangs over the edge of the table or lies on somebody else."""

from __future__ import annotations

import pytest

from roundtop.battle.game import Game
from roundtop.battle.protocol import Command
from roundtop.battles import load
from roundtop.bots.bot import make
from roundtop.bots.lawful import known
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks.chamberlain import RULEBOOK
from roundtop.rulebooks.chamberlain.field import block, on_table
from roundtop.rulebooks.chamberlain.state import State
from roundtop.table.footprint import overlap
from roundtop.table.ground import off_table
from tests.clauses import clause


def misplaced(state: State) -> list[str]:
    """Units that hang over the edge, and pairs that lie on each other."""
    units = on_table(state)
    bodies = [block(unit, state.settings) for unit in units]
    found = [unit.id for unit, body in zip(units, bodies) if off_table(state.ground, body)]
    for place, body in enumerate(bodies):
        found += [f"{units[place].id} {units[n].id}" for n in range(place) if overlap(body, bodies[n])]
    return found


@clause("chamberlain.move.table-edge")
@clause("chamberlain.retreat.friends")
@pytest.mark.parametrize("seed", ["one", "two"])
@pytest.mark.parametrize("bot", ["recruit", "captain"])
def test_nobody_hangs_over_the_edge_or_lies_on_anybody(bot: str, seed: str) -> None:
    game = Game(RULEBOOK, load("training-field"), {}, Seeded(seed))
    player, stream = make(bot, RULEBOOK), Stream(seed)
    while game.outcome is None:
        side = game.asked()[0]
        wanted = game.decision(side)
        answer = player(known(RULEBOOK, game.battle, side), wanted, stream, 60.0)
        for entry in game.submit(Command(side, wanted.kind, wanted.about, answer, version=game.battle.version)):
            assert misplaced(entry.battle.state) == []
