"""Law 5: nobody sees what he should not. What a player may not know is exchanged, and all he gets stays byte-equal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import pytest

from roundtop.battle.engine import Battle, Passage, asked, decision, over, reasons, submit
from roundtop.battle.protocol import Command, Decision, Rulebook
from roundtop.dice.sources import Seeded, Stream
from tests.laws.answers import misshapen, spoiled
from tests.laws.book import positions
from tests.laws.play import Case, Moment, answered, cases, codec, fight_on, fought, quickest, steps, wild

IMAGINATIONS = 6
SPECTATOR = ""
every_case = pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)


def watchers(battle: Battle) -> tuple[str, ...]:
    return (*[player.id for player in battle.players], SPECTATOR)


def imagined(book: Rulebook, battle: Battle, player: str, number: int) -> Battle:
    """The battle with what a player may not know exchanged for something that he might imagine."""
    seen = book.view(battle.state, player)
    return replace(battle, state=book.imagine(seen, player, Stream(f"imagine {player} {number}")))


def shown(book: Rulebook, battle: Battle, player: str) -> str:
    """A player's view, the scene he is shown, and who is waited for, as bytes."""
    seen = book.view(battle.state, player)
    return codec(book).text((seen, book.scene(seen), asked(book, battle)))


def proposals(book: Rulebook, battle: Battle, wanted: Decision, own: Command) -> Iterator[Command]:
    """Commands of a player, right and wrong."""
    stream = Stream("proposals")
    yield own
    yield from [command for _, command in spoiled(book, battle, own)]
    yield from [answered(battle, wanted, answer) for answer in misshapen(wanted)]
    yield from [answered(battle, wanted, wild(wanted, stream)) for _ in range(3)]


def replies(book: Rulebook, battle: Battle, wanted: Decision, own: Command) -> str:
    """What a player who is asked gets: his decision, refusals and errors, and the forecast of his command."""
    again = decision(book, battle, wanted.player)
    refusals = [reasons(book, battle, command) for command in proposals(book, battle, again, own)]
    forecast = book.forecast(book.view(battle.state, wanted.player), battle.agenda[-1], own)
    return codec(book).text((again, refusals, forecast))


@every_case
def test_view_options_refusals_and_odds_stay_the_same(case: Case) -> None:
    book = case.book
    for moment in fought(case, "laws").sampled(16):
        for player in watchers(moment.battle):
            others = [imagined(book, moment.battle, player, n) for n in range(IMAGINATIONS)]
            assert {shown(book, other, player) for other in others} == {shown(book, moment.battle, player)}
        others = [imagined(book, moment.battle, moment.command.player, n) for n in range(IMAGINATIONS)]
        real = replies(book, moment.battle, moment.asked, moment.command)
        for other in _different(book, others, moment.battle)[:3]:
            assert replies(book, other, moment.asked, moment.command) == real


def _different(book: Rulebook, others: list[Battle], real: Battle) -> list[Battle]:
    """Those that differ from the real battle, each once."""
    write = codec(book).text
    found = {write(other): other for other in others}
    found.pop(write(real), None)
    return list(found.values())


def told(book: Rulebook, passage: Passage, player: str) -> str:
    """What a player is told of a passage, in events, words and ways, and the dice he sees."""
    after = book.view(passage.battle.state, player)
    events = [book.seen(event, player) for event in passage.events]
    words = [book.tell(after, event) for event in events if event is not None]
    ways = [book.courses(after, event) for event in events if event is not None] if book.courses else []
    rolls = [roll for roll in passage.rolls if roll.seen_by in ("", player)]
    return codec(book).text((events, words, ways, [roll.reason for roll in rolls]))


def stream_of(book: Rulebook, battle: Battle, command: Command, seed: str) -> Iterator[Passage]:
    """A command and all it sets going, step by step."""
    first = submit(book, battle, command)
    yield first
    for _, passage in steps(book, first.battle, Seeded(seed)):
        yield passage


@every_case
def test_the_stream_of_events_stays_the_same_until_something_is_turned_up(case: Case) -> None:
    """Real and imagined battle go on with the same command and dice until an event turns something up for all."""
    book = case.book
    compared = 0
    for moment in fought(case, "laws").sampled(20):
        for player in watchers(moment.battle):
            for number in range(3):
                other = imagined(book, moment.battle, player, number)
                if not reasons(book, other, moment.command):
                    compared += _alike_until_revealed(book, moment, other, player)
                else:
                    assert player != moment.command.player
    assert compared


def _alike_until_revealed(book: Rulebook, moment: Moment, other: Battle, player: str) -> int:
    reveals = positions(book).reveals
    compared = 0
    real_stream = stream_of(book, moment.battle, moment.command, moment.seed)
    for real, fancy in zip_longest(real_stream, stream_of(book, other, moment.command, moment.seed)):
        assert real is not None, "the imagined battle goes on although nothing was turned up"
        assert fancy is not None, "the real battle goes on although nothing was turned up"
        # Of a unit that is nowhere to be seen the place is imagined too, so that either battle may turn one up first.
        if {type(event).__name__ for event in (*real.events, *fancy.events)} & set(reveals):
            break
        assert told(book, real, player) == told(book, fancy, player)
        assert shown(book, real.battle, player) == shown(book, fancy.battle, player)
        assert codec(book).text(real.battle.agenda) == codec(book).text(fancy.battle.agenda)
        compared += 1
    return compared


