"""Help for a hand that moves pieces: the way to a place, what it would cost, and what could be seen and shot there.

What a charge could reach is not told before it is declared [charge.reach-not-shown].
"""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Assigned, Chosen, Marched, Placed, Reason
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Overlay, Part
from roundtop.battle.tally import Row
from roundtop.rulebooks.order_cards.activation import barrier_at as barrier_near
from roundtop.rulebooks.order_cards.activation import (
    barrier_faults,
    deeds,
    free_faults,
    line_length,
    may_fire,
    may_move,
    offered,
    owed,
    ride_faults,
    rider_of,
)
from roundtop.rulebooks.order_cards.cards import Card
from roundtop.rulebooks.order_cards.charge import may_charge, target_refusal
from roundtop.rulebooks.order_cards.combat import charge_targets, plan_charge, unmeasured, wheel_of
from roundtop.rulebooks.order_cards.deployment import officer_faults, place_faults, shaped
from roundtop.rulebooks.order_cards.fire import REACHES
from roundtop.rulebooks.order_cards.movement import (
    Course,
    Others,
    affordable,
    course_of,
    cut_short,
    faults_of,
    forming,
    in_file,
    priced,
)
from roundtop.rulebooks.order_cards.shooting import refusal, targets
from roundtop.rulebooks.order_cards.sight import ARC, aim_at, farthest, firing_stands, sees, units_gap, weapon_row
from roundtop.rulebooks.order_cards.state import (
    MESSENGER_RADIUS,
    OFFICER_RADIUS,
    ON_TABLE,
    State,
    Unit,
    base,
    card_of,
    copied,
    enemies,
    head_of,
    melee_of,
    officer_of,
    size_of,
    stand_poses,
    unit_of,
    with_unit,
)
from roundtop.rulebooks.order_cards.steps import (
    AimCharge,
    CardInPlay,
    DeclareCharge,
    FallBackTo,
    FireAt,
    FormUpFree,
    MoveMessenger,
    MoveOfficer,
    MoveUnit,
    PlaceOfficer,
    PlaceUnit,
    ShiftBarrier,
    Step,
)
from roundtop.rulebooks.order_cards.tables import ARTILLERY, BOOK, CAVALRY, LOOSE, UNLIMBERED, WAGON
from roundtop.rulebooks.order_cards.terrain import (
    MANHANDLED_OPEN,
    OFFICER_MOVE,
    Action,
    bill_lines,
    card_inches,
)
from roundtop.table.measure import FULL_TURN, TOLERANCE, cosine, distance, sine, turn_between, within
from roundtop.table.path import Manoeuvre, leg, shift, track, turn
from roundtop.table.plan import plan_drill
from roundtop.table.pose import Point, Pose, rounded_pose

SPOKES: Final = 24
ARC_STEP: Final = 500
DRILL: Final = ("forward", "back", "oblique", "wheel", "about-face")
GLYPHS: Final[dict[str, str]] = {ARTILLERY: "artillery", CAVALRY: "cavalry", WAGON: "wagon"}


# ---------------------------------------------------------------- the way there


def propose(view: State, step: Step, player: str, pose: Pose) -> Answer | None:
    """The answer that brings the asked piece to a pose, or as far towards it as it may go."""
    if isinstance(step, MoveUnit):
        return Marched(_march(view, unit_of(view, step.unit), pose))
    if isinstance(step, MoveOfficer):
        return Marched(_ride(officer_of(view, step.officer).pose, pose))
    if isinstance(step, MoveMessenger):
        return Marched(_ride(rider_of(view, step.messenger).pose, pose))
    if isinstance(step, (PlaceUnit, PlaceOfficer)):
        return Placed(rounded_pose(pose))
    if isinstance(step, FormUpFree):
        unit = unit_of(view, step.unit)
        return Marched((forming(unit, "form-up", turn_between(unit.pose.facing, pose.facing)),))
    if isinstance(step, ShiftBarrier):
        return Marched(_push(view, unit_of(view, step.unit), pose))
    if isinstance(step, FallBackTo):
        near = [(distance(pose.x, pose.y, place.x, place.y), at) for at, place in enumerate(step.places)]
        return Chosen((str(min(near)[1]),))
    if isinstance(step, DeclareCharge):
        unit = unit_of(view, step.unit)
        foes = charge_targets(view, unit, card_of(view, unit.player))
        ranked = sorted([(distance(pose.x, pose.y, foe.pose.x, foe.pose.y), foe.id) for foe in foes])
        return Chosen((ranked[0][1],)) if ranked else None
    return None


