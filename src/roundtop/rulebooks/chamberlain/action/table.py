"""An activated unit at the table: what it may do, and what comes of what it does."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March, Reason, Way
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, way_of
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.action import events, rule
from roundtop.rulebooks.chamberlain.charge import table as charge_table
from roundtop.rulebooks.chamberlain.command import table as command_table
from roundtop.rulebooks.chamberlain.fire import events as fire_events
from roundtop.rulebooks.chamberlain.fire import table as fire_table
from roundtop.rulebooks.chamberlain.morale import events as morale_events
from roundtop.rulebooks.chamberlain.morale import rule as morale_rule
from roundtop.rulebooks.chamberlain.morale import table as morale_table
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.movement import table as movement_table
from roundtop.rulebooks.chamberlain.reserve import table as reserve_table
from roundtop.rulebooks.chamberlain.retreat import events as retreat_events
from roundtop.rulebooks.chamberlain.state import ON_TABLE, RETIRED, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.path import Manoeuvre


def judge(view: State, unit: Unit, fired: bool, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Every reason why an activated unit may not do this [activate.action]."""
    action = rule.read(unit.pose, manoeuvres, view.settings.setup_unit_depth)
    if action.clause:
        return [rule.refusal(action.clause)]
    if fired and action.kind != "stand" and action.kind not in movement_rule.moves_after_fire(view.settings):
        return [rule.refusal("chamberlain.move.mobile-rr")]
    clause = clause_against(view, unit, action)
    if clause:
        return [rule.refusal(clause)]
    if action.kind in rule.MOVES and movement_table.stays(unit, action, movement_table.moved_by(view, unit, action)):
        return [Reason("The move ends where it began: it would do nothing.", "chamberlain.activate.action")]
    return []


def clause_against(view: State, unit: Unit, action: rule.Action) -> str:
    """The first clause that forbids an action, "" when none does."""
    kind = action.kind
    if kind in rule.MOVES:
        return movement_table.moved_by(view, unit, action).clause
    if kind == "charge":
        return charge_table.charge_fault(view, unit, action)
    if kind == "reserve":
        return reserve_table.reserve_fault_of(view, unit, action)
    if kind == "rally":
        return morale_rule.rally_refusal(morale_table.attempt(view, unit))
    if kind == "retire":
        return reserve_table.retire_fault(view, unit)
    if kind == "fire":
        found = [target.unit for target in fire_table.targets_of(view, unit, True)]
        return "" if action.target in found else "chamberlain.fire.target-choice"
    return ""


def asks_to_act(state: State, step: events.Act) -> tuple[str, ...]:
    """The player of the unit that acts, if it is still there after its own fire."""
    unit = field.unit_of(state, step.unit)
    return (unit.side,) if unit.place == ON_TABLE else ()


def act_decision(view: State, step: events.Act, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    settings = view.settings
    rate = movement_rule.rate_of(unit.arm, unit.mounted)
    start = field.middle(unit.pose, settings)
    ways = movement_table.after_fire_ways(view, unit) if step.fired else action_ways(view, unit)
    form = March(
        piece=unit.id,
        start=start,
        width=terrain_rule.BASE_WIDTH,
        depth=settings.setup_unit_depth,
        kinds=rule.KINDS,
        allowance=rate.simple,
        ways=tuple(ways),
    )
    if step.fired:
        farthest = max(
            [rate.difficult, *([rate.simple] if "simple" in movement_rule.moves_after_fire(settings) else [])]
        )
        word = "move" if farthest > rate.difficult else "make a difficult move of"
        sentence = f"{unit.name} has fired and may {word} up to {farthest:g} BW."
        return Decision(player, "act", unit.id, sentence, ("chamberlain.move.mobile-rr",), form=form)
    sentence = (
        f"{unit.name} may move up to {rate.simple:g} BW ({rate.difficult:g} BW by a difficult move), charge, rally,"
        " retire or stand."
    )
    clauses = ("chamberlain.activate.action", "chamberlain.move.simple-straight", rate.clause)
    return Decision(player, "act", unit.id, sentence, clauses, form=form)


def check_act(view: State, step: events.Act, command: Command) -> tuple[Reason, ...]:
    return tuple(judge(view, field.unit_of(view, step.unit), step.fired, way_of(command)))


def action_ways(view: State, unit: Unit) -> list[Way]:
    """Good things for an activated unit to do; any lawful one is accepted [activate.action]."""
    depth = view.settings.setup_unit_depth
    here = field.middle(unit.pose, view.settings)
    found = [Way("stand", "stand", (), here)]
    found.extend(charge_table.charge_ways(view, unit))
    yard = movement_table.yard_of(view, unit, unit.pose, movement_rule.rate_of(unit.arm, unit.mounted).simple)
    found.extend(movement_table.move_ways(view, unit, yard))
    if unit.fatigue > 1 and not morale_rule.rally_refusal(morale_table.attempt(view, unit)):
        found.append(Way("rally", "rally", (Manoeuvre("rally"),), here))
    if reserve_table.worn(unit) and not reserve_table.retire_fault(view, unit):
        found.append(Way("retire", "retire from the field", (Manoeuvre("retire"),), here))
    if not unit.reserve_used and not yard.enemies:
        found.extend(reserve_table.reserve_ways(view, unit, depth))
    found.extend([fire_table.fire_way(target, here) for target in fire_table.targets_of(view, unit, True)])
    return found


def acted(state: State, step: events.Act, command: Command) -> Progress:
    """The unit does what it was told; what it could not see may stop it [conceal.what-is-hidden]."""
    unit = field.unit_of(state, step.unit)
    manoeuvres = way_of(command)
    action = rule.read(unit.pose, manoeuvres, state.settings.setup_unit_depth)
    kind = action.kind
    if kind in rule.MOVES:
        return movement_table.march(state, unit, action, manoeuvres)
    if kind == "reserve":
        return reserve_table.reserve_march(state, unit, action, manoeuvres)
    if kind == "charge":
        return charge_table.charge(state, unit, action, manoeuvres)
    if kind == "rally":
        return Progress((), (morale_events.Rally(unit.id),))
    if kind == "retire":
        return Progress(tuple(command_table.lost(state, [retreat_events.UnitLost(unit.id, RETIRED, "retired")])))
    if kind == "fire":
        return Progress((), (fire_events.Shoot(unit.id, action.target, "before-move"), events.Act(unit.id, True)))
    return Progress((events.Stood(unit.id),))


PLAYS: Final[Plays] = {
    events.Act: Play(no_effect, asks_to_act, act_decision, acted, check_act),
}
