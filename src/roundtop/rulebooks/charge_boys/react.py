"""Nerve at the table: tests, losses taken off, compelled moves, the morale phase, and the end of a turn."""

from __future__ import annotations

from roundtop.battle.forms import Choose, Chosen, Item
from roundtop.battle.protocol import Command, Decision, Outcome, Progress
from roundtop.battle.tally import Row, lines
from roundtop.battle.words import ARMIES, side_does, verb_of
from roundtop.dice.sources import Dice, Roll
from roundtop.rulebooks.charge_boys import morale
from roundtop.rulebooks.charge_boys.artillery import crew_after
from roundtop.rulebooks.charge_boys.events import (
    BattleEnded,
    FiguresLost,
    GeneralLost,
    GeneralMoved,
    GoalTaken,
    GunsChanged,
    MoraleTested,
    Moved,
    PhaseBegan,
    Reordered,
    UnitRemoved,
    apply,
)
from roundtop.rulebooks.charge_boys.fire import Losses
from roundtop.rulebooks.charge_boys.morale import (
    CARRY_ON,
    DISORDER,
    FIRST,
    HALT,
    OTHER,
    RALLY,
    ROUT,
    Nerve,
    Ordeal,
    Verdict,
)
from roundtop.rulebooks.charge_boys.movement import (
    away_from,
    bends,
    facing_enemy,
    fall_back,
    homeward,
    nearest_enemy,
    shifted,
)
from roundtop.rulebooks.charge_boys.sight import Cover, cover_of, sees
from roundtop.rulebooks.charge_boys.state import (
    ABANDONED,
    CAPTURED,
    GONE,
    HALTED,
    MANNED,
    ON_TABLE,
    RETIRED,
    ROUTING,
    STEADY,
    Goal,
    Gun,
    Mettle,
    State,
    Unit,
    arm_of,
    blocks,
    copied,
    crew,
    enemies,
    enemy_of,
    figures,
    formed,
    gap_between,
    generals_with,
    in_order,
    locked,
    mettle_of,
    on_table,
    quarters,
    ranked,
    reshaped,
    routing,
    size,
    steady,
    strength,
    unit_of,
)
from roundtop.rulebooks.charge_boys.steps import (
    BeginTurn,
    Bend,
    CompulsoryMoves,
    EndTurn,
    FallBack,
    Joined,
    MoraleOf,
    Retest,
    Retests,
    RunOn,
    Step,
    TakeTests,
)
from roundtop.rulebooks.charge_boys.steps import Morale as MoraleStep
from roundtop.rulebooks.charge_boys.tables import ALLOWANCE_IN, ARTILLERY, BOOK, GUNNERS, UNLIMBERED, removed
from roundtop.rulebooks.charge_boys.terrain import BUILDING, MANHANDLING_CREW, manhandled, obstacle_price
from roundtop.rulebooks.charge_boys.victory import Tally, ended, out_of_action
from roundtop.table.footprint import Block, gap, point_gap
from roundtop.table.measure import HALF_TURN, TOLERANCE, cosine, distance, sine, turn_between, within
from roundtop.table.pose import Pose, rounded_pose

Events = list[object]


# ---------------------------------------------------------------- the look


def nerve_of(state: State, unit: Unit, cover: Cover, advancing: bool) -> Nerve:
    """A unit as a test sees it [setup.unit-record]."""
    turn = unit.turn
    mettle = unit.mettle
    return Nerve(
        unit.quality,
        unit.start,
        strength(unit),
        mettle.first_shot,
        advancing,
        cover.any(),
        cover.fortification,
        bool(generals_with(state, unit.id)),
        turn.charged,
        turn.officers_lost,
        turn.general_lost,
        mettle.disordered,
        mettle.retired >= state.turn - 1,
        max(0, turn.had - strength(unit)),
        arm_of(unit),
        unit.formation,
        tuple([gun.crew for gun in unit.guns if gun.fate == MANNED]) if unit.formation == UNLIMBERED else (),
        unit.side,
        state.settings,
    )


