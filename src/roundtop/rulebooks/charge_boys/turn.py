"""The order of play: what each step asks, what an answer does, and how it resolves."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Play, no_effect
from roundtop.battle.protocol import Command, Decision, Opening, Outcome, Player, Progress
from roundtop.battle.scenario import Scenario
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import activation, combat, deployment, orders, react, shooting, steps
from roundtop.rulebooks.charge_boys.events import PhaseBegan, TurnBegan
from roundtop.rulebooks.charge_boys.muster import muster
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.state import TO_DEPLOY, State, in_order

# ---------------------------------------------------------------- before the first turn


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Forces mustered and the table laid out [core.spirit, core.scale, setup.table, setup.deployment]."""
    found = muster(scenario, settings)
    sides = tuple([army.side for army in found.armies])
    if sorted([player.id for player in players]) != sorted(sides):
        raise ValueError("Charge Boys Charge! has one player a side, called like the side")
    state = State(
        scenario.title,
        settings,
        found.ground,
        found.armies,
        found.units,
        found.generals,
        found.goals,
        found.zones,
        found.capacities,
        found.turn_limit,
        found.attacker,
    )
    first: list[steps.Step] = []
    if settings.roster == "custom":
        first.extend([steps.DrawUp(side, 0) for side in sides])
    if not settings.skirmish_whole_units:
        first.extend([steps.Detach(side) for side in sides])
    if settings.quality_source == "dice":
        first.append(steps.ThrowQuality())
    by_hand = [unit for unit in state.units if unit.place == TO_DEPLOY]
    waiting = [general for general in state.generals if general.place == TO_DEPLOY]
    if by_hand or waiting or settings.roster == "custom":
        first.append(steps.ThrowForPlacing())
    return Opening(state, (*first, steps.BeginTurn(1)))


# ---------------------------------------------------------------- a turn


def begin_turn(state: State, step: steps.BeginTurn, dice: Dice) -> Progress:
    """The seven phases of a turn, in this order [turn.phases, turn.word-turn, turn.mode]."""
    # Both sides at once: taken by name, so that it does not matter which is listed first.
    sides = tuple(sorted([army.side for army in state.armies], reverse=True))
    first: list[steps.Step] = [steps.ThrowInitiative()]
    if state.settings.retest_timing == "turn-start":
        first.extend([steps.Retests(side) for side in sides])
    if state.settings.turn_mode == "written-orders":
        first.extend([steps.WriteOrders(tuple([(side, 0, False) for side in sides])), steps.RevealOrders()])
    outline = (
        *first,
        steps.CompulsoryMoves(),
        steps.Movement(),
        steps.Firing(),
        steps.Melees(),
        steps.Morale(),
        steps.EndTurn(),
    )
    return Progress((TurnBegan(step.turn),), outline)


def movement(state: State, step: steps.Movement, dice: Dice) -> Progress:
    """Side A's charges and moves, then side B's; or all together by written orders.

    [turn.igougo-movement, orders.resolution]
    """
    found: list[steps.Step] = []
    if state.settings.turn_mode == "written-orders":
        found.extend([steps.Arrivals(side) for side in in_order(state)])
        found.extend([steps.OrderedCharges(), steps.MeetCharges(), steps.ThrowReaches()])
        return Progress((PhaseBegan("movement"),), tuple(found))
    for side in in_order(state):
        found.extend([steps.Arrivals(side), steps.Charges(side), steps.Go(side)])
    return Progress((PhaseBegan("movement"),), tuple(found))


# ---------------------------------------------------------------- the table of steps


