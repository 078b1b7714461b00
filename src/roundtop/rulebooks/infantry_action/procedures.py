"""The ledger's procedures by name, for the umpire: fields in, the chapters' own code, outputs and working out."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure
from roundtop.rulebooks.infantry_action.command import umpire as command_umpire
from roundtop.rulebooks.infantry_action.fire import umpire as fire_umpire
from roundtop.rulebooks.infantry_action.melee import umpire as melee_umpire
from roundtop.rulebooks.infantry_action.morale import umpire as morale_umpire
from roundtop.rulebooks.infantry_action.movement import umpire as movement_umpire
from roundtop.rulebooks.infantry_action.victory import umpire as victory_umpire

PROCEDURES: Final[tuple[Procedure, ...]] = (
    *command_umpire.PROCEDURES,
    *movement_umpire.PROCEDURES,
    *fire_umpire.PROCEDURES,
    *melee_umpire.PROCEDURES,
    *morale_umpire.PROCEDURES,
    *victory_umpire.PROCEDURES,
)
