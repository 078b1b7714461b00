"""A unit in the hand: the way there, what it would meet, what could be seen and shot from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.forms import Answer, Marched, Placed, Reason
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Overlay, Part
from roundtop.battle.tally import Row
from roundtop.rulebooks.chamberlain import artillery
from roundtop.rulebooks.chamberlain.activation import (
    Action,
    judge,
    moved_by,
    onsets,
    read,
    yard_of,
)
from roundtop.rulebooks.chamberlain.combat import advance_room
from roundtop.rulebooks.chamberlain.command import SECOND_UNIT_BW, VIGOROUS
from roundtop.rulebooks.chamberlain.deployment import entry_faults, in_hand, place_faults
from roundtop.rulebooks.chamberlain.movement import RESERVE_BW, rate_of
from roundtop.rulebooks.chamberlain.orders import MARKER_BW, set_down_faults
from roundtop.rulebooks.chamberlain.scene import BOOK, bw, glyph_of
from roundtop.rulebooks.chamberlain.shooting import aimed_shot, may_fire, shot_clause
from roundtop.rulebooks.chamberlain.sight import HALF_ARC, sees
from roundtop.rulebooks.chamberlain.state import (
    ON_TABLE,
    UNKNOWN,
    Officer,
    State,
    Unit,
    block,
    centre,
    copied,
    enemies,
    label,
    marker,
    middle,
    officer_of,
    on_table,
    unit_of,
    with_unit,
)
from roundtop.rulebooks.chamberlain.steps import Act, Advance, ChooseShot, Enter, PlaceUnit, SetDown
from roundtop.rulebooks.chamberlain.tables import GUNS, SKIRMISH_BW, VOLLEY_BW, reach_of
from roundtop.rulebooks.chamberlain.terrain import BASE_WIDTH, CHART, base, touching, zone
from roundtop.table.crossed import crossed_lines, track_in_area
from roundtop.table.footprint import Block, corners, gap, overlap
from roundtop.table.measure import FULL_TURN, TOLERANCE, bearing, cosine, distance, sine, turn_between, within
from roundtop.table.path import Manoeuvre, forward, pivot, shift
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

SPOKES: Final = 24
"""In so many directions it is tried how far a unit can go; a radius is drawn with twice as many corners."""
SHORTER_BW: Final = 0.1
ARC_STEP: Final = 500


# ---------------------------------------------------------------- the way there


def propose(view: State, step: object, player: str, pose: Pose) -> Answer | None:
    """The answer that brings the asked piece to a pose, or as far towards it as it may go."""
    way = PROPOSALS.get(type(step))
    return None if way is None else way(view, step, pose)


def act_proposed(view: State, step: Act, pose: Pose) -> Answer:
    return Marched(_towards(view, unit_of(view, step.unit), step.fired, centre(pose, view.settings)))


def advance_proposed(view: State, step: Advance, pose: Pose) -> Answer:
    unit = unit_of(view, step.unit)
    goal = centre(pose, view.settings)
    far = (goal.x - unit.pose.x) * sine(unit.pose.facing) + (goal.y - unit.pose.y) * cosine(unit.pose.facing)
    return Marched((forward(min(far, advance_room(view, unit))),) if far > TOLERANCE else ())


def set_down_proposed(view: State, step: object, pose: Pose) -> Answer:
    return Placed(rounded_pose(pose))


def _towards(view: State, unit: Unit, fired: bool, goal: Pose) -> tuple[Manoeuvre, ...]:
    """A charge onto an enemy, a difficult move where it reaches, otherwise a simple one; shortened until lawful."""
    struck = _charge(view, unit, goal) if not fired else ()
    if struck:
        return struck
    away = distance(unit.pose.x, unit.pose.y, goal.x, goal.y)
    if away <= TOLERANCE:
        return _turned(view, unit, goal.facing)
    rate = rate_of(unit.arm, unit.mounted)
    careful = _step(view, unit, goal, rate.difficult)
    if fired or within(away, rate.difficult):
        return _lawful(view, unit, fired, careful) or careful
    heading = bearing(unit.pose.x, unit.pose.y, goal.x, goal.y)
    straight = (*_turned(view, unit, heading), forward(min(away, rate.simple)))
    return _lawful(view, unit, fired, straight) or _lawful(view, unit, fired, careful) or straight


def _turned(view: State, unit: Unit, facing: int) -> tuple[Manoeuvre, ...]:
    by = turn_between(unit.pose.facing, facing)
    return (pivot(by, 0.0, 0.5 * view.settings.setup_unit_depth),) if by else ()


def _step(view: State, unit: Unit, goal: Pose, reach: float) -> tuple[Manoeuvre, ...]:
    """A difficult move towards a pose, with its facing at the end."""
    dx, dy = goal.x - unit.pose.x, goal.y - unit.pose.y
    share = min(1.0, reach / distance(0.0, 0.0, dx, dy))
    return (shift(dx * share, dy * share), *_turned(view, unit, goal.facing))


def _lawful(view: State, unit: Unit, fired: bool, line: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    """A move as far as it is lawful; nothing where not even its beginning is."""
    while line:
        if not judge(view, unit, fired, line):
            return line
        line = _shorter(line)
    return ()


def _shorter(line: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    found: list[Manoeuvre] = []
    for m in line:
        if m.kind == "forward":
            if m.amount <= SHORTER_BW:
                return ()
            found.append(forward(m.amount - SHORTER_BW))
        elif m.kind == "shift":
            length = distance(0.0, 0.0, m.x, m.y)
            if length <= SHORTER_BW:
                return ()
            share = (length - SHORTER_BW) / length
            found.append(shift(m.x * share, m.y * share))
        else:
            found.append(m)
    return tuple(found)


def _charge(view: State, unit: Unit, goal: Pose) -> tuple[Manoeuvre, ...]:
    """The charge at an enemy onto which a unit is dragged, if it may be charged."""
    there = base(goal, view.settings)
    touched = [foe.id for foe in enemies(view, unit.side) if _meets(there, block(foe, view.settings))]
    if not touched:
        return ()
    found = onsets(view, unit)
    for id, made in found.ways:
        if id in touched and id in found.allowed:
            return (Manoeuvre("charge"), *_turned(view, unit, made.end.facing), forward(made.distance))
    return ()


def _meets(there: Block, body: Block) -> bool:
    return overlap(there, body) or touching(there, body)


# ---------------------------------------------------------------- what it would do and meet


def preview(view: State, step: object, player: str, answer: Answer) -> Preview | None:
    """What an answer would do to the asked piece."""
    shown = PREVIEWS.get(type(step))
    return None if shown is None else shown(view, step, answer)


def act_shown(view: State, step: Act, answer: Answer) -> Preview | None:
    """An action of a unit: where it would end, what it uses, what it crosses, and every reason why not."""
    if not isinstance(answer, Marched):
        return None
    unit = unit_of(view, step.unit)
    faults = judge(view, unit, step.fired, answer.manoeuvres)
    action = read(unit.pose, answer.manoeuvres, view.settings.setup_unit_depth)
    end, cost = _end_of(view, unit, action)
    return _shown(view, unit, end, cost, faults)


def advance_shown(view: State, step: Advance, answer: Answer) -> Preview | None:
    if not isinstance(answer, Marched):
        return None
    unit = unit_of(view, step.unit)
    length = answer.manoeuvres[0].amount if answer.manoeuvres else 0.0
    cost = Row("advance", f"{bw(length)} of {bw(advance_room(view, unit))}", BOOK + "advance.distance")
    return _shown(view, unit, ahead(unit.pose, length), (cost,), [])


def place_shown(view: State, step: PlaceUnit, answer: Answer) -> Preview | None:
    if not isinstance(answer, Placed):
        return None
    end = rounded_pose(centre(answer.pose, view.settings))
    return _set_down(view, in_hand(view, step.side), end, place_faults(view, step.side, end))


def enter_shown(view: State, step: Enter, answer: Answer) -> Preview | None:
    if not isinstance(answer, Placed):
        return None
    unit = unit_of(view, step.unit)
    end = rounded_pose(centre(answer.pose, view.settings))
    return _set_down(view, unit, end, entry_faults(view, unit, end))


def set_down_shown(view: State, step: SetDown, answer: Answer) -> Preview | None:
    if not isinstance(answer, Placed):
        return None
    spot = rounded_pose(answer.pose)
    faults = set_down_faults(view, officer_of(view, step.officer), spot.x, spot.y)
    return Preview(spot, (Part(spot, MARKER_BW, MARKER_BW, "officer"),), (), (), (), tuple(faults))


def _end_of(view: State, unit: Unit, action: Action) -> tuple[Pose, tuple[Row, ...]]:
    """Where an action ends, and its cost in words."""
    rate = rate_of(unit.arm, unit.mounted)
    if action.kind in ("simple", "difficult"):
        made = moved_by(view, unit, action)
        limit = rate.simple if action.kind == "simple" else rate.difficult
        rows = [Row(f"{action.kind} move", f"{bw(made.distance)} of {bw(limit)}", rate.clause)]
        if made.engaged:
            rows.append(Row("engaged", "stops in the enemy's zone", BOOK + "move.engaged-enter"))
        return made.end, tuple(rows)
    if action.kind == "reserve" and action.points:
        x, y = action.points[-1]
        cost = Row("reserve move", f"{bw(action.length)} of {bw(RESERVE_BW)}", BOOK + "move.rate-reserve")
        return rounded_pose(Pose(x, y, action.facing)), (cost,)
    if action.kind == "charge":
        far = ahead(Pose(unit.pose.x, unit.pose.y, action.facing), action.length)
        return rounded_pose(far), (Row("charge", bw(action.length), BOOK + "move.charge-path"),)
    return unit.pose, ()


def _shown(view: State, unit: Unit, end: Pose, costs: tuple[Row, ...], faults: list[Reason]) -> Preview:
    there = middle(end, view.settings)
    here = middle(unit.pose, view.settings)
    track = ((unit.pose.x, unit.pose.y), (end.x, end.y))
    return Preview(
        there,
        _parts(view, unit, there),
        ((here.x, here.y), (there.x, there.y)),
        costs,
        crosses(view, unit, track, end),
        tuple(faults),
    )


def _set_down(view: State, unit: Unit, end: Pose, faults: list[Reason]) -> Preview:
    there = middle(end, view.settings)
    return Preview(there, _parts(view, unit, there), (), (), (), tuple(faults))


def _parts(view: State, unit: Unit, there: Pose) -> tuple[Part, ...]:
    return (Part(there, BASE_WIDTH, view.settings.setup_unit_depth, glyph_of(unit)),)


def crosses(view: State, unit: Unit, track: tuple[Point, Point], end: Pose) -> tuple[Row, ...]:
    """What the centre point goes through and over, and the nearest enemy at its end."""
    ground = view.ground
    rows: list[Row] = []
    for kind in sorted({area.kind for area in ground.areas}):
        inside = track_in_area(ground, (kind,), track)
        if inside > 0.0:
            rows.append(Row(kind.replace("-", " "), bw(inside), CHART[kind].clause))
    for met in crossed_lines(ground, tuple(sorted({line.kind for line in ground.lines})), track):
        kind = ground.lines[met.index].kind
        rows.append(Row(kind.replace("-", " "), f"after {bw(met.along)}", CHART[kind].clause))
    there = base(end, view.settings)
    near = sorted([(gap(there, block(foe, view.settings)), label(foe)) for foe in enemies(view, unit.side)])
    if near:
        rows.append(Row("nearest enemy", f"{near[0][1]}, {bw(near[0][0])}", BOOK + "setup.measuring"))
    return tuple(rows)


# ---------------------------------------------------------------- what could be seen from there


def looks(view: State, piece: str, pose: Pose | None) -> tuple[Overlay, ...]:
    """A unit's ranges, arc and zone, whom it could shoot, who could shoot it, how far it could go; or an officer's
    command radius.

    Kinds: arc, zone, radius, line (a lawful shot), barred (no shot), threat (a shot at it), reach.
    """
    for officer in view.officers:
        if officer.id == piece:
            return _radii(view, officer, pose)
    found = [unit for unit in view.units if unit.id == piece and unit.place == ON_TABLE]
    if not found:
        return ()
    unit = found[0]
    if pose is not None:
        unit = copied(unit)
        unit.pose = rounded_pose(centre(pose, view.settings))
        view = with_unit(view, unit)
    overlays = [_zone(view, unit)]
    if unit.name == UNKNOWN:
        return tuple(overlays)
    overlays.extend(_ranges(view, unit))
    for foe in enemies(view, unit.side):
        overlays.extend(_shots(view, unit, foe))
    return (*overlays, *(_reach(view, unit) if pose is None else ()))


def _radii(view: State, officer: Officer, pose: Pose | None) -> tuple[Overlay, ...]:
    """How far an officer commands [command.range, command.range-cnc, trait.vigorous]."""
    here = marker(view, officer) if pose is None else (pose.x, pose.y)
    if here is None:
        return ()
    settings = view.settings
    reach = settings.command_range_cnc if officer.cnc else settings.command_range_force
    clause = BOOK + ("command.range-cnc" if officer.cnc else "command.range")
    found = [Overlay("radius", officer.side, f"{officer.name} commands to {bw(reach)}", _circle(here, reach), clause)]
    if VIGOROUS in officer.traits and not within(abs(reach - SECOND_UNIT_BW), 0.0):
        text = f"{officer.name} serves to {bw(SECOND_UNIT_BW)}"
        found.append(Overlay("radius", officer.side, text, _circle(here, SECOND_UNIT_BW), BOOK + "trait.vigorous"))
    return tuple(found)


def _circle(here: Point, reach: float) -> tuple[Point, ...]:
    turns = range(0, FULL_TURN, FULL_TURN // (2 * SPOKES))
    return tuple([(here[0] + reach * sine(turn), here[1] + reach * cosine(turn)) for turn in turns])


def _zone(view: State, unit: Unit) -> Overlay:
    outline = corners(zone(block(unit, view.settings)))
    return Overlay("zone", unit.side, f"engagement zone of {label(unit)}", outline, BOOK + "move.engaged-zone")


def _ranges(view: State, unit: Unit) -> list[Overlay]:
    """The arc of fire out to each range [fire.arc, fire.range-volley, art.range-long]."""
    if unit.arm in GUNS:
        bands = (
            ("canister", artillery.CANISTER_BW, "art.range-canister"),
            ("long range", artillery.LONG_BW, "art.range-long"),
        )
    else:
        far = reach_of(unit.weapon, view.settings)
        bands = (
            ("volley", min(VOLLEY_BW, far), "fire.range-volley"),
            ("skirmish", min(SKIRMISH_BW, far), "fire.range-skirmish"),
        )
    half = HALF_ARC[view.settings.fire_arc]
    found: list[Overlay] = []
    for name, limit, clause in bands:
        if limit <= 0.0 or (name == "skirmish" and limit <= VOLLEY_BW):
            continue
        points: list[Point] = [(unit.pose.x, unit.pose.y)]
        for by in range(-half, half + 1, ARC_STEP):
            facing = unit.pose.facing + by
            points.append((unit.pose.x + limit * sine(facing), unit.pose.y + limit * cosine(facing)))
        found.append(Overlay("arc", unit.side, f"{name}, {bw(limit)}", tuple(points), BOOK + clause))
    return found


def _shots(view: State, unit: Unit, foe: Unit) -> list[Overlay]:
    """A unit's shot at an enemy, or why it has none; and the enemy's at it, as far as he is known."""
    line = ((unit.pose.x, unit.pose.y), (foe.pose.x, foe.pose.y))
    found: list[Overlay] = []
    clause = shot_clause(view, unit, foe)
    if clause:
        text = f"{label(foe)}: {WHY_NOT.get(clause, 'no shot')}"
        found.append(Overlay("barred", unit.side, text, line, clause))
    else:
        text = f"could fire at {label(foe)}: {_dice_words(view, unit, foe)}"
        found.append(Overlay("line", unit.side, text, line, BOOK + "fire.target-choice"))
    if foe.name != UNKNOWN and not shot_clause(view, foe, unit):
        text = f"could be fired at by {label(foe)}: {_dice_words(view, foe, unit)}"
        found.append(Overlay("threat", foe.side, text, (line[1], line[0]), BOOK + "fire.target-choice"))
    return found


def _dice_words(view: State, unit: Unit, foe: Unit) -> str:
    away, dice, hit_on = aimed_shot(view, unit, foe)
    return f"{dice} dice on {hit_on}+ at {bw(away)}"


WHY_NOT: Final[dict[str, str]] = {
    BOOK + "fire.who": "it has moved, or somebody is in contact",
    BOOK + "move.mobile-difficult": "it has moved too far to fire",
    BOOK + "move.mobile-hs": "it has moved too far to fire",
    BOOK + "move.mobile-rr": "only repeaters fire and move",
    BOOK + "move.limber-state": "its guns are limbered",
    BOOK + "unit.ammo-zero": "no ammunition",
    BOOK + "unit.weapon-carbine": "out of carbine range, or no firearm",
    BOOK + "unit.weapon-shotgun": "out of shotgun range",
    BOOK + "unit.weapon-smoothbore": "out of smoothbore range",
    BOOK + "unit.weapon-repeating-carbine": "out of carbine range",
    BOOK + "unit.weapon-breechloading-carbine": "out of carbine range",
    BOOK + "fire.range-skirmish": "farther than 2 BW",
    BOOK + "art.range-long": "farther than 8 BW",
    BOOK + "los.must-see": "out of sight",
    BOOK + "los.units-block": "friends are in the way",
    BOOK + "fire.arc": "outside the arc of fire",
    BOOK + "art.overhead-level": "friends are in the way",
    BOOK + "art.overhead-target": "friends are too near the target",
}


def _reach(view: State, unit: Unit) -> tuple[Overlay, ...]:
    """How far a unit that may act could go in every direction by a simple move [move.simple-straight]."""
    if unit.id not in view.waiting:
        return ()
    rate = rate_of(unit.arm, unit.mounted)
    yard = yard_of(view, unit, unit.pose, rate.simple)
    points: list[Point] = []
    for spoke in range(SPOKES):
        facing = (unit.pose.facing + spoke * (FULL_TURN // SPOKES)) % FULL_TURN
        length = rate.simple
        far = 0.0
        while length > 0.0 and far == 0.0:
            made = moved_by(view, unit, Action("simple", length=length, facing=facing), yard)
            if not made.clause:
                far = made.distance
            length -= 0.5
        points.append((unit.pose.x + far * sine(facing), unit.pose.y + far * cosine(facing)))
    return (Overlay("reach", unit.side, f"reach of {unit.name}", tuple(points), rate.clause),)


def why_not(view: State, step: object, piece: str) -> tuple[Reason, ...]:
    """Why an enemy may not be named: as the target of a charge, or of anybody's fire [los.must-see]."""
    found = [unit for unit in view.units if unit.id == piece and unit.place == ON_TABLE]
    reasons = REASONS.get(type(step))
    return reasons(view, step, found[0]) if found and reasons is not None else ()


