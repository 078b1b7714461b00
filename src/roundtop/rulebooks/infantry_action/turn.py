"""The order of play: what each step asks, what an answer does, and how it resolves."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Play, no_effect
from roundtop.battle.protocol import Command, Decision, Opening, Outcome, Player, Progress
from roundtop.battle.scenario import Objective, Scenario
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action import activation, combat, deployment, orders, react, shooting, steps
from roundtop.rulebooks.infantry_action.events import PhaseBegan, TurnBegan
from roundtop.rulebooks.infantry_action.muster import Mustered, muster
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.rulebooks.infantry_action.state import (
    ON_TABLE,
    TO_ARRIVE,
    TO_DEPLOY,
    Army,
    Goal,
    State,
    Unit,
    enemy_of,
)
from roundtop.table.pose import Pose

GOAL_RADIUS_IN: Final = 6.0
"""How near a stand must be to hold an objective for which the scenario gives no radius."""


# ---------------------------------------------------------------- before the first turn


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Forces mustered and the table laid out.

    [setup.scope, setup.sides, setup.artillery-placed, setup.cinc-off-table]
    """
    found = muster(scenario, settings)
    if sorted([player.id for player in players]) != sorted([army.side for army in found.armies]):
        raise ValueError("Infantry Action has one player a side, called like the side: its CinC is the player")
    state = State(
        scenario.title,
        settings,
        found.ground,
        tuple([Army(army.side, army.edge, army.cinc, army.cinc_rating, 0) for army in found.armies]),
        tuple([_unit(unit) for unit in found.units]),
        tuple([_goal(objective, settings) for objective in scenario.objectives]),
        found.zones,
        found.turn_limit,
    )
    placing: tuple[steps.Step, ...] = ()
    if [unit for unit in state.units if unit.place == TO_DEPLOY]:
        placing = (steps.ThrowForPlacing(),)
    return Opening(state, (steps.RateCommanders(), *placing, steps.BeginTurn(1)))


def _unit(found: Mustered) -> Unit:
    place = TO_ARRIVE if found.turn else TO_DEPLOY if found.pose is None else ON_TABLE
    pose = found.pose or found.set_down or Pose(0.0, 0.0, 0)
    entry = None if found.set_down is not None else found.entry
    return Unit(
        found.id, found.side, found.name, found.kind, found.quality, found.weapon, found.stands, found.stands, pose,
        place, found.turn, entry,
    )  # fmt: skip


def _goal(objective: Objective, settings: Settings) -> Goal:
    scale = settings.yards_per_inch
    radius = GOAL_RADIUS_IN if objective.radius is None else objective.radius / scale
    return Goal(
        objective.id, objective.name, objective.x / scale, objective.y / scale, radius, objective.points,
        objective.side, objective.decisive, objective.holder,
    )  # fmt: skip


# ---------------------------------------------------------------- a turn


def begin_turn(state: State, step: steps.BeginTurn, dice: Dice) -> Progress:
    """The six steps of a turn, in this order [turn.sequence]."""
    sides = tuple([army.side for army in state.armies])
    outline = (
        steps.GiveOrders(sides),
        steps.ThrowInitiative(),
        steps.Shooting(()),
        steps.Combat(),
        steps.React(),
        steps.OpportunityFire(()),
        steps.FireRouts(),
        steps.EndTurn(),
    )
    return Progress((TurnBegan(step.turn), PhaseBegan("orders")), outline)


def shooting_step(state: State, step: steps.Shooting, dice: Dice) -> Progress:
    """All shoot together, or the side with the initiative first [turn.simultaneous-fire]."""
    if step.sides:
        return shooting.shooting(state, step, dice)
    return Progress((PhaseBegan("shooting"),), tuple([steps.Shooting(group) for group in volleys_together(state)]))


def opportunity_step(state: State, step: steps.OpportunityFire, dice: Dice) -> Progress:
    if step.sides:
        return shooting.opportunity_fire(state, step, dice)
    return Progress((), tuple([steps.OpportunityFire(group) for group in volleys_together(state)]))


def volleys_together(state: State) -> list[tuple[str, ...]]:
    first = state.initiative
    second = enemy_of(state, first)
    return [(first, second)] if state.settings.simultaneous_fire else [(first,), (second,)]


# ---------------------------------------------------------------- the table of steps


PLAYS: Final[dict[type, Play]] = {
    steps.RateCommanders: Play(deployment.rate),
    steps.ThrowForPlacing: Play(deployment.throw_for_placing),
    steps.PickUnit: Play(
        deployment.pick_by_itself, deployment.asks_to_pick, deployment.pick_decision, deployment.picked
    ),
    steps.PlaceUnit: Play(
        no_effect, deployment.asks_to_place, deployment.place_decision, deployment.placed, deployment.check_place
    ),
    steps.BeginTurn: Play(begin_turn),
    steps.GiveOrders: Play(no_effect, orders.asks_for_orders, orders.orders_decision, orders.orders_given),
    steps.ThrowInitiative: Play(orders.throw_initiative),
    steps.ChooseFirst: Play(no_effect, orders.asks_who_is_first, orders.first_decision, orders.first_chosen),
    steps.Go: Play(orders.go_passes, orders.asks_for_go, orders.go_decision, orders.activated),
    steps.MoveUnit: Play(
        no_effect, activation.owner, activation.move_decision, activation.moved, activation.check_move
    ),
    steps.MoveOn: Play(shooting.move_on),
    steps.Interrupt: Play(no_effect, shooting.asks_to_interrupt, shooting.interrupt_decision, shooting.interrupted),
    steps.PivotBattery: Play(
        no_effect, activation.owner, activation.pivot_decision, activation.pivoted_battery, activation.check_pivot
    ),
    steps.EnterTable: Play(activation.enter),
    steps.SetDownBattery: Play(
        activation.set_down_by_itself,
        activation.asks_where,
        activation.set_down_decision,
        activation.set_down,
        activation.check_set_down,
    ),
    steps.RoutOn: Play(activation.rout_on),
    steps.ChargeUnit: Play(
        no_effect, activation.owner, activation.charge_decision, activation.charge_made, activation.check_charge
    ),
    steps.SetDominoes: Play(no_effect, combat.asks_owner, combat.set_decision, combat.dominoes_set),
    steps.LookAtDomino: Play(combat.look),
    steps.PlaceDomino: Play(no_effect, combat.asks_owner, combat.place_decision, combat.domino_placed),
    steps.ChargeFire: Play(shooting.charge_fire),
    steps.PickShooters: Play(
        no_effect, shooting.asks_for_shooters, shooting.shooters_decision, shooting.shooters_picked
    ),
    steps.ChargeHome: Play(activation.charge_home),
    steps.Shooting: Play(shooting_step),
    steps.Nominate: Play(no_effect, shooting.asks_to_nominate, shooting.nominate_decision, shooting.nominated),
    steps.Shoot: Play(shooting.shoot),
    steps.RemoveHits: Play(shooting.remove_hits),
    steps.Combat: Play(combat.begin),
    steps.FightCombat: Play(combat.fight),
    steps.React: Play(react.react),
    steps.OpportunityFire: Play(opportunity_step),
    steps.FireRouts: Play(react.fire_routs),
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
