"""`roundtop report`: a page about a battle that was fought, to keep, print or send."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from roundtop.battle.gamefile import players_of
from roundtop.battle.replay import replay, verify
from roundtop.cli.setup import Trouble, opened
from roundtop.report.chronicle import Chronicle, chronicle
from roundtop.report.dispatch import Chances, page
from roundtop.server.afterward import faces
from roundtop.simulate.onward import chances


def report(file: Path, /, *, to: Path | None = None, trials: int = 10) -> int:
    """Write the after-action report of a saved game as one page that needs no other file.

    For example: `roundtop report battle.jsonl --to battle.html`

    Parameters
    ----------
    file
        The saved game.
    to
        The page to write; beside the game if left out.
    trials
        How often captains fight on from the beginning of each turn, to tell which turn decided the battle; 0 leaves
        that out and takes the turns that cost most.
    """
    if not 0 <= trials <= 1000:
        raise Trouble(f"--trials {trials}: it is from 0 to 1000")
    game, book = opened(file)
    seats = game.header["seats"]
    led = {player.side: str(seats.get(player.id, seats.get(player.side, "a player"))) for player in players_of(game)}
    told = chronicle(replay(game, book), led, game.outcome)
    found = _estimated(told, trials) if trials else None
    where = to or file.with_suffix(".html")
    where.write_text(page(told, verify(game, book), chances=found, faces=faces()), encoding="utf-8")
    print(f"Written: {where}")
    return 0


def _estimated(told: Chronicle, trials: int) -> Chances:
    """The chances, with a bar while captains fight on."""
    console = Console(file=sys.stderr)
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("Captains fight on from every turn", total=trials * len(told.chapters))
        return chances(told, trials, told.scenario.id, lambda: progress.advance(task))
