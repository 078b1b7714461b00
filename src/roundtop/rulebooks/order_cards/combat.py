"""Charges and melees at the table: who is charged, the run to contact, and the fight to its end."""

from __future__ import annotations

from dataclasses import dataclass
from math import degrees
from typing import Final, final

from roundtop.battle.forms import Assign, Assigned, Choose, Chosen, Item, Reason, Slot
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards.cards import Card
from roundtop.rulebooks.order_cards.charge import (
    BEHIND_OBSTACLE,
    CLEAR_OF_FRONTS,
    CONTACT,
    Charge,
    Run,
    charge_inches,
    may_charge,
    run,
    target_refusal,
)
from roundtop.rulebooks.order_cards.events import (
    ChargeDeclared,
    ChargeShort,
    ContactMade,
    MeleeFought,
    OfficerHurt,
    OfficerSwept,
    UnitRemoved,
    apply,
)
from roundtop.rulebooks.order_cards.melee import (
    ATTACKERS,
    NEITHER,
    Fighter,
    Fray,
    Round,
    modifiers,
    resolve,
    surrenders,
)
from roundtop.rulebooks.order_cards.melee import Melee as Battle
from roundtop.rulebooks.order_cards.movement import (
    IMPASSABLE,
    KEEP_OFF,
    SLIM,
    TOUCH,
    Course,
    meet,
    refusal_words,
)
from roundtop.rulebooks.order_cards.react import (
    Events,
    crowd,
    might_help,
    moved_events,
    officers_near,
    surrender,
)
from roundtop.rulebooks.order_cards.shooting import lose
from roundtop.rulebooks.order_cards.sight import LINE_COVER, sees
from roundtop.rulebooks.order_cards.state import (
    CAPTURED,
    ON_TABLE,
    Attack,
    Melee,
    State,
    Unit,
    block,
    blocks,
    card_of,
    copied,
    enemies,
    formed,
    melee_of,
    officer_of,
    on_table,
    size_of,
    stand_blocks,
    unit_of,
)
from roundtop.rulebooks.order_cards.steps import (
    UNASKED,
    AfterMelee,
    AimCharge,
    DeclareCharge,
    Fight,
    GiveUp,
    Retreat,
    RunCharge,
    Step,
    TestLoser,
)
from roundtop.rulebooks.order_cards.tables import (
    ARTILLERY,
    BOOK,
    CAVALRY,
    HEAD_DOWN,
    LIMBERED,
    LOOSE,
    NORMAL,
    ROUTING,
    STEADY,
    UNLIMBERED,
    WAGON,
)
from roundtop.rulebooks.order_cards.terrain import Action
from roundtop.table.arc import FRONT, REAR, side_of, zone_ahead
from roundtop.table.crossed import areas_met, inside_table, lines_met
from roundtop.table.footprint import Block, front_middle, gap, polyline_gap
from roundtop.table.ground import Ground, Line, in_area, level_at, line_crossings
from roundtop.table.measure import FULL_TURN, HALF_TURN, TOLERANCE, bearing, distance, turn_between, within
from roundtop.table.path import LEFT, RIGHT, Sweep, forward, nearer_than, sweep, until_gap, wheel
from roundtop.table.pose import Pose, ahead, rounded_pose, to_local

NO_TARGET: Final = "none"
NOBODY: Final = "none"
AIM: Final = "aim"
FAR_RUN: Final = 70.0
"""How far ahead it is looked whether a run leads to the target at all."""
FAR_CHARGE: Final = 30.0
"""An enemy whose middle is farther off cannot be charged on any card, and may be measured."""
WHEEL_STEP: Final = 1000
OPPOSED: Final = 13500
"""Contacts so far apart are front and rear of a crowd [charge.facing-zones, melee.front-and-rear]."""

# What an obstacle between is worth to the charged, as the melee table names it [melee.obstacle-mod].
OBSTACLE_ROWS: Final[dict[str, str]] = {
    "wall": "wall-fence-bush",
    "fence": "wall-fence-bush",
    "hedge": "wall-fence-bush",
    "abatis": "fraise",
    "chevaux-de-frise": "chevaux-de-frise",
    "earthwork": "earthwork",
    "breastwork": "earthwork",
}


# ---------------------------------------------------------------- who may charge


