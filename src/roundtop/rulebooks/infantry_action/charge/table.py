"""Who can be charged, where the charge strikes, and what it does."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item, March, Marched, Reason, Way
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, way_of
from roundtop.dice.sources import Dice
from roundtop.record import copy, record
from roundtop.rulebooks.infantry_action import events, field
from roundtop.rulebooks.infantry_action.charge import events as charge_events
from roundtop.rulebooks.infantry_action.charge import paths as charge_paths
from roundtop.rulebooks.infantry_action.charge.paths import Plan
from roundtop.rulebooks.infantry_action.command import events as command_events
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.melee import events as melee_events
from roundtop.rulebooks.infantry_action.melee import table as melee_table
from roundtop.rulebooks.infantry_action.movement import events as movement_events
from roundtop.rulebooks.infantry_action.movement import table as movement_table
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table import measure
from roundtop.table import path as paths
from roundtop.table.pose import rounded_pose

STRAIGHT: Final = ("forward", "oblique", "glide", "shift")
"""How a charge that reaches nobody may go: it turns no more."""


@record
class Strike:
    """A charge worth telling apart: how many of its stands fight, how many on either side are outflanked."""

    plan: Plan
    stands: int
    outflanked: int
    outflanks: int


def charge_targets(state: State, unit: Unit, step: int = charge_paths.DEGREE) -> list[Strike]:
    """For each enemy unit in reach the strike that brings most stands into the fight [charge.declaration]."""
    found: list[Strike] = []
    for enemy in field.enemies(state, unit):
        if charge_paths.may_declare(state, unit, enemy):
            found.extend(strikes(state, unit, enemy, step)[:1])
    return found


def strikes(state: State, unit: Unit, target: Unit, step: int = charge_paths.DEGREE) -> list[Strike]:
    """The charges at a target that differ for the players, those with most stands in the fight first.

    Of charges that are alike in whom they meet, with how many stands and who is outflanked, the one that wheels least.
    """
    found: list[Strike] = []
    kinds: set[tuple[tuple[str, ...], int, int, int]] = set()
    for plan in charge_paths.strikes(state, unit, target, step):
        strike = weighed(state, unit, plan)
        kind = (tuple([fight.defender for fight in plan.fights]), strike.stands, strike.outflanked, strike.outflanks)
        if kind not in kinds:
            kinds.add(kind)
            found.append(strike)
    found.sort(key=_most_first)
    return found


def _most_first(strike: Strike) -> tuple[int, int, int]:
    return -strike.stands, strike.outflanked - strike.outflanks, abs(charge_paths.wheel_of(strike.plan.manoeuvres))


def weighed(state: State, unit: Unit, plan: Plan) -> Strike:
    """A charge with the stands that will fight, by the rules' own pairing [combat.pairing, combat.outflanked-terms]."""
    met = gone_home(state, unit, plan)
    combat = melee_table.combat_of(met, tuple(melee_table.partners(met, unit.id)))
    own = [pair for pair in combat.pairs if combat.fighters[pair.charger[0]].id == unit.id]
    return Strike(
        plan,
        len(own),
        len([pair for pair in own if pair.charger_outflanked]),
        len([pair for pair in own if pair.defender_outflanked]),
    )


def gone_home(state: State, unit: Unit, plan: Plan) -> State:
    """The table with a charge gone home and nobody having shot at it."""
    home = events.apply(state, movement_events.Moved(unit.id, "charge", unit.pose, plan.end, plan.manoeuvres))
    return events.apply(home, charge_events.ContactMade(plan.fights))


def in_reach(state: State, unit: Unit) -> list[Unit]:
    """The enemy units at which some charge goes home [charge.declaration]."""
    foes = [enemy for enemy in field.enemies(state, unit) if charge_paths.may_declare(state, unit, enemy)]
    return [enemy for enemy in foes if charge_paths.strikes(state, unit, enemy, most=1)]


def charge_decision(view: State, step: charge_events.ChargeUnit, player: str) -> Decision:
    """Name a target in reach; with nobody in reach, go forward or stand [charge.declaration, charge.no-target]."""
    unit = field.unit_of(view, step.unit)
    found = in_reach(view, unit)
    if not found:
        sentence = f"{unit.name} can reach nobody: it may go up to 12″ straight ahead or towards the nearest enemy."
        form = _march(view, unit, STRAIGHT, advance_ways(view, unit))
        return Decision(player, "advance", unit.id, sentence, ("infantry-action.charge.no-target",), form=form)
    items = tuple([Item(enemy.id, enemy.name) for enemy in found])
    clauses = ("infantry-action.charge.declaration", "infantry-action.charge.path")
    return Decision(player, "charge", unit.id, f"{unit.name} charges: name the target.", clauses, form=Choose(items))


