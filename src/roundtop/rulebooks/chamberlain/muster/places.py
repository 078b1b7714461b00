"""Where the bases stand, come on or are set out."""

from __future__ import annotations

from math import atan2, degrees
from typing import Final

from roundtop.battle.scenario import GUN_ARMS, Arrival, MusterError, Scenario
from roundtop.kit import deployment
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.concealment import rule as concealment_rule
from roundtop.rulebooks.chamberlain.field import centre, middle
from roundtop.rulebooks.chamberlain.muster import commands, strength
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.state import ON_TABLE, TO_ARRIVE, TO_DEPLOY, Stretch, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import Block, overlaps_any
from roundtop.table.ground import Ground, off_table
from roundtop.table.layout import at_scale, settled, strip
from roundtop.table.measure import FULL_TURN, cosine, sine
from roundtop.table.pose import Point, Pose, ahead, aside, rounded_pose

FROM_THE_LEFT: Final = {"south": 0, "east": 1, "north": 2, "west": 3}
"""Which corner of a strip along an edge is the nearer left one for its own side."""


def due_turn(minute: int, scale: commands.Scale) -> int:
    """The turn from which a reinforcement is rolled for [setup.muster]."""
    return 1 + minute // scale.minutes


def placed(
    scenario: Scenario, bodies: list[commands.Body], field: Ground, scale: commands.Scale, settings: Settings
) -> tuple[Unit, ...]:
    """Every base in the scenario's order; those on the table from the start numbered from their own left.

    [setup.muster, conceal.what-is-hidden]
    """
    units: list[Unit] = []
    taken: list[Block] = []
    for body in bodies:
        unit = based(scenario, body, scale, settings)
        if unit.place == ON_TABLE:
            wanted = stand(body, scale)
            unit.pose = room(wanted, taken, field, settings, body)
            taken.append(Block(middle(unit.pose, settings), terrain_rule.BASE_WIDTH, settings.setup_unit_depth))
        units.append(unit)
    edges = {side.id: side.edge for side in scenario.sides}
    for side in edges:
        number_by_place([unit for unit in units if unit.side == side and unit.place == ON_TABLE], edges[side])
    return tuple(units)


def number_by_place(units: list[Unit], edge: str) -> None:
    """Ids that tell nothing of who stands there: along the front from the left, the nearer to the enemy first."""
    east, north = sine(tables.INWARDS[edge]), cosine(tables.INWARDS[edge])
    places = [
        (unit.pose.x * north - unit.pose.y * east, -(unit.pose.x * east + unit.pose.y * north), unit.key)
        for unit in units
    ]
    order = [key for _, _, key in sorted(places)]
    for unit in units:
        unit.id = f"{unit.side}-{order.index(unit.key) + 1}"


def based(scenario: Scenario, body: commands.Body, scale: commands.Scale, settings: Settings) -> Unit:
    """A body as one base, wherever it will stand [setup.muster]."""
    lead = body.lead
    key = lead.id if body.of == 1 else f"{lead.id}.{body.part}"
    name = body.name if body.of == 1 else f"{body.name} ({body.part} of {body.of})"
    battery = lead.arm in GUN_ARMS
    found = strength.traits(scenario, body)
    rounds = tables.boxes(strength.ammo(scenario, body, found, scale, settings), settings) if battery else 0
    arrives = lead.arrives
    place = TO_ARRIVE if arrives is not None else TO_DEPLOY if lead.place is None else ON_TABLE
    hidden = concealment_rule.begins_concealed(lead.concealed, arrives is not None, settings)
    unit = Unit(
        id=key,
        side=lead.side,
        pose=Pose(0.0, 0.0, 0),
        place=place,
        concealed=hidden,
        key=key,
        name=name,
        force=body.force,
        arm=strength.arm(body),
        weapon=strength.weapon(body, settings),
        traits=found,
        elan=0 if battery else strength.elan(scenario, body, scale, settings),
        fatigue=0,
        ammo=rounds,
        start_ammo=rounds,
    )
    unit.mounted = unit.arm in tables.RIDERS and not lead.dismounted
    unit.limbered = battery and settings.artillery_track_limber and arrives is not None
    if arrives is not None:
        unit.due = due_turn(arrives.minute, scale)
        unit.target = 1 if arrives.certain else settings.info_reinforcement_target
        unit.entry = stretch(arrives, scenario.ground, scale)
    return unit


