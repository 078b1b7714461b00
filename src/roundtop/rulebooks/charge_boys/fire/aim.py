"""Who of a unit can fire at a target."""

from __future__ import annotations

from math import radians, tan

from roundtop.record import record
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.fire import rule
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.sight import table as sight_table
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.table.arc import block_in_arc
from roundtop.table.footprint import FAR, Block, corners, point_gap
from roundtop.table.measure import TOLERANCE, rounded, within
from roundtop.table.pose import Point, Pose, to_local, to_world


@record
class Aim:
    """A target that so many men, or this gun, may fire on, and how far it is."""

    target: str
    men: int
    range: float


def firing_ranks(unit: Unit, settings: Settings) -> int:
    """Ranks that fire, from the front.

    [musketry.two-ranks, musketry.column-fire, musketry.skirmish-fire, musketry.mounted-fire]
    """
    if unit.formation == tables.LINE:
        return rule.LINE_FIRES
    if unit.formation == tables.ATTACK_COLUMN:
        return settings.attack_column_fire_ranks
    if unit.formation == tables.CAVALRY_LINE:
        return settings.mounted_line_fire_ranks
    return field.ranks(unit) if unit.formation == tables.SKIRMISH else 0


def rank_of(unit: Unit, rank: int) -> int:
    """Figures in one rank, counted from 0; the last may be short."""
    return min(unit.files, field.ranked(unit) - rank * unit.files)


def command_in(unit: Unit, rank: int, settings: Settings) -> int:
    """Officers and colour in the front rank, drummers in the rear one [formation.line, musketry.non-firers].

    An attack column leads with its men, officers and colour behind its first rank [musketry.column-fire].
    """
    column = unit.formation == tables.ATTACK_COLUMN and settings.column_command == "second-rank"
    found = unit.officers + unit.colours if rank == (1 if column else 0) else 0
    return found + unit.drummers if rank == field.ranks(unit) - 1 else found


def firers(unit: Unit, settings: Settings) -> int:
    """Men who could fire if all had the target before them [musketry.non-firers, terrain.building-garrison]."""
    if unit.weapon == rule.UNARMED:
        return 0
    if unit.building >= 0:
        return rule.garrison_share(unit.men - unit.holders, settings)
    found = 0
    for rank in range(min(firing_ranks(unit, settings), field.ranks(unit))):
        found += max(0, rank_of(unit, rank) - command_in(unit, rank, settings))
    return found


def arc_of(unit: Unit, settings: Settings) -> float:
    """Degrees to either side in which a unit fires; skirmishers and garrisons all round [musketry.arc]."""
    return 180.0 if unit.formation == tables.SKIRMISH or unit.building >= 0 else settings.fire_arc


def aim_at(state: State, unit: Unit, target: Unit, anywhere: bool = False) -> Aim:
    """How many men of a unit may fire on another, and at what range; no men where it cannot [musketry.who-can-fire].

    `anywhere`: out of range as well, where distances are not known beforehand [core.measure].
    """
    settings = state.settings
    reach = FAR if anywhere else rule.WEAPONS[unit.weapon].reach
    standing = field.blocks(target, settings)
    if unit.building >= 0:
        return _garrison_aim(state, unit, target, standing, reach)
    lane = sight_table.lane_between(state, unit, target)
    arc = arc_of(unit, settings)
    bare = lane.open_ground and not lane.blocks
    limit = FAR if _all_within(unit, standing, reach, settings) else reach
    looked: dict[int, bool] = {}
    men = 0
    nearest = 1e9
    for rank in range(min(firing_ranks(unit, settings), field.ranks(unit))):
        places = _firing_places(
            state=state,
            unit=unit,
            rank=rank,
            standing=standing,
            arc=arc,
            reach=limit,
            lane=lane,
            looked=None if bare else looked,
        )
        muskets = _with_muskets(unit, rank, places, settings)
        men += len(muskets)
        if muskets and (rank == 0 or nearest > reach):
            nearest = rank_gap(unit, rank, muskets, standing, settings)
    return Aim(target.id, men, rounded(nearest))


def rank_gap(unit: Unit, rank: int, places: list[int], standing: list[Block], settings: Settings) -> float:
    """The shortest distance from these men of a rank; shoulder to shoulder they are measured as one."""
    best = FAR
    start = 0
    for index, place in enumerate(places):
        last = index + 1 == len(places)
        if unit.formation == tables.SKIRMISH or last or places[index + 1] != place + 1:
            best = min(best, field.gap_between([_row(unit, rank, places[start], place, settings)], standing))
            start = index + 1
    return best


def _row(unit: Unit, rank: int, first: int, last: int, settings: Settings) -> Block:
    """The ground of the men of a rank from one place to another."""
    wide, deep = field.base(unit, settings)
    left, on = spot(unit, rank, first, settings)
    right, _ = spot(unit, rank, last, settings)
    x, y = to_world(unit.pose, 0.5 * (left + right), on)
    return Block(Pose(x, y, unit.pose.facing), right - left + wide, deep)


def _garrison_aim(state: State, unit: Unit, target: Unit, standing: list[Block], reach: float) -> Aim:
    """From the nearest wall of the building, half the men from one side [terrain.building-garrison]."""
    away = field.gap_between(field.blocks(unit, state.settings), standing)
    seen = within(away, reach) and sight_table.sees(state, unit, target)
    return Aim(target.id, firers(unit, state.settings) if seen else 0, rounded(away))


