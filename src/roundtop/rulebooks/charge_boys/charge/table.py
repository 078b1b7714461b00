"""Charges as they unfold at the table, step by step to contact."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice, Roll
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.artillery import table as artillery_table
from roundtop.rulebooks.charge_boys.casualties import table as casualties_table
from roundtop.rulebooks.charge_boys.charge import declare, rule
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.charge import way as charge_way
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.fire import aim as fire_aim
from roundtop.rulebooks.charge_boys.fire import events as fire_events
from roundtop.rulebooks.charge_boys.fire import rule as fire_rule
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.melee import events as melee_events
from roundtop.rulebooks.charge_boys.melee import table as melee_table
from roundtop.rulebooks.charge_boys.morale import events as morale_events
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.morale import table as morale_table
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.movement import paths as movement_paths
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.pursuit import events as pursuit_events
from roundtop.rulebooks.charge_boys.retreat import events as retreat_events
from roundtop.rulebooks.charge_boys.retreat import table as retreat_table
from roundtop.rulebooks.charge_boys.state import MANNED, ON_TABLE, State, Unit
from roundtop.table import path as paths
from roundtop.table.measure import within
from roundtop.table.pose import Pose


def look(state: State, unit: Unit, target: Unit) -> rule.Charge:
    """A charge as its stages see it, from the declaration on [charge.sequence]."""
    way = _way_of(state, unit, target)
    away = sum([one.inches for one in way.legs]) if way is not None else field.apart(unit, target, state.settings)
    legs = tuple(way.legs) if way is not None else ()
    ours = morale_table.nerve_against(state, unit, target, True)
    theirs = morale_table.nerve_against(state, target, unit)
    theirs.charged = True
    return rule.Charge(
        distance=away,
        path=legs,
        charger=rule.Charger(
            nerve=ours,
            officers=unit.officers,
            fighting=min(field.ranked(unit), 2 * unit.files),
            turn_start=unit.turn.had,
            hits=unit.turn.hits,
            tested=unit.turn.hits_tested,
        ),
        target=charged_of(state, unit, target, theirs, way),
        frontal=declare.frontal(state, unit, target),
        closing_fire=True,
        settings=state.settings,
    )


def _way_of(state: State, unit: Unit, target: Unit) -> charge_way.Way | None:
    return charge_way.charge_way(state, unit, target, tables.ALLOWANCE_IN[unit.formation] + 30.0)


def charged_of(
    state: State, unit: Unit, target: Unit, nerve: morale_rule.Nerve, way: charge_way.Way | None
) -> rule.Charged:
    """The unit charged, with the men who could fire as the charger closes [charge.closing-fire]."""
    return rule.Charged(
        nerve=nerve,
        men=closing_men(state, unit, target, way),
        laid=tuple([target.guns[gun].crew for gun in closing_guns(state, unit, target, way)]),
        weapon=target.weapon if target.weapon != fire_rule.UNARMED else fire_rule.SUPERIOR_RIFLE,
        first_fire=not target.has_fired,
        buck_and_ball=False,
        buck_rounds=target.buck,
        gun=target.gun or artillery_rule.SMOOTHBORE,
        halted=target.mettle.state == "halted",
        fired=target.turn.volleys > 0,
        full_turn_action=target.turn.busy or ordered_to_act(target) or pushed(target, state.settings),
        in_building=target.building >= 0,
        stands=False,
        officers=target.officers,
    )


def ordered_to_act(target: Unit) -> bool:
    """Whether a unit is forming, limbering or the like by its order, all turn long [formation.full-turn-no-fire]."""
    kinds = [one.kind for one in target.order if one.kind in movement_table.ACTIONS]
    half = target.formation == tables.SKIRMISH and kinds in ([movement_table.ENTER], [movement_table.LEAVE])
    return bool(kinds) and not half and not target.turn.compelled


def pushed(target: Unit, settings: Settings) -> bool:
    """Whether guns are pushed by hand this turn, which silences them [artillery.moved-no-fire]."""
    if target.formation != tables.UNLIMBERED or settings.gun_fire_after_manhandle:
        return False
    return target.turn.moved or bool([one for one in target.order if one.kind in movement_paths.PUSHES])


def closing_men(state: State, unit: Unit, target: Unit, way: charge_way.Way | None) -> int:
    """Men who have the charger in their arc when it is 3 inches off, those whom it runs through behind it.

    [charge.closing-fire, move.interpenetration]
    """
    if target.weapon == fire_rule.UNARMED or target.arm == tables.ARTILLERY or way is None:
        return 0
    there, near = _closing(state, unit, target, way)
    return fire_aim.aim_at(there, target, near).men


def closing_guns(state: State, unit: Unit, target: Unit, way: charge_way.Way | None) -> tuple[int, ...]:
    """The guns that have the charger in their arc when it is 3 inches off [charge.closing-fire]."""
    if target.formation != tables.UNLIMBERED or way is None:
        return ()
    there, near = _closing(state, unit, target, way)
    manned = [place for place, gun in enumerate(target.guns) if gun.fate == MANNED]
    return tuple([place for place in manned if artillery_table.gun_aim(there, target, place, near) is not None])


def _closing(state: State, unit: Unit, target: Unit, way: charge_way.Way) -> tuple[State, Unit]:
    """The table when the charger is 3 inches off, without those whom it has run through, and the charger there."""
    near, _ = charge_way.near(state, unit, target, way)
    there = copy(field.with_unit(state, near))
    there.units = tuple([one for one in there.units if not _run_through(unit, one)])
    return there, near


def _run_through(unit: Unit, other: Unit) -> bool:
    return other.id != unit.id and other.side == unit.side and movement_faults.passes(unit, other)


def charge_test(state: State, step: charge_events.ChargeTest, dice: Dice) -> Progress:
    """5 or more goes on, 4 halts on the spot, lower results are obeyed [morale.trigger-charge, charge.sequence]."""
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    event, verdict = morale_table.take_other(
        state, unit, morale_table.nerve_against(state, unit, target, True), rule.TO_CHARGE, dice
    )
    if verdict.result == morale_rule.CARRY_ON:
        return Progress((event,), (charge_events.MeetCharge(unit.id, target.id), charge_events.Run(unit.id, target.id)))
    return Progress(
        (event, charge_events.ChargeFell(unit.id, target.id, rule.BALKED)),
        retreat_table.carried_out(unit, verdict, target.id),
    )


def evades(state: State, unit: Unit, target: Unit, wants: bool) -> bool:
    """Whether skirmishers who have not answered a charge yet evade this one [charge.evade-bonus]."""
    seen = movement_table.condition_of(state, target)
    return not target.turn.met and rule.evades(seen, target.building >= 0, field.formed(unit), wants)


def asks_to_evade(state: State, step: charge_events.MeetCharge) -> tuple[str, ...]:
    """Skirmishers that may but need not evade are asked [turn.decisions]."""
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    may = state.settings.turn_mode == "igougo" and evades(state, unit, target, True)
    return (target.side,) if may and not evades(state, unit, target, False) else ()


def evade_decision(view: State, step: charge_events.MeetCharge, player: str) -> Decision:
    target = field.unit_of(view, step.target)
    items = (Item("evade", "Evade"), Item("stand", "Stand"))
    sentence = f"{field.unit_of(view, step.unit).name} charges {target.name}: do your skirmishers evade?"
    return Decision(player, "evade", target.id, sentence, ("charge-boys.charge.evade-bonus",), form=Choose(items))


def evade_chosen(state: State, step: charge_events.MeetCharge, command: Command) -> Progress:
    if key_of(command) == "evade":
        return Progress((), (charge_events.Evade(step.unit, step.target),))
    return Progress((), (charge_events.StandTest(step.unit, step.target),))


def meet_charge(state: State, step: charge_events.MeetCharge, dice: Dice) -> Progress:
    """Skirmishers evade a formed charger; a routing unit does nothing; others test [charge.sequence]."""
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    if field.routing(target) or target.place != ON_TABLE:
        return Progress(())
    if field.locked(state, target.id):
        return Progress((charge_events.Answered(target.id, unit.id, "stands"),))
    if target.turn.met:
        return Progress((charge_events.Answered(target.id, unit.id, target.turn.met),))
    if evades(state, unit, target, not [one for one in target.order if one.kind == "stand"]):
        return Progress((), (charge_events.Evade(unit.id, target.id),))
    return Progress((), (charge_events.StandTest(unit.id, target.id),))


def evade(state: State, step: charge_events.Evade, dice: Dice) -> Progress:
    """10 inches and a die, directly away, before the charger moves [charge.evade-bonus]."""
    target = field.unit_of(state, step.target)
    inches = rule.throw_evade(dice, target.side)
    events = (charge_events.Answered(target.id, step.unit, "evades"),)
    return Progress(events, (retreat_events.FallBack(target.id, "evade", inches, step.unit),))


def stand_test(state: State, step: charge_events.StandTest, dice: Dice) -> Progress:
    """5 or more stands, 4 stands halted, less gives way at once [morale.trigger-charged, charge.sequence]."""
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    stands = charge_events.Answered(target.id, unit.id, "stands")
    if not state.settings.charged_units_test:
        return Progress((stands,))
    nerve = morale_table.nerve_against(state, target, unit)
    nerve.charged = True
    event, verdict = morale_table.take_other(state, target, nerve, rule.TO_STAND, dice)
    if verdict.result in morale_rule.STANDS:
        return Progress((event, stands))
    gives = charge_events.Answered(target.id, unit.id, "gives-way")
    return Progress((event, gives), retreat_table.carried_out(target, verdict, unit.id))


def may_countercharge(state: State, unit: Unit, target: Unit) -> bool:
    """Mounted cavalry that passed its test against a frontal charge, its move not made yet [charge.countercharge]."""
    turn = target.turn
    spent = turn.moved or turn.busy or turn.volleys > 0 or turn.target != "" or ordered_to_act(target)
    stood = turn.met == "stands" and target.mettle.state == "steady" and not target.mettle.disordered
    free = stood and not spent and not field.locked(state, target.id)
    frontal = free and field.mounted(target) and declare.frontal(state, unit, target)
    return frontal and charge_way.meets_first(state, target, unit)


def asks_to_counter(state: State, step: charge_events.Run) -> tuple[str, ...]:
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    if target.place != ON_TABLE or not may_countercharge(state, unit, target):
        return ()
    return (target.side,)


def counter_decision(view: State, step: charge_events.Run, player: str) -> Decision:
    target = field.unit_of(view, step.target)
    items = (Item("stand", "Stand to receive it"), Item("counter", "Countercharge"))
    sentence = f"{field.unit_of(view, step.unit).name} comes on: does {target.name} countercharge?"
    return Decision(player, "counter", target.id, sentence, ("charge-boys.charge.countercharge",), form=Choose(items))


def counter_chosen(state: State, step: charge_events.Run, command: Command) -> Progress:
    if key_of(command) == "counter":
        return Progress((), (charge_events.Clash(step.unit, step.target),))
    return Progress((), (charge_events.CloseIn(step.unit, step.target),))


def run(state: State, step: charge_events.Run, dice: Dice) -> Progress:
    return Progress((), (charge_events.CloseIn(step.unit, step.target),))


def throw_reach(state: State, unit: Unit, dice: Dice) -> charge_events.ReachThrown:
    """Normal move and bonus [charge.bonus-infantry, charge.bonus-cavalry, charge.not-skirmishers]."""
    before = len(dice.rolls)
    bonus = rule.throw_bonus(unit.formation, field.mounted(unit), dice, unit.side)
    return charge_events.ReachThrown(
        unit.id, bonus, tables.ALLOWANCE_IN[unit.formation] + bonus, tuple(dice.rolls[before:])
    )


def clash(state: State, step: charge_events.Clash, dice: Dice) -> Progress:
    """Both throw their bonus and meet between, or stop short of each other [charge.countercharge]."""
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    away = field.apart(unit, target, state.settings)
    before = len(dice.rolls)
    found = rule.countercharge(
        distance=away,
        charger=unit.formation,
        target=target.formation,
        dice=dice,
        charger_by=unit.side,
        target_by=target.side,
    )
    rolls = tuple(dice.rolls[before:])
    events: list[object] = [
        charge_events.Countercharged(target.id, unit.id),
        charge_events.ReachThrown(
            unit.id, found.charger_bonus, tables.ALLOWANCE_IN[unit.formation] + found.charger_bonus, rolls[:1]
        ),
        charge_events.ReachThrown(
            target.id, found.target_bonus, tables.ALLOWANCE_IN[target.formation] + found.target_bonus, rolls[1:]
        ),
    ]
    came = found.target_moved if found.contact else min(found.target_moved, max(0.0, away - found.charger_moved - 1.0))
    met = charge_way.ridden_out(state, target, unit, came, tables.ALLOWANCE_IN[target.formation] + found.target_bonus)
    events.append(movement_events.moved_to(target, met, "countercharge", True))
    events.extend(_gone_over(state, target, met))
    now = state
    for event in events:
        now = apply(now, event)
    reach = tables.ALLOWANCE_IN[unit.formation] + found.charger_bonus
    target = field.unit_of(now, target.id)
    way = charge_way.charge_way(now, unit, target, reach + 30.0)
    if found.contact and way is not None and way.touches == target.id and within(way.cost, reach):
        off = movement_table.making_way_after(state, events, target.id)
        return Progress(tuple(events), (charge_events.GoHome(unit.id, target.id), *off))
    events.extend(charge_way.short(now, unit, target, reach))
    events.append(charge_events.ChargeFell(unit.id, target.id, "short"))
    events.append(charge_events.ChargeFell(target.id, unit.id, "short"))
    ours = movement_table.making_way_after(state, events, unit.id)
    return Progress(tuple(events), (*ours, *movement_table.making_way_after(state, events, target.id)))


def close_in(state: State, step: charge_events.CloseIn, dice: Dice) -> Progress:
    """The charger throws its bonus, once, and goes for where its target now is [charge.sequence]."""
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    events: list[object] = []
    reach = unit.turn.reach
    if reach <= 0.0:
        thrown = throw_reach(state, unit, dice)
        events.append(thrown)
        reach = thrown.reach
    if target.place != ON_TABLE:
        events.append(charge_events.ChargeFell(unit.id, target.id, "gone"))
        return Progress(tuple(events))
    way = charge_way.charge_way(state, unit, target, reach + 30.0)
    gave_way = field.routing(target) or target.turn.met in ("gives-way", "evades")
    outcome = rule.SHORT if way is None else rule.arrives(way.cost, reach, gave_way)
    if way is None or outcome == rule.SHORT:
        events.extend(charge_way.short(state, unit, target, reach))
        events.append(charge_events.ChargeFell(unit.id, target.id, rule.SHORT))
        now = state
        for event in events:
            now = apply(now, event)
        there = field.unit_of(now, unit.id)
        events.extend(generals_table.overrun(now, there, []))
        return Progress(tuple(events), movement_table.making_way(now, there))
    if way.touches != target.id:
        events.append(charge_events.Intercepted(unit.id, way.touches))
        return Progress(
            tuple(events), (charge_events.MeetCharge(unit.id, way.touches), charge_events.CloseIn(unit.id, way.touches))
        )
    if outcome == rule.CAUGHT:
        return Progress(tuple(events), (pursuit_events.Catch(unit.id, target.id, 0),))
    if field.locked(state, target.id):
        return Progress(tuple(events), (charge_events.GoHome(unit.id, target.id),))
    return Progress(
        tuple(events), (charge_events.ClosingFire(unit.id, target.id), charge_events.GoHome(unit.id, target.id))
    )


def asks_for_closing_fire(state: State, step: charge_events.ClosingFire) -> tuple[str, ...]:
    """Whoever stands and can fire is asked, unless he may not [charge.closing-fire, turn.decisions]."""
    target = field.unit_of(state, step.target)
    return (target.side,) if can_close_fire(state, step) else ()


def can_close_fire(state: State, step: charge_events.ClosingFire) -> bool:
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    if not state.settings.closing_fire or target.turn.volleys or field.locked(state, target.id):
        return False
    if target.turn.met == "charges":
        return False
    if target.arm != tables.ARTILLERY and (
        target.weapon == fire_rule.UNARMED or fire_aim.firers(target, state.settings) == 0
    ):
        return False
    found = look(state, unit, target)
    return rule.closing_dice(found, stood(target)) > 0


def closing_decision(view: State, step: charge_events.ClosingFire, player: str) -> Decision:
    unit, target = field.unit_of(view, step.unit), field.unit_of(view, step.target)
    items = [Item("fire", "Fire")]
    if target.arm != tables.ARTILLERY and not fire_rule.buck_refusal(target.weapon, 0.0, target.buck, view.settings):
        items.append(Item("buck", "Fire buck and ball", "charge-boys.musketry.buck-use"))
    items.append(Item("hold", "Hold fire"))
    sentence = f"{unit.name} closes with {target.name}: do you fire?"
    return Decision(
        player, "closing", target.id, sentence, ("charge-boys.charge.closing-fire",), form=Choose(tuple(items))
    )


def closing_chosen(state: State, step: charge_events.ClosingFire, command: Command) -> Progress:
    key = key_of(command)
    if key == "hold":
        return Progress((fire_events.HeldFire(step.target, False),))
    return Progress((), (charge_events.UnderFire(step.unit, step.target, key == "buck"),))


def closing(state: State, step: charge_events.UnderFire) -> tuple[rule.Charge, rule.Course]:
    """A charge as closing fire finds it: the charger comes on, the target stands [charge.closing-fire]."""
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    found = look(state, unit, target)
    found.target.buck_and_ball = step.buck
    return found, stood(target)


def stood(target: Unit) -> rule.Course:
    """The course of a charge whose target stands, halted or not [charge.sequence]."""
    result = morale_rule.HALT if target.mettle.state == tables.HALTED else morale_rule.CARRY_ON
    return rule.Course(charger_result=morale_rule.CARRY_ON, target_result=result, reach=0.0)


def under_fire(state: State, step: charge_events.UnderFire, dice: Dice) -> Progress:
    """Closing fire, its losses at once, and the charger's tests [charge.closing-fire, charge.test-under-fire]."""
    given, course = closing(state, step)
    before = len(dice.rolls)
    for stage in rule.STRUCK:
        course = stage(given, course, dice)
    tests = len(dice.rolls)
    for stage in rule.SHAKEN:
        course = stage(given, course, dice)
    return came_under_fire(
        state=state,
        step=step,
        given=given,
        course=course,
        dice=dice,
        fired=tuple(dice.rolls[before:tests]),
        before=tests,
    )


