"""What follows from fire and melee: tests, rallies, compulsory moves, retreats, prisoners; and the end of a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.forms import Choose, Chosen, Item
from roundtop.battle.protocol import Command, Decision, Outcome, Progress
from roundtop.battle.tally import Mod, Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards.events import (
    BattleEnded,
    CardEnded,
    Circled,
    Disordered,
    Freed,
    GoalTaken,
    GunsTaken,
    LineChanged,
    Massed,
    Moved,
    OfficerHurt,
    OfficerMoved,
    OfficerSwept,
    RallyTried,
    Surrendered,
    Tested,
    TurnEnded,
    UnitRemoved,
    apply,
)
from roundtop.rulebooks.order_cards.melee import RETREAT_BOXES, Guards, guards, way_along
from roundtop.rulebooks.order_cards.morale import (
    CLAUSES,
    PASSED_THROUGH,
    RETREATED_THROUGH,
    Check,
    Nerve,
    Regiment,
    becoming,
    check_mods,
    check_needed,
    check_value,
    loser_test,
    loser_value,
    modifiers,
    nerve,
    normal,
    rally,
    rally_mods,
    rally_value,
)
from roundtop.rulebooks.order_cards.morale import (
    Officer as Helper,
)
from roundtop.rulebooks.order_cards.movement import (
    IMPASSABLE,
    KEEP_OFF,
    KEEP_OFF_ROUTING,
    TOUCH,
    WOODS,
    Course,
    Others,
    course_of,
    mover_of,
    nearest_enemy,
    passed,
    standing_on,
    unit_gap,
    woods_under,
)
from roundtop.rulebooks.order_cards.muster import EDGE_FACING
from roundtop.rulebooks.order_cards.shooting import fire_test
from roundtop.rulebooks.order_cards.sight import (
    any_cover,
    cover_of,
    farthest,
    known_enemies,
    man_gap,
    nearest_known,
    nearest_of,
    sees,
    units_gap,
)
from roundtop.rulebooks.order_cards.state import (
    ABANDONED,
    CAPTURED,
    GONE,
    OFFICER_RADIUS,
    ON_TABLE,
    RUN_OFF,
    TAKEN,
    TO_ARRIVE,
    WITHDRAWN,
    Goal,
    Officer,
    State,
    Unit,
    army_of,
    block,
    blocks,
    boxes_of,
    card_of,
    copied,
    enemies,
    enemy_of,
    formed,
    officer_of,
    officers_on,
    on_table,
    size_of,
    stand_blocks,
    strength,
    unit_of,
)
from roundtop.rulebooks.order_cards.steps import (
    UNASKED,
    AfterMelee,
    BeginSet,
    EndCard,
    EndTurn,
    FaceRallied,
    FallBack,
    FallBackTo,
    LeadAway,
    Rally,
    Retreat,
    RunAway,
    RunHow,
    Step,
    TakeTurn,
    TestLoser,
    TestMorale,
)
from roundtop.rulebooks.order_cards.tables import (
    ARTILLERY,
    BOOK,
    DESTROYED,
    HEAD_DOWN,
    INFANTRY,
    LIMBERED,
    LINE,
    OFFICER_REACH,
    ROUTING,
    STEADY,
    UNLIMBERED,
    WAGON,
)
from roundtop.rulebooks.order_cards.terrain import (
    CLEARABLE,
    MANHANDLED_WOOD,
    OFFICER_MOVE,
    PRICES,
    PRISONERS_MOVE,
    compulsory_bill,
    compulsory_inches,
    dismantled,
    inches_bill,
    rout_inches,
    shelters,
)
from roundtop.rulebooks.order_cards.victory import OBJECTIVE_POINTS, Score, broken, points, winner
from roundtop.table.crossed import areas_met, lines_met
from roundtop.table.footprint import Block, gap, point_gap, polyline_gap
from roundtop.table.ground import Line, off_table
from roundtop.table.layout import settled
from roundtop.table.measure import (
    FULL_TURN,
    HALF_TURN,
    NOISE,
    QUARTER_TURN,
    TOLERANCE,
    bearing,
    cosine,
    distance,
    kept,
    rounded,
    segment_distance,
    sine,
    turn_between,
    within,
)
from roundtop.table.path import Manoeuvre, Sweep, leg, nearer_than, shift, sweep, until_gap
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

NOBODY: Final = "none"
SPOKES: Final = 24
FAR_ENEMY: Final = 24.0
"""How near a known enemy must be for a head-down unit to mind it [morale.head-down-move]."""
MASS_NEAR: Final = 1.0
LIMBERING: Final = PRICES["limber"].foot
STRIDE: Final = 0.25

Events = list[object]


# ---------------------------------------------------------------- who helps


def officers_near(state: State, unit: Unit) -> list[Officer]:
    """Officers of the side who may be declared for a unit [officer.fire-morale, rally.officer-bonus]."""
    return [
        one
        for one in officers_on(state, unit.side)
        if one.unit in ("", unit.id) and within(man_gap(unit, one.pose.x, one.pose.y, OFFICER_RADIUS), OFFICER_REACH)
    ]


def might_help(state: State, unit: Unit) -> bool:
    """Whether for all anybody can see an officer might help: in the fog, always."""
    return state.settings.fog or bool(officers_near(state, unit))


def asks_for_help(state: State, step: TestMorale | TestLoser | Rally) -> tuple[str, ...]:
    """The owner of a unit about to test, if an officer might help it [turn.who-decides]."""
    if step.officer != UNASKED or (isinstance(step, TestMorale) and step.kind == PASSED_THROUGH):
        return ()
    unit = unit_of(state, step.unit)
    if state.settings.fog:
        return (unit.player,)
    if isinstance(step, TestMorale) and not _needed(state, unit, step):
        return ()
    return (unit.player,) if unit.place == ON_TABLE and might_help(state, unit) else ()


def help_decision(view: State, step: TestMorale | TestLoser | Rally, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    items = [Item(one.id, f"{one.name} (+{one.rating})") for one in officers_near(view, unit)]
    items.append(Item(NOBODY, "nobody"))
    if isinstance(step, Rally):
        kind, clause = "rally-officer", BOOK + "rally.officer-bonus"
    else:
        kind, clause = "officer", BOOK + "officer.fire-morale"
    sentence = f"{unit.name} must test its morale: which officer helps?"
    if isinstance(step, Rally):
        sentence = f"{unit.name} tries to rally: which officer helps?"
    return Decision(player, kind, unit.id, sentence, (clause,), Choose(tuple(items)))


def helped_test(state: State, step: TestMorale, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    return Progress((), (TestMorale(step.unit, step.kind, step.foe, step.boxes, command.answer.keys[0]),), final=True)


def helped_loser(state: State, step: TestLoser, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    return Progress((), (TestLoser(step.unit, step.facing, step.fought, command.answer.keys[0]),), final=True)


def helped_rally(state: State, step: Rally, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    return Progress((), (Rally(step.unit, command.answer.keys[0]),), final=True)


def helper_named(state: State, id: str) -> Helper:
    if id in (UNASKED, NOBODY):
        return Helper()
    officer = officer_of(state, id)
    return Helper(officer.rank, officer.rating, officer.minor)


# ---------------------------------------------------------------- tests of nerve


def regiment_of(unit: Unit) -> Regiment:
    """What a test reads of a unit."""
    limbered = unit.formation == LIMBERED
    return Regiment(unit.arm, limbered, unit.grade, unit.start, unit.circled, unit.state, unit.disordered)


def faced_cover(state: State, unit: Unit, foe: str) -> tuple[str, ...]:
    """The cover that faces the enemy who brought a test about, or the nearest known one [morale.modifiers]."""
    if not any_cover(state, unit):
        return ()
    fought = [one for one in state.units if one.id == foe and one.place == ON_TABLE]
    return cover_from(state, unit, fought[0] if fought else nearest_known(state, unit))


def cover_from(state: State, unit: Unit, enemy: Unit | None) -> tuple[str, ...]:
    return cover_of(state, unit, [] if enemy is None else [(enemy.pose.x, enemy.pose.y)])


def in_cover(state: State, unit: Unit, known: list[Unit]) -> bool:
    """Sheltered from the nearest known enemy, or out of sight or range of every one [morale.head-down-move]."""
    if not known:
        return True
    covered = unit.arm != ARTILLERY and any_cover(state, unit)
    if covered and shelters(cover_from(state, unit, nearest_of(unit, known))):
        return True
    return out_of_reach(state, unit, known)


def out_of_reach(state: State, unit: Unit, known: list[Unit]) -> bool:
    """Beyond the range, or out of sight, of every known enemy [morale.head-down-move, morale.artillery-head-down]."""
    for foe in known:
        if within(units_gap(unit, foe), farthest(foe)) and sees(state, foe, unit):
            return False
    return True


def homeward(state: State, unit: Unit) -> int:
    """The way to a unit's own table edge [morale.rout-direction]."""
    return EDGE_FACING[army_of(state, unit.side).edge]


