"""Dare: a whole rulebook of one page, small enough to test the engine with, using every form of decision.

Both bid in secret, a throw decides the round, then each in turn does two things with the one flag.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, final

from roundtop.battle.forms import (
    Answer,
    Arrange,
    Arranged,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Confirm,
    Confirmed,
    Form,
    Item,
    March,
    Marched,
    Number,
    Numbered,
    Place,
    Placed,
    Reason,
    Slot,
    Trace,
    Traced,
    Way,
)
from roundtop.battle.ledger import read_ledger
from roundtop.battle.protocol import (
    Command,
    Decision,
    Forecast,
    Opening,
    Outcome,
    Player,
    Progress,
    Rulebook,
)
from roundtop.battle.scenario import Scenario, Side
from roundtop.battle.scene import Badge, Overlay, Part, Piece, Scene, Telling
from roundtop.battle.tally import Row
from roundtop.bots.recruit import recruit
from roundtop.dice.questions import D6, Differ, Face, Why
from roundtop.dice.sources import Dice, Stream
from roundtop.table.footprint import inside_polygon
from roundtop.table.ground import Ground
from roundtop.table.measure import distance
from roundtop.table.path import forward
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

FIELD: Final = Ground(24.0, 24.0)
ZONE: Final = ((2.0, 2.0), (22.0, 2.0), (22.0, 22.0), (2.0, 22.0))
REACH: Final = 4.0
NONE: Final = 0
HIDDEN: Final = -1
DEEDS: Final = ("choose", "assign", "arrange", "place", "march", "trace", "confirm")
ITEMS: Final = (Item("drum", "the drum"), Item("fife", "the fife"), Item("bugle", "the bugle"))


@final
@dataclass(slots=True, frozen=True)
class ToySettings:
    wins: int = 3


@final
@dataclass(slots=True, frozen=True)
class ToyState:
    """The whole table; in a view the other's bid is HIDDEN. `deeds` counts what was done with the flag so far."""

    settings: ToySettings
    players: tuple[Player, ...]
    bids: tuple[int, ...]
    scores: tuple[int, ...]
    deeds: int
    flag: Pose
    note: str


@final
@dataclass(slots=True, frozen=True)
class ToyBidding:
    """Step: both bid."""


@final
@dataclass(slots=True, frozen=True)
class ToyThrow:
    """Step: the bids are turned up and the dice decide."""


@final
@dataclass(slots=True, frozen=True)
class ToyDeed:
    """Step: a player does the next thing with the flag."""

    player: str


@final
@dataclass(slots=True, frozen=True)
class ToyBid:
    """Event: a bid is laid face down."""

    player: str
    number: int


@final
@dataclass(slots=True, frozen=True)
class ToyRound:
    """Event: a round is decided."""

    bids: tuple[int, ...]
    face: int
    winner: str


@final
@dataclass(slots=True, frozen=True)
class ToyDone:
    """Event: something was done with the flag, and where it stands now."""

    player: str
    deed: str
    note: str
    flag: Pose


Step = ToyBidding | ToyThrow | ToyDeed
Event = ToyBid | ToyRound | ToyDone


def settings(options: dict[str, Any]) -> ToySettings:
    return ToySettings(**options)


def begin(scenario: Scenario, settings: ToySettings, players: tuple[Player, ...]) -> Opening:
    nothing = tuple([0 for _ in players])
    state = ToyState(settings, players, nothing, nothing, 0, Pose(12.0, 12.0, 0), "")
    return Opening(state, (ToyBidding(), ToyThrow()))


def place_of(state: ToyState, player: str) -> int:
    return [one.id for one in state.players].index(player)


def deed_of(state: ToyState) -> str:
    return DEEDS[state.deeds % len(DEEDS)]


# Decisions.


def asks(state: ToyState, step: Step) -> tuple[str, ...]:
    if isinstance(step, ToyBidding):
        return tuple([one.id for one, bid in zip(state.players, state.bids) if bid == NONE])
    return (step.player,) if isinstance(step, ToyDeed) else ()


def decision(view: ToyState, step: Step, player: str) -> Decision:
    if isinstance(step, ToyBidding):
        return Decision(player, "bid", "", "Bid from 1 to 6.", ("toy.dare.bid",), Number(1, 6), "none")
    deed = deed_of(view)
    return Decision(player, deed, "flag", f"Now {deed}.", ("toy.dare.spoils",), form_of(view, deed))


def form_of(view: ToyState, deed: str) -> Form:
    if deed == "choose":
        return Choose(ITEMS, 1, 2)
    if deed == "assign":
        return Assign((Slot("left", "left hand", ITEMS), Slot("right", "right hand", ITEMS, optional=True)))
    if deed == "arrange":
        return Arrange(ITEMS)
    if deed == "place":
        return Place("flag", 1.0, 1.0, ZONE, (Pose(4.0, 4.0, 0), Pose(12.0, 12.0, 9000), Pose(20.0, 20.0, 0)), 0)
    if deed == "march":
        return March("flag", view.flag, 1.0, 1.0, ("forward",), REACH, ways(view))
    if deed == "trace":
        return Trace("flag", (view.flag.x, view.flag.y), REACH, paths(view))
    return Confirm("Plant it", "Keep it")


