"""The ledger's procedures by name, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure
from roundtop.rulebooks.charge_boys.artillery import umpire as artillery_umpire
from roundtop.rulebooks.charge_boys.casualties import umpire as casualties_umpire
from roundtop.rulebooks.charge_boys.charge import umpire as charge_umpire
from roundtop.rulebooks.charge_boys.deployment import umpire as deployment_umpire
from roundtop.rulebooks.charge_boys.fire import umpire as fire_umpire
from roundtop.rulebooks.charge_boys.formation import umpire as formation_umpire
from roundtop.rulebooks.charge_boys.initiative import umpire as initiative_umpire
from roundtop.rulebooks.charge_boys.melee import umpire as melee_umpire
from roundtop.rulebooks.charge_boys.morale import umpire as morale_umpire
from roundtop.rulebooks.charge_boys.movement import umpire as movement_umpire
from roundtop.rulebooks.charge_boys.orders import umpire as orders_umpire
from roundtop.rulebooks.charge_boys.pursuit import umpire as pursuit_umpire
from roundtop.rulebooks.charge_boys.retreat import umpire as retreat_umpire
from roundtop.rulebooks.charge_boys.rout import umpire as rout_umpire
from roundtop.rulebooks.charge_boys.victory import umpire as victory_umpire

PROCEDURES: Final[tuple[Procedure, ...]] = (
    *initiative_umpire.PROCEDURES,
    *deployment_umpire.PROCEDURES,
    *formation_umpire.PROCEDURES,
    *movement_umpire.PROCEDURES,
    *artillery_umpire.PROCEDURES,
    *orders_umpire.PROCEDURES,
    *fire_umpire.PROCEDURES,
    *casualties_umpire.PROCEDURES,
    *morale_umpire.PROCEDURES,
    *rout_umpire.PROCEDURES,
    *retreat_umpire.PROCEDURES,
    *charge_umpire.PROCEDURES,
    *melee_umpire.PROCEDURES,
    *pursuit_umpire.PROCEDURES,
    *victory_umpire.PROCEDURES,
)