def can_charge(unit: Unit, card: Card) -> bool:
    """Whether a unit may still charge on this card, whoever is in sight [charge.who, charge.card-needed]."""
    if unit.charged or unit.moved or unit.waived or unit.fired or unit.captive or unit.working:
        return False
    continuing = unit.target != ""
    return not may_charge(
        card, unit.arm, unit.mounted, unit.formation, unit.state, unit.disordered, unit.wing != 0, continuing
    )


def unmeasured(state: State, unit: Unit) -> bool:
    """Whether measuring for a unit is refused until it declares or waives its charge [charge.reach-not-shown]."""
    if state.settings.premeasure_charges or state.side != unit.side or state.phase != "cards":
        return False
    if unit.place != ON_TABLE or not can_charge(unit, card_of(state, unit.player)):
        return False
    near = sorted(
        [(distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y), foe.id) for foe in enemies(state, unit)]
    )
    for away, id in near:
        if away <= FAR_CHARGE and sees(state, unit, unit_of(state, id)):
            return True
    return False


def measure_before(state: State, side: str) -> str:
    """What may be measured while a side's cards are in play: nothing while a charge may still be declared.

    The clause bars the ruler at units that may charge alone; a decision knows only all or nothing, and does not look
    round the table for whom they might see. [charge.reach-not-shown]
    """
    if state.settings.premeasure_charges:
        return "all"
    for unit in on_table(state, side):
        if can_charge(unit, card_of(state, unit.player)):
            return "none"
    return "all"


def lawful_targets(state: State, unit: Unit, card: Card) -> list[Unit]:
    """Enemies that a unit may charge by what it sees of them [charge.see-target, formation.loose-order-charge]."""
    loose = unit.formation == LOOSE and not unit.disordered
    found: list[Unit] = []
    for foe in enemies(state, unit):
        if unit.target and foe.id != unit.target:
            continue
        if target_refusal(loose, foe.arm, foe.state, foe.disordered, True):
            continue
        if sees(state, unit, foe):
            found.append(foe)
    return found


def charge_targets(state: State, unit: Unit, card: Card) -> list[Unit]:
    """The targets at which some charge of this unit is lawful."""
    return [foe for foe in lawful_targets(state, unit, card) if _any_way(state, unit, foe, card)]


def _any_way(state: State, unit: Unit, foe: Unit, card: Card) -> bool:
    for by in (aimed(state, unit, foe, card), 0):
        if not plan_charge(state, unit, foe, by, 0).refusal:
            return True
    return False


def most_wheel(state: State, unit: Unit, card: Card) -> int:
    """The widest wheel that half the allowance pays for, in hundredths of a degree [charge.path]."""
    width, _ = size_of(unit)
    half = 0.5 * charge_inches(card, unit.arm, unit.mounted, unit.target != "", state.settings)
    return max(0, min(9000, int(degrees(half / width) * 100)))


def aimed(state: State, unit: Unit, foe: Unit, card: Card) -> int:
    """The wheel that points the middle of a line at a target, as far as it may wheel [charge.path]."""
    by = 0
    most = most_wheel(state, unit, card)
    for _ in range(4):
        pose = wheeled(unit, by)
        front = front_middle(Block(pose, *size_of(unit)))
        by += turn_between(pose.facing, bearing(front[0], front[1], foe.pose.x, foe.pose.y))
        by = max(-most, min(most, by))
    return by


def wheeled(unit: Unit, by: int) -> Pose:
    """Where a line stands after a wheel on its inner end."""
    if by == 0:
        return unit.pose
    width, depth = size_of(unit)
    return sweep(unit.pose, width, depth, (wheel(by, RIGHT if by > 0 else LEFT),)).end


# ---------------------------------------------------------------- a charge worked out


@final
@dataclass(slots=True, init=False)
class Plan:
    """A charge worked out: why not, how it runs, whom it meets first and all whom it touches, how the unit ends."""

    refusal: str
    text: str
    run: Run
    met: str
    touched: tuple[str, ...]
    heading: int
    zone: str
    cover: str
    uphill: bool
    after: Unit
    sweeps: list[Sweep]
    actions: tuple[Action, ...]

    def __init__(self, unit: Unit) -> None:
        self.refusal = ""
        self.text = ""
        self.run = Run("", 0.0, 0.0)
        self.met = ""
        self.touched = ()
        self.heading = unit.pose.facing
        self.zone = "front"
        self.cover = ""
        self.uphill = False
        self.after = unit
        self.sweeps = []
        self.actions = ()


