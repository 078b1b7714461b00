"""A march by hand: through the corners that were clicked, along a road, and what stops it."""

from __future__ import annotations

from typing import Final

from roundtop.battle.engine import Battle
from roundtop.battle.forms import Answer, March, Marched, Reason, misfits
from roundtop.battle.protocol import Command, Decision, Preview, Rulebook, State
from roundtop.record import copy
from roundtop.server import ahead
from roundtop.table.footprint import Block, corners
from roundtop.table.ground import Ground
from roundtop.table.measure import FULL_TURN, bearing, cosine, distance, sine
from roundtop.table.path import Manoeuvre, leg, shift
from roundtop.table.pose import Point, Pose

TOO_FAR: Final = "Too far: "
"""How books begin a refusal that counts."""
STEP: Final = 0.5
TURN: Final = 500
"""What stops a march is what forbids it so much more."""
PARTS: Final = 12
SPOKES: Final = 24
"""Directions in which a march's reach is tried."""
WEDGE: Final = FULL_TURN // 48
"""Of the ground within this angle of each other the farthest point is kept."""
BESIDE: Final = 1.5
"""So many widths of a road from its middle somebody is still on his way to it."""


def winding(ground: Ground, wanted: Decision, goals: list[Pose]) -> bool:
    """Whether a march may be of several legs, each of which is tried: too long for a loop in which others wait."""
    form = wanted.form
    return isinstance(form, March) and (len(goals) > 1 or bool(along_road(ground, form.start, goals[0])))


def proposed(book: Rulebook, battle: Battle, wanted: Decision, goals: list[Pose]) -> Answer | None:
    """The book's answer that leads through some places; to one place along the road where that leads nearer."""
    view = book.view(battle.state, wanted.player)
    answer = None if book.propose is None else book.propose(view, battle.agenda[-1], wanted.player, goals[0])
    form = wanted.form
    if not isinstance(answer, Marched) or not isinstance(form, March):
        return answer
    if len(goals) > 1:
        return _through(book, battle, wanted, goals, answer)
    corners = along_road(book.scene(view).ground, form.start, goals[0])
    if not corners:
        return answer
    by_road = _through(book, battle, wanted, [*corners, goals[0]], None)
    return (
        by_road
        if _short(book, battle, wanted, by_road, goals[0]) < _short(book, battle, wanted, answer, goals[0]) - STEP
        else answer
    )


def _short(book: Rulebook, battle: Battle, wanted: Decision, answer: Marched, goal: Pose) -> float:
    """How far from a place an answer ends."""
    view = book.view(battle.state, wanted.player)
    found = None if book.preview is None else book.preview(view, battle.agenda[-1], wanted.player, answer)
    return distance(found.end.x, found.end.y, goal.x, goal.y) if found is not None else 0.0


def _through(book: Rulebook, battle: Battle, wanted: Decision, goals: list[Pose], first: Marched | None) -> Marched:
    """Leg after leg, each as the book proposes it from where the last one ended, as far as the whole is lawful."""
    assert book.propose is not None
    player = wanted.player
    here = ahead.imagined(book, battle, player)
    start: State = here.state
    made: tuple[Manoeuvre, ...] = ()
    for number, goal in enumerate(goals):
        here.state = _gone(book, start, here, wanted, made) if made else start
        if first is not None and not number:
            made = first.manoeuvres
            continue
        further = _leg(book, here, battle, wanted, (made, goal))
        if not further:
            break
        made = (*made, *further)
    return Marched(made)


def _leg(
    book: Rulebook, here: Battle, battle: Battle, wanted: Decision, way: tuple[tuple[Manoeuvre, ...], Pose]
) -> tuple[Manoeuvre, ...]:
    """A further leg after others to a place: as it is to face there, or else as it goes there."""
    assert book.propose is not None
    (made, goal), seen = way, book.view(here.state, wanted.player)
    at = {piece.id: piece.pose for piece in book.scene(seen).pieces}.get(wanted.about, goal)
    for facing in (goal.facing, bearing(at.x, at.y, goal.x, goal.y)):
        answer = book.propose(seen, here.agenda[-1], wanted.player, Pose(goal.x, goal.y, facing))
        then = answer.manoeuvres if isinstance(answer, Marched) else ()
        further = _lawful(book, battle, wanted, made, then)
        if further:
            return further
    return ()


def _gone(book: Rulebook, start: State, here: Battle, wanted: Decision, made: tuple[Manoeuvre, ...]) -> State:
    """A state after a march."""
    state = start
    command = Command(wanted.player, wanted.kind, wanted.about, Marched(made))
    for event in book.accept(start, here.agenda[-1], command).events:
        state = book.apply(state, event)
    return state


def _lawful(
    book: Rulebook, battle: Battle, wanted: Decision, before: tuple[Manoeuvre, ...], then: tuple[Manoeuvre, ...]
) -> tuple[Manoeuvre, ...]:
    """So much of a further leg as may follow the others: all of it, or its last part shortened, or left out."""
    while then:
        last = then[-1]
        for part in range(PARTS, 0, -1):
            shorter = last if part == PARTS else _scaled(last, part / PARTS)
            if shorter is None:
                break
            if not wrong(book, battle, wanted, Marched((*before, *then[:-1], shorter))):
                return (*then[:-1], shorter)
        then = then[:-1]
    return ()


def _scaled(one: Manoeuvre, share: float) -> Manoeuvre | None:
    """A manoeuvre over a part of its length; None where it has none of its own."""
    if one.kind == "leg" or not (one.amount or one.x or one.y):
        return None
    found = copy(one)
    found.amount, found.x, found.y = round(one.amount * share, 2), round(one.x * share, 2), round(one.y * share, 2)
    return found


