"""Chances of what a command would start, from the rules' own code: a volley to its last test, a charge to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.forms import Chosen
from roundtop.battle.protocol import Command, Forecast
from roundtop.battle.words import capital, numbered
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import melee
from roundtop.rulebooks.order_cards.fire import Volley, hits, percent, sniped, unsaved, volley_save
from roundtop.rulebooks.order_cards.morale import (
    AFTER_FIRE,
    Check,
    Nerve,
    Rallied,
    Regiment,
    becoming,
    circle,
    loser_test,
    nerve,
    rally,
    stands,
)
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.tables import ARTILLERY, DESTROYED, ROUTING, STEADY

NO_HELP: Final = "if no officer helps"


# ---------------------------------------------------------------- a volley, its saves and the test it calls for


@final
@dataclass(slots=True, init=False, unsafe_hash=True)
class Struck:
    """A target under fire: the hits or boxes so far, and the unit as they leave it."""

    boxes: int
    unit: Regiment

    def __init__(self, boxes: int, unit: Regiment) -> None:
        self.boxes = boxes
        self.unit = unit


@final
class Shots:
    """The stages of one volley; `tests` is false for a target without nerves."""

    def __init__(self, volley: Volley, check: Check, tests: bool = True) -> None:
        self.percent = percent(volley)
        self.save = volley_save(volley)
        self.check = check
        self.tests = tests

    def hit(self, before: Struck, dice: Dice) -> Struck:
        return Struck(hits(self.percent, "", dice), before.unit)

    def saved(self, before: Struck, dice: Dice) -> Struck:
        boxes = unsaved(before.boxes, self.save, "", dice)
        return Struck(boxes, circle(before.unit, boxes, self.check.settings))

    def tested(self, before: Struck, dice: Dice) -> Struck:
        if before.boxes == 0 or not self.tests or before.unit.state == DESTROYED:
            return before
        one = self.check
        check = Check(one.kind, before.unit, one.cover, one.sheltered, one.officer, one.by, one.settings)
        return Struck(before.boxes, nerve(check, dice).unit)


def volley_odds(volley: Volley, check: Check, tests: bool = True) -> Odds[Struck]:
    """Exact chances of a volley to the end of the test it calls for."""
    shots = Shots(volley, check, tests)
    return fold((shots.hit, shots.saved, shots.tested), Struck(0, check.unit))


# ---------------------------------------------------------------- a melee and the test of its losers


@final
@dataclass(slots=True, init=False, unsafe_hash=True)
class Brawl:
    """A melee, and the units that lost it as their tests leave them."""

    fray: melee.Fray
    losers: tuple[Regiment, ...]

    def __init__(self, fray: melee.Fray, losers: tuple[Regiment, ...] = ()) -> None:
        self.fray = fray
        self.losers = losers


@final
class Clash:
    """The stages of a melee to its end; the rosters are those of its units, attackers first."""

    def __init__(
        self, situation: melee.Melee, attackers: tuple[Regiment, ...], defenders: tuple[Regiment, ...]
    ) -> None:
        self.stages = melee.Stages(situation)
        self.situation = situation
        self.attackers = attackers
        self.defenders = defenders

    def round(self, before: Brawl, dice: Dice) -> Brawl:
        return Brawl(self.stages.round(before.fray, dice))

    def tested(self, before: Brawl, dice: Dice) -> Brawl:
        """The losers' tests, without officers or cover [melee.morale-ok]."""
        fray = before.fray
        if fray.winner == melee.NEITHER:
            return before
        won = fray.winner == melee.ATTACKERS
        fighters = self.situation.defenders if won else self.situation.attackers
        circled = fray.defenders if won else fray.attackers
        settings = self.situation.settings
        found: list[Regiment] = []
        for place, roster in enumerate(self.defenders if won else self.attackers):
            beaten = circle(roster, circled[place] - roster.circled, settings)
            if beaten.state == DESTROYED or fighters[place].surrounded:
                found.append(beaten)
            else:
                steady = becoming(beaten, STEADY, True, 0, settings)
                found.append(loser_test(steady, (), 0, "", settings, dice).unit)
        return Brawl(fray, tuple(found))


def melee_odds(situation: melee.Melee, attackers: tuple[Regiment, ...], defenders: tuple[Regiment, ...]) -> Odds[Brawl]:
    """Exact chances of a melee and of the test of whoever loses it."""
    clash = Clash(situation, attackers, defenders)
    rounds = [clash.round] * situation.settings.melee_max_rounds
    return fold((*rounds, clash.tested), Brawl(melee.begun(situation)))


# ---------------------------------------------------------------- in words


def fate_words(unit: Regiment) -> str:
    """What becomes of a unit, in a word or two."""
    if unit.state == STEADY:
        return "steady"
    return unit.state.replace("-", " ")


def told(title: str, odds: Odds[Struck], words: Callable[[Struck], str], note: str = "") -> Forecast:
    """Chances of what is read of an outcome, likeliest first."""
    read = mapped(odds, words)
    ranked = sorted([(text, float(chance)) for text, chance in read.items()], key=_likeliest)
    return Forecast(title, True, tuple(ranked), note)


def _likeliest(chance: tuple[str, float]) -> tuple[float, str]:
    return (-chance[1], chance[0])


def box_words(struck: Struck) -> str:
    return f"{numbered(struck.boxes, 'box')}".replace("boxs", "boxes")