def _ride(start: Pose, goal: Pose) -> tuple[Manoeuvre, ...]:
    """Straight there, as far as a horse goes on a card [move.fixed-moves]."""
    away = distance(start.x, start.y, goal.x, goal.y)
    if away <= TOLERANCE:
        return ()
    share = min(1.0, OFFICER_MOVE / away)
    return (leg(round(start.x + share * (goal.x - start.x), 2), round(start.y + share * (goal.y - start.y), 2)),)


def _push(view: State, unit: Unit, goal: Pose) -> tuple[Manoeuvre, ...]:
    line = barrier_near(view, unit)
    away = distance(unit.pose.x, unit.pose.y, goal.x, goal.y)
    if line is None or away <= TOLERANCE:
        return ()
    share = min(1.0, line_length(line) / away)
    return (shift(share * (goal.x - unit.pose.x), share * (goal.y - unit.pose.y)),)


def _march(view: State, unit: Unit, goal: Pose) -> tuple[Manoeuvre, ...]:
    """A way a unit can go, cut to what its card pays for and short of everybody."""
    card = card_of(view, unit.player)
    reach = card_inches(card, unit.arm, unit.mounted)
    made = _planned(unit, goal, reach)
    if not made or (unit.formation == UNLIMBERED and not unit.disordered):
        return made
    if made[-1].kind in ("forward", "oblique", "leg", "shift"):
        made = affordable(view, unit, card, made) or made
        made = cut_short(view, unit, made, Others(view, unit)) or made
    return made


def _planned(unit: Unit, goal: Pose, reach: float) -> tuple[Manoeuvre, ...]:
    x, y = unit.pose.x, unit.pose.y
    away = distance(x, y, goal.x, goal.y)
    if unit.disordered:
        share = min(1.0, reach / away) if away > TOLERANCE else 0.0
        made: list[Manoeuvre] = [shift(share * (goal.x - x), share * (goal.y - y))] if share > 0.0 else []
        facing = turn_between(unit.pose.facing, goal.facing)
        return (*([turn(facing)] if facing else []), *made)
    if unit.formation == UNLIMBERED:
        if away > 0.25:
            share = min(1.0, MANHANDLED_OPEN / away)
            return (shift(share * (goal.x - x), share * (goal.y - y)),)
        facing = turn_between(unit.pose.facing, goal.facing)
        return (turn(facing),) if facing else ()
    if in_file(unit):
        head = head_of(unit)
        there = distance(head.x, head.y, goal.x, goal.y)
        if there <= TOLERANCE:
            return ()
        share = min(1.0, reach / there)
        return (leg(head.x + share * (goal.x - head.x), head.y + share * (goal.y - head.y)),)
    width, depth = size_of(unit)
    return plan_drill(unit.pose, goal, width, depth, reach, DRILL).manoeuvres


# ---------------------------------------------------------------- what it would cost and meet