# ------------------------------------------------------------------ secrets by their source, not by imagination


@every_case
def test_answers_given_in_secret_look_alike(case: Case) -> None:
    """Whatever a player answers in secret, the others see, are told and are asked the same."""
    book = case.book
    exchanged = 0
    for moment in fought(case, "laws").sampled(90):
        for group in positions(book).alike(moment.asked):
            made = [answered(moment.battle, moment.asked, answer) for answer in group]
            lawful = [one for one in made if not reasons(book, moment.battle, one)]
            for watcher in [w for w in watchers(moment.battle) if w != moment.command.player]:
                seen = {_first_sight(book, moment, command, watcher) for command in lawful}
                assert len(seen) <= 1
                exchanged += len(lawful) > 1
    assert exchanged or not _keeps_secrets(case)


def _first_sight(book: Rulebook, moment: Moment, command: Command, watcher: str) -> str:
    passage = submit(book, moment.battle, command)
    return told(book, passage, watcher) + shown(book, passage.battle, watcher)


def _keeps_secrets(case: Case) -> bool:
    """Whether anything is ever hidden in a battle."""
    book = case.book
    write = codec(book).text
    return any(
        write(book.view(moment.battle.state, SPECTATOR)) != write(moment.battle.state)
        for moment in fought(case, "laws").sampled(30)
    )


@every_case
def test_dice_thrown_in_secret_look_alike(case: Case) -> None:
    """Whatever falls where one player alone may look, the others see and are told the same."""
    book = case.book
    for moment in fought(case, "laws").moments:
        battle = submit(book, moment.battle, moment.command).battle
        for before, passage in steps(book, battle, Seeded(moment.seed)):
            lookers = {roll.seen_by for roll in passage.rolls}
            if lookers and "" not in lookers:
                for watcher in set(watchers(before)) - lookers:
                    others = [_stepped(book, before, n) for n in range(IMAGINATIONS)]
                    assert len({told(book, one, watcher) + shown(book, one.battle, watcher) for one in others}) == 1


def _stepped(book: Rulebook, battle: Battle, number: int) -> Passage:
    return next(passage for _, passage in steps(book, battle, Seeded(f"secret {number}")))


# ------------------------------------------------------------------ imagination


@every_case
def test_what_is_imagined_is_not_the_truth_kept_back(case: Case) -> None:
    """Where something is hidden, imaginations differ from the truth and from each other."""
    book = case.book
    write = codec(book).text
    hidden = different = 0
    for moment in fought(case, "laws").sampled(20):
        for player in watchers(moment.battle):
            if write(book.view(moment.battle.state, player)) != write(moment.battle.state):
                hidden += 1
                others = {write(imagined(book, moment.battle, player, n).state) for n in range(IMAGINATIONS)}
                different += len(others) > 1 and others != {write(moment.battle.state)}
    assert different >= 0.5 * hidden
    assert hidden or not _keeps_secrets(case)


@pytest.mark.parametrize("case", quickest(cases()), ids=lambda case: case.id)
def test_an_imagined_battle_can_be_fought_to_its_end(case: Case) -> None:
    whole = fought(case, "laws")
    for number, moment in enumerate(whole.sampled(6)):
        other = imagined(case.book, moment.battle, moment.command.player, number)
        assert over(case.book, fight_on(case, other, f"imagined {number}").end) is not None


def aligned(real: list[Any], seen: list[Any]) -> list[Any]:
    """What is shown, in the order of what is there: things by their ids, masks without an id in the gaps."""
    if not all(isinstance(one, dict) and "id" in one for one in (*real, *seen)):
        return seen
    ids = [one["id"] for one in real]
    known = {one["id"]: one for one in seen if one["id"] in ids}
    masks = [one for one in seen if one["id"] not in ids]
    return [known[id] if id in known else masks.pop() for id in ids]


def hidden_paths(real: Any, seen: Any) -> Iterator[tuple[Any, Any]]:
    """Where a view differs from the truth: what is there, and what is shown in its place."""
    if isinstance(real, dict) and isinstance(seen, dict) and real.keys() == seen.keys():
        for key in real:
            yield from hidden_paths(real[key], seen[key])
    elif isinstance(real, list) and isinstance(seen, list) and len(real) == len(seen):
        for one, other in zip(real, aligned(real, seen)):
            yield from hidden_paths(one, other)
    elif real != seen:
        yield real, seen


@every_case
def test_a_mask_does_not_depend_on_what_is_behind_it(case: Case) -> None:
    """In the place of everything hidden stands one and the same mask, whatever is hidden."""
    book = case.book
    plain = codec(book).plain
    masks: dict[str, set[str]] = {}
    for moment in fought(case, "laws").sampled(30):
        for player in watchers(moment.battle):
            view = book.view(moment.battle.state, player)
            for real, seen in hidden_paths(plain(moment.battle.state), plain(view)):
                masks.setdefault(repr(real), set()).add(repr(seen))
    every = {mask for found in masks.values() for mask in found}
    assert every.isdisjoint(masks), "a mask that might be the truth"
