"""Chances of what a command would start are those of the rules themselves."""

from __future__ import annotations

import pytest

from roundtop.battle.forms import Answer, Chosen, Marched, Numbered
from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.chamberlain.forecast import forecast, losses
from roundtop.rulebooks.chamberlain.melee.events import Allot, ChooseCombat
from roundtop.rulebooks.chamberlain.views import view
from roundtop.table.path import Manoeuvre
from tests.clauses import clause
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    active,
    charge,
    chief,
    foot,
    general,
    guns,
    horse,
    table,
)


def weighed(played: Table, answer: Answer) -> tuple[Forecast, ...]:
    wanted = played.decision
    step = played.battle.agenda[-1]
    command = Command(wanted.player, wanted.kind, wanted.about, answer)
    return forecast(view(played.state, wanted.player), step, command)


def chance(one: Forecast, words: str) -> float:
    return dict(one.chances).get(words, 0.0)


@clause("chamberlain.activate.roll")
def test_an_activation_shows_its_chance() -> None:
    played = table(foot("a", UNION, 10, 3), general("g", UNION, unit="a"), foot("b", CONFEDERATE, 10, 12, SOUTH))
    (force,) = weighed(played, Chosen(("force:union-force",)))
    assert chance(force, "activated") == pytest.approx(4 / 6)
    (lone,) = weighed(played, Chosen(("lone:u8",)))
    assert chance(lone, "activated") == pytest.approx(3 / 6)
    assert weighed(played, Chosen(("end",))) == ()


@clause("chamberlain.fire.hit-effect")
def test_a_volley_at_infantry() -> None:
    played = table(foot("a", UNION, 10, 8, elan=3), foot("b", CONFEDERATE, 10, 8.9, SOUTH, fatigue=4), phase="fire")
    (found,) = weighed(played, Chosen(("a>b",)))
    assert found.exact
    assert chance(found, "no hit") == pytest.approx(125 / 216)
    assert chance(found, "breaks") == pytest.approx(16 / 216)
    assert chance(found, "5 fatigue") == pytest.approx(75 / 216)
    assert weighed(played, Chosen(("end",))) == ()


@clause("chamberlain.fire.retreat-mounted")
@clause("chamberlain.art.hit-twice-retires")
def test_a_volley_at_horse_and_at_guns() -> None:
    cavalry = table(foot("a", UNION, 10, 8, elan=4), horse("h", CONFEDERATE, 10, 8.9, SOUTH), phase="fire")
    (found,) = weighed(cavalry, Chosen(("a>h",)))
    assert chance(found, "1 fatigue, retreats") == pytest.approx(10 / 36)
    battery = table(guns("g", UNION, 10, 8, ammo=4), guns("b", CONFEDERATE, 10, 13, SOUTH), phase="fire")
    (found,) = weighed(battery, Chosen(("g>b",)))
    assert chance(found, "retreats") == pytest.approx(10 / 36)
    assert chance(found, "retires") == pytest.approx(1 / 36)


@clause("chamberlain.conceal.what-is-hidden")
def test_a_volley_at_a_blind_tells_its_hits_only() -> None:
    for hidden in (
        foot("b", CONFEDERATE, 10, 12, SOUTH, concealed=True),
        guns("b", CONFEDERATE, 10, 12, SOUTH, concealed=True),
    ):
        (found,) = weighed(table(guns("g", UNION, 10, 8, ammo=4), hidden, phase="fire"), Chosen(("g>b",)))
        assert chance(found, "1 hit") == pytest.approx(10 / 36)
        assert "depends on what it is" in found.note


@clause("chamberlain.fire.sharpshooters")
def test_an_officer_under_sharpshooters() -> None:
    target = foot("b", CONFEDERATE, 10, 8.9, SOUTH)
    led = general("g", CONFEDERATE, "I", unit="b")
    played = table(foot("a", UNION, 10, 8, elan=3, traits=("SS",)), target, led, phase="fire")
    _, officer = weighed(played, Chosen(("a>b",)))
    assert chance(officer, "killed") == pytest.approx((1 - 125 / 216) / 3)


