"""Where beaten units go, and which way they bend."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.kit import deployment, fallback
from roundtop.record import copy, record
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.artillery import crews as artillery_crews
from roundtop.rulebooks.charge_boys.casualties import table as casualties_table
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.retreat import events as retreat_events
from roundtop.rulebooks.charge_boys.sight import table as sight_table
from roundtop.rulebooks.charge_boys.state import ON_TABLE, State, Unit
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.rulebooks.charge_boys.terrain import table as terrain_table
from roundtop.rulebooks.charge_boys.victory import table as victory_table
from roundtop.table import measure
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import FAR, Block, corners
from roundtop.table.ground import off_table
from roundtop.table.path import Sweep, cut_at, shift, sweep
from roundtop.table.pose import Pose, rounded_pose

SHORT_IN: Final = 0.02
"""How far short of an obstacle a unit stops that cannot pay for it."""
BENDS: Final = (0, 1000, 2000, 3000, 4500, 6000, 7500, 9000)
"""By how much a compelled move is bent, a little more each time, to one side or the other."""
ALL_ROUND: Final = (*BENDS, 11000, 13500, 15500, 18000)
"""The sides of a building that a garrison is driven out by, the nearest to its way back first."""


@record
class Retreat:
    """Where a compelled move ends: the unit there, how far it came, and whether it has left the table or has no way."""

    end: Unit
    inches: float
    left_table: bool
    surrenders: bool


def homeward(state: State, unit: Unit) -> int:
    """The way to a unit's own table edge [setup.table]."""
    return deployment.EDGE_FACING[field.army_of(state, unit.side).edge]


def away_from(state: State, unit: Unit, foe: Unit | None) -> int:
    """Straight away from an enemy; home where there is none [morale.retreat-direction]."""
    if foe is None:
        return homeward(state, unit)
    best = FAR
    heading = homeward(state, unit)
    for block in field.blocks(foe, state.settings):
        near, x, y = field.nearest_point(block, unit.pose.x, unit.pose.y)
        if near < best and near > measure.TOLERANCE:
            best = near
            heading = measure.bearing(x, y, unit.pose.x, unit.pose.y)
    return heading


def bends(state: State, unit: Unit, heading: int, inches: float, rout: bool) -> list[int]:
    """The headings of a compelled move that are bent least and equally: two where its owner has the choice.

    [morale.retreat-direction, turn.decisions]
    """
    others = movement_faults.Others(state, unit)
    rooms: list[tuple[float, int]] = []
    for bend in BENDS:
        found: list[int] = []
        for by in (bend, -bend) if bend else (0,):
            room = room_back(state=state, unit=unit, heading=heading + by, inches=inches, rout=rout, others=others)
            if measure.within(inches, room):
                found.append((heading + by) % measure.FULL_TURN)
            rooms.append((measure.rounded(room), -bend))
        if found:
            return found
    best = max(rooms)
    if best[0] <= measure.TOLERANCE:
        return [heading % measure.FULL_TURN]
    return [
        (heading + by) % measure.FULL_TURN
        for by in (-best[1], best[1])[: 2 if best[1] else 1]
        if measure.rounded(
            room_back(state=state, unit=unit, heading=heading + by, inches=inches, rout=rout, others=others)
        )
        == best[0]
    ]


def room_back(
    state: State, unit: Unit, heading: int, inches: float, rout: bool, others: movement_faults.Others
) -> float:
    """How far a unit may fall back on a heading before enemies, bad ground or a side edge stop it.

    Skirmishers keep 3 inches from formed enemies unless they run [move.skirmish-distance].
    """
    path = straight(state, unit, heading, inches)
    room = inches
    for standing, limit in zip(others.foe_blocks, others.limits, strict=True):
        least = movement_rule.ENEMY_GAP_IN if rout else limit
        room = min(room, fallback.room_from(path, standing, least, heading, inches))

    def passable(far: float) -> bool:
        return not terrain_table.impassable(state.ground, cut_at(path, far), terrain_table.bridged(unit))

    if not passable(room):
        room = measure.narrowed(0.0, room, 0.02, passable)[0]
    if not inside_table(state.ground, path):
        to_edge, own = _to_edge(state, unit, path, heading)
        if not (rout or own):
            room = min(room, to_edge)
    return room