def nerve_against(state: State, unit: Unit, foe: Unit | None, wishes: bool = False) -> Nerve:
    """A unit that tests because of an enemy: cover is what lies between them [terrain.cover].

    Halted, retired, disordered, routing and evading units never count as advancing [morale.advancing-defined].
    """
    cover = Cover(False, False, False, False, False)
    if foe is not None:
        cover = cover_of(state, unit, foe.pose.x, foe.pose.y)
    elif unit.building >= 0:
        cover = cover_of(state, unit, 0.0, 0.0)
    advancing = wishes or (unit.turn.advanced and steady(unit) and unit.turn.met != "evades")
    return nerve_of(state, unit, cover, advancing)


def nerve_again(state: State, unit: Unit) -> Nerve:
    """A unit that tests again: cover from the nearest enemy in sight, and always where none sees it [terrain.cover]."""
    foe = nearest_enemy(state, unit, True)
    if foe is None and not [enemy for enemy in enemies(state, unit) if sees(state, enemy, unit)]:
        return nerve_of(state, unit, Cover(False, True, False, False, False), False)
    return nerve_against(state, unit, foe)


def ordeal_of(state: State, unit: Unit) -> Ordeal:
    """What a unit has gone through this turn, for the tests it owes [morale.number-of-tests]."""
    turn = unit.turn
    return Ordeal(
        turn.had,
        turn.hits,
        max(0, turn.had - strength(unit)),
        turn.shot_at,
        unit.mettle.first_shot,
        turn.general_lost and not turn.hits_tested,
        routing=routing(unit),
        tested_for_hits=turn.hits_tested,
        settings=state.settings,
    )


# ---------------------------------------------------------------- the roll and what it leaves


def mettle_after(state: State, unit: Unit, kind: str, result: str, first_shot: str) -> Mettle:
    """What a result makes of a unit; the newest replaces what an earlier one left, only disorder stays.

    [morale.number-of-tests, morale.result-carry-on, morale.result-halt, morale.result-retire, morale.retest-timing]
    """
    new = mettle_of(unit.mettle)
    new.first_shot = first_shot
    new.led = False
    new.by = "" if result == CARRY_ON else kind
    new.retest = 0 if result == CARRY_ON else state.turn + 1
    if result == CARRY_ON:
        new.state = STEADY
    elif result == HALT:
        new.state = HALTED
    elif result == ROUT:
        new.state = ROUTING
        new.disordered = True
        if kind == FIRST:
            new.retest = 0
    else:
        new.state = RETIRED
        new.disordered = new.disordered or result == DISORDER
    return new


def tested(
    state: State,
    unit: Unit,
    verdict: Verdict,
    why: str,
    nerve: Nerve,
    first_shot: str,
    kind: str,
    rolls: tuple[Roll, ...],
) -> MoraleTested:
    """The event of a test, with the column of its modifiers."""
    mods = morale.mods_of(verdict.kind, nerve)
    tally = (*lines(mods), Row(verdict.result, str(verdict.total), morale.result_clause(verdict.kind, verdict.result)))
    mettle = mettle_after(state, unit, verdict.kind, verdict.result, first_shot)
    ordeal = ordeal_of(state, unit)
    hits_tested = kind != FIRST and (morale.hard_hit(ordeal) or ordeal.general_killed)
    return MoraleTested(
        unit.id, kind, why, verdict.total, verdict.result, verdict.retreat.inches, mettle, hits_tested, tally, rolls
    )


def take_other(state: State, unit: Unit, nerve: Nerve, why: str, dice: Dice) -> tuple[MoraleTested, Verdict]:
    """One test of the other kind [morale.other-replaces]."""
    before = len(dice.rolls)
    found = morale.take_test(OTHER, nerve, dice, why if "test" in why.split() else "")
    rolls = tuple(dice.rolls[before:])
    return tested(state, unit, found, why, nerve, unit.mettle.first_shot, OTHER, rolls), found


def take_first(state: State, unit: Unit, nerve: Nerve, why: str, dice: Dice) -> tuple[MoraleTested, Verdict]:
    """A first-shot test [morale.first-die]."""
    before = len(dice.rolls)
    found = morale.take_test(FIRST, nerve, dice)
    standing = morale.standing_after(unit.mettle.first_shot, found.total, state.settings)
    return tested(state, unit, found, why, nerve, standing, FIRST, tuple(dice.rolls[before:])), found


