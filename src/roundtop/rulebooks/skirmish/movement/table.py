"""A figure moves: what is asked, checked and done."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Item, March, Reason
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, way_of
from roundtop.kit import deployment
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.carrying import events as carrying_events
from roundtop.rulebooks.skirmish.deployment import arrivals as deployment_arrivals
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.horses import table as horses_table
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.movement import faults as movement_faults
from roundtop.rulebooks.skirmish.movement import paths, together, ways
from roundtop.rulebooks.skirmish.retreat import table as retreat_table
from roundtop.rulebooks.skirmish.state import ANIMAL, HORSE, MOUNTED, TO_ARRIVE, Figure, State
from roundtop.table.measure import rounded
from roundtop.table.path import Manoeuvre, leg


def asks_to_move(state: State, step: movement_events.MoveFigure) -> tuple[str, ...]:
    return (state.figures[step.figure].side,)


def move_decision(view: State, step: movement_events.MoveFigure, player: str) -> Decision:
    figure = view.figures[step.figure]
    size = 2.0 * field.radius(figure, view.settings)
    entering = figure.place == TO_ARRIVE
    start = deployment_arrivals.entry_pose(view, figure) if entering else figure.pose
    found = (
        deployment_arrivals.entry_ways(view, figure)
        if entering
        else ways.ways(view, figure, morale_table.duty_of(view, figure))
    )
    if field.partner_of(view, figure) is not None:
        found = tuple([way for way in found if not move_faults(view, figure, way.manoeuvres)])
    kinds = paths.ENTRY_KINDS if entering else paths.KINDS
    form = March(figure.id, start, size, size, kinds, allowance=paths.rate_of(figure), ways=found)
    sentence = f"{figure.name} may move up to {paths.rate_of(figure):g} cm."
    clauses = ("skirmish.movement.path", _rate_clause(figure))
    if entering:
        sentence = f"{figure.name} comes on at the edge, up to {paths.rate_of(figure):g} cm."
        clauses = ("skirmish.setup.reinforcements", _rate_clause(figure))
    return Decision(player, "move", figure.id, sentence, clauses, form=form)


def _rate_clause(figure: Figure) -> str:
    word = "animals" if figure.arm == ANIMAL else f"{figure.arm}-rate"
    return f"skirmish.movement.{word}"


def check_move(view: State, step: movement_events.MoveFigure, command: Command) -> tuple[Reason, ...]:
    figure = view.figures[step.figure]
    made = way_of(command)
    if not made:
        runs = field.broken(field.group_of(view, figure.group))
        return (Reason("A broken man must run.", "skirmish.morale.break-terms"),) if runs else ()
    if figure.place == TO_ARRIVE:
        return tuple(deployment_arrivals.entry_faults(view, figure, made))
    return tuple(move_faults(view, figure, made))


def move_faults(state: State, figure: Figure, made: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Every reason why a figure may not move like that, or why who shares its load cannot go along."""
    other = field.partner_of(state, figure)
    path = paths.path_of(figure.pose, made)
    if other is None or len(path.points) < 2:
        return movement_faults.faults_of(
            state, figure, path, morale_table.duty_of(state, figure), movement_faults.Crowd(state, figure)
        )
    faults = movement_faults.faults_of(
        state, figure, path, morale_table.duty_of(state, figure), movement_faults.Crowd(state, figure, other.id)
    )
    if not goes_along(state, other):
        text = f"{other.name}, who shares the load, cannot move now."
        return [*faults, Reason(text, "skirmish.actions.carry-limits")]
    beside = paths.path_of(other.pose, alongside(figure, other, made))
    theirs = movement_faults.faults_of(
        state, other, beside, morale_table.duty_of(state, other), movement_faults.Crowd(state, other, figure.id)
    )
    return [*faults, *[Reason(f"{other.name}, who shares the load: {why.text}", why.clause) for why in theirs]]


def goes_along(state: State, figure: Figure) -> bool:
    """Whether who shares a load has an action in this phase to go along with the other [actions.carry-limits]."""
    bound = morale_table.duty_of(state, figure)
    return field.waits(state, figure) and bound.must == "nothing" and bound is not morale_rule.LOCKED


def alongside(figure: Figure, other: Figure, made: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    """The same way for a man who goes beside another."""
    dx = other.pose.x - figure.pose.x
    dy = other.pose.y - figure.pose.y
    return tuple([leg(rounded(m.x + dx), rounded(m.y + dy)) if m.kind == "leg" else m for m in made])


def moves(state: State, figure: Figure, cause: str, made: tuple[Manoeuvre, ...]) -> list[object]:
    """A move and the same one of whoever shares the load: each pays, and neither is quicker [actions.carry-limits]."""
    found: list[object] = [paths.moved_by(figure, cause, made, True)]
    other = field.partner_of(state, figure)
    if other is not None:
        found.append(paths.moved_by(other, cause, alongside(figure, other, made), True))
    return found


def move_made(state: State, step: movement_events.MoveFigure, command: Command) -> Progress:
    """The move; who goes nowhere after all has not acted, and a man on foot turns for nothing [movement.foot-turn]."""
    figure = state.figures[step.figure]
    made = way_of(command)
    led = figure.burden and field.thing_of(state, figure.burden).kind == HORSE
    events: list[object] = []
    later: tuple[object, ...] = ()
    if not made:
        pass
    elif figure.place == TO_ARRIVE:
        start = deployment_arrivals.entry_pose(state, figure)
        events.append(
            movement_events.Moved(
                figure=figure.id,
                cause="enter",
                start=start,
                end=paths.path_of(start, made).end,
                manoeuvres=made,
                paid=True,
            )
        )
    else:
        event = _moved_as(state, figure, made)
        events.extend(moves(state, figure, "move", made) if event.cause == "move" else [event])
    if made and figure.arm == MOUNTED and not figure.half:
        later = (actions_events.FigureActs(figure.id),)
    if led:
        after = (apply(state, events[0]) if events else state).figures[figure.id]
        events.append(carrying_events.Dropped(figure.id, figure.burden, *horses_table.horse_follows(state, after)))
    return Progress(tuple(events), later)


def _moved_as(state: State, figure: Figure, made: tuple[Manoeuvre, ...]) -> movement_events.Moved:
    still = len(paths.path_of(figure.pose, made).points) < 2
    if field.broken(field.group_of(state, figure.group)):
        return paths.moved_by(figure, "run", made, True)
    if figure.arm == MOUNTED:
        return paths.moved_by(figure, "ride", made, not figure.half)
    if still:
        return paths.moved_by(figure, "face", made, False)
    return paths.moved_by(figure, "move", made, True)


def leaving(state: State, figure: Figure) -> list[Item]:
    """Men whom a scenario lets go may march off by its edges, on a horse that can go [movement.table-edge]."""
    for edge in field.army_of(state, figure.side).exits if field.can_ride(figure) else ():
        if retreat_table.runs_off(state, figure, deployment.EDGE_FACING[edge], movement_faults.Crowd(state, figure)):
            return [Item("leave", "march off the table", "skirmish.movement.table-edge")]
    return []


PLAYS: Final[Plays] = {
    movement_events.MoveFigure: Play(no_effect, asks_to_move, move_decision, move_made, check_move),
    movement_events.MoveTogether: Play(
        no_effect,
        together.asks_together,
        together.together_decision,
        together.moved_together,
        together.check_together,
    ),
}
