"""What fire does to a unit, its nerve included."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final, final

from roundtop.battle.forms import Answer, Chosen
from roundtop.battle.protocol import Forecast
from roundtop.dice.exact import Odds, Stage, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.casualties import table as casualties_table
from roundtop.rulebooks.charge_boys.charge import rule as charge_rule
from roundtop.rulebooks.charge_boys.fire import events, rule, table
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.morale import table as morale_table
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.rulebooks.charge_boys.terrain import cover as terrain_cover

NO_TEST: Final = "no test"
WORDS: Final[dict[str, str]] = {
    morale_rule.CARRY_ON: "carries on",
    morale_rule.HALT: "halts",
    morale_rule.RETIRE: "retires",
    morale_rule.DISORDER: "retires in disorder",
    morale_rule.ROUT: "routs",
    NO_TEST: NO_TEST,
}


@final
@dataclass(slots=True, unsafe_hash=True)
class Fate:
    """A unit under fire on its way: hits, whom they are on, what it loses, how it takes it."""

    hits: int = 0
    blows: casualties_rule.Blows = casualties_rule.NO_BLOWS
    lost: casualties_rule.Losses = casualties_rule.NO_LOSSES
    first: int = charge_rule.NOT_THROWN
    result: str = NO_TEST


@final
@dataclass(slots=True, unsafe_hash=True)
class Mark:
    """A unit fired at: as the saves and as its nerve see it."""

    body: casualties_rule.Body
    needed: casualties_rule.Needs
    nerve: morale_rule.Nerve
    had: int
    before: int


def mark_of(view: State, target: Unit, firer: Unit, save: str, source: str) -> Mark:
    """The target of an attack, with what it has suffered this turn already."""
    needed = casualties_rule.needs(save, source, terrain_cover.shelter_of(view, target, firer), view.settings)
    nerve = morale_table.nerve_against(view, target, firer)
    return Mark(casualties_table.body_of(view, target), needed, nerve, target.turn.had, target.turn.hits)


def _volley_hits(volley: rule.Volley, fate: Fate, dice: Dice) -> Fate:
    return Fate(fate.hits + rule.throw_volley(volley, dice))


def _struck(mark: Mark, fate: Fate, dice: Dice) -> Fate:
    return Fate(fate.hits, casualties_rule.struck(fate.hits, mark.body, mark.nerve.settings, dice))


def _saved(mark: Mark, fate: Fate, dice: Dice) -> Fate:
    fallen = casualties_rule.save(fate.blows, mark.needed, dice)
    return Fate(fate.hits, casualties_rule.NO_BLOWS, casualties_rule.losses(fallen, mark.body, mark.nerve.settings))


def _shaken(mark: Mark, fate: Fate) -> morale_rule.Nerve:
    """The unit's nerve with these losses."""
    nerve = mark.nerve
    left = nerve.strength - fate.lost.killed
    standing = nerve.first_shot
    if fate.first != charge_rule.NOT_THROWN:
        standing = morale_rule.standing_after(standing, fate.first, nerve.settings)
    return replace(
        nerve,
        strength=left,
        first_shot=standing,
        officers_killed=nerve.officers_killed + fate.lost.officers,
        general_killed=nerve.general_killed or fate.lost.general,
        general=nerve.general and not fate.lost.general,
        lost_this_turn=mark.had - left,
    )


def _due(mark: Mark, fate: Fate, routing: bool) -> tuple[bool, bool]:
    """Which tests the unit would owe, if nothing else befell it [morale.number-of-tests]."""
    left = mark.nerve.strength - fate.lost.killed
    if left <= 0:
        return False, False
    ordeal = morale_rule.Ordeal(
        mark.had,
        mark.before + fate.hits,
        mark.had - left,
        True,
        mark.nerve.first_shot,
        fate.lost.general,
        routing=routing,
        settings=mark.nerve.settings,
    )
    return morale_rule.first_due(ordeal), morale_rule.other_due(ordeal)


def _first(mark: Mark, routing: bool, fate: Fate, dice: Dice) -> Fate:
    if not _due(mark, fate, routing)[0]:
        return fate
    return replace(fate, first=morale_rule.throw_test(morale_rule.FIRST, _shaken(mark, fate), dice))


def _other(mark: Mark, routing: bool, fate: Fate, dice: Dice) -> Fate:
    first = fate.first
    lowest = first
    if _due(mark, fate, routing)[1]:
        other = morale_rule.throw_test(morale_rule.OTHER, _shaken(mark, fate), dice)
        lowest = other if first == charge_rule.NOT_THROWN else min(first, other)
    result = NO_TEST if lowest == charge_rule.NOT_THROWN else morale_rule.reading(lowest)
    return Fate(fate.hits, casualties_rule.NO_BLOWS, fate.lost, charge_rule.NOT_THROWN, result)


def fate_odds(hits: list[Stage[Fate]], mark: Mark, routing: bool) -> Odds[Fate]:
    """Exact chances of what fire does to a unit, its nerve included."""
    stages: list[Stage[Fate]] = [
        *hits,
        partial(_struck, mark),
        partial(_saved, mark),
        partial(_first, mark, routing),
        partial(_other, mark, routing),
    ]
    return fold(stages, Fate())


def fate_forecasts(odds: Odds[Fate], target: Unit) -> tuple[Forecast, ...]:
    lost = mapped(odds, _figures_lost)
    figures = sorted([(number, float(chance)) for number, chance in lost.items()])
    words = tuple([(loses(number), chance) for number, chance in figures])
    nerve = mapped(odds, _result)
    note = "if nothing else befalls it this turn"
    return (
        Forecast(f"{target.name} under this fire", True, words),
        Forecast(f"The nerve of {target.name}", True, ranked(nerve), note),
    )


def _figures_lost(fate: Fate) -> int:
    return fate.lost.killed


def _result(fate: Fate) -> str:
    return WORDS[fate.result]


def loses(number: int) -> str:
    return f"{number or 'no'} {'figure' if number == 1 else 'figures'} lost"


def ranked(odds: Odds[str]) -> tuple[tuple[str, float], ...]:
    return tuple([(word, float(chance)) for word, chance in odds.items()])


def is_routing(unit: Unit) -> bool:
    return unit.mettle.state == morale_rule.ROUTING


def volley_forecasts(view: State, step: events.Fire, answer: Answer) -> tuple[Forecast, ...]:
    assert isinstance(answer, Chosen)
    name, colon, load = answer.keys[0].rpartition(":")
    aims = [aim for aim in step.aims if aim[0] == name]
    if not colon or not aims:
        return ()
    unit, target = field.unit_of(view, step.unit), field.unit_of(view, name)
    volley = table.volley_of(view, unit, target, step.volley, aims[0][1], aims[0][2], load == "buck")
    if rule.volley_refusal(volley):
        return ()
    mark = mark_of(view, target, unit, rule.volley_save(volley), casualties_rule.SMALL_ARMS)
    return fate_forecasts(fate_odds([partial(_volley_hits, volley)], mark, is_routing(target)), target)
