"""The order of play: what each step asks, what an answer does, and how it resolves."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Play, no_effect
from roundtop.battle.protocol import Command, Decision, Opening, Outcome, Player, Progress
from roundtop.battle.scenario import Scenario
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import activation, combat, deployment, orders, react, shooting, steps
from roundtop.rulebooks.skirmish.events import TurnBegan
from roundtop.rulebooks.skirmish.muster import muster
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.state import TO_DEPLOY, State

# ---------------------------------------------------------------- before the first turn


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Figures mustered and the table laid out [setup.scope, setup.scale, setup.figure-record]."""
    found = muster(scenario, settings)
    sides = [army.side for army in found.armies]
    if sorted([player.id for player in players]) != sorted(sides):
        raise ValueError("the skirmish sheet has one player a side, called like the side: he is its force commander")
    state = State(
        found.title,
        settings,
        found.ground,
        found.water,
        found.heights,
        found.armies,
        {figure.id: figure for figure in found.figures},
        found.groups,
        found.things,
        found.goals,
        found.zones,
        found.turn_limit,
    )
    before: list[steps.Step] = []
    if [figure for figure in found.figures if figure.place == TO_DEPLOY]:
        before.append(steps.ThrowForPlacing())
    if settings.force_commander == "attached":
        before.extend([steps.JoinGroup(side) for side in sorted(sides)])
    return Opening(state, (*before, steps.BeginTurn(1)))


def begin_turn(state: State, step: steps.BeginTurn, dice: Dice) -> Progress:
    """A turn: initiative, action phases with their windows and rallies, melee, end [turn.sequence]."""
    return Progress((TurnBegan(step.turn),), (steps.ThrowInitiative(),))


# ---------------------------------------------------------------- the table of steps


PLAYS: Final[dict[type, Play]] = {
    steps.ThrowForPlacing: Play(deployment.throw_for_placing),
    steps.PickToPlace: Play(
        deployment.pick_by_itself, deployment.asks_to_pick, deployment.pick_decision, deployment.picked
    ),
    steps.PlaceGroup: Play(
        no_effect, deployment.asks_to_place, deployment.place_decision, deployment.placed, deployment.check_place
    ),
    steps.JoinGroup: Play(no_effect, deployment.asks_to_join, deployment.join_decision, deployment.joined),
    steps.BeginTurn: Play(begin_turn),
    steps.ThrowInitiative: Play(orders.throw_initiative),
    steps.ChooseFirst: Play(no_effect, orders.asks_who_is_first, orders.first_decision, orders.first_chosen),
    steps.BeginPhase: Play(orders.begin_phase),
    steps.PickGroup: Play(no_effect, orders.asks_for_group, orders.group_decision, orders.group_picked),
    steps.OpenGo: Play(activation.open_go),
    steps.GroupActs: Play(no_effect, activation.asks_group, activation.group_decision, activation.group_chosen),
    steps.FigureActs: Play(
        no_effect, activation.asks_figure_acts, activation.figure_decision, activation.figure_chosen
    ),
    steps.MoveFigure: Play(
        no_effect, activation.asks_figure, activation.move_decision, activation.move_made, activation.check_move
    ),
    steps.MoveTogether: Play(
        no_effect,
        activation.asks_together,
        activation.together_decision,
        activation.moved_together,
        activation.check_together,
    ),
    steps.Detach: Play(no_effect, activation.asks_figure, activation.detach_decision, activation.detached),
    steps.Volley: Play(shooting.volley),
    steps.Shoot: Play(shooting.shoot),
    steps.ChargeTest: Play(combat.charge_test),
    steps.ChargedTest: Play(combat.charged_test),
    steps.RidersDeeds: Play(no_effect, combat.asks_riders, combat.riders_decision, combat.riders_chosen),
    steps.ChargeHome: Play(combat.charge_home),
    steps.EndPhase: Play(orders.end_phase),
    steps.Attach: Play(no_effect, react.asks_to_attach, react.attach_decision, react.attached),
    steps.Window: Play(react.window),
    steps.Rally: Play(react.rally),
    steps.Melee: Play(combat.begin_melee),
    steps.Pairing: Play(combat.paired, combat.asks_for_pairing, combat.pairing_decision, combat.pairing_chosen),
    steps.PickBout: Play(combat.next_bout, combat.asks_for_bout, combat.bout_decision, combat.bout_picked),
    steps.Nominate: Play(
        combat.primary_by_itself, combat.asks_for_primary, combat.primary_decision, combat.primary_named
    ),
    steps.Fight: Play(combat.fight),
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