def straight(state: State, unit: Unit, heading: int, inches: float) -> Sweep:
    front, deep = field.size(unit, state.settings)
    return sweep(unit.pose, front, deep, (shift(inches * measure.sine(heading), inches * measure.cosine(heading)),))


def _to_edge(state: State, unit: Unit, path: Sweep, heading: int) -> tuple[float, bool]:
    """How far a straight move goes before it meets the table's edge, and whether that edge is the unit's own."""
    ground = state.ground
    body = Block(path.start, path.width, path.depth)
    room, over = fallback.to_edge(ground, body, heading, path.length)
    there = corners(fallback.carried(body, heading, over))
    edge = field.army_of(state, unit.side).edge
    beyond = {
        "north": max([y for _, y in there]) >= ground.depth,
        "south": min([y for _, y in there]) <= 0.0,
        "east": max([x for x, _ in there]) >= ground.width,
        "west": min([x for x, _ in there]) <= 0.0,
    }
    return room, beyond[edge]


def fall_back(state: State, unit: Unit, heading: int, available: float, rout: bool) -> Retreat:
    """A compelled move along a heading, its inches spent on the ground, through friends and on until clear of them.

    Routs and retirements in disorder leave the table at its edge, other moves stop there.
    [terrain.compelled-moves, move.interpenetration, move.table-edge, morale.retreat-direction]
    """
    others = movement_faults.Others(state, unit)
    path = straight(state, unit, heading, available)
    legs = tuple(terrain_table.legs_of(state, unit, path)) if available > measure.NOISE else ()
    inches = terrain_rule.ground_covered(legs, available, unit.formation, state.settings) if legs else available
    if terrain_rule.unpaid(legs, inches, available, unit.formation):
        inches = max(0.0, inches - SHORT_IN)
    room = (
        room_back(state=state, unit=unit, heading=heading, inches=inches, rout=rout, others=others)
        if inches > measure.NOISE
        else 0.0
    )
    if room <= measure.TOLERANCE < inches:
        return Retreat(unit, 0.0, False, not _has_room(state, unit, others))
    inches = min(inches, room)
    if _meets_edge(state, unit, heading, inches):
        if rout:
            return Retreat(unit, inches, True, False)
        inches, _ = _to_edge(state, unit, straight(state, unit, heading, inches), heading)
    went = _clear_of_others(state, unit, heading, inches)
    if rout and _meets_edge(state, unit, heading, went):
        return Retreat(unit, went, True, False)
    return Retreat(shifted(unit, heading, went, state.settings), went, False, False)


def _has_room(state: State, unit: Unit, others: movement_faults.Others) -> bool:
    """Whether there is any way at all that keeps an inch from every enemy [morale.retreat-direction]."""
    for heading in range(0, measure.FULL_TURN, 1500):
        if room_back(state=state, unit=unit, heading=heading, inches=1.0, rout=True, others=others) > measure.TOLERANCE:
            return True
    return False


def _meets_edge(state: State, unit: Unit, heading: int, inches: float) -> bool:
    """Touching an edge is enough [move.table-edge]."""
    end = Pose(
        unit.pose.x + inches * measure.sine(heading), unit.pose.y + inches * measure.cosine(heading), unit.pose.facing
    )
    there = field.body_at(unit, end, state.settings)
    return off_table(
        state.ground, Block(there.pose, there.width + 2 * measure.TOLERANCE, there.depth + 2 * measure.TOLERANCE)
    )


def shifted(unit: Unit, heading: int, inches: float, settings: Settings) -> Unit:
    """The unit so far along a heading, its guns with it."""
    end = copy(unit)
    end.pose = rounded_pose(
        Pose(
            unit.pose.x + inches * measure.sine(heading),
            unit.pose.y + inches * measure.cosine(heading),
            unit.pose.facing,
        )
    )
    end.building = -1
    end.trail = ()
    if unit.formation == tables.ROAD_COLUMN:
        end.trail = field.straight_trail(end, settings)
    if unit.formation == tables.LIMBERED:
        end.guns = field.guns_in_row(end, end.pose, settings)
    return end


