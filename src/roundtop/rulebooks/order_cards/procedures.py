"""The ledger's procedures by name, for the umpire."""

from __future__ import annotations

from typing import Final

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

PROCEDURES: Final = (
    cards_umpire.SET_INITIATIVE,
    cards_umpire.SET_ORDER,
    cards_umpire.SET_LEGAL,
    movement_umpire.MOVE_COST,
    fire_umpire.FIRE_ELIGIBILITY,
    fire_umpire.FIRE,
    cover_umpire.SAVE,
    fire_umpire.SPREAD_CASUALTIES,
    fire_umpire.ENFILADE,
    morale_umpire.MORALE,
    rally_umpire.RALLY,
    charge_umpire.CHARGE_ELIGIBILITY,
    charge_umpire.CHARGE_MOVE,
    melee_umpire.MELEE,
    retreat_umpire.MELEE_MORALE,
    retreat_umpire.RETREAT,
    fire_umpire.SNIPE,
    command_umpire.OFFICER_CASUALTY,
    sight_umpire.VISIBILITY,
    supply_umpire.RESUPPLY,
    prisoners_umpire.PRISONER_GUARDS,
    barriers_umpire.BARRIER_MOVE,
    barriers_umpire.DISMANTLE,
    victory_umpire.ARMY_BREAK,
    victory_umpire.VICTORY,
)
