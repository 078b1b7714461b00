"""The ledger's procedures by name, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure
from roundtop.rulebooks.skirmish.actions import umpire as actions_umpire
from roundtop.rulebooks.skirmish.charge import umpire as charge_umpire
from roundtop.rulebooks.skirmish.climbing import umpire as climbing_umpire
from roundtop.rulebooks.skirmish.command import umpire as command_umpire
from roundtop.rulebooks.skirmish.detachment import umpire as detachment_umpire
from roundtop.rulebooks.skirmish.fire import umpire as fire_umpire
from roundtop.rulebooks.skirmish.harm import umpire as harm_umpire
from roundtop.rulebooks.skirmish.melee import umpire as melee_umpire
from roundtop.rulebooks.skirmish.morale import umpire as morale_umpire
from roundtop.rulebooks.skirmish.movement import umpire as movement_umpire
from roundtop.rulebooks.skirmish.terrain import umpire as terrain_umpire
from roundtop.rulebooks.skirmish.victory import umpire as victory_umpire

PROCEDURES: Final[tuple[Procedure, ...]] = (
    *command_umpire.PROCEDURES,
    *actions_umpire.PROCEDURES,
    *climbing_umpire.PROCEDURES,
    *movement_umpire.PROCEDURES,
    *fire_umpire.PROCEDURES,
    *terrain_umpire.PROCEDURES,
    *harm_umpire.PROCEDURES,
    *melee_umpire.PROCEDURES,
    *charge_umpire.PROCEDURES,
    *morale_umpire.PROCEDURES,
    *detachment_umpire.PROCEDURES,
    *victory_umpire.PROCEDURES,
)
