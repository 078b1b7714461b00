"""The procedure discover."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.concealment import rule


def _read_blinds(fields: umpire.Fields) -> umpire.Fields:
    for place, blind in enumerate(fields["blinds"]):
        for number, view in enumerate(blind["views"]):
            between(f"blinds[{place}].views[{number}].range_bw", view["range_bw"], 0)
    return fields


def _discover_outputs(fields: umpire.Fields) -> Outputs:
    found: list[str] = []
    for blind in fields["blinds"]:
        views = [rule.Sighting(view["range_bw"], view["visible"]) for view in blind["views"]]
        if any([rule.discovers(view) for view in views]):
            found.append(blind["id"])
    return {"revealed": found}


DISCOVER: Final[Procedure] = umpire.answered(
    "discover", _read_blinds, _discover_outputs, "chamberlain.conceal.passive-within-4bw"
)

PROCEDURES: Final[tuple[Procedure, ...]] = (DISCOVER,)
