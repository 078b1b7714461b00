"""Moves [movement]."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.field import State, Unit
from fence.options import BOOK, CLOSED_AREAS, CLOSED_LINES, FENCES, STAND_IN
from roundtop.battle import forms, outline, protocol, scene, tally, words
from roundtop.record import record, replace
from roundtop.table import formation
from roundtop.table import path as paths
from roundtop.table.crossed import areas_met, crossed_lines, inside_table, lines_met
from roundtop.table.footprint import overlaps_any
from roundtop.table.measure import bearing, distance, within
from roundtop.table.plan import plan_drill, plan_towards
from roundtop.table.pose import Pose, rounded_pose

REACH_IN: Final = 8.0
"""[movement.reach]"""
FENCE_COST_IN: Final = 2.0
"""[movement.fence]"""
GAP_IN: Final = 1.0
"""What is kept from the enemy [movement.room]."""


def price(length: float, fences: int) -> float:
    """Inches that a move takes [movement.reach, movement.fence]."""
    return length + FENCE_COST_IN * fences


def refusal(length: float, fences: int) -> str:
    """The clause that forbids a move so long, "" where none does [movement.reach, movement.fence]."""
    if not within(length, REACH_IN):
        return "fence.movement.reach"
    return "" if within(price(length, fences), REACH_IN) else "fence.movement.fence"


@record
class Move:
    unit: str


@record
class Moved:
    unit: str
    start: Pose
    end: Pose
    manoeuvres: tuple[paths.Manoeuvre, ...]


def moved(state: State, event: Moved) -> State:
    return field.with_unit(state, replace(field.unit_of(state, event.unit), pose=event.end, acted=True))


KINDS: Final = ("forward", "wheel", "about-face")


def decision(view: State, step: Move, player: str) -> protocol.Decision:
    unit = field.unit_of(view, step.unit)
    line = field.line(unit)
    form = forms.March(unit.id, unit.pose, line.width, line.depth, KINDS, allowance=REACH_IN, ways=ways(view, unit))
    sentence = f"{unit.name} may move up to {REACH_IN:g}″."
    return protocol.Decision(player, "move", unit.id, sentence, (BOOK + "movement.reach",), form=form)


def check(view: State, step: Move, command: protocol.Command) -> tuple[forms.Reason, ...]:
    assert isinstance(command.answer, forms.Marched)
    unit = field.unit_of(view, step.unit)
    return tuple(faults(view, unit, path_of(unit, command.answer.manoeuvres)))


def march(state: State, step: Move, command: protocol.Command) -> protocol.Progress:
    assert isinstance(command.answer, forms.Marched)
    unit = field.unit_of(state, step.unit)
    end = rounded_pose(path_of(unit, command.answer.manoeuvres).end)
    return protocol.Progress((Moved(unit.id, unit.pose, end, command.answer.manoeuvres),))


def path_of(unit: Unit, manoeuvres: tuple[paths.Manoeuvre, ...]) -> paths.Sweep:
    line = field.line(unit)
    return paths.sweep(unit.pose, line.width, line.depth, manoeuvres)


def fences(state: State, path: paths.Sweep) -> int:
    """Fences that the middle of a line crosses [movement.fence]."""
    return len(crossed_lines(state.ground, FENCES, paths.track(path, 0.0, 0.0)))


def faults(state: State, unit: Unit, path: paths.Sweep) -> list[forms.Reason]:
    """Every reason against a move; a regiment may always stay [movement.reach, movement.fence, movement.room]."""
    if not path.stages:
        return []
    if rounded_pose(path.end) == rounded_pose(unit.pose):
        return [forms.Reason("It would end where it began: stay instead.", BOOK + "movement.reach")]
    found: list[forms.Reason] = []
    clause = refusal(path.length, fences(state, path))
    if clause:
        takes = price(path.length, fences(state, path))
        found.append(forms.Reason(f"That takes {takes:.1f}″ of {REACH_IN:g}″.", clause))
    room = BOOK + "movement.room"
    foes = field.enemies(state, unit)
    near = paths.nearer_than(path, [field.line(foe) for foe in foes], GAP_IN)
    if near >= 0:
        found.append(forms.Reason(f"It would come nearer than {GAP_IN:g}″ to {foes[near].name}.", room))
    friends = [friend for friend in field.on_table(state, unit.side) if friend.id != unit.id]
    on = overlaps_any(field.line(unit, rounded_pose(path.end)), [field.line(friend) for friend in friends])
    if on >= 0:
        found.append(forms.Reason(f"It would end on {friends[on].name}.", room))
    if not inside_table(state.ground, path):
        found.append(forms.Reason("It would leave the table.", room))
    kinds = [area.kind for area in areas_met(state.ground, CLOSED_AREAS, path)]
    for kind in [*kinds, *[line.kind for line in lines_met(state.ground, CLOSED_LINES, path)]]:
        found.append(forms.Reason(f"Nobody can go through the {kind}.", room))
    return found


def shortened(state: State, unit: Unit, manoeuvres: tuple[paths.Manoeuvre, ...]) -> paths.Sweep:
    """As far along a way as reach, fences and enemies allow."""
    path = paths.cut_at(path_of(unit, manoeuvres), REACH_IN)
    foes = sorted(field.enemies(state, unit), key=lambda foe: foe.id)
    path = paths.cut(path, paths.until_gap(path, [field.line(foe) for foe in foes], GAP_IN))
    return paths.cut_at(path, REACH_IN - FENCE_COST_IN * fences(state, path))


def ways(state: State, unit: Unit) -> tuple[forms.Way, ...]:
    """Straight ahead, back, towards each enemy and objective, as far as is lawful; or stay."""
    asked: list[tuple[str, str, tuple[paths.Manoeuvre, ...]]] = [
        ("ahead", "straight ahead", (paths.forward(REACH_IN),)),
        ("half", "half as far ahead", (paths.forward(0.5 * REACH_IN),)),
        ("back", "face about and go back", (paths.about_face(), paths.forward(REACH_IN))),
    ]
    line = field.line(unit)
    spots = [(foe.id, foe.name, foe.pose.x, foe.pose.y) for foe in field.enemies(state, unit)]
    for id, name, x, y in [*spots, *[(goal.id, goal.name, goal.x, goal.y) for goal in state.goals]]:
        plan = plan_towards(unit.pose, x, y, line.width, line.depth, REACH_IN)
        asked.append((f"towards:{id}", f"towards {name}", plan.manoeuvres))
    found: list[forms.Way] = []
    for key, label, manoeuvres in asked:
        path = shortened(state, unit, manoeuvres)
        if path.stages and not faults(state, unit, path):
            found.append(forms.Way(key, label, paths.manoeuvres_of(path), rounded_pose(path.end)))
    return (*found, forms.Way("stay", "stay", (), unit.pose))


def moved_told(view: State, event: Moved) -> scene.Telling:
    unit = field.unit_of(view, event.unit)
    a, b = event.start, event.end
    far = distance(a.x, a.y, b.x, b.y)
    text = f"{unit.name} turns to face {words.compass(b.facing)}."
    if not event.manoeuvres:
        text = f"{unit.name} stays."
    elif far >= 0.05:
        text = f"{unit.name} moves {round(far, 1):g}″ {words.compass(bearing(a.x, a.y, b.x, b.y))}."
    return scene.Telling(text, ((a.x, a.y), (b.x, b.y)), hint="move", side=unit.side)


def propose(view: State, step: object, player: str, pose: Pose) -> forms.Answer | None:
    """The move that brings the asked regiment there, or as far as it goes."""
    if not isinstance(step, Move):
        return None
    unit = field.unit_of(view, step.unit)
    line = field.line(unit)
    plan = plan_drill(unit.pose, pose, line.width, line.depth, REACH_IN, KINDS)
    return forms.Marched(paths.manoeuvres_of(shortened(view, unit, plan.manoeuvres)))


def preview(view: State, step: object, player: str, answer: forms.Answer) -> protocol.Preview | None:
    """Where a move would end, what it takes and why it may not be."""
    if not isinstance(step, Move) or not isinstance(answer, forms.Marched):
        return None
    unit = field.unit_of(view, step.unit)
    path = path_of(unit, answer.manoeuvres)
    end = rounded_pose(path.end)
    crossed = fences(view, path)
    cost = tally.Row("move", f"{price(path.length, crossed):.1f}″ of {REACH_IN:g}″", BOOK + "movement.reach")
    over = (tally.Row("fences", f"{crossed}, {FENCE_COST_IN:g}″ each", BOOK + "movement.fence"),) if crossed else ()
    way, against = paths.track(path, 0.0, 0.0), tuple(faults(view, unit, path))
    return protocol.Preview(end, parts(unit, end), track=way, costs=(cost,), crosses=over, reasons=against)


def parts(unit: Unit, pose: Pose) -> tuple[scene.Part, ...]:
    """Every stand of a regiment as it would stand there."""
    stands = formation.line(pose, unit.stands, STAND_IN, STAND_IN)
    return tuple([scene.Part(stand, STAND_IN, STAND_IN, "infantry") for stand in stands])


EFFECTS: Final[outline.Effects] = {Moved: moved}
PLAYS: Final[outline.Plays] = {Move: outline.Play(asks=field.owner, decision=decision, accept=march, check=check)}
TELLINGS: Final[outline.Tellings] = {Moved: moved_told}
