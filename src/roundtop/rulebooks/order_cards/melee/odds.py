"""Chances of a melee and of the test of whoever loses it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.melee import events, rule, table
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.retreat import rule as retreat_rule
from roundtop.rulebooks.order_cards.state import Melee, State
from roundtop.rulebooks.order_cards.words import chosen, fate_words, told


@final
@dataclass(slots=True, init=False, unsafe_hash=True)
class Brawl:
    """A melee, and the units that lost it as their tests leave them."""

    fray: rule.Fray
    losers: tuple[morale_rule.Regiment, ...]

    def __init__(self, fray: rule.Fray, losers: tuple[morale_rule.Regiment, ...] = ()) -> None:
        self.fray = fray
        self.losers = losers


@final
class Clash:
    """The stages of a melee to its end; the rosters are those of its units, attackers first."""

    def __init__(
        self,
        situation: rule.Melee,
        attackers: tuple[morale_rule.Regiment, ...],
        defenders: tuple[morale_rule.Regiment, ...],
    ) -> None:
        self.stages = rule.Stages(situation)
        self.situation = situation
        self.attackers = attackers
        self.defenders = defenders

    def round(self, before: Brawl, dice: Dice) -> Brawl:
        return Brawl(self.stages.round(before.fray, dice))

    def tested(self, before: Brawl, dice: Dice) -> Brawl:
        """The losers' tests, without officers or cover [melee.morale-ok]."""
        fray = before.fray
        if fray.winner == rule.NEITHER:
            return before
        won = fray.winner == rule.ATTACKERS
        fighters = self.situation.defenders if won else self.situation.attackers
        circled = fray.defenders if won else fray.attackers
        settings = self.situation.settings
        found: list[morale_rule.Regiment] = []
        for place, roster in enumerate(self.defenders if won else self.attackers):
            beaten = morale_rule.circle(roster, circled[place] - roster.circled, settings)
            if beaten.state == tables.DESTROYED or fighters[place].surrounded:
                found.append(beaten)
            else:
                steady = morale_rule.becoming(beaten, tables.STEADY, True, 0, settings)
                found.append(retreat_rule.loser_test(steady, (), 0, "", settings, dice).unit)
        return Brawl(fray, tuple(found))


def melee_odds(
    situation: rule.Melee, attackers: tuple[morale_rule.Regiment, ...], defenders: tuple[morale_rule.Regiment, ...]
) -> Odds[Brawl]:
    """Exact chances of a melee and of the test of whoever loses it."""
    clash = Clash(situation, attackers, defenders)
    rounds = [clash.round] * situation.settings.melee_max_rounds
    return fold((*rounds, clash.tested), Brawl(rule.begun(situation)))


def melee_forecasts(view: State, step: events.Fight, command: Command) -> tuple[Forecast, ...]:
    """The melee with the officer named; the other side's, if he is still to be named, taken to be nobody."""
    key = chosen(command)
    melee = field.melee_of(view, step.unit)
    if melee is None:
        return ()
    attacking = step.attackers == tables.UNASKED and morale_help.might_help(
        view, field.unit_of(view, melee.attacks[0].unit)
    )
    leaders = (key, morale_help.NOBODY) if attacking else (step.attackers, key)
    led = tuple([morale_help.NOBODY if one == tables.UNASKED else one for one in leaders])
    note = "if no officer leads the other side" if attacking else ""
    return (brawl_forecast(view, melee, (led[0], led[1]), note),)


def brawl_forecast(view: State, melee: Melee, leaders: tuple[str, str], note: str) -> Forecast:
    situation = table.fighters(view, melee, leaders)
    ours = [field.unit_of(view, attack.unit) for attack in melee.attacks]
    theirs = [field.unit_of(view, id) for id in melee.defenders]
    odds = melee_odds(
        situation,
        tuple([morale_help.regiment_of(unit) for unit in ours]),
        tuple([morale_help.regiment_of(unit) for unit in theirs]),
    )
    words = Brawls(ours[0].name, theirs[0].name)
    return told(f"{ours[0].name} : {theirs[0].name}", mapped(odds, words.told), note)


@final
class Brawls:
    """The end of a melee in words, by the names of its first two units."""

    def __init__(self, attacker: str, defender: str) -> None:
        self.attacker = attacker
        self.defender = defender

    def told(self, brawl: Brawl) -> str:
        if brawl.fray.winner == rule.NEITHER:
            return "nobody is left"
        won = brawl.fray.winner == rule.ATTACKERS
        loser = self.defender if won else self.attacker
        first = brawl.losers[0]
        fate = "surrenders or stands" if first.state == tables.STEADY and not first.disordered else fate_words(first)
        return f"{self.attacker if won else self.defender} wins; {loser}: {fate}"
