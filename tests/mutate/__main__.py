"""`./roundtop mutate`: breaks the rules of a rulebook one at a time and prints what no test notices."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from roundtop.umpire.search import short
from tests.mutate import run
from tests.mutate.mutants import NOT_RULES, Book, Mutant, exemptions, sampled

ROOT: Final = Path(__file__).resolve().parents[2]
EXEMPT: Final = "mutants.toml"
"""In the folder of a rulebook's tests: the mutants that no test need notice."""
COPY: Final = "ROUNDTOP_MUTATE_COPY"
KEPT: Final = ("src", "tests", "examples", "pyproject.toml")
DROPPED: Final = ("ROUNDTOP_ENGINE", "PYTHONDONTWRITEBYTECODE")
"""Variables that would have the tests run compiled, or every child compile the tests anew."""
VERDICTS: Final = (run.BY_CLAUSE, run.BY_ANOTHER, run.SURVIVED, run.UNREACHED)

app = App(name="./roundtop mutate", help_format="plaintext", version_flags=[])


@app.default
def mutate(
    rulebook: str = "infantry-action",
    *,
    file: Annotated[list[str] | None, Parameter(negative="")] = None,
    sample: int | None = None,
    jobs: int = 2,
    seed: int = 1,
    others: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Break the rules of a rulebook one at a time, run its tests each time, and print what no test notices.

    It works on a copy, so that you may go on working. Mutants that change nothing a player could notice are listed
    with the reason in tests/rulebooks/RULEBOOK/mutants.toml.

    Parameters
    ----------
    rulebook
        The rulebook.
    file
        Only this file of it, such as `fire/rule`; may be given more than once.
    sample
        Only so many mutants of each file, drawn by the seed.
    jobs
        How many mutants are tried at the same time.
    seed
        Draws the sample.
    others
        List also what only a test of another clause notices.
    """
    console = Console(highlight=False, markup=False)
    name = rulebook.replace("-", "_")
    folder = ROOT / "src" / "roundtop" / "rulebooks" / name
    if not (folder / "clauses.toml").is_file():
        console.print(f"mutate: there is no rulebook '{rulebook}' in {folder.parent}")
        return 2
    book = Book(folder)
    files = [f"{one.removesuffix('.py')}.py" for one in file] if file else book.files
    for one in files:
        if one not in book.files:
            why = NOT_RULES.get(Path(one).name, f"there are: {', '.join(book.files)}")
            console.print(f"mutate: {one} is not among the files of '{rulebook}' with rules: {why}")
            return 2
    if (sample is not None and sample < 1) or jobs < 1:
        console.print("mutate: --sample and --jobs are at least 1")
        return 2
    if os.environ.get(COPY) != str(ROOT):
        return in_a_copy()
    place = run.Place(f"roundtop.rulebooks.{name}", folder, Path("tests", "rulebooks", name))
    tried, excused = chosen(console, book, files, place.tests / EXEMPT, sample, seed)
    started = time.monotonic()
    listed = (run.SURVIVED, run.UNREACHED, *([run.BY_ANOTHER] if others else []))
    console.print(summary(judged(console, place, book, tried, jobs, listed), excused))
    console.print(f"in {time.monotonic() - started:.0f} s")
    return 0


def in_a_copy() -> int:
    """Run this again on a copy of the project, which nobody changes meanwhile."""
    with tempfile.TemporaryDirectory(prefix="roundtop-mutate-") as copy:
        for name in KEPT:
            ignored = shutil.ignore_patterns("__pycache__")
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, Path(copy, name), ignore=ignored)
            else:
                shutil.copy2(ROOT / name, copy)
        place = str(Path(copy).resolve())
        env = {name: value for name, value in os.environ.items() if name not in DROPPED}
        env |= {COPY: place, "PYTHONPATH": str(Path(place, "src"))}
        command = [sys.executable, "-m", "tests.mutate", *sys.argv[1:]]
        return subprocess.run(command, cwd=place, env=env, check=False).returncode


def chosen(
    console: Console, book: Book, files: list[str], excuses: Path, sample: int | None, seed: int
) -> tuple[list[Mutant], Counter[str]]:
    """The mutants to try, and how many of each file are exempt; exemptions that no longer apply are named."""
    tried: list[Mutant] = []
    excused: Counter[str] = Counter()
    listed = [one for one in exemptions(excuses) if one.file in files]
    used = set()
    for file in files:
        left: list[Mutant] = []
        for mutant in book.mutants(file):
            by = [one for one in listed if one.covers(mutant)]
            used.update(by)
            if by:
                excused[file] += 1
            else:
                left.append(mutant)
        tried += left if sample is None else sampled(left, sample, seed)
    for one in listed:
        if one not in used:
            console.print(f"{excuses}: no mutant is {one.file} {one.function}: {one.mutation}")
    return tried, excused


def judged(
    console: Console, place: run.Place, book: Book, mutants: list[Mutant], jobs: int, listed: tuple[str, ...]
) -> list[tuple[Mutant, str]]:
    """Each mutant with its verdict; those with a verdict listed are printed as they are found."""
    run.prepare(book.ids)
    console.print("Running the tests as they are ...")
    usual = run.usual(place)
    console.print(f"{len(usual.seconds)} tests pass in {sum(usual.seconds.values()):.0f} s; {len(mutants)} mutants")
    for test in usual.failing:
        console.print(Text(f"left out, as it fails without a mutant: {test}", style="yellow"))
    found: list[tuple[Mutant, str]] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    # No thread may draw the bar while children are forked.
    with (
        contextlib.suppress(KeyboardInterrupt),
        Progress(*columns, console=console, auto_refresh=False, transient=True) as bar,
    ):
        task = bar.add_task("", total=len(mutants))
        for mutant, verdict in run.verdicts(place, mutants, usual, jobs):
            found.append((mutant, verdict))
            if verdict in listed:
                tell(console, mutant, verdict)
            bar.update(task, advance=1, description=mutant.file, refresh=True)
    return found


def tell(console: Console, mutant: Mutant, verdict: str) -> None:
    """A mutant, what it changes and the clauses it breaks."""
    console.print(Text(f"\n{mutant.file}:{mutant.line} {mutant.function}", style="bold"), end="")
    console.print(Text(f" {verdict}  [{', '.join(short(id) for id in mutant.clauses)}]", style="dim"), soft_wrap=True)
    console.print(Text(f"- {mutant.before}", style="red"), soft_wrap=True)
    console.print(Text(f"+ {mutant.after}", style="green"), soft_wrap=True)


def summary(found: list[tuple[Mutant, str]], excused: Counter[str]) -> Table:
    """What became of the mutants of each file."""
    table = Table(box=None, padding=(0, 2, 0, 0), title=" ", title_justify="left")
    for heading in ("file", "mutants", *(f"killed {one}" for one in VERDICTS[:2]), *VERDICTS[2:], "exempt"):
        table.add_column(heading, justify="left" if heading == "file" else "right", no_wrap=heading == "file")
    for file in [*dict.fromkeys([mutant.file for mutant, _ in found]), ""]:
        count = Counter(verdict for mutant, verdict in found if file in ("", mutant.file))
        exempt = excused[file] if file else excused.total()
        numbers = [count.total(), *(count[verdict] for verdict in VERDICTS), exempt]
        table.add_row(file or "all", *[str(number) for number in numbers])
    return table


if __name__ == "__main__":
    sys.exit(app(result_action="return_value"))
