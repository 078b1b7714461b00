"""Tests in words."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.morale import events, rule, table
from fence.state import State
from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row, lines


def tested(view: State, event: events.Tested) -> Telling:
    unit = field.unit_of(view, event.unit)
    text = f"{unit.name} stands firm." if event.firm else f"{unit.name} breaks and runs."
    needed = Row(f"total, stands on {rule.STANDS_ON}+", str(event.total), "fence.morale.test")
    tally = (*lines(rule.mods(table.look(unit))), needed)
    here = ((unit.pose.x, unit.pose.y),)
    return Telling(text, here, event.rolls, tally, "none" if event.firm else "rout", unit.side)


TELLINGS: Final[Tellings] = {events.Tested: tested}
