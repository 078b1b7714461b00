"""The general: asks what would come of a few sensible answers, and departs from the captain's only when he is sure.

A candidate is played on from imaginations of what its player cannot know, by captains on both sides. All candidates
meet the same imaginations and dice, so that they are compared in pairs; the better half of them goes on to more; the
last one has to beat the captain's own answer on pairs that had no part in choosing it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from time import monotonic
from typing import Final, final

from roundtop.battle import forms
from roundtop.battle.engine import Battle
from roundtop.battle.forms import Answer, misfits
from roundtop.battle.protocol import Captain, Decision, Rulebook
from roundtop.bots.lawful import answered
from roundtop.bots.neighbours import neighbours, together
from roundtop.bots.playout import Crystal, Plan, TimeUpError
from roundtop.dice.sources import Stream


@final
@dataclass(slots=True, frozen=True)
class Patience:
    """How long a general thinks at most: playouts, which alone count where a battle is to be fought again, and seconds.

    `turns`: how far beyond the present turn a playout looks.
    """

    playouts: int
    seconds: float
    turns: int
    candidates: int


QUICK: Final = Patience(playouts=48, seconds=0.6, turns=2, candidates=4)
STEADY: Final = Patience(playouts=80, seconds=1.8, turns=3, candidates=6)
LONG: Final = Patience(playouts=240, seconds=4.5, turns=5, candidates=11)

FIRST: Final = 3
"""Pairs at least on which all candidates are tried, and once more the better ones."""
HOPELESS: Final = 1.0
"""Standard errors by which a candidate that lies behind on the first pairs is given up."""
FEWEST: Final = 6
"""Fresh pairs before anything is concluded from them."""
SURE: Final = 1.3
"""Standard errors by which fresh pairs must speak for another answer than the captain's."""
PLAIN: Final = 2.6
VAIN: Final = 0.5
"""Standard errors for and against it at which no more pairs are wanted."""
SLACK: Final = 0.8
"""Of the time a bot is given, what it thinks in; the rest is for the last playout and the way back."""


@final
@dataclass(slots=True)
class Tried:
    """A plan, and the worth it came to on each pair it was tried on."""

    plan: Plan
    worths: dict[int, float]

    def mean(self) -> float:
        return sum(self.worths.values()) / max(1, len(self.worths))


@final
@dataclass(slots=True, frozen=True)
class Thought:
    """What a general answers, what the captain would, and what he makes of each plan that he tried, best first."""

    answer: Answer
    own: Tried
    tried: tuple[Tried, ...]
    sure: float = 0.0


