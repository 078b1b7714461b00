"""The game file: written as the game goes on, read with precise errors, watched without the rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roundtop.battle.forms import Numbered
from roundtop.battle.gamefile import (
    GameFileError,
    Recorder,
    about_of,
    parse,
    read,
    scenario_of,
    start,
    text,
    watch,
)
from roundtop.battle.replay import Changed, redacted, replay
from roundtop.battles import load
from roundtop.dice.sources import Seeded
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

# Writing and reading.


def test_a_file_that_grew_with_its_game_is_the_file_written_at_once(tmp_path: Path) -> None:
    game = new(Seeded("7"))
    path = tmp_path / "game.jsonl"
    writer = start(path, game, about())
    while game.asked():
        on(game, 1)
        writer.update()
    writer.close()
    assert path.read_text("utf-8") == text(game, about())


def test_a_file_says_what_it_was_played_with() -> None:
    file = parse(sealed_text().encode(), "game")
    assert (file.header["rulebook"], file.header["rules"], file.header["engine"]) == ("toy", "1", "1")
    assert scenario_of(file) == SCENARIO
    assert about_of(file) == about(SEALED_SOURCE)
    assert (file.notes, file.outcome) == ((), on(new(sealed())).outcome)


@pytest.mark.parametrize("name", [None, True, {"a": 1}, [1]])
def test_who_sat_where_is_told_in_texts(name: Any) -> None:
    data = forged(seeded_text(), lambda lines: lines[0]["seats"].__setitem__(UNION, name))
    with pytest.raises(GameFileError, match=r"line 1: 'seats\.union' must be text"):
        about_of(parse(data, "game"))


def test_the_secret_stands_only_at_the_end() -> None:
    whole = sealed_text().splitlines()
    assert json.loads(whole[-1])["secret"] == SECRET.hex()
    assert SECRET.hex() not in "".join(whole[:-1])
    assert SECRET.hex() not in text(on(new(sealed()), 8), about(SEALED_SOURCE))


def test_snapshots_come_at_the_start_and_now_and_then() -> None:
    game = on(new(Seeded("7"), wins=30))
    lines = [json.loads(line) for line in text(game, about()).splitlines()]
    kinds = [line["line"] for line in lines]
    assert kinds[:2] == ["game", "snapshot"]
    places = [i for i, kind in enumerate(kinds) if kind == "snapshot"]
    assert [b - a for a, b in zip(places, places[1:])] == [51] * (len(places) - 1)
    assert len(places) > 2


def test_every_turn_has_its_snapshot() -> None:
    game = played(rulebooks()[0], load("training-field"))
    lines = [json.loads(line) for line in text(game, about()).splitlines()]
    turns = [i for i, line in enumerate(lines) if any(one["hint"] == "turn" for one in line.get("told", []))]
    assert turns
    assert all(lines[i + 1]["line"] == "snapshot" for i in turns)


def test_a_last_line_cut_short_is_left_out_with_a_note() -> None:
    whole = text(on(new(Seeded("7")), 6), about()).encode()
    file = parse(whole[:-20], "game")
    assert file.notes == ("the last line is cut short and was left out",)
    assert file.size == whole[:-20].rfind(b"\n") + 1
    assert replay(file, RULEBOOK).asked()


def set_to(number: int, field: str, value: Any) -> Callable[[Lines], object]:
    return lambda lines: lines[number].__setitem__(field, value)


def drop(number: int, field: str) -> Callable[[Lines], object]:
    return lambda lines: lines[number].pop(field)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (set_to(0, "format", 2), "line 1: format 2 is not known here, only 1"),
        (drop(0, "rulebook"), "line 1: 'rulebook' is missing"),
        (set_to(0, "players", "two"), "line 1: 'players' must be a list"),
        (set_to(2, "rolls", {}), "line 3: 'rolls' must be a list"),
        (set_to(2, "line", "story"), "line 3: 'line' must be one of game, command"),
        (lambda lines: lines.insert(3, lines[0]), "line 4: the header must be the first line"),
        (lambda lines: lines.pop(0), "line 1: the header must be the first line"),
        (lambda lines: lines.append(lines[2]), "the battle ends here, but the file goes on"),
        (
            lambda lines: lines.insert(3, {"line": "undo", "player": "union", "back": 2, "hash": ""}),
            "line 4: 2 entries cannot be taken back of 1",
        ),
        (
            lambda lines: lines.insert(3, {"line": "undo", "player": "union", "back": True, "hash": ""}),
            "line 4: 'back' must be a whole number",
        ),
    ],
)
def test_a_fault_is_named_with_its_line(edit: Callable[[Lines], object], says: str) -> None:
    with pytest.raises(GameFileError) as caught:
        parse(forged(seeded_text(), edit), "game")
    assert says in str(caught.value)
    assert str(caught.value).startswith("game, line ")


@pytest.mark.parametrize("content", [b"", b"no line end", b"\n", b"[1, 2]\n", b"\xff\xfe\n", b'{"line": 3}\n', b"{\n"])
def test_what_is_no_game_file_is_said_to_be_none(content: bytes) -> None:
    with pytest.raises(GameFileError, match="game"):
        parse(content, "game")


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere.jsonl"):
        with pytest.raises(GameFileError, match="cannot be read"):
            read(path)


def test_an_unreadable_header_names_its_field() -> None:
    file = parse(forged(seeded_text(), lambda lines: lines[0]["scenario"].pop("title")), "game")
    with pytest.raises(GameFileError, match="line 1: 'scenario' cannot be read: title: this is missing"):
        scenario_of(file)


def test_a_number_of_thousands_of_figures_is_refused_by_its_field() -> None:
    line = seeded_text().splitlines()[0].encode().replace(b'"version":1', b'"version":' + b"9" * 5000)
    with pytest.raises(
        GameFileError, match=r"line 1: scenario\.version: a number of more than 15 figures is no number"
    ):
        parse(line + b"\n", "game")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"line": }', "line 1: this is not JSON: it makes no sense from character 10 on"),
        (b"[" * 100_000, "line 1: this is not JSON: its lists and tables lie too deep in each other"),
        (b"\xff", "line 1: this is not JSON: it is not text in UTF-8"),
        (b"[NaN]", "line 1: this is not JSON: NaN is no number"),
    ],
)
def test_why_a_line_is_no_json_is_said_in_words(line: bytes, words: str) -> None:
    with pytest.raises(GameFileError, match=words):
        parse(line + b"\n", "game")


# Watching.


def texts(data: bytes, player: str = "") -> list[str]:
    return [telling.text for moment in watch(parse(data, "game"), player) for telling in moment.tellings]


def test_watching_tells_what_the_game_told() -> None:
    game = played()
    data = text(game, about()).encode()
    for player in ("", UNION, CONFEDERATE):
        assert texts(data, player) == [telling.text for telling in game.story(player)]


def test_watching_shows_the_table_and_the_dice() -> None:
    game = played()
    found = watch(parse(text(game, about()).encode(), "game"))
    assert found[0].scene == RULEBOOK.scene(RULEBOOK.view(game.opening.state, ""))
    assert [roll for moment in found for roll in moment.rolls] == [r for entry in game.entries for r in entry.rolls]


def test_what_was_taken_back_is_not_watched() -> None:
    game = new(Seeded("7"))
    give(game, UNION, Numbered(2))
    game.undo(UNION)
    bid(game, 5, 1)
    assert texts(text(game, about()).encode(), UNION) == [telling.text for telling in game.story(UNION)]


def test_a_game_is_watched_whatever_became_of_the_rules() -> None:
    def since_changed(lines: Lines) -> None:
        lines[0]["rules"] = "0"
        for line in lines:
            line["events"] = [{"is": "Forgotten", "what": 1} for _ in line.get("events", [])]
            if line["line"] == "snapshot":
                line["battle"] = {"is": "Forgotten"}

    before = seeded_text()
    after = forged(before, since_changed)
    assert texts(after) == texts(before.encode())
    assert watch(parse(after, "game"))[0].scene is not None
    with pytest.raises(Changed, match=r"played under toy 0 .* it can still be watched"):
        replay(parse(after, "game"), RULEBOOK)


def test_a_sentence_that_can_no_longer_be_read_is_passed_over() -> None:
    after = forged(seeded_text(), lambda lines: lines[2]["told"][0].__setitem__("is", "Verse"))
    assert len(texts(after)) == len(texts(seeded_text().encode())) - 1


def test_a_line_changed_by_hand_is_noted_but_watched() -> None:
    data = edited(seeded_text(), lambda lines: lines[2]["told"][0].__setitem__("text", "union bids a pony."))
    file = parse(data, "game")
    assert file.notes == ("line 3 is not as or where it was written",)
    assert texts(data)[0] == "union bids a pony."


# For one seat.


def test_a_seats_file_holds_only_what_it_saw() -> None:
    file = parse(sealed_text().encode(), "game")
    own = redacted(file, RULEBOOK, UNION)
    lines = [json.loads(line) for line in own.splitlines()]
    assert (lines[0]["scenario"], lines[0]["digest"], lines[0]["hash"], lines[0]["seat"]) == ({}, "", "", UNION)
    assert {line["command"]["player"] for line in lines if line["line"] == "command"} == {UNION}
    assert {line["command"].get("version", -1) for line in lines if line["line"] == "command"} == {-1}
    assert not [line for line in lines if line.get("rolls") or line.get("battle") or line.get("hash")]
    bids = [event for line in lines for event in line.get("events", []) if event["is"] == "ToyBid"]
    assert {event["number"] for event in bids if event["player"] == CONFEDERATE} == {-1}
    assert texts(own.encode()) == [telling.text for telling in replay(file, RULEBOOK).story(UNION)]


def test_a_seats_file_has_no_seed() -> None:
    own = redacted(parse(seeded_text().encode(), "game"), RULEBOOK, UNION)
    assert json.loads(own.splitlines()[0])["dice"]["seed"] == ""


def test_a_seats_file_cannot_be_replayed_and_a_stranger_has_none() -> None:
    file = parse(seeded_text().encode(), "game")
    with pytest.raises(Changed, match="only what union saw"):
        replay(parse(redacted(file, RULEBOOK, UNION).encode(), "own"), RULEBOOK)
    with pytest.raises(GameFileError, match="nobody called 'ann'"):
        redacted(file, RULEBOOK, "ann")


def test_games_that_differ_in_what_a_seat_cannot_know_give_it_the_same_bytes() -> None:
    found: set[str] = set()
    for number in range(1, 7):
        game = new(Seeded("7"))
        give(game, CONFEDERATE, Numbered(number))
        found.add(text(game, about(), UNION))
    assert len(found) == 1


def test_a_seats_file_grows_as_it_would_be_written_at_once() -> None:
    game = new(Seeded("7"))
    recorder = Recorder(game, about(), CONFEDERATE)
    grown = recorder.pending()
    give(game, UNION, Numbered(2))
    grown += recorder.pending()
    game.undo(UNION)
    grown += recorder.pending()
    while game.asked():
        on(game, 1)
        grown += recorder.pending()
    assert grown == text(game, about(), CONFEDERATE)


def test_the_chits_of_a_real_rulebook_stay_hidden() -> None:
    book = rulebooks()[0]
    game = played(book, load("training-field"))
    own = text(game, about(), UNION)
    shown = [telling.text for telling in game.story(UNION)]
    assert texts(own.encode()) == shown
    seen = [event for item in game.stream(UNION) if (event := item.event) is not None]
    kept = [event for line in own.splitlines() for event in json.loads(line).get("events", [])]
    assert kept == game.codec.plain(seen)
