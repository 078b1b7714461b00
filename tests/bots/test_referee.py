"""The referee: bad bots never harm a battle, and what they did is on record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf, nan
from typing import Any

import pytest

from roundtop.battle.engine import Battle, begin, codec, decision, over, run, submit
from roundtop.battle.forms import (
    Arranged,
    Assigned,
    Chosen,
    Confirmed,
    Marched,
    Numbered,
    Placed,
    Reason,
    Traced,
)
from roundtop.battle.protocol import Command, Decision, Outcome, Rulebook, View
from roundtop.bots import lawful
from roundtop.bots import referee as r
from roundtop.bots.isolated import CrashedError, Isolated
from roundtop.dice.sources import Seeded, Stream
from roundtop.table.path import forward
from roundtop.table.pose import Pose
from tests.bots import bad
from tests.bots.arena import HOME, fought, opening, trusted
from tests.toy import RULEBOOK, SCENARIO


def here(maker: Any, patience: int = 1000) -> r.Refereed:
    """A bad bot in this process."""
    return r.Refereed("bad", maker(RULEBOOK), RULEBOOK, 0.5, patience)


def kinds(bot: r.Refereed) -> set[str]:
    return {foul.what for foul in bot.fouls}


@pytest.fixture
def away() -> Iterator[Any]:
    """Starts bad bots in processes of their own, and ends them."""
    started: list[r.Refereed] = []

    def start(name: str, budget: float = 5.0, patience: int = 1000) -> r.Refereed:
        bot = r.Refereed(name, Isolated(f"tests.bots.bad:{name}", RULEBOOK, HOME), RULEBOOK, budget, patience)
        started.append(bot)
        return bot

    yield start
    for bot in started:
        bot.close()


@pytest.mark.parametrize("name", ["recruit", "captain"])
def test_built_in_bots_commit_no_foul(name: str) -> None:
    bots = {"union": trusted(name), "confederate": trusted("captain")}
    for seed in range(20):
        fought(bots, str(seed))
    fouls = [foul for bot in bots.values() for foul in bot.fouls]
    # The toy forbids the same thing in both hands, which the form of the decision does not show.
    assert {(foul.what, foul.decision.kind) for foul in fouls} <= {(r.ILLEGAL, "assign")}


@pytest.mark.parametrize(
    ("maker", "what"),
    [
        (bad.crashing, r.CRASHED),
        (bad.illegal, r.ILLEGAL),
        (bad.wrong_type, r.WRONG_TYPE),
        (bad.unwritable, r.WRONG_TYPE),
        (bad.hollow, r.WRONG_TYPE),
        (bad.meddling, r.WRONG_TYPE),
    ],
)
def test_battle_with_a_bad_bot_in_process_is_fought_to_its_end(maker: Any, what: str) -> None:
    worst = here(maker)
    final = fought({"union": worst, "confederate": trusted("captain")}, "a")
    assert isinstance(over(RULEBOOK, final), Outcome)
    assert kinds(worst) == {what}
    assert {foul.decision.player for foul in worst.fouls} == {"union"}


def test_slow_bot_in_process_is_noted_and_its_answer_stands() -> None:
    def slow(known: Battle, decision: Decision, stream: Stream, budget: float) -> Numbered:
        return Numbered(6)

    bot = r.Refereed("slow", slow, RULEBOOK, budget=-1.0)
    command = bot.command(opening(), "union", Stream("x"))
    assert command.answer == Numbered(6)
    assert kinds(bot) == {r.SLOW}


def test_isolated_bot_plays_as_it_would_here(away: Any) -> None:
    isolated, local = away("good"), here(bad.good)
    commands = []
    for bot in (isolated, local):
        battle = opening()
        commands.append(bot.command(battle, "union", Stream("x")))
    assert commands[0] == commands[1]
    final = fought({"union": isolated, "confederate": trusted("captain")}, "b")
    assert over(RULEBOOK, final) is not None
    assert isolated.fouls == []


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("crashing", r.CRASHED),
        ("crashing_when_built", r.CRASHED),
        ("quitting", r.CRASHED),
        ("dying", r.CRASHED),
        ("long_winded", r.CRASHED),
        ("unwritable", r.WRONG_TYPE),
        ("wrong_type", r.WRONG_TYPE),
        ("hollow", r.WRONG_TYPE),
        ("meddling", r.WRONG_TYPE),
        ("illegal", r.ILLEGAL),
    ],
)
def test_bad_bot_in_its_own_process_is_dismissed_and_the_battle_goes_on(away: Any, name: str, what: str) -> None:
    worst = away(name, patience=2)
    final = fought({"union": worst, "confederate": trusted("captain")}, "c")
    assert over(RULEBOOK, final) is not None
    assert [foul.what for foul in worst.fouls] == [what, what, r.DISMISSED]


def test_idle_bot_is_killed_and_dismissed(away: Any) -> None:
    worst = away("idle", budget=0.1, patience=2)
    final = fought({"union": worst, "confederate": trusted("captain")}, "d")
    assert over(RULEBOOK, final) is not None
    assert [foul.what for foul in worst.fouls] == [r.STALLED, r.STALLED, r.DISMISSED]
    assert worst.bot.process is None


def test_slow_bot_is_started_afresh_and_may_do_better(away: Any) -> None:
    bot = away("slow", budget=0.1)
    fought({"union": bot, "confederate": trusted("captain")}, "e", most=4)
    assert kinds(bot) == {r.STALLED}
    assert bot.in_a_row == 0


def test_bot_that_writes_into_its_view_harms_nothing(away: Any) -> None:
    bot, battle = away("cheating"), opening()
    before = codec(RULEBOOK).text(battle)
    command = bot.command(battle, "confederate", Stream("x"))
    assert codec(RULEBOOK).text(battle) == before
    assert command.player == "confederate"
    assert bot.fouls == []


def test_command_answers_for_the_player_asked_at_this_version() -> None:
    battle = opening()
    command = here(bad.meddling).command(battle, "union", Stream("x"))
    assert (command.player, command.kind, command.about, command.version) == ("union", "bid", "", battle.version)


def test_good_answer_forgives_the_fouls_before_it() -> None:
    def moody(known: Battle, decision: Decision, stream: Stream, budget: float) -> Any:
        return Numbered(1) if stream.below(2) else "no"

    bot = r.Refereed("moody", moody, RULEBOOK, patience=20)
    stream = Stream("moods")
    for _ in range(200):
        bot.command(opening(), "union", stream)
    assert kinds(bot) == {r.WRONG_TYPE}


def test_dismissed_bot_is_asked_no_more() -> None:
    bot = here(bad.crashing, patience=3)
    for _ in range(10):
        bot.command(opening(), "union", Stream("x"))
    assert [foul.what for foul in bot.fouls] == [r.CRASHED] * 3 + [r.DISMISSED]


def test_fouls_say_what_was_wrong() -> None:
    bot = here(bad.illegal)
    bot.command(opening(), "union", Stream("x"))
    assert bot.fouls[0].detail == "The number must be from 1 to 6, not 99."
    bot = here(bad.crashing)
    bot.command(opening(), "union", Stream("x"))
    assert bot.fouls[0].detail == "ZeroDivisionError: no plan survives"


def only(answer: Any) -> Rulebook:
    """The toy, with one lawful answer."""

    def check(view: View, step: Any, command: Command) -> tuple[Reason, ...]:
        return () if command.answer == answer else (Reason("Not that."),)

    return replace(RULEBOOK, check=check)


def test_when_chance_finds_nothing_lawful_the_plain_answers_are_tried() -> None:
    rulebook = only(Numbered(6))
    battle = begin(rulebook, SCENARIO, {})
    for seed in range(20):
        command = lawful.lawful(rulebook, battle, decision(rulebook, battle, "union"), Stream(str(seed)))
        assert command.answer == Numbered(6)


def test_decision_without_a_lawful_answer_is_the_rulebooks_fault() -> None:
    rulebook = only(Numbered(7))
    battle = begin(rulebook, SCENARIO, {})
    with pytest.raises(lawful.NothingLawfulError, match="toy: no lawful answer to 'bid'"):
        lawful.lawful(rulebook, battle, decision(rulebook, battle, "union"), Stream("x"))


def test_bots_by_name_are_run_here_or_away() -> None:
    assert not isinstance(r.refereed("captain", RULEBOOK, HOME).bot, Isolated)
    bot = r.refereed("tests.bots.bad:good", RULEBOOK, HOME)
    assert isinstance(bot.bot, Isolated)
    bot.close()


def test_rulebook_that_is_not_where_it_should_be_is_a_crash() -> None:
    bot = Isolated("recruit", RULEBOOK, "tests.toy:NOTHING")
    battle = opening()
    with pytest.raises(CrashedError, match="NOTHING"):
        bot(battle.state, decision(RULEBOOK, battle, "union"), Stream("x"), 1.0)


@pytest.mark.parametrize(
    "answer",
    [
        Chosen(("a",)),
        Arranged(()),
        Assigned((("a", "b"),)),
        Numbered(3),
        Confirmed(True),
        Placed(Pose(1.0, 2.0, 0)),
        Marched((forward(2.0),)),
        Traced(((1.0, 2.0),)),
        Traced(((1, 2),)),
    ],
)
def test_well_made_answers(answer: Any) -> None:
    assert r.well_made(answer)


LIST: Any = ["a"]
TEXT: Any = "a"
YES: Any = True
HALF: Any = 0.5


@pytest.mark.parametrize(
    "answer",
    [
        None,
        Numbered,
        Reason("no"),
        Chosen(LIST),
        Chosen(TEXT),
        Arranged((YES,)),
        Assigned((("a", "b", "c"),)),  # type: ignore[arg-type]
        Assigned((TEXT,)),
        Numbered(HALF),
        Numbered(YES),
        Confirmed(TEXT),
        Placed(TEXT),
        Placed(Pose(inf, 0.0, 0)),
        Marched((TEXT,)),
        Marched((forward(nan),)),
        Marched(LIST),
        Traced(((nan, 0.0),)),
        Traced((TEXT,)),
        Traced(((TEXT, TEXT),)),
    ],
)
def test_badly_made_answers(answer: Any) -> None:
    assert not r.well_made(answer)


def test_toy_is_fought_with_every_form() -> None:
    """The toy serves the engine's tests: every battle ends and asks every form."""
    dice, stream = Seeded("forms"), Stream("forms")
    battle = run(RULEBOOK, opening(), dice).battle
    asked: set[str] = set()
    while over(RULEBOOK, battle) is None:
        (player, *_) = RULEBOOK.asks(battle.state, battle.agenda[-1])
        wanted = decision(RULEBOOK, battle, player)
        asked.add(type(wanted.form).__name__)
        command = lawful.lawful(RULEBOOK, battle, wanted, stream)
        battle = run(RULEBOOK, submit(RULEBOOK, battle, command).battle, dice).battle
    assert asked == {"Choose", "Assign", "Arrange", "Place", "March", "Trace", "Number", "Confirm"}
