"""A real table's battle set out on Roundtop's own: the scenario as it stands now, its units to be placed by hand.

What a scenario can say is carried over: who is left, how strong, how long the battle still lasts, who is still to come.
What it cannot say (`left_behind`) stays in the ledger.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

from roundtop.battle.game import Game
from roundtop.battle.gamefile import SEEDED, About, Source, text
from roundtop.battle.scenario import Arrival, Regiment, Scenario, Value, Weapon, Zone
from roundtop.battles import ids, load
from roundtop.beside.cards import Card
from roundtop.beside.companion import Companion
from roundtop.beside.done import said
from roundtop.dice.sources import Seeded
from roundtop.record import replace
from roundtop.rulebooks import rulebook
from roundtop.umpire import UmpireError


@final
@dataclass(slots=True, frozen=True)
class SetOut:
    """A battle to be played on from where a real table is."""

    scenario: Scenario
    left_behind: list[str]


def set_out(ledger: Companion) -> SetOut:
    """The battle as it stands; UmpireError where the ledger knows no ground to set it out on."""
    if ledger.battle not in ids():
        raise UmpireError("battle: only a ledger that was begun from a battle of the shelf knows the ground")
    scenario = load(ledger.battle)
    left = [one for regiment in scenario.regiments for one in _left(ledger, scenario, regiment)]
    missing = {regiment.side for regiment in left}
    if len(missing) < len(scenario.sides):
        raise UmpireError("battle: one side has nobody left")
    found = replace(
        scenario,
        title=f"{scenario.title}, from turn {ledger.turn} of a real table",
        minutes=_minutes(ledger, scenario),
        regiments=tuple(left),
        deployment="zones",
        zones=tuple([Zone(side.id, _whole(scenario)) for side in scenario.sides]),
        values=_values(ledger, scenario, left),
        first="",
    )
    return SetOut(found, _left_behind(ledger))


def _whole(scenario: Scenario) -> tuple[Any, ...]:
    width, depth = scenario.ground.width, scenario.ground.depth
    return ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))


def _minutes(ledger: Companion, scenario: Scenario) -> int:
    """What is left of the battle's time, a turn at least."""
    if not ledger.turns or not scenario.minutes:
        return scenario.minutes
    left = max(1, ledger.turns - ledger.turn + 1)
    return max(1, round(scenario.minutes * left / ledger.turns))


def _cards(ledger: Companion, regiment: Regiment) -> list[Card]:
    """The cards of a regiment: its own, or those of the parts it fights in."""
    whole = ledger.cards.get(regiment.id)
    if whole is not None:
        return [whole]
    return [card for card in ledger.cards.values() if card.id.startswith(f"{regiment.id}-")]


def _share(ledger: Companion, cards: list[Card]) -> float:
    """How much of its strength a regiment has left."""
    carry = ledger.table.carry
    here = [card for card in cards if not card.gone]
    if not cards or not carry:
        return 1.0 if here or not cards else 0.0
    begun = sum([ledger.value(card, carry["of"]) or 0 for card in cards])
    now = sum([(ledger.value(card, carry["now"]) or 0) for card in here])
    lost = sum([(ledger.value(card, carry["less"]) or 0) for card in here]) if "less" in carry else 0
    return (now - lost) / begun if begun else 1.0


def _left(ledger: Companion, scenario: Scenario, regiment: Regiment) -> list[Regiment]:
    """A regiment as it is now; none where nobody is left of it."""
    share = _share(ledger, _cards(ledger, regiment))
    if share <= 0:
        return []
    coming = _coming(ledger, scenario, regiment.arrives)
    return [
        replace(
            regiment,
            men=max(1, round(regiment.men * share)) if regiment.men else 0,
            guns=max(1, round(regiment.guns * share)) if regiment.guns else 0,
            weapons=tuple([Weapon(one.kind, max(1, round(one.number * share))) for one in regiment.weapons]),
            place=None,
            facing=None,
            arrives=coming,
        )
    ]


def _coming(ledger: Companion, scenario: Scenario, arrives: Arrival | None) -> Arrival | None:
    """When a reinforcement comes on, counted from now; None for one that is there."""
    if arrives is None or not ledger.turns:
        return arrives
    past = round(scenario.minutes * (ledger.turn - 1) / ledger.turns)
    return replace(arrives, minute=arrives.minute - past) if arrives.minute > past else None


def _values(ledger: Companion, scenario: Scenario, left: list[Regiment]) -> tuple[Value, ...]:
    """What a scenario says for this book, with the strength that the book reads of a regiment."""
    carry = ledger.table.carry
    mine = {(regiment.id, carry["as"]): str(_now(ledger, regiment)) for regiment in left if _counts(ledger, regiment)}
    if "lasts" in carry and ledger.turns:
        mine["", carry["lasts"]] = str(max(1, ledger.turns - ledger.turn + 1))
    here = {"", *[regiment.id for regiment in left], *[one.id for one in scenario.commanders]}
    kept = [one for one in scenario.values if one.about in here or one.rulebook != ledger.book.id]
    kept = [one for one in kept if one.rulebook != ledger.book.id or (one.about, one.name) not in mine]
    return (*kept, *[Value(ledger.book.id, about, name, said) for (about, name), said in mine.items()])


def _counts(ledger: Companion, regiment: Regiment) -> bool:
    """Whether the book reads a regiment's strength off the scenario, and one card has it."""
    return "as" in ledger.table.carry and not regiment.guns and len(_cards(ledger, regiment)) == 1


def _now(ledger: Companion, regiment: Regiment) -> Any:
    return ledger.value(_cards(ledger, regiment)[0], ledger.table.carry["now"])


def _left_behind(ledger: Companion) -> list[str]:
    """What the cards say that differs from the beginning and that no scenario can say."""
    carried = set(ledger.table.carry.values())
    found: list[str] = []
    begun = {card.id: card for card in ledger.begun}
    for card in ledger.cards.values():
        for name, value in card.values.items():
            before = begun[card.id].values.get(name, ledger.like[name].default if name in ledger.like else None)
            if value != before and name not in carried and not card.gone:
                found.append(f"{card.name}: {name.replace('_', ' ')} {said(value)}")
    return found


def game_file(ledger: Companion, seed: str, version: str) -> tuple[str, list[str]]:
    """A game file of this version that begins with the armies to be placed, and what stays in the ledger."""
    out = set_out(ledger)
    try:
        game = Game(rulebook(ledger.book.id), out.scenario, dict(ledger.options), Seeded(seed))
    except ValueError as error:
        raise UmpireError(f"battle: it cannot be set out: {error}") from None
    return text(game, About(version, Source(SEEDED, seed), {})), out.left_behind