def charge_worded(view: State, step: charge_events.ChargeUnit, listed: Decision) -> Decision:
    """Each target with where and by how many stands it is struck at best."""
    form = listed.form
    if not isinstance(form, Choose):
        return listed
    unit = field.unit_of(view, step.unit)
    best = [strikes(view, unit, field.unit_of(view, item.key))[0] for item in form.items]
    worded = copy(listed)
    worded.form = Choose(tuple([Item(strike.plan.target, _target_label(view, unit, strike)) for strike in best]))
    return worded


def _march(view: State, unit: Unit, kinds: tuple[str, ...], ways: tuple[Way, ...]) -> March:
    size = view.settings.stand_in
    return March(unit.id, unit.pose, unit.stands * size, size, kinds, allowance=charge_paths.REACH_IN, ways=ways)


def _target_label(view: State, unit: Unit, strike: Strike) -> str:
    target = field.unit_of(view, strike.plan.target)
    side = charge_paths.side_struck(unit, target, strike.plan.flank)
    return f"{target.name} ({side}, up to {_stands(strike.stands)})"


def _stands(number: int) -> str:
    return f"{number} stand" if number == 1 else f"{number} stands"


def check_charge(view: State, step: charge_events.ChargeUnit, command: Command) -> tuple[Reason, ...]:
    if not isinstance(command.answer, Marched):
        return ()
    unit = field.unit_of(view, step.unit)
    return tuple(advance_faults(view, unit, command.answer.manoeuvres, advance_lanes(view, unit)))


def charge_named(state: State, step: charge_events.ChargeUnit, command: Command) -> Progress:
    unit = field.unit_of(state, step.unit)
    if isinstance(command.answer, Marched):
        manoeuvres = command.answer.manoeuvres
        if not manoeuvres:
            return Progress(())
        end = rounded_pose(movement_table.path_of(state, unit, manoeuvres).end)
        return Progress((movement_events.Moved(unit.id, "order", unit.pose, end, manoeuvres),))
    assert isinstance(command.answer, Chosen)
    return Progress((), (charge_events.AimCharge(unit.id, command.answer.keys[0]),))


def strike_decision(view: State, step: charge_events.AimCharge, player: str) -> Decision:
    """Where the charge strikes: those that differ are offered, any lawful wheel is taken [charge.path]."""
    unit = field.unit_of(view, step.unit)
    target = field.unit_of(view, step.target)
    ways = tuple(
        [
            Way(f"strike-{number}", strike_label(view, unit, strike), strike.plan.manoeuvres, strike.plan.end)
            for number, strike in enumerate(strikes(view, unit, target), 1)
        ]
    )
    sentence = f"{unit.name} charges {target.name}: where does it strike? One wheel of up to 45°, then straight ahead."
    clauses = ("infantry-action.charge.path", "infantry-action.combat.pairing")
    form = _march(view, unit, ("wheel", "pivot", "forward"), ways)
    return Decision(player, "strike", unit.id, sentence, clauses, form=form)


def strike_label(view: State, unit: Unit, strike: Strike) -> str:
    """`front, 8 stands fight, 2 of theirs outflanked`, with others whom it meets."""
    target = field.unit_of(view, strike.plan.target)
    parts = [charge_paths.side_struck(unit, target, strike.plan.flank)]
    parts.append(f"{_stands(strike.stands)} {'fights' if strike.stands == 1 else 'fight'}")
    if strike.outflanks:
        parts.append(f"{strike.outflanks} of theirs outflanked")
    if strike.outflanked:
        parts.append(f"{strike.outflanked} of ours outflanked")
    also = [field.unit_of(view, fight.defender).name for fight in strike.plan.fights if fight.defender != target.id]
    return ", ".join([*parts, *[f"meets {name} too" for name in also]])


def check_strike(view: State, step: charge_events.AimCharge, command: Command) -> tuple[Reason, ...]:
    unit = field.unit_of(view, step.unit)
    found = charge_paths.by_hand(view, unit, field.unit_of(view, step.target), way_of(command))
    return () if isinstance(found, Plan) else found


