"""The order of play, put together from the chapters' tables."""

from __future__ import annotations

from typing import Final

from fence import muster
from fence.command import events as command_events
from fence.command import table as command_table
from fence.fire import table as fire_table
from fence.morale import table as morale_table
from fence.movement import table as movement_table
from fence.options import Settings
from fence.victory import table as victory_table
from roundtop.battle.outline import Outline, Plays
from roundtop.battle.protocol import Opening, Player
from roundtop.battle.scenario import Scenario

PLAYS: Final[Plays] = {
    **command_table.PLAYS,
    **movement_table.PLAYS,
    **fire_table.PLAYS,
    **morale_table.PLAYS,
    **victory_table.PLAYS,
}
OUTLINE: Final = Outline(PLAYS)


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Forces mustered, and the first turn to come."""
    return Opening(muster.muster(scenario, settings), (command_events.BeginTurn(1),))
