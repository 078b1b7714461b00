"""How a battle may go on from a moment of it: captains fight it to its end, over and over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from roundtop.battle.engine import Battle, asked, over, run, submit
from roundtop.battle.protocol import Rulebook
from roundtop.battle.scenario import SIDES
from roundtop.dice.sources import Seeded
from roundtop.report.chronicle import Chronicle
from roundtop.report.dispatch import Chances
from roundtop.simulate.fight import Fighters
from roundtop.simulate.report import DRAW, share

WHO: Final = "captain"


def ended(book: Rulebook, battle: Battle, seed: str) -> str:
    """Who wins where captains lead both sides from here: a side, or "draw"."""
    fighters = Fighters(book.id, book, dict.fromkeys(SIDES, WHO), seed)
    players = {player.id: player for player in battle.players}
    dice = Seeded(seed)
    battle = run(book, battle, dice).battle
    try:
        while waiting := asked(book, battle):
            command = fighters.command(battle, players[waiting[0]])
            battle = run(book, submit(book, battle, command).battle, dice).battle
    finally:
        fighters.close()
    outcome = over(book, battle)
    return DRAW if outcome is None else outcome.winner


def chances(told: Chronicle, trials: int, seed: str, done: Callable[[], None]) -> Chances:
    """The chance of the first side's winning as each chapter began, each estimated by so many battles, and at the end.

    A draw counts half for either. `done` is called after each battle.
    """
    side = told.scenario.sides[0].id
    values: list[float] = []
    bands: list[tuple[float, float]] = []
    for place, chapter in enumerate(told.chapters):
        halves = 0
        for trial in range(trials):
            winner = ended(told.rulebook, chapter.battle, f"{seed} {place} {trial}")
            halves += 2 if winner == side else int(winner == DRAW)
            done()
        found = share(halves, 2 * trials)
        spread = share(halves // 2, trials)
        values.append(100 * found.share)
        bands.append((100 * min(spread.low, found.share), 100 * max(spread.high, found.share)))
    last = told.outcome.winner if told.outcome is not None else DRAW
    final = 100.0 if last == side else 50.0 if last == DRAW else 0.0
    times = "once" if trials == 1 else f"{trials} times"
    how = (
        f"The chance of the {side.capitalize()}, estimated: captains led both sides from the beginning of each turn, "
        f"{times}; the band holds the true share 95 times in 100."
    )
    return Chances((*values, final), (*bands, (final, final)), how)
