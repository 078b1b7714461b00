"""Golden battles: whole battles of bots as text, kept beside the tests, that must not change unnoticed.

python -m tests.laws.golden          shows what has changed
python -m tests.laws.golden --write  writes the battles anew
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Final, final

from roundtop.battle.codec import written
from roundtop.battle.forms import (
    Answer,
    Arranged,
    Assigned,
    Chosen,
    Confirmed,
    Marched,
    Numbered,
    Placed,
    Traced,
)
from roundtop.battle.game import Entry, Game
from roundtop.battle.protocol import Command
from roundtop.bots.bot import make
from roundtop.bots.lawful import known
from roundtop.dice.sources import Seeded, Stream
from roundtop.table.path import Manoeuvre
from tests.laws.play import Case, by_house_rules, codec, quickest, scenario, smallest

FOLDER: Final = Path(__file__).with_name("golden")
SHOWN: Final = 40
"""Lines of a difference that are worth reading."""


@final
@dataclass(slots=True, frozen=True)
class Golden:
    """A battle of a bot against itself, from a seed."""

    case: Case
    bot: str

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.case.id}-{self.bot}.txt"


def goldens() -> tuple[Golden, ...]:
    """For each rulebook recruits by every set of house rules, and captains by the rules as printed."""
    recruits = [Golden(case, "recruit") for case in (*smallest(), *quickest(by_house_rules()))]
    return (*recruits, *[Golden(case, "captain") for case in smallest()])


def text(golden: Golden) -> str:
    return "\n".join(lines(golden)) + "\n"


def lines(golden: Golden) -> Iterator[str]:
    """The battle: each command, its dice, what is told of it, and the start of the battle's hash after it."""
    case = golden.case
    game = Game(case.book, scenario(case.battle), case.variant.options, Seeded("golden"))
    stream = Stream("golden")
    bot = make(golden.bot, case.book)
    yield f"{case.book.title}: {game.scenario.title}"
    yield f"options {written(case.variant.options)}"
    for entry in game.entries:
        yield from told(game, entry)
    while game.outcome is None:
        player = game.asked()[0]
        wanted = game.decision(player)
        answer = bot(known(game.rulebook, game.battle, player), wanted, stream, 60.0)
        command = Command(player, wanted.kind, wanted.about, answer, version=game.battle.version)
        yield f"{player}: {wanted.kind} {wanted.about}".rstrip() + f": {said(answer)}"
        for entry in game.submit(command):
            yield from told(game, entry)
        yield f"  = {codec(case.book).digest(game.battle)[:12]}"
    yield f"{game.outcome.winner} ({game.outcome.reason}): {game.outcome.text}"
    yield codec(case.book).digest(game.battle)


def told(game: Game, entry: Entry) -> Iterator[str]:
    """What all are told of an entry, and every die of it."""
    book = game.rulebook
    view = book.view(entry.battle.state, "")
    for event in entry.events:
        seen = book.seen(event, "")
        if seen is not None:
            yield f"  {book.tell(view, seen).text}"
    for roll in entry.rolls:
        yield f"  {roll.reason}{f' ({roll.by})' if roll.by else ''}: {roll.written()} -> {roll.answer}"


def said(answer: Answer) -> str:
    """An answer in short."""
    if isinstance(answer, (Chosen, Arranged)):
        return " ".join(answer.keys) or "nothing"
    if isinstance(answer, Assigned):
        return " ".join([f"{slot}={item}" for slot, item in answer.pairs]) or "nothing"
    if isinstance(answer, Placed):
        return f"{answer.pose.x:.2f} {answer.pose.y:.2f} facing {answer.pose.facing / 100:g}"
    if isinstance(answer, Marched):
        return ", ".join([_drill(one) for one in answer.manoeuvres]) or "stand"
    if isinstance(answer, Traced):
        return " ".join([f"{x:.2f},{y:.2f}" for x, y in answer.points])
    if isinstance(answer, Numbered):
        return str(answer.number)
    assert isinstance(answer, Confirmed)
    return "yes" if answer.yes else "no"


def _drill(one: Manoeuvre) -> str:
    """A manoeuvre in short, with the figures that it reads."""
    parts = [one.kind, one.on]
    parts += [f"{value:.2f}" for value in (one.amount, one.x, one.y) if value]
    return " ".join([part for part in [*parts, f"{one.by / 100:g}°" if one.by else ""] if part])


def difference(golden: Golden) -> str:
    """What has changed in a battle, for a person to read; "" when nothing has."""
    kept = golden.path.read_text("utf-8") if golden.path.exists() else ""
    found = text(golden)
    if kept == found:
        return ""
    rows = list(unified_diff(kept.splitlines(), found.splitlines(), "kept", "now", lineterm="", n=6))
    return "\n".join([f"{golden.path.name} has changed:", *rows[:SHOWN]])


def main(arguments: list[str]) -> int:
    """Show what has changed, or write the battles anew."""
    changed = 0
    kept = {golden.path for golden in goldens()}
    for golden in goldens():
        found = difference(golden)
        if found:
            changed += 1
            sys.stdout.write(f"{found}\n\n")
            if "--write" in arguments:
                FOLDER.mkdir(exist_ok=True)
                golden.path.write_text(text(golden), "utf-8")
    if "--write" in arguments:
        for old in set(FOLDER.glob("*.txt")) - kept:
            old.unlink()
        return 0
    return int(changed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
