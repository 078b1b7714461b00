"""Whether ground lets one figure see another."""

from __future__ import annotations

from roundtop.rulebooks.skirmish.state import Figure, State
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.table.footprint import inside_polygon
from roundtop.table.ground import box_meets, chords
from roundtop.table.pose import Point
from roundtop.table.sight import height_in_way, too_much_area


def clear_ground(state: State, ax: float, ay: float, a_level: int, bx: float, by: float, b_level: int) -> bool:
    """Whether ground lets two points see each other: no building, no higher ground, no more wood than that.

    [shooting.line-of-sight]
    """
    ground = state.ground
    wood = False
    for area in ground.areas:
        if not box_meets(area.box, ax, ay, bx, by):
            continue
        if area.kind in terrain_rule.WALLED:
            if _walls_off(area.outline, ax, ay, bx, by):
                return False
        elif area.kind in terrain_rule.WOODS:
            wood = True
    if (
        wood
        and too_much_area(
            ground=ground, kinds=terrain_rule.WOODS, limit=state.settings.wood_sight_cm, ax=ax, ay=ay, bx=bx, by=by
        )
        is not None
    ):
        return False
    return (
        not ground.heights
        or height_in_way(ground=ground, above=max(a_level, b_level), ax=ax, ay=ay, bx=bx, by=by) is None
    )


def _walls_off(outline: tuple[Point, ...], ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a building that holds neither end stands on the line."""
    if inside_polygon(outline, ax, ay) or inside_polygon(outline, bx, by):
        return False
    return bool(chords(outline, ax, ay, bx, by))


def sees(state: State, a: Figure, b: Figure) -> bool:
    """Whether one figure has another in sight; figures in between are ignored [shooting.line-of-sight]."""
    return clear_ground(
        state=state, ax=a.pose.x, ay=a.pose.y, a_level=a.level, bx=b.pose.x, by=b.pose.y, b_level=b.level
    )


def group_sees(state: State, some: list[Figure], others: list[Figure]) -> bool:
    """Whether any of these has any of those in sight."""
    for one in some:
        for other in others:
            if sees(state, one, other):
                return True
    return False
