"""A game is set up once, by a worker; whoever reads it afterwards takes it as it was set up."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

import pytest
import sqlalchemy as sa

from roundtop.battle import game as games
from roundtop.battle.gamefile import story_codec
from roundtop.battles import load
from roundtop.server import places, think
from roundtop.server.hall import Hall
from roundtop.server.limits import Trouble
from roundtop.server.store import LOG
from roundtop.server.wire import Chair, NewGame
from tests.server.aside import Elsewhere, awaited
from tests.server.house import FIELD, ROOMY, RULES

HOUSE: Final[dict[str, Any]] = {"men_per_stand": 20}
SEATS: Final = {"union": Chair("here"), "confederate": Chair("here")}
WISH: Final = NewGame(FIELD, RULES, SEATS, options=HOUSE)


def hall(loop_size: int = ROOMY.loop_size) -> tuple[Hall, Elsewhere]:
    found = Hall(None, replace(ROOMY, loop_size=loop_size))
    hands = Elsewhere()
    found.hands = hands
    return found, hands


def never(*_: object, **__: object) -> None:
    raise AssertionError("the battle is set up where others play")


def test_who_opens_a_game_does_not_set_it_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        found, hands = hall()
        made = await found.make(WISH, "here")
        before = found.rooms.pop(made.game).session.game
        assert hands.asked == ["begin"]
        monkeypatch.setattr(games, "begin", never)
        after = (await found.room(made.game)).session
        assert (after.game.opening, after.game.hash) == (before.opening, before.hash)
        assert [entry.events for entry in after.game.log] == [entry.events for entry in before.log]
        assert after.records == 1
        assert hands.asked == ["begin"]
        found.close()

    awaited(work())


def test_a_game_kept_without_its_opening_is_set_up_by_a_worker() -> None:
    async def work() -> None:
        found, hands = hall()
        made = await found.make(WISH, "here")
        before = found.rooms.pop(made.game).session.game
        assert found.own is not None
        with found.own.engine.begin() as disk:
            disk.execute(sa.delete(LOG))
        after = (await found.room(made.game)).session
        assert hands.asked == ["begin", "set-up"]
        assert (after.game.opening, after.game.hash, after.records) == (before.opening, before.hash, 0)
        found.close()

    awaited(work())


def test_an_opening_of_other_rules_is_not_gone_on_from() -> None:
    async def work() -> None:
        found, hands = hall()
        made = await found.make(WISH, "here")
        found.rooms.pop(made.game)
        assert found.own is not None
        with found.own.engine.begin() as disk:
            disk.execute(sa.update(LOG).values(record=sa.func.replace(LOG.c.record, '"rules":"', '"rules":"older ')))
        assert (await found.room(made.game)).session.begun
        assert hands.asked == ["begin", "set-up"]
        found.close()

    awaited(work())


def test_a_vast_game_shares_its_process_with_none_that_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "VAST_SIZE", 20_000)
    monkeypatch.setattr(Hall, "rouse", lambda *_: None)

    async def work() -> None:
        found, _ = hall(loop_size=0)
        assert found.annexes is not None
        for options, vast in (({}, False), ({"men_per_stand": 6}, True)):
            made = await found.make(NewGame(FIELD, RULES, SEATS, options=options), "here")
            assert await found.annexed(made.game)
            assert (found.place(found.annexes, made.game) is found.annexes.vast) == vast
        found.close()

    awaited(work())


def test_a_battle_of_the_shelf_as_it_is_waits_for_nothing_that_somebody_drew_up() -> None:
    found = places.Places(replace(ROOMY, loop_size=0))
    field = load(FIELD)
    for scenario, options, size, place in (
        (field, {}, 0, places.BESIDE),
        (field, HOUSE, 0, places.STRANGE),
        (field, HOUSE, places.LARGE + 1, places.VAST),
        (replace(field, title="Mine"), {}, 0, places.VAST),
        (field, {}, places.VAST_SIZE, places.BESIDE),
        (field, {}, places.VAST_SIZE + 1, places.VAST),
    ):
        header = {"rulebook": RULES, "scenario": story_codec().plain(scenario), "options": options, "size": size}
        assert found.find("game", json.loads(json.dumps(header))) == place == found.known["game"]


def test_house_rules_that_make_a_battle_too_large_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(think, "LARGEST", 1000)

    async def work() -> None:
        found, _ = hall()
        with pytest.raises(Trouble, match=r"^options: this battle takes [\d,]+ characters to write down, and at most"):
            await found.make(WISH, "here")
        assert not found.rooms
        found.close()

    awaited(work())
    assert "too many stands" in think.house(FIELD, RULES, "{}")
