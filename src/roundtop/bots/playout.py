"""A battle as one player knows it, imagined and played on by captains, and what he makes of where it leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from typing import Final, final

from roundtop.battle.engine import Battle, Refused, asked, decision, run, submit
from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Captain, Decision, Rulebook, State
from roundtop.battle.scene import Stakes, Tide
from roundtop.bots.lawful import answered, lawful
from roundtop.dice.sources import Seeded, Stream
from roundtop.record import copy

SPECTATOR: Final = ""
DRAW: Final = "draw"
WEIGHTS: Final = (0.5, 1.5, 0.5, 1.0, 0.0, 0.8, 0.5, 0.5)
"""What the measures of `measured` are worth where a book does not say."""
MEASURES: Final = len(WEIGHTS)
MARGIN: Final = 0.3
"""How much of the worth of a battle that is over hangs on how it stands and not on who has won."""


class TimeUpError(Exception):
    """There is no time for a playout, or for the rest of one."""


def never() -> bool:
    """Nobody is waiting."""
    return False


@final
@dataclass(slots=True, frozen=True)
class Plan:
    """An answer, and the manner in which its player's captain goes on from it."""

    answer: Answer
    captain: Captain
    manner: str = ""


@final
class Crystal:
    """Shows what may come of an answer: each number is an imagination with dice of its own, the same for every plan.

    `late` is asked at every step: however large a battle is, nobody waits for the end of a playout.
    """

    def __init__(
        self,
        book: Rulebook,
        known: Battle,
        wanted: Decision,
        seed: str,
        turns: int,
        late: Callable[[], bool] = never,
    ) -> None:
        self.late = late
        self.book = book
        self.known = known
        self.wanted = wanted
        self.seed = seed
        self.sides = {player.id: player.side for player in known.players}
        self.side = self.sides[wanted.player]
        now = book.scene(known.state).stakes
        self.last = now.turn + turns if now is not None else 0
        self.imagined: dict[int, State] = {}

    def worth(self, plan: Plan, number: int) -> float:
        """The chance of winning at which a plan arrives, as far as it is looked into."""
        return worth(self.book, self._played(plan, number), self.side)

    def _start(self, number: int) -> Battle:
        if number not in self.imagined:
            stream = Stream(f"{self.seed} {number} imagined")
            self.imagined[number] = self.book.imagine(self.known.state, self.wanted.player, stream)
        battle = copy(self.known)
        battle.state = self.imagined[number]
        return battle

    def _played(self, plan: Plan, number: int) -> Battle:
        book, battle = self.book, self._start(number)
        dice = Seeded(f"{self.seed} {number} dice")
        streams = {player: Stream(f"{self.seed} {number} {player}") for player in self.sides}
        taken = submit(book, battle, answered(battle, self.wanted, plan.answer), self.wanted)
        battle = run(book, taken.battle, dice).battle
        while True:
            waiting = asked(book, battle)
            if not waiting or self._far_enough(battle):
                return battle
            if self.late():
                raise TimeUpError
            player = waiting[0]
            captain = plan.captain if self.sides[player] == self.side else book.captain
            battle = run(book, after(book, battle, player, captain, streams[player]), dice).battle

    def _far_enough(self, battle: Battle) -> bool:
        """Whether the turn has come at which a playout is broken off."""
        if not self.last:
            return False
        stakes = self.book.scene(battle.state).stakes
        return stakes is not None and stakes.turn > self.last


def after(book: Rulebook, battle: Battle, player: str, captain: Captain, stream: Stream) -> Battle:
    """The battle after a captain's answer."""
    wanted = decision(book, battle, player)
    answer = captain(book.view(battle.state, player), wanted, stream)
    try:
        return submit(book, battle, answered(battle, wanted, answer), wanted).battle
    except Refused:
        return submit(book, battle, lawful(book, battle, wanted, stream), wanted).battle


def worth(book: Rulebook, battle: Battle, side: str) -> float:
    """How likely a side is to win from here: who has won, or what the stakes tell."""
    outcome = book.outcome(battle.state)
    stakes = book.scene(battle.state).stakes
    standing = 0.5 if stakes is None else chance(book, battle.state, stakes, side)
    if outcome is None:
        return standing
    won = 0.5 if outcome.winner == DRAW else float(outcome.winner == side)
    return (1.0 - MARGIN) * won + MARGIN * standing


def chance(book: Rulebook, state: State, stakes: Stakes, side: str) -> float:
    """The chance of winning by the stakes, weighed as the book says, or else by weights that were set by hand."""
    weights = book.mind.weights if book.mind is not None and book.mind.weights else WEIGHTS
    total = sum([weight * value for weight, value in zip(weights, measured(book, state, stakes, side))])
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))


def measured(book: Rulebook, state: State, stakes: Stakes, side: str) -> tuple[float, ...]:
    """How much better a side stands than the other: points, broken units, their squares, losses; then all that again
    times the share of the battle that is over.
    """
    mine = next(tide for tide in stakes.tides if tide.side == side)
    theirs = next(tide for tide in stakes.tides if tide.side != side)
    lost = book.losses(book.view(state, SPECTATOR))
    own, other = _broken(mine), _broken(theirs)
    plain = (
        (mine.points - theirs.points) / max(1, mine.of + theirs.of),
        other - own,
        other * other - own * own,
        (lost.get(theirs.side, 0) - lost.get(mine.side, 0)) / (10 + lost.get(theirs.side, 0) + lost.get(mine.side, 0)),
    )
    late = min(1.0, stakes.turn / stakes.turns) if stakes.turns else 0.0
    return (*plain, *[late * value for value in plain])


def _broken(tide: Tide) -> float:
    """How far a side is on its way to breaking."""
    return tide.lost / (tide.breaks or max(1, tide.of))
