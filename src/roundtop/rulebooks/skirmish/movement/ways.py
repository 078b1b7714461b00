"""Good ways to go: as far on a heading as the allowance, the ground and everybody in the way let one."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Way
from roundtop.kit import deployment
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.movement import cohesion, faults, paths, rule
from roundtop.rulebooks.skirmish.state import MOUNTED, ON_TABLE, Figure, State
from roundtop.table import measure
from roundtop.table.crossed import track_until
from roundtop.table.footprint import FAR, Disc, disc_overlap
from roundtop.table.ground import Line, box_meets, line_crossings
from roundtop.table.path import Manoeuvre, leg, turn
from roundtop.table.pose import Pose

SHORTEST_CM: Final = 0.3
"""A move shorter than this is not worth proposing."""
CLEAR_CM: Final = 0.16
"""How far from an enemy a proposed move stops."""
BACK_OFF_CM: Final = 0.5
BACK_OFFS: Final = 10
BEYOND_CM: Final = 2.0
"""How far beyond a fence a horse must be able to go to jump it."""
SHARES: Final[tuple[float, ...]] = (1.0, 0.5, 0.2)
ALL_ROUND: Final = 2250
"""How much of an action, and how finely, a man who is hemmed in looks round for a way."""


def straight(
    state: State, figure: Figure, start: Pose, heading: int, most: float, crowd: faults.Crowd
) -> Manoeuvre | None:
    """A leg on a heading as far as the allowance, the ground and everybody in the way let it go; None for nowhere."""
    room = field.radius(figure, state.settings)
    s = measure.sine(heading)
    c = measure.cosine(heading)
    budget = paths.rate_of(figure) - rule.turn_cost(
        figure.arm, paths.degrees(measure.turn_between(start.facing, heading)), state.settings
    )
    length = min(most, budget)
    if length < SHORTEST_CM:
        return None
    length = min(
        length, to_edge(state=state, x=start.x, y=start.y, s=s, c=c, room=room if figure.place == ON_TABLE else 0.0)
    )
    length = min(length, affordable(state=state, x=start.x, y=start.y, s=s, c=c, length=length, budget=budget))
    length = min(
        length, to_bar(state=state, figure=figure, start=start, s=s, c=c, length=length, budget=budget, crowd=crowd)
    )
    foes = [disc for disc in crowd.foe_discs if not left_behind(disc, start, s, c, room)]
    if foes and length > 0.0:
        ahead = [(start.x, start.y), (start.x + length * s, start.y + length * c)]
        length = min(length, track_until(ahead, room, foes, CLEAR_CM).length)
    if crowd.solid and length > 0.0:
        ahead = [(start.x, start.y), (start.x + length * s, start.y + length * c)]
        stop = track_until(ahead, room, crowd.solid, measure.TOLERANCE)
        length = min(length, stop.length if stop.index < 0 else stop.length - measure.TOLERANCE)
    return _settled(figure=figure, start=start, s=s, c=c, length=length, room=room, crowd=crowd)


def left_behind(disc: Disc, start: Pose, s: float, c: float, room: float) -> bool:
    """Whether an enemy who is close already is behind somebody who goes that way."""
    dx = disc.x - start.x
    dy = disc.y - start.y
    return dx * s + dy * c <= 0.0 and measure.within(measure.distance(0.0, 0.0, dx, dy) - room - disc.radius, CLEAR_CM)


def _settled(
    figure: Figure, start: Pose, s: float, c: float, length: float, room: float, crowd: faults.Crowd
) -> Manoeuvre | None:
    """The leg shortened until its end is on nobody's base and astride nothing."""
    for _ in range(BACK_OFFS):
        if length < SHORTEST_CM:
            return None
        x = measure.rounded(start.x + length * s)
        y = measure.rounded(start.y + length * c)
        if not faults.astride(figure, x, y, room, crowd.lines):
            disc = Disc(x, y, room)
            if not [other for other in crowd.others if disc_overlap(disc, other)]:
                return leg(x, y)
        length -= BACK_OFF_CM
    return None


def to_edge(state: State, x: float, y: float, s: float, c: float, room: float) -> float:
    """How far a base can go before it meets the edge of the table."""
    far = FAR
    if s > measure.NOISE:
        far = min(far, (state.ground.width - room - x) / s)
    elif s < -measure.NOISE:
        far = min(far, (x - room) / -s)
    if c > measure.NOISE:
        far = min(far, (state.ground.depth - room - y) / c)
    elif c < -measure.NOISE:
        far = min(far, (y - room) / -c)
    return far


def affordable(state: State, x: float, y: float, s: float, c: float, length: float, budget: float) -> float:
    """How far an allowance goes on this ground [movement.difficult-mixed]."""
    slow = paths.slow_spans(state, x, y, x + length * s, y + length * c)
    if not slow:
        return length
    if state.settings.difficult_ground == "whole-move":
        return max(slow[0][0] * length - measure.TOLERANCE, min(length, 0.5 * budget))
    walked = 0.0
    paid = 0.0
    for enter, leave in slow:
        if paid + enter * length - walked > budget:
            break
        paid += enter * length - walked
        walked = enter * length
        stretch = (leave - enter) * length
        if paid + rule.ground_cost(0.0, stretch, state.settings) > budget:
            return walked + max(0.0, 0.5 * (budget - paid))
        paid += rule.ground_cost(0.0, stretch, state.settings)
        walked = leave * length
    return min(length, walked + budget - paid)


