"""The contract between the engine and a rulebook. The engine knows no turn, phase, unit or morale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from roundtop.battle.forms import Answer, Chosen, Form, Marched, Placed, Reason
from roundtop.battle.ledger import Ledger
from roundtop.battle.options import Fixed, OptionError, overruled
from roundtop.battle.paper import Sheet
from roundtop.battle.procedure import Procedure
from roundtop.battle.scenario import Scenario
from roundtop.battle.scene import Course, Overlay, Part, Scene, Telling
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice, Stream
from roundtop.record import record
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Point, Pose

State = Any
"""A rulebook's own immutable state: the whole truth of the table."""
View = Any
"""What one player may know of a state."""
Step = Any
"""A data-only thing still to do; holds no secret."""
Event = Any
"""A thing that happened, with its resolved positions and dice; the only way a state changes."""
Settings = Any
"""A rulebook's typed options."""


@record(frozen=True)
class Player:
    """Someone who decides for a side, or for the formations of it that are named."""

    id: str
    side: str
    name: str = ""
    formations: tuple[str, ...] = ()


@record(unsafe_hash=True)
class Decision:
    """What one player is asked, in one sentence, under which clauses, and what may be answered.

    `measure` says what may be measured before answering: "all", or "none" where the book forbids it. `odds`: what dice
    may bring is told all the same, for nothing is measured for it.
    """

    player: str
    kind: str
    about: str
    sentence: str
    clauses: tuple[str, ...]
    form: Form
    measure: str = "all"
    odds: bool = False


@record(unsafe_hash=True)
class Command:
    """A player's answer to a decision. `id` and `version` let a server tell a repeat and a stale one."""

    player: str
    kind: str
    about: str
    answer: Answer
    id: str = ""
    version: int = -1


Captain = Callable[[View, Decision, Stream], Answer]
"""Answers by a book's rules of thumb, from what a player may see."""


def key_of(command: Command) -> str:
    """The one key chosen."""
    assert isinstance(command.answer, Chosen)
    return command.answer.keys[0]


def way_of(command: Command) -> tuple[Manoeuvre, ...]:
    """The manoeuvres of a move."""
    assert isinstance(command.answer, Marched)
    return command.answer.manoeuvres


def spot_of(command: Command) -> Pose:
    """Where a piece is set down."""
    assert isinstance(command.answer, Placed)
    return command.answer.pose


@record
class Progress:
    """What came of a command or a step: events, then the steps now to do, first one first.

    `final` marks what may not be taken back although no die was thrown.
    """

    events: tuple[Event, ...]
    steps: tuple[Step, ...] = ()
    final: bool = False


@record
class Opening:
    """A battle before its first step."""

    state: State
    steps: tuple[Step, ...]


@record(frozen=True)
class Outcome:
    """How a battle ended: the winning side or "draw", why, in words, and the points of each side."""

    winner: str
    reason: str
    text: str
    points: tuple[tuple[str, int], ...] = ()


@record
class Forecast:
    """Chances of one thing a command would bring about. `exact` tells enumeration from trials."""

    title: str
    exact: bool
    chances: tuple[tuple[str, float], ...]
    note: str = ""


@record
class Preview:
    """What an answer would do to the piece that is asked about: where it would stand, by which track of its middle,
    what that costs and crosses line by line, and every reason why it may not.
    """

    end: Pose
    parts: tuple[Part, ...]
    track: tuple[Point, ...] = ()
    costs: tuple[Row, ...] = ()
    crosses: tuple[Row, ...] = ()
    reasons: tuple[Reason, ...] = ()


@record(unsafe_hash=True)
class Deed:
    """Something a unit, man or officer did or suffered, in the few words by which habits are counted.

    Kinds: move, of its own will; volley; charge, one that is declared; home, one that strikes; melee, told of whoever
    attacks in it; other, anything else that is done; fell, an officer who is lost.
    """

    kind: str
    who: str


@record
class Mind:
    """What a book says to bots that think ahead; whatever it leaves out they make from the form of a decision.

    manners: its captain's rules of thumb led otherwise, by the word for it, such as bolder or more careful.
    alternatives(view, decision, answer): answers near this one that are worth a thought, as units of the book's own.
    plain: kinds of decisions in which the captain's answer needs no thought.
    weights: what the stakes are worth, in the order of the general's measures of them.
    """

    manners: tuple[tuple[str, Captain], ...] = ()
    alternatives: Callable[[View, Decision, Answer], tuple[Answer, ...]] | None = None
    plain: tuple[str, ...] = ()
    weights: tuple[float, ...] = ()


