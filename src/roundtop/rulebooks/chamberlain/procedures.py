"""The ledger's procedures, chapter by chapter, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure
from roundtop.rulebooks.chamberlain.activation import umpire as activation_umpire
from roundtop.rulebooks.chamberlain.advance import umpire as advance_umpire
from roundtop.rulebooks.chamberlain.artillery import umpire as artillery_umpire
from roundtop.rulebooks.chamberlain.charge import umpire as charge_umpire
from roundtop.rulebooks.chamberlain.command import umpire as command_umpire
from roundtop.rulebooks.chamberlain.concealment import umpire as concealment_umpire
from roundtop.rulebooks.chamberlain.deployment import umpire as deployment_umpire
from roundtop.rulebooks.chamberlain.fire import umpire as fire_umpire
from roundtop.rulebooks.chamberlain.melee import umpire as melee_umpire
from roundtop.rulebooks.chamberlain.morale import umpire as morale_umpire
from roundtop.rulebooks.chamberlain.movement import umpire as movement_umpire
from roundtop.rulebooks.chamberlain.reinforcements import umpire as reinforcements_umpire
from roundtop.rulebooks.chamberlain.retreat import umpire as retreat_umpire
from roundtop.rulebooks.chamberlain.sight import umpire as sight_umpire
from roundtop.rulebooks.chamberlain.terrain import umpire as terrain_umpire
from roundtop.rulebooks.chamberlain.victory import umpire as victory_umpire

PROCEDURES: Final[tuple[Procedure, ...]] = (
    *deployment_umpire.PROCEDURES,
    *reinforcements_umpire.PROCEDURES,
    *concealment_umpire.PROCEDURES,
    *command_umpire.PROCEDURES,
    *activation_umpire.PROCEDURES,
    *movement_umpire.PROCEDURES,
    *charge_umpire.PROCEDURES,
    *sight_umpire.PROCEDURES,
    *terrain_umpire.PROCEDURES,
    *fire_umpire.PROCEDURES,
    *artillery_umpire.PROCEDURES,
    *melee_umpire.PROCEDURES,
    *retreat_umpire.PROCEDURES,
    *advance_umpire.PROCEDURES,
    *morale_umpire.PROCEDURES,
    *victory_umpire.PROCEDURES,
)
