"""A batch of battles spread over processes. What a battle gives depends on its seed alone, never on the spreading."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from multiprocessing import get_context
from time import perf_counter
from typing import Any, Final

from roundtop.battle.codec import written
from roundtop.battle.gamefile import story_codec
from roundtop.battle.scenario import SIDES, Scenario
from roundtop.battles import load
from roundtop.bots.bot import maker_of
from roundtop.simulate.fight import Result, fight, find_rulebook, rules_for
from roundtop.simulate.report import Report

CHUNK_SECONDS: Final = 1.0
"""What one errand to another process is worth, so that its way there and back counts for nothing."""

Progress = Callable[[int, int], None]


def simulate(
    scenario: Scenario | str,
    rules: str = "",
    union: str = "captain",
    confederate: str = "captain",
    games: int = 100,
    jobs: int = 1,
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    exchange: bool = True,
    progress: Progress | None = None,
    executor: Executor | None = None,
    habits: bool = False,
) -> Report:
    """Fight a battle many times; with `exchange` the bots change sides in every second game.

    `rules` is a rulebook's id; if empty, the first at hand that the scenario names. With more jobs than one the battles
    are fought in fresh processes, so a script that calls this needs its `if __name__ == "__main__"`. With `habits`
    it is counted how they are fought.
    """
    start = perf_counter()
    battle = load(scenario) if isinstance(scenario, str) else scenario
    rules = rules_for(battle, rules)
    house = dict(options or {})
    book = find_rulebook(rules)
    book.settings(house)
    bots = dict(zip(SIDES, (union, confederate)))
    for name in bots.values():
        maker_of(name)
    text = story_codec().text(battle)
    errands = _Errands(
        rules=rules,
        scenario=text,
        options=house,
        union=union,
        confederate=confederate,
        seed=str(seed),
        exchange=exchange,
        games=games,
        progress=progress,
        habits=habits,
    )
    if executor is not None:
        errands.spread(executor, jobs)
    elif jobs > 1 and games > 1:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            errands.spread(pool, jobs)
    else:
        errands.alone()
    return Report(
        scenario=battle.id,
        rulebook=book.id,
        bots=bots,
        seed=str(seed),
        exchanged=exchange,
        seconds=perf_counter() - start,
        results=tuple(errands.in_order()),
    )


class _Errands:
    """What is still to be fought and what came back."""

    def __init__(
        self,
        rules: str,
        scenario: str,
        options: dict[str, Any],
        union: str,
        confederate: str,
        seed: str,
        exchange: bool,
        games: int,
        progress: Progress | None,
        habits: bool,
    ) -> None:
        self.same = {"rules": rules, "scenario": scenario, "options": options, "seed": seed, "exchange": exchange}
        self.same.update({"bots": [union, confederate], "habits": habits})
        self.games = games
        self.progress = progress
        self.next = 0
        self.done: dict[int, Result] = {}

    def alone(self) -> None:
        while self.next < self.games:
            self.take(fight_some(self.errand(1)))

    def spread(self, executor: Executor, jobs: int) -> None:
        """Keep every process busy; the first errands are single battles and tell how long one takes."""
        running: set[Future[str]] = set()
        size = 1
        try:
            while self.next < self.games or running:
                while self.next < self.games and len(running) < 2 * jobs:
                    # Towards the end the errands get smaller, so that no process waits long for the last one.
                    fair = max(1, (self.games - self.next) // (2 * jobs))
                    running.add(executor.submit(fight_some, self.errand(min(size, fair))))
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    size = max(1, round(CHUNK_SECONDS / max(1e-6, self.take(future.result()))))
        finally:
            for future in running:
                future.cancel()

    def errand(self, size: int) -> str:
        first, self.next = self.next, min(self.games, self.next + size)
        return written({**self.same, "indices": list(range(first, self.next))})

    def take(self, answer: str) -> float:
        """Keep the results of an errand; gives the seconds one battle took."""
        found = json.loads(answer)
        for one in found["results"]:
            self.done[one["index"]] = Result(**one)
        if self.progress is not None:
            self.progress(len(self.done), self.games)
        seconds: float = found["seconds"] / len(found["results"])
        return seconds

    def in_order(self) -> list[Result]:
        return [self.done[index] for index in sorted(self.done)]


@lru_cache(maxsize=4)
def _scenario(text: str) -> Scenario:
    found: Scenario = story_codec().read(text)
    return found


def fight_some(errand: str) -> str:
    """An errand and its answer, both as text: some battles of a batch, by their indices."""
    task = json.loads(errand)
    start = perf_counter()
    results = [_one(task, index).plain() for index in task["indices"]]
    return json.dumps({"results": results, "seconds": perf_counter() - start})


def _one(task: dict[str, Any], index: int) -> Result:
    first, second = task["bots"]
    if task["exchange"] and index % 2:
        first, second = second, first
    seed = f"{task['seed']}/{index}"
    bots = dict(zip(SIDES, (first, second)))
    return fight(
        task["rules"],
        _scenario(task["scenario"]),
        options=task["options"],
        bots=bots,
        seed=seed,
        index=index,
        habits=task["habits"],
    )
