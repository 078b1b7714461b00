"""Moves at the table: what is proposed, what is refused."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.movement import events, rule
from fence.state import State, Unit
from fence.tables import BOOK, CLOSED_AREAS, CLOSED_LINES, FENCES
from roundtop.battle.forms import March, Marched, Reason, Way
from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.table.crossed import areas_met, crossed_lines, inside_table, lines_met
from roundtop.table.footprint import overlaps_any
from roundtop.table.path import (
    Manoeuvre,
    Sweep,
    about_face,
    cut,
    cut_at,
    forward,
    manoeuvres_of,
    nearer_than,
    sweep,
    track,
    until_gap,
)
from roundtop.table.plan import plan_towards
from roundtop.table.pose import rounded_pose

KINDS: Final = ("forward", "wheel", "about-face")


def asks(state: State, step: events.Move) -> tuple[str, ...]:
    return (field.unit_of(state, step.unit).side,)


def decision(view: State, step: events.Move, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    line = field.line(unit)
    form = March(unit.id, unit.pose, line.width, line.depth, KINDS, rule.REACH_IN, ways(view, unit))
    sentence = f"{unit.name} may move up to {rule.REACH_IN:g}″."
    return Decision(player, "move", unit.id, sentence, (BOOK + "movement.reach",), form)


def check(view: State, step: events.Move, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    unit = field.unit_of(view, step.unit)
    return tuple(faults(view, unit, path_of(unit, command.answer.manoeuvres)))


def moved(state: State, step: events.Move, command: Command) -> Progress:
    assert isinstance(command.answer, Marched)
    unit = field.unit_of(state, step.unit)
    end = rounded_pose(path_of(unit, command.answer.manoeuvres).end)
    return Progress((events.Moved(unit.id, unit.pose, end, command.answer.manoeuvres),))


def path_of(unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Sweep:
    line = field.line(unit)
    return sweep(unit.pose, line.width, line.depth, manoeuvres)


def fences(state: State, path: Sweep) -> int:
    """Fences that the middle of a line crosses [movement.fence]."""
    return len(crossed_lines(state.ground, FENCES, track(path, 0.0, 0.0)))


def faults(state: State, unit: Unit, path: Sweep) -> list[Reason]:
    """Every reason against a move; a regiment may always stay [movement.reach, movement.fence, movement.room]."""
    if not path.stages:
        return []
    found: list[Reason] = []
    clause = rule.refusal(path.length, fences(state, path))
    if clause:
        price = rule.price(path.length, fences(state, path))
        found.append(Reason(f"That takes {price:.1f}″ of {rule.REACH_IN:g}″.", clause))
    room = BOOK + "movement.room"
    foes = field.enemies(state, unit)
    near = nearer_than(path, [field.line(foe) for foe in foes], rule.GAP_IN)
    if near >= 0:
        found.append(Reason(f"It would come nearer than {rule.GAP_IN:g}″ to {foes[near].name}.", room))
    friends = field.friends(state, unit)
    on = overlaps_any(field.line(unit, rounded_pose(path.end)), [field.line(friend) for friend in friends])
    if on >= 0:
        found.append(Reason(f"It would end on {friends[on].name}.", room))
    if not inside_table(state.ground, path):
        found.append(Reason("It would leave the table.", room))
    kinds = [area.kind for area in areas_met(state.ground, CLOSED_AREAS, path)]
    for kind in [*kinds, *[line.kind for line in lines_met(state.ground, CLOSED_LINES, path)]]:
        found.append(Reason(f"Nobody can go through the {kind}.", room))
    return found


def shortened(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Sweep:
    """As far along a way as reach, fences and enemies allow."""
    path = cut_at(path_of(unit, manoeuvres), rule.REACH_IN)
    foes = sorted(field.enemies(state, unit), key=lambda foe: foe.id)
    path = cut(path, until_gap(path, [field.line(foe) for foe in foes], rule.GAP_IN))
    return cut_at(path, rule.REACH_IN - rule.FENCE_COST_IN * fences(state, path))


def ways(state: State, unit: Unit) -> tuple[Way, ...]:
    """Straight ahead, back, towards each enemy and objective, as far as is lawful; or stay."""
    reach = rule.REACH_IN
    asked: list[tuple[str, str, tuple[Manoeuvre, ...]]] = [
        ("ahead", "straight ahead", (forward(reach),)),
        ("half", "half as far ahead", (forward(0.5 * reach),)),
        ("back", "face about and go back", (about_face(), forward(reach))),
    ]
    line = field.line(unit)
    spots = [(foe.id, foe.name, foe.pose.x, foe.pose.y) for foe in field.enemies(state, unit)]
    for id, name, x, y in [*spots, *[(goal.id, goal.name, goal.x, goal.y) for goal in state.goals]]:
        plan = plan_towards(unit.pose, x, y, line.width, line.depth, reach)
        asked.append((f"towards:{id}", f"towards {name}", plan.manoeuvres))
    found: list[Way] = []
    for key, label, manoeuvres in asked:
        path = shortened(state, unit, manoeuvres)
        if path.stages and not faults(state, unit, path):
            found.append(Way(key, label, manoeuvres_of(path), rounded_pose(path.end)))
    return (*found, Way("stay", "stay", (), unit.pose))


PLAYS: Final[Plays] = {events.Move: Play(asks=asks, decision=decision, accept=moved, check=check)}
