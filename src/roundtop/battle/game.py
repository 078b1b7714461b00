"""A game in progress: the battle, its dice, what happened so far, and what may be taken back."""

from __future__ import annotations

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
from roundtop.battle.protocol import Command, Decision, Event, Outcome, Player, Rulebook, State, View
from roundtop.battle.scenario import Scenario
from roundtop.battle.scene import Scene, Telling
from roundtop.dice.questions import Question
from roundtop.dice.sources import Dice, Physical, Roll, Wanted
from roundtop.record import record

COMMAND: Final = "command"
STEP: Final = "step"
UNDO: Final = "undo"
NO_UNDO: Final = "There is nothing you can take back: dice, a reveal or another player came since."


class NotNow(ValueError):  # noqa: N818 - said to a player
    """Something that cannot be done at this moment, and why."""


@record
class Entry:
    """One line of the story: a command or a resolved step, its rolls and events, and the battle after it.

    An undo has the player who took back and, in `back`, how many entries before it were undone.
    """

    kind: str
    player: str
    command: Command | None
    rolls: tuple[Roll, ...]
    events: tuple[Event, ...]
    battle: Battle
    back: int = 0


@record
class Seen:
    """One item of a player's own stream: an event as he saw it, or that so many items before it are taken back.

    Items are numbered from 1 without a gap; `entry` is the place in the game's log, `place` that of the event in it.
    """

    number: int
    entry: int
    event: Event | None
    back: int = 0
    place: int = -1


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
        battle: Battle | None = None,
        go: bool = True,
    ) -> None:
        """No dice: somebody throws real ones and types them in. A battle: it goes on from there."""
        self.rulebook: Final = rulebook
        self.scenario: Final = scenario
        self.codec: Final[Codec] = codec(rulebook)
        self.opening: Final[Battle] = begin(rulebook, scenario, options, players) if battle is None else battle
        self.battle: Battle = self.opening
        self.dice = dice
        self.log: list[Entry] = []
        self.entries: list[Entry] = []
        self.wanted: Question | None = None
        self.typed: list[str] = []
        self.mover = ""
        self._earlier: list[int] = []
        self._places: list[int] = []
        self._undone: dict[int, list[int]] = {}
        self._streams: dict[str, list[Seen]] = {}
        self._read: dict[str, int] = {}
        if go:
            self.proceed()

    @property
    def outcome(self) -> Outcome | None:
        return over(self.rulebook, self.battle)

    @property
    def hash(self) -> str:
        """SHA-256 of the battle as it is now."""
        return self.codec.digest(self.battle)

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

    # What changes the game.

    def submit(self, command: Command, wanted: Decision | None = None) -> tuple[Entry, ...]:
        """Carry out a command and everything it sets going; raises Refused and changes nothing otherwise.

        `wanted` is the decision it answers, for those who have just had it made.
        """
        start = len(self.log)
        self.command(command, wanted)
        self.proceed()
        return tuple(self.log[start:])

    def command(self, command: Command, wanted: Decision | None = None) -> None:
        """Carry out a command alone; what it sets going waits for `proceed`."""
        if self.wanted is not None:
            raise NotNow("A throw is waited for first.")
        passage = submit(self.rulebook, self.battle, command, wanted)
        if command.player != self.mover:
            self._earlier.clear()
        self.mover = command.player
        self._earlier.append(len(self.entries))
        self._take(COMMAND, command, passage)

    def throw(self, entry: str) -> tuple[Entry, ...]:
        """A throw typed in by a person; a bad one is refused and may be typed again."""
        if self.wanted is None:
            raise NotNow("No throw is waited for.")
        start = len(self.log)
        self.typed.append(entry)
        try:
            self.proceed()
        except ValueError:
            self.typed.pop()
            raise
        return tuple(self.log[start:])

    def can_undo(self, player: str) -> bool:
        return bool(self._earlier) and self.mover == player

    def undo(self, player: str) -> None:
        """Take the last command back, where nothing was thrown or shown and nobody else has acted since."""
        if not self.can_undo(player):
            raise NotNow(NO_UNDO)
        start = self._earlier.pop()
        back = len(self.entries) - start
        del self.entries[start:]
        self._undone[len(self.log)] = self._places[start:]
        del self._places[start:]
        self.battle = self.entries[-1].battle if self.entries else self.opening
        self.log.append(
            Entry(kind=UNDO, player=player, command=None, rolls=(), events=(), battle=self.battle, back=back)
        )

    def proceed(self) -> None:
        """Resolve steps until somebody must answer or throw."""
        while ready(self.rulebook, self.battle):
            try:
                self.step()
            except Wanted as wanted:
                # A throw that is asked for counts as thrown: nobody can tell whether it lies on the table already.
                self.wanted = wanted.question
                self._earlier.clear()
                return

    def step(self) -> None:
        """Resolve the top step alone; Wanted leaves everything as it was."""
        dice = Physical(self.typed) if self.dice is None else self.dice
        passage = step(self.rulebook, self.battle, dice)
        self.typed.clear()
        self.wanted = None
        self._take(STEP, None, passage)

    def _take(self, kind: str, command: Command | None, passage: Passage) -> None:
        self.battle = passage.battle
        if passage.final:
            self._earlier.clear()
        player = "" if command is None else command.player
        entry = Entry(
            kind=kind, player=player, command=command, rolls=passage.rolls, events=passage.events, battle=passage.battle
        )
        self._places.append(len(self.log))
        self.log.append(entry)
        self.entries.append(entry)

    # What a player has seen.

    def stream(self, player: str, since: int = 0) -> tuple[Seen, ...]:
        """What a player ("" a spectator) has seen happen after his item `since`; numbers have no gap, ever."""
        found = self._streams.setdefault(player, [])
        for place in range(self._read.get(player, 0), len(self.log)):
            self._extend(found, player, place)
        self._read[player] = len(self.log)
        return tuple(found[since:])

    def _extend(self, found: list[Seen], player: str, place: int) -> None:
        entry = self.log[place]
        if entry.kind == UNDO:
            undone = self._undone[place]
            back = 0
            for item in reversed(found):
                if item.entry < undone[0]:
                    break
                back += item.entry in undone
            if back:
                found.append(Seen(len(found) + 1, place, None, back))
        for number, event in enumerate(entry.events):
            seen = self.rulebook.seen(event, player)
            if seen is not None:
                found.append(Seen(len(found) + 1, place, seen, place=number))

    def moment(self, item: Seen) -> State:
        """The state right after what an item tells, whatever came of it in the same breath."""
        entry = self.log[item.entry]
        if item.event is None or item.place == len(entry.events) - 1:
            return entry.battle.state
        before = self.log[item.entry - 1].battle if item.entry else self.opening
        return after(self.rulebook, before.state, entry.events[: item.place + 1])

    def story(self, player: str, since: int = 0) -> list[Telling]:
        """What a player has seen happen, in words, from the entry `since` on; nothing that was taken back."""
        return told(self.rulebook, self.entries[since:], player)


def after(rulebook: Rulebook, state: State, events: tuple[Event, ...]) -> State:
    """A state after some events."""
    for event in events:
        state = rulebook.apply(state, event)
    return state


def told(rulebook: Rulebook, entries: list[Entry], player: str) -> list[Telling]:
    """The events of some entries as one player saw them, each in the words of its own moment."""
    found: list[Telling] = []
    for entry in entries:
        if not entry.events:
            continue
        view = rulebook.view(entry.battle.state, player)
        for event in entry.events:
            seen = rulebook.seen(event, player)
            if seen is not None:
                found.append(rulebook.tell(view, seen))
    return found


def refusal(reasons: tuple[Reason, ...]) -> str:
    """Reasons as a person reads them, each with its clause."""
    return "\n".join([f"{r.text} [{r.clause}]" if r.clause else r.text for r in reasons])
