"""The procedures victory and objective."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import FieldError, Fields, Outputs, Procedure, Read
from roundtop.rulebooks.chamberlain.victory import rule


def _can_be(army: Fields) -> None:
    if army["broken_units"] + army["retired_units"] > army["starting_units"]:
        raise FieldError("retired_units: broken and retired units together are more than there were")


def standing(side: str, given: Fields) -> rule.Standing:
    """An army by its losses."""
    read = procedure.reads(
        rule.Standing,
        _can_be,
        side=lambda _: side,
        starting="starting_units",
        broken="broken_units",
        retired="retired_units",
        points=lambda army: army.get("objective_points"),
    )
    found: rule.Standing = procedure.inside(side, read)(given) if side else read(given)
    return found


def _winner(given: Fields) -> Outputs:
    first, second = standing("union", given), standing("confederate", given)
    if given["check"] == "night":
        return {"winner": rule.by_night(first, second)}
    return {"winner": rule.by_retirement(first, second, given["settings"])}


NEAR: Final[Read] = procedure.each("units", procedure.reads(rule.Near, distance="distance_bw"))


def _owner(given: Fields) -> Outputs:
    return {"owner": rule.holder(given["owner"], NEAR(given), given["settings"].victory_objective_radius)}


PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.reckoned("victory", procedure.as_given, _winner, "chamberlain.victory.retirement"),
    procedure.reckoned("objective", procedure.as_given, _owner, "chamberlain.victory.objective-control"),
)
