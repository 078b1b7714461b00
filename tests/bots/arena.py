"""A battle between refereed bots, fought to its end."""

from __future__ import annotations

from typing import Final

from roundtop.battle.engine import Battle, asked, begin, over, run, submit
from roundtop.bots.bot import make
from roundtop.bots.referee import Refereed
from roundtop.dice.sources import Seeded, Stream
from tests.toy import RULEBOOK, SCENARIO

HOME: Final = "tests.toy:RULEBOOK"


def opening() -> Battle:
    return begin(RULEBOOK, SCENARIO, {})


def trusted(name: str) -> Refereed:
    return Refereed(name, make(name, RULEBOOK), RULEBOOK)


def fought(bots: dict[str, Refereed], seed: str, most: int = 1000) -> Battle:
    """The battle when it is over, or after so many commands."""
    dice, stream = Seeded(seed), Stream(f"bots {seed}")
    battle = run(RULEBOOK, opening(), dice).battle
    for _ in range(most):
        players = asked(RULEBOOK, battle)
        if not players:
            break
        command = bots[players[-1]].command(battle, players[-1], stream)
        assert command.player == players[-1]
        battle = run(RULEBOOK, submit(RULEBOOK, battle, command).battle, dice).battle
    assert over(RULEBOOK, battle) is not None or most < 1000
    return battle
