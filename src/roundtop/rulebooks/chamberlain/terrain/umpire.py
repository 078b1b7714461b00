"""The procedure terrain."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Answer, Fields, Procedure, as_given, reckoned
from roundtop.rulebooks.chamberlain.terrain import rule


def _row(given: Fields) -> Answer:
    row = rule.CHART[given["kind"]]
    named = {"obstruct_bw": row.obstruct, "blocks_at_crest": given["kind"] == "crest", "melee_dice": row.melee}
    return named, row


PROCEDURES: Final[tuple[Procedure, ...]] = (reckoned("terrain", as_given, _row, "chamberlain.terrain.columns"),)