def paths(view: ToyState) -> tuple[tuple[Point, ...], ...]:
    """Stay, or halfway to the middle of the field where that is not too far."""
    x, y = view.flag.x, view.flag.y
    stay: tuple[Point, ...] = ((x, y),)
    return (
        (stay, ((x, y), (0.5 * (x + 12.0), 0.5 * (y + 12.0)))) if distance(x, y, 12.0, 12.0) <= 2 * REACH else (stay,)
    )


def ways(view: ToyState) -> tuple[Way, ...]:
    steps = [amount for amount in (0.0, 1.0, REACH) if on_field(ahead(view.flag, amount))]
    return tuple([Way(f"{s:g}", f"{s:g} in ahead", (forward(s),), rounded_pose(ahead(view.flag, s))) for s in steps])


def on_field(pose: Pose) -> bool:
    return 0.0 <= pose.x <= FIELD.width and 0.0 <= pose.y <= FIELD.depth


def check(view: ToyState, step: Step, command: Command) -> tuple[Reason, ...]:
    wrong: list[Reason] = []
    answer = command.answer
    if isinstance(answer, Assigned) and len({item for _, item in answer.pairs}) < len(answer.pairs):
        wrong.append(Reason("Two hands cannot hold the same thing.", "toy.dare.spoils"))
    if isinstance(answer, (Placed, Marched, Traced)):
        if length(view, answer) > REACH + 0.01:
            wrong.append(Reason(f"The flag goes at most {REACH:g} in.", "toy.dare.spoils"))
        if isinstance(answer, Placed) and not inside_polygon(ZONE, answer.pose.x, answer.pose.y):
            wrong.append(Reason("The flag must be put in the zone.", "toy.dare.spoils"))
        if not on_field(moved(view, answer)):
            wrong.append(Reason("The flag may not leave the field.", "toy.dare.spoils"))
    return tuple(wrong)


def length(view: ToyState, answer: Answer) -> float:
    if isinstance(answer, Marched):
        return sum([abs(one.amount) for one in answer.manoeuvres])
    if isinstance(answer, Traced):
        path = ((view.flag.x, view.flag.y), *answer.points)
        return sum([distance(*a, *b) for a, b in zip(path, path[1:])])
    return 0.0


def moved(view: ToyState, answer: Answer) -> Pose:
    """Where an answer leaves the flag."""
    if isinstance(answer, Placed):
        return rounded_pose(answer.pose)
    if isinstance(answer, Marched):
        return rounded_pose(ahead(view.flag, sum([one.amount for one in answer.manoeuvres])))
    if isinstance(answer, Traced) and answer.points:
        x, y = answer.points[-1]
        return rounded_pose(Pose(x, y, view.flag.facing))
    return view.flag


def noted(answer: Answer) -> str:
    if isinstance(answer, (Chosen, Arranged)):
        return " ".join(answer.keys)
    if isinstance(answer, Assigned):
        return " ".join([f"{slot}:{item}" for slot, item in answer.pairs])
    return ("planted" if answer.yes else "kept") if isinstance(answer, Confirmed) else ""


def accept(state: ToyState, step: Step, command: Command) -> Progress:
    if isinstance(command.answer, Numbered):
        waiting = len(asks(state, step)) > 1
        return Progress((ToyBid(command.player, command.answer.number),), (step,) if waiting else ())
    done = ToyDone(command.player, deed_of(state), noted(command.answer), moved(state, command.answer))
    return Progress((done,), final=isinstance(command.answer, Confirmed))


# Dice and events.


def advance(state: ToyState, step: Step, dice: Dice) -> Progress:
    first, second = state.bids
    if first == second:
        high = dice.ask(Differ(D6, Why("equal bids", "toy.dare.throw")))
        return decided(state, 0, high)
    high = 0 if first > second else 1
    face = dice.ask(Face(D6, Why("the higher bidder's throw", "toy.dare.throw", state.players[high].id)))
    return decided(state, face, high if face >= state.bids[high] else 1 - high)


def decided(state: ToyState, face: int, winner: int) -> Progress:
    """The round is won; each does two deeds in turn, the winner first, then they bid again."""
    won, lost = state.players[winner].id, state.players[1 - winner].id
    steps = (ToyDeed(won), ToyDeed(lost), ToyDeed(won), ToyDeed(lost), ToyBidding(), ToyThrow())
    return Progress((ToyRound(state.bids, face, won),), steps)


