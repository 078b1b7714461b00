"""What can happen at the table and what is still to do, as the chapters list them, and what an event changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.carrying import events as carrying_events
from roundtop.rulebooks.skirmish.charge import events as charge_events
from roundtop.rulebooks.skirmish.climbing import events as climbing_events
from roundtop.rulebooks.skirmish.command import events as command_events
from roundtop.rulebooks.skirmish.deployment import events as deployment_events
from roundtop.rulebooks.skirmish.detachment import events as detachment_events
from roundtop.rulebooks.skirmish.fire import events as fire_events
from roundtop.rulebooks.skirmish.horses import events as horses_events
from roundtop.rulebooks.skirmish.melee import events as melee_events
from roundtop.rulebooks.skirmish.morale import events as morale_events
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.state import State
from roundtop.rulebooks.skirmish.victory import events as victory_events

CHANGES: Final[dict[type, Callable[[State, Any], State]]] = {
    deployment_events.PlacingThrown: deployment_events.placing_thrown,
    deployment_events.Deployed: deployment_events.deployed,
    command_events.Joined: command_events.joined,
    command_events.TurnBegan: command_events.turn_began,
    command_events.InitiativeThrown: command_events.initiative_thrown,
    command_events.FirstChosen: command_events.first_chosen,
    command_events.PhaseBegan: command_events.phase_began,
    command_events.PhaseEnded: command_events.phase_ended,
    movement_events.Moved: movement_events.moved,
    actions_events.Stood: actions_events.stood,
    fire_events.Loaded: fire_events.loaded,
    fire_events.ShotFired: fire_events.shot_fired,
    horses_events.GotUp: horses_events.got_up,
    horses_events.GotDown: horses_events.got_down,
    climbing_events.Climbed: climbing_events.climbed,
    carrying_events.TookUp: carrying_events.took_up,
    carrying_events.Dropped: carrying_events.dropped,
    carrying_events.DeedDone: carrying_events.deed_done,
    detachment_events.MenDetached: detachment_events.men_detached,
    detachment_events.MenRejoined: detachment_events.men_rejoined,
    charge_events.ChargeDeclared: charge_events.charge_declared,
    morale_events.MoraleTested: morale_events.morale_tested,
    morale_events.RallyThrown: morale_events.rally_thrown,
    melee_events.MeleeArranged: melee_events.melee_arranged,
    melee_events.BoutFought: melee_events.bout_fought,
    movement_events.Left: movement_events.left,
    horses_events.HorseGone: horses_events.horse_gone,
    command_events.Promoted: command_events.promoted,
    morale_events.Steadied: morale_events.steadied,
    victory_events.GoalTaken: victory_events.goal_taken,
    victory_events.BattleEnded: victory_events.battle_ended,
}
EVENTS: Final = tuple(CHANGES)
Step = (
    deployment_events.ThrowForPlacing
    | deployment_events.PickToPlace
    | deployment_events.PlaceGroup
    | deployment_events.JoinGroup
    | command_events.BeginTurn
    | command_events.ThrowInitiative
    | command_events.ChooseFirst
    | command_events.BeginPhase
    | command_events.PickGroup
    | actions_events.OpenGo
    | actions_events.GroupActs
    | actions_events.FigureActs
    | movement_events.MoveFigure
    | movement_events.MoveTogether
    | detachment_events.Detach
    | fire_events.Volley
    | fire_events.Shoot
    | charge_events.ChargeTest
    | charge_events.ChargedTest
    | charge_events.RidersDeeds
    | charge_events.ChargeHome
    | command_events.EndPhase
    | command_events.Attach
    | morale_events.Window
    | morale_events.Rally
    | melee_events.Melee
    | melee_events.Pairing
    | melee_events.PickBout
    | melee_events.Nominate
    | melee_events.Fight
    | command_events.EndTurn
)


def apply(state: State, event: object) -> State:
    """The state after an event."""
    return CHANGES[type(event)](state, event)
