"""A unit in the hand: the way there, what it would cost and meet, what could be seen and shot from there."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Chosen, Marched, Placed, Reason
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Overlay, Part
from roundtop.battle.tally import Row
from roundtop.rulebooks.infantry_action.activation import pivot_faults, set_down_faults
from roundtop.rulebooks.infantry_action.charge import charge_plan, charge_targets, in_charge_reach
from roundtop.rulebooks.infantry_action.command import ALLOWANCE_IN, OBSTACLE_COST_IN, WOOD_COST
from roundtop.rulebooks.infantry_action.deployment import place_faults
from roundtop.rulebooks.infantry_action.fire import BANDS, REACH, band
from roundtop.rulebooks.infantry_action.movement import (
    FAST_CONE,
    Others,
    Price,
    advance_faults,
    advance_lanes,
    cut_short,
    judge,
    path_of,
    price,
)
from roundtop.rulebooks.infantry_action.shooting import lawful_aims, may_name, refusal
from roundtop.rulebooks.infantry_action.sight import Aim, aims, bodies, body, farthest, sees
from roundtop.rulebooks.infantry_action.state import (
    CHARGE,
    FAST,
    ON_TABLE,
    State,
    Unit,
    block,
    block_at,
    copied,
    enemies,
    muzzle,
    on_table,
    stand_at,
    stand_right,
    unit_of,
    with_unit,
)
from roundtop.rulebooks.infantry_action.steps import (
    ChargeUnit,
    MoveUnit,
    Nominate,
    PivotBattery,
    PlaceUnit,
    SetDownBattery,
    Step,
)
from roundtop.table.crossed import crossed_lines, track_in_area
from roundtop.table.footprint import gap
from roundtop.table.measure import (
    FULL_TURN,
    bearing,
    cosine,
    distance,
    sine,
    turn_between,
    within,
)
from roundtop.table.path import Manoeuvre, Sweep, clearance, manoeuvres_of, shift, track
from roundtop.table.plan import plan_rigid
from roundtop.table.pose import Point, Pose, rounded_pose, turned

BOOK: Final = "infantry-action."
HALVINGS: Final = 6
"""How closely the end of a move is sought that the ground makes too long."""
SPOKES: Final = 24
"""In so many directions it is tried how far a unit can go."""
ARC_STEP: Final = 500
PIVOT_STEP: Final = 5
STRAIGHT: Final = 18000


# ---------------------------------------------------------------- the way there


def propose(view: State, step: Step, player: str, pose: Pose) -> Answer | None:
    """The answer that brings the asked unit to a pose, or as far towards it as it may go."""
    if isinstance(step, MoveUnit):
        return Marched(_march(view, unit_of(view, step.unit), pose))
    if isinstance(step, ChargeUnit):
        return _charge(view, unit_of(view, step.unit), pose)
    if isinstance(step, (PlaceUnit, SetDownBattery)):
        return Placed(rounded_pose(pose))
    if isinstance(step, PivotBattery):
        return _pivot(view, unit_of(view, step.unit), pose)
    return None


def _march(view: State, unit: Unit, goal: Pose) -> tuple[Manoeuvre, ...]:
    """The planner's way; with its own facing where the turn is what cannot be; the first if none is lawful."""
    kept = Pose(goal.x, goal.y, unit.pose.facing)
    first: tuple[Manoeuvre, ...] = ()
    for wanted in (goal, kept):
        made = _shortened(view, unit, wanted)
        if made and not judge(view, unit, unit.order, made):
            return made
        first = first or made
    return first


def _shortened(view: State, unit: Unit, goal: Pose) -> tuple[Manoeuvre, ...]:
    """As far as the order allows, less what the ground takes, short of the enemy and of the table's edge."""
    allowed = ALLOWANCE_IN[unit.order]
    made = _planned(view, unit, goal, allowed)
    if not within(price(view, unit, path_of(view, unit, made)).inches(), allowed):
        low, high = 0.0, allowed
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            if within(price(view, unit, path_of(view, unit, _planned(view, unit, goal, middle))).inches(), allowed):
                low = middle
            else:
                high = middle
        made = _planned(view, unit, goal, low)
    return _cut(view, unit, made)


