"""A General's ride at the table, and what happens to one who is reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtop.battle.forms import Answer, March, Marched, Reason, Way
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, way_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import field, options, tables
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.rout import events as rout_events
from roundtop.rulebooks.charge_boys.state import ON_TABLE, General, State, Unit
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.rulebooks.charge_boys.terrain import table as terrain_table
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import Block
from roundtop.table.measure import NOISE, TOLERANCE, distance, kept, rounded, within
from roundtop.table.path import Manoeuvre, Sweep, clearance, leg, sweep
from roundtop.table.pose import Pose, rounded_pose

JOIN: Final = "join"
GENERAL_KINDS: Final = ("leg", JOIN)
RIDES: Final = 15
"""In so many parts it is tried how far of the way to a place a General may ride."""


def riders(state: State, side: str) -> list[General]:
    """Generals who may still ride; one whose unit is locked in melee stays with it."""
    return [
        general
        for general in state.generals
        if general.side == side
        and general.place == ON_TABLE
        and not general.acted
        and not (general.unit and field.locked(state, general.unit))
    ]


def general_owner(state: State, step: generals_events.MoveGeneral) -> tuple[str, ...]:
    return (field.general_of(state, step.general).side,)


def general_decision(view: State, step: generals_events.MoveGeneral, player: str) -> Decision:
    general = field.general_of(view, step.general)
    settings = view.settings
    form = March(
        piece=general.id,
        start=general.pose,
        width=settings.base_mounted_width,
        depth=settings.base_mounted_depth,
        kinds=GENERAL_KINDS,
        allowance=tables.ALLOWANCE_IN[tables.RIDER],
        ways=general_ways(view, general),
    )
    sentence = f"{general.name} may ride 15″ and join a unit."
    clauses = ("charge-boys.move.mounted-officer", "charge-boys.officer.with-unit")
    return Decision(player, "ride", general.id, sentence, clauses, form=form, measure=options.measurable(settings))


def general_ways(state: State, general: General) -> tuple[Way, ...]:
    """Stay, or ride to a unit within reach and join it; those in trouble first."""
    stay = "Stay with the unit" if general.unit else "Stay"
    found = [Way("stand", stay, (), general.pose)]
    there = field.general_body(general, state.settings)
    near = sorted(
        [
            (not field.routing(unit), rounded(field.gap_between([there], field.blocks(unit, state.settings))), unit.id)
            for unit in field.on_table(state, general.side)
            if unit.id != general.unit
        ]
    )
    for _, away, id in near[:4]:
        unit = field.unit_of(state, id)
        one = (Manoeuvre(JOIN, 0.0, 0, id),)
        if within(away, tables.ALLOWANCE_IN[tables.RIDER]) and not ride_faults(state, general, one):
            found.append(Way(f"{JOIN}-{id}", f"Join {unit.name}", one, field.beside(unit, state.settings)))
    return tuple(found)


def check_ride(view: State, step: generals_events.MoveGeneral, command: Command) -> tuple[Reason, ...]:
    return tuple(ride_faults(view, field.general_of(view, step.general), way_of(command)))


def ride_path(state: State, general: General, manoeuvres: tuple[Manoeuvre, ...]) -> Sweep:
    """The way of a General; to the unit he joins he rides straight."""
    settings = state.settings
    steps: list[Manoeuvre] = []
    pose = general.pose
    for one in manoeuvres:
        if one.kind == JOIN:
            unit = field.unit_of(state, one.on)
            spots = [field.nearest_point(block, pose.x, pose.y) for block in field.blocks(unit, settings)]
            away, x, y = min(spots)
            room = max(0.0, away - settings.base_mounted_depth)
            if room > TOLERANCE:
                share = room / away
                steps.append(leg(pose.x + share * (x - pose.x), pose.y + share * (y - pose.y)))
        else:
            steps.append(one)
            pose = Pose(one.x, one.y, pose.facing)
    return sweep(general.pose, settings.base_mounted_width, settings.base_mounted_depth, steps)


def ride_faults(state: State, general: General, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Every reason why a General may not ride so.

    [move.mounted-officer, officer.with-unit, terrain.building-no-cavalry]
    """
    if not manoeuvres:
        return []
    joins = [one for one in manoeuvres if one.kind == JOIN]
    if joins and (len(joins) > 1 or manoeuvres[-1].kind != JOIN):
        return [Reason("A General joins one unit, at the end of his ride.", "charge-boys.officer.with-unit")]
    if joins and joins[0].on not in [unit.id for unit in field.on_table(state, general.side)]:
        return [Reason("There is no such unit to join.", "charge-boys.officer.with-unit")]
    path = ride_path(state, general, manoeuvres)
    if _stays(general, joins, path):
        return [Reason("The ride ends where it began: it would do nothing.", "charge-boys.move.partial")]
    faults: list[Reason] = []
    cost = ride_cost(state, path)
    if not within(cost, tables.ALLOWANCE_IN[tables.RIDER]):
        text = f"Too far: the ride costs {cost:.1f}″ and 15″ are allowed."
        faults.append(Reason(text, "charge-boys.move.mounted-officer"))
    if path.stages and not inside_table(state.ground, path):
        faults.append(Reason("The General would leave the table.", "charge-boys.move.table-edge"))
    faults.extend(_rider_ground(state, path))
    faults.extend(_rider_room(state, general, path, bool(joins)))
    return faults


