"""What forbids a move: card and state, price, enemies, friends, ground, flanks."""

from __future__ import annotations

from math import ceil
from typing import Final

from roundtop.battle.forms import Reason
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import rule
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import Block, corners, overlaps_any
from roundtop.table.ground import Ground, block_touches_area, off_table
from roundtop.table.measure import TOLERANCE, kept, within
from roundtop.table.path import Manoeuvre, Sweep, manoeuvres_of, nearer_than, sweep
from roundtop.table.pose import Pose, aside, to_local

PUSHED_OVER: Final = ("facing-change", "woods", "orchard", "corn", "rough", "marsh")
"""What guns are manhandled over, or turn in [move.fixed-moves]."""


@record(init=False)
class Others:
    """Everybody else whom a move has to mind, by the ground they stand on."""

    foes: list[Unit]
    foe_lines: list[Block]
    friends: list[Unit]
    friend_lines: list[Block]

    def __init__(self, state: State, unit: Unit) -> None:
        self.foes = []
        self.foe_lines = []
        self.friends = []
        self.friend_lines = []
        for other in field.on_table(state):
            if other.side != unit.side:
                self.foe_lines.extend(field.blocks(other))
                self.foes.append(other)
            elif other.id != unit.id:
                self.friend_lines.extend(field.blocks(other))
                self.friends.append(other)


