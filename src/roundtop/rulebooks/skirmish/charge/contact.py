"""A charger's way into contact."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.record import record
from roundtop.rulebooks.skirmish import field, roll
from roundtop.rulebooks.skirmish.melee import rule as melee_rule
from roundtop.rulebooks.skirmish.movement import faults as movement_faults
from roundtop.rulebooks.skirmish.movement import paths as movement_paths
from roundtop.rulebooks.skirmish.movement import rule as movement_rule
from roundtop.rulebooks.skirmish.movement import ways as movement_ways
from roundtop.rulebooks.skirmish.state import MOUNTED, Figure, State
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.table.crossed import track_until
from roundtop.table.footprint import Disc, disc_overlap
from roundtop.table.ground import box_meets, line_crossings
from roundtop.table.measure import (
    NOISE,
    TOLERANCE,
    bearing,
    cosine,
    distance,
    rounded,
    segment_distance,
    sine,
    turn_between,
    within,
)
from roundtop.table.path import Manoeuvre, leg
from roundtop.table.pose import Point, Pose

CONTACTS: Final = (0, 3000, -3000, 6000, -6000, 9000, -9000, 12000, -12000)
"""Round an enemy's base, off the straight way, a charger looks for room in these directions."""
NEAR_HALF: Final = tuple([by for degree in range(1, 91) for by in (100 * degree, -100 * degree)])
"""Where these fail, every degree of the half of his base that is nearer is tried."""
PLACES_ROUND: Final = tuple([1500 * n for n in range(24)])
"""Where no straight way leads to an enemy, places all round him are tried by ways with one turn."""
MOST_ROUND: Final = 2
"""Such ways are sought to so many of the nearest enemies."""
MOST_TRIED: Final = 40
"""So many of those ways are tried, the shortest first."""
ALONG_CM: Final[tuple[float, ...]] = (0.0, 1.0, -1.0, 1.8, -1.8)
"""How far along a barrier from an enemy behind it a charger may stand and still reach him."""
WIDE: Final[tuple[float, ...]] = (1.0, -1.0, 1.25, -1.25, 1.6, -1.6)
"""How far to either side of whoever is in the way a charger turns, in bases."""
SIDESTEP_CM: Final = 0.25
"""How wide of an obstacle a charger turns."""


@record
class Contact:
    """A charger's way to an enemy: its legs, its end, its price, and whom it touches."""

    manoeuvres: tuple[Manoeuvre, ...]
    end: Pose
    cost: float
    foe: str


def may_reach(state: State, figure: Figure, group: list[Figure]) -> bool:
    """A quick no for a group whose able figures are all farther off than one goes."""
    reach = movement_paths.rate_of(figure) + state.settings.base_foot_cm + state.settings.base_mounted_cm
    body = roll.call(state).named[group[0].group]
    return roll.near(body, figure.pose.x, figure.pose.y, reach)


def way_to_contact(state: State, figure: Figure, targets: list[Figure]) -> Contact | None:
    """The cheapest clear way into contact with one of these; straight ways before ways round [movement.charge-move]."""
    rate = movement_paths.rate_of(figure)
    near = [foe for foe in targets if within(field.gap(figure, foe, state.settings), rate)]
    if not near:
        return None
    crowd = movement_faults.Crowd(state, figure)
    best: Contact | None = None
    for foe in near:
        if best is not None and field.gap(figure, foe, state.settings) >= best.cost - NOISE:
            continue
        found = _straight(state, figure, foe, crowd)
        if found is not None and (best is None or found.cost < best.cost - NOISE):
            best = found
    if best is not None:
        return best
    for foe in _nearest_first(state, figure, near)[:MOST_ROUND]:
        found = _round(state, figure, foe, crowd, False)
        if found is not None and (best is None or found.cost < best.cost - NOISE):
            best = found
    if best is not None:
        return best
    for foe in _nearest_first(state, figure, near)[:MOST_ROUND]:
        found = _between(state, figure, foe, crowd)
        if found is not None:
            return found
    return None


