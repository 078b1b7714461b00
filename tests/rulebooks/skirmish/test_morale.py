"""Morale: modifiers, results, what they force, motion, rallying."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from roundtop.battle.tally import total
from roundtop.dice.sources import Scripted
from roundtop.rulebooks.skirmish.morale.rule import (
    STATES,
    Check,
    Duty,
    duty,
    flanked,
    modifiers,
    motion,
    present,
    rallies,
    rally_refusal,
    result_of,
    score,
    steps,
    worse,
)
from roundtop.rulebooks.skirmish.options import PRINTED, Settings
from tests.clauses import clause

FRESH = Check("regular", 8)


def modifier(**given: Any) -> int:
    return total(modifiers(replace(FRESH, **given)))


def thrown(die: str, **given: Any) -> tuple[int, str]:
    script = Scripted([die])
    found = score(replace(FRESH, **given), script)
    script.finish()
    return found, result_of(found)


# ---- modifiers


@clause("skirmish.morale.die", 1)
def test_the_die_of_the_majority() -> None:
    assert thrown("d8:5") == (5, "ok")
    assert thrown("d12:1", quality="elite") == (1, "ok")
    assert thrown("d4:1", quality="green", settings=Settings(quality_dice="d4-to-d10")) == (1, "ok")


@clause("skirmish.morale.leader-bonus", 1)
def test_a_leader_of_higher_quality() -> None:
    assert thrown("d8:3", leader="veteran") == (4, "ok")
    assert modifier(leader="regular") == 0
    assert modifier(leader="green") == 0


@clause("skirmish.setup.muster-leaders")
def test_a_veteran_nco_of_regulars_adds_one() -> None:
    assert modifier(leader="veteran") == 1


@clause("skirmish.morale.mod-commander-down", 1)
def test_the_commander_down() -> None:
    assert thrown("d8:2", commander_down=True) == (-1, "no-advance")


@clause("skirmish.morale.mod-losses", 1, 2)
def test_losses() -> None:
    assert modifier(lost=3) == -2
    assert modifier(start=10, lost=4) == -4
    assert modifier(start=10, lost=3) == -2


@clause("skirmish.setup.group-make-up", 1)
def test_one_man_of_eight_is_no_step_and_two_are_one() -> None:
    assert [steps(lost, 8) for lost in (1, 2, 3, 4)] == [0, 1, 1, 2]


@clause("skirmish.morale.mod-nco-down", 1)
@clause("skirmish.leaders.nco-loss", 1)
def test_the_nco_down() -> None:
    assert modifier(lost=1, nco_down=True) == -2


@clause("skirmish.morale.mod-wounded", 1)
def test_wounded() -> None:
    assert modifier(wounded=2) == -1
    assert modifier(wounded=1) == 0


@clause("skirmish.morale.percent-arithmetic", 1, 2, 3)
def test_only_complete_steps_count() -> None:
    assert modifier(start=7, lost=1) == 0
    assert modifier(start=7, lost=3) == -4
    assert modifier(start=9, wounded=2) == -1


@clause("skirmish.morale.lone-figures", 1)
def test_the_last_man_of_eight() -> None:
    assert steps(7, 8) == 4
    assert modifier(lost=7) == -8


@clause("skirmish.morale.mod-retiring", 1, 2)
def test_retiring() -> None:
    assert modifier(friends_retiring=18.0) == -1
    assert modifier(friends_retiring=21.0) == 0
    assert modifier(friends_retiring=20.01) == -1
    assert modifier(friends_retiring=20.02) == 0
    assert modifier(friends_retiring=0.0) == -1
    assert modifier(retiring=True, friends_retiring=5.0) == -1


@clause("skirmish.morale.mod-flank", 1)
def test_enemies_on_the_flank() -> None:
    assert thrown("d8:1", flank_enemy=10.0) == (0, "no-advance")


@clause("skirmish.morale.flank-test", 1, 2, 3)
def test_closer_than_friends_and_within_reach() -> None:
    assert flanked(22.0, 30.0, PRINTED)
    assert not flanked(22.0, 15.0, PRINTED)
    assert not flanked(60.0, -1.0, PRINTED)
    assert flanked(50.01, -1.0, PRINTED)
    assert not flanked(50.02, -1.0, PRINTED)
    assert not flanked(22.0, 22.01, PRINTED)
    assert flanked(22.0, 22.02, PRINTED)
    assert not flanked(-1.0, -1.0, PRINTED)
    assert flanked(60.0, -1.0, Settings(flank_reach_cm=60.0))


@clause("skirmish.morale.mod-advancing", 1)
def test_advancing() -> None:
    assert modifier(advancing=True) == 1


@clause("skirmish.morale.mod-friends", 1)
@clause("skirmish.morale.friends-test", 1)
def test_friends_advancing() -> None:
    assert thrown("d6:1", quality="green", wounded=2, friends_advancing=True) == (1, "ok")


@clause("skirmish.morale.mod-position", 1)
def test_cover_or_height() -> None:
    assert thrown("d8:1", lost=2, in_cover=True) == (0, "no-advance")
    assert modifier(uphill=True) == 1
    assert modifier(uphill=True, in_cover=True) == 1


@clause("skirmish.morale.mod-commander-near", 1, 2)
@clause("skirmish.morale.commander-ok", 1)
def test_the_commander_near() -> None:
    near = {"commander_ok": True, "commander_in_sight": True}
    assert modifier(**near, commander_distance=50.0) == 2
    assert modifier(**near, commander_distance=50.01) == 2
    assert modifier(**near, commander_distance=50.5) == 0
    assert modifier(**near, commander_distance=30.0) == 2
    assert modifier(commander_ok=True, commander_distance=30.0) == 0
    assert modifier(commander_in_sight=True, commander_distance=30.0) == 0
    assert modifier(**near, commander_down=True) == -3


@clause("skirmish.morale.modifiers-cumulate", 1)
def test_every_line_applies_once() -> None:
    commander = {"commander_ok": True, "commander_in_sight": True, "commander_distance": 35.0}
    assert thrown("d8:4", lost=2, wounded=2, in_cover=True, **commander) == (4, "ok")
    rows = modifiers(replace(FRESH, lost=2, wounded=2, in_cover=True, **commander))  # type: ignore[arg-type]
    assert [row.value for row in rows] == [-2, -1, 1, 2]


@clause("skirmish.leaders.commander-loss", 1)
def test_the_commander_counts_only_in_the_turn_he_falls() -> None:
    assert modifier(commander_down=True) == -3
    assert modifier(commander_down=False, commander_ok=False, commander_in_sight=True) == 0


@clause("skirmish.leaders.attach")
def test_an_attached_commander_of_better_class_counts_twice() -> None:
    attached = {"leader": "elite", "commander_ok": True, "commander_in_sight": True}
    assert modifier(**attached) == 3


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"leader": "elite"}, "leader-bonus"),
        ({"commander_down": True}, "mod-commander-down"),
        ({"lost": 4}, "mod-losses"),
        ({"nco_down": True}, "mod-nco-down"),
        ({"wounded": 4}, "mod-wounded"),
        ({"retiring": True}, "mod-retiring"),
        ({"flank_enemy": 0.0}, "mod-flank"),
        ({"advancing": True}, "mod-advancing"),
        ({"friends_advancing": True}, "mod-friends"),
        ({"uphill": True}, "mod-position"),
        ({"commander_ok": True, "commander_in_sight": True}, "mod-commander-near"),
    ],
)
def test_every_modifier_cites_its_clause(given: dict[str, Any], name: str) -> None:
    assert [row.clause for row in modifiers(replace(FRESH, **given))] == [f"skirmish.morale.{name}"]


def test_a_fresh_group_has_nothing_for_or_against_it() -> None:
    assert modifiers(Check("regular", 5)) == []


def test_throws_say_who_throws_and_why() -> None:
    script = Scripted(["d8:5", "d8:4"])
    score(replace(FRESH, by="union"), script)
    rallies("regular", "red", PRINTED, script)
    assert [(roll.by, roll.clause) for roll in script.rolls] == [
        ("union", "skirmish.morale.die"),
        ("red", "skirmish.rally.roll"),
    ]


# ---- results


@pytest.mark.parametrize(
    ("total", "result"),
    [
        pytest.param(9, "ok", marks=clause("skirmish.morale.result-ok")),
        pytest.param(1, "ok", marks=clause("skirmish.morale.result-ok", 1)),
        pytest.param(0, "no-advance", marks=clause("skirmish.morale.result-no-advance")),
        pytest.param(-1, "no-advance", marks=clause("skirmish.morale.result-no-advance", 1)),
        pytest.param(-2, "fall-back", marks=clause("skirmish.morale.result-fall-back", 1)),
        pytest.param(-3, "break", marks=clause("skirmish.morale.result-break", 1)),
        pytest.param(-4, "break-no-rally", marks=clause("skirmish.morale.result-break-no-rally", 1)),
        (-12, "break-no-rally"),
    ],
)
def test_results(total: int, result: str) -> None:
    assert result_of(total) == result


@clause("skirmish.morale.repeat-tests", 1, 2)
def test_the_worse_of_old_and_new_holds() -> None:
    assert worse("no-advance", "ok") == "no-advance"
    assert worse("no-advance", "break") == "break"
    assert worse("break", "break-no-rally") == "break-no-rally"
    for place, state in enumerate(STATES):
        for other, new in enumerate(STATES):
            assert worse(state, new) == STATES[max(place, other)]


# ---- duties


@clause("skirmish.morale.duration", 1)
def test_no_advance_lapses_after_the_next_turn() -> None:
    assert [present("no-advance", 4, turn) for turn in (4, 5, 6)] == ["no-advance", "no-advance", "ok"]
    assert [present("fall-back", 4, turn) for turn in (4, 5, 6)] == ["fall-back", "fall-back", "ok"]
    assert present("break", 4, 9) == "break"
    assert present("break-no-rally", 4, 9) == "break-no-rally"


def owed(state: str, turn: int = 5, spent: int = 0, in_cover: bool = False, in_contact: bool = False) -> Duty:
    return duty(state=state, thrown_turn=4, turn=turn, spent=spent, in_cover=in_cover, in_contact=in_contact)


@clause("skirmish.morale.no-advance-terms")
def test_no_advance_forbids_advance_and_charge_only() -> None:
    assert owed("no-advance") == Duty("nothing", True, False, False)
    assert owed("no-advance", turn=6) == Duty("nothing", True, True, True)
    assert owed("ok") == Duty("nothing", True, True, True)


@clause("skirmish.morale.fall-back-terms", 1, 2)
@clause("skirmish.morale.result-fall-back")
def test_the_first_action_of_the_next_turn_is_a_move_back() -> None:
    assert owed("fall-back", turn=4) == Duty("nothing", True, False, False)
    assert owed("fall-back") == Duty("move-back", False, False, False)
    assert owed("fall-back", spent=1) == Duty("nothing", True, False, False)
    assert owed("fall-back", in_cover=True) == Duty("stand", False, False, False)
    assert owed("fall-back", in_contact=True) == Duty("nothing", False, False, False)
    assert owed("fall-back", turn=6) == Duty("nothing", True, True, True)


@clause("skirmish.morale.break-terms")
@clause("skirmish.actions.in-contact")
def test_the_broken_run_even_from_contact() -> None:
    for state in ("break", "break-no-rally"):
        for contact in (False, True):
            assert owed(state, turn=9, spent=1, in_contact=contact) == Duty("run", False, False, False)
    assert owed("ok", in_contact=True) == Duty("nothing", False, False, False)


# ---- motion and rally


@clause("skirmish.morale.motion", 1, 2)
def test_motion() -> None:
    assert motion(40.0, 31.5, False, False, False) == "advancing"
    assert motion(30.0, 30.6, False, False, False) == "steady"
    assert motion(30.0, 29.0, False, False, False) == "advancing"
    assert motion(30.0, 29.02, False, False, False) == "steady"
    assert motion(30.0, 31.0, False, False, False) == "retiring"
    assert motion(30.0, 30.98, False, False, False) == "steady"


@clause("skirmish.morale.motion")
def test_charges_advance_and_runaways_retire() -> None:
    assert motion(30.0, 30.0, False, False, True) == "advancing"
    assert motion(30.0, 20.0, True, False, False) == "retiring"
    assert motion(30.0, 20.0, False, True, False) == "retiring"


@clause("skirmish.rally.roll", 1, 2)
def test_rally_on_four() -> None:
    assert rallies("regular", "", PRINTED, Scripted(["d8:4"]))
    assert not rallies("green", "", PRINTED, Scripted(["d6:3"]))


@clause("skirmish.rally.terms")
@clause("skirmish.morale.result-break-no-rally")
def test_who_may_try_to_rally() -> None:
    assert rally_refusal("break", True) == ""
    assert rally_refusal("break", False) == "skirmish.rally.terms"
    assert rally_refusal("break-no-rally", False) == "skirmish.morale.result-break-no-rally"
