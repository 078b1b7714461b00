"""The order of play: what each step asks, what an answer does, and how it resolves."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Play, no_effect
from roundtop.battle.protocol import Command, Decision, Opening, Outcome, Player, Progress
from roundtop.battle.scenario import Scenario
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.actions import table as actions_table
from roundtop.rulebooks.skirmish.charge import events as charge_events
from roundtop.rulebooks.skirmish.charge import table as charge_table
from roundtop.rulebooks.skirmish.command import events as command_events
from roundtop.rulebooks.skirmish.command import table as command_table
from roundtop.rulebooks.skirmish.deployment import events as deployment_events
from roundtop.rulebooks.skirmish.deployment import table as deployment_table
from roundtop.rulebooks.skirmish.detachment import events as detachment_events
from roundtop.rulebooks.skirmish.detachment import table as detachment_table
from roundtop.rulebooks.skirmish.events import Step, apply
from roundtop.rulebooks.skirmish.fire import events as fire_events
from roundtop.rulebooks.skirmish.fire import table as fire_table
from roundtop.rulebooks.skirmish.horses import table as horses_table
from roundtop.rulebooks.skirmish.melee import events as melee_events
from roundtop.rulebooks.skirmish.melee import table as melee_table
from roundtop.rulebooks.skirmish.morale import events as morale_events
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.movement import table as movement_table
from roundtop.rulebooks.skirmish.movement import together as movement_together
from roundtop.rulebooks.skirmish.muster import forces as muster_forces
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.retreat import table as retreat_table
from roundtop.rulebooks.skirmish.state import TO_DEPLOY, State
from roundtop.rulebooks.skirmish.victory import events as victory_events
from roundtop.rulebooks.skirmish.victory import table as victory_table


def end_turn(state: State, step: command_events.EndTurn, dice: Dice) -> Progress:
    """Surrender, horses unheld, new NCOs, results that lapse, objectives, victory [turn.sequence]."""
    events: list[object] = [
        *retreat_table.surrenders(state),
        *horses_table.stampedes(state),
        *command_table.promotions(state),
        *morale_table.lapses(state),
        *victory_table.goals_taken(state),
    ]
    for event in events:
        state = apply(state, event)
    end = victory_table.outcome_of(state)
    if end is not None:
        return Progress((*events, victory_events.BattleEnded(end)))
    return Progress(tuple(events), (command_events.BeginTurn(state.turn + 1),))


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Figures mustered and the table laid out [setup.scope, setup.scale, setup.figure-record]."""
    found = muster_forces.muster(scenario, settings)
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
    before: list[Step] = []
    if [figure for figure in found.figures if figure.place == TO_DEPLOY]:
        before.append(deployment_events.ThrowForPlacing())
    if settings.force_commander == "attached":
        before.extend([deployment_events.JoinGroup(side) for side in sorted(sides)])
    return Opening(state, (*before, command_events.BeginTurn(1)))


def begin_turn(state: State, step: command_events.BeginTurn, dice: Dice) -> Progress:
    """A turn: initiative, action phases with their windows and rallies, melee, end [turn.sequence]."""
    return Progress((command_events.TurnBegan(step.turn),), (command_events.ThrowInitiative(),))


PLAYS: Final[dict[type, Play]] = {
    deployment_events.ThrowForPlacing: Play(deployment_table.throw_for_placing),
    deployment_events.PickToPlace: Play(
        deployment_table.pick_by_itself,
        deployment_table.asks_to_pick,
        deployment_table.pick_decision,
        deployment_table.picked,
    ),
    deployment_events.PlaceGroup: Play(
        no_effect,
        deployment_table.asks_to_place,
        deployment_table.place_decision,
        deployment_table.placed,
        deployment_table.check_place,
    ),
    deployment_events.JoinGroup: Play(
        no_effect, deployment_table.asks_to_join, deployment_table.join_decision, deployment_table.joined
    ),
    command_events.BeginTurn: Play(begin_turn),
    command_events.ThrowInitiative: Play(command_table.throw_initiative),
    command_events.ChooseFirst: Play(
        no_effect, command_table.asks_who_is_first, command_table.first_decision, command_table.first_chosen
    ),
    command_events.BeginPhase: Play(command_table.begin_phase),
    command_events.PickGroup: Play(
        no_effect, command_table.asks_for_group, command_table.group_decision, command_table.group_picked
    ),
    actions_events.OpenGo: Play(actions_table.open_go),
    actions_events.GroupActs: Play(
        no_effect, actions_table.asks_group, actions_table.group_decision, actions_table.group_chosen
    ),
    actions_events.FigureActs: Play(
        no_effect, actions_table.asks_figure_acts, actions_table.figure_decision, actions_table.figure_chosen
    ),
    movement_events.MoveFigure: Play(
        no_effect,
        actions_table.asks_figure,
        movement_table.move_decision,
        movement_table.move_made,
        movement_table.check_move,
    ),
    movement_events.MoveTogether: Play(
        no_effect,
        movement_together.asks_together,
        movement_together.together_decision,
        movement_together.moved_together,
        movement_together.check_together,
    ),
    detachment_events.Detach: Play(
        no_effect, actions_table.asks_figure, detachment_table.detach_decision, detachment_table.detached
    ),
    fire_events.Volley: Play(fire_table.volley),
    fire_events.Shoot: Play(fire_table.shoot),
    charge_events.ChargeTest: Play(charge_table.charge_test),
    charge_events.ChargedTest: Play(charge_table.charged_test),
    charge_events.RidersDeeds: Play(
        no_effect, charge_table.asks_riders, charge_table.riders_decision, charge_table.riders_chosen
    ),
    charge_events.ChargeHome: Play(charge_table.charge_home),
    command_events.EndPhase: Play(command_table.end_phase),
    command_events.Attach: Play(
        no_effect, command_table.asks_to_attach, command_table.attach_decision, command_table.attached
    ),
    morale_events.Window: Play(morale_table.window),
    morale_events.Rally: Play(morale_table.rally),
    melee_events.Melee: Play(melee_table.begin_melee),
    melee_events.Pairing: Play(
        melee_table.paired, melee_table.asks_for_pairing, melee_table.pairing_decision, melee_table.pairing_chosen
    ),
    melee_events.PickBout: Play(
        melee_table.next_bout, melee_table.asks_for_bout, melee_table.bout_decision, melee_table.bout_picked
    ),
    melee_events.Nominate: Play(
        melee_table.primary_by_itself,
        melee_table.asks_for_primary,
        melee_table.primary_decision,
        melee_table.primary_named,
    ),
    melee_events.Fight: Play(melee_table.fight),
    command_events.EndTurn: Play(end_turn),
}


def asks(state: State, step: Step) -> tuple[str, ...]:
    return PLAYS[type(step)].asks(state, step)


def decision(view: State, step: Step, player: str) -> Decision:
    return PLAYS[type(step)].decision(view, step, player)


def check(view: State, step: Step, command: Command) -> tuple[Reason, ...]:
    return PLAYS[type(step)].check(view, step, command)


def accept(state: State, step: Step, command: Command) -> Progress:
    return PLAYS[type(step)].accept(state, step, command)


def advance(state: State, step: Step, dice: Dice) -> Progress:
    return PLAYS[type(step)].advance(state, step, dice)


def outcome(state: State) -> Outcome | None:
    return state.outcome
