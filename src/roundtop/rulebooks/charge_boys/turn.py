"""The order of play: what each step asks, what an answer does, and how it resolves."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Outline, Play, Plays
from roundtop.battle.protocol import Opening, Player, Progress
from roundtop.battle.scenario import Scenario
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.arrivals import events as arrivals_events
from roundtop.rulebooks.charge_boys.arrivals import table as arrivals_table
from roundtop.rulebooks.charge_boys.artillery import table as artillery_table
from roundtop.rulebooks.charge_boys.casualties import table as casualties_table
from roundtop.rulebooks.charge_boys.charge import declare as charge_declare
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.charge import table as charge_table
from roundtop.rulebooks.charge_boys.deployment import events as deployment_events
from roundtop.rulebooks.charge_boys.deployment import table as deployment_table
from roundtop.rulebooks.charge_boys.fire import events as fire_events
from roundtop.rulebooks.charge_boys.fire import table as fire_table
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.initiative import events as initiative_events
from roundtop.rulebooks.charge_boys.initiative import table as initiative_table
from roundtop.rulebooks.charge_boys.melee import events as melee_events
from roundtop.rulebooks.charge_boys.melee import table as melee_table
from roundtop.rulebooks.charge_boys.morale import events as morale_events
from roundtop.rulebooks.charge_boys.morale import table as morale_table
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.muster import forces as muster_forces
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.orders import events as orders_events
from roundtop.rulebooks.charge_boys.orders import impulses as orders_impulses
from roundtop.rulebooks.charge_boys.orders import table as orders_table
from roundtop.rulebooks.charge_boys.pursuit import table as pursuit_table
from roundtop.rulebooks.charge_boys.retreat import table as retreat_table
from roundtop.rulebooks.charge_boys.rout import events as rout_events
from roundtop.rulebooks.charge_boys.rout import table as rout_table
from roundtop.rulebooks.charge_boys.state import TO_DEPLOY, State
from roundtop.rulebooks.charge_boys.victory import events as victory_events
from roundtop.rulebooks.charge_boys.victory import table as victory_table


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Forces mustered and the table laid out [core.spirit, core.scale, setup.table, setup.deployment]."""
    found = muster_forces.muster(scenario, settings)
    sides = tuple([army.side for army in found.armies])
    if sorted([player.id for player in players]) != sorted(sides):
        raise ValueError("Charge Boys Charge! has one player a side, called like the side")
    state = State(
        title=scenario.title,
        settings=settings,
        ground=found.ground,
        armies=found.armies,
        units=found.units,
        generals=found.generals,
        goals=found.goals,
        zones=found.zones,
        capacities=found.capacities,
        turn_limit=found.turn_limit,
        attacker=found.attacker,
    )
    first: list[object] = []
    if settings.roster == "custom":
        first.extend([deployment_events.DrawUp(side, 0) for side in sides])
    if not settings.skirmish_whole_units:
        first.extend([deployment_events.Detach(side) for side in sides])
    if settings.quality_source == "dice":
        first.append(deployment_events.ThrowQuality())
    by_hand = [unit for unit in state.units if unit.place == TO_DEPLOY]
    waiting = [general for general in state.generals if general.place == TO_DEPLOY]
    if by_hand or waiting or settings.roster == "custom":
        first.append(deployment_events.ThrowForPlacing())
    return Opening(state, (*first, initiative_events.BeginTurn(1)))


def begin_turn(state: State, step: initiative_events.BeginTurn, dice: Dice) -> Progress:
    """The seven phases of a turn, in this order [turn.phases, turn.word-turn, turn.mode]."""
    # Both sides at once: taken by name, so that it does not matter which is listed first.
    sides = tuple(sorted([army.side for army in state.armies], reverse=True))
    first: list[object] = [initiative_events.ThrowInitiative()]
    if state.settings.retest_timing == "turn-start":
        first.extend([morale_events.Retests(side) for side in sides])
    if state.settings.turn_mode == "written-orders":
        first.extend(
            [orders_events.WriteOrders(tuple([(side, 0, False) for side in sides])), orders_events.RevealOrders()]
        )
    outline = (
        *first,
        rout_events.CompulsoryMoves(),
        movement_events.Movement(),
        fire_events.Firing(),
        melee_events.Melees(),
        morale_events.Morale(),
        victory_events.EndTurn(),
    )
    return Progress((initiative_events.TurnBegan(step.turn),), outline)


def movement(state: State, step: movement_events.Movement, dice: Dice) -> Progress:
    """Side A's charges and moves, then side B's; or all together by written orders.

    [turn.igougo-movement, orders.resolution]
    """
    found: list[object] = []
    if state.settings.turn_mode == "written-orders":
        found.extend([arrivals_events.Arrivals(side) for side in field.in_order(state)])
        found.extend([orders_events.OrderedCharges(), orders_events.MeetCharges(), orders_events.ThrowReaches()])
        return Progress((initiative_events.PhaseBegan("movement"),), tuple(found))
    for side in field.in_order(state):
        found.extend([arrivals_events.Arrivals(side), charge_events.Charges(side), movement_events.Go(side)])
    return Progress((), tuple(found))


PLAYS: Final[Plays] = {
    initiative_events.BeginTurn: Play(begin_turn),
    movement_events.Movement: Play(movement),
    **deployment_table.PLAYS,
    **initiative_table.PLAYS,
    **morale_table.PLAYS,
    **orders_table.PLAYS,
    **orders_impulses.PLAYS,
    **rout_table.PLAYS,
    **retreat_table.PLAYS,
    **arrivals_table.PLAYS,
    **charge_declare.PLAYS,
    **charge_table.PLAYS,
    **pursuit_table.PLAYS,
    **movement_table.PLAYS,
    **generals_table.PLAYS,
    **fire_table.PLAYS,
    **artillery_table.PLAYS,
    **casualties_table.PLAYS,
    **melee_table.PLAYS,
    **victory_table.PLAYS,
}
OUTLINE: Final[Outline] = Outline(PLAYS)
