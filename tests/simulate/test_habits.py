"""How bots fight is counted as it happened, by side and by bot."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace as replaced

import pytest

from roundtop.battle.engine import Passage, asked, begin, decision, run, submit
from roundtop.battle.protocol import Deed, Rulebook
from roundtop.battles import load
from roundtop.cli import main
from roundtop.dice.sources import Seeded
from roundtop.rulebooks import rulebooks
from roundtop.simulate.fight import Fighters, Turns, fight
from roundtop.simulate.habits import Habits, _undoes
from roundtop.simulate.report import Report

BOOKS = {book.id: book for book in rulebooks()}
FIELDS = {"skirmish": "the-clearing"}


def fought(book: Rulebook) -> tuple[list[Passage], dict[str, dict[str, int]]]:
    """Everything that happened in a battle between captains, and what was counted in it."""
    scenario = load(FIELDS.get(book.id, "training-field"))
    fighters = Fighters(book.id, book, {"union": "captain", "confederate": "recruit"}, "habits")
    watching, counting, dice = Habits(book), Turns(book), Seeded("habits")
    passage = run(book, begin(book, scenario, {}), dice)
    players = {player.id: player for player in passage.battle.players}
    seen = [passage]
    while waiting := asked(book, seen[-1].battle):
        battle = seen[-1].battle
        wanted = decision(book, battle, waiting[0])
        taken = submit(book, battle, fighters.command(battle, players[waiting[0]], wanted), wanted)
        seen += [taken, run(book, taken.battle, dice)]
    for one in seen:
        watching.watch(one, counting.count(one))
    return seen, watching.plain()


@pytest.mark.parametrize("id", sorted(BOOKS))
def test_volleys_melees_and_charges_are_those_the_story_tells_of(id: str) -> None:
    book = BOOKS[id]
    seen, counted = fought(book)
    told: Counter[str] = Counter()
    for passage in seen:
        for event in passage.events:
            told[book.tell(passage.battle.state, event).hint] += 1
    sides = [Counter(counted.get(side, {})) for side in ("union", "confederate")]
    both = sides[0] + sides[1]
    assert both["volley"] == told["volley"] > 0
    assert (both["melee"] > 0) == (told["melee"] > 0)
    assert both["home"] <= told["charge"]
    assert both["move"] > 0
    assert 0 <= both["idle"] <= both["chances"]
    assert both["undone"] <= both["move"]


def test_a_battle_fought_with_habits_is_the_same_battle() -> None:
    book = BOOKS["infantry-action"]
    scenario = load("training-field")
    bots = {"union": "captain", "confederate": "captain"}
    plain, watched = [fight(book.id, scenario, {}, bots, "same", habits=habits) for habits in (False, True)]
    assert plain.habits == {}
    assert set(watched.habits) == {"union", "confederate"}
    assert replaced(watched, habits={}) == plain


def test_a_step_is_undone_by_half_of_it_back() -> None:
    assert _undoes((0.0, 10.0), (0.0, -5.0), 1.0)
    assert not _undoes((0.0, 10.0), (0.0, -4.9), 1.0)
    assert not _undoes((0.0, 10.0), (9.0, 0.0), 1.0)
    assert not _undoes((0.0, 1.0), (0.0, -1.0), 1.0), "a shuffle is no step"


def test_whoever_does_nothing_in_a_turn_is_idle_and_whoever_goes_back_is_counted() -> None:
    book = BOOKS["infantry-action"]
    battle = begin(book, load("training-field"), {})
    watching = Habits(replaced(book, deeds=lambda _, event: event))
    watching.watch(Passage(battle, (), (), False), 0)
    units = [piece for piece in watching.there.values() if piece.side == "union"]
    watching.watch(Passage(battle, ((Deed("move", units[0].id), Deed("volley", units[1].id)),), (), False), 1)
    union = watching.plain()["union"]
    assert (union["chances"], union["idle"]) == (len(units), len(units) - 2)
    assert (union["move"], union["volley"], union["undone"]) == (1, 1, 0)


def test_habits_are_printed_for_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "training-field", "--rules", "infantry-action", "--games", "2", "--jobs", "1", "--habits")
    assert main([*words, "--confederate", "recruit"]) == 0
    lines = capsys.readouterr().out.splitlines()
    head = next(line for line in lines if line.startswith("a battle, on one side"))
    assert head.split()[-2:] == ["captain", "recruit"]
    assert any(line.startswith("charges home") for line in lines)


def test_means_are_of_the_battles_a_bot_fought() -> None:
    book = BOOKS["infantry-action"]
    scenario = load("training-field")
    one = fight(book.id, scenario, {}, {"union": "captain", "confederate": "recruit"}, "0", habits=True)
    two = replaced(one, habits={"union": {"volley": 3}, "confederate": {"volley": 9, "idle": 1, "chances": 4}})
    report = Report(scenario.id, book.id, one.bots, "0", exchanged=False, seconds=1.0, results=(two, two))
    assert report.habits("captain", "volley").mean == 3
    assert report.habits("recruit", "volley").mean == 9
    assert report.habit_share("recruit", "idle", "chances").share == 0.25
