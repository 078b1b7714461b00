"""`roundtop ladder`: the bots meet one another in every rulebook, and are rated."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Final

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from roundtop.cli.setup import Setup, Trouble, bot_named, prepared
from roundtop.rulebooks import rulebooks
from roundtop.simulate import Report, Share, simulate
from roundtop.simulate.ladder import Meeting, Rating, meeting, ratings

FIELDS: Final = ("training-field", "the-clearing")
"""Fields on which both sides have the same; a rulebook is tried on the first that suits it."""
BOTS: Final = ("recruit", "captain", "general")
ANCHOR: Final = "captain"
HEADS: Final = ("rulebook", "field", "bots", "battles", "won", "drawn", "lost", "of those decided", "time to decide")


def ladder(
    *,
    games: int = 20,
    jobs: int = 0,
    rules: Annotated[list[str] | None, Parameter(negative="")] = None,
    bot: Annotated[list[str] | None, Parameter(negative="")] = None,
    battle: str = "",
    seed: str = "0",
    table: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Let every bot meet every other in every rulebook, on a symmetric field, sides exchanged.

    Tells who won how often with the 95 % interval, what a decision took of the processor (median and the slowest
    hundredth), and an Elo rating for each bot; the captain is given 1000.

    For example: `roundtop ladder --games 50 --rules charge-boys --bot captain --bot general`

    Parameters
    ----------
    games
        How many battles each pair fights by each rulebook.
    jobs
        How many processes; one for each core if left out.
    rules
        A rulebook; may be given several times. All of them if left out.
    bot
        A bot, by name or `module:maker`; may be given several times. Recruit, captain and general if left out.
    battle
        The field; a symmetric one that suits the rulebook if left out.
    seed
        The same seed gives the same battles again, whatever the number of processes.
    table
        As Markdown.
    """
    names = list(dict.fromkeys([bot_named(name) for name in bot or BOTS]))
    if len(names) < 2:
        raise Trouble("--bot: at least two bots must meet")
    if games < 1:
        raise Trouble(f"--games {games}: at least one battle must be fought")
    setups = [prepared(battle or _field(one), one, []) for one in rules or [book.id for book in rulebooks()]]
    console = Console(highlight=False, markup=False, soft_wrap=True)
    found = list(_met(setups, names, games, jobs or os.cpu_count() or 1, seed))
    anchor = ANCHOR if ANCHOR in names else names[0]
    rated = ratings([meeting(report) for report in found], anchor)
    if table:
        console.print("\n".join([*markdown(HEADS, [row(report) for report in found]), "", *_rated(rated)]))
    else:
        _show(console, [row(report) for report in found], rated)
    return 0


def _field(rules: str) -> str:
    """A symmetric field for a rulebook."""
    suits = [field for field in FIELDS if rules in prepared(field, "", []).scenario.rulebooks]
    return suits[0] if suits else FIELDS[0]


def _met(setups: list[Setup], names: list[str], games: int, jobs: int, seed: str) -> Iterator[Report]:
    """Every meeting, with a bar that says how far it is."""
    pairs = [(setup, two) for setup in setups for two in combinations(reversed(names), 2)]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games * len(pairs))
        for number, (setup, two) in enumerate(pairs):
            bar.update(task, description=f"{setup.rules}: {' against '.join(two)}")

            def further(done: int, _: int, before: int = number * games) -> None:
                bar.update(task, completed=before + done)

            yield simulate(setup.scenario, setup.rules, *two, games=games, jobs=jobs, seed=seed, progress=further)


def row(report: Report) -> tuple[str, ...]:
    """A meeting as the cells of a row."""
    met: Meeting = meeting(report)
    return (
        report.rulebook,
        report.scenario,
        f"{met.first} v {met.second}",
        str(report.games),
        str(met.won),
        str(met.drawn),
        str(met.lost),
        _interval(met.decided()),
        _times(report.times(met.first)),
    )


def _interval(found: Share) -> str:
    return f"{found.share:.0%} ({found.low:.0%} to {found.high:.0%})" if found.of else "none"


def _times(seconds: list[float]) -> str:
    """The median, and what only one decision in a hundred exceeds."""
    if not seconds:
        return ""
    return f"{seconds[len(seconds) // 2]:.3f} s, {seconds[int(0.99 * (len(seconds) - 1))]:.2f} s"


def markdown(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (heads, tuple(["---"] * len(heads)), *rows)]


def _rated(rated: list[Rating]) -> list[str]:
    return markdown(("bot", "Elo", "95 % interval"), [rating_row(one) for one in rated])


def rating_row(one: Rating) -> tuple[str, str, str]:
    return (one.name, f"{one.elo:.0f}", f"{one.low:.0f} to {one.high:.0f}" if one.low < one.high else "given")


def _show(console: Console, rows: list[tuple[str, ...]], rated: list[Rating]) -> None:
    for heads, some in ((HEADS, rows), (("bot", "Elo", "95 % interval"), [rating_row(one) for one in rated])):
        shown = Table(box=None, padding=(0, 2, 0, 0))
        for head in heads:
            shown.add_column(head)
        for cells in some:
            shown.add_row(*cells)
        console.print(shown)
        console.print()
