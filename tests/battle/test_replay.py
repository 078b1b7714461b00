"""A game file played again: the same to the last hash, gone on with after an upgrade, and proved or found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from roundtop.battle.ends import by_players
from roundtop.battle.forms import Numbered
from roundtop.battle.game import Game
from roundtop.battle.gamefile import (
    END,
    PHYSICAL,
    RESUMED,
    SEEDED,
    GameFileError,
    Source,
    go_on,
    parse,
    read,
    start,
    story_codec,
    text,
    watch,
)
from roundtop.battle.protocol import Outcome, Rulebook
from roundtop.battle.replay import Changed, Difference, replay, resume, verify
from roundtop.battles import load
from roundtop.dice.sources import Sealed, Seeded
from roundtop.rulebooks import rulebooks
from tests.battle.sample import (
    CONFEDERATE,
    SEALED_SOURCE,
    SECRET,
    UNION,
    Lines,
    about,
    bid,
    edited,
    forged,
    give,
    new,
    on,
    played,
    sealed,
    sealed_text,
    seeded_text,
)
from tests.toy import RULEBOOK, SCENARIO

NEWER = replace(RULEBOOK, version="2")


def undone() -> Game:
    """A whole game in which something was taken back."""
    game = new(Seeded("7"))
    give(game, UNION, Numbered(2))
    game.undo(UNION)
    bid(game, 5, 1)
    on(game, 1)
    game.undo(game.mover)
    return on(game)


def by_hand() -> Game:
    """A game with real dice, one of them only counted in."""
    game = new(None)
    throws = iter(["5", "2", "6 6 1 4", "3", "4", "1"] * 4)
    while game.outcome is None:
        if game.wanted is None:
            on(game, 1)
        else:
            try:
                game.throw(next(throws))
            except ValueError:
                continue
    return game


# Replay.


def test_a_file_replays_to_the_same_battle() -> None:
    for game in (played(), undone()):
        again = replay(parse(text(game, about()).encode(), "game"), RULEBOOK)
        assert again.hash == game.hash
        assert [entry.events for entry in again.log] == [entry.events for entry in game.log]
        assert again.stream(UNION) == game.stream(UNION)


def test_a_game_by_hand_replays() -> None:
    game = by_hand()
    file = parse(text(game, about(Source(PHYSICAL))).encode(), "game")
    assert replay(file, RULEBOOK).hash == game.hash
    verdict = verify(file, RULEBOOK)
    assert verdict.sound
    assert any("thrown by hand" in word for word in verdict.unknown)


def test_a_real_battle_replays_and_is_proved() -> None:
    book = rulebooks()[0]
    game = played(book, load("training-field"))
    file = parse(text(game, about()).encode(), "game")
    assert replay(file, book).hash == game.hash
    verdict = verify(file, book)
    assert (verdict.fails, verdict.unknown) == ([], [])


def test_an_unfinished_file_replays_to_where_it_stands() -> None:
    game = on(new(Seeded("7")), 9)
    again = replay(parse(text(game, about()).encode(), "game"), RULEBOOK)
    assert (again.hash, again.asked()) == (game.hash, game.asked())


def test_another_rulebook_refuses() -> None:
    with pytest.raises(Changed, match="played by toy, not by other"):
        replay(parse(seeded_text().encode(), "game"), replace(RULEBOOK, id="other"))


def first_roll(lines: Lines) -> tuple[int, Lines]:
    return next((i, line["rolls"]) for i, line in enumerate(lines) if line.get("rolls"))


def other_face(lines: Lines) -> None:
    _, rolls = first_roll(lines)
    rolls[0]["faces"] = [str(int(rolls[0]["faces"][0]) % 6 + 1), *rolls[0]["faces"][1:]]


def other_answer(lines: Lines) -> None:
    _, rolls = first_roll(lines)
    rolls[0]["answer"] = rolls[0]["answer"] % 6 + 1


def other_die(lines: Lines) -> None:
    _, rolls = first_roll(lines)
    other_face(lines)
    rolls[0]["answer"] = int(rolls[0]["faces"][0])


def roll_gone(lines: Lines) -> None:
    first_roll(lines)[1].pop()


def roll_more(lines: Lines) -> None:
    rolls = first_roll(lines)[1]
    rolls.append(rolls[0])


def entries(lines: Lines) -> list[int]:
    return [i for i, line in enumerate(lines) if line["line"] in ("command", "step")]


def other_bid(lines: Lines) -> None:
    command = lines[entries(lines)[0]]["command"]
    command["answer"]["number"] = command["answer"]["number"] % 6 + 1


def other_event(lines: Lines) -> None:
    event = lines[entries(lines)[0]]["events"][0]
    event["number"] = event["number"] % 6 + 1


def event_gone(lines: Lines) -> None:
    lines[entries(lines)[0]]["events"].clear()


def entries_exchanged(lines: Lines) -> None:
    a, b = entries(lines)[:2]
    lines[a], lines[b] = lines[b], lines[a]


def entry_gone(lines: Lines) -> None:
    lines.pop(entries(lines)[3])


def entry_twice(lines: Lines) -> None:
    lines.insert(entries(lines)[3], lines[entries(lines)[3]])


def other_hash(lines: Lines) -> None:
    lines[entries(lines)[2]]["hash"] = "0" * 64


def other_snapshot(lines: Lines) -> None:
    lines[1]["battle"]["state"]["flag"]["x"] = 3


def other_outcome(lines: Lines) -> None:
    lines[-1]["outcome"]["winner"] = "draw"


def other_words(lines: Lines) -> None:
    lines[entries(lines)[0]]["told"][0]["text"] = "union bids a pony."


def other_scenario(lines: Lines) -> None:
    lines[0]["scenario"]["minutes"] = 30


def other_options(lines: Lines) -> None:
    lines[0]["options"] = {"wins": 2}


def bad_options(lines: Lines) -> None:
    lines[0]["options"] = {"bets": 2}


def no_command(lines: Lines) -> None:
    lines[entries(lines)[0]]["command"] = {"is": "Pose", "x": 1, "y": 1, "facing": 0, "player": "union"}


DICE = [other_face, other_answer, other_die, roll_gone, roll_more]
OTHERS = [
    other_bid, other_event, event_gone, entries_exchanged, entry_gone, entry_twice, other_hash, other_snapshot,
    other_outcome, other_scenario, other_options, bad_options, no_command,
]  # fmt: skip


@pytest.mark.parametrize("edit", [*DICE, *OTHERS, other_words])
def test_any_change_is_found(edit: Callable[[Lines], None]) -> None:
    for clean in (seeded_text(), sealed_text()):
        assert verify(parse(clean.encode(), "game"), RULEBOOK).sound
        verdict = verify(parse(edited(clean, edit), "game"), RULEBOOK)
        assert "not as it was written" in verdict.fails[0]


@pytest.mark.parametrize("edit", [*DICE, *OTHERS, other_words])
def test_any_change_is_found_though_every_line_fits_its_own_hash(edit: Callable[[Lines], None]) -> None:
    for clean in (seeded_text(), sealed_text()):
        verdict = verify(parse(forged(clean, edit), "game"), RULEBOOK)
        assert not verdict.sound
        assert "game, line " in verdict.fails[0]


@pytest.mark.parametrize("edit", [*DICE, *OTHERS])
def test_replay_names_the_first_line_that_differs(edit: Callable[[Lines], None]) -> None:
    with pytest.raises(Difference, match=r"game, line \d+: "):
        replay(parse(forged(seeded_text(), edit), "game"), RULEBOOK)


def test_replay_says_what_differs() -> None:
    with pytest.raises(Difference, match=r"the file has .*read as"):
        replay(parse(forged(seeded_text(), other_answer), "game"), RULEBOOK)
    with pytest.raises(Difference, match=r"the rules give .*ToyBid.*, the file has"):
        replay(parse(forged(seeded_text(), other_event), "game"), RULEBOOK)


ENDS = by_players(SCENARIO)


@pytest.mark.parametrize(
    ("outcome", "sound"),
    [
        *[(one, True) for one in ENDS],
        (replace(ENDS[0], reason="broken"), False),
        (replace(ENDS[0], winner=UNION), False),
        (replace(ENDS[0], text="The enemy cheated."), False),
        (replace(ENDS[0], points=((UNION, 99),)), False),
    ],
)
def test_a_game_that_players_end_themselves_is_proved_as_far_as_it_went(outcome: Outcome, sound: bool) -> None:
    """To concede is no rule: the dice up to then still follow from the seal; any other end is not believed."""
    over = {"line": END, "outcome": story_codec().plain(outcome), "secret": SECRET.hex()}
    data = forged(text(on(new(sealed()), 5), about(SEALED_SOURCE)), lambda lines: lines.append(over))
    verdict = verify(parse(data, "game"), RULEBOOK)
    assert verdict.sound == sound, verdict
    assert (f"the players ended the battle, not the rules: {outcome.text}" in verdict.unknown) == sound
    assert any("rolls follow from the seal" in word for word in verdict.holds) == sound


def test_a_game_taken_up_in_the_middle_is_proved_from_there() -> None:
    middle = on(new(Seeded("7")), 5).battle
    game = on(Game(RULEBOOK, SCENARIO, {}, Seeded("9"), battle=middle))
    file = parse(text(game, about(Source(SEEDED, "9"))).encode(), "game")
    verdict = verify(file, RULEBOOK)
    assert verdict.sound
    assert "it begins in the middle of a battle: what came before is not in it" in verdict.unknown
    assert any("rolls follow from the seed '9'" in word for word in verdict.holds)
    assert replay(file, RULEBOOK).hash == game.hash


def test_a_picture_that_the_rules_do_not_draw_is_found() -> None:
    def title(lines: Lines) -> None:
        lines[1]["scene"]["title"] = "Another battle"

    verdict = verify(parse(forged(seeded_text(), title), "game"), RULEBOOK)
    assert verdict.fails == ["game, line 2: the picture is not the one the rules draw"]


def test_a_picture_or_words_of_a_wrong_kind_are_left_out() -> None:
    def wrong(lines: Lines) -> None:
        lines[1]["scene"]["moment"] = {"no": "text"}
        told = next(line for line in lines if line.get("told"))["told"]
        told[0]["text"] = 7

    found, whole = watch(parse(forged(seeded_text(), wrong), "game")), watch(parse(seeded_text().encode(), "game"))
    assert whole[0].scene is not None
    assert found[0].scene is None
    assert sum([len(one.tellings) for one in found]) < sum([len(one.tellings) for one in whole])


# Proof of the dice.


def test_sealed_dice_are_proved_roll_by_roll() -> None:
    game = on(new(sealed()))
    rolls = sum([len(entry.rolls) for entry in game.log])
    verdict = verify(parse(sealed_text().encode(), "game"), RULEBOOK)
    assert verdict.unknown == []
    assert f"all {rolls} rolls follow from the seal, numbers 0 to {rolls - 1} without a gap" in verdict.holds
    assert "the secret is the one that was committed to before the first roll" in verdict.holds


def test_dice_that_did_not_come_from_the_seal_are_found() -> None:
    """A whole game of other dice, every event and hash in order, with the true secret put under it."""
    lucky = text(on(new(Seeded("lucky"))), about(SEALED_SOURCE))
    data = forged(lucky, lambda lines: lines[-1].__setitem__("secret", SECRET.hex()))
    verdict = verify(parse(data, "game"), RULEBOOK)
    assert len(verdict.fails) == 1
    assert verdict.fails[0].startswith("the sealed dice give something else: game, line ")


def test_a_skipped_number_is_found() -> None:
    skipping = Sealed(SECRET, "game-1", SEALED_SOURCE.nonces, 1)
    verdict = verify(parse(text(on(new(skipping)), about(SEALED_SOURCE)).encode(), "game"), RULEBOOK)
    assert any("sealed dice give something else" in word for word in verdict.fails)


def test_dice_of_another_seed_are_found() -> None:
    verdict = verify(parse(text(on(new(Seeded("8"))), about()).encode(), "game"), RULEBOOK)
    assert any("seeded dice give something else" in word for word in verdict.fails)


@pytest.mark.parametrize("secret", ["00", "", "no hex"])
def test_a_secret_that_does_not_fit_is_found(secret: str) -> None:
    data = forged(sealed_text(), lambda lines: lines[-1].__setitem__("secret", secret))
    verdict = verify(parse(data, "game"), RULEBOOK)
    assert verdict.fails == ["the secret does not fit the commitment that was published before the first roll"]


def test_an_unfinished_sealed_game_says_what_cannot_be_checked_yet() -> None:
    verdict = verify(parse(text(on(new(sealed()), 9), about(SEALED_SOURCE)).encode(), "game"), RULEBOOK)
    assert verdict.sound
    assert "the secret of the dice is published only when the battle is over" in verdict.unknown
    assert "the battle is not over" in verdict.unknown


def test_other_rules_cannot_prove_but_say_so() -> None:
    verdict = verify(parse(sealed_text().encode(), "game"), NEWER)
    assert verdict.sound
    assert any("not played again" in word for word in verdict.unknown)


# Going on.


@pytest.mark.parametrize("moves", [0, 1, 5, 9])
def test_a_seeded_game_goes_on_as_if_it_had_never_stopped(tmp_path: Path, moves: int) -> None:
    path = tmp_path / "game.jsonl"
    whole = on(new(Seeded("7")), moves)
    start(path, whole, about()).close()
    file = read(path)
    resumed = resume(file, RULEBOOK, "9")
    assert resumed.game.hash == whole.hash
    writer = go_on(path, file, resumed)
    on(resumed.game)
    writer.update()
    writer.close()
    on(whole)
    assert resumed.game.hash == whole.hash
    assert path.read_text("utf-8") == text(whole, about())
    assert verify(read(path), RULEBOOK).sound


def test_undo_still_works_after_going_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = new(Seeded("7"))
    give(game, UNION, Numbered(2))
    start(path, game, about()).close()
    file = read(path)
    resumed = resume(file, RULEBOOK, "9")
    writer = go_on(path, file, resumed)
    resumed.game.undo(UNION)
    on(resumed.game)
    writer.update()
    writer.close()
    assert verify(read(path), RULEBOOK).sound


def test_a_game_cut_off_by_a_crash_goes_on_from_its_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    whole = text(on(new(Seeded("7")), 9), about()).encode()
    for cut in range(len(whole) - 1, whole.index(b"\n") + 1, -997):
        path.write_bytes(whole[:cut])
        file = read(path)
        resumed = resume(file, RULEBOOK, "9")
        writer = go_on(path, file, resumed)
        on(resumed.game)
        writer.update()
        writer.close()
        verdict = verify(read(path), RULEBOOK)
        assert (verdict.fails, verdict.unknown) == ([], [])


def test_a_sealed_game_goes_on_with_its_secret_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = on(new(sealed()), 9)
    start(path, game, about(SEALED_SOURCE)).close()
    file = read(path)
    with pytest.raises(GameFileError, match="the secret does not fit"):
        resume(file, RULEBOOK, "9")
    resumed = resume(file, RULEBOOK, "9", SECRET)
    assert isinstance(resumed.game.dice, Sealed)
    assert resumed.game.dice.number == sum([len(entry.rolls) for entry in game.log])
    writer = go_on(path, file, resumed)
    on(resumed.game)
    writer.update()
    writer.close()
    verdict = verify(read(path), RULEBOOK)
    assert (verdict.fails, verdict.unknown) == ([], [])


def test_a_game_by_hand_goes_on_waiting_for_its_throw() -> None:
    game = new(None)
    bid(game, 3, 2)
    resumed = resume(parse(text(game, about(Source(PHYSICAL))).encode(), "game"), RULEBOOK, "9")
    assert resumed.game.wanted is not None
    resumed.game.throw("5")
    assert resumed.game.asked() == (UNION,)


@pytest.mark.parametrize("source", [about(), about(SEALED_SOURCE)], ids=["seeded", "sealed"])
def test_after_an_upgrade_a_game_goes_on_from_its_last_snapshot(tmp_path: Path, source: object) -> None:
    path = tmp_path / "game.jsonl"
    kind = about() if source == about() else about(SEALED_SOURCE)
    game = on(new(Seeded("7") if kind == about() else sealed(), wins=12), 70)
    start(path, game, kind).close()
    file = read(path)
    resumed = resume(file, NEWER, "9", SECRET)
    assert any("goes on from the snapshot" in note for note in resumed.notes)
    kept = len(parse(text(game, kind).encode(), "x").lines)
    writer = go_on(path, file, resumed)
    on(resumed.game)
    writer.update()
    writer.close()
    after = read(path)
    assert [line.number for line in after.lines if line.kind == RESUMED] == [kept + 1]
    assert after.outcome == resumed.game.outcome
    assert replay(after, NEWER).hash == resumed.game.hash
    verdict = verify(after, NEWER)
    assert verdict.sound
    assert any("played under toy 1" in word for word in verdict.unknown)
    assert any("rolls follow from the se" in word for word in verdict.holds)
    told = [telling.text for moment in watch(after) for telling in moment.tellings]
    assert told == [
        t.text for t in [*game.story("")[: len(told) - len(resumed.game.story(""))], *resumed.game.story("")]
    ]


def test_after_a_second_upgrade_it_still_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    start(path, on(new(Seeded("7"), wins=12), 30), about()).close()
    newest = replace(RULEBOOK, version="3")
    hashes = [carry_on(path, book) for book in (NEWER, newest)]
    file = read(path)
    assert len([line for line in file.lines if line.kind == RESUMED]) == 2
    assert resume(file, newest, "9").game.hash == hashes[-1]
    assert verify(file, newest).sound


def carry_on(path: Path, book: Rulebook) -> str:
    """The hash of the game in a file after sixty more decisions under these rules."""
    file = read(path)
    resumed = resume(file, book, "9")
    writer = go_on(path, file, resumed)
    on(resumed.game, 60)
    writer.update()
    writer.close()
    return resumed.game.hash


def test_a_forged_die_found_on_resuming_falls_back_to_the_snapshot() -> None:
    data = forged(text(on(new(Seeded("7")), 9), about()), other_answer)
    resumed = resume(parse(data, "game"), RULEBOOK, "9")
    assert resumed.first is not None
    assert resumed.first["entries"] == 0


def test_a_snapshot_that_newer_rules_cannot_read_is_said_so() -> None:
    data = forged(text(on(new(Seeded("7")), 9), about()), lambda lines: lines[1]["battle"]["state"].pop("deeds"))
    with pytest.raises(GameFileError, match="line 2: toy 2 cannot read this snapshot: ToyState"):
        resume(parse(data, "game"), NEWER, "9")


def test_a_battle_that_is_over_does_not_go_on() -> None:
    with pytest.raises(GameFileError, match="this battle is over"):
        resume(parse(seeded_text().encode(), "game"), RULEBOOK, "9")
    with pytest.raises(GameFileError, match="only what union saw"):
        resume(parse(text(on(new(Seeded("7")), 5), about(), UNION).encode(), "game"), RULEBOOK, "9")


def test_the_other_player_of_a_resumed_game_is_asked() -> None:
    game = new(Seeded("7"))
    give(game, UNION, Numbered(2))
    resumed = resume(parse(text(game, about()).encode(), "game"), RULEBOOK, "9")
    assert resumed.game.asked() == (CONFEDERATE,)
