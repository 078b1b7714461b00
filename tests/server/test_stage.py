"""What happened is told moment by moment: whoever knows how the pieces stood at one can play all that came after."""

from __future__ import annotations

from typing import Any, Final

import pytest

from roundtop.battle.protocol import Command
from roundtop.dice.sources import Seeded, Stream
from roundtop.server import stage
from roundtop.server.limits import Debts, Trouble
from roundtop.server.session import Session
from roundtop.server.tables import pictured, scene_at
from roundtop.server.wire import Moments, SceneNews, Staged, Turning
from tests.server.aside import awaited
from tests.server.house import House
from tests.server.test_play import play_on
from tests.server.test_session import header

COMMANDS: Final = 400
"""More than captains need on the training field."""


@pytest.fixture(scope="module")
def fought() -> Session:
    """A game that two captains have fought."""
    session = Session("stage", header())
    game, book, stream = session.game, session.rulebook, Stream("stage")
    game.dice = Seeded("stage")
    for _ in range(COMMANDS):
        if game.outcome is not None:
            break
        player = game.asked()[0]
        asked = game.decision(player)
        answer = book.captain(game.view(player), asked, stream)
        game.submit(Command(player, asked.kind, asked.about, answer, "", game.battle.version), asked)
    return session


def staged(session: Session, since: int, whole: bool = False, player: str = "union") -> Staged:
    return awaited(stage.staged(session, player, Moments("m", since, whole), Debts(), "here"))


def moved_on(pieces: dict[str, Any], news: SceneNews) -> dict[str, Any]:
    kept = {} if news.whole else {id: piece for id, piece in pieces.items() if id not in news.gone}
    return {**kept, **{piece.id: piece for piece in news.pieces}}


def test_moments_asked_for_piece_by_piece_end_where_the_table_is(fought: Session) -> None:
    length = len(fought.told("union"))
    pieces: dict[str, Any] = {}
    since, more = 0, True
    while more:
        found = staged(fought, since, whole=since == 0)
        assert len(found.moments) <= stage.MOST
        if since == 0 and not isinstance(found.whole, SceneNews):
            pytest.fail("the whole scene was asked for")
        if isinstance(found.whole, SceneNews):
            pieces = moved_on(pieces, found.whole)
        for one in found.moments:
            assert one.seq == since + 1
            pieces = moved_on(pieces, one.scene)
            shown = pictured(fought, scene_at(fought, "union", one.seq), False)
            assert pieces == {piece.id: piece for piece in shown.pieces}
            since = one.seq
        more = found.more
    assert since == length
    assert pieces == {piece.id: piece for piece in fought.game.scene("union").pieces}


def test_what_one_command_brings_about_is_told_one_thing_after_another(fought: Session) -> None:
    """Whoever routs still stands where he stood when it is told that he routs, and runs at the next moment."""
    stream = fought.game.stream("union")
    together = [
        (one, two)
        for one, two in zip(stream, stream[1:], strict=False)
        if one.entry == two.entry and type(two.event).__name__ == "Moved"
    ]
    assert together
    differ = [scene_at(fought, "union", one.number) != scene_at(fought, "union", two.number) for one, two in together]
    assert all(differ)


def test_many_pieces_are_not_told_at_once(fought: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage, "PIECES", 3)
    found = staged(fought, 0)
    assert found.more
    assert len(found.moments) < stage.MOST
    assert sum([len(one.scene.pieces) for one in found.moments[:-1]]) <= 3


def test_there_are_no_moments_after_the_last(fought: Session) -> None:
    length = len(fought.told("union"))
    assert staged(fought, length).moments == []
    with pytest.raises(Trouble, match=f"your story has items 0 to {length}"):
        staged(fought, length + 1)


def test_a_page_asks_for_moments_over_its_socket(house: House) -> None:
    made = house.make(confederate="bot")
    me = house.sit(made["game"], made["union"])
    play_on({"union": me}, Stream("stage"), 4)
    me.ask("ping")
    told = me.entries[-1]["seq"]
    reply = me.ask("moments", since=told - 2, whole=True)
    assert reply["type"] == "moments"
    assert [one["seq"] for one in reply["moments"]][:2] == [told - 1, told]
    assert reply["whole"]["whole"]
    assert me.ask("moments", since=told + 10_000)["code"] == "no-such-moment"
    watcher = house.sit(made["game"])
    assert watcher.ask("moments", since=0)["moments"][0]["seq"] == 1
    me.close()
    watcher.close()


def test_what_decided_a_battle_is_the_worst_that_befell_the_loser(fought: Session) -> None:
    """Fought on to its end; asked before it, nobody is told."""
    with pytest.raises(Trouble, match="when it is over"):
        awaited(stage.turned(unfought(), "union", Turning("m")))
    outcome = fought.outcome
    assert outcome is not None
    found = awaited(stage.turned(fought, "union", Turning("m")))
    book, game = fought.rulebook, fought.game

    def lost(number: int) -> int:
        view = book.view(game.moment(game.stream("union")[number - 1]), "union")
        return sum([many for side, many in book.losses(view).items() if side != outcome.winner])

    costs = {number: lost(number) - lost(number - 1) for number in range(2, len(fought.told("union")) + 1)}
    assert costs[found.seq] == max(costs.values()) > 0
    assert found.moment.startswith("Turn ")


def unfought() -> Session:
    return Session("stage", header())