def _nearest_first(state: State, figure: Figure, foes: list[Figure]) -> list[Figure]:
    ranked = sorted([(field.gap(figure, foe, state.settings), foe.id) for foe in foes])
    return [state.figures[id] for _, id in ranked]


def straight_at(state: State, figure: Figure, foe: Figure) -> Contact | None:
    """The straight way into contact with one enemy, past others if need be [movement.charge-move]."""
    if not within(field.gap(figure, foe, state.settings), movement_paths.rate_of(figure)):
        return None
    crowd = movement_faults.Crowd(state, figure)
    places = [*_places(state, figure, foe, CONTACTS), *_across(state, figure, foe, crowd)]
    return _first_at(state, figure, foe, crowd, places) or _between(state, figure, foe, crowd)


def _between(state: State, figure: Figure, foe: Figure, crowd: movement_faults.Crowd) -> Contact | None:
    """The straight way to the first degree of an enemy's base that others leave open [movement.charge-move]."""
    return _first_at(state, figure, foe, crowd, _open_places(state, figure, foe, crowd))


def _first_at(
    state: State, figure: Figure, foe: Figure, crowd: movement_faults.Crowd, places: list[Point]
) -> Contact | None:
    """The first of the straight ways to these places that meets an enemy and nobody before him."""
    for x, y in places:
        found = _stopped(state=state, figure=figure, foe=foe, x=x, y=y, crowd=crowd)
        if found is not None and found.foe == foe.id:
            return found
    return None


def _first_behind(
    state: State, figure: Figure, foe: Figure, crowd: movement_faults.Crowd, places: list[Point]
) -> Contact | None:
    """The first of the straight ways that ends in an enemy's rear, to the hundredth [melee.mounted-rear]."""
    for place in places:
        found = _first_at(state, figure, foe, crowd, [place])
        if found is not None and _behind_him(figure, foe, found):
            return found
    return None


def _open_places(state: State, figure: Figure, foe: Figure, crowd: movement_faults.Crowd) -> list[Point]:
    """Places about an enemy that are free, near enough, and to which a straight leg passes clear of other enemies."""
    own = field.radius(figure, state.settings)
    start = (figure.pose.x, figure.pose.y)
    rate = movement_paths.rate_of(figure)
    before = [disc for other, disc in zip(crowd.foes, crowd.foe_discs, strict=True) if other.id != foe.id]
    room = 2.0 * own + field.radius(foe, state.settings) + melee_rule.CONTACT_CM
    beside = [d for d in crowd.others if distance(d.x, d.y, foe.pose.x, foe.pose.y) < room + d.radius]
    found: list[Point] = []
    for x, y in _places(state, figure, foe, NEAR_HALF):
        if not within(distance(start[0], start[1], x, y), rate) or [d for d in beside if _on(d, x, y, own)]:
            continue
        if track_until([start, (x, y)], own, before, 0.5 * melee_rule.CONTACT_CM).index < 0:
            found.append((x, y))
    return found


def _on(disc: Disc, x: float, y: float, own: float) -> bool:
    return disc_overlap(Disc(x, y, own), disc)


def way_at(state: State, figure: Figure, foe: Figure, from_behind: bool = False) -> Contact | None:
    """The shortest clear way into contact with one enemy, or with his rear [movement.charge-move]."""
    if not within(field.gap(figure, foe, state.settings), movement_paths.rate_of(figure)):
        return None
    crowd = movement_faults.Crowd(state, figure)
    if from_behind:
        places = _open_places(state, figure, foe, crowd)
        behind = [(x, y) for x, y in places if field.in_rear(foe, field.moved_to(figure, Pose(x, y, 0)))]
        return _first_behind(state, figure, foe, crowd, behind) or _round(state, figure, foe, crowd, True)
    return straight_at(state, figure, foe) or _round(state, figure, foe, crowd, False)


