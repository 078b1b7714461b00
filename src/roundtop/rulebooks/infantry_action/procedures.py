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
    command_umpire.COMMANDER_RATING,
    command_umpire.INITIATIVE,
    command_umpire.ACTIVATION_GOES,
    command_umpire.ORDER_LEGAL,
    movement_umpire.MOVE_CHECK,
    fire_umpire.HIT_NUMBER,
    fire_umpire.MAY_SHOOT,
    fire_umpire.INFANTRY_VOLLEY,
    fire_umpire.ARTILLERY_FIRE,
    melee_umpire.PLACE_DOMINOES,
    melee_umpire.PAIR_STANDS,
    melee_umpire.STAND_SCORE,
    melee_umpire.RESOLVE_COMBAT,
    morale_umpire.COMBAT_OUTCOME,
    morale_umpire.FIRE_ROUT,
    victory_umpire.VICTORY_CHECK,
)
