"""Commanders: activation, traits, risks, reinforcements and the first turn."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from roundtop.rulebooks.chamberlain.activation.rule import command_refusal
from roundtop.rulebooks.chamberlain.command.rule import (
    after_risk,
    commands_twice,
    pips_after_status,
    serves_second_unit,
)
from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from tests.clauses import clause
from tests.rulebooks.chamberlain.asked import Outcome, asked, odds


def unit(id: str, distance: float = 1.0, arm: str = "infantry") -> dict[str, Any]:
    return {"id": id, "distance_bw": distance, "arm": arm}


def activated(mode: str, *faces: int, units: list[dict[str, Any]] | None = None, **more: Any) -> Outcome:
    return asked("activate", *faces, mode=mode, units=units or [unit("a"), unit("b", 3.0)], **more)


# ---- first player


@clause("chamberlain.setup.first-player", 1)
def test_the_higher_die_goes_first() -> None:
    found = asked("first-player", 4, 4, 2, 5, order=["union", "confederate"])
    assert found == {"first": "confederate", "rounds": 2}
    assert [row.chance for row in odds("first-player").whole.chances] == [  # type: ignore[union-attr]
        Fraction(1, 2),
        Fraction(1, 2),
    ]
    with pytest.raises(ValueError, match=r"order: union, union cannot be"):
        asked("first-player", 1, 2, order=["union", "union"])


# ---- activation


@clause("chamberlain.activate.force-target", 1, 2)
@clause("chamberlain.command.range", 1, 2)
def test_a_force_roll_wakes_those_in_range() -> None:
    units = [unit("a", 4.0), unit("b", 4.3)]
    assert activated("force", 3, units=units)["activated"] == ["a"]
    failed = activated("force", 2, units=units)
    assert (failed["success"], failed["activated"]) == (False, [])
    assert activated("force", 3, units=units, options={"command_range_force": 6})["activated"] == ["a", "b"]
    assert not activated("force", 3, options={"activate_force_target": 4})["success"]


@clause("chamberlain.activate.lone-target", 1)
def test_a_lone_unit_needs_four() -> None:
    brigade = [unit("a", 6.0)]
    assert activated("lone-unit", 3, units=brigade)["activated"] == []
    assert activated("lone-unit", 4, units=brigade)["activated"] == ["a"]
    assert activated("lone-unit", 4, units=brigade, options={"activate_lone_target": 5})["activated"] == []
    refused = activated("lone-unit", units=brigade, in_command=True)
    assert refused["clause"] == "chamberlain.activate.lone-target"


@clause("chamberlain.activate.once", 1)
def test_a_force_that_failed_gets_no_second_chance() -> None:
    refused = activated("lone-unit", units=[unit("a")], force_roll_failed=True)
    assert refused["clause"] == "chamberlain.activate.once"
    saved = activated("force", 1, units=[unit("h", 9.0, "cavalry")], commander_traits=["C"], free_cavalry="h")
    assert (saved["success"], saved["activated"]) == (False, ["h"])


@clause("chamberlain.activate.roll", 1)
@clause("chamberlain.setup.detached", 1)
def test_members_out_of_range_roll_alone_afterwards() -> None:
    units = [unit("a", 1.0), unit("b", 5.0), unit("c", 6.0)]
    found = activated("force", 3, 3, 4, units=units, lone_rolls=["c", "b"])
    assert found["activated"] == ["a", "b"]
    refused = activated("force", units=units, lone_rolls=["a"])
    assert refused["clause"] == "chamberlain.activate.lone-target"


@clause("chamberlain.activate.roll")
def test_one_die_a_unit_by_house_rule() -> None:
    units = [unit("a"), unit("b"), unit("c", 5.0)]
    by_unit = {"activate_mode": "unit"}
    found = activated("force", 2, 3, units=units, options=by_unit)
    assert (found["success"], found["activated"]) == (True, ["b"])
    again = activated("force", 2, 5, 1, units=units, options=by_unit, commander_traits=["INT"], use_intuitive=True)
    assert (again["activated"], again["intuitive_used"]) == (["a"], True)
    assert not activated("force", 1, 1, units=units, options=by_unit)["success"]


@clause("chamberlain.activate.cnc-command", 1)
@clause("chamberlain.command.range-cnc", 1)
def test_the_cnc_commands_once_without_a_die() -> None:
    units = [unit("a", 7.5), unit("b", 8.5)]
    assert activated("cnc-command", units=units)["activated"] == ["a"]
    assert activated("cnc-command", units=units, options={"command_range_cnc": 9})["activated"] == ["a", "b"]
    refused = activated("cnc-command", units=units, commands_used=1)
    assert refused["clause"] == "chamberlain.activate.cnc-command"
    without = activated("cnc-command", units=units, options={"activate_cnc_command": False})
    assert without["clause"] == "chamberlain.activate.cnc-command"


@clause("chamberlain.trait.mobile-cnc", 1)
@clause("chamberlain.trait.vigorous")
def test_a_mobile_or_vigorous_cnc_commands_twice() -> None:
    for traits in (["MOB"], ["V"]):
        assert activated("cnc-command", cnc_traits=traits, commands_used=1)["activated"] == ["a", "b"]
        again = activated("cnc-command", cnc_traits=traits, commands_used=2)
        assert again["clause"] == "chamberlain.activate.cnc-command"
    assert not commands_twice(("INT",))


@clause("chamberlain.trait.immobile", 1)
def test_an_immobile_cnc_waits_for_his_pips() -> None:
    first = activated("cnc-command", cnc_traits=["IMB"])
    assert (first["success"], first["immobile_pips"]) == (True, 3)
    for pips in (2, 1):
        refused = activated("cnc-command", cnc_traits=["IMB"], immobile_pips=pips)
        assert (refused["clause"], refused["immobile_pips"]) == ("chamberlain.trait.immobile", pips)
    assert command_refusal(("IMB",), 0, 0, PRINTED) == ""
    assert activated("force", 3, cnc_traits=["IMB"], immobile_pips=2)["success"]


@clause("chamberlain.trait.immobile-countdown", 1)
@clause("chamberlain.trait.immobile", 1)
def test_the_countdown() -> None:
    found = asked("immobile-countdown", command_used_on_turn=2)
    assert [(one["turn"], one["pips"]) for one in found["pips_by_turn"]] == [(2, 2), (3, 1), (4, 0)]
    assert found["next_command_turn"] == 5


@clause("chamberlain.trait.immobile-countdown")
def test_the_countdown_in_every_status_phase_by_house_rule() -> None:
    every = {"trait_imb_countdown": "every-status"}
    found = asked("immobile-countdown", command_used_on_turn=2, options=every)
    assert [(one["turn"], one["pips"]) for one in found["pips_by_turn"]] == [(2, 2), (3, 0)]
    assert found["next_command_turn"] == 4
    assert pips_after_status(2, False, PRINTED) == 2
    assert pips_after_status(2, False, Settings(trait_imb_countdown="every-status")) == 1
    assert pips_after_status(0, True, PRINTED) == 0


@clause("chamberlain.trait.intuitive", 1, 2)
def test_an_intuitive_officer_has_one_failure_rolled_again() -> None:
    used: dict[str, Any] = {"cnc_traits": ["INT"], "use_intuitive": True}
    again = activated("force", 2, 4, **used)
    assert (again["success"], again["intuitive_used"]) == (True, True)
    failed = activated("force", 2, 1, **used)
    assert (failed["success"], failed["intuitive_used"]) == (False, True)
    kept = activated("force", 3, **used)
    assert not kept["intuitive_used"]
    assert not activated("force", 2, **used, intuitive_used=True)["success"]
    assert not activated("force", 2, cnc_traits=["INT"])["success"]


@clause("chamberlain.trait.intuitive")
def test_a_force_commander_helps_only_his_own_force() -> None:
    his: dict[str, Any] = {"commander_traits": ["INT", "V"], "use_intuitive": True}
    assert activated("force", 2, 4, **his)["success"]
    assert not activated("lone-unit", 3, units=[unit("a")], **his)["success"]
    assert not activated("vigorous", 2, **his)["success"]
    far = [unit("a", 1.0), unit("b", 9.0)]
    assert activated("force", 3, 3, units=far, lone_rolls=["b"], **his)["activated"] == ["a"]
    cnc: dict[str, Any] = {"cnc_traits": ["INT"], "use_intuitive": True}
    assert activated("force", 3, 3, 4, units=far, lone_rolls=["b"], **cnc)["activated"] == ["a", "b"]


@clause("chamberlain.trait.vigorous", 1)
def test_a_vigorous_commander_rolls_twice_at_the_force_target() -> None:
    assert activated("force", 3, commander_traits=["V"])["success"]
    battery = [unit("guns", 2.0, "artillery")]
    assert activated("vigorous", 3, units=battery, commander_traits=["V"])["activated"] == ["guns"]
    assert activated("vigorous", 3, units=[unit("guns", 4.5)], commander_traits=["V"])["activated"] == []
    assert activated("vigorous", units=battery)["clause"] == "chamberlain.trait.vigorous"


@clause("chamberlain.trait.cavalry", 1)
def test_a_cavalry_commander_wakes_one_cavalry_unit_for_nothing() -> None:
    units = [unit("foot"), unit("horse", 20.0, "cavalry"), unit("dragoons", 20.0, "mounted-infantry")]
    for free in ("horse", "dragoons"):
        found = activated("force", 1, units=units, commander_traits=["C"], free_cavalry=free)
        assert found["activated"] == [free]
    for traits, free in ((["C"], "foot"), (["C"], "nobody"), ([], "horse")):
        refused = activated("force", units=units, commander_traits=traits, free_cavalry=free)
        assert refused["clause"] == "chamberlain.trait.cavalry"
    assert activated("force", 1, units=units, cnc_traits=["C"], free_cavalry="horse")["activated"] == ["horse"]


def test_fields_that_cannot_be_are_named() -> None:
    with pytest.raises(ValueError, match=r"units: 2 cannot be; a lone unit is one unit"):
        activated("lone-unit")
    with pytest.raises(ValueError, match=r"lone_rolls\[0\]: 'x' cannot be"):
        activated("force", lone_rolls=["x"])
    with pytest.raises(ValueError, match=r"units\[0\]\.id: 'a' is there twice"):
        activated("force", units=[unit("a"), unit("a")])


# ---- risks


@clause("chamberlain.command.at-risk", 1, 2)
@clause("chamberlain.command.at-risk-ss", 1, 2)
@clause("chamberlain.command.replacement", 1)
def test_officers_at_risk() -> None:
    assert asked("at-risk", 6, cause="melee", officer=["I"]) == {
        "officer_killed": True,
        "officer": [],
        "attached_to": "",
    }
    assert asked("at-risk", 5, cause="melee", officer=["I"])["officer"] == ["I"]
    marksmen = {"cause": "fire", "enemy_traits": ["SS"]}
    assert asked("at-risk", 5, **marksmen)["officer_killed"]
    assert not asked("at-risk", 4, **marksmen)["officer_killed"]
    assert not asked("at-risk", 5, cause="melee", enemy_traits=["SS"])["officer_killed"]
    assert after_risk(("I",), True) == ()


@clause("chamberlain.command.unit-lost", 1)
def test_an_officer_joins_the_nearest_unit() -> None:
    lost = {"cause": "unit-broken", "officer": ["H"], "nearest_friendly": "20th Maine"}
    assert asked("at-risk", 3, **lost) == {"officer_killed": False, "officer": ["H"], "attached_to": "20th Maine"}
    assert asked("at-risk", 6, **lost)["attached_to"] == "20th Maine"


@clause("chamberlain.trait.vigorous")
@clause("chamberlain.command.attached")
def test_who_serves_a_second_unit() -> None:
    assert serves_second_unit(("V", "I"), False)
    assert serves_second_unit(("MOB", "A"), True)
    assert not serves_second_unit(("MOB", "A"), False)
    assert not serves_second_unit(("V", "INT"), False)
    assert not serves_second_unit(("I", "SF"), True)


# ---- reinforcements


@clause("chamberlain.info.reinforcements", 1)
def test_reinforcements_are_rolled_for_until_they_come() -> None:
    assert asked("reinforcement", 2, 3, due_turn=4)["arrives_on_turn"] == 5
    assert asked("reinforcement", due_turn=4, arrival_target=1)["arrives_on_turn"] == 4
    assert asked("reinforcement", 3, 4, due_turn=4, arrival_target=4)["arrives_on_turn"] == 5
    later = {"info_reinforcement_target": 6}
    assert asked("reinforcement", 5, 6, due_turn=4, options=later)["arrives_on_turn"] == 5
    with pytest.raises(ValueError, match=r"arrival_target: 7 cannot be"):
        asked("reinforcement", due_turn=4, arrival_target=7)


def test_the_odds_of_a_reinforcement_are_an_estimate_unless_it_is_certain() -> None:
    certain = odds("reinforcement", due_turn=4, arrival_target=1).whole
    assert [row.chance for row in certain.chances] == [1]  # type: ignore[union-attr]
    guessed = odds("reinforcement", due_turn=4).whole
    first = guessed.shares[0]  # type: ignore[union-attr]
    assert first.outcome == {"arrives_on_turn": 4}
    assert first.interval[0] < 2 / 3 < first.interval[1]
