"""Who acts when: the throw for initiative, and the four action phases."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.dice.exact import Odds, fold
from roundtop.dice.questions import D6, Die, Differ, Face, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.options import Settings

ATTACH_CM: Final = 10.0
"""How near a detachment and its parent, a commander and a group must be [actions.rejoin, leaders.attach]."""


@record(frozen=True)
class Throw:
    """The throw for initiative: the sides in order, the class of each commander ("down"), who was first last turn."""

    order: tuple[str, str]
    commanders: tuple[str, str]
    first_last_turn: str
    settings: Settings


def initiative_dice(throw: Throw) -> tuple[Die, Die]:
    """The die of each side [turn.initiative]."""
    if throw.settings.initiative != "commander-quality":
        return (D6, D6)
    first, second = [
        tables.D4 if one == "down" else tables.quality_die(one, throw.settings) for one in throw.commanders
    ]
    return (first, second)


def initiative(throw: Throw, dice: Dice) -> str:
    """The side with the initiative, which chooses; by strict alternation the side that must be first.

    [turn.initiative]
    """
    if must_be_first(throw):
        return must_be_first(throw)
    first, second = initiative_dice(throw)
    if first.name == second.name:
        return throw.order[dice.ask(Differ(first, Why("initiative", "skirmish.turn.initiative")))]
    winner = ""
    while not winner:
        winner = initiative_round(throw, dice)
    return winner


def must_be_first(throw: Throw) -> str:
    """Under strict alternation the second player of last turn; "" where dice decide [turn.initiative]."""
    if throw.settings.initiative != "alternate" or not throw.first_last_turn:
        return ""
    return throw.order[1] if throw.first_last_turn == throw.order[0] else throw.order[0]


def initiative_round(throw: Throw, dice: Dice) -> str:
    """One throw a side with dice of two kinds: the higher, "" when they are equal [turn.initiative]."""
    first, second = initiative_dice(throw)
    clause = "skirmish.turn.initiative"
    one = dice.ask(Face(first, Why("initiative", clause, throw.order[0])))
    other = dice.ask(Face(second, Why("initiative", clause, throw.order[1])))
    if one == other:
        return ""
    return throw.order[0] if one > other else throw.order[1]


def initiative_odds(throw: Throw) -> Odds[str]:
    """Chances of the winner: those of the deciding round."""
    odds = fold((partial(_round, throw),), "")
    weights = {winner: weight for winner, weight in odds.weights.items() if winner}
    return Odds(weights, sum(weights.values()))


def _round(throw: Throw, _: str, dice: Dice) -> str:
    return must_be_first(throw) or initiative_round(throw, dice)


def deploys_first(order: tuple[str, str], dice: Dice) -> str:
    """The side that sets out its whole force first: the lower throw [setup.table-and-deployment]."""
    higher = dice.ask(Differ(D6, Why("who deploys first", "skirmish.setup.table-and-deployment")))
    return order[1 - higher]


def phase_order(first: str, second: str, settings: Settings) -> tuple[tuple[str, int], ...]:
    """The four action phases of a turn: whose, and his which [turn.sequence, turn.action-phases]."""
    if settings.phase_structure == "consecutive":
        return ((first, 1), (first, 2), (second, 1), (second, 2))
    return ((first, 1), (second, 1), (first, 2), (second, 2))
