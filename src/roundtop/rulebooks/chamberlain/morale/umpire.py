"""The procedures rally, fatigue-status and army-morale."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import tables, umpire
from roundtop.rulebooks.chamberlain.morale import rule
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.victory import rule as victory_rule
from roundtop.rulebooks.chamberlain.victory import umpire as victory_umpire


def _read_rally(fields: umpire.Fields) -> rule.Rally:
    unit: umpire.Fields = fields["unit"]
    between("nearest_enemy_bw", fields["nearest_enemy_bw"], 0)
    if unit["arm"] not in tables.GUNS:
        umpire.check_strength("unit", unit, unit["arm"])
    officer = None if unit["officer"] is None else tuple(unit["officer"])
    return rule.Rally(unit["arm"], unit["fatigue"], officer, fields["activated"], fields["nearest_enemy_bw"])


def _roll_rally(rally: rule.Rally, dice: Dice) -> rule.Rallied | str:
    return rule.rally_refusal(rally) or rule.rallied(rally, dice)


def _rally_outputs(rally: rule.Rally, reached: rule.Rallied | str) -> Outputs:
    clause = reached if isinstance(reached, str) else ""
    done = rule.Rallied(False, False, False, rally.fatigue) if isinstance(reached, str) else reached
    return umpire.ruled(clause) | {
        "at_risk_rolled": done.at_risk,
        "officer_killed": done.officer_killed,
        "success": done.success,
        "fatigue": done.fatigue,
        "moved": not clause,
    }


def _rally_lines(rally: rule.Rally, reached: rule.Rallied | str) -> tuple[Row, ...]:
    if isinstance(reached, str):
        return umpire.refused(reached)
    found: list[Row] = []
    if reached.at_risk:
        fate = "killed" if reached.officer_killed else "survives"
        found.append(Row("Hero at risk", fate, "chamberlain.trait.hero-risk"))
    found.append(Row("rally, 3+", "succeeds" if reached.success else "fails", "chamberlain.rally.roll"))
    found.append(Row("fatigue", f"{rally.fatigue} to {reached.fatigue}", "chamberlain.rally.remove-one"))
    found.append(Row("counts as moved", "yes", "chamberlain.rally.counts-as-moved"))
    return tuple(found)


RALLY: Final[Procedure] = simple("rally", _read_rally, _roll_rally, _rally_outputs, _rally_lines)


def _read_fatigue(fields: umpire.Fields) -> tuple[umpire.Fields, Settings]:
    unit: umpire.Fields = fields["unit"]
    elan = umpire.needed("unit.elan", unit["elan"], "fatigue is read against it")
    between("unit.elan", elan, *umpire.ELAN)
    between("unit.fatigue", unit["fatigue"], 0)
    return unit, umpire.house_of(fields)


def _fatigue_outputs(given: tuple[umpire.Fields, Settings]) -> Outputs:
    unit, house = given
    elan, fatigue = unit["elan"], unit["fatigue"]
    status = rule.status_of(elan, fatigue, house)
    mounted = tables.mounted_now(unit["arm"], unit["mounted"])
    may = status != "broken" and rule.may_charge(elan, fatigue, mounted, house)
    return {"current_elan": tables.current_elan(elan, fatigue), "status": status, "may_charge": may}


FATIGUE_STATUS: Final[Procedure] = umpire.answered(
    "fatigue-status", _read_fatigue, _fatigue_outputs, "chamberlain.fatigue.fatigued"
)


def _read_army(fields: umpire.Fields) -> tuple[victory_rule.Standing, Settings]:
    return victory_umpire.standing("", "", fields), umpire.house_of(fields)


def _army_outputs(given: tuple[victory_rule.Standing, Settings]) -> Outputs:
    army, house = given
    return {
        "break_point": rule.break_point(army.starting, house),
        "army_broken": rule.army_broken(army.starting, army.broken, house),
    }


ARMY_MORALE: Final[Procedure] = umpire.answered("army-morale", _read_army, _army_outputs, "chamberlain.status.morale")

PROCEDURES: Final[tuple[Procedure, ...]] = (RALLY, FATIGUE_STATUS, ARMY_MORALE)
