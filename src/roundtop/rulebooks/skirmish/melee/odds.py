"""Chances of the combats that a charge makes."""

from __future__ import annotations

from dataclasses import replace
from typing import final

from roundtop.dice.questions import Draw
from roundtop.dice.sources import Dice, Scripted
from roundtop.rulebooks.skirmish import field, forecast
from roundtop.rulebooks.skirmish.charge import odds as charge_odds
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.melee import events, rule, table
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.state import Bout, State


@final
class Clash:
    """One of the combats that a charge makes, as a stage: against men who stand, or against men who have broken."""

    def __init__(self, state: State, bout: Bout, group: str, fleeing: bool) -> None:
        self.own_is_a = state.figures[bout.a[0]].side == field.group_of(state, group).side
        self.fleeing = fleeing
        self.odds = rule.combat_odds(table.combat_of(state, bout))

    def stage(self, rush: charge_odds.Rush, dice: Dice) -> charge_odds.Rush:
        if rush.own != "ok" or (rush.theirs in morale_rule.BROKEN) != self.fleeing:
            return rush
        odds = self.odds
        ends = list(odds.weights)
        names = tuple([str(n) for n in range(len(ends))])
        fought = ends[dice.ask(Draw("combat", names, forecast.COMBAT, tuple(odds.weights.values())))]
        if fought.harm < harm_rule.DISABLED or fought.winner() == "tie":
            return rush
        if (fought.winner() == "a") == self.own_is_a:
            return replace(rush, foes_down=rush.foes_down + 1)
        return replace(rush, own_down=rush.own_down + 1)


def bouts_of(state: State, group: str) -> list[Bout]:
    """The combats of those who have charged home, paired and led in the usual way."""
    went = [man.id for man in field.members(state, group) if man.charged]
    every = [bout for knot in table.knots_of(state, group) for bout in table.ways_of(state, knot)[0]]
    return [_led(state, bout) for bout in every if [id for id in (*bout.a, *bout.b) if id in went]]


def _led(state: State, bout: Bout) -> Bout:
    state = apply(state, events.MeleeArranged((bout,)))
    for event in table.primary_by_itself(state, events.Nominate(), Scripted(())).events:
        state = apply(state, event)
    return state.bouts[0]