@record
class Rulebook:
    """A rulebook: its ledger, its data classes and its functions over a state.

    asks(state, step): the players who must answer before the step can go on; may depend only on what all can see.
    decision(view, step, player): what that player is asked; made from the view alone.
    check(view, step, command): every reason to refuse a command of the right shape; made from the view alone.
    accept(state, step, command): what a checked command does; takes the step off. No dice.
    advance(state, step, dice): resolves a step nobody need answer; takes it off.
    apply(state, event): the state after the event.
    view(state, player), seen(event, player): the one seam for secrets; player "" is a spectator. seen gives None for
    what is not noticed at all.
    imagine(view, player, stream): a state that looks like this view.
    forecast(view, step, command): chances of what the command starts, up to the next decision.

    A rulebook may also help a hand that moves pieces about; each of these works on the view alone:
    propose(view, step, player, pose): the answer that brings the piece of which this player is asked there, or as far
    as it goes; None where no piece is to be brought anywhere.
    preview(view, step, player, answer): what his answer of the right shape would do; None where nothing would be moved.
    looks(view, piece, pose): what a piece could see, shoot and reach from there (None: its place), and who could shoot
    it.
    why_not(view, step, piece): why a piece may not be named in answer to the step; nothing where it may.
    courses(view, event): the ways that pieces took in an event as it was seen, where they did not go straight.

    listed(view, step, player): the decision without the words that only a reader needs and that take long to find.

    deeds(state, event): what was done in an event, for whoever counts habits; the state is the truth after it.

    mind: what the book says to bots that think ahead.

    fixed(scenario, settings): the house rules that a battle has settled and that therefore change nothing in it.

    And it may print: sheet(settings), the quick reference, and roster(scenario, settings), the forces of a battle.
    `several` says that a side may have several players, each commanding formations of his own.
    """

    id: str
    title: str
    version: str
    ledger: Ledger
    kinds: tuple[type, ...]
    settings: Callable[[dict[str, Any]], Settings]
    begin: Callable[[Scenario, Settings, tuple[Player, ...]], Opening]
    asks: Callable[[State, Step], tuple[str, ...]]
    decision: Callable[[View, Step, str], Decision]
    check: Callable[[View, Step, Command], tuple[Reason, ...]]
    accept: Callable[[State, Step, Command], Progress]
    advance: Callable[[State, Step, Dice], Progress]
    apply: Callable[[State, Event], State]
    outcome: Callable[[State], Outcome | None]
    view: Callable[[State, str], View]
    seen: Callable[[Event, str], Event | None]
    imagine: Callable[[View, str, Stream], State]
    scene: Callable[[View], Scene]
    tell: Callable[[View, Event], Telling]
    forecast: Callable[[View, Step, Command], tuple[Forecast, ...]]
    losses: Callable[[View], dict[str, int]]
    procedures: tuple[Procedure, ...]
    captain: Captain
    propose: Callable[[View, Step, str, Pose], Answer | None] | None = None
    preview: Callable[[View, Step, str, Answer], Preview | None] | None = None
    looks: Callable[[View, str, Pose | None], tuple[Overlay, ...]] | None = None
    why_not: Callable[[View, Step, str], tuple[Reason, ...]] | None = None
    courses: Callable[[View, Event], tuple[Course, ...]] | None = None
    sheet: Callable[[Settings], Sheet] | None = None
    roster: Callable[[Scenario, Settings], Sheet] | None = None
    fixed: Callable[[Scenario, Settings], tuple[Fixed, ...]] | None = None
    deeds: Callable[[State, Event], tuple[Deed, ...]] | None = None
    listed: Callable[[View, Step, str], Decision] | None = None
    several: bool = False
    mind: Mind | None = None


def agreed(book: Rulebook, scenario: Scenario, given: dict[str, Any]) -> Settings:
    """House rules for a battle; OptionError names what cannot be, what clashes and what the battle settles."""
    settings = book.settings(given)
    wrong = overruled(settled(book, scenario, settings), given)
    if wrong:
        raise OptionError(wrong)
    return settings


def settled(book: Rulebook, scenario: Scenario, settings: Settings) -> tuple[Fixed, ...]:
    """The house rules that a battle has settled under these settings."""
    return book.fixed(scenario, settings) if book.fixed is not None else ()