def came_under_fire(
    state: State,
    step: charge_events.UnderFire,
    given: rule.Charge,
    course: rule.Course,
    dice: Dice,
    fired: tuple[Roll, ...] = (),
    before: int = 0,
) -> Progress:
    """What closing fire and its tests leave of a charge, at the table [charge.test-under-fire, charge.sequence]."""
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    events = _fallen(state, unit, target=target, given=given, course=course, fired=fired)
    now = state
    for event in events:
        now = apply(now, event)
    shaken = field.unit_of(now, unit.id)
    if shaken.place != ON_TABLE or not rule.obeyed(course):
        return Progress(tuple(events))
    test, verdict = _tested_under_fire(now, shaken, given=given, course=course, dice=dice, before=before)
    events.append(test)
    if verdict.result == morale_rule.CARRY_ON:
        return Progress(tuple(events))
    way = charge_way.charge_way(now, shaken, target, shaken.turn.reach + 30.0)
    if way is not None:
        end = charge_way.short_of(now, shaken, target, way)
        events.append(movement_events.moved_to(shaken, end, "charge", True))
        events.extend(_gone_over(now, shaken, end))
    events.append(charge_events.ChargeFell(unit.id, target.id, "shaken"))
    back = retreat_table.carried_out(shaken, verdict, target.id)
    return Progress(tuple(events), (*back, *movement_table.making_way_after(state, events, unit.id)))


