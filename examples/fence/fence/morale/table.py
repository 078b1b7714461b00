"""A test at the table."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.morale import events, rule
from fence.state import State, Unit
from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.dice.sources import Dice


def look(unit: Unit) -> rule.Nerve:
    return rule.Nerve(unit.start, unit.stands, unit.quality)


def tested(state: State, step: events.TakeTest, dice: Dice) -> Progress:
    """Whoever has lost half stands or breaks [morale.test]."""
    unit = field.unit_of(state, step.unit)
    if not rule.must_test(look(unit)):
        return Progress(())
    before = len(dice.rolls)
    total = rule.thrown(look(unit), dice, unit.side)
    return Progress((events.Tested(unit.id, total, rule.stands_firm(total), tuple(dice.rolls[before:])),))


PLAYS: Final[Plays] = {events.TakeTest: Play(tested)}
