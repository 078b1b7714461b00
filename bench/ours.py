"""Roundtop's side of the bench; `python -m bench.ours` prints the figures of the engine it runs on as JSON."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass
from functools import partial
from typing import Any

from bench.clock import seconds
from bench.questions import QUESTIONS
from roundtop import build
from roundtop.battle.engine import Battle, Refused, asked, begin, decision, listed, over, run, submit, view
from roundtop.battle.protocol import Command, Rulebook
from roundtop.battle.scenario import Scenario
from roundtop.battles import load
from roundtop.battles.shelf import ids
from roundtop.bots.recruit import recruit
from roundtop.dice.exact import fold
from roundtop.dice.sources import Seeded, Stream
from roundtop.draw import svg, terrain
from roundtop.rulebooks import rulebooks, suiting

FIELD = "training-field"


@dataclass(slots=True)
class Played:
    """What random play came to."""

    battles: int
    decisions: int
    seconds: float


def battle(book: Rulebook, scenario: Scenario, seed: str, captains: bool) -> tuple[Battle, int]:
    """A whole battle; each decision is one command chosen from listed options, checked in full."""
    dice = Seeded(seed)
    stream = Stream(f"{seed} players")
    now = run(book, begin(book, scenario, {}), dice).battle
    made = 0
    while over(book, now) is None:
        player = asked(book, now)[0]
        wanted = listed(book, now, player)
        answer = book.captain(view(book, now, player), wanted, stream) if captains else recruit(wanted, stream)
        try:
            passage = submit(book, now, Command(player, wanted.kind, wanted.about, answer), wanted)
        except Refused:
            continue
        now = run(book, passage.battle, dice).battle
        made += 1
    return now, made


def field_of(book: Rulebook) -> str:
    """The field a rulebook is measured on: the one most share, else the smallest of its own."""
    own = [battle for battle in [load(id) for id in (FIELD, *ids())] if book.id in battle.rulebooks]
    return FIELD if own[0].id == FIELD else min(own, key=_men).id


def _men(scenario: Scenario) -> int:
    return sum([regiment.men for regiment in scenario.regiments])


def random_play(book: Rulebook, least: float) -> Played:
    """Battles of random commands, for at least so many seconds."""
    scenario = load(field_of(book))
    battle(book, scenario, "warm", False)
    played = Played(0, 0, 0.0)
    start = time.perf_counter()
    while played.seconds < least:
        played.decisions += battle(book, scenario, str(played.battles), False)[1]
        played.battles += 1
        played.seconds = time.perf_counter() - start
    return played


def captains(book: Rulebook, battles: int) -> list[float]:
    """Seconds of each battle of captain against captain."""
    scenario = load(field_of(book))
    found: list[float] = []
    for seed in range(battles):
        start = time.perf_counter()
        battle(book, scenario, f"captains {seed}", True)
        found.append(time.perf_counter() - start)
    return found


def big_battle(book: Rulebook) -> Battle:
    """A battle of forty units or more, before its first decision."""
    small = load(FIELD)
    small.regiments = tuple([_copy(regiment, number) for number in range(4) for regiment in small.regiments])
    return run(book, begin(book, small, {}), Seeded("big")).battle


def _copy(regiment: Any, number: int) -> Any:
    kept = {name: getattr(regiment, name) for name in type(regiment).__dataclass_fields__}
    kept["id"] = f"{regiment.id}-{number}"
    return type(regiment)(**kept)


def one_event(book: Rulebook) -> tuple[float, int]:
    """Seconds to apply a one-unit event to a battle of forty units."""
    start = big_battle(book)
    events = [event for event in _events(book, start) if type(event).__name__ == "ChitRevealed"]
    state = start.state
    return seconds(lambda: book.apply(state, events[0])), len(state.units)


def _events(book: Rulebook, now: Battle) -> list[Any]:
    """What happens until the first unit has shown its order."""
    stream = Stream("events")
    dice = Seeded("events")
    found: list[Any] = []
    while not [event for event in found if type(event).__name__ == "ChitRevealed"]:
        player = asked(book, now)[0]
        wanted = decision(book, now, player)
        passage = submit(book, now, Command(player, wanted.kind, wanted.about, recruit(wanted, stream)), wanted)
        found.extend(passage.events)
        now = run(book, passage.battle, dice).battle
    return found


def handed_over(book: Rulebook) -> float:
    """Seconds to make a battle that shares all but one unit: what a search pays for a branch."""
    now = big_battle(book)
    player = asked(book, now)[0]
    wanted = decision(book, now, player)
    command = Command(player, wanted.kind, wanted.about, recruit(wanted, Stream("copy")))
    return seconds(lambda: book.accept(now.state, now.agenda[-1], command))


def pictures(book: Rulebook) -> tuple[float, float]:
    """Seconds to draw a battle, on ground that is drawn already and afresh."""
    start = begin(book, load(field_of(book)), {})
    scene = book.scene(view(book, run(book, start, Seeded("picture")).battle, ""))

    def afresh() -> None:
        terrain.forget()
        svg(scene)

    return seconds(partial(svg, scene)), seconds(afresh)


def odds() -> dict[str, float]:
    """Seconds for each named question."""
    return {question.name: seconds(partial(fold, question.stages, 0)) for question in QUESTIONS}


def figures(least: float, battles: int) -> dict[str, Any]:
    found: dict[str, Any] = {"engine": build.describe(), "compiled": build.compiled(), "odds": odds(), "books": {}}
    for book in rulebooks():
        played = random_play(book, least)
        taken = captains(book, battles)
        drawn, afresh = pictures(book)
        found["books"][book.id] = {
            "field": field_of(book),
            "decisions_per_second": played.decisions / played.seconds,
            "battles_per_second": played.battles / played.seconds,
            "decisions_per_battle": played.decisions / played.battles,
            "captains_seconds": sum(taken) / len(taken),
            "captains_slowest": max(taken),
            "picture_seconds": drawn,
            "picture_afresh_seconds": afresh,
        }
    model = suiting(load(FIELD))[0]
    event, units = one_event(model)
    found["events"] = {model.id: {"event_seconds": event, "event_units": units, "branch_seconds": handed_over(model)}}
    return found


if __name__ == "__main__":
    print(json.dumps(figures(float(sys.argv[1]), int(sys.argv[2]))))
