"""The order of play: what each step asks, what an answer does, and how it resolves."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Play, no_effect
from roundtop.battle.protocol import Command, Decision, Opening, Outcome, Player, Progress
from roundtop.battle.scenario import Scenario
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.barriers import events as barriers_events
from roundtop.rulebooks.order_cards.barriers import table as barriers_table
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards import play as cards_play
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.cards import table as cards_table
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.charge import table as charge_table
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.command import messengers as command_messengers
from roundtop.rulebooks.order_cards.command import table as command_table
from roundtop.rulebooks.order_cards.deployment import events as deployment_events
from roundtop.rulebooks.order_cards.deployment import table as deployment_table
from roundtop.rulebooks.order_cards.events import Step
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.fire import table as fire_table
from roundtop.rulebooks.order_cards.formation import events as formation_events
from roundtop.rulebooks.order_cards.formation import table as formation_table
from roundtop.rulebooks.order_cards.head_down import events as head_down_events
from roundtop.rulebooks.order_cards.head_down import table as head_down_table
from roundtop.rulebooks.order_cards.melee import events as melee_events
from roundtop.rulebooks.order_cards.melee import table as melee_table
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.morale import table as morale_table
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.movement import table as movement_table
from roundtop.rulebooks.order_cards.muster import forces
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.prisoners import events as prisoners_events
from roundtop.rulebooks.order_cards.prisoners import table as prisoners_table
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.rally import table as rally_table
from roundtop.rulebooks.order_cards.retreat import events as retreat_events
from roundtop.rulebooks.order_cards.retreat import table as retreat_table
from roundtop.rulebooks.order_cards.rout import events as rout_events
from roundtop.rulebooks.order_cards.rout import table as rout_table
from roundtop.rulebooks.order_cards.sight import fog as sight_fog
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.supply import events as supply_events
from roundtop.rulebooks.order_cards.supply import table as supply_table


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Forces mustered and the table laid out [setup.organisation, setup.deployment, misc.multiplayer]."""
    found = forces.muster(scenario, settings, players)
    several = len(players) > len(found.armies)
    courier = settings.messengers == "on" or (settings.messengers == "auto" and (several or bool(found.reserves)))
    state = State(
        scenario.title,
        settings,
        cards_rule.deck_of(settings.deck),
        found.ground,
        found.armies,
        found.hands,
        found.units,
        found.officers,
        found.goals,
        found.zones,
        found.sets,
        found.visibility,
        reserves=found.reserves,
        courier=courier,
    )
    if settings.fog:
        state.roster = state.units
        state.staff = state.officers
        state.armies = tuple([sight_fog.first_look(state, army) for army in state.armies])
        state.looked = field.look_of(state, {})
    placing: tuple[Step, ...] = ()
    if [unit for unit in state.units if unit.place == tables.TO_DEPLOY]:
        placing = (deployment_events.ThrowForPlacing(),)
    return Opening(state, (*placing, cards_events.BeginSet(1)))