def take_both(state: State, unit: Unit, nerve: Nerve, why: str, dice: Dice) -> tuple[MoraleTested, Verdict]:
    """Both kinds; the lower total is obeyed [morale.number-of-tests]."""
    before = len(dice.rolls)
    found = morale.take_both(nerve, dice)
    rolls = tuple(dice.rolls[before:])
    event = tested(state, unit, found.obeyed, why, nerve, found.first_shot, "both", rolls)
    event.tally = (
        Row("first-shot test", str(found.first), "charge-boys.morale.first-die"),
        Row("other test", str(found.other), "charge-boys.morale.other-replaces"),
        *event.tally,
    )
    return event, found.obeyed


def carried_out(unit: Unit, verdict: Verdict, foe: str) -> tuple[Step, ...]:
    """The move that a result compels, made at once [turn.compulsory-moves, orders.morale-overrides]."""
    if verdict.result in (CARRY_ON, HALT):
        return ()
    return (FallBack(unit.id, verdict.result, verdict.retreat.inches, foe),)


# ---------------------------------------------------------------- figures come off


def taken_off(state: State, unit: Unit, lost: Losses, foe: Unit | None) -> Events:
    """Figures are removed and the ranks close up; nobody left: the unit is gone.

    [core.remove-figures, formation.close-up, artillery.crew-losses, formation.mount]
    """
    if lost.killed <= 0:
        return []
    lost = Losses(min(lost.killed, strength(unit)), min(lost.officers, unit.officers))
    left = strength(unit) - lost.killed
    new = copied(unit)
    if unit.guns and crew(unit):
        _crew_off(new, unit, lost, foe)
    else:
        after = removed(figures(unit), lost.killed, lost.officers)
        new.men, new.colours, new.drummers, new.officers = after.men, after.colours, after.drummers, after.officers
    lost = Losses(lost.killed, unit.officers - new.officers)
    if left <= 0 or left <= unit.holders:
        return [*figures_lost(unit, new, lost, unit.pose), *gone(state, unit, "destroyed")]
    new.files = max(1, min(unit.files, ranked(new)))
    if new.formation == UNLIMBERED and not [gun for gun in new.guns if gun.fate == MANNED]:
        new.formation = GUNNERS
        new.files = crowd(strength(new))
    pose = unit.pose if unit.guns or unit.building >= 0 else reshaped(unit, new, state.settings)
    return figures_lost(unit, new, lost, pose)


def figures_lost(unit: Unit, new: Unit, lost: Losses, pose: Pose) -> Events:
    return [
        FiguresLost(
            unit.id, lost.killed, lost.officers, new.men, new.colours, new.drummers, new.officers, new.holders,
            new.files, new.formation, pose, new.guns,
        )
    ]  # fmt: skip


def _crew_off(new: Unit, unit: Unit, lost: Losses, foe: Unit | None) -> None:
    """Losses of a battery fall on loose gunners last; a gun without crew is abandoned [artillery.crew-losses]."""
    new.officers = unit.officers - lost.officers
    men = lost.killed - lost.officers
    places = [place for place, gun in enumerate(unit.guns) if gun.fate == MANNED]
    crews = tuple([unit.guns[place].crew for place in places])
    order = nearest_first(unit, places, foe)
    after = crew_after(crews, order, min(men, sum(crews)))
    guns = list(unit.guns)
    for place, left in zip(places, after, strict=True):
        guns[place] = Gun(guns[place].pose, left, MANNED if left else ABANDONED)
    new.guns = tuple(guns)
    rest = max(0, men - sum(crews))
    new.men = max(0, unit.men - rest)
    new.officers -= max(0, rest - unit.men)


def nearest_first(unit: Unit, places: list[int], foe: Unit | None) -> tuple[int, ...]:
    """The guns of a battery by how near they are to the firer, as places among those manned."""
    if foe is None:
        return tuple(range(len(places)))
    away = [
        (distance(unit.guns[place].pose.x, unit.guns[place].pose.y, foe.pose.x, foe.pose.y), index)
        for index, place in enumerate(places)
    ]
    return tuple([index for _, index in sorted(away)])


def crowd(count: int) -> int:
    """Files of a crowd about as wide as deep."""
    files = 1
    while files * files < count:
        files += 1
    return files