def _gone_over(state: State, unit: Unit, end: Unit) -> list[object]:
    """Lone Generals over whom a charge has gone straight to where it stops [officer.lone-general]."""
    front, deep = field.size(end, state.settings)
    back = paths.shift(end.pose.x - unit.pose.x, end.pose.y - unit.pose.y)
    start = Pose(unit.pose.x, unit.pose.y, end.pose.facing)
    return generals_table.overrun(state, end, [paths.sweep(start, front, deep, (back,))])


def _tested_under_fire(
    now: State, shaken: Unit, given: rule.Charge, course: rule.Course, dice: Dice, before: int
) -> tuple[morale_events.MoraleTested, morale_rule.Verdict]:
    """The test, or the lower of the two, as it is told [morale.number-of-tests]."""
    nerve = rule.shaken(given, course)
    first, other = course.first != rule.NOT_THROWN, course.other != rule.NOT_THROWN
    verdict = morale_rule.verdict(rule.obeyed(course), rule.score_under_fire(course), nerve, dice)
    event = morale_table.tested(
        state=now,
        unit=shaken,
        verdict=verdict,
        why="closing fire",
        nerve=nerve,
        first_shot=nerve.first_shot,
        kind="both" if first and other else verdict.kind,
        rolls=tuple(dice.rolls[before:]),
    )
    if first and other:
        event.tally = (*morale_table.both_rows(course.first, course.other), *event.tally)
    return event, verdict


