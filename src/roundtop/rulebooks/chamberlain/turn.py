"""The order of play: what each step asks, what an answer does, and how it resolves."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Outline, Play, Plays
from roundtop.battle.protocol import Command, Opening, Player, Progress
from roundtop.battle.scenario import EDGES, Scenario, Side
from roundtop.dice.sources import Dice
from roundtop.kit import objectives
from roundtop.rulebooks.chamberlain.action import table as action_table
from roundtop.rulebooks.chamberlain.activation import events as activation_events
from roundtop.rulebooks.chamberlain.activation import table as activation_table
from roundtop.rulebooks.chamberlain.advance import table as advance_table
from roundtop.rulebooks.chamberlain.artillery import table as artillery_table
from roundtop.rulebooks.chamberlain.command import events as command_events
from roundtop.rulebooks.chamberlain.command import table as command_table
from roundtop.rulebooks.chamberlain.concealment import events as concealment_events
from roundtop.rulebooks.chamberlain.concealment import table as concealment_table
from roundtop.rulebooks.chamberlain.deployment import events as deployment_events
from roundtop.rulebooks.chamberlain.deployment import table as deployment_table
from roundtop.rulebooks.chamberlain.fire import events as fire_events
from roundtop.rulebooks.chamberlain.fire import table as fire_table
from roundtop.rulebooks.chamberlain.melee import events as melee_events
from roundtop.rulebooks.chamberlain.melee import table as melee_table
from roundtop.rulebooks.chamberlain.morale import table as morale_table
from roundtop.rulebooks.chamberlain.movement import events as movement_events
from roundtop.rulebooks.chamberlain.muster import scenario as mustering
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.phases import events as phases_events
from roundtop.rulebooks.chamberlain.reinforcements import events as reinforcements_events
from roundtop.rulebooks.chamberlain.reinforcements import table as reinforcements_table
from roundtop.rulebooks.chamberlain.retreat import events as retreat_events
from roundtop.rulebooks.chamberlain.retreat import table as retreat_table
from roundtop.rulebooks.chamberlain.state import TO_DEPLOY, Army, State
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.rulebooks.chamberlain.victory import events as victory_events
from roundtop.rulebooks.chamberlain.victory import table as victory_table


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Forces mustered and the table laid out [setup.deployment, setup.table-edges, setup.first-player]."""
    found = mustering.muster(scenario, settings)
    if sorted([player.id for player in players]) != sorted([side.id for side in scenario.sides]):
        raise ValueError("Chamberlain has one player a side, called like the side: he is its commander in chief")
    yards = found.scale.yards
    state = State(
        title=scenario.title,
        settings=settings,
        ground=found.ground,
        crests=terrain_rule.crests_of(found.ground),
        field=found.field,
        yards=yards,
        armies=tuple([_army(side, scenario.sides) for side in scenario.sides]),
        forces=found.forces,
        officers=found.officers,
        units=found.units,
        goals=objectives.goals_of(scenario, yards, settings.victory_objective_radius),
        zones=found.zones,
        turn_limit=found.turn_limit,
        first=scenario.first,
    )
    opening: list[object] = []
    if [unit for unit in state.units if unit.place == TO_DEPLOY]:
        opening.append(deployment_events.ThrowForPlacing())
    if not scenario.first:
        opening.append(deployment_events.ThrowForFirst())
    return Opening(state, (*opening, phases_events.BeginTurn(1)))


def _army(side: Side, sides: tuple[Side, ...]) -> Army:
    """A side's own edges, and those that belong to nobody [setup.table-edges]."""
    taken = [edge for one in sides for edge in (one.edge, *one.friendly)]
    friendly = tuple(dict.fromkeys((side.edge, *side.friendly)))
    round_about = EDGES[EDGES.index(side.edge) :] + EDGES[: EDGES.index(side.edge)]
    return Army(side.id, side.edge, friendly, tuple([edge for edge in round_about if edge not in taken]))


def begin_turn(state: State, step: phases_events.BeginTurn, dice: Dice) -> Progress:
    """One player turn a side makes a game turn [turn.alternate]."""
    return Progress((phases_events.TurnBegan(step.turn),), (phases_events.PlayerTurn(state.first),))


def player_turn(state: State, step: phases_events.PlayerTurn, dice: Dice) -> Progress:
    """The five phases, in this order [turn.phase-order, turn.active-passive, turn.information-phase]."""
    side = step.side
    outline = (
        concealment_events.Discover(side),
        reinforcements_events.Reinforce(side),
        command_events.PlaceOfficers(side, ()),
        activation_events.Movement(side),
        fire_events.Fire(side),
        melee_events.Combats(side),
        victory_events.Status(side),
    )
    return Progress((phases_events.SideBegan(side), phases_events.PhaseBegan(side, "information")), outline)


PLAYS: Final[Plays] = {
    phases_events.BeginTurn: Play(begin_turn),
    phases_events.PlayerTurn: Play(player_turn),
    **deployment_table.PLAYS,
    **concealment_table.PLAYS,
    **reinforcements_table.PLAYS,
    **command_table.PLAYS,
    **activation_table.PLAYS,
    **action_table.PLAYS,
    **morale_table.PLAYS,
    **fire_table.PLAYS,
    **artillery_table.PLAYS,
    **retreat_table.PLAYS,
    **melee_table.PLAYS,
    **advance_table.PLAYS,
    **victory_table.PLAYS,
}
OUTLINE: Final[Outline] = Outline(PLAYS)
SHIFTS: Final[tuple[type, ...]] = (
    movement_events.Moved,
    reinforcements_events.Entered,
    retreat_events.UnitLost,
    deployment_events.Deployed,
)
"""What may bring blinds into view or out of it."""


def accept(state: State, step: object, command: Command) -> Progress:
    return _looking(state, OUTLINE.accept(state, step, command))


def advance(state: State, step: object, dice: Dice) -> Progress:
    return _looking(state, OUTLINE.advance(state, step, dice))


def _looking(state: State, progress: Progress) -> Progress:
    """In fog everybody looks about when something has moved [conceal.what-is-hidden]."""
    if state.settings.conceal_level != "sight":
        return progress
    if not any([type(event) in SHIFTS for event in progress.events]):
        return progress
    return Progress((*progress.events, concealment_events.LookedAround()), progress.steps, True)
