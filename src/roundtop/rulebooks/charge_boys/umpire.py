"""What the chapters' procedures read alike: formations, crews and ways."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Read, between, each, reads
from roundtop.dice.sources import Roll
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.deployment import rule as deployment_rule
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule

SIDES: Final[tuple[str, str]] = ("union", "confederate")


def drawn_up(unit: Fields) -> None:
    """A formation that its arm can have, and crews where it has guns in action."""
    arm: str = unit["arm"]
    formation: str = unit["formation"]
    if formation not in tables.FORMATIONS[arm] and not (formation == tables.GARRISON and arm in tables.FOOT):
        able = ", ".join(tables.FORMATIONS[arm])
        raise FieldError(f"formation: {formation} cannot be; {arm} has {able}")
    if "crew" in unit:
        crewed(unit["crew"], formation == tables.UNLIMBERED)


def crewed(crew: list[int], in_action: bool = True) -> None:
    """Crews gun by gun; an unlimbered battery cannot do without."""
    between("crew, the number of guns", len(crew), 0, deployment_rule.MOST_GUNS)
    if in_action and not crew:
        raise FieldError("crew: missing; the crew figures of each gun of an unlimbered battery are wanted")


def _inches(leg: Fields) -> float:
    """Obstacles and actions have no length of their own."""
    return float(leg["inches"]) if leg["kind"] in terrain_rule.PER_INCH else 0.0


PATH: Final[Read] = each("path", reads(terrain_rule.Leg, inches=_inches))
"""Reads the legs of a way."""


def rolls_for(rolls: list[Roll], reason: str) -> list[Roll]:
    return [roll for roll in rolls if roll.reason == reason]
