"""Every reason against a move: its price, enemies, ground, friends; and whether there is room to stand."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.record import record
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.movement import paths, rule
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.state import ON_TABLE, State, Unit
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.rulebooks.charge_boys.terrain import table as terrain_table
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import FAR, Block, gap
from roundtop.table.ground import off_table
from roundtop.table.measure import TOLERANCE, kept, within
from roundtop.table.path import Manoeuvre, Sweep, clearance, cut, manoeuvres_of, nearer_than, sweep, until_gap

SLIM: Final = 0.04
"""Units standing shoulder to shoulder do not rub: a path is taken this much slimmer when it passes others."""


@record(init=False)
class Others:
    """The units that one has to mind when it moves: enemies with the gap to keep, friends it may not pass through.

    Those that a move of so many inches cannot bring it near are left out.
    """

    foes: list[Unit]
    foe_blocks: list[list[Block]]
    limits: list[float]
    friends: list[Unit]
    friend_blocks: list[list[Block]]

    def __init__(self, state: State, unit: Unit, inches: float = FAR) -> None:
        settings = state.settings
        self.foes = []
        self.foe_blocks = []
        self.limits = []
        self.friends = []
        self.friend_blocks = []
        reach = inches + field.outreach(unit, settings)
        for other in state.units:
            if other.place != ON_TABLE or other.id == unit.id:
                continue
            limit = (
                rule.gap_to_keep(unit.formation, field.formed(other)) if other.side != unit.side else rule.ENEMY_GAP_IN
            )
            if inches < FAR and field.beyond(unit.pose, reach + limit, other, settings):
                continue
            if other.side != unit.side:
                self.foes.append(other)
                self.foe_blocks.append(field.blocks(other, settings))
                self.limits.append(limit)
            else:
                self.friends.append(other)
                self.friend_blocks.append(field.blocks(other, settings))


def passes(unit: Unit, friend: Unit) -> bool:
    """Whether two friends may pass through each other [move.interpenetration, rout.behaviour]."""
    if (
        unit.formation == tables.SKIRMISH
        or friend.formation == tables.SKIRMISH
        or field.routing(unit)
        or field.routing(friend)
    ):
        return True
    return field.arm_of(unit) == tables.INFANTRY and field.formed(unit) and friend.formation == tables.UNLIMBERED


def move_faults(state: State, unit: Unit, way: paths.Route, others: Others) -> list[Reason]:
    """Every reason against a move that is worked out already; to stand is an answer of its own."""
    if way.stays(unit):
        return [_nowhere(unit, way)]
    reasons = _price_faults(state, unit, way)
    reasons.extend(_enemy_faults(state, unit, way, others))
    reasons.extend(_ground_faults(state, unit, way))
    reasons.extend(_friend_faults(state, unit, way, others))
    return reasons


def speaks_against(state: State, unit: Unit, way: paths.Route, others: Others) -> bool:
    """Whether there is any reason against a move: the first settles it, the price before the ground."""
    return way.stays(unit) or bool(
        _price_faults(state, unit, way)
        or _enemy_faults(state, unit, way, others)
        or _ground_faults(state, unit, way)
        or _friend_faults(state, unit, way, others)
    )


def _nowhere(unit: Unit, way: paths.Route) -> Reason:
    if way.short:
        return Reason("A gun is pushed by at least two of its crew.", "charge-boys.move.manhandle-crew")
    return Reason("The move ends where it began: it would do nothing.", "charge-boys.move.partial")


def price_of(state: State, unit: Unit, way: paths.Route) -> tuple[float, float]:
    """What a move costs, and the allowance it has [terrain.half-turn-arithmetic]."""
    move = rule.Move(field.arm_of(unit), unit.formation, tuple(way.legs), state.settings)
    on = unit.formation == tables.ROAD_COLUMN and all([leg.kind == terrain_rule.ROAD for leg in way.legs])
    return rule.move_cost(move), tables.allowance(unit.formation, on)


def _price_faults(state: State, unit: Unit, way: paths.Route) -> list[Reason]:
    """Too far, or over what may not be crossed [move.partial, terrain.half-turn-arithmetic, terrain.hedge]."""
    if unit.formation == tables.UNLIMBERED:
        return _push_faults(way, state.settings)
    hedges = [leg for leg in way.legs if leg.kind == terrain_rule.HEDGE]
    if hedges:
        text = "A hedge takes a whole turn to cross: begin within an inch of it and do nothing else."
        return [Reason(text, "charge-boys.terrain.hedge")]
    clause = rule.move_refusal(rule.Move(field.arm_of(unit), unit.formation, tuple(way.legs), state.settings))
    if not clause:
        return []
    cost, most = price_of(state, unit, way)
    if clause == "charge-boys.terrain.guns":
        return [Reason("Guns cross woods and obstacles only by road.", clause)]
    return [Reason(f"Too far: the move costs {cost:.1f}″ and {most:g}″ are allowed.", clause)]


def _push_faults(way: paths.Route, settings: Settings) -> list[Reason]:
    """Guns go no farther than their men push them, and stay within 3 inches of the next.

    [move.manhandle-rate, setup.battery]
    """
    if way.short:
        farthest = max([path.length for path in way.paths])
        return [Reason(f"Too far: by hand no gun goes more than {farthest:.1f}″.", "charge-boys.move.manhandle-rate")]
    there = field.blocks(way.end, settings)
    for place in range(1, len(there)):
        if not within(gap(there[place - 1], there[place]), artillery_rule.GUN_INTERVAL_IN):
            return [Reason("The guns would be more than 3″ from each other.", "charge-boys.setup.battery")]
    return []


def _enemy_faults(state: State, unit: Unit, way: paths.Route, others: Others) -> list[Reason]:
    """Only a charge comes within an inch of an enemy, skirmishers keep three from formed ones.

    Whoever begins nearer comes no nearer on the way and ends farther off.
    [move.enemy-proximity, move.skirmish-distance]
    """
    faults: list[Reason] = []
    for foe, standing, limit in zip(others.foes, others.foe_blocks, others.limits, strict=True):
        near = [path for path in way.paths if nearer_than(path, standing, limit) >= 0]
        if not near:
            continue
        before = field.gap_between(field.blocks(unit, state.settings), standing)
        after = field.gap_between(field.blocks(way.end, state.settings), standing)
        if not kept(before, limit) and after > before and not [p for p in near if _closes(p, standing, before)]:
            continue
        clause = "move.skirmish-distance" if limit > rule.ENEMY_GAP_IN else "move.enemy-proximity"
        faults.append(Reason(f"The move comes within {limit:g}″ of {foe.name}.", tables.BOOK + clause))
    return faults


def comes_near(state: State, unit: Unit, path: Sweep, others: Others) -> bool:
    """Whether a way brings skirmishers within 3 inches of formed enemies, or nearer yet [move.skirmish-distance]."""
    here = field.blocks(unit, state.settings)
    for standing, limit in zip(others.foe_blocks, others.limits, strict=True):
        if limit <= rule.ENEMY_GAP_IN or nearer_than(path, standing, limit) < 0:
            continue
        before = field.gap_between(here, standing)
        if kept(before, limit) or _closes(path, standing, before):
            return True
    return False


def _closes(path: Sweep, standing: list[Block], before: float) -> bool:
    """Whether a way comes nearer to somebody than it began, or through him."""
    if before > SLIM and nearer_than(path, standing, before - SLIM) >= 0:
        return True
    return _passes_through(path, standing)


def _passes_through(path: Sweep, standing: list[Block]) -> bool:
    slim = sweep(path.start, max(SLIM, path.width - SLIM), max(SLIM, path.depth - SLIM), manoeuvres_of(path))
    return bool([block for block in standing if clearance(slim, block) <= 0.0])


def _ground_faults(state: State, unit: Unit, way: paths.Route) -> list[Reason]:
    """Voluntary moves stay on the table and out of buildings and deep water [move.table-edge, terrain.rivers]."""
    faults: list[Reason] = []
    if [path for path in way.paths if not inside_table(state.ground, path)] or _off(state, way.end):
        faults.append(Reason("The unit would leave the table.", "charge-boys.move.table-edge"))
    for path in way.paths:
        for kind in terrain_table.impassable(state.ground, path, terrain_table.bridged(unit)):
            clause = "terrain.building-time" if kind in terrain_rule.BUILDING_KINDS else "terrain.rivers"
            faults.append(Reason(f"The way leads through the {kind}.", tables.BOOK + clause))
    return faults


def _off(state: State, unit: Unit) -> bool:
    return bool([block for block in field.blocks(unit, state.settings) if off_table(state.ground, block)])


def _friend_faults(state: State, unit: Unit, way: paths.Route, others: Others) -> list[Reason]:
    """Formed friends are not passed through, and nobody ends on another [move.interpenetration]."""
    faults: list[Reason] = []
    if not others.friends and not others.foes:
        return faults
    end = field.blocks(way.end, state.settings)
    for friend, standing in zip(others.friends, others.friend_blocks, strict=True):
        through = not passes(unit, friend) and [
            path
            for path in way.paths
            if nearer_than(path, standing, 5 * TOLERANCE) >= 0 and _passes_through(path, standing)
        ]
        if through or field.overlapping(end, standing):
            verb = "pass through" if through else "end on"
            faults.append(Reason(f"The unit would {verb} {friend.name}.", "charge-boys.move.interpenetration"))
    for foe, standing in zip(others.foes, others.foe_blocks, strict=True):
        if field.overlapping(end, standing):
            faults.append(Reason(f"The unit would end on {foe.name}.", "charge-boys.move.enemy-proximity"))
    return faults


def cut_short(state: State, path: Sweep, others: Others) -> Sweep:
    """A way cut where it would come too near an enemy or leave the table."""
    path = off_foes(path, others)
    while path.stages and not inside_table(state.ground, path):
        last = path.stages[-1].manoeuvre
        if abs(last.amount) < 1.0 and abs(last.x) + abs(last.y) < 1.0:
            return Sweep(path.start, path.width, path.depth, ())
        shorter = Manoeuvre(
            kind=last.kind, amount=last.amount * 0.5, by=last.by, on=last.on, x=last.x * 0.5, y=last.y * 0.5
        )
        path = sweep(path.start, path.width, path.depth, (*manoeuvres_of(path)[:-1], shorter))
    return path


def off_foes(path: Sweep, others: Others) -> Sweep:
    """A way cut where it would come too near an enemy [move.enemy-proximity, move.skirmish-distance]."""
    for standing, limit in zip(others.foe_blocks, others.limits, strict=True):
        if nearer_than(path, standing, limit) >= 0:
            here = Block(path.start, path.width, path.depth)
            path = cut(path, until_gap(path, [block for block in standing if kept(gap(here, block), limit)], limit))
    return path


def has_room(state: State, unit: Unit) -> bool:
    """Whether a unit can stand where it is put: on the table, on nobody, in nothing, an inch from every enemy."""
    there = field.blocks(unit, state.settings)
    for block in there:
        if off_table(state.ground, block) or terrain_table.in_the_way(state.ground, block):
            return False
    reach = rule.ENEMY_GAP_IN + field.outreach(unit, state.settings)
    for other in state.units:
        if other.place != ON_TABLE or other.id == unit.id or field.beyond(unit.pose, reach, other, state.settings):
            continue
        standing = field.blocks(other, state.settings)
        if field.overlapping(there, standing):
            return False
        if other.side != unit.side and not kept(field.gap_between(there, standing), rule.ENEMY_GAP_IN):
            return False
    return True


def may_stand(state: State, unit: Unit) -> bool:
    """Whether a unit may be put there of its own will."""
    return has_room(state, unit) and keeps_off(state, unit)


def keeps_off(state: State, unit: Unit) -> bool:
    """Whether skirmishers are 3 inches from formed enemies, whatever brought them there [move.skirmish-distance]."""
    if unit.formation != tables.SKIRMISH:
        return True
    settings = state.settings
    near = [
        foe
        for foe in field.enemies(state, unit)
        if field.formed(foe) and not field.farther(unit, foe, rule.SKIRMISH_GAP_IN, settings)
    ]
    return all([kept(field.apart(unit, foe, settings), rule.SKIRMISH_GAP_IN) for foe in near])
