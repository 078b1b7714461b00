"""A unit's go at the table: whose it is, what it may do with its turn, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtop.battle.forms import Choose, Item, March, Reason
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of, way_of
from roundtop.dice.sources import Dice
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, options, tables, words
from roundtop.rulebooks.charge_boys.artillery import crews as artillery_crews
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.formation import events as formation_events
from roundtop.rulebooks.charge_boys.formation import table as formation_table
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.melee import events as melee_events
from roundtop.rulebooks.charge_boys.morale import events as morale_events
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.movement import paths, rule, ways
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.retreat import table as retreat_table
from roundtop.rulebooks.charge_boys.sight import table as sight_table
from roundtop.rulebooks.charge_boys.state import ON_TABLE, State, Unit
from roundtop.rulebooks.charge_boys.terrain import actions as terrain_actions
from roundtop.table.measure import HALF_TURN, QUARTER_TURN, TOLERANCE, kept, rounded
from roundtop.table.path import Manoeuvre


def advances(state: State, unit: Unit, end: Unit) -> bool:
    """Whether a move brings a unit an inch nearer to the enemy it saw nearest [morale.advancing-defined]."""
    if not _nearer_to_any(state, unit, end):
        return False
    foe = sight_table.nearest_enemy(state, unit, True)
    return foe is not None and _nearer(unit, end, foe, state.settings)


def _nearer_to_any(state: State, unit: Unit, end: Unit) -> bool:
    for foe in field.enemies(state, unit):
        if _nearer(unit, end, foe, state.settings):
            return True
    return False


def _nearer(unit: Unit, end: Unit, foe: Unit, settings: Settings) -> bool:
    return kept(field.apart(unit, foe, settings) - field.apart(end, foe, settings), morale_rule.ADVANCE_IN)


DONE: Final = "done"
FORM: Final = "form"
CROSS: Final = "cross"
ENTER: Final = "enter"
LEAVE: Final = "leave"
SHARE: Final = "share"
HELP: Final = "help"
BREAK_OFF: Final = "break-off"
CLOSE_UP: Final = "close-up"
CHARGE: Final = "charge"
STAND: Final = "stand"
ACTIONS: Final = (FORM, CROSS, ENTER, LEAVE, BREAK_OFF)
"""What takes the place of a move."""
FREE: Final = (SHARE, HELP, CLOSE_UP, STAND)
"""What goes before a move at no cost."""
UNIT_KINDS: Final = ("forward", "wheel", "glide", "turn", "about-face", *ACTIONS, *FREE)
LOOSE_KINDS: Final = (*paths.LOOSE_DRILL, *ACTIONS, *FREE)
COLUMN_KINDS: Final = ("forward", "leg", "about-face", *ACTIONS, *FREE)


def condition_of(state: State, unit: Unit) -> rule.Condition:
    """A unit as its permissions see it [morale.disordered-effect, orders.default]."""
    return rule.Condition(
        arm=field.arm_of(unit),
        formation=field.drawn_up(unit),
        state=unit.mettle.state,
        disordered=unit.mettle.disordered,
        full_turn_action=unit.turn.busy,
        moved=unit.turn.acted or unit.turn.compelled or unit.turn.met == "evades",
        locked=field.locked(state, unit.id),
        weapon=unit.weapon,
        settings=state.settings,
    )


def to_move(state: State, side: str) -> list[Unit]:
    """Units that may still move this turn [turn.igougo-movement]."""
    return [unit for unit in field.on_table(state, side) if not tied(unit) and rule.may_move(condition_of(state, unit))]


def tied(unit: Unit) -> bool:
    """A quick yes for units that have acted, or cannot [morale.result-halt, morale.disordered-effect]."""
    return unit.turn.acted or unit.mettle.disordered or unit.mettle.state in (tables.HALTED, tables.ROUTING)


def asks_for_go(state: State, step: movement_events.Go) -> tuple[str, ...]:
    return (step.side,) if to_move(state, step.side) or generals_table.riders(state, step.side) else ()


def go_decision(view: State, step: movement_events.Go, player: str) -> Decision:
    items = [Item(DONE, "End the movement")]
    items.extend([Item(unit.id, f"{unit.name}, {words.NAMES[unit.formation]}") for unit in to_move(view, step.side)])
    items.extend([Item(general.id, general.name) for general in generals_table.riders(view, step.side)])
    clauses = ("charge-boys.turn.igougo-movement", "charge-boys.move.partial")
    return Decision(
        player,
        "activate",
        "",
        "Which unit moves next?",
        clauses,
        form=Choose(tuple(items)),
        measure=options.measurable(view.settings),
    )


def activated(state: State, step: movement_events.Go, command: Command) -> Progress:
    """Units move one by one in the order their player likes [turn.igougo-movement]."""
    key = key_of(command)
    if key == DONE:
        return Progress(())
    if [general for general in state.generals if general.id == key]:
        return Progress((), (generals_events.MoveGeneral(key), step))
    return Progress((), (movement_events.MoveUnit(key), step))


def kinds_of(unit: Unit) -> tuple[str, ...]:
    """The manoeuvres open to a unit."""
    if unit.trail and unit.building < 0:
        return COLUMN_KINDS
    return LOOSE_KINDS if paths.is_loose(unit) or unit.formation == tables.UNLIMBERED else UNIT_KINDS


def move_decision(view: State, step: movement_events.MoveUnit, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    front, deep = field.size(unit, view.settings)
    most = reach_of(unit)
    form = March(unit.id, unit.pose, front, deep, kinds_of(unit), allowance=most, ways=ways.ways(view, unit))
    sentence = f"{unit.name}, {words.NAMES[unit.formation]}, may move {most:g}″ or do something else with its turn."
    clauses = (
        "charge-boys.move.partial",
        "charge-boys.terrain.half-turn-arithmetic",
        "charge-boys.formation.change-full-turn",
    )
    measure = options.measurable(view.settings)
    return Decision(player, "move", unit.id, sentence, clauses, form=form, measure=measure)


def reach_of(unit: Unit) -> float:
    """Inches of a unit's allowance; guns in action as far as they can be pushed."""
    if unit.formation == tables.UNLIMBERED:
        return max([0.0, *[artillery_rule.manhandled(gun.crew) for gun in field.manned(unit)]])
    return tables.allowance(unit.formation, unit.formation == tables.ROAD_COLUMN)


