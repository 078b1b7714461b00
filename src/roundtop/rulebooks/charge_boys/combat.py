"""Charges as they unfold at the table, step by step to contact; melees, their losers and pursuit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.forms import Choose, Chosen, Item, March, Marched, Reason
from roundtop.battle.forms import Way as MarchWay
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import artillery, charge, fire, melee, morale
from roundtop.rulebooks.charge_boys.activation import condition_of, kept_at_distance, overrun
from roundtop.rulebooks.charge_boys.charge import STOPPED_SHORT_IN, Charge, Charged, Charger
from roundtop.rulebooks.charge_boys.events import (
    Answered,
    ChargeDeclared,
    ChargeFell,
    ContactMade,
    Disordered,
    FightsChanged,
    Fired,
    FollowedUp,
    GeneralLost,
    HeldFire,
    Intercepted,
    MeleeDecided,
    MoraleTested,
    Moved,
    PhaseBegan,
    ReachThrown,
    RoundFought,
    apply,
)
from roundtop.rulebooks.charge_boys.fire import IN_THE_OPEN, NO_LOSSES, UNARMED, Losses
from roundtop.rulebooks.charge_boys.melee import TOUCHING_IN, Catch, Fighter
from roundtop.rulebooks.charge_boys.morale import CARRY_ON, HALT, OTHER, ROUT, may_charge, may_evade
from roundtop.rulebooks.charge_boys.movement import (
    Others,
    cut_short,
    has_room,
    impassable,
    legs_of,
    nearest_enemy,
    nearest_point,
    passes,
)
from roundtop.rulebooks.charge_boys.muster import OBSTACLES
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.react import (
    abandoned,
    carried_out,
    general_falls,
    gone,
    mettle_after,
    moved_to,
    nerve_against,
    ordeal_of,
    take_both,
    take_first,
    take_other,
    taken_off,
)
from roundtop.rulebooks.charge_boys.sight import aim_at, cover_of, firing_ranks, sees
from roundtop.rulebooks.charge_boys.state import (
    MANNED,
    ON_TABLE,
    Fight,
    State,
    Unit,
    apart,
    arm_of,
    base,
    blocks,
    body,
    copied,
    enemies,
    farther,
    foes_of,
    formed,
    front_of,
    gap_between,
    generals_with,
    in_order,
    locked,
    loose,
    mounted,
    on_table,
    overlapping,
    ranked,
    ranks,
    routing,
    size,
    strength,
    unit_of,
    with_unit,
)
from roundtop.rulebooks.charge_boys.steps import (
    AfterMelee,
    Charges,
    ChargeTest,
    Clash,
    CloseIn,
    ClosingFire,
    Declare,
    Evade,
    FallBack,
    FightMelee,
    FollowUp,
    GoHome,
    Losers,
    MeetCharge,
    Melees,
    PickFoe,
    Pursue,
    Redress,
    Run,
    StandTest,
    Step,
    UnderFire,
)
from roundtop.rulebooks.charge_boys.steps import Catch as CatchStep
from roundtop.rulebooks.charge_boys.tables import (
    ALLOWANCE_IN,
    ARTILLERY,
    GUNNERS,
    LIMBERED,
    SKIRMISH,
    UNLIMBERED,
    halved,
)
from roundtop.rulebooks.charge_boys.terrain import HEDGE, Leg, ground_covered, leg_price
from roundtop.table.arc import ahead_of_front, block_in_arc
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import Block, gap
from roundtop.table.ground import off_table
from roundtop.table.measure import (
    FULL_TURN,
    HALF_TURN,
    NOISE,
    QUARTER_TURN,
    TOLERANCE,
    bearing,
    rounded,
    turn_between,
    within,
)
from roundtop.table.path import (
    Manoeuvre,
    Sweep,
    clearance,
    cut_at,
    forward,
    manoeuvres_of,
    sweep,
    until_contact,
    wheel,
)
from roundtop.table.pose import Pose, ahead, rounded_pose, to_local, to_world

DONE: Final = "done"
WIDEST_WHEEL: Final = 4500
"""The wheel at the start of a charge, and its arc [charge.alignment, charge.declare]."""
HEDGE_CONTACT_IN: Final = 0.3
"""An enemy this near behind a hedge is in contact with it [charge.declare]."""


# ---------------------------------------------------------------- the way of a charge


@final
@dataclass(slots=True, init=False)
class Way:
    """The way of a charger: its path to where it first touches an enemy, who that is, and its price."""

    path: Sweep
    touches: str
    legs: list[Leg]
    cost: float

    def __init__(self, path: Sweep, touches: str, legs: list[Leg], cost: float) -> None:
        self.path = path
        self.touches = touches
        self.legs = legs
        self.cost = cost


def charge_way(state: State, unit: Unit, target: Unit, far: float) -> Way | None:
    """The cheapest way to a target: straight on, or after one wheel of up to 45 degrees [charge.alignment].

    A way that meets another enemy first is taken only where no other reaches the target [orders.charge-intercepted].
    """
    others = Others(state, unit)
    best: Way | None = None
    for by in wheels(state, unit, target):
        found = _way(state, unit, by, far, others)
        if found is None:
            continue
        if best is None or _better(found, best, target.id):
            best = found
    return best


def _better(one: Way, other: Way, target: str) -> bool:
    if (one.touches == target) != (other.touches == target):
        return one.touches == target
    return one.cost < other.cost - TOLERANCE


def wheels(state: State, unit: Unit, target: Unit) -> list[int]:
    """Wheels worth trying: none, the one that points at the nearest of the target, the one that squares up to it."""
    fx, fy = front_of(unit, state.settings)
    spots = [nearest_point(block, fx, fy) for block in blocks(target, state.settings)]
    _, x, y = min(spots)
    pointing = turn_between(unit.pose.facing, bearing(fx, fy, x, y))
    middle = turn_between(unit.pose.facing, bearing(fx, fy, target.pose.x, target.pose.y))
    square = turn_between(unit.pose.facing, target.pose.facing + HALF_TURN)
    found = [0]
    for by in (pointing, middle, square):
        if by not in found and abs(by) <= WIDEST_WHEEL:
            found.append(by)
    if abs(pointing) > WIDEST_WHEEL:
        found.append(WIDEST_WHEEL if pointing > 0 else -WIDEST_WHEEL)
    return found


def _way(state: State, unit: Unit, by: int, far: float, others: Others) -> Way | None:
    front, deep = size(unit, state.settings)
    drill: list[Manoeuvre] = [forward(far)]
    if by:
        drill.insert(0, wheel(by, "right" if by > 0 else "left"))
    path = sweep(unit.pose, front, deep, drill)
    standing: list[Block] = []
    whose: list[str] = []
    for foe, theirs in zip(others.foes, others.foe_blocks, strict=True):
        standing.extend(theirs)
        whose.extend([foe.id] * len(theirs))
    stop = until_contact(path, standing)
    if stop.index < 0 or (by and stop.stage == 0):
        return None
    path = cut_at(path, stop.length)
    if not inside_table(state.ground, path) or impassable(state.ground, _short_of(path)):
        return None
    if _through_friends(unit, path, others):
        return None
    legs = legs_of(state, unit, path)
    if _crosses_hedge(legs):
        return None
    cost = sum([leg_price(one, unit.formation, ALLOWANCE_IN[unit.formation]) for one in legs])
    return Way(path, whose[stop.index], legs, cost)


def _short_of(path: Sweep) -> Sweep:
    """A path without its last hair's breadth, which may touch the wall of a garrison's building."""
    return cut_at(path, max(0.0, path.length - 0.1))


def _through_friends(unit: Unit, path: Sweep, others: Others) -> bool:
    """A charge passes through no friends but loose ones [move.interpenetration]."""
    slim = sweep(path.start, max(0.1, path.width - 0.1), max(0.1, path.depth - 0.1), manoeuvres_of(path))
    for friend, standing in zip(others.friends, others.friend_blocks, strict=True):
        if not passes(unit, friend) and [block for block in standing if clearance(slim, block) <= 0.0]:
            return True
    return False


def _crosses_hedge(legs: list[Leg]) -> bool:
    """No charge crosses a hedge, unless the enemy stands right behind it [charge.declare]."""
    total = sum([one.inches for one in legs])
    walked = 0.0
    for one in legs:
        if one.kind == HEDGE and not within(total - walked, HEDGE_CONTACT_IN):
            return True
        walked += one.inches
    return False


# ---------------------------------------------------------------- declaring


def charges(state: State, step: Charges, dice: Dice) -> Progress:
    """Whether a side has anybody to charge [turn.igougo-movement]."""
    found = charge_options(state, step.side)
    return Progress((), (Declare(step.side, tuple(found)),)) if found else Progress(())


def charge_options(state: State, side: str) -> list[tuple[str, str]]:
    """Every charge that a side may declare: pairs of charger and target [charge.declare]."""
    found: list[tuple[str, str]] = []
    for unit in on_table(state, side):
        if unit.turn.acted or unit.turn.declared or unit.building >= 0 or not may_charge(condition_of(state, unit)):
            continue
        for foe in enemies(state, unit):
            if may_declare(state, unit, foe):
                found.append((unit.id, foe.id))
    return found


def may_declare(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether a unit may charge an enemy: in reach, arc and sight, by an open way [charge.declare]."""
    most = charge.greatest_reach(unit.formation, mounted(unit))
    blind = not state.settings.premeasure
    if not blind and farther(unit, foe, most, state.settings):
        return False
    away = apart(unit, foe, state.settings)
    if not blind and not within(away, most):
        return False
    if unit.formation == SKIRMISH and formed(foe):
        return False
    if foe.building >= 0 and mounted(unit):
        return False
    if not _in_front(state, unit, foe) or not sees(state, unit, foe):
        return False
    if blind and not within(away, most):
        return True
    way = charge_way(state, unit, foe, max(most, away) + 6.0)
    return way is not None and way.touches == foe.id


