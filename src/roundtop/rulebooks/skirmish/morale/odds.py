"""The test that closes a phase, as a stage."""

from __future__ import annotations

from dataclasses import replace
from typing import final

from roundtop.dice.exact import Odds
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.fire import odds as fire_odds
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.morale import rule, table
from roundtop.rulebooks.skirmish.state import Figure, State


@final
class Nerve:
    """The test in the window that closes the phase, as a stage."""

    def __init__(self, view: State, target: str, men: list[Figure]) -> None:
        group = field.group_of(view, target)
        self.men = men
        self.check: rule.Check = table.check_of(view, group)
        self.due = group.injured
        self.nco = group.nco
        self.counts = [table.counted(man, group) for man in men]

    def stage(self, before: fire_odds.Struck, dice: Dice) -> fire_odds.Struck:
        if not before.injured and not self.due:
            return replace(before, result="no test")
        down = [harm >= harm_rule.DISABLED for harm in before.harms]
        lost = len([1 for n, one in enumerate(down) if one and self.counts[n]])
        hurt = len([1 for n, harm in enumerate(before.harms) if harm == 1 and self.counts[n]])
        lost_nco = [man for n, man in enumerate(self.men) if down[n] and man.id == self.nco]
        check = replace(self.check, lost=self.check.lost + lost, wounded=hurt)
        if lost_nco:
            check = replace(check, nco_down=True, leader="")
        if all(down):
            return replace(before, result="nobody left")
        return replace(before, result=rule.result_of(rule.score(check, dice)))


def nerve_words(struck: fire_odds.Struck) -> str:
    return struck.result


def likeliest(row: tuple[str, float]) -> tuple[float, str]:
    return (-row[1], row[0])


def ranked(odds: Odds[str]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted([(text, float(chance)) for text, chance in odds.items()], key=likeliest))
