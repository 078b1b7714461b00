"""What can happen and what is still to do, chapter by chapter, and how an event changes the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_args

from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.barriers import events as barriers_events
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.deployment import events as deployment_events
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.formation import events as formation_events
from roundtop.rulebooks.order_cards.head_down import events as head_down_events
from roundtop.rulebooks.order_cards.melee import events as melee_events
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.prisoners import events as prisoners_events
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.retreat import events as retreat_events
from roundtop.rulebooks.order_cards.rout import events as rout_events
from roundtop.rulebooks.order_cards.sight import events as sight_events
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.supply import events as supply_events
from roundtop.rulebooks.order_cards.victory import events as victory_events

Events = list[object]
Step = (
    deployment_events.ThrowForPlacing
    | deployment_events.PickUnit
    | deployment_events.PlaceUnit
    | deployment_events.PlaceOfficer
    | cards_events.BeginSet
    | cards_events.ChooseSets
    | cards_events.ThrowForSet
    | cards_events.ChooseOrder
    | cards_events.TakeTurn
    | cards_events.CardInPlay
    | cards_events.Act
    | movement_events.MoveUnit
    | movement_events.MoveRest
    | deployment_events.ComeOn
    | formation_events.RefuseWing
    | barriers_events.ShiftBarrier
    | rally_events.FormUpFree
    | command_events.MoveOfficer
    | command_events.SendMessenger
    | command_events.MoveMessenger
    | supply_events.Draw
    | fire_events.FireAt
    | fire_events.Shoot
    | fire_events.Snipe
    | morale_events.TestMorale
    | rally_events.Rally
    | rally_events.FaceRallied
    | charge_events.DeclareCharge
    | charge_events.AimCharge
    | charge_events.RunCharge
    | melee_events.Fight
    | retreat_events.Retreat
    | retreat_events.TestLoser
    | prisoners_events.GiveUp
    | melee_events.AfterMelee
    | rout_events.RunAway
    | rout_events.RunHow
    | head_down_events.FallBack
    | head_down_events.FallBackTo
    | prisoners_events.LeadAway
    | cards_events.GrantTakeBack
    | cards_events.EndCard
    | cards_events.EndTurn
)
STEPS: Final[tuple[type, ...]] = get_args(Step)


def apply(state: State, event: object) -> State:
    """The state after an event."""
    if type(event) not in APPLIED:
        raise TypeError(f"{type(event).__name__} is no event of this rulebook")
    return APPLIED[type(event)](state, event)


def past_recall_only(state: State, event: object) -> State:
    """An event that is told and changes nothing else."""
    return field.past_recall(state)


def unnoticed(state: State, event: sight_events.Unnoticed) -> State:
    for one in event.events:
        state = apply(state, one)
    return state


APPLIED: Final[dict[type, Callable[[State, Any], State]]] = {
    deployment_events.PlacingThrown: past_recall_only,
    deployment_events.Deployed: deployment_events.deployed,
    cards_events.SetBegan: cards_events.set_began,
    cards_events.SetLaid: cards_events.set_laid,
    cards_events.SetThrown: cards_events.set_thrown,
    cards_events.OrderChosen: cards_events.order_chosen,
    cards_events.CardsTurned: cards_events.cards_turned,
    cards_events.CardEnded: cards_events.card_ended,
    cards_events.TurnEnded: cards_events.turn_ended,
    movement_events.Moved: movement_events.moved,
    movement_events.HalfTurned: movement_events.half_turned,
    formation_events.WingTurned: formation_events.wing_turned,
    charge_events.Waived: charge_events.waived,
    fire_events.Fired: fire_events.fired,
    fire_events.Sniped: fire_events.sniped,
    fire_events.Circled: fire_events.lost,
    morale_events.Tested: morale_events.tested,
    rally_events.RallyTried: rally_events.rally_tried,
    melee_events.Disordered: melee_events.disordered,
    command_events.OfficerPlaced: command_events.officer_placed,
    command_events.OfficerMoved: command_events.officer_moved,
    command_events.OfficerHurt: command_events.officer_hurt,
    command_events.OfficerSwept: command_events.officer_swept,
    charge_events.ChargeDeclared: charge_events.charge_declared,
    charge_events.ChargeShort: charge_events.charge_short,
    charge_events.ContactMade: charge_events.contact_made,
    melee_events.MeleeFought: melee_events.melee_fought,
    melee_events.Massed: melee_events.massed,
    prisoners_events.Surrendered: prisoners_events.surrendered,
    prisoners_events.Freed: prisoners_events.freed,
    fire_events.UnitRemoved: fire_events.unit_removed,
    victory_events.GunsTaken: victory_events.guns_taken,
    supply_events.Resupplied: supply_events.resupplied,
    barriers_events.WorkBegan: barriers_events.work_began,
    barriers_events.LineChanged: barriers_events.line_changed,
    command_events.MessengerSent: command_events.messenger_sent,
    command_events.MessengerMoved: command_events.messenger_moved,
    command_events.MessengerGone: command_events.messenger_gone,
    command_events.HandedOver: command_events.handed_over,
    command_events.Released: command_events.released,
    cards_events.TakenBack: cards_events.taken_back,
    cards_events.TakeBackRefused: past_recall_only,
    victory_events.GoalTaken: victory_events.goal_taken,
    sight_events.Met: sight_events.met,
    sight_events.Sighted: past_recall_only,
    sight_events.Spotted: sight_events.spotted,
    sight_events.Unnoticed: unnoticed,
    victory_events.BattleEnded: victory_events.battle_ended,
}
"""What each event changes."""
EVENTS: Final = tuple(APPLIED)
