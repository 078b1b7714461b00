"""A move goes on until it ends or somebody gets it into his range or arc."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.command import events as command_events
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.fire import table as fire_table
from roundtop.rulebooks.infantry_action.movement import events as movement_events
from roundtop.rulebooks.infantry_action.movement import table as movement_table
from roundtop.rulebooks.infantry_action.opportunity import events as opportunity_events
from roundtop.rulebooks.infantry_action.sight import table as sight_table
from roundtop.rulebooks.infantry_action.state import ON_TABLE, UNKNOWN, State, Unit
from roundtop.table.measure import NOISE, TOLERANCE, narrowed
from roundtop.table.path import TURN, Manoeuvre, Stage, Stop, Sweep, cut, manoeuvres_of, pose_at
from roundtop.table.pose import Pose, rounded_pose

STRIDE_IN: Final = 0.5
"""How finely a move is followed when opportunity fire may interrupt it."""


def move_on(state: State, step: opportunity_events.MoveOn, dice: Dice) -> Progress:
    """Go on with a move until it ends or somebody gets it into his range or arc [opportunity.terms]."""
    unit = field.unit_of(state, step.unit)
    if unit.place != ON_TABLE or not step.manoeuvres:
        return Progress(())
    path = movement_table.path_of(state, unit, step.manoeuvres)
    watchers = [enemy for enemy in field.enemies(state, unit) if _may_interrupt(state, enemy, unit, step.passed)]
    stop, watcher = _first_seen(state, unit, path, watchers)
    if watcher == "":
        end = rounded_pose(path.end)
        return Progress((movement_events.Moved(unit.id, "order", unit.pose, end, step.manoeuvres),))
    there = cut(path, stop)
    event = movement_events.Moved(unit.id, "order", unit.pose, rounded_pose(there.end), manoeuvres_of(there))
    left = opportunity_events.MoveOn(unit.id, _rest(path, stop), (*step.passed, watcher))
    return Progress((event,) if there.stages else (), (opportunity_events.Interrupt(watcher, unit.id), left))


def _may_interrupt(state: State, enemy: Unit, unit: Unit, passed: tuple[str, ...]) -> bool:
    open_chit = not enemy.revealed or enemy.order in (field.OPPORTUNITY, UNKNOWN)
    return (
        open_chit
        and not enemy.shot
        and enemy.id not in passed
        and not field.in_contact(state, enemy.id)
        and fire_table.may_name(state, enemy, unit)
        and not fire_table.valid_at_start(state, enemy, unit)
    )


def _first_seen(state: State, unit: Unit, path: Sweep, watchers: list[Unit]) -> tuple[Stop, str]:
    """Where on a path a unit first comes into the range, arc and sight of a watcher, and whose."""
    for index, stage in enumerate(path.stages):
        before = 0.0
        along = 0.0
        while watchers:
            watcher = _seen_by(state, unit, pose_at(stage, along), watchers)
            if watcher and stage.length <= NOISE:
                return Stop(index + 1, 0.0, 0.0, 0), watcher
            if watcher:
                return _the_moment(
                    state=state, unit=unit, stage=stage, index=index, before=before, along=along, watchers=watchers
                )
            if along >= stage.length:
                break
            before = along
            along = min(along + STRIDE_IN, stage.length)
    return Stop(len(path.stages), 0.0, 0.0, -1), ""


def _the_moment(
    state: State, unit: Unit, stage: Stage, index: int, before: float, along: float, watchers: list[Unit]
) -> tuple[Stop, str]:
    """The place between two on a stage, unseen and seen, where the unit is seen first."""

    def unseen(inches: float) -> bool:
        return not _seen_by(state, unit, pose_at(stage, inches), watchers)

    _, along = narrowed(before, along, TOLERANCE, unseen)
    return Stop(index, along, 0.0, 0), _seen_by(state, unit, pose_at(stage, along), watchers)


def _seen_by(state: State, unit: Unit, pose: Pose, watchers: list[Unit]) -> str:
    """The first watcher with a lawful shot at a unit standing there, "" for none."""
    others = [found for found in sight_table.bodies(state) if found.unit != unit.id]
    target = sight_table.Body(unit.id, rounded_pose(pose), unit.stands)
    for enemy in watchers:
        if sight_table.aims(state, enemy, sight_table.body(enemy), [target], others):
            return enemy.id
    return ""


def _rest(path: Sweep, stop: Stop) -> tuple[Manoeuvre, ...]:
    """What is left of a move after a stop."""
    left = [stage.manoeuvre for stage in path.stages[stop.stage :]]
    if stop.along > 0.0:
        m = left[0]
        done = manoeuvres_of(cut(path, stop))[-1]
        if path.stages[stop.stage].motion == TURN:
            left[0] = Manoeuvre(kind=m.kind, amount=m.amount, by=m.by - done.by, on=m.on, x=m.x, y=m.y)
        else:
            left[0] = Manoeuvre(
                kind=m.kind, amount=m.amount - done.amount, by=m.by, on=m.on, x=m.x - done.x, y=m.y - done.y
            )
    return tuple(left)


def interrupt_decision(view: State, step: opportunity_events.Interrupt, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    target = field.unit_of(view, step.target)
    items = (Item("fire", f"{unit.name} shoots"),) if unit.order == field.OPPORTUNITY else ()
    sentence = f"{target.name} comes into the range of {unit.name}. Does it shoot?"
    clauses = ("infantry-action.opportunity.terms",)
    return Decision(player, "interrupt", unit.id, sentence, clauses, form=Choose(items, 0, len(items)))


def interrupted(state: State, step: opportunity_events.Interrupt, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    if not command.answer.keys:
        return Progress(())
    unit = field.unit_of(state, step.unit)
    events = () if unit.revealed else (command_events.ChitRevealed(unit.id, unit.order),)
    return Progress(
        events,
        (
            *fire_table.nominations(state, unit, "movement", step.target),
            fire_events.ThrowVolleys("movement"),
            fire_events.RemoveHits(),
        ),
        final=True,
    )


PLAYS: Final[Plays] = {
    opportunity_events.MoveOn: Play(move_on),
    opportunity_events.Interrupt: Play(no_effect, field.owner, interrupt_decision, interrupted),
}
