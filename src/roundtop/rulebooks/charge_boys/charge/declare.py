"""Declaring charges: who may charge whom, and whether it is in front or in flank."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect, side_named
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import field, options, tables
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.charge import rule
from roundtop.rulebooks.charge_boys.charge import way as charge_way
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.sight import table as sight_table
from roundtop.rulebooks.charge_boys.state import General, State, Unit
from roundtop.table.arc import ahead_of_front, block_in_arc
from roundtop.table.measure import NOISE, rounded, within

DONE: Final = "done"


def charges(state: State, step: charge_events.Charges, dice: Dice) -> Progress:
    """Whether a side has anybody to charge [turn.igougo-movement]."""
    found = charge_options(state, step.side)
    return Progress((), (charge_events.Declare(step.side, tuple(found)),)) if found else Progress(())


def charge_options(state: State, side: str) -> list[tuple[str, str]]:
    """Every charge that a side may declare: pairs of charger and target [charge.declare]."""
    found: list[tuple[str, str]] = []
    for unit in field.on_table(state, side):
        if (
            unit.turn.acted
            or unit.turn.declared
            or unit.building >= 0
            or not movement_rule.may_charge(movement_table.condition_of(state, unit))
        ):
            continue
        for foe in field.enemies(state, unit):
            if may_declare(state, unit, foe):
                found.append((unit.id, foe.id))
    return found


def may_declare(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether a unit may charge an enemy: in reach, arc and sight, by an open way [charge.declare]."""
    if not may_name(state, unit, foe):
        return False
    most = rule.greatest_reach(unit.formation, field.mounted(unit))
    away = field.apart(unit, foe, state.settings)
    if not within(away, most):
        return True
    return charge_way.reaches(state, unit, foe, max(most, away) + 6.0)


def may_name(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether a unit may charge an enemy if a way is open: in reach as far as it is measured, in arc and in sight."""
    most = rule.greatest_reach(unit.formation, field.mounted(unit))
    if state.settings.premeasure and field.farther(unit, foe, most, state.settings):
        return False
    if state.settings.premeasure and not within(field.apart(unit, foe, state.settings), most):
        return False
    if rule.bars(unit.formation, field.mounted(unit), field.formed(foe), foe.building >= 0):
        return False
    return _in_front(state, unit, foe) and sight_table.sees(state, unit, foe)


def _in_front(state: State, unit: Unit, foe: Unit) -> bool:
    fx, fy = field.front_of(unit, state.settings)
    there = field.blocks(foe, state.settings)
    return bool([block for block in there if block_in_arc(fx, fy, unit.pose.facing, charge_way.WIDEST_WHEEL, block)])


def first_riders(state: State, side: str) -> list[General]:
    """Generals who may ride before their side's charges, and so lead one [turn.igougo-movement, officer.with-unit]."""
    return generals_table.riders(state, side) if state.settings.generals_ride_first else []


def declare_decision(view: State, step: charge_events.Declare, player: str) -> Decision:
    items = [Item(DONE, "No more charges")]
    for charger, target in step.options:
        unit, foe = field.unit_of(view, charger), field.unit_of(view, target)
        known = f", {field.apart(unit, foe, view.settings):.1f}″" if view.settings.premeasure else ""
        side = "" if frontal(view, unit, foe) else ", in flank or rear"
        items.append(
            Item(f"{charger}:{target}", f"{unit.name} charges {foe.name}{known}{side}", "charge-boys.charge.declare")
        )
    for general in first_riders(view, step.side):
        items.append(Item(general.id, f"First {general.name} rides", "charge-boys.turn.igougo-movement"))
    clauses = ("charge-boys.charge.declare", "charge-boys.charge.sequence")
    measure = options.measurable(view.settings)
    return Decision(
        player, "charge", "", "Which charge do you declare?", clauses, form=Choose(tuple(items)), measure=measure
    )


def declared(state: State, step: charge_events.Declare, command: Command) -> Progress:
    """A charge is declared and tested for; then the next [turn.igougo-movement, charge.sequence]."""
    key = key_of(command)
    if key == DONE:
        return Progress(())
    if key in [general.id for general in first_riders(state, step.side)]:
        return Progress((), (generals_events.MoveGeneral(key), charge_events.Charges(step.side)))
    charger, target = next((a, b) for a, b in step.options if f"{a}:{b}" == key)
    return Progress(*declaring(state, charger, target, (charge_events.Charges(step.side),)))


def declaring(
    state: State, charger: str, target: str, after: tuple[object, ...]
) -> tuple[tuple[object, ...], tuple[object, ...]]:
    unit, foe = field.unit_of(state, charger), field.unit_of(state, target)
    away = rounded(field.apart(unit, foe, state.settings))
    event = charge_events.ChargeDeclared(charger, target, not frontal(state, unit, foe), away)
    if not within(away, rule.greatest_reach(unit.formation, field.mounted(unit))):
        return (event, charge_events.ChargeFell(charger, target, "out-of-reach")), after
    return (event,), (charge_events.ChargeTest(charger, target), *after)


def frontal(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a charge that starts here strikes the target's front; loose troops and garrisons have no flanks.

    [charge.flank]
    """
    if (
        target.formation == tables.SKIRMISH
        or target.building >= 0
        or field.routing(target)
        or target.formation == tables.GUNNERS
    ):
        return True
    x, y = field.front_of(unit, state.settings)
    return ahead_of_front(field.body(target, state.settings), x, y) > NOISE


PLAYS: Final[Plays] = {
    charge_events.Charges: Play(charges),
    charge_events.Declare: Play(no_effect, side_named, declare_decision, declared),
}