def to_bar(
    state: State, figure: Figure, start: Pose, s: float, c: float, length: float, budget: float, crowd: faults.Crowd
) -> float:
    """How far until ground nobody enters, or until a barrier that is not jumped [movement.mounted-obstacles]."""
    if length <= measure.NOISE:
        return 0.0
    bx = start.x + length * s
    by = start.y + length * c
    barred = paths.barred_spans(state, start.x, start.y, bx, by)
    if barred:
        length = barred[0][0] * length - 5.0 * measure.TOLERANCE
    met = sorted(_met(crowd.lines, start.x, start.y, bx, by), key=_along)
    for jumps, (at, line) in enumerate(met, 1):
        walked = at * measure.distance(start.x, start.y, bx, by)
        if walked > length:
            break
        left = budget - jumps * rule.JUMP_CM
        beyond = walked + BEYOND_CM
        jumps_it = figure.arm == MOUNTED and faults.jumpable(state, line) and beyond < left
        if not jumps_it or beyond > affordable(state=state, x=start.x, y=start.y, s=s, c=c, length=beyond, budget=left):
            return min(length, walked - field.radius(figure, state.settings) + measure.TOLERANCE)
        length = min(length, left)
        length = affordable(state=state, x=start.x, y=start.y, s=s, c=c, length=length, budget=left)
    return length


def _met(lines: list[Line], ax: float, ay: float, bx: float, by: float) -> list[tuple[float, Line]]:
    return [
        (at, line)
        for line in lines
        if box_meets(line.box, ax, ay, bx, by)
        for at in line_crossings(line.points, ax, ay, bx, by)
    ]


def _along(met: tuple[float, Line]) -> float:
    return met[0]


def ways(state: State, figure: Figure, duty: morale_rule.Duty) -> tuple[Way, ...]:
    """A handful of good moves, each of them lawful."""
    crowd = faults.Crowd(state, figure)
    found: list[Way] = []
    for key, label, heading, most in headings(state, figure):
        way = _lawful(state, figure, duty, crowd, key=key, label=label, heading=heading, most=most)
        if way is not None:
            found.append(way)
    return tuple(found) or _any_way(state, figure, duty, crowd)


def goes(state: State, figure: Figure, duty: morale_rule.Duty) -> bool:
    """Whether there is any way for a figure: the first that is lawful settles it."""
    crowd = faults.Crowd(state, figure)
    for key, label, heading, most in headings(state, figure):
        if _lawful(state, figure, duty, crowd, key=key, label=label, heading=heading, most=most) is not None:
            return True
    return bool(_any_way(state, figure, duty, crowd))


def _lawful(
    state: State,
    figure: Figure,
    duty: morale_rule.Duty,
    crowd: faults.Crowd,
    *,
    key: str,
    label: str,
    heading: int,
    most: float,
) -> Way | None:
    """As far on a heading as may be, if that is lawful."""
    made = straight(state=state, figure=figure, start=figure.pose, heading=heading, most=most, crowd=crowd)
    if made is None:
        return None
    path = paths.path_of(figure.pose, (made,))
    return None if faults.faults_of(state, figure, path, duty, crowd) else Way(key, label, (made,), path.end)


def _any_way(state: State, figure: Figure, duty: morale_rule.Duty, crowd: faults.Crowd) -> tuple[Way, ...]:
    """For a man hemmed in, the first way of any that is lawful: all round, and a shorter one where a long is barred."""
    for share in SHARES:
        for by in range(0, measure.FULL_TURN, ALL_ROUND):
            heading = (figure.pose.facing + by) % measure.FULL_TURN
            most = share * paths.rate_of(figure)
            way = _lawful(
                state, figure, duty, crowd, key="clear", label="where there is room", heading=heading, most=most
            )
            if way is not None:
                return (way,)
    return _turned(state, figure, duty, crowd)


def _turned(state: State, figure: Figure, duty: morale_rule.Duty, crowd: faults.Crowd) -> tuple[Way, ...]:
    """A horse that can go nowhere may still be turned, towards the enemy first [movement.mounted-turn]."""
    if figure.arm != MOUNTED:
        return ()
    for _, _, heading, _ in headings(state, figure):
        made = turn(measure.turn_between(figure.pose.facing, heading))
        path = paths.path_of(figure.pose, (made,))
        if not faults.faults_of(state, figure, path, duty, crowd):
            return (Way("turn", "turn the horse", (made,), path.end),)
    return ()


def headings(state: State, figure: Figure) -> list[tuple[str, str, int, float]]:
    """Whither a figure might want to go: key, label, heading and how far at most."""
    rate = paths.rate_of(figure)
    home = deployment.EDGE_FACING[field.army_of(state, figure.side).edge]
    found: list[tuple[str, str, int, float]] = []
    if figure.straggling:
        group = field.group_of(state, figure.group)
        men = [
            m for m in cohesion.body_of(field.members(state, group.id), group.nco, state.settings) if m.id != figure.id
        ]
        if men:
            x, y = field.centre_of(men)
            away = measure.distance(figure.pose.x, figure.pose.y, x, y)
            found.append(
                ("rejoin", "back to his group", measure.bearing(figure.pose.x, figure.pose.y, x, y), min(rate, away))
            )
    foe = field.nearest_to(figure, field.enemies(state, figure.side), state.settings)
    ahead = (home + measure.HALF_TURN) % measure.FULL_TURN
    if foe is not None:
        ahead = measure.bearing(figure.pose.x, figure.pose.y, foe.pose.x, foe.pose.y)
        found.append(("towards", f"towards {foe.name}", ahead, rate))
    else:
        found.append(("ahead", "straight ahead", ahead, rate))
    found.append(("left", "to the left", (ahead - measure.QUARTER_TURN) % measure.FULL_TURN, rate))
    found.append(("right", "to the right", (ahead + measure.QUARTER_TURN) % measure.FULL_TURN, rate))
    found.append(("home", "towards your own edge", home, rate))
    return found
