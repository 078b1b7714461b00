"""Forecasts put to the table: the very command played many times over, and whether what came is what was told.

python -m tests.laws.foretold --rulebook order-cards --plays 2000 --each 20
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from math import exp, log
from typing import Final

from roundtop.battle.engine import Battle, asked, decision, over, ready, step, submit
from roundtop.battle.protocol import Command, Decision, Event, Forecast, Rulebook
from roundtop.dice.sources import Seeded, Stream
from tests.laws.answers import listed
from tests.laws.play import MOST_COMMANDS, WILD, Case, Moment, answered, fought, smallest
from tests.laws.reader import Play, reader

DOUBT: Final = 1e-7
"""How unlikely plays may be before a forecast is called wrong: with hundreds of rows, one false alarm in thousands."""
LONGEST: Final = 200
"""Decisions after which a play that has not settled the matter is given up."""
Found = tuple[Moment, Command, Forecast]


def foretold(case: Case, bot: str, number: int, each: int) -> Iterator[Found]:
    """Forecasts of what is offered at decisions of a bot's battle, each kind of title so often."""
    book = case.book
    odds = reader(book).odds
    seen: Counter[tuple[str, str]] = Counter()
    for moment in fought(case, "laws", bot).sampled(number):
        view = book.view(moment.battle.state, moment.asked.player)
        offers = [*listed(book, moment.battle, moment.asked, Stream(moment.seed)), moment.command.answer]
        for answer in offers[:6] + offers[-1:]:
            command = answered(moment.battle, moment.asked, answer)
            for told in filter(odds.reads, book.forecast(view, moment.battle.agenda[-1], command)):
                kind = (moment.asked.kind, odds.kind(told))
                seen[kind] += 1
                if seen[kind] <= each:
                    yield moment, command, told


def played(book: Rulebook, battle: Battle, command: Command, told: Forecast, seed: str) -> str | None:
    """What came of a command in the words of its forecast, everybody else doing what it assumes; None: unsettled."""
    odds = reader(book).odds
    before = battle.state
    dice = Seeded(seed)
    passage = submit(book, battle, command)
    events: list[Event] = list(passage.events)
    now = passage.battle
    for _ in range(LONGEST):
        now = odds.meanwhile(told, now)
        while ready(book, now):
            stepped = step(book, now, dice)
            events.extend(stepped.events)
            now = odds.meanwhile(told, stepped.battle)
        came = odds.came(told, Play(before, command, tuple(events), now.state, now.agenda))
        if came is not None or over(book, now) is not None or not asked(book, now):
            return came
        player = asked(book, now)[0]
        passage = submit(book, now, _next(book, now, decision(book, now, player)))
        events.extend(passage.events)
        now = passage.battle
    return None


def _next(book: Rulebook, battle: Battle, wanted: Decision) -> Command:
    return answered(battle, wanted, reader(book).odds.assumed(wanted))


def unlikely(came: int, plays: int, chance: float) -> bool:
    """Whether a count is farther from its chance than a bound on both tails allows (Chernoff's, which never errs)."""
    share = came / plays
    if chance <= 0.0 or chance >= 1.0:
        return share != chance
    apart = sum([p * log(p / q) for p, q in ((share, chance), (1.0 - share, 1.0 - chance)) if p > 0.0])
    return 2.0 * exp(-plays * apart) < DOUBT


def disagreements(book: Rulebook, found: Found, plays: int) -> list[str]:
    """Rows of a forecast that seeded plays of its command contradict."""
    moment, command, told = found
    if reader(book).odds.kind(told) in reader(book).odds.slow:
        plays //= 10
    came: Counter[str] = Counter()
    for n in range(plays):
        words = played(book, moment.battle, command, told, f"odds {moment.seed} {n}")
        if words is not None:
            came[words] += 1
    number = sum(came.values())
    chances = dict(told.chances)
    about = f"{moment.asked.kind} {moment.asked.about}, {told.title}"
    wrong = [f"{about}: '{words}' came {came[words]} times and was not told" for words in came if words not in chances]
    for words, chance in chances.items():
        near = (
            [chance] if told.exact else [min(1.0, max(0.0, chance + by)) for by in (-margin(told), 0.0, margin(told))]
        )
        if number and all([unlikely(came[words], number, one) for one in near]):
            wrong.append(f"{about}: '{words}' told {chance:.3f}, came {came[words]} of {number}")
    if number < plays // 2:
        wrong.append(f"{about}: only {number} of {plays} plays settled it")
    return wrong if told.exact or len(wrong) > 1 else [one for one in wrong if "not told" not in one]


def margin(told: Forecast) -> float:
    """The error that an estimate says it may have, from its note: so many per cent either way; 0 of what is exact."""
    if told.exact:
        return 0.0
    words = told.note.replace("%", " per cent").split()
    places = [n for n, word in enumerate(words) if word.startswith("per") and words[n + 1 : n + 2] == ["cent"]]
    return float(words[places[-1] - 1]) / 100.0 if places else 0.0


def main() -> int:
    parser = ArgumentParser(prog="tests.laws.foretold", description=__doc__)
    parser.add_argument("--rulebook", default="", help="only this one")
    parser.add_argument("--plays", type=int, default=1000, help="how often each command is played")
    parser.add_argument("--each", type=int, default=10, help="how many forecasts of each kind")
    given = parser.parse_args()
    wrong = 0
    for case in [case for case in smallest() if given.rulebook in ("", case.book.id)]:
        for bot in (WILD, "captain"):
            for found in foretold(case, bot, MOST_COMMANDS, given.each):
                rows = disagreements(case.book, found, given.plays)
                sys.stdout.write("".join([f"{case.id}: {row}\n" for row in rows]))
                wrong += len(rows)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
