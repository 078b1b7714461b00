"""A scenario's bases, forces and officers on its ground, in base widths and turns."""

from __future__ import annotations

from roundtop.battle.options import Fixed
from roundtop.battle.scenario import Scenario, value
from roundtop.kit import house
from roundtop.kit import muster as kit_muster
from roundtop.record import record
from roundtop.rulebooks.chamberlain.muster import commands as muster_commands
from roundtop.rulebooks.chamberlain.muster import officers as muster_officers
from roundtop.rulebooks.chamberlain.muster import places
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.state import Force, Officer, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.ground import Area, Ground, Height, Line, Road
from roundtop.table.layout import scaled
from roundtop.table.pose import Point


@record
class Muster:
    """The forces of a battle on its table; the zones are those of sides with units to deploy by hand."""

    ground: Ground
    field: Ground
    scale: muster_commands.Scale
    units: tuple[Unit, ...]
    forces: tuple[Force, ...]
    officers: tuple[Officer, ...]
    turn_limit: int
    zones: tuple[tuple[str, tuple[Point, ...]], ...]


def muster(scenario: Scenario, settings: Settings) -> Muster:
    """A scenario's bases, forces and officers on its ground [setup.muster, setup.scale]."""
    scale = muster_commands.scale_of(scenario, settings)
    pick_up = value(scenario, muster_commands.RULEBOOK, "pick_up") == "true"
    field = (
        Ground(settings.setup_table_width, settings.setup_table_depth)
        if pick_up
        else scaled(scenario.ground, scale.yards)
    )
    commands = muster_commands.Commands(scenario, settings, scale)
    units = places.placed(scenario, commands.bodies(), field, scale, settings)
    turns = settings.setup_game_turns if pick_up else turn_limit(scenario, scale, settings)
    return Muster(
        ground=charted(field, scenario.contour, scale),
        field=field,
        scale=scale,
        units=units,
        forces=commands.forces(),
        officers=muster_officers.officers(scenario, commands, units, scale),
        turn_limit=turns,
        zones=places.zones(
            scenario=scenario, units=units, field=field, scale=scale, settings=settings, pick_up=pick_up
        ),
    )


def turn_limit(scenario: Scenario, scale: muster_commands.Scale, settings: Settings) -> int:
    """Game turns until night [setup.scale, setup.game-length]."""
    return kit_muster.fewest_parts(scenario.minutes, scale.minutes) if scenario.minutes else settings.setup_game_turns


def charted(field: Ground, contour: float, scale: muster_commands.Scale) -> Ground:
    """The ground in the kinds of the terrain chart; what it does not name is open [setup.scale]."""
    areas = [
        Area(terrain_rule.AREA_ROWS[area.kind], area.outline)
        for area in field.areas
        if area.kind in terrain_rule.AREA_ROWS
    ]
    lines = [
        Line(terrain_rule.LINE_ROWS[line.kind], line.points)
        for line in field.lines
        if line.kind in terrain_rule.LINE_ROWS
    ]
    roads = [
        Road(terrain_rule.ROAD, road.points, max(road.width, terrain_rule.ROAD_WIDTH))
        for road in field.roads
        if road.kind != "railway"
    ]
    heights = [Height(int(height.level * contour / scale.level), height.outline) for height in field.heights]
    return Ground(
        width=field.width,
        depth=field.depth,
        areas=tuple(areas),
        lines=tuple(lines),
        roads=tuple(roads),
        heights=tuple([height for height in heights if height.level > 0]),
        crossings=field.crossings,
    )


def fixed(scenario: Scenario, settings: Settings) -> tuple[Fixed, ...]:
    """The house rules that a battle has settled [setup.scale, setup.game-length, setup.deployment]."""
    own = value(scenario, muster_commands.RULEBOOK, "unit_scale")
    why = f"the ground of {scenario.title} is drawn for it"
    found = [Fixed("unit_scale", own, why)] if own else []
    if value(scenario, muster_commands.RULEBOOK, "pick_up") == "true":
        return tuple(found)
    scale = muster_commands.scale_of(scenario, settings)
    ground = scaled(scenario.ground, scale.yards)
    if scenario.minutes:
        found.append(house.length("setup_game_turns", turn_limit(scenario, scale, settings), scenario))
    return (
        *found,
        *house.table(("setup_table_width", "setup_table_depth"), (ground.width, ground.depth), scenario),
        *house.zones("setup_deploy_depth", scenario),
    )
