"""Law 4: saving round-trips at every moment; undo then redo changes nothing."""

from __future__ import annotations

import pytest

from roundtop.battle.engine import Battle, decision, step, submit
from roundtop.battle.game import Game, NotNow
from roundtop.battle.protocol import Command
from roundtop.dice.sources import Seeded, Stream
from tests.laws.play import Case, cases, chosen, codec, fought, onward, quickest, scenario, smallest, steps


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_every_moment_is_written_and_read(case: Case) -> None:
    kept = codec(case.book)
    whole = fought(case, "laws")
    for battle in (whole.opening, *[moment.battle for moment in whole.sampled(60)], whole.end):
        text = kept.text(battle)
        loaded = kept.read(text)
        assert loaded == battle
        assert kept.text(loaded) == text


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_decisions_commands_and_events_are_written_and_read(case: Case) -> None:
    kept = codec(case.book)
    for moment in fought(case, "laws").sampled(40):
        passage = submit(case.book, moment.battle, moment.command)
        later = [after.events for _, after in steps(case.book, passage.battle, Seeded(moment.seed))]
        for value in (moment.asked, moment.command, passage.events, *later):
            assert kept.read(kept.text(value)) == value


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_a_battle_goes_on_the_same_after_loading(case: Case) -> None:
    kept = codec(case.book)
    for moment in fought(case, "laws").sampled(40):
        loaded = kept.read(kept.text(moment.battle))
        command: Command = kept.read(kept.text(moment.command))
        assert kept.text(decision(case.book, loaded, command.player)) == kept.text(moment.asked)
        ends = [
            onward(case.book, submit(case.book, battle, one).battle, Seeded(moment.seed))
            for battle, one in ((moment.battle, moment.command), (loaded, command))
        ]
        assert kept.text(ends[0]) == kept.text(ends[1])


@pytest.mark.parametrize("case", cases(small=True), ids=lambda case: case.id)
def test_a_battle_between_steps_is_written_and_read(case: Case) -> None:
    kept = codec(case.book)
    for moment in fought(case, "laws").sampled(30):
        battle = submit(case.book, moment.battle, moment.command).battle
        for before, passage in steps(case.book, battle, Seeded(moment.seed)):
            loaded: Battle = kept.read(kept.text(before))
            assert loaded == before
            if not passage.rolls:
                assert kept.text(step(case.book, loaded, Seeded(""))) == kept.text(passage)


@pytest.mark.parametrize("case", quickest(cases()), ids=lambda case: case.id)
def test_undo_then_redo_changes_nothing(case: Case) -> None:
    kept = codec(case.book)
    game = Game(case.book, scenario(case.battle), case.variant.options, Seeded("undo"))
    stream = Stream("undo")
    taken_back = 0
    while game.outcome is None:
        players = game.asked()
        wanted = game.decision(players[stream.below(len(players))])
        command = chosen(case.book, game.battle, wanted, stream)
        before, story = kept.text(game.battle), len(game.entries)
        game.submit(command)
        after, entries = kept.text(game.battle), list(game.entries)
        try:
            game.undo(command.player)
        except NotNow:
            assert (kept.text(game.battle), game.entries) == (after, entries)
            continue
        taken_back += 1
        assert (kept.text(game.battle), len(game.entries)) == (before, story)
        game.submit(command)
        assert (kept.text(game.battle), game.entries) == (after, entries)
    assert taken_back


@pytest.mark.parametrize("case", smallest(), ids=lambda case: case.id)
def test_what_was_thrown_or_shown_is_not_taken_back(case: Case) -> None:
    """After dice, after what the book calls final and after another's command nothing is undone."""
    game = Game(case.book, scenario(case.battle), case.variant.options, Seeded("final"))
    stream = Stream("final")
    for _ in range(80):
        if game.outcome is not None:
            break
        wanted = game.decision(game.asked()[0])
        entries = game.submit(chosen(case.book, game.battle, wanted, stream))
        if any(entry.rolls for entry in entries):
            with pytest.raises(NotNow):
                game.undo(wanted.player)
        for other in [one.id for one in game.battle.players if one.id != wanted.player]:
            with pytest.raises(NotNow):
                game.undo(other)