def apply(state: ToyState, event: Event) -> ToyState:
    if isinstance(event, ToyBid):
        return replace(state, bids=changed(state.bids, place_of(state, event.player), event.number))
    if isinstance(event, ToyRound):
        winner = place_of(state, event.winner)
        return replace(state, bids=(NONE, NONE), scores=changed(state.scores, winner, state.scores[winner] + 1))
    return replace(state, deeds=state.deeds + 1, flag=event.flag, note=event.note)


def changed(values: Sequence[int], place: int, value: int) -> tuple[int, ...]:
    return tuple([value if i == place else old for i, old in enumerate(values)])


def outcome(state: ToyState) -> Outcome | None:
    for player, score in zip(state.players, state.scores):
        if score >= state.settings.wins:
            points = tuple([(one.side, won) for one, won in zip(state.players, state.scores)])
            return Outcome(player.side, "rounds", f"{player.id} has won {score} rounds.", points)
    return None


# Who sees what.


def view(state: ToyState, player: str) -> ToyState:
    bids = [bid if one.id == player or bid == NONE else HIDDEN for one, bid in zip(state.players, state.bids)]
    return replace(state, bids=tuple(bids))


def seen(event: Event, player: str) -> Event | None:
    if isinstance(event, ToyBid) and event.player != player:
        return ToyBid(event.player, HIDDEN)
    return event


def imagine(view: ToyState, player: str, stream: Stream) -> ToyState:
    return replace(view, bids=tuple([1 + stream.below(6) if bid == HIDDEN else bid for bid in view.bids]))


# Pictures and words.


def scene(view: ToyState) -> Scene:
    badges = (Badge("done", view.note, "toy.dare.spoils"),) if view.note else ()
    card = tuple([Row(one.id, str(score), "toy.dare.victory") for one, score in zip(view.players, view.scores)])
    part = Part(view.flag, 1.0, 1.0, "marker")
    piece = Piece("flag", "", "The flag", "", "marker", view.flag, 1.0, 1.0, (part,), (), badges, card)
    zone = Overlay("zone", "", "where it may be put", ZONE, "toy.dare.spoils")
    return Scene("Dare", f"round {sum(view.scores) + 1}", "in", 1.0, FIELD, (piece,), (), (zone,))


def tell(view: ToyState, event: Event) -> Telling:
    if isinstance(event, ToyBid):
        number = "" if event.number == HIDDEN else f" {event.number}"
        return Telling(f"{event.player} bids{number}.", (), (), (), "orders")
    if isinstance(event, ToyRound):
        tally = tuple([Row("bid", str(bid), "toy.dare.bid") for bid in event.bids])
        return Telling(f"{event.winner} wins the round.", (), (), tally, "volley")
    here: tuple[Point, ...] = ((event.flag.x, event.flag.y),)
    return Telling(f"{event.player}: {event.deed} {event.note}".strip() + ".", here, (), (), "move")


def forecast(view: ToyState, step: Step, command: Command) -> tuple[Forecast, ...]:
    if not isinstance(command.answer, Numbered):
        return ()
    made = (7 - command.answer.number) / 6
    chances = (("won", made), ("lost", 1.0 - made))
    return (Forecast("The round, if yours is the higher bid", True, chances),)


def losses(view: ToyState) -> dict[str, int]:
    """Rounds lost by each side."""
    rounds = sum(view.scores)
    return {one.side: rounds - score for one, score in zip(view.players, view.scores)}


def captain(view: ToyState, decision: Decision, stream: Stream) -> Answer:
    """Bids 3, marches as far as it can, and leaves the rest to chance."""
    form = decision.form
    if isinstance(form, Number):
        return Numbered(3)
    if isinstance(form, March):
        return Marched(form.ways[-1].manoeuvres)
    if isinstance(form, Assign):
        return Assigned((("left", "drum"), ("right", "fife")))
    return recruit(decision, stream)


RULEBOOK: Final = Rulebook(
    id="toy",
    title="Dare",
    version="1",
    ledger=read_ledger(Path(__file__).with_name("toy.toml")),
    kinds=(ToySettings, ToyState, ToyBidding, ToyThrow, ToyDeed, ToyBid, ToyRound, ToyDone),
    settings=settings,
    begin=begin,
    asks=asks,
    decision=decision,
    check=check,
    accept=accept,
    advance=advance,
    apply=apply,
    outcome=outcome,
    view=view,
    seen=seen,
    imagine=imagine,
    scene=scene,
    tell=tell,
    forecast=forecast,
    losses=losses,
    procedures=(),
    captain=captain,
)

SCENARIO: Final = Scenario(
    id="dare",
    title="Dare",
    date="",
    story="",
    sources=(),
    rulebooks=("toy",),
    minutes=60,
    ground=FIELD,
    sides=(Side("union", "Union", "south"), Side("confederate", "Confederates", "north")),
    formations=(),
    commanders=(),
    regiments=(),
)
