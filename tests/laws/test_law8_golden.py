"""Law 8: golden battles do not change unnoticed; bad bots never harm a battle."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.engine import Battle, asked, begin, over, submit
from roundtop.battle.forms import Answer, Assigned, Chosen, Marched, Placed
from roundtop.battle.protocol import Decision
from roundtop.bots.bot import Bot, make
from roundtop.bots.referee import CRASHED, ILLEGAL, WRONG_TYPE, Refereed
from roundtop.dice.sources import Seeded, Stream
from roundtop.table.path import forward
from roundtop.table.pose import Pose
from tests.laws.answers import misshapen
from tests.laws.golden import FOLDER, Golden, difference, goldens
from tests.laws.play import MOST_COMMANDS, Case, codec, onward, scenario, smallest


@pytest.mark.parametrize("golden", goldens(), ids=lambda golden: golden.path.stem)
def test_golden_battles_do_not_change_unnoticed(golden: Golden) -> None:
    changed = difference(golden)
    if changed:
        pytest.fail(f"{changed}\nIf this is meant: python -m tests.laws.golden --write", pytrace=False)


def test_no_golden_battle_is_left_over() -> None:
    assert set(FOLDER.glob("*.txt")) == {golden.path for golden in goldens()}


def crashing(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
    raise ZeroDivisionError("no plan survives")


def wrong(known: Battle, decision: Decision, stream: Stream, budget: float) -> Any:
    return "Charge!"


def illegal(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
    """The wrong things in the right shape."""
    found = list(misshapen(decision))
    return found[stream.below(len(found))] if found else Chosen(("nobody",))


def too_far(known: Battle, decision: Decision, stream: Stream, budget: float) -> Answer:
    """Moves off the table, sets up in the enemy's camp, and gives no orders."""
    kind = type(decision.form).__name__
    if kind == "March":
        return Marched((forward(5000.0),))
    return Placed(Pose(-50.0, -50.0, 0)) if kind == "Place" else Assigned(())


BAD: dict[str, tuple[Bot, set[str]]] = {
    "crashing": (crashing, {CRASHED}),
    "wrong": (wrong, {WRONG_TYPE}),
    "illegal": (illegal, {ILLEGAL, WRONG_TYPE}),
    "too-far": (too_far, {ILLEGAL}),
}


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("case", smallest(), ids=lambda case: case.id)
def test_bad_bots_never_harm_a_battle(case: Case, bad: str) -> None:
    """A bad bot on one side, a recruit on the other: the battle ends, and only the bad one is blamed."""
    book = case.book
    bot, fouls = BAD[bad]
    battle = begin(book, scenario(case.battle), case.variant.options)
    first, second = [player.id for player in battle.players]
    sides = {
        first: Refereed(bad, bot, book, patience=MOST_COMMANDS),
        second: Refereed("recruit", make("recruit", book), book),
    }
    dice, stream = Seeded(bad), Stream(bad)
    battle = onward(book, battle, dice)
    for _ in range(MOST_COMMANDS):
        if over(book, battle) is not None:
            break
        player = asked(book, battle)[0]
        before = codec(book).text(battle)
        command = sides[player].command(battle, player, stream)
        assert codec(book).text(battle) == before
        battle = onward(book, submit(book, battle, command).battle, dice)
    assert over(book, battle) is not None
    assert sides[first].fouls
    assert {foul.what for foul in sides[first].fouls} <= fouls
    assert {foul.what for foul in sides[second].fouls} <= {ILLEGAL}
