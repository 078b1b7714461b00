"""How long battles are: captains fight each by every book, and it is written down for the briefing.

`python -m bench.pace` fights all of them, `python -m bench.pace little-round-top` the named ones.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median
from typing import Final

from roundtop.battle.forms import Choose
from roundtop.battle.game import Game
from roundtop.battle.protocol import Command, Decision, Rulebook
from roundtop.battle.scenario import Scenario
from roundtop.battles.shelf import ids, load
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks import suiting

FILE: Final = Path(__file__).resolve().parents[1] / "src" / "roundtop" / "battles" / "pace.json"
BATTLES: Final = 3
LARGE: Final = 100
"""Regiments from which on one battle is enough."""
MOST: Final = 6000


def free(decision: Decision) -> bool:
    """Whether there is anything to decide."""
    form = decision.form
    return not (isinstance(form, Choose) and form.least == 1 and len(form.items) == 1)


def fought(book: Rulebook, scenario: Scenario, seed: str) -> tuple[int, float]:
    """The turns of one battle and the decisions of a side."""
    game = Game(book, scenario, {}, Seeded(seed))
    stream = Stream(seed)
    decided = 0
    for _ in range(MOST):
        if game.outcome is not None:
            break
        player = game.asked()[0]
        asked = game.decision(player)
        decided += free(asked)
        answer = book.captain(game.view(player), asked, stream)
        game.submit(Command(player, asked.kind, asked.about, answer, "", game.battle.version), asked)
    stakes = game.scene("").stakes
    return (0 if stakes is None else stakes.turn, decided / 2)


def main() -> None:
    found: dict[str, dict[str, list[int]]] = json.loads(FILE.read_text("utf-8")) if FILE.is_file() else {}
    for id in sys.argv[1:] or ids():
        scenario = load(id)
        for book in suiting(scenario):
            many = 1 if len(scenario.regiments) > LARGE else BATTLES
            runs = [fought(book, scenario, f"pace {number}") for number in range(many)]
            turns, decided = median([one for one, _ in runs]), median([one for _, one in runs])
            found.setdefault(id, {})[book.id] = [round(turns), round(decided)]
            sys.stdout.write(f"{id} {book.id} {turns:g} turns, {decided:g} decisions a side\n")
            sys.stdout.flush()
            FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