@final
class General:
    """A bot that thinks ahead. `clock` is a stand-in for the time in tests."""

    def __init__(self, rulebook: Rulebook, patience: Patience, clock: Callable[[], float] = monotonic) -> None:
        self.rulebook = rulebook
        self.patience = patience
        self.clock = clock

    def __call__(self, known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
        return self.thought(known, decision, stream, budget).answer

    def thought(self, known: Battle, decision: Decision, stream: Stream, budget: float) -> Thought:
        """The answer with the figures it rests on."""
        began = self.clock()
        book = self.rulebook
        seed = f"{stream.word()}-{stream.word()}"
        own = Tried(Plan(book.captain(known.state, decision, Stream(f"{seed} own")), book.captain), {})
        if alone(decision.form) or (book.mind is not None and decision.kind in book.mind.plain):
            return Thought(own.plan.answer, own, ())
        most, chance = self.patience.candidates, Stream(f"{seed} others")
        others = candidates(book, known, decision, own=own.plan.answer, stream=chance, most=most)
        if not others:
            return Thought(own.plan.answer, own, ())
        until = began + min(self.patience.seconds, SLACK * budget) if budget < inf else inf
        crystal = Crystal(
            book, known, decision, seed=seed, turns=self.patience.turns, late=lambda: self.clock() > until
        )
        search = _Search(crystal, own, others, _Allowance(self.patience.playouts, until, self.clock))
        return search.thought()


@final
class _Allowance:
    """Playouts and time that are left."""

    def __init__(self, playouts: int, until: float, clock: Callable[[], float]) -> None:
        self.left = playouts
        self.until = until
        self.clock = clock
        self.longest = 0.0

    def take(self, play: Callable[[], float]) -> float:
        """One playout, if it fits."""
        now = self.clock()
        if self.left <= 0 or now + self.longest > self.until:
            raise TimeUpError
        self.left -= 1
        found = play()
        self.longest = max(self.longest, self.clock() - now)
        return found


@final
class _Search:
    """Sequential halving, then a paired comparison of the last one with the captain's own answer."""

    def __init__(self, crystal: Crystal, own: Tried, others: list[Plan], allowance: _Allowance) -> None:
        self.crystal = crystal
        self.own = own
        self.tried = [Tried(plan, {}) for plan in others]
        self.allowance = allowance
        self.next = 0

    def thought(self) -> Thought:
        sure = 0.0
        chosen = self.own
        try:
            best = self._best()
            if best is not None:
                sure = self._compared(best)
                chosen = best if sure >= SURE else self.own
        except TimeUpError:
            pass
        ranked = sorted(self.tried, key=lambda one: -one.mean())
        return Thought(chosen.plan.answer, self.own, tuple(ranked), sure)

    def _best(self) -> Tried | None:
        """The candidate that is left when the worse ones have gone, and those that make no difference."""
        pairs = max(FIRST, self.allowance.left // (4 * (1 + len(self.tried))))
        self._try(self.tried, pairs)
        left = self._hopeful(self.tried, -HOPELESS)[: max(2, (len(self.tried) + 1) // 3)]
        if len(left) > 1:
            both = self._joined(left)
            if both is not None:
                self.tried.append(both)
                left.append(both)
        self._try(left, pairs)
        left = self._hopeful(left, 0.0)
        return left[0] if left else None

    def _hopeful(self, tried: list[Tried], least: float) -> list[Tried]:
        """Those that differ from the captain's own answer, and do better by so many standard errors; the best first."""
        leads = {id(one): self._leads(one) for one in tried}
        left = [one for one in tried if any(leads[id(one)]) and errors(leads[id(one)]) > least]
        return sorted(left, key=lambda one: -sum(leads[id(one)]) / len(leads[id(one)]))

    def _joined(self, left: list[Tried]) -> Tried | None:
        """The two best changes of orders given together, as one plan, tried on the pairs they were."""
        form, own = self.crystal.wanted.form, self.own.plan.answer
        answer = together(form, own, left[0].plan.answer, left[1].plan.answer)
        if answer is None or not permitted(self.crystal.book, self.crystal.known, self.crystal.wanted, answer):
            return None
        both = Tried(Plan(answer, left[0].plan.captain, left[0].plan.manner), {})
        for number in range(self.next):
            self._play(both, number)
        return both

    def _try(self, left: list[Tried], pairs: int) -> None:
        for number in range(self.next, self.next + pairs):
            for one in (self.own, *left):
                self._play(one, number)
        self.next += pairs

    def _play(self, one: Tried, number: int) -> None:
        if number not in one.worths:
            one.worths[number] = self.allowance.take(lambda: self.crystal.worth(one.plan, number))

    def _leads(self, one: Tried) -> list[float]:
        """By how much one has done better than the captain's own answer on the pairs both were tried on."""
        return [worth - self.own.worths[number] for number, worth in one.worths.items() if number in self.own.worths]

    def _compared(self, best: Tried) -> float:
        """By how many standard errors fresh pairs speak for the best one."""
        leads: list[float] = []
        found = 0.0
        while self.allowance.left >= 2:
            try:
                self._try([best], 1)
            except TimeUpError:
                return found if len(leads) >= 2 * FEWEST else 0.0
            leads.append(best.worths[self.next - 1] - self.own.worths[self.next - 1])
            found = errors(leads)
            if len(leads) >= FEWEST and not -VAIN < found < PLAIN:
                break
        return found if len(leads) >= FEWEST else 0.0


def errors(leads: list[float]) -> float:
    """How many standard errors the mean of these lies above nothing."""
    count = len(leads)
    mean = sum(leads) / max(1, count)
    if count < 2 or mean == 0.0:
        return 0.0
    spread = sqrt(sum([(lead - mean) ** 2 for lead in leads]) / (count - 1) / count)
    return mean / max(spread, 1e-6)


def alone(form: forms.Form) -> bool:
    """Whether a form leaves nothing to choose."""
    if isinstance(form, forms.Choose):
        return form.least >= len(form.items)
    if isinstance(form, forms.Assign):
        return all([len(slot.items) < 2 and not slot.optional for slot in form.slots])
    if isinstance(form, forms.Number):
        return form.low == form.high
    return isinstance(form, forms.Arrange) and len(form.items) < 2


def candidates(book: Rulebook, known: Battle, wanted: Decision, own: Answer, stream: Stream, most: int) -> list[Plan]:
    """A few sensible plans besides the captain's own: what he says in other manners, then answers near his."""
    mind = book.mind
    plans = [Plan(own, book.captain)]
    manners: tuple[tuple[str, Captain], ...] = mind.manners if mind is not None else ()
    for manner, captain in manners:
        plans.append(Plan(captain(known.state, wanted, stream), captain, manner))
    near = mind.alternatives(known.state, wanted, own) if mind is not None and mind.alternatives is not None else ()
    answers = [*near, *neighbours(wanted.form, own, stream, 2 * most)]
    plans.extend([Plan(answer, book.captain) for answer in answers])
    found: list[Plan] = []
    for plan in plans[1:]:
        if len(found) >= most:
            break
        known_one = plan.answer in [own, *[one.answer for one in found]]
        if not known_one and permitted(book, known, wanted, plan.answer):
            found.append(plan)
    return found


def permitted(book: Rulebook, known: Battle, wanted: Decision, answer: Answer) -> bool:
    """Whether an answer is lawful, as far as its player can know."""
    if misfits(wanted.form, answer):
        return False
    return not book.check(known.state, known.agenda[-1], answered(known, wanted, answer))


def generals(patience: Patience) -> Callable[[Rulebook], General]:
    """The maker of generals who think so long."""

    def made(rulebook: Rulebook) -> General:
        return General(rulebook, patience)

    return made
