"""The umpire's procedures of Charge Boys Charge!: the ledger's examples, impossible situations, odds."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.tally import Mod
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.fire import rule as fire_rule
from roundtop.rulebooks.charge_boys.melee import rule as melee_rule
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.options import LEDGER
from roundtop.rulebooks.charge_boys.pursuit import rule as pursuit_rule
from roundtop.umpire import UmpireError, ask
from tests.rulebooks.charge_boys.page import PAGE, legs, rule

LINE = {"arm": "infantry", "formation": "line"}


def test_every_procedure_of_the_ledger_is_there() -> None:
    assert [procedure.name for procedure in PAGE.procedures] == list(LEDGER.routines)
    assert len(PAGE.procedures) == 34


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_example_of_the_ledger(name: str) -> None:
    example = LEDGER.routines[name].example
    found = ask(PAGE, name, example.situation, dice=list(example.dice))
    assert {key: found.outcome.get(key) for key in example.expect} == example.expect
    assert found.working


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_working_and_dice_name_clauses_of_the_ledger(name: str) -> None:
    ids = {clause.id for clause in LEDGER.clauses} | {""}
    for seed in range(12):
        found = ask(PAGE, name, LEDGER.routines[name].example.situation, seed=seed)
        assert {row.clause for row in found.working} <= ids
        assert {roll.clause for roll in found.rolls} <= ids


@pytest.mark.parametrize(
    ("name", "situation", "says"),
    [
        ("initiative", {"sides": ["union", "union"]}, "sides: union, union cannot be"),
        ("muster-check", {"men": -1}, "men: -1 cannot be; it is at least 0"),
        ("command-figures", {"strength": 0}, "strength: 0 cannot be"),
        ("formation-size", LINE | {"strength": 20, "ranks": 0}, "ranks: 0 cannot be"),
        ("move-cost", {"arm": "infantry", "formation": "limbered", "path": []}, "formation: limbered cannot be"),
        ("move-cost", LINE | {"path": legs(("open", -1.0))}, r"path\[0\].inches: -1 cannot be"),
        ("firing-figures", {"formation": "line", "strength": 20}, "files: missing"),
        ("firing-figures", {"formation": "skirmish", "strength": 4, "non_firers": 5}, "non_firers: 5 cannot be"),
        ("firing-figures", {"formation": "cavalry-line", "strength": 4, "files": 4, "dismounted": True}, "dismounted:"),
        ("musketry", {"weapon": "superior-rifle", "range": -2, "men": 6}, "range: -2 cannot be"),
        ("artillery", {"gun": "rifled", "range": 20, "crew": []}, "crew: missing"),
        ("artillery", {"gun": "rifled", "range": 20, "crew": [4] * 7}, "crew, the number of guns: 7 cannot be"),
        ("artillery", {"gun": "rifled", "range": 20, "crew": [4, -1]}, r"crew\[1\]: -1 cannot be"),
        ("remove-casualties", {"men": 3, "killed": 4}, "killed: 4 cannot be; it is from 0 to 3"),
        ("remove-casualties", {"men": 3, "killed": 1, "officers_killed": 1}, "officers_killed: 1 cannot be"),
        ("crew-losses", {"crew": [3, 3], "nearest_first": [1], "killed": 1}, "nearest_first:"),
        ("crew-losses", {"crew": [3, 3], "nearest_first": [1, 2], "killed": 7}, "killed: 7 cannot be"),
        ("morale-other", LINE | {"start": 10, "strength": 11}, "strength: 11 cannot be; it is from 1 to 10"),
        ("morale-first", {"arm": "artillery", "formation": "unlimbered"}, "crew: missing"),
        ("retest-due", {"test": "first", "total": 3, "turn": 1, "phase": 8}, "phase: 8 cannot be"),
        ("rout-move", LINE | {"routed_by": "first", "distance_to_edge": 3, "rally_failed": True}, "rally_failed:"),
        ("compelled-move", LINE | {"result": "evade", "path": []}, "result: evade cannot be"),
        ("compelled-move", LINE | {"result": "rout", "path": legs(("open", 1.0), "building")}, r"path\[1\].kind:"),
        ("caught", {"fighting": 6, "victim": LINE | {"strength": 5, "result": "evade"}}, "victim.result:"),
        ("melee", {"a": {"fighting": 6, "strength": 3, "officers": 4}, "b": {"fighting": 6}}, "a.officers: 4"),
        ("victory", {"turn": 0, "union": {"units": []}, "confederate": {"units": []}}, "turn: 0 cannot be"),
        ("manhandle", {"crew": 2, "officers": -1}, "officers: -1 cannot be"),
        ("save", {"save": "normal", "men_hits": 1, "options": {"woods_save_bonus": 9}}, "options.woods_save_bonus: 9"),
    ],
)
def test_what_cannot_be_is_named(name: str, situation: dict[str, Any], says: str) -> None:
    with pytest.raises(UmpireError, match=f"^{says}"):
        ask(PAGE, name, situation, seed=1)


def test_too_few_and_too_many_dice_are_named() -> None:
    with pytest.raises(UmpireError, match="too few dice"):
        rule("musketry", 3, weapon="superior-rifle", range=9.0, men=12)
    with pytest.raises(UmpireError, match="too many dice"):
        rule("musketry", 3, 3, 3, weapon="superior-rifle", range=9.0, men=12)
    with pytest.raises(UmpireError, match=r"the answer is no by charge-boys\.charge\.declare, so no die is thrown"):
        rule("charge-move", 3, distance=30.0, path=[], **LINE)


# ---- every figure names the clause it comes from


@pytest.mark.parametrize(
    ("mod", "clause_"),
    [
        (fire_rule.RANGE_MODS["close"], "musketry.close"),
        (fire_rule.RANGE_MODS["medium"], "musketry.medium"),
        (fire_rule.RANGE_MODS["long"], "musketry.long"),
        (fire_rule.BUCK, "musketry.buck-negates"),
        (fire_rule.VETERANS, "musketry.veteran"),
        (fire_rule.GREENHORNS, "musketry.green"),
        (fire_rule.FIRST_FIRE, "musketry.first-fire"),
        (fire_rule.AT_SKIRMISHERS, "musketry.at-skirmishers"),
        (morale_rule.FIRST_GREEN, "morale.first-green"),
        (morale_rule.FIRST_DISORDERED, "morale.first-disordered"),
        (morale_rule.FIRST_COVER, "morale.first-cover"),
        (morale_rule.FIRST_ADVANCING, "morale.first-advancing"),
        (morale_rule.FIRST_GENERAL, "morale.first-general"),
        (morale_rule.FIRST_VETERAN, "morale.first-veteran"),
        (morale_rule.PASSED_FIRST, "morale.other-first-shot-passed"),
        (morale_rule.ADVANCING, "morale.other-advancing"),
        (morale_rule.IN_COVER, "morale.other-cover"),
        (morale_rule.FORTIFIED, "morale.other-fortification"),
        (morale_rule.FORTIFIED_AND_COVERED, "morale.other-fortification"),
        (morale_rule.WITH_GENERAL, "morale.other-general"),
        (morale_rule.IS_VETERAN, "morale.other-veteran"),
        (morale_rule.OVER_20, "morale.other-over-20"),
        (morale_rule.CHARGED, "morale.other-charged"),
        (morale_rule.GENERAL_KILLED, "morale.other-general-killed"),
        (morale_rule.IS_DISORDERED, "morale.other-disordered"),
        (morale_rule.GREEN_FAILED, "morale.other-green-failed"),
        (morale_rule.HAS_RETIRED, "morale.other-retired"),
        (morale_rule.IS_GREEN, "morale.other-replaces"),
        (melee_rule.BASE, "melee.base"),
        (melee_rule.CHARGING, "melee.charging"),
        (melee_rule.MOUNTED, "melee.mounted"),
        (melee_rule.VETERANS, "melee.quality"),
        (melee_rule.GREENHORNS, "melee.quality"),
        (melee_rule.FLANK, "melee.flank"),
        (pursuit_rule.REAR, "melee.caught"),
        (melee_rule.DISORDERED, "melee.disordered"),
        (melee_rule.LOOSE, "melee.loose-troops"),
        *[(mod, "melee.obstacle") for mod in melee_rule.OBSTACLES.values()],
    ],
)
def test_a_modifier_names_its_clause(mod: Mod, clause_: str) -> None:
    assert mod.clause == f"charge-boys.{clause_}"


def test_results_bands_and_reaches_name_their_clauses() -> None:
    for result in ("carry-on", "halt", "retire"):
        assert morale_rule.RESULT_CLAUSES[result] == (f"charge-boys.morale.result-{result}",) * 2
    for result in ("disorder", "rout"):
        ends = ("first", "other")
        assert morale_rule.RESULT_CLAUSES[result] == tuple(
            [f"charge-boys.morale.result-{result}-{end}" for end in ends]
        )
    assert [row.clause for row in artillery_rule.FEET] == [
        f"charge-boys.artillery.hit-{row.name}" for row in artillery_rule.FEET
    ]
    effects = ["under-1", "1-2", "2-3", "3-plus", "3-plus", "3-plus", "3-plus"]
    assert [row.effect_clause for row in artillery_rule.FEET] == [
        f"charge-boys.artillery.effect-{name}" for name in effects
    ]


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("initiative", {"initiative": "turn.first-mover"}),
        ("musketry", {"volley": "musketry.hits"}),
        ("artillery", {"range die": "artillery.range-die", "effect die": "artillery.effect-die"}),
        ("officer-check", {"officer check": "officer.hit-check", "which officer": "officer.hit-check"}),
        ("save", {"saving throws": "save.every-hit", "saving throw of an officer": "save.officer"}),
        ("morale-first", {"first-shot test": "morale.first-die"}),
        ("morale-other", {"morale test": "morale.other-replaces", "inches of retreat": "morale.result-disorder-other"}),
        ("rally", {"rally test": "morale.other-replaces"}),
        ("charge-move", {"charge bonus": "charge.bonus-infantry"}),
        ("evade", {"evade": "charge.evade-bonus", "charge bonus": "charge.bonus-infantry"}),
        ("countercharge", {"charge bonus": "charge.bonus-cavalry", "countercharge bonus": "charge.bonus-cavalry"}),
        (
            "melee",
            {"melee dice": "melee.dice", "officer check": "officer.hit-check", "saving throws": "save.every-hit"},
        ),
        ("melee-result", {"test of the melee's loser": "morale.other-replaces", "follow-up": "melee.follow-up"}),
        (
            "caught",
            {
                "melee dice on a unit caught": "melee.caught",
                "officer check": "officer.hit-check",
                "inches of retreat": "morale.result-rout-other",
            },
        ),
    ],
)
def test_every_throw_names_its_clause(name: str, clauses: dict[str, str]) -> None:
    example = LEDGER.routines[name].example
    found = ask(PAGE, name, example.situation, dice=list(example.dice))
    assert {roll.reason: roll.clause.removeprefix("charge-boys.") for roll in found.rolls} == clauses