def _straight(state: State, figure: Figure, foe: Figure, crowd: movement_faults.Crowd) -> Contact | None:
    """The cheapest of the straight legs round one enemy; the first that meets him head on is good enough."""
    best: Contact | None = None
    for x, y in [*_places(state, figure, foe, CONTACTS), *_across(state, figure, foe, crowd)]:
        found = _stopped(state=state, figure=figure, foe=foe, x=x, y=y, crowd=crowd)
        if found is not None and (best is None or found.cost < best.cost - NOISE):
            best = found
            if found.foe == foe.id:
                return found
    return best


def _places(state: State, figure: Figure, foe: Figure, off: tuple[int, ...]) -> list[Point]:
    """Places that touch an enemy, at these angles from where the charger comes."""
    room = field.radius(figure, state.settings) + field.radius(foe, state.settings) + 0.5 * melee_rule.CONTACT_CM
    towards = bearing(foe.pose.x, foe.pose.y, figure.pose.x, figure.pose.y)
    return [(foe.pose.x + room * sine(towards + by), foe.pose.y + room * cosine(towards + by)) for by in off]


def _across(state: State, figure: Figure, foe: Figure, crowd: movement_faults.Crowd) -> list[Point]:
    """Places on this side of a barrier that an enemy stands behind, opposite him and to either side.

    [melee.contact-test, movement.charge-move]
    """
    found: list[Point] = []
    x, y = figure.pose.x, figure.pose.y
    for line in crowd.lines:
        if not field.touches_line(foe, line, state.settings):
            continue
        if not line_crossings(line.points, x, y, foe.pose.x, foe.pose.y):
            continue
        px, py = field.closest(line.points, foe.pose.x, foe.pose.y, False)
        away = distance(foe.pose.x, foe.pose.y, px, py)
        if away > NOISE:
            s, c = (px - foe.pose.x) / away, (py - foe.pose.y) / away
            room = field.radius(figure, state.settings) + 0.5 * melee_rule.CONTACT_CM
            found.extend([(px + room * s - by * c, py + room * c + by * s) for by in ALONG_CM])
    return found


def _stopped(
    state: State, figure: Figure, foe: Figure, x: float, y: float, crowd: movement_faults.Crowd
) -> Contact | None:
    """A straight leg to a place, stopped at the first contact or the barrier before it [movement.charge-move]."""
    start = figure.pose
    whole = distance(start.x, start.y, x, y)
    if whole < NOISE:
        return None
    s = (x - start.x) / whole
    c = (y - start.y) / whole
    own = field.radius(figure, state.settings)
    length = track_until([(start.x, start.y), (x, y)], own, crowd.foe_discs, 0.5 * melee_rule.CONTACT_CM).length
    heading = bearing(start.x, start.y, x, y)
    turned = movement_paths.degrees(turn_between(start.facing, heading))
    budget = movement_paths.rate_of(figure) - movement_rule.turn_cost(figure.arm, turned, state.settings)
    length = movement_ways.to_bar(
        state=state, figure=figure, start=start, s=s, c=c, length=length, budget=budget, crowd=crowd
    )
    made = leg(rounded(start.x + length * s), rounded(start.y + length * c))
    return _lawful(state, figure, foe, (made,), crowd)


def _round(
    state: State, figure: Figure, foe: Figure, crowd: movement_faults.Crowd, from_behind: bool
) -> Contact | None:
    """The shortest way by two legs round what is between, to a free place about an enemy [movement.charge-move]."""
    own = field.radius(figure, state.settings)
    ends = _free_ends(state, figure, foe, crowd, from_behind)
    start = figure.pose
    tried: list[tuple[float, Point, Point]] = []
    for corner in _corners(state=state, figure=figure, foe=foe, crowd=crowd, own=own, from_behind=from_behind):
        for end in ends:
            far = distance(start.x, start.y, corner[0], corner[1]) + distance(corner[0], corner[1], end[0], end[1])
            if within(far, movement_paths.rate_of(figure)):
                tried.append((far, corner, end))
    for _, corner, end in sorted(tried)[:MOST_TRIED]:
        made = (leg(rounded(corner[0]), rounded(corner[1])), leg(rounded(end[0]), rounded(end[1])))
        found = _lawful(state, figure, foe, made, crowd)
        behind = not from_behind or (found is not None and _behind_him(figure, foe, found))
        if found is not None and behind:
            return found
    return None