def _stays(general: General, joins: list[Manoeuvre], path: Sweep) -> bool:
    """Whether a General ends where he was, with whom he was; to leave a unit he need not ride."""
    here, there = rounded_pose(general.pose), rounded_pose(path.end)
    return (joins[0].on if joins else "") == general.unit and (here.x, here.y) == (there.x, there.y)


def ride_cost(state: State, path: Sweep) -> float:
    """Inches of a General's ride; along a road the ground costs nothing extra [terrain.road-column-only].

    A hedge within an inch takes him the whole turn, as it does a unit [terrain.hedge].
    """
    rider = Unit(
        id="",
        side="",
        name="",
        arm="",
        brigade="",
        quality="",
        weapon="",
        gun="",
        start=1,
        officers=1,
        colours=0,
        drummers=0,
        men=0,
        holders=0,
        formation=tables.RIDER,
        files=1,
        pose=path.start,
    )
    legs: list[terrain_rule.Leg] = []
    for stage in path.stages:
        start, end = stage.start, stage.end
        if terrain_table.along_road(state.ground, start.x, start.y, end.x, end.y):
            legs.append(terrain_rule.Leg(terrain_rule.ROAD, stage.length))
        else:
            legs.extend(terrain_table.legs_of(state, rider, Sweep(start, path.width, path.depth, (stage,))))
    return _price(legs) - _free_at_hedge(legs, path.depth)


def _price(legs: list[terrain_rule.Leg]) -> float:
    most = tables.ALLOWANCE_IN[tables.RIDER]
    return sum([terrain_rule.leg_price(one, tables.RIDER, most) for one in legs])


def _free_at_hedge(legs: list[terrain_rule.Leg], deep: float) -> float:
    """The last inch before a hedge and room to stand behind it, free for whoever does nothing else [terrain.hedge]."""
    hedges = [place for place, one in enumerate(legs) if one.kind == terrain_rule.HEDGE]
    if len(hedges) != 1:
        return 0.0
    before, after = _price(legs[: hedges[0]]), _price(legs[hedges[0] + 1 :])
    free = within(before, terrain_rule.APPROACH_IN) and within(after, deep + 5 * TOLERANCE)
    return before + after if free else 0.0


def _rider_ground(state: State, path: Sweep) -> list[Reason]:
    return [
        Reason(f"The way leads through the {kind}.", "charge-boys.terrain.building-no-cavalry")
        for kind in terrain_table.impassable(state.ground, path, True)
    ]


def _rider_room(state: State, general: General, path: Sweep, joins: bool) -> list[Reason]:
    """Clear of enemies all the way, and on nobody at the end unless he joins [move.interpenetration]."""
    faults: list[Reason] = []
    settings = state.settings
    for unit in field.on_table(state):
        standing = field.blocks(unit, settings)
        if unit.side != general.side:
            near = min([clearance(path, block) for block in standing]) if path.stages else movement_rule.ENEMY_GAP_IN
            if near < movement_rule.ENEMY_GAP_IN - TOLERANCE and not _gets_away(path, standing, near):
                text = f"The ride comes within 1″ of {unit.name}."
                faults.append(Reason(text, "charge-boys.move.enemy-proximity"))
        elif not joins and field.overlapping([Block(path.end, path.width, path.depth)], standing):
            faults.append(Reason(f"The General would end on {unit.name}.", "charge-boys.move.interpenetration"))
    return faults


def _gets_away(path: Sweep, standing: list[Block], near: float) -> bool:
    """Whether a General who begins within an inch of an enemy comes no nearer and ends clear [move.enemy-proximity]."""
    before = field.gap_between([Block(path.start, path.width, path.depth)], standing)
    after = field.gap_between([Block(path.end, path.width, path.depth)], standing)
    begins = before < movement_rule.ENEMY_GAP_IN - TOLERANCE
    return begins and within(before, near + TOLERANCE) and kept(after, movement_rule.ENEMY_GAP_IN)


def rode(state: State, step: generals_events.MoveGeneral, command: Command) -> Progress:
    return ride_out(state, field.general_of(state, step.general), way_of(command))