def _in_front(state: State, unit: Unit, foe: Unit) -> bool:
    fx, fy = front_of(unit, state.settings)
    there = blocks(foe, state.settings)
    return bool([block for block in there if block_in_arc(fx, fy, unit.pose.facing, WIDEST_WHEEL, block)])


def asks_side(state: State, step: Declare) -> tuple[str, ...]:
    return (step.side,)


def declare_decision(view: State, step: Declare, player: str) -> Decision:
    items = [Item(DONE, "No more charges")]
    for charger, target in step.options:
        unit, foe = unit_of(view, charger), unit_of(view, target)
        known = f", {apart(unit, foe, view.settings):.1f}″" if view.settings.premeasure else ""
        side = "" if frontal(view, unit, foe) else ", in flank or rear"
        items.append(
            Item(f"{charger}:{target}", f"{unit.name} charges {foe.name}{known}{side}", "charge-boys.charge.declare")
        )
    clauses = ("charge-boys.charge.declare", "charge-boys.charge.sequence")
    measure = "all" if view.settings.premeasure else "none"
    return Decision(player, "charge", "", "Which charge do you declare?", clauses, Choose(tuple(items)), measure)


def declared(state: State, step: Declare, command: Command) -> Progress:
    """A charge is declared and tested for; then the next [turn.igougo-movement, charge.sequence]."""
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    if key == DONE:
        return Progress(())
    charger, target = next((a, b) for a, b in step.options if f"{a}:{b}" == key)
    return Progress(*declaring(state, charger, target, (Charges(step.side),)))


def declaring(
    state: State, charger: str, target: str, after: tuple[Step, ...]
) -> tuple[tuple[object, ...], tuple[Step, ...]]:
    unit, foe = unit_of(state, charger), unit_of(state, target)
    away = rounded(apart(unit, foe, state.settings))
    event = ChargeDeclared(charger, target, not frontal(state, unit, foe), away)
    if not within(away, charge.greatest_reach(unit.formation, mounted(unit))):
        return (event, ChargeFell(charger, target, "out-of-reach")), after
    return (event,), (ChargeTest(charger, target), *after)


