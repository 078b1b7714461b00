"""How the laws read a rulebook: what stands where, what a path costs, what a charge strikes, what a die brought."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeVar, final

from roundtop.battle.engine import Battle
from roundtop.battle.forms import Answer, Choose, Chosen, Confirm, Confirmed, March, Marched
from roundtop.battle.protocol import Command, Decision, Event, Forecast, Rulebook
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Stream
from roundtop.table.footprint import Block, Disc
from roundtop.table.pose import Point, Pose

Body = Block | Disc
E = TypeVar("E")


@final
@dataclass(slots=True, frozen=True)
class Standing:
    """What a unit covers of the table, and whose it is."""

    side: str
    bodies: tuple[Body, ...]


@final
@dataclass(slots=True, frozen=True)
class Measured:
    """By which points of a body its book measures a move: from which pose, and so far to the right and ahead of it.

    In the manoeuvres of `in_place` every man turns where he stands; those of `chosen` walk nothing: they say where
    somebody comes on to the table. A list that is `written` is walked later.
    """

    start: Pose
    points: tuple[Point, ...]
    in_place: tuple[str, ...] = ("about-face",)
    chosen: tuple[str, ...] = ()
    written: bool = False


@final
@dataclass(slots=True, frozen=True)
class Play:
    """A command played: the state before it, what happened, the state after that, and the steps still to be taken."""

    before: Any
    command: Command
    events: tuple[Event, ...]
    after: Any
    agenda: tuple[object, ...] = ()

    def first(self, kind: type[E], /, **fields: object) -> E | None:
        """The first event of a kind with these fields."""
        return next(iter(self.all(kind, **fields)), None)

    def all(self, kind: type[E], /, **fields: object) -> list[E]:
        every = [event for event in self.events if isinstance(event, kind)]
        return [event for event in every if all(getattr(event, name) == value for name, value in fields.items())]


@final
@dataclass(slots=True, frozen=True)
class Telling:
    """How a book's forecasts are read: `rows` from the words that tell their titles apart to what came, in the
    forecast's own words, None while that is open. `assumed` is what everybody does meanwhile. Titles or notes with the
    words of `unread` are left to the book's own tests; those of `slow` are played a tenth as often. `meanwhile` takes
    out of a battle what a forecast says it leaves out.
    """

    rows: Mapping[str, Callable[[Forecast, Play], str | None]]
    assumed: Callable[[Decision], Answer]
    unread: tuple[str, ...] = ()
    slow: tuple[str, ...] = ()
    meanwhile: Callable[[Forecast, Battle], Battle] = field(default_factory=lambda: as_it_goes)

    def reads(self, told: Forecast) -> bool:
        return not [words for words in self.unread if words in told.title or words in told.note]

    def kind(self, told: Forecast) -> str:
        """By which words a title is known."""
        return next(words for words in self.rows if words in told.title)

    def came(self, told: Forecast, play: Play) -> str | None:
        return self.rows[self.kind(told)](told, play)


@final
@dataclass(slots=True, frozen=True)
class Charge:
    """A charge at a target: what differs for the player, what it is worth among those of its kind, how it is given."""

    target: str
    kind: tuple[object, ...]
    worth: float = 0.0
    step: object = None
    answer: Answer | None = None


@final
@dataclass(slots=True, frozen=True)
class Charging:
    """How a book charges: who may now and whose he is, every lawful charge of his in steps of a degree as the book's
    own check finds it, those that its decisions offer, how a piece is put elsewhere, and how far off a target may be.
    """

    chargers: Callable[[Any], dict[str, str]]
    swept: Callable[[Any, str], list[Charge]]
    offered: Callable[[Any, str], list[Charge]]
    put: Callable[[Any, str, Pose], Any]
    reach: float


@final
@dataclass(slots=True, frozen=True)
class Reader:
    """What `tests/laws/readers/NAME.py` keeps as READER.

    `standing` gives everybody who stands on the table, `odds` reads forecasts, `charging` charges. `moves` says for
    each kind of decision in which a list of manoeuvres is walked as it is given how the book measures it. `excused`
    names, by clause, who may hang over the edge or lie on whom (state, first, second or "" for the edge). `kept` gives
    what a state keeps although it follows from the rest, each with the same found afresh, slowly.
    """

    standing: Callable[[Any], dict[str, Standing]]
    odds: Telling
    moves: Mapping[str, Callable[[Any, March], Measured]] = field(default_factory=dict)
    excused: Mapping[str, Callable[[Any, str, str], bool]] = field(default_factory=dict)
    charging: Charging | None = None
    kept: Callable[[Any], Iterator[tuple[object, object]]] = lambda state: iter(())


def reader(book: Rulebook) -> Reader:
    """How the laws read this rulebook."""
    found: Reader = import_module(f"tests.laws.readers.{book.id.replace('-', '_')}").READER
    return found


def as_it_goes(told: Forecast, battle: Battle) -> Battle:
    return battle


def doing_little(*keys: str) -> Callable[[Decision], Answer]:
    """Everybody does as little as may be: the first of these keys that is offered, else whatever is listed first."""

    def answer(wanted: Decision) -> Answer:
        form = wanted.form
        if isinstance(form, Choose):
            known = [item.key for item in form.items]
            found = [key for key in keys if key in known]
            return Chosen((*found[:1],) or tuple(known[: form.least]))
        if isinstance(form, March):
            return Marched(())
        if isinstance(form, Confirm):
            return Confirmed(True)
        return recruit(wanted, Stream(wanted.sentence))

    return answer