def _no(plan: Plan, clause: str, text: str) -> Plan:
    plan.refusal = clause if clause.startswith(BOOK) else BOOK + clause
    plan.text = text
    return plan


def plan_charge(state: State, unit: Unit, target: Unit, by: int, extra: int, declared: bool = False) -> Plan:
    """A charge with this wheel and at most so many extra inches [charge.path, charge.bonus-for-distance]."""
    plan = Plan(unit)
    card = card_of(state, unit.player)
    continuing = unit.target != ""
    points = unit.bonus if continuing else card.charge
    width, depth = size_of(unit)
    start = wheeled(unit, by)
    plan.heading = start.facing
    path = sweep(start, width, depth, (forward(FAR_RUN),))
    to_target, obstacle = reach_of(state, path, target)
    if to_target < 0.0:
        return _no(plan, "charge.path", f"That way leads past {target.name}.")
    met, away, line = target, to_target, obstacle
    for foe in enemies(state, unit):
        if foe.id != target.id:
            first, between = reach_of(state, path, foe)
            if 0.0 <= first < away - TOLERANCE or (0.0 <= first <= away and foe.id < met.id and met.id != target.id):
                met, away, line = foe, first, between
    if line is not None and unit.arm == CAVALRY and unit.mounted:
        return _no(plan, "charge.one-base-contact", "Mounted men cannot charge across that.")
    turns = [sweep(unit.pose, width, depth, (wheel(by, RIGHT if by > 0 else LEFT),))] if by else []
    measured = _measured(state, unit, card, continuing, points, by, extra, start, away, turns, plan)
    if measured.refusal:
        return _no(plan, measured.refusal, refusal_words(unit, card, measured.refusal))
    plan.run = measured
    went = away if measured.contact else _short_of_all(state, unit, path, measured.moved)
    ran = sweep(start, width, depth, (forward(went),))
    plan.sweeps = [*turns, ran] if went > 0.0 else turns
    # Once it is declared, a charge is not stopped by an enemy that was not in view when it was.
    if not declared and _barred(state, unit, met, target, plan):
        return plan
    end = copied(unit)
    end.pose = rounded_pose(ahead(start, went))
    plan.after = end
    if measured.contact:
        plan.met = met.id
        plan.touched = touched_by(state, end, met, line)
        plan.zone = contact_zone(met, start, depth, end)
        plan.cover = OBSTACLE_ROWS[line.kind] if line is not None else _house(state, met)
        plan.uphill = _uphill(state, start, met)
        end.disordered = measured.disordered
    else:
        plan.after = crowd(end)
    return plan


def _measured(
    state: State,
    unit: Unit,
    card: Card,
    continuing: bool,
    points: int,
    by: int,
    extra: int,
    start: Pose,
    away: float,
    turns: list[Sweep],
    plan: Plan,
) -> Run:
    """Wheel, ground and straight run priced; obstacles in good order if the charge then still gets home.

    A charge that falls short pays only for the ground it comes to. [charge.path, charge.short, move.wall-fence]
    """
    width, _ = size_of(unit)
    allowance = charge_inches(card, unit.arm, unit.mounted, continuing, state.settings)
    best = Run("", allowance, 0.0)
    lengths = [away, max(0.0, min(away, allowance))]
    for length in lengths:
        course = _ground(state, unit, start, length, turns)
        for hasty in (False, True) if course.open else (False,):
            actions = list(course.actions)
            if hasty:
                for place in course.open:
                    actions[place] = Action(actions[place].do.replace("good-order", "disorder"))
            plan.actions = tuple(actions)
            situation = Charge(
                card, unit.arm, unit.mounted, continuing, points, width, abs(by) / 100.0, tuple(actions), away, extra,
                state.settings,
            )  # fmt: skip
            best = run(situation)
            if best.contact:
                return best
    return best


def _ground(state: State, unit: Unit, start: Pose, length: float, turns: list[Sweep]) -> Course:
    """The ground on the way of a charge."""
    width, depth = size_of(unit)
    course = Course(unit)
    for path in turns:
        meet(state, unit, course, path, "")
    if length > TOLERANCE:
        meet(state, unit, course, sweep(start, width, depth, (forward(length),)), "")
    return course