def _cut(view: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    return manoeuvres_of(cut_short(view, unit, path_of(view, unit, manoeuvres), Others(view, unit)))


def _planned(view: State, unit: Unit, goal: Pose, allowed: float) -> tuple[Manoeuvre, ...]:
    size = view.settings.stand_in
    lever = stand_right(unit.stands, unit.stands, view.settings)
    widest = FAST_CONE if unit.order == FAST else STRAIGHT
    about = unit.order != FAST
    return plan_rigid(unit.pose, goal, unit.stands * size, size, lever, allowed, about, widest).manoeuvres


def _charge(view: State, unit: Unit, pose: Pose) -> Answer:
    """The target nearest to the hand; with nobody in reach, along the lane nearest to it [charge.no-target]."""
    plans = charge_targets(view, unit)
    if plans:
        near = [(distance(pose.x, pose.y, plan.contact.x, plan.contact.y), place) for place, plan in enumerate(plans)]
        return Chosen((plans[min(near)[1]].target,))
    heading = bearing(unit.pose.x, unit.pose.y, pose.x, pose.y)
    lanes = [(abs(turn_between(lane, heading)), lane) for lane in advance_lanes(view, unit)]
    off, lane = min(lanes)
    along = min(ALLOWANCE_IN[CHARGE], distance(unit.pose.x, unit.pose.y, pose.x, pose.y) * cosine(off))
    if along <= 0.0:
        return Marched(())
    return Marched(_cut(view, unit, (shift(along * sine(lane), along * cosine(lane)),)))


def _pivot(view: State, unit: Unit, pose: Pose) -> Answer:
    """The nearest of the turns a battery may make [movement.artillery-static]."""
    wanted = turn_between(unit.pose.facing, pose.facing) / 100.0
    turns = [by for by in range(-45, 46, PIVOT_STEP) if not pivot_faults(view, unit, by)]
    return Chosen((str(min(turns, key=lambda by: (abs(by - wanted), by))),))


# ---------------------------------------------------------------- what it would cost and meet


def preview(view: State, step: Step, player: str, answer: Answer) -> Preview | None:
    """What an answer would do to the asked unit."""
    if isinstance(step, MoveUnit) and isinstance(answer, Marched):
        unit = unit_of(view, step.unit)
        faults = judge(view, unit, unit.order, answer.manoeuvres)
        return _moved(view, unit, answer.manoeuvres, ALLOWANCE_IN[unit.order], faults)
    if isinstance(step, ChargeUnit):
        return _charged(view, unit_of(view, step.unit), answer)
    if isinstance(step, PlaceUnit) and isinstance(answer, Placed):
        unit = unit_of(view, step.unit)
        return _set_down(view, unit, answer.pose, place_faults(view, unit, rounded_pose(answer.pose)))
    if isinstance(step, SetDownBattery) and isinstance(answer, Placed):
        unit = unit_of(view, step.unit)
        return _set_down(view, unit, answer.pose, set_down_faults(view, unit, rounded_pose(answer.pose)))
    if isinstance(step, PivotBattery) and isinstance(answer, Chosen):
        unit = unit_of(view, step.unit)
        by = int(answer.keys[0])
        cost = Row("turn", f"{by}° of 45°", BOOK + "movement.artillery-static")
        end = turned(unit.pose, by * 100)
        return Preview(end, parts_at(view, unit, end), (), (cost,), (), tuple(pivot_faults(view, unit, by)))
    return None


def _moved(view: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...], allowed: float, faults: list[Reason]) -> Preview:
    path = path_of(view, unit, manoeuvres)
    end = rounded_pose(path.end)
    return Preview(
        end,
        parts_at(view, unit, end),
        track(path, 0.0, 0.0),
        costs(view, unit, path, allowed),
        crosses(view, unit, path),
        tuple(faults),
    )