def gone(state: State, unit: Unit, cause: str) -> Events:
    """A unit leaves the battle; a General with it is lost too unless it was shot away under him.

    [officer.general-in-rout, melee.caught, morale.retreat-direction]
    """
    events: Events = []
    for general in generals_with(state, unit.id):
        if cause == "destroyed":
            events.append(GeneralMoved(general.id, general.pose, general.pose, "", "alone"))
        else:
            events.append(
                GeneralLost(general.id, "left-table" if cause in ("left-table", "failed-rally") else "captured")
            )
    events.append(UnitRemoved(unit.id, cause))
    return events


def general_falls(state: State, unit: Unit) -> str:
    """Which General is struck: the first with the unit."""
    there = generals_with(state, unit.id)
    return there[0].id if there else ""


# ---------------------------------------------------------------- compelled moves


def fall_back_step(state: State, step: FallBack, dice: Dice) -> Progress:
    """A compelled move: guns are left or dragged, then the way back is found [morale.result-guns-abandoned]."""
    unit = unit_of(state, step.unit)
    if unit.place != ON_TABLE:
        return Progress(())
    if unit.formation == UNLIMBERED:
        if step.cause == "retire":
            return Progress(tuple(dragged(state, unit, step.foe)))
        left = abandoned(state, unit)
        return Progress((left,), (step,))
    if unit.building >= 0:
        return driven_out(state, unit, step)
    heading = heading_back(state, unit, step.cause, step.foe)
    rout = step.cause in ("rout", "disorder")
    found = bends(state, unit, heading, step.inches, rout)
    if len(found) > 1:
        return Progress((), (Bend(step.unit, step.cause, step.inches, step.foe, tuple(found)),))
    return Progress(tuple(went_back(state, unit, step.cause, found[0], step.inches, step.foe)))


def heading_back(state: State, unit: Unit, cause: str, foe: str) -> int:
    """Routs go home, everything else straight away from the enemy [morale.retreat-direction]."""
    if cause == "rout":
        return homeward(state, unit)
    enemy = unit_of(state, foe) if foe else nearest_enemy(state, unit, False)
    return away_from(state, unit, enemy)


def went_back(state: State, unit: Unit, cause: str, heading: int, inches: float, foe: str) -> Events:
    """A compelled move on a heading, and how the unit stands after it [morale.result-retire, move.table-edge]."""
    found = fall_back(state, unit, heading, inches, cause in ("rout", "disorder"))
    if found.left_table:
        return gone(state, unit, "left-table")
    if found.surrenders and cause not in ("evade", "keep-distance"):
        return gone(state, unit, "surrendered")
    end = found.end
    if cause != "rout":
        end = facing_enemy(state, end, unit_of(state, foe) if foe else None)
    elif found.inches > TOLERANCE:
        end = turned_tail(state, end, heading)
    return [moved_to(unit, end, cause)]


def turned_tail(state: State, unit: Unit, heading: int) -> Unit:
    """A routing unit has no facing; it is drawn with its back to the enemy where there is room [rout.behaviour]."""
    if abs(turn_between(unit.pose.facing, heading)) <= 9000:
        return unit
    end = copied(unit)
    end.pose = Pose(unit.pose.x, unit.pose.y, unit.pose.facing + HALF_TURN)
    return end


def moved_to(unit: Unit, end: Unit, cause: str, advanced: bool = False, rolls: tuple[Roll, ...] = ()) -> Moved:
    return Moved(unit.id, cause, unit.pose, end.pose, (), end.files, end.guns, end.trail, advanced, rolls)


def asks_bend(state: State, step: Bend) -> tuple[str, ...]:
    return (unit_of(state, step.unit).side,)


