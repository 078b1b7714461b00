"""The procedure discover."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Outputs, Procedure, as_given, reckoned
from roundtop.rulebooks.chamberlain.concealment import rule


def _seen(blind: Fields) -> bool:
    return any([rule.discovers(rule.Sighting(view["range_bw"], view["visible"])) for view in blind["views"]])


def _discovered(given: Fields) -> Outputs:
    return {"revealed": [blind["id"] for blind in given["blinds"] if _seen(blind)]}


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned("discover", as_given, _discovered, "chamberlain.conceal.passive-within-4bw"),
)
