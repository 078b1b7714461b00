"""Chances of the combats that a charge makes."""

from __future__ import annotations

from dataclasses import replace
from typing import final

from roundtop.dice.questions import Draw
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import forecast
from roundtop.rulebooks.skirmish.charge import odds as charge_odds
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.melee import rule, table
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.state import Bout, State


@final
class Clash:
    """One of the combats that a charge makes, as a stage: against men who stand, or against men who have broken."""

    def __init__(self, state: State, bout: Bout, side: str, fleeing: bool) -> None:
        self.own_is_a = state.figures[bout.a[0]].side == side
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
    """The combats of a charge that has gone home, paired in the usual way."""
    return [bout for knot in table.knots_of(state, group) for bout in table.ways_of(state, knot)[0]]
