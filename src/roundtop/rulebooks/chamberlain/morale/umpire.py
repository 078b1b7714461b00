"""The procedures rally, fatigue-status and army-morale."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Answer, Fields, Outputs, Procedure
from roundtop.battle.tally import Row
from roundtop.rulebooks.chamberlain import tables, umpire
from roundtop.rulebooks.chamberlain.charge import umpire as charge_umpire
from roundtop.rulebooks.chamberlain.morale import rule
from roundtop.rulebooks.chamberlain.victory import umpire as victory_umpire


def _read_rally(given: Fields) -> rule.Rally:
    read = procedure.reads(
        rule.Rally,
        charge_umpire.charges,
        activated=lambda _: given["activated"],
        nearest_enemy=lambda _: given["nearest_enemy_bw"],
    )
    found: rule.Rally = procedure.inside("unit", read)(given)
    return found


def _rallied(_: rule.Rally, done: rule.Rallied) -> Answer:
    return {"at_risk_rolled": done.at_risk, "moved": True}, done


def _not_rallied(rally: rule.Rally) -> Answer:
    return {"moved": False}, _rallied(rally, rule.Rallied(False, False, False, rally.fatigue))


def _rally_lines(rally: rule.Rally, reached: rule.Rallied) -> tuple[Row, ...]:
    found: list[Row] = []
    if reached.at_risk:
        fate = "killed" if reached.officer_killed else "survives"
        found.append(Row("Hero at risk", fate, "chamberlain.trait.hero-risk"))
    found.append(Row("rally, 3+", "succeeds" if reached.success else "fails", "chamberlain.rally.roll"))
    found.append(Row("fatigue", f"{rally.fatigue} to {reached.fatigue}", "chamberlain.rally.remove-one"))
    found.append(Row("counts as moved", "yes", "chamberlain.rally.counts-as-moved"))
    return tuple(found)


def _fatigue(given: Fields) -> Outputs:
    unit, house = given["unit"], given["settings"]
    elan = procedure.needed("unit.elan", unit["elan"], "fatigue is read against it")
    procedure.between("unit.elan", elan, *umpire.ELAN)
    fatigue = unit["fatigue"]
    status = rule.status_of(elan, fatigue, house)
    mounted = tables.mounted_now(unit["arm"], unit["mounted"])
    may = status != "broken" and rule.may_charge(elan, fatigue, mounted, house)
    return {"current_elan": tables.current_elan(elan, fatigue), "status": status, "may_charge": may}


def _army(given: Fields) -> Outputs:
    army, house = victory_umpire.standing("", given), given["settings"]
    return {
        "break_point": rule.break_point(army.starting, house),
        "army_broken": rule.army_broken(army.starting, army.broken, house),
    }


PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.simple(
        "rally",
        _read_rally,
        rule.rallied,
        _rallied,
        _rally_lines,
        refusal=rule.rally_refusal,
        refused=_not_rallied,
    ),
    procedure.reckoned("fatigue-status", procedure.as_given, _fatigue, "chamberlain.fatigue.fatigued"),
    procedure.reckoned("army-morale", procedure.as_given, _army, "chamberlain.status.morale"),
)
