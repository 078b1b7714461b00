"""The order of play: what each step asks, what an answer does, and how it resolves."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Outline, Play, Plays
from roundtop.battle.protocol import Opening, Player, Progress
from roundtop.battle.scenario import Scenario
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish.actions import table as actions_table
from roundtop.rulebooks.skirmish.charge import table as charge_table
from roundtop.rulebooks.skirmish.command import events as command_events
from roundtop.rulebooks.skirmish.command import table as command_table
from roundtop.rulebooks.skirmish.deployment import events as deployment_events
from roundtop.rulebooks.skirmish.deployment import table as deployment_table
from roundtop.rulebooks.skirmish.detachment import table as detachment_table
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.fire import table as fire_table
from roundtop.rulebooks.skirmish.horses import table as horses_table
from roundtop.rulebooks.skirmish.melee import table as melee_table
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.movement import table as movement_table
from roundtop.rulebooks.skirmish.muster import forces as muster_forces
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.retreat import table as retreat_table
from roundtop.rulebooks.skirmish.state import TO_DEPLOY, State
from roundtop.rulebooks.skirmish.victory import events as victory_events
from roundtop.rulebooks.skirmish.victory import table as victory_table


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Figures mustered and the table laid out [setup.scope, setup.scale, setup.figure-record]."""
    found = muster_forces.muster(scenario, settings)
    sides = [army.side for army in found.armies]
    if sorted([player.id for player in players]) != sorted(sides):
        raise ValueError("the skirmish sheet has one player a side, called like the side: he is its force commander")
    state = State(
        title=found.title,
        settings=settings,
        ground=found.ground,
        water=found.water,
        heights=found.heights,
        armies=found.armies,
        figures={figure.id: figure for figure in found.figures},
        groups=found.groups,
        things=found.things,
        goals=found.goals,
        zones=found.zones,
        turn_limit=found.turn_limit,
    )
    before: list[object] = []
    if [figure for figure in found.figures if figure.place == TO_DEPLOY]:
        before.append(deployment_events.ThrowForPlacing())
    before.extend([deployment_events.JoinGroup(side) for side in sorted(sides)])
    return Opening(state, (*before, command_events.BeginTurn(1)))


def begin_turn(state: State, step: command_events.BeginTurn, dice: Dice) -> Progress:
    """A turn: initiative, action phases with their windows and rallies, melee, end [turn.sequence]."""
    return Progress((command_events.TurnBegan(step.turn),), (command_events.ThrowInitiative(),))


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


PLAYS: Final[Plays] = {
    command_events.BeginTurn: Play(begin_turn),
    command_events.EndTurn: Play(end_turn),
    **deployment_table.PLAYS,
    **command_table.PLAYS,
    **actions_table.PLAYS,
    **movement_table.PLAYS,
    **detachment_table.PLAYS,
    **fire_table.PLAYS,
    **charge_table.PLAYS,
    **morale_table.PLAYS,
    **melee_table.PLAYS,
}
OUTLINE: Final[Outline] = Outline(PLAYS)