def frontal(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a charge that starts here strikes the target's front; loose troops and garrisons have no flanks.

    [charge.flank]
    """
    if target.formation == SKIRMISH or target.building >= 0 or routing(target) or target.formation == GUNNERS:
        return True
    x, y = front_of(unit, state.settings)
    return ahead_of_front(body(target, state.settings), x, y) > NOISE


# ---------------------------------------------------------------- the look


def look(state: State, unit: Unit, target: Unit) -> Charge:
    """A charge as its stages see it, from the declaration on [charge.sequence]."""
    way = charge_way(state, unit, target, ALLOWANCE_IN[unit.formation] + 30.0)
    away = sum([one.inches for one in way.legs]) if way is not None else apart(unit, target, state.settings)
    legs = tuple(way.legs) if way is not None else ()
    ours = nerve_against(state, unit, target, True)
    theirs = nerve_against(state, target, unit)
    theirs.charged = True
    return Charge(
        away,
        legs,
        Charger(ours, unit.officers, min(ranked(unit), 2 * unit.files), unit.turn.had, unit.turn.hits),
        charged_of(state, unit, target, theirs, way),
        frontal(state, unit, target),
        True,
        state.settings,
    )


def charged_of(state: State, unit: Unit, target: Unit, nerve: morale.Nerve, way: Way | None) -> Charged:
    """The unit charged, with the men who could fire as the charger closes [charge.closing-fire]."""
    return Charged(
        nerve,
        closing_men(state, unit, target, way),
        target.weapon if target.weapon != UNARMED else fire.SUPERIOR_RIFLE,
        not target.has_fired,
        False,
        target.buck,
        target.gun or artillery.SMOOTHBORE,
        target.mettle.state == "halted",
        target.turn.volleys > 0,
        target.turn.busy,
        target.building >= 0,
        False,
        target.officers,
    )


def closing_men(state: State, unit: Unit, target: Unit, way: Way | None) -> int:
    """Men who have the charger in their arc when it is 3 inches off [charge.closing-fire]."""
    if target.weapon == UNARMED or target.arm == ARTILLERY or way is None:
        return 0
    near = short_of(state, unit, target, way)
    return aim_at(with_unit(state, near), target, near).men


def short_of(state: State, unit: Unit, target: Unit, way: Way) -> Unit:
    """The charger stopped 3 inches short of its target, or where it stands if nearer [charge.test-under-fire]."""
    short = copied(unit)
    low, high = 0.0, way.path.length
    if within(
        gap_between([Block(way.path.start, way.path.width, way.path.depth)], blocks(target, state.settings)), 3.0
    ):
        return short
    while high - low > 0.01:
        middle = 0.5 * (low + high)
        there = cut_at(way.path, middle).end
        if (
            gap_between([Block(there, way.path.width, way.path.depth)], blocks(target, state.settings))
            >= STOPPED_SHORT_IN
        ):
            low = middle
        else:
            high = middle
    short.pose = rounded_pose(cut_at(way.path, low).end)
    return short


# ---------------------------------------------------------------- steps 2 and 3: the tests


def charge_test(state: State, step: ChargeTest, dice: Dice) -> Progress:
    """5 or more goes on, 4 halts on the spot, lower results are obeyed [morale.trigger-charge, charge.sequence]."""
    unit, target = unit_of(state, step.unit), unit_of(state, step.target)
    event, verdict = take_other(state, unit, nerve_against(state, unit, target, True), charge.TO_CHARGE, dice)
    if verdict.result == CARRY_ON:
        return Progress((event,), (MeetCharge(unit.id, target.id), Run(unit.id, target.id)))
    return Progress((event, ChargeFell(unit.id, target.id, "balked")), carried_out(unit, verdict, target.id))


def must_evade(state: State, unit: Unit, target: Unit) -> bool:
    return can_evade(state, target) and formed(unit)


def can_evade(state: State, target: Unit) -> bool:
    """Whether skirmishers could get away: neither halted, disordered nor in a building [charge.evade-bonus]."""
    return may_evade(condition_of(state, target)) and target.building < 0 and not target.turn.met


def asks_to_evade(state: State, step: MeetCharge) -> tuple[str, ...]:
    """Skirmishers that may but need not evade are asked [turn.decisions]."""
    unit, target = unit_of(state, step.unit), unit_of(state, step.target)
    if state.settings.turn_mode != "igougo" or must_evade(state, unit, target) or not can_evade(state, target):
        return ()
    return (target.side,)


def evade_decision(view: State, step: MeetCharge, player: str) -> Decision:
    target = unit_of(view, step.target)
    items = (Item("evade", "Evade"), Item("stand", "Stand"))
    sentence = f"{unit_of(view, step.unit).name} charges {target.name}: do your skirmishers evade?"
    return Decision(player, "evade", target.id, sentence, ("charge-boys.charge.evade-bonus",), Choose(items))


def evade_chosen(state: State, step: MeetCharge, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    if command.answer.keys[0] == "evade":
        return Progress((), (Evade(step.unit, step.target),))
    return Progress((), (StandTest(step.unit, step.target),))


def meet_charge(state: State, step: MeetCharge, dice: Dice) -> Progress:
    """Skirmishers evade a formed charger; a routing unit does nothing; others test [charge.sequence]."""
    unit, target = unit_of(state, step.unit), unit_of(state, step.target)
    if routing(target) or target.place != ON_TABLE:
        return Progress(())
    if locked(state, target.id):
        return Progress((Answered(target.id, unit.id, "stands"),))
    if target.turn.met:
        return Progress((Answered(target.id, unit.id, target.turn.met),))
    wants = can_evade(state, target) and not [one for one in target.order if one.kind == "stand"]
    if must_evade(state, unit, target) or wants:
        return Progress((), (Evade(unit.id, target.id),))
    return Progress((), (StandTest(unit.id, target.id),))


def evade(state: State, step: Evade, dice: Dice) -> Progress:
    """10 inches and a die, directly away, before the charger moves [charge.evade-bonus]."""
    target = unit_of(state, step.target)
    inches = charge.throw_evade(dice, target.side)
    events = (Answered(target.id, step.unit, "evades"),)
    return Progress(events, (FallBack(target.id, "evade", inches, step.unit),))


def stand_test(state: State, step: StandTest, dice: Dice) -> Progress:
    """5 or more stands, 4 stands halted, less gives way at once [morale.trigger-charged, charge.sequence]."""
    unit, target = unit_of(state, step.unit), unit_of(state, step.target)
    stands = Answered(target.id, unit.id, "stands")
    if not state.settings.charged_units_test:
        return Progress((stands,))
    nerve = nerve_against(state, target, unit)
    nerve.charged = True
    event, verdict = take_other(state, target, nerve, charge.TO_STAND, dice)
    if verdict.result in (CARRY_ON, HALT):
        return Progress((event, stands))
    gives = Answered(target.id, unit.id, "gives-way")
    return Progress((event, gives), carried_out(target, verdict, unit.id))


# ---------------------------------------------------------------- step 4: the bonus, or a countercharge


def may_countercharge(state: State, unit: Unit, target: Unit) -> bool:
    """Mounted cavalry that passed its test against a frontal charge [charge.countercharge]."""
    stood = target.turn.met == "stands" and target.mettle.state == "steady" and not target.mettle.disordered
    return stood and mounted(target) and not locked(state, target.id) and frontal(state, unit, target)


def asks_to_counter(state: State, step: Run) -> tuple[str, ...]:
    unit, target = unit_of(state, step.unit), unit_of(state, step.target)
    if target.place != ON_TABLE or not may_countercharge(state, unit, target):
        return ()
    return (target.side,)


def counter_decision(view: State, step: Run, player: str) -> Decision:
    target = unit_of(view, step.target)
    items = (Item("stand", "Stand to receive it"), Item("counter", "Countercharge"))
    sentence = f"{unit_of(view, step.unit).name} comes on: does {target.name} countercharge?"
    return Decision(player, "counter", target.id, sentence, ("charge-boys.charge.countercharge",), Choose(items))


def counter_chosen(state: State, step: Run, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    if command.answer.keys[0] == "counter":
        return Progress((), (Clash(step.unit, step.target),))
    return Progress((), (CloseIn(step.unit, step.target),))


def run(state: State, step: Run, dice: Dice) -> Progress:
    return Progress((), (CloseIn(step.unit, step.target),))


def throw_reach(state: State, unit: Unit, dice: Dice) -> ReachThrown:
    """Normal move and bonus [charge.bonus-infantry, charge.bonus-cavalry, charge.not-skirmishers]."""
    before = len(dice.rolls)
    bonus = charge.throw_bonus(unit.formation, mounted(unit), dice, unit.side)
    return ReachThrown(unit.id, bonus, ALLOWANCE_IN[unit.formation] + bonus, tuple(dice.rolls[before:]))


def clash(state: State, step: Clash, dice: Dice) -> Progress:
    """Both throw their bonus and meet between, or stop short of each other [charge.countercharge]."""
    unit, target = unit_of(state, step.unit), unit_of(state, step.target)
    away = apart(unit, target, state.settings)
    before = len(dice.rolls)
    found = charge.countercharge(away, unit.formation, target.formation, dice, unit.side, target.side)
    rolls = tuple(dice.rolls[before:])
    events: list[object] = [
        ReachThrown(unit.id, found.charger_bonus, ALLOWANCE_IN[unit.formation] + found.charger_bonus, rolls[:1]),
        ReachThrown(target.id, found.target_bonus, ALLOWANCE_IN[target.formation] + found.target_bonus, rolls[1:]),
    ]
    met = copied(target)
    heading = bearing(target.pose.x, target.pose.y, unit.pose.x, unit.pose.y)
    came = found.target_moved if found.contact else min(found.target_moved, max(0.0, away - found.charger_moved - 1.0))
    met.pose = rounded_pose(ahead(Pose(target.pose.x, target.pose.y, heading), came))
    if not _clear_of_friends(state, met):
        met = target
    events.append(moved_to(target, met, "countercharge", True))
    now = apply(state, events[-1])
    if not found.contact:
        events.extend(_short(now, unit, unit_of(now, target.id), ALLOWANCE_IN[unit.formation] + found.charger_bonus))
        events.append(ChargeFell(unit.id, target.id, "short"))
        return Progress(tuple(events))
    return Progress(tuple(events), (GoHome(unit.id, target.id),))


def _clear_of_friends(state: State, unit: Unit) -> bool:
    there = blocks(unit, state.settings)
    if [block for block in there if off_table(state.ground, block)]:
        return False
    return not [
        other for other in on_table(state) if other.id != unit.id and overlapping(there, blocks(other, state.settings))
    ]


# ---------------------------------------------------------------- steps 5 to 8: closing in


def close_in(state: State, step: CloseIn, dice: Dice) -> Progress:
    """The charger throws its bonus, once, and goes for where its target now is [charge.sequence]."""
    unit, target = unit_of(state, step.unit), unit_of(state, step.target)
    events: list[object] = []
    reach = unit.turn.reach
    if reach <= 0.0:
        thrown = throw_reach(state, unit, dice)
        events.append(thrown)
        reach = thrown.reach
    if target.place != ON_TABLE:
        events.append(ChargeFell(unit.id, target.id, "gone"))
        return Progress(tuple(events))
    way = charge_way(state, unit, target, reach + 30.0)
    if way is None or not within(way.cost, reach):
        events.extend(_short(state, unit, target, reach))
        events.append(ChargeFell(unit.id, target.id, "short"))
        now = state
        for event in events:
            now = apply(now, event)
        return Progress(tuple(events), kept_at_distance(now, unit_of(now, unit.id)))
    if way.touches != target.id:
        events.append(Intercepted(unit.id, way.touches))
        return Progress(tuple(events), (MeetCharge(unit.id, way.touches), CloseIn(unit.id, way.touches)))
    if routing(target) or target.turn.met in ("gives-way", "evades"):
        return Progress(tuple(events), (CatchStep(unit.id, target.id, 0),))
    if locked(state, target.id):
        return Progress(tuple(events), (GoHome(unit.id, target.id),))
    return Progress(tuple(events), (ClosingFire(unit.id, target.id), GoHome(unit.id, target.id)))


def _short(state: State, unit: Unit, target: Unit, reach: float) -> list[object]:
    """A charge that does not reach moves what it has and stops at least an inch away [charge.sequence]."""
    front, deep = size(unit, state.settings)
    others = Others(state, unit)
    for by in sorted(wheels(state, unit, target), key=abs, reverse=True):
        drill: list[Manoeuvre] = [forward(reach)]
        if by:
            drill.insert(0, wheel(by, "right" if by > 0 else "left"))
        path = sweep(unit.pose, front, deep, drill)
        legs = tuple(legs_of(state, unit, path))
        walked = sum([leg_price(one, unit.formation, 0.0) if one.kind == "wheel" else 0.0 for one in legs])
        ground = ground_covered(tuple([one for one in legs if one.kind != "wheel"]), reach - walked, unit.formation)
        path = cut_short(state, cut_at(path, max(0.0, walked + ground)), others)
        end = copied(unit)
        end.pose = rounded_pose(path.end)
        open_way = path.stages and not _through_friends(unit, path, others) and not impassable(state.ground, path)
        if open_way and has_room(state, end):
            return [moved_to(unit, end, "charge", True)]
    return []


def closing_charge(state: State, step: ClosingFire) -> Charge:
    return look(state, unit_of(state, step.unit), unit_of(state, step.target))


def asks_for_closing_fire(state: State, step: ClosingFire) -> tuple[str, ...]:
    """Whoever stands and can fire is asked, unless he may not [charge.closing-fire, turn.decisions]."""
    target = unit_of(state, step.target)
    return (target.side,) if can_close_fire(state, step) else ()


def can_close_fire(state: State, step: ClosingFire) -> bool:
    unit, target = unit_of(state, step.unit), unit_of(state, step.target)
    if not state.settings.closing_fire or target.turn.volleys or target.mettle.disordered or locked(state, target.id):
        return False
    if target.arm != ARTILLERY and (target.weapon == UNARMED or firing_ranks(target, state.settings) == 0):
        return False
    found = look(state, unit, target)
    course = charge.Course(target_result=HALT if target.mettle.state == "halted" else CARRY_ON)
    return charge.closing_dice(found, course) > 0


def closing_decision(view: State, step: ClosingFire, player: str) -> Decision:
    unit, target = unit_of(view, step.unit), unit_of(view, step.target)
    items = [Item("fire", "Fire")]
    if target.arm != ARTILLERY and not fire.buck_refusal(target.weapon, 0.0, target.buck, view.settings):
        items.append(Item("buck", "Fire buck and ball", "charge-boys.musketry.buck-use"))
    items.append(Item("hold", "Hold fire"))
    sentence = f"{unit.name} closes with {target.name}: do you fire?"
    return Decision(player, "closing", target.id, sentence, ("charge-boys.charge.closing-fire",), Choose(tuple(items)))


def closing_chosen(state: State, step: ClosingFire, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    if key == "hold":
        return Progress((HeldFire(step.target, False),))
    return Progress((), (UnderFire(step.unit, step.target, key == "buck"),))


def under_fire(state: State, step: UnderFire, dice: Dice) -> Progress:
    """Closing fire, its losses at once, and the charger's tests [charge.closing-fire, charge.test-under-fire]."""
    unit, target = unit_of(state, step.unit), unit_of(state, step.target)
    found = look(state, unit, target)
    found.target.buck_and_ball = step.buck
    events: list[object] = list(_closing_volley(state, unit, target, found, dice))
    now = state
    for event in events:
        now = apply(now, event)
    shaken = unit_of(now, unit.id)
    if shaken.place != ON_TABLE:
        return Progress(tuple(events))
    ordeal = ordeal_of(now, shaken)
    nerve = nerve_against(now, shaken, target, True)
    first, other = morale.first_due(ordeal), morale.other_due(ordeal)
    if not first and not other:
        return Progress(tuple(events))
    take = take_both if first and other else take_first if first else take_other
    test, verdict = take(now, shaken, nerve, "closing fire", dice)
    events.append(test)
    if verdict.result == CARRY_ON:
        return Progress(tuple(events))
    way = charge_way(now, shaken, target, shaken.turn.reach + 30.0)
    if way is not None:
        end = short_of(now, shaken, target, way)
        events.append(moved_to(shaken, end, "charge", True))
    events.append(ChargeFell(unit.id, target.id, "shaken"))
    return Progress(tuple(events), carried_out(shaken, verdict, target.id))


def _closing_volley(state: State, unit: Unit, target: Unit, found: Charge, dice: Dice) -> list[object]:
    """The fire itself: small arms at close range, guns under a foot [charge.closing-fire]."""
    halted = target.mettle.state == "halted"
    before = len(dice.rolls)
    settings = state.settings
    body_hit = fire.Body(strength(unit), unit.officers, bool(generals_with(state, unit.id)))
    guns = target.formation == UNLIMBERED
    if guns:
        battery = charge.closing_guns(found, halted)
        hits = artillery.shoot_battery(battery, dice)
        needed = fire.needs(fire.NONE, fire.GUNS, IN_THE_OPEN, settings)
        tally: tuple[Row, ...] = (Row("under a foot", "hits", "charge-boys.artillery.hit-0-1"),)
        men, buck = len(battery.crew), False
    else:
        volley = charge.closing_volley(found, halted)
        hits = fire.throw_volley(volley, dice)
        needed = fire.needs(fire.volley_save(volley), fire.SMALL_ARMS, IN_THE_OPEN, settings)
        tally = lines(fire.volley_mods(volley))
        men, buck = volley.men, volley.buck_and_ball
    blows = fire.struck(hits, body_hit, settings, dice, unit.side)
    lost = fire.losses(fire.save(blows, needed, dice, unit.side), body_hit, settings)
    general = general_falls(state, unit) if lost.general else ""
    places = tuple([place for place, gun in enumerate(target.guns) if gun.fate == MANNED]) if guns else ()
    event = Fired(
        target.id, unit.id, "closing", places, men, 0.0, buck, hits, lost.killed, lost.officers, general, True, tally,
        tuple(dice.rolls[before:]),
    )  # fmt: skip
    events: list[object] = [event]
    if general:
        events.append(GeneralLost(general, "killed"))
    now = state
    for one in events:
        now = apply(now, one)
    return [*events, *taken_off(now, unit_of(now, unit.id), lost, target)]


def go_home(state: State, step: GoHome, dice: Dice) -> Progress:
    """The charger swings flush with the edge it touches; without melee it is pushed back [charge.alignment].

    [melee.supplement]
    """
    unit, target = unit_of(state, step.unit), unit_of(state, step.target)
    if unit.turn.target != target.id or unit.place != ON_TABLE or target.place != ON_TABLE:
        return Progress(())
    way = charge_way(state, unit, target, max(unit.turn.reach, 1.0) + 30.0)
    if way is None:
        return Progress((ChargeFell(unit.id, target.id, "short"),))
    if state.settings.melee == "none" and not locked(state, target.id):
        end = short_of(state, unit, target, way)
        return Progress((moved_to(unit, end, "push-back"), ChargeFell(unit.id, target.id, "repulsed")))
    end = flush(state, unit, target, way)
    moved = Moved(unit.id, "charge", unit.pose, end.pose, manoeuvres_of(way.path), end.files, end.guns, (), True, ())
    now = apply(state, moved)
    fight = joined_fight(now, unit_of(now, unit.id), target, not frontal(state, unit, target))
    return Progress((moved, ContactMade(fight), *overrun(now, unit_of(now, unit.id), [way.path])))


def joined_fight(state: State, unit: Unit, target: Unit, flank: bool) -> Fight:
    """A contact as it begins: impetus, flank, and the obstacle that is fought over [melee.charging, melee.obstacle]."""
    both = target.turn.impetus and target.turn.target in (unit.id, "")
    return Fight(unit.id, target.id, True, both, flank, obstacle_between(state, unit, target), "")


def obstacle_between(state: State, unit: Unit, target: Unit) -> str:
    """What a unit attacks over: the target is behind it and within an inch, or in a building [melee.obstacle]."""
    if target.building >= 0:
        return "building"
    cover = cover_of(state, target, unit.pose.x, unit.pose.y)
    if cover.fortification:
        return "fortification"
    if cover.wall:
        return "wall"
    return "fence" if cover.hedge else ""


def flush(state: State, unit: Unit, target: Unit, way: Way) -> Unit:
    """The charger squared up to the edge that it touches; as it came where there is no room [charge.alignment]."""
    contact = way.path.end
    settings = state.settings
    front, deep = size(unit, settings)
    there = Block(contact, front, deep)
    block = min([(rounded(gap(there, one)), n) for n, one in enumerate(blocks(target, settings))])[1]
    edge = blocks(target, settings)[block]
    end = copied(unit)
    end.trail = ()
    for turn in _edges(contact, edge):
        end.pose = _against(edge, turn, contact, front, deep)
        if _fits(state, end, target):
            return end
    end.pose = rounded_pose(contact)
    return end


def _edges(contact: Pose, edge: Block) -> list[int]:
    """The outward directions of a block's sides, the one the charger comes from first."""
    found: list[tuple[float, int, int]] = []
    for quarter in range(4):
        out = edge.pose.facing + quarter * QUARTER_TURN
        off = abs(turn_between(contact.facing, out + HALF_TURN))
        _, on = to_local(Pose(edge.pose.x, edge.pose.y, out), contact.x, contact.y)
        half = 0.5 * (edge.depth if quarter % 2 == 0 else edge.width)
        behind = 0 if on >= half - TOLERANCE else 1
        found.append((behind * 100000 + off, quarter, out))
    found.sort()
    return [out for _, _, out in found[:2]]


def _against(edge: Block, out: int, contact: Pose, front: float, deep: float) -> Pose:
    """A pose facing a side of a block, its front edge on it, as little aside as may be."""
    side = Pose(edge.pose.x, edge.pose.y, out)
    along = turn_between(edge.pose.facing, out) % HALF_TURN == 0
    half_on = 0.5 * (edge.depth if along else edge.width)
    half_across = 0.5 * (edge.width if along else edge.depth)
    fx, fy = to_world(contact, 0.0, 0.5 * deep)
    right, _ = to_local(side, fx, fy)
    most = max(0.0, half_across + 0.5 * front - min(front, 2.0 * half_across, 1.5))
    right = max(-most, min(most, right))
    x, y = to_world(side, right, half_on + 0.5 * deep + 0.005)
    return rounded_pose(Pose(x, y, out + HALF_TURN))


def _fits(state: State, unit: Unit, target: Unit) -> bool:
    there = blocks(unit, state.settings)
    if [block for block in there if off_table(state.ground, block)]:
        return False
    for other in on_table(state):
        if other.id != unit.id and overlapping(there, blocks(other, state.settings)):
            return False
    return True


# ---------------------------------------------------------------- who fights


def fighting(state: State, unit: Unit, foe: Unit) -> int:
    """Figures of a unit that fight an enemy: in contact, one beyond each end, and those behind [melee.who-fights]."""
    settings = state.settings
    if unit.building >= 0:
        return max(1, halved(strength(unit), settings))
    if unit.formation in (UNLIMBERED, LIMBERED):
        return _gunners_fighting(state, unit, foe)
    return min(ranked(unit), max(1, _edge_fighting(unit, blocks(foe, settings), settings)))


def _gunners_fighting(state: State, unit: Unit, foe: Unit) -> int:
    """The crews of the guns that are reached [melee.guns]."""
    settings = state.settings
    theirs = blocks(foe, settings)
    wide, deep = base(unit, settings)
    crews = [
        gun.crew
        for gun in unit.guns
        if gun.fate == MANNED and gap_between([Block(gun.pose, wide, deep)], theirs) <= TOUCHING_IN
    ]
    return max(1, sum(crews))


def _edge_fighting(unit: Unit, foes: list[Block], settings: Settings) -> int:
    """Figures along the edge of a unit that an enemy touches, front or flank."""
    block = body(unit, settings)
    wide, deep = base(unit, settings)
    step = 2.0 * wide if unit.formation == SKIRMISH else wide
    across: list[tuple[float, float]] = []
    along: list[tuple[float, float]] = []
    for foe in foes:
        if gap(block, foe) > TOUCHING_IN + TOLERANCE:
            continue
        right, on = to_local(block.pose, foe.pose.x, foe.pose.y)
        off = abs(turn_between(block.pose.facing, foe.pose.facing)) % HALF_TURN
        square = off < 4500 or off > 13500
        half_across = 0.5 * (foe.width if square else foe.depth)
        half_on = 0.5 * (foe.depth if square else foe.width)
        if abs(on) - 0.5 * block.depth - half_on >= abs(right) - 0.5 * block.width - half_across:
            across.append((right - half_across, right + half_across))
        else:
            along.append((on - half_on, on + half_on))
    front = _along_edge(unit.files, ranks(unit), step, across, unit.formation)
    return max(front, _along_edge(ranks(unit), unit.files, deep, along, unit.formation))


def _along_edge(count: int, behind: int, step: float, spans: list[tuple[float, float]], formation: str) -> int:
    """Figures of an edge that touch, one beyond each end of the contact, and those directly behind."""
    if not spans:
        return 0
    low = min([span[0] for span in spans])
    high = max([span[1] for span in spans])
    touching = before = after = 0
    for place in range(count):
        middle = (place - 0.5 * (count - 1)) * step
        left, right = middle - 0.5 * step + TOLERANCE, middle + 0.5 * step - TOLERANCE
        if [1 for span in spans if right > span[0] and left < span[1]]:
            touching += 1
        elif middle < low:
            before = 1
        elif middle > high:
            after = 1
    second = touching + before + after if behind > 1 else 0
    return melee.fighting(touching, before + after, formation, second)


def fighter(state: State, unit: Unit, foe: Unit, fight: Fight) -> Fighter:
    """One unit of a pair as its dice see it [melee.base, melee.mounted, melee.flank, melee.disordered, melee.guns]."""
    is_a = unit.id == fight.a
    over = fight.over if is_a else fight.under
    open_foot = (
        mounted(unit)
        and not mounted(foe)
        and foe.formation != LIMBERED
        and not over
        and not cover_of(state, foe, unit.pose.x, unit.pose.y).any()
    )
    return Fighter(
        fighting(state, unit, foe),
        unit.quality,
        strength(unit),
        fight.a_impetus if is_a else fight.b_impetus,
        open_foot,
        fight.flank and is_a,
        unit.mettle.disordered or unit.formation == LIMBERED,
        over or melee.NO_OBSTACLE,
        loose(unit) and formed(foe),
        unit.officers,
        bool(generals_with(state, unit.id)),
        unit.side,
    )


# ---------------------------------------------------------------- phase 5: the melees


def melees(state: State, step: Melees, dice: Dice) -> Progress:
    """Every connected melee fights one round, side A's units counted as the acting ones [melee.supplement]."""
    if not state.fights:
        return Progress(())
    found: list[Step] = []
    for group in groups(state):
        picks = [PickFoe(id, tuple(foes_of(state, id))) for id in group if len(foes_of(state, id)) > 1]
        found.extend(picks)
        found.append(FightMelee(tuple(group), ()))
    return Progress((PhaseBegan("melee"),), tuple(found))


def groups(state: State) -> list[list[str]]:
    """Units that fight in one connected melee [melee.loser]."""
    found: list[list[str]] = []
    for fight in state.fights:
        joined = [group for group in found if fight.a in group or fight.b in group]
        merged = sorted({fight.a, fight.b, *[id for group in joined for id in group]})
        found = [group for group in found if group not in joined]
        found.append(merged)
    return sorted(found)


def asks_for_foe(state: State, step: PickFoe) -> tuple[str, ...]:
    return (unit_of(state, step.unit).side,)


def foe_decision(view: State, step: PickFoe, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    items = tuple([Item(id, unit_of(view, id).name) for id in sorted(step.foes)])
    sentence = f"{unit.name} touches several enemies: whom do the figures fight that could fight either?"
    return Decision(player, "foe", unit.id, sentence, ("charge-boys.melee.who-fights",), Choose(items))


def foe_picked(state: State, step: PickFoe, command: Command) -> Progress:
    """The fight that was chosen is fought with all the figures, the others with what is left [melee.who-fights]."""
    assert isinstance(command.answer, Chosen)
    first = command.answer.keys[0]
    mine = [fight for fight in state.fights if step.unit in (fight.a, fight.b) and first in (fight.a, fight.b)]
    rest = [fight for fight in state.fights if fight not in mine]
    return Progress((FightsChanged((*mine, *rest)),))


def shares(state: State, unit: Unit) -> dict[str, int]:
    """Figures of a unit against each enemy: the first fight has all that touch it, the others what is left over."""
    foes = foes_of(state, unit.id)
    found: dict[str, int] = {}
    left = ranked(unit)
    if len(foes) > 1:
        whole = sum([fighting(state, unit, unit_of(state, foe)) for foe in foes])
        left = min(left, whole)
    for foe in foes:
        count = fighting(state, unit, unit_of(state, foe))
        rest = len(foes) - len(found) - 1
        found[foe] = max(1, min(count, left - rest))
        left -= found[foe]
    return found


def fight_melee(state: State, step: FightMelee, dice: Dice) -> Progress:
    """One round: every pair throws, casualties come off together, the loser is found [melee.loser, melee.dice]."""
    pairs = [fight for fight in state.fights if fight.a in step.units]
    events: list[object] = []
    lost: dict[str, Losses] = {}
    parts = {id: shares(state, unit_of(state, id)) for id in step.units}
    for fight in sorted(pairs, key=_pair_key):
        event = _round(state, fight, parts, lost, dice)
        events.append(event)
        for general in event.generals:
            if general:
                events.append(GeneralLost(general, "killed"))
    now = state
    for one in events:
        now = apply(now, one)
    for id in step.units:
        foe = unit_of(state, foes_of(state, id)[0])
        for one in taken_off(now, unit_of(now, id), lost.get(id, NO_LOSSES), foe):
            events.append(one)
            now = apply(now, one)
    return _decided(state, now, step, lost, events)


def _pair_key(fight: Fight) -> tuple[str, str]:
    return (fight.a, fight.b)


def _round(
    state: State, fight: Fight, parts: dict[str, dict[str, int]], lost: dict[str, Losses], dice: Dice
) -> RoundFought:
    """One round of a pair; the acting side's dice first [core.dice]."""
    a, b = unit_of(state, fight.a), unit_of(state, fight.b)
    ours, theirs = fighter(state, a, b, fight), fighter(state, b, a, fight)
    ours.fighting, theirs.fighting = parts[a.id][b.id], parts[b.id][a.id]
    ours.strength = max(0, ours.strength - lost.get(a.id, NO_LOSSES).killed)
    theirs.strength = max(0, theirs.strength - lost.get(b.id, NO_LOSSES).killed)
    ours.officers = max(0, ours.officers - lost.get(a.id, NO_LOSSES).officers)
    theirs.officers = max(0, theirs.officers - lost.get(b.id, NO_LOSSES).officers)
    before = len(dice.rolls)
    found = melee.fight(ours, theirs, state.settings, dice)
    for unit, gone_now in ((a, found.a), (b, found.b)):
        so_far = lost.get(unit.id, NO_LOSSES)
        lost[unit.id] = Losses(so_far.killed + gone_now.killed, so_far.officers + gone_now.officers)
    generals = (
        general_falls(state, a) if found.a.general else "",
        general_falls(state, b) if found.b.general else "",
    )
    tally = (
        Row(a.name, f"{ours.fighting} fight", "charge-boys.melee.who-fights"),
        *lines(melee.melee_mods(ours)),
        Row(b.name, f"{theirs.fighting} fight", "charge-boys.melee.who-fights"),
        *lines(melee.melee_mods(theirs)),
    )
    return RoundFought(
        a.id, b.id, False, (ours.fighting, theirs.fighting), found.hits, (found.a.killed, found.b.killed),
        (found.a.officers, found.b.officers), generals, tally, tuple(dice.rolls[before:]),
    )  # fmt: skip


def _decided(state: State, now: State, step: FightMelee, lost: dict[str, Losses], events: list[object]) -> Progress:
    """Who has lost the round, and what follows [melee.loser, melee.draw]."""
    first, second = in_order(state)
    sums = {
        side: sum([lost[id].killed for id in step.units if unit_of(state, id).side == side]) for side in (first, second)
    }
    beaten = melee.loser(sums[first], sums[second])
    loser = {"a": first, "b": second}.get(beaten, "")
    alive = [id for id in step.units if unit_of(now, id).place == ON_TABLE]
    events.append(MeleeDecided(step.units, loser, ((first, sums[first]), (second, sums[second]))))
    left = [fight for fight in now.fights if fight.a not in step.units]
    mine = [_stale(fight) for fight in now.fights if fight.a in step.units and fight.a in alive and fight.b in alive]
    events.append(FightsChanged((*left, *mine)))
    if not loser:
        return Progress(tuple(events))
    losers = tuple([id for id in alive if unit_of(now, id).side == loser])
    winners = tuple([id for id in alive if unit_of(now, id).side != loser])
    return Progress(
        tuple(events),
        (
            Losers(losers, winners),
            AfterMelee(winners, tuple([id for id in step.units if unit_of(state, id).side == loser])),
        ),
    )


def _stale(fight: Fight) -> Fight:
    """A fight after its round: impetus and flank are spent [melee.draw, melee.flank]."""
    return Fight(fight.a, fight.b, False, False, False, fight.over, fight.under)


def losers_test(state: State, step: Losers, dice: Dice) -> Progress:
    """Each losing unit tests at once: stands, is pushed back, or gives way [melee.loser-test]."""
    if not step.losers:
        return Progress(())
    id = step.losers[0]
    rest = Losers(step.losers[1:], step.winners)
    unit = unit_of(state, id)
    foes = foes_of(state, id)
    if unit.place != ON_TABLE or not foes:
        return Progress((), (rest,))
    foe = unit_of(state, foes[0])
    nerve = nerve_against(state, unit, foe, unit.turn.impetus)
    event, verdict = take_other(state, unit, nerve, "test of the melee's loser", dice)
    if verdict.result == CARRY_ON:
        return Progress((event,), (rest,))
    events: list[object] = [event]
    free = tuple([fight for fight in state.fights if id not in (fight.a, fight.b)])
    events.append(FightsChanged(free))
    if unit.formation == UNLIMBERED:
        events.append(abandoned(state, unit))
    cause = "push-back" if verdict.result == HALT else verdict.result
    inches = melee.loser_retreat(verdict.result, verdict.retreat)
    if unit.formation == UNLIMBERED and verdict.result == "retire":
        inches = ALLOWANCE_IN[GUNNERS]
    return Progress(tuple(events), (FallBack(id, cause, inches, foe.id), rest))


# ---------------------------------------------------------------- pursuit


def after_melee(state: State, step: AfterMelee, dice: Dice) -> Progress:
    """Winners all of whose enemies have given way may follow up, one after the other [melee.follow-up]."""
    free = [id for id in step.winners if unit_of(state, id).place == ON_TABLE and not foes_of(state, id)]
    return Progress((), tuple([FollowUp(id, step.gone) for id in sorted(free)]))


def follow_choices(state: State, step: FollowUp) -> list[str]:
    """What a winner may do: stay, follow up, occupy the obstacle it attacked [melee.follow-up]."""
    unit = unit_of(state, step.unit)
    found = ["stay"]
    there = [id for id in step.gone if unit_of(state, id).place == ON_TABLE]
    if there and unit.formation not in (SKIRMISH, UNLIMBERED, LIMBERED, GUNNERS) and unit.building < 0:
        found.append("follow-up")
    if occupied(state, unit) is not None:
        found.append("occupy")
    return found


def occupied(state: State, unit: Unit) -> Unit | None:
    """The winner stepped over the obstacle before it, None where there is none or no room [melee.follow-up]."""
    if unit.building >= 0 or unit.formation in (UNLIMBERED, LIMBERED, GUNNERS):
        return None
    front, deep = size(unit, state.settings)
    path = sweep(unit.pose, front, deep, (forward(1.0),))
    if not [one for one in legs_of(state, unit, path) if one.kind in OBSTACLES.values()]:
        return None
    end = copied(unit)
    end.pose = rounded_pose(ahead(unit.pose, 1.0 + 0.02))
    return end if has_room(state, end) else None


def asks_to_follow(state: State, step: FollowUp) -> tuple[str, ...]:
    return (unit_of(state, step.unit).side,) if len(follow_choices(state, step)) > 1 else ()


def follow_decision(view: State, step: FollowUp, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    labels = {"stay": "Stay", "follow-up": "Follow up", "occupy": "Occupy the obstacle"}
    items = tuple([Item(key, labels[key]) for key in follow_choices(view, step)])
    sentence = f"{unit.name} has won: what does it do?"
    return Decision(player, "follow-up", unit.id, sentence, ("charge-boys.melee.follow-up",), Choose(items))


def follow_chosen(state: State, step: FollowUp, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    unit = unit_of(state, step.unit)
    if key == "follow-up":
        return Progress((), (Pursue(step.unit, step.gone),))
    event = FollowedUp(step.unit, key, 0, ())
    if key == "occupy":
        end = occupied(state, unit)
        assert end is not None
        return Progress((event, moved_to(unit, end, "winner")), (Redress(step.unit),))
    return Progress((event,), (Redress(step.unit),))


def stays(state: State, step: FollowUp, dice: Dice) -> Progress:
    return Progress((), (Redress(step.unit),))


def asks_to_redress(state: State, step: Redress) -> tuple[str, ...]:
    """A winner that stays may turn; guns in action and garrisons have nothing to turn [melee.winner]."""
    unit = unit_of(state, step.unit)
    fixed = unit.formation == UNLIMBERED or unit.building >= 0 or bool(unit.trail) or locked(state, unit.id)
    return () if unit.place != ON_TABLE or fixed or len(redress_ways(state, unit)) < 2 else (unit.side,)


def redress_ways(state: State, unit: Unit) -> list[MarchWay]:
    """Stay as it is, or turn where there is room: to either side, or to the nearest enemy [melee.winner]."""
    found = [MarchWay("stand", "Keep its facing", (), unit.pose)]
    wished = [("left", "Turn left", -QUARTER_TURN), ("right", "Turn right", QUARTER_TURN)]
    foe = nearest_enemy(state, unit, False)
    if foe is not None:
        by = turn_between(unit.pose.facing, bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
        if 0 < abs(by) < QUARTER_TURN:
            wished.append(("face", f"Face {foe.name}", by))
    for key, label, by in wished:
        end = turned(unit, by)
        if has_room(state, end):
            found.append(MarchWay(key, label, (Manoeuvre("turn", 0.0, by),), end.pose))
    return found


def turned(unit: Unit, by: int) -> Unit:
    """A unit turned on its middle, its ranks dressed anew."""
    end = copied(unit)
    end.pose = Pose(unit.pose.x, unit.pose.y, (unit.pose.facing + by) % FULL_TURN)
    return end


def redress_decision(view: State, step: Redress, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    front, deep = size(unit, view.settings)
    form = March(unit.id, unit.pose, front, deep, ("turn",), 0.0, tuple(redress_ways(view, unit)))
    sentence = f"{unit.name} dresses its ranks: does it turn, up to 90°?"
    return Decision(player, "redress", unit.id, sentence, ("charge-boys.melee.winner",), form)


def check_redress(view: State, step: Redress, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    by = sum([one.by for one in command.answer.manoeuvres])
    clause = "charge-boys.melee.winner"
    if abs(by) > QUARTER_TURN:
        return (Reason("A winner turns up to 90°.", clause),)
    if by and not has_room(view, turned(unit_of(view, step.unit), by)):
        return (Reason("There is no room to turn so.", clause),)
    return ()


def redressed(state: State, step: Redress, command: Command) -> Progress:
    """A winner that stays re-dresses its ranks and turns free of charge [melee.winner]."""
    assert isinstance(command.answer, Marched)
    by = sum([one.by for one in command.answer.manoeuvres])
    unit = unit_of(state, step.unit)
    return Progress((moved_to(unit, turned(unit, by), "winner"),)) if by else Progress(())


def pursue(state: State, step: Pursue, dice: Dice) -> Progress:
    """A die, mounted two, straight after the loser; mounted troops are disordered afterwards [melee.follow-up]."""
    unit = unit_of(state, step.unit)
    before = len(dice.rolls)
    inches = melee.throw_follow_up(arm_of(unit), dice, unit.side)
    events: list[object] = [FollowedUp(unit.id, "follow-up", inches, tuple(dice.rolls[before:]))]
    there = [unit_of(state, id) for id in step.gone if unit_of(state, id).place == ON_TABLE]
    nearest = min([(rounded(apart(unit, foe, state.settings)), foe.id) for foe in there], default=(0.0, ""))[1]
    after: list[Step] = []
    if nearest:
        after = _followed(state, unit, unit_of(state, nearest), float(inches), events)
    if mounted(unit):
        events.append(Disordered(unit.id, "pursuit"))
    return Progress(tuple(events), tuple(after))


def _followed(state: State, unit: Unit, foe: Unit, inches: float, events: list[object]) -> list[Step]:
    """The follow-up move: contact with one pushed back locks, one that gives way is caught [melee.caught]."""
    way = charge_way(state, unit, foe, inches + 30.0)
    if way is None or way.touches != foe.id or not within(way.cost, inches):
        short = _short(state, unit, foe, inches)
        if short and isinstance(short[0], Moved):
            short[0].cause = "follow-up"
            events.append(short[0])
        return []
    pushed = foe.mettle.state == "halted"
    if not pushed:
        return [CatchStep(unit.id, foe.id, 1)]
    end = flush(state, unit, foe, way)
    events.append(Moved(unit.id, "follow-up", unit.pose, end.pose, (), end.files, end.guns, (), False, ()))
    now = apply(state, events[-1])
    over = obstacle_between(now, unit_of(now, unit.id), foe)
    events.append(ContactMade(Fight(unit.id, foe.id, True, False, False, over, "")))
    return []


def catch(state: State, step: CatchStep, dice: Dice) -> Progress:
    """A unit reached while giving way: a routing one is gone, others lose figures without saves and rout.

    [melee.caught]
    """
    unit, victim = unit_of(state, step.unit), unit_of(state, step.target)
    cause = "follow-up" if step.fighting else "charge"
    events: list[object] = []
    way = charge_way(state, unit, victim, max(unit.turn.reach, 12.0) + 30.0)
    if way is not None:
        end = flush(state, unit, victim, way)
        events.append(moved_to(unit, end, cause, cause == "charge"))
    now = state
    for one in events:
        now = apply(now, one)
    found = caught_look(now, unit_of(now, unit.id), victim)
    before = len(dice.rolls)
    result = melee.caught(found, dice)
    rolls = tuple(dice.rolls[before:])
    if found.routing:
        return Progress((*events, *gone(now, victim, "caught")))
    general = general_falls(now, victim) if result.general else ""
    pairs = ((result.killed, 0), (0, result.killed), (0, result.officers), ("", general))
    mods = lines(melee.catch_mods(found))
    events.append(RoundFought(unit.id, victim.id, True, (found.fighting, 0), *pairs, mods, rolls))
    if general:
        events.append(GeneralLost(general, "killed"))
    now = state
    for one in events:
        now = apply(now, one)
    for one in taken_off(now, unit_of(now, victim.id), Losses(result.killed, result.officers), unit):
        events.append(one)
        now = apply(now, one)
    left = unit_of(now, victim.id)
    if left.place != ON_TABLE:
        return Progress(tuple(events))
    mettle = mettle_after(now, left, OTHER, ROUT, left.mettle.first_shot)
    tally = (Row("caught", "routs", "charge-boys.melee.caught"),)
    events.append(MoraleTested(left.id, "caught", "caught", 0, ROUT, result.rout, mettle, False, tally, ()))
    return Progress(tuple(events), (FallBack(left.id, "rout", result.rout, unit.id),))


def caught_look(state: State, unit: Unit, victim: Unit) -> Catch:
    """A catcher and its victim; the figures are those of a contact on the victim's rear [melee.caught]."""
    settings = state.settings
    wide, _ = base(unit, settings)
    across, _ = size(victim, settings)
    touching = min(unit.files, max(1, round(across / wide)))
    ends = min(2, unit.files - touching)
    second = min(touching + ends, ranked(unit) - unit.files) if ranks(unit) > 1 else 0
    figures = min(ranked(unit), melee.fighting(touching, max(0, ends), unit.formation, max(0, second)))
    in_open = not cover_of(state, victim, unit.pose.x, unit.pose.y).any()
    return Catch(
        figures,
        arm_of(victim),
        victim.formation,
        strength(victim),
        routing(victim),
        unit.quality,
        mounted(unit) and not mounted(victim) and victim.formation != LIMBERED and in_open,
        unit.mettle.disordered,
        victim.officers,
        bool(generals_with(state, victim.id)),
        unit.side,
        victim.side,
        settings,
    )