def judge(state: State, unit: Unit, card: cards_rule.Card, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Every reason why a unit may not make this move."""
    course = movement_course.course_of(state, unit, manoeuvres)
    if course.fault is not None:
        return [course.fault]
    return faults_of(state, unit, card, course, Others(state, unit))


def faults_of(
    state: State, unit: Unit, card: cards_rule.Card, course: movement_course.Course, others: Others
) -> list[Reason]:
    if not course.actions and not course.sweeps and course.after.pose == unit.pose:
        return []
    return [
        *_order_faults(unit, card, course),
        *_price_faults(state, unit, card, course),
        *_enemy_faults(state, unit, course, others),
        *_friend_faults(state, unit, course, others),
        *_ground_faults(state, unit, course),
        *_flank_faults(state, unit, course, others),
    ]


def speaks_against(
    state: State, unit: Unit, card: cards_rule.Card, course: movement_course.Course, others: Others
) -> bool:
    """Whether there is any reason against a move: the first settles it, those that are cheap to find first."""
    if not course.actions and not course.sweeps and course.after.pose == unit.pose:
        return False
    return bool(
        _order_faults(unit, card, course)
        or _price_faults(state, unit, card, course)
        or _enemy_faults(state, unit, course, others)
        or _friend_faults(state, unit, course, others)
        or _ground_faults(state, unit, course)
        or _flank_faults(state, unit, course, others)
    )


def _order_faults(unit: Unit, card: cards_rule.Card, course: movement_course.Course) -> list[Reason]:
    """What its state or the card forbids outright [morale.head-down-state, formation.form-up, cards.deck]."""
    if unit.state == tables.ROUTING:
        return [Reason(f"{unit.name} is routing.", tables.BOOK + "morale.rout-state")]
    if unit.state == tables.HEAD_DOWN:
        return _head_down_faults(unit, card, course)
    if card.word == cards_rule.HOLD and (course.walked > TOLERANCE or course.sweeps):
        return [Reason("Nobody moves on this card.", tables.BOOK + "cards.deck")]
    formings = [one for one in course.actions if one.do in ("form-up", "reform")]
    if formings and 0 < course.until_form < len(course.sweeps):
        return [
            Reason("The spare distance is spent before or after forming, not both.", tables.BOOK + "formation.form-up")
        ]
    return []


def _head_down_faults(unit: Unit, card: cards_rule.Card, course: movement_course.Course) -> list[Reason]:
    """A unit with its head down may only form up where it is, its facing kept [morale.head-down-form-up]."""
    only = len(course.actions) == 1 and course.actions[0].do == "form-up" and not course.sweeps
    if not only or not unit.in_position or not card.move:
        text = f"{unit.name} has its head down: in position, on a move card, it may form up, and no more."
        return [Reason(text, tables.BOOK + "morale.head-down-form-up")]
    if course.after.pose.facing != unit.pose.facing:
        return [Reason("It may not change its facing until it is rallied.", tables.BOOK + "morale.head-down-state")]
    return []


def _price_faults(state: State, unit: Unit, card: cards_rule.Card, course: movement_course.Course) -> list[Reason]:
    """What cannot be done or paid for [move.card-distance, move.fixed-moves]."""
    if unit.formation == tables.UNLIMBERED and not unit.disordered and course.before is None:
        return _manhandle_faults(state, unit, card, course)
    bill = movement_course.priced(state, unit, card, course)
    if bill.refusal:
        return [Reason(refusal_words(unit, card, bill.refusal), bill.refusal)]
    found: list[Reason] = []
    left = max(0.0, bill.left - unit.spent)
    if not within(course.walked, left):
        gone = round(bill.allowance - left, 2)
        spent = f": {gone:g}″ of the {bill.allowance:g}″ on {card.name} are spent" if gone > 0 else f" on {card.name}"
        text = f"Too far: that takes {ceil(10 * course.walked) / 10:g}″, and {unit.name} has {left:g}″{spent}."
        found.append(Reason(text, tables.BOOK + "move.card-distance"))
    dismounts = unit.arm == tables.CAVALRY and unit.mounted and not course.after.mounted
    on_foot = dismounts and course.until_form < len(course.sweeps)
    if on_foot and not within(bill.spent + course.walked + unit.spent, card.infantry):
        text = f"Who walks on after dismounting has no more in all than the {card.infantry:g}″ of men on foot."
        found.append(Reason(text, tables.BOOK + "formation.change-formation"))
    if not unit.disordered and not within(2.0 * course.back, bill.allowance):
        found.append(Reason("A line steps back at most half its allowance.", tables.BOOK + "move.backward-sideways"))
    # A built-up area is for crowds, loose order and columns on its road.
    if "built-up" in course.met and not (unit.disordered or unit.formation == tables.LOOSE):
        found.append(
            Reason("Only loose or disordered men may enter houses.", tables.BOOK + "move.roads-hills-buildings")
        )
    course.after.disordered = bill.disordered
    return found


def refusal_words(unit: Unit, card: cards_rule.Card, clause: str) -> str:
    """A refusal of the price list in words."""
    words = {
        "move.limber-limits": "Limbers and wagons cannot cross or enter that.",
        "move.cavalry-limits": "Mounted men cannot cross that.",
        "move.barrier-cross": "That barrier cannot be crossed so.",
        "move.major-river": "The river can be crossed only at a bridge or ford.",
        "move.roads-hills-buildings": "That ground cannot be entered.",
        "cards.deck": f"The card {card.name} does not allow that.",
        "formation.loose-order": "Only men on foot open into loose order.",
    }
    short = clause.removeprefix(tables.BOOK)
    return words.get(short, f"{unit.name} cannot pay for that on the card {card.name}.")


def _manhandle_faults(state: State, unit: Unit, card: cards_rule.Card, course: movement_course.Course) -> list[Reason]:
    """Guns are pushed by hand a little, or turned, and over nothing [move.fixed-moves, move.facing-change]."""
    clause = tables.BOOK + "move.fixed-moves"
    turns = len([one for one in course.actions if one.do == "facing-change"])
    in_wood = bool(movement_course.woods_under(state, unit)) or "woods" in course.met
    inches = rule.manhandle_inches(card, in_wood)
    found: list[Reason] = []
    if card.word == cards_rule.HOLD and turns == 1 and not course.sweeps and len(course.actions) == 1:
        return found
    if inches == 0.0:
        return [Reason("Guns are manhandled on move cards only.", clause)]
    if in_wood and turns and not unit.turned and not within(course.walked, 0.0):
        found.append(
            Reason("In a wood guns turn in two cards and do nothing else.", tables.BOOK + "move.facing-change")
        )
    elif not in_wood and not within(course.walked + 2.0 * turns, inches):
        found.append(Reason(f"Guns are manhandled {inches:g}″, and a turn takes 2″ of it.", clause))
    elif in_wood and not within(course.walked, inches):
        found.append(Reason(f"In a wood guns are manhandled {inches:g}″.", clause))
    if barred_to_hands(course):
        found.append(Reason("Guns cannot be manhandled over obstacles, water or houses.", clause))
    return found


def barred_to_hands(course: movement_course.Course) -> bool:
    """Whether something lies in the way that guns cannot be manhandled over [move.fixed-moves]."""
    return bool([one for one in course.actions if one.do not in PUSHED_OVER])


def keep_off(foe: Unit) -> float:
    """How near an enemy a move may come that is no charge [move.enemy-contact]."""
    return rule.KEEP_OFF_ROUTING if foe.state == tables.ROUTING else rule.KEEP_OFF


def _enemy_faults(state: State, unit: Unit, course: movement_course.Course, others: Others) -> list[Reason]:
    """Nobody but a charger comes within 1 in of an enemy; who begins nearer must get away [move.enemy-contact]."""
    found: list[Reason] = []
    parts = field.blocks(course.after)
    for foe in others.foes:
        lines = field.blocks(foe)
        least = keep_off(foe)
        near = [path for path in course.sweeps if nearer_than(path, lines, least) >= 0]
        if not near and field.far_apart(parts, lines, least):
            continue
        end = field.unit_gap(course.after, lines)
        if not near and kept(end, least):
            continue
        before = field.unit_gap(unit, lines)
        if not kept(before, least) and end > before and not _passes(course, lines):
            continue
        found.append(Reason(f"The move comes within {least:g}″ of {foe.name}.", tables.BOOK + "move.enemy-contact"))
    return found


def _passes(course: movement_course.Course, lines: list[Block]) -> bool:
    """Whether a move goes over some ground, not only past its shoulder."""
    for path in course.sweeps:
        if nearer_than(path, lines, rule.TOUCH) >= 0 and nearer_than(slimmed(path), lines, rule.TOUCH) >= 0:
            return True
    return False


def slimmed(path: Sweep) -> Sweep:
    return sweep(path.start, path.width - rule.SLIM, path.depth - rule.SLIM, manoeuvres_of(path))


def _friend_faults(state: State, unit: Unit, course: movement_course.Course, others: Others) -> list[Reason]:
    """Only men in disorder pass through friends and end clear of them; nobody ends on any [move.interpenetration]."""
    clause = tables.BOOK + "move.interpenetration"
    found: list[Reason] = []
    for friend in passed(unit, course, others):
        if not unit.disordered:
            found.append(Reason(f"The move passes through {friend.name}.", clause))
        elif not kept(field.unit_gap(course.after, field.blocks(friend)), rule.CLEAR_OF_FRIENDS):
            found.append(Reason(f"The move has to end {rule.CLEAR_OF_FRIENDS:g}″ clear of {friend.name}.", clause))
    for friend in standing_on(course.after, others):
        found.append(Reason(f"The move ends on {friend.name}.", clause))
    return found


def passed(unit: Unit, course: movement_course.Course, others: Others) -> list[Unit]:
    """The friends a move passes through, those on whom it begins left out."""
    touched: list[Unit] = []
    for path in course.sweeps:
        if nearer_than(path, others.friend_lines, rule.TOUCH) < 0:
            continue
        slim = slimmed(path)
        for friend in others.friends:
            if friend not in touched and nearer_than(slim, field.blocks(friend), rule.TOUCH) >= 0:
                touched.append(friend)
    return [friend for friend in touched if not _overlapping(unit, friend)]


def _overlapping(unit: Unit, other: Unit) -> bool:
    return bool([part for part in field.blocks(unit) if overlaps_any(part, field.blocks(other)) >= 0])


def standing_on(unit: Unit, others: Others) -> list[Unit]:
    """The friends on whom a unit would stand."""
    parts = field.blocks(unit)
    found: list[Unit] = []
    for friend in others.friends:
        lines = field.blocks(friend)
        if not field.far_apart(parts, lines, 0.0) and [part for part in parts if overlaps_any(part, lines) >= 0]:
            found.append(friend)
    return found


def _ground_faults(state: State, unit: Unit, course: movement_course.Course) -> list[Reason]:
    """Nobody leaves the table by order, or stands on what cannot be entered.

    [move.leaving-table, move.roads-hills-buildings]
    """
    found: list[Reason] = []
    ends = field.blocks(course.after)
    if leaves(state, course) and not exits_by(state, course.after):
        found.append(Reason("The move would leave the table.", tables.BOOK + "move.leaving-table"))
    if [part for part in ends if block_touches_area(state.ground, rule.IMPASSABLE, part)]:
        found.append(Reason("That ground cannot be entered.", tables.BOOK + "move.roads-hills-buildings"))
    if (course.before is not None or not course.sweeps) and into_river(state, unit, course.after):
        found.append(Reason("It would stand in the river.", tables.BOOK + "move.major-river"))
    return found


def into_river(state: State, before: Unit, after: Unit) -> bool:
    """Whether a unit that turns or takes another shape would then stand in a deep river [move.major-river]."""
    deep = [line for line in state.ground.lines if rule.LINES.get(line.kind) == "major-river"]
    touched = [line for line in deep if movement_course.touches_line(after, line)]
    return bool([line for line in touched if not movement_course.touches_line(before, line)])


def leaves(state: State, course: movement_course.Course) -> bool:
    """Whether any part of a unit leaves the table on its move or stands off it at the end."""
    ground = state.ground
    if [part for part in field.blocks(course.after) if off_table(ground, part)]:
        return True
    return not all([inside_table(ground, path) for path in course.sweeps])


def exits_by(state: State, after: Unit) -> bool:
    """Whether a unit that leaves the table does so by an edge the scenario gives its side to leave by."""
    ground = state.ground
    exits = field.army_of(state, after.side).exits
    if not exits:
        return False
    over: list[str] = []
    for part in field.blocks(after):
        for x, y in corners(part):
            over.extend([edge for edge, out in _beyond(ground, x, y) if out])
    return bool(over) and all([edge in exits for edge in over])


def _beyond(ground: Ground, x: float, y: float) -> tuple[tuple[str, bool], ...]:
    return (
        ("south", y < -TOLERANCE),
        ("north", y > ground.depth + TOLERANCE),
        ("west", x < -TOLERANCE),
        ("east", x > ground.width + TOLERANCE),
    )


def _flank_faults(state: State, unit: Unit, course: movement_course.Course, others: Others) -> list[Reason]:
    """A crowd keeps off the flanks of formed enemies but to get home past them [formation.disordered-near-flank]."""
    if not unit.disordered:
        return []
    found: list[Reason] = []
    for foe in others.foes:
        if not field.formed(foe) or field.in_file(foe):
            continue
        zones = flank_zones(foe)
        near = [path for path in course.sweeps if nearer_than(path, zones, rule.TOUCH) >= 0]
        if near and not _gets_home(state, unit, course.after, foe):
            text = f"A unit in disorder keeps 2″ from the flank of {foe.name}."
            found.append(Reason(text, tables.BOOK + "formation.disordered-near-flank"))
    return found


def flank_zones(foe: Unit) -> list[Block]:
    """The ground beside the ends of a line [formation.disordered-near-flank]."""
    width, depth = field.size_of(foe)
    out = 0.5 * width + 0.5 * rule.FLANK_ZONE
    return [Block(aside(foe.pose, out), rule.FLANK_ZONE, depth), Block(aside(foe.pose, -out), rule.FLANK_ZONE, depth)]


def _gets_home(state: State, unit: Unit, after: Unit, foe: Unit) -> bool:
    _, depth = field.size_of(foe)
    _, forth = to_local(foe.pose, unit.pose.x, unit.pose.y)
    line = [field.block(foe)]
    away = field.unit_gap(after, line) > field.unit_gap(unit, line)
    nearer = to_edge(state, unit.side, after.pose) < to_edge(state, unit.side, unit.pose)
    return forth < 0.5 * depth and away and nearer


def to_edge(state: State, side: str, pose: Pose) -> float:
    """How far a place is from a side's own edge."""
    ground = state.ground
    edge = field.army_of(state, side).edge
    if edge == "north":
        return ground.depth - pose.y
    if edge == "south":
        return pose.y
    return ground.width - pose.x if edge == "east" else pose.x