def _charged(view: State, unit: Unit, answer: Answer) -> Preview | None:
    if isinstance(answer, Marched):
        faults = advance_faults(view, unit, answer.manoeuvres, advance_lanes(view, unit))
        return _moved(view, unit, answer.manoeuvres, ALLOWANCE_IN[CHARGE], faults)
    if not isinstance(answer, Chosen):
        return None
    target = unit_of(view, answer.keys[0])
    plan = charge_plan(view, unit, target)
    if plan is None:
        return None
    found = _moved(view, unit, plan.manoeuvres, ALLOWANCE_IN[CHARGE], [])
    clause = "charge.flank-or-rear" if plan.flank else "charge.path"
    where = Row("meets", target.name + (", flank or rear" if plan.flank else ""), BOOK + clause)
    return Preview(plan.end, parts_at(view, unit, plan.end), found.track, found.costs, (*found.crosses, where), ())


def _set_down(view: State, unit: Unit, pose: Pose, faults: list[Reason]) -> Preview:
    end = rounded_pose(pose)
    return Preview(end, parts_at(view, unit, end), (), (), (), tuple(faults))


def parts_at(view: State, unit: Unit, pose: Pose) -> tuple[Part, ...]:
    """Every stand of a unit as it would stand there."""
    size = view.settings.stand_in
    glyph = "artillery" if unit.kind == "battery" else "infantry"
    found: list[Part] = []
    for stand in range(1, unit.stands + 1):
        x, y = stand_at(pose, unit.stands, stand, view.settings)
        found.append(Part(Pose(x, y, pose.facing), size, size, glyph))
    return tuple(found)


def costs(view: State, unit: Unit, path: Sweep, allowed: float) -> tuple[Row, ...]:
    """The price of a move line by line, and what is left [movement.measuring, movement.terrain]."""
    cost: Price = price(view, unit, path)
    rows = [Row("farthest stand", f"{cost.farthest:.1f}″", BOOK + "movement.measuring")]
    if cost.wood:
        rows.append(Row("wood", f"+{WOOD_COST * cost.wood:.1f}″", BOOK + "movement.terrain"))
    if cost.obstacles:
        rows.append(Row("obstacles", f"+{OBSTACLE_COST_IN * cost.obstacles:g}″", BOOK + "movement.terrain"))
    order = unit.order if unit.order in ALLOWANCE_IN else CHARGE
    rows.append(Row("allowance used", f"{cost.inches():.1f}″ of {allowed:g}″", BOOK + "movement." + order))
    return tuple(rows)


def crosses(view: State, unit: Unit, path: Sweep) -> tuple[Row, ...]:
    """What the middle of the line goes through and over, whom it passes, and the nearest enemy at its end."""
    ground = view.ground
    middle = track(path, 0.0, 0.0)
    rows: list[Row] = []
    for kind in sorted({area.kind for area in ground.areas}):
        inside = track_in_area(ground, (kind,), middle)
        if inside > 0.0:
            rows.append(Row(kind, f"{inside:.1f}″", BOOK + "movement.terrain"))
    for met in crossed_lines(ground, tuple(sorted({line.kind for line in ground.lines})), middle):
        rows.append(Row(ground.lines[met.index].kind, f"after {met.along:.1f}″", BOOK + "movement.terrain"))
    for friend in on_table(view, unit.side):
        if friend.id != unit.id and clearance(path, block(friend, view.settings)) <= 0.0:
            rows.append(Row("through", friend.name, BOOK + "movement.interpenetration"))
    there = block_at(unit, path.end, view.settings)
    near = sorted([(gap(there, block(foe, view.settings)), foe.name) for foe in enemies(view, unit)])
    if near:
        rows.append(Row("nearest enemy", f"{near[0][1]}, {near[0][0]:.1f}″", BOOK + "movement.separation"))
    return tuple(rows)


# ---------------------------------------------------------------- what could be seen from there


