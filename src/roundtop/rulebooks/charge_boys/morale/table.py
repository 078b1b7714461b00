"""Tests at the table: the look, the roll and what it leaves, the morale phase."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice, Roll
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.initiative import events as initiative_events
from roundtop.rulebooks.charge_boys.morale import events, rule
from roundtop.rulebooks.charge_boys.retreat import table as retreat_table
from roundtop.rulebooks.charge_boys.rout import table as rout_table
from roundtop.rulebooks.charge_boys.sight import table as sight_table
from roundtop.rulebooks.charge_boys.state import MANNED, ON_TABLE, Mettle, State, Unit
from roundtop.rulebooks.charge_boys.terrain import cover as terrain_cover
from roundtop.rulebooks.charge_boys.victory import table as victory_table


def nerve_of(state: State, unit: Unit, cover: terrain_cover.Cover, advancing: bool) -> rule.Nerve:
    """A unit as a test sees it [setup.unit-record]."""
    turn = unit.turn
    mettle = unit.mettle
    return rule.Nerve(
        quality=unit.quality,
        start=unit.start,
        strength=field.strength(unit),
        first_shot=mettle.first_shot,
        advancing=advancing,
        cover=cover.any(),
        fortification=cover.fortification,
        general=bool(field.generals_with(state, unit.id)),
        charged=turn.charged,
        officers_killed=turn.officers_lost,
        general_killed=turn.general_lost,
        disordered=mettle.disordered,
        retired=mettle.retired >= state.turn - 1,
        lost_this_turn=max(0, turn.had - field.strength(unit)),
        arm=field.arm_of(unit),
        formation=field.drawn_up(unit),
        crew=tuple([gun.crew for gun in unit.guns if gun.fate == MANNED])
        if unit.formation == tables.UNLIMBERED
        else (),
        by=unit.side,
        settings=state.settings,
    )


def nerve_against(state: State, unit: Unit, foe: Unit | None, wishes: bool = False) -> rule.Nerve:
    """A unit that tests because of an enemy: cover is what lies between them [terrain.cover].

    Halted, retired, disordered, routing and evading units never count as advancing [morale.advancing-defined].
    """
    cover = terrain_cover.Cover(False, False, False, False, False)
    if foe is not None:
        cover = terrain_cover.cover_of(state, unit, foe.pose.x, foe.pose.y)
    elif unit.building >= 0:
        cover = terrain_cover.cover_of(state, unit, 0.0, 0.0)
    advancing = wishes or (unit.turn.advanced and field.steady(unit) and unit.turn.met != "evades")
    return nerve_of(state, unit, cover, advancing)


def nerve_again(state: State, unit: Unit) -> rule.Nerve:
    """A unit that tests again: cover from the nearest enemy in sight, and always where none sees it [terrain.cover]."""
    foe = sight_table.nearest_enemy(state, unit, True)
    if foe is None and not [enemy for enemy in field.enemies(state, unit) if sight_table.sees(state, enemy, unit)]:
        return nerve_of(state, unit, terrain_cover.Cover(False, True, False, False, False), False)
    return nerve_against(state, unit, foe)


def ordeal_of(state: State, unit: Unit) -> rule.Ordeal:
    """What a unit has gone through this turn, for the tests it owes [morale.number-of-tests]."""
    turn = unit.turn
    return rule.Ordeal(
        strength_at_turn_start=turn.had,
        hits=turn.hits,
        casualties=max(0, turn.had - field.strength(unit)),
        under_fire=turn.shot_at,
        first_shot=unit.mettle.first_shot,
        general_killed=turn.fell_general != "",
        routing=field.routing(unit),
        tested_for_hits=turn.hits_tested,
        settings=state.settings,
    )


def mettle_after(state: State, unit: Unit, kind: str, result: str, first_shot: str) -> Mettle:
    """What a result makes of a unit; the newest replaces what an earlier one left, only disorder stays.

    [morale.number-of-tests, morale.result-carry-on, morale.result-halt, morale.result-retire, morale.retest-timing]
    """
    new = copy(unit.mettle)
    new.first_shot = first_shot
    new.led = False
    new.by = "" if result == rule.CARRY_ON else kind
    new.retest = 0 if result == rule.CARRY_ON else state.turn + 1
    if result == rule.CARRY_ON:
        new.state = tables.STEADY
    elif result == rule.HALT:
        new.state = tables.HALTED
    elif result == rule.ROUT:
        new.state = tables.ROUTING
        new.disordered = True
        if kind == rule.FIRST:
            new.retest = 0
    else:
        new.state = tables.RETIRED
        new.disordered = new.disordered or result == rule.DISORDER
    return new


def tested(
    state: State,
    unit: Unit,
    verdict: rule.Verdict,
    why: str,
    nerve: rule.Nerve,
    first_shot: str,
    kind: str,
    rolls: tuple[Roll, ...],
) -> events.MoraleTested:
    """The event of a test, with the column of its modifiers."""
    mods = rule.mods_of(verdict.kind, nerve)
    tally = (*lines(mods), Row(verdict.result, str(verdict.total), rule.result_clause(verdict.kind, verdict.result)))
    mettle = mettle_after(state, unit, verdict.kind, verdict.result, first_shot)
    hits_tested = kind != rule.FIRST and rule.hard_hit(ordeal_of(state, unit))
    return events.MoraleTested(
        unit=unit.id,
        kind=kind,
        why=why,
        total=verdict.total,
        result=verdict.result,
        retreat=verdict.retreat.inches,
        mettle=mettle,
        hits_tested=hits_tested,
        tally=tally,
        rolls=rolls,
    )


def take_other(
    state: State, unit: Unit, nerve: rule.Nerve, why: str, dice: Dice
) -> tuple[events.MoraleTested, rule.Verdict]:
    """One test of the other kind [morale.other-replaces]."""
    before = len(dice.rolls)
    found = rule.take_test(rule.OTHER, nerve, dice, why if "test" in why.split() else "")
    rolls = tuple(dice.rolls[before:])
    return tested(
        state=state,
        unit=unit,
        verdict=found,
        why=why,
        nerve=nerve,
        first_shot=unit.mettle.first_shot,
        kind=rule.OTHER,
        rolls=rolls,
    ), found


def take_first(
    state: State, unit: Unit, nerve: rule.Nerve, why: str, dice: Dice
) -> tuple[events.MoraleTested, rule.Verdict]:
    """A first-shot test [morale.first-die]."""
    before = len(dice.rolls)
    found = rule.take_test(rule.FIRST, nerve, dice)
    standing = rule.standing_after(unit.mettle.first_shot, found.total, state.settings)
    return tested(
        state=state,
        unit=unit,
        verdict=found,
        why=why,
        nerve=nerve,
        first_shot=standing,
        kind=rule.FIRST,
        rolls=tuple(dice.rolls[before:]),
    ), found


def take_both(
    state: State, unit: Unit, nerve: rule.Nerve, why: str, dice: Dice
) -> tuple[events.MoraleTested, rule.Verdict]:
    """Both kinds; the lower total is obeyed [morale.number-of-tests]."""
    before = len(dice.rolls)
    found = rule.take_both(nerve, dice)
    rolls = tuple(dice.rolls[before:])
    event = tested(
        state=state,
        unit=unit,
        verdict=found.obeyed,
        why=why,
        nerve=nerve,
        first_shot=found.first_shot,
        kind="both",
        rolls=rolls,
    )
    event.tally = (*both_rows(found.first, found.other), *event.tally)
    return event, found.obeyed


def both_rows(first: int, other: int) -> tuple[Row, ...]:
    """The totals of both tests [morale.number-of-tests]."""
    return (
        Row("first-shot test", str(first), "charge-boys.morale.first-die"),
        Row("other test", str(other), "charge-boys.morale.other-replaces"),
    )


def owes(state: State, unit: Unit) -> str:
    """The test a unit owes in the morale phase: first, other, both, rally or "" [morale.when, morale.retest-timing]."""
    if unit.place != ON_TABLE:
        return ""
    mettle = unit.mettle
    due = mettle.retest == state.turn
    if mettle.state == tables.ROUTING:
        return rule.RALLY if due and mettle.by == rule.OTHER and not mettle.lost else ""
    again = due and state.settings.retest_timing == "morale-phase" and not field.locked(state, unit.id)
    late = 0 < mettle.retest < state.turn and not field.locked(state, unit.id)
    ordeal = ordeal_of(state, unit)
    retest = mettle.by if again or late else ""
    first = rule.first_due(ordeal) or retest == rule.FIRST
    other = rule.other_due(ordeal) or retest == rule.OTHER
    if first and other:
        return "both"
    return rule.FIRST if first else rule.OTHER if other else ""


def nerve_owing(state: State, unit: Unit) -> rule.Nerve:
    """A unit as the tests it owes see it: cover is from whoever hit it hardest, or as for a re-test [terrain.cover]."""
    if unit.turn.foe and owes(state, unit) != rule.RALLY:
        return nerve_against(state, unit, field.unit_of(state, unit.turn.foe))
    return nerve_again(state, unit)


def morale_phase(state: State, step: events.Morale, dice: Dice) -> Progress:
    first, second = field.in_order(state)
    return Progress((initiative_events.PhaseBegan("morale"),), (events.MoraleOf(first), events.MoraleOf(second)))


def owing(state: State, side: str) -> list[Unit]:
    return [unit for unit in field.on_table(state, side) if owes(state, unit)]


def asks_for_test(state: State, step: events.MoraleOf) -> tuple[str, ...]:
    return (step.side,) if len(owing(state, step.side)) > 1 else ()


def test_decision(view: State, step: events.MoraleOf, player: str) -> Decision:
    names = {"first": "first-shot test", "other": "morale test", "both": "both tests", "rally": "rally test"}
    items = [Item(unit.id, f"{unit.name}: {names[owes(view, unit)]}") for unit in owing(view, step.side)]
    return Decision(
        player, "test", "", "Which unit tests next?", ("charge-boys.morale.when",), form=Choose(tuple(items))
    )


def test_picked(state: State, step: events.MoraleOf, command: Command) -> Progress:
    return Progress((), (events.TakeTests(key_of(command)), step))


def next_test(state: State, step: events.MoraleOf, dice: Dice) -> Progress:
    """The only unit that owes a test takes it; then the side is done."""
    left = owing(state, step.side)
    return Progress((), (events.TakeTests(left[0].id), step)) if left else Progress(())


def test_unit(state: State, step: events.TakeTests, dice: Dice) -> Progress:
    """A unit takes the tests it owes, all reasons in one die of each kind [morale.number-of-tests]."""
    unit = field.unit_of(state, step.unit)
    kind = owes(state, unit)
    if kind == rule.RALLY:
        return rout_table.rally(state, unit, dice)
    nerve = nerve_owing(state, unit)
    retest = unit.mettle.retest == state.turn
    why = "re-test" if retest and not unit.turn.hits else "melee" if unit.turn.fought else "fire"
    if kind == "both":
        event, verdict = take_both(state, unit, nerve, why, dice)
    elif kind == rule.FIRST:
        event, verdict = take_first(state, unit, nerve, why, dice)
    else:
        event, verdict = take_other(state, unit, nerve, why, dice)
    return Progress((event,), retreat_table.carried_out(unit, verdict, ""))


def retests(state: State, step: events.Retests, dice: Dice) -> Progress:
    """Re-tests at the start of the turn, by the house rule, in the order of their names [morale.retest-timing]."""
    due = [unit for unit in field.on_table(state, step.side) if retest_due(state, unit)]
    return Progress((), tuple([events.Retest(unit.id) for unit in sorted(due, key=field.by_id)]))


def retest_due(state: State, unit: Unit) -> bool:
    """Whether a unit owes a re-test that no melee puts off [morale.retest-timing]."""
    owed = unit.place == ON_TABLE and 0 < unit.mettle.retest <= state.turn
    return owed and not field.routing(unit) and not field.locked(state, unit.id)


def retest(state: State, step: events.Retest, dice: Dice) -> Progress:
    """One re-test at the start of the turn [morale.retest-timing]."""
    unit = field.unit_of(state, step.unit)
    if not retest_due(state, unit):
        return Progress(())
    take = take_first if unit.mettle.by == rule.FIRST else take_other
    event, verdict = take(state, unit, nerve_again(state, unit), "re-test", dice)
    return Progress((event,), retreat_table.carried_out(unit, verdict, ""))


def reordered(state: State) -> victory_table.Events:
    """Units that spent the whole turn at the halt lose their disorder [morale.reorder]."""
    found: victory_table.Events = []
    for unit in field.on_table(state):
        turn = unit.turn
        fired = turn.volleys > 0
        if unit.mettle.disordered and rule.reordered(
            at_turn_start=turn.was_disordered,
            moved=turn.moved,
            fired=fired,
            fought=turn.fought,
            compelled=turn.compelled,
            routing=field.routing(unit),
        ):
            found.append(events.Reordered(unit.id))
    return found


PLAYS: Final[Plays] = {
    events.Retests: Play(retests),
    events.Retest: Play(retest),
    events.Morale: Play(morale_phase),
    events.MoraleOf: Play(next_test, asks_for_test, test_decision, test_picked),
    events.TakeTests: Play(test_unit),
}