def _with_muskets(unit: Unit, rank: int, places: list[int], settings: Settings) -> list[int]:
    """Those who carry one: command figures, who do not, stand in the middle of their rank."""
    many = command_in(unit, rank, settings)
    first = (rank_of(unit, rank) - many) // 2
    return [place for place in places if not first <= place < first + many]


def spot(unit: Unit, rank: int, place: int, settings: Settings) -> Point:
    """Where a figure stands, to the right of and ahead of the middle of its unit; a short rank is centred."""
    middle, step, on = _rank_line(unit, rank, settings)
    return (place - middle) * step, on


def _rank_line(unit: Unit, rank: int, settings: Settings) -> tuple[float, float, float]:
    """The middle place of a rank, from one place to the next, and how far ahead of the unit's middle it stands."""
    wide, deep = field.base(unit, settings)
    step = 2.0 * wide if unit.formation == tables.SKIRMISH else wide
    return 0.5 * (rank_of(unit, rank) - 1), step, (0.5 * (field.ranks(unit) - 1) - rank) * deep


def figure(unit: Unit, rank: int, place: int, settings: Settings) -> Block:
    wide, deep = field.base(unit, settings)
    right, on = spot(unit, rank, place, settings)
    x, y = to_world(unit.pose, right, on)
    return Block(Pose(x, y, unit.pose.facing), wide, deep)


def _firing_places(
    state: State,
    unit: Unit,
    rank: int,
    standing: list[Block],
    arc: float,
    reach: float,
    lane: sight_table.Lane,
    looked: dict[int, bool] | None,
) -> list[int]:
    """The places of a rank whose man has the target in arc, range and sight [musketry.who-can-fire].

    `reach` is FAR where all are in range; `looked` keeps what the man before him sees, who looks along all but the same
    line, None where all is open.
    """
    settings = state.settings
    found: list[int] = []
    count = rank_of(unit, rank)
    low, high, settled = _arc_span(unit, rank, standing, arc, settings)
    if low > high:
        return found
    middle, step, on = _rank_line(unit, rank, settings)
    for place in range(count):
        right = (place - middle) * step
        if settled and not low - TOLERANCE <= right <= high + TOLERANCE:
            continue
        if settled and looked is None and reach >= FAR:
            found.append(place)
            continue
        x, y = to_world(unit.pose, right, on)
        if not settled and not _has_in_arc(x, y, unit.pose.facing, arc, standing):
            continue
        if reach < FAR and not within(field.gap_between([figure(unit, rank, place, settings)], standing), reach):
            continue
        if looked is not None:
            file = round(4.0 * right)
            if file not in looked:
                looked[file] = _sees_some(state, lane, eye(figure(unit, rank, place, settings), standing), standing)
            if not looked[file]:
                continue
        found.append(place)
    return found


def _arc_span(
    unit: Unit, rank: int, standing: list[Block], arc: float, settings: Settings
) -> tuple[float, float, bool]:
    """Between which places of a rank the target is in arc, and whether that settles it: it does for narrow arcs.

    The places from which a cone meets a convex body are themselves convex, so along a rank they are one stretch.
    """
    if arc >= 180.0:
        return -1e9, 1e9, True
    if arc > sight_table.SIDEWAYS or len(standing) != 1:
        return -1e9, 1e9, False
    slope = tan(radians(arc))
    _, on = spot(unit, rank, 0, settings)
    local = [to_local(unit.pose, x, y) for x, y in corners(standing[0])]
    low, high = 1e9, -1e9
    u0, v0 = local[3]
    for u, v in local:
        if (v0 - on) * (v - on) < 0.0:
            cut = u0 + (u - u0) * (on - v0) / (v - v0)
            low, high = min(low, cut), max(high, cut)
        if v >= on:
            reach = (v - on) * slope
            low, high = min(low, u - reach), max(high, u + reach)
        u0, v0 = u, v
    return low, high, True


def _has_in_arc(x: float, y: float, facing: int, arc: float, standing: list[Block]) -> bool:
    half = round(arc * 100)
    return bool([block for block in standing if block_in_arc(x, y, facing, half, block)])


def _all_within(unit: Unit, standing: list[Block], reach: float, settings: Settings) -> bool:
    """A quick yes where even the farthest corner of a unit is in range."""
    for x, y in corners(field.body(unit, settings)):
        if min([point_gap(block, x, y) for block in standing]) > reach:
            return False
    return True


def eye(man: Block, standing: list[Block]) -> Point:
    """Whence a man looks at a target: the edge of his base towards it [core.measure]."""
    _, x, y = min([field.nearest_point(block, man.pose.x, man.pose.y) for block in standing])
    right, on = _clamped(man, x, y)
    return to_world(man.pose, right, on)


def _clamped(block: Block, x: float, y: float) -> Point:
    """The place of a body nearest to a point, to the right of and ahead of its middle."""
    right, on = to_local(block.pose, x, y)
    wide, deep = sight_table.EDGE * block.width, sight_table.EDGE * block.depth
    return min(max(right, -wide), wide), min(max(on, -deep), deep)


def _sees_some(state: State, lane: sight_table.Lane, whence: Point, standing: list[Block]) -> bool:
    """Whether a line from here to some figure of the target is clear."""
    x, y = whence
    for block in standing:
        near_right, near_on = _clamped(block, x, y)
        places = [
            (near_right, near_on),
            (0.0, near_on),
            (-sight_table.EDGE * block.width, near_on),
            (sight_table.EDGE * block.width, near_on),
        ]
        for aside, ahead in places:
            bx, by = to_world(block.pose, aside, ahead)
            if sight_table.clear(state=state, lane=lane, ax=x, ay=y, bx=bx, by=by):
                return True
    return False
