"""Several men of a group go the same way with one answer."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March, Reason, Way
from roundtop.battle.protocol import Command, Decision, Progress, way_of
from roundtop.kit import deployment
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.movement import faults, paths, table, ways
from roundtop.rulebooks.skirmish.state import ON_TABLE, Figure, State
from roundtop.table import measure
from roundtop.table.path import Manoeuvre, leg, shift

STEP_CM: Final = 0.05
"""A move shorter than this is none."""


def asks_together(state: State, step: movement_events.MoveTogether) -> tuple[str, ...]:
    return (field.group_of(state, step.group).side,) if field.waiting(state, step.group) else ()


def together_decision(view: State, step: movement_events.MoveTogether, player: str) -> Decision:
    group = field.group_of(view, step.group)
    men = movers(view, step.group)
    lead = men[0] if men else field.waiting(view, step.group)[0]
    size = 2.0 * field.radius(lead, view.settings)
    found = tuple(
        [
            _shift_way(lead, key, label, heading, most)
            for key, label, heading, most in bearings(view, men)
            if _somebody_goes(view, men, heading, most)
        ]
    )
    form = March(lead.id, lead.pose, size, size, ("shift",), allowance=paths.rate_of(lead), ways=found)
    sentence = f"{group.name} moves together: every man goes the same way, as far as he can."
    clauses = ("skirmish.actions.move", "skirmish.movement.path")
    return Decision(player, "together", group.id, sentence, clauses, form=form)


def movers(state: State, group: str) -> list[Figure]:
    """Those of a group who may move where they like with this action; who goes farthest leads."""
    found = [man for man in field.waiting(state, group) if man.place == ON_TABLE and field.may_go(man)]
    free = [man for man in found if man.landing is None and _at_will(state, man)]
    return sorted(free, key=_fastest_first)


def _fastest_first(man: Figure) -> float:
    return -paths.rate_of(man)


def _at_will(state: State, man: Figure) -> bool:
    """Whether he may move with this action as he likes: nothing binds him, nobody touches him."""
    bound = morale_table.duty_of(state, man)
    return bound.must == "nothing" and bound is not morale_rule.LOCKED


def bearings(state: State, men: list[Figure]) -> list[tuple[str, str, int, float]]:
    """Whither a group might want to go together."""
    if not men:
        return []
    rate = paths.rate_of(men[0])
    home = deployment.EDGE_FACING[field.army_of(state, men[0].side).edge]
    ahead = (home + measure.HALF_TURN) % measure.FULL_TURN
    foes = field.enemies(state, men[0].side)
    if foes:
        x, y = field.centre_of(men)
        foe = field.nearest(x, y, foes)
        ahead = measure.bearing(x, y, foe.pose.x, foe.pose.y)
    return [
        ("towards", "towards the enemy", ahead, rate),
        ("left", "to the left", (ahead - measure.QUARTER_TURN) % measure.FULL_TURN, rate),
        ("right", "to the right", (ahead + measure.QUARTER_TURN) % measure.FULL_TURN, rate),
        ("home", "towards your own edge", home, rate),
    ]


def _shift_way(lead: Figure, key: str, label: str, heading: int, most: float) -> Way:
    made = shift(most * measure.sine(heading), most * measure.cosine(heading))
    return Way(key, label, (made,), paths.path_of(lead.pose, (made,)).end)


def check_together(view: State, step: movement_events.MoveTogether, command: Command) -> tuple[Reason, ...]:
    return tuple(together_faults(view, step.group, way_of(command)))


def together_faults(state: State, group: str, made: tuple[Manoeuvre, ...]) -> list[Reason]:
    """One straight way, no longer than an action [movement.path, actions.move]."""
    if len(made) > 1:
        return [Reason("Moving together is one straight way for all.", "skirmish.movement.path")]
    men = movers(state, group)
    far = measure.distance(0.0, 0.0, made[0].x, made[0].y) if made else 0.0
    if men and not measure.within(far, paths.rate_of(men[0])):
        return [Reason(f"One action goes {paths.rate_of(men[0]):g} cm at most.", "skirmish.actions.move")]
    if made and not _somebody_goes(state, men, measure.bearing(0.0, 0.0, made[0].x, made[0].y), far):
        return [Reason("Nobody of the group can go that way.", "skirmish.movement.path")]
    return []


def moved_together(state: State, step: movement_events.MoveTogether, command: Command) -> Progress:
    """Each goes as far that way as his own rules let him, the foremost first; who cannot stays and has not acted."""
    if not way_of(command):
        return Progress(())
    made = way_of(command)[0]
    return Progress(tuple(together_events(state, step.group, made.x, made.y)))


def together_events(state: State, group: str, dx: float, dy: float) -> list[object]:
    far = measure.distance(0.0, 0.0, dx, dy)
    events: list[object] = []
    if far < STEP_CM:
        return events
    heading = measure.bearing(0.0, 0.0, dx, dy)
    ranked = sorted([(-rounded_along(man, dx / far, dy / far), man.id) for man in movers(state, group)])
    for _, id in ranked:
        for event in _goes_that_way(state, state.figures[id], heading, far):
            state = apply(state, event)
            events.append(event)
    return events


def goes_anywhere(state: State, group: str) -> bool:
    """Whether two of a group or more may move, and any of them can go where a group might want to."""
    men = movers(state, group)
    if len(men) < 2:
        return False
    for _, _, heading, most in bearings(state, men):
        if _somebody_goes(state, men, heading, most):
            return True
    return False


def _somebody_goes(state: State, men: list[Figure], heading: int, far: float) -> bool:
    """Whether anybody can go that way at all: the first who can settles it."""
    if far < STEP_CM:
        return False
    for man in men:
        if _goes_that_way(state, man, heading, far):
            return True
    return False


def _goes_that_way(state: State, man: Figure, heading: int, far: float) -> list[object]:
    """A man as far on a heading as he can go, and with him whoever shares his load."""
    other = field.partner_of(state, man)
    if other is not None:
        return _both_go(state, man, other, heading, far)
    crowd = faults.Crowd(state, man)
    found = ways.straight(state=state, figure=man, start=man.pose, heading=heading, most=far, crowd=crowd)
    if found is None or faults.faults_of(
        state, man, paths.path_of(man.pose, (found,)), morale_table.duty_of(state, man), crowd
    ):
        return []
    return [paths.moved_by(man, "together", (found,), not man.half)]


def _both_go(state: State, man: Figure, other: Figure, heading: int, far: float) -> list[object]:
    """As far as the slower of two who share a load [actions.carry-limits]."""
    if man.acted or not table.goes_along(state, other):
        return []
    for one, besides in ((man, other), (other, man)):
        made = ways.straight(
            state=state,
            figure=one,
            start=one.pose,
            heading=heading,
            most=far,
            crowd=faults.Crowd(state, one, besides.id),
        )
        if made is None:
            return []
        far = min(far, measure.distance(one.pose.x, one.pose.y, made.x, made.y))
    way = (
        leg(
            measure.rounded(man.pose.x + far * measure.sine(heading)),
            measure.rounded(man.pose.y + far * measure.cosine(heading)),
        ),
    )
    return [] if table.move_faults(state, man, way) else table.moves(state, man, "together", way)


def rounded_along(man: Figure, s: float, c: float) -> float:
    """How far forward on a heading a man stands, to the hundredth."""
    return round(man.pose.x * s + man.pose.y * c, 2)