PLAYS: Final[dict[type, Play]] = {
    deployment_events.ThrowForPlacing: Play(deployment_table.throw_for_placing),
    deployment_events.PickUnit: Play(
        deployment_table.pick_by_itself,
        deployment_table.asks_to_pick,
        deployment_table.pick_decision,
        deployment_table.picked,
    ),
    deployment_events.PlaceUnit: Play(
        no_effect,
        deployment_table.owner_of_unit,
        deployment_table.place_decision,
        deployment_table.placed,
        deployment_table.check_place,
    ),
    deployment_events.PlaceOfficer: Play(
        no_effect,
        deployment_table.asks_for_officer,
        deployment_table.officer_decision,
        deployment_table.officer_placed,
        deployment_table.check_officer,
    ),
    cards_events.BeginSet: Play(cards_table.begin_set),
    cards_events.ChooseSets: Play(
        no_effect, cards_table.asks_for_sets, cards_table.sets_decision, cards_table.set_chosen, cards_table.check_set
    ),
    cards_events.ThrowForSet: Play(cards_table.throw_for_set),
    cards_events.ChooseOrder: Play(
        no_effect, cards_table.asks_for_order, cards_table.order_decision, cards_table.order_chosen
    ),
    cards_events.TakeTurn: Play(cards_table.take_turn),
    cards_events.CardInPlay: Play(no_effect, cards_play.asks_for_deed, cards_play.pick_decision, cards_play.picked),
    cards_events.Act: Play(no_effect, cards_play.asks_owner, cards_play.act_decision, cards_play.acted),
    movement_events.MoveUnit: Play(
        no_effect,
        movement_table.asks_mover,
        movement_table.move_decision,
        movement_table.move_made,
        movement_table.check_move,
    ),
    movement_events.MoveRest: Play(movement_table.move_rest),
    deployment_events.ComeOn: Play(deployment_table.come_on),
    formation_events.RefuseWing: Play(
        no_effect, movement_table.asks_mover, formation_table.wing_decision, formation_table.wing_turned
    ),
    barriers_events.ShiftBarrier: Play(
        no_effect,
        movement_table.asks_mover,
        barriers_table.barrier_decision,
        barriers_table.barrier_shifted,
        barriers_table.check_barrier,
    ),
    rally_events.FormUpFree: Play(
        no_effect, movement_table.asks_mover, rally_table.free_decision, rally_table.formed_free, rally_table.check_free
    ),
    command_events.MoveOfficer: Play(
        no_effect,
        command_table.asks_officer,
        command_table.officer_decision,
        command_table.officer_moved,
        command_table.check_officer,
    ),
    command_events.SendMessenger: Play(
        no_effect, command_table.asks_officer, command_messengers.send_decision, command_messengers.sent
    ),
    command_events.MoveMessenger: Play(
        no_effect,
        command_messengers.asks_rider,
        command_messengers.rider_decision,
        command_messengers.rider_moved,
        command_messengers.check_rider,
    ),
    supply_events.Draw: Play(supply_table.draw),
    fire_events.FireAt: Play(no_effect, fire_table.owner, fire_table.fire_decision, fire_table.target_named),
    fire_events.Shoot: Play(fire_table.shoot),
    fire_events.Snipe: Play(fire_table.snipe),
    morale_events.TestMorale: Play(
        morale_table.test_morale, morale_table.asks_for_help, morale_table.help_decision, morale_table.helped_test
    ),
    rally_events.Rally: Play(
        rally_table.try_rally, morale_table.asks_for_help, morale_table.help_decision, rally_table.helped_rally
    ),
    rally_events.FaceRallied: Play(no_effect, rally_table.asks_to_face, rally_table.face_decision, rally_table.faced),
    charge_events.DeclareCharge: Play(
        no_effect, charge_table.charge_owner, charge_table.declare_decision, charge_table.target_named
    ),
    charge_events.AimCharge: Play(
        no_effect,
        charge_table.charge_owner,
        charge_table.aim_decision,
        charge_table.charge_aimed,
        charge_table.check_aim,
    ),
    charge_events.RunCharge: Play(charge_table.run_charge),
    melee_events.Fight: Play(
        melee_table.fight, melee_table.asks_for_leaders, melee_table.leader_decision, melee_table.led
    ),
    retreat_events.Retreat: Play(retreat_table.retreat),
    retreat_events.TestLoser: Play(
        retreat_table.test_loser, morale_table.asks_for_help, morale_table.help_decision, retreat_table.helped_loser
    ),
    prisoners_events.GiveUp: Play(prisoners_table.give_up),
    melee_events.AfterMelee: Play(melee_table.after_melee),
    rout_events.RunAway: Play(rout_table.run_away),
    rout_events.RunHow: Play(no_effect, rout_table.asks_how_to_run, rout_table.run_decision, rout_table.run_told),
    head_down_events.FallBack: Play(head_down_table.fall_back),
    head_down_events.FallBackTo: Play(
        no_effect, head_down_table.asks_where, head_down_table.where_decision, head_down_table.fell_back
    ),
    prisoners_events.LeadAway: Play(prisoners_table.lead_away),
    cards_events.GrantTakeBack: Play(
        no_effect, cards_play.asks_for_grace, cards_play.grace_decision, cards_play.grace_given
    ),
    cards_events.EndCard: Play(cards_table.end_card),
    cards_events.EndTurn: Play(cards_table.end_turn),
}


def asks(state: State, step: Step) -> tuple[str, ...]:
    return PLAYS[type(step)].asks(state, step)


def decision(view: State, step: Step, player: str) -> Decision:
    return PLAYS[type(step)].decision(view, step, player)


def check(view: State, step: Step, command: Command) -> tuple[Reason, ...]:
    return PLAYS[type(step)].check(view, step, command)


def accept(state: State, step: Step, command: Command) -> Progress:
    progress = PLAYS[type(step)].accept(state, step, command)
    return sight_fog.befogged(state, progress) if state.settings.fog else progress


def advance(state: State, step: Step, dice: Dice) -> Progress:
    if not state.settings.fog:
        return PLAYS[type(step)].advance(state, step, dice)
    return sight_fog.befogged(state, PLAYS[type(step)].advance(state, step, sight_fog.hushed(state, step, dice)))


def outcome(state: State) -> Outcome | None:
    return state.outcome
