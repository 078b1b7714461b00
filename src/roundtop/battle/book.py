# not compiled: it runs once for each book, when the book is opened
"""A rulebook put together from its modules, each of which has the functions that the protocol asks for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from roundtop.battle.forms import Answer, Reason
from roundtop.battle.ledger import Ledger
from roundtop.battle.options import Fixed
from roundtop.battle.outline import Effects, Outline, applied, everything, nothing_hidden
from roundtop.battle.paper import Sheet
from roundtop.battle.procedure import Procedure, under
from roundtop.battle.protocol import (
    Command,
    Decision,
    Deed,
    Forecast,
    Mind,
    Opening,
    Outcome,
    Player,
    Preview,
    Progress,
    Rulebook,
)
from roundtop.battle.scenario import Scenario
from roundtop.battle.scene import Course, Overlay, Scene, Telling
from roundtop.dice.sources import Dice, Stream
from roundtop.record import record
from roundtop.table.pose import Pose


class Options(Protocol):
    """`options.py`: the ledger, and its options as typed settings."""

    @property
    def LEDGER(self) -> Ledger: ...  # noqa: N802
    def settings(self, given: dict[str, Any], /) -> Any: ...


class Turn(Protocol):
    """`turn.py`: how a battle begins, and the outline of a turn."""

    @property
    def OUTLINE(self) -> Outline: ...  # noqa: N802
    def begin(self, scenario: Scenario, settings: Any, players: tuple[Player, ...], /) -> Opening: ...


class Events(Protocol):
    """`events.py`: what can happen, and what it changes."""

    @property
    def EFFECTS(self) -> Effects: ...  # noqa: N802


class Views(Protocol):
    """`views.py`: what is hidden from whom."""

    def view(self, state: Any, player: str, /) -> Any: ...
    def seen(self, event: Any, player: str, /) -> Any: ...
    def imagine(self, view: Any, player: str, stream: Stream, /) -> Any: ...


class Drawn(Protocol):
    """`scene.py`: the table drawn, and events in words."""

    def scene(self, view: Any, /) -> Scene: ...
    def tell(self, view: Any, event: Any, /) -> Telling: ...


class InHand(Protocol):
    """`preview.py`: a piece in the hand."""

    def propose(self, view: Any, step: Any, player: str, pose: Pose, /) -> Answer | None: ...
    def preview(self, view: Any, step: Any, player: str, answer: Answer, /) -> Preview | None: ...


class Chances(Protocol):
    """`forecast.py`: what a command may bring, and what a battle has cost."""

    def forecast(self, view: Any, step: Any, command: Command, /) -> tuple[Forecast, ...]: ...
    def losses(self, view: Any, /) -> dict[str, int]: ...


class Paper(Protocol):
    """`paper.py`: what is printed."""

    def sheet(self, settings: Any, /) -> Sheet: ...
    def roster(self, scenario: Scenario, settings: Any, /) -> Sheet: ...


@record
class Rules:
    """How a book is played. Without `views` all lies open."""

    options: Options
    turn: Turn
    events: Events
    procedures: tuple[Procedure, ...]
    views: Views | None = None


@record
class Shown:
    """How a book is seen, reckoned and played by its captain; a piece in the hand and the paper may be left out."""

    scene: Drawn
    forecast: Chances
    captain: Callable[[Any, Decision, Stream], Answer]
    hand: InHand | None = None
    paper: Paper | None = None


@record
class Further:
    """What a book may add: how it takes an answer or a step beyond its outline, and help for whoever looks about."""

    accept: Callable[[Any, Any, Command], Progress] | None = None
    advance: Callable[[Any, Any, Dice], Progress] | None = None
    looks: Callable[[Any, str, Pose | None], tuple[Overlay, ...]] | None = None
    courses: Callable[[Any, Any], tuple[Course, ...]] | None = None
    why_not: Callable[[Any, Any, str], tuple[Reason, ...]] | None = None
    fixed: Callable[[Scenario, Any], tuple[Fixed, ...]] | None = None
    deeds: Callable[[Any, Any], tuple[Deed, ...]] | None = None
    several: bool = False
    mind: Mind | None = None


def bound(
    id: str, version: str, kinds: tuple[type, ...], rules: Rules, shown: Shown, further: Further | None = None
) -> Rulebook:
    """The rulebook of these modules; `kinds` are the classes of its state, its steps and events are known already."""
    further = further or Further()
    outline, hand, paper, views = rules.turn.OUTLINE, shown.hand, shown.paper, rules.views
    return Rulebook(
        id=id,
        title=rules.options.LEDGER.title,
        version=version,
        ledger=rules.options.LEDGER,
        kinds=(*rules.events.EFFECTS, *outline.plays, *kinds),
        settings=rules.options.settings,
        begin=rules.turn.begin,
        asks=outline.asks,
        decision=outline.decision,
        check=outline.check,
        accept=further.accept or outline.accept,
        advance=further.advance or outline.advance,
        apply=partial(applied, rules.events.EFFECTS),
        outcome=_outcome,
        view=everything if views is None else views.view,
        seen=everything if views is None else views.seen,
        imagine=nothing_hidden if views is None else views.imagine,
        scene=shown.scene.scene,
        tell=shown.scene.tell,
        forecast=shown.forecast.forecast,
        losses=shown.forecast.losses,
        procedures=under(rules.options.LEDGER, rules.options.settings, rules.procedures),
        captain=shown.captain,
        propose=None if hand is None else hand.propose,
        preview=None if hand is None else hand.preview,
        looks=further.looks,
        why_not=further.why_not,
        courses=further.courses,
        sheet=None if paper is None else paper.sheet,
        roster=None if paper is None else paper.roster,
        fixed=further.fixed,
        deeds=further.deeds,
        listed=outline.listed,
        several=further.several,
        mind=further.mind,
    )


def _outcome(state: Any) -> Outcome | None:
    found: Outcome | None = state.outcome
    return found