def reach_of(state: State, path: Sweep, foe: Unit) -> tuple[float, Line | None]:
    """How far a straight run goes before it is in contact with an enemy, and across which obstacle; -1 if never.

    [charge.one-base-contact]
    """
    parts = blocks(foe)
    if nearer_than(path, parts, TOUCH) < 0:
        return (-1.0, None)
    stop = until_gap(path, parts, 0.0)
    away = stop.length if stop.index >= 0 else -1.0
    if away < 0.0:
        return (-1.0, None)
    found: Line | None = None
    for line in state.ground.lines:
        if line.kind not in LINE_COVER or not _shields(line, parts, path, foe):
            continue
        to_line = _until_line(path, line, away)
        if to_line < away - TOLERANCE:
            away = to_line
            found = line
    return (away, found)


def _shields(line: Line, parts: list[Block], path: Sweep, foe: Unit) -> bool:
    """Whether a defender stands within 1 in behind a line, seen from where the run begins."""
    near = [part for part in parts if within(polyline_gap(line.points, False, part), BEHIND_OBSTACLE)]
    return bool(near) and bool(line_crossings(line.points, path.start.x, path.start.y, foe.pose.x, foe.pose.y))


def _until_line(path: Sweep, line: Line, away: float) -> float:
    """How far a run goes before it touches a line."""
    only = Ground(0.0, 0.0, (), (line,))
    kinds = (line.kind,)
    if not lines_met(only, kinds, sweep(path.start, path.width, path.depth, (forward(away),))):
        return away
    low, high = 0.0, away
    while high - low > 0.005:
        middle = 0.5 * (low + high)
        if lines_met(only, kinds, sweep(path.start, path.width, path.depth, (forward(middle),))):
            high = middle
        else:
            low = middle
    return low


def _short_of_all(state: State, unit: Unit, path: Sweep, moved: float) -> float:
    """A charge that falls short stops 1 in from any unit in its way [charge.short]."""
    part = sweep(path.start, path.width, path.depth, (forward(moved),))
    others = [p for other in on_table(state) if other.id != unit.id for p in blocks(other)]
    if moved <= 0.0 or nearer_than(part, others, KEEP_OFF) < 0:
        return moved
    near = [p for p in others if gap(Block(path.start, path.width, path.depth), p) >= KEEP_OFF]
    if nearer_than(part, near, KEEP_OFF) < 0:
        return moved
    return min(moved, until_gap(part, near, KEEP_OFF).length)


def _barred(state: State, unit: Unit, met: Unit, target: Unit, plan: Plan) -> bool:
    """Whether fronts, friends, ground or the edge forbid the way [charge.across-front, move.interpenetration]."""
    ground = state.ground
    for path in plan.sweeps:
        if not inside_table(ground, path):
            _no(plan, "move.leaving-table", "The charge would leave the table.")
            return True
        if areas_met(ground, IMPASSABLE, path):
            _no(plan, "move.roads-hills-buildings", "That ground cannot be entered.")
            return True
    for foe in enemies(state, unit):
        if foe.id in (met.id, target.id) or not fronts(foe):
            continue
        zones = [zone_ahead(part, CLEAR_OF_FRONTS) for part in blocks(foe)]
        if [path for path in plan.sweeps if nearer_than(path, zones, TOUCH) >= 0]:
            _no(plan, "charge.across-front", f"The charge would pass within 3″ before the front of {foe.name}.")
            return True
    friends = [part for one in on_table(state, unit.side) if one.id != unit.id for part in blocks(one)]
    for path in plan.sweeps:
        if nearer_than(path, friends, TOUCH) >= 0:
            slim = sweep(path.start, path.width - SLIM, path.depth - SLIM, (path.stages[0].manoeuvre,))
            if nearer_than(slim, friends, TOUCH) >= 0:
                _no(plan, "move.interpenetration", "Friends are in the way of the charge.")
                return True
    return False


def fronts(foe: Unit) -> bool:
    """An enemy past whose front no charge may go [charge.across-front]."""
    if not formed(foe) or foe.state != STEADY or foe.arm == WAGON or foe.captive:
        return False
    return foe.arm != ARTILLERY or foe.formation == UNLIMBERED


def touched_by(state: State, unit: Unit, met: Unit, line: Line | None) -> tuple[str, ...]:
    """Everybody a charger is in contact with, the first met first [charge.one-base-contact]."""
    found = [met.id]
    here = blocks(unit)
    for foe in sorted(enemies(state, unit), key=lambda one: one.id):
        if foe.id == met.id:
            continue
        if [part for part in blocks(foe) if [own for own in here if within(gap(own, part), CONTACT)]]:
            found.append(foe.id)
    return tuple(found)