def _behind_him(figure: Figure, foe: Figure, found: Contact) -> bool:
    return found.foe == foe.id and field.in_rear(foe, field.moved_to(figure, found.end))


def _free_ends(
    state: State, figure: Figure, foe: Figure, crowd: movement_faults.Crowd, from_behind: bool
) -> list[Point]:
    """Free places about an enemy, or only those in his rear."""
    own = field.radius(figure, state.settings)
    ends: list[Point] = []
    for x, y in _places(state, figure, foe, PLACES_ROUND):
        behind = not from_behind or field.in_rear(foe, field.moved_to(figure, Pose(x, y, 0)))
        if behind and not [disc for disc in crowd.others if disc_overlap(Disc(x, y, own), disc)]:
            ends.append((x, y))
    return ends


def _corners(
    state: State, figure: Figure, foe: Figure, crowd: movement_faults.Crowd, own: float, from_behind: bool
) -> list[Point]:
    """Where a charger might turn: beside whoever stands in the straight way, past a wall's end, off a corner."""
    x, y = figure.pose.x, figure.pose.y
    whole = max(distance(x, y, foe.pose.x, foe.pose.y), NOISE)
    s, c = (foe.pose.x - x) / whole, (foe.pose.y - y) / whole
    discs = [d for f, d in zip(crowd.foes, crowd.foe_discs, strict=True) if from_behind or f.id != foe.id]
    found: list[Point] = []
    for disc in [*discs, *crowd.solid]:
        room = own + disc.radius + SIDESTEP_CM
        if segment_distance(x=disc.x, y=disc.y, ax=x, ay=y, bx=foe.pose.x, by=foe.pose.y) < room:
            found.extend([(disc.x + by * room * c, disc.y - by * room * s) for by in WIDE])
    if figure.arm != MOUNTED:
        found.extend(_past_ends(crowd, x, y, foe, own))
    for area in state.ground.areas:
        if area.kind in terrain_rule.IMPASSABLE and box_meets(area.box, x, y, foe.pose.x, foe.pose.y):
            found.extend(_off_corners(area.outline, own))
    return found


def _past_ends(crowd: movement_faults.Crowd, x: float, y: float, foe: Figure, own: float) -> list[Point]:
    """Beyond either end of the walls that lie across the straight way."""
    found: list[Point] = []
    for line in crowd.lines:
        if box_meets(line.box, x, y, foe.pose.x, foe.pose.y) and line_crossings(
            line.points, x, y, foe.pose.x, foe.pose.y
        ):
            for end, inner in ((line.points[0], line.points[1]), (line.points[-1], line.points[-2])):
                away = max(distance(end[0], end[1], inner[0], inner[1]), NOISE)
                share = (own + SIDESTEP_CM) / away
                found.append((end[0] + share * (end[0] - inner[0]), end[1] + share * (end[1] - inner[1])))
    return found


def _off_corners(outline: tuple[Point, ...], own: float) -> list[Point]:
    """A step outwards from each corner of ground that nobody enters."""
    cx = sum([x for x, _ in outline]) / len(outline)
    cy = sum([y for _, y in outline]) / len(outline)
    found: list[Point] = []
    for x, y in outline:
        share = SIDESTEP_CM / max(distance(x, y, cx, cy), NOISE)
        found.append((x + share * (x - cx), y + share * (y - cy)))
    return found


