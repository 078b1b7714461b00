"""A game in progress: the battle, its dice, what happened so far, and what may be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, final

from roundtop.battle.codec import Codec
from roundtop.battle.engine import (
    Battle,
    Passage,
    asked,
    begin,
    codec,
    decision,
    over,
    ready,
    step,
    submit,
)
from roundtop.battle.forms import Reason
from roundtop.battle.protocol import Command, Decision, Event, Outcome, Player, Rulebook, View
from roundtop.battle.scenario import Scenario
from roundtop.battle.scene import Scene, Telling
from roundtop.dice.questions import Question
from roundtop.dice.sources import Dice, Physical, Roll, Wanted


class NotNow(ValueError):  # noqa: N818 - said to a player
    """Something that cannot be done at this moment, and why."""


@final
@dataclass(slots=True)
class Entry:
    """One line of the story: a command or a resolved step, its rolls and events, and the battle's hash after it.

    Kinds: command, step, undo.
    """

    kind: str
    command: Command | None
    rolls: tuple[Roll, ...]
    events: tuple[Event, ...]
    hash: str


@final
class Game:
    """Holds the moments of one battle. Only this object changes; every battle in it is a value."""

    def __init__(
        self,
        rulebook: Rulebook,
        scenario: Scenario,
        options: dict[str, Any],
        dice: Dice | None,
        players: tuple[Player, ...] = (),
    ) -> None:
        """No dice: somebody throws real ones and types them in."""
        self.rulebook: Final = rulebook
        self.scenario: Final = scenario
        self.codec: Final[Codec] = codec(rulebook)
        self.battle: Battle = begin(rulebook, scenario, options, players)
        self.opening: Final[Battle] = self.battle
        self.dice = dice
        self.entries: list[Entry] = []
        self.wanted: Question | None = None
        self.typed: list[str] = []
        self.earlier: list[tuple[Battle, int]] = []
        self.mover = ""
        self.proceed()

    @property
    def outcome(self) -> Outcome | None:
        return over(self.rulebook, self.battle)

    def asked(self) -> tuple[str, ...]:
        """Players who must answer now."""
        return () if self.wanted is not None else asked(self.rulebook, self.battle)

    def decision(self, player: str) -> Decision:
        if player not in self.asked():
            raise NotNow("Nothing is asked of you now.")
        return decision(self.rulebook, self.battle, player)

    def view(self, player: str) -> View:
        return self.rulebook.view(self.battle.state, player)

    def scene(self, player: str) -> Scene:
        return self.rulebook.scene(self.view(player))

    def submit(self, command: Command) -> tuple[Entry, ...]:
        """Carry out a command and everything it sets going; raises Refused and changes nothing otherwise."""
        before = self.battle
        start = len(self.entries)
        passage = submit(self.rulebook, before, command)
        if command.player != self.mover:
            self.earlier.clear()
        self.mover = command.player
        self.earlier.append((before, start))
        self._take("command", command, passage)
        self.proceed()
        return tuple(self.entries[start:])

    def throw(self, entry: str) -> tuple[Entry, ...]:
        """A throw typed in by a person; a bad one is refused and may be typed again."""
        if self.wanted is None:
            raise NotNow("No throw is waited for.")
        start = len(self.entries)
        self.typed.append(entry)
        try:
            self.proceed()
        except ValueError:
            self.typed.pop()
            raise
        return tuple(self.entries[start:])

    def undo(self, player: str) -> None:
        """Take the last command back, where nothing was thrown or shown and nobody else has acted since."""
        if not self.earlier or self.mover != player:
            raise NotNow("There is nothing you can take back: dice, a reveal or another player came since.")
        self.battle, start = self.earlier.pop()
        del self.entries[start:]
        self.wanted = None
        self.typed.clear()

    def proceed(self) -> None:
        """Resolve steps until somebody must answer or throw."""
        while ready(self.rulebook, self.battle):
            try:
                passage = step(self.rulebook, self.battle, self._dice())
            except Wanted as wanted:
                self.wanted = wanted.question
                self.earlier.clear()
                return
            self.typed.clear()
            self.wanted = None
            self._take("step", None, passage)

    def _dice(self) -> Dice:
        return Physical(self.typed) if self.dice is None else self.dice

    def _take(self, kind: str, command: Command | None, passage: Passage) -> None:
        self.battle = passage.battle
        if passage.final:
            self.earlier.clear()
        digest = self.codec.digest(passage.battle)
        self.entries.append(Entry(kind, command, passage.rolls, passage.events, digest))

    def story(self, player: str, since: int = 0) -> list[Telling]:
        """What a player has seen happen, in words."""
        return told(self.rulebook, self.view(player), self.entries[since:], player)


def told(rulebook: Rulebook, view: View, entries: list[Entry], player: str) -> list[Telling]:
    """The events of some entries as one player saw them."""
    found: list[Telling] = []
    for entry in entries:
        for event in entry.events:
            seen = rulebook.seen(event, player)
            if seen is not None:
                found.append(rulebook.tell(view, seen))
    return found


def refusal(reasons: tuple[Reason, ...]) -> str:
    """Reasons as a person reads them, each with its clause."""
    return "\n".join([f"{r.text} [{r.clause}]" if r.clause else r.text for r in reasons])
