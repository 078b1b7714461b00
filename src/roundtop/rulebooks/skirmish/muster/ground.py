"""The ground of a scenario as the sheet has it: levels, barricades, water, heights, things, objectives and zones."""

from __future__ import annotations

from math import sqrt
from typing import Final

from roundtop.battle.scenario import MusterError, Objective, Scenario
from roundtop.kit import deployment
from roundtop.record import replace
from roundtop.rulebooks.skirmish.muster import values
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.state import DEED, LADDER, LOAD, TO_DEPLOY, Figure, Goal, Thing
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.table.footprint import FAR
from roundtop.table.ground import Crossing, Ground, Height, Line, Road, points_gap
from roundtop.table.layout import at_scale, strip
from roundtop.table.measure import rounded
from roundtop.table.pose import Point, Pose, ahead, to_world

GUN_CM: Final = 3.0
FEET_PER_CM: Final = 3.0
GOAL_RADIUS_CM: Final = 10.0
"""How near a figure must be to hold an objective for which the scenario gives no radius."""


def levelled(ground: Ground) -> Ground:
    """The lowest contour's foot is level 0, each contour above it one level more [setup.scale, setup.height]."""
    if not ground.heights:
        return ground
    lowest = min([height.level for height in ground.heights])
    heights = tuple([Height(height.level - lowest + 1, height.outline) for height in ground.heights])
    return replace(ground, heights=heights)


def barricaded(scenario: Scenario, ground: Ground, settings: Settings) -> Ground:
    """Each gun stands as a barricade across its facing [setup.muster-guns]."""
    guns: list[Line] = []
    for regiment in scenario.regiments:
        if regiment.guns and regiment.place is not None:
            x, y = at_scale(regiment.place, settings.yards_per_cm)
            middle = ahead(Pose(x, y, regiment.facing or 0), GUN_CM)
            for gun in range(regiment.guns):
                right = (gun - 0.5 * (regiment.guns - 1)) * 2.0 * GUN_CM
                ends = [to_world(middle, right + half, 0.0) for half in (-0.5 * GUN_CM, 0.5 * GUN_CM)]
                guns.append(Line("barricade", tuple([(rounded(a), rounded(b)) for a, b in ends])))
    if not guns:
        return ground
    lines = (*ground.lines, *guns)
    return replace(ground, lines=lines)


def waters(ground: Ground) -> Ground:
    """Streams, creeks and rivers as wide as they lie on the table, their crossings reaching from bank to bank.

    [setup.terrain-catalogue]
    """
    wet = [line for line in ground.lines if line.kind in terrain_rule.WADING_CM]
    roads = tuple([Road(line.kind, line.points, terrain_rule.WADING_CM[line.kind]) for line in wet])
    if not roads:
        return Ground(ground.width, ground.depth)
    crossings = tuple([_from_bank_to_bank(crossing, roads) for crossing in ground.crossings])
    return Ground(ground.width, ground.depth, roads=roads, crossings=crossings)


def _from_bank_to_bank(crossing: Crossing, roads: tuple[Road, ...]) -> Crossing:
    least = FAR
    wide = 0.0
    for road in roads:
        away = points_gap(road.points, crossing.x, crossing.y)
        if away < least:
            least, wide = away, road.width
    across = sqrt(crossing.width * crossing.width + wide * wide)
    return Crossing(crossing.kind, crossing.x, crossing.y, across)


def barrier_heights(scenario: Scenario) -> tuple[tuple[str, float], ...]:
    """Heights in feet that a scenario gives its walls and fences, in cm [setup.scale, setup.terrain-catalogue]."""
    found: list[tuple[str, float]] = []
    for kind in terrain_rule.BARRIERS:
        feet = values.number(scenario, f"{kind}_feet", "", 0.5, 60.0)
        if feet:
            found.append((kind, rounded(feet / FEET_PER_CM)))
    return tuple(found)


def things(scenario: Scenario, settings: Settings) -> tuple[Thing, ...]:
    """Loads, deeds and ladders, each at the objective that a scenario names for it.

    [actions.carry, actions.other-deeds, actions.climb]
    """
    found: list[Thing] = []
    for id in values.listed(scenario, "loads"):
        found.append(_thing(scenario=scenario, id=id, kind=LOAD, name="", amount=0.0, settings=settings))
    for text in values.listed(scenario, "deeds"):
        id, _, words = text.partition(":")
        found.append(
            _thing(scenario=scenario, id=id.strip(), kind=DEED, name=words.strip(), amount=0.0, settings=settings)
        )
    for text in values.listed(scenario, "ladders"):
        id, _, feet = text.partition(":")
        found.append(
            _thing(
                scenario=scenario,
                id=id.strip(),
                kind=LADDER,
                name="ladder",
                amount=float(feet or "12") / FEET_PER_CM,
                settings=settings,
            )
        )
    return tuple(found)


def _thing(scenario: Scenario, id: str, kind: str, name: str, amount: float, settings: Settings) -> Thing:
    for objective in scenario.objectives:
        if objective.id == id:
            x, y = at_scale((objective.x, objective.y), settings.yards_per_cm)
            points = 0 if kind == LADDER else objective.points
            return Thing(
                id=id,
                kind=kind,
                name=name or objective.name or id,
                x=x,
                y=y,
                group="",
                amount=amount,
                points=points,
                side=objective.side,
            )
    raise MusterError(
        f"values.{values.RULEBOOK}: '{id}' lies at no objective; give the battle an objective with this id"
    )


def goals(scenario: Scenario, settings: Settings) -> tuple[Goal, ...]:
    """The objectives at which nothing lies [victory.tally]."""
    taken = [thing.id for thing in things(scenario, settings)]
    return tuple([_goal(objective, settings) for objective in scenario.objectives if objective.id not in taken])


def _goal(objective: Objective, settings: Settings) -> Goal:
    x, y = at_scale((objective.x, objective.y), settings.yards_per_cm)
    reach = GOAL_RADIUS_CM if objective.radius is None else rounded(objective.radius / settings.yards_per_cm)
    return Goal(
        id=objective.id,
        name=objective.name,
        x=x,
        y=y,
        radius=reach,
        points=objective.points,
        side=objective.side,
        decisive=objective.decisive,
        holder=objective.holder,
    )


def zones(
    scenario: Scenario, figures: list[Figure], ground: Ground, settings: Settings
) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """Where each side with men in hand may deploy [setup.table-and-deployment]."""
    found: list[tuple[str, tuple[Point, ...]]] = []
    for side in scenario.sides:
        if not [figure for figure in figures if figure.side == side.id and figure.place == TO_DEPLOY]:
            continue
        drawn = deployment.drawn(scenario, side.id, settings.yards_per_cm)
        for outline in drawn or [along(side.edge, ground, settings.deploy_depth_cm)]:
            found.append((side.id, outline))
    return tuple(found)


def along(edge: str, ground: Ground, reach: float) -> tuple[Point, ...]:
    """The strip along an edge, its corners named in the same order from whichever edge one looks."""
    corners = strip(edge, ground.width, ground.depth, reach)
    return (*corners[2:], *corners[:2]) if edge in ("north", "east") else corners