def check_move(view: State, step: movement_events.MoveUnit, command: Command) -> tuple[Reason, ...]:
    return tuple(judge(view, field.unit_of(view, step.unit), way_of(command)))


def judge(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Every reason why a unit may not do this with its turn; it may always stand."""
    if not manoeuvres:
        return []
    actions = [one for one in manoeuvres if one.kind in ACTIONS]
    drill = [one for one in manoeuvres if one.kind not in ACTIONS and one.kind not in FREE]
    faults = _free_faults(state, unit, manoeuvres)
    now = freed(state, unit, manoeuvres)
    if actions:
        faults.extend(action_faults(state, now, actions, drill))
        return faults
    if not drill:
        return faults
    if unit.building >= 0:
        return [*faults, Reason("A garrison has to leave the building first.", "charge-boys.terrain.building-time")]
    if field.locked(state, unit.id):
        return [*faults, Reason("The unit is locked in melee.", "charge-boys.melee.draw")]
    faults.extend(drill_faults(now, drill))
    if faults:
        return faults
    way = paths.route(state, now, (*_helping(manoeuvres), *drill))
    reach = way.reach() + field.outreach(way.end, state.settings)
    faults.extend(movement_faults.move_faults(state, now, way, movement_faults.Others(state, now, reach)))
    faults.extend(advance_faults(state, now, way))
    return faults


def _helping(manoeuvres: tuple[Manoeuvre, ...]) -> list[Manoeuvre]:
    return [one for one in manoeuvres if one.kind == HELP]


def drill_faults(unit: Unit, drill: list[Manoeuvre]) -> list[Reason]:
    """Formed units wheel forward on a flank and face by quarters; guns are swung by 45 degrees [move.wheel]."""
    faults: list[Reason] = []
    pushed = bool([one for one in drill if one.kind not in ("turn", "about-face")])
    if unit.formation == tables.UNLIMBERED and not pushed and not artillery_rule.only_swung(0, _turned(drill)):
        faults.append(Reason("A gun is swung up to 45° on the spot.", "charge-boys.move.turn-in-place"))
    for one in drill:
        if one.kind == "wheel" and (one.on not in ("left", "right") or (one.by > 0) != (one.on == "right")):
            faults.append(Reason("A unit wheels forward, on the flank it turns to.", "charge-boys.move.wheel"))
        if one.kind == "turn" and unit.formation not in tables.HANDY and one.by % QUARTER_TURN:
            faults.append(Reason("A formed unit faces left, right or about.", "charge-boys.move.turn-in-place"))
    return faults


def _turned(drill: list[Manoeuvre]) -> int:
    return sum([HALF_TURN if one.kind == "about-face" else one.by for one in drill])


def advance_faults(state: State, unit: Unit, way: paths.Route) -> list[Reason]:
    """A unit that has retired may step back until its re-test, but not advance [morale.result-retire]."""
    if unit.mettle.state != tables.RETIRED:
        return []
    foe = sight_table.nearest_enemy(state, unit, False)
    if foe is None or field.apart(way.end, foe, state.settings) >= field.apart(unit, foe, state.settings) - TOLERANCE:
        return []
    return [Reason("A unit that has retired may not advance before its re-test.", "charge-boys.morale.result-retire")]


def moved(state: State, step: movement_events.MoveUnit, command: Command) -> Progress:
    """A unit's move, and what it brings about."""
    unit = field.unit_of(state, step.unit)
    return carry_out(state, unit, way_of(command))


def carry_out(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """Do with a unit what was commanded or written, which is lawful [move.partial, formation.change-full-turn]."""
    actions = [one for one in manoeuvres if one.kind in ACTIONS]
    drill = tuple([one for one in manoeuvres if one.kind not in ACTIONS and one.kind not in FREE])
    events: list[object] = []
    now = state
    for one in manoeuvres:
        if one.kind in (SHARE, CLOSE_UP):
            events.append(freely(now, field.unit_of(now, unit.id), one))
            now = apply(now, events[-1])
    for one in _helping(manoeuvres):
        helper = field.unit_of(now, one.on)
        events.append(formation_events.did(helper, helper, HELP, True))
        now = apply(now, events[-1])
    unit = field.unit_of(now, unit.id)
    if actions:
        return _action(now, unit, actions[0], drill, events)
    if not drill:
        return Progress((*events, movement_events.Stood(unit.id)))
    way = paths.route(now, unit, (*_helping(manoeuvres), *drill))
    return Progress(*_went(now, unit, way, drill, events))


def _went(
    state: State, unit: Unit, way: paths.Route, drill: tuple[Manoeuvre, ...], events: list[object]
) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """A move made: who was reached, who falls back, which guns are manned again."""
    if unit.formation == tables.UNLIMBERED and not way.legs:
        events.append(artillery_crews.swung(unit, way.end))
        return tuple(events), ()
    advanced = advances(state, unit, way.end)
    end = way.end
    events.append(
        movement_events.Moved(
            unit=unit.id,
            cause="order",
            start=unit.pose,
            end=end.pose,
            manoeuvres=drill,
            files=end.files,
            guns=end.guns,
            trail=end.trail,
            advanced=advanced,
            rolls=(),
        )
    )
    now = apply(state, events[-1])
    events.extend(generals_table.overrun(now, field.unit_of(now, unit.id), way.paths))
    events.extend(artillery_crews.remanned(now, field.unit_of(now, unit.id)))
    return tuple(events), making_way(now, field.unit_of(now, unit.id))


def making_way(state: State, unit: Unit) -> tuple[object, ...]:
    """Whoever makes way for a unit that has come up of its own will, however it did.

    Lone Generals ride off; before a formed unit enemy skirmishers fall back, but for those locked in melee.
    [officer.lone-general, move.skirmish-distance]
    """
    generals = tuple([generals_events.MakeWay(general.id) for general in generals_table.reached(state, unit)])
    if not field.formed(unit):
        return generals
    near = [
        foe
        for foe in field.enemies(state, unit)
        if foe.formation == tables.SKIRMISH
        and not field.routing(foe)
        and not field.locked(state, foe.id)
        and not field.farther(unit, foe, 3.0, state.settings)
        and rule.keep_distance(True, field.apart(unit, foe, state.settings), foe.building >= 0, 100.0).inches > 0.0
    ]
    return (*generals, *[movement_events.KeepDistance(foe.id) for foe in near])


def making_way_after(state: State, events: Sequence[object], id: str) -> tuple[object, ...]:
    """Those who make way for a unit after what it has done."""
    for event in events:
        state = apply(state, event)
    return making_way(state, field.unit_of(state, id))


def fall_back_from(state: State, step: movement_events.KeepDistance, dice: Dice) -> Progress:
    """Directly away until 3 inches clear, or disordered where they stand [move.skirmish-distance]."""
    unit = field.unit_of(state, step.unit)
    near = [foe for foe in field.enemies(state, unit) if field.formed(foe)]
    if unit.place != ON_TABLE or not near or field.routing(unit) or field.locked(state, unit.id):
        return Progress(())
    ranked_foes = sorted([(rounded(field.apart(unit, foe, state.settings)), foe.id) for foe in near])
    away, id = ranked_foes[0]
    foe = field.unit_of(state, id)
    heading = retreat_table.away_from(state, unit, foe)
    needed = rule.keep_distance(True, away, unit.building >= 0, 100.0).inches
    if needed <= 0.0:
        return Progress(())
    for inches in rule.falls_back_by(needed):
        found = retreat_table.fall_back(state, unit, heading, inches, False)
        if kept(
            min([field.apart(found.end, enemy, state.settings) for enemy in near]), 3.0
        ) and movement_faults.has_room(state, found.end):
            return Progress((movement_events.moved_to(unit, found.end, "keep-distance"),))
    return Progress((morale_events.Disordered(unit.id, "no-room"),))


def _free_faults(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    faults: list[Reason] = []
    for one in manoeuvres:
        if one.kind == SHARE and artillery_crews.shared_crew(unit) == unit.guns:
            faults.append(Reason("There is nothing to share out.", "charge-boys.artillery.crew-to-fire"))
        if one.kind == CLOSE_UP and not formation_table.may_close_up(unit):
            faults.append(Reason("Only a line of uneven ranks closes up.", "charge-boys.formation.close-up"))
        if one.kind == HELP and one.on not in [helper.id for helper in artillery_crews.may_help(state, unit)]:
            faults.append(Reason("Nobody like that is in contact with the guns.", "charge-boys.move.manhandle-rate"))
    return faults


def freed(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Unit:
    """The unit after what it does at the start of its move at no cost."""
    for one in manoeuvres:
        if one.kind == SHARE:
            unit = copy(unit)
            unit.guns = artillery_crews.shared_crew(unit)
        elif one.kind == CLOSE_UP and formation_table.may_close_up(unit):
            unit = formation_table.closed_up(unit, state)
    return unit


def freely(state: State, unit: Unit, one: Manoeuvre) -> formation_events.Formed:
    """What a unit does before its move at no cost: crews shared out, ranks closed up [formation.close-up]."""
    new = freed(state, unit, (one,))
    return formation_events.Formed(
        unit=unit.id,
        action=SHARE if one.kind == SHARE else CLOSE_UP,
        formation=new.formation,
        files=new.files,
        holders=new.holders,
        men=new.men,
        pose=new.pose,
        guns=new.guns,
        trail=new.trail,
        building=new.building,
        full=False,
    )


def action_faults(state: State, unit: Unit, actions: list[Manoeuvre], drill: list[Manoeuvre]) -> list[Reason]:
    """Every reason against an action that takes the turn, or half of it."""
    if len(actions) > 1:
        return [Reason("One such action fits into a turn.", "charge-boys.formation.change-full-turn")]
    one = actions[0]
    if one.kind == BREAK_OFF:
        return _break_off_faults(state, unit)
    if one.kind == ENTER:
        return terrain_actions.enter_faults(state, unit, one, drill)
    if one.kind == LEAVE:
        return terrain_actions.leave_faults(state, unit, one, tuple(drill))
    if drill:
        return [Reason("It takes the whole turn: nothing else fits in.", "charge-boys.formation.change-full-turn")]
    return (
        formation_table.form_faults(state, unit, one) if one.kind == FORM else terrain_actions.cross_faults(state, unit)
    )


def _action(state: State, unit: Unit, one: Manoeuvre, drill: tuple[Manoeuvre, ...], events: list[object]) -> Progress:
    if one.kind == BREAK_OFF:
        return Progress((*events, *break_off(state, unit)))
    if one.kind == FORM:
        end = formation_table.reformed(state, unit, one)
        events.append(formation_events.did(unit, end, formation_table.form_action(unit, one.on), True))
        now = apply(state, events[-1])
        return Progress(tuple(events), making_way(now, field.unit_of(now, unit.id)))
    if one.kind == ENTER:
        end = terrain_actions.entered(state, unit, int(one.on))
        events.append(formation_events.did(unit, end, ENTER, unit.formation != tables.SKIRMISH))
        return Progress(tuple(events))
    if one.kind == LEAVE:
        end = terrain_actions.left(state, unit, one.by)
        events.append(formation_events.did(unit, end, LEAVE, unit.formation != tables.SKIRMISH))
        if drill:
            now = apply(state, events[-1])
            out = field.unit_of(now, unit.id)
            return Progress(*_went(now, out, paths.route(now, out, drill), drill, events))
    else:
        end = terrain_actions.over_hedge(state, unit)
        events.append(formation_events.did(unit, end, CROSS, True))
    now = apply(state, events[-1])
    return Progress(tuple(events), making_way(now, field.unit_of(now, unit.id)))


def _break_off_faults(state: State, unit: Unit) -> list[Reason]:
    if rule.breaks_off(condition_of(state, unit)):
        return []
    return [Reason("Only mounted cavalry may break off from a melee.", "charge-boys.melee.draw")]


def break_off(state: State, unit: Unit) -> list[object]:
    """Mounted cavalry leaves a melee: one normal move back, and it counts as retired [melee.draw]."""
    left_fights = tuple([fight for fight in state.fights if unit.id not in (fight.a, fight.b)])
    foe = field.foes_of(state, unit.id)[0]
    heading = retreat_table.away_from(state, unit, field.unit_of(state, foe))
    found = retreat_table.bends(state, unit, heading, tables.ALLOWANCE_IN[unit.formation], False)
    end = retreat_table.fall_back(state, unit, found[0], tables.ALLOWANCE_IN[unit.formation], False).end
    return [
        melee_events.FightsChanged(left_fights),
        movement_events.moved_to(unit, retreat_table.facing_enemy(state, end, None), "break-off"),
    ]


PLAYS: Final[Plays] = {
    movement_events.Go: Play(no_effect, asks_for_go, go_decision, activated),
    movement_events.MoveUnit: Play(no_effect, field.owner, move_decision, moved, check_move),
    movement_events.KeepDistance: Play(fall_back_from),
}
