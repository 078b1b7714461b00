"""The book's turn as a checklist: where it is, what is due there, who has not acted, how both sides stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, final

from roundtop.beside.armies import ARMY, TABLE, counted
from roundtop.beside.cards import Card
from roundtop.beside.reckon import holds
from roundtop.beside.table import Phase, Task
from roundtop.umpire import Result, UmpireError, by_hand

if TYPE_CHECKING:
    from roundtop.beside.companion import Companion
    from roundtop.beside.done import Done

PHASE: Final = "next phase"
TURN: Final = "new turn"
TICKED: Final = "ticked"
"""Done on the table: something due that is no procedure, or a unit that has acted."""
ARRIVES: Final = "comes on"


@final
@dataclass(slots=True, frozen=True)
class Stage:
    """A phase as it is played: by both sides together, or by one."""

    phase: Phase
    side: str = ""


@final
@dataclass(slots=True, frozen=True)
class Item:
    """A line of the checklist."""

    do: str = ""
    say: str = ""
    roles: dict[str, list[str]] = field(default_factory=dict)
    clause: str = ""
    may: bool = False
    done: bool = False


def stages(ledger: Companion) -> list[Stage]:
    """The turn from its beginning to its end; who goes first is on the table's card."""
    table = ledger.apart[TABLE]
    sides = table.values["sides"]
    first = table.values.get("first")
    order = sorted(sides, key=lambda side: side != first) if first else sides
    found: list[Stage] = []
    for half in order if ledger.table.halves else ("",):
        for phase in ledger.table.phases:
            for _ in range(_times(ledger, phase)):
                found += [Stage(phase, side) for side in (order if phase.sides else [half])]
    return found


def _times(ledger: Companion, phase: Phase) -> int:
    """How many times over a phase is played."""
    if not phase.times:
        return 1
    default = next((one.field.default for one in ledger.book.ledger.choices if one.field.name == phase.times), 1)
    return int(str(ledger.options.get(phase.times, default)))


def now(ledger: Companion) -> Stage | None:
    """The phase that is played; None for a book whose table knows none."""
    known = stages(ledger)
    return known[min(ledger.stage, len(known) - 1)] if known else None


def go_on(ledger: Companion) -> bool:
    """Whether the turn has another phase after this."""
    return ledger.stage + 1 < len(stages(ledger))


def _lately(ledger: Companion) -> list[Done]:
    """What was done in this phase."""
    begun = [n for n, one in enumerate(ledger.done) if one.do in (PHASE, TURN)]
    return ledger.done[begun[-1] + 1 if begun else 0 :]


def waits(ledger: Companion, card: Card) -> bool:
    """Whether a unit is still to come on."""
    return card.arrives > ledger.turn


def here(ledger: Companion, stage: Stage) -> list[Card]:
    """The units on the table that a phase concerns."""
    cards = [card for card in ledger.cards.values() if not card.gone and not waits(ledger, card) and not card.group]
    return [card for card in cards if stage.side in ("", card.side)]


def checklist(ledger: Companion) -> list[Item]:
    """What is due in this phase, and what of it is done."""
    stage = now(ledger)
    if stage is None:
        return []
    found: list[Item] = []
    lately = _lately(ledger)
    for task in stage.phase.due:
        if task.turn in (0, ledger.turn):
            found += [_item(task, roles, lately) for roles in _whom(ledger, stage, task)]
    if stage.phase.arrivals:
        coming = [card for card in here(ledger, stage) if card.arrives == ledger.turn]
        found += [_item(Task(say=ARRIVES), {"unit": [card.id]}, lately) for card in coming]
    return found


def _whom(ledger: Companion, stage: Stage, task: Task) -> list[dict[str, list[str]]]:
    if task.role == ARMY:
        return [{ARMY: [side]} for side in ledger.apart[TABLE].values["sides"] if stage.side in ("", side)]
    if not task.role:
        return [{}]

    def fits(card: Card) -> bool:
        return holds(task.when, lambda path: ledger.value(card, path))

    return [{task.role: [card.id]} for card in here(ledger, stage) if fits(card)]


def _item(task: Task, roles: dict[str, list[str]], lately: list[Done]) -> Item:
    if task.say:
        done = any(one.do == TICKED and one.eyes.get("say") == task.say and one.roles == roles for one in lately)
    else:
        named = [one for one in lately if one.do == task.do]
        done = any(all(one.roles.get(role) == ids for role, ids in roles.items()) for one in named)
    return Item(task.do, task.say, roles, task.clause, may=task.may, done=done)


def idle(ledger: Companion) -> list[Card]:
    """Who has not acted in this phase, where a unit acts once in it."""
    stage = now(ledger)
    if stage is None or not stage.phase.acts:
        return []
    acted: set[str] = set()
    for one in _lately(ledger):
        if one.do in stage.phase.acts or (one.do == TICKED and not one.eyes):
            acted.update(next(iter(one.roles.values()), []))
    acted |= {ledger.cards[id].group for id in acted if id in ledger.cards}
    return [card for card in here(ledger, stage) if card.id not in acted]


def standing(ledger: Companion) -> dict[str, dict[str, Any]]:
    """How each side stands: what is counted of it, and what the book makes of that; the whole battle under ""."""
    sides: list[str] = ledger.apart[TABLE].values["sides"]
    found: dict[str, dict[str, Any]] = {side: _plain(counted(ledger, side)) for side in sides}
    for name in ledger.table.army.standing:
        routine = ledger.book.ledger.routines[name]
        each = ARMY in ledger.roles(name)
        for side in sides if each else [""]:
            try:
                situation = ledger.situation(name, {ARMY: side} if each else {}, {})
                said = by_hand(ledger.book, name, situation, ())
            except UmpireError:
                continue
            if isinstance(said, Result):
                known = {one.name: said.outcome[one.name] for one in routine.outputs if one.name in said.outcome}
                found.setdefault(side, {}).update(known)
    return found


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None and not isinstance(value, list)}
