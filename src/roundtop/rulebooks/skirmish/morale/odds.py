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
        army = field.army_of(view, group.side)
        self.men = men
        self.check: rule.Check = table.check_of(view, group)
        self.due = group.injured or army.bereaved
        self.nco = group.nco
        self.chief = army.commander
        self.group = group
        self.counts = [
            man.group == target and man.harm < harm_rule.DISABLED and table.counted(man, group) for man in men
        ]

    def stage(self, before: fire_odds.Struck, dice: Dice) -> fire_odds.Struck:
        """The group tests if it or the commander was hurt; his fall takes his help away [leaders.commander-loss]."""
        fell = [n for n, man in enumerate(self.men) if before.harms[n] >= harm_rule.DISABLED > man.harm]
        chief_down = bool([n for n in fell if self.men[n].id == self.chief])
        chief_killed = bool([n for n in fell if self.men[n].id == self.chief and before.harms[n] >= harm_rule.KILLED])
        if not before.injured and not self.due and not chief_killed:
            return replace(before, result="no test")
        left = [man for n, man in enumerate(self.men) if man.group == self.group.id and before.harms[n] < 2]
        if not left:
            return replace(before, result="nobody left")
        check = replace(
            self.check,
            lost=self.check.lost + len([n for n in fell if self.counts[n]]),
            wounded=len([1 for n, harm in enumerate(before.harms) if harm == 1 and self.counts[n]]),
            quality=table.class_of(left),
            leader=table.leader_of(self.group, left),
            nco_down=self.check.nco_down or bool([n for n in fell if self.men[n].id == self.nco]),
        )
        if chief_down:
            check = replace(check, commander_down=True, commander_ok=False)
        return replace(before, result=rule.result_of(rule.score(check, dice)))


def nerve_words(struck: fire_odds.Struck) -> str:
    return struck.result


def likeliest(row: tuple[str, float]) -> tuple[float, str]:
    return (-row[1], row[0])


def ranked(odds: Odds[str]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted([(text, float(chance)) for text, chance in odds.items()], key=likeliest))
