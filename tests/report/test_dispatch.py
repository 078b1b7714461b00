"""The after-action report: turns, what they cost, what decided the battle, and a page that needs no other file."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from roundtop.battle.game import Game
from roundtop.battle.gamefile import SEEDED, About, Source, text
from roundtop.battle.replay import Verdict
from roundtop.battles import load
from roundtop.cli import main
from roundtop.dice.sources import Seeded
from roundtop.report.charts import Line, plot, rarity, swings
from roundtop.report.chronicle import Chronicle, chronicle
from roundtop.report.dispatch import Chances, page
from roundtop.report.luck import Luck
from roundtop.rulebooks import rulebook
from roundtop.simulate import Fighters, onward

FIELD = "the-meadow"
BOOK = "skirmish"
LED = {"union": "Ann", "confederate": "captain"}
SOUND = Verdict(["every line is as it was written"], [], [])


@cache
def fought(most: int = 10_000) -> Game:
    """A small battle of captains to its end, or so far."""
    book = rulebook(BOOK)
    game = Game(book, load(FIELD), {}, Seeded("report"))
    fighters = Fighters(BOOK, book, dict.fromkeys(LED, "captain"), "report")
    players = {player.id: player for player in game.battle.players}
    while (waiting := game.asked()) and game.battle.version < most:
        game.submit(fighters.command(game.battle, players[waiting[0]]))
    return game


@cache
def told() -> Chronicle:
    return chronicle(fought(), LED, None)


def test_each_turn_begins_where_the_one_before_it_ended() -> None:
    chapters = told().chapters
    assert [one.title for one in chapters if one.title.startswith("Turn")]
    for before, after in zip(chapters, chapters[1:], strict=False):
        assert before.after == after.before
    book, end = told().rulebook, fought().battle
    assert chapters[-1].after == book.losses(book.view(end.state, ""))
    assert sum([sum(one.cost.values()) for one in chapters]) == sum(chapters[-1].after.values())


def test_every_event_is_told_once_by_whoever_knew_most_of_it() -> None:
    events = sum([len(entry.events) for entry in fought().entries])
    assert 0 < len(told().tellings) <= events
    thrown = [roll for entry in fought().entries for roll in entry.rolls if roll.by]
    assert [roll for roll in told().rolls if roll.by] == thrown


def test_what_became_of_each_unit_agrees_with_the_last_table() -> None:
    left = {piece.name for piece in told().end.pieces if piece.name}
    for one in told().fates():
        assert bool(one.gone) == (one.name not in left)


def test_the_page_stands_alone_and_says_who_won() -> None:
    chapters = len(told().chapters)
    chances = Chances((50.0,) * chapters + (100.0,), ((40.0, 60.0),) * (chapters + 1), "Captains led both sides.")
    made = page(told(), SOUND, notes=["the clock ran out <twice>"], chances=chances)
    outcome = told().outcome
    assert outcome is not None
    assert outcome.text in made
    assert "Ann" in made
    assert "&lt;twice&gt;" in made
    assert "from 50 to 100 %" in made
    assert made.count("<figure") == chapters + 1 + 2
    assert "<script" not in made
    assert "http" not in made.replace("http://www.w3.org", "")
    assert "The turns that cost most" in page(told(), SOUND)


def test_a_name_that_is_markup_stays_a_name() -> None:
    game = fought()
    assert "<b>x" not in page(chronicle(game, {"union": "<b>x"}, None), SOUND)


def test_lines_are_told_apart_without_colour_and_their_names_keep_clear() -> None:
    lines = [Line("union", "Union", (0, 5, 7)), Line("confederate", "Confederate", (0, 4, 7))]
    made = plot(lines, ("", "1", "2"), "Losses")
    assert made.count("stroke-dasharray") == 1
    heights = [part.partition('"')[0] for part in made.split('y="')[1:]]
    assert len(set(heights[-2:])) == 2
    assert "Union: 0, 5, 7; Confederate: 0, 4, 7" in made


@pytest.mark.parametrize(("values", "places"), [((50, 50, 90, 80), [1, 2]), ((50, 50), []), ((10, 0, 100), [1, 0])])
def test_swings_are_the_greatest_changes_first(values: tuple[float, ...], places: list[int]) -> None:
    assert swings(values) == places


def test_a_bar_is_longer_the_rarer_the_dice() -> None:
    high = Luck("union", "volley", "d6", 2, 12, 7.0, 1 / 36)
    low = Luck("union", "volley", "d6", 2, 2, 7.0, 1 / 36)
    middling = Luck("union", "volley", "d6", 2, 8, 7.0, 15 / 36)
    assert rarity(high) == -rarity(low) == pytest.approx(1 - 2 / 36)
    assert 0 < rarity(middling) < rarity(high)


def test_captains_fight_on_from_every_turn_to_an_estimate_with_its_interval() -> None:
    done: list[int] = []
    last = replace(told(), chapters=told().chapters[-1:])
    found = onward.chances(last, 2, "seed", lambda: done.append(1))
    assert len(done) == 2
    assert len(found.values) == len(found.bands) == 2
    assert all(low <= value <= high for value, (low, high) in zip(found.values, found.bands, strict=True))
    assert "2 times" in found.how
    assert found == onward.chances(last, 2, "seed", lambda: None)


def test_the_command_writes_a_page_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "battle.jsonl"
    about = About("0", Source(SEEDED, "report"), LED)
    file.write_text(text(fought(12), about), encoding="utf-8")
    assert main(["report", str(file), "--trials", "0"]) == 0
    assert "Written" in capsys.readouterr().out
    made = (tmp_path / "battle.html").read_text(encoding="utf-8")
    assert "After-action report" in made
    assert "The battle is not over." in made
    assert "Holds: " in made
    assert main(["report", str(file), "--trials", "-1"]) == 2
    assert "--trials -1: it is from 0 to 1000" in capsys.readouterr().err