@clause("chamberlain.rally.roll")
@clause("chamberlain.trait.hero-risk")
def test_a_rally_and_the_heros_risk() -> None:
    worn = foot("a", UNION, 10, 8, fatigue=3)
    alone = active(worn, foot("b", CONFEDERATE, 10, 14, SOUTH), use="a")
    (rally,) = weighed(alone, Marched((Manoeuvre("rally"),)))
    assert chance(rally, "one fatigue less") == pytest.approx(4 / 6)
    hero = general("g", UNION, "H", unit="a")
    near = active(worn, hero, foot("b", CONFEDERATE, 10, 9.6, SOUTH), use="a")
    _, risk = weighed(near, Marched((Manoeuvre("rally"),)))
    assert chance(risk, "killed") == pytest.approx(1 / 6)


@clause("chamberlain.melee.sequence")
def test_a_charge_to_its_end() -> None:
    played = active(foot("a", UNION, 10, 8), foot("b", CONFEDERATE, 10, 9.5, SOUTH), use="a")
    mine, theirs = weighed(played, Marched(charge(1.5)))
    wins = chance(mine, "wins")
    assert wins == pytest.approx(0.3872, abs=0.001)
    assert chance(mine, "is thrown back") == pytest.approx(1 - wins)
    assert chance(theirs, "stands") == pytest.approx(1 - wins)
    assert chance(theirs, "is driven back") + chance(theirs, "breaks") == pytest.approx(wins)
    assert "before the Combat Phase" in mine.note
    assert weighed(played, Marched(())) == ()


@clause("chamberlain.conceal.contact")
def test_a_charge_at_a_blind_says_what_it_takes_it_for() -> None:
    seen = []
    for hidden in (
        foot("b", CONFEDERATE, 10, 9.5, SOUTH, concealed=True),
        guns("b", CONFEDERATE, 10, 9.5, SOUTH, concealed=True),
    ):
        played = active(foot("a", UNION, 10, 8), hidden, use="a")
        mine, theirs = weighed(played, Marched(charge(1.5)))
        assert "taken for fresh infantry" in mine.note
        assert theirs.title == "a concealed unit"
        seen.append(mine.chances)
    assert seen[0] == seen[1]


@clause("chamberlain.melee.allocate")
def test_a_divided_charge() -> None:
    foes = (foot("b", CONFEDERATE, 9.5, 9, SOUTH), foot("c", CONFEDERATE, 10.5, 9, SOUTH))
    played = active(foot("a", UNION, 10, 8, elan=7), *foes, chief(UNION), use="a")
    mine, first, second = weighed(played, Marched(charge(1.0)))
    assert "divided evenly" in mine.note
    assert first.title != second.title
    played.march(*charge(1.0)).choose("end")
    assert isinstance(played.battle.agenda[-1], Allot)
    all_on_one = weighed(played, Numbered(6))
    shared = weighed(played, Numbered(4))
    assert chance(all_on_one[1], "stands") < chance(shared[1], "stands")


def test_the_combat_that_is_fought_next() -> None:
    fights = (
        foot("a", UNION, 9, 8),
        foot("b", CONFEDERATE, 9, 9, SOUTH),
        foot("c", UNION, 12, 8),
        foot("d", CONFEDERATE, 12, 9, SOUTH),
    )
    played = table(*fights, chief(UNION, unit="a")).choose("command:union-force")
    played.use("a").march(*charge(1.0)).use("c").march(*charge(1.0)).choose("end")
    step = played.battle.agenda[-1]
    assert isinstance(step, ChooseCombat)
    mine, theirs = weighed(played, Chosen((step.fights[1][0],)))
    assert (mine.title, theirs.title) == ("C", "D")


def test_losses_are_units_off_the_table() -> None:
    state = table(foot("a", UNION, 10, 8), foot("b", CONFEDERATE, 10, 9.5, SOUTH, place="broken")).state
    assert losses(state) == {UNION: 0, CONFEDERATE: 1}
