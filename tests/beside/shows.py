"""Real tables that never were: battles of captains at Roundtop's own table, told step by step to the companion.

A script plays the part of two people at a real table. It alone knows where the figures stand; it sees what eyes see
and throws the dice that fell. The companion knows its cards and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, final

from roundtop.battle.engine import Battle, Passage, asked, begin, decision, over, ready, sides, step, submit
from roundtop.battle.protocol import Rulebook
from roundtop.battles import load
from roundtop.beside.cards import Card, from_state, mustered
from roundtop.beside.companion import Companion
from roundtop.beside.reckon import dig
from roundtop.beside.table import find, table, under
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks import rulebook
from tests.laws.play import given


@final
@dataclass(slots=True)
class Told:
    """What people at the table tell the companion of a step: what is done, by whom, and all that the table has of it.

    `looked` are a procedure's fields as the table has them: what eyes tell, and what the cards must know by themselves.
    `over` is told whatever stands on a card; `behind` are others whose cards wait for a test of their own.
    """

    do: str
    roles: dict[str, Any]
    looked: dict[str, Any]
    dice: list[str] | None = None
    over: dict[str, Any] = field(default_factory=dict)
    behind: list[str] = field(default_factory=list)


Hears = Callable[[Any, Any, Passage], list[Told]]
"""What is told of a step: the state before it, the step, and what came of it."""


@final
@dataclass(slots=True)
class Script:
    """How a book's battle is told: what each kind of step is told as, and what hands on the table change by themselves.

    `least`: how often each procedure is asked at least; `standing`: what is counted of a side as its losses, and what
    it breaks at; `left_out`: steps of which the script tells nothing, so that cards are put right after them by hand.
    """

    book: str
    battle: str
    seed: str
    hears: dict[type, Hears]
    hands: tuple[str, ...]
    least: dict[str, int]
    standing: tuple[str, str] = ("", "")
    left_out: tuple[str, ...] = ()
    most: int = 400
    options: dict[str, Any] = field(default_factory=dict)


@final
class Show:
    """One battle beside the other."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.book: Rulebook = rulebook(script.book)
        self.ledger = Companion(mustered(script.battle, script.book, script.options, table))
        self.asked: dict[str, int] = {}
        self.righted: dict[str, int] = {}
        self.behind: set[str] = set()

    def fought(self) -> Battle:
        """The battle from its beginning to where it is left, each step of it told."""
        scenario = load(self.script.battle)
        dice, stream = Seeded(self.script.seed), Stream(f"captains {self.script.seed}")
        battle = begin(self.book, scenario, self.script.options, sides(scenario))
        for _ in range(self.script.most):
            while ready(self.book, battle):
                battle = self.heard(battle, dice)
            if over(self.book, battle) is not None:
                break
            players = asked(self.book, battle)
            wanted = decision(self.book, battle, players[stream.below(len(players))])
            battle = submit(self.book, battle, given(self.book, battle, wanted, "captain", stream)).battle
        return battle

    def heard(self, battle: Battle, dice: Seeded) -> Battle:
        now = battle.agenda[-1]
        passage = step(self.book, battle, dice)
        tell = self.script.hears.get(type(now))
        told = tell(battle.state, now, passage) if tell else []
        if told:
            self.by_hand(battle.state, now, self.script.hands)
        for one in told:
            self.tell(one, passage)
        if told:
            self.compare(passage.battle.state, now)
        elif passage.events:
            self.by_hand(passage.battle.state, now)
        return passage.battle

    def tell(self, told: Told, passage: Passage) -> None:
        """One step of the script: eyes tell what no card knows, and cards know all the rest as the table does."""
        known = self.ledger.situation(told.do, told.roles, {})
        eyes: dict[str, Any] = {}
        routine = self.book.ledger.routines[told.do]
        for path, value in told.looked.items():
            if find(self.book.ledger, routine.inputs, path) is None:
                continue
            there = dig(known, path)
            if isinstance(value, list) and value and isinstance(value[0], dict):
                names = [one.name for one in under(self.book.ledger, routine, path)]
                rows = [{name: part for name, part in one.items() if name in names} for one in value]
                eyes[path] = rows
                for mine, row in zip(there or [], rows, strict=False):
                    self.same(told, path, mine, {name: row.get(name, mine[name]) for name in mine})
            elif there is None or there == []:
                eyes[path] = value
            else:
                self.same(told, path, there, value)
        faces = told.dice if told.dice is not None else thrown(passage)
        reached = self.ledger.ask(told.do, told.roles, {**eyes, **told.over}, dice=faces)
        assert reached.result.legal, reached.result.outcome
        self.ledger.confirm(reached)
        self.behind -= {id for ids in reached.roles.values() for id in ids}
        self.behind |= set(told.behind)
        self.asked[told.do] = self.asked.get(told.do, 0) + 1

    def same(self, told: Told, path: str, there: Any, value: Any) -> None:
        assert there == value, f"{told.do} {told.roles}: the card has {path} {there}, the table {value}"

    def by_hand(self, state: Any, now: Any, names: tuple[str, ...] = ()) -> None:
        """What hands do on the table without a procedure being asked: cards are put right by what everybody sees.

        Beyond moves and the like that is counted: it is what the script leaves out.
        """
        for card in self.cards(state):
            mine = self.ledger.cards[card.id]
            if mine.gone or self.waits(card.id):
                continue
            for name in names or dict.fromkeys([*card.values, *self.script.hands]):
                there = card.values.get(name)
                if mine.values.get(name) != there and self.ledger.value(mine, name) != there:
                    self.ledger.put_right(card.id, name, there)
                    if name not in self.script.hands:
                        key = f"{type(now).__name__} {name}"
                        self.righted[key] = self.righted.get(key, 0) + 1

    def waits(self, id: str) -> bool:
        """Whether something is due of a unit: its card is behind until that is done."""
        return id in self.behind or any(id in ids for one in self.ledger.due if one.do for ids in one.roles.values())

    def compare(self, state: Any, now: Any) -> None:
        """Every card says what the table says."""
        for card in self.cards(state):
            mine = self.ledger.cards[card.id]
            if mine.gone or self.waits(card.id):
                continue
            for name in card.values:
                if name not in self.script.hands:
                    here, there = self.ledger.value(mine, name), card.values[name]
                    assert here == there, f"{now}: {card.name} has {name} {here} on its card, {there} at the table"

    def cards(self, state: Any) -> Iterator[Card]:
        yield from from_state(self.book, self.ledger.table, state)


def thrown(passage: Passage) -> list[str]:
    return [f"{roll.kind}:{face}" for roll in passage.rolls for face in roll.faces]


def fields(record: Any, names: Mapping[str, str] | None = None, at: str = "") -> dict[str, Any]:
    """A record's fields as a procedure's, by other names where they have some; what is empty is left out."""
    found: dict[str, Any] = {}
    for name in record.__dataclass_fields__:
        value = plain(getattr(record, name))
        if value is not None and value != "" and name not in ("settings", "by"):
            found[f"{at}{(names or {}).get(name, name)}"] = value
    return found


def plain(value: Any) -> Any:
    return [plain(one) for one in value] if isinstance(value, (tuple, list)) else value