def _clear_of_others(state: State, unit: Unit, heading: int, wanted: float) -> float:
    """Carried on until clear of friends, or stopped sooner where it cannot go on [move.interpenetration]."""
    limit = wanted + state.ground.width + state.ground.depth
    others = [
        field.blocks(other, state.settings) for other in state.units if other.place == "on" and other.id != unit.id
    ]
    foes = movement_faults.Others(state, unit)

    def off(went: float) -> bool:
        return off_table(state.ground, field.body(shifted(unit, heading, went, state.settings), state.settings))

    def clear(went: float) -> bool:
        return _is_clear(state, unit, heading, went, others)

    def has_room(went: float) -> bool:
        room = room_back(state=state, unit=unit, heading=heading, inches=went, rout=True, others=foes)
        return room >= went - measure.TOLERANCE

    went = fallback.onward(wanted, limit, lambda far: off(far) or clear(far))
    if went >= 0.0 and not off(went) and (went == wanted or has_room(went)):
        return went
    return fallback.short_of(wanted, clear)


def _is_clear(state: State, unit: Unit, heading: int, went: float, others: list[list[Block]]) -> bool:
    there = field.blocks(shifted(unit, heading, went, state.settings), state.settings)
    if [1 for block in there if terrain_table.in_the_way(state.ground, block)]:
        return False
    return not [other for other in others if field.overlapping(there, other)]