def ride_out(state: State, general: General, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """A General rides, leaves his unit, or joins one; a unit in its first rout tests when he does.

    [officer.with-unit, rout.general-stops]
    """
    if not manoeuvres:
        return Progress((movement_events.Stood(general.id),))
    joins = [one.on for one in manoeuvres if one.kind == JOIN]
    if joins:
        unit = field.unit_of(state, joins[0])
        event = generals_events.GeneralMoved(
            general.id, general.pose, field.beside(unit, state.settings), unit.id, "order"
        )
        test = field.routing(unit) and unit.mettle.by == "first"
        return Progress((event,), (rout_events.Joined(unit.id),) if test else ())
    end = rounded_pose(ride_path(state, general, manoeuvres).end)
    return Progress((generals_events.GeneralMoved(general.id, general.pose, end, "", "order"),))


def overrun(state: State, unit: Unit, paths: list[Sweep]) -> list[object]:
    """Lone enemy Generals whom a move reaches ride to the nearest friends, or are taken [officer.lone-general]."""
    return [rides_off(state, general) for general in reached(state, unit, paths)]


def reached(state: State, unit: Unit, paths: Sequence[Sweep] = ()) -> list[General]:
    """Lone enemy Generals whom a unit stands on or has gone over.

    One who is ordered to ride, and has not yet, is off before they come.
    """
    found: list[General] = []
    if unit.place != ON_TABLE:
        return found
    for general in state.generals:
        away = generals_events.ordered_to_ride(general) and not general.acted
        if general.side == unit.side or general.place != ON_TABLE or general.unit or away:
            continue
        there = field.general_body(general, state.settings)
        touched = [path for path in paths if clearance(path, there) <= TOLERANCE]
        if touched or field.gap_between(field.blocks(unit, state.settings), [there]) <= TOLERANCE:
            found.append(general)
    return found


def make_way(state: State, step: generals_events.MakeWay, dice: Dice) -> Progress:
    """A lone General rides off before those who have come upon him [officer.lone-general]."""
    general = field.general_of(state, step.general)
    there = general.place == ON_TABLE and not general.unit
    return Progress((rides_off(state, general),) if there else ())


def hemmed_in(state: State, general: General) -> list[object]:
    """A General who could not ride as he was ordered, where an enemy has come upon him [officer.lone-general]."""
    if general.unit or general.acted:
        return []
    there = [field.general_body(general, state.settings)]
    for unit in field.on_table(state, field.enemy_of(state, general.side)):
        if field.gap_between(field.blocks(unit, state.settings), there) <= TOLERANCE:
            return [rides_off(state, general)]
    return []


def rides_off(state: State, general: General) -> object:
    """Up to 15 inches to the nearest friendly unit; captured where there is none [officer.lone-general]."""
    there = field.general_body(general, state.settings)
    near = sorted(
        [
            (rounded(field.gap_between([there], field.blocks(unit, state.settings))), unit.id)
            for unit in field.on_table(state, general.side)
        ]
    )
    if near and within(near[0][0], tables.ALLOWANCE_IN[tables.RIDER]):
        unit = field.unit_of(state, near[0][1])
        return generals_events.GeneralMoved(
            general.id, general.pose, field.beside(unit, state.settings), unit.id, "flight"
        )
    return generals_events.GeneralLost(general.id, "captured")


def general_falls(state: State, unit: Unit) -> str:
    """Which General is struck: the first with the unit."""
    there = field.generals_with(state, unit.id)
    return there[0].id if there else ""


def ride_there(view: State, step: generals_events.MoveGeneral, player: str, pose: Pose) -> Answer:
    return Marched(ride(view, field.general_of(view, step.general), pose))


def ride(view: State, general: General, goal: Pose) -> tuple[Manoeuvre, ...]:
    """Join the unit that the hand sets him down on, or ride there as far as 15 inches go [officer.with-unit]."""
    there = Block(goal, view.settings.base_mounted_width, view.settings.base_mounted_depth)
    near = [
        (field.gap_between([there], field.blocks(unit, view.settings)), unit.id)
        for unit in field.on_table(view, general.side)
        if unit.id != general.unit
    ]
    for away, id in sorted(near)[:1]:
        join = (Manoeuvre(JOIN, 0.0, 0, id),)
        if within(away, 0.0) and not ride_faults(view, general, join):
            return join
    pose = general.pose
    far = distance(pose.x, pose.y, goal.x, goal.y)
    share = min(1.0, tables.ALLOWANCE_IN[tables.RIDER] / far) if far > NOISE else 0.0
    for part in range(RIDES, 0, -1):
        short = share * part / RIDES
        one = (leg(pose.x + short * (goal.x - pose.x), pose.y + short * (goal.y - pose.y)),)
        if short > 0.0 and not ride_faults(view, general, one):
            return one
    return ()


PLAYS: Final[Plays] = {
    generals_events.MakeWay: Play(make_way),
    generals_events.MoveGeneral: Play(no_effect, general_owner, general_decision, rode, check_ride),
}
