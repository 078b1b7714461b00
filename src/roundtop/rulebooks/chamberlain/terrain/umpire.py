"""The procedure terrain."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.terrain import rule


def _terrain_outputs(kind: str) -> Outputs:
    row = rule.CHART[kind]
    return {
        "movement": row.movement,
        "obstruct_bw": row.obstruct,
        "blocks_at_crest": kind == "crest",
        "cover": row.cover,
        "melee_dice": row.melee,
    }


TERRAIN: Final[Procedure] = umpire.answered(
    "terrain", lambda fields: fields["kind"], _terrain_outputs, "chamberlain.terrain.columns"
)

PROCEDURES: Final[tuple[Procedure, ...]] = (TERRAIN,)