def charge_barred(view: State, step: Act, foe: Unit) -> tuple[Reason, ...]:
    unit = unit_of(view, step.unit)
    if foe.side == unit.side:
        return (Reason(f"{label(foe)} is on your own side.", BOOK + "move.charge-path"),)
    ways = onsets(view, unit)
    if foe.id in ways.allowed:
        return ()
    if foe.id in [id for id, _ in ways.ways]:
        return (Reason("Another enemy threatens it more.", BOOK + "move.charge-greatest-threat"),)
    if not sees(view, unit, foe):
        return (Reason(f"{unit.name} does not see {label(foe)}.", BOOK + "move.charge-visible"),)
    return (Reason(f"No charge of {unit.name} reaches {label(foe)}.", BOOK + "move.charge-path"),)


def fire_barred(view: State, step: ChooseShot, foe: Unit) -> tuple[Reason, ...]:
    if foe.side == step.side:
        return (Reason(f"{label(foe)} is on your own side.", BOOK + "fire.target-choice"),)
    reasons: list[Reason] = []
    for unit in on_table(view, step.side):
        if may_fire(view, unit, False):
            clause = shot_clause(view, unit, foe)
            if not clause:
                return ()
            reasons.append(Reason(f"{unit.name} at {label(foe)}: {WHY_NOT.get(clause, 'no shot')}.", clause))
    return tuple(reasons) or (Reason("None of your units may fire.", BOOK + "fire.who"),)


PROPOSALS: Final[dict[type, Callable[[State, Any, Pose], Answer]]] = {
    Act: act_proposed,
    Advance: advance_proposed,
    PlaceUnit: set_down_proposed,
    Enter: set_down_proposed,
    SetDown: set_down_proposed,
}
PREVIEWS: Final[dict[type, Callable[[State, Any, Answer], Preview | None]]] = {
    Act: act_shown,
    Advance: advance_shown,
    PlaceUnit: place_shown,
    Enter: enter_shown,
    SetDown: set_down_shown,
}
REASONS: Final[dict[type, Callable[[State, Any, Unit], tuple[Reason, ...]]]] = {
    Act: charge_barred,
    ChooseShot: fire_barred,
}
