"""Procedure: melee."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle.procedure import Chances, Outputs, Procedure, Read, Worked, inside, reads
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.exact import Odds, estimate, mapped
from roundtop.dice.sources import Dice, Seeded
from roundtop.record import record
from roundtop.rulebooks.charge_boys.melee import rule
from roundtop.rulebooks.charge_boys.options import Settings


@record(frozen=True)
class Combat:
    """Two units in a round of melee."""

    a: rule.Fighter
    b: rule.Fighter
    settings: Settings


def _loser(combat: Combat, a_lost: int, b_lost: int) -> str:
    return rule.loser(a_lost, b_lost, rule.left(combat.a, a_lost), rule.left(combat.b, b_lost))


def _round_outputs(combat: Combat, fought: rule.Round) -> Outputs:
    return {
        "hits": fought.hits,
        "killed": (fought.a.killed, fought.b.killed),
        "officers_killed": (fought.a.officers, fought.b.officers),
        "general_killed": (fought.a.general, fought.b.general),
        "loser": _loser(combat, fought.a.killed, fought.b.killed),
    }


def _work_melee(combat: Combat, dice: Dice) -> Worked:
    fought = rule.fight(combat.a, combat.b, combat.settings, dice)
    both = (combat.a, combat.b)
    outputs = _round_outputs(combat, fought) | {
        "modifier": [total(rule.melee_mods(fighter)) for fighter in both],
        "dice": [rule.melee_dice(fighter.fighting, combat.settings) for fighter in both],
    }
    found: list[Row] = []
    for name, fighter, hits, lost in zip("ab", both, fought.hits, (fought.a, fought.b), strict=True):
        found += lines(rule.melee_mods(fighter))
        found.append(Row(f"{name} hits", str(hits), "charge-boys.melee.dice"))
        found.append(Row(f"{name} loses", str(lost.killed), "charge-boys.melee.saves"))
    found.append(Row("the round is lost by", outputs["loser"], "charge-boys.melee.loser"))
    return Worked(outputs, tuple(found))


MOST_ROUNDS: Final = 40_000
"""Pairs of tolls up to which the chances of a whole round are listed one by one."""
TRIALS: Final = 8_000


def _melee_chances(combat: Combat) -> tuple[Chances, ...]:
    """The round as a whole, exact or from trials, and exactly who loses it and what each side suffers."""
    on_a = rule.toll_odds(combat.a, combat.b, combat.settings)
    on_b = rule.toll_odds(combat.b, combat.a, combat.settings)
    groups = (
        Chances("who loses the round", _loser_odds(combat, on_a, on_b), lambda name: {"loser": name}),
        Chances("what a loses", mapped(on_a, _toll_killed), lambda killed: {"killed": killed}),
        Chances("what b loses", mapped(on_b, _toll_killed), lambda killed: {"killed": killed}),
    )
    if len(on_a.weights) * len(on_b.weights) <= MOST_ROUNDS:
        return (Chances("", _rounds(on_a, on_b), partial(_round_outputs, combat)), *groups)
    trials = estimate((partial(_trial, combat),), None, Seeded("melee"), TRIALS)
    return (Chances("", trials, partial(_round_outputs, combat)), *groups)


def _toll_killed(toll: rule.Toll) -> int:
    return toll.lost.killed


def _trial(combat: Combat, _: rule.Round | None, dice: Dice) -> rule.Round | None:
    return rule.fight(combat.a, combat.b, combat.settings, dice)


def _rounds(on_a: Odds[rule.Toll], on_b: Odds[rule.Toll]) -> Odds[rule.Round]:
    weights: dict[rule.Round, int] = {}
    for ours, weight in on_a.weights.items():
        for theirs, times in on_b.weights.items():
            weights[rule.Round((theirs.hits, ours.hits), ours.lost, theirs.lost)] = weight * times
    return Odds(weights, on_a.total * on_b.total)


def _loser_odds(combat: Combat, on_a: Odds[rule.Toll], on_b: Odds[rule.Toll]) -> Odds[str]:
    weights: dict[str, int] = {}
    for ours, weight in mapped(on_a, _toll_killed).weights.items():
        for theirs, times in mapped(on_b, _toll_killed).weights.items():
            name = _loser(combat, ours, theirs)
            weights[name] = weights.get(name, 0) + weight * times
    return Odds(weights, on_a.total * on_b.total)


FIGHTER: Final[Read] = reads(rule.Fighter)
PROCEDURES: Final[tuple[Procedure, ...]] = (
    Procedure("melee", reads(Combat, a=inside("a", FIGHTER), b=inside("b", FIGHTER)), _work_melee, _melee_chances),
)