def preview(view: State, step: Step, player: str, answer: Answer) -> Preview | None:
    """What an answer would do to the asked piece."""
    if isinstance(answer, Marched):
        return _marched(view, step, answer.manoeuvres)
    if isinstance(answer, Placed):
        return _placed(view, step, rounded_pose(answer.pose))
    if isinstance(step, FallBackTo) and isinstance(answer, Chosen):
        unit = unit_of(view, step.unit)
        place = step.places[int(answer.keys[0])]
        there = copied(unit)
        there.pose = Pose(place.x, place.y, unit.pose.facing)
        return Preview(there.pose, parts_of(there), ((unit.pose.x, unit.pose.y), (place.x, place.y)), (), (), ())
    if isinstance(step, AimCharge) and isinstance(answer, Assigned) and view.settings.premeasure_charges:
        return _charged(view, step, dict(answer.pairs))
    return None


def _marched(view: State, step: Step, manoeuvres: tuple[Manoeuvre, ...]) -> Preview | None:
    if isinstance(step, MoveUnit):
        return _moved(view, unit_of(view, step.unit), manoeuvres)
    if isinstance(step, FormUpFree):
        unit = unit_of(view, step.unit)
        course = course_of(view, unit, manoeuvres)
        faults = tuple(free_faults(view, unit, manoeuvres)) if manoeuvres else ()
        return Preview(course.after.pose, parts_of(course.after), (), (), (), faults)
    if isinstance(step, MoveOfficer):
        officer = officer_of(view, step.officer)
        return _ridden(view, officer.side, officer.pose, OFFICER_RADIUS, manoeuvres)
    if isinstance(step, MoveMessenger):
        rider = rider_of(view, step.messenger)
        return _ridden(view, rider.side, rider.pose, MESSENGER_RADIUS, manoeuvres)
    if isinstance(step, ShiftBarrier):
        unit = unit_of(view, step.unit)
        faults = tuple(barrier_faults(view, unit, manoeuvres)) if manoeuvres else ()
        return Preview(unit.pose, parts_of(unit), (), (), (), faults)
    return None


