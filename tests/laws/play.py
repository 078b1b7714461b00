"""Battles for the laws: which ones to fight, how they are fought at random, and every moment of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import Final, final

from roundtop import build, rulebooks
from roundtop.battle.codec import Codec
from roundtop.battle.engine import (
    CORE_KINDS,
    Battle,
    Passage,
    asked,
    begin,
    decision,
    over,
    ready,
    reasons,
    step,
    submit,
)
from roundtop.battle.forms import Answer, March, Marched, Place, Placed
from roundtop.battle.protocol import Command, Decision, Forecast, Rulebook
from roundtop.battle.scenario import Scenario
from roundtop.battle.scene import SCENERY
from roundtop.battles import load
from roundtop.battles.shelf import ids
from roundtop.bots.bot import make
from roundtop.bots.lawful import known
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Dice, Roll, Seeded, Stream
from roundtop.table.ground import bounding_box
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose
from tests.laws.book import PLAIN, Variant, positions

MOST_COMMANDS: Final = 20_000
"""Far more than any battle needs: one that goes on longer is a runaway."""
WILD: Final = "wild"
MOST_STEPS: Final = 20_000
"""Far more than can lie between two decisions."""
SMALL: Final = 1500 * 1000
"""Square yards of a field small enough to be fought over hundreds of times."""


class Runaway(AssertionError):  # noqa: N818 - a finding
    """A battle that does not end."""


class DeadEnd(AssertionError):  # noqa: N818 - a finding
    """A decision without a lawful answer, or a battle that waits for nobody."""


@final
@dataclass(slots=True, frozen=True)
class Case:
    """A battle to be fought by a rulebook under some house rules."""

    book: Rulebook
    battle: str
    variant: Variant

    @property
    def id(self) -> str:
        return f"{self.book.id}-{self.battle}-{self.variant.name}"

    def __hash__(self) -> int:
        return hash(self.id)


@final
@dataclass(slots=True, frozen=True)
class Moment:
    """A battle at a decision, the command then given, and the seed of the dice that it set rolling."""

    battle: Battle
    asked: Decision
    command: Command
    seed: str


@final
@dataclass(slots=True, frozen=True)
class Fought:
    """A battle from its opening to its end."""

    case: Case
    opening: Battle
    first: str
    moments: tuple[Moment, ...]
    end: Battle
    rolls: tuple[Roll, ...]

    def sampled(self, number: int) -> tuple[Moment, ...]:
        """So many of its moments, evenly spread."""
        stride = max(1, ceil(len(self.moments) / number))
        return self.moments[::stride]


def often(number: int) -> int:
    """So often on the compiled engine, and a third as often as plain Python, which takes five times as long."""
    return number if build.compiled() else (number + 2) // 3


FIELDS: Final = (
    "brawners-farm",
    "gettysburg-first-day",
    "kellys-ford",
    "little-round-top",
    "parade-ground",
    "the-clearing",
    "the-farmhouse",
    "the-meadow",
    "the-picket-line",
    "the-supply-wagon",
    "training-field",
)
"""The battles that the laws are tried on: they stay the same, so that a longer shelf takes no longer to test."""


@cache
def scenario(id: str) -> Scenario:
    return load(id)


def cases(small: bool = False) -> tuple[Case, ...]:
    """Every rulebook as printed on every field of the laws that suits it, and by each set of house rules on one.

    `small` leaves out large fields. Plain Python, which takes five times as long, tries the printed rules of each book
    on the field fought over quickest; the compiled engine tries everything.
    """
    if not build.compiled():
        return smallest()
    return (*[case for case in printed() if is_small(case.battle) or not small], *quickest(by_house_rules()))


def printed() -> list[Case]:
    return [Case(book, id, PLAIN) for book in rulebooks.rulebooks() for id in fields_of(book)]


def fields_of(book: Rulebook) -> list[str]:
    """The fields of the laws that suit a rulebook; of one that another package brings, the battles it brings along."""
    return [id for id in FIELDS if book.id in scenario(id).rulebooks] or [
        id for id in ids() if book.id in scenario(id).rulebooks
    ]


def by_house_rules() -> list[Case]:
    """House rules on the battles they name; where they name none, on every small field."""
    return [
        Case(case.book, case.battle, variant)
        for case in printed()
        for variant in positions(case.book).variants
        if case.battle in variant.battles or (not variant.battles and is_small(case.battle))
    ]


def quickest(found: Iterable[Case]) -> tuple[Case, ...]:
    """One case for each rulebook and its house rules: the field fought over quickest."""
    kept: dict[tuple[str, str], Case] = {}
    for case in sorted(found, key=_size):
        kept.setdefault((case.book.id, case.variant.name), case)
    return tuple(kept.values())


def is_small(id: str) -> bool:
    ground = scenario(id).ground
    return ground.width * ground.depth <= SMALL


def smallest() -> tuple[Case, ...]:
    """The quickest field of each rulebook as printed."""
    return quickest(printed())


def _size(case: Case) -> tuple[float, int, str]:
    field = scenario(case.battle)
    return (field.ground.width * field.ground.depth, len(field.regiments), case.battle)


@cache
def codec_by_id(id: str) -> Codec:
    book = rulebooks.rulebook(id)
    return Codec([*CORE_KINDS, *SCENERY, Passage, Forecast, *book.kinds])


def codec(book: Rulebook) -> Codec:
    """The codec for all that the laws compare under a rulebook."""
    return codec_by_id(book.id)


# ------------------------------------------------------------------ fighting


def steps(book: Rulebook, battle: Battle, dice: Dice) -> Iterator[tuple[Battle, Passage]]:
    """Each step until somebody is asked: the battle before it, and what came of it."""
    for _ in range(MOST_STEPS):
        if not ready(book, battle):
            return
        passage = step(book, battle, dice)
        yield battle, passage
        battle = passage.battle
    raise Runaway(f"{MOST_STEPS} steps and nobody is asked; next is {battle.agenda[-1]!r}")


def onward(book: Rulebook, battle: Battle, dice: Dice) -> Battle:
    """The battle when somebody is asked or it is over."""
    for _, passage in steps(book, battle, dice):
        battle = passage.battle
    return battle


def answered(battle: Battle, asked: Decision, answer: Answer) -> Command:
    return Command(asked.player, asked.kind, asked.about, answer, version=battle.version)


def chosen(book: Rulebook, battle: Battle, wanted: Decision, stream: Stream) -> Command:
    """A lawful command at random: now and then one of no list, otherwise the recruit's."""
    if stream.below(4) == 0:
        command = answered(battle, wanted, wild(wanted, stream))
        if not reasons(book, battle, command):
            return command
    for _ in range(50):
        command = answered(battle, wanted, recruit(wanted, stream))
        if not reasons(book, battle, command):
            return command
    raise DeadEnd(f"no lawful answer to '{wanted.kind}' about '{wanted.about}' was found: {wanted.sentence}")


