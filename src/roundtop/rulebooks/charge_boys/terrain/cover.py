"""Cover from fire: walls, hedges, woods, buildings, fortifications."""

from __future__ import annotations

from roundtop.record import record
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.fire import aim as fire_aim
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.state import MANNED, State, Unit
from roundtop.rulebooks.charge_boys.terrain import rule
from roundtop.table.ground import Line, box_near, in_area, line_crossings
from roundtop.table.measure import segment_distance, within
from roundtop.table.pose import Point, to_local, to_world


@record
class Cover:
    """What more than half the figures of a unit have between them and the enemy, or are in."""

    wall: bool
    hedge: bool
    fortification: bool
    woods: bool
    building: bool

    def any(self) -> bool:
        """Cover for morale [terrain.cover]."""
        return self.wall or self.hedge or self.fortification or self.woods or self.building

    def shelter(self) -> casualties_rule.Shelter:
        """Cover for saves: walls and buildings, not fences and hedges [save.wall, save.building]."""
        return casualties_rule.Shelter(self.wall, self.building, self.fortification, self.woods)


def cover_of(state: State, unit: Unit, x: float, y: float) -> Cover:
    """The cover of a unit from a place, for saves and nerve [terrain.cover, save.wall, terrain.fortification]."""
    if unit.building >= 0:
        return Cover(False, False, False, False, True)
    settings = state.settings
    around = field.body(unit, settings)
    woods = [area for area in state.ground.areas if area.kind in rule.WOOD_KINDS and box_near(area.box, around, 0.0)]
    lines = [
        line for line in state.ground.lines if line.kind in rule.OBSTACLES and box_near(line.box, around, rule.COVER_IN)
    ]
    if not woods and not lines:
        return Cover(False, False, False, False, False)
    spots = figure_spots(unit, settings)
    among_trees = [1 for px, py in spots if woods and in_area(state.ground, rule.WOOD_KINDS, px, py)]
    behind = _nearest_rank(unit, x, y, settings) if settings.line_cover == "front-rank" else spots
    counts = {"wall": 0, "fence": 0, "hedge": 0, "fortification": 0}
    for px, py in behind:
        for kind in _behind(lines=lines, px=px, py=py, x=x, y=y, size_of=field.base(unit, settings)):
            counts[kind] += 1
    many = len(behind)
    hedges = counts["fence"] + counts["hedge"]
    # Figures behind different obstacles are covered alike, so they are counted together for the nerve.
    any_line = hedges + counts["wall"] + counts["fortification"]
    return Cover(
        2 * counts["wall"] > many,
        2 * any_line > many,
        2 * counts["fortification"] > many,
        2 * len(among_trees) > len(spots),
        False,
    )


def figure_spots(unit: Unit, settings: Settings) -> list[Point]:
    """Where every figure in rank and file, or every gun, stands."""
    if unit.formation in (tables.UNLIMBERED, tables.LIMBERED):
        return [(gun.pose.x, gun.pose.y) for gun in unit.guns if gun.fate == MANNED]
    if unit.trail and unit.building < 0:
        return [(block.pose.x, block.pose.y) for block in field.blocks(unit, settings)]
    found: list[Point] = []
    for rank in range(field.ranks(unit)):
        for place in range(fire_aim.rank_of(unit, rank)):
            right, on = fire_aim.spot(unit, rank, place, settings)
            found.append(to_world(unit.pose, right, on))
    return found


def _nearest_rank(unit: Unit, x: float, y: float, settings: Settings) -> list[Point]:
    """The figures that a wall before the unit covers: its front rank, or its rear rank from behind [save.wall]."""
    deep = field.ranks(unit)
    if unit.formation in (tables.UNLIMBERED, tables.LIMBERED) or unit.trail or deep == 1:
        return figure_spots(unit, settings)
    _, on = to_local(unit.pose, x, y)
    rank = 0 if on >= 0.0 else deep - 1
    places = [fire_aim.spot(unit, rank, place, settings) for place in range(fire_aim.rank_of(unit, rank))]
    return [to_world(unit.pose, right, ahead_by) for right, ahead_by in places]


def _behind(lines: list[Line], px: float, py: float, x: float, y: float, size_of: tuple[float, float]) -> list[str]:
    """The obstacles that lie between a figure and a place, within an inch of the figure's base."""
    found: list[str] = []
    half = 0.5 * min(size_of[0], size_of[1])
    for line in lines:
        kind = rule.OBSTACLES[line.kind]
        if kind in found:
            continue
        for place in range(1, len(line.points)):
            ax, ay = line.points[place - 1]
            bx, by = line.points[place]
            near = within(segment_distance(x=px, y=py, ax=ax, ay=ay, bx=bx, by=by) - half, rule.COVER_IN)
            if near and line_crossings(((ax, ay), (bx, by)), px, py, x, y):
                found.append(kind)
                break
    return found


def shelter_of(state: State, unit: Unit, firer: Unit) -> casualties_rule.Shelter:
    """What a unit has between it and a firer [save.wall, save.building]."""
    return cover_of(state, unit, firer.pose.x, firer.pose.y).shelter()