def _moved(view: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Preview:
    course = course_of(view, unit, manoeuvres)
    if course.fault is not None:
        return Preview(unit.pose, parts_of(unit), (), (), (), (course.fault,))
    card = card_of(view, unit.player)
    faults = faults_of(view, unit, card, course, Others(view, unit))
    return Preview(
        course.after.pose,
        parts_of(course.after),
        _track(unit, course),
        costs(view, unit, card, course),
        crosses(view, course),
        tuple(faults),
    )


def _track(unit: Unit, course: Course) -> tuple[Point, ...]:
    points: list[Point] = []
    for path in course.sweeps:
        points.extend(track(path, 0.0, 0.0))
    return tuple(points)


def costs(view: State, unit: Unit, card: Card, course: Course) -> tuple[Row, ...]:
    """The price of a move line by line, and what is left [move.card-distance, move.terrain-table]."""
    if unit.formation == UNLIMBERED and not unit.disordered and course.before is None:
        return (Row("manhandled", f"{course.walked:.1f}″", BOOK + "move.fixed-moves"),)
    bill = priced(view, unit, card, course)
    rows = bill_lines(bill, tuple(course.actions))
    if bill.refusal:
        return rows
    return (*rows, Row("walked", f"{course.walked:.1f}″ of {bill.left:g}″", BOOK + "move.card-distance"))


def crosses(view: State, course: Course) -> tuple[Row, ...]:
    """What ground a move touches and crosses, and the nearest enemy at its end."""
    rows = [Row(_plain(one.do), "", BOOK + "move.how-deductions-count") for one in course.actions if _ground(one)]
    near = sorted([(round(units_gap(course.after, foe), 1), foe.name) for foe in enemies(view, course.after)])
    if near:
        rows.append(Row("nearest enemy", f"{near[0][1]}, {near[0][0]:.1f}″", BOOK + "move.enemy-contact"))
    return tuple(rows)


def _ground(one: Action) -> bool:
    return one.do not in ("wheel", "oblique", "facing-change", "step-back", "form-up", "reform")


def _plain(do: str) -> str:
    return do.replace("-", " ")


def _ridden(view: State, side: str, start: Pose, radius: float, manoeuvres: tuple[Manoeuvre, ...]) -> Preview:
    faults = ride_faults(view, side, start, radius, manoeuvres)
    points: list[Point] = [(start.x, start.y), *[(one.x, one.y) for one in manoeuvres]]
    end = rounded_pose(Pose(points[-1][0], points[-1][1], start.facing))
    walked = sum([distance(*points[at - 1], *points[at]) for at in range(1, len(points))])
    cost = Row("ride", f"{walked:.1f}″ of {OFFICER_MOVE:g}″", BOOK + "move.fixed-moves")
    part = Part(end, 2 * radius, 2 * radius, "officer")
    return Preview(end, (part,), tuple(points), (cost,), (), tuple(faults))


def _placed(view: State, step: Step, pose: Pose) -> Preview | None:
    if isinstance(step, PlaceUnit):
        unit = shaped(unit_of(view, step.unit), step.formation)
        unit.pose = pose
        return Preview(pose, parts_of(unit), (), (), (), tuple(place_faults(view, unit, pose)))
    if isinstance(step, PlaceOfficer):
        officer = officer_of(view, step.officer)
        part = Part(pose, 2 * OFFICER_RADIUS, 2 * OFFICER_RADIUS, "officer")
        return Preview(pose, (part,), (), (), (), tuple(officer_faults(view, officer, pose)))
    return None


def _charged(view: State, step: AimCharge, given: dict[str, str]) -> Preview | None:
    """A charge measured before it is declared, where the house rule allows it [charge.reach-not-shown]."""
    if "wheel" not in given or "extra" not in given:
        return None
    unit = unit_of(view, step.unit)
    by = wheel_of(view, step, given["wheel"])
    plan = plan_charge(view, unit, unit_of(view, step.target), by, int(given["extra"]))
    if plan.refusal:
        return Preview(unit.pose, parts_of(unit), (), (), (), (Reason(plan.text, plan.refusal),))
    rows = (
        Row("wheel", f"{plan.run.wheel:g}″", BOOK + "move.wheel"),
        Row("needed", f"{plan.run.needed:g}″ of {plan.run.allowance:g}″", BOOK + "charge.path"),
        Row("bonus left", f"+{plan.run.left}", BOOK + "charge.bonus-for-distance"),
    )
    met = unit_of(view, plan.met).name if plan.run.contact else "falls short"
    where = Row("meets", f"{met} ({plan.zone})" if plan.run.contact else met, BOOK + "charge.facing-zones")
    points: list[Point] = []
    for path in plan.sweeps:
        points.extend(track(path, 0.0, 0.0))
    return Preview(plan.after.pose, parts_of(plan.after), tuple(points), rows, (where,), ())


def parts_of(unit: Unit) -> tuple[Part, ...]:
    """Every stand of a unit as it would stand."""
    width, depth = base(unit)
    glyph = GLYPHS.get(unit.arm, "infantry") if unit.arm != CAVALRY or unit.mounted else "infantry"
    return tuple([Part(pose, width, depth, glyph) for pose in stand_poses(unit)])


# ---------------------------------------------------------------- what could be seen from there


def looks(view: State, piece: str, pose: Pose | None) -> tuple[Overlay, ...]:
    """Range and arc of a unit, whom it could fire at and whom not and why, who could fire at it, how far it could go.

    Nothing is measured for a unit that may still charge [charge.reach-not-shown].
    """
    found = [unit for unit in view.units if unit.id == piece and unit.place == ON_TABLE]
    if not found or unmeasured(view, found[0]):
        return ()
    unit = found[0]
    if pose is not None:
        unit = copied(unit)
        unit.pose = rounded_pose(pose)
        unit.trail = ()
        view = with_unit(view, unit)
    overlays = _bands(unit)
    for foe in enemies(view, unit):
        overlays.extend(_shot(view, unit, foe))
    return (*overlays, *_reach(view, unit, pose))


def _bands(unit: Unit) -> list[Overlay]:
    """The arc of a unit out to the limit of each range band [fire.stands-that-fire]."""
    stands = firing_stands(unit)
    if not stands:
        return []
    found: list[Overlay] = []
    for row in REACHES[weapon_row(unit, stands[0])]:
        percent = (
            f"the card's % + {row.percent}"
            if row.card and row.percent
            else "the card's %"
            if row.card
            else f"{row.percent}%"
        )
        label = f"to {row.limit:g}″: {percent} a stand"
        found.append(Overlay("arc", unit.side, label, _arc(unit, row.limit), row.clause))
    return found


def _arc(unit: Unit, limit: float) -> tuple[Point, ...]:
    """The outline of all that lies within arc and range of a line."""
    _, depth = size_of(unit)
    width, _ = size_of(unit)
    facing = unit.pose.facing
    s, c = sine(facing), cosine(facing)
    front_x, front_y = unit.pose.x + 0.5 * depth * s, unit.pose.y + 0.5 * depth * c
    left = (front_x - 0.5 * width * c, front_y + 0.5 * width * s)
    right = (front_x + 0.5 * width * c, front_y - 0.5 * width * s)
    half = FULL_TURN // 2 if unit.disordered else ARC
    points: list[Point] = [left]
    for middle, turns in ((left, range(-half, 1, ARC_STEP)), (right, range(0, half + 1, ARC_STEP))):
        for by in turns:
            points.append((middle[0] + limit * sine(facing + by), middle[1] + limit * cosine(facing + by)))
    points.append(right)
    return tuple(points)


def _shot(view: State, unit: Unit, foe: Unit) -> list[Overlay]:
    line = ((unit.pose.x, unit.pose.y), (foe.pose.x, foe.pose.y))
    found: list[Overlay] = []
    own = aim_at(view, unit, foe, False)
    clause = BOOK + "fire.two-stands"
    if own.eligible:
        nearest = min([group.distance for group in own.groups])
        words = f"{foe.name}: {own.eligible} of {unit.stands} stands bear, from {nearest:.1f}″"
        found.append(Overlay("line", unit.side, f"could fire at {words}", line, clause))
    elif unit.arm != WAGON:
        reason = _no_shot(view, unit, foe)
        found.append(Overlay("barred", unit.side, reason.text, line, reason.clause))
    theirs = aim_at(view, foe, unit, False)
    if theirs.eligible:
        words = f"{theirs.eligible} of {foe.stands} stands of {foe.name}"
        found.append(Overlay("threat", foe.side, f"could be fired at by {words}", (line[1], line[0]), clause))
    return found


def _no_shot(view: State, unit: Unit, foe: Unit) -> Reason:
    """Why no stand of a unit bears on another: too far, outside the arc, out of sight."""
    away = units_gap(unit, foe)
    reach = farthest(unit)
    if not within(away, reach):
        return Reason(f"{foe.name} is {away:.1f}″ away, beyond {reach:g}″", BOOK + "fire.infantry-range")
    if not firing_stands(unit):
        return Reason(f"{unit.name} cannot fire as it stands", BOOK + "fire.stands-that-fire")
    if not sees(view, unit, foe):
        return Reason(f"{foe.name} is out of sight", BOOK + "fire.line-of-sight")
    return Reason(f"{foe.name} is outside the arc of fire", BOOK + "fire.stands-that-fire")


def _reach(view: State, unit: Unit, pose: Pose | None) -> tuple[Overlay, ...]:
    """How far a unit could go in every direction on the card being played, as a crowd or straight ahead."""
    if pose is not None or view.side != unit.side or view.phase != "cards":
        return ()
    card = card_of(view, unit.player)
    inches = card_inches(card, unit.arm, unit.mounted)
    if not may_move(unit, card) or inches <= 0.0 or unit.formation == UNLIMBERED:
        return ()
    points: list[Point] = []
    for spoke in range(SPOKES):
        heading = unit.pose.facing + spoke * (FULL_TURN // SPOKES)
        points.append((unit.pose.x + inches * sine(heading), unit.pose.y + inches * cosine(heading)))
    label = f"{inches:g}″, before the ground takes its share"
    return (Overlay("reach", unit.side, label, tuple(points), BOOK + "move.card-distance"),)


# ---------------------------------------------------------------- why not


def why_not(view: State, step: Step, piece: str) -> tuple[Reason, ...]:
    """Why a piece may not be named now: as a target of fire or charge, or as the next to act."""
    found = [unit for unit in view.units if unit.id == piece and unit.place == ON_TABLE]
    if not found:
        return ()
    other = found[0]
    if isinstance(step, FireAt):
        return _no_fire(view, step, unit_of(view, step.unit), other)
    if isinstance(step, DeclareCharge):
        return _no_charge(view, unit_of(view, step.unit), other)
    if isinstance(step, CardInPlay):
        return _no_deed(view, other)
    return ()


def _no_fire(view: State, step: FireAt, unit: Unit, other: Unit) -> tuple[Reason, ...]:
    if other.side == unit.side:
        return (Reason(f"{other.name} is on your own side.", BOOK + "fire.one-target"),)
    if melee_of(view, other.id) is not None:
        return (Reason(f"{other.name} is in a melee.", BOOK + "turn.coordination"),)
    card = card_of(view, unit.player)
    if other in targets(view, unit, card, step.guns):
        return ()
    aim = aim_at(view, unit, other, False, step.guns)
    if aim.eligible == 0:
        reason = _no_shot(view, unit, other)
        return (Reason(f"{reason.text}.", reason.clause),)
    clause = refusal(unit, other, card, aim, step.guns)
    return (Reason(f"Only {aim.eligible} stand bears on {other.name}, or on too few of its stands.", clause),)


def _no_charge(view: State, unit: Unit, other: Unit) -> tuple[Reason, ...]:
    """By sight, state and formation, or because no lawful way leads there; never by distance."""
    if other.side == unit.side:
        return (Reason(f"{other.name} is on your own side.", BOOK + "charge.who"),)
    if unit.target and other.id != unit.target:
        return (Reason("A charge that goes on goes on at the same target.", BOOK + "charge.short"),)
    loose = unit.formation == LOOSE and not unit.disordered
    clause = target_refusal(loose, other.arm, other.state, other.disordered, sees(view, unit, other))
    if clause:
        words = "is out of sight" if clause.endswith("see-target") else "is formed: loose order cannot charge it"
        return (Reason(f"{other.name} {words}.", clause),)
    if other in charge_targets(view, unit, card_of(view, unit.player)):
        return ()
    return (Reason(f"No lawful way leads {unit.name} into {other.name}.", BOOK + "charge.path"),)


def _no_deed(view: State, unit: Unit) -> tuple[Reason, ...]:
    card = card_of(view, unit.player)
    if unit.side != view.side:
        return (Reason("The enemy's units act on his cards.", BOOK + "turn.no-reaction"),)
    if offered(view, unit, card) or owed(unit):
        return ()
    if deeds(view, unit, card):
        return (Reason(f"{unit.name} has nobody to fire at.", BOOK + "fire.one-target"),)
    if melee_of(view, unit.id) is not None:
        return (Reason(f"{unit.name} is in a melee.", BOOK + "charge.multiple"),)
    if unit.moved or unit.fired:
        return (Reason(f"{unit.name} has done what it can on this card.", BOOK + "turn.no-repositioning"),)
    clause = may_charge(
        card, unit.arm, unit.mounted, unit.formation, unit.state, unit.disordered, unit.wing != 0, False
    )
    if not may_move(unit, card) and not may_fire(unit, card) and clause:
        return (Reason(f"The card {card.name} gives {unit.name} nothing to do.", BOOK + "cards.deck"),)
    return ()