def looks(view: State, piece: str, pose: Pose | None) -> tuple[Overlay, ...]:
    """Ranges and arc of a unit, whom it could shoot and whom not and why, who could shoot it, how far it could go.

    Kinds: arc, line (a lawful shot), barred (no shot), threat (a shot at it), reach.
    """
    found = [unit for unit in view.units if unit.id == piece and unit.place == ON_TABLE]
    if not found:
        return ()
    unit = found[0]
    if pose is not None:
        unit = copied(unit)
        unit.pose = rounded_pose(pose)
        view = with_unit(view, unit)
    overlays = _bands(view, unit)
    for foe in enemies(view, unit):
        overlays.extend(_shot(view, unit, foe))
    return (*overlays, *_reach(view, unit, pose))


def _bands(view: State, unit: Unit) -> list[Overlay]:
    """The arc of a line out to the limit of each range band [shooting.arc, shooting.band-edges]."""
    bands = BANDS[unit.kind]
    limits = [one.limit for one in bands]
    if view.settings.weapon_effect == "range" and unit.weapon in REACH:
        limits = list(REACH[unit.weapon])
    found: list[Overlay] = []
    for one, limit in zip(bands, limits):
        label = f"{one.name}, {limit:g}″: hits on {one.hits_on}+"
        found.append(Overlay("arc", unit.side, label, _arc(view, unit, limit), one.clause))
    return found


def _arc(view: State, unit: Unit, limit: float) -> tuple[Point, ...]:
    """The outline of all that lies within the arc and a range of any stand of a line."""
    half = round(view.settings.fire_arc_deg * 100)
    left = muzzle(unit.pose, unit.stands, 1, view.settings)
    right = muzzle(unit.pose, unit.stands, unit.stands, view.settings)
    points: list[Point] = [left]
    for middle, turns in ((left, range(-half, 1, ARC_STEP)), (right, range(0, half + 1, ARC_STEP))):
        for by in turns:
            facing = unit.pose.facing + by
            points.append((middle[0] + limit * sine(facing), middle[1] + limit * cosine(facing)))
    points.append(right)
    return tuple(points)


WHY_NOT: Final = {
    BOOK + "shooting.not-into-combat": "nobody shoots out of or into combat",
    BOOK + "shooting.once-per-turn": "this unit has shot already",
    BOOK + "opportunity.terms": "it has not come into range or arc this turn",
}


def why_not(view: State, step: Step, piece: str) -> tuple[Reason, ...]:
    """Why a unit may not be named as a target [shooting.nominated-stand, charge.declaration]."""
    found = [unit for unit in view.units if unit.id == piece and unit.place == ON_TABLE]
    if not found or not isinstance(step, (Nominate, ChargeUnit)):
        return ()
    unit, other = unit_of(view, step.unit), found[0]
    if other.side == unit.side:
        return (Reason(f"{other.name} is on your own side.", _clause(unit)),)
    if isinstance(step, ChargeUnit):
        return _no_charge(view, unit, other)
    if step.target not in ("", other.id):
        now = unit_of(view, step.target).name
        return (Reason(f"Only {now} may be shot at now: it sets the fire off.", BOOK + "chargefire.who"),)
    if not may_name(view, unit, other):
        return (
            Reason(
                f"{other.name} is a battery: infantry cannot harm its guns.",
                BOOK + "artillery.infantry-against-battery",
            ),
        )
    clause = refusal(view, unit, other, step.moment)
    if clause:
        return (Reason(f"{other.name} may not be shot at: {WHY_NOT.get(clause, 'not now')}.", clause),)
    if lawful_aims(view, unit, step.moment, other.id, step.gun):
        return ()
    text, _, clause = _why_not(view, unit, other, ((0.0, 0.0), (0.0, 0.0)))
    return (Reason(f"{text}.", clause),)


def _no_charge(view: State, unit: Unit, other: Unit) -> tuple[Reason, ...]:
    away = gap(block(unit, view.settings), block(other, view.settings))
    if not in_charge_reach(view, unit, other):
        return (Reason(f"{other.name} is {away:.1f}″ away, out of a charge's reach.", BOOK + "movement.charge"),)
    if not sees(view, unit, other):
        return (Reason(f"{unit.name} does not see {other.name}.", BOOK + "charge.declaration"),)
    if charge_plan(view, unit, other) is None:
        return (Reason(f"No lawful path leads {unit.name} into {other.name}.", BOOK + "charge.path"),)
    return ()


