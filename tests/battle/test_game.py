"""A game in progress: undo, typed dice, streams without gaps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from roundtop.battle.engine import Refused
from roundtop.battle.forms import Answer, Arranged, Assigned, Chosen, Confirmed, Marched, Numbered, Placed, Traced
from roundtop.battle.game import COMMAND, STEP, UNDO, Game, NotNow, refusal
from roundtop.dice.questions import DiceError
from roundtop.dice.sources import Sealed, Seeded
from roundtop.table.pose import Pose
from tests.battle.sample import CONFEDERATE, UNION, bid, give, new, on, sealed
from tests.toy import RULEBOOK, SCENARIO, ToyBid, ToyDone

DEEDS: dict[str, Answer] = {
    "choose": Chosen(("drum",)),
    "assign": Assigned((("left", "drum"),)),
    "arrange": Arranged(("drum", "fife", "bugle")),
    "place": Placed(Pose(4.0, 4.0, 0)),
    "march": Marched(()),
    "trace": Traced(()),
    "confirm": Confirmed(True),
}


def deed(game: Game) -> str:
    """The player whose turn it is does the next thing; gives his name."""
    (player,) = game.asked()
    give(game, player, DEEDS[game.decision(player).kind])
    return player


def won_by_union(**options: Any) -> Game:
    """A game of typed dice after a round that the Union won."""
    game = new(None, **options)
    bid(game, 3, 2)
    game.throw("5")
    return game


# Undo.


def test_undo_and_redo_change_nothing() -> None:
    game = new(Seeded("1"))
    before = game.hash
    give(game, UNION, Numbered(3))
    after = game.hash
    game.undo(UNION)
    assert (game.hash, game.entries) == (before, [])
    assert game.asked() == (UNION, CONFEDERATE)
    give(game, UNION, Numbered(3))
    assert game.hash == after


def test_undo_goes_back_over_several_commands_of_one_player() -> None:
    game = won_by_union()
    for _ in range(3):
        deed(game)
    before = game.hash
    assert deed(game) == CONFEDERATE
    give(game, CONFEDERATE, Numbered(2))
    game.undo(CONFEDERATE)
    game.undo(CONFEDERATE)
    assert game.hash == before
    with pytest.raises(NotNow):
        game.undo(CONFEDERATE)


def test_nobody_undoes_what_another_did() -> None:
    game = new(Seeded("1"))
    give(game, UNION, Numbered(3))
    with pytest.raises(NotNow, match="nothing you can take back"):
        game.undo(CONFEDERATE)
    assert not game.can_undo(CONFEDERATE)
    assert game.can_undo(UNION)


def test_a_die_that_was_thrown_ends_undo() -> None:
    game = new(Seeded("1"))
    bid(game, 3, 2)
    for player in (UNION, CONFEDERATE):
        with pytest.raises(NotNow):
            game.undo(player)


def test_a_die_that_is_asked_for_ends_undo() -> None:
    game = new(None)
    bid(game, 3, 2)
    assert game.wanted is not None
    with pytest.raises(NotNow):
        game.undo(CONFEDERATE)


def test_another_player_acting_ends_undo() -> None:
    game = won_by_union()
    first = deed(game)
    deed(game)
    with pytest.raises(NotNow):
        game.undo(first)


def test_a_command_the_rulebook_marks_final_ends_undo() -> None:
    game = won_by_union()
    for _ in range(4):
        deed(game)
    bid(game, 3, 2)
    game.throw("5")
    for _ in range(2):
        deed(game)
    (player,) = game.asked()
    assert game.decision(player).kind == "confirm"
    deed(game)
    with pytest.raises(NotNow):
        game.undo(player)


def test_undo_is_on_the_log_but_not_among_the_entries() -> None:
    game = new(Seeded("1"))
    give(game, UNION, Numbered(3))
    game.undo(UNION)
    bid(game, 4, 2)
    assert [entry.kind for entry in game.log] == [COMMAND, UNDO, COMMAND, COMMAND, STEP]
    assert [entry.kind for entry in game.entries] == [COMMAND, COMMAND, STEP]
    assert (game.log[1].player, game.log[1].back) == (UNION, 1)


# Dice.


def test_typed_dice_are_waited_for_and_a_bad_throw_may_be_typed_again() -> None:
    game = new(None)
    bid(game, 3, 2)
    assert game.wanted is not None
    assert game.wanted.why.reason == "the higher bidder's throw"
    assert game.asked() == ()
    before = game.hash
    for bad in ("7", "1 2", "", "x", "=3x"):
        with pytest.raises(DiceError):
            game.throw(bad)
        assert (game.hash, game.wanted is None) == (before, False)
    game.throw("5")
    assert game.wanted is None
    assert game.entries[-1].rolls[0].faces == ("5",)


def test_nothing_else_happens_while_a_throw_is_waited_for() -> None:
    game = new(None)
    bid(game, 3, 2)
    with pytest.raises(NotNow):
        game.decision(UNION)
    game.throw("5")
    with pytest.raises(NotNow, match="No throw"):
        game.throw("5")


def test_a_throw_of_several_faces_is_typed_at_once() -> None:
    game = new(None)
    bid(game, 3, 3)
    assert game.wanted is not None
    game.throw("2 2 5 1")
    assert game.entries[-1].rolls[0].faces == ("2", "2", "5", "1")


def test_the_number_of_a_sealed_roll_never_goes_back() -> None:
    dice = sealed()
    game = new(dice)
    numbers = [dice.number]
    for _ in range(60):
        if not game.asked():
            break
        on(game, 1)
        numbers.append(dice.number)
        if game.mover and game.can_undo(game.mover):
            game.undo(game.mover)
            numbers.append(dice.number)
            on(game, 1)
            numbers.append(dice.number)
    assert numbers == sorted(numbers)
    assert dice.number == sum([len(entry.rolls) for entry in game.entries]) > 0
    assert isinstance(dice, Sealed)


def test_the_same_dice_give_the_same_game() -> None:
    assert on(new(Seeded("4"))).hash == on(new(Seeded("4"))).hash
    assert on(new(Seeded("4"))).hash != on(new(Seeded("5"))).hash


def test_a_refused_command_leaves_no_trace() -> None:
    game = new(Seeded("1"))
    with pytest.raises(Refused) as caught:
        give(game, UNION, Numbered(9))
    assert (game.log, game.can_undo(UNION)) == ([], False)
    assert refusal(caught.value.reasons) == "The number must be from 1 to 6, not 9."


def test_every_reason_of_the_rulebook_is_given_with_its_clause() -> None:
    game = won_by_union()
    for _ in range(4):
        deed(game)
    bid(game, 3, 2)
    game.throw("5")
    deed(game)
    (player,) = game.asked()
    with pytest.raises(Refused) as caught:
        give(game, player, Traced(((50.0, 50.0),)))
    assert refusal(caught.value.reasons).splitlines() == [
        "The flag goes at most 4 in. [toy.dare.spoils]",
        "The flag may not leave the field. [toy.dare.spoils]",
    ]


# What each player sees.


def test_a_stream_is_numbered_without_a_gap_and_hides_what_is_hidden() -> None:
    game = on(new(Seeded("2")))
    for player in (UNION, CONFEDERATE, ""):
        stream = game.stream(player)
        assert [item.number for item in stream] == list(range(1, len(stream) + 1))
    bids = [item.event for item in game.stream(UNION) if isinstance(item.event, ToyBid)]
    assert {bid.number for bid in bids if bid.player == CONFEDERATE} == {-1}
    assert all(bid.number > 0 for bid in bids if bid.player == UNION)


def test_a_stream_goes_on_where_it_was_read() -> None:
    game = new(Seeded("2"))
    whole: list[object] = []
    read = 0
    while game.asked():
        on(game, 1)
        items = game.stream(UNION, read)
        read += len(items)
        whole.extend(items)
    assert tuple(whole) == game.stream(UNION)


def test_an_undo_is_one_more_item_and_no_item_changes() -> None:
    game = new(Seeded("2"))
    give(game, UNION, Numbered(3))
    before = game.stream(CONFEDERATE)
    game.undo(UNION)
    after = game.stream(CONFEDERATE)
    assert after[: len(before)] == before
    assert (after[-1].number, after[-1].event, after[-1].back) == (2, None, 1)


def test_what_is_not_noticed_leaves_no_gap() -> None:
    def half_blind(event: object, player: str) -> object | None:
        return None if isinstance(event, ToyDone) and player == UNION else RULEBOOK.seen(event, player)

    game = on(Game(replace(RULEBOOK, seen=half_blind), SCENARIO, {}, Seeded("2")))
    blind, other = game.stream(UNION), game.stream(CONFEDERATE)
    assert len(blind) < len(other)
    assert [item.number for item in blind] == list(range(1, len(blind) + 1))


def test_an_undo_of_what_was_not_noticed_is_not_noticed() -> None:
    def half_blind(event: object, player: str) -> object | None:
        return None if isinstance(event, ToyBid) and event.player != player else RULEBOOK.seen(event, player)

    game = Game(replace(RULEBOOK, seen=half_blind), SCENARIO, {}, Seeded("2"))
    give(game, UNION, Numbered(3))
    game.undo(UNION)
    assert game.stream(CONFEDERATE) == ()
    assert len(game.stream(UNION)) == 2


def test_the_story_tells_what_stands_as_each_may_hear_it() -> None:
    game = new(Seeded("2"))
    give(game, UNION, Numbered(3))
    game.undo(UNION)
    give(game, UNION, Numbered(4))
    assert [telling.text for telling in game.story(UNION)] == ["union bids 4."]
    assert [telling.text for telling in game.story(CONFEDERATE)] == ["union bids."]