def _fallen(
    state: State, unit: Unit, target: Unit, given: rule.Charge, course: rule.Course, fired: tuple[Roll, ...]
) -> list[object]:
    """The fire told, and those it felled taken off: small arms at close range, guns under a foot."""
    halted = course.target_result == morale_rule.HALT
    lost = course.lost
    guns = target.formation == tables.UNLIMBERED
    volley = rule.closing_volley(given, halted)
    if guns:
        tally: tuple[Row, ...] = (Row("under a foot", "hits", "charge-boys.artillery.hit-0-1"),)
    else:
        tally = lines(fire_rule.volley_mods(volley))
    general = generals_table.general_falls(state, unit) if lost.general else ""
    events: list[object] = [
        fire_events.Fired(
            unit=target.id,
            target=unit.id,
            mode="closing",
            guns=closing_guns(state, unit, target, _way_of(state, unit, target)) if guns else (),
            men=len(given.target.laid or ()) if guns else volley.men,
            range=0.0,
            buck=volley.buck_and_ball and not guns,
            hits=course.hits,
            killed=lost.killed,
            officers=lost.officers,
            general=general,
            at_once=True,
            tally=tally,
            rolls=fired,
        )
    ]
    if general:
        events.append(generals_events.GeneralLost(general, "killed"))
    now = state
    for one in events:
        now = apply(now, one)
    return [*events, *casualties_table.taken_off(now, field.unit_of(now, unit.id), lost, target)]