def stretch(arrives: Arrival, ground: Ground, scale: commands.Scale) -> Stretch:
    """The part of the table edge over which a reinforcement comes on, at least a base wide [info.reinforcements]."""
    half = 0.5 * max(arrives.width, scale.yards)
    upright = arrives.x <= 0.0 or arrives.x >= ground.width
    along, limit = (arrives.y, ground.depth) if upright else (arrives.x, ground.width)
    ends = [max(0.0, along - half), min(limit, along + half)]
    # From the left of whoever comes on, as everything that is counted along an edge.
    if arrives.x <= 0.0 or (not upright and arrives.y >= ground.depth):
        ends.reverse()
    first, last = [(arrives.x, end) if upright else (end, arrives.y) for end in ends]
    return (at_scale(first, scale.yards), at_scale(last, scale.yards))


def stand(body: commands.Body, scale: commands.Scale) -> Pose:
    """The centre point: the mean place and direction of its regiments by men; parts side by side [setup.muster]."""
    weight = x = y = east = north = 0.0
    for regiment in body.regiments:
        if regiment.place is None:
            continue
        share = float(regiment.guns if regiment.arm in GUN_ARMS else regiment.men)
        weight += share
        x += share * regiment.place[0]
        y += share * regiment.place[1]
        east += share * sine(regiment.facing or 0)
        north += share * cosine(regiment.facing or 0)
    facing = round(degrees(atan2(east, north)) * 100.0) % FULL_TURN
    point = at_scale((x / weight, y / weight), scale.yards)
    return aside(Pose(point[0], point[1], facing), terrain_rule.BASE_WIDTH * (body.part - 0.5 * (body.of + 1)))


def room(wanted: Pose, taken: list[Block], field: Ground, settings: Settings, body: commands.Body) -> Pose:
    """Straight back until clear of earlier bases [setup.muster].

    The ledger leaves open a base with no room behind it on the table: it takes the nearest place beside or before.
    """
    depth = settings.setup_unit_depth
    for step in range(int(max(field.width, field.depth) * 100) + 1):
        tried = Block(middle(ahead(wanted, -0.01 * step), settings), terrain_rule.BASE_WIDTH, depth)
        if off_table(field, tried):
            break
        if overlaps_any(tried, taken) < 0:
            return rounded_pose(ahead(wanted, -0.01 * step))
    found = settled(Block(middle(wanted, settings), terrain_rule.BASE_WIDTH, depth), taken, field, 0.5 * depth)
    if found is None:
        raise MusterError(f"{body.lead.id}.place: there is no room for {body.name}; make the field larger")
    return rounded_pose(centre(found, settings))


def zones(
    scenario: Scenario, units: tuple[Unit, ...], field: Ground, scale: commands.Scale, settings: Settings, pick_up: bool
) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """Where each side with units in hand may deploy [setup.deployment]."""
    found: list[tuple[str, tuple[Point, ...]]] = []
    for side in scenario.sides:
        if not [unit for unit in units if unit.side == side.id and unit.place == TO_DEPLOY]:
            continue
        drawn = deployment.drawn(scenario, side.id, scale.yards)
        if pick_up or not drawn:
            outline = strip(side.edge, field.width, field.depth, settings.setup_deploy_depth)
            first = FROM_THE_LEFT[side.edge]
            drawn = [outline[first:] + outline[:first]]
        found.extend([(side.id, outline) for outline in drawn])
    return tuple(found)
