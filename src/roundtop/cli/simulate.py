"""`roundtop simulate`: a battle fought many times."""

from __future__ import annotations

import json
import os
from typing import Annotated, Final

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from roundtop.cli.setup import Setup, Trouble, bot_named, prepared
from roundtop.simulate import Mean, Report, Share
from roundtop.simulate import simulate as fought

HEAD: Final = """\
| battle | rulebook | battles | Union wins | Confederate wins | Union loses | Confederate loses | turns | ended by |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""

HABITS: Final = (
    ("charge", "charges declared"),
    ("home", "charges home"),
    ("melee", "melees begun by it"),
    ("volley", "volleys"),
    ("move", "moves"),
    ("fell", "officers lost"),
)
SHARES: Final = (
    ("idle", "chances", "turns of a unit in which it did nothing"),
    ("undone", "move", "moves taken back the next turn"),
)


def simulate(
    battle: str,
    /,
    *,
    games: int = 100,
    jobs: int = 0,
    rules: str = "",
    union: str = "captain",
    confederate: str = "captain",
    seed: str = "0",
    option: Annotated[list[str] | None, Parameter(alias="-o", negative="")] = None,
    exchange: bool = True,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
    table: Annotated[bool, Parameter(negative="")] = False,
    habits: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Fight a battle many times between bots: who wins, how, how long it takes, what it costs.

    For example: `roundtop simulate training-field --games 200 --confederate recruit`

    Parameters
    ----------
    battle
        A battle of `roundtop battles`, or a file of your own.
    games
        How many battles.
    jobs
        How many processes; one for each core if left out.
    rules
        The rulebook; the first that suits the battle if left out.
    union
        The bot that leads the Union: recruit, captain, or `module:maker`.
    confederate
        The bot that leads the Confederates.
    seed
        The same seed gives the same battles again, whatever the number of processes.
    option
        A house rule, NAME=VALUE; may be given several times.
    exchange
        Let the bots change sides in every second game.
    as_json
        The answer for machines, every battle included.
    table
        A row of a Markdown table for each rulebook that suits, or for the one of `--rules`.
    habits
        How the bots fight besides: charges declared and home, melees, volleys, who stood idle, moves taken back the
        next turn, officers lost.
    """
    if games < 1:
        raise Trouble(f"--games {games}: at least one battle must be fought")
    if jobs < 0:
        raise Trouble(f"--jobs {jobs}: a number of processes, or leave it out")
    books = [rules] if rules or not table else list(prepared(battle, "", []).scenario.rulebooks)
    bots = (bot_named(union), bot_named(confederate))
    if table:
        print(HEAD)
    for book in books:
        setup = prepared(battle, book, option or [])
        report = _fought(setup, bots, games, jobs, seed=seed, exchange=exchange, habits=habits)
        if as_json:
            print(json.dumps(report.plain()))
        elif table:
            print(row(report))
        else:
            _show(report, setup.scenario.title, setup.rulebook.title)
            if habits:
                _show_habits(report)
    return 0


def _fought(
    setup: Setup, bots: tuple[str, str], games: int, jobs: int, *, seed: str, exchange: bool, habits: bool
) -> Report:
    """The battles, with a bar that says how far they are."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(setup.scenario.title, total=games)
        return fought(
            setup.scenario,
            setup.rules,
            *bots,
            games=games,
            jobs=jobs or os.cpu_count() or 1,
            seed=seed,
            options=setup.options,
            exchange=exchange,
            progress=lambda done, total: bar.update(task, completed=done),
            habits=habits,
        )


def row(report: Report) -> str:
    """One row of a table of results."""
    ended = ", ".join(f"{reason.replace('-', ' ')} {found.share:.0%}" for reason, found in report.reasons().items())
    turns = report.turns()
    won = [f"{report.wins(side).share:.0%}" for side in report.sides()]
    lost = [f"{report.losses(side).mean:.0f}" for side in report.sides()]
    length = f"{turns.mean:.1f}" if turns else ""
    cells = (f"`{report.scenario}`", report.rulebook, str(report.games), *won, *lost, length, ended)
    return f"| {' | '.join(cells)} |"


def _show(report: Report, title: str, rulebook: str) -> None:
    console = Console(highlight=False, markup=False)
    rate = report.games / report.seconds if report.seconds else 0.0
    console.print(Text(f"{title}, by {rulebook}", style="bold"))
    sides = "sides exchanged" if report.exchanged and len(report.names()) > 1 else "sides kept"
    versus = " against ".join(report.bots.values())
    console.print(f"{report.games} battles, {versus}, {sides}, seed {report.seed}: {rate:.1f} a second")
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column("", justify="right")
    table.add_column("95 % interval", justify="right")
    for side in report.sides():
        _share(table, f"{side.capitalize()} wins", report.wins(side))
    if len(report.names()) > 1:
        for name in report.names():
            _share(table, f"{name} wins", report.bot_wins(name))
    _share(table, "draws", report.draws())
    for reason, found in report.reasons().items():
        _share(table, f"ended by {reason.replace('-', ' ')}", found)
    turns = report.turns()
    if turns is not None:
        _mean(table, "turns", turns)
    _mean(table, "decisions", report.decisions())
    for side in report.sides():
        _mean(table, f"losses, {side.capitalize()}", report.losses(side))
    if len(report.names()) > 1:
        for name in report.names():
            _mean(table, f"losses, {name}", report.bot_losses(name))
    console.print(table)
    for name, count in report.fouls().items():
        if count:
            first = next(one.foul for one in report.results if one.foul)
            console.print(Text(f"{name} committed {count} fouls; the first: {first}", style="yellow"))


def _show_habits(report: Report) -> None:
    """How each bot fights, in a column of its own."""
    console = Console(highlight=False, markup=False)
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("a battle, on one side")
    for name in report.names():
        table.add_column(name, justify="right")
    for kind, label in HABITS:
        table.add_row(label, *[f"{report.habits(name, kind).mean:.2f}" for name in report.names()])
    for kind, of, label in SHARES:
        table.add_row(label, *[f"{report.habit_share(name, kind, of).share:.0%}" for name in report.names()])
    console.print(table)


def _share(table: Table, label: str, found: Share) -> None:
    table.add_row(label, f"{found.count} ({found.share:.1%})", f"{found.low:.1%} to {found.high:.1%}")


def _mean(table: Table, label: str, found: Mean) -> None:
    interval = f"{found.low:.1f} to {found.high:.1f}" if found.high < float("inf") else "one battle tells nothing"
    table.add_row(label, f"{found.mean:.1f}", interval)
