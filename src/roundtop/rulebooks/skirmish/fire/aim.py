"""Who may be aimed at: lines of fire, who is in the way, and the pool of a group."""

from __future__ import annotations

from roundtop.rulebooks.skirmish import field, roll
from roundtop.rulebooks.skirmish.fire import rule
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.sight import table as sight_table
from roundtop.rulebooks.skirmish.state import ANIMAL, COMMANDER, MOUNTED, Figure, State
from roundtop.table.measure import NOISE, TOLERANCE, segment_distance, within


def lane(state: State, shooter: Figure, men: list[Figure]) -> list[Figure]:
    """Able figures of other groups near enough to the lines of fire to be in the way; whoever stands on a lower level
    than the shooter is shot over [shooting.line-of-sight].
    """
    room = 0.5 * max(state.settings.base_foot_cm, state.settings.base_mounted_cm)
    x = shooter.pose.x
    y = shooter.pose.y
    left = min([x, min([man.pose.x for man in men])]) - room
    right = max([x, max([man.pose.x for man in men])]) + room
    bottom = min([y, min([man.pose.y for man in men])]) - room
    top = max([y, max([man.pose.y for man in men])]) + room
    target = men[0].group
    found: list[Figure] = []
    for body in roll.call(state).bodies:
        if body.group in (target, shooter.group) or not roll.within_reach(body, left, right, bottom=bottom, top=top):
            continue
        for other in body.men:
            ox = other.pose.x
            oy = other.pose.y
            if left <= ox <= right and bottom <= oy <= top and other.level >= shooter.level:
                found.append(other)
    return found


def bars(figure: Figure, ax: float, ay: float, bx: float, by: float, settings: Settings) -> bool:
    """Whether a line enters a figure's base deeper than the tolerance."""
    return (
        segment_distance(x=figure.pose.x, y=figure.pose.y, ax=ax, ay=ay, bx=bx, by=by)
        < field.radius(figure, settings) - TOLERANCE - NOISE
    )


def aims_at(state: State, shooter: Figure, weapon: str, man: Figure, others: list[Figure]) -> bool:
    """Whether a shooter has a man in range, arc and line of fire, not in contact with anybody.

    [shooting.eligible-targets, shooting.arc, shooting.line-of-sight, shooting.into-melee]
    """
    if not within(field.gap(shooter, man, state.settings), rule.reach(weapon, state.settings)):
        return False
    if shooter.arm == MOUNTED and field.in_rear(shooter, man):
        return False
    ax = shooter.pose.x
    ay = shooter.pose.y
    bx = man.pose.x
    by = man.pose.y
    for other in others:
        if bars(figure=other, ax=ax, ay=ay, bx=bx, by=by, settings=state.settings):
            return False
    return sight_table.clear_ground(
        state=state, ax=ax, ay=ay, a_level=shooter.level, bx=bx, by=by, b_level=man.level
    ) and not (field.able(man) and field.in_contact(state, man))


def can_shoot(state: State, shooter: Figure, weapon: str, group: str) -> bool:
    """Whether a group may be nominated: the first man who can be hit settles it [shooting.eligible-targets]."""
    men = field.members(state, group)
    if not men or _hidden_in_a_group(state, men):
        return False
    first = field.nearest_to(shooter, men, state.settings)
    if first is not None and within(field.gap(shooter, first, state.settings), rule.reach(weapon, state.settings)):
        others = lane(state, shooter, men)
        if aims_at(state, shooter, weapon, first, others):
            return True
        for man in men:
            if man.id != first.id and aims_at(state, shooter, weapon, man, others):
                return True
    return _by_their_chief(state, shooter, weapon, men)


def _by_their_chief(state: State, shooter: Figure, weapon: str, men: list[Figure]) -> bool:
    """Whether a group may be nominated for the commander who is near it, or once he is not in the way.

    [setup.force-commander, shooting.eligible-targets]
    """
    chief = state.figures[field.army_of(state, men[0].side).commander]
    if not field.able(chief) or chief.group != chief.id or men[0].arm == ANIMAL:
        return False
    if field.escort_of(state, chief.side) != men[0].group:
        return False
    others = [other for other in lane(state, shooter, [*men, chief]) if other.id != chief.id]
    return bool([man for man in [chief, *men] if aims_at(state, shooter, weapon, man, others)])


def _hidden_in_a_group(state: State, men: list[Figure]) -> bool:
    """Whether this is a commander by himself so near to a group that nobody can single him out."""
    chief = men[0]
    return chief.role == COMMANDER and chief.group == chief.id and field.escort_of(state, chief.side) != ""


def pool_men(state: State, group: str) -> list[Figure]:
    """Whom fire at a group may find: its men, its disabled where they lie, and a commander who is near.

    [shooting.eligible-targets, setup.force-commander]
    """
    men = field.members(state, group)
    if not men:
        return []
    found = [*men, *field.lying(state, group)]
    side = men[0].side
    if men[0].arm != ANIMAL and field.escort_of(state, side) == group:
        found.append(state.figures[field.army_of(state, side).commander])
    return found


def marks(state: State, shooter: Figure, weapon: str, group: str) -> tuple[rule.Mark, ...]:
    """The men of a group as a shooter sees them; who cannot be hit is left out [shooting.front-rank-test]."""
    men = pool_men(state, group)
    if not men:
        return ()
    ids = [man.id for man in men]
    others = [other for other in lane(state, shooter, men) if other.id not in ids]
    found = [man for man in men if aims_at(state, shooter, weapon, man, others)]
    standing = [man for man in found if field.able(man)]
    return tuple(
        [
            rule.Mark(
                man.id,
                field.gap(shooter, man, state.settings),
                screened=bool(screens(state, shooter, weapon, man, standing)),
                disabled=not field.able(man),
            )
            for man in found
        ]
    )


def screens(state: State, shooter: Figure, weapon: str, man: Figure, standing: list[Figure]) -> list[str]:
    """The nearer eligible figures of the same group that he is behind; asked only at short range.

    [shooting.front-rank-test]
    """
    away = field.gap(shooter, man, state.settings)
    if rule.band(weapon, away, state.settings) != "short":
        return []
    x, y = shooter.pose.x, shooter.pose.y
    return [
        other.id
        for other in standing
        if other.id != man.id
        and field.gap(shooter, other, state.settings) < away - NOISE
        and bars(figure=other, ax=x, ay=y, bx=man.pose.x, by=man.pose.y, settings=state.settings)
    ]
