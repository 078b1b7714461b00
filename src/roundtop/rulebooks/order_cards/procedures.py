"""The ledger's procedures by name, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure
from roundtop.rulebooks.order_cards.barriers import umpire as barriers_umpire
from roundtop.rulebooks.order_cards.cards import umpire as cards_umpire
from roundtop.rulebooks.order_cards.charge import umpire as charge_umpire
from roundtop.rulebooks.order_cards.command import umpire as command_umpire
from roundtop.rulebooks.order_cards.cover import umpire as cover_umpire
from roundtop.rulebooks.order_cards.fire import umpire as fire_umpire
from roundtop.rulebooks.order_cards.melee import umpire as melee_umpire
from roundtop.rulebooks.order_cards.morale import umpire as morale_umpire
from roundtop.rulebooks.order_cards.movement import umpire as movement_umpire
from roundtop.rulebooks.order_cards.prisoners import umpire as prisoners_umpire
from roundtop.rulebooks.order_cards.rally import umpire as rally_umpire
from roundtop.rulebooks.order_cards.retreat import umpire as retreat_umpire
from roundtop.rulebooks.order_cards.sight import umpire as sight_umpire
from roundtop.rulebooks.order_cards.supply import umpire as supply_umpire
from roundtop.rulebooks.order_cards.victory import umpire as victory_umpire

PROCEDURES: Final[tuple[Procedure, ...]] = (
    *cards_umpire.PROCEDURES,
    *movement_umpire.PROCEDURES,
    *fire_umpire.PROCEDURES,
    *cover_umpire.PROCEDURES,
    *morale_umpire.PROCEDURES,
    *rally_umpire.PROCEDURES,
    *charge_umpire.PROCEDURES,
    *melee_umpire.PROCEDURES,
    *retreat_umpire.PROCEDURES,
    *command_umpire.PROCEDURES,
    *sight_umpire.PROCEDURES,
    *supply_umpire.PROCEDURES,
    *prisoners_umpire.PROCEDURES,
    *barriers_umpire.PROCEDURES,
    *victory_umpire.PROCEDURES,
)
