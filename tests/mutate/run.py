"""Runs the tests against each mutant, every one in a child of its own, until the first test fails."""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final, final

import coverage
import hypothesis
import pytest

from roundtop.umpire.coverage import claimed
from tests.clauses import ledger_of
from tests.mutate.mutants import NOT_RULES, Mutant

PROFILE: Final = "mutants"
PLUGINS: Final = ("--disable-plugin-autoload", "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin")
ARGUMENTS: Final = ("-q", "--assert=plain", *PLUGINS, f"--hypothesis-profile={PROFILE}")
EXAMPLES: Final = 20
"""How many examples hypothesis tries where a test does not say."""
MEMORY: Final = 4 << 30
PATIENCE: Final = 10
"""How many times its usual time a test may take before it counts as hanging."""
SHORTEST: Final = 5.0
COLLECTING: Final = 60.0
ROOMS_BELOW: Final = ("roundtop.table", "roundtop.dice", "roundtop.battle", "roundtop.kit")
"""Rooms that know no rulebook: a child has them ready."""
KEPT: Final = ("roundtop", "roundtop.build")

BY_CLAUSE: Final = "by a test of its clause"
BY_ANOTHER: Final = "by another test"
SURVIVED: Final = "survived"
UNREACHED: Final = "reached by no test"

Work = Callable[[Callable[[str], None]], None]
"""What a child does; it is given a way to tell."""


@final
@dataclass(slots=True, frozen=True)
class Place:
    """Where things are: the package that is mutated, its folder and the folder of its tests."""

    package: str
    folder: Path
    tests: Path


@final
@dataclass(slots=True)
class Usual:
    """A run without a mutant: each test's seconds, the lines of each file with the tests that reach them, failures.

    A line reached while modules are imported has the test "".
    """

    seconds: dict[str, float]
    reached: dict[str, dict[int, set[str]]]
    failing: list[str]
    clauses: dict[str, set[str]]

    def reaching(self, mutant: Mutant) -> list[str]:
        """The tests that can notice a mutant, the quickest first."""
        lines = self.reached.get(mutant.file, {})
        found: set[str] = set()
        for line in range(mutant.first, mutant.last + 1):
            found |= lines.get(line, set())
        tests = [test for test in self.seconds if "" in found or test in found]
        return sorted(tests, key=lambda test: (self.seconds[test], test))


# ---- children


