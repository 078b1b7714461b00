"""What a battle file says of how things really went."""

from __future__ import annotations

from typing import Final

from roundtop.battle.scenario import History, Loss, Scenario, senior
from roundtop.battles.decode import Faults
from roundtop.battles.form import FormationTable, HistoryTable, LossTable, RegimentTable

ABBREVIATED: Final[tuple[str, ...]] = ("Lt.", "Capt.", "Maj.", "Col.", "Brig.", "Gen.")
"""Ranks as they are written in a name that needs no other."""


def history(table: HistoryTable | None, faults: Faults) -> History | None:
    """The real outcome and what it cost either side."""
    if table is None:
        return None
    sides = (("union", table.union), ("confederate", table.confederate))
    lost = tuple([_loss(side, one, faults) for side, one in sides if one is not None])
    return History(table.winner, table.outcome.strip(), lost)


def _loss(side: str, table: LossTable, faults: Faults) -> Loss:
    """One side's losses: their sum, made of the parts where it is not given, and never less than these."""
    parts = table.killed + table.wounded + table.missing
    men = parts if table.men is None else table.men
    if men < parts:
        faults.add((*table.where, "men"), f"{men} in all, but killed, wounded and missing add up to {parts}")
    return Loss(
        side=side,
        men=men,
        killed=table.killed,
        wounded=table.wounded,
        missing=table.missing,
        guns=table.guns,
        estimate=table.estimate,
        source=table.source,
    )


def estimates(table: RegimentTable, formation: FormationTable | None) -> tuple[str, ...]:
    """What is estimated of a regiment: its own list, and that of the formation it stands under."""
    return tuple(dict.fromkeys([*(formation.estimates if formation else ()), *table.estimates]))


def leader(scenario: Scenario, side: str) -> str:
    """Who led a side, by rank and name; "" where nobody is named."""
    best = senior(scenario, side)
    if best is None or best.name.startswith(ABBREVIATED):
        return "" if best is None else best.name
    return f"{best.rank.replace('-', ' ').capitalize()} {best.name}"


def lost(scenario: Scenario, side: str) -> str:
    """What a side really lost, in words: men, in parts where they are known, and guns; "" where nobody says."""
    for loss in scenario.history.losses if scenario.history else ():
        if loss.side == side:
            parts = ((loss.killed, "killed"), (loss.wounded, "wounded"), (loss.missing, "missing"))
            told = ", ".join([f"{number} {word}" for number, word in parts if number])
            guns = f" and {loss.guns} guns" if loss.guns else ""
            return f"{loss.men} men{f' ({told})' if told else ''}{guns}{', an estimate' if loss.estimate else ''}"
    return ""