def wrong(book: Rulebook, battle: Battle, wanted: Decision, answer: Marched) -> tuple[Reason, ...]:
    """Why a march may not be, from what its player knows."""
    unfit = misfits(wanted.form, answer)
    if unfit:
        return unfit
    view = book.view(battle.state, wanted.player)
    return book.check(view, battle.agenda[-1], Command(wanted.player, wanted.kind, wanted.about, answer))


def stopped(
    book: Rulebook, battle: Battle, wanted: Decision, answer: Answer, goal: Pose, *, end: Pose
) -> tuple[Reason, ...]:
    """What forbids a march to go on towards a place: why one step more may not be, in the numbers of the whole wish."""
    form = wanted.form
    if not isinstance(answer, Marched) or not isinstance(form, March):
        return ()
    made = answer.manoeuvres
    more = _farther(made, form, goal, STEP)
    if more is None:
        return ()
    found = wrong(book, battle, wanted, Marched((*made[:-1], more)))
    if not found or not found[0].text.startswith(TOO_FAR):
        return found
    left = distance(end.x, end.y, goal.x, goal.y)
    whole = _farther(made, form, goal, left) if left > STEP else None
    wished = () if whole is None else wrong(book, battle, wanted, Marched((*made[:-1], whole)))
    return wished if wished and wished[0].text.startswith(TOO_FAR) else found


def _farther(made: tuple[Manoeuvre, ...], form: March, goal: Pose, by: float) -> Manoeuvre | None:
    """The last manoeuvre and so much more of it; of a march that has not begun, its first step."""
    if not made:
        far = distance(form.start.x, form.start.y, goal.x, goal.y) or 1.0
        dx, dy = STEP * (goal.x - form.start.x) / far, STEP * (goal.y - form.start.y) / far
        if "leg" in form.kinds:
            return leg(form.start.x + dx, form.start.y + dy)
        return (
            shift(dx, dy) if "shift" in form.kinds else Manoeuvre("forward", STEP) if "forward" in form.kinds else None
        )
    last = copy(made[-1])
    if last.kind == "leg":
        before = (made[-2].x, made[-2].y) if len(made) > 1 and made[-2].kind == "leg" else (form.start.x, form.start.y)
        far = distance(before[0], before[1], last.x, last.y)
        if not far:
            return None
        last.x += by * (last.x - before[0]) / far
        last.y += by * (last.y - before[1]) / far
    elif last.x or last.y:
        far = distance(0.0, 0.0, last.x, last.y)
        last.x *= 1.0 + by / far
        last.y *= 1.0 + by / far
    elif last.amount:
        last.amount += by if last.amount > 0 else -by
    elif last.by:
        last.by += TURN if last.by > 0 else -TURN
    else:
        return None
    return last


def ends(book: Rulebook, battle: Battle, wanted: Decision) -> list[Preview]:
    """Where a march may end as a hand would lead it in every direction, as it faces and turned the way it goes."""
    form = wanted.form
    if not isinstance(form, March) or book.propose is None or book.preview is None:
        return []
    view, step, at = book.view(battle.state, wanted.player), battle.agenda[-1], form.start
    found: list[Preview] = []
    for spoke in range(SPOKES):
        towards = (at.facing + spoke * (FULL_TURN // SPOKES)) % FULL_TURN
        x, y = at.x + form.allowance * sine(towards), at.y + form.allowance * cosine(towards)
        for facing in (at.facing, towards):
            answer = book.propose(view, step, wanted.player, Pose(x, y, facing))
            made = None if answer is None else book.preview(view, step, wanted.player, answer)
            if made is not None and made.end is not None and not made.reasons:
                found.append(made)
    return found


def reach(book: Rulebook, battle: Battle, wanted: Decision) -> list[Point]:
    """The outline of all the ground that a march may bring somebody to, drawn round where it starts."""
    if not isinstance(wanted.form, March):
        return []
    at = wanted.form.start
    farthest: dict[int, tuple[float, Point]] = {}
    for made in ends(book, battle, wanted):
        for part in made.parts:
            for x, y in corners(Block(part.pose, part.width, part.depth)):
                far = distance(at.x, at.y, x, y)
                wedge = bearing(at.x, at.y, x, y) // WEDGE
                if wedge not in farthest or far > farthest[wedge][0]:
                    farthest[wedge] = (far, (x, y))
    return [farthest[wedge][1] for wedge in sorted(farthest)]


def along_road(ground: Ground, start: Pose, goal: Pose) -> list[Pose]:
    """The bends of a road between somebody on it and a place on it, each faced as it is left; none off the road."""
    for road in ground.roads:
        near = BESIDE * max(road.width, 0.5)
        (a, away), (b, off) = _foot(road.points, (start.x, start.y)), _foot(road.points, (goal.x, goal.y))
        if away > near or off > near or int(a) == int(b):
            continue
        bends = range(int(a) + 1, int(b) + 1) if a < b else range(int(a), int(b), -1)
        points = [*[road.points[n] for n in bends], (goal.x, goal.y)]
        return [Pose(x, y, bearing(x, y, *points[n + 1])) for n, (x, y) in enumerate(points[:-1])]
    return []


def _foot(points: tuple[Point, ...], at: Point) -> tuple[float, float]:
    """Where a line is nearest to a point, in whole and part segments from its beginning, and how far off."""
    found: list[tuple[float, float]] = []
    for n, ((ax, ay), (bx, by)) in enumerate(zip(points, points[1:], strict=False)):
        long = (bx - ax) ** 2 + (by - ay) ** 2
        share = max(0.0, min(0.999, ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / long)) if long else 0.0
        found.append((distance(at[0], at[1], ax + share * (bx - ax), ay + share * (by - ay)), n + share))
    off, where = min(found)
    return where, off