def facing_enemy(state: State, unit: Unit, foe: Unit | None) -> Unit:
    """The unit turned on its middle to face the enemy, if there is room [morale.result-retire, rout.after-rally]."""
    foe = foe or sight_table.nearest_enemy(state, unit, False)
    if foe is None or unit.formation == tables.UNLIMBERED:
        return unit
    end = copy(unit)
    end.pose = Pose(unit.pose.x, unit.pose.y, measure.bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    if end.formation == tables.ROAD_COLUMN:
        end.trail = field.straight_trail(end, state.settings)
    if end.formation == tables.LIMBERED:
        end.guns = field.guns_in_row(end, end.pose, state.settings)
    return end if movement_faults.may_stand(state, end) else unit


def fall_back_step(state: State, step: retreat_events.FallBack, dice: Dice) -> Progress:
    """A compelled move: guns are left or dragged, then the way back is found [morale.result-guns-abandoned]."""
    unit = field.unit_of(state, step.unit)
    if unit.place != ON_TABLE:
        return Progress(())
    if unit.formation == tables.UNLIMBERED:
        if step.cause == "retire":
            return Progress(tuple(artillery_crews.dragged(state, unit, step.foe)))
        left = artillery_crews.abandoned(state, unit)
        return Progress((left,), (step,))
    if unit.building >= 0:
        return driven_out(state, unit, step)
    heading = heading_back(state, unit, step.cause, step.foe)
    rout = step.cause in ("rout", "disorder")
    found = bends(state, unit, heading, step.inches, rout)
    if len(found) > 1:
        return Progress((), (retreat_events.Bend(step.unit, step.cause, step.inches, step.foe, tuple(found)),))
    return Progress(
        tuple(went_back(state=state, unit=unit, cause=step.cause, heading=found[0], inches=step.inches, foe=step.foe))
    )


def heading_back(state: State, unit: Unit, cause: str, foe: str) -> int:
    """Routs go home, everything else straight away from the enemy [morale.retreat-direction]."""
    if cause == "rout":
        return homeward(state, unit)
    enemy = field.unit_of(state, foe) if foe else sight_table.nearest_enemy(state, unit, False)
    return away_from(state, unit, enemy)


def went_back(state: State, unit: Unit, cause: str, heading: int, inches: float, foe: str) -> victory_table.Events:
    """A compelled move on a heading, and how the unit stands after it [morale.result-retire, move.table-edge]."""
    found = fall_back(state, unit, heading, inches, cause in ("rout", "disorder"))
    if found.left_table:
        return casualties_table.gone(state, unit, "left-table")
    if found.surrenders and cause not in ("evade", "keep-distance"):
        return casualties_table.gone(state, unit, "surrendered")
    end = found.end
    if cause != "rout":
        end = facing_enemy(state, end, field.unit_of(state, foe) if foe else None)
    elif found.inches > measure.TOLERANCE:
        end = turned_tail(state, end, heading)
    return [movement_events.moved_to(unit, end, cause)]


def turned_tail(state: State, unit: Unit, heading: int) -> Unit:
    """A routing unit has no facing; it is drawn with its back to the enemy where there is room [rout.behaviour]."""
    if abs(measure.turn_between(unit.pose.facing, heading)) <= 9000:
        return unit
    end = copy(unit)
    end.pose = Pose(unit.pose.x, unit.pose.y, unit.pose.facing + measure.HALF_TURN)
    return end


def bend_decision(view: State, step: retreat_events.Bend, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    base = heading_back(view, unit, step.cause, step.foe)
    items = [Item(str(heading), _bend_words(base, heading)) for heading in step.headings]
    sentence = f"{unit.name} must fall back and can bend either way: which?"
    return Decision(
        player, "bend", unit.id, sentence, ("charge-boys.morale.retreat-direction",), form=Choose(tuple(items))
    )


def _bend_words(base: int, heading: int) -> str:
    by = measure.turn_between(base, heading)
    return f"{abs(by) / 100:g}° to the {'right' if by > 0 else 'left'} of straight back"


def bent(state: State, step: retreat_events.Bend, command: Command) -> Progress:
    heading = int(key_of(command))
    unit = field.unit_of(state, step.unit)
    return Progress(
        tuple(went_back(state=state, unit=unit, cause=step.cause, heading=heading, inches=step.inches, foe=step.foe))
    )


def driven_out(state: State, unit: Unit, step: retreat_events.FallBack) -> Progress:
    """A garrison driven out is put just outside where there is room, and goes on with what is left of its move.

    [terrain.compelled-moves, morale.retreat-direction]
    """
    heading = heading_back(state, unit, step.cause, step.foe)
    end = outside(state, unit, heading)
    if end is None:
        return Progress(tuple(casualties_table.gone(state, unit, "surrendered")))
    price = terrain_rule.obstacle_price(terrain_rule.BUILDING, unit.formation, tables.ALLOWANCE_IN[unit.formation])
    left = max(0.0, step.inches - price)
    after = (retreat_events.FallBack(unit.id, step.cause, left, step.foe),) if left > measure.TOLERANCE else ()
    return Progress((movement_events.moved_to(unit, end, step.cause),), after)


def outside(state: State, unit: Unit, heading: int) -> Unit | None:
    """A garrison on the side of its building it is driven to, or the nearest with room; None where there is none."""
    for bend in ALL_ROUND:
        for by in (bend, -bend) if bend else (0,):
            end = _put_out(state, unit, heading + by)
            if movement_faults.has_room(state, end):
                return end
    return None


def _put_out(state: State, unit: Unit, heading: int) -> Unit:
    house = field.quarters(unit)
    _, deep = field.size(unit, state.settings)
    half = 0.5 * (abs(house.width * measure.sine(heading)) + abs(house.depth * measure.cosine(heading)))
    out = copy(unit)
    out.building = -1
    out.trail = ()
    out.pose = Pose(house.pose.x, house.pose.y, heading + measure.HALF_TURN)
    return shifted(out, heading, half + 0.5 * deep + 2 * measure.TOLERANCE, state.settings)


def carried_out(unit: Unit, verdict: morale_rule.Verdict, foe: str) -> tuple[object, ...]:
    """The move that a result compels, made at once [turn.compulsory-moves, orders.morale-overrides]."""
    if verdict.result in (morale_rule.CARRY_ON, morale_rule.HALT):
        return ()
    return (retreat_events.FallBack(unit.id, verdict.result, verdict.retreat.inches, foe),)


PLAYS: Final[Plays] = {
    retreat_events.FallBack: Play(fall_back_step),
    retreat_events.Bend: Play(no_effect, field.owner, bend_decision, bent),
}
