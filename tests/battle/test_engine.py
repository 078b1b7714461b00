"""The engine: what is asked, what is refused and why, what a step does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from roundtop.battle.engine import (
    Battle,
    Refused,
    asked,
    begin,
    codec,
    decision,
    over,
    ready,
    reasons,
    run,
    step,
    submit,
)
from roundtop.battle.forms import Answer, Assigned, Chosen, Numbered
from roundtop.battle.protocol import Command, Player
from roundtop.dice.questions import DiceError
from roundtop.dice.sources import Physical, Scripted, Seeded, Wanted
from tests.battle.sample import CONFEDERATE, UNION
from tests.toy import RULEBOOK, SCENARIO, ToyBid, ToyRound


def opening() -> Battle:
    return begin(RULEBOOK, SCENARIO, {})


def bidding(player: str, number: int, version: int = -1) -> Command:
    return Command(player, "bid", "", Numbered(number), version=version)


def both_bid(first: int, second: int) -> Battle:
    battle = submit(RULEBOOK, opening(), bidding(UNION, first)).battle
    return submit(RULEBOOK, battle, bidding(CONFEDERATE, second)).battle


def after_a_round() -> Battle:
    """The Union has won a round and is to choose."""
    return run(RULEBOOK, both_bid(3, 2), Scripted(["d6:3"])).battle


def texts(battle: Battle, command: Command) -> list[str]:
    return [reason.text for reason in reasons(RULEBOOK, battle, command)]


def test_several_may_be_asked_at_once() -> None:
    battle = opening()
    assert asked(RULEBOOK, battle) == (UNION, CONFEDERATE)
    battle = submit(RULEBOOK, battle, bidding(CONFEDERATE, 2)).battle
    assert asked(RULEBOOK, battle) == (UNION,)
    assert not ready(RULEBOOK, battle)


def test_players_are_the_sides_unless_named() -> None:
    assert [player.id for player in opening().players] == [UNION, CONFEDERATE]
    named = (Player("ann", UNION), Player("bob", CONFEDERATE))
    assert asked(RULEBOOK, begin(RULEBOOK, SCENARIO, {}, named)) == ("ann", "bob")


def test_options_are_kept_with_the_battle() -> None:
    battle = begin(RULEBOOK, SCENARIO, {"wins": 1})
    assert battle.options == {"wins": 1}
    assert battle.state.settings.wins == 1


def test_lists_among_the_options_are_kept_as_they_are_read_back() -> None:
    book = replace(RULEBOOK, settings=lambda given: RULEBOOK.settings({}))
    assert begin(book, SCENARIO, {"table": [1, 2]}).options == {"table": (1, 2)}


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (bidding(UNION, 3, version=4), "This answers move 4, but the battle is at 0: look again."),
        (bidding("nobody", 3), "Nothing is asked of you now."),
        (Command(UNION, "choose", "flag", Chosen(("drum",))), "You are asked for 'bid', not for 'choose'."),
        (bidding(UNION, 9), "The number must be from 1 to 6, not 9."),
        (Command(UNION, "bid", "", Chosen(("drum",))), "The answer must be a whole number."),
    ],
)
def test_a_command_that_does_not_answer_is_refused(command: Command, says: str) -> None:
    assert texts(opening(), command) == [says]


@pytest.mark.parametrize("version", [-1, 0])
def test_a_command_may_leave_its_version_out(version: int) -> None:
    assert texts(opening(), bidding(UNION, 3, version)) == []


def test_a_refused_command_changes_nothing() -> None:
    battle = opening()
    before = codec(RULEBOOK).text(battle)
    with pytest.raises(Refused) as caught:
        submit(RULEBOOK, battle, bidding(UNION, 9))
    assert [reason.text for reason in caught.value.reasons] == ["The number must be from 1 to 6, not 9."]
    assert codec(RULEBOOK).text(battle) == before


def test_a_command_gives_events_and_another_battle() -> None:
    before = opening()
    passage = submit(RULEBOOK, before, bidding(UNION, 3))
    assert passage.events == (ToyBid(UNION, 3),)
    assert (passage.battle.version, before.version) == (1, 0)
    assert before.state.bids == (0, 0)
    assert (passage.rolls, passage.final) == ((), False)


def test_a_step_without_its_dice_leaves_the_battle_as_it_was() -> None:
    battle = both_bid(3, 2)
    before = codec(RULEBOOK).text(battle)
    with pytest.raises(Wanted):
        step(RULEBOOK, battle, Physical([]))
    assert codec(RULEBOOK).text(battle) == before
    passage = step(RULEBOOK, battle, Physical(["5"]))
    assert passage.events == (ToyRound((3, 2), 5, UNION),)
    assert passage.final
    assert [roll.faces for roll in passage.rolls] == [("5",)]


def test_new_steps_come_before_older_ones_and_in_order() -> None:
    battle = after_a_round()
    seen: list[str] = []
    for answer in _deeds():
        player = asked(RULEBOOK, battle)[0]
        wanted = decision(RULEBOOK, battle, player)
        seen.append(player)
        battle = submit(RULEBOOK, battle, Command(player, wanted.kind, wanted.about, answer)).battle
        if len(seen) == 2:
            break
    assert seen == [UNION, CONFEDERATE]
    assert len(battle.agenda) == 4


def _deeds() -> tuple[Answer, ...]:
    return (Chosen(("drum",)), Assigned((("left", "drum"),)))


def test_run_goes_on_to_the_next_decision() -> None:
    passage = run(RULEBOOK, both_bid(3, 2), Scripted(["d6:2"]))
    assert asked(RULEBOOK, passage.battle) == (CONFEDERATE,)
    assert [type(event) for event in passage.events] == [ToyRound]
    with pytest.raises(DiceError):
        run(RULEBOOK, both_bid(3, 2), Scripted([]))


def test_nobody_is_asked_when_it_is_over() -> None:
    battle = begin(RULEBOOK, SCENARIO, {"wins": 1})
    battle = submit(RULEBOOK, battle, bidding(UNION, 1)).battle
    battle = submit(RULEBOOK, battle, bidding(CONFEDERATE, 2)).battle
    battle = run(RULEBOOK, battle, Seeded("1")).battle
    outcome = over(RULEBOOK, battle)
    assert outcome is not None
    assert outcome.winner in (UNION, CONFEDERATE)
    assert (asked(RULEBOOK, battle), ready(RULEBOOK, battle)) == ((), False)