def bend_decision(view: State, step: Bend, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    base = heading_back(view, unit, step.cause, step.foe)
    items = [Item(str(heading), _bend_words(base, heading)) for heading in step.headings]
    sentence = f"{unit.name} must fall back and can bend either way: which?"
    return Decision(player, "bend", unit.id, sentence, ("charge-boys.morale.retreat-direction",), Choose(tuple(items)))


def _bend_words(base: int, heading: int) -> str:
    by = turn_between(base, heading)
    return f"{abs(by) / 100:g}° to the {'right' if by > 0 else 'left'} of straight back"


def bent(state: State, step: Bend, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    heading = int(command.answer.keys[0])
    unit = unit_of(state, step.unit)
    return Progress(tuple(went_back(state, unit, step.cause, heading, step.inches, step.foe)))


def abandoned(state: State, unit: Unit) -> GunsChanged:
    """The gunners leave their guns and go on as loose foot [morale.result-guns-abandoned, melee.guns]."""
    guns = tuple([Gun(gun.pose, 0, ABANDONED) if gun.fate == MANNED else gun for gun in unit.guns])
    number = len([gun for gun in unit.guns if gun.fate == MANNED])
    men = unit.men + crew(unit)
    return GunsChanged(unit.id, "abandoned", number, GUNNERS, crowd(men + unit.officers), men, unit.pose, guns)


def dragged(state: State, unit: Unit, foe: str) -> Events:
    """A battery in action retires by hand, gun by gun; those with too few men are left [morale.result-guns-abandoned].

    The men of a gun that is left stay with the battery.
    """
    heading = heading_back(state, unit, "retire", foe)
    guns: list[Gun] = []
    left = 0
    loose = unit.men
    for gun in unit.guns:
        if gun.fate != MANNED:
            guns.append(gun)
        elif gun.crew < MANHANDLING_CREW:
            guns.append(Gun(gun.pose, 0, ABANDONED))
            loose += gun.crew
            left += 1
        else:
            guns.append(_dragged_gun(state, unit, gun, heading))
    new = copied(unit)
    new.guns = tuple(guns)
    new.men = loose
    still = [gun for gun in guns if gun.fate == MANNED]
    events: Events = []
    if not still:
        events.append(abandoned(state, unit))
        after = apply(state, events[0])
        gunners = unit_of(after, unit.id)
        events.extend(went_back(after, gunners, "retire", heading, ALLOWANCE_IN[GUNNERS], foe))
        return events
    if left:
        new.files = len(still)
        events.append(
            GunsChanged(unit.id, "abandoned", left, UNLIMBERED, new.files, loose, unit.pose, _with_left(unit, guns))
        )
    new.pose = _middle(still)
    events.append(moved_to(unit, new, "retire"))
    return events


def _with_left(unit: Unit, guns: list[Gun]) -> tuple[Gun, ...]:
    """The guns that are left behind marked so, the others still where they were."""
    return tuple([now if now.fate == ABANDONED else was for was, now in zip(unit.guns, guns, strict=True)])


def _middle(guns: list[Gun]) -> Pose:
    x = sum([gun.pose.x for gun in guns]) / len(guns)
    y = sum([gun.pose.y for gun in guns]) / len(guns)
    return rounded_pose(Pose(x, y, guns[0].pose.facing))


def _dragged_gun(state: State, unit: Unit, gun: Gun, heading: int) -> Gun:
    """One gun pulled back as far as its men can, stopping short of others and of the edge."""
    inches = manhandled(gun.crew)
    settings = state.settings
    others = [block for u in on_table(state) if u.id != unit.id for block in blocks(u, settings)]
    while inches > 0.0:
        pose = rounded_pose(
            Pose(gun.pose.x + inches * sine(heading), gun.pose.y + inches * cosine(heading), gun.pose.facing)
        )
        there = Block(pose, settings.base_gun_width, settings.base_gun_depth)
        inside = 0.0 <= pose.x <= state.ground.width and 0.0 <= pose.y <= state.ground.depth
        if inside and not [other for other in others if gap(there, other) <= 0.0]:
            return Gun(pose, gun.crew, gun.fate)
        inches -= 0.5
    return gun


def driven_out(state: State, unit: Unit, step: FallBack) -> Progress:
    """A garrison driven out is put just outside and goes on with what is left of its move [terrain.compelled-moves]."""
    heading = heading_back(state, unit, step.cause, step.foe)
    house = quarters(unit)
    _, deep = size(unit, state.settings)
    reach = 0.5 * (abs(house.width * sine(heading)) + abs(house.depth * cosine(heading))) + 0.5 * deep + 2 * TOLERANCE
    out = copied(unit)
    out.building = -1
    out.trail = ()
    out.pose = Pose(house.pose.x, house.pose.y, heading + HALF_TURN)
    end = shifted(out, heading, reach, state.settings)
    price = obstacle_price(BUILDING, unit.formation, ALLOWANCE_IN[unit.formation])
    left = max(0.0, step.inches - price)
    after = (FallBack(unit.id, step.cause, left, step.foe),) if left > TOLERANCE else ()
    return Progress((moved_to(unit, end, step.cause),), after)


# ---------------------------------------------------------------- phase 2: routing units run on


def compulsory_moves(state: State, step: CompulsoryMoves, dice: Dice) -> Progress:
    """Every unit that was routing when the turn began, side A's first [turn.compulsory-moves]."""
    running = [unit for side in in_order(state) for unit in sorted(on_table(state, side), key=by_id) if routing(unit)]
    found = [RunOn(unit.id) for unit in running]
    return Progress((PhaseBegan("compulsory"),) if found else (), tuple(found))


def run_on(state: State, step: RunOn, dice: Dice) -> Progress:
    """A routing unit runs one normal move, or tests because a General is along [rout.first-continues]."""
    unit = unit_of(state, step.unit)
    if unit.place != ON_TABLE or not routing(unit):
        return Progress(())
    led = bool(generals_with(state, unit.id))
    found = morale.run_on(unit.mettle.by, led, unit.formation, unit.mettle.lost, state.settings, dice, unit.side)
    if found.tests_instead:
        return Progress((), (Joined(unit.id),))
    return Progress((), (FallBack(unit.id, "rout", found.inches, ""),))


def joined(state: State, step: Joined, dice: Dice) -> Progress:
    """A General stops a unit that its first-shot test put to rout: it tests at once [rout.general-stops]."""
    unit = unit_of(state, step.unit)
    event, verdict = take_first(state, unit, nerve_again(state, unit), "a General joins", dice)
    event.kind = morale.GENERAL_JOINS
    return Progress((event,), carried_out(unit, verdict, ""))


# ---------------------------------------------------------------- phase 6: the tests of the turn


def owes(state: State, unit: Unit) -> str:
    """The test a unit owes in the morale phase: first, other, both, rally or "" [morale.when, morale.retest-timing]."""
    if unit.place != ON_TABLE:
        return ""
    mettle = unit.mettle
    due = mettle.retest == state.turn
    if mettle.state == ROUTING:
        return RALLY if due and mettle.by == OTHER and not mettle.lost else ""
    again = due and state.settings.retest_timing == "morale-phase" and not locked(state, unit.id)
    late = 0 < mettle.retest < state.turn and not locked(state, unit.id)
    ordeal = ordeal_of(state, unit)
    retest = mettle.by if again or late else ""
    first = morale.first_due(ordeal) or retest == FIRST
    other = morale.other_due(ordeal) or retest == OTHER
    if first and other:
        return "both"
    return FIRST if first else OTHER if other else ""


def morale_phase(state: State, step: MoraleStep, dice: Dice) -> Progress:
    first, second = in_order(state)
    return Progress((PhaseBegan("morale"),), (MoraleOf(first), MoraleOf(second)))


def owing(state: State, side: str) -> list[Unit]:
    return [unit for unit in on_table(state, side) if owes(state, unit)]


def asks_for_test(state: State, step: MoraleOf) -> tuple[str, ...]:
    return (step.side,) if len(owing(state, step.side)) > 1 else ()


def test_decision(view: State, step: MoraleOf, player: str) -> Decision:
    names = {"first": "first-shot test", "other": "morale test", "both": "both tests", "rally": "rally test"}
    items = [Item(unit.id, f"{unit.name}: {names[owes(view, unit)]}") for unit in owing(view, step.side)]
    return Decision(player, "test", "", "Which unit tests next?", ("charge-boys.morale.when",), Choose(tuple(items)))


def test_picked(state: State, step: MoraleOf, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    return Progress((), (TakeTests(command.answer.keys[0]), step))


def next_test(state: State, step: MoraleOf, dice: Dice) -> Progress:
    """The only unit that owes a test takes it; then the side is done."""
    left = owing(state, step.side)
    return Progress((), (TakeTests(left[0].id), step)) if left else Progress(())


def test_unit(state: State, step: TakeTests, dice: Dice) -> Progress:
    """A unit takes the tests it owes, all reasons in one die of each kind [morale.number-of-tests]."""
    unit = unit_of(state, step.unit)
    kind = owes(state, unit)
    if kind == RALLY:
        return rally(state, unit, dice)
    retest = unit.mettle.retest == state.turn
    if unit.turn.foe:
        nerve = nerve_against(state, unit, unit_of(state, unit.turn.foe))
    else:
        nerve = nerve_again(state, unit)
    why = "re-test" if retest and not unit.turn.hits else "fire"
    if kind == "both":
        event, verdict = take_both(state, unit, nerve, why, dice)
    elif kind == FIRST:
        event, verdict = take_first(state, unit, nerve, why, dice)
    else:
        event, verdict = take_other(state, unit, nerve, why, dice)
    return Progress((event,), carried_out(unit, verdict, ""))


def rally(state: State, unit: Unit, dice: Dice) -> Progress:
    """The one rally test of a unit routed by an other test [rout.other-rally, rout.leaves-table, rout.after-rally]."""
    before = len(dice.rolls)
    nerve = nerve_again(state, unit)
    found = morale.take_rally(nerve, dice)
    mettle = mettle_after(state, unit, OTHER, found.result, unit.mettle.first_shot)
    mettle.lost = found.result == ROUT
    clause = BOOK + ("rout.leaves-table" if found.result == ROUT else "rout.other-rally")
    tally = (*lines(morale.other_mods(nerve)), Row(found.result, str(found.total), clause))
    rolls = tuple(dice.rolls[before:])
    event = MoraleTested(unit.id, RALLY, "rally", found.total, found.result, 0.0, mettle, True, tally, rolls)
    if found.removed:
        return Progress((event, *gone(state, unit, "failed-rally")))
    if found.result == ROUT:
        return Progress((event,))
    end = facing_enemy(apply(state, event), unit, None)
    turned: Events = [moved_to(unit, end, "winner")] if end.pose != unit.pose else []
    return Progress((event, *turned))


def retests(state: State, step: Retests, dice: Dice) -> Progress:
    """Re-tests at the start of the turn, by the house rule, in the order of their names [morale.retest-timing]."""
    due = [unit for unit in on_table(state, step.side) if retest_due(state, unit)]
    return Progress((), tuple([Retest(unit.id) for unit in sorted(due, key=by_id)]))


def by_id(unit: Unit) -> str:
    return unit.id


def retest_due(state: State, unit: Unit) -> bool:
    """Whether a unit owes a re-test that no melee puts off [morale.retest-timing]."""
    owed = unit.place == ON_TABLE and 0 < unit.mettle.retest <= state.turn
    return owed and not routing(unit) and not locked(state, unit.id)


def retest(state: State, step: Retest, dice: Dice) -> Progress:
    """One re-test at the start of the turn [morale.retest-timing]."""
    unit = unit_of(state, step.unit)
    if not retest_due(state, unit):
        return Progress(())
    take = take_first if unit.mettle.by == FIRST else take_other
    event, verdict = take(state, unit, nerve_again(state, unit), "re-test", dice)
    return Progress((event,), carried_out(unit, verdict, ""))


# ---------------------------------------------------------------- phase 7: the end of a turn


def end_turn(state: State, step: EndTurn, dice: Dice) -> Progress:
    """Order is recovered, guns and goals are taken, the battle may end, or the next turn begins [turn.end]."""
    events: Events = []
    now = state
    for part in (_reordered, _captured, _goals):
        for event in part(now):
            now = apply(now, event)
            events.append(event)
    over = judged(now)
    if over is not None:
        return Progress((*events, BattleEnded(over)))
    return Progress(tuple(events), (BeginTurn(state.turn + 1),))


def _reordered(state: State) -> Events:
    """Units that spent the whole turn at the halt lose their disorder [morale.reorder]."""
    found: Events = []
    for unit in on_table(state):
        turn = unit.turn
        fired = turn.volleys > 0
        if unit.mettle.disordered and morale.reordered(
            turn.was_disordered, turn.moved, fired, turn.fought, turn.compelled, routing(unit)
        ):
            found.append(Reordered(unit.id))
    return found


def _captured(state: State) -> Events:
    """Abandoned guns in contact with formed enemies are theirs [artillery.abandoned]."""
    found: Events = []
    settings = state.settings
    for unit in state.units:
        left = [gun for gun in unit.guns if gun.fate == ABANDONED]
        if not left:
            continue
        foes = [block for foe in enemies(state, unit) if formed(foe) for block in blocks(foe, settings)]
        guns = list(unit.guns)
        number = 0
        for place, gun in enumerate(guns):
            piece = Block(gun.pose, settings.base_gun_width, settings.base_gun_depth)
            if gun.fate == ABANDONED and foes and within(gap_between([piece], foes), TOLERANCE):
                guns[place] = Gun(gun.pose, 0, CAPTURED)
                number += 1
        if number:
            found.append(
                GunsChanged(unit.id, "captured", number, unit.formation, unit.files, unit.men, unit.pose, tuple(guns))
            )
    return found


def _goals(state: State) -> Events:
    found: Events = []
    for goal in state.goals:
        side = holder(state, goal)
        if side != goal.holder:
            found.append(GoalTaken(goal.id, side))
    return found


def holder(state: State, goal: Goal) -> str:
    """Who holds a goal: the side that alone has a steady unit near it, otherwise whoever had it last."""
    near: list[str] = []
    for unit in on_table(state):
        if not steady(unit) or unit.side in near:
            continue
        there = min([point_gap(block, goal.x, goal.y) for block in blocks(unit, state.settings)])
        if within(there, goal.radius):
            near.append(unit.side)
    allowed = [side for side in near if goal.side in ("", side)]
    return allowed[0] if len(near) == 1 and allowed else goal.holder


def guns_lost(unit: Unit) -> bool:
    """A battery all of whose guns are abandoned or captured [victory.lost-unit]."""
    return unit.arm == ARTILLERY and not [gun for gun in unit.guns if gun.fate == MANNED]


def is_out(unit: Unit) -> bool:
    """Whether a unit is out of action; one still to arrive is not [victory.lost-unit, setup.muster]."""
    if unit.place not in (ON_TABLE, GONE):
        return False
    return out_of_action(unit.start, strength(unit), routing(unit), unit.place == GONE, guns_lost(unit))


def tally_of(state: State, side: str) -> Tally:
    """What a side has lost and gained so far [victory.points]."""
    own = [unit for unit in state.units if unit.side == side]
    theirs = [gun for unit in state.units if unit.side != side for gun in unit.guns]
    return Tally(
        len(own),
        len([unit for unit in own if is_out(unit)]),
        len([gun for gun in theirs if gun.fate == CAPTURED]),
        len([general for general in state.generals if general.side == side and general.place == GONE]),
        sum([goal.points for goal in state.goals if goal.holder == side]),
    )


def judged(state: State) -> Outcome | None:
    """How the battle stands at the end of a turn [victory.army-break, victory.points, victory.game-length]."""
    sides = (state.armies[0].side, state.armies[1].side)
    tallies = (tally_of(state, sides[0]), tally_of(state, sides[1]))
    found = ended(state.turn, state.turn_limit, sides, tallies, state.settings)
    points = ((sides[0], found.points[0]), (sides[1], found.points[1]))
    held = [side for side in sides if _holds_all_decisive(state, side)]
    if len(held) == 1 and found.broken == (False, False):
        return Outcome(held[0], "objectives", f"{side_does(held[0], 'hold')} every decisive objective.", points)
    if found.winner == "none":
        return None
    reason = "army-break" if found.broken != (False, False) else "turn-limit"
    return Outcome(found.winner, reason, _words(state, found.winner, reason, points), points)


def _holds_all_decisive(state: State, side: str) -> bool:
    wanted = [goal for goal in state.goals if goal.decisive and goal.side in ("", side)]
    return bool(wanted) and all([goal.holder == side for goal in wanted])


def _words(state: State, winner: str, reason: str, points: tuple[tuple[str, int], ...]) -> str:
    score = f"{points[0][1]} points to {points[1][1]}"
    victor = f"{ARMIES.get(winner, winner)} {verb_of(winner, 'win')}"
    if winner == "draw":
        return f"A drawn battle, {score}."
    if reason == "army-break":
        return f"{side_does(enemy_of(state, winner), 'break')}: {victor}, {score}."
    return f"Time is up: {victor} by {score}."