def straight_to(state: State, figure: Figure, foe: Figure, x: float, y: float) -> Contact | None:
    """The straight way to a place, up to contact with the group of this enemy; None where it may not go."""
    return _stopped(state=state, figure=figure, foe=foe, x=x, y=y, crowd=movement_faults.Crowd(state, figure))


def _lawful(
    state: State, figure: Figure, foe: Figure, made: tuple[Manoeuvre, ...], crowd: movement_faults.Crowd
) -> Contact | None:
    """A way that an action pays for, over free ground, that ends in contact with the group charged and no other."""
    path = movement_paths.path_of(figure.pose, made)
    move = movement_paths.move_of(state, figure, path)
    if movement_faults.price_faults(state, figure, path, move):
        return None
    if movement_faults.ground_faults(state, figure, path, crowd):
        return None
    if movement_faults.friend_faults(state, figure, path, crowd):
        return None
    met = _met(state, figure, foe.group, path, crowd)
    if met.others or met.early or not met.touched:
        return None
    first = foe.id if foe.id in met.touched else min(met.touched)
    return Contact(made, path.end, movement_rule.price(move, state.settings), first)


@record
class Met:
    """Whom a way touches: of the group charged at its end, others on the way, and whether it passes a contact."""

    touched: list[str]
    others: list[str]
    early: bool


def _met(state: State, figure: Figure, target: str, path: movement_paths.Path, crowd: movement_faults.Crowd) -> Met:
    there = field.moved_to(figure, path.end)
    found = Met([], [], False)
    for other, disc in zip(crowd.foes, crowd.foe_discs, strict=True):
        meets = field.touch(state, there, other)
        if other.group == target:
            found.touched.extend([other.id] if meets else [])
        elif meets or _comes_near(state, figure, path, disc):
            found.others.append(other.name)
    own = field.radius(figure, state.settings)
    passed = [
        disc
        for other, disc in zip(crowd.foes, crowd.foe_discs, strict=True)
        if other.group == target and other.id not in found.touched
    ]
    found.early = (
        track_until(path.points, own, crowd.foe_discs, -TOLERANCE).index >= 0
        or track_until(path.points, own, passed, 0.5 * melee_rule.CONTACT_CM).index >= 0
    )
    return found


def faults_of(state: State, figure: Figure, target: str, made: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Every reason why a way drawn by hand is no charge at a group.

    [movement.charge-move, movement.contact-only-by-charge]
    """
    crowd = movement_faults.Crowd(state, figure)
    path = movement_paths.path_of(figure.pose, made)
    met = _met(state, figure, target, path, crowd)
    name = field.group_of(state, target).name
    faults = [
        *movement_faults.price_faults(state, figure, path, movement_paths.move_of(state, figure, path)),
        *movement_faults.ground_faults(state, figure, path, crowd),
        *movement_faults.friend_faults(state, figure, path, crowd),
    ]
    if met.others:
        text = f"The charge is at {name}: it may not touch {', '.join(sorted(met.others))}."
        faults.append(Reason(text, "skirmish.movement.contact-only-by-charge"))
    if met.early:
        faults.append(Reason("A charger stops where he first meets an enemy.", "skirmish.movement.charge-move"))
    elif not met.touched:
        faults.append(Reason(f"A charge ends in contact with {name}.", "skirmish.movement.charge-move"))
    return faults


def _comes_near(state: State, figure: Figure, path: movement_paths.Path, disc: Disc) -> bool:
    """Whether a way touches somebody who is not charged [movement.contact-only-by-charge]."""
    reach = field.radius(figure, state.settings) + disc.radius
    for place in range(1, len(path.points)):
        ax, ay = path.points[place - 1]
        bx, by = path.points[place]
        if within(segment_distance(x=disc.x, y=disc.y, ax=ax, ay=ay, bx=bx, by=by) - reach, melee_rule.CONTACT_CM):
            return True
    return False
