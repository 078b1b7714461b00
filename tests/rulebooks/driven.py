"""A battle driven command by command, whatever its rulebook: what the tables of the rulebooks' tests share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from roundtop.battle import engine
from roundtop.battle.engine import Battle, Refused
from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Command, Decision, Outcome, Player, Rulebook
from roundtop.dice.sources import Scripted

E = TypeVar("E")
SIDES = (Player("union", "union"), Player("confederate", "confederate"))


class Driven:
    """A battle under way. Dice are words, `d6:4`; one too few or too many fails."""

    def __init__(
        self, book: Rulebook, state: Any, agenda: Sequence[Any], dice: list[str], players: tuple[Player, ...] = SIDES
    ) -> None:
        self.book = book
        self.battle = Battle(book.id, "test", {}, players, tuple(reversed(agenda)), state, 0)
        self.events: list[object] = []
        given = Scripted(dice)
        self._run(given)
        given.finish()

    # ---- what has happened

    def all(self, kind: type[E]) -> list[E]:
        """Every event of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        return self.all(kind)[-1]

    @property
    def over(self) -> Outcome | None:
        return engine.over(self.book, self.battle)

    # ---- what is asked

    @property
    def players(self) -> tuple[str, ...]:
        return engine.asked(self.book, self.battle)

    @property
    def decision(self) -> Decision:
        return engine.decision(self.book, self.battle, self.players[0])

    @property
    def form(self) -> Any:
        """The shape of the answer wanted."""
        return self.decision.form

    @property
    def asked(self) -> tuple[str, str, str]:
        """Who is asked, what, and about whom; nobody when the agenda is done."""
        if not self.players:
            return "", "", ""
        wanted = self.decision
        return wanted.player, wanted.kind, wanted.about

    @property
    def keys(self) -> list[str]:
        """What may be chosen, the ways listed, or the slots to be filled."""
        form = self.form
        for name in ("items", "ways", "slots"):
            if hasattr(form, name):
                return [one.key for one in getattr(form, name)]
        raise AssertionError(form)

    def offered(self, slot: str) -> list[str]:
        """What one slot may be given."""
        return [item.key for place in self.form.slots if place.key == slot for item in place.items]

    # ---- answers

    def submit(self, answer: Answer, dice: list[str], player: str = "") -> None:
        """Answer what is asked, and go on to the next decision."""
        given = Scripted(dice)
        self._submit(answer, given, player)
        given.finish()

    def _submit(self, answer: Answer, given: Scripted, player: str = "") -> None:
        who = player or self.decision.player
        wanted = engine.decision(self.book, self.battle, who)
        passage = engine.submit(self.book, self.battle, Command(who, wanted.kind, wanted.about, answer))
        self.battle = passage.battle
        self.events.extend(passage.events)
        self._run(given)

    def _run(self, given: Scripted) -> None:
        passage = engine.run(self.book, self.battle, given)
        self.battle = passage.battle
        self.events.extend(passage.events)

    def refusal(self, answer: Answer) -> list[str]:
        """The clauses by which an answer is refused, without their rulebook's name; it changes nothing."""
        before = self.battle
        try:
            self.submit(answer, [])
        except Refused as refused:
            assert self.battle is before
            return [reason.clause.removeprefix(f"{self.book.id}.") for reason in refused.reasons]
        raise AssertionError("the answer was accepted")

    def go_on(self, idle: Callable[[Decision], Answer], there: Callable[[], bool], dice: list[str]) -> None:
        """Do as little as may be until it is there, or the agenda is done."""
        given = Scripted(dice)
        while self.players and not there():
            self._submit(idle(self.decision), given)
        given.finish()