def wild(wanted: Decision, stream: Stream) -> Answer:
    """An answer of the right shape that no list proposed."""
    form = wanted.form
    if isinstance(form, March):
        return Marched(tuple([_manoeuvre(form, stream) for _ in range(1 + stream.below(3))]))
    if isinstance(form, Place):
        left, bottom, right, top = bounding_box(form.zone)
        x = left + (right - left) * stream.below(1001) / 1000
        y = bottom + (top - bottom) * stream.below(1001) / 1000
        return Placed(Pose(x, y, form.facing + stream.below(3) * 4500 - 4500))
    return recruit(wanted, stream)


def _manoeuvre(form: March, stream: Stream) -> Manoeuvre:
    """Any manoeuvre of the form's kinds, mostly within its allowance."""
    reach = max(form.allowance, 1.0)
    far = reach * (stream.below(240) - 80) / 160
    x = reach * (stream.below(201) - 100) / 100
    y = reach * (stream.below(201) - 100) / 100
    kind = form.kinds[stream.below(len(form.kinds))]
    on = ("left", "right", "centre")[stream.below(3)] if kind == "wheel" else ""
    if kind == "leg":
        x, y = form.start.x + x, form.start.y + y
    return Manoeuvre(kind, far, 500 * (stream.below(37) - 18), on, x, y)


def fight(case: Case, seed: str, most: int = MOST_COMMANDS, bot: str = WILD) -> Fought:
    """A battle to its end, or through so many commands."""
    opening = begin(case.book, scenario(case.battle), case.variant.options)
    return fight_on(case, opening, seed, most, bot)


def given(book: Rulebook, battle: Battle, wanted: Decision, bot: str, stream: Stream) -> Command:
    """The command of a bot; the wild one also gives lawful commands that no list proposed."""
    if bot == WILD:
        return chosen(book, battle, wanted, stream)
    return answered(battle, wanted, make(bot, book)(known(book, battle, wanted.player), wanted, stream, 60.0))


def fight_on(case: Case, opening: Battle, seed: str, most: int = MOST_COMMANDS, bot: str = WILD) -> Fought:
    """The rest of a battle."""
    book = case.book
    stream = Stream(f"commands {seed}")
    dice = Seeded(seed)
    rolls: list[Roll] = []
    moments: list[Moment] = []
    battle = onward(book, opening, dice)
    rolls.extend(dice.rolls)
    while over(book, battle) is None and len(moments) < most:
        players = asked(book, battle)
        if not players:
            raise DeadEnd("the battle is not over, and yet nothing is left to do")
        wanted = decision(book, battle, players[stream.below(len(players))])
        command = given(book, battle, wanted, bot, stream)
        moments.append(Moment(battle, wanted, command, f"{seed} {len(moments)}"))
        dice = Seeded(moments[-1].seed)
        battle = onward(book, submit(book, battle, command).battle, dice)
        rolls.extend(dice.rolls)
    if most == MOST_COMMANDS and over(book, battle) is None:
        raise Runaway(f"{most} commands and the battle is not over")
    return Fought(case, opening, seed, tuple(moments), battle, tuple(rolls))


@cache
def fought(case: Case, seed: str, bot: str = WILD) -> Fought:
    """A battle fought once for all laws that look at it."""
    return fight(case, seed, MOST_COMMANDS, bot)
