"""The procedures victory and objective."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.victory import rule


def standing(name: str, side: str, given: umpire.Fields) -> rule.Standing:
    prefix = f"{name}." if name else ""
    between(f"{prefix}starting_units", given["starting_units"], 1)
    for part in ("broken_units", "retired_units"):
        between(f"{prefix}{part}", given[part], 0, given["starting_units"])
    if given["broken_units"] + given["retired_units"] > given["starting_units"]:
        raise FieldError(f"{prefix}retired_units: broken and retired units together are more than there were")
    points: int = given.get("objective_points", 0)
    return rule.Standing(side, given["starting_units"], given["broken_units"], given["retired_units"], points)


def _read_victory(fields: umpire.Fields) -> umpire.Fields:
    armies = [standing(side, side, fields[side]) for side in ("union", "confederate")]
    return {"check": fields["check"], "armies": armies, "settings": umpire.house_of(fields)}


def _victory_outputs(given: umpire.Fields) -> Outputs:
    first, second = given["armies"]
    if given["check"] == "night":
        return {"winner": rule.by_night(first, second)}
    return {"winner": rule.by_retirement(first, second, given["settings"])}


VICTORY: Final[Procedure] = umpire.answered(
    "victory", _read_victory, _victory_outputs, "chamberlain.victory.retirement"
)


def _read_objective(fields: umpire.Fields) -> umpire.Fields:
    near: list[rule.Near] = []
    for place, one in enumerate(fields["units"]):
        between(f"units[{place}].distance_bw", one["distance_bw"], 0)
        near.append(rule.Near(one["side"], one["arm"], one["distance_bw"]))
    radius = umpire.house_of(fields).victory_objective_radius
    return {"owner": fields["owner"], "near": tuple(near), "radius": radius}


OBJECTIVE: Final[Procedure] = umpire.answered(
    "objective",
    _read_objective,
    lambda given: {"owner": rule.holder(given["owner"], given["near"], given["radius"])},
    "chamberlain.victory.objective-control",
)

PROCEDURES: Final[tuple[Procedure, ...]] = (VICTORY, OBJECTIVE)