def _needed(state: State, unit: Unit, step: TestMorale) -> bool:
    if unit.place != ON_TABLE:
        return False
    return check_needed(step.kind, regiment_of(unit), step.boxes, 0.0, True)


def test_morale(state: State, step: TestMorale, dice: Dice) -> Progress:
    """A test of nerve and all it does to a unit and the officer beside it.

    [morale.procedure, morale.fire-check-failed, officer.fire-double]
    """
    unit = unit_of(state, step.unit)
    if not _needed(state, unit, step):
        return Progress(())
    cover = faced_cover(state, unit, step.foe)
    lent = helper_named(state, step.officer)
    check = Check(step.kind, regiment_of(unit), cover, True, lent, unit.player, state.settings)
    before = len(dice.rolls)
    result = nerve(check, dice)
    sheltered = True
    if result.unit.state == HEAD_DOWN and unit.state == STEADY:
        # Whether it is in cover matters only now, and is a long look all round the table.
        sheltered = in_cover(state, unit, known_enemies(state, unit.side))
        result.unit = becoming(check.unit, HEAD_DOWN, unit.disordered or not sheltered, 0, state.settings)
    value = check_value(check)
    tally = _value_rows(
        regiment_of(unit), state, check_mods(step.kind, check.unit, cover, lent.rating), value, step.kind
    )
    events = _after_test(state, unit, step.kind, step.officer, value, result, sheltered, tally, dice, before)
    return Progress(tuple(events))


def _value_rows(unit: Regiment, state: State, mods: list[Mod], value: int, kind: str) -> tuple[Row, ...]:
    clause = CLAUSES.get(kind, BOOK + "melee.morale-ok")
    return (
        Row("morale for its stands", str(normal(unit, state.settings)), BOOK + "morale.stand-loss-decrease"),
        *lines(mods),
        Row("to roll or less", str(value), clause),
    )


def _after_test(
    state: State,
    unit: Unit,
    kind: str,
    officer: str,
    value: int,
    result: Nerve,
    sheltered: bool,
    tally: tuple[Row, ...],
    dice: Dice,
    before: int,
) -> Events:
    """How a test leaves a unit: as an event, its removal where it breaks up, and its officer's fate."""
    after = result.unit
    gone = after.state == DESTROYED
    facing = unit.pose.facing
    if after.state == ROUTING:
        facing = homeward(state, unit)
    named = "" if officer in (UNASKED, NOBODY) else officer
    events: Events = [
        Tested(
            unit.id,
            kind,
            named,
            value,
            result.passed,
            0 if result.guns else result.boxes,
            ROUTING if gone else after.state,
            after.disordered,
            sheltered if unit.state != HEAD_DOWN else unit.in_position,
            facing,
            tally,
            tuple(dice.rolls[before:]),
        )
    ]
    if gone:
        left_guns = TAKEN if kind == "loser" else ABANDONED
        events.append(UnitRemoved(unit.id, left_guns if result.guns else DESTROYED))
        events.extend(freed_officers(state, unit))
    if named and result.officer not in ("none", "unharmed"):
        events.append(OfficerHurt(named, result.officer))
    return events


def freed_officers(state: State, unit: Unit) -> Events:
    """Officers swept along by a unit that is no more are free again [rally.officer-routs]."""
    return [OfficerSwept(one.id, "", "rout") for one in officers_on(state, unit.side) if one.unit == unit.id]


# ---------------------------------------------------------------- rally


def try_rally(state: State, step: Rally, dice: Dice) -> Progress:
    """An attempt to rally [rally.card, rally.head-down, rally.routing, rally.officer-routs]."""
    unit = unit_of(state, step.unit)
    lent = helper_named(state, step.officer)
    cover = faced_cover(state, unit, "")
    roster = regiment_of(unit)
    before = len(dice.rolls)
    result = rally(roster, cover, lent.rating, unit.player, state.settings, dice)
    value = rally_value(roster, cover, lent.rating, state.settings)
    gone = result.unit.state == DESTROYED
    named = "" if step.officer in (UNASKED, NOBODY) else step.officer
    events: Events = [
        RallyTried(
            unit.id,
            named,
            value,
            result.passed,
            result.boxes,
            ROUTING if gone else result.unit.state,
            result.unit.disordered,
            result.officer_routs,
            _value_rows(roster, state, rally_mods(roster, cover, lent.rating), value, "rally"),
            tuple(dice.rolls[before:]),
        )
    ]
    if gone:
        events.append(UnitRemoved(unit.id, DESTROYED))
    if gone or result.passed:
        events.extend(freed_officers(state, unit))
    elif result.officer_routs:
        events.append(OfficerSwept(named, unit.id, "rout"))
    if result.passed and unit.state == ROUTING:
        return Progress(tuple(events), (FaceRallied(unit.id),))
    return Progress(tuple(events))


def asks_to_face(state: State, step: FaceRallied) -> tuple[str, ...]:
    return (unit_of(state, step.unit).player,)


