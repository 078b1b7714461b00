"""A rally at the table."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.command import table as command_table
from roundtop.rulebooks.chamberlain.morale import events as morale_events
from roundtop.rulebooks.chamberlain.morale import rule
from roundtop.rulebooks.chamberlain.state import State, Unit


def attempt(state: State, unit: Unit) -> rule.Rally:
    """A unit that would rally [rally.activated, rally.distance]."""
    return rule.Rally(
        arm=unit.arm,
        fatigue=unit.fatigue,
        officer=field.traits_on(state, unit.id),
        activated=unit.id in state.waiting,
        nearest_enemy=field.nearest_enemy(state, unit),
        by=unit.side,
    )


def rally(state: State, step: morale_events.Rally, dice: Dice) -> Progress:
    """A rally attempt: the Hero's risk first, then the die [rally.roll, trait.hero-risk]."""
    unit = field.unit_of(state, step.unit)
    before = len(dice.rolls)
    tried = attempt(state, unit)
    if rule.rally_refusal(tried):
        # An enemy that its owner could not see stands too near: the attempt is spoiled.
        return Progress((morale_events.RallyTried(unit.id, False, unit.fatigue, True, ()),))
    found = rule.rallied(tried, dice)
    rolls = tuple(dice.rolls[before:])
    events: list[object] = []
    if found.at_risk:
        heroes = [officer for officer in field.officers_for(state, unit.id) if "H" in officer.traits]
        events.append(command_table.risked(heroes[0], "rally", found.officer_killed, rolls[:1]))
        rolls = rolls[1:]
    events.append(morale_events.RallyTried(unit.id, found.success, found.fatigue, False, rolls))
    return Progress(tuple(events))


PLAYS: Final[Plays] = {
    morale_events.Rally: Play(rally),
}
