"""Chances shown before a command is given: exact where they can be, from the rules' own code."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Answer, Assigned, Chosen, Marched
from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.infantry_action import RULEBOOK
from roundtop.rulebooks.infantry_action.forecast import losses
from roundtop.rulebooks.infantry_action.views import view
from roundtop.table.path import forward
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import CONFEDERATE, SOUTH, UNION, Table, guns, line, reserves, table


def told(played: Table, answer: Answer) -> tuple[Forecast, ...]:
    """What the player who is asked is told about an answer, from his own view."""
    wanted = played.decision
    command = Command(wanted.player, wanted.kind, wanted.about, answer)
    return RULEBOOK.forecast(view(played.state, wanted.player), played.battle.agenda[-1], command)


def chances(found: Forecast) -> dict[str, float]:
    return dict(found.chances)


def firing(gap: float, theirs: int = 4, **rest: Any) -> Table:
    return table(
        line("a", UNION, 4, 36, 20, order="fire"),
        line("x", CONFEDERATE, theirs, 36, 21 + gap, SOUTH, order="hold"),
        *reserves(),
        phase="shooting",
        **rest,
    )


@clause("infantry-action.shooting.infantry-short")
@clause("infantry-action.shooting.infantry-long")
@clause("infantry-action.shooting.surplus-hits")
def test_the_chances_of_a_volley_are_exact() -> None:
    (two,) = told(firing(10), Assigned((("1", "x:4"), ("2", "x:3"))))
    assert two.exact
    assert chances(two) == pytest.approx({"0 stands lost": 0.25, "1 stand lost": 0.5, "2 stands lost": 0.25})
    (same,) = told(firing(10), Assigned((("1", "x:4"), ("2", "x:4"))))
    assert chances(same) == pytest.approx({"0 stands lost": 0.25, "1 stand lost": 0.75})
    (far,) = told(firing(15), Assigned((("2", "x:3"),)))
    assert chances(far) == pytest.approx({"0 stands lost": 2 / 3, "1 stand lost": 1 / 3})


@clause("infantry-action.shooting.nominated-stand")
def test_holding_fire_has_no_chances_and_two_targets_have_two() -> None:
    assert told(firing(10), Assigned(())) == ()
    played = table(
        line("a", UNION, 4, 36, 20, order="fire"),
        line("x", CONFEDERATE, 2, 33, 30, SOUTH, order="hold"),
        line("y", CONFEDERATE, 2, 39, 30, SOUTH, order="hold"),
        *reserves(),
        phase="shooting",
    )
    found = told(played, Assigned((("1", "x:1"), ("4", "y:1"))))
    assert [one.title for one in found] == ["X under this fire", "Y under this fire"]


@clause("infantry-action.artillery.second-hit")
@clause("infantry-action.artillery.double-six")
def test_the_chances_of_a_gun_are_exact() -> None:
    played = table(
        guns("g", UNION, 1, 36, 20, order="fire"),
        line("x", CONFEDERATE, 4, 36, 35, SOUTH, order="hold"),
        guns("h", CONFEDERATE, 1, 30, 40, SOUTH, order="hold"),
        *reserves(),
        phase="shooting",
    )
    (line_hit,) = told(played, Chosen(("x:2",)))
    assert chances(line_hit) == pytest.approx({"0 stands lost": 0.25, "1 stand lost": 0.5, "2 stands lost": 0.25})
    (battery_hit,) = told(played, Chosen(("h:1",)))
    assert chances(battery_hit)["battery destroyed"] == pytest.approx(1 / 36)


@clause("infantry-action.turn.simultaneous-fire")
@clause("infantry-action.artillery.no-neighbour")
def test_the_chances_of_fire_leave_out_what_fire_named_before_it_takes() -> None:
    def crossfire() -> Table:
        return table(
            line("a", UNION, 4, 33, 20, order="fire"),
            line("b", UNION, 4, 39, 20, order="fire"),
            guns("g", UNION, 1, 36, 20, order="fire"),
            line("x", CONFEDERATE, 4, 36, 30, SOUTH, order="hold"),
            *reserves(),
            phase="shooting",
        )

    (second,) = told(crossfire().aim({2: "x:4"}), Assigned((("2", "x:4"), ("3", "x:1"))))
    # Stand 4 is left by the first volley half the time; stand 1 nobody else shoots at.
    assert chances(second) == pytest.approx({"0 stands lost": 3 / 8, "1 stand lost": 1 / 2, "2 stands lost": 1 / 8})
    assert "besides" in second.note
    (gun,) = told(crossfire().aim({2: "x:4"}).aim({2: "x:3"}), Chosen(("x:4",)))
    # Canister hits on 3+; a second hit goes to stand 3, whichever side is thrown; each is left half the time.
    assert chances(gun) == pytest.approx({"0 stands lost": 4 / 9, "1 stand lost": 4 / 9, "2 stands lost": 1 / 9})


@clause("infantry-action.chargefire.marker")
def test_fire_at_a_charger_promises_hits_and_no_losses() -> None:
    played = table(
        line("a", CONFEDERATE, 2, 36, 30, SOUTH, order="charge"),
        line("x", UNION, 2, 36, 20, order="fire"),
        *reserves(),
        first=CONFEDERATE,
    )
    played.choose("a").choose("x").choose("blind:0").choose("x")
    (found,) = told(played, Assigned((("1", "a:2"),)))
    assert found.chances[-1][0] == "1 hit on the charger"


@clause("infantry-action.combat.lost-stand")
@clause("infantry-action.outcome.battery")
def test_the_chances_of_a_charge_on_a_gun_are_exact_and_say_what_they_assume() -> None:
    played = table(
        line("a", UNION, 1, 36, 20, start=1, order="charge"),
        guns("g", CONFEDERATE, 1, 36, 30, SOUTH, order="hold"),
        *reserves(),
    )
    (found,) = told(played.choose("a"), Chosen(("g",)))
    assert found.exact
    assert "nobody shoots" in found.note
    # One stand each, +1 for charging: 129/224 it wins, 14.1 per cent ties, the rest it is lost.
    assert chances(found)["A holds, G is destroyed"] == pytest.approx(129 / 224)
    assert chances(found)["A is destroyed, G holds"] == pytest.approx(1 - 129 / 224 - 95 / 672)
    assert sum(chances(found).values()) == pytest.approx(1)


@clause("infantry-action.combat.lost-stand")
def test_the_chances_of_whole_lines_are_an_estimate_marked_as_one() -> None:
    played = table(
        line("a", CONFEDERATE, 10, 36, 30, SOUTH, order="charge"),
        line("x", UNION, 10, 36, 20, order="hold"),
        *reserves(),
        first=CONFEDERATE,
    )
    (found,) = told(played.choose("a"), Chosen(("x",)))
    assert not found.exact
    beaten = sum(chance for words, chance in found.chances if words.endswith(("X routs", "X is destroyed")))
    routed = sum(chance for words, chance in found.chances if words.startswith("A routs"))
    assert beaten == pytest.approx(0.96, abs=0.02)
    assert routed == pytest.approx(0.11, abs=0.03)


@clause("infantry-action.charge.no-target")
def test_a_march_has_no_chances() -> None:
    played = table(
        line("a", UNION, 2, 36, 20, order="charge"), line("x", CONFEDERATE, 2, 36, 40, SOUTH, order="hold"), *reserves()
    )
    assert told(played.choose("a"), Marched((forward(3),))) == ()


@clause("infantry-action.combat.draw-blind")
def test_chances_do_not_know_what_the_enemy_has_looked_at() -> None:
    def second_charge(tile: str) -> tuple[Forecast, ...]:
        played = table(
            line("a", UNION, 1, 30.5, 20, order="charge"),
            line("b", UNION, 1, 34.5, 20, order="charge"),
            line("x", CONFEDERATE, 6, 33, 30, SOUTH, order="hold"),
            *reserves(),
        )
        played.choose("a").choose("x").until("dominoes")
        played.choose("blind:1").until("dominoes").choose("look:0", dice=(tile,)).choose("1:as-drawn")
        return told(played.choose("b"), Chosen(("x",)))

    assert second_charge("6-5") == second_charge("0-1")


@clause("infantry-action.victory.points")
def test_losses_so_far_are_counted_in_stands() -> None:
    played = firing(10, theirs=3)
    assert losses(played.state) == {UNION: 0, CONFEDERATE: 0}
    played.aim({2: "x:2"}, dice=(6,))
    assert losses(played.state) == {UNION: 0, CONFEDERATE: 1}
