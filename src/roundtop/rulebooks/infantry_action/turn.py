"""The order of play: what each step asks, what an answer does, and how it resolves."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Outline, Play, Plays
from roundtop.battle.protocol import Opening, Player, Progress
from roundtop.battle.scenario import Scenario
from roundtop.dice.sources import Dice
from roundtop.kit import objectives
from roundtop.rulebooks.infantry_action import events, field, muster
from roundtop.rulebooks.infantry_action.arrivals import table as arrivals_table
from roundtop.rulebooks.infantry_action.charge import table as charge_table
from roundtop.rulebooks.infantry_action.command import events as command_events
from roundtop.rulebooks.infantry_action.command import table as command_table
from roundtop.rulebooks.infantry_action.deployment import events as deployment_events
from roundtop.rulebooks.infantry_action.deployment import table as deployment_table
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.fire import table as fire_table
from roundtop.rulebooks.infantry_action.melee import events as melee_events
from roundtop.rulebooks.infantry_action.melee import table as melee_table
from roundtop.rulebooks.infantry_action.morale import events as morale_events
from roundtop.rulebooks.infantry_action.morale import table as morale_table
from roundtop.rulebooks.infantry_action.movement import table as movement_table
from roundtop.rulebooks.infantry_action.opportunity import table as opportunity_table
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.rulebooks.infantry_action.state import ON_TABLE, Army, State, Unit
from roundtop.rulebooks.infantry_action.victory import events as victory_events
from roundtop.rulebooks.infantry_action.victory import table as victory_table
from roundtop.table.pose import Pose

GOAL_RADIUS_IN: Final = 6.0
"""How near a stand must be to hold an objective for which the scenario gives no radius."""


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Forces mustered and the table laid out.

    [setup.scope, setup.sides, setup.artillery-placed, setup.cinc-off-table]
    """
    found = muster.muster(scenario, settings)
    if sorted([player.id for player in players]) != sorted([army.side for army in found.armies]):
        raise ValueError("Infantry Action has one player a side, called like the side: its CinC is the player")
    state = State(
        title=scenario.title,
        settings=settings,
        ground=found.ground,
        armies=tuple([Army(army.side, army.edge, army.cinc, army.cinc_rating, 0) for army in found.armies]),
        units=tuple([_unit(unit) for unit in found.units]),
        goals=objectives.goals_of(scenario, settings.yards_per_inch, GOAL_RADIUS_IN),
        zones=found.zones,
        turn_limit=found.turn_limit,
    )
    placing: tuple[object, ...] = ()
    if [unit for unit in state.units if unit.place == field.TO_DEPLOY]:
        placing = (deployment_events.ThrowForPlacing(),)
    return Opening(state, (command_events.RateCommanders(), *placing, events.BeginTurn(1)))


def _unit(found: muster.Mustered) -> Unit:
    place = field.TO_ARRIVE if found.turn else field.TO_DEPLOY if found.pose is None else ON_TABLE
    pose = found.pose or found.set_down or Pose(0.0, 0.0, 0)
    entry = None if found.set_down is not None else found.entry
    return Unit(
        id=found.id,
        side=found.side,
        name=found.name,
        kind=found.kind,
        quality=found.quality,
        weapon=found.weapon,
        start=found.stands,
        stands=found.stands,
        pose=pose,
        place=place,
        due=found.turn,
        entry=entry,
    )


def begin_turn(state: State, step: events.BeginTurn, dice: Dice) -> Progress:
    """The six steps of a turn, in this order [turn.sequence]."""
    sides = tuple([army.side for army in state.armies])
    outline = (
        command_events.GiveOrders(sides),
        command_events.ThrowInitiative(),
        fire_events.Shooting(()),
        melee_events.Combat(),
        morale_events.React(),
        fire_events.OpportunityFire(()),
        morale_events.FireRouts(),
        victory_events.EndTurn(),
    )
    return Progress((events.TurnBegan(step.turn), events.PhaseBegan("orders")), outline)


def shooting_step(state: State, step: fire_events.Shooting, dice: Dice) -> Progress:
    """All shoot together, or the side with the initiative first [turn.simultaneous-fire]."""
    if step.sides:
        return fire_table.shooting(state, step, dice)
    return Progress(
        (events.PhaseBegan("shooting"),), tuple([fire_events.Shooting(group) for group in volleys_together(state)])
    )


def opportunity_step(state: State, step: fire_events.OpportunityFire, dice: Dice) -> Progress:
    if step.sides:
        return fire_table.opportunity_fire(state, step, dice)
    return Progress((), tuple([fire_events.OpportunityFire(group) for group in volleys_together(state)]))


def volleys_together(state: State) -> list[tuple[str, ...]]:
    first = state.initiative
    second = field.enemy_of(state, first)
    return [(first, second)] if state.settings.simultaneous_fire else [(first,), (second,)]


PLAYS: Final[Plays] = {
    events.BeginTurn: Play(begin_turn),
    fire_events.Shooting: Play(shooting_step),
    fire_events.OpportunityFire: Play(opportunity_step),
    **command_table.PLAYS,
    **deployment_table.PLAYS,
    **movement_table.PLAYS,
    **opportunity_table.PLAYS,
    **arrivals_table.PLAYS,
    **morale_table.PLAYS,
    **melee_table.PLAYS,
    **fire_table.PLAYS,
    **charge_table.PLAYS,
    **victory_table.PLAYS,
}
OUTLINE: Final[Outline] = Outline(PLAYS)
