"""What covers a target where it stands."""

from __future__ import annotations

from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.state import Figure, State
from roundtop.rulebooks.skirmish.terrain import rule
from roundtop.table.footprint import inside_polygon
from roundtop.table.ground import box_holds, box_meets, line_crossings
from roundtop.table.measure import distance
from roundtop.table.pose import Point


def cover_of(state: State, man: Figure, shooter: Figure) -> str:
    """The best single grade of cover a man has against a shooter; a climber is in the open.

    [shooting.cover-test, actions.climb-crossing]
    """
    if man.landing is not None:
        return "open"
    settings = state.settings
    tx = man.pose.x
    ty = man.pose.y
    grade = "open"
    for area in state.ground.areas:
        if area.kind in rule.COVERED and box_holds(area.box, tx, ty) and inside_polygon(area.outline, tx, ty):
            shares = inside_polygon(area.outline, shooter.pose.x, shooter.pose.y)
            hiding = rule.Hiding(
                rule.AREAS[area.kind].name, shares, field.gap(man, shooter, settings) if shares else 0.0
            )
            grade = rule.better(grade, rule.area_cover(hiding))
    for line in state.ground.lines:
        if grade == "hard":
            return grade
        if box_meets(line.box, shooter.pose.x, shooter.pose.y, tx, ty):
            grade = rule.better(grade, _line_cover(state, rule.LINES[line.kind].name, line.points, man, shooter))
    return rule.better(grade, _crest_cover(state, man, shooter)) if grade == "open" else grade


def _crest_cover(state: State, man: Figure, shooter: Figure) -> str:
    """Cover by a contour that the man stands above and the shooter below [setup.terrain-catalogue]."""
    if man.level <= shooter.level:
        return "open"
    for height in state.ground.heights:
        between = shooter.level < height.level <= man.level and box_holds(height.box, man.pose.x, man.pose.y)
        if between and inside_polygon(height.outline, man.pose.x, man.pose.y):
            around = (*height.outline, height.outline[0])
            if _line_cover(state, rule.CREST.name, around, man, shooter) != "open":
                return rule.CREST.cover
    return "open"


def _line_cover(state: State, name: str, points: tuple[Point, ...], man: Figure, shooter: Figure) -> str:
    """Cover by a line that the line of fire crosses, by its crossing nearest to the man."""
    cuts = line_crossings(points, shooter.pose.x, shooter.pose.y, man.pose.x, man.pose.y)
    if not cuts:
        return "open"
    whole = distance(shooter.pose.x, shooter.pose.y, man.pose.x, man.pose.y)
    away = max(0.0, (1.0 - cuts[-1]) * whole - field.radius(man, state.settings))
    hiding = rule.Hiding(feature=name, crossed=True, gap=away, shooter_level=shooter.level, target_level=man.level)
    return rule.feature_cover(hiding, state.settings)
