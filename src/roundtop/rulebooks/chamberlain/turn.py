"""The order of play: what each step asks, what an answer does, and how it resolves."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Outline, Play, Plays, no_effect
from roundtop.battle.protocol import Command, Opening, Outcome, Player, Progress
from roundtop.battle.scenario import EDGES, Objective, Scenario, Side
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import activation, combat, deployment, orders, react, shooting, steps
from roundtop.rulebooks.chamberlain.events import (
    Deployed,
    Entered,
    LookedAround,
    Moved,
    PhaseBegan,
    SideBegan,
    TurnBegan,
    UnitLost,
)
from roundtop.rulebooks.chamberlain.muster import muster
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.state import TO_DEPLOY, Army, Goal, State
from roundtop.rulebooks.chamberlain.terrain import crests_of
from roundtop.table.layout import at_scale

# ---------------------------------------------------------------- before the first turn


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Forces mustered and the table laid out [setup.deployment, setup.table-edges, setup.first-player]."""
    found = muster(scenario, settings)
    if sorted([player.id for player in players]) != sorted([side.id for side in scenario.sides]):
        raise ValueError("Chamberlain has one player a side, called like the side: he is its commander in chief")
    yards = found.scale.yards
    state = State(
        scenario.title,
        settings,
        found.ground,
        crests_of(found.ground),
        found.field,
        yards,
        tuple([_army(side, scenario.sides) for side in scenario.sides]),
        found.forces,
        found.officers,
        found.units,
        tuple([_goal(objective, yards, settings) for objective in scenario.objectives]),
        found.zones,
        found.turn_limit,
        scenario.first,
    )
    opening: list[object] = []
    if [unit for unit in state.units if unit.place == TO_DEPLOY]:
        opening.append(steps.ThrowForPlacing())
    if not scenario.first:
        opening.append(steps.ThrowForFirst())
    return Opening(state, (*opening, steps.BeginTurn(1)))


def _army(side: Side, sides: tuple[Side, ...]) -> Army:
    """A side's own edges, and those that belong to nobody [setup.table-edges]."""
    taken = [edge for one in sides for edge in (one.edge, *one.friendly)]
    friendly = tuple(dict.fromkeys((side.edge, *side.friendly)))
    round_about = EDGES[EDGES.index(side.edge) :] + EDGES[: EDGES.index(side.edge)]
    return Army(side.id, side.edge, friendly, tuple([edge for edge in round_about if edge not in taken]))


def _goal(objective: Objective, yards: float, settings: Settings) -> Goal:
    x, y = at_scale((objective.x, objective.y), yards)
    radius = settings.victory_objective_radius if objective.radius is None else objective.radius / yards
    return Goal(
        objective.id, objective.name, x, y, radius, objective.points, objective.side, objective.decisive,
        objective.holder,
    )  # fmt: skip


# ---------------------------------------------------------------- a turn


def begin_turn(state: State, step: steps.BeginTurn, dice: Dice) -> Progress:
    """One player turn a side makes a game turn [turn.alternate]."""
    return Progress((TurnBegan(step.turn),), (steps.PlayerTurn(state.first),))


def player_turn(state: State, step: steps.PlayerTurn, dice: Dice) -> Progress:
    """The five phases, in this order [turn.phase-order, turn.active-passive, turn.information-phase]."""
    side = step.side
    outline = (
        steps.Discover(side),
        steps.Reinforce(side),
        steps.PlaceOfficers(side, ()),
        steps.Movement(side),
        steps.Fire(side),
        steps.Combats(side),
        steps.Status(side),
    )
    return Progress((SideBegan(side), PhaseBegan("information")), outline)


# ---------------------------------------------------------------- the table of steps


PLAYS: Final[Plays] = {
    steps.ThrowForPlacing: Play(deployment.throw_for_placing),
    steps.PickUnit: Play(
        deployment.pick_by_itself, deployment.asks_to_pick, deployment.pick_decision, deployment.picked
    ),
    steps.PlaceUnit: Play(
        no_effect, deployment.asks_to_place, deployment.place_decision, deployment.placed, deployment.check_place
    ),
    steps.ThrowForFirst: Play(deployment.throw_for_first),
    steps.BeginTurn: Play(begin_turn),
    steps.PlayerTurn: Play(player_turn),
    steps.Discover: Play(react.discover),
    steps.Reinforce: Play(react.reinforce),
    steps.PlaceOfficers: Play(orders.all_placed, orders.asks_to_place, orders.place_decision, orders.officer_sent),
    steps.SetDown: Play(
        no_effect, orders.asks_his_side, orders.set_down_decision, orders.set_down, orders.check_set_down
    ),
    steps.NameSecond: Play(no_effect, orders.asks_his_side, orders.second_decision, orders.second_named),
    steps.Movement: Play(no_effect, orders.asks_side, orders.movement_decision, orders.movement_chosen),
    steps.RollToActivate: Play(orders.roll),
    steps.OfferReroll: Play(no_effect, orders.asks_side, orders.reroll_decision, orders.reroll_answered),
    steps.Act: Play(no_effect, activation.asks_to_act, activation.act_decision, activation.acted, activation.check_act),
    steps.Enter: Play(
        no_effect, deployment.owner, deployment.enter_decision, deployment.entered, deployment.check_enter
    ),
    steps.Rally: Play(activation.rally),
    steps.Fire: Play(shooting.fire_phase),
    steps.ChooseShot: Play(no_effect, shooting.asks_side, shooting.shot_decision, shooting.shot_chosen),
    steps.Shoot: Play(shooting.shoot),
    steps.Resupply: Play(shooting.resupply),
    steps.FallBack: Play(react.fall_back),
    steps.Combats: Play(combat.combats),
    steps.ChooseCombat: Play(no_effect, combat.asks_side, combat.combat_decision, combat.combat_chosen),
    steps.Allot: Play(combat.allot_by_itself, combat.asks_charger, combat.allot_decision, combat.allotted),
    steps.Fight: Play(combat.fight_out),
    steps.ChooseDriver: Play(no_effect, combat.asks_attacker, combat.driver_decision, combat.driver_chosen),
    steps.Advance: Play(
        combat.advance_by_itself,
        combat.asks_to_advance,
        combat.advance_decision,
        combat.advance_made,
        combat.check_advance,
    ),
    steps.Status: Play(react.status),
}


OUTLINE: Final = Outline(PLAYS)


def accept(state: State, step: object, command: Command) -> Progress:
    return _looking(state, OUTLINE.accept(state, step, command))


def advance(state: State, step: object, dice: Dice) -> Progress:
    return _looking(state, OUTLINE.advance(state, step, dice))


def _looking(state: State, progress: Progress) -> Progress:
    """In fog everybody looks about when something has moved [conceal.what-is-hidden]."""
    if state.settings.conceal_level != "sight":
        return progress
    if not [event for event in progress.events if isinstance(event, (Moved, Entered, UnitLost, Deployed))]:
        return progress
    return Progress((*progress.events, LookedAround()), progress.steps, True)


def outcome(state: State) -> Outcome | None:
    return state.outcome