def contact_zone(foe: Unit, start: Pose, depth: float, end: Unit) -> str:
    """Front, flank or rear, by where the middle of the charger's front stood when it began to run.

    [charge.facing-zones]
    """
    if foe.disordered:
        return "front"
    parts = blocks(foe)
    part = parts[0]
    for one in parts:
        if gap(one, block(end)) < gap(part, block(end)) - TOLERANCE:
            part = one
    x, y = front_middle(Block(start, 1.0, depth))
    side = side_of(part, x, y)
    if side in (FRONT, REAR):
        return side
    fx, fy = front_middle(Block(end.pose, 1.0, depth))
    right, _ = to_local(part.pose, fx, fy)
    return "flank" if abs(right) >= 0.5 * part.width - 0.5 else "front"


def _house(state: State, foe: Unit) -> str:
    """A built-up area defends as a wall [melee.obstacle-mod]."""
    return "wall-fence-bush" if in_area(state.ground, ("town", "building"), foe.pose.x, foe.pose.y) else ""


def _uphill(state: State, start: Pose, foe: Unit) -> bool:
    ground = state.ground
    if not ground.heights:
        return False
    return level_at(ground, foe.pose.x, foe.pose.y) > level_at(ground, start.x, start.y)


# ---------------------------------------------------------------- declaring it


def charge_owner(state: State, step: DeclareCharge | AimCharge) -> tuple[str, ...]:
    return (unit_of(state, step.unit).player,)


def measure_of(state: State) -> str:
    """Whether a charge may be measured before it is declared [charge.reach-not-shown]."""
    return "all" if state.settings.premeasure_charges else "none"


