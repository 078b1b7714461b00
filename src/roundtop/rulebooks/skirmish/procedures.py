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
    command_umpire.INITIATIVE,
    command_umpire.PHASE_ORDER,
    command_umpire.MAJORITY_CLASS,
    actions_umpire.ACTIONS_LEFT,
    climbing_umpire.CLIMB_ACTIONS,
    movement_umpire.MOVE_CHECK,
    fire_umpire.LOAD,
    fire_umpire.RANGE_BAND,
    terrain_umpire.COVER_GRADE,
    fire_umpire.SELECT_TARGET,
    fire_umpire.RESOLVE_SHOT,
    fire_umpire.RESOLVE_VOLLEY,
    harm_umpire.HARM,
    melee_umpire.PAIR_MELEE,
    melee_umpire.RESOLVE_MELEE,
    melee_umpire.PUSH_BACK,
    charge_umpire.CHARGE_CHECK,
    morale_umpire.MORALE_CHECK,
    morale_umpire.MORALE_STATE,
    morale_umpire.MORALE_DUTY,
    morale_umpire.RALLY,
    detachment_umpire.DETACH,
    morale_umpire.MOTION,
    victory_umpire.VICTORY_CHECK,
)