PLAYS: Final[dict[type, Play]] = {
    steps.DrawUp: Play(no_effect, deployment.asks_side, deployment.draw_up_decision, deployment.drawn_up),
    steps.Draft: Play(no_effect, deployment.asks_side, deployment.draft_decision, deployment.drafted),
    steps.Detach: Play(no_effect, deployment.asks_to_detach, deployment.detach_decision, deployment.detaching),
    steps.DetachFrom: Play(no_effect, deployment.asks_owner, deployment.number_decision, deployment.detached),
    steps.ThrowQuality: Play(deployment.throw_quality),
    steps.ThrowForPlacing: Play(deployment.throw_for_placing),
    steps.PickUnit: Play(
        deployment.pick_by_itself, deployment.asks_to_pick, deployment.pick_decision, deployment.picked
    ),
    steps.PickFormation: Play(
        deployment.no_formation,
        deployment.asks_formation,
        deployment.formation_decision,
        deployment.formation_picked,
    ),
    steps.PlaceUnit: Play(
        no_effect, deployment.asks_owner, deployment.place_decision, deployment.placed, deployment.check_place
    ),
    steps.PlaceGeneral: Play(
        no_effect, deployment.asks_general, deployment.general_decision, deployment.general_placed
    ),
    steps.BeginTurn: Play(begin_turn),
    steps.ThrowInitiative: Play(orders.throw_initiative),
    steps.ChooseFirst: Play(no_effect, orders.asks_who_is_first, orders.first_decision, orders.first_chosen),
    steps.Retests: Play(react.retests),
    steps.Retest: Play(react.retest),
    steps.WriteOrders: Play(
        orders.nobody_writes,
        orders.asks_for_orders,
        orders.orders_decision,
        orders.orders_given,
        orders.check_order,
    ),
    steps.RevealOrders: Play(orders.reveal),
    steps.OrderedCharges: Play(orders.ordered_charges),
    steps.OrderedTest: Play(orders.ordered_test),
    steps.MeetCharges: Play(orders.meet_charges),
    steps.ThrowReaches: Play(orders.throw_reaches),
    steps.Impulse: Play(orders.impulse),
    steps.Finish: Play(orders.finish),
    steps.CompulsoryMoves: Play(react.compulsory_moves),
    steps.RunOn: Play(react.run_on),
    steps.Joined: Play(react.joined),
    steps.FallBack: Play(react.fall_back_step),
    steps.Bend: Play(no_effect, react.asks_bend, react.bend_decision, react.bent),
    steps.Movement: Play(movement),
    steps.Arrivals: Play(deployment.arrivals),
    steps.PickArrival: Play(no_effect, deployment.asks_owner, deployment.arrival_decision, deployment.arrival_picked),
    steps.Arrive: Play(
        no_effect, deployment.asks_owner, deployment.arrive_decision, deployment.arrived, deployment.check_arrive
    ),
    steps.Charges: Play(combat.charges),
    steps.Declare: Play(no_effect, combat.asks_side, combat.declare_decision, combat.declared),
    steps.ChargeTest: Play(combat.charge_test),
    steps.MeetCharge: Play(combat.meet_charge, combat.asks_to_evade, combat.evade_decision, combat.evade_chosen),
    steps.Evade: Play(combat.evade),
    steps.StandTest: Play(combat.stand_test),
    steps.Run: Play(combat.run, combat.asks_to_counter, combat.counter_decision, combat.counter_chosen),
    steps.Clash: Play(combat.clash),
    steps.CloseIn: Play(combat.close_in),
    steps.ClosingFire: Play(no_effect, combat.asks_for_closing_fire, combat.closing_decision, combat.closing_chosen),
    steps.UnderFire: Play(combat.under_fire),
    steps.GoHome: Play(combat.go_home),
    steps.Catch: Play(combat.catch),
    steps.Go: Play(no_effect, activation.asks_for_go, activation.go_decision, activation.activated),
    steps.MoveUnit: Play(
        no_effect, activation.owner, activation.move_decision, activation.moved, activation.check_move
    ),
    steps.MoveGeneral: Play(
        no_effect, activation.general_owner, activation.general_decision, activation.rode, activation.check_ride
    ),
    steps.KeepDistance: Play(activation.fall_back_from),
    steps.Firing: Play(shooting.firing),
    steps.FireBy: Play(shooting.fire_by),
    steps.Fire: Play(no_effect, shooting.asks_to_fire, shooting.fire_decision, shooting.fired),
    steps.FireGuns: Play(no_effect, shooting.asks_to_fire, shooting.guns_decision, shooting.guns_fired),
    steps.Shoot: Play(shooting.shoot),
    steps.ShootGuns: Play(shooting.shoot_guns),
    steps.TakeOff: Play(shooting.take_off),
    steps.Melees: Play(combat.melees),
    steps.PickFoe: Play(no_effect, combat.asks_for_foe, combat.foe_decision, combat.foe_picked),
    steps.FightMelee: Play(combat.fight_melee),
    steps.Losers: Play(combat.losers_test),
    steps.AfterMelee: Play(combat.after_melee),
    steps.FollowUp: Play(combat.stays, combat.asks_to_follow, combat.follow_decision, combat.follow_chosen),
    steps.Redress: Play(
        no_effect, combat.asks_to_redress, combat.redress_decision, combat.redressed, combat.check_redress
    ),
    steps.Pursue: Play(combat.pursue),
    steps.Morale: Play(react.morale_phase),
    steps.MoraleOf: Play(react.next_test, react.asks_for_test, react.test_decision, react.test_picked),
    steps.TakeTests: Play(react.test_unit),
    steps.EndTurn: Play(react.end_turn),
}


def asks(state: State, step: steps.Step) -> tuple[str, ...]:
    return PLAYS[type(step)].asks(state, step)


def decision(view: State, step: steps.Step, player: str) -> Decision:
    return PLAYS[type(step)].decision(view, step, player)


def check(view: State, step: steps.Step, command: Command) -> tuple[Reason, ...]:
    return PLAYS[type(step)].check(view, step, command)


def accept(state: State, step: steps.Step, command: Command) -> Progress:
    return PLAYS[type(step)].accept(state, step, command)


def advance(state: State, step: steps.Step, dice: Dice) -> Progress:
    return PLAYS[type(step)].advance(state, step, dice)


def outcome(state: State) -> Outcome | None:
    return state.outcome
