"""Hunts crashes, dead ends, runaway battles and units that stand wrong (law 12) under house rules drawn at random.

python -m tests.laws.fuzz --rulebook infantry-action --battles 200
python -m tests.laws.fuzz --again FILE
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from roundtop import rulebooks
from roundtop.battle.engine import Battle, Passage, asked, begin, decision, over, reasons, submit
from roundtop.battle.ledger import Field
from roundtop.battle.options import OptionError
from roundtop.battle.protocol import Command, Rulebook
from roundtop.battles import ids
from roundtop.dice.sources import Seeded, Stream
from tests.laws.answers import empty, listed, misshapen, spoiled
from tests.laws.play import MOST_COMMANDS, DeadEnd, Runaway, answered, chosen, codec, onward, scenario, steps
from tests.laws.standing import Watch


def drawn(field: Field, stream: Stream) -> Any:
    """A value for an option; numbers between half and twice the default."""
    if field.type == "boolean":
        return stream.below(2) == 0
    if field.type == "choice":
        return field.values[stream.below(len(field.values))]
    if field.type == "integer":
        return max(1, field.default * (50 + stream.below(151)) // 100)
    if field.type == "number":
        return round(field.default * (50 + stream.below(151)) / 100, 2)
    return field.default


def house_rules(book: Rulebook, stream: Stream) -> dict[str, Any]:
    """House rules at random, each option changed as often as not, such that the rulebook takes them."""
    while True:
        choices = [choice.field for choice in book.ledger.choices if stream.below(2)]
        options = {field.name: drawn(field, stream) for field in choices}
        try:
            book.settings(options)
        except OptionError:
            continue
        return options


class Hunt:
    """One battle of the hunt; the commands so far are the record of a find."""

    def __init__(self, book: Rulebook, battle: str, options: dict[str, Any], seed: str) -> None:
        self.book = book
        self.place = battle
        self.options = options
        self.seed = seed
        self.commands: list[Command] = []
        self.watch = Watch(book)

    def fight(self, probe: bool) -> Battle | None:
        """The battle at its end; None where the options leave no room to set it up."""
        stream = Stream(f"commands {self.seed}")
        try:
            opening = begin(self.book, scenario(self.place), self.options)
        except ValueError:
            return None
        battle = self.watched(opening, Seeded(self.seed))
        while over(self.book, battle) is None:
            players = asked(self.book, battle)
            if not players:
                raise DeadEnd("the battle is not over, and yet nothing is left to do")
            if len(self.commands) == MOST_COMMANDS:
                raise Runaway(f"{MOST_COMMANDS} commands and the battle is not over")
            wanted = decision(self.book, battle, players[stream.below(len(players))])
            if empty(wanted.form):
                raise DeadEnd(f"nothing can be answered: {wanted!r}")
            self.commands.append(chosen(self.book, battle, wanted, stream))
            if probe and stream.below(10) == 0:
                self.probe(battle, stream)
            passage = submit(self.book, battle, self.commands[-1])
            self.look(battle, passage)
            battle = self.watched(passage.battle, Seeded(f"{self.seed} {len(self.commands) - 1}"))
        return battle

    def watched(self, battle: Battle, dice: Seeded) -> Battle:
        """The battle when somebody is asked again; whoever comes to stand wrong on the way is a find."""
        for before, passage in steps(self.book, battle, dice):
            self.look(before, passage)
            battle = passage.battle
        return battle

    def look(self, before: Battle, passage: Passage) -> None:
        wrong = self.watch.after(before.state, passage.events)
        if wrong:
            raise AssertionError(f"stands wrong: {wrong[0]}")

    def carried_out(self, battle: Battle) -> Battle:
        after = submit(self.book, battle, self.commands[-1]).battle
        return onward(self.book, after, Seeded(f"{self.seed} {len(self.commands) - 1}"))

    def probe(self, battle: Battle, stream: Stream) -> None:
        """Every listed answer is carried out, and wrong ones are refused."""
        wanted = decision(self.book, battle, self.commands[-1].player)
        wrong = [command for _, command in spoiled(self.book, battle, self.commands[-1])]
        wrong += [answered(battle, wanted, answer) for answer in misshapen(wanted)]
        for command in wrong:
            if not reasons(self.book, battle, command):
                raise AssertionError(f"not refused: {command!r}")
        own = self.commands[-1]
        for answer in listed(self.book, battle, wanted, stream):
            self.commands[-1] = answered(battle, wanted, answer)
            self.carried_out(battle)
        self.commands[-1] = own

    def record(self) -> dict[str, Any]:
        plain = codec(self.book).plain
        return {
            "rulebook": self.book.id,
            "battle": self.place,
            "options": self.options,
            "seed": self.seed,
            "commands": [plain(command) for command in self.commands],
        }


def again(path: Path) -> Battle:
    """Carry a record out once more, up to where it fails."""
    kept = json.loads(path.read_text("utf-8"))
    book = rulebooks.rulebook(kept["rulebook"])
    battle = onward(book, begin(book, scenario(kept["battle"]), kept["options"]), Seeded(kept["seed"]))
    for number, plain in enumerate(kept["commands"]):
        command = codec(book).value(plain)
        battle = onward(book, submit(book, battle, command).battle, Seeded(f"{kept['seed']} {number}"))
    return battle


def hunted(book: Rulebook, battles: Sequence[str], number: int, seed: str, folder: Path, probe: bool) -> int:
    """Fight so many battles; the number of finds, each kept as a record in the folder."""
    ends: Counter[str] = Counter()
    finds: Counter[str] = Counter()
    started = time.monotonic()
    for n in range(number):
        stream = Stream(f"hunt {seed} {n}")
        options = house_rules(book, stream) if n % 8 else {}
        hunt = Hunt(book, battles[stream.below(len(battles))], options, f"{seed} {n}")
        try:
            end = hunt.fight(probe)
            outcome = None if end is None else over(book, end)
            ends["cannot be set up" if outcome is None else outcome.reason] += 1
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__} at {Path(where.filename).name}:{where.lineno}: {str(error)[:150]}"
            finds[what] += 1
            if finds[what] <= 3:
                path = folder / f"{book.id}-{seed}-{n}.json"
                path.write_text(json.dumps(hunt.record()), "utf-8")
                say(f"{what}\n  {path}")
    say(f"{number} battles in {time.monotonic() - started:.0f} s: {dict(ends)}")
    for what, count in finds.most_common():
        say(f"{count:5} {what}")
    return sum(finds.values())


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.laws.fuzz", description=__doc__)
    parser.add_argument("--rulebook", default="", help="only this one")
    parser.add_argument("--battle", default="", help="only this one")
    parser.add_argument("--battles", type=int, default=100, help="how many to fight")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--no-probe", action="store_true", help="do not try every listed answer on the way")
    parser.add_argument("--folder", type=Path, default=Path(), help="where records of finds are kept")
    parser.add_argument("--again", type=Path, help="carry a record out once more")
    given = parser.parse_args()
    if given.again:
        again(given.again)
        return 0
    finds = 0
    for book in rulebooks.rulebooks():
        if given.rulebook in ("", book.id):
            fields = [id for id in ids() if book.id in scenario(id).rulebooks and given.battle in ("", id)]
            finds += hunted(book, fields, given.battles, given.seed, given.folder, not given.no_probe)
    return int(finds > 0)


if __name__ == "__main__":
    sys.exit(main())