def face_decision(view: State, step: FaceRallied, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    items = [Item(str(by), f"turn {by}° clockwise" if by else "as it stands") for by in range(0, 360, 45)]
    foe = nearest_enemy(view, unit)
    if foe is not None:
        items.append(Item("enemy", "towards the nearest enemy"))
    sentence = f"{unit.name} has rallied: which way does it face?"
    return Decision(player, "face", unit.id, sentence, (BOOK + "rally.routing",), Choose(tuple(items)))


def faced(state: State, step: FaceRallied, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    unit = unit_of(state, step.unit)
    key = command.answer.keys[0]
    foe = nearest_enemy(state, unit)
    facing = unit.pose.facing
    if key == "enemy" and foe is not None:
        facing = bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
    elif key != "enemy":
        facing += 100 * int(key)
    end = Pose(unit.pose.x, unit.pose.y, facing)
    return Progress((move_event(unit, "form", unit_at(unit, end), ()),), final=True)


# ---------------------------------------------------------------- a unit elsewhere


def unit_at(unit: Unit, pose: Pose) -> Unit:
    new = copied(unit)
    new.pose = pose
    new.trail = ()
    return new


def crowd(unit: Unit) -> Unit:
    """A unit as a disordered block round its middle [melee.retreat-line, formation.list]."""
    new = copied(unit)
    new.disordered = True
    new.trail = ()
    new.wing = 0
    new.wing_by = 0
    return new


def move_event(unit: Unit, cause: str, after: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Moved:
    trail = tuple([(rounded(x), rounded(y)) for x, y in after.trail])
    return Moved(
        unit.id,
        cause,
        unit.pose,
        rounded_pose(after.pose),
        manoeuvres,
        after.formation,
        after.mounted,
        after.disordered,
        trail,
        after.in_position,
    )


def carried_along(state: State, unit: Unit, end: Pose) -> Events:
    """Officers who run or fight with a unit go with it [rally.officer-routs, melee.officer-mod]."""
    events: Events = []
    for one in officers_on(state, unit.side):
        if one.unit == unit.id:
            x = one.pose.x + end.x - unit.pose.x
            y = one.pose.y + end.y - unit.pose.y
            events.append(OfficerMoved(one.id, one.pose, rounded_pose(Pose(x, y, one.pose.facing)), "along"))
    return events


def driven_off(state: State, unit: Unit, sweeps: list[Sweep]) -> Events:
    """Lone officers whom an enemy's move touches go to the nearest friends, or are captured [officer.placement]."""
    events: Events = []
    for one in officers_on(state):
        if one.side == unit.side or one.unit:
            continue
        spot = Block(one.pose, 2 * OFFICER_RADIUS, 2 * OFFICER_RADIUS)
        if not [path for path in sweeps if nearer_than(path, [spot], TOUCH) >= 0]:
            continue
        friends = sorted(
            [
                (rounded(man_gap(friend, one.pose.x, one.pose.y, OFFICER_RADIUS)), friend.id)
                for friend in on_table(state, one.side)
                if friend.captive == "" and friend.state != ROUTING
            ]
        )
        if friends and within(friends[0][0], OFFICER_REACH):
            continue
        if friends and within(friends[0][0], OFFICER_MOVE):
            friend = unit_of(state, friends[0][1])
            pose = rounded_pose(ahead(friend.pose, -0.5 * size_of(friend)[1] - 2 * OFFICER_RADIUS))
            events.append(OfficerMoved(one.id, one.pose, pose, "driven"))
        else:
            events.append(OfficerHurt(one.id, CAPTURED))
    return events


def moved_events(
    state: State, unit: Unit, cause: str, after: Unit, manoeuvres: tuple[Manoeuvre, ...], sweeps: list[Sweep]
) -> Events:
    """A unit moves, takes along who is with it, and drives lone officers off."""
    return [
        move_event(unit, cause, after, manoeuvres),
        *carried_along(state, unit, after.pose),
        *driven_off(state, unit, sweeps),
    ]


def left_table(state: State, unit: Unit, fate: str) -> Events:
    """A unit is gone over the edge, and officers swept along with it are lost [move.leaving-table]."""
    lost = [OfficerHurt(one.id, "lost") for one in officers_on(state, unit.side) if one.unit == unit.id]
    return [UnitRemoved(unit.id, fate), *lost]


# ---------------------------------------------------------------- straight lines back


@final
@dataclass(slots=True, init=False)
class Lane:
    """A straight way from a place: how far before something stops it, and whether it leads off the table."""

    heading: int
    room: float
    outline: tuple[Point, ...]
    captor: str
    off: float

    def __init__(self, heading: int, room: float) -> None:
        self.heading = heading
        self.room = room
        self.outline = ()
        self.captor = ""
        self.off = 1e9


def straight(unit: Unit, heading: int, length: float) -> Sweep:
    """A unit, as it stands, on a straight way."""
    width, depth = size_of(unit)
    return sweep(unit.pose, width, depth, (shift(length * sine(heading), length * cosine(heading)),))


def to_table_edge(state: State, unit: Unit, heading: int, length: float) -> float:
    """How far a unit goes before its footprint touches the edge; beyond the length if it does not."""
    ground = state.ground
    width, depth = size_of(unit)
    s, c = abs(sine(unit.pose.facing)), abs(cosine(unit.pose.facing))
    half_x = 0.5 * (width * c + depth * s)
    half_y = 0.5 * (width * s + depth * c)
    vx, vy = sine(heading), cosine(heading)
    best = 1e9
    if vx > NOISE:
        best = min(best, (ground.width - half_x - unit.pose.x) / vx)
    elif vx < -NOISE:
        best = min(best, (unit.pose.x - half_x) / -vx)
    if vy > NOISE:
        best = min(best, (ground.depth - half_y - unit.pose.y) / vy)
    elif vy < -NOISE:
        best = min(best, (unit.pose.y - half_y) / -vy)
    return max(0.0, best)


def barred_kinds(unit: Unit) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Areas and lines that nobody, or no limber, can go through [melee.retreat-obstacle, morale.rout-direction]."""
    if unit.arm in (ARTILLERY, WAGON):
        return ((*IMPASSABLE, *WOODS), ("river", "creek", "stream", "hedge"))
    return (IMPASSABLE, ("river",))


def to_object(state: State, unit: Unit, heading: int, length: float) -> tuple[float, tuple[Point, ...]]:
    """How far a unit goes before it meets what it cannot pass, and the outline of that; the length if nothing."""
    areas, barred = barred_kinds(unit)
    if not state.ground.areas and not state.ground.lines:
        return (length, ())
    path = straight(unit, heading, length)
    found = [area.outline for area in areas_met(state.ground, areas, path)]
    met = [line.points for line in lines_met(state.ground, barred, path)]
    if not found and not met:
        return (length, ())
    low, high = 0.0, length
    while high - low > 0.01:
        middle = 0.5 * (low + high)
        part = straight(unit, heading, middle)
        if areas_met(state.ground, areas, part) or lines_met(state.ground, barred, part):
            high = middle
        else:
            low = middle
    part = straight(unit, heading, high)
    outlines = [area.outline for area in areas_met(state.ground, areas, part)]
    outlines.extend([line.points for line in lines_met(state.ground, barred, part)])
    return (low, outlines[0] if outlines else (found or met)[0])


def friends_on(state: State, unit: Unit, path: Sweep) -> list[Unit]:
    """Friends a straight way passes through, in the order it comes to them."""
    others = Others(state, unit)
    course = Course(unit)
    course.sweeps = [path]
    found = passed(unit, course, others)
    ranked = sorted([(rounded(gap(block(unit), block(one))), one.id) for one in found])
    return [unit_of(state, id) for _, id in ranked]


def clear_end(state: State, unit: Unit, heading: int, wanted: float, most: float) -> float:
    """A length, from the one wanted up, at which a unit stands on nobody; if there is none, one below it."""
    others = Others(state, unit)
    everybody = [*others.friend_lines, *others.foe_lines]
    went = wanted
    while went <= most + NOISE:
        if _stands_clear(unit, heading, went, everybody):
            return went
        went += STRIDE
    went = wanted
    while went > 0.0 and not _stands_clear(unit, heading, went, everybody):
        went -= STRIDE
    return max(went, 0.0)


def _stands_clear(unit: Unit, heading: int, went: float, others: list[Block]) -> bool:
    there = ahead(Pose(unit.pose.x, unit.pose.y, heading), went)
    width, depth = size_of(unit)
    slim = Block(Pose(there.x, there.y, unit.pose.facing), width - 0.04, depth - 0.04)
    for other in others:
        if gap(slim, other) <= 0.0:
            return False
    return True


# ---------------------------------------------------------------- rout


def owing(unit: Unit) -> bool:
    """Whether a unit still owes the compulsory move it was told to make when the card was ended."""
    return unit.place == ON_TABLE and unit.owes


def headings_home(state: State, unit: Unit) -> list[int]:
    """The straight way to its own edge, then ways within 90 degrees of it, nearest first, left before right."""
    home = homeward(state, unit)
    found = [home]
    for by in range(1500, QUARTER_TURN + 1, 1500):
        found.append((home - by) % FULL_TURN)
        found.append((home + by) % FULL_TURN)
    return found


@final
@dataclass(slots=True, init=False)
class Flight:
    """A way to run: how far there is room, how much nearer it comes to a known enemy, whom it passes through."""

    heading: int
    room: float
    nearer: float
    friends: list[Unit]

    def __init__(self, heading: int, room: float, nearer: float, friends: list[Unit]) -> None:
        self.heading = heading
        self.room = room
        self.nearer = nearer
        self.friends = friends


def flights(state: State, unit: Unit, inches: float) -> list[Flight]:
    """Ways a routing unit may run, the best first [morale.rout-direction]."""
    runner = crowd(unit)
    known = known_enemies(state, unit.side)
    before = [units_gap(runner, foe) for foe in known]
    found: list[Flight] = []
    for heading in headings_home(state, unit):
        flight = _flight(state, runner, heading, inches, known, before)
        found.append(flight)
        free = flight.room >= inches - TOLERANCE and flight.nearer <= TOLERANCE and not flight.friends
        if free and len(found) == 1:
            return found
    home = homeward(state, unit)
    ranked = [
        (one.room < inches - TOLERANCE, rounded(max(0.0, one.nearer)), abs(turn_between(home, one.heading)), place)
        for place, one in enumerate(found)
    ]
    return [found[place] for _, _, _, place in sorted(ranked)]


def _flight(state: State, runner: Unit, heading: int, inches: float, known: list[Unit], before: list[float]) -> Flight:
    off = to_table_edge(state, runner, heading, inches)
    room, _ = to_object(state, runner, heading, min(inches, off))
    path = straight(runner, heading, room)
    for foe in enemies(state, runner):
        parts = blocks(foe)
        least = KEEP_OFF_ROUTING if foe.state == ROUTING else KEEP_OFF
        if nearer_than(path, parts, least) < 0:
            continue
        start = unit_gap(runner, parts)
        if kept(start, least):
            room = min(room, until_gap(path, parts, least).length)
        elif (
            unit_gap(unit_at(runner, ahead(Pose(runner.pose.x, runner.pose.y, heading), min(1.0, room))), parts) < start
        ):
            room = 0.0
    if room >= off - TOLERANCE:
        room = inches
    end = _stepped(runner, heading, room)
    nearer = 0.0
    for foe, away in zip(known, before, strict=True):
        nearer = max(nearer, away - units_gap(end, foe))
    return Flight(heading, room, nearer, friends_on(state, runner, straight(runner, heading, room)))


def _stepped(unit: Unit, heading: int, went: float) -> Unit:
    """A unit so far on a heading, its facing kept."""
    there = ahead(Pose(unit.pose.x, unit.pose.y, heading), went)
    return unit_at(unit, Pose(there.x, there.y, unit.pose.facing))


def _round(ways: list[Flight]) -> Flight | None:
    for one in ways:
        if not one.friends and one.room > 1.0 and one.nearer <= TOLERANCE:
            return one
    return None


def asks_how_to_run(state: State, step: RunHow) -> tuple[str, ...]:
    return (unit_of(state, step.unit).player,)


def run_decision(view: State, step: RunHow, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    items = (Item("through", "through them: each must test"), Item("round", "round them"))
    sentence = f"{unit.name} runs and friends are in its way: through them or round them?"
    return Decision(player, "run", unit.id, sentence, (BOOK + "morale.rout-direction",), Choose(items))


def run_told(state: State, step: RunHow, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    return Progress((), (RunAway(step.unit, command.answer.keys[0]),), final=True)


def run_away(state: State, step: RunAway, dice: Dice) -> Progress:
    """A routing unit runs for its edge, through friends who must test, and off the table if it gets there.

    [morale.rout-state, morale.rout-direction, melee.retreat-through-friends, move.leaving-table]
    """
    unit = unit_of(state, step.unit)
    if not owing(unit):
        return Progress(())
    inches = rout_inches(unit.arm, unit.mounted)
    ways = flights(state, unit, inches)
    best = ways[0]
    if best.friends and not step.how and _round(ways) is not None:
        return Progress((), (RunHow(unit.id),))
    if step.how == "round":
        best = _round(ways) or best
    runner = crowd(unit)
    if best.room < 0.1:
        return _cornered(state, unit)
    off = to_table_edge(state, runner, best.heading, best.room)
    if within(off, best.room):
        return Progress(tuple(left_table(state, unit, RUN_OFF)), _through(best.friends, unit))
    most = min(best.room + 6.0, to_table_edge(state, runner, best.heading, 99.0))
    went = clear_end(state, runner, best.heading, best.room, most)
    there = ahead(Pose(unit.pose.x, unit.pose.y, best.heading), went)
    after = unit_at(runner, Pose(there.x, there.y, best.heading))
    path = straight(runner, best.heading, went)
    return Progress(tuple(moved_events(state, unit, "rout", after, (), [path])), _through(best.friends, unit))


def _through(friends: list[Unit], unit: Unit) -> tuple[Step, ...]:
    """Each friend passed through tests, in order [melee.retreat-through-friends]."""
    return tuple([TestMorale(one.id, RETREATED_THROUGH, unit.id, 0, UNASKED) for one in friends if one.captive == ""])


def _cornered(state: State, unit: Unit) -> Progress:
    """A routing unit with nowhere to run surrenders if enemies hold it; otherwise it stays [morale.rout-direction]."""
    near = sorted([(rounded(units_gap(unit, foe)), foe.id) for foe in enemies(state, unit) if organised(foe)])
    if near and within(near[0][0], 2.0 * KEEP_OFF):
        return Progress(tuple(surrender(state, unit, unit_of(state, near[0][1]))))
    return Progress((move_event(unit, "rout", crowd(unit), ()),))


# ---------------------------------------------------------------- head down


def fall_back(state: State, step: FallBack, dice: Dice) -> Progress:
    """Where a head-down unit may go: into cover if that is in reach, otherwise as far away as it can.

    [morale.head-down-move, move.compulsory-head-down, morale.artillery-head-down]
    """
    unit = unit_of(state, step.unit)
    if not owing(unit):
        return Progress(())
    mover = limbered_up(unit)
    known = known_enemies(state, unit.side)
    pushed = mover.arm == ARTILLERY and bool(woods_under(state, unit))
    places = _pushed_back(state, unit, known) if pushed else retreats(state, unit, mover, known)
    if not places and _only_limbers(state, unit):
        return Progress((move_event(unit, "head-down", mover, ()),))
    if not places:
        return Progress(tuple(settle(unit, known)))
    kept_places = [place for place in places if in_cover(state, placed_at(mover, place), known)]
    safe = bool(kept_places)
    if not safe:
        kept_places = farthest_off(mover, places, known)
    if len(kept_places) == 1:
        return Progress(tuple(fallen_back(state, unit, kept_places[0], safe)))
    return Progress((), (FallBackTo(unit.id, tuple(kept_places), safe),))


def _only_limbers(state: State, unit: Unit) -> bool:
    """Whether limbering up takes the whole compulsory move of a battery [morale.artillery-head-down]."""
    inches = compulsory_inches(card_of(state, unit.player), unit.arm, unit.mounted)
    return unit.arm == ARTILLERY and unit.formation == UNLIMBERED and within(inches, LIMBERING)


def placed_at(mover: Unit, place: Pose) -> Unit:
    """A unit at a place to which it falls back, whose facing is the way there."""
    return unit_at(mover, Pose(place.x, place.y, mover.pose.facing))


def limbered_up(unit: Unit) -> Unit:
    """A battery that goes head down limbers first [morale.artillery-head-down]."""
    new = crowd(unit) if unit.disordered else copied(unit)
    if unit.arm == ARTILLERY:
        new.formation = LIMBERED
        new.trail = ()
    return new


def settle(unit: Unit, known: list[Unit]) -> Events:
    """A unit that has nowhere better to go is in position; it faces the enemy [morale.head-down-move]."""
    after = limbered_up(unit)
    after.in_position = True
    foe = nearest_of(unit, known)
    if foe is not None and unit.disordered:
        after.pose = Pose(unit.pose.x, unit.pose.y, bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    return [move_event(unit, "head-down", after, ())]


def retreats(state: State, unit: Unit, mover: Unit, known: list[Unit]) -> list[Pose]:
    """Places within a compulsory move that come no nearer to a known enemy, all round [morale.head-down-move]."""
    card = card_of(state, unit.player)
    inches = compulsory_inches(card, unit.arm, unit.mounted)
    if unit.arm == ARTILLERY and unit.formation != LIMBERED:
        inches = max(0.0, inches - LIMBERING)
    near = [foe for foe in known if within(units_gap(unit, foe), FAR_ENEMY)]
    before = [units_gap(unit, foe) for foe in near]
    others = Others(state, mover)
    found: list[Pose] = []
    base_facing = homeward(state, unit)
    for spoke in range(SPOKES):
        heading = (base_facing + spoke * (FULL_TURN // SPOKES)) % FULL_TURN
        far = _paid(state, mover, heading, min(inches, to_table_edge(state, mover, heading, inches)))
        for share in (1.0, 0.5):
            pose = _free_place(state, mover, heading, far * share, others)
            if pose is None:
                continue
            end = unit_at(mover, Pose(pose.x, pose.y, mover.pose.facing))
            if all([kept(units_gap(end, foe), away) for foe, away in zip(near, before, strict=True)]):
                found.append(pose)
                break
    return found


def _paid(state: State, mover: Unit, heading: int, inches: float) -> float:
    """How far a compulsory move goes on a heading, the ground's deductions taken off."""
    if inches <= 0.1:
        return 0.0
    if not state.ground.areas and not state.ground.lines:
        return inches
    room, _ = to_object(state, mover, heading, inches)
    as_crowd = copied(mover)
    as_crowd.disordered = True
    as_crowd.trail = ()
    card = card_of(state, mover.player)
    for _ in range(2):
        course = course_of(state, as_crowd, (shift(room * sine(heading), room * cosine(heading)),))
        bill = compulsory_bill(mover_of(state, as_crowd), card, tuple(course.actions), state.settings)
        if bill.refusal:
            return 0.0
        allowed = min(bill.left, inches)
        if room <= allowed + TOLERANCE:
            return room
        room = allowed
    return room


def _free_place(state: State, mover: Unit, heading: int, went: float, others: Others) -> Pose | None:
    """The place so far off, if it is on nobody and keeps clear of enemies on the way."""
    if went < 0.25:
        return None
    path = straight(mover, heading, went)
    for index, foe in enumerate(others.foes):
        parts = [part for part, of in zip(others.foe_lines, others.foe_of, strict=True) if of == index]
        least = KEEP_OFF_ROUTING if foe.state == ROUTING else KEEP_OFF
        if nearer_than(path, parts, least) >= 0 and kept(unit_gap(mover, parts), least):
            return None
    there = rounded_pose(path.end)
    end = unit_at(mover, there)
    if standing_on(end, others) or off_table(state.ground, block(end)):
        return None
    return Pose(there.x, there.y, heading)


def farthest_off(mover: Unit, places: list[Pose], known: list[Unit]) -> list[Pose]:
    """Those of some places that are farthest from the nearest known enemy [morale.head-down-move]."""
    foe = nearest_of(mover, known)
    if foe is None:
        return places[:1]
    gaps = [rounded(units_gap(placed_at(mover, place), foe)) for place in places]
    best = max(gaps)
    return [place for place, away in zip(places, gaps, strict=True) if away >= best - 0.05]


def _pushed_back(state: State, unit: Unit, known: list[Unit]) -> list[Pose]:
    """Guns in a wood, where limbers cannot go, are manhandled an inch away [morale.artillery-head-down]."""
    foe = nearest_of(unit, known)
    if foe is None:
        return []
    heading = bearing(foe.pose.x, foe.pose.y, unit.pose.x, unit.pose.y)
    pose = _free_place(state, unit, heading, MANHANDLED_WOOD, Others(state, unit))
    return [] if pose is None else [pose]


def fallen_back(state: State, unit: Unit, place: Pose, safe: bool) -> Events:
    """A head-down unit goes there; in position it faces the enemy [morale.head-down-move]."""
    pushed = unit.arm == ARTILLERY and bool(woods_under(state, unit))
    after = copied(unit) if pushed else limbered_up(unit)
    path = straight(after, place.facing, distance(unit.pose.x, unit.pose.y, place.x, place.y))
    foe = nearest_known(state, unit)
    facing = unit.pose.facing
    if unit.disordered and foe is not None:
        facing = bearing(place.x, place.y, foe.pose.x, foe.pose.y) if safe else place.facing
    after = unit_at(after, Pose(place.x, place.y, facing))
    after.in_position = safe
    return moved_events(state, unit, "head-down", after, (), [path])


def asks_where(state: State, step: FallBackTo) -> tuple[str, ...]:
    return (unit_of(state, step.unit).player,)


def where_decision(view: State, step: FallBackTo, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    items: list[Item] = []
    for index, place in enumerate(step.places):
        went = distance(unit.pose.x, unit.pose.y, place.x, place.y)
        side = turn_between(unit.pose.facing, place.facing) // 100
        where = "into cover" if step.safe else "away"
        items.append(Item(str(index), f"{went:.1f}″ {where}, {side}° off its front", BOOK + "morale.head-down-move"))
    sentence = f"{unit.name} has its head down and must fall back: where to?"
    return Decision(player, "fall-back", unit.id, sentence, (BOOK + "morale.head-down-move",), Choose(tuple(items)))


def fell_back(state: State, step: FallBackTo, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    index = int(command.answer.keys[0])
    events = fallen_back(state, unit_of(state, step.unit), step.places[index], step.safe)
    return Progress(tuple(events), final=True)


# ---------------------------------------------------------------- prisoners


def organised(unit: Unit) -> bool:
    """An enemy that takes prisoners [melee.retreat-into-enemy]."""
    if unit.arm == WAGON or unit.captive or not formed(unit) or unit.state != STEADY:
        return False
    return unit.arm != ARTILLERY or unit.formation == UNLIMBERED


def surrender(state: State, unit: Unit, captor: Unit) -> Events:
    """A unit gives itself up; its captor tells off guards, and an officer with it is taken.

    [melee.surrender, prisoners.guards, charge.routing-target]
    """
    stands = unit.stands
    told = guards(stands, captor.stands)
    column = _column(state, unit, captor, told) if told.given else None
    events: Events = [
        Surrendered(unit.id, captor.id, stands, told.given, told.guarded, told.dispersed, column),
    ]
    events.extend([OfficerHurt(one.id, CAPTURED) for one in officers_on(state, unit.side) if one.unit == unit.id])
    if unit.captive:
        events.extend(freed_captives(state, unit))
    return events


def _column(state: State, unit: Unit, captor: Unit, told: Guards) -> Unit:
    """Guards and prisoners as one body behind the captor [prisoners.led-away]."""
    column = Unit(
        f"{unit.id}-prisoners",
        captor.side,
        captor.player,
        captor.brigade,
        f"Guards of {unit.name}",
        INFANTRY,
        captor.weapon,
        captor.grade,
        told.given,
        0,
        told.given,
        captor.pose,
        LINE,
        disordered=True,
        load=told.guarded,
        captive=unit.id,
    )
    _, depth = size_of(captor)
    _, deep = size_of(column)
    wanted = ahead(captor.pose, -0.5 * (depth + deep) - 0.1)
    width, deep = size_of(column)
    others = [part for one in on_table(state) if one.id != unit.id for part in blocks(one)]
    found = settled(Block(wanted, width, deep), others, state.ground, 0.5)
    column.pose = found or rounded_pose(wanted)
    return column


def freed_captives(state: State, column: Unit) -> Events:
    """Guards are gone or beaten: their prisoners run [prisoners.led-away]."""
    unit = unit_of(state, column.captive)
    if column.load == 0 or unit.place != GONE:
        return []
    return [Freed(unit.id, column.pose, homeward(state, unit))]


def lead_away(state: State, step: LeadAway, dice: Dice) -> Progress:
    """Guards lead their prisoners 8 in towards their own edge, and off the table [prisoners.led-away]."""
    unit = unit_of(state, step.unit)
    if not owing(unit):
        return Progress(())
    heading = homeward(state, unit)
    off = to_table_edge(state, unit, heading, PRISONERS_MOVE)
    room, _ = to_object(state, unit, heading, min(PRISONERS_MOVE, off))
    if state.ground.areas or state.ground.lines:
        course = course_of(state, unit, (shift(room * sine(heading), room * cosine(heading)),))
        bill = inches_bill(mover_of(state, unit), PRISONERS_MOVE, tuple(course.actions), state.settings)
        room = 0.0 if bill.refusal else min(room, bill.left)
    path = straight(unit, heading, room)
    for foe in enemies(state, unit):
        parts = blocks(foe)
        if nearer_than(path, parts, KEEP_OFF) >= 0 and kept(unit_gap(unit, parts), KEEP_OFF):
            room = min(room, until_gap(path, parts, KEEP_OFF).length)
    if room >= off - TOLERANCE:
        return Progress((UnitRemoved(unit.id, WITHDRAWN),))
    went = clear_end(state, unit, heading, room, room)
    there = ahead(Pose(unit.pose.x, unit.pose.y, heading), went)
    after = unit_at(unit, Pose(there.x, there.y, heading))
    path = straight(unit, heading, went)
    return Progress(tuple(moved_events(state, unit, "prisoners", after, (), [path])))


# ---------------------------------------------------------------- retreat from a melee


def retreat(state: State, step: Retreat, dice: Dice) -> Progress:
    """A loser goes back along the charge's line: into captivity, along an object, off the table, or to its end.

    [melee.retreat, melee.retreat-line, melee.retreat-into-enemy, melee.retreat-obstacle]
    """
    unit = unit_of(state, step.unit)
    if unit.place != ON_TABLE:
        return Progress(())
    inches = rout_inches(unit.arm, unit.mounted)
    runner = crowd(unit)
    leg_one = _stretch(state, runner, step.facing, inches, step.fought)
    if leg_one.captor:
        return Progress(tuple(surrender(state, unit, unit_of(state, leg_one.captor))))
    if within(leg_one.off, leg_one.room):
        friends = friends_on(state, runner, straight(runner, step.facing, leg_one.room))
        return Progress(tuple(left_table(state, unit, RUN_OFF)), _through(friends, unit))
    if not leg_one.outline:
        return _end_retreat(state, unit, runner, step.facing, leg_one.room, [])
    return _turned_aside(state, step, unit, runner, leg_one, inches, dice)


def _stretch(state: State, runner: Unit, heading: int, inches: float, fought: tuple[str, ...]) -> Lane:
    """What a retreat meets first on a straight line."""
    lane = Lane(heading, inches)
    lane.off = to_table_edge(state, runner, heading, inches)
    room, outline = to_object(state, runner, heading, min(inches, lane.off))
    if outline and room < inches - TOLERANCE:
        lane.room = room
        lane.outline = outline
    path = straight(runner, heading, lane.room)
    for foe in sorted(enemies(state, runner), key=lambda one: one.id):
        if foe.id in fought or not organised(foe):
            continue
        parts = blocks(foe)
        if nearer_than(path, parts, TOUCH) >= 0:
            to_foe = until_gap(path, parts, 0.0).length
            if to_foe < lane.room:
                lane.room = to_foe
                lane.captor = foe.id
                lane.outline = ()
    return lane


def _end_retreat(state: State, unit: Unit, runner: Unit, heading: int, room: float, before: Events) -> Progress:
    """The end of a retreat, clear of everybody; friends passed through test [melee.retreat-through-friends]."""
    edge = to_table_edge(state, runner, heading, 99.0)
    went = clear_end(state, runner, heading, room, min(room + 8.0, edge))
    there = ahead(Pose(runner.pose.x, runner.pose.y, heading), went)
    after = unit_at(runner, Pose(there.x, there.y, heading))
    path = straight(runner, heading, went)
    aside = runner.pose.x != unit.pose.x or runner.pose.y != unit.pose.y
    legs = (leg(runner.pose.x, runner.pose.y), leg(there.x, there.y)) if aside else ()
    moved = moved_events(state, unit, "retreat", after, legs, [path])
    return Progress((*before, *moved), _through(friends_on(state, runner, path), unit))


def _turned_aside(
    state: State, step: Retreat, unit: Unit, runner: Unit, lane: Lane, inches: float, dice: Dice
) -> Progress:
    """Two boxes and a die for the way along an object; the other way if that is blocked [melee.retreat-obstacle]."""
    side = way_along(unit.player, dice)
    events: Events = [Circled(unit.id, RETREAT_BOXES, "object")]
    if unit.circled + RETREAT_BOXES >= boxes_of(unit, state.settings):
        return Progress((*events, UnitRemoved(unit.id, DESTROYED)))
    there = ahead(Pose(runner.pose.x, runner.pose.y, step.facing), lane.room)
    turned = unit_at(runner, Pose(there.x, there.y, runner.pose.facing))
    left = inches - lane.room
    first, second = along(lane.outline, there, step.facing, side)
    for heading in (first, second):
        stretch = _stretch(state, turned, heading, left, step.fought)
        if stretch.captor:
            captor = unit_of(state, stretch.captor)
            return Progress(
                (*events, *surrender(apply(state, events[0]), unit_of(apply(state, events[0]), unit.id), captor))
            )
        if within(stretch.off, stretch.room):
            return Progress((*events, *left_table(state, unit, RUN_OFF)))
        if stretch.room > 0.25 or left < 0.25:
            return _end_retreat(state, unit, turned, heading, stretch.room, events)
    captors = sorted([(rounded(units_gap(unit, foe)), foe.id) for foe in enemies(state, unit) if organised(foe)])
    if not captors:
        return _end_retreat(state, unit, turned, step.facing, 0.0, events)
    now = apply(state, events[0])
    return Progress((*events, *surrender(now, unit_of(now, unit.id), unit_of(now, captors[0][1]))))


def along(outline: tuple[Point, ...], at: Pose, heading: int, side: str) -> tuple[int, int]:
    """The two ways along an object from where it is met, the one thrown for first."""
    best = 1e9
    tangent = heading + QUARTER_TURN
    for index in range(1, len(outline)):
        ax, ay = outline[index - 1]
        bx, by = outline[index]
        away = segment_distance(at.x, at.y, ax, ay, bx, by)
        if away < best - NOISE:
            best = away
            tangent = bearing(ax, ay, bx, by)
    if turn_between(heading, tangent) > 0:
        tangent = (tangent + HALF_TURN) % FULL_TURN
    right = (tangent + HALF_TURN) % FULL_TURN
    return (tangent, right) if side == "left" else (right, tangent)


def test_loser(state: State, step: TestLoser, dice: Dice) -> Progress:
    """The test of a unit that lost a melee; guns still standing are limbered up and go back, or are lost.

    [melee.morale-ok, melee.morale-head-down, melee.morale-rout, melee.unlimbered-artillery-loses]
    """
    unit = unit_of(state, step.unit)
    if unit.place != ON_TABLE:
        return Progress(())
    lent = helper_named(state, step.officer)
    cover = faced_cover(state, unit, "")
    roster = regiment_of(unit)
    before = len(dice.rolls)
    result = loser_test(roster, cover, lent.rating, unit.player, state.settings, dice)
    value = loser_value(roster, cover, lent.rating, state.settings)
    mods = modifiers(cover, lent.rating, False)
    tally = _value_rows(roster, state, mods, value, "loser")
    known = known_enemies(state, unit.side)
    sheltered = in_cover(state, unit, known)
    events = _after_test(state, unit, "loser", step.officer, value, result, sheltered, tally, dice, before)
    if result.unit.state in (STEADY, HEAD_DOWN):
        foe = nearest_of(unit, known)
        if foe is not None and not (unit.arm == ARTILLERY and unit.formation == UNLIMBERED):
            face = bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
            tested = events[0]
            assert isinstance(tested, Tested)
            tested.facing = face
    steps: tuple[Step, ...] = ()
    if unit.arm == ARTILLERY and unit.formation == UNLIMBERED and result.unit.state != DESTROYED:
        after = copied(unit)
        after.formation = LIMBERED
        after.disordered = True
        after.in_position = False
        events.append(move_event(unit, "retreat", after, ()))
        steps = (Retreat(unit.id, step.facing, step.fought),)
    return Progress(tuple(events), steps)


def after_melee(state: State, step: AfterMelee, dice: Dice) -> Progress:
    """Winners hold in disorder; those left disordered together are masses; by the house rule winners test too.

    [melee.winner, fire.massed-target, morale.when]
    """
    events: Events = []
    now = state
    for id in step.winners:
        if unit_of(state, id).place == ON_TABLE:
            events.append(Disordered(id))
            now = apply(now, events[-1])
    for group in (step.winners, step.losers):
        standing = [unit_of(now, id) for id in group if unit_of(now, id).place == ON_TABLE]
        crowded = [one for one in standing if one.disordered and one.state != ROUTING]
        close = [
            one.id
            for one in crowded
            if [other for other in crowded if other.id != one.id and within(units_gap(one, other), MASS_NEAR)]
        ]
        if close:
            events.append(Massed(tuple(sorted(close)), f"{min(close)} {state.turn}"))
    for officer in officers_on(now):
        if officer.unit in step.winners + step.losers and unit_of(now, officer.unit).state != ROUTING:
            events.append(OfficerSwept(officer.id, "", "lead"))
    tests: list[Step] = []
    if state.settings.melee_winner_checks:
        hurt = [id for id in step.hurt if id in step.winners and unit_of(state, id).place == ON_TABLE]
        tests.extend([fire_test(id, "", 1) for id in sorted(hurt)])
    return Progress(tuple(events), tuple(tests))


# ---------------------------------------------------------------- the end of a card


def end_card(state: State, step: EndCard, dice: Dice) -> Progress:
    return Progress((CardEnded(step.player),))


def end_turn(state: State, step: EndTurn, dice: Dice) -> Progress:
    """Tests put off, walls taken down, objectives, broken armies; then the other side, or the next set.

    [morale.when, misc.dismantle, victory.objectives-held, victory.break-point, victory.length]
    """
    if not step.tested:
        late = [unit for unit in on_table(state) if unit.hurt and unit.arm != WAGON and unit.captive == ""]
        if state.settings.morale_check_timing == "end-of-card" and late:
            tests = [fire_test(unit.id, "", unit.hurt) for unit in sorted(late, key=lambda one: one.id)]
            return Progress((), (*tests, EndTurn(step.side, step.number, True)))
    events: Events = []
    now = state
    for unit in on_table(state, step.side):
        if unit.working and not unit.moved:
            for event in cleared(now, unit):
                events.append(event)
                now = apply(now, event)
    events.append(TurnEnded(step.side))
    now = apply(now, events[-1])
    for goal in state.goals:
        side = holder(now, goal)
        if side != goal.holder:
            events.append(GoalTaken(goal.id, side))
            now = apply(now, events[-1])
    for event in guns_taken(now):
        events.append(event)
        now = apply(now, event)
    last = _last_turn(state, step)
    ended = judged(now, last)
    if ended is not None:
        return Progress((*events, BattleEnded(ended)))
    return Progress(tuple(events), (_next(state, step),))


def guns_taken(state: State) -> Events:
    """Abandoned guns belong to whoever was the last to touch them [morale.rout-state]."""
    events: Events = []
    for guns in state.units:
        if guns.fate not in (ABANDONED, TAKEN):
            continue
        spot = block(guns)
        sides = {one.side for one in on_table(state) if [part for part in blocks(one) if within(gap(part, spot), 0.05)]}
        taken = guns.fate == TAKEN
        if len(sides) == 1 and (guns.side not in sides) != taken:
            events.append(GunsTaken(guns.id, not taken))
    return events


def _next(state: State, step: EndTurn) -> Step:
    """Whose card is next: the second side's, the first's again, or a new set's [cards.alternation]."""
    other = enemy_of(state, step.side)
    if step.side == state.first:
        return TakeTurn(other, step.number)
    if step.number < state.settings.cards_per_set:
        return TakeTurn(state.first, step.number + 1)
    return BeginSet(state.set + 1)


def _last_turn(state: State, step: EndTurn) -> bool:
    whole = step.side != state.first and step.number >= state.settings.cards_per_set
    return whole and state.set >= state.sets


def cleared(state: State, unit: Unit) -> Events:
    """The gaps that a unit's stands have opened in what they touched all through a move card [misc.dismantle]."""
    card = card_of(state, unit.player)
    events: Events = []
    for line in state.ground.lines:
        if line.kind not in CLEARABLE:
            continue
        stands = [one for one in stand_blocks(unit) if touches(one, line)]
        inches = dismantled(line.kind, len(stands), card, unit.moved, unit.fired)
        if inches > 0.0:
            left = opened(line, stands)
            events.append(LineChanged(unit.id, line.kind, line.points, left, "gap"))
            return events
    return events


def touches(stand: Block, line: Line) -> bool:
    """Whether a stand touches an obstacle [misc.dismantle, barrier.move]."""
    return within(polyline_gap(line.points, False, stand), 0.05)


def opened(line: Line, stands: list[Block]) -> tuple[tuple[Point, ...], ...]:
    """What is left of a line when each of these stands has cleared its own width of it [misc.dismantle]."""
    pieces: list[list[Point]] = []
    current: list[Point] = []
    for index in range(1, len(line.points)):
        a, b = line.points[index - 1], line.points[index]
        length = distance(a[0], a[1], b[0], b[1])
        if length <= NOISE:
            continue
        heading = bearing(a[0], a[1], b[0], b[1])
        cuts: list[tuple[float, float]] = []
        for stand in stands:
            along_line = (stand.pose.x - a[0]) * sine(heading) + (stand.pose.y - a[1]) * cosine(heading)
            if touches(stand, Line(line.kind, (a, b))):
                cuts.append((along_line - 0.5, along_line + 0.5))
        at = 0.0
        if not current:
            current = [a]
        for first, last in sorted(cuts):
            if last <= at or first >= length:
                continue
            if first > at:
                current.append(_at(a, b, length, first))
                pieces.append(current)
            elif len(current) > 1:
                pieces.append(current)
            at = min(length, max(at, last))
            current = [_at(a, b, length, at)]
        if at < length:
            current.append(b)
        else:
            current = [b]
    if len(current) > 1:
        pieces.append(current)
    return tuple([tuple(piece) for piece in pieces if len(piece) > 1])


def _at(a: Point, b: Point, length: float, went: float) -> Point:
    share = went / length
    return (rounded(a[0] + share * (b[0] - a[0])), rounded(a[1] + share * (b[1] - a[1])))


# ---------------------------------------------------------------- victory


def near_goal(state: State, goal: Goal) -> list[Unit]:
    """The units near enough to an objective to count [victory.points]."""
    found: list[Unit] = []
    for unit in on_table(state):
        if unit.captive or unit.arm == WAGON:
            continue
        if within(min([point_gap(part, goal.x, goal.y) for part in blocks(unit)]), goal.radius):
            found.append(unit)
    return found


def contested(state: State, goal: Goal) -> bool:
    """Both sides are near an objective: it scores for neither [victory.objectives-held]."""
    return len({unit.side for unit in near_goal(state, goal)}) > 1


def holder(state: State, goal: Goal) -> str:
    """Who holds a goal: the side that alone is near it, with a steady unit; otherwise who took it last.

    [victory.points, victory.objectives-held]
    """
    near = near_goal(state, goal)
    steady = {unit.side for unit in near if unit.state == STEADY}
    allowed = [side for side in steady if goal.side in ("", side)]
    return allowed[0] if allowed and len({unit.side for unit in near}) == 1 else goal.holder


def starting_stands(state: State, side: str) -> int:
    """Stands of the units that have come to the table [setup.reinforcements]."""
    return sum([u.start for u in state.units if u.side == side and u.place != TO_ARRIVE and not u.captive])


def losses_of(state: State, side: str) -> tuple[int, int, int, int]:
    """Stands of a side that are destroyed or run off, captured, captured as guns, and now routing.

    [victory.break-point, victory.points]
    """
    destroyed = captured = guns = routing = 0
    for unit in state.units:
        if unit.side != side or unit.place == TO_ARRIVE or unit.arm == WAGON:
            continue
        if unit.captive:
            captured += unit.stands if unit.fate == CAPTURED else 0
            continue
        left = strength(unit, state.settings)
        destroyed += unit.start - left
        if unit.place != GONE:
            routing += unit.stands if unit.state == ROUTING else 0
        elif unit.fate == CAPTURED:
            captured += min(left, unit.load)
            destroyed += left - min(left, unit.load)
        elif unit.fate == TAKEN:
            guns += left
        elif unit.fate != WITHDRAWN:
            destroyed += left
    return (destroyed, captured, guns, routing)


def score(state: State, side: str) -> Score:
    """What a side has scored against the enemy [victory.points]."""
    other = enemy_of(state, side)
    destroyed, captured, guns, _ = losses_of(state, other)
    fallen = [
        one.rank
        for one in state.officers
        if one.side == other and one.place == GONE and one.fate in ("killed", CAPTURED, "lost")
    ]
    flat = state.settings.victory == "points"
    held = [
        OBJECTIVE_POINTS * (1 if flat else goal.points)
        for goal in state.goals
        if goal.holder == side and not contested(state, goal)
    ]
    return Score(destroyed, captured, guns, tuple(fallen), tuple(held))


def is_broken(state: State, side: str) -> bool:
    """Whether an army breaks now [victory.break-point]."""
    destroyed, captured, guns, routing = losses_of(state, side)
    starting = starting_stands(state, side)
    return starting > 0 and broken(starting, destroyed + captured + guns, routing, state.settings)


def judged(state: State, last: bool) -> Outcome | None:
    """How the battle stands at the end of a card [victory.break-point, victory.points, victory.length]."""
    sides = (state.armies[0].side, state.armies[1].side)
    fallen = (is_broken(state, sides[0]), is_broken(state, sides[1]))
    counted = (points(score(state, sides[0])), points(score(state, sides[1])))
    tallied = ((sides[0], counted[0]), (sides[1], counted[1]))
    if fallen[0] or fallen[1] or last:
        found = winner(sides, counted, fallen, state.settings)
        reason = "army-break" if fallen[0] or fallen[1] else "time"
        return Outcome(found, reason, _words(found, reason, tallied), tallied)
    if state.settings.victory == "scenario":
        held = [side for side in sides if _holds_all_decisive(state, side)]
        if len(held) == 1:
            text = f"{title(held[0])} hold every decisive objective."
            return Outcome(held[0], "objectives", text, tallied)
    return None


def _holds_all_decisive(state: State, side: str) -> bool:
    wanted = [goal for goal in state.goals if goal.decisive and goal.side in ("", side)]
    return bool(wanted) and all([goal.holder == side for goal in wanted])


def title(side: str) -> str:
    return "the Union" if side == "union" else "the Confederates"


def _words(found: str, reason: str, tallied: tuple[tuple[str, int], ...]) -> str:
    marks = ", ".join([f"{title(side)} {number}" for side, number in tallied])
    how = "An army is broken" if reason == "army-break" else "The last card is played"
    return f"{how}: {'a draw' if found == 'draw' else title(found) + ' win'} (points: {marks})."
