"""The order of play: what each step asks, what an answer does, and how it resolves."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Outline, Plays
from roundtop.battle.protocol import Command, Opening, Player, Progress
from roundtop.battle.scenario import Scenario
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.barriers import table as barriers_table
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards import play as cards_play
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.cards import table as cards_table
from roundtop.rulebooks.order_cards.charge import table as charge_table
from roundtop.rulebooks.order_cards.command import messengers as command_messengers
from roundtop.rulebooks.order_cards.command import table as command_table
from roundtop.rulebooks.order_cards.deployment import events as deployment_events
from roundtop.rulebooks.order_cards.deployment import table as deployment_table
from roundtop.rulebooks.order_cards.fire import table as fire_table
from roundtop.rulebooks.order_cards.formation import table as formation_table
from roundtop.rulebooks.order_cards.head_down import table as head_down_table
from roundtop.rulebooks.order_cards.melee import table as melee_table
from roundtop.rulebooks.order_cards.morale import table as morale_table
from roundtop.rulebooks.order_cards.movement import table as movement_table
from roundtop.rulebooks.order_cards.muster import forces
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.prisoners import table as prisoners_table
from roundtop.rulebooks.order_cards.rally import table as rally_table
from roundtop.rulebooks.order_cards.retreat import table as retreat_table
from roundtop.rulebooks.order_cards.rout import table as rout_table
from roundtop.rulebooks.order_cards.sight import fog as sight_fog
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.supply import table as supply_table


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Forces mustered and the table laid out [setup.organisation, setup.deployment, misc.multiplayer]."""
    found = forces.muster(scenario, settings, players)
    several = len(players) > len(found.armies)
    courier = settings.messengers == "on" or (settings.messengers == "auto" and (several or bool(found.reserves)))
    state = State(
        title=scenario.title,
        settings=settings,
        deck=cards_rule.deck_of(settings.deck),
        ground=found.ground,
        armies=found.armies,
        hands=found.hands,
        units=found.units,
        officers=found.officers,
        goals=found.goals,
        zones=found.zones,
        sets=found.sets,
        visibility=found.visibility,
        reserves=found.reserves,
        courier=courier,
    )
    if settings.fog:
        state.roster = state.units
        state.staff = state.officers
        state.armies = tuple([sight_fog.first_look(state, army) for army in state.armies])
        state.looked = field.look_of(state, {})
    placing: tuple[object, ...] = ()
    if [unit for unit in state.units if unit.place == tables.TO_DEPLOY]:
        placing = (deployment_events.ThrowForPlacing(),)
    return Opening(state, (*placing, cards_events.BeginSet(1)))


PLAYS: Final[Plays] = {
    **deployment_table.PLAYS,
    **cards_table.PLAYS,
    **cards_play.PLAYS,
    **movement_table.PLAYS,
    **formation_table.PLAYS,
    **barriers_table.PLAYS,
    **command_table.PLAYS,
    **command_messengers.PLAYS,
    **supply_table.PLAYS,
    **fire_table.PLAYS,
    **morale_table.PLAYS,
    **rally_table.PLAYS,
    **rout_table.PLAYS,
    **head_down_table.PLAYS,
    **charge_table.PLAYS,
    **melee_table.PLAYS,
    **retreat_table.PLAYS,
    **prisoners_table.PLAYS,
}
OUTLINE: Final[Outline] = Outline(PLAYS)


def accept(state: State, step: object, command: Command) -> Progress:
    progress = OUTLINE.accept(state, step, command)
    return sight_fog.befogged(state, progress) if state.settings.fog else progress


def advance(state: State, step: object, dice: Dice) -> Progress:
    if not state.settings.fog:
        return OUTLINE.advance(state, step, dice)
    return sight_fog.befogged(state, OUTLINE.advance(state, step, sight_fog.hushed(state, step, dice)))
