"""One game as records: applying them again gives the same game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from roundtop.battle.engine import codec as engine_codec
from roundtop.battle.engine import sides
from roundtop.battle.game import NotNow
from roundtop.battle.gamefile import story_codec
from roundtop.battles.shelf import load
from roundtop.bots.recruit import recruit
from roundtop.dice.questions import DiceError
from roundtop.dice.sources import Sealed, Stream
from roundtop.rulebooks import rulebook
from roundtop.server import wire
from roundtop.server.limits import Trouble
from roundtop.server.seats import BOT, HUMAN, OPEN, Seat, plain_seat
from roundtop.server.session import Record, Session, Stale, restored, upgraded
from roundtop.server.tables import table
from roundtop.server.wire import ANSWER_CODEC
from tests.server.house import FIELD, RULES

TYPED = "1 2 3 4 5 6 1 2 3 4 5 6"


def header(dice: str = "sealed", kinds: tuple[str, str] = (HUMAN, HUMAN), clock: float | None = None) -> dict[str, Any]:
    scenario = load(FIELD)
    codec = story_codec()
    players = sides(scenario)
    seats = [
        Seat(player.id, player.side, kind, "", "captain" if kind == BOT else "", "t", "", "n")
        for player, kind in zip(players, kinds, strict=True)
    ]
    return {
        "roundtop": "test", "engine": "1", "rulebook": RULES, "rules": rulebook(RULES).version,
        "scenario": codec.plain(scenario),
        "options": {}, "players": codec.plain(players), "seats": [plain_seat(seat) for seat in seats], "dice": dice,
        "secret": "00" * 32, "clock": clock, "name": "A game", "made": 0.0, "owner": "", "start": None,
    }  # fmt: skip


def record(kind: str, player: str, at: float = 0.0, id: str = "", **more: Any) -> Record:
    return {"kind": kind, "player": player, "id": id, "at": at, **more}


def command(session: Session, player: str, stream: Stream, at: float = 0.0, id: str = "") -> Record:
    decision = session.decision(player)
    assert decision is not None
    answer = ANSWER_CODEC.plain(recruit(decision, stream))
    return record("command", player, at, id, version=session.version(player), answer=answer)


def offered(what: str, player: str, seat: str = "", agreed: bool = False) -> Record:
    return record("offer", player, what=what, seat=seat, bot="captain", agreed=agreed)


def played(session: Session, commands: int, seed: str = "played") -> list[Record]:
    """So many lawful commands, and the records of them."""
    stream = Stream(seed)
    given: list[Record] = []
    while len(given) < commands and session.outcome is None:
        found = command(session, session.waiting()[0], stream)
        try:
            session.apply(found)
        except ValueError:
            continue
        given.append(found)
    return given


def test_the_same_records_give_the_same_game() -> None:
    first = Session("game", header())
    given = played(first, 40)
    second = Session("game", header())
    for one in given:
        second.apply(one)
    assert second.game.hash == first.game.hash
    for player in ("", "union", "confederate"):
        assert wire.text(table(second, player, (), True)) == wire.text(table(first, player, (), True))
        assert wire.text(second.told(player)) == wire.text(first.told(player))


def test_a_bent_way_is_told_with_its_event_and_a_straight_one_costs_nothing() -> None:
    session = Session("game", header())
    played(session, 60)
    told = session.told("union")
    bent = [one for one in told if one.courses]
    assert bent
    for one in bent:
        (course,) = one.courses
        assert (course.poses[0].x, course.poses[0].y) == one.places[0]
        assert (course.poses[-1].x, course.poses[-1].y) == one.places[-1]
        assert all(pose.x == round(pose.x, 2) and pose.y == round(pose.y, 2) for pose in course.poses)
    straight = [one for one in told if one.hint == "move" and not one.courses]
    assert straight
    assert "courses" not in wire.text(straight)


def with_snapshot(session: Session, before: int, after: int) -> list[Record]:
    """A log with a snapshot in the middle."""
    given = played(session, before, "before")
    given.append(session.snapshot())
    session.apply(given[-1])
    return [*given, *played(session, after, "after")]


def test_a_snapshot_leaves_what_is_asked_and_its_version_alone() -> None:
    session = Session("game", header())
    asked = session.version("confederate")
    session.apply(command(session, "union", Stream("first")))
    session.apply(session.snapshot())
    assert session.version("confederate") == asked
    assert session.records == 2


def test_under_the_same_rules_the_whole_log_is_fought_again() -> None:
    first = Session("game", header())
    given = with_snapshot(first, 30, 12)
    second = restored("game", header(), given)
    assert not upgraded(header(), given)
    assert second.game.hash == first.game.hash
    assert wire.text(second.told("union")) == wire.text(first.told("union"))


def test_under_new_rules_a_game_goes_on_from_its_last_snapshot() -> None:
    first = Session("game", header())
    first.apply(record("chat", "union", 5.0, "hail", text="Good evening."))
    given = [record("chat", "union", 5.0, "hail", text="Good evening."), *with_snapshot(first, 30, 12)]
    old = {**header(), "rules": "0"}
    given[31]["rules"] = f"{old['engine']}/0"
    assert upgraded(old, given)
    second = restored("game", old, given)
    assert second.game.opening == engine_codec(second.rulebook).value(given[31]["battle"])
    assert second.game.hash == first.game.hash
    assert second.records == len(given)
    assert [line.text for line in second.chat] == ["Good evening."]
    assert second.replied("union", "hail") is not None
    assert second.sealed is not None
    assert first.sealed is not None
    assert second.sealed.number == first.sealed.number
    later = [*given, second.snapshot(), *played_from(second, 6)]
    assert not upgraded(old, later)
    third = restored("game", old, later)
    assert third.game.hash == second.game.hash
    assert third.game.opening == engine_codec(second.rulebook).value(later[len(given)]["battle"])


def played_from(session: Session, commands: int) -> list[Record]:
    session.apply(session.snapshot())
    return played(session, commands, "later")


def test_nothing_is_thrown_before_every_seat_is_taken() -> None:
    session = Session("game", header(kinds=(HUMAN, OPEN)))
    assert not session.begun
    assert session.game.log == []
    (empty,) = session.waiting()
    taking = record("take", empty, name="Robert", token="hash", nonce="mine")
    with pytest.raises(NotNow):
        session.apply(record("concede", next(iter(session.seats))))
    session.apply(taking)
    assert session.begun
    assert session.game.log
    assert isinstance(session.game.dice, Sealed)
    assert "mine" in session.game.dice.nonces
    with pytest.raises(Trouble):
        session.apply(taking)


def test_a_refusal_changes_nothing() -> None:
    session = Session("game", header())
    played(session, 6)
    before = wire.text([table(session, player, (), True) for player in ("", "union", "confederate")])
    player = session.waiting()[0]
    other = "union" if player == "confederate" else "confederate"
    bad = {"is": "Chosen", "keys": ["nobody"]}
    version = session.version(player)
    with pytest.raises(ValueError, match=r"choices|answer|must be|not|Name"):
        session.apply(record("command", player, version=version, answer=bad))
    with pytest.raises(Stale):
        session.apply(record("command", player, version=version - 1, answer=bad))
    if other not in session.waiting():
        with pytest.raises(NotNow):
            session.apply(record("command", other, version=session.version(other), answer=bad))
    with pytest.raises(Trouble):
        session.apply(record("command", player, version=version, answer={"is": "Battle"}))
    with pytest.raises(NotNow):
        session.apply(record("throw", player, entry="6"))
    with pytest.raises(NotNow):
        session.apply(record("back", player))
    with pytest.raises(NotNow):
        session.apply(record("reply", player, offer=1, yes=True))
    after = wire.text([table(session, player, (), True) for player in ("", "union", "confederate")])
    assert after == before


def test_undo_gives_the_question_back_and_the_story_says_so() -> None:
    session = Session("game", header())
    stream = Stream("undo")
    session.apply(command(session, "union", stream))
    told = len(session.told("confederate"))
    assert table(session, "union", (), False).undo
    assert not table(session, "confederate", (), False).undo
    with pytest.raises(NotNow):
        session.apply(record("undo", "confederate"))
    session.apply(record("undo", "union"))
    assert session.decision("union") is not None
    assert session.told("confederate")[told].back == 1
    assert session.told("union")[-1].back == 1


def test_own_dice_are_asked_for_and_typed_in() -> None:
    session = Session("game", header("own"))
    assert session.wanted is not None
    assert session.waiting() == session.throwers()
    thrower = session.throwers()[0]
    shown = table(session, thrower, (), False).wanted
    assert shown is not None
    assert shown.mine
    assert shown.words
    with pytest.raises(DiceError):
        session.apply(record("throw", thrower, entry="7 7"))
    others = [player for player in session.seats if player not in session.throwers()]
    for other in others:
        with pytest.raises(NotNow):
            session.apply(record("throw", other, entry="1 1"))
    before = session.wanted
    session.apply(record("throw", thrower, entry="3 4"))
    assert session.wanted is not before


def test_a_person_throws_what_lies_open_for_a_bot() -> None:
    session = Session("game", header("own", (HUMAN, BOT)))
    person = next(seat.player for seat in session.seats.values() if seat.kind == HUMAN)
    for _ in range(4):
        if session.wanted is None:
            break
        assert session.throwers() == [person]
        session.apply(record("throw", person, entry="3 4"))


def test_own_dice_in_the_middle_need_both() -> None:
    session = Session("game", header())
    session.apply(offered("own-dice", "union"))
    with pytest.raises(NotNow):
        session.apply(offered("own-dice", "union"))
    with pytest.raises(NotNow):
        session.apply(record("reply", "union", offer=1, yes=True))
    assert not session.own_dice
    session.apply(record("reply", "confederate", offer=1, yes=True))
    assert session.own_dice
    assert session.game.dice is None
    assert session.about().dice.kind == "physical"
    assert "own dice" in session.notes[0]
    assert not session.offers


def test_a_draw_is_agreed_or_declined() -> None:
    session = Session("game", header())
    session.apply(offered("draw", "union"))
    session.apply(record("reply", "confederate", offer=1, yes=False))
    assert session.outcome is None
    session.apply(offered("draw", "confederate"))
    session.apply(record("reply", "union", offer=2, yes=True))
    assert session.outcome is not None
    assert session.outcome.winner == "draw"
    assert session.waiting() == []
    with pytest.raises(NotNow):
        session.apply(record("concede", "union"))


def test_whoever_concedes_has_lost() -> None:
    session = Session("game", header())
    session.apply(record("concede", "union"))
    assert session.outcome is not None
    assert session.outcome.winner == "confederate"
    assert table(session, "", (), False).dice.secret == session.secret.hex()


def test_a_bot_stands_in_until_the_friend_is_back() -> None:
    session = Session("game", header())
    session.apply(offered("bot-stands-in", "union", "confederate", True))
    assert session.bots_to_move() == ["confederate"]
    with pytest.raises(NotNow):
        session.apply(offered("bot-stands-in", "union", "confederate", True))
    session.apply(record("back", "confederate"))
    assert session.bots_to_move() == []
    with pytest.raises(Trouble):
        session.apply(offered("bot-stands-in", "union", "nobody", True))


def test_a_battle_is_claimed_from_whoever_has_used_up_his_time() -> None:
    session = Session("game", header(clock=600.0))
    session.apply(command(session, "union", Stream("late"), at=10.0))
    assert session.waiting() == ["confederate"]
    claim = {"kind": "claim", "player": "union", "id": "c"}
    with pytest.raises(NotNow, match="used up"):
        session.apply({**claim, "at": 600.0})
    with pytest.raises(NotNow, match="used up"):
        session.apply({**claim, "player": "confederate", "at": 700.0})
    session.apply({**claim, "at": 601.0})
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.reason) == ("union", "time")


def test_without_a_clock_nothing_is_claimed() -> None:
    session = Session("game", header())
    session.apply(command(session, "union", Stream("late"), at=10.0))
    with pytest.raises(NotNow):
        session.apply({"kind": "claim", "player": "union", "id": "c", "at": 1e9})


def test_the_clock_counts_those_who_are_waited_for() -> None:
    session = Session("game", header(clock=600.0))
    stream = Stream("clock")
    session.apply(command(session, "union", stream, at=10.0))
    assert session.used == {"union": 10.0, "confederate": 10.0}
    session.apply(command(session, "confederate", stream, at=25.0))
    assert session.used == {"union": 10.0, "confederate": 25.0}


def test_nobodys_time_runs_while_no_server_is_there() -> None:
    session = Session("game", header(clock=600.0))
    session.apply(command(session, "union", Stream("late"), at=10.0))
    assert session.asleep(5000.0)
    session.apply({"kind": "woke", "player": "", "id": "", "at": 5007.0})
    assert session.used == {"union": 10.0, "confederate": 10.0}
    assert not session.asleep(5000.0)
    with pytest.raises(NotNow, match="used up"):
        session.apply({"kind": "claim", "player": "union", "id": "c", "at": 5500.0})
    assert not Session("game", header()).asleep(5000.0), "without a clock nothing is written down"


def test_a_repeat_gets_the_first_reply() -> None:
    session = Session("game", header())
    stream = Stream("repeat")
    session.apply(command(session, "union", stream, id="a"))
    assert session.replied("union", "a") == wire.Done("a")
    assert session.replied("confederate", "a") is None
    session.remember("union", "b", wire.Conflict("b", 3))
    assert session.replied("union", "b") == wire.Conflict("b", 3)


def test_the_mark_of_a_question_tells_nothing_of_what_others_did_meanwhile() -> None:
    session = Session("g", header())
    stream = Stream("marks")
    marks: dict[str, set[int]] = {"union": set(), "confederate": set()}
    for _ in range(12):
        session.apply(command(session, session.asked()[0], stream))
        for player, found in marks.items():
            mark = session.version(player)
            assert (mark == 0) == (player not in session.asked())
            found.add(mark)
    for found in marks.values():
        steps = [after - before for before, after in pairwise(sorted(found))]
        assert min(steps, default=MANY) > MANY / 2, "marks follow one another like a count"


MANY = 1000
