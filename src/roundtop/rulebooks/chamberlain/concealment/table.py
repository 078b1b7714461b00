"""The Information Phase: concealed enemies are discovered."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.concealment import events, rule
from roundtop.rulebooks.chamberlain.sight import table as sight_table
from roundtop.rulebooks.chamberlain.state import State, Unit
from roundtop.table.footprint import point_gap


def discover(state: State, step: events.Discover, dice: Dice) -> Progress:
    """Blinds in sight within 4 BW of an active unit are known [info.discover, conceal.passive-within-4bw]."""
    own = field.on_table(state, step.side)
    found: list[object] = []
    for blind in field.enemies(state, step.side):
        if blind.concealed and any([_finds(state, unit, blind) for unit in own]):
            found.append(events.Revealed(blind.id, "discovered"))
    if state.settings.conceal_level == "sight":
        found.append(events.LookedAround())
    return Progress(tuple(found))


def _finds(state: State, unit: Unit, blind: Unit) -> bool:
    away = point_gap(field.block(blind, state.settings), unit.pose.x, unit.pose.y)
    return rule.discovers(rule.Sighting(away, True)) and sight_table.sees(state, unit, blind)


PLAYS: Final[Plays] = {
    events.Discover: Play(discover),
}
