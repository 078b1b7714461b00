"""Bots by name."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints

import pytest

from roundtop.battle.engine import asked, decision
from roundtop.battle.forms import Numbered
from roundtop.bots import bot
from roundtop.bots.lawful import known
from roundtop.dice.sources import Stream
from tests.bots import bad
from tests.bots.arena import opening
from tests.toy import RULEBOOK


def bid(name: str) -> int:
    battle = opening()
    wanted = decision(RULEBOOK, battle, "union")
    answer = bot.make(name, RULEBOOK)(known(RULEBOOK, battle, "union"), wanted, Stream("x"), 1.0)
    assert isinstance(answer, Numbered)
    return answer.number


def test_a_bot_is_handed_nothing_that_the_battle_keeps_of_its_true_state() -> None:
    battle = opening()
    assert "union" in asked(RULEBOOK, battle)
    assert battle.asked is not None
    seen = known(RULEBOOK, battle, "union")
    assert seen.state == RULEBOOK.view(battle.state, "union")
    assert seen.asked is None
    assert (seen.agenda, seen.players, seen.version) == (battle.agenda, battle.players, battle.version)


def test_captain_is_the_rulebooks_own() -> None:
    assert bid("captain") == 3


def test_recruit_answers_any_rulebook() -> None:
    assert 1 <= bid("recruit") <= 6


def test_bot_by_the_place_of_its_maker() -> None:
    assert bid("tests.bots.bad:good") == 3


@pytest.mark.parametrize("name", ["colonel", "tests.bots.bad:nobody", "no.such.module:bot", "tests.bots.bad:"])
def test_unknown_bot_is_refused_by_name(name: str) -> None:
    with pytest.raises(bot.UnknownBotError, match=name):
        bot.maker_of(name)


def test_other_packages_offer_bots_but_cannot_take_a_built_in_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def offered(group: str) -> EntryPoints:
        assert group == "roundtop.bots"
        value = "tests.bots.bad:good"
        return EntryPoints([EntryPoint(name, value, group) for name in ("stonewall", "captain")])

    monkeypatch.setattr(bot, "entry_points", offered)
    bot.guests.cache_clear()
    try:
        assert bot.names() == (*bot.BUILT_IN, "stonewall")
        assert bot.maker_of("stonewall") is bad.good
        assert bot.maker_of("captain") is bot.captains
    finally:
        bot.guests.cache_clear()