def declare_decision(view: State, step: DeclareCharge, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    card = card_of(view, player)
    items = [Item(foe.id, foe.name, BOOK + "charge.declare") for foe in charge_targets(view, unit, card)]
    items.append(Item(NO_TARGET, "nobody after all", BOOK + "charge.declare"))
    what = "go on with its charge" if unit.target else "charge"
    sentence = f"Whom does {unit.name} {what}?"
    clauses = (BOOK + "charge.declare", BOOK + "charge.see-target", BOOK + "charge.reach-not-shown")
    return Decision(player, "charge", unit.id, sentence, clauses, Choose(tuple(items)), measure_of(view))


def target_named(state: State, step: DeclareCharge, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    return Progress(()) if key == NO_TARGET else Progress((), (AimCharge(step.unit, key),))


def wheels(state: State, unit: Unit, foe: Unit, card: Card) -> list[tuple[str, int]]:
    """The wheels with which a charge at a target is lawful: towards it, straight ahead, and by tens of degrees."""
    found: list[tuple[str, int]] = []
    most = most_wheel(state, unit, card)
    ideas = [(AIM, aimed(state, unit, foe, card)), ("0", 0)]
    for by in range(WHEEL_STEP, most + 1, WHEEL_STEP):
        ideas.extend([(str(-by // 100), -by), (str(by // 100), by)])
    for key, by in ideas:
        if not plan_charge(state, unit, foe, by, 0).refusal:
            found.append((key, by))
    return found


def aim_decision(view: State, step: AimCharge, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    foe = unit_of(view, step.target)
    card = card_of(view, player)
    points = unit.bonus if unit.target else card.charge
    turns = tuple([Item(key, _wheel_words(key)) for key, _ in wheels(view, unit, foe, card)])
    inches = tuple([Item(str(n), f"at most {n} inches more" if n else "no inch more") for n in range(points + 1)])
    slots = (Slot("wheel", "Wheel", turns), Slot("extra", "Extra inches, a point of the bonus each", inches))
    sentence = f"{unit.name} charges {foe.name}: how does it wheel, and how many inches may it buy?"
    clauses = (BOOK + "charge.path", BOOK + "charge.bonus-for-distance", BOOK + "charge.across-front")
    return Decision(player, "aim", unit.id, sentence, clauses, Assign(slots), measure_of(view))


def _wheel_words(key: str) -> str:
    if key == AIM:
        return "towards the target"
    by = int(key)
    return "straight ahead" if by == 0 else f"{abs(by)}° to the {'right' if by > 0 else 'left'}"


def wheel_of(state: State, step: AimCharge, key: str) -> int:
    unit = unit_of(state, step.unit)
    if key == AIM:
        return aimed(state, unit, unit_of(state, step.target), card_of(state, unit.player))
    return 100 * int(key)


def check_aim(view: State, step: AimCharge, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Assigned)
    given = dict(command.answer.pairs)
    unit = unit_of(view, step.unit)
    by = wheel_of(view, step, given["wheel"])
    plan = plan_charge(view, unit, unit_of(view, step.target), by, int(given["extra"]))
    return (Reason(plan.text, plan.refusal),) if plan.refusal else ()


def charge_aimed(state: State, step: AimCharge, command: Command) -> Progress:
    """Declared: from now on it stands [charge.declare, charge.reach-not-shown]."""
    assert isinstance(command.answer, Assigned)
    given = dict(command.answer.pairs)
    by = wheel_of(state, step, given["wheel"])
    extra = int(given["extra"])
    return Progress((), (RunCharge(step.unit, step.target, by, extra),), final=True)


def run_charge(state: State, step: RunCharge, dice: Dice) -> Progress:
    """The charge is made: home, short, or among prisoners [charge.short, charge.routing-target, charge.multiple]."""
    unit = unit_of(state, step.unit)
    target = unit_of(state, step.target)
    plan = plan_charge(state, unit, target, step.wheel, step.extra, True)
    declared = ChargeDeclared(unit.id, target.id, step.wheel, step.extra)
    events: Events = [declared]
    manoeuvres = tuple([path.stages[0].manoeuvre for path in plan.sweeps])
    if not plan.run.contact:
        points = unit.bonus if unit.target else card_of(state, unit.player).charge
        events.extend(moved_events(state, unit, "charge", plan.after, manoeuvres, plan.sweeps))
        events.append(ChargeShort(unit.id, target.id, points))
        return Progress(tuple(events))
    events.extend(moved_events(state, unit, "charge", plan.after, manoeuvres, plan.sweeps))
    now = state
    for event in events:
        now = apply(now, event)
    fighting: list[str] = []
    for id in plan.touched:
        foe = unit_of(now, id)
        more: Events = []
        if foe.arm == WAGON:
            more = [UnitRemoved(id, CAPTURED)]
        elif foe.state == ROUTING and melee_of(now, id) is None:
            more = surrender(now, foe, unit_of(now, unit.id))
        else:
            fighting.append(id)
        for event in more:
            events.append(event)
            now = apply(now, event)
    if fighting:
        events.append(ContactMade(attack_of(state, unit, plan, fighting[0]), tuple(fighting)))
    return Progress(tuple(events))


def attack_of(state: State, unit: Unit, plan: Plan, first: str) -> Attack:
    """What a charger brings to the melee [melee.modifiers-first-unit]."""
    met = unit_of(state, first)
    own = first == plan.met
    return Attack(
        unit.id,
        first,
        plan.run.left,
        plan.heading,
        plan.zone if own else "front",
        plan.cover if own and plan.zone == "front" else "",
        plan.uphill,
        met.formation == LOOSE and not met.disordered,
        plan.run.disordered,
    )


# ---------------------------------------------------------------- the melee


def asks_for_leaders(state: State, step: Fight) -> tuple[str, ...]:
    """The attackers' owner, then the defenders', if an officer might lead [melee.officer-mod, turn.who-decides]."""
    melee = melee_of(state, step.unit)
    if melee is None:
        return ()
    if step.attackers == UNASKED:
        first = unit_of(state, melee.attacks[0].unit)
        if might_help(state, first):
            return (first.player,)
    if step.defenders == UNASKED:
        met = unit_of(state, melee.defenders[0])
        if might_help(state, met):
            return (met.player,)
    return ()


def leader_decision(view: State, step: Fight, player: str) -> Decision:
    unit = _about_to_lead(view, step)
    items = [Item(one.id, f"{one.name} (+{one.rating // 10})") for one in officers_near(view, unit)]
    items.append(Item(NOBODY, "nobody"))
    sentence = f"A melee: which officer leads {unit.name}?"
    clauses = (BOOK + "melee.officer-mod", BOOK + "officer.melee-casualty")
    return Decision(player, "lead", unit.id, sentence, clauses, Choose(tuple(items)))


def _about_to_lead(state: State, step: Fight) -> Unit:
    """The unit for which an officer is now asked."""
    melee = melee_of(state, step.unit)
    assert melee is not None
    first = unit_of(state, melee.attacks[0].unit)
    if step.attackers == UNASKED and might_help(state, first):
        return first
    return unit_of(state, melee.defenders[0])


def led(state: State, step: Fight, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    melee = melee_of(state, step.unit)
    assert melee is not None
    unit = _about_to_lead(state, step)
    events: Events = [] if key == NOBODY else [OfficerSwept(key, unit.id, "lead")]
    if unit.id == melee.attacks[0].unit:
        return Progress(tuple(events), (Fight(step.unit, key, step.defenders),), final=True)
    first = NOBODY if step.attackers == UNASKED else step.attackers
    return Progress(tuple(events), (Fight(step.unit, first, key),), final=True)


def fighters(state: State, melee: Melee, leaders: tuple[str, str]) -> Battle:
    """A melee as the rule knows it [melee.modifiers, melee.modifiers-first-unit, melee.front-and-rear]."""
    attackers = tuple([unit_of(state, attack.unit) for attack in melee.attacks])
    defenders = tuple([unit_of(state, id) for id in melee.defenders])
    first = melee.attacks[0]
    ours = [
        _fighter(state, unit, melee, attacker_rows(unit, first) if place == 0 else (), leaders[0] if place == 0 else "")
        for place, unit in enumerate(attackers)
    ]
    theirs = [
        _fighter(state, unit, melee, defender_rows(unit, first) if place == 0 else (), leaders[1] if place == 0 else "")
        for place, unit in enumerate(defenders)
    ]
    ours[0].bonus = first.bonus
    return Battle(tuple(ours), tuple(theirs), (attackers[0].player, defenders[0].player), state.settings)


def _fighter(state: State, unit: Unit, melee: Melee, rows: tuple[str, ...], leader: str) -> Fighter:
    led_by = officer_of(state, leader) if leader not in ("", NOBODY, UNASKED) else None
    return Fighter(
        unit.arm,
        unit.mounted,
        unit.formation == LIMBERED,
        unit.start,
        unit.circled,
        0,
        rows,
        "" if led_by is None else led_by.rank,
        0 if led_by is None else led_by.rating,
        0 if led_by is None else led_by.minor,
        _touching(state, unit, melee) if state.settings.melee_stands == "touching" else -1,
        _surrounded(unit, melee),
        unit.guards,
    )


def attacker_rows(unit: Unit, attack: Attack) -> tuple[str, ...]:
    """What bears on the first charger [melee.modifiers]."""
    found: list[str] = []
    if unit.ammo != NORMAL:
        found.append("low-or-no-ammo")
    if attack.disordered:
        found.append("in-disorder")
    if attack.loose:
        found.append("charging-loose-order")
    if unit.arm == CAVALRY and unit.mounted:
        found.append("cavalry-charging")
    return tuple(found)


def defender_rows(unit: Unit, attack: Attack) -> tuple[str, ...]:
    """What bears on the first unit charged, judged against the first contact [melee.modifiers]."""
    found: list[str] = []
    if unit.state == HEAD_DOWN:
        found.append("head-down")
    if unit.ammo != NORMAL:
        found.append("low-or-no-ammo")
    if unit.disordered:
        found.append("in-disorder")
    elif attack.zone in ("flank", "rear"):
        found.append("flank-or-rear")
    if attack.uphill:
        found.append("defending-uphill")
    if attack.cover:
        found.append(attack.cover)
    return tuple(found)


def _touching(state: State, unit: Unit, melee: Melee) -> int:
    """Stands that touch an enemy stand, and those next to them [melee.total]."""
    sides = [attack.unit for attack in melee.attacks]
    others = melee.defenders if unit.id in sides else tuple(sides)
    foes = [stand for id in others for stand in stand_blocks(unit_of(state, id))]
    own = stand_blocks(unit)
    hit = [bool([foe for foe in foes if within(gap(stand, foe), BEHIND_OBSTACLE)]) for stand in own]
    count = 0
    for place in range(len(own)):
        if hit[place] or (place > 0 and hit[place - 1]) or (place + 1 < len(own) and hit[place + 1]):
            count += 1
    return max(1, count)


def _surrounded(unit: Unit, melee: Melee) -> bool:
    """Touched in front and in rear, a crowd from opposite sides [melee.front-and-rear, charge.facing-zones]."""
    attacks = [attack for attack in melee.attacks if attack.target == unit.id]
    if unit.disordered:
        for one in attacks:
            if [other for other in attacks if abs(turn_between(one.facing, other.facing)) >= OPPOSED]:
                return True
        return False
    zones = {attack.zone for attack in attacks}
    return "front" in zones and "rear" in zones


def fight(state: State, step: Fight, dice: Dice) -> Progress:
    """A melee to its end: losses both ways, officers, and the losers' way back.

    [melee.losses, melee.winner, melee.retreat, melee.front-and-rear, officer.melee-casualty]
    """
    melee = melee_of(state, step.unit)
    if melee is None:
        return Progress(())
    leaders = (_leader(step.attackers), _leader(step.defenders))
    battle = fighters(state, melee, leaders)
    before = len(dice.rolls)
    fray, rounds = resolve(battle, dice)
    attackers = tuple([attack.unit for attack in melee.attacks])
    boxes = _boxes(battle, fray, attackers, melee.defenders)
    events: Events = [
        MeleeFought(
            attackers,
            melee.defenders,
            fray.winner,
            tuple([(one.attackers, one.defenders) for one in rounds]),
            boxes,
            fray.officers,
            _working(battle, rounds),
            tuple(dice.rolls[before:]),
        )
    ]
    for id, lost in boxes:
        if lost:
            events.extend(lose(state, unit_of(state, id), lost, "melee"))
    for leader, fate in zip(leaders, fray.officers, strict=True):
        if leader and fate not in ("none", "unharmed"):
            events.append(OfficerHurt(leader, fate))
    now = state
    for event in events:
        now = apply(now, event)
    return Progress(tuple(events), _aftermath(now, melee, fray, battle, boxes))


def _leader(said: str) -> str:
    return "" if said in (UNASKED, NOBODY) else said


def _boxes(
    battle: Battle, fray: Fray, attackers: tuple[str, ...], defenders: tuple[str, ...]
) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    for id, one, circled in zip(attackers, battle.attackers, fray.attackers, strict=True):
        found.append((id, circled - one.circled))
    for id, one, circled in zip(defenders, battle.defenders, fray.defenders, strict=True):
        found.append((id, circled - one.circled))
    return tuple(found)


def _working(battle: Battle, rounds: tuple[Round, ...]) -> tuple[Row, ...]:
    """Round by round: what each side added, and the totals."""
    rows: list[Row] = []
    for number, one in enumerate(rounds):
        for name, first in (("attackers", battle.attackers[0]), ("defenders", battle.defenders[0])):
            rows.extend(
                [Row(f"{name}: {row.label}", row.value, row.clause) for row in lines(modifiers(first, number + 1))]
            )
        rows.append(Row(f"round {number + 1}", f"{one.attackers} : {one.defenders}", BOOK + "melee.total"))
    return tuple(rows)


def _aftermath(
    state: State, melee: Melee, fray: Fray, battle: Battle, boxes: tuple[tuple[str, int], ...]
) -> tuple[Step, ...]:
    """The steps of the losers, in order of contact, and of the winners [melee.winner, melee.retreat-line]."""
    attackers = tuple([attack.unit for attack in melee.attacks])
    everybody = (*attackers, *melee.defenders)
    if fray.winner == NEITHER:
        return (AfterMelee((), everybody, ()),)
    won = fray.winner == ATTACKERS
    winners, losers = (attackers, melee.defenders) if won else (melee.defenders, attackers)
    sides = battle.defenders if won else battle.attackers
    steps: list[Step] = []
    for place, id in enumerate(losers):
        unit = unit_of(state, id)
        if unit.place != ON_TABLE:
            continue
        heading = melee.attacks[0].facing if won else (melee.attacks[place].facing + HALF_TURN) % FULL_TURN
        if surrenders(sides[place], unit.stands) or unit.captive:
            steps.append(GiveUp(id, winners))
        elif unit.arm == ARTILLERY and unit.formation == UNLIMBERED:
            steps.append(TestLoser(id, heading, everybody, UNASKED))
        else:
            steps.append(Retreat(id, heading, everybody))
            steps.append(TestLoser(id, heading, everybody, UNASKED))
    hurt = tuple([id for id, lost in boxes if lost])
    return (*steps, AfterMelee(winners, losers, hurt))


def give_up(state: State, step: GiveUp, dice: Dice) -> Progress:
    """A beaten unit that is surrounded surrenders to the first of its captors still there [melee.surrender]."""
    unit = unit_of(state, step.unit)
    captors = [unit_of(state, id) for id in step.captors if unit_of(state, id).place == ON_TABLE]
    if not captors or unit.place != ON_TABLE:
        return Progress(())
    return Progress(tuple(surrender(state, unit, captors[0])))