def charge_aimed(state: State, step: charge_events.AimCharge, command: Command) -> Progress:
    unit = field.unit_of(state, step.unit)
    plan = charge_paths.by_hand(state, unit, field.unit_of(state, step.target), way_of(command))
    assert isinstance(plan, Plan)
    steps = (
        melee_events.SetDominoes(unit.id),
        fire_events.ChargeFire(unit.id, plan.target),
        charge_events.ChargeHome(unit.id, plan.target, plan.manoeuvres),
    )
    return Progress((charge_events.ChargeDeclared(unit.id, plan.target, plan.flank, plan.contact),), steps, final=True)


def charge_home(state: State, step: charge_events.ChargeHome, dice: Dice) -> Progress:
    """Contact: the charged are pinned, their chits turned up, and they draw their own dominoes.

    [movement.pinned, movement.pinned-order, activation.early-reveal, combat.defender-when]
    """
    unit = field.unit_of(state, step.charger)
    plan = charge_paths.by_hand(state, unit, field.unit_of(state, step.target), step.manoeuvres)
    assert isinstance(plan, Plan)
    happened: list[object] = [
        movement_events.Moved(unit.id, "charge", unit.pose, plan.end, plan.manoeuvres),
        charge_events.ContactMade(plan.fights),
    ]
    steps: list[object] = []
    for fight in plan.fights:
        defender = field.unit_of(state, fight.defender)
        if not defender.revealed:
            happened.append(command_events.ChitRevealed(defender.id, defender.order))
        if not defender.dominoes:
            steps.append(melee_events.SetDominoes(defender.id))
    return Progress(tuple(happened), tuple(steps))


def advance_faults(state: State, unit: Unit, manoeuvres: tuple[paths.Manoeuvre, ...], lanes: list[int]) -> list[Reason]:
    """A charge with nobody in reach: an ordinary MOVE, straight ahead or towards the nearest visible enemy.

    It turns no more, neither about nor by a wheel [charge.no-target].
    """
    faults = movement_table.judge(state, unit, field.CHARGE, manoeuvres)
    path = movement_table.path_of(state, unit, manoeuvres)
    heading = measure.bearing(path.start.x, path.start.y, path.end.x, path.end.y)
    near = [lane for lane in lanes if abs(measure.turn_between(lane, heading)) <= movement_table.STRAIGHT]
    went = measure.distance(path.start.x, path.start.y, path.end.x, path.end.y)
    if manoeuvres and (not near or not measure.within(path.length, went) or not _only_straight(manoeuvres)):
        text = "A charge that reaches nobody goes straight ahead or towards the nearest enemy in sight, unturned."
        faults.append(Reason(text, "infantry-action.charge.no-target"))
    return faults


def _only_straight(manoeuvres: tuple[paths.Manoeuvre, ...]) -> bool:
    return not [m for m in manoeuvres if m.kind not in STRAIGHT]


def advance_lanes(state: State, unit: Unit) -> list[int]:
    """Straight ahead, and towards the nearest enemy in sight [charge.no-target]."""
    lanes = [unit.pose.facing]
    enemy = movement_table.nearest_enemy(state, unit, True)
    if enemy is not None:
        lanes.append(measure.bearing(unit.pose.x, unit.pose.y, enemy.pose.x, enemy.pose.y))
    return lanes


def advance_ways(state: State, unit: Unit) -> tuple[Way, ...]:
    """What a charge with nobody in reach may do instead [charge.no-target]."""
    found = [Way("stand", "stand", (), unit.pose)]
    lanes = advance_lanes(state, unit)
    others = movement_table.Others(state, unit)
    for number, lane in enumerate(lanes):
        straight = movement_table.path_of(
            state, unit, (paths.shift(12.0 * measure.sine(lane), 12.0 * measure.cosine(lane)),)
        )
        made = paths.manoeuvres_of(movement_table.cut_short(state, unit, straight, others))
        if made and not advance_faults(state, unit, made, lanes):
            label = "straight ahead" if number == 0 else "towards the nearest enemy"
            found.append(
                Way(f"lane-{number}", label, made, rounded_pose(movement_table.path_of(state, unit, made).end))
            )
    return tuple(found)


PLAYS: Final[Plays] = {
    charge_events.ChargeUnit: Play(
        no_effect, field.owner, charge_decision, charge_named, check_charge, worded=charge_worded
    ),
    charge_events.AimCharge: Play(no_effect, field.owner, strike_decision, charge_aimed, check_strike),
    charge_events.ChargeHome: Play(charge_home),
}