def _shot(view: State, unit: Unit, foe: Unit) -> list[Overlay]:
    everyone = bodies(view)
    found: list[Overlay] = []
    line = ((unit.pose.x, unit.pose.y), (foe.pose.x, foe.pose.y))
    own = aims(view, unit, body(unit), [body(foe)], everyone)
    if own:
        found.append(Overlay("line", unit.side, f"could shoot {_aim_words(view, unit, foe, own)}", line, _clause(unit)))
    else:
        found.append(Overlay("barred", unit.side, *_why_not(view, unit, foe, line)))
    theirs = aims(view, foe, body(foe), [body(unit)], everyone)
    if theirs:
        back = (line[1], line[0])
        label = f"could be shot by {_aim_words(view, foe, foe, theirs)}"
        found.append(Overlay("threat", foe.side, label, back, _clause(foe)))
    return found


def _clause(unit: Unit) -> str:
    return BOOK + ("artillery.hit-destroys" if unit.kind == "battery" else "shooting.nominated-stand")


def _aim_words(view: State, shooter: Unit, named: Unit, found: list[Aim]) -> str:
    nearest = min([aim.distance for aim in found])
    stands = len({aim.stand for aim in found})
    hits = band(shooter.kind, nearest, shooter.weapon, view.settings).hits_on
    return f"{named.name}: {stands} of {shooter.stands} stands from {nearest:.1f}″, hits on {hits}+"


def _why_not(view: State, unit: Unit, foe: Unit, line: tuple[Point, Point]) -> tuple[str, tuple[Point, ...], str]:
    """Why no stand has a shot: too far, outside the arc, or out of sight."""
    away = gap(block(unit, view.settings), block(foe, view.settings))
    reach = farthest(unit.kind, unit.weapon, view.settings)
    if not within(away, reach):
        return f"{foe.name} is {away:.1f}″ away, beyond {reach:g}″", line, BOOK + "shooting.band-edges"
    round_about = copied(unit)
    for by in range(0, FULL_TURN, 4500):
        round_about.pose = turned(unit.pose, by)
        if by and aims(view, round_about, body(round_about), [body(foe)], bodies(view)):
            return f"{foe.name} is outside the arc of fire", line, BOOK + "shooting.arc"
    return f"{foe.name} is out of sight", line, BOOK + "shooting.line-of-sight"


def _reach(view: State, unit: Unit, pose: Pose | None) -> tuple[Overlay, ...]:
    """How far a unit under a known order could go in every direction, keeping its facing [movement.measuring]."""
    if pose is not None or unit.order not in ALLOWANCE_IN:
        return ()
    points: list[Point] = []
    for spoke in range(SPOKES):
        towards = unit.pose.facing + spoke * (FULL_TURN // SPOKES)
        far = _farthest_lawful(view, unit, sine(towards), cosine(towards))
        points.append((unit.pose.x + far * sine(towards), unit.pose.y + far * cosine(towards)))
    label = f"reach of {unit.name}, {ALLOWANCE_IN[unit.order]:g}″"
    return (Overlay("reach", unit.side, label, tuple(points), BOOK + "movement." + unit.order),)


def _farthest_lawful(view: State, unit: Unit, x: float, y: float) -> float:
    """How far a unit can go in this direction; friends at the end are not in its way for good."""
    low, high = 0.0, ALLOWANCE_IN[unit.order]
    if _may_go(view, unit, x * high, y * high):
        return high
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if _may_go(view, unit, x * middle, y * middle):
            low = middle
        else:
            high = middle
    return low


def _may_go(view: State, unit: Unit, dx: float, dy: float) -> bool:
    faults = judge(view, unit, unit.order, (shift(dx, dy),))
    return not [one for one in faults if one.clause != BOOK + "movement.interpenetration"]