def prepare(ids: Sequence[str]) -> None:
    """Load whatever does not depend on a rulebook, and look its clauses up, so that children need not."""
    for id in ids:
        ledger_of(id)
    for name in ("icepool", "hypothesis.strategies", "coverage", "rich.console", "cyclopts"):
        importlib.import_module(name)
    for room in ROOMS_BELOW:
        package = importlib.import_module(room)
        for found in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{room}.{found.name}")
    for name in [name for name in sys.modules if name.split(".")[0] == "roundtop" and not below(name)]:
        del sys.modules[name]
    hypothesis.settings.register_profile(
        PROFILE,
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    gc.collect()
    gc.freeze()


def below(name: str) -> bool:
    """Whether a module is of a room that knows no rulebook."""
    return name in KEPT or any(name == room or name.startswith(f"{room}.") for room in ROOMS_BELOW)


def begin(work: Work, output: str = os.devnull) -> tuple[int, int]:
    """Start a child on some work, with a way to tell; its process and where to read what it tells."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    try:
        os.close(reading)
        printed = os.open(output, os.O_RDWR | os.O_CREAT)
        for stream in (0, 1, 2):
            os.dup2(printed, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        limit(COLLECTING)
        with os.fdopen(writing, "w", encoding="utf-8") as pipe:

            def tell(text: str) -> None:
                pipe.write(text + "\n")
                pipe.flush()

            work(tell)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def limit(seconds: float) -> None:
    """End this process after so much of its own time, unless told otherwise before."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def tests_run(arguments: Sequence[str], plugin: object) -> int:
    """Run tests here and give pytest's status."""
    return int(pytest.main([*ARGUMENTS, *arguments], plugins=[plugin]))


# ---- without a mutant


class Watch:
    """A pytest plugin that times each test and notes the lines it reaches."""

    def __init__(self, cover: coverage.Coverage) -> None:
        self.cover = cover
        self.seconds: dict[str, float] = {}
        self.failing: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        limit(0.0)
        self.cover.switch_context(item.nodeid)
        started = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - started
        self.cover.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self.failing:
            self.failing.append(report.nodeid)


def usual(place: Place) -> Usual:
    """Run all tests as they are."""
    printed = "usual.txt"
    process, reading = begin(lambda tell: watch(place, tell), printed)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        told = pipe.read()
    os.waitpid(process, 0)
    if not told:
        raise RuntimeError(f"the tests could not be run:\n{Path(printed).read_text(encoding='utf-8')}")
    found = json.loads(told)
    reached = {
        file: {int(line): set(tests) for line, tests in lines.items()} for file, lines in found["reached"].items()
    }
    passing = {test: spent for test, spent in found["seconds"].items() if test not in found["failing"]}
    return Usual(passing, reached, found["failing"], claims(place.tests, passing))


def watch(place: Place, tell: Callable[[str], None]) -> None:
    """Run all tests with coverage and tell what was seen."""
    cover = coverage.Coverage(data_file=None, include=[f"{place.folder}/*"], config_file=False)
    cover.start()
    seen = Watch(cover)
    # A battle played for the sake of the bot or the pictures holds no rule.
    passed_over = [f"--ignore={place.tests}/test_{name}" for name in NOT_RULES]
    status = tests_run([str(place.tests), *passed_over], seen)
    cover.stop()
    if status > pytest.ExitCode.TESTS_FAILED:
        return
    data = cover.get_data()
    files = [Path(file) for file in data.measured_files()]
    reached = {file.relative_to(place.folder).as_posix(): data.contexts_by_lineno(str(file)) for file in files}
    tell(json.dumps({"seconds": seen.seconds, "failing": seen.failing, "reached": reached}))


def claims(folder: Path, tests: Sequence[str] | dict[str, float]) -> dict[str, set[str]]:
    """The clauses that each test names."""
    named: dict[tuple[str, str], set[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        for test, clause, _ in claimed(file.read_text(encoding="utf-8")):
            named.setdefault((file.name, test), set()).add(clause)
    found: dict[str, set[str]] = {}
    for node in tests:
        path, _, test = node.partition("::")
        found[node] = named.get((Path(path).name, test.partition("[")[0]), set())
    return found


# ---- with a mutant


class Chosen:
    """A pytest plugin that runs the tests chosen, in their order, each within its limit."""

    def __init__(self, tests: Sequence[str], seconds: dict[str, float]) -> None:
        self.order = {test: place for place, test in enumerate(tests)}
        self.seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            [item for item in items if item.nodeid in self.order], key=lambda item: self.order[item.nodeid]
        )

    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        limit(max(SHORTEST, PATIENCE * self.seconds[item.nodeid]))


class Broken(SourceFileLoader):
    """Loads a module from a source that is not the one in its file."""

    def __init__(self, name: str, file: Path, source: bytes) -> None:
        super().__init__(name, str(file))
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec", dont_inherit=True)


class Instead(MetaPathFinder):
    """Finds a mutant where its module is imported."""

    def __init__(self, name: str, file: Path, source: bytes) -> None:
        self.name = name
        self.file = file
        self.source = source

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return spec_from_file_location(fullname, self.file, loader=Broken(fullname, self.file, self.source))


def attack(place: Place, mutant: Mutant, by_clause: list[str], others: list[str], usual: Usual) -> Work:
    """The work of a child: run the tests of the mutant's clauses, then the others, against it."""

    def work(tell: Callable[[str], None]) -> None:
        file = place.folder / mutant.file
        name = ".".join((place.package, *Path(mutant.file).with_suffix("").parts))
        sys.meta_path.insert(0, Instead(name, file, mutant.applied(file.read_bytes())))
        for verdict, tests in ((BY_CLAUSE, by_clause), (BY_ANOTHER, others)):
            tell(verdict)
            files = dict.fromkeys(test.partition("::")[0] for test in tests)
            limit(COLLECTING)
            passed = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
            if tests and tests_run(["-x", *files], Chosen(tests, usual.seconds)) not in passed:
                return
        tell(SURVIVED)

    return work


def verdicts(place: Place, mutants: Sequence[Mutant], usual: Usual, jobs: int) -> Iterator[tuple[Mutant, str]]:
    """The verdict on each mutant as it is reached, so many at a time."""
    waiting = list(reversed(mutants))
    running: dict[int, tuple[int, Mutant]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            tests = usual.reaching(mutant)
            if not tests:
                yield mutant, UNREACHED
                continue
            own = [test for test in tests if usual.clauses[test] & set(mutant.clauses)]
            rest = [test for test in tests if test not in own]
            process, reading = begin(attack(place, mutant, own, rest, usual))
            running[reading] = process, mutant
        for reading in select.select(list(running), [], [])[0] if running else []:
            process, mutant = running.pop(reading)
            with os.fdopen(reading, encoding="utf-8") as pipe:
                told = pipe.read().split("\n")
            os.waitpid(process, 0)
            yield mutant, told[-2]