def go_home(state: State, step: charge_events.GoHome, dice: Dice) -> Progress:
    """The charger swings flush with the edge it touches; without melee it is pushed back [charge.alignment].

    [melee.supplement]
    """
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    if unit.turn.target != target.id or unit.place != ON_TABLE or target.place != ON_TABLE:
        return Progress(())
    if target.id in field.foes_of(state, unit.id):
        # Two that charge each other make one contact, whichever is looked at first.
        return Progress(())
    way = charge_way.charge_way(state, unit, target, max(unit.turn.reach, 1.0) + 30.0)
    if way is None:
        return Progress((charge_events.ChargeFell(unit.id, target.id, "short"),))
    if rule.goes_home(state.settings) == rule.REPULSED and not field.locked(state, target.id):
        end = charge_way.short_of(state, unit, target, way)
        back = (
            movement_events.moved_to(unit, end, "push-back"),
            charge_events.ChargeFell(unit.id, target.id, rule.REPULSED),
        )
        return Progress(back, movement_table.making_way_after(state, back, unit.id))
    end = charge_way.flush(state, unit, target, way)
    moved = movement_events.Moved(
        unit=unit.id,
        cause="charge",
        start=unit.pose,
        end=end.pose,
        manoeuvres=paths.manoeuvres_of(way.path),
        files=end.files,
        guns=end.guns,
        trail=(),
        advanced=True,
        rolls=(),
    )
    now = apply(state, moved)
    fight = melee_table.joined_fight(now, field.unit_of(now, unit.id), target, not declare.frontal(state, unit, target))
    reached = generals_table.overrun(now, field.unit_of(now, unit.id), [way.path])
    done = (moved, melee_events.ContactMade(fight), *reached)
    return Progress(done, movement_table.making_way_after(state, done, unit.id))


PLAYS: Final[Plays] = {
    charge_events.ChargeTest: Play(charge_test),
    charge_events.MeetCharge: Play(meet_charge, asks_to_evade, evade_decision, evade_chosen),
    charge_events.Evade: Play(evade),
    charge_events.StandTest: Play(stand_test),
    charge_events.Run: Play(run, asks_to_counter, counter_decision, counter_chosen),
    charge_events.Clash: Play(clash),
    charge_events.CloseIn: Play(close_in),
    charge_events.ClosingFire: Play(no_effect, asks_for_closing_fire, closing_decision, closing_chosen),
    charge_events.UnderFire: Play(under_fire),
    charge_events.GoHome: Play(go_home),
}
